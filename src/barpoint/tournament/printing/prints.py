"""A tournament on paper: draw sheets, pairings, slips, sheets, table cards, terms, lists, accounts and the report.

Every page is Typst markup made of the tournament as it stands; `PRINTS` names them. A page that needs an event is
given one. Nothing is printed here: `barpoint.paper` makes PDF of it.
"""

from collections.abc import Callable, Mapping
from typing import Final

from barpoint.tournament.printing.accounts import cash_sheet
from barpoint.tournament.printing.draw_page import draw_pages
from barpoint.tournament.printing.draw_tiles import draw_tiles
from barpoint.tournament.printing.lists import open_match_list, pairings, penalties
from barpoint.tournament.printing.page import PrintJob
from barpoint.tournament.printing.protocols import protocols
from barpoint.tournament.printing.report import final_report
from barpoint.tournament.printing.slips import agreement_sheets, blank_score_sheets, result_slips, score_sheets
from barpoint.tournament.printing.table_cards import table_cards
from barpoint.tournament.printing.terms_page import event_terms

PRINTS: Final[Mapping[str, Callable[[PrintJob], str]]] = {
    "draw": draw_pages,
    "tiles": draw_tiles,
    "pairings": pairings,
    "slips": result_slips,
    "scores": score_sheets,
    "agreements": agreement_sheets,
    "cards": table_cards,
    "terms": event_terms,
    "blank": blank_score_sheets,
    "protocols": protocols,
    "unfinished": open_match_list,
    "penalties": penalties,
    "cash": cash_sheet,
    "report": final_report,
}

__all__ = ["PRINTS", "PrintJob"]

"""The paper of a tournament that needs another room's hand: pictures of first positions, and sheets for writing moves.

`PRINTS` of the tournament room makes the rest; `PAPER_KINDS` names all of it.
"""

from collections.abc import Iterator
from typing import Final

from barpoint.board import Position
from barpoint.notation import svg
from barpoint.notation.files import blank_sheets_source
from barpoint.notation.pictures import Theme
from barpoint.paper import pdf
from barpoint.tournament import Contest, Tournament
from barpoint.tournament.printing import PRINTS, PrintJob, discipline_of

MOVE_SHEETS: Final = "moves"
PAPER_KINDS: Final = (*PRINTS, MOVE_SHEETS)


def paper_of(kind: str, job: PrintJob) -> bytes:
    """One kind of paper as PDF."""
    if kind == MOVE_SHEETS:
        return pdf(blank_sheets_source(list(_sheet_heads(job))))
    return pdf(PRINTS[kind](job))


def start_pictures(state: Tournament) -> dict[str, str]:
    """The first position of every event's discipline, as the one renderer draws it."""
    drawn: dict[str, str] = {}
    pictures = {}
    for name, contest in state.contests.items():
        discipline = discipline_of(contest)
        if discipline.name not in drawn:
            drawn[discipline.name] = svg(Position.start(discipline), pips=False, theme=Theme.LIGHT)
        pictures[name] = drawn[discipline.name]
    return pictures


def _sheet_heads(job: PrintJob) -> Iterator[tuple[tuple[str, str], ...]]:
    """What stands at the head of every sheet: a sheet for each match to be played, and an empty one an event."""
    settings = job.state.settings
    for match in job.open_matches():
        contest = job.state.contests[match.contest]
        names = match.sides[0].name, match.sides[1].name
        about = f"{match.bracket} {match.round}, {match.pairing}"
        yield _head(contest, job.name, settings.date if settings else "", about, names, str(match.length or ""))
    for contest in job.contests:
        yield _head(contest, job.name, settings.date if settings else "", "", ("", ""), "")


def _head(
    contest: Contest, tournament: str, date: str, about: str, names: tuple[str, str], length: str
) -> tuple[tuple[str, str], ...]:
    discipline = discipline_of(contest)
    return (
        ("Event", f"{tournament}, {contest.settings.title}"),
        ("Date", date),
        ("Round", about),
        ("Game", ""),
        ("White", names[0]),
        ("Black", names[1]),
        ("Match", f"{length} points" if length else ""),
        ("Discipline", discipline.title),
        ("Score", ""),
    )

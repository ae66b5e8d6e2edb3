"""Lists for the wall and the desk: pairings by name and by table, tables still playing, penalties."""

from barpoint.tournament.desk.overview import DeskMatch, DeskStage
from barpoint.tournament.printing.page import PrintJob, document, heading, length_text, listing, table_text
from barpoint.tournament.state import MatchPenalty, Tournament
from barpoint.tournament.views.bracket_layout import bracket_title


def pairings(occasion: PrintJob) -> str:
    """Who plays whom, where and when: by name, then by table."""
    matches = [match for match in occasion.open_matches() if match.stage is not DeskStage.REPORTED]
    rows = sorted(
        (
            (side.name, match.sides[1 - number].name, match)
            for match in matches
            for number, side in enumerate(match.sides)
        ),
        key=lambda row: (row[0].casefold(), row[2].due or 0),
    )
    by_name = [(name, other, table_text(match), *_about(occasion, match)) for name, other, match in rows]
    by_table = [
        (table_text(match), *(side.name for side in match.sides), *_about(occasion, match)) for match in matches
    ]
    about = ("Event", "Match", "To", "Time")
    nothing = "No match is to be played now."
    return document(
        occasion,
        "Pairings",
        heading("By name"),
        listing("1fr, 1fr, auto, auto, auto, auto, auto", ("Name", "Against", "Table", *about), by_name, nothing),
        heading("By table"),
        listing("auto, 1fr, 1fr, auto, auto, auto, auto", ("Table", "", "", *about), by_table, nothing),
    )


def _about(occasion: PrintJob, match: DeskMatch) -> tuple[str, str, str, str]:
    return match.contest_name, match.pairing, length_text(match), occasion.when(match.due)


def open_match_list(occasion: PrintJob) -> str:
    """Every match without a posted result: what the director walks the hall with."""
    rows = [
        (
            table_text(match),
            f"{match.sides[0].name} - {match.sides[1].name}",
            match.contest_name,
            f"{bracket_title(match.bracket)} {match.round}",
            match.pairing,
            length_text(match),
            occasion.when(match.due),
            occasion.when(match.since),
            str(match.stage),
            "",
        )
        for match in occasion.open_matches()
    ]
    heads = ("Table", "Players", "Event", "Round", "Match", "To", "Due", "Since", "State", "Score now")
    columns = "auto, 1fr, auto, auto, auto, auto, auto, auto, auto, 26mm"
    table = listing(columns, heads, rows, "Every match has its result.")
    return document(occasion, "Unfinished matches", table, flipped=True)


def penalties(occasion: PrintJob) -> str:
    """The list of penalties."""
    return document(occasion, "Penalties", penalty_list(occasion), flipped=True)


def penalty_list(occasion: PrintJob) -> str:
    """Every warning and point, those that wait for a next match or for a word of the director, and those lifted."""
    state = occasion.state
    rows = [
        (
            occasion.when(penalty.at),
            state.shown_name(penalty.player),
            f"{penalty.points} {'point' if penalty.points == 1 else 'points'}"
            if penalty.step == "points"
            else penalty.step,
            f"{state.contests[penalty.contest].settings.title} {penalty.pairing}" if penalty.pairing else "next match",
            penalty.reason,
            ", ".join(penalty.clauses),
            penalty.by,
            _penalty_state(state, penalty),
        )
        for penalty in state.penalties.values()
        if not penalty.contest or occasion.event in ("", penalty.contest)
    ]
    heads = ("Time", "Player", "What", "Where", "Why", "Clauses", "By", "State")
    columns = "auto, auto, auto, auto, 1fr, auto, auto, auto"
    return listing(columns, heads, rows, "No penalty was given.")


def _penalty_state(state: Tournament, penalty: MatchPenalty) -> str:
    """Whether it counts, and why not."""
    if penalty.lifted:
        return f"lifted: {penalty.lifted}"
    if not state.counts(penalty):
        return "match annulled"
    return "to confirm" if penalty.confirm else "counts"

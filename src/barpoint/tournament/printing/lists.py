"""Lists for the wall and the desk: pairings by name and by table, tables still playing, penalties."""

from barpoint.tournament.bracket_layout import titled
from barpoint.tournament.desk import DeskMatch, Stage
from barpoint.tournament.printing.page import Occasion, dressed, heading, length, listing


def pairings(occasion: Occasion) -> str:
    """Who plays whom, where and when: by name, then by table."""
    matches = [each for each in occasion.open_matches() if each.stage is not Stage.REPORTED]
    rows = sorted(
        ((side.name, each.sides[1 - number].name, each) for each in matches for number, side in enumerate(each.sides)),
        key=lambda row: (row[0].casefold(), row[2].due or 0),
    )
    by_name = [(one, other, each.table, *_about(occasion, each)) for one, other, each in rows]
    by_table = [(each.table, *(side.name for side in each.sides), *_about(occasion, each)) for each in matches]
    about = ("Event", "Match", "To", "Time")
    nothing = "No match is to be played now."
    return dressed(
        occasion,
        "Pairings",
        heading("By name"),
        listing("1fr, 1fr, auto, auto, auto, auto, auto", ("Name", "Against", "Table", *about), by_name, nothing),
        heading("By table"),
        listing("auto, 1fr, 1fr, auto, auto, auto, auto", ("Table", "", "", *about), by_table, nothing),
    )


def _about(occasion: Occasion, match: DeskMatch) -> tuple[str, str, str, str]:
    return match.contest_name, match.pairing, length(match), occasion.when(match.due)


def unfinished(occasion: Occasion) -> str:
    """Every match without a posted result: what the director walks the hall with."""
    rows = [
        (
            each.table,
            f"{each.sides[0].name} - {each.sides[1].name}",
            each.contest_name,
            f"{titled(each.bracket)} {each.round}",
            each.pairing,
            length(each),
            occasion.when(each.due),
            occasion.when(each.since),
            str(each.stage),
            "",
        )
        for each in occasion.open_matches()
    ]
    heads = ("Table", "Players", "Event", "Round", "Match", "To", "Due", "Since", "State", "Score now")
    columns = "auto, 1fr, auto, auto, auto, auto, auto, auto, auto, 26mm"
    made = listing(columns, heads, rows, "Every match has its result.")
    return dressed(occasion, "Unfinished matches", made, flipped=True)


def penalties(occasion: Occasion) -> str:
    """The list of penalties."""
    return dressed(occasion, "Penalties", penalty_list(occasion), flipped=True)


def penalty_list(occasion: Occasion) -> str:
    """Every warning and point, those that wait for a next match or for a word of the director, and those lifted."""
    state = occasion.state
    rows = [
        (
            occasion.when(each.at),
            state.name_of(each.player),
            f"{each.points} {'point' if each.points == 1 else 'points'}" if each.step == "points" else each.step,
            f"{each.contest} {each.pairing}" if each.pairing else "next match",
            each.reason,
            ", ".join(each.clauses),
            each.by,
            f"lifted: {each.lifted}" if each.lifted else "to confirm" if each.confirm else "counts",
        )
        for each in state.penalties.values()
        if not each.contest or occasion.event in ("", each.contest)
    ]
    heads = ("Time", "Player", "What", "Where", "Why", "Clauses", "By", "State")
    columns = "auto, auto, auto, auto, 1fr, auto, auto, auto"
    return listing(columns, heads, rows, "No penalty was given.")

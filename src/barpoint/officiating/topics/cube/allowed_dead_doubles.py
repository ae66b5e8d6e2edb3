"""Dead cubes in books that do not forbid doubling with them: a double like any other, and the redouble after it."""

from typing import Final

from barpoint.board import Side
from barpoint.match import add_points, winner_by_score
from barpoint.match.format import Length
from barpoint.officiating.answer import Consequences, JudgeAnswer
from barpoint.officiating.incidents import Inquiry
from barpoint.officiating.phrases import quantity, side_name
from barpoint.officiating.remedy import PlayOn
from barpoint.officiating.topics.appeal_rights import appeal

ALLOWED_DEAD: Final = {"ibf": "ibf:9.8d", "bws": "bws:4.4.3c", "trad": "trad:doubling-12", "guide": "guide:5.14c"}


def dead_allowed(q: Inquiry, doubler: Side, cube: int) -> JudgeAnswer:
    """A double like any other: a pass loses the game, and with it the match; a take moves the cube."""
    stands = "This book does not forbid doubling with a dead cube. The double stands"
    answer, other = q.need("answer"), doubler.other
    if answer == "passed":
        before = (q.need("points"), q.need("other_points"))
        score = add_points(before if doubler is Side.WHITE else (before[1], before[0]), doubler, cube)
        return q.ruling(
            f"{stands}, and so does the pass: {side_name(doubler)} scores {quantity(cube, 'point')} and has won the "
            f"match, {score[0]}-{score[1]} (White first).",
            clauses=(ALLOWED_DEAD[q.book], *_PASSED.get(q.book, ())),
            appeal=appeal(q),
            then=Consequences(
                points_won=add_points((0, 0), doubler, cube), score=score, winner=doubler.value, game="over"
            ),
        )
    if answer == "taken" and q.get("redoubled", default=False):
        return _redouble_after(q, doubler, cube, stands)
    if answer == "taken":
        return q.ruling(
            f"{stands}, and the cube is {side_name(other)}'s at {cube * 2}.",
            clauses=(ALLOWED_DEAD[q.book],),
            appeal=appeal(q),
            then=Consequences(cube=cube * 2, cube_owner=other.value, game="goes_on"),
        )
    return q.ruling(
        f"{stands}.",
        clauses=(ALLOWED_DEAD[q.book],),
        remedies=(PlayOn(),),
        appeal=appeal(q),
        then=Consequences(pending=f"{side_name(other)} takes at {cube * 2} or passes and loses {cube}."),
    )


def _redouble_after(q: Inquiry, doubler: Side, cube: int, stands: str) -> JudgeAnswer:
    """The redouble after an allowed dead double: as any other, but that under guide no match ends on a drop."""
    who, answer = side_name(doubler), q.get("redouble_answer", "open")
    rows: tuple[str, ...] = (ALLOWED_DEAD[q.book],)
    if answer == "open":
        open_ = Consequences(pending=f"{who} takes at {cube * 4} or passes and loses {cube * 2}.")
        return q.ruling(f"{stands}, and so does the redouble.", clauses=rows, appeal=appeal(q), then=open_)
    if answer == "passed":
        before = (q.need("points"), q.need("other_points"))
        score = before if doubler is Side.WHITE else (before[1], before[0])
        score = add_points(score, doubler.other, cube * 2)
        winner = winner_by_score(score, Length(points=q.need("length")))
        if winner is None or q.book != "guide":
            return q.ruling(
                f"{stands}, and so do the redouble and the pass: {side_name(doubler.other)} scores "
                f"{quantity(cube * 2, 'point')}, {score[0]}-{score[1]} (White first).",
                clauses=(*rows, *_PASSED.get(q.book, ())),
                appeal=appeal(q),
                then=Consequences(
                    points_won=add_points((0, 0), doubler.other, cube * 2),
                    score=score,
                    winner="" if winner is None else winner.value,
                    game="over",
                ),
            )
        rows = ("guide:5.14c", "guide:5.14h")
    return q.ruling(
        f"{stands}, and after the redouble the cube is {who}'s at {cube * 4}."
        + (" A match may not end on a dropped double." if answer == "passed" else ""),
        clauses=rows,
        appeal=appeal(q),
        then=Consequences(cube=cube * 4, cube_owner=doubler.value, game="goes_on"),
    )


_PASSED: Final = {"ibf": ("ibf:9.7a",), "trad": ("trad:doubling-5",)}

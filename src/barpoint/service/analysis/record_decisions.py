"""The entries of a record and the decisions of its report, brought together.

An entry has the decisions it made: a roll that was played the play, and not having doubled before it; a double, a take
and a pass their own. What cannot be told apart by game, side, kind and dice stays without one.
"""

from collections import deque
from collections.abc import Iterator

from barpoint.board import Side
from barpoint.engine.review import DecisionKind
from barpoint.notation import MatchRecord
from barpoint.notation.record import AnyAction, Doubled, Dropped, Moved, RecordedGame, Taken
from barpoint.service.analysis.match_report import MatchReport, ReportedDecision

_Waiting = dict[tuple[int, Side, DecisionKind], deque[ReportedDecision]]


def decided_entries(
    record: MatchRecord, report: MatchReport
) -> Iterator[list[tuple[AnyAction, tuple[ReportedDecision, ...]]]]:
    """For each game its entries in order, each with its decisions: the cube's before the play's."""
    waiting: _Waiting = {}
    for decision in report.decisions:
        waiting.setdefault((decision.game, decision.side, decision.kind), deque()).append(decision)
    numbers = sorted({decision.game for decision in report.decisions})
    for place, game in enumerate(record.games):
        yield _entries(game, numbers[place] if place < len(numbers) else 0, waiting)


def _entries(
    game: RecordedGame, number: int, waiting: _Waiting
) -> list[tuple[AnyAction, tuple[ReportedDecision, ...]]]:
    def following(side: Side, kind: DecisionKind) -> ReportedDecision | None:
        queue = waiting.get((number, side, kind))
        return queue[0] if queue else None

    entries: list[tuple[AnyAction, tuple[ReportedDecision, ...]]] = []
    for action in game.actions:
        made: tuple[ReportedDecision, ...] = ()
        match action:
            case Moved():
                play = following(action.side, DecisionKind.PLAY)
                if play is not None and play.roll == (max(action.dice), min(action.dice)):
                    waiting[number, action.side, DecisionKind.PLAY].popleft()
                    cube = following(action.side, DecisionKind.DOUBLE)
                    if cube is not None and cube.chosen == "no double" and cube.version < play.version:
                        waiting[number, action.side, DecisionKind.DOUBLE].popleft()
                        made = (cube,)
                    made = (*made, play)
            case Doubled() | Taken() | Dropped():
                kind = DecisionKind.DOUBLE if isinstance(action, Doubled) else DecisionKind.TAKE
                cube = following(action.side, kind)
                if cube is not None and cube.chosen != "no double":
                    waiting[number, action.side, kind].popleft()
                    made = (cube,)
            case _:
                pass
        entries.append((action, made))
    return entries

"""A report as gnubg saves an analysed match: SGF with the evaluations of plays and cubes beside the moves.

A[n][play E ver 3 five-chances equity levelsC ...]   the candidates of a play; n is the one that was made
DA[E ver 3 ... ]                                     the cube: chances and worth undoubled, then doubled and taken
BM, DO, LU                                           a bad or doubtful decision, and the luck of a roll

As gnubg has it, plays are worth their normalised equity, cubes their chance to win the match, or points for money.
"""

from collections import deque
from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from barpoint.board import Side
from barpoint.engine import Away, MatchEquityTable
from barpoint.engine.review import CubeFigures, DecisionKind, Grade
from barpoint.match import events as e
from barpoint.notation import record_of
from barpoint.notation.files import hop_letters, write_sgf
from barpoint.notation.record import AnyAction, Doubled, Dropped, Moved, Notes, RecordedGame, Taken
from barpoint.service.analysis.match_report import MatchReport, ReportedDecision, ReportedPlay

_CONTEXT: Final = "0 1 0.000000 1"  # deterministic, without noise, as gnubg writes its settings
_MARKS: Final = {Grade.BLUNDER: ("BM", ("1",)), Grade.ERROR: ("DO", ("",))}


def report_sgf(events: Iterable[e.AnyEvent], report: MatchReport) -> bytes:
    """The match with its analysis; ValueError for a discipline that SGF does not know."""
    record = record_of(events)
    waiting: dict[tuple[int, Side, DecisionKind], deque[ReportedDecision]] = {}
    for decision in report.decisions:
        waiting.setdefault((decision.game, decision.side, decision.kind), deque()).append(decision)
    numbers = sorted({decision.game for decision in report.decisions})
    games = [
        _analysed(game, numbers[place] if place < len(numbers) else 0, waiting, report.length)
        for place, game in enumerate(record.games)
    ]
    return write_sgf(replace(record, games=tuple(games)))


def _analysed(
    game: RecordedGame,
    number: int,
    waiting: dict[tuple[int, Side, DecisionKind], deque[ReportedDecision]],
    length: int,
) -> RecordedGame:
    def following(side: Side, kind: DecisionKind) -> ReportedDecision | None:
        queue = waiting.get((number, side, kind))
        return queue[0] if queue else None

    actions: list[AnyAction] = []
    for action in game.actions:
        notes: Notes = action.notes
        match action:
            case Moved():
                play = following(action.side, DecisionKind.PLAY)
                if play is not None and play.roll == (max(action.dice), min(action.dice)):
                    waiting[number, action.side, DecisionKind.PLAY].popleft()
                    cube = following(action.side, DecisionKind.DOUBLE)
                    if cube is not None and cube.chosen == "no double" and cube.version < play.version:
                        waiting[number, action.side, DecisionKind.DOUBLE].popleft()
                        notes += _cube_notes(cube, length)
                    notes += _play_notes(play)
            case Doubled() | Taken() | Dropped():
                kind = DecisionKind.DOUBLE if isinstance(action, Doubled) else DecisionKind.TAKE
                cube = following(action.side, kind)
                if cube is not None and cube.chosen != "no double":
                    waiting[number, action.side, kind].popleft()
                    notes += _cube_notes(cube, length)
            case _:
                pass
        actions.append(replace(action, notes=notes))
    return replace(game, actions=tuple(actions))


def _play_notes(decision: ReportedDecision) -> Notes:
    made = next((place for place, play in enumerate(decision.plays) if play.played), 0)
    values = (str(made), *(_play_value(play, decision.side) for play in decision.plays))
    luck = () if decision.luck is None else (("LU", (f"{decision.luck:.5f}",)),)
    return (("A", values), *_mark(decision), *luck)


def _play_value(play: ReportedPlay, side: Side) -> str:
    letters = hop_letters(play.hops, side)
    chances = " ".join(f"{chance:.6f}" for chance in play.chances)
    return f"{letters} E ver 3 {chances} {play.equity:.6f} {play.level}C {_CONTEXT}"


def _cube_notes(decision: ReportedDecision, length: int) -> Notes:
    figures = decision.figures
    if figures is None or not figures.chances:
        return ()
    chances = " ".join(f"{chance:.6f}" for chance in figures.chances)
    wins, gammons, backgammons, lost, lost_backgammons = figures.chances
    cubeless = 2 * wins - 1 + gammons + backgammons - lost - lost_backgammons
    not_doubled, taken = _cube_worths(decision, figures, length)
    value = f"E ver 3 2C 1 0.000000 1 {chances} {cubeless:.6f} {not_doubled:.6f} {chances} {cubeless:.6f} {taken:.6f}"
    return (("DA", (value,)), *_mark(decision))


def _cube_worths(decision: ReportedDecision, figures: CubeFigures, length: int) -> tuple[float, float]:
    """Not doubling, and double and take: chances to win the match, or points a cube."""
    if not length:
        return figures.no_double, figures.double_take / 2
    ours, theirs = (length - points for points in decision.score)
    table, away = MatchEquityTable.kazaross(), Away(ours, theirs, decision.crawford)
    won, lost = table.after(away, decision.cube), table.after(away, -decision.cube)
    middle, half = (won + lost) / 2, (won - lost) / 2
    return middle + half * figures.no_double, middle + half * figures.double_take


def _mark(decision: ReportedDecision) -> Notes:
    mark = _MARKS.get(decision.grade)
    return () if mark is None else (mark,)

"""A report as gnubg saves an analysed match: SGF with the evaluations of plays and cubes beside the moves.

A[n][play E ver 3 five-chances equity levelsC ...]   the candidates of a play; n is the one that was made
DA[E ver 3 ... ]                                     the cube: chances and worth undoubled, then doubled and taken
BM, DO, LU                                           a bad or doubtful decision, and the luck of a roll

As gnubg has it, plays are worth their normalised equity, cubes their chance to win the match, or points for money.
"""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from barpoint.board import Side
from barpoint.engine import Away, MatchEquityTable
from barpoint.engine.review import CubeFigures, DecisionKind, Grade
from barpoint.match import events as e
from barpoint.notation import record_of
from barpoint.notation.files import hop_letters, write_sgf
from barpoint.notation.record import AnyAction, Notes
from barpoint.service.analysis.match_report import MatchReport, ReportedDecision, ReportedPlay
from barpoint.service.analysis.record_decisions import decided_entries

_CONTEXT: Final = "0 1 0.000000 1"  # deterministic, without noise, as gnubg writes its settings
_MARKS: Final = {Grade.BLUNDER: ("BM", ("1",)), Grade.ERROR: ("DO", ("",))}


def report_sgf(events: Iterable[e.AnyEvent], report: MatchReport) -> bytes:
    """The match with its analysis; ValueError for a discipline that SGF does not know."""
    record = record_of(events)
    games = [
        replace(game, actions=tuple(_analysed(action, made, report.length) for action, made in entries))
        for game, entries in zip(record.games, decided_entries(record, report), strict=True)
    ]
    return write_sgf(replace(record, games=tuple(games)))


def _analysed(action: AnyAction, made: Iterable[ReportedDecision], length: int) -> AnyAction:
    notes: Notes = action.notes
    for decision in made:
        notes += _play_notes(decision) if decision.kind is DecisionKind.PLAY else _cube_notes(decision, length)
    return replace(action, notes=notes)


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

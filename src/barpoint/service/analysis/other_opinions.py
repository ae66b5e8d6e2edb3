"""What another program said of a match, beside what we say: the analysis that came inside an .xg, .sgf or .bgf file."""

from msgspec.structs import replace

from barpoint.board import Hop, Play, Position, pos
from barpoint.engine import Away
from barpoint.engine.cube import equity_of
from barpoint.engine.review import DecisionKind
from barpoint.notation import MatchRecord, write_play
from barpoint.notation.record import StoredAnalysis, StoredCube
from barpoint.service.analysis.match_report import MatchReport, OtherOpinion, OtherPlay, ReportedDecision
from barpoint.service.analysis.record_decisions import decided_entries

_SHOWN = 5


def with_other_opinions(report: MatchReport, record: MatchRecord) -> MatchReport:
    """The report with what the record's own program says of each decision."""
    opinions: dict[tuple[int, DecisionKind], OtherOpinion] = {}
    for game in decided_entries(record, report):
        for action, made in game:
            for decision in made:
                opinion = action.analysis and _opinion(decision, action.analysis, report.length)
                if opinion:
                    opinions[decision.version, decision.kind] = opinion
    if not opinions:
        return report
    decisions = (replace(d, other=opinions.get((d.version, d.kind))) for d in report.decisions)
    return replace(report, decisions=tuple(decisions))


def _opinion(decision: ReportedDecision, said: StoredAnalysis, length: int) -> OtherOpinion | None:
    if decision.kind is DecisionKind.PLAY:
        return _of_play(decision, said)
    return _of_cube(decision, said.program, said.cube, length) if said.cube is not None else None


def _of_play(decision: ReportedDecision, said: StoredAnalysis) -> OtherOpinion | None:
    """Its plays in our words; those that are no play here are left out."""
    before = pos(decision.position)
    made = next((play for play in decision.plays if play.played), None)
    reached = before.after(made.hops) if made else None
    plays: list[OtherPlay] = []
    for stored in said.plays:
        try:
            after = before.after(stored.hops)
            text = write_play(Play.of(before, [Hop(*hop) for hop in stored.hops])) or "no play"
        except (ValueError, IndexError):
            continue
        plays.append(OtherPlay(text, stored.equity, stored.chances, played=_same(after, reached)))
    if not plays:
        return None
    plays.sort(key=lambda play: -play.equity)
    cost = next((plays[0].equity - play.equity for play in plays if play.played), None)
    shown = tuple(play for place, play in enumerate(plays) if place < _SHOWN or play.played)
    return OtherOpinion(program=said.program, best=plays[0].text, error=cost, plays=shown)


def _same(after: Position, reached: Position | None) -> bool:
    return reached is not None and after == reached


def _of_cube(decision: ReportedDecision, program: str, cube: StoredCube, length: int) -> OtherOpinion | None:
    no_double, taken = cube.no_double, cube.double_take
    if cube.by_chances and length:
        ours, theirs = (length - points for points in decision.score)
        away = Away(ours, theirs, decision.crawford)
        no_double, taken = (equity_of(chance, away, decision.cube) for chance in (no_double, taken))
    elif cube.by_chances:  # points of a money game, per unit of the cube that was turned
        taken *= 2
    if decision.kind is DecisionKind.DOUBLE:
        worths = {"double": min(taken, 1.0), "no double": no_double}
    else:
        worths = {"take": -taken, "pass": -1.0}
    if decision.chosen not in worths:
        return None
    best = max(worths, key=lambda name: (worths[name], name == decision.chosen))
    cost = worths[best] - worths[decision.chosen]
    return OtherOpinion(program=program, best=best, error=cost, no_double=no_double, double_take=taken)

"""Judging results: players report, staff post; what stands is corrected within the book's limits.

bws lets a result be corrected until one of the two has begun a later match (bws:4.6c); usbgf also after that, if
fairness to all still favours it, which the director puts down as the reason (usbgf:4.7d). The other books set no
limit: a reason does.
"""

from barpoint.board import Refusal
from barpoint.tournament import commands as c
from barpoint.tournament import events as e
from barpoint.tournament.decide.decision import TournamentDecision
from barpoint.tournament.decide.drawing import wrap_changes
from barpoint.tournament.decide.lookup import (
    PairedMatch,
    match_with_players,
    open_match,
)
from barpoint.tournament.decide.penalties import falling_due
from barpoint.tournament.desk.forfeits import propose_forfeit
from barpoint.tournament.desk.overview import start_score
from barpoint.tournament.desk.timing import matches_of, people_of
from barpoint.tournament.desk_record import (
    DeskRecord,
    MatchKind,
    Report,
    TableScore,
)
from barpoint.tournament.draw.progress import Result
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.state import Tournament
from barpoint.tournament.statements import AboutMatch, Statement


def report(state: Tournament, command: c.ReportResult) -> TournamentDecision:
    """What a player says; it is not posted by that (usbgf:4.7b)."""
    target = open_match(state, command)
    if isinstance(target, Refusal):
        return target
    if (refused := _unfit(state, target, command.winner, command.score)) is not None:
        return refused
    completed = _end_time(target, command.at if command.completed is None else command.completed, command.at)
    statement = Report(winner=command.winner, score=command.score, at=command.at, completed=completed)
    reported = e.ResultReported(**target.stamp(command), entrant=command.entrant, report=statement)
    return (reported,)


def note_score(state: Tournament, command: c.NoteScore) -> TournamentDecision:
    """How a match stands while it is played; what was told before is news no longer, and a posted result stands."""
    target = open_match(state, command)
    if isinstance(target, Refusal):
        return target
    match = target.match
    if match.begun is None:
        return Refusal(TournamentCode.MATCH_NOT_BEGUN, {"pairing": command.pairing})
    if command.device and not target.is_device(state, command.device):
        return Refusal(TournamentCode.BOARD_NOT_OF_MATCH, {"pairing": command.pairing})
    if (refused := _unfit_score(state, target, command)) is not None:
        return refused
    before = match.noted
    noted = TableScore(
        score=command.score,
        at=command.at,
        winner=command.winner,
        on_time=command.on_time and bool(command.winner),
        began=start_score(state, target.contest, target.fixture),
    )
    if before is not None and (before.at > noted.at or _is_same_score(before, noted)):
        return ()
    return (e.ScoreNoted(**target.stamp(command), noted=noted),)


def _is_same_score(before: TableScore, noted: TableScore) -> bool:
    """Whether nothing is new, neither at the table nor in the penalties it is counted with."""
    began = noted.began if before.began is None else before.began
    return (before.score, before.winner, began) == (noted.score, noted.winner, noted.began)


def _unfit_score(state: Tournament, target: PairedMatch, command: c.NoteScore) -> Refusal | None:
    """Nobody has the length before somebody has won by it."""
    if command.winner:
        first = target.fixture.pair[0] == command.winner
        return _unfit(state, target, command.winner, command.score if first else command.score[::-1])
    options, length = target.contest.profile.options, _length(target)
    if not length or options.limit_minutes or options.best_of or max(command.score) < length:
        return None
    score = f"{command.score[0]}-{command.score[1]}"
    return Refusal(TournamentCode.LENGTH_NOT_PLAYED, {"length": length, "score": score})


def _unfit(state: Tournament, target: PairedMatch, winner: str, score: tuple[int, int]) -> Refusal | None:
    """A result names one of the two, and a score the posted length was reached with (usbgf:4.8.1.2a).

    What penalties gave a side before the first roll, it has at the end as well.
    """
    if winner not in target.fixture.players:
        return Refusal(TournamentCode.NO_SUCH_ENTRY, {"entry": winner, "contest": target.contest.settings.id})
    options = target.contest.profile.options
    length = _length(target)
    if score == (0, 0) or not length or options.limit_minutes or options.best_of:
        return None
    if not score[1] < length <= score[0]:
        return Refusal(TournamentCode.LENGTH_NOT_PLAYED, {"length": length, "score": f"{score[0]}-{score[1]}"})
    loser = 1 - target.fixture.pair.index(winner)
    began = min(start_score(state, target.contest, target.fixture)[loser], length - 1)
    if score[1] < began:
        name, result = state.shown_name(target.fixture.pair[loser], target.contest), f"{score[0]}-{score[1]}"
        return Refusal(TournamentCode.SCORE_BELOW_START, {"entry": name, "points": began, "score": result})
    return None


def _end_time(target: PairedMatch, moment: int, at: int) -> int:
    """When play was over, as somebody says: not before the match began, nor after that was said."""
    return max(min(moment, at), min(target.match.begun or moment, at))


def _length(target: PairedMatch) -> int:
    """What the match is played to: as posted now, for nothing else counts (usbgf:4.8.1a)."""
    posted = target.contest.length_at(target.fixture)
    return posted.length if posted is not None else target.match.length


def post(state: Tournament, command: c.PostResult) -> TournamentDecision:
    """Staff post: what both reported, or what they name."""
    target = match_with_players(state, command)
    if isinstance(target, Refusal):
        return target
    match = target.match
    agreed = match.common_report
    winner, score = command.winner, command.score
    if not winner:
        if agreed is None:
            return Refusal(TournamentCode.NOT_REPORTED_ALIKE, {"pairing": command.pairing})
        winner, score = agreed.winner, agreed.score
    normal = command.kind is MatchKind.NORMAL and not command.reason
    if (refused := _unfit(state, target, winner, score if normal else (0, 0))) is not None:
        return refused
    if command.kind is MatchKind.DRAWN:
        raise ValueError("a drawn match is declared with DeclareDrawn, not posted")
    if command.kind is MatchKind.DIRECTOR_MARKED and not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"pairing": command.pairing})
    times = [statement.completed for statement in match.reports.values()]
    completed = command.completed if command.completed is not None else min(times, default=command.at)
    posted = e.OutcomePosted(
        **target.stamp(command),
        completed=_end_time(target, completed, command.at),
        kind=command.kind,
        length=match.length or _length(target),
        confirmed=agreed is not None and (agreed.winner, agreed.score) == (winner, score),
    )
    forfeited = command.kind is MatchKind.FORFEIT
    due = () if match.begun is not None or forfeited else falling_due(state, target, command)
    stands = _result_events(target, _result(target, winner, score, forfeited=forfeited), command)
    return stands if isinstance(stands, Refusal) else (*due, posted, *stands)


def _result(
    target: PairedMatch, winner: str, score: tuple[int, int], *, forfeited: bool = False, drawn: bool = False
) -> Result:
    home, away = target.fixture.pair
    return Result(winner, away if winner == home else home, score, forfeited=forfeited, drawn=drawn)


def _with(first: e.AnyEvent, rest: TournamentDecision) -> TournamentDecision:
    return rest if isinstance(rest, Refusal) else (first, *rest)


def _result_events(target: PairedMatch, result: Result, command: Statement) -> TournamentDecision:
    """The result where the match stands."""
    return wrap_changes(target.contest, command, target.competition.post(target.fixture, result))


def later_begun(state: Tournament, target: PairedMatch) -> bool:
    """Whether one of the players has begun a later match of the tournament."""
    people = [player for entrant in target.fixture.pair for player in people_of(target.contest, entrant)]
    return any(
        _is_later(match, target.match.completed)
        for player in people
        for contest, fixture, match in matches_of(state, player)
        if contest is not target.contest or fixture.id != target.fixture.id
    )


def _is_later(match: DeskRecord, ended: int | None) -> bool:
    """Whether a match began after that moment; one that was only posted began some time before its end."""
    if match.begun is not None:
        return ended is None or match.begun >= ended
    return match.completed is not None and ended is not None and match.completed > ended


def _correctable(state: Tournament, command: AboutMatch) -> PairedMatch | Refusal:
    target = match_with_players(state, command)
    if isinstance(target, Refusal):
        return target
    if target.fixture.result is None:
        return Refusal(TournamentCode.NOT_POSTED, {"pairing": command.pairing})
    if target.contest.book == "bws" and later_begun(state, target):
        return Refusal(TournamentCode.LATER_MATCH_BEGUN, {"clause": "bws:4.6c", "pairing": command.pairing})
    if not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"pairing": command.pairing})
    return target


def correct(state: Tournament, command: c.CorrectResult) -> TournamentDecision:
    """Another result in its place; what was drawn from the wrong one is undone through the structure."""
    target = _correctable(state, command)
    if isinstance(target, Refusal):
        return target
    if command.winner not in target.fixture.players:
        return Refusal(TournamentCode.NO_SUCH_ENTRY, {"entry": command.winner, "contest": command.contest})
    result = _result(target, command.winner, command.score, forfeited=command.kind is MatchKind.FORFEIT)
    corrected = e.OutcomeCorrected(
        **target.stamp(command), kind=command.kind, after_next_began=later_begun(state, target)
    )
    answer = target.competition.correct(target.fixture, result, command.reason)
    return _with(corrected, wrap_changes(target.contest, command, answer))


def void(state: Tournament, command: c.VoidResult) -> TournamentDecision:
    """Taken out: the match is to be played."""
    target = _correctable(state, command)
    if isinstance(target, Refusal):
        return target
    voided = e.OutcomeVoided(**target.stamp(command))
    answer = target.competition.void(target.fixture, command.reason)
    return _with(voided, wrap_changes(target.contest, command, answer))


def declare_drawn(state: Tournament, command: c.DeclareDrawn) -> TournamentDecision:
    """Both asked, the director agreed (usbgf:4.8.1.2b); in a knockout one of them goes on in the draw."""
    target = open_match(state, command)
    if isinstance(target, Refusal):
        return target
    if not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"pairing": command.pairing})
    table = target.competition.counts_in_table(target.fixture.bracket)
    if not table and command.advances not in target.fixture.players:
        return Refusal(TournamentCode.ADVANCES_NEEDED, {"pairing": command.pairing})
    winner = target.fixture.pair[0] if table else command.advances
    posted = e.OutcomePosted(
        **target.stamp(command),
        completed=command.at,
        kind=MatchKind.DRAWN,
        length=target.match.length or _length(target),
    )
    return _with(posted, _result_events(target, _result(target, winner, (0, 0), drawn=table), command))


def confirm_forfeit(state: Tournament, command: c.ConfirmForfeit) -> TournamentDecision:
    """The forfeit that is proposed; another one only with the director's reason.

    If both lose (bws:2.2.4g), in a table neither scores; in a knockout nobody goes on, and the two share their places.
    """
    target = open_match(state, command)
    if isinstance(target, Refusal):
        return target
    due = propose_forfeit(state, target.contest, target.fixture, command.at)
    losers = (command.loser,) if command.loser else target.fixture.pair
    if not set(losers) <= set(target.fixture.players):
        return Refusal(TournamentCode.NO_SUCH_ENTRY, {"entry": command.loser, "contest": command.contest})
    if not command.reason and (due is None or not set(losers) <= set(due.losers)):
        return Refusal(TournamentCode.NO_FORFEIT_DUE, {"pairing": command.pairing})
    posted = e.OutcomePosted(
        at=command.at,
        by=command.by,
        contest=target.contest.settings.id,
        pairing=target.fixture.id,
        players=target.fixture.pair,
        reason=command.reason or (due.why if due is not None else ""),
        completed=command.at,
        kind=MatchKind.FORFEIT,
        length=target.match.length or _length(target),
    )
    return _with(posted, _result_events(target, _forfeited(target, losers), command))


def _forfeited(target: PairedMatch, losers: tuple[str, ...]) -> Result:
    home, away = target.fixture.pair
    if len(losers) == 2:
        return Result(home, away, forfeited=True, both_lost=True)
    return _result(target, away if losers == (home,) else home, (0, 0), forfeited=True)

"""Judging results: players report, staff post; what stands is corrected within the book's limits.

bws lets a result be corrected until one of the two has begun a later match (bws:4.6c); usbgf also after that, if
fairness to all still favours it, which the director puts down as the reason (usbgf:4.7d). The other books set no
limit: a reason does.
"""

from barpoint.board import Refusal
from barpoint.tournament import commands as c
from barpoint.tournament import events as e
from barpoint.tournament.decide.drawing import wrapped
from barpoint.tournament.decide.finding import Seated, seated, to_play, told
from barpoint.tournament.decide.penalties import falling_due
from barpoint.tournament.draw import events as d
from barpoint.tournament.draw import fold as draws
from barpoint.tournament.draw.fold import Draw
from barpoint.tournament.draw.progress import Result, Status
from barpoint.tournament.forfeits import proposed
from barpoint.tournament.pairing import swiss as rounds
from barpoint.tournament.pairing.lives import PLAYOFF
from barpoint.tournament.pairing.swiss import Swiss
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.running import MatchKind, Report, Running
from barpoint.tournament.settings import SWISS
from barpoint.tournament.state import Tournament
from barpoint.tournament.timing import matches_of, people_of

Decision = tuple[e.AnyEvent, ...] | Refusal


def report(state: Tournament, command: c.ReportResult) -> Decision:
    """What a player says; it is not posted by that (usbgf:4.7b)."""
    found = to_play(state, command)
    if isinstance(found, Refusal):
        return found
    if (refused := _unfit(found, command.winner, command.score)) is not None:
        return refused
    completed = _ended(found, command.at if command.completed is None else command.completed, command.at)
    said = Report(winner=command.winner, score=command.score, at=command.at, completed=completed)
    reported = told(e.ResultReported, command, **found.named, report=said)
    return (reported,)


def _unfit(found: Seated, winner: str, score: tuple[int, int]) -> Refusal | None:
    """A result names one of the two, and a score the posted length was reached with (usbgf:4.8.1.2a)."""
    if winner not in found.fixture.players:
        return Refusal(TournamentCode.NO_SUCH_ENTRY, {"entry": winner, "contest": found.contest.settings.id})
    options = found.contest.profile.options
    length = _length(found)
    if score == (0, 0) or not length or options.limit_minutes or options.best_of:
        return None
    if not score[1] < length <= score[0]:
        return Refusal(TournamentCode.LENGTH_NOT_PLAYED, {"length": length, "score": f"{score[0]}-{score[1]}"})
    return None


def _ended(found: Seated, said: int, at: int) -> int:
    """When play was over, as somebody says: not before the match began, nor after that was said."""
    return max(min(said, at), min(found.match.begun or said, at))


def _length(found: Seated) -> int:
    """What the match is played to: as posted now, for nothing else counts (usbgf:4.8.1a)."""
    posted = found.contest.length_at(found.fixture)
    return posted.length if posted is not None else found.match.length


def post(state: Tournament, command: c.PostResult) -> Decision:
    """Staff post: what both reported, or what they name."""
    found = seated(state, command)
    if isinstance(found, Refusal):
        return found
    match = found.match
    agreed = match.agreed
    winner, score = command.winner, command.score
    if not winner:
        if agreed is None:
            return Refusal(TournamentCode.NOT_REPORTED_ALIKE, {"pairing": command.pairing})
        winner, score = agreed.winner, agreed.score
    normal = command.kind is MatchKind.NORMAL and not command.reason
    if (refused := _unfit(found, winner, score if normal else (0, 0))) is not None:
        return refused
    if command.kind is MatchKind.DRAWN:
        raise ValueError("a drawn match is declared with DeclareDrawn, not posted")
    if command.kind is MatchKind.DIRECTOR_MARKED and not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"pairing": command.pairing})
    said = [each.completed for each in match.reports.values()]
    completed = command.completed if command.completed is not None else min(said, default=command.at)
    posted = told(
        e.OutcomePosted,
        command,
        **found.named,
        completed=_ended(found, completed, command.at),
        length=match.length or _length(found),
        confirmed=agreed is not None and (agreed.winner, agreed.score) == (winner, score),
    )
    forfeited = command.kind is MatchKind.FORFEIT
    due = () if match.begun is not None or forfeited else falling_due(state, found, command)
    stands = _posted(found, _result(found, winner, score, forfeited=forfeited), command)
    return stands if isinstance(stands, Refusal) else (*due, posted, *stands)


def _result(
    found: Seated, winner: str, score: tuple[int, int], *, forfeited: bool = False, drawn: bool = False
) -> Result:
    home, away = found.fixture.pair
    return Result(winner, away if winner == home else home, score, forfeited=forfeited, drawn=drawn)


def _with(first: e.AnyEvent, rest: Decision) -> Decision:
    return rest if isinstance(rest, Refusal) else (first, *rest)


def _posted(found: Seated, result: Result, command: c.Command) -> Decision:
    """The result in the draw, the Swiss round or the playoff."""
    play, fixture = found.contest.play, found.fixture
    if fixture.bracket == PLAYOFF:
        if fixture.status is Status.PLAYED:
            return Refusal(d.DrawCode.ALREADY_POSTED, {"pairing": fixture.id})
        return (_playoff(found, result, command),)
    if isinstance(play, Draw):
        return wrapped(found.contest, command, draws.decide(play, d.PostResult(pairing=fixture.id, result=result)))
    assert isinstance(play, Swiss), "a fixture comes from a draw or a Swiss round"
    return wrapped(found.contest, command, rounds.post(play, fixture.round, result))


def _playoff(found: Seated, result: Result | None, command: c.Command) -> e.PlayoffResult:
    return told(e.PlayoffResult, command, **found.named, result=result)


def later_begun(state: Tournament, found: Seated) -> bool:
    """Whether one of the players has begun a later match of the tournament."""
    people = [player for entrant in found.fixture.pair for player in people_of(found.contest, entrant)]
    return any(
        _is_later(match, found.match.completed)
        for player in people
        for contest, fixture, match in matches_of(state, player)
        if contest is not found.contest or fixture.id != found.fixture.id
    )


def _is_later(match: Running, ended: int | None) -> bool:
    """Whether a match began after that moment; one that was only posted began some time before its end."""
    if match.begun is not None:
        return ended is None or match.begun >= ended
    return match.completed is not None and ended is not None and match.completed > ended


def _correctable(state: Tournament, command: c.OnMatch) -> Seated | Refusal:
    found = seated(state, command)
    if isinstance(found, Refusal):
        return found
    if found.fixture.result is None:
        return Refusal(TournamentCode.NOT_POSTED, {"pairing": command.pairing})
    if found.contest.book == "bws" and later_begun(state, found):
        return Refusal(TournamentCode.LATER_MATCH_BEGUN, {"clause": "bws:4.6c", "pairing": command.pairing})
    if not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"pairing": command.pairing})
    return found


def correct(state: Tournament, command: c.CorrectResult) -> Decision:
    """Another result in its place; what was drawn from the wrong one is undone through the structure."""
    found = _correctable(state, command)
    if isinstance(found, Refusal):
        return found
    if command.winner not in found.fixture.players:
        return Refusal(TournamentCode.NO_SUCH_ENTRY, {"entry": command.winner, "contest": command.contest})
    result = _result(found, command.winner, command.score, forfeited=command.kind is MatchKind.FORFEIT)
    corrected = told(e.OutcomeCorrected, command, **found.named, after_next_began=later_begun(state, found))
    play, fixture = found.contest.play, found.fixture
    if fixture.bracket == PLAYOFF:
        return (corrected, _playoff(found, result, command))
    if isinstance(play, Draw):
        change = d.CorrectResult(pairing=fixture.id, result=result, reason=command.reason)
        return _with(corrected, wrapped(found.contest, command, draws.decide(play, change)))
    assert isinstance(play, Swiss), "a fixture comes from a draw or a Swiss round"
    answer = rounds.post(play, fixture.round, result, correcting=command.reason)
    return _with(corrected, wrapped(found.contest, command, answer))


def void(state: Tournament, command: c.VoidResult) -> Decision:
    """Taken out: the match is to be played."""
    found = _correctable(state, command)
    if isinstance(found, Refusal):
        return found
    voided = told(e.OutcomeVoided, command, **found.named)
    play, fixture = found.contest.play, found.fixture
    if fixture.bracket == PLAYOFF:
        return (voided, _playoff(found, None, command))
    if isinstance(play, Draw):
        change = d.VoidResult(pairing=fixture.id, reason=command.reason)
        return _with(voided, wrapped(found.contest, command, draws.decide(play, change)))
    assert isinstance(play, Swiss), "a fixture comes from a draw or a Swiss round"
    return _with(
        voided, wrapped(found.contest, command, rounds.void(play, fixture.round, fixture.pair, command.reason))
    )


def declare_drawn(state: Tournament, command: c.DeclareDrawn) -> Decision:
    """Both asked, the director agreed (usbgf:4.8.1.2b); in a knockout one of them goes on in the draw."""
    found = to_play(state, command)
    if isinstance(found, Refusal):
        return found
    if not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"pairing": command.pairing})
    bracket = found.fixture.bracket
    table = bracket == SWISS or bracket.startswith("group")
    if not table and command.advances not in found.fixture.players:
        return Refusal(TournamentCode.ADVANCES_NEEDED, {"pairing": command.pairing})
    winner = found.fixture.pair[0] if table else command.advances
    posted = told(
        e.OutcomePosted,
        command,
        **found.named,
        completed=command.at,
        kind=MatchKind.DRAWN,
        length=found.match.length or _length(found),
    )
    return _with(posted, _posted(found, _result(found, winner, (0, 0), drawn=table), command))


def confirm_forfeit(state: Tournament, command: c.ConfirmForfeit) -> Decision:
    """The forfeit that is proposed; another one only with the director's reason."""
    found = to_play(state, command)
    if isinstance(found, Refusal):
        return found
    due = proposed(state, found.contest, found.fixture, command.at)
    losers = (command.loser,) if command.loser else found.fixture.pair
    if not set(losers) <= set(found.fixture.players):
        return Refusal(TournamentCode.NO_SUCH_ENTRY, {"entry": command.loser, "contest": command.contest})
    if not command.reason and (due is None or not set(losers) <= set(due.losers)):
        return Refusal(TournamentCode.NO_FORFEIT_DUE, {"pairing": command.pairing})
    if len(losers) == 2:
        return _both_forfeit(found, command)
    home, away = found.fixture.pair
    winner = away if losers == (home,) else home
    posted = told(
        e.OutcomePosted,
        command,
        **found.named,
        completed=command.at,
        kind=MatchKind.FORFEIT,
        length=found.match.length or _length(found),
        reason=command.reason or (due.why if due is not None else ""),
    )
    return _with(posted, _posted(found, _result(found, winner, (0, 0), forfeited=True), command))


def _both_forfeit(found: Seated, command: c.ConfirmForfeit) -> Decision:
    """Both lose (bws:2.2.4g): in a table neither scores; in a knockout nobody goes on, both leave the title.

    A playoff goes on as a knockout does: whoever waits for its winner has a bye, and the two share their places.
    """
    play, bracket = found.contest.play, found.fixture.bracket
    if bracket in (SWISS, PLAYOFF) or bracket.startswith("group"):
        home, away = found.fixture.pair
        posted = told(
            e.OutcomePosted,
            command,
            **found.named,
            completed=command.at,
            kind=MatchKind.FORFEIT,
            length=found.match.length or _length(found),
        )
        return _with(posted, _posted(found, Result(home, away, forfeited=True, both_lost=True), command))
    assert isinstance(play, Draw), "a table and a playoff have had their answer"
    return _nobody_goes_on(found, play, command)


def _nobody_goes_on(found: Seated, play: Draw, command: c.ConfirmForfeit) -> Decision:
    title = play.structure.title_of(found.fixture.bracket)
    events: list[e.AnyEvent] = []
    for entrant in found.fixture.pair:
        answer = draws.decide(play, d.Withdraw(entrant=entrant, title=title))
        if isinstance(answer, Refusal):
            return answer
        for change in answer:
            play = draws.evolve(play, change)
        gone = told(e.EntryWithdrawn, command, entry=entrant, title=title, reason=command.reason or "forfeit")
        out = wrapped(found.contest, command, answer)
        assert not isinstance(out, Refusal), "what was accepted is only wrapped"
        events += [gone, *out]
    return tuple(events)

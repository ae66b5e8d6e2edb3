"""Judging the draw: making it, pairing rounds, late entries, withdrawals, what a director overrules.

The rooms `draw` and `pairing` judge; here their answers are wrapped for the one log.
"""

import msgspec

from barpoint.board import Refusal
from barpoint.tournament import commands as c
from barpoint.tournament import events as e
from barpoint.tournament.decide.finding import contest_of, told
from barpoint.tournament.draw import events as d
from barpoint.tournament.draw import fold as draws
from barpoint.tournament.draw.fold import Draw
from barpoint.tournament.draw.lines import LARGEST, SMALLEST
from barpoint.tournament.draw.plan import structured
from barpoint.tournament.pairing import swiss as rounds
from barpoint.tournament.pairing.lives import Playoff
from barpoint.tournament.pairing.swiss import Swiss
from barpoint.tournament.player import Entry
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.settings import SWISS
from barpoint.tournament.state import Contest, Tournament

Decision = tuple[e.AnyEvent, ...] | Refusal


def wrapped(contest: Contest, command: c.Command, answer: draws.Answer | rounds.Answer) -> Decision:
    """The answer of a draw or a Swiss event as events of the tournament."""
    if isinstance(answer, Refusal):
        return answer
    name, found = contest.settings.id, list[e.AnyEvent]()
    for change in answer:
        if isinstance(change, d.Event):
            found.append(told(e.DrawChanged, command, contest=name, change=change))
        else:
            found.append(told(e.SwissChanged, command, contest=name, change=change))
    return tuple(found)


def make_draw(state: Tournament, command: c.MakeDraw) -> Decision:
    """Everybody approved, and there where check-in is asked for, on the lines the published seed gives."""
    contest = contest_of(state, command.contest)
    if isinstance(contest, Refusal):
        return contest
    settings = contest.settings
    if contest.published is None:
        return Refusal(TournamentCode.NOT_PUBLISHED, {"contest": settings.id})
    if contest.play is not None and (contest.begun or not command.reason):  # drawn again only before play, and why
        return Refusal(TournamentCode.DRAWN_ALREADY, {"contest": settings.id})
    field = [entry.entrant for entry in contest.approved if entry.checked_in is not None or not settings.check_in]
    smallest = SMALLEST if settings.draw is not None else 2
    if settings.draw is not None and settings.draw.groups:
        smallest = settings.draw.groups * max(2, settings.draw.qualifiers)
    if not smallest <= len(field) <= LARGEST:
        return Refusal(TournamentCode.FIELD_SIZE, {"entrants": len(field), "least": smallest, "most": LARGEST})
    if settings.draw is not None:
        plan = msgspec.structs.replace(settings.draw, seed=command.seed or settings.draw.seed)
        made = draws.make(plan, field)
        brackets = {pairing.bracket for pairing in structured(plan, made.lines).pairings}
        return _measured(contest, brackets) or wrapped(contest, command, (made,))
    assert settings.swiss is not None, "settings have a draw or a Swiss plan"
    begun = rounds.begin(msgspec.structs.replace(settings.swiss, seed=command.seed or settings.swiss.seed), field)
    return _measured(contest, {SWISS}) or wrapped(contest, command, (begun,))


def _measured(contest: Contest, brackets: set[str]) -> Refusal | None:
    """Whether every bracket has a length to post (guide:2.2.4, usbgf:4.8.1a)."""
    for bracket in sorted(brackets):
        if contest.settings.length_of(bracket, 1) is None and (bracket, 1) not in contest.round_lengths:
            return Refusal(TournamentCode.LENGTH_MISSING, {"contest": contest.settings.id, "bracket": bracket})
    return None


def pair_round(state: Tournament, command: c.PairRound) -> Decision:
    """The next Swiss round, or the playoff of those with lives left."""
    contest = contest_of(state, command.contest)
    if isinstance(contest, Refusal):
        return contest
    if contest.play is None:
        return Refusal(TournamentCode.NOT_DRAWN, {"contest": command.contest})
    if not isinstance(contest.play, Swiss):
        return Refusal(TournamentCode.NOT_SWISS, {"contest": command.contest})
    if contest.playoff is not None:
        return Refusal(TournamentCode.PLAYOFF_RUNNING, {"contest": command.contest})
    answer = rounds.pair_round(contest.play)
    if isinstance(answer, Playoff):
        begun = told(e.PlayoffBegun, command, lines=answer.lines, contingent_bye=answer.contingent_bye)
        return (begun,)
    if answer is None or isinstance(answer, str):
        return Refusal(TournamentCode.NOTHING_LEFT_TO_PAIR, {"contest": command.contest})
    return wrapped(contest, command, answer)


def overrule(state: Tournament, command: c.OverrulePairing) -> Decision:
    """The director exchanges two places, with the reason, on the record."""
    contest = contest_of(state, command.contest)
    if isinstance(contest, Refusal):
        return contest
    if contest.play is None:
        return Refusal(TournamentCode.NOT_DRAWN, {"contest": command.contest})
    if not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"contest": command.contest})
    for fixture in contest.fixtures.values():
        named = {command.one, command.other} & {*fixture.players, f"{fixture.id}/0", f"{fixture.id}/1"}
        if named and len(fixture.players) == 2 and not fixture.over and contest.match_at(fixture).begun is not None:
            return Refusal(TournamentCode.MATCH_BEGUN, {"pairing": fixture.id})
    if isinstance(contest.play, Swiss):
        return wrapped(contest, command, rounds.overrule(contest.play, command.one, command.other, command.reason))
    exchange = d.OverrulePairing(one=_slot(command.one), other=_slot(command.other), reason=command.reason)
    return wrapped(contest, command, draws.decide(contest.play, exchange))


def _slot(text: str) -> tuple[str, int]:
    pairing, _, side = text.rpartition("/")
    if side not in ("0", "1"):
        raise ValueError(f"expected a place of the draw such as M1-3/0 (home) or M1-3/1 (away), not {text!r}")
    return pairing, int(side)


def change_tie_breaks(state: Tournament, command: c.ChangeTieBreaks) -> Decision:
    """Another list; loud after the start."""
    contest = contest_of(state, command.contest)
    if isinstance(contest, Refusal):
        return contest
    match contest.play:
        case Draw():
            change = d.ChangeTieBreaks(tie_breaks=command.tie_breaks, reason=command.reason)
            return wrapped(contest, command, draws.decide(contest.play, change))
        case Swiss():
            answer = rounds.change_tie_breaks(contest.play, command.tie_breaks, command.reason)
            return wrapped(contest, command, answer)
        case None:
            return Refusal(TournamentCode.NOT_DRAWN, {"contest": command.contest})


def enter_late(contest: Contest, entry: Entry, command: c.Command) -> Decision:
    """A late entrant on an empty line, or in the rounds to come."""
    match contest.play:
        case Draw():
            return wrapped(contest, command, draws.decide(contest.play, d.EnterLate(entrant=entry.entrant)))
        case Swiss():
            if contest.playoff is not None:
                return Refusal(TournamentCode.PLAYOFF_RUNNING, {"contest": contest.settings.id})
            return wrapped(contest, command, rounds.enter_late(contest.play, entry.entrant))
        case None:
            return ()


def leave(contest: Contest, entrant: str, title: str, command: c.Command) -> Decision:
    """Out of what is left to play, if the entrant was drawn at all."""
    match contest.play:
        case Draw():
            if entrant not in contest.play.entrants:
                return ()
            return wrapped(contest, command, draws.decide(contest.play, d.Withdraw(entrant=entrant, title=title)))
        case Swiss():
            if title not in ("*", SWISS):
                raise ValueError(f"this event plays for {SWISS}, not {title!r}")
            return wrapped(contest, command, rounds.withdraw(contest.play, entrant))
        case None:
            return ()


def come_back(contest: Contest, entry: Entry, title: str, command: c.Command) -> Decision:
    """In again; whoever left before the draw was made is a late entrant."""
    if contest.play is not None and entry.id not in contest.play.entrants:
        return enter_late(contest, entry, command)
    match contest.play:
        case Draw():
            back = d.Reinstate(entrant=entry.id, title=title, reason=command.reason)
            return wrapped(contest, command, draws.decide(contest.play, back))
        case Swiss():
            return wrapped(contest, command, rounds.reinstate(contest.play, entry.id, command.reason))
        case None:
            return ()

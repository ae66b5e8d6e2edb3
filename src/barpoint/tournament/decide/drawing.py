"""Judging the draw: making it, pairing rounds, late entries, withdrawals, what a director overrules.

The competition judges; here its answers are wrapped for the one log.
"""

import msgspec

from barpoint.board import Refusal
from barpoint.tournament import commands as c
from barpoint.tournament import events as e
from barpoint.tournament.competition import Answer, Change, PlayoffOutcome
from barpoint.tournament.decide.decision import TournamentDecision
from barpoint.tournament.decide.lookup import contest_of
from barpoint.tournament.draw import draw_fold as draws
from barpoint.tournament.draw import events as d
from barpoint.tournament.draw.lines import LARGEST, SMALLEST
from barpoint.tournament.draw.plan import structure_of
from barpoint.tournament.pairing import swiss as rounds
from barpoint.tournament.pairing.lives import Playoff
from barpoint.tournament.player import Entry
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.settings import SWISS
from barpoint.tournament.state import Contest, Tournament
from barpoint.tournament.statements import Statement


def wrap_changes(contest: Contest, command: Statement, answer: Answer) -> TournamentDecision:
    """The answer of a competition as events of the tournament."""
    if isinstance(answer, Refusal):
        return answer
    return tuple(_wrap(contest.settings.id, command, change) for change in answer)


def _wrap(contest: str, command: Statement, change: Change) -> e.AnyEvent:
    match change:
        case Playoff(lines=lines, contingent_bye=contingent_bye):
            return e.PlayoffBegun(**command.stamp, contest=contest, lines=lines, contingent_bye=contingent_bye)
        case PlayoffOutcome(pairing=pairing, players=players, result=result):
            return e.PlayoffResult(**command.stamp, contest=contest, pairing=pairing, players=players, result=result)
        case d.Event():
            return e.DrawChanged(**command.stamp, contest=contest, change=change)
        case _:
            return e.SwissChanged(**command.stamp, contest=contest, change=change)


def make_draw(state: Tournament, command: c.MakeDraw) -> TournamentDecision:
    """Everybody approved, and there where check-in is asked for, on the lines the published seed gives."""
    contest = contest_of(state, command.contest)
    if isinstance(contest, Refusal):
        return contest
    settings = contest.settings
    if contest.published is None:
        return Refusal(TournamentCode.NOT_PUBLISHED, {"contest": settings.id})
    if contest.play is not None and (contest.has_begun or not command.reason):  # drawn again only before play, and why
        return Refusal(TournamentCode.DRAWN_ALREADY, {"contest": settings.id})
    field = [entry.entrant for entry in contest.active_entries if entry.checked_in is not None or not settings.check_in]
    smallest = SMALLEST if settings.draw is not None else 2
    if settings.draw is not None and settings.draw.groups:
        smallest = settings.draw.groups * max(2, settings.draw.qualifiers)
    if not smallest <= len(field) <= LARGEST:
        return Refusal(TournamentCode.FIELD_SIZE, {"entrants": len(field), "least": smallest, "most": LARGEST})
    if settings.draw is not None:
        plan = msgspec.structs.replace(settings.draw, seed=command.seed or settings.draw.seed)
        draw = draws.make(plan, field)
        brackets = {pairing.bracket for pairing in structure_of(plan, draw.lines).pairings}
        return _missing_length(contest, brackets) or wrap_changes(contest, command, (draw,))
    assert settings.swiss is not None, "settings have a draw or a Swiss plan"
    begun = rounds.begin(msgspec.structs.replace(settings.swiss, seed=command.seed or settings.swiss.seed), field)
    return _missing_length(contest, {SWISS}) or wrap_changes(contest, command, (begun,))


def _missing_length(contest: Contest, brackets: set[str]) -> Refusal | None:
    """Whether every bracket has a length to post (guide:2.2.4, usbgf:4.8.1a)."""
    for bracket in sorted(brackets):
        if contest.settings.length_of(bracket, 1) is None and (bracket, 1) not in contest.round_lengths:
            return Refusal(TournamentCode.LENGTH_MISSING, {"contest": contest.settings.id, "bracket": bracket})
    return None


def pair_round(state: Tournament, command: c.PairRound) -> TournamentDecision:
    """The next Swiss round, or the playoff of those with lives left."""
    contest = contest_of(state, command.contest)
    if isinstance(contest, Refusal):
        return contest
    if contest.competition is None:
        return Refusal(TournamentCode.NOT_DRAWN, {"contest": command.contest})
    return wrap_changes(contest, command, contest.competition.pair_round())


def overrule(state: Tournament, command: c.OverrulePairing) -> TournamentDecision:
    """The director exchanges two places, with the reason, on the record."""
    contest = contest_of(state, command.contest)
    if isinstance(contest, Refusal):
        return contest
    if contest.competition is None:
        return Refusal(TournamentCode.NOT_DRAWN, {"contest": command.contest})
    if not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"contest": command.contest})
    for fixture in contest.fixtures.values():
        named = {command.one, command.other} & {*fixture.players, f"{fixture.id}/0", f"{fixture.id}/1"}
        if named and len(fixture.players) == 2 and not fixture.over and contest.match_at(fixture).begun is not None:
            return Refusal(TournamentCode.MATCH_BEGUN, {"pairing": fixture.id})
    return wrap_changes(contest, command, contest.competition.overrule(command.one, command.other, command.reason))


def change_tie_breaks(state: Tournament, command: c.ChangeTieBreaks) -> TournamentDecision:
    """Another list; loud after the start."""
    contest = contest_of(state, command.contest)
    if isinstance(contest, Refusal):
        return contest
    if contest.competition is None:
        return Refusal(TournamentCode.NOT_DRAWN, {"contest": command.contest})
    return wrap_changes(contest, command, contest.competition.change_tie_breaks(command.tie_breaks, command.reason))


def enter_late(contest: Contest, entry: Entry, command: Statement) -> TournamentDecision:
    """A late entrant on an empty line, or in the rounds to come."""
    if contest.competition is None:
        return ()
    return wrap_changes(contest, command, contest.competition.enter_late(entry.entrant))


def leave(contest: Contest, entrant: str, title: str, command: Statement) -> TournamentDecision:
    """Out of what is left to play, if the entrant was drawn at all."""
    if contest.competition is None:
        return ()
    return wrap_changes(contest, command, contest.competition.withdraw(entrant, title))


def come_back(contest: Contest, entry: Entry, title: str, command: Statement) -> TournamentDecision:
    """In again; whoever left before the draw was made is a late entrant."""
    if contest.competition is None:
        return ()
    if entry.id not in contest.competition.entrants:
        return enter_late(contest, entry, command)
    return wrap_changes(contest, command, contest.competition.reinstate(entry.id, title, command.reason))

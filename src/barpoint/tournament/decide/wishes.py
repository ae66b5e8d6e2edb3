"""Judging what both sides of a match wish and agree on: the agreement sheet, bound to its match."""

from collections.abc import Mapping

from barpoint.board import Refusal
from barpoint.match import MatchCode
from barpoint.match.format import PreferenceMethod
from barpoint.tournament import commands as c
from barpoint.tournament import events as e
from barpoint.tournament.decide.decision import TournamentDecision
from barpoint.tournament.decide.lookup import PairedMatch, open_match
from barpoint.tournament.desk.agreement import MatchAgreement, match_agreement
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.state import Tournament
from barpoint.tournament.statements import AboutMatch

_FIXED = (PreferenceMethod.REQUIRED, PreferenceMethod.IMPOSED)
_LONGEST = 60


def state_wishes(state: Tournament, command: c.StateWishes) -> TournamentDecision:
    """Before play; what the rules require or the director imposed nobody wishes away (usbgf:1.7.1.1)."""
    place = _sheet(state, command)
    if isinstance(place, Refusal):
        return place
    target, sheet = place
    if sheet.begun:
        return Refusal(TournamentCode.MATCH_BEGUN, {"pairing": command.pairing})
    wishes = {topic: wish for topic, wish in command.wishes.items() if wish}
    if (refused := _fixed(sheet, wishes)) is not None:
        return refused
    if target.match.wishes.get(command.entrant, {}) == wishes:
        return ()
    return (e.WishesStated(**target.stamp(command), entrant=command.entrant, wishes=wishes),)


def roll_for_wishes(state: Tournament, command: c.RollForWishes) -> TournamentDecision:
    """Where wishes clash and dice decide; equal sums are thrown again."""
    place = _sheet(state, command)
    if isinstance(place, Refusal):
        return place
    target, sheet = place
    if not sheet.sheet.clashes:
        return Refusal(TournamentCode.NO_CLASH, {"pairing": command.pairing})
    if command.rolled is None or not all(1 <= die <= 6 for dice in command.rolled for die in dice):
        raise ValueError("expected two dice of each side, from 1 to 6")
    return (e.WishesRolled(**target.stamp(command), rolled=command.rolled),)


def agree_terms(state: Tournament, command: c.AgreeTerms) -> TournamentDecision:
    """What both sides want otherwise, as far as it is theirs to choose."""
    place = _sheet(state, command)
    if isinstance(place, Refusal):
        return place
    target, sheet = place
    if (refused := _fixed(sheet, command.terms)) is not None:
        return refused
    return (e.TermsAgreed(**target.stamp(command), terms=command.terms),)


def _sheet(state: Tournament, command: AboutMatch) -> tuple[PairedMatch, MatchAgreement] | Refusal:
    target = open_match(state, command)
    if isinstance(target, Refusal):
        return target
    sheet = match_agreement(state, target.contest, target.fixture)
    if sheet is None:
        return Refusal(TournamentCode.NO_CLASH, {"pairing": command.pairing})
    return target, sheet


def _fixed(sheet: MatchAgreement, wishes: Mapping[str, str]) -> Refusal | None:
    """Why these are not for the sides to choose; ValueError for what the sheet does not have."""
    methods = {line.topic: line.method for line in sheet.sheet.lines}
    for topic, wish in wishes.items():
        if topic not in methods:
            raise ValueError(f"expected one of {', '.join(methods)}, not {topic[:40]!r}")
        if methods[topic] in _FIXED or topic in sheet.imposed:
            return Refusal(MatchCode.TERMS_IMPOSED, {"topic": topic})
        free = methods[topic] in (PreferenceMethod.BY_ROLL, PreferenceMethod.PER_PLAYER)
        if len(wish) > _LONGEST or not (free or wish in ("yes", "no")):
            raise ValueError(f"{topic}: expected yes or no, not {wish[:30]!r}")
    return None

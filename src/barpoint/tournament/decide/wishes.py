"""Judging what both sides of a match wish and agree on: the agreement sheet, bound to its match."""

from collections.abc import Mapping

from barpoint.board import Refusal
from barpoint.match import MatchCode
from barpoint.match.format import PreferenceMethod
from barpoint.rulebook.profiles import NO, NONE, YES, wish_words
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
    wishes = {topic: wish for topic, wish in command.wishes.items() if wish}
    if sheet.begun:
        return _impose_later(command, target, sheet, wishes)
    if (refused := _fixed(sheet, wishes)) is not None:
        return refused
    if target.match.wishes.get(command.entrant, {}) == wishes:
        return ()
    return (e.WishesStated(**target.stamp(command), entrant=command.entrant, wishes=wishes),)


def _impose_later(
    command: c.StateWishes, target: PairedMatch, sheet: MatchAgreement, wishes: Mapping[str, str]
) -> TournamentDecision:
    """What both gave up on that condition either side imposes alone, and the other is bound (usbgf:1.7.1.2b)."""
    stated = target.match.wishes.get(command.entrant, {})
    fresh = {topic: wish for topic, wish in wishes.items() if stated.get(topic) != wish}
    if not fresh or any(topic not in sheet.sheet.reserved or wish != YES for topic, wish in fresh.items()):
        return Refusal(TournamentCode.MATCH_BEGUN, {"pairing": command.pairing})
    if (refused := _fixed(sheet, fresh)) is not None:
        return refused
    imposed = e.WishesStated(
        **target.stamp(command), entrant=command.entrant, wishes={**stated, **fresh}, imposed=tuple(fresh)
    )
    return (imposed,)


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
    clock = command.terms.get("clock") or sheet.holds("clock") if "clock" in sheet.topics else NO
    if command.terms.get("two_dice") == NO and clock not in (NO, NONE):
        return Refusal(MatchCode.TWO_DICE_WITH_CLOCK)
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
        if topic in sheet.imposed or methods[topic] in _FIXED:
            code = MatchCode.TERMS_IMPOSED if topic in sheet.imposed else MatchCode.TERMS_REQUIRED
            return Refusal(code, {"topic": topic})
        words = wish_words(sheet.sheet.book, methods[topic])
        if len(wish) > _LONGEST or (words and wish not in words):
            raise ValueError(f"{topic}: expected {', '.join(words)}, not {wish[:30]!r}")
    return None

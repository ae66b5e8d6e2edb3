"""From an answer to the ruling that is given: followed, chosen, imposed, or otherwise with a reason."""

import pytest

from barpoint.board import Refusal, Side
from barpoint.officiating.answer import Discretion, NeedFacts, Option, Penalty, PenaltyStep, Ruling
from barpoint.officiating.cases.events import RulingGiven
from barpoint.officiating.cases.ruling_confirmation import (
    Confirmation,
    ConfirmCode,
    OwnRuling,
    confirm,
    implicit_penalties,
)
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.remedy import GivePoints, LoseMatch, PlayOn, Remedy
from barpoint.rulebook.profiles.policy import book_policy
from tests.officiating.answers import (
    ask,
    left_open,
    ruled,
)

WHITE, BLACK = Side.WHITE, Side.BLACK


def given(answer: Ruling | Discretion | NeedFacts, **says: object) -> RulingGiven:
    found = confirm(answer, Confirmation(by="TD", at=1, **says), book_policy(answer.book))  # type: ignore[arg-type]  # a table of keywords
    assert isinstance(found, RulingGiven), found
    return found


def test_a_ruling_is_followed_with_its_clauses_facts_and_remedies() -> None:
    answer = ruled("cocked_die", "usbgf", roller="white", rests="leaning")
    ruling = given(answer)
    assert (ruling.say, ruling.clauses, ruling.remedies) == (answer.say, answer.clauses, answer.remedies)
    assert (ruling.relied_on, ruling.followed, ruling.appealable) == (answer.relied_on, True, True)


def test_what_may_be_imposed_is_not_imposed_by_itself() -> None:
    penalties = (Penalty(WHITE, PenaltyStep.WARNING), Penalty(WHITE, PenaltyStep.POINTS, points=1, optional=True))
    answer = Ruling("x", "bws", ("bws:1.1",), "So.", penalties=penalties)
    assert given(answer).penalties == penalties[:1]
    assert given(answer, impose=(0,)).penalties == (penalties[0], Penalty(WHITE, PenaltyStep.POINTS, points=1))
    with pytest.raises(ValueError, match="expected one of 1 optional penalties"):
        given(answer, impose=(1,))


def test_an_option_is_chosen_by_its_name() -> None:
    options = (Option("keep", "It stands", (PlayOn(),)), Option("again", "Again."))
    answer = Ruling("x", "bws", ("bws:1.1",), "So.", choice_of="white", options=options)
    for chosen, code in (("", ConfirmCode.CHOICE_OPEN), ("other", ConfirmCode.NOT_AN_OPTION)):
        found = confirm(answer, Confirmation(by="TD", at=1, chosen=chosen), book_policy("bws"))
        assert found == Refusal(code, {"options": "keep, again"})
    ruling = given(answer, chosen="keep")
    assert (ruling.say, ruling.chosen, ruling.remedies) == ("So. It stands.", "keep", (PlayOn(),))


def test_a_missing_fact_is_named_and_an_own_ruling_does_without() -> None:
    asked = NeedFacts("x", "bws", Question("who", "Who?", FactType.SIDE), "nobody is")
    found = confirm(asked, Confirmation(by="TD", at=1), book_policy("bws"))
    assert found == Refusal(ConfirmCode.FACTS_MISSING, {"question": "Who (nobody is)"})
    ruling = given(asked, own=OwnRuling(say="Play on."), reason="no time")
    assert (ruling.followed, ruling.clauses) == (False, ("bws:1.1",))


def test_where_a_person_decides_an_own_ruling_departs_from_nothing() -> None:
    silent = left_open("slow_play", "ibf")
    ruling = given(silent, own=OwnRuling(say="Play faster, please."))
    assert (ruling.followed, ruling.clauses) == (True, ("ibf:17.1g", "ibf:17.2"))  # the arbiter's general sanctions
    assert not given(ruled("cocked_die", "usbgf", roller="white", rests="leaning"), own=OwnRuling(say="x.")).followed


@pytest.mark.clause("bws:2.3.1b")
def test_a_warning_that_was_chosen_counts_the_next_time() -> None:
    facts = {"who": "white", "by": "the director", "length": 7, "score_white": 0, "score_black": 0}
    answer = ask("slow_play", "bws", **facts)
    assert isinstance(answer, Discretion)
    assert given(answer, chosen="warning").penalties == (Penalty(WHITE, PenaltyStep.WARNING),)
    assert given(answer, chosen="clock").penalties == ()


@pytest.mark.parametrize(
    ("name", "remedies", "expected"),
    [
        ("warning", (), Penalty(BLACK, PenaltyStep.WARNING)),
        ("points", (GivePoints(WHITE, 2),), Penalty(BLACK, PenaltyStep.POINTS, points=2)),
        ("point", (GivePoints(BLACK, -1),), Penalty(BLACK, PenaltyStep.POINTS, points=1)),
        ("points_later", (), Penalty(BLACK, PenaltyStep.POINTS, later=True)),
        ("forfeit", (LoseMatch(BLACK),), Penalty(BLACK, PenaltyStep.MATCH)),
        ("disqualify", (LoseMatch(BLACK),), Penalty(BLACK, PenaltyStep.EXPULSION)),
        ("bar", (), Penalty(BLACK, PenaltyStep.EXPULSION, barred_until="2027-03-31")),
        ("keep", (), None),
    ],
)
def test_an_option_is_the_penalty_its_name_says(
    name: str, remedies: tuple[Remedy, ...], expected: Penalty | None
) -> None:
    facts = {"by": "the director", "who": "black", "bar_until": "2027-03-31"}
    answer = Discretion("x", "bws", (), "So.", relied_on=facts)
    assert implicit_penalties(Option(name, "", remedies), answer) == ((expected,) if expected is not None else ())
    assert implicit_penalties(Option(name, "", remedies), Discretion("x", "bws", (), "So.")) == ()


def test_an_option_that_names_its_penalties_is_taken_at_its_word() -> None:
    option = Option("warning", "A warning and a point.", penalties=(Penalty(BLACK, PenaltyStep.POINTS, points=1),))
    answer = Discretion("x", "bws", ("bws:1.1",), "So.", usual=(option,), relied_on={"who": "black"})
    assert given(answer, chosen="warning").penalties == option.penalties

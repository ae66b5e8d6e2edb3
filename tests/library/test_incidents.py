"""Rulings as a program asks for them."""

import inspect

import pytest

import barpoint as bp
from barpoint.officiating import all_kinds
from barpoint.rulebook import preset


def test_what_is_missing_is_asked_and_what_is_known_is_ruled_on() -> None:
    asked = bp.rule_on("cocked_die", book="usbgf", roller="white")
    assert isinstance(asked, bp.NeedFacts)
    assert str(asked).startswith("Where is the die in question? (rests: one of ")
    ruling = bp.rule_on("cocked_die", book="usbgf", roller=bp.Side.WHITE, rests="on_other_die")
    assert isinstance(ruling, bp.Ruling)
    assert "usbgf:4.1.4.3d" in ruling.clauses
    assert str(ruling).endswith("(usbgf:4.1.4.3d, usbgf:4.1.4.3i)")


def test_facts_are_given_by_name_or_as_a_mapping() -> None:
    facts: dict[str, str | int | bool] = {"roller": "white", "rests": "leaning"}
    assert bp.rule_on("cocked_die", book="usbgf", known=facts) == bp.rule_on(
        "cocked_die", book="usbgf", known={"roller": "white"}, rests="leaning"
    )


def test_a_book_that_is_silent_leaves_it_to_a_person() -> None:
    silent = bp.rule_on("cocked_die", book="trad")
    assert isinstance(silent, bp.Discretion)
    assert not silent.covered
    assert "elsewhere: ibf:10.2b" in str(silent)


def test_a_book_is_named_by_its_id_a_preset_a_profile_or_a_match() -> None:
    by_id = bp.rule_on("forgotten_press", book="usbgf", who="white")
    assert by_id == bp.rule_on("forgotten_press", book="USBGF Open", who="white")
    assert by_id == bp.rule_on("forgotten_press", book=preset("USBGF Open"), who="white")
    with pytest.raises(ValueError, match="expected a book"):
        bp.rule_on("forgotten_press")
    with pytest.raises(ValueError, match="expected one of the presets"):
        bp.rule_on("forgotten_press", book="nobody's")


def test_what_the_match_holds_is_not_asked() -> None:
    m = bp.Match(points=5, preset="USBGF Open")
    m.roll("31")
    answer = bp.rule_on("setup_error", match=m)
    assert answer.book == "usbgf"


def test_an_unknown_kind_or_fact_says_what_there_is() -> None:
    with pytest.raises(ValueError, match=r"near are fast_roll"):
        bp.rule_on("rolled too early", book="ibf")
    with pytest.raises(ValueError, match="no fact 'colour'; expected roller"):
        bp.rule_on("cocked_die", book="ibf", colour="white")
    with pytest.raises(ValueError, match="rests: expected one of"):
        bp.rule_on("cocked_die", book="ibf", roller="white", rests="somewhere")


def test_no_fact_is_called_like_an_argument() -> None:
    own = set(inspect.signature(bp.rule_on).parameters) - {"facts"}
    assert {name for kind in all_kinds().values() for name in kind.questions} & own == set()


def test_a_player_of_the_match_is_called_by_name() -> None:
    m = bp.Match(points=5, white="Ada", black="Bob")
    by_name = bp.rule_on("cocked_die", book="usbgf", match=m, roller="Bob", rests="leaning")
    assert by_name == bp.rule_on("cocked_die", book="usbgf", match=m, roller="black", rests="leaning")
    with pytest.raises(ValueError, match="expected white or black, not 'Cid'"):
        bp.rule_on("cocked_die", book="usbgf", match=m, roller="Cid")


def test_what_is_not_known_says_where_to_look() -> None:
    with pytest.raises(ValueError, match="rule-on --list"):
        bp.rule_on("zzz", book="ibf")
    with pytest.raises(ValueError, match=r"'nope' is no book \(bws, guide, ibf, trad, usbgf\)"):
        bp.rule_on("cocked_die", book="nope")

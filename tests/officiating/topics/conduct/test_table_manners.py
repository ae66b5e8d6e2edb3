"""Distractions and languages."""

import pytest

from barpoint.officiating.remedy import PlayOn
from barpoint.rulebook.profiles.presets import preset
from tests.officiating.answers import (
    left_open,
    ruled,
    silent,
)


@pytest.mark.clause("usbgf:1.2.1b", "usbgf:1.2.3a", "guide:ethics-1")
@pytest.mark.parametrize("book", ["usbgf", "guide"])
def test_the_player_asks_first(book: str) -> None:
    assert "asks that it stop" in ruled("distraction", book, asked=False).say
    assert ruled("distraction", book, asked=True, stopped=True).remedies == (PlayOn(),)
    assert silent("distraction", "ibf", "trad")


@pytest.mark.clause("usbgf:1.2.3b", "usbgf:1.2.5", "guide:ethics-7")
@pytest.mark.parametrize("book", ["usbgf", "guide"])
def test_then_the_director_decides_and_nobody_is_to_blame_for_asking(book: str) -> None:
    disputed = left_open("distraction", book, asked=True, stopped=False, disputed=True)
    ignored = left_open("distraction", book, asked=True, stopped=False, disputed=False)
    assert [one.name for one in disputed.usual] == ["stop", "continue"]
    assert len(ignored.usual) > 2
    for found in (disputed, ignored):
        assert found.forbidden == ("blaming the player who asked",)
        assert "usbgf:1.2.3b" in found.clauses or book != "usbgf"


@pytest.mark.clause("usbgf:1.5a", "usbgf:1.5b", "usbgf:1.5c", "bws:1.5", "guide:3.7a", "guide:3.7b", "guide:3.7c")
@pytest.mark.parametrize(
    ("by", "official", "in_order"),
    [
        ("player", True, {"usbgf", "bws", "guide"}),
        ("player", False, set()),
        ("doubles_partners", False, {"usbgf"}),
        ("spectator", True, {"usbgf", "bws"}),
    ],
)
def test_which_languages_may_be_spoken(by: str, official: bool, in_order: set[str]) -> None:
    told = {"by": by, "official": official, "translator": False}
    found = {book: ruled("wrong_language", book, **told) for book in ("usbgf", "bws", "guide")}
    assert {book for book, one in found.items() if "in order" in one.say} == in_order
    assert silent("wrong_language", "ibf", "trad")


@pytest.mark.clause("guide:3.7c")
def test_guide_an_approved_translator() -> None:
    assert "in order" in ruled("wrong_language", "guide", by="player", official=False, translator=True).say


@pytest.mark.clause(
    "usbgf:4.8.1.2a", "usbgf:4.8.1.2b", "usbgf:4.2.4a", "usbgf:1.1d", "bws:1.2.1", "bws:1.2.2", "guide:1.2.2",
    "guide:2.1.2a", "guide:5.14f", "ibf:15.4", "trad:scoring-1",
)  # fmt: skip
@pytest.mark.parametrize(
    ("what", "rows"),
    [
        ("length", {"usbgf": "usbgf:4.8.1.2a", "bws": "bws:1.2.2", "guide": "guide:5.14f", "ibf": "ibf:15.4"}),
        ("clock_settings", {"usbgf": "usbgf:1.1d", "bws": "bws:1.2.2", "guide": "guide:1.2.2", "ibf": "ibf:8.1a"}),
        ("rule_of_play", {"usbgf": "usbgf:4.2.4a", "bws": "bws:1.2.1", "guide": "guide:2.1.2a", "ibf": "ibf:17.1g"}),
    ],
)
def test_players_cannot_make_rules_of_their_own_in_five_books(what: str, rows: dict[str, str]) -> None:
    for book in ("ibf", "usbgf", "bws", "guide"):
        found = left_open("own_rules", book, what=what, approved=False)
        assert found.covered is (book in rows)
        if book in rows:
            assert found.clauses[0] == rows[book]
            assert found.usual[0].name == "void"
    for book in ("usbgf", "guide") if what != "rule_of_play" else ("guide",):
        assert ruled("own_rules", book, what=what, approved=True).remedies == (PlayOn(),)
    assert ruled("own_rules", "trad", what=what).remedies == (PlayOn(),)


@pytest.mark.clause("usbgf:3.4.4.1d", "usbgf:3.4.4.1h")
@pytest.mark.parametrize(("event", "looser", "stands"), [("USBGF Advanced", True, True), ("USBGF Open", True, False)])
def test_usbgf_looser_clock_settings_may_be_agreed_where_clocks_are(event: str, looser: bool, stands: bool) -> None:
    told = {"what": "clock_settings", "looser": looser, "approved": False}
    if stands:
        assert ruled("own_rules", preset(event), **told).clauses == ("usbgf:3.4.4.1d",)
    else:
        assert left_open("own_rules", preset(event), **told).clauses == ("usbgf:1.1d", "usbgf:3.4.4.1h")


@pytest.mark.clause("usbgf:1.1d", "usbgf:4.2.4a")
def test_usbgf_no_director_can_approve_a_rule_for_one_match() -> None:
    assert left_open("own_rules", "usbgf", what="rule_of_play", approved=True).usual[0].name == "void"


@pytest.mark.clause("bws:4.5d")
def test_bws_a_length_of_their_own_may_cost_both_the_match() -> None:
    assert left_open("own_rules", "bws", what="length").clauses == ("bws:1.2.2", "bws:4.5d")


@pytest.mark.clause("bws:1.2.3a", "bws:1.2.4a")
def test_bws_expects_consideration_and_asks_for_no_request_first() -> None:
    found = left_open("distraction", "bws", asked=False)
    assert "considerate" in found.say
    assert not found.forbidden


@pytest.mark.clause("guide:1.2.2", "guide:5.14f")
def test_guide_only_leave_given_beforehand_makes_an_agreed_length_good() -> None:
    assert ruled("own_rules", "guide", what="length", approved=True).clauses == ("guide:1.2.2",)
    assert "guide:5.14f" in left_open("own_rules", "guide", what="length", approved=False).clauses


@pytest.mark.clause("ibf:8.1a")
@pytest.mark.parametrize(("what", "row"), [("clock_settings", "ibf:8.1a"), ("rule_of_play", "ibf:17.1g")])
def test_ibf_players_may_not_agree_on_clocks_and_rules_of_their_own(what: str, row: str) -> None:
    assert left_open("own_rules", "ibf", what=what).clauses == (row,)


@pytest.mark.clause("trad:scoring-1", "trad:scoring-9")
@pytest.mark.parametrize(
    ("what", "row"),
    [("length", "trad:scoring-1"), ("clock_settings", "trad:scoring-9"), ("rule_of_play", "trad:scoring-9")],
)
def test_trad_leaves_the_length_to_the_players_and_knows_no_clocks_and_officials(what: str, row: str) -> None:
    assert ruled("own_rules", "trad", what=what).clauses[0] == row

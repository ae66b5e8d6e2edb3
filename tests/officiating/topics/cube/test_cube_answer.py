"""Takes and passes in doubt, fishing, rules of money play, and the clock with the cube."""

import msgspec
import pytest

from barpoint.board import Side
from barpoint.officiating.answer import Discretion, Ruling
from barpoint.officiating.remedy import Instruct, PlayOn, SetCube, SetScore
from tests.officiating.answers import (
    BOOKS,
    ask,
    asked,
    left_open,
    ruled,
    silent,
    under,
)

TAKEN, PASSED = Instruct("Black has taken."), Instruct("Black has passed.")


@pytest.mark.clause("usbgf:4.4.5.1a", "usbgf:4.4.5.2a", "usbgf:4.4.5.2b", "guide:5.9e", "ibf:9.9", "bws:4.4.3d")
@pytest.mark.parametrize(
    ("did", "answers"),
    [
        ("said_take", {"usbgf": TAKEN, "guide": TAKEN, "ibf": TAKEN, "trad": TAKEN}),
        ("said_pass", {"usbgf": PASSED, "bws": PASSED, "guide": PASSED, "ibf": PASSED, "trad": PASSED}),
        ("set_down_own_side", {"usbgf": TAKEN, "guide": TAKEN, "ibf": TAKEN}),
        ("set_down_middle", {"usbgf": PASSED}),
        ("set_down_on_field", {"usbgf": PlayOn()}),
        ("lifted_or_moved", {"usbgf": PlayOn()}),
        ("began_next_game", {"usbgf": PASSED}),
        ("unclear", {}),
    ],
)
def test_what_is_a_take_and_what_a_pass_in_five_books(did: str, answers: dict[str, object]) -> None:
    for book in BOOKS:
        found = ask("unclear_answer", book, player="black", did=did)
        if book in answers:
            assert isinstance(found, Ruling)
            assert found.remedies == (answers[book],)
        else:
            assert isinstance(found, Discretion)
            assert found.covered is (book in ("usbgf", "bws", "guide"))


@pytest.mark.clause("trad:doubling-5", "trad:doubling-9", "usbgf:4.6.2")
def test_a_pass_costs_the_stake_before_the_double_and_the_new_score_is_named() -> None:
    redouble = ruled("unclear_answer", "trad", player="black", did="said_pass", cube=2)
    assert (redouble.clauses, redouble.consequences.points_won) == (("trad:doubling-9",), (2, 0))
    first = ruled("unclear_answer", "trad", player="black", did="said_pass", cube=1)
    assert (first.clauses, first.consequences.points_won) == (("trad:doubling-5",), (1, 0))
    told = {"player": "black", "did": "said_pass", "cube": 2, "length": 7, "score_white": 4, "score_black": 3}
    found = ruled("unclear_answer", "usbgf", **told)
    assert (found.consequences.score, found.consequences.crawford) == ((6, 3), "next_game")
    assert not found.assumptions  # nobody was one point short before


@pytest.mark.clause("trad:doubling-10", "trad:doubling-7")
def test_a_take_doubles_the_cube() -> None:
    then = ruled("unclear_answer", "trad", player="black", did="said_take", cube=2).consequences
    assert (then.cube, then.cube_owner) == (4, "black")


@pytest.mark.clause("usbgf:4.4.8a", "usbgf:4.4.8b")
def test_usbgf_an_answer_to_a_dead_cube_is_void() -> None:
    told = {"player": "black", "did": "said_pass", "cube": 2, "length": 7, "score_white": 5, "score_black": 3}
    found = ruled("unclear_answer", "usbgf", **told)
    assert found.remedies == (SetCube(2, Side.WHITE),)
    assert (found.consequences.score, found.consequences.game) == ((5, 3), "goes_on")


@pytest.mark.clause("bws:4.4.3d", "usbgf:4.4.6a", "guide:5.9g", "guide:5.4f")
@pytest.mark.parametrize("book", ["usbgf", "bws", "guide"])
def test_doubt_counts_against_who_caused_it(book: str) -> None:
    found = left_open("unclear_answer", book, player="black", did="unclear")
    assert "against the player who caused it" in found.factors[1]
    assert [option.name for option in found.usual] == ["pass", "take", "none"]


@pytest.mark.clause("usbgf:4.4.6b")
@pytest.mark.parametrize("what", ["drew_a_reaction", "left_a_wrong_value"])
def test_fishing_may_be_sanctioned_where_it_was_meant(what: str) -> None:
    told = {"who": "white", "what": what}
    assert left_open("fishing", "usbgf", **told, knowing=True).clauses == ("usbgf:4.4.6b",)
    assert not ruled("fishing", "usbgf", **told, knowing=False).penalties
    assert left_open("fishing", "guide", **told, knowing=True).clauses == ("guide:ethics-5",)
    assert silent("fishing", "trad")


@pytest.mark.clause("usbgf:4.4.10a", "ibf:12.2c", "guide:5.1a", "trad:doubling-12", "bws:1.2.1")
@pytest.mark.parametrize("book", ["usbgf", "ibf", "bws", "guide", "trad"])
def test_an_automatic_double_is_put_back(book: str) -> None:
    found = ruled("money_rule_used", book, rule="automatic_double", turned=0)
    assert found.remedies == (SetCube(1),)
    assert any("thrown again" in note for note in found.notes) is (book != "bws")


@pytest.mark.clause("trad:movement-start-2", "ibf:12.2c", "guide:5.1a")
def test_equal_opening_dice_are_thrown_again_by_both() -> None:
    found = ruled("money_rule_used", "trad", rule="equal_opening_dice")
    assert found.clauses == ("trad:movement-start-2",)
    assert "both players throw again" in found.say
    assert found.consequences.cube is None
    for book in ("usbgf", "ibf", "guide"):
        assert [note.id for note in ruled("money_rule_used", book, rule="equal_opening_dice").readings] == ["cube-11"]
    assert not left_open("money_rule_used", "bws", rule="equal_opening_dice").covered
    trad = under("trad")
    agreed = msgspec.structs.replace(trad, options=msgspec.structs.replace(trad.options, automatic_doubles=1))
    assert "Turn the cube once" in str(ruled("money_rule_used", agreed, rule="equal_opening_dice").remedies)


@pytest.mark.clause("usbgf:4.4.10a")
def test_usbgf_a_beaver_is_a_cube_at_a_wrong_level() -> None:
    found = ruled("money_rule_used", "usbgf", rule="beaver", turned=1, owner="black")
    assert found.remedies == (SetCube(2, Side.BLACK),)
    assert asked("money_rule_used", "usbgf", rule="beaver", turned=1, owner="middle").wrong


@pytest.mark.clause("ibf:9.6a", "ibf:9.8a", "ibf:2.10a")
def test_ibf_doubles_in_ones_own_turn_only_and_counts_every_gammon() -> None:
    beaver = ruled("money_rule_used", "ibf", rule="beaver", turned=1, owner="black")
    assert (beaver.remedies, beaver.clauses) == ((SetCube(2, Side.BLACK),), ("ibf:9.6a", "ibf:9.8a"))
    told = {"rule": "jacoby", "winner": "white", "turned": 0, "recorded": 1, "score_white": 3, "score_black": 2}
    assert ruled("money_rule_used", "ibf", **told, length=7, level="gammon").remedies == (SetScore((4, 2)),)


@pytest.mark.clause("usbgf:4.4.10b")
def test_usbgf_a_gammon_lost_to_jacoby_is_scored() -> None:
    told = {"rule": "jacoby", "winner": "white", "turned": 0, "recorded": 1, "score_white": 3, "score_black": 2}
    gammon = ruled("money_rule_used", "usbgf", **told, level="gammon")
    assert (gammon.remedies, gammon.consequences.points_won) == ((SetScore((4, 2)),), (2, 0))
    assert ruled("money_rule_used", "usbgf", **told, level="backgammon").remedies == (SetScore((5, 2)),)


@pytest.mark.clause("trad:doubling-12")
def test_trad_players_may_have_agreed_on_it() -> None:
    usual = under("trad")
    agreed = msgspec.structs.replace(usual, options=msgspec.structs.replace(usual.options, beavers=True))
    assert ruled("money_rule_used", agreed, rule="beaver").remedies == (PlayOn(),)


@pytest.mark.clause("usbgf:4.4.4.1b", "usbgf:4.4.4.1c", "usbgf:4.4.5.1b", "bws:4.4.2d", "bws:4.4.3b", "bws:4.4.3c")
@pytest.mark.parametrize(
    ("book", "after", "told", "order"),
    [
        ("usbgf", "double", {"taken": False}, "Press the clock now."),
        (
            "usbgf",
            "double",
            {"taken": True},
            "Reset the doubler's delay; how much reserve comes back is ruled on as clock_ran_wrongly.",
        ),
        ("usbgf", "take", {}, "Press the clock now."),
        ("usbgf", "pass", {}, "Stop the clock."),
        ("bws", "double", {}, "Press the clock now."),
        ("bws", "take", {}, "Press the clock now."),
        ("bws", "pass", {}, "Stop the clock."),
    ],
)
def test_the_clock_follows_the_cube(book: str, after: str, told: dict[str, bool], order: str) -> None:
    assert ruled("cube_and_clock", book, after=after, **told).remedies == (Instruct(order),)
    assert silent("cube_and_clock", "ibf", "guide", "trad")


@pytest.mark.clause("usbgf:4.4.4.1c")
def test_usbgf_overlooks_presses_between_an_instant_double_and_take() -> None:
    assert ruled("cube_and_clock", "usbgf", after="double", instant=True).remedies == (PlayOn(),)


@pytest.mark.clause("bws:4.4.3c")
def test_bws_saying_pass_is_the_way_to_pass() -> None:
    found = ruled("unclear_answer", "bws", player="black", did="said_pass")
    assert found.clauses == ("bws:4.4.3c",)
    assert found.remedies == (Instruct("Black has passed."),)
    assert left_open("unclear_answer", "bws", player="black", did="said_take").covered


@pytest.mark.clause("bws:5.3", "bws:4.4.2e")
def test_bws_careless_cube_handling_counts_against_whoever_broke_the_rules() -> None:
    found = ruled("fishing", "bws", who="white", what="drew_a_reaction", knowing=False)
    assert found.clauses == ("bws:4.4.2e", "bws:5.3")


@pytest.mark.clause("guide:5.9j")
@pytest.mark.parametrize(("did", "done"), [("said_take", "taken"), ("said_pass", "passed")])
def test_guide_a_player_who_says_take_or_pass_cannot_go_back_on_it(did: str, done: str) -> None:
    answer = ruled("unclear_answer", "guide", player="black", did=did)
    assert answer.remedies == (Instruct(f"Black has {done}."),)
    assert "guide:5.9j" in answer.clauses


@pytest.mark.clause("ibf:17.1g", "ibf:9.5")
def test_ibf_fishing_with_the_cube_is_unsporting_and_a_touch_binds_anyhow() -> None:
    meant = left_open("fishing", "ibf", who="white", what="drew_a_reaction", knowing=True)
    assert meant.clauses == ("ibf:17.1g", "ibf:17.2")
    assert ruled("fishing", "ibf", who="white", what="drew_a_reaction", knowing=False).clauses == ("ibf:9.5",)


@pytest.mark.clause("ibf:9.7a", "ibf:9.7c")
@pytest.mark.parametrize(("did", "done"), [("said_take", "taken"), ("said_pass", "passed")])
def test_ibf_asks_for_no_form_in_which_a_double_is_refused_or_accepted(did: str, done: str) -> None:
    assert ruled("unclear_answer", "ibf", player="black", did=did).remedies == (Instruct(f"Black has {done}."),)


@pytest.mark.clause("trad:doubling-5", "trad:doubling-6")
@pytest.mark.parametrize(("did", "row"), [("said_take", "trad:doubling-6"), ("said_pass", "trad:doubling-5")])
def test_trad_a_double_is_refused_or_accepted_in_plain_words(did: str, row: str) -> None:
    assert ruled("unclear_answer", "trad", player="black", did=did).clauses[0] == row

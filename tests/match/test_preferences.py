"""Equipment, sides and colours: settled before the match, changed only as the rules allow."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barpoint.board import Side
from barpoint.match import commands as c
from barpoint.match.format.preferences import (
    PreferenceMethod,
    PreferenceTopic,
    RollNeeded,
    SettledPreference,
    clashes,
    high_dice,
    settle,
    settle_all,
)
from barpoint.match.refusals import MatchCode
from tests.match.match_table import (
    BLACK,
    WHITE,
    Table,
    match_format,
)

CLOCK: dict[str, Any] = {"choice": "clock", "otherwise": "no clock"}


@pytest.mark.clause(
    "usbgf:1.7.1a", "usbgf:1.7.1.1", "usbgf:1.7.1.2a", "usbgf:1.7.1.3", "usbgf:1.7.1.4a", "usbgf:1.7.1.6"
)
@pytest.mark.parametrize(
    ("method", "one_wants", "both_want", "nobody_wants"),
    [
        (PreferenceMethod.REQUIRED, "clock", "clock", "clock"),
        (PreferenceMethod.IMPOSED, "clock", "clock", "clock"),
        (PreferenceMethod.PREFERRED, "clock", "clock", "no clock"),
        (PreferenceMethod.IF_AGREED, "no clock", "clock", "no clock"),
        (PreferenceMethod.BY_ROLL, "a roll", "clock", "no clock"),
    ],
)
def test_a_clock_by_each_method(method: PreferenceMethod, one_wants: str, both_want: str, nobody_wants: str) -> None:
    topic = PreferenceTopic("clock", method, **CLOCK)
    for wishes, expected in (
        (("clock", "no clock"), one_wants),
        (("no clock", "clock"), one_wants),
        (("clock", "clock"), both_want),
        (("no clock", "no clock"), nobody_wants),
    ):
        found = settle(topic, {WHITE: wishes[0], BLACK: wishes[1]})
        assert (found.white if isinstance(found, SettledPreference) else "a roll") == expected


@pytest.mark.clause("usbgf:1.7.1.5")
def test_per_player_means_each_for_themselves() -> None:
    found = settle(PreferenceTopic("score-keeping", PreferenceMethod.PER_PLAYER), {WHITE: "paper", BLACK: "app"})
    assert found == SettledPreference("paper", "app", "per_player")


@pytest.mark.clause("usbgf:1.7.1.3", "usbgf:3.3c", "ibf:3.5")
@pytest.mark.parametrize(
    ("rolls", "winner"),
    [
        ([((5, 2), (4, 4))], BLACK),
        ([((5, 5), (6, 5))], BLACK),
        ([((4, 4), (6, 2))], None),
        ([((4, 4), (6, 2)), ((2, 1), (1, 1))], WHITE),
        ([], None),
    ],
)
def test_high_dice_go_by_the_plain_sum_and_ties_are_rolled_again(
    rolls: list[tuple[tuple[int, int], tuple[int, int]]], winner: Side | None
) -> None:
    assert high_dice(rolls) is winner
    found = settle(PreferenceTopic("side", PreferenceMethod.BY_ROLL), {WHITE: "left", BLACK: "right"}, rolls)
    if winner is None:
        assert found == RollNeeded("side")
    else:
        assert isinstance(found, SettledPreference)
        assert found.white == found.black == ("left" if winner is WHITE else "right")


@pytest.mark.clause("ibf:3.5", "guide:3.3a")
def test_one_die_each_settles_colours_under_ibf() -> None:
    with pytest.raises(ValueError, match="a die shows 1 to 6"):
        high_dice([((0, 5), (1, 2))])
    from barpoint.rulebook.profiles.policy import Policy
    from barpoint.rulebook.profiles.presets import preset

    policy = preset("IBF Backgammon").policy()
    assert isinstance(policy, Policy)
    assert PreferenceMethod.BY_ROLL in policy.preferences.values()


SEATS = (
    PreferenceTopic("seat", PreferenceMethod.BY_ROLL),
    PreferenceTopic("direction", PreferenceMethod.BY_ROLL),
    PreferenceTopic("board", PreferenceMethod.BY_ROLL),
)


@pytest.mark.clause("usbgf:3.3a", "usbgf:3.3d")
def test_every_clash_is_named_before_the_match() -> None:
    white = {"seat": "left", "direction": "right-hand home", "board": "Ann's"}
    black = {"seat": "left", "direction": "right-hand home", "board": "Bob's"}
    assert clashes(SEATS, {WHITE: white, BLACK: black}) == ("board",)
    assert clashes(SEATS, {WHITE: white, BLACK: {}}) == ()


@pytest.mark.clause("usbgf:3.3b", "usbgf:3.3d")
def test_one_roll_decides_everything_on_the_list() -> None:
    wishes = {
        WHITE: {"seat": "left", "direction": "clockwise", "board": "Ann's"},
        BLACK: {"seat": "left", "direction": "anticlockwise", "board": "Bob's"},
    }
    assert settle_all(SEATS, wishes) == RollNeeded("direction, board")
    settled = settle_all(SEATS, wishes, [((3, 6), (5, 3))])
    assert not isinstance(settled, RollNeeded)
    assert {name: found.white for name, found in settled.items()} == {
        "seat": "left",
        "direction": "clockwise",
        "board": "Ann's",
    }


dice = st.tuples(st.integers(1, 6), st.integers(1, 6))


@given(st.lists(st.tuples(dice, dice), max_size=4))
@pytest.mark.clause("usbgf:3.3b", "usbgf:3.3c")
def test_high_dice_treat_both_sides_alike(rolls: list[tuple[tuple[int, int], tuple[int, int]]]) -> None:
    winner = high_dice(rolls)
    swapped = high_dice([(black, white) for white, black in rolls])
    assert swapped is (None if winner is None else winner.other)


def seated(reserved: tuple[str, ...] = ()) -> Table:
    """A match whose players settled on no clock."""
    table = Table.__new__(Table)
    from barpoint.match.state import new_match

    table.state, table.log, table.states = new_match(match_format("usbgf")), [], [None]
    table.do(c.StartMatch(at=0, white=("Ann",), black=("Bob",), terms={"clock": "none"}, reserved=reserved))
    return table


@pytest.mark.clause("usbgf:1.7.1b", "usbgf:1.7.1.3", "usbgf:1.7.1.2c")
def test_what_was_settled_changes_only_by_agreement_and_with_a_new_game() -> None:
    table = seated().opening(6, 1)
    agreed = c.ChangeTerms(at=0, side=WHITE, terms={"clock": "standard"}, agreed=True)
    assert table.no(agreed) == MatchCode.GAME_RUNNING
    table.do(c.ForfeitGame(at=0, by="TD", side=WHITE))
    assert table.no(c.ChangeTerms(at=0, side=WHITE, terms={"clock": "standard"})) == MatchCode.TERMS_NEED_BOTH
    table.do(agreed)
    assert table.state.terms == {"clock": "standard"}


@pytest.mark.clause("usbgf:1.7.1.2b")
@pytest.mark.parametrize("side", [WHITE, BLACK])
def test_a_preference_given_up_on_condition_may_be_imposed_later_by_either(side: Side) -> None:
    table = seated(("clock",)).won_by(WHITE)
    table.do(c.ChangeTerms(at=0, side=side, terms={"clock": "standard"}))
    assert (table.state.terms, table.state.reserved) == ({"clock": "standard"}, ())
    assert table.no(c.ChangeTerms(at=0, side=side, terms={"clock": "none"})) == MatchCode.TERMS_NEED_BOTH


@pytest.mark.clause("usbgf:1.7.1.6", "usbgf:1.7.1.1")
def test_an_official_imposes_at_any_time_and_the_players_cannot_agree_otherwise() -> None:
    table = seated(("clock",)).opening(6, 1)
    table.do(c.ImposeTerms(at=0, by="TD", terms={"clock": "standard"}, reason="slow play"))
    assert table.state.terms == {"clock": "standard"}
    table.do(c.ForfeitGame(at=0, by="TD", side=WHITE))
    agreed = c.ChangeTerms(at=0, side=WHITE, terms={"clock": "none"}, agreed=True)
    assert table.no(agreed) == MatchCode.TERMS_IMPOSED
    table.do(c.ImposeTerms(at=0, by="TD", free=("clock",)))
    table.do(agreed)
    assert table.state.terms == {"clock": "none"}
    assert table.no(c.ImposeTerms(at=0, by="TD")) == MatchCode.NOTHING_TO_CORRECT


@pytest.mark.clause("usbgf:1.7.1.4b", "usbgf:1.7.1.2c")
def test_conditions_that_were_accepted_bind_until_both_change_them() -> None:
    table = seated().won_by(WHITE)
    generous, tight = {"clock": "3 minutes a point, 15 seconds"}, {"clock": "2 minutes a point, 12 seconds"}
    (noted,) = table.do(c.ChangeTerms(at=5, side=WHITE, terms=generous, agreed=True, person="Ann"))
    assert (noted.at, noted.person) == (5, "Ann")
    assert table.no(c.ChangeTerms(at=6, side=BLACK, terms=tight)) == MatchCode.TERMS_NEED_BOTH
    assert table.state.terms == generous


@pytest.mark.clause("ibf:3.5")
def test_two_who_wish_for_the_same_colour_roll_for_it() -> None:
    colours = PreferenceTopic("colours", PreferenceMethod.BY_ROLL, apart=True)
    same = {WHITE: "White", BLACK: "white"}
    assert settle(colours, same) == RollNeeded("colours")
    assert settle(colours, same, [((3, 3), (1, 5)), ((2, 1), (6, 1))]) == SettledPreference(
        "the other", "white", "rolled by black"
    )
    assert settle(colours, {WHITE: "white", BLACK: "black"}) == SettledPreference("white", "black", "agreed")
    assert settle(colours, {BLACK: "black"}) == SettledPreference("the other", "black", "agreed")
    assert settle(colours, {}) == SettledPreference("", "", "agreed")

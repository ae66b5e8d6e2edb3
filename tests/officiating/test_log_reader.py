"""Facts read from a match log: rolls, turns, clocks, illegal plays; and judged without being asked."""

import pytest

from barpoint.match import commands as c
from barpoint.match.snapshot import encode_game
from barpoint.officiating.answer import Ruling
from barpoint.officiating.judgement import judge
from barpoint.officiating.log_facts import facts_from
from barpoint.officiating.log_reader import (
    clock_shown,
    last_illegal_play,
    rolls,
    side_on_turn,
    state_at,
    turns_text,
)
from barpoint.officiating.remedy import PlayAgain, RestoreVersion
from barpoint.rulebook.profiles.presets import preset
from tests.match.match_table import (
    BLACK,
    RECORDED,
    WHITE,
    Table,
    match_format,
)


def table(book: str = "usbgf") -> Table:
    """White has played 3-1, Black a 6-4 with a five in it."""
    return Table.under(book, RECORDED).opening(3, 1).play(WHITE, (8, 5), (6, 5)).roll(BLACK, 6, 4)


def test_who_rolled_what_and_whose_turn_it_was() -> None:
    at = table()
    found = rolls(at.log, len(at.log))
    assert [(one.side, one.dice) for one in found] == [(WHITE, (3, 1)), (BLACK, (6, 4))]
    assert side_on_turn(at.log, found[0].version) is WHITE
    assert side_on_turn(at.log, len(at.log)) is BLACK
    assert side_on_turn(at.log, 1) is None
    assert turns_text(at.log, len(at.log)) == "white 31 8/5 6/5; black 64"


def test_an_invalid_roll_is_on_record_and_does_not_count_as_a_turn() -> None:
    at = Table.under("usbgf", RECORDED).opening(3, 1).play(WHITE, (8, 5), (6, 5))
    at.do(c.SpoilRoll(at=at.state.at, side=BLACK))
    assert [one.dice for one in rolls(at.log, len(at.log))] == [(3, 1), None]
    assert facts_from("setup_error", at.log, len(at.log))["rolls"] == 1


def test_the_illegal_play_is_found_with_the_version_before_it_and_how_far_play_has_gone() -> None:
    at = table()
    before = len(at.log)
    at.do(c.PlayCheckers(at=at.state.at, side=BLACK, hops=((24, 18), (13, 8))))
    stages = [last_illegal_play(at.log, len(at.log))]
    at.do(c.EndTurn(at=at.state.at, side=BLACK))
    stages.append(last_illegal_play(at.log, len(at.log)))
    at.double(WHITE).take(BLACK)
    stages.append(last_illegal_play(at.log, len(at.log)))
    at.roll(WHITE, 2, 1)
    stages.append(last_illegal_play(at.log, len(at.log)))
    at.play(WHITE, (24, 22), (6, 5))
    stages.append(last_illegal_play(at.log, len(at.log)))
    at.double(BLACK)
    stages.append(last_illegal_play(at.log, len(at.log)))
    assert [one and (one.version, one.side, one.stage) for one in stages] == [
        (before, BLACK, "still_moving"),
        (before, BLACK, "turn_ended"),
        (before, BLACK, "opponent_doubled"),
        (before, BLACK, "opponent_rolled"),
        (before, BLACK, "opponent_played"),
        (before, BLACK, "offender_doubled"),
    ]


def test_a_play_made_anew_before_the_turn_ends_is_not_an_illegal_play() -> None:
    at = table()
    at.do(c.PlayCheckers(at=at.state.at, side=BLACK, hops=((24, 18), (13, 8))))
    at.play(BLACK, (24, 18), (13, 9))
    assert last_illegal_play(at.log, len(at.log)) is None
    assert turns_text(at.log, len(at.log)) == "white 31 8/5 6/5; black 64 24/18 13/9"


@pytest.mark.parametrize("book", ["usbgf", "guide", "bws", "ibf"])
def test_an_illegal_play_in_a_log_is_ruled_on_without_a_question(book: str) -> None:
    at = table(book)
    before = len(at.log)
    at.play(BLACK, (24, 18), (13, 8))
    facts = facts_from("illegal_play", at.log, len(at.log))
    profile = preset({"usbgf": "USBGF Open", "guide": "Club (2014 guide)", "bws": "BWS", "ibf": "IBF Backgammon"}[book])
    found = judge("illegal_play", facts, profile)
    assert isinstance(found, Ruling)
    offered = found.remedies or found.options[1].remedies
    assert offered == (RestoreVersion(before), PlayAgain(BLACK))


def test_what_was_taken_back_is_not_in_the_facts() -> None:
    at = table()
    before = len(at.log)
    at.play(BLACK, (24, 18), (13, 8))
    game = at.states[before]
    assert game is not None
    at.do(c.RestoreGame(at=at.state.at, by="TD", version=before, game=encode_game(game)))
    assert last_illegal_play(at.log, len(at.log)) is None
    assert turns_text(at.log, len(at.log)) == "white 31 8/5 6/5; black 64"


def test_a_wrong_setup_asks_only_what_the_log_cannot_know() -> None:
    at = table()
    facts = facts_from("setup_error", at.log, len(at.log))
    assert facts["version"] == len(at.log)
    assert (facts["rolls"], facts["starter_turns"], facts["moves_white"], facts["moves_black"]) == (2, 1, 1, 0)
    began = "x 24:2 13:4 8:4 6:5 | o 24:2 13:5 8:3 6:5"
    found = judge("setup_error", facts | {"began": began}, preset("USBGF Open"))
    assert isinstance(found, Ruling)
    assert RestoreVersion(len(at.log)) in found.remedies


def test_length_score_and_claim_are_read_too() -> None:
    at = Table.under("usbgf", RECORDED).opening(3, 1).play(WHITE, (8, 5), (6, 5)).double(BLACK).drop(WHITE)
    length = facts_from("wrong_length", at.log, len(at.log))
    assert (length["played_to"], length["score_black"], length["when"], length["games"]) == (
        7,
        1,
        "between_games",
        "black 1",
    )
    assert facts_from("score_wrong", at.log, len(at.log))["length"] == 7
    running = table()
    claim = facts_from("claim_disputed", running.log, len(running.log))
    assert claim["on_turn"] == "black"
    assert facts_from("claim_disputed", at.log, len(at.log)) == {}
    assert facts_from("spilt_coffee", at.log, 1) == {}


def test_what_the_clock_showed() -> None:
    timed = Table(match_format("usbgf", RECORDED, clocked=True))
    timed.opening(3, 1)
    shown = clock_shown(timed.log, len(timed.log))
    assert shown is not None
    later = clock_shown(timed.log, len(timed.log), timed.state.at + 42_000)
    assert later == (shown[0] - 30_000, shown[1])  # 12 seconds are free
    with pytest.raises(ValueError, match="expected a moment"):
        clock_shown(timed.log, len(timed.log), -1)
    untimed = Table(match_format("guide", RECORDED, clocked=False))
    assert clock_shown(untimed.log, 1) is None


@pytest.mark.parametrize("version", [0, 10_000])
def test_a_version_the_log_does_not_have_is_refused(version: int) -> None:
    with pytest.raises(ValueError, match="expected a version"):
        state_at(table().log, version)

"""What spectators may say, and spectators nobody wants."""

import pytest

from barpoint.officiating.answer import Appeal, Discretion, PenaltyStep, Ruling
from tests.officiating.answers import (
    ask,
    left_open,
    ruled,
    silent,
)


@pytest.mark.clause("usbgf:1.6.1b", "usbgf:1.6.1c", "usbgf:1.6.1d", "guide:1.3.4a", "guide:1.3.4b", "bws:1.6.1a")
@pytest.mark.parametrize(
    ("what", "when", "in_order"),
    [
        ("score", "between_games", {"usbgf"}),
        ("score", "during_game", set()),
        ("setup", "between_games", {"usbgf"}),
        ("cube_setup", "between_games", {"usbgf"}),
        ("running_clock", "between_games", {"usbgf", "guide"}),
        ("running_clock", "during_game", {"guide"}),
        ("match_length", "before_first_game", {"usbgf"}),
        ("match_length", "between_games", {"usbgf"}),
        ("match_length", "during_game", set()),
        ("illegal_play", "during_game", set()),
        ("comment_on_play", "between_games", set()),
        ("applause", "between_games", {"usbgf"}),
        ("applause", "during_game", set()),
    ],
)
def test_what_a_spectator_may_say_to_the_players(what: str, when: str, in_order: set[str]) -> None:
    found = {book: ask("spectator_spoke", book, what=what, when=when) for book in ("usbgf", "bws", "guide")}
    assert {book for book, one in found.items() if isinstance(one, Ruling) and "was allowed" in one.say} == in_order
    for book, one in found.items():
        if book == "guide" and book not in in_order:  # no sanction is named, and the director's word is final
            assert isinstance(one, Discretion)
            assert one.appeal == Appeal(False, clauses=("guide:1.1.4",))
        elif book not in in_order:
            assert isinstance(one, Ruling)
            step = PenaltyStep.EXPULSION if book == "bws" else PenaltyStep.REMINDER
            assert one.penalties[0].step is step
    assert silent("spectator_spoke", "ibf", "trad")


@pytest.mark.clause("usbgf:1.6.1e", "usbgf:1.6.1f", "bws:1.6.1b")
def test_banter_and_suspicions() -> None:
    assert "allowed" in ruled("spectator_spoke", "usbgf", what="banter", welcome=True).say
    assert "silent" in ruled("spectator_spoke", "usbgf", what="banter", welcome=False).say
    assert ruled("spectator_spoke", "bws", what="cheating").clauses == ("bws:1.6.1b",)
    assert ruled("spectator_spoke", "usbgf", what="cheating").clauses == ("usbgf:1.6.1f",)


@pytest.mark.clause("usbgf:1.6.3", "bws:1.6.1b", "bws:1.6.3", "bws:1.6.4", "bws:1.6.5")
def test_what_may_follow_when_a_spectator_spoke_is_named() -> None:
    usbgf, bws = (ruled("spectator_spoke", book, what="illegal_play", when="during_game") for book in ("usbgf", "bws"))
    expulsion = (PenaltyStep.EXPULSION, True)
    assert [(one.step, one.optional) for one in usbgf.penalties] == [(PenaltyStep.REMINDER, True), expulsion]
    assert [(one.step, one.optional) for one in bws.penalties] == [expulsion]
    assert "usbgf:1.6.3" in usbgf.clauses
    assert "knowingly" in usbgf.notes[0]
    assert "staff" not in bws.say
    assert "only of cheating" in bws.say
    assert {"bws:1.6.1b", "bws:1.6.3", "bws:1.6.4", "bws:1.6.5"} <= set(bws.clauses)


@pytest.mark.clause("usbgf:1.6.4", "bws:1.6.4")
@pytest.mark.parametrize("book", ["usbgf", "bws"])
def test_a_player_may_have_a_spectator_sent_away(book: str) -> None:
    found = left_open("spectator_unwanted", book, asked=True)
    assert [one.name for one in found.usual] == ["bar", "refuse"]
    assert ("without good reason" in found.say) is (book == "usbgf")
    assert silent("spectator_unwanted", "ibf", "guide", "trad")


@pytest.mark.clause("usbgf:1.6.4")
def test_usbgf_the_spectator_is_asked_first() -> None:
    assert "asked" in ruled("spectator_unwanted", "usbgf", asked=False).say


@pytest.mark.clause("bws:1.6.1b", "usbgf:1.6.1f")
def test_bws_a_spectator_may_report_cheating_and_usbgf_wants_it_private() -> None:
    assert "may tell the director" in ruled("spectator_spoke", "bws", what="cheating").say
    assert "in private" in ruled("spectator_spoke", "usbgf", what="cheating").say


@pytest.mark.clause("usbgf:1.6.1b", "usbgf:4.6.3a", "usbgf:4.6.3f", "usbgf:1.6.4")
@pytest.mark.parametrize(
    ("what", "row", "kind"),
    [
        ("score", "usbgf:4.6.3a", "score_wrong"),
        ("match_length", "usbgf:4.8.2a", "wrong_length"),
        ("setup", "usbgf:4.2.1b", "setup_error"),
        ("cube_setup", "usbgf:4.4.1b", "wrong_cube_level"),
        ("running_clock", "usbgf:4.3.3b", "clock_ran_wrongly"),
    ],
)
def test_usbgf_what_a_spectator_pointed_out_is_put_right_by_its_own_rule(what: str, row: str, kind: str) -> None:
    found = ruled("spectator_spoke", "usbgf", what=what, when="between_games")
    assert row in found.clauses
    assert kind in found.say
    assert not found.penalties
    early = ruled("spectator_spoke", "usbgf", what=what, when="during_game")
    assert row in early.clauses
    assert early.penalties

"""Who may see what of a match, and when."""

import pytest

from barpoint.board import Side
from barpoint.match.format.match_format import MINUTE
from barpoint.notation.record.publication import (
    PublicationState,
    Reader,
    RecordAccess,
    record_access,
)
from barpoint.rulebook.catalogue.lookup import clause, param
from barpoint.rulebook.citation import BOOK_IDS

ASKED = (Side.BLACK,)


def seen(reader: Reader, book: str = "guide", **things: object) -> RecordAccess:
    return record_access(PublicationState(book=book, **things), reader)  # type: ignore[arg-type]  # a table's columns


@pytest.mark.clause("ibf:18.4", "usbgf:1.8.2.1a")
@pytest.mark.parametrize("book", BOOK_IDS)
def test_the_players_always_have_their_own_games(book: str) -> None:
    for over in (False, True):
        found = seen(Reader.PLAYER, book, over=over, stopped=True, closed_by=ASKED)
        assert (found.plays, found.copies, found.delay) == (True, True, 0)


@pytest.mark.clause("guide:3.1c", "usbgf:1.1.4.1c")
@pytest.mark.parametrize("book", BOOK_IDS)
def test_officials_may_use_every_record_at_any_time(book: str) -> None:
    assert param("guide:3.1c", "officials_may_use", bool)
    for over in (False, True):
        assert seen(Reader.OFFICIAL, book, over=over, closed_by=ASKED).copies


@pytest.mark.clause("ibf:18.1a", "ibf:18.1b", "ibf:18.2b")
def test_a_match_is_live_if_the_organiser_chose_it_and_nobody_stopped_it() -> None:
    assert seen(Reader.WATCHER, "ibf", streamed=True).plays
    assert not seen(Reader.WATCHER, "ibf").plays
    stopped = seen(Reader.WATCHER, "ibf", streamed=True, stopped=True)
    assert (stopped.plays, stopped.clauses) == (False, ("ibf:18.2b",))
    assert seen(Reader.PUBLIC, "ibf", streamed=True, stopped=True, over=True).plays


@pytest.mark.clause("ibf:18.2a")
def test_a_live_match_is_held_back_by_the_delay_that_was_set() -> None:
    assert param("ibf:18.2a", "required_settings", tuple[str, ...]) == ("delay_min",)
    assert seen(Reader.WATCHER, "ibf", streamed=True, delay_minutes=15).delay == 15 * MINUTE
    assert seen(Reader.WATCHER, "ibf", streamed=True).delay == 0
    assert seen(Reader.WATCHER, "ibf", over=True, delay_minutes=15).delay == 0
    with pytest.raises(ValueError, match="0 minutes or more"):
        PublicationState(book="ibf", delay_minutes=-1)


@pytest.mark.clause("guide:3.1d")
def test_either_player_closes_a_record_but_not_the_result() -> None:
    for asked in ((Side.WHITE,), (Side.BLACK,), tuple(Side)):
        for reader in (Reader.WATCHER, Reader.PUBLIC):
            found = seen(reader, over=True, streamed=True, closed_by=asked)
            assert (found.plays, found.copies, found.result) == (False, False, True)
            assert found.clauses == ("guide:3.1d",)
    assert seen(Reader.PUBLIC, over=True).copies


@pytest.mark.clause("bws:3.9")
def test_in_the_world_series_nobody_can_object_to_a_stream() -> None:
    assert not param("bws:3.9", "opt_out", bool)
    assert seen(Reader.WATCHER, "bws", streamed=True, closed_by=ASKED).plays
    assert seen(Reader.PUBLIC, "bws", over=True, closed_by=ASKED).plays


@pytest.mark.parametrize("book", ["ibf", "usbgf", "trad"])
def test_where_the_book_is_silent_a_request_is_respected(book: str) -> None:
    found = seen(Reader.PUBLIC, book, over=True, closed_by=ASKED)
    assert (found.plays, found.clauses) == (False, ())


@pytest.mark.clause("guide:1.3.5b")
def test_a_watchers_copy_waits_for_the_end_unless_both_agree() -> None:
    assert param("guide:1.3.5b", "consent", str) == "both_players"
    assert not seen(Reader.WATCHER, streamed=True).copies
    assert seen(Reader.WATCHER, streamed=True, copies_agreed=True).copies
    assert seen(Reader.WATCHER, streamed=True, over=True).copies


def test_nothing_is_public_before_the_end_and_every_row_named_exists() -> None:
    assert not seen(Reader.PUBLIC).plays
    for book in BOOK_IDS:
        for reader in Reader:
            for over in (False, True):
                for row in seen(reader, book, over=over, streamed=True).clauses:
                    assert clause(row).id == row
                    assert row.startswith(book)

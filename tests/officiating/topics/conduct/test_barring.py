"""Who is shut out, and who hears of it."""

import pytest

from tests.officiating.answers import left_open


@pytest.mark.clause("bws:1.7.2", "bws:1.7.3", "usbgf:1.6.3")
def test_only_usbgf_asks_whether_help_was_knowingly_taken() -> None:
    assert left_open("spectator_sanction", "usbgf", player_sought=False).forbidden
    found = left_open("spectator_sanction", "bws", player_sought=False)
    assert not found.forbidden
    assert "bws:1.7.2" in found.readings[0].text


@pytest.mark.clause("bws:1.7.5", "bws:1.2.4b")
def test_bws_who_hears_of_disqualifications_and_who_bans_directors() -> None:
    out = left_open("disqualification", "bws", who="white", ground="forbidden aid")
    assert any("bws:1.7.5" in note for note in out.notes)
    assert "does not say by whom" in left_open("director_breach", "bws", proven=True).say


@pytest.mark.clause("ibf:17.1f", "guide:ethics-5")
@pytest.mark.parametrize(("book", "term"), [("ibf", "excluded"), ("guide", "expelled")])
def test_a_player_is_shut_out_in_the_terms_of_the_book(book: str, term: str) -> None:
    assert term in left_open("disqualification", book, who="white", ground="rules or etiquette").say

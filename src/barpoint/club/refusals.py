"""Why a club, a series or a list says no; sentences are in the rule books' `refusals.toml`."""

from enum import StrEnum


class ClubCode(StrEnum):
    """What stands against a step."""

    NAME_IN_USE = "name_in_use"
    NOT_AN_ORGANISER = "not_an_organiser"
    LAST_ORGANISER = "last_organiser"
    SERIES_CLOSED = "series_closed"
    TOO_MANY = "too_many"
    NOT_AN_OFFICER = "not_an_officer"
    LAST_OWNER = "last_owner"
    NO_SUCH_MEMBER = "no_such_member"
    NOT_A_KEEPER = "not_a_keeper"
    LAST_KEEPER = "last_keeper"
    NO_SUCH_ROW = "no_such_row"
    CLUB_LINK_WRONG = "club_link_wrong"
    NO_SUCH_ACCOUNT = "no_such_account"

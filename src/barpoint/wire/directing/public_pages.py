"""What a tournament's public pages show beside its sheets and standings: who meets whom, and what was posted."""

import msgspec

from barpoint.tournament.desk import DeskStage


class OpenMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match that is played or can be: who meets whom, where and when."""

    contest: str
    contest_name: str
    pairing: str
    bracket: str
    round: int
    length: int | None
    home: str
    away: str
    hall: str
    table: str
    stage: DeskStage
    due: int | None
    since: int | None
    reasons: tuple[str, ...] = ()  # why these two meet
    entrants: tuple[str, str] = ("", "")  # entries of both


class EntrantRating(msgspec.Struct, frozen=True):
    """What an entry has here in the pool that its event's matches move; a team the mean of its partners."""

    contest: str
    entrant: str
    rating: float
    provisional: bool


class PostedResult(msgspec.Struct, frozen=True, kw_only=True):
    """A match that is over."""

    contest: str
    contest_name: str
    pairing: str
    bracket: str
    round: int
    length: int | None
    home: str  # entries
    away: str
    home_name: str
    away_name: str
    winner: str  # an entry; "": nobody has won
    score: tuple[int, int]  # the winner's points first
    forfeited: bool
    drawn: bool
    both_lost: bool
    at: int
    board: str  # where it was played on this server: /match/ID

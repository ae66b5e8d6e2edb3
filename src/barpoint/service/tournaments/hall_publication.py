"""What of a match in a hall others may see, and when: the organiser's words and players' wishes, put to the books.

A board of an online event has a room of its own, which knows all of it (`people.spectators`).
"""

from barpoint.board import SIDES
from barpoint.match.format import MINUTE
from barpoint.notation.record import PublicationState, Reader, RecordAccess, record_access
from barpoint.tournament import Contest, Fixture, Tournament
from barpoint.tournament.desk import broadcast_of, restricted_by


def hall_access(state: Tournament, contest: Contest, fixture: Fixture, reader: Reader, *, over: bool) -> RecordAccess:
    """What `reader` has of the match; home plays White. Nobody else has a record of a table not chosen for it."""
    broadcast = broadcast_of(state, contest, fixture)
    closing = restricted_by(state, contest, fixture)
    standing = PublicationState(
        book=contest.book,
        over=over,
        streamed=broadcast.live,
        delay_minutes=broadcast.delay // MINUTE,
        stopped=broadcast.stopped,
        closed_by=tuple(side for side, entrant in zip(SIDES, fixture.pair, strict=True) if entrant in closing),
        copies_agreed=contest.book != "guide",  # no other book speaks of copies
    )
    if reader is Reader.PUBLIC and over and not broadcast.recorded:
        return RecordAccess(plays=False, copies=False)
    return record_access(standing, reader)

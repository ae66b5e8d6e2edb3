"""Whether an event can be read by this version: what the server would set aside, looked for beforehand."""

from collections.abc import Callable
from functools import cache

import msgspec

Read = Callable[[bytes], object]


@cache
def _readers() -> dict[str, Read]:
    """How the events of each kind of stream are read."""
    from barpoint.match.events import decode as match_event
    from barpoint.officiating.cases.events import decode_event as case_event
    from barpoint.service.dice.dice_events import decode_dice
    from barpoint.service.officials.inquiries import AnyInquiryEvent
    from barpoint.service.people.lobby import AnyChallengeEvent
    from barpoint.service.play.room_events import decode_room_event
    from barpoint.tournament.events import decode as tournament_event

    return {
        "match": match_event,
        "room": decode_room_event,
        "dice": decode_dice,
        "challenge": msgspec.json.Decoder(AnyChallengeEvent).decode,
        "inquiry": msgspec.json.Decoder(AnyInquiryEvent).decode,
        "tournament": tournament_event,
        "case": case_event,
    }


def unreadable(stream: str, data: bytes) -> str:
    """Why an event of a stream cannot be read; empty if it can, or nobody here reads such streams."""
    read = _readers().get(stream.partition(":")[0])
    if read is None:
        return ""
    try:
        read(data)
    except (ValueError, TypeError) as failed:
        return str(failed)[:120]
    return ""

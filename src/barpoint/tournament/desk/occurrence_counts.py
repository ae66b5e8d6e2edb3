"""What was counted for each side of a match, and of what the book reminds the desk.

Where a book counts breaks, those beyond what a match of its length has, and those that lasted too long, are counted as
well: ibf's arbiter warns of the first and forfeits at the second (ibf:3.10, 3.11a, 3.11b); under bws they bring points
like a late start (bws:2.2.4f), and so they do by the guide (guide:2.2.6d).

A reminder stands as long as the side has had no warning or penalty in this match since the last time.
"""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from barpoint.rulebook.tariff import CountedBreaks
from barpoint.tournament.desk.timing import people_of
from barpoint.tournament.desk_record import DeskRecord, NotedOccurrence, Occurrence
from barpoint.tournament.state import Contest, MatchPenalty

_REPEATED: Final = 2
_REMINDS: Final[dict[tuple[Occurrence, str], tuple[str, int]]] = {
    (Occurrence.ILLEGAL_PLAY, "usbgf"): ("usbgf:4.2.3.4a", _REPEATED),
    (Occurrence.ILLEGAL_PLAY, "bws"): ("bws:4.2.3.4", _REPEATED),
    (Occurrence.ILLEGAL_PLAY, "ibf"): ("ibf:17.2", _REPEATED),
    (Occurrence.SLOW_PLAY, "usbgf"): ("usbgf:2.3.1a", 1),
    (Occurrence.SLOW_PLAY, "bws"): ("bws:2.3.1a", 1),
    (Occurrence.SLOW_PLAY, "guide"): ("guide:5.10c", 1),
    (Occurrence.SLOW_PLAY, "ibf"): ("ibf:17.2", 1),
}
"""The row that says what follows, and from how many times on."""
_BREAKS_ELSEWHERE: Final = {"bws": "bws:2.2.4f", "guide": "guide:2.2.6d"}


class OccurrenceCount(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How often something was noted of a side; `reminds` is the row the desk is reminded of."""

    entrant: str
    what: str  # an `Occurrence`, or break_beyond, break_overrun
    times: int
    last: int
    first: str = ""  # who picks new dice first, by the last change
    reminds: str = ""


def occurrence_counts(
    contest: Contest, match: DeskRecord, penalties: Iterable[MatchPenalty]
) -> tuple[OccurrenceCount, ...]:
    """The counts of a match, side by side, in the order in which things were first noted."""
    given = tuple(penalties)
    groups: dict[tuple[str, Occurrence], list[NotedOccurrence]] = {}
    for noted in match.occurrences:
        groups.setdefault((noted.entrant, noted.what), []).append(noted)
    noted_counts = tuple(
        OccurrenceCount(
            entrant=entrant,
            what=what.value,
            times=len(times),
            last=times[-1].at,
            first=times[-1].first,
            reminds=_reminder(contest, entrant, times, given),
        )
        for (entrant, what), times in groups.items()
    )
    return (*noted_counts, *_break_counts(contest, match, given))


def _reminder(contest: Contest, entrant: str, times: list[NotedOccurrence], penalties: tuple[MatchPenalty, ...]) -> str:
    row, least = _REMINDS.get((times[-1].what, contest.book), ("", 0))
    people = people_of(contest, entrant)
    answered = any(one.player in people and one.at >= times[-1].at and not one.for_delay for one in penalties)
    return row if row and len(times) >= least and not answered else ""


def _break_counts(
    contest: Contest, match: DeskRecord, penalties: tuple[MatchPenalty, ...]
) -> Iterator[OccurrenceCount]:
    """Breaks that the book does not provide for, and those that were too long."""
    allowed = contest.profile.allowance(match.length or None)
    if allowed is None or allowed.count is None:
        return
    for entrant in match.players:
        taken = [pause for pause in match.breaks if pause.entrant == entrant]
        begun = [pause for pause in match.on_break if pause.entrant == entrant]
        counted, beyond, longer = CountedBreaks(allowed), [], []
        for pause in taken:
            lasted = pause.end - pause.start
            after = counted.away(lasted, pause.breaks or None)
            if counted.is_beyond(pause.breaks):
                beyond.append(pause.start)
            if lasted > allowed.duration * max(1, after.used - counted.used):
                longer.append(pause.end)
            counted = after
        beyond += [pause.start for pause in begun if counted.is_beyond(pause.breaks)]
        for what, moments in (("break_beyond", beyond), ("break_overrun", longer)):
            if moments:
                yield OccurrenceCount(
                    entrant=entrant,
                    what=what,
                    times=len(moments),
                    last=moments[-1],
                    reminds=_break_reminder(contest, entrant, moments, penalties),
                )


def _break_reminder(contest: Contest, entrant: str, moments: list[int], penalties: tuple[MatchPenalty, ...]) -> str:
    """What the book has for it: under ibf a warning, and after one the forfeit."""
    if contest.book != "ibf":
        return _BREAKS_ELSEWHERE.get(contest.book, "")
    people = people_of(contest, entrant)
    warned = [one.at for one in penalties if one.player in people and not one.for_delay]
    if any(at >= moments[-1] for at in warned):
        return ""
    return "ibf:3.11b" if any(at >= moments[0] for at in warned) else "ibf:3.11a"

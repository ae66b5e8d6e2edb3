"""The delay of a match so far: `officiating.match_delays` as a kind, a table with the time of every threshold."""

import re
from dataclasses import replace
from typing import Final

from barpoint.board import Side
from barpoint.officiating.answer import Consequences, JudgeAnswer, Reading
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.match_delays import Absence, AbsenceCause, DelayLedger, DelayRow, delay_ledger
from barpoint.officiating.phrases import quantity, side_name, time_of_day, time_text
from barpoint.officiating.remedy import Instruct
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.clock.lateness import GUIDE_SCALE, LENGTH

_TIME: Final = r"(\d{1,2}):(\d\d)(?::(\d\d))?"
_ABSENCE: Final = re.compile(rf"(white|black)\s+(start|resume|break)\s+{_TIME}(?:\s*(?:-|to)?\s*{_TIME})?")
_DAY: Final = 86_400_000


@incident(
    "delay_so_far",
    "How much delay has each player caused so far?",
    words=("delay so far", "who has how much break time left", "still away", "delay table"),
    questions=(
        LENGTH,
        Question("started", "When did play really begin?", FactType.MOMENT),
        Question("absences", "The absences: 'white start 14:00 14:08; black break 15:10 15:22; white break 16:00'",
                 FactType.TEXT),
        Question("now", "What time is it?", FactType.MOMENT),
    ),
    clauses={
        "usbgf": ("usbgf:2.2.2c", "usbgf:2.2.2e", "usbgf:2.2.4a", "usbgf:2.2.4b", "usbgf:2.2.4c", "usbgf:2.2.4d"),
        "bws": ("bws:2.2.2a", "bws:2.2.4a", "bws:2.2.4b", "bws:2.2.4c", "bws:2.2.4f"),
        "guide": ("guide:2.2.5d", "guide:2.2.6b", "guide:2.2.6d"),
    },
)  # fmt: skip
def delay_so_far(q: Inquiry) -> JudgeAnswer:
    """A table of every absence, each player's total, and what comes next at which time."""
    length, started = q.need("length"), q.need("started")
    now = q.moment_after("now", started)
    absences = _read_absences(q, started)
    try:
        ledger = delay_ledger(q.profile, length, absences, started=started, now=now)
    except ValueError as wrong:
        raise q.wrong("absences", str(wrong)) from None
    white, black = ledger.players
    say = " ".join(
        f"{side_name(one.side)}: {time_text(one.delay)} of delay, {quantity(one.points, 'penalty point')}"
        + (", and the match is forfeited." if one.forfeited else ".")
        for one in ledger.players
    )
    notes: tuple[str | Reading, ...] = tuple(_lines(ledger))
    figures = Consequences(
        delay=(white.delay, black.delay),
        delay_points=(white.points, black.points),
        thresholds=(*white.thresholds, *black.thresholds),
    )
    if q.book == "guide":
        return q.discretion(
            f"Delay has to cost penalty points, and how many the director decides: this book has no scale. By the one "
            f"of usbgf: {say}",
            clauses=q.kind.clauses[q.book],
            factors=("how late", "the event's posted rules"),
            forbidden=("leaving the points out because the opponent does not mind (guide:2.2.5d)",),
            appeal=appeal(q),
            notes=(*notes, GUIDE_SCALE),
            then=figures,
        )
    return q.ruling(
        say,
        clauses=q.kind.clauses[q.book],
        remedies=(Instruct("Keep the table on the score sheet."),),
        appeal=appeal(q),
        notes=notes,
        then=replace(figures, winner=_winner(ledger)),
    )


def _winner(ledger: DelayLedger) -> str:
    lost = [one.side for one in ledger.players if one.forfeited]
    return "nobody" if len(lost) == len(Side) else lost[0].other.value if lost else ""


def _lines(ledger: DelayLedger) -> list[str]:
    lines = [
        f"{side_name(row.absence.side)}, {row.absence.cause.value} {time_of_day(row.absence.since)}"
        f"{'' if row.absence.until is None else f' to {time_of_day(row.absence.until)}'}: {time_text(row.lasted)}, "
        f"{time_text(row.delay)} of it delay; {_so_far(ledger, row)}"
        + ("; still away." if row.absence.until is None else ".")
        for row in ledger.rows
    ]
    for one in ledger.players:
        if one.break_time_left is not None:
            lines.append(f"{side_name(one.side)} has {time_text(one.break_time_left)} of break time now.")
        if one.breaks_left is not None:
            lines.append(f"{side_name(one.side)} has {quantity(one.breaks_left, 'break')} left.")
    return lines


def _so_far(ledger: DelayLedger, row: DelayRow) -> str:
    """Where a player stands after an absence: bws adds up the points and not the delays (bws:2.2.4f)."""
    points = quantity(row.points, "point")
    return f"{points} in all" if ledger.book == "bws" else f"{time_text(row.delay_in_all)} in all, {points}"


def _read_absences(q: Inquiry, started: int) -> list[Absence]:
    absences = []
    for part in filter(None, (piece.strip() for piece in str(q.need("absences")).lower().split(";"))):
        fields = _ABSENCE.fullmatch(part)
        if fields is None:
            raise q.wrong("absences", f"expected an absence such as 'white break 15:10 15:22', not {part!r}")
        since = _moment(fields, 3, started - _DAY // 2)
        until = None if fields[6] is None else _moment(fields, 6, since)
        absences.append(Absence(Side(fields[1]), AbsenceCause(fields[2]), since, until))
    return absences


def _moment(fields: re.Match[str], first: int, earlier: int) -> int:
    """A time of day not before another one: past midnight it is that of the next day."""
    hours, minutes, seconds = (int(fields[first + place] or 0) for place in range(3))
    moment = ((hours * 60 + minutes) * 60 + seconds) * 1000
    return moment + _DAY if moment < earlier else moment

"""Cases about time and the delay ledger of their match: a ruling adds its absence, and the next case reads it back.

Moments of a case are times of day, those of a ledger lie on any scale; `midnight` is where the day begins on it. What
the desk has noted itself is not counted again.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from barpoint.board import Side
from barpoint.officiating.facts import Facts, FactValue
from barpoint.officiating.match_delays import Absence, AbsenceCause, DelayLedger, DelayRow
from barpoint.rulebook.tariff import tacit_break

_DAY: Final = 86_400_000
_MINUTE: Final = 60_000
_ABOUT: Final = {
    "late_start": (AbsenceCause.START, AbsenceCause.RESUME),
    "break_overrun": (AbsenceCause.BREAK,),
    "left_board": (AbsenceCause.BREAK,),
    "both_left": (AbsenceCause.BREAK,),
}
TIME_KINDS: Final = (*_ABOUT, "break_request")
_MOMENTS: Final = ("due", "ready_white", "ready_black", "break_start", "break_end", "started")


def ruled_absences(kind: str, facts: Facts, *, midnight: int = 0) -> tuple[Absence, ...]:
    """The absences a ruling rests on; none where its times were not told."""
    if kind == "both_left":
        return tuple(_both_away(facts, midnight))
    return tuple(_absences(kind, facts, midnight)) if kind in _ABOUT else ()


def _both_away(facts: Facts, midnight: int) -> Iterator[Absence]:
    """The break that was called, and the one the other player is taken to have called (usbgf:2.2.2m)."""
    told = [facts.get(key) for key in ("called", "caller_back", "other_back")]
    if facts.get("caller") not in ("white", "black") or None in told:
        return
    caller, (called, back, other) = Side(str(facts["caller"])), (int(time or 0) for time in told)
    back, other = (time + _DAY if time + _DAY // 2 < called else time for time in (back, other))
    own = tacit_break(called, back, other, caller_waiting=bool(facts.get("waiting")))
    for side, away in ((caller, (called, back)), (caller.other, own)):
        if away is not None and away[1] > away[0]:
            yield Absence(side, AbsenceCause.BREAK, midnight + away[0], midnight + away[1], ruled=True)


def _absences(kind: str, facts: Facts, midnight: int) -> Iterator[Absence]:
    late = kind == "late_start"
    who = str(facts.get("who", ""))
    for side in Side:
        since = facts.get("due" if late else "break_start")
        until = facts.get(f"ready_{side.value}" if late else "break_end")
        if who not in (side.value, "both") or since is None or until is None:
            continue
        cause = AbsenceCause.BREAK
        if late:
            cause = AbsenceCause.RESUME if facts.get("resuming") else AbsenceCause.START
        begins, ends = int(since), int(until)
        ends = ends + _DAY if ends + _DAY // 2 < begins else ends  # past midnight
        if ends > begins:
            yield Absence(side, cause, midnight + begins, midnight + ends, int(facts.get("breaks", 0)), ruled=True)


def with_ruled(noted: Iterable[Absence], ruled: Iterable[Absence]) -> tuple[Absence, ...]:
    """What the desk has noted, with what of it was ruled on, and what was ruled that it has not noted."""
    absences = list(noted)
    for absence in ruled:
        place = next((number for number, other in enumerate(absences) if _same(absence, other)), None)
        if place is None:
            absences.append(absence)
        else:
            absences[place] = replace(absences[place], ruled=True)
    return tuple(absences)


def _same(one: Absence, other: Absence) -> bool:
    """Whether two are the same absence: a match starts once; others overlap, or last alike by clocks that differ."""
    if (one.side, one.cause) != (other.side, other.cause):
        return False
    if one.cause is AbsenceCause.START or one.until is None or other.until is None:
        return True
    alike = abs((one.until - one.since) - (other.until - other.since)) < _MINUTE
    return alike or (one.since < other.until and other.since < one.until)


def delay_facts(ledger: DelayLedger, kind: str, facts: Facts, *, midnight: int | None = 0) -> dict[str, FactValue]:
    """What a case about time need not ask: length, delay before, breaks and break time used, and its own times.

    Without a `midnight` nobody knows the hours of the hall, and no times of day are told.
    """
    known = _known(ledger, kind, facts, midnight or 0)
    return {key: value for key, value in known.items() if midnight is not None or key not in _MOMENTS}


def _known(ledger: DelayLedger, kind: str, facts: Facts, midnight: int) -> dict[str, FactValue]:
    known: dict[str, FactValue] = {"length": ledger.length}
    own = {side: _own(ledger, kind, side) for side in Side}
    for player in ledger.players:
        row = own[player.side]
        known[f"charged_{player.side.value}"] = player.delay - (0 if row is None else row.delay)
    if kind == "late_start":
        return known | _start(own, ledger, midnight)
    if kind == "both_left":
        for side in Side:
            breaks = _breaks(ledger, side, own, midnight)
            known |= {key: breaks[key] for key in ("started",) if key in breaks}
            known |= {f"drawn_{side.value}": breaks["drawn"]} if "drawn" in breaks else {}
        return known
    who = facts.get("who")
    return known if who not in ("white", "black") else known | _breaks(ledger, Side(str(who)), own, midnight)


def _own(ledger: DelayLedger, kind: str, side: Side) -> DelayRow | None:
    """The absence a case is about: the side's last, if it is of the case's sort and nobody has ruled on it."""
    rows = [row for row in ledger.rows if row.absence.side is side]
    last = rows[-1].absence if rows else None
    is_own = last is not None and not last.ruled and last.cause in _ABOUT.get(kind, ())
    return rows[-1] if is_own else None


def _start(own: dict[Side, DelayRow | None], ledger: DelayLedger, midnight: int) -> dict[str, FactValue]:
    known: dict[str, FactValue] = {}
    for side, row in own.items():
        if row is not None:
            until = ledger.now if row.absence.until is None else row.absence.until
            known["due"] = row.absence.since - midnight
            known[f"ready_{side.value}"] = until - midnight
            known["resuming"] = row.absence.cause is AbsenceCause.RESUME
    return known


def _breaks(ledger: DelayLedger, side: Side, own: dict[Side, DelayRow | None], midnight: int) -> dict[str, FactValue]:
    player, row = ledger.players[side.place], own[side]
    rows = [each for each in ledger.rows if each.absence.side is side]
    earlier = rows[: rows.index(row)] if row is not None else rows
    last = earlier[-1] if earlier else None
    known: dict[str, FactValue] = {"used": 0 if last is None else last.breaks_used}
    if row is not None:
        until = ledger.now if row.absence.until is None else row.absence.until
        known |= {"break_start": row.absence.since - midnight, "break_end": until - midnight}
    if player.break_time_since is not None:
        known["started"] = player.break_time_since - midnight
        known["drawn"] = 0 if last is None else last.break_time_used
        known["granted"] = player.break_time_granted
    return known

"""What stands on the closing checklist: matches, money, and the reports a book asks for.

bws wants a report with reasons, straight after the tournament, of entries refused and players moved up
(bws:1.4.3), spectators excluded (bws:1.6.5; not those kept from a match at a player's wish, bws:1.6.4), players out for
aids (bws:1.7.5) and every decision in a dispute
(bws:5.6). A duty stays until its report has been exported.
"""

import msgspec

from barpoint.tournament.money import ledger
from barpoint.tournament.state import Tournament


class Duty(msgspec.Struct, frozen=True, kw_only=True):
    """One report that is due."""

    id: str
    clause: str
    about: str
    reason: str
    exported: bool = False


class ClosingChecklist(msgspec.Struct, frozen=True, kw_only=True):
    """What is left before the tournament can be closed; nothing in it: it can."""

    unfinished: tuple[str, ...]  # events
    prizes: tuple[str, ...]  # events whose prizes are not booked
    accounts: dict[str, int]
    reports: tuple[Duty, ...]

    @property
    def clear(self) -> bool:
        """Whether nothing is left."""
        return not (self.unfinished or self.prizes or self.accounts or self.reports)


def _bws(state: Tournament, contest: str) -> bool:
    current = state.contests.get(contest)
    if current is not None:
        return current.book == "bws"
    return any(other.book == "bws" for other in state.contests.values())


def duties(state: Tournament) -> tuple[Duty, ...]:
    """Every report the books ask for, exported or not."""
    reports: list[tuple[str, str, str, str]] = []
    for contest, entry, reason in state.refused:
        if _bws(state, contest):
            reports.append(("bws:1.4.3", f"refused/{contest}/{entry}", f"{entry} refused in {contest}", reason))
    for contest, entry, to, reason in state.moved_up:
        if _bws(state, contest):
            reports.append(("bws:1.4.3", f"moved/{contest}/{entry}", f"{entry} moved from {contest} to {to}", reason))
    for number, out in enumerate(state.exclusions, 1):
        if _bws(state, out.contest) and (out.aids if out.player else not out.requested_by):
            clause = "bws:1.7.5" if out.player else "bws:1.6.5"
            reports.append((clause, f"excluded/{number}", f"{out.person} excluded", out.reason))
    for case, ruling in state.rulings.items():
        if _bws(state, ruling.contest):
            ruled = f"{ruling.happened + ': ' if ruling.happened else ''}{ruling.ruling}"
            appeal = f" (appeal: {ruling.appeal})" if ruling.appeal else ""
            reports.append(("bws:5.6", f"ruling/{case}", ruled + appeal, ruling.reason))
    return tuple(
        Duty(id=name, clause=clause, about=about, reason=reason, exported=name in state.exported)
        for clause, name, about, reason in reports
    )


def check_closing(state: Tournament) -> ClosingChecklist:
    """What is left to do before the end."""
    return ClosingChecklist(
        unfinished=tuple(name for name, contest in state.contests.items() if contest.finished is None),
        prizes=tuple(
            name
            for name, contest in state.contests.items()
            if not contest.awarded
            and any(state.balances.get(account, 0) for account in ledger.contest_accounts(contest))
        ),
        accounts=ledger.open_accounts(state),
        reports=tuple(duty for duty in duties(state) if not duty.exported),
    )

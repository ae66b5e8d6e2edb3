"""Judging entries: registration, approval, refusal, moves up, late and repeated entries, withdrawal.

Money follows: an approved entry is charged what was published, a withdrawal before the draw gives it back, and
whoever was moved up may go without owing anything (usbgf:1.4.2b).
"""

import msgspec

from barpoint.board import Refusal
from barpoint.tournament import commands as c
from barpoint.tournament import events as e
from barpoint.tournament import money
from barpoint.tournament.decide import drawing
from barpoint.tournament.decide.finding import contest_of, entry_of, told
from barpoint.tournament.draw.events import DrawCode
from barpoint.tournament.evolve import fold
from barpoint.tournament.player import Entry, EntryStatus, Player
from barpoint.tournament.player import entry_of as entry_from
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.staff import Permission, may
from barpoint.tournament.state import Contest, Tournament

Decision = tuple[e.AnyEvent, ...] | Refusal


def register(state: Tournament, command: c.Register) -> Decision:
    """A new entry, pending; staff who admit nothing against it approve it with the same word."""
    contest = contest_of(state, command.contest)
    if isinstance(contest, Refusal):
        return contest
    made = _registered(state, contest, command.players, command, again=command.again)
    if isinstance(made, Refusal):
        return made
    return tuple(made)


def _registered(
    state: Tournament,
    contest: Contest,
    people: tuple[Player, ...],
    command: c.Register | c.ImportEntrants,
    *,
    again: bool = False,
) -> list[e.AnyEvent] | Refusal:
    """The events of one registration."""
    by_staff = may(state.staff.get(command.by, ()), Permission.ADMIT)
    known = tuple(_merged(state.players.get(person.id), person, by_staff=by_staff) for person in people)
    if (refused := _may_register(state, contest, known)) is not None:
        return refused
    number = _entered_before(contest, known)
    if number and not again:
        return Refusal(TournamentCode.ENTRY_EXISTS, {"entry": "+".join(person.id for person in known)})
    if again and (refused := _may_reenter(contest, known, number)) is not None:
        return refused
    base = entry_from(known, number, at=command.at)
    pools = command.side_pools if isinstance(command, c.Register) else ()
    fees = contest.settings.fees
    for pool in pools:
        if fees is None or fees.side_pool(pool) is None:
            return Refusal(TournamentCode.NO_SUCH_POOL, {"pool": pool})
    entry = Entry(
        id=base.id,
        people=base.people,
        name=base.name,
        club=base.club,
        rating=base.rating,
        at=command.at,
        reentry=number,
        concerns=concerns(state, contest, known, base.rating) + _own_word(state, contest, people, by_staff=by_staff),
        side_pools=pools,
    )
    new: list[e.AnyEvent] = [
        told(e.PlayerKnown, command, player=person) for person in known if state.players.get(person.id) != person
    ]
    return [*new, told(e.EntryRegistered, command, entry=entry)]


def _merged(known: Player | None, now: Player, *, by_staff: bool) -> Player:
    """What is told now of a player with what is known.

    Players change nothing the staff know, and a membership is the staff's to enter; nobody lifts a bar.
    """
    if not by_staff:
        now = msgspec.structs.replace(now, member="", member_until="")
    if known is None:
        return now
    first, second = (now, known) if by_staff else (known, now)
    return Player(
        id=now.id,
        name=first.name or second.name,
        club=first.club or second.club,
        rating=first.rating if first.rating is not None else second.rating,
        member=first.member or second.member,
        member_until=first.member_until or second.member_until,
        barred_until=max(now.barred_until, known.barred_until),
        contact=first.contact or second.contact,
    )


def _may_register(state: Tournament, contest: Contest, people: tuple[Player, ...]) -> Refusal | None:
    if contest.published is None:
        return Refusal(TournamentCode.NOT_PUBLISHED, {"contest": contest.settings.id})
    if len(people) != contest.settings.team or len({person.id for person in people}) != len(people):
        return Refusal(TournamentCode.WRONG_TEAM, {"team": contest.settings.team})
    for person in people:
        if person.barred_on(state.date):
            return Refusal(TournamentCode.PLAYER_BARRED, {"player": str(person), "until": person.barred_until})
        if any(out.player and out.person == person.id for out in state.exclusions):
            return Refusal(TournamentCode.PLAYER_EXCLUDED, {"player": str(person)})
    return None


def _entered_before(contest: Contest, people: tuple[Player, ...]) -> int:
    """How many entries these people have had here; a partner of another team counts as the same."""
    names = {person.id for person in people}
    return sum(bool(names & set(entry.people)) for entry in contest.entries.values())


def _may_reenter(contest: Contest, people: tuple[Player, ...], number: int) -> Refusal | None:
    """Again after losing: as often and as long as the event says."""
    rule = contest.settings.reentry
    names = {person.id for person in people}
    mine = {entry.id for entry in contest.entries.values() if names & set(entry.people)}
    still = any(mine & set(each.players) and not each.over for each in contest.fixtures.values())
    latest = max((each.round for each in contest.fixtures.values() if each.result is not None), default=0)
    if not number or number > rule.times or still or latest > rule.until_round:
        return Refusal(TournamentCode.REENTRY_NOT_ALLOWED, {"times": rule.times, "round": rule.until_round})
    return None


def concerns(state: Tournament, contest: Contest, people: tuple[Player, ...], rating: float | None) -> tuple[str, ...]:
    """What stands against an entry, for the director to weigh (guide:2.2.2b)."""
    limits = contest.settings.limits
    found = []
    if limits.membership:
        found += [f"{person} is no member" for person in people if not person.member_on(state.date)]
    known = rating if rating is not None else None
    if limits.highest_rating is not None and (known is None or known > limits.highest_rating):
        found.append("rating unknown" if known is None else f"rating {known:g} is above {limits.highest_rating:g}")
    if limits.lowest_rating is not None and (known is None or known < limits.lowest_rating):
        found.append("rating unknown" if known is None else f"rating {known:g} is below {limits.lowest_rating:g}")
    waiting = [entry for entry in contest.entries.values() if entry.status is EntryStatus.PENDING]
    if limits.field is not None and len(contest.approved) + len(waiting) >= limits.field:
        found.append(f"the field of {limits.field} is full")
    return tuple(dict.fromkeys(found))


def _own_word(state: Tournament, contest: Contest, people: tuple[Player, ...], *, by_staff: bool) -> tuple[str, ...]:
    """A rating that only the player vouches for, where the event has a limit."""
    limits = contest.settings.limits
    if by_staff or (limits.highest_rating is None and limits.lowest_rating is None):
        return ()
    new = [person for person in people if person.id not in state.players and person.rating is not None]
    return tuple(f"the rating of {person} is the player's word" for person in new)


def import_entrants(state: Tournament, command: c.ImportEntrants) -> Decision:
    """Many at once: what nothing stands against is approved, the rest waits for the director."""
    contest = contest_of(state, command.contest)
    if isinstance(contest, Refusal):
        return contest
    found: list[e.AnyEvent] = []
    now = state
    for people in command.entries:
        made = _registered(now, now.contests[command.contest], people, command)
        if isinstance(made, Refusal):
            return made
        now = fold(made, now)
        entry = made[-1].entry if isinstance(made[-1], e.EntryRegistered) else None
        if entry is not None and not entry.concerns:
            accepted = _accepted(now.contests[command.contest], entry, command)
            if isinstance(accepted, Refusal):
                return accepted
            now = fold(accepted, now)
            made += accepted
        found += made
    return tuple(found)


def approve(state: Tournament, command: c.ApproveEntry) -> Decision:
    """The director's word (usbgf:1.4.1a); over a concern it needs a reason (guide:2.2.2b)."""
    found = entry_of(state, command)
    if isinstance(found, Refusal):
        return found
    contest, entry = found
    if entry.status is not EntryStatus.PENDING:
        return Refusal(TournamentCode.ENTRY_DECIDED, {"entry": entry.id, "status": entry.status})
    people = tuple(state.players[person] for person in entry.people)
    if (refused := _may_register(state, contest, people)) is not None:
        return refused
    if entry.concerns and not command.reason:
        return Refusal(TournamentCode.ENTRY_CONCERNS, {"entry": entry.id, "concern": entry.concerns[0]})
    accepted = _accepted(contest, entry, command)
    return accepted if isinstance(accepted, Refusal) else tuple(accepted)


def _accepted(
    contest: Contest, entry: Entry, command: c.ApproveEntry | c.ImportEntrants | c.MoveUp
) -> list[e.AnyEvent] | Refusal:
    """Approved, charged, and in the draw if there is one already.

    Where that is full and play has not begun, a reason lets the entry in for a new draw.
    """
    name = contest.settings.id
    events: list[e.AnyEvent] = [told(e.EntryApproved, command, contest=name, entry=entry.id)]
    events += _charged(contest, entry, command)
    if contest.play is None:
        return events
    late = drawing.enter_late(contest, entry, command)
    if isinstance(late, Refusal):
        redrawn = late.code == DrawCode.NO_PLACE_LEFT and not contest.begun and bool(command.reason)
        return events if redrawn else late
    return [*events, *late]


def _charged(contest: Contest, entry: Entry, command: c.Command) -> list[e.AnyEvent]:
    name = contest.settings.id
    bookings: list[e.AnyEvent] = []
    if lines := money.entry_charge(contest, entry):
        memo = f"entry of {entry} in {contest.settings.title}"
        bookings.append(told(e.MoneyPosted, command, memo=memo, lines=lines, contest=name, entry=entry.id))
    bookings += [side_pool_charge(contest, entry, pool, command) for pool in entry.side_pools]
    return bookings


def side_pool_charge(contest: Contest, entry: Entry, pool: str, command: c.Command) -> e.MoneyPosted:
    """The booking of a side pool that is known."""
    name = contest.settings.id
    side = contest.settings.fees.side_pool(pool) if contest.settings.fees else None
    assert side is not None, "a pool is looked up before it is charged"
    lines = ((money.player_account(entry.people[0]), side.price), (money.side_account(name, pool), -side.price))
    memo = f"side pool {pool} of {entry} in {contest.settings.title}"
    return told(e.MoneyPosted, command, memo=memo, lines=lines, contest=name, entry=entry.id)


def refuse(state: Tournament, command: c.RefuseEntry) -> Decision:
    """Kept out: without a reason to the player, with one for the board where the book asks (bws:1.4.1, 1.4.3)."""
    found = entry_of(state, command)
    if isinstance(found, Refusal):
        return found
    contest, entry = found
    if entry.status is not EntryStatus.PENDING:
        return Refusal(TournamentCode.ENTRY_DECIDED, {"entry": entry.id, "status": entry.status})
    if contest.book == "bws" and not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"clause": "bws:1.4.3", "entry": entry.id})
    refused = told(e.EntryRefused, command, entry=entry.id)
    return (refused,)


def move_up(state: Tournament, command: c.MoveUp) -> Decision:
    """Into a higher division, before the draw; never down (usbgf:1.4.2a, bws:1.4.2)."""
    found = entry_of(state, command)
    if isinstance(found, Refusal):
        return found
    contest, entry = found
    higher = contest_of(state, command.to)
    if isinstance(higher, Refusal):
        return higher
    if higher.settings.level <= contest.settings.level or higher.settings.team != contest.settings.team:
        return Refusal(TournamentCode.NOT_A_HIGHER_DIVISION, {"from": contest.settings.id, "to": command.to})
    if entry.status not in (EntryStatus.PENDING, EntryStatus.APPROVED):
        return Refusal(TournamentCode.ENTRY_DECIDED, {"entry": entry.id, "status": entry.status})
    if contest.play is not None:
        return Refusal(TournamentCode.DRAWN_ALREADY, {"contest": command.contest})
    if contest.book == "bws" and not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"clause": "bws:1.4.3", "entry": entry.id})
    if entry.id in higher.entries:
        return Refusal(TournamentCode.ENTRY_EXISTS, {"entry": entry.id})
    return _moved(state, contest, higher, entry, command)


def _moved(state: Tournament, contest: Contest, higher: Contest, entry: Entry, command: c.MoveUp) -> Decision:
    new = Entry(
        id=entry.id,
        people=entry.people,
        name=entry.name,
        club=entry.club,
        rating=entry.rating,
        at=command.at,
        moved_from=command.contest,
        checked_in=entry.checked_in,
    )
    accepted = _accepted(higher, new, command)
    if isinstance(accepted, Refusal):
        return accepted
    events: list[e.AnyEvent] = [told(e.EntryMovedUp, command, entry=entry.id)]
    if entry.status is EntryStatus.APPROVED:
        events += refunded(state, contest, entry, None, command)
    registered = told(e.EntryRegistered, command, contest=command.to, entry=new)
    return (*events, registered, *accepted)


def withdraw(state: Tournament, command: c.WithdrawEntry) -> Decision:
    """Out, of everything or of one title; refunds as published, or as the director says with a reason."""
    found = entry_of(state, command)
    if isinstance(found, Refusal):
        return found
    contest, entry = found
    if entry.status in (EntryStatus.WITHDRAWN, EntryStatus.REFUSED, EntryStatus.MOVED):
        return Refusal(TournamentCode.ENTRY_DECIDED, {"entry": entry.id, "status": entry.status})
    if command.refund is not None and (command.by in entry.people or not command.reason):
        return Refusal(TournamentCode.WHY_NEEDED, {"entry": entry.id})
    gone: e.AnyEvent = told(e.EntryWithdrawn, command, entry=entry.id)
    plays = contest.play is not None and entry.status is EntryStatus.APPROVED
    out = drawing.leave(contest, entry.id, command.title, command) if plays else ()
    if isinstance(out, Refusal):
        return out
    if command.title != "*" or entry.status is not EntryStatus.APPROVED:
        return (gone, *out)
    untouched = contest.play is None or (bool(entry.moved_from) and not _has_played(contest, entry))
    amount = command.refund if command.refund is not None else (None if untouched else 0)
    return (gone, *out, *refunded(state, contest, entry, amount, command))


def _has_played(contest: Contest, entry: Entry) -> bool:
    return any(entry.id in each.players and each.result is not None for each in contest.fixtures.values())


def refunded(
    state: Tournament, contest: Contest, entry: Entry, amount: int | None, command: c.Command
) -> list[e.AnyEvent]:
    """What goes back: everything the entry was charged, or the amount named."""
    if amount == 0:
        return []
    mine = [each for each in state.bookings if each.contest == contest.settings.id and each.entry == entry.id]
    charged: dict[str, int] = {}
    for booking in mine:
        for account, cents in booking.lines:
            charged[account] = charged.get(account, 0) + cents
    payer = money.player_account(entry.people[0])
    lines = tuple((account, cents) for account, cents in charged.items() if cents and account != payer)
    whole = -sum(cents for _, cents in lines)
    if whole <= 0 and amount is None:
        return []
    back = money.reversed_lines(((payer, whole), *lines), amount)
    memo = f"refund to {entry} in {contest.settings.title}"
    return [told(e.MoneyPosted, command, memo=memo, lines=back, contest=contest.settings.id, entry=entry.id)]


def reinstate(state: Tournament, command: c.ReinstateEntry) -> Decision:
    """A withdrawal undone, with the reason; what was refunded is charged again."""
    found = entry_of(state, command)
    if isinstance(found, Refusal):
        return found
    contest, entry = found
    gone = entry.status is EntryStatus.WITHDRAWN if command.title == "*" else command.title in entry.away
    if not gone:
        return Refusal(TournamentCode.ENTRY_DECIDED, {"entry": entry.id, "status": entry.status})
    if not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"entry": entry.id})
    back = drawing.come_back(contest, entry, command.title, command)
    if isinstance(back, Refusal):
        return back
    returned = told(e.EntryReinstated, command, entry=entry.id)
    refunds = [each for each in state.bookings if each.entry == entry.id and each.memo.startswith("refund")]
    charge: list[e.AnyEvent] = []
    if command.title == "*" and refunds and refunds[-1].contest == command.contest:
        lines = tuple((account, -cents) for account, cents in refunds[-1].lines)
        memo = f"entry of {entry} in {contest.settings.title}"
        charge = [told(e.MoneyPosted, command, memo=memo, lines=lines, entry=entry.id)]
    return (returned, *back, *charge)


def check_in(state: Tournament, command: c.CheckIn) -> Decision:
    """The entrant is there."""
    found = entry_of(state, command)
    if isinstance(found, Refusal):
        return found
    _, entry = found
    if entry.status not in (EntryStatus.PENDING, EntryStatus.APPROVED):
        return Refusal(TournamentCode.ENTRY_DECIDED, {"entry": entry.id, "status": entry.status})
    if entry.checked_in is not None:
        return ()
    return (told(e.CheckedIn, command, entry=entry.id),)


def change_player(state: Tournament, command: c.ChangePlayer) -> Decision:
    """Other data for a player that is known."""
    if command.player.id not in state.players:
        return Refusal(TournamentCode.NO_SUCH_PLAYER, {"player": command.player.id})
    return (told(e.PlayerKnown, command),)

"""Judging entries: registration, approval, refusal, moves up, late and repeated entries, withdrawal.

Money follows: an approved entry is charged what was published, a withdrawal before the draw gives it back, and
whoever was moved up may go without owing anything (usbgf:1.4.2b).
"""

import msgspec

from barpoint.board import Refusal
from barpoint.rulebook.profiles import Division
from barpoint.tournament import commands as c
from barpoint.tournament import events as e
from barpoint.tournament.decide import drawing
from barpoint.tournament.decide.decision import TournamentDecision
from barpoint.tournament.decide.lookup import (
    contest_of,
    entry_of,
)
from barpoint.tournament.draw.events import DrawCode
from barpoint.tournament.evolve.dispatch import fold_tournament
from barpoint.tournament.money import ledger
from barpoint.tournament.player import Entry, EntryStatus, Player, full_field, team_rating
from barpoint.tournament.player import entry_of as entry_from
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.settings import ContestSettings
from barpoint.tournament.staff import Permission, may
from barpoint.tournament.state import Contest, Tournament
from barpoint.tournament.statements import AboutEntry, Statement


def register(state: Tournament, command: c.Register) -> TournamentDecision:
    """A new entry, pending; staff who admit nothing against it approve it with the same word."""
    contest = contest_of(state, command.contest)
    if isinstance(contest, Refusal):
        return contest
    events = _registration(state, contest, command.players, command, again=command.again)
    if isinstance(events, Refusal):
        return events
    return (*events, *_rules_acceptance(state, command))


def _rules_acceptance(state: Tournament, command: c.Register) -> list[e.AnyEvent]:
    """Who accepts the rules with an entry: whoever enters for themselves, or all whom staff enter by a signed form."""
    if not command.accepted:
        return []
    people = [player.id for player in command.players]
    accepting = [command.by] if command.by in people else people
    return [e.RulesAccepted(**command.stamp, person=person) for person in accepting if person not in state.accepted]


def _registration(
    state: Tournament,
    contest: Contest,
    people: tuple[Player, ...],
    command: c.Register | c.ImportEntrants,
    *,
    again: bool = False,
) -> list[e.AnyEvent] | Refusal:
    """The events of one registration."""
    by_staff = may(state.staff.get(command.by, ()), Permission.ADMIT)
    known = tuple(_merge_player(state.players.get(person.id), person, by_staff=by_staff) for person in people)
    if (refused := may_register(state, contest, known)) is not None:
        return refused
    number = _entry_count(contest, known)
    if number and not again:
        return Refusal(TournamentCode.ENTRY_EXISTS, {"entry": _entered(state, contest, known)})
    if again and (refused := _may_reenter(contest, known, number)) is not None:
        return refused
    base = entry_from(known, number, at=command.at, rating_list=contest.settings.rating_list)
    if base.id in contest.entries:  # somebody plays in their place under it
        return Refusal(TournamentCode.ENTRY_EXISTS, {"entry": state.shown_name(base.id, contest)})
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
        e.PlayerKnown(**command.stamp, player=person) for person in known if state.players.get(person.id) != person
    ]
    return [*new, e.EntryRegistered(**command.stamp, contest=command.contest, entry=entry)]


def _merge_player(known: Player | None, now: Player, *, by_staff: bool) -> Player:
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
        listed=known.listed | now.listed,
    )


def may_register(state: Tournament, contest: Contest, people: tuple[Player, ...]) -> Refusal | None:
    """What keeps these people out of an event, whatever the director says; None: nothing."""
    if contest.published is None:
        return Refusal(TournamentCode.NOT_PUBLISHED, {"contest": contest.settings.id})
    if len(people) != contest.settings.team or len({person.id for person in people}) != len(people):
        return Refusal(TournamentCode.WRONG_TEAM, {"team": contest.settings.team})
    for person in people:
        if person.is_barred_on(state.date):
            return Refusal(TournamentCode.PLAYER_BARRED, {"player": str(person), "until": person.barred_until})
        if any(out.player and out.person == person.id for out in state.exclusions):
            return Refusal(TournamentCode.PLAYER_EXCLUDED, {"player": str(person)})
    return None


def _entry_count(contest: Contest, people: tuple[Player, ...]) -> int:
    """How many entries these people have had here; a partner of another team counts as the same."""
    names = {person.id for person in people}
    return sum(bool(names & set(entry.people)) for entry in contest.entries.values())


def _entered(state: Tournament, contest: Contest, people: tuple[Player, ...]) -> str:
    """Which of these people are entered here, by name."""
    entered = {player for entry in contest.entries.values() for player in entry.people}
    return ", ".join(state.shown_name(person.id) for person in people if person.id in entered)


def _may_reenter(contest: Contest, people: tuple[Player, ...], number: int) -> Refusal | None:
    """Again after losing: as often and as long as the event says."""
    rule = contest.settings.reentry
    names = {person.id for person in people}
    mine = {entry.id for entry in contest.entries.values() if names & set(entry.people)}
    still = any(mine & set(fixture.players) and not fixture.over for fixture in contest.fixtures.values())
    latest = max((fixture.round for fixture in contest.fixtures.values() if fixture.result is not None), default=0)
    if not number or number > rule.times or still or latest > rule.until_round:
        return Refusal(TournamentCode.REENTRY_NOT_ALLOWED, {"times": rule.times, "round": rule.until_round})
    return None


def concerns(state: Tournament, contest: Contest, people: tuple[Player, ...], rating: float | None) -> tuple[str, ...]:
    """What stands against an entry, for the director to weigh (guide:2.2.2b)."""
    limits = contest.settings.limits
    objections = []
    if limits.membership:
        objections += [f"{person} is no member" for person in people if not person.is_member_on(state.date)]
    objections += rating_concerns(contest.settings, rating)
    waiting = [entry for entry in contest.entries.values() if entry.status is EntryStatus.PENDING]
    if limits.field is not None and len(contest.active_entries) + len(waiting) >= limits.field:
        objections.append(full_field(limits.field))
    return tuple(dict.fromkeys(objections))


def rating_concerns(settings: ContestSettings, rating: float | None) -> list[str]:
    """What stands against a rating by the limits of an event, and by which list."""
    limits, of_list = settings.limits, f" by {settings.rating_list_title}" if settings.rating_list else ""
    if limits.highest_rating is None and limits.lowest_rating is None:
        return []
    if rating is None:
        return [f"rating unknown{of_list}"]
    words = f"rating {rating:g}{of_list}"
    if limits.highest_rating is not None and rating > limits.highest_rating:
        return [f"{words} is above {limits.highest_rating:g}"]
    if limits.lowest_rating is not None and rating < limits.lowest_rating:
        return [f"{words} is below {limits.lowest_rating:g}"]
    return []


def _own_word(state: Tournament, contest: Contest, people: tuple[Player, ...], *, by_staff: bool) -> tuple[str, ...]:
    """A rating that only the player vouches for, where the event has a limit."""
    limits = contest.settings.limits
    by_list = bool(contest.settings.rating_list)
    if by_staff or by_list or (limits.highest_rating is None and limits.lowest_rating is None):
        return ()
    new = [person for person in people if person.id not in state.players and person.rating is not None]
    return tuple(f"the rating of {person} is the player's word" for person in new)


def import_entrants(state: Tournament, command: c.ImportEntrants) -> TournamentDecision:
    """Many at once: what nothing stands against is approved, the rest waits for the director."""
    contest = contest_of(state, command.contest)
    if isinstance(contest, Refusal):
        return contest
    events: list[e.AnyEvent] = []
    now = state
    for people in command.entries:
        registration = _registration(now, now.contests[command.contest], people, command)
        if isinstance(registration, Refusal):
            return registration
        now = fold_tournament(registration, now)
        entry = registration[-1].entry if isinstance(registration[-1], e.EntryRegistered) else None
        if entry is not None and not entry.concerns:
            accepted = _acceptance(now.contests[command.contest], entry, command)
            if isinstance(accepted, Refusal):
                return accepted
            now = fold_tournament(accepted, now)
            registration += accepted
        events += registration
    return tuple(events)


def _pending_entry(state: Tournament, command: AboutEntry) -> tuple[Contest, Entry] | Refusal:
    lookup = entry_of(state, command)
    if isinstance(lookup, Refusal) or lookup[1].status is EntryStatus.PENDING:
        return lookup
    return Refusal(TournamentCode.ENTRY_DECIDED, {"entry": lookup[1].id, "status": lookup[1].status})


def approve(state: Tournament, command: c.ApproveEntry) -> TournamentDecision:
    """The director's word (usbgf:1.4.1a); over a concern it needs a reason (guide:2.2.2b)."""
    lookup = _pending_entry(state, command)
    if isinstance(lookup, Refusal):
        return lookup
    contest, entry = lookup
    people = tuple(state.players[person] for person in entry.people)
    if (refused := may_register(state, contest, people)) is not None:
        return refused
    standing = contest.standing_concerns(entry)
    if standing and not command.reason:
        return Refusal(
            TournamentCode.ENTRY_CONCERNS, {"entry": state.shown_name(entry.id, contest), "concern": standing[0]}
        )
    accepted = _acceptance(contest, entry, command)
    return accepted if isinstance(accepted, Refusal) else tuple(accepted)


def _acceptance(
    contest: Contest, entry: Entry, command: c.ApproveEntry | c.ImportEntrants | c.MoveUp
) -> list[e.AnyEvent] | Refusal:
    """Approved, charged, and in the draw if there is one already.

    Where that is full and play has not begun, a reason lets the entry in for a new draw.
    """
    name = contest.settings.id
    events: list[e.AnyEvent] = [e.EntryApproved(**command.stamp, contest=name, entry=entry.id)]
    events += charges(contest, entry, command)
    if contest.play is None:
        return events
    late = drawing.enter_late(contest, entry, command)
    if isinstance(late, Refusal):
        redrawn = late.code == DrawCode.NO_PLACE_LEFT and not contest.has_begun and bool(command.reason)
        return events if redrawn else late
    return [*events, *late]


def charges(contest: Contest, entry: Entry, command: Statement) -> list[e.AnyEvent]:
    """What an entry and its side pools cost, as bookings."""
    name = contest.settings.id
    bookings: list[e.AnyEvent] = []
    if lines := ledger.entry_charge(contest, entry):
        memo = f"entry of {entry} in {contest.settings.title}"
        bookings.append(e.MoneyPosted(**command.stamp, memo=memo, lines=lines, contest=name, entry=entry.id))
    bookings += [side_pool_charge(contest, entry, pool, command) for pool in entry.side_pools]
    return bookings


def side_pool_charge(contest: Contest, entry: Entry, pool: str, command: Statement) -> e.MoneyPosted:
    """The booking of a side pool that is known."""
    name = contest.settings.id
    side = contest.settings.fees.side_pool(pool) if contest.settings.fees else None
    assert side is not None, "a pool is looked up before it is charged"
    lines = (*ledger.partner_lines(entry.people, side.price), (ledger.side_account(name, pool), -side.price))
    memo = f"side pool {pool} of {entry} in {contest.settings.title}"
    return e.MoneyPosted(**command.stamp, memo=memo, lines=lines, contest=name, entry=entry.id)


def refuse(state: Tournament, command: c.RefuseEntry) -> TournamentDecision:
    """Kept out: without a reason to the player, with one for the board where the book asks (bws:1.4.1, 1.4.3)."""
    lookup = _pending_entry(state, command)
    if isinstance(lookup, Refusal):
        return lookup
    contest, entry = lookup
    if contest.book == "bws" and not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"clause": "bws:1.4.3", "entry": entry.id})
    refused = e.EntryRefused(**command.stamp, contest=command.contest, entry=entry.id)
    return (refused,)


def move_up(state: Tournament, command: c.MoveUp) -> TournamentDecision:
    """Into a higher division, before the draw; never down (usbgf:1.4.2a, bws:1.4.2)."""
    lookup = entry_of(state, command)
    if isinstance(lookup, Refusal):
        return lookup
    contest, entry = lookup
    higher = contest_of(state, command.to)
    if isinstance(higher, Refusal):
        return higher
    if _division_rank(higher) <= _division_rank(contest) or higher.settings.team != contest.settings.team:
        return Refusal(TournamentCode.NOT_A_HIGHER_DIVISION, {"from": contest.settings.id, "to": command.to})
    if entry.status not in (EntryStatus.PENDING, EntryStatus.APPROVED):
        return Refusal(TournamentCode.ENTRY_DECIDED, {"entry": entry.id, "status": entry.status})
    if contest.play is not None:
        return Refusal(TournamentCode.DRAWN_ALREADY, {"contest": command.contest})
    if contest.book == "bws" and not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"clause": "bws:1.4.3", "entry": entry.id})
    if entry.id in higher.entries:
        return Refusal(TournamentCode.ENTRY_EXISTS, {"entry": state.shown_name(entry.id, contest)})
    return _move(state, contest, higher, entry, command)


def _division_rank(contest: Contest) -> tuple[int, bool]:
    """How high a division is: its level, and among equal ones the top skill division of usbgf's table above others."""
    return contest.settings.level, contest.profile.options.division is Division.TOP_SKILL


def _move(state: Tournament, contest: Contest, higher: Contest, entry: Entry, command: c.MoveUp) -> TournamentDecision:
    new = Entry(
        id=entry.id,
        people=entry.people,
        name=entry.name,
        club=entry.club,
        rating=team_rating(tuple(state.players[one] for one in entry.people), higher.settings.rating_list),
        at=command.at,
        moved_from=command.contest,
        checked_in=entry.checked_in,
    )
    accepted = _acceptance(higher, new, command)
    if isinstance(accepted, Refusal):
        return accepted
    events: list[e.AnyEvent] = [e.EntryMovedUp(**command.stamp, contest=command.contest, entry=entry.id, to=command.to)]
    if entry.status is EntryStatus.APPROVED:
        events += refund(state, contest, entry, None, command)
    registered = e.EntryRegistered(**command.stamp, contest=command.to, entry=new)
    return (*events, registered, *accepted)


def withdraw(state: Tournament, command: c.WithdrawEntry) -> TournamentDecision:
    """Out, of everything or of one title; refunds as published, or as the director says with a reason."""
    lookup = entry_of(state, command)
    if isinstance(lookup, Refusal):
        return lookup
    contest, entry = lookup
    if entry.status in (EntryStatus.WITHDRAWN, EntryStatus.REFUSED, EntryStatus.MOVED):
        return Refusal(TournamentCode.ENTRY_DECIDED, {"entry": entry.id, "status": entry.status})
    if command.refund is not None and (command.by in entry.people or not command.reason):
        return Refusal(TournamentCode.WHY_NEEDED, {"entry": entry.id})
    gone: e.AnyEvent = e.EntryWithdrawn(**command.stamp, contest=command.contest, entry=entry.id, title=command.title)
    plays = contest.play is not None and entry.status is EntryStatus.APPROVED
    out = drawing.leave(contest, entry.id, command.title, command) if plays else ()
    if isinstance(out, Refusal):
        return out
    if command.title != "*" or entry.status is not EntryStatus.APPROVED:
        return (gone, *out)
    untouched = contest.play is None or (bool(entry.moved_from) and not _has_played(contest, entry))
    amount = command.refund if command.refund is not None else (None if untouched else 0)
    return (gone, *out, *refund(state, contest, entry, amount, command))


def _has_played(contest: Contest, entry: Entry) -> bool:
    return any(entry.id in fixture.players and fixture.result is not None for fixture in contest.fixtures.values())


def refund(
    state: Tournament, contest: Contest, entry: Entry, amount: int | None, command: Statement
) -> list[e.AnyEvent]:
    """What goes back: everything the entry was charged, or the amount named."""
    if amount == 0:
        return []
    mine = [charge for charge in state.bookings if charge.contest == contest.settings.id and charge.entry == entry.id]
    charged: dict[str, int] = {}
    for booking in mine:
        for account, cents in booking.lines:
            charged[account] = charged.get(account, 0) + cents
    lines = tuple(line for line in charged.items() if line[1])
    if amount is None:
        back = ledger.reverse_lines(lines)
    else:
        payers = [person for person in entry.people if charged.get(ledger.player_account(person), 0) > 0]
        pools = tuple(line for line in lines if line[1] < 0)
        back = ledger.refund_lines(payers or entry.people, pools, amount)
    if not back:
        return []
    memo = f"refund to {entry} in {contest.settings.title}"
    return [e.MoneyPosted(**command.stamp, memo=memo, lines=back, contest=contest.settings.id, entry=entry.id)]


def reinstate(state: Tournament, command: c.ReinstateEntry) -> TournamentDecision:
    """A withdrawal undone, with the reason; what was refunded is charged again."""
    lookup = entry_of(state, command)
    if isinstance(lookup, Refusal):
        return lookup
    contest, entry = lookup
    gone = entry.status is EntryStatus.WITHDRAWN if command.title == "*" else command.title in entry.away
    if not gone:
        return Refusal(TournamentCode.ENTRY_DECIDED, {"entry": entry.id, "status": entry.status})
    if not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"entry": entry.id})
    back = drawing.come_back(contest, entry, command.title, command)
    if isinstance(back, Refusal):
        return back
    returned = e.EntryReinstated(**command.stamp, contest=command.contest, entry=entry.id, title=command.title)
    refunds = [booking for booking in state.bookings if booking.entry == entry.id and booking.memo.startswith("refund")]
    charged = any((booking.contest, booking.entry) == (command.contest, entry.id) for booking in state.bookings)
    charge: list[e.AnyEvent] = [] if charged or command.title != "*" else charges(contest, entry, command)
    if command.title == "*" and refunds and refunds[-1].contest == command.contest:
        lines = tuple((account, -cents) for account, cents in refunds[-1].lines)
        memo = f"entry of {entry} in {contest.settings.title}"
        charge = [e.MoneyPosted(**command.stamp, memo=memo, lines=lines, contest=command.contest, entry=entry.id)]
    return (returned, *back, *charge)


def check_in(state: Tournament, command: c.CheckIn) -> TournamentDecision:
    """The entrant is there."""
    lookup = entry_of(state, command)
    if isinstance(lookup, Refusal):
        return lookup
    _, entry = lookup
    if entry.status not in (EntryStatus.PENDING, EntryStatus.APPROVED):
        return Refusal(TournamentCode.ENTRY_DECIDED, {"entry": entry.id, "status": entry.status})
    if entry.checked_in is not None:
        return ()
    return (e.CheckedIn(**command.stamp, contest=command.contest, entry=entry.id),)


def order_waiting(state: Tournament, command: c.OrderWaiting) -> TournamentDecision:
    """Those who wait for a place, in the director's order."""
    contest = contest_of(state, command.contest)
    if isinstance(contest, Refusal):
        return contest
    waiting = {entry.id for entry in contest.waiting_list}
    for name in command.entries:
        if name not in waiting:
            return Refusal(TournamentCode.NO_SUCH_ENTRY, {"entry": name, "contest": command.contest})
    return (e.WaitingOrdered(**command.stamp, contest=command.contest, entries=tuple(dict.fromkeys(command.entries))),)


def seed_entry(state: Tournament, command: c.SeedEntry) -> TournamentDecision:
    """A seed by the director's word, each once; who had it before is seeded no more."""
    lookup = entry_of(state, command)
    if isinstance(lookup, Refusal):
        return lookup
    contest, entry = lookup
    if contest.play is not None:
        return Refusal(TournamentCode.DRAWN_ALREADY, {"contest": command.contest})
    if entry.status not in (EntryStatus.PENDING, EntryStatus.APPROVED):
        return Refusal(TournamentCode.ENTRY_DECIDED, {"entry": entry.id, "status": entry.status})
    before = [other for other in contest.entries.values() if command.rank and other.seed == command.rank]
    taken = [e.EntrySeeded(**command.stamp, contest=command.contest, entry=other.id) for other in before]
    return (*taken, e.EntrySeeded(**command.stamp, contest=command.contest, entry=entry.id, rank=command.rank))


def change_player(state: Tournament, command: c.ChangePlayer) -> TournamentDecision:
    """Other data for a player that is known; what lists say of them stays."""
    known = state.players.get(command.player.id)
    if known is None:
        return Refusal(TournamentCode.NO_SUCH_PLAYER, {"player": command.player.id})
    return (e.PlayerKnown(**command.stamp, player=msgspec.structs.replace(command.player, listed=known.listed)),)

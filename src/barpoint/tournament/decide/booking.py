"""Judging money: payments, side pools, the calcutta, prizes. Every booking is together zero."""

from barpoint.board import Refusal
from barpoint.person_names import looks_of
from barpoint.tournament import commands as c
from barpoint.tournament import events as e
from barpoint.tournament.decide.decision import TournamentDecision
from barpoint.tournament.decide.entries import side_pool_charge
from barpoint.tournament.decide.lookup import (
    contest_of,
    entry_of,
)
from barpoint.tournament.money import ledger
from barpoint.tournament.player import BUYER, EntryStatus, looks_of_the_house
from barpoint.tournament.prices import WHOLE
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.state import Contest, Tournament
from barpoint.tournament.statements import Statement


def make_booking(
    command: Statement,
    memo: str,
    lines: ledger.BookingLines,
    contest: str = "",
    entry: str = "",
    *,
    reverses: int = 0,
) -> e.MoneyPosted:
    """A booking; it cannot be out of balance."""
    if sum(cents for _, cents in lines):
        raise RuntimeError(f"the booking {memo!r} is out of balance: {lines}")
    return e.MoneyPosted(**command.stamp, memo=memo, lines=lines, contest=contest, entry=entry, reverses=reverses)


def _has_account(state: Tournament, person: str) -> bool:
    """Whether the books know somebody: a player, or who bought in a calcutta."""
    return person in state.players or (person.startswith(BUYER) and person in state.balances)


def take_payment(state: Tournament, command: c.TakePayment) -> TournamentDecision:
    """A player pays; more than owed is credit."""
    if not _has_account(state, command.player):
        return Refusal(TournamentCode.NO_SUCH_PLAYER, {"player": command.player})
    if command.amount < 1:
        return Refusal(TournamentCode.AMOUNT_NOT_POSITIVE, {"amount": command.amount})
    lines = ((ledger.CASH, command.amount), (ledger.player_account(command.player), -command.amount))
    return (make_booking(command, f"paid by {state.name_of(command.player)}", lines),)


def pay_out(state: Tournament, command: c.PayOut) -> TournamentDecision:
    """A player is paid what the books owe, at most."""
    if not _has_account(state, command.player):
        return Refusal(TournamentCode.NO_SUCH_PLAYER, {"player": command.player})
    account = ledger.player_account(command.player)
    owed = -state.balances.get(account, 0)
    amount = owed if command.amount is None else command.amount
    if owed < 1 or not 0 < amount <= owed:
        return Refusal(TournamentCode.NOTHING_OWED, {"player": command.player, "owed": max(0, owed)})
    lines = ((account, amount), (ledger.CASH, -amount))
    return (make_booking(command, f"paid to {state.name_of(command.player)}", lines),)


def join_side_pool(state: Tournament, command: c.JoinSidePool) -> TournamentDecision:
    """Before the draw: afterwards everybody knows too much."""
    lookup = entry_of(state, command)
    if isinstance(lookup, Refusal):
        return lookup
    contest, entry = lookup
    fees = contest.settings.fees
    if fees is None or fees.side_pool(command.pool) is None:
        return Refusal(TournamentCode.NO_SUCH_POOL, {"pool": command.pool})
    if contest.play is not None:
        return Refusal(TournamentCode.DRAWN_ALREADY, {"contest": command.contest})
    if command.pool in entry.side_pools:
        return ()
    joined = e.SidePoolJoined(**command.stamp, contest=command.contest, entry=entry.id, pool=command.pool)
    if entry.status is EntryStatus.PENDING:  # charged with the rest when it is approved
        return (joined,)
    return (joined, side_pool_charge(contest, entry, command.pool, command))


def sell(state: Tournament, command: c.SellEntry) -> TournamentDecision:
    """The calcutta: each entrant is sold once, before play."""
    lookup = entry_of(state, command)
    if isinstance(lookup, Refusal):
        return lookup
    contest, entry = lookup
    if contest.settings.calcutta is None or contest.has_begun:
        return Refusal(TournamentCode.NO_CALCUTTA, {"contest": command.contest})
    if entry.status is not EntryStatus.APPROVED:
        return Refusal(TournamentCode.ENTRY_DECIDED, {"entry": entry.id, "status": entry.status})
    if entry.id in contest.sold:
        return Refusal(TournamentCode.ALREADY_SOLD, {"entry": entry.id})
    if command.price < 1:
        return Refusal(TournamentCode.AMOUNT_NOT_POSITIVE, {"amount": command.price})
    buyer = _buyer(state, command.buyer)
    sold = e.EntrySold(**command.stamp, contest=command.contest, entry=entry.id, buyer=buyer, price=command.price)
    account = ledger.calcutta_account(command.contest)
    lines = ((ledger.player_account(buyer), command.price), (account, -command.price))
    return (sold, make_booking(command, f"{entry} in the calcutta", lines, command.contest))


def _buyer(state: Tournament, said: str) -> str:
    """Who buys: a player by the id, anybody else by a name that is no player's."""
    if said in state.players:
        return said
    name = said.removeprefix(BUYER).strip()
    if not name or ":" in name or looks_of_the_house(name):
        raise ValueError(f"expected a player's id, or the name of whoever buys, without a colon, not {said!r}")
    if any(looks_of(name).folded == looks_of(str(player)).folded for player in state.players.values()):
        raise ValueError(f"a player is called {name!r}: say the player's id, or a name that tells the two apart")
    return f"{BUYER}{name}"


def buy_back(state: Tournament, command: c.BuyBackHalf) -> TournamentDecision:
    """Half the price, rounded down, from the entrant to the buyer; half of what it brings goes with it."""
    lookup = entry_of(state, command)
    if isinstance(lookup, Refusal):
        return lookup
    contest, entry = lookup
    sold = contest.sold.get(entry.id)
    if contest.settings.calcutta is None or not contest.settings.calcutta.half_buy_back or contest.has_begun:
        return Refusal(TournamentCode.NO_CALCUTTA, {"contest": command.contest})
    if sold is None or sold.half_back or sold.buyer in entry.people:
        return Refusal(TournamentCode.NOT_SOLD, {"entry": entry.id})
    half = sold.price // 2
    back = e.HalfBoughtBack(**command.stamp, contest=command.contest, entry=entry.id)
    lines = (*ledger.partner_lines(entry.people, half), (ledger.player_account(sold.buyer), -half))
    return (back, make_booking(command, f"half of {entry} bought back", lines, command.contest))


def add_money(state: Tournament, command: c.AddMoney) -> TournamentDecision:
    """From the organiser, who may have it from a sponsor."""
    contest = contest_of(state, command.contest)
    if isinstance(contest, Refusal):
        return contest
    if command.amount < 1:
        return Refusal(TournamentCode.AMOUNT_NOT_POSITIVE, {"amount": command.amount})
    lines = ((ledger.HOUSE, command.amount), (ledger.added_account(command.contest), -command.amount))
    return (make_booking(command, f"added to {contest.settings.title}", lines, command.contest),)


def award_prizes(state: Tournament, command: c.AwardPrizes) -> TournamentDecision:
    """The prizes of a finished event to the players' accounts."""
    contest = state.contests.get(command.contest)
    if contest is None:
        return Refusal(TournamentCode.NO_SUCH_CONTEST, {"contest": command.contest})
    if contest.finished is None:
        return Refusal(TournamentCode.CONTEST_NOT_FINISHED, {"contest": command.contest})
    if contest.awarded:
        return Refusal(TournamentCode.PRIZES_AWARDED, {"contest": command.contest})
    events: list[e.AnyEvent] = [_merge_added_money(state, contest, command)] if _has_added_money(state, contest) else []
    for award in ledger.awards(state, contest):
        places = f"{award.place}" if award.place == award.last else f"{award.place}-{award.last}"
        memo = f"prize: {contest.settings.title}, {award.title} {places}, {contest.entries[award.entrant]}"
        lines = ((award.account, award.amount), *((ledger.player_account(who), -cents) for who, cents in award.to))
        events.append(make_booking(command, memo, lines, command.contest, award.entrant))
    remainder = _organiser_lines(state, contest, events)
    if remainder is not None:
        events.append(make_booking(command, f"prize: kept of {contest.settings.title}", remainder, command.contest))
    return (*events, e.PrizesAwarded(**command.stamp, contest=command.contest))


def _has_added_money(state: Tournament, contest: Contest) -> bool:
    return bool(state.balances.get(ledger.added_account(contest.settings.id), 0))


def _merge_added_money(state: Tournament, contest: Contest, command: Statement) -> e.MoneyPosted:
    """What was added goes into the pool the prizes are paid from."""
    name = contest.settings.id
    added = -state.balances.get(ledger.added_account(name), 0)
    lines = ((ledger.added_account(name), added), (ledger.pool_account(name), -added))
    return make_booking(command, f"prize: added money of {contest.settings.title}", lines, name)


def _organiser_lines(state: Tournament, contest: Contest, events: list[e.AnyEvent]) -> ledger.BookingLines | None:
    """What the published prizes leave in the pools by rule goes to the organiser, or comes from there.

    That is the share of the entry money that is not returned; and fixed prizes the pool does not cover.
    """
    after = dict(state.balances)
    for event in events:
        if isinstance(event, e.MoneyPosted):
            for account, cents in event.lines:
                after[account] = after.get(account, 0) + cents
    name, settings = contest.settings.id, contest.settings
    pool = after.get(ledger.pool_account(name), 0)
    entry_money = -state.balances.get(ledger.pool_account(name), 0)
    returned = settings.fees.returned if settings.fees else WHOLE
    retained = entry_money - entry_money * returned // WHOLE
    lines: list[tuple[str, int]] = []
    if pool > 0:
        lines = [(ledger.pool_account(name), -pool), (ledger.HOUSE, pool)]
    elif retained and -pool >= retained:
        lines = [(ledger.pool_account(name), retained), (ledger.HOUSE, -retained)]
    return tuple(lines) or None


def retain_rest(state: Tournament, command: c.RetainRest) -> TournamentDecision:
    """What nobody won out of an event's pools, with the reason."""
    contest = state.contests.get(command.contest)
    if contest is None:
        return Refusal(TournamentCode.NO_SUCH_CONTEST, {"contest": command.contest})
    if not contest.awarded:
        return Refusal(TournamentCode.CONTEST_NOT_FINISHED, {"contest": command.contest})
    left = [(account, -state.balances.get(account, 0)) for account in ledger.contest_accounts(contest)]
    lines = tuple((account, cents) for account, cents in left if cents)
    if not lines:
        return Refusal(TournamentCode.NOTHING_OWED, {"contest": command.contest})
    if not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"contest": command.contest})
    rest = (*lines, (ledger.HOUSE, -sum(cents for _, cents in lines)))
    return (make_booking(command, f"rest of {contest.settings.title}: {command.reason}", rest, command.contest),)

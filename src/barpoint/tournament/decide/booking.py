"""Judging money: payments, side pools, the calcutta, prizes. Every booking is together zero."""

from barpoint.board import Refusal
from barpoint.tournament import commands as c
from barpoint.tournament import events as e
from barpoint.tournament import money
from barpoint.tournament.decide.entry import side_pool_charge
from barpoint.tournament.decide.finding import contest_of, entry_of, told
from barpoint.tournament.player import EntryStatus
from barpoint.tournament.prices import WHOLE
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.state import Contest, Tournament

Decision = tuple[e.AnyEvent, ...] | Refusal


def booked(command: c.Command, memo: str, lines: money.Lines, contest: str = "", entry: str = "") -> e.MoneyPosted:
    """A booking; it cannot be out of balance."""
    if sum(cents for _, cents in lines):
        raise RuntimeError(f"the booking {memo!r} is out of balance: {lines}")
    return told(e.MoneyPosted, command, memo=memo, lines=lines, contest=contest, entry=entry)


def take_payment(state: Tournament, command: c.TakePayment) -> Decision:
    """A player pays; more than owed is credit."""
    if command.player not in state.players:
        return Refusal(TournamentCode.NO_SUCH_PLAYER, {"player": command.player})
    if command.amount < 1:
        return Refusal(TournamentCode.AMOUNT_NOT_POSITIVE, {"amount": command.amount})
    lines = ((money.CASH, command.amount), (money.player_account(command.player), -command.amount))
    return (booked(command, f"paid by {state.players[command.player]}", lines),)


def pay_out(state: Tournament, command: c.PayOut) -> Decision:
    """A player is paid what the books owe, at most."""
    if command.player not in state.players:
        return Refusal(TournamentCode.NO_SUCH_PLAYER, {"player": command.player})
    account = money.player_account(command.player)
    owed = -state.balances.get(account, 0)
    amount = owed if command.amount is None else command.amount
    if owed < 1 or not 0 < amount <= owed:
        return Refusal(TournamentCode.NOTHING_OWED, {"player": command.player, "owed": max(0, owed)})
    lines = ((account, amount), (money.CASH, -amount))
    return (booked(command, f"paid to {state.players[command.player]}", lines),)


def join_side_pool(state: Tournament, command: c.JoinSidePool) -> Decision:
    """Before the draw: afterwards everybody knows too much."""
    found = entry_of(state, command)
    if isinstance(found, Refusal):
        return found
    contest, entry = found
    fees = contest.settings.fees
    if fees is None or fees.side_pool(command.pool) is None:
        return Refusal(TournamentCode.NO_SUCH_POOL, {"pool": command.pool})
    if contest.play is not None:
        return Refusal(TournamentCode.DRAWN_ALREADY, {"contest": command.contest})
    if command.pool in entry.side_pools:
        return ()
    joined = told(e.SidePoolJoined, command, entry=entry.id)
    if entry.status is EntryStatus.PENDING:  # charged with the rest when it is approved
        return (joined,)
    return (joined, side_pool_charge(contest, entry, command.pool, command))


def sell(state: Tournament, command: c.SellEntry) -> Decision:
    """The calcutta: each entrant is sold once, before play."""
    found = entry_of(state, command)
    if isinstance(found, Refusal):
        return found
    contest, entry = found
    if contest.settings.calcutta is None or contest.begun:
        return Refusal(TournamentCode.NO_CALCUTTA, {"contest": command.contest})
    if entry.status is not EntryStatus.APPROVED:
        return Refusal(TournamentCode.ENTRY_DECIDED, {"entry": entry.id, "status": entry.status})
    if entry.id in contest.sold:
        return Refusal(TournamentCode.ALREADY_SOLD, {"entry": entry.id})
    if command.price < 1:
        return Refusal(TournamentCode.AMOUNT_NOT_POSITIVE, {"amount": command.price})
    if command.buyer not in state.players:
        return Refusal(TournamentCode.NO_SUCH_PLAYER, {"player": command.buyer})
    sold = told(e.EntrySold, command, entry=entry.id)
    account = money.calcutta_account(command.contest)
    lines = ((money.player_account(command.buyer), command.price), (account, -command.price))
    return (sold, booked(command, f"{entry} in the calcutta", lines, command.contest))


def buy_back(state: Tournament, command: c.BuyBackHalf) -> Decision:
    """Half the price, rounded down, from the entrant to the buyer; half of what it brings goes with it."""
    found = entry_of(state, command)
    if isinstance(found, Refusal):
        return found
    contest, entry = found
    sold = contest.sold.get(entry.id)
    if contest.settings.calcutta is None or not contest.settings.calcutta.half_buy_back or contest.begun:
        return Refusal(TournamentCode.NO_CALCUTTA, {"contest": command.contest})
    if sold is None or sold.half_back or sold.buyer in entry.people:
        return Refusal(TournamentCode.NOT_SOLD, {"entry": entry.id})
    half = sold.price // 2
    back = told(e.HalfBoughtBack, command, entry=entry.id)
    lines = ((money.player_account(entry.people[0]), half), (money.player_account(sold.buyer), -half))
    return (back, booked(command, f"half of {entry} bought back", lines, command.contest))


def add_money(state: Tournament, command: c.AddMoney) -> Decision:
    """From the organiser, who may have it from a sponsor."""
    contest = contest_of(state, command.contest)
    if isinstance(contest, Refusal):
        return contest
    if command.amount < 1:
        return Refusal(TournamentCode.AMOUNT_NOT_POSITIVE, {"amount": command.amount})
    lines = ((money.HOUSE, command.amount), (money.added_account(command.contest), -command.amount))
    return (booked(command, f"added to {contest.settings.title}", lines, command.contest),)


def award_prizes(state: Tournament, command: c.AwardPrizes) -> Decision:
    """The prizes of a finished event to the players' accounts."""
    contest = state.contests.get(command.contest)
    if contest is None:
        return Refusal(TournamentCode.NO_SUCH_CONTEST, {"contest": command.contest})
    if contest.finished is None:
        return Refusal(TournamentCode.CONTEST_NOT_FINISHED, {"contest": command.contest})
    if contest.awarded:
        return Refusal(TournamentCode.PRIZES_AWARDED, {"contest": command.contest})
    events: list[e.AnyEvent] = [_merged(state, contest, command)] if _pools(state, contest) else []
    for award in money.awards(state, contest):
        places = f"{award.place}" if award.place == award.last else f"{award.place}-{award.last}"
        memo = f"prize: {contest.settings.title}, {award.title} {places}, {contest.entries[award.entrant]}"
        lines = ((award.account, award.amount), *((money.player_account(who), -cents) for who, cents in award.to))
        events.append(booked(command, memo, lines, command.contest, award.entrant))
    kept = _kept_back(state, contest, events)
    if kept is not None:
        events.append(booked(command, f"prize: kept of {contest.settings.title}", kept, command.contest))
    return (*events, told(e.PrizesAwarded, command))


def _pools(state: Tournament, contest: Contest) -> bool:
    return bool(state.balances.get(money.added_account(contest.settings.id), 0))


def _merged(state: Tournament, contest: Contest, command: c.Command) -> e.MoneyPosted:
    """What was added goes into the pool the prizes are paid from."""
    name = contest.settings.id
    added = -state.balances.get(money.added_account(name), 0)
    lines = ((money.added_account(name), added), (money.pool_account(name), -added))
    return booked(command, f"prize: added money of {contest.settings.title}", lines, name)


def _kept_back(state: Tournament, contest: Contest, events: list[e.AnyEvent]) -> money.Lines | None:
    """What the published prizes leave in the pools by rule goes to the organiser, or comes from there.

    That is the share of the entry money that is not returned; and fixed prizes the pool does not cover.
    """
    after = dict(state.balances)
    for event in events:
        if isinstance(event, e.MoneyPosted):
            for account, cents in event.lines:
                after[account] = after.get(account, 0) + cents
    name, settings = contest.settings.id, contest.settings
    pool = after.get(money.pool_account(name), 0)
    entry_money = -state.balances.get(money.pool_account(name), 0)
    returned = settings.fees.returned if settings.fees else WHOLE
    kept = entry_money - entry_money * returned // WHOLE
    lines: list[tuple[str, int]] = []
    if pool > 0:
        lines = [(money.pool_account(name), -pool), (money.HOUSE, pool)]
    elif kept and -pool >= kept:
        lines = [(money.pool_account(name), kept), (money.HOUSE, -kept)]
    return tuple(lines) or None


def retain_rest(state: Tournament, command: c.RetainRest) -> Decision:
    """What nobody won out of an event's pools, with the reason."""
    contest = state.contests.get(command.contest)
    if contest is None:
        return Refusal(TournamentCode.NO_SUCH_CONTEST, {"contest": command.contest})
    if not contest.awarded:
        return Refusal(TournamentCode.CONTEST_NOT_FINISHED, {"contest": command.contest})
    left = [(account, -state.balances.get(account, 0)) for account in money.contest_accounts(contest)]
    lines = tuple((account, cents) for account, cents in left if cents)
    if not lines:
        return Refusal(TournamentCode.NOTHING_OWED, {"contest": command.contest})
    if not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"contest": command.contest})
    rest = (*lines, (money.HOUSE, -sum(cents for _, cents in lines)))
    return (booked(command, f"rest of {contest.settings.title}: {command.reason}", rest, command.contest),)

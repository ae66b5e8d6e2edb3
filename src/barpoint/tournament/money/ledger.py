"""The tournament's books: double entry in integer cents, every booking together zero.

account     `player:ada` what a player owes (a debit) or is owed, `cash` the desk's box, `pool:open` the entry
            money of an event, `added:open` what was put to it, `side:open:name`, `calcutta:open`, and `house` for the
            organiser, registration fees among it
prize       amounts first, then the shares of what is left; shares are cut to the cent by largest remainder, the
            better place first
tie         those who share places share what these places pay, evenly; odd cents go in the order of ids
team        partners share evenly what they owe and what they win; the odd cent is the first one's

Money is counted here, never moved: paying is the cash desk's business.
"""

import csv
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import Final

import msgspec

from barpoint.tournament.draw.progress import Place
from barpoint.tournament.places import title_places, titles
from barpoint.tournament.player import BUYER, Entry
from barpoint.tournament.prices import WHOLE, Prize
from barpoint.tournament.state import Contest, Tournament

CASH: Final = "cash"
HOUSE: Final = "house"
BookingLines = tuple[tuple[str, int], ...]


def person_of(account: str) -> str:
    """Whose account it is: a player, or somebody who buys and does not play; empty for a pool, the cash, the house."""
    if account.startswith(BUYER):
        return account
    kind, _, player = account.partition(":")
    return player if kind == "player" else ""


def player_account(player: str) -> str:
    """What a player owes, or somebody who buys and does not play: that id is the account."""
    return player if player.startswith(BUYER) else f"player:{player}"


def pool_account(contest: str) -> str:
    """An event's entry money."""
    return f"pool:{contest}"


def added_account(contest: str) -> str:
    """What was added to it."""
    return f"added:{contest}"


def side_account(contest: str, pool: str) -> str:
    """A side pool."""
    return f"side:{contest}:{pool}"


def calcutta_account(contest: str) -> str:
    """The auction's pool."""
    return f"calcutta:{contest}"


def contest_accounts(contest: Contest) -> tuple[str, ...]:
    """Every pool of an event."""
    name = contest.settings.id
    sides = contest.settings.fees.side_pools if contest.settings.fees else ()
    return (
        pool_account(name),
        added_account(name),
        *(side_account(name, side.name) for side in sides),
        calcutta_account(name),
    )


def split(amount: int, parts: int) -> tuple[int, ...]:
    """An amount in so many parts, as even as cents allow; the first ones have the odd cents."""
    share, odd = divmod(amount, parts)
    return tuple(share + (number < odd) for number in range(parts))


def entry_charge(contest: Contest, entry: Entry) -> BookingLines:
    """What an entry costs, side pools apart."""
    fees = contest.settings.fees
    if fees is None:
        return ()
    price = fees.reentry if entry.reentry and fees.reentry is not None else fees.entry
    lines = (
        *partner_lines(entry.people, price + fees.registration),
        (pool_account(contest.settings.id), -price),
        (HOUSE, -fees.registration),
    )
    return tuple(line for line in lines if line[1])


def partner_lines(people: Sequence[str], amount: int) -> BookingLines:
    """What an entry owes, each of its people a part; less than nothing is what they get."""
    sign = -1 if amount < 0 else 1
    shares = split(abs(amount), len(people))
    lines = ((player_account(person), sign * share) for person, share in zip(people, shares, strict=True))
    return tuple(line for line in lines if line[1])


def reverse_lines(lines: BookingLines) -> BookingLines:
    """The booking undone."""
    return tuple((account, -cents) for account, cents in lines)


def refund_lines(people: Sequence[str], pools: BookingLines, amount: int) -> BookingLines:
    """A refund of so much to these people: of what the entry paid in the pools give first and the organiser last."""
    left, refunds = amount, []
    for account, cents in pools:
        part = min(left, -cents)
        left -= part
        refunds.append((account, part))
    if left:
        refunds.append((HOUSE, left))
    return (*partner_lines(people, -amount), *(line for line in refunds if line[1]))


class Award(msgspec.Struct, frozen=True, kw_only=True):
    """A prize: out of which pool, for which entrant and place, to whom how much."""

    account: str
    entrant: str
    title: str
    place: int
    last: int
    to: tuple[tuple[str, int], ...]  # players and cents

    @property
    def amount(self) -> int:
        """All of it."""
        return sum(cents for _, cents in self.to)


def prize_by_place(prizes: Iterable[Prize], pool: int) -> dict[tuple[str, int], int]:
    """What each place of each title is paid out of a pool: amounts, then shares of the rest to the cent."""
    paid: dict[tuple[str, int], int] = {}
    shares: dict[tuple[str, int], int] = {}
    for prize in prizes:
        for place in prize.places:
            paid[prize.title, place] = prize.amount
            shares[prize.title, place] = prize.share
    rest = max(0, pool - sum(paid.values())) if any(shares.values()) else 0
    cut = {key: divmod(rest * share, WHOLE) for key, share in shares.items()}
    short = rest - sum(whole for whole, _ in cut.values()) if rest else 0
    order = sorted(cut, key=lambda key: (-cut[key][1], key[1], key[0]))
    for key in paid:
        paid[key] += cut[key][0]
    for key in order[:short]:
        paid[key] += 1
    return paid


def split_ties(standing: Sequence[Place], amounts: Mapping[int, int]) -> dict[str, int]:
    """What each entrant is paid: places that are shared are paid together and split."""
    groups: dict[int, list[str]] = {}
    for place in standing:
        groups.setdefault(place.place, []).append(place.entrant)
    paid: dict[str, int] = {}
    for first, entrants in groups.items():
        together = sum(amounts.get(place, 0) for place in range(first, first + len(entrants)))
        paid |= dict(zip(sorted(entrants), split(together, len(entrants)), strict=True))
    return paid


def awards(state: Tournament, contest: Contest) -> tuple[Award, ...]:
    """Every prize of an event as its places stand: entry pool, side pools, calcutta."""
    settings = contest.settings
    name = settings.id
    holdings = {account: -state.balances.get(account, 0) for account in contest_accounts(contest)}
    prizes: list[Award] = []
    returned = settings.fees.returned if settings.fees else WHOLE
    pool = holdings[pool_account(name)] * returned // WHOLE + holdings[added_account(name)]
    standing = {title: title_places(contest, title) for title in titles(contest)}
    prizes += _awards(contest, pool_account(name), settings.prizes, pool, standing)
    for side in settings.fees.side_pools if settings.fees else ():
        account = side_account(name, side.name)
        members = {entry.id for entry in contest.entries.values() if side.name in entry.side_pools}
        among = {title: _among(ranking, members) for title, ranking in standing.items()}
        prizes += _awards(contest, account, side.prizes, holdings[account], among)
    if settings.calcutta is not None:
        account = calcutta_account(name)
        money = holdings[account] * settings.calcutta.returned // WHOLE
        sold = {title: _among(ranking, set(contest.sold)) for title, ranking in standing.items()}
        prizes += _awards(contest, account, settings.calcutta.prizes, money, sold)
    return tuple(prizes)


def _among(standing: Sequence[Place], members: set[str]) -> tuple[Place, ...]:
    """The places among some of the entrants only."""
    groups: dict[int, list[str]] = {}
    for place in standing:
        if place.entrant in members:
            groups.setdefault(place.place, []).append(place.entrant)
    ranking, at = [], 1
    for first in sorted(groups):
        last = at + len(groups[first]) - 1
        ranking += [Place(entrant, at, last) for entrant in groups[first]]
        at = last + 1
    return tuple(ranking)


def _awards(
    contest: Contest, account: str, prizes: tuple[Prize, ...], pool: int, standing: Mapping[str, Sequence[Place]]
) -> list[Award]:
    paid = prize_by_place(prizes, pool)
    entitlements = []
    for title in dict.fromkeys(prize.title for prize in prizes):
        mine = standing.get(title, ())
        amounts = split_ties(mine, {place: cents for (of, place), cents in paid.items() if of == title})
        for place in mine:
            if cents := amounts[place.entrant]:
                to = _owners(contest, account, place.entrant, cents)
                award = Award(
                    account=account, entrant=place.entrant, title=title, place=place.place, last=place.last, to=to
                )
                entitlements.append(award)
    return entitlements


def _owners(contest: Contest, account: str, entrant: str, cents: int) -> tuple[tuple[str, int], ...]:
    """Who is paid: the players; in the calcutta the buyer, and the players half if they bought it back."""
    people = contest.entries[entrant].people
    if not account.startswith("calcutta:"):
        return tuple(zip(people, split(cents, len(people)), strict=True))
    sold = contest.sold[entrant]
    if not sold.half_back:
        return ((sold.buyer, cents),)
    theirs, mine = split(cents, 2)
    return ((sold.buyer, theirs), *zip(people, split(mine, len(people)), strict=True))


def open_accounts(state: Tournament) -> dict[str, int]:
    """The accounts that are not settled: what players owe or are owed, and what is left in pools."""
    return {
        account: cents for account, cents in sorted(state.balances.items()) if cents and account not in (CASH, HOUSE)
    }


def balance(state: Tournament) -> int:
    """The sum of all accounts: zero, or the books are wrong."""
    return sum(state.balances.values())


def format_cents(cents: int) -> str:
    """Cents as people write them: 12.50."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02}"


_FORMULAS: Final = ("=", "+", "-", "@")


def ledger_csv(state: Tournament) -> str:
    """Every booking, one line an account: number, time, memo, event, account, debit, credit."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["number", "at", "by", "memo", "event", "account", "debit", "credit"])
    for number, booking in enumerate(state.bookings, 1):
        for account, cents in booking.lines:
            sums = (format_cents(cents), "") if cents > 0 else ("", format_cents(-cents))
            words = map(plain_cell, (booking.by, booking.memo, booking.contest, account))
            writer.writerow([number, booking.at, *words, *sums])
    return out.getvalue()


def plain_cell(text: str) -> str:
    """A cell that a spreadsheet shows and does not work out: what would begin a formula has an apostrophe before it."""
    text = text.replace("\r", " ")
    return f"'{text}" if text.lstrip().startswith(_FORMULAS) else text

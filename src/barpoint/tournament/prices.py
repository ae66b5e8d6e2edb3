"""What an event costs and what it pays, as published beforehand (guide:1.1.3). Amounts are integer cents.

fees        entry (into the prize pool), registration (the organiser's), side pools one may join
prize       the share of a title's places, in hundredths of a percent of the pool, or a fixed amount
calcutta    the auction of entrants; an entrant may buy half of the price back
"""

from typing import Annotated, Final

import msgspec

WHOLE: Final = 10_000  # hundredths of a percent
Cents = Annotated[int, msgspec.Meta(ge=0)]
Share = Annotated[int, msgspec.Meta(ge=0, le=WHOLE)]


class Prize(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What each place from `place` to `last` of a title is paid: a share of the pool, or an amount."""

    place: Annotated[int, msgspec.Meta(ge=1)]
    last: int = 0  # 0: the one place
    title: str = "main"
    share: Share = 0
    amount: Cents = 0

    def __post_init__(self) -> None:
        if self.last and self.last < self.place:
            raise ValueError(f"a prize is for places from {self.place} on, not to {self.last}")
        if bool(self.share) == bool(self.amount):
            raise ValueError(f"the prize for place {self.place} is a share or an amount, and one of them only")

    @property
    def places(self) -> range:
        """The places it is paid for."""
        return range(self.place, max(self.place, self.last) + 1)


class SidePool(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A pool that entrants may join; it pays by the places of a title among those who joined."""

    name: str
    price: Cents
    prizes: tuple[Prize, ...] = ()


class Fees(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What an entry costs; `returned` is the share of the entry money that is paid out."""

    entry: Cents = 0
    registration: Cents = 0
    reentry: Cents | None = None  # None: as much as an entry
    returned: Share = WHOLE
    side_pools: tuple[SidePool, ...] = ()

    def side_pool(self, name: str) -> SidePool | None:
        """The pool of that name."""
        return next((pool for pool in self.side_pools if pool.name == name), None)


class Calcutta(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The auction's rules: its prizes, and whether an entrant may buy half of it back."""

    prizes: tuple[Prize, ...]
    half_buy_back: bool = True
    returned: Share = WHOLE


def is_whole(prizes: tuple[Prize, ...]) -> bool:
    """Whether the shares of these prizes hand out exactly the whole pool, or there are none."""
    shared = sum(prize.share * len(prize.places) for prize in prizes)
    return shared in (0, WHOLE)

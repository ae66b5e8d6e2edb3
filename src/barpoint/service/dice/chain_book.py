"""The chains of one game under recipe 2: the fold of what is known of them, and what must not come next.

counts      a person's chain counts if its end was published before the ends were fixed.
late        published after that: another device, lost storage, a partner who comes later, a chain running out. It
            counts once it is admitted, and until then every opponent opens one link more, their *witness* of it: so
            nobody can have chosen the chain to fit what was known.
exchanged   a late chain published when its owner's own roll was next: that roll could be foreseen by its owner together
            with the server, and is replaced by another. Nobody can choose the other; but that it was replaced is said.

The same fold serves the server, which decides by it, and the verifier, which believes nothing else.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from barpoint.board import SIDES, Side
from barpoint.service.dice.dice_events import (
    ChainAdmitted,
    ChainEvent,
    DiceThrown,
    EndPublished,
    EndsFixed,
    GameSealed,
    LinkOpened,
    PartAdded,
)
from barpoint.service.dice.hash_chain import (
    MOST_LINKS,
    SERVER,
    digest_of_ends,
    link_before,
    read_chain_name,
    read_link,
    roll_of_links,
    side_of,
)

_NOBODY: Final[frozenset[str]] = frozenset()
_OF_PEOPLE: Final = (EndPublished, EndsFixed, LinkOpened, ChainAdmitted)
"""What there is none of at a table."""


@dataclass(slots=True)
class OpenChain:
    """A chain as everybody knows it: how far it has been opened."""

    name: str
    owner: str
    tip: str  # the newest opened link; at first the end
    links: int
    opened: int = 0
    witnesses: set[str] = field(default_factory=set)  # owners who have opened a link since it was published
    since: int = 0  # when that was


@dataclass(slots=True)
class ThrownRoll:
    """A roll as it follows from the links: who rolled, and who had opened a link for it."""

    dice: tuple[int, int]
    owner: str  # "": the opening, or a bot of the house
    persons: frozenset[str]  # whose chains counted
    openers: frozenset[str]
    extra: frozenset[str]  # those of them who witnessed a late chain with it

    @property
    def side(self) -> Side | None:
        """The side that rolled; None for the opening and for a bot of the house."""
        return side_of(self.owner) if self.owner else None


@dataclass(slots=True)
class GameChains:
    """The chains of a game, as far as its events were followed."""

    match: str
    game: int
    house: tuple[Side, ...]
    device: bool
    server: list[OpenChain]
    end: str
    counting: dict[str, OpenChain] = field(default_factory=dict)  # by owner
    late: dict[str, OpenChain] = field(default_factory=dict)  # by owner: published, not admitted
    numbers: dict[str, int] = field(default_factory=dict)  # how many chains an owner has had
    newest: dict[str, str] = field(default_factory=dict)  # an owner's newest opened link
    parts: dict[Side, str] = field(default_factory=dict)  # at a table
    digest: str = ""  # of the ends, once they are fixed
    due_since: int = 0  # when they were fixed, or the last roll thrown
    rolls: list[ThrownRoll] = field(default_factory=list)
    opened: dict[str, bool] = field(default_factory=dict)  # who has opened a link for the next roll; True: as a witness
    exchanges: list[tuple[str, int]] = field(default_factory=list)  # owner and roll, where a roll was exchanged
    unwitnessed: list[tuple[str, int]] = field(default_factory=list)  # owner and the first roll of such a chain
    begun: dict[str, int] = field(default_factory=dict)  # the first roll of a chain that was not there from the start
    last_roll: tuple[tuple[int, str, str, str], tuple[int, int]] | None = None  # worked out, and from what
    replaced: list[str] = field(default_factory=list)  # owners of late chains, until it shows whose roll was next

    @classmethod
    def sealed_by(cls, match: str, event: GameSealed) -> "GameChains":
        """A game whose server has published its end."""
        server = OpenChain(SERVER, SERVER, event.end, event.links)
        return cls(match, event.game, event.house, event.device, [server], event.end, numbers={SERVER: 1})

    # What is known

    @property
    def k(self) -> int:
        """The number of the roll that comes next."""
        return len(self.rolls)

    @property
    def fixed(self) -> bool:
        """Whether links are being opened."""
        return bool(self.digest)

    def persons(self) -> list[str]:
        """The owners whose chains count."""
        return list(self.counting)

    def ends_digest(self) -> str:
        """The digest of the ends published so far; of no use after they are fixed."""
        ends = {chain.name: (chain.tip, chain.links) for chain in (self.server[0], *self.counting.values())}
        return digest_of_ends(self.match, self.game, self.house, ends)

    def missing_sides(self) -> tuple[Side, ...]:
        """The sides of people from whom no end has come."""
        present = {side_of(owner) for owner in self.counting}
        return tuple(side for side in SIDES if side not in self.house and side not in present)

    def unopened(self) -> list[str]:
        """Those of whom an opening roll still needs a link."""
        return [owner for owner in self.counting if owner not in self.opened]

    def opponents(self, owner: str) -> list[str]:
        """The people on the other side whose chains count."""
        return [other for other in self.counting if side_of(other) is not side_of(owner)]

    def is_witnessed(self, chain: OpenChain) -> bool:
        """Whether every opponent has opened a link since a chain was published."""
        return all(other in chain.witnesses for other in self.opponents(chain.owner))

    def owes_witness(self, owner: str) -> bool:
        """Whether an opponent's late chain waits for a link of this owner."""
        return any(
            side_of(chain.owner) is not side_of(owner) and owner not in chain.witnesses for chain in self.late.values()
        )

    def continues(self, chain: OpenChain, link: str) -> bool:
        """Whether a link is the next of a chain."""
        place = chain.opened + 1
        return place <= chain.links and link_before(self.match, self.game, chain.name, place, link) == chain.tip

    def server_chain(self) -> OpenChain:
        """The server's chain with the next link."""
        if len(self.server) > 1:
            for chain in self.server:
                if chain.opened < chain.links:
                    return chain
        return self.server[-1]

    def server_links_left(self) -> int:
        """How many rolls the server's published chains are good for."""
        return sum([chain.links - chain.opened for chain in self.server])

    def roll_with(self, server: str, owner: str = "", link: str = "") -> tuple[int, int]:
        """The next roll, given the server's link and the roller's."""
        asked = (self.k, server, owner, link)
        if self.last_roll is None or self.last_roll[0] != asked:
            if self.parts:
                newest = {f"{side.value}1": part for side, part in self.parts.items()}
            else:
                newest = {**self.newest, owner: link} if owner else self.newest
            self.last_roll = asked, roll_of_links(self.match, self.game, self.k, server, newest)
        return self.last_roll[1]

    def skip_roll(self) -> None:
        """The next roll was thrown by hand, at a table: it has its number, and no link is spent on it."""
        self.rolls.append(ThrownRoll((0, 0), "", _NOBODY, _NOBODY, _NOBODY))
        self.last_roll = None

    def doubt(self, name: str) -> None:
        """Somebody whose links were its witnesses had sent them before seeing its end."""
        note = name.partition("/")[0], self.begun.get(name, -1)
        if name in self.begun and note not in self.unwitnessed:
            self.unwitnessed.append(note)

    # What must not come next

    def problem(self, event: ChainEvent | PartAdded) -> str:
        """What is wrong with an event at this place; empty if nothing is."""
        if "/" in self.match and isinstance(event, _OF_PEOPLE):
            return "a chain or a link of people at a table, where words are typed"
        match event:
            case GameSealed():
                return "was sealed twice"
            case PartAdded():
                if "/" not in self.match:
                    return "a typed word in an online match"
                late = self.rolls or self.fixed or event.side in self.parts or event.seed in self.parts.values()
                return f"a part of {event.side.value} came too late or twice" if late else ""
            case EndPublished():
                return self._problem_of_end(event)
            case EndsFixed():
                return self._problem_of_fixing(event)
            case LinkOpened():
                return self._problem_of_link(event)
            case ChainAdmitted():
                chain = self.late.get(event.chain.partition("/")[0])
                waits = chain is not None and chain.name == event.chain
                return "" if waits else f"{event.chain} is not waiting to count"
            case DiceThrown():
                return self._problem_of_roll(event)

    def _problem_of_end(self, event: EndPublished) -> str:
        owner, number = read_chain_name(event.chain)
        read_link(event.end)
        if not 1 <= event.links <= MOST_LINKS:
            return f"{event.chain} has an impossible number of links"
        if side_of(owner) in self.house:
            return f"{event.chain} is a chain of a bot"
        if number != self.numbers.get(owner, 0) + 1:
            return f"{event.chain} is not the next chain of {owner}"
        known = [*self.server, *self.counting.values(), *self.late.values()]
        return f"{event.chain} was used before" if event.end in {chain.tip for chain in known} else ""

    def _problem_of_fixing(self, event: EndsFixed) -> str:
        if self.fixed or self.rolls:
            return "its ends were fixed twice"
        if missing := self.missing_sides():
            return f"its ends were fixed without one of {missing[0].value}"
        return "" if event.digest == self.ends_digest() else "what was fixed are not its ends"

    def _problem_of_link(self, event: LinkOpened) -> str:
        owner, _ = read_chain_name(event.chain)
        chain = self.counting.get(owner)
        if not self.fixed:
            return f"a link of {owner} was opened before the ends were fixed"
        if chain is None or chain.name != event.chain:
            return f"a link of {event.chain} was opened, which does not count"
        if event.k != self.k:
            return f"a link of {owner} was opened for roll {event.k + 1}, which is not next"
        if not self.continues(chain, event.link):
            return f"a link of {event.chain} is not the next one"
        if event.digest != self.digest and (event.digest or not chain.opened):
            return f"{owner} had seen other ends"
        if owner in self.opened and not self.owes_witness(owner):
            return f"{owner} opened two links for roll {event.k + 1}"
        return ""

    def _problem_of_roll(self, event: DiceThrown) -> str:
        at = f"roll {event.k + 1}"
        if event.k != self.k:
            return f"{at} is not the next roll"
        if not self.fixed and set(self.parts) != set(SIDES):
            return f"{at} was thrown before the ends were fixed"
        if not self.continues(self.server_chain(), event.server):
            return f"{at}: the server's link is not the next one"
        if not event.chain:
            return f"{at} has a link of nobody" if event.link else ""
        owner, _ = read_chain_name(event.chain)
        chain = self.counting.get(owner)
        if chain is None or chain.name != event.chain:
            return f"{at} was thrown with {event.chain}, which does not count"
        return "" if self.continues(chain, event.link) else f"{at}: the link of {event.chain} is not the next one"

    # What has come

    def follow(self, event: ChainEvent | PartAdded) -> None:
        """One more event, in which nothing is wrong."""
        match event:
            case GameSealed():
                pass
            case PartAdded():
                self.parts[event.side] = event.seed
                self.last_roll = None
            case EndPublished():
                self._follow_end(event)
            case EndsFixed():
                self.digest, self.due_since = event.digest, event.at
            case LinkOpened():
                owner, _ = read_chain_name(event.chain)
                self.opened[owner] = self.opened.get(owner, False) or self.owes_witness(owner)
                self._open(owner, event.link)
            case ChainAdmitted():
                self._admit(event.chain.partition("/")[0])
            case DiceThrown():
                self._follow_roll(event)

    def _follow_end(self, event: EndPublished) -> None:
        owner, number = read_chain_name(event.chain)
        self.numbers[owner] = number
        chain = OpenChain(event.chain, owner, event.end, event.links, since=event.at)
        if owner == SERVER:
            self.server.append(chain)
        elif self.fixed:
            self.late[owner] = chain
            if owner in self.counting and owner not in self.opened:
                self.replaced.append(owner)
        else:
            self.counting[owner] = chain

    def _admit(self, owner: str) -> None:
        chain = self.late.pop(owner)
        if not self.is_witnessed(chain):
            self.unwitnessed.append((owner, self.k))
        self.counting[owner] = chain
        self.begun[chain.name] = self.k

    def _open(self, owner: str, link: str) -> None:
        chain = self.counting[owner]
        chain.tip, chain.opened = link, chain.opened + 1
        self.newest[owner] = link
        self.last_roll = None
        if self.late or len(self.server) > 1:
            for other in (*self.late.values(), *self.server[1:]):
                other.witnesses.add(owner)

    def _follow_roll(self, event: DiceThrown) -> None:
        owner = event.chain.partition("/")[0]
        dice = self.roll_with(event.server, owner, event.link)
        self.due_since = event.at
        server = self.server_chain()
        if server is not self.server[0] and not server.opened:
            self.begun[server.name] = self.k
            if not set(self.counting) <= server.witnesses:
                self.unwitnessed.append((SERVER, self.k))
        server.tip, server.opened = event.server, server.opened + 1
        side = side_of(owner) if owner else None
        for replaced in self.replaced:
            opening = not owner and replaced in self.opened
            if opening or (side is not None and side is side_of(replaced)):
                self.exchanges.append((replaced, self.k))
        self.replaced.clear()
        openers, extra = _NOBODY, _NOBODY
        if self.opened:
            openers, extra = frozenset(self.opened), frozenset([name for name, extra in self.opened.items() if extra])
        persons = self.rolls[-1].persons if self.rolls else _NOBODY
        if persons != self.counting.keys():
            persons = frozenset(self.counting)
        self.rolls.append(ThrownRoll(dice, owner, persons, openers, extra))
        if owner:
            self._open(owner, event.link)
        self.opened.clear()


def late_admissions(chains: GameChains, rolling: str = "") -> Iterable[str]:
    """The late chains that every opponent has witnessed, once `rolling` has opened a link."""
    for chain in chains.late.values():
        witnesses = chain.witnesses | ({rolling} if rolling else set())
        if all(other in witnesses for other in chains.opponents(chain.owner)):
            yield chain.name

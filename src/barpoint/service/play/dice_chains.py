"""The server's part in recipe 2: it seals a game, takes ends and links, and throws; nothing of it is its own to choose.

Every function gives the events of the dice that come of what was asked, or a refusal. What is valid is decided by the
fold (`dice.chain_book`) that verifiers use too.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from barpoint.board import SIDES, Refusal, Side
from barpoint.match import GameStage
from barpoint.service.dice.chain_book import GameChains, OpenChain, late_admissions
from barpoint.service.dice.dice_events import (
    AnyDiceEvent,
    ChainAdmitted,
    DiceThrown,
    EndPublished,
    EndsFixed,
    GameSealed,
    LinkOpened,
)
from barpoint.service.dice.fair_dice import Seeds
from barpoint.service.dice.hash_chain import SERVER, SERVER_LINKS, HashChain, chain_name, owner_name, side_of
from barpoint.service.play.room import Room
from barpoint.service.ports import Secrets
from barpoint.service.refusals import ServiceCode

WITNESS_TIME: Final = 10_000
"""Milliseconds the other side's pages have to open a link for a new chain."""
_FIRST_OWNERS: Final = {side: owner_name(side, 0) for side in SIDES}
_SUCCEEDED_BEFORE: Final = 16
"""So many links before its chain runs out the server publishes the next one: everybody opens one in between."""


def seal_game(room: str, game: int, bots: Sequence[Side], secrets: Secrets, at: int) -> tuple[GameSealed, Seeds]:
    """The end of a new chain of the server, and its root."""
    root = secrets.seed()
    end = _made_chain(room, game, SERVER, root, SERVER_LINKS).end
    sealed = GameSealed(at=at, game=game, end=end, links=SERVER_LINKS, house=tuple(bots))
    return sealed, Seeds(game, root, chain=SERVER, links=SERVER_LINKS)


@lru_cache(maxsize=512)
def _made_chain(room: str, game: int, name: str, root: str, links: int) -> HashChain:
    """A chain of the server's: it is wanted when a game is sealed, and again soon after when that game begins."""
    return HashChain(room, game, name, root, links)


def game_chains(room: Room) -> GameChains | None:
    """The chains of the game that runs or comes next; None if it was sealed by recipe 1."""
    return room.dice.chains.get(room.game_number)


def owner_at(room: Room, side: Side, person: str) -> str:
    """The owner of chains that somebody is; empty for a bot of the house."""
    if room.bot(side):
        return ""
    seats = room.seats(side)
    if len(seats) == 1:
        return _FIRST_OWNERS[side]
    names = [seat.name for seat in seats]
    return owner_name(side, names.index(person) if person in names else 0)


def publish_end(room: Room, owner: str, event: EndPublished) -> Refusal | list[AnyDiceEvent]:
    """The end of a person's chain; one that comes late waits for witnesses, where there can be any."""
    chains = game_chains(room)
    if chains is None or event.game != room.game_number or event.chain.partition("/")[0] != owner:
        return Refusal(ServiceCode.SEED_LATE)
    known = chains.late.get(owner) or chains.counting.get(owner)
    if known is not None and known.name == event.chain and not known.opened and known.tip == event.end:
        return []  # said again
    if room.dice.problem(event):
        return Refusal(ServiceCode.SEED_LATE)
    if chains.fixed and not chains.opponents(owner):
        return [event, ChainAdmitted(at=event.at, game=event.game, chain=event.chain)]
    return [event]


def fix_ends(chains: GameChains, at: int) -> list[AnyDiceEvent]:
    """Both sides are ready: the ends are the game's."""
    return [EndsFixed(at=at, game=chains.game, digest=chains.ends_digest())]


def open_link(room: Room, owner: str, event: LinkOpened) -> Refusal | list[AnyDiceEvent]:
    """A person's next link, for an opening roll or as a witness of somebody's new chain."""
    chains = game_chains(room)
    if chains is None or event.game != room.game_number or event.chain.partition("/")[0] != owner:
        return Refusal(ServiceCode.SEED_LATE)
    if event.k == chains.k and chains.newest.get(owner) == event.link:
        return []  # said again
    awaited = is_opening(room) or any(_is_to_roll(room, late) for late in chains.late.values())
    if not awaited or room.dice.problem(event):
        return Refusal(ServiceCode.LINK_WRONG)
    return [event, *_admissions(chains, owner, event.at)]


def admit_chain(room: Room, at: int) -> list[AnyDiceEvent]:
    """New chains whose owners have waited long enough for witnesses."""
    chains = game_chains(room)
    if chains is None:
        return []
    due = [chain for chain in chains.late.values() if _is_to_roll(room, chain)]
    return [ChainAdmitted(at=at, game=chains.game, chain=chain.name) for chain in due]


def is_roll(events: Sequence[AnyDiceEvent]) -> bool:
    """Whether a roll is among them: the match has it too, and whoever follows the match hears of it by that."""
    if len(events) == 1:  # as nearly always
        return isinstance(events[0], DiceThrown)
    return any(isinstance(event, DiceThrown) for event in events)


def is_waiting(room: Room) -> bool:
    """Whether somebody who is to roll waits for witnesses of a new chain."""
    chains = game_chains(room)
    return chains is not None and any(_is_to_roll(room, chain) for chain in chains.late.values())


def is_opening(room: Room) -> bool:
    """Whether links are being opened for an opening roll."""
    chains = game_chains(room)
    return chains is not None and chains.fixed and room.opening_due


def withholding_sides(room: Room) -> list[Side]:
    """The sides whose people have published an end and not opened the link an opening roll waits for.

    A clock runs out on them (`clocks.timekeeping`); in a match without one this is where a rule on stalling finds them.
    """
    chains = game_chains(room)
    if chains is None or not is_opening(room):
        return []
    missing = {side_of(owner) for owner in chains.unopened()}
    return [side for side in SIDES if side in missing]


def throw_dice(
    room: Room, chains: GameChains, owner: str, link: str, secrets: Secrets, at: int
) -> Refusal | tuple[tuple[int, int], list[AnyDiceEvent], list[Seeds]]:
    """The next roll, what is published with it, and the root of a chain that the server begins with it."""
    chain = chains.counting.get(owner)
    if not chains.fixed or (owner and chain is None):
        return Refusal(ServiceCode.SEED_MISSING)
    if owner and (chain is None or not chains.continues(chain, link)):
        late = chains.late.get(owner)
        waits = late is not None and chains.continues(late, link)
        return Refusal(ServiceCode.CHAIN_WAITS if waits else ServiceCode.LINK_WRONG)
    server = _server_link(room, chains.server_chain(), chains.game)
    name = chain.name if chain is not None and owner else ""
    events: list[AnyDiceEvent] = []
    seeds: list[Seeds] = []
    if chains.server_links_left() == _SUCCEEDED_BEFORE:
        successor, behind = _succeed(room.id, chains, secrets, at)
        events.append(successor)
        seeds.append(behind)
    events.append(
        DiceThrown(at=at, game=chains.game, k=chains.k, server=server, chain=name, link=link if owner else "")
    )
    if chains.late:
        events += _admissions(chains, owner, at)
    return chains.roll_with(server, owner, link), events, seeds


def _succeed(room: str, chains: GameChains, secrets: Secrets, at: int) -> tuple[EndPublished, Seeds]:
    name = chain_name(SERVER, len(chains.server) + 1)
    root = secrets.seed()
    end = HashChain(room, chains.game, name, root, SERVER_LINKS).end
    published = EndPublished(at=at, game=chains.game, chain=name, end=end, links=SERVER_LINKS)
    return published, Seeds(chains.game, root, chain=name, links=SERVER_LINKS)


def _server_link(room: Room, chain: OpenChain, game: int) -> str:
    key = (game, chain.name)
    if key not in room.server_chains:
        seeds = room.roots[key]
        room.server_chains.clear()
        room.server_chains[key] = _made_chain(room.id, game, chain.name, seeds.seed, seeds.links)
    return room.server_chains[key].link(chain.opened + 1)


def _admissions(chains: GameChains, owner: str, at: int) -> list[AnyDiceEvent]:
    return [ChainAdmitted(at=at, game=chains.game, chain=name) for name in late_admissions(chains, owner)]


def _is_to_roll(room: Room, chain: OpenChain) -> bool:
    """Whether the owner of a new chain, or the opening, waits for it."""
    if is_opening(room):
        return True
    game = room.match.game
    return game is not None and game.stage is GameStage.ROLL and game.turn is side_of(chain.owner)

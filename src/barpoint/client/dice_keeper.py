"""A player's own part in the dice of a match: it draws chains, keeps what it is shown, checks every roll as it comes.

Nothing here believes the server: what is told of the dice goes through the fold that verifiers use, and a roll that
does not follow is a `problem`, after which no more links are given away. A link that was sent and not published is not
used for anything else, because the server has it: a new chain takes its place. What was kept is evidence (`kept`),
written to a file where there is a folder for it; so are the roots of one's own chains: a client that starts again goes
on.
"""

import secrets
from collections import deque
from collections.abc import Iterable
from pathlib import Path

import msgspec

from barpoint.match import GameStage, MatchPhase
from barpoint.match.events import AnyEvent, DiceRolled, OpeningRolled
from barpoint.service import MatchView
from barpoint.service.dice import (
    PERSON_LINKS,
    AnyDiceEvent,
    DiceBook,
    DiceThrown,
    GameChains,
    GameSealed,
    HashChain,
    KeptDice,
    OpenChain,
    chain_name,
    decode_dice,
    side_of,
)
from barpoint.service.records import StreamHead
from barpoint.wire import messages as m

_SPARE = 4
"""So many links before a chain runs out the next one is published."""


_AHEAD = 2
"""Rolls that may be known before the match shows them: processes hear of both from each other, one after the other."""


_LOOKED_AT = 8
"""Rolls that may be shown again after a restart."""


class _SentLink(msgspec.Struct, frozen=True, array_like=True):
    """The last link of a chain that was sent: its place, for which roll, and whether as our own roll."""

    place: int
    k: int
    rolling: bool


class _Stored(msgspec.Struct):
    roots: dict[str, str]
    kept: KeptDice
    sent: dict[str, _SentLink] = msgspec.field(default_factory=dict, name="given")


class DiceMismatch(Exception):  # noqa: N818  # what was found, not a fault of the program
    """A roll does not follow from what was published: the match is not played on."""


class DiceKeeper:
    """The dice of one match as one seat knows them; a spectator has no seat and only checks."""

    def __init__(self, match: str, folder: Path | None = None) -> None:
        self.match, self.owner, self.problem = match, "", ""
        self._file = None if folder is None else folder / f"{match}.dice.json"
        self._book = DiceBook(match)
        self._counts: dict[int, int] = {}  # events known of a game
        self._thrown: deque[tuple[int, int, tuple[int, int], bool]] = deque()  # not yet shown by the match
        self._unsure = False  # how many of those the match has shown already
        self._events: dict[AnyDiceEvent, None] = {}  # in the order they came
        self._rolls: list[tuple[int, int, int, int]] = []
        self._roots: dict[str, str] = {}  # of our own chains, by game and name
        self._chains: dict[str, HashChain] = {}
        self._sent: dict[str, _SentLink] = {}
        self._heads: dict[str, str] = {}
        self.game = 0
        self._load()

    # What was kept

    @property
    def kept(self) -> KeptDice:
        """The evidence."""
        dice, rolls = tuple(self._events), tuple(self._rolls)
        return KeptDice(self.match, dice, rolls, chain=self.owner, problem=self.problem, heads=self._heads)

    def keep_heads(self, heads: Iterable[StreamHead]) -> None:
        """Where the stored records of the match end; they stand for everything before."""
        self._heads = {head.stream: f"{head.version} {head.digest}" for head in heads}
        self.save()

    def _load(self) -> None:
        if self._file is not None and self._file.exists():
            stored = msgspec.json.decode(self._file.read_bytes(), type=_Stored)
            self._roots, self._sent, kept = stored.roots, stored.sent, stored.kept
            self._events, self._rolls = dict.fromkeys(kept.dice), list(kept.rolls)
            self._heads, self.problem = kept.heads, kept.problem

    def save(self) -> None:
        """Write it down, where there is a folder."""
        if self._file is not None:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._file.touch(mode=0o600)
            self._file.write_bytes(msgspec.json.encode(_Stored(self._roots, self.kept, self._sent)))

    # What is told

    def take_news(self, news: m.DiceNews) -> bool:
        """What the server tells of the dice; False if something was missed and the match has to be watched anew."""
        self.owner = news.owner or self.owner
        known = self._counts.get(news.game, 0)
        if news.first > known:
            return False
        events = [decode_dice(msgspec.json.encode(raw)) for raw in news.events]
        if not known:
            self._compare(news.game, events)
        for event in events[known - news.first :]:
            self._take(event)
        self._counts[news.game] = max(known, news.first + len(news.events))
        return True

    def _compare(self, game: int, events: list[AnyDiceEvent]) -> None:
        """A game read anew must begin as it was kept."""
        kept = [event for event in self._events if event.game == game]
        shown = events[: len(kept)]
        if shown != kept and not self.problem:
            at = next((k for k, event in enumerate(shown) if event != kept[k]), len(shown))
            self._fail(f"game {game}: the {type(kept[at]).__name__} is not the one that was shown before")

    def _take(self, event: AnyDiceEvent) -> None:
        if self.problem:
            return
        if problem := self._book.problem(event):
            self._fail(problem)
            return
        self._book.follow(event)
        self._events[event] = None
        if isinstance(event, GameSealed):
            self.game = event.game
        elif isinstance(event, DiceThrown):
            thrown = self._book.chains[event.game].rolls[-1]
            self._thrown.append((event.game, event.k, thrown.dice, not event.chain))

    def take_events(self, events: list[AnyEvent]) -> None:
        """Rolls that the match shows must be those that follow."""
        for event in events:
            if not isinstance(event, OpeningRolled | DiceRolled) or self.problem:
                continue
            shown = (event.white, event.black) if isinstance(event, OpeningRolled) else event.dice
            if self.game not in self._book.chains:
                continue  # recipe 1
            if self._unsure:
                self._find_place(event, shown)
            if not self._thrown:
                self._fail(f"game {self.game}: {shown[0]}-{shown[1]} came without a link")
                return
            game, k, dice, _ = self._thrown.popleft()
            if not _fits(event, shown, dice):
                self._fail(
                    f"game {game}: roll {k + 1} is {shown[0]}-{shown[1]}, not the {dice[0]}-{dice[1]} that follows"
                )
                return
            if not self._unsure and (game, k, *shown) not in self._rolls[-_LOOKED_AT:]:
                self._rolls.append((game, k, *shown))

    def forget_thrown(self) -> None:
        """The match was read anew: its rolls so far are not shown one by one; the last may be known before they are."""
        self._thrown = deque([*self._thrown][-_AHEAD:])
        self._unsure = True

    def _find_place(self, event: OpeningRolled | DiceRolled, shown: tuple[int, int]) -> None:
        """Which of the rolls that are known is the first that is shown again; it is sure once only one fits."""
        fitting = [place for place, (_, _, dice, _) in enumerate(self._thrown) if _fits(event, shown, dice)]
        for _ in range(fitting[0] if fitting else 0):
            self._thrown.popleft()
        self._unsure = len(fitting) > 1

    def _fail(self, problem: str) -> None:
        self.problem = problem
        self.save()

    # What is to be done

    @property
    def chains(self) -> GameChains | None:
        """Those of the game that runs or comes next; None before anything is known, and by recipe 1."""
        return self._book.chains.get(self.game)

    def _root_key(self, name: str) -> str:
        return f"{self.game} {name}"

    def _holds(self, name: str) -> bool:
        return self._root_key(name) in self._roots

    def _chain(self, name: str) -> HashChain:
        key = self._root_key(name)
        if key not in self._chains:
            self._chains = {known: chain for known, chain in self._chains.items() if known.startswith(f"{self.game} ")}
            self._chains[key] = HashChain(self.match, self.game, name, self._roots[key], PERSON_LINKS)
        return self._chains[key]

    @property
    def version(self) -> int:
        """How much is known of the dice."""
        return self._book.version

    def is_missing(self) -> bool:
        """Whether no chain of ours counts yet that can be rolled with."""
        chains = self.chains
        counting = chains.counting.get(self.owner) if chains is not None else None
        if chains is None or counting is None or not self._holds(counting.name):
            return True
        return self._is_spoilt(chains, counting, rolling=True)

    def is_lost(self) -> bool:
        """Whether our chain that counts is another device's, or its next link was sent for something else."""
        chains = self.chains
        counting = chains.counting.get(self.owner) if chains is not None else None
        if chains is None or counting is None or self.owner in chains.late:
            return False
        return not self._holds(counting.name) or self._is_spoilt(chains, counting, rolling=True)

    def end_due(self) -> m.PublishEnd | None:
        """The end of a new chain, if one is needed: none is published, or the present one runs out or is spoilt."""
        chains = self.chains
        if chains is None or not self.owner or self.problem:
            return None
        counting, late = chains.counting.get(self.owner), chains.late.get(self.owner)
        if late is not None:
            return None
        if counting is None:
            return self.new_end()
        runs_out = counting.links - counting.opened <= _SPARE or self._is_spoilt(chains, counting, rolling=None)
        return self.new_end() if runs_out and self._holds(counting.name) else None

    def new_end(self) -> m.PublishEnd | None:
        """Another chain of our own, whatever there is."""
        chains = self.chains
        if chains is None or not self.owner or self.problem:
            return None
        name = chain_name(self.owner, chains.numbers.get(self.owner, 0) + 1)
        if not self._holds(name):
            self._roots[self._root_key(name)] = secrets.token_hex(32)
            self.save()
        end = self._chain(name).end
        return m.PublishEnd(
            id=secrets.token_hex(8), match=self.match, game=self.game, chain=name, end=end, links=PERSON_LINKS
        )

    def link_due(self, view: MatchView) -> m.OpenLink | None:
        """The link an opening roll waits for, or the witness of an opponent's new chain."""
        chains = self.chains
        if chains is None or not chains.fixed or self.problem or not self._can_open(chains):
            return None
        if chains.opened.get(self.owner) is not None and not chains.owes_witness(self.owner):
            return None
        opening = _is_opening(view) and all(roll.dice[0] == roll.dice[1] for roll in chains.rolls)
        if not (opening or (chains.owes_witness(self.owner) and _is_to_roll(view, chains))):
            return None
        chain = chains.counting[self.owner]
        link = self._give(chains, chain, rolling=False)
        if not link:
            return None
        digest = chains.digest
        return m.OpenLink(
            id=secrets.token_hex(8),
            match=self.match,
            game=self.game,
            k=chains.k,
            chain=chain.name,
            link=link,
            digest=digest,
        )

    def roll_link(self) -> str:
        """The link that goes with our next roll; empty if there is none to give."""
        chains = self.chains
        if chains is None or not self._can_open(chains) or self.problem:
            return ""
        return self._give(chains, chains.counting[self.owner], rolling=True)

    def _give(self, chains: GameChains, chain: OpenChain, *, rolling: bool) -> str:
        """The next link, which is for this roll and this purpose from now on; empty if it was for another."""
        if self._is_spoilt(chains, chain, rolling=rolling):
            return ""
        sent = _SentLink(chain.opened + 1, chains.k, rolling)
        if self._sent.get(self._root_key(chain.name)) != sent:
            self._sent = {self._root_key(chain.name): sent}
            self.save()
        return self._chain(chain.name).link(sent.place)

    def _is_spoilt(self, chains: GameChains, chain: OpenChain, *, rolling: bool | None) -> bool:
        """Whether the next link was sent for another roll, or for this one as something else."""
        sent = self._sent.get(self._root_key(chain.name))
        if sent is None or sent.place != chain.opened + 1:
            return False
        return sent.k != chains.k or (rolling is not None and sent.rolling is not rolling)

    def _can_open(self, chains: GameChains) -> bool:
        chain = chains.counting.get(self.owner)
        return chain is not None and chain.opened < chain.links and self._holds(chain.name)


def _fits(event: OpeningRolled | DiceRolled, shown: tuple[int, int], dice: tuple[int, int]) -> bool:
    """Whether a roll is the one that follows; the order of the dice counts for an opening."""
    return shown == dice if isinstance(event, OpeningRolled) else sorted(shown) == sorted(dice)


def _is_opening(view: MatchView) -> bool:
    """Whether a game is about to begin."""
    return view.phase is MatchPhase.BETWEEN or (view.game is not None and view.game.stage is GameStage.OPENING)


def _is_to_roll(view: MatchView, chains: GameChains) -> bool:
    """Whether the owner of a new chain is to roll."""
    game = view.game
    return (
        game is not None
        and game.stage is GameStage.ROLL
        and any(side_of(late.owner) is game.turn for late in chains.late.values())
    )

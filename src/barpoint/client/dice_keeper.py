"""A player's own part in the dice of a match: it draws chains, keeps what it is shown, checks every roll as it comes.

Nothing here believes the server: what is told of the dice goes through the fold that verifiers use, and a roll that
does not follow is a `problem`, after which no more links are given away; what was shown is kept all the same, so that a
verifier can hold it against the server's file. A link that was sent and not published is not used for anything else,
because the server has it: a new chain takes its place. What was kept is evidence (`kept`), written to a file where
there is a folder for it; the roots of one's own chains have another (`dice_files`): a client that starts again goes on.

live      a roll that came after the ends of its game were known here; only of those is a roll kept as evidence.
sighted   an end that was known here when a link of ours was sent that was published after it. A chain of somebody else
          that counts without is `unseen`: whoever had our link could have chosen it to fit.
"""

import secrets
from collections import deque
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from barpoint.client.dice_files import ChainRoots, DiceFiles, SentLink
from barpoint.match import GameStage, MatchPhase
from barpoint.match.events import AnyEvent, DiceRolled, OpeningRolled
from barpoint.service import MatchView
from barpoint.service.dice import (
    PERSON_LINKS,
    AnyDiceEvent,
    ChainAdmitted,
    DiceBook,
    DiceThrown,
    EndPublished,
    EndsFixed,
    GameChains,
    GameSealed,
    HashChain,
    KeptDice,
    LinkOpened,
    OpenChain,
    Verdict,
    chain_name,
    event_shown,
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


class DiceMismatch(Exception):  # noqa: N818  # what was found, not a fault of the program
    """A roll does not follow from what was published: the match is not played on."""


class DiceKeeper:
    """The dice of one match as one seat knows them; a spectator has no seat and only checks."""

    def __init__(self, match: str, folder: Path | None = None) -> None:
        self.match, self.owner, self.problem = match, "", ""
        self._files = DiceFiles(match, folder)
        self._book = DiceBook(match)
        self._counts: dict[int, int] = {}  # events known of a game
        self._thrown: deque[tuple[int, int, tuple[int, int], bool]] = deque()  # live or not; not yet shown
        self._unsure = False  # how many of those the match has shown already
        self._events: dict[AnyDiceEvent, None] = {}  # in the order they came
        self._rolls: list[tuple[int, int, int, int]] = []
        self._shown: list[dict[str, Any]] = []  # what was not believed
        self._unseen: list[tuple[int, str]] = []
        self._places: dict[str, int] = {}  # where the ends of the game are among its events
        self._sighted: set[str] = set()
        self._roots: dict[str, str] = {}  # of our own chains, by game and name
        self._chains: dict[str, HashChain] = {}
        self._sent: dict[str, SentLink] = {}
        self._heads: dict[str, str] = {}
        self.game = 0
        self._load()

    # What was kept

    @property
    def kept(self) -> KeptDice:
        """The evidence."""
        return KeptDice(
            self.match,
            tuple(self._events),
            tuple(self._rolls),
            tuple(self._shown),
            tuple(self._unseen),
            chain=self.owner,
            problem=self.problem,
            heads=self._heads,
        )

    def keep_heads(self, heads: Iterable[StreamHead]) -> None:
        """Where the stored records of the match end; they stand for everything before."""
        self._heads = {head.stream: f"{head.version} {head.digest}" for head in heads}
        self.save()

    def take_verdict(self, verdict: Verdict) -> None:
        """What the check of the server's file came to."""
        if not verdict.honest and not self.problem:
            self._fail(verdict.wrong[0])

    def _load(self) -> None:
        secret, kept = self._files.read()
        self._roots, self._sent = secret.roots, secret.sent
        self._events, self._rolls = dict.fromkeys(kept.dice), list(kept.rolls)
        self._shown, self._unseen = list(kept.shown), list(kept.unseen)
        self._heads, self.problem = kept.heads, kept.problem

    def save(self) -> None:
        """Write it down, where there is a folder."""
        self._files.write(ChainRoots(self._roots, self._sent), self.kept)

    # What is told

    def take_news(self, news: m.DiceNews) -> bool:
        """What the server tells of the dice; False if something was missed and the match has to be watched anew."""
        self.owner = news.owner or self.owner
        known = self._counts.get(news.game, 0)
        if news.first > known:
            return False
        live = any(isinstance(event, EndsFixed) and event.game == news.game for event in self._events)
        if not known:
            self._compare(news.game, news.events)
        for place, raw in enumerate(news.events[known - news.first :], known):
            self._take(raw, place, live=live)
        self._counts[news.game] = max(known, news.first + len(news.events))
        return True

    def _compare(self, game: int, events: Sequence[dict[str, Any]]) -> None:
        """A game read anew must begin as it was kept."""
        kept = [event for event in self._events if event.game == game]
        at = next((k for k, event in enumerate(kept) if k >= len(events) or event_shown(events[k]) != event), None)
        if at is not None and not self.problem:
            self._shown += events[at : at + 1]
            self._fail(f"game {game}: the {type(kept[at]).__name__} is not the one that was shown before")

    def _take(self, raw: dict[str, Any], place: int, *, live: bool) -> None:
        if self.problem:
            return
        event = event_shown(raw)
        problem = "something was shown that is no event of the dice" if event is None else self._book.problem(event)
        if event is None or problem:
            self._shown.append(raw)
            self._fail(problem)
            return
        self._look(event, place, new=event not in self._events)
        self._book.follow(event)
        self._events[event] = None
        if isinstance(event, GameSealed):
            self.game = event.game
        elif isinstance(event, DiceThrown):
            thrown = self._book.chains[event.game].rolls[-1]
            self._thrown.append((event.game, event.k, thrown.dice, live))

    def _look(self, event: AnyDiceEvent, place: int, *, new: bool) -> None:
        """Before an event is followed: which ends had been seen by those of our links that were their witnesses."""
        if isinstance(event, GameSealed):
            self._places, self._sighted = {}, set()
        elif isinstance(event, EndPublished):
            self._places[event.chain] = place
        chains = self._book.chains.get(event.game)
        own = chains.counting.get(self.owner) if chains is not None else None
        if chains is None or own is None or not new or not self._holds(own.name):
            return
        if isinstance(event, LinkOpened | DiceThrown) and event.chain == own.name:
            sent = self._sent.get(self._root_key(own.name))
            if sent is not None and sent.place == own.opened + 1:
                self._sighted |= {chain for chain, at in self._places.items() if at < sent.seen}
        server = chains.server_chain()
        if isinstance(event, ChainAdmitted) and side_of(event.chain.partition("/")[0]) is not side_of(self.owner):
            self._doubt(event.game, event.chain)
        elif isinstance(event, DiceThrown) and server is not chains.server[0] and not server.opened:
            self._doubt(event.game, server.name)

    def _doubt(self, game: int, chain: str) -> None:
        if chain not in self._sighted:
            self._unseen.append((game, chain))

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
                self._rolls.append((self.game, self._book.chains[self.game].k, *shown))
                self._fail(f"game {self.game}: {shown[0]}-{shown[1]} came without a link")
                return
            game, k, dice, live = self._thrown.popleft()
            if not _fits(event, shown, dice):
                self._rolls.append((game, k, *shown))
                self._fail(
                    f"game {game}: roll {k + 1} is {shown[0]}-{shown[1]}, not the {dice[0]}-{dice[1]} that follows"
                )
                return
            if live and not self._unsure and (game, k, *shown) not in self._rolls[-_LOOKED_AT:]:
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
        key, place = self._root_key(chain.name), chain.opened + 1
        known = self._sent.get(key)
        if known is None or (known.place, known.k, known.rolling) != (place, chains.k, rolling):
            self._sent = {key: SentLink(place, chains.k, rolling, self._counts.get(self.game, 0))}
            self.save()
        return self._chain(chain.name).link(place)

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

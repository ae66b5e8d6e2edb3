"""Verifying the dice of a match from its files alone: what follows, what does not, and what nobody can know from them.

The log is played again: whose turn it was, that every roll was played, that every play was legal, how many rolls there
were. Every roll is worked out from what was published of the dice. What a player kept is the truth where it is given:
a file that says anything else is wrong. It *covers* a roll if it has the roll as it was shown, and the ends before
it. A *reservation* is something a reader must not take for proven.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from barpoint.board import SIDES, Refusal, check_play, result
from barpoint.match import (
    EndedBy,
    GameRecord,
    GameStage,
    MatchState,
    evolve_match,
    game_points,
    new_match,
    winner_by_score,
)
from barpoint.match import events as e
from barpoint.match.format import Enforcement, LengthKind
from barpoint.service.dice.chain_book import GameChains, ThrownRoll
from barpoint.service.dice.dice_book import ENDS, DiceBook
from barpoint.service.dice.dice_events import AnyDiceEvent, DiceSealed, event_shown
from barpoint.service.dice.hash_chain import RECIPE

AnyRoll = e.OpeningRolled | e.DiceRolled
_TABLE_SLASHES: Final = 4
"""A match at a table is called TOURNAMENT/EVENT/PAIRING/HOME/AWAY."""


class Reservation(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is not proven.

    recipe_1       of this game: the server and one player together could have chosen its rolls
    unwitnessed    of this roll on: `who` had a new chain that no opponent's link confirmed; the server and `who`
                   together could have chosen it
    exchanged      this roll: the server and `who` together could foresee another in its place and threw that away
    bots           of this game: the house played both sides; its rolls were fixed beforehand, no more
    device         of this game: the device at the table had all of the chain
    words          of this game, at a table: both parts were typed after the seal; whoever had the chain and one player
                   together could have tried out words
    intervention   `who` put the game back or set it right before this roll
    file_only      nothing a player kept was given: that chains were published before the rolls is the server's word
    unkept         rolls `roll` to `last`: what a player kept does not cover them, so the same is the server's word
    stopped        the device that kept it stopped, and said why in `who`; the file need not show it
    by_hand        rolls `roll` to `last`, at a table: thrown on the board, says the file; nothing shows how they fell
    result         who played and how it ended is the file's word: a check of dice is no check of these
    """

    code: str
    game: int = 0
    roll: int = 0
    who: str = ""
    last: int = 0


class Verdict(msgspec.Struct, frozen=True):
    """What a check came to: the rolls that follow, those of games not yet opened, and what was wrong."""

    proven: int
    waiting: int
    wrong: tuple[str, ...] = ()
    by_hand: int = 0  # at a table: thrown on the board, of which nothing can be proven
    reservations: tuple[Reservation, ...] = ()
    kept: bool = False  # what a player had kept was compared
    covered: int = 0  # rolls of which it shows that the ends came before them

    @property
    def honest(self) -> bool:
        """Whether nothing was wrong."""
        return not self.wrong


class KeptDice(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a player's own device kept while the match was played."""

    match: str
    dice: tuple[AnyDiceEvent, ...]  # in the order they came
    rolls: tuple[tuple[int, int, int, int], ...] = ()  # game, number from 0, and both dice as they were shown
    shown: tuple[dict[str, Any], ...] = ()  # events of the dice that the device did not believe, as they came
    unseen: tuple[tuple[int, str], ...] = ()  # game and chain: it counted before a link was sent that had seen its end
    kept: str = RECIPE
    chain: str = ""  # the player's own
    problem: str = ""  # what the device found wrong, if it did
    heads: dict[str, str] = {}  # of the match's stored records, by stream


def verify_dice(
    match: str, log: Iterable[e.AnyEvent], dice: Sequence[AnyDiceEvent], kept: KeptDice | None = None
) -> Verdict:
    """Work out every roll of a match again from what was published; over the board a game need not be sealed."""
    check = _DiceCheck(match)
    for known in dice:
        check.take_dice(known)
    for event in log:
        check.take_log(event)
    check.finish()
    if kept is not None:
        check.compare(kept, dice)
    return check.verdict(kept)


class _DiceCheck:
    def __init__(self, match: str) -> None:
        self._match, self._book = match, DiceBook(match)
        self._wrong: list[str] = []
        self._broken: set[int] = set()  # games of which nothing more is said
        self._proven = self._waiting = self._by_hand = 0
        self._state: MatchState | None = None
        self._game, self._k = 1, 0
        self._rolls: dict[tuple[int, int], AnyRoll] = {}
        self._moments: dict[int, tuple[int, int]] = {}  # the first and the last roll of a game
        self._interventions: list[Reservation] = []
        self._covered: set[tuple[int, int]] = set()
        self._log_length = 0

    @property
    def _at_table(self) -> bool:
        return self._state is not None and self._state.format.enforcement is Enforcement.RECORDED

    def take_dice(self, event: AnyDiceEvent) -> None:
        if event.game in self._broken:
            return
        if problem := self._book.problem(event):
            self._wrong.append(problem)
            self._broken.add(event.game)
        else:
            self._book.follow(event)

    # The log

    def take_log(self, event: e.AnyEvent) -> None:
        self._log_length += 1
        if self._state is None:
            if not isinstance(event, e.MatchStarted):
                self._wrong += [] if self._wrong else ["the log does not begin with the match"]
                return
            self._state = new_match(event.format)
            if self._at_table != (self._match.count("/") == _TABLE_SLASHES):
                self._wrong.append("the log and the name of the match do not agree on whether it was played at a table")
        elif isinstance(event, e.MatchStarted):
            self._wrong.append("the match begins twice")
            return
        try:
            problem = "" if self._at_table else _log_problem(self._state, event)
        except ValueError:  # after an event that was not as it should be, or is gone
            problem = "the log comes to a position that cannot be"
        if problem:
            self._wrong.append(f"game {self._game}, after roll {self._k}: {problem}")
        if isinstance(event, AnyRoll):
            self._take_roll(event)
        elif isinstance(event, ENDS):
            self._game, self._k = self._game + 1, 0
        elif isinstance(event, e.GameRestored | e.PositionCorrected | e.FreePlayGranted):
            self._interventions.append(Reservation("intervention", self._game, self._k + 1, event.by))
        try:
            self._state = evolve_match(self._state, event)
        except (AssertionError, ValueError, KeyError, IndexError, AttributeError, TypeError):
            if not problem:
                self._wrong.append(f"game {self._game}, after roll {self._k}: the log cannot be played")

    def _take_roll(self, event: AnyRoll) -> None:
        game, k = self._game, self._k
        self._rolls[game, k] = event
        self._k += 1
        first, _ = self._moments.get(game, (event.at, 0))
        self._moments[game] = (first, event.at)
        if game in self._broken:
            return
        if self._is_by_hand(game, k):
            self._by_hand += 1
            if not self._at_table:
                self._wrong.append(f"game {game}: roll {k + 1} of an online match is put down as thrown by hand")
        elif game in self._book.chains:
            self._take_chain_roll(self._book.chains[game], k, event)
        elif game not in self._book.sealed:
            self._wrong.append(f"game {game}: roll {k + 1} was thrown while nothing was sealed")
        else:
            self._take_sealed_roll(game, k, event)

    def _is_by_hand(self, game: int, k: int) -> bool:
        return (game, k) in self._book.by_hand or (self._at_table and not self._book.is_sealed(game))

    def _take_sealed_roll(self, game: int, k: int, event: AnyRoll) -> None:
        if missing := self._book.missing(game):
            self._wrong.append(f"game {game}: roll {k + 1} was thrown without a part of {missing[0].value}")
            self._broken.add(game)
            return
        expected = self._book.roll(self._match, game, k)
        if expected is None:
            self._waiting += 1
        else:
            self._compare(game, k, event, expected)

    def _take_chain_roll(self, chains: GameChains, k: int, event: AnyRoll) -> None:
        if k >= chains.k:
            self._wrong.append(f"game {chains.game}: no link was opened for roll {k + 1}")
            return
        thrown = chains.rolls[k]
        problem = "" if chains.parts else self._link_problem(chains, thrown, event)
        if problem:
            self._wrong.append(f"game {chains.game}, roll {k + 1}: {problem}")
        else:
            self._compare(chains.game, k, event, thrown.dice)

    @staticmethod
    def _link_problem(chains: GameChains, thrown: ThrownRoll, event: AnyRoll) -> str:
        """Whether those had opened links who had to."""
        if isinstance(event, e.OpeningRolled):
            missing = [owner for owner in thrown.persons if owner not in thrown.openers]
            if thrown.side is not None:
                return "an opening roll has no roller"
            return f"{missing[0]} had not opened a link" if missing else ""
        if thrown.openers - thrown.extra:
            return "a link was opened for it that nothing asked for"
        if event.side in chains.house:
            return "a bot rolled with a link of a person" if thrown.side is not None else ""
        return "" if thrown.side is event.side else f"it was not thrown with a link of {event.side.value}"

    def _compare(self, game: int, k: int, event: AnyRoll, expected: tuple[int, int]) -> None:
        if _shows(event, expected):
            self._proven += 1
        else:
            self._wrong.append(f"game {game}: roll {k + 1} is not the {expected[0]}-{expected[1]} that follows")

    # The end

    def finish(self) -> None:
        """What only shows when everything has been read."""
        if self._state is None and not self._wrong:
            self._wrong.append("the log is empty")
        for game, chains in self._book.chains.items():
            if game not in self._broken and (game, chains.k - 1) not in self._rolls and chains.k:
                self._wrong.append(f"game {game}: roll {chains.k} was thrown and is not in the log")
            for side in SIDES:
                if len({roll.owner for roll in chains.rolls if roll.side is side}) > 1:
                    self._wrong.append(f"game {game}: two people rolled for {side.value}")
        for game, (first, last) in self._moments.items():
            part, reveal = (0, 0) if self._at_table else self._book.times.get(game, (0, 0))
            if part > first:
                self._wrong.append(f"game {game}: a part was added after the first roll")
            if reveal and reveal < last:
                self._wrong.append(f"game {game}: the seed was revealed before the last roll")
            if game < self._game and game in self._book.sealed and game not in self._book.revealed:
                self._wrong.append(f"game {game} is over and its seed was not revealed")

    def compare(self, kept: KeptDice, dice: Sequence[AnyDiceEvent]) -> None:
        """What a player kept is the truth."""
        if kept.match != self._match:
            self._wrong.append("what was kept is of another match")
            return
        events = iter(dice)
        for known in kept.dice:
            if not any(known == event for event in events):
                self._wrong.append(f"game {known.game}: the file has not the {type(known).__name__} that was kept")
                break
        for raw in kept.shown:
            if event_shown(raw) not in dice:
                self._wrong.append(f"game {raw.get('game')}: the file has not the {raw.get('type')} that was shown")
        for game, chain in kept.unseen:
            if game in self._book.chains:
                self._book.chains[game].doubt(chain)
        for stream, events_there in (("match", self._log_length), ("dice", len(dice))):
            count = kept.heads.get(f"{stream}:{self._match}", "").partition(" ")[0]
            if count.isascii() and count.isdecimal() and int(count) > events_there:
                self._wrong.append(f"the {stream} had {count} events when its record was kept, not {events_there}")
        own = _DiceCheck(self._match)
        for known in kept.dice:
            own.take_dice(known)
        for game, k, *shown in kept.rolls:
            event = self._rolls.get((game, k))
            if event is None or not _shows(event, (shown[0], shown[1])):
                self._wrong.append(f"game {game}: roll {k + 1} was {shown[0]}-{shown[1]} when it was kept")
            elif own._covers(game, k, event) and not self._is_by_hand(game, k):
                self._covered.add((game, k))

    def _covers(self, game: int, k: int, event: AnyRoll) -> bool:
        """Whether the events of the dice have what a roll follows from: ends, or a seal with its parts, before it."""
        chains = self._book.chains.get(game)
        if chains is not None:
            return k < chains.k and _shows(event, chains.rolls[k].dice)
        return game in self._book.sealed and not self._book.missing(game)

    def _kept_reservations(self, kept: KeptDice | None) -> list[Reservation]:
        """What the evidence of a player does not reach, in runs of rolls, and why its device stopped."""
        if kept is None:
            return [Reservation("file_only")]
        rolls = [roll for roll in self._rolls.keys() - self._covered if not self._is_by_hand(*roll)]
        stopped = [Reservation("stopped", who=kept.problem)] if kept.problem else []
        return [*_runs("unkept", rolls), *stopped]

    def verdict(self, kept: KeptDice | None) -> Verdict:
        """All of it."""
        reservations = self._kept_reservations(kept)
        reservations += _runs("by_hand", [roll for roll in self._rolls if self._is_by_hand(*roll)])
        rolled = sorted({game for game, _ in self._rolls})
        for game in rolled:
            reservations += self._reservations(game)
        return Verdict(
            self._proven,
            self._waiting,
            tuple(self._wrong),
            self._by_hand,
            (*reservations, *self._interventions, Reservation("result")),
            kept is not None,
            len(self._covered),
        )

    def _reservations(self, game: int) -> list[Reservation]:
        chains, sealed = self._book.chains.get(game), self._book.sealed.get(game)
        known: GameChains | DiceSealed | None = chains or sealed
        if known is None:
            return []
        notes = [Reservation("device", game)] if known.device else []
        if set(known.house) == set(SIDES):
            notes.append(Reservation("bots", game))
        if chains is None:
            return [*notes, Reservation("recipe_1", game)]
        if chains.parts:
            notes.append(Reservation("words", game))
        notes += [Reservation("unwitnessed", game, k + 1, owner) for owner, k in chains.unwitnessed]
        notes += [
            Reservation("exchanged", game, k + 1, owner) for owner, k in chains.exchanges if chains.opponents(owner)
        ]
        return notes


def _runs(code: str, rolls: Iterable[tuple[int, int]]) -> list[Reservation]:
    """A reservation for each run of rolls, which are given by game and number from 0."""
    runs: list[Reservation] = []
    for game, k in sorted(rolls):
        follows = bool(runs) and (runs[-1].game, runs[-1].last) == (game, k)
        first = runs.pop().roll if follows else k + 1
        runs.append(Reservation(code, game, first, last=k + 1))
    return runs


def _shows(event: AnyRoll, dice: tuple[int, int]) -> bool:
    """Whether the log has these dice: one each in the opening, else both of one side in any order."""
    if isinstance(event, e.OpeningRolled):
        return (event.white, event.black) == dice
    return sorted(event.dice) == sorted(dice)


def _log_problem(state: MatchState, event: e.AnyEvent) -> str:
    """What is wrong with an event of an online match at this place; empty if nothing is."""
    game = state.game
    match event:
        case e.GameStarted():
            return "a game begins while another runs" if game is not None else ""
        case e.OpeningRolled():
            return "an opening roll out of place" if game is None or game.stage is not GameStage.OPENING else ""
        case e.DiceRolled(side=side):
            due = game is not None and game.stage is GameStage.ROLL and game.turn is side
            return "" if due else f"{side.value} rolled out of turn"
        case e.RollChosen(side=side):
            granted = game is not None and game.any_roll and game.turn is side
            return "" if granted else f"{side.value} chose a roll that nobody granted"
        case e.Played(side=side, hops=hops):
            if game is None or game.stage is not GameStage.PLAY or game.turn is not side or game.roll is None:
                return f"{side.value} played out of turn"
            judged = check_play(game.view_for(side), game.roll, hops, game.head_cap(game.roll))
            return f"{side.value} made a play that is not legal" if isinstance(judged, Refusal) else ""
        case e.GameEnded(record=record):
            return _end_problem(state, record)
        case e.MatchEnded(winner=winner, reason="score"):
            plain = state.in_force.kind is LengthKind.POINTS and not state.deciding_game
            given = winner_by_score(state.score, state.in_force) if plain else winner
            return "" if given is winner else "the match ends otherwise than the score says"
        case _:
            return ""


def _end_problem(state: MatchState, record: GameRecord) -> str:
    """Whether the play gives the end of a game that was played to its end."""
    game = state.game
    if game is None:
        return "a game ends that had not begun"
    if record.ended_by is not EndedBy.BEAROFF:
        return ""
    over = result(game.view_for(record.winner))
    if over is None or not over.mover_won or over.level != record.level or record.cube != game.cube.value:
        return "the game ends otherwise than it was played"
    turned = game.cube.value > 1 << game.automatic
    points = game_points(
        record.level, record.cube, turned=turned, rules=state.format.cube, gammons_count=state.format.gammons_count
    )
    return "" if record.points == points else "the game's points are not what it was played for"

"""Matches played at random through `decide`: doubles, takes, drops and resignations among the plays."""

import random

from hypothesis import strategies as st

from barpoint.board import ROLLS, Position, Refusal, Roll, Side, legal_plays
from barpoint.match import commands as c
from barpoint.match.decide.dispatch import decide_match
from barpoint.match.events import AnyEvent, DoubleTaken
from barpoint.match.evolve.dispatch import evolve_match
from barpoint.match.state import Game, GameStage, MatchPhase, MatchState, new_match
from barpoint.notation.record.match_record import MatchRecord
from barpoint.notation.record.replayer import record_format

legal_plays(Position.start(), ROLLS[0])  # compiled here, so that no drawn example pays for it

NAMES = ("Ann Other", "Bob")


class _Played:
    def __init__(self, length: int, rng: random.Random, record: MatchRecord | None = None) -> None:
        self.rng = rng
        self.record = record or MatchRecord(white=NAMES[0], black=NAMES[1], length=length, beavers=not length)
        self.state: MatchState = new_match(record_format(self.record))
        self.log: list[AnyEvent] = []
        self.do(c.StartMatch(at=0, white=(self.record.white,), black=(self.record.black,)))

    def do(self, command: c.AnyCommand) -> bool:
        decision = decide_match(self.state, command)
        if isinstance(decision, Refusal):
            return False
        for event in decision:
            self.state = evolve_match(self.state, event)
            self.log.append(event)
        return True

    def step(self) -> None:
        game, rng = self.state.game, self.rng
        if game is None:
            white, black = rng.sample(range(1, 7), 2)
            self.do(c.RollOpening(at=0, white=white, black=black))
        elif game.stage is GameStage.ROLL:
            if rng.random() < 0.06 and self.do(c.OfferDouble(at=0, side=game.turn)):
                return
            # gnubg does not expect that somebody gives up whose double was just taken.
            if rng.random() < 0.01 and not isinstance(self.log[-1], DoubleTaken) and self._resign():
                return
            self.do(c.RollDice(at=0, side=game.turn, dice=(rng.randint(1, 6), rng.randint(1, 6))))
        elif game.stage is GameStage.ANSWER:
            self._answer(game)
        else:
            self._play(game)

    def _resign(self) -> bool:
        side = self.rng.choice(list(Side))
        if not self.do(c.OfferResignation(at=0, side=side, level=self.rng.choice((1, 1, 2, 3)))):
            return False
        return self.do(c.AnswerResignation(at=0, side=side.other, accept=True))

    def _answer(self, game: Game) -> None:
        assert game.cube.by is not None
        side = game.cube.by.other
        if not self.state.format.length.points and self.rng.random() < 0.1 and self.do(c.Beaver(at=0, side=side)):
            return
        take = self.rng.random() < 0.6
        self.do(c.Take(at=0, side=side) if take else c.Pass(at=0, side=side))

    def _play(self, game: Game) -> None:
        assert isinstance(game.roll, Roll)
        plays = legal_plays(game.view_for(game.turn), game.roll, game.head_cap(game.roll))
        hops = self.rng.choice(plays).hops if plays else ()
        self.do(c.PlayCheckers(at=0, side=game.turn, hops=tuple(hops)))


def played(length: int, seed: int, *, games: int = 3, record: MatchRecord | None = None) -> tuple[AnyEvent, ...]:
    """A match to so many points, or so many games of money play."""
    match = _Played(length, random.Random(seed), record)
    while match.state.phase is not MatchPhase.OVER and (length or len(match.state.records) < games):
        match.step()
    return tuple(match.log)


def unfinished(length: int, seed: int, events: int) -> tuple[AnyEvent, ...]:
    """The beginning of a match."""
    match = _Played(length, random.Random(seed))
    while match.state.phase is not MatchPhase.OVER and len(match.log) < events:
        match.step()
    return tuple(match.log)


@st.composite
def matches(draw: st.DrawFn) -> tuple[AnyEvent, ...]:
    return played(draw(st.sampled_from([0, 1, 2, 3, 5])), draw(st.integers(0, 2**32)), games=2)

"""A table to play test matches at: commands in, events kept, the fold compared after every one."""

from typing import Self

import msgspec

from barpoint.board import Refusal, Side
from barpoint.match import commands as c
from barpoint.match.decide.dispatch import decide_match
from barpoint.match.events import AnyEvent, decode, encode
from barpoint.match.evolve.dispatch import evolve_match, fold_match
from barpoint.match.format.match_format import (
    Enforcement,
    MatchFormat,
    to_points,
)
from barpoint.match.snapshot import encode_game
from barpoint.match.state import Game, MatchState, new_match
from barpoint.rulebook.profiles.presets import preset

WHITE, BLACK = Side.WHITE, Side.BLACK
STRICT, RECORDED = Enforcement.STRICT, Enforcement.RECORDED

BOOKS = {
    "ibf": "IBF Backgammon",
    "usbgf": "USBGF Open",
    "bws": "BWS",
    "guide": "Club (2014 guide)",
    "trad": "At home (traditional)",
}
"""One preset for each book: what the book itself says, through its profile."""

RACE = "x 6:1 5:1 off:13 | o 6:1 5:1 off:13"
"""Nobody is in anybody's way; a checker of each side is off."""


def match_format(
    name: str = "USBGF Open", enforcement: Enforcement = STRICT, *, length: int | None = 7, clocked: bool | None = None
) -> MatchFormat:
    """The format of a preset, or of a book by its id."""
    made = preset(BOOKS.get(name, name)).match_format(enforcement, length=length, clocked=clocked)
    assert isinstance(made, MatchFormat), made
    return made


class Table:
    """A match that has begun. `do` plays a command that has to be accepted, `no` one that has to be refused."""

    def __init__(self, rules: MatchFormat | None = None) -> None:
        self.state: MatchState = new_match(rules or MatchFormat(length=to_points(7)))
        self.log: list[AnyEvent] = []
        self.states: list[Game | None] = [None]
        team = self.state.format.team
        names = ("Ann", "Amy", "Bob", "Ben")
        self.do(c.StartMatch(at=0, white=names[:team], black=names[2 : 2 + team]))

    @classmethod
    def under(cls, name: str, enforcement: Enforcement = STRICT, *, length: int | None = 7) -> Self:
        """A table under a preset or book."""
        return cls(match_format(name, enforcement, length=length))

    @property
    def game(self) -> Game:
        """The running game."""
        assert self.state.game is not None, "no game is running"
        return self.state.game

    @property
    def score(self) -> tuple[int, int]:
        """White's points, Black's points."""
        return self.state.score

    @property
    def winner(self) -> Side | None:
        """Who has won the match, if anybody."""
        return None if self.state.ended is None else self.state.ended.winner

    def do(self, command: c.AnyCommand) -> tuple[AnyEvent, ...]:
        """Play a command; its events have to survive encoding, and their fold has to be the state."""
        events = decide_match(self.state, command)
        assert not isinstance(events, Refusal), f"{command} was refused: {events}"
        for event in events:
            assert decode(encode(event)) == event
            self.state = evolve_match(self.state, event)
            self.log.append(event)
            self.states.append(self.state.game)
        assert fold_match(self.log) == self.state
        return events

    def no(self, command: c.AnyCommand) -> str:
        """The code with which a command is refused."""
        refusal = decide_match(self.state, command)
        assert isinstance(refusal, Refusal), f"{command} was accepted: {refusal}"
        return refusal.code

    # Short forms

    def opening(self, white: int, black: int) -> Self:
        """One die each."""
        self.do(c.RollOpening(at=self.state.at, white=white, black=black))
        return self

    def roll(self, side: Side, high: int, low: int) -> Self:
        """A roll."""
        self.do(c.RollDice(at=self.state.at, side=side, dice=(high, low)))
        return self

    def play(self, side: Side, *hops: tuple[int, int]) -> Self:
        """A play, and the end of the turn where that is a step of its own."""
        self.do(c.PlayCheckers(at=self.state.at, side=side, hops=hops))
        if self.state.format.enforcement is RECORDED and self.state.game is not None:
            self.do(c.EndTurn(at=self.state.at, side=side))
        return self

    def double(self, side: Side, value: int | None = None) -> Self:
        """A double."""
        self.do(c.OfferDouble(at=self.state.at, side=side, value=value))
        return self

    def take(self, side: Side) -> Self:
        """A take."""
        self.do(c.Take(at=self.state.at, side=side))
        return self

    def drop(self, side: Side) -> Self:
        """A pass."""
        self.do(c.Pass(at=self.state.at, side=side))
        return self

    def resign(self, side: Side, level: int = 1) -> Self:
        """Offer a resignation."""
        self.do(c.OfferResignation(at=self.state.at, side=side, level=level))
        return self

    def cannot_double(self, side: Side, value: int | None = None) -> str:
        """Why a double is refused."""
        return self.no(c.OfferDouble(at=self.state.at, side=side, value=value))

    # Scenes, set by an official's hand

    def scene(
        self,
        position: str | None = None,
        turn: Side = WHITE,
        *,
        dice: tuple[int, int] | None = None,
        score: tuple[int, int] | None = None,
        cube: tuple[int, Side | None] | None = None,
    ) -> Self:
        """A game at this score, in this position, with this cube."""
        if score is not None:
            self.do(c.CorrectScore(at=self.state.at, by="TD", score=score))
        if self.state.game is None:
            self.opening(6, 1)
        board = position or str(self.game.position)
        self.do(c.CorrectPosition(at=self.state.at, by="TD", position=board, turn=turn, dice=dice))
        if cube is not None:
            self.do(c.CorrectCube(at=self.state.at, by="TD", value=cube[0], owner=cube[1]))
        return self

    def won_by(self, side: Side, level: int = 1, *, doubles: int = 0) -> Self:
        """A whole game, won by `side` at a level with so many doubles taken."""
        self.opening(6, 1)
        doubler = BLACK
        for _ in range(doubles):
            self.scene(turn=doubler).double(doubler).take(doubler.other)
            doubler = doubler.other
        self.do(c.ForfeitGame(at=self.state.at, by="TD", side=side.other, level=level))
        return self

    def bear_off(self, loser: str, *, winner: Side = WHITE, checkers: str = "1:1 off:14") -> Self:
        """The winner's last checker goes off against a loser who stands like this, in its own points."""
        ours, theirs = (checkers, loser) if winner is WHITE else (loser, checkers)
        named = self.state.discipline.name
        self.scene(f"{named}: x {ours} | o {theirs}", winner, dice=(2, 1), cube=None)
        return self.play(winner, (1, 0))

    def restore(self, version: int) -> Self:
        """Put the game back to how it stood after so many events."""
        game = self.states[version]
        assert game is not None
        self.do(c.RestoreGame(at=self.state.at, by="TD", version=version, game=encode_game(game)))
        return self


def like(rules: MatchFormat, **changes: object) -> MatchFormat:
    """The format with some fields changed."""
    return msgspec.structs.replace(rules, **changes)

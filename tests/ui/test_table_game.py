"""The table device keeps a match as the server does: whole matches go through both, position by position."""

import random
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from barpoint.board import Refusal, legal_plays
from barpoint.match import commands as c
from barpoint.match import decide, fold
from barpoint.match.format import Enforcement, Length, MatchFormat
from barpoint.match.state import MatchState, Phase, Stage, new_match
from barpoint.notation.match_situation import situation
from barpoint.notation.situation import Seat
from barpoint.notation.xgid import xgid
from tests.ui.browser_code import answered

LENGTHS = (1, 3, 5)
ANSWER = """
const answer = ({ discipline, length, commands }) => {
  const terms = { length, crawford: true, cube: true }
  let tally = { score: [0, 0], crawfordDone: false }
  let game = m.newGame(discipline, tally, terms)
  const over = (winner, level) => {
    tally = m.scored(tally, game, winner, level, terms)
    game = m.newGame(discipline, tally, terms)
  }
  return commands.map((command) => {
    let told = []
    if (command.type === 'RollOpening') [game, told] = m.opened(game, command.white, command.black)
    if (command.type === 'RollDice') [game, told] = m.rolled(game, command.dice)
    if (command.type === 'PlayCheckers') {
      for (const [source, target] of command.hops) {
        const fits = [m.hop(game, source), m.hop(m.swapped(game), source)]
        game = fits.find((one) => one && one.made.at(-1)[1] === target)
      }
    }
    if (command.type === 'EndTurn') {
      const winner = game.turn
      let level
      ;[game, told, level] = m.played(game)
      if (level) over(winner, level)
    }
    if (command.type === 'OfferDouble') [game, told] = m.doubled(game, game.turn)
    if (command.type === 'Take') [game, told] = m.taken(game)
    if (command.type === 'Pass') { told = m.passed(game); over(game.turn, 1) }
    return [tally.score, m.xgid(game, tally, terms), told]
  })
}
"""


def wanted(state: MatchState, chance: random.Random) -> c.AnyCommand:
    """What somebody does now."""
    game = state.game
    if game is None or game.stage is Stage.OPENING:
        return c.RollOpening(at=0, white=chance.randint(1, 6), black=chance.randint(1, 6))
    side = game.turn
    if game.stage is Stage.ROLL:
        may = game.cube_in_play and game.cube.owner in (None, side) and game.cube.value < 4
        if may and chance.random() < 0.05:
            return c.OfferDouble(at=0, side=side)
        return c.RollDice(at=0, side=side, dice=(chance.randint(1, 6), chance.randint(1, 6)))
    if game.stage is Stage.ANSWER:
        return (c.Take if chance.random() < 0.7 else c.Pass)(at=0, side=side.other)
    if game.stage is Stage.PLAY:
        assert game.roll is not None
        calm = chance.random() < 0.9  # who hits whenever it can plays for ever
        plays = list(legal_plays(game.seen_by(side), game.roll))
        play = min(plays, key=lambda each: (each.after.them[25] * calm, chance.random())) if plays else None
        return c.PlayCheckers(at=0, side=side, hops=tuple((hop[0], hop[1]) for hop in play.hops) if play else ())
    return c.EndTurn(at=0, side=side)


def shown(state: MatchState) -> str:
    """The server's XGID while a game runs and no play is half made."""
    game = state.game
    if game is None or game.stage is not Stage.ROLL:
        return ""
    found = situation(state, game, game.turn)
    seat = Seat.BOTTOM if game.turn.place == 0 else Seat.TOP
    return xgid(game.seen_by(game.turn), replace(found, seat=seat, max_cube=1024))


def walked(discipline: str, length: int, seed: int) -> tuple[list[c.AnyCommand], list[tuple[list[int], str]]]:
    """A whole match, and what the server shows after each command."""
    chance = random.Random(seed)
    state = new_match(
        MatchFormat(length=Length(points=length), discipline=discipline, enforcement=Enforcement.RECORDED)
    )
    started = decide(state, c.StartMatch(at=0, white=("Ada",), black=("Bo",)))
    assert not isinstance(started, Refusal)
    state = fold(started, state)
    done, seen = [], []
    while state.phase is not Phase.OVER:
        command = wanted(state, chance)
        events = decide(state, command)
        assert not isinstance(events, Refusal), (command, events)
        state = fold(events, state)
        done.append(command)
        seen.append((list(state.score), shown(state)))
    return done, seen


@pytest.mark.parametrize("discipline", ["backgammon", "nackgammon"])
def test_whole_matches_stand_alike_on_the_device_and_on_the_server(discipline: str) -> None:
    matches = [walked(discipline, length, seed) for seed, length in enumerate(LENGTHS)]
    asked: list[dict[str, Any]] = [
        {"discipline": discipline, "length": length, "commands": msgspec.to_builtins(done)}
        for (done, _), length in zip(matches, LENGTHS, strict=True)
    ]
    for length, (done, seen), answers in zip(LENGTHS, matches, answered("game.ts", ANSWER, asked), strict=True):
        for command, (score, position), (kept, text, told) in zip(done, seen, answers, strict=True):
            assert [min(points, length) for points in score] == kept, command
            if position:
                assert text == position, command
            if told and not isinstance(command, c.EndTurn):
                assert told[0]["type"] == type(command).__name__

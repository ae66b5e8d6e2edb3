"""The table device keeps a match as the server does: whole matches go through both, position by position."""

import random
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec
import pytest

from barpoint.board import DISCIPLINES, Refusal, Side, legal_plays
from barpoint.board.disciplines import Layout
from barpoint.match import commands as c
from barpoint.match import decide_match, fold_match
from barpoint.match.events import Played
from barpoint.match.format.match_format import (
    Claims,
    CubeRules,
    Enforcement,
    Length,
    MatchFormat,
)
from barpoint.match.state import GameStage, MatchPhase, MatchState, new_match
from barpoint.notation.ids.match_situation import situation_of_match
from barpoint.notation.ids.situation import BoardSeat
from barpoint.notation.ids.xgids import xgid
from barpoint.service.tournaments.device_view import device_board
from tests.ui.browser_code import answered

LENGTHS = (1, 3, 5)
ANSWER = """
const answer = ({ board, format, commands }) => {
  const terms = m.termsOf({ format, board })
  let tally = { score: [0, 0], sets: [0, 0], crawfordDone: false }
  let game = m.newGame(tally, terms)
  const over = (winner, level) => {
    tally = m.addScore(tally, game, winner, level, terms)
    game = m.newGame(tally, terms)
  }
  return commands.map((command) => {
    let happenings = []
    if (command.type === 'RollOpening') {
      [game, happenings] = m.rollOpening(game, command.white, command.black, terms.automatic)
    }
    if (command.type === 'RollDice') [game, happenings] = m.rollDice(game, command.dice)
    if (command.type === 'PlayCheckers') {
      for (const [source, target] of command.hops) {
        const fits = [m.hop(game, source), m.hop(m.swapDice(game), source)]
        game = fits.find((after) => after && after.made.at(-1)[1] === target)
      }
    }
    if (command.type === 'EndTurn') {
      const winner = game.turn
      let level
      ;[game, happenings, level] = m.endTurn(game)
      if (level) over(winner, level)
    }
    if (command.type === 'OfferDouble') [game, happenings] = m.offerDouble(game, game.turn)
    if (command.type === 'Take') [game, happenings] = m.take(game)
    if (command.type === 'Pass') { happenings = m.pass(game); over(game.offer.by, 1) }
    if (command.type === 'Beaver') [game, happenings] = m.mayBeaver(game, terms) ? m.beaver(game) : [game, []]
    const side = command.side === 'white' ? 0 : 1
    if (command.type === 'SpoilRoll') [game, happenings] = m.spoilRoll(game, side)
    if (command.type === 'ClaimGame') [game, happenings] = m.claimGame(game, side, command.level)
    if (command.type === 'AnswerClaim') {
      const { by, value } = game.offer
      ;[game, happenings] = m.answerOffer(game, command.accept)
      if (command.accept) over(by, value)
    }
    const may = terms.cube && m.mayDouble(game, game.turn)
    return [tally.score, m.xgid(game, tally, terms), happenings, game.men, game.cube, may]
  })
}
"""


def wanted(state: MatchState, chance: random.Random) -> c.AnyCommand:
    """What somebody does now."""
    game = state.game
    if game is None or game.stage is GameStage.OPENING:
        return c.RollOpening(at=0, white=chance.randint(1, 6), black=chance.randint(1, 6))
    side = game.turn
    if game.stage is GameStage.ROLL:
        may = game.cube_in_play and game.cube.owner in (None, side) and game.cube.value < 4 and not game.rolled
        if may and chance.random() < (0.15 if state.format.cube.beavers else 0.05):
            return c.OfferDouble(at=0, side=side)
        if state.format.cube.beavers and not game.rolled and chance.random() < 0.1:
            return c.SpoilRoll(at=0, side=side)
        if state.format.claims is Claims.SETTLED and chance.random() < 0.03:
            return c.ClaimGame(at=0, side=chance.choice(list(Side)), level=1)
        return c.RollDice(at=0, side=side, dice=(chance.randint(1, 6), chance.randint(1, 6)))
    if game.stage is GameStage.CLAIMED:
        assert game.offer is not None
        return c.AnswerClaim(at=0, side=game.offer.by.other, accept=chance.random() < 0.3)
    if game.stage is GameStage.ANSWER:
        assert game.cube.by is not None
        if state.format.cube.beavers and game.cube.value < 16 and chance.random() < 0.4:
            return c.Beaver(at=0, side=game.cube.by.other)
        return (c.Take if chance.random() < 0.7 else c.Pass)(at=0, side=game.cube.by.other)
    if state.format.cube.beavers and not game.early and chance.random() < 0.05:
        return c.SpoilRoll(at=0, side=side.other)
    if game.stage is GameStage.PLAY:
        assert game.roll is not None
        calm = chance.random() < 0.9  # who hits whenever it can plays for ever
        plays = list(legal_plays(game.view_for(side), game.roll, game.head_cap(game.roll)))
        play = min(plays, key=lambda each: (each.after.them[25] * calm, chance.random())) if plays else None
        return c.PlayCheckers(at=0, side=side, hops=tuple((hop[0], hop[1]) for hop in play.hops) if play else ())
    return c.EndTurn(at=0, side=side)


def shown(state: MatchState) -> str:
    """The server's XGID while a game runs and no play is half made."""
    game = state.game
    if game is None or game.stage is not GameStage.ROLL or game.position.discipline.layout is Layout.ROTATED:
        return ""
    found = situation_of_match(state, game, game.turn)
    seat = BoardSeat.BOTTOM if game.turn.place == 0 else BoardSeat.TOP
    return xgid(game.view_for(game.turn), replace(found, seat=seat, max_cube=1024))


class Seen(NamedTuple):
    """What the server shows after a command."""

    score: list[int]
    xgid: str
    men: list[list[int]] | None
    cube: int = 1
    may_double: bool | None = None  # whoever is to roll


def walked(played: MatchFormat, seed: int) -> tuple[list[c.AnyCommand], list[Seen]]:
    """A whole match, and what the server shows after each command."""
    chance = random.Random(seed)
    state = new_match(played)
    started = decide_match(state, c.StartMatch(at=0, white=("Ada",), black=("Bo",)))
    assert not isinstance(started, Refusal)
    state = fold_match(started, state)
    done: list[c.AnyCommand] = []
    seen: list[Seen] = []
    while state.phase is not MatchPhase.OVER:
        command = wanted(state, chance)
        events = decide_match(state, command)
        assert not isinstance(events, Refusal), (command, events)
        state = fold_match(events, state)
        done.append(command)
        game = state.game
        score, text = list(state.score), shown(state)
        if game is None:
            seen.append(Seen(score, text, None))
            continue
        men = [list(game.position.us), list(game.position.them)]
        may = game.cube_in_play and game.cube.reachable_by(game.turn) and not game.rolled
        seen.append(Seen(score, text, men, game.cube.value, may if game.stage is GameStage.ROLL else None))
    return done, seen


def recorded(discipline: str, length: int, start: dict[str, int] | None = None) -> MatchFormat:
    return MatchFormat(
        length=Length(points=length), discipline=discipline, start=start, enforcement=Enforcement.RECORDED
    )


STARTS: dict[str, tuple[str, dict[str, int] | None]] = {name: (name, None) for name in DISCIPLINES} | {
    "a start of its own": ("backgammon", {"24": 1, "23": 1, "13": 5, "8": 3, "6": 5})
}


@pytest.mark.clause("ibf:5.2b", "ibf:4.1a", "ibf:7.1a")
@pytest.mark.parametrize("name", STARTS)
def test_whole_matches_stand_alike_on_the_device_and_on_the_server(name: str) -> None:
    discipline, start = STARTS[name]
    stand_alike([recorded(discipline, length, start) for length in LENGTHS])


@pytest.mark.clause("usbgf:4.4.2b", "ibf:9.6c", "usbgf:4.1.8.1g", "bws:4.3.2.8a")
def test_beavers_automatic_doubles_spoilt_rolls_and_claims_stand_alike_too() -> None:
    cube = CubeRules(crawford=False, beavers=True, raccoons=True, automatic_doubles=2)
    plain = [recorded("backgammon", length) for length in (9, 15, 25)]
    done = stand_alike([msgspec.structs.replace(one, cube=cube, claims=Claims.SETTLED) for one in plain])
    assert {"Beaver", "SpoilRoll", "ClaimGame", "AnswerClaim"} <= done


def stand_alike(formats: list[MatchFormat]) -> set[str]:
    """Play matches on both; what was done in them."""
    matches = [walked(played, seed) for seed, played in enumerate(formats)]
    asked: list[dict[str, Any]] = [
        {
            "board": msgspec.to_builtins(device_board(new_match(played))),
            "format": msgspec.to_builtins(played),
            "commands": msgspec.to_builtins(done),
        }
        for (done, _), played in zip(matches, formats, strict=True)
    ]
    for played, (done, seen), answers in zip(formats, matches, answered("table/game.ts", ANSWER, asked), strict=True):
        for command, theirs, (kept, text, told, men, cube, may) in zip(done, seen, answers, strict=True):
            assert [min(points, played.length.points) for points in theirs.score] == kept, command
            if theirs.xgid:
                assert text == theirs.xgid, command
            if theirs.men is not None:
                assert (men, cube) == (theirs.men, theirs.cube), command
            if theirs.may_double is not None:
                assert may is theirs.may_double, command
            if told and not isinstance(command, c.EndTurn):
                assert told[0]["type"] == type(command).__name__
                assert told[0].get("side") == msgspec.to_builtins(command).get("side"), command
    return {type(command).__name__ for done, _ in matches for command in done}


FREE = """
const answer = ({ board, hops }) => {
  const terms = { length: 3, bestOf: 1, crawford: true, cube: true, board }
  let game = m.rollOpening(m.newGame({ score: [0, 0], sets: [0, 0], crawfordDone: false }, terms), 3, 1)[0]
  for (const [source, target] of hops) game = game && m.moveChecker(game, source, target)
  return game && [m.endTurn(game)[1], m.numbersLeft(game)]
}
"""


def test_a_play_that_broke_the_dice_can_be_noted_and_one_no_hand_can_make_cannot() -> None:
    played = recorded("backgammon", 3)
    board = msgspec.to_builtins(device_board(new_match(played)))
    asked = [{"board": board, "hops": hops} for hops in ([[8, 4], [6, 5]], [[24, 12]], [[7, 3]], [[6, 8], [8, 5]])]
    wrong, blocked, empty, back = answered("table/game.ts", FREE, asked)
    assert blocked is empty is None
    assert back[1] == []  # each hop has used a number, whichever it was
    state = new_match(played)
    for command in (
        c.StartMatch(at=0, white=("Ada",), black=("Bo",)),
        c.RollOpening(at=0, white=3, black=1),
        msgspec.convert({**wrong[0][0], "at": 0}, c.PlayCheckers),
    ):
        events = decide_match(state, command)
        assert not isinstance(events, Refusal)
        state, last = fold_match(events, state), events[-1]
    assert isinstance(last, Played)
    assert last.illegal


@pytest.mark.clause("ibf:2.1b")
def test_a_device_offers_no_backgammon_where_a_gammon_is_the_worst_result() -> None:
    asked = [
        {"board": msgspec.to_builtins(device_board(new_match(played)))}
        for played in (
            MatchFormat(length=Length(points=7)),
            MatchFormat(length=Length(points=7), discipline="longgammon"),
            MatchFormat(length=Length(points=7), gammons_count=False),
        )
    ]
    answer = """
    const tally = { score: [0, 0], sets: [0, 0], crawfordDone: false }
    const answer = ({ board }) => m.levelsOf(m.newGame(tally, { length: 7, bestOf: 1, crawford: true, board }))
    """
    assert answered("table/game.ts", answer, asked) == [[1, 2, 3], [1, 2], [1]]


@pytest.mark.clause("ibf:2.1b")
def test_a_record_takes_no_backgammon_in_longgammon() -> None:
    played = MatchFormat(length=Length(points=7), discipline="longgammon", enforcement=Enforcement.RECORDED)
    state = new_match(played)
    for command in (
        c.StartMatch(at=0, white=("Ada",), black=("Bo",)),
        c.RollOpening(at=0, white=3, black=1),
    ):
        happened = decide_match(state, command)
        assert not isinstance(happened, Refusal)
        state = fold_match(happened, state)
    for wrong in (c.OfferResignation(at=0, side=Side.BLACK, level=3), c.ClaimGame(at=0, side=Side.WHITE, level=3)):
        refused = decide_match(state, wrong)
        assert isinstance(refused, Refusal)

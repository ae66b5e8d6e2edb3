"""A match that is wandered through at random: sensible commands mostly, wild ones often, all of them judged.

After every command the invariants of a match are checked, and the log, written and read back, has to
fold to the same state.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec.structs import replace

from barpoint.board import BAR, OFF, PlayCode, Position, Refusal, Side, legal_plays
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.actions import open_actions
from barpoint.match.decide.dispatch import decide_match
from barpoint.match.evolve.dispatch import (
    evolve_match,
    fold_match,
    side_to_act,
)
from barpoint.match.format.match_format import (
    ClockMethod,
    ClockRules,
    Enforcement,
    Length,
    LengthKind,
    MatchFormat,
    PauseReason,
)
from barpoint.match.refusals import MatchCode
from barpoint.match.snapshot import decode_state, encode_game, encode_state
from barpoint.match.state import Game, GameStage, MatchPhase, MatchState, new_match
from tests.match.clock_accounts import time_elapsed

Wild = Callable[["Wanderer", Random], c.AnyCommand]
SIDES = (Side.WHITE, Side.BLACK)
TD = "the director"
CODES = frozenset({*MatchCode, *PlayCode})
ENDINGS = (
    "{name}: x 1:1 | o 6:1",
    "{name}: x 6:1 5:1 4:1 | o 6:1 5:1 4:1",
    "{name}: x 3:2 | o 12:2",
    "{name}: x 2:1 1:2 | o 6:3",
    "{name}: x 1:2 6:1 | o bar:1 24:1 6:1",
)
"""Games near their end, so that a walk sees many ends."""


class Wanderer:
    """One match. `step` draws and judges one command; what it draws depends on the random numbers alone."""

    def __init__(self, played: MatchFormat, *, officials: float = 0.08) -> None:
        self.state = new_match(played)
        self.replayed: MatchState | None = None
        self.log: list[e.AnyEvent] = []
        self.games: list[tuple[int, bytes]] = []
        self.officials = officials
        self.refused: dict[str, int] = {}
        self.now = 1_000_000

    # Drawing

    def sensible(self, random: Random) -> c.AnyCommand:
        """Something a player would do now."""
        self.now += random.choice((0, 1, 900, 4_000, 11_000, 20_000))
        state, at, game = self.state, self.now, self.state.game
        if state.phase is MatchPhase.BEFORE:
            team = state.format.team
            return c.StartMatch(at=at, white=("Ada", "Ann")[:team], black=("Bob", "Ben")[:team])
        if state.stopped_by:
            return c.ReleaseMatch(at=at, by=TD)
        if state.on_break is not None:
            return c.EndBreak(at=at, side=state.on_break)
        if state.clock is not None and state.clock.paused is not None and (game is None or game.offer is None):
            return c.ResumeClock(at=at)
        if game is None or game.stage is GameStage.OPENING:
            if random.random() < 0.1:
                return c.CallBreak(at=at, side=random.choice(SIDES))
            return c.RollOpening(at=at, white=random.randint(1, 6), black=random.randint(1, 6))
        return self._in_game(game, random)

    def _in_game(self, game: Game, random: Random) -> c.AnyCommand:
        at, side = self.now, game.turn
        if game.turns == (0, 0) and random.random() < 0.15:
            ending = random.choice(ENDINGS).format(name=self.state.discipline.name)
            return c.CorrectPosition(at=at, by=TD, position=ending, turn=side)
        match game.stage:
            case GameStage.ANSWER:
                answering = side if game.cube.by is None else game.cube.by.other
                kind = random.choice((c.Take, c.Take, c.Pass, c.Beaver))
                return kind(at=at, side=answering)
            case GameStage.RESIGNED | GameStage.CLAIMED:
                assert game.offer is not None
                kind_of_answer = c.AnswerResignation if game.stage is GameStage.RESIGNED else c.AnswerClaim
                return kind_of_answer(at=at, side=game.offer.by.other, accept=random.random() < 0.5)
            case GameStage.ROLL if random.random() < 0.1:
                return c.OfferDouble(at=at, side=side)
            case GameStage.ROLL:
                return c.RollDice(at=at, side=side, dice=(random.randint(1, 6), random.randint(1, 6)))
            case GameStage.END:
                return c.EndTurn(at=at, side=side)
            case _:
                return c.PlayCheckers(at=at, side=side, hops=legal_hops(game, random))

    def wild(self, random: Random) -> c.AnyCommand:
        """Anything at all, sense or not; an official's word now and then."""
        pool = OFFICIAL if random.random() < self.officials else ANYBODY
        return pool[random.choice(sorted(pool, key=lambda kind: kind.__name__))](self, random)

    # Judging

    def step(self, random: Random, wild: float = 0.35) -> None:
        """One command, judged, folded and checked."""
        self.take(self.wild(random) if random.random() < wild else self.sensible(random))

    def take(self, command: c.AnyCommand) -> tuple[e.AnyEvent, ...] | Refusal | None:
        """Judge one command and check everything; None if it was malformed."""
        try:
            decision = decide_match(self.state, command)
        except ValueError:
            return None
        if isinstance(decision, Refusal):
            assert decision.code in CODES, decision
            self.refused[decision.code] = self.refused.get(decision.code, 0) + 1
            return decision
        for event in decision:
            assert event.at >= self.state.at, "a log never goes back in time"
            assert e.decode(e.encode(event)) == event
            self.state = evolve_match(self.state, event)
            self.log.append(event)
            self.replayed = fold_match([e.decode(e.encode(event))], self.replayed)
        self.now = max(self.now, self.state.at)
        self.check()
        if self.state.game is not None:
            self.games.append((self.state.version, encode_game(self.state.game)))
        return decision

    # What must hold

    def check(self) -> None:
        """The invariants."""
        state = self.state
        if not self.log:
            return
        assert self.replayed == state, "the log folds to the state"
        assert decode_state(encode_state(state)) == state
        assert state.version == len(self.log)
        assert (state.phase is MatchPhase.OVER) == (state.ended is not None)
        if state.game is not None:
            check_game(state.game, out_of_play=self._out_of_play())
        check_clock(state)
        check_score(self.log, state)

    def _out_of_play(self) -> bool:
        return any(isinstance(event, e.Played) and event.removed for event in self.log)

    def finish(self) -> None:
        """What is asked once, at the end."""
        if not self.log:
            return
        assert fold_match(self.log) == self.state
        middle = len(self.log) // 2
        if middle:
            assert fold_match(self.log[middle:], fold_match(self.log[:middle])) == self.state
        for side in SIDES:
            open_actions(self.state, side)


def check_game(game: Game, *, out_of_play: bool) -> None:
    position = game.position
    checkers = position.discipline.checkers
    for cells in (position.us, position.them):
        assert min(cells) >= 0
        assert sum(cells) == checkers or out_of_play
    cube = game.cube
    for value in (cube.value, cube.offered):
        assert value is None or (value >= 1 and value.bit_count() == 1), f"a cube at {value}"
    assert (game.stage is GameStage.ANSWER) == (cube.offered is not None)
    assert (game.stage in (GameStage.RESIGNED, GameStage.CLAIMED)) == (game.offer is not None)
    assert (game.roll is not None) or game.stage not in (GameStage.PLAY, GameStage.END)


def check_clock(state: MatchState) -> None:
    clock = state.clock
    if clock is None:
        return
    assert time_elapsed(clock, state.at) == state.at - clock.started
    assert min(*clock.reserve, *clock.used, *clock.trust, clock.idle, clock.turn) >= 0
    assert all(clock.remaining(side, state.at) >= 0 for side in SIDES)
    if state.stopped_by or state.on_break is not None or state.phase in (MatchPhase.BETWEEN, MatchPhase.OVER):
        assert not clock.is_running


_REWRITES = (e.ScoreCorrected, e.GameRestored, e.LengthCorrected, e.SetEnded, e.GameVoided)


def check_score(log: list[e.AnyEvent], state: MatchState) -> None:
    """Without corrections the score is the games' points and the awards, and Crawford comes once."""
    if not isinstance(log[-1], e.GameEnded | e.PointsAwarded | e.MatchEnded) or any(
        isinstance(event, _REWRITES) for event in log
    ):
        return
    score = [0, 0]
    for event in log:
        if isinstance(event, e.GameEnded):
            score[SIDES.index(event.record.winner)] += event.record.points
        elif isinstance(event, e.PointsAwarded) and not event.waits:
            score[SIDES.index(event.side)] += event.points
    assert state.score == tuple(score)
    assert sum(isinstance(event, e.GameStarted) and event.crawford for event in log) <= 1


def legal_hops(game: Game, random: Random) -> tuple[tuple[int, int], ...]:
    """A legal play of the roll on the table, or none."""
    assert game.roll is not None
    before = game.before if game.before is not None else game.position
    view = before if game.turn is Side.WHITE else before.flip()
    plays = legal_plays(view, game.roll, game.head_cap(game.roll))
    return tuple((hop[0], hop[1]) for hop in random.choice(plays).hops) if plays else ()


# Wild commands: one maker for every kind there is


def _person(random: Random) -> str:
    return random.choice(("", "Ada", "Bob", "Ann", "a stranger"))


def _seated(side: Side, random: Random) -> str:
    return random.choice(("", "", "", "", "Ada" if side is Side.WHITE else "Bob", _person(random)))


def _sided(kind: type[Any], **fields: Callable[[Random], object]) -> Wild:
    def make(match: Wanderer, random: Random) -> c.AnyCommand:
        at = match.now + random.choice((0, 0, 50, 5_000, 60_000, -3_000))
        drawn = {name: draw(random) for name, draw in fields.items()}
        game = match.state.game
        acts = side_to_act(game) if game is not None else None
        side = acts if acts is not None and random.random() < 0.6 else random.choice(SIDES)
        made: c.AnyCommand = kind(at=at, side=side, person=_seated(side, random), **drawn)
        return made

    return make


def _plain(kind: type[Any], **fields: Callable[[Random], object]) -> Wild:
    def make(match: Wanderer, random: Random) -> c.AnyCommand:
        at = match.now + random.choice((0, 0, 100, 30_000))
        made: c.AnyCommand = kind(at=at, **{name: draw(random) for name, draw in fields.items()})
        return made

    return make


def _official(kind: type[Any], **fields: Callable[[Random], object]) -> Wild:
    return _plain(kind, by=lambda random: random.choice((TD, TD, TD, "")), **fields)


def _die(random: Random) -> int:
    return random.choice((1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 0, 7))


def _dice(random: Random) -> tuple[int, int]:
    return (_die(random), _die(random))


def _level(random: Random) -> int:
    return random.choice((1, 1, 2, 3, 0, 4))


def _side(random: Random) -> Side:
    return random.choice(SIDES)


def _yes(random: Random) -> bool:
    return random.random() < 0.5


def _hops(random: Random) -> tuple[tuple[int, int], ...]:
    return tuple((random.randint(0, BAR), random.randint(OFF, 24)) for _ in range(random.randint(0, 4)))


def _play(match: Wanderer, random: Random) -> c.AnyCommand:
    """A legal play that goes wrong at one hop, or hops out of the blue."""
    game = match.state.game
    hops = _hops(random)
    side = random.choice(SIDES)
    if game is not None and game.roll is not None and random.random() < 0.8:
        side = game.turn
        kept = list(legal_hops(game, random))
        if kept and random.random() < 0.7:
            spot = random.randrange(len(kept))
            kept[spot] = (kept[spot][0], random.randint(OFF, 24))
        hops = tuple(kept)
    return c.PlayCheckers(at=match.now, side=side, hops=hops)


def _restore(match: Wanderer, random: Random) -> c.AnyCommand:
    version, game = random.choice(match.games) if match.games and random.random() < 0.9 else (1, b"{}")
    return c.RestoreGame(at=match.now, by=TD, version=version, game=game, illegal_move=_yes(random))


def _position(match: Wanderer, random: Random) -> c.AnyCommand:
    rules = match.state.discipline
    ending = random.choice(ENDINGS).format(name=rules.name)
    text = random.choice((str(Position.start(rules)), ending, ending, "nonsense", "x 6:1 | o 6:16"))
    dice = random.choice((None, (3, 1), (0, 9)))
    turn = random.choice((*SIDES, None))
    return c.CorrectPosition(at=match.now, by=TD, position=text, turn=turn, dice=dice, illegal_move=_yes(random))


def _score(random: Random) -> tuple[int, int] | None:
    return random.choice((None, (0, 0), (2, 1), (3, 4), (-1, 2)))


def _length(random: Random) -> Length:
    kind = random.choice((LengthKind.POINTS, LengthKind.POINTS, LengthKind.MONEY))
    return Length(kind, random.randint(1, 9))


def _clock_rules(random: Random) -> ClockRules:
    method = random.choice(list(ClockMethod))
    return ClockRules(method=method, reserve=random.choice((60_000, 600_000)), delay=12_000, per_point=120_000)


def _terms(random: Random) -> dict[str, str]:
    return {random.choice(("dice", "board")): random.choice(("mine", "yours"))}


ANYBODY: dict[type, Wild] = {
    c.StartMatch: _plain(c.StartMatch, white=lambda _: ("Ada",), black=lambda _: ("Bob",)),
    c.ChangeTerms: _sided(c.ChangeTerms, terms=_terms, agreed=_yes),
    c.RollOpening: _plain(c.RollOpening, white=_die, black=_die),
    c.RollDice: _sided(c.RollDice, dice=_dice),
    c.SpoilRoll: _sided(c.SpoilRoll),
    c.PlayCheckers: _play,
    c.ChooseRoll: _sided(c.ChooseRoll, dice=_dice),
    c.EndTurn: _sided(c.EndTurn),
    c.OfferDouble: _sided(c.OfferDouble, value=lambda random: random.choice((None, None, 2, 4, 8, 3))),
    c.Take: _sided(c.Take),
    c.Pass: _sided(c.Pass),
    c.Beaver: _sided(c.Beaver),
    c.SayCubeWords: _sided(
        c.SayCubeWords,
        action=lambda random: random.choice(("double", "take", "pass", "sing")),
        condition=lambda random: random.choice(("", "if you hit me")),
    ),
    c.OfferResignation: _sided(c.OfferResignation, level=_level),
    c.CounterResignation: _sided(c.CounterResignation, level=_level),
    c.AnswerResignation: _sided(c.AnswerResignation, accept=_yes),
    c.ClaimGame: _sided(c.ClaimGame, level=_level),
    c.AnswerClaim: _sided(c.AnswerClaim, accept=_yes),
    c.LeaveMatch: _sided(c.LeaveMatch),
    c.CallBreak: _sided(c.CallBreak),
    c.EndBreak: _sided(c.EndBreak),
    c.PauseClock: _sided(c.PauseClock, reason=lambda random: random.choice(list(PauseReason))),
    c.ResumeClock: _plain(c.ResumeClock, fresh_delay=_yes),
    c.AnnounceExpiry: _plain(c.AnnounceExpiry, of=_side, first=_yes, person=_person),
    c.PressTwice: _sided(c.PressTwice),
    c.ReadClock: _plain(c.ReadClock, remaining=lambda random: (random.randrange(-1, 60_000), 45_000)),
    c.CheckClock: _plain(c.CheckClock),
    c.NameOperator: _sided(c.NameOperator, operator=_person),
    c.CallDirector: _sided(c.CallDirector),
}
OFFICIAL: dict[type, Wild] = {
    c.ImposeTerms: _official(c.ImposeTerms, terms=_terms, free=lambda random: random.choice(((), ("dice",)))),
    c.MeetCondition: _official(c.MeetCondition, side=_side),
    c.DropCondition: _official(c.DropCondition, side=_side),
    c.StopMatch: _official(c.StopMatch),
    c.ReleaseMatch: _official(c.ReleaseMatch),
    c.RestoreGame: _restore,
    c.CorrectPosition: _position,
    c.CorrectCube: _official(
        c.CorrectCube,
        value=lambda random: random.choice((1, 2, 4, 3, 0)),
        owner=lambda random: random.choice((*SIDES, None)),
    ),
    c.AnnulDoubles: _official(c.AnnulDoubles, game=lambda random: random.choice((None, 1, 2, 99))),
    c.CorrectScore: _official(
        c.CorrectScore,
        score=_score,
        game=lambda random: random.choice((None, 1, 2)),
        points=lambda random: random.choice((None, 0, 1, 4, -1)),
    ),
    c.CorrectLength: _official(c.CorrectLength, length=_length, recompute=_yes),
    c.AdjustClock: _official(
        c.AdjustClock, side=_side, change=lambda random: random.choice((-600_000, -30_000, 0, 42_000, 120_000))
    ),
    c.SetDelay: _official(c.SetDelay, side=_side, delay=lambda random: random.choice((0, 12_000, 60_000))),
    c.GrantBreak: _official(c.GrantBreak, side=_side),
    c.GrantFreePlay: _official(c.GrantFreePlay, side=_side, any_roll=_yes),
    c.IntroduceClock: _official(
        c.IntroduceClock,
        rules=_clock_rules,
        reserve=lambda random: random.choice((None, (60_000, 90_000), (-1, 5))),
    ),
    c.RemoveClock: _official(c.RemoveClock),
    c.ResolveBothExpired: _official(c.ResolveBothExpired),
    c.AwardPoints: _official(c.AwardPoints, side=_side, points=lambda random: random.choice((1, 2, -1, 0))),
    c.ForfeitGame: _official(c.ForfeitGame, side=_side, level=_level),
    c.VoidGame: _official(c.VoidGame),
    c.ForfeitMatch: _official(c.ForfeitMatch, side=_side),
    c.AbandonMatch: _official(c.AbandonMatch),
    c.DeclareDrawn: _official(c.DeclareDrawn),
}


def recorded(played: MatchFormat) -> bool:
    return played.enforcement is Enforcement.RECORDED


def longer(played: MatchFormat, points: int) -> MatchFormat:
    """The same match to more points, so that it lasts."""
    if played.length.kind is not LengthKind.POINTS:
        return played
    return replace(played, length=replace(played.length, points=points))

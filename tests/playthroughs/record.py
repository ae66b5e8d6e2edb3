"""Plays one whole match under every preset and stores it: the golden logs of a release.

    python -m tests.playthroughs.record                   the presets that have no log yet
    python -m tests.playthroughs.record --replace         all of them anew: only before a release is out
    python -m tests.playthroughs.record --replace "BWS"   one

A log is one event a line, as `match.events` writes it; beside it stands the state it folds to. Logs of a
release that is out are never written again: that they still fold to their states is what the tests are for.
The players are made up but fixed: they race, avoid blots, double when ahead, and now and then something happens.
"""

import sys
from pathlib import Path
from random import Random

import msgspec

from barpoint.board import Position, Refusal, Side, legal_plays
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.actions import open_actions
from barpoint.match.decide.dispatch import decide_match
from barpoint.match.evolve.dispatch import fold_match
from barpoint.match.format.match_format import (
    Enforcement,
    LengthKind,
    MatchFormat,
    PauseReason,
)
from barpoint.match.snapshot import encode_game, encode_state
from barpoint.match.state import Game, GameStage, MatchPhase, MatchState, new_match
from barpoint.rulebook.profiles.presets import list_presets, preset

RELEASE = "0.2.0"
FOLDER = Path(__file__).parent / RELEASE
TD = "the director"
SESSION = 4  # games of a money session
AT_A_TABLE = frozenset({"USBGF Open", "USBGF Doubles", "BWS", "IBF Backgammon", "IBF Longgammon", "Club (2014 guide)"})
FLAGGED = "IBF Blitz"
"""The preset whose match ends on time."""


def slug(name: str) -> str:
    """The file name of a preset's log."""
    words = "".join(letter if letter.isalnum() else " " for letter in name.lower()).split()
    return "-".join(words)


def played_under(name: str) -> MatchFormat:
    """The preset's match: over the board for some, online for the others, with its clock where it has one."""
    enforcement = Enforcement.RECORDED if name in AT_A_TABLE else Enforcement.STRICT
    made = preset(name).match_format(enforcement, clocked=True if name in AT_A_TABLE else None)
    assert isinstance(made, MatchFormat), made
    return made


class Playthrough:
    """A match in the playing."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.random = Random(f"{RELEASE} {name}")  # a fixed script, not a secret
        self.state: MatchState = new_match(played_under(name))
        self.log: list[e.AnyEvent] = []
        self.at = 1_700_000_000_000
        clock = self.state.format.clock
        self.pace = 12_000 if clock is None else clock.delay - 1_500  # moves are made within the delay, mostly

    def do(self, command: c.AnyCommand) -> None:
        """Judge and fold; a script asks for nothing that is refused."""
        decision = decide_match(self.state, command)
        assert not isinstance(decision, Refusal), (command, decision)
        self.log += decision
        self.state = fold_match(decision, self.state)

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def wait(self, longest: int = 9_000) -> int:
        self.at += self.random.randrange(500, longest)
        return self.at

    def dice(self) -> tuple[int, int]:
        return (self.random.randint(1, 6), self.random.randint(1, 6))

    def play(self) -> None:
        """The whole match."""
        team = self.state.format.team
        self.do(c.StartMatch(at=self.at, white=("Ada", "Ann")[:team], black=("Bob", "Ben")[:team]))
        while self.state.phase is not MatchPhase.OVER:
            game = self.state.game
            if game is None or game.stage is GameStage.OPENING:
                self.between_games()
            elif game.stage is GameStage.ANSWER:
                self.answer(game)
            elif game.offer is not None:
                by = game.offer.by.other
                kind = c.AnswerResignation if game.stage is GameStage.RESIGNED else c.AnswerClaim
                self.do(kind(at=self.wait(), side=by, accept=True))
            else:
                self.turn(game)

    def between_games(self) -> None:
        ended = len(self.state.records)
        if self.state.format.length.kind is LengthKind.MONEY and ended == SESSION and self.state.game is None:
            self.do(c.LeaveMatch(at=self.wait(), side=Side.BLACK))
            return
        side = self.random.choice(list(Side))
        if ended and self.chance(0.4) and open_actions(self.state, side).call_break:
            self.do(c.CallBreak(at=self.wait(), side=side))
            self.do(c.EndBreak(at=self.wait(240_000), side=side))
        if ended and self.state.format.team == 2 and self.state.game is None:
            operator = self.state.seats[0][ended % 2]
            self.do(c.NameOperator(at=self.at, side=Side.WHITE, operator=operator))
        white, black = self.dice()
        self.do(c.RollOpening(at=self.wait(), white=white, black=black))

    def answer(self, game: Game) -> None:
        assert game.cube.by is not None
        side = game.cube.by.other
        choices = open_actions(self.state, side)
        behind = lead(game.view_for(game.cube.by))
        if choices.pass_ and (behind > 0.13 or not choices.take):
            self.do(c.Pass(at=self.wait(), side=side))
        elif choices.beaver and behind < 0.02:
            self.do(c.Beaver(at=self.wait(), side=side))
        else:
            self.do(c.Take(at=self.wait(), side=side))

    def turn(self, game: Game) -> None:
        side = game.turn
        choices = open_actions(self.state, side)
        if game.stage is GameStage.ROLL:
            view = game.view_for(side)
            if self.name == FLAGGED and len(self.state.records) >= 2 and self.chance(0.2):
                self.at += 3_600_000  # fell asleep
                self.do(c.CheckClock(at=self.at))
                return
            if game.number % 2 == 0 and not view.contact and self.ends_early(side):
                return
            if choices.double and lead(view) > 0.07:
                self.do(c.OfferDouble(at=self.wait(), side=side))
                return
            self.incident(side)
            self.do(c.RollDice(at=self.wait(1_500), side=side, dice=self.dice()))
            return
        self.move(game)

    def ends_early(self, side: Side) -> bool:
        """A claim or a resignation, where the book and the position allow one."""
        choices = open_actions(self.state, side)
        assert self.state.game is not None
        ahead = lead(self.state.game.view_for(side))
        if choices.claim and ahead > 0.6:
            self.do(c.ClaimGame(at=self.wait(), side=side, level=min(choices.claim)))
            return True
        if choices.resign and ahead < -0.6:
            self.do(c.OfferResignation(at=self.wait(), side=side, level=min(choices.resign)))
            return True
        return False

    def incident(self, side: Side) -> None:
        """Now and then something happens at a table."""
        state = self.state
        if self.chance(0.01):
            self.do(c.CallDirector(at=self.wait(), side=side))
            if state.clock is not None:
                self.do(c.AdjustClock(at=self.at, by=TD, side=side, change=7_000, reason="an unpressed clock"))
            self.do(c.ReleaseMatch(at=self.wait(60_000), by=TD, reason="settled"))
        if state.format.enforcement is Enforcement.STRICT:
            return
        if self.chance(0.02):
            self.do(c.SpoilRoll(at=self.wait(), side=side))
            if state.clock is not None and state.clock.rules.double_press:
                self.do(c.PressTwice(at=self.at, side=side))
        if self.chance(0.02) and state.clock is not None:
            self.do(c.PauseClock(at=self.wait(), side=side, reason=PauseReason.DIE_OFF_BOARD))
            self.do(c.ResumeClock(at=self.wait(25_000)))

    def move(self, game: Game) -> None:
        assert game.roll is not None
        side, view = game.turn, game.view_for(game.turn)
        plays = legal_plays(view, game.roll, game.head_cap(game.roll))
        best = min(plays, key=lambda play: (cost(play.after), str(play.after))) if plays else None
        hops = tuple((hop[0], hop[1]) for hop in best.hops) if best is not None else ()
        at_a_table = self.state.format.enforcement is Enforcement.RECORDED
        if at_a_table and best is not None and len(hops) > 1 and self.chance(0.015):
            self.wrong_move(game, hops)
        think = 25_000 if self.chance(0.08) else self.pace
        self.do(c.PlayCheckers(at=self.wait(think), side=side, hops=hops))
        if at_a_table:
            self.do(c.EndTurn(at=self.at, side=side))

    def wrong_move(self, game: Game, hops: tuple[tuple[int, int], ...]) -> None:
        """Half a play, pressed, noticed and put right."""
        version = self.state.version
        self.do(c.PlayCheckers(at=self.wait(), side=game.turn, hops=hops[:1]))
        self.do(c.EndTurn(at=self.at, side=game.turn))
        back = c.RestoreGame(at=self.wait(), by=TD, version=version, game=encode_game(game), illegal_move=True)
        self.do(back)
        if self.state.clock is not None and self.state.clock.waits:
            self.at += self.state.clock.delay


def lead(view: Position) -> float:
    """How far ahead the side is in the race, as a share of its own pips."""
    ours, theirs = view.pips, view.flip().pips
    return (theirs - ours) / max(1, ours)


def cost(view: Position) -> int:
    """What a position is worth avoiding: pips to go, and blots."""
    return view.pips - view.flip().pips + 4 * sum(count == 1 for count in view.us[1:25])


def record(name: str) -> tuple[bytes, bytes]:
    """A preset's log, and the state it folds to."""
    match = Playthrough(name)
    match.play()
    log = b"".join(e.encode(event) + b"\n" for event in match.log)
    return log, msgspec.json.format(encode_state(match.state), indent=1) + b"\n"


def main(arguments: list[str]) -> None:
    """Write the logs that are missing, or those asked for."""
    replace = "--replace" in arguments
    wanted = [one for one in arguments if one != "--replace"] or [one.name for one in list_presets()]
    FOLDER.mkdir(exist_ok=True)
    for name in wanted:
        log, state = FOLDER / f"{slug(name)}.jsonl", FOLDER / f"{slug(name)}.json"
        if log.exists() and not replace:
            continue
        lines, final = record(name)
        events = len(lines.splitlines())
        log.write_bytes(lines)
        state.write_bytes(final)
        sys.stdout.write(f"{name}: {events} events, {len(lines) // 1024} KiB\n")


if __name__ == "__main__":
    main(sys.argv[1:])

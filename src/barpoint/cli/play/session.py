"""A match at one keyboard, whatever the screen: what is typed goes in, lines to show come out.

The session knows nothing of terminals; the full-screen board and the plain line mode both drive it. Hops made
one at a time are tentative until the play is confirmed, and can be taken back; they never enter the log.
"""

from barpoint.board import Hop, Play, Position, Refusal, Side, hop_tree, legal_plays
from barpoint.match import (
    Game,
    GameStage,
    MatchPhase,
    MatchState,
    OpenActions,
    open_actions,
    side_to_act,
)
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.format import LengthKind
from barpoint.notation import read_play, write_play
from barpoint.rulebook import GAME_LEVELS, cite
from barpoint.service import LocalMatch, Opponent
from barpoint.service.play import bot_command

HELP = (
    "Enter           the obvious thing: roll, play a forced move, confirm, go on",
    "r  d            roll; double",
    "t  p  b         take; pass; beaver (money)",
    "8/5 6/5         play; one hop at a time is fine, u takes it back, Enter confirms",
    "moves           list the legal plays",
    "resign 1|2|3    resign a single game, a gammon, a backgammon; claim 1|2|3 likewise",
    "a  n            accept; decline (a resignation or a claim)",
    "q               leave; the match is saved after every move",
)


def _level(words: list[str]) -> int:
    """The level typed after `resign` or `claim`: a number, a name, or nothing for a single game."""
    typed = " ".join(words).removeprefix("a ")
    named = {"": 1, "single": 1, "single game": 1, "gammon": 2, "backgammon": 3}
    if typed.isdigit():
        return int(typed)
    if typed not in named:
        raise ValueError(f"expected 1 (single), 2 (gammon) or 3 (backgammon), not {typed!r}")
    return named[typed]


class Session:
    """The running match, who of it are people, and the tentative hops of the play being made."""

    def __init__(self, table: LocalMatch, people: frozenset[Side], bot: Opponent) -> None:
        self.table, self.people, self.bot = table, people, bot
        self.hops: list[Hop] = []
        self.leaving = False

    @property
    def state(self) -> MatchState:
        """The match as it stands."""
        return self.table.state

    @property
    def over(self) -> bool:
        """Whether there is nothing more to do here."""
        return self.leaving or self.match_over

    @property
    def match_over(self) -> bool:
        """Whether the match itself is over."""
        return self.state.phase is MatchPhase.OVER

    def to_act(self) -> Side | None:
        """The side that has to decide something; None between games."""
        return None if self.state.game is None else side_to_act(self.state.game)

    @property
    def bot_to_act(self) -> bool:
        """Whether it is the bot's move."""
        side = self.to_act()
        return side is not None and side not in self.people and not self.over

    def viewer(self) -> Side:
        """From whose side the board is shown: the person to act, or the only person there is."""
        side = self.to_act()
        if side in self.people and side is not None:
            return side
        return Side.BLACK if Side.WHITE not in self.people else Side.WHITE

    def position(self) -> Position | None:
        """The board with the tentative hops made, in the viewer's eyes."""
        game = self.state.game
        if game is None:
            return None
        if self.hops and game.turn is self.viewer():
            return game.view_for(game.turn).after(self.hops)
        return game.view_for(self.viewer())

    def check_clock(self) -> list[str]:
        """Look at the clock, between whatever people and bots do."""
        if self.over or self.state.clock is None:
            return []
        return self._lines(self.table.check_clock())

    # What people type

    def enter(self, text: str) -> list[str]:
        """Do what was typed; the lines say what came of it."""
        words = text.strip().lower().split()
        word = words[0] if words else ""
        if word in ("q", "quit", "exit"):
            self.leaving = True
            return []
        if word in ("h", "help", "?"):
            return list(HELP)
        side = self.to_act()
        if side is None:
            return self._lines(self.table.roll_opening())
        try:
            return self._act(side, word, words, text)
        except ValueError as malformed:
            return [str(malformed)]

    def _act(self, side: Side, word: str, words: list[str], text: str) -> list[str]:
        at = self.table.now()
        may = open_actions(self.state, side)
        if word in ("d", "double"):
            return self._do(c.OfferDouble(at=at, side=side))
        if word in ("t", "take"):
            return self._do(c.Take(at=at, side=side))
        if word in ("p", "pass", "drop"):
            return self._do(c.Pass(at=at, side=side))
        if word in ("b", "beaver"):
            return self._do(c.Beaver(at=at, side=side))
        if word == "resign":
            return self._do(c.OfferResignation(at=at, side=side, level=_level(words[1:])))
        if word == "claim":
            return self._do(c.ClaimGame(at=at, side=side, level=_level(words[1:])))
        if word in ("a", "accept", "n", "decline"):
            return self._answer_offer(side, may, accept=word.startswith("a"))
        if word in ("r", "roll") or (not word and may.roll):
            return self._lines(self.table.roll(side))
        if may.play:
            return self._play_turn(side, word, text)
        return [f"Please answer: {self.prompt()}"]

    def _answer_offer(self, side: Side, may: OpenActions, *, accept: bool) -> list[str]:
        at = self.table.now()
        if may.answer_claim:
            return self._do(c.AnswerClaim(at=at, side=side, accept=accept))
        return self._do(c.AnswerResignation(at=at, side=side, accept=accept))

    def _play_turn(self, side: Side, word: str, text: str) -> list[str]:
        game = self._game()
        assert game.roll is not None
        plays = legal_plays(game.view_for(side), game.roll, game.head_cap(game.roll))
        if word in ("u", "undo"):
            return [f"Taken back: {self.hops.pop()}"] if self.hops else ["Nothing to take back."]
        if word in ("moves", "m"):
            return [", ".join(write_play(play) for play in plays) or "No legal play."]
        if not word:
            return self._confirm(side, plays)
        return self._enter_play(side, text, plays)

    def _confirm(self, side: Side, plays: list[Play]) -> list[str]:
        if not plays or (len(plays) == 1 and not self.hops):
            return self._play(side, plays[0].hops if plays else ())
        if not self.hops:
            return [f"Type a move such as {write_play(plays[0])}; `moves` lists them."]
        return self._play(side, tuple(self.hops))

    def _enter_play(self, side: Side, text: str, plays: list[Play]) -> list[str]:
        """A whole play is made at once; part of one is tentative."""
        game = self._game()
        assert game.roll is not None
        if not self.hops:
            read = read_play(text, game.view_for(side), game.roll, game.head_cap(game.roll))
            if isinstance(read, Play):
                return self._play(side, read.hops)
        started = self._hops_so_far(text, plays)
        if started is not None:
            self.hops = started
            return ["Enter confirms, u takes it back."]
        again = " ".join([*(str(hop) for hop in self.hops), text])
        read = read_play(again, game.view_for(side), game.roll, game.head_cap(game.roll))
        return self._play(side, read.hops) if isinstance(read, Play) else [self._citation(read)]

    def _hops_so_far(self, text: str, plays: list[Play]) -> list[Hop] | None:
        """The hops so far and those typed, if some legal play begins with them."""
        game = self._game()
        assert game.roll is not None
        tree = hop_tree(game.view_for(game.turn), game.roll, game.head_cap(game.roll))
        hops = list(self.hops)
        try:
            for hop in hops:
                tree = tree.step(hop)
            for word in text.split():
                source, target = (part.strip("*") for part in word.lower().split("/"))
                hop = Hop(25 if source == "bar" else int(source), 0 if target == "off" else int(target))
                tree = tree.step(hop)
                hops.append(hop)
        except ValueError:
            return None
        return hops if plays else None

    def _play(self, side: Side, hops: tuple[tuple[int, int], ...]) -> list[str]:
        lines = self._do(c.PlayCheckers(at=self.table.now(), side=side, hops=hops))
        self.hops = []
        running = self.state.game
        if running is not None and running.stage is GameStage.END:
            lines += self._do(c.EndTurn(at=self.table.now(), side=side))
        return lines

    # What the bot does

    def play_bot_action(self) -> list[str]:
        """One action of the bot."""
        side = self.to_act()
        assert side is not None
        chosen = bot_command(self.bot, self.state, side, self.table.now())
        if chosen is None:
            return self._lines(self.table.roll(side))
        return self._play(side, chosen.hops) if isinstance(chosen, c.PlayCheckers) else self._do(chosen)

    # What is shown

    def prompt(self) -> str:
        """What can be typed now."""
        side = self.to_act()
        if self.state.phase is MatchPhase.OVER:
            return "The match is over."
        if side is None:
            return "Enter: opening roll"
        if side not in self.people:
            return f"{self.name(side)} is thinking ..."
        may = open_actions(self.state, side)
        game = self._game()
        if may.take or may.pass_:
            choices = ["t take"] + (["p pass"] if may.pass_ else []) + (["b beaver"] if may.beaver else [])
            return f"Double to {game.cube.offered}: " + ", ".join(choices)
        if may.answer_resignation or may.answer_claim:
            word = "resigns" if may.answer_resignation else "claims"
            level = GAME_LEVELS[may.answer_resignation or may.answer_claim]
            return f"{self._clause(side.other, word)} {level}: a accept, n play on"
        if may.roll:
            return "Enter: roll" + (f"   d: double to {may.double}" if may.double else "") + self._ending_choices(may)
        return self._play_prompt(game, side)

    def _play_prompt(self, game: Game, side: Side) -> str:
        assert game.roll is not None
        plays = legal_plays(game.view_for(side), game.roll, game.head_cap(game.roll))
        rolled = f"{game.roll.high}-{game.roll.low}"
        if not plays:
            return f"{rolled}: no legal move. Enter: go on"
        if len(plays) == 1 and not self.hops:
            return f"{rolled}: forced {write_play(plays[0])}. Enter: play it"
        tentative = f"  made: {' '.join(map(str, self.hops))}" if self.hops else ""
        return f"{rolled}: type your play{tentative}   moves, u undo, Enter confirm"

    @staticmethod
    def _ending_choices(may: OpenActions) -> str:
        return ("   resign " + "|".join(map(str, may.resign)) if may.resign else "") + (
            "   claim " + "|".join(map(str, may.claim)) if may.claim else ""
        )

    def name(self, side: Side) -> str:
        """Who plays a side."""
        seat = self.state.seats[side.place]
        return " & ".join(dict.fromkeys(seat)) if seat else side.value.title()

    def score_line(self) -> str:
        """The score and what is played for."""
        state = self.state
        length = state.in_force
        goal = f" to {length.points}" if length.kind in (LengthKind.POINTS, LengthKind.SETS) else ""
        score = f"{self.name(Side.WHITE)} {state.score[0]} - {state.score[1]} {self.name(Side.BLACK)}{goal}"
        crawford = "   Crawford game" if state.game is not None and state.game.crawford else ""
        return f"{score}{crawford}{self._clock_line()}"

    def _clock_line(self) -> str:
        clock = self.state.clock
        if clock is None:
            return ""
        now = self.table.now()
        times = [clock.remaining(side, now) // 1000 for side in Side]
        return "   clock " + " / ".join(f"{left // 60}:{left % 60:02}" for left in times)

    def _do(self, command: c.AnyCommand) -> list[str]:
        return self._lines(self.table.do(command))

    def _lines(self, decided: tuple[e.AnyEvent, ...] | Refusal) -> list[str]:
        if isinstance(decided, Refusal):
            return [self._citation(decided)]
        return [line for event in decided if (line := self._describe(event))]

    def _citation(self, refusal: Refusal) -> str:
        return str(cite(refusal, self.state.format.book))

    def _clause(self, side: Side, verb: str) -> str:
        """A side's name and what it does, in the grammar of "you" where that is the name."""
        name = self.name(side)
        if name == "You":
            verb = {"is": "are", "passes": "pass"}.get(verb, verb.removesuffix("s"))
        return f"{name} {verb}"

    def _describe(self, event: e.AnyEvent) -> str:
        match event:
            case e.OpeningRolled(white=white, black=black):
                return f"Opening roll {white}-{black}" + (": again." if white == black else ".")
            case e.DiceRolled(side=side, dice=dice):
                return f"{self._clause(side, 'rolls')} {dice[0]}-{dice[1]}."
            case e.Played(side=side, hops=hops):
                return f"{self._clause(side, 'plays')} {' '.join(str(Hop(*hop)) for hop in hops) or 'nothing'}."
            case e.Doubled(side=side, value=value):
                return f"{self._clause(side, 'beavers' if event.beaver else 'doubles')} to {value}."
            case e.DoubleTaken(side=side):
                return f"{self._clause(side, 'takes')}."
            case e.DoublePassed(side=side):
                return f"{self._clause(side, 'passes')}."
            case e.ResignationOffered(side=side, level=level):
                return f"{self._clause(side, 'offers')} to resign {GAME_LEVELS[level]}."
            case e.ResignationDeclined(side=side):
                return f"{self._clause(side, 'plays')} on."
            case e.GameClaimed(side=side, level=level):
                return f"{self._clause(side, 'claims')} {GAME_LEVELS[level]}."
            case e.ClaimDisputed(side=side):
                return f"{self._clause(side, 'disputes')} it: the director is called to settle it, or play goes on."
            case e.CubeTurnedAutomatically(value=value):
                return f"The cube turns to {value} by itself."
            case e.GameEnded(record=record):
                worth = f"{record.points} point{'s' if record.points != 1 else ''}"
                return f"{self._clause(record.winner, 'wins')} {worth}."
            case e.TimeExpired(side=side):
                return f"{self._clause(side, 'is')} out of time."
            case e.MatchEnded(winner=winner):
                return f"{self._clause(winner, 'wins')} the match." if winner is not None else "The match is drawn."
            case _:
                return ""

    def _game(self) -> Game:
        game = self.state.game
        assert game is not None
        return game

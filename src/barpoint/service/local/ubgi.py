"""UBGI v0.1, the engine's side: one line in, lines out, so that duellers and boards of others can use the engine.

The protocol is a draft by bungogood/bgci after Ø. Schønning-Johansen's; everything it names is answered but rollouts
(`trials`, `nodes`), which are ignored. A position is seen by the side on roll. `bestmove` lists hops as from/to with
`bar` and `off`; `bestmoveid` is the Position ID after the play with the other side on roll. An exchange keeps no state
but what was set; this module does no I/O.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from barpoint import __version__
from barpoint.board import BAR, OFF, Position, Roll

if TYPE_CHECKING:
    from barpoint.engine import Chances, CubeDecision, CubeState, RankedPlay

PLAYERS: Final = ("p0", "p1")
_MOST_PLIES: Final = 4
_ON: Final = {"on": True, "off": False, "true": True, "false": False}


class UbgiError(ValueError):
    """A line that cannot be answered: the protocol's code and what was expected."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Context:
    """What has been set so far."""

    position: Position | None = None
    dice: Roll | None = None
    length: int = 0
    score: tuple[int, int] = (0, 0)
    jacoby: bool = False
    crawford: bool = False
    cube: int = 1
    owner: str = "center"
    turn: str = "p0"


@dataclass
class UbgiSession:
    """One exchange; `answer` takes a line and gives the lines to send."""

    plies: int = 2
    cubeful: bool = True
    context: Context = field(default_factory=Context)
    over: bool = False

    def answer(self, line: str) -> list[str]:
        """The answer to a line; what is wrong with it is an `error` line."""
        words = line.split()
        if not words:
            return []
        command = _COMMANDS.get(words[0])
        if command is None:
            return [f"error unknown_command {words[0]} is no command; expected {', '.join(_COMMANDS)}"]
        try:
            return command(self, words[1:])
        except UbgiError as fault:
            return [f"error {fault.code} {fault}"]
        except ValueError as wrong:
            return [f"error bad_argument {wrong}"]

    def hello(self, _: list[str]) -> list[str]:
        """`ubgi`: who we are and what can be set."""
        return [
            f"id name Barpoint {__version__}",
            "id author The Barpoint authors",
            f"option name Plies type spin default 2 min 0 max {_MOST_PLIES}",
            "option name EvalMode type combo default cubeful var cubeless var cubeful",
            "option name Threads type spin default 1 min 1 max 1",
            "option name Seed type spin default 0 min 0 max 2147483647",
            "option name Deterministic type check default true",
            "ubgiok",
        ]

    def ready(self, _: list[str]) -> list[str]:
        """`isready`: when the engine is loaded."""
        from barpoint.engine import backgammon_engine

        backgammon_engine().evaluate(Position.start())
        return ["readyok"]

    def set_option(self, words: list[str]) -> list[str]:
        """`setoption name N value V`; without dice of its own the engine is always deterministic."""
        options = _pairs(words)
        name, value = options.get("name", ""), options.get("value", "")
        match name:
            case "Plies":
                self.plies = _number(value, 0, _MOST_PLIES)
            case "EvalMode":
                if value not in ("cubeless", "cubeful"):
                    raise UbgiError("bad_argument", f"expected cubeless or cubeful, not {value}")
                self.cubeful = value == "cubeful"
            case "Threads" | "Seed" | "Deterministic":
                pass
            case _:
                raise UbgiError("bad_argument", f"{name or 'nothing'} is no option")
        return []

    def new_game(self, _: list[str]) -> list[str]:
        """`newgame`: the board, dice and cube are forgotten, the session stays."""
        context = self.context
        self.context = Context(
            length=context.length, score=context.score, jacoby=context.jacoby, crawford=context.crawford
        )
        return []

    def new_session(self, words: list[str]) -> list[str]:
        """`newsession type money|match [length N] [jacoby on|off] [crawford on|off]`."""
        options = _pairs(words)
        if options.get("type") not in ("money", "match"):
            raise UbgiError("bad_argument", "expected type money or type match")
        match_play = options["type"] == "match"
        length = _number(options.get("length", ""), 1, 64) if match_play else 0
        self.context = Context(
            length=length,
            jacoby=not match_play and _switch(options.get("jacoby", "off")),
            crawford=match_play and _switch(options.get("crawford", "off")),
        )
        return []

    def set_score(self, words: list[str]) -> list[str]:
        """`setscore P0 P1`."""
        first, second = (_number(word, 0, 64) for word in _exactly(words, 2))
        self.context = replace(self.context, score=(first, second))
        return []

    def set_cube(self, words: list[str]) -> list[str]:
        """`setcube value N owner center|p0|p1`."""
        options = _pairs(words)
        value = _number(options.get("value", ""), 1, 1 << 15)
        owner = options.get("owner", "center")
        if owner not in ("center", *PLAYERS) or value & (value - 1):
            raise UbgiError("bad_argument", "expected a power of two, and the owner center, p0 or p1")
        self.context = replace(self.context, cube=value, owner=owner)
        return []

    def set_turn(self, words: list[str]) -> list[str]:
        """`setturn p0|p1`."""
        (turn,) = _exactly(words, 1)
        if turn not in PLAYERS:
            raise UbgiError("bad_argument", f"expected p0 or p1, not {turn}")
        self.context = replace(self.context, turn=turn)
        return []

    def set_position(self, words: list[str]) -> list[str]:
        """`position gnubgid ID` or `position xgid XGID`, from which cube, score and dice are taken as well."""
        from barpoint.notation import Party, read

        if len(words) < 2 or words[0] not in ("gnubgid", "xgid"):
            raise UbgiError("bad_argument", "expected gnubgid or xgid and the id")
        position, situation = read(" ".join(words[1:]))
        self.context = replace(self.context, position=position, dice=None)
        if situation is not None:
            ours = self.context.turn
            theirs = PLAYERS[1 - PLAYERS.index(ours)]
            owners = {None: "center", Party.US: ours, Party.THEM: theirs}
            score = situation.score if ours == "p0" else situation.score[::-1]
            self.context = replace(
                self.context,
                dice=situation.roll,
                length=situation.length,
                score=(score[0], score[1]),
                jacoby=situation.jacoby,
                crawford=situation.crawford,
                cube=situation.cube,
                owner=owners[situation.cube_owner],
            )
        return []

    def set_dice(self, words: list[str]) -> list[str]:
        """`dice D1 D2`."""
        first, second = (_number(word, 1, 6) for word in _exactly(words, 2))
        self.context = replace(self.context, dice=Roll(first, second))
        return []

    def go(self, words: list[str]) -> list[str]:
        """`go role chequer|cube|turn [movetime MS] [depth N]`."""
        options = _pairs(words)
        role = options.get("role", "")
        if role not in ("chequer", "cube", "turn"):
            raise UbgiError("bad_argument", f"expected role chequer, cube or turn, not {role or 'none'}")
        if self.context.position is None:
            raise UbgiError("missing_context", "expected a position first")
        if role != "cube" and self.context.dice is None:
            raise UbgiError("missing_context", "expected dice first")
        plies = _number(options["depth"], 0, _MOST_PLIES) if "depth" in options else self.plies
        seconds = _number(options["movetime"], 0, 10**9) / 1000 if "movetime" in options else None
        lines = []
        if role != "chequer":
            chances, decision = self._cube(self.context.position, plies)
            action = "double" if decision.action.doubles else "nodouble"
            lines += [_info(role, plies, chances, decision.equity)]
            if role == "cube":
                return [*lines, f"bestcube {action}"]
        best = self._play(self.context.position, plies, seconds)
        position_id_after = _position_id(best)
        if role == "turn":
            return [*lines, f"bestturn cube={action} moveid={position_id_after}"]
        return [
            _info(role, best.level, best.chances, best.worth),
            f"bestmove {_hops(best)}",
            f"bestmoveid {position_id_after}",
        ]

    def stop(self, _: list[str]) -> list[str]:
        """`stop`: answers come before the next line is read, so there is nothing to stop."""
        return []

    def quit(self, _: list[str]) -> list[str]:
        """`quit`."""
        self.over = True
        return []

    def _play(self, position: Position, plies: int, seconds: float | None) -> "RankedPlay":
        from barpoint.engine import Stakes, knowledge_of
        from barpoint.engine.bot import think

        assert self.context.dice is not None
        knowledge = knowledge_of(position.discipline)
        stakes = Stakes(self._state()) if self.cubeful else None
        if seconds is not None:
            return think(knowledge, position, self.context.dice, seconds, plies, stakes=stakes)
        return knowledge.rank_plays(position, self.context.dice, plies, stakes=stakes)[0]

    def _cube(self, position: Position, plies: int) -> "tuple[Chances, CubeDecision]":
        from barpoint.engine import Stakes, decide_cube, knowledge_of, lawful

        knowledge = knowledge_of(position.discipline)
        if not self.cubeful:
            chances = knowledge.chances(position, plies)
            return chances, decide_cube(lawful(chances), self._state(), 0.0)
        return knowledge.cube_decision(position, Stakes(self._state()), plies)

    def _state(self) -> "CubeState":
        from barpoint.engine import Away, CubeState, Owner

        now = self.context
        owner = Owner.CENTRED
        if now.owner != "center":
            owner = Owner.OURS if now.owner == now.turn else Owner.THEIRS
        if not now.length:
            return CubeState(now.cube, owner, jacoby=now.jacoby)
        ours, theirs = (now.length - points for points in (now.score if now.turn == "p0" else now.score[::-1]))
        return CubeState(now.cube, owner, Away(ours, theirs, now.crawford and (ours == 1) != (theirs == 1)))


_COMMANDS: Final[dict[str, Callable[[UbgiSession, list[str]], list[str]]]] = {
    "ubgi": UbgiSession.hello,
    "isready": UbgiSession.ready,
    "setoption": UbgiSession.set_option,
    "newgame": UbgiSession.new_game,
    "newsession": UbgiSession.new_session,
    "setscore": UbgiSession.set_score,
    "setcube": UbgiSession.set_cube,
    "setturn": UbgiSession.set_turn,
    "position": UbgiSession.set_position,
    "dice": UbgiSession.set_dice,
    "go": UbgiSession.go,
    "stop": UbgiSession.stop,
    "quit": UbgiSession.quit,
}


def _pairs(words: list[str]) -> dict[str, str]:
    """`a 1 b 2` as a table."""
    if len(words) % 2:
        raise UbgiError("bad_argument", f"expected names each followed by a value, not {' '.join(words)}")
    return dict(zip(words[::2], words[1::2], strict=True))


def _exactly(words: list[str], count: int) -> list[str]:
    if len(words) != count:
        raise UbgiError("bad_argument", f"expected {count} values, not {len(words)}")
    return words


def _number(word: str, least: int, most: int) -> int:
    if not word.isdecimal() or not least <= int(word) <= most:
        raise UbgiError("bad_argument", f"expected a number from {least} to {most}, not {word or 'nothing'}")
    return int(word)


def _switch(word: str) -> bool:
    if word not in _ON:
        raise UbgiError("bad_argument", f"expected on or off, not {word}")
    return _ON[word]


def _info(role: str, depth: int, chances: "Chances", equity: float) -> str:
    figures = (
        f"eq {equity:.5f} pwin {chances.win:.5f} pgammon {chances.win_gammon:.5f} pbg {chances.win_backgammon:.5f}"
    )
    return f"info role {role} depth {depth} {figures}"


def _hops(best: "RankedPlay") -> str:
    """The hops as the protocol writes them; a roll without a play gives none."""
    named = {BAR: "bar", OFF: "off"}
    return " ".join(f"{named.get(hop[0], hop[0])}/{named.get(hop[1], hop[1])}" for hop in best.play.hops) or "none"


def _position_id(best: "RankedPlay") -> str:
    from barpoint.notation import position_id

    return position_id(best.play.after.flip())

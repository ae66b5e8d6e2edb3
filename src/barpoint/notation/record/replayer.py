"""A record replayed through the match: every entry is a command, judged like any other.

Strict, the first entry that is refused ends the replay, and the problem says where, why, and under which
clause of the record's book. Lenient, the match is a RECORDED one: an illegal play is kept as what happened,
and where not even that is possible the rest of the game is left out and its stated result stands.

A result that no rule gives (a match given up, a penalty) is taken from the source: the game is forfeited and
the points are set, by an official called `record`.
"""

from itertools import pairwise
from typing import Final, assert_never

import msgspec

from barpoint.board import Play, Refusal, Roll, Side
from barpoint.match import (
    GameRecord,
    GameStage,
    MatchCode,
    MatchFormat,
    MatchPhase,
    MatchState,
    add_points,
    decide_match,
    evolve_match,
    new_match,
    points_of,
    to_points,
)
from barpoint.match import commands as c
from barpoint.match.events import AnyEvent
from barpoint.match.format import (
    CubeRules,
    Enforcement,
    Length,
    LengthKind,
    Resignation,
)
from barpoint.notation.move_text import as_written, play_of
from barpoint.notation.record import match_record as r
from barpoint.rulebook import cite

DEFAULT_BOOK: Final = "ibf"
OFFICIAL: Final = "record"
"""Who sets right what only the source can say."""


class ReplayProblem(msgspec.Struct, frozen=True, kw_only=True):
    """An entry that does not fit the rules, or a score that does not fit the games."""

    game: int
    move: int = 0
    player: str = ""
    entry: str = ""
    code: str = ""
    reason: str
    clauses: tuple[str, ...] = ()

    def __str__(self) -> str:
        where = f"game {self.game}" + (f", move {self.move}" if self.move else "")
        who = f", {self.player} ({self.entry})" if self.entry else ""
        return f"{where}{who}: {self.reason}" + (f" ({', '.join(self.clauses)})" if self.clauses else "")


class Replay(msgspec.Struct, frozen=True):
    """What came of a record."""

    record: r.MatchRecord
    events: tuple[AnyEvent, ...]
    state: MatchState
    problems: tuple[ReplayProblem, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether play came to the score the source states, not counting points beyond the match."""
        stated = self.record.final_score
        if stated is None:
            return True
        most = self.record.length or max(*stated, *self.state.score)
        return all(
            min(source_points, most) == min(points, most)
            for source_points, points in zip(stated, self.state.score, strict=True)
        )

    @property
    def complete(self) -> bool:
        """Whether the match came to its end; a money session has none but that no game is running."""
        return self.state.phase is MatchPhase.OVER or (not self.record.length and self.state.game is None)


def record_format(record: r.MatchRecord, *, lenient: bool = False) -> MatchFormat:
    """What a record is played under: its own length and cube; a game may be given up at any time."""
    money = not record.length
    return MatchFormat(
        length=Length(LengthKind.MONEY) if money else to_points(record.length),
        discipline=record.rules.name,
        book=record.book or DEFAULT_BOOK,
        enforcement=Enforcement.RECORDED if lenient else Enforcement.STRICT,
        cube=CubeRules(
            enabled=record.cube,
            crawford=record.crawford,
            jacoby=money and record.jacoby,
            beavers=money and record.beavers,
            raccoons=money and record.beavers,
            automatic_doubles=max((game.ties for game in record.games), default=0) if money else 0,
        ),
        resignation=Resignation.ANY_TIME,
        leave_any_time=True,
    )


def replay(record: r.MatchRecord, *, lenient: bool = False, in_order: bool = False) -> Replay:
    """Play the record; its problems are among the answer, never raised.

    With `in_order` the hops are made as they were written, where that is legal (ibf:app1.10); else canonically.
    """
    table = _Replayer(record, lenient=lenient, in_order=in_order)
    for number, game in enumerate(record.games, 1):
        if not table.play(number, game) and not lenient:
            break
    return Replay(record, tuple(table.events), table.state, tuple(table.problems))


class _Replayer:
    """The match so far, and what was wrong with the record."""

    def __init__(self, record: r.MatchRecord, *, lenient: bool, in_order: bool = False) -> None:
        self.record, self.lenient, self.in_order = record, lenient, in_order
        self.state = new_match(record_format(record, lenient=lenient))
        self.events: list[AnyEvent] = []
        self.problems: list[ReplayProblem] = []
        self.place = (0, 0)  # game and move
        self.behind = 0  # games that count before this one
        self.do(c.StartMatch(at=0, white=(record.white,), black=(record.black,), terms=dict(record.info)))

    def do(self, command: c.AnyCommand) -> Refusal | None:
        decision = decide_match(self.state, command)
        if isinstance(decision, Refusal):
            return decision
        for event in decision:
            self.state = evolve_match(self.state, event)
            self.events.append(event)
        return None

    def play(self, number: int, game: r.RecordedGame) -> bool:
        """Play one game; false if the record cannot be followed further."""
        if self.state.phase is MatchPhase.OVER:
            self._report(number, "the match was over before this game")
            return False
        if not self._score(number, game):
            return False
        self.behind = len(self.state.records)
        moves = r.line_numbers(game)
        for index, action in enumerate(game.actions):
            self.place = (number, moves[index])
            try:
                wrong = self._act(action, game, index)
            except ValueError as malformed:
                wrong = str(malformed)
            if wrong is not None:
                self._add_problem(action, wrong)
                if not self.lenient:
                    return False
                break
        try:
            self._finish(number, game)
        except ValueError as malformed:  # a position set by hand in which nobody can have won
            self._report(number, str(malformed))
        return self.lenient or not self.problems

    def _score(self, number: int, game: r.RecordedGame) -> bool:
        """The score the source gives for the start of a game; a record may begin in the middle of a match."""
        if game.score is None or game.score == self.state.score:
            return True
        if number > 1:
            self._report(
                number, f"it begins at {_dash(game.score)} in the source, at {_dash(self.state.score)} by play"
            )
            if not self.lenient:
                return False
        if self.record.length and max(game.score) >= self.record.length:
            self._report(number, f"nobody plays on at {_dash(game.score)} in a match to {self.record.length}")
            return False
        self.do(c.CorrectScore(at=0, by=OFFICIAL, score=game.score))
        return True

    # One entry

    def _act(self, action: r.AnyAction, game: r.RecordedGame, index: int) -> Refusal | str | None:
        """Why an entry cannot be followed; None if it was."""
        match action:
            case r.Moved():
                return self._roll(action, game, index) or self._move(action, ends=_ends(game, index))
            case r.Doubled():
                if action.beaver:
                    return self.do(c.Beaver(at=0, side=action.side))
                return self.do(c.OfferDouble(at=0, side=action.side, value=action.value))
            case r.Taken():
                return self.do(c.Take(at=0, side=action.side))
            case r.Dropped():
                return self.do(c.Pass(at=0, side=action.side))
            case r.Resigned():
                return self._resign(action)
            case r.SetUp():
                return self._set_up(action)
            case _:
                assert_never(action)

    def _roll(self, action: r.Moved, game: r.RecordedGame, index: int) -> Refusal | None:
        running = self.state.game
        if running is not None and running.stage is GameStage.ANSWER and running.cube.beavered:
            assert running.cube.by is not None
            self.do(c.Take(at=0, side=running.cube.by.other))  # gnubg: a beaver is taken by rolling on
        if running is not None and running.stage is not GameStage.OPENING:
            if running.stage is GameStage.PLAY and _set_up_dice(game, index) == action.dice:
                return None  # the dice of a position that was set up
            return self.do(c.RollDice(at=0, side=action.side, dice=action.dice))
        high, low = max(action.dice), min(action.dice)
        if high > low:
            return self._open(action.side, high, low, game.ties)
        if not self.lenient:
            return Refusal(MatchCode.OPENING_ROLL_DUE)
        if refused := self._open(action.side, 6, 1, game.ties):
            return refused
        assert self.state.game is not None
        board = str(self.state.game.position)
        return self.do(
            c.CorrectPosition(
                at=0, by=OFFICIAL, position=board, turn=action.side, dice=(action.dice[0], action.dice[1])
            )
        )

    def _open(self, side: Side, larger: int, smaller: int, ties: int) -> Refusal | None:
        for _ in range(ties):
            self.do(c.RollOpening(at=0, white=1, black=1))
        white, black = (larger, smaller) if side is Side.WHITE else (smaller, larger)
        return self.do(c.RollOpening(at=0, white=white, black=black))

    def _move(self, action: r.Moved, *, ends: bool) -> Refusal | str | None:
        game = self.state.game
        assert game is not None
        if action.walks is None:
            return None if ends else "the play of this roll is not recorded"
        roll = Roll(*action.dice)
        try:
            play = play_of(action.walks, game.view_for(action.side), roll, game.head_cap(roll))
        except ValueError as unclear:
            return str(unclear)
        if isinstance(play, Refusal):
            if not action.walks and ends:
                return None  # given up with the dice on the table
            return self._keep_illegal(action, play) if self.lenient else play
        if self.in_order:
            written = as_written(action.walks, game.view_for(action.side), roll, game.head_cap(roll))
            play = written if isinstance(written, Play) and written.after == play.after else play
        return self._make_play(action.side, tuple(play.hops))

    def _make_play(self, side: Side, hops: tuple[tuple[int, int], ...]) -> Refusal | None:
        refused = self.do(c.PlayCheckers(at=0, side=side, hops=hops))
        if refused is None and self.lenient and self.state.game is not None:
            return self.do(c.EndTurn(at=0, side=side))
        return refused

    def _keep_illegal(self, action: r.Moved, refusal: Refusal) -> Refusal | None:
        """Keep the play as what happened; the problem is on the list all the same."""
        hops = tuple(leg for walk in action.walks or () for leg in pairwise(walk))
        if self._make_play(action.side, hops) is not None:
            return refusal
        self._add_problem(action, refusal)
        return None

    def _resign(self, action: r.Resigned) -> Refusal | None:
        refused = self.do(c.OfferResignation(at=0, side=action.side, level=action.level))
        if refused is None:
            return self.do(c.AnswerResignation(at=0, side=action.side.other, accept=action.accepted))
        if action.accepted and refused.code == MatchCode.LEVEL_EXCLUDED:
            return self.do(c.ForfeitGame(at=0, by=OFFICIAL, side=action.side, level=action.level))
        return refused

    def _set_up(self, action: r.SetUp) -> Refusal | None:
        if self.state.game is None:
            self._open(action.side, 6, 1, 0)
        game = self.state.game
        if game is None:
            return Refusal(MatchCode.NO_GAME)
        refused = self.do(
            c.CorrectPosition(
                at=0, by=OFFICIAL, position=action.position or str(game.position), turn=action.side, dice=action.dice
            )
        )
        if refused is None and action.cube is not None:
            return self.do(c.CorrectCube(at=0, by=OFFICIAL, value=action.cube, owner=action.owner))
        return refused

    # The end of a game

    def _finish(self, number: int, game: r.RecordedGame) -> None:
        winner, points = self._outcome(number, game)
        if self.state.game is not None:
            if winner is not None:
                self._settle(winner, points, given_up=not game.how)
            elif number < len(self.record.games):
                self.do(c.VoidGame(at=0, by=OFFICIAL, reason="no result in the source"))
            return
        if winner is None:
            return
        if len(self.state.records) == self.behind:  # given up before the first roll
            self.do(c.AwardPoints(at=0, by=OFFICIAL, side=winner, points=points))
            return
        last = self.state.records[-1]
        if last.winner is not winner or not self._worth(last, points):
            self._report(
                number,
                f"{self.record.name(winner)} wins {points} in the source, "
                f"{self.record.name(last.winner)} wins {last.points} by play",
            )
            if self.lenient and last.winner is winner:
                self.do(c.CorrectScore(at=0, by=OFFICIAL, game=last.number, points=points))

    def _worth(self, last: GameRecord, points: int) -> bool:
        """Whether the game is worth what the source says; some sites write no more than the match needed."""
        before = last.before or (0, 0)
        needed = self.record.length - points_of(last.winner, before) if self.record.length else points
        return last.points == points or (last.points > points >= needed)

    def _outcome(self, number: int, game: r.RecordedGame) -> tuple[Side | None, int]:
        """Who won how much: as the game says, or as the next one's score shows."""
        if game.winner is not None or number >= len(self.record.games):
            return game.winner, game.points
        before, after = game.score, self.record.games[number].score
        for side in Side:
            if before is not None and after is not None:
                won = max(after[0] - before[0], after[1] - before[1])
                if won > 0 and add_points(before, side, won) == after:
                    return side, won
        return None, 0

    def _settle(self, winner: Side, points: int, *, given_up: bool) -> None:
        """The game ended without a last entry: a drop left out, a resignation, or the source's word."""
        game = self.state.game
        assert game is not None
        dropped = game.stage is GameStage.ANSWER and game.cube.by is winner and points == game.cube.value
        if dropped and self.do(c.Pass(at=0, side=winner.other)) is None:
            return
        level, rest = divmod(points, game.cube.value)
        fits = not rest and level in (1, 2, 3)
        if fits and given_up and self.do(c.OfferResignation(at=0, side=winner.other, level=level)) is None:
            self.do(c.AnswerResignation(at=0, side=winner, accept=True))
        else:
            self.do(c.ForfeitGame(at=0, by=OFFICIAL, side=winner.other, level=level if fits else 1))
        if self.state.records and self.state.records[-1].points != points:
            self.do(c.CorrectScore(at=0, by=OFFICIAL, game=len(self.state.records), points=points))

    # Reports

    def _add_problem(self, action: r.AnyAction, wrong: Refusal | str) -> None:
        number, move = self.place
        player, text = self.record.name(action.side), r.action_text(action)
        if isinstance(wrong, str):
            self.problems.append(ReplayProblem(game=number, move=move, player=player, entry=text, reason=wrong))
            return
        cited = cite(wrong, self.state.format.book)
        self.problems.append(
            ReplayProblem(
                game=number,
                move=move,
                player=player,
                entry=text,
                code=cited.code,
                reason=(cited.sentence if cited.clauses else str(cited)).rstrip("."),
                clauses=cited.clauses,
            )
        )

    def _report(self, number: int, reason: str) -> None:
        self.problems.append(ReplayProblem(game=number, reason=reason))


def _ends(game: r.RecordedGame, index: int) -> bool:
    """Whether nothing but a resignation follows."""
    return all(isinstance(action, r.Resigned) for action in game.actions[index + 1 :])


def _set_up_dice(game: r.RecordedGame, index: int) -> tuple[int, int] | None:
    """The dice that the entry before set up."""
    before = game.actions[index - 1] if index else None
    return before.dice if isinstance(before, r.SetUp) else None


def _dash(score: tuple[int, int]) -> str:
    return f"{score[0]}-{score[1]}"

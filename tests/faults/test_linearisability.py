"""Histories of one match on two processes: whichever process is asked, the answers are those of one match.

Each player has a line to both processes. A command goes to one of them, or to both under one id; what is not the
player's to do is asked meanwhile; the next command is sent as soon as the one before was answered, to either.

`BARPOINT_HISTORIES=200 pytest -n 0 -s -m long tests/faults/test_linearisability.py` checks more and says how many.
"""

import asyncio
import os
import random
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from itertools import count, pairwise
from typing import Any
from uuid import uuid4

import pytest

from barpoint.board import Refusal, Side
from barpoint.client import RemoteMatch, Server
from barpoint.client.bot_player import _wish_for
from barpoint.client.connection import Connection, ServerAnswer
from barpoint.match import MatchCode, MatchState, decide_match, evolve_match, new_match, side_to_act
from barpoint.match import commands as c
from barpoint.match.events import MatchStarted, decode
from barpoint.match.state import MatchPhase
from barpoint.service import StoredEvent
from barpoint.service.play.bot_turn import bot_command
from barpoint.wire import messages as m
from barpoint.wire.wishes import AnyWish, DoubleWish, OpeningWish, PlayWish, RollWish, TakeWish
from tests.faults.linearisability import Operation, accepted, by_house, is_linearisable, refused
from tests.web.server_process import PATIENCE, QuickBot, served

LONGEST = 60
"""Operations of a history, at most."""
SEEDS = int(os.environ.get("BARPOINT_HISTORIES", "25"))
CHECKED: Counter[str] = Counter()


@pytest.mark.parametrize(
    ("history", "expected"),
    [
        ([accepted("a", 1, 2, 0, 1), accepted("b", 3, 4, 1, 2)], True),
        ([accepted("a", 1, 4, 1, 2), accepted("b", 2, 3, 0, 1)], True),
        ([accepted("a", 1, 2, 1, 2), accepted("b", 3, 4, 0, 1)], False),
        ([accepted("a", 1, 2, 0, 1), accepted("a", 3, 4, 0, 1)], True),
        ([accepted("a", 1, 2, 0, 1), refused("b", 3, 4, lambda version: version == 0)], False),
        ([accepted("a", 1, 3, 0, 1), refused("b", 2, 4, lambda version: version == 0)], True),
        ([by_house("roll", 1, 2), accepted("a", 1, 2, 0, 1), accepted("b", 3, 4, 2, 3)], True),
        ([accepted("a", 1, 2, 0, 1), accepted("b", 3, 4, 2, 3)], False),
    ],
    ids=["in turn", "overlapping", "answered too early", "said again", "stale", "not yet", "by the house", "a gap"],
)
def test_the_search_tells_them_apart(history: list[Operation], expected: bool) -> None:
    assert is_linearisable(history) is expected


@dataclass
class Asked:
    """What was asked, when it was answered, and how."""

    id: str
    side: Side
    wish: AnyWish
    asked: int
    answered: int = 0
    answer: ServerAnswer | None = None


@dataclass
class Recorder:
    """Two players with a line to each of two processes."""

    match: str
    tables: dict[Side, RemoteMatch]
    lines: dict[Side, list[Connection]]
    chance: random.Random
    asked: list[Asked] = field(default_factory=list)
    ticks: Any = field(default_factory=count)

    async def ask(self, side: Side, wish: AnyWish, line: Connection, id: str) -> ServerAnswer:
        entry = Asked(id, side, wish, next(self.ticks))
        self.asked.append(entry)
        entry.answer = await line.ask(m.Do(id=id, match=self.match, v=0, d=wish))
        entry.answered = next(self.ticks)
        return entry.answer

    async def send(self, side: Side, wish: AnyWish) -> None:
        """To one process or to both, while the other side asks for what is not its turn."""
        lines, id = self.lines[side], uuid4().hex
        to = lines if self.chance.random() < 0.3 else [self.chance.choice(lines)]
        asking = [self.ask(side, wish, line, id) for line in to]
        if self.chance.random() < 0.5:
            wishes: list[AnyWish] = [RollWish(), TakeWish(), DoubleWish(), PlayWish(hops=((6, 5),))]
            out_of_turn = self.chance.choice(wishes)
            line = self.chance.choice(self.lines[side.other])
            asking.append(self.ask(side.other, out_of_turn, line, uuid4().hex))
        await asyncio.gather(*asking)

    async def newest(self) -> MatchState:
        """The match as whoever has heard most knows it."""
        return max([await table.state() for table in self.tables.values()], key=lambda state: state.version)

    async def play(self) -> None:
        """Turn after turn, until the match is over or the history is long enough."""
        for table in self.tables.values():
            await table.do(OpeningWish())
        while len(self.asked) < LONGEST:
            state = await self.newest()
            if state.phase is MatchPhase.OVER:
                return
            side = None if state.game is None else side_to_act(state.game)
            wish = None if side is None else _wish_for(bot_command(QuickBot(), state, side, 0))
            if side is not None and isinstance(wish, RollWish):
                wish = (
                    RollWish(link=self.tables[side].dice.roll_link())
                    if self.tables[side].present_view.open.roll
                    else None
                )
            if side is None or wish is None or (isinstance(wish, RollWish) and not wish.link):
                await asyncio.sleep(0.002)  # what comes by itself is under way
                continue
            before = state.version
            await self.send(side, wish)
            while (await self.newest()).version <= before and isinstance(self.asked[-1].answer, m.Ack):
                await asyncio.sleep(0.001)


def operations(recorder: Recorder, stored: Sequence[StoredEvent]) -> list[Operation]:
    """The history: what was asked of the match, and what the house did by itself."""
    first = decode(stored[0].data)
    assert isinstance(first, MatchStarted)
    states = [new_match(first.format)]
    for event in stored:
        states.append(evolve_match(states[-1], decode(event.data)))
    starts = [event.version - 1 for event in stored if event.command]
    spans = dict(
        zip(
            [event.command.rpartition("/")[2] for event in stored if event.command],
            pairwise([*starts, len(stored)]),
            strict=True,
        )
    )
    history = [by_house(id, *span) for id, span in spans.items() if id not in {each.id for each in recorder.asked}]
    for each in recorder.asked:
        name = f"{each.side.value} {each.wish}"
        if isinstance(each.answer, m.Ack):
            assert each.id in spans, f"{name} was acknowledged and is nowhere"
            history.append(accepted(name, each.asked, each.answered, *spans[each.id]))
        else:
            assert isinstance(each.answer, m.Refused), each
            history.append(refused(name, each.asked, each.answered, partial(refuses, states, each)))
    return history


def refuses(states: Sequence[MatchState], asked: Asked, version: int) -> bool:
    """Whether the rules, or the dice, refuse it there for the reason that was given."""
    assert isinstance(asked.answer, m.Refused)
    state, wish = states[version], asked.wish
    stamp: dict[str, Any] = {"side": asked.side, "at": state.at}
    if isinstance(wish, RollWish):
        command: c.AnyCommand = c.RollDice(**stamp, dice=(2, 1))
    elif isinstance(wish, PlayWish):
        command = c.PlayCheckers(**stamp, hops=wish.hops)
    else:
        command = c.Take(**stamp) if isinstance(wish, TakeWish) else c.OfferDouble(**stamp)
    judged = decide_match(state, command)
    if isinstance(judged, Refusal):
        return str(judged.code) == asked.answer.code
    return isinstance(wish, RollWish) and asked.answer.code not in list(MatchCode)  # its link was wanted


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, SEEDS))])
def test_a_match_on_two_processes_is_one_match(seed: int, postgres: str) -> None:
    async def run() -> None:
        async with asyncio.timeout(PATIENCE), AsyncExitStack() as stack:  # stopping counts as well
            houses = [await stack.enter_async_context(served(postgres)) for _ in range(2)]
            anna, ben = [await Server.guest(here.url, name) for here, name in zip(houses, ("Anna", "Ben"), strict=True)]
            match = await ben.accept(await anna.challenge(points=1))
            tables: dict[Side, RemoteMatch] = {}
            lines: dict[Side, list[Connection]] = {}
            for home, server in enumerate((anna, ben)):
                both = [Server(here.url, server.token).connect() for here in houses]
                for line in both:
                    await stack.enter_async_context(line)
                table = await both[home].sit(match)
                assert table.side is not None
                tables[table.side], lines[table.side] = table, both
            recorder = Recorder(match, tables, lines, random.Random(seed))
            await recorder.play()
            history = operations(recorder, await houses[0].house.store.read(f"match:{match}"))
            assert len(recorder.asked) >= LONGEST
            assert any(isinstance(each.answer, m.Refused) for each in recorder.asked)
            assert is_linearisable(history), "\n".join(map(str, recorder.asked))
            CHECKED.update(histories=1, operations=len(history))
            sys.stdout.write(f"\n{CHECKED['histories']} histories, {CHECKED['operations']} operations: linearisable\n")

    asyncio.run(run())

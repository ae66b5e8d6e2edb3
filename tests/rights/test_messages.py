"""Every message of the wire, every wish and every topic x every actor, over real sockets."""

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect

from barpoint.wire.messages import AnyClientMessage
from barpoint.wire.topics import Topic
from barpoint.wire.wishes import AnyWish
from tests.rights.actors import ACTORS
from tests.rights.asking import fill
from tests.rights.cells import difference, gaps, judge, leaks
from tests.rights.table import GRANTED, Row, read_table
from tests.rights.world import World, copied
from tests.web.server_process import PATIENCE

MESSAGES, TOPICS = read_table("messages"), read_table("topics")
_FAULTS = {"forbidden": "-", "unknown": "0", "malformed": "m"}
_END = 4711  # what the last ping says: all that came of a message has come before its answer


def tag(message: type) -> str:
    """What a message is told by."""
    info = msgspec.inspect.type_info(message)
    assert isinstance(info, msgspec.inspect.StructType)
    return str(info.tag)


def test_every_message_wish_and_topic_has_its_row() -> None:
    said = [json.loads(row.asked) for row in MESSAGES]
    missing = gaps((one["t"] for one in said), map(tag, AnyClientMessage.__args__))
    missing += gaps((one["d"]["t"] for one in said if one["t"] == "do"), map(tag, AnyWish.__args__))
    missing += gaps((row.asked.partition(":")[0] for row in TOPICS), Topic)
    assert not missing, "\n".join(missing) + "\nwho may? Add a line to messages.txt or topics.txt of tests/rights"


async def hear(world: World, url: str, actor: str, message: str) -> list[dict[str, Any]]:
    """All that somebody is told between a message and the answer to a ping behind it."""
    headers = {"Cookie": world.actors[actor].cookie}
    address = url.replace("http", "ws") + "/socket"
    answers: list[dict[str, Any]] = []
    async with (
        asyncio.timeout(PATIENCE),
        connect(address, additional_headers=headers, compression=None, proxy=None) as line,
    ):
        await line.send(message)
        await line.send(json.dumps({"t": "ping", "sent": _END}))
        while not any(one["t"] == "pong" and one["sent"] == _END for one in answers):
            read = json.loads(await line.recv())
            answers += read if isinstance(read, list) else [read]
    return answers


def letter_of(answers: list[dict[str, Any]]) -> str:
    """What came of a message."""
    faults = [one.get("code", "malformed") for one in answers if one["t"] == "fault"]
    return _FAULTS.get(faults[0], faults[0]) if faults else "+"


async def ask_row(world: World, url: str, row: Row, actor: str, message: str) -> list[str]:
    """One cell: what is wrong with it."""
    answers = await hear(world, url, actor, message)
    letter = letter_of(answers)
    wrong = difference(row.asked, actor, row.letter(actor), letter, answers[1:3])
    return wrong + leaks(world, actor, message, json.dumps(answers))


@pytest.mark.parametrize("actor", ACTORS)
def test_everybody_is_heard_as_is_right(world: World, reading: str, tmp_path: Path, actor: str) -> None:
    async def say_all(url: str) -> list[list[str]]:
        names = world.names_of(actor)
        return [await ask_row(world, url, row, actor, fill(row.asked, names)) for row in MESSAGES]

    async def apart() -> list[list[str]]:
        async with copied(world, tmp_path) as here:
            return await say_all(here.url)

    seated = any(row.letter(actor) == GRANTED for row in MESSAGES if '"match"' in row.asked)
    judge(asyncio.run(apart() if seated else say_all(reading)))


@pytest.mark.parametrize("row", TOPICS, ids=lambda row: row.asked)
def test_everybody_follows_what_is_theirs_to_follow(world: World, reading: str, row: Row) -> None:
    async def run() -> list[list[str]]:
        cells = []
        for actor in row.order:
            message = json.dumps({"t": "watch", "topic": fill(row.asked, world.names_of(actor))})
            cells.append(await ask_row(world, reading, row, actor, message))
        return cells

    judge(asyncio.run(run()))

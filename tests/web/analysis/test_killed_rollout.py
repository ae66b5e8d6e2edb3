"""kill -9 in the middle of a rollout: after a restart it goes on where it was, and says what it would have said."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from barpoint.client import Server
from barpoint.service.analysis import StudyQuestion, answer_study
from tests.web.test_kill import Process

QUESTION: dict[str, Any] = {
    "position": "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:3:0:7:10",
    "wish": "rollout",
    "plays": [[[8, 5], [6, 5]], [[24, 23], [13, 10]]],
    "truncate": 3,
}
PATIENCE = 60  # tries, while the engine is still to be compiled


async def rolled(anna: Server, games: int) -> Any:
    """The standings after so many games, asked for again where the server takes long."""
    for _ in range(PATIENCE):
        try:
            return (await anna.ask("POST", "/api/study", {**QUESTION, "games": games}))["rollout"]
        except TimeoutError:
            await asyncio.sleep(0.5)
    raise TimeoutError(f"{games} games")


def test_a_rollout_goes_on_after_the_server_was_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BARPOINT_DATA", str(tmp_path))
    process = Process(f"sqlite:///{tmp_path}/games.db")

    async def run() -> None:
        process.start()
        await process.answers()
        anna = await Server.guest(process.url, "Anna")
        assert [entry["games"] for entry in await rolled(anna, 36)] == [36, 36]
        asked = asyncio.create_task(anna.ask("POST", "/api/study", {**QUESTION, "games": 5184}))
        kept = tmp_path / "rollouts"
        size = sum(path.stat().st_size for path in kept.glob("*.npz"))
        while sum(path.stat().st_size for path in kept.glob("*.npz")) == size and not asked.done():
            await asyncio.sleep(0.01)
        assert not asked.done()  # in the middle of it
        process.kill()
        with pytest.raises(OSError):  # noqa: PT011  # whatever way the line breaks
            await asked
        games = next(iter(kept.glob("*.npz"))).stat().st_size
        process.start()
        await process.answers()
        again = await rolled(anna, 720)
        assert next(iter(kept.glob("*.npz"))).stat().st_size >= games  # nothing was thrown away
        question = msgspec.convert({**QUESTION, "games": again[0]["games"]}, StudyQuestion, strict=False)
        plain = msgspec.to_builtins(answer_study(question).rollout)
        assert again == msgspec.json.decode(msgspec.json.encode(plain))

    try:
        asyncio.run(run())
    finally:
        process.stop()

"""Odd requests, messages and commands, with real ids: always an answer, never a fault; `fuzz.py` has the long runs."""

import asyncio

import pytest

from tests.rights.fuzz import Fuzzer
from tests.rights.fuzz_parsers import fuzz_parsers
from tests.rights.world import World

SECONDS, LONG = 3.0, 600.0
KINDS = ("http", "commands", "socket", "schema")


@pytest.mark.parametrize("what", KINDS)
def test_whatever_is_sent_is_answered(world: World, what: str) -> None:
    fuzzer = Fuzzer(world, seed=7)
    asyncio.run(fuzzer.run(what, SECONDS))
    assert not fuzzer.wrong, fuzzer.wrong[0]
    assert fuzzer.answers.total() > 20


def test_whatever_is_written_is_read_or_refused() -> None:
    tried, wrong = fuzz_parsers(SECONDS, seed=7)
    assert not wrong, wrong[0]
    assert tried.total() > 100


@pytest.mark.long
@pytest.mark.parametrize("what", KINDS)
def test_whatever_is_sent_for_ten_minutes_is_answered(world: World, what: str) -> None:
    fuzzer = Fuzzer(world, seed=1)
    asyncio.run(fuzzer.run(what, LONG))
    assert not fuzzer.wrong, fuzzer.wrong[0]

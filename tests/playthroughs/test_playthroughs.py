"""Whole matches under every preset, as they were logged: an old log always replays, to the state it had."""

import json
from pathlib import Path
from typing import Any

import pytest

from barpoint.match.events import decode, encode
from barpoint.match.evolve.dispatch import fold_match
from barpoint.match.snapshot import encode_state
from barpoint.match.state import MatchPhase
from barpoint.rulebook.profiles.presets import list_presets
from tests.playthroughs.record import FOLDER, slug

LOGS = sorted(Path(__file__).parent.glob("*/*.jsonl"))


def differences(stored: Any, now: Any, where: str = "$") -> list[str]:
    """Where what was stored does not stand in what there is now; a field that came later is no difference."""
    if isinstance(stored, dict) and isinstance(now, dict):
        return [line for key in stored for line in differences(stored[key], now.get(key), f"{where}.{key}")]
    if isinstance(stored, list) and isinstance(now, list) and len(stored) == len(now):
        return [
            line
            for n, (a, b) in enumerate(zip(stored, now, strict=True))
            for line in differences(a, b, f"{where}[{n}]")
        ]
    return [] if stored == now else [f"{where}: {stored!r} was logged, now {now!r}"]


def test_every_preset_has_a_whole_match_in_this_release() -> None:
    assert {slug(one.name) for one in list_presets()} <= {log.stem for log in FOLDER.glob("*.jsonl")}


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}/{log.stem}")
def test_a_stored_match_folds_to_its_stored_state(log: Path) -> None:
    lines = log.read_bytes().splitlines()
    events = [decode(line) for line in lines]
    assert [encode(event) for event in events] == lines
    state = fold_match(events)
    assert state.phase is MatchPhase.OVER
    stored = json.loads(log.with_suffix(".json").read_text())
    assert differences(stored, json.loads(encode_state(state))) == []


def test_a_difference_is_found_and_a_later_field_is_none() -> None:
    assert differences({"a": [1, {"b": 2}]}, {"a": [1, {"b": 2, "later": 0}], "new": 1}) == []
    assert differences({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}) == ["$.a[1].b: 2 was logged, now 3"]
    assert differences({"a": [1]}, {"a": [1, 2]}) == ["$.a: [1] was logged, now [1, 2]"]

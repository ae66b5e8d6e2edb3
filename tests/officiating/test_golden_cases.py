"""Cases as they were logged in each release: an old case always reads, to the state and the record it had."""

import json
from pathlib import Path

import pytest

from barpoint.officiating.cases import events as v
from barpoint.officiating.cases.case import decode_case
from barpoint.officiating.cases.documents import case_file, document_markdown
from barpoint.officiating.remedy import Remedy
from tests.officiating.record_cases import EVERY_REMEDY, FOLDER, cases, folded
from tests.playthroughs.test_playthroughs import differences

LOGS = sorted(Path(__file__).parent.glob("golden/*/*.jsonl"))


def test_this_release_has_every_case_and_every_event_and_remedy_is_in_one() -> None:
    assert {log.stem for log in FOLDER.glob("*.jsonl")} == set(cases())
    seen = {type(event) for log in FOLDER.glob("*.jsonl") for event in decode_case(log.read_bytes())}
    assert seen == set(v.AnyCaseEvent.__args__)
    assert {type(remedy) for remedy in EVERY_REMEDY} == set(Remedy.__args__)


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}/{log.stem}")
def test_a_stored_case_folds_to_its_stored_state(log: Path) -> None:
    events = decode_case(log.read_bytes())
    stored = json.loads(log.with_suffix(".json").read_text())
    assert differences(stored, json.loads(folded(log.stem, events))) == []
    assert document_markdown(case_file(log.stem, events)).startswith(f"# Case {log.stem}")

"""What the device at a table keeps of the server's dice, run by Node: it covers honest rolls, and convicts a liar."""

import random
from collections.abc import Callable
from typing import Any, Final

import pytest

from tests.service.dice.honest_match import TableMatch
from tests.service.dice.verifiers import Answer, by_page, by_program, by_standalone, standalone
from tests.ui.browser_code import answered

_PAGE: Final = """
const answer = ({ throws, seal }) => {
  let [kept, { parts, opened, tip }] = [undefined, seal]
  for (const thrown of throws) {
    kept = m.withThrow(kept, thrown, { parts, opened, tip })
    if (kept.broken) break
    opened = thrown.opened
    tip = thrown.events.find(({ type, k }) => type === "DiceThrown" && k === thrown.k).server
  }
  return kept
}
"""
Asked = dict[str, Any]
MATCH: Final = TableMatch(random.Random(22), match="spring/open/M1-1/anna/ben", discipline="sprintgammon", by_hand=15)


def asked() -> Asked:
    """Every roll of the server's as a device sees it: the seal, both parts, and the newest rolls."""
    dice = MATCH.file["dice"]
    head, rolls = dice[:3], dice[3:]
    opening = sum(event["type"] == "OpeningRolled" for event in MATCH.file["log"])
    throws = []
    for place, event in enumerate(rolls):
        if event["type"] == "DiceThrown":
            shown = MATCH.rolls[place][2:]
            throws.append(
                {
                    "match": MATCH.match,
                    "game": 1,
                    "k": event["k"],
                    "opening": event["k"] < opening,
                    "opened": sum(one["type"] == "DiceThrown" for one in rolls[: place + 1]),
                    "events": [*head, *rolls[max(0, place - 7) : place + 1]],
                    "dice": None if event["k"] < opening - 1 else list(shown),
                }
            )
    parts = {event["side"]: event["seed"] for event in head[1:]}
    return {"throws": throws, "seal": {"parts": [parts["white"], parts["black"]], "opened": 0, "tip": head[0]["end"]}}


def kept_of(story: Asked) -> Answer:
    kept: Answer = answered("table/evidence.ts", _PAGE, [story])[0]
    return kept


def verdicts(kept: Answer) -> list[Answer]:
    """What three verifiers say of the file, given what the device kept."""
    evidence = {name: value for name, value in kept.items() if name != "broken"}
    return [
        by_program(MATCH.file, evidence),
        by_standalone(standalone(), MATCH.file, evidence),
        *by_page([(MATCH.file, evidence)]),
    ]


def test_every_roll_the_server_threw_is_covered() -> None:
    kept = kept_of(asked())
    assert kept["broken"] == 0
    for answer in verdicts(kept):
        assert not answer["wrong"]
        assert answer["covered"] == answer["proven"] > 10
        assert answer["by_hand"] > 1


def another_roll(story: Asked) -> None:
    one, two = story["throws"][4]["dice"]
    story["throws"][4]["dice"] = [one % 6 + 1, two]


def another_link(story: Asked) -> None:
    shown = story["throws"][4]
    shown["events"][-1] = {**shown["events"][-1], "server": "ab" * 32}


def another_seal(story: Asked) -> None:
    """Than was shown before the words were typed."""
    story["seal"]["tip"] = "ab" * 32


def another_word(story: Asked) -> None:
    """Than was typed."""
    story["seal"]["parts"][0] = "ab" * 32


def another_past(story: Asked) -> None:
    """Than was told with the first roll."""
    for shown in story["throws"][3:]:
        shown["events"][0] = {**shown["events"][0], "at": 7}


@pytest.mark.parametrize("lie", [another_roll, another_link, another_seal, another_word, another_past])
def test_a_server_that_shows_the_table_something_else_than_it_writes_down_is_convicted(
    lie: Callable[[Asked], None],
) -> None:
    story = asked()
    lie(story)
    kept = kept_of(story)
    assert kept["broken"]
    assert all(answer["wrong"] for answer in verdicts(kept))

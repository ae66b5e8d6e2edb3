"""What a page keeps of the dice: what it was shown, what was live, and which ends it had not seen; run by Node."""

from typing import Any, Final

import msgspec
import pytest

from barpoint.service.dice.chain_book import GameChains
from barpoint.service.dice.dice_events import (
    AnyDiceEvent,
    ChainAdmitted,
    DiceThrown,
    EndPublished,
    EndsFixed,
    GameSealed,
    LinkOpened,
)
from barpoint.service.dice.hash_chain import HashChain
from tests.ui.browser_code import answered

_PAGE: Final = """
globalThis.$state = (value) => value
const stored = {}
globalThis.localStorage = { getItem: (key) => stored[key] ?? null, setItem: (key, text) => (stored[key] = text) }
const answer = ({ roots, given, told }) => {
  stored['barpoint.dice.M'] = JSON.stringify({ at: 1, owner: '', roots, given, dice: [], rolls: [], problem: '' })
  const keeper = new m.DiceKeeper('M')
  let first = 0
  for (const [kind, events] of told) {
    if (kind === 'dice') {
      keeper.takeNews({ match: 'M', game: 1, first, events, owner: 'white1' })
      first += events.length
    } else keeper.takeEvents(events)
  }
  return keeper.evidence()
}
"""
ROOT: Final = "ab" * 32
LINKS: Final = 128


class Story:
    """What a server tells white1 of game 1, in messages."""

    def __init__(self, *, at_once: bool = False) -> None:
        self.chains = {
            name: HashChain("M", 1, name, root * 32, LINKS)
            for name, root in (("server", "cd"), ("white1", "ab"), ("black1", "ef"), ("black1/2", "01"))
        }
        sealed = GameSealed(at=1, game=1, end=self.chains["server"].end, links=LINKS)
        self.known = GameChains.sealed_by("M", sealed)
        self.told: list[tuple[str, list[Any]]] = []
        self.at_once = at_once
        self.given: dict[str, list[Any]] = {}
        self.tell(sealed, *(self.end(name) for name in ("white1", "black1")))
        self.tell(EndsFixed(at=1, game=1, digest=self.known.ends_digest()))
        while not self.known.rolls or self.known.rolls[-1].dice[0] == self.known.rolls[-1].dice[1]:
            self.tell(self.link("white1"))
            self.tell(self.link("black1"))
            self.tell(self.thrown())
            self.show()

    def end(self, name: str) -> EndPublished:
        return EndPublished(at=1, game=1, chain=name, end=self.chains[name].end, links=LINKS)

    def link(self, owner: str) -> LinkOpened:
        known = self.known.counting[owner]
        link = self.chains[known.name].link(known.opened + 1)
        return LinkOpened(at=1, game=1, k=self.known.k, chain=known.name, link=link, digest=self.known.digest)

    def thrown(self, owner: str = "") -> DiceThrown:
        server = self.chains["server"].link(self.known.k + 1)
        link = self.link(owner) if owner else None
        chain, opened = (link.chain, link.link) if link else ("", "")
        return DiceThrown(at=1, game=1, k=self.known.k, server=server, chain=chain, link=opened)

    def tell(self, *events: AnyDiceEvent) -> None:
        for event in events:
            assert not self.known.problem(event) or isinstance(event, GameSealed)  # type: ignore[arg-type]
            self.known.follow(event)  # type: ignore[arg-type]
        self.tell_raw(*map(msgspec.to_builtins, events))

    def tell_raw(self, *events: dict[str, Any]) -> None:
        """One message, or one more part of the only one."""
        if self.at_once and self.told and self.told[-1][0] == "dice":
            self.told[-1][1].extend(events)
        else:
            self.told.append(("dice", list(events)))

    def show(self, *dice: int) -> None:
        """The match shows a roll: the last, or another."""
        one, two = dice or self.known.rolls[-1].dice
        self.told.append(("log", [{"type": "OpeningRolled", "at": 1, "white": one, "black": two}]))

    def kept(self) -> dict[str, Any]:
        """What the page kept, with white1's roots."""
        asked = {"roots": {"1 white1": ROOT}, "given": self.given, "told": self.told}
        evidence: dict[str, Any] = answered("dice/keeper.svelte.ts", _PAGE, [asked])[0]
        return evidence


def test_every_roll_that_was_live_is_kept() -> None:
    story = Story()
    kept = story.kept()
    assert kept["problem"] == ""
    assert len(kept["rolls"]) == story.known.k
    assert "shown" not in kept


def test_of_a_past_that_was_told_at_once_no_roll_is_kept() -> None:
    story = Story(at_once=True)
    story.told.sort(key=lambda message: message[0] != "dice")
    events = [event for kind, part in story.told if kind == "dice" for event in part]
    story.told = [("dice", events), *(message for message in story.told if message[0] == "log")]
    kept = story.kept()
    assert kept["problem"] == ""
    assert kept["rolls"] == []
    assert kept["dice"] == events


def test_a_false_roll_is_kept_as_it_was_shown() -> None:
    story = Story()
    story.tell(story.thrown("white1"))
    one, two = story.known.rolls[-1].dice
    story.show(one % 6 + 1, two)
    kept = story.kept()
    assert "that follows" in kept["problem"]
    assert kept["rolls"][-1] == [1, story.known.k - 1, one % 6 + 1, two]


def test_a_roll_without_a_link_is_kept_as_it_was_shown() -> None:
    story = Story()
    story.show(6, 5)
    kept = story.kept()
    assert "without a link" in kept["problem"]
    assert kept["rolls"][-1] == [1, story.known.k, 6, 5]


@pytest.mark.parametrize("field", ["server", "rerolled"], ids=["another link", "a field nobody knows"])
def test_what_a_page_does_not_believe_it_keeps(field: str) -> None:
    story = Story()
    shown = {**msgspec.to_builtins(story.thrown("white1")), field: "ab" * 32}
    story.tell_raw(shown)
    kept = story.kept()
    assert kept["problem"]
    assert kept["shown"] == [shown]


@pytest.mark.parametrize("seen", [True, False], ids=["seen", "not seen"])
def test_a_new_chain_put_before_a_link_that_had_not_seen_it_is_noted(seen: bool) -> None:
    story = Story()
    place = story.known.counting["white1"].opened + 1
    events = sum(len(part) for kind, part in story.told if kind == "dice")
    story.given = {"1 white1": [place, story.known.k, True, events + seen]}
    story.tell(story.end("black1/2"))
    story.tell(story.thrown("white1"))
    story.tell(ChainAdmitted(at=1, game=1, chain="black1/2"))
    assert story.known.unwitnessed == [], "the file shows nothing"
    assert story.kept().get("unseen", []) == ([] if seen else [[1, "black1/2"]])

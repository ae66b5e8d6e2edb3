"""A client checks every roll as it comes: a server that rolls as it likes, or tells another story, is found out."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from barpoint import bootstrap
from barpoint.board import Side, legal_plays
from barpoint.client import Server
from barpoint.client.bot_player import play_match
from barpoint.client.dice_keeper import DiceKeeper, DiceMismatch
from barpoint.match import GameStage, MatchPhase
from barpoint.match.events import DiceRolled, OpeningRolled
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
from barpoint.service.dice.dice_file import DiceFile, read_kept_dice, write_dice_file
from barpoint.service.dice.dice_proof import KeptDice
from barpoint.service.dice.hash_chain import HashChain
from barpoint.service.play.dice_chains import throw_dice
from barpoint.service.records import KeptHeads, read_kept_heads
from barpoint.wire import messages as m
from barpoint.wire.wishes import OpeningWish, PlayWish, RollWish
from tests.service.dice.verifiers import by_page, by_program, by_standalone, standalone
from tests.web.members import serving
from tests.web.server_process import QuickBot, Served
from tests.web.test_match_extras import paired


def both(here: Served, folder: Path | None = None) -> Any:
    """Two people play a match out; what the first kept."""

    async def run() -> KeptDice:
        anna, ben, match = await paired(here, points=1, discipline="sprintgammon")
        anna.folder = folder
        async with anna.connect() as to_anna, ben.connect() as to_ben:
            tables = [await to_anna.sit(match), await to_ben.sit(match)]
            await asyncio.gather(*(play_match(table, QuickBot()) for table in tables))
        kept = tables[0].dice.kept
        file = await anna.dice(match)
        verdict = file.verdict(kept)
        assert verdict.honest, verdict.wrong
        assert verdict.proven == verdict.covered == len(kept.rolls)
        assert [one.code for one in verdict.reservations] == ["result"]
        return kept

    return run()


def test_what_a_client_kept_proves_the_match(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        kept = await both(here)
        assert read_kept_dice(msgspec.json.encode(kept)) == kept
        (tmp_path / "kept.json").write_bytes(msgspec.json.encode(kept))
        assert set(kept.heads) == {f"match:{kept.match}", f"dice:{kept.match}"}

    serving(tmp_path, test)
    (database,) = tmp_path.glob("*.db")
    heads = read_kept_heads((tmp_path / "kept.json").read_bytes())
    assert len(heads.heads) == 2
    assert asyncio.run(bootstrap.compare_records(str(database), heads)) == ()
    edited = [msgspec.structs.replace(head, digest="ab" * 32) for head in heads.heads]
    assert len(asyncio.run(bootstrap.compare_records(str(database), KeptHeads(0, tuple(edited))))) == 2


def test_a_server_that_rolls_as_it_likes_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def liked(*args: Any) -> Any:
        thrown = throw_dice(*args)
        return (((6, 5), *thrown[1:])) if isinstance(thrown, tuple) else thrown

    monkeypatch.setattr("barpoint.service.play.play_service.throw_dice", liked)

    async def test(here: Served) -> None:
        with pytest.raises(DiceMismatch, match="not the"):
            await both(here, tmp_path / "kept")
        assert "that follows" in evidence_in(tmp_path / "kept").problem

    serving(tmp_path, test)


def evidence_in(folder: Path) -> KeptDice:
    """What lies there for a verifier; nothing of it is secret."""
    (evidence,), (roots,) = folder.glob("*.kept.json"), folder.glob("*.roots.json")
    assert {path.stat().st_mode & 0o777 for path in (evidence, roots)} == {0o600}
    secrets = msgspec.json.decode(roots.read_bytes())["roots"].values()
    assert secrets
    assert not any(root in evidence.read_text() for root in secrets)
    return read_kept_dice(evidence.read_bytes())


def by_three(file: DiceFile, kept: KeptDice) -> list[bool]:
    """Whether each verifier refuses it."""
    raw: Any = msgspec.json.decode(msgspec.json.encode(file)), msgspec.json.decode(msgspec.json.encode(kept))
    answers = [by_program(*raw), by_standalone(standalone(), *raw), *by_page([raw])]
    return [bool(answer["wrong"]) for answer in answers]


def test_a_server_that_shows_one_roll_and_logs_another_is_convicted_by_what_its_victim_kept(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, points=1, discipline="sprintgammon")
        anna.folder = tmp_path / "kept"
        async with anna.connect() as to_anna, ben.connect() as to_ben:
            tables = [await to_anna.sit(match), await to_ben.sit(match)]
            true_update = tables[0].update

            def liar(update: Any) -> None:
                for event in update.events if isinstance(update, m.Changed) else ():
                    if event["type"] == "DiceRolled" and len(tables[0].dice.kept.rolls) > 3:
                        event["dice"] = [6, 6] if event["dice"] != [6, 6] else [2, 1]
                true_update(update)

            topic = f"match:{match}"
            to_anna._topics[topic] = (to_anna._topics[topic][0], liar)
            playing = asyncio.create_task(play_match(tables[1], QuickBot()))
            with pytest.raises(DiceMismatch, match="not the"):
                await play_match(tables[0], QuickBot())
            playing.cancel()
        kept, file = evidence_in(tmp_path / "kept"), await anna.dice(match)
        assert file.verdict().honest, "the file alone shows nothing"
        assert by_three(file, kept) == [True] * 3
        assert "when it was kept" in file.verdict(kept).wrong[0]

    serving(tmp_path, test)


def test_a_file_that_tells_another_story_at_the_games_end_stops_the_client(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forged(match: str, log: Sequence[bytes], dice: Sequence[bytes]) -> bytes:
        plays = [line for line in log if b'"type":"Played"' not in line]
        return write_dice_file(match, plays, dice)

    monkeypatch.setattr("barpoint.web.api.write_dice_file", forged)

    async def test(here: Served) -> None:
        with pytest.raises(DiceMismatch, match="out of turn"):
            await both(here, tmp_path / "kept")
        assert "out of turn" in evidence_in(tmp_path / "kept").problem

    serving(tmp_path, test)


def test_roots_are_on_disk_before_an_end_is_published(tmp_path: Path) -> None:
    """A client that starts again goes on with its chain."""
    end = "ab" * 32
    sealed = {"type": "GameSealed", "at": 1, "game": 1, "end": end, "links": 9}
    news = m.DiceNews(match="M", game=1, first=0, events=(sealed,), owner="white1")
    first = DiceKeeper("M", tmp_path)
    assert first.take_news(news)
    published = first.end_due()
    again = DiceKeeper("M", tmp_path)
    assert again.take_news(news)
    resumed = again.end_due()
    assert published is not None
    assert resumed is not None
    assert published.end == resumed.end
    assert not again.take_news(m.DiceNews(match="M", game=1, first=5, events=()))


class Told:
    """A keeper that sits at white1, and the server that tells it of game 1."""

    def __init__(self, folder: Path | None = None) -> None:
        self.keeper, self.known = DiceKeeper("M", folder), 0
        self.server = HashChain("M", 1, "server", "ab" * 32, 20)
        self.opponent = HashChain("M", 1, "black1", "cd" * 32, 20)
        self.links = {"server": 0, "black1": 0}
        self.tell(GameSealed(at=1, game=1, end=self.server.end, links=20))
        end = self.keeper.end_due()
        assert end is not None
        self.tell(EndPublished(at=1, game=1, chain="white1", end=end.end, links=end.links))
        self.tell(EndPublished(at=1, game=1, chain="black1", end=self.opponent.end, links=20))
        self.tell(EndsFixed(at=1, game=1, digest=self.chains.ends_digest()))

    @property
    def chains(self) -> GameChains:
        assert self.keeper.chains is not None
        return self.keeper.chains

    def tell(self, *events: AnyDiceEvent) -> None:
        self.tell_raw(*map(msgspec.to_builtins, events))
        assert not self.keeper.problem

    def tell_raw(self, *events: dict[str, Any]) -> None:
        """In one message."""
        assert self.keeper.take_news(m.DiceNews(match="M", game=1, first=self.known, events=events, owner="white1"))
        self.known += len(events)

    def thrown(self, chain: str = "", link: str = "") -> DiceThrown:
        """The next roll."""
        return DiceThrown(at=1, game=1, k=self.chains.k, server=self.next_link("server"), chain=chain, link=link)

    def next_link(self, owner: str) -> str:
        self.links[owner] += 1
        return (self.server if owner == "server" else self.opponent).link(self.links[owner])

    def open(self, link: str, chain: str) -> None:
        self.tell(LinkOpened(at=1, game=1, k=self.chains.k, chain=chain, link=link, digest=self.chains.digest))

    def throw(self, chain: str = "", link: str = "") -> tuple[int, int]:
        self.tell(self.thrown(chain, link))
        return self.chains.rolls[-1].dice

    def opening_over(self) -> None:
        """Both open links until the dice differ."""
        while True:
            due = self.keeper.link_due(OPENING)
            assert due is not None
            self.open(due.link, "white1")
            self.open(self.next_link("black1"), "black1")
            first, second = self.throw()
            if first != second:
                return


def seen(stage: str, turn: str = "white") -> Any:
    """As much of a view as a keeper looks at."""
    game = SimpleNamespace(stage=GameStage(stage), turn=Side(turn))
    return SimpleNamespace(phase=MatchPhase.PLAYING, game=game)


OPENING = seen("opening")


def test_a_server_that_says_the_opening_goes_on_is_given_no_link() -> None:
    """It would know our next roll before we do: the dice say themselves whether the opening is over."""
    told = Told()
    told.opening_over()
    assert told.keeper.link_due(OPENING) is None
    assert told.keeper.link_due(SimpleNamespace(phase=MatchPhase.BETWEEN, game=None)) is None  # type: ignore[arg-type]  # as far as it looks
    assert told.keeper.roll_link()


def test_a_link_that_was_given_away_is_not_used_for_another_roll(tmp_path: Path) -> None:
    """A server that asks for a witness and denies having got it knows our next link: a new chain takes its place."""
    told = Told(tmp_path)
    told.opening_over()
    late = HashChain("M", 1, "black1/2", "ef" * 32, 20)
    told.tell(EndPublished(at=2, game=1, chain="black1/2", end=late.end, links=20))
    witness = told.keeper.link_due(seen("roll", "black"))
    assert witness is not None
    assert told.keeper.link_due(seen("roll", "black")) is not None, "said again, for the same roll"
    assert told.keeper.roll_link() == "", "it is not for a roll of our own"
    assert told.keeper.is_missing()
    told.tell(ChainAdmitted(at=3, game=1, chain="black1/2"))
    told.throw("black1/2", late.link(1))
    again = DiceKeeper("M", tmp_path)  # also after a restart
    assert again.take_news(
        m.DiceNews(
            match="M", game=1, first=0, events=tuple(map(msgspec.to_builtins, told.keeper.kept.dice)), owner="white1"
        )
    )
    assert again.roll_link() == told.keeper.roll_link() == ""
    assert again.end_due() is not None
    new = told.keeper.end_due()
    assert new is not None
    assert new.chain == "white1/2"
    told.tell(EndPublished(at=4, game=1, chain="white1/2", end=new.end, links=new.links))
    assert told.keeper.end_due() is None
    told.tell(ChainAdmitted(at=5, game=1, chain="white1/2"))
    assert told.keeper.roll_link()
    assert told.keeper.roll_link(), "sent again it is the same roll"
    assert not told.keeper.is_missing()


async def look_in(server: Server, match: str) -> bool:
    """Somebody comes by, does what is open and leaves; whether the match is over."""
    async with server.connect() as line:
        table = await line.sit(match)
        await table.wait_known()
        while True:
            view, state = table.present_view, await table.state()
            may, side = view.open, table.side
            assert side is not None
            assert not table.dice.problem
            if may.opening:
                await table.do(OpeningWish())
            elif may.roll:
                await table.do(RollWish())
            elif may.play and state.game is not None and state.game.roll is not None:
                plays = legal_plays(state.game.view_for(side), state.game.roll)
                await table.do(PlayWish(hops=plays[0].hops if plays else ()))
            elif table.dice.end_due() is not None or table.dice.link_due(view) is not None:
                await table.wait_change()
            else:
                return view.phase is MatchPhase.OVER


def test_by_correspondence_nobody_has_to_be_there_at_the_same_time(tmp_path: Path) -> None:
    """The links of an opening wait for whoever comes by; roots and what was kept lie on both disks meanwhile."""

    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, points=1, discipline="sprintgammon", clock={"days": 3})
        anna.folder, ben.folder = tmp_path / "anna", tmp_path / "ben"
        for _ in range(200):
            if await look_in(anna, match) or await look_in(ben, match):
                break
        verdict = (await anna.dice(match)).verdict()
        assert verdict.honest, verdict.wrong
        assert verdict.proven > 5
        assert {one.code for one in verdict.reservations} == {"file_only", "result"}
        for player in (anna, ben):
            kept = evidence_in(player.folder or tmp_path)
            assert not kept.problem
            assert (await anna.dice(match)).verdict(kept).honest

    serving(tmp_path, test)


@pytest.mark.parametrize("ahead", [False, True], ids=["shown already", "known before it is shown"])
def test_a_match_that_is_read_anew_goes_on_with_the_roll_that_comes_next(ahead: bool) -> None:
    """A line was cut: rolls that were shown meanwhile are not waited for, and one that comes next is not forgotten."""
    keeper = DiceKeeper("M")
    keeper._book.chains[0] = SimpleNamespace()  # type: ignore[assignment]  # dice of this game are chained
    keeper._thrown.extend([(0, 4, (5, 2), True), (0, 5, (4, 2), True)])
    keeper.forget_thrown()
    if not ahead:
        keeper._thrown.append((0, 6, (6, 1), True))
    shown = (6, 1) if not ahead else (4, 2)
    keeper.take_events([DiceRolled(at=1, side=Side.WHITE, dice=shown)])
    assert not keeper.problem
    keeper._thrown.append((0, 7, (3, 3), True))
    keeper.take_events([DiceRolled(at=2, side=Side.BLACK, dice=(5, 5))])
    assert "not the 3-3 that follows" in keeper.problem


def test_a_client_that_starts_again_is_not_told_another_story(tmp_path: Path) -> None:
    told = Told(tmp_path)
    told.opening_over()
    events = tuple(map(msgspec.to_builtins, told.keeper.kept.dice))
    again = DiceKeeper("M", tmp_path)
    assert again.take_news(m.DiceNews(match="M", game=1, first=0, events=events, owner="white1"))
    assert not again.problem
    assert again.kept.dice == told.keeper.kept.dice, "once each"
    for story in (({**events[0], "at": 7}, *events[1:]), events[:-1]):
        misled = DiceKeeper("M", tmp_path)
        misled.take_news(m.DiceNews(match="M", game=1, first=0, events=story, owner="white1"))
        assert "shown before" in misled.problem
        assert misled.kept.shown == story[: 1 if len(story) == len(events) else 0], "what it was told instead"
        assert misled.roll_link() == ""
        assert DiceKeeper("M", tmp_path).problem, "it stays"
        again.save()


@pytest.mark.parametrize("field", ["server", "rerolled"], ids=["another link", "a field nobody knows"])
def test_what_a_client_does_not_believe_it_keeps_as_it_was_shown(field: str) -> None:
    told = Told()
    told.opening_over()
    shown = {**msgspec.to_builtins(told.thrown()), field: "ab" * 32}
    told.tell_raw(shown)
    assert told.keeper.problem
    assert told.keeper.kept.shown == (shown,)
    assert read_kept_dice(msgspec.json.encode(told.keeper.kept)) == told.keeper.kept


def test_a_roll_without_a_link_is_kept_as_it_was_shown() -> None:
    told = Told()
    told.opening_over()
    k = told.chains.k
    opening = [OpeningRolled(at=1, white=roll.dice[0], black=roll.dice[1]) for roll in told.chains.rolls]
    told.keeper.take_events([*opening, DiceRolled(at=1, side=Side.WHITE, dice=(6, 6))])
    assert "without a link" in told.keeper.problem
    assert told.keeper.kept.rolls[-1] == (1, k, 6, 6)
    assert len(told.keeper.kept.rolls) == k + 1


def test_a_device_that_is_told_the_past_keeps_no_roll_of_it() -> None:
    """A server can retell a game as it likes to a device that knows nothing of it, and show its rolls one by one."""
    told = Told()
    told.opening_over()
    past = tuple(map(msgspec.to_builtins, told.keeper.kept.dice))
    opening = [OpeningRolled(at=1, white=roll.dice[0], black=roll.dice[1]) for roll in told.chains.rolls]
    told.keeper.take_events(list(opening))
    assert len(told.keeper.kept.rolls) == len(opening)
    new = DiceKeeper("M")
    assert new.take_news(m.DiceNews(match="M", game=1, first=0, events=past, owner="white1"))
    new.take_events(list(opening))
    assert not new.problem
    assert new.kept.rolls == ()


@pytest.mark.parametrize("seen", [True, False], ids=["seen", "not seen"])
def test_a_new_chain_put_before_a_link_that_had_not_seen_it_is_noted(seen: bool) -> None:
    """A server that has our link and its friend's can choose that friend's chain, and put its end before our link."""
    told = Told()
    told.opening_over()
    late = HashChain("M", 1, "black1/2", "ef" * 32, 20)
    end = EndPublished(at=2, game=1, chain="black1/2", end=late.end, links=20)
    if seen:
        told.tell(end)
    thrown = told.thrown("white1", told.keeper.roll_link())
    told.tell(*([] if seen else [end]), thrown, ChainAdmitted(at=3, game=1, chain="black1/2"))
    assert told.chains.unwitnessed == [], "the file shows nothing"
    assert told.keeper.kept.unseen == (() if seen else ((1, "black1/2"),))


def test_the_next_chain_of_the_server_is_seen_by_a_link_before_it_is_used() -> None:
    """An honest server publishes it with a roll, and everybody rolls again before its first link."""
    told = Told()
    told.opening_over()
    after = HashChain("M", 1, "server/2", "0f" * 32, 9)
    end = EndPublished(at=2, game=1, chain="server/2", end=after.end, links=9)
    told.tell(end, told.thrown("white1", told.keeper.roll_link()))
    while told.chains.server_links_left() > 9:
        told.throw("black1", told.next_link("black1"))
        if told.chains.server_links_left() > 9:
            told.throw("white1", told.keeper.roll_link())
    server = told.chains.server_chain()
    told.tell(
        DiceThrown(at=1, game=1, k=told.chains.k, server=after.link(1), chain="white1", link=told.keeper.roll_link())
    )
    assert server.opened == 1
    assert told.keeper.kept.unseen == ()

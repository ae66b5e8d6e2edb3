"""Records of a device at a table: what is taken back, what is refused, and dice that were sealed."""

import asyncio
import hashlib
from itertools import count
from typing import Any

import msgspec
import pytest

from barpoint.board import Refusal, Side
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.decide import sheet_score
from barpoint.match.state import GameStage, MatchPhase
from barpoint.notation.files.mat import write_mat
from barpoint.notation.record.event_recorder import record_of
from barpoint.rulebook.profiles.options import Options
from barpoint.service.dice.dice_events import decode_dice
from barpoint.service.dice.dice_file import read_dice_file, write_dice_file
from barpoint.service.dice.dice_proof import Verdict, verify_dice
from barpoint.service.dice.fair_dice import Seeds, derive_roll
from barpoint.service.dice.hash_chain import TABLE_LINKS, HashChain, link_before, roll_of_links
from barpoint.service.refusals import ServiceCode
from barpoint.service.tournaments.device_dice import (
    AddPart,
    OpenDice,
    SealDice,
    ThrowDice,
    server_throw,
)
from barpoint.service.tournaments.device_record import (
    DeviceEntry,
    DeviceRecords,
    RecordingOutcome,
    TakeBack,
)
from barpoint.service.tournaments.device_view import (
    DEVICE,
    DICE,
    device_board,
    record_state,
)
from barpoint.tournament import commands as order
from tests.service.memory_store import MemoryStore
from tests.tournament.director import (
    NINE,
    drawn,
    knockout,
)

WHITE, BLACK = Side.WHITE, Side.BLACK
SEED = "ab" * 32


def part(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class Table:
    """A device at the first match of an event."""

    def __init__(self, *, approved: bool = False, **settings: Any) -> None:
        self.hall = drawn(knockout(lengths={"main": (3,)}, **settings), 4)
        if approved:
            self.hall.do(order.OrderEquipment, topic=DICE, choice=DEVICE, contest="open")
        self.store = MemoryStore()
        self.recorded = DeviceRecords(self.store)
        self._ids = count(1)

    def tell(self, *commands: Any, thrown: bool = False, link: str = "") -> RecordingOutcome:
        entries = tuple(
            DeviceEntry(id=f"{next(self._ids)}", command=each, thrown=thrown, link=link) for each in commands
        )
        return self.send(*entries)

    def send(self, *entries: DeviceEntry) -> RecordingOutcome:
        place = (self.hall.state, self.hall.contest(), self.hall.fixture("M1-1"))
        kept = asyncio.run(self.recorded.keep(*place, entries, "p00", NINE))
        assert isinstance(kept, RecordingOutcome)
        return kept

    def refused(self, *commands: Any) -> list[str]:
        return [one.citation.code for one in self.tell(*commands).refused]

    def check(self, kept: RecordingOutcome) -> Verdict:
        return verify_dice(kept.recording.id, kept.recording.events, self.dice(kept))

    def dice(self, kept: RecordingOutcome) -> list[Any]:
        return [decode_dice(stored.data) for stored in self.store.kept.get(f"dice:{kept.recording.id}", [])]


def opening(white: int = 3, black: int = 1) -> c.RollOpening:
    return c.RollOpening(at=1, white=white, black=black)


def play(side: Side, *hops: tuple[int, int]) -> tuple[c.PlayCheckers, c.EndTurn]:
    return c.PlayCheckers(at=2, side=side, hops=hops), c.EndTurn(at=3, side=side)


def roll(side: Side, *dice: int) -> c.RollDice:
    return c.RollDice(at=4, side=side, dice=(dice[0], dice[1]))


MADE = play(WHITE, (8, 5), (6, 5))


def test_what_was_taken_back_after_done_is_not_in_the_record_and_the_turn_is_played_again() -> None:
    table = Table()
    table.tell(opening(), *play(WHITE, (13, 10), (10, 9)))
    kept = table.tell(TakeBack(at=5, entry="2"), *MADE)
    assert not kept.refused
    game = kept.recording.state.game
    assert game is not None
    assert (game.turn, game.stage, game.position.us[5]) == (BLACK, GameStage.ROLL, 2)
    mat = write_mat(record_of(kept.recording.events))
    assert "8/5 6/5" in mat
    assert "13/10" not in mat
    (restored,) = [event for event in kept.recording.events if isinstance(event, e.GameRestored)]
    assert (restored.by, restored.reason) == ("p00", "taken back at the table")


def test_a_game_that_ended_by_mistake_goes_on_and_its_points_are_taken_back() -> None:
    table = Table()
    table.tell(opening(), *MADE, c.OfferDouble(at=4, side=BLACK), c.Pass(at=5, side=WHITE), opening(2, 1))
    kept = table.tell(TakeBack(at=6, entry="6"), TakeBack(at=7, entry="5"), c.Take(at=8, side=WHITE))
    assert not kept.refused
    assert kept.recording.state.score == (0, 0)
    assert kept.recording.state.game is not None
    assert kept.recording.state.game.cube.value == 2
    (game,) = record_of(kept.recording.events).games
    assert [type(action).__name__ for action in game.actions] == ["Moved", "Doubled", "Taken"]


def test_a_match_that_was_over_by_mistake_is_open_again() -> None:
    table = Table()
    done = (
        opening(),
        *MADE,
        c.OfferResignation(at=4, side=BLACK, level=3),
        c.AnswerResignation(at=5, side=WHITE, accept=True),
    )
    kept = table.tell(*done)
    assert kept.recording.state.phase is MatchPhase.OVER
    stream = f"recorded:{kept.recording.id}"
    assert stream in table.store.closed
    kept = table.tell(TakeBack(at=6, entry="4"))
    assert kept.recording.state.phase is MatchPhase.PLAYING
    assert stream not in table.store.closed


def test_nothing_is_taken_back_that_is_not_there() -> None:
    table = Table()
    table.tell(opening())
    assert table.refused(TakeBack(at=5, entry="nothing")) == ["nothing_to_take_back"]


def test_what_was_made_on_a_refused_entry_is_not_judged_and_the_device_hears_where_the_record_stands() -> None:
    table = Table()
    kept = table.tell(opening(), roll(BLACK, 6, 6), *MADE)
    assert [(one.id, one.citation.code) for one in kept.refused] == [("2", "roll_too_early")]
    assert kept.unjudged == ("3", "4")
    here = record_state(kept.recording.state)
    assert here.game is not None
    assert (here.game.stage, here.game.turn, here.game.dice) == (GameStage.PLAY, WHITE, (3, 1))
    assert here.game.men == (device_board(kept.recording.state).start,) * 2


@pytest.mark.parametrize("preset", ["IBF Sprintgammon", "IBF Longgammon", "IBF Longgammon Blitz", "Long Nardy (club)"])
def test_a_device_learns_the_board_of_its_discipline(preset: str) -> None:
    kept = Table(preset=preset).tell()
    board = device_board(kept.recording.state)
    long = "long" in board.discipline
    assert (board.rotated, board.hitting, board.backgammons) == (long, not long, not long)
    assert sum(board.start) == (15 if long else 3)


@pytest.mark.clause("ibf:5.2b")
def test_a_start_of_the_events_own_is_the_devices_too() -> None:
    start = {"24": 2, "13": 5, "8": 3, "6": 4, "5": 1}
    kept = Table(preset="IBF Backgammon", options=Options(start=start)).tell()
    assert device_board(kept.recording.state).start[5] == 1


def test_a_resignation_that_needed_no_answer_may_be_answered_all_the_same() -> None:
    table = Table(preset="IBF Sprintgammon")
    turns: list[Any] = [opening(6, 1), *play(WHITE, (24, 18), (18, 17))]
    kept = table.tell(*turns)
    assert not kept.refused
    kept = table.tell(c.OfferResignation(at=4, side=BLACK, level=1), c.AnswerResignation(at=5, side=WHITE, accept=True))
    assert not kept.refused
    assert kept.recording.state.score == (1, 0)


def test_the_clock_at_the_table_is_in_the_log() -> None:
    kept = Table().tell(opening(), MADE[0], c.ReadClock(at=3, remaining=(179_000, 180_000)), MADE[1])
    assert not kept.refused
    assert [event.remaining for event in kept.recording.events if isinstance(event, e.ClockRead)] == [
        (179_000, 180_000)
    ]


# The dice of a device


@pytest.mark.clause("usbgf:3.2.3.1b", "usbgf:3.2.3.4a")
def test_a_device_throws_dice_only_where_the_director_approved_them_for_this_match_player_or_event() -> None:
    assert Table().refused(SealDice(at=1, game=1)) == ["dice_not_approved"]
    for scope in ({}, {"contest": "open"}, {"contest": "open", "pairing": "M1-1"}, {"player": "p00"}):
        table = Table()
        table.hall.do(order.OrderEquipment, topic=DICE, choice=DEVICE, **scope)
        players = table.hall.fixture("M1-1").players
        expected = [] if "player" not in scope or "p00" in players else ["dice_not_approved"]
        assert table.refused(SealDice(at=1, game=1)) == expected
    table.hall.do(order.OrderEquipment, topic=DICE, choice="lipped cups")
    assert table.refused(SealDice(at=1, game=1)) == ["dice_not_approved"]


def sealed_by_the_server() -> Table:
    table = Table(approved=True)
    seal = SealDice(at=1, game=1)
    parts = [AddPart(at=2, game=1, side=side, seed=part(side)) for side in Side]
    assert not table.tell(seal, *parts).refused
    return table


@pytest.mark.clause("usbgf:3.2.3.4a", "usbgf:3.2.3.4b")
def test_the_server_throws_for_a_table_and_anybody_can_check_it() -> None:
    table = sealed_by_the_server()
    kept = table.tell(ThrowDice(at=3, game=1))
    state = kept.recording.state
    while state.game is not None and state.game.stage is GameStage.OPENING:
        state = table.tell(ThrowDice(at=3, game=1)).recording.state
    assert state.game is not None
    assert state.game.roll is not None
    found = table.check(kept)
    assert (found.proven, found.waiting) == (kept.dice.rolls, 0)  # nothing waits for the game's end
    assert {note.code for note in found.reservations} == {"file_only", "words", "result"}
    end = c.OfferResignation(at=5, side=state.game.turn, level=1)
    kept = table.tell(end, c.AnswerResignation(at=6, side=state.game.turn.other, accept=True))
    found = table.check(kept)
    assert (found.honest, found.proven, found.waiting) == (True, len(kept.dice.thrown_at), 0)


def test_a_part_is_shown_once_the_other_is_in() -> None:
    table = Table(approved=True)
    kept = table.tell(SealDice(at=1, game=1), AddPart(at=2, game=1, side=WHITE, seed=part(WHITE)))
    assert [event["type"] for event in kept.dice.table_view().events] == ["GameSealed"]
    kept = table.tell(AddPart(at=2, game=1, side=BLACK, seed=part(BLACK)))
    assert [event["type"] for event in kept.dice.table_view().events] == ["GameSealed", "PartAdded", "PartAdded"]


def test_no_roll_before_both_sides_have_added_their_part() -> None:
    table = Table(approved=True)
    assert table.refused(SealDice(at=1, game=1), AddPart(at=2, game=1, side=WHITE, seed=SEED)) == []
    assert table.refused(ThrowDice(at=3, game=1)) == ["seed_missing"]
    assert table.refused(AddPart(at=2, game=1, side=BLACK, seed=SEED)) == ["seed_reused"]


def test_a_roll_of_sealed_dice_is_not_taken_back_but_a_play_is() -> None:
    table = sealed_by_the_server()
    state = table.tell(ThrowDice(at=3, game=1)).recording.state
    while state.game is not None and state.game.stage is GameStage.OPENING:
        state = table.tell(ThrowDice(at=3, game=1)).recording.state
    assert state.game is not None
    side = state.game.turn
    last = DeviceEntry(id="play", command=c.PlayCheckers(at=4, side=side, hops=()))
    assert not table.send(last, DeviceEntry(id="end", command=c.EndTurn(at=5, side=side))).refused
    assert table.refused(TakeBack(at=6, entry="play")) == []
    assert table.refused(TakeBack(at=6, entry="4")) == ["roll_stands"]


def test_a_roll_thrown_by_hand_in_a_sealed_game_is_said_to_be_one() -> None:
    table = sealed_by_the_server()
    kept = table.tell(opening(), *MADE, c.OfferDouble(at=4, side=BLACK), c.Pass(at=5, side=WHITE))
    found = table.check(kept)
    assert (found.honest, found.by_hand, found.proven) == (True, 1, 0)


def test_the_server_throws_on_after_a_roll_by_hand_and_no_link_is_spent_on_that() -> None:
    table = sealed_by_the_server()
    table.tell(opening(), *MADE)
    kept = table.tell(ThrowDice(at=5, game=1))
    assert not kept.refused
    found = table.check(kept)
    assert (found.honest, found.by_hand, found.proven) == (True, 1, 1)
    view = kept.dice.table_view()
    assert [event["type"] for event in view.events] == [
        "GameSealed",
        "PartAdded",
        "PartAdded",
        "ThrownByHand",
        "DiceThrown",
    ]
    assert view.events[-1]["server"] == view.link
    assert (view.rolls, view.opened, view.links) == (2, 1, TABLE_LINKS)
    assert link_before(view.match, 1, "server", 1, view.link) == view.commitment


def test_a_game_that_uses_up_its_chain_is_thrown_by_hand_from_there() -> None:
    table = sealed_by_the_server()
    kept = table.tell()
    chains = kept.dice.chains
    assert chains is not None
    chains.server[0].opened = TABLE_LINKS
    throw = server_throw(kept.dice, ThrowDice(at=5, game=1), 5)
    assert isinstance(throw, Refusal)
    assert throw.code == ServiceCode.DICE_NOT_SEALED


def chained_by_the_device() -> tuple[Table, str]:
    table = Table(approved=True)
    name = table.tell().recording.id
    chain = HashChain(name, 1, "server", SEED, 8)
    parts = [AddPart(at=2, game=1, side=side, seed=part(side)) for side in Side]
    assert not table.tell(SealDice(at=1, game=1, commitment=chain.end, links=8), *parts).refused
    return table, name


def device_roll(name: str, place: int) -> tuple[str, tuple[int, int]]:
    link = HashChain(name, 1, "server", SEED, 8).link(place)
    return link, roll_of_links(name, 1, place - 1, link, {"white1": part(WHITE), "black1": part(BLACK)})


@pytest.mark.clause("usbgf:3.2.3.4b")
def test_a_device_without_a_network_opens_a_link_with_each_roll_and_the_record_checks_it() -> None:
    table, name = chained_by_the_device()
    link, dice = device_roll(name, 1)
    liked = c.RollOpening(at=3, white=dice[0] % 6 + 1, black=dice[1])
    thrown = c.RollOpening(at=3, white=dice[0], black=dice[1])
    for command, opened in ((liked, link), (thrown, ""), (thrown, "no link"), (thrown, device_roll(name, 2)[0])):
        kept = table.tell(command, thrown=True, link=opened)
        assert [one.citation.code for one in kept.refused] == ["seal_broken"]
    kept = table.tell(thrown, thrown=True, link=link)
    assert not kept.refused
    again = c.RollOpening(at=3, white=dice[0], black=dice[1])
    assert table.tell(again, thrown=True, link=link).refused  # a link is opened once
    found = table.check(kept)
    assert (found.honest, found.proven, found.waiting) == (True, 1, 0)
    assert {note.code for note in found.reservations} == {"file_only", "device", "words", "result"}
    assert table.refused(TakeBack(at=6, entry="4")) != []


def test_a_device_cannot_throw_under_the_servers_seal() -> None:
    table = sealed_by_the_server()
    kept = table.tell(opening(), thrown=True, link="ab" * 32)
    assert [one.citation.code for one in kept.refused] == ["seal_broken"]


def sealed_by_the_device() -> tuple[Table, str]:
    """By recipe 1, as a page of 0.1.0 does."""
    table = Table(approved=True)
    name = table.tell().recording.id
    seal = SealDice(at=1, game=1, commitment=Seeds(1, SEED).commitment(name))
    parts = [AddPart(at=2, game=1, side=side, seed=part(side)) for side in Side]
    assert not table.tell(seal, *parts).refused
    return table, name


@pytest.mark.clause("usbgf:3.2.3.4b")
@pytest.mark.parametrize("cheat", [False, True])
def test_a_device_without_a_network_seals_throws_and_opens_and_a_roll_of_its_own_liking_is_found(cheat: bool) -> None:
    table, name = sealed_by_the_device()
    dice = derive_roll(name, Seeds(1, SEED), part(WHITE), part(BLACK), 0)
    if cheat:
        dice = (dice[0] % 6 + 1, dice[1])
    first = c.RollOpening(at=3, white=dice[0], black=dice[1])
    assert not table.tell(first, thrown=True).refused
    if dice[0] == dice[1]:
        pytest.skip("a tie proves as much, but the game goes on")
    loser = WHITE if dice[0] > dice[1] else BLACK
    end = c.OfferResignation(at=5, side=loser, level=1)
    table.tell(end, c.AnswerResignation(at=6, side=loser.other, accept=True))
    assert table.refused(OpenDice(at=7, game=1, seed="cd" * 32)) == ["seal_broken"]
    kept = table.tell(OpenDice(at=7, game=1, seed=SEED))
    assert not kept.refused
    lines = [stored.data for stored in table.store.kept[f"dice:{name}"]]
    log = [stored.data for stored in table.store.kept[f"recorded:{name}"]]
    found = read_dice_file(write_dice_file(name, log, lines)).verdict()
    assert (found.honest, found.proven) == (not cheat, int(not cheat))


def test_a_device_cannot_seal_another_seed_or_open_one_while_the_game_runs() -> None:
    table, _ = sealed_by_the_device()
    assert table.refused(SealDice(at=2, game=1, commitment="ef" * 32)) == ["seed_late"]
    assert table.refused(OpenDice(at=2, game=1, seed=SEED)) == ["dice_not_sealed"]
    assert table.refused(ThrowDice(at=2, game=1)) == ["dice_not_sealed"]


def test_entries_about_the_dice_sent_again_change_nothing() -> None:
    table = Table(approved=True)
    entries = (
        DeviceEntry(id="a", command=SealDice(at=1, game=1)),
        DeviceEntry(id="b", command=AddPart(at=2, game=1, side=WHITE, seed=SEED)),
    )
    for _ in range(2):
        assert not table.send(*entries).refused
    assert len(table.dice(table.tell())) == 2


def test_the_seeds_are_not_in_what_a_table_is_shown() -> None:
    table = sealed_by_the_server()
    kept = table.tell()
    seen = msgspec.json.encode(kept.dice.table_view()).decode()
    assert kept.dice.seeds[1].seed not in seen
    assert kept.dice.table_view().parts == (WHITE, BLACK)


@pytest.mark.clause("ibf:8.7a", "usbgf:4.3.4-8")
def test_a_loss_on_time_stands_in_the_record_and_can_be_taken_back() -> None:
    table = Table()
    table.tell(opening(), *MADE)
    kept = table.tell(c.AnnounceExpiry(at=9, of=BLACK))
    assert [type(event) for event in kept.recording.events[-2:]] == [e.TimeExpired, e.MatchEnded]
    ended = kept.recording.state.ended
    assert ended is not None
    assert (ended.winner, ended.reason) == (WHITE, "time")
    assert sheet_score(kept.recording.state) == (3, 0)
    kept = table.tell(TakeBack(at=10, entry="4"), roll(BLACK, 6, 5))
    assert not kept.refused
    assert kept.recording.state.phase is MatchPhase.PLAYING

"""A database with more in it than a club has: what every view must bear.

A round robin of 400, a Swiss event of 1,000, a knockout of 512, a ledger of 10,000 bookings, a match of 1,500 events,
a club of 400 with a series of all these tournaments, a federation's list of 40,000.
"""

import asyncio
import random
from collections.abc import Sequence

import msgspec

from barpoint.board import Refusal
from barpoint.club import (
    SCHEMES,
    AddMember,
    Announce,
    ClubStep,
    ClubStepTaken,
    CountTournament,
    HoldTournament,
    OpenClub,
    OpenSeries,
    SeriesStepTaken,
)
from barpoint.club.lists import ColumnMapping, ImportRows, ListRow, ListStepTaken, OpenList
from barpoint.club.lists.federation_list import MOST_ROWS
from barpoint.match import MatchFormat, MatchPhase, MatchState, decide_match, new_match, side_to_act
from barpoint.match import commands as m
from barpoint.match.events import AnyEvent, encode
from barpoint.match.evolve.dispatch import fold_match
from barpoint.service import EventStore, Seat, ServerProcess, Write
from barpoint.service.play.bot_turn import bot_command
from barpoint.service.play.room_events import RoomOpened, encode_room_event
from barpoint.tournament import commands as c
from barpoint.tournament.draw.plan import DrawFormat, Plan
from barpoint.tournament.events import encode as encode_tournament
from tests.tournament.director import KNOCKOUT, Hall, knockout, opened, people, swiss
from tests.web.server_process import QuickBot

POINTS = 25
EVENTS = 1_500
BOOKINGS = 10_000
MEMBERS, ANNOUNCEMENTS = 400, 50
RESULTS = 40
ROUND_ROBIN = Plan(format=DrawFormat.ROUND_ROBIN, seed="public")


def large_round_robin(size: int = 400) -> Hall:
    """Everybody meets everybody, all at once; a few results."""
    return _with_results(_drawn(opened(knockout(draw=ROUND_ROBIN), name="Round robin"), size), 3)


def large_swiss(size: int = 1_000) -> Hall:
    """The first round of a Swiss event."""
    hall = _drawn(opened(swiss(name="open", rounds=9), name="Swiss"), size)
    hall.do(c.PairRound, contest="open")
    return _with_results(hall, RESULTS)


def large_knockout(size: int = 512) -> Hall:
    """With consolation and last chance."""
    return _with_results(_drawn(opened(knockout(draw=KNOCKOUT), name="Knockout"), size), RESULTS)


def large_ledger(bookings: int = BOOKINGS) -> Hall:
    """So much money on the books of a small event."""
    hall = _drawn(opened(knockout(), name="Books"), 8)
    [payment] = hall.do(c.TakePayment, player="p00", amount=100)
    hall.log += [payment] * (bookings - 1)
    return hall


def _drawn(hall: Hall, size: int) -> Hall:
    hall.do(c.ImportEntrants, contest="open", entries=tuple((player,) for player in people(size)))
    hall.do(c.MakeDraw, contest="open")
    return hall


def _with_results(hall: Hall, results: int) -> Hall:
    for fixture in hall.ready()[:results]:
        hall.win(fixture.id)
    return hall


async def keep_tournament(store: EventStore, id: str, hall: Hall) -> None:
    """A tournament's log, as it is kept."""
    await store.append([Write(f"tournament:{id}", 0, tuple(map(encode_tournament, hall.log)))], f"large/{id}")


async def keep_club(store: EventStore, id: str, series: str, owner: str, tournaments: Sequence[str]) -> str:
    """A club with many members and much to say, and a series of these tournaments; the club's link."""
    key = "A" * 30
    steps: list[ClubStep] = [
        OpenClub(name="Large club", owner="Ann"),
        *(AddMember(name=f"Member {number}") for number in range(MEMBERS)),
        *(Announce(text="Tuesday as always. " * 50) for _ in range(ANNOUNCEMENTS)),
        *(HoldTournament(tournament=tournament) for tournament in tournaments),
    ]
    taken = [ClubStepTaken(at=1, by=owner, step=step, key=key if n == 0 else "") for n, step in enumerate(steps)]
    counted = [
        SeriesStepTaken(
            at=1, by=owner, step=OpenSeries(name="Large series", scheme=next(iter(SCHEMES.values())), club=id)
        ),
        *(
            SeriesStepTaken(at=1, by=owner, step=CountTournament(tournament=one), sides=("offered", "accepted"))
            for one in tournaments
        ),
    ]
    for name, events in ((f"club:{id}", taken), (f"series:{series}", counted)):
        await store.append([Write(name, 0, tuple(map(msgspec.json.encode, events)))], f"large/{name}")
    return key


async def keep_list(store: EventStore, id: str, keeper: str) -> None:
    """A federation's list with as many people as a list can have."""
    rows = tuple(ListRow(f"Listed {number}", 1000 + number % 900, str(number)) for number in range(MOST_ROWS))
    mapping = ColumnMapping(name=("Name",), rating="Rating", number="Number")
    steps = (OpenList(name="Large list"), ImportRows(mapping=mapping, rows=rows))
    taken = tuple(msgspec.json.encode(ListStepTaken(at=1, by=keeper, step=step)) for step in steps)
    await store.append([Write(f"list:{id}", 0, taken)], f"large/list/{id}")


def long_match(format: MatchFormat, seed: int, at: int, *, unfinished: bool = False) -> list[AnyEvent]:
    """A match played out by a bot that plays at once."""
    rng, bot = random.Random(seed), QuickBot()
    started = decide_match(new_match(format), m.StartMatch(at=at, white=("Ann",), black=("Bea",)))
    assert not isinstance(started, Refusal)
    log, state = list(started), fold_match(started)
    while state.phase is not MatchPhase.OVER and not (unfinished and len(log) >= EVENTS):
        at += 1_000
        decided = decide_match(state, _next_command(state, bot, rng, at))
        assert not isinstance(decided, Refusal), decided
        log += decided
        state = fold_match(decided, state)
    return log


def _next_command(state: MatchState, bot: QuickBot, rng: random.Random, at: int) -> m.AnyCommand:
    side = None if state.game is None else side_to_act(state.game)
    dice = rng.randint(1, 6), rng.randint(1, 6)
    if side is None:
        return m.RollOpening(at=at, white=dice[0], black=dice[1])
    return bot_command(bot, state, side, at) or m.RollDice(at=at, side=side, dice=dice)


async def keep_match(store: EventStore, id: str, log: Sequence[AnyEvent], account: str, *, over: bool) -> None:
    """A match's log and its room, as they are kept; `account` sits at white."""
    seats = (Seat("Ann", account),), (Seat("Bea"),)
    room = RoomOpened(at=log[0].at, white=seats[0], black=seats[1])
    writes = [
        Write(f"match:{id}", 0, tuple(map(encode, log)), ends=over),
        Write(f"room:{id}", 0, (encode_room_event(room),)),
    ]
    await store.append(writes, f"large/{id}")


async def keep_analysed(house: ServerProcess, id: str, log: Sequence[AnyEvent], record: str, file: str) -> None:
    """A match weighed by the engine; the same match as a record at a table and as a file, with what was said of it."""
    lines = tuple(map(encode, log))
    await house.store.append([Write(f"recorded:{record}", 0, lines, ends=True)], f"large/{record}")
    await house.analyses.request(id, 0, "", lines)
    while (status := await house.analyses.status(id, 0)).state in ("waiting", "working"):
        await asyncio.sleep(0.1)
    assert status.state == "done"
    [stream] = await house.store.streams("analysis")
    for other in (f"{record.replace('/', '+')}@{len(log)}", file):
        copied = stream.replace(f":{id}.", f":{other}.")
        await house.store.append([Write(copied, 0, (status.analysis,), ends=True)], f"large/{copied}")

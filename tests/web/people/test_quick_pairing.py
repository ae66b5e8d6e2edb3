"""Quick pairing: two strangers who want the same sit down together; whoever waits is found by the nearest in rating."""

import asyncio
from pathlib import Path

from barpoint.adapters.ratings.rating_book import SqlRatingBook
from barpoint.client import Server
from barpoint.rating import RATING_SYSTEMS, ClockClass, MatchRated
from barpoint.service.ratings import RatedVerdict, SourceReading
from barpoint.wire.wishes import OpeningWish
from tests.service.server import FakeClock
from tests.web.members import PlainPasswords, refused, registered, serving
from tests.web.server_process import PATIENCE, Served, served

UNTIMED = ClockClass.UNTIMED
TERMS = {"points": 3, "rated": True}


async def asked(who: Server, challenge: str = "", **terms: object) -> dict[str, str]:
    paired: dict[str, str] = await who.ask("POST", "/api/quick", {"terms": TERMS | terms, "challenge": challenge})
    return paired


def test_two_strangers_are_seated_together_and_who_waited_hears_it(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben = await Server.guest(here.url, "Anna"), await Server.guest(here.url, "Ben")
        waiting = await asked(anna)
        assert "match" not in waiting
        assert (await asked(anna, waiting["id"]))["id"] == waiting["id"], "asked again it is the same"
        paired = await asked(ben)
        assert paired["id"] == waiting["id"]
        assert (await asked(anna, waiting["id"]))["match"] == paired["match"]
        assert [one["name"] for one in (await ben.ask("GET", f"/api/challenges/{paired['id']}"))["seats"]] == [
            "Anna",
            "Ben",
        ]
        assert (await ben.ask("GET", "/api/me"))["matches"][0]["match"] == paired["match"]

    serving(tmp_path, test)


def test_who_wants_something_else_is_not_paired_and_waits_for_that_alone(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben = await Server.guest(here.url, "Anna"), await Server.guest(here.url, "Ben")
        first = await asked(anna)
        assert "match" not in await asked(ben, points=5)
        second = await asked(anna, first["id"], points=7)
        assert second["id"] != first["id"]
        gone = await ben.ask("GET", f"/api/challenges/{first['id']}")
        assert gone["withdrawn"]
        assert "points" in await refused(asked(anna, points=0), 400)

    serving(tmp_path, test)


def test_nobody_is_seated_with_who_has_gone(tmp_path: Path) -> None:
    clock = FakeClock()

    async def test(here: Served) -> None:
        anna, ben = await Server.guest(here.url, "Anna"), await Server.guest(here.url, "Ben")
        first = await asked(anna)
        clock.pass_(31)
        assert "match" not in await asked(ben)
        again = await asked(anna, first["id"])
        assert again.get("match"), "Ben waits now"

    serving(tmp_path, test, clock)


def test_the_nearest_in_rating_is_met_first_and_the_others_after_a_while(tmp_path: Path) -> None:
    clock = FakeClock()

    async def test(here: Served) -> None:
        here.house.club.members._passwords = PlainPasswords()
        people = {name: await registered(here, name) for name in ("Anna", "Ben", "Cleo")}
        ids = {name: (await one.ask("GET", "/api/me"))["account"] for name, one in people.items()}
        book = here.house.ratings._book
        assert isinstance(book, SqlRatingBook)
        for number in range(12):  # Anna is far above everybody
            match = MatchRated(
                id=f"M{number}", at=number, winner=(ids["Anna"],), loser=(f"X{number}",), length=25, clock=UNTIMED
            )
            source = f"match:M{number}"
            reading = SourceReading(source, {source: 1}, (RatedVerdict(match.id, match.at, match),))
            await book.settle([reading], {"fibs": RATING_SYSTEMS["fibs"]})
        waiting = await asked(people["Anna"])
        assert "match" not in await asked(people["Ben"]), "too far apart"
        cleo = await asked(people["Cleo"])
        assert cleo["match"], "Ben is near"
        clock.pass_(20)
        dan = await registered(here, "Dan")
        assert (await asked(dan))["id"] == waiting["id"], "who has waited is met by anybody"

    serving(tmp_path, test, clock)


def test_of_two_who_ask_at_once_at_two_processes_one_gives_way(postgres: str) -> None:
    async def run() -> None:
        async with served(postgres) as first, served(postgres) as second, asyncio.timeout(PATIENCE):
            anna, ben = await Server.guest(first.url, "Anna"), await Server.guest(second.url, "Ben")
            both = list(await asyncio.gather(asked(anna), asked(ben)))
            while not all(one.get("match") for one in both):
                both = [await asked(who, one["id"]) for who, one in zip((anna, ben), both, strict=True)]
                await asyncio.sleep(0.05)
            assert both[0]["match"] == both[1]["match"]

    asyncio.run(run())


def test_what_is_played_in_public_can_be_watched_and_nothing_else(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben = await Server.guest(here.url, "Anna"), await Server.guest(here.url, "Ben")
        await asked(anna)
        match = (await asked(ben))["match"]
        await anna.new_match(level="casual", points=1)
        assert await Server(here.url).ask("GET", "/api/live") == [], "nobody has thrown yet"
        async with anna.connect() as a, ben.connect() as b:
            for line in (a, b):
                await (await line.sit(match)).do(OpeningWish())
            room = await here.house.play.room(match)
            assert room is not None
            while not room.has_begun:
                await asyncio.sleep(0.02)
            (board,) = await Server(here.url).ask("GET", "/api/live")
            assert (board["match"], board["rated"], board["score"]) == (match, True, [0, 0])
            assert {board["white"], board["black"]} == {"Anna", "Ben"}
            assert "pool" not in board, "guests have no rating, so it moves none"
        told = await Server(here.url).ask("GET", f"/api/ratings/of?accounts={'A,' * 3}")
        assert told == []
        await refused(Server(here.url).ask("GET", f"/api/ratings/of?accounts={'A,' * 101}"), 400)

    serving(tmp_path, test)


def test_a_match_begun_by_a_challenge_to_somebody_can_be_watched_and_one_by_a_link_is_not_listed(
    tmp_path: Path,
) -> None:
    async def test(here: Served) -> None:
        anna, ben = await registered(here, "Anna"), await registered(here, "Ben")
        bens = (await ben.ask("GET", "/api/me"))["account"]
        meant = await anna.ask("POST", f"/api/players/{bens}/challenge", {"terms": TERMS})
        assert await anna.ask("GET", "/api/challenges") == [], "it is offered to one person only"
        linked = await anna.ask("POST", "/api/matches", {"terms": TERMS, "against": "link"})
        listed, hidden = [
            (await ben.ask("POST", f"/api/challenges/{link['challenge']}/accept"))["match"] for link in (meant, linked)
        ]
        async with anna.connect() as a, ben.connect() as b:
            for match in (listed, hidden):
                for line in (a, b):
                    await (await line.sit(match)).do(OpeningWish())
                room = await here.house.play.room(match)
                assert room is not None
                while not room.has_begun:
                    await asyncio.sleep(0.02)
            boards = await Server(here.url).ask("GET", "/api/live")
            assert [(board["match"], board["pool"]) for board in boards] == [(listed, "backgammon/untimed")]
            told = await Server(here.url).ask("GET", f"/api/matches/{listed}/ratings")
            assert told["pool"] == "backgammon/untimed", "which a board says while it is played"

    serving(tmp_path, test)

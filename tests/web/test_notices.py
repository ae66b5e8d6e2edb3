"""Your turn: told in an open page at once, and to somebody away by what reaches them, once."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

from barpoint.board import Side
from barpoint.match.evolve.dispatch import side_to_act
from barpoint.service.people.member_ports import (
    PersonalNotice,
    PushAddress,
    Recipient,
)
from barpoint.service.people.notices import PATIENCE
from barpoint.service.play.terms import Terms
from barpoint.service.ports import Account
from barpoint.wire import messages as m
from barpoint.wire.wishes import OpeningWish
from tests.service.server import (
    FakeClock,
    TwoPlayers,
    a_house,
)
from tests.web.live.test_socket import (
    begun,
    line,
    told,
)
from tests.web.members import registered, serving
from tests.web.server_process import Served
from tests.web.test_match_extras import sat, until


class Kept:
    """A messenger that keeps what it is given."""

    push_key = "key"

    def __init__(self) -> None:
        self.pushed: list[tuple[str, PersonalNotice]] = []
        self.sent: list[tuple[Recipient, PersonalNotice]] = []
        self.gone: set[str] = set()

    async def push(self, address: PushAddress, notice: PersonalNotice) -> bool:
        self.pushed.append((address.endpoint, notice))
        return address.endpoint not in self.gone

    async def send(self, to: Recipient, notice: PersonalNotice) -> None:
        self.sent.append((to, notice))


def test_an_open_page_that_shows_something_else_hears_that_it_is_your_turn(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await begun(here)
        async with AsyncExitStack() as lines, line(here, anna) as a_page, line(here, ben) as b_page:
            seats = [await sat(lines, who, match) for who in (anna, ben)]
            for table, _ in seats:
                await table.do(OpeningWish())
            while seats[0][0].present_view.game is None or seats[0][0].present_view.game.dice is None:
                await seats[0][0].wait_change()
            turn = seats[0][0].present_view.game.turn
            notice = await told(a_page if turn.value == "white" else b_page, "notice")
            assert (notice["kind"], notice["link"]) == ("your_turn", f"/match/{match}")
            assert not any(
                isinstance(one, m.NoticeMessage) for _, heard in seats for one in heard
            )  # they see it anyway

    serving(tmp_path, test)


def test_a_page_hears_a_notice_in_the_language_it_asks_for(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben = await registered(here, "Anna"), await registered(here, "Ben")
        account = (await ben.ask("GET", "/api/me"))["account"]
        russian = {"accept-language": "ru-RU,ru;q=0.9"}
        async with line(here, ben) as english, line(here, ben, **russian) as other:
            await told(english, "welcome")
            await told(other, "welcome")
            await anna.ask("POST", f"/api/players/{account}/challenge", {"terms": {}})
            assert (await told(english, "notice"))["text"] == "Anna challenges you"
            assert (await told(other, "notice"))["text"] == "Anna вызывает вас"
        async with line(here, anna, query="?language=ru") as page:
            await told(page, "welcome")
            club = (await ben.ask("POST", "/api/clubs", {"name": "Corner"}))["id"]
            link = (await ben.ask("GET", f"/api/clubs/{club}"))["link"].rpartition("/")[2]
            await anna.ask("POST", f"/api/clubs/{club}/join", {"key": link})
            step = {"type": "Announce", "text": "Played on Monday"}
            await ben.ask("POST", f"/api/clubs/{club}/steps", {"step": step})
            assert (await told(page, "notice"))["text"] == "Corner: Played on Monday"  # as it was written

    serving(tmp_path, test)


def test_somebody_away_is_told_once_by_everything_that_reaches_them(tmp_path: Path) -> None:
    async def run() -> None:
        clock, kept = FakeClock(), Kept()
        async with a_house(tmp_path, clock) as house:
            object.__setattr__(house.club.means, "messenger", kept)
            for account in ("a", "b"):
                await house.accounts.add(Account(account, account.upper()), clock.now())
                for browser in ("one", "two"):
                    address = PushAddress(f"https://push.example/{account}/{browser}", "k", "s")
                    await house.club.means.board.subscribe(account, address)
            pair = TwoPlayers(house, clock)
            await pair.begin(Terms(points=1))
            state = pair.room.match
            assert state.game is not None
            away = side_to_act(state.game)
            assert away is not None
            name = "a" if away is Side.WHITE else "b"
            kept.gone.add(f"https://push.example/{name}/two")
            house.presence.change_connections(pair.room, away, -1)
            house.club.notices._note_turn(pair.room, 0, await house.store.read("match:MATCH"))
            await house.timers.run_due()
            assert not kept.pushed
            clock.pass_(PATIENCE / 1000 + 1)
            await house.timers.run_due()
            await until(lambda: len(kept.sent) == 1)
            assert [endpoint for endpoint, _ in kept.pushed] == [
                f"https://push.example/{name}/{n}" for n in ("one", "two")
            ]
            assert kept.sent[0][0].account == name
            assert [one.kind for one in await house.club.means.board.notices(name)] == ["your_turn"]
            assert len(await house.club.means.board.addresses(name)) == 1  # the other browser is gone
            notice, key = kept.sent[0][1], f"turn/MATCH/{pair.room.version}"
            house.club.notices.tell(name, key, notice)  # as another process would
            await asyncio.sleep(0.05)
            assert len(kept.sent) == 1

    asyncio.run(run())

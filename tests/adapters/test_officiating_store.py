"""A ruling, its remedy and its penalty on the real databases: three streams, one transaction, repeated harmlessly."""

from barpoint.adapters.database import Database
from barpoint.adapters.event_store import SqlEventStore
from barpoint.match import events as e
from barpoint.match.evolve.dispatch import fold_match
from barpoint.officiating.cases import events as v
from barpoint.officiating.cases.ruling_confirmation import Confirmation
from barpoint.service.officials.case_service import CaseService
from barpoint.service.ports import Appended, Conflict, Write
from tests.adapters.test_event_store import on
from tests.match.match_table import (
    BLACK,
    RECORDED,
    WHITE,
    Table,
)
from tests.officiating.answers import under


def test_a_ruling_lands_on_three_streams_or_on_none(database_address: str) -> None:
    table = Table.under("usbgf", RECORDED).opening(3, 1).play(WHITE, (8, 5), (6, 5)).roll(BLACK, 6, 4)

    async def test(_: Database, store: SqlEventStore) -> None:
        officiate = CaseService(store)
        await store.append([Write("match:T4", 0, tuple(map(e.encode, table.log)))], "match")
        opened = v.CaseOpened(at=1, by="TD", profile=under("usbgf"), kind="penalty_points", match="match:T4")
        assert isinstance(await officiate.open("A", opened, "open"), Appended)
        for key, value in (("who", "black"), ("points", 1)):
            await officiate.step("A", v.FactGiven(at=2, by="TD", key=key, value=value), key)
        stale = await officiate.load("A")
        says = Confirmation(by="TD", at=3)
        done = await officiate.rule("A", says, "rule")
        size = len(table.log)
        assert done == Appended({"case:A": 5, "match:T4": size + 1, "ledger:all": 1})
        assert await officiate.rule("A", says, "rule") == Appended({"case:A": 5}, repeated=True)
        assert fold_match(e.decode(one.data) for one in await store.read("match:T4")).owed == (1, 0)
        late = Write("match:T4", len(stale.log), (e.encode(table.log[-1]),))
        assert await store.append([late], "late") == Conflict("match:T4", size + 1)
        await officiate.step("A", v.CaseClosed(at=4, by="TD"), "close")
        assert await store.streams("case", only_open=True) == []

    on(database_address, test)

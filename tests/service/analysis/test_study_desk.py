"""Questions wait for their turn; a person has one at a time; the operator says who may ask."""

import asyncio

import pytest

from barpoint.service.analysis import StudyAnswer, StudyDesk, StudyQuestion, StudySettings, StudyTrouble
from barpoint.service.ports import Account

QUESTION = StudyQuestion(position="start")


class Slow:
    """A worker who answers when it is told to."""

    def __init__(self) -> None:
        self.answers: list[asyncio.Future[bytes]] = []

    async def answer(self, question: bytes) -> bytes:  # noqa: ARG002  # the port's
        self.answers.append(asyncio.get_running_loop().create_future())
        return await self.answers[-1]

    async def close(self) -> None:
        pass


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_a_person_has_one_question_at_a_time_and_all_wait_for_one_process() -> None:
    async def run() -> None:
        worker = Slow()
        desk = StudyDesk([worker], StudySettings())
        anna, ben = (Account(name, name) for name in ("anna", "ben"))
        first, second = (asyncio.create_task(desk.ask(who, QUESTION)) for who in (anna, ben))
        await settle()
        assert len(worker.answers) == 1
        assert desk.waiting == 2
        assert await desk.ask(anna, QUESTION) is StudyTrouble.UNANSWERED
        worker.answers[0].set_result(b'{"equity":0.5}')
        assert await first == StudyAnswer(equity=0.5)
        await settle()
        worker.answers[1].set_exception(RuntimeError("it died"))
        assert await second is StudyTrouble.FAILED
        assert desk.waiting == 0

    asyncio.run(run())


def test_a_crowd_is_turned_away() -> None:
    async def run() -> None:
        desk = StudyDesk([Slow()], StudySettings())
        tasks = [asyncio.create_task(desk.ask(Account(f"p{k}", "somebody"), QUESTION)) for k in range(40)]
        await settle()
        assert await desk.ask(Account("late", "late"), QUESTION) is StudyTrouble.BUSY
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert desk.waiting == 0

    asyncio.run(run())


@pytest.mark.parametrize(
    ("students", "guest", "member", "official"),
    [
        ("anybody", True, True, True),
        ("registered", False, True, True),
        ("staff", False, False, True),
        ("nobody", False, False, False),
    ],
)
def test_the_operator_says_who_may_study(students: str, guest: bool, member: bool, official: bool) -> None:
    include = StudySettings.read(students, "2").students.include
    people = Account("a", "a", guest=True), Account("b", "b", guest=False), Account("c", "c", guest=False, staff=True)
    assert [include(account) for account in people] == [guest, member, official]


@pytest.mark.parametrize(
    ("students", "processes", "a_person"),
    [("friends", "1", "2"), ("anybody", "0", "2"), ("anybody", "many", "2"), ("anybody", "1", "0")],
)
def test_settings_that_say_nothing_are_refused(students: str, processes: str, a_person: str) -> None:
    with pytest.raises(ValueError, match="BARPOINT_ANALYS"):
        StudySettings.read(students, processes, a_person)

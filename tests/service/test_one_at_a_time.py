"""A lock that can be taken without waiting and let go of in a callback."""

import asyncio

from barpoint.service.one_at_a_time import OneAtATime


def test_it_is_taken_by_one_and_free_again_when_let_go() -> None:
    lock = OneAtATime()
    assert lock.take()
    assert not lock.take()
    assert lock.locked()
    lock.release()
    assert not lock.locked()


def test_those_who_wait_are_served_in_order_and_nobody_overtakes_them() -> None:
    served: list[str] = []

    async def use(lock: OneAtATime, name: str) -> None:
        async with lock:
            served.append(name)

    async def run() -> None:
        lock = OneAtATime()
        assert lock.take()
        waiting = [asyncio.create_task(use(lock, name)) for name in "abc"]
        await asyncio.sleep(0)
        lock.release()
        assert not lock.take(), "it was passed on"
        await asyncio.gather(*waiting)
        assert not lock.locked()

    asyncio.run(run())
    assert served == ["a", "b", "c"]


def test_who_gives_up_waiting_keeps_it_from_nobody() -> None:
    async def use(lock: OneAtATime) -> None:
        async with lock:
            pass

    async def run() -> None:
        lock = OneAtATime()
        assert lock.take()
        early, late, last = (asyncio.create_task(use(lock)) for _ in range(3))
        await asyncio.sleep(0)
        early.cancel()
        await asyncio.sleep(0)
        lock.release()  # passed on to `late`, which no longer wants it when it hears of that
        late.cancel()
        await last
        assert early.cancelled()
        assert late.cancelled()
        assert not lock.locked()

    asyncio.run(run())

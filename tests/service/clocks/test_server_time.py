"""Server time over a machine whose clocks the test sets."""

from hypothesis import given
from hypothesis import strategies as st

from barpoint.service.clocks.server_time import LONGEST_GAP, Loss, ServerTime
from tests.service.server import START as WALL
from tests.service.server import Machine


def running(time: ServerTime, machine: Machine, milliseconds: int) -> None:
    """Time passes while somebody looks at it now and then."""
    for _ in range(milliseconds // 100):
        machine.passed += 100
        time.now()


def test_it_is_the_time_on_the_wall() -> None:
    machine = Machine()
    time = ServerTime(machine)
    assert time.now() == WALL
    running(time, machine, 5_000)
    assert time.now() == WALL + 5_000
    assert not time.losses


def test_what_the_process_did_not_run_is_held_back_until_it_is_accounted_for() -> None:
    machine = Machine()
    time = ServerTime(machine)
    running(time, machine, 1_000)
    machine.passed += 60_000  # stopped
    assert time.now() - (WALL + 1_000) <= 50, "time goes on where it stood"
    assert time.losses == [Loss("stopped", time.held)]
    held = time.held
    assert 60_000 - 50 <= held <= 60_000
    running(time, machine, 2_000)
    time.release(held)
    assert time.now() == WALL + 63_000, "and then it is what it was"


def test_a_clock_set_forward_makes_no_leap_by_itself() -> None:
    machine = Machine()
    time = ServerTime(machine)
    running(time, machine, 1_000)
    machine.set_by += 3_600_000
    running(time, machine, 1_000)
    assert time.now() == WALL + 2_000
    assert time.take_losses() == [Loss("set_forward", 3_600_000)]
    time.release(time.held)
    assert time.now() == WALL + 2_000 + 3_600_000


def test_a_clock_set_back_changes_nothing_at_once_and_is_followed_slowly() -> None:
    machine = Machine()
    time = ServerTime(machine)
    running(time, machine, 1_000)
    machine.set_by -= 10_000
    running(time, machine, 1_000)
    assert WALL + 1_990 <= time.now() <= WALL + 2_000
    assert time.take_losses() == [Loss("set_back", 10_000)]
    before = time.now()
    running(time, machine, 60_000)
    assert 59_600 <= time.now() - before <= 59_800, "half a percent slower"
    running(time, machine, 2_400_000)
    assert abs(time.now() - machine.wall()) <= 50


def test_a_slow_reading_is_read_again() -> None:
    """The process is stopped between its looks at the two clocks: that is a gap, not a clock that was set."""
    machine = Machine()
    time = ServerTime(machine)
    running(time, machine, 1_000)
    machine.passed += 100
    wall = machine.wall
    stopped: list[bool] = []

    def stopped_once() -> int:
        if not stopped:
            stopped.append(True)
            machine.passed += 5_000
        return wall()

    machine.wall = stopped_once  # type: ignore[method-assign]
    time.now()
    assert [loss.kind for loss in time.losses] == ["stopped"]


def test_an_earlier_life_was_not_later_than_this_one() -> None:
    machine = Machine()
    time = ServerTime(machine)
    assert time.keep_after(WALL + 600_000)
    assert time.now() >= WALL + 600_000
    assert not time.keep_after(WALL + 400 * 86_400_000), "that cannot have been right"


@given(
    st.lists(st.tuples(st.sampled_from(["run", "stop", "set", "release"]), st.integers(-90_000, 90_000)), max_size=40)
)
def test_it_never_goes_back_and_never_leaps_unless_released(steps: list[tuple[str, int]]) -> None:
    machine = Machine()
    time = ServerTime(machine)
    last = time.now()
    for kind, much in steps:
        ran = 0
        match kind:
            case "run":
                ran = abs(much) % LONGEST_GAP
                machine.passed += ran
            case "stop":
                machine.passed += LONGEST_GAP + abs(much)
                ran = 50
            case "set":
                machine.set_by += much
            case _:
                time.now()
                ran = time.held
                time.release(time.held)
        now = time.now()
        assert last <= now <= last + ran + 1
        last = now

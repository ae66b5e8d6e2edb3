"""What comes over the socket and what is loaded make one log, in whatever order both come."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.ui.browser_code import answered

JOIN = """
const answer = (steps) => {
  const sequence = new m.EventSequence()
  const whole = steps.map(([how, from, to]) => {
    const events = Array.from({ length: to - from }, (_, k) => ({ type: 'x', at: from + 1 + k }))
    return how === 'add' ? sequence.add(from, events) : sequence.load(events)
  })
  return { at: sequence.events.map(({ at }) => at), whole }
}
"""
STEP = st.tuples(st.just("add"), st.integers(0, 12), st.integers(0, 4)).map(lambda it: [it[0], it[1], it[1] + it[2]])
LOAD = st.integers(0, 12).map(lambda to: ["load", 0, to])


def test_an_older_load_that_ends_later_loses_nothing() -> None:
    steps = [["add", 4, 5], ["load", 0, 5], ["load", 0, 3], ["add", 5, 6]]
    assert answered("pages/match/event_sequence.ts", JOIN, [steps]) == [
        {"at": [1, 2, 3, 4, 5, 6], "whole": [False, True, True, True]}
    ]


def test_a_gap_is_told_until_it_is_filled() -> None:
    steps = [["load", 0, 2], ["add", 3, 5], ["load", 0, 2], ["add", 2, 3]]
    assert answered("pages/match/event_sequence.ts", JOIN, [steps]) == [
        {"at": [1, 2, 3, 4, 5], "whole": [True, False, False, True]}
    ]


@settings(max_examples=5, deadline=None)
@given(st.lists(st.lists(st.one_of(STEP, LOAD), max_size=10), min_size=200, max_size=200))
def test_whatever_the_order_all_that_is_known_from_the_first_on_is_there(cases: list[list[list[object]]]) -> None:
    for steps, answer in zip(cases, answered("pages/match/event_sequence.ts", JOIN, cases), strict=True):
        known: set[int] = set()
        for _, begin, end in steps:
            known |= set(range(int(str(begin)) + 1, int(str(end)) + 1))
        reach = next(version for version in range(1, 99) if version not in known) - 1
        assert answer["at"] == list(range(1, reach + 1))
        assert not answer["whole"] or answer["whole"][-1] == (max(known, default=0) == reach)

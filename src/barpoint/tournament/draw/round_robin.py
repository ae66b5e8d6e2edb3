"""Round robins: everybody meets everybody, or the first so many of those rounds.

The circle method: one line stands still, the others turn past it. Who is home changes from round to round
for everybody, so that over a whole round robin nobody is home more than once oftener than away, and over a
truncated one no more than twice.
"""

from collections.abc import Sequence

from barpoint.tournament.draw.assembly import Assembly, BracketSeat, describe_source


def circle(size: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The rounds for an even number of places: (home, away) in each."""
    if size < 2 or size % 2:
        raise ValueError(f"the circle takes an even number of places from 2 up, not {size}")
    turning = size - 1
    rounds = []
    for turn in range(turning):
        pairs = [(turn, size - 1) if turn % 2 == 0 else (size - 1, turn)]
        for step in range(1, size // 2):
            ahead, behind = (turn + step) % turning, (turn - step) % turning
            pairs.append((ahead, behind) if step % 2 else (behind, ahead))
        rounds.append(tuple(pairs))
    return tuple(rounds)


def add_round_robin(
    assembly: Assembly, seats: Sequence[BracketSeat], name: str, letter: str, rounds: int | None = None
) -> None:
    """Everybody meets everybody, or only in the first so many rounds; an empty line gives byes."""
    if rounds is not None and not 1 <= rounds < len(seats):
        raise ValueError(f"a round robin of {len(seats)} lines has 1 to {len(seats) - 1} rounds, not {rounds}")
    for round_, pairs in enumerate(circle(len(seats))[:rounds], 1):
        for number, (home, away) in enumerate(pairs, 1):
            pair = (seats[home], seats[away])
            words = (
                f"{describe_source(pair[0].source)} and {describe_source(pair[1].source)} meet in turn "
                f"{round_} of the circle"
            )
            assembly.add(name, letter, (round_, number), pair, (words,))

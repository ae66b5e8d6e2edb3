"""gnubg 0-ply as a pipe: a count and boards of 26 bytes in, five floats a board out. Needs PyPI gnubg-nn.

Run by bench.engine with an interpreter that has gnubg-nn; it imports nothing of Barpoint.
"""

import sys
from array import array


def two_sides(board: array) -> list[list[int]]:  # type: ignore[type-arg]  # runs on any Python 3
    """A board in gnubg-nn's form: the opponent's 24 points and bar, then the mover's."""
    ours = [max(board[p], 0) for p in range(1, 25)] + [board[25]]
    theirs = [max(-board[25 - p], 0) for p in range(1, 25)] + [board[0]]
    return [theirs, ours]


def finished(board: array) -> bool:  # type: ignore[type-arg]
    """Whether the opponent has no checker left."""
    return bool(board[0] == 0 and min(board[1:25]) >= 0)


def lost(board: array) -> tuple[float, ...]:  # type: ignore[type-arg]
    """What a finished game is worth to the side on roll."""
    men = sum(n for n in board[1:26] if n > 0)
    gammon = float(men == 15)
    far = board[25] > 0 or max(board[19:25]) > 0
    return (0.0, 0.0, 0.0, gammon, gammon * far)


def main() -> None:
    """Answer until the pipe closes."""
    import gnubg_nn  # type: ignore[import-not-found]  # an optional peer

    while head := sys.stdin.buffer.read(4):
        count = int.from_bytes(head, "little")
        raw = sys.stdin.buffer.read(26 * count)
        out = array("f")
        for k in range(count):
            board = array("b", raw[26 * k : 26 * k + 26])
            out.extend(lost(board) if finished(board) else gnubg_nn.probabilities(two_sides(board), 0))
        sys.stdout.buffer.write(out.tobytes())
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()

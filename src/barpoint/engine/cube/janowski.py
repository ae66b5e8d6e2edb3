"""Janowski's formulas for a cube that is partly alive, money play.

Terms
-----
W, L   what a win and a loss are worth on average (1 to 3), gammons included.
x      the cube's efficiency: 0 is a dead cube, 1 a cube that is always turned at the perfect moment.
p      our chance to win.

Equities are in units of the cube's present value. They hold inside the window between the take point and the cash
point; `cube_kernel` has the form that holds everywhere. Source: R. Janowski, "Take-Points in Money Games" (1993).
"""


def average_values(
    win: float, gammon: float, backgammon: float, lost_gammon: float, lost_backgammon: float
) -> tuple[float, float]:
    """W and L from the five probabilities."""
    won = 1 + (gammon + backgammon) / win if win > 0 else 1.0
    lost = 1 + (lost_gammon + lost_backgammon) / (1 - win) if win < 1 else 1.0
    return won, lost


def take_point(w: float, l: float, x: float) -> float:  # noqa: E741  # W and L are the paper's names
    """The least chance with which a double may be taken."""
    return (l - 0.5) / (w + l + 0.5 * x)


def cash_point(w: float, l: float, x: float) -> float:  # noqa: E741
    """The chance from which a double should be passed."""
    return (l + 0.5 + 0.5 * x) / (w + l + 0.5 * x)


def owned_equity(p: float, w: float, l: float, x: float) -> float:  # noqa: E741
    """Equity with the cube on our side."""
    return p * (w + l + 0.5 * x) - l


def unavailable_equity(p: float, w: float, l: float, x: float) -> float:  # noqa: E741
    """Equity with the cube on their side."""
    return owned_equity(p, w, l, x) - 0.5 * x


def centred_equity(p: float, w: float, l: float, x: float) -> float:  # noqa: E741
    """Equity with a centred cube."""
    return 4 / (4 - x) * (p * (w + l + 0.5 * x) - l - 0.25 * x)


def initial_double_point(w: float, l: float, x: float) -> float:  # noqa: E741
    """The chance from which a first double is right without Jacoby: centred equity equals twice the unavailable."""
    return (l + x * (3 - x) / (2 * (2 - x))) / (w + l + 0.5 * x)


def redouble_point(w: float, l: float, x: float) -> float:  # noqa: E741
    """The chance from which a redouble is right: owned equity equals twice the unavailable."""
    return (l + x) / (w + l + 0.5 * x)

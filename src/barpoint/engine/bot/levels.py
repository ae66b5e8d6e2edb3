"""The levels a bot may play at, from beginner to strongest: one table for every front.

`rating` is the performance rating (500 times the mean error of a counted decision) of the level's checker play in
Backgammon: of levels that doubt as `barpoint engine bench --levels` measures it, of the others as bench.engine does.
In other disciplines a level is the same doubt and the same depth; docs/engine-play.md has what that comes to. How a
level errs is `level_choice`'s business. Plain data: nothing heavy is imported here.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class BotLevel:
    """How well a bot plays: levels looked ahead, and how much it doubts what it sees (`level_choice`)."""

    name: str
    about: str
    rating: float
    plies: int = 0
    doubt: float = 0.0
    blind: float = 0.3
    roller: bool = False
    """Whether what is close is settled by short rollouts."""


LEVELS: Final = {
    level.name: level
    for level in (
        BotLevel("beginner", "knows the rules and little more", 30.0, doubt=0.105, blind=0.5),
        BotLevel("casual", "plays for fun", 20.0, doubt=0.071, blind=0.5),
        BotLevel("club", "knows the openings and the race", 12.0, doubt=0.047, blind=0.4),
        BotLevel("tournament", "a steady tournament player", 7.0, doubt=0.031),
        BotLevel("expert", "few mistakes", 3.5, doubt=0.018),
        BotLevel("master", "the nets alone", 1.0),
        BotLevel("strong", "one roll ahead", 0.7, plies=1),
        BotLevel("strongest", "two rolls ahead, short rollouts of what is close", 0.2, plies=2, roller=True),
    )
}
"""Every level, the weakest first."""
DEFAULT_LEVEL: Final = "strong"


def level_named(name: str) -> BotLevel:
    """The level of that name; ValueError lists them all."""
    if name not in LEVELS:
        raise ValueError(f"the bot plays at {', '.join(LEVELS)}, not {name!r}")
    return LEVELS[name]

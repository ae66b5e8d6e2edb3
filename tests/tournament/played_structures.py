"""Fields and whole events, played at random but the same every time."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from barpoint.tournament.draw.draw_fold import (
    Draw,
    begin,
    decide,
    evolve,
    make,
)
from barpoint.tournament.draw.entrant import Entrant
from barpoint.tournament.draw.events import Commands, Events
from barpoint.tournament.draw.plan import DrawFormat, Plan
from barpoint.tournament.draw.progress import Result

PLANS = {
    "single": Plan(format=DrawFormat.SINGLE, seed="s"),
    "shortest": Plan(format=DrawFormat.CONSOLATION, seed="s", last_chance="shortest"),
    "conventional": Plan(format=DrawFormat.CONSOLATION, seed="s", consolation="conventional", last_chance="shortest"),
    "double": Plan(format=DrawFormat.DOUBLE, seed="s"),
    "one final": Plan(format=DrawFormat.DOUBLE, seed="s", reset=False),
    "round robin": Plan(format=DrawFormat.ROUND_ROBIN, seed="s"),
    "groups": Plan(format=DrawFormat.GROUPS, seed="s", groups=2),
}


def entrants(size: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(f"e{number:04}", rating=1500 + number) for number in range(size))


def drawn(plan: Plan, size: int) -> Draw:
    return begin(make(plan, entrants(size)))


def played_out(draw: Draw, chance: Random, seen: Callable[[Draw], None] | None = None) -> Draw:
    """Every match that can be played, until none is left; `seen` hears of the draw after each wave."""
    results = dict(draw.results)
    while draw.progress.ready:
        for each in draw.progress.ready:
            winner, loser = chance.sample(each.players, 2)
            results[each.pairing.id, frozenset({winner, loser})] = Result(winner, loser, (7, chance.randrange(7)))
        draw = replace(draw, results=dict(results))
        if seen is not None:
            seen(draw)
    return draw


def accepted(draw: Draw, command: Commands) -> tuple[Draw, tuple[Events, ...]]:
    answer = decide(draw, command)
    assert isinstance(answer, tuple), answer
    for event in answer:
        draw = evolve(draw, event)
    return draw, answer

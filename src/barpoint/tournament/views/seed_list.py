"""Who is seeded in an event, and by what: for everybody, on the page and on paper.

The ratings themselves are not here: a list's rows are its keepers' to show.
"""

import msgspec

from barpoint.tournament.draw.entrant import Entrant
from barpoint.tournament.draw.lines import SMALLEST, Seeding, seed_ranking
from barpoint.tournament.settings import ContestSettings
from barpoint.tournament.state import Contest


class SeedLine(msgspec.Struct, frozen=True):
    """Somebody who is seeded, by the director's word or by rating; what the rating is, is not said."""

    seed: int
    entrant: str
    name: str
    by_hand: bool = False


def seed_lines(contest: Contest) -> tuple[SeedLine, ...]:
    """Who is seeded in a draw, the first first: of who was drawn, or of who would be if it were drawn now."""
    plan, play = contest.settings.draw, contest.competition
    if plan is None:
        return ()
    entrants = tuple(play.entrants.values() if play is not None else (one.entrant for one in contest.active_entries))
    named = sorted((one for one in entrants if one.seed), key=lambda one: one.seed)
    by_rating: list[Entrant] = []
    if plan.seeding is Seeding.RATING and len(entrants) >= SMALLEST:
        most = len(entrants) if plan.seeds is None else min(plan.seeds, len(entrants))
        ranked = seed_ranking(entrants, plan.seeding, plan.seed, most)[len(named) : max(len(named), most)]
        by_rating = [one for one in ranked if one.rating is not None]
    lines = [*((one, True) for one in named), *((one, False) for one in by_rating)]
    return tuple(
        SeedLine(number, one.id, one.name or one.id, by_hand) for number, (one, by_hand) in enumerate(lines, 1)
    )


def entry_rule(settings: ContestSettings) -> str:
    """Which ratings an event is limited and seeded by, in words; nothing where it goes by none."""
    limits = settings.limits
    bounds = [f"from {limits.lowest_rating:g}"] if limits.lowest_rating is not None else []
    bounds += [f"up to {limits.highest_rating:g}"] if limits.highest_rating is not None else []
    seeded = settings.draw is not None and settings.draw.seeding is Seeding.RATING
    parts = [f"ratings {' '.join(bounds)}"] if bounds else []
    parts += ["seeded by rating"] if seeded else []
    if parts and settings.rating_list:
        parts.append(f"by {settings.rating_list_title}")
    return ", ".join(parts)


def seed_words(contest: Contest, most: int | None = None) -> str:
    """The seeds in one line, as far as so many go."""
    lines = seed_lines(contest)
    words = ", ".join(f"{line.seed} {line.name}" for line in lines[:most])
    return f"Seeds: {words}{' ...' if len(lines) > (most or len(lines)) else ''}" if lines else ""

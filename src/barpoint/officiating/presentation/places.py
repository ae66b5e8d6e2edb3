"""Where incidents happen: the kinds in groups, the pictures that help to tell them apart, and the way from a clause."""

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Final

from barpoint.officiating.incidents import IncidentDefinition
from barpoint.officiating.judgement import all_kinds


class IncidentPlace(StrEnum):
    """Where an incident happens, in the order an arbiter is asked."""

    DICE = "dice"
    CHECKERS = "checkers"
    CUBE = "cube"
    CLOCK = "clock"
    ABSENCE = "absence"
    SCORE = "score"
    EQUIPMENT = "equipment"
    PEOPLE = "people"
    SANCTIONS = "sanctions"
    OFFICIALS = "officials"
    APPEALS = "appeals"


PLACE_TITLES: Final[Mapping[IncidentPlace, str]] = {
    IncidentPlace.DICE: "Dice and turns",
    IncidentPlace.CHECKERS: "Checkers and plays",
    IncidentPlace.CUBE: "The cube",
    IncidentPlace.CLOCK: "The clock and the pace",
    IncidentPlace.ABSENCE: "Late, away, on a break",
    IncidentPlace.SCORE: "Score, length and result",
    IncidentPlace.EQUIPMENT: "Equipment, aids and recording",
    IncidentPlace.PEOPLE: "Conduct, spectators, the room",
    IncidentPlace.SANCTIONS: "Penalties and exclusion",
    IncidentPlace.OFFICIALS: "Facts, disputes and officials",
    IncidentPlace.APPEALS: "Appeals",
}
_TOPICS: Final[Mapping[str, IncidentPlace]] = {
    "dice": IncidentPlace.DICE,
    "checkers": IncidentPlace.CHECKERS,
    "cube": IncidentPlace.CUBE,
    "clock": IncidentPlace.CLOCK,
    "clock.lateness": IncidentPlace.ABSENCE,
    "clock.breaks": IncidentPlace.ABSENCE,
    "clock.mutual_breaks": IncidentPlace.ABSENCE,
    "clock.delay_account": IncidentPlace.ABSENCE,
    "scoring": IncidentPlace.SCORE,
    "conduct": IncidentPlace.PEOPLE,
    "conduct.aids": IncidentPlace.EQUIPMENT,
    "conduct.equipment": IncidentPlace.EQUIPMENT,
    "conduct.sanctions": IncidentPlace.SANCTIONS,
    "conduct.barring": IncidentPlace.SANCTIONS,
    "officials": IncidentPlace.OFFICIALS,
    "appeals": IncidentPlace.APPEALS,
}
_ELSEWHERE: Final[Mapping[str, IncidentPlace]] = {
    "spectator_sanction": IncidentPlace.PEOPLE,
    "repeated_illegal_moves": IncidentPlace.CHECKERS,
    "crawford_game_doubled": IncidentPlace.CUBE,
    "device_wanted": IncidentPlace.EQUIPMENT,
    "late_report": IncidentPlace.SCORE,
}
PICTURES: Final[Mapping[str, str]] = {
    "cocked_die": "die_leaning",
    "lifted_as_cocked": "die_leaning",
    "thrown_wrongly": "dice_in_two_halves",
    "lifted_before_rest": "die_spinning",
    "fast_grab": "hand_on_dice",
    "closed_out": "closed_board",
    "illegal_play": "wrong_direction",
    "impossible_position": "two_colours_on_a_point",
    "hit_checker_left": "hit_checker",
    "wrong_number_of_checkers": "extra_checker",
    "setup_error": "wrong_stacks",
    "wrong_cube_level": "cube_misplaced",
    "cube_touched": "hand_on_cube",
    "forgotten_press": "clock_unpressed",
    "time_expired": "clock_at_zero",
}
"""The drawing of a kind, by its name; the pages have the drawings (ui/src/pages/ruling/IncidentPicture.svelte)."""


def place_of(kind: IncidentDefinition) -> IncidentPlace:
    """Where an incident of this kind happens: by its topic, unless people look for it elsewhere."""
    topic = kind.rule.__module__.partition(".topics.")[2]
    return _ELSEWHERE.get(kind.name) or _TOPICS.get(topic) or _TOPICS[topic.partition(".")[0]]


def kinds_by_place() -> dict[IncidentPlace, tuple[IncidentDefinition, ...]]:
    """Every kind, under the place where it happens."""
    kinds = sorted(all_kinds().values(), key=lambda kind: kind.title)
    return {place: tuple(kind for kind in kinds if place_of(kind) is place) for place in IncidentPlace}


def kinds_of_clause(row: str) -> tuple[IncidentDefinition, ...]:
    """The kinds that are ruled on by a clause."""
    return _kinds_by_clause().get(row, ())


@cache
def _kinds_by_clause() -> dict[str, tuple[IncidentDefinition, ...]]:
    kinds: dict[str, tuple[IncidentDefinition, ...]] = {}
    for kind in sorted(all_kinds().values(), key=lambda kind: kind.title):
        for row in dict.fromkeys(row for rows in kind.clauses.values() for row in rows):
            kinds[row] = (*kinds.get(row, ()), kind)
    return kinds

"""Who plays in an event: one person, or a Doubles team.

An entrant is known by its id everywhere in the draw; the name is for people. The rating is whatever the
director seeds by; the club is what "kept apart in round one" looks at.
"""

import msgspec


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry of an event."""

    id: str
    name: str = ""
    players: tuple[str, ...] = ()  # the partners of a team; empty: the entrant is the player
    club: str = ""
    rating: float | None = None
    seed: int = 0  # by the director's word; 0: none

    def __post_init__(self) -> None:
        if not self.id:
            raise ValueError("an entrant has an id")
        if len(self.players) > 2 or len(set(self.players)) != len(self.players):
            raise ValueError(f"entrant {self.id}: a team is two different players, not {', '.join(self.players)}")

    def __str__(self) -> str:
        return self.name or self.id


def by_id(entrants: tuple[Entrant, ...]) -> dict[str, Entrant]:
    """The entrants by id; every id once."""
    index = {entrant.id: entrant for entrant in entrants}
    if len(index) != len(entrants):
        raise ValueError("every entrant has an id of its own")
    return index

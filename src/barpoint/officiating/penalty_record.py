"""A player's record: earlier warnings and penalties, which the ladders read.

Entries are kept per person and event, which is where they were given (`event`; "" for no tournament); what falls due in
a later match, or bars a person from events until a day, is an entry too.
"""

from dataclasses import dataclass

from barpoint.officiating.answer import PenaltyStep


@dataclass(frozen=True, slots=True)
class PenaltyEntry:
    """One warning or penalty: for which kind of incident, how heavy, when, in which match."""

    person: str
    kind: str
    step: PenaltyStep
    at: int = 0
    match: str = ""
    points: int = 0
    due_next: bool = False  # falls due in the person's next match
    barred_until: str = ""  # an ISO date: the last day of a bar from events
    time: int = 0  # milliseconds taken
    event: str = ""
    case: str = ""  # where it was ruled
    clauses: tuple[str, ...] = ()
    opponent: str = ""  # against whom, which tells matches apart that have no log
    extends: str = ""  # the case whose sanction an official of the server has made to hold on all of it

    @property
    def root(self) -> str:
        """The case in which it was first ruled: an extension is the same sanction."""
        return self.extends or self.case


@dataclass(frozen=True, slots=True)
class PenaltyRecord:
    """What an arbiter knows of the people in a match. `names` are White's and Black's."""

    entries: tuple[PenaltyEntry, ...] = ()
    names: tuple[str, str] = ("White", "Black")
    match: str = ""

    def earlier(self, person: str, kind: str, *, this_match: bool = True) -> tuple[PenaltyEntry, ...]:
        """A person's earlier entries for a kind, in this match or in the whole event."""
        return tuple(
            entry
            for entry in self.entries
            if entry.person == person and entry.kind == kind and (not this_match or entry.match == self.match)
        )

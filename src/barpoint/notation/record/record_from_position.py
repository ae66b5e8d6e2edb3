"""A position as a record: one game that is set up by hand, so that every writer of matches can hold it.

White is the bottom player of the ids. `text_position` and `fibs_board` find the position; this module only dresses it.
"""

from barpoint.board import Position, Side
from barpoint.notation.ids.situation import (
    BoardSeat,
    Party,
    Situation,
)
from barpoint.notation.record.match_record import (
    Doubled,
    MatchRecord,
    Notes,
    RecordedGame,
    SetUp,
)


def record_of_position(
    position: Position,
    situation: Situation,
    names: tuple[str, str] = ("White", "Black"),
    notes: Notes = (),
    info: dict[str, str] | None = None,
) -> MatchRecord:
    """The position, seen by the side on roll, as a match that stands there; `names` are White's and Black's."""
    below = situation.seat is BoardSeat.BOTTOM
    us = Side.WHITE if below else Side.BLACK
    owner = None if situation.cube_owner is None else us if situation.cube_owner is Party.US else us.other
    ours, theirs = situation.score
    set_up = SetUp(
        side=us,
        position=str(position if below else position.flip()),
        dice=None if situation.roll is None else (situation.roll.high, situation.roll.low),
        cube=situation.cube if owner is not None else None,
        owner=owner,
        notes=notes,
    )
    offered = (Doubled(side=us, value=2 * situation.cube),) if situation.offer is not None else ()
    game = RecordedGame(actions=(set_up, *offered), score=(ours, theirs) if below else (theirs, ours))
    return MatchRecord(
        white=names[0] or "White",
        black=names[1] or "Black",
        length=situation.length,
        games=(game,),
        jacoby=situation.jacoby,
        beavers=situation.beavers,
        discipline=position.discipline.name,
        info=info or {},
    )

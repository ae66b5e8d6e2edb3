"""Options that say what is played for: the score, the cube and whose it is, Jacoby and beavers."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from barpoint.engine.cube import CubeState
    from barpoint.notation.situation import Situation

ScoreOption = Annotated[
    str | None,
    typer.Option("--score", help="Points both sides still need, ours first, such as 3-5; money if left out."),
]
CrawfordOption = Annotated[bool, typer.Option("--crawford", help="This is the Crawford game.")]
CubeOption = Annotated[int | None, typer.Option("--cube", help="What the cube shows: 1, 2, 4 ...")]
OwnerOption = Annotated[str | None, typer.Option("--owner", help="Whose cube it is: centred, ours or theirs.")]
JacobyOption = Annotated[bool | None, typer.Option("--jacoby/--no-jacoby", help="Whether Jacoby's rule holds (money).")]
BeaversOption = Annotated[bool, typer.Option("--beavers", help="Whether beavers are allowed (money).")]


def cube_state(
    situation: "Situation | None",
    score: str | None,
    crawford: bool,
    value: int | None,
    owner: str | None,
    jacoby: bool | None,
    beavers: bool,
) -> "CubeState":
    """The cube that options say, or else the position's id."""
    from barpoint.engine.cube import CubeState, Owner
    from barpoint.engine.match_equity import Away
    from barpoint.notation.situation import Party

    away, shown, holder, jacoby_holds = None, 1, Owner.CENTRED, False
    if situation is not None:
        if situation.length:
            ours, theirs = (situation.length - points for points in situation.score)
            away = Away(ours, theirs, situation.crawford)
        shown, jacoby_holds, beavers = situation.cube, situation.jacoby, beavers or situation.beavers
        if situation.cube_owner is not None:
            holder = Owner.OURS if situation.cube_owner is Party.US else Owner.THEIRS
    if score:
        ours_text, dash, theirs_text = score.partition("-")
        if not dash or not ours_text.isdigit() or not theirs_text.isdigit():
            raise ValueError(f"expected points both sides need such as 3-5, not {score!r}")
        away = Away(int(ours_text), int(theirs_text), crawford)
    if owner is not None:
        names = {"centred": Owner.CENTRED, "ours": Owner.OURS, "theirs": Owner.THEIRS}
        if owner not in names:
            raise ValueError(f"a cube is {', '.join(names)}, not {owner!r}")
        holder = names[owner]
    money = away is None
    jacoby_holds = jacoby_holds if jacoby is None else jacoby
    return CubeState(value or shown, holder, away, jacoby=money and jacoby_holds, beavers=money and beavers)

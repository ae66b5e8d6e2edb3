"""Options that say what is played for: the score, the cube and whose it is, Jacoby and beavers."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from barpoint.engine import CubeState
    from barpoint.notation import Situation

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
    from barpoint.engine import Away, CubeState, Owner
    from barpoint.service.analysis import cube_state_around

    around = cube_state_around(situation)
    away, holder = around.score, around.owner
    if score:
        away = Away(*_needed_points(score), crawford)
    if owner is not None:
        names = {"centred": Owner.CENTRED, "ours": Owner.OURS, "theirs": Owner.THEIRS}
        if owner not in names:
            raise ValueError(f"a cube is {', '.join(names)}, not {owner!r}")
        holder = names[owner]
    money = away is None
    jacoby_holds = around.jacoby if jacoby is None else jacoby
    return CubeState(
        value or around.value,
        holder,
        away,
        jacoby=money and jacoby_holds,
        beavers=money and (beavers or around.beavers),
    )


def _needed_points(score: str) -> tuple[int, int]:
    """Points both sides need: `3-5` or `3-away/5-away`."""
    if "away" in score:
        from barpoint.notation.files import read_away

        return read_away(score)
    ours, dash, theirs = score.partition("-")
    if not dash or not ours.isdigit() or not theirs.isdigit():
        raise ValueError(f"expected points both sides need such as 3-5 or 3-away/5-away, not {score!r}")
    return int(ours), int(theirs)

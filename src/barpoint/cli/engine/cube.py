"""`barpoint engine cube` and `rollout`: cube decisions with their windows, and positions played out many times."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from barpoint.cli.engine.analyse import MetOption
from barpoint.cli.engine.cube_options import (
    BeaversOption,
    CrawfordOption,
    CubeOption,
    JacobyOption,
    OwnerOption,
    ScoreOption,
    cube_state,
)
from barpoint.cli.engine.eval import (
    JsonOption,
    PliesOption,
    PositionArgument,
)

if TYPE_CHECKING:
    from barpoint.board import Position
    from barpoint.engine import CubeDecision, CubeState, MatchEquityTable, RolloutReport, Stakes
    from barpoint.engine.cube import MarketWindow
    from barpoint.engine.rollout import Contender, RolloutStanding, Workers

app = typer.Typer()


@app.command(epilog="Example: barpoint engine cube start --score 3-5 --plies 2")
def cube(
    position: PositionArgument,
    plies: PliesOption = 2,
    score: ScoreOption = None,
    crawford: CrawfordOption = False,
    value: CubeOption = None,
    owner: OwnerOption = None,
    jacoby: JacobyOption = None,
    beavers: BeaversOption = False,
    met: MetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say what to do with the cube: double, take, pass, what each is worth, take points and the doubling window."""
    from barpoint.engine import Stakes, knowledge_of, market_window
    from barpoint.notation import read

    before, situation = read(position)
    state = cube_state(situation, score, crawford, value, owner, jacoby, beavers)
    table = _equity_table(met)
    chances, decision = knowledge_of(before.discipline).cube_decision(before, Stakes(state, table), plies)
    shares = tuple(
        lost / total if total > 0 else 0.0
        for lost, total in ((chances.win_gammon, chances.win), (chances.lose_gammon, 1 - chances.win))
    )
    window = market_window(state.score, state.value, (shares[0], shares[1]), table)
    if as_json:
        typer.echo(json.dumps(_cube_json(before, plies, chances._asdict(), decision, window)))
        return
    _print_cube(chances.win, decision, window)


@app.command(epilog="Example: barpoint engine rollout start 31 --games 1296 --threads 2")
def rollout(
    position: PositionArgument,
    roll: Annotated[str | None, typer.Argument(help="Dice, to roll out the best plays of them.")] = None,
    games: Annotated[int, typer.Option(min=1, help="The most games of each candidate.")] = 1296,
    candidates: Annotated[int, typer.Option(min=1, help="How many plays are rolled out.")] = 3,
    cubeful: Annotated[
        bool,
        typer.Option("--cubeful/--cubeless", help="Play with the cube; without it a score is met by a dead cube."),
    ] = True,
    actions: Annotated[bool, typer.Option("--actions", help="Roll out doubling and not doubling.")] = False,
    plies: Annotated[int, typer.Option(min=0, max=2, help="Levels that plays look ahead.")] = 0,
    truncate: Annotated[int, typer.Option(min=0, help="Cut games off after so many plies; 0 plays to the end.")] = 0,
    error: Annotated[float, typer.Option(min=0, help="Stop at this standard error.")] = 0.0,
    strike: Annotated[float, typer.Option(min=0, help="Strike out plays so many errors behind; 0 keeps all.")] = 2.33,
    seed: Annotated[int, typer.Option(min=0, help="The dice; the same seed gives the same result.")] = 1,
    threads: Annotated[int, typer.Option(min=0, max=64, help="Threads to use; 0 takes every core.")] = 0,
    dask: Annotated[str | None, typer.Option("--dask", help="Address of a Dask scheduler to play the games.")] = None,
    state: Annotated[
        Path | None, typer.Option("--state", help="Keep the state in this file, and go on from it.")
    ] = None,
    score: ScoreOption = None,
    crawford: CrawfordOption = False,
    value: CubeOption = None,
    owner: OwnerOption = None,
    jacoby: JacobyOption = None,
    met: MetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Value a position, plays or a cube action by playing many games, the luck taken out.

    Ctrl-C stops and shows what has been found; with --state the same command goes on later.
    """
    from barpoint.engine import Rollout, RolloutSettings, Stakes
    from barpoint.engine.rollout import describe_rollout, rollout_cube_decision
    from barpoint.notation import read

    before, situation = read(position)
    stands = cube_state(situation, score, crawford, value, owner, jacoby, False)
    dice = roll or (str(situation.roll) if situation and situation.roll else None)
    settings = RolloutSettings(
        games=games,
        least=min(games, 324),
        seed=seed,
        cubeful=cubeful or actions,
        plies=plies,
        truncate=truncate,
        target_error=error,
        strike_at=0.0 if actions else strike,
    )
    stakes = Stakes(stands, _equity_table(met))
    contenders = _contenders(before, stakes if cubeful or stands.score else None, stands, dice, candidates, actions)
    running = Rollout(contenders, settings, _workers(dask, threads), state=state, table=_equity_table(met))
    report = _run_with_progress(running)
    decision = rollout_cube_decision(report, stands) if actions else None
    if as_json:
        facts = describe_rollout(report) | ({"decision": decision.text} if decision else {})
        typer.echo(json.dumps(facts))
        return
    for standing in report.ranking:
        _print_standing(standing, alone=len(report.standings) == 1)
    if decision:
        typer.echo(decision.text)


def _equity_table(met: Path | None) -> "MatchEquityTable | None":
    from barpoint.engine import MatchEquityTable

    return MatchEquityTable.from_file(met) if met else None


def _workers(dask: str | None, threads: int) -> "Workers":
    from barpoint.engine import ThreadWorkers
    from barpoint.engine.rollout import DaskWorkers

    return DaskWorkers.at(dask) if dask else ThreadWorkers(threads or os.cpu_count() or 1)


def _contenders(
    before: "Position", stakes: "Stakes | None", stands: "CubeState", dice: str | None, candidates: int, actions: bool
) -> "tuple[Contender, ...]":
    from barpoint.board import Roll
    from barpoint.engine import knowledge_of, play_contender, position_contender
    from barpoint.engine.rollout import cube_contenders
    from barpoint.notation import write_play

    if actions:
        return cube_contenders(before, stands)
    if dice is None:
        return (position_contender(before, stands),)
    ranked = knowledge_of(before.discipline).rank_plays(before, Roll.parse(dice), 1, stakes=stakes)[:candidates]
    return tuple(play_contender(entry.play, stands, write_play(entry.play)) for entry in ranked)


def _run_with_progress(running: Any) -> "RolloutReport":
    """Run under a progress bar that shows the leader; Ctrl-C leaves what is there."""
    from barpoint.progress import step

    with step("rolling out") as progress:

        def tell(report: "RolloutReport") -> None:
            leader = report.ranking[0]
            best = f" {leader.contender.name} {leader.value:+.4f} ± {leader.value_error:.4f}" if leader.games else ""
            progress(report.played, report.planned, f"{report.played} of {report.planned} games{best}")

        try:
            finished: RolloutReport = running.run(tell)
        except KeyboardInterrupt:
            finished = running.report()
            if not finished.played:
                raise
            typer.echo("Stopped; this is what was found until then.", err=True)
    return finished


def _print_standing(standing: "RolloutStanding", *, alone: bool) -> None:
    c, x = standing.chances, standing.chance_errors
    value = f"{standing.value:+.4f} ± {standing.value_error:.4f}"
    behind = f"  ({-standing.behind:+.4f} ± {standing.behind_error:.4f})" if standing.behind else ""
    struck = "  struck out" if standing.struck else ""
    name = "" if alone else f"{standing.contender.name:28} "
    kind = "cubeless"
    if standing.cubeful is not None or standing.at_score is not None:
        way = "cubeful" if standing.cubeful is not None else "at this score, the cube dead"
        kind = f"{way}, {standing.equity:+.4f} cubeless for money"
    typer.echo(f"{name}{value} {kind}, {standing.games} games{behind}{struck}")
    wins = f"{c.win:.2%} {c.win_gammon:.2%} {c.win_backgammon:.2%}"
    typer.echo(f"    {wins} - {1 - c.win:.2%} {c.lose_gammon:.2%} {c.lose_backgammon:.2%}")
    typer.echo(f"    ± {x.win:.2%} {x.win_gammon:.2%} {x.win_backgammon:.2%}         {x.lose_gammon:.2%}")


def _cube_json(
    before: "Position", plies: int, chances: dict[str, float], decision: "CubeDecision", window: "MarketWindow"
) -> dict[str, Any]:
    return {
        "position": str(before),
        "plies": plies,
        "chances": {name: round(p, 6) for name, p in chances.items()},
        "no_double": round(decision.no_double, 6),
        "double_take": round(decision.double_take, 6),
        "double_pass": round(decision.double_pass, 6),
        "decision": decision.text,
        "doubles": decision.action.doubles,
        "takes": decision.action.takes,
        "window": {
            "opens": round(window.opens, 6),
            "closes_dead": round(window.closes_dead, 6),
            "closes_live": round(window.closes_live, 6),
            "take_point_dead": round(window.take_point_dead, 6),
            "take_point_live": round(window.take_point_live, 6),
        },
    }


def _print_cube(win: float, decision: "CubeDecision", window: "MarketWindow") -> None:
    best = decision.equity
    values = {
        "no double": decision.no_double,
        "double, take": decision.double_take,
        "double, pass": decision.double_pass,
    }
    for name, value in values.items():
        gap = "" if abs(value - best) < 1e-9 else f"({value - best:+.4f})"
        typer.echo(f"{name:14} {value:+.4f} {gap}")
    typer.echo(decision.text)
    typer.echo(f"Wins {win:.1%}; the window opens at {window.opens:.1%}.")
    for name, closes in (("dead", window.closes_dead), ("live", window.closes_live)):
        typer.echo(f"With a {name} cube it closes at {closes:.1%}: take point {1 - closes:.1%}.")

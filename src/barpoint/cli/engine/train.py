"""`barpoint train`: make the nets from labelled positions."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from barpoint.progress import step

if TYPE_CHECKING:
    from barpoint.engine.training import Examples, Trainer

app = typer.Typer(no_args_is_help=True, help="Make the engine's nets from labelled positions.")

ChunksArgument = Annotated[list[Path], typer.Argument(help="Chunks of labelled positions (.npz); see docs/engine.md.")]
OutOption = Annotated[Path, typer.Option(help="The checkpoint to write.")]
PositionsOption = Annotated[float, typer.Option(help="Positions to train on, over all rounds, such as 4e7.")]
FromOption = Annotated[Path | None, typer.Option("--from", help="A checkpoint to go on from.")]
HoldoutOption = Annotated[Path | None, typer.Option(help="A chunk kept apart to measure the error on.")]
RateOption = Annotated[float, typer.Option(help="The first learning rate; it falls in a straight line.")]
LastRateOption = Annotated[float, typer.Option(help="The last learning rate.")]
BatchOption = Annotated[int, typer.Option(min=2, help="Positions a step, an even number.")]
WithoutOption = Annotated[
    list[Path] | None,
    typer.Option(exists=True, help="A file of decisions whose boards are kept apart, to measure strength with."),
]
SeedOption = Annotated[int, typer.Option(help="The same seed gives the same net.")]


@app.command()
def contact(
    chunks: ChunksArgument,
    out: OutOption,
    positions: PositionsOption = 4e7,
    hidden: Annotated[int, typer.Option(min=32, help="Width of the first layer, a multiple of 32.")] = 320,
    start: FromOption = None,
    held: HoldoutOption = None,
    rate: RateOption = 4e-3,
    last_rate: LastRateOption = 1e-5,
    batch: BatchOption = 512,
    without: WithoutOption = None,
    seed: SeedOption = 1,
) -> None:
    """Train the net for contact positions.

    Example: barpoint train contact data/*.npz --out contact.npz --positions 4e7
    """
    from barpoint.engine.nets import BUCKETS
    from barpoint.engine.training import (
        Course,
        fresh_weights,
        read_checkpoint,
    )

    weights = read_checkpoint(start) if start else fresh_weights(hidden, 32, BUCKETS, seed)
    course = Course(int(positions), batch, rate, last_rate, seed=seed)
    _train(weights, course, chunks, held, out, without, races=False)


@app.command()
def race(
    chunks: ChunksArgument,
    out: OutOption,
    positions: PositionsOption = 6e6,
    start: FromOption = None,
    held: HoldoutOption = None,
    rate: RateOption = 4e-3,
    without: WithoutOption = None,
    seed: SeedOption = 1,
) -> None:
    """Train the net for races that are not yet a bear-off.

    Example: barpoint train race data/*.npz --out race.npz
    """
    from barpoint.engine.training import (
        Course,
        fresh_weights,
        read_checkpoint,
    )

    weights = read_checkpoint(start) if start else fresh_weights(128, 16, 1, seed)
    course = Course(int(positions), rate=rate, last_rate=1e-5, seed=seed)
    _train(weights, course, chunks, held, out, without, races=True)


@app.command()
def quick(
    chunks: ChunksArgument,
    out: OutOption,
    sets: Annotated[float, typer.Option(help="Rolls whose replies are valued and learnt from.")] = 7.6e5,
    passes: Annotated[float, typer.Option(help="How often each is looked at.")] = 8.0,
    without: WithoutOption = None,
    seed: SeedOption = 3,
) -> None:
    """Train the quick net that picks which replies the search looks at, by the big nets that are installed.

    Example: barpoint train quick data/*.npz --out quick.npz --without decisions.jsonl.gz
    """
    from barpoint.engine import ready_for
    from barpoint.engine.training import (
        Siblings,
        save_quick,
        shortlist_losses,
        train_quick,
    )

    ready_for("train_quick")
    held_apart = _holdout_boards(without)
    with step("valuing replies", kept="nothing"):
        siblings = Siblings.of(chunks, int(sets), seed, held_apart)
    typer.echo(f"{len(siblings)} rolls, {len(siblings.boards)} replies")
    with step("training the quick net", kept="nothing"):
        weights = train_quick(siblings, passes, seed=seed)
    save_quick(weights, out)
    others = Siblings.of(chunks, 5000, seed + 1, held_apart)
    for keep in (2, 4, 6):
        lost = 1e3 * shortlist_losses(weights, others, keep).mean()
        typer.echo(f"the best of {keep} loses {lost:.2f} millipoints to the best of all ({len(others)} rolls)")


@app.command()
def label(
    chunks: ChunksArgument,
    into: Annotated[Path, typer.Option(help="The folder for the new chunks; names stay.")],
    share: Annotated[float, typer.Option(min=0, max=1, help="How much of a label is our own.")] = 0.4,
    plies: Annotated[int, typer.Option(min=0, max=4, help="How deep our own look goes.")] = 1,
) -> None:
    """Label contact positions by the engine's own search, mixed with the labels they have.

    Example: barpoint train label data/static-*.npz --into own
    """
    from barpoint.engine import ready_for
    from barpoint.engine.training import relabel

    ready_for("label")
    into.mkdir(parents=True, exist_ok=True)
    for chunk in chunks:
        with step(f"labelling {chunk.name}", kept=f"the chunks finished in {into}") as report:
            for done in relabel(chunk, into / chunk.name, share, plies):
                report(done, now=f"{done} positions")


@app.command()
def longgammon(
    out: OutOption,
    positions: PositionsOption = 8e6,
    start: FromOption = None,
    ahead: Annotated[float, typer.Option(help="From this share on, labels look one level ahead.")] = 0.97,
    rate: RateOption = 3e-3,
    seed: SeedOption = 1,
) -> None:
    """Train Longgammon's net by its own games, and write its net file.

    Example: barpoint train longgammon --out longgammon-net.npz --positions 8e6
    """
    from barpoint.engine import ready_for
    from barpoint.engine.training import (
        TrainingPlan,
        save_longgammon,
        train_longgammon,
    )

    ready_for("train_longgammon")
    plan = TrainingPlan(int(positions), ahead, rate, seed=seed)
    beside, saved = out.with_suffix(".checkpoint.npz"), time.monotonic()
    with step("training by its own games", kept=lambda: kept_in(beside)) as report:
        for trainer in train_longgammon(plan, start):
            report(trainer.steps_done, trainer.course.steps, _error(trainer))
            if time.monotonic() - saved > 60:
                saved = time.monotonic()
                trainer.save(beside)
    save_longgammon(trainer, out)


@app.command()
def pack(
    contact: Annotated[Path, typer.Argument(help="The contact net's checkpoint.")],
    race: Annotated[Path, typer.Argument(help="The race net's checkpoint.")],
    quick: Annotated[Path, typer.Argument(help="The quick net's checkpoint.")],
    out: Annotated[Path, typer.Argument(help="The net file to write.")],
) -> None:
    """Make a net file of whole numbers from three checkpoints.

    Example: barpoint train pack contact.npz race.npz quick.npz backgammon-nets.npz
    """
    from barpoint.engine.training import pack as pack_nets

    pack_nets(contact, race, quick, out)


def _holdout_boards(without: list[Path] | None) -> Any:
    """The numbers of the boards kept apart."""
    from barpoint.engine.training import holdout_boards

    try:
        return holdout_boards(without or [])
    except ValueError as wrong:
        raise typer.BadParameter(str(wrong), param_hint="--without") from wrong


def _train(
    weights: Any,
    course: Any,
    chunks: list[Path],
    holdout: Path | None,
    out: Path,
    without: list[Path] | None,
    *,
    races: bool,
) -> None:
    """Train with a checkpoint every five minutes."""
    from barpoint.engine import ready_for
    from barpoint.engine.training import Examples, Trainer

    ready_for("train_nets")
    held_apart = _holdout_boards(without)
    with step("reading positions"):
        examples = Examples.read([path for path in chunks if path != holdout], races=races, apart=held_apart)
    apart = Examples.read([holdout], races=races) if holdout else None
    trainer = Trainer(weights, course)
    typer.echo(f"{len(examples)} examples, {course.steps} steps")
    saved = time.monotonic()
    with step("training", course.steps, kept=lambda: kept_in(out)) as report:
        for done in trainer.train(examples):
            report(done, now=_error(trainer))
            if time.monotonic() - saved > 300:
                saved = time.monotonic()
                trainer.save(out)
    trainer.save(out)
    if apart:
        typer.echo(f"held-out error {_holdout_error(trainer, apart):.2f} millipoints")


def kept_in(checkpoint: Path) -> str:
    """What is left of a training that is cut short."""
    return f"{checkpoint}; --from goes on from it" if checkpoint.exists() else "nothing yet"


def _error(trainer: "Trainer") -> str:
    return f"error {1e3 * trainer.error**0.5:.1f} millipoints"


def _holdout_error(trainer: "Trainer", examples: "Examples") -> float:
    import numpy as np

    from barpoint.engine.training import EQUITY

    error = (trainer.predict(examples.boards) - examples.labels) @ EQUITY
    return float(1e3 * np.sqrt((error**2).mean()))

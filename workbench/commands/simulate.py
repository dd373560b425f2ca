"""The commands that simulate data like the user's own: calibrate and plan."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from workbench.commands.options import CACHE, DATA, EXPERIMENT, OWN, speak_plainly

if TYPE_CHECKING:
    import pandas as pd


def _ask_components(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that say what is simulated."""
    options = (
        click.option(
            "--metric", "names", multiple=True,
            help="A metric, as 'rouge-1' or 'rouge-1 f STEM'; repeat for a second one. "
            "The first two of the experiment by default.",
        ),
        click.option("--criterion", help="Whose judgments; the first one by default."),
        click.option("--task", help="Part of the data set; the first one by default."),
        click.option("--systems", type=click.IntRange(4), help="How many; those of the data by default."),
        click.option("--inputs", type=click.IntRange(1), help="How many; those of the data by default."),
        click.option(
            "--difference", type=click.FloatRange(0, 2), default=0.1, show_default=True,
            help="Of two correlations, for the power of a test.",
        ),
        click.option("--replications", type=click.IntRange(10), default=1000, show_default=True),
        click.option("--seed", type=click.IntRange(0), default=0, show_default=True),
        click.option("--format", type=click.Choice(["text", "csv"]), default="text", show_default=True),
    )  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


@click.command()
@click.argument("experiment", type=click.Path(path_type=Path), required=False)
@click.option("--design", type=click.Choice(["T", "R"]), help="A known design instead of an experiment.")
@_ask_components
@click.option("--coefficient", default="pearson", show_default=True, help="pearson, spearman or kendall.")
@click.option(
    "--shape",
    "shapes",
    type=click.Choice(["normal", "exponential", "outliers"]),
    multiple=True,
    default=["normal", "exponential"],
    show_default=True,
    help="Of the systems' qualities; exponential: a few systems stand out; outliers: one of twelve falls far "
    "behind. Repeatable.",
)
@click.option(
    "--step", type=click.FloatRange(0), default=0.0, help="Round judgments to multiples of this, for ties."
)
@click.option("--interval", "intervals", multiple=True, help="Only this interval. Repeatable.")
@click.option("--test", "tests", multiple=True, help="Only this test. Repeatable.")
@click.option("--draws", type=click.IntRange(9), default=299, show_default=True, help="Of each replication.")
@DATA
@CACHE
@OWN
@speak_plainly
def calibrate(
    experiment: Path | None, design: Literal["T", "R"] | None, names: tuple[str, ...], criterion: str | None,
    task: str | None, systems: int | None, inputs: int | None, difference: float, replications: int,
    seed: int, format: Literal["text", "csv"], coefficient: str,
    shapes: tuple[Literal["normal", "exponential", "outliers"], ...], step: float,
    intervals: tuple[str, ...], tests: tuple[str, ...], draws: int, data: Path | None, cache: Path,
    own: tuple[Path, ...],
) -> None:  # fmt: skip
    """Simulate data like those of EXPERIMENT, and say which intervals and tests are right on them."""
    from workbench.analyses.simulation.calibrate import (
        CalibrationSpec,
        calibrate_design,
    )
    from workbench.analyses.simulation.calibration_text import write_calibration
    from workbench.executor import Serial
    from workbench.experiment.experiment import read

    if (experiment is None) == (design is None):
        raise click.UsageError("Name an experiment file or give --design, one of the two.")
    asked: dict[str, Any] = {
        "coefficient": coefficient, "shapes": list(dict.fromkeys(shapes)), "difference": difference,
        "systems": systems or 0, "inputs": inputs or 0, "replications": replications, "draws": draws,
        "seed": seed, "step": step, **({"intervals": list(intervals)} if intervals else {}),
        **({"tests": list(tests)} if tests else {}),
    }  # fmt: skip
    if design is not None:
        frame = calibrate_design(design, CalibrationSpec(**asked), Serial(sys.stderr.isatty()))
        text = write_calibration(frame)
    elif experiment is not None:
        subject = {"metrics": list(names), "criterion": criterion, "task": task}
        done = read(experiment, data, metric_files=own, cache=cache).calibrate(**asked, **subject)
        frame, text = done.frame, done.text
    _say(frame, text, format)


@click.command()
@EXPERIMENT
@click.option("--width", type=float, help="Wanted width of a 95 % interval.")
@click.option("--power", type=float, help="Wanted power of a test of two metrics at level .05.")
@_ask_components
@click.option(
    "--references", type=click.IntRange(1), help="References of an input; those of the data by default."
)
@DATA
@CACHE
@OWN
@speak_plainly
def plan(
    experiment: Path, width: float | None, power: float | None, names: tuple[str, ...], criterion: str | None,
    task: str | None, systems: int | None, inputs: int | None, difference: float, replications: int,
    seed: int, format: Literal["text", "csv"], references: int | None, data: Path | None, cache: Path,
    own: tuple[Path, ...],
) -> None:  # fmt: skip
    """Say how many systems, inputs and references a width or a power takes, on data like EXPERIMENT's."""
    from workbench.experiment.experiment import read

    done = read(experiment, data, metric_files=own, cache=cache).size_for(
        width=width, power=power, difference=difference, systems=systems or 0, inputs=inputs or 0,
        references=references or 0, replications=replications, seed=seed, metrics=list(names),
        criterion=criterion, task=task,
    )  # fmt: skip
    _say(done.frame, done.text, format)


def _say(frame: "pd.DataFrame", text: str, format: Literal["text", "csv"]) -> None:
    click.echo(frame.to_csv(index=False, lineterminator="\n") if format == "csv" else f"{text}\n", nl=False)

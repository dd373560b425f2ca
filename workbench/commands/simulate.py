"""The commands that simulate data like the user's own: calibrate and plan."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from workbench.commands.examples import examples
from workbench.commands.home_path import HomePath
from workbench.commands.options import CACHE, DATA, EXPERIMENT, OWN, speak_plainly
from workbench.commands.section_options import from_section

if TYPE_CHECKING:
    import pandas as pd

FORMAT = click.option(
    "--format",
    type=click.Choice(["text", "csv"]),
    default="text",
    show_default=True,
    help="For people, or programs.",
)


@click.command(
    cls=from_section("calibrate"),
    epilog=examples(
        "workbench calibrate simulated-ceilings --metric rouge-1 --metric rouge-2",
        "workbench calibrate --design T --replications 200",
    ),
)
@click.argument("experiment", type=HomePath(path_type=Path), required=False)
@click.option(
    "--design",
    help="A known design instead of an experiment: T, R, a world (heavy-deviation, wmt20-bleu, ...) or "
    "hostile, all worlds.",
)
@FORMAT
@DATA
@CACHE
@OWN
@speak_plainly
def calibrate(
    experiment: Path | None, design: str | None, format: Literal["text", "csv"],
    data: Path | None, cache: Path, own: tuple[Path, ...], **asked: Any,
) -> None:  # fmt: skip
    """Simulate data like those of EXPERIMENT, and say which intervals and tests are right on them.

    Each replication is a data set with its intervals and tests: 1,000 of them may take a minute or more.
    """
    from workbench.analyses.simulation.calibrate import CalibrationSpec, calibrate_design
    from workbench.analyses.simulation.calibrate_worlds import calibrate_worlds, write_worlds
    from workbench.analyses.simulation.calibration_text import write_calibration
    from workbench.executor import Serial
    from workbench.experiment.read import read
    from workbench.experiment.spec import build_section

    if (experiment is None) == (design is None):
        raise click.UsageError("Name an experiment file or give --design, one of the two.")
    if design is not None:
        question = build_section("calibration", CalibrationSpec, asked)
        is_world = design not in ("T", "R")
        simulated, say = (
            (calibrate_worlds, write_worlds) if is_world else (calibrate_design, write_calibration)
        )
        frame = simulated(design, question, Serial(sys.stderr.isatty()))
        _say(frame, say(frame), format)
    elif experiment is not None:
        done = read(experiment, data, metric_files=own, cache=cache).calibrate(**asked)
        _say(done.frame, done.text, format)


@click.command(
    cls=from_section("size_for"),
    epilog=examples(
        "workbench plan simulated-ceilings --width 0.2",
        "workbench plan simulated-ceilings --power 0.8 --difference 0.1",
    ),
)
@EXPERIMENT
@FORMAT
@DATA
@CACHE
@OWN
@speak_plainly
def plan(
    experiment: Path, format: Literal["text", "csv"], data: Path | None, cache: Path, own: tuple[Path, ...],
    **asked: Any,
) -> None:  # fmt: skip
    """Say how many systems, inputs and references a width or a power takes, on data like EXPERIMENT's."""
    from workbench.experiment.read import read

    done = read(experiment, data, metric_files=own, cache=cache).size_for(**asked)
    _say(done.frame, done.text, format)


def _say(frame: "pd.DataFrame", text: str, format: Literal["text", "csv"]) -> None:
    click.echo(frame.to_csv(index=False, lineterminator="\n") if format == "csv" else f"{text}\n", nl=False)

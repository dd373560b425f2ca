"""The command that tests systems against the first of them, as sacrebleu's --paired-bs and --paired-ar do."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from workbench.commands.examples import examples
from workbench.commands.options import OWN, enter_own, speak_plainly
from workbench.errors import Problem, SpecError

if TYPE_CHECKING:
    import pandas as pd


@click.command(
    epilog=examples(
        "workbench compare-systems base.txt better.txt -r references.txt -m bleu -m chrf",
        "workbench compare-systems a.txt b.txt -r ref.txt --method randomisation --format csv",
    )
)
@click.argument("systems", nargs=-1, required=True)
@click.option("-r", "--references", required=True, multiple=True, help="A file of references; repeatable.")
@click.option(
    "-m", "--metric", "names", multiple=True, default=["bleu"], show_default=True,
    help="A name of `workbench metrics`; repeatable.",
)  # fmt: skip
@click.option(
    "--method", type=click.Choice(["bootstrap", "randomisation"]), default="bootstrap", show_default=True,
    help="sacrebleu's --paired-bs or --paired-ar.",
)  # fmt: skip
@click.option(
    "--draws", type=click.IntRange(1, 1_000_000), show_default="1000, of randomisation 10000",
    help="Bootstrap samples, or swaps.",
)  # fmt: skip
@click.option("--seed", type=click.IntRange(0), default=12345, show_default=True, help="As in sacrebleu.")
@click.option(
    "--format", type=click.Choice(["text", "csv"]), default="text", show_default=True,
    help="In percent for people, or fractions for programs.",
)  # fmt: skip
@OWN
@speak_plainly
def compare_systems(
    systems: tuple[str, ...], references: tuple[str, ...], names: tuple[str, ...],
    method: Literal["bootstrap", "randomisation"], draws: int | None, seed: int,
    format: Literal["text", "csv"], own: tuple[Path, ...],
) -> None:  # fmt: skip
    """Test SYSTEMS, files of a segment a line, against the first of them, the baseline.

    With sacrebleu's default seed the draws and intervals are sacrebleu's. So are the p-values, but that draws
    count which equal the observed difference: p of TER, with many of these, is larger here, and two systems
    that are equal do not differ.
    """
    from workbench.experiment.files import read_texts
    from workbench.experiment.resampled_texts import compare_texts
    from workbench.stats.decisions.paired_systems import caution_of_test

    enter_own(own)
    number = draws or (1000 if method == "bootstrap" else 10_000)
    if len(systems) > 1 == len({*systems}):
        what = f"one file is named as a system {len(systems)} times, and has nothing to be compared with"
        raise SpecError(Problem("", what, systems[0], hint="The baseline comes first, then another file"))
    texts = {name: read_texts(name, references) for name in dict.fromkeys(systems)}
    frame = compare_texts(texts, list(dict.fromkeys(names)), method=method, draws=number, seed=seed)
    n_lines = len(next(iter(texts.values())).candidates)
    cautions = [*filter(None, [caution_of_test(method, n_lines, units="lines")]), *_undefined(frame)]
    if format == "csv":
        click.echo(frame.to_csv(index=False, lineterminator="\n").rstrip("\n"))
        for caution in cautions:
            click.echo(f"note: {caution}", err=True)
        return
    click.echo(_table(frame))
    click.echo(
        f"\nPaired {method}, {number:,} draws of the {n_lines:,} lines, seed {seed}; "
        f"score (mean ± 95 % interval){_times_100(frame['metric'])}."
    )
    click.echo("p is two-sided and for each system alone, not adjusted for their number.")
    for caution in cautions:
        click.echo(f"note: {caution}")


def _undefined(frame: "pd.DataFrame") -> list[str]:
    """Say how many draws count nowhere, of each system in the order of the table."""
    first = frame["system"].iloc[0]
    return [
        f"{row['metric']}: {row['undefined_draws']:,} draws are left out, in which {row['system']}"
        f"{'' if row['system'] == first else f' or {first}'} has no score"
        for row in frame.to_dict("records")
        if row["undefined_draws"]
    ]


def _times_100(metrics: "pd.Series") -> str:
    """Return what is said of scores that are multiplied, and of those that are not."""
    from workbench.experiment.score_table import is_in_percent
    from workbench.metrics.base import get_metric

    names = list(dict.fromkeys(metrics))
    as_is = [name for name in names if not is_in_percent(get_metric(name))]
    if not as_is:
        return " × 100"
    return f" × 100, {', '.join(as_is)} as it is" if len(as_is) < len(names) else ""


def _table(frame: "pd.DataFrame") -> str:
    """Return a line for each system, a column for each metric."""
    from workbench.experiment.score_table import write_score
    from workbench.metrics.base import get_metric

    single = frame.groupby("metric")["component"].nunique() == 1
    heads = [
        f"{m}{'' if single[m] else f' {c}'}{'' if higher else ' (lower is better)'}"
        for m, c, higher in zip(*(frame[n] for n in ("metric", "component", "higher_is_better")), strict=True)
    ]
    cells = []
    for row in frame.to_dict("records"):
        metric = get_metric(row["metric"])
        score, mean, half = (write_score(row[name], metric, True) for name in ("score", "mean", "half"))
        star = "*" if row["p"] <= 0.05 else " "
        tested = f" p = {row['p']:.4f}{star}" if row["p"] == row["p"] else " " * 12
        cells.append(f"{score} ({mean} ± {half}){tested}")
    wide = frame.assign(head=heads, cell=cells).pivot(index="system", columns="head", values="cell")
    wide = wide.loc[list(dict.fromkeys(frame["system"])), list(dict.fromkeys(heads))]
    return str(wide.rename_axis(None, axis=1).rename_axis(None).to_string())

"""The command that writes an experiment file, or a card."""

from dataclasses import replace
from pathlib import Path

import click

from workbench.commands.completion import complete_data
from workbench.commands.examples import examples
from workbench.commands.home_path import HomePath
from workbench.commands.options import DATA, speak_plainly


@click.command(
    epilog=examples("workbench new simulated-news", "workbench new --from galley-simulated --out mine.toml")
)
@click.argument("dataset", required=False, shell_complete=complete_data)
@DATA
@click.option("--from", "source", help="Copy this experiment of those that come with the workbench.")
@click.option("--list", "listed", is_flag=True, help="List the experiments that come with the workbench.")
@click.option(
    "--card",
    type=HomePath(path_type=Path),
    help="Write card.toml for this folder, which has tables of outputs, references and judgments.",
)
@click.option("--out", type=HomePath(path_type=Path), help="The file; named after what it is about, here.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@speak_plainly
def new(
    dataset: str | None, data: Path | None, source: str | None, listed: bool, card: Path | None,
    out: Path | None, force: bool,
) -> None:  # fmt: skip
    """Write an experiment file about DATASET, with comments, a copy of a known one, or a card.

    DATASET is a name of `workbench data list`, or a folder that has a card.toml. What it holds decides which
    metrics, criteria and references are asked for.
    """
    if sum((dataset is not None, source is not None, listed, card is not None)) != 1:
        raise click.UsageError(
            "About what? Name a data set (`workbench data list`), or give --from EXPERIMENT, --card FOLDER "
            "or --list, one of them."
        )
    if listed:
        from workbench.experiment.bundled import show_bundled

        click.echo(show_bundled(data))
    elif card is not None:
        from workbench.datasets.new_card import new_card

        _write(out or card / "card.toml", new_card(card), force)
        click.echo(f"Correct what is said there of criteria and raters, then: workbench new {card}")
    elif source is not None:
        from workbench.shipped import find_experiment

        found = find_experiment(source)
        place = out or Path(found.name)
        _write(place, found.read_text(encoding="utf-8"), force)
        click.echo(f"What it would do: workbench check {place}")
    elif dataset is not None:
        from workbench.datasets.load import is_path, load, place_of_files
        from workbench.datasets.readers.mt_scores import metrics_with_scores
        from workbench.experiment.new import new_experiment

        folder = Path(dataset)
        # a plain name is one of the sets of --data where these have it, whatever else lies here
        is_there = data is not None and folder.name == dataset and (data / dataset / "card.toml").is_file()
        if not is_there and (folder / "card.toml").is_file():
            dataset, data = folder.resolve().name, folder.resolve().parent
            # what lies here is found by its name
            is_here = data == Path.cwd() and is_path(dataset, None)
            # the folder that one is in has no name in its path
            home = next(each for each in (folder.parent, folder / "..", data) if each.resolve() == data)
            said = "" if is_here else f" --data {home}"
        else:
            said = f" --data {data}" if data is not None else ""
        place = out or Path(f"{Path(dataset).name}.toml")
        own = load(dataset, data)
        if is_path(dataset, None):
            # a folder without a card is found by its path alone
            own = replace(own, card=own.card.model_copy(update={"name": dataset}))
        files = place_of_files(dataset, data)
        scored = metrics_with_scores(files / "metric-scores") if files is not None else []
        _write(place, new_experiment(own, str(place), said, scored), force)
        click.echo(f"Next: workbench check {place}{said}, then workbench run {place}{said}")


def _write(path: Path, text: str, force: bool) -> None:
    from workbench.datasets.writers.files import write_bytes
    from workbench.errors import Problem, SpecError

    if path.exists() and not force:
        hint = "--out FILE writes another one, --force writes over it"
        raise SpecError(Problem(str(path), "is there already", hint=hint))
    write_bytes(path, text.encode())
    click.echo(f"Written: {path}")

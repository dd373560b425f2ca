"""The commands about data sets: list, show, fetch, validate, import, convert."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from workbench.commands.completion import complete_data
from workbench.commands.examples import examples
from workbench.commands.home_path import HomePath
from workbench.commands.mapping_options import MappingCommand, takes_mapping
from workbench.commands.options import DATA, speak_plainly
from workbench.commands.sentences import SentenceGroup

if TYPE_CHECKING:
    from workbench.datasets.mapping.column_map import ColumnMap


@click.group(cls=SentenceGroup, epilog=examples("workbench data list", "workbench data show summeval"))
def data() -> None:
    """List, fetch, check and convert data sets."""


@data.command("list", epilog=examples("workbench data list", "workbench data list --data data"))
@DATA
@speak_plainly
def list_data(data: Path | None) -> None:
    """List the data sets: which are here, which can be fetched, which have to be requested."""
    from workbench.datasets.catalogue import list_cards, show_list

    click.echo(show_list(list_cards(data)))


@data.command(
    "show", epilog=examples("workbench data show simulated-news", "workbench data show summeval --data data")
)
@click.argument("name", shell_complete=complete_data)
@DATA
@speak_plainly
def show_data(name: str, data: Path | None) -> None:
    """Show the card of the data set NAME: criteria, raters, sizes, licence, citation, files.

    Or of the folder or file at that path, which is read.
    """
    from workbench.datasets.card import get_card
    from workbench.datasets.catalogue import show_card
    from workbench.datasets.load import home_of, is_path, load

    home = home_of(data)
    click.echo(show_card(load(name, data).card if is_path(name, home) else get_card(name, home)))


@data.command(
    "fetch",
    epilog=examples(
        "workbench data fetch wmt19-system --data data",
        "workbench data fetch summeval --data data --mirror downloads",
    ),
)
@click.argument("name", shell_complete=complete_data)
@DATA
@click.option(
    "--mirror",
    default="",
    envvar="WORKBENCH_MIRROR",
    help="A folder or an address that has the files; also the environment variable WORKBENCH_MIRROR.",
)
@speak_plainly
def fetch_data(name: str, data: Path | None, mirror: str) -> None:
    """Download the files of the data set NAME from where they were published, and check them."""
    from workbench.datasets.card import get_card
    from workbench.datasets.fetch import fetch_originals
    from workbench.datasets.load import home_of

    home = home_of(data)
    if home is None:
        raise click.UsageError("Where to? Name the folder of the data sets with --data or WORKBENCH_DATA.")
    card = get_card(name, home)
    if card.origins:
        click.echo(f"licence: {card.licence}\ncitation: {card.citation}")
    for path, state in fetch_originals(card, home, mirror, progress=sys.stderr.isatty()):
        click.echo(f"{state:7}  {path}")
    click.echo(f"All files are as the card describes them: {name} can be used with --data {home}")


@data.command(
    "validate", epilog=examples("workbench data validate simulated-news", "workbench data validate data/mine")
)
@click.argument("path")
@DATA
@speak_plainly
def validate_data(path: str, data: Path | None) -> None:
    """Check the files at PATH against their card: a data set, a folder of data sets, or a data set's name."""
    from workbench.datasets.card import card_names
    from workbench.datasets.validate import sets_at, validate
    from workbench.errors import DataError, Problem, path_of

    folder = path_of(path, "path")
    sets: list[tuple[str, Path | None]] = list(sets_at(folder, card_names())) if folder.is_dir() else []
    if not sets and folder.exists():
        hint = "The folder of a data set is called as in `workbench data show NAME`, or has a card.toml"
        raise DataError(Problem(path, "is no data set that is known", hint=hint))
    is_right = True
    for name, home in sets or [(path, data)]:
        for check in validate(name, home):
            click.echo(f"{check.state:7}  {check.what}")
            for problem in check.problems:
                click.echo(f"         {problem}")
            is_right &= check.state in ("ok", "unknown")
    if not is_right:
        sys.exit(1)


@data.command(
    "import",
    cls=MappingCommand,
    epilog=examples(
        "workbench data import wide.csv --text summary --reference ref1 --reference ref2 "
        "--segment doc_id --system system --criterion coherence",
        "workbench data import model_annotations.jsonl --judgment expert_annotations[].coherence --yes",
    ),
)
@click.argument("files", nargs=-1, required=True, type=HomePath(path_type=Path))
@click.option("--out", type=HomePath(path_type=Path), help="Where to; by default named after FILES, here.")
@click.option("--yes", is_flag=True, help="Take the columns that are proposed without asking.")
@click.option(
    "--unmatched",
    type=click.Choice(["error", "drop"]),
    default="error",
    show_default=True,
    help="References and judgments of what has no output: a fault, or left out and counted.",
)
@speak_plainly
@takes_mapping
def import_data(
    files: tuple[Path, ...], mapping: "ColumnMap", out: Path | None, yes: bool,
    unmatched: Literal["error", "drop"],
) -> None:  # fmt: skip
    """Make a data set of FILES: say which column holds what, or take what is proposed.

    FILES are CSV, TSV, semicolons, JSONL with nested lists, Parquet or Excel; one wide table, or several of
    which each has a part; or the folder of a test set of mt-metrics-eval. COLUMN is the name of a column or a
    path into nested records, such as expert_annotations[].coherence.
    """
    from workbench.datasets.importing import (
        default_out,
        import_proposed,
        import_test_set,
        needs_no_mapping,
        next_command,
        propose_import,
        scores_line,
    )
    from workbench.datasets.understood import understand
    from workbench.errors import listed

    place = out or default_out(list(files))
    if len(files) == 1 and needs_no_mapping(files[0]):
        evalset = import_test_set(files[0], place, unmatched)
    else:
        proposed = propose_import(list(files), mapping)
        click.echo(f"Columns: {proposed.mapping.command(proposed.paths)}")
        if proposed.numbers_left:
            left, line = ", ".join(proposed.numbers_left), scores_line(proposed)
            of_metrics = f". Scores of a metric are a line of [scores] in the experiment: {line}"
            how = "a column of ratings is taken by --criterion NAME"
            click.echo(f"Numbers that are not taken: {left}; {how}{of_metrics if line else ''}")
        if proposed.names_left:
            left = ", ".join(proposed.names_left)
            click.echo(f"Words that are not taken: {left}. If they are ratings: --criterion NAME")
        if proposed.otherwise is not None:
            click.echo(
                f"{listed(proposed.alike)} are taken as {len(proposed.alike)} criteria. "
                f"If they are ratings of one by several people: {proposed.otherwise.command(proposed.paths)}"
            )
        if proposed.empty:
            click.echo(f"Empty columns: {', '.join(proposed.empty)}")
        if proposed.is_guessed and not yes and not _agrees():
            click.echo("Nothing was written. Name the columns, or say --yes.", err=True)
            sys.exit(2)
        evalset = import_proposed(proposed, place, unmatched)
    click.echo(repr(evalset))
    click.echo(str(understand(evalset)))
    for note in evalset.notes[1:]:
        click.echo(f"note: {note}")
    click.echo(
        f"Written: {place}. Its card.toml says which criteria count downwards: correct it where it is wrong."
    )
    click.echo(next_command(place))


def _agrees() -> bool:
    try:
        return click.confirm("Is that right?", default=True)
    except click.Abort:
        # nobody is there to answer
        return False


@data.command(
    "convert",
    epilog=examples(
        "workbench data convert scores.tsv --to csv",
        "workbench data convert wmt23 --format mt-metrics-eval --task en-de --out data/wmt23",
    ),
)
@click.argument("path", type=HomePath(path_type=Path))
@click.option("--format", "source", default="", help="Format of PATH; found by looking where not given.")
@click.option("--to", "target", default="jsonl", show_default=True, help="Format to write.")
@click.option("--out", type=HomePath(path_type=Path), help="Where to; by default named after PATH, here.")
@click.option("--task", default="", help="Of several tasks (language pairs), this one only.")
@click.option(
    "--level",
    type=click.Choice(["seg", "doc", "domain", "sys"]),
    default="seg",
    show_default=True,
    help="What a segment of a folder of mt-metrics-eval is.",
)
@click.option("--metric", default="", help="For nlpstats and score files: the score that is X.")
@click.option("--criterion", default="", help="For nlpstats: the score that is Z.")
@speak_plainly
def convert_data(
    path: Path, source: str, target: str, out: Path | None, task: str,
    level: Literal["seg", "doc", "domain", "sys"], metric: str, criterion: str,
) -> None:  # fmt: skip
    """Convert the data set or the scores at PATH: read one format of exchange, write another or the same.

    Formats: mt-metrics-eval, sacrerouge, nlpstats, csv, tsv, jsonl. A folder is a data set and becomes one
    that `--data` finds by its name; a file holds texts or scores of systems.
    """
    from workbench.datasets.exchanged_sets import Chosen
    from workbench.datasets.interchange import convert
    from workbench.datasets.load import load
    from workbench.datasets.understood import understand

    place = out or Path(f"{path.resolve().name.split('.')[0]}-{target}")
    done = convert(path, place, source, target, Chosen(task, level, metric, criterion))
    click.echo(f"{done.source} read, {done.target} written: {', '.join(map(str, done.files))}")
    for note in done.notes:
        click.echo(f"note: {note}")
    for file in done.files:
        if (file / "card.toml").is_file():
            click.echo(str(understand(load(file.resolve().name, file.resolve().parent))))

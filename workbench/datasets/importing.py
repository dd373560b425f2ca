"""Importing: somebody's files, by a mapping, into a folder that is a data set."""

import json
import re
import shlex
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple

from workbench.datasets.at_path import name_of, read_path
from workbench.datasets.card import DatasetCard, is_name
from workbench.datasets.evalset import EvalSet
from workbench.datasets.exchanged_sets import replace_card
from workbench.datasets.mapping.apply import build_mapped
from workbench.datasets.mapping.cells import as_number, as_written, is_missing
from workbench.datasets.mapping.column_map import ColumnMap, split_name
from workbench.datasets.mapping.columns_check import check_columns, is_empty
from workbench.datasets.mapping.folder_files import folders_left
from workbench.datasets.mapping.line_files import read_tables
from workbench.datasets.mapping.names import is_automatic, is_no_rating
from workbench.datasets.mapping.propose import propose
from workbench.datasets.mapping.rated_references import ratings_of_references
from workbench.datasets.mapping.rater_columns import rater_columns
from workbench.datasets.mapping.seen_columns import columns_left, plain_name
from workbench.datasets.mapping.source_table import SourceTable
from workbench.datasets.mapping.unfold import unfold
from workbench.datasets.mapping.unnamed_weights import unnamed_weights
from workbench.datasets.not_found import set_nearby
from workbench.datasets.places import ENDINGS
from workbench.datasets.readers.mt_metrics_eval import is_test_set
from workbench.datasets.scores import SEGMENTS, TASKS
from workbench.datasets.writers.card import write_card
from workbench.datasets.writers.files import put_folder
from workbench.datasets.writers.tables import write_tables
from workbench.errors import DataError, Problem, SpecError, WorkbenchError


class Proposed(NamedTuple):
    """Tables, the mapping that is proposed for them, and whether more is in it than was said.

    `otherwise` is the mapping if columns with names that are alike are people's ratings of one criterion,
    `alike` the first of these columns; None and nothing where there are none.
    """

    paths: list[Path]
    sources: list[SourceTable]
    mapping: ColumnMap
    is_guessed: bool
    numbers_left: list[str]
    names_left: list[str]
    empty: list[str]
    otherwise: ColumnMap | None = None
    alike: tuple[str, ...] = ()


def propose_import(paths: list[Path], said: ColumnMap) -> Proposed:
    """Read files, or the tables of a folder, and propose a mapping of their columns.

    Raises
    ------
    DataError
        If there is no table, or one cannot be read.
    """
    if twice := [path for path in dict.fromkeys(paths) if paths.count(path) > 1]:
        raise SpecError(Problem(str(twice[0]), "is named twice", hint="Name each file once"))
    sources = read_tables(paths, said.segment[0] if len(said.segment) == 1 else "")
    if not sources:
        where = ", ".join(map(str, paths))
        near = set_nearby(paths[0]).removesuffix(". ") if paths[0].is_dir() else ""
        left = [each for path in paths if path.is_dir() and not near for each in folders_left(path)]
        raise DataError(Problem(where, "has no tables", allowed=", ".join(ENDINGS), hint=near), *left)
    sources = unfold(sources, said)
    mapping = propose(sources, said)
    proposed = Proposed(paths, sources, mapping, mapping != said, *_left(sources, mapping))
    # beside a column of texts a system they may begin or end in systems
    is_wide = len(mapping.text) > 1
    known = {column for source in sources for column in source.columns}
    # what nested records name as raters has its criterion already, as has what is called alike in each
    called = [split_name(each, known)[0] for each in mapping.criteria]
    single = [
        each
        for each, name in zip(mapping.criteria, called, strict=True)
        if split_name(each, known)[1] == each and called.count(name) == 1
    ]
    people = {} if said.criteria or is_wide else rater_columns(single)
    if not people:
        return proposed
    of = {column: criterion for criterion, columns in people.items() for column in columns}
    criteria = tuple(f"{of[each]}={each}" if each in of else each for each in mapping.criteria)
    alike = tuple(next(iter(people.values())))
    return proposed._replace(otherwise=mapping.model_copy(update={"criteria": criteria}), alike=alike)


def _left(sources: list[SourceTable], mapping: ColumnMap) -> tuple[list[str], list[str], list[str]]:
    """Return the columns of numbers, of names and of nothing that are not taken, and may be ratings."""
    # what rates references is asked about, and no rating of outputs
    of_references = {path for _, path in ratings_of_references(sources, mapping)}
    numbers, words = (
        [
            each
            for each in columns_left(sources, mapping, *kinds)
            if not is_no_rating(each) and (mapping.weights or each not in of_references)
        ]
        for kinds in (("number", "lists"), ("name", "other"))
    )
    empty = [each for each in columns_left(sources, mapping, "nothing") if is_empty(each, sources)]
    return numbers, [_with_numbers(sources, each) for each in words], empty


def scores_line(proposed: Proposed) -> str:
    """Return the line of ``[scores]`` that makes a metric of a column of automatic scores, "" for none.

    Examples
    --------
    >>> mapping = ColumnMap(segment="doc", system="system")
    >>> scores_line(Proposed([Path("x.csv")], [], mapping, True, ["rank", "bertscore"], [], []))
    'bertscore = { file = "x.csv", column = "bertscore", segment = "doc" }'
    """
    left = {each: plain_name(each) for each in proposed.numbers_left}
    columns = [each for each, called in left.items() if is_automatic(called, left.values())]
    mapping = proposed.mapping
    if not columns or len(proposed.paths) > 1 or not mapping.segment or not mapping.system:
        return ""
    said: dict[str, str | list[str]] = {"file": str(proposed.paths[0]), "column": columns[0]}
    known = {"segment": SEGMENTS, "system": ("system",), "task": TASKS}
    named = {"segment": mapping.segment[0], "system": mapping.system, "task": mapping.task}
    said |= {what: column for what, column in named.items() if column and column not in known[what]}
    said |= {"segment": [*mapping.segment]} if len(mapping.segment) > 1 else {}
    written = ", ".join(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in said.items())
    name = re.sub("[^a-z0-9]+", "-", columns[0].lower()).strip("-")
    return f"{name} = {{ {written} }}"


def _with_numbers(sources: list[SourceTable], column: str) -> str:
    """Return a column of words, and how many of its cells are numbers, as of ratings with a few faults."""
    cells = [row.get(column) for source in sources for _, row in source.rows]
    filled = [cell for cell in cells if not is_missing(cell)]
    number = sum(as_number(cell) is not None or as_written(cell) is not None for cell in filled)
    return f"{column} ({number:,} of {len(filled):,} cells are numbers)" if number else column


def import_proposed(proposed: Proposed, out: Path, unmatched: Literal["error", "drop"] = "error") -> EvalSet:
    """Write tables under a mapping as a data set: outputs, references, judgments, and a card.

    References and judgments of what there is no output of are faults, or left out and counted.

    Raises
    ------
    SpecError
        If a column of texts would be dropped, or the mapping is not complete.
    DataError
        If rows cannot be used, or `out` is there and not empty.
    """
    mapping = proposed.mapping
    check_columns(mapping, proposed.sources, ", ".join(map(str, proposed.paths)))
    problems = []
    for column in columns_left(proposed.sources, mapping, "text", "texts", "objects of text"):
        hint = f"Name it with --reference or --text, or leave it out with --leave-out {column!r}"
        where = ", ".join(source.name for source in proposed.sources if column in source.columns)
        problems.append(Problem(where, f"column {column!r} has texts, and is not named", hint=hint))
    problems += unnamed_weights(proposed.sources, mapping)
    if problems:
        raise SpecError(*problems)
    check_out(out)
    card = DatasetCard(name=out.resolve().name, unmatched=unmatched)
    evalset = build_mapped(card, mapping, proposed.sources)
    command = mapping.command(proposed.paths)
    source = f"{command} --unmatched drop" if unmatched == "drop" else command
    # what is written has nothing unmatched any more
    said = {"reader": "tables", "mapping": None, "source": source, "unmatched": "error"}
    write_data_set(out, evalset, evalset.card.model_copy(update=said))
    return evalset


def needs_no_mapping(path: Path) -> bool:
    """Tell whether a path is a folder of mt-metrics-eval, or of outputs, references and judgments already."""
    return is_test_set(path) or (path / "card.toml").is_file() or any(path.glob("outputs.*"))


def import_test_set(path: Path, out: Path, unmatched: Literal["error", "drop"] = "error") -> EvalSet:
    """Write a folder that needs no mapping as tables and a card; `unmatched` as for `import_proposed`.

    Raises
    ------
    DataError
        If it cannot be read, or `out` is there and not empty.
    """
    evalset = read_path(path, unmatched=unmatched)
    write_evalset(out, evalset, "--out")
    return evalset


def write_evalset(out: Path, evalset: EvalSet, option: str = "folder") -> None:
    """Write a data set that there is as tables and a card; `option` is what names the folder."""
    check_out(out, option)
    write_data_set(out, evalset, _card_there(out, evalset))


def is_written(out: Path, evalset: EvalSet) -> bool:
    """Tell whether a folder has this very data set, as `write_evalset` writes it."""
    try:
        there = read_path(out) if (out / "card.toml").is_file() else None
    except WorkbenchError:
        return False
    return (
        there is not None
        and there.card == _card_there(out, evalset)
        and there.fingerprint == evalset.fingerprint
    )


def _card_there(out: Path, evalset: EvalSet) -> DatasetCard:
    return replace_card(evalset.card, name=out.resolve().name, reader="tables", options={}, mapping=None)


def check_out(out: Path, option: str = "--out") -> None:
    """Raise an error unless a data set can be written to a folder: its name is one, and it is not there."""
    name = out.resolve().name
    if not is_name(name):
        allowed = "letters, digits, dots, dashes"
        raise SpecError(Problem(option, "the folder's name is none of a data set", name, allowed))
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        hint = f"Name another {option}, or remove it first: its data are other ones"
        hint = f"Name another place with {option}" if option.startswith("-") else hint
        raise DataError(Problem(str(out), "is there already", hint=hint))


def write_data_set(out: Path, evalset: EvalSet, card: DatasetCard) -> None:
    """Write a folder with tables and a card, as a whole or not at all.

    Raises
    ------
    DataError
        If it cannot be written.
    """
    try:
        parent = out.resolve().parent
        parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".import-", dir=parent) as beside:
            part = Path(beside) / out.resolve().name
            write_tables(part, evalset)
            write_card(part / "card.toml", card)
            put_folder(part, out)
    except OSError as error:
        raise DataError(Problem(str(out), f"cannot be written: {error.strerror or error}")) from None


def default_out(files: list[Path]) -> Path:
    """Return the folder that an import is written to where none is named: called like the first file.

    Examples
    --------
    >>> default_out([Path("some/wide.csv")]).as_posix()
    'wide'
    """
    name = Path(name_of(files[0]))
    return name if not name.exists() else Path(f"{name}-data")


def next_command(out: Path) -> str:
    """Return what is to be done next with what was imported.

    Examples
    --------
    >>> print(next_command(Path("wide")))
    Next: `workbench new wide` writes an experiment, and `workbench run wide.toml` makes its table.
    """
    new, run = ["workbench", "new", str(out)], ["workbench", "run", f"{out.resolve().name}.toml"]
    home = out.parent if out.name else Path("..")
    if home != Path():
        run += ["--data", str(home)]
    return f"Next: `{shlex.join(new)}` writes an experiment, and `{shlex.join(run)}` makes its table."

"""Formats of exchange: which one a path is in, and how data sets and scores get from one into another."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple, get_args

from workbench.datasets.arrays import read_arrays, write_arrays
from workbench.datasets.exchanged_scores import (
    as_arrays,
    as_metrics,
    as_score_file,
    choose,
    read_scores_of,
)
from workbench.datasets.exchanged_sets import (
    Chosen,
    known_at,
    read_known,
    read_set,
    rewrite_test_sets,
    write_set,
)
from workbench.datasets.lost import few, lost_of_scores
from workbench.datasets.plain import Plain, write_plain
from workbench.datasets.readers.sacrerouge_metrics import is_metrics_file, read_metrics
from workbench.datasets.readers.score_files import is_score_file, level_of, read_score_file
from workbench.datasets.writers.files import put_folder, write_text
from workbench.datasets.writers.sacrerouge import write_metrics
from workbench.datasets.writers.score_files import score_lines
from workbench.errors import DataError, MissingDataError, Problem, SpecError, suggest

ExchangeFormat = Literal["mt-metrics-eval", "sacrerouge", "nlpstats", "csv", "tsv", "jsonl"]
FORMATS: tuple[ExchangeFormat, ...] = get_args(ExchangeFormat)


class Converted(NamedTuple):
    """What was read and written, where, and what could not be taken along.

    `source` is a format, or the name of a data set whose card is known.
    """

    source: str
    target: ExchangeFormat
    files: list[Path]
    notes: list[str]


def convert(
    path: Path, out: Path, source: str = "", target: str = "jsonl", chosen: Chosen | None = None
) -> Converted:
    """Read a data set or scores in one format, and write them in another or, in one form, in the same.

    A folder is a data set: one with a known card, or texts with their human scores in the format of
    mt-metrics-eval, of sacrerouge (``instances.jsonl``, ``judgments.jsonl``) or as tables. A file holds
    scores or texts of systems: a plain table, metrics of sacrerouge, a score file of mt-metrics-eval, or
    arrays of nlpstats.

    Parameters
    ----------
    path : Path
    out : Path
        A folder that is empty or not there yet if `path` is one, else a file that is not there.
    source : str
        One of `FORMATS`; found by looking where it is empty.
    target : str
        One of `FORMATS`.
    chosen : Chosen, optional
        Task, level, metric and criterion.

    Raises
    ------
    SpecError
        If a format is unknown, or what it needs is not chosen.
    DataError
        Naming file, line and column, as the readers do; if `out` is there, or the format cannot hold it.
    """
    wanted = _format(target, "to")
    choice = chosen or Chosen()
    if not path.is_dir():
        of_file = _format(source, "format") if source else guess_format(path)
        try:
            return _convert_file(path, out, of_file, wanted, choice)
        except OSError as error:
            raise DataError(Problem(str(out), f"cannot be written: {error.strerror or error}")) from None
    if out.exists() and any(out.iterdir() if out.is_dir() else [out]):
        raise _occupied(out)
    has_card = not source or (path / "card.toml").is_file()
    known = known_at(path) if has_card and not (path / "sources").is_dir() else None
    if known and source and not any(path.glob(f"outputs.{_format(source, 'format')}*")):
        hint = "Leave --format out, or name a folder without a card"
        raise SpecError(
            Problem(f"--format {source}", "the card of the folder says what its files are", hint=hint)
        )
    found = None if known else _format(source, "format") if source else guess_format(path)
    if found == "nlpstats":
        raise DataError(Problem(str(path), "is a folder; arrays of nlpstats are a file"))
    try:
        return _convert_folder(path, out, known, found, wanted, choice)
    except OSError as error:
        raise DataError(Problem(str(out), f"cannot be written: {error.strerror or error}")) from None


def _convert_folder(
    path: Path,
    out: Path,
    known: tuple[str, Path] | None,
    found: ExchangeFormat | None,
    wanted: ExchangeFormat,
    choice: Chosen,
) -> Converted:
    """Write a folder that is at its place as a whole or not at all."""
    with TemporaryDirectory(prefix=".import-", dir=_parent(out)) as beside:
        part = Path(beside) / out.resolve().name
        if found == wanted == "mt-metrics-eval":
            rewrite_test_sets(path, part, choice)
            notes: list[str] = []
        else:
            given = read_known(*known, choice) if known else read_set(path, str(found), choice)
            if wanted == "nlpstats":
                plain = given.plain()
                arrays, notes = as_arrays(plain, choice)
                file = _named(out, ".npz")
                write_arrays(file, arrays)
                notes.append("arrays hold scores: texts, references and single ratings are lost")
                notes += _lost(plain, file, wanted, choice)
                return Converted(known[0] if known else str(found), wanted, [file], notes)
            notes = write_set(part, given, wanted)
        put_folder(part, out)
    return Converted(known[0] if known else str(found), wanted, [out], notes)


def _parent(out: Path) -> Path:
    out.resolve().parent.mkdir(parents=True, exist_ok=True)
    return out.resolve().parent


def guess_format(path: Path) -> ExchangeFormat:
    """Return the format that a path is in, by its name and by what is in it.

    Raises
    ------
    MissingDataError
        If there is nothing.
    DataError
        If it is none of the formats.
    """
    if not path.exists():
        raise MissingDataError(Problem(str(path), "there is no such file or folder"))
    if path.is_dir():
        if (path / "sources").is_dir():
            return "mt-metrics-eval"
        if any(path.glob("instances.jsonl*")):
            return "sacrerouge"
        for ending in FORMATS[3:]:
            if any(path.glob(f"outputs.{ending}*")):
                return ending
    elif is_score_file(path):
        return "mt-metrics-eval"
    elif path.suffix == ".npz":
        return "nlpstats"
    elif ".jsonl" in path.name:
        return "sacrerouge" if is_metrics_file(path) else "jsonl"
    elif path.name.endswith((".tsv", ".tsv.gz")):
        return "tsv"
    elif path.name.endswith((".csv", ".csv.gz")):
        return "csv"
    raise DataError(Problem(str(path), "is in no format that is known", allowed=", ".join(FORMATS)))


def _format(name: str, option: str) -> ExchangeFormat:
    for known in FORMATS:
        if known == name:
            return known
    raise SpecError(Problem(f"--{option}", f"unknown format {name!r}", hint=suggest(name, FORMATS)))


def _named(out: Path, ending: str) -> Path:
    """Return the name of a file that is not there yet, with its ending."""
    file = out if out.name.endswith((ending, f"{ending}.gz")) else out.with_name(f"{out.name}{ending}")
    if file.exists():
        raise _occupied(file)
    return file


def _occupied(out: Path) -> DataError:
    return DataError(Problem(str(out), "is there already", hint="Name another place with --out"))


def _convert_file(
    path: Path, out: Path, source: ExchangeFormat, target: ExchangeFormat, choice: Chosen
) -> Converted:
    if source == target == "sacrerouge":
        file = _named(out, ".jsonl")
        write_metrics(file, read_metrics(path))
        return Converted(source, target, [file], [])
    if source == target == "nlpstats":
        file = _named(out, ".npz")
        write_arrays(file, read_arrays(path))
        return Converted(source, target, [file], [])
    if source == target == "mt-metrics-eval":
        level = level_of(path)
        file = _named(out, f".{level}.score")
        write_text(file, score_lines(read_score_file(path), level))
        return Converted(source, target, [file], [])
    plain = read_scores_of(path, source)
    notes = [f"column {name} is neither a text nor numbers: left out" for name in plain.left_out]
    if target in ("csv", "tsv", "jsonl"):
        file = _named(out, f".{target}")
        write_plain(file, plain)
        return Converted(source, target, [file], notes)
    if plain.texts and not plain.scores:
        raise DataError(Problem(str(path), f"has only texts, and a file of {target} holds scores"))
    if target == "nlpstats":
        arrays, more = as_arrays(plain, choice)
        notes += more
        file = _named(out, ".npz")
        write_arrays(file, arrays)
    elif target == "sacrerouge":
        file = _named(out, ".jsonl")
        write_metrics(file, as_metrics(plain, path))
    else:
        named, text = as_score_file(path, plain, choice)
        file = _named(out, f".{named}.score")
        write_text(file, text)
    return Converted(source, target, [file], [*notes, *_lost(plain, file, target, choice)])


def _lost(plain: Plain, file: Path, target: ExchangeFormat, choice: Chosen) -> Iterator[str]:
    """Yield what scores lose in a file that was written: it is read again."""
    count = {"nlpstats": 2, "mt-metrics-eval": 1}.get(target)
    names = choose(plain, choice, count) if count else list(plain.scores)
    if left := [name for name in plain.scores if name not in names]:
        yield f"scores that are not written: {few(left)}"
    tasks = {key[0] for name in names for key in plain.scores[name]}
    asked = {choice.task} if choice.task else tasks
    written = {
        name: {key: score for key, score in plain.scores[name].items() if key[0] in asked} for name in names
    }
    yield from lost_of_scores(Plain(plain.texts, written), read_scores_of(file, target))

"""Folders of mt-metrics-eval (github google-research/mt-metrics-eval): test sets of machine translation."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from workbench.datasets.mt_test_set import (
    ALL_REFERENCES,
    NO_OUTPUT,
    NO_REFERENCE,
    Document,
    FileLevel,
    MtMetricName,
    MtTestSet,
    MtTexts,
    Rating,
    ScoreOf,
    find_documents,
    is_reference_name,
)
from workbench.datasets.readers.lines import read_jsonl, read_lines
from workbench.datasets.readers.score_files import level_of, read_score_file
from workbench.errors import DataError, MissingDataError, Problem, suggest

_TEXT_ENDINGS = (".txt", ".txt.gz", ".jsonl", ".jsonl.gz")
_SCORE_ENDING = re.compile(r"\.[^.]+\.score(\.gz)?$")
_RATING_ENDING = re.compile(r"\.seg\.rating(\.gz)?$")


def is_test_set(folder: Path) -> bool:
    """Tell whether a folder is laid out as a test set: other sets of texts have a folder of sources, too."""
    outputs = [folder / "system-outputs" / pair for pair in _pairs_of(folder)]
    own = [folder / each for each in ("documents", "human-scores", "metric-scores")]
    return (folder / "sources").is_dir() and any(each.is_dir() for each in (*outputs, *own))


def _pairs_of(folder: Path) -> set[str]:
    return {
        path.name.removesuffix(ending)
        for ending in _TEXT_ENDINGS
        for path in (folder / "sources").glob(f"*{ending}")
    }


def language_pairs(folder: Path) -> list[str]:
    """Return the language pairs of a folder, by its sources."""
    if not (pairs := _pairs_of(folder)):
        raise MissingDataError(Problem(str(folder / "sources"), "there is no file of sources"))
    return sorted(pairs)


def read_test_set(
    folder: Path, pair: str, *, with_metrics: bool = True, with_ratings: bool = True
) -> MtTestSet:
    """Read one language pair of a folder of mt-metrics-eval, with or without metrics and marked errors.

    Raises
    ------
    DataError
        Naming file, line and column: texts or scores of another number than there are segments, documents or
        domains; unknown systems or references; names that the format does not allow; a metric without a
        score of an output.
    """
    sources = _complete(*_read_texts(folder / "sources", pair, "source"))
    size = len(sources)
    found = MtTestSet(
        pair,
        sources,
        _read_documents(folder / "documents" / f"{pair}.docs", size),
        {
            name: _complete(*_read_texts(folder / "references", f"{pair}.{name}", "target", size))
            for name in _names(folder / "references", f"{pair}.", _TEXT_ENDINGS)
        },
        {
            name: _read_texts(folder / "system-outputs" / pair, name, "hypothesis", size)[0]
            for name in _names(folder / "system-outputs" / pair, "", _TEXT_ENDINGS)
        },
    )
    for name in found.references:
        if not is_reference_name(name):
            allowed = "a name without dot, dash and blank, not src or all"
            raise DataError(Problem(str(folder / "references"), "name of a reference", name, allowed))
    for path in _files(folder / "human-scores", f"{pair}.", _SCORE_ENDING):
        name, level = _SCORE_ENDING.sub("", path.name).removeprefix(f"{pair}."), level_of(path)
        found.human[name, level] = _read_scores(path, found, level)
    for path in _files(folder / "human-scores", f"{pair}.", _RATING_ENDING) if with_ratings else ():
        name = _RATING_ENDING.sub("", path.name).removeprefix(f"{pair}.")
        found.ratings[name] = _read_ratings(path, found)
    for path in _files(folder / "metric-scores" / pair, "", _SCORE_ENDING) if with_metrics else ():
        metric, level = _metric_name(path, found), level_of(path)
        if (metric, level) in found.metrics:
            raise DataError(Problem(str(path), f"scores of {metric.stem} are given twice"))
        scores = _read_scores(path, found, level)
        _check_metric(path, scores, found, metric)
        found.metrics[metric, level] = scores
    return found


def _files(folder: Path, start: str, ending: re.Pattern[str]) -> list[Path]:
    return sorted(path for path in folder.glob(f"{start}*") if ending.search(path.name))


def _names(folder: Path, start: str, endings: Sequence[str]) -> list[str]:
    found = {
        path.name.removeprefix(start).removesuffix(ending)
        for ending in endings
        for path in folder.glob(f"{start}*{ending}")
    }
    return sorted(found)


def _read_texts(folder: Path, stem: str, field: str, size: int | None = None) -> tuple[MtTexts, Path]:
    paths = [path for ending in _TEXT_ENDINGS if (path := folder / f"{stem}{ending}").is_file()]
    if len(paths) > 1:
        raise DataError(Problem(str(folder), f"there are several files of {stem}", paths[1].name))
    (path,) = paths
    if ".jsonl" in path.name:
        lines = [record[field] for _, record in read_jsonl(path, {field: str})]
    else:
        lines = [text for _, text in read_lines(path)]
        # what follows the last line feed is no line
        lines = lines[:-1] if lines[-1] == "" else lines
    if size is not None and len(lines) != size:
        where = f"{path}:{min(len(lines), size + 1)}"
        raise DataError(Problem(where, "another number of lines than the sources", len(lines), str(size)))
    return [None if text == NO_OUTPUT else text for text in lines], path


def _complete(texts: MtTexts, path: Path) -> list[str]:
    return [_present(text, f"{path}:{number}") for number, text in enumerate(texts, start=1)]


def _present(text: str | None, place: str) -> str:
    if text is None:
        raise DataError(Problem(place, "a text is missing that only an output may lack", NO_OUTPUT))
    return text


def _read_documents(path: Path, size: int) -> list[Document]:
    rows: list[tuple[str, str]] = []
    for number, text in read_lines(path):
        cells = text.split()
        if len(cells) not in (0, 2):
            raise DataError(
                Problem(f"{path}:{number}", "wrong number of columns", len(cells), "2 (domain, document)")
            )
        if cells:
            rows.append((cells[0], cells[1]))
    if len(rows) != size:
        raise DataError(
            Problem(f"{path}:{len(rows)}", "another number of lines than the sources", len(rows), str(size))
        )
    try:
        return find_documents(rows)
    except ValueError as error:
        number = int(error.args[0])
        what = f"document {rows[number][1]!r} is in two places or two domains"
        raise DataError(Problem(f"{path}:{number + 1}", what)) from None


def _read_scores(path: Path, found: MtTestSet, level: FileLevel) -> ScoreOf:
    scores = read_score_file(path)
    expected = found.units(level)
    units = dict.fromkeys(unit for unit, _ in scores)
    for unit in units:
        if unit not in expected:
            allowed = f"{len(expected)} a system" if level != "domain" else ", ".join(expected)
            raise DataError(Problem(str(path), f"has a score of {level} {unit!r}", allowed=allowed))
    # a domain of which nothing was judged, as that of the canary line, may be left out
    if len(units) < len(expected) and level != "domain":
        raise DataError(
            Problem(str(path), f"scores of a system at level {level}", len(units), str(len(expected)))
        )
    for system in dict.fromkeys(system for _, system in scores):
        if system not in found.outputs:
            hint = suggest(system, found.outputs)
            raise DataError(Problem(str(path), f"column system: unknown system {system!r}", hint=hint))
    return scores


def _metric_name(path: Path, found: MtTestSet) -> MtMetricName:
    name, dash, used = _SCORE_ENDING.sub("", path.name).rpartition("-")
    allowed = "METRIC-REFERENCES.LEVEL.score"
    if not name or not dash:
        raise DataError(Problem(str(path), "the name does not say metric and references", path.name, allowed))
    if used == NO_REFERENCE:
        return MtMetricName(name, ())
    references = list(found.references) if used == ALL_REFERENCES else used.split(".")
    for reference in references:
        if reference not in found.references:
            hint = suggest(reference, found.references)
            raise DataError(Problem(str(path), f"unknown reference {reference!r}", hint=hint))
    return MtMetricName(name, tuple(sorted(set(references))))


def _check_metric(path: Path, scores: ScoreOf, found: MtTestSet, metric: MtMetricName) -> None:
    scored = {system for _, system in scores}
    for system in found.outputs:
        if system not in scored and system not in metric.references:
            raise DataError(Problem(str(path), f"system {system!r} has no score"))
    for (unit, system), score in scores.items():
        if score is None:
            what = f"column score: a metric's score may not be missing (system {system!r}, {unit!r})"
            raise DataError(Problem(str(path), what))


def _read_ratings(path: Path, found: MtTestSet) -> list[Rating]:
    ratings: list[Rating] = []
    size = len(found.sources)
    for number, text in read_lines(path):
        if not text:
            continue
        place = f"{path}:{number}"
        cells = text.split("\t")
        if len(cells) not in (2, 3):
            allowed = "2 or 3 (system, rating, rater)"
            raise DataError(Problem(place, "wrong number of columns", len(cells), allowed))
        if cells[0] not in found.outputs:
            hint = suggest(cells[0], found.outputs)
            raise DataError(Problem(place, f"column system: unknown system {cells[0]!r}", hint=hint))
        content = None if cells[1] == "None" else _read_rating(cells[1], place)
        ratings.append(Rating(cells[0], content, cells[2] if len(cells) == 3 else ""))
    for start in range(0, len(ratings), size):
        block = ratings[start : start + size]
        systems = {rating.system for rating in block}
        if len(block) < size or len(systems) > 1:
            what = f"a block of system {block[0].system!r} is not as long as there are segments"
            raise DataError(Problem(f"{path}:{start + 1}", what, allowed=str(size)))
    return ratings


def _read_rating(text: str, place: str) -> dict[str, Any]:
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict) or not isinstance(content.get("errors"), list):
        what = "column rating is neither None nor a JSON object with a list of errors"
        raise DataError(Problem(place, what))
    return content

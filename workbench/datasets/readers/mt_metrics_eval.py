"""Folders of mt-metrics-eval (github google-research/mt-metrics-eval): test sets of machine translation."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from workbench.datasets.mt_test_set import (
    ALL_REFERENCES,
    LEVELS,
    NO_OUTPUT,
    NO_REFERENCE,
    TEST_SET,
    Document,
    FileLevel,
    MtMetricName,
    MtTestSet,
    MtTexts,
    Rating,
    ScoreOf,
    find_documents,
    is_reference_name,
    join_texts,
)
from workbench.datasets.places import make_table
from workbench.datasets.readers.lines import read_jsonl, read_lines
from workbench.datasets.readers.registry import READERS, Tables
from workbench.datasets.readers.score_files import level_of, read_score_file
from workbench.errors import DataError, MissingDataError, Problem, suggest
from workbench.types import WHOLE

_TEXT_ENDINGS = (".txt", ".txt.gz", ".jsonl", ".jsonl.gz")
_SCORE_ENDING = re.compile(r"\.[^.]+\.score(\.gz)?$")
_RATING_ENDING = re.compile(r"\.seg\.rating(\.gz)?$")


@READERS("mt-metrics-eval")
def read_mt_metrics_eval(folder: Path, options: Mapping[str, str]) -> Tables:
    """Read every language pair of a folder as a task.

    Option ``level`` (seg, doc, domain or sys) says what a segment is: a document, domain or test set is the
    lines of its segments, and a segment knows its document and domain. Segments and documents are numbered
    from 1. A human score is a criterion of that
    name, its rater is ``mean``. Option ``people`` (keep or drop) says whether references that were scored
    like systems are outputs, too; then a reference is not used for itself. Options ``pair`` (one, or all) and
    ``human`` (the name of one human score) say what of the folder is read; without them it is everything.
    """
    level = _level(options.get("level", "seg"))
    keep_people = options.get("people", "keep") == "keep"
    parts: list[list[dict[str, object]]] = [[], [], []]
    for pair in _chosen_pairs(folder, options.get("pair", "all")):
        tables = _rows(folder, read_test_set(folder, pair), level, keep_people, options.get("human", ""))
        for part, rows in zip(parts, tables, strict=True):
            part.extend(rows)
    return Tables(*(make_table(part) for part in parts))


def _chosen_pairs(folder: Path, pair: str) -> list[str]:
    pairs = language_pairs(folder)
    if pair == "all":
        return pairs
    if pair not in pairs:
        hint = suggest(pair, pairs)
        raise MissingDataError(
            Problem(str(folder / "sources"), f"there are no sources of {pair!r}", hint=hint)
        )
    return [pair]


def _level(name: str) -> FileLevel:
    for level in LEVELS:
        if level == name:
            return level
    raise DataError(Problem("level", "unknown value", name, ", ".join(LEVELS)))


def _rows(
    folder: Path, found: MtTestSet, level: FileLevel, keep_people: bool, human: str
) -> tuple[list[dict[str, object]], ...]:
    units = found.units(level)
    left_out = [] if keep_people else found.people
    outputs = {name: lines for name, lines in found.outputs.items() if name not in left_out}
    texts = join_texts(outputs, units)
    written = {unit for unit, _ in texts}

    def row(file: str, unit: str, **more: object) -> dict[str, object]:
        segment = TEST_SET if unit == WHOLE else unit
        return {"place": str(folder / file), "task": found.pair, "segment": segment, **more}

    homes = {} if level == "sys" else found.homes(level)
    return (
        [
            row(f"system-outputs/{found.pair}", unit, system=system, text=text, **homes.get(unit, {}))
            for (unit, system), text in texts.items()
        ],
        [
            row("references", unit, reference=name, text=text, made_by=name if name in outputs else "")
            for (unit, name), text in join_texts(found.references, units).items()
            if unit in written
        ],
        [
            row("human-scores", unit, system=system, criterion=name, rater="mean", score=score)
            for (name, at), scores in found.human.items()
            if at == level and human in ("", name)
            for (unit, system), score in scores.items()
            if score is not None and (unit, system) in texts
        ],
    )


def language_pairs(folder: Path) -> list[str]:
    """Return the language pairs of a folder, by its sources."""
    pairs = {
        path.name.removesuffix(ending)
        for ending in _TEXT_ENDINGS
        for path in (folder / "sources").glob(f"*{ending}")
    }
    if not pairs:
        raise MissingDataError(Problem(str(folder / "sources"), "there is no file of sources"))
    return sorted(pairs)


def read_test_set(folder: Path, pair: str) -> MtTestSet:
    """Read one language pair of a folder of mt-metrics-eval.

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
    for path in _files(folder / "human-scores", f"{pair}.", _RATING_ENDING):
        name = _RATING_ENDING.sub("", path.name).removeprefix(f"{pair}.")
        found.ratings[name] = _read_ratings(path, found)
    for path in _files(folder / "metric-scores" / pair, "", _SCORE_ENDING):
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
    if len(units) < len(expected):
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

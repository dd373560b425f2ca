"""JSONL files of sacrerouge: metrics of summaries, one object an output."""

import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from workbench.datasets.places import shown
from workbench.datasets.readers.lines import read_jsonl, read_number
from workbench.errors import DataError, Problem, suggest

TextRole = Literal["peer", "reference"]
FieldValues = dict[str, float]
_KEYS: dict[str, type | tuple[type, ...]] = {
    "instance_id": (str, int),
    "summarizer_id": (str, int),
    "summarizer_type": str,
    "metrics": dict,
}


class Metrics(NamedTuple):
    """The scores of one output, by name; parts of a nested name are joined by ``_``."""

    instance: str
    summarizer: str
    kind: TextRole
    values: FieldValues


def is_metrics_file(path: Path) -> bool:
    """Tell by its first line whether a JSONL file is one of metrics."""
    _, first = next(read_jsonl(path, {}), ("", {}))
    return "metrics" in first and "instance_id" in first


def read_metrics(*paths: Path) -> list[Metrics]:
    """Read metrics of summaries; lines of the same output in several files become one.

    Files may be gzipped or .bz2; a list of values becomes their mean. Scores stay as they are: ROUGE is in
    percent there.

    Raises
    ------
    DataError
        Naming file, line and metric: a field that is missing or of another type, a score that is no number,
        an output twice in a file, a metric of the same output in two files.
    """
    merged: dict[tuple[str, str, TextRole], Metrics] = {}
    for path in paths:
        seen: set[tuple[str, str, TextRole]] = set()
        for place, record in read_jsonl(path, _KEYS):
            kind = _kind(record["summarizer_type"], place)
            key = (str(record["instance_id"]), str(record["summarizer_id"]), kind)
            if key in seen:
                what = f"instance {key[0]!r}, summarizer {key[1]!r} ({kind}) is given twice"
                raise DataError(Problem(place, what))
            seen.add(key)
            values = dict(_flat(record["metrics"], "", place))
            known = merged.setdefault(key, Metrics(*key, {})).values
            for name, value in values.items():
                if name in known:
                    raise DataError(Problem(place, f"metric {name!r} of the same output is in another file"))
                known[name] = value
    return list(merged.values())


def _kind(name: object, place: str) -> TextRole:
    if name == "peer":
        return "peer"
    if name == "reference":
        return "reference"
    raise DataError(Problem(place, "summarizer_type", shown(name), "peer or reference"))


def _flat(metrics: Mapping[str, Any], start: str, place: str) -> Iterator[tuple[str, float]]:
    for key, value in metrics.items():
        name = f"{start}{key}"
        if isinstance(value, dict):
            yield from _flat(value, f"{name}_", place)
        elif isinstance(value, list):
            if not value:
                raise DataError(Problem(place, f"metrics.{name} is an empty list"))
            numbers = [read_number(each, place, f"metrics.{name}") for each in value]
            yield name, math.fsum(numbers) / len(numbers)
        else:
            yield name, read_number(value, place, f"metrics.{name}")


def scores_of(rows: list[Metrics], name: str) -> dict[tuple[str, str, str], float]:
    """Return one metric of the candidates by (task, segment, system); the task is empty.

    Raises
    ------
    DataError
        If no candidate has that metric, with a suggestion.
    """
    peers = [row for row in rows if row.kind == "peer"]
    found = {("", row.instance, row.summarizer): row.values[name] for row in peers if name in row.values}
    if not found:
        known = {other for row in peers for other in row.values}
        raise DataError(Problem("", f"no candidate has the metric {name!r}", hint=suggest(name, known)))
    return found

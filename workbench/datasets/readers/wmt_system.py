"""Human scores of whole systems, without texts: the news tasks of WMT19 and WMT20."""

from collections.abc import Mapping
from pathlib import Path

from workbench.datasets.originals import wmt_system as origin
from workbench.datasets.places import make_table
from workbench.datasets.readers.converted import separated_or
from workbench.datasets.readers.lines import read_number
from workbench.datasets.readers.registry import READERS, Tables
from workbench.errors import DataError, Problem

SEGMENT = "test set"
"""What is judged is a system's whole translation: one segment."""
CRITERIA = ("da_z", "da_raw")
_SCORES, _OUTLIERS = "human_scores.tsv", "outliers.tsv"
_KINDS = ("mt", "human")


@READERS("wmt-system")
def read_wmt_system(folder: Path, options: Mapping[str, str]) -> Tables:
    """Read ``human_scores.tsv``: each language pair is a task, its test set a single segment.

    Options are ``outliers`` (keep or drop the systems of ``outliers.tsv``) and ``people`` (drop or keep rows
    whose kind is human: references that were judged like systems).
    """
    key = ("language_pair", "system")
    left_out: set[tuple[str, str]] = set()
    if options.get("outliers", "keep") == "drop":
        named = separated_or(origin.read_outliers, folder, _OUTLIERS, key)
        left_out = {(row["language_pair"], row["system"]) for _, row in named}
    keep_people = options.get("people", "drop") == "keep"
    outputs: list[dict[str, object]] = []
    judgments: list[dict[str, object]] = []
    for place, row in separated_or(origin.read_human_scores, folder, _SCORES, (*key, CRITERIA[0])):
        kind = row.get("kind", "mt")
        if kind not in _KINDS:
            raise DataError(Problem(place, "kind", kind, " or ".join(_KINDS)))
        scores = {name: read_number(row[name], place, name) for name in CRITERIA if name in row}
        if (row["language_pair"], row["system"]) in left_out or (kind == "human" and not keep_people):
            continue
        found = {"place": place, "task": row["language_pair"], "segment": SEGMENT, "system": row["system"]}
        outputs.append({**found, "text": ""})
        for name, score in scores.items():
            judgments.append({**found, "criterion": name, "rater": "mean", "score": score})
    return Tables(make_table(outputs), make_table([]), make_table(judgments))

"""Error span annotation of WMT24: every rater's score and marked errors, beside the texts of the test set."""

from collections.abc import Mapping
from pathlib import Path

from workbench.datasets.places import make_table
from workbench.datasets.readers.lines import read_jsonl
from workbench.datasets.readers.mt_tables import ALL, read_mt_metrics_eval
from workbench.datasets.readers.registry import READERS, Tables
from workbench.errors import DataError, MissingDataError, Problem

TEXTS, RATINGS = "wmt24", "wmt24_esa_ratings"
POINTS = {"minor": 1.0, "major": 5.0, "undecided": 1.0}
"""What a marked error costs, as in MQM; one of which the rater left open how grave it is counts as minor."""
_COLUMNS: dict[str, type | tuple[type, ...]] = {
    "line": int,
    "system": str,
    "annotator": str,
    "score": (int, float),
    "errors": list,
}


@READERS("wmt24-esa")
def read_wmt24_esa(folder: Path, options: Mapping[str, str]) -> Tables:
    """Read texts as the reader of mt-metrics-eval does, and the ratings of each person.

    Criterion ``esa`` is the score that a rater gave, ``esa-spans`` what the errors cost that were marked.
    Ratings of a reference that is no system under the option `people` are left out and counted.
    """
    there = sorted(path.name.partition(".")[0] for path in (folder / RATINGS).glob("*.jsonl.gz"))
    asked = options.get("pair", ALL)
    if asked != ALL and asked not in there:
        what = f"there are no ratings of {asked!r}, but of {', '.join(there) or 'nothing'}"
        raise MissingDataError(Problem(str(folder / RATINGS), what))
    outputs, references, rows, notes = [], [], [], []
    for pair in there if asked == ALL else [asked]:
        texts = read_mt_metrics_eval(folder / TEXTS, {**options, "pair": pair, "level": "seg"})
        outputs += texts.outputs.reset_index().to_dict("records")
        references += texts.references.reset_index().to_dict("records")
        path = folder / RATINGS / f"{pair}.jsonl.gz"
        people = set(texts.references["reference"]) - set(texts.outputs["system"])
        rated = _judgments(path, pair)
        kept = [row for row in rated if row["system"] not in people]
        rows += kept
        if len(kept) < len(rated):
            left = len(rated) - len(kept)
            notes.append(
                Problem(str(path), f"{left:,} ratings of references are left out: they are no systems")
            )
    return Tables(make_table(outputs), make_table(references), make_table(rows), tuple(notes))


def _judgments(path: Path, pair: str) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    for place, record in read_jsonl(path, _COLUMNS):
        shared = {
            "place": place,
            "task": pair,
            "segment": str(record["line"]),
            "system": record["system"],
            "rater": record["annotator"],
        }
        rows.append({**shared, "criterion": "esa", "score": float(record["score"])})
        rows.append({**shared, "criterion": "esa-spans", "score": _points(record["errors"], place)})
    return rows


def _points(errors: list[object], place: str) -> float:
    total = 0.0
    for error in errors:
        severity = error[2] if isinstance(error, list) and len(error) == 3 else None
        if not isinstance(severity, str) or severity not in POINTS:
            allowed = f"[start, end, severity], the severity {', '.join(POINTS)}"
            raise DataError(
                Problem(place, "column errors: an error that cannot be read", str(error), allowed)
            )
        total += POINTS[severity]
    return total

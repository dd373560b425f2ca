"""Scores of metrics in the format of mt-metrics-eval: of all language pairs, of outputs and of systems."""

import re
from pathlib import Path

from workbench.datasets.mt_test_set import ALL_REFERENCES, NO_REFERENCE
from workbench.datasets.readers.mt_standards import standards
from workbench.datasets.readers.score_files import read_score_file
from workbench.errors import DataError, Problem, suggest
from workbench.types import OutputKey

_FILE = re.compile(r"(?P<metric>.+)-(?P<used>[^-]+?)\.(seg|sys)\.score(\.gz)?")


def read_metric_scores(folder: Path, metric: str) -> dict[OutputKey, float]:
    """Read what a folder ``metric-scores`` has of a metric, by (task, segment, system).

    Of each language pair the scores against the organisers' reference, or without any, are read; of a test
    set that is not known there may be only one kind. The segment ``*`` is a system as a whole. Capitals of
    the name do not matter.

    Raises
    ------
    DataError
        If no pair has scores of the metric, or a pair has several kinds and none is the organisers'.
    """
    scores: dict[OutputKey, float] = {}
    known: set[str] = set()
    for pair in sorted(path for path in folder.iterdir() if path.is_dir()):
        files: dict[str, list[Path]] = {}
        for path in sorted(pair.iterdir()):
            match = _FILE.fullmatch(path.name)
            if match is not None:
                known.add(match["metric"])
                if match["metric"].lower() == metric.lower():
                    files.setdefault(match["used"], []).append(path)
        for path in _chosen(folder, pair, metric, files):
            read = read_score_file(path)
            scores |= {(pair.name, *key): score for key, score in read.items() if score is not None}
    if not scores:
        hint = suggest(metric, known) if known else "It has a folder for each language pair"
        raise DataError(Problem(str(folder), f"there are no scores of {metric!r}", hint=hint))
    return scores


def _chosen(folder: Path, pair: Path, metric: str, files: dict[str, list[Path]]) -> list[Path]:
    """Return the files of one pair that are read, of those by the references that they used."""
    known = standards(folder.resolve().parent.name).get(pair.name)
    for used in (known.reference if known else "", NO_REFERENCE, ALL_REFERENCES):
        if used in files:
            return files[used]
    if len(files) > 1:
        what = f"there are scores of {metric!r} against several references: {', '.join(sorted(files))}"
        raise DataError(Problem(str(pair), what, hint="Name the file of one of them"))
    return next(iter(files.values()), [])

"""Scoring text files, one segment a line, as MT people keep them."""

import codecs
import csv
import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import pandas as pd

from workbench.datasets.readers.lines import decode_line, read_content
from workbench.errors import DataError, Problem, SpecError
from workbench.experiment.score_table import ScoredTexts
from workbench.metrics.base import get_metric
from workbench.metrics.score import score
from workbench.metrics.signature import signature


def read_segments(path: str) -> list[str]:
    """Return the lines of a text file, each a segment; ``-`` is standard input. Empty lines are segments."""
    content = _standard_input() if path == "-" else read_content(Path(path))
    lines = content.removeprefix(codecs.BOM_UTF8).split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    if not lines:
        raise DataError(Problem(path, "is empty"))
    return [decode_line(line, path, number) for number, line in enumerate(lines, start=1)]


def _standard_input() -> bytes:
    if sys.stdin is None:
        raise DataError(Problem("-", "standard input is closed"))
    return sys.stdin.buffer.read()


def read_texts(candidates: str, references: Sequence[str]) -> ScoredTexts:
    """Read a file of candidates and files of references that go with it line by line.

    Raises
    ------
    DataError
        A file that cannot be read, or files with different numbers of lines.
    """
    if [candidates, *references].count("-") > 1:
        raise SpecError(Problem("", "standard input can be read once only"))
    ours = read_segments(candidates)
    theirs = []
    for path in references:
        lines = read_segments(path)
        if len(lines) != len(ours):
            what = f"has another number of lines than {candidates}"
            raise DataError(Problem(path, what, len(lines), str(len(ours))))
        theirs.append(lines)
    return ScoredTexts(ours, [list(lines) for lines in zip(*theirs, strict=True)])


def score_files(
    texts: ScoredTexts,
    metrics: Sequence[str],
    *,
    preprocess: str | None = None,
    combine: str = "pooled",
    level: Literal["segment", "system"] = "system",
) -> pd.DataFrame:
    """Score the texts of files, line by line: as `workbench.score`, with a column signature."""
    frame = score(
        texts.candidates,
        texts.references,
        metrics=metrics,
        preprocess=preprocess,
        combine=combine,
        level=level,
    )
    signatures = {}
    for name in metrics:
        metric = get_metric(name)
        used = preprocess or metric.preprocess
        signatures[name] = signature(metric, used, str(len(texts.references[0])), combine)
    return frame.assign(signature=frame["metric"].map(signatures).astype(str))


def write_scores(frame: pd.DataFrame, format: Literal["json", "csv"]) -> str:
    """Return scores for programs: one JSON object a line, or CSV."""
    rows = frame.to_dict("records")
    if format == "json":
        return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    sink = io.StringIO()
    writer = csv.DictWriter(sink, list(frame.columns), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return sink.getvalue().rstrip("\n")

"""Scoring text files, one segment a line, as MT people keep them, however long they are."""

import csv
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, zip_longest
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal

from workbench.datasets.readers.lines import cut_lines, decode_line, stream_lines
from workbench.errors import DataError, Problem, SpecError
from workbench.executor import Executor
from workbench.experiment.score_table import ScoreColumns, ScoredTexts
from workbench.metrics.base import get_metric
from workbench.metrics.listed_texts import TEXTS_AT_ONCE
from workbench.metrics.references import get_combination
from workbench.metrics.score import segment_frame
from workbench.metrics.score_parts import AskedScores, ListedTexts, Totals, score_parts
from workbench.metrics.signature import signature

if TYPE_CHECKING:
    import pandas as pd


def read_segments(path: str) -> Iterator[str]:
    """Yield the lines of a text file, each a segment; ``-`` is standard input. Empty lines are segments."""
    lines = _standard_input() if path == "-" else stream_lines(Path(path))
    number = 0
    for number, line in enumerate(lines, start=1):
        yield decode_line(line, path, number)
    if not number:
        raise DataError(Problem(path, "is empty"))


def _standard_input() -> Iterator[bytes]:
    if sys.stdin is None:
        raise DataError(Problem("-", "standard input is closed"))
    return cut_lines(sys.stdin.buffer)


def read_parts(
    candidates: str, references: Sequence[str], texts: int = TEXTS_AT_ONCE
) -> Iterator[ScoredTexts]:
    """Read a file of candidates and files of references that go with it line by line, so many texts at once.

    Raises
    ------
    DataError
        A file that cannot be read, or files with different numbers of lines.
    """
    paths = [candidates, *references]
    if paths.count("-") > 1:
        raise SpecError(Problem("", "standard input can be read once only"))
    files = [read_segments(path) for path in paths]
    ours: list[str] = []
    theirs: list[list[str]] = []
    for number, (line, *others) in enumerate(zip_longest(*files)):
        if line is None or None in others:
            _refuse_lengths(paths, files, [line, *others], number)
        ours.append(line)
        theirs.append(others)
        if len(ours) * len(paths) >= texts:
            yield ScoredTexts(ours, theirs)
            ours, theirs = [], []
    if ours:
        yield ScoredTexts(ours, theirs)


def _refuse_lengths(
    paths: Sequence[str], files: Sequence[Iterator[str]], lines: Sequence[str | None], before: int
) -> None:
    sizes = [
        before + (line is not None) + sum(1 for _ in file) for line, file in zip(lines, files, strict=True)
    ]
    path, size = next((path, size) for path, size in zip(paths, sizes, strict=True) if size != sizes[0])
    what = f"has another number of lines than {paths[0]}"
    raise DataError(Problem(path, what, size, str(sizes[0])))


def read_texts(candidates: str, references: Sequence[str]) -> ScoredTexts:
    """Read the same files as a whole."""
    return join_parts(read_parts(candidates, references))


def join_parts(parts: Iterable[ScoredTexts]) -> ScoredTexts:
    """Put parts together that follow each other."""
    ours, theirs = zip(*parts, strict=True)
    return ScoredTexts(list(chain.from_iterable(ours)), list(chain.from_iterable(theirs)))


class FileScores:
    """The scores of texts that are read part by part, once.

    Parameters
    ----------
    parts : iterable of ScoredTexts
        As `read_parts` yields them; put together for metrics that look at all segments at once.
    metrics : sequence of str
    preprocess, combine
        As for `workbench.score`.
    executor : Executor
    """

    def __init__(
        self,
        parts: Iterable[ScoredTexts],
        metrics: Sequence[str],
        preprocess: str | None,
        combine: str,
        executor: Executor,
    ) -> None:
        get_combination(combine, "combine")
        made = tuple((name, get_metric(name, f"metrics[{n}]")) for n, name in enumerate(metrics))
        self.asked, self.executor = AskedScores(made, preprocess, combine), executor
        self.totals, self.n_references = Totals(self.asked), 0
        whole = any(getattr(counter, "whole_corpus", False) for _, counter in self.asked.needed)
        self._parts = [join_parts(parts)] if whole else parts

    def frames(self) -> "Iterator[pd.DataFrame]":
        """Yield the scores of the segments of each part, with a column signature.

        Raises
        ------
        ScoreError
            At the end, if a segment could not be scored.
        """
        start = 0
        for part in score_parts(self.asked, self._listed(), self.totals, self.executor):
            yield self._signed(segment_frame([part.values], start))
            start = self.totals.n_segments
        self.totals.refuse_undefined()

    def segments(self) -> "pd.DataFrame":
        """Return the scores of all segments in one frame."""
        parts = [part.values for part in score_parts(self.asked, self._listed(), self.totals, self.executor)]
        self.totals.refuse_undefined()
        return self._signed(segment_frame(parts))

    def columns(self) -> dict[str, list[Any]]:
        """Return the scores of all segments together: columns metric, component, value and signature."""
        for _ in score_parts(self.asked, self._listed(), self.totals, self.executor):
            pass
        self.totals.refuse_undefined()
        signatures = self._signatures()
        rows = [(*key, value, signatures[key[0]]) for key, value in self.totals.scores().items()]
        columns = map(list, zip(*rows, strict=True))
        return dict(zip(("metric", "component", "value", "signature"), columns, strict=True))

    def frame(self) -> "pd.DataFrame":
        """Return the same as a frame."""
        import pandas as pd

        return pd.DataFrame(self.columns())

    def _listed(self) -> Iterator[ListedTexts]:
        for part in self._parts:
            self.n_references = len(part.references[0])
            yield ListedTexts(*part)

    def _signatures(self) -> dict[str, str]:
        asked, number = self.asked, str(self.n_references)
        return {
            name: signature(metric, asked.preprocess or metric.preprocess, number, asked.combine)
            for name, metric in asked.metrics
        }

    def _signed(self, frame: "pd.DataFrame") -> "pd.DataFrame":
        return frame.assign(signature=frame["metric"].map(self._signatures()).astype(str))


def write_scores(
    frames: "Iterable[pd.DataFrame | ScoreColumns]", format: Literal["json", "csv"], sink: IO[str]
) -> None:
    """Write scores for programs: one JSON object a line, or CSV with the columns of the first frame."""
    for number, frame in enumerate(frames):
        names = list(frame)
        cells = zip(*(frame[name] for name in names), strict=True)
        rows = (dict(zip(names, row, strict=True)) for row in cells)
        if format == "json":
            sink.writelines(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)
            continue
        writer = csv.DictWriter(sink, names, lineterminator="\n")
        if not number:
            writer.writeheader()
        writer.writerows(rows)

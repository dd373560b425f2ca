"""The data dictionary: every column of every frame, declared once."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import pandas as pd

from workbench.errors import DataError, Problem

Kind = Literal["text", "real", "whole"]
_DTYPES = {"text": "str", "real": "float64", "whole": "int64"}


@dataclass(frozen=True)
class Column:
    """One column: its name, what it holds, and whether a value may be missing."""

    name: str
    kind: Kind
    meaning: str
    optional: bool = False


@dataclass(frozen=True)
class Frame:
    """The columns of one kind of table and the columns that identify a row."""

    name: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]

    @property
    def names(self) -> list[str]:
        """The column names, in order."""
        return [column.name for column in self.columns]

    def build(self, rows: pd.DataFrame | Iterable[dict[str, object]], where: str = "") -> pd.DataFrame:
        """Return the rows with exactly the declared columns, in order, with declared types.

        Optional columns that are absent are filled with "" or NaN.

        Raises
        ------
        DataError
            If a column is missing, or a value has the wrong type.
        """
        frame = rows.copy() if isinstance(rows, pd.DataFrame) else pd.DataFrame(list(rows))
        place = where or self.name
        for column in self.columns:
            if column.name not in frame:
                if frame.empty or column.optional:
                    frame[column.name] = "" if column.kind == "text" else float("nan")
                else:
                    raise DataError(
                        Problem(place, f"column {column.name!r} is missing", allowed=", ".join(self.names))
                    )
            try:
                frame[column.name] = frame[column.name].astype(_DTYPES[column.kind])
            except (ValueError, TypeError) as error:
                raise DataError(
                    Problem(place, f"column {column.name!r} is not {column.kind}: {error}")
                ) from None
        return frame[self.names].reset_index(drop=True)


def _text(name: str, meaning: str, optional: bool = False) -> Column:
    return Column(name, "text", meaning, optional)


def _real(name: str, meaning: str, optional: bool = False) -> Column:
    return Column(name, "real", meaning, optional)


def _whole(name: str, meaning: str) -> Column:
    return Column(name, "whole", meaning)


_TASK = _text("task", "part of the data set that is judged on its own, for instance a language pair")
_SEGMENT = _text("segment", "what is judged: a document, topic or sentence")
_SYSTEM = _text("system", "what wrote the candidate")

OUTPUTS = Frame(
    "outputs",
    ("task", "segment", "system"),
    (_TASK, _SEGMENT, _SYSTEM, _text("text", "the candidate; each line is a sentence")),
)
REFERENCES = Frame(
    "references",
    ("task", "segment", "reference"),
    (
        _TASK,
        _SEGMENT,
        _text("reference", "name of the reference; its natural order (r2 before r10) is their order"),
        _text("text", "the reference; each line is a sentence"),
        _real("weight", "human rating of the reference in [-1, 1]; NaN where there is none", True),
        _text("made_by", "system that it comes from: left out when that system is scored", True),
        _text("only_for", "the one system that it is meant for; empty for all", True),
    ),
)
JUDGMENTS = Frame(
    "judgments",
    ("task", "segment", "system", "criterion", "rater"),
    (
        _TASK,
        _SEGMENT,
        _SYSTEM,
        _text("criterion", "what was judged"),
        _text("rater", "who judged"),
        _real("score", "the judgment on the criterion's own scale"),
    ),
)

_CONDITION = (
    _text("metric", "name of the metric with its parameters"),
    _text("component", "recall, precision, f or score"),
    _text("preprocess", "CASE, STEM, STOP, STEM+STOP, 13a or none"),
    _text("references", "name of the reference setting"),
)
SCORES = Frame(
    "scores",
    ("metric", "component", "preprocess", "references", "task", "segment", "system"),
    (
        *_CONDITION,
        _TASK,
        _text("segment", "segment, or * for the system's pooled value"),
        _SYSTEM,
        _real("value", "the score; NaN where undefined", True),
    ),
)
RECORDS = Frame(
    "records",
    (
        "metric",
        "component",
        "preprocess",
        "references",
        "task",
        "criterion",
        "level",
        "coefficient",
        "interval",
    ),
    (
        _text("experiment", "name of the experiment"),
        _text("dataset", "name and version of the data set"),
        _TASK,
        *_CONDITION,
        _text("select", "which references of a segment were used"),
        _text("combine", "how several references became one score"),
        _text("n_references", "references used in a segment: a number, or least-most"),
        _text("criterion", "judged criterion"),
        _text("raters", "whose judgments were averaged"),
        _text("direction", "higher or lower: which judgments are good; if lower, their sign is turned once"),
        _text("judgments", "human or simulated"),
        _text("level", "system, segment (over systems in each segment, then the mean) or global (all cells)"),
        _text("coefficient", "pearson, spearman, kendall (tau-b) or another one's name"),
        _real("value", "the coefficient; NaN where undefined", True),
        _real("low", "lower end of the interval", True),
        _real("high", "upper end of the interval", True),
        _real("confidence", "nominal coverage of the interval", True),
        _text("interval", "fisher, percentile, basic, bias-corrected, bca, studentised or none"),
        _text("resampled", "what the bootstrap resampled: systems, inputs, both or none"),
        _text("population", "what the interval speaks of"),
        _whole("draws", "bootstrap draws"),
        _whole("undefined_draws", "draws without a defined coefficient"),
        _text("interval_reason", "why the interval has no ends; empty where it has or none was asked for"),
        _real("shift", "share of the draws below the value; far from .5 the resampling moves it", True),
        _real("critical", "smallest absolute value that differs from 0 at 1 - confidence, two-sided", True),
        _whole("n_systems", "systems that the coefficient rests on"),
        _whole("n_segments", "segments that the scores rest on"),
        _whole("n_undefined", "segments without a defined coefficient (segment level)"),
        _whole("n_dropped", "segments left out because some condition could not score them"),
        _text("reason", "why the value is undefined; empty where it is defined"),
        _text("seed", "seed of the experiment"),
        _text("signature", "everything that was done to get the metric's score"),
    ),
)
PUBLISHED = Frame(
    "published",
    (
        "table",
        "panel",
        "system",
        "metric",
        "component",
        "preprocess",
        "references",
        "task",
        "criterion",
        "level",
        "statistic",
        "n_segments",
    ),
    (
        _text("table", "name of the table"),
        _text("panel", "part of the table, where it has parts that no other column tells apart"),
        _text("system", "the system that the number is about, in a table of systems"),
        _text("metric", "the metric as printed"),
        _text("component", "recall, precision or f; or the part of a statistic, mean or width"),
        _text("preprocess", "as printed"),
        _text("references", "the reference setting as printed"),
        _text("task", "as printed"),
        _text("criterion", "what was judged"),
        _text("level", "system, segment or another unit; empty where the number is no correlation"),
        _text("statistic", "what the number is: pearson, spearman, kendall, mean, or another name"),
        _text("value", "the number as printed, with its zeros"),
        _text("low", "lower end of its interval as printed"),
        _text("high", "upper end of its interval as printed"),
        _text("mark", "best or equivalent where the source sets the cell off; else empty"),
        _text("n_systems", "systems that the number rests on, as far as that is known"),
        _text("n_segments", "segments that the number rests on, as far as that is known"),
        _text("critical", "critical value of the coefficient at 95 %, as printed"),
        _text("verification", "how sure it is that this is what was printed"),
    ),
)

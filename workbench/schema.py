"""The data dictionary: every column of every frame, declared once."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import pandas as pd

from workbench.errors import DataError, Problem

Kind = Literal["text", "real", "whole"]
_DTYPES = {"text": "str", "real": "float64", "whole": "int64"}
_ABSENT: dict[Kind, str | float | int] = {"text": "", "real": float("nan"), "whole": 0}


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

        Optional columns that are absent are filled with "", NaN or, if they are whole, 0.

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
                    frame[column.name] = _ABSENT[column.kind]
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


def _whole(name: str, meaning: str, optional: bool = False) -> Column:
    return Column(name, "whole", meaning, optional)


_TASK = _text("task", "part of the data set that is judged on its own, for instance a language pair")
_SEGMENT = _text("segment", "what is judged: a document, topic or sentence")
_SYSTEM = _text("system", "what wrote the candidate")

OUTPUTS = Frame(
    "outputs",
    ("task", "segment", "system"),
    (
        _TASK,
        _SEGMENT,
        _SYSTEM,
        _text("text", "the candidate; each line is a sentence"),
        _text("document", "document that the segment is from; the same for all systems", True),
        _text("domain", "domain that the segment is from; the same for all systems", True),
    ),
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
        "block_size",
        "coefficient",
        "given",
        "interval",
        "role",
    ),
    (
        _text("experiment", "name of the experiment"),
        _text("dataset", "name and version of the data set"),
        _TASK,
        *_CONDITION,
        _text("select", "which references of a segment were used"),
        _text("combine", "how several references became one score"),
        _text("weights", "where the weights of the references are from; empty where they do not count", True),
        _text("ablation", "what was done to these weights: shuffled, signs, one, positive; else empty", True),
        _text("n_references", "references used in a segment: a number, or least-most"),
        _text("criterion", "judged criterion"),
        _text("raters", "whose judgments were averaged"),
        _text("direction", "higher or lower: which judgments are good; if lower, their sign is turned once"),
        _text("judgments", "human or simulated"),
        _text(
            "level",
            "system, segment or document (over systems in each of them, then the mean), within-system (over "
            "segments in each system, then the mean), domain (systems in each domain, then the mean), global "
            "(all cells) or block (differences of pairs of systems on blocks of segments)",
        ),
        _text("coefficient", "pearson, spearman, kendall (tau-b) or another one's name"),
        _text("given", "what is held constant: length; empty for nothing", True),
        _real("value", "the coefficient; NaN where undefined", True),
        _real("low", "lower end of the interval", True),
        _real("high", "upper end of the interval", True),
        _real("confidence", "nominal coverage of the interval; 1 - the level of `critical`", True),
        _text(
            "interval",
            "fisher, fisher-jackknife, percentile, basic, bias-corrected, bca, studentised or none",
        ),
        _text("resampled", "what the bootstrap resampled: systems, inputs, both or none"),
        _text("population", "what the interval speaks of"),
        _whole("draws", "bootstrap draws"),
        _whole("undefined_draws", "draws without a defined coefficient"),
        _text("interval_reason", "why the interval has no ends; empty where it has or none was asked for"),
        _real("shift", "share of the draws below the value; far from .5 the resampling moves it", True),
        _real("critical", "smallest absolute value that differs from 0 at 1 - confidence, two-sided", True),
        _real("tied_metric", "share of the pairs of systems that the metric ties (system level)", True),
        _real("tied_human", "share of the pairs of systems that people tie (system level)", True),
        _real("chance", "what constant scores get, where a tie may be right", True),
        _real("epsilon", "metric difference up to which a pair was called a tie, where it was chosen", True),
        _whole("n_systems", "systems that the coefficient rests on"),
        _whole("n_segments", "segments that the scores rest on; at document level documents"),
        _whole(
            "n_undefined",
            "segments, documents, domains, systems (within-system) or assignments (block) that have none",
        ),
        _whole("n_dropped", "segments left out because some condition could not score them"),
        _whole("n_pairs", "pairs of systems that are compared (block level); 0 at other levels", True),
        _whole("n_blocks", "blocks of all pairs: what the coefficient is taken over (block level)", True),
        _whole("block_size", "segments of a block (block level)", True),
        _whole("assignments", "assignments of segments to blocks that were averaged (block level)", True),
        _text("orientation", "of the pairs: fixed, random (kept in pairs.csv) or both (block level)", True),
        _text("reason", "why the value is undefined; empty where it is defined"),
        _text("seed", "seed of the experiment"),
        _text("signature", "everything that was done to get the metric's score"),
        _text("profile", "which published variant the metric is; empty for judges", True),
        _text("cites", "the papers of the metric, by their keys in `workbench.papers`", True),
        _text(
            "role",
            "empty for a metric; leave one out: each judge with the mean of the others; split half: the "
            "reliability of the judgments; disattenuated: a metric without the judges' noise",
            True,
        ),
        _text("hash", "digest of all that the cell depends on: data, conditions, settings and seed", True),
        _text("standing", "best, tied or behind, where a test compares the cell with the best", True),
        _text("standing_test", "that test: method, population, correction, level", True),
        _text("shade", "best, equivalent to the best, or empty: the shading after Lin", True),
        _text(
            "shade_within", "what is shaded together: column, references or table; empty for nothing", True
        ),
        _whole("shade_digits", "decimals at which equal values are equally the best", True),
    ),
)
_AGAINST = (
    _text("against_metric", "the metric that it is compared with"),
    _text("against_component", "its component"),
    _text("against_preprocess", "its preprocessing"),
    _text("against_references", "its reference setting"),
)
COMPARISONS = Frame(
    "comparisons",
    (
        "task",
        "criterion",
        "level",
        "coefficient",
        "metric",
        "component",
        "preprocess",
        "references",
        *(column.name for column in _AGAINST),
    ),
    (
        _text("experiment", "name of the experiment"),
        _text("dataset", "name and version of the data set"),
        _TASK,
        _text("criterion", "judged criterion"),
        _text("level", "as in the records; not block"),
        _text("coefficient", "the coefficient whose values are compared"),
        _text("given", "what is held constant: length; empty for nothing", True),
        *_CONDITION,
        *_AGAINST,
        _real("value", "coefficient of the metric", True),
        _real("against_value", "coefficient of the one that it is compared with", True),
        _real("difference", "value minus against_value", True),
        _real("low", "lower end of the interval of the difference", True),
        _real("high", "upper end of the interval of the difference", True),
        _real("confidence", "nominal coverage of the interval, 1 minus the level of the test", True),
        _text("interval", "zou, a bootstrap interval's name, or none"),
        _text("interval_population", "what the interval speaks of"),
        _text("interval_reason", "why the interval has no ends; empty where it has"),
        _text("method", "permutation, bootstrap or a test of dependent correlations"),
        _text("resampled", "what was swapped or drawn: systems, inputs, both, both-cell, both-xor; or none"),
        _real("statistic", "the test's statistic, where it has one beside the difference", True),
        _text("alternative", "two, greater (than the other one) or less"),
        _real("p", "p-value of this comparison alone, never 0", True),
        _real("p_error", "its Monte-Carlo standard error; 0 where nothing was drawn", True),
        _real("p_adjusted", "p-value adjusted for the family", True),
        _text("correction", "none, holm, bh, by, bonferroni or max-t"),
        _whole("n_family", "tests that the family has"),
        _text("verdict", "better, worse or not shown, by p_adjusted at the test's level"),
        _real("test_level", "level of the test", True),
        _whole("draws", "patterns or resamples that were looked at"),
        _text("exact", "yes where these are all patterns, or the p-value has a formula; else no"),
        _whole("undefined_draws", "draws without a difference, left out"),
        _text("population", "what the test speaks of"),
        _text("population_asked", "what it was asked to speak of and does not (override); else empty"),
        _real("margin", "largest difference that does not matter, chosen by the user", True),
        _real("equivalence_p", "p-value against a difference of the margin or more (TOST), unadjusted", True),
        _text("equivalence_reason", "why there is none; empty where there is one or no margin"),
        _whole("n_systems", "systems that both coefficients rest on, the fewer ones"),
        _whole("n_segments", "segments that both rest on, the fewer ones"),
        _text("seed", "seed of the experiment"),
        _text("reason", "why there is no p-value; empty where there is"),
    ),
)
RANKINGS = Frame(
    "rankings",
    ("task", "criterion", "level", "coefficient", "metric", "component", "preprocess", "references"),
    (
        _text("experiment", "name of the experiment"),
        _text("dataset", "name and version of the data set"),
        _TASK,
        _text("criterion", "judged criterion"),
        _text("level", "as in the records; not block"),
        _text("coefficient", "the coefficient by which metrics are ranked"),
        _text("given", "what is held constant: length; empty for nothing", True),
        *_CONDITION,
        _real("value", "the coefficient", True),
        _whole("rank", "1 for the highest value, equal ones share the first; 0 without a value"),
        _whole("n_ranked", "metrics with a value that are ranked together"),
        _whole("rank_low", "first rank of the interval; 0 where there is none"),
        _whole("rank_high", "last rank of the interval; 0 where there is none"),
        _real("confidence", "nominal coverage of the interval of the rank", True),
        _text("rank_population", "what the interval speaks of"),
        _whole("draws", "bootstrap draws"),
        _whole("undefined_draws", "draws in which some metric has no coefficient, left out"),
        _whole("cluster", "1 for the first metrics of which none beats another one's; 0 without a value"),
        _text("standing", "best, tied or behind: against the best; empty where no test says so"),
        _whole("wins", "metrics that it is significantly better than"),
        _whole("losses", "metrics that are significantly better"),
        _text("beats", "those that it is better than"),
        _text("test", "how that was tested: method, population, correction, level"),
        _text("seed", "seed of the experiment"),
        _text("reason", "why there is no value or no interval; empty where there are both"),
    ),
)
WINNERS = Frame(
    "winners",
    (
        "task",
        "criterion",
        "level",
        "coefficient",
        "metric",
        "component",
        "preprocess",
        "references",
        *(column.name for column in _AGAINST),
    ),
    (
        _TASK,
        _text("criterion", "judged criterion"),
        _text("level", "as in the records; not block"),
        _text("coefficient", "the coefficient whose values are compared"),
        _text("given", "what is held constant: length; empty for nothing", True),
        *_CONDITION,
        *_AGAINST,
        _real("difference", "coefficient of the metric minus that of the one it is compared with", True),
        _real("p_adjusted", "p-value of the pair, adjusted for the family", True),
        _real("wins", "1 significantly better, -1 worse, 0 not shown to differ; NaN without a test", True),
        _real("test_level", "level of the test", True),
    ),
)
RELIABILITY = Frame(
    "reliability",
    (*(column.name for column in _CONDITION), "task", "criterion", "coefficient"),
    (
        _text("experiment", "name of the experiment"),
        _text("dataset", "name and version of the data set"),
        _TASK,
        *_CONDITION,
        _text("criterion", "judged criterion"),
        _text("raters", "whose judgments were split in halves"),
        _text("coefficient", "pearson, spearman or kendall; the correction is derived for pearson"),
        _text("over", "what was split: raters or segments"),
        _real("half", "mean coefficient of two halves", True),
        _real("reliability", "that of all of them (Spearman-Brown); NaN where halves do not agree", True),
        _text("reliability_reason", "why it is undefined; empty where it is defined"),
        _real("reliability_low", "lower end of its percentile interval over systems", True),
        _real("reliability_high", "upper end of that interval", True),
        _whole("splits", "pairs of halves"),
        _whole("undefined_splits", "pairs of halves without a coefficient"),
        _real("plain", "coefficient of the metric with the judgments, at system level", True),
        _real("value", "the same without the noise of the judgments: plain / sqrt(reliability)", True),
        _real("low", "lower end of its percentile interval over systems", True),
        _real("high", "upper end of its interval", True),
        _real("confidence", "nominal coverage of the interval"),
        _whole("draws", "bootstrap draws of systems"),
        _whole("undefined_draws", "draws without a value"),
        _whole("n_systems", "systems that the coefficient rests on"),
        _whole("n_segments", "segments that the scores rest on"),
        _text("reason", "why the value is undefined; empty where it is defined"),
        _text("seed", "seed of the experiment"),
    ),
)
_CHOICE_KEY = (*(column.name for column in _CONDITION), "task", "criterion", "coefficient")

REFERENCE_CHOICE = Frame(
    "reference_choice",
    (*_CHOICE_KEY, "size"),
    (
        _text("experiment", "name of the experiment"),
        _text("dataset", "name and version of the data set"),
        _TASK,
        *_CONDITION,
        _text("criterion", "judged criterion"),
        _text("coefficient", "at system level"),
        _whole("n_references", "references that the setting has"),
        _whole("size", "how many of them were used"),
        _whole("n_subsets", "subsets of this size that were tried: all there are, or a sample"),
        _real("mean", "mean coefficient of these subsets", True),
        _real("sd", "its standard deviation over them (n - 1)", True),
        _real("least", "lowest coefficient", True),
        _text("least_references", "with which references; joined by semicolons", True),
        _real("most", "highest coefficient", True),
        _text("most_references", "with which references", True),
        _whole("n_undefined", "subsets without a coefficient"),
        _whole("n_systems", "systems that the coefficients rest on, at least"),
        _whole("n_segments", "segments that they rest on, at least"),
        _text("reason", "why there is no coefficient; empty where there is"),
    ),
)

ERROR_SOURCES = Frame(
    "error_sources",
    _CHOICE_KEY,
    (
        _text("experiment", "name of the experiment"),
        _text("dataset", "name and version of the data set"),
        _TASK,
        *_CONDITION,
        _text("criterion", "judged criterion"),
        _text("coefficient", "at system level"),
        _real("value", "the coefficient with all references of the setting", True),
        _real("error_systems", "jackknife error of atanh(value) over systems", True),
        _real("error_inputs", "the same over segments", True),
        _real("error_references", "the same over references", True),
        _real("error", "root of the sum of their squares: what they do together is left out", True),
        _real("low", "lower end of the interval that all three make", True),
        _real("high", "upper end of it", True),
        _real("confidence", "nominal coverage of the interval"),
        _whole("n_systems", "systems"),
        _whole("n_segments", "segments"),
        _whole("n_references", "references"),
        _text("reason", "why there is no interval; empty where there is"),
    ),
)

ROBUSTNESS = Frame(
    "robustness",
    (*(column.name for column in _CONDITION), "task", "criterion", "coefficient", "analysis", "system", "at"),
    (
        _text("experiment", "name of the experiment"),
        _text("dataset", "name and version of the data set"),
        _TASK,
        *_CONDITION,
        _text("criterion", "judged criterion"),
        _text("coefficient", "at system level; tau-14 for close pairs"),
        _text("analysis", "all systems, without outliers, without one, best or close pairs"),
        _text("system", "what was left out; several are joined by semicolons", True),
        _real("at", "cut of the outliers, number of the best, or largest metric difference of a pair", True),
        _whole("n_systems", "systems that the coefficient rests on"),
        _whole("n_pairs", "close pairs that people tell apart; else 0"),
        _real("value", "the coefficient; NaN where undefined", True),
        _real("shift", "that of all systems minus the value: positive where the system raises it", True),
        _real("distance", "of the system's human score from the median, in robust deviations", True),
        _text("reason", "why the value is undefined; empty where it is defined"),
    ),
)
DISAGREEMENTS = Frame(
    "disagreements",
    ("task", "criterion", "segment"),
    (
        _text("dataset", "name and version of the data set"),
        _TASK,
        _text("criterion", "judged criterion"),
        _SEGMENT,
        _text("first", "what of the first metric's condition tells it from the second one's"),
        _text("second", "the same of the second metric"),
        _whole("n_pairs", "pairs of systems that the judges rank and both metrics score"),
        _real("first_error", "share of them that the first metric ranks wrongly; a tie is half wrong", True),
        _real("second_error", "that of the second metric", True),
        _text("reason", "why there are no errors; empty where there are"),
    ),
)
PAIRS = Frame(
    "pairs",
    ("task", "criterion", "a", "b", "block_size"),
    (
        _TASK,
        _text("criterion", "judged criterion"),
        _text("a", "one system of the pair, as it is listed"),
        _text("b", "the other one"),
        _text("orientation", "the difference that is an observation: a-b, b-a or both"),
        _whole("n_segments", "segments on which the two can be compared"),
        _whole("block_size", "segments of a block"),
        _whole("n_blocks", "full blocks in each assignment; a remainder is not used"),
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
REPRODUCED = Frame(
    "reproduced",
    (*PUBLISHED.key, "way"),
    (
        *(column for column in PUBLISHED.columns if column.name in PUBLISHED.key),
        _text("way", "what ours was computed from, where there are several ways; else empty"),
        _real("ours", "our number, not rounded; NaN where it is not computable", True),
        _text("theirs", "the number as printed, with its zeros"),
        _real("difference", "ours minus theirs", True),
        _text("verdict", "equal (ours rounds to theirs), within 0.01, different or not computable"),
        _text("why", "why it is not equal, where that is known"),
        _text("note", "what is to be known about ours in any case"),
    ),
)
REPORTED = Frame(
    "reported",
    (),
    (
        _text("group", "rows with the same one belong together: one table, one family of tests", True),
        _text("result", "what the number is about, for instance the metric", True),
        _text("part", "segment, task or other part that it is of; mean for their average", True),
        _text("coefficient", "pearson, spearman, kendall, spa or another name", True),
        _real("value", "the coefficient", True),
        _real("low", "lower end of its interval", True),
        _real("high", "upper end of its interval", True),
        _real("confidence", "nominal coverage of the interval, .95 where it is empty", True),
        _text("interval", "fisher, percentile or another name", True),
        _real("n", "observations, as stated", True),
        _real("p", "the p-value", True),
        _real("statistic", "the test's statistic", True),
        _real("df", "its degrees of freedom", True),
        _text("test", "williams, permutation, bootstrap or another name", True),
        _text("alternative", "two (also where it is empty), greater or less", True),
        _real("value_other", "the coefficient of the metric that it is compared with", True),
        _real("value_between", "the coefficient between both metrics", True),
        _real("value_without", "the coefficient without outlying systems", True),
        _text("correction", "how the p-values were adjusted for their number; empty for not", True),
        _real("n_parts", "parts that there are", True),
        _real("n_used", "parts that entered the average", True),
        _text("undefined", "what a part without a coefficient counts as: dropped, 0 or 1", True),
        _text("ties", "what a tie counts as: discordant, half, dropped, 1", True),
        _text("order", "order of the systems in the program's input", True),
        _real("draws", "draws that were made", True),
        _real("planned", "draws that were planned", True),
        _real("share", "size of a draw as a share of the data; 1 for a bootstrap", True),
        _text("centre", "what the draws of a test are centred on: d (the difference), |d| or 2d", True),
        _text("resampled", "what was drawn or swapped: systems, inputs or both", True),
        _text("population", "what the result speaks of, for instance all systems, these inputs", True),
        _real("shift", "share of the draws below the value", True),
        _real("rounded", "decimals that scores were rounded to before they were ranked", True),
        _real("reliability", "reliability of the judgments, or agreement of the judges", True),
        _text("notes", "anything", True),
    ),
)
FINDINGS = Frame(
    "lint",
    ("rule", "where", "what"),
    (
        _text("rule", "name of the rule"),
        _text("where", "key of the experiment, cell of the table or line of the file"),
        _text("what", "what is the case there"),
        _text("size", "what it was measured to do"),
        _text("remedy", "what to do instead"),
    ),
)
CALIBRATION = Frame(
    "calibration",
    ("kind", "name", "shape"),
    (
        _text("kind", "interval or test"),
        _text("name", "of the interval or test, and what it resamples or swaps"),
        _text("population", "what it speaks of"),
        _text("coefficient", "pearson, spearman or kendall, at system level"),
        _text("shape", "system qualities: normal, exponential or outliers"),
        _real("step", "judgments are rounded to multiples of it; 0 where they are not"),
        _whole("n_systems", "systems of a replication"),
        _whole("n_inputs", "inputs of a replication"),
        _whole("replications", "simulated data sets"),
        _whole("draws", "bootstrap draws and swaps of each"),
        _real("nominal", "what coverage or type-I error should be"),
        _real("target", "the coefficient over all systems that an interval should cover", True),
        _real("coverage", "share of the intervals that cover it", True),
        _real("coverage_error", "Monte-Carlo standard error of the coverage", True),
        _real("below", "share of the intervals that lie below it", True),
        _real("above", "share of the intervals that lie above it", True),
        _real("width", "mean width", True),
        _real("type_one", "share of rejections where both metrics are equal", True),
        _real("type_one_error", "its Monte-Carlo standard error", True),
        _real("difference", "of the correlations, for the power", True),
        _real("power", "share of rejections where they differ so much", True),
        _real("power_error", "its Monte-Carlo standard error", True),
        _whole("undefined", "replications without an interval or p-value"),
        _text("advice", "recommended, or why not; empty where there is nothing to say"),
    ),
)
PLANNING = Frame(
    "planning",
    ("what",),
    (
        _text("what", "systems, inputs or references: what is changed while the rest stays"),
        _text("goal", "what is to be reached"),
        _whole("now", "how many there are"),
        _real("needed", "how many are needed; NaN where no number is enough", True),
        _real("reached", "width or power with the needed number, predicted", True),
        _real("simulated", "the same, simulated", True),
        _real("simulated_error", "its Monte-Carlo standard error", True),
        _real("limit", "width or power with as many as one likes, predicted", True),
        _text("reason", "why there is no number; empty where there is one"),
    ),
)

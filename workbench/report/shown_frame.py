"""A frame as people read it: its columns in words, its metrics and coefficients as papers print them."""

import pandas as pd

from workbench.report.layouts.labels import coefficient_label, metric_label

_WORDS = {
    "against_metric": "against",
    "p_adjusted": "adjusted p",
    "p_error": "error of p",
    "rank_low": "rank from",
    "rank_high": "rank to",
    "test_level": "significance level",
    "least_references": "references of the least",
    "most_references": "references of the most",
    "which_one": "the one",
    "icc1_mean": "icc1 of the mean",
}
_PRINTED = {
    **dict.fromkeys(("metric", "against_metric"), lambda name: str(metric_label(name))),
    **dict.fromkeys(("coefficient", "against_coefficient"), coefficient_label),
}


def column_words(name: str) -> str:
    """Return what a column holds, in words.

    Examples
    --------
    >>> column_words("n_systems"), column_words("p_adjusted"), column_words("without_outliers")
    ('number of systems', 'adjusted p', 'without outliers')
    >>> [column_words(name) for name in ("test_level", "rank_low", "least_references", "which_one")]
    ['significance level', 'rank from', 'references of the least', 'the one']
    """
    if name.startswith("n_"):
        name = f"number of {name.removeprefix('n_')}"
    return _WORDS.get(name, name).replace("_", " ")


def value_words(column: str, value: object) -> object:
    """Return what a column says as papers print it.

    Examples
    --------
    >>> value_words("metric", "rouge-su(gap=4)"), value_words("references", "all")
    ('R-SU4', 'all')
    """
    printed = _PRINTED.get(column)
    return printed(value) if printed and isinstance(value, str) else value


def in_words(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame with columns and values in words."""
    said = {name: frame[name].map(_PRINTED[name]) for name in frame if name in _PRINTED}
    return frame.assign(**said).rename(columns=column_words)

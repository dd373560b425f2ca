"""Names as papers print them: measures, components and coefficients."""

from functools import lru_cache
from typing import NamedTuple

from workbench.errors import SpecError
from workbench.registry import Value, read_name

COMPONENTS = {"recall": "R", "precision": "P", "f": "F"}
COEFFICIENTS = {"pearson": "Pearson's r", "spearman": "Spearman's ρ", "kendall": "Kendall's τ-b"}
INTERVALS = {
    "fisher": "Fisher's z",
    "fisher-jackknife": "fisher-jackknife, the wider of Fisher's z and a jackknife over systems",
    "jackknife": "jackknife over systems",
    "zou": "Zou's method",
    "zou, simultaneous": "Zou's method, simultaneous",
}
"""Name of an interval method -> what it is, where the name does not say it."""
RESAMPLED = {
    "both": "systems and inputs",
    "both-cell": "single outputs (both-cell)",
    "both-xor": "whole systems and whole inputs at once (both-xor)",
}
"""What is drawn or swapped -> what that is, where the name does not say it."""
SYMBOLS = {"Pearson's r": "r", "Spearman's ρ": "ρ", "Kendall's τ-b": "τ"}
"""Printed name of a coefficient -> what stands for it in a formula."""


def coefficient_label(coefficient: str, given: str = "") -> str:
    """Return the printed name of a coefficient and of what it holds constant.

    A coefficient that no paper has named keeps its own name.

    Examples
    --------
    >>> coefficient_label("pearson", "length"), coefficient_label("acc-eq")
    ("Pearson's r given length", 'acc-eq')
    """
    return COEFFICIENTS.get(coefficient, coefficient) + (f" given {given}" if given else "")


class _Style(NamedTuple):
    """A label, the parameter that is appended to it, and what stands there if it is not given."""

    label: str
    parameter: str = ""
    otherwise: str = ""
    separator: str = ""


_STYLES = {
    **{f"rouge-{order}": _Style(f"R-{order}") for order in range(1, 10)},
    "rouge-n": _Style("R-N"),
    "rouge-l": _Style("R-L"),
    "rouge-s": _Style("R-S", "gap", "*"),
    "rouge-su": _Style("R-SU", "gap", "*"),
    "rouge-w": _Style("R-W", "weight", "", "-"),
    "bleu": _Style("BLEU", "order", "", "-"),
    "sentence-bleu": _Style("sBLEU", "order", "", "-"),
    "delta-bleu": _Style("ΔBLEU", "order", "", "-"),
    "rouge-lsum": _Style("R-Lsum"),
    **{
        label.lower(): _Style(label)
        for label in ("chrF", "CIDEr", "CIDEr-D", "iBLEU", "METEOR", "NIST", "TER")
    },
}


class Label(NamedTuple):
    """A measure's printed name, and what else was set."""

    measure: str
    settings: str

    def __str__(self) -> str:
        return f"{self.measure} ({self.settings})" if self.settings else self.measure


@lru_cache(10_000)
def metric_label(metric: str) -> Label:
    """Return the printed name of a metric; one that no paper has named keeps its own.

    Examples
    --------
    >>> [str(metric_label(name)) for name in ("rouge-2", "rouge-s", "rouge-su(gap=4)", "delta-bleu(order=2)")]
    ['R-2', 'R-S*', 'R-SU4', 'ΔBLEU-2']
    >>> str(metric_label("rouge-w(alpha=0.3, weight=1.2)"))
    'R-W-1.2 (alpha=0.3)'
    """
    try:
        name, parameters = read_name(metric)
    except SpecError:
        return Label(metric, "")
    style = _STYLES.get(name)
    if style is None:
        return Label(metric, "")
    others = dict(parameters)
    value: Value | None = others.pop(style.parameter, None)
    suffix = style.otherwise if value is None else f"{style.separator}{value}"
    settings = ", ".join(f"{key}={value}" for key, value in others.items())
    return Label(style.label + suffix, settings)

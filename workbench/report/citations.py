"""The papers behind coefficients and intervals, as a text cites them.

Which they are is said where a coefficient, a test or an interval is defined (`workbench.registry.cite`).
"""

from collections.abc import Iterable

from workbench.registry import cited


def cite_coefficient(name: str) -> str:
    """Return the key of a coefficient's paper, whatever its parameters; "" where none is said."""
    return cited("coefficient", name.partition("(")[0])


def cite_interval(interval: str, coefficient: str, resampled: str) -> list[str]:
    """Return the keys of the papers of an interval of a coefficient.

    Examples
    --------
    >>> import workbench.stats.intervals.fisher_jackknife, workbench.stats.intervals.bootstrap_intervals
    >>> cite_interval("fisher-jackknife", "kendall", "none")
    ['Fisher 1921', 'Bonett & Wright 2000', 'Arvesen 1969']
    >>> cite_interval("percentile", "kendall", "both")
    ['Efron & Tibshirani 1993', 'Deutsch et al. 2021']
    """
    keys = [cited("interval", interval), cited("resampling", resampled)]
    if interval.startswith("fisher"):
        keys = [cited("interval", "fisher"), cited("constants of Fisher's interval", coefficient), *keys]
    return list(dict.fromkeys(filter(None, keys)))


def bracket(keys: Iterable[str]) -> str:
    """Return keys as they stand in a text, each once; "" for none.

    Examples
    --------
    >>> bracket(["Lin 2004", "", "Lin 2004", "Holm 1979"])
    ' [Lin 2004; Holm 1979]'
    """
    known = [key for key in dict.fromkeys(keys) if key]
    return f" [{'; '.join(known)}]" if known else ""

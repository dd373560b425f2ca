"""The papers behind coefficients, intervals and tests, by the names that records use."""

from collections.abc import Iterable

_COEFFICIENTS = {
    "spearman": "Spearman 1904",
    "kendall": "Kendall 1945",
    "kendall-a": "Kendall 1938",
    "kendall-c": "Stuart 1953",
    "gamma": "Goodman & Kruskal 1954",
    "tau-10": "Callison-Burch et al. 2010",
    "tau-13": "Macháček & Bojar 2013",
    "tau-14": "Macháček & Bojar 2014",
    "tau-eq": "Deutsch et al. 2023",
    "acc-eq": "Deutsch et al. 2023",
    "pairwise-accuracy": "Kocmi et al. 2021",
    "soft-pairwise-accuracy": "Thompson et al. 2024",
    "wmt": "Mathur et al. 2020",
}
_METHODS = {
    "percentile": "Efron & Tibshirani 1993",
    "basic": "Efron & Tibshirani 1993",
    "studentised": "Efron & Tibshirani 1993",
    "bias-corrected": "Efron 1987",
    "bca": "Efron 1987",
    "zou": "Zou 2007",
    "permutation": "Deutsch et al. 2021",
    "bootstrap": "Deutsch et al. 2021",
    "inputs": "Deutsch et al. 2021",
    "both": "Deutsch et al. 2021",
    "williams1959": "Williams 1959",
    "hotelling1940": "Hotelling 1940",
    "hendrickson1970": "Hendrickson et al. 1970",
    "olkin1967": "Olkin 1967",
    "dunn1969": "Dunn & Clark 1969",
    "steiger1980": "Steiger 1980",
    "hittner2003": "Hittner et al. 2003",
    "meng1992": "Meng et al. 1992",
    "holm": "Holm 1979",
    "bh": "Benjamini & Hochberg 1995",
    "by": "Benjamini & Yekutieli 2001",
    "max-t": "Westfall & Young 1993",
}


def _word(name: str) -> str:
    """Return a name without its parameters."""
    return name.partition("(")[0].partition(" ")[0]


def cite_coefficient(name: str) -> str:
    """Return the key of a coefficient's paper, "" where none is needed or known."""
    word = _word(name)
    return _COEFFICIENTS["acc-eq"] if word.startswith("acc-eq-") else _COEFFICIENTS.get(word, "")


def cite_interval(interval: str, coefficient: str, resampled: str) -> list[str]:
    """Return the keys of the papers of an interval of a coefficient.

    Examples
    --------
    >>> cite_interval("fisher", "kendall", "none"), cite_interval("percentile", "kendall", "both")
    (['Fisher 1921', 'Bonett & Wright 2000'], ['Efron & Tibshirani 1993', 'Deutsch et al. 2021'])
    """
    if interval.startswith("fisher"):
        keys = ["Fisher 1921"] if coefficient == "pearson" else ["Fisher 1921", "Bonett & Wright 2000"]
        return [*keys, "Arvesen 1969"] if interval == "fisher-jackknife" else keys
    return [_METHODS[name] for name in (interval, resampled) if name in _METHODS]


def cite_method(name: str) -> str:
    """Return the key of the paper of an interval, a test or a correction, "" where none is known."""
    return _METHODS.get(name, "")


def bracket(keys: Iterable[str]) -> str:
    """Return keys as they stand in a text, each once; "" for none.

    Examples
    --------
    >>> bracket(["Lin 2004", "", "Lin 2004", "Holm 1979"])
    ' [Lin 2004; Holm 1979]'
    """
    known = [key for key in dict.fromkeys(keys) if key]
    return f" [{'; '.join(known)}]" if known else ""

"""The papers behind coefficients and intervals, as a text cites them.

Which they are is said where a coefficient, a test or an interval is defined (`workbench.registry.cite`).
"""

import re
from collections.abc import Iterable, Mapping

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


def bibtex(papers: Mapping[str, str]) -> str:
    """Return papers as BibTeX; what is neither author, title nor year stands in `howpublished`.

    Parameters
    ----------
    papers
        Of each key "Authors: Title. Where, year", as in `workbench.papers`.

    Examples
    --------
    >>> print(bibtex({"Holm 1979": "Holm: A Simple Procedure. Scandinavian Journal of Statistics 6, 1979"}))
    @misc{holm1979,
      author = {Holm},
      title = {{A Simple Procedure}},
      howpublished = {Scandinavian Journal of Statistics 6},
      year = {1979}
    }
    """
    return "\n".join(_entry(key, paper) for key, paper in papers.items())


def _entry(key: str, paper: str) -> str:
    authors, is_said, rest = paper.partition(": ")
    title, _, where = rest.partition(". ") if is_said else (paper, "", "")
    year = re.search(r"\b(1[89]|20)\d\d\b", f"{where} {key}")
    names = " and ".join(authors.split(", ")) if is_said else ""
    place = re.sub(r",? *\b(1[89]|20)\d\d$", "", where)
    fields = {"author": names, "title": f"{{{_in_braces(title)}}}", "howpublished": _in_braces(place)}
    fields["year"] = year[0] if year else ""
    lines = [f"  {name} = {{{value}}}" for name, value in fields.items() if value]
    name = re.sub(r"[^a-z0-9]", "", key.lower().replace("et al.", ""))
    return "\n".join([f"@misc{{{name},", ",\n".join(lines), "}"])


def _in_braces(text: str) -> str:
    """Return a text in which no brace ends a field."""
    return re.sub(r"[{}\\]", "", text)

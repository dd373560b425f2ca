"""The word lists, read once: stop words and irregular forms.

Each file names its source and licence in its first lines.
"""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

_FOLDER = files("workbench.text") / "wordlists"


def _lines(name: str) -> Iterator[str]:
    for line in (_FOLDER / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line


@cache
def irregular_forms() -> dict[str, str]:
    """Return form -> lemma for the irregular forms of WordNet that ROUGE-1.5.5 knows.

    Examples
    --------
    >>> irregular_forms()["geese"]
    'goose'
    """
    return dict(line.split("\t") for line in _lines("irregular.tsv"))


@cache
def stop_words() -> frozenset[str]:
    """Return the stop words of ROUGE-1.5.5 (SMART with the differences listed beside it).

    Examples
    --------
    >>> "reuters" in stop_words(), "first" in stop_words()
    (True, False)
    """
    changes = [line.split("\t") for line in _lines("rouge155_stop_differences.tsv")]
    added, dropped = ({word for sign, word in changes if sign == each} for each in "+-")
    return frozenset({*_lines("smart.txt"), *added} - dropped)

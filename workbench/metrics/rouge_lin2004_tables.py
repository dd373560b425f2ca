"""ROUGE as it evidently was for Tables 1 to 3 of Lin 2004: profile ``lin2004-tables``.

In all three tables the rows of ROUGE-L and ROUGE-W are the same for CASE, STEM and STOP: version 1.2.1
evidently did not stem or stop for them. Here they count the texts as CASE leaves them, whichever of the four
is asked for. All else is the profile ``lin2004``; what else that version did differently is not known.

The program of the time knew recall only, which is the first component. With several references use
``jackknife(over=pooled)``: by the release notes of later versions those before 1.4 had the jackknife built
in, and those before 1.5 pooled (eq. 1) where the paper prints a maximum (eq. 2).

Undefined
---------
As in `rouge_lin2004`.
"""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from workbench.metrics.base import variant
from workbench.metrics.rouge_counts import ORDERS
from workbench.metrics.rouge_lin2004 import Lin2004L, Lin2004N, Lin2004S, Lin2004SU, Lin2004W

BLIND_TO = ("STEM", "PORTER", "STOP", "STEM+STOP")


def _unprepared(preprocess: str) -> str:
    """Return CASE for what is neither stemmed nor stopped after all."""
    return "CASE" if preprocess in BLIND_TO else preprocess


@dataclass(frozen=True, repr=False)
class TablesN(Lin2004N):
    """ROUGE-N of the tables: that of ``lin2004``.

    Examples
    --------
    >>> from workbench import score
    >>> metrics = ["rouge-1(profile=lin2004-tables)"]
    >>> score(["the cats"], ["a cat"], metrics=metrics, preprocess="STEM")["value"].round(3).tolist()
    [0.5, 0.5, 0.5]
    """

    profile: ClassVar[str] = "lin2004-tables"


@variant("lin2004-tables", "rouge-l")
@dataclass(frozen=True, repr=False)
class TablesL(Lin2004L):
    """ROUGE-L of the tables: that of ``lin2004``, blind to STEM and STOP.

    Records and signatures show the preprocessing that was asked for.

    Examples
    --------
    "cats" and "cat" are the same when they are stemmed, and "the" is a stop word.

    >>> from workbench import score
    >>> metrics = ["rouge-l(profile=lin2004-tables)", "rouge-l(profile=lin2004)"]
    >>> frame = score(["the cats"], ["the cat"], metrics=metrics, preprocess="STEM+STOP")
    >>> frame[frame["component"] == "recall"]["value"].round(3).tolist()
    [0.5, 1.0]
    """

    profile: ClassVar[str] = "lin2004-tables"

    def prepares(self, preprocess: str) -> str:
        """Return CASE for STEM, STOP and STEM+STOP."""
        return _unprepared(preprocess)


@variant("lin2004-tables", "rouge-w")
@dataclass(frozen=True, repr=False)
class TablesW(Lin2004W):
    """ROUGE-W of the tables: that of ``lin2004``, blind to STEM and STOP.

    Records and signatures show the preprocessing that was asked for.

    Examples
    --------
    One of two words: f⁻¹(1 / f(2)) is 1/2.

    >>> from workbench import score
    >>> metrics = ["rouge-w(weight=2, profile=lin2004-tables)"]
    >>> score(["the cats"], ["the cat"], metrics=metrics, preprocess="STEM")["value"].round(3).tolist()
    [0.5, 0.5, 0.5]
    """

    profile: ClassVar[str] = "lin2004-tables"

    def prepares(self, preprocess: str) -> str:
        """Return CASE for STEM, STOP and STEM+STOP."""
        return _unprepared(preprocess)


@variant("lin2004-tables", "rouge-s")
@dataclass(frozen=True, repr=False)
class TablesS(Lin2004S):
    """ROUGE-S of the tables: that of ``lin2004``.

    Examples
    --------
    >>> from workbench import score
    >>> metrics = ["rouge-s(profile=lin2004-tables)"]
    >>> score(["old cats sleep"], ["old cat"], metrics=metrics, preprocess="STEM")["value"].round(4).tolist()
    [1.0, 0.3333, 1.0]
    """

    profile: ClassVar[str] = "lin2004-tables"


@variant("lin2004-tables", "rouge-su")
@dataclass(frozen=True, repr=False)
class TablesSU(Lin2004SU):
    """ROUGE-SU of the tables: that of ``lin2004``.

    Examples
    --------
    >>> from workbench import score
    >>> metrics = ["rouge-su(profile=lin2004-tables)"]
    >>> score(["old cats sleep"], ["old cat"], metrics=metrics, preprocess="STEM")["value"].round(4).tolist()
    [1.0, 0.5, 1.0]
    """

    profile: ClassVar[str] = "lin2004-tables"


for _order in range(1, ORDERS + 1):
    variant("lin2004-tables", f"rouge-{_order}")(partial(TablesN, order=_order))

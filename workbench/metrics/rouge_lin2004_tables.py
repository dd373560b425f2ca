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

from workbench.metrics.base import Metric, variant
from workbench.metrics.rouge_lin2004 import Lin2004L, Lin2004N, Lin2004S, Lin2004SU, Lin2004W

PROFILE = "lin2004-tables"


class _Unprepared(Metric):
    """A measure for which the program neither stemmed nor stopped after all."""

    def prepares(self, preprocess: str) -> str:
        """Return CASE for STEM, STOP and STEM+STOP."""
        return "CASE" if preprocess in ("STEM", "PORTER", "STOP", "STEM+STOP") else preprocess


@variant(PROFILE, "rouge-l")
class TablesL(_Unprepared, Lin2004L):
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


@variant(PROFILE, "rouge-w")
class TablesW(_Unprepared, Lin2004W):
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


@variant(PROFILE, "rouge-s")
class TablesS(Lin2004S):
    """ROUGE-S of the tables: that of ``lin2004``.

    Examples
    --------
    >>> from workbench import score
    >>> metrics = ["rouge-s(profile=lin2004-tables)"]
    >>> score(["old cats sleep"], ["old cat"], metrics=metrics, preprocess="STEM")["value"].round(4).tolist()
    [1.0, 0.3333, 1.0]
    """


@variant(PROFILE, "rouge-su")
class TablesSU(Lin2004SU):
    """ROUGE-SU of the tables: that of ``lin2004``.

    Examples
    --------
    >>> from workbench import score
    >>> metrics = ["rouge-su(profile=lin2004-tables)"]
    >>> score(["old cats sleep"], ["old cat"], metrics=metrics, preprocess="STEM")["value"].round(4).tolist()
    [1.0, 0.5, 1.0]
    """


@variant(PROFILE, "rouge-n")
class TablesN(Lin2004N):
    """ROUGE-N of the tables: that of ``lin2004``.

    Examples
    --------
    >>> from workbench import score
    >>> metrics = ["rouge-1(profile=lin2004-tables)"]
    >>> score(["the cats"], ["a cat"], metrics=metrics, preprocess="STEM")["value"].round(3).tolist()
    [0.5, 0.5, 0.5]
    """

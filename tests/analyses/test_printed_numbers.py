"""Rules for printed numbers, each with a number on both sides of its border, computed here by scipy."""

from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from workbench.analyses.lint.lint import lint_table


@pytest.fixture
def found(tmp_path: Path):
    """Return a function from the lines of a table to what is found, by rule: line and what is the case."""

    def find(*lines: str) -> dict[str, list[str]]:
        path = tmp_path / "x.csv"
        path.write_text("".join(f"{line}\n" for line in lines))
        said: dict[str, list[str]] = {}
        for each in lint_table(path):
            said.setdefault(each.rule, []).append(f"{each.where.removeprefix(f'{path}:')}: {each.what}")
        return said

    return find


def fisher(n: int, r: float = 0.5, confidence: float = 0.95) -> str:
    """Return value, low and high of Fisher's interval, with six decimals."""
    half = stats.norm.ppf((1 + confidence) / 2) / np.sqrt(n - 3)
    return f"{r:.6f},{np.tanh(np.arctanh(r) - half):.6f},{np.tanh(np.arctanh(r) + half):.6f}"


INTERVALS = "group,coefficient,value,low,high,n"


@pytest.mark.parametrize(
    ("n", "stated", "fits"),
    [(1500, 400, True), (1700, 400, False), (800, 100, True), (1100, 100, False), (90, 400, True)],
)
def test_an_interval_is_held_against_so_many_sizes(found, n: int, stated: int, fits: bool) -> None:
    """Up to four times the stated n, and up to 1,000 at least."""
    said = found(INTERVALS, f"g,pearson,{fisher(n)},{stated}").get("interval-n", [])
    line = f"2: n = {n} fits the interval (fisher); the stated n = {stated} fits 0 of 1"
    assert said == ([line] if fits else [])


def test_intervals_of_one_n_are_audited_together(found) -> None:
    two = [f"g,pearson,{fisher(90, r)},60" for r in (0.5, 0.6)]
    assert found(INTERVALS, *two)["interval-n"] == [
        "2: n = 90 fits all 2 intervals (fisher); the stated n = 60 fits 0 of 2"
    ]
    mixed = [two[0], f"g,pearson,{fisher(60, 0.6)},60"]
    # no n fits both, and nothing is known
    assert "interval-n" not in found(INTERVALS, *mixed)
    assert "interval-n" not in found(INTERVALS, f"g,pearson,{fisher(60)},60")
    assert "interval-n" not in found(INTERVALS, f"g,acc-eq,{fisher(90)},60")
    assert "interval-n" not in found(INTERVALS, f"g,pearson,{fisher(90)},0")
    # of another group, n or confidence they are no company
    apart = found(INTERVALS, two[0], two[1].replace("g,", "h,"))["interval-n"]
    assert [each.partition(" fits ")[2][:12] for each in apart] == ["the interval"] * 2
    stated = f"{INTERVALS},confidence,interval"
    assert found(stated, f"g,pearson,{fisher(90, 0.5, 0.9)},60,.9,fisher")["interval-n"] == [
        "2: n = 90 fits the interval (fisher); the stated n = 60 fits 0 of 1"
    ]
    assert "interval-n" not in found(stated, f"g,pearson,{fisher(90, 0.5, 0.9)},60,.9,percentile")


@pytest.mark.parametrize("alternative", ["two", "greater", "less"])
def test_degrees_of_freedom_of_williams_are_seen_in_the_p_value(found, alternative: str) -> None:
    head = "test,alternative,n,statistic,p"
    statistic = -1.5 if alternative == "less" else 1.5
    for df, said in ((18, ["2: p = {} is that of 18 degrees of freedom"]), (17, [])):
        p = stats.t.sf(1.5, df) * (2 if alternative == "two" else 1)
        row = f"williams,{alternative},20,{statistic:.6f},{p:.6f}"
        assert found(head, row).get("williams-df", []) == [each.format(f"{p:.6f}") for each in said]
    # the other side of a one-sided test has another p-value, and one without an alternative is two-sided
    turned = {"two": "", "greater": "less", "less": "greater"}[alternative]
    p = stats.t.sf(1.5, 18) * (2 if alternative == "two" else 1)
    fires = "williams-df" in found(head, f"williams,{turned},20,{statistic:.6f},{p:.6f}")
    assert fires == (alternative == "two")
    assert "williams-df" not in found(head, f"steiger,{alternative},20,{statistic:.6f},{p:.6f}")


def test_degrees_of_freedom_of_williams_that_are_stated(found) -> None:
    head = "test,n,df,p"
    assert found(head, "williams1959,50,48,.1")["williams-df"] == ["2: df = 48 with n = 50"]
    for row in ("williams,50,47,.1", "t,50,48,.1", "williams,,48,.1"):
        assert "williams-df" not in found(head, row)


def test_a_p_value_that_is_the_mean_of_others(found) -> None:
    head = "group,result,part,p"
    parts = ["g,a,x,.100", "g,a,y,.300"]
    assert found(head, *parts, "g,a,mean,.200")["p-averaged"] == ["4: p = .200 is the mean of 2 p-values"]
    for others in (
        [*parts, "g,a,mean,.202"],
        ["g,a,x,.200", "g,a,y,.200", "g,a,mean,.200"],  # all the same: the average may have it, too
        ["g,a,x,.200", "g,a,mean,.200"],
        ["g,a,x,.100", "g,a,y,.300", "g,a,z,", "g,a,mean,.200"],  # one is not known
        ["g,a,x,.1", "g,a,y,.3", "g,a,mean,.200"],  # with fewer digits than their mean
        ["g,b,x,.100", "g,b,y,.300", "g,a,mean,.200"],
    ):
        assert "p-averaged" not in found(head, *others)


def test_an_average_of_what_is_significant(found) -> None:
    head = "group,result,part,value,p,n_parts"
    parts = ["g,a,x,.600,.05,", "g,a,y,.400,.01,", "g,a,z,.100,.06,"]
    assert found(head, *parts, "g,a,mean,.500,,")["p-filtered"] == [
        "5: the mean of the 2 of 3 parts with p <= .05"
    ]
    assert "p-filtered" not in found(head, *parts, "g,a,mean,.367,,")
    kept = [*parts[:2], "g,a,mean,.500,,{}"]
    assert found(head, *kept[:2], kept[2].format(3))["p-filtered"] == [
        "4: all 2 parts have p <= .05, of 3 that there are"
    ]
    assert "p-filtered" not in found(head, *kept[:2], kept[2].format(2))
    assert "p-filtered" not in found(head, parts[0], "g,a,mean,.600,,2")
    none = [row.replace(".05", ".5").replace(".01", ".5") for row in parts]
    assert "p-filtered" not in found(head, *none, "g,a,mean,.500,,")


def test_a_coefficient_on_another_scale(found) -> None:
    """.75 on a scale from 0 to 1 is .5 on that of correlations, whose p-value of 20 is .025."""
    head = "coefficient,value,p,n"
    n, r = 20, 0.5
    p = 2 * stats.t.sf(r * np.sqrt((n - 2) / (1 - r * r)), n - 2)
    assert round(p, 3) == 0.025
    said = ["2: p = .0248 is that of r = 0.5"]
    for name in ("pearson", ""):
        assert found(head, f"{name},.7500,.0248,20")["r-rescaled"] == said
    for row in ("pearson,.5000,.0248,20", "kendall,.7500,.0248,20", "pearson,.7500,.0248,"):
        assert "r-rescaled" not in found(head, row)
    assert "r-rescaled" not in found(f"{head},part", "pearson,.7500,.0248,20,mean")
    assert "r-rescaled" not in found(f"{head},test", "pearson,.7500,.0248,20,williams")
    assert found("coefficient,value", "pearson + spearman,.5")["r-rescaled"] == [
        "2: an average of pearson, spearman"
    ]
    assert found("coefficient,value", '"pearson, spearman",.5')["r-rescaled"] == [
        "2: an average of pearson, spearman"
    ]

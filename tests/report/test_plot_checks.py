"""Pictures of coverage and of reproductions: what is drawn where, from uneven tables."""

import numpy as np
import pandas as pd
import pytest

from workbench.report.plot_checks import plot_coverage, plot_reproduction
from workbench.schema import CALIBRATION, REPRODUCED

ROWS = [
    ("interval", "fisher", "normal", 0.93), ("interval", "bca", "normal", 0.97),
    ("interval", "basic", "normal", np.nan), ("interval", "none of it", "normal", 0.951),
    ("interval", "fisher", "step", np.nan), ("interval", "bca", "step", 0.5),
    ("interval", "basic", "step", 0.9),
    ("test", "swaps", "normal", 0.04), ("test", "zou", "normal", 0.07),
    ("test", "swaps", "step", np.nan), ("test", "zou", "step", 0.02), ("test", "other", "step", 0.2),
]  # fmt: skip


def calibration():
    empty = {column.name: "" if column.kind == "text" else 0 for column in CALIBRATION.columns}
    rates = {"interval": ("coverage", 0.95), "test": ("type_one", 0.05)}
    found = []
    for at, (kind, name, shape, value) in enumerate(ROWS):
        rate, nominal = rates[kind]
        error = {f"{rate}_error": 0.001 * (at + 1)}
        about = {"kind": kind, "name": name, "shape": shape, "population": "all", "nominal": nominal}
        found.append({**empty, **about, rate: value, **error, "replications": 700})
    return CALIBRATION.build(found)


@pytest.mark.parametrize("columns", [1, 2])
def test_rates_run_from_the_highest_down_in_a_panel_of_each_kind_and_setting(columns):
    figure = plot_coverage(calibration(), columns)
    panels = [(kind, shape) for kind in ("interval", "test") for shape in ("normal", "step")]
    drawn = [axes for axes in figure.axes if axes.collections]
    assert len(drawn) == len(panels)
    for axes in drawn:
        titled = axes.get_title(loc="left")
        kind = "interval" if "intervals" in axes.get_xlabel().replace("\n", " ") else "test"
        shape = next(each for each in ("normal", "step") if each in titled)
        panels.remove((kind, shape))
        mine = [(name, value, 0.001 * (at + 1)) for at, (a, name, b, value) in enumerate(ROWS)
                if (a, b) == (kind, shape) and value == value]  # fmt: skip
        mine.sort(key=lambda row: -row[1])
        labels = [text.get_text().replace("\n", " ") for text in axes.get_yticklabels()]
        assert labels == [f"{name} (all)" for name, _, _ in mine]
        lines, points = axes.collections
        places = axes.get_yticks()
        np.testing.assert_allclose(points.get_offsets(), np.column_stack([[v for _, v, _ in mine], places]))
        ends = np.array(lines.get_segments())[:, :, 0]
        np.testing.assert_allclose(ends, [[v - 1.96 * e, v + 1.96 * e] for _, v, e in mine])
        assert (np.diff(places) > 0).all()
        assert axes.get_ylim()[0] > axes.get_ylim()[1]
        assert [line.get_xdata()[0] for line in axes.lines] == [0.95 if kind == "interval" else 0.05]
    assert panels == []
    notes = figure.get_supxlabel().replace("\n", " ")
    assert "Simulated data sets: 700." in notes
    assert "Not drawn, for want of a value: 3 of 12 intervals and tests." in notes


def test_the_numbers_that_differ_most_are_named_whether_too_low_or_too_high():
    empty = {column.name: "" for column in REPRODUCED.columns if column.kind == "text"}
    gaps = [0.0, -0.3, 0.02, 0.25, -0.01, 0.11, -0.2, 0.05, np.nan, 0.9]
    verdicts = ["equal", *["different"] * 7, "not computable", "equal"]
    rows = [
        {**empty, "table": "t", "metric": f"m{at}", "theirs": "0.50", "ours": 0.5 + gap, "difference": gap,
         "verdict": verdict, "criterion": "c" if at == 1 else ""}
        for at, (gap, verdict) in enumerate(zip(gaps, verdicts, strict=True))
    ]  # fmt: skip
    axes = plot_reproduction(REPRODUCED.build(pd.DataFrame(rows))).axes[0]
    assert {text.get_text() for text in axes.texts} == {"m1 c", "m3", "m6", "m5", "m7", "m2"}
    title = axes.get_title(loc="left").replace("\n", " ")
    assert "7 different" in title
    assert "2 equal" in title
    assert "1 not computable" in title


def test_panels_of_coefficients_are_called_as_in_other_pictures():
    frame = calibration()
    twice = pd.concat([frame.assign(coefficient="pearson"), frame.assign(coefficient="kendall")])
    titles = [axes.get_title(loc="left") for axes in plot_coverage(twice).axes]
    assert "Kendall's τ-b · normal" in titles
    assert "Pearson's r · step" in titles

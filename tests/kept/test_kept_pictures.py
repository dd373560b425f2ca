"""Pictures of each kind, kept as their words, their axes and their numbers; no pixel is looked at."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import small_study
from kept.figures import figure_text
from kept.shell import tidy
from kept.text import frame_text, hold
from kept.worlds import CURVES, curves

import workbench
from workbench.analyses.curves.figure_section import Curves, Figure
from workbench.analyses.plot.plot import Pictures
from workbench.errors import WorkbenchError
from workbench.experiment.experiment import Experiment

KEPT = Path(__file__).with_name("reports")
METRICS = ["rouge-1", "rouge-2", "rouge-l", "bleu(order=2)"]


@cache
def experiment(name: str) -> Experiment:
    """Return an experiment on made-up data: uneven, or simulated with references that change."""
    with TemporaryDirectory() as folder:
        home = Path(folder)
        if name == "uneven":
            data = workbench.load("mine", data=small_study.write_study(home))
        else:
            data = workbench.load("mine", data=small_study.write_simulated(home))
    if name == "uneven":
        return workbench.Experiment(
            data,
            METRICS,
            correlation={
                "levels": ["system", "segment"],
                "coefficients": ["pearson", "kendall"],
                "draws": 20,
            },
            robustness={},
            disagreements={"second": "rouge-l", "criterion": "errors"},
        )
    return workbench.Experiment(
        data,
        ["rouge-1", "rouge-2", "bleu(order=2)"],
        references={"1 ref": "one", "4 refs": "all"},
        correlation={"coefficients": ["pearson"], "draws": 20},
        test={"against": "all", "draws": 40, "level": 0.4, "correction": "none"},
        robustness={},
        calibration={"metrics": ["rouge-1"], "replications": 5, "draws": 9},
    )


CASES: dict[str, tuple[str, dict[str, object]]] = {
    "intervals": ("uneven", {"kinds": ["intervals"], "criteria": ["errors"]}),
    "intervals-ties": ("simulated", {"kinds": ["intervals"], "columns": 1}),
    "differences": ("simulated", {"kinds": ["differences"], "metrics": ["R-1", "R-2"]}),
    "heat": ("uneven", {"kinds": ["heat"], "coefficients": ["pearson"], "columns": 1}),
    "heat-wide": ("simulated", {"kinds": ["heat"]}),
    "clusters": ("uneven", {"kinds": ["clusters"]}),
    "scatter": ("uneven", {"kinds": ["scatter"], "metrics": ["R-1"]}),
    "wins": ("simulated", {"kinds": ["wins"], "metrics": ["R-1", "R-2"]}),
    "ranks": ("simulated", {"kinds": ["ranks"], "columns": 1}),
    "influence": ("uneven", {"kinds": ["influence"], "metrics": ["R-2"], "criteria": ["errors"]}),
    "curves": ("simulated", {"kinds": ["curves"]}),
    "curves-none": ("uneven", {"kinds": ["curves"], "metrics": ["R-1"]}),
    "coverage": ("simulated", {"kinds": ["coverage"]}),
    "diagonal": ("uneven", {"kinds": ["diagonal"]}),
    "diagonal-named": ("uneven", {"kinds": ["diagonal"], "metrics": ["rouge-2"]}),
    "worth": ("simulated", {"kinds": ["worth"], "metrics": ["R-1"]}),
    "nothing": ("uneven", {"kinds": ["scatter"], "criteria": ["fluency"]}),
    "reproduction": ("uneven", {"kinds": ["reproduction"]}),
}


@pytest.mark.parametrize("name", CASES)
def test_pictures_are_those_that_are_kept(name: str) -> None:
    on, asked = CASES[name]
    try:
        drawn = experiment(on).plot(**asked)
        assert isinstance(drawn, Pictures)
        said = [repr(drawn), ""]
        for kind, each in drawn.drawn.items():
            said += [f"{kind}: {len(each.frame)} of {', '.join(each.frame)}", figure_text(each.draw())]
            said += [frame_text(kind, each.frame)] if kind in ("curves", "scatter") else []
    except WorkbenchError as refused:
        said = [str(refused)]
    hold(tidy("\n".join(said), Path()), KEPT / f"picture-{name}.txt")


def test_curves_are_those_that_are_kept(tmp_path: Path) -> None:
    curves(tmp_path)
    said = []
    for name in CURVES:
        if name == "nothing.toml":
            continue
        read = workbench.read(tmp_path / name, data=tmp_path / "data", cache=tmp_path / "cache")
        drawn = read.result(Figure, dict(read.spec.asked)[Figure])
        assert isinstance(drawn, Curves)
        for panel in (*drawn.panels, *drawn.differences):
            said += [f"== {name}: {panel.title}, {panel.x_name}, {panel.y_name}, falls {panel.falls}"]
        said.append(figure_text(drawn.plot()))
    hold(tidy("\n".join(said), tmp_path), KEPT / "picture-curves-asked.txt")

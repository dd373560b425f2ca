"""A width is that of one metric, and what was set right in the fit of two is said with what it changes."""

import numpy as np
import pandas as pd
import pytest

import workbench
from workbench.errors import SpecError


def experiment(metrics: list[str], seed: int = 18) -> workbench.Experiment:
    """Fourteen systems that metric b hardly tells apart: no effects can have the correlations fitted then."""
    rng = np.random.default_rng(seed)
    quality, inputs = rng.normal(size=(14, 1)), rng.normal(size=(1, 25))
    judged = 0.6 * quality + 1.2 * inputs + 1.3 * rng.normal(size=(14, 25))
    scores = {
        "a": 0.9 * quality + inputs + 1.5 * rng.normal(size=(14, 25)),
        "b": 0.3 * judged + 0.5 * rng.normal(size=(14, 25)),
    }
    cells = [(system, segment) for system in range(14) for segment in range(25)]
    frame = pd.DataFrame(
        {
            "text": [f"w{system} v{segment}" for system, segment in cells],
            "ref": [f"v{segment}" for _, segment in cells],
            "system": [f"S{system}" for system, _ in cells],
            "segment": [f"i{segment}" for _, segment in cells],
            "quality": [judged[cell] for cell in cells],
        }
    )
    data = workbench.data(
        frame, text="text", references=["ref"], system="system", segment="segment", criteria="quality"
    )
    tables = {
        name: {
            ("", f"i{segment}", f"S{system}"): float(scores[name][system, segment])
            for system, segment in cells
        }
        for name in metrics
    }
    return workbench.Experiment(data, metrics, scores=tables)


def test_another_metric_changes_nothing_of_a_width():
    alone, both = (experiment(metrics).size_for(width=0.3) for metrics in (["a"], ["a", "b"]))
    assert alone.frame.equals(both.frame)
    assert alone.text == both.text
    assert "and b" not in both.lines[0]
    # in a notebook, too, it is said what the numbers presume
    assert both.lines[-1].startswith(
        "System-level Pearson and normal system qualities. With 12 to 40 systems"
    )
    named = experiment(["a", "b"]).size_for(width=0.3, metrics=["b", "a"])
    assert named.lines[0].endswith("judgments of quality and b score none all refs.")


def test_correlations_that_the_fit_changed_are_said_beside_those_of_the_scores():
    e = experiment(["a", "b"], seed=0)
    found = e.size_for(power=0.8, replications=2)
    changed = [line for line in found.lines if "r of means" in line]
    assert len(changed) == 2
    correlations = e.correlate(coefficients=["pearson"]).frame
    for line, metric, value in zip(changed, correlations["metric"], correlations["value"], strict=True):
        assert line.startswith(
            f"Note: {metric} score none all refs: r of means is {value:.3f} in these scores"
        )
        assert line in found.text


def test_two_metrics_of_a_width_are_looked_up():
    with pytest.raises(SpecError, match="'c'"):
        experiment(["a", "b"]).size_for(width=0.3, metrics=["a", "c"])

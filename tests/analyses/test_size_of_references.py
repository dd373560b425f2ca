"""How many references a power takes: two metrics average the same ones, and share what these do to both."""

import numpy as np
import pytest

import workbench
from workbench.analyses.simulation.components import DataOfRows, fit_rows
from workbench.stats.judges.repeated_scores import shared_reference_covariance
from workbench.stats.simulation.planning import PlannedReferences, Size, expected_power

SETTINGS = {"all": ("all", "mean"), "two": ("first(k=2)", "mean"), "one": ("one", "mean")}


@pytest.fixture(scope="module")
def experiment():
    data = workbench.simulate(topics=8, systems=6, references=4, seed=3).evalset
    return workbench.Experiment(data, ["rouge-1", "rouge-2"], references=SETTINGS)


def fitted(experiment, first, second):
    return fit_rows(experiment, DataOfRows(metrics=[f"rouge-1 {first}", f"rouge-2 {second}"]))


def naive_covariance(x, y):
    """Products of what rows and columns of each input leave over, by degrees of freedom; no cell missing."""
    total, freedom = 0.0, 0
    for j in range(x.shape[1]):
        left = [
            [
                [m[i, j, k] - m[i, j].mean() - m[:, j, k].mean() + m[:, j].mean() for k in range(m.shape[2])]
                for i in range(m.shape[0])
            ]
            for m in (x, y)
        ]
        total += sum(a * b for rows in zip(*left, strict=True) for a, b in zip(*rows, strict=True))
        freedom += (x.shape[0] - 1) * (x.shape[2] - 1)
    return total / freedom


def test_what_references_do_to_both_metrics_is_found(experiment):
    shared = fitted(experiment, "all", "all").shared
    names = experiment.plan.evalset.references["reference"].unique()
    one_each = workbench.Experiment(
        experiment.plan.evalset,
        ["rouge-1", "rouge-2"],
        references={name: f'named(reference="{name}")' for name in names},
    )
    arrays = [
        np.stack([row.segments for row in one_each.rows if row.label[0] == metric], axis=2)
        for metric in ("rouge-1", "rouge-2")
    ]
    assert arrays[0].shape == (6, 8, 4)
    assert shared.covariance == pytest.approx(naive_covariance(*arrays))
    assert shared.covariance > 0
    assert shared.overlap == pytest.approx(1 / 4)


def test_of_fewer_references_of_one_metric_the_common_ones_are_shared(experiment):
    assert fitted(experiment, "two", "all").shared.overlap == pytest.approx(2 / (2 * 4))
    assert fitted(experiment, "one", "all").shared is None


def test_a_power_for_references_is_that_of_metrics_that_share_them(experiment):
    found = fitted(experiment, "all", "all")
    known = [PlannedReferences(each.variance, each.number) for each in found.references]
    asked = {"metrics": ["rouge-1 all", "rouge-2 all"], "references": 16, "inputs": 3, "systems": 12}
    frame = experiment.size_for(power=0.9, replications=1, **asked).frame.set_index("what")
    size = Size(12, 3, 16)
    power = expected_power(found.components, size, 0.1, known, shared=found.shared)
    assert frame.loc["as it is", "reached"] == power
    assert power < expected_power(found.components, size, 0.1, known) - 0.01


def test_a_covariance_is_undefined_without_two_references_of_both():
    x, y = np.full((2, 1, 1, 2), np.nan).repeat(2, axis=1)
    x[:, :, 0], y[:, :, 1] = 1.0, 2.0
    assert np.isnan(shared_reference_covariance(x, y))

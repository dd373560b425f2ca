"""Sizes and calibrations of partly judged data start from the inputs that a system was judged on."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import workbench
from workbench.analyses.simulation.components import describe, fit_rows
from workbench.analyses.simulation.planner import SizeSpec

N_SYSTEMS, N_INPUTS = 40, 20


def study(share: float) -> workbench.Experiment:
    """Return noisy scores and judgments of outputs, a share of which was judged."""
    rng = np.random.default_rng(0)
    quality = rng.normal(size=(N_SYSTEMS, 1))
    scores, people = (quality + 3 * rng.normal(size=(N_SYSTEMS, N_INPUTS)) for _ in range(2))
    there = rng.random((N_SYSTEMS, N_INPUTS)) < share
    rows = [
        {"input": f"d{j}", "system": f"S{i:02d}", "text": "a", "ref": "a",
         "score": people[i, j] if there[i, j] else None}
        for i, j in np.ndindex(there.shape)
    ]  # fmt: skip
    data = workbench.data(pd.DataFrame(rows), "text", "ref", "input", "system", "score")
    table = {("", f"d{j}", f"S{i:02d}"): float(scores[i, j]) for i, j in np.ndindex(there.shape)}
    return workbench.Experiment(data, ["m"], scores={"m": table}, correlation={"coefficients": ["pearson"]})


def test_what_is_predicted_of_the_data_at_hand_is_near_what_they_have():
    experiment = study(0.25)
    [record] = experiment.records.itertuples()
    present = ~np.isnan(experiment.rows[0].task.judged[0].segments)
    counts = present.sum(axis=1)
    each = round(1 / (1 / counts[counts > 0]).mean())
    assert each < 0.4 * N_INPUTS
    frame = experiment.size_for(width=0.3, replications=200).frame.set_index("what")
    assert frame.loc["inputs", "now"] == each
    assert frame.loc["as it is", "reached"] == pytest.approx(record.high - record.low, rel=0.3)
    fitted = fit_rows(experiment, SizeSpec(width=0.3))
    lines = describe(fitted)
    assert lines[0].endswith(f"{present.sum():,} outputs, {each} of a system")
    assert any(f"a system has {each} of the 20 inputs with every score" in line for line in lines)
    assert any("references play no part in it" in line for line in lines)
    assert experiment.calibrate(replications=20, draws=20).frame["n_inputs"].unique().tolist() == [each]


def test_of_all_that_was_judged_nothing_is_said():
    experiment = study(1.0)
    assert experiment.size_for(width=0.3, replications=50).frame["now"].tolist()[2] == N_INPUTS
    lines = describe(fit_rows(experiment, SizeSpec(width=0.3)))
    assert lines[0].endswith("800 outputs")
    assert not any("a system has" in line for line in lines)


@pytest.mark.parametrize(("systems", "is_simulated"), [(3, False), (4, True), (2_000, True), (2_001, False)])
def test_what_is_too_small_or_too_large_is_not_simulated(systems, is_simulated):
    frame = study(1.0).size_for(width=0.3, systems=systems, inputs=2, replications=1).frame.set_index("what")
    assert np.isfinite(frame.loc["as it is", "simulated"]) == is_simulated


def test_what_has_not_every_score_is_told():
    """s1 was not judged at all, two inputs in no system, and of the others two outputs are not."""
    data = workbench.simulate(topics=6, systems=6, references=1, seed=3).evalset
    (one, other, third), inputs = (
        sorted(data.outputs["system"].unique())[:3],
        sorted(data.judgments["segment"].unique()),
    )
    rows = data.judgments
    without = (rows["system"] == one) | rows["segment"].isin(inputs[:2])
    without |= rows["segment"].eq(inputs[2]) & rows["system"].isin([other, third])
    data = replace(data, judgments=rows[~without])
    correlation = {"missing": "all", "interval": "none"}
    experiment = workbench.Experiment(data, ["rouge-1"], correlation=correlation)
    assert fit_rows(experiment, SizeSpec(width=0.3)).notes[:3] == [
        f"left out, no output with every score: {one}",
        "2 inputs without any complete output are left out",
        "2 of the other outputs lack a score; the components allow for it",
    ]
    first = rows["segment"].eq(inputs[0]) | (rows["segment"].eq(inputs[2]) & rows["system"].eq(other))
    data = replace(data, judgments=rows[~first])
    experiment = workbench.Experiment(data, ["rouge-1"], correlation=correlation)
    assert fit_rows(experiment, SizeSpec(width=0.3)).notes[:2] == [
        "1 input without any complete output is left out",
        "1 of the other outputs lacks a score; the components allow for it",
    ]


def test_one_output_that_lacks_a_judgment_is_one_of_no_others():
    data = workbench.simulate(topics=6, systems=6, references=1, seed=3).evalset
    first = data.judgments.iloc[0]
    same = (data.judgments[["segment", "system"]] == first[["segment", "system"]]).all(axis=1)
    data = replace(data, judgments=data.judgments[~same])
    experiment = workbench.Experiment(data, ["rouge-1"], correlation={"missing": "all", "interval": "none"})
    said = fit_rows(experiment, SizeSpec(width=0.3)).notes[0]
    assert said == "1 output lacks a score; the components allow for it"

"""Agreement of raters, from judgments to the table."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import workbench
from workbench.stats.judges.agreement import count_ratings, krippendorff


@pytest.fixture(scope="module")
def experiment():
    data = workbench.simulate(topics=5, systems=4, references=1, seed=2).evalset
    rng = np.random.default_rng(0)
    rows = data.judgments.drop_duplicates(["segment", "system"]).assign(rater="a")
    rated = [rows.assign(rater=name, score=rng.integers(1, 4, len(rows)).astype(float)) for name in "abc"]
    several = replace(data, judgments=pd.concat(rated, ignore_index=True).drop([0, 1]))
    return workbench.Experiment(several, ["length"], correlation={"interval": "none"})


def test_alpha_of_the_table_is_that_of_the_ratings(experiment):
    result = experiment.agreement(draws=20)
    (row,) = result.frame.to_dict("records")
    wide = experiment.data.judgments.pivot(index="rater", columns=["system", "segment"], values="score")
    found = count_ratings(wide.to_numpy())
    assert row["alpha_interval"] == pytest.approx(krippendorff(found, "interval")[0])
    assert row["low"] <= row["high"]
    assert (row["n_raters"], row["n_outputs"], row["n_ratings"]) == (3, 20, 58)
    pairs = result.frames["rater_pairs"]
    assert list(zip(pairs["rater"], pairs["against"], strict=True)) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert pairs["n_outputs"].tolist() == [18, 18, 20]
    assert row["cohen"] == pytest.approx(pairs["cohen"].mean())


def test_one_rater_has_a_reason(experiment):
    data = experiment.data
    alone = replace(data, judgments=data.judgments[data.judgments["rater"] == "b"])
    result = workbench.Experiment(alone, ["length"], correlation={"interval": "none"}).agreement()
    assert result.frame["reason"].tolist() == ["no output has two ratings"]
    assert result.frame["alpha_interval"].isna().all()

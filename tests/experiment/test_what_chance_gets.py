"""What constant scores get stands beside coefficients by which they have a value, and what was left out."""

import numpy as np
import pandas as pd
import pytest

import workbench
from workbench.stats.intervals.bootstrap_ends import percentile
from workbench.stats.levels.level_values import level_draws, level_values
from workbench.stats.resampling.resample import draw


def made(people: np.ndarray, coefficients: list[str], **correlation) -> workbench.Experiment:
    """Return an experiment on judgments [systems, segments] with noise and a constant for metrics."""
    rng = np.random.default_rng(1)
    rows = [
        {"input": f"d{j}", "system": f"S{i}", "text": "a", "ref": "a", "score": people[i, j]}
        for i, j in np.ndindex(people.shape)
        if not np.isnan(people[i, j])
    ]
    data = workbench.data(pd.DataFrame(rows), "text", "ref", "input", "system", "score")
    noise = {("", row["input"], row["system"]): float(rng.normal()) for row in rows}
    asked = {"coefficients": coefficients, "draws": 60, **correlation}
    return workbench.Experiment(data, ["noise", "constant"], scores={"noise": noise}, correlation=asked)


@pytest.mark.parametrize("level", ["system", "segment", "within-system", "global"])
def test_chance_is_what_the_constant_gets(level):
    people = np.random.default_rng(2).integers(1, 4, (6, 7)).astype(float)
    people[2, 3] = people[0, 1] = np.nan
    names = ["acc-eq", "tau-eq(epsilon=0.01)", *(["soft-pairwise-accuracy"] if level == "system" else [])]
    records = made(people, [*names, "pearson"], levels=[level]).records
    constant = records[records["metric"] == "constant"].set_index("coefficient")
    noise = records[records["metric"] == "noise"].set_index("coefficient")
    assert constant.loc[names, "chance"].to_numpy() == pytest.approx(constant.loc[names, "value"].to_numpy())
    assert noise.loc[names, "chance"].to_numpy() == pytest.approx(constant.loc[names, "value"].to_numpy())
    assert np.isnan(noise.loc["pearson", "chance"])
    if level == "system":
        assert constant.loc["soft-pairwise-accuracy", "value"] >= 0.5


def test_chance_of_each_coefficient_is_said_and_which_way_draws_go():
    people = 0.3 * np.arange(6.0)[:, np.newaxis] + np.random.default_rng(3).normal(size=(6, 8)).round(2)
    experiment = made(people, ["acc-eq", "soft-pairwise-accuracy", "kendall-a"])
    notes = [*experiment.table().panels[0].notes]
    [chance] = [note for note in notes if note.startswith("Chance")]
    assert chance.startswith("Chance, what constant scores get: 0.000 (acc-eq), 0.")
    assert chance.endswith(" (soft-pairwise-accuracy).")
    assert [note.partition(":")[0] for note in notes if " are drawn " in note] == [
        "Intervals of acc-eq are drawn up", "Intervals of kendall-a are drawn towards 0",
    ]  # fmt: skip
    inputs = made(people, ["acc-eq", "pearson"], resample="inputs", interval="percentile")
    assert not [note for note in inputs.table().panels[0].notes if " are drawn " in note]


def test_at_segment_level_it_is_said_how_much_too_high_they_are():
    people = 0.3 * np.arange(6.0)[:, np.newaxis] + np.random.default_rng(3).normal(size=(6, 13)).round(1)
    names = ["acc-eq", "tau-eq(epsilon=0.1)", "kendall-a"]
    e = made(people, names, levels=["segment"])
    up, also, zero = [note for note in e.table().panels[0].notes if " are drawn " in note]
    assert up.endswith("of 12 in .82 to .89, of 20 in .85 to .92.")
    assert also.endswith("of 20 in .85 to .92.")
    assert zero.endswith("count among all pairs.")
    cautions = e.records.groupby("coefficient", sort=False)["caution"].first()
    assert [*cautions.items()] == [
        *((name, "copies of systems are tied") for name in names[:2]), ("kendall-a", "")
    ]  # fmt: skip
    drawn = made(people, names, levels=["segment"], resample="inputs")
    assert set(drawn.records["caution"]) == {""}
    assert set(made(people, names).records["caution"]) == {""}


def test_intervals_in_segments_cover_as_little_as_is_said():
    rng = np.random.default_rng(4)

    def scores():
        quality, segment = 0.7 * rng.normal(size=(8, 1)), rng.normal(size=(1, 60))
        mine, theirs = (quality + segment + 1.2 * rng.normal(size=(8, 60)) for _ in range(2))
        return mine + 0.4 * rng.normal(size=(8, 1)), theirs.round()

    value = np.mean([level_values(*scores(), "segment", "acc-eq") for _ in range(300)])
    held = 0
    for _ in range(80):
        drawn = level_draws(*scores(), draw(rng, 8, 60, 100, "both"), "segment", "acc-eq")
        ends = percentile(drawn, 0.95)
        held += ends.low <= value <= ends.high
    assert 0.65 < held / 80 < 0.9


@pytest.mark.parametrize(("draws", "said"), [(1, "1 draw"), (39, "39 draws"), (40, "")])
def test_draws_that_are_too_few_are_said(draws, said):
    people = np.random.default_rng(2).normal(size=(6, 12))
    notes = made(people, ["pearson"], draws=draws, interval="percentile").table().panels[0].notes
    few = [note for note in notes if note.startswith("Intervals of")]
    end = "too few for 95 %, so that their ends are the least and the largest of them."
    assert few == ([f"Intervals of {said}: {end}"] if said else [])


def test_pairs_of_systems_without_a_common_segment_are_counted():
    people = np.arange(24.0).reshape(4, 6) % 5
    people[0, 3:] = people[1, :3] = np.nan
    experiment = made(people, ["soft-pairwise-accuracy"], interval="none")
    assert experiment.records["n_undefined"].tolist() == [1, 1]
    said = "Pairs of systems without a segment in common, which count nowhere: 1."
    assert said in experiment.table().panels[0].notes
    protocol = experiment.protocol(like="wmt24", draws=20).frame
    assert set(protocol.loc[protocol["measure"] == "soft-pairwise-accuracy", "n_pairs"]) == {5}


def test_pooled_accuracy_counts_pairs_that_people_tie_and_the_coefficient_does_not():
    """Of three pairs people tie one; a metric that is right about the others has 2/3 of all."""
    people = np.array([[1.0, 3.0], [2.0, 2.0], [4.0, 5.0]])
    rows = [
        {"input": f"d{j}", "system": f"S{i}", "text": "a", "ref": "a", "score": people[i, j]}
        for i, j in np.ndindex(people.shape)
    ]
    data = workbench.data(pd.DataFrame(rows), "text", "ref", "input", "system", "score")
    scores = {"m": {("", f"d{j}", f"S{i}"): float(i) for i, j in np.ndindex(people.shape)}}
    asked = {"coefficients": ["pairwise-accuracy"], "interval": "none"}
    e = workbench.Experiment(data, ["m"], scores=scores, correlation=asked)
    assert e.records["value"].tolist() == [1.0]
    found = e.protocol(like="wmt23", draws=0).frame.set_index("measure")
    assert found.loc["pooled-pairwise-accuracy", "value"] == pytest.approx(2 / 3)


def test_a_value_without_an_interval_says_why_and_a_disattenuated_one_is_set_off_like_others():
    rng = np.random.default_rng(3)
    rows = [
        {
            "input": f"d{k}",
            "system": f"S{i}",
            "text": "a",
            "ref": "a",
            "rater": f"r{r}",
            "score": 0.8 * i + noise,
        }
        for k, i, r in np.ndindex(6, 6, 2)
        for noise in [round(rng.normal(), 1)]
    ]
    data = workbench.data(pd.DataFrame(rows), "text", "ref", "input", "system", "score", rater="rater")
    keys = [("", f"d{k}", f"S{i}") for k, i in np.ndindex(6, 6)]
    scores = {
        "one": {key: float(key[2] == "S4") for key in keys},
        "noise": {key: float(rng.normal()) for key in keys},
    }
    experiment = workbench.Experiment(
        data, [*scores], scores=scores, correlation={"coefficients": ["pearson"], "draws": 200}, ceiling={}
    )
    [panel] = experiment.table().panels
    [note] = [note for note in panel.notes if note.startswith("Values without an interval")]
    assert note.startswith("Values without an interval, and so without °: too few systems")
    assert note.endswith("(1).")
    shown = {row.label: row.cells[0].holds_zero for row in panel.rows}
    assert shown == {
        "one": False, "noise": True, "judges (leave one out)": False, "judges (split half)": False,
        "one (disattenuated)": False, "noise (disattenuated)": True,
    }  # fmt: skip

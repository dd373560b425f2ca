"""A weight that is missing is none: a metric that weighs is refused before anything is counted."""

import numpy as np
import pytest

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.errors import SpecError

WEIGHS = ["delta-bleu", "rouge-1(profile=weighted)"]


@pytest.fixture(scope="module")
def data():
    return workbench.simulate(topics=4, systems=5, references=3).evalset


def rated(data, weights):
    """Return the data whose references have these weights in turn."""
    own = np.resize(np.array(weights, float), len(data.references))
    return EvalSet.build(data.card, data.outputs, data.references.assign(weight=own), data.judgments)


@pytest.mark.parametrize("metric", WEIGHS)
def test_one_reference_without_a_weight_is_named(data, metric):
    some = rated(data, [0.5, -0.5, 1.0])
    some.references.loc[4, "weight"] = np.nan
    with pytest.raises(SpecError) as refused:
        _ = workbench.Experiment(some, [metric, "bleu"]).plan
    said = str(refused.value)
    assert f"1 of {len(some.references)} references" in said
    first = some.references.loc[4]
    assert f"{first['reference']} of segment {first['segment']}" in said
    assert "weights = 'one'" in said


def test_a_reference_that_one_output_alone_meets_needs_a_weight_too(data):
    some = rated(data, [0.5, -0.5, 1.0])
    first, alone = data.segments(data.tasks[0])[-1], data.systems(data.tasks[0])[2]
    some.references.loc[some.references["segment"] == first, "weight"] = np.nan
    outputs, judgments = (
        rows[(rows["segment"] != first) | (rows["system"] == alone)]
        for rows in (some.outputs, some.judgments)
    )
    few = EvalSet.build(data.card, outputs, some.references, judgments)
    with pytest.raises(SpecError, match=f"3 of {len(few.references)} references .* of segment {first}"):
        _ = workbench.Experiment(few, ["delta-bleu"]).plan


def test_nothing_is_counted_before(data):
    calls = []

    @workbench.metric("counted-before", bounds=(0, 1))
    def spy(candidate, references):
        calls.append(candidate)
        return 1.0

    try:
        with pytest.raises(SpecError, match="have no weight"):
            _ = workbench.Experiment(rated(data, [np.nan, 1.0]), ["counted-before", "delta-bleu"]).records
    finally:
        workbench.metrics.base.METRICS.remove("counted-before")
    assert calls == []


def test_metrics_that_do_not_weigh_and_settings_that_need_no_rating_go_on(data):
    none = rated(data, [np.nan])
    plain = workbench.Experiment(none, ["bleu(order=2)"], correlation={"draws": 9}).records
    ones = [{"name": "ones", "weights": "one"}]
    delta = workbench.Experiment(
        none, ["delta-bleu(order=2)"], references=ones, correlation={"draws": 9}
    ).records
    assert plain["value"].notna().all()
    np.testing.assert_allclose(delta["value"], plain["value"])


def test_only_references_that_are_used_need_a_weight(data):
    first_only = rated(data, [0.5, np.nan, np.nan])
    names = list(dict.fromkeys(data.references["reference"]))
    chosen = [{"name": "first", "select": "first(k=1)"}]
    assert names == sorted(names)
    e = workbench.Experiment(first_only, ["delta-bleu"], references=chosen, correlation={"draws": 9})
    assert e.plan.conditions


@pytest.mark.parametrize("weights", ["positive", "shuffled", "signs"])
def test_settings_made_of_weights_need_them(data, weights):
    made = [{"name": "made", "weights": weights}]
    with pytest.raises(SpecError, match="have no weight"):
        _ = workbench.Experiment(rated(data, [0.5, np.nan]), ["delta-bleu"], references=made).plan
    if weights == "positive":
        with pytest.raises(SpecError, match="have no weight"):
            _ = workbench.Experiment(rated(data, [0.5, np.nan]), ["bleu"], references=made).plan


def test_a_setting_with_the_ratings_themselves_is_not_among_those_that_no_metric_looks_at():
    data = workbench.simulate(topics=4, systems=5, references=2).evalset
    dealt = {"select": "all", "weights": "shuffled"}
    with pytest.raises(SpecError) as caught:
        _ = workbench.Experiment(
            data, [{"name": "rouge-1", "references": ["dealt"]}], references={"all": "all", "dealt": dealt}
        ).plan
    [line] = str(caught.value).splitlines()
    assert line.startswith(
        "experiment: references[1].weights: 'shuffled' is for metrics that weigh references"
    )

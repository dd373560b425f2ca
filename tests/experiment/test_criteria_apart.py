"""What is said of a criterion is the same whatever other criteria are asked for, and whoever they judged."""

import numpy as np
import pandas as pd
import pytest

import workbench
from workbench.datasets.card import Criterion
from workbench.datasets.evalset import EvalSet

METRICS = ["rouge-1", "rouge-2", "bleu(order=2)"]
OTHERS = ["hash", "signature"]
LEVELS = ["system", "segment", "within-system", "document", "domain", "global"]


@pytest.fixture(scope="module")
def data() -> EvalSet:
    """Coverage of seven of nine systems on six of nine segments, errors and style of all of them."""
    made = workbench.simulate(topics=9, systems=9, references=5, raters=3, seed=7).evalset
    parts = made.outputs["segment"].map(lambda name: f"d{int(name[1:]) // 3}")
    given = made.judgments
    without = given["system"].isin(["S03", "S08"]) | given["segment"].isin(["t03", "t04", "t05"])
    moved = given["score"] + np.random.default_rng(3).normal(size=len(given)).round(2) / 3
    every = [given[~without], *(given.assign(criterion=name, score=moved) for name in ("errors", "style"))]
    card = made.card.model_copy(
        update={"criteria": {name: Criterion() for name in ("coverage", "errors", "style")}}
    )
    outputs = made.outputs.assign(document=parts, domain=parts)
    return EvalSet.build(card, outputs, made.references, pd.concat(every, ignore_index=True))


def alone_and_beside(data: EvalSet, ask, **correlation) -> pd.DataFrame:
    """Return what is said of coverage alone, after what is said beside another criterion was the same."""
    asked = {"draws": 60, "levels": ["system"], "coefficients": ["pearson", "kendall"], **correlation}
    unit = {"unit": {"size": 2}} if asked["levels"] == ["block"] else {}
    frames = [
        ask(workbench.Experiment(data, METRICS, criteria=criteria, correlation=asked, **unit))
        for criteria in (["coverage"], ["errors", "coverage"])
    ]
    alone, beside = (
        frame[frame["criterion"] == "coverage"].drop(columns=OTHERS, errors="ignore").reset_index(drop=True)
        for frame in frames
    )
    pd.testing.assert_frame_equal(alone, beside, rtol=1e-9, atol=1e-9)
    assert len(frames[1]) == 2 * len(alone)
    return alone


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("resample", ["systems", "inputs", "both"])
def test_intervals(data, level, resample):
    asked = {"levels": [level], "resample": resample, "interval": "percentile"}
    found = alone_and_beside(data, lambda e: e.records, **asked)
    assert found["low"].notna().all() or level == "domain"


@pytest.mark.parametrize("interval", ["basic", "bias-corrected", "bca", "studentised", "fisher-jackknife"])
def test_other_intervals(data, interval):
    found = alone_and_beside(data, lambda e: e.records, interval=interval, resample="systems")
    assert found["low"].notna().any()


def test_blocks(data):
    found = alone_and_beside(data, lambda e: e.records, levels=["block"], resample="both")
    assert found["low"].notna().all()


def test_lengths_held_constant(data):
    found = alone_and_beside(data, lambda e: e.records, given="length")
    assert found.loc[found["given"] == "length", "low"].notna().all()


@pytest.mark.parametrize("interval", ["none", "percentile"])
def test_bootstraps_of_differences_and_ranks(data, interval):
    draws = 50 if interval == "none" else None
    for ask in (
        lambda e: e.compare(method="bootstrap", against="all", draws=draws).frame,
        lambda e: e.rank().frame,
        lambda e: e.reliability().frame,
        lambda e: e.worth().frame,
    ):
        alone_and_beside(data, ask, interval=interval)


def test_criteria_of_the_same_outputs_share_resamples(data):
    made = workbench.Experiment(data, METRICS, correlation={"draws": 30})
    first, second, third = made.rows[0].task.judged
    assert [first.criterion, second.criterion, third.criterion] == ["coverage", "errors", "style"]
    assert second.draws is third.draws
    assert first.draws is not second.draws
    assert (first.population.systems.sum(), first.population.segments.sum()) == (7, 6)
    assert (first.draws.systems[:, ~first.population.systems] == 0).all()
    row = made.rows[0]
    assert row.facing(second) is row.facing(third)
    assert row.facing(second).draws is second.draws
    assert row.facing(first).draws is first.draws

"""The level inside systems: over the segments of each, then the mean."""

import asked
import numpy as np
import pytest

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.stats.levels.grouped import grouped_correlation

LEVEL = "within-system"


@pytest.fixture(scope="module")
def data():
    return workbench.simulate(topics=7, systems=5, references=1, raters=3).evalset


def matrices(data, metric):
    scores = asked.score_outputs(data, [metric])
    x = scores[scores["segment"] != "*"].pivot(index="system", columns="segment", values="value")
    z = data.judgments.groupby(["system", "segment"])["score"].mean().unstack()
    segments = data.segments(data.tasks[0])
    return x[segments].to_numpy(), z[segments].to_numpy()


def test_it_is_the_mean_over_systems_of_the_coefficient_over_segments(data):
    names = ["pearson", "spearman", "kendall", "acc-eq"]
    records = asked.correlate(
        data, ["rouge-1"], levels=[LEVEL, "system"], coefficients=names, draws=199, ceiling=True
    )
    x, z = matrices(data, "rouge-1")
    rows = records[(records["level"] == LEVEL) & (records["role"] == "")]
    assert rows["coefficient"].tolist() == names
    for row in rows.itertuples():
        assert row.value == pytest.approx(grouped_correlation(x, z, row.coefficient, "system").value)
        assert (row.n_systems, row.n_segments, row.n_undefined) == (5, 7, 0)
        assert row.low < row.value < row.high
        assert row.population == "all systems, all inputs"
    judges = records[(records["level"] == LEVEL) & (records["role"] == "leave one out")]
    assert judges["value"].notna().all()
    assert (judges["low"] < judges["high"]).all()


@pytest.mark.parametrize("coefficient", ["pearson", "kendall", "tau-14"])
def test_a_draw_is_the_coefficient_of_copied_systems_and_segments(data, coefficient):
    from workbench.executor import Serial
    from workbench.experiment.count import count_all
    from workbench.experiment.levels.base import get_level
    from workbench.experiment.plan import make_plan
    from workbench.experiment.row_coefficients import Coefficient
    from workbench.experiment.rows import lay_rows
    from workbench.experiment.score import score_all
    from workbench.experiment.spec import build_spec
    from workbench.experiment.store import Store
    from workbench.stats.resampling.resample import expand

    content = {
        "name": "x", "metrics": ["rouge-1"], "data": {"name": data.card.name},
        "correlation": {"levels": [LEVEL], "coefficients": [coefficient], "draws": 12},
    }  # fmt: skip
    plan = make_plan(build_spec(content), data)
    row = lay_rows(plan, score_all(plan, count_all(plan, Store(None), Serial()), Store(None)))[0]
    judged, draws = row.task.judged[0], row.task.draws
    systems, segments = expand(draws.systems), expand(draws.segments)
    values = row.statistic(judged, get_level(LEVEL), Coefficient(coefficient))(draws)
    for value, own, columns in zip(values, systems, segments, strict=True):
        x, z = (scores[np.ix_(own, columns)] for scores in (row.segments, judged.scores))
        assert value == pytest.approx(grouped_correlation(x, z, coefficient, "system").value)


def test_systems_without_a_coefficient_are_counted_and_named(data):
    first = data.systems(data.tasks[0])[0]
    same = data.outputs.assign(text=data.outputs["text"].where(data.outputs["system"] != first, "nothing"))
    some = EvalSet.build(data.card, same, data.references, data.judgments)
    settings = {"levels": [LEVEL], "coefficients": ["pearson"], "draws": 9}
    row = asked.correlate(some, ["rouge-1"], **settings).iloc[0]
    assert (row["n_systems"], row["n_undefined"]) == (4, 1)
    row = asked.correlate(data, ["constant"], **settings).iloc[0]
    assert np.isnan(row["value"])
    assert row["reason"] == "in every system constant metric scores"
    segment = data.outputs["segment"].iloc[0]
    frames = (data.outputs, data.references, data.judgments)
    one = EvalSet.build(data.card, *(frame[frame["segment"] == segment] for frame in frames))
    row = asked.correlate(one, ["rouge-1"], **settings).iloc[0]
    assert row["reason"] == "in every system fewer than 2 segments"

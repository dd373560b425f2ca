"""Levels are found by name, and one from outside the package is asked for like the others."""

import asked
import numpy as np
import pytest

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.errors import SpecError
from workbench.experiment.levels.base import LEVELS, get_level
from workbench.experiment.levels.system import SystemLevel, tie_shares
from workbench.experiment.spec import build_spec
from workbench.stats.coefficients.noise import round_noise
from workbench.stats.levels.estimates import mean_of_defined, pooled_level
from workbench.stats.resampling.resample import expand


@pytest.fixture(scope="module")
def data():
    return workbench.simulate(topics=7, systems=6, references=1, raters=3).evalset


@pytest.fixture
def median():
    """The level at which a system has the median of its segments."""

    @LEVELS("system-median")
    class SystemMedian(SystemLevel):
        holds_constant = False

        def observe(self, outputs, task):
            return np.nanmedian(outputs.segments, axis=1)[np.newaxis]

        def observe_draws(self, outputs, draws):
            drawn = outputs.segments[:, expand(draws.segments)]
            return np.nanmedian(drawn, axis=-1).T

        def why_whole(self, row):
            return "a median is not made of parts"

    yield "system-median"
    LEVELS.remove("system-median")


def matrices(data, metric):
    scores = asked.score_outputs(data, [metric])
    x = scores[scores["segment"] != "*"].pivot(index="system", columns="segment", values="value")
    return x.to_numpy(), data.judgments.groupby(["system", "segment"])["score"].mean().unstack().to_numpy()


def test_a_level_from_outside_is_correlated_resampled_and_compared(data, median):
    levels = ["system", median]
    names = ["pearson", "soft-pairwise-accuracy"]
    records = asked.correlate(
        data,
        ["rouge-1", "bleu(order=4)"],
        levels=levels,
        coefficients=names,
        given="length",
        draws=60,
        ceiling=True,
    )
    mine = records[records["level"] == median]
    assert set(mine["coefficient"]) == {"pearson"}  # the others do not say that they exist here
    assert set(mine["given"]) == {""}
    for metric in ("rouge-1", "bleu(order=4)"):
        medians = [np.median(each, axis=1) for each in matrices(data, metric)]
        record = mine[mine["metric"] == metric].iloc[0]
        assert record["value"] == pytest.approx(pooled_level(*medians, "pearson", 7).value)
        assert record["low"] < record["value"] < record["high"]
        assert np.isfinite(record["critical"])
    assert mine[mine["role"] == "ceiling"]["value"].notna().all()
    settings = {"levels": [median], "draws": 99}
    swapped = asked.compare(data, ["rouge-1", "length"], **settings)
    assert swapped["p"].between(0.01, 1).all()
    inputs = asked.compare(data, ["rouge-1", "length"], swap="inputs", **settings)
    assert inputs["reason"].tolist() == ["a median is not made of parts: swap systems, or use a bootstrap"]


def test_draws_of_a_level_from_outside_are_those_of_copied_data(data, median):
    arguments = {"levels": [median], "coefficients": ["kendall"], "draws": 40, "seed": 3}
    record = asked.correlate(data, ["rouge-1"], **arguments).iloc[0]
    again = asked.correlate(data, ["rouge-1"], **arguments).iloc[0]
    assert record[["low", "high", "shift"]].equals(again[["low", "high", "shift"]])
    assert record["undefined_draws"] == 0


def test_an_unknown_level_is_refused_with_what_was_meant():
    content = {"name": "x", "metrics": ["rouge-1"], "data": {"name": "d"}}
    for level, hint in (("sytem", "Did you mean 'system'?"), ("turn", "Known: block, document, domain")):
        with pytest.raises(SpecError) as caught:
            build_spec({**content, "correlation": {"levels": ["segment", level]}}, "x.toml")
        assert str(caught.value).startswith(f"x.toml: correlation.levels[1]: unknown level '{level}'")
        assert hint in str(caught.value)


def test_only_systems_are_a_sample_for_formulas():
    assert [name for name in LEVELS if get_level(name).of_systems] == ["system"]
    assert {name for name in LEVELS if get_level(name).swaps} == {"system", "segment", "document", "global"}


@pytest.mark.parametrize("interval", ["fisher", "fisher-jackknife"])
def test_fishers_intervals_are_not_those_of_partial_coefficients(data, interval):
    """With the length held constant a system counts less; what is printed would be too narrow."""
    records = asked.correlate(
        data, ["rouge-1"], levels=["system"], coefficients=["pearson"], given="length", interval=interval
    ).set_index("given")
    assert records["low"].notna().tolist() == [True, False]
    assert records.loc["length", "interval_reason"].startswith("no Fisher interval for pearson")


def test_given_length_has_records_of_its_own_in_every_frame(data):
    """The same name with and without the length held constant is not the same coefficient."""
    homes = dict(zip(data.segments("news"), ["d1", "d1", "d2", "d3", "d3", "d4", "d4"], strict=True))
    outputs = data.outputs.assign(document=data.outputs["segment"].map(homes))
    parts = EvalSet.build(data.card, outputs, data.references, data.judgments)
    content = {
        "name": "x",
        "metrics": ["rouge-1", "bleu", "length"],
        "data": {"name": data.card.name},
        "correlation": {
            "levels": ["system", "document"], "coefficients": ["pearson"], "given": "length", "draws": 19
        },
        "test": {"against": "all", "method": "bootstrap", "within": "table"},
        "ranking": {},
    }  # fmt: skip
    e = asked.of(build_spec(content), parts)
    records, comparisons, ranks = e.records, e.compare().frame, e.rank().frames
    places = [["document", "pearson", ""], ["system", "pearson", ""], ["system", "pearson", "length"]]
    for frame in (records, comparisons, *ranks.values()):
        cells = frame[["level", "coefficient", "given"]].drop_duplicates()
        assert sorted(cells.to_numpy().tolist()) == places
    given = comparisons[comparisons["given"] == "length"]
    assert given["reason"].str.contains("metric equals length").sum() == 2
    assert records["hash"].nunique() == len(records)


def test_the_mean_of_what_is_defined():
    each = [np.array([1.0, np.nan, 2.0]), np.array([3.0, np.nan, np.nan])]
    assert mean_of_defined(each, 3).tolist()[::2] == [2.0, 2.0]
    assert np.isnan(mean_of_defined([], 2)).all()
    assert round_noise(mean_of_defined(each, 3))[0] == 2.0


def test_systems_whose_scores_differ_by_noise_are_tied():
    """.1 + .2 + .3 is another number when it is added from the end."""
    one, other = (0.1 + 0.2) + 0.3, 0.1 + (0.2 + 0.3)
    assert one != other
    metric, human = tie_shares(np.array([[one, other, 2.0]]), np.array([one, 1.0, other]))
    assert (metric.tolist(), human.tolist()) == ([pytest.approx(1 / 3)], [pytest.approx(1 / 3)])

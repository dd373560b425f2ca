"""What inference promises, tried on whole comparisons: real data, p-values, populations, bytes, families."""

import json
from itertools import permutations

import asked
import numpy as np
import pytest
from real_data import load_real
from vectors import statistics_vectors

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.report.layouts import LAYOUTS, lay_out
from workbench.report.render import RENDERERS, render
from workbench.stats.coefficients.soft_pairwise import soft_pairwise_accuracy


def opposites(judgments, segments=1):
    """Return data of systems with these judgments in each segment, and two tables of scores.

    One metric is the judgments and one is their negative.
    """
    base = workbench.simulate(topics=segments, systems=len(judgments), references=1, raters=1).evalset
    systems = sorted(base.outputs["system"].unique())
    ratings = base.judgments.assign(score=base.judgments["system"].map(dict(zip(systems, judgments))))  # noqa: B905
    tables = {
        name: {
            ("", segment, system): sign * score
            for system, score in zip(systems, judgments, strict=True)
            for segment in base.outputs["segment"].unique()
        }
        for name, sign in (("forth", 1), ("back", -1))
    }
    return EvalSet.build(base.card, base.outputs, base.references, ratings), tables


@pytest.mark.parametrize(
    ("options", "systems", "is_tied"),
    [
        ({"duplicates": "keep"}, "mix25", False),
        ({"part": "abs"}, "abs14", False),
        ({"part": "ext"}, "ext11", True),
    ],
)
def test_the_systems_of_realsumm_decide_whether_rouge_1_is_tied_with_rouge_2(
    shared, options, systems, is_tied
):
    [vector] = [v for v in statistics_vectors("dependent_correlation_real") if v["id"].endswith(systems)]
    expected, close = vector["expected"], {"abs": 2e-5}
    data = load_real(shared, "realsumm", **options)
    arguments = {"preprocess": ["STEM"], "components": ["recall"], "correction": "none"}
    [found] = asked.compare(data, ["rouge-2", "rouge-1"], method="williams1959", **arguments).to_dict(
        "records"
    )
    assert found["n_systems"] == vector["input"]["n"]
    assert [found["value"], found["against_value"]] == pytest.approx(
        [expected["r_jk"], expected["r_jh"]], **close
    )
    assert [found["low"], found["high"]] == pytest.approx(expected["zou_ci95"], **close)
    assert found["statistic"] == pytest.approx(expected["williams_t"], rel=1e-4)
    assert found["p"] == pytest.approx(expected["williams_p_two"], rel=1e-3)
    assert found["interval_population"] == found["population"] == "all systems, these inputs"
    assert (found["low"] <= 0) == is_tied == (found["verdict"] == "not shown")
    for method in ("meng1992", "steiger1980"):
        [other] = asked.compare(data, ["rouge-2", "rouge-1"], method=method, **arguments).to_dict("records")
        assert other["statistic"] == pytest.approx(expected[f"{method[:-4]}_z"], rel=1e-4)


@pytest.mark.parametrize(
    ("n_systems", "draws", "p", "patterns", "exact"), [(40, 99, 0.01, 99, "no"), (6, 99, 2 / 64, 64, "yes")]
)
def test_a_p_value_is_never_0_and_exact_where_the_patterns_are_few(n_systems, draws, p, patterns, exact):
    judgments = [float(2 * number - n_systems + 1) for number in range(n_systems)]
    data, scores = opposites(judgments)
    [found] = asked.compare(data, ["forth", "back"], scores=scores, draws=draws).to_dict("records")
    assert (found["value"], found["against_value"], found["difference"]) == pytest.approx((1, -1, 2))
    assert (found["p"], found["draws"], found["exact"]) == (p, patterns, exact)
    assert found["p_error"] == pytest.approx(0 if exact == "yes" else np.sqrt(p * (1 - p) / draws))
    for test, segments in (
        ({"method": "bootstrap"}, 2),  # one segment tells nothing of all
        ({"method": "bootstrap", "resample": "systems"}, 1),
        ({"swap": "both-xor"}, 1),
    ):
        data, scores = opposites(judgments, segments)
        [other] = asked.compare(data, ["forth", "back"], scores=scores, draws=draws, **test).to_dict(
            "records"
        )
        assert other["p"] > 0
        assert (other["p_error"] > 0) == (other["exact"] == "no")


@pytest.fixture(scope="module", params=["systems", "inputs", "both"])
def resampled(request):
    data = workbench.simulate(topics=5, systems=6, references=1).evalset
    arguments = {"levels": ["system", "segment"], "coefficients": ["pearson"], "draws": 9}
    arguments |= {"resample": request.param, "interval": "percentile"}
    return request.param, asked.correlate(data, ["rouge-1", "rouge-2"], **arguments)


@pytest.mark.parametrize("layout", sorted(LAYOUTS))
def test_every_layout_names_the_population_in_every_format(layout, resampled):
    resample, records = resampled
    population = {
        "systems": "all systems, these inputs",
        "inputs": "these systems, all inputs",
        "both": "all systems, all inputs",
    }[resample]
    assert (records["population"] == population).all()
    table = lay_out(records, LAYOUTS.get(layout))
    assert len(table.panels) > 0
    for panel in table.panels:
        assert any(population in note for note in (*panel.notes, *table.notes))
    for format in set(RENDERERS) - {"csv"}:
        assert population in render(table, format)


def test_soft_pairwise_accuracy_is_that_of_the_vector_in_every_order_of_systems():
    [vector] = [each for each in statistics_vectors("spa") if each["id"] == "own/spa_exact_midp"]
    matrices = vector["input"]["metric"], vector["input"]["human"]
    x, z = (np.array(each, float) for each in matrices)
    orders = [list(order) for order in permutations(range(len(x)))]
    assert {soft_pairwise_accuracy(x[order], z[order]).value for order in orders} == {0.90625}


def test_a_cell_without_a_value_is_a_dash_with_a_footnote_and_a_reason_in_its_record():
    data = workbench.simulate(topics=4, systems=5, references=1).evalset
    records = asked.correlate(data, ["constant", "rouge-1"], coefficients=["pearson"], draws=9)
    undefined, other = json.loads(records.to_json(orient="records"))
    assert (undefined["value"], undefined["low"]) == (None, None)
    assert undefined["reason"] == "constant metric scores"
    assert (other["value"] is not None, other["reason"]) == (True, "")
    for name in ("n_systems", "n_segments", "undefined_draws", "tied_metric", "interval", "seed", "hash"):
        assert undefined[name] not in (None, "")
    assert undefined["tied_metric"] == 1
    table = lay_out(records, LAYOUTS.get("lin2004"))
    text = render(table, "md")
    [row] = [line for line in text.splitlines() if line.startswith("| constant")]
    assert "0.00" not in row
    assert "<sup>a</sup>" in row
    assert "<sup>a</sup> constant metric scores" in text

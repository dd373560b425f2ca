"""Comparisons of metrics: against the statistics they are made of, and against degenerate input."""

from itertools import combinations

import asked
import numpy as np
import pandas as pd
import pytest
from naive_bootstrap import bootstrap_difference

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.errors import SpecError
from workbench.experiment.spec import build_spec
from workbench.stats.intervals.bootstrap_intervals import POPULATIONS
from workbench.stats.intervals.simultaneous import sup_t_half_widths
from workbench.stats.intervals.zou import zou2007
from workbench.stats.levels.level_values import level_draws
from workbench.stats.resampling.resample import draw
from workbench.stats.resampling.streams import stream
from workbench.stats.tests.dependent import DEPENDENT_TESTS
from workbench.stats.tests.equivalence import equivalence
from workbench.stats.tests.multiplicity import adjust
from workbench.stats.tests.permutation import permutation_test, permutation_tests
from workbench.stats.tests.under_swaps import Swapping

METRICS = ["rouge-1", "rouge-2", "rouge-4", "rouge-l"]
WITH_BLEU = ["rouge-1", "rouge-2", "bleu(order=2)"]


@pytest.fixture(scope="module")
def data():
    return workbench.simulate(topics=6, systems=9, references=2).evalset


@pytest.fixture(scope="module")
def matrices(data):
    scores = asked.score_outputs(data, [*METRICS, "bleu(order=2)"])
    human = data.judgments.groupby(["system", "segment"])["score"].mean().unstack()
    found = {}
    for metric, rows in scores.groupby("metric", observed=True):
        each = rows[rows["segment"] != "*"].pivot(index="system", columns="segment", values="value")
        found[metric] = each.loc[human.index, human.columns].to_numpy()
        whole = rows[rows["segment"] == "*"].set_index("system")["value"]
        found[metric, "*"] = whole[human.index].to_numpy()[:, np.newaxis]
    return found, human.to_numpy()


def of(frame, metric, other):
    [row] = frame[(frame["metric"] == metric) & (frame["against_metric"] == other)].itertuples()
    return row


@pytest.mark.parametrize(
    ("swap", "alternative", "against"),
    [
        *(("systems", alternative, "all") for alternative in ("two", "greater", "less")),
        ("systems", "less", "rouge-l"),
        ("inputs", "two", "all"),
        ("both-cell", "greater", "all"),
        ("both-xor", "two", "rouge-l"),
    ],
)
def test_permutation_is_that_of_the_statistics(data, matrices, swap, alternative, against):
    found = asked.compare(
        data, METRICS, swap=swap, draws=99, alternative=alternative, against=against, seed=3
    )
    assert len(found) == (6 if against == "all" else 3)
    x, z = matrices
    for row in found.itertuples():
        rng = stream(3, "permutation", row.task, swap)
        test = permutation_test(
            x[row.metric], x[row.against_metric], z, rng, how=Swapping(swap=swap, draws=99)
        )
        assert row.statistic == row.statistic
        assert row.difference == pytest.approx(test.statistic, abs=1e-9)
        expected = {"two": test.p_two, "greater": test.p_greater, "less": test.p_less}[alternative]
        assert row.p == expected
        assert (row.draws, row.exact) == (test.draws, "yes" if test.exact else "no")
        assert row.p_error == pytest.approx(0.0 if test.exact else np.sqrt(row.p * (1 - row.p) / 99))
        assert row.population == test.population
        assert row.p_adjusted >= row.p > 0


@pytest.mark.parametrize("level", ["segment", "global"])
def test_other_levels_and_their_pooled_metrics_swap_cells(data, matrices, level):
    found = asked.compare(data, WITH_BLEU, levels=[level], coefficients=["kendall"], swap="inputs", draws=99)
    x, z = matrices
    for row in found.itertuples():
        rng = stream(0, "permutation", row.task, "inputs")
        pair = x[row.metric], x[row.against_metric]
        assert (
            row.p == permutation_test(*pair, z, rng, level, "kendall", how=Swapping("inputs", draws=99)).p_two
        )
        assert (row.interval, row.interval_population) == ("percentile", "all systems, all inputs")
        assert row.low <= row.high


def test_summed_counts_swap_whole_systems_only(data, matrices):
    x, z = matrices
    whole = asked.compare(data, WITH_BLEU, draws=99)
    row = of(whole, "rouge-1", "bleu(order=2)")
    rng = stream(0, "permutation", row.task, "systems")
    means = z.mean(axis=1)[:, np.newaxis]
    expected = permutation_test(
        x["rouge-1", "*"], x["bleu(order=2)", "*"], means, rng, how=Swapping(draws=99)
    )
    assert row.p == expected.p_two
    assert row.difference == pytest.approx(expected.statistic, abs=1e-9)
    for swap in ("inputs", "both-cell", "both-xor"):
        cells = asked.compare(data, WITH_BLEU, draws=99, swap=swap)
        assert cells["reason"].str.contains("bleu.* sums counts").tolist() == [False, True, True]
        assert cells["p"].isna().tolist() == [False, True, True]
        assert cells["n_family"].unique().tolist() == [1]
    drawn = asked.compare(data, WITH_BLEU, method="bootstrap", draws=99)
    assert drawn["p"].notna().all()


@pytest.mark.parametrize(
    ("resample", "alternative"),
    [("systems", "two"), ("inputs", "greater"), ("both", "less"), ("both", "two")],
)
def test_bootstrap_is_that_of_the_statistics(data, matrices, resample, alternative):
    found = asked.compare(
        data, METRICS, method="bootstrap", resample=resample, draws=99, alternative=alternative, level=0.1
    )
    x, z = matrices
    draws = draw(stream(0, "bootstrap", found["task"][0], resample), *z.shape, 99, resample)
    for row in found.itertuples():
        pair = x[row.metric], x[row.against_metric]
        test = bootstrap_difference(*pair, z, draws, confidence=0.9)
        assert row.p == pytest.approx(getattr(test, alternative))
        assert (row.low, row.high) == pytest.approx((test.low, test.high), abs=1e-9)
        assert row.population == row.interval_population == POPULATIONS[resample]
        assert (row.draws, row.undefined_draws, row.exact) == (99, 0, "no")


@pytest.mark.parametrize("method", sorted(DEPENDENT_TESTS))
def test_dependent_tests_take_systems_as_observations(data, matrices, method):
    found = asked.compare(data, WITH_BLEU, method=method, margin=0.4, correction="bonferroni")
    x, z = matrices
    for row in found.itertuples():
        r = np.corrcoef([x[row.metric, "*"][:, 0], x[row.against_metric, "*"][:, 0], z.mean(axis=1)])
        given = r[0, 2], r[1, 2], r[0, 1], 9
        test, interval = DEPENDENT_TESTS.get(method)(*given), zou2007(*given)
        assert row.statistic == pytest.approx(float(test.statistic), rel=1e-6)
        assert row.p == pytest.approx(float(test.p_value), rel=1e-6)
        assert row.p_adjusted == pytest.approx(min(1.0, 3 * row.p))
        assert (row.low, row.high) == pytest.approx((interval.low, interval.high), rel=1e-6)
        assert row.equivalence_p == pytest.approx(float(equivalence(*given, margin=0.4).p_value), rel=1e-6)
        assert (row.exact, row.p_error, row.interval) == ("", 0.0, "zou")
        assert row.population == "all systems, these inputs"


@pytest.mark.parametrize("against", ["all", "best"])
def test_intervals_that_cover_together_are_a_band_for_all_pairs(data, matrices, against):
    keys = {"method": "bootstrap", "resample": "systems", "draws": 99, "level": 0.1, "against": against}
    experiment = asked.tested(data, METRICS, **keys, simultaneous=True)
    result = experiment.compare()
    found, alone = result.frame, asked.compare(data, METRICS, **keys)
    x, z = matrices
    draws = draw(stream(0, "bootstrap", found["task"][0], "systems"), *z.shape, 99, "systems")
    drawn = {metric: level_draws(x[metric], z, draws, "system", "pearson") for metric in METRICS}
    pairs = list(combinations(METRICS, 2))
    apart = np.array([drawn[one] - drawn[other] for one, other in pairs]).T
    whole = {metric: np.corrcoef(x[metric].mean(axis=1), z.mean(axis=1))[0, 1] for metric in METRICS}
    values = np.array([whole[one] - whole[other] for one, other in pairs])
    half = dict(zip(map(frozenset, pairs), sup_t_half_widths(values, apart, 0.9), strict=True))
    for row in found.itertuples():
        width = half[frozenset((row.metric, row.against_metric))]
        assert (row.low, row.high) == pytest.approx((row.difference - width, row.difference + width))
    assert {*found["interval"]} == {"sup-t, simultaneous"}
    assert (found["high"] - found["low"]).mean() > 1.2 * (alone["high"] - alone["low"]).mean()
    cites = "(90 %, sup-t, simultaneous [Montiel Olea & Plagborg-Møller 2019])"
    assert f"Intervals of differences {cites}" in experiment.methods().text


def test_columns_share_the_level_of_their_bands_among_what_is_tested(data):
    """Two columns have half of the level each, whatever a constant metric adds to their untested pairs."""
    flat = dict.fromkeys(data.outputs[["segment", "system"]].itertuples(index=False, name=None), 1.0)
    keys = {
        "within": "column",
        "interval": "percentile",
        "resample": "systems",
        "draws": 99,
        "simultaneous": True,
    }
    alone = asked.compare(data, METRICS[:2], preprocess=["CASE"], level=0.1, **keys)
    both = asked.compare(
        data, [*METRICS[:2], "flat"], preprocess=["CASE", "STEM"], level=0.2, scores={"flat": flat}, **keys
    )
    [mine] = alone[["low", "high"]].to_numpy()
    shared = both[(both["preprocess"] == "CASE") & both["low"].notna()]
    assert shared[["low", "high"]].to_numpy().tolist() == [mine.tolist()]


def test_zous_intervals_that_cover_together_share_the_level(data, matrices):
    found = asked.compare(data, METRICS[:3], method="williams1959", simultaneous=True)
    x, z = matrices
    for row in found.itertuples():
        r = np.corrcoef([x[row.metric].mean(axis=1), x[row.against_metric].mean(axis=1), z.mean(axis=1)])
        ends = zou2007(r[0, 2], r[1, 2], r[0, 1], 9, 1 - 0.05 / 3)
        assert (row.low, row.high) == pytest.approx((ends.low, ends.high), rel=1e-6)
        assert row.interval == "zou, simultaneous"


def test_of_metrics_without_a_coefficient_no_interval_shares_a_level(data):
    found = asked.compare(
        data, ["constant", "rouge-1"], method="williams1959", simultaneous=True, against="all"
    )
    assert found[["low", "high", "p"]].isna().all(axis=None)
    assert found["reason"].str.startswith("constant").all()


def test_dependent_tests_are_of_pearson_at_system_level(data):
    found = asked.compare(
        data, METRICS[:2], method="meng1992", levels=["system", "segment"],
        coefficients=["pearson", "kendall"], margin=0.1, draws=20,
    )  # fmt: skip
    assert found["p"].notna().tolist() == [True, False, False, False]
    assert found["equivalence_p"].notna().tolist() == [True, False, False, False]
    assert found["reason"][1:].str.startswith("a test of dependent correlations").all()
    assert found["interval"].tolist() == ["zou", "percentile", "percentile", "percentile"]


def test_the_best_is_compared_as_one_of_all_pairs(data):
    every = asked.compare(data, METRICS, draws=99, correction="holm")
    best = asked.compare(data, METRICS, against="best", draws=99, correction="holm")
    assert np.allclose(every["p_adjusted"], adjust(every["p"].to_numpy(), "holm"))
    assert len(best) == 3
    assert (best["difference"] <= 0).all()
    assert best["against_metric"].nunique() == 1
    assert (best["n_family"] == 6).all()
    for row in best.itertuples():
        pair = {row.metric, row.against_metric}
        [same] = every[
            [{m, a} == pair for m, a in zip(every["metric"], every["against_metric"], strict=True)]
        ].itertuples()
        turned = same.metric != row.metric
        assert (row.p, row.p_adjusted) == (same.p, same.p_adjusted)
        ends = (-same.high, -same.low) if turned else (same.low, same.high)
        assert (row.low, row.high) == pytest.approx(ends, abs=1e-12)


def test_max_t_is_that_of_the_statistics_over_the_whole_family():
    data = workbench.simulate(topics=8, systems=8, references=2).evalset
    human = data.judgments.groupby(["system", "segment"])["score"].mean().groupby("system").mean()
    columns = []
    for preprocess in ("CASE", "STOP"):
        scores = asked.experiment(data, METRICS, preprocess=[preprocess]).scores.frame
        whole = scores[scores["segment"] == "*"].pivot(index="system", columns="metric", values="value")
        columns += [whole.loc[human.index, metric].to_numpy()[:, np.newaxis] for metric in METRICS]
    judged = human.to_numpy()[:, np.newaxis]
    pairs = [(i, j) for i in range(8) for j in range(i + 1, 8) if (i < 4) == (j < 4)]
    for test, mine in ({"within": "column"}, pairs), ({"within": "table"}, None):
        found = asked.compare(data, METRICS, preprocess=["CASE", "STOP"], **test)
        rng = stream(0, "permutation", found["task"][0], "systems")
        expected = permutation_tests(np.stack(columns), judged, rng, pairs=mine)
        places = [(metric, name) for name in ("CASE", "STOP") for metric in METRICS]
        by_pair = {
            frozenset(places[row] for row in pair): p
            for pair, p in zip(expected.pairs, expected.adjusted[0], strict=True)
        }
        assert (found["n_family"] == len(expected.pairs)).all()
        for row in found.itertuples():
            pair = {(row.metric, row.preprocess), (row.against_metric, row.against_preprocess)}
            assert row.p_adjusted == by_pair[frozenset(pair)] >= row.p
        assert found["correction"].unique().tolist() == ["max-t"]


LIN = [
    *(f"rouge-{n}" for n in range(1, 10)), "rouge-l", "rouge-w(weight=1.2)",
    *(f"rouge-{skip}{gap}" for skip in ("s", "su") for gap in ("", "(gap=4)", "(gap=9)")),
]  # fmt: skip
"""The 17 measures of Lin (2004)."""


def test_the_default_shows_differences_that_are_there():
    """Of the data's 17 measures longer n-grams agree less, by how they are made: every one shown says so."""
    data = workbench.load("simulated-news")
    made = workbench.Experiment(data, LIN, components=["recall"], correlation={"coefficients": ["pearson"]})
    result = made.compare(against="all")
    frame = result.frame
    assert len(frame) == 136
    assert (frame["n_family"] == 136).all()
    assert (frame["draws"] == 1000).all()
    shown = frame[frame["verdict"].isin(["better", "worse"])]
    assert len(shown) >= 28
    grams = {f"rouge-{n}": n for n in range(1, 10)}
    among = shown[shown["metric"].isin(grams) & shown["against_metric"].isin(grams)]
    assert len(among) >= 5
    shorter = among["metric"].map(grams) < among["against_metric"].map(grams)
    assert ((among["verdict"] == "better") == shorter).all()
    assert "out of reach" not in set(frame["verdict"])


def test_what_no_scores_could_show_is_said():
    few = workbench.simulate(topics=6, systems=4, references=2).evalset
    result = asked.experiment(few, METRICS, coefficients=["pearson"]).compare("all")
    assert result.frame["verdict"].unique().tolist() == ["out of reach"]
    assert result.frame["smallest_p"].unique().tolist() == [0.125]
    assert (
        "no difference can be shown at 0.05, whatever the scores are: all 16 patterns and the correction for "
        "6 tests allow no p below 0.12; it takes more systems, or swap = 'inputs', which asks about these "
        "systems alone"
    ) in "\n".join(result.lines)
    of_inputs = asked.experiment(few, METRICS, coefficients=["pearson"]).compare("all", swap="inputs")
    assert "out of reach" not in set(of_inputs.frame["verdict"])
    fewer = workbench.simulate(topics=4, systems=4, references=2).evalset
    line = asked.experiment(fewer, METRICS, coefficients=["pearson"]).compare("all").lines[-1]
    assert line.endswith("it takes more systems")


@pytest.mark.parametrize(("systems", "level"), [(3, "system"), (1, "global"), (2, "segment")])
def test_where_too_few_systems_can_be_left_out_inputs_are_named(systems, level):
    few = workbench.simulate(topics=8, systems=systems, references=2).evalset
    made = asked.experiment(few, METRICS[:2], coefficients=["pearson"], levels=[level])
    why = "no standard error: fewer than two of what is swapped can be left out"
    of_inputs = f"{why}; swap = 'inputs' asks about these systems alone"
    assert set(made.compare("all").frame["reason"]) == {of_inputs}
    assert set(made.compare("all", swap="inputs").frame["reason"]) == {""}


def test_draws_follow_from_the_correction():
    data = workbench.simulate(topics=6, systems=16, references=2).evalset
    keys = {"coefficients": ["pearson"]}
    # 55 pairs
    e = asked.experiment(data, LIN[:11], **keys)
    holm = e.compare("all", correction="holm").frame
    assert holm["smallest_p"].unique().tolist() == pytest.approx([55 / 5500])
    assert (holm["draws"] == 5499).all()
    few = e.compare("all", correction="holm", draws=1000).frame
    assert few["smallest_p"].unique().tolist() == pytest.approx([55 / 1001])
    assert (few["verdict"] == "out of reach").all()
    largest = e.compare("all").frame
    assert largest["smallest_p"].unique().tolist() == pytest.approx([1 / 1001])


def test_columns_or_the_whole_table(data):
    arguments = {"preprocess": ["CASE", "STOP"], "draws": 20}
    columns = asked.compare(data, METRICS[:2], within="column", **arguments)
    table = asked.compare(data, METRICS[:2], **arguments)
    assert (columns["preprocess"] == columns["against_preprocess"]).all()
    assert (len(columns), len(table)) == (2, 6)
    assert columns["n_family"].unique().tolist() == [2]


def test_a_named_metric_is_looked_for_in_the_column_first(data):
    found = asked.compare(data, METRICS[:2], preprocess=["CASE", "STOP"], against="rouge-1", draws=20)
    assert found["preprocess"].tolist() == found["against_preprocess"].tolist() == ["CASE", "STOP"]
    other = asked.compare(data, [*METRICS[:2], "bleu"], against="bleu score", draws=20)
    assert other["against_preprocess"].unique().tolist() == ["13a"]
    with pytest.raises(SpecError, match=r"'rouge-1' is several rows for .*Name a component"):
        asked.compare(data, METRICS[:2], components=["recall", "f"], against="rouge-1")
    by_component = asked.compare(data, METRICS[:2], components=["recall", "f"], against="rouge-1 f", draws=20)
    assert by_component["against_component"].unique().tolist() == ["f"]
    assert len(by_component) == 3
    with pytest.raises(SpecError, match=r"there is no metric 'rouge-3'. Did you mean 'rouge-"):
        asked.compare(data, METRICS, against="rouge-3")


@pytest.mark.parametrize(
    ("test", "named"),
    [
        ({"swap": "both-cell", "population": "all systems, all inputs"}, "method = 'bootstrap'"),
        ({"swap": "both-xor", "population": "all systems, these inputs"}, "swap = 'systems'"),
        ({"method": "williams1959", "population": "these systems, all inputs"}, "swap = 'inputs'"),
        ({"method": "bootstrap", "population": "all systems, these inputs"}, "williams1959"),
        ({"population": "these systems, these inputs"}, "no test does"),
    ],
)
def test_a_population_that_a_test_does_not_speak_of_needs_an_override(data, test, named):
    with pytest.raises(SpecError) as caught:
        asked.compare(data, METRICS[:2], draws=20, **test)
    assert f"asked for '{test['population']}'" in str(caught.value)
    assert named in str(caught.value)
    found = asked.compare(data, METRICS[:2], draws=20, override=True, **test)
    assert found["population_asked"].tolist() == [test["population"]]
    assert found["population"][0] != test["population"]


@pytest.mark.parametrize("swap", ["systems", "inputs"])
def test_a_population_that_a_test_does_speak_of_needs_none(data, swap):
    population = {"systems": "all systems, these inputs", "inputs": "these systems, all inputs"}[swap]
    found = asked.compare(data, METRICS[:2], swap=swap, population=population, draws=20, interval="none")
    assert found[["population", "population_asked"]].to_numpy().tolist() == [[population, ""]]


@pytest.mark.parametrize(
    "test",
    [
        {"against": "best", "alternative": "greater"},
        {"correction": "max-t", "method": "bootstrap"},
        {"margin": 0.0},
        {"level": 0.5},
        {"method": "wiliams1959"},
    ],
)
def test_what_makes_no_sense_is_refused(test):
    with pytest.raises(SpecError):
        build_spec({"name": "x", "metrics": METRICS, "data": {"name": "simulated-news"}, "test": test})


METHODS = [
    {"method": method, "correction": correction}
    for method in ("permutation", "bootstrap", "williams1959")
    for correction in ("holm", "max-t")
    if correction != "max-t" or method == "permutation"
]


@pytest.mark.parametrize(
    ("test", "against"),
    [
        *((METHODS[0], against) for against in ("best", "all", "rouge-1")),
        (METHODS[1], "best"),
        (METHODS[2], "all"),
        (METHODS[3], "best"),
    ],
)
def test_degenerate_input_is_a_reason(data, test, against):
    def compared(outputs=data.outputs, judgments=data.judgments, metrics=METRICS[:3]):
        made = EvalSet.build(data.card, outputs, data.references, judgments)
        return asked.compare(
            made, metrics, against=against, draws=20, levels=["system", "segment"], margin=0.1, **test
        )

    alone = compared(metrics=["rouge-1"])
    assert alone["p"].isna().all()
    assert (alone["reason"] == "no other metric is compared with it").all()
    assert len(alone) == 2
    constant = compared(outputs=data.outputs.assign(text="nothing in common"))
    assert constant["p"].isna().all()
    assert len(constant) >= 4
    assert (constant["reason"] != "").all()
    few = data.outputs["system"].unique()[:2]
    small = compared(
        data.outputs[data.outputs["system"].isin(few)], data.judgments[data.judgments["system"].isin(few)]
    )
    system = small[small["level"] == "system"]
    assert len(system) >= 2
    assert system["p"].isna().all()
    assert (system["reason"] != "").all()
    assert len(compared(metrics=METRICS[:2])) == 2


def test_a_metric_without_a_coefficient_leaves_the_family(data):
    @workbench.metric("always-half")
    def always_half(candidate, references):
        return 0.5

    from workbench.metrics.base import METRICS as ENTERED

    try:
        found = asked.compare(data, [*METRICS[:2], "always-half"], draws=20, within="table")
    finally:
        ENTERED.remove("always-half")
    assert found["p"].notna().tolist() == [True, False, False]
    assert (found["n_family"] == 1).all()
    assert found["reason"].tolist() == ["", "constant metric scores", "constant metric scores"]


def test_missing_judgments_are_left_out(data):
    judged = data.judgments
    first = judged["system"].unique()[0]
    some = judged[~((judged["system"] == first) & (judged["segment"] == judged["segment"].unique()[0]))]
    none = judged[judged["system"] != first]
    for rows, n in ((some, 9), (none, 8)):
        made = EvalSet.build(data.card, data.outputs, data.references, rows)
        for method in ("permutation", "bootstrap", "williams1959"):
            found = asked.compare(made, WITH_BLEU, method=method, draws=20)
            assert found["p"].notna().all()
            assert (found["n_systems"] == n).all()


def test_the_row_order_does_not_matter_and_the_seed_does(data):
    rng = np.random.default_rng(0)
    frames = [
        frame.iloc[rng.permutation(len(frame))] for frame in (data.outputs, data.references, data.judgments)
    ]
    mixed = EvalSet.build(data.card, *frames)
    arguments = {"swap": "both-cell", "draws": 50}
    first = asked.compare(data, METRICS, **arguments)
    assert first.equals(asked.compare(mixed, METRICS, **arguments))
    assert not first["p"].equals(asked.compare(data, METRICS, seed=1, **arguments)["p"])


def test_columns_are_declared():
    from workbench.schema import COMPARISONS

    assert isinstance(COMPARISONS.build([]), pd.DataFrame)
    assert set(COMPARISONS.key) <= set(COMPARISONS.names)


@pytest.fixture(scope="module")
def in_parts(data):
    """The same data in three documents of two domains."""
    home = dict(zip(data.segments(data.tasks[0]), ["d1", "d1", "d2", "d2", "d3", "d3"], strict=True))
    document = data.outputs["segment"].map(home)
    outputs = data.outputs.assign(document=document, domain=document.map({"d1": "a", "d2": "a", "d3": "b"}))
    return EvalSet.build(data.card, outputs, data.references, data.judgments)


@pytest.mark.parametrize("correction", ["holm", "max-t"])
def test_documents_are_swapped_and_drawn_as_segments_are(data, in_parts, matrices, correction):
    arguments = {"levels": ["document"], "coefficients": ["kendall"], "draws": 99, "correction": correction}
    found = asked.compare(in_parts, METRICS[:2], **arguments)
    x, z = matrices
    places = [data.segments(data.tasks[0]).index(name) for name in sorted(data.outputs["segment"].unique())]
    assert places == sorted(places)
    one, other, judged = (each.reshape(9, 3, 2).mean(axis=2) for each in (x["rouge-1"], x["rouge-2"], z))
    rng = stream(0, "permutation", found["task"][0], "systems")
    expected = permutation_test(one, other, judged, rng, "segment", "kendall", how=Swapping(draws=99))
    [row] = found.itertuples()
    assert row.difference == pytest.approx(expected.statistic, abs=1e-9)
    assert (row.p, row.n_segments, row.reason) == (expected.p_two, 3, "")
    assert row.low <= row.difference <= row.high
    drawn = asked.compare(in_parts, WITH_BLEU, method="bootstrap", **arguments | {"correction": "holm"})
    assert drawn["p"].notna().all()


@pytest.mark.parametrize("resample", ["systems", "inputs"])
def test_ranks_of_means_of_domains_have_no_acceleration_over_inputs(in_parts, resample):
    """They rank the systems of each domain, which stay or jump where a segment is left out."""
    e = asked.tested(
        in_parts, METRICS[:2], levels=["domain", "document"], coefficients=["pearson", "kendall"],
        method="bootstrap", interval="bca", resample=resample, draws=60,
    )  # fmt: skip
    for frame in (e.records, e.compare().frame):
        refused = frame["interval_reason"].str.startswith("no BCa over inputs of kendall")
        of_ranks = (frame["level"] == "domain") & (frame["coefficient"] == "kendall")
        assert (refused == (of_ranks & (resample == "inputs"))).all()
        assert (frame["low"].isna() == refused).all()


def test_documents_whose_segments_are_all_there_twice_are_drawn_alike(in_parts):
    twice = [
        pd.concat([frame, frame.assign(segment=frame["segment"] + " again")])
        for frame in (in_parts.outputs, in_parts.references, in_parts.judgments)
    ]
    arguments = {"levels": ["document"], "coefficients": ["pearson"], "method": "bootstrap", "draws": 50}
    once, again = (
        asked.compare(each, METRICS, **arguments) for each in (in_parts, EvalSet.build(in_parts.card, *twice))
    )
    assert once["p"].tolist() == again["p"].tolist()
    np.testing.assert_allclose(once[["low", "high"]], again[["low", "high"]], rtol=1e-9)


@pytest.mark.parametrize("level", ["domain", "within-system"])
def test_means_over_domains_and_systems_are_drawn_and_not_swapped(in_parts, level):
    records = asked.correlate(in_parts, WITH_BLEU, levels=[level], coefficients=["pearson"], draws=9)
    values = dict(zip(records["metric"], records["value"], strict=True))
    arguments = {"levels": [level], "draws": 99}
    swapped = asked.compare(in_parts, WITH_BLEU, **arguments)
    assert (swapped["reason"] == f"no permutation test at {level} level: use a bootstrap").all()
    assert swapped["p"].isna().all()
    drawn = asked.compare(in_parts, WITH_BLEU, method="bootstrap", **arguments)
    assert drawn["p"].between(0.01, 1).all()
    for frame in (swapped, drawn):
        assert frame["difference"].tolist() == pytest.approx(
            [values[row.metric] - values[row.against_metric] for row in frame.itertuples()]
        )
        assert (frame["low"] <= frame["high"]).all()
    assert (asked.rank(in_parts, WITH_BLEU, method="bootstrap", **arguments).frame["rank_low"] > 0).all()


@pytest.mark.parametrize(
    ("test", "line"),
    [
        ({"method": "williams1959", "swap": "inputs"}, "swap is what a permutation swaps, and method is"),
        ({"method": "williams1959", "statistic": "difference"}, "statistic is what a permutation compares"),
        ({"method": "bootstrap", "swap": "both-cell"}, "swap is what a permutation swaps"),
        ({"method": "williams1959", "draws": 50}, r"test\.draws: williams1959 is a formula"),
        ({"method": "bootstrap", "draws": 50}, r"test\.draws: .* correlation\.draws says how many"),
        ({"against": "rouge-1", "within": "column"}, "within is for against"),
        ({"pairs": [["rouge-1", "rouge-2"]], "within": "column"}, "within is for against"),
    ],
)
def test_settings_that_do_nothing_are_refused(test, line):
    asked_for = {"name": "x", "metrics": METRICS, "data": {"name": "simulated-news"}}
    with pytest.raises(SpecError, match=line):
        build_spec({**asked_for, "test": test})


def test_draws_are_taken_where_the_intervals_draw_none():
    asked_for = {"name": "x", "metrics": METRICS, "data": {"name": "simulated-news"}}
    undrawn = {**asked_for, "correlation": {"interval": "none"}}
    of_bootstrap, of_ranks = {"method": "bootstrap", "draws": 50}, {"method": "williams1959", "draws": 50}
    assert build_spec({**undrawn, "test": of_bootstrap}).section("test").draws == 50
    assert build_spec({**undrawn, "test": of_ranks, "ranking": {}}).section("test").draws == 50


Z = "studentised difference of Fisher's z"
DIVIDED = "studentised difference"
RANKS = "difference, ranks swapped"
WHAT = {
    ("systems", "studentised"): {
        "system": (Z, RANKS, RANKS), "segment": (DIVIDED,) * 3, "global": (Z, DIVIDED, DIVIDED),
    },
    ("inputs", "studentised"): {
        "system": (Z, "difference", "difference"), "segment": (DIVIDED,) * 3, "global": (Z, DIVIDED, DIVIDED),
    },
    ("systems", "difference"): dict.fromkeys(
        ("system", "segment", "global"), ("difference, scores standard over cells",) * 3
    ),
}  # fmt: skip


@pytest.mark.parametrize(("swap", "statistic"), WHAT)
def test_it_is_said_what_is_compared_for_each_coefficient_and_level(data, swap, statistic):
    e = workbench.Experiment(
        data,
        ["rouge-1", "rouge-2"],
        correlation={
            "levels": ["system", "segment", "global"],
            "coefficients": ["pearson", "kendall", "acc-eq"],
            "interval": "none",
        },
    )
    found = e.compare("all", swap=swap, statistic=statistic, draws=20)
    said = {
        level: tuple(rows.set_index("coefficient")["compared"][["pearson", "kendall", "acc-eq"]])
        for level, rows in found.frame.groupby("level")
    }
    assert said == WHAT[swap, statistic]
    # what is divided by an error is in the column `statistic`
    assert (found.frame["statistic"].notna() == found.frame["compared"].str.startswith("studentised")).all()
    [line] = [line for line in found.lines if line.startswith("  compared: ")]
    if statistic == "difference":
        assert line == "  compared: difference, scores standard over cells"
    else:
        assert "studentised difference of Fisher's z: pearson (system), pearson (global); " in line


def test_the_statistic_of_pearsons_coefficients_is_one_of_fishers_z(data, matrices):
    scores, human = matrices
    e = workbench.Experiment(data, ["rouge-1", "rouge-2"], correlation={"coefficients": ["pearson"]})
    [row] = e.compare("all", draws=20).frame.itertuples()
    z = human.mean(axis=1)
    means = scores["rouge-1"].mean(axis=1), scores["rouge-2"].mean(axis=1)

    def apart(there):
        mine, theirs = (np.arctanh(np.corrcoef(x[there], z[there])[0, 1]) for x in means)
        return mine - theirs

    n = len(z)
    without = np.array([apart(np.arange(n) != system) for system in range(n)])
    error = np.sqrt((n - 1) / n * ((without - without.mean()) ** 2).sum())
    assert row.compared == Z
    assert row.statistic == pytest.approx(apart(np.full(n, True)) / error)


def test_bootstraps_compare_differences_and_formulas_have_a_statistic_of_their_own(data):
    e = workbench.Experiment(
        data, ["rouge-1", "rouge-2"], correlation={"coefficients": ["pearson"], "draws": 20}
    )
    assert list(e.compare("all", method="bootstrap").frame["compared"]) == ["difference"]
    formula = e.compare("all", method="williams1959")
    assert list(formula.frame["compared"]) == [""]
    assert not any("compared:" in line for line in formula.lines)


def test_the_methods_paragraph_says_of_each_coefficient_what_was_compared(data):
    def said(**test):
        e = workbench.Experiment(
            data,
            ["rouge-1", "rouge-2"],
            correlation={"coefficients": ["pearson", "kendall"], "interval": "none"},
            test={"draws": 20, **test},
        )
        return " ".join(e.methods().text.split())

    assert (
        "Its statistic is, of Pearson's r at system level, the difference of Fisher's z of the coefficients "
        "divided by its jackknife error over the systems [Arvesen 1969; DiCiccio & Romano 2017]; of "
        "Kendall's τ-b at system level, the difference of the coefficients, of which it swaps ranks in "
        "place of scores."
    ) in said()
    plain = said(statistic="difference")
    assert "Its statistic is the difference of the coefficients of scores that are standard over all" in plain
    assert "jackknife" not in plain


@pytest.mark.parametrize(
    ("against", "alternative", "said"),
    [
        ("all", "greater", "better than the other one (against_metric): R-1 (R) than R-2 (R)"),
        ("all", "less", "worse than the other one (against_metric): R-1 (R) than R-2 (R)"),
        ("rouge-1", "greater", "better than the other one (against_metric): R-2 (R) than R-1 (R)"),
    ],
)
def test_a_one_sided_test_says_its_direction(data, against, alternative, said):
    e = workbench.Experiment(data, ["rouge-1", "rouge-2"], correlation={"coefficients": ["kendall"]})
    lines = e.compare(against, draws=20, alternative=alternative).lines
    [line] = [line for line in lines if "is whether" in line]
    assert said in line


def test_two_metrics_that_are_listed_both_ways_round_are_one_test_but_of_two_sides(data):
    pairs = [["rouge-1", "rouge-2"], ["rouge-2", "rouge-1"]]
    both, once = (
        asked.compare(data, METRICS[:2], pairs=each, draws=99, correction="holm")
        for each in (pairs, pairs[:1])
    )
    pd.testing.assert_frame_equal(both, once)
    assert both["n_family"].tolist() == [1]
    sides = asked.compare(data, METRICS[:2], pairs=pairs, draws=99, correction="holm", alternative="greater")
    assert sides["n_family"].tolist() == [2, 2]
    assert sides["p"].sum() > 1
    assert sides["p_adjusted"].min() == 2 * sides["p"].min()


def test_a_two_sided_test_has_no_direction(data):
    e = workbench.Experiment(data, ["rouge-1", "rouge-2"], correlation={"coefficients": ["kendall"]})
    assert not any("is whether" in line for line in e.compare("all", draws=20).lines)

"""Comparisons at their borders: p equal to the level, what nobody judged, several tasks and criteria."""

from types import SimpleNamespace

import asked
import numpy as np
import pandas as pd
import pytest

import workbench
from workbench.analyses.compare.cautioned import describe_cautions
from workbench.analyses.compare.compared import Compared
from workbench.analyses.compare.section import TestSpec
from workbench.analyses.compare.verdict_lines import describe_comparisons, describe_rankings, describe_reach
from workbench.datasets.evalset import EvalSet
from workbench.metrics.base import METRICS as ENTERED
from workbench.schema import COMPARISONS
from workbench.stats.intervals.bootstrap_intervals import interval_of
from workbench.stats.intervals.zou import zou2007
from workbench.stats.resampling.streams import stream
from workbench.stats.tests.dependent import DEPENDENT_TESTS
from workbench.stats.tests.permutation import permutation_test
from workbench.stats.tests.under_swaps import Swapping

METRICS = ["rouge-1", "rouge-2", "rouge-l"]


@pytest.fixture(scope="module")
def data():
    return workbench.simulate(topics=5, systems=7, references=2, raters=1).evalset


def two_of_each(data):
    """Two tasks with a second criterion of which less is better, judged otherwise."""
    criteria = {
        "coverage": data.card.criteria["coverage"],
        "faults": data.card.criteria["coverage"].model_copy(update={"direction": "lower"}),
    }
    rng = np.random.default_rng(2)
    faults = data.judgments.assign(criterion="faults", score=rng.random(len(data.judgments)))
    judged = pd.concat([data.judgments, faults])
    frames = [
        pd.concat([frame, frame.assign(task="other")]) for frame in (data.outputs, data.references, judged)
    ]
    return EvalSet.build(data.card.model_copy(update={"criteria": criteria}), *frames)


def scores_of(data, metrics):
    scores = asked.score_outputs(data, metrics)
    human = data.judgments.groupby(["system", "segment"])["score"].mean().unstack()
    cells = {}
    for metric, rows in scores.groupby("metric", observed=True):
        each = rows[rows["segment"] != "*"].pivot(index="system", columns="segment", values="value")
        cells[metric] = each.reindex_like(human).to_numpy()
    return cells, human.to_numpy()


@pytest.mark.parametrize(
    ("changes", "more"),
    [
        ({}, "more draws, or correction = 'max-t'"),
        ({"correction": "max-t"}, "more draws"),
        ({"correction": "none"}, "more draws"),
        ({"method": "bootstrap"}, "more draws"),
        ({"exact": "yes", "correction": "none"}, "more systems or inputs"),
        ({"exact": "yes", "correction": "none", "resampled": "inputs"}, "more inputs"),
    ],
)
def test_what_it_takes_to_reach_a_level_is_said(changes, more):
    row = {
        "smallest_p": 0.1, "test_level": 0.05, "exact": "no", "resampled": "both-cell", "correction": "holm",
        "method": "permutation", "draws": 1099, "n_family": 110, "p": 0.2, **changes,
    }  # fmt: skip
    what = "all 1,099 patterns" if row["exact"] == "yes" else "1,099 draws"
    rest = f"whatever the scores are: {what} and the correction for 110 tests allow no p below 0.1; it takes "
    assert describe_reach(pd.DataFrame([row])) == f"no difference can be shown at 0.05, {rest}{more}"
    at_level = {**row, "smallest_p": 0.05}
    one = describe_reach(pd.DataFrame([row, at_level]))
    assert one == f"1 difference cannot be shown at 0.05, {rest}{more}"
    two = describe_reach(pd.DataFrame([{**row, "smallest_p": 0.2}, at_level, row]))
    assert two == f"2 differences cannot be shown at 0.05, {rest}{more}"
    assert describe_reach(pd.DataFrame([at_level])) == ""


def test_p_equal_to_the_level_is_a_difference_in_every_frame(data):
    base = {"against": "all", "correction": "none", "draws": 200, "swap": "inputs"}
    e = asked.experiment(
        data,
        ["rouge-1", "rouge-4", "rouge-9"],
        coefficients=["pearson"],
        interval="none",
        test=base,
        ranking={},
    )
    free = e.compare().frame
    values = {**dict(zip(free["metric"], free["value"], strict=True)),
              **dict(zip(free["against_metric"], free["against_value"], strict=True))}  # fmt: skip
    best = max(values, key=values.get)
    mine = free[(free["metric"] == best) | (free["against_metric"] == best)]
    row = mine.loc[mine["p"].idxmin()]
    level = float(row["p"])
    assert 0 < level < 0.5
    loser = row["against_metric"] if row["metric"] == best else row["metric"]
    at = e.replace(test={"level": level})
    under = e.replace(test={"level": level - 1e-9})
    for each, wins, standing in ((at, 1.0, "behind"), (under, 0.0, "tied")):
        ranks, winners = each.rank().frames.values()
        pair = winners[(winners["metric"] == best) & (winners["against_metric"] == loser)].iloc[0]
        assert pair["wins"] == wins
        assert pair["difference"] == pytest.approx(values[best] - values[loser])
        assert pair["p_adjusted"] == level
        assert ranks.set_index("metric")["standing"][loser] == standing
        ranked = ranks.set_index("metric")
        assert (loser in ranked["beats"][best]) == bool(wins)
        marked = each.replace(test={"against": "best"}).records.set_index("metric")["standing"]
        assert (marked[loser], marked[best]) == (standing, "best")


def test_where_nothing_is_tested_nobody_wins_or_ties(data):
    """The test is one of Pearson's coefficients."""
    correlation = {"coefficients": ["spearman"], "interval": "none"}
    e = workbench.Experiment(
        data, ["rouge-1", "length"], correlation=correlation, test={"method": "williams1959"}
    )
    winners = e.rank().frames["winners"]
    assert len(winners) == 2
    assert winners[["p_adjusted", "wins"]].isna().all(axis=None)


def test_of_two_metrics_one_is_the_best_and_two_that_differ_by_noise_both_are(data):
    two = asked.experiment(data, ["rouge-9", "rouge-1"], coefficients=["pearson"], test={"draws": 50})
    assert two.records["standing"].tolist()[1] == "best"
    rivals = SimpleNamespace(values=np.array([0.2, 0.1 + 0.2, 0.3, np.nan]), rows=[None] * 4)
    pairs = [(0, 1), (0, 2), (1, 2)]
    compared = Compared(rivals, TestSpec(), pairs, [], np.array([0.05, 0.06, 1.0]), 3, [False] * 3)
    assert compared.best == [1, 2]
    # the p-value of the first best decides
    assert compared.standings() == ["behind", "best", "best", ""]


def test_a_metric_is_looked_for_under_its_reference_setting_after_its_column(data):
    """BLEU has a preprocessing of its own, and both reference settings."""
    found = asked.compare(
        data, ["rouge-1", "bleu"], against="bleu", draws=20, interval="none",
        references={"1": "one", "2": "all"},
    )  # fmt: skip
    rouge = found[found["metric"] == "rouge-1"]
    assert rouge["references"].tolist() == rouge["against_references"].tolist() == ["1", "2"]


def test_a_pooled_metric_beside_others_does_not_change_how_they_are_swapped(data):
    x, z = scores_of(data, METRICS)
    found = asked.compare(data, [*METRICS[:2], "bleu(order=2)"], draws=40, seed=2, interval="none")
    row = found[(found["metric"] == "rouge-1") & (found["against_metric"] == "rouge-2")].iloc[0]
    rng = stream(2, "permutation", "news", "systems")
    assert row["p"] == permutation_test(x["rouge-1"], x["rouge-2"], z, rng, how=Swapping(draws=40)).p_two


def test_undefined_draws_make_the_error_of_p_larger():
    few = workbench.simulate(topics=4, systems=4, references=1).evalset
    found = asked.compare(few, METRICS[:2], method="bootstrap", resample="systems", draws=200).iloc[0]
    assert found["undefined_draws"] > 0
    defined = 200 - found["undefined_draws"]
    assert found["p_error"] == pytest.approx(np.sqrt(found["p"] * (1 - found["p"]) / defined))


def test_a_system_that_nobody_judged_is_no_observation_of_a_test_of_correlations(data):
    judged = data.judgments[data.judgments["system"] != "S03"]
    some = EvalSet.build(data.card, data.outputs, data.references, judged)
    alone = [frame[frame["system"] != "S03"] for frame in (data.outputs, judged)]
    without = EvalSet.build(data.card, alone[0], data.references, alone[1])
    keys = ["p", "statistic", "low", "high", "n_systems"]
    one, other = (
        asked.compare(each, METRICS, method="williams1959", interval="none")[keys] for each in (some, without)
    )
    pd.testing.assert_frame_equal(one, other)


def test_draws_of_a_test_are_those_that_intervals_would_have(data):
    arguments = {"method": "bootstrap", "draws": 70, "seed": 9, "resample": "systems"}
    with_intervals = asked.compare(data, METRICS, **arguments)
    without = asked.compare(data, METRICS, interval="none", **arguments)
    assert without["draws"].tolist() == [70] * 3
    assert with_intervals["p"].tolist() == without["p"].tolist()


def test_every_criterion_and_task_has_its_own_values_and_its_own_family(data):
    both = two_of_each(data)
    found = asked.compare(
        both, METRICS, method="bootstrap", draws=30, interval="none", coefficients=["pearson", "kendall"]
    )
    assert (found["n_family"] == 3).all()
    of_each = found.value_counts(["task", "criterion", "coefficient"])
    assert of_each.tolist() == [3] * 8
    assert set(found["criterion"]) == {"coverage", "faults"}
    records = asked.correlate(both, METRICS, interval="none", coefficients=["pearson", "kendall"])
    key = ["metric", "task", "criterion", "coefficient"]
    value = records.set_index(key)["value"]
    pearson = value.unstack("coefficient")["pearson"]
    assert (
        abs(pearson.xs("faults", level="criterion") - pearson.xs("coverage", level="criterion")) > 1e-3
    ).all()
    for row in found.itertuples():
        about = (row.task, row.criterion, row.coefficient)
        assert row.value == value[(row.metric, *about)]
        assert row.against_value == value[(row.against_metric, *about)]
        assert row.difference == pytest.approx(row.value - row.against_value)
    p = found.set_index(["task", "criterion", "coefficient"])["p"]
    assert p.loc["news"].tolist() != p.loc["other"].tolist()


def test_a_pair_that_is_turned_round_has_its_statistic_and_interval_turned(data):
    arguments = {"method": "williams1959", "level": 0.1, "interval": "none"}
    signs = set()
    for metrics in (METRICS, METRICS[::-1]):
        every = asked.compare(data, metrics, **arguments)
        for row in asked.compare(data, metrics, against="best", **arguments).itertuples():
            pair = {row.metric, row.against_metric}
            [same] = [each for each in every.itertuples() if {each.metric, each.against_metric} == pair]
            sign = 1 if same.metric == row.metric else -1
            assert row.statistic == pytest.approx(sign * same.statistic)
            assert np.sign(row.statistic) == np.sign(row.difference)
            signs.add(sign)
    assert signs == {1, -1}
    scores = asked.score_outputs(data, METRICS)
    whole = scores[scores["segment"] == "*"].pivot(index="system", columns="metric", values="value")
    z = data.judgments.groupby("system")["score"].mean()
    for row in every.itertuples():
        r = np.corrcoef([whole[row.metric][z.index], whole[row.against_metric][z.index], z])
        given = r[0, 2], r[1, 2], r[0, 1], len(z)
        ends = zou2007(*given, 0.9)
        assert (row.low, row.high) == pytest.approx((float(ends.low), float(ends.high)))
        assert (row.confidence, row.interval) == (0.9, "zou")
        assert row.interval_population == "all systems, these inputs"
        assert row.statistic == pytest.approx(float(DEPENDENT_TESTS.get("williams1959")(*given).statistic))


def test_the_smaller_numbers_of_segments_and_systems_stand_beside_a_difference(data):
    """One metric has no coefficient of the first segment, the only one in which the last system is judged."""
    first, last = data.segments("news")[0], data.systems("news")[-1]
    rows = data.judgments
    elsewhere = (rows["system"] == last) & (rows["segment"] != first)
    data = EvalSet.build(data.card, data.outputs, data.references, rows[~elsewhere])

    @workbench.metric("silent-once")
    def silent_once(candidate, references):
        return 0.0 if muted in references else len(set(candidate)) / 50

    texts = dict(zip(data.references["segment"], data.references["text"], strict=True))
    muted = texts[first].split()
    try:
        arguments = {"levels": ["segment"], "coefficients": ["kendall"], "preprocess": ["none"]}
        found = asked.compare(data, ["length", "silent-once"], draws=20, interval="none", **arguments)
        records = asked.correlate(data, ["length", "silent-once"], interval="none", **arguments)
    finally:
        ENTERED.remove("silent-once")
    assert (records["n_segments"].tolist(), records["n_systems"].tolist()) == ([5, 4], [7, 6])
    assert (found["n_segments"].tolist(), found["n_systems"].tolist()) == ([4], [6])


def test_bca_intervals_of_a_difference_are_those_of_the_statistics(data):
    found = asked.compare(
        data, METRICS[:2], resample="systems", interval="bca", draws=80, level=0.1, method="bootstrap"
    ).iloc[0]
    e = asked.experiment(
        data, METRICS[:2], coefficients=["pearson"], resample="systems", interval="bca", draws=80
    )
    one, other = e.rows
    [judged] = one.task.judged
    x, y, z = one.systems, other.systems, judged.systems

    def difference(draws):
        values = []
        for counts in draws.systems.astype(int):
            drawn = np.repeat(np.arange(len(z)), counts)
            values.append(np.corrcoef(x[drawn], z[drawn])[0, 1] - np.corrcoef(y[drawn], z[drawn])[0, 1])
        return np.array(values)

    draws = one.task.draws
    plain = float(np.corrcoef(x, z)[0, 1] - np.corrcoef(y, z)[0, 1])
    ends = interval_of(difference, difference(draws), plain, draws, "systems", "bca", 0.9, bounded=False)
    assert (found["low"], found["high"]) == pytest.approx((ends.low, ends.high))


def test_ranks_leave_out_what_has_no_coefficient_and_are_never_one_sided(data):
    test = {"against": "all", "alternative": "greater", "draws": 40}
    e = asked.experiment(
        data,
        ["rouge-1", "rouge-2", "rouge-9", "constant"],
        coefficients=["pearson"],
        draws=60,
        test=test,
        ranking={},
    )
    ranks, winners = e.rank().frames.values()
    assert ranks["n_ranked"].tolist() == [3] * 4
    assert ranks["rank"].tolist()[-1] == 0
    two = e.replace(test={"alternative": "two"}).rank().frame
    assert ranks["cluster"].tolist() == two["cluster"].tolist()
    assert "one-sided" not in " ".join(ranks["test"])
    both = winners.set_index(["metric", "against_metric"])["p_adjusted"]
    again = e.replace(test={"alternative": "two"}).rank().frames["winners"]
    assert both.equals(again.set_index(["metric", "against_metric"])["p_adjusted"])
    narrow = e.rank(confidence=0.3).frame
    widths = [(frame["rank_high"] - frame["rank_low"]).sum() for frame in (narrow, ranks)]
    assert widths[0] < widths[1]


def test_the_size_of_a_family_is_that_of_all_its_columns(data):
    e = asked.experiment(
        data, METRICS[:2], preprocess=["CASE", "STOP"], coefficients=["pearson"], interval="none",
        test={"within": "column", "draws": 20},
    )  # fmt: skip
    assert set(e.records["standing_test"]) == {
        "permutation of systems; population: all systems, these inputs; max-t; level 0.05; "
        "2 tests of one task, criterion, level and coefficient"
    }


def row(metric, against, difference, p, **others):
    return {
        "experiment": "x", "dataset": "d 1", "task": "t", "criterion": "c", "level": "system",
        "coefficient": "pearson", "given": "", "metric": metric, "component": "score", "preprocess": "CASE",
        "references": "1", "against_metric": against, "against_component": "score",
        "against_preprocess": "CASE", "against_references": "1", "difference": difference, "p": p,
        "p_adjusted": p, "verdict": "not shown", "test_level": 0.05, "n_family": 3, "method": "permutation",
        "resampled": "systems", "alternative": "greater", "correction": "holm", "population": "all systems",
        "population_asked": "", "reason": "", "margin": np.nan, "equivalence_p": np.nan, **others,
    }  # fmt: skip


def test_the_lines_under_a_table_are_these():
    frame = pd.DataFrame(
        [
            row("a", "b", 0.2, 0.01, verdict="better", margin=0.1, equivalence_p=0.9),
            row("a", "c", -0.1, 0.004, verdict="worse", margin=0.1, equivalence_p=0.05),
            row("b", "c", 0.0, 0.7, margin=0.1, equivalence_p=0.01),
            row("b", "d", np.nan, np.nan, verdict="", margin=0.1, reason="no score"),
        ]
    )
    frame = frame.reindex(columns=dict.fromkeys([*frame.columns, *COMPARISONS.names]))
    assert describe_comparisons(frame) == [
        "Comparisons: permutation of systems, one-sided (greater)",
        "  tested is whether the first metric of each pair (column metric) agrees better than the other one "
        "(against_metric): a than b, ...",
        "  population: all systems; correction: holm; level 0.05",
        "  below a margin of 0.1: two one-sided tests (TOST) with Zou's intervals, which take scores for "
        "normal; population: all systems, these inputs; level 0.05 for each pair, not corrected",
        "  t, c, system, pearson: 2 of 4 pairs differ, 3 tests; least adjusted p 0.004 (a under c); "
        "1 without a test: no score; 2 shown to differ by less than 0.1 (of 3 held against it)",
    ]
    none = frame.assign(
        equivalence_p=np.nan, equivalence_reason=["of Pearson's", "no score", "of Pearson's", ""]
    )
    *_, line = describe_comparisons(none)
    assert line.endswith("1 without a test: no score; not held against 0.1: of Pearson's")
    assert not any("TOST" in each for each in describe_comparisons(none))


def test_metrics_are_named_with_what_tells_them_apart_and_shares_of_draws_with_their_error():
    """0.2 of 100 draws is 0.2 ± sqrt(.2 * .8 / 100) = 0.04, of 64 that have a value ± 0.05."""

    def least(*frame, **others):
        rows = [row("rouge-1", each, 0.1, 0.2, correction="max-t", **others, **more) for each, more in frame]
        frame = pd.DataFrame(rows)
        frame = frame.reindex(columns=dict.fromkeys([*frame.columns, *COMPARISONS.names]))
        return describe_comparisons(frame)[-1].partition("least adjusted p ")[2]

    drawn = {"exact": "no", "draws": 100, "undefined_draws": 0}
    assert least(("rouge-2", {}), **drawn) == "0.2 ± 0.04 (R-1 against R-2)"
    assert least(("rouge-2", {}), **{**drawn, "undefined_draws": 36}) == "0.2 ± 0.05 (R-1 against R-2)"
    assert least(("rouge-2", {}), **{**drawn, "exact": "yes"}) == "0.2 (R-1 against R-2)"
    assert least(("rouge-2", {}), **{**drawn, "draws": 0}) == "0.2 (R-1 against R-2)"
    other = {"against_references": "4", "verdict": "worse"}
    assert least(("rouge-2", other), **drawn) == "0.2 ± 0.04 (R-1 (1) under R-2 (4))"
    other = {"against_preprocess": "STEM", "against_component": "f", "verdict": "better"}
    assert least(("rouge-2", other), **drawn) == "0.2 ± 0.04 (R-1 (CASE) over R-2 (F, STEM))"
    both = [("rouge-2", {"verdict": "out of reach"}), ("rouge-3", {"against_references": "4"})]
    assert least(*both, **drawn) == "0.2 ± 0.04 (R-1 (1) against R-2 (1))"


def test_the_lines_about_ranks_are_these():
    """A column of eight metrics, of one alone, of none, and one of other references with two clusters."""

    def rank(metric, place, wins=0, beats="", cluster=1, **others):
        place = place if isinstance(place, tuple) else (place, place)
        return {
            "task": "t", "criterion": "c", "level": "system", "coefficient": "pearson", "given": "",
            "references": "1", "preprocess": "CASE", "metric": metric, "component": "score",
            "rank": place[0], "rank_low": place[0], "rank_high": place[1], "cluster": cluster, "wins": wins,
            "beats": beats, "n_ranked": 8, "confidence": 0.9, "rank_population": "all systems",
            "test": "some test; of these", **others,
        }  # fmt: skip

    many = [rank(f"m{at}", (at, 8), 8 - at, " · ".join(["m8", "score", "CASE", "1"])) for at in range(1, 9)]
    alone = {"criterion": "d", "n_ranked": 1}
    none = {"criterion": "e", "n_ranked": 0}
    frame = pd.DataFrame(
        [
            *reversed(many),
            rank("m1", 1, **alone), rank("m2", 0, **alone),
            rank("m1", 0, **none),
            rank("m1", (1, 2), references="4", n_ranked=2),
            rank("m2", 2, references="4", n_ranked=2, rank_low=0),
            rank("m3", 3, references="4", n_ranked=2, cluster=2),
        ]
    )  # fmt: skip
    about = "t, {}, system, pearson, 1, CASE"
    assert describe_rankings(frame) == [
        "Ranking: 90 % intervals of ranks; population: all systems",
        "  Who is better: some test",
        f"  {about.format('c')}: one cluster: m1 1 [1-8], m2 2 [2-8], m3 3 [3-8], m4 4 [4-8], m5 5 [5-8], "
        "m6 6 [6-8] and 2 more",
        "    28 of 28 pairs differ: m1 > m8; m2 > m8; m3 > m8; m4 > m8; and 3 more",
        f"  {about.format('d')}: m1 alone",
        f"  {about.format('e')}: no metric has a coefficient",
        "  t, c, system, pearson, 4, CASE: first of 2 clusters: m1 1 [1-2], m2 2",
        "    none is shown to be better than another",
    ]
    beats = " · ".join(["m1", "score", "CASE", "4"])
    over = [rank("m1", 1, 1, beats, n_ranked=2), rank("m1", 2, references="4", n_ranked=2, rank_low=0)]
    assert describe_rankings(pd.DataFrame(over))[2:] == [
        "  t, c, system, pearson: one cluster: m1 (1) 1 [1-1], m1 (4) 2",
        "    1 of 1 pair differs: m1 (1) > m1 (4)",
    ]
    columns = [rank("m1", 1, n_ranked=1, criterion=f"c{at}") for at in range(11)]
    found = describe_rankings(pd.DataFrame(columns))[2:]
    assert len(found) == 9
    assert found[-2:] == [
        "  t, c7, system, pearson, 1, CASE: m1 alone", "  and 3 more in rankings.csv and winners.csv"
    ]  # fmt: skip


def test_data_like_those_in_which_tests_do_not_hold_are_named():
    """One of two metrics is far off for one system; swaps of inputs speak of these systems alone."""
    z = np.arange(12.0)
    scores = np.array([z + np.sin(5 * z), z + np.sin(5 * z) + 9 * (z == 5)])[..., np.newaxis]
    rivals = SimpleNamespace(
        place={"level": "system"}, coefficient=SimpleNamespace(name="pearson"),
        swapped=lambda whole: (scores, z[:, np.newaxis]),
    )  # fmt: skip
    [line] = describe_cautions([SimpleNamespace(rivals=rivals, pairs=[(0, 1)], test=TestSpec())] * 2)
    assert line.endswith(": one system is far from the line of the others (2 of 4 rows)")
    assert not describe_cautions(
        [SimpleNamespace(rivals=rivals, pairs=[(0, 1)], test=TestSpec(swap="inputs"))]
    )
    rivals.coefficient.name = "kendall"
    assert describe_cautions([SimpleNamespace(rivals=rivals, pairs=[(0, 1)], test=TestSpec())] * 2) == [line]
    rivals.coefficient.name = "gamma"
    assert not describe_cautions([SimpleNamespace(rivals=rivals, pairs=[(0, 1)], test=TestSpec())])
    rivals.coefficient.name, rivals.place["level"] = "pearson", "segment"
    assert not describe_cautions([SimpleNamespace(rivals=rivals, pairs=[(0, 1)], test=TestSpec())])


@pytest.mark.parametrize(("topics", "times"), [(11, 1), (12, 0)])
def test_bootstraps_of_few_inputs_are_named(topics, times):
    """Where tests draw nothing Zou's intervals of Pearson's differences do not, either; Kendall's do."""
    data = workbench.simulate(topics=topics, systems=7, references=1, raters=1).evalset
    e = workbench.Experiment(
        data, METRICS, criteria=["coverage"], components=["f"],
        correlation={"coefficients": ["pearson", "kendall"], "draws": 20, "resample": "both"},
    )  # fmt: skip
    few = [line for line in e.compare("all", method="bootstrap").lines if "fewer than" in line]
    assert few == times * [
        "  fewer than 12 inputs: intervals of differences may be too narrow (6 of 6 pairs)",
        "  fewer than 12 inputs: p-values may be too small (6 of 6 pairs)",
    ]
    few = [line for line in e.compare("all", draws=20, swap="inputs").lines if "fewer than" in line]
    assert few == times * [
        "  fewer than 12 inputs: intervals of differences may be too narrow (3 of 6 pairs)"
    ]
    flat = dict.fromkeys(data.outputs[["segment", "system"]].itertuples(index=False, name=None), 0.5)
    tested = e.replace(metrics=["rouge-1", "rouge-2", "flat"], scores={"flat": flat})
    few = [line for line in tested.compare("all", method="bootstrap").lines if "fewer than" in line]
    assert few == times * [
        f"  fewer than 12 inputs: {what} (2 of 6 pairs)"
        for what in ("intervals of differences may be too narrow", "p-values may be too small")
    ]


def test_inputs_are_few_by_what_is_drawn_and_not_by_what_has_a_coefficient():
    """Of 12 segments one was judged for a single system: records have no caution, and lines have none."""
    data = workbench.simulate(topics=12, systems=6, references=1, raters=1).evalset
    judged = data.judgments[(data.judgments["segment"] != "t01") | (data.judgments["system"] == "S01")]
    made = EvalSet.build(data.card, data.outputs, data.references, judged)
    said = {"levels": ["segment"], "coefficients": ["pearson"], "draws": 20}
    e = workbench.Experiment(made, METRICS[:2], correlation=said)
    found = e.compare("all", method="bootstrap")
    assert (found.frame["n_segments"] == 11).all()
    assert (e.records["caution"] == "").all()
    assert not [line for line in found.lines if "fewer than" in line]


def test_one_line_says_that_there_is_nothing_to_compare(data):
    """Two metrics of a column are a pair, BLEU in its own is none; alone it is no pair, either."""
    alone = workbench.Experiment(data, ["bleu(order=2)"]).compare(draws=20)
    said = "Comparisons: there is nothing to compare, no other metric is compared with "
    assert alone.lines == (f"{said}BLEU-2",)
    for number, named in ((6, "m0, m1, m2, m3, m4, m5"), (8, "m0, m1, m2, m3, m4, m5 and 2 more")):
        frame = pd.concat([alone.frame.assign(metric=f"m{at}") for at in range(number)])
        assert describe_comparisons(frame) == [f"{said}{named}"]
    e = workbench.Experiment(data, ["rouge-1", "rouge-2", "bleu(order=2)"])
    pearson = next(line for line in e.compare("all", within="column", draws=20).lines if "pearson:" in line)
    assert " of 1 pair differs, 1 test; " in pearson
    assert "1 without a test: no other metric is compared with it" in pearson


@pytest.mark.parametrize(
    ("swap", "draws", "share"), [("systems", 2**5, 1), ("inputs", 2**4, 1), ("both-xor", 2**9, 2)]
)  # fmt: skip
def test_the_greatest_difference_reaches_the_smallest_p(swap, draws, share):
    """Of 5 systems on 4 inputs; to swap all rows or all columns is the same, so that two marks are one."""
    data = workbench.simulate(topics=4, systems=5, references=1, raters=1).evalset
    judged = data.judgments.query("criterion == 'coverage'")
    good = {("", row.segment, row.system): float(row.score) for row in judged.itertuples()}
    tables = {"good": good, "bad": {key: -score for key, score in good.items()}}
    said = {"coefficients": ["pearson"], "interval": "none"}
    e = workbench.Experiment(data, [*tables], criteria=["coverage"], scores=tables, correlation=said)
    for alternative, sides in (("two", 2), ("greater", 1)):
        [row] = e.compare("all", swap=swap, draws=1000, alternative=alternative).frame.to_dict("records")
        assert (row["exact"], row["draws"]) == ("yes", draws)
        assert row["p"] == row["smallest_p"] == sides * share / draws


def test_a_metric_without_another_one_has_its_value_and_no_difference(data):
    found = asked.compare(data, METRICS[:1], draws=20).iloc[0]
    record = asked.correlate(data, METRICS[:1], coefficients=["pearson"], interval="none").iloc[0]
    assert found["value"] == record["value"]
    assert (found["n_systems"], found["n_segments"]) == (7, 5)
    assert (found["metric"], found["component"], found["references"]) == tuple(
        record[["metric", "component", "references"]]
    )
    assert found["reason"] == "no other metric is compared with it"
    texts = ["verdict", "exact", "interval_population", "equivalence_reason", "against_metric"]
    assert set(found[texts]) == {""}
    assert (found["interval"], found["interval_reason"]) == ("none", found["reason"])
    assert (found["draws"], found["undefined_draws"], found["n_family"]) == (0, 0, 0)
    nothing = ["difference", "against_value", "low", "high", "statistic", "p", "p_error", "p_adjusted"]
    assert found[[*nothing, "smallest_p", "equivalence_p"]].isna().all()


def test_a_bootstrap_of_which_no_draw_has_a_coefficient_says_so_and_has_no_p():
    """Of three systems one draw in nine is of one system alone, which varies in nothing."""
    few = workbench.simulate(topics=3, systems=3, references=1, raters=1).evalset
    found = [
        asked.compare(
            few, METRICS[:2], method="bootstrap", resample="systems", draws=1, seed=seed, interval="none"
        ).iloc[0]
        for seed in (1, 2)
    ]
    assert [row["undefined_draws"] for row in found] == [0, 1]
    for row in found:
        assert row["draws"] == 1
        assert row["reason"] == ("no draw has a coefficient" if row["undefined_draws"] else "")
        assert np.isnan(row["p"]) == bool(row["undefined_draws"])


def test_the_correction_that_fits_the_method_is_taken_where_none_is_asked_for():
    fits = {"permutation": "max-t", "bootstrap": "holm", "williams1959": "holm"}
    for method, correction in fits.items():
        assert TestSpec(method=method).adjusted_by == correction
        assert TestSpec(method=method, correction="bh").adjusted_by == "bh"
        assert TestSpec(method=method, correction="none").adjusted_by == "none"


@pytest.mark.parametrize("against", ["all", "best"])
def test_a_comparison_that_is_there_once_more_is_not_shown_again(against):
    """Without a coefficient no row is the best one, and every pair is shown, but each once."""
    rows = SimpleNamespace(values=np.full(3, np.nan), rows=[None] * 3)
    pairs = [(0, 1), (0, 2), (1, 2)]
    repeats = [False, True, False]
    compared = Compared(rows, TestSpec(against=against), pairs, [], np.full(3, np.nan), 2, repeats)
    assert compared.shown == [(0, (0, 1)), (2, (1, 2))]


def test_a_coefficient_with_the_length_held_constant_is_not_swapped_and_is_named_so(data):
    held = asked.compare(
        data, ["rouge-1", "rouge-2"], coefficients=["pearson"], interval="none", given="length", draws=20,
        method="permutation",
    )  # fmt: skip
    reasons = dict(zip(held["given"], held["reason"], strict=True))
    assert reasons == {"": "", "length": "no permutation test of pearson given length"}

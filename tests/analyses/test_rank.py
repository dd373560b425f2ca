"""Rankings and marks: from the same tests, said three ways."""

from collections import Counter
from typing import NamedTuple

import asked
import numpy as np
import pandas as pd
import pytest

import workbench
from workbench.analyses.compare.compared import compare_rows
from workbench.analyses.compare.records import comparison_frame
from workbench.analyses.compare.section import TestSpec
from workbench.analyses.compare.verdict_lines import describe_comparisons, describe_rankings
from workbench.executor import Serial
from workbench.experiment.spec import build_spec
from workbench.metrics.base import METRICS as ENTERED
from workbench.report.layouts import LAYOUTS, lay_out
from workbench.schema import COMPARISONS, RANKINGS, WINNERS

NAMES = ["metric", "component", "preprocess", "references"]
METRICS = ["rouge-1", "rouge-2", "rouge-4", "rouge-9", "bleu(order=2)"]


@pytest.fixture(scope="module")
def data():
    return workbench.simulate(topics=12, systems=14, references=2).evalset


class Verdicts(NamedTuple):
    """What tests say about the rows of a table."""

    comparisons: pd.DataFrame
    rankings: pd.DataFrame
    records: pd.DataFrame
    winners: pd.DataFrame


def judged(data, workers=1, metrics=METRICS, **content):
    spec = build_spec(
        {
            "name": "x",
            "metrics": metrics,
            "preprocess": ["CASE"],
            "data": {"name": "simulated-news"},
            "correlation": {"coefficients": ["pearson", "kendall"], "draws": 100},
            **content,
        }
    )
    made = asked.of(spec, data, workers=workers)
    found = {name: frame for each in made.answered for name, frame in made.result(*each).frames.items()}
    verdicts = Verdicts(
        found.get("comparisons", COMPARISONS.build([])),
        found.get("rankings", RANKINGS.build([])),
        made.records,
        found.get("winners", WINNERS.build([])),
    )
    return made, verdicts


TEST = {"swap": "inputs", "draws": 199, "level": 0.1, "correction": "holm"}


@pytest.fixture(scope="module")
def found(data):
    return judged(data, metrics=METRICS[:4], test=TEST, ranking={})


def test_standings_are_the_comparisons_with_the_best(found):
    _, (comparisons, rankings, records, _) = found
    assert (comparisons["verdict"] == "worse").any()
    assert (comparisons["verdict"] == "not shown").any()
    behind = comparisons[comparisons["verdict"] == "worse"]
    key = ["coefficient", "metric"]
    for frame in (records, rankings):
        theirs = frame[frame["standing"] == "behind"][key]
        assert sorted(theirs.itertuples(index=False)) == sorted(behind[key].itertuples(index=False))
        assert frame.groupby("coefficient")["standing"].apply(lambda s: (s == "best").sum()).tolist() == [
            1,
            1,
        ]
    assert records["standing_test"].unique().tolist() == [
        "permutation of inputs; population: these systems, all inputs; holm; level 0.1; "
        "6 tests of one task, criterion, level and coefficient"
    ]


def test_ranks_wins_and_clusters_agree_with_all_pairs(found):
    made, (_, rankings, _, winners) = found
    test = TestSpec(**TEST, against="all")
    every = comparison_frame(made.plan, compare_rows(made.plan, made.rows, test, Serial()), Serial())
    for coefficient, ranked in rankings.groupby("coefficient"):
        pairs = every[every["coefficient"] == coefficient]
        matrix = {
            (
                tuple(getattr(row, name) for name in NAMES),
                tuple(getattr(row, f"against_{name}") for name in NAMES),
            ): row.wins
            for row in winners[winners["coefficient"] == coefficient].itertuples()
        }
        assert len(matrix) == 4 * 3
        assert all(matrix[one] == -matrix[one[::-1]] for one in matrix)
        for row in pairs.itertuples():
            sign = {"better": 1, "worse": -1, "not shown": 0}[row.verdict]
            mine = tuple(getattr(row, name) for name in NAMES)
            other = tuple(getattr(row, f"against_{name}") for name in NAMES)
            assert matrix[mine, other] == sign
        assert 1 in matrix.values()
        rows = [tuple(row) for row in ranked[NAMES].to_numpy()]
        won, lost = (Counter(one for (one, _), wins in matrix.items() if wins == sign) for sign in (1, -1))
        assert ranked["wins"].tolist() == [won[row] for row in rows]
        assert ranked["losses"].tolist() == [lost[row] for row in rows]
        assert ranked["rank"].tolist() == ranked["value"].rank(ascending=False, method="min").tolist()
        assert ((ranked["rank_low"] <= ranked["rank"]) & (ranked["rank"] <= ranked["rank_high"])).all()
        clusters = ranked.sort_values("rank")["cluster"].tolist()
        assert clusters == sorted(clusters)
        assert clusters[0] == 1
        assert clusters[-1] > 1


def test_the_table_is_marked_by_the_test_and_says_so(found):
    _, (_, _, records, _) = found
    table = lay_out(records, LAYOUTS.get("lin2004"))
    marks = {
        (panel.title.split(" with")[0], row.label): row.cells[0].mark
        for panel in table.panels
        for row in panel.rows
    }
    mark_of = {"best": "best", "tied": "tied", "behind": ""}
    assert list(marks.values()) == [mark_of[standing] for standing in _by_row(records)]
    assert "" in marks.values()
    assert table.legend["tied"].startswith("not shown to differ")
    note = next(note for note in table.notes if note.startswith("Compared with the best"))
    for part in ("permutation of inputs", "these systems, all inputs", "holm", "level 0.1", "6 tests"):
        assert part in note
    by_rule = lay_out(records.assign(standing_test=""), LAYOUTS.get("lin2004"))
    assert not any(note.startswith("Compared") for note in (*by_rule.panels[0].notes, *by_rule.notes))


def _by_row(records):
    return [s for _, panel in records.groupby("coefficient", sort=False) for s in panel["standing"]]


def test_an_override_is_in_records_notes_and_lines(data):
    test = {"swap": "both-cell", "population": "all systems, all inputs", "override": True, "draws": 20}
    _, (comparisons, _, records, _) = judged(data, metrics=METRICS[:2], test=test)
    asked = "asked for all systems, all inputs"
    assert (comparisons["population_asked"] == "all systems, all inputs").all()
    assert records["standing_test"].str.contains(asked).all()
    assert asked in "\n".join(lay_out(records, LAYOUTS.get("lin2004")).notes)
    assert asked in "\n".join(describe_comparisons(comparisons))


def test_a_ranking_needs_no_test_and_no_intervals(data):
    _, (comparisons, rankings, records, _) = judged(
        data,
        correlation={"interval": "fisher", "coefficients": ["pearson"]},
        ranking={},
        table={"layout": "wmt"},
    )
    assert comparisons.empty
    assert (records["standing"] == "").all()
    assert len(rankings) == 5
    assert (rankings["n_ranked"] == 5).all()
    assert (rankings["draws"] == 1000).all()
    assert (rankings["reason"] == "").all()


def test_columns_are_ranked_apart_where_tests_stay_within_them(data):
    _, (_, rankings, _, _) = judged(
        data, preprocess=["CASE", "STOP"], metrics=METRICS[:3], test={"within": "column"}, ranking={}
    )
    assert (rankings["n_ranked"] == 3).all()
    assert len(rankings) == 12
    lines = describe_rankings(rankings)
    assert sum("CASE" in line or "STOP" in line for line in lines) == 4


def test_a_named_metric_and_a_ranking_go_together(data):
    test = {"against": "rouge-1", "alternative": "greater", "draws": 50}
    _, (comparisons, rankings, records, _) = judged(data, metrics=METRICS[:3], test=test, ranking={})
    assert (comparisons["against_metric"] == "rouge-1").all()
    assert (comparisons["n_family"] == 2).all()
    assert (records["standing"] == "").all()
    assert rankings["test"].str.contains("3 tests").all()


def test_workers_change_nothing(data):
    arguments = {"metrics": METRICS[:3], "test": {"draws": 50, "correction": "max-t"}, "ranking": {}}
    first, second = (judged(data, workers, **arguments)[1] for workers in (1, 3))
    for one, other in zip(first, second, strict=True):
        assert one.equals(other)


@pytest.mark.parametrize("systems", [1, 2, 3])
@pytest.mark.parametrize("metrics", [METRICS[:1], METRICS[:2]])
def test_few_systems_and_few_metrics_are_reasons(systems, metrics):
    small = workbench.simulate(topics=3, systems=systems, references=1).evalset
    correlation = {"levels": ["system", "segment"], "coefficients": ["pearson"], "draws": 20}
    _, (comparisons, rankings, records, _) = judged(
        small, metrics=metrics, correlation=correlation, test={"draws": 20}, ranking={}
    )
    assert len(rankings) == 2 * len(metrics)
    assert len(comparisons) == 2
    without = comparisons["p"].isna()
    assert (without == (comparisons["reason"] != "")).all()
    if systems < 3:
        assert rankings[rankings["level"] == "system"]["rank"].tolist() == [0] * len(metrics)
    assert ((rankings["rank_low"] == 0) == (rankings["reason"] != "")).all()
    lay_out(records, LAYOUTS.get("lin2004"))
    assert describe_comparisons(comparisons)
    assert describe_rankings(rankings)


def test_an_empty_frame_says_nothing():
    assert describe_comparisons(pd.DataFrame()) == []
    assert describe_rankings(pd.DataFrame()) == []


def test_equal_metrics_are_both_best(data):
    def share(candidate, references):
        return len({*candidate} & {*references[0]}) / len({*references[0]})

    names = ["twin-one", "twin-two"]
    for name in names:
        workbench.metric(name)(share)
    try:
        _, (comparisons, rankings, records, _) = judged(
            data, metrics=["rouge-9", *names], test={"draws": 50}, ranking={}
        )
    finally:
        for name in names:
            ENTERED.remove(name)
    assert records["standing"].tolist()[2:] == ["best"] * 4
    assert rankings["rank"].tolist() == [3, 1, 1] * 2
    assert set(comparisons["against_metric"]) == {"twin-one"}
    twins = comparisons[comparisons["metric"] == "twin-two"]
    assert twins["difference"].tolist() == [0.0, 0.0]
    assert twins["p"].tolist() == [1.0, 1.0]


def test_the_lines_name_clusters_ranks_winners_and_populations(found):
    _, (_, rankings, _, winners) = found
    head, test, clusters, wins, *_ = describe_rankings(rankings)
    assert head == "Ranking: 95 % intervals of ranks; population: all systems, all inputs"
    assert test == (
        "  Who is better: permutation of inputs; population: these systems, all inputs; holm; level 0.1"
    )
    first = rankings[rankings["coefficient"] == "pearson"]
    best = first.sort_values("rank").iloc[0]
    assert f"1 [{best['rank_low']}-{best['rank_high']}]" in clusters
    number = int((winners[winners["coefficient"] == "pearson"]["wins"] == 1).sum())
    assert f"{number} of 6 pairs differ: " in wins
    assert " > R-9 (R)" in wins


@pytest.mark.parametrize(("number", "more"), [(4, ""), (5, "; and 1 more")])
def test_of_many_winners_four_are_named_and_the_others_counted(found, number, more):
    _, (_, rankings, _, _) = found
    first = rankings[rankings["coefficient"] == "pearson"].iloc[[0]]
    frame = pd.concat(
        [
            first.assign(metric=f"m{at}", wins=int(at < number), beats="x" if at < number else "", cluster=1)
            for at in range(6)
        ]
    )
    wins = next(line for line in describe_rankings(frame) if "pairs differ" in line)
    pairs = "; ".join(f"m{at} (R) > x" for at in range(4))
    assert wins.endswith(f"{number} of 15 pairs differ: {pairs}{more}")


def test_rows_that_are_ranked_across_columns_are_told_apart(data):
    correlation = {"coefficients": ["pearson"], "draws": 50}
    test = {"draws": 99, "swap": "inputs", "within": "table"}
    _, (comparisons, rankings, _, winners) = judged(
        data, preprocess=["CASE", "STOP"], metrics=["rouge-1", "rouge-9"], correlation=correlation,
        test=test, ranking={},
    )  # fmt: skip
    assert len(winners) == 12
    lines = "\n".join([*describe_comparisons(comparisons), *describe_rankings(rankings)])
    assert "R-1 (R, CASE)" in lines
    assert "R-1 (R, STOP)" in lines
    _, (_, alone, _, _) = judged(data, metrics=METRICS[:1], correlation=correlation, ranking={})
    assert describe_rankings(alone)[-1].endswith(": R-1 (R) alone")


def test_a_notebook_ranks_as_an_experiment_does(data):
    arguments = {"swap": "inputs", "draws": 99, "level": 0.1}
    correlation = {"coefficients": ["pearson"], "draws": 99}
    metrics = METRICS[:3]
    _, verdicts = judged(
        data, metrics=metrics, correlation=correlation, ranking={}, test={**arguments, "against": "all"}
    )
    found = asked.rank(data, metrics, preprocess=["CASE"], **arguments)
    assert found.frames["winners"].equals(verdicts.winners)
    assert found.frame.drop(columns="experiment").equals(verdicts.rankings.drop(columns="experiment"))
    more = asked.rank(data, metrics, preprocess=["CASE"], confidence=0.5, **arguments)
    assert (more.frame["confidence"] == 0.5).all()
    assert (more.frame["rank_high"] <= found.frame["rank_high"]).all()


def test_ranks_have_intervals_without_those_of_coefficients_whatever_was_asked_before():
    data = workbench.simulate(topics=4, systems=8, references=1).evalset
    ranked = []
    for before in (False, True):
        e = asked.experiment(data, METRICS[:3], coefficients=["pearson"], interval="none", draws=60,
                             test={"against": "all", "draws": 50})  # fmt: skip
        if before:
            e.compare()
        ranked.append(e.rank().frame)
    pd.testing.assert_frame_equal(*ranked)
    assert (ranked[0]["rank_low"] > 0).all()
    assert (ranked[0]["draws"] == 50).all()


def test_the_same_scores_on_another_scale_are_as_good():
    """The coefficient of x / 3 - 7 is larger than that of x by 5e-12: noise, which ranks nobody first."""
    rng = np.random.default_rng(0)
    quality = rng.normal(size=(12, 1))
    human = np.round(quality + rng.normal(size=(12, 6)))
    mine, other = rng.random((12, 6)) + 0.5 * quality, quality + 2 * rng.normal(size=(12, 6))
    outputs = pd.DataFrame(
        [
            {"segment": f"d{at}", "system": f"S{of:02}", "text": "a b", "ref": "a", "quality": human[of, at]}
            for of in range(12)
            for at in range(6)
        ]
    )
    data = workbench.data(
        outputs, text="text", references="ref", segment="segment", system="system", criteria="quality"
    )
    scores = {"mine": mine, "percent": 100 * mine, "other": other, "shifted": mine / 3 - 7.1}
    tables = {
        name: {("", f"d{at}", f"S{of:02}"): each[of, at] for of in range(12) for at in range(6)}
        for name, each in scores.items()
    }
    e = workbench.Experiment(
        data, list(scores), scores=tables, correlation={"coefficients": ["pearson"], "draws": 20},
        test={"draws": 20},
    )  # fmt: skip
    ranked = e.rank().frame.set_index("metric")
    assert ranked["value"].nunique() > 2
    assert ranked["rank"].to_dict() == {"mine": 1, "percent": 1, "other": 4, "shifted": 1}
    assert ranked["standing"].drop("other").eq("best").all()

"""Comparisons of listed pairs of metrics."""

import asked
import pytest

import workbench
from workbench.analyses.compare.groups import find_groups
from workbench.analyses.compare.section import TestSpec
from workbench.errors import SpecError
from workbench.experiment.spec import build_spec

DATA = workbench.simulate(topics=2, systems=4, references=2).evalset
PLAN = workbench.Experiment(DATA, ["rouge-1", "bleu", "delta-bleu(order=2)"]).plan
LABELS = [
    ("rouge-1", "recall", "CASE", "one"),
    ("rouge-1", "recall", "CASE", "all"),
    ("bleu(order=4)", "score", "13a", "one"),
    ("bleu(order=4)", "score", "13a", "all"),
    ("delta-bleu(order=2)", "score", "13a", "all"),
]


def pairs_of(*pairs):
    [group] = find_groups(PLAN, LABELS, TestSpec(pairs=[list(pair) for pair in pairs]))
    return [(LABELS[group.rows[one]], LABELS[group.rows[other]]) for one, other in group.pairs]


def test_each_row_of_the_first_meets_the_nearest_of_the_second():
    assert pairs_of(("rouge-1", "bleu")) == [(LABELS[0], LABELS[2]), (LABELS[1], LABELS[3])]
    assert pairs_of(("delta-bleu", "bleu")) == [(LABELS[4], LABELS[3])]


def test_a_setting_may_be_named_so_that_a_metric_meets_itself():
    assert pairs_of(("rouge-1 @ all", "rouge-1 @ one")) == [(LABELS[1], LABELS[0])]
    assert pairs_of(("delta-bleu", "bleu @ one"), ("rouge-1 recall @ all", "delta-bleu")) == [
        (LABELS[4], LABELS[2]),
        (LABELS[1], LABELS[4]),
    ]


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        (("rouge-1", "blue"), "no metric 'blue'"),
        (("rouge-1 @ al", "bleu"), "no reference setting 'al'"),
        (("blue @ all", "bleu"), "no metric 'blue'"),
        (
            ("rouge-1", "delta-bleu @ one"),
            "'delta-bleu' is not scored under the reference setting 'one'. It is under all",
        ),
        (("rouge-1 @ all", "rouge-1 @ all"), "are the same row"),
    ],
)
def test_faults_name_the_section(pair, said):
    with pytest.raises(SpecError, match=said) as caught:
        pairs_of(pair)
    assert caught.value.problems[0].where == "test.pairs"


def test_rows_meet_the_named_metric_of_their_setting_in_the_order_of_the_table():
    settings = ["one", "one", "one", "all", "one", "all", "one", "one", "all"]
    metrics = ["bleu(order=4)", *(f"rouge-{order}" for order in range(1, 8)), "bleu(order=4)"]
    labels = [(metric, "f", "CASE", one) for metric, one in zip(metrics, settings, strict=True)]
    one, every = find_groups(PLAN, labels, TestSpec(against="bleu"))
    assert (one.rows, one.pairs) == ([0, 1, 2, 4, 6, 7], [(place, 0) for place in range(1, 6)])
    assert (every.rows, every.pairs) == ([3, 5, 8], [(0, 2), (1, 2)])


def test_of_several_rows_that_may_be_meant_the_nearest_two_are_said():
    parts = ("recall", "precision", "f")
    labels = [("rouge-2", part, "CASE", one) for one in ("all", "one") for part in parts]
    with pytest.raises(SpecError) as caught:
        find_groups(PLAN, [*labels, LABELS[2]], TestSpec(against="rouge-2"))
    said = [str(error) for error in caught.value.problems]
    assert "'rouge-2' is several rows for rouge-2 recall CASE all: " in said[0]
    with pytest.raises(SpecError, match="'rouge-2' is several rows for bleu") as caught:
        find_groups(PLAN, [LABELS[2], *labels], TestSpec(against="rouge-2"))
    assert "score 13a one: rouge-2 recall CASE one; rouge-2 precision CASE one. " in str(caught.value)


def test_only_listed_pairs_are_tested_and_adjusted_for():
    data = workbench.simulate(topics=5, systems=8, references=2).evalset
    pairs = [("rouge-1", "rouge-2"), ("bleu", "rouge-1")]
    found = asked.compare(data, ["rouge-1", "rouge-2", "bleu"], pairs=pairs, draws=200, correction="holm")
    named = found[["metric", "against_metric"]].values.tolist()
    assert named == [["rouge-1", "rouge-2"], ["bleu(order=4)", "rouge-1"]]
    assert set(found["n_family"]) == {2}
    everything = asked.compare(data, ["rouge-1", "rouge-2", "bleu"], draws=200, correction="holm")
    both = everything.set_index(["metric", "against_metric"])
    assert found["p"].iloc[0] == both["p"]["rouge-1", "rouge-2"]
    assert found["difference"].iloc[1] == -both["difference"]["rouge-1", "bleu(order=4)"]
    assert sorted(found["p_adjusted"]) == sorted(
        [min(1, 2 * found["p"].min()), max(min(1, 2 * found["p"].min()), found["p"].max())]
    )


def test_a_one_sided_test_of_a_listed_pair_is_sound_and_marks_nothing():
    content = {
        "name": "x",
        "metrics": ["rouge-1", "rouge-2"],
        "data": {"name": "simulated-news"},
        "test": {"pairs": [["rouge-1", "rouge-2"]], "alternative": "greater", "draws": 99},
        "correlation": {"coefficients": ["pearson"]},
    }
    result = asked.of(build_spec(content))
    assert result.compare().frame["alternative"].tolist() == ["greater"]
    assert not result.records["standing_test"].any()
    content["test"]["against"] = "all"
    with pytest.raises(SpecError, match="by against or by pairs"):
        build_spec(content)

"""Selecting and combining references."""

import tracemalloc
from dataclasses import replace

import numpy as np
import pytest

import workbench
from workbench.errors import SpecError
from workbench.metrics.base import get_metric
from workbench.metrics.batch import BatchLayout
from workbench.metrics.references import COMBINATIONS, score_candidates, select

LAYOUT = BatchLayout(
    np.array([0, 2, 3]), np.array([0, 3, 5]), np.ones(8, bool), np.array([0.9, -0.2, 0.5, 0.6, 0.1])
)
NAMES = ["r1", "r2", "r10", "r1", "r2"]


def positions(layout):
    """The positions of each candidate's chosen references."""
    return [
        layout.pair_position[layout.chosen & (layout.pair_candidate == number)].tolist()
        for number in range(layout.n_candidates)
    ]


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("all", [[0, 1, 2], [0, 1, 2], [0, 1]]),
        ("one", [[0], [0], [0]]),
        ("first(k=2)", [[0, 1], [0, 1], [0, 1]]),
        ("weight(at_least=0.5)", [[0, 2], [0, 2], [0]]),
        ("named(reference=r2)", [[1], [1], [1]]),
    ],
)
def test_select(how, expected):
    assert positions(select(how, LAYOUT, NAMES, np.random.default_rng(0))) == expected


def test_a_weight_that_was_rounded_below_the_bound_is_not_less():
    weights = LAYOUT.weights.copy()
    weights[LAYOUT.pair_reference[0]] = (2 * 3.8 - 6) / 4
    assert weights[LAYOUT.pair_reference[0]] < 0.4
    chosen = select("weight(at_least=0.4)", replace(LAYOUT, weights=weights), NAMES, np.random.default_rng(0))
    assert 0 in positions(chosen)[0]


def test_first_counts_only_references_that_a_candidate_may_have():
    allowed = LAYOUT.choose(~((LAYOUT.pair_candidate == 1) & (LAYOUT.pair_position == 0)))
    assert positions(select("first(k=2)", allowed, NAMES, np.random.default_rng(0)))[:2] == [[0, 1], [1, 2]]


def test_sample_is_the_same_for_all_candidates_of_a_segment_and_differs_between_seeds():
    drawn = [positions(select("sample(k=1)", LAYOUT, NAMES, np.random.default_rng(s))) for s in range(20)]
    assert all(first == second for first, second, _ in drawn)
    assert {tuple(first) for first, _, _ in drawn} == {(0,), (1,), (2,)}


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("al", "Did you mean 'all'"),
        ("first", r"first\(k=\.\.\.\)"),
        ("first(k=0)", "1 or more"),
        ("first(k=1.5)", "1 or more"),
        ("weight(at_least=high)", "a number"),
        ("named(reference=r3)", "no reference is called 'r3'"),
        ("First", "not a name"),
    ],
)
def test_faults_are_said(how, message):
    with pytest.raises(SpecError, match=message):
        select(how, LAYOUT, NAMES, np.random.default_rng(0))


CANDIDATE = "a b c d"
REFERENCES = ["a b x y", "a x y z", "b a c d e f"]


def values(combine, references=REFERENCES, metric="rouge-1"):
    frame = workbench.score([CANDIDATE], [references], metrics=[metric], combine=combine)
    return dict(zip(frame["component"], frame["value"], strict=True))


def test_pooled_sums_counts():
    assert values("pooled")["recall"] == pytest.approx((2 + 1 + 4) / (4 + 4 + 6))
    assert values("pooled")["precision"] == pytest.approx((2 + 1 + 4) / 12)


def test_best_takes_everything_from_the_reference_of_highest_recall():
    assert values("best") == values("pooled", [REFERENCES[2]])


def test_of_equally_good_references_the_first_counts():
    longer, shorter = "a b p q", "a p"
    assert values("best", [longer, shorter]) == values("pooled", [longer])
    assert values("best", [shorter, longer]) == values("pooled", [shorter])
    assert values("pooled", [longer])["precision"] != values("pooled", [shorter])["precision"]


def test_mean_is_the_mean_of_each_component():
    each = [values("pooled", [reference]) for reference in REFERENCES]
    for component in ("recall", "precision", "f"):
        assert values("mean")[component] == pytest.approx(np.mean([one[component] for one in each]))


@pytest.mark.parametrize("over", ["pooled", "best"])
def test_jackknife_is_the_mean_over_leaving_one_out(over):
    rests = [REFERENCES[:at] + REFERENCES[at + 1 :] for at in range(3)]
    expected = np.mean([values(over, rest)["f"] for rest in rests])
    assert values(f"jackknife(over={over})")["f"] == pytest.approx(expected)
    assert values(f"jackknife(over={over})", [REFERENCES[0]]) == values(over, [REFERENCES[0]])


def test_jackknife_alone_pools():
    assert values("jackknife") == values("jackknife(over=pooled)")


def test_best_of_w_compares_recalls_with_the_power_applied_once():
    # power once: 2^2/8 against 6^2/80; twice: 2^2/8^2 against 6^2/80^2 would choose the first
    first, second = "a b\nx y", "a b c d e f x y"
    candidate = "a b c d e f"
    metric = "rouge-w(weight=2.0)"

    def recall(references, combine="best"):
        frame = workbench.score([candidate], [references], metrics=[metric], combine=combine)
        return frame["value"].iloc[0]

    assert recall([first, second]) == recall([second])


def test_a_name_with_the_sign_between_names_is_a_name_first():
    names = ["a|b", "a", "b"]
    layout = BatchLayout.of_sizes([1], [3])
    for how, expected in {'named(reference="a|b")': [0], 'named(reference="b|a")': [1, 2]}.items():
        assert positions(select(how, layout, names, np.random.default_rng(0))) == [expected]


@pytest.mark.parametrize("how", COMBINATIONS)
@pytest.mark.parametrize("sizes", [[3] * 600, [*range(1, 13)] * 50])
def test_scores_are_the_same_however_many_are_combined_at_once(
    monkeypatch: pytest.MonkeyPatch, how: str, sizes: list[int]
) -> None:
    layout, metric = BatchLayout.of_sizes([1] * 600, sizes), get_metric("rouge-9")
    drawn = np.random.default_rng(1).integers(0, 30, (layout.n_pairs, len(metric.counter.columns)))
    counts = np.sort(drawn, axis=1).astype(np.float64)
    whole = score_candidates(metric, counts, layout, how)
    monkeypatch.setattr("workbench.metrics.references._PAIRS_AT_ONCE", 100)
    parts = score_candidates(metric, counts, layout, how)
    assert {name: each.tobytes() for name, each in parts.items()} == {
        name: each.tobytes() for name, each in whole.items()
    }


def test_counts_are_not_copied_as_a_whole() -> None:
    layout, metric = BatchLayout.of_sizes([1] * 200_000, [1] * 200_000), get_metric("rouge-9")
    counts = np.ones((layout.n_pairs, len(metric.counter.columns)))
    tracemalloc.start()
    score_candidates(metric, counts, layout, "pooled")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < counts.nbytes

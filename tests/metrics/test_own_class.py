"""Usual mistakes in a metric's class of one's own are said, with the metric and what is allowed."""

import numpy as np
import pytest

import workbench
from workbench.errors import WorkbenchError
from workbench.metrics.bag_counts import NGramBags
from workbench.metrics.base import METRICS, Metric, OfCandidates, OfPairs
from workbench.metrics.explain import explain
from workbench.metrics.laws import check_laws

TEXTS = (["a b", "b c", "c"], [["a", "b"], ["b"], ["c d", "c"]])


class Lengths(OfCandidates):
    columns = ("length",)

    def count(self, batch):
        return batch.candidate_lengths[:, np.newaxis] / 100


class TooFew(Lengths):
    def count(self, batch):
        return super().count(batch)[1:]


class Raising(Lengths):
    def count(self, batch):
        return batch.no_such_thing


class Pairs(OfPairs):
    def count(self, batch):
        return np.ones((batch.layout.n_pairs, 3))


def of(score, counter=None):
    counted = counter or Lengths()

    class Own(Metric):
        counter = counted

    Own.score = lambda self, counts: score(counts)
    return Own


MISTAKES = {
    "scalar": (of(lambda c: {"score": 0.5}), "own: score returned another shape of 'score'", "(3,)"),
    "summed": (of(lambda c: {"score": c[..., 0].sum()}), "own: score returned another shape", "got ()"),
    "one axis more": (of(lambda c: {"score": c}), "own: score returned another shape", "got (3, 1)"),
    "wrong key": (of(lambda c: {"f": c[..., 0]}), "own: score returned other components", "allowed: score"),
    "array": (of(lambda c: c[..., 0]), "own: score returned no dict of arrays", "allowed: a dict of score"),
    "raised": (of(lambda c: {"score": c[..., 5]}), "own: score raised IndexError", "index 5"),
    "rows": (of(lambda c: {"score": c[..., 0]}, TooFew()), "TooFew(): count of the counter", "got (2, 1)"),
    "counting": (of(lambda c: {"score": c[..., 0]}, Raising()), "Raising(): count of the counter raised", ""),
    "no object": (of(lambda c: {"score": c[..., 0]}, NGramBags), "own: counter is a class", "NGramBags()"),
    "no counter": (of(lambda c: {"score": c[..., 0]}, 3), "own: counter lacks", "OfPairs or OfCandidates"),
    "pairs": (of(lambda c: {"score": c}, Pairs()), "own: score returned another shape", ""),
}


@pytest.fixture
def entered():
    yield
    if "own" in METRICS:
        METRICS.remove("own")


@pytest.mark.parametrize("name", MISTAKES)
@pytest.mark.parametrize("combine", ["pooled", "best"])
@pytest.mark.usefixtures("entered")
def test_a_mistake_in_a_class_is_said(name, combine):
    made, *said = MISTAKES[name]
    METRICS("own")(made)
    with pytest.raises(WorkbenchError) as error:
        workbench.score(*TEXTS, metrics=["own"], combine=combine)
    assert all(each in str(error.value) for each in said)


@pytest.mark.parametrize(
    ("rank", "said"),
    [
        (lambda self, counts: counts, "rank returned another shape than counts have without their last axis"),
        (lambda self, counts: counts[..., 5], "own: rank raised IndexError"),
    ],
)
@pytest.mark.usefixtures("entered")
def test_so_is_one_in_what_ranks_references(rank, said):
    made = of(lambda c: {"score": c[..., 0]}, Pairs())
    METRICS("own")(made)
    assert workbench.score(*TEXTS, metrics=["own"], combine="best")["value"].tolist() == [1, 1, 1]
    made.rank = rank
    with pytest.raises(WorkbenchError, match=said):
        workbench.score(*TEXTS, metrics=["own"], combine="best")


@pytest.mark.usefixtures("entered")
def test_laws_report_a_mistake():
    METRICS("own")(of(lambda c: {"score": 0.5}))
    verdicts = {verdict.law: verdict for verdict in check_laws("own")}
    assert not verdicts["finite"].holds
    assert "another shape" in verdicts["finite"].example


@pytest.mark.usefixtures("entered")
def test_an_experiment_says_it_too():
    METRICS("own")(of(lambda c: {"score": 0.5}))
    e = workbench.Experiment(workbench.simulate(topics=3, systems=4).evalset, ["own"])
    with pytest.raises(WorkbenchError, match="own: score returned another shape"):
        _ = e.records


def test_what_a_class_lacks_is_said_where_it_is_entered():
    with pytest.raises(WorkbenchError, match="own: the class Metricless lacks counter"):
        METRICS("own")(type("Metricless", (Metric,), {}))

    class Needing(Metric):
        counter = Lengths()
        weight: float

    with pytest.raises(WorkbenchError, match="own: parameters of the class Needing without a default: got"):
        METRICS("own")(Needing)


@pytest.mark.usefixtures("entered")
def test_one_paper_and_one_component_may_be_texts():
    """They were a paper and a component a letter."""
    sound = of(lambda c: {"recall": c[..., 0]})
    sound.cites, sound.components = "Me 2026", "recall"
    METRICS("own")(sound)
    assert workbench.score(*TEXTS, metrics=["own"])["component"].unique().tolist() == ["recall"]
    assert "  paper: Me 2026\n" in explain("own")


@pytest.mark.usefixtures("entered")
@pytest.mark.parametrize(("told", "cites"), [((), ("Me 2026",)), (("You 2025",), ("You 2025",))])
def test_a_paper_may_be_named_where_a_class_is_entered(told, cites):
    sound = of(lambda c: {"score": c[..., 0]})
    sound.cites = told
    METRICS("own", cites="Me 2026")(sound)
    assert METRICS.get("own")().cites == cites


@pytest.mark.usefixtures("entered")
def test_a_sound_class_is_scored():
    METRICS("own")(of(lambda c: {"score": c[..., 0]}))
    assert workbench.score(*TEXTS, metrics=["own"])["value"].tolist() == [0.02, 0.02, 0.01]

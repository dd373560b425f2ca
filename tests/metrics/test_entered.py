"""What a class becomes that is entered as a metric, and what its parameters may be."""

from dataclasses import FrozenInstanceError, dataclass

import numpy as np
import pytest

import workbench
from workbench.errors import SpecError
from workbench.metrics.base import METRICS, VARIANTS, Metric, OfPairs, get_metric, shown, variant
from workbench.metrics.parameters import between, one_of, parameter, whole
from workbench.metrics.rouge_counts import NGrams


@dataclass(frozen=True)
class Firsts(OfPairs):
    least: int = 1

    def count(self, batch):
        return NGrams().count(batch)[:, :3]


class Share(Metric):
    counter = Firsts()

    def score(self, counts):
        return {"score": counts[..., 0] / counts[..., 1]}


@pytest.fixture
def enter():
    names, profiles = set(METRICS), set(VARIANTS)
    yield METRICS
    for name in set(METRICS) - names:
        METRICS.remove(name)
    for profile in set(VARIANTS) - profiles:
        del VARIANTS[profile]


def test_a_class_becomes_a_frozen_dataclass_that_knows_its_name(enter):
    @enter("my-share")
    class MyShare(Share):
        most: int = shown(3)

    metric = get_metric("my-share(most=4)")
    assert (metric.name, metric.most, MyShare(most=4) == metric) == ("my-share(most=4)", 4, True)
    assert str(get_metric("my-share")) == "my-share(most=3)"
    with pytest.raises(FrozenInstanceError):
        metric.most = 5
    frame = workbench.score(["a b"], ["a c"], metrics=["my-share"])
    assert frame["value"].tolist() == [0.5]


def test_the_best_reference_is_that_of_the_first_component(enter):
    """The first one is half of the candidate; the second one has all of it, and as much again."""

    @enter("two-sides")
    class TwoSides(Metric):
        counter = Firsts()
        components = "precision", "recall"

        def score(self, counts):
            return {"precision": counts[..., 0] / counts[..., 1], "recall": counts[..., 0] / counts[..., 2]}

    @enter("other-side")
    class OtherSide(TwoSides):
        def rank(self, counts):
            return -super().rank(counts)

    frame = workbench.score(["a b"], [["a", "a b c d"]], metrics=["two-sides", "other-side"], combine="best")
    assert frame.pivot(index="metric", columns="component", values="value").to_dict("index") == {
        "two-sides": {"precision": 1.0, "recall": 0.5},
        "other-side": {"precision": 0.5, "recall": 1.0},
    }


def test_a_class_that_is_a_dataclass_already_stays_as_it_is(enter):
    @enter("my-other-share")
    @dataclass(frozen=True, repr=False)
    class MyOtherShare(Share):
        most: int = shown(3)

        called = "my-other-share"

    METRICS("my-share-again")(MyOtherShare)  # what it is called does not change
    assert str(get_metric("my-other-share(most=2)")) == "my-other-share(most=2)"


def test_a_variant_knows_its_profile_and_the_class_above_it_does_not(enter):
    @enter("my-share")
    class MyShare(Share):
        """The usual one."""

    @variant("mine", "my-share")
    class Mine(MyShare):
        """The variant."""

    assert get_metric("my-share(profile=mine)").name == "my-share(profile=mine)"
    assert (Mine().profile, MyShare().profile, MyShare().name) == ("mine", "own", "my-share")
    assert type(get_metric("my-share")) is MyShare


def test_a_counter_is_named_by_its_parameters():
    assert Firsts().name == Firsts(1).name != Firsts(2).name


@pytest.mark.parametrize(
    ("given", "allowed"),
    [
        ("share=1.5", "0 to 1"),
        ("order=0", "1, 2, ... 100"),
        ("order=1.0", "1, 2, ... 100"),
        ("order=true", "1, 2, ... 100"),
        ("order=101", "1, 2, ... 100"),
        ("way=up", "left, right"),
        ("exact=1", "true or false"),
        ("odd=2", "odd numbers"),
    ],
)
def test_a_parameter_says_what_it_may_be(enter, given, allowed):
    @enter("my-share")
    class MyShare(Share):
        share: float = between(0.5, 0, 1)
        order: int = whole(2)
        way: str = one_of("left", ["left", "right"])
        exact: bool = True
        odd: int = parameter(1, "odd numbers", lambda odd: odd % 2 == 1)

    with pytest.raises(SpecError) as caught:
        get_metric(f"my-share({given})")
    key, _, _ = given.partition("=")
    assert f"my-share: {key} is out of range" in str(caught.value)
    assert f"allowed: {allowed}" in str(caught.value)
    usable = get_metric("my-share(share=1, order=100, way=right, exact=false, odd=3)")
    assert np.isclose(usable.share, 1.0)
    assert str(get_metric("my-share(order=3)")) == "my-share(order=3, way=left)"

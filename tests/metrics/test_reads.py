"""What functions read tells a metric from itself with other values."""

import argparse
import json
import re
import types
from dataclasses import dataclass
from functools import partial

import numpy as np
import pytest

import workbench
from workbench.code.reads import read_by

NUMBER, LISTED, TABLE, ARRAY = 1, [1], {"by": {"k": 1}}, np.array([1.0])
MIXED = {"k": [np.array([1.0])]}
SPACE = types.SimpleNamespace(k=1)
MODULE = types.ModuleType("no_package_of_that_name")
MODULE.k = 1
MODULE.inner = types.ModuleType("no_package_of_that_name.inner")
MODULE.inner.k = 1
NAMED = argparse.Namespace(k=1)
UNTOLD = types.SimpleNamespace(k=1)


class Settings:
    """Whose attribute is read."""

    k = 1


class Derived(Settings):
    """Whose attributes are in the class above, in a function of its own and in what it computes."""

    @staticmethod
    def fixed():
        return LISTED

    @property
    def computed(self):
        return TABLE

    def __len__(self):
        return len(ARRAY)


class Slots:
    """Whose attribute is in no dictionary."""

    __slots__ = ("k", "none")

    def __init__(self):
        self.k = 1


@dataclass
class Weights:
    """What can be called, changed and not hashed."""

    k: int = 1

    def __call__(self, candidate, references):
        return self.k

    def method(self, candidate, references):
        return self.k


def of_helper(candidate, references):
    return LISTED[0]


WEIGHTS, OTHERS, IN_LIST = Weights(), Weights(), [1]
HELD, WORDS, SLOTS = Weights(), {"a": Weights()}, Slots()
OBJECTS = np.array([HELD, None], dtype=object)


def made_with(held):
    return lambda c, r: held[0]


def at_the_end(c, r, *, held=IN_LIST):
    return held[-1]


def change_number():
    global NUMBER
    NUMBER += 1


READ = {
    "number": (lambda c, r: NUMBER, change_number),
    "in a generator": (lambda c, r: sum(NUMBER for _ in c), change_number),
    "in a function inside": (lambda c, r: (lambda: NUMBER)(), change_number),
    "list": (lambda c, r: LISTED[0], lambda: LISTED.append(2)),
    "helper": (lambda c, r: of_helper(c, r), lambda: LISTED.append(2)),
    "dict": (lambda c, r: TABLE["by"]["k"], lambda: TABLE["by"].update(k=TABLE["by"]["k"] + 1)),
    "array": (lambda c, r: float(ARRAY[0]), lambda: np.add(ARRAY, 1, out=ARRAY)),
    "arrays in a list": (lambda c, r: float(MIXED["k"][0][0]), lambda: MIXED["k"].append(ARRAY)),
    "namespace": (lambda c, r: SPACE.k, lambda: setattr(SPACE, "k", SPACE.k + 1)),
    "module": (lambda c, r: MODULE.k, lambda: setattr(MODULE, "k", MODULE.k + 1)),
    "class": (lambda c, r: Settings.k, lambda: setattr(Settings, "k", Settings.k + 1)),
    "object": (lambda c, r: OTHERS(c, r), lambda: setattr(OTHERS, "k", OTHERS.k + 1)),
    "called": (WEIGHTS, lambda: setattr(WEIGHTS, "k", WEIGHTS.k + 1)),
    "method": (WEIGHTS.method, lambda: setattr(WEIGHTS, "k", WEIGHTS.k + 1)),
    "in part": (partial(lambda k, c, r: k[0], IN_LIST), lambda: IN_LIST.append(2)),
    "in part by name": (partial(lambda c, r, k: k[0], k=IN_LIST), lambda: IN_LIST.append(2)),
    "default": (lambda c, r, held=IN_LIST: held[0], lambda: IN_LIST.append(2)),
    "default by name": (at_the_end, lambda: IN_LIST.append(2)),
    "what it was made with": (made_with(IN_LIST), lambda: IN_LIST.append(2)),
    "object in a list": (lambda c, r, held=[0, HELD]: held[1].k, lambda: setattr(HELD, "k", HELD.k + 1)),
    "object in a tuple": (lambda c, r, held=(HELD,): held[0].k, lambda: setattr(HELD, "k", HELD.k + 1)),
    "object in a dict": (lambda c, r: WORDS["a"].k, lambda: setattr(WORDS["a"], "k", WORDS["a"].k + 1)),
    "key of a dict with an object": (lambda c, r: WORDS["a"], lambda: WORDS.update(b=WORDS.pop("a"))),
    "object in an array": (lambda c, r: OBJECTS[0].k, lambda: setattr(HELD, "k", HELD.k + 1)),
    "named values": (lambda c, r: NAMED.k, lambda: setattr(NAMED, "k", NAMED.k + 1)),
    "module in a module": (
        lambda c, r: MODULE.inner.k,
        lambda: setattr(MODULE.inner, "k", MODULE.inner.k + 1),
    ),
    "class above": (lambda c, r: Derived.k, lambda: setattr(Settings, "k", Settings.k + 1)),
    "function of a class": (lambda c, r: Derived.fixed(), lambda: LISTED.append(2)),
    "what a class computes": (lambda c, r: Derived().computed, lambda: TABLE.update(other=len(TABLE))),
    "special method of a class": (lambda c, r: len(Derived()), lambda: np.add(ARRAY, 1, out=ARRAY)),
    "slot": (lambda c, r: SLOTS.k, lambda: setattr(SLOTS, "k", SLOTS.k + 1)),
    "dtype of an array": (
        lambda c, r: SPACE.array,
        lambda: setattr(SPACE, "array", SPACE.array.astype(">f8")),
    ),
    "shape of an array": (
        lambda c, r: SPACE.array,
        lambda: setattr(SPACE, "array", SPACE.array.reshape(1, 2)),
    ),
}
SPACE.array = np.zeros(2)


@pytest.mark.parametrize("name", READ)
def test_what_a_function_reads_is_told_and_is_the_same_until_it_changes(name):
    function, change = READ[name]
    before = list(read_by(function))
    assert list(read_by(function)) == before
    change()
    assert list(read_by(function)) != before


@pytest.mark.parametrize(
    ("read", "told"),
    [
        (lambda c, r: NUMBER, ["defaults=None", "NUMBER=#"]),
        (lambda c, r, *, by="x": by, ["defaults=None", "by='x'"]),
        (lambda c, r: MODULE.inner.none, ["defaults=None", "MODULE.inner.none=None"]),
        (lambda c, r: np.mean(c), ["defaults=None", "np.mean #"]),
        (lambda c, r: json.dumps(c), ["defaults=None", "json.dumps #"]),
        (lambda c, r: json, ["defaults=None", "json #"]),
        (lambda c, r: workbench.score(c, r), ["defaults=None", "workbench.score #"]),
        (lambda c, r: UNTOLD.k, ["defaults=None", "UNTOLD #", "UNTOLD.=None", "UNTOLD. #", "UNTOLD.k=#"]),
        (lambda c, r: [NUMBER, NUMBER], ["defaults=None", "NUMBER=#", "NUMBER=#"]),
        (lambda c, r: (SLOTS, SLOTS), ["defaults=None", "SLOTS #", "SLOTS.=None", "SLOTS. #", "SLOTS.k=#"]),
        (partial(max, 1), ["func #", "args=#"]),
        (partial(max, key=len), ["func #", "args=#", "key #"]),
    ],
)  # fmt: skip
def test_what_is_told_of_a_function_is_what_it_reads_and_nothing_of_packages(read, told):
    known = [re.sub(r"=[0-9a-f]{32,}$|=\d+$", "=#", re.sub(r" \d+$", " #", each)) for each in read_by(read)]
    inside = ("SLOTS..", "key.")
    assert [each for each in known if not each.startswith(inside)] == told


def test_what_a_function_writes_is_not_what_it_reads():
    count = 0

    def counted(c, r):
        nonlocal count
        count += 1
        return count

    def steps(c, r):
        global CALLS
        CALLS += 1
        return CALLS

    for function in (counted, steps):
        before = list(read_by(function))
        assert function("a", ["b"]) == 1
        assert list(read_by(function)) == before == ["defaults=None"]


CALLS = 0


def test_what_is_written_about_a_class_is_not_what_it_does(monkeypatch):
    before = list(read_by(lambda c, r: Settings.k))
    monkeypatch.setattr(Settings, "__doc__", "Other words.")
    assert list(read_by(lambda c, r: Settings.k)) == before


def test_a_closure_that_is_empty_still_tells_nothing():
    def early(c, r):
        return later

    assert list(read_by(early)) == ["defaults=None"]
    later = 1
    assert list(read_by(early)) == ["defaults=None", "later=1"]


def test_texts_that_others_hold_too_are_the_same_texts():
    held = ["".join(["a", " text"])]
    before = list(read_by(lambda c, r: held))
    other = held[0]
    assert list(read_by(lambda c, r: held)) == before
    assert other == "a text"


def test_a_thing_that_is_made_where_another_was_is_another_thing():
    """Addresses are used again."""
    told = set()
    for _ in range(20):
        thing = type("Made", (), {"__module__": "numpy"})()
        told.update(read_by(lambda c, r, held=[thing]: held))
        del thing
    assert len([each for each in told if re.fullmatch(r"defaults\.0\.0 \d+", each)]) == 20, told


class Counting:
    """What can be called, and counts how often it was."""

    def __init__(self):
        self.k, self.calls = 1, 0

    def __call__(self, candidate, references):
        self.calls += 1
        return self.k

    def method(self, candidate, references):
        self.calls += 1
        return self.k


@pytest.mark.parametrize("called", [lambda held: held, lambda held: held.method])
def test_what_counts_its_calls_stays_what_it_is(called):
    held = Counting()
    before = list(read_by(called(held)))
    assert called(held)("a", ["b"]) == held.calls == 1
    assert list(read_by(called(held))) == before
    held.k = 2
    assert list(read_by(called(held))) != before


def test_values_are_those_of_what_is_read_when_it_is_asked_for():
    weights = {"k": 1.0}
    workbench.metric("weighed")(lambda c, r: len(set(c) & set(r[0])) ** weights["k"] / 1e6)
    data = workbench.simulate(topics=4, systems=5).evalset
    e = workbench.Experiment(data, ["weighed"], correlation={"interval": "none", "coefficients": ["pearson"]})

    def best(made):
        return float(np.nanmax(made.scores.scored[0].segments["score"]))

    first, record = best(e), e.correlate().frame["value"].iloc[0]
    weights["k"] = 3.0
    other = e.replace(correlation={"coefficients": ["pearson", "spearman"]})
    assert best(other) == pytest.approx(first**3 * 1e12)
    assert other.correlate().frame["value"].iloc[0] != record
    assert best(e) == first


def test_an_analysis_asks_the_metrics_of_its_experiment():
    factor = [1.0]
    workbench.metric("turned")(lambda c, r: factor[0] * len(c) / 1e3)
    data = workbench.simulate(topics=4, systems=5).evalset
    e = workbench.Experiment(data, ["turned"], correlation={"interval": "none", "coefficients": ["pearson"]})
    value = e.records["value"].iloc[0]
    factor[0] = -1.0
    assert e.correlate(coefficients=["pearson", "spearman"]).frame["value"].iloc[0] == value
    assert e.replace(seed=2).records["value"].iloc[0] == pytest.approx(-value)


def test_records_are_signed_with_what_was_read_when_they_were_scored(tmp_path):
    factor = [1.0]
    workbench.metric("turned")(lambda c, r: factor[0] * len(c) / 1e3)
    data = workbench.simulate(topics=4, systems=5).evalset
    e = workbench.Experiment(data, ["turned"], correlation={"interval": "none", "coefficients": ["pearson"]})

    def signed(made, folder):
        made.write(folder)
        return made.records["signature"][0], json.loads((folder / "manifest.json").read_text())["metrics"]

    before = signed(e.replace(), tmp_path / "before")
    assert e.scores is not None
    factor[0] = -1.0
    assert signed(e, tmp_path / "after") == before
    other = signed(e.replace(), tmp_path / "other")
    assert other[0] != before[0]
    assert other[1] != before[1]


def test_what_can_be_called_and_not_hashed_is_a_metric():
    workbench.metric("held")(Weights(0.5))
    assert workbench.score(["a"], ["b"], metrics=["held"])["value"].tolist() == [0.5]

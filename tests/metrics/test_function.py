"""Metrics that are plain functions."""

import sys
from functools import partial

import asked
import numpy as np
import pytest

import workbench
from workbench.code.reads import token_of
from workbench.errors import ScoreError, SpecError
from workbench.metrics.bag_counts import NGramBags
from workbench.metrics.base import METRICS, Metric, get_metric
from workbench.metrics.explain import explain, explain_all


def test_what_a_function_says_of_itself_is_shown():
    @workbench.metric("said")
    def said(candidate, references):
        """Share of what was said before."""
        return 1.0

    workbench.metric("silent")(lambda candidate, references: 1.0)
    assert explain("said").endswith("\n\nShare of what was said before.")
    assert "Share of what was said before." in explain_all()
    assert "A metric that is a plain function" in explain("silent")


def test_a_function_of_tokens():
    @workbench.metric("share")
    def share(candidate, references, *, least=1):
        words = {word for reference in references for word in reference}
        return sum(word in words and len(word) >= least for word in candidate) / max(len(candidate), 1)

    arguments = (["The birds sang", "a"], [["birds", "The sun"], ["b"]])
    assert workbench.score(*arguments, metrics=["share"])["value"].tolist() == [2 / 3, 0]
    assert workbench.score(*arguments, metrics=["share(least=4)"])["value"].tolist() == [1 / 3, 0]
    stemmed = workbench.score(["bird"], [["birds"]], metrics=["share"], preprocess="STEM")
    assert stemmed["value"].tolist() == [1]
    assert repr(get_metric("share(least=1)")) == "share"
    assert get_metric(repr(get_metric("share(least=4)"))) == get_metric("share(least=4)")
    with pytest.raises(SpecError, match=r"no parameter 'lest'\. Did you mean 'least'"):
        get_metric("share(lest=1)")


def test_a_function_may_change_the_lists_that_it_gets():
    @workbench.metric("clipped")
    def clipped(candidate, references):
        found = 0
        for word in candidate:
            if word in references[0]:
                references[0].remove(word)
                found += 1
        candidate.clear()
        return found

    frame = workbench.score(["a b", "a b", "b"], ["b a"] * 3, metrics=["clipped"])
    assert frame["value"].tolist() == [2, 2, 1]


def test_a_function_of_text_sees_the_text_as_it_is():
    seen = []

    @workbench.metric("see", on="text", components=("length", "references"), bounds=(0, np.inf))
    def see(candidate, references):
        seen.append((candidate, references))
        return {"length": len(candidate), "references": len(references)}

    frame = workbench.score([["Café ,", " b"]], [["x\ty", ["1", "2"]]], metrics=["see"])
    assert seen == [("Café ,\n b", ["x\ty", "1\n2"])]
    assert frame["value"].tolist() == [9, 2]


def test_it_is_correlated_like_any_other():
    @workbench.metric("shortness", higher_is_better=False, bounds=(0, np.inf))
    def shortness(candidate, references):
        return -float(len(candidate))

    @workbench.metric("characters", bounds=(0, np.inf))
    def characters(candidate, references):
        return float(len(candidate))

    data = workbench.simulate(topics=3, systems=5).evalset
    records = asked.correlate(
        data, ["shortness", "characters", "rouge-1"], coefficients=["pearson"], draws=20
    )
    assert records["value"].iloc[0] == pytest.approx(records["value"].iloc[1])


def test_defining_again_replaces_and_is_never_taken_from_the_cache(tmp_path):
    from workbench.experiment.spec import build_spec

    def run(value):
        @workbench.metric("mine")
        def mine(candidate, references):
            return value * len(candidate) / 1000

        content = {
            "name": "x",
            "metrics": ["mine"],
            "data": {"name": "simulated-news"},
            "correlation": {"draws": 1},
        }
        made = asked.of(build_spec(content), cache=tmp_path / "c")
        return made.scores.frame["value"]

    assert np.allclose(run(1.0) * 2, run(2.0))


def test_a_function_is_told_by_the_plain_values_that_it_reads_and_not_by_those_that_it_writes():
    weight, called = 2.5, 0

    @workbench.metric("mine")
    def mine(candidate, references, *, length=3):
        nonlocal called
        called += 1
        return weight * len(candidate[:length])

    token = token_of(mine)
    assert "weight=2.5" in token
    assert "called" not in token
    weight = 2.75
    assert token_of(mine) == token.replace("2.5", "2.75")


class Weighing:
    """An object that can be called, and a method of one, hold what they read."""

    def __init__(self, weight):
        self.weight, self.calls = weight, 0

    def __call__(self, candidate, references):
        self.calls += 1
        return self.weight * len(candidate)

    def method(self, candidate, references):
        return self(candidate, references)


def test_what_can_be_called_is_told_by_what_it_holds():
    data = workbench.simulate(topics=3, systems=3).evalset
    held, also, factor = Weighing(0.5), Weighing(0.25), 1.0
    in_part = partial(lambda candidate, references, *, weight: weight * factor, weight=7.0)
    workbench.metric("held")(held)
    workbench.metric("of-a-method")(also.method)
    workbench.metric("in-part")(in_part)
    e = workbench.Experiment(data, ["length"])

    def values(other):
        scored = e.replace(metrics=["held", "of-a-method", "in-part", other]).scores.scored
        return [float(np.nanmax(each.segments["score"])) for each in scored[:3]]

    first = values("rouge-1")
    assert first[2] == 7.0
    calls = held.calls
    assert values("rouge-3") == first
    assert held.calls == calls > 0
    held.weight, also.weight, factor = 1.0, 1.0, 2.0
    assert values("rouge-2") == [2 * first[0], 4 * first[1], 14.0]
    in_part.keywords["weight"] = 8.0
    assert values("rouge-l")[2] == 16.0


def test_a_keyword_without_a_default_is_no_parameter():
    workbench.metric("mine")(lambda candidate, references, *, power, length=3: power * length)
    assert get_metric("mine(length=4)").name == "mine(length=4)"
    with pytest.raises(SpecError, match=r"mine has no parameter 'power'.*, power=\.\.\."):
        get_metric("mine(power=2)")


def test_a_function_with_parameters_is_explained():
    @workbench.metric("given", cites="Lin 2004")
    def with_parameters(candidate, references, *, order=2, mode="f"):
        """Say what it does."""
        return 1.0

    assert "options: order=3, mode=f\n" in explain("given(order=3)")
    assert "paper: Chin-Yew Lin" in explain("given") or "paper: Lin" in explain("given")
    assert get_metric("given").cites == ("Lin 2004",)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("clip=False", "given: clip is out of range: got 'False', allowed: true or false"),
        ("clip=0", "given: clip is out of range: got 0, allowed: true or false"),
        ("order=two", "given: order is out of range: got 'two', allowed: a number"),
        ("order=true", "given: order is out of range: got True, allowed: a number"),
        ("mode='p'", """given: mode is out of range: got "'p'", allowed: p or "p", without other quotes"""),
        ("mode=1", """given: mode is out of range: got 1, allowed: a word, as in "1\""""),
    ],
)
def test_a_parameter_is_of_the_kind_of_its_default(given, said):
    @workbench.metric("given")
    def of_kinds(candidate, references, *, clip=True, order=2, weight=1.0, mode="f", any_kind=None):
        return 1.0

    with pytest.raises(SpecError) as error:
        get_metric(f"given({given})")
    assert said in str(error.value)
    passed = 'given(clip=false, order=2.5, weight=2, mode="1", any_kind=x)'
    assert get_metric(passed).parameters == {
        "clip": False, "order": 2.5, "weight": 2, "mode": "1", "any_kind": "x",
    }  # fmt: skip


def test_it_is_said_how_a_parameter_is_taken():
    workbench.metric("power")(lambda candidate, references, n=2: 1.0)
    with pytest.raises(
        SpecError, match=r"power has no parameter 'n'.*: def f\(candidate, references, \*, n=2"
    ):
        get_metric("power(n=3)")
    with pytest.raises(SpecError, match="It has none"):
        get_metric("power(candidate=3)")


def test_a_class_that_is_defined_again_replaces_the_first():
    def define(value):
        @METRICS("of-a-cell")
        class OfACell(Metric):
            counter = NGramBags()

            def score(self, counts):
                return {"score": counts[..., 0] * 0.0 + value}

    try:
        for value in (0.25, 0.5):
            define(value)
            assert workbench.score(["a"], ["b"], metrics=["of-a-cell"])["value"].tolist() == [value]
    finally:
        METRICS.remove("of-a-cell")


def test_taken_names_and_wrong_results_are_said():
    with pytest.raises(SpecError, match="choose another"):
        workbench.metric("rouge-1")(lambda candidate, references: 0.0)

    workbench.metric("wrong")(lambda candidate, references: "high")
    with pytest.raises(ScoreError, match="returned something else: got 'high', allowed: a number"):
        workbench.score(["a"], [["a"]], metrics=["wrong"])

    workbench.metric("raising")(lambda candidate, references: 1 / 0)
    with pytest.raises(ScoreError, match="raising: the function raised ZeroDivisionError"):
        workbench.score(["a"], [["a"]], metrics=["raising"])

    workbench.metric("other", components=("a", "b"))(lambda candidate, references: {"a": 1.0})
    with pytest.raises(ScoreError, match="other components"):
        workbench.score(["a"], [["a"]], metrics=["other"])


@pytest.mark.parametrize(
    ("returned", "said"),
    [
        (lambda: 10**400, "returned too large a number: got a huge number"),
        (lambda: np.complex128(1j), "returned something else"),
        (lambda: {1: 2, "a": 3}, r"other components: got \['1', 'a'\]"),
        (lambda: sys.exit(), "the function raised SystemExit"),
        (lambda: [][1], "the function raised IndexError"),
        (lambda: None, "the function returned None, as one does that ends without return: allowed: a number"),
    ],
)
def test_whatever_a_function_does_is_said(returned, said):
    workbench.metric("odd")(lambda candidate, references: returned())
    with pytest.raises(ScoreError, match=said):
        workbench.score(["a"], [["a"]], metrics=["odd"])


def test_words_that_are_taken_for_a_text_are_said():
    workbench.metric("odd")(lambda candidate, references: len(candidate.split()))
    with pytest.raises(
        ScoreError, match=r"got \"candidate \['a'\]\"\. A text comes as the list of its words"
    ):
        workbench.score(["a"], [["a"]], metrics=["odd"])
    with pytest.raises(ScoreError, match=r"'a',…\"\. A text"):
        workbench.score(["a " * 99], [["a"]], metrics=["odd"])
    # a string is what it awaits: the hint would be wrong
    workbench.metric("odd", on="text")(lambda candidate, references: candidate.list)
    with pytest.raises(ScoreError, match="has no attribute 'list'") as caught:
        workbench.score(["a"], [["a"]], metrics=["odd"])
    assert "comes as" not in str(caught.value)


def test_of_a_data_set_the_output_is_named():
    workbench.metric("odd")(lambda candidate, references: None)
    asked = workbench.Experiment(workbench.simulate(topics=2, systems=3).evalset, ["odd"])
    with pytest.raises(ScoreError, match="without return, for system 'S01', segment 't01' of task 'news'"):
        asked.scores  # noqa: B018


def test_ctrl_c_in_a_function_ends_the_program():
    def interrupted(candidate, references):
        raise KeyboardInterrupt

    workbench.metric("odd")(interrupted)
    with pytest.raises(KeyboardInterrupt):
        workbench.score(["a"], [["a"]], metrics=["odd"])


@pytest.mark.parametrize(
    ("enter", "said"),
    [
        (
            lambda: workbench.metric("other-reading", on="txt"),
            "other-reading: what the function reads, on, is unknown: got 'txt', allowed: tokens or text. "
            "Did you mean 'text'?",
        ),
        (lambda: workbench.metric("other-reading", on=1), "got 1, allowed: tokens or text"),
        (
            lambda: workbench.metric("no-function")(3),
            "no-function: a metric is made of a function: got 3, allowed: def, with a candidate",
        ),
        (
            lambda: workbench.metric("letters", components="score"),
            "letters: components are a list: got 'score', allowed: ['score']",
        ),
        (
            lambda: workbench.metric("reversed", bounds=(1, 0)),
            "reversed: bounds are the least and the largest value: got (1, 0)",
        ),
        (lambda: workbench.metric("one-bound", bounds=1), "got 1, allowed: two numbers, as in (0.0, 1.0)"),
        (lambda: workbench.metric("empty", components=()), "empty: components are names that differ"),
        (lambda: workbench.metric("twice", components=("p", "p")), "twice: components are names that differ"),
        (lambda: METRICS("Capital"), "Capitals are not allowed: write 'capital'"),
        (lambda: METRICS("given(order=2)"), "a name without parameters is needed"),
        (
            lambda: METRICS("rouge-1")(type("Own", (), {})),
            "rouge-1: is the name of another metric; choose another",
        ),
        (lambda: workbench.metric("no-function")(max), "a metric is made of a function: got <built-in"),
        (
            lambda: workbench.coefficient("no-function")(3),
            "no-function: a coefficient is made of a function: got 3, allowed: def, with metric scores",
        ),
    ],
)
def test_what_is_no_function_and_another_way_to_read_are_refused_where_they_are_said(enter, said):
    with pytest.raises(SpecError) as refused:
        enter()
    assert said in str(refused.value)
    assert not {"other-reading", "no-function"} & set(METRICS)

"""The law checker names the law that a planted bug breaks."""

import random

import pytest

import workbench
from workbench.metrics.base import METRICS, get_metric
from workbench.metrics.laws import check_laws


def overlap(candidate, references):
    words = {word for reference in references for word in reference}
    return len(set(candidate) & words) / max(len(set(candidate) | words), 1)


def broken(name):
    return {verdict.law for verdict in check_laws(name) if not verdict.holds}


BUGS = {
    "finite": lambda c, r: float("nan") if len(c) == 3 else overlap(c, r),
    "bounds": lambda c, r: 2 * overlap(c, r),
    "deterministic": lambda c, r: random.random(),
    "identity is best": lambda c, r: 1 - overlap(c, r),
    "order of references": lambda c, r: overlap(c, r[:1]),
    "duplicate reference": lambda c, r: overlap(c, r) / len(r),
    "empty text": lambda c, r: overlap(c, r) / len(c),
}


@pytest.mark.parametrize("law", BUGS)
def test_a_planted_bug_is_named(law):
    workbench.metric("planted")(BUGS[law])
    try:
        assert law in broken("planted")
    finally:
        METRICS.remove("planted")


def test_a_value_that_is_only_there_the_second_time_is_another_one():
    asked = set()

    def second_time(candidate, references):
        is_first = (texts := str((candidate, references))) not in asked
        asked.add(texts)
        return float("nan") if is_first else overlap(candidate, references)

    workbench.metric("planted")(second_time)
    try:
        assert "deterministic" in broken("planted")
    finally:
        METRICS.remove("planted")


def test_what_was_scored_before_may_not_matter():
    seen = set()

    def with_memory(candidate, references):
        seen.update(candidate)
        return len(seen) / 100

    workbench.metric("planted")(with_memory)
    try:
        assert "other candidates" in broken("planted")
    finally:
        METRICS.remove("planted")


def cased_overlap(candidate, references):
    return overlap(candidate.split(), [reference.split() for reference in references])


@pytest.mark.parametrize(("cased", "expected"), [(False, {"case"}), (True, set())])
def test_a_metric_that_sees_capitals_has_to_say_so(cased, expected):
    workbench.metric("planted", on="text", cased=cased)(cased_overlap)
    try:
        assert broken("planted") == expected
    finally:
        METRICS.remove("planted")


@pytest.mark.parametrize("name", ["rouge-1", "rouge-2", "rouge-l", "rouge-s", "bleu", "sentence-bleu"])
def test_our_own_keep_the_laws(name):
    assert broken(name) == set()


def test_rouge_w_breaks_no_other_law_than_declared():
    assert broken("rouge-w") <= {"identity is best"}


OTHERS = ["cosine", "unit-overlap", "lcsr", "unigram", "nist", "meteor", "cider", "cider-d", "chrf", "ter"]


@pytest.mark.parametrize("name", OTHERS)
def test_the_other_measures_of_the_papers_keep_the_laws(name):
    declared = {"other candidates"} if name in ("nist", "cider", "cider-d") else set()
    assert broken(name) == declared <= set(get_metric(name).breaks)


def test_a_law_that_is_broken_by_design_is_declared_with_its_reason():
    verdicts = [verdict for verdict in check_laws("ibleu") if not verdict.holds]
    assert {verdict.law for verdict in verdicts} == set(get_metric("ibleu").breaks) - {"identity is perfect"}
    assert all("source" in verdict.declared for verdict in verdicts)

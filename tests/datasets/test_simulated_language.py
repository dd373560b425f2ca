"""The language of the simulated news: facts are well formed, verbs have their forms."""

import re
from dataclasses import replace

import pytest

from workbench.datasets.simulated_draws import RandomChoices
from workbench.datasets.simulated_language import Style, Writer, forms
from workbench.datasets.simulated_topics import FACTS, Adjunct, Fact, Phrase, make_topic, words

KINDS = range(len(words()["kinds"]))
PLAIN = Style(*[0.0] * 10)


def said(fact: Fact, **style: float) -> str:
    sources = (Phrase("the police", True),)
    return Writer(Style(**{**vars(PLAIN), **style}), sources, RandomChoices(1, (0,))).sentence([fact])


def test_what_is_written_as_having_no_passive_has_none() -> None:
    lines = [line for kind in words()["kinds"] for line in kind["facts"].strip().split("\n")]
    lines += words()["shared"].strip().split("\n")
    parts = [[part.strip() for part in line.split("|")] for line in lines]
    without = {part[1].split()[0].lstrip("!") for part in parts if "!" in part[1] or not part[2]}
    usual = {part[1].split()[0] for part in parts if "!" not in part[1] and part[2]}
    for kind in KINDS:
        for fact in make_topic(RandomChoices(kind, (0,)), kind).facts:
            verb = fact.verbs[0][0]
            assert not fact.passive or (fact.objects and verb in usual)
            assert fact.passive or verb in without
    assert without - usual


GEESE = Fact(
    (Phrase("the goose", False),),
    (("steal", ""), ("take", "")),
    True,
    (Phrase("two loaves", True),),
    (Adjunct(("on Monday",), True, False),),
)


@pytest.mark.parametrize(
    ("style", "sentence"),
    [
        ({}, "The goose stole two loaves on Monday."),
        ({"present": 1.0}, "The goose steals two loaves on Monday."),
        ({"perfect": 1.0}, "The goose had stolen two loaves on Monday."),
        ({"passive": 1.0}, "Two loaves were stolen by the goose on Monday."),
        ({"synonym": 1.0}, "The goose took two loaves on Monday."),
        ({"front": 1.0}, "On Monday, the goose stole two loaves."),
        ({"terse": 1.0}, "The goose stole two loaves."),
    ],
)
def test_ways_to_say_a_fact(style: dict[str, float], sentence: str) -> None:
    assert said(GEESE, **style) == sentence


@pytest.mark.parametrize(
    ("passive", "style", "sentence"),
    [
        (True, {}, "The goose discovered two loaves on Monday."),
        (True, {"noun": 1.0}, "The police {} the discovery of two loaves by the goose on Monday."),
        (True, {"passive": 1.0}, "Two loaves were discovered by the goose on Monday."),
        (False, {"noun": 1.0, "passive": 1.0}, "The goose discovered two loaves on Monday."),
    ],
)
def test_a_verb_without_a_passive_has_no_noun_either(
    passive: bool, style: dict[str, float], sentence: str
) -> None:
    fact = replace(GEESE, verbs=(("discover", ""),), passive=passive)
    said_so = {sentence.format(said_by) for said_by in ("confirmed", "reported", "described")}
    assert said(fact, **style) in said_so


def test_one_adjunct_of_several_comes_first_and_none_is_lost() -> None:
    before, after = Adjunct(("near Bath",), False, True), Adjunct(("at dawn",), True, False)
    fact = replace(GEESE, adjuncts=(before, *GEESE.adjuncts, after))
    assert said(fact, front=1.0) == "On Monday, the goose stole two loaves near Bath at dawn."
    assert said(fact, terse=1.0) == "The goose stole two loaves near Bath."
    assert said(fact) == "The goose stole two loaves near Bath on Monday at dawn."


def test_nobody_is_quoted_on_what_is_said_of_them() -> None:
    sources = (Phrase("the goose", False), Phrase("the police", True))
    for seed in range(8):
        writer = Writer(Style(**{**vars(PLAIN), "quote": 1.0}), sources, RandomChoices(seed, (0,)))
        sentence = writer.sentence([GEESE])
        assert "the police" in sentence.lower()
        assert sentence.lower().count("the goose") == 1


def test_a_quotation_has_one_of_three_forms() -> None:
    style = Style(**{**vars(PLAIN), "quote": 1.0})
    sources = (Phrase("the police", True),)
    sentences = {Writer(style, sources, RandomChoices(seed, (0,))).sentence([GEESE]) for seed in range(40)}
    assert sentences >= {
        "The police said that the goose stole two loaves on Monday.",
        "The goose stole two loaves on Monday, the police said.",
        "The goose stole two loaves on Monday, according to the police.",
    }


@pytest.mark.parametrize(
    ("verb", "expected"),
    [
        ("close", ("closes", "closed", "closed", "closing")),
        ("pledge", ("pledges", "pledged", "pledged", "pledging")),
        ("deny", ("denies", "denied", "denied", "denying")),
        ("destroy", ("destroys", "destroyed", "destroyed", "destroying")),
        ("watch", ("watches", "watched", "watched", "watching")),
        ("free", ("frees", "freed", "freed", "freeing")),
        ("go", ("goes", "went", "gone", "going")),
    ],
)
def test_forms_of_verbs(verb: str, expected: tuple[str, ...]) -> None:
    assert forms(verb) == expected


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_event_can_be_told(kind: int) -> None:
    for number in range(5):
        topic = make_topic(RandomChoices(number, (kind,)), kind)
        assert len(topic.facts) == len(topic.wrong) == len(topic.weights) == FACTS
        assert sum(topic.weights) == pytest.approx(1)
        for fact in (*topic.facts, *topic.wrong):
            sentence = said(fact)
            assert re.fullmatch(r"[A-Z0-9][^{}|/=^+!]+[^ ,]\.", sentence), sentence
            assert "  " not in sentence


def test_each_sort_of_numbers_has_its_range_and_more_than_one_of_it() -> None:
    crowds, costs, days = (
        {
            int(number)
            for seed in range(30)
            for kind in KINDS
            for fact in make_topic(RandomChoices(seed, (kind,)), kind).facts
            for number in re.findall(pattern, said(fact))
        }
        for pattern in (r"a crowd of (\d+)", r"the company (\d+) million dollars", r"new cars for (\d+) days")
    )
    assert all(110 <= each <= 950 and each % 10 == 0 for each in crowds)
    assert all(2 <= each <= 98 for each in costs)
    assert all(11 <= each <= 95 for each in days)
    assert all(len(each) > 5 for each in (crowds, costs, days))


def test_draws_are_the_published_numbers_of_philox() -> None:
    # fixed on every machine; if this fails, every simulated data set has changed
    draws = RandomChoices(2004, (1, 2))
    assert [draws.below(1000) for _ in range(6)] == [775, 590, 218, 221, 850, 171]


def test_draws_fill_their_range() -> None:
    draws = RandomChoices(0, ())
    noise = [draws.noise(1.0) for _ in range(4000)]
    assert abs(sum(noise) / 4000) < 0.1
    assert abs(sum(each * each for each in noise) / 4000 - 1) < 0.1
    assert max(map(abs, noise)) <= 3
    assert sorted(draws.several(range(5), 5)) == [0, 1, 2, 3, 4]

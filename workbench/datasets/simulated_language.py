"""The small language of the simulated news: facts, and the many ways of saying one.

A fact says who did what to how many of what, where and when. It can be said in the active or the passive, in
several tenses, as a noun phrase, with a synonym, in another order, and without its details: so that stemming,
stop words, word order and clipping all make a difference to a metric.
"""

import tomllib
from pathlib import Path
from typing import NamedTuple

import numpy as np

_WORDS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
AGENTS: list[list[str]] = _WORDS["agents"]
VERBS: list[list[str]] = _WORDS["verbs"]
OBJECTS: list[list[str]] = _WORDS["objects"]
PLACES: list[str] = _WORDS["places"]
DAYS: list[str] = _WORDS["days"]
NUMBERS: list[str] = _WORDS["numbers"]
REASONS: list[str] = _WORDS["reasons"]


class Fact(NamedTuple):
    """Indices into the word lists, and how much the fact matters to a reader."""

    agent: int
    verb: int
    object: int
    number: int
    place: int
    day: int
    reason: int
    weight: float


class Manner(NamedTuple):
    """How a writer says things, each from 0 to 1.

    Attributes
    ----------
    passive, noun, progressive : float
        How often the passive, a noun phrase, a form in -ing is chosen over the plain past.
    synonym : float
        How often a synonym is used.
    detail : float
        How often place, day and reason are mentioned.
    front : float
        How often the place or day opens the sentence.
    """

    passive: float
    noun: float
    progressive: float
    synonym: float
    detail: float
    front: float


def draw_manner(rng: np.random.Generator) -> Manner:
    """Return a manner of writing."""
    low = np.array([0.05, 0.02, 0.02, 0.05, 0.35, 0.05])
    high = np.array([0.45, 0.20, 0.25, 0.40, 0.80, 0.50])
    return Manner(*(low + (high - low) * rng.random(6)).tolist())


def draw_fact(rng: np.random.Generator, cast: np.ndarray, places: np.ndarray, weight: float) -> Fact:
    """Return a fact about one of a topic's actors and places."""
    return Fact(
        int(cast[rng.integers(len(cast))]),
        int(rng.integers(len(VERBS))),
        int(rng.integers(len(OBJECTS))),
        int(rng.integers(len(NUMBERS))),
        int(places[rng.integers(len(places))]),
        int(rng.integers(len(DAYS))),
        int(rng.integers(len(REASONS))),
        weight,
    )


def say(fact: Fact, manner: Manner, rng: np.random.Generator) -> str:
    """Return a sentence that says the fact.

    The same random numbers are drawn whatever the manner, so that writers differ in manner only.
    """
    luck = rng.random(10)
    agent = "the " + AGENTS[fact.agent][int(luck[0] < manner.synonym)]
    _, past, participle, gerund, noun = VERBS[fact.verb]
    number = NUMBERS[fact.number]
    things = f"{number} {OBJECTS[fact.object][1]}"
    details = [
        text
        for text, chance in (
            (f"in {PLACES[fact.place]}", luck[1]),
            (f"on {DAYS[fact.day]}", luck[2]),
            (REASONS[fact.reason], luck[3]),
        )
        if chance < manner.detail
    ]
    opening = ""
    if details and luck[4] < manner.front:
        opening, details = f"{details[0]}, ", details[1:]
    if luck[5] < manner.noun:
        core = f"the {noun} of {things} was announced by {agent}"
    elif luck[6] < manner.passive:
        core = f"{things} were {participle} by {agent}"
    elif luck[7] < manner.progressive:
        core = f"{agent} started {gerund} {things}"
    else:
        core = f"{agent} {past} {things}"
    sentence = f"{opening}{' '.join([core, *details])}"
    return sentence[0].upper() + sentence[1:] + "."

"""Topics of the simulated news: a kind of event, its people and places, and its facts with their weights."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from workbench.datasets.simulated_draws import RandomChoices

OWN, SHARED = 15, 7
"""Facts that belong to the kind of event, and facts that could be told of any event."""
FACTS = OWN + SHARED

_NUMBER_WORDS = ["two", "three", "four", "five", "six", "seven", "eight", "nine"]
_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Phrase:
    """A noun phrase and whether it is in the plural."""

    text: str
    plural: bool


@dataclass(frozen=True)
class Adjunct:
    """A place, a time or the like: ways to say it, whether it may open the sentence, whether it is needed."""

    ways: tuple[str, ...]
    movable: bool
    needed: bool


@dataclass(frozen=True)
class Fact:
    """Who did what to whom, and where and when. Each part may be said in several ways, the usual one first.

    Attributes
    ----------
    subjects, objects : tuple of Phrase
        No objects if the verb has none.
    verbs : tuple of (verb, rest)
        The verb in its base form, and the words that follow it.
    passive : bool
        Whether the verb has a passive.
    adjuncts : tuple of Adjunct
    """

    subjects: tuple[Phrase, ...]
    verbs: tuple[tuple[str, str], ...]
    passive: bool
    objects: tuple[Phrase, ...]
    adjuncts: tuple[Adjunct, ...]


@dataclass(frozen=True)
class SimulatedTopic:
    """An event.

    Attributes
    ----------
    facts : list of Fact
        In the order of the story.
    wrong : list of Fact
        The same with the people, places and numbers of another event.
    weights : list of float
        How much each fact matters; they add up to 1.
    sources : tuple of Phrase
        Who may be quoted.
    """

    facts: list[Fact]
    wrong: list[Fact]
    weights: list[float]
    sources: tuple[Phrase, ...]


@cache
def words() -> dict[str, Any]:
    """Return the file of the words and facts."""
    return tomllib.loads(Path(__file__).with_name("simulated_news.toml").read_text(encoding="utf-8"))


def make_topic(draws: RandomChoices, kind: int | None = None) -> SimulatedTopic:
    """Draw an event of a kind, or of any kind."""
    kinds = words()["kinds"]
    chosen = kinds[draws.below(len(kinds)) if kind is None else kind % len(kinds)]
    own = chosen["facts"].strip().split("\n")
    # the story begins with its first fact; which of the others are told varies
    told = sorted([0, *draws.several(range(1, len(own)), OWN - 1)])
    lines = [own[number] for number in told]
    lines += draws.several(words()["shared"].strip().split("\n"), SHARED)
    right, wrong = _fill(draws), _fill(draws)
    weights = [(0.88**number) * draws.uniform(0.5, 1.5) for number in range(len(lines))]
    total = sum(weights)
    return SimulatedTopic(
        [_fact(line, right) for line in lines],
        [_fact(line, wrong) for line in lines],
        [weight / total for weight in weights],
        tuple(_phrase(source) for source in chosen["sources"]),
    )


def _fill(draws: RandomChoices) -> dict[str, str]:
    """Return the people, places and numbers of an event; no two of a sort are the same."""
    slots = words()["slots"]
    filled: dict[str, str] = {}
    for slot in ("town", "country", "river", "region", "firm", "party", "month"):
        filled[slot], filled[f"{slot}2"] = draws.several(slots[slot], 2)
    filled["day"], filled["day2"], filled["day3"] = draws.several(slots["day"], 3)
    people = ("woman", "woman2", "woman3", "woman4", "man", "man2", "man3")
    for person, surname in zip(people, draws.several(slots["surname"], len(people)), strict=True):
        filled[person] = f"{draws.pick(slots['given_' + person.rstrip('234')])} {surname}"
    filled["few"], filled["few2"] = draws.several(_NUMBER_WORDS, 2)
    for slot in ("tens", "tens2"):
        filled[slot] = str(11 + draws.below(85))
    for slot in ("hundreds", "hundreds2"):
        filled[slot] = str(110 + 10 * draws.below(85))
    for slot in ("thousands", "thousands2"):
        filled[slot] = f"{(11 + draws.below(400)) * 100:,}"
    for slot in ("millions", "millions2"):
        filled[slot] = str(2 + draws.below(97))
    return filled


def _fact(line: str, filled: dict[str, str]) -> Fact:
    """Read a fact as it is written in the file of the facts, and fill in its people, places and numbers."""
    line = _SLOT.sub(lambda match: filled[match[1]], line)
    subjects, verbs, objects, adjuncts = ([*(part.strip() for part in line.split("|")), ""])[:4]
    ways = [verb.strip().lstrip("!").partition(" ") for verb in verbs.split(" / ")]
    places = [part.strip() for part in adjuncts.split(";") if part.strip()]
    return Fact(
        tuple(_phrase(way) for way in subjects.split(" / ")),
        tuple((verb, f" {rest}" if rest else "") for verb, _, rest in ways),
        bool(objects) and "!" not in verbs,
        tuple(_phrase(way) for way in objects.split(" / ") if way),
        tuple(
            Adjunct(tuple(way.strip().lstrip("^=") for way in each.split(" / ")), "^" in each, each[0] == "=")
            for each in places
        ),
    )


def _phrase(text: str) -> Phrase:
    return Phrase(text.strip().lstrip("+"), text.strip().startswith("+"))

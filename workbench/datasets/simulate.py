"""Simulated news: texts whose content is known, so that the truth behind a judgment is known too.

A topic is a list of facts with weights. A text says some of them. A system's *quality* is how well it chooses
what matters and how rarely it errs; a rater's judgment of a text is the weighted share of the topic's content
that the text says, plus the rater's own bias and noise. References are written by people of different care:
most are good, some miss the point, and each carries a rating in [-1, 1] as a person would give it.
"""

from typing import NamedTuple

import numpy as np
import pandas as pd

from workbench.datasets.card import get_card
from workbench.datasets.evalset import EvalSet
from workbench.datasets.simulated_language import AGENTS, PLACES, Fact, Manner, draw_fact, draw_manner, say

TASK = "news"
FACTS = 22
WORDS_A_FACT = 13
_TOPIC, _WRITER, _TEXT, _RATER, _RATING = range(5)
_ELSEWHERE = 1_000_000
"""Topics from here on are never written about; what is wrong in a text comes from them."""


class Simulation(NamedTuple):
    """A simulated data set and the truth behind it.

    Attributes
    ----------
    evalset : EvalSet
    systems : DataFrame
        Columns system and quality, in [0, 1]: the true ranking.
    references : DataFrame
        Columns segment, reference and quality: how much of the topic's content each reference says.
    """

    evalset: EvalSet
    systems: pd.DataFrame
    references: pd.DataFrame


class _Writer(NamedTuple):
    """Someone who writes: how well what matters is chosen, how often something is wrong, in what manner."""

    quality: float
    wrong: float
    repeat: float
    manner: Manner


class _Written(NamedTuple):
    text: str
    coverage: float


def _rng(seed: int, *place: int) -> np.random.Generator:
    """Return a stream of its own for each place, so that a larger set begins with the smaller one."""
    return np.random.Generator(np.random.Philox(np.random.SeedSequence([seed, *place])))


def _topic(seed: int, number: int) -> list[Fact]:
    rng = _rng(seed, _TOPIC, number)
    cast = rng.permutation(len(AGENTS))[:4]
    places = rng.permutation(len(PLACES))[:3]
    weights = 0.85 ** np.arange(FACTS)
    return [draw_fact(rng, cast, places, float(weight)) for weight in weights]


def _system(seed: int, number: int) -> _Writer:
    rng = _rng(seed, _WRITER, 0, number)
    quality = float(0.15 + 0.8 * rng.random())
    wrong = float(np.clip(0.4 * (1 - quality) + 0.08 * rng.standard_normal(), 0, 0.6))
    return _Writer(quality, wrong, float(0.15 * rng.random()), draw_manner(rng))


def _person(seed: int, topic: int, number: int) -> _Writer:
    rng = _rng(seed, _WRITER, 1, topic, number)
    careless = rng.random() < 0.2
    quality = float(0.1 + 0.2 * rng.random() if careless else 0.7 + 0.3 * rng.random())
    return _Writer(quality, 0.45 if careless else 0.03, 0.0, draw_manner(rng))


def _write(
    writer: _Writer, topic: list[Fact], other: list[Fact], words: int, rng: np.random.Generator
) -> _Written:
    """Return a text of about `words` words and the weighted share of the content that it says.

    The share is taken of what a text of this length can say at best.
    """
    weights = np.array([fact.weight for fact in topic])
    # a good writer ranks facts by weight, a bad one almost at random
    worth = writer.quality * weights / weights.std() + (1 - writer.quality) * 1.5 * rng.standard_normal(FACTS)
    order = list(np.argsort(-worth, kind="stable"))
    sentences: list[str] = []
    said: list[int] = []
    length = 0
    for number in order:
        luck = rng.random(2)
        if luck[0] < writer.wrong:
            sentence = say(other[int(number)], writer.manner, rng)
        else:
            sentence = say(topic[int(number)], writer.manner, rng)
            said.append(int(number))
        sentences.append(sentence)
        if luck[1] < writer.repeat:
            sentences.append(sentence)
        length = sum(len(each.split()) for each in sentences)
        if length >= words:
            break
    if rng.random() < 0.5 and len(sentences) > 2:
        sentences = [*sentences[1:], sentences[0]]
    possible = weights[: max(1, round(words / WORDS_A_FACT))].sum()
    return _Written("\n".join(sentences), float(min(1.0, weights[said].sum() / possible)))


def simulate(
    seed: int = 2004,
    *,
    topics: int = 30,
    systems: int = 16,
    references: int = 4,
    raters: int = 3,
    words: int = 100,
) -> Simulation:
    """Simulate a data set like those of DUC: systems summarise the news of a topic, people judge coverage.

    Parameters
    ----------
    seed : int
        The same seed gives the same texts on every machine. A larger set begins with the smaller one.
    topics, systems, references, raters : int
        Sizes; references are those of each topic.
    words : int
        Length of a text, about.

    Returns
    -------
    Simulation

    Examples
    --------
    >>> simulation = simulate(seed=1, topics=2, systems=3, references=1, raters=1)
    >>> simulation.evalset
    EvalSet(simulated-news 1, simulated judgments, news: 3 systems × 2 segments)
    """
    writers = [_system(seed, number) for number in range(systems)]
    raters_bias = [_rng(seed, _RATER, number).normal(0, 0.04) for number in range(raters)]
    outputs, judgments, written_references = [], [], []
    for number in range(topics):
        topic, other = _topic(seed, number), _topic(seed, _ELSEWHERE + number)
        segment = f"t{number + 1:02d}"
        for code, writer in enumerate(writers):
            rng = _rng(seed, _TEXT, 0, number, code)
            written = _write(writer, topic, other, words, rng)
            row = {"task": TASK, "segment": segment, "system": f"S{code + 1:02d}"}
            outputs.append({**row, "text": written.text})
            noise = rng.normal(0, 0.1, raters)
            judgments += [
                {
                    **row,
                    "criterion": "coverage",
                    "rater": f"rater{rater + 1}",
                    "score": round(float(np.clip(written.coverage + bias + noise[rater], 0, 1)), 3),
                }
                for rater, bias in enumerate(raters_bias)
            ]
        written_references += _references(seed, number, segment, topic, other, references, words)
    theirs = pd.DataFrame(written_references)
    evalset = EvalSet.build(
        get_card("simulated-news"),
        pd.DataFrame(outputs),
        theirs.drop(columns="quality"),
        pd.DataFrame(judgments),
    )
    truth = [(f"S{code + 1:02d}", writer.quality) for code, writer in enumerate(writers)]
    return Simulation(
        evalset,
        pd.DataFrame(truth, columns=["system", "quality"]),
        theirs[["segment", "reference", "quality"]],
    )


def _references(
    seed: int, number: int, segment: str, topic: list[Fact], other: list[Fact], references: int, words: int
) -> list[dict[str, object]]:
    """Return the references of a topic; at least one of them is rated above 0."""
    rows: list[dict[str, object]] = []
    rng = _rng(seed, _RATING, number)
    for code in range(references):
        person = _person(seed, number, code)
        written = _write(person, topic, other, words, _rng(seed, _TEXT, 1, number, code))
        rating = float(np.clip(2.4 * (written.coverage - 0.45) + rng.normal(0, 0.15), -1, 1))
        rows.append(
            {
                "task": TASK,
                "segment": segment,
                "reference": f"R{code + 1}",
                "text": written.text,
                "weight": round(rating, 2),
                "quality": written.coverage,
            }
        )
    best = max(range(references), key=lambda code: (float(str(rows[code]["quality"])), -code))
    if all(float(str(row["weight"])) <= 0 for row in rows):
        rows[best]["weight"] = 0.1
    return rows

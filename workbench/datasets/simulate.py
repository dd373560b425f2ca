"""Simulated news: texts whose content is known, so that the truth behind a judgment is known too.

A topic is a list of facts with weights. A text says some of them. A system's *quality* is how well it chooses
what matters and how rarely it errs; a rater's judgment of a text is the weighted share of the topic's facts
that the text says, plus the rater's own bias and noise. References are written by people of different care:
most are good, some miss the point or get facts wrong, and each carries a rating in [-1, 1].
"""

from numbers import Integral
from typing import NamedTuple

import pandas as pd

from workbench.datasets.card import get_card
from workbench.datasets.evalset import EvalSet
from workbench.datasets.simulated_draws import RandomChoices
from workbench.datasets.simulated_language import Style, Writer, draw_style
from workbench.datasets.simulated_topics import FACTS, SimulatedTopic, make_topic, words
from workbench.errors import Problem, SpecError

TASK = "news"
SHORTEST, LONGEST = 20, 160
_TOPIC, _SYSTEM, _OUTPUT, _REFERENCE, _GUARD, _RATER, _RATING = range(7)
_GOLDEN = 0.6180339887498949


class Simulation(NamedTuple):
    """A simulated data set and the truth behind it.

    Attributes
    ----------
    evalset : EvalSet
    systems : DataFrame
        Columns system; quality, in [0, 1], the true ranking; coverage, the mean weighted share of the facts.
    references : DataFrame
        Columns segment; reference; quality, in [0, 1], the care of its writer; coverage.
    """

    evalset: EvalSet
    systems: pd.DataFrame
    references: pd.DataFrame


class Author(NamedTuple):
    """A system or a person who writes.

    Attributes
    ----------
    quality : float
        From 0, chooses facts at random, to 1, chooses those that matter most.
    wrong, repeat, slip : float
        Probability of a wrong fact, of saying a fact again, of spoiling a word.
    """

    quality: float
    wrong: float
    repeat: float
    slip: float
    style: Style


class SimulatedText(NamedTuple):
    """A text and the share of the topic's weight that it says."""

    text: str
    coverage: float


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
        0 or more. The same seed gives the same texts on every machine. More topics, systems or raters add to
        a data set and leave the texts and weights that were there as they are.
    topics, systems, references, raters : int
        Sizes, 1 or more; references are those of each topic.
    words : int
        Length of a text, about; 20 to 160, since a topic has only so many facts.

    Returns
    -------
    Simulation
        Judgments of the criterion coverage are in [0, 1], weights of references in [-1, 1]; at least one
        reference of every topic has a positive weight.

    Raises
    ------
    SpecError
        If a size is out of range.

    Examples
    --------
    >>> simulation = simulate(seed=1, topics=2, systems=3, references=1, raters=1)
    >>> simulation.evalset
    EvalSet(simulated-news 1, simulated judgments, news: 3 systems × 2 segments)
    """
    sizes = {"topics": topics, "systems": systems, "references": references, "raters": raters}
    given: dict[str, object] = {"seed": seed, "words": words, **sizes}
    odd = [
        Problem(f"simulate: {name}", "is no whole number", n)
        for name, n in given.items()
        if not isinstance(n, Integral)
    ]
    if odd:
        raise SpecError(*odd)
    problems = [Problem(f"simulate: {name}", "too few", n, "1 or more") for name, n in sizes.items() if n < 1]
    if seed < 0:
        problems.append(Problem("simulate: seed", "is negative", seed, "0 or more"))
    if not SHORTEST <= words <= LONGEST:
        problems.append(Problem("simulate: words", "out of range", words, f"{SHORTEST} to {LONGEST}"))
    if problems:
        raise SpecError(*problems)
    authors = [_system(seed, number) for number in range(systems)]
    biases = [RandomChoices(seed, (_RATER, number)).noise(0.04) for number in range(raters)]
    outputs, judgments, theirs = [], [], []
    coverages = [0.0] * systems
    for number in range(topics):
        # one kind after the other, so that few topics are of one kind
        topic = make_topic(RandomChoices(seed, (_TOPIC, number)), number)
        segment = f"t{number + 1:02d}"
        for code, author in enumerate(authors):
            written = write(author, topic, words, RandomChoices(seed, (_OUTPUT, number, code)))
            coverages[code] += written.coverage / topics
            row = {"task": TASK, "segment": segment, "system": f"S{code + 1:02d}"}
            outputs.append({**row, "text": written.text})
            for rater, bias in enumerate(biases):
                score = (
                    written.coverage + bias + RandomChoices(seed, (_RATING, number, code, rater)).noise(0.08)
                )
                judged = {"criterion": "coverage", "rater": f"rater{rater + 1}", "score": _clip(score, 0.0)}
                judgments.append({**row, **judged})
        theirs += [
            {"task": TASK, "segment": segment, **row}
            for row in _people(seed, number, topic, references, words)
        ]
    rated = pd.DataFrame(theirs)
    evalset = EvalSet.build(
        get_card("simulated-news"),
        pd.DataFrame(outputs),
        rated.drop(columns=["quality", "coverage"]),
        pd.DataFrame(judgments),
    )
    names = [f"S{code + 1:02d}" for code in range(systems)]
    qualities = [author.quality for author in authors]
    truth = pd.DataFrame({"system": names, "quality": qualities, "coverage": coverages})
    return Simulation(evalset, truth, rated[["segment", "reference", "quality", "coverage"]])


def _clip(score: float, low: float) -> float:
    return round(min(1.0, max(low, score)), 3)


def _system(seed: int, number: int) -> Author:
    draws = RandomChoices(seed, (_SYSTEM, number))
    # multiples of the golden ratio spread evenly, however many there are
    quality = 0.1 + 0.85 * ((0.5 + number * _GOLDEN) % 1.0)
    wrong = 0.02 + 0.35 * (1.0 - quality) * draws.uniform(0.3, 1.0)
    return Author(quality, wrong, draws.uniform(0.0, 0.2), draws.uniform(0.0, 0.05), draw_style(draws))


def _people(
    seed: int, number: int, topic: SimulatedTopic, references: int, words: int
) -> list[dict[str, object]]:
    """Return the references of a topic; one of them, no matter which, is good for certain."""
    good = RandomChoices(seed, (_GUARD, number)).below(references)
    rows: list[dict[str, object]] = []
    for code in range(references):
        draws = RandomChoices(seed, (_REFERENCE, number, code))
        careless = draws.chance(0.22) and code != good
        quality = draws.uniform(0.0, 0.3) if careless else draws.uniform(0.75, 1.0)
        wrong = draws.uniform(0.3, 0.6) if careless else 0.02
        author = Author(quality, wrong, 0.02, 0.0, draw_style(draws))
        written = write(author, topic, words, draws)
        rating = _clip(2.0 * quality - 1.0 + draws.noise(0.13), -1.0)
        rows.append(
            {
                "reference": f"R{code + 1}",
                "text": written.text,
                "weight": round(rating, 2),
                "quality": quality,
                "coverage": written.coverage,
            }
        )
    return rows


def write(author: Author, topic: SimulatedTopic, length: int, draws: RandomChoices) -> SimulatedText:
    """Write about a topic in about `length` words, one sentence a line."""
    writer = Writer(author.style, topic.sources, draws)
    sentences: list[str] = []
    said: set[int] = set()
    n_words = 0
    plan = _plan(author, topic, length, draws)
    while plan:
        two = len(plan) > 1 and draws.chance(author.style.join)
        chosen, plan = plan[: 1 + two], plan[1 + two :]
        if draws.chance(author.repeat):
            plan.insert(min(len(plan), 2), chosen[0])
        right = [not draws.chance(author.wrong) for _ in chosen]
        facts = [(topic.facts if true else topic.wrong)[n] for n, true in zip(chosen, right, strict=True)]
        sentence = _spoil(writer.sentence(facts), author.slip, draws)
        size = sentence.count(" ") + 1
        if sentences and n_words + size > length * 1.08:
            continue
        sentences.append(sentence)
        n_words += size
        said.update(n for n, true in zip(chosen, right, strict=True) if true)
        if n_words > length * 0.92:
            break
    return SimulatedText("\n".join(sentences), sum(topic.weights[n] for n in sorted(said)))


def _plan(author: Author, topic: SimulatedTopic, length: int, draws: RandomChoices) -> list[int]:
    """Return facts in the order in which they will be told: more than fit, the surplus at the end."""
    most = max(topic.weights)
    worth = [
        author.quality * weight / most + (1.0 - author.quality) * 0.9 * draws.uniform()
        for weight in topic.weights
    ]
    ranked = sorted(range(FACTS), key=lambda number: -worth[number])
    wanted = 1 + length // 10
    # a good writer tells the story in its order, a bad one jumps about
    jump = 6.0 * (1.0 - author.quality)
    place = [number + jump * draws.uniform() for number in range(FACTS)]
    return sorted(ranked[:wanted], key=lambda number: place[number]) + ranked[wanted:]


def _spoil(sentence: str, slip: float, draws: RandomChoices) -> str:
    """Lose, double or swap some words, as a bad generator does."""
    if slip <= 0.0:
        return sentence
    light = words()["language"]["light"]
    tokens: list[str] = []
    for token in sentence.split(" "):
        if not draws.chance(slip):
            tokens.append(token)
        elif token in light:
            continue
        elif tokens and draws.chance(0.5):
            tokens.insert(len(tokens) - 1, token)
        else:
            tokens += [token, token.rstrip(".,;")] if token[-1].isalnum() else [token]
    return " ".join(tokens)

"""Simulated news: the same for everyone, shaped like DUC, and true to the quality that it was made from."""

from collections import Counter
from hashlib import sha256

import numpy as np
import pandas as pd
import pytest

from workbench.datasets.evalset import EvalSet
from workbench.datasets.load import load
from workbench.datasets.simulate import Simulation, simulate
from workbench.errors import SpecError


@pytest.fixture(scope="module")
def simulation() -> Simulation:
    return simulate()


def small(seed: int, **sizes: int) -> Simulation:
    return simulate(seed, **{"topics": 3, "systems": 4, "references": 2, "raters": 2, **sizes})


def frames(evalset: EvalSet) -> list[pd.DataFrame]:
    return [evalset.outputs, evalset.references, evalset.judgments]


SIMULATED = {
    (1, 13, 3, 2, 100): "8ba6638bff264089",
    (5, 5, 4, 3, 20): "f29c525e35f6ab46",
    (2, 3, 2, 1, 160): "657a630dcba9cf3a",
}


@pytest.mark.parametrize("sizes", SIMULATED)
def test_it_is_the_same_in_every_version(sizes: tuple[int, ...]) -> None:
    """Studies name a seed and mean these texts, judgments, weights and truths, to the last letter."""
    seed, topics, systems, references, words = sizes
    made = simulate(seed, topics=topics, systems=systems, references=references, raters=2, words=words)
    parts = [*frames(made.evalset), made.systems, made.references]
    content = "".join(part.to_csv(index=False, lineterminator="\n") for part in parts)
    assert sha256(content.encode()).hexdigest()[:16] == SIMULATED[sizes]


def test_the_bundled_set_is_the_simulation_with_its_defaults(simulation: Simulation) -> None:
    assert load("simulated-news").fingerprint == simulation.evalset.fingerprint


def test_the_other_bundled_set_is_as_large_as_its_page_says() -> None:
    """Two seconds: no part of it has its size."""
    briefs = load("simulated-briefs")
    assert (len(briefs.segments("news")), len(briefs.systems("news"))) == (520, 8)
    assert briefs.references.groupby("segment").size().unique().tolist() == [8]
    assert briefs.judgments.groupby(["system", "segment", "criterion"]).size().unique().tolist() == [5]


def test_it_is_shaped_like_duc(simulation: Simulation) -> None:
    evalset = simulation.evalset
    assert evalset.tasks == ["news"]
    assert len(evalset.systems("news")) == 16
    assert len(evalset.segments("news")) == 30
    assert len(evalset.outputs) == 16 * 30
    assert len(evalset.judgments) == 16 * 30 * 3
    assert evalset.references.groupby("segment").size().eq(4).all()
    assert "coverage" in evalset.criteria


def test_the_seed_decides() -> None:
    assert small(0).evalset.fingerprint == small(0).evalset.fingerprint
    assert len({small(seed).evalset.fingerprint for seed in range(4)}) == 4


@pytest.mark.parametrize("more", [{"topics": 5}, {"systems": 7}, {"raters": 4}])
def test_a_larger_set_holds_the_smaller_one(more: dict[str, int]) -> None:
    few, many = small(3).evalset, small(3, **more).evalset
    for inner, outer in zip(frames(few), frames(many), strict=True):
        assert len(outer) >= len(inner)
        assert len(inner.merge(outer, on=list(inner.columns))) == len(inner)


@pytest.mark.parametrize("name", ["topics", "systems", "references", "raters"])
@pytest.mark.parametrize("size", [1, 2, 5, 9])
def test_every_size_from_1_works(name: str, size: int) -> None:
    evalset = small(6, **{name: size}).evalset
    column = {"topics": "segment", "systems": "system", "references": "reference", "raters": "rater"}[name]
    frame = evalset.references if name == "references" else evalset.judgments
    assert frame[column].nunique() == size


def test_many_topics_and_systems() -> None:
    evalset = simulate(7, topics=101, systems=30, references=1, raters=1, words=20).evalset
    assert evalset.segments("news")[98:101] == ["t99", "t100", "t101"]
    assert evalset.systems("news")[-1] == "S30"
    assert len(evalset.outputs) == 101 * 30
    assert (evalset.references["weight"] > 0).all()


def test_a_sentence_that_is_too_long_is_said_where_it_is_the_first() -> None:
    texts = simulate(7, topics=20, systems=6, references=1, raters=1, words=20).evalset.outputs["text"]
    longest = [text for text in texts if len(text.split()) > 20 * 1.08]
    assert longest
    assert not any("\n" in text for text in longest)


@pytest.mark.parametrize(
    ("sizes", "fault"),
    [
        ({"topics": 0}, "simulate: topics: too few: got 0, allowed: 1 or more"),
        ({"references": -1}, "simulate: references: too few: got -1, allowed: 1 or more"),
        ({"words": 5}, "simulate: words: out of range: got 5, allowed: 20 to 160"),
        ({"seed": -1}, "simulate: seed: is negative: got -1, allowed: 0 or more"),
    ],
)
def test_impossible_sizes_are_refused(sizes: dict[str, int], fault: str) -> None:
    with pytest.raises(SpecError) as caught:
        simulate(**sizes)
    assert str(caught.value) == fault


def test_texts_have_about_the_words_that_were_asked_for(simulation: Simulation) -> None:
    for texts in (simulation.evalset.outputs["text"], simulation.evalset.references["text"]):
        words = texts.str.split().str.len()
        assert words.between(80, 150).all()
        assert abs(words.mean() - 100) < 10
    short = small(1, words=40).evalset.outputs["text"].str.split().str.len()
    assert short.between(25, 65).all()


def test_each_line_is_a_sentence(simulation: Simulation) -> None:
    for text in [*simulation.evalset.outputs["text"], *simulation.evalset.references["text"]]:
        lines = text.split("\n")
        assert len(lines) >= 3
        for line in lines:
            assert line == line.strip()
            assert not any(character in line for character in "{}|/=^+!")
        # a disfluent system may lose a word, not the form of most of its sentences
        assert sum(line[0].isupper() or line[0].isdigit() for line in lines) > len(lines) / 2
        assert sum(line.endswith(".") for line in lines) > len(lines) / 2


def test_scores_and_weights_are_in_range(simulation: Simulation) -> None:
    evalset = simulation.evalset
    assert evalset.judgments["score"].between(0, 1).all()
    weights = evalset.references["weight"]
    assert weights.between(-1, 1).all()
    assert 0.02 < (weights < 0).mean() < 0.4


@pytest.mark.parametrize("seed", range(5))
def test_every_topic_has_a_reference_with_a_positive_weight(seed: int) -> None:
    evalset = simulate(seed, topics=40, systems=1, references=2, raters=1).evalset
    assert (evalset.references.groupby("segment")["weight"].max() > 0).all()
    assert (
        simulate(seed, topics=20, systems=1, references=1, raters=1).evalset.references["weight"].gt(0).all()
    )


def test_judgments_follow_the_quality_of_the_systems(simulation: Simulation) -> None:
    judged = simulation.evalset.judgments.groupby("system")["score"].mean()
    truth = simulation.systems.set_index("system")["quality"]
    assert truth.between(0, 1).all()
    assert list(truth.index) == simulation.evalset.systems("news")
    assert np.corrcoef(judged.loc[truth.index], truth)[0, 1] > 0.85


def test_weights_follow_the_quality_of_the_references(simulation: Simulation) -> None:
    key = ["segment", "reference"]
    both = simulation.evalset.references.merge(simulation.references, on=key)
    assert len(both) == len(simulation.evalset.references)
    assert np.corrcoef(both["weight"], both["quality"])[0, 1] > 0.8


def recall(candidate: str, references: list[str]) -> float:
    """Return the share of the references' words that the candidate has (Lin 2004, eq. 1, by hand)."""
    ours, hits, total = Counter(candidate.lower().split()), 0, 0
    for reference in references:
        theirs = Counter(reference.lower().split())
        hits += sum((ours & theirs).values())
        total += sum(theirs.values())
    return hits / total


def test_word_overlap_correlates_with_the_judgments_as_in_duc(simulation: Simulation) -> None:
    evalset = simulation.evalset
    texts = evalset.references.groupby("segment")["text"].agg(list)
    scores = [
        recall(text, texts[segment])
        for text, segment in zip(evalset.outputs["text"], evalset.outputs["segment"], strict=True)
    ]
    systems = evalset.outputs.assign(score=scores).groupby("system")["score"].mean()
    judged = evalset.judgments.groupby("system")["score"].mean()
    assert 0.6 < np.corrcoef(systems, judged.loc[systems.index])[0, 1] < 0.98


def test_raters_differ(simulation: Simulation) -> None:
    table = simulation.evalset.judgments.pivot_table(
        index=["segment", "system"], columns="rater", values="score"
    )
    agreement = table.corr().to_numpy()[np.triu_indices(3, 1)]
    assert (agreement > 0.4).all()
    assert (agreement < 0.95).all()


def test_the_truth_about_a_system_is_the_mean_over_all_topics_of_what_judges_see() -> None:
    """Bias and noise of 40 raters nearly cancel; one topic more adds its own share."""
    few, more = (simulate(seed=3, topics=topics, systems=4, references=2, raters=40) for topics in (3, 4))
    for made, topics in ((few, 3), (more, 4)):
        means = made.evalset.judgments.groupby("system")["score"].mean()
        assert made.systems["coverage"].to_numpy() == pytest.approx(means.to_numpy(), abs=0.03)
        assert len(made.references) == 2 * topics
    judged = more.evalset.judgments
    last = judged[judged["segment"] == judged["segment"].max()].groupby("system")["score"].mean()
    added = 4 * more.systems["coverage"] - 3 * few.systems["coverage"]
    assert added.to_numpy() == pytest.approx(last.to_numpy(), abs=0.05)

"""Files of uneven texts under draws of their lines, against scores of the drawn lines written out."""

import numpy as np
import pandas as pd
import pytest

import workbench
from workbench.errors import SpecError
from workbench.experiment.resampled_texts import DRAWS, SEED, compare_texts, score_intervals
from workbench.experiment.score_table import ScoredTexts
from workbench.metrics.base import METRICS
from workbench.metrics.unigram import Unigram
from workbench.stats.decisions.paired_systems import draw_segments, draw_swaps

WORDS = ["ab", "cd", "ef", "gh", "ij", "kl", "mn", "op"]
ASKED = ["rouge-2", "bleu(order=2)", "chrf", "length", "summed-unigram"]
LINES = 7


@pytest.fixture(autouse=True)
def summed_unigram():
    """A metric of pairs that scores a system by summed counts; of those at hand none does."""

    @METRICS("summed-unigram")
    class SummedUnigram(Unigram):
        system = "pooled"


@pytest.fixture(scope="module")
def systems():
    """Three systems of 7 lines, the first neither best nor worst; one to three references a line."""
    rng = np.random.default_rng(8)
    references = [[" ".join(rng.choice(WORDS, 4 + at)) for _ in range(1 + at % 3)] for at in range(LINES)]
    files = {
        name: [
            " ".join(word if rng.random() > spoiled else "zz" for word in theirs[0].split()) + more
            for theirs in references
        ]
        for name, spoiled, more in (("fair", 0.4, " ab"), ("bad", 0.8, " cd ef"), ("good", 0.1, ""))
    }
    return {name: ScoredTexts(lines, references) for name, lines in files.items()}


def scored(texts, metric, lines=range(LINES), combine="pooled"):
    """Return the score of these lines of a file by component, as if they were the file."""
    frame = workbench.score(
        [texts.candidates[at] for at in lines], [texts.references[at] for at in lines],
        metrics=[metric], level="system", combine=combine,
    )  # fmt: skip
    return frame.set_index("component")["value"]


def test_a_line_without_a_score_is_said():
    """Of references of one word there is no bigram; a mean over the other lines would be of another set."""
    texts = ScoredTexts(["ab cd", "ab"], [["ab cd"], ["ab"]])
    metric = "rouge-2(profile=matlab)"
    said = r"some lines have no score: no reference is long enough"
    with pytest.raises(SpecError, match=said):
        compare_texts({"one": texts, "other": texts}, [metric], method="bootstrap", draws=3, seed=1)


def test_a_file_without_a_score_is_no_better_and_no_worse():
    """Where a score is undefined no draw is beyond the difference, which is no proof of it."""
    texts = ScoredTexts(["ab cd", "ab"], [["ab cd"], ["ab"]])
    said = r"some files have no score: no reference beside the source"
    with pytest.raises(SpecError, match=said):
        compare_texts({"one": texts, "other": texts}, ["ibleu"], method="randomisation", draws=9, seed=1)


@pytest.mark.parametrize("metric", ASKED)
@pytest.mark.parametrize("method", ["bootstrap", "randomisation"])
def test_each_system_is_tested_against_the_first(systems, metric, method):
    draws = 12
    frame = compare_texts(systems, [metric], method=method, draws=draws, seed=5)
    first, *others = systems
    whole = {name: scored(texts, metric) for name, texts in systems.items()}
    rows = frame.set_index(["component", "system"])
    assert set(rows.index) == {(part, name) for name in systems for part in whole[first].index}
    assert rows["score"].to_dict() == pytest.approx(
        {(part, name): whole[name][part] for part, name in rows.index}
    )
    assert rows.loc[[(part, first) for part in whole[first].index], ["p", "difference"]].isna().all(axis=None)
    weights = draw_segments(np.random.default_rng(5), LINES, draws).astype(int)
    keeps = draw_swaps(np.random.default_rng(5), LINES, draws)
    for other in others:
        drawn = []
        for counts, kept in zip(weights, keeps, strict=True):
            if method == "bootstrap":
                lines = np.repeat(np.arange(LINES), counts)
                drawn.append([scored(systems[name], metric, lines) for name in (other, first)])
            else:
                mixed = [
                    ScoredTexts(
                        [(one if keep else two) for one, two, keep in zip(*sides, kept, strict=True)],
                        systems[first].references,
                    )
                    for own, theirs in ((other, first), (first, other))
                    for sides in [(systems[own].candidates, systems[theirs].candidates)]
                ]
                drawn.append([scored(each, metric) for each in mixed])
        for part in whole[first].index:
            found = rows.loc[part, other]
            difference = whole[other][part] - whole[first][part]
            assert found["difference"] == pytest.approx(difference, abs=1e-12)
            gaps = np.array([one[part] - two[part] for one, two in drawn]).round(12)
            size = np.abs(gaps) - (np.abs(gaps).mean() if method == "bootstrap" else 0)
            p = ((size >= abs(difference) - 1e-12).sum() + 1) / (draws + 1)
            assert found["p"] == pytest.approx(p)
            assert found["p_error"] == pytest.approx(np.sqrt(p * (1 - p) / draws))
            if method == "bootstrap":
                assert found["wins"] == (gaps > 0).mean()
                assert found["mean"] == pytest.approx(np.mean([one[part] for one, _ in drawn]))


@pytest.mark.parametrize("combine", ["pooled", "best"])
def test_an_interval_is_that_of_scores_of_drawn_lines(systems, combine):
    texts = systems["fair"]
    found = score_intervals(texts, ["rouge-1", "length"], 0.9, preprocess=None, combine=combine)
    weights = draw_segments(np.random.default_rng(SEED), LINES, DRAWS)
    for row in found.itertuples():
        alone = pd.concat([scored(texts, row.metric, [at], combine) for at in range(LINES)])[row.component]
        means = np.sort(weights @ np.atleast_1d(alone) / LINES)
        assert (row.low, row.high) == pytest.approx((means[50], means[-51]))
        assert row.half == pytest.approx((means[-51] - means[50]) / 2)
    assert set(found["metric"]) == {"rouge-1", "length"}

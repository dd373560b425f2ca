"""Where the quality of references is known: weights that tell it help, and shuffled ones do not.

Galley et al. (2015) say that ΔBLEU gains from ratings of references. On the simulated set the ratings can be
replaced by the truth, and by the truth of other references.
"""

import asked
import numpy as np
import pandas as pd
import pytest

import workbench

DELTA, PLAIN = "delta-bleu(order=2)", "bleu(order=2)"
WEIGHTED = ["rouge-1", "rouge-2", "rouge-su(gap=4)"]
SIMULATION = workbench.simulate()


def with_weights(weights):
    """Return the simulated set with these weights of its references."""
    data = SIMULATION.evalset
    rated = SIMULATION.references[["segment", "reference"]].assign(weight=weights)
    references = data.references.drop(columns="weight").merge(rated, on=["segment", "reference"])
    return type(data).build(data.card, data.outputs, references, data.judgments)


TRUTH = (2 * SIMULATION.references["quality"] - 1).round(4).to_numpy()


def difference(weights, metric=DELTA, plain=PLAIN):
    """Return the difference of the two metrics at segment level, and its p-value over inputs."""
    [row] = asked.compare(
        with_weights(weights),
        [metric, plain],
        pairs=[(metric, plain)],
        unscorable="drop",
        levels=["segment"],
        swap="inputs",
        draws=999,
    ).itertuples()
    return row.difference, row.p


def test_true_quality_beats_bleu():
    gain, p = difference(TRUTH)
    assert gain > 0.03
    assert p < 0.05


def test_shuffled_quality_does_not():
    rng = np.random.default_rng(2015)
    found = [difference(rng.permutation(TRUTH)) for _ in range(8)]
    assert not [gain for gain, p in found if gain > 0 and p < 0.05]
    assert np.mean([gain for gain, _ in found]) < 0


@pytest.mark.parametrize("plain", WEIGHTED)
def test_weighted_rouge_loses_by_shuffled_quality_only(plain):
    """Its precision and recall gain nothing sure from the truth here, and lose by what is not true."""
    name = plain.replace(")", ",profile=weighted)") if "(" in plain else f"{plain}(profile=weighted)"
    gain, p = difference(TRUTH, name, plain)
    assert abs(gain) < 0.03
    assert p > 0.05
    shuffled = np.random.default_rng(1).permutation(TRUTH)
    gain, p = difference(shuffled, name, plain)
    assert gain < -0.05
    assert p < 0.05


def test_all_weights_1_are_bleu_to_the_last_bit():
    data = with_weights(np.ones(len(TRUTH)))
    scores = asked.score_outputs(data, [DELTA, PLAIN]).pivot(
        index=["segment", "system"], columns="metric", values="value"
    )
    assert len(scores) == 31 * 16
    pd.testing.assert_series_equal(scores[DELTA], scores[PLAIN], check_names=False, check_exact=True)

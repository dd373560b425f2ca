"""BLEU and ΔBLEU against the programs that golden/README.md names for the plain metrics."""

import math
from collections import Counter

import pytest
from vectors import golden, is_complete

import workbench


def plain(result):
    """Whether a result is of plain BLEU: closest length, unsmoothed, all orders."""
    options = result["options"]
    if result["impl"] == "sacrebleu":
        return options["smooth"] == "none" and not options["effective_order"]
    if result["impl"].startswith("mteval"):
        return not options["smoothing"] and options["brevity_penalty"] == "closest"
    return result["impl"].startswith("multi-bleu")


def bleu_plus_one(result):
    options = result["options"]
    return (
        result["impl"] == "sacrebleu"
        and (options["smooth"], options["smooth_value"]) == ("add-k", 1)
        and not options["effective_order"]
        and options["level"] == "sentence"
    )


def score(record, metric, **settings):
    """Return the pooled score of a record's segments."""
    frame = workbench.score(
        [" ".join(segment["cand"]) for segment in record["segments"]],
        [[" ".join(reference) for reference in segment["refs"]] for segment in record["segments"]],
        metrics=[metric],
        preprocess="none",
        level="system",
        **settings,
    )
    return frame["value"].item()


def test_unsmoothed_bleu():
    tally = Counter()
    for record in golden("bleu.jsonl"):
        for result in filter(plain, record["results"]):
            order = result["options"].get("max_order", 4)
            ours = score(record, f"bleu(order={order})")
            if "error" in result:
                assert ours == 0, record["id"]
            else:
                scale = result["options"]["scale"]
                assert ours == pytest.approx(result["score"] / scale, abs=1e-9), (record["id"], result)
            tally[result["impl"].split()[0]] += 1
    if is_complete():
        assert tally >= Counter({"sacrebleu": 176, "multi-bleu.perl": 44, "mteval-v13a.pl": 26})
    assert tally["sacrebleu"] > 0


def test_sentence_bleu_is_add_one_above_order_one():
    count = 0
    for record in golden("bleu.jsonl"):
        for result in filter(bleu_plus_one, record["results"]):
            ours = score(record, f"sentence-bleu(order={result['options']['max_order']})")
            assert ours == pytest.approx(result["score"] / 100, abs=1e-9), (record["id"], result)
            count += 1
    assert count >= (148 if is_complete() else 1)


def test_delta_bleu_is_the_printed_formula():
    count = undefined = 0
    for record in golden("delta_bleu.jsonl"):
        weights = [segment["weights"] for segment in record["segments"]]
        for result in record["results"]:
            if not result["impl"].startswith("formula"):
                continue
            metric = f"delta-bleu(order={result['options']['max_order']})"
            count += 1
            if result["score"] is None:
                undefined += 1
                with pytest.raises(workbench.errors.ScoreError, match="positive weight"):
                    score(record, metric, weights=weights)
                if len(record["segments"]) == 1:
                    assert math.isnan(score(record, metric, weights=weights, unscorable="drop"))
                continue
            ours = score(record, metric, weights=weights)
            assert ours == pytest.approx(result["score"], abs=1e-9), (record["id"], result)
    if is_complete():
        assert count >= 72
        assert undefined >= 4
    assert count > undefined > 0


def test_equal_weights_are_bleu_to_the_last_bit():
    for record in golden("delta_bleu.jsonl"):
        ones = [[1.0] * len(segment["weights"]) for segment in record["segments"]]
        for order in (1, 2, 3, 4):
            ours = score(record, f"delta-bleu(order={order})", weights=ones)
            assert ours == score(record, f"bleu(order={order})")

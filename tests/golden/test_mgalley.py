"""ΔBLEU of the first author's program: golden vectors, its official example, and a real evaluation set."""

import csv
import gzip
import json
import math
from collections import Counter, defaultdict

import numpy as np
import pytest
from counted import count, joined
from vectors import golden, is_complete

import workbench
from workbench.errors import ScoreError
from workbench.metrics.base import get_metric


def metric_of(result):
    options = result["options"]
    if result["impl"].startswith("formula"):
        return f"delta-bleu(order={options['max_order']})"
    effective = str(options["effective_order"]).lower()
    return (
        f"delta-bleu(profile=mgalley-2019, order={options['max_order']}, smooth={options['smooth']}, "
        f"smooth_value={options['smooth_value']}, effective_order={effective})"
    )


def score(record, metric, **settings):
    weights = [segment["weights"] for segment in record["segments"]]
    frame = workbench.score(
        *joined(record), metrics=[metric], weights=weights, preprocess="none", level="system", **settings
    )
    return frame["value"].item()


def test_every_result():
    tally, undefined = Counter(), Counter()
    for record in golden("delta_bleu.jsonl"):
        for result in record["results"]:
            name, program = metric_of(result), result["impl"].split()[0]
            tally[program] += 1
            if "error" in result or result["score"] is None:
                undefined[program] += 1
                with pytest.raises(ScoreError, match="positive weight"):
                    score(record, name)
                if len(record["segments"]) == 1:
                    assert math.isnan(score(record, name, unscorable="drop"))
                continue
            expected = result["score"] / result["options"]["scale"]
            assert score(record, name) == pytest.approx(expected, rel=1e-9, abs=1e-9), (record["id"], name)
    if is_complete():
        assert tally >= Counter({"mgalley/sacreBLEU": 544, "formula": 72})
        assert undefined >= Counter({"mgalley/sacreBLEU": 32, "formula": 4})
    assert tally["mgalley/sacreBLEU"] > undefined["mgalley/sacreBLEU"]


def test_counts_of_the_program_are_clamped_and_ours_are_signed():
    tally = negative = 0
    for record in golden("delta_bleu.jsonl"):
        weights = [segment["weights"] for segment in record["segments"]]
        for result in record["results"]:
            if "error" in result or "counts" not in result or result["options"]["smooth"] == "add-k":
                continue
            metric = get_metric(metric_of(result))
            sums = count(metric, *joined(record), weights).sum(axis=0)
            assert np.maximum(metric.matches(sums), 0) == pytest.approx(result["counts"], rel=1e-12)
            assert metric.totals(sums) == pytest.approx(result["totals"], rel=1e-12)
            assert metric.penalty(sums) == pytest.approx(result["bp"], rel=1e-12)
            assert sums[-3:-1].tolist() == [result["cand_len"], result["ref_len"]]
            negative += int((metric.matches(sums) < 0).any())
            tally += 1
    if is_complete():
        assert tally >= 384
        assert negative >= 72
    assert tally > 0


def test_numerators_are_clamped_after_summing():
    """Segments of 2 · 1 and 1 · -0.5 words of 2 · 1 and 2 · 1: (2 - 0.5) / 4, not 2 / 4."""
    candidates, references = ["a b", "c d"], [["a b", "x"], ["c x", "y"]]
    weights = [[1, 1], [-0.5, 1]]
    metric = "delta-bleu(profile=mgalley-2019, order=1, smooth=none)"
    system = workbench.score(candidates, references, metrics=[metric], weights=weights, level="system")
    assert system["value"].item() == pytest.approx(1.5 / 4)
    each = workbench.score(candidates, references, metrics=[metric], weights=weights)
    assert each["value"].tolist() == pytest.approx([1, 0])
    assert get_metric(metric).matches(count(metric, candidates, references, weights)).tolist() == [
        [2],
        [-0.5],
    ]


def test_orders_after_one_without_ngrams_are_not_reached():
    """A word of 0.5 / 1; there are no bigrams, although add-k would give the 3-grams 1 / 1."""
    name = "delta-bleu(profile=mgalley-2019, smooth=add-k, smooth_value=1, effective_order=true)"
    frame = workbench.score(["a"], [["b", "a"]], metrics=[name], weights=[[1, 0.5]])
    assert frame["value"].item() == pytest.approx(0.5)


def test_equal_weights_are_bleu():
    for record in golden("delta_bleu.jsonl"):
        for order in (1, 2, 4):
            metric = get_metric(f"delta-bleu(profile=mgalley-2019, order={order}, smooth=none)")
            sums = count(metric, *joined(record)).sum(axis=0)
            assert metric.score(sums)["score"] == get_metric(f"bleu(order={order})").score(sums)["score"]


def test_the_official_example(shared):
    path = shared / "data" / "wmt21_ted_zhen_mqm" / "deltableu_official_example.json"
    example = json.loads(path.read_text(encoding="utf-8"))
    references = list(map(list, zip(*example["reference_streams"], strict=True)))
    weights = list(map(list, zip(*example["reference_weights"], strict=True)))
    for system, candidates in example["hypotheses"].items():
        frame = workbench.score(
            candidates,
            references,
            metrics=["bleu(profile=sacrebleu)", "delta-bleu(profile=mgalley-2019)"],
            weights=weights,
            level="system",
        )
        expected = example["expected"][system]
        full = [expected["bleu_full"] / 100, expected["deltableu_full"] / 100]
        assert frame["value"].tolist() == pytest.approx(full, rel=1e-12)


def read_ted(folder):
    """Return texts by system and segment, and weights by reference and segment."""
    texts, weights = defaultdict(dict), defaultdict(dict)
    with gzip.open(folder / "outputs.jsonl.gz", "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            texts[row["system"]][row["seg_id"]] = row["text"]
            if row["is_human"]:
                weights[row["system"]][row["seg_id"]] = round(max(-1, 1 - row["mqm"] / 10), 4)
    return texts, weights


def test_ted_talks(shared):
    """13 systems × 528 segments with two rated references, to the four digits that were kept."""
    folder = shared / "data" / "wmt21_ted_zhen_mqm"
    texts, weights = read_ted(folder)
    rated = ["ref-A", "ref-B"]
    segments = [key for key in sorted(texts["ref-A"]) if max(weights[name][key] for name in rated) > 0]
    assert len(segments) == 528
    references = [[texts[name][key] for name in rated] for key in segments]
    worth = [[weights[name][key] for name in rated] for key in segments]
    delta = get_metric("delta-bleu(profile=mgalley-2019)")
    bleu = get_metric("bleu(profile=sacrebleu)")
    cells = 0
    with (folder / "deltableu_oracle.tsv").open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            candidates = [texts[row["system"]][key] for key in segments]
            weighted = count(delta, candidates, references, worth, "13a").sum(axis=0)
            ours = {"deltableu_refAB": delta.score(weighted)["score"] * 100, "bp": delta.penalty(weighted)}
            for column, part in {"refA": [0], "refB": [1], "refAB": [0, 1]}.items():
                chosen = [[refs[n] for n in part] for refs in references]
                counts = count(bleu, candidates, chosen, None, "13a").sum(axis=0)
                ours[f"bleu_{column}"] = bleu.score(counts)["score"] * 100
            precisions = delta.matches(weighted) / delta.totals(weighted) * 100
            ours |= {f"dp{order + 1}": precision for order, precision in enumerate(precisions)}
            ours |= {"hyp_len": weighted[-3], "ref_len": weighted[-2]}
            for column, value in ours.items():
                assert value == pytest.approx(float(row[column]), abs=0.5001e-4), (row["system"], column)
                cells += 1
    assert cells == 13 * 11


def test_a_numerator_below_0_is_smoothed_as_one_of_0_after_it_was_summed():
    """The first candidate is a reference of weight -.5: -1 of 2 words and -.5 of 1 bigram."""
    candidates, references = ["a b", "c d"], [["a b", "x y"], ["c d", "e"]]
    weights = [[-0.5, 1.0], [0.4, 0.1]]
    usual = "delta-bleu(profile=mgalley-2019, order=2"
    names = [f"{usual})", f"{usual}, smooth=floor, smooth_value=0.1)", f"{usual}, smooth=none)"]
    # of the second candidate .8 of .8 words and .4 of .4 bigrams; of both together -.2 of 2.8, -.1 of 1.4
    expected = {
        "segment": [[0.25, np.sqrt(0.05 * 0.1), 0], [1, 1, 1]],
        "system": [[1 / 5.6, np.sqrt(0.1 / 2.8 * 0.1 / 1.4), 0]],
    }
    for level, values in expected.items():
        frame = workbench.score(
            candidates, references, metrics=names, weights=weights, level=level, preprocess="none"
        )
        assert frame["value"].tolist() == pytest.approx(list(np.ravel(values)))

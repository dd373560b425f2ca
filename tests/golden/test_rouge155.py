"""Every record of the original program without a length limit (profile rouge-1.5.5-exact)."""

from collections import Counter as Tally

import numpy as np
import pytest
from vectors import golden, is_complete

from workbench.metrics.base import get_metric
from workbench.metrics.batch import Batch, Layout
from workbench.metrics.references import score_candidates
from workbench.text.corpus import Corpus
from workbench.text.preprocess import PREPROCESSES

TEXTS = {record["id"]: record for record in golden("rouge_texts.jsonl")}
COMBINE = {"A": "pooled", "B": "best"}


def metric_name(tag: str, alpha: float) -> str:
    parameters = [] if alpha == 0.5 else [f"alpha={alpha}"]
    kind, *rest = tag.removeprefix("ROUGE-").lower().split("-")
    if kind == "w":
        parameters.insert(0, f"weight={rest[0]}")
        name = "rouge-w"
    elif kind.startswith("s"):
        letters, gap = kind.rstrip("0123456789*"), kind.lstrip("su")
        name = f"rouge-{letters}"
        if gap != "*":
            parameters.insert(0, f"gap={gap}")
    else:
        name = f"rouge-{kind}"
    return f"{name}({', '.join(parameters)})"


def counted(records, preprocess):
    """Count each record once for each counter; a record is a segment of its own."""
    sources = [TEXTS[record["case"]] for record in records]
    candidates = ["\n".join(source["cand"]) for source in sources]
    references = [
        ["\n".join(source["refs"][number]) for number in record["refs"]]
        for source, record in zip(sources, records, strict=True)
    ]
    texts = Corpus(candidates + [text for row in references for text in row]).encode(PREPROCESSES[preprocess])
    layout, n = Layout.of_lists(references), len(records)
    total = len(texts.texts) - 1
    return Batch(texts.take(np.arange(n)), texts.take(np.arange(n, total)), layout)


def usable(record):
    return "limit" not in record


@pytest.mark.parametrize("preprocess", ["CASE", "STEM", "STOP", "STEM+STOP"])
def test_scores_and_counts(preprocess):
    records = [r for r in golden("rouge155.jsonl") if usable(r) and r["preprocess"].upper() == preprocess]
    batch = counted(records, preprocess)
    layout = batch.layout
    names = {(tag, r["alpha"]) for r in records for tag in r["measures"]}
    tally = Tally()
    counts = {}
    for tag, alpha in sorted(names):
        metric = get_metric(metric_name(tag, alpha))
        if metric.counter.name not in counts:
            counts[metric.counter.name] = metric.counter.count(batch)
        rows = counts[metric.counter.name]
        table = layout.spread(rows)
        chosen = layout.spread(layout.chosen)
        best = np.where(chosen, metric.rank(table), -np.inf).argmax(axis=1)
        for formula, combine in COMBINE.items():
            for how in (combine, f"jackknife(over={combine})"):
                scores = score_candidates(metric, rows, layout, how)
                for number, record in enumerate(records):
                    wanted = "jackknife" if how.startswith("jackknife") else "direct"
                    kind = "jackknife" if record["kind"] == "jackknife" else "direct"
                    if record["formula"] != formula or kind != wanted or record["alpha"] != alpha:
                        continue
                    if tag not in record["measures"]:
                        continue
                    expected = record["measures"][tag]
                    case = f"{record['case']} {record['kind']} {record['refs']} {how} {tag}"
                    if "error" in expected:
                        tally["error"] += 1
                        taken = table[number][chosen[number]].sum(axis=0)
                        assert np.isfinite(scores["recall"][number]), case
                        if taken[1] == 0:
                            assert all(values[number] == 0 for values in scores.values()), case
                        continue
                    tally[kind] += 1
                    got = [scores[key][number] for key in ("recall", "precision", "f")]
                    want = [expected[key] for key in "RPF"]
                    if kind == "jackknife":
                        assert np.abs(np.subtract(got[:2], want[:2])).max() <= 5.001e-6, (case, got, want)
                        assert abs(got[2] - want[2]) <= 2e-5, (case, got, want)
                        continue
                    assert f"{got[0]:.5f}" == f"{want[0]:.5f}", (case, got, want)
                    assert f"{got[1]:.5f}" == f"{want[1]:.5f}", (case, got, want)
                    assert abs(got[2] - want[2]) <= 2e-5, (case, got, want)
                    ours = (
                        table[number][chosen[number]].sum(axis=0)
                        if how == "pooled"
                        else (table[number, best[number]])
                    )
                    three = own_columns(metric, ours)
                    theirs = [expected[key] for key in ("hits", "ref_count", "cand_count")]
                    assert three == pytest.approx(theirs, rel=1e-9, abs=0), case
    print(preprocess, dict(tally))
    stated = sum(len(r["measures"]) for r in records)
    assert sum(tally.values()) == stated
    assert stated > 0


def own_columns(metric, row):
    """The three counts that the program prints for a measure."""
    if metric.counter.name == "ngrams":
        return row[3 * (metric.order - 1) : 3 * metric.order].tolist()
    if metric.called == "rouge-su":
        return (row[:3] + row[3:6]).tolist()
    return row[:3].tolist()


def test_no_record_is_left_out():
    records = golden("rouge155.jsonl")
    limited = [r for r in records if not usable(r)]
    entries = sum(len(r["measures"]) for r in records if usable(r))
    assert len(records) == len(limited) + sum(map(usable, records))
    if is_complete():
        assert (len(records), sum(len(r["measures"]) for r in records)) == (1366, 25336)
        errors = sum("error" in m for r in records for m in r["measures"].values())
        print(f"{len(limited)} records with a length limit, {entries} entries without, {errors} errors")

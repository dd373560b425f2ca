"""Every record of the original program, under profile rouge-1.5.5 and, unrounded, rouge-1.5.5-exact."""

from collections import Counter as Tally
from collections import defaultdict
from itertools import product

import numpy as np
import pytest
from vectors import golden, is_complete

from workbench.metrics.base import get_metric
from workbench.metrics.batch import Batch, BatchLayout
from workbench.metrics.references import score_candidates
from workbench.metrics.rouge_counts import NGrams
from workbench.text.corpus import Corpus
from workbench.text.preprocess import get_preprocess

TEXTS = {record["id"]: record for record in golden("rouge_texts.jsonl")}
COMBINE = {"A": "pooled", "B": "best"}
COMPONENTS = {"R": "recall", "P": "precision", "F": "f"}


def metric_name(tag: str, alpha: float, profile: str) -> str:
    parameters = [f"alpha={alpha}"]
    kind, *rest = tag.removeprefix("ROUGE-").lower().split("-")
    if kind == "w":
        parameters.append(f"weight={rest[0]}")
    elif kind.startswith("s"):
        gap = kind.lstrip("su")
        kind = kind.rstrip("0123456789*")
        if gap != "*":
            parameters.append(f"gap={gap}")
    return f"rouge-{kind}({', '.join([*parameters, f'profile={profile}'])})"


def preprocess_of(record) -> str:
    limit = "".join(f"({unit}={most})" for unit, most in record.get("limit", {}).items())
    return record["preprocess"].upper() + limit


BY_PREPROCESS = defaultdict(list)
for _record in golden("rouge155.jsonl"):
    BY_PREPROCESS[preprocess_of(_record)].append(_record)


def read(records, preprocess):
    """A record is a segment of its own."""
    sources = [TEXTS[record["case"]] for record in records]
    candidates = ["\n".join(source["cand"]) for source in sources]
    references = [
        ["\n".join(source["refs"][number]) for number in record["refs"]]
        for source, record in zip(sources, records, strict=True)
    ]
    texts = Corpus(candidates + [text for row in references for text in row]).encode(
        get_preprocess(preprocess)
    )
    n, total = len(records), len(texts.texts) - 1
    layout = BatchLayout.of_sizes([1] * n, [len(texts) for texts in references])
    return Batch(texts.take(np.arange(n)), texts.take(np.arange(n, total)), layout)


def own_columns(metric, row):
    """The three counts that the program prints for a measure."""
    if isinstance(metric.counter, NGrams):
        return row[3 * (metric.order - 1) : 3 * metric.order].tolist()
    if metric.called == "rouge-su":
        return (row[:3] + row[3:6]).tolist()
    return row[:3].tolist()


@pytest.mark.parametrize("profile", ["rouge-1.5.5", "rouge-1.5.5-exact"])
@pytest.mark.parametrize("preprocess", sorted(BY_PREPROCESS))
def test_scores_and_counts(preprocess, profile):
    records = BY_PREPROCESS[preprocess]
    batch = read(records, preprocess)
    layout = batch.layout
    chosen = layout.spread(layout.chosen)
    counts = {}
    tally = Tally()
    for tag, alpha in sorted({(tag, r["alpha"]) for r in records for tag in r["measures"]}):
        metric = get_metric(metric_name(tag, alpha, profile))
        if metric.counter.name not in counts:
            counts[metric.counter.name] = metric.counter.count(batch)
        rows = counts[metric.counter.name]
        table = layout.spread(rows)
        best = np.where(chosen, metric.rank(table), -np.inf).argmax(axis=1)
        for formula, jackknife in product(COMBINE, (False, True)):
            combine = f"jackknife(over={COMBINE[formula]})" if jackknife else COMBINE[formula]
            scores = score_candidates(metric, rows, layout, combine)
            for number, record in enumerate(records):
                if (record["formula"], record["kind"] == "jackknife", record["alpha"]) != (
                    formula, jackknife, alpha,
                ) or tag not in record["measures"]:  # fmt: skip
                    continue
                expected = record["measures"][tag]
                case = f"{record['case']} {record['kind']} {record['refs']} {combine} {tag}"
                got = {key: scores[component][number] for key, component in COMPONENTS.items()}
                pooled = table[number][chosen[number]].sum(axis=0)
                if "error" in expected:
                    tally["error"] += 1
                    assert all(0 <= value <= 1 for value in got.values()), case
                    if pooled[1] == 0:
                        assert set(got.values()) == {0.0}, case
                    continue
                tally["jackknife" if jackknife else "direct"] += 1
                if profile == "rouge-1.5.5":
                    # means over the jackknife are stored to ten digits
                    slack = 5.001e-11 if jackknife else 0
                    assert got == pytest.approx({key: expected[key] for key in "RPF"}, abs=slack), case
                else:
                    for key, slack in (("R", 5.001e-6), ("P", 5.001e-6), ("F", 2e-5)):
                        assert abs(got[key] - expected[key]) <= slack, (case, got, expected)
                if not jackknife:
                    row = table[number, best[number]] if formula == "B" else pooled
                    three = [expected[key] for key in ("hits", "ref_count", "cand_count")]
                    assert own_columns(metric, row) == pytest.approx(three, rel=1e-9, abs=0), case
    print(preprocess, profile, dict(tally))
    assert sum(tally.values()) == sum(len(r["measures"]) for r in records) > 0


def test_no_record_is_left_out():
    if is_complete():
        records = [record for group in BY_PREPROCESS.values() for record in group]
        assert len(records) >= 1366
        assert sum(len(r["measures"]) for r in records) >= 25336
        assert sum("limit" in r for r in records) >= 496

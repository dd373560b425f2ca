"""BLEU as the WebNLG challenge of 2017 published it: of sentences by nltk, of systems by multi-bleu.perl."""

import csv
import gzip
import json

import numpy as np
import pytest
from counted import count

import workbench
from workbench.metrics.base import get_metric


def read(path):
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@pytest.fixture(scope="module")
def folder(shared):
    return shared / "data" / "webnlg2017"


def test_sentences(folder):
    """1982 outputs of nine systems, to the three digits published; the text null is an output too."""
    rows = [row for row in read(folder / "human_eval.jsonl.gz") if row["system"] != "webnlg" and row["text"]]
    frame = workbench.score(
        [row["text"] for row in rows],
        [row["references"] for row in rows],
        metrics=["sentence-bleu(smooth=method4-2017, profile=nltk)"],
    )
    published = np.array([row["published_metrics"]["bleu"] for row in rows])
    assert len(published) == 1982
    assert np.abs(frame["value"].to_numpy() - published).max() <= 0.0005 + 1e-9


def lower(text):
    """Lower-case ASCII letters: the program knows no others."""
    return text.encode().lower().decode()


def test_systems(folder):
    """Nine outputs of 1862 segments, as multi-bleu.perl -lc printed them; an empty reference counts."""
    rows = read(folder / "full_test.jsonl.gz")
    references = [[lower(text) for text in row["references3"]] for row in rows]
    metric = get_metric("bleu(profile=multi-bleu)")
    with (folder / "published_corpus_bleu.tsv").open(encoding="utf-8") as lines:
        published = list(csv.DictReader(lines, delimiter="\t"))
    assert len(published) == 9
    for row in published:
        candidates = [lower(segment["outputs"][row["system"]]) for segment in rows]
        sums = count(metric, candidates, references).sum(axis=0)
        assert f"{metric.score(sums)['score'] * 100:.2f}" == row["bleu"]
        precisions = metric.matches(sums) / metric.totals(sums) * 100
        assert [f"{precision:.1f}" for precision in precisions] == [row[f"p{n}"] for n in (1, 2, 3, 4)]
        assert f"{metric.penalty(sums):.3f}" == row["bp"]
        assert sums[-3:-1].tolist() == [float(row["hyp_len"]), float(row["ref_len"])]

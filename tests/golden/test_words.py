"""Tokens, stems and stop words of ROUGE-1.5.5, line by line."""

import pytest
from vectors import golden, is_complete

from workbench.text.corpus import Corpus
from workbench.text.preprocess import PREPROCESSES
from workbench.text.stem import porter, stem
from workbench.text.wordlists import stop_words

TEXTS = {record["id"]: record for record in golden("rouge_texts.jsonl")}


def test_tokens():
    records = golden("tokens155.jsonl")
    for record in records:
        text = "\n".join(TEXTS[record["case"]][record["side"]])
        ours = Corpus([text]).encode(PREPROCESSES[record["preprocess"].upper()]).tokens(0)
        assert [line for line in ours if line] == [line for line in record["tokens"] if line], record
    assert len(records) >= (240 if is_complete() else 1)


@pytest.mark.parametrize(("key", "function"), [("porter", porter), ("rouge", stem)])
def test_stems(key, function):
    records = golden("stems155.jsonl")
    wrong = {r["word"]: (function(r["word"]), r[key]) for r in records if function(r["word"]) != r[key]}
    assert wrong == {}
    assert len(records) >= (5378 if is_complete() else 1)


def test_stop_words():
    records = golden("stopwords155.jsonl")
    wrong = [r["token"] for r in records if (r["token"] in stop_words()) != r["is_stop"]]
    assert wrong == []
    assert len(records) >= (361 if is_complete() else 1)

"""Frames row by row, cells and names, kept: what they are taken for, and what is wrong with them."""

import io
from typing import Any

import numpy as np
import pandas as pd
from kept.odd_sets import Parts
from kept.readings import changes, frames, keep, outcome, somewhere, together, write
from kept.tables import csv, jsonl
from made_up import CARD

from workbench.datasets.card import DatasetCard, get_card
from workbench.datasets.evalset import EvalSet
from workbench.datasets.load import load

CHANGED: dict[str, tuple[str, dict[str, Any]]] = {
    "a name of a truth": ("outputs", {"system": True}),
    "a name of a number": ("outputs", {"system": 7}),
    "a name of NumPy": ("outputs", {"system": np.int64(7)}),
    "a name too long": ("outputs", {"system": 2**300}),
    "a name of a float": ("outputs", {"segment": 1.5}),
    "a blank name": ("judgments", {"rater": " "}),
    "all segments": ("outputs", {"segment": "*"}),
    "half a letter": ("outputs", {"text": "a\ud800"}),
    "no text": ("outputs", {"text": None}),
    "a text of a number": ("references", {"text": 7}),
    "no document": ("outputs", {"document": float("nan")}),
    "a document": ("outputs", {"document": "d1"}),
    "a score of a truth": ("judgments", {"score": True}),
    "a score in words": ("judgments", {"score": "3"}),
    "no score": ("judgments", {"score": float("nan")}),
    "an infinite score": ("judgments", {"score": float("-inf")}),
    "a score too large": ("judgments", {"score": 1e151}),
    "a score that is large": ("judgments", {"score": -1e150}),
    "a huge score": ("judgments", {"score": 10**400}),
    "a score of many digits": ("judgments", {"score": 2**53 + 1}),
    "a whole score": ("judgments", {"score": 2**53}),
    "a weight above 1": ("references", {"weight": 1.5}),
    "a weight of -1": ("references", {"weight": -1.0}),
    "for an unknown system": ("references", {"only_for": "Z"}),
    "for one system": ("references", {"only_for": "A"}),
    "of another task": ("references", {"task": "u"}),
    "a judgment of another task": ("judgments", {"task": "u"}),
    "a judgment on nothing": ("judgments", {"criterion": "flaw"}),
    "a judgment of an output that is not there": ("judgments", {"system": "B", "segment": "s0"}),
}


def built(parts: Parts, unmatched: Any = None, **odd: pd.DataFrame) -> list[str]:
    card = DatasetCard(name="odd", criteria={"flow": get_card("simulated-news").criteria["coverage"]})
    every = {
        name: pd.DataFrame(getattr(parts, name), dtype=object)
        for name in ("outputs", "references", "judgments")
    }
    return frames(EvalSet.build(card, **{**every, **odd}, unmatched=unmatched))


def uneven() -> Parts:
    return (
        Parts(2, ("A", "B"), 1)
        .drop("outputs", segment="s0", system="B")
        .drop("judgments", segment="s0", system="B")
    )


def test_rows_that_are_not_as_they_should_be() -> None:
    sound = outcome(lambda: built(uneven()))
    said = {"sound": sound}
    for name, (part, change) in CHANGED.items():

        def parts(part: str = part, change: dict[str, Any] = change) -> Parts:
            found = uneven()
            getattr(found, part)[-1].update(change)
            return found

        said[name] = changes(outcome(lambda parts=parts: built(parts())), sound, 2)
        dropped = changes(outcome(lambda parts=parts: built(parts(), "drop")), sound, 2)
        said[f"{name}, dropped"] = dropped
        if dropped == said[name]:
            del said[f"{name}, dropped"]
    whole = uneven()
    outputs, judgments = pd.DataFrame(whole.outputs), pd.DataFrame(whole.judgments)
    said["no outputs"] = outcome(lambda: built(whole, outputs=outputs.iloc[:0]))
    said["no judgments"] = outcome(lambda: built(whole, judgments=judgments.iloc[:0]))
    said["no column"] = outcome(lambda: built(whole, outputs=outputs.drop(columns=["text", "system"])))
    said["a column twice"] = outcome(
        lambda: built(whole, judgments=pd.concat([judgments, judgments["rater"]], axis=1))
    )
    said["a column more"] = changes(outcome(lambda: built(whole, outputs=outputs.assign(more=1))), sound)
    said["many faults"] = outcome(lambda: built(Parts(4, raters=1).set("judgments", score="x")))
    said["many bare segments"] = outcome(
        lambda: built(
            Parts(6, raters=1).drop("references", segment="s1"), references=pd.DataFrame(whole.references)
        )
    )
    said["many unknown names"] = outcome(
        lambda: built(Parts(6, raters=1).set("judgments", system=lambda at, row: f"x{at}"))
    )
    with somewhere() as here:
        keep("frames-rows", together(said), here)


def _parquet(base: list[dict[str, object]], index: str = "", kind: str = "") -> bytes:
    sink, frame = io.BytesIO(), pd.DataFrame(base)
    frame = frame.astype({"score": kind}) if kind else frame
    (frame.set_index(index) if index else frame).to_parquet(sink)
    return sink.getvalue()


_OUTPUTS: list[dict[str, object]] = [
    {"task": "t", "segment": s, "system": m, "text": f"{m} {s}"} for s in "12" for m in "AB"
]
_REFERENCES: list[dict[str, object]] = [{"segment": s, "reference": "r", "text": "so it is"} for s in "12"]
_JUDGMENTS: list[dict[str, object]] = [
    {"segment": s, "system": m, "criterion": "coverage", "score": at / 4}
    for at, (s, m) in enumerate(("1A", "1B", "2A", "2B"))
]
_SOUND: dict[str, bytes | str] = {
    "outputs.parquet": _parquet(_OUTPUTS),
    "references.csv": csv(_REFERENCES),
    "judgments.parquet": _parquet(_JUDGMENTS),
}
PARQUET: dict[str, dict[str, bytes | str]] = {
    "parts": {
        "outputs.parquet": "",
        "outputs/0.parquet": _parquet(_OUTPUTS[:2]),
        "outputs/1.parquet": _parquet([{**row, "system": 7} for row in _OUTPUTS[2:]]),
    },
    "equal parts": {
        "outputs.parquet": "",
        "outputs/0.parquet": _parquet(_OUTPUTS[:2]),
        "outputs/1.parquet": _parquet(_OUTPUTS[2:]),
    },
    "an index": {"outputs.parquet": _parquet(_OUTPUTS, "segment")},
    "whole numbers": {"judgments.parquet": _parquet([{**row, "score": 1} for row in _JUDGMENTS])},
    "numbers as texts": {"judgments.parquet": _parquet([{**row, "score": "0.5"} for row in _JUDGMENTS])},
    "a hole": {
        "judgments.parquet": _parquet(
            [{**row, "score": None if at else 0.5} for at, row in enumerate(_JUDGMENTS)]
        )
    },
    "no score": {
        "judgments.parquet": _parquet(
            [{key: row[key] for key in ("segment", "system", "criterion")} for row in _JUDGMENTS]
        )
    },
    "no system": {
        "outputs.parquet": _parquet([{key: row[key] for key in ("segment", "text")} for row in _OUTPUTS])
    },
    "an empty row": {
        "outputs.parquet": _parquet([*_OUTPUTS, {"task": "", "segment": "", "system": "", "text": ""}])
    },
    "a row without a name": {
        "outputs.parquet": _parquet([*_OUTPUTS, {"task": "t", "segment": "NA", "system": "A", "text": "x"}])
    },
    "no rows": {"outputs.parquet": _parquet(_OUTPUTS[:1])[:0] + _parquet([{"segment": "1"}])},
    "two tasks and none": {"outputs.parquet": _parquet([*_OUTPUTS, {**_OUTPUTS[0], "task": "u"}])},
    "twice": {"outputs.csv": csv(_OUTPUTS)},
    "no end": {"references.csv": csv(_REFERENCES).rstrip()},
    "out of range": {"judgments.parquet": _parquet([{**row, "score": 7.0} for row in _JUDGMENTS])},
    "given twice": {"judgments.parquet": _parquet([*_JUDGMENTS, _JUDGMENTS[0]])},
    "a score missing in lines": {
        "judgments.parquet": "",
        "judgments.jsonl": jsonl([{k: v for k, v in row.items() if k != "score"} for row in _JUDGMENTS]),
    },
    "a number for a criterion": {
        "judgments.parquet": "",
        "judgments.jsonl": jsonl([{**row, "criterion": 7} for row in _JUDGMENTS]),
    },
    "only empty texts": {
        "references.csv": "",
        "outputs.parquet": _parquet([{**row, "text": ""} for row in _OUTPUTS]),
    },
    "people and weights": {
        "references.csv": csv(
            [{**row, "reference": "A", "text": f"A {row['segment']}", "weight": 0.5} for row in _REFERENCES]
        )
    },
    "people once": {"references.csv": csv([{**row, "reference": "A", "text": "A 1"} for row in _REFERENCES])},
}


def test_tables_as_the_data_dictionary_has_them() -> None:
    said: dict[str, list[str]] = {}
    for name, files in {"sound": {}, **PARQUET}.items():
        with somewhere() as here:
            every = {f"data/mine/{file}": content for file, content in {**_SOUND, **files}.items() if content}
            write({**every, "data/mine/card.toml": CARD})
            lines = outcome(lambda: load("mine", "data"))
            said[name] = lines if name == "sound" else changes(lines, said["sound"], 4)
    keep("frames-dictionary", together(said), here)

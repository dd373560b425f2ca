"""A small data set that is made up, as rows and as files."""

import gzip
import json
from pathlib import Path

import pandas as pd

from workbench.datasets.card import DatasetCard, get_card
from workbench.datasets.evalset import EvalSet

Row = dict[str, object]

CARD = """
name = "mine"
version = "3"
title = "made up"
task = "dialogue"
source = "nowhere"
licence = "CC0-1.0"
citation = "none"
judgments = "human"
default_raters = "all"
reader = "tables"

[criteria.coverage]
direction = "higher"
scale = "0 to 1"
meaning = "how much is said"

[raters]
all = ["*"]
"""


def output(**changes: object) -> Row:
    return {"task": "t", "segment": "s1", "system": "M1", "text": "A dog barked.", **changes}


def reference(**changes: object) -> Row:
    return {"task": "t", "segment": "s1", "reference": "r1", "text": "The dog barks.", **changes}


def judgment(**changes: object) -> Row:
    key = {"task": "t", "segment": "s1", "system": "M1", "criterion": "coverage", "rater": "ann"}
    return {**key, "score": 0.5, **changes}


SEGMENTS = ("s1", "s2", "s10")
SYSTEMS = ("M1", "M2", "M10")
OUTPUTS = [output(segment=segment, system=system) for segment in SEGMENTS for system in SYSTEMS]
REFERENCES = [
    reference(segment=segment, reference=name, weight=0.25)
    for segment in SEGMENTS
    for name in ("r1", "r2", "r10")
]
JUDGMENTS = [
    judgment(segment=segment, system=system, rater=rater)
    for segment in SEGMENTS
    for system in SYSTEMS
    for rater in ("ann", "bob")
]


def card() -> DatasetCard:
    return get_card("simulated-news")


def build(
    outputs: list[Row] = OUTPUTS, references: list[Row] = REFERENCES, judgments: list[Row] = JUDGMENTS
) -> EvalSet:
    return EvalSet.build(card(), *(pd.DataFrame(rows) for rows in (outputs, references, judgments)))


def write_jsonl(path: Path, rows: list[Row]) -> None:
    content = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()
    path.write_bytes(gzip.compress(content, mtime=0) if path.suffix == ".gz" else content)


def write_tsv(path: Path, rows: list[Row]) -> None:
    lines = ["\t".join(rows[0]), *("\t".join(map(str, row.values())) for row in rows)]
    content = "".join(f"{line}\n" for line in lines).encode()
    path.write_bytes(gzip.compress(content, mtime=0) if path.suffix == ".gz" else content)

"""Small made-up data under the names that published tables print, for recipes that compute these again."""

import json
from pathlib import Path
from typing import Any

import samples
from samples import CRITERIA, write_bytes, write_lines
from small_study import text

from workbench.reproduce.realsumm import PRINTED
from workbench.reproduce.sacrerouge import STORED
from workbench.reproduce.summeval import NAMES
from workbench.reproduce.webnlg import NAMES as WEBNLG

DOCUMENTS = ("d1", "d2", "d3")
SYSTEMS = ("M0", "M1", "M5", "M15", "M23")
_REALSUMM = (("abs", "bart", "ext/bart"), ("abs", "t5", None), ("ext", "bart", None), ("ext", "refresh",
    None),
             ("ext", "bottom", None))  # fmt: skip
_PEOPLE = ("Correctness", "DataCoverage", "Fluency", "Relevance", "TextStructure")


def jsonl(path: Path, rows: list[Any]) -> None:
    write_lines(path, [json.dumps(row) for row in rows])


def write_printed(home: Path) -> None:
    """Write data of all recipes whose data may be passed on, but for those that `samples` has."""
    _summeval(home / "summeval")
    _realsumm(home / "realsumm")
    _webnlg(home / "webnlg2017", home / "webnlg2020")
    _wmt(home / "mt-metrics-eval-v2")
    samples.TED.write(home)
    example = {
        "hypotheses": {"system 1": ["the cat sat on the mat here", "a dog ran to a house"],
            "system 2": ["a cat", "x y z w"]},
        "reference_streams": [["the cat sat on a mat here", "the dog ran to a house"], ["the cat is",
            "x y z"]],
        "reference_weights": [[0.5, 1.0], [-0.5, 0.25]],
    }  # fmt: skip
    write_bytes(home / "wmt21_ted_zhen_mqm" / "deltableu_official_example.json", json.dumps(example).encode())


def _summeval(folder: Path) -> None:
    places = [
        (at, doc, number, system) for at, doc in enumerate(DOCUMENTS) for number, system in enumerate(SYSTEMS)
    ]
    assert {*SYSTEMS} < {*NAMES}
    jsonl(folder / "outputs.jsonl.gz", [
        {"doc_id": doc, "system": system,
            "text": f"{text(at * 3 + number, number + 1, 6)} . {text(at, 3, 4)} .",
         "text_original": f"{text(at * 3 + number, number + 1, 6)}. {text(at, 3, 4)}."}
        for at, doc, number, system in places
    ])  # fmt: skip
    jsonl(folder / "documents.jsonl.gz", [
        {"doc_id": doc, "references": [f"{text(at + 1, 2, 8)}. {text(at, 3, 4)}.", text(at + 5, 1, 7)],
         "references_tok": [f"{text(at + 1, 2, 8)} . {text(at, 3, 4)} .", text(at + 5, 1, 7)]}
        for at, doc in enumerate(DOCUMENTS)
    ])  # fmt: skip
    rated = [
        (doc, system, rater, [1 + (at + number * turn + place) % 5 for turn in range(1, 5)])
        for place, rater in enumerate(("expert-1", "expert-2", "crowd-1")) for at, doc, number,
            system in places
    ]  # fmt: skip
    head = "\t".join(["doc_id", "system", "rater", *CRITERIA])
    rows = ["\t".join([doc, system, rater, *map(str, ratings)]) for doc, system, rater, ratings in rated]
    write_lines(folder / "annotations.tsv.gz", [head, *rows])
    scores = [
        "\t".join([doc, system, *(f"{(at * 7 + number * (turn + 2)) % 11 / 10}" for turn,
            _ in enumerate(STORED))])
        for at, doc, number, system in places
    ]  # fmt: skip
    write_lines(folder / "sacrerouge_scores.tsv.gz", ["\t".join(["doc_id", "system", *STORED]), *scores])


def _realsumm(folder: Path) -> None:
    jsonl(folder / "outputs.jsonl.gz", [
        {
            "doc_id": doc, "part": part, "system": system, "duplicate_of": original,
            "output_sents": [text(doc + number, number + 1, 5), text(number, 2, 3)],
            "references_sents": [[text(doc + 1, 2, 8)]],
            # in the first document all agree, in the others few do
            "litepyramid_recall": number / 8 if doc == 1 else (doc * number + number) % 5 / 4,
            "rouge155": {
                name: number / 10 if doc == 1 else (number * (place + 1) + doc) % 5 / 4
                for place, name in enumerate(PRINTED[:3])
            },
            "other_metrics": {name: number / 8 + (doc * place) % 2 for place, name in enumerate(PRINTED[3:])},
        }
        for doc in (1, 2, 3) for number, (part, system, original) in enumerate(_REALSUMM)
    ])  # fmt: skip


def _webnlg(of_2017: Path, of_2020: Path) -> None:
    jsonl(of_2017 / "full_test.jsonl.gz", [
        {"references3": [text(at, 1, 8).upper(), text(at, 1, 5), ""],
         "outputs": {name: text(at + number // 6, 1, 5 + number % 3) for number, name in enumerate(WEBNLG)}}
        for at in range(3)
    ])  # fmt: skip
    names = ("correctness", "data_coverage", "fluency", "relevance", "text_structure")
    for language, systems in (("en", ("CycleGT", "human", "nobody")), ("ru", ("bt5", "human"))):
        jsonl(of_2020 / f"{language}_human_eval.jsonl.gz", [
            {"system": system, "ratings": [
                {"rater": f"w{rater}", **{name: 10 * (at + rater * number + turn) for turn,
                    name in enumerate(names)}}
                for rater in range(0 if system == "nobody" and at else 1,
                    3 if system != "nobody" or not at else 0)
            ]}
            for at in range(2) for number, system in enumerate(systems)
        ])  # fmt: skip


def _wmt(folder: Path) -> None:
    scores = folder / "wmt22" / "human-scores"
    for pair in ("cs-en", "de-en", "ja-en", "ru-en", "uk-en", "zh-en"):
        for human in ("wmt", "wmt-raw"):
            lines = [
                f"{system}\t{score}"
                for system, score in (
                    ("refA", 0.5),
                    ("refB", 0.25),
                    ("Online-A", "None"),
                    ("JDExploreAcademy", -0.125),
                )
            ]
            write_lines(scores / f"{pair}.{human}.sys.score", lines)
    scores = folder / "wmt23" / "human-scores"
    for pair in ("en-de", "zh-en"):
        lines = [
            f"{system}\t{score}"
            for system in ("refA", "ZengHuiMT", "ONLINE-B")
            for score in (80.5, "None", 90)
        ]
        write_lines(scores / f"{pair}.da-sqm.seg.score.gz", lines)

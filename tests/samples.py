"""A small made-up folder for each reader of files, as rows: what the tests of all readers damage."""

import gzip
import json
from dataclasses import dataclass, field
from pathlib import Path

from made_up import CARD, Row

CRITERIA = ("coherence", "consistency", "fluency", "relevance")
SEGMENTS = ("d1", "d2")
SYSTEMS = ("M9", "M10")
PAIRS = [(segment, system) for segment in SEGMENTS for system in SYSTEMS]


@dataclass(frozen=True)
class Sample:
    """A data set's name, its folder, and the rows of each file, whose ending says how they are written."""

    dataset: str
    folder: str
    files: dict[str, list[Row]]
    options: dict[str, str] = field(default_factory=dict)
    separator: str = "\t"
    card: str = ""

    def lines(self, file: str) -> list[str]:
        """Return the lines of a file; the first of a separated one names the columns."""
        rows = self.files[file]
        if ".jsonl" in file:
            return [json.dumps(row, ensure_ascii=False) for row in rows]
        cells = [list(rows[0]), *(list(map(str, row.values())) for row in rows)]
        separator = "," if file.endswith(".csv") else self.separator
        return [separator.join(row) for row in cells]

    def write(self, home: Path) -> Path:
        """Write all files, and the card if it has one, below a folder of data sets, and return that."""
        if self.card:
            write_bytes(home / self.folder / "card.toml", self.card.encode())
        for file in self.files:
            write_lines(home / self.folder / file, self.lines(file))
        return home


def write_lines(path: Path, lines: list[str]) -> None:
    write_bytes(path, "".join(f"{line}\n" for line in lines).encode())


def write_bytes(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(content, mtime=0) if path.suffix == ".gz" else content)


SUMMEVAL = Sample(
    "summeval",
    "summeval",
    {
        "outputs.jsonl.gz": [
            {"doc_id": doc, "system": system, "text": f"{doc} sagt {system}: öd."} for doc, system in PAIRS
        ],
        "documents.jsonl.gz": [{"doc_id": doc, "references": [f"{doc} öd.", "two."]} for doc in SEGMENTS],
        "annotations.tsv.gz": [
            {"doc_id": doc, "system": system, "rater": "expert-ö", **dict.fromkeys(CRITERIA, 3)}
            for doc, system in PAIRS
        ],
    },
)
TED = Sample(
    "wmt21-ted-zhen-mqm",
    "wmt21_ted_zhen_mqm",
    {
        "outputs.jsonl.gz": [
            {
                "seg_id": segment,
                "system": system,
                "is_human": human,
                "rater": "rater1",
                "text": f"öd {system}",
                "mqm": 2.5,
            }
            for segment in (9, 10)
            for system, human in (("ref-A", True), ("X", False), ("Y", False))
        ]
    },
)
REALSUMM = Sample(
    "realsumm",
    "realsumm",
    {
        "outputs.jsonl.gz": [
            {
                "doc_id": doc,
                "part": part,
                "system": system,
                "duplicate_of": original,
                "output_sents": [f"öd {system}", f"in {doc}\nthere"],
                "references_sents": [[f"öd , as {system} has it", "end ."]],
                "litepyramid_recall": 0.25,
            }
            for doc in (2, 10)
            for part, system, original in (
                ("abs", "bart", "ext/bart"),
                ("abs", "semsim", None),
                ("ext", "bart", None),
                ("ext", "refresh", None),
            )
        ]
    },
)
WEBNLG = Sample(
    "webnlg2017",
    "webnlg2017",
    {
        "human_eval.jsonl.gz": [
            {
                "sample_id": number,
                "system": system,
                "text": f"öd {system}",
                "references": [f"it is {number} .", "it is a number ."],
                "ratings": [
                    {"rater": rater, "fluency": 1, "grammar": 2, "semantics": 3}
                    for rater in ("w1", "w2", "w2")
                ],
            }
            for number in (18, 107)
            for system in ("adapt", "vietnam", "webnlg")
        ]
    },
)
_RESPONSES: list[Row] = [
    {
        "instance_id": turn,
        "system": system,
        "text": f"öd {system}",
        "judges": [
            {"judge": judge, "relevance": 5, "informativeness": 4} for judge in ("anon1", "anon1", "anon2")
        ],
    }
    for turn in ("a1", "b2", "c3")
    for system in ("Human", "TeamA", "TeamB")
]
_ANSWERS: list[Row] = [
    {"instance_id": turn, "references": texts, "human_response_in_references": own}
    for turn, texts, own in (("c3", [], []), ("a1", ["öd", "Human öd"], [1]), ("b2", ["why", "not"], []))
]
DSTC7 = Sample(
    "dstc7-task2",
    "dstc7_task2",
    {"outputs.jsonl.gz": _RESPONSES, "references.jsonl.gz": _ANSWERS},
)
EMNLP17 = Sample(
    "emnlp17-nlg",
    "emnlp17_nlg",
    {
        "outputs.jsonl.gz": [
            {
                "row": number,
                "dataset": dataset,
                "system": system,
                "text_tok": f"öd {system} .",
                "references_tok": [f"öd {number} ."],
                "human_median": {"informativeness": 5.0, "naturalness": 4.5, "quality": 4.0},
            }
            for number, (dataset, system) in enumerate(
                [("BAGEL", "LOLS"), ("BAGEL", "WEN"), ("SFRES", "WEN")]
            )
        ]
    },
)
NEWSTEST2020 = Sample(
    "newstest2020-mqm",
    "newstest2020_mqm",
    {
        f"mqm_newstest2020_{pair}.avg_seg_scores.tsv.gz": [
            {"system": system, "mqm_avg_score": -2.5, "seg_id": segment}
            for system in ("Human-ö.0", "ö.1", "Y.22")
            for segment in (1, 10)
        ]
        for pair in ("ende", "zhen")
    },
    separator=" ",
)
WMT_SYSTEM = Sample(
    "wmt20-system",
    "wmt20_system",
    {
        "human_scores.tsv": [
            {"language_pair": pair, "system": system, "kind": kind, "da_z": -0.5, "da_raw": 70.25}
            for pair in ("cs-en", "de-en")
            for system, kind in (("Human-ö.0", "human"), ("ö.1", "mt"), ("Y.22", "mt"), ("Z.3", "mt"))
        ],
        "outliers.tsv": [
            {"language_pair": "cs-en", "system": "ö.1"},
            {"language_pair": "de-en", "system": "Z.3"},
        ],
    },
    {"outliers": "drop"},
)
_PLACES: list[Row] = [{"task": "t", "segment": segment, "system": system} for segment, system in PAIRS]
TABLES = Sample(
    "mine",
    "mine",
    {
        "outputs.jsonl": [{**place, "text": f"öd {place['system']}"} for place in _PLACES],
        "references.tsv": [
            {"task": "t", "segment": segment, "reference": name, "text": "öd", "weight": 0.5}
            for segment in SEGMENTS
            for name in ("r1", "r2")
        ],
        "judgments.csv": [
            {**place, "criterion": "coverage", "rater": "ö", "score": 0.25} for place in _PLACES
        ],
    },
    card=CARD,
)
_IDS: list[Row] = [
    {"instance_id": segment, "summarizer_id": system, "summarizer_type": "peer"} for segment, system in PAIRS
]
SACREROUGE = Sample(
    "mine",
    "mine",
    {
        "instances.jsonl.gz": [
            {**place, "summary": {"text": ["öd", "two"]}, "references": [{"text": "öd"}]} for place in _IDS
        ],
        "judgments.jsonl": [{**place, "metrics": {"coverage": 0.5}, "by": "ö"} for place in _IDS],
    },
    card=CARD.replace('"tables"', '"sacrerouge"'),
)
SAMPLES = [SUMMEVAL, TED, REALSUMM, WEBNLG, DSTC7, EMNLP17, NEWSTEST2020, WMT_SYSTEM, TABLES, SACREROUGE]

"""Tables of all shapes as people bring them, by path: how each is written, and what stands in it."""

import bz2
import gzip
import io
import json
from collections.abc import Callable

import pandas as pd
from made_up import Row

WORDS = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa"]
DOCS, SYSTEMS = ("d2", "d10"), ("A", "B", "C")


def text(at: int, step: int, length: int = 5) -> str:
    return " ".join(WORDS[(at + step * place) % len(WORDS)] for place in range(length))


WIDE: list[Row] = [
    {
        "doc": doc,
        "system": system,
        "summary": text(at, rank + 1),
        "ref1": text(at, 1),
        "ref2": text(at, 3, 4),
        "flow": 1 + (2 * at + rank) % 5,
        "style": 0.5 * (at + 3 * rank),
    }
    for at, doc in enumerate(DOCS)
    for rank, system in enumerate(SYSTEMS)
]
Change = Callable[[int, Row], Row]


def rows(change: Change = lambda at, row: {}, drop: str = "", base: list[Row] = WIDE) -> list[Row]:
    """Return the rows with some columns changed, added or, by their names, left out."""
    left = drop.split()
    return [
        {key: value for key, value in {**row, **change(at, row)}.items() if key not in left}
        for at, row in enumerate(base)
    ]


def at_row(number: int, **changes: object) -> list[Row]:
    """Return the rows of which one is changed."""
    return rows(lambda at, row: changes if at == number else {})


def renamed(names: str, base: list[Row] = WIDE) -> list[Row]:
    """Return the rows with columns called otherwise: ``old=new old=new``."""
    new = dict(each.split("=") for each in names.split())
    return [{new.get(key, key): value for key, value in row.items()} for row in base]


def csv(base: list[Row] = WIDE, separator: str = ",", **how: object) -> str:
    return str(pd.DataFrame(base).to_csv(index=False, sep=separator, lineterminator="\n", **how))


def jsonl(base: list[Row] = WIDE) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in base)


def parquet(base: list[Row] = WIDE) -> bytes:
    sink = io.BytesIO()
    pd.DataFrame(base).to_parquet(sink)
    return sink.getvalue()


def sheets(**tables: list[Row]) -> bytes:
    sink = io.BytesIO()
    with pd.ExcelWriter(sink) as book:
        for name, base in tables.items():
            pd.DataFrame(base).to_excel(book, sheet_name=name, index=False)
    return sink.getvalue()


def long(base: list[Row] = WIDE) -> list[Row]:
    """Return a row a rating, with its criterion in a column."""
    return [
        {"doc": row["doc"], "system": row["system"], "criterion": name, "score": row[name]}
        for row in base
        for name in ("flow", "style")
    ]


TEXTS, RATINGS = rows(drop="flow style ref1 ref2"), rows(drop="summary ref1 ref2")
REFERENCES = [{"doc": row["doc"], "reference": row["ref1"]} for row in WIDE[::3]]
RATED = [
    {**row, "rater": rater, "flow": 1 + (at + shift) % 5}
    for at, row in enumerate(rows(drop="style ref2"))
    for shift, rater in enumerate(("ann", "bob"))
]
NESTED = rows(
    lambda at, row: {
        "expert_annotations": [{"flow": row["flow"], "style": row["style"]}, {"flow": 5, "style": at}],
        "crowd": [{"flow": at % 3, "style": 1}],
        "references": [row["ref1"], row["ref2"]],
        "metrics": {"rouge": 0.5},
    },
    "flow style ref1 ref2",
)
OF_SYSTEMS = [
    {"id": doc, "A": text(at, 1), "B": text(at, 2), "human": text(at, 3), "ref": text(at, 3)}
    for at, doc in enumerate(DOCS)
]
RATED_SYSTEMS = [
    {"id": doc, "system": system, "rating": 1 + (at + rank) % 4}
    for at, doc in enumerate(DOCS)
    for rank, system in enumerate(("A", "B", "human"))
]
PEOPLE = [
    *rows(drop="ref1 ref2"),
    *(
        {**row, "system": name, "summary": text(at, 4 + n), "flow": 5, "style": 3}
        for n, name in enumerate(("human", "ref-B"))
        for at, row in enumerate(rows(drop="ref1 ref2")[::3])
    ),
]
MQM = [
    {
        "system": system,
        "doc": "t",
        "seg_id": seg,
        "rater": rater,
        "source": f"quelle {seg}",
        "target": f"<v>{system} says</v> {seg} now",
        "category": category,
        "severity": severity,
        "note": note,
    }
    for seg in (1, 2)
    for system in SYSTEMS
    for rater, category, severity, note in (
        ("r1", "Accuracy/Omission", "Major", "x"),
        ("r1", "Fluency/Punctuation", "minor", None),
        ("r2", "Style", "Minor", None),
        ("r2", "Non-translation!", "Major", "y"),
    )[: 1 + (seg + ord(system)) % 4]
]
MQM_REFERENCES = [{"seg_id": seg, "reference": f"it says {seg}"} for seg in (1, 2)]
GERMAN = renamed("doc=Dokument system=sys summary=Zusammenfassung ref1=Referenz flow=Fluss style=Stil")
_LINES = {
    "out/new.A.de-en.txt": "a one\na two\na three\n",
    "out/new.B.de-en.txt": "b one\nb two\nb three\n",
    "ref/new.ref.en": "one it is\ntwo it is\nthree it is\n",
    "src/new.src.de": "eins\nzwei\ndrei\n",
}
_RATINGS_OF_LINES = "segment,system,rating\n" + "".join(
    f"{line},{system},{line + rank}\n" for line in (1, 2, 3) for rank, system in enumerate("AB")
)
Files = dict[str, str | bytes]
WELL_MADE: dict[str, Files] = {
    "commas": {"x.csv": csv()},
    "tabs": {"x.tsv": csv(separator="\t")},
    "semicolons and decimal commas": {"x.csv": csv(separator=";", decimal=",")},
    "bars": {"x.txt": csv(separator="|")},
    "blanks": {"x.txt": csv(rows(lambda at, row: {"summary": text(at, 2)}), separator=" ")},
    "mark, CRLF and an empty row": {
        "x.csv": b"\xef\xbb\xbf" + (csv() + ",,,,,,\n").replace("\n", "\r\n").encode()
    },
    "lines of old Macs": {"x.csv": csv().replace("\n", "\r")},
    "last line without end": {"x.csv": csv().rstrip("\n")},
    "gzipped": {"x.csv.gz": gzip.compress(csv().encode())},
    "bzip2": {"x.tsv.bz2": bz2.compress(csv(separator="\t").encode())},
    "lines of JSON": {"my data.jsonl": jsonl()},
    "a list of objects": {"x.json": json.dumps(WIDE)},
    "an object with a list": {"x.json": json.dumps({"version": 1, "data": WIDE})},
    "Parquet": {"x.parquet": parquet()},
    "sheets": {"x.xlsx": sheets(notes=[{"a": 1}], ratings=WIDE, empty=[])},
    "German": {"x.csv": csv(GERMAN)},
    "lists in cells": {
        "x.csv": csv(rows(lambda at, row: {"refs": json.dumps([row["ref1"], row["ref2"]])}, "ref1 ref2"))
    },
    "one criterion a row": {"x.csv": csv(TEXTS), "y.csv": csv(long()), "z.csv": csv(REFERENCES)},
    "raters in rows": {"x.csv": csv(RATED)},
    "raters in lists": {"x.jsonl": jsonl(NESTED)},
    "raters named in lists": {
        "x.jsonl": jsonl(
            rows(
                lambda at, row: {
                    "ratings": [{"who": "z", "annotator": "ann", "flow": at}, {"annotator": "ann", "flow": 2}]
                },
                "flow style ref2",
            )
        )
    },
    "numbers in lists": {
        "x.jsonl": jsonl(rows(lambda at, row: {"flow": [at, 2, None][: 2 + at % 2]}, "ref2"))
    },
    "references as objects": {
        "x.jsonl": jsonl(
            rows(
                lambda at, row: {
                    "refs": [{"text": row["ref1"], "by": "a b c"}, {"text": row["ref2"], "by": "d e f"}]
                },
                "ref1 ref2",
            )
        )
    },
    "weights": {"x.csv": csv(rows(lambda at, row: {"weight1": 0.5, "weight2": -0.25 if at < 3 else "NA"}))},
    "a column a system": {"x.csv": csv(OF_SYSTEMS), "y.csv": csv(RATED_SYSTEMS)},
    "people among systems": {"x.csv": csv(PEOPLE)},
    "documents and lines": {
        "x.csv": csv(
            rows(
                lambda at, row: {
                    "document": f"t{at // 6}",
                    "line": 1 + at // 3 % 2,
                    "domain": "news",
                    "ref1": "a b c",
                },
                "doc ref2",
                [*WIDE, *WIDE],
            )
        )
    },
    "tasks": {"x.csv": csv(rows(lambda at, row: {"lp": "en-de" if at < 3 else "en-fr"}))},
    "tables of one kind each": {"x.csv": csv(TEXTS), "y.csv": csv(RATINGS), "z.csv": csv(REFERENCES)},
    "named references": {
        "x.csv": csv(rows(drop="ref1 ref2")),
        "z.csv": csv(
            [
                {"doc": row["doc"], "refid": name, "text": row[name]}
                for row in WIDE[::3]
                for name in ("ref1", "ref2")
            ]
        ),
    },
    "several references a row": {
        "x.csv": csv(rows(drop="ref1 ref2")),
        "z.csv": csv([{"doc": row["doc"], "ref1": row["ref1"], "ref2": row["ref2"]} for row in WIDE[::3]]),
    },
    "marked errors": {"x.tsv": csv(MQM, "\t"), "z.csv": csv(MQM_REFERENCES)},
    "what is judged is a text": {
        "x.csv": csv(rows(lambda at, row: {"prompt": f"what of {text(at // 3, 7)} ?"}, "doc"))
    },
    "long inputs": {"x.csv": csv(rows(lambda at, row: {"article body": " ".join([str(row["doc"])] * 12)}))},
    "outputs, references, judgments": {
        "outputs.csv": csv(renamed("doc=segment summary=text", TEXTS)),
        "references.tsv": csv(
            [{"segment": doc, "reference": "r", "text": "a b", "weight": 0.5} for doc in DOCS], "\t"
        ),
        "judgments.jsonl": jsonl(renamed("doc=segment", long())),
    },
    "lines of texts": {**_LINES, "ratings.csv": _RATINGS_OF_LINES},
    "lines from 0": {**_LINES, "ratings.csv": _RATINGS_OF_LINES.replace("\n3", "\n0")},
    "lines with other names": {
        **{name.replace("new.A", "A").replace("new.B", "B"): each for name, each in _LINES.items()},
        "ref/b.ref": "four it is\nfive it is\nsix it is\n",
        "human/ratings.csv": "",
        "README": "about",
        "ratings.tsv": _RATINGS_OF_LINES.replace(",", "\t"),
    },
    "no system": {"x.csv": csv(rows(drop="system")[::3])},
    "one system": {"x.csv": csv(WIDE[::3])},
    "one segment": {"x.csv": csv(WIDE[:3])},
    "gaps": {"x.csv": csv(rows(lambda at, row: {"flow": ("", "NA", "-", "?", "nan")[at] if at < 5 else 3}))},
    "more than numbers": {
        "x.csv": csv(rows(lambda at, row: {"flow": f"{row['flow']}/5", "style": f"{at} - good"}))
    },
    "percent, out of and truths": {
        "x.csv": csv(
            rows(
                lambda at, row: {
                    "flow": f"{10 * at} %",
                    "style": f"{at} out of 9",
                    "ok": ("True", "FALSE")[at % 2],
                }
            )
        )
    },
    "other columns": {
        "x.csv": csv(
            rows(lambda at, row: {"kind": "xyz"[at % 3], "rouge1": at / 9, "time": at, "hue": "red"})
        )
    },
}
"""Files of a folder called data; a single one is read by its own path."""

"""Tables that are not well made, by kinds of faults; and what is said about columns of one that is."""

import gzip
import json
from typing import Any

import numpy as np
import pandas as pd
from kept.tables import (
    OF_SYSTEMS,
    PEOPLE,
    RATED,
    RATED_SYSTEMS,
    REFERENCES,
    TEXTS,
    WIDE,
    Files,
    at_row,
    csv,
    jsonl,
    long,
    parquet,
    renamed,
    rows,
    text,
)

GOOD = csv()
HEAD, *LINES = GOOD.splitlines()


def one(content: str | bytes, name: str = "x.csv") -> Files:
    return {name: content}


def lines(*changed: str, name: str = "x.csv") -> Files:
    return one("\n".join([*changed, ""]), name)


FILES: dict[str, Files] = {
    "empty": one(""),
    "blank": one(" \n\n"),
    "names alone": lines(HEAD),
    "a cell missing": lines(HEAD, LINES[0], LINES[1].rpartition(",")[0]),
    "a cell more": lines(HEAD, LINES[0] + ",7"),
    "a tab in a text": lines("doc\tsystem\ttext", "1\tA\ta\tb", name="x.tsv"),
    "quotation open": lines(HEAD, f'"{LINES[0]}', *LINES[1:]),
    "quote in a quotation": lines(HEAD, 'd1,A,"a "b" c",x,y,1,2'),
    "names again": lines(HEAD, *LINES, HEAD),
    "a name twice": lines(f"{HEAD},flow", *(f"{line},1" for line in LINES)),
    "unnamed": lines("a study,,,,,,", HEAD, *LINES),
    "UTF-16": one(GOOD.encode("utf-16")),
    "Latin-1": one(GOOD.replace("alpha", "älpha").encode("latin-1")),
    "Latin-1 later": one(GOOD.replace("d10", "ä").encode("latin-1")),
    "a sheet called csv": one(b"PK\3\4\xff\xff"),
    "Parquet called csv": one(parquet()),
    "a pointer": lines("version https://git-lfs.github.com/spec/v1", "oid sha256:0", "size 7"),
    "a page": lines("<!DOCTYPE html>", "<html>", "</html>"),
    "a page too": lines("<html lang='en'>", "<p>"),
    "no gzip": one(b"\x1f\x8bx", "x.csv.gz"),
    "gzip cut off": one(gzip.compress(GOOD.encode())[:-12], "x.csv.gz"),
    "no bzip2": one(b"x", "x.csv.bz2"),
    "no Parquet": one(b"PAR1", "x.parquet"),
    "no sheet": one(b"PK", "x.xlsx"),
    "unknown ending": one("x", "x.docx"),
    "JSON of one": one('{"doc": 1}', "x.json"),
    "JSON of objects": one('{"a": {"doc": 1}, "b": {"doc": 2}}', "x.json"),
    "JSON of numbers": one("[1, 2]", "x.json"),
    "JSON of two lists": one('{"a": [{"doc": 1}], "b": [{"doc": 2}]}', "x.json"),
    "JSON lines": one(jsonl(), "x.json"),
    "JSON broken": one("[{", "x.json"),
    "JSON deep": one("[" * 9000, "x.json"),
    "lines of a list": one(json.dumps(WIDE), "x.jsonl"),
    "a line of a number": one("7\n", "x.jsonl"),
    "a comma behind": one(jsonl().replace("}\n", "},\n"), "x.jsonl"),
    "a field twice": one('{"a": 1, "a": 2}\n', "x.jsonl"),
    "half a letter": one('{"a": "\\ud800"}\n', "x.jsonl"),
    "long digits": one(f'{{"a": {"9" * 5000}}}\n', "x.jsonl"),
    "a folder of nothing": {"a/b/c.md": "x", "d.md": "x"},
}
"""Files that are not what they are called, or not whole."""
_WORDS = dict(zip(range(9), ("good", "bad", "fair") * 3, strict=True))
VALUES: dict[str, Files] = {
    "no segment": one(csv(at_row(3, doc=""))),
    "NA for a system": one(jsonl(at_row(3, system=None)), "x.jsonl"),
    "decimals for a segment": one(jsonl(rows(lambda at, row: {"doc": at // 3 + 0.5})), "x.jsonl"),
    "a truth for a system": one(jsonl(at_row(3, system=True)), "x.jsonl"),
    "a list for a segment": one(jsonl(at_row(3, doc=["d1"])), "x.jsonl"),
    "a text that is a number": one(jsonl(at_row(3, summary=7)), "x.jsonl"),
    "a text that is a list of numbers": one(jsonl(at_row(3, summary=[7])), "x.jsonl"),
    "texts that are lists": one(
        jsonl(rows(lambda at, row: {"summary": [row["summary"], "so it is"]})), "x.jsonl"
    ),
    "no text": one(jsonl(at_row(3, summary=None)), "x.jsonl"),
    "words": one(csv(rows(lambda at, row: {"flow": _WORDS[at]}))),
    "words here and there": one(csv(rows(lambda at, row: {"flow": "good" if at in (3, 5) else at}))),
    "two words": one(
        csv(
            rows(
                lambda at, row: {"flow": _WORDS[at] if at in (3, 4) else at, "style": "x" if at == 4 else at}
            )
        )
    ),
    "commas for points": one(csv(rows(lambda at, row: {"flow": f"{at},5"}))),
    "two scales": one(csv(rows(lambda at, row: {"flow": f"{at}/5" if at < 4 else f"{at}/10"}))),
    "of five and alone": one(csv(rows(lambda at, row: {"flow": f"{at % 5}/5" if at != 4 else 4}))),
    "long digits": one(csv(at_row(3, flow="12345678901234567"))),
    "infinite": one(jsonl(at_row(3, flow=float("1e308") * 10)), "x.jsonl"),
    "huge": one(csv(at_row(3, flow="1e200"))),
    "a list for a rating": one(jsonl(at_row(3, flow={"a": 1})), "x.jsonl"),
    "weights from 1 to 5": one(csv(rows(lambda at, row: {"weight1": 4, "weight2": 1}))),
    "weights in words": one(csv(rows(lambda at, row: {"weight1": 0.5, "weight2": "x" if at == 3 else 1}))),
    "lists and no lists": one(
        csv(rows(lambda at, row: {"refs": '["a b c"]' if at else "a b c"}, "ref1 ref2"))
    ),
    "a week of faults": one(jsonl(rows(lambda at, row: {"doc": None, "summary": 7})), "x.jsonl"),
}
"""Cells that are no names, texts or numbers."""
WHOLES: dict[str, Files] = {
    "other references": one(csv(at_row(4, ref1="quite another one"))),
    "a text twice": lines(HEAD, *LINES, LINES[0]),
    "a rating twice": lines(HEAD, *LINES, LINES[0].replace(",1,", ",2,")),
    "a rating of raters twice": one(csv([*RATED, RATED[0]])),
    "no raters": one(csv(rows(drop="rater", base=RATED))),
    "a rater missing": one(csv([{**row, "rater": ""} if at == 3 else row for at, row in enumerate(RATED)])),
    "unknown system": {"x.csv": csv(TEXTS), "y.csv": csv(long()) + "d1,Z,flow,3\n", "z.csv": csv(REFERENCES)},
    "other spelling": {
        "x.csv": csv(TEXTS),
        "y.csv": csv(long()).replace(",B,", ",b,").replace("d1,", "D01,"),
        "z.csv": csv(REFERENCES),
    },
    "unknown segments": {
        "x.csv": csv(TEXTS),
        "y.csv": csv(long()),
        "z.csv": csv(REFERENCES) + "".join(f"e{n},x\n" for n in range(5)),
    },
    "outputs that are not there": {"x.csv": csv(TEXTS[1:-1]), "y.csv": csv(long()), "z.csv": csv(REFERENCES)},
    "unknown tasks": {
        "x.csv": csv([{**row, "task": "t"} for row in TEXTS]),
        "y.csv": csv([{**row, "task": "t" if at < 9 else "u"} for at, row in enumerate(long())]),
        "z.csv": csv([{**row, "task": "t"} for row in REFERENCES]),
    },
    "tasks in some tables": {
        "x.csv": csv([{**row, "task": "tu"[at % 2]} for at, row in enumerate(TEXTS)]),
        "y.csv": csv(long()),
        "z.csv": csv(REFERENCES),
    },
    "segments without references": {"x.csv": csv(TEXTS), "y.csv": csv(long()), "z.csv": csv(REFERENCES[:1])},
    "no references": one(csv(rows(drop="ref1 ref2"))),
    "empty references": one(csv(rows(lambda at, row: {"ref1": "", "ref2": ""}))),
    "one without references": one(
        csv(rows(lambda at, row: {"ref1": "", "ref2": ""} if row["doc"] == "d1" else {}))
    ),
    "no ratings": one(csv(rows(drop="flow style"))),
    "empty ratings": one(csv(rows(lambda at, row: {"flow": "", "style": "NA"}))),
    "no texts": one(csv(rows(drop="summary"))),
    "no texts and references": one(csv(rows(drop="summary ref1 ref2"))),
    "texts of an unknown kind": one(csv(renamed("summary=what ref1=where ref2=why"))),
    "no segments": one(csv(rows(drop="doc"))),
    "no systems": one(csv(rows(drop="system"))),
    "ratings without segments": {
        "x.csv": csv(TEXTS),
        "y.csv": csv(rows(drop="doc", base=long())),
        "z.csv": csv(REFERENCES),
    },
    "ratings without systems": {
        "x.csv": csv(TEXTS),
        "y.csv": csv(rows(drop="system", base=long())),
        "z.csv": csv(REFERENCES),
    },
    "criterion missing": {
        "x.csv": csv(TEXTS),
        "y.csv": csv(long()).replace("flow", "", 1),
        "z.csv": csv(REFERENCES),
    },
    "documents in two domains": one(csv(rows(lambda at, row: {"domain": "ab"[at % 2], "document": "t"}))),
    "a segment for all": one(csv(rows(lambda at, row: {"doc": "*"}))),
    "lines lost": {
        "out/A.txt": "one two\nthree four\n",
        "out/B.txt": "one two\n",
        "ref.txt": "a b\nc d\n",
        "r.csv": "segment,system,rating\n1,A,2\n",
    },
    "all people": one(csv([{**row, "system": f"human{row['system']}"} for row in PEOPLE])),
    "severities": one(
        "system\trater\tsource\ttarget\tcategory\tseverity\tdoc\nA\tr\tx\ta b\tStyle\tGrave\t1\n", "x.tsv"
    ),
    "another target": one(
        "system\trater\tsource\ttarget\tcategory\tseverity\tdoc\n"
        "A\tr\tx\ta b\tStyle\tMinor\t1\nA\tr\tx\tc d\tStyle\tMinor\t1\n",
        "x.tsv",
    ),
    "target no text": one(
        jsonl(
            [{"system": "A", "rater": "r", "target": None, "category": "x", "severity": "Minor", "doc": 1}]
        ),
        "x.jsonl",
    ),
}
"""Tables that contradict themselves or each other, or lack a part."""
BAD = {"files": FILES, "values": VALUES, "wholes": WHOLES}
FRAME = pd.DataFrame(WIDE)
CALLS: dict[str, dict[str, Any]] = {
    "all named": {
        "text": "summary",
        "references": ["ref2"],
        "segment": "doc",
        "system": "system",
        "criteria": "style",
    },
    "other names": {"criteria": {"flow of it": "flow"}, "references": {"first": "ref1", "second": "ref2"}},
    "names in one": {"criteria": ["quality=flow", "quality=style"]},
    "lower": {"lower": "flow"},
    "lower is none": {"lower": ["flaw"]},
    "people": {"people": "B"},
    "people by pattern": {"people": ["[AB]"], "references": None},
    "people who are none": {"people": "human*"},
    "all are people": {"people": ["A", "[BC]"]},
    "left out": {"leave_out": ["ref2"]},
    "no column": {"text": "sumary", "criteria": ["flow", "stile"]},
    "columns of nobody": {"criteria": ["a", "b", "c", "d", "e", "f"]},
    "a key of none": {"referenses": "ref1"},
    "a number for a column": {"text": 7},
    "a column itself": {"text": FRAME["summary"]},
    "one for two": {"text": "ref1", "references": ["ref1"]},
    "one as three": {"segment": "system", "rater": "system"},
    "twice": {"criteria": ["flow", "flow"]},
    "weights for one": {"weights": ["style"]},
    "a path to nothing": {"criteria": "flow[].x"},
    "a column of criteria": {"criterion_name": "system", "criteria": ["flow", "style"]},
    "words": {"words": {"good": 4}},
    "words without numbers": {"words": ["good"]},
    "several segments": {"segment": ["doc", "ref1"]},
    "a name": {"name": "my data"},
    "unmatched": {"unmatched": "keep"},
    "judgments are no frame": {"judgments": "x.csv"},
    "judgments apart": {"judgments": pd.DataFrame(long()), "criteria": None},
    "judgments dropped": {
        "judgments": pd.DataFrame([*long(), {"doc": "d1", "system": "Z", "criterion": "flow", "score": 1}]),
        "unmatched": "drop",
        "criteria": None,
    },
    "references apart": {"references": pd.DataFrame(REFERENCES), "text": "summary"},
    "document": {"document": "doc", "segment": "ref1"},
    "by rater": {"rater": "ref2"},
    "six": {"text": ("summary", "ref1"), "references": "ref2", "system": None},
}
"""What is said to `workbench.data` beside the frame."""
OTHERS: dict[str, tuple[Any, dict[str, Any]]] = {
    "index with a name": (FRAME.set_index("doc"), {}),
    "two columns of one name": (FRAME.rename(columns={"style": "flow"}), {}),
    "no rows": (FRAME.iloc[:0], {}),
    "no frame": (WIDE, {}),
    "holes": (FRAME.assign(doc=[1.0, 1, 1, 2, 2, None]), {}),
    "days": (FRAME.assign(doc=pd.to_datetime(["2024-01-31T00:00", "2024-03-01T12:30"])[:2].repeat(3)), {}),
    "arrays": (FRAME.assign(flow=[np.array([1, 2])] * 6), {}),
    "words": (FRAME.assign(flow=["good", "Bad ", "fair"] * 2), {"words": {"good": 3, "bad": 1, "fair": 2}}),
    "systems in columns": (pd.DataFrame(OF_SYSTEMS), {"judgments": pd.DataFrame(RATED_SYSTEMS)}),
    "systems in named columns": (
        pd.DataFrame(OF_SYSTEMS),
        {
            "judgments": pd.DataFrame(RATED_SYSTEMS),
            "text": ["A", "B"],
            "references": "ref",
            "unmatched": "drop",
        },
    ),
    "people and references": (
        pd.DataFrame(OF_SYSTEMS),
        {"judgments": pd.DataFrame(RATED_SYSTEMS), "text": ["A", "B", "human"], "people": "human"},
    ),
    "criteria of a long table": (
        pd.DataFrame(TEXTS),
        {"judgments": pd.DataFrame(long()), "criteria": "score", "references": pd.DataFrame(REFERENCES)},
    ),
    "people rated by several": (
        pd.DataFrame([{**row, "rater": who} for row in PEOPLE for who in ("ann", "bob")]),
        {},
    ),
    "empty references in capitals": (
        FRAME.rename(columns={"ref1": "REF"}).assign(REF="").drop(columns="ref2"),
        {},
    ),
    "words in two columns": (
        FRAME.assign(flow=[1, 2, "x", "y", "x", 4], style=[1, "u", 3, 4, "v", 6]),
        {"criteria": ["flow", "style"]},
    ),
    "a text of another name": (FRAME.rename(columns={"summary": "what"}), {}),
    "two texts of other names": (FRAME.rename(columns={"summary": "what"}).assign(why="so it is"), {}),
    "a weight that is none": (FRAME.assign(w1=0.5, w2=["x", 1, 1, 0.25, 1, 1]), {"weights": ["w1", "w2"]}),
    "a reference is a system": (
        pd.DataFrame(rows(lambda at, row: {"ref1": text(at // 3, 1), "summary": text(at // 3, 1 + at % 3)})),
        {"references": {"A": "ref1"}},
    ),
}

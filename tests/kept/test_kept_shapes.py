"""Tables of shapes that are seldom met, kept: which columns are taken for what."""

import json
from pathlib import Path

import pytest
from kept.readings import first, frames, keep, outcome, somewhere, together, write
from kept.tables import OF_SYSTEMS, REFERENCES, TEXTS, WIDE, csv, jsonl, long, renamed, rows, sheets, text

import workbench

_PEOPLE = [
    {"id": each["id"], "A": each["A"], "B": each["B"], "rating": 3, "ref": each["ref"]} for each in OF_SYSTEMS
]
TABLES: dict[str, dict[str, str | bytes]] = {
    "a sheet": {"x.xlsx": sheets(ratings=WIDE)},
    "no rows in a sheet": {"x.xlsx": sheets(ratings=[], notes=[])},
    "a heading in a sheet": {
        "x.xlsx": sheets(ratings=[{"": "a study", " ": ""}, {"": "doc", " ": "system"}])
    },
    "empty cells in a sheet": {"x.xlsx": sheets(ratings=[{"Unnamed: 1": 1, "Unnamed: 2": 2, "doc": 3}])},
    "blanks above": {"x.csv": "  \n\n" + csv()},
    "one system and reference": {"x.csv": csv(rows(drop="system ref2")[::3])},
    "a folder of a file": {"x.csv": csv(), "notes.txt": "a remark\nof two lines\n"},
    "references a line": {"x.csv": csv(rows(drop="ref1 ref2")), "ref.txt": "a b\nc d\n"},
    "columns like their files": {
        "out/A.txt": "a b\nc d\n",
        "out/B.txt": "e f\ng h\n",
        "ref/A.txt": "a c\nc e\n",
        "r.csv": "segment,system,rating\n1,A,1\n1,B,2\n2,A,3\n2,B,4\n",
    },
    "lines lost": {
        "out/A.txt": "a b\nc d\n",
        "out/B.txt": "e f\ng\nh\n",
        "ref.txt": "a c\nc e\n",
        "r.csv": "segment,system,rating\n1,A,1\n1,B,2\n",
    },
    "lines without names": {"a/x": ""}
    | {f"out/{name}.hyp": "a b\nc d\n" for name in "AB"}
    | {
        "gold.ref": "a\nb\n",
        "docs.src": "c\nd\n",
        "r.jsonl": jsonl([{"line": n, "sys": s, "score": n} for n in (1, 2) for s in "AB"]),
    },
    "a JSON with a string": {"x.json": json.dumps({"name": "x", "rows": WIDE, "of": {"a": 1}})},
    "columns of objects": {
        "x.jsonl": jsonl(
            rows(
                lambda at, row: {"human": {"flow": at % 4, "style": None}, "info": {"a": {"b": text(at, 1)}}},
                "flow style",
            )
        )
    },
    "references in an object": {
        "x.jsonl": jsonl(
            rows(lambda at, row: {"refs": {"gold": row["ref1"], "other": row["ref2"]}}, "ref1 ref2")
        )
    },
    "lists of texts": {
        "x.jsonl": jsonl(
            rows(lambda at, row: {"summary": str(row["summary"]).split(), "ref1": [row["ref1"]]}, "ref2")
        )
    },
    "weights in lists": {
        "x.jsonl": jsonl(
            rows(lambda at, row: {"refs": [row["ref1"], row["ref2"]], "weights": [0.5, None]}, "ref1 ref2")
        )
    },
    "long weights": {
        "x.jsonl": jsonl(
            rows(lambda at, row: {"refs": [row["ref1"], row["ref2"], ""], "ref_w": [0.5]}, "ref1 ref2")
        )
    },
    "a reference of numbers": {
        "x.jsonl": jsonl(rows(lambda at, row: {"ref1": [row["ref1"], "x"] if at else [row["ref1"], 3]}))
    },
    "named several times": {
        "x.csv": csv(TEXTS),
        "y.csv": csv(long()),
        "z.csv": csv([{**row, "refid": "r"} for row in REFERENCES * 2]),
    },
    "references of the texts' name": {
        "x.csv": csv(renamed("summary=text", TEXTS)),
        "y.csv": csv(long()),
        "z.csv": csv([{"doc": row["doc"], "text": row["reference"]} for row in REFERENCES]),
    },
    "short references": {
        "x.csv": csv(rows(lambda at, row: {"summary": "yes" if at % 2 else "no", "ref1": "no"}, "ref2"))
    },
    "Chinese": {
        "x.csv": csv(
            rows(lambda at, row: {"summary": "这是一只猫" + "x" * at, "ref1": "这是一只猫吗"}, "ref2")
        )
    },
    "Zusammenfassungen": {
        "x.csv": csv(
            renamed("doc=Satz-Nr system=Team summary=Übersetzung ref1=Referenz_2 ref2=ref_b flow=Note")
        )
    },
    "numbers of rows": {
        "x.csv": csv(rows(lambda at, row: {"": at, "Unnamed: 0": at, "annotator": f"w{at % 2}"}))
    },
    "means beside ratings": {
        "x.jsonl": jsonl(rows(lambda at, row: {"a": [{"flow": 1}, {"flow": at}]}, "style"))
    },
    "many numbers in a list": {
        "x.jsonl": jsonl(rows(lambda at, row: {"twenty": [at] * 20, "more": [at] * 21}, "flow style"))
    },
}


def test_tables_of_other_shapes() -> None:
    pytest.importorskip("openpyxl")
    said = {}
    for name, files in TABLES.items():
        with somewhere() as here:
            write({f"data/{file}": content for file, content in files.items()})
            path = Path("data") if len(files) > 1 else Path("data", next(iter(files)))

            def found(path: Path = path) -> list[str]:
                data = workbench.load(path)
                return [data.card.mapping.command([Path("x")]) if data.card.mapping else "", *frames(data)]

            said[name] = first(4, outcome(found))
    keep("seldom-tables", together(said), here)

"""Files that no reader of ours wrote: many separators, encodings and nestings, by path or by import."""

import json
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

import workbench
from workbench.cli import main
from workbench.datasets.mapping.sources import read_source
from workbench.errors import DataError, SpecError

ROWS = [
    (
        f"d{number}",
        system,
        f'the "{system}" cat, sat {number}',
        f"a cat sat down {number}",
        number % 3 + place + 0.5,
    )
    for number in range(4)
    for place, system in enumerate("ABC")
]


def separated(separator: str, comma: bool = False, quote: str = '"') -> str:
    """Write a row an output, texts with quotes and commas in them."""
    lines = [separator.join(("id", "system", "output", "reference", "rating"))]
    for segment, system, text, reference, rating in ROWS:
        texts = [f"{quote}{each.replace(chr(34), quote * 2 or chr(34))}{quote}" for each in (text, reference)]
        number = str(rating).replace(".", ",") if comma else str(rating)
        lines.append(separator.join((segment, system, *texts, number)))
    return "\n".join(lines) + "\n"


WIDE = separated(",")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("x.csv", WIDE.encode()),
        ("x.csv", b"\xef\xbb\xbf" + WIDE.replace("\n", "\r\n").encode()),
        ("x.csv", separated(";").encode()),
        ("x.csv", separated(";", comma=True).encode()),
        ("x.csv", separated("|").encode()),
        ("x.tsv", separated("\t").encode()),
        ("x.tsv", separated("\t", quote="").encode()),
        ("x.txt", separated("\t", quote="").encode()),
    ],
    ids=["commas", "mark and CRLF", "semicolons", "decimal commas", "bars", "quoted", "as it is", "txt"],
)
def test_separated_files_are_read_as_they_are(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    own = workbench.load(tmp_path / name)
    assert own.outputs["text"].iloc[0] == 'the "A" cat, sat 0'
    assert own.judgments["score"].tolist() == [row[4] for row in ROWS]
    assert (len(own.outputs), len(own.references)) == (12, 4)


@pytest.mark.parametrize("separator", [",", ";", "|", "\t"])
@pytest.mark.parametrize("ending", ["csv", "tsv", "txt"])
def test_tables_are_read_as_r_writes_them(tmp_path: Path, ending: str, separator: str) -> None:
    """All names and texts are quoted, and the numbers of rows come first without a name."""
    first = [f'"{name}"' for name in ("", "id", "system", "output", "reference", "rating")]
    rows = [
        [f'"{at}"', *(f'"{each.replace(chr(34), chr(34) * 2)}"' for each in texts), str(rating)]
        for at, (*texts, rating) in enumerate(ROWS, start=1)
    ]
    path = tmp_path / f"x.{ending}"
    path.write_text("".join(f"{separator.join(row)}\n" for row in [first, *rows]), encoding="utf-8")
    own = workbench.load(path)
    assert own.outputs["text"].iloc[0] == 'the "A" cat, sat 0'
    assert own.judgments["score"].tolist() == [row[4] for row in ROWS]


@pytest.mark.parametrize("name", ["x.parquet", "x.json", "x.jsonl", "x.jsonl.gz"])
def test_other_files_are_read(tmp_path: Path, name: str) -> None:
    frame = pd.DataFrame(ROWS, columns=["id", "system", "output", "reference", "rating"])
    if name.endswith("parquet"):
        frame.to_parquet(tmp_path / name)
    else:
        frame.to_json(tmp_path / name, orient="records", lines="jsonl" in name)
    own = workbench.load(tmp_path / name)
    assert own.judgments["score"].tolist() == [row[4] for row in ROWS]
    assert own.fingerprint == workbench.data(frame).fingerprint


def test_a_line_that_is_wholly_quoted_keeps_its_quotes(tmp_path: Path) -> None:
    (tmp_path / "x.tsv").write_text('id\ttext\n1\t"Go!"\n2\tShe said "no".\n', encoding="utf-8")
    assert [row["text"] for _, row in read_source(tmp_path / "x.tsv").rows] == ['"Go!"', 'She said "no".']


def test_an_empty_cell_among_lists_is_a_list_of_nothing(tmp_path: Path) -> None:
    for cells, found in (
        (['"[""a, b"", ""c""]"', "", "['d']", '" "', "[1, 2.5]"], [["a, b", "c"], [], ["d"], [], [1, 2.5]]),
        (["[1]", "[2]", "none", "x"], ["[1]", "[2]", "none", "x"]),
        (["[a]", "[b]", "[c"], ["[a]", "[b]", "[c"]),
    ):
        quoted = [each if each.startswith('"') else f'"{each}"' for each in cells]
        lines = [f"s{number},{each}" for number, each in enumerate(quoted)]
        (tmp_path / "x.csv").write_text("\n".join(["id,refs", *lines, ""]), encoding="utf-8")
        assert [row["refs"] for _, row in read_source(tmp_path / "x.csv").rows] == found
    (tmp_path / "x.csv").write_text('id,refs\ns0,"[1]"\ns1,"[2"\ns2,"[3]"\n', encoding="utf-8")
    with pytest.raises(DataError, match=r"x\.csv:3: refs is no list as in other rows: got '\[2'"):
        read_source(tmp_path / "x.csv")


@pytest.mark.parametrize("cell", ["3", "true", '"""a text"""', '"{""a"": 1}"'])
def test_what_json_writes_and_is_no_list_is_none(tmp_path: Path, cell: str) -> None:
    (tmp_path / "x.csv").write_text(f'id,refs\ns0,"[1]"\ns1,{cell}\ns2,"[3]"\n', encoding="utf-8")
    with pytest.raises(DataError, match=r"x\.csv:3: refs is no list as in other rows"):
        read_source(tmp_path / "x.csv")


def test_a_text_file_of_one_column_has_no_separator(tmp_path: Path) -> None:
    """Blanks separate columns only where they do in the first line."""
    (tmp_path / "x.txt").write_text("summary\na cat sat\nthe cat\n", encoding="utf-8")
    assert [row for _, row in read_source(tmp_path / "x.txt").rows] == [
        {"summary": "a cat sat"}, {"summary": "the cat"}
    ]  # fmt: skip
    (tmp_path / "x.txt").write_text('id "a name" n\n7 x 3\n', encoding="utf-8")
    assert [row for _, row in read_source(tmp_path / "x.txt").rows] == [{"id": "7", "a name": "x", "n": "3"}]


def test_windows_encodings_say_how_to_convert(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_bytes("id,system,output\n1,A,Mädchen\n".encode("cp1252"))
    with pytest.raises(DataError, match=r"x\.csv:2: is not UTF-8 .* iconv -f WINDOWS-1252 -t UTF-8 x\.csv"):
        workbench.load(tmp_path / "x.csv")


def test_without_the_package_excel_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "x.xlsx").write_bytes(b"PK")
    with pytest.raises(DataError, match=r"x\.xlsx"):
        workbench.load(tmp_path / "x.xlsx")


def summeval(path: Path) -> Path:
    """Write lines as Fabbri et al. published theirs: nested, per rater, the article as `text`."""
    records = [
        {
            "id": f"dm-test-{number}",
            "decoded": f"the cat {system} sat there {number}",
            "expert_annotations": [
                {"coherence": 1 + (number + rater + place) % 5, "fluency": 5} for rater in range(3)
            ],
            "turker_annotations": [{"coherence": 3, "fluency": 4} for _ in range(5)],
            "references": [f"a cat sat there {number}", f"it was cat number {number}"],
            "model_id": system,
            "filepath": "cnndm/dailymail/stories/x.story",
            "text": "a long article about a cat and where it sat",
        }
        for number in range(4)
        for place, system in enumerate(("M8", "M9", "M10"))
    ]
    path.write_text("".join(json.dumps(each) + "\n" for each in records), encoding="utf-8")
    return path


def run(*arguments: object, code: int = 0, answer: str = "") -> str:
    result = CliRunner().invoke(main, ["data", "import", *map(str, arguments)], input=answer)
    assert result.exit_code == code, result.output
    return result.output


def test_a_nested_file_is_imported_as_the_command_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = summeval(tmp_path / "annotations.aligned.jsonl")
    said = ["--text", "decoded", "--reference", "references", "--segment", "id", "--system", "model_id"]
    ratings = ["--judgment", "expert_annotations[].coherence", "--judgment", "turker_annotations[].coherence"]
    assert "'text' has texts, and is not named. Name it with --reference or --text, or leave it out" in run(
        file, *said, *ratings, "--yes", code=2
    )
    assert list(tmp_path.iterdir()) == [file]
    output = run(file, *said, *ratings, "--leave-out", "text", "--out", "own")
    own = workbench.load("own")
    assert own.criteria == ["coherence"]
    assert own.judgments["rater"].nunique() == 8
    assert "Next: `workbench new own`" in output
    printed = output.splitlines()[0].removeprefix("Columns: workbench data import ")
    assert own.card.source == f"workbench data import {printed}"


def test_names_beside_other_lists_than_that_of_ratings_are_no_raters(tmp_path: Path) -> None:
    frame = pd.DataFrame(ROWS, columns=["id", "system", "output", "reference", "rating"])
    lists = [
        {"ratings": [{"who": who, "flow": row[4]} for who in ("x", "y")], "notes": [{"annotator": "z"}]}
        for row in ROWS
    ]
    nested = frame.drop(columns="rating").join(pd.DataFrame(lists))
    nested.to_json(tmp_path / "x.jsonl", orient="records", lines=True)
    said = run(tmp_path / "x.jsonl", code=2, answer="n\n")
    assert "annotator" not in said.splitlines()[0], said
    renamed = [
        {**each, "ratings": [{"annotator": one["who"], **one} for one in each["ratings"]]} for each in lists
    ]
    nested.assign(ratings=[each["ratings"] for each in renamed]).to_json(
        tmp_path / "x.jsonl", orient="records", lines=True
    )
    assert "--rater 'ratings[].annotator'" in run(tmp_path / "x.jsonl", code=2, answer="n\n").splitlines()[0]


def test_a_proposal_is_printed_and_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wide.csv").write_text(WIDE, encoding="utf-8")
    output = run("wide.csv", code=2)
    assert "--text output --reference reference --segment id --system system --criterion rating" in output
    assert "Nothing was written. Name the columns, or say --yes." in output
    assert "Nothing was written" in run("wide.csv", code=2, answer="n\n")
    run("wide.csv", answer="y\n")
    assert workbench.load("wide").fingerprint == workbench.load("wide.csv").fingerprint
    assert "wide: is there already" in run("wide.csv", "--out", "wide", "--yes", code=2)


def test_several_files_are_parts(tmp_path: Path) -> None:
    frame = pd.DataFrame(ROWS, columns=["id", "system", "output", "reference", "rating"])
    frame[["id", "system", "output"]].to_csv(tmp_path / "out.csv", index=False)
    frame[["id", "reference"]].drop_duplicates().to_csv(tmp_path / "ref.tsv", index=False, sep="\t")
    frame[["id", "system", "rating"]].assign(rater="ann").to_json(
        tmp_path / "jud.jsonl", orient="records", lines=True
    )
    run(
        tmp_path / "out.csv", tmp_path / "ref.tsv", tmp_path / "jud.jsonl", "--yes", "--out", tmp_path / "own"
    )
    own = workbench.load(tmp_path / "own")
    assert own.judgments["rater"].unique().tolist() == ["ann"]
    assert own.outputs.equals(workbench.data(frame).outputs)
    assert own.references["text"].equals(workbench.data(frame).references["text"])


def test_references_in_rows_of_their_own_are_numbered_in_each_segment(tmp_path: Path) -> None:
    """The first column, as pandas writes it, numbers the rows and has no name: it names no reference."""
    frame = pd.DataFrame(ROWS, columns=["id", "system", "output", "reference", "rating"])
    frame[["id", "system", "output", "rating"]].to_csv(tmp_path / "out.csv", index=False)
    rows = [(f"d{at}", f"a cat {number} sat {at}") for at in range(4) for number in range(3 - at % 2)]
    told = pd.DataFrame(rows, columns=["id", "reference"])
    told.to_csv(tmp_path / "ref.csv")
    own = workbench.load(tmp_path).references
    expected = [(f"d{at}", f"ref{number + 1}") for at in range(4) for number in range(3 - at % 2)]
    assert list(zip(own["segment"], own["reference"], strict=True)) == expected
    assert own["text"].tolist() == told["reference"].tolist()


def test_a_card_may_have_the_mapping(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    summeval(folder / "x.jsonl")
    (folder / "card.toml").write_text(
        """
        [mapping]
        text = "decoded"
        references = "references"
        segment = "id"
        system = "model_id"
        criteria = { flow = "expert_annotations[].fluency", coherence = "turker_annotations[].coherence" }
        lower = "flow"

        [raters]
        experts = ["expert*"]
        """,
        encoding="utf-8",
    )
    own = workbench.load("mine", tmp_path)
    assert own.criteria == ["flow", "coherence"]
    assert own.card.criteria["flow"].direction == "lower"
    assert own.card.default_raters == "experts"
    assert workbench.load(folder).fingerprint == own.fingerprint


def test_an_empty_card_is_enough_for_tables(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "card.toml").write_text("", encoding="utf-8")
    (folder / "outputs.csv").write_text("segment,system,text\n1,A,x y\n1,B,x\n", encoding="utf-8")
    (folder / "references.csv").write_text("segment,reference,text\n1,r,x y\n", encoding="utf-8")
    (folder / "judgments.csv").write_text(
        "segment,system,criterion,score\n1,A,fluency,5\n1,B,fluency,NA\n", encoding="utf-8"
    )
    own = workbench.load("mine", tmp_path)
    assert repr(own) == "EvalSet(mine 1, human judgments, all: 2 systems × 1 segment)"
    assert [str(note) for note in own.notes] == ["1 of 2 ratings are missing"]
    (folder / "card.toml").unlink()
    assert workbench.load(folder).fingerprint == own.fingerprint


def test_what_is_no_data_set_is_said(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"is no data set\. A data set has a card\.toml, or tables"):
        workbench.load(tmp_path)
    (tmp_path / "near.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"there is no such file or folder. .* has: near\.csv"):
        workbench.load(tmp_path / "neat.csv")
    with pytest.raises(SpecError, match=r"segment: which column names what was judged\?.*Columns: a, b"):
        workbench.load(tmp_path / "near.csv")
    with pytest.raises(SpecError, match=r"A DataFrame is read by workbench\.data\(frame\)"):
        workbench.load(pd.DataFrame())


def test_segments_that_are_numbered_in_each_document_anew(tmp_path: Path) -> None:
    rows = [
        {"doc": f"t{document}", "seg_id": segment, "system": system,
         "mt": f"a text {document}{segment}{system} x", "ref": f"text {document}", "score": segment}
        for document in range(2) for segment in range(3) for system in "AB"
    ]  # fmt: skip
    pd.DataFrame(rows).to_csv(tmp_path / "x.csv", index=False)
    own = workbench.load(tmp_path / "x.csv")
    assert own.segments("all")[:2] == ["t0:0", "t0:1"]
    assert own.outputs["document"].unique().tolist() == ["t0", "t1"]


def test_a_wide_file_for_each_system_is_one_data_set(tmp_path: Path) -> None:
    """The references stand beside each system's outputs, in each file the same."""
    frame = pd.DataFrame(ROWS, columns=["id", "system", "output", "reference", "rating"])
    for system, mine in frame.groupby("system"):
        mine.to_csv(tmp_path / f"{system}.csv", index=False)
    own = workbench.load(tmp_path)
    assert own.fingerprint == workbench.data(frame.sort_values("system", kind="stable")).fingerprint
    assert (len(own.outputs), len(own.references)) == (12, 4)
    other = frame[frame["system"] == "B"].assign(reference="quite another cat sat down here")
    other.to_csv(tmp_path / "B.csv", index=False)
    with pytest.raises(DataError, match=r"B.csv:2: the references of segment 'd0' are not those of .*A.csv"):
        workbench.load(tmp_path)


def test_a_file_for_each_rater_is_one_data_set(tmp_path: Path) -> None:
    frame = pd.DataFrame(ROWS, columns=["id", "system", "output", "reference", "rating"])
    for rater in ("ann", "bob"):
        frame.assign(rater=rater).to_csv(tmp_path / f"{rater}.csv", index=False)
    own = workbench.load(tmp_path)
    assert (len(own.outputs), len(own.references), len(own.judgments)) == (12, 4, 24)


@pytest.mark.parametrize("orient", ["columns", "index", "split", "records", "table"])
def test_a_table_whose_rows_have_names_is_one_in_any_form_of_pandas(tmp_path: Path, orient: str) -> None:
    frame = pd.DataFrame(ROWS, columns=["id", "system", "output", "reference", "rating"])
    one = frame[frame["system"] == frame["system"].iloc[0]]
    named = one if orient == "records" else one.set_index("id")
    named.to_json(tmp_path / "x.json", orient=orient)
    rows = [row for _, row in read_source(tmp_path / "x.json").rows]
    assert rows == one.to_dict("records")


def test_what_outputs_were_made_from_is_proposed_to_be_left_out(tmp_path: Path) -> None:
    frame = pd.DataFrame(ROWS, columns=["id", "system", "output", "reference", "rating"])
    told = frame["id"].map(lambda name: f"a long story of a cat that sat and sat in house {name}")
    frame.assign(story=told).to_csv(tmp_path / "x.csv", index=False)
    said = CliRunner().invoke(main, ["data", "import", str(tmp_path / "x.csv")], input="n\n").output
    assert "--criterion rating --leave-out story\n" in said
    # without references it may be one
    frame.assign(story=told).drop(columns="reference").to_csv(tmp_path / "w.csv", index=False)
    assert "--leave-out" not in run(tmp_path / "w.csv", code=2, answer="n\n")
    for name, other in (("y.csv", told + frame["system"]), ("z.csv", frame["id"] + " has a cat")):
        frame.assign(story=other).to_csv(tmp_path / name, index=False)
        said = CliRunner().invoke(main, ["data", "import", str(tmp_path / name), "--yes"]).output
        assert "column 'story' has texts, and is not named" in said


HOW_ROWS = 'A row an object: [{...}, {...}], what names it as a field of its own (in pandas orient="records")'


@pytest.mark.parametrize(
    ("content", "rows"),
    [
        ([{"a": 1}, {"b": 2}], [{"a": 1}, {"b": 2}]),
        ({"rows": [{"a": 1}, {"a": 2}], "version": "1"}, [{"a": 1}, {"a": 2}]),
        ({"a": [1, 2], "b": [3, 4]}, [{"a": 1, "b": 3}, {"a": 2, "b": 4}]),
        ({"a": [{"x": 1}, 2], "b": [3, 4]}, [{"a": {"x": 1}, "b": 3}, {"a": 2, "b": 4}]),
        *(
            (one, [one])
            for one in (
                {"a": 1},
                {"x": {"a": 1}},
                {"a": [{"x": 1}], "b": [{"y": 2}]},
                {"a": [1, 2], "b": [3, 4], "note": "of one row"},
                {"a": [1, 2], "b": [3]},
            )
        ),
        ([], []),
        ({"a": [1, 2]}, f"is no list of objects. {HOW_ROWS}"),
        ([1, 2], f"is no list of objects. {HOW_ROWS}"),
        ([{"a": 1}, 2], f"is no list of objects. {HOW_ROWS}"),
        ("a text", f"is no list of objects. {HOW_ROWS}"),
        ({"x": {"a": 1}, "y": {"a": 2, "b": 3}}, [{"id": "x", "a": 1}, {"id": "y", "a": 2, "b": 3}]),
        ({"x": {"id": 7, "a": {}}, "y": {"id": 8, "a": {}}}, [{"id": 7, "a": {}}, {"id": 8, "a": {}}]),
        (
            {"x": {"A": {"t": 1}, "r": 2}, "y": {"r": 3}},
            [{"id": "x", "A": {"t": 1}, "r": 2}, {"id": "y", "r": 3}],
        ),
        ({"entries": [{"1": {"a": 1}}, {"2": {"a": 2}}]}, [{"id": "1", "a": 1}, {"id": "2", "a": 2}]),
        (
            [{"1": {"a": {}}}, {"2": {"a": {}}}],
            f"each object has one key of its own, 1, 2, and all else is below it. {HOW_ROWS}",
        ),
        ([{"1": {"a": 1}}, {"1": {"a": 2}}], [{"1": {"a": 1}}, {"1": {"a": 2}}]),
        ({"0": {"a": 1}, "1": {"a": 2}}, [{"id": "0", "a": 1}, {"id": "1", "a": 2}]),
        ({"0": {"System": 1}, "1": {"System": 2}}, [{"System": 1}, {"System": 2}]),
        ({"d1": {"system": 1}, "d2": {"system": 2}}, [{"id": "d1", "system": 1}, {"id": "d2", "system": 2}]),
        ({"0": {"0": 1}, "1": {"0": 2}}, [{"id": "0", "0": 1}, {"id": "1", "0": 2}]),
        ({"a": {"0": 1, "1": 2}, "b": {"0": {"x": 1}, "1": 4}}, [{"a": 1, "b": {"x": 1}}, {"a": 2, "b": 4}]),
        ({"a": {"0": 1, "1": 2}, "b": {"0": 3}}, [{"id": "a", "0": 1, "1": 2}, {"id": "b", "0": 3}]),
        # a column is all text or all numbers, and rows by name have both
        (
            {"a": {"x": "t", "y": None}, "b": {"x": 1, "y": 2.5}},
            [{"id": "x", "a": "t", "b": 1}, {"id": "y", "a": None, "b": 2.5}],
        ),
        (
            {"x": {"a": "t", "b": 1}, "y": {"a": "u", "b": 2}},
            [{"id": "x", "a": "t", "b": 1}, {"id": "y", "a": "u", "b": 2}],
        ),
        (
            {"a": {"x": 1, "y": 2}, "b": {"x": 3, "y": 2.5}},
            [{"id": "a", "x": 1, "y": 2}, {"id": "b", "x": 3, "y": 2.5}],
        ),
        ({"a": {"x": "t"}, "b": {"x": 1}}, [{"id": "a", "x": "t"}, {"id": "b", "x": 1}]),
        ({"columns": ["a", "b"], "data": [[1, 2], [3, 4]]}, [{"a": 1, "b": 2}, {"a": 3, "b": 4}]),
        (
            {"columns": ["a"], "index": ["x", "y"], "data": [[1], [2]]},
            [{"id": "x", "a": 1}, {"id": "y", "a": 2}],
        ),
        ({"columns": ["a"], "index": ["x"], "data": [[1], [2]]}, [{"a": 1}, {"a": 2}]),
        ({"columns": ["a"], "index": [5], "data": [[1]]}, [{"a": 1}]),
        ({"columns": ["a", "b"], "data": [1, 2]}, [{"columns": "a", "data": 1}, {"columns": "b", "data": 2}]),
        *(
            (each, f"is an object of objects, and no list of them. {HOW_ROWS}")
            for each in (
                {"A": {"d1": {"t": 1}}, "B": {"d1": {"t": 2}}},
                {"x": {"a": 1}, "y": {"b": 2}},
                {"x": {}, "y": {}},
            )
        ),
    ],
)
def test_rows_of_json(tmp_path: Path, content: object, rows: list[object] | str) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps(content), "utf-8")
    if isinstance(rows, str):
        with pytest.raises(DataError) as caught:
            read_source(path)
        assert str(caught.value) == f"{path}: {rows}"
    else:
        assert read_source(path).rows == [(f"{path}:[{at}]", row) for at, row in enumerate(rows)]

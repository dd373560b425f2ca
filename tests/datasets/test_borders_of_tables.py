"""Borders at which tables are read one way or the other, each with the cases on both of its sides."""

import gzip
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from made_up import JUDGMENTS, OUTPUTS, REFERENCES, build, write_jsonl

from workbench.datasets import readers
from workbench.datasets.evalset import EvalSet
from workbench.datasets.importing import import_proposed, propose_import
from workbench.datasets.interchange import convert
from workbench.datasets.lost import lost_of_set
from workbench.datasets.mapping.column_map import ColumnMap
from workbench.datasets.mapping.columns_check import check_columns
from workbench.datasets.mapping.line_files import read_tables as read_lines_of
from workbench.datasets.mapping.list_cells import open_lists
from workbench.datasets.mapping.ratings_of_nobody import ratings_of_nobody
from workbench.datasets.mapping.source_table import SourceTable
from workbench.datasets.mapping.sources import frame_source
from workbench.datasets.mapping.unfold import unfold
from workbench.datasets.mapping.unnamed_weights import unnamed_weights
from workbench.datasets.mt_test_set import Document, MtTestSet
from workbench.datasets.plain import read_plain
from workbench.datasets.readers.nist.files import Member
from workbench.datasets.readers.nist.texts import read_models
from workbench.datasets.readers.tables import read_tables
from workbench.datasets.understood import understand
from workbench.datasets.writers.tables import write_scores, write_tables
from workbench.errors import MissingDataError, WorkbenchError

A, B = "it rained a lot", "a dry day then"


def said(make: Any, *given: Any, **named: Any) -> str:
    with pytest.raises(WorkbenchError) as caught:
        make(*given, **named)
    return str(caught.value)


def opened(*cells: object) -> list[object]:
    rows: list[tuple[str, dict[str, Any]]] = [(f"x:{at}", {"r": cell}) for at, cell in enumerate(cells, 1)]
    open_lists("r", rows)
    return [row["r"] for _, row in rows]


def test_cells_are_lists_where_most_that_are_filled_are() -> None:
    assert opened('["a"]', "", None) == [["a"], [], []]
    assert opened('["a"]', "b") == ['["a"]', "b"]
    assert opened(" ['a'] ", "{'c', 'b'}", "('d',)") == [["a"], ["b", "c"], ["d"]]
    # neither a number beside them nor what only looks like a list is one
    assert opened('["a"]', '["b"]', 5) == ['["a"]', '["b"]', 5]
    assert opened("[a]", "[b]") == ["[a]", "[b]"]
    assert opened("[1, 2.5]", '["a", 1]'.replace('"a", ', "")) == [[1, 2.5], [1]]
    assert said(opened, '["a"]', '["b"]', "c") == (
        'x:3: r is no list as in other rows: got \'c\'. As JSON writes it: ["a text", "another text"]'
    )


def test_a_set_in_a_cell_is_in_the_order_of_its_texts() -> None:
    frame = pd.DataFrame({"r": [{10, "a", 9}, frozenset({"c", "b"}), (2, 1)]})
    assert [row["r"] for _, row in frame_source("x", frame).rows] == [[10, 9, "a"], ["b", "c"], [2, 1]]


def test_endings_of_text_files_may_be_in_capitals(tmp_path: Path) -> None:
    for name in ("A.TXT", "B.txt", "ref.Txt"):
        (tmp_path / name).write_text("one line\nand one\n")
    (source,) = read_lines_of([tmp_path])
    assert list(source.columns) == ["segment", "A", "B", "ref"]


# records with several systems


def unfolded(**row: object) -> list[dict[str, Any]]:
    (source,) = unfold([SourceTable("x", [("x:1", {"id": 1, **row})])])
    return [dict(each) for _, each in source.rows]


def test_what_was_unfolded_and_what_could_not_be_is_said() -> None:
    rows = [("x:1", {"id": 1, "outputs": {"A": {"text": A, "score": 1}, "B": {"text": B, "score": 2}}})]
    (source,) = unfold([SourceTable("x", rows)])
    assert [str(note) for note in source.notes] == [
        "x: outputs has the outputs of several systems, each read as a row of its own: A, B"
    ]
    many = [*[(f"x:{at}", rows[0][1]) for at in range(1, 2001)], ("x:2001", {"id": 2, "outputs": "lost"})]
    assert said(unfold, [SourceTable("x", many)]) == (
        "x:2001: outputs has no systems as in other rows: got 'lost'. An object a system, in each row"
    )


@pytest.mark.parametrize(("references", "here"), [(("ref",), ""), (("ref", "gold"), ", 2 here")])
def test_weights_that_nobody_takes_are_named(references: tuple[str, ...], here: str) -> None:
    row = {"id": 1, "ref": A, "gold": B, "weight": 0.5}
    found = unnamed_weights(
        [SourceTable("x", [("x:1", row)])], ColumnMap(references=references, segment="id")
    )
    assert [str(each) for each in found] == [
        f"x: column 'weight' has weights by its name, and is not named. Each column of references has one of "
        f"weights{here}: name them with --weight, in Python weights=, in the order of the references. "
        "One that weighs no reference is left out, or named as criterion"
    ]
    taken = ColumnMap(references=references, segment="id", weights="weight")
    assert unnamed_weights([SourceTable("x", [("x:1", row)])], taken) == []


def test_objects_with_a_value_a_system_are_beside_the_texts_others_stay() -> None:
    """One that never has more than one member may be anything."""
    texts = {"A": A, "B": B}
    rows = unfolded(outputs=texts, scores={"A": 1, "B": 2}, more={"A": 3})
    assert rows == [
        {"id": 1, "more": {"A": 3}, "scores": 1, "system": "A", "outputs": A},
        {"id": 1, "more": {"A": 3}, "scores": 2, "system": "B", "outputs": B},
    ]
    assert unfolded(outputs=texts, more={"A": 3}) == [{"id": 1, "outputs": texts, "more": {"A": 3}}]


def test_texts_with_ratings_beside_them_are_systems_though_other_objects_have_texts() -> None:
    parts = {"begin": {"text": "this is the begin"}, "end": {"text": "this is the end"}}
    rows = unfolded(outputs={"A": A, "B": B}, scores={"A": 1, "B": 2}, parts=parts)
    assert [(row["system"], row["outputs"], row["scores"]) for row in rows] == [("A", A, 1), ("B", B, 2)]
    assert all(row["parts"] == parts for row in rows)


def test_the_texts_of_systems_are_in_a_field_that_several_have() -> None:
    """The likelier one, `summary`, is one system's alone."""
    of_a = {"summary": "this one is a summary", "text": A, "score": 1}
    rows = unfolded(outputs={"A": of_a, "B": {"text": B, "score": 2}})
    assert [(row["system"], row["text"]) for row in rows] == [("A", A), ("B", B)]
    assert "summary" not in rows[1]


def test_columns_with_a_dot_are_an_object_from_two_of_them_on() -> None:
    both = {"a.text": A, "a.score": 1, "b.text": B, "b.score": 2}
    rows = [{"id": 1, "system": "a", "text": A, "score": 1}, {"id": 1, "system": "b", "text": B, "score": 2}]
    assert unfolded(**both) == rows
    alone = {name: both[name] for name in ("a.text", "a.score", "b.text")}
    assert unfolded(**alone) == [{"id": 1, **alone}]
    # a name that ends in a dot is no field of it
    assert unfolded(**both, **{"a.": 5}) == [{"a.": 5, **row} for row in rows]


# mappings


def test_columns_that_are_two_things_at_once() -> None:
    rows = [("x:1", {"doc": "d", "part": "p", "sys": "A", "out": A, "ref": B, "flow": 1})]
    sources = [SourceTable("x", rows)]
    named = {"text": "out", "references": "ref", "system": "sys", "criteria": "flow"}
    columns = "Columns: doc, part, sys, out, ref, flow"
    check_columns(ColumnMap(segment=("doc", "part"), task="part", **named), sources, "x")
    assert said(check_columns, ColumnMap(segment="doc", task="doc", **named), sources, "x") == (
        "x: task: column 'doc' is named as segment and as task. "
        f"Name another column for one of them. {columns}"
    )
    twice = ColumnMap(segment=("doc", "doc"), **named)
    assert said(check_columns, twice, sources, "x").startswith(
        "x: segment: column 'doc' is named as segment twice."
    )
    own = ColumnMap(segment="doc", **{**named, "references": "out"})
    assert "column 'out' is named as text and as reference: every text would be its own reference" in said(
        check_columns, own, sources, "x"
    )
    nothing = ColumnMap(segment="doc", **{**named, "criteria": ()})
    assert said(check_columns, nothing, sources, "x") == (
        f"x: criteria: which columns are ratings? {columns}"
    )


def test_ratings_below_a_column_a_system_are_asked_for_in_three_columns() -> None:
    row = {"doc": "d", "A": "A says it so", "B": "B says it so", "ref": "it is so"}
    texts = SourceTable("t", [("t:1", row)])
    ratings = SourceTable("r", [("r:1", {"doc": "d", "A": 1, "B": 2})])
    mapping = ColumnMap(text=("A", "B"), references="ref", segment="doc")
    assert said(check_columns, mapping, [texts, ratings], "x") == (
        "x: criteria: which columns are ratings? In r a column is a system's: write ratings below each "
        "other, in three columns of segments, systems and ratings. Columns: doc, A, B, ref"
    )


def test_texts_in_deeper_records_are_named_with_what_a_row_needs() -> None:
    rows = [("x:1", {"id": 1, "sys": "A", "ref": B, "data": {"one": {"said": A, "flow": 1}}})]
    mapping = ColumnMap(references="ref", segment="id", system="sys", criteria="data.one.flow")
    assert said(check_columns, mapping, [SourceTable("x", rows)], "x") == (
        "x: text: which column has the texts of the systems? Texts are at data.one.said: a row needs one "
        "system, or a column of texts each. Columns: id, sys, ref, data"
    )


@pytest.mark.parametrize(("texts", "asked"), [([A, B], True), ([A], False), ([A, B, A], False)])
def test_lists_of_texts_beside_lists_of_ratings_are_asked_about_if_as_long(
    texts: list[str], asked: bool
) -> None:
    source = SourceTable("x", [("x:1", {"id": 1, "said": texts, "u": [1, 2][: max(len(texts), 1)]})])
    found = list(ratings_of_nobody(ColumnMap(segment="id", criteria="u[]"), [source]))
    assert len(found) == asked


def test_ratings_of_a_table_without_systems() -> None:
    texts = SourceTable("t", [("t:1", {"doc": "d", "sys": "A", "out": A, "flow": 1})])
    other = SourceTable("r", [("r:1", {"doc": "d", "hardness": 1})])
    mapping = ColumnMap(text="out", segment="doc", system="sys", criteria=("flow", "hardness"))
    assert [str(each) for each in ratings_of_nobody(mapping, [texts, other])] == [
        "r: whose are the ratings in hardness? There is no column 'sys'. A row of ratings names its system; "
        "what is no rating is not named as a criterion"
    ]


def test_lists_of_objects_with_texts_are_not_left_out_silently(tmp_path: Path) -> None:
    notes = [{"text": "this is a long remark"}]
    rows = [
        {"id": at, "system": who, "out": f"{who} {A} {at}", "ref": f"{B} {at}", "flow": at, "notes": notes}
        for at in range(3)
        for who in "AB"
    ]
    write_jsonl(tmp_path / "x.jsonl", rows)
    named = ColumnMap(text="out", references="ref", segment="id", system="system", criteria="flow")
    proposed = propose_import([tmp_path / "x.jsonl"], named)
    assert said(import_proposed, proposed, tmp_path / "own") == (
        f"{tmp_path / 'x.jsonl'}: column 'notes' has texts, and is not named. "
        "Name it with --reference or --text, or leave it out with --leave-out 'notes'"
    )
    left = propose_import([tmp_path / "x.jsonl"], named.model_copy(update={"leave_out": ("notes",)}))
    assert len(import_proposed(left, tmp_path / "own").outputs) == 6


# tables in the format of the workbench


@pytest.mark.parametrize("text", ["", "A dog barked."])
@pytest.mark.parametrize("has_references", [True, False])
def test_without_texts_there_need_be_no_references(tmp_path: Path, text: str, has_references: bool) -> None:
    write_jsonl(tmp_path / "outputs.jsonl", [{**row, "text": text} for row in OUTPUTS])
    write_jsonl(tmp_path / "judgments.jsonl", JUDGMENTS)
    if has_references:
        write_jsonl(tmp_path / "references.jsonl", REFERENCES)
    if text and not has_references:
        with pytest.raises(MissingDataError, match=r"there is no references\.jsonl or references\.jsonl\.gz"):
            read_tables(tmp_path, {})
    else:
        assert len(read_tables(tmp_path, {}).references) == (9 if has_references else 0)


def test_rows_of_a_plain_table(tmp_path: Path) -> None:
    def read(text: str) -> object:
        (tmp_path / "x.csv").write_text(text)
        return read_plain(tmp_path / "x.csv")

    path = tmp_path / "x.csv"
    assert said(read, "system,segment,x\nA,1,2\nB,1,2\nA,1,3\n") == (
        f"{path}:4: system 'A', segment '1' is given twice"
    )
    assert said(read, "system,x\nA,1\nA,3\n") == f"{path}:3: system 'A', segment '*' is given twice"
    assert said(read, "system,x\n,1\n") == f"{path}:2: column system is empty"
    assert said(read, "system,x\nA,good\n") == f"{path}: has no column text and no column of numbers"


def test_a_column_of_tasks_is_written_where_one_has_a_name(tmp_path: Path) -> None:
    write_scores(tmp_path / "x.csv", {("", "s1", "A"): 1.0, ("t", "*", "A"): 2.5})
    assert (tmp_path / "x.csv").read_text() == "task,segment,system,score\n,s1,A,1\nt,*,A,2.5\n"
    write_scores(tmp_path / "x.csv", {("", "*", "A"): 1.0})
    assert (tmp_path / "x.csv").read_text() == "system,score\nA,1\n"


@pytest.mark.parametrize(("out", "name"), [("y", "y.csv"), ("y.csv", "y.csv"), ("y.csv.gz", "y.csv.gz")])
def test_what_is_converted_gets_the_ending_of_its_format(tmp_path: Path, out: str, name: str) -> None:
    (tmp_path / "x.tsv").write_text("system\tscore\nA\t1\n")
    assert convert(tmp_path / "x.tsv", tmp_path / out, target="csv").files == [tmp_path / name]
    content = (tmp_path / name).read_bytes()
    assert (gzip.decompress(content) if name.endswith(".gz") else content) == b"system,score\nA,1\n"
    again = said(convert, tmp_path / "x.tsv", tmp_path / out, target="csv")
    assert again == f"{tmp_path / name}: is there already. Name another place with --out"


# texts of others


def test_names_of_a_test_set_are_in_order() -> None:
    documents = [Document("d", "news", 0, 1), Document("e", "chat", 1, 2)]
    texts = ["a", "b"]
    people = {f"ref{letter}": texts for letter in "DBCAE"}
    found = MtTestSet("x", texts, documents, people, {**people, "A": list(texts)}, {})
    assert found.people == ["refA", "refB", "refC", "refD", "refE"]
    assert list(found.domains) == ["chat", "news"]


def test_documents_of_models_are_in_capitals() -> None:
    content = b'<SUM DOCREF="ap1-2 " SIZE="100">\nOne.\n</SUM>'
    (model,) = read_models(Member("p", ("p",), content), [])
    assert (model.document, model.where, model.text) == ("AP1-2", "p:1", "One.")


# what is odd


def test_one_rating_is_not_a_constant() -> None:
    def rules(judged: list[dict[str, object]]) -> set[str]:
        return {each.rule for each in understand(build(judgments=judged)).warnings}

    assert "constant-ratings" not in rules(JUDGMENTS[:1])
    assert "constant-ratings" in rules([*JUDGMENTS[:1], {**JUDGMENTS[0], "system": "M2"}])


def test_the_lowest_rating_is_not_minus_nothing() -> None:
    judged = [{**row, "score": -0.0 if row["segment"] == "s1" else 2.0} for row in JUDGMENTS]
    assert understand(build(judgments=judged)).lines[1].endswith(", 0 to 2")


@pytest.mark.parametrize("has_texts", [True, False])
def test_texts_are_looked_at_where_there_are_some(has_texts: bool) -> None:
    """Empty ones are told only beside others, and not where the card says that there are none."""
    card = build().card.model_copy(update={"texts": has_texts})
    empty = [{**row, "text": ""} for row in OUTPUTS]
    some = [*empty[:1], *OUTPUTS[1:]] if has_texts else empty
    for outputs, rules in ((some, {"empty-outputs"} if has_texts else set()), (empty, set())):
        frames = (outputs, REFERENCES if has_texts else [], JUDGMENTS)
        columns = ([*OUTPUTS[0]], [*REFERENCES[0]], [*JUDGMENTS[0]])
        data = EvalSet.build(
            card, *(pd.DataFrame(rows, columns=names) for rows, names in zip(frames, columns, strict=True))
        )
        found = {each.rule for each in understand(data).warnings}
        assert found & {"empty-outputs", "equal-outputs"} == rules


def test_a_task_in_which_no_rating_judges() -> None:
    """Said of those that judge, where some do not, and with what chooses them."""
    both = [*OUTPUTS, *({**row, "task": "u"} for row in OUTPUTS)]
    references = [*REFERENCES, *({**row, "task": "u"} for row in REFERENCES)]
    data = build(both, references, [*JUDGMENTS, *({**row, "task": "u"} for row in JUDGMENTS)])
    some = build(both, references, JUDGMENTS)
    advice = "Choose criteria that were judged in every task, or leave the task out"
    found = {each.rule: str(each) for each in understand(data, judging=some).warnings}
    assert found["unjudged-task"] == (
        "unjudged-task: coverage has no rating that judges in task u. "
        f"Which ratings judge is said by raters and agreeing in [data], and by [mined]. {advice}"
    )
    found = {each.rule: str(each) for each in understand(some).warnings}
    assert found["unjudged-task"] == f"unjudged-task: coverage was not judged in task u. {advice}"


def test_what_references_are_for_is_lost_whole_or_in_part() -> None:
    meant = {"r1": "M1", "r2": "M2"}
    given = build(
        references=[{**row, "only_for": meant.get(str(row["reference"]), "")} for row in REFERENCES]
    )
    less = build(
        references=[{**row, "only_for": "M1" if row["reference"] == "r1" else ""} for row in REFERENCES]
    )
    what = "systems that references are only for"
    assert list(lost_of_set(given, build())) == [f"{what} are lost"]
    assert list(lost_of_set(given, less)) == [f"{what} are not kept"]
    assert list(lost_of_set(given, given)) == []


# formats of exchange


def test_a_folder_is_converted_to_one_that_is_free(tmp_path: Path) -> None:
    """Not there, or empty; a file is in the way, and so is what lies in a folder."""
    write_tables(tmp_path / "in", build())
    (tmp_path / "empty").mkdir()
    for name in ("new", "empty"):
        assert convert(tmp_path / "in", tmp_path / name, target="csv").files == [tmp_path / name]
        assert (tmp_path / name / "outputs.csv").is_file()
    (tmp_path / "file").touch()
    for name in ("new", "file"):
        assert said(convert, tmp_path / "in", tmp_path / name, target="csv") == (
            f"{tmp_path / name}: is there already. Name another place with --out"
        )


def test_a_score_file_is_written_in_its_one_form(tmp_path: Path) -> None:
    """The same level, None as it is, and systems in the order that they have."""
    (tmp_path / "x.seg.score").write_text("B\t1.50\nB\tNone\nA\t2\nA\t3e0\n")
    done = convert(tmp_path / "x.seg.score", tmp_path / "y", target="mt-metrics-eval")
    assert (done.files, done.notes) == ([tmp_path / "y.seg.score"], [])
    assert done.files[0].read_text() == "B\t1.5\nB\tNone\nA\t2\nA\t3\n"


def test_a_package_of_readers_has_no_other_names() -> None:
    with pytest.raises(AttributeError) as caught:
        _ = readers.nothing
    assert str(caught.value) == "module 'workbench.datasets.readers' has no attribute 'nothing'"

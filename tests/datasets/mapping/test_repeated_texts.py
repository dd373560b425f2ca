"""Rows that repeat an output for each rating, columns of lists, and criteria of several columns."""

import json
from pathlib import Path

import pandas as pd
import pytest

import workbench
from workbench.errors import DataError, SpecError

WORDS = "abcdefghijklmnop"
ROWS = [
    {
        "doc": f"d{at}", "system": system, "rater": rater, "flow": 1 + rank,
        "ref": " ".join(WORDS[at : at + 8]),
        "summary": " ".join(w if n < 3 + rank else f"x{w}" for n, w in enumerate(WORDS[at : at + 8])),
    }
    for rater in "uv" for at in range(4) for rank, system in enumerate("ABC")
]  # fmt: skip


def test_texts_of_an_output_that_differ_are_said_to(tmp_path: Path) -> None:
    """The first of the second rater's rows: the place of the other text is said, too."""
    for text, why in (
        (f"{ROWS[0]['summary']} ", "They differ in blanks alone"),
        ("something else", "is a rating with another system, segment or text"),
    ):
        rows = [{**row, "summary": text} if number == 12 else row for number, row in enumerate(ROWS)]
        pd.DataFrame(rows).to_csv(tmp_path / "x.csv", index=False)
        with pytest.raises(DataError) as error:
            workbench.load(tmp_path / "x.csv")
        assert len(error.value.problems) == 1
        assert "x.csv:14: the text of segment 'd0', system 'A' is not that of" in str(error.value)
        assert "x.csv:2. " in str(error.value)
        assert why in str(error.value)


def test_files_of_several_tasks_are_told_to_say_which(tmp_path: Path) -> None:
    """Published ratings are a file a language pair, and systems and segments are called alike in all."""
    for name, text in (("de", "one text"), ("en", "another text")):
        pd.DataFrame([{**ROWS[0], "summary": text}]).to_csv(tmp_path / f"{name}.csv", index=False)
    columns = {"text": "summary", "references": "ref", "segment": "doc", "system": "system"}
    tables = [pd.read_csv(tmp_path / f"{name}.csv") for name in ("de", "en")]
    with pytest.raises(DataError, match="Files of several tasks, as language pairs, each need a column"):
        workbench.data(tables[0], judgments=tables[1], **columns, criteria=["flow"], rater="rater")


def test_a_table_without_the_tasks_of_another_is_named_before_what_follows_from_it() -> None:
    """The outputs of two tasks were one's with other references, a fault a row."""
    texts = pd.DataFrame([{**row, "ref": row["ref"] + lp, "lp": lp} for row in ROWS[:12] for lp in "xy"])
    ratings = texts[["doc", "system", "lp", "flow"]].rename(columns={"lp": "LP"})
    columns = {"text": "summary", "references": "ref", "segment": "doc", "system": "system", "task": "LP"}
    with pytest.raises(DataError) as error:
        workbench.data(texts.drop(columns="flow"), judgments=ratings, **columns, criteria=["flow"])
    (problem,) = error.value.problems
    assert (problem.what, problem.got) == ("a table has no column of tasks, and there are several", "x, y")
    assert problem.hint == (
        "frame has no column 'LP' (task). It has one name in all tables. "
        "Its columns: doc, system, rater, ref, summary, lp"
    )


def test_ratings_of_whole_systems_are_told_what_their_segment_is() -> None:
    texts, columns = pd.DataFrame(ROWS[:12]), {"text": "summary", "references": "ref", "system": "system"}
    ratings = texts.groupby("system", as_index=False)["flow"].mean()
    for table, is_of_wholes in ((ratings, True), (pd.concat([ratings, ratings]), False)):
        with pytest.raises(DataError) as error:
            workbench.data(
                texts.drop(columns="flow"), judgments=table, segment="doc", criteria=["flow"], **columns
            )
        hint = error.value.problems[0].hint
        assert hint.startswith("Ratings of whole systems are of one segment") == is_of_wholes
        assert hint.endswith("It has one name in all tables. Its columns: system, flow")


@pytest.mark.parametrize("rater", ["who", "who[]"])
def test_lists_of_ratings_have_the_raters_of_a_list_beside_them(rater: str) -> None:
    """Of what was rated a rater was called as the rating itself, or by the place in the list."""
    rows = [{**row, "flow": [row["flow"], 5], "who": ["ann", "bo"][:: 1 - 2 * at]} for at, row in
            enumerate(ROWS[:2])]  # fmt: skip
    columns = {"text": "summary", "references": "ref", "segment": "doc", "system": "system"}
    own = workbench.data(pd.DataFrame(rows), **columns, criteria=["flow[]"], rater=rater)
    found = own.judgments.sort_values(["system", "rater"])
    assert found[["system", "rater", "score"]].to_numpy().tolist() == [
        ["A", "ann", 1], ["A", "bo", 5], ["B", "ann", 5], ["B", "bo", 2],
    ]  # fmt: skip
    rows[1]["who"] = ["ann"]
    with pytest.raises(DataError, match=r"one name for each rating of flow\[\]: got '1 names, 2 ratings'"):
        workbench.data(pd.DataFrame(rows), **columns, criteria=["flow[]"], rater=rater)


def test_texts_of_several_systems_without_a_column_of_systems_are_asked_about(tmp_path: Path) -> None:
    """Nobody who has a column of agents looks for what is wrong with the texts."""
    pd.DataFrame(ROWS).rename(columns={"system": "agent"}).to_csv(tmp_path / "x.csv", index=False)
    with pytest.raises(DataError, match="No column of systems is named: which one says who wrote the text"):
        workbench.load(tmp_path / "x.csv")


def test_one_object_of_columns_is_a_table(tmp_path: Path) -> None:
    columns = {name: [row[name] for row in ROWS] for name in ROWS[0]}
    (tmp_path / "x.json").write_text(json.dumps(columns))
    own = workbench.load(tmp_path / "x.json")
    assert (len(own.outputs), len(own.judgments)) == (12, 24)
    (tmp_path / "x.json").write_text(json.dumps({**columns, "doc": columns["doc"][1:]}))
    with pytest.raises(SpecError):
        workbench.load(tmp_path / "x.json")


def test_several_columns_of_a_criterion_are_several_raters() -> None:
    one = pd.DataFrame(ROWS[:12]).drop(columns="rater").rename(columns={"flow": "flow1"}).assign(flow2=4)
    named = {"text": "summary", "references": "ref", "segment": "doc", "system": "system"}
    own = workbench.data(one, **named, criteria={"flow": ["flow1", "flow2"]})
    assert own.judgments["rater"].unique().tolist() == ["flow1", "flow2"]
    assert own.criteria == ["flow"]


def test_a_name_with_an_underscore_is_written_with_a_hyphen(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text('[data]\nname = "simulated-news"\n[scores]\nbert_score = "scores.csv"\n', "utf-8")
    (tmp_path / "scores.csv").write_text("system,segment,score\nA,1,2\n", "utf-8")
    with pytest.raises(SpecError, match="An underscore is not allowed: write 'bert-score'"):
        workbench.read(file)

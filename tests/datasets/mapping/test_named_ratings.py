"""Lists of ratings in which each object names what it rates, as programs for annotation write them."""

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner

import workbench
from workbench.cli import main
from workbench.datasets.evalset import EvalSet

SYSTEMS = "AB"
SCORES = {"fluency": 2, "depth": 4}


def outputs() -> list[dict[str, Any]]:
    return [
        {"doc": f"d{at}", "system": system, "summary": f"it rained {at} days {system}",
         "reference": "it rained a lot"}
        for at in range(3)
        for system in SYSTEMS
    ]  # fmt: skip


def loaded(folder: Path, rows: list[dict[str, Any]]) -> EvalSet:
    (folder / "x.json").write_text(json.dumps(rows), encoding="utf-8")
    return workbench.load(folder / "x.json")


def means(own: EvalSet) -> dict[str, float]:
    return own.judgments.groupby("criterion")["score"].mean().to_dict()


def raters(own: EvalSet) -> list[str]:
    return sorted(own.judgments["rater"].unique())


def test_each_person_has_a_list_of_a_rating_a_criterion(tmp_path: Path) -> None:
    """All were ratings of one criterion, called as the last step, by as many people as there were."""
    rows = [
        {
            "data": row,
            "annotations": [
                {
                    "completed_by": who,
                    "result": [
                        {"id": f"r{n}", "from_name": name, "value": {"rating": score + who}}
                        for n, (name, score) in enumerate(SCORES.items())
                    ],
                }
                for who in (1, 2)
            ],
        }
        for row in outputs()
    ]
    own = loaded(tmp_path, rows)
    assert means(own) == {"fluency": 3.5, "depth": 5.5}
    assert raters(own) == ["1", "2"]
    assert "annotations[].result says in from_name what was rated: fluency, depth" in str(own.notes[0])


def test_one_list_of_all_criteria_and_raters(tmp_path: Path) -> None:
    rows = [
        row | {"marks": [
            {"question": name, "score": score + n, "user": who}
            for n, who in enumerate(("ann", "bo")) for name, score in SCORES.items()
        ]}
        for row in outputs()
    ]  # fmt: skip
    own = loaded(tmp_path, rows)
    assert means(own) == {"fluency": 2.5, "depth": 4.5}
    assert raters(own) == ["ann", "bo"]


def test_a_rater_beside_each_rating_of_a_criterion_is_read(tmp_path: Path) -> None:
    rows = [
        row | {"marks": [{"aspect": name, "score": score, "rater": "ann"} for name, score in SCORES.items()]}
        for row in outputs()
    ]
    own = loaded(tmp_path, rows)
    assert means(own) == SCORES
    assert raters(own) == ["ann"]


def test_lists_by_rater_stay_lists(tmp_path: Path) -> None:
    rows = [
        row | {"marks": [{"rater": who, "score": n} for n, who in enumerate(("fluency fan", "bo"))]}
        for row in outputs()
    ]
    own = loaded(tmp_path, rows)
    assert means(own) == {"score": 0.5}
    assert raters(own) == ["bo", "fluency fan"]


def test_a_path_that_is_said_counts(tmp_path: Path) -> None:
    rows = [
        row | {"marks": [{"aspect": name, "score": score} for name, score in SCORES.items()]}
        for row in outputs()
    ]
    (tmp_path / "x.json").write_text(json.dumps(rows), encoding="utf-8")
    arguments = ["data", "import", str(tmp_path / "x.json"), "--yes", "--out", str(tmp_path / "own")]
    said = CliRunner().invoke(main, [*arguments, "--criterion", "marks[].score"]).output
    assert "score (higher is better, no scale said): 6 of 6 outputs judged, 2 ratings each" in said


def test_remarks_name_no_criteria(tmp_path: Path) -> None:
    """A remark with a word such as fluency in it names nothing."""
    rows = [
        row | {"marks": [{"remark": f"the fluency of {at}", "score": 3}, {"remark": "none", "score": 2}]}
        for at, row in enumerate(outputs())
    ]  # fmt: skip
    assert means(loaded(tmp_path, rows)) == {"score": 2.5}


def test_who_rated_a_row_rated_what_its_list_holds(tmp_path: Path) -> None:
    """Programs write a rating of one row as a list of one, with the person in a column beside it."""
    rows = [
        row | {"flow": [{"rating": score}], "annotator": who}
        for row in outputs()
        for who, score in (("ann", 2), ("bo", 4))
    ]
    own = loaded(tmp_path, rows)
    assert raters(own) == ["ann", "bo"]
    assert own.judgments.groupby("rater")["score"].mean().tolist() == [2, 4]
    twice = [row | {"flow": [2, 4], "annotator": "ann"} for row in outputs()]
    assert raters(loaded(tmp_path, twice)) == ["ann", "ann#2"]


def test_several_columns_of_one_criterion_beside_who_rated(tmp_path: Path) -> None:
    rows = [
        row | {"annotator": who, "flow": {"a": score, "b": score + 1}}
        for row in outputs()
        for who, score in (("ann", 2), ("bo", 4))
    ]
    (tmp_path / "x.json").write_text(json.dumps(rows), encoding="utf-8")
    arguments = ["data", "import", str(tmp_path / "x.json"), "--yes", "--out", str(tmp_path / "own")]
    said = (
        CliRunner()
        .invoke(main, [*arguments, "--criterion", "flow=flow.a", "--criterion", "flow=flow.b"])
        .output
    )
    assert "flow (higher is better, no scale said): 6 of 6 outputs judged, 4 ratings each, 4 raters" in said
    assert raters(workbench.load(tmp_path / "own")) == ["ann-a", "ann-b", "bo-a", "bo-b"]


def test_what_is_called_alike_in_each_person_s_object_is_not_asked_about(tmp_path: Path) -> None:
    """It is one criterion already, and was said to be taken as several."""
    rows = [
        row | {"scores": {f"annotator{n}": {"fluency": n, "depth": 5 - n} for n in (1, 2, 3)}}
        for row in outputs()
    ]
    (tmp_path / "x.json").write_text(json.dumps(rows), encoding="utf-8")
    arguments = ["data", "import", str(tmp_path / "x.json"), "--yes", "--out", str(tmp_path / "own")]
    said = CliRunner().invoke(main, arguments).output
    assert "fluency (higher is better, no scale said): 6 of 6 outputs judged, 3 ratings each" in said
    assert "are taken as" not in said


def test_lists_in_columns_whose_names_have_dots(tmp_path: Path) -> None:
    """What was proposed was refused: there was said to be no column `fluency`."""
    rows = [
        {f"meta.{name}": value for name, value in row.items()}
        | {"fluency.responses": [2, 4], "fluency.responses.users": ["ann", "bo"]}
        for row in outputs()
    ]
    own = loaded(tmp_path, rows)
    assert own.criteria == ["fluency"]
    assert raters(own) == ["ann", "bo"]
    assert own.judgments.groupby("rater")["score"].mean().tolist() == [2, 4]


def test_a_column_of_several_tables_of_references_is_named_once(tmp_path: Path) -> None:
    """None of them says whose its texts are; their column was named as often as there were files."""
    for name in "ab":
        rows = [{"doc": row["doc"], "summary": row["summary"]} for row in outputs() if row["system"] == "A"]
        (tmp_path / f"{name}.json").write_text(json.dumps(rows), encoding="utf-8")
    ratings = [{"doc": row["doc"], "system": row["system"], "flow": 3} for row in outputs()]
    (tmp_path / "c.json").write_text(json.dumps(ratings), encoding="utf-8")
    said = CliRunner().invoke(
        main, ["data", "import", str(tmp_path), "--yes", "--out", str(tmp_path / "own")]
    )
    assert said.output.count("--reference summary") == 1
    assert "twice" not in said.output


def test_a_choice_in_a_list_of_one_is_a_rating(tmp_path: Path) -> None:
    rows = [
        row
        | {
            "marks": [
                {"from_name": "fluency", "value": {"choices": ["4"]}},
                {"from_name": "remarks", "value": {"text": ["bad wording"]}},
            ]
        }
        for row in outputs()
    ]
    assert means(loaded(tmp_path, rows)) == {"fluency": 4}

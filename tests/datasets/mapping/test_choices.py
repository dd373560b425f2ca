"""Columns of true and false, a column a choice, as forms on the web write what was chosen."""

from pathlib import Path
from typing import Any

import pandas as pd
from click.testing import CliRunner

import workbench
from workbench.cli import main

CHOSEN = [1, 3, 3, 2, 1, 2]


def frame(**more: Any) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "doc": ["d1", "d1", "d2", "d2", "d3", "d3"],
            "system": ["A", "B"] * 3,
            "summary": [f"it rained {at} days" for at in range(6)],
            "reference": [f"much rain in week {at // 2}" for at in range(6)],
            **more,
        }
    )


def chosen(numbers: list[Any], written: Any = lambda each: str(each).lower()) -> dict[str, list[Any]]:
    return {f"Answer.flow.{n}": [written(each == n) for each in numbers] for n in (1, 2, 3)}


def scores(own: Any) -> list[float]:
    return list(own.judgments.sort_values(["segment", "system"])["score"])


def test_the_number_of_what_is_true_is_the_rating() -> None:
    """Each output had three raters, of whom one said 1: all had a mean of a third."""
    for written in (lambda each: str(each).lower(), bool, int):
        own = workbench.data(frame(**chosen(CHOSEN, written)))
        assert own.criteria == ["Answer.flow"]
        assert scores(own) == CHOSEN
        assert "Answer.flow.1 to Answer.flow.3 one is true in each row" in str(own.notes[0])
        assert "Answer.flow, the number that was chosen" in str(own.notes[0])


def test_a_row_in_which_nothing_is_true_has_no_rating() -> None:
    own = workbench.data(frame(**chosen([*CHOSEN[:5], None])))
    assert scores(own) == CHOSEN[:5]
    several = workbench.data(frame(**chosen([1, None, None, 2, 1, 3], int)))
    assert several.criteria == ["Answer.flow.1", "Answer.flow.2", "Answer.flow.3"]


def test_two_that_are_true_are_people_s_answers() -> None:
    columns = chosen(CHOSEN, int)
    columns["Answer.flow.2"][0] = 1
    own = workbench.data(frame(**columns))
    assert len(own.judgments) == 18


def test_columns_that_are_named_stay(tmp_path: Path) -> None:
    frame(**chosen(CHOSEN)).to_csv(tmp_path / "x.csv", index=False)
    arguments = ["data", "import", str(tmp_path / "x.csv"), "--yes", "--out", str(tmp_path / "own")]
    said = CliRunner().invoke(main, [*arguments, "--criterion", "Answer.flow.3"]).output
    assert "6 of 6 outputs judged, 1 rating each, 1 rater, 0 to 1" in said

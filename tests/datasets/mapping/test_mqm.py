"""Rows of single errors become outputs with the sum of their points."""

import pytest

from workbench.datasets.mapping.mqm import error_points, sum_errors
from workbench.datasets.mapping.source_table import SourceTable
from workbench.errors import DataError

ROWS = [
    # an error is marked, said to be of a kind, and may have a comment
    ("M1", "1", "news", "a <v>b</v>", "Accuracy/Omission", "Major", "lost"),
    ("M1", "1", "news", "<v>a</v> b", "Fluency/Punctuation", "Minor", ""),
    ("M1", "", "news", "c", "No-error", "No-error", None),
    ("M2", "1", "talks", "d", "Non-translation!", "Major", "all of it"),
    ("M2", "", "talks", "<v>e</v>", "Style/Awkward", "Minor", "stiff"),
]
COLUMNS = ("system", "seg_id", "domain", "target", "category", "severity", "remark")


def test_columns_of_outputs_stay_and_those_of_errors_go():
    """A column with gaps is said of errors, unless its name is one of outputs; others are said of outputs."""
    rows = [(f"x:{at}", dict(zip(COLUMNS, row, strict=True))) for at, row in enumerate(ROWS, start=2)]
    found = sum_errors(SourceTable("x", rows))
    assert [(place, *row.values()) for place, row in found.rows] == [
        ("x:2", "M1", "1", "news", "a b", 5.1),
        ("x:4", "M1", "", "news", "c", 0.0),
        ("x:5", "M2", "1", "talks", "d", 25.0),
        ("x:6", "M2", "", "talks", "e", 1.0),
    ]
    assert list(found.columns) == ["system", "seg_id", "domain", "target", "mqm"]
    assert [note.what for note in found.notes] == ["remark: said of single errors, and not read"]
    bare = [(place, {name: row[name] for name in COLUMNS[:-1]}) for place, row in rows]
    assert sum_errors(SourceTable("x", bare)).notes == ()


@pytest.mark.parametrize(
    ("severity", "points"), [("major", 5), ("Minor", 1), ("neutral", 0), ("no-error", 0), ("No error", 0)]
)
def test_each_severity_has_its_points(severity, points):
    row = dict(zip(COLUMNS, ("M1", "1", "news", "a", "Fluency/Grammar", severity, ""), strict=True))
    [(_, found)] = sum_errors(SourceTable("x", [("x:2", row)])).rows
    assert found["mqm"] == points


@pytest.mark.parametrize(
    ("severity", "points", "of_punctuation"),
    [("Major", 5, 5), ("minor", 1, 0.1), (" NEUTRAL ", 0, 0), ("No-error", 0, 0), ("no error", 0, 0)],
)
def test_what_an_error_costs(severity: str, points: float, of_punctuation: float) -> None:
    assert error_points("Accuracy/Mistranslation", severity, "x:2") == points
    assert error_points("Fluency/Punctuation/more", severity, "x:2") == points
    assert error_points("fluency/PUNCTUATION", severity, "x:2") == of_punctuation
    assert error_points("Non-translation!", severity, "x:2") == 25
    with pytest.raises(DataError) as caught:
        error_points("Non-translation!", f"{severity}s", "x:2")
    said = f"x:2: severity: got '{severity}s', allowed: Major, Minor, Neutral, No-error"
    assert str(caught.value) == said


def test_a_severity_whose_points_are_not_known_is_told_what_to_do():
    with pytest.raises(
        DataError, match=r"'Critical', allowed: Major, Minor, Neutral, No-error\. What another"
    ):
        error_points("Accuracy", "Critical", "x:2")

"""Ratings below no name, as merged cells leave them, and columns that may be several people's."""

import pandas as pd
import pytest
from click.testing import CliRunner

import workbench
from workbench.cli import main
from workbench.datasets.importing import propose_import
from workbench.datasets.mapping.column_map import ColumnMap
from workbench.datasets.mapping.rater_columns import rater_columns
from workbench.errors import DataError

ROWS = [
    [f"d{number // 2}", "AB"[number % 2], "it rained a lot", "much rain fell here", 4, 3, 5, 1, 2, 3]
    for number in range(8)
]
HEADING = ["doc", "system", "summary", "ref1", "Flow", "", "", "Overall", "", ""]
NAMED = [*HEADING[:4], "Flow 1", "Flow 2", "Flow 3", "Overall 1", "Overall 2", "Overall 3"]


def table(folder, heading, rows=ROWS, ending="csv"):
    path = folder / f"wide.{ending}"
    if ending == "xlsx":
        pd.DataFrame([heading, *rows]).replace("", None).to_excel(path, header=False, index=False)
    else:
        path.write_text("".join(",".join(map(str, row)) + "\n" for row in [heading, *rows]))
    return path


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_numbers_below_no_name_are_not_lost(tmp_path, ending):
    with pytest.raises(DataError) as error:
        propose_import([table(tmp_path, HEADING, ending=ending)], ColumnMap())
    said = str(error.value)
    assert "columns 6, 7, 9, 10 have numbers and no name (behind Flow, Overall)" in said
    assert "Write a name above each column (Flow 1, Flow 2 and so on)" in said


def test_a_heading_of_two_lines_becomes_one(tmp_path):
    second = ["", "", "", "", *["Ann", "Bo", "Cy"] * 2]
    with pytest.raises(DataError, match="in one line and not in two"):
        propose_import([table(tmp_path, HEADING, [second, *ROWS])], ColumnMap())


def test_nameless_columns_may_be_left_out_and_an_index_is_none(tmp_path):
    path = table(tmp_path, ["", *HEADING[:6]], [[at, *row[:6]] for at, row in enumerate(ROWS)])
    sheet = table(tmp_path, ["", *HEADING[:6]], [[at, *row[:6]] for at, row in enumerate(ROWS)], "xlsx")
    for each in (path, sheet):
        with pytest.raises(DataError, match="column 7 has numbers and no name"):
            propose_import([each], ColumnMap())
    proposed = propose_import([path], ColumnMap(leave_out=["Unnamed: 6"]))
    assert proposed.mapping.criteria == ("Flow",)
    empty = [[*row[:5], *[""] * 5] for row in ROWS]
    assert propose_import([table(tmp_path, HEADING, empty)], ColumnMap()).mapping.criteria == ("Flow",)


def test_a_frame_says_it_too():
    frame = pd.DataFrame(ROWS, columns=[name or f"Unnamed: {at}" for at, name in enumerate(HEADING)])
    with pytest.raises(DataError, match="columns 6, 7, 9, 10 have numbers and no name"):
        workbench.data(frame)


def test_columns_that_may_be_raters_of_one_criterion_are_pointed_at_with_the_command(tmp_path):
    path = table(tmp_path, NAMED)
    said = CliRunner().invoke(main, ["data", "import", str(path), "--yes", "--out", str(tmp_path / "out")])
    assert said.exit_code == 0
    assert "Flow 1, Flow 2, Flow 3 are taken as 3 criteria." in said.output
    assert "--criterion 'Flow=Flow 1' --criterion 'Flow=Flow 2'" in said.output
    proposed = propose_import([path], ColumnMap())
    assert proposed.otherwise is not None
    assert proposed.otherwise.criteria[3:] == tuple(f"Overall=Overall {rater}" for rater in "123")
    assert propose_import([path], ColumnMap(criteria=["Flow 1", "Flow 2"])).otherwise is None


@pytest.mark.parametrize(
    ("columns", "found"),
    [
        (["flow_ann", "flow_bo", "wit_ann", "wit_bo"], {"flow", "wit"}),
        (["flow_ann", "flow_bo", "wit_ann", "wit_cy"], set()),
        (["ann_coherence", "bo_coherence", "ann_fluency"], {"coherence"}),
        (["quality.r1", "quality.r2"], {"quality"}),
        (["quality1", "quality2"], {"quality"}),
        (["Q1", "Q2", "Q3"], set()),
        (["content_quality", "language_quality"], set()),
        (["overall", "coherence"], set()),
        (["_ann", "-", "_", "7", "quality_", "quality_r1", "quality_r2"], {"quality"}),
    ],
)
def test_names_tell_which_columns_may_be_of_one_criterion(columns, found):
    assert set(rater_columns(columns)) == found


@pytest.mark.parametrize("of_all", ["avg", "Mean", "total", "Mittelwert", "promedio"])
def test_what_is_made_of_the_ratings_of_all_is_nobodys(of_all):
    """As one rater more it would agree with each, and the judges with one another."""
    assert rater_columns(["flow_1", "flow_2", f"flow_{of_all}"]) == {"flow": ["flow_1", "flow_2"]}
    assert rater_columns(["flow_1", f"flow_{of_all}"]) == {}

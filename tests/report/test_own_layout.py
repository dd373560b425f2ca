"""A layout of one's own is refused where it is made, with what its columns may be."""

import pytest

import workbench
from workbench.errors import SpecError
from workbench.report.layouts import TableLayout

SOUND = {"panel": ("dataset",), "row": ("metric", "component"), "column": ("references",)}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"row": ("metric",)}, "TableLayout: row: begins with metric and component"),
        ({"row": ("metric", "coefficient")}, "TableLayout: row: begins with metric and component"),
        ({"panel": ("datset",)}, "panel: records have no such column: got 'datset'. Did you mean 'dataset'"),
        ({"column": "references"}, "column: is a tuple of columns of records: got 'references', allowed: ("),
    ],
)
def test_a_wrong_layout_is_refused(changed, said):
    with pytest.raises(SpecError) as error:
        TableLayout(**{**SOUND, **changed})
    assert said in str(error.value)
    assert TableLayout(**SOUND).corner == "Metric"


def test_levels_of_a_header_are_named_by_their_columns_or_in_words():
    layout = TableLayout(
        ("dataset",), ("metric", "component"),
        ("preprocess", "references", "block_size", "level", "coefficient", "given", "criterion", "own"),
        counts_systems=True,
    )  # fmt: skip
    assert layout.header_names == (
        "preprocessing", "references", "segments of a block", "level", "coefficient", "given", "criterion",
        "own", "systems",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("panel", "column", "within"),
    [
        ((), ("references", "preprocess"), "column"),
        (("references",), ("preprocess",), "column"),
        (("preprocess", "references"), ("level",), "column"),
        (("dataset",), ("references",), "references"),
        (("references",), ("criterion",), "references"),
        (("dataset",), ("criterion",), "table"),
        (("dataset",), ("preprocess",), ""),
    ],
)
def test_a_column_shares_the_settings_that_panels_and_columns_are_told_apart_by(panel, column, within):
    assert TableLayout(panel, ("metric", "component"), column).within == within


def test_the_column_of_an_experiment_without_blocks_says_so():
    data = workbench.simulate(topics=3, systems=3, references=1).evalset
    asked = {"correlation": {"coefficients": ["pearson"], "interval": "none"}}
    e = workbench.Experiment(data, ["rouge-1"], table={"layout": "block-sizes"}, **asked)
    assert {column for panel in e.table().panels for column in panel.columns} == {("no blocks",)}

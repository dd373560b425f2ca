"""Which Parquet files are taken as they are, without being read row by row."""

import numpy as np
import pandas as pd
import pytest

from workbench.datasets.readers.parquet_tables import as_declared
from workbench.schema import JUDGMENTS, OUTPUTS

FILE = "x.parquet"
JUDGED = pd.DataFrame(
    {"task": ["t", "t"], "segment": ["1", "2"], "system": ["A", "B"], "criterion": ["c", "c"],
     "rater": ["r", "r"], "score": [1.0, -2.5]}
)  # fmt: skip


def taken(table: pd.DataFrame, frame=JUDGMENTS) -> pd.DataFrame | None:
    return as_declared(FILE, table, frame)


def test_columns_that_are_declared_are_taken_and_others_are_not():
    found = taken(JUDGED.assign(note="x")[["note", "score", *JUDGED.columns[:-1]]])
    assert found is not None
    # in the order of the declaration
    assert found.columns.tolist() == [name for name in JUDGMENTS.names if name in JUDGED]
    assert found["score"].tolist() == [1.0, -2.5]
    assert found.index.tolist() == [(FILE, 1), (FILE, 2)]


@pytest.mark.parametrize("lacking", ["task", "rater", ["task", "rater"]])
def test_a_task_and_a_rater_may_be_told_elsewhere(lacking):
    found = taken(JUDGED.drop(columns=lacking))
    assert found is not None
    assert set(JUDGED) - set(found) == {*([lacking] if isinstance(lacking, str) else lacking)}


@pytest.mark.parametrize("name", ["segment", "system", "criterion", "score"])
def test_no_other_column_may_lack(name):
    assert taken(JUDGED.drop(columns=name)) is None


@pytest.mark.parametrize(
    "table",
    [
        JUDGED.set_index("task"),
        JUDGED.rename_axis("number"),
        JUDGED.iloc[:0],
        pd.concat([JUDGED, JUDGED[["score"]]], axis=1),
        JUDGED.assign(score=[1, 2]),
        JUDGED.assign(score=[1.0, np.nan]),
        JUDGED.assign(score=[1.0, np.inf]),
        JUDGED.assign(score=["1", "2"]),
        JUDGED.assign(segment=[1.0, 2.0]),
        JUDGED.assign(segment=["1", ""]),
        JUDGED.assign(segment=["NA", "2"]),
        JUDGED.assign(category="c", severity="major", target="a text"),
    ],
)
def test_what_is_to_be_mended_or_refused_is_read_row_by_row(table):
    assert taken(table) is None


def test_outputs_need_a_text():
    outputs = JUDGED[["segment", "system"]].assign(text=["a", ""])
    assert taken(outputs, OUTPUTS) is not None
    assert taken(outputs.drop(columns="text"), OUTPUTS) is None

"""Frames, tables and arrays of single precision, as neural metrics leave them: ties of decimals are ties."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

import workbench
from workbench.datasets.arrays import read_arrays
from workbench.metrics.base import METRICS
from workbench.single_precision import array_as_printed

# means of A and B are equal in decimals, .25; in double precision those of single ones are 4e-9 apart
RATINGS = {"A": (0.1, 0.4), "B": (0.2, 0.3), "C": (0.4, 0.4), "D": (0.1, 0.2)}
SCORES = {"A": (0.2, 0.3), "B": (0.3, 0.3), "C": (0.1, 0.4), "D": (0.1, 0.1)}
"""A and C are tied."""


def laid(cells: dict[str, tuple[float, float]], name: str, dtype: Any) -> pd.DataFrame:
    rows = [(f"s{at}", system, value) for system, values in cells.items() for at, value in enumerate(values)]
    return pd.DataFrame(rows, columns=["segment", "system", name]).astype({name: dtype})


def kendall(ratings: pd.DataFrame, scores: Any) -> float:
    data = workbench.data(
        ratings.assign(text="a b", reference="a b"), "text", "reference", "segment", "system", "quality"
    )
    e = workbench.Experiment(data, ["m"], scores={"m": scores}, correlation={"interval": "none"})
    return float(e.records.set_index("coefficient").loc["kendall", "value"])


def test_the_noise_of_single_precision_is_there() -> None:
    single = laid(RATINGS, "quality", np.float32)
    means = single.astype({"quality": float}).groupby("system")["quality"].mean()
    assert means["A"] != means["B"]


# people tie A with B, and the metric A with C; A, B and C are before D for both, and B and C are turned round
EXPECTED = (3 - 1) / 5


@pytest.mark.parametrize("dtype", [np.float32, "Float32", "float[pyarrow]", float])
def test_ties_of_ratings_and_scores_stay(dtype: Any) -> None:
    ratings, scores = laid(RATINGS, "quality", dtype), laid(SCORES, "m", dtype)
    assert kendall(ratings, scores) == pytest.approx(EXPECTED)


def test_ties_of_numbers_by_name_stay() -> None:
    ratings = laid(RATINGS, "quality", object)
    ratings["quality"] = [np.float32(each) for each in ratings["quality"]]
    column = laid(SCORES, "m", np.float32).set_index(["segment", "system"])["m"]
    by_name = {key: np.float32(value) for key, value in column.items()}
    assert kendall(ratings, column) == kendall(ratings, by_name) == pytest.approx(EXPECTED)


def test_arrays(tmp_path: Any) -> None:
    x, z = (np.array(list(cells.values()), np.float32) for cells in (SCORES, RATINGS))
    path = tmp_path / "both.npz"
    np.savez(path, X=x, Z=z, systems=np.array(list(RATINGS)), inputs=np.array(["s0", "s1"]))
    found = read_arrays(path)
    assert found.metric.tolist() == [list(each) for each in SCORES.values()]
    assert found.human.tolist() == [list(each) for each in RATINGS.values()]


def test_arrays_that_are_written_out_piece_by_piece() -> None:
    tenths = np.arange(250_002).reshape(2, -1) / 10
    found = array_as_printed(tenths.astype(np.float32))
    assert found.shape == tenths.shape
    assert (found == tenths).all()


def test_a_function_that_returns_them() -> None:
    @workbench.metric("a-tenth")
    def a_tenth(candidate: list[str], references: list[list[str]]) -> Any:
        return np.float32(0.1)

    try:
        found = workbench.score(["a"], ["b"], metrics=["a-tenth"])
    finally:
        METRICS.remove("a-tenth")
    assert found["value"].tolist() == [0.1]

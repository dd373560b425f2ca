"""What is held of large tables at a time: the memory of objects of Python and of arrays, not time."""

import tracemalloc
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from workbench.datasets.card import DatasetCard
from workbench.datasets.evalset import EvalSet
from workbench.datasets.load import load
from workbench.datasets.looks.blocks import groups
from workbench.datasets.understood import understand
from workbench.experiment.task_data import lay_out

SYSTEMS, SEGMENTS, WORDS = 10, 2_000, 60
N_OUTPUTS = SYSTEMS * SEGMENTS


def peak_of(job: Callable[[], object]) -> int:
    tracemalloc.start()
    try:
        job()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.fixture(scope="module")
def frames() -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    rng = np.random.default_rng(0)
    words = np.array([f"word{number}" for number in range(5_000)])
    drawn = rng.integers(len(words), size=(N_OUTPUTS + SEGMENTS, WORDS))
    texts = pd.Series([" ".join(line) for line in words[drawn]], dtype="str")
    segments = pd.Series(np.repeat([f"s{number}" for number in range(SEGMENTS)], SYSTEMS), dtype="str")
    systems = pd.Series(np.tile([f"m{number}" for number in range(SYSTEMS)], SEGMENTS), dtype="str")
    task = pd.Series(["t"] * N_OUTPUTS, dtype="str")
    outputs = pd.DataFrame({"task": task, "segment": segments, "system": systems, "text": texts[:N_OUTPUTS]})
    references = pd.DataFrame(
        {
            "task": task[:SEGMENTS],
            "segment": segments[::SYSTEMS].reset_index(drop=True),
            "reference": pd.Series(["r"] * SEGMENTS, dtype="str"),
            "text": texts[N_OUTPUTS:].reset_index(drop=True),
        }
    )
    judgments = outputs[["task", "segment", "system"]].assign(
        criterion=pd.Series(["quality"] * N_OUTPUTS, dtype="str"),
        rater=pd.Series(["mean"] * N_OUTPUTS, dtype="str"),
        score=rng.normal(size=N_OUTPUTS),
    )
    return outputs, references, judgments


def test_parts_of_a_table_are_read_without_a_record_a_row(
    frames: tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame], tmp_path: Path
) -> None:
    for name, table in zip(("outputs", "references", "judgments"), frames, strict=True):
        (tmp_path / name).mkdir()
        for number, rows in enumerate(np.array_split(np.arange(len(table)), 5)):
            table.iloc[rows].to_parquet(tmp_path / name / f"part-{number}.parquet", index=False)
    letters = int(frames[0]["text"].str.len().sum())
    found: list[EvalSet] = []
    assert peak_of(lambda: found.append(load(tmp_path))) < letters
    assert found[0].fingerprint == EvalSet.build(DatasetCard(name="made"), *frames).fingerprint


def test_texts_are_never_all_objects_of_python(
    frames: tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame],
) -> None:
    outputs, references, judgments = frames
    letters = int(outputs["text"].str.len().sum())
    found: list[EvalSet] = []
    built = peak_of(
        lambda: found.append(EvalSet.build(DatasetCard(name="made"), outputs, references, judgments))
    )
    assert built < letters / 2
    [data] = found
    assert peak_of(lambda: data.fingerprint) < letters
    assert peak_of(lambda: understand(data)) < letters / 2
    assert peak_of(lambda: lay_out(data, "t")) < letters / 2


def test_rows_are_grouped_by_all_names_in_the_order_of_the_first() -> None:
    rows = pd.DataFrame({"task": ["b", "a", "b", "a", "b"], "system": ["y", "y", "x", "y", "y"]})
    found = [(names, mine.index.tolist()) for names, mine in groups(rows, "task", "system")]
    assert found == [(("b", "y"), [0, 4]), (("a", "y"), [1, 3]), (("b", "x"), [2])]
    assert list(groups(rows[:0], "task")) == []

"""TED talks with MQM: humans become rated references, systems become outputs with penalties."""

from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_up import Row, write_jsonl
from real_data import load_real

from workbench.datasets.evalset import EvalSet
from workbench.datasets.load import load
from workbench.datasets.readers.wmt21_ted import weight_of_penalty
from workbench.errors import DataError

NAME, FOLDER, TASK = "wmt21-ted-zhen-mqm", "wmt21_ted_zhen_mqm", "zh-en"


@pytest.fixture(scope="module")
def evalset(shared: Path) -> EvalSet:
    return load_real(shared, NAME)


def test_sizes(evalset: EvalSet) -> None:
    assert len(evalset.systems(TASK)) == 13
    assert len(evalset.segments(TASK)) == 529
    assert evalset.segments(TASK)[:2] == ["84", "85"]
    assert len(evalset.outputs) == len(evalset.judgments) == 13 * 529
    assert len(evalset.references) == 2 * 529
    assert sorted(evalset.references["reference"].unique()) == ["ref-A", "ref-B"]


def test_means_are_those_of_the_systems_table(evalset: EvalSet, shared: Path) -> None:
    table = pd.read_csv(shared / "data" / FOLDER / "systems.tsv", sep="\t").set_index("system")["mean_mqm"]
    means = evalset.judgments.groupby("system")["score"].mean()
    assert (means - table).dropna().abs().max() < 6e-5
    assert set(table.index) - set(means.index) == {"ref-A", "ref-B"}


def test_one_segment_has_no_reference_of_positive_weight(evalset: EvalSet) -> None:
    best = evalset.references.groupby("segment")["weight"].max()
    assert list(best[best <= 0].index) == ["217"]
    assert evalset.references["weight"].between(-1, 1).all()


def test_a_text_is_one_line(evalset: EvalSet) -> None:
    texts = [*evalset.outputs["text"], *evalset.references["text"]]
    assert not any("\n" in text for text in texts)


def test_lower_is_better(evalset: EvalSet) -> None:
    assert evalset.card.criteria["mqm"].direction == "lower"


@given(st.floats(0, 1000))
def test_a_penalty_becomes_a_weight(mqm: float) -> None:
    weight = weight_of_penalty(mqm)
    assert -1 <= weight <= 1
    assert weight == pytest.approx(1 - mqm / 10, abs=6e-5) or (mqm >= 20 and weight == -1)


def test_a_weight_has_four_decimals_and_none_is_below_minus_one() -> None:
    assert [weight_of_penalty(mqm) for mqm in (0.123456, 10 / 3, 19.99996, 20.0, 20.1)] == [
        0.9877, 0.6667, -1.0, -1.0, -1.0,
    ]  # fmt: skip


def rows() -> list[Row]:
    return [
        {
            "seg_id": segment,
            "system": system,
            "is_human": human,
            "rater": "rater1",
            "text": "a\nb",
            "mqm": 2.5,
        }
        for segment in (9, 10)
        for system, human in (("ref-A", True), ("ref-B", True), ("X", False), ("Y", False))
    ]


def loaded(tmp_path: Path, changed: list[Row]) -> EvalSet:
    (tmp_path / FOLDER).mkdir(exist_ok=True)
    write_jsonl(tmp_path / FOLDER / "outputs.jsonl.gz", changed)
    return load(NAME, tmp_path)


def test_made_up_rows(tmp_path: Path) -> None:
    evalset = loaded(tmp_path, rows())
    assert evalset.segments(TASK) == ["9", "10"]
    assert evalset.systems(TASK) == ["X", "Y"]
    assert set(evalset.references["weight"]) == {0.75}
    assert set(evalset.outputs["text"]) == {"a b"}
    assert evalset.fingerprint == loaded(tmp_path, rows()[::-1]).fingerprint


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"mqm": float("nan")}, ":1: mqm is not a number: got nan"),
        ({"mqm": "2"}, ":1: field 'mqm' has the wrong type: got '2'"),
        ({"mqm": -1}, ":1: mqm is less than 0: got -1.0"),
        ({"is_human": 1}, ":1: field 'is_human' has the wrong type: got 1, allowed: bool"),
        ({"seg_id": 9.5}, ":1: field 'seg_id' has the wrong type"),
        (
            {"system": "ref-B"},
            "outputs.jsonl.gz:2: given twice: task 'zh-en', segment '9', ",
        ),
        ({"rater": "", "is_human": False}, "outputs.jsonl.gz:1: rater is empty"),
    ],
)
def test_faults(tmp_path: Path, change: Row, fault: str) -> None:
    with pytest.raises(DataError) as caught:
        loaded(tmp_path, [{**rows()[0], **change}, *rows()[1:]])
    assert fault in str(caught.value)
    assert FOLDER in str(caught.value)


def test_a_rating_is_needed(tmp_path: Path) -> None:
    first = {key: value for key, value in rows()[0].items() if key != "mqm"}
    with pytest.raises(DataError, match=r"outputs\.jsonl\.gz:1: field 'mqm' is missing"):
        loaded(tmp_path, [first, *rows()[1:]])

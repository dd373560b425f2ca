"""Rows of what no output has: each is named once, by the widest thing that the outputs lack."""

import random

import pandas as pd
import pytest

from workbench.datasets.unmatched import find_unmatched, matched

Key = tuple[str, str, str]


def missed_of(row: Key, outputs: list[Key], names_systems: bool) -> str:
    """What the outputs lack of a row, looked up one name after the other."""
    task, segment, system = row
    there = [output for output in outputs if output[0] == task]
    if not there:
        return "task"
    if segment not in [output[1] for output in there]:
        return "segment"
    if not names_systems:
        return ""
    if system not in [output[2] for output in there]:
        return "system"
    return "" if row in there else "output"


def keys_table(keys: list[Key], columns: str = "task segment system") -> pd.DataFrame:
    return pd.DataFrame(keys, columns=["task", "segment", "system"])[columns.split()]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("names_systems", [True, False])
def test_every_row_is_named_by_the_widest_thing_that_is_not_there(seed: int, names_systems: bool) -> None:
    drawn = random.Random(seed)
    every = [(task, segment, system) for task in "tu" for segment in "123" for system in "AB"]
    outputs = drawn.sample(every, 9)
    rows = [
        (drawn.choice("tuv"), drawn.choice("1234"), drawn.choice("ABC")) for _ in range(drawn.randint(0, 9))
    ]
    table = keys_table(rows, "task segment system" if names_systems else "task segment")
    found = list(find_unmatched(keys_table(outputs), table, "judgment"))
    said = dict.fromkeys(range(len(rows)), "")
    for each in found:
        assert each.part == "judgment"
        mine = [row for row, is_there in zip(rows, each.rows, strict=True) if is_there]
        assert {row[0] for row in mine} == ({each.task} if each.what != "task" else {*each.names})
        if each.what in ("segment", "system"):
            at = 1 if each.what == "segment" else 2
            assert each.names == list(dict.fromkeys(row[at] for row in mine))
            assert set(each.known) == {output[at] for output in outputs if output[0] == each.task}
        elif each.what == "output":
            assert each.names == [f"segment {b!r}, system {c!r}" for _, b, c in dict.fromkeys(mine)]
        said |= {number: said[number] + each.what for number, is_there in enumerate(each.rows) if is_there}
    expected = [missed_of(row, outputs, names_systems) for row in rows]
    assert list(said.values()) == expected
    kept, notes = matched(keys_table(outputs), table, "judgment", "here")
    assert kept.tolist() == [not each for each in expected]
    assert [str(note) for note in notes] == [
        f"here: {each.rows.sum()} left out: {each.describe()}" for each in found
    ]


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        (["t1C"], "score of unknown system 'C' (task 't')"),
        (["t1C", "t1D"], "scores of 2 unknown systems 'C', 'D' (task 't')"),
        (["t3A"], "score of unknown segment '3' (task 't')"),
        (["t3A", "t4A", "t5A"], "scores of 3 unknown segments '3', '4', '5' (task 't')"),
        (["t3A", "t4A", "t5A", "t6B"], "scores of 4 unknown segments '3', '4', '5' and 1 more (task 't')"),
        (["v1A"], "scores of an unknown task 'v'"),
        (["v1A", "w1A"], "scores of unknown tasks 'v', 'w'"),
        (["t2B"], "score of an output that is not there: segment '2', system 'B' (task 't')"),
        (
            ["t2B", "t0A"],
            "scores of 2 outputs that are not there: "
            "segment '2', system 'B'; segment '0', system 'A' (task 't')",
        ),
    ],
)
def test_what_is_not_there_in_a_sentence(rows: list[str], sentence: str) -> None:
    outputs = keys_table([(*each,) for each in ("t0B", "t1A", "t1B", "t2A")])
    [found] = find_unmatched(outputs, keys_table([(*each,) for each in rows]), "score")
    assert found.describe() == sentence


def test_a_fault_stands_where_its_first_row_is_from() -> None:
    outputs = keys_table([("t", "s01", "A"), ("t", "s02", "B")])
    rows = keys_table([("t", "s01", "A"), ("t", "S1", "A"), ("t", "s03", "A")])
    [found] = find_unmatched(outputs, rows, "score")
    assert str(found.problem(lambda row: f"row {row + 1}", "Do something")) == (
        "row 2: scores of 2 unknown segments 'S1', 's03' (task 't'). "
        "'S1' and 's01' differ in capitals and zeros in front of a number: write them alike. Do something"
    )
    [output] = find_unmatched(outputs, keys_table([("t", "s01", "B")]), "score")
    assert str(output.problem(str, "Do something")) == f"0: {output.describe()}. Do something"


@pytest.mark.parametrize(
    ("ours", "rows", "shifted"),
    [
        ("0 1 2", "1 2 3", "1 to 3 where the outputs have 0 to 2"),
        ("0 1 2", "1 3", "1 to 3 where the outputs have 0 to 2"),
        ("0 1 2", "2 3", ""),
        ("0 1 2", "0 1 2 3", ""),
        ("0 1 2", "1 2 3 4", ""),
        ("0 1 2", "1 2 x", ""),
        ("1 2 3", "0 1 2", "0 to 2 where the outputs have 1 to 3"),
        ("1 2 3", "0 2", "0 to 2 where the outputs have 1 to 3"),
        ("1 2 3", "0 1", ""),
        ("1 2 3", "0 1 2 3", ""),
        ("1", "0", ""),
    ],
)
def test_segments_that_are_counted_from_another_number(ours: str, rows: str, shifted: str) -> None:
    """To leave the last one out would give each segment the rating of the one before."""
    outputs = keys_table([("t", segment, "A") for segment in ours.split()])
    theirs = keys_table([("t", segment, "A") for segment in rows.split()])
    found = list(find_unmatched(outputs, theirs, "judgment"))
    assert [each.shifted for each in found] == [shifted]
    said = str(found[0].problem(str))
    assert ("Is each number that of its neighbour? Count both" in said) == bool(shifted)
    assert shifted in found[0].describe()
    assert "Or leave such rows out" in said


def test_names_of_thousands_of_digits_are_no_numbers_that_segments_are_counted_by() -> None:
    """Python reads 4,300 digits as a number, and no more."""
    outputs = keys_table([("t", segment, "A") for segment in ("9" * 5000, "1")])
    [found] = find_unmatched(outputs, keys_table([("t", "2", "A"), ("t", "1", "A")]), "judgment")
    assert (found.names, found.shifted) == (["2"], "")

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.report.difference import compare, rounds_to
from workbench.report.published import read_published
from workbench.report.table import Cell

TABLES = ["lin2004-table1", "galley2015-table2", "fabbri2021-table2", "lin-och2004-coling-table4"]


def printed_of(name: str) -> dict[tuple[str, ...], str]:
    cells = read_published(name).cells
    return {(name, str(number)): value for number, value in enumerate(cells["value"])}


@pytest.mark.parametrize("name", TABLES)
@given(data=st.data())
def test_a_printed_cell_that_is_changed_by_a_thousandth_is_reported_and_no_other(
    name: str, data: st.DataObject
) -> None:
    theirs = printed_of(name)
    ours = {place: Cell(float(value)) for place, value in theirs.items()}
    place = data.draw(st.sampled_from(list(theirs)))
    digits = max(3, len(theirs[place].partition(".")[2]))
    theirs[place] = f"{float(theirs[place]) + data.draw(st.sampled_from([0.001, -0.001])):.{digits}f}"
    comparison = compare(ours, theirs)
    assert [row.place for row in comparison.rows if row.verdict != "equal"] == [place]
    assert f"{len(theirs) - 1} equal, 1 within 0.01" in comparison.summary


@given(value=st.floats(-1, 1), digits=st.integers(0, 6))
def test_a_number_equals_what_it_prints(value: float, digits: int) -> None:
    printed = f"{value:.{digits}f}"
    assert rounds_to(value, printed)
    step = 10.0**-digits
    assert not rounds_to(float(printed) + 0.51 * step + 1e-8, printed)
    assert not rounds_to(float(printed) - 0.51 * step - 1e-8, printed)


@pytest.mark.parametrize(
    ("value", "printed", "equal"),
    [
        (0.915, "0.91", True),
        (0.915 + 0.9e-9, "0.91", True),
        (0.915 + 2e-9, "0.91", False),
        (0.9149, "0.910", False),
        (363.4, "363", True),
        (363.6, "363", False),
        (-0.004, "-0.00", True),
        (math.inf, "0.91", False),
    ],
)
def test_half_way_noise_is_forgiven_and_nothing_else(value: float, printed: str, equal: bool) -> None:
    assert rounds_to(value, printed) is equal


def test_near_is_a_hundredth_from_the_printed_number() -> None:
    theirs = {("a",): "0.500", ("b",): "0.500"}
    ours = {("a",): Cell(0.51), ("b",): Cell(0.5101)}
    assert [row.verdict for row in compare(ours, theirs).rows] == ["within 0.01", "different"]


def test_what_is_not_computable_says_why() -> None:
    theirs = {("a",): "0.5", ("b",): "0.5"}
    rows = compare({("b",): Cell(math.nan, reason="constant scores")}, theirs).rows
    assert [(row.verdict, row.reason) for row in rows] == [
        ("not computable", "not among our numbers"),
        ("not computable", "constant scores"),
    ]
    assert all(math.isnan(row.difference) for row in rows)


def test_numbers_that_were_never_printed_are_counted() -> None:
    comparison = compare({("a",): Cell(0.5), ("b",): Cell(0.5)}, {("a",): "0.5"})
    assert (
        comparison.summary == "Printed numbers: 1; 1 equal; largest difference 0; 1 of ours are not printed."
    )
    below = compare({("a",): Cell(0.25)}, {("a",): "0.50"})
    assert below.summary == "Printed numbers: 1; 1 different; largest difference 0.25."
    assert compare({}, {}).summary == "Printed numbers: 0; none compared."

import math

import pytest

from workbench.report.table import Cell, Panel, Table, TableRow, format_value, letter


def test_an_undefined_cell_needs_a_reason() -> None:
    with pytest.raises(ValueError, match="reason"):
        Cell(math.nan)
    with pytest.raises(ValueError, match="reason"):
        Cell(math.nan, reason=" ")
    with pytest.raises(ValueError, match="mark"):
        Cell(math.nan, mark="best", reason="constant")


def test_a_cell_may_have_digits_of_its_own_and_others_for_its_interval() -> None:
    own = Cell(0.5, 0.25, 0.75, digits=1, interval_digits=3)
    assert (own.printed(2), *own.printed_ends(2)) == ("0.5", "0.250", "0.750")
    of_value, of_ends = Cell(0.5, 0.25, 0.75, digits=1), Cell(0.5, 0.25, 0.75, interval_digits=1)
    assert (of_value.printed(2), *of_value.printed_ends(2)) == ("0.5", "0.25", "0.75")
    assert (of_ends.printed(2), *of_ends.printed_ends(2)) == ("0.50", "0.2", "0.8")


def test_a_zero_is_not_undefined() -> None:
    assert Cell(0.0).is_defined
    assert not Cell(0.0).has_interval
    assert Cell(0.0, 0.0, 0.0).has_interval


def test_an_interval_has_two_ends() -> None:
    assert not Cell(0.5, 0.1).has_interval
    assert not Cell(0.5, high=0.9).has_interval


@pytest.mark.parametrize(
    ("value", "text"), [(-0.004, "0.00"), (-0.006, "-0.01"), (0.996, "1.00"), (-0.0, "0.00"), (-1, "-1.00")]
)
def test_values_print_without_a_negative_zero(value: float, text: str) -> None:
    assert format_value(value, 2) == text


def test_a_panel_is_a_grid() -> None:
    with pytest.raises(ValueError, match="one cell for each column"):
        Panel("", (("a",), ("b",)), (TableRow("r", (None,)),))
    with pytest.raises(ValueError, match="same header"):
        Panel("", (("a",), ("a",)), ())
    with pytest.raises(ValueError, match="depth"):
        Panel("", (("a",), ("a", "b")), ())
    with pytest.raises(ValueError, match="needs a name"):
        Table("", "", ("one", "two"), (Panel("", (("a",),), ()),))


def test_spans_do_not_join_equal_headers_under_different_ones() -> None:
    panel = Panel("", (("1 ref", "CASE"), ("2 refs", "CASE"), ("2 refs", "STEM")), ())
    assert [tuple(span) for span in panel.spans(0)] == [("1 ref", 0, 1), ("2 refs", 1, 2)]
    assert [tuple(span) for span in panel.spans(1)] == [("CASE", 0, 1), ("CASE", 1, 1), ("STEM", 2, 1)]
    wide = Panel("", (("1 ref", "CASE"), ("1 ref", "STEM"), ("2 refs", "CASE"), ("3 refs", "CASE")), ())
    assert [tuple(span) for span in wide.spans(0)] == [("1 ref", 0, 2), ("2 refs", 2, 1), ("3 refs", 3, 1)]


def test_equal_reasons_share_a_footnote_across_panels() -> None:
    def panel(*reasons: str) -> Panel:
        return Panel(
            "", (("a",),), tuple(TableRow("", (Cell(math.nan, reason=reason),)) for reason in reasons)
        )

    table = Table("", "", ("",), (panel("few", "constant", "few"), panel("constant", "other")))
    assert table.footnotes == {"few": "a", "constant": "b", "other": "c"}
    assert table.panels[1].reasons == ["constant", "other"]


def test_letters_do_not_repeat() -> None:
    letters = [letter(index) for index in range(800)]
    assert len(set(letters)) == 800
    assert letters[701:703] == ["zz", "aaa"]

"""Tables whose rows name several systems."""

from workbench.datasets.mapping.column_map import ColumnMap
from workbench.datasets.mapping.compared_systems import compared_systems
from workbench.datasets.mapping.source_table import SourceTable


def said(row, **mapping):
    source = SourceTable("x.csv", [("x.csv:2", row), ("x.csv:3", row)])
    return [each.what for each in compared_systems([source], ColumnMap(**mapping))]


def test_two_columns_of_names_of_systems_are_a_comparison():
    for one, other in (
        ("system1", "system2"),
        ("Model A", "Model B"),
        ("left_system", "right_system"),
        ("sys1_id", "sys2_id"),
    ):
        assert said({one: "A", other: "B", "better": "A"}) == [
            f"{one}, {other} seem to name several systems in a row, and a rating is of one"
        ]


def test_the_column_that_is_taken_for_the_system_is_one_of_them():
    both = {"system1": "A", "system2": "B", "better": "A"}
    assert said(both, system="system1") == said(both)
    assert said({**both, "system": "C"}, system="system") == []


def test_one_column_texts_ratings_and_what_is_left_out_are_no_comparison():
    both = {"system1": "A", "system2": "B"}
    assert said({"system1": "A", "better": "A"}) == []
    assert said({"system": "A", "system2": "B"}) == []
    assert said({"system1": "the cat sat down", "system2": "the dog ran off"}) == []
    assert said({"system1": 4, "system2": 5}) == []
    assert (
        said(both, rater="system2")
        == said(both, criteria=("mine=system2",))
        == said(both, leave_out=("system2",))
        == said(both, text=("system2",))
        == said(both, criteria=("system2",))
        == []
    )

"""Faults that are drawn at random change one place, and leave what people read as it is."""

from collections import Counter

from faults.changes import find_changes

SOURCE = b'''"""Shares of rows."""


def share(rows: int, most=3, is_open=True):
    """Return 1 + 1."""
    if rows > most and not is_open:
        raise ValueError(f"more than {most + 1}")
    kept = [row for row in sorted(range(rows))[1:] if row % 2]
    print("\xc3\xa4" + "b", sep="")
    pairs = zip(kept, range(most), strict=True)
    return max(round(len(kept), most), most) / rows
'''
CHANGES = {
    ("comparison", ">", ">="), ("and, or", "and", "or"), ("a condition less", "rows > most", "True"),
    ("a condition less", "not is_open", "True"), ("sign", "not is_open", "is_open"),
    ("branch", "rows > most and not is_open", "True"), ("branch", "rows > most and not is_open", "False"),
    ("a statement less", 'raise ValueError(f"more than {most + 1}")', "pass"),
    ("a condition less", "row % 2", "True"), ("operator", "%", "*"), ("constant", "2", "3"),
    ("function", "sorted", "list"), ("slice", "1", ""), ("constant", "1", "2"), ("constant", "3", "4"),
    ("constant", "True", "False"), ("a statement less", 'print("ä" + "b", sep="")', "pass"),
    ("an argument less", ', sep=""', ""), ("function", "max", "min"),
    ("arguments swapped", "len(kept), most", "most, len(kept)"), ("operator", "/", "*"),
    ("arguments swapped", "kept, range(most)", "range(most), kept"),
    ("function", "round", ""),
}  # fmt: skip


def test_every_place_where_a_person_could_slip() -> None:
    found = find_changes(SOURCE)
    said = {(each.kind, SOURCE[each.start : each.end].decode().strip(), each.new.strip()) for each in found}
    assert said == CHANGES
    assert len(found) == len(CHANGES)
    lines = SOURCE.splitlines()
    assert all(SOURCE[each.start : each.end].splitlines()[0] in lines[each.line - 1] for each in found)


def test_a_change_is_made_in_one_place() -> None:
    before = Counter(SOURCE.split())
    for change in find_changes(SOURCE):
        after = change.made_in(SOURCE)
        assert after[: change.start] == SOURCE[: change.start]
        assert after.endswith(SOURCE[change.end :])
        assert Counter(after.split()) != before or change.kind == "arguments swapped"

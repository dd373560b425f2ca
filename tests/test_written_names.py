"""Names with parameters are written so that they are read back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import SpecError
from workbench.experiment.levels.base import LEVELS, Level
from workbench.registry import read_name, write_name

VALUES = st.one_of(st.booleans(), st.integers(), st.floats(allow_nan=False), st.text())


@given(st.dictionaries(st.from_regex(r"[a-z_][a-z0-9_]*", fullmatch=True), VALUES, max_size=3))
def test_what_is_written_is_read_back_with_its_types(parameters):
    name, read = read_name(write_name("named", parameters))
    assert (name, read) == ("named", parameters)
    assert [type(value) for value in read.values()] == [type(value) for value in parameters.values()]


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("ref (A)", '"ref (A)"'),
        ("a,b", '"a,b"'),
        ('say "a"', r'"say \"a\""'),
        ("back\\slash", r"back\slash"),
        ("two back\\slashes", r'"two back\\slashes"'),
        ("", '""'),
        ("1.2", '"1.2"'),
        ("true", '"true"'),
        ("refA", "refA"),
        (1.2, "1.2"),
        (False, "false"),
    ],
)
def test_a_word_has_quotes_where_it_would_be_read_as_something_else(value, written):
    assert write_name("named", {"reference": value}) == f"named(reference={written})"


@pytest.mark.parametrize(
    "text",
    [
        "rouge-w(weight)",
        "rouge-w(weight=1.2, weight=1.3)",
        "rouge-w(weight=1.2",
        "rouge-w(weight=a b)",
        "",
        "w()x",
    ],
)
def test_what_is_no_name_is_refused(text):
    with pytest.raises(SpecError, match="not a name") as raised:
        read_name(text, "here")
    assert str(raised.value).startswith("here: ")


def test_a_name_is_given_once():
    with pytest.raises(SpecError, match="level 'system' is already registered"):
        LEVELS("system")(Level)
    assert LEVELS.get("system") is not Level

"""The tests that tests/README.md names exist, and few of all need what is not in the project."""

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def test_every_named_test_is_there():
    named = re.findall(r"`([a-z_/]+\.py)(?:::(\w+))?`", (HERE / "README.md").read_text(encoding="utf-8"))
    assert len(named) > 15
    for file, name in named:
        assert f"def {name}(" in (HERE / file).read_text(encoding="utf-8") if name else (HERE / file).exists()


def test_less_than_a_tenth_needs_the_folder_of_real_data(request):
    """Of all tests; with a part of them there is nothing to say."""
    items = request.session.items
    if not {*HERE.rglob("test_*.py")} <= {item.path for item in items}:
        pytest.skip("only a part of the tests was asked for")
    needing = [item for item in items if "shared" in getattr(item, "fixturenames", ())]
    assert 0 < len(needing) < len(items) / 10

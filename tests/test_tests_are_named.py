"""The tests that tests/README.md names exist."""

import re
from pathlib import Path

HERE = Path(__file__).parent


def test_every_named_test_is_there():
    named = re.findall(r"`([a-z_/]+\.py)(?:::(\w+))?`", (HERE / "README.md").read_text(encoding="utf-8"))
    assert len(named) > 15
    for file, name in named:
        assert f"def {name}(" in (HERE / file).read_text(encoding="utf-8") if name else (HERE / file).exists()

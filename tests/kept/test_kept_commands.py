"""What the command line says, kept: each command with its options, its refusals, and the files it writes."""

from pathlib import Path

import pytest
from kept.sessions_data import DATA
from kept.sessions_texts import TEXTS
from kept.shell import session
from kept.text import hold
from kept.worlds import WORLDS

from workbench.metrics.base import METRICS

KEPT = Path(__file__).with_name("commands")
SESSIONS = {**TEXTS, **DATA}


@pytest.mark.parametrize("name", SESSIONS)
def test_what_commands_say_is_what_is_kept(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("WORKBENCH_DATA", raising=False)
    monkeypatch.delenv("WORKBENCH_MIRROR", raising=False)
    monkeypatch.setenv("WORKBENCH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "80")
    world, lines = SESSIONS[name]
    WORLDS[world](tmp_path)
    try:
        said = session(tmp_path, lines)
    finally:
        # own.py enters it, and the lists of metrics that other tests read would have it
        if "first-letter" in METRICS:
            METRICS.remove("first-letter")
    hold(said, KEPT / f"{name}.txt")

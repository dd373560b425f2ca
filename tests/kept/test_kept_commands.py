"""What the command line says, kept: each command with its options, its refusals, and the files it writes."""

import re
from pathlib import Path

import click
import pytest
from kept.sessions_data import DATA
from kept.sessions_texts import TEXTS
from kept.shell import session
from kept.text import hold
from kept.worlds import WORLDS

from workbench.cli import main
from workbench.metrics.base import METRICS

_HELP = 40
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


def options(name: str, command: click.Command) -> list[str]:
    """Return what a command takes, as it is declared: names, kind, default, and how its help begins."""
    if isinstance(command, click.Group):
        inner = [line for sub, each in command.commands.items() for line in options(f"{name} {sub}", each)]
        return [f"== {name}: {command.get_short_help_str(200)}", *inner]
    lines = [f"== {name}: {command.get_short_help_str(200)}"]
    for each in command.get_params(click.Context(command)):
        choices = getattr(each.type, "choices", ())
        # how none is called is another thing in each version of click
        default = each.default if type(each.default) in (str, int, float) else ""
        said = [
            "/".join(each.opts), each.type.name, " ".join(map(str, choices)), str(default), each.envvar or "",
            "several" * (each.multiple or each.nargs == -1), "needed" * each.required,
            (getattr(each, "help", "") or "")[:_HELP],
        ]  # fmt: skip
        # that of help has other names once a command was used
        if "--help" not in each.opts:
            lines.append(" | ".join(map(str, filter(None, said))))
    return lines


def test_options_are_those_that_are_kept() -> None:
    lines = options("workbench", main)
    # what several commands have is said once, and which commands have it by its name
    names = " ".join(
        re.split(" \\||:", line)[0] for line in lines if lines.count(line) > 1 or line[:2] == "=="
    )
    hold("\n".join([*dict.fromkeys(lines), names]) + "\n", KEPT / "options.txt")

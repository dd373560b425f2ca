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


def borders(kind: object) -> str:
    """Return between which numbers a number has to be, and what a path may be."""
    facts = vars(kind)
    low, high = facts.get("min"), facts.get("max")
    said = [] if low is None else [f"{'>' if facts['min_open'] else '>='} {low}"]
    said += [] if high is None else [f"{'<' if facts['max_open'] else '<='} {high}"]
    said += [name for name in ("exists", "writable", "allow_dash") if facts.get(name)]
    return " ".join(
        [*said, *(f"no {name}" for name in ("file_okay", "dir_okay") if facts.get(name) is False)]
    )


def options(name: str, command: click.Command) -> list[str]:
    """Return what a command takes, as it is declared: names, kind, borders, default, and its help."""
    if isinstance(command, click.Group):
        inner = [line for sub, each in command.commands.items() for line in options(f"{name} {sub}", each)]
        return [f"== {name}: {command.get_short_help_str(200)}", *inner]
    lines = [f"== {name}: {command.get_short_help_str(200)}"]
    for each in command.get_params(click.Context(command)):
        choices, shown = getattr(each.type, "choices", ()), getattr(each, "show_default", None)
        # how none is called is another thing in each version of click
        default = each.default if isinstance(each.default, str | int | float | Path) else ""
        default = " ".join(each.default) if isinstance(each.default, list | tuple) else default
        said = [
            "/".join([*each.opts, *each.secondary_opts]), each.type.name, " ".join(map(str, choices)),
            borders(each.type), str(default), shown if isinstance(shown, str) else "shown" * (shown is True),
            each.envvar or "",
            "several" * (each.multiple or each.nargs == -1), "needed" * each.required,
            each.metavar or "", getattr(each, "help", "") or "",
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

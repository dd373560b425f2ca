"""What `--help` teaches: commands under headings, and examples that can be copied."""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from workbench.cli import main
from workbench.version import VERSION


def every_command(group: click.Group = main, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the words that name each command and each group."""
    yield path
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from every_command(command, (*path, name))
        else:
            yield (*path, name)


def shown(*words: str) -> str:
    result = CliRunner().invoke(main, [*words, "--help"])
    assert result.exit_code == 0, result.output
    return result.stdout


def examples_of(*words: str) -> list[str]:
    _, _, tail = shown(*words).partition("\n  Examples:\n")
    return [line.strip() for line in tail.partition("\n\n")[0].splitlines()]


def parse(line: str) -> tuple[str, ...]:
    """Let click read an example to its last word, without running it; return the words of its command."""
    said, *words = shlex.split(line)
    assert said == "workbench"
    command: click.Command = main
    path: tuple[str, ...] = ()
    while words and isinstance(command, click.Group):
        path += (words.pop(0),)
        command = command.commands[path[-1]]
    command.make_context(path[-1], words)
    return path


@pytest.mark.parametrize("words", [*every_command()], ids=" ".join)
def test_every_help_ends_with_examples_of_this_command(words):
    examples = examples_of(*words)
    assert len(examples) == 2
    named = [parse(line) for line in examples]
    assert named[-1][: len(words)] == words
    assert all(path[: len(words)] == words or words == () for path in named)


@pytest.mark.parametrize("words", [*every_command()], ids=" ".join)
def test_every_option_and_the_command_itself_are_explained(words):
    command: click.Command = main
    for word in words:
        assert isinstance(command, click.Group)
        command = command.commands[word]
    first = (command.help or "").partition("\n\n")[0]
    assert first.endswith((".", "it.")), "the first paragraph is the line in the list of commands"
    with click.Context(command) as context:
        for option in command.get_params(context):
            if isinstance(option, click.Option):
                assert option.help, f"{option.opts[0]} says nothing"


def test_commands_stand_under_headings_and_none_is_left_over():
    text = shown()
    places = [text.index(f"\n{heading}:\n") for heading in ("Every day", "Statistics", "Data", "For experts")]
    assert places == sorted(places)
    assert "\nMore:\n" not in text
    every_day = text[places[0] : places[1]]
    assert (
        every_day.index("\n  new ")
        < every_day.index("\n  check ")
        < every_day.index("\n  run ")
        < every_day.index("\n  score ")
    )
    for name, *rest in filter(None, every_command()):
        assert rest or f"\n  {name} " in text


def test_lists_of_commands_have_whole_sentences():
    for words in ((), ("data",), ("metrics",)):
        assert not [line for line in shown(*words).splitlines() if re.search(r"[a-z]\.\.\.$", line)]


def test_a_command_of_which_no_heading_knows_is_listed_at_the_end(monkeypatch):
    monkeypatch.setitem(main.commands, "weigh", click.Command("weigh", help="Weigh outputs."))
    assert "\nMore:\n  weigh  Weigh outputs.\n" in shown()


CHEAP = ("metrics", "metrics show", "sections", "table", "data", "data list", "data show", "audit")


@pytest.mark.parametrize("words", CHEAP)
def test_examples_that_need_no_files_run_in_an_empty_folder(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for line in examples_of(*words.split()):
        result = CliRunner().invoke(main, shlex.split(line)[1:])
        assert result.exit_code == 0, result.output
        assert len(result.stdout) > 100
    assert not [*tmp_path.iterdir()]


def test_help_and_version_import_nothing_heavy():
    code = (
        "import sys\nfrom workbench.cli import main\n"
        "main(['--help'], standalone_mode=False)\n"
        "print(*sorted({'numba', 'numpy', 'pandas', 'scipy', 'pydantic', 'matplotlib'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == ""
    assert CliRunner().invoke(main, ["--version"]).stdout == f"workbench, version {VERSION}\n"


@pytest.mark.parametrize("option", ["--workers", "--cluster"])
def test_one_worker_is_the_least(option, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    none, one = (CliRunner().invoke(main, ["run", "x.toml", option, number]).output for number in "01")
    assert "0 is not in the range x>=1" in none
    assert "there is no such experiment file" in one


def test_bundled_experiments_are_found_by_name_from_any_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "galley-figure2a").mkdir()
    result = CliRunner().invoke(main, ["check", "galley-figure2a"])
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("Experiment galley-figure2a: ")
    Path("galley-figure2a.toml").write_text('metrics = ["rouge-1"]\n[data]\nname = "simulated-news"\n')
    assert "metrics" in Path("galley-figure2a.toml").read_text()
    own = CliRunner().invoke(main, ["check", "galley-figure2a.toml"])
    assert "Conditions 1\n" in own.stdout
    said = CliRunner().invoke(main, ["check", "galley-figure2"])
    assert said.exit_code == 2
    assert "Did you mean 'galley-figure2" in said.stderr
    said = CliRunner().invoke(main, ["study", "nowhere"])
    assert (said.exit_code, said.stderr) == (2, "error: nowhere: there is no such folder of experiments\n")


@pytest.mark.parametrize(
    ("words", "begun", "expected"),
    [
        ("workbench metrics show", "rouge-l", "rouge-l"),
        ("workbench score -m", "chr", "chrf"),
        ("workbench data show", "summ", "summeval"),
        ("workbench new", "mine-", "mine-too"),
        ("workbench run", "galley", "galley-simulated"),
    ],
)
def test_names_are_completed(words, begun, expected, tmp_path, monkeypatch):
    (tmp_path / "mine-too").mkdir()
    (tmp_path / "mine-too" / "card.toml").write_text("")
    monkeypatch.setenv("WORKBENCH_DATA", str(tmp_path))
    told = {"_WORKBENCH_COMPLETE": "bash_complete", "COMP_WORDS": f"{words} {begun}"}
    done = CliRunner().invoke(
        main, [], prog_name="workbench", env={**told, "COMP_CWORD": str(len(words.split()))}
    )
    assert f"plain,{expected}" in done.output.splitlines(), done.output
    offered = [line.partition(",")[2] for line in done.output.splitlines() if line.startswith("plain,")]
    assert all(name.startswith(begun) for name in offered), offered

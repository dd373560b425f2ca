"""Every example of the documentation does what it shows: code, commands, files, and what comes out."""

import contextlib
import doctest
import io
import json
import re
import shlex
import tomllib
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from docs_blocks import Block, read_blocks, read_commands
from docs_stand_ins import STAND_INS, AbsentError

import workbench
from workbench.cli import main

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(
    path
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    if not {"_build", "reference"} & set(path.relative_to(ROOT).parts)
)
SHOWN = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
KNOWN = {"python", "console", "toml", "csv", "text", "json", "bibtex", "jsonl"}


def blocks_of(path: Path) -> list[Block]:
    return [block for block in read_blocks(path) if not block.language.startswith("{")]


def _without_number(found: re.Match[str]) -> str:
    return "0 s" if found[1] else "0"


def same(shown: str, printed: str, with_other_numbers: bool = False) -> bool:
    if with_other_numbers:
        # a time is in minutes where a machine, or the process so far, took long
        shown, printed = (re.sub(r"\d[\d,.]*( min\b)?", _without_number, text) for text in (shown, printed))
    return doctest.OutputChecker().check_output(shown.strip() + "\n", printed.strip() + "\n", SHOWN)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder to work in, with the experiments of the project."""
    for name in ("experiments", "data"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("WORKBENCH_DATA", raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path


def run_python(block: Block, names: dict[str, object], where: str) -> None:
    if ">>>" in block.text:
        test = doctest.DocTestParser().get_doctest(block.text, names, where, where, block.line)
        printed: list[str] = []
        result = doctest.DocTestRunner(optionflags=SHOWN).run(test, out=printed.append, clear_globs=False)
        names.update(test.globs)
        assert result.failed == 0, "".join(printed)
        return
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(block.text, where, "exec"), names)
    if block.below:
        assert same(block.below, out.getvalue()), f"{where} prints\n{out.getvalue()}"


def run_command(command: str, shown: str, where: str, with_other_numbers: bool = False) -> None:
    words = shlex.split(command, comments=True)
    if words[0] == "cat":
        assert Path(words[1]).read_text("utf-8").strip() == shown.strip(), where
        return
    assert words[0] == "workbench", f"{where}: {command}"
    result = CliRunner().invoke(main, words[1:], input="y\n", prog_name="workbench")
    if shown:
        printed = re.sub(r"^Compiling kernels for this machine.*\n", "", result.output)
        assert same(shown, printed, with_other_numbers), f"{where}: {command} prints\n{printed}"
    else:
        assert result.exit_code == 0, f"{where}: {command} prints\n{result.output}"


def check_command(command: str) -> None:
    """Look whether there is such a command with such options, without running it."""
    words = shlex.split(command, comments=True)
    if words[0] == "make":
        targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
        assert {word for word in words[1:] if "=" not in word} <= set(targets), command
        return
    if words[0] != "workbench":
        return
    group: click.Command = main
    context = click.Context(main)
    rest = words[1:]
    while isinstance(group, click.Group) and rest and not rest[0].startswith("-"):
        inner = group.get_command(context, rest[0])
        if inner is None:
            break
        group, rest = inner, rest[1:]
        context = click.Context(group)
    options = {option for parameter in group.get_params(context) for option in parameter.opts}
    named = {word.partition("=")[0] for word in rest if re.match(r"--[a-z]", word)}
    assert group is not main or named, command
    assert named <= options | {"--help", "--version"}, command


def prepared(block: Block, folder: Path, patch: pytest.MonkeyPatch) -> bool:
    """Make what a block needs; tell whether all of it can be had here."""
    try:
        for name in block.needs:
            STAND_INS[name](folder, patch)
    except AbsentError:
        return False
    return True


def written_out(command: str) -> str:
    """Return a command with its braces written out, as a shell does: one word becomes several."""
    found = re.search(r"(\S*)\{([^}]*,[^}]*)\}(\S*)", command)
    if found is None:
        return command
    words = " ".join(f"{found[1]}{part}{found[3]}" for part in found[2].split(","))
    return written_out(command.replace(found[0], words, 1))


def look_at(block: Block, where: str) -> None:
    if block.language == "python" and ">>>" not in block.text:
        compile(block.text, where, "exec")
    elif block.language == "toml":
        tomllib.loads(block.text)
    elif block.language == "json":
        json.loads(block.text)
    elif block.language == "console":
        for command, _ in read_commands(block.text):
            check_command(command)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
@pytest.mark.filterwarnings("default")
def test_what_a_page_shows_is_what_comes_out(page, folder, monkeypatch):
    names: dict[str, object] = {"__name__": "__main__", "workbench": workbench}
    for block in blocks_of(page):
        where = f"{page.relative_to(ROOT)}:{block.line + 1}"
        assert block.language in KNOWN, f"{where}: {block.language!r} is no language that is tested"
        if block.file:
            path = folder / block.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        if block.reason or block.file or not prepared(block, folder, monkeypatch):
            look_at(block, where)
        elif block.language == "python":
            run_python(block, names, where)
        elif block.language == "console":
            for command, shown in read_commands(block.text):
                run_command(written_out(command), shown, where, bool(block.other_numbers))
        elif block.language == "toml":
            tomllib.loads(block.text)


def test_a_reason_is_a_sentence():
    blocks = [block for page in PAGES for block in blocks_of(page)]
    reasons = [reason for block in blocks for reason in (block.reason, block.other_numbers) if reason]
    assert all(len(reason.split()) >= 4 for reason in reasons), reasons
    # an example that could be run, with made-up data or real ones, is no sixth
    assert len([block for block in blocks if block.reason]) <= 5


def test_every_stand_in_is_used():
    assert {name for page in PAGES for block in blocks_of(page) for name in block.needs} == set(STAND_INS)


@pytest.mark.parametrize(
    ("shown", "printed", "is_same"),
    [
        ("took 3.8 s", "took 1,204 s", True),
        ("took 3.8 s", "took 13 min", True),
        ("took 3.8 s", "took long", False),
        ("3 MB\n...", "4 MB\nmore", True),
    ],
)
def test_other_numbers_are_numbers(shown, printed, is_same):
    assert same(shown, printed, with_other_numbers=True) == is_same

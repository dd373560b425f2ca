"""A data set that is not found: which folder was searched, what lies there, and what that lacks."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from made_up import CARD

from workbench.cli import main
from workbench.datasets.importing import propose_import
from workbench.datasets.load import load
from workbench.datasets.mapping.column_map import ColumnMap
from workbench.errors import DataError, MissingDataError, Problem, SpecError, listed, quote, raised, suggest


def said(name: str, data: Path | None) -> str:
    with pytest.raises(SpecError) as caught:
        load(name, data)
    return str(caught.value)


def test_without_a_folder_it_asks_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WORKBENCH_DATA", raising=False)
    assert "No folder was searched: name the one that yours lies in with --data or WORKBENCH_DATA" in said(
        "mine", None
    )


def test_a_file_of_that_name_here_is_to_be_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WORKBENCH_DATA", raising=False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.jsonl").write_text("{}\n")
    assert ". Here is the file mine.jsonl: `workbench data import mine.jsonl` makes a data set" in said(
        "mine", None
    )
    assert "No folder was searched" in said("min", None)


def test_a_wrong_folder_is_named_with_what_lies_there(tmp_path: Path) -> None:
    assert f"The folder that was searched is not there: {tmp_path / 'no'}" in said("mine", tmp_path / "no")
    (tmp_path / "yours").mkdir()
    (tmp_path / "yours" / "card.toml").write_text(CARD.replace("mine", "yours"))
    (tmp_path / "raw").mkdir()
    assert f"{tmp_path} was searched: it has yours with a card.toml, and raw without one" in said(
        "nothing-like-it", tmp_path
    )


@pytest.mark.parametrize(("number", "more"), [(8, ""), (9, " and 1 more")])
def test_of_many_folders_some_are_named_and_the_others_counted(
    tmp_path: Path, number: int, more: str
) -> None:
    for at in range(number):
        (tmp_path / f"raw{at}").mkdir()
    named = ", ".join(f"raw{at}" for at in range(8))
    assert f"nothing with a card.toml, and {named}{more} without one" in said("mine", tmp_path)


def test_a_folder_without_a_card_is_named_with_its_files(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "outputs.csv").write_text("system,text\n")
    line = said("mine", tmp_path)
    assert f"{tmp_path / 'mine'} has no card.toml, but outputs.csv" in line
    assert f"`workbench data import {tmp_path / 'mine'}`" in line


@pytest.mark.parametrize("command", ["check", "run", "new"])
def test_a_path_starts_here_and_not_in_the_folder_of_the_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """`check` said `No folder was searched: name the one ... with --data` of a path."""
    (tmp_path / "sets" / "deep" / "mine").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    Path("x.toml").write_text('metrics = ["bleu"]\n[data]\nname = "deep/mine"\n', "utf-8")
    asked = [command, "deep/mine" if command == "new" else "x.toml"]
    result = CliRunner().invoke(main, [*asked, "--data", "sets"])
    said = "error: deep/mine: there is no such file or folder"
    assert f"{said}. Paths start from the folder that one is in; it is sets/deep/mine\n" in result.output
    assert result.exit_code == CliRunner().invoke(main, asked).exit_code
    assert said in CliRunner().invoke(main, asked).output


def test_a_file_of_that_name_can_be_imported(tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text("system,text\n")
    assert f"`workbench data import {tmp_path / 'mine.csv'}` makes a data set of it" in said("mine", tmp_path)


def test_the_folder_of_the_data_set_itself_is_one_too_deep(tmp_path: Path) -> None:
    folder = tmp_path / "sets" / "mine"
    folder.mkdir(parents=True)
    (folder / "card.toml").write_text(CARD)
    assert f"take --data {tmp_path / 'sets'}" in said("mine", folder)


@pytest.mark.parametrize("name", ["a" * 10_000, "a b " * 3000, "it's " * 3000])
def test_a_value_is_never_shown_beyond_200_characters(name: str) -> None:
    for problem in (Problem("x", f"unknown thing {name!r}, is it 'b'"), Problem("x", "wrong", name)):
        assert len(str(problem)) < 240
        assert str(problem).startswith("x: ")
        assert "…" in str(problem)
    assert str(Problem("x", f"unknown thing {name!r}, is it 'b'")).endswith("is it 'b'")


def test_what_is_shown_of_long_texts_ends_where_it_is_said_to() -> None:
    """200 characters of a value, 390 of a line, 120 of a list, and all of 24 names or 250 characters."""
    for size, place in ((200, "p" * 200), (201, "…" + "p" * 199), (500, "…" + "p" * 199)):
        assert str(Problem("p" * size, "y")) == f"{place}: y"
    assert quote("v" * 198) == f"'{'v' * 198}'"
    assert quote("v" * 199) == f"'{'v' * 197}…'"
    assert raised(ValueError("v" * 201)) == f"the function raised ValueError: {'v' * 200}"
    assert str(Problem("x", "y" * 387)) == f"x: {'y' * 387}"
    assert str(Problem("x", "y" * 388)) == f"x: {'y' * 386}…"
    # "x: ", ".", " " and the hint; one of which 30 characters or less would be left is left out
    assert str(Problem("x", "y" * 300, hint="h" * 85)) == f"x: {'y' * 300}. {'h' * 85}"
    assert str(Problem("x", "y" * 300, hint="h" * 86)) == f"x: {'y' * 300}. {'h' * 84}…"
    assert str(Problem("x", "y" * 354, hint="h" * 32)) == f"x: {'y' * 354}. {'h' * 30}…"
    assert str(Problem("x", "y" * 355, hint="h" * 32)) == f"x: {'y' * 355}"
    names = [f"n{number:02d}" for number in range(25)]
    assert listed(names[:24]) == ", ".join(names[:24])
    assert listed(names) == f"{', '.join(names[:24])} and 1 more"
    assert listed(["n" * 300, "m"]) == f"{'n' * 198}…n and 1 more"
    assert suggest("x", [*names[:23], "m" * 135]) == f"Known: {'m' * 135}, {', '.join(names[:23])}"
    assert suggest("x", [*names[:23], "m" * 136]) == f"Known: {'m' * 136} and 23 more"


def test_what_is_here_is_not_taken_in_place_of_what_was_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mistake in --data must not end in a table of other data that are called alike."""
    for folder in (tmp_path / "mine", tmp_path / "there" / "mine", tmp_path / "empty"):
        folder.mkdir(parents=True)
    for name, content in (
        ("outputs", "segment,system,text\n1,A,a"),
        ("references", "segment,reference,text\n1,R,a"),
        ("judgments", "segment,system,criterion,score\n1,A,flow,1"),
    ):
        (tmp_path / "mine" / f"{name}.csv").write_text(f"{content}\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("WORKBENCH_DATA", raising=False)
    assert "The folder that was searched is not there: no" in said("mine", Path("no"))
    assert f"{Path('there/mine')} has no card.toml" in said("mine", Path("there"))
    for data in (None, Path(), Path("empty"), tmp_path):
        assert load("mine", data).systems("all") == ["A"]


def test_a_data_set_that_lies_here_is_meant_where_no_folder_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("WORKBENCH_DATA", raising=False)
    (tmp_path / "my-study").mkdir()
    (tmp_path / "my-study" / "card.toml").write_text(CARD.replace("mine", "my-study"))
    assert said("my-stduy", None).startswith("unknown data set 'my-stduy'. Did you mean 'my-study'?")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("dta.csv", "Did you mean 'data.csv'?"),
        ("summeval.csv", "Did you mean 'summeval'?"),
        ("qqq.jsonl", "Paths start from the folder that one is in"),
    ],
)
def test_a_name_with_the_ending_of_a_table_may_be_that_of_a_file_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, meant: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("WORKBENCH_DATA", raising=False)
    (tmp_path / "data.csv").write_text("system\n")
    assert said(name, None) == f"{name}: there is no such file, and no data set is called so. {meant}"


def test_a_file_that_is_here_is_not_said_to_be_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data.csv").write_text("system\n")
    assert said("data.csv", Path("no")).startswith(
        "unknown data set 'data.csv'. The folder that was searched"
    )


def test_a_folder_of_test_sets_and_a_part_of_one_lead_to_the_test_set(tmp_path: Path) -> None:
    for part in ("sources", "system-outputs", "human-scores"):
        (tmp_path / "sets" / "wmt99" / part).mkdir(parents=True)
    inside = f"It has data sets in it, each with its own folder: {tmp_path / 'sets' / 'wmt99'}"
    part = f"It is a part of wmt99: name that folder, {tmp_path / 'sets' / 'wmt99'}"
    for folder, hint in (("sets", inside), ("sets/wmt99/human-scores", part)):
        with pytest.raises(DataError, match=re.escape(f"is no data set. {hint}.")):
            load(tmp_path / folder)
        with pytest.raises(DataError, match=re.escape(f".xlsx. {hint}")):
            propose_import([tmp_path / folder], ColumnMap())


@pytest.mark.parametrize(("name", "meant"), [("wdie.csv", " Did you mean 'wide.csv'?"), ("qqq.zzz", "")])
def test_a_file_that_is_not_there_may_be_misspelt(tmp_path: Path, name: str, meant: str) -> None:
    (tmp_path / "wide.csv").write_text("a,b\n1,2\n")
    with pytest.raises(MissingDataError) as caught:
        propose_import([tmp_path / name], ColumnMap())
    assert str(caught.value) == f"{tmp_path / name}: there is no such file{'.' if meant else ''}{meant}"

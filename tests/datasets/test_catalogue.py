"""The catalogue lists and shows cards; validating compares files with their card."""

import shutil
from pathlib import Path

import pytest
from made_up import CARD
from samples import REALSUMM, SUMMEVAL, TABLES

from workbench.datasets.card import card_names, get_card
from workbench.datasets.catalogue import list_cards, show_card
from workbench.datasets.validate import validate
from workbench.errors import DataError, SpecError


def test_the_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WORKBENCH_DATA", raising=False)
    assert [entry.card.name for entry in list_cards()] == card_names()
    made = [
        name for name in card_names() if get_card(name).judgments == "simulated" and not get_card(name).files
    ]
    assert [entry.card.name for entry in list_cards() if entry.is_here] == made
    SUMMEVAL.write(tmp_path)
    TABLES.write(tmp_path)
    here = [entry.card.name for entry in list_cards(tmp_path) if entry.is_here]
    assert here == sorted(["mine", *made, "summeval"])
    monkeypatch.setenv("WORKBENCH_DATA", str(tmp_path))
    assert len(list_cards()) == len(card_names()) + 1
    (tmp_path / "mine" / "card.toml").write_text(CARD.replace("name", "nmae"), encoding="utf-8")
    with pytest.raises(DataError, match=r"card\.toml: unknown key .nmae."):
        list_cards()


@pytest.mark.parametrize("name", card_names())
def test_a_card_in_words(name: str) -> None:
    card = get_card(name)
    shown = show_card(card)
    task = f"task: {card.task}; {card.judgments} judgments"
    assert shown.splitlines()[1].strip() == (task if card.texts else f"{task}; without texts")
    for part in (card.title, card.licence, card.citation, card.source, *card.criteria, *card.options):
        assert part in shown
    for file in card.files:
        assert f"{card.folder}/{file.path}" in shown
    for folder in card.folders:
        assert (
            f"folder {(Path(card.folder) / folder).as_posix()}, with the files as they are handed out"
            in shown
        )
    assert ("without texts" in shown) == (not card.texts)


@pytest.mark.parametrize("name", [name for name in card_names() if not get_card(name).folders])
def test_the_real_files_are_valid(name: str, shared: Path) -> None:
    checks = validate(name, shared / "data")
    assert {check.state for check in checks} == {"ok"}
    assert len(checks) == len(get_card(name).files) + 1


def test_a_changed_file_is_said_and_still_read(tmp_path: Path) -> None:
    REALSUMM.write(tmp_path)
    first, whole = validate("realsumm", tmp_path)
    assert (first.state, whole.state) == ("changed", "changed")
    assert "realsumm: has other sizes than the card says: got '1 tasks, " in str(whole.problems[0])
    (problem,) = first.problems
    assert "outputs.jsonl.gz: is another file than the card describes: sha256: got '" in str(problem)
    assert get_card("realsumm").files[0].sha256 in str(problem)


def test_missing_and_faulty_files(tmp_path: Path) -> None:
    path = SUMMEVAL.write(tmp_path) / "summeval" / "documents.jsonl.gz"
    path.write_bytes(path.read_bytes()[:-9])
    checks = validate("summeval", tmp_path)
    assert [check.state for check in checks] == ["changed", "changed", "changed", "faulty"]
    assert "documents.jsonl.gz: is cut off" in str(checks[-1].problems[0])
    path.unlink()
    checks = validate("summeval", tmp_path)
    assert [check.state for check in checks] == ["changed", "missing", "changed"]
    assert "put the folder summeval" in str(checks[1].problems[0])


def test_originals_are_missed_where_one_is_there_and_what_is_made_of_them_is_not(tmp_path: Path) -> None:
    """A file that the reader needs, one that it does not, and one whose copy is there under another name."""
    zeros = "0" * 64
    files = f"""
    [[files]]
    path = "outputs.jsonl"
    what = "texts"

    [[origins]]
    name = "repo"
    url = "https://example.org/x"
    files = [
        {{ path = "a", bytes = 1, sha256 = "{zeros}" }},
        {{ path = "b", bytes = 1, sha256 = "{zeros}", read = false }},
        {{ path = "c", bytes = 1, sha256 = "{zeros}", copies = ["copy of c"] }},
    ]
    """
    folder = TABLES.write(tmp_path) / "mine"
    (folder / "card.toml").write_text(CARD + files, encoding="utf-8")
    (folder / "copy of c").write_bytes(b"x")

    def states() -> dict[str, str]:
        return {Path(each.what).name: each.state for each in validate("mine", tmp_path)}

    assert states() == {"outputs.jsonl": "unknown", "mine": "ok"}
    (folder / "original" / "repo").mkdir(parents=True)
    assert states() == {"outputs.jsonl": "unknown", "mine": "ok"}
    (folder / "original" / "repo" / "b").write_bytes(b"x")
    assert states() == {"outputs.jsonl": "unknown", "b": "changed", "mine": "ok"}
    (folder / "outputs.jsonl").rename(folder / "elsewhere")
    assert states() == {"a": "missing", "b": "changed"}
    (folder / "copy of c").unlink()
    assert states() == {"a": "missing", "b": "changed", "c": "missing"}
    shutil.rmtree(folder / "original")
    assert states() == {"outputs.jsonl": "missing"}


def test_a_card_need_not_know_the_content(tmp_path: Path) -> None:
    TABLES.write(tmp_path)
    files = '\n[[files]]\npath = "outputs.jsonl"\nwhat = "texts"\n'
    (tmp_path / "mine" / "card.toml").write_text(CARD + files, encoding="utf-8")
    assert [check.state for check in validate("mine", tmp_path)] == ["unknown", "ok"]


def test_what_is_asked_for_wrongly(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="unknown data set 'realsum'"):
        validate("realsum", tmp_path)
    REALSUMM.write(tmp_path)
    with pytest.raises(SpecError, match="option 'part': got 'both'"):
        validate("realsumm", tmp_path, {"part": "both"})


def test_a_file_without_a_digest_has_no_line_for_one():
    card = get_card("realsumm")
    bare = card.model_copy(update={"files": [file.model_copy(update={"sha256": ""}) for file in card.files]})
    lines = show_card(bare).split("\n")
    assert len(lines) == len(show_card(card).split("\n")) - len(card.files)
    assert all(line.strip() for line in lines)

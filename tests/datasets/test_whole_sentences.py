"""Sentences about files and folders, to their last word: what is wrong with them, and what would help."""

import errno
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from made_up import CARD, JUDGMENTS, REFERENCES, build

from workbench.datasets import exchanged_sets, safe_pickle
from workbench.datasets.at_path import read_path
from workbench.datasets.card import Origin, OriginFile, get_card, read_card
from workbench.datasets.catalogue import show_card
from workbench.datasets.exchanged_scores import as_arrays
from workbench.datasets.exchanged_sets import Chosen, Given, make_card, read_set, write_set
from workbench.datasets.importing import check_out, is_written, write_evalset
from workbench.datasets.not_found import unknown_data_set
from workbench.datasets.originals.folders import field
from workbench.datasets.plain import Plain
from workbench.datasets.readers.nist.files import Member, read_members
from workbench.datasets.readers.nist.rows import NistRow
from workbench.datasets.readers.nist.texts import read_summary
from workbench.datasets.understood import Understood, understand
from workbench.datasets.writers.card import write_card
from workbench.datasets.writers.tables import write_tables
from workbench.errors import DataError, MissingDataError, Problem, WorkbenchError


def said(make: Callable[[], object]) -> str:
    with pytest.raises(WorkbenchError) as caught:
        make()
    return str(caught.value)


REFUSED = [
    (OSError(errno.EACCES, "Permission denied"), "Permission denied"),
    (OSError("the disk is gone"), "the disk is gone"),
]
"""Errors of the operating system, with a reason and without, and what is said of them."""


def raising(error: Exception) -> Callable[..., object]:
    def fail(*_: object, **__: object) -> object:
        raise error

    return fail


# cards


def test_a_card_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "card.toml"
    assert said(lambda: read_card(path)) == f"{path}: there is no such card"


def test_a_folder_is_not_called_as_its_card(tmp_path: Path) -> None:
    """Read by its path it is read, with a note; by its name it is not."""
    write_tables(tmp_path / "other", build())
    (tmp_path / "other" / "card.toml").write_text(CARD)
    note = (
        f"{tmp_path / 'other' / 'card.toml'}: name: is not the name of the folder: got 'mine', allowed: other"
    )
    found = read_path(tmp_path / "other")
    assert str(found.notes[-1]) == f"{note}. Other data under the same name cannot be told apart"
    assert said(lambda: get_card("other", tmp_path)) == note
    (tmp_path / "other").rename(tmp_path / "mine")
    assert read_path(tmp_path / "mine").notes == ()


def test_a_card_says_which_files_are_not_needed() -> None:
    files = [OriginFile(path=name, bytes=1500, sha256="0" * 64, read=name == "a") for name in "ab"]
    origin = Origin(name="repo", url="https://x.org/repo", files=files)
    card = get_card("simulated-news").model_copy(update={"origins": [origin]})
    assert show_card(card).splitlines()[-4:-1] == [
        "  origin repo, 2 files, 3,000 bytes: https://x.org/repo",
        f"    {'0' * 64}  a",
        f"    {'0' * 64}  b (not needed to read the data set)",
    ]


def test_a_card_that_is_written_says_that_lines_are_segments(tmp_path: Path) -> None:
    card = get_card("simulated-news")
    for lines in ("segments", "sentences"):
        write_card(tmp_path / "card.toml", card.model_copy(update={"lines": lines}))
        assert read_card(tmp_path / "card.toml").lines == lines
        assert ('lines = "segments"\n' in (tmp_path / "card.toml").read_text()) == (lines == "segments")


def test_a_card_that_is_made_for_data_without_one() -> None:
    card = make_card(Path("some/where"), ["flow"], texts=False)
    assert card.model_dump(exclude_defaults=True) == {
        "name": "where",
        "title": "imported from where",
        "task": "unknown",
        "source": "where",
        "licence": "unknown: see the source",
        "citation": "unknown: see the source",
        "criteria": {"flow": {"scale": "as in the source", "meaning": "as in the source"}},
        "texts": False,
    }
    assert (card.version, card.judgments, card.reader) == ("1", "human", "tables")
    assert (card.raters, card.default_raters) == ({"all": ["*"]}, "all")
    assert card.criteria["flow"].direction == "higher"


# places for data sets that are written


def test_a_place_that_is_taken(tmp_path: Path) -> None:
    """An empty folder is free, a file is not; what names the place is an option or an argument."""
    place = tmp_path / "mine"
    check_out(place)
    place.mkdir()
    check_out(place)
    (place / "x").touch()
    assert said(lambda: check_out(place)) == f"{place}: is there already. Name another place with --out"
    taken = f"{place}: is there already. Name another folder, or remove it first: its data are other ones"
    assert said(lambda: write_evalset(place, build())) == taken
    (tmp_path / "file").touch()
    assert said(lambda: check_out(tmp_path / "file")) == (
        f"{tmp_path / 'file'}: is there already. Name another place with --out"
    )


def test_a_folder_whose_name_is_none_of_a_data_set(tmp_path: Path) -> None:
    wrong = "the folder's name is none of a data set: got 'a b', allowed: letters, digits, dots, dashes"
    for option in ("--out", "folder"):
        assert said(lambda option=option: check_out(tmp_path / "a b", option)) == f"{option}: {wrong}"
    assert said(lambda: check_out(tmp_path / "a b")) == f"--out: {wrong}"
    assert said(lambda: write_evalset(tmp_path / "a b", build())) == f"folder: {wrong}"
    assert said(lambda: write_set(tmp_path / "a b", Given(build()), "csv")) == f"--out: {wrong}"


def test_a_folder_has_a_data_set_where_card_and_rows_are_its(tmp_path: Path) -> None:
    place = tmp_path / "mine"
    assert not is_written(place, build())
    write_evalset(place, build())
    assert is_written(place, build())
    other = build().card.model_copy(update={"version": "other"})
    assert not is_written(place, replace(build(), card=other))
    assert not is_written(place, build(judgments=[{**row, "score": 0.25} for row in JUDGMENTS]))
    card = (place / "card.toml").read_text()
    (place / "card.toml").write_text("no = card")
    assert not is_written(place, build())
    # tables alone are a data set of theirs, but none that was written
    (place / "card.toml").unlink()
    assert not is_written(place, build())
    (place / "card.toml").write_text(card)
    assert is_written(place, build())


# formats of exchange


def test_two_scores_that_no_output_has() -> None:
    scores = {"x": {("t", "s1", "A"): 1.0}, "y": {("t", "s1", "B"): 1.0}}
    assert said(lambda: as_arrays(Plain({}, scores), Chosen())) == "no output has both scores"


def test_names_of_references_that_fall_together(tmp_path: Path) -> None:
    twins = [
        {**row, "reference": "r.1" if row["reference"] == "r10" else row["reference"]} for row in REFERENCES
    ]
    given = Given(build(references=twins))
    assert said(lambda: write_set(tmp_path / "out", given, "mt-metrics-eval")) == (
        "out: names of references cannot be written in this format. "
        "Without dots, dashes and blanks two are the same"
    )


def test_what_is_written_and_cannot_be_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "out"
    for where, begin in ((f"{place}/outputs.csv:2", "outputs.csv:2 "), (str(place), "")):
        problem = Problem(where, "column text: is empty")
        monkeypatch.setattr(exchanged_sets, "load", raising(DataError(problem)))
        assert said(lambda: write_set(place, Given(build()), "csv")) == (
            f"out: cannot be written in this format, it could not be read again: {begin}column text: is empty"
        )


def test_tables_without_a_card_get_one_and_a_note(tmp_path: Path) -> None:
    write_tables(tmp_path / "in", build())
    given = read_set(tmp_path / "in", "jsonl", Chosen())
    assert given.notes == ("that higher is better is assumed of every criterion: correct it in card.toml",)
    assert given.evalset.card.title == "imported from in"


# data sets that are not found


def test_signs_in_a_name_stand_for_themselves(tmp_path: Path) -> None:
    (tmp_path / "mine.csv").touch()
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b.csv").touch()
    searched = f"{tmp_path} was searched: it has nothing with a card.toml, and a without one. "
    for name in ("mi*", "min?", "[m]ine", "a/b", "a\\b"):
        assert unknown_data_set(name, tmp_path, ["x"]).hint.startswith(searched)
    for name in ("m*", "m?", "m[1]"):
        (tmp_path / f"{name}.csv").touch()
        assert unknown_data_set(name, tmp_path, ["x"]).hint.startswith(
            f"{tmp_path} has the file {name}.csv: "
        )


# files that cannot be read


@pytest.mark.parametrize(("error", "reason"), REFUSED)
def test_a_file_that_the_system_does_not_give(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, reason: str
) -> None:
    (tmp_path / "x.txt").write_text("x")
    monkeypatch.setattr("workbench.datasets.readers.nist.files.read_file", raising(error))
    assert said(lambda: list(read_members(tmp_path, lambda parts: True))) == (
        f"{tmp_path / 'x.txt'}: cannot be read: {reason}"
    )
    assert list(read_members(tmp_path, lambda parts: False)) == []
    monkeypatch.setattr(Path, "read_bytes", raising(error))
    path = tmp_path / "x.txt"
    assert said(lambda: safe_pickle.read_pickle(path)) == f"{path}: cannot be read: {reason}"


def test_a_folder_of_nist_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(MissingDataError, match=rf"^{tmp_path}/no: there is no such folder$"):
        list(read_members(tmp_path / "no", lambda parts: True))


def test_a_pickle_is_read_up_to_a_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.pkl"
    content = pickle.dumps([1, 2])
    path.write_bytes(content)
    monkeypatch.setattr(safe_pickle, "_MOST", len(content))
    assert safe_pickle.read_pickle(path) == [1, 2]
    monkeypatch.setattr(safe_pickle, "_MOST", len(content) - 1)
    assert said(lambda: safe_pickle.read_pickle(path)) == (
        f"{path}: is too large a pickle: got {len(content)}, allowed: {len(content) - 1} bytes"
    )
    assert said(lambda: safe_pickle.read_pickle(tmp_path / "y")) == f"{tmp_path / 'y'}: there is no such file"


def test_a_field_of_a_pickle() -> None:
    assert field({"a": 1}, "a", int, "x.pkl:d") == 1
    assert said(lambda: field({}, "a", int, "x.pkl:d")) == "x.pkl:d: field 'a' is missing"
    assert said(lambda: field({"a": True}, "a", int, "x.pkl:d")) == ("x.pkl:d: field 'a' is no int: got True")


# the tables and texts of NIST


def test_numbers_of_a_table_have_limits() -> None:
    row = NistRow("t:3", ("0", "4", "-1", "1e9", "-1e9", "1000000001", "-1000000001", "x"))
    assert [row.number(column, "units", 0, 4) for column in (0, 1)] == [0, 4]
    assert [row.number(column, "score") for column in (3, 4)] == [1e9, -1e9]
    assert said(lambda: row.number(2, "units", 0, 4)) == (
        "t:3: column 2: units is out of range: got -1.0, allowed: 0 to 4"
    )
    for column in (5, 6):
        assert said(lambda column=column: row.number(column, "score")).startswith(
            f"t:3: column {column}: score is out of range: got "
        )
        assert said(lambda column=column: row.number(column, "score")).endswith(", allowed: -1e+09 to 1e+09")
    assert said(lambda: row.number(3, "units", 0, 4)).endswith("got 1000000000.0, allowed: 0 to 4")


def test_lines_of_a_plain_summary_have_no_blanks_around_them() -> None:
    notes: list[object] = []
    member = Member("s", ("s",), b"  One two. \r\n\t\n \nThree.\t\n")
    assert read_summary(member, notes) == "One two.\nThree."
    assert notes == []
    assert read_summary(member._replace(content=b" \n\t\n"), notes) == ""
    assert list(map(str, notes)) == ["s: the summary is empty"]


# what was understood


def test_one_thing_and_several_that_look_wrong() -> None:
    found = understand(build())
    rules = ", ".join(dict.fromkeys(each.rule for each in found.warnings))
    assert len(found.warnings) > 1
    several = (
        f"In the data {len(found.warnings)} things look wrong ({rules}): print the experiment's `understood`."
    )
    assert found.named() == (several,)
    one = Understood(found.lines, found.warnings[:1])
    assert one.named() == (
        f"In the data 1 thing looks wrong ({found.warnings[0].rule}): print the experiment's `understood`.",
    )
    assert Understood(found.lines, ()).named() == ()
    many = Understood(found.lines, found.warnings[:1] * 6)
    assert many.brief()[-1] == "warning: ... and 1 more (`workbench check` has all)"
    assert len(many.brief()) == 6
    assert many.brief(6) == [f"warning: {each}" for each in many.warnings]
    assert f"In the data {1000:,} things look" in Understood((), found.warnings[:1] * 1000).named()[0]

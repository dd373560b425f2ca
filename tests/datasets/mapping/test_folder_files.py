"""What of a folder is read: files of numbers are no texts, and what is not read is said."""

from pathlib import Path

import pytest
from click.testing import CliRunner

import workbench
from workbench.cli import main
from workbench.datasets.importing import propose_import
from workbench.datasets.mapping.column_map import ColumnMap
from workbench.errors import DataError

WORDS = "abcdefghijklmnop"
NUMBER = 6


def write(path: Path, lines: list[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def texts(folder: Path, *called: str) -> None:
    for wrong, name in enumerate(called):
        write(folder / name, [" ".join(WORDS[at + wrong : at + 5]) for at in range(NUMBER)])


def imported(*paths: Path, out: Path) -> str:
    arguments = ["data", "import", *map(str, paths), "--yes", "--out", str(out)]
    return CliRunner().invoke(main, arguments).output


def test_a_number_a_line_beside_one_system_is_its_rating(tmp_path: Path) -> None:
    """It was a second system, whose texts were numbers."""
    texts(tmp_path, "ref.txt", "hyp.txt")
    write(tmp_path / "score.txt", [str(at / 2) for at in range(NUMBER)])
    write(tmp_path / "ctx.txt", [f"how are {at} ||| fine, thanks" for at in range(NUMBER)])
    own = workbench.load(tmp_path)
    assert own.systems("all") == ["system"]
    assert own.judgments.set_index("segment")["score"].to_dict() == {
        str(at + 1): at / 2 for at in range(NUMBER)
    }
    assert own.outputs["text"].tolist()[0] == "b c d e"
    assert own.references["text"].tolist()[0] == "a b c d e"


def test_numbers_beside_several_systems_are_whose(tmp_path: Path) -> None:
    texts(tmp_path, "ref.txt", "A.txt", "B.txt")
    write(tmp_path / "score.txt", [str(at) for at in range(NUMBER)])
    with pytest.raises(DataError, match="has a number in each line: whose ratings are they"):
        workbench.load(tmp_path)


def test_texts_that_are_all_numbers_are_systems(tmp_path: Path) -> None:
    texts(tmp_path, "ref.txt")
    for name in "AB":
        write(tmp_path / f"{name}.txt", [str(at) for at in range(NUMBER)])
    rows = [f"{name},{at + 1},{at}" for name in "AB" for at in range(NUMBER)]
    write(tmp_path / "ratings.csv", ["system,segment,flow", *rows])
    assert workbench.load(tmp_path).systems("all") == ["A", "B"]


RATINGS = ["topic,system,flow", *(f"t{at},{name},{at}" for at in range(3) for name in "AB")]


def test_folders_that_were_not_read_are_said(tmp_path: Path) -> None:
    """Ratings without texts came of it, without a word."""
    write(tmp_path / "set/manual.csv", RATINGS)
    for name in "AB":
        write(tmp_path / f"set/peers/t1.{name}", ["a text of its own"])
    (tmp_path / "set/empty").mkdir()
    said = imported(tmp_path / "set", out=tmp_path / "own")
    assert "set: folders in it were not read: peers. Name each that belongs to the data" in said
    said = imported(tmp_path / "set/manual.csv", tmp_path / "set/peers", out=tmp_path / "own2")
    assert "peers: has no tables and no files of lines: got 't1.A, t1.B'. Where each file is one" in said
    assert not (tmp_path / "own2").exists()


def test_a_folder_of_folders_is_told_to_name_them(tmp_path: Path) -> None:
    texts(tmp_path / "set/bart", "ref.txt", "hyp.txt")
    with pytest.raises(DataError) as caught:
        propose_import([tmp_path / "set"], ColumnMap())
    assert "folders in it were not read: bart" in str(caught.value)


def test_a_folder_of_sources_alone_makes_no_test_set(tmp_path: Path) -> None:
    """It was read as one of mt-metrics-eval, which has language pairs in it."""
    texts(tmp_path / "set/references", "ref.en")
    texts(tmp_path / "set/sources", "src.txt")
    texts(tmp_path / "set/system-outputs", "A.en", "B.en")
    rows = [f"{name},{at + 1},{at}" for name in "AB" for at in range(NUMBER)]
    write(tmp_path / "set/human.csv", ["system,segment,flow", *rows])
    assert workbench.load(tmp_path / "set").systems("all") == ["A", "B"]
    assert "--text A --text B --reference ref" in imported(tmp_path / "set", out=tmp_path / "own")

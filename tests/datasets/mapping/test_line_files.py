"""Plain text files, a line a segment and a file a system, with ratings in a table beside them."""

import bz2
import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

import workbench
from workbench.cli import main
from workbench.datasets.evalset import EvalSet
from workbench.errors import DataError, SpecError

WORDS = "abcdefghijklmnopqrst"
SYSTEMS = ("online-A.0", "online-B.1", "Uni.7")
NUMBER = 8


def text(at: int, wrong: int) -> str:
    return " ".join(word if n >= wrong else f"x{word}" for n, word in enumerate(WORDS[at : at + 6 + at % 3]))


def write(path: Path, lines: list[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def texts(folder: Path, system: str = "{}.txt", reference: str = "ref.txt", source: str = "src.txt") -> None:
    for wrong, name in enumerate(SYSTEMS):
        write(folder / system.format(name), [text(at, wrong) for at in range(NUMBER)])
    write(folder / reference, [text(at, 0) for at in range(NUMBER)])
    write(folder / source, [f"{text(at, 5)} auf Deutsch" for at in range(NUMBER)])


def scores(head: str, separator: str, first: int = 1, systems: tuple[str, ...] = SYSTEMS) -> list[str]:
    rows = [(name, at + first, 90 - 10 * n + at) for n, name in enumerate(systems) for at in range(NUMBER)]
    return [head.replace(",", separator), *(separator.join(map(str, row)) for row in rows)]


def expect(own: EvalSet, first: int = 1) -> None:
    assert own.systems("all") == sorted(SYSTEMS)
    assert own.segments("all") == [str(at + first) for at in range(NUMBER)]
    mine = own.outputs.set_index(["system", "segment"])["text"]
    assert mine["online-B.1", str(2 + first)] == text(2, 1)
    rated = own.judgments.set_index(["system", "segment"])["score"]
    assert rated["Uni.7", str(3 + first)] == 73
    assert own.references["text"].tolist() == [text(at, 0) for at in range(NUMBER)]


def test_a_folder_with_a_file_a_system(tmp_path: Path) -> None:
    texts(tmp_path)
    write(tmp_path / "human.csv", scores("system,segment,score", ","))
    expect(own := workbench.load(tmp_path))
    assert own.notes == ()


def test_files_as_wmt_named_them_and_scores_that_count_from_0(tmp_path: Path) -> None:
    texts(tmp_path, "newstest2019.{}.de-en", "newstest2019-deen-ref.en", "newstest2019-deen-src.de")
    write(tmp_path / "DA-seglevel.txt", scores("SYS,SID,RAW.SCR", " ", 0))
    write(tmp_path / "README.md", ["# what this is"])
    for name in ("README", "LICENSE.txt", "LICENCE", "Makefile", ".hidden.txt", "README.txt"):
        write(tmp_path / name, ["a line of", "what is no text of a system"] * (NUMBER // 2))
    (tmp_path / "newstest2019.all.gz").write_bytes(gzip.compress(b"all of it\n"))
    expect(own := workbench.load(tmp_path), 0)
    assert str(own.notes[0]) == f"{tmp_path / 'DA-seglevel.txt'}: SID counts lines from 0"
    assert own.references["reference"].unique().tolist() == ["ref"]


def test_a_name_says_that_lines_are_texts_though_they_look_like_a_table(tmp_path: Path) -> None:
    """Of a .txt file cells of numbers make a table; .hyp and .ref are no names of tables."""
    texts(tmp_path, "{}.hyp", "news.ref", "news.src")
    for file in (*tmp_path.glob("*.hyp"), tmp_path / "news.ref"):
        lines = file.read_text("utf-8").splitlines()
        write(file, [f"{line}\t{at}" for at, line in enumerate(lines)])
    write(tmp_path / "human.csv", scores("system,segment,score", ","))
    own = workbench.load(tmp_path)
    assert own.systems("all") == sorted(SYSTEMS)
    assert own.outputs.set_index(["system", "segment"])["text"]["online-B.1", "3"] == f"{text(2, 1)}\t2"
    assert own.references["text"].tolist() == [f"{text(at, 0)}\t{at}" for at in range(NUMBER)]


@pytest.mark.parametrize(("ending", "pack"), [(".txt.gz", gzip.compress), (".TXT.bz2", bz2.compress)])
def test_packed_files(tmp_path: Path, ending: str, pack: Callable[[bytes], bytes]) -> None:
    texts(tmp_path, "{}.txt", "news.ref.txt", "news.src.txt")
    for file in [*tmp_path.glob("*.txt")]:
        (tmp_path / f"{file.stem}{ending}").write_bytes(pack(file.read_bytes()))
        file.unlink()
    write(tmp_path / "human.csv", scores("system,segment,score", ","))
    expect(workbench.load(tmp_path), 1)


def test_files_in_folders_of_their_own(tmp_path: Path) -> None:
    texts(tmp_path, "system-outputs/{}.txt", "references/news.A.txt", "source/news.txt")
    write(tmp_path / "scores" / "mqm.tsv", scores("system,segment,score", "\t"))
    (tmp_path / "elsewhere").mkdir()
    write(tmp_path / "elsewhere" / "other.txt", ["not a part of it"])
    expect(workbench.load(tmp_path))


def test_files_called_alike_in_folders_of_their_own_are_called_by_those_folders(tmp_path: Path) -> None:
    """A is a system in one of the folders and a reference in the other; B is one alone."""
    texts(tmp_path, "system-outputs/{}.txt", "references/A.txt")
    for name, wrong in (("A", 1), ("B", 2)):
        write(tmp_path / "system-outputs" / f"{name}.txt", [text(at, wrong) for at in range(NUMBER)])
    for name in SYSTEMS:
        (tmp_path / "system-outputs" / f"{name}.txt").unlink()
    with pytest.raises(SpecError) as caught:
        workbench.load(tmp_path)
    columns = str(caught.value).rpartition("Columns: ")[2].split(", ")
    assert sorted(columns) == ["B", "references/A.txt", "segment", "src", "system-outputs/A.txt"]


def test_systems_are_called_by_what_sets_their_files_apart(tmp_path: Path) -> None:
    home, tmp_path = tmp_path, tmp_path / "news"
    texts(tmp_path, "out/run.{}.hyp")
    rows = scores("system,segment,score", ",")
    write(tmp_path / "human.csv", rows)
    files = [str(path) for path in sorted((tmp_path / "out").iterdir())]
    arguments = ["data", "import", *files, str(tmp_path / "ref.txt"), str(tmp_path / "human.csv"), "--yes"]
    said = CliRunner().invoke(main, [*arguments, "--out", str(home / "own")]).output
    assert "--text Uni.7 --text online-A.0 --text online-B.1 --reference ref --segment segment" in said
    expect(workbench.load(home / "own"))
    others = [row.replace("Uni.7", "Uni-8") for row in rows]
    write(tmp_path / "human.csv", others)
    with pytest.raises(DataError, match="unknown system 'Uni-8'"):
        workbench.load(tmp_path)


def test_a_file_is_of_the_system_with_the_longest_of_the_names_in_its_own(tmp_path: Path) -> None:
    systems = ("base", "1-base", "a")
    for wrong, name in enumerate(("x.base", "y.1-base", "z.a", "ref")):
        write(tmp_path / f"{name}.txt", [text(at, wrong) for at in range(NUMBER)])
    write(tmp_path / "human.csv", scores("system,segment,score", ",", systems=systems))
    own = workbench.load(tmp_path)
    mine = own.outputs.set_index(["system", "segment"])["text"]
    assert [mine[name, "1"] for name in systems] == [text(0, wrong) for wrong in range(3)]


def test_of_files_with_other_endings_txt_is_no_part_of_a_name(tmp_path: Path) -> None:
    for name, wrong in (("a.txt", 1), ("b.en", 2), ("ref.txt", 0)):
        write(tmp_path / name, [text(at, wrong) for at in range(NUMBER)])
    with pytest.raises(SpecError) as caught:
        workbench.load(tmp_path)
    columns = str(caught.value).rpartition("Columns: ")[2].split(", ")
    assert sorted(columns) == ["a", "b.en", "ref", "segment"]


@pytest.mark.parametrize("person", ["refA", "Ref-A"])
def test_a_reference_that_was_rated_is_a_person(tmp_path: Path, person: str) -> None:
    texts(tmp_path, reference=f"{person}.txt")
    write(tmp_path / "human.csv", scores("system,segment,score", ",", systems=(*SYSTEMS, person)))
    own = workbench.load(tmp_path)
    assert str(own.notes[0]) == f"{NUMBER} rated texts of {person} are references, and not scored"
    expect(own)


def test_a_person_whose_texts_lie_among_the_outputs_is_a_system(tmp_path: Path) -> None:
    """Elsewhere a name like ref-A makes a reference of a file, rated or not."""
    for rated in ((*SYSTEMS, "ref-A"), SYSTEMS):
        texts(tmp_path, "system-outputs/{}.txt", "references/ref-B.txt", "source/news.txt")
        write(tmp_path / "system-outputs" / "ref-A.txt", [text(at, 3) for at in range(NUMBER)])
        write(tmp_path / "human.csv", scores("system,segment,score", ",", systems=rated))
        own = workbench.load(tmp_path)
        assert own.systems("all") == sorted((*SYSTEMS, "ref-A"))
        assert own.references["text"].tolist() == [text(at, 0) for at in range(NUMBER)]


def test_a_reference_may_be_called_as_a_folder_of_outputs_is(tmp_path: Path) -> None:
    """Folders say that a file is an output; the name of the file itself does not."""
    texts(tmp_path, "outputs/{}.txt", "references/translations", "source/news.txt")
    write(tmp_path / "human.csv", scores("system,segment,score", ","))
    own = workbench.load(tmp_path)
    assert own.systems("all") == sorted(SYSTEMS)
    assert own.references["text"].tolist() == [text(at, 0) for at in range(NUMBER)]


def test_a_card_maps_them(tmp_path: Path) -> None:
    texts(tmp_path)
    write(tmp_path / "human.csv", scores("engine_used,line_no,points", ","))
    named = ", ".join(f'"{name}"' for name in SYSTEMS)
    card = f'name = "own"\n[mapping]\ntext = [{named}]\nreferences = "ref"\nsegment = "line_no"\n'
    card += 'system = "engine_used"\ncriteria = "points"\n'
    (tmp_path / "card.toml").write_text(card, encoding="utf-8")
    expect(workbench.load(tmp_path))


def test_what_is_said_of_files_goes_before_what_their_names_say(tmp_path: Path) -> None:
    """Of three files of outputs two are named, and the third is named as the reference."""
    texts(tmp_path / "own")
    write(tmp_path / "own/human.csv", scores("system,segment,score", ",", systems=SYSTEMS[:2]))
    files = [str(path) for path in sorted((tmp_path / "own").iterdir())]
    named = ["--text", SYSTEMS[0], "--text", SYSTEMS[1], "--reference", SYSTEMS[2], "--leave-out", "ref"]
    converted = CliRunner().invoke(
        main, ["data", "import", *files, *named, "--yes", "--out", str(tmp_path / "new")]
    )
    assert converted.exit_code == 0, converted.output
    own = workbench.load(tmp_path / "new")
    assert own.systems("all") == list(SYSTEMS[:2])
    assert own.references["text"].tolist() == [text(at, 2) for at in range(NUMBER)]


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("Uni.7.txt", lambda lines: lines[:-1], r"Uni.7.txt: has 7 lines, \S+ has 8. Line n of each file"),
        ("ref.txt", lambda lines: [*lines, "more"], r"ref.txt: has 9 lines, \S+ has 8"),
    ],
)
def test_files_of_another_length(tmp_path: Path, name: str, change, said: str) -> None:
    texts(tmp_path)
    write(tmp_path / "human.csv", scores("system,segment,score", ","))
    write(tmp_path / name, change((tmp_path / name).read_text("utf-8").splitlines()))
    with pytest.raises(DataError, match=said):
        workbench.load(tmp_path)


def test_an_empty_line_is_an_empty_text(tmp_path: Path) -> None:
    texts(tmp_path)
    write(tmp_path / "human.csv", scores("system,segment,score", ","))
    lines = (tmp_path / "Uni.7.txt").read_text("utf-8").splitlines()
    write(tmp_path / "Uni.7.txt", [*lines[:4], "", *lines[5:]])
    own = workbench.load(tmp_path)
    assert own.outputs.set_index(["system", "segment"])["text"]["Uni.7", "5"] == ""


def test_tables_that_are_called_txt_stay_tables(tmp_path: Path) -> None:
    texts(tmp_path)
    outputs = [
        "segment|system|summary",
        *(f"{at + 1}|{n}|{text(at, 1)}" for at in range(NUMBER) for n in "AB"),
    ]
    judged = ["segment;system;flow", *(f"{at + 1};{n};{at}" for at in range(NUMBER) for n in "AB")]
    for name, lines in (("outputs.txt", outputs), ("judged.txt", judged)):
        write(tmp_path / "own" / name, lines)
    write(tmp_path / "own" / "ref.txt", [text(at, 0) for at in range(NUMBER)])
    own = workbench.load(tmp_path / "own")
    assert own.systems("all") == ["A", "B"]
    assert len(own.references) == NUMBER
    write(tmp_path / "own" / "remarks.txt", ["What this is, and from where."])
    with pytest.raises(DataError, match=r"remarks.txt: has no rows, only the names"):
        workbench.load(tmp_path / "own")

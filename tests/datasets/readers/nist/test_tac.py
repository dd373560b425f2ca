"""TAC 2008 to 2011 out of made-up folders."""

from pathlib import Path

import pytest
from nist_tree import TAC_ARCHIVES, Tree, pack_tree, tac, write_tree

from workbench.datasets.evalset import EvalSet
from workbench.datasets.load import load
from workbench.errors import DataError, MissingDataError

YEARS = sorted(TAC_ARCHIVES)


def read(home: Path, year: int, tree: Tree | None = None, **options: str) -> EvalSet:
    write_tree(home / f"tac{year}", tac(year) if tree is None else tree)
    return load(f"tac{year}", home, options)


def fault(home: Path, year: int, tree: Tree, **options: str) -> str:
    with pytest.raises(DataError) as caught:
        read(home, year, tree, **options)
    return str(caught.value)


def peers(year: int) -> str:
    return f"{TAC_ARCHIVES[year]}/manual/manual.peer" + ("" if year == 2008 else ".A")


@pytest.mark.parametrize("year", YEARS)
def test_both_groups(tmp_path: Path, year: int) -> None:
    data = read(tmp_path, year)
    assert data.tasks == [f"TAC {year} A", f"TAC {year} B"]
    assert data.criteria == ["pyramid", "pyramid_jackknife", "linguistic_quality", "responsiveness"]
    for group in "AB":
        assert data.systems(f"TAC {year} {group}") == ["1", "2", "3", "4", "5"]
        assert data.segments(f"TAC {year} {group}") == [
            f"D{year % 100:02d}0{each}-{group}" for each in (1, 2, 3)
        ]
    assert set(data.references["reference"]) == {"A", "B", "C", "D"}
    assert load(f"tac{year}", tmp_path, {"group": "B"}).tasks == [f"TAC {year} B"]
    given = data.judgments.groupby("criterion")["score"].agg(["min", "max"])
    assert (given["min"] < given["max"]).all()
    assert [note.what for note in data.notes] == [
        f"{name} goes from {given['min'][name]:g} to {given['max'][name]:g}; NIST's README says the scale"
        for name in ("linguistic_quality", "responsiveness")
    ]


@pytest.mark.parametrize("year", YEARS)
def test_columns(tmp_path: Path, year: int) -> None:
    line = tac(year)[peers(year)].decode().split("\n")[7].split()
    judged = read(tmp_path, year).judgments
    mine = judged[(judged["segment"] == line[0]) & (judged["system"] == line[1])].set_index("criterion")[
        "score"
    ]
    assert mine["pyramid"] == float(line[2])
    assert mine["pyramid_jackknife"] == float(line[6 if year == 2008 else 7])
    assert mine["linguistic_quality"] == float(line[-2])
    assert mine["responsiveness"] == float(line[-1])


@pytest.mark.parametrize("year", YEARS)
def test_a_modified_pyramid_score_may_be_above_1(tmp_path: Path, year: int) -> None:
    tree = tac(year)
    first, *rest = tree[peers(year)].decode().split("\n")
    cells = first.split()
    tree[peers(year)] = "\n".join([" ".join([*cells[:2], "1.05", *cells[3:]]), *rest]).encode()
    assert read(tmp_path, year, tree).judgments.query("criterion == 'pyramid'")["score"].max() == 1.05


@pytest.mark.parametrize("year", YEARS)
def test_archives_are_as_good_as_folders(tmp_path: Path, year: int) -> None:
    expected = read(tmp_path / "a", year).fingerprint
    pack_tree(tmp_path / "b" / f"tac{year}", tac(year))
    assert load(f"tac{year}", tmp_path / "b").fingerprint == expected


def test_sentences(tmp_path: Path) -> None:
    tree = tac(2009)
    name = "UpdateSumm09_eval/ROUGE/peers/D0901-A.M.100.A.1"
    tree[name] = b"The ferry left\nat noon. Nobody was\nhurt.\n"
    texts = read(tmp_path, 2009, tree).outputs["text"]
    assert texts[0] == "The ferry left at noon.\nNobody was hurt."
    assert load("tac2009", tmp_path, {"sentences": "lines"}).outputs["text"][0].count("\n") == 2


def test_a_judgment_without_a_summary(tmp_path: Path) -> None:
    tree = tac(2010)
    del tree["GuidedSumm2010_eval/ROUGE/peers/D1001-A.M.100.A.1"]
    said = fault(tmp_path, 2010, tree)
    assert said == (
        f"{tmp_path}/tac2010/{peers(2010)}:1: judges a summary that is not there: of D1001-A by system 1"
    )
    data = load("tac2010", tmp_path, {"unmatched": "drop"})
    assert len(data.outputs) == 29
    assert str(data.notes[-1]) == said


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("D1001-A.M.100.A.1.x", "not the name of a summary: got 'D1001-A.M.100.A.1.x'"),
        ("D1001.M.100.A.1", "not a set and its group: got 'D1001'"),
    ],
)
def test_names(tmp_path: Path, name: str, message: str) -> None:
    assert message in fault(tmp_path, 2010, tac(2010) | {f"GuidedSumm2010_eval/ROUGE/peers/{name}": b"x"})


def test_a_summary_that_lies_there_twice(tmp_path: Path) -> None:
    """The same text may, with its lines as they are; another is a fault, and all faults are told."""
    tree = tac(2010)
    names = [f"ROUGE/{each}" for each in ("peers/D1001-A.M.100.A.1", "models/D1002-B.M.100.A.C")]
    for name in names:
        tree[f"again/{name}"] = tree[f"GuidedSumm2010_eval/{name}"]
    assert read(tmp_path / "same", 2010, tree).fingerprint == read(tmp_path / "once", 2010).fingerprint
    for name in names:
        tree[f"again/{name}"] += b"More.\n"
    said = fault(tmp_path / "other", 2010, tree)
    for name, what in zip(names, ("D1001-A by 1", "D1002-B by C"), strict=True):
        assert f"the summary of {what} is given twice, with another text" in said
        assert name in said


def test_a_person_among_the_peers(tmp_path: Path) -> None:
    tree = tac(2010)
    tree[peers(2010)] = tree[peers(2010)].replace(b"D1001-A 1 ", b"D1001-A C ")
    assert ":1: column 1 is no system's number: got 'C'" in fault(tmp_path, 2010, tree)


def test_without_judgments(tmp_path: Path) -> None:
    tree = {name: content for name, content in tac(2011).items() if "manual" not in name}
    assert "there is no manual.peer.a, in no archive either. It lies in the folder manual" in fault(
        tmp_path, 2011, tree
    )


def test_without_data_it_says_what_to_request(tmp_path: Path) -> None:
    with pytest.raises(
        MissingDataError, match=r"(?s)request TAC 2008 from NIST.*UpdateSumm08_eval\.tar\.gz.*tac2008"
    ):
        load("tac2008", tmp_path)

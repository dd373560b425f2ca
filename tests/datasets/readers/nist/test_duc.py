"""DUC 2001 to 2003 out of made-up folders: what is read, what the options do, what is said where it fails."""

import re
from pathlib import Path

import pytest
from nist_tree import DUC, LIN, Task, Tree, duc2003, pack_tree, see, systems, write_tree

from workbench.datasets.evalset import EvalSet
from workbench.datasets.load import load, missing
from workbench.datasets.readers.nist.duc import name_task
from workbench.datasets.readers.nist.duc_references import Segment, note_numbers
from workbench.datasets.readers.nist.duc_systems import choose_systems
from workbench.datasets.readers.nist.names import Topic
from workbench.datasets.validate import validate
from workbench.errors import DataError, MissingDataError, Problem, SpecError

SMALL = {
    2001: [Task("P", 100, 4, 3, sets=2), Task("M", 50, 4, 3, sets=2)],
    2002: [Task("P", 100, 4, 2, sets=2), Task("M", 10, 4, 2, sets=2)],
    2003: [Task("P", 10, 4, 4, 2, 1), Task("M", 100, 4, 4, 2, 2), Task("M", 100, 4, 4, 2, 4)],
}


def small(year: int) -> Tree:
    return duc2003(SMALL[2003], extra=True) if year == 2003 else DUC[year](SMALL[year])


def read(home: Path, year: int, tree: Tree | None = None, **options: str) -> EvalSet:
    write_tree(home / f"duc{year}", small(year) if tree is None else tree)
    return load(f"duc{year}", home, options)


def fault(home: Path, year: int, tree: Tree, **options: str) -> str:
    with pytest.raises(DataError) as caught:
        read(home, year, tree, **options)
    return str(caught.value)


@pytest.mark.parametrize("year", DUC)
def test_sizes_are_those_of_lin(tmp_path: Path, year: int) -> None:
    data = read(tmp_path, year, DUC[year]())
    for task in LIN[year]:
        name = f"DUC {year} {task.words} words {'single' if task.kind == 'P' else 'multi'} doc"
        assert data.systems(name) == systems(task.systems)
        references = data.references[data.references["task"] == name]
        assert len(references) == task.models * len(data.segments(name))
    assert len(data.tasks) == len(LIN[year])
    assert data.notes == ()


@pytest.mark.parametrize("year", DUC)
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_archives_are_as_good_as_folders(tmp_path: Path, year: int, depth: int) -> None:
    expected = read(tmp_path / "a", year).fingerprint
    pack_tree(tmp_path / "b" / f"duc{year}", small(year), depth)
    assert load(f"duc{year}", tmp_path / "b").fingerprint == expected


def test_scores_are_those_of_the_table(tmp_path: Path) -> None:
    judged = read(tmp_path, 2002).judgments
    lines = small(2002)["phase1/short.results.table"].decode().split("\n")
    cells = next(line.split() for line in lines if line.startswith("D91 M") and " A B 20 " in line)
    is_mine = (judged["task"] == "DUC 2002 10 words multi doc") & (judged["segment"] == "D91")
    mine = judged[is_mine & (judged["system"] == "20")].set_index("criterion")
    assert mine.loc["coverage", "score"] == float(cells[27])
    assert mine.loc["coverage_adjusted", "score"] == float(cells[30])
    assert set(mine["rater"]) == {"assessor B"}


def test_people_stand_as_references_only(tmp_path: Path) -> None:
    data = read(tmp_path, 2003)
    assert all(system.isdigit() for system in data.outputs["system"])
    assert set(data.references["reference"]) == {"judged A", "other B", "other C", "other D"}


def test_a_model_is_read_in_its_units_though_it_is_among_the_peers(tmp_path: Path) -> None:
    text = read(tmp_path, 2002).references["text"]
    assert (text.str.count("\n") < 10).all()


def test_the_single_reference(tmp_path: Path) -> None:
    first = read(tmp_path, 2001).references.groupby(["task", "segment"])["reference"].first()
    assert set(first) == {"original B"}
    letters = load("duc2001", tmp_path, {"single": "first"}).references
    assert list(letters["reference"][:3]) == ["A", "B", "C"]


def test_the_original_model_must_be_known(tmp_path: Path) -> None:
    tree = {name: content for name, content in small(2001).items() if "original.summaries" not in name}
    said = fault(tmp_path, 2001, tree)
    assert "option single = 'original': which model is the single reference is not known everywhere" in said
    assert "With single = 'first'" in said
    assert "D90 (DUC 2001 50 words multi doc): its models in original.summaries are none" in said
    assert len(load("duc2001", tmp_path, {"single": "first"}).references) == 18


def test_the_judged_model_must_be_known(tmp_path: Path) -> None:
    tree = small(2002)
    name = "phase1/short.results.table"
    place = "D90 (DUC 2002 10 words multi doc): it was judged against"
    other = tree | {name: tree[name].replace(b" X A B ", b" X K B ")}
    assert f"{place} K, and its models are A, B" in fault(tmp_path, 2002, other)
    several = tree | {name: tree[name].replace(b" X A B 20 ", b" X B B 20 ")}
    assert f"{place} A, B, and its models are A, B" in fault(tmp_path, 2002, several)


def test_tasks_may_be_chosen(tmp_path: Path) -> None:
    read(tmp_path, 2003)
    chosen = load("duc2003", tmp_path, {"task": "100 words multi doc, task 4"})
    assert chosen.tasks == ["DUC 2003 100 words multi doc, task 4"]
    assert chosen.criteria == ["coverage", "coverage_adjusted", "responsiveness"]
    headlines = load("duc2003", tmp_path, {"task": "10 words single doc"})
    assert headlines.criteria == ["coverage", "coverage_adjusted", "usefulness"]
    assert set(headlines.judgments["rater"]) == {"assessor B", "score 1", "score 2"}


def test_submitted_systems_are_those_that_are_no_baselines(tmp_path: Path) -> None:
    data = read(tmp_path, 2001, peers="submitted")
    assert set(data.outputs["system"]) == {"20", "21"}


def test_baselines_of_2003_are_asked_for(tmp_path: Path) -> None:
    read(tmp_path, 2003)
    with pytest.raises(SpecError, match="option 'peers': got 'submitted', allowed: all or listed"):
        load("duc2003", tmp_path, {"peers": "submitted"})
    with pytest.raises(SpecError) as caught:
        choose_systems(tmp_path, 2003, "submitted")
    assert str(caught.value) == (
        "duc2003: peers = 'submitted': which systems of 2003 are baselines is not known here. "
        "Choose peers = 'all', or 'listed' with the systems that shall take part in systems.csv"
    )


def test_listed_systems(tmp_path: Path) -> None:
    with pytest.raises(MissingDataError, match=r"systems\.csv: peers = 'listed' needs this file\. It has"):
        read(tmp_path, 2001, peers="listed")
    listed = "task,system\n" + "".join(f"DUC 2001 50 words multi doc,{name}\n" for name in (1, 20, 21))
    (tmp_path / "duc2001" / "systems.csv").write_text(listed)
    data = load("duc2001", tmp_path, {"peers": "listed"})
    assert data.tasks == ["DUC 2001 50 words multi doc"]
    assert data.systems(data.tasks[0]) == ["1", "20", "21"]
    (tmp_path / "duc2001" / "systems.csv").write_text(f"{listed}DUC 2001 50 words multi doc,77\n")
    with pytest.raises(DataError, match=r"systems\.csv:5: .* has no judged system '77'"):
        load("duc2001", tmp_path, {"peers": "listed"})
    # a task of which nobody judged any listed system is not left out in silence
    (tmp_path / "duc2001" / "systems.csv").write_text(f"{listed}DUC 2001 100 words multi doc,77\n")
    with pytest.raises(DataError, match=r"systems\.csv:5: DUC 2001 100 words multi doc has no judged system"):
        load("duc2001", tmp_path, {"peers": "listed"})
    of_one = load("duc2001", tmp_path, {"peers": "listed", "task": "50 words multi doc"})
    assert of_one.tasks == data.tasks
    (tmp_path / "duc2001" / "systems.csv").write_text(f"{listed}50 words,1\n")
    with pytest.raises(DataError, match=r"systems\.csv:5: unknown task: got '50 words'"):
        load("duc2001", tmp_path, {"peers": "listed"})


def test_systems_with_letters_are_asked_for(tmp_path: Path) -> None:
    """A letter is a person unless the list says that it is a system; who wrote no model may be either."""
    names = {b"20": b"T", b"21": b"U", b"1": b"L"}
    tree = {}
    for name, content in small(2001).items():
        for old, new in names.items():
            name = name.replace(f".X.{old.decode()}.", f".X.{new.decode()}.")
            content = content.replace(b" A A %b 3" % old, b" A A %b 3" % new)
        tree[name] = content
    said = fault(tmp_path, 2001, tree)
    assert "L, T, U: judged, and wrote no model: a letter is a person's, but these may be systems" in said
    assert (
        "List all systems that take part in systems.csv (columns task, system) and choose peers = 'listed'"
    ) in said
    rows = "".join(f"DUC 2001 50 words multi doc,{name}\n" for name in "TU2")
    (tmp_path / "duc2001" / "systems.csv").write_text(f"task,system\n{rows}")
    data = load("duc2001", tmp_path, {"peers": "listed"})
    assert data.systems("DUC 2001 50 words multi doc") == ["2", "T", "U"]
    # L is on no list and wrote no model
    assert set(data.references["reference"]) == {"original B", "other A", "other C"}


def test_only_letters_where_models_have_no_place(tmp_path: Path) -> None:
    tree = {}
    for name, content in duc2003(SMALL[2003][:1]).items():
        if not (name.rpartition("/")[2].startswith("D") and ".T." in name):
            tree[name] = content.replace(b" B 1 1", b" B L 1").replace(b" B 2 1", b" B L 1")
    table = "original.results.corrected.improved.withPenaltyForExcess/short.results.table1"
    lines = [line for line in tree[table].split(b"\n") if b" B A 1" in line or b" B L 1" in line]
    tree[table] = b"".join(line + b"\n" for line in lines)
    assert fault(tmp_path, 2003, tree).endswith(
        ": everybody who was judged has a letter, and is taken for a person. "
        "List those who are systems in systems.csv (columns task, system) and choose peers = 'listed'"
    )


def test_a_judgment_without_a_summary(tmp_path: Path) -> None:
    tree = small(2001)
    del tree["submissions.for.SEE/D90.M.050.X.20.html"]
    said = fault(tmp_path, 2001, tree)
    assert "judges a summary that is not there: of D90, 50 words, by system 20" in said
    assert "results1_table.txt:" in said
    data = load("duc2001", tmp_path, {"unmatched": "drop"})
    assert len(data.outputs) == 23
    assert [str(note) for note in data.notes] == said.split("\n")


def test_a_topic_without_models(tmp_path: Path) -> None:
    tree = {
        name: content for name, content in small(2002).items() if not name.split("/")[-1].startswith("D91.M")
    }
    tree |= {
        name: content for name, content in small(2002).items() if "baseline" in name or "submitted" in name
    }
    said = fault(tmp_path, 2002, tree).split("\n")
    assert said == [f"{tmp_path / 'duc2002'}: no model of D91 (DUC 2002 10 words multi doc)"]
    data = load("duc2002", tmp_path, {"unmatched": "drop"})
    assert "D91" not in set(data.outputs["segment"])
    assert [str(note) for note in data.notes] == said


def test_what_nobody_judged(tmp_path: Path) -> None:
    tree = small(2001)
    lines = tree["results1_table.txt"].split(b"\n")
    tree["results1_table.txt"] = b"\n".join(
        line for line in lines if not line.startswith(b"D90 M ------- 50 X A A 20")
    )
    assert len(read(tmp_path, 2001, tree).outputs) == 23
    assert len(load("duc2001", tmp_path, {"unjudged": "keep"}).outputs) == 24


def test_mistyped_documents(tmp_path: Path) -> None:
    """The mistakes of the real files: a letter too few, also at the end, and a name that is none."""
    tree = {name: content for name, content in small(2001).items() if not name.startswith("see.models")}
    perdocs = "documents/data/test/original.summaries/d90xb/perdocs"
    right = tree[perdocs]
    for wrong in ("SMN91-0090111", "SJMN91-009011"):
        tree[perdocs] = right.replace(b"SJMN91-0090111", wrong.encode())
        data = read(tmp_path, 2001, tree)
        assert [str(note).split(": ", 1)[1] for note in data.notes] == [
            f"no system summarised document {wrong} of D90: read as SJMN91-0090111"
        ]
    tree[perdocs] = right.replace(b"SJMN91-0090111", b"FBIS-41815~")
    write_tree(tmp_path / "duc2001", tree)
    data = load("duc2001", tmp_path, {"single": "first"})
    assert [str(note).split(": ", 1)[1] for note in data.notes] == [
        "no system summarised document FBIS-41815~ of D90: this model of it is not used",
        "D90.SJMN91-0090111: 2 models instead of 3",
    ]


def test_what_else_lies_in_a_folder_of_models_is_no_summary(tmp_path: Path) -> None:
    """Extracts of as many words are called 200e, ..."""
    tree = small(2001)
    data = read(tmp_path, 2001, tree)
    folder = "documents/data/test/original.summaries/d90xb"
    tree |= {f"{folder}/200e": tree[f"{folder}/perdocs"], f"{folder}/README": b"What lies here."}
    assert read(tmp_path, 2001, tree).fingerprint == data.fingerprint


def test_folders_of_models_may_lie_beside_the_tables(tmp_path: Path) -> None:
    """The original ones alone are known by a folder above theirs."""
    tree = {name: content for name, content in small(2001).items() if not name.startswith("see.models")}
    there = read(tmp_path / "a", 2001, tree)
    folder = "documents/data/test/duplicate.summaries/"
    assert f"{folder}d90xa/50" in tree
    moved = {name.removeprefix(folder): content for name, content in tree.items()}
    assert read(tmp_path / "b", 2001, moved).fingerprint == there.fingerprint


def test_the_same_summary_twice(tmp_path: Path) -> None:
    tree = small(2002)
    name = "D90.M.010.X.20.html"
    peers = "SEEpeers/submittedpeers/SEE.submitted.in.sentences"
    tree[f"other/{name}"] = tree[f"{peers}/{name}"]
    data = read(tmp_path, 2002, tree)
    assert "the summary of D90 by 20 is given twice, with the same text" in str(data.notes[0])
    assert not any("more summaries" in str(note) for note in data.notes)
    others = [path for path in tree if path.startswith(f"{peers}/D90.M.")]
    more = {f"other/{Path(path).name}": tree[path] for path in others}
    data = read(tmp_path / "more", 2002, tree | more)
    assert f"and {len(others) - 1} more summaries are there twice" in str(data.notes[1])
    tree[f"other/{name}"] = tree[f"{peers}/{name}"].replace(b"</a>\n</body>", b" more</a>\n</body>")
    said = fault(tmp_path, 2002, tree)
    assert "the summary of D90 by 20 is given twice, with another text" in said
    assert f"{peers}/{name}" in said


def test_a_table_in_two_versions(tmp_path: Path) -> None:
    tree = small(2002)
    tree["copy/short.results.table"] = tree["phase1/short.results.table"]
    expected = read(tmp_path / "a", 2002).fingerprint
    assert read(tmp_path / "b", 2002, tree).fingerprint == expected
    damaged = {path: b"x" for path in tree if path.endswith("short.results.table")}
    assert f"{tmp_path / 'd'}" in fault(tmp_path / "d", 2002, tree | damaged)
    assert "copy/short.results.table" in fault(tmp_path / "d", 2002, tree | damaged)
    tree["copy/short.results.table"] += b"\n"
    said = fault(tmp_path / "c", 2002, tree)
    assert "there are several files short.results.table that differ: leave one" in said
    assert said.index("copy/short.results.table") < said.index("phase1/short.results.table")


def test_a_bad_name_and_an_extract(tmp_path: Path) -> None:
    tree = small(2001)
    tree["submissions.for.SEE/D90.M.200e.X.20.html"] = b"no text"
    assert len(read(tmp_path, 2001, tree).outputs) == 24
    tree["submissions.for.SEE/D90.M.50.X.html"] = b"no text"
    assert "not the name of a summary: got 'D90.M.50.X.html'" in fault(tmp_path, 2001, tree)


def test_without_data_it_says_what_to_request(tmp_path: Path) -> None:
    assert missing("duc2002", tmp_path) == [str(tmp_path / "duc2002")]
    with pytest.raises(MissingDataError) as caught:
        load("duc2002", tmp_path)
    said = str(caught.value)
    for part in (
        f"not found: {tmp_path / 'duc2002'}",
        "request DUC 2002 from NIST",
        "duc.nist.gov",
        "folder duc2002",
    ):
        assert part in said
    assert [check.state for check in validate("duc2002", tmp_path)] == ["missing"]
    with pytest.raises(MissingDataError, match="name it with --data"):
        load("duc2002")


@pytest.mark.parametrize("year", DUC)
def test_without_its_tables_it_says_which(tmp_path: Path, year: int) -> None:
    tree = {name: content for name, content in small(year).items() if "table" not in name}
    said = fault(tmp_path, year, tree)
    assert f"no judgments of the wanted tasks of DUC {year}" in said
    assert {2001: "results1_table.txt", 2002: "short.results.table", 2003: "short.results.table1"}[
        year
    ] in said


def test_the_tasks_of_a_table_of_the_paper(tmp_path: Path) -> None:
    for year, make in DUC.items():
        write_tree(tmp_path / f"duc{year}", make())
    data = load("duc-lin2004-table3", tmp_path)
    assert len(data.tasks) == 9
    assert data.criteria == ["coverage"]
    assert [len(data.systems(task)) for task in sorted(data.tasks)] == [14, 14, 14, 14, 6, 10, 10, 10, 18]
    assert data.notes == ()
    assert sorted(data.tasks) == sorted(
        [
            *(f"DUC 2001 {words} words multi doc" for words in (50, 100, 200, 400)),
            *(f"DUC 2002 {words} words multi doc" for words in (10, 50, 100, 200)),
            "DUC 2003 100 words multi doc",
        ]
    )
    # what is noted of either year is kept, and a model may be that of the first letter
    for year, name in ((2001, "results1_table.txt"), (2002, "phase1/short.results.table")):
        path = tmp_path / f"duc{year}" / name
        path.write_bytes(path.read_bytes().rstrip(b"\n"))
    first = load("duc-lin2004-table1", tmp_path, {"single": "first"})
    assert [str(note).removeprefix(str(tmp_path)).partition(":")[0] for note in first.notes] == [
        "/duc2001/results1_table.txt", "/duc2002/phase1/short.results.table",
    ]  # fmt: skip
    assert all(
        str(note).endswith(": its last line has no end: the file may be cut off there")
        for note in first.notes
    )
    known = load("duc-lin2004-table1", tmp_path)
    for data, names in (
        (first, {"A", "B", "C"}),
        (known, {"original B", "other A", "other C", "judged A", "other B"}),
    ):
        assert set(data.references["reference"]) == names
    assert load("duc-lin2004-table2", tmp_path).tasks == ["DUC 2003 10 words single doc"]
    assert missing("duc-lin2004-table1", tmp_path / "no") == [
        str(tmp_path / "no" / name) for name in ("duc2001", "duc2002")
    ]


def test_see_files_are_what_the_program_reads() -> None:
    """The generator writes what the strict pattern of ROUGE-1.5.5 finds."""
    from nist_tree import make

    from workbench.datasets.readers.nist.rouge155_texts import find_sentences

    made = make(2001, LIN[2001][0])[0]
    assert [each.decode() for each in find_sentences(see(made), "SEE")] == made.sentences


def test_the_task_of_a_summary_is_said_by_its_folder_or_by_nothing(tmp_path: Path) -> None:
    """A summary that says no task is one of any; what says it comes first, where there are both."""
    tree = small(2003)
    expected = read(tmp_path / "said", 2003, tree).fingerprint
    unsaid = {re.sub(r"(abstracts/peer\d)\.\d/", r"\1/", name): each for name, each in tree.items()}
    assert unsaid.keys() != tree.keys()
    assert read(tmp_path / "unsaid", 2003, unsaid).fingerprint == expected
    for name, content in tree.items():
        if "abstracts/peer" in name:
            place = re.sub(r"abstracts/peer\d\.\d/", "abstracts/other/", name)
            unsaid[name], unsaid[place] = content, content.replace(b"a", b"e")
    both = {name: each for name, each in unsaid.items() if not re.search(r"abstracts/peer\d/", name)}
    assert len(both) > len(tree)
    assert read(tmp_path / "both", 2003, both).fingerprint == expected


def test_tasks_of_one_kind_are_told_apart_by_their_number() -> None:
    topics = [Topic("D30001", "", words) for words in (100, 100, 100, 50)]
    names = [name_task(2003, number, topic) for number, topic in zip((2, 3, 4, 0), topics, strict=True)]
    kind = "DUC 2003 100 words multi doc"
    assert names == [kind, f"{kind}, task 3", f"{kind}, task 4", "DUC 2003 50 words multi doc"]


@pytest.mark.parametrize(("few", "more"), [(3, ""), (4, " and 1 more")])
def test_segments_with_fewer_models_than_usual_are_named_and_counted(few: int, more: str) -> None:
    models = {
        Segment("t", 0, Topic(f"D{at}", "", 100)): dict.fromkeys("AB" if at < few else "ABC", object())
        for at in range(9)
    }
    notes: list[Problem] = []
    note_numbers(models, notes)
    assert [str(note) for note in notes] == [f"t: D0, D1, D2{more}: 2 models instead of 3"]
    notes.clear()
    note_numbers({key: dict(list(each.items())[: 1 + len(each) // 3]) for key, each in models.items()}, notes)
    assert [str(note) for note in notes] == [f"t: D0, D1, D2{more}: 1 model instead of 2"]

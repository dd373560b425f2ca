"""`workbench data`: the catalogue, checking and converting, as a user calls them."""

import filecmp
import json
import shutil
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from made_up import CARD, JUDGMENTS, OUTPUTS, REFERENCES, build, write_jsonl
from samples import REALSUMM, SAMPLES, TABLES, TED, WMT_SYSTEM

from workbench.cli import main
from workbench.datasets.arrays import ScoreArrays, read_arrays, write_arrays
from workbench.datasets.card import card_names, get_card
from workbench.datasets.load import load
from workbench.datasets.readers.mt_metrics_eval import read_test_set
from workbench.datasets.readers.sacrerouge_metrics import Metrics
from workbench.datasets.readers.score_files import read_score_file
from workbench.datasets.writers.sacrerouge import write_metrics

TABLE = pd.DataFrame(
    {
        "id": number, "system": system, "text": f"{system} sat on mat {number}",
        "ref": f"on mat {number} sat it",
        "style": "", "flow": at + number,
    }
    for number in range(4) for at, system in enumerate("ABC")
)  # fmt: skip


def run(*arguments: object, code: int = 0) -> str:
    result = CliRunner().invoke(main, ["data", *map(str, arguments)])
    assert result.exit_code == code, result.output
    return result.output if code else result.stdout


def same(first: Path, second: Path) -> bool:
    """Tell whether two folders hold the same bytes under the same names; cards say the folder's name."""
    names = [
        {
            path.relative_to(folder)
            for path in folder.rglob("*")
            if path.is_file() and path.name != "card.toml"
        }
        for folder in (first, second)
    ]
    assert names[0]
    return names[0] == names[1] and all(
        filecmp.cmp(first / name, second / name, shallow=False) for name in names[0]
    )


@pytest.fixture
def toy(shared: Path) -> Path:
    return shared / "data" / "mtme_example" / "toy24"


@pytest.fixture(autouse=True)
def no_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WORKBENCH_DATA", raising=False)


def test_list(tmp_path: Path) -> None:
    lines = run("list").splitlines()
    assert [line.split()[0] for line in lines[:-1]] == card_names()
    assert lines[-1].startswith("here: can be used; fetch: `workbench data fetch NAME` downloads it")
    standing = {line.split()[0]: line.split()[1] for line in lines}
    assert (standing["simulated-news"], standing["realsumm"]) == ("here", "fetch")
    REALSUMM.write(tmp_path)
    TABLES.write(tmp_path)
    standing = {line.split()[0]: line.split()[1] for line in run("list", "--data", tmp_path).splitlines()}
    assert (standing["mine"], standing["realsumm"], standing["summeval"]) == ("here", "here", "fetch")


@pytest.mark.parametrize("name", card_names())
def test_show(name: str) -> None:
    card, output = get_card(name), run("show", name)
    for part in (card.licence, card.citation, *(origin.url for origin in card.origins)):
        assert part in output
    for file in (file for origin in card.origins for file in origin.files):
        assert f"{file.sha256}  {file.path}" in output
    assert ("data fetch" in output) == bool(card.origins)


def test_nothing_is_shown_of_what_a_card_does_not_say(tmp_path: Path) -> None:
    TABLE.to_csv(tmp_path / "w.csv", index=False)
    said = run("import", tmp_path / "w.csv", "--yes", "--out", tmp_path / "my sets" / "w")
    assert "Empty columns: style\n" in said
    folder = f"'{tmp_path}/my sets'"
    assert f"`workbench run w.toml --data {folder}` makes its table" in said
    shown = run("show", "w", "--data", tmp_path / "my sets").splitlines()
    assert shown[:3] == ["w 1", "  human judgments", "  flow: higher is better"]
    assert not [line for line in shown if line.endswith((": ", "; ", ":", ";"))]
    rated = TABLE.assign(style="good")
    rated.to_csv(tmp_path / "w.csv", index=False)
    words = ["--criterion", "style", "--word", "good=4", "--word", "Good=2"]
    assert "words: is said twice, with another number: got 'Good=2'" in run(
        "import", tmp_path / "w.csv", "--yes", *words, "--out", tmp_path / "v", code=2
    )
    TABLE.to_csv(tmp_path / "w.csv", index=False)
    lost = run("import", tmp_path / "w.csv", "--yes", "--criterion", "style", "--out", tmp_path / "v", code=2)
    assert "there is not a single rating" in lost
    assert "Every cell of style is empty" in lost


def test_the_first_note_on_the_files_is_said_once_and_the_others_after_it(tmp_path: Path) -> None:
    """The last line has no end; of four ratings one is not there, and one of the others has no rater."""
    rows = ["1,A,a b,a b,ann,3", "1,B,a c,a b,,2", "2,A,b c,b d,ann,", "2,B,b d,b d,ann,1"]
    (tmp_path / "t.csv").write_text("\n".join(["segment,system,text,ref,who,score", *rows]), "utf-8")
    columns = ["--text", "text", "--reference", "ref", "--criterion", "score"]
    asked = ["import", tmp_path / "t.csv", "--yes", *columns]
    ends = f"{tmp_path / 't.csv'}: the last line has no end of line. If it was cut off there, its last row is"
    said = run(*asked, "--rater", "who", "--out", tmp_path / "three").splitlines()
    assert [line for line in said if " note" in f" {line}"] == [
        f"notes on the files: 3, the first: {ends} not whole",
        "note: 1 of 4 ratings are missing",
        "note: 1 rating has no who (rater), and is taken as one rater's. Fill it in where others rated",
    ]
    (tmp_path / "t.csv").write_text("\n".join(["segment,system,text,ref,who,score", *rows, ""]), "utf-8")
    said = run(*asked, "--out", tmp_path / "one").splitlines()
    assert [line for line in said if " note" in f" {line}"] == [
        "a note on the files: 1 of 4 ratings are missing"
    ]


def test_show_what_lies_in_this_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own").mkdir()
    for name, rows in (("outputs", OUTPUTS), ("references", REFERENCES), ("judgments", JUDGMENTS)):
        write_jsonl(tmp_path / "own" / f"{name}.jsonl", rows)
    monkeypatch.chdir(tmp_path)
    shown = run("show", "own")
    assert shown.startswith("own 1\n")
    assert "  coverage: higher is better\n" in shown
    (tmp_path / "own" / "card.toml").write_text(CARD.replace('"mine"', '"own"'), encoding="utf-8")
    assert run("show", "own") == run("show", tmp_path / "own") == run("show", "own", "--data", tmp_path)
    assert run("show", "own").startswith("own 3: made up\n")


def test_show_what_is_unknown() -> None:
    assert "error: unknown data set 'sumeval'. Did you mean 'summeval'?" in run("show", "sumeval", code=2)


def test_every_origin_is_pinned_and_every_file_has_its_digest(shared: Path) -> None:
    """What the catalogue fetches has the digests of the list, which may know other data sets, too."""
    listed = {}
    for row in (shared / "data" / "origins.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        _, repository, commit, path, size, sha256 = row.split("\t")
        listed[f"https://raw.githubusercontent.com/{repository}/{commit}/{path}"] = (int(size), sha256)
    fetched = {
        f"{origin.url}/{file.path}": (file.bytes, file.sha256)
        for card in map(get_card, card_names())
        for origin in card.origins
        for file in origin.files
    }
    # the references of REALSumm come from another place and are not in the list
    assert len(fetched) == 108 + 16
    assert len(fetched.keys() & listed.keys()) == 108
    assert {url: listed[url] for url in fetched if url in listed}.items() <= fetched.items()


def test_validate(tmp_path: Path) -> None:
    TABLES.write(tmp_path)
    assert run("validate", tmp_path / "mine") == "ok       mine\n"
    assert run("validate", tmp_path) == "ok       mine\n"
    assert run("validate", "mine", "--data", tmp_path) == "ok       mine\n"
    lines = (tmp_path / "mine" / "judgments.csv").read_text(encoding="utf-8")
    (tmp_path / "mine" / "judgments.csv").write_text(lines.replace("0.25", "x", 1), encoding="utf-8")
    output = run("validate", tmp_path / "mine", code=1)
    assert "faulty   mine" in output
    assert "judgments.csv:2: score is not a number: got 'x'" in output


def test_validate_enforces_the_digests_of_a_card(tmp_path: Path) -> None:
    REALSUMM.write(tmp_path)
    output = run("validate", tmp_path / "realsumm", code=1)
    assert "changed  " in output
    assert "is another file than the card describes: sha256: got" in output
    assert "has other sizes than the card says: got '1 tasks, 3 systems, 2 segments" in output
    other = tmp_path / "realsumm" / "original" / "REALSumm" / "scores_dicts" / "abs.pkl"
    other.parent.mkdir(parents=True)
    other.write_bytes(b"no pickle")
    assert f"changed  {other}" in run("validate", tmp_path / "realsumm", code=1)
    (tmp_path / "realsumm" / "outputs.jsonl.gz").unlink()
    output = run("validate", tmp_path / "realsumm", code=1)
    assert f"missing  {other.with_name('ext.pkl')}" in output
    assert "outputs.jsonl.gz" not in output.replace("put the folder realsumm (outputs.jsonl.gz)", "")


def test_validate_what_is_no_data_set(tmp_path: Path) -> None:
    assert "is no data set that is known" in run("validate", tmp_path, code=2)
    assert "unknown data set 'nonsense'" in run("validate", "nonsense", code=2)


def test_the_real_data_are_valid(shared: Path) -> None:
    output = run("validate", shared / "data" / "mtme_example" / "toy24")
    assert output.count("\n") == len(get_card("mtme-example").files) + 1
    assert {line.split()[0] for line in output.splitlines()} == {"ok"}


def test_test_sets_of_translation(tmp_path: Path, toy: Path) -> None:
    assert run("convert", toy, "--to", "mt-metrics-eval", "--out", tmp_path / "a").startswith(
        "mt-metrics-eval read, mt-metrics-eval written: "
    )
    run(
        "convert",
        tmp_path / "a",
        "--format",
        "mt-metrics-eval",
        "--to",
        "mt-metrics-eval",
        "--out",
        tmp_path / "b",
    )
    assert same(tmp_path / "a", tmp_path / "b")
    first, second = read_test_set(toy, "en-de"), read_test_set(tmp_path / "a", "en-de")
    for part in ("sources", "documents", "references", "outputs", "human", "ratings", "metrics"):
        assert getattr(first, part) == getattr(second, part)
    assert load("a", tmp_path).fingerprint == load("mtme-example", toy.parent.parent).fingerprint


@pytest.mark.parametrize("target", ["csv", "tsv", "jsonl"])
@pytest.mark.parametrize("level", ["seg", "doc", "domain", "sys"])
def test_test_sets_as_tables(tmp_path: Path, toy: Path, target: str, level: str) -> None:
    run("convert", toy, "--level", level, "--to", target, "--out", tmp_path / "a")
    there = load("a", tmp_path)
    options = {"level": level}
    assert there.fingerprint == load("mtme-example", toy.parent.parent, options).fingerprint
    run("convert", tmp_path / "a", "--format", target, "--to", target, "--out", tmp_path / "b")
    assert same(tmp_path / "a", tmp_path / "b")
    assert any((tmp_path / "b" / "scores").iterdir())
    other = "csv" if target == "jsonl" else "jsonl"
    said = run("convert", tmp_path / "a", "--format", other, "--to", target, "--out", tmp_path / "c", code=2)
    assert f"--format {other}: the card of the folder says what its files are. Leave --format out" in said


@pytest.mark.parametrize("target", ["csv", "tsv", "jsonl", "sacrerouge", "mt-metrics-eval"])
def test_data_sets_round_trip(tmp_path: Path, target: str) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "card.toml").write_text(CARD.replace('"higher"', '"lower"'), encoding="utf-8")
    for name, rows in (("outputs", OUTPUTS), ("references", REFERENCES), ("judgments", JUDGMENTS)):
        write_jsonl(folder / f"{name}.jsonl", rows)
    output = run("convert", folder, "--to", target, "--out", tmp_path / "a")
    assert output.startswith(f"mine read, {target} written: {tmp_path / 'a'}\n")
    assert run("validate", tmp_path / "a").count("ok") == 1
    run("convert", tmp_path / "a", "--to", target, "--out", tmp_path / "b")
    assert same(tmp_path / "a", tmp_path / "b")
    there = load("a", tmp_path)
    direction = there.card.criteria["coverage"].direction
    if target in ("csv", "tsv", "jsonl"):
        assert there.fingerprint == build().fingerprint
        assert direction == "lower"
    else:
        assert len(there.outputs) == 9
        assert "note: of several raters the mean is written: *" in output
        assert (direction, there.judgments["score"].unique().tolist()) == (
            ("higher", [-0.5]) if target == "mt-metrics-eval" else ("lower", [0.5])
        )


@pytest.mark.parametrize("target", ["csv", "sacrerouge"])
def test_a_set_is_written_into_the_empty_folder_that_one_is_in(
    tmp_path: Path, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    REALSUMM.write(tmp_path)
    (tmp_path / "mine").mkdir()
    monkeypatch.chdir(tmp_path / "mine")
    output = run("convert", "../realsumm", "--to", target, "--out", ".")
    assert output.startswith(f"realsumm read, {target} written: .\n")
    assert ": 3 systems × 2 segments, 6 outputs, 3 references a segment" in output
    run("convert", "../realsumm", "--to", target, "--out", tmp_path / "other")
    assert same(tmp_path / "mine", tmp_path / "other")
    assert f"{tmp_path}" not in run("convert", "../realsumm", "--to", target, "--out", ".", code=2)


def test_tables_are_imported_into_the_empty_folder_that_one_is_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [
        f"d{at},{who},it was {who} and d{at},true of d{at} it is,{at}" for at in range(3) for who in "ABC"
    ]
    (tmp_path / "x.csv").write_text("\n".join(["doc,system,summary,ref,flow", *rows]), encoding="utf-8")
    (tmp_path / "mine").mkdir()
    monkeypatch.chdir(tmp_path / "mine")
    said = run("import", "../x.csv", "--yes", "--out", ".")
    assert "`workbench new .` writes an experiment, and `workbench run mine.toml --data ..` makes" in said
    for words in (["new", "."], ["check", "mine.toml", "--data", ".."]):
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 0, result.output
        assert "new" not in words or "workbench check mine.toml --data ..," in result.output


def test_a_known_data_set_is_exported(tmp_path: Path) -> None:
    REALSUMM.write(tmp_path)
    output = run("convert", tmp_path / "realsumm", "--to", "sacrerouge", "--out", tmp_path / "a")
    assert output.startswith("realsumm read, sacrerouge written")
    there = load("a", tmp_path)
    assert there.card.licence == get_card("realsumm").licence
    assert there.references["only_for"].ne("").all() or len(there.references) == 2
    assert run("validate", tmp_path / "a") == "ok       a\n"


def test_tables_without_a_card(tmp_path: Path) -> None:
    TABLES.write(tmp_path)
    (tmp_path / "mine" / "card.toml").unlink()
    for path in (tmp_path / "mine").iterdir():
        if path.name.startswith("references"):
            shutil.move(path, path.with_name("references.csv"))
    (tmp_path / "mine" / "references.csv").write_text(
        "task,segment,reference,text\nt,d1,r,x\nt,d2,r,y\n", encoding="utf-8"
    )
    output = run("convert", tmp_path / "mine", "--to", "csv", "--out", tmp_path / "a")
    assert "note: that higher is better is assumed of every criterion: correct it in card.toml" in output
    assert load("a", tmp_path).criteria == ["coverage"]


def test_scores_through_every_format(tmp_path: Path) -> None:
    """The same scores: arrays, table, JSONL, metrics, and back, byte by byte."""
    metric = np.array([[0.1, 1 / 3], [np.nan, -2.0], [1e-9, 4.0]])
    arrays = ScoreArrays(metric, metric * 3, ["M1", "M2", "M10"], ["1", "2"])
    write_arrays(tmp_path / "0.npz", arrays)
    for number, (source, target, ending) in enumerate(
        [
            ("nlpstats", "csv", ".csv"), ("csv", "jsonl", ".jsonl"), ("jsonl", "sacrerouge", ".jsonl"),
            ("sacrerouge", "tsv", ".tsv"), ("tsv", "nlpstats", ".npz"),
        ]
    ):  # fmt: skip
        before = next(tmp_path.glob(f"{number}.*"))
        output = run(
            "convert", before, "--format", source, "--to", target, "--out", tmp_path / str(number + 1)
        )
        assert output == f"{source} read, {target} written: {tmp_path / str(number + 1)}{ending}\n"
        again = run(
            "convert", tmp_path / f"{number + 1}{ending}", "--to", target, "--out", tmp_path / "again"
        )
        assert again.startswith(f"{target} read, {target} written")
        (file,) = tmp_path.glob("again*")
        assert file.read_bytes() == (tmp_path / f"{number + 1}{ending}").read_bytes()
        file.unlink()
    assert (tmp_path / "5.npz").read_bytes() == (tmp_path / "0.npz").read_bytes()
    assert (tmp_path / "1.csv").read_text(encoding="utf-8").splitlines()[:2] == [
        "segment,system,metric,human",
        "1,M1,0.1,0.30000000000000004",
    ]
    found = read_arrays(tmp_path / "5.npz")
    assert np.array_equal(found.metric, metric, equal_nan=True)


def test_score_files(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("doc_id,system,a,b\nd2,B,1,\nd10,B,2,5\nd2,A,3,6\n", encoding="utf-8")
    output = run(
        "convert", tmp_path / "x.csv", "--to", "mt-metrics-eval", "--metric", "a", "--out", tmp_path / "y"
    )
    assert "note: segments are called 1, 2 in place of d2, d10" in output
    assert "note: scores that are not written: b" in output
    file = tmp_path / "y.seg.score"
    assert read_score_file(file) == {("1", "A"): 3, ("2", "A"): None, ("1", "B"): 1, ("2", "B"): 2}
    run("convert", file, "--to", "mt-metrics-eval", "--out", tmp_path / "z")
    assert file.read_bytes() == (tmp_path / "z.seg.score").read_bytes()
    run("convert", file, "--to", "csv", "--out", tmp_path / "z")
    assert (tmp_path / "z.csv").read_text(encoding="utf-8") == "segment,system,y\n1,A,3\n1,B,1\n2,B,2\n"
    assert "is there already" in run("convert", file, "--to", "csv", "--out", tmp_path / "z", code=2)
    (tmp_path / "s.csv").write_text("system,score\nB,1\nA,2\n", encoding="utf-8")
    run("convert", tmp_path / "s.csv", "--to", "mt-metrics-eval", "--out", tmp_path / "s")
    assert (tmp_path / "s.sys.score").read_text(encoding="utf-8") == "A\t2\nB\t1\n"


def test_a_task_that_is_asked_for_loses_its_name_and_others_are_not_spoken_of(tmp_path: Path) -> None:
    rows = [f"{task},{at},A,{at},{at}" for task in "tu" for at in (1, 2)]
    (tmp_path / "x.csv").write_text("\n".join(["task,segment,system,x,y", *rows]), encoding="utf-8")
    output = run(
        "convert", tmp_path / "x.csv", "--to", "nlpstats", "--task", "t", "--out", tmp_path / "y.npz"
    )
    assert "note: names of tasks are lost: t\n" in output


def test_texts(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [
        {"system": "B", "segment": "2", "text": 'one,\n"two" öd', "score": 0.5},
        {"system": "A", "segment": "10", "text": "", "score": None},
    ]
    write_jsonl(tmp_path / "x.jsonl", rows)
    run("convert", tmp_path / "x.jsonl", "--to", "csv", "--out", tmp_path / "y")
    run("convert", tmp_path / "y.csv", "--to", "jsonl", "--out", tmp_path / "z")
    written = [json.loads(line) for line in (tmp_path / "z.jsonl").read_text(encoding="utf-8").splitlines()]
    assert written == rows
    run("convert", tmp_path / "z.jsonl", "--to", "csv", "--out", tmp_path / "again")
    assert (tmp_path / "again.csv").read_bytes() == (tmp_path / "y.csv").read_bytes()
    output = run("convert", tmp_path / "y.csv", "--to", "sacrerouge", "--out", tmp_path / "m")
    assert "note: texts are lost: the format holds only scores" in output


def test_references_of_summarizers_keep_their_metrics(tmp_path: Path) -> None:
    rows = [Metrics("d", "7", "peer", {"x": 1.0}), Metrics("d", "A", "reference", {"x": 2.0})]
    write_metrics(tmp_path / "x.jsonl", rows)
    run("convert", tmp_path / "x.jsonl", "--to", "sacrerouge", "--out", tmp_path / "y")
    assert (tmp_path / "x.jsonl").read_bytes() == (tmp_path / "y.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("x.csv", "segment,system,score\ns,A,1\ns,A,2\n", "x.csv:3: system 'A', segment 's' is given twice"),
        ("x.csv", "segment,system,score\ns,A,1\ns,B,öd\n", "x.csv:3: column score is not a number: got 'öd'"),
        ("x.csv", "segment,system,score\ns,A,1\ns,B\n", "x.csv:3: wrong number of cells: got 2, allowed: 3"),
        (
            "x.csv",
            "segment,sytem,score\ns,A,1\n",
            "x.csv:1: column 'system' is missing. Did you mean 'sytem'",
        ),
        ("x.csv", "segment,system,note\ns,A,good\n", "x.csv: has no column text and no column of numbers"),
        ("x.csv", "segment,system,score\ns,,1\n", "x.csv:2: column system is empty"),
        ("x.tsv", "system\tscore\nA\tinf\n", "x.tsv: has no column text and no column of numbers"),
        ("x.jsonl", '{"system": "A", "text": 3}\n', "x.jsonl:1: column text is no text: got 3"),
        (
            "x.jsonl",
            '{"system": "A", "score": 3}\n{"system": "B", "text": ""}\n',
            "text is missing in some rows",
        ),
        ("x.jsonl", '{"system": "A", "segment": [], "score": 3}\n', "x.jsonl:1: column segment is no name"),
        ("x.jsonl", '{"system": "A", "score": 3\n', "x.jsonl:1:27: is not JSON"),
        ("x.seg.score", "A\t1\nB\tx\n", "x.seg.score:2: column score is not a number: got 'x'"),
        ("x.npz", "PK", "x.npz: is cut off or no .npz file"),
        ("x.txt", "?", "x.txt: is in no format that is known: allowed: mt-metrics-eval, sacrerouge"),
    ],
)
def test_faults(tmp_path: Path, name: str, content: str, message: str) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    assert message in run("convert", tmp_path / name, "--to", "csv", "--out", tmp_path / "out", code=2)
    assert list(tmp_path.iterdir()) == [tmp_path / name]


def test_a_folder_is_no_file_of_arrays(tmp_path: Path) -> None:
    (tmp_path / "x.npz").write_bytes(b"")
    asked = ("convert", tmp_path, "--format", "nlpstats", "--to", "csv", "--out", tmp_path / "y")
    assert "is a folder; arrays of nlpstats are a file" in run(*asked, code=2)


def test_what_has_to_be_chosen(tmp_path: Path, toy: Path) -> None:
    out = ("--out", tmp_path / "x")
    assert "which scores? Choose with --metric and --criterion" in run(
        "convert", toy, "--to", "nlpstats", *out, code=2
    )
    chosen = ("--metric", "overlap-refA", "--criterion", "mqm")
    output = run("convert", toy, "--to", "nlpstats", *chosen, *out)
    assert "note: 2 outputs have only one of the two scores" not in output or "missing in both" in output
    assert read_arrays(tmp_path / "x.npz").metric.shape == (5, 6)
    wrong = run("convert", toy, "--to", "nlpstats", "--metric", "overlap", "--criterion", "mqm", *out, code=2)
    assert "there is no score 'overlap'. Did you mean" in wrong
    assert "--to: unknown format 'cvs'. Did you mean 'csv'?" in run(
        "convert", toy, "--to", "cvs", *out, code=2
    )
    assert "--task: unknown task 'de-en'. Known: en-de" in run(
        "convert", toy, "--task", "de-en", *out, code=2
    )
    assert "there is no such file or folder" in run("convert", tmp_path / "none", *out, code=2)
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.dataset)
def test_a_folder_is_written_as_a_whole_or_not_at_all(tmp_path: Path, sample: object) -> None:
    assert isinstance(sample, type(TABLES))
    home = sample.write(tmp_path / "home")
    (tmp_path / "out").mkdir()
    CliRunner().invoke(
        main,
        [
            "data",
            "convert",
            str(home / sample.folder),
            "--to",
            "mt-metrics-eval",
            "--out",
            str(tmp_path / "out" / "x"),
        ],
    )
    there = list((tmp_path / "out").iterdir())
    assert there in ([], [tmp_path / "out" / "x"])
    assert not there or (there[0] / "card.toml").is_file()


def test_what_is_there_is_not_written_over(tmp_path: Path) -> None:
    TABLES.write(tmp_path)
    (tmp_path / "full").mkdir()
    for there in (tmp_path / "full" / "x", tmp_path / "x"):
        there.write_text("mine", encoding="utf-8")
    for out in (tmp_path / "full", tmp_path / "x"):
        said = run("convert", tmp_path / "mine", "--to", "csv", "--out", out, code=2)
        assert f"{out}: is there already. Name another place with --out" in said
    (tmp_path / "empty").mkdir()
    run("convert", tmp_path / "mine", "--to", "csv", "--out", tmp_path / "empty")
    assert (tmp_path / "empty" / "card.toml").is_file()


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    TABLES.write(tmp_path)
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "x.csv").write_text("system,score\nA,1\n", encoding="utf-8")
    for source in (tmp_path / "mine", tmp_path / "x.csv"):
        output = run("convert", source, "--to", "csv", "--out", tmp_path / "file" / "x", code=2)
        assert f"{tmp_path / 'file' / 'x'}: cannot be written: " in output
    assert "cannot be written" in run("fetch", "realsumm", "--data", tmp_path / "file", code=2)


def test_names_and_texts_that_a_test_set_cannot_have(tmp_path: Path) -> None:
    for sample in (TED, WMT_SYSTEM):
        sample.write(tmp_path)
    output = run("convert", tmp_path / TED.folder, "--to", "mt-metrics-eval", "--out", tmp_path / "a")
    assert "note: references are called refA" in output
    assert "note: weights of references are lost" in output
    assert "note: mqm counts downwards: its sign is turned" in output
    assert read_test_set(tmp_path / "a", "zh-en").human["mqm", "seg"]["1", "X"] == -2.5
    output = run(
        "convert", tmp_path / WMT_SYSTEM.folder, "--to", "sacrerouge", "--out", tmp_path / "b", code=2
    )
    assert "has no texts, which the format needs: allowed: csv, tsv, jsonl, nlpstats" in output

"""Bad input through the command line: clear lines, exit code 2, and an earlier report stays as it is."""

import gzip
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import workbench
from workbench.cli import main

CRITERIA = ("coherence", "consistency", "fluency", "relevance")
OUTPUTS, DOCUMENTS, RATINGS = "outputs.jsonl.gz", "documents.jsonl.gz", "annotations.tsv.gz"
SYSTEMS, SEGMENTS = ("M1", "M2", "M8", "M10"), ("d1", "d2", "d3")
EXPERIMENT = """
metrics = ["rouge-1", "bleu(order=2)"]

[data]
name = "summeval"

[correlation]
draws = 10
"""


def folder_of(home: Path) -> Path:
    return home / "data" / "summeval"


def read(home: Path, name: str) -> list[str]:
    return gzip.decompress((folder_of(home) / name).read_bytes()).decode().splitlines()


def write(home: Path, name: str, lines: list[str]) -> None:
    write_bytes(home, name, "".join(f"{line}\n" for line in lines).encode())


def write_bytes(home: Path, name: str, content: bytes) -> None:
    (folder_of(home) / name).write_bytes(gzip.compress(content, mtime=0))


def change(name: str, line: int, old: str, new: str) -> Callable[[Path], None]:
    """Return what replaces a piece of one line, counted from 1, of a file."""

    def do(home: Path) -> None:
        lines = read(home, name)
        assert old in lines[line - 1]
        lines[line - 1] = lines[line - 1].replace(old, new)
        write(home, name, lines)

    return do


def change_experiment(old: str, new: str) -> Callable[[Path], None]:
    def do(home: Path) -> None:
        assert old in EXPERIMENT
        (home / "x.toml").write_text(EXPERIMENT.replace(old, new), encoding="utf-8")

    return do


def invoke(home: Path, *arguments: str) -> Result:
    places = ["--data", str(home / "data"), "--out", str(home / "reports"), "--cache", str(home / "cache")]
    return CliRunner().invoke(main, ["run", str(home / "x.toml"), *places, *arguments])


def reports(home: Path) -> dict[str, tuple[bytes, int]]:
    return {
        str(path.relative_to(home)): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in sorted((home / "reports").rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a small set in the format of SummEval, an experiment file and its report."""
    folder = tmp_path_factory.mktemp("made")
    folder_of(folder).mkdir(parents=True)
    pairs = [(segment, system) for segment in SEGMENTS for system in SYSTEMS]
    texts = ["the dog barked .", "a dog barked at the cat .", "cats sleep .", "the cat is asleep ."]
    write(
        folder,
        OUTPUTS,
        [
            json.dumps({"doc_id": segment, "system": system, "text": texts[number % 4]})
            for number, (segment, system) in enumerate(pairs)
        ],
    )
    references = ["The dog barks at the cat. The cat sleeps.", "A dog barked."]
    write(
        folder,
        DOCUMENTS,
        [json.dumps({"doc_id": segment, "references": references}) for segment in SEGMENTS],
    )
    rows = ["\t".join(("doc_id", "system", "rater", *CRITERIA))]
    for number, (segment, system) in enumerate(pairs):
        scores = [str(1 + (number + shift) % 5) for shift in range(4)]
        rows.append("\t".join((segment, system, "expert1", *scores)))
    write(folder, RATINGS, rows)
    (folder / "x.toml").write_text(EXPERIMENT, encoding="utf-8")
    result = invoke(folder)
    assert result.exit_code == 0, result.output
    assert set(reports(folder)) > {"reports/x/table.md", "reports/x/records.csv"}
    return folder


@pytest.fixture
def home(made: Path, tmp_path: Path) -> Path:
    """Return a copy of the folder, to be spoiled."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path


def remove_line(name: str, line: int) -> Callable[[Path], None]:
    def do(home: Path) -> None:
        lines = read(home, name)
        write(home, name, lines[: line - 1] + lines[line:])

    return do


def cut_off(name: str) -> Callable[[Path], None]:
    def do(home: Path) -> None:
        path = folder_of(home) / name
        path.write_bytes(path.read_bytes()[:-10])

    return do


def remove_folder(home: Path) -> None:
    folder_of(home).rename(home / "elsewhere")


def repeat_line(name: str, line: int) -> Callable[[Path], None]:
    def do(home: Path) -> None:
        lines = read(home, name)
        write(home, name, [*lines, lines[line - 1]])

    return do


OUTPUT, DOCUMENT, RATING = (f"{{data}}/summeval/{name}" for name in (OUTPUTS, DOCUMENTS, RATINGS))


@pytest.mark.parametrize(
    ("spoil", "lines"),
    [
        pytest.param(
            change_experiment("rouge-1", "rogue-1"),
            ["{home}/x.toml: metrics[0]: unknown metric 'rogue-1'. Did you mean 'rouge-1'? Known: "],
            id="unknown metric",
        ),
        pytest.param(
            change_experiment('"summeval"', '"sumeval"'),
            ["unknown data set 'sumeval'. Did you mean 'summeval'? "],
            id="unknown data set",
        ),
        pytest.param(
            lambda home: (folder_of(home) / DOCUMENTS).unlink(),
            [f"summeval: not found: {DOCUMENT}", "summeval: how to get it: `workbench data fetch su"],
            id="missing file",
        ),
        pytest.param(
            remove_folder,
            [
                *(f"summeval: not found: {path}" for path in (OUTPUT, DOCUMENT, RATING)),
                "summeval: how to get it: ",
            ],
            id="missing folder",
        ),
        pytest.param(
            change(RATINGS, 5, "\tM10\t", "\tM11\t"),
            [f"{RATING}:5: judgment of unknown system 'M11' (task 'cnndm'). Did you mean 'M1"],
            id="unknown system",
        ),
        pytest.param(
            repeat_line(OUTPUTS, 2),
            [f"{OUTPUT}:13: given twice: task 'cnndm', segment 'd1', system 'M2'"],
            id="output given twice",
        ),
        pytest.param(
            repeat_line(RATINGS, 3),
            [
                f"{RATING}:14: given twice: task 'cnndm', segment 'd1', system 'M2', "
                f"criterion '{criterion}', rater 'expert1'"
                for criterion in CRITERIA
            ],
            id="judgment given twice",
        ),
        pytest.param(
            change(RATINGS, 4, "\texpert1\t3", "\texpert1\tnan"),
            [f"{RATING}:4: coherence is not a number: got 'nan'"],
            id="NaN score",
        ),
        pytest.param(
            change(RATINGS, 4, "\texpert1\t3", "\texpert1\tfair"),
            [f"{RATING}:4: coherence is not a number: got 'fair'"],
            id="text score",
        ),
        pytest.param(
            change(RATINGS, 4, "\texpert1\t3", "\texpert1\t"),
            [f"{RATING}:4: coherence is not a number: got ''"],
            id="no score",
        ),
        pytest.param(
            remove_line(DOCUMENTS, 2),
            [f"{DOCUMENT}: segment 'd2' of task 'cnndm' has no reference"],
            id="segment without a reference",
        ),
        pytest.param(
            remove_line(OUTPUTS, 12),
            [f"{RATING}:13: judgment of an output that is not there: segment 'd3', system 'M10'"],
            id="judgment without an output",
        ),
        pytest.param(
            lambda home: write_bytes(
                home, OUTPUTS, "\n".join(read(home, OUTPUTS)).encode().replace(b"sleep ", b"\xe9t\xe9 ")
            ),
            [f"{OUTPUT}:3: is not UTF-8 (byte "],
            id="not UTF-8",
        ),
        pytest.param(lambda home: write(home, OUTPUTS, []), [f"{OUTPUT}: is empty"], id="empty candidates"),
        pytest.param(
            lambda home: (folder_of(home) / OUTPUTS).write_bytes(b""),
            [f"{OUTPUT}: is empty"],
            id="empty file",
        ),
        pytest.param(cut_off(RATINGS), [f"{RATING}: is cut off or no gzip file: "], id="cut off"),
        pytest.param(
            change(OUTPUTS, 7, '"text"', '"txt"'),
            [f"{OUTPUT}:7: field 'text' is missing. Did you mean 'txt'?"],
            id="missing field",
        ),
        pytest.param(change(OUTPUTS, 7, "{", ""), [f"{OUTPUT}:7:9: is not JSON: Extra data"], id="not JSON"),
        pytest.param(
            lambda home: (home / "x.toml").unlink(),
            [
                "{home}/x.toml: there is no such experiment file. `workbench new` writes one, "
                "`workbench new --list` names those that come with the workbench"
            ],
            id="no experiment file",
        ),
    ],
)
def test_bad_input_is_said_and_nothing_is_written(
    home: Path, spoil: Callable[[Path], None], lines: list[str]
) -> None:
    before = reports(home)
    spoil(home)
    result = invoke(home)
    said = result.stderr.splitlines()
    expected = [f"error: {line.format(data=home / 'data', home=home)}" for line in lines]
    assert [line[: len(start)] for line, start in zip(said, expected, strict=True)] == expected
    assert result.exit_code == 2
    assert isinstance(result.exception, SystemExit)
    assert result.stdout == ""
    assert reports(home) == before


def test_many_faults_are_ten_lines_and_a_count(home: Path) -> None:
    ratings = read(home, RATINGS)
    write(home, RATINGS, [ratings[0], *(row.replace("\tM", "\tX") for row in ratings[1:])])
    write(home, OUTPUTS, read(home, OUTPUTS) * 2)
    said = invoke(home).stderr.splitlines()
    assert len(said) == 11
    assert said[-1] == "error: summeval: ... and 3 more faults"


def test_an_empty_reference_is_a_reference(home: Path) -> None:
    document = json.loads(read(home, DOCUMENTS)[0])
    change(DOCUMENTS, 1, json.dumps(document["references"]), json.dumps(["", "A dog barked."]))(home)
    places = {"data": home / "data", "cache": home / "cache"}
    assert workbench.read(home / "x.toml", **places).records["value"].notna().any()


def test_a_report_that_was_not_there_does_not_appear(home: Path) -> None:
    change(RATINGS, 5, "\tM10\t", "\tM11\t")(home)
    places = ["--data", str(home / "data"), "--out", str(home / "new"), "--cache", str(home / "cache")]
    assert CliRunner().invoke(main, ["run", str(home / "x.toml"), *places]).exit_code == 2
    assert not (home / "new").exists()


def test_the_program_itself_prints_no_traceback(home: Path) -> None:
    change(RATINGS, 5, "\tM10\t", "\tM11\t")(home)
    done = subprocess.run(
        [sys.executable, "-m", "workbench", "run", "x.toml", "--data", "data", "--out", "r", "--cache", "c"],
        cwd=home,
        env={key: value for key, value in os.environ.items() if key != "WORKBENCH_DATA"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"error: data/summeval/{RATINGS}:5: judgment of unknown system 'M11'")
    assert done.stderr.count("\n") == 1

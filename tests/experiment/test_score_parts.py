"""Files are scored part by part, as if they were read at once."""

import gzip
import io
import json
import sys

import pandas as pd
import pytest
from click.testing import CliRunner

import workbench
from workbench.cli import main
from workbench.errors import DataError, ScoreError
from workbench.executor import Serial, Threads
from workbench.experiment.files import FileScores, read_parts, read_segments, write_scores

METRICS = ["rouge-2", "rouge-l", "bleu", "chrf", "length"]
LINES = 23


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    data = workbench.simulate(topics=LINES, systems=1, references=2).evalset
    theirs = data.references.pivot(index="segment", columns="reference", values="text")
    columns = [data.outputs["text"], *(theirs[name] for name in theirs)]
    for name, column in zip(("out", "r1", "r2"), columns, strict=True):
        lines = [" ".join(text.split()) for text in column]
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return [(tmp_path / name).read_text("utf-8").splitlines() for name in ("out", "r1", "r2")]


def scores(metrics=METRICS, texts=12, executor=None) -> FileScores:
    return FileScores(read_parts("out", ["r1", "r2"], texts), metrics, None, "pooled", executor or Serial())


@pytest.mark.parametrize("executor", [Serial(), Threads(2)])
def test_parts_score_as_the_whole(files, executor):
    ours, *theirs = files
    references = [list(lines) for lines in zip(*theirs, strict=True)]
    assert [len(part.candidates) for part in read_parts("out", ["r1", "r2"], 12)] == [4] * 5 + [3]
    for level, found in (("system", scores(executor=executor).frame()), ("segment", scores().segments())):
        expected = workbench.score(ours, references, metrics=METRICS, level=level)
        assert found["signature"].str.len().min() > 10
        pd.testing.assert_frame_equal(found.drop(columns="signature"), expected, rtol=1e-12)


def test_frames_of_parts_follow_each_other(files):
    sink, whole = io.StringIO(), scores().segments()
    write_scores(scores().frames(), "csv", sink)
    found = pd.read_csv(io.StringIO(sink.getvalue()), dtype={"metric": str})
    assert found["segment"].tolist() == whole["segment"].tolist()
    assert found["value"].tolist() == pytest.approx(whole["value"].tolist(), abs=0)
    sink = io.StringIO()
    write_scores(scores().frames(), "json", sink)
    assert [json.loads(line)["segment"] for line in sink.getvalue().splitlines()] == whole["segment"].tolist()


def test_what_looks_at_all_segments_sees_all(files):
    ours, *theirs = files
    references = [list(lines) for lines in zip(*theirs, strict=True)]
    expected = workbench.score(ours, references, metrics=["cider"], level="system")["value"]
    assert scores(["cider"]).frame()["value"].tolist() == pytest.approx(expected.tolist(), rel=1e-12)


def test_a_segment_without_a_score_is_counted_from_the_beginning(files):
    @workbench.metric("no-tenth", on="text", bounds=(0, 1))
    def no_tenth(candidate, references):
        return float("nan") if candidate == files[0][10] else 1.0

    for made in (FileScores.frame, FileScores.segments, lambda found: list(found.frames())):
        with pytest.raises(ScoreError, match="no-tenth: segment 10: cannot be scored"):
            made(scores(["no-tenth"]))


@pytest.mark.parametrize("texts", [6, 1000])
def test_files_of_other_lengths_are_said_with_both(files, tmp_path, texts):
    (tmp_path / "r2").write_text("a\n" * (LINES + 40))
    said = f"r2: has another number of lines than out: got {LINES + 40}, allowed: {LINES}"
    with pytest.raises(DataError, match=said):
        list(read_parts("out", ["r1", "r2"], texts))
    (tmp_path / "r2").write_text("a\n" * 5)
    with pytest.raises(DataError, match=f"r2: has another number of lines than out: got 5, allowed: {LINES}"):
        list(read_parts("out", ["r1", "r2"], texts))


def test_nothing_is_printed_of_files_that_do_not_fit(files, tmp_path):
    (tmp_path / "r1").write_text("a\n" * 5)
    done = CliRunner().invoke(
        main, ["score", "-c", "out", "-r", "r1", "--level", "segment", "--format", "csv"]
    )
    assert (done.exit_code, done.stdout) == (2, "")
    assert "has another number of lines" in done.stderr


@pytest.mark.parametrize("ending", ["", "\n"])
def test_lines_are_what_stands_between_ends_of_lines(tmp_path, ending):
    content = ("\ufeffone \x0b two\x85\r\n\n  three" + ending).encode()
    (tmp_path / "plain").write_bytes(content)
    (tmp_path / "packed").write_bytes(gzip.compress(content))
    for name in ("plain", "packed"):
        assert list(read_segments(str(tmp_path / name))) == ["one \x0b two\x85", "", "  three"]


def test_a_file_without_lines_is_said(tmp_path):
    (tmp_path / "none").write_bytes(b"")
    with pytest.raises(DataError, match="none: is empty"):
        list(read_segments(str(tmp_path / "none")))


def test_a_closed_standard_input_is_an_error_of_its_own(monkeypatch):
    """A program that is started without one has None in its place."""
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(DataError, match=r"^-: standard input is closed$"):
        list(read_segments("-"))

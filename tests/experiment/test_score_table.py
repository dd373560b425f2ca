"""What `workbench score` prints for people, held to sacrebleu's own line."""

import re
import subprocess
import sys

import pytest
import sacrebleu
from click.testing import CliRunner

from workbench.cli import main
from workbench.experiment.score_table import explain_bleu
from workbench.metrics.base import get_metric
from workbench.metrics.score_parts import AskedScores, ListedTexts, score_part

OURS = ["the cat sat on the mat today", "a dog barked at the tree", "birds sing in the early morning sun"]
FIRST = [
    "the cat sat on the mat yesterday evening",
    "a dog barked at a tree",
    "the birds sing in the morning",
]
SECOND = ["a cat sat on a mat", "the dog barked at the old tree", "birds sing in the early morning"]


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, lines in (("out", OURS), ("r1", FIRST), ("r2", SECOND)):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return tmp_path


def score(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, ["score", "-c", "out", *arguments])
    assert result.exit_code == code, result.output
    return result.output


def explained(candidates: list[str], references: list[list[str]], *names: str) -> dict[str, str]:
    asked = AskedScores(tuple((name, get_metric(name)) for name in names), None, "pooled")
    return explain_bleu(score_part(asked, ListedTexts(candidates, references)).sums)


@pytest.mark.parametrize("references", [[FIRST], [FIRST, SECOND]])
def test_bleu_is_made_of_what_sacrebleu_says(references):
    theirs = sacrebleu.corpus_bleu(OURS, references)
    said = explained(OURS, [list(lines) for lines in zip(*references, strict=True)], "bleu")["bleu"]
    numbers = re.match(
        r"precisions (.*), brevity penalty (.*), ratio (.*), (\d+) words, reference length (\d+)$", said
    )
    assert numbers is not None
    assert numbers[1] == "/".join(f"{each:.1f}" for each in theirs.precisions)
    assert numbers[2] == f"{theirs.bp:.3f}"
    assert numbers[3] == f"{theirs.sys_len / theirs.ref_len:.3f}"
    assert (int(numbers[4]), int(numbers[5])) == (theirs.sys_len, theirs.ref_len)


def test_percent_are_sacrebleus(files):
    theirs = sacrebleu.corpus_bleu(OURS, [FIRST, SECOND])
    text = score("-r", "r1", "-r", "r2", "-m", "bleu", "-m", "length", "--percent")
    lines = text.splitlines()
    assert lines[:3] == ["metric  score", f"bleu    {theirs.score:.2f}", "length   6.67"]
    assert lines[4].startswith("bleu: precisions ")
    assert lines[5:7] == ["signatures", lines[6]]
    assert lines[6].startswith("  bleu(order=4)|")


def test_programs_get_fractions(files):
    assert "have fractions" in score("-r", "r1", "--percent", "--format", "json", code=2)


def test_a_metric_that_is_named_twice_is_one_row(files):
    text = score("-r", "r1", "-m", "chrf", "-m", "chrf")
    assert [line.split()[0] for line in text.splitlines()[:2]] == ["metric", "chrf"]
    assert text.count("chrf|") == 1


def test_lines_of_the_file_are_rows_from_one_on(files):
    lines = score("-r", "r1", "-m", "bleu", "-m", "rouge-1", "--level", "segment").splitlines()
    heads = ["line", "bleu", "rouge-1 recall", "rouge-1 precision", "rouge-1 f"]
    assert re.split("  +", lines[0]) == heads
    assert [line.split()[0] for line in lines[1:4]] == ["1", "2", "3"]
    assert {len(line) for line in lines[:4]} == {len(lines[0])}
    assert not any("precisions" in line for line in lines)


def test_an_order_that_matches_nothing_has_a_hint_where_it_makes_the_score_0():
    metrics = ["bleu", "bleu(order=3)", "bleu(profile=sacrebleu)", "rouge-1", "sentence-bleu", "delta-bleu"]
    said = explained(["a b c x e f"], [["a b c d e g"]], *metrics)
    assert [name for name, text in said.items() if "hint: no 4-gram of the file" in text] == ["bleu"]
    assert "precisions 66.7/40.0/25.0/0.0," in said["bleu(profile=sacrebleu)"]
    assert list(said) == metrics[:3]


def test_a_file_of_empty_lines_has_no_precisions():
    said = explained(["", ""], [["a b"], ["c"]], "bleu(order=2)")["bleu(order=2)"]
    assert said.startswith("precisions -/-, brevity penalty 0.000, ratio 0.000, 0 words, reference length 3")


def test_one_line_of_one_word_is_singular_and_has_no_interval_to_speak_of(tmp_path):
    (tmp_path / "one").write_text("a\n", "utf-8")
    (tmp_path / "two").write_text("a\nb\n", "utf-8")
    said = {}
    for name in ("one", "two"):
        file = str(tmp_path / name)
        said[name] = CliRunner().invoke(main, ["score", "-c", file, "-r", file, "--confidence", "0.9"]).stdout
    assert "ratio 1.000, 1 word, reference length 1" in said["one"]
    assert said["one"].endswith("note: of 1 line all draws are the same, and ± says nothing\n")
    assert "2 words" in said["two"]
    assert "note" not in said["two"]


@pytest.mark.parametrize("form", ["text", "json", "csv"])
def test_one_score_is_printed_without_loading_what_makes_frames(files, form):
    program = (
        "import sys; from workbench.cli import main;"
        "main(sys.argv[1:], standalone_mode=False);"
        "heavy = {'numba', 'pandas', 'pyarrow', 'scipy'} & set(sys.modules); assert not heavy, heavy"
    )
    asked = ["score", "-c", "out", "-r", "r1", "-m", "rouge-1", "-m", "bleu", "--format", form]
    done = subprocess.run([sys.executable, "-c", program, *asked], capture_output=True, text=True, check=True)
    assert "rouge-1" in done.stdout

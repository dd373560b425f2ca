"""Scores between formats of exchange: which cell goes where, what is lost, and what is said about it."""

from pathlib import Path

import numpy as np
import pytest
from made_up import JUDGMENTS, OUTPUTS, REFERENCES, build
from samples import write_lines

from workbench.datasets.exchanged_scores import as_arrays, as_metrics, as_score_file, read_scores_of
from workbench.datasets.exchanged_sets import Chosen, Given, read_set, write_set
from workbench.datasets.interchange import guess_format
from workbench.datasets.load import load
from workbench.datasets.plain import Plain
from workbench.datasets.writers.tables import write_scores, write_tables
from workbench.errors import DataError, SpecError


@pytest.mark.parametrize("ending", ["csv", "tsv", "jsonl", "csv.gz"])
def test_tables_are_known_by_their_ending(tmp_path: Path, ending: str) -> None:
    (tmp_path / f"outputs.{ending}").touch()
    assert guess_format(tmp_path) == ending.removesuffix(".gz")


X = {("t", "s2", "M2"): 1.0, ("t", "s2", "M10"): 2.0, ("t", "s10", "M2"): 0.0, ("t", "s10", "M10"): 4.0}
Z = {("t", "s2", "M2"): 5.0, ("t", "s2", "M10"): 0.0, ("t", "s10", "M2"): 7.0, ("t", "s1", "M1"): 9.0}


def test_arrays_are_in_natural_order_and_have_what_both_have() -> None:
    """Two outputs have one of the scores only: one of them lacks the metric, one the judgment."""
    for choice in (Chosen(metric="x", criterion="z"), Chosen(task="t")):
        arrays, notes = as_arrays(Plain({}, {"x": X, "z": Z}), choice)
        assert (arrays.systems, arrays.inputs) == (["M2", "M10"], ["s2", "s10"])
        np.testing.assert_array_equal(arrays.metric, [[1, 0], [2, np.nan]])
        np.testing.assert_array_equal(arrays.human, [[5, 7], [0, np.nan]])
        assert notes[-1] == "2 outputs have only one of the two scores: missing in both"
        said = (
            []
            if choice.metric
            else ["X, the metric, is x, and Z, people, is z; else say --metric and --criterion"]
        )
        assert notes[:-1] == said
    turned, _ = as_arrays(Plain({}, {"x": X, "z": Z}), Chosen(metric="z", criterion="x"))
    np.testing.assert_array_equal(turned.metric, [[5, 7], [0, np.nan]])
    with pytest.raises(SpecError, match="unknown task 'u'"):
        as_arrays(Plain({}, {"x": X, "z": Z}), Chosen(task="u"))
    of_two = {**X, ("s", "s1", "M1"): 1.0}
    with pytest.raises(SpecError, match=r"which of the tasks.*s, t"):
        as_arrays(Plain({}, {"x": of_two, "z": Z}), Chosen())
    of_one, _ = as_arrays(Plain({}, {"x": of_two, "z": Z}), Chosen(task="t"))
    assert of_one.systems == ["M2", "M10"]


def test_a_score_file_numbers_segments() -> None:
    level, text = as_score_file(Path("x"), Plain({}, {"z": Z}), Chosen())
    assert level == "seg"
    assert text == "M1\t9\nM1\tNone\nM1\tNone\nM2\tNone\nM2\t5\nM2\t7\nM10\tNone\nM10\t0\nM10\tNone\n"
    numbers = {("", str(at), "A"): float(at) for at in (1, 2)}
    assert as_score_file(Path("x"), Plain({}, {"x": numbers}), Chosen()) == ("seg", "A\t1\nA\t2\n")
    whole = {("", "*", name): score for name, score in (("B", 2.0), ("A", 1.0))}
    assert as_score_file(Path("x"), Plain({}, {"x": whole}), Chosen()) == ("sys", "A\t1\nB\t2\n")
    with pytest.raises(DataError, match="of segments and of whole systems"):
        as_score_file(Path("x"), Plain({}, {"x": {("", "*", "A"): 1.0, ("", "1", "A"): 1.0}}), Chosen())


def test_metrics_of_sacrerouge_are_sorted_and_those_of_candidates_are_read(tmp_path: Path) -> None:
    rows = as_metrics(Plain({}, {"x": X, "z": Z}), Path("x"))
    assert [(row.instance, row.summarizer, row.values) for row in rows] == [
        ("s1", "M1", {"z": 9.0}),
        ("s2", "M2", {"x": 1.0, "z": 5.0}),
        ("s2", "M10", {"x": 2.0, "z": 0.0}),
        ("s10", "M2", {"x": 0.0, "z": 7.0}),
        ("s10", "M10", {"x": 4.0}),
    ]
    line = '{"instance_id": "d1", "summarizer_id": "%s", "summarizer_type": "%s", "metrics": %s}'
    path = tmp_path / "m.jsonl"
    write_lines(
        path, [line % ("A", "peer", '{"r": {"f": [1, 0.5], "p": 0}}'), line % ("h", "reference", '{"r": 9}')]
    )
    found = read_scores_of(path, "sacrerouge")
    assert found.scores == {"r_f": {("", "d1", "A"): 0.75}, "r_p": {("", "d1", "A"): 0.0}}
    file = tmp_path / "bleu.x.seg.score.gz"
    write_lines(file, ["A 0", "A None", "B -1", "B 2"])
    scores = {("", "1", "A"): 0.0, ("", "1", "B"): -1.0, ("", "2", "B"): 2.0}
    assert read_scores_of(file, "mt-metrics-eval").scores == {"bleu.x": scores}


def test_means_of_raters_are_human_scores_and_what_a_format_cannot_hold_is_said(tmp_path: Path) -> None:
    judged = [{**row, "score": 0.25 if row["rater"] == "ann" else 0.5} for row in JUDGMENTS]
    evalset = build(judgments=judged)
    plain = Given(evalset, {"m": X}).plain()
    assert set(plain.scores["coverage"].values()) == {0.375}
    assert plain.scores["m"] == X
    notes = write_set(tmp_path / "a", Given(evalset, {"m": X}), "sacrerouge")
    assert "scores of metrics are not taken along" in notes
    assert "weights of references are lost" in notes
    assert "tasks are called summarization in place of t" in notes
    # names of references have a place in the format
    assert not [note for note in notes if note.startswith(("references", "names of references"))]
    assert load("a", tmp_path).references["reference"].unique().tolist() == ["r1", "r2", "r10"]
    assert any(note.startswith("of several raters the mean is written") for note in notes)
    half = evalset.references.assign(weight=[0.5] + [np.nan] * (len(evalset.references) - 1))
    some = type(evalset).build(evalset.card, evalset.outputs, half, evalset.judgments)
    assert "weights of references are lost" in write_set(tmp_path / "b", Given(some), "mt-metrics-eval")
    assert load("a", tmp_path).judgments["score"].tolist() == [0.375] * 9
    alike = evalset.references["reference"].replace({"r1": "r.1", "r2": "r-1"})
    named = type(evalset).build(
        evalset.card, evalset.outputs, evalset.references.assign(reference=alike), evalset.judgments
    )
    with pytest.raises(DataError, match="names of references cannot be written"):
        write_set(tmp_path / "c", Given(named), "mt-metrics-eval")


def test_scores_with_decimal_commas_are_refused_and_not_left_out(tmp_path: Path) -> None:
    path = tmp_path / "x.tsv"
    for value in ("0,53", "1.234,5"):
        write_lines(path, ["system\tbleu\tflow", f"A\t{value}\t1", "B\t1\t2"])
        with pytest.raises(DataError, match=rf"x\.tsv:2: column bleu .*'{value}'. Decimals follow a point"):
            read_scores_of(path, "tsv")
    write_lines(path, ["system\twhich\tflow", "A\t1,2,3\t1", "B\t1\t2"])
    assert read_scores_of(path, "tsv").left_out == ("which",)


def test_of_several_tasks_one_is_taken_whole(tmp_path: Path) -> None:
    """The other has an output, a reference and a judgment fewer."""
    frames = [
        [{**row, "task": task} for task, rows in (("t", all_of), ("u", all_of[1:])) for row in rows]
        for all_of in (OUTPUTS, REFERENCES, JUDGMENTS[1:])
    ]
    write_tables(tmp_path, build(*frames))
    for task, less in (("t", 0), ("u", 1)):
        found = read_set(tmp_path, "jsonl", Chosen(task=task)).evalset
        lengths = [len(rows) for rows in (found.outputs, found.references, found.judgments)]
        assert lengths == [len(OUTPUTS) - less, len(REFERENCES) - less, len(JUDGMENTS) - 1 - less]
        assert found.tasks == [task]
        assert set(found.references["task"]) | set(found.judgments["task"]) == {task}
    assert read_set(tmp_path, "jsonl", Chosen()).evalset.tasks == ["t", "u"]
    scores = {**X, ("u", "s2", "M2"): 3.0}
    write_scores(tmp_path / "scores" / "m.jsonl", scores)
    for task, kept in (("t", X), ("u", {("u", "s2", "M2"): 3.0}), ("", scores)):
        assert read_set(tmp_path, "jsonl", Chosen(task=task)).metrics == {"m": kept}


@pytest.mark.parametrize("target", ["csv", "tsv", "jsonl"])
def test_tables_and_scores_of_metrics_have_the_ending_that_is_asked_for(tmp_path: Path, target: str) -> None:
    assert write_set(tmp_path / "a", Given(build(), {"m": X, "n.1": Z}), target) == []
    parts = ("card.toml", *(f"{each}.{target}" for each in ("judgments", "outputs", "references")))
    scores = (f"scores/{each}.{target}" for each in ("m", "n.1"))
    written = (str(path.relative_to(tmp_path / "a")) for path in (tmp_path / "a").rglob("*.*"))
    assert sorted(written) == sorted((*parts, *scores))
    assert read_set(tmp_path / "a", target, Chosen()).metrics == {"m": X, "n.1": Z}
    assert load("a", tmp_path).fingerprint == build().fingerprint


@pytest.mark.parametrize(
    ("name", "known"), [("x.tsv", "tsv"), ("x.tsv.gz", "tsv"), ("x.csv", "csv"), ("x.csv.gz", "csv")]
)
def test_files_are_known_by_their_endings_packed_or_not(tmp_path: Path, name: str, known: str) -> None:
    (tmp_path / name).write_bytes(b"")
    assert guess_format(tmp_path / name) == known

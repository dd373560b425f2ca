"""REALSumm: 24 systems or 25, two parts, and each system's own tokenisation of the reference."""

import csv
from dataclasses import replace
from pathlib import Path

import pytest
from real_data import load_real
from samples import REALSUMM
from scipy.stats import kendalltau
from vectors import SHARED, read_lines

from workbench.datasets.evalset import EvalSet
from workbench.datasets.load import load
from workbench.errors import DataError
from workbench.stats.coefficients.plain import kendall, pearson, spearman

STORED = {"rouge155": ("rouge_1_recall", "rouge_2_recall", "rouge_l_recall")}


@pytest.fixture(scope="module")
def evalset(shared: Path) -> EvalSet:
    return load_real(shared, "realsumm")


def test_sizes(evalset: EvalSet) -> None:
    assert len(evalset.systems("cnndm")) == 24
    assert len(evalset.segments("cnndm")) == 100
    assert len(evalset.outputs) == len(evalset.references) == len(evalset.judgments) == 2_400
    assert evalset.criteria == ["litepyramid"]
    assert (evalset.references["only_for"] != "").all()
    assert evalset.segments("cnndm")[:3] == ["0", "1", "2"]


@pytest.mark.parametrize(
    ("options", "number"),
    [({"duplicates": "keep"}, 25), ({"part": "abs"}, 14), ({"part": "ext"}, 11)],
)
def test_options(shared: Path, options: dict[str, str], number: int) -> None:
    evalset = load_real(shared, "realsumm", **options)
    systems = evalset.systems("cnndm")
    assert len(systems) == number
    assert len(evalset.outputs) == number * 100
    assert ("abs-bart" in systems) == (number == 25)
    assert "bart" in systems


def test_bart_is_in_both_parts_with_the_same_texts(shared: Path) -> None:
    both = load_real(shared, "realsumm", duplicates="keep")
    texts = both.outputs.set_index("system")["text"]
    assert list(texts["bart"]) == list(texts["abs-bart"])


@pytest.mark.parametrize(("part", "number"), [("abs", 14), ("ext", 11)])
def test_system_level_correlations(shared: Path, part: str, number: int) -> None:
    """Stored recall and the judgments as they are read here, against 18 values known to four digits."""
    judged = load_real(shared, "realsumm", part=part).judgments.groupby("system")["score"].mean()
    rows = [row for row in read_lines(SHARED / "data/realsumm/outputs.jsonl.gz") if row["part"] == part]
    with (shared / "published" / "bhandari2020_realsumm.csv").open(encoding="utf-8") as lines:
        known = {
            (row["metric"], row["coefficient"]): float(row["recomputed"])
            for row in csv.DictReader(lines)
            if row["system_set"] == part and row["level"] == "system"
        }
    checked = 0
    for name in STORED["rouge155"]:
        scores = {
            system: sum(row["rouge155"][name] for row in rows if row["system"] == system) / 100
            for system in judged.index
        }
        assert len(scores) == number
        pair = judged.index.map(scores).to_numpy(float), judged.to_numpy()
        for coefficient in (pearson, spearman, kendall):
            expected = known[name, coefficient.__name__]
            assert float(coefficient(*pair)) == pytest.approx(expected, abs=5.1e-5)
            checked += 1
    assert checked == 9


def test_the_notebook_counts_bart_twice(shared: Path) -> None:
    """One tau-b a document over 25 entries, documents with p of .05 or less: three numbers."""
    evalset = load_real(shared, "realsumm", duplicates="keep")
    human = evalset.judgments.pivot(index="segment", columns="system", values="score")
    rows = read_lines(SHARED / "data/realsumm/outputs.jsonl.gz")
    names = {(row["part"], row["system"]): row["system"] for row in rows} | {("abs", "bart"): "abs-bart"}
    expected = {"rouge_1_recall": 0.48914, "rouge_2_recall": 0.48595, "rouge_l_recall": 0.48709}
    for name, value in expected.items():
        stored = {
            (str(row["doc_id"]), names[row["part"], row["system"]]): row["rouge155"][name] for row in rows
        }
        found = [
            kendalltau([stored[segment, system] for system in human.columns], scores)
            for segment, scores in human.iterrows()
        ]
        kept = [tau for tau, p in found if p <= 0.05]
        assert sum(kept) / len(kept) == pytest.approx(value, abs=5.1e-6)


def test_made_up_rows(tmp_path: Path) -> None:
    data = REALSUMM.write(tmp_path)
    evalset = load("realsumm", data)
    assert evalset.systems("cnndm") == ["bart", "refresh", "semsim"]
    assert evalset.outputs["text"][0] == "öd bart\nin 2 there"
    assert evalset.references["text"][0].startswith("öd , as bart has it\nend .")
    assert load("realsumm", data, {"part": "abs"}).systems("cnndm") == ["bart", "semsim"]
    assert load("realsumm", data, {"duplicates": "keep"}).systems("cnndm")[0] == "abs-bart"


@pytest.mark.parametrize("name", ["realsumm", "{}/realsumm"])
def test_what_was_chosen_is_part_of_the_experiment(tmp_path: Path, name: str) -> None:
    data = REALSUMM.write(tmp_path)
    own = load(name.format(data), data, {"part": "ext"})
    assert own.options == {"part": "ext"}
    assert own.systems("cnndm") == ["bart", "refresh"]
    assert load(name.format(data), data).options == {}


def test_a_part_that_is_chosen_alone_lacks_what_repeats_a_system_of_its_own(tmp_path: Path) -> None:
    rows = [
        {**row, "duplicate_of": "abs/bart"} if row["system"] == "semsim" else row
        for row in REALSUMM.files["outputs.jsonl.gz"]
    ]
    data = replace(REALSUMM, files={"outputs.jsonl.gz": rows}).write(tmp_path)
    assert load("realsumm", data, {"part": "abs"}).systems("cnndm") == ["bart"]
    assert load("realsumm", data, {"part": "ext"}).systems("cnndm") == ["bart", "refresh"]
    assert load("realsumm", data).systems("cnndm") == ["bart", "refresh"]
    every = {"part": "abs", "duplicates": "keep"}
    assert load("realsumm", data, every).systems("cnndm") == ["abs-semsim", "bart"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"part": "both"}, "part: got 'both', allowed: abs or ext"),
        ({"duplicate_of": "bart"}, "duplicate_of: got 'bart'"),
        ({"litepyramid_recall": 1.5}, "litepyramid_recall is out of range: got 1.5, allowed: 0 to 1"),
        ({"references_sents": ["one"]}, "references_sents[0] is not a list of sentences: got 'one'"),
        ({"references_sents": [[1]]}, "references_sents[0][0] is not a text: got 1"),
        ({"output_sents": [None]}, "output_sents[0] is not a text: got 'nothing'"),
    ],
)
def test_faults(tmp_path: Path, change: dict[str, object], message: str) -> None:
    rows = REALSUMM.files["outputs.jsonl.gz"]
    changed = [*rows[:3], {**rows[3], **change}]
    replace(REALSUMM, files={"outputs.jsonl.gz": changed}).write(tmp_path)
    with pytest.raises(DataError) as caught:
        load("realsumm", tmp_path)
    assert f"outputs.jsonl.gz:4: {message}" in str(caught.value)

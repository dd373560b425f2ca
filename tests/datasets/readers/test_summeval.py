"""SummEval: the real files say what their description says; made-up files show what happens to bad ones."""

import gzip
import json
import random
from pathlib import Path

import pandas as pd
import pytest
from made_up import Row, write_jsonl, write_tsv
from real_data import load_real

from workbench.datasets.evalset import EvalSet
from workbench.datasets.load import load
from workbench.datasets.readers.summeval import CRITERIA, split_sentences
from workbench.errors import DataError, MissingDataError, SpecError

FILES = ("outputs.jsonl.gz", "documents.jsonl.gz", "annotations.tsv.gz")


@pytest.fixture(scope="module")
def evalset(shared: Path) -> EvalSet:
    return load_real(shared, "summeval")


def test_sizes(evalset: EvalSet) -> None:
    assert evalset.tasks == ["cnndm"]
    assert len(evalset.systems("cnndm")) == 16
    assert evalset.systems("cnndm")[:5] == ["M0", "M1", "M2", "M5", "M8"]
    assert len(evalset.segments("cnndm")) == 100
    assert len(evalset.outputs) == 1_600
    assert len(evalset.references) == 1_100
    assert len(evalset.judgments) == 12_800 * 4
    assert evalset.criteria == list(CRITERIA)
    assert set(evalset.references["reference"]) == {f"ref{number}" for number in range(11)}


def test_expert_means_are_those_of_the_systems_table(evalset: EvalSet, shared: Path) -> None:
    table = pd.read_csv(shared / "data" / "summeval" / "systems.tsv", sep="\t").set_index("system")
    judged = evalset.judgments
    experts = judged[judged["rater"].str.startswith("expert")]
    means = experts.groupby(["system", "criterion"])["score"].mean().unstack()
    for criterion in CRITERIA:
        assert (means[criterion] - table[f"mean_{criterion}"]).abs().max() < 6e-5


def test_expert_means_are_those_of_the_outputs(evalset: EvalSet, shared: Path) -> None:
    lines = gzip.decompress((shared / "data" / "summeval" / "outputs.jsonl.gz").read_bytes()).splitlines()
    printed = {(row["doc_id"], row["system"]): row["human"] for row in map(json.loads, lines)}
    judged = evalset.judgments
    experts = judged[judged["rater"].str.startswith("expert")]
    means = experts.groupby(["segment", "system", "criterion"])["score"].mean().unstack()
    assert len(means) == len(printed) == 1_600
    for key, row in means.iterrows():
        assert row.to_dict() == pytest.approx(printed[key], abs=1e-9)


def test_raters_are_of_two_groups(evalset: EvalSet) -> None:
    raters = [*(f"crowd{n}" for n in range(1, 6)), *(f"expert{n}" for n in range(1, 4))]
    assert sorted(evalset.judgments["rater"].unique()) == raters
    assert evalset.card.raters[evalset.card.default_raters] == ["expert*"]


def test_the_option_chooses_the_references(evalset: EvalSet, shared: Path) -> None:
    tokenised = load_real(shared, "summeval", references="references_tok")
    assert tokenised.outputs.equals(evalset.outputs)
    assert tokenised.fingerprint != evalset.fingerprint
    first = tokenised.references["text"][0]
    assert first.split("\n")[0].endswith(" .")
    assert "".join(first.split()).lower() == "".join(evalset.references["text"][0].split()).lower()


def test_sentences_end_as_in_the_oracle() -> None:
    assert split_sentences("One . Two ?  Three !Four . ") == "One .\nTwo ?\nThree !Four ."
    assert split_sentences("A line\nis not. A\nsentence") == "A line is not.\nA sentence"
    assert split_sentences("") == ""


def folder(tmp_path: Path, seed: int | None = None, **extra: object) -> Path:
    """Write a folder of data sets with two systems, two documents, two references and one rater."""
    outputs: list[Row] = [
        {"doc_id": doc, "system": system, "text": f"{doc} says {system} .", **extra}
        for doc in ("d1", "d2")
        for system in ("M9", "M10")
    ]
    documents: list[Row] = [
        {"doc_id": doc, "references": [f"{doc} one.", f"{doc} two."], **extra} for doc in ("d1", "d2")
    ]
    ratings: list[Row] = [
        {
            "doc_id": row["doc_id"],
            "system": row["system"],
            "rater": "expert1",
            **dict.fromkeys(CRITERIA, 3),
            **extra,
        }
        for row in outputs
    ]
    if seed is not None:
        for rows in (outputs, documents, ratings):
            random.Random(seed).shuffle(rows)
    home = tmp_path / "summeval"
    home.mkdir(exist_ok=True)
    write_jsonl(home / FILES[0], outputs)
    write_jsonl(home / FILES[1], documents)
    write_tsv(home / FILES[2], ratings)
    return tmp_path


def rewrite(data: Path, file: str, old: bytes, new: bytes) -> None:
    path = data / "summeval" / file
    content = gzip.decompress(path.read_bytes())
    assert old in content
    path.write_bytes(gzip.compress(content.replace(old, new)))


def test_neither_the_order_of_rows_nor_other_columns_matter(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / str(number)).mkdir()
    first = load("summeval", folder(tmp_path / "0"))
    for other in (folder(tmp_path / "1", seed=1), folder(tmp_path / "2", note="new")):
        again = load("summeval", other)
        assert again.fingerprint == first.fingerprint
        assert again.outputs.equals(first.outputs)
        assert again.judgments.equals(first.judgments)


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        (FILES[0], b'"text": "d1 says M9 ."', b'"txt": ""', "outputs.jsonl.gz:1: field 'text' is missing"),
        (FILES[0], b'"d1 says M10 ."', b"null", "outputs.jsonl.gz:2: field 'text' has the wrong type"),
        (FILES[0], b"d2 says M9", b"d\xe9j\xe0", "outputs.jsonl.gz:3: is not UTF-8"),
        (FILES[0], b'"M10"', b'"M9"', "outputs.jsonl.gz:2: given twice: task 'cnndm', segment 'd1', "),
        (FILES[1], b'"d2"', b'"d1"', "documents.jsonl.gz:2: given twice: task 'cnndm', segment 'd1', "),
        (FILES[1], b'["d2 one.", "d2 two."]', b"[]",
         "documents.jsonl.gz: segment 'd2' of task 'cnndm' has no reference"),
        (FILES[1], b'"d2 two."', b"2", "documents.jsonl.gz:2: references[1] is not a text: got 2"),
        (FILES[1], b'["d2 one.", "d2 two."]', b'"d2"', "gz:2: field 'references' has the wrong type"),
        (FILES[0], b'"M10"', b'""', "outputs.jsonl.gz:2: system is empty"),
        (FILES[0], b'"d1"', b'"*"', "outputs.jsonl.gz:1: segment is the sign for all segments together"),
        (FILES[0], b'{"doc_id": "d2", "system": "M10", "text": "d2 says M10 ."}\n', b"",
         "annotations.tsv.gz:5: judgment of an output that is not there: segment 'd2', system 'M10'"),
        (FILES[2], b"fluency", b"Fluency", "annotations.tsv.gz:1: column 'fluency' is missing"),
        (FILES[2], b"d1\tM10\texpert1\t3", b"d1\tM10\texpert1\tNA",
         "annotations.tsv.gz:3: coherence is not a number: got 'NA'"),
        (FILES[2], b"d1\tM10\texpert1\t3", b"d1\tM10\texpert1\tnan",
         "annotations.tsv.gz:3: coherence is not a number: got 'nan'"),
        (FILES[2], b"d1\tM10\texpert1\t3", b"d1\tM10\texpert1", "tsv.gz:3: wrong number of cells"),
        (FILES[2], b"d1\tM10", b"d1\tM11", "annotations.tsv.gz:3: judgment of unknown system 'M11'"),
        (FILES[2], b"d1\tM10", b"d7\tM10", "annotations.tsv.gz:3: judgment of unknown segment 'd7'"),
        (FILES[2], b"d2\tM9", b"d1\tM9", "annotations.tsv.gz:4: given twice: task 'cnndm', segment 'd1', "),
    ],
)  # fmt: skip
def test_faults_name_file_and_line(tmp_path: Path, file: str, old: bytes, new: bytes, fault: str) -> None:
    data = folder(tmp_path)
    rewrite(data, file, old, new)
    with pytest.raises(DataError) as caught:
        load("summeval", data)
    assert fault in str(caught.value)
    assert str(data / "summeval") in str(caught.value)


@pytest.mark.parametrize("file", FILES)
def test_cut_off_and_empty_files(tmp_path: Path, file: str) -> None:
    data = folder(tmp_path)
    path = data / "summeval" / file
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(DataError, match=rf"{file}: is cut off"):
        load("summeval", data)
    path.write_bytes(gzip.compress(b""))
    with pytest.raises(DataError, match=rf"{file}: is empty"):
        load("summeval", data)


@pytest.mark.parametrize("file", FILES)
def test_a_missing_file_comes_with_instructions(tmp_path: Path, file: str) -> None:
    data = folder(tmp_path)
    (data / "summeval" / file).unlink()
    with pytest.raises(MissingDataError) as caught:
        load("summeval", data)
    lines = str(caught.value).splitlines()
    assert lines[0] == f"summeval: not found: {data / 'summeval' / file}"
    assert lines[1].startswith("summeval: how to get it: ")
    assert len(lines) == 2


def test_options(tmp_path: Path) -> None:
    data = folder(tmp_path)
    with pytest.raises(SpecError, match=r"no option 'reference'\. Did you mean 'references'"):
        load("summeval", data, {"reference": "references"})
    with pytest.raises(
        SpecError, match="option 'references': got 'tok', allowed: references or references_tok"
    ):
        load("summeval", data, {"references": "tok"})
    with pytest.raises(DataError, match="field 'references_tok' is missing"):
        load("summeval", data, {"references": "references_tok"})

"""Every file of every origin: read as it is, cut off, wrongly encoded, reordered, doubled, longer."""

import gzip
import json
import os
import pickle
import random
import re
import shutil
from pathlib import Path

import pytest
from originals import (
    DSTC7,
    EMNLP17,
    ORIGINALS,
    REALSUMM,
    SUMMEVAL,
    TED,
    WEBNLG,
    WMT19,
    Lines,
    Original,
    Pickle,
    unpack,
)
from real_data import load_real

from workbench.datasets.card import card_names, get_card
from workbench.datasets.evalset import EvalSet
from workbench.datasets.load import load, missing
from workbench.datasets.originals.folders import has_converted, take
from workbench.datasets.originals.summeval import read_outputs
from workbench.datasets.readers import READERS
from workbench.datasets.readers.realsumm import read_stored_scores
from workbench.errors import LONGEST, DataError

FILES = [pytest.param(each, name, id=f"{each.dataset}-{name}") for each in ORIGINALS for name in each.files]
TEXTS = [each for each in FILES if isinstance(each.values[0].files[each.values[1]], Lines)]
ROWS = [each for each in TEXTS if each.values[0].files[each.values[1]].head]


def read(original: Original, home: Path) -> EvalSet:
    """Read without asking whether every file of the card is there."""
    card = get_card(original.dataset)
    options = {name: values[0] for name, values in card.options.items()} | original.options
    tables = READERS.get(card.reader)(home / original.folder, options)
    return EvalSet.build(card, tables.outputs, tables.references, tables.judgments)


def shown(place: str) -> str:
    """Return a place as a message has it: of a long one the end."""
    return place if len(place) <= LONGEST else f"…{place[1 - LONGEST :]}"


def fault(original: Original, home: Path) -> str:
    with pytest.raises(DataError) as caught:
        read(original, home)
    return str(caught.value)


def lines_of(original: Original, name: str) -> Lines:
    file = original.files[name]
    assert isinstance(file, Lines)
    return file


@pytest.mark.parametrize(("original", "name"), FILES)
def test_cut_off(tmp_path: Path, original: Original, name: str) -> None:
    original.write(tmp_path)
    file = original.files[name]
    content = file.content()
    if isinstance(file, Lines) and file.repeats and "newstestB" in name:
        pytest.skip("the reader does not need this file")
    if isinstance(file, Pickle):
        half = content[: len(content) * 2 // 3]
    elif file.head:
        half = content[: content.rindex(b"\n", 0, -1) + 4]
    else:
        # a text that is cut off is a shorter text: it shows only where a line is lost
        half = f"{file.lines[0][:9]}\n".encode()
    original.rewrite(tmp_path, name, half)
    if "gold_responses" not in name:
        assert Path(name).name in fault(original, tmp_path)
    original.rewrite(tmp_path, name, b"")
    assert Path(name).name in fault(original, tmp_path)


@pytest.mark.parametrize(("original", "name"), TEXTS)
def test_wrongly_encoded(tmp_path: Path, original: Original, name: str) -> None:
    file = lines_of(original, name)
    line = next((number for number, text in enumerate(file.lines, start=1) if "ö" in text.lower()), 0)
    if not line or "newstestB" in name:
        pytest.skip("only numbers, or a file that is not needed")
    original.write(tmp_path)
    latin = "\n".join(file.lines).replace("\ufeff", "").replace("我", "?").encode("latin-1")
    place = original.rewrite(tmp_path, name, latin)
    assert fault(original, tmp_path).startswith(f"{shown(f'{place}:{line}')}: is not UTF-8 (byte ")


@pytest.mark.parametrize(("original", "name"), ROWS)
def test_in_another_order(tmp_path: Path, original: Original, name: str) -> None:
    original.write(tmp_path)
    expected = read(original, tmp_path).fingerprint
    file = lines_of(original, name)
    rows = file.lines[file.head :]
    random.Random(3).shuffle(rows)
    assert rows != file.lines[file.head :] or len(rows) < 2
    original.rewrite(tmp_path, name, Lines([*file.lines[: file.head], *rows]).content())
    if file.ordered:
        assert "is not the input of" in fault(original, tmp_path)
    elif "per-judge" not in name:
        assert read(original, tmp_path).fingerprint == expected


@pytest.mark.parametrize(("original", "name"), ROWS)
def test_a_row_twice(tmp_path: Path, original: Original, name: str) -> None:
    original.write(tmp_path)
    file = lines_of(original, name)
    place = original.rewrite(tmp_path, name, Lines([*file.lines, file.lines[1]]).content())
    if file.repeats:
        read(original, tmp_path)
    elif file.ordered:
        assert re.search("is not the input of|field 2 is missing", fault(original, tmp_path))
    else:
        where = re.escape(shown(f"{place}:{len(file.lines) + 1}"))
        assert re.search(rf"{where}: .*twice", fault(original, tmp_path))


@pytest.mark.parametrize(("original", "name"), ROWS)
def test_more_columns(tmp_path: Path, original: Original, name: str) -> None:
    """A table whose columns are named may have more; one that is read by places may not."""
    original.write(tmp_path)
    expected = read(original, tmp_path).fingerprint
    file = lines_of(original, name)
    separator = (
        ","
        if name.endswith(("medians.csv", "averaged.csv", "anonymised.csv"))
        else "\t"
        if "\t" in file.lines[0]
        else " "
    )
    more = [f"{file.lines[0]}{separator}new", *(f"{line}{separator}1" for line in file.lines[1:])]
    place = original.rewrite(tmp_path, name, Lines(more).content())
    if separator == "\t":
        assert f"{shown(f'{place}:1')}: other columns" in fault(original, tmp_path)
    else:
        assert read(original, tmp_path).fingerprint == expected
    if "newstestB" in name:
        return
    place = original.rewrite(
        tmp_path, name, Lines([*file.lines[:-1], f"{file.lines[-1]}{separator}x"]).content()
    )
    if "gold_responses" not in name:
        assert f"{shown(f'{place}:{len(file.lines)}')}: wrong number of cells" in fault(original, tmp_path)


@pytest.mark.parametrize(("original", "name"), ROWS)
def test_a_column_less(tmp_path: Path, original: Original, name: str) -> None:
    if "newstestB" in name:
        pytest.skip("the reader does not need this file")
    original.write(tmp_path)
    file = lines_of(original, name)
    place = original.rewrite(tmp_path, name, Lines(["nothing", *file.lines[1:]]).content())
    assert fault(original, tmp_path).startswith(f"{shown(f'{place}:1')}: ")


@pytest.mark.parametrize(
    ("original", "name"),
    [each for each in FILES if isinstance(each.values[0].files[each.values[1]], Pickle)],
)
@pytest.mark.parametrize(
    "value", [None, [1], {1: 2}, {"d1": {}}, {0: {"doc_id": 0}}, {"cs-en": [1]}, {0: {"src": 1}}]
)
def test_pickles_of_something_else(tmp_path: Path, original: Original, name: str, value: object) -> None:
    original.write(tmp_path)
    place = original.rewrite(tmp_path, name, pickle.dumps(value))
    if name.endswith("dict.pk") and isinstance(value, dict) and "cs-en" not in value:
        read(original, tmp_path)
    else:
        assert place[-100:] in fault(original, tmp_path)


class Attack:
    def __reduce__(self) -> tuple[object, ...]:
        return (os.mkdir, ("made",))


@pytest.mark.parametrize(
    ("original", "name"),
    [each for each in FILES if isinstance(each.values[0].files[each.values[1]], Pickle)],
)
def test_malicious_pickles(
    tmp_path: Path, original: Original, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    original.write(tmp_path)
    place = original.rewrite(tmp_path, name, pickle.dumps({0: Attack()}))
    assert re.search(
        rf"{re.escape(shown(place))}: byte \d+: names \w+\.mkdir, which is not read",
        fault(original, tmp_path),
    )
    assert not (tmp_path / "made").exists()


def texts(frame: object) -> list[str]:
    return frame["text"].tolist()


def test_summeval(tmp_path: Path) -> None:
    written = [record for _, record in read_outputs(SUMMEVAL.write(tmp_path))]
    assert [record["text_original"] for record in written] == [None, "m8 öd"] * 2
    evalset = read(SUMMEVAL, tmp_path)
    assert texts(evalset.outputs) == ["M0 öd .", "M8 öd ."] * 2
    assert texts(evalset.references) == ["d1 öd.", "two.", "d2 öd.", "two."]
    assert sorted(set(evalset.judgments["rater"])) == ["crowd1", "crowd2", "expert1", "expert2", "expert3"]
    file = lines_of(SUMMEVAL, name := next(each for each in SUMMEVAL.files if "M8" in each))
    place = SUMMEVAL.rewrite(
        tmp_path, name, Lines([file.lines[0], file.lines[0].replace("two", "2")]).content()
    )
    assert f"{shown(f'{place}:2')}: the references of 'd1' are not those of another file" in fault(
        SUMMEVAL, tmp_path
    )
    SUMMEVAL.rewrite(tmp_path, name, f"{file.lines[0]}\n".encode())
    assert "without references as they were released: got 'd2'" in fault(SUMMEVAL, tmp_path)


def test_summeval_needs_the_fields_of_its_release(tmp_path: Path) -> None:
    name = "LLM_summeval/model_output_annotations/M8_outputs_annotations.jsonl"
    for lacking in ("id", "decoded", "references"):
        SUMMEVAL.write(tmp_path)
        rows = [json.loads(line) for line in lines_of(SUMMEVAL, name).lines]
        del rows[1][lacking]
        place = SUMMEVAL.rewrite(tmp_path, name, "".join(f"{json.dumps(row)}\n" for row in rows).encode())
        assert fault(SUMMEVAL, tmp_path).startswith(f"{shown(f'{place}:2')}: field {lacking!r} is missing")


def test_realsumm(tmp_path: Path) -> None:
    REALSUMM.write(tmp_path)
    evalset = read(REALSUMM, tmp_path)
    assert texts(evalset.outputs)[:2] == ["öd banditsumm .\nin 0 .", "öd bart .\nin 0 ."]
    assert set(evalset.outputs["system"]) == {"banditsumm", "bart", "bottom_up", "neusumm"}
    first = evalset.references[evalset.references["segment"] == "0"]
    assert dict(zip(first["only_for"], first["text"], strict=True)) == {
        "banditsumm": "öd one .\ntwo more .",
        "bart": "öd one\ntwo",
        "bottom_up": "öd one .\ntwo .",
        "neusumm": "öd one .\ntwo .",
    }
    stored = read_stored_scores(tmp_path / "realsumm")
    assert {name: len(scores) for name, scores in stored.items()} == {"rouge_1_recall": 10, "js-2": 10}


def test_dstc7(tmp_path: Path) -> None:
    folder = DSTC7.write(tmp_path)
    evalset = read(DSTC7, tmp_path)
    assert texts(evalset.outputs)[0] == "Human \"öd don 't"
    assert evalset.references["made_by"].tolist() == ["Human", "", "", ""]
    judged = evalset.judgments[evalset.judgments["criterion"] == "overall"]
    assert judged.groupby("system").size().to_dict() == {"Human": 4, "TeamCE": 8}
    (folder / "original" / DSTC7.archive).unlink()
    for name, file in DSTC7.files.items():
        unpack(folder / "original", name, file.content())
    assert read(DSTC7, tmp_path).fingerprint == evalset.fingerprint
    for packed in (folder / "original").glob("*.gz"):
        packed.with_suffix("").write_bytes(gzip.decompress(packed.read_bytes()))
        packed.unlink()
    assert read(DSTC7, tmp_path).fingerprint == evalset.fingerprint
    (folder / "original" / "dstc7-task2-gold_responses.tsv.gz").write_bytes(b"\x1f\x8b")
    assert "gold_responses.tsv.gz: is cut off or no gzip file" in fault(DSTC7, tmp_path)
    archive = folder / "original" / DSTC7.archive
    DSTC7.write(tmp_path / "b")
    shutil.rmtree(folder / "original")
    archive.parent.mkdir(parents=True)
    archive.write_bytes((tmp_path / "b" / archive.relative_to(tmp_path)).read_bytes()[:-60])
    assert f"{shown(str(archive))}: is cut off or no gzip file" in fault(DSTC7, tmp_path)
    archive.unlink()
    assert f"{archive}: there is no such file" in fault(DSTC7, tmp_path)


def test_emnlp17(tmp_path: Path) -> None:
    folder = EMNLP17.write(tmp_path)
    evalset = read(EMNLP17, tmp_path)
    assert texts(evalset.outputs) == ["X , öd .", "Y .", "Öd ?"]
    assert texts(evalset.references) == ["a", "b", "c", "d"]
    (table,) = (folder / "original").glob("EMNLP*/*.csv")
    (folder / "emnlp_data_medians.csv.gz").write_bytes(gzip.compress(table.read_bytes()))
    table.unlink()
    assert read(EMNLP17, tmp_path).fingerprint == evalset.fingerprint


def test_wmt19_has_no_list_of_outliers(tmp_path: Path) -> None:
    WMT19.write(tmp_path)
    assert sorted(read(WMT19, tmp_path).outputs["system"]) == ["ö.0", "ö.1", "ö.2", "ö.3"]


def test_outliers_are_those_beyond_a_multiple_of_the_median_deviation_of_their_pair(tmp_path: Path) -> None:
    """The median deviation of each pair is .1: far is more than .37065 from the median, to either side."""
    folder = WMT19.write(tmp_path)
    (table,) = folder.rglob("DA-newstest2019-*")
    scores = {
        "de-cs": (5.1, 5.2, 5.3, 5.4, 5.67), "de-en": (-5.1, -5.2, -5.3, -5.4, -5.68),
        "en-de": (0.1, 0.3, 0.4, 0.2, 0.68),
    }  # fmt: skip
    rows = [f"{pair} s{at} {score} 1 {pair}" for pair, own in scores.items() for at, score in enumerate(own)]
    table.write_text("\n".join(["LP SYSTEM HUMAN BLEU LP", *rows]) + "\n", encoding="utf-8")
    kept = read(WMT19, tmp_path).outputs
    assert kept.groupby("task")["system"].apply(list).to_dict() == {
        "de-cs": ["s0", "s1", "s2", "s3", "s4"], "de-en": ["s0", "s1", "s2", "s3"],
        "en-de": ["s0", "s1", "s2", "s3"],
    }  # fmt: skip


def test_scores_that_were_converted_are_read_from_their_table(tmp_path: Path) -> None:
    folder = WMT19.write(tmp_path)
    rows = [
        "language_pair\tsystem\tda_z\tkind",
        "de-cs\ta\t0.5\tmt",
        "de-cs\tb\t0.7\tmt",
        "de-cs\tc\t1\thuman",
    ]
    (folder / "human_scores.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    (folder / "outliers.tsv").write_text("language_pair\tsystem\nde-cs\tb\n", encoding="utf-8")
    read_judgments = read(WMT19, tmp_path).judgments
    assert read_judgments[["task", "system", "score"]].to_numpy().tolist() == [["de-cs", "a", 0.5]]


def test_workers_are_numbered_in_the_order_of_their_names(tmp_path: Path) -> None:
    """In any other they would be other raters in each run of Python."""
    WEBNLG.write(tmp_path)
    [name] = [each for each in WEBNLG.files if "anonymised" in each]
    file = lines_of(WEBNLG, name)
    said = {"77": (1, 1), "8": (1, 2), "na": (2, 1), "61": (2, 2), "5": (3, 1)}
    rows = [f"1,9,{who},{one},{other},2,A | is | ö,adapt" for who, (one, other) in said.items()]
    WEBNLG.rewrite(tmp_path, name, Lines([*file.lines[:1], *rows]).content())
    rated = read(WEBNLG, tmp_path).judgments.pivot_table("score", "rater", "criterion", observed=True)
    found = rated[["fluency", "grammar"]].itertuples(index=False, name=None)
    assert list(found) == [said[who] for who in sorted(said)]


def test_what_is_converted_goes_before_its_originals_wherever_these_lie(tmp_path: Path) -> None:
    assert has_converted(tmp_path, "x.jsonl", "copy.csv")  # nothing is there: the converted file is missing
    (tmp_path / "copy.csv").touch()
    assert has_converted(tmp_path, "x.jsonl", "another.csv")
    assert not has_converted(tmp_path, "x.jsonl", "another.csv", "copy.csv")
    (tmp_path / "original").mkdir()
    assert not has_converted(tmp_path, "x.jsonl")
    (tmp_path / "x.jsonl").touch()
    assert has_converted(tmp_path, "x.jsonl", "copy.csv")


def test_missing_are_files_of_the_form_that_was_begun(tmp_path: Path) -> None:
    folder = tmp_path / DSTC7.folder
    converted = [str(folder / name) for name in ("outputs.jsonl.gz", "references.jsonl.gz")]
    archive = folder / "original" / DSTC7.archive
    folder.mkdir()
    assert missing("dstc7-task2", tmp_path) == converted
    archive.parent.mkdir(parents=True)
    assert missing("dstc7-task2", tmp_path) == [str(archive)]
    Path(converted[0]).write_bytes(b"")
    assert missing("dstc7-task2", tmp_path) == converted[1:]
    archive.write_bytes(b"")
    assert missing("dstc7-task2", tmp_path) == []
    Path(converted[0]).unlink()
    assert missing("dstc7-task2", tmp_path) == []
    archive.unlink()
    for name in converted:
        Path(name).write_bytes(b"")
    assert missing("dstc7-task2", tmp_path) == []


def test_true_is_no_number_and_a_truth_where_one_is_asked_for() -> None:
    assert (take(3, int, "x:1", "what"), take(True, bool, "x:1", "what")) == (3, True)
    for value, kind in ((True, int), ("3", int), (1, bool)):
        with pytest.raises(DataError, match=f"x:1: what is no {kind.__name__}: got "):
            take(value, kind, "x:1", "what")


def test_errors_are_weighted_and_summed(tmp_path: Path) -> None:
    TED.write(tmp_path)
    evalset = read(TED, tmp_path)
    assert texts(evalset.outputs) == ['Öd "said', "Öd"]
    assert evalset.judgments["score"].tolist() == [5.1, 0.0]
    assert evalset.references["weight"].tolist() == [1.0, -1.0, 0.9, 1.0]
    (table,) = tmp_path.rglob("mqm_ted_zhen.tsv")
    lines = table.read_text("utf-8").splitlines(keepends=True)
    other = lines[2].replace("rater3", "rater9")
    assert other != lines[2]
    table.write_text("".join([*lines[:2], other, *lines[3:]]), encoding="utf-8")
    assert f"{table}:3: another rater than in the rows before: got 'rater9'" in fault(TED, tmp_path)


@pytest.mark.parametrize("name", ["dstc7-task2", "wmt21-ted-zhen-mqm", "newstest2020-mqm"])
def test_originals_beside_converted_files(tmp_path: Path, shared: Path, name: str) -> None:
    """Where the untouched files are at hand, they are the same data set as the converted ones."""
    card = get_card(name)
    copies = [copy for origin in card.origins for file in origin.files for copy in file.copies]
    for copy in copies:
        path = tmp_path / card.folder / copy
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(shared / "data" / card.folder / copy, path)
    assert missing(name, tmp_path) == []
    assert load(name, tmp_path).fingerprint == load_real(shared, name).fingerprint


@pytest.mark.parametrize("name", [name for name in card_names() if get_card(name).origins])
def test_fetched_files(shared: Path, name: str) -> None:
    """Where `workbench data fetch` has been run, what it fetched is the data set of the converted files."""
    home = Path(os.environ.get("WORKBENCH_FETCHED", "nowhere"))
    if not (home / get_card(name).folder / "original").is_dir():
        pytest.skip("WORKBENCH_FETCHED names no folder with files that were fetched")
    ours, theirs = load(name, home), load_real(shared, name)
    if name == "emnlp17-nlg":
        # the converted texts of 26 rows are those of other rows with the same letters
        differ = ours.outputs["text"] != theirs.outputs["text"]
        assert differ.sum() == 26
        assert ours.references.equals(theirs.references)
        assert ours.judgments.equals(theirs.judgments)
    else:
        assert ours.fingerprint == theirs.fingerprint


_FIRST, _SECOND = "DA-newstest2019-*-sys-nohy-scores.csv", "DA-newstest2020-*-sys-scores.csv"
MISSING = {
    # the annotations lie in any number of files
    "M8_outputs_annotations.jsonl": "d1: a document without references as they were released: got 'd1'",
    "DA-newstest2019-decs-sys-nohy-scores.csv": f"wmt19_sys_scores: there is no {_FIRST}",
    "DA-newstest2020-csen-sys-scores.csv": f"system-level: there is no {_SECOND}",
}


@pytest.mark.parametrize("original", ORIGINALS, ids=lambda each: each.dataset)
def test_each_file_that_is_not_there_is_named(tmp_path: Path, original: Original) -> None:
    folder = original.write(tmp_path)
    for path in filter(Path.is_file, sorted(folder.rglob("*"))):
        content = path.read_bytes()
        path.unlink()
        # what another reference gives repeats the human scores of the first
        if "newstestB" not in path.name:
            said = MISSING.get(path.name, f"{path}: there is no such file")
            assert fault(original, tmp_path).endswith(said)
        path.write_bytes(content)
    assert len(read(original, tmp_path).judgments) > 0

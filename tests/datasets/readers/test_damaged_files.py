"""Every file of every reader: cut off, wrongly encoded, in another order, with rows twice or more columns."""

import gzip
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from samples import SAMPLES, Sample, write_bytes, write_lines

from workbench.datasets.evalset import EvalSet
from workbench.datasets.load import load
from workbench.errors import DataError, MissingDataError

FILES = [pytest.param(each, file, id=f"{each.dataset}-{file}") for each in SAMPLES for file in each.files]
# a list of systems that are left out: naming one twice changes nothing
SETS = ("outliers.tsv",)
OPTIONAL = ("duplicate_of", "kind", "da_raw", "weight", "by")


def loaded(sample: Sample, home: Path) -> EvalSet:
    return load(sample.dataset, home, sample.options)


def fault(sample: Sample, home: Path) -> str:
    with pytest.raises(DataError) as caught:
        loaded(sample, home)
    return str(caught.value)


@pytest.mark.parametrize(("sample", "file"), FILES)
def test_cut_off(tmp_path: Path, sample: Sample, file: str) -> None:
    path = sample.write(tmp_path) / sample.folder / file
    content = path.read_bytes()
    path.write_bytes(content[:-9])
    if path.suffix == ".gz":
        assert f"{path}: is cut off" in fault(sample, tmp_path)
        plain = gzip.decompress(content)
        write_bytes(path, plain[: plain.rindex(b"\n", 0, -1) + 4])
    else:
        path.write_bytes(content[: content.rindex(b"\n", 0, -1) + 4])
    assert f"{path}:{len(sample.lines(file))}" in fault(sample, tmp_path)


@pytest.mark.parametrize(("sample", "file"), FILES)
def test_empty_or_missing(tmp_path: Path, sample: Sample, file: str) -> None:
    path = sample.write(tmp_path) / sample.folder / file
    write_bytes(path, b"")
    assert fault(sample, tmp_path) == f"{path}: is empty"
    path.unlink()
    with pytest.raises(MissingDataError, match=r"how to get it|there is no"):
        loaded(sample, tmp_path)


@pytest.mark.parametrize(("sample", "file"), FILES)
def test_wrongly_encoded(tmp_path: Path, sample: Sample, file: str) -> None:
    path = sample.write(tmp_path) / sample.folder / file
    lines = sample.lines(file)
    line = next(number for number, text in enumerate(lines, start=1) if "ö" in text)
    write_bytes(path, "\n".join(lines).encode("latin-1"))
    assert fault(sample, tmp_path).startswith(f"{path}:{line}: is not UTF-8 (byte ")


@pytest.mark.parametrize(("sample", "file"), FILES)
@pytest.mark.parametrize("seed", [1, 2])
def test_in_another_order(tmp_path: Path, sample: Sample, file: str, seed: int) -> None:
    expected = loaded(sample, sample.write(tmp_path / "a"))
    path = sample.write(tmp_path / "b") / sample.folder / file
    lines = sample.lines(file)
    kept = 0 if ".jsonl" in file else 1
    rest = lines[kept:]
    random.Random(seed).shuffle(rest)
    write_lines(path, [*lines[:kept], *rest])
    again = loaded(sample, tmp_path / "b")
    assert again.fingerprint == expected.fingerprint
    assert again.outputs.equals(expected.outputs)


@pytest.mark.parametrize(("sample", "file"), FILES)
def test_a_row_twice(tmp_path: Path, sample: Sample, file: str) -> None:
    expected = loaded(sample, sample.write(tmp_path)).fingerprint
    path = tmp_path / sample.folder / file
    lines = sample.lines(file)
    write_lines(path, [*lines, lines[min(3, len(lines) - 1)]])
    if file in SETS:
        assert loaded(sample, tmp_path).fingerprint == expected
    else:
        assert re.search(rf"{path}:{len(lines) + 1}: .*given twice", fault(sample, tmp_path))


@pytest.mark.parametrize(("sample", "file"), FILES)
def test_more_columns(tmp_path: Path, sample: Sample, file: str) -> None:
    expected = loaded(sample, sample.write(tmp_path)).fingerprint
    more = replace(sample, files={file: [{**row, "new": 1} for row in sample.files[file]]})
    write_lines(tmp_path / sample.folder / file, more.lines(file))
    assert loaded(sample, tmp_path).fingerprint == expected


@pytest.mark.parametrize(("sample", "file"), FILES)
def test_a_column_less(tmp_path: Path, sample: Sample, file: str) -> None:
    path = sample.write(tmp_path) / sample.folder / file
    for column in sample.files[file][0]:
        if column in OPTIONAL or (sample.dataset == "mine" and column in ("task", "rater")):
            continue
        rows = [{key: row[key] for key in row if key != column} for row in sample.files[file]]
        write_lines(path, replace(sample, files={file: rows}).lines(file))
        said = fault(sample, tmp_path)
        assert said.startswith(f"{path}:1: ")
        assert f"{column!r} is missing" in said


@pytest.mark.parametrize(("sample", "file"), FILES)
@pytest.mark.parametrize("value", [None, True, [None], {"x": 1}, "", -1.5, 10**400])
def test_another_kind_of_value(tmp_path: Path, sample: Sample, file: str, value: object) -> None:
    """Whatever stands in a field, it is taken, or a `DataError` names the file."""
    path = sample.write(tmp_path) / sample.folder / file
    for column in sample.files[file][0]:
        rows = [{**sample.files[file][0], column: value}, *sample.files[file][1:]]
        write_lines(path, replace(sample, files={file: rows}).lines(file))
        message = ""
        try:
            loaded(sample, tmp_path)
        except DataError as error:
            message = str(error)
        assert not message or str(tmp_path / sample.folder) in message

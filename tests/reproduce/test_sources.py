"""Where the data of reproductions come from, and what is said without them."""

import gzip
from pathlib import Path

import pytest
from reproduce.computed import compute

from workbench.errors import DataError, MissingDataError, SpecError
from workbench.report.published import list_published
from workbench.reproduce import REPRODUCTIONS
from workbench.reproduce.recipe import Sources
from workbench.reproduce.run import list_reproductions, recipes_of, reproduce_table
from workbench.reproduce.unavailable import why_unavailable

WITHOUT_DATA = {"kocmi2024-thresholds"}
"""Computed from published numbers alone."""


@pytest.mark.parametrize("name", sorted(set(REPRODUCTIONS) - WITHOUT_DATA))
def test_without_data_each_says_which_and_how_to_get_them(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("WORKBENCH_DATA", raising=False)
    for data in (None, tmp_path):
        with pytest.raises(MissingDataError) as caught:
            REPRODUCTIONS.get(name).compute(Sources(data))
        lines = list(map(str, caught.value.problems))
        assert "not found: " in lines[0]
        said = "\n".join(lines[1:])
        assert "how to get it: " in said
        assert "--data or WORKBENCH_DATA" in said
        assert not said.endswith("…")


def test_a_file_that_only_a_reproduction_needs_is_named(tmp_path: Path) -> None:
    with pytest.raises(MissingDataError) as caught:
        reproduce_table("galley2019-delta-bleu-example", tmp_path)
    file = tmp_path / "wmt21_ted_zhen_mqm" / "deltableu_official_example.json"
    assert str(caught.value.problems[0]) == f"wmt21-ted-zhen-mqm: not found: {file}"
    assert str(caught.value.problems[1]).endswith("; deltableu_official_example.json goes with them")


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b'{"hypotheses": 1}', b"\xff"])
def test_an_example_that_is_none_is_refused(tmp_path: Path, content: bytes) -> None:
    folder = tmp_path / "wmt21_ted_zhen_mqm"
    folder.mkdir()
    (folder / "deltableu_official_example.json").write_bytes(content)
    with pytest.raises(DataError, match="is not the example of the program"):
        reproduce_table("galley2019-delta-bleu-example", tmp_path)


@pytest.mark.parametrize(
    ("name", "folder", "files"),
    [
        ("wmt19-system-level", "wmt19_system", ("human_scores.tsv", "outliers.tsv", "metric_scores.tsv.gz")),
        ("freitag2021-mqm-ted", "wmt21_ted_zhen_mqm", ("outputs.jsonl.gz",)),
    ],
)
def test_the_order_of_rows_does_not_matter(
    shared: Path, tmp_path: Path, name: str, folder: str, files: tuple[str, ...]
) -> None:
    (tmp_path / folder).mkdir()
    for file in files:
        content = (shared / "data" / folder / file).read_bytes()
        text = gzip.decompress(content) if file.endswith(".gz") else content
        rows = text.splitlines(keepends=True)
        head = [rows.pop(0)] if ".tsv" in file else []
        reversed_text = b"".join([*head, *reversed(rows)])
        (tmp_path / folder / file).write_bytes(
            gzip.compress(reversed_text) if file.endswith(".gz") else reversed_text
        )
    found = REPRODUCTIONS.get(name).compute(Sources(tmp_path))
    expected = compute(shared, name)
    assert found.keys() == expected.keys()
    assert [found[place].value for place in expected] == pytest.approx(
        [each.value for each in expected.values()], rel=1e-12
    )


def test_every_published_table_is_computed_or_says_why_not() -> None:
    computed = {line.partition(":")[0] for line in list_reproductions()}
    for each in list_published():
        assert each.name in computed or why_unavailable(each.name)


def test_a_table_whose_data_are_licensed_says_so() -> None:
    with pytest.raises(SpecError, match="ntcir-table3: cannot be computed here: DUC 2001-2003 are licensed"):
        recipes_of("lin2004-ntcir-table3")

"""`workbench diff`: two reports of one experiment."""

import json
import shutil
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner
from made_pages import small_experiment

from workbench.cli import main
from workbench.report.runs import ReportRead, describe_difference


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("reports")
    e = small_experiment(correlation={"coefficients": ["pearson"], "draws": 20})
    e.write(folder / "one")
    e.replace(metrics=["rouge-1", "rouge-3"], seed=9).write(folder / "two")
    return folder / "one", folder / "two"


def said(*given: str | Path) -> tuple[int, list[str]]:
    result = CliRunner().invoke(main, ["diff", *map(str, given)])
    return result.exit_code, result.output.splitlines()


def test_the_same_report_is_the_same(reports: tuple[Path, Path]) -> None:
    code, lines = said("--strict", reports[0], reports[0])
    assert (code, lines) == (0, ["All 12 cells have the same numbers.", "They depend on the same."])


def test_what_changed_went_and_came_is_named(reports: tuple[Path, Path]) -> None:
    code, lines = said("--strict", *reports)
    assert code == 1
    assert lines[0].endswith("8 went, 4 came.")
    assert sum(line.startswith("  came: ") and "rouge-3" in line for line in lines) == 4
    assert any(line.startswith("  experiment.seed: ") and line.endswith(" → 9") for line in lines)
    assert any("metrics.rouge-3: none → " in line for line in lines)


def test_files_that_are_not_what_the_run_wrote_are_named(reports: tuple[Path, Path], tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    shutil.copytree(reports[0], mine)
    for name in ("records.csv", "table.md"):
        (mine / name).write_bytes((mine / name).read_bytes() + b"\n")
    (mine / "methods.md").unlink()  # what was not handed on is not changed
    code, lines = said("--strict", reports[0], mine)
    assert (code, lines[0]) == (0, "All 12 cells have the same numbers.")
    assert lines[2:] == [
        f"{mine}: records.csv, table.md are not what the run wrote: manifest.json has other digests."
    ]


@pytest.mark.parametrize(("gone", "more"), [(20, []), (21, ["  and 1 more"])])
def test_twenty_things_are_named_and_the_others_counted(gone: int, more: list[str]) -> None:
    key = pd.MultiIndex.from_tuples([(f"rouge-{number}", "f") for number in range(gone)])
    before = ReportRead(Path("one"), pd.DataFrame({"value": 0.5}, index=key), {})
    after = ReportRead(Path("two"), before.records.iloc[:0], {})
    lines = describe_difference(before, after)
    assert [line for line in lines if line.startswith("  and")] == more
    assert sum(line.startswith("  went: ") for line in lines) == 20


def test_a_number_a_gap_and_a_version(reports: tuple[Path, Path], tmp_path: Path) -> None:
    folder = shutil.copytree(reports[0], tmp_path / "copy")
    records = pd.read_csv(folder / "records.csv", keep_default_na=False, dtype=str)
    old = float(records["value"][0])
    records.loc[0, "value"] = repr(old + 0.25)
    records.loc[1, "value"] = repr(float(records["value"][1]) + 1e-15)  # another processor
    records.loc[2, ["value", "reason"]] = ["", "constant"]
    records.to_csv(folder / "records.csv", index=False)
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    manifest["versions"]["numpy"] = "0.1"
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    code, lines = said(reports[0], folder)
    assert code == 0
    assert lines[0] == "2 of 12 cells in both changed, 0 went, 0 came."
    assert f"value {old:.4f} → {old + 0.25:.4f}" in lines[1].replace("-0.0000", "0.0000")
    assert "→ –" in lines[2]
    assert lines[-2].startswith("  versions.numpy: ")
    assert lines[-1].endswith("records.csv is not what the run wrote: manifest.json has other digests.")
    assert lines[-2].endswith(" → 0.1")


@pytest.mark.parametrize(
    ("before", "after", "changed"),
    [
        ({"value": "0.5"}, {"value": "0.5"}, ""),
        ({"value": "0.5"}, {"value": "0.25"}, "value 0.5000 → 0.2500"),
        ({"value": "0.5"}, {"value": "0.500001"}, "value 0.500000 → 0.500001"),
        ({"value": "0.5", "low": "0.1"}, {"value": "0.5", "low": ""}, "low 0.1000 → –"),
        ({"value": "", "reason": "constant"}, {"value": "", "reason": "constant"}, ""),
        ({"value": "", "reason": "constant"}, {"value": "", "reason": "few"}, "reason constant → few"),
        ({"value": "0.5", "reason": "few"}, {"value": "0.5", "reason": ""}, "reason few → none"),
        ({"value": "", "reason": "few"}, {"value": "0.5", "reason": ""}, "value – → 0.5000"),
    ],
)
def test_a_cell_changed_where_a_number_did_or_else_why_there_is_none(
    before: dict[str, str], after: dict[str, str], changed: str
) -> None:
    sides = [
        ReportRead(Path(), pd.DataFrame([each], index=pd.MultiIndex.from_tuples([("bleu", "")])), {})
        for each in (before, after)
    ]
    lines = describe_difference(*sides)
    if changed:
        assert lines[:2] == ["1 of 1 cells in both changed, 0 went, 0 came.", f"  bleu: {changed}"]
    else:
        assert lines == ["All 1 cells have the same numbers.", "They depend on the same."]


def test_a_section_that_came_or_went_is_one_difference() -> None:
    frame = pd.DataFrame({"value": ["0.5"]}, index=pd.MultiIndex.from_tuples([("bleu", "")]))
    without, asked = (
        ReportRead(Path(), frame, {"experiment": {"size": section}}) for section in (None, {"draws": 5})
    )
    assert describe_difference(without, asked)[-1] == '  experiment.size: none → {"draws": 5}'
    assert describe_difference(asked, without)[-1] == '  experiment.size: {"draws": 5} → none'


def test_what_is_no_report_is_said(tmp_path: Path, reports: tuple[Path, Path]) -> None:
    code, [line] = said(tmp_path, reports[0])
    assert code == 2
    assert str(tmp_path) in line
    assert "`workbench run`" in line


def test_what_is_no_report_is_told_by_what_it_lacks(reports: tuple[Path, Path], tmp_path: Path) -> None:
    (tmp_path / "bare").mkdir()
    (tmp_path / "file").write_text("")
    (tmp_path / "half").mkdir()
    shutil.copy(reports[0] / "records.csv", tmp_path / "half")
    for name, lacks in (
        ("none", "there is no such folder."),
        ("file", "is no folder."),
        ("bare", "is not the report of a run: it has no records.csv."),
        ("half", "is not the report of a run: it has no manifest.json."),
    ):
        code, [line] = said(reports[0], tmp_path / name)
        assert code == 2
        assert line.startswith(f"error: {tmp_path / name}: {lacks} A report is a folder that"), line

"""Lin 2004, Tables 1 to 3, from made-up folders like those of DUC: the whole grid in the paper's layout."""

import importlib
import shutil
from io import StringIO
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner, Result
from nist_tree import DUC, pack_tree, write_tree

import workbench
from workbench.cli import main
from workbench.experiment.experiment import Experiment
from workbench.report.published import read_published
from workbench.reproduce.recipe import REPRODUCTIONS

ROOT = Path(__file__).resolve().parents[2]
TABLES = ("lin2004-table1", "lin2004-table2", "lin2004-table3")


def command(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("nist")
    for year, make in DUC.items():
        pack_tree(folder / f"duc{year}", make())
    return folder


Reports = dict[str, Experiment]


@pytest.fixture(scope="module")
def reports(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Reports:
    """Compute the experiments as they are, but for fewer draws and, in the larger, one coefficient."""
    folder = tmp_path_factory.mktemp("reports")
    found = {}
    for name in TABLES:
        spec = (ROOT / "experiments" / f"{name}.toml").read_text().replace("draws = 1000", "draws = 9")
        if name != "lin2004-table1":
            spec = spec.replace('["pearson", "spearman", "kendall"]', '["pearson"]')
        (folder / f"{name}.toml").write_text(spec)
        found[name] = workbench.read(folder / f"{name}.toml", data=home, cache=folder / "cache")
    return found


def our_table(reports: Reports, name: str) -> pd.DataFrame:
    return pd.read_csv(StringIO(reports[name].table().text("csv")), keep_default_na=False)


@pytest.mark.parametrize("name", TABLES)
def test_the_grid_is_that_of_the_paper(reports: Reports, name: str) -> None:
    """Columns and rows are those of the printed table; a place has a number of ours or a reason for none."""
    theirs = pd.read_csv(StringIO(command("table", name, "--format", "csv").stdout), keep_default_na=False)
    ours = our_table(reports, name)
    ours = ours[ours["panel"].str.contains("Pearson")].reset_index(drop=True)
    assert list(ours.columns) == list(theirs.columns)
    assert ours["Method"].equals(theirs["Method"])
    values = [column for column in theirs.columns[2:] if not column.endswith(" mark")]
    ours_filled, theirs_filled = ours[values] != "", theirs[values] != ""
    assert not (ours_filled & ~theirs_filled).any(axis=None)
    records = reports[name].records
    undefined = records[(records["coefficient"] == "pearson") & (records["reason"] != "")]
    printed = {"lin2004-table1": 204, "lin2004-table2": 102, "lin2004-table3": 612}[name]
    assert theirs_filled.to_numpy().sum() == printed
    assert printed - len(undefined) <= ours_filled.to_numpy().sum() <= printed


@pytest.mark.parametrize("name", TABLES)
def test_systems_references_and_intervals(reports: Reports, name: str) -> None:
    records = reports[name].records
    printed = read_published(name).cells
    sizes = {
        task.rpartition(") ")[2]: int(n)
        for task, n in zip(printed["task"], printed["n_systems"], strict=True)
    }
    found = {
        task.removesuffix(" doc").upper(): int(n)
        for task, n in zip(records["task"], records["n_systems"], strict=True)
    }
    assert found == sizes
    most = {"2001": "3", "2002": "2", "2003": "4"}
    for (task, setting), rows in records.groupby(["task", "references"]):
        assert set(rows["n_references"].astype(str)) == {
            "1" if setting == "single" else most[task.split()[1]]
        }
    defined = records[records["value"].notna()]
    assert len(defined) > 0.9 * len(records)
    assert (defined["interval"] == "percentile").all()
    assert records["metric"].nunique() == 17
    assert set(records["preprocess"]) == {"CASE", "STEM", "STOP"}
    blind = records[records["metric"].str.startswith(("rouge-l", "rouge-w"))]
    assert (blind.groupby(["metric", "task", "references", "coefficient"])["value"].nunique() == 1).all()
    stems = records[records["metric"].str.startswith("rouge-1(") & (records["coefficient"] == "pearson")]
    assert (stems.groupby(["task", "references"])["value"].nunique() == 3).all()


def test_three_coefficients_and_gray_cells(reports: Reports) -> None:
    ours = our_table(reports, "lin2004-table1")
    assert ours["panel"].nunique() == 3
    marks = ours[[column for column in ours.columns if column.endswith(" mark")]]
    assert {"best", "equivalent"} <= set(marks.to_numpy().ravel())
    text = reports["lin2004-table3"].table().text("md")
    assert "| R-SU4 |" in text
    assert "## A1 to A3: 100 words: Pearson's r with coverage" in text
    assert "## C to F: 10, 50, 200 and 400 words, multiple references: Pearson's r" in text


@pytest.mark.parametrize("name", TABLES)
def test_without_the_data(tmp_path: Path, name: str) -> None:
    found = command("run", ROOT / "experiments" / f"{name}.toml", "--data", tmp_path, "--out", tmp_path)
    assert found.exit_code == 2
    years = {"lin2004-table1": (2001, 2002), "lin2004-table2": (2003,), "lin2004-table3": (2001, 2002, 2003)}[
        name
    ]
    for year in years:
        assert f"not found: {tmp_path / f'duc{year}'}" in found.output
    for part in (
        "from NIST",
        "https://duc.nist.gov/data.html",
        "Put what it sends into the folder",
        "--data",
    ):
        assert part in found.output
    checked = command("check", ROOT / "experiments" / f"{name}.toml", "--data", tmp_path)
    assert checked.exit_code == 0
    assert f"missing: {tmp_path / f'duc{years[0]}'}" in checked.output


def test_check_lists_what_is_odd_in_the_files(home: Path, tmp_path: Path) -> None:
    shutil.copytree(home / "duc2003", tmp_path / "duc2003")
    folder = "original.results.corrected.improved.withPenaltyForExcess"
    (tmp_path / "duc2003" / f"{folder}.tgz").unlink()
    for number in (1, 2):
        table = f"{folder}/short.results.table{number}"
        write_tree(tmp_path / "duc2003", {table: DUC[2003]()[table][: number - 2 or None]})
    found = command(
        "check", ROOT / "experiments" / "lin2004-table2.toml", "--data", tmp_path, "--cache", tmp_path
    )
    assert "Notes      1 on the files" in found.output
    assert "its last line has no end" in found.output


@pytest.fixture
def entered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter the recipes for the test where they are not."""
    monkeypatch.setattr(REPRODUCTIONS, "_items", dict(REPRODUCTIONS._items))
    module = importlib.import_module("workbench.reproduce.lin2004")
    if "lin2004-table1" not in REPRODUCTIONS:
        importlib.reload(module)


@pytest.mark.parametrize("name", TABLES)
def test_reproduce(home: Path, entered: None, name: str) -> None:
    from workbench.reproduce.run import reproduce_table

    (found,) = reproduce_table(name, home)
    printed = read_published(name).cells
    assert len(found.cells) == len(printed)
    assert found.comparison.n_unprinted == 0
    without = found.cells[found.cells["verdict"] == "not computable"]
    assert len(without) < 0.1 * len(printed)
    assert (without["why"].str.endswith("the paper prints 0.00 for such cells")).all()
    systems = [f"{n} systems" for n in printed["n_systems"]]
    assert [note.split(",")[0] for note in found.cells["note"]] == systems


def test_what_is_reproduced_are_the_recalls_of_the_experiment(
    home: Path, reports: Reports, entered: None
) -> None:
    from workbench.reproduce.run import reproduce_table

    (found,) = reproduce_table("lin2004-table2", home)
    ours, theirs = (
        np.sort(values.dropna())
        for values in (found.cells["ours"], reports["lin2004-table2"].records["value"])
    )
    np.testing.assert_allclose(ours, theirs, rtol=1e-12)


def test_reproduce_with_a_list_of_systems(home: Path, tmp_path: Path, entered: None) -> None:
    from workbench.reproduce.run import reproduce_table

    shutil.copytree(home / "duc2003", tmp_path / "duc2003")
    rows = "".join(f"DUC 2003 10 words single doc,{system}\n" for system in (20, 21, 22, 23, 24))
    (tmp_path / "duc2003" / "systems.csv").write_text(f"task,system\n{rows}")
    (found,) = reproduce_table("lin2004-table2", tmp_path)
    assert set(found.cells["note"]) == {"5 systems, 6 segments"}


def test_reproduce_changes_exactly_one_cell(home: Path, entered: None) -> None:
    """Where the printed numbers are ours, all are equal; with one changed by .01, one is not."""
    from workbench.reproduce.recipe import Sources
    from workbench.reproduce.run import compare_table

    recipe = REPRODUCTIONS.get("lin2004-table2")
    ours = recipe.compute(Sources(home))
    printed = read_published("lin2004-table2").cells.copy()
    places = list(printed[list(recipe.key)].itertuples(index=False, name=None))
    printed["value"] = [f"{ours[place].value:.2f}" for place in places]
    assert len([place for place in places if ours[place].why == ""]) == (printed["value"] != "nan").sum()
    printed["value"] = printed["value"].replace("nan", "0.00")
    verdicts = compare_table(recipe, ours, printed).cells["verdict"]
    assert set(verdicts) <= {"equal", "not computable"}
    changed = printed.copy()
    changed.loc[0, "value"] = f"{float(printed.loc[0, 'value']) - 0.02:.2f}"
    again = compare_table(recipe, ours, changed).cells["verdict"]
    assert (again != verdicts).sum() == 1
    assert again[0] == "different"


def test_without_data_reproduce_says_what_to_request(tmp_path: Path, entered: None) -> None:
    found = command("reproduce", "lin2004-table1", "--data", tmp_path)
    assert found.exit_code == 2
    assert "request DUC 2001, 2002 from NIST" in found.output

"""`workbench table`: the published tables on the command line."""

from pathlib import Path

from click.testing import CliRunner
from report.parsers import read_markdown

from workbench.cli import main
from workbench.report.published import list_published


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, ["table", *arguments])
    assert result.exit_code == code, result.output
    return result.output if code else result.stdout


def test_without_a_name_it_lists_titles_and_citations() -> None:
    listing = run()
    assert listing.count("\n") == 4 * len(list_published())
    assert "lin2004-table1\n    Pearson's correlations of 17 ROUGE measure scores" in listing
    assert "    Chin-Yew Lin. 2004. ROUGE: A Package" in listing


def test_a_list_is_filtered_by_name_pattern_and_paper_and_says_what_can_be_computed(tmp_path: Path) -> None:
    def names(*asked: str) -> list[str]:
        return [line for line in run(*asked, "--data", str(tmp_path)).splitlines() if line[0] != " "]

    assert names("--only", "wmt*") == ["wmt19-system-level", "wmt20-from-english", "wmt20-to-english"]
    assert names("--only", "fabbri") == ["fabbri2021-table2", "fabbri2021-table3", "sacrerouge-fabbri2020"]
    assert names("--paper", "MATHUR") == ["wmt20-from-english", "wmt20-to-english"]
    assert names("--paper", "mathur", "--only", "*to*") == ["wmt20-to-english"]
    text = run("--only", "wmt20-to", "--data", str(tmp_path))
    assert "workbench reproduce: data missing: wmt20-system" in text
    assert "cannot be computed: DUC 2001-2003 are licensed" in run("--only", "lin-hovy2003-table2")
    assert "no published table of the name 'nothing'" in run("--only", "nothing", code=2)
    assert "give no NAME" in run("galley2015-table2", "--only", "wmt*", code=2)


def test_tables_of_a_paper_are_written(tmp_path: Path) -> None:
    run("--all", "--paper", "mathur", "--out", str(tmp_path))
    assert {path.stem for path in tmp_path.iterdir()} == {"wmt20-from-english", "wmt20-to-english"}


def test_it_prints_the_paper_with_shading_and_critical_values() -> None:
    text = run("lin2004-table1")
    (grid,) = read_markdown(text)
    assert grid.header[0] == "DUC 2001 100 WORDS SINGLE · 1 REF · CASE"
    assert grid.rows[-1][1][0][::2] == ("0.85", "best")
    assert "critical value of r at 95 %: 0.576" in text
    assert "*Italics*: statistically equivalent to the best of its column (gray in the paper)." in text


def test_it_writes_a_file(tmp_path: Path) -> None:
    out = tmp_path / "new" / "table.tex"
    assert run("galley2015-table2", "--format", "tex", "--out", str(out)) == ""
    assert r"\toprule" in out.read_text(encoding="utf-8")


def test_all_are_written_in_every_format(tmp_path: Path) -> None:
    assert (
        run("--all", "--out", str(tmp_path)) == f"Written: 42 published tables in 4 formats to {tmp_path}\n"
    )
    expected = {
        f"{each.name}.{format}" for each in list_published() for format in ("md", "tex", "html", "csv")
    }
    assert {path.name for path in tmp_path.iterdir()} == expected
    assert (tmp_path / "lin2004-table1.md").read_text(encoding="utf-8") == run("lin2004-table1")


def test_all_needs_a_folder_and_one_table_a_file(tmp_path: Path) -> None:
    assert "--all writes all tables" in run("--all", code=2)
    assert "--all writes all tables" in run("lin2004-table1", "--all", "--out", str(tmp_path), code=2)
    assert "is a folder: name a file in it" in run("lin2004-table1", "--out", str(tmp_path), code=2)


def test_an_unknown_name_is_answered_with_a_known_one() -> None:
    assert "Did you mean 'lin2004-table1'" in run("lin2004-tabel1", code=2)

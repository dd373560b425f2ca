"""`workbench reproduce`: published tables computed again, from the command line."""

import re
import shutil
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

from workbench.cli import main
from workbench.reproduce import REPRODUCTIONS

ROOT = Path(__file__).parents[2]
SCOREBOARD = ROOT / "reports" / "reproduction" / "scoreboard.md"


@pytest.fixture(autouse=True)
def no_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WORKBENCH_DATA", raising=False)


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, ["reproduce", *arguments])
    assert result.exit_code == code, result.output
    return result.output if code else result.stdout


def table_of(markdown: str) -> list[str]:
    """Return the lines of the first table."""
    lines = markdown.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("|"))
    last = next(number for number, line in enumerate(lines) if number > first and not line.startswith("|"))
    return lines[first:last]


def test_without_a_name_it_lists_what_can_be_computed() -> None:
    listed = run().splitlines()
    assert {line.partition(":")[0] for line in listed} == {
        REPRODUCTIONS.get(name).table for name in REPRODUCTIONS
    }
    source = "wmt20-to-english: Mathur et al. 2020 (WMT20), system level, to English"
    assert f"{source} (data missing: wmt20-system)" in listed


def test_a_list_is_filtered_and_says_for_what_the_data_are_at_hand(tmp_path: Path) -> None:
    example = "wmt21_ted_zhen_mqm/deltableu_official_example.json"
    (tmp_path / example).parent.mkdir()
    (tmp_path / example).write_text("{}")
    listed = run("--only", "galley2019", "--data", str(tmp_path)).splitlines()
    assert listed == ["galley2019-delta-bleu-example: mgalley/sacreBLEU, test_deltableu.py (data at hand)"]
    assert len(run("--paper", "mathur").splitlines()) == 2
    assert run("--only", "lin-hovy2003*") == "None of these tables can be computed.\n"
    assert "give no NAME" in run("dstc7-human", "--paper", "x", code=2)
    chosen = run("--all", "--only", "wmt20*", "--data", str(tmp_path))
    assert "wmt20-from-english, wmt20-to-english" in chosen
    assert "lin-hovy2003" not in chosen


def test_it_prints_ours_theirs_the_difference_and_a_summary(shared: Path) -> None:
    text = run("freitag2021-mqm-ted", "--data", str(shared / "data"))
    assert text.startswith("google/wmt-mqm-human-evaluation, TED talks zh-en: MQM of systems")
    assert "cell           ours      theirs  difference\n" in text
    assert "\nSMU            2.202079  2.202   +0.000079\n" in text
    assert "\nBorderline     2.40529   2.40    +0.00529    within 0.01: it is 2.4053, which the " in text
    assert text.endswith("Printed numbers: 15; 14 equal, 1 within 0.01; largest difference 0.00529.\n")


def test_each_way_to_a_table_is_shown(shared: Path) -> None:
    text = run("bhandari2020-summary-level", "--data", str(shared / "data"))
    assert [line for line in text.splitlines() if line.startswith("Printed numbers")] == [
        "Printed numbers: 6; 6 equal; largest difference 2.61e-07.",
        "Printed numbers: 6; 3 equal, 3 not computable; largest difference 2.61e-07.",
    ]
    assert "72 of 100 documents; the mean of all 100 is 0.406364" in text


def test_the_environment_may_name_the_data(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORKBENCH_DATA", str(shared / "data"))
    assert "Printed numbers: 4; 4 equal; " in run("galley2019-delta-bleu-example")


def test_without_data_it_says_what_to_get() -> None:
    lines = run("dstc7-human", code=2).splitlines()
    assert lines[0].startswith("error: dstc7-task2: not found: ")
    assert lines[-1].startswith("error: dstc7-task2: how to get it: ")
    assert "put the folder dstc7_task2 (outputs.jsonl.gz, references.jsonl.gz) into the folder" in lines[-1]


def test_what_cannot_be_computed_says_why() -> None:
    assert "its data, with references rated by people, were not found" in run("galley2015-table2", code=2)
    assert "Did you mean 'dstc7-human'" in run("dstc7-humna", code=2)


@pytest.mark.parametrize("arguments", [("dstc7-human", "--all"), ("dstc7-human", "--out", "x")])
def test_a_name_and_all_exclude_each_other(arguments: tuple[str, ...]) -> None:
    assert "Give the NAME of a table, or --all" in run(*arguments, code=2)


def test_all_that_there_are_data_for_are_computed_and_the_rest_is_asked_for(
    shared: Path, tmp_path: Path
) -> None:
    shutil.copytree(shared / "data" / "wmt21_ted_zhen_mqm", tmp_path / "data" / "wmt21_ted_zhen_mqm")
    for run_number in "12":
        text = run("--all", "--data", str(tmp_path / "data"), "--out", str(tmp_path / run_number))
    written = {path.name: path.read_bytes() for path in (tmp_path / "1").iterdir()}
    assert written == {path.name: path.read_bytes() for path in (tmp_path / "2").iterdir()}
    assert set(written) == {
        "scoreboard.md", "index.html", "freitag2021-mqm-ted.csv", "galley2019-delta-bleu-example.csv",
        "kocmi2024-thresholds.csv",
    }  # fmt: skip
    assert str(tmp_path).encode() not in written["index.html"]
    scoreboard = written["scoreboard.md"].decode()
    assert text.startswith(scoreboard)
    assert [line.split("|")[1].strip() for line in table_of(scoreboard)[2:]] == [
        "freitag2021-mqm-ted", "galley2019-delta-bleu-example", "kocmi2024-thresholds",
    ]  # fmt: skip
    assert "- wmt20-from-english, wmt20-to-english: wmt20-system: how to get it: put the folder" in scoreboard
    assert str(tmp_path) not in scoreboard
    cells = pd.read_csv(tmp_path / "1" / "freitag2021-mqm-ted.csv", dtype={"theirs": "str"})
    assert cells.loc[cells["verdict"] != "equal", "system"].tolist() == ["Borderline"]
    assert cells.loc[0, ["system", "theirs"]].tolist() == ["ref-B", "0.42"]


def test_without_any_data_there_is_a_scoreboard_without_scores(tmp_path: Path) -> None:
    text = run("--all", "--data", str(tmp_path))
    written = run("--all", "--data", str(tmp_path), "--out", str(tmp_path / "out"))
    assert (tmp_path / "out" / "scoreboard.md").read_text(encoding="utf-8") == text
    assert written.startswith(text)
    tables = len(list((tmp_path / "out").glob("*.csv")))
    assert written.endswith(f"/scoreboard.md, {tmp_path / 'out'}/index.html and {tables} CSV files\n")
    assert "## Not computed: data are missing" in text
    assert "not equal" not in text
    assert text.count("how to get it: ") >= 9


def test_the_kept_scoreboard_has_a_line_for_each_way_to_a_table_with_public_data() -> None:
    text = SCOREBOARD.read_text(encoding="utf-8")
    names = {line.split("|")[1].strip() for line in table_of(text)[2:]}
    assert names == {name for name in REPRODUCTIONS if not name.startswith("lin2004-")}


def test_the_documentation_includes_the_kept_scoreboard() -> None:
    page = ROOT / "docs" / "about" / "scoreboard.md"
    [included] = re.findall(r"{include} (\S+)", page.read_text(encoding="utf-8"))
    assert (page.parent / included).resolve() == SCOREBOARD.resolve()

"""Between semicolons a comma sets off decimals, wherever a table is read."""

from pathlib import Path

import pytest
from made_up import CARD, JUDGMENTS, OUTPUTS, REFERENCES, write_jsonl

from workbench.analyses.lint.lint import lint_table
from workbench.datasets.exchanged_scores import read_scores_of
from workbench.datasets.load import load
from workbench.datasets.scores import read_scores
from workbench.errors import DataError

LINES = "system;segment;score\r\nA;1;0,25\r\nB;1;-7\r\nA;2;1,5\r\n"
FOUND = {("", "1", "A"): 0.25, ("", "1", "B"): -7.0, ("", "2", "A"): 1.5}


@pytest.mark.parametrize("start", ["", "\ufeff"])
def test_scores_of_a_metric(tmp_path: Path, start: str) -> None:
    path = tmp_path / "x.csv"
    path.write_text(start + LINES, encoding="utf-8")
    assert read_scores(path) == FOUND
    assert read_scores_of(path, "csv").scores == {"score": FOUND}


def test_small_numbers_are_written_with_an_exponent_by_spreadsheets(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("system;segment;score\nA;1;1,5E-05\nB;1;0,25\n")
    assert read_scores(path) == {("", "1", "A"): 1.5e-5, ("", "1", "B"): 0.25}


def test_where_a_comma_may_set_off_thousands_nothing_is_read(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("system;segment;score\nA;1;1,234\nB;1;850.5\n")
    for read in (read_scores, lambda path: read_scores_of(path, "csv")):
        with pytest.raises(DataError, match=r"x\.csv:2: .*score is not a number: got '1,234'"):
            read(path)


@pytest.mark.parametrize(
    "lines", ['system,segment,score\nA,1,"0,25"\n', "system\tsegment\tscore\nA\t1\t0,25\n"]
)
def test_between_other_signs_it_does_not(tmp_path: Path, lines: str) -> None:
    path = tmp_path / "x.csv"
    path.write_text(lines)
    with pytest.raises(DataError, match=r"Decimals follow a point, as in 3\.5"):
        read_scores(path)


def test_a_table_of_tabs_may_have_commas_in_its_names(tmp_path: Path) -> None:
    path = tmp_path / "x.tsv"
    path.write_text("system\tsegment\tscore, F1, mean, all; 3\nA\t1\t0.25\n")
    assert read_scores(path, "score, F1, mean, all; 3") == {("", "1", "A"): 0.25}


def test_judgments_of_a_data_set(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "card.toml").write_text(CARD)
    write_jsonl(folder / "outputs.jsonl", OUTPUTS)
    write_jsonl(folder / "references.jsonl", REFERENCES)
    cells = [";".join(map(str, each.values())).replace("0.5", "0,75") for each in JUDGMENTS]
    (folder / "judgments.csv").write_text("\n".join([";".join(JUDGMENTS[0]), *cells]) + "\n")
    assert load("mine", tmp_path).judgments["score"].unique().tolist() == [0.75]


def test_a_table_of_results(tmp_path: Path) -> None:
    """.75 on a scale from 0 to 1 is .5 on that of correlations, whose p-value of 20 is .0248."""
    (tmp_path / "x.csv").write_text("coefficient;value;p;n\npearson;0,7500;0,0248;20\n")
    assert "p = 0.0248 is that of r = 0.5" in [each.what for each in lint_table(tmp_path / "x.csv")]

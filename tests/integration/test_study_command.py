"""`workbench study`: a folder of experiments and the page about them."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from workbench.cli import main
from workbench.experiment.spec import read_spec

ROOT = Path(__file__).resolve().parent.parent.parent
STUDY = ROOT / "experiments" / "study"
SMALL = """
title = "Small"
about = "Does it work?"
metrics = ["rouge-1", "bleu"]
[data]
name = "simulated-news"
[correlation]
coefficients = ["pearson"]
draws = 50
[test]
pairs = [["rouge-1", "bleu"]]
draws = 99
"""


def study(*arguments, code=0):
    result = CliRunner().invoke(main, ["study", *map(str, arguments)])
    assert result.exit_code == code, result.output
    return result.stderr if code else result.stdout


def test_all_experiments_of_a_folder_and_one_page(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    drawn = '[plot]\nkinds = ["heat"]\nformats = ["svg"]\n'
    (folder / "b.toml").write_text(SMALL + drawn)
    (folder / "a.toml").write_text(SMALL.replace("simulated-news", "summeval"))
    output = study(folder, "--out", tmp_path / "r", "--cache", tmp_path / "c", "--title", "Mine")
    assert "a: the data set summeval is not there" in output
    assert "b: 2 records" in output
    page = (tmp_path / "r" / "study.md").read_text()
    assert page.startswith("# Mine\n")
    assert (
        page.index("## a: Small") < page.index("Not run: the data set summeval") < page.index("## b: Small")
    )
    assert "Does it work?" in page
    assert [line for line in page.splitlines() if line.startswith("![")] == ["![Small](b/plot-heat.svg)"]
    assert (tmp_path / "r" / "b" / "plot-heat.svg").is_file()
    sheet = (tmp_path / "r" / "index.html").read_text()
    assert 'href="b/index.html"' in sheet
    assert (tmp_path / "r" / "b" / "index.html").is_file()
    assert str(tmp_path) not in page + sheet
    assert (tmp_path / "r" / "b" / "records.csv").is_file()
    again = study(folder, "--out", tmp_path / "s", "--cache", tmp_path / "d", "--title", "Mine")
    assert again.replace("/s/", "/r/") == output
    assert (tmp_path / "s" / "study.md").read_text() == page


def test_the_same_difference_of_two_experiments_is_one_row(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "a.toml").write_text(SMALL)
    (folder / "b.toml").write_text(SMALL.replace('["rouge-1", "bleu"]]', '["bleu", "rouge-1"]]'))
    study(folder, "--out", tmp_path / "r", "--cache", tmp_path / "c")
    lines = (tmp_path / "r" / "study.md").read_text().splitlines()
    [row] = [line.split(" | ") for line in lines if line.startswith("| R-1 − BLEU-4 ")]
    assert row[1].rstrip(" |") == row[2].rstrip(" |") != ""
    assert not any("BLEU-4 − R-1" in line for line in lines)


def test_differences_on_blocks_stand_in_the_summary(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "a.toml").write_text(
        'metrics = ["rouge-1", "rouge-2"]\ncomponents = ["f"]\n[data]\nname = "simulated-news"\n'
        '[unit]\nsize = 10\nassignments = 3\npairs = "all"\n[correlation]\ncoefficients = ["pearson"]\n'
        'draws = 9\n[block_test]\npairs = [["rouge-1", "rouge-2"]]\n'
    )
    study(folder, "--out", tmp_path / "r", "--cache", tmp_path / "c")
    assert "| R-1 − R-2 |" in (tmp_path / "r" / "study.md").read_text()


def test_judgments_without_an_output_are_left_out_where_a_file_says_so(tmp_path):
    rows = "".join(
        f"t,{segment},{system},a b {system} {segment},a b c {segment},{rating}\n"
        for segment in "12345"
        for system, rating in zip("PQRST", "12435", strict=True)
    )
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "mine.csv").write_text(f"task,segment,system,output,reference,quality\n{rows}")
    judged = "task,segment,system,criterion,rater,score\n" + "".join(
        f"t,{segment},{system},quality,r,{ord(system) % 7}\n" for segment in "12345" for system in "PQRSTU"
    )
    folder = tmp_path / "data" / "mine"
    result = CliRunner().invoke(
        main, ["data", "import", str(tmp_path / "data" / "mine.csv"), "--yes", "--out", str(folder)]
    )
    assert result.exit_code == 0, result.output
    (folder / "judgments.jsonl").unlink()
    (folder / "judgments.csv").write_text(judged)
    asked = SMALL.replace('"simulated-news"', '"mine"')
    (tmp_path / "asked").mkdir()
    file = tmp_path / "asked" / "one.toml"
    file.write_text(asked)
    places = ["--data", tmp_path / "data", "--out", tmp_path / "r", "--cache", tmp_path / "c"]
    assert "unmatched = 'drop'" in study(tmp_path / "asked", *places, code=2)
    file.write_text(asked.replace('"mine"\n', '"mine"\nunmatched = "drop"\n'))
    assert "one: 2 records" in study(tmp_path / "asked", *places)


def test_a_fault_in_one_file_stops_all_before_anything_is_run(tmp_path):
    (tmp_path / "a.toml").write_text(SMALL)
    (tmp_path / "b.toml").write_text(SMALL.replace("rouge-1", "rogue-1"))
    output = study(tmp_path, "--out", tmp_path / "r", code=2)
    assert "b.toml: metrics[0]" in output
    assert not (tmp_path / "r").exists()
    (tmp_path / "empty").mkdir()
    assert "holds no experiment file" in study(tmp_path / "empty", code=2)


@pytest.mark.parametrize("file", sorted(STUDY.glob("*.toml")), ids=lambda file: file.stem)
def test_the_shipped_study_is_sound(file):
    experiment, _ = read_spec(file)
    assert experiment.about
    asks = [experiment.section(name) for name in ("test", "block_test", "reference_choice")]
    assert any(asks)
    assert experiment.unit is None or experiment.test is None


def test_the_kept_page_is_current_where_no_data_are_needed(tmp_path):
    """The simulated part of the page that is kept in reports is what the program makes today."""
    (tmp_path / "study").mkdir()
    (tmp_path / "study" / "simulated.toml").write_text((STUDY / "simulated.toml").read_text())
    study(tmp_path / "study", "--out", tmp_path / "r", "--cache", tmp_path / "c")
    made = (tmp_path / "r" / "study.md").read_text()
    part = made[made.index("## simulated: ") :].rstrip()
    kept = (ROOT / "reports" / "study" / "study.md").read_text()
    assert part in kept

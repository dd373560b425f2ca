"""Comparisons and rankings through the command line."""

import json
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner
from small_study import write_simulated

from workbench.cli import main
from workbench.schema import COMPARISONS, RANKINGS

ROOT = Path(__file__).resolve().parents[2]
SMALL = """
metrics = ["rouge-1", "rouge-2", "rouge-9", { name = "bleu(order=2)", preprocess = ["CASE"] }]
preprocess = ["CASE"]
[data]
name = "mine"
[correlation]
levels = ["system", "segment"]
coefficients = ["pearson"]
draws = 20
[test]
draws = 99
"""


def run(folder, text, *options):
    options = [*options, "--data", str(write_simulated(folder))]
    (folder / "x.toml").write_text(text)
    arguments = ["run", str(folder / "x.toml"), "--out", str(folder / "r"), "--cache", str(folder / "c")]
    return CliRunner().invoke(main, [*arguments, *options])


def test_the_bundled_comparison(tmp_path):
    places = ["--out", str(tmp_path), "--cache", str(tmp_path / "c")]
    done = CliRunner().invoke(main, ["run", str(ROOT / "experiments" / "simulated-comparison.toml"), *places])
    assert done.exit_code == 0, done.output
    folder = tmp_path / "simulated-comparison"
    comparisons, rankings = (pd.read_csv(folder / f"{name}.csv") for name in ("comparisons", "rankings"))
    assert comparisons.columns.tolist() == COMPARISONS.names
    assert rankings.columns.tolist() == RANKINGS.names
    assert (len(comparisons), len(rankings)) == (18, 20)
    assert (comparisons["n_family"] == 45).all()
    assert (comparisons["population"] == "all systems, these inputs").all()
    assert (comparisons["verdict"] == "worse").any()
    drawn, kept = (
        pd.read_csv(each / "plot-differences.csv") for each in (folder, ROOT / "reports" / folder.name)
    )
    # on another processor the third digit of a number that was drawn at random may be another one
    pd.testing.assert_frame_equal(drawn, kept, rtol=0.02, atol=0.002)
    text = (folder / "table.md").read_text()
    assert "Compared with the best: permutation of systems" in text
    assert "population: all systems, these inputs; max-t; level 0.05; 45 tests" in text
    assert "Comparisons: permutation of systems, two-sided" in done.output
    assert "Ranking: 95 % intervals of ranks; population: all systems, all inputs" in done.output
    assert "comparisons.csv, rankings.csv, winners.csv" in done.output
    winners = pd.read_csv(folder / "winners.csv")
    assert (len(winners), winners["wins"].sum()) == (2 * 10 * 9, 0)
    assert (winners["wins"] == 1).sum() == rankings["wins"].sum() > 0
    assert {"comparisons.csv", "rankings.csv", "winners.csv"} <= set(
        json.loads((folder / "manifest.json").read_text())["files"]
    )


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            'population = "all systems, all inputs"\nswap = "both-xor"',
            "test.population: asked for 'all systems, all inputs', and this test speaks of 'these systems, "
            "all inputs'; use method = 'bootstrap' with correlation.resample = 'both', or say override",
        ),
        ('against = "rouge-3"', "test.against: there is no metric 'rouge-3'. Did you mean 'rouge-"),
        ('method = "wiliams1959"', "Did you mean 'williams1959'"),
        ('correction = "max-t"\nmethod = "bootstrap"', "max-t is the largest statistic under the same swaps"),
        ("margin = -0.1", "test.margin"),
        ("levle = 0.1", "Did you mean 'level'"),
    ],
)
def test_what_cannot_be_tested_is_a_line(tmp_path, lines, message):
    done = run(tmp_path, SMALL + lines)
    assert done.exit_code == 2
    assert message in done.stderr
    assert "Traceback" not in done.output
    assert not (tmp_path / "r").exists()


def test_an_overridden_population_is_in_every_output(tmp_path):
    lines = 'population = "all systems, all inputs"\nswap = "both-xor"\noverride = true\n'
    done = run(tmp_path, SMALL + lines)
    assert done.exit_code == 0, done.output
    for name in ("comparisons.csv", "records.csv", "table.md", "table.tex", "table.html"):
        text = (tmp_path / "r" / "x" / name).read_text()
        assert "all systems, all inputs" in text
        assert "these systems, all inputs" in text
    assert "overridden: asked for all systems, all inputs" in done.output


def test_one_metric_is_compared_with_nothing(tmp_path):
    text = SMALL.replace('"rouge-1", "rouge-2", "rouge-9", ', "")
    done = run(tmp_path, text + "[ranking]\n")
    assert done.exit_code == 0, done.output
    comparisons = pd.read_csv(tmp_path / "r" / "x" / "comparisons.csv")
    assert (comparisons["reason"] == "no other metric is compared with it").all()
    assert comparisons["p"].isna().all()
    assert "nothing to compare, no other metric is compared with BLEU-2\n" in done.output
    assert "pairs differ" not in done.output

"""Whole runs through the command line."""

import json
import os
import subprocess
import sys
from pathlib import Path

import asked
import numpy as np
import pytest
from click.testing import CliRunner
from real_data import load_real
from small_study import write_simulated

import workbench
from workbench.cli import main

ROOT = Path(__file__).resolve().parents[2]
EXPERIMENTS = ROOT / "experiments"


def run(*arguments):
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture(scope="module")
def summeval(shared):
    """Take from the experiment what is looked at: some metrics, and no interval."""
    whole = workbench.read(EXPERIMENTS / "summeval.toml", data=shared / "data")
    metrics = ["rouge-1", "rouge-2", "rouge-3", "rouge-4", "rouge-l"]
    assert set(metrics) < {metric.name for metric in whole.spec.metrics}
    asked = {**whole.spec.correlation.model_dump(), "interval": "none", "levels": ["system"]}
    return whole.replace(metrics=metrics, preprocess=["STEM"], correlation=asked).records


CRITERIA = ["coherence", "consistency", "fluency", "relevance"]


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        ("rouge-1", [0.350, 0.550, 0.527, 0.583]),
        ("rouge-2", [0.250, 0.617, 0.510, 0.450]),
        ("rouge-3", [0.300, 0.733, 0.561, 0.500]),
        ("rouge-4", [0.400, 0.600, 0.561, 0.567]),
        ("rouge-l", [0.133, 0.100, 0.243, 0.367]),
    ],
)
def test_summeval_system_kendall(summeval, metric, expected):
    """The values of data/summeval/README.md: F, stemmed, 11 references pooled, untokenised references."""
    rows = summeval[
        (summeval["metric"] == metric)
        & (summeval["preprocess"] == "STEM")
        & (summeval["references"] == "11 refs")
        & (summeval["level"] == "system")
        & (summeval["coefficient"] == "kendall")
    ].set_index("criterion")
    assert rows.loc[CRITERIA, "value"].round(3).tolist() == expected
    assert (rows["n_systems"] == 16).all()
    assert (rows["n_references"].astype(str) == "11").all()


# single reference and eleven, summary and system level: Pearson, Spearman, Kendall of R1 and R2, P, R, F
SACREROUGE = {
    ("one", "segment"): [
        [0.126, 0.122, 0.090], [0.309, 0.283, 0.226], [0.280, 0.257, 0.197],
        [0.156, 0.132, 0.094], [0.260, 0.234, 0.186], [0.228, 0.188, 0.140],
    ],
    ("one", "system"): [
        [0.298, 0.153, 0.033], [0.549, 0.565, 0.417], [0.612, 0.615, 0.467],
        [0.493, 0.406, 0.250], [0.653, 0.788, 0.583], [0.640, 0.618, 0.433],
    ],
    ("all", "segment"): [
        [0.136, 0.136, 0.102], [0.328, 0.294, 0.232], [0.364, 0.332, 0.253],
        [0.206, 0.205, 0.159], [0.345, 0.309, 0.240], [0.334, 0.289, 0.222],
    ],
    ("all", "system"): [
        [0.034, 0.071, 0.000], [0.377, 0.297, 0.233], [0.552, 0.768, 0.583],
        [0.353, 0.268, 0.150], [0.409, 0.294, 0.233], [0.573, 0.653, 0.450],
    ],
}  # fmt: skip


def test_summeval_sacrerouge_rows(shared):
    """The bracketed values of data/summeval/README.md: relevance, stemmed, text against references."""
    records = asked.correlate(
        load_real(shared, "summeval"),
        ["rouge-1", "rouge-2"],
        components=["precision", "recall", "f"],
        preprocess=["STEM"],
        references={"one": "one", "all": "all"},
        criteria=["relevance"],
        levels=["segment", "system"],
        interval="none",
    )
    for (references, level), expected in SACREROUGE.items():
        rows = records[(records["references"] == references) & (records["level"] == level)]
        table = rows.set_index(["metric", "component", "coefficient"])["value"]
        ours = [
            [table[metric, component, coefficient] for coefficient in ("pearson", "spearman", "kendall")]
            for metric in ("rouge-1", "rouge-2")
            for component in ("precision", "recall", "f")
        ]
        assert np.round(ours, 3).tolist() == expected, (references, level)


def test_summeval_tokenised_references(shared):
    records = asked.correlate(
        load_real(shared, "summeval", references="references_tok"),
        ["rouge-1", "rouge-l"],
        components=["f"],
        preprocess=["STEM"],
        coefficients=["kendall"],
        interval="none",
    )
    values = records.pivot(index="metric", columns="criterion", values="value").loc[:, CRITERIA]
    assert values.loc["rouge-1"].round(3).tolist() == [0.333, 0.533, 0.510, 0.567]
    assert values.loc["rouge-l"].round(3).tolist() == [0.117, 0.083, 0.226, 0.350]


def test_ted_delta_bleu(shared):
    """Printed formula, 13a, cased, A+B, 528 segments (data/wmt21_ted_zhen_mqm/README.md)."""
    whole = workbench.read(EXPERIMENTS / "ted-delta-bleu.toml", data=shared / "data")
    e = whole.replace(correlation={**whole.spec.correlation.model_dump(), "interval": "none"})
    records = e.records
    both = records[records["references"] == "A+B"].set_index(["metric", "coefficient"])["value"]
    expected = {
        "bleu": [(0.110, 0.330), (0.146, 0.396), (0.158, 0.385), (0.172, 0.401)],
        "delta-bleu": [(0.248, 0.500), (0.255, 0.473), (0.259, 0.484), (0.270, 0.473)],
    }
    for name, values in expected.items():
        for order, (pearson, spearman) in enumerate(values, start=1):
            metric = f"{name}(order={order})"
            assert round(both[metric, "pearson"], 3) == pearson
            assert round(both[metric, "spearman"], 3) == spearman
    assert (records["n_segments"] == 528).all()
    assert (records["n_dropped"] == 1).all()
    scores = e.scores.frame
    system = scores[(scores["segment"] == "*") & (scores["references"] == "A+B")].set_index(
        ["metric", "system"]
    )
    assert system.loc[("bleu(order=2)", "Borderline"), "value"] == pytest.approx(0.635123, abs=5e-7)
    assert system.loc[("delta-bleu(order=2)", "Borderline"), "value"] == pytest.approx(0.569341, abs=5e-7)


def test_ted_without_dropping_is_an_error(shared, tmp_path):
    text = (EXPERIMENTS / "ted-delta-bleu.toml").read_text().replace('unscorable = "drop"', "")
    (tmp_path / "x.toml").write_text(text)
    result = CliRunner().invoke(
        main, ["run", str(tmp_path / "x.toml"), "--data", str(shared / "data"), "--out", str(tmp_path / "r")]
    )
    assert result.exit_code == 2
    assert "cannot score segment 217 of zh-en: no reference has a positive weight" in result.stderr
    assert not (tmp_path / "r").exists()


SMALL = """
title = "small"
metrics = ["rouge-1", "rouge-l", "rouge-su(gap=4)", "bleu(order=2)", "sentence-bleu"]
components = ["f"]
preprocess = ["CASE", "STOP"]
[data]
name = "mine"
[[references]]
name = "one of four, drawn"
select = "sample(k=1)"
[[references]]
name = "all"
combine = "jackknife(over=best)"
[correlation]
levels = ["system", "segment"]
draws = 20
"""
SECTIONS = """
[test]
draws = 99
against = "best"
[ranking]
[ceiling]
[robustness]
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return write_simulated(tmp_path_factory.mktemp("home"))


def report(folder):
    files = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
    manifest = json.loads(files.pop("manifest.json"))
    manifest.pop("created")
    return files, manifest


def test_the_same_bytes_whatever_workers_hash_seed_and_cache(home, tmp_path):
    (tmp_path / "small.toml").write_text(SMALL + SECTIONS)
    reports = []
    for number, (workers, cache) in enumerate([("1", "a"), ("1", "a"), ("2", "b")]):
        command = [
            "run", "small.toml", "--workers", workers, "--out", str(tmp_path / f"r{number}"),
            "--cache", str(tmp_path / cache), "--data", str(home),
        ]  # fmt: skip
        if number < 2:  # in this process, which has a hash seed of its own
            command[1] = str(tmp_path / "small.toml")
            said = run(*command)
        else:
            done = subprocess.run(
                [sys.executable, "-m", "workbench", *command],
                cwd=tmp_path,
                env={**os.environ, "PYTHONHASHSEED": "12345"},
                capture_output=True,
                text=True,
            )
            assert done.returncode == 0, done.stderr
            said = done.stdout
        assert ("\n0 pairs" in said) == (number == 1), said
        reports.append(report(tmp_path / f"r{number}" / "small"))
    names = ["comparisons.csv", "index.html", "lint.csv", "methods.md", "rankings.csv", "records.csv"]
    names += ["reliability.csv", "robustness.csv", "scores.parquet", "table.csv", "table.html", "table.md"]
    assert sorted(reports[0][0]) == [*names, "table.tex", "winners.csv"]
    for other in reports[1:]:
        assert other == reports[0]


def test_one_more_metric_counts_only_that_metric(home, tmp_path):
    one = SMALL.replace('"rouge-l", ', "")
    (tmp_path / "x.toml").write_text(one)
    places = ["--data", home, "--cache", tmp_path / "c"]
    run("run", tmp_path / "x.toml", "--out", tmp_path / "r", *places)
    (tmp_path / "x.toml").write_text(SMALL)
    # 6 segments, 7 systems, 4 references, 2 preprocessings
    assert "To count   336 pairs of texts in 2 counts" in run("check", tmp_path / "x.toml", *places)
    output = run("run", tmp_path / "x.toml", "--out", tmp_path / "r", *places)
    assert "\n336 pairs of texts counted" in "\n" + output


def test_the_readme_table_is_current(tmp_path):
    run("run", EXPERIMENTS / "simulated-news.toml", "--out", tmp_path, "--cache", tmp_path / "c")
    made = (tmp_path / "simulated-news" / "table.md").read_text()
    assert made == (ROOT / "reports" / "simulated-news" / "table.md").read_text()
    rows = [line for line in made.splitlines() if line.startswith("|")]
    # 17 measures, and the judges twice
    assert len(rows) == 2 + 17 + 2
    readme = (ROOT / "README.md").read_text()
    assert all(row in readme for row in rows)


def test_help_and_check_without_data(tmp_path, monkeypatch):
    monkeypatch.delenv("WORKBENCH_DATA", raising=False)
    assert "run" in run("--help")
    output = run("check", EXPERIMENTS / "summeval.toml", "--data", tmp_path)
    assert "missing:" in output
    assert "how to get it:" in output
    monkeypatch.setenv("WORKBENCH_DATA", str(tmp_path))
    assert run("check", EXPERIMENTS / "summeval.toml") == output
    monkeypatch.delenv("WORKBENCH_DATA")
    monkeypatch.chdir(tmp_path)
    assert "missing:" in run("check", EXPERIMENTS / "summeval.toml")


def test_help_imports_nothing_heavy():
    code = (
        "import sys, click.testing; from workbench.cli import main;"
        "r = click.testing.CliRunner().invoke(main, ['--help']); assert r.exit_code == 0;"
        "heavy = {'numba', 'scipy', 'pandas', 'matplotlib', 'numpy'} & set(sys.modules);"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_run_imports_no_statistics_that_it_does_not_ask_for(tmp_path):
    code = (
        "import sys; from workbench.experiment.read import read;"
        "asked = read('simulated-news').replace(metrics=['rouge-1', 'rouge-l'], preprocess=['CASE', 'STEM']);"
        "assert 'index.html' in asked.write(sys.argv[1]).files;"
        "heavy = {'scipy.stats', 'statsmodels', 'matplotlib'} & set(sys.modules); assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code, tmp_path], check=True)


def test_what_an_earlier_run_wrote_and_this_one_does_not_is_gone(home, tmp_path):
    places = ["--data", home, "--out", tmp_path / "r", "--cache", tmp_path / "c"]
    (tmp_path / "x.toml").write_text(SMALL + '\n[test]\ndraws = 99\npairs = [["rouge-1", "rouge-l"]]\n')
    run("run", tmp_path / "x.toml", *places)
    own = tmp_path / "r" / "x" / "my-notes.txt"
    own.write_text("mine")
    # a manifest that somebody made removes nothing outside its folder
    other, manifest = tmp_path / "r" / "other.csv", tmp_path / "r" / "x" / "manifest.json"
    other.write_text("another report's")
    content = json.loads(manifest.read_text())
    content["files"]["../other.csv"] = ""
    manifest.write_text(json.dumps(content))
    assert (tmp_path / "r" / "x" / "comparisons.csv").is_file()
    (tmp_path / "x.toml").write_text(SMALL)
    run("run", tmp_path / "x.toml", *places)
    assert not (tmp_path / "r" / "x" / "comparisons.csv").exists()
    assert own.read_text() == "mine"
    assert other.is_file()

"""Data sets without texts: human scores of segments or of whole systems, to compare with scores in files."""

import csv
from collections.abc import Iterator
from pathlib import Path

import asked
import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from real_data import load_real
from samples import WMT_SYSTEM, write_lines

import workbench
from workbench.cli import main
from workbench.datasets.evalset import EvalSet
from workbench.datasets.load import load
from workbench.datasets.scores import read_scores
from workbench.errors import DataError, ScoreError
from workbench.metrics.base import METRICS
from workbench.stats.coefficients.plain import kendall, pearson


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    before = set(METRICS)
    yield
    for name in set(METRICS) - before:
        METRICS.remove(name)


def published(shared: Path, name: str) -> list[dict[str, str]]:
    with (shared / "published" / name).open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def test_newstest2020_printed_means(shared: Path) -> None:
    evalset = load_real(shared, "newstest2020-mqm", people="keep")
    assert {task: (len(evalset.systems(task)), len(evalset.segments(task))) for task in evalset.tasks} == {
        "en-de": (10, 1418),
        "zh-en": (10, 2000),
    }
    names = evalset.judgments["system"].str.replace(r"\.\d+$", "", regex=True)
    names = names.where((evalset.judgments["task"] != "zh-en") | (names != "Huoshan_Translate"), "VolcTrans")
    means = evalset.judgments.groupby(["task", names])["score"].mean()
    rows = published(shared, "freitag2021_mqm_systems.csv")
    assert len(rows) == 20
    for row in rows:
        assert f"{-means[row['language_pair'], row['system']]:.2f}" == row["printed_mqm"]


def test_people_are_left_out(shared: Path) -> None:
    evalset = load_real(shared, "newstest2020-mqm")
    assert [len(evalset.systems(task)) for task in evalset.tasks] == [7, 8]
    assert evalset.references.empty
    assert set(evalset.outputs["text"]) == {""}


def human_scores(evalset: EvalSet, criterion: str) -> pd.Series:
    rows = evalset.judgments[evalset.judgments["criterion"] == criterion]
    return rows.set_index(["task", "system"])["score"]


def test_wmt20_published_cells(shared: Path) -> None:
    """All 1,656 correlations of the organisers' tables."""
    folder = shared / "data" / "wmt20_system"
    sets = {
        "all MT systems": load_real(shared, "wmt20-system"),
        "outliers excluded": load_real(shared, "wmt20-system", outliers="drop"),
    }
    human = {
        (subset, criterion): human_scores(evalset, criterion)
        for subset, evalset in sets.items()
        for criterion in ("da_z", "da_raw")
    }
    rows = published(shared, "wmt20_system_level.csv")
    scores: dict[str, dict[tuple[str, str], float]] = {}
    for name in {row["metric"] for row in rows} - {"HUMAN_RAW"}:
        found = read_scores(folder / "metric_scores.tsv.gz", where={"metric": name, "reference": "A"})
        scores[name] = {(task, system): score for (task, _, system), score in found.items()}
    for row in rows:
        judged = human[row["subset"], "da_z"][row["language_pair"]]
        if row["metric"] == "HUMAN_RAW":
            ours = human[row["subset"], "da_raw"][row["language_pair"]].reindex(judged.index).to_numpy()
        else:
            of = scores[row["metric"]]
            ours = np.array([of[row["language_pair"], system] for system in judged.index])
        coefficient = {"pearson": pearson, "kendall": kendall}[row["coefficient"]]
        value = float(coefficient(ours, judged.to_numpy()))
        assert value == pytest.approx(float(row["recomputed"]), abs=1.1e-6), row
    assert len(rows) == 1_656


def test_wmt19_published_bleu(shared: Path) -> None:
    """All 18 printed correlations of BLEU; they are of absolute values."""
    human = human_scores(load_real(shared, "wmt19-system"), "da_z")
    path = shared / "data" / "wmt19_system" / "metric_scores.tsv.gz"
    bleu = read_scores(path, where={"metric": "BLEU"})
    printed = {
        row["language_pair"]: row["printed_abs_pearson"]
        for row in published(shared, "wmt19_system_level.csv")
        if row["printed_abs_pearson"] and row["metric"] == "BLEU"
    }
    assert len(printed) == 18
    for task, value in printed.items():
        judged = human[task]
        ours = [bleu[task, "*", system] for system in judged.index]
        assert f"{abs(float(pearson(pd.Series(ours).to_numpy(), judged.to_numpy()))):.3f}" == value


def test_wmt19_without_outliers(shared: Path) -> None:
    evalset = load_real(shared, "wmt19-system", outliers="drop")
    assert len(evalset.systems("en-de")) == 20
    path = shared / "data" / "wmt19_system" / "metric_scores.tsv.gz"
    bleu = read_scores(path, where={"metric": "BLEU"})
    judged = human_scores(evalset, "da_z")["en-de"]
    ours = pd.Series([bleu["en-de", "*", system] for system in judged.index]).to_numpy()
    assert f"{float(pearson(ours, judged.to_numpy())):.3f}" == "0.419"


EXPERIMENT = """
metrics = [{metrics}]
[scores]
bleu-elsewhere = {{ file = "scores.tsv", where = {{ metric = "BLEU" }}, unmatched = "drop" }}
[data]
name = "wmt20-system"
criteria = ["da_z"]
[correlation]
coefficients = ["pearson"]
interval = "none"
"""


def run(home: Path, metrics: str) -> tuple[int, str]:
    rows = WMT_SYSTEM.files["human_scores.tsv"]
    changed = [{**row, "da_z": 0.5 * number} for number, row in enumerate(rows)]
    WMT_SYSTEM.write(home)
    write_lines(
        home / "wmt20_system" / "human_scores.tsv",
        ["\t".join(rows[0]), *("\t".join(map(str, row.values())) for row in changed)],
    )
    lines = [
        f"{row['language_pair']}\t{row['system']}\t{metric}\t{number * sign}"
        for number, row in enumerate(rows)
        for metric, sign in (("BLEU", 1), ("TER", -1))
    ]
    write_lines(home / "scores.tsv", ["language_pair\tsystem\tmetric\tscore", *lines])
    (home / "x.toml").write_text(EXPERIMENT.format(metrics=metrics), encoding="utf-8")
    places = ["--data", str(home), "--out", str(home / "r"), "--cache", str(home / "c")]
    result = CliRunner().invoke(main, ["run", str(home / "x.toml"), *places])
    return result.exit_code, result.output


def test_an_experiment_on_scores_only(tmp_path: Path) -> None:
    code, output = run(tmp_path, '"bleu-elsewhere"')
    assert code == 0, output
    records = pd.read_csv(tmp_path / "r" / "x" / "records.csv")
    assert records["value"].tolist() == pytest.approx([1.0, 1.0])
    assert records["n_systems"].tolist() == [3, 3]
    assert "systems 'Human-ö.0'" in " ".join(output.split()) or "'Human-ö.0'" in output


def test_a_metric_of_texts_has_nothing_to_score(tmp_path: Path) -> None:
    code, output = run(tmp_path, '"rouge-1"')
    assert code == 2
    assert "rouge-1: needs texts, and wmt20-system has none" in output
    assert "correlation.given" not in output


def test_scores_of_systems_are_no_scores_of_segments() -> None:
    data = workbench.load("simulated-news")
    whole = {("", "*", system): float(number) for number, system in enumerate(data.systems("news"))}
    with pytest.raises(ScoreError, match="scores of whole systems, but 'news' is judged segment by segment"):
        asked.score_outputs(
            data, ["whole-elsewhere"], scores={"whole-elsewhere": whole}, correlation={"levels": ["segment"]}
        )


def test_texts_where_the_card_says_there_are_none(tmp_path: Path) -> None:
    evalset = load("wmt20-system", WMT_SYSTEM.write(tmp_path))
    with_text = evalset.outputs.assign(text="something")
    with pytest.raises(DataError, match="the card says that there are no texts, but here is one: task"):
        EvalSet.build(evalset.card, with_text, evalset.references, evalset.judgments)
    reference = evalset.outputs.rename(columns={"system": "reference"})
    with pytest.raises(DataError, match="there are no texts, but here is a reference: task"):
        EvalSet.build(evalset.card, evalset.outputs, reference, evalset.judgments)

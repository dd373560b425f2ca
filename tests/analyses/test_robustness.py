"""What a coefficient owes to single systems."""

import csv
import gzip

import asked
import numpy as np
import pytest

import workbench
from workbench.analyses.robustness.robustness import RobustnessSpec, single_systems
from workbench.analyses.robustness.robustness_lines import describe_robustness
from workbench.datasets.evalset import EvalSet
from workbench.stats.coefficients import get_coefficient
from workbench.stats.robust import mad_outliers


@pytest.fixture(scope="module")
def data():
    return workbench.simulate(topics=5, systems=8, references=1).evalset


def test_two_systems_make_the_correlation_of_english_to_german(shared):
    """Acceptance 24: WMT19 en-de, BLEU .921 with and .419 without en_de_task.6790 and online-X.0."""
    path = shared / "data" / "wmt19_system" / "metric_scores.tsv.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [row for row in csv.DictReader(lines, delimiter="\t") if row["metric"] == "BLEU"]
    scores = {(r["language_pair"], "*", r["system"]): float(r["score"]) for r in rows}
    data = workbench.load("wmt19-system", shared / "data")
    frame = asked.robustness(data, ["bleu-elsewhere"], scores={"bleu-elsewhere": scores})
    assert frame["task"].nunique() == 18
    part = frame[frame["task"] == "en-de"]
    (every,) = part[part["analysis"] == "all systems"]["value"]
    without = part[part["analysis"] == "without outliers"].iloc[0]
    assert (round(every, 3), round(without["value"], 3)) == (0.921, 0.419)
    assert without["system"] == "en_de_task.6790; online-X.0"
    assert without["n_systems"] == 20
    alone = part[part["analysis"] == "without one"].set_index("system")
    assert alone["shift"].idxmax() == "en_de_task.6790"
    assert set(alone.index[alone["distance"] > 2.5]) == {"en_de_task.6790", "online-X.0"}
    best = part[part["analysis"] == "best"].set_index("at")["value"]
    assert best[20] == pytest.approx(without["value"])
    lines = describe_robustness(part)
    assert lines[0] == "Robustness of da_z (en-de, pearson)"
    assert lines[1] == "  without the outliers en_de_task.6790, online-X.0: bleu-elsewhere 0.921 -> 0.419"
    assert lines[2].startswith("  most moved by one system: bleu-elsewhere 0.921 -> ")
    assert lines[2].endswith(" without en_de_task.6790")
    assert lines[3] == f"  among the 11 best of 22 systems: bleu-elsewhere 0.921 -> {best[11]:.3f}"
    assert lines[4] == "Robustness of da_z (en-de, tau-14)"
    assert " closest of " in lines[5]
    assert len(lines) == 6


def test_every_row_is_the_coefficient_of_the_systems_that_it_names(data):
    coefficients = ["pearson", "kendall", "wmt(threshold=0.05)"]
    frame = asked.robustness(data, ["rouge-1"], coefficients=coefficients, cut=1.5, steps=4)
    x = asked.score_outputs(data, ["rouge-1"])
    x = x[x["segment"] == "*"].set_index("system")["value"]
    z = data.judgments.groupby("system")["score"].mean()[x.index]
    far = set(z.index[mad_outliers(z.to_numpy(), 1.5).outlier])
    assert far
    checked = 0
    for row in frame[frame["analysis"] != "close pairs"].itertuples():
        left_out = set(row.system.split("; ")) - {""}
        if row.analysis == "without outliers":
            assert left_out == far
        kept = [name for name in x.index if name not in left_out]
        if row.analysis == "best":
            kept = list(z.sort_values(ascending=False).index[: int(row.at)])
        assert row.n_systems == len(kept)
        expected = float(get_coefficient(row.coefficient)(x[kept].to_numpy(), z[kept].to_numpy()))
        assert row.value == pytest.approx(expected, nan_ok=True)
        assert np.isnan(row.value) == bool(row.reason)
        checked += 1
    assert checked == 3 * (1 + 1 + 8 + 6)
    curve = frame[frame["analysis"] == "close pairs"]
    assert curve["n_pairs"].tolist() == [7, 14, 21, 28]
    assert curve["value"].iloc[-1] == pytest.approx(float(get_coefficient("tau-14")(x, z)))
    assert curve["at"].iloc[-1] == pytest.approx(np.ptp(x))


@pytest.mark.parametrize(
    ("x", "z", "reasons"),
    [
        ([1, 1, 1, 1], [1, 2, 3, 9], {"constant metric scores"}),
        ([1, 2, 3, 4], [5, 5, 5, 5], {"constant judgments", "half of the scores or more are equal"}),
        ([1, 2, 3], [1, 2, 4], {"fewer than 3 systems", ""}),
        ([1, np.nan, 3], [1, 2, np.nan], {"fewer than 3 systems", "half of the scores or more are equal"}),
        ([1, 2, 3, 4], [1, 1, 1, 2], {"constant judgments", "half of the scores or more are equal", ""}),
    ],
)
def test_what_cannot_be_said_has_a_reason(x, z, reasons):
    x, z = np.array(x, float), np.array(z, float)
    names = [f"m{number}" for number in range(len(x))]
    records = list(single_systems(x, z, names, "pearson", 1, RobustnessSpec()))
    assert {record["reason"] for record in records} == reasons
    for record in records:
        assert np.isnan(record["value"]) == bool(record["reason"]), record


def test_a_constant_metric_and_one_system_pass_through_an_experiment(data):
    frame = asked.robustness(data, ["constant"], coefficients=["pearson", "acc-eq"])
    pearson = frame[frame["coefficient"] == "pearson"]
    assert pearson["value"].isna().all()
    assert (pearson["reason"] != "").all()
    curve = frame[frame["analysis"] == "close pairs"]
    assert (curve["at"].tolist(), curve["value"].tolist()) == ([0.0], [0.0])
    assert describe_robustness(frame) == []
    one = data.outputs["system"] == "S01"
    alone = EvalSet.build(
        data.card, data.outputs[one], data.references, data.judgments[data.judgments["system"] == "S01"]
    )
    frame = asked.robustness(alone, ["rouge-1"])
    assert frame["value"].isna().all()
    assert (frame["reason"] != "").all()

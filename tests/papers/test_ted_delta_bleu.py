"""BLEU and ΔBLEU against MQM on rated TED talks: the coefficients that were computed with other programs."""

from pathlib import Path

import asked
import pytest
from real_data import load_real

from workbench.datasets.evalset import EvalSet

RATED = {"A": "named(reference=ref-A)", "B": "named(reference=ref-B)", "A+B": "all"}
ORDERS = {
    "bleu(order=1)": (0.110, 0.330),
    "bleu(order=2)": (0.146, 0.396),
    "bleu(order=3)": (0.158, 0.385),
    "bleu(order=4)": (0.172, 0.401),
    "delta-bleu(order=1)": (0.248, 0.500),
    "delta-bleu(order=2)": (0.255, 0.473),
    "delta-bleu(order=3)": (0.259, 0.484),
    "delta-bleu(order=4)": (0.270, 0.473),
    "bleu(profile=sacrebleu)": (0.172, 0.401),
    "delta-bleu(profile=mgalley-2019)": (0.270, 0.473),
}
"""Pearson and Spearman with minus MQM, 13 systems; the last two are those of the programs."""
SEGMENTS = {"A": (-0.367, -0.359), "B": (0.332, 0.231), "A+B": (0.185, 0.205)}
"""Pearson and Kendall of sacreBLEU's BLEU, all segments."""


@pytest.fixture
def ted(shared: Path) -> EvalSet:
    return load_real(shared, "wmt21-ted-zhen-mqm")


def test_orders_and_programs(ted: EvalSet) -> None:
    records = asked.correlate(
        ted, list(ORDERS), coefficients=["pearson", "spearman"], interval="none", unscorable="drop"
    )
    found = [group["value"].tolist() for _, group in records.groupby("metric", sort=False)]
    assert len(found) == len(ORDERS)
    for metric, both in zip(ORDERS, found, strict=True):
        assert both == pytest.approx(ORDERS[metric], abs=5.01e-4), metric
    assert set(records["n_systems"]) == {13}
    # of the 529 segments, 217 has no reference with a positive weight
    assert set(records["n_segments"]) == {528}


def test_one_reference_and_two_without_weights(ted: EvalSet) -> None:
    records = asked.correlate(
        ted,
        ["bleu(profile=sacrebleu)"],
        references=RATED,
        coefficients=["pearson", "kendall"],
        interval="none",
    )
    found = records.pivot(index="references", columns="coefficient", values="value")
    for references, values in SEGMENTS.items():
        assert found.loc[references, ["pearson", "kendall"]].tolist() == pytest.approx(values, abs=5.01e-4)
    assert set(records["n_segments"]) == {529}

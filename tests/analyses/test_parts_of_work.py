"""What is too much for the memory at once is done in parts, and comes to the same."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pandas as pd
import pytest

import workbench
from workbench.datasets.evalset import EvalSet

AT_ONCE = {
    "workbench.stats.levels.level_values": "_BLOCK",
    "workbench.stats.resampling.bootstrap": "_BLOCK",
    "workbench.stats.resampling.jackknife": "_BLOCK",
    "workbench.stats.resampling.resample": "_AT_ONCE",
    "workbench.stats.tests.under_swaps": "_BLOCK",
    "workbench.stats.tests.perm_both": "_CELLS",
    "workbench.stats.tests.swaps": "CELLS",
    "workbench.stats.coefficients.soft_pairwise": "_CELLS",
    "workbench.stats.decisions.accuracy_curve": "_AT_ONCE",
    "workbench.analyses.worth.fitted": "_AT_ONCE",
    "workbench.experiment.levels.block_pairs": "_CELLS",
    "workbench.experiment.count_parts": "PAIRS_AT_ONCE",
    "workbench.experiment.row_coefficients": "_BLOCK",
    "workbench.metrics.listed_texts": "TEXTS_AT_ONCE",
    "workbench.metrics.references": "_PAIRS_AT_ONCE",
}
"""Module -> its number of cells, texts or pairs that are held at once."""
ASKED: dict[str, dict[str, Any]] = {
    "levels": {
        "correlation": {
            "levels": ["system", "segment", "global"],
            "interval": "studentised",
            "resample": "systems",
            "draws": 23,
        },
        "test": {"against": "all", "draws": 29},
        "ranking": {},
        "robustness": {"steps": 2},
        "difference_influence": {"draws": 19},
        "worth": {},
        "reference_choice": {"sizes": [1, 2]},
    },
    "inputs": {
        "correlation": {
            "levels": ["system", "segment"],
            "interval": "percentile",
            "resample": "inputs",
            "draws": 23,
        },
        "test": {"method": "bootstrap"},
    },
    "both": {
        "correlation": {"levels": ["system"], "interval": "basic", "resample": "both", "draws": 23},
        "test": {"method": "permutation", "draws": 29},
    },
    "pairs": {
        "correlation": {"levels": ["system"], "coefficients": ["soft-pairwise-accuracy"], "draws": 23},
        "test": {"against": "all", "draws": 29},
    },
    "ties": {
        "correlation": {"levels": ["segment"], "coefficients": ["acc-eq-calibrated", "acc-eq"], "draws": 23},
        "test": {"against": "all", "draws": 29},
    },
    "length": {
        "correlation": {
            "levels": ["system", "segment"],
            "coefficients": ["pearson"],
            "given": "length",
            "draws": 23,
        },
    },
    "blocks": {
        "unit": {"size": 3, "assignments": 3},
        "block_test": {},
        "block_power": {"times": [2], "draws": 20},
    },
}


def frames(data: EvalSet, asked: dict[str, Any]) -> Iterator[tuple[str, pd.DataFrame]]:
    e = workbench.Experiment(
        data, ["rouge-2", "bleu(order=2)"], references={"best": ("all", "best")}, preprocess=["none"], **asked
    )
    yield "records", e.records
    for kind, settings in e.answered:
        for name, frame in e.result(kind, settings).frames.items():
            yield f"{kind.section}: {name}", frame


@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
def test_parts_come_to_the_same(asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    data = workbench.simulate(topics=7, systems=6, references=3, words=20).evalset
    whole = dict(frames(data, asked))
    for module, name in AT_ONCE.items():
        assert getattr(import_module(module), name) > 1000
        monkeypatch.setattr(f"{module}.{name}", 60)
    in_parts = dict(frames(data, asked))
    assert whole.keys() == in_parts.keys()
    for name, frame in whole.items():
        pd.testing.assert_frame_equal(frame, in_parts[name], rtol=1e-9, atol=1e-9, obj=name)

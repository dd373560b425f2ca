"""Experiments asked for in one line, with the keys of all sections side by side."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.experiment.analysis import Result
from workbench.experiment.correlation import CorrelationSpec
from workbench.experiment.experiment import Experiment


def asked(data: EvalSet, metrics: Sequence[str], **keys: Any) -> Experiment:
    """Return an experiment; keys of the section ``[correlation]`` go there."""
    inside = {key: value for key, value in keys.items() if key in CorrelationSpec.model_fields}
    others = {key: value for key, value in keys.items() if key not in inside}
    return workbench.Experiment(data, metrics, **({"correlation": inside} if inside else {}), **others)


def correlate(data: EvalSet, metrics: Sequence[str], *, ceiling: bool = False, **keys: Any) -> pd.DataFrame:
    return asked(data, metrics, **keys, **({"ceiling": {}} if ceiling else {})).records


def score_outputs(data: EvalSet, metrics: Sequence[str], **keys: Any) -> pd.DataFrame:
    made = asked(data, metrics, **keys)
    return made.scores.frame(made.plan)


_TEST = (
    "against", "pairs", "within", "method", "swap", "population", "override", "alternative", "correction",
)  # fmt: skip
    "against",
    "pairs",
    "within",
    "method",
    "swap",
    "population",
    "override",
    "alternative",
    "correction",
)


def _tested(data: EvalSet, metrics: Sequence[str], keys: dict[str, Any]) -> Experiment:
    test = {key: keys.pop(key) for key in (*_TEST, "level", "margin") if key in keys}
    if "pairs" not in test:
        test.setdefault("against", "all")
    if "draws" in keys:
        test["draws"] = keys["draws"]
    keys.setdefault("coefficients", ["pearson"])
    return asked(data, metrics, test=test, **keys)


def compare(data: EvalSet, metrics: Sequence[str], **keys: Any) -> pd.DataFrame:
    return _tested(data, metrics, keys).compare().frame


def rank(data: EvalSet, metrics: Sequence[str], *, confidence: float = 0.95, **keys: Any) -> Result:
    return _tested(data, metrics, keys).rank(confidence=confidence)


def reliability(data: EvalSet, metrics: Sequence[str], **keys: Any) -> pd.DataFrame:
    ceiling = {key: keys.pop(key) for key in ("over", "splits") if key in keys}
    keys.setdefault("coefficients", ["pearson"])
    return asked(data, metrics, **keys).reliability(**ceiling).frame


def robustness(data: EvalSet, metrics: Sequence[str], **keys: Any) -> pd.DataFrame:
    own = {key: keys.pop(key) for key in ("cut", "steps") if key in keys}
    keys.setdefault("coefficients", ["pearson"])
    return asked(data, metrics, interval="none", **keys).robustness(**own).frame


def disagreements(data: EvalSet, metrics: Sequence[str], **keys: Any) -> Any:
    own = {key: keys.pop(key) for key in ("criterion", "task", "most") if key in keys}
    return asked(data, metrics, interval="none", **keys).disagreements(**own)


def simulated(method: str, data: EvalSet, metrics: Sequence[str], **keys: Any) -> pd.DataFrame:
    """Return what `calibrate` or `size_for` says of one or two metrics."""
    scored = ("components", "preprocess", "references", "unscorable", "raters")
    setting = {key: keys.pop(key) for key in scored if key in keys}
    return getattr(asked(data, metrics, interval="none", **setting), method)(**keys).frame


def run(path: str | Path, *, out: str | Path = "reports", **keys: Any) -> Experiment:
    """Run an experiment file as the command does."""
    made = workbench.read(path, **keys)
    made.write(Path(out) / made.name)
    return made

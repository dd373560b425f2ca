"""Experiments asked for in one line, with the keys of all sections side by side."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.datasets.load import load
from workbench.experiment.analysis import Result
from workbench.experiment.correlation import UNDRAWN, CorrelationSpec
from workbench.experiment.experiment import Experiment
from workbench.experiment.resources import make_resources
from workbench.experiment.spec import Spec


def experiment(data: EvalSet, metrics: Sequence[str], **keys: Any) -> Experiment:
    """Return an experiment; keys of the section ``[correlation]`` go there."""
    inside = {key: value for key, value in keys.items() if key in CorrelationSpec.model_fields}
    others = {key: value for key, value in keys.items() if key not in inside}
    return workbench.Experiment(data, metrics, **({"correlation": inside} if inside else {}), **others)


def correlate(data: EvalSet, metrics: Sequence[str], *, ceiling: bool = False, **keys: Any) -> pd.DataFrame:
    return experiment(data, metrics, **keys, **({"ceiling": {}} if ceiling else {})).records


def score_outputs(data: EvalSet, metrics: Sequence[str], **keys: Any) -> pd.DataFrame:
    made = experiment(data, metrics, **keys)
    return made.scores.frame


_TEST = {
    "against", "pairs", "within", "method", "swap", "statistic", "population", "override", "alternative",
    "correction", "level", "margin", "simultaneous",
}  # fmt: skip


def tested(data: EvalSet, metrics: Sequence[str], **keys: Any) -> Experiment:
    test = {key: keys.pop(key) for key in _TEST & set(keys)}
    if "pairs" not in test:
        test.setdefault("against", "all")
    drawn_apart = test.get("method") == "bootstrap" and keys.get("interval") in UNDRAWN
    if "draws" in keys and (test.get("method", "permutation") == "permutation" or drawn_apart):
        test["draws"] = keys["draws"]
    keys.setdefault("coefficients", ["pearson"])
    return experiment(data, metrics, test=test, **keys)


def compare(data: EvalSet, metrics: Sequence[str], **keys: Any) -> pd.DataFrame:
    return tested(data, metrics, **keys).compare().frame


def rank(data: EvalSet, metrics: Sequence[str], *, confidence: float = 0.95, **keys: Any) -> Result:
    return tested(data, metrics, **keys).rank(confidence=confidence)


def reliability(data: EvalSet, metrics: Sequence[str], **keys: Any) -> pd.DataFrame:
    ceiling = {key: keys.pop(key) for key in ("over", "splits") if key in keys}
    keys.setdefault("coefficients", ["pearson"])
    return experiment(data, metrics, **keys).reliability(**ceiling).frame


def robustness(data: EvalSet, metrics: Sequence[str], **keys: Any) -> pd.DataFrame:
    own = {key: keys.pop(key) for key in ("cut", "steps") if key in keys}
    keys.setdefault("coefficients", ["pearson"])
    return experiment(data, metrics, interval="none", **keys).robustness(**own).frame


def disagreements(data: EvalSet, metrics: Sequence[str], **keys: Any) -> Any:
    own = {key: keys.pop(key) for key in ("criterion", "task", "most") if key in keys}
    return experiment(data, metrics, interval="none", **keys).disagreements(**own)


def simulated(method: str, data: EvalSet, metrics: Sequence[str], **keys: Any) -> pd.DataFrame:
    """Return what `calibrate` or `size_for` says of one or two metrics."""
    scored = ("components", "preprocess", "references", "unscorable", "raters")
    setting = {key: keys.pop(key) for key in scored if key in keys}
    return getattr(experiment(data, metrics, interval="none", **setting), method)(**keys).frame


def of(spec: Spec, data: EvalSet | None = None, **how: Any) -> Experiment:
    """Return the experiment of something asked; `how` is what `make_resources` takes."""
    found = load(spec.data.name, None, spec.data.options) if data is None else data
    return Experiment.of(spec, found, {}, make_resources(**how))


def run(what: str | Path | Spec, *, out: str | Path, **how: Any) -> Experiment:
    """Write the report of an experiment to a folder of its name, as the command does."""
    made = of(what, **how) if isinstance(what, Spec) else workbench.read(what, **how)
    made.write(Path(out) / made.name)
    return made

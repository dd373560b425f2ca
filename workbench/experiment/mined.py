"""The section ``[mined]``: rated outputs as references."""

import pandas as pd

from workbench.datasets.evalset import EvalSet
from workbench.datasets.mined import mine
from workbench.experiment.sections import MinedSpec
from workbench.stats.resampling.streams import stream


def mine_section(spec: MinedSpec | None, data: EvalSet, seed: int, where: str) -> EvalSet:
    """Return the data set that the rest of an experiment is about."""
    if spec is None:
        return data
    rng = stream(seed, "raters of mined references")
    return mine(data, spec, rng, where)


def describe_weights(spec: MinedSpec | None, references: pd.DataFrame) -> str:
    """Say where the weights of references come from; "" where nobody rated the references."""
    if spec is None:
        return "the data set's" if references["weight"].notna().any() else ""
    owner = "ratings that are no judgments"
    if spec.raters == "all":
        owner = "the same ratings as the judgments, unlike in Galley et al. (2015)"
    elif isinstance(spec.raters, list):
        owner = f"ratings of {', '.join(spec.raters)}, who judge nothing"
    elif isinstance(spec.raters, int):
        owner = f"{spec.raters} {'rating' if spec.raters == 1 else 'ratings'} of each, no judgments"
    if spec.judges is not None:
        owner += f"; judges of each: {spec.judges}"
    own = references[(references["made_by"] == "") & ~references["reference"].isin(spec.retire)]
    if len(own) and (own["weight"] == 1).all():
        owner += "; those of the references that the data set has are 1"
    return f"{spec.criterion} of the outputs, {spec.weight}, {owner}"

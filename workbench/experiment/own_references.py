"""Systems whose outputs are references, as people's are: nothing is held against itself."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from workbench.datasets.evalset import EvalSet
from workbench.experiment.chosen_data import restricted
from workbench.experiment.sections import ReferenceSpec
from workbench.experiment.task_data import TaskData
from workbench.metrics.batch import BatchLayout
from workbench.metrics.references import select
from workbench.stats.resampling.streams import stream
from workbench.types import Masks


def without_their_own(
    evalset: EvalSet, tasks: dict[str, TaskData], settings: Iterable[ReferenceSpec], seed: int
) -> tuple[EvalSet, str]:
    """Leave out the outputs whose only chosen references are they themselves.

    They are left out under every setting, so that all cells of a table are about the same systems; the same
    systems' other outputs, and other people's, stay. Where nothing would be left, everything stays.

    Parameters
    ----------
    evalset : EvalSet
    tasks : dict of str to TaskData
    settings : iterable of ReferenceSpec
        Those that some metric uses.
    seed : int
        Of the experiment.

    Returns
    -------
    evalset : EvalSet
    kept : str
        What a caption says of it; "" where nothing was left out.
    """
    asked = list(settings)
    outputs = evalset.outputs
    gone: set[tuple[str, str, str]] = set()
    for task in tasks.values():
        bare = np.zeros(task.layout.n_candidates, bool)
        for setting in asked:
            bare |= _only_own(task, setting, seed)
        rows = task.outputs[bare]
        gone.update(
            (task.name, segment, name) for segment, name in zip(rows["segment"], rows["system"], strict=True)
        )
    if not gone:
        return evalset, ""
    keys = zip(outputs["task"], outputs["segment"], outputs["system"], strict=True)
    stays = np.array([key not in gone for key in keys], bool)
    if not stays.any():
        return evalset, ""
    names = ", ".join(sorted({system for _, _, system in gone}))
    kept = f"outputs that are not their own reference ({stays.sum():,} of {len(outputs):,}; not of {names})"
    return restricted(evalset, outputs[stays]), kept


def _only_own(task: TaskData, setting: ReferenceSpec, seed: int) -> Masks:
    """Tell which candidates have no reference of a setting but would have, were they allowed their own."""
    names = task.references["reference"].tolist()

    def candidates(layout: BatchLayout) -> Masks:
        rng = stream(seed, "references", task.name, setting.select)
        chosen = select(setting.select, layout, names, rng).chosen
        return np.bincount(layout.pair_candidate[chosen], minlength=layout.n_candidates) > 0

    if task.layout.chosen.all():
        return np.zeros(task.layout.n_candidates, bool)
    everybody = replace(task.layout, chosen=np.ones(task.layout.n_pairs, bool))
    return ~candidates(task.layout) & candidates(everybody)

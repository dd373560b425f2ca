"""The section ``[mined]`` of an experiment file, and the same in a notebook."""

from collections.abc import Sequence

from workbench.datasets.evalset import EvalSet
from workbench.datasets.mined import Raters, mine
from workbench.experiment.sections import MinedSpec
from workbench.stats.streams import stream


def mine_references(
    data: EvalSet,
    criterion: str,
    *,
    weight: str,
    raters: Raters = "all",
    keep: bool = True,
    systems: Sequence[str] | None = None,
    retire: Sequence[str] = (),
    seed: int = 0,
) -> EvalSet:
    """Return a data set in which rated outputs are references, each for the other systems.

    Parameters
    ----------
    data : EvalSet
    criterion : str
        Whose ratings become weights.
    weight : str
        From ratings to weights in [-1, 1]: ``likert(low=1, high=5)``, ``penalty(zero=10)`` or
        ``zscore(scale=2)``.
    raters : "all" or "split"
        Whose ratings become weights: all, which then are the judgments, too; or half of those of each output
        (the smaller half, drawn), which are no judgments any more. An output with a single rating keeps it as
        its judgment, and is no reference.
    keep : bool
        Whether the references that the data set has stay; without a weight of their own they count 1.
    systems : sequence of str, optional
        Whose outputs become references; everybody's where nothing is said.
    retire : sequence of str
        Systems that are references from now on and scored no more: people, for instance.
    seed : int
        Of the split.

    Raises
    ------
    SpecError
        Unknown criterion, system or map; a reference that has the name of a system; no output left.

    Examples
    --------
    >>> import workbench
    >>> data = workbench.load("simulated-news")
    >>> mined = mine_references(data, "coverage", weight="likert(low=0, high=1)", keep=False)
    >>> len(mined.references) == len(data.outputs)
    True
    """
    rng = stream(seed, "raters of mined references")
    return mine(data, criterion, weight, raters, keep, systems, retire, rng)


def mine_section(spec: MinedSpec | None, data: EvalSet, seed: int, where: str) -> EvalSet:
    """Return the data set that the rest of an experiment is about."""
    if spec is None:
        return data
    rng = stream(seed, "raters of mined references")
    return mine(
        data, spec.criterion, spec.weight, spec.raters, spec.keep, spec.systems, spec.retire, rng, where
    )


def describe_weights(spec: MinedSpec | None, is_rated: bool) -> str:
    """Say where the weights of references come from; "" where nobody rated the references."""
    if spec is None:
        return "the data set's" if is_rated else ""
    shared = "the same ratings as the judgments, unlike in Galley et al. (2015)"
    owner = shared if spec.raters == "all" else "ratings that are no judgments"
    return f"{spec.criterion} of the outputs, {spec.weight}, {owner}"

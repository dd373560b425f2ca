"""Looking at single segments from a notebook, without files."""

from collections.abc import Sequence
from typing import Literal

from workbench.analyses.disagreements.disagreements import Disagreements, find_disagreements
from workbench.datasets.evalset import EvalSet
from workbench.experiment.notebook.scoring import References, describe_scoring
from workbench.experiment.plan import make_plan
from workbench.experiment.spec import build_experiment
from workbench.experiment.store import Store


def disagreements(
    data: EvalSet,
    metrics: Sequence[str],
    *,
    components: Sequence[str] | None = None,
    preprocess: Sequence[str] | None = None,
    references: References | None = None,
    unscorable: Literal["error", "drop"] = "error",
    criterion: str | None = None,
    raters: str | None = None,
    task: str | None = None,
    most: int = 3,
) -> Disagreements:
    """Show the segments on which two metrics disagree with the judges, and what matches there.

    In a segment, a metric's error is the share of the pairs of systems, of those between which the judges
    decide, that it ranks the other way round; a tie is half an error. Three kinds of segments are shown:
    where the mean error of the two is largest, and where one errs least as against the other. Of each
    segment two outputs stand side by side, those that show it most (`workbench.stats.disagreement`), with
    what each metric matches in the references set off: as many n-grams, words on an LCS or skip-bigrams as
    it counts.

    Parameters
    ----------
    data, metrics, components, preprocess, references, unscorable, raters
        As for `workbench.correlate`; together they name two conditions: two metrics, or one metric in two
        components, preprocessings or reference settings.
    criterion, task : str, optional
        The first where nothing is said.
    most : int
        Segments of each kind, at most.

    Returns
    -------
    Disagreements
        Shows itself in a notebook; ``frame`` has the errors of all segments, ``html()`` and ``write(path)``
        give a page that needs no other file.

    Raises
    ------
    WorkbenchError
        One line for each thing that cannot be done.

    Undefined
    ---------
    A segment in which the judges do not decide between two systems that both metrics score has no error, and
    is not shown.

    Examples
    --------
    >>> import workbench
    >>> data = workbench.simulate(topics=4, systems=5, references=2).evalset
    >>> found = workbench.disagreements(data, ["rouge-2", "bleu"], most=1)
    >>> found.frame[["segment", "n_pairs"]].values.tolist()[:2]
    [['t01', 10], ['t02', 10]]
    """
    content = describe_scoring(data, metrics, components, preprocess, references, unscorable)
    content["data"] |= {"raters": raters}
    content["correlation"] = {"interval": "none"}
    plan = make_plan(build_experiment(content), data)
    return find_disagreements(plan, Store(None), None, criterion, task, most)

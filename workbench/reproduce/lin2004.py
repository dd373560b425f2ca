"""Tables 1 to 3 of Lin 2004, for those who hold the licence of DUC 2001 to 2003."""

from functools import partial

from workbench.datasets.evalset import EvalSet
from workbench.datasets.load import home_of
from workbench.datasets.readers.nist.duc_systems import LIST
from workbench.experiment.experiment import Experiment
from workbench.report.layouts.labels import metric_label
from workbench.report.layouts.lin2004_tables import GROUPS
from workbench.reproduce.recipe import NO_INTERVAL, ComputedCells, Ours, Sources, recipe

_PROFILE = "profile=lin2004-tables"
METRICS = (
    *(f"rouge-{order}({_PROFILE})" for order in range(1, 10)),
    f"rouge-l({_PROFILE})",
    *(f"rouge-{kind}({_PROFILE}{gap})" for kind in ("s", "su") for gap in ("", ", gap=4", ", gap=9")),
    f"rouge-w({_PROFILE}, weight=1.2)",
)
REFERENCES: dict[str, str | tuple[str, str]] = {
    "single": "one",
    "multiple": ("all", "jackknife(over=pooled)"),
}
HOW = (
    "recall of ROUGE as it evidently was (profile lin2004-tables), mean over the summaries that were judged, "
    "with mean coverage; one reference is the model that the judges compared with (in 2001 the original), "
    "several are pooled and jackknifed. The paper does not say which were its 12, 14, 10 and 18 systems: "
    f"here those listed in {LIST} of each year's folder, or all that were judged where there is none"
)
ABSENT = "the data at hand have no such task, or another number of references"


def compute_lin2004(sources: Sources, *, table: str) -> ComputedCells:
    """Compute Pearson's coefficients of 17 measures by task, references, preprocessing and measure."""
    evalset = sources.load(f"duc-{table}", {"peers": _peers(sources, table)})
    cases = ["CASE", "STEM", "STOP"]
    asked = Experiment(
        evalset,
        METRICS,
        components=["recall"],
        preprocess=cases,
        references=REFERENCES,
        correlation=NO_INTERVAL,
    )
    labels = {task: label for group in GROUPS[table] for task, label in group.tasks.items()}
    without_single = {task for group in GROUPS[table] if not group.single for task in group.tasks}
    most = _count_models(evalset)
    cells: ComputedCells = {}
    for row in asked.rows:
        metric, _, preprocess, setting = row.label
        task = row.task.data.name
        if setting == "single" and task in without_single:
            continue
        (judged,) = row.task.judged
        found = row.estimate(judged, "system", "pearson")
        references = "1 REF" if setting == "single" else f"{most[task]} REFS"
        why = f"{found.reason}; the paper prints 0.00 for such cells" if found.reason else ""
        note = f"{len(row.task.data.systems)} systems, {len(row.task.segments)} segments"
        place = (labels[task], references, preprocess, metric_label(metric).measure)
        cells[place] = Ours(found.value, why, note)
    return cells


def _peers(sources: Sources, table: str) -> str:
    """Return listed if each year that the table needs has a list of systems, else all."""
    home = home_of(sources.data)
    years = {task.split()[1] for group in GROUPS[table] for task in group.tasks}
    has_lists = home is not None and all((home / f"duc{year}" / LIST).is_file() for year in years)
    return "listed" if has_lists else "all"


def _count_models(evalset: EvalSet) -> dict[str, int]:
    """Return the largest number of references that a segment of each task has."""
    sizes = evalset.references.groupby(["task", "segment"]).size()
    return {str(task): int(size) for task, size in sizes.groupby("task").max().items()}


for _table in GROUPS:
    recipe(_table, how=HOW, key=("task", "references", "preprocess", "metric"), absent=ABSENT)(
        partial(compute_lin2004, table=_table)
    )

"""One segment on the page of disagreements: two outputs, what three say of them, and all systems."""

import numpy as np

from workbench.analyses.disagreements.views import Viewer, say_weight
from workbench.experiment.judgments import Judged
from workbench.report.segment_page import Case, Preference, Shown, Standing
from workbench.stats.coefficients.noise import round_noise
from workbench.stats.robustness.disagreement import Errors, Outcome, choose_example
from workbench.types import Array

_SAYS = {0.0: "right", 0.5: "tied", 1.0: "wrong"}


def say_percent(share: float) -> str:
    """Return a share as percent, a dash for NaN."""
    return "–" if np.isnan(share) else f"{100 * share:.1f} %"


def lay_case(
    viewers: list[Viewer], judged: Judged, labels: list[str], errors: Errors, kind: Outcome, number: int
) -> Case:
    """Return what is shown of a segment, by its number among the kept ones.

    Parameters
    ----------
    viewers, labels
        Of the two metrics.
    judged, errors
        The judgments, and the errors of the metrics against them.
    kind
        What the segment is to show; it decides which two systems are shown.
    """
    rows = [viewer.row for viewer in viewers]
    task = rows[0].task
    data = task.data
    metrics = np.stack([row.segments[:, number] for row in rows])
    human = judged.scores[:, number]
    example = choose_example(metrics, human, kind)
    pair = example.better, example.worse
    segment = int(np.flatnonzero(task.kept)[number])
    sign = -1.0 if judged.direction == "lower" else 1.0
    scores = np.stack([sign * human, *(row.scored.segments[row.component][:, segment] for row in rows)])
    names = [f"judges ({judged.criterion})", *labels]
    says = ["", *(_SAYS[error] for error in example.errors)]
    verdicts = [
        Preference(name, float(own[pair[0]]), float(own[pair[1]]), each)
        for name, own, each in zip(names, scores, says, strict=True)
    ]
    wrong = [
        f"{label} {say_percent(float(value))}"
        for label, value in zip(labels, errors.values[:, number], strict=True)
    ]
    has_texts = viewers[0].plan.evalset.card.texts
    views = [
        viewer.view(pair, segment, label) for viewer, label in zip(viewers, labels, strict=True) if has_texts
    ]
    return Case(
        task.segments[number],
        data.systems[pair[0]],
        data.systems[pair[1]],
        f"Of all {int(errors.pairs[number]):,} pairs of systems that the judges tell apart here, ranked "
        f"wrongly: {', '.join(wrong)}.",
        verdicts,
        _standings(data.systems, pair, scores, np.stack([human, *metrics])),
        [_output(viewers[0], system, segment) for system in pair] if has_texts else [],
        _references(viewers, pair, segment) if has_texts else [],
        views,
    )


def _standings(systems: list[str], pair: tuple[int, int], scores: Array, better: Array) -> list[Standing]:
    """Return all systems that have any score, in the order of the judges; `better` are scores to rank by."""
    ranks = np.array([_ranks(row) for row in round_noise(better)])
    order = np.lexsort((np.arange(len(systems)), np.where(ranks[0] > 0, ranks[0], len(systems) + 1)))
    roles = {pair[0]: "preferred", pair[1]: "not preferred"}
    return [
        Standing(systems[at], roles.get(at, ""), ranks[:, at].tolist(), scores[:, at].tolist())
        for at in order.tolist()
        if ranks[:, at].any()
    ]


def _ranks(values: Array) -> list[int]:
    """Return 1 for the best and all that tie with it; 0 for no value."""
    return [0 if np.isnan(value) else 1 + int((values > value).sum()) for value in values]


def _output(viewer: Viewer, system: int, segment: int) -> Shown:
    data = viewer.row.task.data
    text = data.outputs["text"].iloc[viewer.candidate_at(system, segment)]
    return Shown(data.systems[system], "as written", text.split("\n") if text else [])


def _references(viewers: list[Viewer], pair: tuple[int, int], segment: int) -> list[Shown]:
    """Return every reference that one of the metrics holds one of the two outputs against."""
    references = viewers[0].row.task.data.references
    used = {
        reference
        for viewer in viewers
        for system in pair
        for reference in viewer.references_of(viewer.candidate_at(system, segment))
    }
    shown = {}
    for at in sorted(used):
        row = references.iloc[at]
        about = "" if np.isnan(row["weight"]) else say_weight(row["weight"])
        text = str(row["text"])
        shown[row["reference"], text] = Shown(row["reference"], about, text.split("\n") if text else [])
    return list(shown.values())

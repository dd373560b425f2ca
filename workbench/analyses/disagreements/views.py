"""Two outputs of a segment as a metric reads them, with what matches in their references set off."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from workbench.errors import plural
from workbench.experiment.count import Counted
from workbench.experiment.plan import Plan
from workbench.experiment.rows import Row
from workbench.metrics.base import Counts, Metric
from workbench.metrics.batch import BatchLayout
from workbench.metrics.function import FunctionMetric
from workbench.metrics.matches import (
    MatchKind,
    SplitText,
    Unit,
    find_matches,
    kinds,
    read_text,
    says_matches,
    sentences_of,
)
from workbench.report.highlight import MarkedMatch, highlight
from workbench.report.segment_page import Against, Lines, MetricView, Reading
from workbench.text.corpus import Corpus
from workbench.text.preprocess import get_preprocess
from workbench.types import Integers

MOST_REFERENCES = 4
"""More are not set out; those that a candidate has most in common with are."""


@dataclass(frozen=True, eq=False)
class Viewer:
    """Shows outputs as one row of the table reads them."""

    plan: Plan
    counted: Counted
    row: Row

    @property
    def _metric(self) -> Metric:
        return self.row.scored.condition.metric

    @cached_property
    def _kinds(self) -> tuple[MatchKind, ...]:
        return kinds(self._metric)

    @cached_property
    def _rows(self) -> Counts:
        return self.counted.rows(self.row.scored.condition.count_task)

    def candidate_at(self, system: int, segment: int) -> int:
        """Return the number of the output of a system on a segment, both as the task numbers them."""
        data = self.row.task.data
        return int(np.flatnonzero((data.system_of == system) & (data.segment_of == segment))[0])

    def references_of(self, candidate: int) -> list[int]:
        """Return the references that a candidate is held against."""
        return [int(reference) for reference in self._pairs_of(candidate)[1]]

    def view(self, systems: tuple[int, int], segment: int, label: str) -> MetricView:
        """Return how the metric reads two outputs of a segment."""
        condition = self.row.scored.condition
        read = self._metric.prepares(condition.preprocess)
        how = f"as it reads them ({read})"
        if not self._kinds:
            return MetricView(label, "", f"What {self._metric.name} matches cannot be shown.", [])
        note = ""
        if (
            self._is_joint
            and not self._is_own
            and len(self.references_of(self.candidate_at(systems[0], segment))) > 1
        ):
            note = "What is in several references stands with the first one that it is counted from."
        candidates = [self.candidate_at(system, segment) for system in systems]
        if not all(says_matches(self._metric, *self._texts(each, read)) for each in candidates):
            what = f"What {self._metric.name} matches is not known"
            hint = "its function may return workbench.Matched(score, matches)"
            return MetricView(label, "", f"{what}: {hint}.", [])
        opened = self._most_in_common(candidates)
        readings = [self._read(candidate, read, opened) for candidate in candidates]
        return MetricView(label, how, note, readings)

    def _most_in_common(self, candidates: list[int]) -> str:
        """Return the name of the reference that two outputs score best against, of those that both meet."""
        if self._is_joint:
            return ""
        values: dict[str, list[float]] = {}
        for candidate in candidates:
            pairs, references = self._pairs_of(candidate)
            for reference, value in zip(references, self._ranks(pairs), strict=True):
                values.setdefault(self._name(int(reference)), []).append(float(value))
        most = max(map(len, values.values()), default=0)
        shared = {name: sum(each) for name, each in values.items() if len(each) == most}
        return max(shared, key=shared.__getitem__, default="")

    def _pairs_of(self, candidate: int) -> tuple[Integers, Integers]:
        """Return the chosen pairs of a candidate, and their references."""
        pairs = np.flatnonzero(self._layout.chosen & (self._layout.pair_candidate == candidate))
        return pairs, self._layout.pair_reference[pairs]

    def _ranks(self, pairs: Integers) -> NDArray[np.float64]:
        """Return what decides which of several references is the best one."""
        return self._metric.rank(self._rows[pairs])

    @cached_property
    def _layout(self) -> BatchLayout:
        condition = self.row.scored.condition
        return self.plan.layouts[condition.references.name, condition.task]

    @property
    def _is_own(self) -> bool:
        """Whether the metric is a function, which says itself what it matches."""
        return isinstance(self._metric.counter, FunctionMetric)

    @property
    def _is_joint(self) -> bool:
        """Whether a candidate is counted under all its references at once."""
        return self._metric.counter.rows == "candidate"

    def _texts(self, candidate: int, preprocess: str) -> tuple[SplitText, list[SplitText]]:
        """Return an output and its references as the metric reads them."""
        data, (_, references) = self.row.task.data, self._pairs_of(candidate)
        texts = [data.outputs["text"].iloc[candidate], *data.references["text"].iloc[references]]
        encoded = Corpus(texts).encode(get_preprocess(preprocess))
        ours, *theirs = (read_text(encoded, number) for number in range(len(texts)))
        return ours, theirs

    def _read(self, candidate: int, preprocess: str, opened: str) -> Reading:
        """Return one output against its references; the one of that name is set out first thing."""
        data, metric, layout = self.row.task.data, self._metric, self._layout
        pairs, references = self._pairs_of(candidate)
        ours, theirs = self._texts(candidate, preprocess)
        units = find_matches(metric, ours, theirs, layout.weights[references].tolist())
        if self._is_joint:
            order = np.argsort([-sum(map(_weight, each)) for each in units], kind="stable")
        else:
            order = np.argsort(-self._ranks(pairs), kind="stable")
        names = [self._name(int(reference)) for reference in references]
        first = names.index(opened) if opened in names else int(order[0])
        shown = sorted([first, *(at for at in order.tolist() if at != first)][:MOST_REFERENCES])
        against = []
        for number in shown:
            own = units[number]
            counts = self._say_units(own) if self._is_joint else self._say_counts(self._rows[pairs[number]])
            if self._takes_best and number == order[0]:
                counts = f"{counts}; the best one, which is the score"
            against.append(
                Against(
                    names[number],
                    counts,
                    None if self._is_joint else self._lines(ours, own, "candidate"),
                    self._lines(theirs[number], own, "reference"),
                    number == first,
                )
            )
        together = [unit for each in units for unit in each]
        return Reading(
            data.systems[data.system_of[candidate]],
            float(self._scores[data.system_of[candidate], data.segment_of[candidate]]),
            self._say_together(self._rows[candidate], together) if self._is_joint else "",
            self._lines(ours, together, "candidate") if self._is_joint else None,
            against,
            len(units) - len(shown),
        )

    @property
    def _scores(self) -> NDArray[np.float64]:
        return self.row.scored.segments[self.row.component]

    @property
    def _takes_best(self) -> bool:
        """Whether one of several references is the score."""
        return not self._is_joint and self.row.scored.condition.references.combine == "best"

    def _name(self, reference: int) -> str:
        references = self.row.task.data.references
        name, weight = references["reference"].iloc[reference], references["weight"].iloc[reference]
        if np.isnan(weight):
            return str(name)
        return f"{name} ({say_weight(float(self._layout.weights[reference]))})"

    def _lines(self, text: SplitText, units: list[Unit], side: str) -> Lines:
        marks = [
            MarkedMatch(noun, tuple(sorted(getattr(unit, side))), unit.value, noun != "skip-bigram")
            for unit in units
            for noun in [self._kinds[unit.kind].noun]
        ]
        return highlight(sentences_of(self._metric, text), marks)

    def _say_counts(self, row: NDArray[np.float64]) -> str:
        """Return the metric's own counts: what matches, of how much."""
        said = []
        for kind in self._kinds:
            of = f"of {row[kind.candidate]:,.4g}"
            if kind.reference >= 0:
                of = f"{of} in the candidate, of {row[kind.reference]:,.4g} in the reference"
            said.append(f"{row[kind.match]:,.4g} {of} ({plural(kind.noun, 2)[2:]})")
        return ", ".join(said)

    def _say_together(self, row: NDArray[np.float64], units: list[Unit]) -> str:
        """Return what a candidate has under all references; what a function returns are no counts."""
        return self._say_units(units) if self._is_own else self._say_counts(row)

    def _say_units(self, units: list[Unit]) -> str:
        """Return how many matches there are of each kind."""
        numbers = [sum(unit.kind == kind for unit in units) for kind in range(len(self._kinds))]
        said = [plural(kind.noun, n) for kind, n in zip(self._kinds, numbers, strict=True) if n]
        return ", ".join(said) or "nothing counted from it"


def say_weight(weight: float) -> str:
    """Return the weight of a reference in words.

    Examples
    --------
    >>> say_weight(-0.5)
    'weight −0.5'
    """
    return f"weight {weight:.2g}".replace("-", "−")


def _weight(unit: Unit) -> float:
    """Return how much a match counts in the choice of the references that are set out."""
    return abs(unit.value)

"""Scores of systems that come in families, of one task or of all tasks together."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from workbench.analyses.families.section import FamiliesSpec
from workbench.experiment.plan import Plan
from workbench.experiment.rows import Row
from workbench.stats.coefficients.noise import round_noise
from workbench.stats.coefficients.plain import MIN_SYSTEMS
from workbench.stats.resampling.system_families import FamilyScores
from workbench.types import Record


class FamilyPart(NamedTuple):
    """Rows of one task, or the same rows of all tasks.

    Attributes
    ----------
    rows : list of list of Row
        Of each row of the table one of each task.
    criterion : str
    """

    rows: list[list[Row]]
    criterion: str

    def scores(self, settings: FamiliesSpec) -> tuple[list[FamilyScores], int]:
        """Return the scores of systems that all rows have and people judged, and how many families they make.

        A task with fewer than 3 of them is left out.
        """
        tasks, numbers = list[FamilyScores](), dict[tuple[str, str], int]()
        for of_task in zip(*self.rows, strict=True):
            task = of_task[0].task
            judged = next(each for each in task.judged if each.criterion == self.criterion)
            x, z = np.stack([row.facing(judged).systems for row in of_task]), judged.systems
            there = ~np.isnan(z) & ~np.isnan(x).any(axis=0)
            if there.sum() < MIN_SYSTEMS:
                continue
            names = np.array(task.data.systems, object)[there]
            families = [
                (task.data.name, "") if settings.of == "task" else settings.family(each) for each in names
            ]
            family = np.array([numbers.setdefault(each, len(numbers)) for each in families])
            tasks.append(FamilyScores(round_noise(x[:, there]), round_noise(z[there]), family))
        return tasks, len(numbers)

    def facts(self, plan: Plan, number: int) -> Record:
        """Return what a record says of a row."""
        of_tasks = self.rows[number]
        one: Record = {} if len(of_tasks) == 1 else {"task": ""}
        about: Record = {"criterion": self.criterion, "seed": str(plan.spec.seed)}
        return {**of_tasks[0].facts(plan), **one, **about}


def with_coefficient(tasks: Sequence[FamilyScores], n_families: int) -> tuple[list[FamilyScores], int]:
    """Return the tasks in which neither scores nor judgments are constant, and how many families they have.

    A mean of coefficients rests on these. Where there is none they are returned as they are.

    Examples
    --------
    >>> z, family = np.array([1.0, 2.0, 4.0]), np.array([0, 1, 1])
    >>> flat = FamilyScores(np.ones((1, 3)), z, family)
    >>> found, number = with_coefficient([flat, FamilyScores(z[np.newaxis], z, family + 1)], 3)
    >>> [each.family.tolist() for each in found], number
    ([[0, 1, 1]], 2)
    """
    kept = [each for each in tasks if (np.ptp(each.x, axis=1) > 0).all() and np.ptp(each.z) > 0]
    if not kept:
        return list(tasks), n_families
    there, numbers = np.unique(np.concatenate([each.family for each in kept]), return_inverse=True)
    ends = np.cumsum([len(each.z) for each in kept])[:-1]
    families = np.split(numbers, ends)
    return [each._replace(family=mine) for each, mine in zip(kept, families, strict=True)], len(there)


def family_parts(plan: Plan, rows: Sequence[Row], settings: FamiliesSpec) -> Iterator[FamilyPart]:
    """Yield the rows of each task, then those of all tasks together where there are several."""
    of_task: dict[str, dict[tuple[str, ...], Row]] = {}
    for row in rows:
        of_task.setdefault(row.task.data.name, {})[row.label] = row
    each = list(of_task.values())
    parts = [] if settings.of == "task" else [[[row] for row in mine.values()] for mine in each]
    if len(each) > 1:
        shared = [label for label in each[0] if all(label in mine for mine in each)]
        parts.append([[mine[label] for mine in each] for label in shared])
    for part in parts:
        yield from (FamilyPart(part, criterion) for criterion in plan.criteria if part)

"""What experiments are computed with, and what they share: none of it changes a number."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from workbench.cluster import Workers, executor_of
from workbench.errors import path_of
from workbench.executor import Executor, one_blas_thread
from workbench.experiment.store import Store
from workbench.schema import release_unused

T = TypeVar("T")


@dataclass(frozen=True)
class Resources:
    """What an experiment is computed with, none of which changes a number.

    Attributes
    ----------
    store : Store
        Counts and scores that were made before.
    executor : Executor
    steps : dict
        Plans, counts, scores and rows of the experiments that were made of one another by `replace`.
    """

    store: Store
    executor: Executor
    steps: dict[tuple[object, ...], Any] = field(default_factory=dict)

    def once(self, key: tuple[object, ...], make: Callable[[], T]) -> T:
        """Return what was made under the key, or make it."""
        if key not in self.steps:
            # one BLAS thread: several would fight over the cores, and sums would depend on their number
            with one_blas_thread():
                self.steps[key] = make()
            release_unused()
        made: T = self.steps[key]
        return made


def make_resources(
    workers: Workers = 1, cache: str | Path | None = None, progress: bool | None = None
) -> Resources:
    """Return what an experiment is computed with."""
    shown = progress if progress is not None else sys.stderr.isatty() or "ipykernel" in sys.modules
    return Resources(Store(None if cache is None else path_of(cache, "cache")), executor_of(workers, shown))

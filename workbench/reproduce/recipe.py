"""What it takes to compute a published table again: which data, how, and which differences are explained."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from workbench.datasets.card import get_card
from workbench.datasets.evalset import EvalSet
from workbench.datasets.load import folder_of, home_of, load, missing
from workbench.errors import MissingDataError, Problem
from workbench.registry import Registry
from workbench.report.difference import CellPlace, rounds_to


class Ours(NamedTuple):
    """Our number for a cell, not rounded.

    Attributes
    ----------
    value : float
        NaN where there is none.
    why : str
        Why it is another one than is printed, or why there is none; it is kept only where that is the case.
    note : str
        What is printed beside the number in any case.
    low, high : float
        What the number may become without that reason: a printed one outside is not explained by it.
    """

    value: float
    why: str = ""
    note: str = ""
    low: float = -math.inf
    high: float = math.inf

    def explain(self, printed: str) -> str:
        """Return why it is not the printed number; "" where the reason does not explain that.

        Examples
        --------
        >>> ours = Ours(0.5, "a system is missing", low=0.4, high=0.6)
        >>> ours.explain("0.41"), ours.explain("0.39")
        ('a system is missing', '')
        """
        nearest = min(max(float(printed), self.low), self.high)
        return self.why if rounds_to(nearest, printed) else ""


ComputedCells = dict[CellPlace, Ours]
NO_INTERVAL = {"interval": "none"}
"""What a section ``[correlation]`` says where only coefficients are needed."""


@dataclass(frozen=True)
class Sources:
    """The folder of the data sets; what was loaded once is kept."""

    data: str | Path | None = None
    _loaded: dict[tuple[str, ...], EvalSet] = field(default_factory=dict, compare=False)

    def load(self, name: str, options: Mapping[str, str] | None = None) -> EvalSet:
        """Load a data set, as `workbench.load` does."""
        chosen = dict(options or {})
        key = (name, *(f"{option}={value}" for option, value in sorted(chosen.items())))
        if key not in self._loaded:
            self._loaded[key] = load(name, self.data, chosen)
        return self._loaded[key]

    def file(self, name: str, path: str) -> Path:
        """Return the path of a file in the folder of a data set.

        Raises
        ------
        MissingDataError
            If it is not there.
        """
        home = home_of(self.data)
        card = get_card(name, home)
        found = folder_of(card, home) / path
        if home is None or not found.is_file():
            problems = [Problem(name, f"not found: {path if home is None else found}")]
            how = f"how to get it: {card.instructions}"
            if path not in (file.path for file in card.files):
                how += f"; {path} goes with them"
            raise MissingDataError(*problems, Problem(name, how))
        return found


class _IsThere(Exception):  # noqa: N818 - it is good news
    """What was asked for first is there."""


@dataclass(frozen=True)
class _FirstSource(Sources):
    """Looks whether the first thing that a recipe asks for is there, and gives nothing."""

    def load(self, name: str, options: Mapping[str, str] | None = None) -> EvalSet:
        """Raise `MissingDataError` where files of the data set are missing, else `_IsThere`."""
        if missing(name, self.data):
            raise MissingDataError(Problem(name, "its files are not there"))
        raise _IsThere

    def file(self, name: str, path: str) -> Path:
        """Raise `MissingDataError` where the file is missing, else `_IsThere`."""
        super().file(name, path)
        raise _IsThere


@dataclass(frozen=True)
class Recipe:
    """The computation behind a published table.

    Attributes
    ----------
    table : str
        Name of the published table.
    way : str
        What the numbers are computed from, where there are several ways to the same table.
    how : str
        The computation in words.
    key : tuple of str
        The columns of `schema.PUBLISHED` whose values are the place of a cell.
    absent : str
        Why the cells that `compute` does not return are not computable.
    compute : callable
        From `Sources` to our numbers by place. It sees no printed number.
    """

    table: str
    way: str
    how: str
    key: tuple[str, ...]
    absent: str
    compute: Callable[[Sources], ComputedCells]

    @property
    def name(self) -> str:
        """The table, and the way to it."""
        return f"{self.table} from {self.way}" if self.way else self.table

    def lacks(self, data: str | Path | None = None) -> str:
        """Return the data set that it lacks, "" where it can be computed with the data at hand.

        Parameters
        ----------
        data : path, optional
            Folder of the data sets; else the environment variable WORKBENCH_DATA.
        """
        try:
            self.compute(_FirstSource(data))
        except MissingDataError as error:
            return error.problems[-1].where
        except _IsThere:
            return ""
        return ""


REPRODUCTIONS: Registry[Recipe] = Registry("reproduction")


def recipe(
    table: str, *, how: str, key: tuple[str, ...], way: str = "", absent: str = ""
) -> Callable[[Callable[[Sources], ComputedCells]], Callable[[Sources], ComputedCells]]:
    """Decorate the computation behind a published table; see `Recipe`."""

    def enter(compute: Callable[[Sources], ComputedCells]) -> Callable[[Sources], ComputedCells]:
        made = Recipe(table, way, how, key, absent, compute)
        REPRODUCTIONS(made.name)(made)
        return compute

    return enter

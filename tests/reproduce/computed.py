"""What several tests look at is computed once a process."""

from functools import cache
from pathlib import Path

from workbench.report.published import read_published
from workbench.reproduce import REPRODUCTIONS
from workbench.reproduce.recipe import ComputedCells, Sources
from workbench.reproduce.run import Reproduction, compare_table


@cache
def sources(shared: Path) -> Sources:
    return Sources(shared / "data")


@cache
def compute(shared: Path, name: str) -> ComputedCells:
    """Return our numbers of a reproduction."""
    return REPRODUCTIONS.get(name).compute(sources(shared))


@cache
def reproduce(shared: Path, name: str) -> Reproduction:
    recipe = REPRODUCTIONS.get(name)
    return compare_table(recipe, compute(shared, name), read_published(recipe.table).cells)


def unequal(shared: Path, name: str, *columns: str) -> list[tuple[str, ...]]:
    """Return these columns of the cells whose number is another than is printed."""
    cells = reproduce(shared, name).cells
    cells = cells[cells["verdict"].isin(["within 0.01", "different"])]
    return list(cells[list(columns)].itertuples(index=False, name=None))

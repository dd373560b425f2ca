"""Computing published tables again, and holding our numbers against the printed ones."""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from workbench.errors import MissingDataError, Problem, SpecError
from workbench.executor import Executor, one_blas_thread
from workbench.report.difference import Comparison, compare
from workbench.report.page.scoreboard import lay_scoreboard, render_scoreboard
from workbench.report.published import describe_published, list_published, read_published
from workbench.report.reproduction import Line, show_cells, show_scoreboard
from workbench.report.table import Cell
from workbench.reproduce import REPRODUCTIONS
from workbench.reproduce.recipe import ComputedCells, Recipe, Sources
from workbench.reproduce.unavailable import why_unavailable
from workbench.schema import PUBLISHED, REPRODUCED


@dataclass(frozen=True, eq=False)
class Reproduction:
    """A published table computed again.

    Attributes
    ----------
    recipe : Recipe
    cells : DataFrame
        One row a printed number, columns of `schema.REPRODUCED`; empty where data are missing.
    comparison : Comparison
    missing : tuple of Problem
        What is not there, and how to get it.
    """

    recipe: Recipe
    cells: pd.DataFrame
    comparison: Comparison
    missing: tuple[Problem, ...] = ()

    def text(self) -> str:
        """Return all cells, ours beside theirs, and the summary."""
        what = describe_published(self.recipe.table)
        head = f"{what.source}: {what.title}"
        if self.recipe.way:
            head += f" (from {self.recipe.way})"
        return "\n".join(
            [head, f"Ours: {self.recipe.how}", "", show_cells(self.cells), "", self.comparison.summary]
        )

    @property
    def line(self) -> Line:
        """Its line of the scoreboard."""
        unequal = self.cells[self.cells["verdict"] != "equal"]
        # from there on it is said how to get them; what comes before names places of this machine
        said = [each.what for each in self.missing]
        first = next((n for n, what in enumerate(said) if what.startswith("how to get it: ")), -1)
        where = [self.missing[-1].where] if self.missing and self.missing[-1].where else []
        return Line(
            name=self.recipe.name,
            source=describe_published(self.recipe.table).source,
            how=self.recipe.how,
            n_cells=len(self.comparison.rows),
            verdicts=dict(Counter(self.cells["verdict"])),
            largest=float(self.cells["difference"].abs().max()),
            reasons=dict(Counter(unequal["why"])),
            missing=": ".join([*where, " ".join(said[first:])]),
        )


def list_reproductions(data: str | Path | None = None, names: Collection[str] | None = None) -> list[str]:
    """Return the tables that can be computed, with their sources and what they lack, a line each.

    Parameters
    ----------
    data : path, optional
        Folder of the data sets; else the environment variable WORKBENCH_DATA.
    names : collection of str, optional
        Tables that are listed; all where nothing is said.
    """
    known = sorted({REPRODUCTIONS.get(name).table for name in REPRODUCTIONS})
    return [
        f"{name}: {describe_published(name).source} ({how_computable(name, data)})"
        for name in known
        if names is None or name in names
    ]


def how_computable(table: str, data: str | Path | None = None) -> str:
    """Say whether a published table can be computed with the data at hand, and else what is lacking."""
    recipes = [each for name in REPRODUCTIONS if (each := REPRODUCTIONS.get(name)).table == table]
    if not recipes:
        return f"cannot be computed: {why_unavailable(table)}"
    lacking = [each.lacks(data) for each in recipes]
    return "data at hand" if "" in lacking else f"data missing: {', '.join(dict.fromkeys(lacking))}"


def recipes_of(table: str) -> list[Recipe]:
    """Return the ways to a published table.

    Raises
    ------
    SpecError
        If there is no such table, or it cannot be computed from public data: why.
    """
    describe_published(table)
    found = [REPRODUCTIONS.get(name) for name in sorted(REPRODUCTIONS)]
    found = [each for each in found if each.table == table]
    if not found:
        hint = "`workbench reproduce` lists those that can be computed"
        raise SpecError(Problem(table, f"cannot be computed here: {why_unavailable(table)}", hint=hint))
    return found


def reproduce_table(table: str, data: str | Path | None = None) -> list[Reproduction]:
    """Compute a published table again, once for each way to it.

    Parameters
    ----------
    table : str
        Its name; `workbench table` lists them.
    data : path, optional
        Folder of the data sets; else the environment variable WORKBENCH_DATA.

    Raises
    ------
    SpecError
        If there is no such table, or it cannot be computed from public data.
    MissingDataError
        If data are not there: which, and how to get them.
    """
    sources = Sources(data)
    return [run_recipe(each, sources) for each in recipes_of(table)]


def run_recipe(recipe: Recipe, sources: Sources) -> Reproduction:
    """Compute a table in one way and compare it with what is printed."""
    with one_blas_thread():
        ours = recipe.compute(sources)
    return compare_table(recipe, ours, read_published(recipe.table).cells)


def compare_table(recipe: Recipe, ours: ComputedCells, printed: pd.DataFrame) -> Reproduction:
    """Hold our numbers against printed ones.

    Parameters
    ----------
    recipe : Recipe
    ours : mapping of place to Ours
    printed : DataFrame
        Columns of `schema.PUBLISHED`.

    Raises
    ------
    SpecError
        If two printed numbers have the same place.
    """
    places = list(printed[list(recipe.key)].itertuples(index=False, name=None))
    theirs = dict(zip(places, printed["value"], strict=True))
    if len(theirs) < len(places):
        raise SpecError(Problem(recipe.name, f"{', '.join(recipe.key)} do not tell its cells apart"))
    # the reason of a defined cell is not looked at
    cells = {place: Cell(each.value, reason=each.why or "undefined") for place, each in ours.items()}
    comparison = compare(cells, theirs)
    rows = []
    for row, source in zip(comparison.rows, printed.to_dict("records"), strict=True):
        mine = ours.get(row.place)
        why = recipe.absent if mine is None else mine.explain(row.theirs)
        rows.append(
            {
                **{name: source[name] for name in PUBLISHED.key},
                "way": recipe.way,
                "ours": row.ours,
                "theirs": row.theirs,
                "difference": row.difference,
                "verdict": row.verdict,
                "why": "" if row.verdict == "equal" else why,
                "note": "" if mine is None else mine.note,
            }
        )
    return Reproduction(recipe, REPRODUCED.build(rows), comparison)


def reproduce_all(
    data: str | Path | None, executor: Executor, names: Collection[str] | None = None
) -> Iterator[Reproduction]:
    """Compute all tables that can be computed, or those named; what is missing is said and is no error."""
    sources = Sources(data)

    def reproduce(each: Recipe) -> Reproduction:
        try:
            return run_recipe(each, sources)
        except MissingDataError as error:
            return Reproduction(each, REPRODUCED.build([]), Comparison((), 0), error.problems)

    recipes = [REPRODUCTIONS.get(name) for name in sorted(REPRODUCTIONS)]
    chosen = [each for each in recipes if names is None or each.table in names]
    return executor.map(reproduce, chosen, "reproducing")


def scoreboard(reproductions: list[Reproduction], names: Collection[str] | None = None) -> str:
    """Return the scoreboard as Markdown: a line for each way to a table, and what was not tried.

    With `names` only of these tables.
    """
    return show_scoreboard([each.line for each in reproductions], _others(reproductions, names))


def _others(reproductions: list[Reproduction], names: Collection[str] | None) -> list[tuple[str, str, str]]:
    """Return name, source and reason of the tables that were not tried."""
    tried = {each.recipe.table for each in reproductions}
    return [
        (each.name, each.source, why_unavailable(each.name))
        for each in list_published()
        if each.name not in tried and (names is None or each.name in names)
    ]


def reproduction_files(
    reproductions: list[Reproduction], names: Collection[str] | None = None
) -> dict[str, bytes]:
    """Return the files of a report: ``scoreboard.md``, its page, and a CSV file for each way to a table."""
    board = lay_scoreboard([(each.line, each.cells) for each in reproductions], _others(reproductions, names))
    files = {
        "scoreboard.md": scoreboard(reproductions, names).encode(),
        "index.html": render_scoreboard(board).encode(),
    }
    for each in reproductions:
        if not each.missing:
            name = each.recipe.name.replace(" ", "-")
            content = each.cells.to_csv(index=False, lineterminator="\n", float_format="%.10g")
            files[f"{name}.csv"] = content.encode()
    return files

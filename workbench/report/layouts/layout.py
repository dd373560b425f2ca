"""What a layout is: which columns of the records make the panels, rows and columns of a table, and how."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from workbench.errors import Problem, SpecError, suggest
from workbench.registry import Registry
from workbench.schema import RECORDS

HEADINGS = {
    "preprocess": "preprocessing",
    "block_size": "segments of a block",
    "n_systems": "systems",
}
"""What a header level is called where that is not the name of its column."""
_SETTINGS = {("references", "preprocess"): "column", ("references",): "references", (): "table"}


_COLUMNS = (*RECORDS.names, "own")
"""What panels, rows and columns may be told apart by: of records, and a metric's own preprocessing."""
_FIRST = ("metric", "component")


@dataclass(frozen=True)
class TaskGroup:
    """A part of a printed table: its tasks stand side by side.

    Parameters
    ----------
    title : str
        In the paper; empty for none.
    tasks : mapping of str to str
        The tasks as the data set calls them, in the paper's order, to what the paper calls them.
    single : bool
        Whether the paper has columns for a single reference there.
    """

    title: str
    tasks: Mapping[str, str]
    single: bool = True


@dataclass(frozen=True)
class TableLayout:
    """A layout of correlation tables: `lay_out` does what it says.

    Columns of the records are named as in `schema.RECORDS`; "coefficient" stands for the coefficient and what
    it holds constant. Those of panels, rows and columns together tell all records of metrics apart.

    Parameters
    ----------
    panel, row, column : tuple of str
        What tells panels, rows and columns apart; rows begin with metric and component.
    corner : str
        What the row labels are.
    orders : mapping of str to sequence of str
        The order of what such a column holds, for metrics that of their labels; other values follow as they
        come.
    always : tuple of str
        Those of `row` that a label names in any case; others only where a metric has several.
    counts_systems : bool
        Whether the innermost level of the header is the number of systems.
    marks : tuple of str
        What sets cells off, the first that there is: "standing" is what a test against the best says, "shade"
        the shading after Lin, "highest" the highest value alone.
    digits : int
        Decimals that are printed where nothing is said.
    intervals : bool
        Whether intervals are printed where nothing is said.
    fits : bool
        Whether it is fitted to the records first (`fit`): then a column `own` holds the preprocessing that a
        metric has of its own, what all records share has no column, and what is too wide becomes panels.
    groups : tuple of TaskGroup
        The parts of a printed table. Then reference settings are called by how many references they have, and
        measures without what all of them share; records of other tasks keep their names.
    """

    panel: tuple[str, ...]
    row: tuple[str, ...]
    column: tuple[str, ...]
    corner: str = "Metric"
    orders: Mapping[str, Sequence[str]] = field(default_factory=dict)
    always: tuple[str, ...] = ()
    counts_systems: bool = False
    marks: tuple[str, ...] = ("standing", "highest")
    digits: int = 2
    intervals: bool = False
    fits: bool = False
    groups: tuple[TaskGroup, ...] = ()

    def __post_init__(self) -> None:
        """Refuse columns that records do not have, and rows that do not begin with metric and component."""
        for name in ("panel", "row", "column"):
            said: object = getattr(self, name)
            where = f"TableLayout: {name}"
            if not isinstance(said, tuple | list):
                raise SpecError(Problem(where, "is a tuple of columns of records", said, f"({said!r},)"))
            for column in said:
                if column not in _COLUMNS:
                    raise SpecError(
                        Problem(
                            where, "records have no such column", column, hint=suggest(str(column), _COLUMNS)
                        )
                    )
        if tuple(self.row[:2]) != _FIRST:
            what = "begins with metric and component, each of which is a row"
            raise SpecError(
                Problem("TableLayout: row", what, self.row, f"{_FIRST} and what else tells rows apart")
            )

    @property
    def header_names(self) -> tuple[str, ...]:
        """What each level of the header is."""
        levels = (*self.column, "n_systems") if self.counts_systems else self.column
        return tuple(HEADINGS.get(name, name) for name in levels)

    @property
    def within(self) -> str:
        """What one of its columns shares, in the words of the section ``[shading]``.

        Examples
        --------
        >>> TableLayout(("task",), ("metric", "component"), ("references", "preprocess")).within
        'column'
        """
        apart = {*self.panel, *self.column}
        return _SETTINGS.get(tuple(name for name in ("references", "preprocess") if name in apart), "")


LAYOUTS: Registry[TableLayout] = Registry("table layout")

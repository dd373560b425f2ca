"""Data sets from frames: `workbench.data`."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, get_args

from workbench.datasets.mapping.column_map import ColumnMap
from workbench.errors import Problem, SpecError, suggest
from workbench.generated import field_help, field_parameters, options_given

if TYPE_CHECKING:
    import pandas as pd

    from workbench.datasets.evalset import EvalSet

Named = str | Sequence[str] | Mapping[str, str]
"""A column, several, or several under other names."""
OnUnmatched = Literal["error", "drop"]
PLACES = ("text", "references", "segment", "system", "criteria")
"""Columns that need no name in a call."""


def _with_columns(call: Callable[..., "EvalSet"]) -> Callable[..., "EvalSet"]:
    """Let signature and help of a call name the columns of a mapping."""
    frame, *own = (
        each
        for each in inspect.signature(call).parameters.values()
        if each.kind not in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    )
    columns = [
        each.replace(default=None, annotation=str if each.annotation is str else Named)
        for each in field_parameters(ColumnMap, PLACES)
    ]
    placed, named = columns[: len(PLACES)], columns[len(PLACES) :]
    vars(call)["__signature__"] = inspect.signature(call).replace(parameters=[frame, *placed, *named, *own])
    call.__doc__ = (call.__doc__ or "").replace("{columns}", "\n    ".join(field_help(ColumnMap, columns)))
    return call


@_with_columns
def data(
    frame: "pd.DataFrame",
    *columns: Any,
    judgments: "pd.DataFrame | None" = None,
    unmatched: OnUnmatched = "error",
    name: str = "own",
    **named: Any,
) -> "EvalSet":
    """Return frames of your own as a data set, ready for `workbench.Experiment`.

    One wide frame, or outputs, references and judgments apart: each gives what it has columns for. The names
    of columns are those of a mapping, which a command and a card can say as well: a name, several, or
    ``{"flow": "Q1"}`` for another name than the column's. What is not said is looked for, and has to be found
    without doubt (`EvalSet.card.mapping` says what was taken).

    Parameters
    ----------
    frame : DataFrame
        A row an output; or a row a rating, if there is a column `rater`, with the text repeated. A line of a
        text is a sentence. An empty cell is no reference, and a missing rating, which is counted.
    {columns}
    judgments : DataFrame, optional
        Ratings in a frame of their own.
    unmatched : "error" or "drop"
        What becomes of references and judgments of what there is no output of: a fault, or they are left out,
        and counted in `EvalSet.notes`.
    name : str
        What reports call the data.

    Raises
    ------
    SpecError
        If a column is not there, or what is needed is not said and cannot be found.
    DataError
        With a line for each of the first ten rows that cannot be used.

    Examples
    --------
    >>> import pandas as pd
    >>> wide = pd.DataFrame({"doc": ["1", "1", "2", "2"], "by": ["A", "B"] * 2,
    ...     "summary": ["a b", "a", "c", "c d"], "ref1": ["a b", "a b", "c d", "c d"],
    ...     "fluency": [5, 3, None, 4]})
    >>> own = data(wide, text="summary", references="ref1", segment="doc", system="by", criteria="fluency")
    >>> own, str(own.notes[0])
    (EvalSet(own 1, human judgments, all: 2 systems × 2 segments), '1 of 4 ratings are missing')
    """
    import pandas as pd

    from workbench.datasets.card import DatasetCard, is_name
    from workbench.datasets.mapping.apply import build_mapped, with_left
    from workbench.datasets.mapping.propose import propose
    from workbench.datasets.mapping.sources import frame_source
    from workbench.datasets.mapping.unfold import unfold
    from workbench.datasets.mapping.unnamed_weights import unnamed_weights

    _check_frame("frame", frame, "Files are read by workbench.load(path)")
    if judgments is not None:
        hint = "Files are read by pandas, or together by workbench.load(folder)"
        _check_frame("judgments", judgments, hint)
    if frame.empty:
        raise SpecError(Problem("frame", "has no rows"))
    if unmatched not in get_args(OnUnmatched):
        raise SpecError(Problem("unmatched", "is no choice", unmatched, " or ".join(get_args(OnUnmatched))))
    if not is_name(name):
        raise SpecError(Problem("name", "is no name", name, "letters, digits, dots, dashes"))
    said = options_given("data", PLACES, columns, named)
    for each in said.keys() - ColumnMap.model_fields.keys():
        what, known = f"unknown key {each!r}", inspect.signature(data).parameters
        raise SpecError(Problem("workbench.data", what, hint=suggest(each, known)))
    sources = [frame_source("frame", frame)]
    if isinstance(said.get("references"), pd.DataFrame):
        sources.append(frame_source("references", said.pop("references")))
    if judgments is not None:
        sources.append(frame_source("judgments", judgments))
    asked = ColumnMap.of("workbench.data", **said)
    sources = unfold(sources, asked)
    mapping = propose(sources, asked)
    own = build_mapped(DatasetCard(name=name, unmatched=unmatched), mapping, sources)
    own = own if "criteria" in said else with_left(own, sources, mapping)
    return replace(own, notes=(*own.notes, *unnamed_weights(sources, mapping)))


def _check_frame(name: str, frame: Any, of_files: str) -> None:
    """Raise a `SpecError` unless it is a frame of pandas whose columns have one name each."""
    import pandas as pd

    if not isinstance(frame, pd.DataFrame):
        hint = of_files
        if hasattr(frame, "to_pandas"):  # Arrow's, Polars', ...
            hint = f"Give what {name}.to_pandas() makes of it"
        elif isinstance(frame, (list, dict)):
            hint = f"Give pandas.DataFrame({name}). {of_files}"
        raise SpecError(Problem(name, "is no DataFrame", type(frame).__name__, hint=hint))
    if frame.columns.nlevels > 1:
        hint = f'Make one of each: {name}.columns = ["_".join(map(str, names)) for names in {name}.columns]'
        raise SpecError(Problem(name, "columns have several names each", frame.columns[0], hint=hint))

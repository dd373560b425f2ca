"""Data sets from frames: `workbench.data`."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, get_args

from workbench.errors import Problem, SpecError

if TYPE_CHECKING:
    import pandas as pd

    from workbench.datasets.evalset import EvalSet

Named = str | Sequence[str] | Mapping[str, str]
"""A column, several, or several under other names."""
OnUnmatched = Literal["error", "drop"]


def data(
    frame: "pd.DataFrame",
    text: Named | None = None,
    references: "Named | pd.DataFrame | None" = None,
    segment: str | Sequence[str] | None = None,
    system: str | None = None,
    criteria: Named | None = None,
    *,
    judgments: "pd.DataFrame | None" = None,
    rater: str | None = None,
    task: str | None = None,
    weights: Named | None = None,
    words: Mapping[str, float] | None = None,
    lower: Named | None = None,
    people: Named | None = None,
    columns: Mapping[str, Named] | None = None,
    unmatched: OnUnmatched = "error",
    name: str = "own",
) -> "EvalSet":
    """Return frames of your own as a data set, ready for `workbench.Experiment`.

    One wide frame, or outputs, references and judgments apart: each gives what it has columns for. What is
    not said is looked for, and has to be found without doubt (`EvalSet.card.mapping` says what was taken).

    Parameters
    ----------
    frame : DataFrame
        A row an output; or a row a rating, if there is a column `rater`, with the text repeated.
    text : str or sequence of str
        Column of the systems' texts. A line of a text is a sentence. Several columns are several systems.
    references : str, sequence of str, mapping of name to column, or DataFrame
        Columns of references; an empty cell is no reference. Cells may be lists. A frame of its own has a row
        a segment or a row a reference.
    segment : str or sequence of str
        Column that says what was judged: the same for all outputs of one input. Several name it together.
    system : str, optional
        Column that says who wrote the text; one system if there is none.
    criteria : str, sequence of str, or mapping of name to column
        Columns of ratings. Empty, NA, NaN and null are missing ratings, and counted in `EvalSet.notes`.
    judgments : DataFrame, optional
        Ratings in a frame of their own.
    rater, task : str, optional
        Columns of who rated, and of parts that are judged on their own.
    weights : str or sequence of str, optional
        Columns of weights in [-1, 1], one a column of references.
    words : mapping of str to number, optional
        What ratings in words count: ``{"good": 4, "bad": 1}``.
    lower : str or sequence of str, optional
        Criteria of which less is better.
    people : str or sequence of str, optional
        Systems (or patterns) whose texts are references.
    columns : mapping, optional
        The rarer parts: document, domain, criterion_name, reference_name.
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
    from workbench.datasets.mapping.apply import build_mapped
    from workbench.datasets.mapping.column_map import ColumnMap
    from workbench.datasets.mapping.propose import propose
    from workbench.datasets.mapping.sources import frame_source

    if not isinstance(frame, pd.DataFrame):
        what, hint = "is no DataFrame", "Files are read by workbench.load(path)"
        raise SpecError(Problem("frame", what, type(frame).__name__, hint=hint))
    if frame.empty:
        raise SpecError(Problem("frame", "has no rows"))
    if unmatched not in get_args(OnUnmatched):
        raise SpecError(Problem("unmatched", "is no choice", unmatched, " or ".join(get_args(OnUnmatched))))
    if not is_name(name):
        raise SpecError(Problem("name", "is no name", name, "letters, digits, dots, dashes"))
    sources = [frame_source("frame", frame)]
    if isinstance(references, pd.DataFrame):
        sources.append(frame_source("references", references))
        references = None
    if judgments is not None:
        sources.append(frame_source("judgments", judgments))
    given = {
        "text": text, "references": references, "segment": segment, "system": system, "criteria": criteria,
        "rater": rater, "task": task, "weights": weights, "words": words, "lower": lower, "people": people,
    }  # fmt: skip
    said = {**(columns or {}), **{part: column for part, column in given.items() if column is not None}}
    mapping = propose(sources, ColumnMap.of("workbench.data", **said))
    return build_mapped(DatasetCard(name=name, unmatched=unmatched), mapping, sources)

"""Which references are outputs of systems, told by their names: people who are systems, too."""

from collections import Counter
from collections.abc import Iterator

import pandas as pd

from workbench.errors import Problem, plural


def name_makers(outputs: pd.DataFrame, references: pd.DataFrame) -> tuple[pd.DataFrame, tuple[Problem, ...]]:
    """Say of a reference that is called like a system, and is its output word for word, that this made it.

    Then the system is held against other references only, and everybody else against this one, too.

    Parameters
    ----------
    outputs, references : DataFrame
        With the columns task, segment, text, and system or reference. References that say by whom they are
        made stay as they are.

    Returns
    -------
    references : DataFrame
        With a column made_by, "" where it is no system.
    notes : tuple of Problem
        Which ones were found, and in how many segments.

    Examples
    --------
    >>> outputs = pd.DataFrame({"task": "t", "segment": "1", "system": ["A", "refA"], "text": ["a", "b"]})
    >>> references = pd.DataFrame({"task": ["t"], "segment": ["1"], "reference": ["refA"], "text": ["b"]})
    >>> name_makers(outputs, references)[0]["made_by"].tolist()
    ['refA']
    """
    needed = {"task", "segment", "reference", "text"} - set(references.columns)
    if outputs.empty or references.empty or needed or "made_by" in references:
        return references, ()
    # most references are called like no system, and there may be millions of outputs
    called = set(references["reference"].map(str))
    outputs = outputs[outputs["system"].astype("str").isin(called).to_numpy()]
    written = dict(zip(_keys(outputs, "system"), outputs["text"], strict=True))
    theirs = [written.get(key) for key in _keys(references, "reference")]
    names = [str(name) for name in references["reference"]]
    texts = list(references["text"])
    others = {
        name for name, own, text in zip(names, theirs, texts, strict=True) if own is not None and own != text
    }
    made_by = ["" if own is None or name in others else name for name, own in zip(names, theirs, strict=True)]
    notes = [
        Problem(
            "",
            f"reference {name!r} is system {name!r} in {plural('segment', count)}: not held against itself",
        )
        for name, count in Counter(filter(None, made_by)).items()
    ]
    return references.assign(made_by=made_by), tuple(notes)


def _keys(rows: pd.DataFrame, column: str) -> Iterator[tuple[str, ...]]:
    """Yield what identifies each row; names that are none are found later."""
    return zip(*(rows[name].map(str) for name in ("task", "segment", column)), strict=True)

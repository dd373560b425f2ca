"""Texts whose lines are segments: an output is held against a reference line by line."""

from collections.abc import Callable, Iterator

import pandas as pd

from workbench.errors import Problem

Where = Callable[[int], str]
"""What a fault in a row, by its position, is reported under."""


def uneven_lines(
    outputs: pd.DataFrame, place_of_output: Where, references: pd.DataFrame, place_of_reference: Where
) -> Iterator[Problem]:
    r"""Yield the texts that have more or fewer lines than the first output of the same document or test set.

    Examples
    --------
    >>> rows = pd.DataFrame({"task": "t", "segment": "1", "text": ["a\nb", "a"]})
    >>> [str(each) for each in uneven_lines(rows, str, rows[:1], str)]
    ["1: 1 line, and other texts of segment '1' of task 't' have 2. Lines are segments here (card: lines)"]
    """
    expected: dict[tuple[str, str], int] = {}
    for rows, place in ((outputs, place_of_output), (references, place_of_reference)):
        names = zip(rows["task"].tolist(), rows["segment"].tolist(), rows["text"].tolist(), strict=True)
        for number, (task, segment, text) in enumerate(names):
            lines = text.count("\n") + 1
            others = expected.setdefault((task, segment), lines)
            if lines != others:
                what = (
                    f"{lines} {'line' if lines == 1 else 'lines'}, and other texts of segment {segment!r} of "
                    f"task {task!r} have {others}"
                )
                yield Problem(place(number), what, hint="Lines are segments here (card: lines)")

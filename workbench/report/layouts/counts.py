"""How counts and shares are written under a table."""

import pandas as pd

from workbench.types import LOWER_IS_BETTER


def count_range(values: pd.Series) -> str:
    """Return the counts as one number, or as least to most.

    Examples
    --------
    >>> count_range(pd.Series([16, 16])), count_range(pd.Series([12, 1600]))
    ('16', '12 to 1,600')
    """
    least, most = int(values.min()), int(values.max())
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def counted(values: pd.Series, noun: str) -> str:
    """Return `count_range` of things.

    Examples
    --------
    >>> counted(pd.Series([1, 1]), "segment"), counted(pd.Series([1, 3]), "segment")
    ('1 segment', '1 to 3 segments')
    """
    number = count_range(values)
    return f"{number} {noun}" if number == "1" else f"{number} {noun}s"


def percent(fraction: float) -> str:
    """Return a share as percent.

    Examples
    --------
    >>> percent(0.95), percent(1 - 0.95)
    ('95 %', '5 %')
    """
    return f"{100 * fraction:.6g} %"


def references_of_segments(setting: pd.DataFrame) -> str:
    """Return how many references a segment has in a setting; in which task, where that differs.

    Parameters
    ----------
    setting
        Records of one reference setting.

    Examples
    --------
    >>> references_of_segments(pd.DataFrame({"task": ["a", "b", "c"], "n_references": ["1", "1-2", "1"]}))
    '1 a segment in a and c and 1-2 a segment in b'
    """
    tasks: dict[str, dict[str, None]] = {}
    for number, task in setting[["n_references", "task"]].itertuples(index=False):
        if number:
            tasks.setdefault(str(number), {})[str(task)] = None
    parts = []
    for number, each in tasks.items():
        *names, last = each
        where = f" in {', '.join(names)}{' and ' * bool(names)}{last}" if len(tasks) > 1 else ""
        parts.append(f"{number} a segment{where}")
    return " and ".join(parts)


def lower_is_better(records: pd.DataFrame) -> list[str]:
    """Return the metrics of which less is better, as their signatures say.

    Examples
    --------
    >>> signatures = ["ter|refs:1|better:lower|code:1", "chrf|refs:1|code:1"]
    >>> lower_is_better(pd.DataFrame({"metric": ["ter", "chrf"], "signature": signatures}))
    ['ter']
    """
    is_lower = records["signature"].str.contains(f"|{LOWER_IS_BETTER}|", regex=False)
    return [*records.loc[is_lower, "metric"].unique()]

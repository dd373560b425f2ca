"""How counts and shares are written under a table."""

import pandas as pd


def count_range(values: pd.Series) -> str:
    """Return the counts as one number, or as least to most.

    Examples
    --------
    >>> count_range(pd.Series([16, 16])), count_range(pd.Series([12, 1600]))
    ('16', '12 to 1,600')
    """
    least, most = int(values.min()), int(values.max())
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def percent(fraction: float) -> str:
    """Return a share as percent.

    Examples
    --------
    >>> percent(0.95), percent(1 - 0.95)
    ('95 %', '5 %')
    """
    return f"{100 * fraction:.6g} %"

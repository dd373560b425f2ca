"""What families of systems change, said in a few lines under the table."""

from collections.abc import Iterator

import pandas as pd

from workbench.errors import plural

_PLACE = ["task", "criterion", "coefficient"]


def describe_families(frame: pd.DataFrame, tests: pd.DataFrame) -> Iterator[str]:
    """Yield how much wider intervals are over families than over systems, what tests can show, and cautions.

    Examples
    --------
    >>> from workbench.schema import FAMILIES, FAMILY_TESTS
    >>> list(describe_families(FAMILIES.build([]), FAMILY_TESTS.build([])))
    []
    """
    for place, part in frame.groupby(_PLACE, sort=False):
        task, criterion, coefficient = place
        where = f"{criterion} ({task or 'mean over tasks'}, {coefficient})"
        wider = ((part["high"] - part["low"]) / (part["apart_high"] - part["apart_low"])).median()
        families = "family" if (part["n_families"] == 1).all() else "families"
        line = f"{where}: {_span(part['n_systems'])} systems in {_span(part['n_families'])} {families}"
        if wider == wider:
            line += f"; intervals over families are {wider:.2f} times as wide as those over systems (median)"
        mine = tests[(tests[_PLACE] == list(place)).all(axis=1) & tests["p"].notna()]
        if len(mine):
            level = 0.05
            shown, apart = (int((mine[name] <= level).sum()) for name in ("p", "p_apart"))
            differ = "differs" if len(mine) == 1 else "differ"
            line += (
                f"; {shown} of {plural('pair of metrics', len(mine))} {differ} "
                f"at .05 when families are swapped, {apart} when systems are"
            )
            if (smallest := mine["smallest_p"].iloc[0]) > level:
                number = mine["n_families"].iloc[0]
                allow = "1 family allows" if number == 1 else f"{number} families allow"
                line += f": {allow} no p below {smallest:.2g}"
        yield line
    yield from (f"Caution: {each}" for each in frame["caution"].unique() if each)


def _span(numbers: pd.Series) -> str:
    """Return a number, or the smallest and the largest of several: not every row has every system."""
    least, most = numbers.min(), numbers.max()
    return f"{least}" if least == most else f"{least} to {most}"

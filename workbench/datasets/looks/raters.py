"""Looks at raters: who turns the scale, says the same of everything, or is another rater once more."""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np
import pandas as pd

from workbench.datasets.evalset import EvalSet, natural_key
from workbench.datasets.looks.blocks import groups
from workbench.datasets.looks.oddity import Oddity, odd
from workbench.types import Array

_FEWEST = 15
"""Ratings of a rater below which nothing is said of him."""
_AGAINST = -0.5
"""Pearson's r with the others' mean at which a rater is taken for one who turned the scale."""
_STEPS = 3
"""Different ratings that others give where one who gives a single one is told."""
_MOST = 40
"""Raters beyond which no pairs are compared."""
_DIGITS = 12
"""Significant ones of a mean; what is behind them is noise of rounding."""
_NOISE = 1e-9
"""What a correlation may be off by, where its bound is met."""


class _Found(NamedTuple):
    against: list[str]
    constant: list[str]
    equal: list[str]


def look_at_raters(data: EvalSet) -> Iterator[Oddity]:
    """Yield raters against all others, raters of one rating, equal raters, and a rater for each system."""
    found = _Found([], [], [])
    for (task, criterion), rows in groups(data.judgments, "task", "criterion"):
        if rows["rater"].nunique() < 2:
            continue
        yield from _one_a_system(f"{criterion} of {task}", rows)
        if len(rows) >= _FEWEST and rows["rater"].nunique() == len(rows):
            yield odd(
                "raters-are-rows",
                f"{criterion} of {task}: each of {len(rows):,} ratings has a rater of its own",
                [f"rater {name!r}" for name in rows["rater"]],
                "Was a column that numbers rows read as rater? Name the one that says who rated",
            )
        _compare(f"{criterion} of {task}", rows, found)
    for rule, places, sentence, remedy in (
        (
            "turned-raters",
            found.against,
            "some raters rate high what all others rate low",
            "Did they read the scale the other way round? Turn their ratings; [data] raters leaves them out",
        ),
        (
            "constant-raters",
            found.constant,
            "some raters give one rating to everything, of which others give several",
            "Was the task understood, or a column filled down? [data] raters leaves them out",
        ),
        (
            "equal-raters",
            found.equal,
            "some raters give the same rating to every output that both rated",
            "Was a column read twice? One person twice makes judges look reliable",
        ),
    ):
        if places:
            yield odd(rule, sentence, places, remedy)


def _one_a_system(what: str, rows: pd.DataFrame) -> Iterator[Oddity]:
    pairs = rows[["rater", "system"]].drop_duplicates()
    if len(pairs) > 2 and not pairs["rater"].duplicated().any() and not pairs["system"].duplicated().any():
        yield odd(
            "raters-are-systems",
            f"{what}: each system was rated by another rater, and by nobody else",
            [
                f"rater {rater!r} rated system {system!r}"
                for rater, system in pairs.itertuples(index=False, name=None)
            ],
            "A strict rater and a bad system cannot be told apart: was the right column read as rater?",
        )


def _by_rater(rows: pd.DataFrame) -> tuple[Array, list[str]]:
    """Return the ratings of outputs by rater, float64[n_outputs, n_raters], NaN for none, and the raters."""
    rater, raters = pd.factorize(rows["rater"])
    (system, _), (segment, segments) = pd.factorize(rows["system"]), pd.factorize(rows["segment"])
    output, outputs = pd.factorize(system * len(segments) + segment)
    table = np.full((len(outputs), len(raters)), np.nan)
    table[output, rater] = rows["score"]
    return table, [*raters]


def _without_noise(means: Array) -> Array:
    """Round means so that those of the same ratings are equal: .1 + .4 + .7 - .7 is a little more than .5."""
    return means.round(_DIGITS - int(np.ceil(np.log10(np.abs(means).max() or 1.0))))


def _compare(what: str, rows: pd.DataFrame, found: _Found) -> None:
    """Add the raters of some outputs that are odd."""
    every, raters = _by_rater(rows)
    of_rater = dict(zip(raters, every.T, strict=True))
    values = {name: of_rater[name] for name in sorted(raters, key=natural_key)}
    number, total = (~np.isnan(every)).sum(axis=1), np.nansum(every, axis=1)
    for name, own in values.items():
        both = ~np.isnan(own) & (number > 1)
        if both.sum() < _FEWEST:
            continue
        mine, others = own[both], _without_noise((total[both] - own[both]) / (number[both] - 1))
        if (mine == mine[0]).all():
            if len(np.unique(others)) >= _STEPS:
                found.constant.append(f"rater {name!r} gives {mine[0]:g} to {len(mine):,} outputs ({what})")
        elif np.ptp(others) > 0 and (r := float(np.corrcoef(mine, others)[0, 1])) <= _AGAINST + _NOISE:
            found.against.append(f"rater {name!r}, r {r:.2f} with the others' mean ({what})")
    for one, other in combinations([*values][:_MOST], 2):
        both = ~np.isnan(values[one]) & ~np.isnan(values[other])
        mine = values[one][both]
        if len(mine) >= _FEWEST and (mine == values[other][both]).all() and len(np.unique(mine)) >= _STEPS:
            found.equal.append(f"{one!r} and {other!r}, {len(mine):,} outputs ({what})")

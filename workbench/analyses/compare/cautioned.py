"""What the data show of worlds in which tests of metrics do not hold, as a line under the comparisons."""

from collections import Counter
from collections.abc import Sequence

import pandas as pd

from workbench.analyses.compare.compared import Compared
from workbench.stats.intervals.bootstrap_intervals import POPULATIONS
from workbench.stats.intervals.cautions import input_caution, swap_cautions
from workbench.stats.intervals.fisher import FISHER


def describe_cautions(compared: Sequence[Compared]) -> list[str]:
    """Return the line about tests of coefficients of systems, or none where nothing shows.

    Of swaps of systems and of tests of dependent correlations, for the coefficients that were tried. A metric
    counts once for each task, criterion, setting and coefficient in which it is compared.
    """
    found: Counter[str] = Counter()
    number = 0
    for each in compared:
        rivals, test = each.rivals, each.test
        of_inputs = test.method == "bootstrap" or (test.method == "permutation" and test.swap != "systems")
        is_rival = bool(each.pairs) and rivals.place["level"] == "system" and not of_inputs
        if not is_rival or rivals.coefficient.name not in FISHER:
            continue
        scores, judgments = rivals.swapped(whole=True)
        number += len(scores)
        for row in scores:
            found.update(swap_cautions(row[:, 0], judgments[:, 0]))
    if not found:
        return []
    said = "; ".join(f"{reason} ({times:,} of {number:,} rows)" for reason, times in found.items())
    return [
        "  equal metrics of data like these were found to be called different more often than the level says "
        f"(documentation, about/calibration): {said}"
    ]


def describe_few_inputs(comparisons: pd.DataFrame, compared: Sequence[Compared]) -> list[str]:
    """Return the line about bootstraps of few inputs in the `schema.COMPARISONS` frame of pairs, or none."""
    resampled = {population: name for name, population in POPULATIONS.items()}
    inputs = {tuple(each.rivals.place.values()): each.rivals.n_inputs for each in compared}
    names = [*compared[0].rivals.place] if compared else []
    found: Counter[tuple[str, str]] = Counter()
    for row in comparisons.to_dict("records"):
        drawn = {
            "intervals of differences may be too narrow": row["interval_population"] * pd.notna(row["low"]),
            "p-values may be too small": row["population"]
            * (row["method"] == "bootstrap" and pd.notna(row["p"])),
        }
        n_inputs = inputs[tuple(row[name] for name in names)]
        for what, population in drawn.items():
            if why := input_caution(n_inputs, resampled.get(population, "systems")):
                found[why, what] += 1
    return [f"  {why}: {what} ({n:,} of {len(comparisons):,} pairs)" for (why, what), n in found.items()]

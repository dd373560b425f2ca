"""What the choice of references comes to, in lines."""

from collections.abc import Iterator

import numpy as np
import pandas as pd

from workbench.report.layouts.labels import coefficient_label, metric_label
from workbench.report.table import format_value

_LINES = 8


def describe_reference_choice(choices: pd.DataFrame, sources: pd.DataFrame) -> list[str]:
    """Return the lines about both frames: what one reference may do, and where the error is from."""
    if choices.empty:
        return []
    lines = ["Choice of references, system level"]
    found = list(_lines(choices, sources))
    if len(found) > _LINES:
        found = [*found[:_LINES], f"  and {len(found) - _LINES} more in reference_choice.csv"]
    return [*lines, *found, *_cautions(choices), *_of_uneven(sources)]


def _cautions(choices: pd.DataFrame) -> Iterator[str]:
    """Yield where subsets of one size differ in more than their references."""
    unlike = choices[choices["caution"] != ""]
    for (task, setting, size), rows in unlike.groupby(["task", "references", "size"], sort=False):
        least, most = rows["n_segments"].min(), rows["n_segments_most"].max()
        yield (
            f"  Caution ({setting}, {task}): subsets of {size} of {rows['n_references'].iloc[0]} references "
            f"are scored on different segments, {least} to {most} of them, so that part of what tells them "
            "apart is the segments."
        )


def _of_uneven(sources: pd.DataFrame) -> Iterator[str]:
    """Yield where errors over references rest on segments with unlike numbers of them."""
    for (task, setting, caution), _ in sources[sources["caution"] != ""].groupby(
        ["task", "references", "caution"], sort=False
    ):
        yield f"  Caution ({setting}, {task}): {caution}."


def _lines(choices: pd.DataFrame, sources: pd.DataFrame) -> Iterator[str]:
    key = ["metric", "component", "preprocess", "references", "task", "criterion", "coefficient"]
    parts = sources.set_index(key)
    several_tasks = choices["task"].nunique() > 1
    # of one metric: components and preprocessings of different ones are theirs
    apart = [name for name in ("component", "preprocess") if _tells_apart(choices, name)]
    for names, rows in choices[choices["n_subsets"] > 1].groupby(key, sort=False):
        place = dict(zip(key, names, strict=True))
        least = rows.iloc[0]
        label = coefficient_label(place["coefficient"])
        where = [place[name] for name in apart]
        where += [place["task"]] * several_tasks + [place["references"], place["criterion"]]
        line = (
            f"  {metric_label(place['metric'])}, {', '.join(where)}, "
            f"{label}: {least['size']} of {least['n_references']} references "
        )
        if np.isnan(least["least"]):
            yield f"{line}have no coefficient, {least['reason']}"
            continue
        line += f"{format_value(least['least'], 3)} to {format_value(least['most'], 3)}"
        if names in parts.index:
            errors = parts.loc[names]
            total = errors["error"] ** 2
            if total > 0:
                shares = [
                    f"{over} {100 * errors[f'error_{over}'] ** 2 / total:.0f} %"
                    for over in ("systems", "inputs", "references")
                    if not np.isnan(errors[f"error_{over}"])
                ]
                line += f"; error of all: {', '.join(shares)}"
            if errors["alone"]:
                few = f"{errors['n_references']} references are too few for a share of theirs"
                line += f"; {few}, alone they give {errors['alone'].replace(';', ',')}"
        yield line


def _tells_apart(choices: pd.DataFrame, name: str) -> bool:
    """Tell whether some metric has more than one value in a column."""
    return bool((choices.groupby("metric")[name].nunique() > 1).any())

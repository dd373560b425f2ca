"""The sign of a difference on the page of a study: the same two are always compared the same way round."""

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd

from workbench.report.study import StudyPart, difference_label

_OTHER = {"better": "worse", "worse": "better", "greater": "less", "less": "greater"}


def turn_alike(parts: Sequence[StudyPart]) -> list[StudyPart]:
    """Turn differences whose opposite an earlier experiment, or an earlier row of the same, has.

    Experiments take differences from what they are told to (`against`), or from the best metric, which is
    another one for each criterion. On one page R-1 − R-2 and R-2 − R-1 are one row, with the sign of the
    first. An experiment that asks for both ways of one difference keeps both.

    Examples
    --------
    >>> names = ["metric", "component", "references", "preprocess"]
    >>> row = dict(zip(names, ["rouge-1", "f", "all", "CASE"])) | {"difference": 0.25, "verdict": "better"}
    >>> row |= {f"against_{name}": row[name] for name in names} | {"against_metric": "rouge-2"}
    >>> none = pd.DataFrame()
    >>> one = StudyPart("one", "", "", "", pd.DataFrame([row]), none, none)
    >>> two = replace(one, name="two", comparisons=turned(one.comparisons))
    >>> [part.comparisons["difference"].item() for part in (one, two)]
    [0.25, -0.25]
    >>> [part.comparisons["difference"].item() for part in turn_alike([one, two])]
    [0.25, 0.25]
    """
    seen: set[str] = set()
    alike = []
    for part in parts:
        frame = part.comparisons
        if frame.empty:
            alike.append(part)
            continue
        opposite = turned(frame)
        labels = [difference_label(row) for _, row in frame.iterrows()]
        opposites = [difference_label(row) for _, row in opposite.iterrows()]
        place = [name for name in ("task", "criterion", "level", "coefficient", "given") if name in frame]
        places = list(frame[place].itertuples(index=False, name=None))
        asked = set(zip(places, labels, strict=True))
        is_turned = []
        for where, label, other in zip(places, labels, opposites, strict=True):
            is_turned.append(label not in seen and other in seen and (where, other) not in asked)
            seen.add(other if is_turned[-1] else label)
        rows = [at + each * len(frame) for at, each in enumerate(is_turned)]
        alike.append(replace(part, comparisons=pd.concat([frame, opposite]).iloc[rows]))
    return alike


def turned(comparisons: pd.DataFrame) -> pd.DataFrame:
    """Return what is compared the other way round: sides change places, differences change their sign.

    Examples
    --------
    >>> frame = pd.DataFrame({"metric": ["a"], "against_metric": ["b"], "low": [-0.5], "high": [0.125]})
    >>> turned(frame)
      metric against_metric    low  high
    0      b              a -0.125   0.5
    """
    sides = {name: name.removeprefix("against_") for name in comparisons if name.startswith("against_")}
    found = comparisons.rename(columns=sides | {one: other for other, one in sides.items()})
    found = found.rename(columns={"low": "high", "high": "low"})[list(comparisons.columns)]
    for name in ("difference", "low", "high", "statistic"):
        if name in found:
            found[name] = 0.0 - found[name]  # of equal metrics 0, and no -0
    for name in ("verdict", "alternative"):
        if name in found:
            found[name] = found[name].replace(_OTHER)
    return found

"""The scale of ratings as a card says it: what is numeric is held to."""

import re

_NUMBER = r"[-+−]?[0-9]+(?:\.[0-9]+)?"
_SCALE = re.compile(
    rf"\s*[\[(]?\s*(?:from\s+)?({_NUMBER})\s*(?:to|-|–|—|\.\.+|…|,|;)\s*({_NUMBER})\s*[\])]?\s*(?:\(.*\))?\s*"
)


def read_scale(scale: str) -> tuple[float, float] | None:
    """Return the ends of a scale in numbers, None for one in other words.

    Examples
    --------
    >>> read_scale("1 to 5"), read_scale("0–100 (slider)"), read_scale("as in the source")
    ((1.0, 5.0), (0.0, 100.0), None)
    """
    match = _SCALE.fullmatch(scale)
    if match is None:
        return None
    low, high = sorted(float(end.replace("−", "-")) for end in match.groups())
    return low, high

"""What levels are called in other programs: a name that is not known leads to the level that is meant."""

import re

_ELSEWHERE = {
    "segment": "summary input sentence seg summarylevel inputlevel segmentlevel sentencelevel groupbyitem",
    "system": "sys corpus systemlevel corpuslevel",
    "within-system": "groupbysystem",
    "global": "nogrouping none globallevel",
}
"""Levels -> names without signs and capitals."""


def level_meant(name: str) -> str:
    """Return the level that another program calls so, "" for none.

    Examples
    --------
    >>> level_meant("summary-level"), level_meant("group_by_system"), level_meant("moon")
    ('segment', 'within-system', '')
    """
    bare = re.sub("[^a-z]", "", name.lower())
    return next((level for level, names in _ELSEWHERE.items() if bare in names.split()), "")

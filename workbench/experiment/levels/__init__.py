"""Levels, a file each: what one observation is. A package of your own adds one with ``@LEVELS("name")``."""

# importing a file enters its level
from workbench.experiment.levels import (  # noqa: F401
    block,
    document,
    domain,
    global_level,
    segment,
    system,
    within_system,
)  # fmt: skip

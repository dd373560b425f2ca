"""What many modules take and give: arrays, keys of outputs, rows of frames."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Integers = NDArray[np.int64]
Masks = NDArray[np.bool_]
WordIds = NDArray[np.int32]
"""Words as numbers, which are many and small."""
Record = dict[str, object]
"""A row of a frame before it is one: values by the names of columns."""
OutputKey = tuple[str, str, str]
"""Task, segment and system; the task may be empty, for any."""
WHOLE = "*"
"""In place of a segment: the score is of a system as a whole."""
LOWER_IS_BETTER = "better:lower"
"""Part of the signature of a metric of which less is better: its sign is turned before it is correlated."""
Mark = Literal["", "best", "tied", "equivalent"]
"""What sets a cell off: the best; tied, not shown by a test to differ from it; equivalent, as Lin 2004 shades
cells and as published tables say of theirs."""

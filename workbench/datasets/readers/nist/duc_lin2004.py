"""The twelve tasks of Lin 2004, Tables 1 to 3, out of the three years of DUC that they are from."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import pandas as pd

from workbench.datasets.places import PLACE
from workbench.datasets.readers.nist.duc import read_year
from workbench.datasets.readers.nist.judgments import COVERAGE
from workbench.datasets.readers.registry import READERS, Tables

TASKS: dict[str, tuple[str, ...]] = {
    "1": ("DUC 2001 100 words single doc", "DUC 2002 100 words single doc"),
    "2": ("DUC 2003 10 words single doc",),
    "3": (
        "DUC 2001 100 words multi doc",
        "DUC 2002 100 words multi doc",
        "DUC 2003 100 words multi doc",
        "DUC 2002 10 words multi doc",
        "DUC 2001 50 words multi doc",
        "DUC 2002 50 words multi doc",
        "DUC 2001 200 words multi doc",
        "DUC 2002 200 words multi doc",
        "DUC 2001 400 words multi doc",
    ),
}
"""The tasks of each table, in its order."""


@READERS("duc-lin2004")
def read_lin2004(folder: Path, options: Mapping[str, str]) -> Tables:
    """Read the coverage of the tasks of a table, which the option ``table`` names.

    The folders duc2001 to duc2003 are read, as far as it needs them. Other options are those of `read_year`,
    but for ``single``: the model that the judges compared with (known), in 2001 the original one; or that of
    the first letter (first).
    """
    tasks = TASKS[options["table"]]
    known = options.get("single", "known") == "known"
    parts = []
    for year in sorted({int(task.split()[1]) for task in tasks}):
        single = "first" if not known else "original" if year == 2001 else "judged"
        chosen = {**options, "single": single}
        parts.append(read_year(folder / f"duc{year}", year, chosen, tasks.__contains__))
    return Tables(
        _join(part.outputs for part in parts),
        _join(part.references for part in parts),
        _join(part.judgments[part.judgments["criterion"] == COVERAGE] for part in parts),
        tuple(note for part in parts for note in part.notes),
    )


def _join(frames: Iterable[pd.DataFrame]) -> pd.DataFrame:
    return pd.concat(list(frames)).rename_axis(PLACE)

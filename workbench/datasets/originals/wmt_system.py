"""Tables of system scores of WMT19 and WMT20, a file a language pair, and the lists of outliers.

No mapping: one column is named twice, and outliers are computed or lie in a pickle.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from workbench.datasets.originals.folders import FOLDER, original, take
from workbench.datasets.readers.lines import FileRecord, read_lines, read_number
from workbench.datasets.safe_pickle import read_pickle
from workbench.errors import DataError, MissingDataError, Problem

_COLUMNS = ("LP", "SYSTEM", "HUMAN")
_RAW = "HUMAN_RAW"
_PERSON = "Human-"
_NEWS = {
    "tangled": ("data/wmt19_sys_scores", "DA-newstest2019-*-sys-nohy-scores.csv"),
    # those of the standard reference; other references have the same human scores
    "wmt20-metrics": ("results/output/system-level", "DA-newstest2020-*-sys-scores.csv"),
}
_OUTLIERS = ("wmt20-metrics", "manual-evaluation/outlier-systems-dict.pk")
_FAR = 2.5
_MAD = 1.4826
"""A multiple of the median absolute deviation that is the standard deviation of a normal distribution."""


def read_human_scores(folder: Path) -> Iterator[tuple[str, FileRecord]]:
    """Yield place and row of each system, as in the converted file."""
    for path in _tables(folder):
        lines = read_lines(path)
        header = next(lines)[1].split(" ")
        if tuple(header[:3]) != _COLUMNS:
            raise DataError(Problem(f"{path}:1", "other columns", " ".join(header[:3]), " ".join(_COLUMNS)))
        has_raw = header[3:4] == [_RAW]
        for number, line in lines:
            if not line:
                continue
            place, cells = f"{path}:{number}", line.split(" ")
            if len(cells) != len(header):
                raise DataError(Problem(place, "wrong number of cells", len(cells), str(len(header))))
            kind = "human" if cells[1].startswith(_PERSON) else "mt"
            row = {"language_pair": cells[0], "system": cells[1], "kind": kind, "da_z": cells[2]}
            yield place, {**row, "da_raw": cells[3]} if has_raw else row


def read_outliers(folder: Path) -> Iterator[tuple[str, FileRecord]]:
    """Yield place and row of each system that is left out of tables without outliers.

    WMT20 has a list. For WMT19 they are the systems whose score is more than 2.5 times 1.4826 times the
    median absolute deviation away from the median of the language pair.
    """
    listed = original(folder, *_OUTLIERS)
    rows = list(read_human_scores(folder))
    pairs: dict[str, list[tuple[str, FileRecord]]] = {}
    for place, row in rows:
        pairs.setdefault(row["language_pair"], []).append((place, row))
    if not (folder / FOLDER / "tangled").is_dir():
        by_pair = take(read_pickle(listed), dict, str(listed), "the whole")
        for pair in pairs:
            for name in sorted(take(by_pair.get(pair, set()), set, f"{listed}:{pair}", "the outliers")):
                yield f"{listed}:{pair}", {"language_pair": pair, "system": name}
        return
    for systems in pairs.values():
        scores = np.array([read_number(row["da_z"], place, "HUMAN") for place, row in systems])
        away = np.abs(scores - np.median(scores))
        for (place, row), is_far in zip(systems, away > _FAR * _MAD * np.median(away), strict=True):
            if is_far:
                yield place, {"language_pair": row["language_pair"], "system": row["system"]}


def _tables(folder: Path) -> list[Path]:
    for origin, (home, pattern) in _NEWS.items():
        if (folder / FOLDER / origin).is_dir():
            found = sorted(original(folder, origin, home).glob(pattern))
            if not found:
                raise MissingDataError(Problem(str(original(folder, origin, home)), f"there is no {pattern}"))
            return found
    origins = " or ".join(_NEWS)
    raise MissingDataError(Problem(str(folder / FOLDER), f"there is no folder {origins}"))

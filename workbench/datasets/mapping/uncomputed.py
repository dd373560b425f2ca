"""Cells of a workbook that have a formula and no value: no spreadsheet program has computed them yet."""

import re
import zipfile
from pathlib import Path

_CELL = re.compile(rb"<c\b([^>]*)>\s*<f\b(?:[^>]*/>|[^>]*>[^<]*</f>)\s*(?:<v\s*/>|<v>\s*</v>)?\s*</c>")
_PLACE = re.compile(rb'\br="([A-Z]+[0-9]+)"')
_EMPTY_TEXT = b't="str"'
"""A formula whose value was computed, and is the empty text."""


def uncomputed_cells(path: Path) -> list[str]:
    """Return the cells with a formula and no value of each sheet of an .xlsx file, as the sheets are stored.

    Programs that write workbooks, such as openpyxl, compute nothing: readers see such cells as empty ones.
    """
    found: list[str] = []
    if not zipfile.is_zipfile(path):
        return found
    with zipfile.ZipFile(path) as archive:
        sheets = [name for name in archive.namelist() if re.fullmatch(r"xl/worksheets/[^/]+\.xml", name)]
        for sheet in sorted(sheets):
            content = archive.read(sheet)
            cells = _CELL.finditer(content) if b"<f" in content else ()
            for cell in cells:
                place = _PLACE.search(cell[1])
                if place and _EMPTY_TEXT not in cell[1]:
                    inside = f" of {Path(sheet).stem}" if len(sheets) > 1 else ""
                    found.append(f"{place[1].decode()}{inside}")
    return found

"""Whether cells between tabs are quoted: some programs do it, and WMT's files do not."""


def is_quoted(lines: list[str]) -> bool:
    r"""Tell whether cells between tabs are quoted as in CSV; if not, quotes are a text's own, as in WMT's.

    A quote inside a cell that does not begin with one, or a quotation that needs none, is a text's own.

    Examples
    --------
    >>> is_quoted(["a\tb", 'he said "no"\tx']), is_quoted(["a\tb", '"No!"\tx'])
    (False, False)
    >>> is_quoted(['"a"\t"b"', '"No!"\t"x"']), is_quoted(["a\tb", '"two', 'lines"\tx'])
    (True, True)
    """
    width = lines[0].count("\t")
    cells = [cell for line in lines for cell in line.split("\t")]
    marked = [cell for cell in cells if '"' in cell]
    if not marked:
        return False
    if any(line.count("\t") != width for line in lines if line):
        return not _is_plain(marked)
    if any(not (cell.startswith('"') and cell.endswith('"') and len(cell) > 1) for cell in marked):
        return False
    inner = [cell[1:-1] for cell in marked]
    if any('"' in text.replace('""', "") for text in inner):
        return False
    return len(marked) == len([cell for cell in cells if cell]) or any('""' in text for text in inner)


def _is_plain(marked: list[str]) -> bool:
    """Tell whether quotes stand in the middle of cells that do not begin with one."""
    return all(not cell.startswith('"') and not cell.endswith('"') for cell in marked)

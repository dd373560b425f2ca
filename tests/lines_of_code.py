"""Count the lines of code of the package: without docstrings, comments and blank lines.

`make check` prints them, a line for each part.
"""

import ast
import sys
import tokenize
from collections import Counter
from io import BytesIO
from pathlib import Path

_NOTHING = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING,
    tokenize.ENDMARKER,
}  # fmt: skip


def lines_of_code(source: bytes) -> int:
    r"""Return the lines of a Python file on which code stands.

    Examples
    --------
    >>> lines_of_code(b'"Docs."\n\n# why\nx = [\n    1,\n]\n')
    3
    """
    found = {
        line
        for token in tokenize.tokenize(BytesIO(source).readline)
        if token.type not in _NOTHING
        for line in range(token.start[0], token.end[0] + 1)
    }
    for node in ast.walk(ast.parse(source)):
        # a string that stands alone explains what is around it
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and type(node.value.value) is str
        ):
            found -= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(found)


def main() -> None:
    """Print the lines of each part of the package."""
    package = Path(__file__).resolve().parent.parent / "workbench"
    parts: Counter[str] = Counter()
    for file in sorted(package.rglob("*.py")):
        inside = file.relative_to(package).parts
        parts[inside[0] if len(inside) > 1 else "(top)"] += lines_of_code(file.read_bytes())
    width = max(map(len, parts))
    for name, number in sorted(parts.items(), key=lambda part: -part[1]):
        sys.stdout.write(f"{name.ljust(width)} {number:7,}\n")
    sys.stdout.write(f"{'lines'.ljust(width)} {sum(parts.values()):7,}\n")


if __name__ == "__main__":
    main()

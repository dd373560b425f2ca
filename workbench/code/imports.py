"""The imports that stand in a source, wherever they stand: at the top, in functions, under conditions."""

import ast
import re
from collections.abc import Iterator

Statement = ast.Import | ast.ImportFrom

_FROM = r"from\b[.\w \t]*\bimport\b"
_LINE = re.compile(rf"^[^\S\n]*({_FROM}|import\b)([^(\n]*(?:\([^)]*\))?)", re.MULTILINE)
_ELSEWHERE = re.compile(rf"[:;][^\S\n]*(?:{_FROM}|import\b)|^[^\S\n]*(?:from|import)\b.*\\$", re.MULTILINE)
_BY_NAME = re.compile(r"""(?:\bimport_module|\b__import__)\s*\(\s*(?:(f?)["']([\w.]*)(["'{]))?""")


def imports_in(text: str) -> list[Statement]:
    r"""Return the import statements of a source.

    Parsing a whole file costs ten times as much as parsing its lines that begin with an import, so that it is
    done only where such lines are not all. A docstring that shows an import on a line of its own counts, too.

    Raises
    ------
    SyntaxError
        If the source is not Python.

    Examples
    --------
    >>> [ast.unparse(each) for each in imports_in("import a\ndef f():\n    from .b import (\n  c, d)\n")]
    ['import a', 'from .b import c, d']
    """
    if not _ELSEWHERE.search(text):
        try:
            return _statements(ast.parse("\n".join("".join(found) for found in _LINE.findall(text))))
        except SyntaxError:
            pass  # a line that only looks like an import
    return _statements(ast.parse(text))


def _statements(tree: ast.AST) -> list[Statement]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]


def imports_by_name(text: str) -> Iterator[tuple[str, bool]]:
    """Yield what is imported by a call, as far as its name is written, and whether all of it is.

    Examples
    --------
    >>> list(imports_by_name("import_module('a.b'), import_module(f'a.{x}'), import_module(x)"))
    [('a.b', True), ('a.', False), ('', False)]
    """
    if "import_module" not in text and "__import__" not in text:
        return
    for formatted, name, end in _BY_NAME.findall(text):
        yield name, bool(name) and not name.startswith(".") and not (formatted and end == "{")


class _Uses(ast.NodeVisitor):
    def __init__(self, name: str) -> None:
        self.name = name
        self.taken: set[str] = set()
        self.as_a_whole = False

    def visit_Attribute(self, node: ast.Attribute) -> None:
        chain = []
        base: ast.expr = node
        while isinstance(base, ast.Attribute):
            chain.append(base.attr)
            base = base.value
        if isinstance(base, ast.Name) and base.id == self.name:
            self.taken.add(".".join(reversed(chain)))
        else:
            self.visit(base)

    def visit_Name(self, node: ast.Name) -> None:
        self.as_a_whole |= node.id == self.name


def used_of(text: str, name: str) -> tuple[str, ...] | None:
    """Return what a source takes from a name by dots; None if it uses the name in another way, too.

    Examples
    --------
    >>> used_of("a.b.c(1) + a.d", "a")
    ('b.c', 'd')
    >>> used_of("f(a)", "a")
    """
    uses = _Uses(name)
    uses.visit(ast.parse(text))
    return None if uses.as_a_whole else tuple(sorted(uses.taken))

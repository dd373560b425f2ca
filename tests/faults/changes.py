"""Small changes of a source that a person could make by mistake, wherever there is room for one."""

import ast
from itertools import pairwise
from typing import NamedTuple

_COMPARED = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
}  # fmt: skip
_COMPUTED = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "/", ast.Div: "*", ast.FloorDiv: "/", ast.Mod: "*", ast.Pow: "*",
    ast.BitAnd: "|", ast.BitOr: "&",
}  # fmt: skip
_CALLED = {
    "min": "max", "max": "min", "minimum": "maximum", "maximum": "minimum", "argmin": "argmax",
    "argmax": "argmin", "any": "all", "all": "any", "abs": "", "sorted": "list", "set": "list", "round": "",
    "mean": "sum", "sum": "max", "nanmean": "mean", "median": "mean", "std": "var", "var": "std",
    "floor": "ceil", "ceil": "floor", "cumsum": "sort", "isnan": "isinf", "isfinite": "isnan",
    "startswith": "endswith", "endswith": "startswith", "nunique": "count",
}  # fmt: skip
_EITHER_WAY = {"min", "max", "minimum", "maximum"}
"""Functions that give the same whichever argument is first."""
_UNSEEN = {"strict", "zorder"}
"""Arguments without which right data, and pictures without overlaps, are the same."""
_DROPPED = {
    "copy", "fillna", "dropna", "sort_values", "sort_index", "reset_index", "drop_duplicates", "unique",
    "strip", "lower", "clip",
}  # fmt: skip


class Change(NamedTuple):
    """The bytes from `start` to `end` become `new`; `line` is where that is."""

    line: int
    kind: str
    start: int
    end: int
    new: str

    def made_in(self, source: bytes) -> bytes:
        """Return the source with the change."""
        return source[: self.start] + self.new.encode() + source[self.end :]


def find_changes(source: bytes) -> list[Change]:
    """Return all changes in the order of the source; a few of them leave no program behind.

    What only people read is left alone: docstrings, f-strings, annotations.
    """
    found = _Finder(source)
    found.visit(ast.parse(source))
    return sorted(set(found.changes), key=lambda change: (change.start, change.end, change.new))


class _Finder(ast.NodeVisitor):
    def __init__(self, source: bytes) -> None:
        self.source = source
        self.changes: list[Change] = []
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def _start(self, node: ast.expr | ast.stmt | ast.keyword) -> int:
        return self._starts[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.stmt | ast.keyword) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None  # noqa: PT018
        return self._starts[node.end_lineno - 1] + node.end_col_offset

    def _text(self, node: ast.expr | ast.stmt | ast.keyword) -> str:
        return self.source[self._start(node) : self._end(node)].decode()

    def _add(self, line: int, kind: str, start: int, end: int, new: str) -> None:
        change = Change(line, kind, start, end, new)
        if new.encode() != self.source[start:end]:
            self.changes.append(change)

    def _replace(self, node: ast.expr | ast.stmt, kind: str, new: str) -> None:
        self._add(node.lineno, kind, self._start(node), self._end(node), new)

    def _between(self, left: ast.expr, right: ast.expr, kind: str, new: str) -> None:
        start, end = self._end(left), self._start(right)
        if not set(self.source[start:end].decode()) & set("()"):
            self._add(left.lineno, kind, start, end, f" {new} ")

    def _visit_body(self, node: ast.Module | ast.FunctionDef | ast.ClassDef) -> None:
        for statement in node.body:
            if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
                self.visit(statement)

    visit_Module = visit_ClassDef = _visit_body  # noqa: N815

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                self.visit(default)
        self._visit_body(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Words for people."""

    def visit_Compare(self, node: ast.Compare) -> None:
        for (left, right), operator in zip(pairwise([node.left, *node.comparators]), node.ops, strict=True):
            self._between(left, right, "comparison", _COMPARED[type(operator)])
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        is_text = any(
            isinstance(side, ast.JoinedStr)
            or (isinstance(side, ast.Constant) and isinstance(side.value, str))
            for side in (node.left, node.right)
        )
        if not is_text and type(node.op) in _COMPUTED:
            self._between(node.left, node.right, "operator", _COMPUTED[type(node.op)])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        is_and = isinstance(node.op, ast.And)
        for left, right in pairwise(node.values):
            self._between(left, right, "and, or", "or" if is_and else "and")
        for value in node.values:
            self._replace(value, "a condition less", str(is_and))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        self._replace(node, "sign", self._text(node.operand))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._replace(node, "constant", str(not node.value))
        elif isinstance(node.value, int):
            self._replace(node, "constant", str(node.value + 1))
        elif isinstance(node.value, float):
            self._replace(node, "constant", repr(node.value * 2 or 0.5))

    def visit_If(self, node: ast.If) -> None:
        for always in ("True", "False"):
            self._replace(node.test, "branch", always)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        for side in (node.body, node.orelse):
            self._replace(node, "branch", f"({self._text(side)})")
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for condition in node.ifs:
            self._replace(condition, "a condition less", "True")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func
        name = getattr(called, "id", getattr(called, "attr", ""))
        if name in _CALLED and (_CALLED[name] or isinstance(called, ast.Name)):
            self._add(
                node.lineno, "function", self._end(called) - len(name), self._end(called), _CALLED[name]
            )
        if isinstance(called, ast.Attribute) and name in _DROPPED:
            self._replace(node, "a step less", self._text(called.value))
        for one, other in pairwise(node.args if name not in _EITHER_WAY else []):
            swapped = f"{self._text(other)}, {self._text(one)}"
            self._add(one.lineno, "arguments swapped", self._start(one), self._end(other), swapped)
        given = [*node.args, *node.keywords]
        for before, each in pairwise([None, *given]):
            if isinstance(each, ast.keyword) and each.arg and each.arg not in _UNSEEN:
                start = self._start(each) if before is None else self._end(before)
                self._add(each.lineno, "an argument less", start, self._end(each), "")
        self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg not in _UNSEEN:
            self.generic_visit(node)

    def visit_Slice(self, node: ast.Slice) -> None:
        for bound in (node.lower, node.upper):
            if bound is not None:
                self._replace(bound, "slice", "")
        self.generic_visit(node)

    def _visit_statement(self, node: ast.Expr | ast.AugAssign | ast.Raise) -> None:
        self._replace(node, "a statement less", "pass")
        if not isinstance(node, ast.Raise):
            self.generic_visit(node)

    visit_Expr = visit_AugAssign = visit_Raise = _visit_statement  # noqa: N815

    def visit_Continue(self, node: ast.Continue) -> None:
        self._replace(node, "loop", "break")

    def visit_Break(self, node: ast.Break) -> None:
        self._replace(node, "loop", "continue")

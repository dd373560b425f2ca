"""A function has one digest, whether Python compiles a file as a whole or, in notebooks, statements alone."""

import ast
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from types import CodeType, FunctionType

import pytest

import workbench
from workbench.code.identity import code_of
from workbench.code.steps import steps_of

WORKBENCH = Path(workbench.__file__).parent
FUNCTIONS = [
    "return float(np.mean([len(c)]))",
    "return np.mean([len(c)], axis=0)",
    "return [np.floor(x) for x in c if math.sqrt(x) > 1]",
    "while math.isfinite(len(c)):\n        if math.floor(len(c)): break",
    "try:\n        return math.sqrt(c[0])\n    except ValueError:\n        return math.nan",
    "with np.errstate(all='ignore'):\n        return np.log(0)",
    "return np.vectorize(math.sqrt)(c)",
    "return math.sqrt(math.floor(np.linalg.norm(c)))",
    "return (lambda math: math.sqrt(2))(c)",
    "np = c\n    return np.mean(r)",
    "def inner():\n        return math.floor(len(c))\n    return inner()",
    "if c:\n        " + "\n        ".join(f"x{n} = math.floor({n})" for n in range(300)) + "\n    return x1",
]


def compiled(text: str) -> tuple[FunctionType, FunctionType]:
    """Return the function f of a file, and that of the same statements in cells."""
    whole: dict[str, object] = {"__name__": "a_file"}
    exec(compile(text, "file", "exec"), whole)
    alone: dict[str, object] = {"__name__": "a_cell"}
    for statement in ast.parse(text).body:
        exec(compile(ast.Module([statement], []), "cell", "exec"), alone)
    one, other = whole["f"], alone["f"]
    assert isinstance(one, FunctionType)
    assert isinstance(other, FunctionType)
    return one, other


def codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from codes(inner)


@pytest.mark.parametrize("body", FUNCTIONS)
def test_a_function_of_a_notebook_is_that_of_a_file(body: str) -> None:
    one, other = compiled(f"import math\nimport numpy as np\n\ndef f(c, r):\n    {body}\n")
    inside = zip(codes(one.__code__), codes(other.__code__), strict=True)
    assert any(here.co_code != there.co_code for here, there in inside)
    assert code_of(one).digest == code_of(other).digest is not None


def test_what_is_called_counts() -> None:
    """Of calls of functions and methods, and of what is called with what another call returned."""
    bodies = [
        "np.mean(c)", "np.mean", "np.mean(c)()", "np(c)", "np.mean()(c)", "np.max(c)", "c.mean(np)",
        "c.mean(c)", "math.mean(c)", "(np.mean, c())", "(np, c.mean())", "np(c.mean())", "np.mean(c())",
        "np.mean(*c)",
    ]  # fmt: skip
    pairs = [compiled(f"import math\nimport numpy as np\ndef f(c): return {body}\n") for body in bodies]
    seen = [(steps_of(each.__code__), each.__code__.co_names) for pair in pairs for each in pair]
    assert seen[::2] == seen[1::2]
    assert len(set(seen)) == len(bodies)


def test_functions_of_this_package_are_told_apart_by_their_steps_as_by_their_bytecode() -> None:
    found = [
        (repr((steps_of(each), each.co_names)), (each.co_code, each.co_exceptiontable))
        for path in sorted((WORKBENCH / "datasets").rglob("*.py"))
        for each in codes(compile(path.read_text(encoding="utf-8"), path.name, "exec"))
    ]
    assert len(found) > 500
    for _, same in groupby(sorted(found), key=lambda each: each[0]):
        assert len({bytecode for _, bytecode in same}) == 1


def test_where_errors_are_caught_counts() -> None:
    """Both functions have the same steps, and b is in reach of the handler in one of them alone."""
    handler = " except ValueError:\n  return 0\n"
    ends = (f"  b()\n{handler}", f"{handler} else:\n  b()\n")
    made = (compiled(f"def f(a, b):\n try:\n  a()\n{end}")[0] for end in ends)
    inside, outside = (steps_of(each.__code__) for each in made)
    assert inside.steps == outside.steps
    assert inside.caught != outside.caught

"""The benchmarks, which no test runs, ask the package for what is there."""

import ast
import importlib
from pathlib import Path

import pytest

BENCHMARKS = sorted((Path(__file__).parent / "benchmarks").glob("*.py"))


def names_in(script: Path) -> set[str]:
    """Return what a program defines or imports at its top."""
    found = set()
    for node in ast.parse(script.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found |= {each.asname or each.name for each in node.names}
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            found |= {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return found


@pytest.mark.parametrize("script", BENCHMARKS, ids=lambda each: each.stem)
def test_what_a_benchmark_imports_is_there(script):
    beside = {each.stem: each for each in BENCHMARKS}
    for node in ast.walk(ast.parse(script.read_text(encoding="utf-8"))):
        module_name = (getattr(node, "module", "") or "").removeprefix("benchmarks.")
        if isinstance(node, ast.ImportFrom) and module_name in beside:
            assert {each.name for each in node.names} <= names_in(beside[module_name])
        if isinstance(node, ast.ImportFrom) and module_name.startswith("workbench"):
            module = importlib.import_module(module_name)
            assert not [each.name for each in node.names if not hasattr(module, each.name)]

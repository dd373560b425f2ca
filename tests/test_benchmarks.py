"""The benchmarks, which no test runs, ask the package for what is there."""

import ast
import importlib
from pathlib import Path

import pytest

BENCHMARKS = sorted((Path(__file__).parent / "benchmarks").glob("*.py"))


@pytest.mark.parametrize("script", BENCHMARKS, ids=lambda each: each.stem)
def test_what_a_benchmark_imports_is_there(script):
    for node in ast.walk(ast.parse(script.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("workbench"):
            module = importlib.import_module(node.module)
            assert not [each.name for each in node.names if not hasattr(module, each.name)]

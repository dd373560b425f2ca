"""Notebooks as they are kept: without outputs, with an assertion, on the public names alone.

`make notebooks` runs them.
"""

import ast
import json
from pathlib import Path

import pytest

import workbench

MOST_LINES = 215
"""Of the first four together; the fifth, about own data, is to be read and not to be short."""
NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))


def code_of(path):
    cells = json.loads(path.read_text("utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def test_all_five_are_there():
    assert [path.stem[:2] for path in NOTEBOOKS] == ["01", "02", "03", "04", "05"]


def test_they_are_short():
    lines = [
        line.strip()
        for path in NOTEBOOKS[:4]
        for cell in code_of(path)
        for line in "".join(cell["source"]).split("\n")
    ]
    assert len([line for line in lines if line and not line.startswith("#")]) <= MOST_LINES


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_clean(path):
    cells = code_of(path)
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in cells)
    nodes = [node for cell in cells for node in ast.walk(ast.parse("".join(cell["source"])))]
    assert any(isinstance(node, ast.Assert) for node in nodes)
    modules = {node.module for node in nodes if isinstance(node, ast.ImportFrom)}
    modules |= {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    assert not {name for name in modules if name.startswith("workbench.")}
    used = {
        node.attr
        for node in nodes
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "workbench"
    }
    assert used
    assert used <= set(workbench.__all__)

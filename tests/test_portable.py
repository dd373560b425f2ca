"""Tests run on any processor, one module at a time, in any order."""

import ast
import os
import subprocess
import sys
from pathlib import Path

from old_processor import old_processor

ROOT = Path(__file__).resolve().parent.parent
FEATURES = "from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__\n"


def run(*arguments, **options):
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, **options)


def test_an_old_processor_has_nothing_that_numpy_could_choose():
    script = FEATURES + "print([name for name in __cpu_dispatch__ if __cpu_features__[name]])"
    done = run("-W", "error", "-c", script, env=os.environ | old_processor())
    assert done.stdout == "[]\n", done.stderr


def test_a_module_that_its_package_imports_is_collected_alone():
    """In one process, since the four packages do not import each other."""
    files = [
        "datasets/readers/summeval",
        "metrics/bleu",
        "report/layouts/entries",
        "stats/coefficients/tau_family",
    ]
    done = run(
        "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider",
        *(f"workbench/{file}.py" for file in files),
        cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


def test_no_class_of_the_package_is_taken_for_one_of_tests():
    """Pytest, which is given a module for its examples, warns of a class whose name begins with Test."""
    taken = [
        node.name
        for path in (ROOT / "workbench").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test")
        and "__test__ = False" not in map(ast.unparse, node.body)
    ]  # fmt: skip
    assert taken == []

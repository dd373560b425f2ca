"""What was compiled is taken again only if nothing that it was made of has changed."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import workbench.kernels.compile as compiling

CALLED = """
from typing import NamedTuple
from workbench.kernels.compile import kernel
class {name}(NamedTuple):
    value: float
@kernel
def called(x):
    return x.value + {add}
"""
CALLING = """
from workbench.kernels.compile import kernel
from workbench.kernels.called import called
@kernel
def calling(x):
    return 10 * called(x)
"""


@pytest.fixture
def tree(tmp_path):
    """A package of the same name with a kernel that calls another one, in another file."""
    kernels = tmp_path / "workbench" / "kernels"
    kernels.mkdir(parents=True)
    for folder in (kernels, kernels.parent):
        (folder / "__init__.py").touch()
    (kernels / "compile.py").write_bytes(Path(compiling.__file__).read_bytes())
    (kernels / "calling.py").write_text(CALLING)
    (kernels / "called.py").write_text(CALLED.format(name="One", add=1))
    return tmp_path


def run(tree, name, kernel="calling"):
    program = f"from workbench.kernels.called import {name}; from workbench.kernels.{kernel} import {kernel};"
    environment = {key: value for key, value in os.environ.items() if key != "NUMBA_CACHE_DIR"}
    done = subprocess.run(
        [sys.executable, "-c", f"{program} print({kernel}({name}(1.0)))"],
        # a module that changed within a second looks the same to what Python keeps of it
        env={**environment, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=tree,
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout), done.stderr.count("Compiling")


def test_a_called_kernel_that_changed_and_a_type_with_another_name(tree):
    # that something is compiled is said once, of however many kernels
    assert run(tree, "One") == (20.0, 1)
    assert run(tree, "One") == (20.0, 0)
    # called by Python it has a way in of its own, which is compiled once, too
    assert run(tree, "One", kernel="called") == (2.0, 1)
    assert run(tree, "One", kernel="called") == (2.0, 0)
    (tree / "workbench" / "kernels" / "called.py").write_text(CALLED.format(name="Two", add=2))
    assert run(tree, "Two") == (30.0, 1)


def test_the_digest_is_of_a_module_and_of_what_it_imports(tree, monkeypatch):
    kernels = tree / "workbench" / "kernels"
    monkeypatch.setattr(compiling, "PACKAGE", tree / "workbench")
    calling, called = kernels / "calling.py", kernels / "called.py"
    before = compiling.source_digest(calling), compiling.source_digest(called)
    calling.write_text(calling.read_text() + "# one more line")
    assert compiling.source_digest(called) == before[1]
    assert compiling.source_digest(calling) != before[0]
    changed = compiling.source_digest(calling)
    called.write_text(CALLED.format(name="One", add=3))
    assert compiling.source_digest(calling) != changed


def test_a_kernel_leaves_the_settings_of_numba_alone():
    numba = pytest.importorskip("numba")
    before = numba.config.CACHE_DIR

    @compiling.kernel
    def plain(x):
        return x

    assert plain(2.0) == 2.0
    # programs that compile at once wait for each other here
    assert (Path(plain.compiled._cache.cache_path).parent / "lock").is_file()
    after = numba.config.CACHE_DIR
    assert after == before


@pytest.mark.parametrize(
    ("decorate", "error_model", "counts"),
    [
        (compiling.kernel, "python", True),
        (compiling.word_kernel, "numpy", True),
        (compiling.word_step, "numpy", False),
    ],
)
def test_how_a_kernel_is_compiled(decorate, error_model, counts):
    """What counts words divides by constants alone; what makes no arrays counts no holders of them."""
    pytest.importorskip("numba")

    @decorate
    def plain(x):
        return x

    for form, has_no_way_in in ((plain.compiled, False), (plain.called, True)):
        options = form.targetoptions
        assert options.get("error_model", "python") == error_model
        assert options.get("_nrt", True) == counts
        assert options["nogil"]
        assert options["no_cfunc_wrapper"]
        assert options["no_cpython_wrapper"] == has_no_way_in


def test_what_is_compiled_already_is_not_run_as_plain_python(monkeypatch):
    @compiling.word_kernel
    def double(x):
        return 2 * x

    monkeypatch.setattr(compiling.Kernel, "spent", 0.0)
    double(np.ones(2))
    spent = compiling.Kernel.spent
    assert spent > 0
    double(np.ones(compiling.LITTLE + 1))
    assert double(np.ones(2)).tolist() == [2, 2]
    assert compiling.Kernel.spent == spent


def test_little_is_scored_without_the_compiler():
    program = (
        "import sys, workbench; frame = workbench.score(['a b c'], [['a c', 'b']], metrics="
        "['rouge-1', 'rouge-l', 'rouge-w', 'rouge-su', 'bleu']); assert 'numba' not in sys.modules;"
        "from workbench.kernels.compile import Kernel; Kernel.spent = 1.0;"
        "again = workbench.score(['a b c'], [['a c', 'b']], metrics=list(dict.fromkeys(frame['metric'])));"
        "assert 'numba' in sys.modules; assert frame.equals(again), (frame, again)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)

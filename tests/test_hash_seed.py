"""What is computed does not hang on the order in which a process keeps its sets.

Python draws the seed of that order for each process; here it is another one, in one process for all programs.
"""

import contextlib
import io
import json
import os
import subprocess
import sys

import pytest

PROGRAMS = {
    "streams": "from workbench.stats.resampling.streams import stream; print(stream(0, 'x').integers(2**63))",
    "simulated data": (
        "from workbench.datasets.simulate import simulate\n"
        "print(simulate(5, topics=3, systems=4, references=2, raters=2).evalset.fingerprint)"
    ),
    "soft pairwise accuracy": (
        "import numpy as np\n"
        "from workbench.stats.coefficients.soft_pairwise import soft_pairwise_accuracy as spa\n"
        "x, z = np.random.default_rng(0).normal(size=(2, 4, 30))\n"
        "print(repr(spa(x, z, np.random.default_rng(1), 200)))"
    ),
}


def said(program: str) -> str:
    """Return what a program prints in this process."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(program, {})
    return printed.getvalue()


@pytest.fixture(scope="module")
def elsewhere() -> dict[str, str]:
    """Return what each program prints in a process with another seed."""
    code = (
        "import contextlib, io, json, sys\n"
        "found = {}\n"
        "for name, program in json.load(sys.stdin).items():\n"
        "    with contextlib.redirect_stdout(io.StringIO()) as printed:\n"
        "        exec(program, {})\n"
        "    found[name] = printed.getvalue()\n"
        "print(json.dumps(found))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps(PROGRAMS),
        env={**os.environ, "PYTHONHASHSEED": "12345"},
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(json.loads(done.stdout))


@pytest.mark.parametrize("name", PROGRAMS)
def test_another_process_says_the_same(elsewhere: dict[str, str], name: str) -> None:
    assert elsewhere[name] == said(PROGRAMS[name]) != ""

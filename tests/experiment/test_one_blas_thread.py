"""Sums of BLAS depend on the number of its threads: whatever is computed for an experiment, it has one."""

import os
import subprocess
import sys

_PROGRAM = """
import numpy
from threadpoolctl import threadpool_info
from workbench.executor import one_blas_thread
seen = lambda: {each["filepath"]: each["num_threads"] for each in threadpool_info()}
with one_blas_thread():
    assert set(seen().values()) <= {1}, seen()
import scipy.linalg
free = seen()
with one_blas_thread():
    with one_blas_thread():
        pass
    assert set(seen().values()) <= {1}, seen()
assert seen() == free, seen()
"""


def test_libraries_that_are_loaded_later_have_one_thread_too():
    free = {**os.environ, "OPENBLAS_NUM_THREADS": "2"}
    said = subprocess.run(
        [sys.executable, "-c", _PROGRAM], capture_output=True, text=True, check=False, env=free
    )
    assert said.returncode == 0, said.stderr

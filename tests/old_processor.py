"""Run pytest as on an old processor: `python tests/old_processor.py workbench tests/stats`.

The last digit of a sum or of an exponential depends on the instructions that numpy, numba and BLAS find on a
machine. Here they are told to do with the fewest that this machine allows, so that a test which rests on
that digit fails here and not on the machine of somebody else. Kernels that are compiled this way are kept
apart from the others, and only while the tests run.
"""

import os
import subprocess
import sys
from tempfile import TemporaryDirectory

from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__


def old_processor() -> dict[str, str]:
    """Return the environment variables; what a machine does not have cannot be taken from it."""
    # numpy refuses to go without what it was built on, and chooses among the rest when it is imported
    chosen = [name for name in __cpu_dispatch__ if __cpu_features__.get(name)]
    settings = {"NPY_DISABLE_CPU_FEATURES": " ".join(chosen), "NUMBA_CPU_NAME": "generic"}
    if __cpu_features__.get("AVX2"):
        settings["OPENBLAS_CORETYPE"] = "Haswell"
    return settings


if __name__ == "__main__":
    with TemporaryDirectory() as kernels:
        environment = os.environ | old_processor() | {"NUMBA_CACHE_DIR": kernels}
        command = [sys.executable, "-m", "pytest", *sys.argv[1:]]
        sys.exit(subprocess.run(command, env=environment).returncode)

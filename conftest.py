"""What pytest needs to know about the package whose doctests it runs."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent


def pytest_collect_file(file_path: Path) -> None:
    """Import the package of a module before pytest imports the module for its doctests.

    In its importlib mode, which lets test files of two folders share a name, pytest runs a module a second
    time if importing the package has already run it, and a metric cannot be registered twice.
    """
    if file_path.suffix == ".py" and file_path.is_relative_to(ROOT / "workbench"):
        import_module(".".join(file_path.relative_to(ROOT).parent.parts))


@pytest.fixture(autouse=True)
def what_is_entered_goes() -> Iterator[None]:
    """Take metrics and coefficients out again that a test, or an example of the package, has entered."""
    from workbench.metrics.base import METRICS
    from workbench.stats.coefficients.plain import COEFFICIENTS

    known = [(METRICS, set(METRICS)), (COEFFICIENTS, set(COEFFICIENTS))]
    yield
    for registry, names in known:
        for name in set(registry) - names:
            registry.remove(name)

"""A workbench for people who study evaluation metrics of generated text."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.metrics.score import score

__version__ = "0.1.0"
__all__ = ["__version__", "score"]

_HOMES = {"score": "workbench.metrics.score"}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that `import workbench` is instant."""
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'workbench' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__

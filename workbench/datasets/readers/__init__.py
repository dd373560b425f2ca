"""One function a source format. Asking this package for its readers enters those of all its modules."""

from typing import TYPE_CHECKING

from workbench.found_modules import import_modules

if TYPE_CHECKING:
    from workbench.datasets.readers.registry import READERS, Tables

__all__ = ["READERS", "Tables"]


def __getattr__(name: str) -> object:
    """Enter all readers when they are asked for: a reader of lines alone needs none of the others."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import_modules(__name__, __path__)
    from workbench.datasets.readers import registry

    return getattr(registry, name)

"""What a class has to have to be entered as a metric, said where it is entered or first asked for."""

from dataclasses import MISSING, fields
from typing import Any

from workbench.errors import Problem, SpecError, listed, quote, raised

_COUNTER = ("name", "rows", "columns", "count")


def check_class(name: str, made: type) -> None:
    """Raise a `SpecError` for a metric's class that lacks something, or has a parameter without a default."""
    if lacking := sorted(getattr(made, "__abstractmethods__", ())):
        what = f"the class {made.__name__} lacks {' and '.join(lacking)}"
        raise SpecError(Problem(name, what, hint="workbench/metrics/lcsr.py is a short one to copy"))
    bare = [f.name for f in fields(made) if f.init and f.default is MISSING and f.default_factory is MISSING]
    if bare:
        what = f"parameters of the class {made.__name__} without a default"
        raise SpecError(Problem(name, what, listed(bare), "one for each, as in weight: float = 1.0"))


def check_counter(name: str, metric: Any) -> None:
    """Raise a `SpecError` for a metric, of a class that was not looked at yet, whose counter is none."""
    try:
        counter = metric.counter
    except Exception as error:
        raise SpecError(Problem(name, raised(error).replace("the function", "counter", 1))) from error
    lacking = [each for each in _COUNTER if not hasattr(counter, each)]
    if isinstance(counter, type):
        what, allowed = "counter is a class, not an object of it", f"{counter.__name__}()"
        raise SpecError(Problem(name, what, quote(counter), allowed))
    if lacking:
        what = f"counter lacks {listed(lacking)}"
        hint = "A counter derives from OfPairs or OfCandidates in workbench.metrics.base"
        raise SpecError(Problem(name, what, counter, hint=hint))

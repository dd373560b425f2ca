"""Your own coefficient: a plain function of metric scores and judgments."""

import math
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any

from workbench.errors import Problem, ScoreError, SpecError, no_number, raised
from workbench.registry import read_name
from workbench.stats.coefficients.plain import COEFFICIENTS, one_by_one
from workbench.types import Array

OwnFunction = Callable[[Array, Array], float]
_OWN: set[str] = set()


def _refuse_other_than_function(name: str, function: object) -> None:
    if not callable(function):
        allowed = "def, with metric scores and judgments"
        raise SpecError(Problem(name, "a coefficient is made of a function", function, allowed))


def coefficient(name: str, cites: str = "") -> Callable[[OwnFunction], OwnFunction]:
    """Decorate a function of (metric scores, judgments) to make it a coefficient.

    It is used like any other: at every level, with a bootstrap, in tests, in experiment files.

    Parameters
    ----------
    name : str
        How it is called everywhere, in lower case with hyphens. Defining it again replaces it; the names of
        the workbench's own coefficients are taken.
    cites : str
        The key of its paper (`workbench.papers`), for the methods paragraph.

    Returns
    -------
    function
        The same function. It gets float64[n] twice, complete, n at least 2, higher is better in both; it
        returns a number, NaN where it is undefined. What it raises is said as a `ScoreError`.

    Raises
    ------
    SpecError
        If the name is taken, or has parameters; and for what is no function.

    Examples
    --------
    >>> import workbench
    >>> @workbench.coefficient("same-best")
    ... def same_best(metric, human):
    ...     return float(metric.argmax() == human.argmax())
    >>> data = workbench.simulate(topics=3, systems=4, references=1).evalset
    >>> e = workbench.Experiment(data, ["rouge-1"])
    >>> e.correlate(coefficients=["same-best"], interval="none").frame["value"].isin([0.0, 1.0]).all()
    np.True_
    """
    if read_name(name, "coefficient").parameters:
        raise SpecError(Problem("coefficient", "a name without parameters is needed", name))

    def checked(function: OwnFunction) -> OwnFunction:
        @wraps(function)
        def called(x: Array, y: Array) -> float:
            try:
                found = function(x, y)
            except (Exception, SystemExit) as error:
                raise ScoreError(Problem(name, raised(error))) from error
            return _as_number(name, found)

        return called

    def enter(function: OwnFunction) -> OwnFunction:
        _refuse_other_than_function(name, function)
        if name in COEFFICIENTS and name not in _OWN:
            raise SpecError(Problem(name, "is the name of a coefficient of the workbench; choose another"))
        if name in COEFFICIENTS:
            COEFFICIENTS.remove(name)
        COEFFICIENTS(name, cites)(one_by_one(checked(function)))
        _OWN.add(name)
        return function

    return enter


_FINITE = "a number, NaN where there is none"


def _as_number(name: str, found: Any) -> float:
    """Return what a function returned as a number; words are none, even of digits, and neither is inf."""
    with suppress(TypeError, ValueError, OverflowError):
        if not isinstance(found, str):
            number = float(found)
            if math.isinf(number):
                raise ScoreError(Problem(name, "the function returned no finite number", found, _FINITE))
            return number
    raise ScoreError(Problem(name, no_number(found), found, "a number"))

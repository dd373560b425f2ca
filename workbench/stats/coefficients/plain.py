"""Coefficients of correlation between two arrays, along their last axis."""

import inspect
import re
from collections.abc import Callable, Iterable
from functools import partial

import numpy as np

from workbench.errors import Problem, SpecError, suggest
from workbench.registry import Registry, Value, read_name
from workbench.stats.coefficients.weighted import weighted_kendall, weighted_pearson, weighted_spearman
from workbench.types import Array

CoefficientFunction = Callable[[Array, Array], Array]

Parts = Callable[..., tuple[Array, Array]]

COEFFICIENTS: Registry[Callable[..., Array]] = Registry("coefficient")
"""Functions of metric and human scores along the last axis; their keyword-only arguments are parameters."""
POOLED: Registry[Parts] = Registry("pooled coefficient")
"""Those that are a ratio of sums: numerator and denominator, to be added up over segments before dividing."""
MIN_SYSTEMS = 3
"""Fewest systems that a system-level coefficient is given for: two of them always correlate at 1 or -1."""
MIN_CELLS = 2
"""Fewest complete cells of a segment: with 2 it says which system is better, and the mean does the rest."""


_SAME = {
    "pearsonr": "pearson",
    "r": "pearson",
    "spearmanr": "spearman",
    "spearmanrho": "spearman",
    "rho": "spearman",
    "kendalltau": "kendall",
    "kendalltaub": "kendall",
    "tau": "kendall",
    "taub": "kendall",
    "kendallb": "kendall",
    "taua": "kendall-a",
    "kendalltaua": "kendall-a",
    "tauc": "kendall-c",
    "kendalltauc": "kendall-c",
    "spa": "soft-pairwise-accuracy",
    "pairwiseconfidence": "soft-pairwise-accuracy",
    "pa": "pairwise-accuracy",
    "acc": "acc-eq",
    "acc23": "acc-eq",
    "acct": "acc-eq-calibrated",
    "kendallwithtiesopt": "acc-eq-calibrated",
}
"""Names of coefficients elsewhere, without signs and capitals -> the names here."""


def _bare(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def lead_coefficient(asked: str, known: Iterable[str]) -> str:
    """Return what to write in place of a name that no coefficient has.

    Examples
    --------
    >>> lead_coefficient("Kendall-tau", ["kendall", "pearson"])
    "Did you mean 'kendall'? Known: kendall, pearson"
    >>> lead_coefficient("Pairwise_Accuracy", ["acc-eq", "pairwise-accuracy"])
    "Did you mean 'pairwise-accuracy'? Known: acc-eq, pairwise-accuracy"
    """
    names = list(known)
    key = _bare(asked.partition("(")[0])
    found = {**_SAME, **{_bare(name): name for name in names}}.get(key, "")
    listing = suggest(found or key, names)
    return f"Did you mean {found!r}? {listing.partition('? ')[2] or listing}" if found in names else listing


def _by_row(weighted: Callable[[Array, Array, Array], Array], x: Array, y: Array) -> Array:
    """Apply a weighted coefficient to the complete pairs along the last axis of two arrays."""
    if x.shape != y.shape:
        x, y = np.broadcast_arrays(x, y)
    leading = x.shape[:-1]
    if x.shape[-1] == 0:
        return np.full(leading, np.nan)
    rows_x, rows_y = (np.array(each, np.float64, order="C").reshape(-1, x.shape[-1]) for each in (x, y))
    complete = (~np.isnan(rows_x) & ~np.isnan(rows_y)).astype(np.float64)
    return weighted(rows_x, rows_y, complete).reshape(leading)


@COEFFICIENTS("pearson")
def pearson(x: Array, y: Array) -> Array:
    """Return Pearson's product-moment coefficient, in [-1, 1].

    Parameters
    ----------
    x, y
        float64[..., n], broadcast against each other. A pair with a NaN is left out.

    Returns
    -------
    Array
        float64[...].

    Undefined
    ---------
    NaN for fewer than 2 complete pairs and where x or y is constant over them.

    Examples
    --------
    >>> float(pearson(np.array([1.0, 2.0, 3.0]), np.array([1.0, 3.0, 2.0])))
    0.5
    """
    return _by_row(weighted_pearson, x, y)


@COEFFICIENTS("spearman", cites="Spearman 1904")
def spearman(x: Array, y: Array) -> Array:
    """Return Spearman's rank coefficient, in [-1, 1]: Pearson's of the ranks, equal values share their mean.

    Parameters, shapes and undefined values are those of `pearson`.

    Examples
    --------
    >>> float(spearman(np.array([1.0, 2.0, 3.0]), np.array([0.1, 100.0, 0.2])))
    0.5
    """
    return _by_row(weighted_spearman, x, y)


@COEFFICIENTS("kendall", cites="Kendall 1945")
def kendall(x: Array, y: Array) -> Array:
    """Return Kendall's tau-b, in [-1, 1]: (C - D) / sqrt(pairs untied in x * pairs untied in y).

    Parameters, shapes and undefined values are those of `pearson`. (Kendall 1945, The treatment of ties in
    ranking problems.)

    Examples
    --------
    Of 3 pairs 2 are concordant and 1 is discordant.

    >>> kendall(np.array([1.0, 2.0, 3.0]), np.array([1.0, 3.0, 2.0])).round(3)
    np.float64(0.333)
    """
    return _by_row(weighted_kendall, x, y)


def one_by_one(function: Callable[[Array, Array], float | Array]) -> CoefficientFunction:
    """Make a coefficient of a function of two complete vectors, for instance one of another library.

    Parameters
    ----------
    function
        Takes x and y, float64[n] without missing values, n at least 2; returns a number.

    Returns
    -------
    Coefficient
        Takes float64[..., n] and leaves out pairs with a NaN, like every other.

    Undefined
    ---------
    NaN for fewer than 2 complete pairs, and where the function returns NaN.

    Examples
    --------
    >>> largest_gap = one_by_one(lambda x, y: -np.abs(x - y).max())
    >>> largest_gap(np.array([[1.0, 2.0, np.nan], [1.0, 2.0, 3.0]]), np.array([1.0, 4.0, 9.0]))
    array([-2., -6.])
    """

    def coefficient(x: Array, y: Array) -> Array:
        x, y = np.broadcast_arrays(x, y)
        values = np.full(x.shape[:-1], np.nan)
        for at in np.ndindex(values.shape):
            complete = ~np.isnan(x[at]) & ~np.isnan(y[at])
            if complete.sum() >= MIN_CELLS:
                values[at] = function(x[at][complete], y[at][complete])
        return values

    coefficient.__doc__, coefficient.__module__ = function.__doc__, function.__module__
    return coefficient


def _fits(value: Value, default: object) -> bool:
    """Say whether a value may stand for a default: a flag for a flag, a number for a number."""
    if isinstance(default, bool) or isinstance(value, bool):
        return isinstance(default, bool) and isinstance(value, bool)
    return isinstance(value, int | float) if isinstance(default, int | float) else True


def _set_parameters(
    function: Callable[..., Array], name: str, parameters: dict[str, Value], where: str
) -> CoefficientFunction:
    defaults = {
        each.name: each.default
        for each in inspect.signature(function).parameters.values()
        if each.kind is inspect.Parameter.KEYWORD_ONLY
    }
    for key, value in parameters.items():
        if key not in defaults:
            hint = suggest(key, defaults) if defaults else "It has none"
            raise SpecError(Problem(where, f"{name} has no parameter {key!r}", hint=hint))
        if not _fits(value, defaults[key]):
            allowed = f"something like {defaults[key]}"
            raise SpecError(Problem(where, f"{name}: {key} is of another kind", value, allowed))
    made = partial(function, **parameters)
    try:
        made(np.empty(0), np.empty(0))  # a value out of range is found here and not in the middle of a run
    except SpecError as error:
        raise SpecError(*(problem._replace(where=where) for problem in error.problems)) from None
    return made


def get_coefficient(
    coefficient: str | Callable[[Array, Array], float | Array], where: str = ""
) -> CoefficientFunction:
    """Return the coefficient of a name such as ``wmt(threshold=25)``, or make one of a function.

    Parameters
    ----------
    coefficient
        A name in `COEFFICIENTS`, with parameters or without; or any function of two complete vectors, which
        is called `one_by_one`.
    where
        Where the name was read, for the error.

    Raises
    ------
    SpecError
        Unknown name or parameter, or a value that the coefficient does not take.

    Examples
    --------
    >>> x, y = np.array([1.0, 2.0, 3.0]), np.array([10.0, 90.0, 85.0])
    >>> float(get_coefficient("wmt(threshold=25)")(x, y))
    1.0
    >>> float(get_coefficient(lambda x, y: x @ y)(x, y))
    445.0
    """
    if not isinstance(coefficient, str):
        known = (COEFFICIENTS.get(name) for name in COEFFICIENTS)
        return next((each for each in known if each is coefficient), None) or one_by_one(coefficient)
    name, parameters = read_name(coefficient, where)
    function = COEFFICIENTS.get(name, where)
    return _set_parameters(function, name, parameters, where) if parameters else function


def get_parts(coefficient: str) -> Parts | None:
    """Return numerator and denominator of a coefficient that is pooled over segments, None for the others.

    Examples
    --------
    >>> numerator, pairs = get_parts("wmt")(np.array([1.0, 2.0, 3.0]), np.array([10.0, 90.0, 85.0]))
    >>> float(numerator), float(pairs)
    (2.0, 2.0)
    """
    name, parameters = read_name(coefficient)
    return partial(POOLED.get(name), **parameters) if name in POOLED else None


def why_undefined(x: Array, y: Array, minimum: int = MIN_SYSTEMS, unit: str = "systems") -> str:
    """Say why metric scores x and judgments y have no coefficient; "" when they have one.

    Parameters
    ----------
    x, y
        float64[n]; a pair with a NaN is left out.
    minimum
        Fewest complete pairs.
    unit
        What one pair is, in the plural.

    Examples
    --------
    >>> why_undefined(np.array([1.0, 1.0, 1.0]), np.array([1.0, 2.0, 3.0]))
    'constant metric scores'
    >>> why_undefined(np.array([1.0, 2.0]), np.array([1.0, 2.0]))
    'fewer than 3 systems'
    """
    complete = ~np.isnan(x) & ~np.isnan(y)
    x, y = x[complete], y[complete]
    if x.size < minimum:
        return f"fewer than {minimum} {unit}"
    constant = [
        name for name, values in (("metric scores", x), ("judgments", y)) if np.all(values == values[0])
    ]
    return f"constant {' and '.join(constant)}" if constant else ""

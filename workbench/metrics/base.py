"""What a metric is: a frozen value with a name, something that it counts, and a score made of the counts."""

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import ClassVar, Literal, Protocol, dataclass_transform

import numpy as np

from workbench.errors import Problem, SpecError, suggest
from workbench.metrics.batch import Batch
from workbench.metrics.entered import check_class, check_counter
from workbench.metrics.other_names import lead, lead_from_parameter
from workbench.metrics.parameters import shown as shown
from workbench.registry import Registry, Value, cite, is_ours, load_installed, read_name, write_name
from workbench.types import Array

Counts = Array
ComponentScores = dict[str, Array]
CountedRows = Literal["pair", "candidate"]


class Counter(Protocol):
    """Something that is counted in a batch; several metrics may be made of the same counts.

    Attributes
    ----------
    name : str
        Identifies the counts on disk.
    rows : "pair" or "candidate"
        One row for each (candidate, reference), so that references can be selected and combined afterwards;
        or one for each candidate under its chosen references.
    columns : tuple of str
        What is counted. Counts of several rows add up.
    """

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def rows(self) -> CountedRows: ...  # noqa: D102
    @property
    def columns(self) -> tuple[str, ...]: ...  # noqa: D102

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_rows, n_columns]."""
        ...


@dataclass(frozen=True)
class Counting(ABC):
    """A counter that is told from others by its class and its parameters."""

    @property
    def name(self) -> str:
        """The counter with its parameters."""
        return repr(self)

    @abstractmethod
    def count(self, batch: Batch) -> Counts:
        """Return float64[n_rows, n_columns]."""


def by_order(orders: int, *what: str) -> tuple[str, ...]:
    """Return the names of columns that there are for each order: what_1 and so on."""
    return tuple(f"{each}_{order + 1}" for order in range(orders) for each in what)


class OfPairs(Counting):
    """A counter of pairs: what both have in common, what the reference has and what the candidate has."""

    rows: ClassVar[CountedRows] = "pair"
    columns: ClassVar[tuple[str, ...]] = ("match", "reference", "candidate")


class OfCandidates(Counting):
    """A counter of candidates, each under its chosen references."""

    rows: ClassVar[CountedRows] = "candidate"


class Facts:
    """What a metric says of itself, see `Metric`: no parameters, and some of it a function says."""

    called: str
    components: tuple[str, ...] = ("score",)
    profile: ClassVar[str] = "own"
    is_variant: ClassVar[bool] = False
    preprocess: str = "CASE"
    system: ClassVar[Literal["mean", "pooled"]] = "mean"
    bounds: tuple[float, float] = (0.0, 1.0)
    higher_is_better: bool = True
    cased: bool = False
    reads_texts: ClassVar[bool] = True
    weighted: ClassVar[bool] = False
    undefined: ClassVar[str] = "no reference"
    cites: tuple[str, ...] = ()
    breaks: ClassVar[dict[str, str]] = {}


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
@dataclass(frozen=True, repr=False)
class Metric(Facts, ABC):
    """Base of all metrics: parameters are fields, the name comes from them.

    A class that is entered with ``METRICS(name)`` or ``variant(profile, name)`` becomes a frozen dataclass,
    and so do the classes of metrics above it.

    Attributes
    ----------
    called : str
        The name without parameters: the one that it is entered under.
    components : tuple of str
        Keys of what `score` returns.
    profile : str
        Which of the published variants it is. One that is not its metric's usual variant is entered with
        `variant` and shows its profile in its name, ``rouge-l(profile=google)``.
    is_variant : bool
        Whether it was entered with `variant`.
    preprocess : str
        Preprocessing where nothing is said.
    system : "mean" or "pooled"
        The score of a system: the mean of its segments' scores, or the score of their summed counts.
    bounds : tuple of float
        Smallest and largest value.
    higher_is_better : bool
    cased : bool
        Whether capitals may make a difference.
    reads_texts : bool
        Whether texts are needed; else a data set of judgments alone will do.
    weighted : bool
        Whether the ratings of references, their weights, count.
    undefined : str
        Why a segment may have no value.
    cites : tuple of str
        The papers that it comes from, by their keys in `workbench.papers`.
    breaks : dict of str to str
        The laws that it breaks by design (`workbench.metrics.laws`), and why.
    """

    def __post_init__(self) -> None:
        """Refuse values that parameters may not have; what is true or false by default is one of them."""
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if type(field.default) is bool:
                require(self, field.name, isinstance(value, bool), "true or false")
            elif "holds" in field.metadata:
                require(self, field.name, field.metadata["holds"](value), field.metadata["allowed"])

    @classmethod
    def makers(cls, name: str) -> dict[str, "Maker"]:
        """Return what makes the metrics that are entered with the class, by their names."""
        return {name: cls}

    @property
    def parameter_names(self) -> list[str]:
        """The parameters that a name may give."""
        return [field.name for field in dataclasses.fields(self) if field.metadata.get("given", True)]

    @property
    def options(self) -> dict[str, object]:
        """The value of each parameter."""
        return {name: getattr(self, name) for name in self.parameter_names}

    @property
    def parameters(self) -> dict[str, Value]:
        """The parameters that the name shows."""
        shown_fields = {
            field.name: getattr(self, field.name)
            for field in dataclasses.fields(self)
            if field.name in self.parameter_names
            if field.metadata.get("shown") or getattr(self, field.name) != field.default
        }
        return {**shown_fields, "profile": self.profile} if self.is_variant else shown_fields

    def how_taken(self, key: str) -> str:
        """Say how something that is no parameter yet becomes one; nothing where it cannot."""
        return ""

    @property
    def name(self) -> str:
        """The name with its parameters, as it parses back."""
        return write_name(self.called, self.parameters)

    def __repr__(self) -> str:
        return self.name

    @property
    @abstractmethod
    def counter(self) -> Counter:
        """What the metric counts."""

    def score(self, counts: Counts) -> ComponentScores:
        """Return each component for counts of shape [..., n_columns], float64[...]: the counts themselves."""
        return {name: counts[..., number] for number, name in enumerate(self.components)}

    def prepares(self, preprocess: str) -> str:
        """Return the preprocessing under which its texts are really counted: the one that is asked for.

        A metric that is blind to a part of it returns another one. Records and signatures still show what was
        asked for; the metric's profile says what became of it.
        """
        return preprocess

    def rank(self, counts: Counts) -> Array:
        """Return what decides which reference is the best one, float64[...]; the first component."""
        return self.score(counts)[self.components[0]]


class OfScorable(Metric):
    """A metric of one component; the last of its counts says whether a candidate can be scored."""

    @abstractmethod
    def value(self, counts: Counts) -> Array:
        """Return the score of candidates that can be scored, float64[...]."""

    def score(self, counts: Counts) -> ComponentScores:
        """Return the score, NaN where nothing can be scored."""
        return {"score": np.where(counts[..., -1] > 0, self.value(counts), np.nan)}


Maker = Callable[..., Metric]


class MetricTable(Registry[Maker]):
    """A table of metrics: the usual ones, or those that a profile has a variant of."""

    def __init__(self, profile: str = "") -> None:
        super().__init__(f"metric of profile {profile}" if profile else "metric")
        self.profile = profile

    def __call__(self, name: str, cites: str = "") -> Callable[[Maker], Maker]:
        """Decorate a metric's class, or a function that makes a metric, to enter it under a name.

        A class that is not of the workbench takes the place of an earlier one of its name, as a cell of a
        notebook does that is run again.
        """
        if read_name(name, self.kind).parameters:
            raise SpecError(Problem(self.kind, "a name without parameters is needed", name))

        def enter(made: Maker) -> Maker:
            makers = {name: made}
            if isinstance(made, type) and issubclass(made, Metric):
                if self.profile:
                    made.profile, made.is_variant = self.profile, True
                if "called" not in vars(made):
                    made.called = name
                # one paper or component may be written as it is: a text is a sequence of letters, too
                made.cites = _several(made.cites) or _several(cites)
                made.components = _several(made.components)
                for each in reversed(made.mro()):
                    if issubclass(each, Metric) and "__dataclass_params__" not in vars(each):
                        dataclass(frozen=True, repr=False)(each)
                makers = made.makers(name)
                if makers == {name: made} and not is_ours(made):
                    check_class(name, made)
            for own_name, maker in makers.items():
                if own_name in self and not is_ours(self.get(own_name)):
                    self.replace(own_name, maker)
                    cite(self.kind, {own_name: cites})
                elif own_name in self and not is_ours(maker):
                    raise SpecError(Problem(own_name, "is the name of another metric; choose another"))
                else:
                    super(MetricTable, self).__call__(own_name, cites)(maker)
            return made

        return enter

    def elsewhere(self) -> Callable[[], Registry[Maker]]:
        """Return what finds this table in another process; one of a profile may have to be made there."""
        return partial(variants_of, self.profile) if self.profile else super().elsewhere()


def _several(said: str | tuple[str, ...]) -> tuple[str, ...]:
    return (*filter(None, (said,)),) if isinstance(said, str) else tuple(said)


METRICS = MetricTable()
VARIANTS: dict[str, MetricTable] = {}
"""Profile -> the metrics that it has a variant of."""


def variant(profile: str, name: str) -> Callable[[Maker], Maker]:
    """Decorate the variant of a metric that a profile has."""
    return variants_of(profile)(name)


def variants_of(profile: str) -> MetricTable:
    """Return the table of what a profile has a variant of, which its first variant makes."""
    if profile not in VARIANTS:
        VARIANTS[profile] = MetricTable(profile)
    return VARIANTS[profile]


def get_metric(
    metric: str | Metric, where: str = "", own: Mapping[str, Maker] = MappingProxyType({})
) -> Metric:
    """Return the metric of a name such as ``rouge-w(weight=1.2)``; a metric is returned as it is.

    Metrics that only one experiment has, its tables of scores for instance, are given as `own`.

    Raises
    ------
    SpecError
        Unknown name or parameter, or a value that the metric does not take.

    Examples
    --------
    >>> import workbench.metrics.rouge
    >>> get_metric("rouge-su( gap = 4 )")
    rouge-su(gap=4)
    """
    if isinstance(metric, Metric):
        if not is_ours(metric):
            check_counter(metric.called, metric)
        return metric
    given: object = metric
    if not isinstance(given, str):
        hint = "A function is named as @workbench.metric(name) named it" if callable(given) else ""
        raise SpecError(Problem(where, "is no name of a metric", given, "as in 'rouge-1'", hint))
    try:
        name, parameters = read_name(metric, where)
    except SpecError as error:
        (malformed,) = error.problems
        raise SpecError(malformed._replace(hint=lead(metric, [*METRICS, *own]))) from None
    if name not in METRICS and name not in own:
        load_installed()
    profile = parameters.pop("profile", None)
    makers = VARIANTS.get(str(profile), METRICS)
    if profile is not None and makers is METRICS and METRICS.get(name, where)().profile != profile:
        hint = suggest(str(profile), [*VARIANTS, METRICS.get(name)().profile])
        raise SpecError(Problem(where, f"unknown profile {profile!r}", hint=hint))
    make = own.get(name) if profile is None else None
    if make is None and name not in makers:
        hint = lead(name, [*makers, *own])
        raise SpecError(Problem(where, f"unknown {makers.kind} {name!r}", hint=hint))
    make = make or makers.get(name)
    usual = make()
    if not is_ours(usual):
        check_counter(name, usual)
    known = usual.parameter_names
    for key in parameters:
        if key not in known:
            profiles = [
                each
                for each, others in VARIANTS.items()
                if name in others and key in others.get(name)().parameter_names
            ]
            hint = usual.how_taken(key) or lead_from_parameter(key, name, known, profiles)
            raise SpecError(Problem(where, f"{name} has no parameter {key!r}", hint=hint))
    try:
        return make(**parameters)
    except (TypeError, ValueError):
        raise SpecError(Problem(where, f"{name} does not take these values", metric)) from None
    except SpecError as error:
        raise SpecError(*(problem._replace(where=where) for problem in error.problems)) from None


def require(metric: Metric, parameter: str, holds: bool, allowed: str) -> None:
    """Raise a `SpecError` unless a parameter of a metric is one of the allowed values."""
    if not holds:
        what = f"{metric.called}: {parameter} is out of range"
        raise SpecError(Problem("", what, getattr(metric, parameter), allowed))


def ratio(part: Array, whole: Array) -> Array:
    """Return part / whole, 0 where the whole is 0."""
    return np.divide(part, whole, out=np.zeros(np.broadcast(part, whole).shape), where=whole != 0)

"""Your own metric: a plain function of a candidate and its references."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

import numpy as np

from workbench.errors import Problem, ScoreError, SpecError, no_number, raised, suggest
from workbench.metrics.base import METRICS, CountedRows, Counts, Metric
from workbench.metrics.batch import Batch
from workbench.metrics.own_function import (
    NUMBER,
    are_bounds,
    defaults_of,
    hashable,
    how_taken,
    refuse_other_than_function,
    what_else,
)
from workbench.metrics.own_matches import Matched
from workbench.registry import Value, read_name
from workbench.single_precision import number_as_printed

Returned = float | Mapping[str, float] | Matched
MetricFunction = Callable[..., Returned]
TextRead = list[str] | str


_SAYS_MATCHES: dict[MetricFunction, bool] = {}
"""Whether a function that was called has ever said what it matches."""
_READ = ("tokens", "text")
_WORDS = "A text comes as the list of its words; with on='text' it comes as it is"


@dataclass(frozen=True, repr=False, kw_only=True)
class FunctionMetric(Metric):
    """A metric that is a plain function; made by `metric`.

    What is counted is what it returns for each candidate under its chosen references.

    Undefined
    ---------
    NaN where a candidate has no reference, or where the function returns NaN.
    """

    function: MetricFunction
    called: str
    on: Literal["tokens", "text"]
    components: tuple[str, ...]
    preprocess: str
    bounds: tuple[float, float]
    higher_is_better: bool
    cased: bool
    cites: tuple[str, ...]
    arguments: tuple[tuple[str, Value], ...] = ()

    profile = "function"
    undefined = "no reference, or the function returned NaN"
    rows: ClassVar[CountedRows] = "candidate"

    @property
    def parameter_names(self) -> list[str]:
        """Keyword-only parameters of the function that have a default."""
        return list(defaults_of(self.function))

    @property
    def options(self) -> dict[str, object]:
        """The value of each parameter."""
        return {**defaults_of(self.function), **self.parameters}

    @property
    def parameters(self) -> dict[str, Value]:
        """Those that differ from the function's defaults."""
        return dict(self.arguments)

    def how_taken(self, key: str) -> str:
        """Say how a parameter of the function becomes one of the metric."""
        return how_taken(self.function, key)

    def with_parameters(self, **changes: Value) -> "FunctionMetric":
        """Return the metric with other keyword parameters of the function, of the kind of its defaults."""
        defaults = defaults_of(self.function)
        for key, value in changes.items():
            if allowed := what_else(defaults[key], value):
                raise SpecError(Problem("", f"{self.called}: {key} is out of range", value, allowed))
        changed = tuple((key, value) for key, value in changes.items() if value != defaults[key])
        return replace(self, arguments=changed)

    @property
    def counter(self) -> "FunctionMetric":
        """The metric itself, which counts what the function returns."""
        return self

    @property
    def columns(self) -> tuple[str, ...]:
        """What the function returns."""
        return self.components

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_candidates, n_components]; NaN for a candidate without a reference."""
        chosen = batch.layout.chosen_references
        values = np.full((len(chosen), len(self.columns)), np.nan)
        texts = {number: self.read(batch.references.tokens(number)) for row in chosen for number in row}
        for number, references in enumerate(chosen):
            if references:
                candidate = self.read(batch.candidates.tokens(number))
                try:
                    values[number] = self._call(candidate, [_own(texts[each]) for each in references])
                except ScoreError as error:
                    raise ScoreError(*_whose(error, batch, number)) from error
        return values

    def returned(self, candidate: TextRead, references: list[TextRead]) -> Returned:
        """Return what the function returns for a candidate and its references.

        Raises
        ------
        ScoreError
            If it raises anything.
        """
        try:
            found = self.function(candidate, references, **dict(self.arguments))
        except (Exception, SystemExit) as error:
            is_text_awaited = self.on == "tokens" and isinstance(error, AttributeError | TypeError)
            hint = _WORDS if is_text_awaited and "list" in str(error) else ""
            shown = f"candidate {candidate!r:.60}{'…' * (len(repr(candidate)) > 60)}"
            raise ScoreError(Problem(self.name, raised(error), shown, hint=hint)) from error
        _SAYS_MATCHES[self.function] = isinstance(found, Matched) or _SAYS_MATCHES.get(self.function, False)
        return found

    @property
    def may_match(self) -> bool:
        """Whether the function may say what it matches: it has done so, or was never called."""
        return _SAYS_MATCHES.get(self.function, True)

    def read(self, sentences: list[list[str]]) -> TextRead:
        """Return a text as the function gets it: its words, or a string."""
        if self.on == "text":
            return "\n".join("".join(sentence) for sentence in sentences)
        return [token for sentence in sentences for token in sentence]

    def _call(self, candidate: TextRead, references: list[TextRead]) -> list[float]:
        result = self.returned(candidate, references)
        if isinstance(result, Matched):
            result = result.score
        if isinstance(result, Mapping) and set(result) != set(self.columns):
            allowed, got = ", ".join(self.columns), sorted(map(str, result))
            raise ScoreError(Problem(self.name, "returned other components", got, allowed))
        found = [result[column] for column in self.columns] if isinstance(result, Mapping) else [result]
        try:
            numbers = [float(number_as_printed(each)) for each in found if isinstance(each, NUMBER)]
        except OverflowError:  # 10**400
            raise ScoreError(Problem(self.name, "the function returned too large a number", result)) from None
        if len(numbers) != len(self.columns):
            allowed = "a number" if len(self.columns) == 1 else f"a dict of {', '.join(self.columns)}"
            raise ScoreError(Problem(self.name, no_number(result), result, allowed))
        return numbers


def _own(text: TextRead) -> TextRead:
    """Return a text that a function may change: others are compared with the same reference after it."""
    return text if isinstance(text, str) else list(text)


def _whose(error: ScoreError, batch: Batch, number: int) -> list[Problem]:
    """Return what is wrong with a candidate, which is named where the batch has names."""
    if batch.keys is None:
        return list(error.problems)
    task, segment, system = batch.keys[number]
    of = f"for system {system!r}, segment {segment!r} of task {task!r}"
    return [each._replace(what=f"{each.what}, {of}") for each in error.problems]


def metric(
    name: str,
    *,
    on: Literal["tokens", "text"] = "tokens",
    components: Sequence[str] = ("score",),
    preprocess: str | None = None,
    bounds: tuple[float, float] = (0.0, 1.0),
    higher_is_better: bool = True,
    cased: bool = False,
    cites: str | Sequence[str] = (),
) -> Callable[[MetricFunction], MetricFunction]:
    """Decorate a function of (candidate, list of references) to make it a metric.

    Parameters
    ----------
    name : str
        How the metric is called everywhere, in lower case with hyphens. Defining it again replaces it; the
        names of the workbench's own metrics are taken.
    on : "tokens" or "text"
        Whether the function gets lists of words, as the preprocessing makes them, or untouched strings.
    components : sequence of str
        With more than one the function returns a dict with these keys, else a number.
    preprocess : str, optional
        Where nothing is said: CASE for tokens. A function of text has none.
    bounds : tuple of float
        Smallest and largest value, for the checks.
    higher_is_better : bool
        Whether larger values are better; else the sign is turned before it is correlated.
    cased : bool
        Whether capitals may make a difference, for the checks.
    cites : str or sequence of str
        The paper or papers that it comes from: keys of `workbench.papers`, or your own, as (Name Year).

    Returns
    -------
    function
        The same function. It may return `workbench.Matched(score, matches)` to say what it matches: the page
        of disagreements sets that off. Its keyword-only parameters with a default become parameters of the
        metric, ``my-metric(weight=2)``.

    Raises
    ------
    SpecError
        For a name that is taken or has parameters, another `on`, components that are no list of
        different names, bounds that are not two numbers in order, and what is no function.

    Examples
    --------
    >>> import workbench
    >>> @workbench.metric("first-word")
    ... def first_word(candidate, references):
    ...     return float(any(candidate[:1] == reference[:1] for reference in references))
    >>> frame = workbench.score(["The cat", "A cat"], ["the dog", "the dog"], metrics=["first-word"])
    >>> frame["value"].tolist()
    [1.0, 0.0]
    """
    if read_name(name, "metric").parameters:
        raise SpecError(Problem("metric", "a name without parameters is needed", name))
    if on not in _READ:
        hint = suggest(str(on), _READ).partition("Known:")[0]
        raise SpecError(
            Problem(name, "what the function reads, on, is unknown", on, " or ".join(_READ), hint)
        )
    if on == "text" and preprocess is not None:
        raise SpecError(Problem(name, "a function of text takes no preprocessing", preprocess))
    if isinstance(components, str):  # its letters would be components
        raise SpecError(Problem(name, "components are a list", components, f"[{components!r}]"))
    if not components or len(set(components)) < len(components):
        raise SpecError(Problem(name, "components are names that differ, one or more", components))
    if not are_bounds(bounds):
        allowed = "two numbers, as in (0.0, 1.0)"
        raise SpecError(Problem(name, "bounds are the least and the largest value", bounds, allowed))

    def enter(function: MetricFunction) -> MetricFunction:
        refuse_other_than_function(name, function)
        made = FunctionMetric(
            function=hashable(function),
            called=name,
            on=on,
            components=tuple(components),
            preprocess="text" if on == "text" else preprocess or "CASE",
            bounds=bounds,
            higher_is_better=higher_is_better,
            cased=cased,
            cites=(cites,) if isinstance(cites, str) else tuple(cites),
        )
        if name in METRICS and not isinstance(METRICS.get(name)(), FunctionMetric):
            raise SpecError(Problem(name, "is the name of a metric of the workbench; choose another"))
        METRICS.replace(name, made.with_parameters)
        return function

    return enter

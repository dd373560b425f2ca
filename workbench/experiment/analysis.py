"""What an analysis is: one question about an experiment, with its section, its answer and what it says."""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

import pandas as pd

from workbench.errors import Problem, SpecError
from workbench.experiment.sections import Section
from workbench.registry import Registry
from workbench.report.shown_frame import column_words, in_words, value_words
from workbench.report.table import format_value
from workbench.schema import Frame

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from workbench.experiment.experiment import Experiment
    from workbench.experiment.plan import Plan
    from workbench.experiment.spec import Spec

_SAID_ONCE = frozenset(
    (
        "component", "preprocess", "references", "task", "criterion", "level", "block_size", "coefficient",
        "given", "against_metric", "against_component", "against_preprocess", "against_references",
        "confidence", "interval", "population", "n_systems", "n_segments", "n_segments_most", "n_references",
        "kind", "shape", "goal",
    )
)  # fmt: skip
"""Columns that are said once, under the table that is shown, where all rows say the same."""
_AGAINST = "against_"
_MOST_ROWS = 40
_HOME = "workbench.analyses"
"""The package that enters the analyses of the workbench when it is imported."""


@dataclass(frozen=True, eq=False)
class Result:
    """The answer of an analysis: a small value that shows itself as the table a person wants to see.

    Attributes
    ----------
    frames : mapping of str to DataFrame
        Everything that was found, columns as `workbench.schema` declares them; the first one is the answer.
    shown : tuple of str
        The columns that are shown; all where it names none.
    lines : tuple of str
        What it comes to, in sentences.
    picture : callable, optional
        Draws the answer.
    brief : DataFrame, optional
        What is shown in place of an answer that is too long or in another order than people want.
    """

    frames: Mapping[str, pd.DataFrame]
    shown: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    picture: Callable[[], "Figure"] | None = field(default=None, repr=False)
    brief: pd.DataFrame | None = field(default=None, repr=False)

    @property
    def frame(self) -> pd.DataFrame:
        """The answer, with all its columns."""
        return next(iter(self.frames.values()))

    @property
    def short(self) -> pd.DataFrame:
        """The answer as it is shown: without empty columns, and those that say the same in all rows."""
        shown, common = self._shown, self._common
        return shown.drop(columns=[name for name in shown if name in common or _is_empty(shown[name])])

    @property
    def _shown(self) -> pd.DataFrame:
        frame = self.frame if self.brief is None else self.brief
        return frame[[name for name in self.shown or frame.columns if name in frame]]

    @property
    def _common(self) -> dict[str, object]:
        """What all rows say, by column."""
        shown = self._shown
        same = [name for name in shown if name in _SAID_ONCE and shown[name].nunique(dropna=False) == 1]
        return {name: shown[name].iloc[0] for name in same if not _is_empty(shown[name])}

    def _said(self, in_words: bool) -> list[str]:
        """Return what stands under the table."""
        said = []
        if len(self._shown) > _MOST_ROWS:
            said.append(f"{_MOST_ROWS} of {len(self._shown)} rows; .short has all of them.")
        common = self._common
        # "against_level" beside an equal "level" says nothing new
        both = [
            name
            for name in common
            if name.startswith(_AGAINST) and common.get(name.removeprefix(_AGAINST)) == common[name]
        ]
        told = [
            f"{column_words(name)} {value_words(name, value)}" if in_words else f"{name} {value}"
            for name, value in common.items()
            if name not in both
        ]
        if told:
            said.append(f"All rows: {'; '.join(told)}")
        return [*said, *self.lines]

    def plot(self, *asked: object, **settings: object) -> "Figure":
        """Draw the answer: in the one way that it has, so that nothing can be asked.

        Raises
        ------
        SpecError
            If there is no picture of it, or something is asked.
        """
        if asked or settings:
            got = asked[0] if asked else next(iter(settings))
            hint = 'Pictures of other kinds are those of the experiment: e.plot(kinds=["ranks"])'
            raise SpecError(Problem("", "plot() of a result draws its one picture", got, "nothing", hint))
        if self.picture is None:
            raise SpecError(Problem("", f"there is no picture of {next(iter(self.frames))}"))
        return self.picture()

    def __repr__(self) -> str:
        shown = self.short
        if not len(shown):
            return "\n".join(["Nothing was found.", *self.lines])
        table = shown.to_string(index=False, formatters=_formats(shown), na_rep="–", max_rows=_MOST_ROWS)
        return "\n".join([str(table), *self._said(in_words=False)])

    def _repr_html_(self) -> str:
        from html import escape

        short = self.short
        if not len(short):
            return f"<div>{escape(repr(self))}</div>"
        shown = in_words(short)
        table = shown.to_html(
            index=False, formatters=_formats(shown), na_rep="–", max_rows=_MOST_ROWS, border=0
        )
        lines = self._said(in_words=True)
        said = "".join(f'<div style="white-space: pre-wrap">{escape(line)}</div>' for line in lines)
        return f"{table}{said}"


def _is_empty(column: pd.Series) -> bool:
    # a block size of 0 is none
    nothing = column.isna() | column.isin([0] if column.name == "block_size" else [""])
    return len(column) > 0 and bool(nothing.all())


def _formats(frame: pd.DataFrame) -> dict[str, Callable[[float], str]]:
    """Return how the numbers of each column are written: whole ones without decimals, others with three."""
    return {
        name: partial(_number, digits=0 if (frame[name].dropna() % 1 == 0).all() else 3)
        for name in frame.select_dtypes("float")
    }


def _number(value: float, digits: int) -> str:
    return "–" if math.isnan(value) else format_value(value, digits)


class Analysis(ABC):
    """One question about an experiment. Entering the class with ``@ANALYSES(name)`` makes it a method.

    Attributes
    ----------
    called : str
        The method of an experiment: ``e.compare()``.
    section : str
        The section of an experiment file that asks for it; "" where none does.
    Section : type
        What that section holds; its defaults are the only ones there are.
    frames : tuple of Frame
        What the answer consists of; each that is not empty is written as a CSV file of its name.
    place : int
        Where reports have it among the others: the lower, the earlier.
    positional : tuple of str
        Keys of the section that the method also takes without their names, in this order.
    one_of : tuple of str
        Keys that say the same in other ways: who asks for one takes back what the experiment says by others.
    is_standing : bool
        Whether every report has it, asked for or not.
    is_checklist : bool
        Whether an empty answer says something, so that its files are written, too.
    on_blocks : bool
        Whether it works on pairs of systems in blocks of segments, too, and not on systems only.
    on_wholes : bool
        Whether metrics that have scores of whole systems only take part, where something else asks for
        scores of segments.
    """

    called: ClassVar[str]
    section: ClassVar[str] = ""
    Section: ClassVar[type[Section]] = Section
    frames: ClassVar[tuple[Frame, ...]] = ()
    place: ClassVar[int] = 1000
    positional: ClassVar[tuple[str, ...]] = ()
    one_of: ClassVar[tuple[str, ...]] = ()
    is_standing: ClassVar[bool] = False
    is_checklist: ClassVar[bool] = False
    on_blocks: ClassVar[bool] = False
    on_wholes: ClassVar[bool] = False

    @abstractmethod
    def compute(self, experiment: "Experiment", settings: Any) -> Result:
        """Return the answer, from the steps of the experiment and the settings of the section."""

    def check(self, spec: "Spec", settings: Any) -> None:
        """Raise a pydantic error where the section cannot stand beside the others."""
        return None

    def check_plan(self, plan: "Plan", settings: Any) -> None:
        """Raise a `SpecError` where the section names what the experiment or its data do not have."""
        return None

    def annotate(self, experiment: "Experiment", settings: Any, records: pd.DataFrame) -> pd.DataFrame:
        """Return the records with what the analysis says of single cells, or with its own rows below."""
        return records

    def describe_methods(self, result: Result | None) -> list[str]:
        """Return sentences for the methods paragraph; `result` is None where nobody asked."""
        return []

    def files(self, result: Result) -> dict[str, bytes]:
        """Return files of the report beside the frames, by name."""
        return {}


ANALYSES: Registry[type[Analysis]] = Registry("analysis")


def analysis(name: str) -> Callable[[type[Analysis]], type[Analysis]]:
    """Decorate an analysis to enter it: every experiment then has it as a method and as a section."""

    def enter(kind: type[Analysis]) -> type[Analysis]:
        kind.called = name
        return ANALYSES(name)(kind)

    return enter


def known_analyses() -> tuple[type[Analysis], ...]:
    """Return all analyses, in the order in which reports have them."""
    import_module(_HOME)
    return tuple(
        sorted((ANALYSES.get(name) for name in ANALYSES), key=lambda each: (each.place, each.called))
    )

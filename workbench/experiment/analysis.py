"""What an analysis is: one question about an experiment, with its section, its answer and what it says."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

import pandas as pd

from workbench.errors import Problem, SpecError
from workbench.experiment.sections import Part
from workbench.registry import Registry
from workbench.schema import Frame

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from workbench.experiment.experiment import Experiment
    from workbench.experiment.plan import Plan
    from workbench.experiment.spec import Spec

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
        The columns of the answer that are shown; all where it names none.
    lines : tuple of str
        What it comes to, in sentences.
    picture : callable, optional
        Draws the answer.
    """

    frames: Mapping[str, pd.DataFrame]
    shown: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    picture: Callable[[], "Figure"] | None = field(default=None, repr=False)

    @property
    def frame(self) -> pd.DataFrame:
        """The answer, with all its columns."""
        return next(iter(self.frames.values()))

    @property
    def short(self) -> pd.DataFrame:
        """The answer as it is shown: what a person looks at, but for columns that say one thing only."""
        frame = self.frame
        if not self.shown:
            return frame
        kept = [
            name
            for name in self.shown
            if name in frame
            and (frame[name].dtype.kind == "f" or frame[name].nunique() > 1 or len(frame) < 2)
        ]
        return frame[kept or list(self.shown)].dropna(axis="columns", how="all")

    def plot(self) -> "Figure":
        """Draw the answer.

        Raises
        ------
        SpecError
            If there is no picture of it.
        """
        if self.picture is None:
            raise SpecError(Problem("", f"there is no picture of {next(iter(self.frames))}"))
        return self.picture()

    def __repr__(self) -> str:
        table = str(self.short.to_string(index=False, float_format="%.3f"))
        return "\n".join([table, *self.lines])

    def _repr_html_(self) -> str:
        from html import escape

        table = self.short.to_html(index=False, float_format="%.3f", na_rep="–", border=0)
        return str(table) + "".join(f"<div>{escape(line)}</div>" for line in self.lines)


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
    is_standing : bool
        Whether every report has it, asked for or not.
    is_checklist : bool
        Whether an empty answer says something, so that its files are written, too.
    on_blocks : bool
        Whether it works on pairs of systems in blocks of segments, too, and not on systems only.
    """

    called: ClassVar[str]
    section: ClassVar[str] = ""
    Section: ClassVar[type[Part]] = Part
    frames: ClassVar[tuple[Frame, ...]] = ()
    place: ClassVar[int] = 1000
    positional: ClassVar[tuple[str, ...]] = ()
    is_standing: ClassVar[bool] = False
    is_checklist: ClassVar[bool] = False
    on_blocks: ClassVar[bool] = False

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

"""The experiment file: TOML to frozen, validated objects. All its faults are reported at once."""

import re
import tomllib
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field, ValidationError, model_validator
from pydantic_core import ErrorDetails, PydanticCustomError

from workbench.analyses.curves.curves import check_figure
from workbench.analyses.shading import ShadingSpec
from workbench.datasets.scores import read_scores
from workbench.errors import Problem, SpecError, suggest
from workbench.experiment.analyses import (
    CeilingSpec,
    CorrelationSpec,
    FigureSpec,
    RankingSpec,
    ReferenceChoiceSpec,
    RobustnessSpec,
    TableSpec,
    TestSpec,
    UnitSpec,
)
from workbench.experiment.populations import check_interval_population, check_population
from workbench.experiment.sections import (
    DataSpec,
    MetricSpec,
    MinedSpec,
    Part,
    PreprocessName,
    ReferenceSpec,
    ScoresSpec,
)
from workbench.experiment.units import check_unit, name_level
from workbench.metrics.external import enter_scores


class Experiment(Part):
    """An experiment: the TOML file, frozen and validated.

    Attributes are the keys of the file; see README.md for an example.
    """

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")
    """Of the folder of its report; the name of the file where nothing is said."""
    title: str = ""
    """One line for people."""
    about: str = ""
    """What the experiment asks and what to see in it, for people."""
    seed: int = Field(default=0, ge=0)
    """Of everything that is drawn."""
    scores: dict[str, str | ScoresSpec] = Field(default={})
    """Name of a metric to a file of scores computed elsewhere."""
    metrics: list[MetricSpec] = Field(min_length=1)
    """Names; or tables, for one that is used differently from the others."""
    components: list[str] | None = Field(default=None, min_length=1)
    """recall, precision, f; the first that a metric has where nothing is said."""
    preprocess: list[PreprocessName] | None = Field(default=None, min_length=1)
    """CASE, STEM, STOP, STEM+STOP, 13a, none; each metric's own where nothing is said."""
    data: DataSpec
    """The data set."""
    mined: MinedSpec | None = None
    """Rated outputs as references."""
    references: list[ReferenceSpec] = Field(default=[ReferenceSpec(name="all refs")], min_length=1)
    """Reference settings; all references, pooled, where nothing is said."""
    correlation: CorrelationSpec = CorrelationSpec()
    """Levels, coefficients, intervals."""
    unit: UnitSpec | None = None
    """Blocks of segments."""
    test: TestSpec | None = None
    """Differences between metrics."""
    ranking: RankingSpec | None = None
    """Clusters of metrics, intervals of ranks; tests and their correction are those of the section test."""
    ceiling: CeilingSpec | None = None
    """The judges among themselves."""
    robustness: RobustnessSpec | None = None
    """Outliers, systems left out, the best, close pairs."""
    reference_choice: ReferenceChoiceSpec | None = None
    """What the choice of references does to a coefficient."""
    shading: ShadingSpec = ShadingSpec()
    """Which cells are as good as the best one beside them."""
    table: TableSpec = TableSpec()
    """How it is printed."""
    figure: FigureSpec | None = None
    """How it is drawn."""

    @model_validator(mode="before")
    @classmethod
    def _name_metrics(cls, values: Any) -> Any:
        """Let a metric be written as a string or as a table."""
        if isinstance(values, dict) and isinstance(values.get("metrics"), list):
            metrics = [{"name": each} if isinstance(each, str) else each for each in values["metrics"]]
            values = {**values, "metrics": metrics}
        return values

    @model_validator(mode="before")
    @classmethod
    def _level_of_unit(cls, values: Any) -> Any:
        """Let a section ``[unit]`` stand for the level that it is about."""
        return name_level(values) if isinstance(values, dict) else values

    @model_validator(mode="after")
    def _blocks_are_possible(self) -> "Experiment":
        sections = ("test", "ranking", "ceiling", "robustness", "reference_choice")
        there = [name for name in sections if getattr(self, name) is not None]
        check_unit(self.unit, self.correlation, there)
        return self

    @model_validator(mode="after")
    def _no_repetition(self) -> "Experiment":
        names = [setting.name for setting in self.references]
        for name in names:
            if names.count(name) > 1:
                raise PydanticCustomError("repeated", "two reference settings have the same name")
        for number, spec in enumerate(self.metric_specs):
            for name in spec.references or []:
                if name not in names:
                    message = (
                        f"metrics[{number}]: there is no reference setting {name!r}. {suggest(name, names)}"
                    )
                    raise PydanticCustomError("known", message)
        return self

    @model_validator(mode="after")
    def _figure_is_possible(self) -> "Experiment":
        if self.figure is not None:
            check_figure(self.figure, self.metrics, self.references, self.unit)
        return self

    @model_validator(mode="after")
    def _speaks_of_what_is_asked(self) -> "Experiment":
        check_interval_population(self.correlation)
        asked = None if self.reference_choice is None else self.reference_choice.references
        names = [setting.name for setting in self.references]
        for name in asked or []:
            if name not in names:
                hint = suggest(name, names)
                message = f"reference_choice.references: there is no reference setting {name!r}. {hint}"
                raise PydanticCustomError("known", message)
        if self.test is not None:
            check_population(self.test, self.correlation)
        return self

    @property
    def metric_specs(self) -> list[MetricSpec]:
        """The metrics, each with what holds for it."""
        return [
            MetricSpec(
                name=spec.name,
                preprocess=spec.preprocess or self.preprocess,
                components=spec.components or self.components,
                references=spec.references,
            )
            for spec in self.metrics
        ]


def read_experiment(path: str | Path) -> Experiment:
    """Read an experiment file.

    Raises
    ------
    SpecError
        With one line for each fault: where it is, what is wrong, what is allowed, what may have been meant.
    """
    path = Path(path)
    try:
        content = tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except FileNotFoundError:
        raise SpecError(Problem(str(path), "there is no such experiment file")) from None
    except IsADirectoryError:
        raise SpecError(Problem(str(path), "is a folder, not an experiment file")) from None
    except UnicodeDecodeError as error:
        raise SpecError(Problem(str(path), f"is not UTF-8 (byte {error.start})")) from None
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise SpecError(Problem(str(path), f"is not TOML: {error}")) from None
    enter_tables(content.get("scores"), path)
    return build_experiment({"name": path.stem, **content}, str(path))


def enter_tables(tables: object, path: Path) -> None:
    """Make the files of scores that an experiment names metrics, before its metrics are looked up."""
    if not isinstance(tables, dict):
        return
    for name, value in tables.items():
        where = f"{path}: scores.{name}"
        try:
            spec = ScoresSpec.model_validate({"file": value} if isinstance(value, str) else value)
        except ValidationError as error:
            allowed = "the path of a file, or file, column and where"
            what = f"is not usable: {error.errors()[0]['msg']}"
            raise SpecError(Problem(where, what, allowed=allowed)) from None
        try:
            enter_scores(name, read_scores(path.parent / spec.file, spec.column, spec.where))
        except SpecError as error:
            raise SpecError(*(problem._replace(where=where) for problem in error.problems)) from None


def build_experiment(content: dict[str, Any], where: str = "experiment") -> Experiment:
    """Build an experiment from what an experiment file holds."""
    try:
        return Experiment.model_validate(content)
    except ValidationError as error:
        raise SpecError(*(_problem(where, details) for details in error.errors())) from None


def _problem(where: str, details: ErrorDetails) -> Problem:
    """Say a validation error with the path inside the file."""
    path = ""
    keys = list(details["loc"])
    if keys[:1] == ["metrics"] and keys[2:] == ["name"]:
        keys = keys[:2]
    for key in keys:
        path += f"[{key}]" if isinstance(key, int) else f"{'.' if path else ''}{key}"
    place = f"{where}: {path}" if path else where
    got = details["input"]
    kind = details["type"]
    if kind == "known":
        return Problem(place, details["msg"])
    if kind == "extra_forbidden":
        known = _fields_at(keys[:-1])
        return Problem(place, "unknown key", hint=suggest(str(keys[-1]), known) if known else "")
    if kind == "missing":
        return Problem(place, "is missing")
    if kind == "literal_error":
        allowed = str(details["ctx"]["expected"])
        hint = suggest(str(got), re.findall(r"'([^']*)'", allowed)).partition("Known:")[0].strip()
        return Problem(place, "unknown value", got, allowed, hint)
    message = details["msg"].removeprefix("Input should be ").removeprefix("Value error, ")
    shown = None if isinstance(got, dict | list) else got
    if details["msg"].startswith("Input should be "):
        return Problem(place, "unusable value", shown, message)
    return Problem(place, message[0].lower() + message[1:], shown)


def _fields_at(keys: list[int | str]) -> list[str]:
    """Return the keys that are allowed at a place of the file."""
    homes: dict[str, type[BaseModel]] = {
        "data": DataSpec, "references": ReferenceSpec, "correlation": CorrelationSpec,
        "table": TableSpec, "metrics": MetricSpec, "test": TestSpec, "ranking": RankingSpec,
        "ceiling": CeilingSpec, "robustness": RobustnessSpec, "unit": UnitSpec, "mined": MinedSpec,
        "figure": FigureSpec,
        "reference_choice": ReferenceChoiceSpec,
    }  # fmt: skip
    model = homes.get(str(keys[0]), Experiment) if keys else Experiment
    return list(model.model_fields)

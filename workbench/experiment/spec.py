"""The experiment file: TOML to frozen, validated objects. All its faults are reported at once."""

import tomllib
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field, ValidationError, model_validator
from pydantic_core import ErrorDetails, PydanticCustomError

from workbench.datasets.scores import read_scores
from workbench.errors import Problem, SpecError, suggest
from workbench.experiment.populations import check_population
from workbench.experiment.sections import (
    CeilingSpec,
    CorrelationSpec,
    DataSpec,
    MetricSpec,
    Part,
    PreprocessName,
    RankingSpec,
    ReferenceSpec,
    RobustnessSpec,
    ScoresSpec,
    TableSpec,
    TestSpec,
    UnitSpec,
)
from workbench.experiment.units import check_unit, name_level
from workbench.metrics.external import enter_scores


class Experiment(Part):
    """An experiment: the TOML file, frozen and validated.

    Attributes are the keys of the file; see README.md for an example.
    """

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")
    title: str = ""
    seed: int = Field(default=0, ge=0)
    scores: dict[str, str | ScoresSpec] = Field(default={})
    metrics: list[MetricSpec] = Field(min_length=1)
    components: list[str] | None = Field(default=None, min_length=1)
    preprocess: list[PreprocessName] | None = Field(default=None, min_length=1)
    data: DataSpec
    references: list[ReferenceSpec] = Field(default=[ReferenceSpec(name="all refs")], min_length=1)
    correlation: CorrelationSpec = CorrelationSpec()
    unit: UnitSpec | None = None
    test: TestSpec | None = None
    ranking: RankingSpec | None = None
    ceiling: CeilingSpec | None = None
    robustness: RobustnessSpec | None = None
    table: TableSpec = TableSpec()

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
        sections = ("test", "ranking", "ceiling", "robustness")
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
    def _speaks_of_what_is_asked(self) -> "Experiment":
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
        return Problem(place, "unknown value", got, str(details["ctx"]["expected"]))
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
        "ceiling": CeilingSpec, "robustness": RobustnessSpec, "unit": UnitSpec,
    }  # fmt: skip
    model = homes.get(str(keys[0]), Experiment) if keys else Experiment
    return list(model.model_fields)

"""The experiment file: TOML to frozen, validated objects. All its faults are reported at once."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import ErrorDetails, PydanticCustomError

from workbench.datasets.scores import read_scores
from workbench.errors import Problem, SpecError, suggest
from workbench.metrics.base import get_metric
from workbench.metrics.external import enter_scores
from workbench.metrics.references import check_selection, get_combination
from workbench.report.recipes import RECIPES
from workbench.stats.coefficients import COEFFICIENTS
from workbench.text.preprocess import get_preprocess


def _known(look_up: Callable[[str], object]) -> AfterValidator:
    """Turn a look-up that raises a `SpecError` into a check of a field."""

    def check(name: str) -> str:
        try:
            look_up(name)
        except SpecError as error:
            problem = error.problems[0]
            what = problem.what if problem.got is None else f"{problem.what}: got {problem.got!r}"
            allowed = f", allowed: {problem.allowed}" if problem.allowed else ""
            hint = f". {problem.hint}" if problem.hint else ""
            # braces would be read as a template
            message = f"{what}{allowed}{hint}".replace("{", "(").replace("}", ")")
            raise PydanticCustomError("known", message) from None
        return name

    return AfterValidator(check)


MetricName = Annotated[str, _known(get_metric)]
PreprocessName = Annotated[str, _known(get_preprocess)]
Coefficient = Annotated[str, _known(COEFFICIENTS.get)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class MetricSpec(_Part):
    """A metric and, if it differs from the rest of the experiment, how it is used."""

    name: MetricName
    preprocess: list[PreprocessName] | None = Field(default=None, min_length=1)
    components: list[str] | None = Field(default=None, min_length=1)
    references: list[str] | None = Field(default=None, min_length=1)


class ReferenceSpec(_Part):
    """A reference setting: which references, and how several become one score."""

    name: str = Field(min_length=1)
    select: Annotated[str, _known(check_selection)] = "all"
    combine: Annotated[str, _known(get_combination)] = "pooled"


class DataSpec(_Part):
    """The data set and what of it is used."""

    name: str
    criteria: list[str] | None = Field(default=None, min_length=1)
    raters: str | None = None
    options: dict[str, str] = {}
    unscorable: Literal["error", "drop"] = "error"


class CorrelationSpec(_Part):
    """What is correlated, and how sure it is."""

    levels: list[Literal["system", "segment"]] = Field(default=["system"], min_length=1)
    coefficients: list[Coefficient] = Field(default=["pearson", "spearman", "kendall"], min_length=1)
    interval: Literal["percentile", "fisher", "none"] = "percentile"
    resample: Literal["systems", "inputs", "both"] = "both"
    draws: int = Field(default=1000, ge=1, le=1_000_000)
    confidence: float = Field(default=0.95, gt=0, lt=1)


class TableSpec(_Part):
    """How the records become a table."""

    layout: Annotated[str, _known(RECIPES.get)] = "lin2004"
    digits: int = Field(default=2, ge=1, le=6)
    intervals: bool = False


class Experiment(_Part):
    """An experiment: the TOML file, frozen and validated.

    Attributes are the keys of the file; see README.md for an example.
    """

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")
    title: str = ""
    seed: int = Field(default=0, ge=0)
    scores: dict[str, str] = {}
    metrics: list[MetricSpec] = Field(min_length=1)
    components: list[str] | None = Field(default=None, min_length=1)
    preprocess: list[PreprocessName] | None = Field(default=None, min_length=1)
    data: DataSpec
    references: list[ReferenceSpec] = Field(default=[ReferenceSpec(name="all refs")], min_length=1)
    correlation: CorrelationSpec = CorrelationSpec()
    table: TableSpec = TableSpec()

    @model_validator(mode="before")
    @classmethod
    def _name_metrics(cls, values: Any) -> Any:
        """Let a metric be written as a string or as a table."""
        if isinstance(values, dict) and isinstance(values.get("metrics"), list):
            metrics = [{"name": each} if isinstance(each, str) else each for each in values["metrics"]]
            values = {**values, "metrics": metrics}
        return values

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
    for name, file in tables.items():
        if not isinstance(file, str):
            raise SpecError(Problem(f"{path}: scores.{name}", "must be the path of a file", file))
        try:
            enter_scores(name, read_scores(path.parent / file))
        except SpecError as error:
            place = f"{path}: scores.{name}"
            raise SpecError(*(problem._replace(where=place) for problem in error.problems)) from None


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
        "table": TableSpec, "metrics": MetricSpec,
    }  # fmt: skip
    model = homes.get(str(keys[0]), Experiment) if keys else Experiment
    return list(model.model_fields)

"""What an experiment asks: TOML, or the same in Python, to one frozen, validated value."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, Self, TypeVar

from pydantic import Field, ValidationError, create_model, model_validator
from pydantic_core import PydanticCustomError

from workbench.datasets.load import place_of_files
from workbench.datasets.readers.lines import how_to_convert
from workbench.errors import Problem, SpecError, suggest
from workbench.experiment.analysis import Analysis, known_analyses
from workbench.experiment.correlation import CorrelationSpec, TableSpec, UnitSpec
from workbench.experiment.of_report import MANIFEST, asked_in, manifest_of
from workbench.experiment.own_metrics import load_metrics, read_tables
from workbench.experiment.sections import (
    DataSpec,
    MetricSpec,
    MinedSpec,
    PreprocessName,
    ReferenceSpec,
    ScoresSpec,
    Section,
)
from workbench.experiment.spec_faults import problem_of, problems_of
from workbench.experiment.units import check_unit, name_level
from workbench.metrics.base import Maker
from workbench.registry import load_installed
from workbench.shipped import find_experiment

_CURLY = "“”„‟‘’‚«»"
_TABLES = (".csv", ".tsv", ".jsonl", ".json", ".xlsx", ".parquet", ".gz")
_FREE = r"^[A-Za-z0-9][A-Za-z0-9._-]*$"


class Spec(Section):
    """What an experiment asks, frozen and validated; its fields are the keys of an experiment file.

    The sections of analyses are fields, too: `spec_model` adds those of all analyses that are registered.
    """

    name: str = Field(default="experiment", pattern=_FREE)
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
    table: TableSpec = TableSpec()
    """How it is printed."""

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
    def _blocks_are_possible(self) -> Self:
        on_systems = [each.section for each, _ in self.asked if not each.on_blocks]
        check_unit(self.unit, self.correlation, on_systems)
        return self

    @model_validator(mode="after")
    def _settings_are_told_apart(self) -> Self:
        names = self.setting_names
        if len(set(names)) < len(names):
            raise PydanticCustomError("known", "references: two reference settings have the same name")
        for number, spec in enumerate(self.metric_specs):
            self.check_settings(spec.references, f"metrics[{number}]")
        return self

    @model_validator(mode="after")
    def _printed_coefficients_are_there(self) -> Self:
        asked = self.correlation
        known = dict.fromkeys(each.name for level in asked.levels for each in asked.coefficients_at(level))
        for name in self.table.coefficients or ():
            if name not in known:
                message = f"table.coefficients: no record has {name!r}, allowed: {', '.join(known)}"
                raise PydanticCustomError("known", message)
        return self

    @model_validator(mode="after")
    def _analyses_are_possible(self) -> Self:
        for each, settings in self.asked:
            each().check(self, settings)
        return self

    @property
    def asked(self) -> list[tuple[type[Analysis], Section]]:
        """The analyses that it asks for, each with its section."""
        found = [(each, self.section(each.section)) for each in known_analyses() if each.section]
        return [(each, section) for each, section in found if isinstance(section, Section)]

    def section(self, name: str) -> Section | None:
        """Return a section by its name; None where it is not asked for."""
        return getattr(self, name, None)

    @property
    def setting_names(self) -> list[str]:
        """The names of the reference settings."""
        return [setting.name for setting in self.references]

    def check_settings(self, names: list[str] | None, where: str) -> None:
        """Raise a pydantic error for a name that no reference setting has."""
        for name in names or []:
            if name not in self.setting_names:
                hint = suggest(name, self.setting_names)
                raise PydanticCustomError("known", f"{where}: there is no reference setting {name!r}. {hint}")

    @property
    def metric_specs(self) -> list[MetricSpec]:
        """The metrics, each with what holds for it."""
        shared = {"preprocess": self.preprocess, "components": self.components}
        return [
            spec.model_copy(update={key: getattr(spec, key) or value for key, value in shared.items()})
            for spec in self.metrics
        ]

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process makes its own model of all sections."""
        return _construct, (dict(self), self.model_fields_set)

    def content(self) -> dict[str, Any]:
        """Return what an experiment file would hold: whatever differs from the defaults, and the name."""
        content = self.model_dump(exclude_defaults=True, exclude_none=True)
        content["metrics"] = [each["name"] if len(each) == 1 else each for each in content["metrics"]]
        # a section that is there asks for its analysis, even empty
        asked = {each.section: settings.model_dump(exclude_defaults=True) for each, settings in self.asked}
        return {"name": self.name, **content, **asked}


def spec_model() -> type[Spec]:
    """Return what an experiment may ask: `Spec` with the sections of all analyses."""
    return _with_sections(known_analyses())


def _construct(values: dict[str, Any], given: set[str]) -> Spec:
    return spec_model().model_construct(given, **values)


@cache
def _with_sections(analyses: tuple[type[Analysis], ...]) -> type[Spec]:
    sections: dict[str, Any] = {}
    for each in filter(lambda each: each.section, analyses):
        about = " ".join((each.Section.__doc__ or "").split("\n\n")[0].split())
        sections[each.section] = (each.Section | None, Field(default=None, description=about))
    return create_model("Spec", __base__=Spec, **sections)


def read_spec(
    path: str | Path, metric_files: tuple[Path, ...] = (), data: str | Path | None = None
) -> tuple[Spec, dict[str, Maker]]:
    """Read an experiment file and the files of scores and metrics that belong to it.

    Parameters
    ----------
    path : path
        Or the name of an experiment that comes with the package, or the folder of a report.
    metric_files : tuple of Path
        Python files that define metrics; they are run.
    data : path, optional
        Folder of the data sets, where files of scores lie with them.

    Returns
    -------
    Spec, dict
        What is asked, and how to make the metrics that only this experiment has, by name.

    Raises
    ------
    SpecError
        With one line for each fault: where it is, what is wrong, what is allowed, what may have been meant.
    """
    path = manifest_of(find_experiment(path))
    try:
        written = path.read_bytes()
        is_of_report = path.name == MANIFEST
        content = asked_in(written, str(path)) if is_of_report else tomllib.loads(written.decode("utf-8-sig"))
    except IsADirectoryError:
        beside = path.with_name(f"{path.name}.toml")
        hint = f"Did you mean {str(beside)!r}?" if beside.is_file() else ""
        raise SpecError(Problem(str(path), "is a folder, not an experiment file", hint=hint)) from None
    except UnicodeDecodeError as error:
        hint = how_to_convert(written, path.name, "converted.toml")
        raise SpecError(Problem(str(path), f"is not UTF-8 (byte {error.start})", hint=hint)) from None
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        is_table = path.suffix in _TABLES
        hint = (
            f"An experiment file is TOML; `workbench data import {path}` makes a data set of a table"
            if is_table
            else _how_toml_is_written(str(error), written)
        )
        raise SpecError(Problem(str(path), f"is not TOML: {error}", hint=hint)) from None
    own = {name: make for file in metric_files for name, make in load_metrics(file).items()}
    named = content.get("data")
    name = named.get("name") if isinstance(named, dict) else None
    place = place_of_files(name, data) if isinstance(name, str) and name.strip() else None
    # a report lies elsewhere than the file that it was made of, from which paths started
    folder = Path() if is_of_report else path.parent
    own |= read_tables(content.get("scores"), str(path), folder, place)
    return build_spec({"name": path.stem, **content}, str(path), own, folder), own


def _how_toml_is_written(error: str, written: bytes) -> str:
    """Return what is wrong in the line that an error of a TOML file names, or how TOML is written."""
    number = re.search(r"at line (\d+)", error)
    lines = written.decode("utf-8-sig").split("\n")
    line = lines[int(number[1]) - 1] if number else ""
    if any(mark in line for mark in _CURLY):
        return "Texts stand in straight quotation marks, \"text\" or 'text', and not in curly ones"
    if "\\" in line and '"' in line:
        return (
            "In double quotation marks a backslash begins a code, as in \\n: write a path with /, or in "
            "single ones, as in 'C:\\data'"
        )
    if re.search(r"[=\[,]\s*[-+]?(\.\d|\d+\.(?!\d))", line):
        return "A number has a digit before and behind its point, as in 0.5"
    if error.startswith("Unclosed array"):
        return "A comma stands between two members of a list, and a bracket ends it"
    if error.startswith(("Cannot overwrite", "Cannot declare")):
        return "A key stands once in its section, a section once in a file"
    return "Texts stand in quotation marks, names of sections in [brackets]"


def build_spec(
    content: dict[str, Any],
    where: str = "experiment",
    own: Mapping[str, Maker] | None = None,
    folder: Path | None = None,
) -> Spec:
    """Build what an experiment asks from what an experiment file holds; paths in it start from `folder`.

    Raises
    ------
    SpecError
        With one line for each fault.
    """
    if content.keys() - spec_model().model_fields.keys():
        load_installed()  # a package may bring the section along
    validate = partial(spec_model().model_validate, context={"own": own or {}, "folder": folder})
    try:
        return validate(content)
    except ValidationError as error:
        # of scores, a file or a table, it is said what the table lacks
        said = [
            each for each in error.errors() if (each["loc"][:1], each["loc"][2:]) != (("scores",), ("str",))
        ]
        raise SpecError(*problems_of(where, said, spec_model(), validate, content)) from None


S = TypeVar("S", bound=Section)


def build_section(name: str, kind: type[S], options: Mapping[str, Any]) -> S:
    """Build a section alone, of options that no experiment stands behind.

    Raises
    ------
    SpecError
        With one line for each fault, which names the section and the key.
    """
    try:
        return kind.model_validate(dict(options))
    except ValidationError as error:
        raise SpecError(
            *(
                problem_of("", {**details, "loc": (name, *details["loc"])}, spec_model())
                for details in error.errors()
            )
        ) from None

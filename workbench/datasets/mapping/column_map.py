"""The mapping: which columns of somebody's tables hold texts, references, names and ratings."""

import math
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from workbench.datasets.mapping.cells import as_number, as_word, is_missing
from workbench.errors import Problem, SpecError, suggest


def _several(value: object) -> object:
    """Take one name for a list of one; of a mapping of names to columns, or lists of them, `name=column`."""
    if value is None:
        return ()
    if isinstance(value, str):
        return (value,)
    if isinstance(value, dict):
        return tuple(
            f"{name}={column}"
            for name, columns in value.items()
            for column in (columns if isinstance(columns, list | tuple) else [columns])
        )
    if isinstance(value, list | tuple):
        return tuple(value)
    raise ValueError("is the name of a column, or a list of them")


ColumnNames = Annotated[tuple[str, ...], BeforeValidator(_several)]


def _columns(what: str, option: str) -> Any:
    return Field(default=(), description=what, json_schema_extra={"option": option})


def _column(what: str, option: str) -> Any:
    return Field(default="", description=what, json_schema_extra={"option": option})


class ColumnMap(BaseModel):
    """Which columns of one table or several hold what; the same in Python, on the command line, in a card.

    A column is its name, or in nested records a path: ``human.fluency``, ``expert_annotations[].coherence``
    (one rating a member of the list), ``references[]``. ``name=column`` gives a text, reference or criterion
    another name than that of its column. Several columns of segments name one together. A table need not
    have all columns: outputs, references and judgments may be tables of their own.

    Examples
    --------
    >>> ColumnMap(text="summary", references=["ref1", "ref2"], criteria={"flow": "Q1"}).criteria
    ('flow=Q1',)
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: ColumnNames = _columns("Texts of the systems; several columns are several systems", "--text")
    references: ColumnNames = _columns("References, or a list of them", "--reference")
    segment: ColumnNames = _columns("What was judged: a document, topic or sentence", "--segment")
    system: str = _column("What wrote the text", "--system")
    criteria: ColumnNames = _columns("Ratings; a path into a list is several raters'", "--criterion")
    rater: str = _column("Who rated", "--rater")
    task: str = _column("Part that is judged on its own, for instance a language pair", "--task")
    weights: ColumnNames = _columns("Weights in [-1, 1], one column a column of references", "--weight")
    document: str = _column("Document that a segment is from", "--document")
    domain: str = _column("Domain that a segment is from", "--domain")
    reference_name: str = _column("Name of the reference of a row, where each has one", "--reference-name")
    criterion_name: str = _column("Criterion of a row, where each has one rating", "--criterion-name")
    lower: ColumnNames = _columns("Criteria of which less is better", "--lower")
    people: ColumnNames = _columns("Systems whose texts are references; human* is a pattern", "--people")
    words: ColumnNames = _columns("What a rating or a weight in words counts: good=4, missing=nan", "--word")
    leave_out: ColumnNames = _columns("Columns of texts that are not needed", "--leave-out")

    @classmethod
    def of(cls, where: str, **columns: object) -> "ColumnMap":
        """Return a mapping of what was given; None is nothing.

        Raises
        ------
        SpecError
            With one line for each thing that is no column.
        """
        try:
            return cls.model_validate({name: value for name, value in columns.items() if value is not None})
        except ValidationError as error:
            raise SpecError(*(_problem(where, each) for each in error.errors())) from None

    @property
    def named(self) -> dict[str, tuple[str, ...]]:
        """The columns that are asked for, by what they hold."""
        held = self.model_dump(exclude={"lower", "people", "words", "leave_out"})
        return {name: (value,) if isinstance(value, str) else value for name, value in held.items() if value}

    def word_values(self, where: str) -> dict[str, float]:
        """Return what each rating in words counts, by `as_word`; NaN if it is none: ``x=nan``.

        Raises
        ------
        SpecError
            If a number does not follow, or another one is said elsewhere.
        """
        found: dict[str, float] = {}
        for each in self.words:
            word, _, said = each.rpartition("=")
            number = math.nan if is_missing(said) and said.strip() else as_number(said)
            if not word.strip() or number is None:
                allowed = "as in good=4, x=nan for a missing one"
                raise SpecError(Problem(f"{where}: words", "is no word and its number", each, allowed))
            called = as_word(word)
            if str(found.setdefault(called, number)) != str(number):
                raise SpecError(Problem(f"{where}: words", "is said twice, with another number", each))
        return found

    def options(self) -> Iterator[tuple[str, str]]:
        """Yield each option of the command line that says the same, and its value."""
        for name, field in type(self).model_fields.items():
            value = getattr(self, name)
            extra = field.json_schema_extra
            option = str(extra["option"]) if isinstance(extra, dict) else ""
            yield from ((option, each) for each in ((value,) if isinstance(value, str) else value) if each)

    def command(self, files: list[Path]) -> str:
        """Return the command that imports files by this mapping.

        Examples
        --------
        >>> ColumnMap(text="my text", criteria=["flow"]).command([Path("wide.csv")])
        "workbench data import wide.csv --text 'my text' --criterion flow"
        """
        said = [word for option in self.options() for word in option]
        return shlex.join(["workbench", "data", "import", *map(str, files), *said])


def _problem(where: str, error: Any) -> Problem:
    place = str(error["loc"][0])
    if error["type"] == "extra_forbidden":
        return Problem(where, f"unknown key {place!r}", hint=suggest(place, ColumnMap.model_fields))
    what, hint = "is the name of a column, or a list of them", "The column itself stays in the frame"
    return Problem(f"{where}: {place}", what, type(error["input"]).__name__, hint=hint)


def split_name(column: str, known: set[str]) -> tuple[str, str]:
    """Return name and path of what may be written as ``name=column``.

    Examples
    --------
    >>> split_name("flow=Q1", {"Q1"}), split_name("a=b", {"a=b"}), split_name("r[].flow", {"r"})
    (('flow', 'Q1'), ('a=b', 'a=b'), ('flow', 'r[].flow'))
    """
    if column not in known and "=" in column:
        name, _, path = column.partition("=")
        return name.strip(), path.strip()
    if column in known:
        return column, column
    return column.removesuffix("[]").rpartition(".")[2], column

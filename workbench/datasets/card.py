"""Cards: what a data set is, where it comes from, what was judged in it."""

import codecs
import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from workbench.datasets.mapping.column_map import ColumnMap
from workbench.datasets.not_found import unknown_data_set
from workbench.errors import DataError, Problem, SpecError, suggest
from workbench.fault_words import models_in, say_fault

OTHERS = "*"
"""Among the values of an option: others that lie in the folder, too, which the reader looks for."""
_FOLDER = Path(__file__).with_name("cards")
# not a path that leaves the folder of the data sets
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


def is_name(name: str) -> bool:
    """Tell whether a data set, and so its folder, may be called so."""
    return isinstance(name, str) and _NAME.fullmatch(name) is not None


def _stay_inside(path: str) -> str:
    if path.startswith(("/", "\\")) or ".." in re.split(r"[/\\]", path):
        raise PydanticCustomError("inside", "leaves the folder of the data sets")
    return path


_Inside = Annotated[str, AfterValidator(_stay_inside)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Criterion(_Part):
    """One thing that was judged. `direction` says which judgments are good."""

    direction: Literal["higher", "lower"] = "higher"
    scale: str = ""
    meaning: str = ""


class File(_Part):
    """One file of a data set, by its path in the data set's folder; `sha256` is of the file as described."""

    path: _Inside
    what: str = ""
    sha256: str = ""


class OriginFile(_Part):
    """One file of an origin, by its path there.

    `copies` are files in the folder of the data set that the reader takes in its place; `read` is False for
    a file that belongs to the data set and is not needed to read it.
    """

    path: _Inside
    bytes: int = Field(ge=0)
    sha256: str = Field(pattern="^[0-9a-f]{64}$")
    read: bool = True
    copies: list[_Inside] = []


class Origin(_Part):
    """Where files of a data set come from; they lie in ``original/<name>`` in its folder.

    Attributes
    ----------
    name : str
    url : str
        What stands before the paths of the files, pinned to a commit.
    files : list of OriginFile
    """

    name: str = Field(pattern=f"^{_NAME.pattern}$")
    url: str = Field(pattern="^https?://[^/]+/.*[^/]$")
    files: list[OriginFile] = Field(min_length=1)


class Sizes(_Part):
    """How much is read where no option is chosen: rows of the frames, and what they are of, in all tasks."""

    tasks: int
    systems: int
    segments: int
    outputs: int
    references: int
    judgments: int


class DatasetCard(_Part):
    """A data set in words.

    Attributes
    ----------
    name : str
        As its folder is called, where the card does not say it. Whatever else has a default may be left out.
    judgments : "human" or "simulated"
    criteria : dict of name to Criterion
        Where none is named, what was judged, and more is better.
    raters : dict of group to list of patterns
        Which raters belong to a group; ``expert*`` means all whose name begins so.
    default_raters : str
        The group whose judgments are used where nothing is said.
    reader : str
        Name of the function that reads the files.
    mapping : ColumnMap or None
        Which columns of the tables in its folder hold what: the table ``[mapping]``.
    folder : str
        Where the files lie in the folder of the data sets; empty if there are none.
    folders : list of str
        Folders that must be there, by their paths in that one, of data that come as whoever hands them out
        packs them.
    options : dict of name to list of values
        Choices of the reader; the first value is the default, ``*`` lets it look for others, too.
    origins : list of Origin
        Files as they were published, for those who have no converted ones; empty if they cannot be fetched.
    sizes : Sizes or None
        None if they are not known.
    unmatched : "error" or "drop"
        What becomes of references and judgments of what there is no output of: a fault, or they are left out
        and counted.
    texts : bool
        False if no text is published, only judgments: outputs are empty, there are no references, and only
        scores computed elsewhere can be compared with the judgments.
    lines : "sentences" or "segments"
        What the lines of a text are. Of a document or test set that was judged as a whole they are segments:
        each is compared with that line of a reference, counts are summed over them for metrics that pool, and
        scores of others averaged.
    """

    name: str
    version: str = "1"
    title: str = ""
    task: str = ""
    source: str = ""
    licence: str = ""
    citation: str = ""
    judgments: Literal["human", "simulated"] = "human"
    criteria: dict[str, Criterion] = {}
    raters: dict[str, list[str]] = Field(default={"all": ["*"]}, min_length=1)
    default_raters: str = "all"
    reader: str = "tables"
    mapping: ColumnMap | None = None
    folder: _Inside = ""
    folders: list[_Inside] = []
    files: list[File] = []
    instructions: str = ""
    options: dict[str, Annotated[list[str], Field(min_length=1)]] = {}
    texts: bool = True
    unmatched: Literal["error", "drop"] = "error"
    lines: Literal["sentences", "segments"] = "sentences"
    sizes: Sizes | None = None
    origins: list[Origin] = []

    def judging(self, criteria: Iterable[str]) -> "DatasetCard":
        """Return the card with these criteria, of which more is better but where its mapping says `lower`."""
        lower = self.mapping.lower if self.mapping else ()
        judged = {
            name: Criterion(direction="lower" if name in lower else "higher")
            for name in dict.fromkeys(criteria)
        }
        return self.model_copy(update={"criteria": judged})

    def knowing(self, criteria: Iterable[str]) -> "DatasetCard":
        """Return the card with further criteria that were found, of which more is better."""
        new = {name: Criterion() for name in criteria if name not in self.criteria}
        return self.model_copy(update={"criteria": {**self.criteria, **new}})

    def treating(self, unmatched: Literal["error", "drop"] | None) -> "DatasetCard":
        """Return the card with another answer to what becomes of rows that belong to no output, if any."""
        return self.model_copy(update={"unmatched": unmatched}) if unmatched else self


def read_card(path: Path) -> DatasetCard:
    """Read a card from a TOML file.

    Raises
    ------
    DataError
        With one line for each fault.
    """
    try:
        content = tomllib.loads(path.read_bytes().removeprefix(codecs.BOM_UTF8).decode("utf-8"))
    except FileNotFoundError:
        raise DataError(Problem(str(path), "there is no such card")) from None
    except (ValueError, RecursionError) as error:
        raise DataError(Problem(str(path), f"cannot be read: {error}")) from None
    groups = content.get("raters")
    usual = "all" if not isinstance(groups, dict) or "all" in groups else next(iter(groups), "all")
    try:
        card = DatasetCard.model_validate({"name": path.parent.name, "default_raters": usual, **content})
    except ValidationError as error:
        raise DataError(*(_problem(path, each) for each in error.errors())) from None
    if card.default_raters not in card.raters:
        where, hint = f"{path}: default_raters", suggest(card.default_raters, card.raters)
        raise DataError(Problem(where, "no such group of raters", card.default_raters, hint=hint))
    return card


def _problem(path: Path, details: ErrorDetails) -> Problem:
    keys = details["loc"]
    place = ".".join(map(str, keys))
    if details["type"] == "extra_forbidden":
        if len(keys) == 1:
            return Problem(str(path), f"unknown key {place!r}", hint=suggest(place, DatasetCard.model_fields))
        (held,) = models_in(DatasetCard.model_fields[str(keys[0])].annotation)
        return Problem(f"{path}: {place}", "unknown key", hint=suggest(str(keys[-1]), held.model_fields))
    return say_fault(f"{path}: {place}", details)


def card_names() -> list[str]:
    """Return the names of the data sets that the workbench knows."""
    return sorted(path.stem for path in _FOLDER.glob("*.toml"))


@cache
def _known_card(name: str) -> DatasetCard:
    return read_card(_FOLDER / f"{name}.toml")


def get_card(name: str, data: Path | None = None) -> DatasetCard:
    """Return a card by name: one that the workbench has, or ``<data>/<name>/card.toml``.

    Raises
    ------
    SpecError
        If there is none, with a suggestion.
    DataError
        If the card in `data` has faults.

    Examples
    --------
    >>> get_card("summeval").criteria["coherence"].direction
    'higher'
    """
    if name in card_names():
        return _known_card(name)
    if data is not None and is_name(name) and (data / name / "card.toml").is_file():
        card = read_card(data / name / "card.toml")
        if card.name != name:
            where = f"{data / name / 'card.toml'}: name"
            raise DataError(Problem(where, "is not the name of the folder", card.name, name))
        return card
    # without a folder of data sets one is found that lies here, by its name alone
    known = {*card_names(), *own_names(Path() if data is None else data)}
    raise SpecError(unknown_data_set(name, data, known))


def own_names(data: Path | None) -> list[str]:
    """Return the names of the folders of `data` that have a card of their own."""
    return [path.parent.name for path in data.glob("*/card.toml")] if data is not None else []

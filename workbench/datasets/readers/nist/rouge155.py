"""The configurations of ROUGE-1.5.5: XML, or a list of files.

A path is a root, a slash and a name; relative ones count from the folder where one works, not from the
configuration. XML is read without document types, so that no entity can grow or reach for a file.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from workbench.datasets.readers.nist.rouge155_texts import Format, get_format
from workbench.errors import DataError, MissingDataError, Problem


class Listed(NamedTuple):
    """A text file of a configuration: where it is, its format, and the place that lists it."""

    path: str
    form: Format
    where: str


class Evaluation(NamedTuple):
    """One topic: candidates by system and references by name, in the order in which they are listed."""

    name: str
    candidates: dict[str, Listed]
    references: dict[str, Listed]


def read_configuration(path: Path) -> list[Evaluation]:
    """Read the XML configuration of ROUGE-1.5.5.

    ::

        <ROUGE-EVAL version="1.0"><EVAL ID="harbour">
        <PEER-ROOT>out/peers</PEER-ROOT> <MODEL-ROOT>out/models</MODEL-ROOT> <INPUT-FORMAT TYPE="SPL"/>
        <PEERS><P ID="7">D90.7.spl</P></PEERS> <MODELS><M ID="A">D90.A.spl</M></MODELS>
        </EVAL></ROUGE-EVAL>

    Names of elements may have any case, and the outermost may have any name. White space around roots and
    file names is no part of them. A repeated EVAL adds to the first of that ID, a repeated P replaces.

    Raises
    ------
    DataError
        A file that is missing or not well-formed, or lacks something; with the line. What the program does
        with one M of two different files is not known, so that this is a fault, too.
    """
    evaluations: dict[str, Evaluation] = {}
    places: dict[str, str] = {}
    for element in _parse(path).named("eval"):
        name = element.attribute("ID")
        places.setdefault(name, element.where)
        evaluation = evaluations.setdefault(name, Evaluation(name, {}, {}))
        evaluation.candidates.update(_files(element, "peers", "p", "peer-root"))
        for reference, listed in _files(element, "models", "m", "model-root"):
            known = evaluation.references.setdefault(reference, listed)
            if known.path != listed.path:
                what = f"EVAL {name!r} lists M {reference!r} with another file before"
                raise DataError(Problem(listed.where, what, listed.path, known.path))
    if not evaluations:
        raise DataError(Problem(str(path), "holds no EVAL"))
    for name, evaluation in evaluations.items():
        if not evaluation.references:
            raise DataError(Problem(places[name], f"EVAL {name!r} has no M, so no reference"))
    return list(evaluations.values())


def _files(element: "_Element", group: str, kind: str, root_name: str) -> Iterator[tuple[str, Listed]]:
    """Yield ID and file of each P or M of an EVAL."""
    for file in (each for part in element.named(group) for each in part.named(kind)):
        name = file.attribute("ID")
        if not file.content:
            raise DataError(Problem(file.where, f"{kind.upper()} {name!r} has no file name"))
        root = element.only(root_name).content
        form = element.only("input-format")
        yield (
            name,
            Listed(
                f"{root}/{file.content}", get_format(form.attribute("TYPE").strip(), form.where), file.where
            ),
        )


@dataclass
class _Element:
    """An element, its name in lower case."""

    name: str
    attributes: dict[str, str]
    where: str
    children: list["_Element"] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    @property
    def content(self) -> str:
        return "".join(self.texts).strip()

    def named(self, name: str) -> Iterator["_Element"]:
        return (child for child in self.children if child.name == name)

    def only(self, name: str) -> "_Element":
        """Return the last child of that name."""
        found = list(self.named(name))
        if not found:
            raise DataError(Problem(self.where, f"{self.name.upper()} has no {name.upper()}"))
        return found[-1]

    def attribute(self, name: str) -> str:
        value = self.attributes.get(name, "")
        if not value.strip():
            got = ", ".join(self.attributes) or None
            tag = self.name.upper()
            raise DataError(Problem(self.where, f"{tag} without {name}", got, f'{tag} {name}="..."'))
        return value


def _parse(path: Path) -> _Element:
    """Return the outermost element."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    document = _Element("", {}, str(path))
    opened = [document]

    def start(name: str, attributes: dict[str, str]) -> None:
        element = _Element(name.lower(), attributes, f"{path}:{parser.CurrentLineNumber}")
        opened[-1].children.append(element)
        opened.append(element)

    def end(name: str) -> None:
        opened.pop()

    def text(characters: str) -> None:
        opened[-1].texts.append(characters)

    def document_type(*declared: object) -> None:
        where = f"{path}:{parser.CurrentLineNumber}"
        what = "document types (<!DOCTYPE>) are not read"
        raise DataError(Problem(where, what, hint="A configuration needs none"))

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = text, document_type
    try:
        parser.Parse(_read_bytes(path), True)
    except expat.ExpatError as error:
        what = f"not well-formed XML: {expat.ErrorString(error.code)} (column {error.offset + 1})"
        hint = "In a name, & is written &amp; and < is written &lt;"
        raise DataError(Problem(f"{path}:{error.lineno}", what, hint=hint)) from None
    except (LookupError, ValueError) as error:
        raise DataError(Problem(f"{path}:1", f"its encoding is not usable: {error}")) from None
    return document.children[0]


def read_list(path: Path, form: Format, system: str = "X") -> list[Evaluation]:
    """Read a list of files (option -z): a candidate and its references a line, separated by blanks.

    Lines that begin with # and empty ones are skipped. Evaluations are numbered from 1, references are called
    M.1, M.2 and so on.

    Raises
    ------
    DataError
        A list that is missing or empty, or has a line without reference.
    """
    evaluations: list[Evaluation] = []
    for number, line in enumerate(_read_bytes(path).split(b"\n"), start=1):
        names = [os.fsdecode(name) for name in line.split()]
        if not names or names[0].startswith("#"):
            continue
        where = f"{path}:{number}"
        if len(names) == 1:
            what = "a candidate without reference"
            raise DataError(Problem(where, what, names[0], "candidate reference ..."))
        candidate, *references = (Listed(name, form, where) for name in names)
        named = {f"M.{count}": listed for count, listed in enumerate(references, start=1)}
        evaluations.append(Evaluation(str(len(evaluations) + 1), {system: candidate}, named))
    if not evaluations:
        raise DataError(Problem(str(path), "lists no files"))
    return evaluations


def _read_bytes(path: Path) -> bytes:
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise MissingDataError(Problem(str(path), "there is no such file")) from None
    except OSError as error:
        raise DataError(Problem(str(path), f"cannot be read: {error.strerror or error}")) from None
    if not content.strip():
        raise DataError(Problem(str(path), "is empty"))
    return content

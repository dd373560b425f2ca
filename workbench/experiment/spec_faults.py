"""What is wrong with an experiment file, in the words of the file: what pydantic says of which key."""

import re
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from itertools import pairwise
from typing import Any, Literal, get_args, get_origin

from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from workbench.errors import Problem, listed, suggest
from workbench.experiment.sections import ScoresSpec, Section
from workbench.experiment.word_for_list import wrong_in_list
from workbench.fault_words import models_in, say_fault


def problems_of(
    where: str,
    said: list[ErrorDetails],
    model: type[Section],
    validate: Callable[[Mapping[str, Any]], object],
    content: dict[str, Any],
) -> Iterator[Problem]:
    """Yield each validation error; of a word in place of a list what is wrong with the word, if it is.

    Parameters
    ----------
    where : str
        What the content is part of.
    said : list of ErrorDetails
        What pydantic says.
    model : type of Section
        Of the whole file, whose keys are looked up.
    validate : callable
        Raises the same errors of the content.
    content : dict
    """
    for details in said:
        problem = problem_of(where, details, model)
        is_word = details["type"] == "list_type" and isinstance(details["input"], str)
        if is_word and isinstance(details["loc"][-1], str):
            wrong = wrong_in_list(validate, content, details["loc"])
            if wrong is not None and wrong["type"] == "list_type":
                allowed = f"[[{details['input']!r}, ...]]"
                problem = problem._replace(what="is a list of lists", allowed=allowed)
            elif wrong is not None:
                inside = problem_of("", wrong, model)
                known = inside.allowed if wrong["type"] != "model_type" else ""
                hint = " ".join(filter(None, (inside.hint, known and f"Known: {known}")))
                problem = problem._replace(allowed="a list in [brackets]", hint=hint or inside.what)
        yield problem


_KIND = re.compile(rf"(?:literal|list|dict)\[.*\]|\[key\]|{ScoresSpec.__name__}")
"""What pydantic puts into the path of a value that may be of several kinds, or of a key."""
_COLUMNS = ("segment", "str")
"""The one that may be a text or a list; a key of one's own may be called str."""


def problem_of(where: str, details: ErrorDetails, model: type[Section]) -> Problem:
    """Say a validation error with the path inside the file, whose keys are those of a model."""
    path = ""
    kind = details["type"]
    keys = [
        key
        for before, key in pairwise(("", *details["loc"]))
        if not _KIND.fullmatch(str(key)) and (before, key) != _COLUMNS
    ]
    if keys[:1] == ["metrics"] and keys[2:] == ["name"] and kind != "missing":
        keys = keys[:2]
    for key in keys:
        path += f"[{key}]" if isinstance(key, int) else f"{'.' if path else ''}{key}"
    place = ": ".join(filter(None, (where, path)))
    got = details["input"]
    if kind == "known":
        return Problem(place, details["msg"])
    if kind == "extra_forbidden":
        return Problem(place, "unknown key", hint=_what_key(str(keys[-1]), keys[:-1], model))
    if kind == "list_type" and isinstance(got, str):
        field = _fields_at(keys[:-1], model).get(str(keys[-1]))
        said = " ".join((field.description or "").split()) if field else ""
        if isinstance(keys[-1], int):  # a list of lists, of which one pair of brackets is there
            return Problem(place, "is a list of its own", got, f"[{got!r}, ...] inside of the brackets", said)
        return Problem(place, "is a list", got, f"[{got!r}]", said)
    if kind == "list_type" and isinstance(got, dict) and models_in(model.model_fields[path].annotation):
        return Problem(place, "is a list of tables", None, f"[[{path}]]")
    if kind == "string_pattern_mismatch":  # the name, of which there is one pattern only
        allowed = "letters, digits, . _ and -, the first a letter or a digit"
        hint = "Where a file has no key name above its sections, it is called as the file"
        return Problem(place, "cannot name a folder", got, allowed, hint)
    if kind == "missing":
        lacking = _fields_at(keys[:-1], model).get(str(keys[-1]), FieldInfo())
        choices = get_args(lacking.annotation) if get_origin(lacking.annotation) is Literal else ()
        said = " ".join((lacking.description or "").split()) if choices else ""
        return Problem(place, "is missing", allowed=", ".join(map(str, choices)), hint=said)
    found = say_fault(place, details, _hint_of_section(path, keys, details, model))
    if kind in ("dict_type", "model_type"):
        either = {"metrics": "a name, or ", "scores": "a file, or "}.get(str(keys[0])) if keys[1:] else None
        return found._replace(allowed=f"{either or ''}{found.allowed}")
    return found


def _hint_of_section(path: str, keys: list[int | str], details: ErrorDetails, model: type[Section]) -> str:
    """Say how a section is written, where a text stands in its place."""
    got = details["input"]
    if details["type"] != "model_type" or not isinstance(got, str):
        return ""
    if keys[0] == "references":
        return f"Each setting is a section: [[references]], with name = {got!r} and select = {got!r} in it"
    needed = [name for name, field in _fields_at(keys, model).items() if field.is_required()]
    return f"[{path}] is a section, with {needed[0]} = {got!r} in it" if len(keys) == 1 and needed else ""


_NEAR = 0.8
"""How alike a key and one that is known are, from 0 to 1, of which the first is a slip."""
_ELSEWHERE = {
    "name": r"path|file|folder|dir(ectory)?|data(set)?|metric|measure|id|label",
    "level": r"alpha|significance(level)?|siglevel|threshold|pvalue",
    "draws": r"(n|num|nr)?(boot(strap)?s?|bootstrap(samples|draws)|(re)?samples|iterations|permutations)|b",
    "confidence": r"ci|conf(idence)?level|confint|coverage",
    "coefficients": r"methods?|correlations?|measures?|types?|coefs?",
    "interval": r"(ci|interval)?(method|type)",
    "digits": r"decimals?|precision|(decimal)?places|round(ing)?|ndigits",
    "correction": r"adjust(ment)?|multiple(testing|comparisons)?|padjust",
}
"""Keys -> what they are called in other programs, without signs and capitals."""


def _what_key(key: str, keys: list[int | str], model: type[Section]) -> str:
    """Say what a key that is not known at a place may be: a slip, one of another place, or another's word."""
    known = list(_fields_at(keys, model))
    if get_close_matches(key.lower(), known, n=1, cutoff=_NEAR):
        return suggest(key, known)
    bare = re.sub("[^a-z]", "", key.lower())
    meant = [each for each in known if each in _ELSEWHERE and re.fullmatch(_ELSEWHERE[each], bare)]
    if meant:
        return f"Did you mean {meant[0]!r}? Known: {listed(sorted(known))}"
    return _where_known(key, model) or (suggest(key, known) if known else "")


def _where_known(key: str, model: type[Section]) -> str:
    """Say where in the file a key is allowed that stands at the wrong place; "" for one that is nowhere."""
    if (field := model.model_fields.get(key)) is not None:
        if not models_in(field.annotation):
            return "It stands above the first [section]"
        is_list = "list" in str(field.annotation)
        return f"It is a section of its own, {f'[[{key}]]' if is_list else f'[{key}]'}"
    sections = [
        f"[{name}]"
        for name, field in model.model_fields.items()
        if any(key in section.model_fields for section in models_in(field.annotation))
    ]
    return f"It is a key of {', '.join(sections)}" if sections else ""


def _fields_at(keys: list[int | str], model: type[Section]) -> dict[str, FieldInfo]:
    """Return the keys that are allowed at a place of the file, and what they mean."""
    if keys:
        found = models_in(model.model_fields[str(keys[0])].annotation)
        return found[0].model_fields if found else {}
    return model.model_fields

"""What a setting may be at most and at least: a bound that moves takes what it refused, or the reverse."""

import tomllib
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Annotated

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError

import workbench

KNOWN = tomllib.loads(Path(__file__).with_name("bounds.toml").read_text("utf-8"))
"""As they are meant to be. What is new may be entered; what changes here is a line of CHANGELOG.md."""


def models(kind=BaseModel):
    for each in kind.__subclasses__():
        yield each
        yield from models(each)


def of_models():
    for module in walk_packages(workbench.__path__, "workbench."):
        if module.name != "workbench.__main__":
            import_module(module.name)
    return {each.__name__: each for each in models() if each.__module__.startswith("workbench.")}


def is_taken(field, value):
    """Whether a field takes a value by its own type and bounds, whatever the others of its section are."""
    kind = Annotated[(field.annotation, *field.metadata)] if field.metadata else field.annotation
    try:
        TypeAdapter(kind).validate_python(value)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize("name", KNOWN)
def test_bounds_are_those_that_are_known(name):
    fields = of_models()[name].model_fields
    now = {
        key: {kind: [each for each in values if is_taken(fields[key], each) is (kind == "takes")]
              for kind, values in known.items()}
        for key, known in KNOWN[name].items()
    }  # fmt: skip
    assert now == KNOWN[name]

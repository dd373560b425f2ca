"""How many parameters a public function may have."""

import importlib
import inspect
from pathlib import Path
from pkgutil import walk_packages

import click

import workbench

MOST = 8
EXCEPTIONS = {
    "workbench.experiment.experiment.Experiment.__init__": "the sections of an experiment file side by side",
}
"""Qualified name -> why it has more."""


def written_out(function):
    """Return the parameters that stand in the code: others are generated from the fields of a model."""
    code = inspect.unwrap(function).__code__
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def functions():
    """Yield name and parameters of each public function, method and constructor that is written out."""
    here = str(Path(workbench.__file__).parent)
    for module in walk_packages(workbench.__path__, "workbench."):
        if module.name == "workbench.__main__":
            continue
        for name, value in vars(importlib.import_module(module.name)).items():
            if name.startswith("_") or getattr(value, "__module__", "") != module.name:
                continue
            if isinstance(value, click.Command):
                value = value.callback
            if inspect.isfunction(value):
                yield f"{module.name}.{name}", written_out(value)
            elif inspect.isclass(value):
                for attribute, member in vars(value).items():
                    member = getattr(member, "__func__", member)
                    # what Python makes of fields, or another package adds, is not written here
                    written = inspect.isfunction(member) and member.__code__.co_filename.startswith(here)
                    if written and (attribute == "__init__" or not attribute.startswith("_")):
                        yield (
                            f"{module.name}.{value.__qualname__}.{attribute}",
                            written_out(member),
                        )


def test_no_public_function_has_more_parameters_than_a_reader_can_keep_apart():
    found = {}
    for name, parameters in functions():
        found[name] = len([each for each in parameters if each != "self"])
    assert len(found) > 900
    over = {name: number for name, number in found.items() if number > MOST}
    assert over.keys() == EXCEPTIONS.keys(), over

"""What is done where nothing is said: a default that changes moves the numbers of all who left it out.

So do the numbers and columns that a file decides by and that nobody can say: from how many systems on
something is drawn, below which share it is named, what rows are told apart by.
"""

import inspect
import re
import tomllib
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import click
import pytest
from pydantic import BaseModel

import workbench
from workbench.experiment.sections import Section
from workbench.metrics.base import METRICS, VARIANTS

KNOWN = tomllib.loads(Path(__file__).with_name("defaults.toml").read_text("utf-8"))
"""As they are meant to be. What is new may be entered; what changes here is a line of CHANGELOG.md."""

FOREIGN = (BaseModel, click.Command, BaseException)
"""Of these the defaults are in other tables or other packages."""


def plain(values):
    """Return what TOML can hold of some defaults: None and what is empty are left out."""
    kinds = (bool, int, float, str, list, tuple)
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in values.items()
        if isinstance(value, kinds) and value not in ("", [], ())
        and (not isinstance(value, (list, tuple)) or all(isinstance(each, kinds) for each in value))
    }  # fmt: skip


def sections(kind=Section):
    for each in kind.__subclasses__():
        yield each
        yield from sections(each)


def modules():
    names = [each.name for each in walk_packages(workbench.__path__, "workbench.")]
    return [import_module(name) for name in names if name != "workbench.__main__"]


def of_sections():
    modules()
    return {
        each.__name__: plain(
            {
                name: field.get_default(call_default_factory=True)
                for name, field in each.model_fields.items()
                if not field.is_required()
            }
        )
        for each in sections()
        if each.__module__.startswith("workbench.")
    }


def of_functions():
    functions = {name: getattr(workbench, name) for name in workbench.__all__}
    return {
        name: plain({key: each.default for key, each in inspect.signature(function).parameters.items()})
        for name, function in functions.items()
        if inspect.isfunction(function)
    }


def of_metrics():
    found = {}
    for table in (METRICS, *VARIANTS.values()):
        for name in table:
            metric = table.get(name)()
            values = {key: getattr(metric, key) for key in metric.parameter_names}
            found[f"{name}, {metric.profile}"] = plain({"preprocess": metric.preprocess, **values})
    return found


def of_calls():
    """Return what files leave out when they call each other, and what a class says of all that it makes."""
    found = {}
    for module in modules():
        own = [(name, each) for name, each in vars(module).items() if not name.startswith("_")]
        own = [(name, each) for name, each in own if getattr(each, "__module__", "") == module.__name__]
        inner = [
            (f"{name}.{key}", each)
            for name, kind in own
            if inspect.isclass(kind)
            for key, each in vars(kind).items()
            if inspect.isfunction(each) and not key.startswith("_")
        ]
        for name, each in own + inner:
            if not callable(each) or (inspect.isclass(each) and issubclass(each, FOREIGN)):
                continue
            parameters = inspect.signature(each).parameters
            said = dict(vars(each)) if inspect.isclass(each) else {}
            said |= {key: parameter.default for key, parameter in parameters.items()}
            # sentences are not settings
            values = {
                key: value
                for key, value in plain(said).items()
                if key[0] != "_" and not (isinstance(value, str) and " " in value)
            }
            if values:
                found[f"{module.__name__.removeprefix('workbench.')}.{name}"] = values
    return found


def is_word(value):
    return isinstance(value, (bool, int, float)) or (isinstance(value, str) and " " not in value)


def of_constants():
    """Return the numbers and the lists of numbers and words at the top of files, by what they are called."""
    found = {}
    for module in modules():
        lines = inspect.getsource(module).splitlines()
        given = [re.match(r"(\w+(?:, \w+)*)(?:: .*)? = ", line) for line in lines]
        own = {name for names in given if names for name in names[1].split(", ")}
        values = {}
        for name, value in vars(module).items():
            if name in own and name.strip("_").isupper():
                if isinstance(value, (bool, int, float)):
                    values[name] = float(value) if isinstance(value, float) else value
                elif isinstance(value, (tuple, list)) and value and all(map(is_word, value)):
                    values[name] = list(value)
                elif isinstance(value, dict) and value and all(map(is_word, [*value, *value.values()])):
                    values[name] = {str(key): each for key, each in value.items()}
        if values:
            found[module.__name__.removeprefix("workbench.")] = values
    return found


FOUND = {
    "sections": of_sections,
    "functions": of_functions,
    "metrics": of_metrics,
    "calls": of_calls,
    "constants": of_constants,
}


@pytest.mark.parametrize("kind", KNOWN)
def test_defaults_are_those_that_are_known(kind):
    found = FOUND[kind]()
    now = {name: {key: found[name].get(key) for key in known} for name, known in KNOWN[kind].items()}
    # as text, for NaN is not NaN
    assert {name: str(each) for name, each in now.items()} == {
        name: str(each) for name, each in KNOWN[kind].items()
    }
    assert sum(map(len, now.values())) > 10


def test_a_name_that_the_package_does_not_have_is_said():
    with pytest.raises(AttributeError, match="module 'workbench' has no attribute 'Experiments'"):
        _ = workbench.Experiments
    assert not hasattr(workbench, "experiments_of_mine")

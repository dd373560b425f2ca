"""What keys of experiment files and cards, and options of commands, may hold, kept: a line each."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from kept.text import hold
from pydantic import BaseModel

from workbench.cli import main
from workbench.datasets.card import DatasetCard
from workbench.experiment.spec import spec_model

KEPT = Path(__file__).with_name("keys")
WORDS = ("title", "description")
"""What is said of a key: documentation shows it, and other tests hold that."""
OF_OPTIONS = ("opts", "secondary_opts", "required", "nargs", "multiple", "default", "envvar", "is_flag")
OF_TYPES = ("param_type", "min", "max", "min_open", "max_open", "choices", "exists", "file_okay", "dir_okay")
PLAIN = (str, int, float, list, tuple)
USUAL = {"nargs": 1, "secondary_opts": []}


def bare(said: Any) -> Any:
    """Return a schema without its words, and names of its parts in place of paths to them."""
    if isinstance(said, list):
        return [bare(each) for each in said]
    if not isinstance(said, dict):
        return said
    return {
        key: value.rpartition("/")[2] if key == "$ref" else bare(value)
        for key, value in said.items()
        if key not in WORDS or isinstance(value, dict)
    }


def keys_of(model: type[BaseModel]) -> Iterator[str]:
    """Yield a line for each key of a model and of the parts that it has."""
    whole = model.model_json_schema()
    for name, part in {model.__name__: whole, **whole.get("$defs", {})}.items():
        yield f"{name}, of which {', '.join(part.get('required', [])) or 'nothing'} is required"
        for key, said in part.get("properties", {}).items():
            yield f"    {key}: {json.dumps(bare(said), sort_keys=True, ensure_ascii=False)}"


def of_type(info: dict[str, Any]) -> dict[str, Any]:
    """Return what a type of an option admits."""
    return {key: info[key] for key in OF_TYPES if key in info}


def options_of(command: click.Command, words: str) -> Iterator[str]:
    """Yield a line for each option of a command and of those that it has."""
    yield words
    for param in command.params:
        info = param.to_info_dict()
        found = {**{key: info[key] for key in OF_OPTIONS if key in info}, **of_type(info["type"])}
        said = {
            key: getattr(value, "__name__", value)
            for key, value in found.items()
            # what click itself stands for "nothing" differs from version to version
            if (isinstance(value, PLAIN) or callable(value))
            and value is not False
            and value != USUAL.get(key)
        }
        yield f"    {param.name}: {json.dumps(said, sort_keys=True)}"
    for name, each in sorted(getattr(command, "commands", {}).items()):
        yield from options_of(each, f"{words} {name}")


def test_keys_of_an_experiment_file() -> None:
    hold("\n".join(keys_of(spec_model())) + "\n", KEPT / "keys-of-experiment.txt")


def test_keys_of_a_card() -> None:
    hold("\n".join(keys_of(DatasetCard)) + "\n", KEPT / "keys-of-card.txt")


def test_options_of_commands() -> None:
    hold("\n".join(options_of(main, "workbench")) + "\n", KEPT / "options-of-commands.txt")

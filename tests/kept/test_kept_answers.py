"""Everything that experiments answer on small made-up data, kept: each analysis, each key of its section.

The data are those of `small_study`, uneven and tied, and a simulated set.
"""

import tomllib
from pathlib import Path

import pytest
from kept.data import data_set
from kept.text import frame_text, hold

import workbench
from workbench.errors import WorkbenchError
from workbench.experiment.experiment import Experiment
from workbench.report.render import render

HERE = Path(__file__).parent
CASES = tomllib.loads((HERE / "cases.toml").read_text("utf-8"))
CHANGING = ("hash", "signature")
"""Columns in which the version of the program is, and the digest of its code."""


def answers(e: Experiment) -> list[str]:
    """Return all that an experiment answers."""
    e.check()
    said = [frame_text("records", e.plain_records, CHANGING)]
    for kind, settings in e.answered:
        result = e.result(kind, settings)
        said += [
            frame_text(f"{kind.called}: {name}", result.frames[name], CHANGING) for name in result.frames
        ]
        said += [*result.lines, ""]
    return said


def words(e: Experiment) -> list[str]:
    """Return what stands in a report beside its numbers."""
    understood = e.understood
    looks = [*understood.lines, *map(str, understood.warnings)]
    # pages are kept elsewhere
    shown = [repr(e.result(kind, settings)) for kind, settings in e.answered if kind.called != "page"]
    return [e.to_toml(), *looks, *shown, render(e.table(), "md"), e.methods().markdown()]


@pytest.mark.parametrize("name", CASES)
def test_answers_are_those_that_are_kept(name: str) -> None:
    asked = dict(CASES[name])
    try:
        e = workbench.Experiment(data_set(asked.pop("data")), asked.pop("metrics"), **asked)
        said = [*answers(e), *(words(e) if name.startswith("words-") else ())]
    except WorkbenchError as refused:
        said = [str(refused), ""]
    hold("\n".join(said), HERE / "answers" / f"{name}.txt")


def test_no_answer_is_kept_of_what_is_asked_no_more() -> None:
    calls = {f"calls-{path.stem}" for path in (HERE / "calls").glob("*.txt")}
    assert {path.stem for path in (HERE / "answers").glob("*.txt")} == set(CASES) | calls

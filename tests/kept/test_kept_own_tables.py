"""Tables as people bring them, kept: what is found in well-made ones, and what is said of others."""

from pathlib import Path

import pytest
from kept.bad_tables import BAD, CALLS, FRAME, OTHERS
from kept.readings import changes, first, frames, keep, outcome, somewhere, together, write
from kept.tables import WELL_MADE, Files

import workbench
from workbench.datasets.evalset import EvalSet

HOME = Path("data")


def read(files: Files) -> EvalSet:
    write({f"data/{name}": content for name, content in files.items()})
    (name, *others) = files
    return workbench.load(HOME if others else HOME / name)


def found(data: EvalSet) -> list[str]:
    """Return a mapping, the data under it, and what is said of these."""
    mapping = data.card.mapping
    said = [mapping.command([Path("x")])] if mapping else []
    if data.card.raters != {"all": ["*"]}:
        said.append(f"raters: {data.card.raters}")
    return [*said, *frames(data)]


SOUND = "commas"
THIRDS = [list(WELL_MADE)[start::3] for start in range(3)]


@pytest.mark.parametrize("part", range(3))
def test_well_made_tables(part: int) -> None:
    with somewhere():
        sound = outcome(lambda: found(read(WELL_MADE[SOUND])))
    said: dict[str, list[str]] = {}
    for name in THIRDS[part]:
        if name == "sheets":
            pytest.importorskip("openpyxl")
        with somewhere() as here:
            lines = outcome(lambda name=name: found(read(WELL_MADE[name])))
            said[name] = lines if name == SOUND else changes(lines, sound, 3)
    keep(f"tables-{part}", together(said), here)


@pytest.mark.parametrize("kind", BAD)
def test_what_is_said_of_tables_that_are_not_well_made(kind: str) -> None:
    said = {}
    for name, files in BAD[kind].items():
        with somewhere() as here:
            said[name] = first(3, outcome(lambda files=files: found(read(files))))
    keep(f"said-{kind}", together(said), here)


def test_what_is_said_of_frames_and_their_columns() -> None:
    with somewhere() as here:
        sound = outcome(lambda: found(workbench.data(FRAME)))
        said = {
            name: changes(outcome(lambda asked=asked: found(workbench.data(FRAME, **asked))), sound, 2)
            for name, asked in CALLS.items()
        }
        for name, (frame, asked) in OTHERS.items():
            lines = outcome(lambda frame=frame, asked=asked: found(workbench.data(frame, **asked)))
            said[name] = changes(lines, sound, 2)
        keep("frames", together(said), here)

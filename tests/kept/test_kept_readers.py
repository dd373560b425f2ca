"""Every reader on small made-up folders, kept: sound ones under each option, and damaged ones."""

from pathlib import Path

import pytest
from kept.damaged import damaged_cells, damaged_lines, damaged_rows
from kept.readings import changes, first, keep, outcome, shorter, somewhere, together
from kept.sets import SETS
from samples import Sample, write_lines

from workbench.datasets.load import load

HOME = Path("data")


def write_file(sample: Sample, file: str, lines: list[str]) -> None:
    path = HOME / sample.folder / file
    if lines:
        write_lines(path, lines)
    else:
        path.unlink()


def read(sample: Sample, **options: str) -> list[str]:
    return outcome(lambda: load(sample.dataset, HOME, options))


@pytest.mark.parametrize("name", SETS)
def test_sound_folders_and_their_options(name: str) -> None:
    sample, every = SETS[name]
    with somewhere() as here:
        sample.write(HOME)
        sound = read(sample)
        lines = first(14, sound)
        for options in every:
            lines += [f"# {options}", *changes(read(sample, **options), sound, 3)]
        keep(f"set-{name}", lines, here)


# of two languages or pairs of languages one is enough
FILES = [
    (name, file) for name in SETS for file in SETS[name][0].files if "ru_" not in file and "zhen" not in file
]


@pytest.mark.parametrize(("name", "file"), FILES)
def test_damaged_folders(name: str, file: str) -> None:
    sample, _ = SETS[name]
    said: dict[str, list[str]] = {}
    with somewhere() as here:
        sample.write(HOME)
        sound, rows, lines = read(sample), sample.files[file], sample.lines(file)
        if ".jsonl" in file:
            for what, others in damaged_rows(rows, 1):
                other = Sample(sample.dataset, sample.folder, {file: others})
                write_file(sample, file, other.lines(file))
                said[what] = changes(read(sample), sound, 1)
        else:
            separator = "," if file.endswith(".csv") else sample.separator
            for what, others in damaged_cells(lines, separator, 2):
                write_file(sample, file, others)
                said[what] = changes(read(sample), sound, 1)
        for what, others in damaged_lines(lines, 0 if ".jsonl" in file else 1):
            write_file(sample, file, others)
            said[what] = changes(read(sample), sound, 1)
        lines = shorter(together(said), str(HOME / sample.folder / file))
        keep(f"damaged-{name}-{file.partition('.')[0]}", lines, here)

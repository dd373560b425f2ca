"""What is understood of data sets in which something is odd, kept, with the borders at which it is said."""

import pytest
from kept.odd_sets import ODD
from kept.readings import changes, keep, somewhere, together

from workbench.datasets.understood import Understood, understand

PARTS = [list(ODD)[start::3] for start in range(3)]
PREPROCESS = {
    "sound": ("CASE", "13a", "none"),
    "umlauts": ("CASE", "STEM+STOP"),
    "signs without blanks": ("sacrebleu-zh", "STOP"),
}


def said(name: str) -> list[str]:
    return str(understand(ODD[name]().built(), PREPROCESS.get(name, ("CASE",)))).splitlines()


@pytest.mark.parametrize("part", range(3))
def test_what_is_odd_about_data_sets(part: int) -> None:
    sound = said("sound")
    lines = {
        name: sound
        if name == "sound"
        else [line for line in changes(said(name), sound, 12) if line[0] != "-"]
        for name in PARTS[part]
    }
    with somewhere() as here:
        keep(f"odd-{part}", together(lines), here)


def test_a_few_warnings_and_how_many_more_there_are() -> None:
    every: Understood = understand(ODD["one system, one segment"]().set("references", text="").built())
    lines = [line for most in (0, 1, len(every.warnings), 9) for line in (f"# {most}", *every.brief(most))]
    with somewhere() as here:
        keep("odd-brief", lines, here)

"""What the documentation says of the study stands on the page of the study."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SECTION = re.compile(r"# ROUGE, BLEU and ΔBLEU\n(.*?)\nRated outputs become references", re.DOTALL)


def test_every_number_of_three_digits_is_on_the_page():
    [section] = SECTION.findall((ROOT / "docs" / "about" / "delta-bleu.md").read_text("utf-8"))
    page = (ROOT / "reports" / "study" / "study.md").read_text("utf-8")
    numbers = re.findall(r"[+-]?(?<!\d)\.\d{3}\b", section)
    assert len(numbers) > 15
    for number in numbers:
        written = number.replace(".", "0.")
        assert re.search(rf"(?<![\d.]){re.escape(written)}(?!\d)", page), number


def test_no_difference_is_shown_as_the_page_of_it_says():
    page = (ROOT / "reports" / "study" / "study.md").read_text("utf-8")
    shown = re.findall(r"Shown: ([^.]*)\.", page)
    assert len(shown) >= 5
    assert set(shown) == {"none of the differences"}


def test_comparisons_and_systems_are_as_many_as_the_page_of_it_says():
    [section] = SECTION.findall((ROOT / "docs" / "about" / "delta-bleu.md").read_text("utf-8"))
    page = (ROOT / "reports" / "study" / "study.md").read_text("utf-8")
    undecided = re.findall(r"Shown: none of the differences\.\n- Not decided[^\n]*", page)
    assert sorted({found.count(";") + 1 for found in undecided}) == [5, 8]
    systems = [int(number) for number in re.findall(r"(\d+) systems and \d+ segments \(perm", page)]
    assert (min(systems), max(systems)) == (10, 16)
    assert "in 5 or 8 comparisons with each criterion and 10 to 16 systems" in section

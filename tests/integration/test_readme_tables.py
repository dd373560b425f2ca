"""The tables that the README shows are those that the program makes."""

from pathlib import Path

import workbench

ROOT = Path(__file__).resolve().parents[2]


def lines_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("| ")]


def test_the_first_table_is_the_kept_one() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    kept = (ROOT / "reports" / "simulated-news" / "table.md").read_text("utf-8")
    first = kept.index("| Measure")
    assert kept[first:].rstrip() in readme
    assert kept[kept.index("**Bold**") : kept.index("\n\n## ")] in readme


def test_the_table_in_the_standard_layout_is_what_comes_out() -> None:
    data = workbench.load("simulated-news")
    metrics = ["rouge-1", "rouge-2", "bleu"]
    table = workbench.Experiment(data, metrics, criteria=["coverage"]).table()
    shown = "\n".join(lines_of(table.text()))
    assert len(shown.splitlines()) == 5
    assert shown in (ROOT / "README.md").read_text("utf-8")

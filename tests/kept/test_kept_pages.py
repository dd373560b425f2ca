"""Pages of reports, of studies and of the scoreboard: their words, the data they carry, what they draw."""

from dataclasses import replace
from pathlib import Path

import pytest
import small_study
from kept.shell import drawn_text, page_text, tidy
from kept.text import frame_text, hold
from made_pages import invented, small_experiment
from made_sheets import board, study_parts

import workbench
from workbench.analyses.page.page import ShownPage
from workbench.errors import WorkbenchError
from workbench.report.page.page import Page, render_page
from workbench.report.page.scoreboard import render_scoreboard
from workbench.report.page.study import lay_study, render_study
from workbench.report.study import study_page
from workbench.schema import REFERENCE_CHOICE

KEPT = Path(__file__).with_name("reports")
PRINTED = {
    "table": "fabbri2021-table2",
    "only": {"preprocess": "STEM"},
    "called": {"coverage": "coherence", "2 refs": "11 refs"},
}


@pytest.fixture(scope="module")
def full() -> ShownPage:
    """Return the page of a small experiment with what stands on a page beside the table."""
    shown = small_experiment(
        correlation={"coefficients": ["kendall"], "draws": 9},
        test={"against": "all", "draws": 19, "correction": "none", "level": 0.4},
        robustness={},
        disagreements={"first": "rouge-1 recall CASE 1 ref", "second": "rouge-2"},
        published=PRINTED,
        title="All of it",
    ).page()
    assert isinstance(shown, ShownPage)
    return shown


def kept_page(page: Page, drawn: bool = True) -> str:
    """Return the words of a page; that of the data, which the program counts, is left out."""
    made = {name: said.partition(", sha256")[0] for name, said in page.made.items()}
    page = Page(**{**vars(page), "made": made})
    html = render_page(page)
    # a page that carries the data is kept once more without its places
    return drawn_text(html) if drawn else page_text(html)


def test_a_page_with_all_that_stands_on_one_is_the_one_that_is_kept(full: ShownPage) -> None:
    assert full.html().count("<script") == 2
    # the data that a page carries are kept of a smaller one
    words = kept_page(full.page, drawn=False).partition("\ntask: {")[0]
    hold(tidy(f"{full!r}\n{words}", Path()), KEPT / "page-full.txt")


def test_what_a_page_draws_is_what_is_kept(tmp_path: Path) -> None:
    data = workbench.load("mine", data=small_study.write_study(tmp_path))
    made = workbench.Experiment(
        data,
        ["bleu(order=1)", "bleu(order=2)", "bleu(order=3)"],
        references={"w ≥ 0.5": "weight(at_least=0.5)", "all": "all"},
        correlation={"coefficients": ["kendall"], "interval": "basic", "draws": 9},
        unscorable="drop",
        criteria=["coverage"],
        tasks=["t"],
    )
    shown = made.page()
    assert isinstance(shown, ShownPage)
    hold(tidy(kept_page(shown.page), Path()), KEPT / "page-drawn.txt")
    many = invented(["rouge-1", "odd"], 2, ["A", "B", "C", "D"], ["quality", "errors"])
    hold(tidy(kept_page(many, drawn=False), Path()), KEPT / "page-invented.txt")


def test_the_page_of_a_study_and_of_the_scoreboard(full: ShownPage) -> None:
    parts = study_parts(full.page)
    choices = small_experiment().reference_choice(sizes=[1])
    frames = choices.frames
    settled = replace(parts[0], 
        comparisons=parts[0].comparisons.assign(low=-0.1, high=0.2), choices=frames["reference_choice"],
        sources=frames["error_sources"], said=("One more sentence.",),
    )  # fmt: skip
    for name, each in (("study", parts), ("study-unsettled", [settled, parts[2]])):
        sheet = render_study(lay_study("A study", each))
        said = [study_page("A study", each), page_text(sheet) if name == "study" else ""]
        hold(tidy("\n".join(said), Path()), KEPT / f"page-{name}.txt")
    bare = replace(settled, choices=REFERENCE_CHOICE.build([]))
    assert study_page("A study", [bare]).count("What other references") == 0
    html = render_scoreboard(board())
    hold(tidy(page_text(html) + drawn_text(html), Path()), KEPT / "page-scoreboard.txt")


def test_printed_numbers_beside_ours() -> None:
    said = []
    made = small_experiment(correlation={"coefficients": ["kendall"], "interval": "none"})
    for asked in (
        PRINTED,
        {**PRINTED, "only": {}},
        {**PRINTED, "called": {}},
        {**PRINTED, "only": {"references": "2 refs", "preprocess": "CASE"}},
        {"table": "lin2004-table1"},
        {"table": "nowhere"},
        {**PRINTED, "called": {"nothing": "coherence"}},
        {**PRINTED, "only": {"nothing": "x"}},
        {**PRINTED, "only": {"preprocess": "STOP"}},
    ):
        try:
            found = made.published(**asked)
            said += [*found.lines, frame_text("published", found.frame)]
        except WorkbenchError as refused:
            said += [str(refused), ""]
    hold("\n".join(said), KEPT / "published.txt")

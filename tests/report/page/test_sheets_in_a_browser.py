"""The pages of the scoreboard and of a study in headless Chromium."""

from pathlib import Path

import pytest
from chromium import hindrances, look_as, marks, open_page, run
from made_pages import small_experiment
from made_sheets import board, study_parts

from workbench.report.page.page import Page
from workbench.report.page.scoreboard import render_scoreboard
from workbench.report.page.study import lay_study, render_study

pytest.importorskip("selenium", reason="selenium is not installed: pip install 'workbench[dev]'")
from selenium.webdriver.remote.webdriver import WebDriver

pytestmark = marks


@pytest.fixture(scope="module")
def page() -> Page:
    return small_experiment().page().page


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("kind", ["scoreboard", "study"])
def test_nothing_hinders_anybody_on_the_pages_about_many(
    driver: WebDriver, page: Page, tmp_path: Path, kind: str, theme: str
) -> None:
    path = tmp_path / "index.html"
    is_study = kind == "study"
    path.write_text(
        render_study(lay_study("T", study_parts(page))) if is_study else render_scoreboard(board()), "utf-8"
    )
    open_page(driver, path)
    for width in (380, 1200):
        look_as(driver, theme, width)
        assert hindrances(driver) == []
        assert run(driver, "return document.documentElement.scrollWidth <= innerWidth")


def test_a_wide_table_of_differences_fits_on_paper(driver: WebDriver, page: Page, tmp_path: Path) -> None:
    """Paper does not scroll: 14 experiments side by side, on A4 lying on its side with margins of 1 cm."""
    sheet = lay_study("T", study_parts(page))
    rows = tuple((label, tuple(cells * 7)) for label, cells in sheet.rows)
    heads = tuple(f"experiment-{number}-of-many" for number in range(len(rows[0][1])))
    path = tmp_path / "index.html"
    path.write_text(render_study(sheet._replace(heads=heads, rows=rows)), "utf-8")
    open_page(driver, path)
    paper = int((29.7 - 2) / 2.54 * 96)
    look_as(driver, "light", paper)
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    width, chosen = run(
        driver,
        "const table = document.querySelector('.contrasts');"
        "return [table.scrollWidth, getComputedStyle(table.closest('section')).page]",
    )
    assert len(heads) == 14
    assert chosen == "across"
    assert width <= paper


def test_numbers_of_the_scoreboard_are_sorted_and_filtered(driver: WebDriver, tmp_path: Path) -> None:
    path = tmp_path / "index.html"
    path.write_text(render_scoreboard(board()), "utf-8")
    open_page(driver, path)
    cells = "[...document.querySelectorAll('#cells tbody tr')]"
    run(driver, "document.querySelectorAll('#cells thead button')[3].click()")
    assert run(driver, f"return {cells}.map(row => row.cells[0].textContent)") == [
        "R-4",
        "R-3",
        "R-1",
        "R-2",
        "R-5",
    ]
    script = """
        const form = document.querySelector('form[data-of="cells-of"]');
        form.verdict.value = arguments[0];
        form.dispatchEvent(new Event('input', {bubbles: true}));
        return [[...document.querySelectorAll('table.cells-of tbody tr')].filter(row => row.checkVisibility())
            .map(row => row.cells[0].textContent.trim()), form.said.value]"""
    assert run(driver, script, "different") == [["made: R-4", "R-4"], "2 rows shown."]
    assert run(driver, script, "equal") == [["R-1", "R-2"], "2 rows shown."]

"""The page of segments on which metrics disagree, in headless Chromium."""

from pathlib import Path

import pytest
from chromium import look_as, marks, run

from workbench.report.segment_page import Case, CaseGroup, Preference, SegmentPage, Standing, render_segments

pytest.importorskip("selenium", reason="selenium is not installed: pip install 'workbench[dev]'")
from selenium.webdriver.remote.webdriver import WebDriver

pytestmark = marks


def test_long_names_make_no_page_wider_than_a_telephone(driver: WebDriver, tmp_path: Path) -> None:
    """Tables are moved in their own frame: the texts beside them were as wide as their rows."""
    names = [f"organisation/model_{number}_with_a_long_name_7B_instruct_v0.1" for number in "12"]
    standings = [Standing(name, "", [1, 2, 3], [4.0, 0.5, 0.25]) for name in names]
    verdicts = [Preference("rouge-1", 0.5, 0.25, "wrong")]
    case = Case("s1", names[0], names[1], "", verdicts, standings, [], [], [])
    page = SegmentPage("title", "people", ["R-1", "R-2"], [], [CaseGroup("group", "none", [case])])
    path = tmp_path / "segments.html"
    path.write_text(render_segments(page, True), "utf-8")
    look_as(driver, "light", 380)
    driver.get(path.as_uri())
    run(driver, "document.querySelectorAll('details').forEach(each => { each.open = true; })")
    assert run(driver, "return document.documentElement.scrollWidth <= 380")
    assert run(driver, "return document.querySelector('details table').offsetWidth > 380")

"""The page in headless Chromium: sorted, filtered, opened, copied, printed, by keyboard, on a telephone."""

import base64
import json
import statistics
import time
from pathlib import Path

import numpy as np
import pytest
from chromium import hindrances, look_as, marks, open_page, run
from made_pages import invented, small_experiment

from workbench.report.page.page import Page, render_page
from workbench.report.render import render
from workbench.stats.coefficients.noise import round_noise
from workbench.stats.coefficients.plain import get_coefficient

pytest.importorskip("selenium", reason="selenium is not installed: pip install 'workbench[dev]'")
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webdriver import WebDriver

pytestmark = marks


@pytest.fixture(scope="module")
def page() -> Page:
    return small_experiment().page().page


@pytest.fixture(scope="module")
def path(page: Page, tmp_path_factory: pytest.TempPathFactory) -> Path:
    written = tmp_path_factory.mktemp("page") / "index.html"
    written.write_text(render_page(page), "utf-8")
    return written


@pytest.fixture
def opened(driver: WebDriver, path: Path) -> WebDriver:
    open_page(driver, path)
    return driver


def focused_record(driver: WebDriver) -> int:
    return int(run(driver, "return document.activeElement.dataset.r ?? -1"))


def first_column(driver: WebDriver) -> list[str]:
    script = (
        "return [...document.querySelector('table.cells').tBodies[0].rows].map(r => r.cells[0].textContent)"
    )
    return list(run(driver, script))


def test_only_the_file_is_asked_for(driver: WebDriver, path: Path) -> None:
    driver.get("about:blank")  # what is left of the page before is asked for by nobody any more
    driver.get_log("performance")
    open_page(driver, path)
    messages = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    sent = [
        each["params"]["request"]["url"] for each in messages if each["method"] == "Network.requestWillBeSent"
    ]
    assert path.as_uri() in sent
    assert [url for url in sent if url != path.as_uri() and not url.startswith("data:")] == []


def test_a_header_sorts_up_down_and_back(opened: WebDriver, page: Page) -> None:
    before = first_column(opened)
    button = "document.querySelectorAll('table.cells thead tr:last-child th button')[1]"
    values = {}
    for row in page.table.panels[0].rows:
        cell = row.cells[0]
        assert cell is not None
        values[row.label] = page.records["value"][cell.record]
    run(opened, f"{button}.click()")
    down = first_column(opened)
    assert [values[label] for label in down] == sorted(values.values(), reverse=True)
    assert run(opened, f"return {button}.parentElement.getAttribute('aria-sort')") == "descending"
    run(opened, f"{button}.click()")
    assert [values[label] for label in first_column(opened)] == sorted(values.values())
    run(opened, f"{button}.click()")
    assert first_column(opened) == before


def test_filters_leave_what_was_asked_for(opened: WebDriver) -> None:
    script = """
        const form = document.querySelector('form.controls');
        form.rows.value = 'r-2';
        const select = [...form.querySelectorAll('select')].find(each => each.name.endsWith('preprocessing'));
        select.value = 'STEM';
        form.dispatchEvent(new Event('input', {bubbles: true}));
        const seen = element => element.checkVisibility();
        return [[...document.querySelectorAll('table.cells tbody th')].filter(seen).map(e => e.textContent),
                [...document.querySelectorAll('table.cells td[data-r]')].filter(seen).length,
                form.said.value]"""
    labels, cells, said = run(opened, script)
    assert set(labels) == {"R-2"}
    assert said == f"{cells} cells shown."
    assert cells == 2 * len(labels)  # two reference settings each


def test_keys_move_open_and_come_back(opened: WebDriver, page: Page) -> None:
    run(opened, "document.querySelector('td[data-r][tabindex=\"0\"]').focus()")
    first = focused_record(opened)
    assert first == page.table.panels[0].rows[0].cells[0].record
    keys = opened.switch_to
    keys.active_element.send_keys(Keys.ARROW_DOWN)
    assert focused_record(opened) == page.table.panels[0].rows[1].cells[0].record
    tip = run(opened, "const tip = document.getElementById('tip'); return tip.hidden ? '' : tip.textContent")
    assert "n = 6 systems, 4 segments" in tip
    keys.active_element.send_keys(Keys.ENTER)
    assert run(opened, "return document.querySelector('dialog').open")
    keys.active_element.send_keys(Keys.ESCAPE)
    assert not run(opened, "return document.querySelector('dialog').open")
    assert focused_record(opened) == page.table.panels[0].rows[1].cells[0].record


def test_a_system_left_out_changes_the_coefficient_as_here(opened: WebDriver, page: Page) -> None:
    """Every record, each system left out: the script's value is this program's to 1e-12, dashes too."""
    script = """
        const [record, at] = arguments;
        document.querySelector(`td[data-r="${record}"]`).click();
        document.querySelectorAll('dialog .systems input')[at].click();
        const now = document.querySelector('.now');
        const found = now.dataset.value;
        document.querySelector('dialog').close();
        return [found, now.textContent]"""
    points, [systems] = page.points, page.points.systems.values()
    for record in page.records.index:
        at = int(record) % len(systems)
        kept = np.arange(len(systems)) != at
        x = round_noise(points.metric[points.metric_of[record]][kept])
        z = round_noise(points.human[points.human_of[record]][kept])
        expected = float(get_coefficient(page.records["coefficient"][record])(x, z))
        found, said = run(opened, script, int(record), at)
        assert f"without {systems[at]}" in said
        if np.isnan(expected):
            assert found == ""
        else:
            assert float(found) == pytest.approx(expected, abs=1e-12)


def test_ties_and_constant_scores(driver: WebDriver, tmp_path: Path) -> None:
    page = invented(["m"], 1, ["a", "b", "c", "d", "e"])
    page.points.metric[0][:] = [0.5, 0.5, 0.5, 0.5, 0.9]
    page.points.human[0][:] = [0.1 + 0.2, 0.3, 0.1, 0.2, 0.3]
    for name in ("kendall", "spearman"):
        records = page.records.assign(coefficient=name)
        again = Page(**{**vars(page), "records": records, "labels": {}})
        (tmp_path / "ties.html").write_text(render_page(again), "utf-8")
        open_page(driver, tmp_path / "ties.html")
        script = """
            document.querySelector('td[data-r]').click();
            const boxes = document.querySelectorAll('dialog .systems input');
            const said = [];
            for (const at of arguments[0]) {
              boxes[at].click(); said.push(document.querySelector('.now').dataset.value); boxes[at].click();
            }
            return said"""
        found = run(driver, script, [0, 4])
        x, z = page.points.metric[0][1:], np.array([0.3, 0.1, 0.2, 0.3])
        expected = float(get_coefficient(name)(x, z))
        assert float(found[0]) == pytest.approx(expected, abs=1e-12)
        assert found[1] == "", "without the last system the metric is constant"


def test_a_cell_is_copied_as_a_sentence(opened: WebDriver, page: Page) -> None:
    opened.execute_cdp_cmd(
        "Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    )
    run(opened, "document.querySelector('td[data-r=\"0\"]').click()")
    opened.find_element("xpath", "//dialog//button[contains(., 'sentence')]").click()
    time.sleep(0.2)
    text = opened.execute_async_script("navigator.clipboard.readText().then(arguments[0])")
    record = page.records.loc[0]
    for part in ("Pearson's r of rouge-1", f"{record['value']:.3f}", "n = 6 systems", record["signature"]):
        assert part in text


@pytest.mark.parametrize("format", ["tex", "md", "csv"])
def test_the_table_is_copied(opened: WebDriver, page: Page, format: str) -> None:
    opened.execute_cdp_cmd("Browser.grantPermissions", {"permissions": ["clipboardReadWrite"]})
    run(opened, f"document.querySelector('[data-copy={format}]').click()")
    time.sleep(0.2)
    text = opened.execute_async_script("navigator.clipboard.readText().then(arguments[0])")
    assert text == render(page.table, format)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [380, 1200])
def test_nothing_hinders_anybody(opened: WebDriver, theme: str, width: int) -> None:
    look_as(opened, theme, width)
    assert hindrances(opened) == []
    run(opened, "document.querySelector('form.controls').heat.click()")
    run(opened, "document.querySelector('td[data-r]').click()")
    assert hindrances(opened) == []
    assert run(opened, "return document.documentElement.scrollWidth <= innerWidth")


def test_it_prints(opened: WebDriver) -> None:
    run(opened, "dispatchEvent(new Event('beforeprint'))")
    # the best condition of each criterion is printed; the others stay folded, their values are in the table
    assert run(
        opened, "return [...document.querySelectorAll('details:not(.inner)')].every(each => each.open)"
    )
    opened.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    folded = "return [...document.querySelectorAll('.inner')].map(each => [each.open, each.offsetHeight > 0])"
    found = {tuple(each) for each in run(opened, folded)}
    assert found == {(False, False)}, "what stays folded leaves no empty heading"
    said = "const p = document.querySelector('.paper'); return [p.offsetHeight > 0, p.textContent]"
    assert run(opened, said) == [True, "3 other conditions are in the table."]
    printed = opened.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})
    assert base64.b64decode(printed["data"]).startswith(b"%PDF")


def test_paper_is_white_whatever_the_screen_is(opened: WebDriver) -> None:
    colour = "return getComputedStyle(document.querySelector('.forest circle')).fill"
    shown = {}
    for media in ("screen", "print"):
        for theme in ("light", "dark"):
            features = [{"name": "prefers-color-scheme", "value": theme}]
            opened.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": features})
            shown[media, theme] = run(opened, colour)
    assert shown["print", "dark"] == shown["print", "light"] == shown["screen", "light"]
    assert shown["screen", "dark"] != shown["screen", "light"]


def test_a_telephone_cuts_no_title_and_no_grid_line(driver: WebDriver, tmp_path: Path) -> None:
    metrics = [f"a metric whose name goes on and on over lines, {number}" for number in range(3)]
    conditions, criterion = 12, "the criterion that has a name of its own which is long"
    path = tmp_path / "index.html"
    path.write_text(render_page(invented(metrics, conditions, ["A", "B", "C", "D"], [criterion])), "utf-8")
    look_as(driver, "light", 380)
    driver.get(path.as_uri())
    wide = """const seen = document.querySelector('.wide');
        const caption = seen.querySelector('caption');
        return [seen.scrollWidth, seen.clientWidth, caption.getBoundingClientRect().right]"""
    whole, seen, right = run(driver, wide)
    assert whole > seen
    assert right <= 380
    gaps = """const first = document.querySelector('details[open] > .forest tbody');
        return [...first.querySelectorAll('td.plot')].map(
            each => each.clientHeight - each.firstElementChild.clientHeight)"""
    assert max(run(driver, gaps)) <= 1


def test_a_long_name_of_a_criterion_makes_no_page_wider_than_a_telephone(
    driver: WebDriver, tmp_path: Path
) -> None:
    """It is a line of a list to choose from, which was as wide as its longest line."""
    criteria = ["fluency", "How coherent is the text as a whole, on a scale from one to five (Kohärenz)?"]
    path = tmp_path / "index.html"
    path.write_text(render_page(invented(["a", "b"], 2, ["A", "B", "C", "D"], criteria)), "utf-8")
    look_as(driver, "light", 380)
    driver.get(path.as_uri())
    assert run(driver, "return document.querySelector('option:last-of-type').textContent") in criteria
    assert run(driver, "return document.documentElement.scrollWidth <= 380")


@pytest.mark.parametrize("width", [380, 1200])
def test_names_that_differ_at_their_end_are_told_apart_on_any_screen(
    driver: WebDriver, tmp_path: Path, width: int
) -> None:
    metrics = [
        f"a-metric-whose-name-is-very-long-because-somebody-put-all-there-is-into-it-{at}" for at in "12"
    ]
    path = tmp_path / "index.html"
    path.write_text(render_page(invented(metrics, 2, ["A", "B", "C", "D"], ["quality"])), "utf-8")
    look_as(driver, "light", width)
    driver.get(path.as_uri())
    script = """return [...document.querySelectorAll('details[open] > .forest th[scope=row]')].map(
        each => each.scrollWidth - each.clientWidth)"""
    assert max(run(driver, script)) <= 0


def test_without_script_the_table_is_there(driver: WebDriver, path: Path) -> None:
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        driver.get(path.as_uri())
        assert driver.find_element("css selector", "td[data-r]").is_displayed()
        assert not driver.find_element("css selector", "form.controls").is_displayed()
    finally:
        driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


@pytest.mark.parametrize(
    ("metrics", "conditions", "systems", "criteria"), [(17, 15, 16, 4), (200, 40, 20, 1)]
)
def test_large_pages_are_small_files(
    driver: WebDriver, tmp_path: Path, metrics: int, conditions: int, systems: int, criteria: int
) -> None:
    page = invented(
        [f"metric-{n}" for n in range(metrics)],
        conditions,
        [f"system {n}" for n in range(systems)],
        [f"criterion {n}" for n in range(criteria)],
    )
    path = tmp_path / "large.html"
    path.write_text(render_page(page), "utf-8")
    assert path.stat().st_size < 5_000_000
    open_page(driver, path)
    assert (
        run(driver, "return document.querySelectorAll('td[data-r]').length")
        == metrics * conditions * criteria
    )
    script = "const n = performance.getEntriesByType('navigation')[0]; return n.loadEventEnd - n.startTime"
    loads = []
    for _ in range(5):
        open_page(driver, path)
        loads.append(float(run(driver, script)))
    print(f"{path.stat().st_size:,} bytes, loaded in {statistics.median(loads):.0f} ms")


def test_hostile_names_run_nothing(driver: WebDriver, tmp_path: Path) -> None:
    names = json.loads(Path(__file__).with_name("hostile.json").read_text("utf-8"))
    page = invented(names, 1, names, ["<img src=x onerror=alert(1)>"], title=names[0])
    path = tmp_path / "hostile.html"
    path.write_text(render_page(page), "utf-8", errors="replace")
    open_page(driver, path)
    assert len(names) >= 100
    run(driver, "document.querySelectorAll('td[data-r]').forEach((c, at) => { if (at % 9 === 0) c.click(); "
        "document.querySelector('dialog').close(); })")  # fmt: skip
    assert run(driver, "return document.querySelectorAll('script').length") == 2
    assert run(driver, "return document.querySelectorAll('img, iframe, object, base, form').length") == 1
    assert [entry for entry in driver.get_log("browser") if entry["level"] == "SEVERE"] == []
    [title] = run(driver, "return [document.title]")
    assert title == names[0]

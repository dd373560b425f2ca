"""Headless Chromium for the tests of pages: what it is started with, and what is asked of a page in it."""

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
marks = [
    pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="Chromium and its driver are not installed"),
    # selenium leaves sockets to its own collector
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
_AXE = [Path(os.environ.get("WORKBENCH_AXE", "")), Path("node_modules/axe-core/axe.min.js")]
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage", "--window-size=1200,900",
)  # fmt: skip


def open_page(driver: "WebDriver", path: Path) -> None:
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
    driver.get(path.as_uri())
    said = [entry for entry in driver.get_log("browser") if "favicon" not in entry["message"]]
    assert said == []


def run(driver: "WebDriver", script: str, *given: object) -> Any:
    return driver.execute_script(script, *given)


def hindrances(driver: "WebDriver") -> list[list[str]]:
    """Return what the accessibility engine finds serious on the page as it is now."""
    script = next((each for each in _AXE if each.is_file()), None)
    if script is None:
        pytest.skip("axe-core is not there: npm install --no-save axe-core, or WORKBENCH_AXE")
    driver.execute_cdp_cmd("Runtime.evaluate", {"expression": script.read_text("utf-8")})
    check = (
        "axe.run().then(found => arguments[0](found.violations.map(v => [v.impact, v.id, v.nodes[0].html])))"
    )
    found = driver.execute_async_script(check)
    return [each for each in found if each[0] in ("serious", "critical")]


def look_as(driver: "WebDriver", theme: str, width: int) -> None:
    driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": theme}]}
    )
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500},
    )

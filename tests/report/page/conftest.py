"""One browser for all tests of pages."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from chromium import CHROMIUM, DRIVER, FLAGS

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver


@pytest.fixture(scope="session")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator["WebDriver"]:
    webdriver = pytest.importorskip("selenium.webdriver")
    options = webdriver.ChromeOptions()
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.binary_location = CHROMIUM or ""
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    made = webdriver.Chrome(service=webdriver.ChromeService(DRIVER), options=options)
    yield made
    made.quit()

"""Some of the kills of `make faults`, and several processes at once on one cache and one report folder."""

import os
import re

import pytest
from malformed import kills


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_run_that_was_killed_goes_on_to_the_same_bytes(capfd: pytest.CaptureFixture[str]) -> None:
    assert kills.main(["--number", "4", "--seed", "3"]) == 0
    assert re.match(r"4 of \d+ runs were killed before they ended: 0 faults", capfd.readouterr().out)

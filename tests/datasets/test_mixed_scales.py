"""Ratings of one criterion on two scales: said with who and what, and not said of ratings on one."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from real_data import load_real

import workbench
from workbench.cli import main
from workbench.datasets.card import card_names
from workbench.datasets.looks.scales import look_at_scales
from workbench.errors import MissingDataError

RATERS = ("ann", "bob", "cyd")
GOOD = {"A": 0.1, "B": 0.35, "C": 0.6, "D": 0.9}


def rated(scale: Callable[[str, str, int], Callable[[float], float]], lower: str = "") -> list[str]:
    """Return what is said of ratings by three raters; `scale` of system, rater and segment turns a share."""
    random = np.random.default_rng(7)
    rows = [
        {
            "doc": f"d{at}", "system": system, "who": rater, "text": f"{system} says {at} aloud",
            "ref": f"they say {at} aloud",
            "faults": at % 3,
            "flow": scale(system, rater, at)(float(np.clip(good + random.normal(0, 0.15), 0, 1))),
        }
        for at in range(12) for system, good in GOOD.items() for rater in RATERS
    ]  # fmt: skip
    frame = pd.DataFrame(rows)
    criteria = ["faults", "flow"] if lower == "faults" else "flow"
    own = workbench.data(frame, "text", "ref", "doc", "system", criteria, rater="who", lower=lower or None)
    return [str(each) for each in look_at_scales(own)]


def of_five(share: float) -> float:
    return float(round(1 + 4 * share))


def of_hundred(share: float) -> float:
    return float(round(100 * share))


@pytest.mark.parametrize(
    ("scale", "expected"),
    [
        pytest.param(
            lambda _, rater, __: of_hundred if rater == "bob" else of_five,
            (
                "flow of all is on two scales, 1 to 5 of 2 raters and 0 to 100 of 1 rater: rater 'bob'",
                "[data] ratings = 'z-scored' does it by rater",
            ),
            id="a rater on a scale to 100",
        ),
        pytest.param(
            lambda system, *_: (lambda share: share) if system in "AD" else of_hundred,
            ("0 to 1 of 2 systems and 4 to 94 of 2 systems: system 'A' has 0 to 0.", "system 'D' has"),
            id="systems with shares and with percent",
        ),
        pytest.param(
            lambda system, *_: (lambda share: share) if system == "C" else of_five,
            (" of 1 system and 1 to 5 of 3 systems: system 'C' has 0.", "Bring them to one scale"),
            id="a system with shares beside one to five",
        ),
        pytest.param(
            lambda _, rater, __: (lambda share: float(share > 0.5)) if rater == "cyd" else of_five,
            ("two scales, 0 to 1 of 1 rater and 1 to 5 of 2 raters: rater 'cyd' has 0 to 1",),
            id="a rater who says yes or no",
        ),
        pytest.param(
            lambda _, rater, __: (lambda share: float(share > 0.5)) if rater == "cyd" else of_hundred,
            ("two scales, 0 to 1 of 1 rater and 0 to 100 of 2 raters: rater 'cyd' has 0 to 1",),
            id="a rater who says yes or no beside a scale that begins with 0",
        ),
        pytest.param(
            lambda _, __, at: of_hundred if at > 8 else of_five,
            ("1 to 5 of 9 segments and 0 to 100 of 3 segments: segment 'd9' has",),
            id="segments on another scale",
        ),
    ],
)
def test_two_scales_are_said(
    scale: Callable[..., Callable[[float], float]], expected: tuple[str, ...]
) -> None:
    (said,) = rated(scale)
    assert [each for each in ("mixed-scales: ", *expected) if each not in said] == [], said


def test_criteria_after_one_of_which_less_is_better_are_looked_at() -> None:
    (said,) = rated(lambda _, rater, __: of_hundred if rater == "bob" else of_five, "faults")
    assert "flow of all is on two scales" in said


@pytest.mark.parametrize(
    ("scale", "lower"),
    [
        pytest.param(lambda *_: of_five, "", id="one to five"),
        pytest.param(lambda *_: of_hundred, "", id="a slider"),
        pytest.param(lambda *_: lambda share: share, "", id="shares"),
        pytest.param(lambda *_: lambda share: share - 0.5, "", id="standardised"),
        pytest.param(lambda *_: lambda share: float(share > 0.5), "", id="yes or no"),
        pytest.param(lambda *_: lambda share: float(round(25 * share**6)), "flow", id="counts of errors"),
        pytest.param(
            lambda *_: lambda share: float(round(25 * share**6)), "", id="counts that count upwards"
        ),
        pytest.param(
            lambda system, *_: of_five if system != "A" else lambda share: float(1 + (share > 0.4)),
            "",
            id="a system that is bad throughout",
        ),
        pytest.param(
            lambda _, __, at: (lambda share: share / 8) if at == 3 else lambda share: 0.3 + share / 2,
            "",
            id="a segment that is hard for everybody",
        ),
    ],
)
def test_one_scale_is_not_said_to_be_two(scale: Callable[..., Callable[[float], float]], lower: str) -> None:
    assert rated(scale, lower) == []


def test_no_real_data_set_is_said_to_be_on_two(shared: Path) -> None:
    seen = []
    for name in card_names():
        try:
            data = load_real(shared, name)
        except MissingDataError:
            continue
        assert list(map(str, look_at_scales(data))) == [], name
        seen.append(name)
    assert {"summeval", "wmt21-ted-zhen-mqm", "webnlg2020", "wmt24-esa", "mtme-wmt23"} <= set(seen)


def test_it_is_said_on_import_and_by_check_and_run_and_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("WORKBENCH_DATA", raising=False)
    monkeypatch.setenv("WORKBENCH_CACHE", str(tmp_path / "cache"))
    lines = [
        f"d{at},{name},{name} says {at} aloud,they say {at} aloud,{(1 + (at + n) % 5) * (20 if n > 2 else 1)}"
        for at in range(6)
        for n, name in enumerate("ABCDE")
    ]
    Path("own.csv").write_text("\n".join(["doc,system,summary,ref,flow", *lines, ""]), encoding="utf-8")
    asked = ['metrics = ["rouge-1"]', "[data]", 'name = "own"', "[correlation]", "draws = 10", ""]
    Path("own.toml").write_text("\n".join(asked), encoding="utf-8")
    for command in ("data import own.csv --yes", "check own.toml", "run own.toml"):
        said = CliRunner().invoke(main, command.split()).output
        assert (
            "mixed-scales: flow of all is on two scales, 1 to 5 of 3 systems and 20 to 100 of 2 systems"
            in said
        ), command
        assert "system 'D' has 20 to 100; system 'E' has 20 to 100" in said, command
    page = (tmp_path / "reports" / "own" / "index.html").read_text("utf-8")
    assert "flow of all is on two scales, 1 to 5 of 3 systems and 20 to 100" in page

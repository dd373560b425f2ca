"""The pages of the scoreboard and of a study, read from their HTML without a browser."""

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from made_pages import small_experiment
from made_sheets import HOSTILE, board, study_parts

from workbench.report.page.page import Page
from workbench.report.page.scoreboard import lay_scoreboard, render_scoreboard, show_table
from workbench.report.page.study import lay_study, render_study
from workbench.report.reproduction import Line
from workbench.schema import REPRODUCED


@pytest.fixture(scope="module")
def page() -> Page:
    return small_experiment(test={"against": "all", "draws": 19}).page().page


def tags(html: str) -> list[str]:
    return re.findall(r"<(script|style|a|img|iframe|link|form)\b", html)


def test_each_number_is_a_dot_at_its_place_or_an_outlier() -> None:
    [table] = board().tables
    picture = table.diagonal
    assert picture is not None
    assert (picture.n_equal, len(picture.outliers)) == (2, 2)
    assert [each.verdict for each in picture.outliers] == ["within 0.01", "different"]
    # the axes run from 0 to 1 in pixels of 48 to 388, upwards from 352
    ticks = {word: (float(x), float(y)) for x, y, word in picture.ticks}
    assert ticks["0"] == (48, 352)
    assert ticks["1"] == (388, 12)
    assert picture.equal == "M218 182h0M388 12h0"
    far = picture.outliers[1]
    assert (float(far.x), float(far.y)) == pytest.approx((48, 352 - 0.4 * 340), abs=0.06)
    assert "R-4: ours 0.4000, theirs 0.0" in far.said


def test_a_picture_is_called_as_its_source_is() -> None:
    cell = {"ours": 0.5, "theirs": "0.5", "verdict": "equal", "difference": 0.0}
    cells = REPRODUCED.build([dict.fromkeys(REPRODUCED.names, "") | cell])
    shown = show_table(Line("lin2004-table1", "Lin 2004, Table 1", "h", 1, {"equal": 1}, 0.0, {}), cells)
    assert shown.diagonal is not None
    assert shown.diagonal.title == "Lin 2004, Table 1"


def test_percents_are_not_on_the_scale_of_coefficients() -> None:
    [table] = board().tables
    row = dict.fromkeys(REPRODUCED.names, "") | {"level": "system", "difference": 0.0, "verdict": "equal"}
    values = [("R-1", 0.5, "0.5"), ("R-2", 0.9, "0.9"), ("accuracy", 61.5, "61.5")]
    cells = [row | {"metric": name, "ours": ours, "theirs": theirs} for name, ours, theirs in values]
    overview = lay_scoreboard([(table.line, REPRODUCED.build(cells))], []).overview
    assert overview is not None
    assert overview.n_equal == 2
    assert max(float(word) for _, _, word in overview.ticks) <= 1


def test_what_came_out_counts_verdicts_and_names_the_most_common_reason() -> None:
    first, second, *rest = board().answers
    assert first == (
        "5 printed numbers were computed again, in 1 way to a table: "
        "2 equal, 1 within 0.01, 1 different and 1 not computable."
    )
    assert second == "Of the 4 that can be computed here, 50 % round to what is printed."
    assert any(
        "1 within 0.01 and 1 different, by 0.4 at most (a system is missing)." in each for each in rest
    )
    assert any("Data are missing for absent." in each for each in rest)
    assert "1 more table is not computable from public data." in rest


def test_numbers_that_are_not_equal_stand_first_largest_on_top() -> None:
    html = render_scoreboard(board())
    off = html[html.index('id="off"') : html.index('id="cells"')]
    assert [value[:3] for value in re.findall(r'data-v="([\d.]+)"[^>]*>[+−]', off)] == ["0.4", "0.0"]
    assert off.count("<tr data-verdict") == 2
    every = html[html.index('id="cells"') :]
    assert every.count("<tr data-verdict") == len(board().tables[0].rows) == 5


def test_the_reason_is_the_most_common_one_of_what_was_computed() -> None:
    def cell(at: int, verdict: str, why: str) -> dict[str, object]:
        made = {**dict.fromkeys(REPRODUCED.names, ""), "table": "t", "metric": f"m{at}", "theirs": 0.5}
        return {**made, "ours": 0.75, "difference": 0.25, "verdict": verdict, "why": why}

    asked = [
        ("within 0.01", ""), ("different", "rare"), ("within 0.01", "common"), ("different", "common"),
        *[("not computable", "no data")] * 3, *[("equal", "luck")] * 4,
    ]  # fmt: skip
    counts = {"equal": 4, "within 0.01": 2, "different": 2, "not computable": 3}
    line = Line("t", "s", "h", 11, counts, 0.25, {})
    cells = REPRODUCED.build([cell(at, *each) for at, each in enumerate(asked)])
    assert lay_scoreboard([(line, cells)], []).answers == (
        "11 printed numbers were computed again, in 1 way to a table: "
        "4 equal, 2 within 0.01, 2 different and 3 not computable.",
        "Of the 8 that can be computed here, 50 % round to what is printed.",
        "t: 2 within 0.01 and 2 different, by 0.25 at most (common).",
    )


def test_a_scoreboard_of_nothing_says_so() -> None:
    nothing = Line("absent", "S", "h", 0, {}, float("nan"), {}, "ask them")
    html = render_scoreboard(lay_scoreboard([(nothing, REPRODUCED.build([]))], []))
    assert "ask them" in html
    assert 'id="cells"' not in html


def test_a_study_shows_the_differences_and_intervals_of_its_comparisons(page: Page) -> None:
    one, two, missing = study_parts(page)
    sheet = lay_study("T", [one, two, missing])
    assert sheet.about == "2 experiments; 1 not run, their data are missing"
    labels = dict(sheet.rows)
    first = one.comparisons.iloc[0]
    contrast = labels["R-1 − BLEU-4"][0]
    assert contrast is not None
    assert (contrast.value, contrast.low, contrast.high) == tuple(first[["difference", "low", "high"]])
    assert labels["R-1 − BLEU-4"][1] is None
    assert labels["R-1 − R-2"][0] is None
    assert sheet.answers[0].startswith("1 of 2 differences")
    assert sheet.answers[1].startswith(f"R-1 − BLEU-4 in one: {first['difference']:+.3f} [")
    titles = [title for title, _ in sheet.parts[0].differences]
    assert titles == [
        "Differences of Pearson's r with coverage, system level",
        "Differences of Kendall's τ-b with coverage, system level",
    ]
    [bar] = sheet.parts[0].differences[0][1].bars
    assert (bar.value, bar.mark) == (first["difference"], "best")


def test_differences_of_a_study_name_their_task_where_there_are_several(page: Page) -> None:
    one, *_ = study_parts(page)
    first = one.comparisons.head(1)
    two = pd.concat([first.assign(task=name) for name in ("t", "u")])
    (part,) = lay_study("T", [replace(one, comparisons=two)]).parts
    differences = "Differences of Pearson's r with coverage, system level"
    assert [title for title, _ in part.differences] == [f"t: {differences}", f"u: {differences}"]


def test_a_study_in_which_nothing_is_shown_says_how_many_intervals_hold_0(page: Page) -> None:
    one, *_ = study_parts(page)
    undecided = one.comparisons.head(1).assign(verdict="not shown", low=-0.1, high=0.2)
    first, second = lay_study("T", [replace(one, comparisons=undecided)]).answers
    assert (
        first == "The difference that was asked for is not shown, in the first coefficient of its experiment."
    )
    assert second.startswith("Its interval holds 0, before any correction: these data do not decide")
    other = undecided.assign(metric="other", low=0.1)
    first, second = lay_study("T", [replace(one, comparisons=pd.concat([undecided, other]))]).answers
    assert (
        first
        == "0 of 2 differences that were asked for are shown, in the first coefficient of each experiment."
    )
    assert second.startswith("1 of their 2 intervals hold 0")
    bare = undecided.assign(low=np.nan, high=np.nan)
    assert len(lay_study("T", [replace(one, comparisons=bare)]).answers) == 1


def test_the_page_of_a_study_links_to_each_report_and_says_what_is_missing(page: Page) -> None:
    html = render_study(lay_study("T", study_parts(page)))
    assert 'href="one/index.html"' in html
    assert 'href="three/index.html"' not in html
    assert "Not run: no data" in html
    assert page.answers[0].split(":")[0] in html
    assert "**" not in re.sub(r"<(style|script)>.*?</\1>", "", html, flags=re.DOTALL)


@pytest.mark.parametrize("start", range(0, len(HOSTILE), 30))
def test_hostile_texts_stay_texts(page: Page, start: int) -> None:
    calm = [tags(render_scoreboard(board())), tags(render_study(lay_study("T", study_parts(page))))]
    for text in HOSTILE[start : start + 30 : 7]:
        parts = study_parts(page)
        wild = parts[0].comparisons.assign(criterion=text)
        changed = [replace(parts[0], title=text, about=text, comparisons=wild), *parts[1:]]
        assert tags(render_scoreboard(board(text))) == calm[0]
        assert tags(render_study(lay_study(text, changed))) == calm[1]


def test_a_table_of_which_all_that_can_be_computed_is_equal_is_named():
    nothing = REPRODUCED.build([])
    counts = {
        "whole": {"equal": 2, "not computable": 1},
        "none": {"not computable": 1},
        "most": {"equal": 1, "different": 1},
    }
    lines = [Line(name, "s", "how", sum(each.values()), each, 0.5, {}) for name, each in counts.items()]
    assert list(lay_scoreboard([(line, nothing) for line in lines], [("a", "b", "c")]).answers) == [
        "6 printed numbers were computed again, in 3 ways to a table: "
        "3 equal, 1 different and 2 not computable.",
        "Of the 4 that can be computed here, 75 % round to what is printed.",
        "Every number that can be computed is equal in whole.",
        "most: 1 different, by 0.5 at most.",
        "1 more table is not computable from public data.",
    ]

"""What is on the page of a report, read from its HTML without a browser."""

import dataclasses
import json
import math
import re
from base64 import b64decode
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from kept.made_records import MADE
from made_pages import invented, small_experiment

import workbench
from workbench.analyses.page.rankings import lay_rankings
from workbench.datasets.evalset import EvalSet
from workbench.report.curves import Curve, CurvePanel
from workbench.report.page.lines import draw_lines
from workbench.report.page.page import Page, render_page
from workbench.report.page.payload import pack
from workbench.report.page.ranked import Bar, Scale, rank, scale_of

HOSTILE = json.loads(Path(__file__).with_name("hostile.json").read_text("utf-8"))


class Reader(HTMLParser):
    """The tags of a page with their attributes, and the text of each cell that has a record."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.cells: dict[int, str] = {}
        self.text = ""
        self._record: int | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))
        if tag == "td":
            record = dict(attributes).get("data-r")
            self._record = None if record is None else int(record)

    def handle_endtag(self, tag: str) -> None:
        if tag == "td":
            self._record = None

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._record is not None:
            self.cells[self._record] = self.cells.get(self._record, "") + data


@pytest.fixture(scope="module")
def page() -> Page:
    return small_experiment().page().page


@pytest.fixture(scope="module")
def html(page: Page) -> str:
    return render_page(page)


def payload_of(html: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="payload">(.*?)</script>', html, re.DOTALL)
    assert found
    content: dict[str, object] = json.loads(found[1])
    return content


def test_cells_print_the_records_that_they_name(page: Page, html: str) -> None:
    cells = Reader(html).cells
    assert len(cells) == (page.records["role"] == "").sum()
    for record, text in cells.items():
        value = page.records["value"][record]
        if np.isnan(value):
            assert text.startswith("–")
        else:
            assert float(text.split("[")[0].rstrip("°").replace("−", "-")) == pytest.approx(value, abs=0.0051)


def test_a_page_has_the_title_of_its_experiment_or_else_its_name(page: Page, html: str) -> None:
    assert page.title == "experiment"
    assert "<title>experiment</title>" in html
    assert "<h1>experiment</h1>" in html
    assert small_experiment(title="A & B").page().page.title == "A & B"


def test_points_give_the_coefficients_again(page: Page) -> None:
    """What the script computes is Pearson's of the very vectors: here numpy does it."""
    points, records = page.points, page.records
    assert points.is_recomputed.all()
    for at, record in records[records["coefficient"] == "pearson"].iterrows():
        x, z = points.metric[points.metric_of[at]], points.human[points.human_of[at]]
        assert np.corrcoef(x, z)[0, 1] == pytest.approx(record["value"], abs=1e-9)


def test_numbers_of_systems_reach_the_page_as_they_are(page: Page, html: str) -> None:
    content = payload_of(html)
    sent = [np.frombuffer(b64decode(bits), "<f8").tolist() for bits in content["metric"]]
    assert sent == [vector.tolist() for vector in page.points.metric]
    assert content["x"] == page.points.metric_of.tolist()
    values = content["columns"]["value"]["is"]
    assert values == pytest.approx(page.records["value"].tolist(), abs=1e-9)


def test_each_condition_is_ranked_by_its_records(page: Page) -> None:
    seen = set()
    for ranking in page.rankings:
        for forest in ranking.forests:
            values = [bar.value for bar in forest.bars if bar.kind != "ceiling"]
            assert values == sorted(values, reverse=True)
            assert {bar.value for bar in forest.bars if bar.mark == "best"} == {values[0]}
            for bar in forest.bars:
                record = page.records.loc[bar.record]
                assert (bar.value, bar.low, bar.high) == tuple(record[["value", "low", "high"]])
                assert (bar.kind == "floor") == (record["metric"] == "length")
            seen |= {bar.record for bar in forest.bars}
    assert seen == set(page.records.index)


@pytest.mark.parametrize("best", ["P0", "P1", "P2"])
def test_the_condition_with_the_highest_coefficient_comes_first(best: str) -> None:
    records = invented(["bleu", "rouge-1"], 3, list("ABCD")).records
    is_best = (records["preprocess"] == best) & (records["metric"] == "rouge-1")
    values = records["value"].where(~is_best, 0.99).clip(upper=0.99).where(is_best, 0.5)
    [ranking] = lay_rankings(records.assign(value=values, low=values - 0.1, high=values))
    titles = [forest.title for forest in ranking.forests]
    assert best in titles[0]
    assert titles[1:] == sorted(titles[1:])


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        ([0.03], [0, 0.01, 0.02, 0.03]),
        ([0.06, -0.01], [-0.02, 0, 0.02, 0.04, 0.06]),
        ([0.22], [0, 0.05, 0.1, 0.15, 0.2, 0.25]),
        ([0.5, 0.1], [0, 0.1, 0.2, 0.3, 0.4, 0.5]),
        ([-0.6, 0.31], [-0.6, -0.4, -0.2, 0, 0.2, 0.4]),
        ([1.1, -0.1], [-0.25, 0, 0.25, 0.5, 0.75, 1, 1.25]),
        ([-1, 1], [-1, -0.5, 0, 0.5, 1]),
        ([5, -0.1], [-2, 0, 2, 4, 6]),
        ([4, 1], [0, 1, 2, 3, 4]),
        ([23], [0, 5, 10, 15, 20, 25]),
        ([30], [0, 10, 20, 30]),
        ([100, math.nan], [0, 20, 40, 60, 80, 100]),
        ([210], [0, 50, 100, 150, 200, 250]),
        ([500], [0, 100, 200, 300, 400, 500]),
        ([1000], [0, 200, 400, 600, 800, 1000]),
        ([], [-0.2, 0]),
    ],
)
def test_the_steps_of_a_scale_are_the_smallest_round_ones_of_which_five_hold_all(values, ticks) -> None:
    assert list(scale_of(values).ticks) == ticks


@pytest.mark.parametrize(
    ("values", "between"),
    [
        # 16 signs, and 18: all have room beneath a narrow axis
        ([0.5, 0.1], []),
        ([0.06, -0.01], []),
        # 19 and 22: every second one, counted from 0, has none
        ([-0.6, 0.31], [-0.6, -0.2, 0.2]),
        ([1.1, -0.1], [-0.25, 0.25, 0.75, 1.25]),
    ],
)
def test_a_narrow_axis_does_without_every_second_tick_where_they_are_crowded(values, between) -> None:
    scale = scale_of(values)
    assert [tick for tick in scale.ticks if scale.is_between(tick)] == between


def test_more_than_fit_is_left_to_the_table() -> None:
    page = invented([f"metric-{n}" for n in range(301)], 8, ["a", "b", "c", "d"])
    [ranking] = page.rankings
    assert (len(ranking.forests), ranking.left_out) == (3, 5)
    assert "5 more conditions are in the table." in render_page(page)


def test_metrics_that_differ_by_noise_alone_are_both_the_best() -> None:
    """As x and x / 3 - 7."""
    records = invented(["bleu", "rouge-1", "chrf"], 1, list("ABCD")).records
    values = records["metric"].map({"bleu": 0.8, "rouge-1": 0.8 - 3e-12, "chrf": 0.7})
    [ranking] = lay_rankings(records.assign(value=values))
    marks = [bar.mark for forest in ranking.forests for bar in forest.bars]
    assert marks == ["best", "best", ""]


def test_a_metric_of_its_own_preprocessing_stands_beside_the_swept_ones() -> None:
    page = invented(["rouge-1"], 2, ["a", "b", "c", "d"])
    own = page.records.iloc[:1].assign(metric="bleu", preprocess="13a", value=0.1)
    records = pd.concat([page.records, own], ignore_index=True)
    [ranking] = lay_rankings(records)
    assert sorted(forest.title for forest in ranking.forests) == ["P0", "P1"]
    assert ranking.forests[0].bars[0].value == records["value"].max()
    for forest in ranking.forests:
        assert {bar.label for bar in forest.bars} == {"R-1", "BLEU · 13a"}


def test_a_condition_is_called_by_what_tells_it_from_others() -> None:
    records = MADE["wide"]()
    for names, titles in (
        (("1 ref", "4 refs"), ["1 ref · CASE", "1 ref · STEM", "4 refs · CASE", "4 refs · STEM"]),
        (("4 refs",), ["CASE", "STEM"]),
    ):
        first = lay_rankings(records[records["references"].isin(names)])[0]
        assert sorted(forest.title for forest in first.forests) == titles
    plain = records[(records["references"] == "1 ref") & (records["preprocess"] == "CASE")]
    assert [forest.title for forest in lay_rankings(plain)[0].forests] == [""]


def test_what_is_tied_with_the_best_by_a_test_is_marked_and_what_is_behind_is_not() -> None:
    marks = {bar.label: bar.mark for bar in lay_rankings(MADE["tested"]())[0].forests[0].bars}
    assert marks == {"R-1": "best", "R-2": "tied", "R-3": ""}
    behind = MADE["tested"]().assign(standing="behind")
    marks = {bar.label: bar.mark for bar in lay_rankings(behind)[0].forests[0].bars}
    assert marks == {"R-1": "best", "R-2": "", "R-3": ""}


def test_a_scale_holds_all_that_is_drawn_on_it() -> None:
    rng = np.random.default_rng(1)
    for size in (1e-3, 0.1, 1.0, 30.0):
        values = (rng.normal(size=5) * size).tolist()
        scale = scale_of([*values, np.nan])
        assert scale.low <= min(values)
        assert max(values) <= scale.high
        assert 2 <= len(scale.ticks) <= 12
        assert 0.0 in [round(tick, 9) for tick in scale.ticks]
    assert scale_of([]).place(0.0).endswith("%")
    assert scale_of([1.0, 1.0], holds_zero=False).high == 1.0


def test_what_has_no_value_is_named_and_not_drawn() -> None:
    forest = rank(
        [Bar("a", np.nan, np.nan, np.nan), Bar("b", 0.1, np.nan, np.nan), Bar("j", 0.9, 0.8, 1.0, "ceiling")]
    )
    assert [bar.label for bar in forest.bars] == ["b", "j"]
    assert forest.undefined == ("a",)


def test_a_narrow_axis_keeps_every_second_tick_from_zero_or_else_from_the_first() -> None:
    without = Scale(0.2, 0.45, (0.2, 0.25, 0.3, 0.35, 0.4, 0.45))
    assert [tick for tick in without.ticks if not without.is_between(tick)] == [0.2, 0.3, 0.4]
    few = Scale(0.2, 0.35, (0.2, 0.25, 0.3, 0.35))
    assert not any(map(few.is_between, few.ticks))


def test_what_was_swept_is_a_line_through_the_records(page: Page) -> None:
    assert {chart.x_name for chart in page.charts} == {"references of a segment"}
    values = {f"{value:.3f}" for value in page.records["value"]}
    for chart in page.charts:
        assert len(chart.lines) > 1
        for line in chart.lines:
            assert not line.is_filled
            assert [said.split(": ")[0] for _, _, said in line.dots] == ["1", "2"]
            assert {said.split(": ")[1] for _, _, said in line.dots} <= values


def test_a_chart_is_drawn_where_some_curve_has_two_values() -> None:
    """The constant metric has no coefficient, and neither has any metric with a criterion that ties all."""
    data = workbench.simulate(topics=2, systems=3, references=2, words=20).evalset
    flat = data.judgments.assign(criterion="flat", score=1.0)
    both = dict.fromkeys(("coverage", "flat"), data.card.criteria["coverage"])
    made = EvalSet.build(
        data.card.model_copy(update={"criteria": both}),
        data.outputs, data.references, pd.concat([data.judgments, flat]),
    )  # fmt: skip
    e = workbench.Experiment(
        made,
        ["rouge-1", "constant"],
        references={"1 ref": "one", "all": "all"},
        correlation={"coefficients": ["pearson", "kendall"], "interval": "none"},
    )
    charts = e.page().page.charts
    assert len(charts) == 2
    assert [any(len(line.dots) > 1 for line in chart.lines) for chart in charts] == [True, True]


def test_only_a_band_that_stands_alone_is_filled() -> None:
    x, y = np.array([1.0, 2.0, 4.0]), np.array([0.2, 0.4, np.nan])
    curve, point = Curve("a", x, y, y - 0.1, y + 0.1), Curve("p", x[:1], y[:1], y[:1], y[:1])
    [line] = draw_lines(CurvePanel("t", "x", "y", (curve, point))).lines
    assert line.is_filled
    assert line.band.endswith("Z")
    assert len(line.dots) == 2
    both = draw_lines(CurvePanel("t", "x", "y", (curve, curve))).lines
    assert [line.is_filled for line in both] == [False, False]
    assert both[0].band.count("M") == 2
    assert both[0].style != both[1].style
    notes = ("16 systems.", "Bands: 95 % intervals.")
    many = draw_lines(CurvePanel("t", "x", "y", (curve,) * 4, notes=notes))
    assert not any(line.band for line in many.lines)
    assert many.notes == ("16 systems.", "The table has the intervals.")
    bare = Curve("b", x, y, x * np.nan, x * np.nan)
    one_of_them = draw_lines(CurvePanel("t", "x", "y", (bare, bare, curve, bare)))
    assert one_of_them.notes == ("The table has the intervals.",)
    assert draw_lines(CurvePanel("t", "x", "y", (bare,) * 4)).notes == ()


@pytest.mark.parametrize(("number", "step"), [(2, 1), (8, 1), (11, 1), (13, 2), (24, 4)])
def test_of_many_places_of_a_line_some_are_said_below_it(number, step) -> None:
    x = np.arange(float(number))
    chart = draw_lines(CurvePanel("t", "x", "y", (Curve("a", x, x / 20, x, x),)))
    assert [word for _, word in chart.x_ticks] == [str(place) for place in range(0, number, step)]


def test_of_many_curves_the_highest_are_drawn_each_in_a_way_of_its_own() -> None:
    x = np.array([1.0, 2.0])
    curves = tuple(Curve(str(n), x, x * n / 10, x * np.nan, x * np.nan) for n in range(9))
    chart = draw_lines(CurvePanel("t", "x", "y", curves))
    assert [line.label for line in chart.lines] == [str(n) for n in range(2, 9)]
    assert len({line.style for line in chart.lines}) == 7
    assert chart.notes == ("The 7 highest of 9 curves.",)


def test_cells_without_a_number_are_empty_on_the_page(page: Page) -> None:
    records = page.records.reset_index(drop=True)
    assert records["low"].notna().all()
    records.loc[1, "low"] = np.nan
    sent = payload_of(render_page(dataclasses.replace(page, records=records)))["columns"]["low"]["is"]
    assert sent[1] is None
    assert sent[0] == pytest.approx(records["low"][0], abs=1e-9)


def test_the_page_asks_nobody_for_anything(html: str) -> None:
    reader = Reader(html)
    for tag, attributes in reader.tags:
        assert tag not in ("link", "img", "iframe", "object", "embed", "base")
        assert "style" not in attributes, "the content policy would block it"
        for name, value in attributes.items():
            assert not name.startswith("on")
            if name in ("src", "href", "action"):
                assert str(value).startswith("#"), value
    policy = next(a["content"] for tag, a in reader.tags if tag == "meta" and "http-equiv" in a)
    assert str(policy).startswith("default-src 'none'; style-src 'sha256-")


@pytest.mark.parametrize("start", range(0, len(HOSTILE) - 21, 22))
def test_hostile_texts_stay_texts(start: int) -> None:
    names = HOSTILE[start : start + 22]
    calm = render_page(invented(["m1", "m2"], 1, [f"s{n}" for n in range(22)], ["c1", "c2"]))
    for text in names[:2]:
        wild = render_page(invented(["m1", text], 1, [*names], ["c1", text], title=text))
        read, usual = Reader(wild), Reader(calm)
        assert [tag for tag, _ in read.tags if tag in ("script", "style", "a")] == [
            tag for tag, _ in usual.tags if tag in ("script", "style", "a")
        ]
        assert payload_of(wild)["systems"] == {text: list(names)}
        assert "\x00" not in wild


def test_wins_say_who_is_better() -> None:
    e = small_experiment(test={"against": "all", "draws": 99}, preprocess=["CASE"], references=None)
    [wins, *_] = e.page().page.wins
    assert set(wins.labels) == {"R-1", "R-2", "length"}, "one component each needs no name"
    frame = e.compare(against="all", draws=99).frame
    frame = frame[frame["coefficient"] == frame["coefficient"].iloc[0]]
    better = (frame["verdict"] == "better").sum() + (frame["verdict"] == "worse").sum()
    assert sum(row.count("+") for row in wins.signs) == better
    for i, row in enumerate(wins.signs):
        assert row[i] == ""
        for j, sign in enumerate(row):
            if i != j:
                assert {sign, wins.signs[j][i]} in ({"+", "−"}, {"·"})


def test_without_a_system_the_best_is_what_it_is_without_it(page: Page) -> None:
    influence = page.influences[0]
    assert influence.forest.bars
    [whole] = [bar for bar in influence.forest.bars if bar.kind == "ceiling"]
    best = page.records[(page.records["coefficient"] == "pearson") & (page.records["metric"] != "length")]
    assert whole.value == best["value"].max()
    at = best["value"].idxmax()
    x, z = page.points.metric[page.points.metric_of[at]], page.points.human[page.points.human_of[at]]
    [task] = page.points.systems
    for bar in influence.forest.bars:
        if bar.kind == "system":
            kept = np.array(page.points.systems[task]) != bar.label.removeprefix("without ")
            assert bar.value == pytest.approx(np.corrcoef(x[kept], z[kept])[0, 1], abs=1e-9)


def test_the_influence_of_systems_has_an_axis_of_its_own() -> None:
    """From 0 on all dots would stand on one place."""
    without = [Bar("without A", 0.972, float("nan"), float("nan")), Bar("all", 0.968, 0.91, 0.99)]
    assert rank(without, holds_zero=False).scale.low == 0.9
    page = invented(["m1"], 1, [f"S{number}" for number in range(9)])
    for influence in page.influences:
        ends = [end for bar in influence.forest.bars for end in (bar.value, bar.low, bar.high) if end == end]
        assert influence.forest.scale == scale_of(ends, holds_zero=False)


@pytest.mark.parametrize("said", ["is -0.060 instead", "[-0.060, 0.1]", "-0.060 in these data"])
def test_numbers_in_sentences_have_a_minus(said: str) -> None:
    page = invented(["m1"], 1, ["A", "B", "C", "D"])
    written = render_page(dataclasses.replace(page, answers=(f"R-1, x: {said}", "online-A 5-3")))
    assert "−0.060" in written
    assert "online-A 5-3" in written


@pytest.mark.parametrize(
    ("conditions", "criteria", "filters"),
    [
        (1, ["a"], {}),
        (1, ["a", "b"], {"criterion": ["a", "b"]}),
        (4, ["a"], {"column:1:preprocessing": ["P0", "P1", "P2", "P3"]}),
        (
            5,
            ["a", "b"],
            {
                "criterion": ["a", "b"],
                "column:0:references": ["0 refs", "1 refs"],
                "column:1:preprocessing": ["P0", "P1", "P2", "P3"],
            },
        ),
    ],
)
def test_there_is_a_filter_where_there_is_something_to_choose(conditions, criteria, filters) -> None:
    html = render_page(invented(["x", "y"], conditions, ["A", "B", "C", "D"], criteria))
    found = {}
    for name, options in re.findall(r'<select name="([^"]*)">(.*?)</select>', html):
        found[name] = re.findall("<option>([^<]*)</option>", options)
    assert found == filters


def test_the_worst_segments_are_those_with_the_largest_shares_of_pairs_ranked_wrongly() -> None:
    e = workbench.Experiment(
        workbench.simulate(topics=14, systems=5, references=1, words=30).evalset,
        ["rouge-1"],
        components=["f"],
        correlation={"coefficients": ["pearson"], "interval": "none"},
    )
    [row], [worst, *_] = e.rows, e.page().page.worst
    [judged] = [each for each in row.task.judged if each.criterion == e.records["criterion"].iloc[0]]
    shares = []
    for segment, x, z in zip(row.task.segments, row.segments.T, judged.segments.T, strict=True):
        pairs = [(x[a] - x[b], z[a] - z[b]) for a in range(5) for b in range(a) if z[a] != z[b]]
        shares.append((segment, sum(ours * theirs < 0 for ours, theirs in pairs) / len(pairs), len(pairs)))
    shares.sort(key=lambda each: -each[1])
    assert [share for _, share, _ in worst.segments] == [share for _, share, _ in shares[:8]]
    assert set(worst.segments) <= set(shares)


def test_of_many_tasks_the_sizes_of_three_are_said() -> None:
    made = workbench.simulate(topics=3, systems=4, references=1, words=20).evalset
    frames = [
        pd.concat([rows.assign(task=f"t{number}") for number in range(5)])
        for rows in (made.outputs, made.references, made.judgments)
    ]
    data = type(made).build(made.card, *frames)
    asked = {"coefficients": ["pearson"], "interval": "none"}
    size = "4 systems × 3 segments"
    said = f"t0: {size}, t1: {size}, t2: {size}, and 2 more tasks; simulated judgments"
    about = workbench.Experiment(data, ["length"], correlation=asked).page().page.about
    assert about == f"{made.card.name} {made.card.version}: {said}"


def test_no_sign_of_html_reaches_the_page_within_its_data(page: Page) -> None:
    text = "<!-- <script </script x> & \u2028\u2029 ü"
    points = page.points._replace(systems={text: [text]})
    sent = pack(page.records.assign(metric=text), points, {text: text}, {text: text}, {0: text})
    assert not {*"<>&\u2028\u2029ü"} & {*sent}
    got = json.loads(sent)
    assert got["systems"] == {text: [text]}
    assert got["columns"]["metric"]["of"] == [text]


def test_a_panel_is_marked_with_what_all_its_numbers_share_and_nothing_else() -> None:
    """Two tasks are two panels; two coefficients are columns of both, by which no panel is chosen."""
    made = workbench.simulate(topics=3, systems=4, references=1, words=20).evalset
    frames = [
        pd.concat([rows.assign(task=name) for name in ("t0", "t1")])
        for rows in (made.outputs, made.references, made.judgments)
    ]
    data = type(made).build(made.card, *frames)
    asked = {"coefficients": ["pearson", "spearman"], "levels": ["system"], "interval": "none"}
    reader = Reader(workbench.Experiment(data, ["length"], correlation=asked).page().html())
    panels = [
        {name: value for name, value in attributes.items() if name.startswith("data-")}
        for _, attributes in reader.tags
        if attributes.get("class") == "panel"
    ]
    shared = {
        "data-criterion": "coverage", "data-level": "system", "data-block-size": "0", "data-given": "",
    }  # fmt: skip
    assert panels == [{"data-task": task, **shared} for task in ("t0", "t1")]

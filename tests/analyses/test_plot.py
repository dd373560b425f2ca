"""Pictures by one call: what is drawn are the numbers of the records, of every kind and from every door."""

import ast
import cProfile
import itertools
import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from drawn_figures import labels_stay_apart, nothing_is_told_by_colour_alone
from matplotlib.figure import Figure
from matplotlib.text import Text
from pydantic import ValidationError

import workbench
from workbench.analyses.plot.drawn import Drawn
from workbench.analyses.plot.kinds import KINDS
from workbench.analyses.plot.plot import Pictures
from workbench.analyses.plot.section import PlotSpec
from workbench.cli import main
from workbench.datasets.evalset import EvalSet
from workbench.errors import SpecError, WorkbenchError
from workbench.report.picture import say_letters_lack
from workbench.report.plots import plot_ranks

ASKED = """
seed = 1
metrics = ["rouge-1", "rouge-2", "bleu(order=1)", "length"]
components = ["f"]
preprocess = ["CASE"]

[data]
name = "simulated-news"

[[references]]
name = "1 ref"
select = "one"

[[references]]
name = "4 refs"

[correlation]
levels = ["system"]
coefficients = ["pearson"]
draws = 30

[test]
draws = 199

[calibration]
shapes = ["normal"]
replications = 5
draws = 19

[plot]
kinds = ["heat", "wins"]
formats = ["svg", "pdf"]
columns = 1
"""
REPRODUCED = (
    "table,panel,system,metric,component,preprocess,references,task,criterion,level,statistic,n_segments,way,"
    "ours,theirs,difference,verdict,why,note\n"
    "t,,,R-1,,,,,,,pearson,,,0.504,0.50,0.004,equal,,\n"
    "t,,,R-2,,,,,,,pearson,,,0.7,0.60,0.1,different,,\n"
    "t,,,R-3,,,,,,,pearson,,,,0.20,,not computable,no data,\n"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("plot")
    (path / "x.toml").write_text(ASKED)
    (path / "table.csv").write_text(REPRODUCED)
    return path


@pytest.fixture(scope="module")
def experiment(folder):
    return workbench.read(folder / "x.toml")


@pytest.fixture(scope="module")
def pictures(experiment, folder):
    return experiment.plot([*KINDS], reproduced=[str(folder / "table.csv")])


@pytest.fixture(scope="module")
def drawing(pictures):
    """The figures by kind, and the names of all functions that were called to draw them."""
    profile = cProfile.Profile()
    figures = profile.runcall(lambda: pictures.figures)
    return figures, {each.code.co_name for each in profile.getstats() if not isinstance(each.code, str)}


@pytest.fixture(scope="module")
def figures(drawing):
    return drawing[0]


def points(axes):
    """Return what scatters have drawn, in the order of the rows."""
    drawn = np.concatenate([each.get_offsets() for each in axes.collections if hasattr(each, "get_sizes")])
    return drawn[np.argsort(drawn[:, 1], kind="stable")]


def ends(axes):
    lines = next(each for each in axes.collections if hasattr(each, "get_segments"))
    return np.array(lines.get_segments())[:, :, 0]


def names(axes):
    return [text.get_text().replace("\n", " ") for text in axes.get_yticklabels()]


def test_intervals_are_those_of_the_records(experiment, figures):
    rows = experiment.records.sort_values("value", kind="stable", ascending=False)
    axes = figures["intervals"].axes[0]
    np.testing.assert_allclose(points(axes)[:, 0], rows["value"])
    np.testing.assert_allclose(ends(axes), rows[["low", "high"]])


def test_ties_are_the_pairs_that_no_test_tells_apart(experiment, figures):
    rows = experiment.records.sort_values("value", kind="stable", ascending=False).reset_index(drop=True)
    side = ["metric", "component", "preprocess", "references"]
    winners = experiment.rank().frames["winners"]
    tied = {
        frozenset((tuple(row[side]), tuple(row[[f"against_{name}" for name in side]])))
        for _, row in winners[winners["wins"] == 0].iterrows()
    }
    drawn = [
        [round(y) for y in line.get_ydata()]
        for line in figures["intervals"].axes[0].lines
        if line.get_marker() == "o"
    ]
    assert drawn
    keys = [tuple(row) for row in rows[side].to_numpy()]
    for group in drawn:
        assert all(frozenset((keys[a], keys[b])) in tied for a, b in itertools.combinations(group, 2))
    pairs = {frozenset((keys[a], keys[b])) for group in drawn for a, b in itertools.combinations(group, 2)}
    assert pairs == tied


@pytest.mark.parametrize("alternative", ["two", "greater", "less"])
def test_bars_link_what_a_two_sided_test_does_not_tell_apart_whichever_side_is_asked_for(alternative):
    data = workbench.simulate(topics=6, systems=14, references=1).evalset
    e = workbench.Experiment(
        data, ["length", "rouge-1", "rouge-2"], components=["f"],
        correlation={"coefficients": ["pearson"], "interval": "none"},
        test={"against": "all", "alternative": alternative, "draws": 199},
    )  # fmt: skip
    two_sided = e.compare(alternative="two").frame
    assert two_sided["verdict"].tolist() == ["worse", "worse", "not shown"]
    axes = e.plot(["intervals"]).figures["intervals"].axes[0]
    drawn = [line.get_ydata().tolist() for line in axes.lines if line.get_marker() == "o"]
    # the two best, on top
    assert drawn == [[0.0, 1.0]]


def test_differences_are_those_of_the_comparisons(experiment, figures):
    rows = experiment.compare().frame.sort_values("difference", kind="stable", ascending=False)
    axes = figures["differences"].axes[0]
    np.testing.assert_allclose(points(axes)[:, 0], rows["difference"])
    np.testing.assert_allclose(ends(axes), rows[["low", "high"]])
    assert "from BLEU-1 · 4 refs" in axes.get_xlabel().replace("\n", " ")


def test_shades_are_the_values_of_the_records(experiment, figures):
    axes = figures["heat"].axes[0]
    assert names(axes) == ["R-1", "R-2", "BLEU-1", "length"]
    wanted = experiment.records["value"].to_numpy().reshape(4, 2)
    np.testing.assert_allclose(axes.images[0].get_array(), wanted)
    printed = [text.get_text() for text in axes.texts]
    assert printed == [f"{value:.2f}".replace("0.", ".").replace("-", "−") for value in wanted.ravel()]


def test_metrics_that_go_together_are_neighbours(experiment, figures):
    axes = figures["clusters"].axes[0]
    one = {row.label[0] + row.label[3]: row.systems for row in experiment.rows}
    shown = names(axes)
    called = {"R-1": "rouge-1", "R-2": "rouge-2", "BLEU-1": "bleu(order=1)", "length": "length"}
    vectors = [one["".join((called[name.split(" · ")[0]], name.split(" · ")[1]))] for name in shown]
    np.testing.assert_allclose(axes.images[0].get_array(), np.corrcoef(vectors), atol=1e-9)
    assert sorted(name.startswith("length") for name in shown) == [
        name.startswith("length") for name in shown
    ] or [name.startswith("length") for name in shown][:2] == [True, True]


def test_a_point_is_a_system(experiment, figures):
    row = experiment.rows[0]
    axes = figures["scatter"].axes[0]
    drawn = np.concatenate([each.get_offsets() for each in axes.collections[:2] if len(each.get_offsets())])
    wanted = np.column_stack((row.systems, row.task.judged[0].scores.mean(axis=1)))
    np.testing.assert_allclose(np.sort(drawn[:, 0]), np.sort(wanted[:, 0]))
    slope, start = np.polyfit(*drawn.T, 1)
    [line] = axes.lines
    np.testing.assert_allclose(line.get_ydata(), start + slope * line.get_xdata())
    value = experiment.records["value"].iloc[0]
    assert axes.get_title(loc="left") == f"Pearson's r {value:.2f}"


def test_above_a_cloud_stands_the_coefficient_of_its_points_and_not_one_without_noise(folder):
    (folder / "noise.toml").write_text(ASKED + "[ceiling]\n")
    asked = workbench.read(folder / "noise.toml")
    assert "disattenuated" in set(asked.records["role"])
    plain = asked.records[asked.records["role"] == ""]["value"]
    titles = [axes.get_title(loc="left") for axes in asked.plot(["scatter"]).figures["scatter"].axes]
    assert titles == [f"Pearson's r {value:.2f}" for value in plain]


def test_a_heat_map_has_no_columns_for_what_each_metric_has_one_of(folder):
    (folder / "own.toml").write_text(ASKED.replace('preprocess = ["CASE"]', ""))
    each_its_own = workbench.read(folder / "own.toml")
    assert each_its_own.records["preprocess"].nunique() == 2
    axes = each_its_own.plot(["heat"]).figures["heat"].axes[0]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["1 ref", "4 refs"]
    assert np.isfinite(np.asarray(axes.images[0].get_array(), float)).all()


def test_panels_of_one_column_each_are_one_heat_map(experiment):
    one = experiment.replace(
        references={"1 ref": "one"},
        correlation={"coefficients": ["pearson", "kendall"], "levels": ["system"]},
    )
    axes = one.plot(["heat"]).figures["heat"].axes[0]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["Pearson's r", "Kendall's τ-b"]
    records = one.records.pivot(index="metric", columns="coefficient", values="value").loc[one.metrics]
    np.testing.assert_allclose(axes.images[0].get_array(), records[["pearson", "kendall"]])
    both = {"coefficients": ["pearson", "kendall"], "levels": ["system", "segment"]}
    apart = one.replace(correlation=both).plot(["heat"]).figures["heat"].axes[:4]
    assert [axes.images[0].get_array().shape for axes in apart] == [(4, 1)] * 4
    assert apart[3].get_title(loc="left") == "segment level · Kendall's τ-b"


def test_wins_are_those_of_the_winners(experiment, figures):
    winners = experiment.rank().frames["winners"]
    shown = figures["wins"].axes[0].images[0].get_array()
    assert (np.nan_to_num(shown) == 1).sum() == (winners["wins"] == 1).sum()
    signs = {line.get_marker(): len(line.get_xdata()) for line in figures["wins"].axes[0].lines}
    assert [signs[sign] for sign in "+_."] == [(winners["wins"] == each).sum() for each in (1, -1, 0)]
    assert signs["+"] > 0
    # from the one that beats most to the one that beats least
    won = np.nan_to_num(np.ma.filled(shown, np.nan)).sum(axis=1)
    assert (np.diff(won) <= 0).all()
    assert won[0] > won[-1]


def test_ranks_are_those_of_the_rankings(experiment, figures):
    rows = experiment.rank().frame.sort_values("rank", kind="stable")
    axes = figures["ranks"].axes[0]
    np.testing.assert_allclose(points(axes)[:, 0], rows["rank"])
    np.testing.assert_allclose(ends(axes), rows[["rank_low", "rank_high"]])


def test_influence_is_that_of_the_frame(experiment, figures):
    alone = experiment.robustness().frame.query("analysis == 'without one'").iloc[:16]
    assert sorted(points(figures["influence"].axes[0])[:, 0]) == pytest.approx(sorted(alone["value"]))


def test_curves_run_along_what_changes(experiment, figures):
    axes = figures["curves"].axes[-1]
    lines = {line.get_label(): line for line in axes.lines if not line.get_label().startswith("_")}
    rows = experiment.records[experiment.records["metric"] == "rouge-1"]
    assert axes.get_xlabel() == "references of a segment"
    assert lines["R-1"].get_xdata().tolist() == [1, 4]
    np.testing.assert_allclose(lines["R-1"].get_ydata(), rows["value"])


def test_numbers_of_curves_are_those_of_the_records(experiment, pictures):
    frame = pictures.drawn["curves"].frame
    assert list(frame.columns) == ["panel", "measured", "curve", "x", "value", "low", "high"]
    assert frame["panel"].tolist() == ["highest order of n-grams"] * 4 + ["references of a segment"] * 8
    of_orders, frame = frame[:4], frame[4:]
    assert of_orders["x"].tolist() == [1, 2, 1, 2]
    records = experiment.records[experiment.records["role"] == ""]
    is_rouge = records["metric"].str.startswith("rouge")
    assert sorted(of_orders["value"]) == sorted(records.loc[is_rouge, "value"])
    assert len(records["metric"].unique()) == len(frame["curve"].unique()) == 4
    for metric, curve in zip(records["metric"].unique(), frame["curve"].unique(), strict=True):
        rows, mine = records[records["metric"] == metric], frame[frame["curve"] == curve]
        assert mine["x"].tolist() == [1, 4]
        assert mine[["value", "low", "high"]].equals(
            rows[["value", "low", "high"]].set_axis(mine.index).astype(float)
        )


def test_numbers_of_curves_say_what_they_measure(pictures):
    frame = pictures.drawn["curves"].frame
    assert set(frame["measured"]) == {"Pearson's r with coverage (simulated)"}


@pytest.mark.parametrize(("chosen", "said"), [
    ({"criteria": ["nope"]}, "unknown criterion 'nope'"),
    ({"metrics": ["length", "length"]}, "two conditions are compared: got 'length score CASE all refs'"),
    ({"metrics": ["length", "nope"]}, "there is no metric 'nope'"),
])  # fmt: skip
def test_what_no_diagonal_has_is_refused_before_anything_is_counted(chosen, said):
    data = workbench.simulate(topics=3, systems=4, references=1, words=20).evalset
    plain = {"coefficients": ["pearson"], "interval": "none"}
    e = workbench.Experiment(
        data, ["rouge-1", "length"], correlation=plain, plot={"kinds": ["diagonal"], **chosen}
    )
    with pytest.raises(SpecError, match=said):
        e.check()


@pytest.mark.parametrize("is_flat", [False, True])
def test_a_picture_says_what_was_measured_on_how_much(is_flat):
    """Also where no coefficient is defined."""
    data = workbench.simulate(topics=3, systems=4, references=1, words=20).evalset
    places = [("", segment, system) for segment in data.segments("news") for system in data.systems("news")]
    scores = {place: 0.5 if is_flat else number % 5 for number, place in enumerate(places)}
    plain = {"coefficients": ["pearson"], "interval": "none"}
    e = workbench.Experiment(data, ["own"], scores={"own": scores}, correlation=plain)
    said = [each.get_text() for each in e.plot(["heat"]).figures["heat"].findobj(Text)]
    assert "Pearson's r with coverage (simulated)" in said
    undefined = "\nDashes: undefined, 1 of 1." if is_flat else ""
    assert f"4 systems, 3 segments.{undefined}" in said


def test_coverage_is_that_of_the_simulation(experiment, figures):
    rows = experiment.calibrate().frame.query("kind == 'interval'").dropna(subset="coverage")
    axes = figures["coverage"].axes[0]
    assert sorted(points(axes)[:, 0]) == pytest.approx(sorted(rows["coverage"]))
    assert [line.get_xdata()[0] for line in axes.lines] == [0.95]


def test_ours_stands_against_theirs(figures):
    axes = figures["reproduction"].axes[0]
    drawn = {tuple(point) for each in axes.collections[:2] for point in each.get_offsets().tolist()}
    assert {(0.5, 0.504), (0.6, 0.7)} <= drawn
    assert [text.get_text() for text in axes.texts] == ["R-2"]
    assert "1 not computable" in axes.get_title(loc="left").replace("\n", " ")


def test_errors_are_those_of_the_disagreements(experiment, figures):
    frame = experiment.disagreements().frame
    drawn = figures["diagonal"].axes[0].collections[0].get_offsets()
    np.testing.assert_allclose(
        np.sort(drawn, axis=0), np.sort(frame[["second_error", "first_error"]], axis=0)
    )


def boxes_of(figure):
    """Return the boxes of all letters of a figure as it is written."""
    figure.draw_without_rendering()
    texts = [figure._supxlabel] if figure.get_supxlabel() else []
    children = [child for axes in figure.axes for child in axes.child_axes]
    for axes in [*figure.axes, *children]:
        texts += [*axes.texts, axes._left_title, axes.xaxis.label, axes.yaxis.label]
        for axis, interval in ((axes.xaxis, axes.get_xlim()), (axes.yaxis, axes.get_ylim())):
            there = [min(interval) <= place <= max(interval) for place in axis.get_ticklocs()]
            texts += [text for text, shown in zip(axis.get_ticklabels(), there, strict=True) if shown]
    shown = [text for text in texts if text.get_visible() and text.get_text().strip()]
    return [(text.get_text(), text.get_window_extent()) for text in shown]


@pytest.mark.parametrize("columns", [1, 2])
@pytest.mark.parametrize("kind", KINDS)
def test_no_label_is_over_another_or_cut_off(experiment, folder, kind, columns):
    files = {"reproduced": [str(folder / "table.csv")]} if kind == "reproduction" else {}
    figure = experiment.plot([kind], columns=columns, **files).plot()
    assert figure.get_figwidth() == pytest.approx({1: 3.3, 2: 6.9}[columns])
    boxes = boxes_of(figure)
    labels_stay_apart(boxes, figure)


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_told_by_its_colour_alone(figures, kind):
    nothing_is_told_by_colour_alone(figures[kind])


def test_two_colours_of_one_lightness_are_found():
    """Red and green points of one shape are one gray."""
    for colours, marks in ((("#d55e00", "#009e73"), "oo"), (("#d55e00", "#009e73"), "os")):
        axes = Figure().subplots()
        for colour, mark in zip(colours, marks, strict=True):
            axes.scatter([1, 2], [1, 2], color=colour, marker=mark)
        if marks == "os":
            nothing_is_told_by_colour_alone(axes.figure)
        else:
            with pytest.raises(AssertionError):
                nothing_is_told_by_colour_alone(axes.figure)
    axes = Figure().subplots()
    for low in (0, 0.5):
        axes.fill_between([0, 1], [low, low], [low + 1, low + 1], color="#888888", alpha=0.5)
    with pytest.raises(AssertionError, match="one gray"):
        nothing_is_told_by_colour_alone(axes.figure)
    axes = Figure().subplots()
    axes.imshow([[0, 1]], cmap="hsv")
    with pytest.raises(AssertionError):
        nothing_is_told_by_colour_alone(axes.figure)


def test_a_notebook_shows_all_of_them_and_a_terminal_a_table(pictures):
    assert [*pictures.drawn] == [*KINDS]
    # what each kind draws is looked at elsewhere, and takes seconds
    small = {
        kind: Drawn(partial(plot_ranks, [kind], [1], [1], [1]), each.frame)
        for kind, each in pictures.drawn.items()
    }
    html = replace(pictures, drawn=small)._repr_html_()
    assert re.findall(r'<img alt="(\S+): (\d+) numbers"', html) == [
        (kind, str(len(pictures.drawn[kind].frame))) for kind in KINDS
    ]
    assert len({*re.findall('base64,[^"]+', html)}) == len(KINDS)
    assert repr(pictures).splitlines()[1].split() == ["intervals", "8"]


def test_a_notebook_says_once_of_letters_without_a_font_that_they_are_boxes(capsys):
    """Python's warnings, of each letter, are errors here."""
    say_letters_lack.cache_clear()
    frame = pd.DataFrame({"system": ["\ue000"]})
    drawn = Drawn(lambda: plot_ranks(["\ue000\ue001"], [1], [1], [1]), frame)
    assert "base64" in Pictures({"pictures": frame}, drawn={"ranks": drawn})._repr_html_()
    assert capsys.readouterr().err.startswith("warning: the letters of some names are in no font here")


def test_a_report_has_what_its_section_asks_for(experiment, folder):
    """And the numbers with it, in as many digits as an eye sees."""
    files = dict(experiment.plot().files())
    wanted = [f"plot-{kind}.{ending}" for kind in ("heat", "wins") for ending in ("svg", "pdf", "csv")]
    assert sorted(files) == sorted(wanted)
    assert files["plot-heat.pdf"].startswith(b"%PDF")
    assert files == experiment.plot().files()
    written = pd.read_csv(folder / "x" / "plot-heat.csv") if (folder / "x").exists() else None
    assert written is None


def test_the_command_writes_the_same_pictures(experiment, folder):
    cache = str(folder / "cache")
    asked = [str(folder / "x.toml"), "--kind", "heat", "--format", "svg", "--columns", "1"]
    done = CliRunner().invoke(main, ["plot", *asked, "--out", str(folder), "--cache", cache])
    assert done.exit_code == 0, done.output
    written = (folder / "x" / "plot-heat.svg").read_bytes()
    assert written == experiment.plot(["heat"], formats=["svg"], columns=1).files()["plot-heat.svg"]
    numbers = pd.read_csv(folder / "x" / "plot-heat.csv")
    np.testing.assert_allclose(numbers["value"], experiment.records["value"], rtol=0.005)


def test_the_command_draws_files_of_reproductions(folder):
    done = CliRunner().invoke(main, ["plot", str(folder / "table.csv"), "--out", str(folder)])
    assert done.exit_code == 0, done.output
    assert (folder / "table" / "plot-reproduction.png").exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"kinds": ["pie"]}, "pie"),
        (
            {"kinds": ["heat"], "metrics": ["rouge-9"]},
            "plot.metrics: .*got 'rouge-9'. Did you mean 'rouge-2'",
        ),
        ({"kinds": ["intervals"], "metrics": ["nope", "rouge-1"]}, "plot.metrics: .*got 'nope'"),
        ({"kinds": ["intervals"], "metrics": ["rouge-1"], "levels": ["segment"]}, "plot.levels: .*'segment'"),
        ({"kinds": ["scatter"], "levels": ["sistem"]}, "plot.levels: .*'sistem'. Did you mean 'system'"),
        ({"kinds": ["scatter"], "coefficients": ["tau"]}, "plot.coefficients: .*'tau'. Known: pearson"),
        ({"kinds": ["influence"], "levels": ["foo"]}, "plot.levels: .*'foo'. Known: system"),
        ({"kinds": ["worth"], "levels": ["foo"]}, "plot.levels: .*'foo'. Known: system"),
        ({"kinds": ["worth"], "coefficients": ["tau"]}, "coefficients does not choose .* kind worth"),
        ({"kinds": ["diagonal"], "levels": ["foo"]}, "levels does not choose .* kind diagonal, .* criteria$"),
        ({"kinds": ["diagonal"], "criteria": ["zz"]}, "unknown criterion 'zz'"),
        ({"kinds": ["diagonal"], "metrics": ["rouge-1", "rouge-2", "length"]}, "at most 2"),
        ({"kinds": ["clusters"], "criteria": ["coverage"]}, "criteria does not choose .* kind clusters"),
        ({"kinds": ["coverage"], "metrics": ["rouge-1"]}, "metrics does not choose .* kind coverage"),
        ({"kinds": ["coverage"], "coefficients": ["tau"]}, "plot.coefficients: .*'tau'. Known: pearson"),
        (
            {"kinds": ["heat"], "reproduced": ["no.csv"]},
            "reproduced is for pictures of the kind reproduction",
        ),
        ({"kinds": ["reproduction"]}, "plot.reproduced"),
        ({"kinds": ["reproduction"], "reproduced": ["no.csv"]}, "no.csv"),
        ({"kinds": ["heat"], "columns": 3}, "columns"),
    ],
)
def test_mistakes_are_named(experiment, options, said):
    with pytest.raises(WorkbenchError, match=said):
        experiment.plot(**options)


def test_curves_have_a_name_and_a_tick_only_where_a_line_is(experiment):
    """What scores all alike has no coefficient, and one BLEU-4 is no curve along orders."""
    asked = experiment.replace(
        metrics=["rouge-1", "rouge-2", "bleu(order=4)", "constant"],
        correlation={"interval": "none"},
        plot=None,
        test=None,
    )
    figure = asked.plot(["curves"]).plot()
    assert not {"constant"} & {text.get_text() for text in figure.legends[0].get_texts()}
    orders = [axes for axes in figure.axes if axes.get_xlabel() == "highest order of n-grams"]
    assert orders
    for axes in orders:
        assert axes.get_xticks().tolist() == [1, 2]
        assert axes.get_xlim()[1] < 3


def test_a_filter_chooses_in_every_kind_that_has_it(experiment):
    drawn = experiment.plot(["scatter", "influence"], metrics=["R-2"], levels=["system"]).drawn
    assert {name: set(each.frame["metric"]) for name, each in drawn.items()} == {
        "scatter": {"rouge-2"},
        "influence": {"rouge-2"},
    }
    bleu = experiment.replace(metrics=["rouge-1", "bleu"]).plot(["heat"], metrics=["bleu"])
    assert set(bleu.drawn["heat"].frame["metric"]) == {"bleu(order=4)"}
    frame = experiment.plot(["diagonal"], metrics=["rouge-2", "length"]).drawn["diagonal"].frame
    assert frame[["first", "second"]].iloc[0].str.split().str[0].tolist() == ["rouge-2", "length"]


def test_the_row_of_the_judges_may_be_chosen_where_there_is_one(experiment):
    asked = {"kinds": ["heat"], "metrics": ["judges", "rouge-2"]}
    experiment.replace(ceiling={}, plot=asked).check()
    with pytest.raises(WorkbenchError, match=r"plot\.metrics: is not in the picture: got 'judges'"):
        experiment.replace(plot=asked).check()


def test_a_file_of_a_reproduction_has_one_kind_of_picture(folder):
    asked = ["plot", str(folder / "table.csv"), "--out", str(folder), "--kind", "heat"]
    done = CliRunner().invoke(main, asked)
    assert done.exit_code == 2
    assert done.output.startswith("error: plot: reproduced is for pictures of the kind reproduction")


def drawing_functions():
    """Return every public function of the package that returns a figure, with the names that it uses."""
    root = Path(workbench.__file__).parent
    files = [path for part in ("report", "analyses") for path in (root / part).rglob("*.py")]
    found = {}
    for node in itertools.chain.from_iterable(ast.parse(path.read_text("utf-8")).body for path in files):
        returned = getattr(node, "returns", None)
        if isinstance(node, ast.FunctionDef) and returned and ast.unparse(returned).strip("'\"") == "Figure":
            found[node.name] = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return found


def test_every_picture_that_is_drawn_is_among_those_that_are_looked_at(drawing):
    """What returns a figure is called by a kind, is made of one that is, or has tests of its own."""
    _, called = drawing
    functions = drawing_functions()
    del functions["draw_panels"]  # the sheet of all pictures, which looks like none
    assert {"plot_intervals", "plot_curves", "plot_critical"} <= set(functions)
    looked_at = (called | {"plot_critical"}) & set(functions)
    assert {name for name, uses in functions.items() if not ({name} | uses) & looked_at} == set()


def test_tables_of_reproductions_are_for_their_pictures_only():
    assert PlotSpec(kinds=["reproduction", "heat"], reproduced=["x.csv"]).reproduced == ["x.csv"]
    with pytest.raises(ValidationError, match="reproduced is for pictures of the kind reproduction, which"):
        PlotSpec(kinds=["heat"], reproduced=["x.csv"])


def few_systems(path, metrics, coefficient="pearson", more=""):
    """Return an experiment on three systems, of which there is no interval and no test."""
    (path / "few.toml").write_text(
        f'metrics = {metrics}\n[data]\nname = "simulated-news"\nsystems = ["S01", "S02", "S03"]\n'
        f'[correlation]\nlevels = ["system"]\ncoefficients = ["{coefficient}"]\n{more}'
    )
    return workbench.read(path / "few.toml")


@pytest.mark.parametrize("coefficient", ["pearson", "kendall"])
def test_metrics_without_a_coefficient_are_in_no_cluster(coefficient, tmp_path):
    experiment = few_systems(tmp_path, ["constant", "rouge-1", "rouge-2"], coefficient)
    figure = experiment.plot(["clusters"]).figures["clusters"]
    assert names(figure.axes[0]) == ["R-1", "R-2"]
    [side] = figure.axes[0].child_axes
    assert max(line.get_xdata().max() for line in side.lines) < 0.5
    notes = figure.get_supxlabel().replace("\n", " ")
    assert "no coefficient with the others is defined: constant (1 of 3 metrics)." in notes
    assert "Dashes" not in notes
    alone = few_systems(tmp_path, ["constant"], coefficient).plot(["clusters"])
    assert "constant (1 of 1 metrics)" in alone.drawn["clusters"].draw().get_supxlabel()
    assert alone.files()["plot-clusters.csv"] == b"panel,metric,against_metric,value\n"
    # one that has scores has no other beside it: a square of one cell said 1.0
    figure = few_systems(tmp_path, ["length"], coefficient).plot(["clusters"]).drawn["clusters"].draw()
    assert figure.get_supxlabel() == (
        "Not drawn, as no other metric has a coefficient with it: length (1 of 1 metrics)."
    )
    assert not any(axes.images for axes in figure.axes)


def test_where_every_segment_is_left_out_there_is_no_influence():
    data = workbench.simulate(topics=2, systems=4, references=1).evalset
    weights = data.references.assign(weight=-1.0)
    without = EvalSet.build(data.card, data.outputs, weights, data.judgments)
    e = workbench.Experiment(
        without, ["delta-bleu", "rouge-1"], unscorable="drop", correlation={"interval": "none"}
    )
    [figure] = e.plot(["influence"]).figures.values()
    assert figure.get_supxlabel() == "No coefficient has a value once a system is left out."


def test_metrics_without_a_test_have_no_place_among_those_that_win(tmp_path):
    (tmp_path / "wins.toml").write_text(
        'metrics = ["rouge-1", "rouge-9", "constant"]\n[data]\nname = "simulated-news"\n'
        '[correlation]\nlevels = ["segment"]\ncoefficients = ["pearson"]\n'
    )
    figure = workbench.read(tmp_path / "wins.toml").plot(["wins"]).figures["wins"]
    assert names(figure.axes[0]) == ["R-1", "R-9"]
    assert "no test was possible: constant (1 of 3 metrics)." in figure.get_supxlabel().replace("\n", " ")
    alone = few_systems(tmp_path, ["rouge-1", "rouge-2"], more="[test]\n").plot(["wins"]).figures["wins"]
    assert alone.axes == []
    assert "R-1, R-2 (2 of 2 metrics)" in alone.get_supxlabel()


def test_a_cloud_without_a_coefficient_says_why(tmp_path):
    axes = few_systems(tmp_path, ["constant"]).plot(["scatter"]).figures["scatter"].axes[0]
    assert " ".join(axes.get_title(loc="left").split()) == "Pearson's r – (constant metric scores)"


def test_too_few_systems_for_coverage_are_found_before_anything_is_computed(tmp_path):
    few = few_systems(tmp_path, ["rouge-1"], more='[plot]\nkinds = ["intervals", "coverage"]\n')
    with pytest.raises(
        WorkbenchError, match=r"^plot\.kinds: coverage: too few systems: got 3, allowed: 4 or"
    ):
        few.check()
    asked = few_systems(tmp_path, ["rouge-1"], more='[calibration]\n[plot]\nkinds = ["coverage"]\n')
    with pytest.raises(WorkbenchError, match=r"^calibration: too few systems: got 3, allowed: 4 or more$"):
        asked.check()


def test_a_curve_along_nothing_is_found_before_anything_is_computed(tmp_path):
    more = '[plot]\nkinds = ["intervals", "curves"]\n'
    alike = few_systems(tmp_path, ["rouge-l", "rouge-2"], more=more)
    with pytest.raises(WorkbenchError, match=r"^plot\.curves: nothing changes along which a curve could run"):
        alike.check()
    few_systems(tmp_path, ["rouge-1", "rouge-2"], more=more).check()


def test_sizes_are_those_of_cells_that_have_a_value(experiment):
    frame = experiment.records.assign(n_segments=30)
    frame.loc[0, ["value", "n_segments"]] = [np.nan, 0]
    for records, said in ((frame, "16 systems, 30 segments."), (frame[:1], "16 systems, 0 segments.")):
        drawn = KINDS["heat"](SimpleNamespace(records=records), PlotSpec(kinds=["heat"]))
        assert drawn.draw().get_supxlabel().startswith(said)

"""Figures of experiments: where records stand along an axis, and what is written."""

import hashlib
import json
import math

import asked
import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import workbench
from workbench.analyses.curves.curves import curve_panels, number_of, order_of, threshold_of
from workbench.analyses.curves.figure import draw_figure
from workbench.cli import main
from workbench.errors import DataError, SpecError
from workbench.experiment.spec import build_spec
from workbench.report.curves import plot_curves
from workbench.report.picture import pictures
from workbench.schema import RECORDS

METRICS = ["bleu(order=2)", "sentence-bleu(order=2)", "delta-bleu(order=2)"]
THRESHOLDS = {"high": "weight(at_least=0.6)", "low": "weight(at_least=-0.50)", "every": "all"}


@pytest.fixture(scope="module")
def data():
    return workbench.simulate(topics=12, systems=5, references=3, words=30).evalset


def correlate(data, metrics=METRICS, **others):
    usual = {"unscorable": "drop", "coefficients": ["spearman"], "draws": 20, "seed": 3}
    return asked.correlate(data, metrics, **{**usual, **others})


def described(content, **others):
    usual = {"name": "x", "metrics": METRICS, "data": {"name": "simulated-news", "unscorable": "drop"}}
    return build_spec({**usual, **others, "figure": content})


def test_a_coefficient_along_thresholds(data):
    records = correlate(data, references=THRESHOLDS)
    [panel] = curve_panels(records, "threshold", "Weights")
    assert [curve.label for curve in panel.curves] == ["BLEU", "sBLEU", "ΔBLEU"]
    for curve, metric in zip(panel.curves, METRICS, strict=True):
        mine = records[records["metric"] == metric].set_index("references").loc[["every", "low", "high"]]
        assert curve.x.tolist() == [-1.0, -0.5, 0.6]
        for name, drawn in (("value", curve.y), ("low", curve.low), ("high", curve.high)):
            assert np.array_equal(mine[name], drawn)
    assert panel.ticks == ((-1.0, "all"), (-0.5, "−0.5"), (0.6, "0.6"))
    assert panel.falls
    assert (panel.title, panel.y_name) == ("Weights", "Spearman's ρ with coverage (simulated)")
    assert "n-grams up to order 2." in panel.notes


def test_the_least_threshold_is_a_number_where_nobody_asked_for_all(data):
    asked = {"least": "weight(at_least=-1)", "high": "weight(at_least=0.6)"}
    [panel] = curve_panels(correlate(data, METRICS[:1], references=asked, interval="none"), "threshold")
    assert panel.ticks == ((-1.0, "−1"), (0.6, "0.6"))


def test_a_coefficient_along_block_sizes(data):
    sizes = [6, 1, 3]
    records = correlate(data, unit={"size": sizes, "assignments": 4}, interval="fisher")
    assert len(records) == 9
    [panel] = curve_panels(records, "block-size")
    for curve, metric in zip(panel.curves, METRICS, strict=True):
        assert curve.x.tolist() == [1.0, 3.0, 6.0]
        for size, value in zip(curve.x, curve.y, strict=True):
            unit = {"size": int(size), "assignments": 4}
            alone = correlate(data, [metric], unit=unit, interval="fisher").iloc[0]
            assert alone["value"] == value
            together = records[(records["metric"] == metric) & (records["block_size"] == size)].iloc[0]
            # which one is best depends on who else is there
            pd.testing.assert_series_equal(alone.drop("shade"), together.drop("shade"), check_names=False)
    n_blocks = 10 * 12
    assert any(f"blocks of 1 to 6 segments: {n_blocks // 6} to {n_blocks} blocks" in n for n in panel.notes)
    assert panel.notes[-2].startswith("Bands: 95 % intervals (Fisher's z); population: n = ")


def test_a_coefficient_along_orders(data):
    metrics = [f"{name}(order={order})" for name in ("bleu", "sentence-bleu") for order in (3, 1, 2, 4)]
    records = correlate(data, metrics, interval="none")
    [panel] = curve_panels(records, "order")
    assert [curve.label for curve in panel.curves] == ["BLEU", "sBLEU"]
    by_order = records.set_index("metric")["value"]
    for curve, names in zip(panel.curves, (metrics[:4], metrics[4:]), strict=True):
        assert curve.x.tolist() == [1.0, 2.0, 3.0, 4.0]
        names = ["sentence-bleu" if name == "sentence-bleu(order=4)" else name for name in names]
        assert curve.y.tolist() == [by_order[names[at]] for at in (1, 2, 0, 3)]
        assert np.isnan(curve.low).all()
    assert panel.ticks[0] == (1.0, "1")
    assert not any("order" in note for note in panel.notes)


def test_judges_in_two_roles_are_two_curves(data):
    records = correlate(data, ["bleu(order=2)"], references=THRESHOLDS, interval="none")
    roles = ("leave one out", "split half")
    both = pd.concat([records.assign(metric="judges", role=role) for role in roles], ignore_index=True)
    [panel] = curve_panels(both, "threshold")
    assert [len(curve.x) for curve in panel.curves] == [3, 3]


def test_coefficients_without_the_judges_noise_say_so_at_their_axis(data):
    records = correlate(data, references=THRESHOLDS)
    without_noise = records.assign(role="disattenuated", interval="another")
    plain, corrected = curve_panels(pd.concat([records, without_noise]), "threshold")
    assert plain.y_name == "Spearman's ρ with coverage (simulated)"
    assert corrected.y_name == "Spearman's ρ (disattenuated) with coverage (simulated)"


@pytest.mark.parametrize(("dropped", "said"), [([0], ""), ([1], "1"), ([0, 3], "0 to 3")])
def test_segments_that_are_left_out_are_told(data, dropped, said):
    records = of_orders(data, 3)
    records["n_dropped"] = np.resize(dropped, len(records))
    [panel] = curve_panels(records, "order")
    told = [note for note in panel.notes if "left out" in note]
    assert told == [f"Segments left out because some condition could not score them: {said}."] * bool(said)


def test_what_has_no_place_is_counted(data):
    records = correlate(data, ["bleu(order=1)", "bleu(order=2)", "length", "rouge-l"], interval="none")
    [panel] = curve_panels(records, "order")
    assert [curve.label for curve in panel.curves] == ["BLEU"]
    assert panel.notes[-1] == "2 of 4 values have no highest order of n-grams, and are not drawn."
    # what has neither a place nor a value is counted once
    without = records.assign(value=records["value"].where(records["metric"] != "length"))
    assert curve_panels(without, "order")[0].notes == panel.notes
    with pytest.raises(DataError, match="none of them has a place along block-size"):
        curve_panels(records, "block-size")


def test_undefined_values_are_gaps_that_are_counted(data):
    records = correlate(data, unit={"size": [4, 12, 13], "assignments": 2}, interval="none")
    [panel] = curve_panels(records, "block-size")
    assert all(np.isnan(curve.y).tolist() == [False, False, True] for curve in panel.curves)
    assert panel.notes[-1] == "Not drawn, for want of a value: 3 of 9."
    assert len(plot_curves([panel]).axes[0].get_lines()) > 0


def test_curves_are_told_apart_by_what_else_differs(data):
    metrics = ["bleu(order=1)", "bleu(order=2)", "rouge-1", "rouge-2"]
    records = correlate(
        data,
        metrics,
        references={"one": "one", "three": "all"},
        components=["recall", "f"],
        preprocess=["CASE", "STEM"],
        interval="none",
    )
    [panel] = curve_panels(records, "order")
    labels = [curve.label for curve in panel.curves]
    assert labels[:2] == ["BLEU · CASE · one", "BLEU · CASE · three"]
    assert len(set(labels)) == len(labels) == 2 * 2 + 2 * 2 * 2
    assert "R-N · R · CASE · one" in labels
    assert all(len(curve.x) == 2 for curve in panel.curves)


def test_panels_of_several_criteria_levels_and_coefficients(data):
    records = correlate(
        data,
        ["bleu(order=1)", "bleu(order=2)"],
        levels=["system", "segment"],
        coefficients=["pearson", "spearman"],
        interval="none",
    )
    names = [(panel.title, panel.y_name) for panel in curve_panels(records, "order", "Orders")]
    assert names == [
        (f"Orders · {level} level", f"{name} with coverage (simulated)")
        for level in ("system", "segment")
        for name in ("Pearson's r", "Spearman's ρ")
    ]


def test_ablations_of_the_weights_are_curves_of_their_own(data, tmp_path):
    settings = [
        {"name": f"{name} {how}", "select": select, "weights": how}
        for name, select in THRESHOLDS.items()
        for how in ("rated", "shuffled")
    ]
    experiment = described(
        {"x": "threshold"}, references=settings, correlation={"interval": "none", "coefficients": ["pearson"]}
    )
    experiment = experiment.model_copy(update={"metrics": experiment.metrics[2:]})
    result = asked.of(experiment, cache=tmp_path / "c")
    [panel] = result.curves().panels
    assert [c.label for c in panel.curves] == ["ΔBLEU · weights rated", "ΔBLEU · weights shuffled"]


def test_two_records_at_one_place_are_refused(data):
    records = correlate(data, references={"a": "all", "b": "weight(at_least=-1)"}, interval="none")
    with pytest.raises(DataError, match="two records at one place of a curve: bleu"):
        curve_panels(records, "threshold")
    with pytest.raises(SpecError, match="no such axis of a figure: got 'weight'"):
        curve_panels(records, "weight")


def test_places():
    assert math.isnan(threshold_of("first(k=2)"))
    assert math.isnan(order_of("no-such-metric"))
    assert math.isnan(order_of("chrf"))
    assert [number_of(*each) for each in (("one", "1"), ("sample(k=3)", "2"), ("all", "5"))] == [1, 2, 5]
    # of judges, of segments that differ, and of what ratings choose no number is said
    for select, number in (("", "3"), ("first(k=2)", "1-2"), ("weight(at_least=0.5)", "3"), ("all", "")):
        assert math.isnan(number_of(select, number))


def test_one_of_the_references_and_all_of_them_are_two_places():
    def asks(*selects):
        return {"references": [{"name": select, "select": select} for select in selects]}

    for others in (asks("one", "all"), asks("one", "first(k=2)"), asks("first(k=2)", "all")):
        assert described({"x": "references"}, **others).references[0].name == others["references"][0]["name"]
    for others in (asks("one"), asks("one", "first(k=1)"), asks("all", "weight(at_least=0)")):
        with pytest.raises(SpecError, match=r"a curve along references needs .*, two at least"):
            described({"x": "references"}, **others)


@pytest.mark.parametrize(
    ("figure", "others", "words"),
    [
        ({"x": "threshold"}, {}, "figure.x: a curve along threshold needs reference settings"),
        ({"x": "block-size"}, {}, "figure.x: a curve along block-size needs a list in unit.size"),
        ({"x": "block-size"}, {"unit": {"size": 5}}, "a list in unit.size, two at least"),
        ({"x": "order"}, {}, "figure.x: a curve along order needs metrics with different orders"),
        ({"x": "weight"}, {}, "figure.x: unknown value"),
        ({}, {}, "figure.x: is missing"),
        ({"x": "order", "tilte": "a"}, {}, "figure.tilte: unknown key. Did you mean 'title'"),
        ({"x": "order"}, {"unit": {"size": [1, 1]}}, "unit.size: a size is there twice"),
        ({"x": "order"}, {"unit": {"size": []}}, "unit.size: a whole number, 1 or more, or a list"),
        ({"x": "order"}, {"unit": {"size": [2, 0]}}, "unit.size: a whole number, 1 or more, or a list"),
        ({"x": "order"}, {"unit": {"size": 2.5}}, "unit.size: a whole number, 1 or more, or a list"),
    ],
)
def test_what_a_figure_cannot_be(figure, others, words):
    with pytest.raises(SpecError) as error:
        described(figure, **others)
    assert words in str(error.value)


def read_records(folder):
    texts = {column.name: str for column in RECORDS.columns if column.kind == "text"}
    frame = pd.read_csv(folder / "records.csv", dtype=texts)
    return frame.fillna(dict.fromkeys(texts, ""))


def write(folder, name, sizes="[3, 10]", figure='x = "block-size"\ntitle = "Blocks"'):
    path = folder / f"{name}.toml"
    content = f"""
metrics = {json.dumps(METRICS)}
data = {{name = "simulated-news", unscorable = "drop"}}
unit = {{size = {sizes}, assignments = 5, pairs = [["S01", "S02"], ["S03", "S04"]]}}
correlation = {{coefficients = ["kendall"], draws = 20}}
table = {{layout = "block-sizes"}}
"""
    path.write_text(content + (f"[figure]\n{figure}\n" if figure else ""), encoding="utf-8")
    return path


def test_a_run_writes_the_figure(tmp_path):
    path = write(tmp_path, "mine")
    result = asked.run(path, out=tmp_path, cache=tmp_path / "c")
    folder = tmp_path / "mine"
    assert (folder / "figure.png").read_bytes()[:4] == b"\x89PNG"
    svg = (folder / "figure.svg").read_bytes()
    files = json.loads((folder / "manifest.json").read_text())["files"]
    assert files["figure.svg"] == hashlib.sha256(svg).hexdigest()
    asked.run(path, out=tmp_path / "again", cache=tmp_path / "c", workers=2)
    for name in ("figure.svg", "figure.png", "records.csv", "pairs.csv", "table.md"):
        assert (tmp_path / "again" / "mine" / name).read_bytes() == (folder / name).read_bytes()
    assert len(pd.read_csv(folder / "pairs.csv")) == 4
    [panel] = result.table().panels
    assert panel.columns == (("3",), ("10",))
    assert [row.label for row in panel.rows] == ["BLEU-2", "sBLEU-2", "ΔBLEU-2"]
    assert "on a block of 3 to 10 segments: 2 pairs" in result.table().text("md")


def test_a_run_without_the_section_draws_nothing(tmp_path):
    asked.run(write(tmp_path, "plain", figure=""), out=tmp_path, cache=tmp_path / "c")
    assert not list((tmp_path / "plain").glob("figure*"))


def test_experiments_side_by_side(tmp_path):
    paths = [write(tmp_path, name) for name in ("mine-a", "mine-b")]
    out = ["--out", str(tmp_path / "out"), "--cache", str(tmp_path / "c")]
    result = CliRunner().invoke(main, ["figure", *map(str, paths), *out])
    assert result.exit_code == 0, result.output
    assert "figure.png" in result.output
    assert "6 records" in result.output
    whole = (tmp_path / "out" / "mine" / "figure.svg").read_bytes()
    assert whole != (tmp_path / "out" / "mine-a" / "figure.svg").read_bytes()
    panels = [
        panel
        for path in paths
        for panel in curve_panels(read_records(tmp_path / "out" / path.stem), "block-size", "Blocks")
    ]
    assert pictures(lambda: plot_curves(panels))["figure.svg"] == whole


def test_panels_without_a_title_say_which_experiment_they_are_of(tmp_path):
    untitled = 'x = "block-size"\n'
    paths = [write(tmp_path, "mine-a", figure=untitled), write(tmp_path, "mine-b", figure=untitled)]
    drawn = []

    def keep(panels):
        drawn.append([panel.title for panel in panels])
        return plot_curves(panels)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("workbench.analyses.curves.figure.plot_curves", keep)
        draw_figure(paths, out=tmp_path / "out", cache=tmp_path / "c")
        draw_figure(paths[:1], out=tmp_path / "out", cache=tmp_path / "c")
    assert drawn == [["mine-a", "mine-b"], [""]]


def test_an_experiment_without_a_figure_is_named_before_any_is_run(tmp_path):
    paths = [write(tmp_path, "mine-a"), write(tmp_path, "mine-b", figure="")]
    result = CliRunner().invoke(main, ["figure", *map(str, paths), "--out", str(tmp_path / "out")])
    assert result.exit_code == 2
    assert "mine-b.toml: figure: is missing" in result.output
    assert not (tmp_path / "out").exists()
    with pytest.raises(SpecError, match="no experiment"):
        draw_figure([])


def test_differences_on_blocks_are_drawn_with_their_intervals(data):
    """The values are those of the curves, and the bands those of the paired tests."""
    asked_for = {"coefficients": ["spearman"], "draws": 20, "resample": "both"}
    e = workbench.Experiment(
        data, METRICS, references=THRESHOLDS, unscorable="drop", correlation=asked_for,
        unit={"size": 3, "assignments": 4},
    )  # fmt: skip
    found = e.curves("threshold", differences=True)
    [above], [below] = found.panels, found.differences
    assert below.y_name == f"{above.y_name} minus that of BLEU"
    tested = e.compare_blocks(METRICS[0]).frame.set_index("metric")
    for curve, metric in zip(below.curves, METRICS[1:], strict=True):
        [whole] = [each for each in above.curves if each.label == curve.label]
        np.testing.assert_allclose(curve.y, whole.y - above.curves[0].y, atol=1e-12)
        mine = tested.loc[metric].set_index("references").loc[["every", "low", "high"]]
        assert np.array_equal(mine["low"], curve.low)
        assert np.array_equal(mine["high"], curve.high)
    assert any(note.startswith("Bands: 95 % intervals (basic") for note in below.notes)


def test_each_difference_on_blocks_is_that_of_its_own_task_criterion_coefficient_and_setting(data):
    rated = data.judgments
    rows = [rated, rated.assign(criterion="style", score=-(rated["score"] ** 2))]
    frames = [
        pd.concat([rows.assign(task=task) for task in ("a", "b")])
        for rows in (data.outputs, data.references, pd.concat(rows))
    ]
    is_other = (frames[2]["task"] == "b") & (frames[2]["system"] == "S01")
    frames[2] = frames[2].assign(score=frames[2]["score"].mask(is_other, 0.0))
    criteria = dict.fromkeys(("coverage", "style"), data.card.criteria["coverage"])
    made = type(data).build(data.card.model_copy(update={"criteria": criteria}), *frames)
    e = workbench.Experiment(
        made, ["rouge-1", "rouge-2"], components=["f", "recall"], preprocess=["CASE", "STEM"],
        references={"one": "one", "all": "all"}, unit={"size": [2, 3], "assignments": 2},
        correlation={"coefficients": ["pearson", "kendall"], "draws": 3, "resample": "inputs"},
    )  # fmt: skip
    found = e.curves("block-size", differences=True)
    above = {
        (each.title, each.y_name, curve.label): curve.y for each in found.panels for curve in each.curves
    }
    assert len(above) == 2 * 2 * 2 * 16
    assert len(found.differences) == len(found.panels) == 8
    for panel in found.differences:
        y_name, _, base = panel.y_name.partition(" minus that of ")
        assert base == "R-1 in the same settings"
        assert len(panel.curves) == 8
        for curve in panel.curves:
            metric, _, settings = curve.label.partition(" · ")
            assert metric == "R-2"
            first = above[panel.title, y_name, f"R-1 · {settings}"]
            np.testing.assert_allclose(curve.y, above[panel.title, y_name, curve.label] - first, atol=1e-12)


def test_orders_are_compared_at_the_same_place(data):
    metrics = [f"{name}(order={order})" for order in (1, 4) for name in ("bleu", "sentence-bleu")]
    e = workbench.Experiment(
        data, metrics, unit={"size": 4, "assignments": 2},
        correlation={"coefficients": ["pearson"], "draws": 10, "resample": "inputs"},
    )  # fmt: skip
    found = e.curves("order", differences=True)
    [curve] = found.differences[0].curves
    base, other = found.panels[0].curves
    assert (curve.label, curve.x.tolist()) == ("sBLEU", [1.0, 4.0])
    np.testing.assert_allclose(curve.y, other.y - base.y, atol=1e-12)
    assert np.isfinite(curve.low).all()


def test_what_the_first_curve_lacks_at_a_place_is_no_difference_there(data):
    """BLEU has all references alone, or has no weights to be shuffled and stands at the same threshold."""
    weights = {name: {"select": select, "weights": "shuffled"} for name, select in THRESHOLDS.items()}
    settings = {**THRESHOLDS, **{f"{name}, shuffled": each for name, each in weights.items()}}
    for references, of_bleu, lost in ((THRESHOLDS, ["every"], [2]), (settings, [*THRESHOLDS], [])):
        e = workbench.Experiment(
            data, [{"name": "bleu(order=2)", "references": of_bleu}, "delta-bleu(order=2)"],
            references=references, unscorable="drop", unit={"size": 3, "assignments": 2},
            correlation={"coefficients": ["pearson"], "draws": 3, "resample": "inputs"},
        )  # fmt: skip
        found = e.curves("threshold", differences=True)
        [above], [below] = found.panels, found.differences
        base = dict(zip(above.curves[0].x, above.curves[0].y, strict=True))
        for curve, whole in zip(below.curves, above.curves[1:], strict=True):
            expected = [y - base.get(x, np.nan) for x, y in zip(whole.x, whole.y, strict=True)]
            np.testing.assert_allclose(curve.y, expected, atol=1e-12)
            assert np.array_equal(np.isnan(curve.y), np.isnan(curve.low) & np.isnan(curve.high))
        said = [note for note in below.notes if note.startswith("Not drawn")]
        assert said == [f"Not drawn, for want of a value: {n} of 3." for n in lost]


def of_orders(data, number):
    """Return a record of BLEU for each of so many orders."""
    first = correlate(data, ["bleu(order=1)"], interval="none").iloc[:1]
    return pd.concat(
        [first.assign(metric=f"bleu(order={at + 1})") for at in range(number)], ignore_index=True
    )


def test_ticks_are_few_and_reach_over_the_whole_axis(data):
    for number in range(2, 10):
        [panel] = curve_panels(of_orders(data, number), "order")
        marked = [place for place, _ in panel.ticks]
        assert len(marked) <= 6
        assert len({*np.diff(marked)}) == 1
        assert marked[0] == 1
        assert marked[-1] > number - marked[1] + marked[0]
        assert [name for _, name in panel.ticks] == [f"{place:g}" for place in marked]


def test_bands_that_are_not_there_are_not_described(data):
    records = correlate(data, ["bleu(order=1)", "bleu(order=2)"])
    [panel] = curve_panels(records, "order")
    assert sum(note.startswith("Bands:") for note in panel.notes) == 1
    for name in ("low", "high"):
        [panel] = curve_panels(records.assign(**{name: math.nan}), "order")
        assert not any(note.startswith("Bands:") for note in panel.notes)


def test_the_order_of_rouge_is_said_by_its_name(data):
    settings = {"one": "one", "two": "first(k=2)", "three": "all"}
    for metrics, label, is_noted in ((["rouge-2"], "R-2", False), (["bleu(order=2)"], "BLEU", True)):
        records = correlate(data, metrics, references=settings, interval="none")
        [panel] = curve_panels(records, "references")
        assert [curve.label for curve in panel.curves] == [label]
        assert any("n-grams up to order 2" in note for note in panel.notes) == is_noted


def test_beside_blocks_systems_are_no_blocks_and_one_is_singular(data):
    asked_for = {"levels": ["system", "block"], "coefficients": ["pearson"], "interval": "none"}
    e = workbench.Experiment(
        data, ["bleu(order=1)", "bleu(order=2)"], correlation=asked_for, unit={"size": [1, 2]}
    )
    titles = [panel.title for panel in e.curves("order").panels]
    assert titles == ["system level", "block level · blocks of 1", "block level · blocks of 2"]
    notes = [panel.notes[0] for panel in e.curves("order").panels]
    assert "on blocks of 1 segment: 120 blocks, mean over 1 assignment." in notes[1]


def test_values_without_a_band_are_counted_with_their_reason(data):
    records = correlate(data, ["bleu(order=1)", "bleu(order=2)"])
    at = records.index[0]
    records.loc[at, ["low", "high"]] = math.nan
    records.loc[at, "interval_reason"] = "a coefficient of 1"
    [panel] = curve_panels(records, "order")
    assert panel.notes[-1] == "Bands: none for 1 of 2 values (a coefficient of 1)."
    [panel] = curve_panels(records.assign(value=math.nan), "order")
    assert not any(note.startswith("Bands: none") for note in panel.notes)

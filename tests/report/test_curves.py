"""Panels of curves: what is drawn, how it is told apart, and files that do not change by themselves."""

import itertools
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from workbench.errors import SpecError
from workbench.report.curve_legend import lay_legend
from workbench.report.curves import (
    Curve,
    CurvePanel,
    differences_of,
    first_panels,
    plot_curves,
    told_apart,
)
from workbench.report.picture import picture, pictures
from workbench.report.plot_words import text_width

X = np.array([1.0, 2.0, 5.0])


def curve(label, base=0.3):
    y = base + X / 100
    return Curve(label, X, y, y - 0.1, y + 0.1)


def panel(*labels, title="Sizes", y_name="Spearman's ρ", **others):
    curves = tuple(curve(label, 0.3 + number / 10) for number, label in enumerate(labels))
    return CurvePanel(title, "segments", y_name, curves, **others)


def main_lines(axes):
    return [line for line in axes.get_lines() if not line.get_label().startswith("_")]


def test_each_curve_is_a_line_with_its_band():
    [axes] = plot_curves([panel("BLEU", "ΔBLEU")]).axes
    lines = main_lines(axes)
    assert [line.get_label() for line in lines] == ["BLEU", "ΔBLEU"]
    assert [line.get_xdata().tolist() for line in lines] == [X.tolist()] * 2
    np.testing.assert_allclose(lines[1].get_ydata(), 0.4 + X / 100)
    for line in lines:
        alike = [each for each in axes.get_lines() if each.get_color() == line.get_color()]
        ends = [each for each in alike if each is not line]
        low, high = sorted((each.get_ydata() for each in ends), key=lambda y: y[0])
        np.testing.assert_allclose(low, line.get_ydata() - 0.1)
        np.testing.assert_allclose(high, line.get_ydata() + 0.1)
    assert axes.get_title(loc="left") == "Sizes"


def test_differences_are_those_at_the_same_places():
    other = Curve("ΔBLEU", X[1:], np.array([0.5, np.nan]), X[1:], X[1:])
    below = differences_of(CurvePanel("t", "x", "ρ", (curve("BLEU"), other), notes=("n = 3",)))
    [axes] = plot_curves([below]).axes
    [line] = main_lines(axes)
    np.testing.assert_allclose(line.get_ydata(), [0.5 - 0.32, np.nan])
    assert line.get_xdata().tolist() == [2, 5]
    assert axes.get_ylabel().replace("\n", " ") == "ρ minus that of BLEU"
    assert differences_of(panel("BLEU")).curves == ()


def test_differences_without_one_of_the_values_are_counted():
    base, other = curve("BLEU"), curve("ΔBLEU")
    short = other._replace(x=other.x[:2], y=np.array([np.nan, 1.0]), low=other.low[:2], high=other.high[:2])
    elsewhere = other._replace(label="sBLEU", x=other.x + 100)
    found = differences_of(CurvePanel("t", "x", "ρ", (base, short, elsewhere)))
    n = len(other.x)
    assert found.notes[1:] == (f"Not drawn, for want of one of two values: {n + 1} of {n + 2} differences.",)


def test_a_band_never_hides_a_band():
    """Shades over each other are one gray: only a band that is alone is filled."""
    assert len(plot_curves([panel("BLEU", "ΔBLEU")]).axes[0].collections) == 0
    assert len(plot_curves([panel("BLEU")]).axes[0].collections) == 1
    [axes] = plot_curves([panel("a", "b", "c")]).axes
    of_curves = [axes.get_lines()[at : at + 3] for at in (0, 3, 6)]
    assert [len({line.get_linestyle() for line in curve}) for curve in of_curves] == [1, 1, 1]
    assert len({str(curve[0]._dash_pattern) for curve in of_curves}) == 3


def test_a_picture_is_as_wide_as_a_column_or_two():
    widths = [plot_curves([panel("BLEU")] * 3, columns).get_figwidth() for columns in (1, 2)]
    assert widths == pytest.approx([3.3, 6.9])


def test_curves_differ_without_colour_too():
    labels = [f"metric-{number}" for number in range(10)]
    lines = main_lines(plot_curves([panel(*labels)]).axes[0])
    looks = [
        (line.get_marker(), line.get_markerfacecolor() == "white", line.get_linestyle()) for line in lines
    ]
    assert len(set(looks)) == 10
    first = lines[:3]
    assert len({line.get_color() for line in first}) == 3
    assert len({line.get_marker() for line in first}) == 3
    assert len({str(line._dash_pattern) for line in first}) == 3


def test_colours_stay_apart_for_colour_blind_people():
    """Distances in CIE Lab of the first three colours as people without red or green cones see them."""
    colours = [line.get_color() for line in main_lines(plot_curves([panel("a", "b", "c")]).axes[0])]
    rgb = np.array([[int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)] for colour in colours])
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    # Viénot, Brettel and Mollon 1999
    protan = np.array([[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]])
    deutan = np.array([[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]])
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    for seen in (np.eye(3), protan, deutan):
        xyz = np.clip(linear @ seen.T, 0, 1) @ to_xyz.T / np.array([0.9505, 1, 1.089])
        f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
        lab = np.column_stack((116 * f[:, 1] - 16, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])))
        assert min(np.linalg.norm(one - two) for one, two in itertools.combinations(lab, 2)) > 30


def test_a_label_looks_alike_in_all_panels_and_stands_once_in_the_legend():
    figure = plot_curves([panel("BLEU", "ΔBLEU"), panel("ΔBLEU", "BLEU"), panel("ΔBLEU")])
    colours = [
        {line.get_label(): (line.get_color(), line.get_marker()) for line in main_lines(axes)}
        for axes in figure.axes
    ]
    assert colours[0] == colours[1]
    assert colours[2] == {"ΔBLEU": colours[0]["ΔBLEU"]}
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["BLEU", "ΔBLEU"]


def test_several_panels_are_lettered_and_share_a_scale():
    high = CurvePanel("Orders", "order", "Spearman's ρ", (curve("BLEU", 0.9),))
    other = CurvePanel("Else", "order", "Kendall's τ-b", (curve("BLEU", 5.0),))
    figure = plot_curves([panel("BLEU"), high, other, panel("BLEU")])
    titles = [axes.get_title(loc="left") for axes in figure.axes]
    assert titles == ["(A) Sizes", "(B) Orders", "(C) Else", "(D) Sizes"]
    limits = [axes.get_ylim() for axes in figure.axes]
    assert limits[0] == limits[1] == limits[3]
    assert limits[2][0] > 4
    assert [axes.get_ylabel() for axes in figure.axes] == [
        "Spearman's ρ",
        "",
        "Kendall's τ-b",
        "Spearman's ρ",
    ]


def test_a_panel_names_its_scale_unless_its_left_neighbour_does():
    """Three beside each other, or one below the other in a column of a paper."""
    names = ["r", "r", "τ", "τ", "r", "r", "r", "r"]
    for columns, across in ((None, 3), (2, 3), (1, 1)):
        for number in range(1, len(names) + 1):
            panels = [panel("BLEU", y_name=name) for name in names[:number]]
            shown = [axes.get_ylabel() for axes in plot_curves(panels, columns).axes]
            wide = min(number, across)
            lefts = [names[at - 1] if at % wide else "" for at in range(number)]
            assert shown == [
                "" if left == name else name for left, name in zip(lefts, names[:number], strict=True)
            ]


def test_notes_are_lettered_unless_they_are_of_all_panels():
    notes = [("all", "two"), ("all", "last one"), ("all", "two")]
    figure = plot_curves([panel("BLEU", notes=each) for each in notes])
    assert figure.get_supxlabel().split("\n") == ["all", "(A) (C) two", "(B) last one"]


def test_letters_go_on_with_two_of_them():
    titles = [axes.get_title(loc="left") for axes in plot_curves([panel("BLEU", title="t")] * 54).axes]
    assert [titles[at] for at in (0, 25, 26, 51, 52, 53)] == [
        "(A) t",
        "(Z) t",
        "(AA) t",
        "(AZ) t",
        "(BA) t",
        "(BB) t",
    ]


def test_a_picture_has_as_many_panels_as_others_and_says_how_many_there_are():
    shown = first_panels([panel("BLEU")] * 32)
    assert len(shown) == 12
    said = plot_curves(shown).get_supxlabel().replace("\n", " ")
    assert said.startswith("Not drawn: 20 of 32 panels; name the metrics")
    assert [each.notes for each in first_panels([panel("BLEU")] * 12)] == [()] * 12


def test_the_legend_has_no_curve_without_a_value():
    nothing = Curve("length", X, X * np.nan, X, X)
    both = panel("BLEU")
    figure = plot_curves([CurvePanel("t", "x", "y", (*both.curves, nothing))])
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["BLEU"]


def test_three_panels_stand_in_a_row():
    figure = plot_curves([panel("BLEU")] * 3)
    figure.draw_without_rendering()
    boxes = [axes.get_position() for axes in figure.axes]
    assert len({round(box.y0, 6) for box in boxes}) == 1
    assert boxes[0].x1 < boxes[1].x0 < boxes[1].x1 < boxes[2].x0


def test_ticks_and_a_falling_axis():
    marked = panel("BLEU", ticks=((1.0, "1"), (5.0, "all$")), falls=True)
    [axes] = plot_curves([marked]).axes
    assert axes.get_xticks().tolist() == [1.0, 5.0]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["1", "all\\$"]
    assert axes.xaxis_inverted()


def test_notes_name_the_panels_that_they_are_about():
    figure = plot_curves([panel("BLEU", notes=("of all", "of two")), panel("BLEU", notes=("of all", "own"))])
    assert figure.get_supxlabel().splitlines() == ["of all", "(A) of two", "(B) own"]
    assert plot_curves([panel("BLEU", notes=("of all",))]).get_supxlabel() == "of all"


def test_a_value_that_is_not_there_is_a_gap():
    gap = Curve("BLEU", X, np.array([0.1, np.nan, 0.2]), np.full(3, np.nan), np.full(3, np.nan))
    [line] = main_lines(plot_curves([CurvePanel("t", "x", "y", (gap,))]).axes[0])
    assert np.isnan(line.get_ydata()[1])


def test_nothing_to_draw():
    with pytest.raises(ValueError, match="no panel"):
        plot_curves([])
    assert plot_curves([CurvePanel("t", "x", "y", ())]).legends == []


def test_nothing_is_cut_off_or_covered():
    long = panel("BLEU-2 · w ≥ 0.6", "ΔBLEU-2 · w ≥ 0.6", title="Weights of the references " * 3)
    figure = plot_curves([long] * 3)
    figure.draw_without_rendering()
    width, height = figure.get_size_inches() * figure.dpi
    renderer = figure.canvas.get_renderer()
    texts = [text for axes in figure.axes for text in (axes._left_title, axes.xaxis.label, axes.yaxis.label)]
    boxes = [text.get_window_extent(renderer) for text in [*texts, *figure.legends] if text.get_visible()]
    boxes = [box for box in boxes if box.width > 1]
    for box in boxes:
        assert box.x0 >= 0
        assert box.y0 >= 0
        assert box.x1 <= width
        assert box.y1 <= height
    assert not any(one.overlaps(two) for one, two in itertools.combinations(boxes, 2))


@pytest.mark.parametrize("format", ["png", "svg", "pdf"])
def test_the_same_panels_are_the_same_bytes(format):
    written = {picture(plot_curves([panel("BLEU", "ΔBLEU")] * 2), format) for _ in range(2)}
    assert len(written) == 1


def test_an_svg_has_no_date_and_its_letters_are_drawn():
    content = picture(plot_curves([panel("ΔBLEU")]), "svg")
    root = ET.fromstring(content)
    assert root.tag.endswith("svg")
    assert b"<dc:date>" not in content
    assert b"<text" not in content


def test_settings_of_the_user_do_not_change_the_files():
    import matplotlib

    def draw():
        return plot_curves([panel("BLEU")])

    expected = pictures(draw)
    assert list(expected) == ["figure.png", "figure.svg"]
    mine = {"svg.fonttype": "none", "svg.hashsalt": "mine", "savefig.bbox": "tight", "axes.linewidth": 5.0}
    with matplotlib.rc_context(mine):
        assert picture(draw(), "svg") != expected["figure.svg"]
        assert pictures(draw) == expected
        assert matplotlib.rcParams["axes.linewidth"] == 5.0


def test_another_format_is_refused():
    with pytest.raises(SpecError, match="png or svg or pdf"):
        picture(plot_curves([panel("BLEU")]), "gif")


def test_no_two_curves_look_alike_and_the_others_are_named():
    x = np.array([1.0, 2.0])
    curves = tuple(Curve(f"Metric {n}", x, x * n, x * np.nan, x * np.nan) for n in range(1, 41))
    figure = plot_curves([CurvePanel("T", "x", "y", curves)])
    [axes] = figure.axes
    lines = [line for line in axes.lines if line.get_marker() not in ("None", "")]
    looks = {(line.get_color(), line.get_marker(), line.get_markerfacecolor()) for line in lines}
    assert len(lines) == len(looks) == 14
    said = " ".join(figure.get_supxlabel().split())
    assert "Not drawn, as they would look like others: 26 of 40 curves (Metric 15, Metric 16, " in said
    assert "Metric 34 and 6 more); name the metrics" in said


@pytest.mark.parametrize("columns", [None, 1, 2])
@pytest.mark.parametrize("letters", [5, 60])
def test_a_long_legend_keeps_clear_of_the_panels_and_inside_the_picture(columns, letters):
    x = np.array([1.0, 2.0])
    curves = tuple(Curve(f"m{n} " + "w" * letters, x, x * n, x * np.nan, x * np.nan) for n in range(10, 24))
    panel = CurvePanel("T", "x", "WWWWWWW WWWWWWW WWWWWWW WWWWWWW", curves)
    figure = plot_curves([panel] * 4, columns)
    figure.draw_without_rendering()
    legend = figure.legends[0].get_window_extent()
    assert legend.x0 >= 0
    assert legend.x1 <= figure.bbox.x1
    boxes = [axes.get_tightbbox() for axes in figure.axes]
    assert max(box.y1 for box in boxes) <= legend.y0 + 1
    names = [axes.yaxis.label.get_window_extent() for axes in figure.axes if axes.get_ylabel()]
    assert not any(a.overlaps(b) for at, a in enumerate(names) for b in names[:at])
    assert min(axes.get_window_extent().height for axes in figure.axes) > 100


@pytest.mark.parametrize(("number", "more"), [(34, ""), (35, " and 1 more")])
def test_of_many_curves_that_look_alike_twenty_are_named_and_the_others_counted(number, more):
    curves = tuple(Curve(f"c{at}", *[np.ones(1)] * 4) for at in range(number))
    [panel] = told_apart([CurvePanel("", "x", "y", curves)])
    named = ", ".join(f"c{at}" for at in range(14, 34))
    assert f"{number - 14} of {number} curves ({named}{more});" in panel.notes[0]


@pytest.mark.parametrize(("inches", "across"), [(2.41, 4), (1.81, 3), (0.61, 1)])
def test_a_legend_has_as_many_entries_beside_each_other_as_have_room(inches, across):
    """Each takes 0.6 inches, and its name."""
    labels = ["one", "two", "three", "four", "five"]
    widest = max(text_width(label, 8) for label in labels)
    assert lay_legend(labels, inches + widest * across).across == across

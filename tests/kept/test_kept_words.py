"""What the smaller parts of reports say of things made up by hand, kept: a paragraph each."""

import json
import math
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from kept.figures import figure_text
from kept.made_records import MADE, NAN
from kept.text import hold
from made_sheets import board
from report.test_word_for_word import record, row

from workbench.commands.refused import reason_of
from workbench.errors import DataError
from workbench.report.best import best_sentences, describe_overview
from workbench.report.citations import bibtex
from workbench.report.difference import compare, rounds_to
from workbench.report.highlight import MarkedMatch, highlight
from workbench.report.layouts import LAYOUTS, lay_out
from workbench.report.methods_inference import describe_tests
from workbench.report.page.frame import clean_line
from workbench.report.plot_checks import plot_reproduction
from workbench.report.plot_critical import DrawnCritical, plot_critical
from workbench.report.plot_words import plain, wrap
from workbench.report.plots import plot_ranks, plot_scatter
from workbench.report.render import render
from workbench.report.reproduction import Line, show_scoreboard
from workbench.report.runs import describe_difference, read_report
from workbench.report.shown_frame import in_words
from workbench.report.table import Cell, Panel, Table, TableRow
from workbench.report.terminal import terminal_text
from workbench.schema import COMPARISONS, RECORDS, REPRODUCED

KEPT = Path(__file__).with_name("reports")


def report(folder: Path, records: pd.DataFrame, manifest: object) -> Path:
    """Write the files of a report that are held against those of another."""
    folder.mkdir()
    records.to_csv(folder / "records.csv", index=False)
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    return folder


def test_differences_of_reports(tmp_path: Path) -> None:
    before = RECORDS.build([record("rouge-1", references=f"{n} refs") for n in range(25)])
    after = before.copy()
    after.loc[0, "value"] += 1e-13
    after.loc[1, ["value", "low"]] = [0.25, NAN]
    after.loc[2, ["value", "reason"]] = [NAN, "constant"]
    after.loc[3, "reason"] = "why not"
    manifest = {
        "versions": {"numpy": "1"},
        "dataset": {"name": "d", "sizes": [1, 2]},
        "metrics": {"a": "x" * 70},
    }
    other = {"versions": {"numpy": "2", "scipy": "3"}, "dataset": {"name": "d", "sizes": [1, 3]}, "seed": 1}
    folders = {
        "one": report(tmp_path / "one", before, manifest),
        "two": report(tmp_path / "two", after, other),
        "few": report(tmp_path / "few", after.iloc[:2], manifest),
        "long": report(tmp_path / "long", before, {**manifest, "metrics": {"b": "x" * 60, "c": "y" * 61}}),
        "three": report(tmp_path / "three", before.iloc[3:], {**manifest, "other": 2}),
    }
    said = []
    for first, second in (
        ("one", "two"),
        ("one", "few"),
        ("few", "one"),
        ("one", "one"),
        ("three", "one"),
        ("one", "long"),
    ):
        lines = describe_difference(read_report(folders[first]), read_report(folders[second]))
        said += [f"== {first}, {second}: {len(lines)} lines", *lines[:5], *lines[-2:]]
    wrong = {"list": (before, []), "bare": (before.drop(columns=["reason"]), {}), "text": (before, "x")}
    for name, (records, content) in wrong.items():
        with pytest.raises(DataError) as refused:
            read_report(report(tmp_path / name, records, content))
        said.append(str(refused.value).replace(str(tmp_path), ""))
    hold("\n".join(said) + "\n", KEPT / "words-diff.txt")


def test_the_scoreboard_of_tables_that_are_here_and_that_are_not() -> None:
    equal = {"equal": 3, "within 0.01": 1, "different": 1200}
    lines = [
        Line("one", "A 2004 | Table 1", "by hand", 1204, equal, 0.0123, {"": 1, "an_error": 1200}),
        Line("two", "B", "as asked", 2, {"equal": 2}, NAN, {}),
        *(Line(name, "C", "how", 5, {}, NAN, {}, f"fetch {name[0]}") for name in ("d1", "e1", "d2")),
    ]
    said = [
        show_scoreboard(given, others)
        for given, others in ((lines, [("x", "y", "licensed")]), (lines[1:2], []), (lines[2:], []), ([], []))
    ]
    hold("\n".join(said), KEPT / "words-scoreboard.txt")


def test_numbers_beside_printed_ones() -> None:
    ours = {("a",): Cell(0.905), ("b",): Cell(0.9049), ("c",): Cell(0.92), ("d",): Cell(0.9200001),
        ("e",): Cell(NAN, reason="no"),
            ("f",): Cell(-12.5), ("g",): Cell(math.inf), ("z",): Cell(1.0), ("y",): Cell(2.0)}  # fmt: skip
    theirs = dict.fromkeys([(name,) for name in "abcde"], "0.91") | {("f",): "-12", ("g",): "1", ("h",): ".5"}
    found = compare(ours, theirs)
    said = [" | ".join(map(str, each)) for each in found.rows] + [found.summary, compare({}, {}).summary]
    said += [f"{value} {printed} {rounds_to(value, printed)}" for value, printed in (
        (0.4, "0"), (0.5, "0"), (0.51, "0"), (1e-10 + 0.5, "0"), (NAN, "0"), (150.0, "1e2"), (-0.05,
            "-0.1"))]  # fmt: skip
    hold("\n".join(said) + "\n", KEPT / "words-printed.txt")


def test_what_matches_and_how_frames_and_tables_are_read() -> None:
    marks = [
        MarkedMatch("bigram", (0, 1), 1.0, True), MarkedMatch("bigram", (1, 2), -3.0, True),
        MarkedMatch("skip-bigram", (0, 4), 1.0, False), MarkedMatch("skip-bigram", (4, 6), 0.5, False),
        MarkedMatch("word on the LCS", (7,), -1.0, True), MarkedMatch("5-gram", (8, 9, 10, 11, 12), 1.0,
            True),
    ]  # fmt: skip
    sentences = [["a", "b", "c", "d", "e"], [], ["f", "g", "h", "i", "j", "k", "l", "m", "n"]]
    said = [str(each) for line in highlight(sentences, marks) for each in line]
    said += [str(each) for line in highlight([["x", "y"]], []) for each in line]
    frame = pd.DataFrame({"metric": ["rouge-su(gap=4)"], "coefficient": ["kendall"], "n_raters": [3],
        "icc1_mean": 0.5,
                          "p_adjusted": 0.25, "against_metric": [""], "which_one": "r1"})  # fmt: skip
    said += [in_words(frame).to_string(), clean_line("a\u202eb\n c\x00"), clean_line("x  y")]
    said += [plain(name) for name in ("a_b$c", "x^2", "#1 & 2%", "tau \\ y")]
    said += [
        repr(wrap("a rather long name of a metric " * 3, inches, 7.0, most))
        for inches, most in ((1.0, 2), (0.4, 1), (5, 3))
    ]
    said += [repr(wrap(name, 0.5, 7.0, 1)) for name in ("short", "onelongwordwithoutanyblank", "")]
    said += [f"{error!r}: {reason_of(error)}" for error in (
        OSError(28, "", "x/table.md"), OSError(13, "", b"raw"), OSError(2, "", 3), OSError("ours"),
            MemoryError(),
        OSError(13, "", "y" * 151), OSError(13, "", "y" * 150), RecursionError(),
            ValueError("embedded null byte"),
        ValueError("embedded"), UnicodeEncodeError("ascii", "aöb", 1, 2, "no"), UnicodeDecodeError("utf-8",
            b"a", 0, 1, "no"))]  # fmt: skip
    panel = Panel("title", (("one", "x"), ("one", "y")), (TableRow("row", (Cell(0.5), None)),))
    for wrong in (
        lambda: Cell(NAN), lambda: Cell(NAN, reason=" "), lambda: Cell(NAN, mark="best", reason="x"),
        lambda: Panel("", (("a",), ("a",)), ()), lambda: Panel("", (("a",), ("b", "c")), ()),
        lambda: Panel("", (("a",),), (TableRow("r", ()),)), lambda: Table("t", "c", ("one",), (panel,)),
        lambda: render(lay_out(MADE["swept"](), LAYOUTS.get("standard")), "docx"),
    ):  # fmt: skip
        with pytest.raises(Exception) as refused:  # noqa: PT011 - which, is what is kept
            wrong()
        said.append(f"{type(refused.value).__name__}: {refused.value}")
    wide = lay_out(MADE["wide"](), LAYOUTS.get("standard"), intervals=True)
    said += [terminal_text(wide, rows=2, panels=1, width=width) for width in (40, None)]
    # how many columns there is room for changes at some widths, and only there
    heads = {
        width: terminal_text(wide, rows=2, panels=1, width=width).splitlines()[4] for width in range(20, 200)
    }
    said += [f"{width}: {head}" for width, head in heads.items() if head != heads.get(width - 1)]
    hold("\n".join(said) + "\n", KEPT / "words-small.txt")


def test_sentences_about_comparisons() -> None:
    records = pd.concat(
        [MADE["wide"](), RECORDS.build([record("ter", criterion="one alone", value=0.5, low=-1.0)])]
    )
    usual = {"task": "t", "criterion": "fluency", "level": "system", "coefficient": "pearson",
        "metric": "rouge-1",
             "component": "f", "preprocess": "STEM", "references": "4 refs", "method": "permutation",
                 "p": 0.5, "draws": 99,
             "resampled": "systems", "alternative": "two", "test_level": 0.05, "exact": "no", "n_family": 3,
             "smallest_p": 0.01, "population": "all systems, these inputs", "statistic": 1.0}  # fmt: skip
    rivals = [("rouge-1", "f", "CASE", "1 ref"), ("bleu(order=4)", "score", "13a", "1 ref"), ("meteor",
        "score", "CASE", "1 ref"),
              ("meteor", "score", "CASE", "4 refs"), ("rouge-1", "recall", "CASE", "4 refs")]  # fmt: skip
    said = []
    for correction, verdicts in (
        ("none", ["better", "not shown", "worse", "out of reach", "not shown"]),
        ("holm", ["not shown"] * 5), ("max-t", ["better"]), ("bh", ["not shown"]), ("by", []),
    ):  # fmt: skip
        against = [
            dict(zip(("metric", "component", "preprocess", "references"), each, strict=True))
            for each in rivals
        ]
        rows = [
            {
                **usual,
                **{f"against_{name}": value for name, value in each.items()},
                "verdict": verdict,
                "correction": correction,
            }
            for each, verdict in zip(against, verdicts, strict=False)
        ]
        frame = COMPARISONS.build([row(COMPARISONS, **each) for each in rows])
        said += [f"== {correction}, {len(rows)}", *describe_tests(frame), *describe_overview(records, frame)]
        said += [" / ".join(each) for each in best_sentences(records.reset_index(drop=True), frame)]
    undefined = RECORDS.build(
        [record(value=NAN, low=NAN, high=NAN, reason="x"), record("rouge-2", value=NAN, reason="x")]
    )
    said += [
        "== undefined",
        *(" / ".join(each) for each in best_sentences(undefined)),
        *describe_overview(undefined),
    ]
    said += [
        bibtex(
            {"Lin 2004": "Lin: ROUGE. ACL, 2004", "data": "Somebody & Co: Data {x}. 2020", "None": "no year"}
        )
    ]
    hold("\n".join(said) + "\n", KEPT / "words-best.txt")


def test_pictures_that_no_small_experiment_draws() -> None:
    panels = [
        DrawnCritical(["a", "b$", "c", "d"], np.array([1.0, 1.5, 2.4, 4.0]), 1.0, "r"),
        DrawnCritical([f"metric number {n}" for n in range(14)], np.arange(14) / 2 + 1, 0.1, "many"),
        DrawnCritical(["alone"], np.array([1.0]), NAN, "one"),
    ]
    said = ["== critical", figure_text(plot_critical(panels))]
    x, y = np.random.default_rng(1).uniform(size=(2, 40)) / 10
    names = [f"a system of the number {n}" for n in range(40)]
    for how in ({"diagonal": True}, {}):
        said += ["== scatter", figure_text(plot_scatter(x, y, names, "ours", "theirs", "r = 0.1", **how))]
    ranks = plot_ranks(["R-1", "R-2", "R-3"], [2, 1, 3], [1, 1, 2], [3, 2, 3])
    said += ["== ranks", figure_text(ranks)]
    cells = board().tables[0].cells
    rows = [
        row(REPRODUCED, table=table, metric=each.place, ours=float(each.ours.replace("–", "nan")),
            theirs=each.theirs,
            difference=float(each.ours.replace("–", "nan")) - float(each.theirs), verdict=each.verdict,
                statistic="r")
        for table in ("one", "two") for each in cells
    ]  # fmt: skip
    said += ["== reproduction", figure_text(plot_reproduction(REPRODUCED.build(rows)))]
    hold("\n".join(said), KEPT / "words-pictures.txt")

"""Made-up scoreboards and studies for the tests of their pages."""

import json
from pathlib import Path

import asked

import workbench
from workbench.report.page.page import Page
from workbench.report.page.scoreboard import Scoreboard, lay_scoreboard
from workbench.report.reproduction import Line
from workbench.report.study import StudyPart
from workbench.schema import COMPARISONS, ERROR_SOURCES, REFERENCE_CHOICE, REPRODUCED

HOSTILE = json.loads((Path(__file__).parent / "report" / "page" / "hostile.json").read_text("utf-8"))
_CELLS = (
    ("R-1", 0.5001, "0.5", "equal", ""),
    ("R-2", 1.0, "1.0", "equal", ""),
    ("R-3", 0.759, "0.75", "within 0.01", ""),
    ("R-4", 0.4, "0.0", "different", "a system is missing"),
    ("R-5", float("nan"), "0.3", "not computable", "needs a neural model"),
)


def board(text: str = "made") -> Scoreboard:
    """Return a scoreboard of one table of five numbers; `text` is its name and its reasons."""
    rows = []
    for metric, ours, theirs, verdict, why in _CELLS:
        rows.append(
            {
                **dict.fromkeys(REPRODUCED.names, ""),
                "table": text, "metric": metric, "level": "system", "statistic": text, "ours": ours,
                "theirs": theirs, "difference": ours - float(theirs), "verdict": verdict, "why": why,
            }
        )  # fmt: skip
    counts = {"equal": 2, "within 0.01": 1, "different": 1, "not computable": 1}
    made = Line(text, text, text, len(rows), counts, 0.4, {text: 1})
    absent = Line("absent", "S", "h", 0, {}, float("nan"), {}, text)
    cells = REPRODUCED.build(rows)
    return lay_scoreboard([(made, cells), (absent, REPRODUCED.build([]))], [(text, text, text)])


def study_parts(page: Page) -> list[StudyPart]:
    """Return three experiments: one with a shown difference and a page, one without, one without data."""
    data = workbench.simulate(topics=5, systems=8, references=2).evalset
    frame = asked.compare(
        data,
        ["rouge-1", "bleu"],
        pairs=[("rouge-1", "bleu")],
        coefficients=["pearson", "kendall"],
        draws=99,
    ).assign(verdict="better", p_adjusted=0.01)
    other = frame.assign(
        against_metric="rouge-2", against_component="recall", against_preprocess="CASE", verdict="not shown"
    )
    none = (REFERENCE_CHOICE.build([]), ERROR_SOURCES.build([]))
    return [
        StudyPart("one", "One", "About one.", "", frame, *none, page=page),
        StudyPart("two", "Two", "", "", other, *none),
        StudyPart("three", "Three", "", "", COMPARISONS.build([]), *none, missing="no data"),
    ]

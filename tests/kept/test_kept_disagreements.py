"""What the view of disagreements says of each kind of metric and reference setting, kept without its page."""

from collections.abc import Iterator
from pathlib import Path

import small_study
from kept.figures import figure_text
from kept.text import frame_text, hold

import workbench
from workbench.analyses.disagreements.disagreements import Disagreements
from workbench.errors import WorkbenchError
from workbench.report.segment_page import Case, Lines

KEPT = Path(__file__).with_name("reports")
METRICS = [
    "rouge-2", "rouge-l", "rouge-w(weight=1.2)", "rouge-su(gap=2)", "rouge-s", "bleu(order=2)",
    "delta-bleu(order=2)", "sentence-bleu", "chrf", "length", "cider",
]  # fmt: skip
ASKED: list[dict[str, object]] = [
    {},
    {"first": "rouge-2 recall CASE 2 refs", "second": "rouge-2 recall STOP all", "most": 1},
    {"first": "rouge-l", "second": "rouge-w(weight=1.2)", "criterion": "errors", "most": 1},
    {"first": "rouge-su(gap=2)", "second": "bleu(order=2)", "task": "u", "most": 1},
    {"first": "rouge-s", "second": "delta-bleu(order=2)", "most": 1},
    {"first": "sentence-bleu", "second": "rouge-2 recall CASE jack", "most": 1},
    {"first": "chrf", "second": "length", "criterion": "errors", "task": "u", "most": 1},
    {"first": "cider", "most": 1},
    {"first": "length", "second": "length"},
    {"first": "length", "task": "v"},
    {"first": "nist"},
]


def said(lines: Lines | None) -> str:
    """Return texts as a metric reads them: words with how strongly they are set off, and what is named."""
    return " // ".join(
        " ".join(
            "".join(f"[{piece.text}]{piece.depth}{'!' * piece.against}" for piece in stretch.pieces)
            + (f"({stretch.title})" if stretch.title else "")
            for stretch in line
        )
        for line in lines or ()
    )


def views(case: Case) -> Iterator[str]:
    """Yield what stands about a case."""
    yield f"{case.segment}: {case.better} before {case.worse}; {case.errors}"
    yield "; ".join(f"{each.label} {each.better:.4g} {each.worse:.4g} {each.says}" for each in case.verdicts)
    for standing in case.standings:
        scores = [round(each, 5) for each in standing.scores]
        yield f"{standing.system} {standing.role}: {standing.ranks} {scores}"
    for view in case.views:
        yield f"{view.label}, {view.how}. {view.note}"
        for reading in view.readings:
            yield f"  {reading.system} {reading.score:.5g} {reading.counts}, left out {reading.left_out}"
            yield f"    {said(reading.candidate)}"
            for each in reading.against:
                yield f"    {each.name} {each.counts} open {each.is_open}: {said(each.candidate)}"
                yield f"      {said(each.reference)}"


def test_disagreements_are_those_that_are_kept(tmp_path: Path) -> None:
    data = workbench.load("mine", data=small_study.write_study(tmp_path))
    e = workbench.Experiment(
        data,
        METRICS,
        preprocess=["CASE", "STOP"],
        references={
            "2 refs": "first(k=2)",
            "all": "all",
            "jack": ("all", "jackknife"),
            "best": ("all", "best"),
        },
        unscorable="drop",
        correlation={"interval": "none"},
    )
    lines = []
    for asked in ASKED:
        lines.append(f"== {asked}")
        try:
            found = e.disagreements(**asked)
        except WorkbenchError as refused:
            lines.append(str(refused))
            continue
        assert isinstance(found, Disagreements)
        lines += [*found.describe(), *found.page.notes[1:]]
        cases = [section.cases[0] for section in found.page.sections if section.cases]
        told = [line for case in cases[-1:] for line in views(case)]
        # how systems stand is said of the first alone, of others what is read
        lines += told if not asked else [line for line in told if not (line[0].isupper() and line[1] == " ")]
        if not asked:
            lines += [frame_text("disagreements", found.frame), figure_text(found.plot())]
    hold("\n".join(lines) + "\n", KEPT / "disagreements.txt")

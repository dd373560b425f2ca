"""What a run says when it is done: the table, which metrics are best, what to look out for, where to look."""

from typing import TYPE_CHECKING

from workbench.errors import plural

if TYPE_CHECKING:
    from workbench.experiment.experiment import Experiment
    from workbench.experiment.write import Report

PAGE = "index.html"
_MOST = 8
"""How many tasks, criteria and levels are printed with their best metrics."""
_MOST_RULES, _MOST_LINES = 3, 5
"""How many rules of the linter, and lines of an analysis."""


def summary_lines(experiment: "Experiment", report: "Report") -> list[str]:
    """Return the lines of a run; the last ones are what a reader wants to know.

    Parameters
    ----------
    experiment : Experiment
    report : Report
        What was written of it.
    """
    from workbench.analyses.lint.lint import brief
    from workbench.report.best import UNTESTED, best_sentences, say_untested
    from workbench.report.terminal import PANELS, ROWS, WIDTH, terminal_text

    frames = {
        name: frame
        for kind, settings in experiment.answered
        for name, frame in experiment.result(kind, settings).frames.items()
    }
    lines = [terminal_text(experiment.table(), rows=ROWS, panels=PANELS, width=WIDTH), ""]
    lines += folded(list(experiment.scores.left_out), f"{report.folder / 'records.csv'}")
    for kind, settings in experiment.answered:
        result = experiment.result(kind, settings)
        file = next((name for name in (f"{each}.csv" for each in result.frames) if name in report.files), "")
        lines += folded(list(result.lines), f"{report.folder / file}")
    findings = experiment.lint().findings
    rules = list(dict.fromkeys(each.rule for each in findings))
    lines += brief([each for each in findings if each.rule in rules[:_MOST_RULES]])
    if len(rules) > _MOST_RULES:
        lines.append(f"lint: and {', '.join(rules[_MOST_RULES:])} (`workbench lint` explains them)")
    lines += experiment.understood.brief()
    notes = experiment.data.notes
    if notes:
        lines.append(f"data: {plural('note on the files', len(notes))} (`workbench check`): {notes[0]}")
    warnings = len(findings) + len(notes) + len(experiment.understood.warnings)
    is_counted = any(task.reads_texts for task in experiment.plan.count_tasks)
    counted = f"{plural('pair of texts', experiment.counts.pairs)} counted, " if is_counted else ""
    lines.append(f"{counted}{plural('record', len(experiment.records))}, {plural('warning', warnings)}")
    comparisons = frames.get("comparisons")
    untested = say_untested(
        {kind.section: experiment.result(kind, settings).frames for kind, settings in experiment.answered}
    )
    best = best_sentences(experiment.plain_records, comparisons, untested)
    lines += ["", "Best metrics"]
    for first, *others in best[:_MOST]:
        # what is true of all is said once
        others = [each for each in others if each != untested or comparisons is not None]
        lines += [f"  {first}", *(f"    {each}" for each in others)]
    if len(best) > _MOST:
        lines.append(f"  and {len(best) - _MOST:,} more{_by(experiment)} in table.md")
    if comparisons is None:
        remedy = "a section [test] does it" if untested == UNTESTED else "[test] does it for the table"
        lines.append(f"  {untested}: {remedy}")
    if report.replaced:
        lines.append(f"{report.folder} held {report.replaced}: replaced, as the experiments share their name")
    lines.append(f"Written: {report.folder}/{', '.join(report.files)}")
    page = next((name for name in (PAGE, "table.html") if name in report.files), None)
    if page:
        lines.append(f"Open {report.folder / page}")
    return lines


def _by(experiment: "Experiment") -> str:
    """Return by what the sentences about the best metrics are told apart: of what there are several."""
    from workbench.report.methods_words import join

    metrics = experiment.plain_records
    metrics = metrics[metrics["role"] == ""]
    names = {"task": "task", "criterion": "criterion", "level": "level", "block_size": "size of a block"}
    several = [name for column, name in names.items() if metrics[column].nunique() > 1]
    return f", by {join(several)}," if several else ""


def folded(lines: list[str], where: str, most: int = _MOST_LINES) -> list[str]:
    """Return the first few lines, and how many more there are where.

    Examples
    --------
    >>> folded(["a", "b", "c", "d"], "x.csv", most=2)
    ['a', 'b', '... and 2 more lines: x.csv']
    >>> folded(["a", "b", "c"], "x.csv", most=2)
    ['a', 'b', 'c']
    """
    if len(lines) <= most + 1:
        return lines
    return [*lines[:most], f"... and {len(lines) - most:,} more lines: {where}"]

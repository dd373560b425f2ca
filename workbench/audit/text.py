"""Audits as lines for people."""

import math
from collections.abc import Iterator, Sequence

from workbench.audit.audit import (
    MOST_OBSERVATIONS,
    GridFinding,
    IntervalFinding,
    MarkFinding,
    PrintedInterval,
    TableAudit,
    decimals,
)
from workbench.errors import plural
from workbench.stats.intervals.fisher import Interval
from workbench.stats.printed.audit import IntervalAudit

_MOST_LISTED = 6
_CAVEAT = (
    "A fit does not prove that a method was used, none proves that it was not; a bootstrap need not fit."
)


def explain_interval(printed: PrintedInterval) -> str:
    r"""Return what one printed interval tells, and what it would be at the stated n.

    Examples
    --------
    >>> from workbench.audit.audit import audit_interval
    >>> print(explain_interval(audit_interval(".50", ".16", ".74", "kendall", n=20)).split("\n")[1])
      fisher: n = 28; at n = 20 it would be 0.07 to 0.77
    """
    what = f"{printed.coefficient}, {100 * printed.confidence:g} %"
    lines = [f"{printed.value} ({printed.low} to {printed.high}), {what}"]
    for number, audit in enumerate(printed.audits):
        sizes = audit.n_that_fits_all
        said = f"n = {_spans(sizes, audit)}" if sizes else f"no n{_tried(audit)} fits"
        line = f"  {audit.method}: {said}"
        if printed.stated in sizes:
            line += f"; {printed.stated} is among them"
        elif printed.stated is not None:
            line += f"; at n = {printed.stated} it would be {_ends(printed, printed.would_be[number])}"
        lines.append(line)
    return "\n".join([*lines, f"  {_CAVEAT}"])


def _ends(printed: PrintedInterval, interval: Interval) -> str:
    if math.isnan(interval.low):
        return "undefined"
    digits = decimals(printed.low)
    return f"{interval.low:.{digits}f} to {interval.high:.{digits}f}"


def explain_table(audit: TableAudit, meaning: str = "") -> str:
    r"""Return what a published table tells; `meaning` says what its marks are to mean.

    Examples
    --------
    >>> from workbench.audit.audit import audit_published
    >>> from workbench.report.published import read_published
    >>> print(explain_table(audit_published(read_published("galley2015-table2"), n=252)).split("\n")[2])
        fisher: n = 527-530: 18 of 18; n = 252: 0 of 18
    """
    lines = [audit.source]
    for intervals in audit.intervals:
        lines += _interval_lines(intervals)
    for grid in audit.grids:
        lines += _grid_lines(grid)
    lines += _mark_lines(audit.marks, meaning)
    if len(lines) == 1:
        lines.append("  Nothing to audit: it has no intervals of coefficients, taus of systems or marks.")
    return "\n".join([*lines, f"  {_CAVEAT}"] if len(lines) > 2 else lines)


def _interval_lines(finding: IntervalFinding) -> Iterator[str]:
    where = f" ({finding.of})" if finding.of else ""
    yield f"  {plural('interval', finding.n)}{where}"
    for audit in finding.audits:
        yield f"    {audit.method}: {'; '.join(_counts(audit, finding.n, finding.stated))}"


def _counts(audit: IntervalAudit, cells: int, stated: int | None) -> Iterator[str]:
    sizes = audit.n_that_fits_all
    if sizes:
        yield f"n = {_spans(sizes, audit)}: {cells} of {cells}"
    elif most := int(audit.fitting.max()):
        best = audit.n[audit.fitting == most].tolist()
        yield f"no n{_tried(audit)} fits all; at best n = {_spans(best, audit)}: {most} of {cells}"
    else:
        yield f"no n{_tried(audit)} fits any"
    if stated is not None:
        yield f"n = {stated}: {int(audit.fitting[audit.n == stated].sum())} of {cells}"


def _grid_lines(finding: GridFinding) -> Iterator[str]:
    what = "value of Kendall's tau between systems"
    yield f"  {plural(what, finding.n)} ({finding.of})"
    if not finding.informative:
        yield "    too few values or decimals to tell a number of systems"
        return
    listed = [f"{n} systems with {_ties(tied)}" for n, tied in finding.fitting[:_MOST_LISTED]]
    more = len(finding.fitting) - len(listed)
    if more:
        listed.append(f"and {more} more; a larger number may have the values of a smaller one")
    found = "; ".join(listed) or "no number fits: ties in a metric, an average, or another coefficient"
    yield f"    {found} (3 to {finding.informative} tried)"
    if finding.stated is not None and finding.stated not in {n for n, _ in finding.fitting}:
        yield f"    the {finding.stated} systems of the table do not fit, unless a metric ties some of them"


def _ties(tied: int) -> str:
    return "no tied pair" if not tied else f"{tied} tied pair{'' if tied == 1 else 's'}"


def _mark_lines(findings: Sequence[MarkFinding], meaning: str) -> Iterator[str]:
    if not findings:
        return
    yield f"  Marks in {plural('column', len(findings))}" + (f": {meaning}" if meaning else "")
    broken = [finding for finding in findings if not finding.threshold]
    yield f"    from some value on in {len(findings) - len(broken)} of {len(findings)}"
    for finding in broken:
        yield f"      not in {finding.of}: a marked value is below an unmarked one"
    best = [finding for finding in findings if finding.best is not None]
    misplaced = [finding for finding in best if not finding.best]
    if best:
        yield f"    best on the largest value in {len(best) - len(misplaced)} of {len(best)}"
    for finding in misplaced:
        yield f"      not in {finding.of}: {finding.marked} is marked, {finding.largest} is the largest"


def _tried(audit: IntervalAudit) -> str:
    """Say up to which n was tried, where a larger one may fit."""
    last = int(audit.n[-1])
    return f" up to {last:,}" if last >= MOST_OBSERVATIONS else ""


def _spans(numbers: Sequence[int], audit: IntervalAudit) -> str:
    """Return numbers with runs written as spans; the last that was tried stands for all above it.

    Examples
    --------
    >>> import numpy as np
    >>> tried = IntervalAudit("fisher", np.arange(2, MOST_OBSERVATIONS + 1), np.ones((1, 0), bool))
    >>> _spans([527, 528, 529, 540], tried), _spans([MOST_OBSERVATIONS - 1, MOST_OBSERVATIONS], tried)
    ('527-529, 540', '19999 or more')
    """
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][-1] + 1:
            spans[-1][1:] = [number]
        else:
            spans.append([number])
    last = max(MOST_OBSERVATIONS, int(audit.n[-1]))
    return ", ".join(f"{span[0]} or more" if span[-1] == last else "-".join(map(str, span)) for span in spans)

"""Numbers on the page of disagreements."""

import pytest

from workbench.report.segment_page import Case, CaseGroup, SegmentPage, Standing, render_segments


@pytest.mark.parametrize(
    ("score", "said"),
    [(0.0, "0.000"), (0.001, "0.001"), (0.00042, "0.00042"), (-0.25, "−0.250"), (float("nan"), "–")],
)
def test_a_number_has_three_decimals_or_two_digits_where_these_would_be_none(score, said):
    standing = Standing("A", "", [1], [score])
    case = Case("s1", "A", "B", "", [], [standing], [], [], [])
    page = SegmentPage("title", "people", ["BLEU"], [], [CaseGroup("group", "none", [case])])
    part, whole = (render_segments(page, alone) for alone in (False, True))
    assert f"<td>{said}</td><td>1</td>" in part
    # a part of a notebook has no head of its own
    assert (part.count("<html"), whole.count("<html")) == (0, 1)
    assert part in whole

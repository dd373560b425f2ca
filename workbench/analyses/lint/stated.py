"""Rules for results of other programs, from what is said beside the numbers."""

from collections.abc import Iterator

from workbench.analyses.lint.printed import Reported
from workbench.analyses.lint.rules import Firing, Subject, rule


@rule(
    "spa-order",
    effect="Without mid-p, ties make soft pairwise accuracy depend on the order of the systems",
    size=".165 to .796 for one and the same metric",
    remedy="count equal sums of a sign flip half (mid-p), so that the order of the systems plays no part",
)
def spa_order(subject: Subject) -> Iterator[Firing]:
    """Find accuracies that differ between orders, or whose ties do not count half."""
    seen: dict[tuple[str, str], Reported] = {}
    for row in subject.reported:
        if row.text("coefficient") not in ("spa", "soft-pairwise-accuracy", "soft pairwise accuracy"):
            continue
        first = seen.setdefault((row.text("group"), row.text("result")), row)
        if row.text("order") != first.text("order") and row.text("value") != first.text("value"):
            what = f"{first.text('value')} and {row.text('value')} for two orders of the systems"
            yield Firing(row.place, what)
        elif row.text("ties") not in ("", "half"):
            yield Firing(row.place, f"a tie counts {row.text('ties')}")


@rule(
    "subsample-bootstrap",
    effect="Draws smaller than the data, without replacement, are no bootstrap: their spread is too small",
    size="type-I error .383 at a level of .10 (80 % of the data in a draw)",
    remedy="draw as many observations as there are, with replacement",
)
def subsample_bootstrap(subject: Subject) -> Iterator[Firing]:
    """Find draws that are smaller than the data."""
    for row in subject.reported:
        share = row.number("share")
        if share is not None and share.value < 1:
            yield Firing(row.place, f"a draw holds {100 * share.value:g} % of the data")


@rule(
    "bootstrap-centre",
    effect="A bootstrap test whose draws are centred on |d|, or compared with 2d, rejects too often",
    size="type-I error .097 (|d|) and .094 (2d) at a level of .05",
    remedy="centre the draws on the difference itself, d* - d, and compare with |d|",
)
def bootstrap_centre(subject: Subject) -> Iterator[Firing]:
    """Find bootstrap tests that are centred on something else than the difference."""
    for row in subject.reported:
        centre = row.text("centre").replace("abs(d)", "|d|").replace(" ", "")
        if centre in ("|d|", "2d", "2xd", "2*d", "2×d"):
            yield Firing(row.place, f"centred on {row.text('centre')}")


@rule(
    "early-stopping",
    effect="A test that stops drawing when it looks decided has a p-value that means something else",
    size="P(p <= .01) is .020 and P(p <= .02) .027 where nothing is to be found (mt-metrics-eval)",
    remedy="make all planned draws, or enumerate the patterns where there are few",
)
def early_stopping(subject: Subject) -> Iterator[Firing]:
    """Find fewer draws than planned."""
    for row in subject.reported:
        draws = row.numbers("draws", "planned")
        if draws is not None and draws[0].value < draws[1].value:
            yield Firing(row.place, f"{draws[0].value:g} of {draws[1].value:g} planned draws")

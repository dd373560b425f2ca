"""The rules about judgments, and scores computed elsewhere, that may count the other way."""

from collections.abc import Iterator

from workbench.analyses.lint.rules import Firing, Subject, rule
from workbench.metrics.floors import FLOORS

_OWN = ("table", "function")
"""Profiles of metrics that say nothing of their direction but by a key or a sign."""
_CLEAR = -0.5
"""A coefficient below which no interval is needed to wonder."""


@rule(
    "all-metrics-negative",
    effect="Where less is better and the card says more, every sign is wrong and the worst metric in bold",
    size="r of -.95 and -.99 of BLEU and ROUGE-2 with reversed ratings, the first of them in bold",
    remedy="ask what the highest rating means; if less is better, direction = 'lower' for the criterion in "
    "card.toml (--lower NAME on import, lower = in workbench.data)",
)
def all_metrics_negative(subject: Subject) -> Iterator[Firing]:
    """Find criteria that every metric disagrees with, one of them clearly."""
    records = subject.records
    floors = records["metric"].map(lambda metric: metric.partition("(")[0]).isin(FLOORS)
    cells = records[(records["role"] == "") & ~floors & records["value"].notna()]
    if not (cells["value"] < 0).any():
        return
    for (task, criterion), mine in cells.groupby(["task", "criterion"], sort=False):
        clear = mine[(mine["high"] < 0) | (mine["value"] <= _CLEAR)]
        for _, same in mine.groupby(["level", "coefficient", "given"], sort=False):
            if (same["value"] < 0).all() and same.index.isin(clear.index).any():
                worst = same.loc[same["value"].idxmin()]
                number = same["metric"].nunique()
                what = "the metric is" if number == 1 else f"all {number} metrics are"
                yield Firing(
                    f"{task}, {criterion}",
                    f"{what} negative at {worst['level']} level, {worst['metric']} has "
                    f"{worst['coefficient']} {worst['value']:.2f}, and {worst['direction']} counts as "
                    "better: is that right?",
                )
                break


@rule(
    "own-scores-negative",
    effect="A metric that counts errors or distances, taken for one of which more is better, comes out last",
    size="r of -.98 in place of .98, scores of errors among metrics of quality",
    remedy="of scores of which less is better say lower = true beside their file in [scores]; in Python, and "
    "in a function of your own, turn their sign",
)
def own_scores_negative(subject: Subject) -> Iterator[Firing]:
    """Find scores of one's own that disagree with people everywhere, where other metrics agree."""
    records = subject.records
    floors = records["metric"].map(lambda metric: metric.partition("(")[0]).isin(FLOORS)
    cells = records[(records["role"] == "") & ~floors & records["value"].notna()]
    own = cells["profile"].isin(_OWN)
    for metric, mine in cells[own].groupby("metric", sort=False):
        others = cells[cells["metric"] != metric]
        clear = mine[(mine["high"] < 0) | (mine["value"] <= _CLEAR)]
        if (mine["value"] < 0).all() and len(clear) and (others["value"] > 0).any():
            worst = clear.loc[clear["value"].idxmin()]
            yield Firing(
                str(metric),
                f"every coefficient is below 0, {worst['coefficient']} with {worst['criterion']} at "
                f"{worst['level']} level {worst['value']:.2f}: is it right what counts as better?",
            )

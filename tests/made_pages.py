"""Pages to look at: of a small study, and of invented ones of any size and with any names."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

import workbench
from workbench.analyses.page.points import RECOMPUTED
from workbench.analyses.page.rankings import lay_rankings
from workbench.analyses.page.single import lay_influences
from workbench.report.layouts import LAYOUTS, lay_out
from workbench.report.layouts.labels import coefficient_label
from workbench.report.page.page import Page, Pitfall, Worst
from workbench.report.page.payload import Points
from workbench.schema import RECORDS


def small_experiment(**asked: object) -> workbench.Experiment:
    """Return a study whose metrics tie systems, and that has a bit of everything."""
    data = workbench.simulate(topics=4, systems=6, references=2, seed=3).evalset
    asked = {
        "preprocess": ["CASE", "STEM"],
        "references": {"1 ref": "one", "2 refs": "all"},
        "correlation": {"coefficients": list(RECOMPUTED), "draws": 20},
        **asked,
    }
    return workbench.Experiment(data, ["rouge-1", "rouge-2", "length"], **asked)


def invented(
    metrics: Sequence[str],
    conditions: int,
    systems: Sequence[str],
    criteria: Sequence[str] = ("quality",),
    title: str = "invented",
) -> Page:
    """Return a page of made-up numbers; every text on it is one of those that are given."""
    rng = np.random.default_rng(0)
    human = [rng.normal(size=len(systems)) for _ in criteria]
    rows, vectors, of_human = [], [], []
    for at, criterion in enumerate(criteria):
        for metric in metrics:
            for place in range(conditions):
                vectors.append(human[at] + rng.normal(size=len(systems)))
                of_human.append(at)
                value = float(np.corrcoef(vectors[-1], human[at])[0, 1])
                rows.append({
                    "experiment": title, "dataset": "d 1", "task": title, "metric": metric,
                    "component": "score", "preprocess": f"P{place % 4}", "references": f"{place // 4} refs",
                    "select": "all", "combine": "pooled", "n_references": "1", "criterion": criterion,
                    "raters": title, "direction": "higher", "judgments": "simulated", "level": "system",
                    "coefficient": "pearson", "value": value, "low": value - 0.1, "high": value + 0.05,
                    "confidence": 0.95, "interval": "percentile", "resampled": "both", "population": title,
                    "draws": 10, "undefined_draws": 0, "interval_reason": "", "n_systems": len(systems),
                    "n_segments": 5, "n_undefined": 0, "n_dropped": 0, "reason": "", "seed": "0",
                    "signature": metric,
                })  # fmt: skip
    records = RECORDS.build(pd.DataFrame(rows))
    points = Points(
        {title: list(systems)},
        vectors,
        human,
        np.arange(len(rows)),
        np.array(of_human),
        np.ones(len(rows), bool),
    )
    return Page(
        title=title,
        about=title,
        answers=tuple(criteria),
        data=tuple(systems),
        warnings=tuple(systems[:1]),
        rankings=lay_rankings(records),
        table=lay_out(records, LAYOUTS.get("lin2004")),
        records=records,
        points=points,
        methods=title,
        bibliography=title,
        made={title: title},
        command=title,
        influences=lay_influences(records, points),
        worst=(Worst(title, ((title, 0.5, 3),)),),
        pitfalls=(Pitfall(title, ((title, title),), title),),
        labels={"pearson": coefficient_label("pearson")},
    )

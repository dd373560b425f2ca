"""MQM scores of segments of newstest2020, without texts (Freitag et al. 2021)."""

from collections.abc import Mapping
from pathlib import Path

from workbench.datasets.originals.folders import has_converted, original
from workbench.datasets.places import make_table
from workbench.datasets.readers.lines import read_number, read_separated
from workbench.datasets.readers.registry import READERS, Tables

TASKS = {"en-de": "ende", "zh-en": "zhen"}
PEOPLE = "Human-"


@READERS("newstest2020-mqm")
def read_newstest2020_mqm(folder: Path, options: Mapping[str, str]) -> Tables:
    """Read the mean over raters of each segment; option ``people``: whether translations by people count."""
    keep = options.get("people", "drop") == "keep"
    rows: list[dict[str, object]] = []
    for task, pair in TASKS.items():
        name = f"mqm_newstest2020_{pair}.avg_seg_scores.tsv"
        path = (
            folder / f"{name}.gz"
            if has_converted(folder, f"{name}.gz")
            else original(folder, "wmt-mqm-human-evaluation", f"newstest2020/{pair}/{name}")
        )
        # one blank in spite of the name
        for place, row in read_separated(path, ("system", "mqm_avg_score", "seg_id"), " "):
            score = read_number(row["mqm_avg_score"], place, "mqm_avg_score")
            if row["system"].startswith(PEOPLE) and not keep:
                continue
            rows.append(
                {
                    "place": place,
                    "task": task,
                    "segment": row["seg_id"],
                    "system": row["system"],
                    "text": "",
                    "criterion": "mqm",
                    "rater": "mean",
                    "score": score,
                }
            )
    return Tables(make_table(rows), make_table([]), make_table(rows))

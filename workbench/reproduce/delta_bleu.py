"""The example of the program of ΔBLEU's first author (mgalley/sacreBLEU, test_deltableu.py)."""

import json
from pathlib import Path
from typing import Any

from workbench.errors import DataError, Problem
from workbench.metrics.score import score
from workbench.reproduce.recipe import ComputedCells, Ours, Sources, recipe

METRICS = {
    "bleu(profile=sacrebleu, smooth=exp)": "BLEU",
    "delta-bleu(profile=mgalley-2019, order=4, smooth=exp)": "ΔBLEU",
}


def _read(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_bytes())
        streams = [content["reference_streams"], content["reference_weights"]]
        return {
            "systems": content["hypotheses"],
            # a file has a stream for each reference, a metric wants the references of each segment
            "references": list(zip(*streams[0], strict=True)),
            "weights": list(zip(*streams[1], strict=True)),
        }
    except (ValueError, KeyError, TypeError) as error:
        raise DataError(Problem(str(path), f"is not the example of the program: {error!r}")) from None


@recipe(
    "galley2019-delta-bleu-example",
    how="four orders, smoothing exp, weights apart from counts as in that program (profile mgalley-2019)",
    key=("system", "metric"),
)
def compute_delta_bleu_example(sources: Sources) -> ComputedCells:
    """Compute BLEU and ΔBLEU of two systems with two segments and six references, in percent."""
    example = _read(sources.file("wmt21-ted-zhen-mqm", "deltableu_official_example.json"))
    cells: ComputedCells = {}
    for system, candidates in example["systems"].items():
        frame = score(
            candidates,
            example["references"],
            metrics=list(METRICS),
            weights=example["weights"],
            level="system",
        )
        for row in frame.itertuples():
            cells[system, METRICS[row.metric]] = Ours(100 * row.value)
    return cells

"""TED talks of WMT21, Chinese to English: systems and references rated with MQM (Freitag et al. 2021)."""

from collections.abc import Mapping
from pathlib import Path

from workbench.datasets.originals import wmt21_ted as origin
from workbench.datasets.places import make_table
from workbench.datasets.readers.converted import jsonl_or
from workbench.datasets.readers.lines import read_number
from workbench.datasets.readers.registry import READERS, Tables
from workbench.errors import DataError, Problem

TASK = "zh-en"
_FILE = "outputs.jsonl.gz"
_FIELDS: dict[str, type | tuple[type, ...]] = {
    "seg_id": (int, str),
    "system": str,
    "is_human": bool,
    "rater": str,
    "text": str,
    "mqm": (int, float),
}


def weight_of_penalty(mqm: float) -> float:
    """Return a weight in [-1, 1] for an MQM penalty: 1 without errors, 0 at 10 points, at least -1.

    The map is the data set's own, not a published one.

    Examples
    --------
    >>> weight_of_penalty(0.0), weight_of_penalty(12.5), weight_of_penalty(25.0)
    (1.0, -0.25, -1.0)
    """
    return round(max(-1.0, 1.0 - mqm / 10.0), 4)


@READERS("wmt21-ted")
def read_wmt21_ted(folder: Path, options: Mapping[str, str]) -> Tables:
    """Read the systems as outputs, the two human translations as references weighted by their own rating.

    Option ``people``: references, or systems, whose translations are judged like those of the machines. Then
    they are references of weight 1, too, each for the others.
    """
    are_systems = options.get("people") == "systems"
    outputs: list[dict[str, object]] = []
    references: list[dict[str, object]] = []
    judgments: list[dict[str, object]] = []
    for place, record in jsonl_or(origin.read_outputs, folder, _FILE, _FIELDS, *origin.COPIES):
        penalty = read_number(record["mqm"], place, "mqm")
        if penalty < 0:
            raise DataError(Problem(place, "mqm is less than 0", penalty))
        text = " ".join(record["text"].split("\n"))
        row = {"place": place, "task": TASK, "segment": str(record["seg_id"]), "text": text}
        if record["is_human"]:
            rated = (
                {"weight": weight_of_penalty(penalty)} if not are_systems else {"made_by": record["system"]}
            )
            references.append({**row, "reference": record["system"], **rated})
            if not are_systems:
                continue
        outputs.append({**row, "system": record["system"]})
        judgments.append(
            {
                "place": place,
                "task": TASK,
                "segment": row["segment"],
                "system": record["system"],
                "criterion": "mqm",
                "rater": record["rater"],
                "score": penalty,
            }
        )
    return Tables(make_table(outputs), make_table(references), make_table(judgments))

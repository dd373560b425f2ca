"""Three data-to-text systems on three dialogue data sets, median ratings (Novikova et al. 2017)."""

from collections.abc import Mapping
from pathlib import Path

from workbench.datasets.originals import emnlp17_nlg as origin
from workbench.datasets.places import make_table, shown
from workbench.datasets.readers.converted import jsonl_or
from workbench.datasets.readers.lines import read_number, read_texts
from workbench.datasets.readers.registry import READERS, Tables
from workbench.errors import DataError, Problem

_FILE = "outputs.jsonl.gz"
CRITERIA = ("informativeness", "naturalness", "quality")
_FIELDS: dict[str, type | tuple[type, ...]] = {
    "row": (int, str),
    "dataset": str,
    "system": str,
    "text_tok": str,
    "references_tok": list,
    "human_median": dict,
}


@READERS("emnlp17-nlg")
def read_emnlp17_nlg(folder: Path, options: Mapping[str, str]) -> Tables:
    """Read each row as a segment of its own: no input is shared between systems in a controlled way."""
    outputs: list[dict[str, object]] = []
    references: list[dict[str, object]] = []
    judgments: list[dict[str, object]] = []
    for place, record in jsonl_or(origin.read_rows, folder, _FILE, _FIELDS):
        key = {"place": place, "task": record["dataset"], "segment": record["row"]}
        outputs.append({**key, "system": record["system"], "text": " ".join(record["text_tok"].split("\n"))})
        for number, text in enumerate(read_texts(record["references_tok"], place, "references_tok")):
            references.append({**key, "reference": f"ref{number}", "text": " ".join(text.split("\n"))})
        for criterion in CRITERIA:
            if criterion not in record["human_median"]:
                what = f"human_median has no {criterion!r}"
                raise DataError(Problem(place, what, shown(record["human_median"])))
            score = read_number(record["human_median"][criterion], place, f"human_median.{criterion}")
            judged = {"criterion": criterion, "rater": "median", "score": score}
            judgments.append({**key, "system": record["system"], **judged})
    return Tables(make_table(outputs), make_table(references), make_table(judgments))

"""DSTC7 task 2: responses to turns of Reddit conversations, each rated by people (Galley et al. 2019)."""

from collections.abc import Mapping
from pathlib import Path
from typing import cast

from workbench.datasets.originals import dstc7_task2 as origin
from workbench.datasets.places import make_table
from workbench.datasets.readers.converted import jsonl_or
from workbench.datasets.readers.lines import FileRecord, read_texts
from workbench.datasets.readers.ratings import read_ratings
from workbench.datasets.readers.registry import READERS, Tables
from workbench.errors import DataError, Problem
from workbench.types import Record

TASK = "reddit"
HUMAN = "Human"
_RESPONSES, _ANSWERS = "outputs.jsonl.gz", "references.jsonl.gz"
CRITERIA = ("relevance", "informativeness")
_OUTPUT: dict[str, type | tuple[type, ...]] = {"instance_id": str, "system": str, "text": str, "judges": list}
_TURN: dict[str, type | tuple[type, ...]] = {
    "instance_id": str,
    "references": list,
    "human_response_in_references": list,
}


@READERS("dstc7-task2")
def read_dstc7_task2(folder: Path, options: Mapping[str, str]) -> Tables:
    """Read responses, references and every rating; overall is the mean of a judge's two scales.

    Option ``references``: reddit, other people's answers (turns without one are left out; Human's own answer
    is left out when Human is scored), or responses, the other responses of the same turn, weighted by how
    they were judged.
    """
    mined = options.get("references", "reddit") == "responses"
    references: list[Record] = [] if mined else _read_answers(folder)
    answered = {row["segment"] for row in references}
    outputs: list[Record] = []
    judgments: list[Record] = []
    for place, record in jsonl_or(origin.read_responses, folder, _RESPONSES, _OUTPUT):
        ratings = list(read_ratings(record["judges"], "judge", CRITERIA, place, "judges"))
        ratings += _overall(ratings)
        if not mined and record["instance_id"] not in answered:
            continue
        key = {"place": place, "task": TASK, "segment": record["instance_id"]}
        text = " ".join(record["text"].split("\n"))
        outputs.append({**key, "system": record["system"], "text": text})
        judgments += [{**key, "system": record["system"], **rating} for rating in ratings]
        if mined:
            references.append({**key, "text": text, **_as_reference(record, ratings, place)})
    return Tables(make_table(outputs), make_table(references), make_table(judgments))


def _read_answers(folder: Path) -> list[Record]:
    rows: list[Record] = []
    for place, record in jsonl_or(origin.read_answers, folder, _ANSWERS, _TURN):
        own = record["human_response_in_references"]
        texts = read_texts(record["references"], place, "references")
        for number in own:
            if not isinstance(number, int) or not 0 <= number < len(texts):
                what = "human_response_in_references names no reference"
                raise DataError(Problem(place, what, number, f"0 to {len(texts) - 1}"))
        for number, text in enumerate(texts):
            rows.append(
                {
                    "place": place,
                    "task": TASK,
                    "segment": record["instance_id"],
                    "reference": f"ref{number}",
                    "text": " ".join(text.split("\n")),
                    "made_by": HUMAN if number in own else "",
                }
            )
    return rows


def _overall(ratings: list[Record]) -> list[Record]:
    """Return each rater's mean of the two scales; `ratings` has them one after the other."""
    scores = [cast(float, each["score"]) for each in ratings]
    means = [(first + second) / 2 for first, second in zip(scores[::2], scores[1::2], strict=True)]
    return [
        {**first, "criterion": "overall", "score": mean}
        for first, mean in zip(ratings[::2], means, strict=True)
    ]


def weight_of_rating(overall: float) -> float:
    """Return a weight in [-1, 1] for a mean judgment from 1 to 5.

    The map is the data set's own, not a published one.

    Examples
    --------
    >>> weight_of_rating(1.0), weight_of_rating(3.0), weight_of_rating(4.5)
    (-1.0, 0.0, 0.75)
    """
    return (overall - 3.0) / 2.0


def _as_reference(record: FileRecord, ratings: list[Record], place: str) -> dict[str, object]:
    scores = [float(str(each["score"])) for each in ratings if each["criterion"] == "overall"]
    if not scores:
        raise DataError(Problem(place, "judges is empty: a response that is a reference needs a rating"))
    weight = weight_of_rating(sum(scores) / len(scores))
    return {"reference": record["system"], "made_by": record["system"], "weight": weight}

"""Writing data sets as JSONL of sacrerouge."""

from collections import defaultdict
from fnmatch import fnmatchcase
from pathlib import Path

from workbench.datasets.evalset import EvalSet
from workbench.datasets.readers.sacrerouge_metrics import Metrics
from workbench.datasets.writers.files import json_lines, shortest, write_text


def write_sacrerouge(folder: Path, evalset: EvalSet, task: str) -> None:
    """Write ``instances.jsonl`` and ``judgments.jsonl`` of a task, in the order of the data set.

    A text is the list of its sentences (lines). A summary gets the references that it may be compared with,
    called by their ``summarizer_id``.
    A judgment is the mean over the card's usual raters; weights of references have no place in the format.
    What this writes, read and written again, is the same bytes.
    """
    outputs, references, judgments = (
        frame[frame["task"] == task] for frame in (evalset.outputs, evalset.references, evalset.judgments)
    )
    columns = ("segment", "reference", "text", "only_for", "made_by")
    texts = defaultdict(list)
    for segment, name, text, only_for, made_by in zip(*(references[name] for name in columns), strict=True):
        # the reader calls the references of single systems by these, too
        called = name.removesuffix(f":{only_for}") if only_for else name
        texts[segment].append((called, text, only_for, made_by))
    rows = zip(*(outputs[name] for name in ("segment", "system", "text")), strict=True)
    instances = [
        {
            "instance_id": segment,
            "summarizer_id": system,
            "summarizer_type": "peer",
            "summary": {"text": text.split("\n")},
            "references": [
                {"summarizer_id": name, "summarizer_type": "reference", "text": reference.split("\n")}
                for name, reference, only_for, made_by in texts[segment]
                if only_for in ("", system) and made_by != system
            ],
        }
        for segment, system, text in rows
    ]
    write_text(folder / "instances.jsonl", json_lines(instances))
    patterns = evalset.card.raters[evalset.card.default_raters]
    usual = judgments[[any(fnmatchcase(rater, each) for each in patterns) for rater in judgments["rater"]]]
    means = usual.groupby(["segment", "system", "criterion"])["score"].mean().to_dict()
    scores = []
    for instance in instances:
        key = (str(instance["instance_id"]), str(instance["summarizer_id"]))
        values = {name: float(means[*key, name]) for name in evalset.criteria if (*key, name) in means}
        if values:
            scores.append(Metrics(*key, "peer", values))
    write_metrics(folder / "judgments.jsonl", scores)


def write_metrics(path: Path, rows: list[Metrics]) -> None:
    """Write metrics of summaries, one object a line, in the order given; a number has its shortest form.

    What this writes, read and written again, is the same bytes.
    """
    write_text(
        path,
        json_lines(
            {
                "instance_id": row.instance,
                "summarizer_id": row.summarizer,
                "summarizer_type": row.kind,
                "metrics": {name: shortest(value) for name, value in row.values.items()},
            }
            for row in rows
        ),
    )

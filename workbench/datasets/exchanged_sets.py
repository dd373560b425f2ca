"""Data sets in formats of exchange: read with a card that is made for them, written with it."""

import re
from dataclasses import dataclass, field, replace
from pathlib import Path

from workbench.datasets.card import Criterion, DatasetCard, card_names, is_name
from workbench.datasets.evalset import EvalSet
from workbench.datasets.load import folder_of, load, missing
from workbench.datasets.lost import lost_of_set
from workbench.datasets.mt_test_set import TEST_SET, FileLevel
from workbench.datasets.places import file_of
from workbench.datasets.plain import Plain, read_plain, write_plain
from workbench.datasets.readers import READERS
from workbench.datasets.readers.mt_metrics_eval import language_pairs, read_test_set
from workbench.datasets.validate import sets_at
from workbench.datasets.writers.card import write_card
from workbench.datasets.writers.mt_metrics_eval import as_test_set, write_test_set
from workbench.datasets.writers.sacrerouge import write_sacrerouge
from workbench.datasets.writers.tables import Ending, write_tables
from workbench.errors import DataError, Problem, SpecError, suggest
from workbench.types import WHOLE, OutputKey

_READERS = {"csv": "tables", "tsv": "tables", "jsonl": "tables"}
_NOT_IN_NAMES = re.compile(r"[\s.\-/\\]")
"""What the names of references may not have in mt-metrics-eval."""
_SCORES = "scores"
"""Folder of the scores of metrics, beside tables."""


@dataclass(frozen=True)
class Chosen:
    """What is taken of a source that has several: empty is all, or the only one."""

    task: str = ""
    level: FileLevel = "seg"
    metric: str = ""
    criterion: str = ""


@dataclass(frozen=True)
class Given:
    """A data set, and scores of metrics that came with it."""

    evalset: EvalSet
    metrics: dict[str, dict[OutputKey, float]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def plain(self) -> Plain:
        """Return the metrics and the mean human scores, by name."""
        rows = self.evalset.judgments
        means = rows.groupby(["criterion", "task", "segment", "system"])["score"].mean().to_dict()
        scores = {name: dict(found) for name, found in self.metrics.items()}
        for (criterion, *key), value in means.items():
            task, segment, system = key
            scores.setdefault(criterion, {})[task, segment, system] = float(value)
        return Plain({}, scores)


def known_at(path: Path) -> tuple[str, Path] | None:
    """Return name and home of the data set whose files are at a path, if one with a card is."""
    found = [(name, home) for name, home in sets_at(path, card_names()) if not missing(name, home)]
    return found[0] if len(found) == 1 else None


def read_known(name: str, home: Path, chosen: Chosen) -> Given:
    """Read a data set that has a card, and scores of metrics that lie beside tables."""
    evalset = load(name, home)
    path = folder_of(evalset.card, home)
    metrics = _read_tables(path, chosen) if evalset.card.reader == "tables" else {}
    return Given(_only(evalset, chosen.task), metrics)


def read_set(path: Path, source: str, chosen: Chosen) -> Given:
    """Read a data set without a card; one is made: every criterion counts upwards.

    Raises
    ------
    DataError
        As the reader of the format does.
    """
    reader = _READERS.get(source, source)
    options = {"level": chosen.level, "people": "keep"} if source == "mt-metrics-eval" else {}
    tables = READERS.get(reader, "reader")(path, options)
    if tables.judgments.empty:
        raise DataError(Problem(str(path), "has no human scores"))
    criteria = list(dict.fromkeys(map(str, tables.judgments["criterion"].tolist())))
    card = make_card(path, criteria, texts=bool(len(tables.references)))
    frames = {"outputs": tables.outputs, "references": tables.references, "judgments": tables.judgments}
    where = {part: file_of(rows) or f"{path}: {part}" for part, rows in frames.items()}
    evalset = _only(
        EvalSet.build(card, tables.outputs, tables.references, tables.judgments, where), chosen.task
    )
    if source == "mt-metrics-eval":
        return Given(evalset, _read_metrics(path, chosen))
    note = "that higher is better is assumed of every criterion: correct it in card.toml"
    return Given(evalset, _read_tables(path, chosen), (note,))


def make_card(path: Path, criteria: list[str], texts: bool) -> DatasetCard:
    """Return a card for data that came without one."""
    unknown = "as in the source"
    name = path.resolve().name
    return DatasetCard(
        name=name, version="1", title=f"imported from {name}", task="unknown", source=name,
        licence="unknown: see the source", citation="unknown: see the source", judgments="human",
        criteria={each: Criterion(direction="higher", scale=unknown, meaning=unknown) for each in criteria},
        raters={"all": ["*"]}, default_raters="all", reader="tables", texts=texts,
    )  # fmt: skip


def replace_card(card: DatasetCard, **changes: object) -> DatasetCard:
    """Return a card with other fields, and without files: these are another data set's."""
    return card.model_copy(
        update={"files": [], "origins": [], "folders": [], "sizes": None, "folder": "", **changes}
    )


def _only(evalset: EvalSet, task: str) -> EvalSet:
    if not task:
        return evalset
    if task not in evalset.tasks:
        raise SpecError(Problem("--task", f"unknown task {task!r}", hint=suggest(task, evalset.tasks)))
    return replace(
        evalset,
        outputs=evalset.outputs[evalset.outputs["task"] == task],
        references=evalset.references[evalset.references["task"] == task],
        judgments=evalset.judgments[evalset.judgments["task"] == task],
    )


def _read_metrics(path: Path, chosen: Chosen) -> dict[str, dict[OutputKey, float]]:
    metrics: dict[str, dict[OutputKey, float]] = {}
    for pair in language_pairs(path):
        if chosen.task not in ("", pair):
            continue
        for (metric, level), scores in read_test_set(path, pair).metrics.items():
            if level == chosen.level:
                found = metrics.setdefault(metric.stem, {})
                for (unit, system), score in scores.items():
                    if score is not None:
                        found[pair, TEST_SET if unit == WHOLE else unit, system] = score
    return metrics


def _read_tables(path: Path, chosen: Chosen) -> dict[str, dict[OutputKey, float]]:
    """Read the scores of metrics that lie beside tables, one file a metric."""
    metrics: dict[str, dict[OutputKey, float]] = {}
    for file in sorted((path / _SCORES).glob("*.*")):
        name = re.sub(r"[.](csv|tsv|jsonl)(\.gz)?$", "", file.name)
        found = read_plain(file).scores.get("score", {})
        metrics[name] = {key: score for key, score in found.items() if chosen.task in ("", key[0])}
    return metrics


def rewrite_test_sets(path: Path, out: Path, chosen: Chosen) -> None:
    """Read and write a folder of mt-metrics-eval with all that is in it, and a card of its human scores."""
    pairs = language_pairs(path)
    if chosen.task and chosen.task not in pairs:
        raise SpecError(Problem("--task", f"unknown task {chosen.task!r}", hint=suggest(chosen.task, pairs)))
    found = [read_test_set(path, pair) for pair in pairs if chosen.task in ("", pair)]
    for each in found:
        write_test_set(out, each)
    criteria = sorted({name for each in found for name, _ in each.human})
    if criteria:
        card = replace_card(make_card(path, criteria, texts=True), name=_name_of(out))
        write_card(out / "card.toml", replace_card(card, reader="mt-metrics-eval"))


def _name_of(out: Path) -> str:
    """Return the name that a data set gets from its folder."""
    name = out.resolve().name
    if not is_name(name):
        allowed = "letters, digits, dots, dashes"
        raise SpecError(Problem("--out", "the folder's name is none of a data set", name, allowed))
    return name


def _read_again(out: Path, name: str) -> EvalSet:
    """Read what was written; where that fails the format is at fault, and not a file that is there."""
    try:
        return load(name, out.parent)
    except DataError as error:
        place = error.problems[0].where.removeprefix(str(out)).lstrip("/\\")
        found = f"{place} {error.problems[0].what}".lstrip()
        what = f"cannot be written in this format, it could not be read again: {found}"
        raise DataError(Problem(name, what)) from None


def write_set(out: Path, given: Given, target: str) -> list[str]:
    """Write a data set with a card of its own beside it; return what has to be known about it.

    What is written is read again, and what differs then is said, whatever the format.
    """
    evalset, notes = given.evalset, list(given.notes)
    name = _name_of(out)
    if evalset.judgments.empty:
        raise DataError(Problem(evalset.card.name, "has no human scores"))
    card = replace_card(evalset.card, name=name, reader=_READERS.get(target, target), options={})
    if target in _READERS:
        ending: Ending = ".csv" if target == "csv" else ".tsv" if target == "tsv" else ".jsonl"
        write_tables(out, evalset, ending)
        for metric, scores in given.metrics.items():
            write_plain(out / _SCORES / f"{metric}{ending}", Plain({}, {"score": scores}))
        write_card(out / "card.toml", card)
        return [*notes, *lost_of_set(evalset, _read_again(out, name))]
    if given.metrics:
        notes.append("scores of metrics are not taken along")
    if not card.texts:
        raise DataError(
            Problem(name, "has no texts, which the format needs", allowed="csv, tsv, jsonl, nlpstats")
        )
    if target == "sacrerouge":
        if len(evalset.tasks) > 1:
            raise SpecError(Problem("--task", "which of the tasks?", allowed=", ".join(evalset.tasks)))
        write_sacrerouge(out, evalset, evalset.tasks[0])
    else:
        called = evalset.references["reference"].map(lambda each: _NOT_IN_NAMES.sub("", each))
        if called.nunique() < evalset.references["reference"].nunique():
            hint = "Without dots, dashes and blanks two are the same"
            raise DataError(Problem(name, "names of references cannot be written in this format", hint=hint))
        renamed = replace(evalset, references=evalset.references.assign(reference=called))
        for task in evalset.tasks:
            write_test_set(out, as_test_set(renamed, task))
        lower = [each for each, criterion in card.criteria.items() if criterion.direction == "lower"]
        card = replace_card(
            card,
            criteria={
                each: criterion.model_copy(
                    update={"direction": "higher", "scale": f"minus: {criterion.scale}"}
                )
                if each in lower
                else criterion
                for each, criterion in card.criteria.items()
            },
        )
        notes.append("a data set has no sources: the names of its segments stand in their place")
    write_card(out / "card.toml", replace_card(card, raters={"all": ["*"]}, default_raters="all"))
    return [*notes, *lost_of_set(evalset, _read_again(out, name))]

"""Writing test sets as folders of mt-metrics-eval."""

import json
from fnmatch import fnmatchcase
from pathlib import Path

from workbench.datasets.evalset import EvalSet, natural_key
from workbench.datasets.mt_test_set import (
    NO_OUTPUT,
    Document,
    FileLevel,
    MtTestSet,
    MtTexts,
    ScoreOf,
    is_reference_name,
)
from workbench.datasets.writers.files import write_text
from workbench.datasets.writers.score_files import score_lines
from workbench.errors import DataError, Problem

_IN_ORDER = ("seg", "doc", "sys")


def write_test_set(folder: Path, found: MtTestSet) -> None:
    """Write one language pair; what it writes, read and written again, is the same bytes.

    Systems stand in the order of their names, scores in the shortest decimal form.

    Raises
    ------
    DataError
        If a text has more than one line, or a name has a blank.
    """
    pair = found.pair
    write_text(folder / "sources" / f"{pair}.txt", _text_lines(found.sources, f"{pair}: sources"))
    rows = [
        f"{_cell(each.domain)} {_cell(each.name)}\n"
        for each in found.documents
        for _ in range(each.start, each.end)
    ]
    write_text(folder / "documents" / f"{pair}.docs", "".join(rows))
    for name, texts in found.references.items():
        where = f"{pair}: reference {name}"
        write_text(folder / "references" / f"{pair}.{_reference(name)}.txt", _text_lines(texts, where))
    for name, lines in found.outputs.items():
        where = f"{pair}: system {name}"
        write_text(folder / "system-outputs" / pair / f"{_cell(name)}.txt", _text_lines(lines, where))
    for (human, level), scores in found.human.items():
        path = folder / "human-scores" / f"{pair}.{human}.{level}.score"
        write_text(path, score_lines(_sorted(found, level, scores), level))
    for name, ratings in found.ratings.items():
        lines_of = [
            "\t".join(
                [
                    rating.system,
                    "None" if rating.content is None else json.dumps(rating.content, ensure_ascii=False),
                    *([rating.rater] if rating.rater else []),
                ]
            )
            for rating in ratings
        ]
        text = "".join(f"{line}\n" for line in lines_of)
        write_text(folder / "human-scores" / f"{pair}.{name}.seg.rating", text)
    for (metric, level), scores in found.metrics.items():
        path = folder / "metric-scores" / pair / f"{metric.stem}.{level}.score"
        write_text(path, score_lines(_sorted(found, level, scores), level))


def _sorted(found: MtTestSet, level: FileLevel, scores: ScoreOf) -> ScoreOf:
    place = {unit: number for number, unit in enumerate(found.units(level))}

    def key(cell: tuple[str, str]) -> tuple[object, ...]:
        unit, system = cell
        return (system, place[unit]) if level in _IN_ORDER else (place[unit], system)

    return {cell: scores[cell] for cell in sorted(scores, key=key)}


def _text_lines(texts: MtTexts | list[str], where: str) -> str:
    lines = [NO_OUTPUT if text is None else text for text in texts]
    for number, line in enumerate(lines, start=1):
        if "\n" in line or line.endswith("\r"):
            raise DataError(Problem(where, f"the text of segment {number} has more than one line"))
    return "".join(f"{line}\n" for line in lines)


def _cell(name: str) -> str:
    if name.split() != [name] or "/" in name or "\\" in name or name.startswith("."):
        allowed = "no blank, no slash, no dot at the beginning"
        raise DataError(Problem("", "a name that cannot be written in this format", name, allowed))
    return name


def _reference(name: str) -> str:
    if not is_reference_name(name):
        allowed = "a name without dot, dash and blank, not src or all"
        raise DataError(
            Problem("", "the name of a reference cannot be written in this format", name, allowed)
        )
    return name


def as_test_set(evalset: EvalSet, task: str, sources: list[str] | None = None) -> MtTestSet:
    """Return a task of a data set as a test set of one document, with a human score of each segment.

    A text becomes one line. A system without an output of a segment gets the sign for that. The human score
    is the mean over the card's usual raters; where lower is better, its sign is turned.

    Parameters
    ----------
    evalset : EvalSet
    task : str
    sources : list of str, optional
        One a segment; a data set does not hold them, so that else the segments' names stand there.

    Raises
    ------
    DataError
        If a reference is not there for every segment, or its name is none of the format's.
    """
    segments, systems = evalset.segments(task), evalset.systems(task)
    frames = [frame[frame["task"] == task] for frame in (evalset.outputs, evalset.references)]
    texts = dict(
        zip(zip(frames[0]["system"], frames[0]["segment"], strict=True), frames[0]["text"], strict=True)
    )
    named = dict(
        zip(zip(frames[1]["reference"], frames[1]["segment"], strict=True), frames[1]["text"], strict=True)
    )
    references: dict[str, list[str]] = {}
    for name in sorted({name for name, _ in named}, key=natural_key):
        for segment in segments:
            if (name, segment) not in named:
                what = f"reference {name!r} has no text of segment {segment!r}"
                raise DataError(Problem(f"{evalset.card.name}: {task}", what))
        references[_reference(name)] = [_one_line(named[name, segment]) for segment in segments]
    outputs: dict[str, MtTexts] = {
        system: [
            _one_line(texts[system, segment]) if (system, segment) in texts else None for segment in segments
        ]
        for system in systems
    }
    document = Document("all", "all", 0, len(segments))
    human = _human(evalset, task, systems, segments)
    return MtTestSet(task, sources or segments, [document], references, outputs, human)


def _one_line(text: str) -> str:
    return " ".join(text.split("\n"))


def _human(
    evalset: EvalSet, task: str, systems: list[str], segments: list[str]
) -> dict[tuple[str, FileLevel], ScoreOf]:
    card = evalset.card
    patterns = card.raters[card.default_raters]
    rows = evalset.judgments[evalset.judgments["task"] == task]
    rows = rows[[any(fnmatchcase(rater, pattern) for pattern in patterns) for rater in rows["rater"]]]
    means = rows.groupby(["criterion", "segment", "system"])["score"].mean().to_dict()
    human: dict[tuple[str, FileLevel], ScoreOf] = {}
    for criterion in evalset.criteria:
        sign = 1.0 if card.criteria[criterion].direction == "higher" else -1.0
        scores: ScoreOf = {}
        for system in systems:
            for number, segment in enumerate(segments, start=1):
                mean = means.get((criterion, segment, system))
                scores[str(number), system] = None if mean is None else sign * float(mean)
        human[criterion, "seg"] = scores
    return human

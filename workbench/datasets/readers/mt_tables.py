"""Test sets of machine translation in the format of mt-metrics-eval, as tables of a data set."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from workbench.datasets.mapping.mqm import error_points
from workbench.datasets.mt_test_set import LEVELS, TEST_SET, FileLevel, MtTestSet, join_texts
from workbench.datasets.places import make_table
from workbench.datasets.readers.mt_metrics_eval import language_pairs, read_test_set
from workbench.datasets.readers.mt_standards import levels_of, standard_of, standards
from workbench.datasets.readers.registry import READERS, Tables
from workbench.errors import DataError, MissingDataError, Problem, suggest
from workbench.types import WHOLE

STANDARD, ALL, EACH = "standard", "all", "each"
_Rows = list[dict[str, object]]
_UNITS = {"doc": "document", "domain": "domain", "sys": "system"}


@READERS("mt-metrics-eval")
def read_mt_metrics_eval(folder: Path, options: Mapping[str, str]) -> Tables:
    """Read language pairs of a folder, each as a task.

    A byte order mark in front of a file's first line is no part of its text, here as everywhere: in WMT23,
    AIRC's en-de has one, and chrF of its segment 1 is 47.26, not 47.16 as in the organisers' files.

    Segments and documents are numbered from 1. A human score is a criterion of that name, its rater is
    ``mean``; with ``raters`` each it is what each rater's marked errors cost, of segments. Without an option
    everything is read; the value ``standard`` takes what the organisers take, and of what lies there the next
    best where that is not there, which a note says:

    ``pair``: the first pair of the main tables; one by its name; or all that have the human score.
    ``human``: the organisers' human score; one by its name, also one that the card does not know; or all.
    ``level`` (seg, doc, domain, sys): the finest that people judged. A document, domain or test set is the
    lines of its segments, each scored by itself (`DatasetCard.lines`), and a segment knows its document and
    domain.
    ``people``: the standard reference is the only one, other translations by people are systems, and the
    organisers' outliers are left out. Or all references are used, and those that were scored like systems
    are outputs, too, not compared with themselves (keep), or not (drop).
    """
    parts: tuple[_Rows, _Rows, _Rows] = ([], [], [])
    notes: list[Problem] = []
    levels: dict[str, list[FileLevel]] = {}
    lines: Literal["sentences", "segments"] = "sentences"
    pairs = _chosen_pairs(folder, options.get("pair", ALL))
    for pair in pairs:
        by_rater = options.get("raters") == EACH
        found = read_test_set(folder, pair, with_metrics=False, with_ratings=by_rater)
        chosen = _choose(folder, found, options, notes, is_alone=len(pairs) == 1)
        if chosen is None:
            continue
        levels[pair] = levels_of(found, chosen.human)
        if chosen.level != "seg":
            lines = "segments"
            what = f"{pair} is judged by {_UNITS[chosen.level]}: each line is a segment that metrics score"
            notes.append(Problem(str(folder / "human-scores"), what))
        for part, rows in zip(parts, _rows(folder, found, chosen), strict=True):
            part.extend(rows)
    if not parts[0]:
        asked, where = options.get("human", ALL), str(folder / "human-scores")
        what = "no pair has human scores" if asked == ALL else f"no pair has the human score {asked!r}"
        has = "; ".join(filter(None, (str(each.allowed) for each in notes)))
        hint = "" if has else f"They are called PAIR.NAME.LEVEL.score, as {pairs[0]}.mqm.seg.score"
        raise MissingDataError(Problem(where, what, allowed=has, hint=hint))
    level = options.get("level", "seg")
    if not parts[2] and level != STANDARD and not any(level in there for there in levels.values()):
        has = "; ".join(f"{pair} has {', '.join(there)}" for pair, there in levels.items())
        what = f"there are no human scores at level {level!r}"
        raise MissingDataError(Problem(str(folder / "human-scores"), what, allowed=has))
    outputs, references, judgments = map(make_table, parts)
    return Tables(outputs, references, judgments, tuple(notes), lines)


class _Choice(NamedTuple):
    """What of a pair is read: an empty human score is all of them, `reference` empty for all references."""

    level: FileLevel
    human: str
    reference: str
    left_out: tuple[str, ...]
    by_rater: bool


def _chosen_pairs(folder: Path, pair: str) -> list[str]:
    there = language_pairs(folder)
    if pair == ALL:
        return there
    if pair == STANDARD:
        return [next((each for each in standards(folder.name) if each in there), there[0])]
    if pair not in there:
        what = f"there are no sources of {pair!r}"
        raise MissingDataError(Problem(str(folder / "sources"), what, hint=suggest(pair, there)))
    return [pair]


def _choose(
    folder: Path, found: MtTestSet, options: Mapping[str, str], notes: list[Problem], is_alone: bool
) -> _Choice | None:
    """Return what of a pair is read, None for nothing: it lacks the human score, which a note says."""
    standard, asked = standard_of(folder.name, found), options.get("human", ALL)
    there = sorted({name for name, _ in found.human})
    level = options.get("level", "seg")
    if asked == STANDARD:
        human = standard.human_of_systems if level == "sys" else standard.human
        if human not in there and there:
            what = (
                f"the organisers' human score {human!r} of {found.pair} is not there"
                if human
                else (f"the organisers have no human score of {found.pair}")
            )
            notes.append(Problem(str(folder / "human-scores"), f"{what}: {there[0]!r} is taken"))
            human = there[0]
    else:
        human = "" if asked == ALL else asked
    if (human and human not in there) or not there:
        listed = f"{found.pair} has {', '.join(there)}" if there else ""
        problem = Problem(
            str(folder / "human-scores"),
            f"there is no human score {human!r} of {found.pair}"
            if human
            else f"there are no human scores of {found.pair}",
            allowed=listed,
            hint="" if is_alone else "The pair is left out",
        )
        if is_alone:
            raise MissingDataError(problem)
        notes.append(problem)
        return None
    if level == STANDARD:
        level = levels_of(found, human)[0]
    if level not in LEVELS:
        raise DataError(Problem("level", "unknown value", level, ", ".join(LEVELS)))
    by_rater = options.get("raters") == EACH
    if by_rater and (level != "seg" or not any(_rates(name, human) for name in found.ratings)):
        there = sorted(found.ratings)
        what = f"there are no ratings of {human or 'any human score'} of {found.pair} at level {level}"
        allowed = f"at level seg {', '.join(there)}" if there else "only scores"
        raise MissingDataError(Problem(str(folder / "human-scores"), what, allowed=allowed))
    people = options.get("people", "keep")
    if people == STANDARD:
        left_out = (*standard.outliers, standard.reference)
        return _Choice(level, human, standard.reference, left_out, by_rater)
    return _Choice(level, human, "", () if people == "keep" else tuple(found.people), by_rater)


def _rates(name: str, human: str) -> bool:
    """Tell whether ratings, named HUMAN or HUMAN.RATER, are of a human score; of any where it is empty."""
    return human in ("", name.partition(".")[0])


def _ratings(found: MtTestSet, chosen: _Choice) -> Iterator[tuple[str, str, str, str, float]]:
    """Yield criterion, rater, segment, system and what the marked errors cost, less than 0, of each rating.

    Errors that say no score cost what Freitag et al. (2021) have for them.
    """
    for name, ratings in found.ratings.items():
        criterion, _, file = name.partition(".")
        for number, rating in enumerate(ratings if _rates(name, chosen.human) else ()):
            if rating.content is not None:
                points = [
                    each["score"]
                    if "score" in each
                    else error_points(each["category"], each["severity"], name)
                    for each in rating.content["errors"]
                ]
                segment = str(number % len(found.sources) + 1)
                # tenths add up without the noise of binary fractions
                yield criterion, rating.rater or file, segment, rating.system, -round(sum(points), 6)


def _rows(folder: Path, found: MtTestSet, chosen: _Choice) -> tuple[_Rows, _Rows, _Rows]:
    level, units = chosen.level, found.units(chosen.level)
    outputs = {name: lines for name, lines in found.outputs.items() if name not in chosen.left_out}
    references = {name: lines for name, lines in found.references.items() if chosen.reference in ("", name)}
    texts = join_texts(outputs, units)
    written = {unit for unit, _ in texts}

    system_outputs = f"system-outputs/{found.pair}"
    places = {file: str(folder / file) for file in (system_outputs, "references", "human-scores")}

    def row(file: str, unit: str, **more: object) -> dict[str, object]:
        segment = TEST_SET if unit == WHOLE else unit
        return {"place": places[file], "task": found.pair, "segment": segment, **more}

    homes = {} if level == "sys" else found.homes(level)
    scored = (
        (name, "mean", unit, system, score)
        for (name, at), scores in found.human.items()
        if at == level and chosen.human in ("", name)
        for (unit, system), score in scores.items()
    )
    return (
        [
            row(system_outputs, unit, system=system, text=text, **homes.get(unit, {}))
            for (unit, system), text in texts.items()
        ],
        [
            row("references", unit, reference=name, text=text, made_by=name if name in outputs else "")
            for (unit, name), text in join_texts(references, units).items()
            if unit in written
        ],
        [
            row("human-scores", unit, system=system, criterion=name, rater=rater, score=score)
            for name, rater, unit, system, score in (_ratings(found, chosen) if chosen.by_rater else scored)
            if score is not None and (unit, system) in texts
        ],
    )

"""What of a data set an experiment looks at: tasks, systems, segments, raters, and whether in parts."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fnmatch import fnmatchcase

import numpy as np
import pandas as pd

from workbench.datasets.evalset import EvalSet, natural_key
from workbench.errors import Problem, SpecError, suggest
from workbench.experiment.chosen_ratings import judged_so_well, of_agreeing_raters
from workbench.experiment.sections import DataSpec
from workbench.experiment.standard_ratings import count_left_out, standardised
from workbench.stats.resampling.streams import stream

_PARTS = ("document", "domain")
_MOST = 20


def choose_data(asked: DataSpec, evalset: EvalSet, where: str, seed: int = 0) -> tuple[EvalSet, str]:
    """Return the part of a data set that is asked for, and what a caption says of it; "" for the whole.

    Raises
    ------
    SpecError
        If a name or pattern fits nothing, or nothing is left.
    """
    said, problems = list[str](), list[Problem]()
    outputs = evalset.outputs
    filters = {
        "task": asked.tasks, "system": asked.systems, "segment": asked.segments, "domain": asked.domains,
    }  # fmt: skip
    for column, patterns in filters.items():
        if patterns is not None:
            try:
                fits = _fitting(outputs, column, patterns, f"{where}.{column}s")
            except SpecError as error:
                problems += error.problems
                continue
            kept = outputs[fits]
            unit = ["task", column] if column == "segment" else [column]
            n_kept, n_all = (len(rows[unit].drop_duplicates()) for rows in (kept, outputs))
            said.append(f"{column}s {', '.join(patterns)} ({n_kept:,} of {n_all:,})")
            outputs = kept
    if problems:
        raise SpecError(*problems)
    if asked.sample is not None:
        drawn, text = _sampled(outputs, asked.sample, seed, where)
        outputs = outputs[drawn]
        said.append(text)
    if asked.least is not None:
        fits, text = judged_so_well(replace(evalset, outputs=outputs), asked.least, f"{where}.least")
        outputs = outputs[fits]
        said.append(text)
    if outputs.empty:
        raise SpecError(Problem(where, f"no output is left of {evalset.card.name}: {'; '.join(said)}"))
    chosen = restricted(evalset, outputs) if said else evalset
    if asked.agreeing is not None or asked.ratings == "z-scored":
        # of whom no rating is left below is asked for by name all the same
        with suppress(SpecError):  # said where the raters are looked for
            chosen = group_of_raters(asked, chosen, "")[0]
    if asked.agreeing is not None:
        mine = _asked_ratings(asked, chosen)
        ratings, text = of_agreeing_raters(
            chosen.judgments, asked.agreeing, mine, asked.criteria, f"{where}.agreeing"
        )
        chosen = replace(chosen, judgments=ratings)
        said.append(text)
    if asked.ratings == "z-scored":
        left_out = count_left_out(_asked_ratings(asked, chosen)).said
        said += [f"raters whose ratings of a task and criterion differ ({left_out})"] if left_out else []
        ratings = standardised(chosen.judgments)
        if ratings.empty and not chosen.judgments.empty:
            what, hint = "no rater has ratings that can be z-scored", left_out.capitalize()
            raise SpecError(Problem(f"{where}.ratings", what, "z-scored", "as given", hint))
        chosen = replace(chosen, judgments=ratings)
    return chosen, "; ".join(said)


def chosen_tasks(asked: DataSpec, evalset: EvalSet) -> list[str]:
    """Return the tasks that are asked for; all where a name fits nothing, which is said elsewhere."""
    try:
        return _matching(asked.tasks, evalset.tasks, "") if asked.tasks else list(evalset.tasks)
    except SpecError:
        return list(evalset.tasks)


def say_standardised(asked: DataSpec, evalset: EvalSet, where: str, seed: int) -> list[str]:
    """Return a line about ratings that are left out because they cannot be standardised, and what is left."""
    if asked.ratings == "as given":
        return []
    given = asked.model_copy(update={"ratings": "as given"})
    found = count_left_out(_asked_ratings(asked, choose_data(given, evalset, where, seed)[0]))
    if not found.said:
        return []
    raters, outputs = (
        f"{number:,} {noun}{'s' * (number != 1)}"
        for number, noun in ((found.n_raters, "rater"), (found.n_outputs, "judged output"))
    )
    return [f"z-scored per rater: {found.said}; {raters} and {outputs} are left"]


def _asked_ratings(asked: DataSpec, chosen: EvalSet) -> pd.DataFrame:
    """Return the judgments of the criteria and raters that are asked for; all, where these are not there."""
    rows = chosen.judgments
    rows = rows if asked.criteria is None else rows[rows["criterion"].isin(asked.criteria)]
    try:
        named, group = group_of_raters(asked, chosen, "")
    except SpecError:  # said where the raters are looked for
        return rows
    patterns, people = named.card.raters[group], rows["rater"].unique()
    mine = [name for name in people if any(fnmatchcase(name, pattern) for pattern in patterns)]
    return rows[rows["rater"].isin(mine)]


def chosen_as_given(asked: DataSpec, evalset: EvalSet, where: str, seed: int) -> EvalSet:
    """Return the part that is asked for, its ratings as they were given, as people look at them."""
    given = asked.model_copy(update={"ratings": "as given", "agreeing": None})
    return choose_data(given, evalset, where, seed)[0]


def choose_judgments(
    asked: DataSpec, evalset: EvalSet, where: str, problems: list[Problem]
) -> tuple[EvalSet, str]:
    """Return the data as the raters judged them who are asked for, and who these are; note what is not there.

    With unknown raters the data stay, and the raters are "".
    """
    for number, criterion in enumerate(asked.criteria or ()):
        if criterion not in evalset.criteria:
            problems.append(evalset.absent_criterion(criterion, f"{where}.criteria[{number}]"))
    try:
        return group_of_raters(asked, evalset, f"{where}.raters")
    except SpecError as error:
        problems += error.problems
        return evalset, ""


def group_of_raters(asked: DataSpec, evalset: EvalSet, where: str) -> tuple[EvalSet, str]:
    """Return the data set with the group of raters that is asked for, and the name of the group.

    A list of names or patterns makes a group of its own; that its raters agree, or that ratings are
    standardised, is part of its name.

    Raises
    ------
    SpecError
        If there is no such group, or nobody in it.
    """
    card = evalset.card
    raters = card.default_raters if asked.raters is None else asked.raters
    name = given = raters if isinstance(raters, str) else ", ".join(raters)
    if asked.agreeing is not None:
        name = f"{name}, of these who agree at r ≥ {asked.agreeing:g}"
    if asked.ratings == "z-scored":
        name = f"{name}, z-scored per rater"
    if name != given and name in card.raters:
        return evalset, name
    if isinstance(raters, str):
        if raters not in card.raters:
            hint = suggest(raters, card.raters)
            what = f"unknown group of raters {raters!r}"
            raise SpecError(Problem(where, what, hint=f"{hint}; a list may name raters or patterns of names"))
        patterns = card.raters[raters]
    else:
        kept = _matching(raters, _sorted(evalset.judgments["rater"]), where)
        patterns = [each.translate(_AS_IT_IS) for each in kept]
    named = card.model_copy(update={"raters": {**card.raters, name: patterns}})
    return replace(evalset, card=named), name


_AS_IT_IS = str.maketrans({"[": "[[]", "*": "[*]", "?": "[?]"})
"""Of a name the pattern that fits it alone."""


def _sorted(names: Iterable[str]) -> list[str]:
    return sorted(set(names), key=natural_key)


def _matching(patterns: Sequence[str], names: Sequence[str], where: str) -> list[str]:
    """Return the names that fit a pattern; one that begins with ! takes away, from all if it comes first.

    What is the name of one, whatever signs it has, is no pattern.
    """
    kept = list(names) if patterns[0].startswith("!") and patterns[0] not in names else []
    for pattern in patterns:
        bare = pattern if pattern in names else pattern.removeprefix("!")
        fitting = [bare] if bare in names else [name for name in names if fnmatchcase(name, bare)]
        if not fitting:
            hint = suggest(bare, names) if len(names) <= _MOST else f"There are {len(names):,}"
            if not any(names):
                hint = "The data set names none"
            raise SpecError(Problem(where, f"nothing is called {bare!r}", hint=hint))
        if pattern != bare:
            kept = [name for name in kept if name not in fitting]
        else:
            kept += [name for name in fitting if name not in kept]
    return kept


def _fitting(outputs: pd.DataFrame, column: str, patterns: Sequence[str], where: str) -> "pd.Series[bool]":
    """Return which outputs fit: by a name or pattern, or, of segments, by a column, as in domain=news."""
    fits = pd.Series(data=False, index=outputs.index)
    by_name = []
    for pattern in patterns:
        part, is_given, value = pattern.partition("=")
        if is_given and column == "segment" and part in _PARTS:
            fits |= outputs[part].isin(_matching([value], _sorted(outputs[part]), where))
        else:
            by_name.append(pattern)
    if by_name:
        fits |= outputs[column].isin(_matching(by_name, _sorted(outputs[column]), where))
    return fits


def _sampled(outputs: pd.DataFrame, number: int, seed: int, where: str) -> tuple["pd.Series[bool]", str]:
    """Return which outputs are of so many segments of each task, drawn, and what a caption says of it."""
    drawn = pd.Series(data=False, index=outputs.index)
    for task, rows in outputs.groupby("task", sort=False):
        names = _sorted(rows["segment"])
        if number > len(names):
            what = f"more segments than {task} has"
            raise SpecError(Problem(f"{where}.sample", what, number, f"1 to {len(names):,}"))
        chosen = stream(seed, "segments of the sample", str(task)).permutation(np.array(names, object))[
            :number
        ]
        drawn[rows.index[rows["segment"].isin(chosen)]] = True
    return drawn, f"{number:,} {'segment' if number == 1 else 'segments'} of each task, drawn"


def restricted(evalset: EvalSet, outputs: pd.DataFrame) -> EvalSet:
    """Return some outputs as a data set, with their references and judgments."""
    key = ["task", "segment", "system"]
    made = pd.MultiIndex.from_frame(outputs[key])
    references, judgments = evalset.references, evalset.judgments
    mine = pd.MultiIndex.from_frame(references[key[:2]]).isin(made.droplevel("system").unique())
    mine &= references["only_for"].isin([*outputs["system"].unique(), ""]).to_numpy()
    judged = pd.MultiIndex.from_frame(judgments[key]).isin(made)
    return replace(
        evalset,
        outputs=outputs.reset_index(drop=True),
        references=references[mine].reset_index(drop=True),
        judgments=judgments[judged].reset_index(drop=True),
    )


def homes_of(evalset: EvalSet, part: str, where: str) -> dict[tuple[str, str], str]:
    """Return the task of its own that each domain or document becomes, by the task and segment so far.

    Raises
    ------
    SpecError
        If the data set names no domains, or documents.
    """
    outputs = evalset.outputs
    if (outputs[part] == "").all():
        raise SpecError(Problem(f"{where}.by", f"{evalset.card.name} names no {part}s", part))
    several = len(evalset.tasks) > 1
    return {
        (task, segment): f"{task}: {name or f'no {part}'}" if several else name or f"no {part}"
        for task, segment, name in zip(outputs["task"], outputs["segment"], outputs[part], strict=True)
    }


def in_parts(evalset: EvalSet, homes: Mapping[tuple[str, str], str]) -> EvalSet:
    """Return a data set whose segments belong to other tasks, those of `homes_of`."""

    def renamed(rows: pd.DataFrame) -> pd.DataFrame:
        keys = zip(rows["task"], rows["segment"], strict=True)
        return rows.assign(task=pd.Series([homes[key] for key in keys], index=rows.index, dtype="str"))

    frames = {name: renamed(getattr(evalset, name)) for name in ("outputs", "references", "judgments")}
    order = sorted(set(homes.values()), key=natural_key)
    outputs = frames["outputs"]
    place = outputs["task"].map({name: number for number, name in enumerate(order)})
    frames["outputs"] = outputs.iloc[np.argsort(place.to_numpy(), kind="stable")].reset_index(drop=True)
    return replace(evalset, **frames)

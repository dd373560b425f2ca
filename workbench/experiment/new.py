"""A new experiment file: what a data set holds decides what is asked, and comments say what else could be."""

import re
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

import numpy as np
import tomli_w

from workbench.datasets.evalset import EvalSet
from workbench.datasets.looks.words import NO_BLANKS
from workbench.metrics.base import METRICS

_FEW = 4
"""Systems below which a coefficient over systems says nothing, and a test of two metrics less."""
_CHINESE = re.compile("[\u3400-\u9fff]")
"""Letters that sacrebleu's tokenizer for Chinese takes for words; those of kana beside them stay together."""
_NAMED = 12
"""Metrics with scores that are named."""
_SAMPLE = 2000
"""Texts of a task that are looked at for their script."""


class Holdings(NamedTuple):
    """What a data set holds, as far as it decides what can be asked.

    Attributes
    ----------
    tasks : int
    systems, segments : int
        Judged ones, of the task that has fewest.
    references : tuple of int
        The fewest and the most of a segment; (0, 0) where there are none.
    raters : float
        Of an output and criterion, on average, in the group that is used where nothing is said.
    criteria : dict of str to list of str
        Of each criterion the tasks in which that group judged it.
    texts, weights : bool
        Whether outputs have texts, and every reference a weight.
    tokenizer : str
        The preprocessing under which ROUGE keeps the words of these texts; "" for its own.
    """

    tasks: int
    systems: int
    segments: int
    references: tuple[int, int]
    raters: float
    criteria: dict[str, list[str]]
    texts: bool
    weights: bool
    tokenizer: str

    @property
    def wanted(self) -> tuple[list[str], list[str]]:
        """The criteria that were judged in every task, and no tasks; where there are none, those of some."""
        tasks = next(filter(None, self.criteria.values()), [])
        everywhere = [name for name, there in self.criteria.items() if len(there) == self.tasks]
        if everywhere or not tasks:
            return everywhere or [*self.criteria], []
        return [name for name, there in self.criteria.items() if {*tasks} <= {*there}], tasks


def look_at(data: EvalSet) -> Holdings:
    """Return what a data set holds.

    Examples
    --------
    >>> from workbench import load
    >>> found = look_at(load("simulated-news"))
    >>> found.systems, found.segments, found.references, found.raters, found.tokenizer
    (16, 30, (4, 4), 3.0, '')
    """
    used = data.card.raters[data.card.default_raters]
    raters = data.judgments["rater"]
    of_group = [rater for rater in raters.unique() if any(fnmatchcase(rater, each) for each in used)]
    judged = data.judgments[raters.isin(of_group)]
    by_task = judged.groupby("task")
    each = data.references.groupby(["task", "segment"]).size()
    texts = bool((data.outputs["text"] != "").any())
    return Holdings(
        tasks=len(data.tasks),
        systems=int(by_task["system"].nunique().min()) if len(judged) else 0,
        segments=int(by_task["segment"].nunique().min()) if len(judged) else 0,
        references=(int(each.min()), int(each.max())) if len(each) else (0, 0),
        raters=float(judged.groupby(["task", "segment", "system", "criterion"]).size().mean())
        if len(judged)
        else 0.0,
        criteria={
            name: list(judged.loc[judged["criterion"] == name, "task"].unique()) for name in data.criteria
        },
        texts=texts,
        weights=bool(len(each)) and bool(np.isfinite(data.references["weight"]).all()),
        tokenizer=_tokenizer_for_all(data) if texts else "",
    )


def _tokenizer_for_all(data: EvalSet) -> str:
    """Return what finds the words of every task: characters where one is neither Chinese nor has blanks."""
    texts = ("".join(data.outputs_of(task)["text"].head(_SAMPLE)) for task in data.tasks)
    needed = set(map(_tokenizer_for, texts))
    return next(name for name in ("sacrebleu-char", "sacrebleu-zh", "13a", "") if name in needed)


def _tokenizer_for(text: str) -> str:
    letters = [letter for letter in text if letter.isalpha()]
    foreign = [letter for letter in letters if not letter.isascii()]
    unspaced = [letter for letter in foreign if NO_BLANKS.match(letter)]
    if len(unspaced) > len(letters) / 4:
        is_chinese = len(list(filter(_CHINESE.match, unspaced))) > 0.9 * len(unspaced)
        return "sacrebleu-zh" if is_chinese else "sacrebleu-char"
    # names and loan words bring some into English texts
    return "13a" if len(foreign) > len(letters) / 200 else ""


def new_experiment(data: EvalSet, file: str, place: str = "", scored: Sequence[str] = ()) -> str:
    """Return an experiment file about a data set, with comments.

    Parameters
    ----------
    data : EvalSet
    file : str
        What it will be called, for the commands in its head.
    place : str
        How the data are found, as the end of a command line: ``--data DIR``.
    scored : sequence of str
        Metrics of which the data set brings scores, in its folder ``metric-scores``.

    Examples
    --------
    >>> from workbench import load
    >>> text = new_experiment(load("simulated-news"), "mine.toml")
    >>> [line for line in text.splitlines() if line.startswith("criteria")]
    ['criteria = ["coverage"]']
    """
    found = look_at(data)
    head = [*_head(data, found, file, place), ""]
    parts = (
        _metrics(found),
        _scores(found, scored),
        _data(data, found),
        _references(data, found),
        _statistics(data, found),
    )
    return "\n".join([*head, *(line for part in parts for line in part)]) + "\n"


def _text(value: object) -> str:
    return str(tomli_w.dumps({"x": value})).partition("= ")[2].strip()


def _listed(values: list[str]) -> str:
    return f"[{', '.join(map(_text, values))}]"


def _head(data: EvalSet, found: Holdings, file: str, place: str) -> Iterator[str]:
    name, (fewest, most) = data.card.name, found.references
    many = f"{found.systems} systems × {found.segments} segments"
    if found.tasks > 1:
        many = f"{found.tasks} tasks, at least {many} each"
    references = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    yield f"# Metrics against the judgments of {name}: {many},"
    plural = "" if most == 1 else "s"
    judges = f"{found.raters:.3g} judge{'' if found.raters == 1 else 's'}"
    yield f"# {references} reference{plural} a segment, on average {judges} of an output."
    yield f"#   workbench check {file}{place}     what it would do, and what is missing"
    yield f"#   workbench run {file}{place}       the table, in reports/{file.removesuffix('.toml')}"
    yield "# `workbench sections` explains every key; a key that is left out has its default."
    yield f"title = {_text(f'Metrics against {_enumerated(found.wanted[0])}')}"
    yield "seed = 1  # of everything that is drawn: the same seed, the same bytes"


def _enumerated(names: list[str]) -> str:
    shown = names if len(names) <= _FEW else [*names[: _FEW - 1], f"{len(names) - _FEW + 1} more"]
    return " and ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else "".join(shown)


def _metrics(found: Holdings) -> Iterator[str]:
    scorable = found.texts and found.references[1] > 0
    if not scorable:
        what = "references" if found.texts else "texts"
        yield f"# The data set has no {what}: only scores that were computed elsewhere can be compared."
        yield 'metrics = ["my-metric"]'
        yield from ("", "[scores]", "# a table with the columns task, segment, system and the scores")
        yield 'my-metric = { file = "scores.csv", column = "score" }'
        return
    yield "metrics = [  # `workbench metrics` lists all, `workbench metrics show rouge-l` explains one"
    if found.tokenizer:
        yield "    # ROUGE's own tokenizer knows no other letters than a to z"
        if found.tokenizer == "sacrebleu-char":
            yield "    # and of texts without blanks between words each character counts as a word"
        for name in ("rouge-1", "rouge-2", "rouge-l"):
            yield f'    {{ name = "{name}", preprocess = ["{found.tokenizer}"] }},'
        if found.tokenizer != "13a":
            yield f'    {{ name = "bleu", preprocess = ["{found.tokenizer}"] }},'
        else:
            yield '    "bleu", "sentence-bleu",  # the second is smoothed: for single segments'
    else:
        yield '    "rouge-1", "rouge-2", "rouge-l",'
        yield '    "bleu", "sentence-bleu",  # the second is smoothed: for single segments'
    yield '    "chrf",'
    if found.weights:
        several = ', references = ["all refs"]' if found.references[1] > 1 else ""
        # by itself it takes 13a, which finds no words where there are no blanks
        several += f', preprocess = ["{found.tokenizer}"]' if found.tokenizer not in ("", "13a") else ""
        yield f'    {{ name = "delta-bleu(order=2)"{several} }},  # the references have weights'
    # by itself it counts words of ASCII letters, as ROUGE's tokenizer does
    length = f'{{ name = "length", preprocess = ["{found.tokenizer}"] }}' if found.tokenizer else '"length"'
    yield f"    {length},  # a floor: what a metric has to beat"
    yield "]"
    yield 'components = ["f"]  # of ROUGE; also recall, precision'
    if not found.tokenizer:
        yield '# preprocess = ["CASE", "STEM", "STOP"]  # a row or column each; each metric\'s own by default'


def _scores(found: Holdings, scored: Sequence[str]) -> Iterator[str]:
    if scored:
        more = f" and {len(scored) - _NAMED:,} more" if len(scored) > _NAMED else ""
        yield from (
            "",
            "# [scores]  # scores computed elsewhere become a metric, once metrics above names it",
        )
        yield f"# here are those of {', '.join(scored[:_NAMED])}{more}; of error rates with lower = true"
        for name in scored[:_FEW]:
            key = re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")
            # a name of the workbench is its own metric, counted from the texts
            key = f"{key}-there" if key in METRICS else key
            column = "" if key == name.lower() else f", column = {_text(name)}"
            yield f'# {key} = {{ file = "{{data}}/metric-scores"{column} }}'
    elif found.texts and found.references[1]:
        yield from ("", "# [scores]  # scores computed elsewhere become a metric")
        yield '# bertscore = { file = "bertscore.csv", column = "f1" }'


def _data(data: EvalSet, found: Holdings) -> Iterator[str]:
    card, (criteria, tasks) = data.card, found.wanted
    yield from ("", "[data]", f"name = {_text(card.name)}", f"criteria = {_listed(criteria)}")
    for name in criteria:
        said = card.criteria[name]
        scale = f"{' '.join(said.scale.split())}, " if said.scale else ""
        yield f"#   {name}: {scale}{said.direction} is better"
    for name, there in found.criteria.items():
        if name not in criteria and there:
            yield f"#   {name} was not judged in every task: a file of its own, with tasks = {_listed(there)}"
    if tasks:
        yield f"tasks = {_listed(tasks)}"
    if len(card.raters) > 1:
        others = ", ".join(sorted({*card.raters} - {card.default_raters}))
        yield f"raters = {_text(card.default_raters)}  # or {others}"
    if data.options:
        yield f"options = {{ {', '.join(f'{key} = {_text(value)}' for key, value in data.options.items())} }}"
    elif card.options:
        shown = ", ".join(f"{key} = {_text(values[0])}" for key, values in card.options.items())
        yield f"# options = {{ {shown} }}  # `workbench data show {card.name}` lists the others"
    if found.weights:
        yield 'unscorable = "drop"  # what a metric cannot score is left out of every row, and counted'


def _references(data: EvalSet, found: Holdings) -> Iterator[str]:
    if found.references[1] < 2 or not found.texts:
        return
    name = data.references["reference"].iloc[0]
    yield from ("", "[[references]]", 'name = "1 ref"')
    yield f'select = "one"  # also first(k=4), sample(k=4), {_text(f"named(reference={name})")[1:-1]}'
    yield from ("", "[[references]]", 'name = "all refs"')
    yield 'combine = "best"  # of ROUGE: pooled, best, mean, jackknife; BLEU always sees a set'


def _statistics(data: EvalSet, found: Holdings) -> Iterator[str]:
    few = found.systems < _FEW
    levels = ["global"] if few else ["system"] if found.segments < 2 else ["system", "segment"]
    yield from ("", "[correlation]")
    why = "  # too few systems for a coefficient over systems" if few else ""
    yield f"levels = {_listed(levels)}{why or '  # also within-system, global'}"
    special = "" if few or found.segments < 2 else ", soft-pairwise-accuracy, acc-eq-calibrated"
    yield f'coefficients = ["pearson", "kendall"]  # also spearman{special}'
    if found.systems < 2 or (found.systems == 2 and found.segments > 1):
        which = "one system" if found.systems < 2 else "two systems"
        yield f'resample = "inputs"  # of {which}, intervals speak of other inputs'
        yield 'population = "these systems, all inputs"'
    yield "draws = 1000  # resamples of the intervals"
    if found.systems >= _FEW and found.texts and found.references[1]:
        yield from ("", "[test]  # which metrics differ?", 'against = "best"  # or all, or a metric')
    if len(data.tasks) > 1 and not few:
        yield from ("", "# [protocol]  # the average over tasks that ranks metrics at WMT, with its tests")
    if found.raters >= 2:
        yield from ("", "[ceiling]  # how well the judges agree: what a metric could reach")

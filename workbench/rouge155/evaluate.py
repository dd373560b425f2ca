"""ROUGE-1.5.5's own evaluation: a configuration in, the program's printed averages out.

The scores are those of the metrics with ``profile=rouge-1.5.5``; what is done here is what the program does
around them: which texts meet, averages and intervals over evaluations, the order of its output.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from workbench.datasets.readers.nist.rouge155 import Evaluation, read_configuration, read_list
from workbench.datasets.readers.nist.rouge155_texts import get_format, read_sentences, text_of_bytes
from workbench.errors import MissingDataError, Problem, SpecError, suggest
from workbench.metrics.base import Counts, Metric, ratio
from workbench.metrics.batch import Batch, BatchLayout
from workbench.metrics.nested import widest
from workbench.metrics.references import score_candidates
from workbench.metrics.rouge import RougeN, RougeSU, RougeW
from workbench.report.rouge155 import Average, Averages, Sums, write_averages, write_sums
from workbench.rouge155.options import Options
from workbench.stats.resampling.perl_random import perl_interval, perl_sums
from workbench.text.corpus import Corpus
from workbench.text.preprocess import get_preprocess
from workbench.types import Array

Say = Callable[[str], None]
COMPONENTS = ("recall", "precision", "f")


def evaluate_files(
    path: Path,
    options: Options,
    *,
    system: str | None = None,
    form: str | None = None,
    warn: Say,
    note: Say | None = None,
) -> Iterator[str]:
    """Evaluate what a configuration lists, and yield the output of ROUGE-1.5.5, a section at a time.

    Parameters
    ----------
    path : Path
        The configuration, or the list of files if there is a `form`.
    options : Options
    system : str, optional
        The one system to evaluate; all without it. In a list of files it names the only one.
    form : str, optional
        -z: the format of the texts of a list of files.
    warn : function
        Is told what was left out.
    note : function, optional
        Is told which evaluation is read.

    Raises
    ------
    DataError
        A configuration or a reference that cannot be read; a candidate that is not there is left out.
    SpecError
        A system that the configuration does not have.
    """
    if form is None:
        evaluations = read_configuration(path)
    else:
        evaluations = read_list(path, get_format(form, "-z"), "X" if system is None else system)
    listed = {name for evaluation in evaluations for name in evaluation.candidates}
    if system is not None and system not in listed:
        raise SpecError(Problem(str(path), f"no evaluation has a P {system!r}", hint=suggest(system, listed)))
    chosen = sorted(listed) if system is None else [system]
    topics = _read(evaluations, chosen, warn, note)
    if not any(topic.candidates for topic in topics):
        raise MissingDataError(Problem(str(path), "lists no candidate that can be read"))
    counted = _Counted(topics, options, warn)
    for name in chosen:
        yield from _sections(name, counted, options, warn)


class _Topic(NamedTuple):
    """The texts of an evaluation."""

    name: str
    candidates: dict[str, str]
    references: list[str]


def _read(
    evaluations: Sequence[Evaluation], systems: Sequence[str], warn: Say, note: Say | None
) -> list[_Topic]:
    topics = []
    for evaluation in evaluations:
        if note is not None:
            files = [*evaluation.candidates.values(), *evaluation.references.values()]
            note(f"evaluation {evaluation.name}: {', '.join(file.path for file in files)}")
        candidates = {}
        for system in systems:
            if system not in evaluation.candidates:
                warn(f"evaluation {evaluation.name} has no P {system}: left out")
                continue
            try:
                candidates[system] = text_of_bytes(read_sentences(*evaluation.candidates[system]))
            except MissingDataError as error:
                warn(f"{error}: left out")
        references = [text_of_bytes(read_sentences(*file)) for file in evaluation.references.values()]
        topics.append(_Topic(evaluation.name, candidates, references))
    return topics


class _Table(NamedTuple):
    """A measure of every candidate, float64[n_candidates, 3] each.

    `scores` are recall, precision and F; `sums` match, reference and candidate of all references or the best.
    """

    label: str
    scores: Array
    sums: Array


class _Counted:
    """Every measure of every candidate; texts are cut once, and counted once a counter."""

    def __init__(self, topics: Sequence[_Topic], options: Options, warn: Say) -> None:
        self.keys = [(topic.name, system) for topic in topics for system in topic.candidates]
        layout = BatchLayout.of_sizes(
            [len(topic.candidates) for topic in topics], [len(topic.references) for topic in topics]
        )
        candidates = [text for topic in topics for text in topic.candidates.values()]
        corpus = Corpus(candidates + [text for topic in topics for text in topic.references])
        texts = corpus.encode(get_preprocess(options.preprocess))
        ours, theirs = np.split(np.arange(len(texts.texts) - 1), [len(candidates)])
        batch = Batch(texts.take(ours), texts.take(theirs), layout)
        self.tables = []
        counted: dict[str, Counts] = {}
        counters = widest([("", metric.counter) for _, metric in options.measures])
        for (label, metric), counter in zip(options.measures, counters, strict=True):
            if counter.name not in counted:
                counted[counter.name] = counter.count(batch)
            counts = counted[counter.name]
            scores = score_candidates(metric, counts, layout, "best" if options.best else "pooled")
            columns = np.column_stack([scores[component] for component in COMPONENTS])
            self.tables.append(_Table(label, columns, _sums(metric, counts, layout, options.best)))
            if isinstance(metric, RougeW):
                without = {self.keys[number][0]: None for number in layout.pair_candidate[counts[:, 1] == 0]}
                for name in without:
                    what = "has a reference without words; ROUGE-1.5.5 itself stops at"
                    warn(f"evaluation {name} {what} {label}")

    def rows(self, system: str) -> list[int]:
        """Return the candidates of a system; the program sorts "evaluation.system" as strings."""
        found = [number for number, key in enumerate(self.keys) if key[1] == system]
        return sorted(found, key=lambda number: ".".join(self.keys[number]))


def _sums(metric: Metric, counts: Counts, layout: BatchLayout, best: bool) -> Array:
    table, chosen = layout.spread(counts), layout.spread(layout.chosen)
    if best:
        first = np.where(chosen, metric.rank(table), -np.inf).argmax(axis=1)
        chosen = chosen & (np.arange(chosen.shape[1]) == first[:, None])
    sums: Array = (table * chosen[:, :, None]).sum(axis=1)
    if isinstance(metric, RougeN):
        return sums[:, 3 * (metric.order - 1) : 3 * metric.order]
    return sums[:, :3] + sums[:, 3:6] if isinstance(metric, RougeSU) else sums[:, :3]


def _sections(system: str, counted: _Counted, options: Options, warn: Say) -> Iterator[str]:
    """Yield what is printed of a system, a measure at a time."""
    rows = counted.rows(system)
    if not rows:
        warn(f"P {system}: there is nothing to evaluate")
        return
    names = [counted.keys[row][0] for row in rows]
    for label, all_scores, all_sums in counted.tables:
        scores, sums = all_scores[rows], all_sums[rows]
        if options.average == 2:
            # one after the other, as the program adds; with powers of ROUGE-W the last bit may count
            match, reference, candidate = np.add.accumulate(sums)[-1].tolist()
            yield write_sums(Sums(system, label, reference, candidate, match))
            continue
        if options.average == 1:
            drawn = _ratios(perl_sums(sums, options.draws), options.alpha)
        else:
            drawn = perl_sums(scores, options.draws) / len(rows)
        ends = np.column_stack(perl_interval(drawn, float(options.confidence)))
        details = dict(zip(names, scores.tolist(), strict=True)) if options.details else {}
        averages = [Average(*row) for row in ends.tolist()]
        yield write_averages(Averages(system, label, averages, options.confidence, details))


def _ratios(sums: Array, alpha: float) -> Array:
    """Return recall, precision and F of summed counts, not rounded and for ROUGE-W without a root."""
    match, reference, candidate = sums.T
    recall, precision = ratio(match, reference), ratio(match, candidate)
    f = ratio(precision * recall, (1 - alpha) * precision + alpha * recall)
    return np.column_stack((recall, precision, f))

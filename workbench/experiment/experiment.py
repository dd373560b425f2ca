"""The experiment as one object: data, what is asked of them, and every step of the way, each made once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, TypeVar

import pandas as pd
import tomli_w

from workbench.cluster import Workers
from workbench.code.reads import token_of
from workbench.datasets.evalset import EvalSet
from workbench.datasets.load import load, place_of_files
from workbench.datasets.understood import Understood, understand
from workbench.errors import Problem, SpecError, suggest
from workbench.executor import Serial, one_blas_thread
from workbench.experiment.analysis import Analysis, Result, known_analyses
from workbench.experiment.analysis_method import method_of
from workbench.experiment.chosen_data import chosen_as_given, say_standardised
from workbench.experiment.correlate import correlate_all
from workbench.experiment.count import Counted, count_all
from workbench.experiment.judging import find_judging, say_judging
from workbench.experiment.judgments import require_judgments
from workbench.experiment.left_out import cannot_score, known_before
from workbench.experiment.methods import describe_methods
from workbench.experiment.own_metrics import read_tables
from workbench.experiment.plan import Plan, make_plan
from workbench.experiment.python_content import (
    AskedReferences,
    changed_content,
    other_data,
    own_names,
    own_tables,
    plain,
)
from workbench.experiment.resources import Resources, make_resources
from workbench.experiment.rows import Row, lay_rows
from workbench.experiment.score import refuse_wholes, score_all
from workbench.experiment.scored import Scores
from workbench.experiment.sections import Section
from workbench.experiment.spec import Spec, build_spec
from workbench.experiment.store import Store
from workbench.experiment.write import Report, write_report
from workbench.metrics.base import Maker, Metric, get_metric
from workbench.metrics.function import FunctionMetric
from workbench.registry import load_installed
from workbench.report.layouts import LAYOUTS, lay_out_plain
from workbench.report.methods import Methods
from workbench.report.plot_intervals import plot_intervals
from workbench.report.table import Table
from workbench.schema import RECORDS, with_plain_strings

T = TypeVar("T")
_SCORED = {
    "name", "seed", "scores", "metrics", "components", "preprocess", "data", "mined", "references", "unit",
}  # fmt: skip
"""What of an experiment its plan and scores depend on, beside the levels of the correlation."""


class Experiment:
    """Data and what is asked of them: one immutable object.

    The same from a file (`workbench.read`) and in Python. Its steps (`plan`, `counts`, `scores`, `rows`,
    `records`) are computed when they are asked for, once, and shared with every experiment that `replace`
    makes of it. Its analyses are methods, whose options are the keys of their sections.

    Parameters
    ----------
    data : EvalSet, str or Path
        A data set, or what `workbench.load` finds one by: its name or path.
    metrics : sequence of str
        Names, as in ``rouge-w(weight=1.2)``; or tables, for one that is used differently from the others.
    components, preprocess : sequence of str, optional
        For all metrics; each metric's own where nothing is said.
    references : mapping, optional
        Name of a setting to the selection, to (selection, combination), or to what a section
        ``[[references]]`` says: ``{"1 ref": "one", "best of 4": ("first(k=4)", "best"), "dealt anew":
        {"weights": "shuffled"}}``. All references, pooled, where nothing is said.
    criteria : sequence of str, optional
        What was judged; all of it where nothing is said.
    raters : str, optional
        A group of raters of the data set's card; its default where nothing is said.
    unscorable : "error" or "drop", optional
        What becomes of a segment that some metric cannot score.
    workers : int or distributed.Client
        Threads, or the processes that a client of Dask knows; they do not change a byte of the result.
    cache : path, optional
        Where counts and scores are kept on disk; in memory only where nothing is said.
    progress : bool, optional
        Whether bars are drawn for what takes longer than two seconds; wherever a person looks on where
        nothing is said.
    **asked
        All other keys and sections of an experiment file, under the same names and with the same defaults:
        ``correlation={"levels": ["segment"]}``, ``test={"against": "all"}``, ``seed=1``. `workbench sections`
        lists them. ``scores`` may also hold numbers by (task, segment, system).

    Raises
    ------
    WorkbenchError
        One line for each thing that cannot be done.

    Examples
    --------
    >>> import workbench
    >>> data = workbench.simulate(topics=4, systems=5, references=1).evalset
    >>> e = workbench.Experiment(data, ["rouge-1", "rouge-2"], correlation={"draws": 10})
    >>> e.correlate().frame[["metric", "level", "coefficient", "n_systems"]].values.tolist()[:2]
    [['rouge-1', 'system', 'pearson', 5], ['rouge-1', 'system', 'spearman', 5]]
    >>> f = e.replace(metrics=[*e.metrics, "bleu"])
    >>> e.counts.pairs, f.counts.pairs  # 20 outputs, one reference each: both ROUGE at once; then BLEU only
    (20, 20)
    """

    spec: Spec
    data: EvalSet
    own: Mapping[str, Maker]
    resources: Resources
    named: Mapping[str, Metric]

    def __init__(
        self,
        data: EvalSet | str | Path,
        metrics: Sequence[str | Mapping[str, object]],
        *,
        components: Sequence[str] | None = None,
        preprocess: Sequence[str] | None = None,
        references: AskedReferences | None = None,
        criteria: Sequence[str] | None = None,
        raters: str | None = None,
        unscorable: str | None = None,
        workers: Workers = 1,
        cache: str | Path | None = None,
        progress: bool | None = None,
        **asked: Any,
    ) -> None:
        evalset = data if isinstance(data, EvalSet) else load(data)
        given = {
            "metrics": metrics,
            "components": components,
            "preprocess": preprocess,
            "references": references,
            "criteria": criteria,
            "raters": raters,
            "unscorable": unscorable,
            **asked,
        }
        place = place_of_files(data) if isinstance(data, str | Path) else None
        own = read_tables(asked.get("scores"), "experiment", Path(), place)
        content = {"data": {"name": evalset.card.name, "options": dict(evalset.options)}}
        said = {key: value for key, value in given.items() if value is not None}
        spec = build_spec(changed_content(content, said), own=own)
        made = Experiment.of(spec, evalset, own, make_resources(workers, cache, progress))
        self.__dict__.update(made.__dict__)

    @classmethod
    def of(
        cls,
        spec: Spec,
        data: EvalSet,
        own: Mapping[str, Maker],
        resources: Resources,
        named: Mapping[str, Metric] | None = None,
    ) -> "Experiment":
        """Return the experiment of something asked, data, and the metrics that only it has."""
        made = cls.__new__(cls)
        made.spec, made.data, made.own, made.resources = spec, data, own, resources
        # looked up now: a metric that is defined anew later is one of another experiment
        made.named = named or {each.name: get_metric(each.name, own=own) for each in spec.metrics}
        return made

    def asking(self, section: str, options: Mapping[str, Any]) -> "Experiment":
        """Return the experiment with other options of a section; its metrics are the very same ones."""
        spec = build_spec(changed_content(self.spec.content(), {section: options}), self.name, self.own)
        return self._with_metrics_of(Experiment.of(spec, self.data, self.own, self.resources, self.named))

    def assuming(self, spec: Spec, counts: Counted, store: Store) -> "Experiment":
        """Return the experiment with other settings, and counts that it did not make; no step is shared."""
        resources = Resources(store, Serial())
        made = self._with_metrics_of(Experiment.of(spec, self.data, self.own, resources, self.named))
        made.resources.steps["plan", *made._scored_by] = self.plan
        made.resources.steps["counts", *made._scored_by] = counts
        return made

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse to change what was made."""
        if name in self.__dict__ or name not in Experiment.__annotations__:
            raise AttributeError(f"an experiment does not change: e.replace({name}=...) makes another one")
        super().__setattr__(name, value)

    # ------------------------------------------------------------------ what is asked

    @property
    def name(self) -> str:
        """Of the folder of its report."""
        return self.spec.name

    @property
    def metrics(self) -> list[str | dict[str, Any]]:
        """The metrics as they were asked for."""
        asked: list[str | dict[str, Any]] = self.spec.content()["metrics"]
        return asked

    def replace(self, **changed: Any) -> "Experiment":
        """Return an experiment that differs in what is named, and shares everything that was made so far.

        Parameters
        ----------
        **changed
            As for `Experiment`. Of a section the keys that are named change; None takes a section or a key of
            one away.

        Raises
        ------
        WorkbenchError
            One line for each thing that cannot be done.
        """
        tables = changed.get("scores")
        own = {**self.own, **read_tables(tables, self.name, Path())} if tables else self.own
        spec = build_spec(changed_content(self.spec.content(), changed), self.name, own)
        return Experiment.of(spec, self.data, own, self.resources)

    def to_toml(self) -> str:
        """Return the experiment file that gives the same bytes, of data that are found by their name.

        Data that were made in Python are found when they were written, by `EvalSet.write`; of simulated data
        lines above the first one say where their name finds others. Metrics and
        coefficients that were made there are named above the first line: a file that defines them is given
        with ``--metrics``. So are scores that were given there: a file has to hold them.
        """
        content = self.spec.content()
        own = other_data(self.data) + own_tables(content.get("scores", {}))
        own += own_names(self.named.values(), self.spec.correlation.coefficients)
        return own + str(tomli_w.dumps(plain(content)))

    # ------------------------------------------------------------------ the steps

    @cached_property
    def _scored_by(self) -> tuple[object, ...]:
        """What plan, counts and scores depend on."""
        asked = self.spec.model_dump_json(include=_SCORED)
        levels = (*self.spec.correlation.levels, self.spec.correlation.given)
        # two functions or tables of one name are not the same metric
        return asked, levels, self._read, *((metric, metric.counter) for metric in self.named.values())

    @cached_property
    def _read(self) -> tuple[str, ...]:
        """What its functions read when it was first asked for anything: with other values they are others."""
        functions = [each.function for each in self.named.values() if isinstance(each, FunctionMetric)]
        return tuple(map(token_of, functions))

    def _with_metrics_of(self, made: "Experiment") -> "Experiment":
        """Let what functions read in another experiment be what they read in this one."""
        made.__dict__["_read"] = self._read
        return made

    @cached_property
    def plan(self) -> Plan:
        """Every condition, and what has to be counted for it."""
        made = self.resources.once(
            ("plan", *self._scored_by), lambda: make_plan(self.spec, self.data, self.named)
        )
        return replace(made, spec=self.spec)

    @property
    def understood(self) -> Understood:
        """What was understood of the data that are looked at, and what looks wrong in them."""
        key = ("understood", *self._scored_by)
        conditions = [each for each in self.plan.conditions if each.metric.reads_texts]
        read = dict.fromkeys(each.metric.prepares(each.preprocess) for each in conditions)

        def look() -> Understood:
            chosen = chosen_as_given(self.spec.data, self.data, self.name, self.spec.seed)
            judged = chosen.judgments[chosen.judgments["criterion"].isin(self.plan.criteria)]
            mined = self.spec.mined
            # what mined references replace is not looked at
            rows = chosen.references.iloc[:0] if mined and not mined.keep else chosen.references
            looked_at = replace(chosen, judgments=judged, references=rows)
            judging = find_judging(self.plan, looked_at)
            found = understand(looked_at, tuple(read), judging)
            who = () if judging is None else tuple(say_judging(self.plan, looked_at, judging))
            scaled = say_standardised(self.spec.data, self.data, self.name, self.spec.seed)
            warnings = (*found.warnings, *self.plan.oddities)
            return replace(found, lines=(*found.lines, *who, *scaled), warnings=warnings)

        return self.resources.once(key, look)

    @property
    def counts(self) -> Counted:
        """What was counted in each pair of texts, once."""
        key = ("counts", *self._scored_by)
        resources = self.resources
        return resources.once(key, lambda: count_all(self.plan, resources.store, resources.executor))

    @property
    def scores(self) -> Scores:
        """The score of every output and system under every condition."""
        key = ("scores", *self._scored_by)
        made = self.resources.once(key, lambda: score_all(self.plan, self.counts, self.resources.store))
        return refuse_wholes(self.plan, made)

    @property
    def rows(self) -> list[Row]:
        """What analyses see: of each condition its scores, beside the judgments and their resamples."""
        scores = self.scores
        return self.resources.once(self._rows_key, lambda: lay_rows(self.plan, scores))

    def once(self, key: tuple[object, ...], make: Callable[[], T]) -> T:
        """Return what was made of the rows under a key, or make it; all analyses share it."""
        return self.resources.once((*self._rows_key, *key), make)

    @property
    def _rows_key(self) -> tuple[object, ...]:
        return ("rows", *self._scored_by, self.spec.correlation.model_dump_json())

    @cached_property
    def records(self) -> pd.DataFrame:
        """One row a cell of the table, columns of `schema.RECORDS`, with what analyses say of it."""
        with one_blas_thread():
            records = correlate_all(self.plan, self.rows, self.resources.executor)
            for each, settings in self.answered:
                records = each().annotate(self, settings, records)
        return RECORDS.build(records)

    @cached_property
    def plain_records(self) -> pd.DataFrame:
        """The records for those who cut them into many small pieces."""
        return with_plain_strings(self.records)

    # ------------------------------------------------------------------ the answers

    @property
    def answered(self) -> list[tuple[type[Analysis], Section]]:
        """The analyses that a report has, each with its settings: those asked for, and the standing ones."""
        asked = dict(self.spec.asked)
        every = [(each, asked.get(each)) for each in known_analyses()]
        return [
            (each, settings or each.Section()) for each, settings in every if settings or each.is_standing
        ]

    @cached_property
    def _answers(self) -> Resources:
        """Keeps what only this experiment asks for."""
        return replace(self.resources, steps={})

    def result(self, kind: type[Analysis], settings: Section) -> Result:
        """Return the answer of an analysis under some settings, computed once, or refuse what they name."""
        key = (kind.called, settings.model_dump_json())

        def answer() -> Result:
            kind().check_plan(self.plan, settings)
            return kind().compute(self, settings)

        return self._answers.once(key, answer)

    def files_of(self, kind: type[Analysis], settings: Section) -> dict[str, bytes]:
        """Return what an analysis adds to the report, drawn once: the report, its page and a study ask."""
        key = ("files", kind.called, settings.model_dump_json())
        return self._answers.once(key, lambda: kind().files(self.result(kind, settings)))

    def correlate(self, **changed: Any) -> Result:
        """Return how well each metric agrees with the judgments, and how sure that is.

        Under it stands which segments could not be scored, and are left out; and what looks wrong about the
        data, by name; `understood` says the rest.
        """
        if changed:
            return self.asking("correlation", changed).correlate()
        lines = (*self.scores.left_out, *self.understood.named())
        return Result({"records": self.records}, _SHOWN, lines, partial(plot_intervals, self.records))

    def table(self, **changed: Any) -> Table:
        """Return the records as the table of a paper; it shows itself, and `render` writes it."""
        if changed:
            return self.asking("table", changed).table()
        asked = self.spec.table
        layout = LAYOUTS.get(asked.layout)
        shown = layout, asked.digits, asked.intervals, asked.coefficients
        return self._answers.once(("table",), lambda: lay_out_plain(self.plain_records, *shown))

    def methods(self) -> Methods:
        """Return the methods paragraph of a paper, whose numbers are those of the records."""
        return self._answers.once(("methods",), lambda: describe_methods(self))

    def check(self) -> None:
        """Raise a `WorkbenchError` for what cannot be done with these data, before anything is computed.

        First for all that the plan does not find in the data, and then for all that sections name. Where
        segments without a score are an error, for a metric that will have none, as far as that is known. Then
        for judgments that are missing.
        """
        plan, problems = self.plan, list[Problem]()
        for kind, settings in self.spec.asked:
            try:
                kind().check_plan(plan, settings)
            except SpecError as error:
                problems += error.problems
        if problems:
            raise SpecError(*problems)
        if self.spec.data.unscorable == "error":
            for condition, segments in known_before(plan):
                raise cannot_score(plan, condition, segments)
        require_judgments(plan)

    def write(self, folder: str | Path) -> Report:
        """Compute everything that is asked and write it to a folder, as `workbench run` does."""
        return write_report(self, folder)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """Return the method of a registered analysis."""
        own = vars(type(self)).get(name)
        if own is not None:
            own.__get__(self)  # it is there and has failed: its own error, not that there is no such name
        if name.startswith("_"):
            raise AttributeError(name)
        known = {each.called: each for each in known_analyses()}
        if name not in known:
            load_installed()
            known = {each.called: each for each in known_analyses()}
        if name not in known:
            hint = suggest(name, dir(self))
            raise AttributeError(f"an experiment has no {name!r}. {hint}")
        return method_of(known[name], self)

    def __dir__(self) -> list[str]:
        """Return what one asks of an experiment: its steps and answers, and no names that only code needs."""
        mine = (name for name in vars(Experiment) if not name.startswith("_") and name not in _FOR_CODE)
        return sorted(["data", *mine, *(each.called for each in known_analyses())])

    def __repr__(self) -> str:
        names = ", ".join(str(spec.name) for spec in self.spec.metrics)
        return f"Experiment({self.name}: {names} on {self.data!r})"


_FOR_CODE = ("of", "asking", "assuming", "once", "answered", "result", "files_of", "plain_records")
_SHOWN = (
    "metric", "component", "preprocess", "references", "task", "criterion", "level", "block_size",
    "coefficient", "given", "value", "low", "high", "n_systems", "n_segments", "confidence", "interval",
    "interval_reason", "population", "role", "standing", "reason",
)  # fmt: skip

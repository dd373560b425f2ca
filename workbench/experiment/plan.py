"""The plan: every condition of an experiment, and what has to be counted for it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from workbench.code.identity import Code, code_of
from workbench.datasets.evalset import EvalSet
from workbench.datasets.looks.oddity import Oddity
from workbench.errors import Problem, SpecError, suggest
from workbench.experiment.chosen_data import choose_data, choose_judgments, homes_of, in_parts
from workbench.experiment.few_references import find_few_references
from workbench.experiment.mined import mine_section
from workbench.experiment.missing_scores import find_missing_scores
from workbench.experiment.own_references import without_their_own
from workbench.experiment.rated_references import check_weights, without_weighing
from workbench.experiment.sections import ReferenceSpec
from workbench.experiment.spec import Spec
from workbench.experiment.task_data import TaskData, lay_out
from workbench.experiment.units import find_pairs
from workbench.experiment.unmatched_scores import find_strange_scores
from workbench.metrics.base import Counter, Metric, get_metric
from workbench.metrics.batch import BatchLayout
from workbench.metrics.external import External
from workbench.metrics.function import FunctionMetric
from workbench.metrics.made_of_pairs import MadeOfPairs
from workbench.metrics.nested import widest
from workbench.metrics.references import reweigh, select
from workbench.stats.resampling.streams import stream


@dataclass(frozen=True)
class CountTask:
    """Something to be counted once."""

    task: str
    preprocess: str
    counter: Counter
    references: ReferenceSpec | None

    @property
    def label(self) -> str:
        """What a person calls it."""
        setting = f", {self.references.name}" if self.references else ""
        return f"{self.counter.name} of {self.task} ({self.preprocess}{setting})"

    @property
    def reads_texts(self) -> bool:
        """Whether texts are compared for it, and not scores looked up, or nothing at all."""
        return bool(getattr(self.counter, "reads_texts", True))

    @property
    def source(self) -> "CountTask":
        """What is really counted for it: the pairs that it is made of, else itself."""
        if isinstance(self.counter, MadeOfPairs):
            return CountTask(self.task, self.preprocess, self.counter.pairs, None)
        return self


@dataclass(frozen=True)
class Condition:
    """One point of the product metric × preprocessing × references × task; its components come together."""

    metric: Metric
    components: tuple[str, ...]
    preprocess: str
    references: ReferenceSpec
    task: str

    @cached_property
    def count_task(self) -> CountTask:
        """Whose counts it is scored by: pairs serve every reference setting, candidates only their own."""
        counter = self.metric.counter
        setting = self.references if counter.rows == "candidate" else None
        return CountTask(self.task, self.metric.prepares(self.preprocess), counter, setting)


@dataclass(frozen=True)
class Plan:
    """Conditions, the data they are about, and the layout of each reference setting.

    `without` says which setting takes the place of another one, by the name of that and the task, for a
    system that is compared with the one from which some of its references come. `named` are the metrics by
    the names that they were asked for. `kept` says what of the data set is looked at, where that is not all.
    `oddities` are what is asked and probably not meant. `codes` are those of metrics that are functions, by
    their names: what a function reads may change after it has scored.
    """

    spec: Spec
    evalset: EvalSet
    tasks: dict[str, TaskData]
    layouts: dict[tuple[str, str], BatchLayout]
    conditions: tuple[Condition, ...]
    criteria: tuple[str, ...]
    raters: str
    without: dict[tuple[str, str], dict[str, ReferenceSpec]]
    named: Mapping[str, Metric]
    kept: str = ""
    oddities: tuple[Oddity, ...] = ()
    codes: Mapping[str, Code] = field(default_factory=dict)

    @property
    def dataset(self) -> str:
        """The data set, its version and what of it is looked at, as records name them."""
        named = f"{self.evalset.card.name} {self.evalset.card.version}"
        return f"{named}, only {self.kept}" if self.kept else named

    def full_name(self, name: str) -> str:
        """Return a metric's name with the parameters that it always shows; what is no metric stays."""
        try:
            return self.named[name].name if name in self.named else get_metric(name).name
        except SpecError:
            return name

    @cached_property
    def counted_for(self) -> dict[CountTask, CountTask]:
        """What is counted for whatever conditions need: itself, or what counts more in further columns."""
        tasks = list(dict.fromkeys(condition.count_task.source for condition in self.conditions))
        counters = widest([((one.task, one.preprocess, one.references), one.counter) for one in tasks])
        return {one: replace(one, counter=wide) for one, wide in zip(tasks, counters, strict=True)}

    @property
    def count_tasks(self) -> list[CountTask]:
        """Everything to be counted, each once."""
        return list(dict.fromkeys(self.counted_for.values()))


def make_plan(spec: Spec, evalset: EvalSet, named: Mapping[str, Metric] | None = None) -> Plan:
    """Spell an experiment out on its data set.

    Parameters
    ----------
    spec : Spec
    evalset : EvalSet
    named : mapping of str to Metric, optional
        Its metrics, by the names that they are asked for; looked up where nothing is said.

    Raises
    ------
    SpecError
        With one line for each thing that the data set does not have.
    """
    named = named or {metric.name: get_metric(metric.name) for metric in spec.metrics}
    found: list[Problem | Oddity] = list(find_strange_scores(spec, named, evalset))
    known = {*evalset.outputs["system"], *evalset.references["reference"]}
    problems: list[Problem] = []
    try:
        evalset, kept = choose_data(spec.data, evalset, f"{spec.name}: data", spec.seed)
    except SpecError as error:
        # of all the data: what nobody judged there, nobody judged in a part of them
        choose_judgments(spec.data, evalset, f"{spec.name}: data", problems)
        raise SpecError(*error.problems, *problems) from None
    if spec.data.by is not None:
        homes = homes_of(evalset, spec.data.by, f"{spec.name}: data")
        evalset, named = in_parts(evalset, homes), _with_tasks(named, homes)
    evalset = mine_section(spec.mined, evalset, spec.seed, f"{spec.name}: mined")
    criteria = spec.data.criteria or list(evalset.criteria)
    if not evalset.criteria:
        problems.append(Problem(f"{spec.name}: data", "nobody judged anything of what is chosen here"))
    evalset, raters = choose_judgments(spec.data, evalset, f"{spec.name}: data", problems)
    tasks = {task: lay_out(evalset, task) for task in evalset.tasks}
    layouts = _select_all(spec, tasks, problems)
    found += find_few_references(spec, tasks) if evalset.card.texts else []
    problems += [each for each in found if isinstance(each, Problem)]
    _check_parts(spec, tasks, problems)
    if not evalset.card.texts:
        _refuse_texts(spec, named, evalset.card.name, problems)
    conditions = _cross(spec, named, list(tasks), problems)
    problems += without_weighing(spec, named) if not problems and not conditions else []
    if not problems and spec.mined is None:
        used = dict.fromkeys(each.references for each in conditions if each.metric.reads_texts)
        evalset, not_own = without_their_own(evalset, tasks, used, spec.seed)
        if not_own:
            kept = "; ".join(filter(None, (kept, not_own)))
            tasks = {task: lay_out(evalset, task) for task in evalset.tasks}
            layouts = _select_all(spec, tasks, problems)
            conditions = _cross(spec, named, list(tasks), problems)
    if not problems:
        problems += check_weights(spec.name, conditions, tasks, layouts)
        problems += find_missing_scores(spec, named, tasks, known)
    _check_pairs(spec, tasks, problems)
    if problems:
        raise SpecError(*problems)
    without = _leave_out(spec, tasks, layouts)
    conditions += [
        replace(condition, references=setting)
        for condition in conditions
        for setting in without.get((condition.references.name, condition.task), {}).values()
    ]
    oddities = tuple(each for each in found if isinstance(each, Oddity))
    functions = [metric for metric in named.values() if isinstance(metric, FunctionMetric)]
    codes = {metric.name: code_of(metric) for metric in functions}
    return Plan(
        spec, evalset, tasks, layouts, tuple(conditions), tuple(criteria), raters, without, named, kept,
        oddities, codes,
    )  # fmt: skip


def _with_tasks(named: Mapping[str, Metric], homes: Mapping[tuple[str, str], str]) -> dict[str, Metric]:
    """Return the metrics, tables of scores with the tasks to which segments belong now."""
    tables = {name: metric for name, metric in named.items() if isinstance(metric, External)}
    moved = {name: replace(each, table=each.table.with_tasks(homes)) for name, each in tables.items()}
    return {**named, **moved}


def _check_parts(spec: Spec, tasks: dict[str, TaskData], problems: list[Problem]) -> None:
    """Note the tasks whose segments have no document or domain, where an experiment asks for that level."""
    for part in spec.correlation.parts:
        for task in tasks.values():
            if "" in task.parts(part):
                where = f"{spec.name}: correlation.levels"
                what = f"the data set does not say which {part} each segment of {task.name} is from"
                problems.append(Problem(where, what))


def _select_all(
    spec: Spec, tasks: dict[str, TaskData], problems: list[Problem]
) -> dict[tuple[str, str], BatchLayout]:
    layouts = {}
    for number, setting in enumerate(spec.references):
        where = f"{spec.name}: references[{number}].select"
        for task in tasks.values():
            if setting.select.startswith("weight") and task.references["weight"].isna().any():
                problems.append(Problem(where, f"the references of {task.name} have no weights"))
                continue
            # the draw depends on how many references are asked for, not on what the setting is called
            rng = stream(spec.seed, "references", task.name, setting.select)
            try:
                names = task.references["reference"].tolist()
                chosen = select(setting.select, task.layout, names, rng, where)
            except SpecError as error:
                problems.extend(problem._replace(where=where) for problem in error.problems)
                break
            # the name tells two shufflings apart
            rng = stream(spec.seed, "weights", task.name, setting.name)
            layouts[setting.name, task.name] = reweigh(setting.weights, chosen, rng)
    return layouts


def _check_pairs(spec: Spec, tasks: dict[str, TaskData], problems: list[Problem]) -> None:
    """Note the systems of listed pairs that no task has."""
    unit = spec.unit
    known = {system for task in tasks.values() for system in task.systems}
    for number, pair in enumerate([] if unit is None or unit.pairs == "all" else unit.pairs):
        for system in pair:
            if system not in known:
                where = f"{spec.name}: unit.pairs[{number}]"
                problems.append(Problem(where, f"unknown system {system!r}", hint=suggest(system, known)))


def _leave_out(
    spec: Spec, tasks: dict[str, TaskData], layouts: dict[tuple[str, str], BatchLayout]
) -> dict[tuple[str, str], dict[str, ReferenceSpec]]:
    """Add the layouts in which the partners of a system in a pair do without the references made by it.

    How often n-grams are in the references, which some metrics ask, is counted in those of all systems: so
    the two systems of a pair are measured alike, and the other pairs change nothing of it.
    """
    without: dict[tuple[str, str], dict[str, ReferenceSpec]] = {}
    if spec.unit is None:
        return without
    for task in tasks.values():
        pairs = find_pairs(spec.unit, task.systems)
        references = task.references["reference"].tolist()
        made_by = task.references["made_by"].to_numpy()
        for maker in sorted(set(made_by) & {system for pair in pairs for system in pair}):
            partners = {system for pair in pairs if maker in pair for system in pair}
            names = task.outputs["system"].to_numpy()
            is_partner = np.isin(names, list(partners))[task.layout.pair_candidate]
            rest = task.layout.choose(~(is_partner & (made_by == maker)[task.layout.pair_reference]))
            for setting in spec.references:
                derived = setting.model_copy(update={"name": f"{setting.name} without {maker}"})
                rng = stream(spec.seed, "references", task.name, setting.select)
                chosen = select(setting.select, rest, references, rng)
                shared = replace(chosen, weights=layouts[setting.name, task.name].weights)
                layouts[derived.name, task.name] = (
                    reweigh("positive", shared, rng) if setting.weights == "positive" else shared
                )
                without.setdefault((setting.name, task.name), {})[maker] = derived
    for (name, task_name), settings in without.items():
        keys = [(each.name, task_name) for each in settings.values()]
        corpus = np.any([layouts[key].chosen for key in [(name, task_name), *keys]], axis=0)
        layouts |= {key: replace(layouts[key], corpus=corpus) for key in keys}
    return without


def _refuse_texts(spec: Spec, named: Mapping[str, Metric], name: str, problems: list[Problem]) -> None:
    """Note the metrics that compare texts, of a data set that has none."""
    for number, asked in enumerate(spec.metric_specs):
        metric = named[asked.name]
        if metric.reads_texts:
            where = f"{spec.name}: metrics[{number}]"
            hint = "Compare scores computed elsewhere (scores in the experiment file)"
            problems.append(Problem(where, f"{metric.name}: needs texts, and {name} has none", hint=hint))
    if spec.correlation.given:
        where = f"{spec.name}: correlation.given"
        problems.append(Problem(where, f"the length needs texts, and {name} has none"))


def _cross(
    spec: Spec, named: Mapping[str, Metric], tasks: list[str], problems: list[Problem]
) -> list[Condition]:
    conditions = []
    for number, asked in enumerate(spec.metric_specs):
        metric = named[asked.name]
        wanted = asked.components or [metric.components[0]]
        has = tuple(name for name in metric.components if name in wanted)
        if metric.components == ("score",):
            has = metric.components
        elif len(has) < len(set(wanted)):
            wrong = next(name for name in wanted if name not in metric.components)
            where = f"{spec.name}: components of metrics[{number}]"
            what = f"{metric.name} has no component {wrong!r}"
            problems.append(Problem(where, what, hint=suggest(wrong, metric.components)))
        for preprocess in asked.preprocess or [metric.preprocess]:
            for setting in spec.references:
                if asked.references and setting.name not in asked.references:
                    continue
                if setting.weights not in ("rated", "positive") and not metric.weighted:
                    continue  # the numbers would be those of the same references with their weights
                conditions += [Condition(metric, has, preprocess, setting, task) for task in tasks]
    return list(dict.fromkeys(conditions))

"""From records to curves: along thresholds on weights, sizes of a block, or orders of n-grams."""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

import numpy as np
import pandas as pd
from pydantic_core import PydanticCustomError

from workbench.errors import DataError, Problem, SpecError
from workbench.experiment.spec import Spec
from workbench.metrics.base import get_metric
from workbench.registry import read_name, write_name
from workbench.report.curves import BANDS, Curve, CurvePanel
from workbench.report.layouts.counts import count_range, counted
from workbench.report.layouts.labels import COMPONENTS, INTERVALS, coefficient_label, metric_label
from workbench.schema import RECORDS, with_plain_strings

Along = Literal["threshold", "block-size", "order", "references"]
LEAST_WEIGHT = -1.0
"""The weights of references are in [-1, 1]: this threshold has all of them."""
MOST_TICKS = 6


class _Facts(NamedTuple):
    """What tells where a record stands."""

    metric: str
    select: str
    n_references: str
    block_size: int


class _Axis(NamedTuple):
    """What a coefficient is drawn along: where a record stands, and which columns tell curves apart."""

    name: str
    place: Callable[[_Facts], float]
    curve: tuple[str, ...]
    falls: bool = False
    lists_ticks: bool = True


def threshold_of(select: str) -> float:
    """Return the least weight of a reference that a selection takes, NaN for one that is no threshold.

    Examples
    --------
    >>> threshold_of("weight(at_least=0.6)"), threshold_of("all"), threshold_of("one")
    (0.6, -1.0, nan)
    """
    if select == "":
        return math.nan
    name, parameters = read_name(select)
    return {"all": LEAST_WEIGHT, "weight": float(parameters.get("at_least", math.nan))}.get(name, math.nan)


def order_of(metric: str) -> float:
    """Return the highest order of n-grams that a metric looks at, NaN where there is none.

    Examples
    --------
    >>> order_of("bleu(order=2)"), order_of("sentence-bleu"), order_of("rouge-2"), order_of("rouge-l")
    (2.0, 4.0, 2.0, nan)
    """
    try:
        order = getattr(get_metric(metric), "order", math.nan)
    except SpecError:  # a judge, or a metric of another session
        return math.nan
    return float(order) if isinstance(order, int) else math.nan


def number_of(select: str, n_references: str) -> float:
    """Return how many references of a segment are used, NaN where segments differ or ratings choose them.

    Examples
    --------
    >>> number_of("first(k=4)", "4"), number_of("all", "2-5"), number_of("weight(at_least=0.5)", "3")
    (4.0, nan, nan)
    """
    is_number = select != "" and read_name(select)[0] in _COUNTED and n_references.isdigit()
    return float(n_references) if is_number else math.nan


_COUNTED = ("one", "first", "sample", "all")
_SHARED = ("component", "preprocess", "role")
AXES: dict[Along, _Axis] = {
    "threshold": _Axis(
        "least weight of the references",
        lambda record: threshold_of(record.select),
        ("metric", *_SHARED, "combine", "weights", "ablation"),
        falls=True,
    ),
    "block-size": _Axis(
        "segments of a block",
        lambda record: float(record.block_size or math.nan),
        ("metric", *_SHARED, "references"),
        lists_ticks=False,
    ),
    "order": _Axis(
        "highest order of n-grams",
        lambda record: order_of(record.metric),
        ("metric", *_SHARED, "references"),
    ),
    "references": _Axis(
        "references of a segment",
        lambda record: number_of(record.select, record.n_references),
        ("metric", *_SHARED, "combine", "weights", "ablation"),
    ),
}


def places(records: pd.DataFrame, x: Along) -> list[float]:
    """Return where each record stands along an axis, NaN for those that have no place there."""
    facts = list(map(_Facts, *(records[name].tolist() for name in _Facts._fields)))
    found = {each: AXES[x].place(each) for each in dict.fromkeys(facts)}
    return [found[each] for each in facts]


def check_axis(spec: Spec, x: Along) -> None:
    """Raise a pydantic error unless there are two places at least along the axis that is asked for."""
    found, need = _asked_places(spec)[x]
    if not _differ(found):
        raise PydanticCustomError("known", f"figure.x: a curve along {x} needs {need}, two at least")


def changing(spec: Spec) -> list[Along]:
    """Return the axes along which something changes in what an experiment asks for."""
    return [x for x, (found, _) in _asked_places(spec).items() if _differ(found)]


def _differ(places: list[float]) -> bool:
    return len({place for place in places if not math.isnan(place)}) > 1


def _asked_places(spec: Spec) -> dict[Along, tuple[list[float], str]]:
    """Return the places along each axis that an experiment asks for, and what has several of them."""
    sizes = [] if spec.unit is None else spec.unit.sizes
    return {
        "threshold": (
            [threshold_of(setting.select) for setting in spec.references],
            "reference settings with select = 'weight(at_least=...)' or 'all'",
        ),
        "block-size": ([float(size) for size in sizes], "a list in unit.size"),
        "order": ([order_of(metric.name) for metric in spec.metrics], "metrics with different orders"),
        "references": (
            [_asked_number(setting.select) for setting in spec.references],
            "reference settings with select = 'one', 'first(k=...)', 'sample(k=...)' or 'all'",
        ),
    }


def _asked_number(select: str) -> float:
    name, parameters = read_name(select)
    known = {"one": 1.0, "all": math.inf}  # of all references there are more
    return known.get(name, float(parameters.get("k", math.nan)))


def curve_panels(records: pd.DataFrame, x: Along, title: str = "") -> list[CurvePanel]:
    """Return what `workbench.plot_curves` draws: a panel for each task, criterion, level and coefficient.

    Parameters
    ----------
    records : DataFrame
        Columns of `schema.RECORDS`.
    x : "threshold", "block-size", "order" or "references"
        What curves run along: the least weight of the references (``select`` is ``weight(at_least=...)``;
        ``all`` stands at -1, the least weight there is), the segments of a block, the order of n-grams, or
        the number of references of a segment. What has no place there is not drawn, and counted under the
        figure.
    title : str
        Of the panels.

    Raises
    ------
    SpecError
        For another x.
    DataError
        If nothing has a place along x, or two records have the same.

    Undefined
    ---------
    A NaN value is a gap in its curve, and counted under the figure.

    Examples
    --------
    >>> import workbench
    >>> data = workbench.simulate(topics=4, systems=5, references=1).evalset
    >>> e = workbench.Experiment(data, ["bleu(order=1)", "bleu(order=2)"], correlation={"interval": "none"})
    >>> panel, *_ = curve_panels(e.records, "order")
    >>> [(curve.label, curve.x.tolist()) for curve in panel.curves]
    [('BLEU', [1.0, 2.0])]
    """
    return [*each_panel(with_plain_strings(RECORDS.build(records)), x, title)]


def each_panel(records: pd.DataFrame, x: Along, title: str = "") -> Iterator[CurvePanel]:
    """Yield the same panels of records with plain strings, each made when it is asked for."""
    if x not in AXES:
        raise SpecError(Problem("", "no such axis of a figure", x, ", ".join(AXES)))
    records = records.assign(place=places(records, x))
    sizes = [] if x == "block-size" else ["block_size"]
    keys = ["dataset", "task", "criterion", "level", *sizes, "coefficient", "given", "interval"]
    groups = [group for _, group in records.groupby(keys, sort=False) if group["place"].notna().any()]
    if not groups:
        raise DataError(Problem("records", f"none of them has a place along {x}"))
    # the y axis says the coefficient and the criterion
    several = [
        name
        for name in keys[:-3]
        if name != "criterion" and len({group[name].iloc[0] for group in groups}) > 1
    ]
    for group in groups:
        yield _panel(group, x, title, several)


def _panel(group: pd.DataFrame, x: Along, title: str, several: Sequence[str]) -> CurvePanel:
    axis = AXES[x]
    drawn = group[group["place"].notna()]
    orders = {order_of(metric) for metric in drawn["metric"]}
    # one order for all is said once; ROUGE has it in its name
    is_rouge = drawn["metric"].str.startswith("rouge").any()
    is_shared = x != "order" and len(orders) == 1 and not is_rouge and not math.isnan(min(orders))
    if x == "order" or is_shared:
        drawn = drawn.assign(metric=[_any_order(metric) for metric in drawn["metric"]])
    repeated = drawn[drawn.duplicated([*axis.curve, "place"])]
    if len(repeated):
        first = repeated.iloc[0]
        where = ", ".join(str(first[name]) for name in (*axis.curve, "place"))
        raise DataError(Problem("records", f"two records at one place of a curve: {where}"))
    curves = []
    known = drawn.groupby("metric", sort=False)[list(axis.curve[1:])].nunique()
    apart = {
        metric: [name for name, n in row.items() if n > 1] for metric, row in known.to_dict("index").items()
    }
    points = drawn[["place", "value", "low", "high"]].to_numpy(np.float64)
    members: dict[tuple[str, ...], list[int]] = {}
    for number, key in enumerate(drawn[list(axis.curve)].itertuples(index=False, name=None)):
        members.setdefault(key, []).append(number)
    for key, mine in members.items():
        ordered = points[mine][np.argsort(points[mine, 0], kind="stable")]
        curves.append(Curve(_label(dict(zip(axis.curve, key, strict=True)), apart), *ordered.T))
    first = drawn.iloc[0]
    simulated = " (simulated)" if first["judgments"] == "simulated" else ""
    what = coefficient_label(first["coefficient"], first["given"])
    # where roles differ, the names of the curves say them
    role = f" ({first['role']})" if first["role"] and drawn["role"].nunique() == 1 else ""
    return CurvePanel(
        " · ".join(filter(None, [title, *(_said(name, first[name]) for name in several)])),
        axis.name,
        f"{what}{role} with {first['criterion']}{simulated}",
        tuple(curves),
        _ticks(drawn, x) if axis.lists_ticks else (),
        axis.falls,
        (*_notes(drawn), *([f"n-grams up to order {min(orders):g}."] * is_shared), *_hidden(group, axis)),
    )


def _any_order(metric: str) -> str:
    """Return the name of a metric without its order.

    Examples
    --------
    >>> _any_order("bleu(order=2)"), _any_order("rouge-2(profile=google)"), _any_order("chrf")
    ('bleu', 'rouge-n(profile=google)', 'chrf')
    """
    name, parameters = read_name(metric)
    others = {key: value for key, value in parameters.items() if key != "order"}
    return write_name(re.sub(r"^rouge-\d$", "rouge-n", name), others)


def _label(key: dict[str, str], apart: dict[str, list[str]]) -> str:
    """Return the metric's printed name, and what else tells its curves apart."""
    named = {**key, "component": COMPONENTS.get(key["component"], key["component"])}
    if "ablation" in named:
        named["ablation"] = f"weights {named['ablation'] or 'rated'}"
    others = [named[name] for name in apart[key["metric"]]]
    return " · ".join(filter(None, [str(metric_label(key["metric"])), *others]))


def _said(name: str, value: object) -> str:
    if name == "block_size":
        return f"blocks of {value}" if value else ""  # beside panels of blocks one of systems
    return f"{value} level" if name == "level" else str(value)


def _ticks(drawn: pd.DataFrame, x: Along) -> tuple[tuple[float, str], ...]:
    whole = (drawn["select"] == "all").any()
    names = {place: f"{place:g}".replace("-", "−") for place in sorted(drawn["place"].unique())}
    if x == "threshold" and whole:
        names[LEAST_WEIGHT] = "all"
    every = -(-len(names) // MOST_TICKS)
    return tuple(names.items())[::every]


def _notes(drawn: pd.DataFrame) -> list[str]:
    """Return what the values and bands rest on."""
    notes = []
    blocks = drawn[drawn["n_blocks"] > 0]
    if len(blocks):
        pairs, size = counted(blocks["n_pairs"], "pair"), counted(blocks["block_size"], "segment")
        number = counted(blocks["n_blocks"], "block")
        assignments = counted(blocks["assignments"], "assignment")
        notes.append(
            f"Differences of {pairs} of systems on blocks of {size}: {number}, mean over {assignments}."
        )
    else:
        systems, segments = (counted(drawn[f"n_{noun}s"], noun) for noun in ("system", "segment"))
        notes.append(f"{systems}, {segments}.")
    if drawn["n_dropped"].max() > 0:
        dropped = count_range(drawn["n_dropped"])
        notes.append(f"Segments left out because some condition could not score them: {dropped}.")
    notes += [f"Weights of references: {source}." for source in drawn["weights"].unique() if source]
    columns = ["interval", "confidence", "resampled", "draws", "population"]
    made = drawn[drawn["low"].notna() & drawn["high"].notna()][columns].drop_duplicates()
    for (interval, confidence, resampled, draws), group in made.groupby(columns[:-1], sort=False):
        how = [INTERVALS.get(interval, interval)]
        if resampled not in ("", "none"):
            how += [f"resampled: {resampled}", f"{draws:,} draws"]
        kinds = list(group["population"])
        # Fisher's z says the n of each point
        population = kinds[0] if len(kinds) == 1 else f"{kinds[0]} … {kinds[-1]}"
        notes.append(
            f"{BANDS} {100 * confidence:g} % intervals ({', '.join(how)}); population: {population}."
        )
    known = drawn[drawn["value"].notna()]
    bare = known[known["low"].isna() & (known["interval_reason"] != "")]
    why = "; ".join(bare["interval_reason"].unique())
    return [*notes, f"{BANDS} none for {len(bare)} of {len(known)} values ({why})."] if len(bare) else notes


def _hidden(group: pd.DataFrame, axis: _Axis) -> list[str]:
    notes = []
    placeless = int(group["place"].isna().sum())
    if placeless:
        notes.append(f"{placeless} of {len(group)} values have no {axis.name}, and are not drawn.")
    undefined = int((group["place"].notna() & group["value"].isna()).sum())
    if undefined:
        notes.append(f"Not drawn, for want of a value: {undefined} of {len(group)}.")
    return notes

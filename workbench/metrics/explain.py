"""The list of metrics and profiles, made from what is registered."""

import inspect
import re
from itertools import groupby

from workbench.metrics.base import METRICS, VARIANTS, Maker, Metric, get_metric
from workbench.metrics.function import FunctionMetric
from workbench.papers import PAPERS
from workbench.registry import load_installed, read_name

_SECTION = re.compile(r"\nExamples\n-+\n")


def _doc(metric: Metric) -> str:
    own = inspect.getdoc(metric.function) if isinstance(metric, FunctionMetric) else None
    return own or inspect.getdoc(type(metric)) or ""


def _lines(makers: list[Maker]) -> list[str]:
    """Return a line for each metric; neighbours that differ in their order only share one."""
    rows = []
    made = [make() for make in makers]
    for _, group in groupby(made, key=lambda metric: (type(metric), len(metric.components))):
        alike = list(group)
        name = alike[0].name if len(alike) == 1 else f"{alike[0].name} ... {alike[-1].name.split('(')[0]}"
        what = _doc(alike[0]).split("\n", 1)[0]
        several = f" -> {', '.join(alike[0].components)}" if len(alike[0].components) > 1 else ""
        rows.append((name, what + several))
    width = max((len(name) for name, _ in rows), default=0)
    return [f"  {name:<{width}}  {what}" for name, what in rows]


def explain_all() -> str:
    """Return every metric with its components and what it is, profile by profile.

    Examples
    --------
    >>> "rouge-1 ... rouge-9" in explain_all()
    True
    """
    load_installed()
    lines = ["Metrics: name, what it is, -> its components (`workbench metrics show NAME` says more)"]
    lines += _lines([METRICS.get(name) for name in METRICS])
    for profile, registry in sorted(VARIANTS.items()):
        lines += ["", f"Profile {profile}"]
        lines += _lines([registry.get(name) for name in registry])
    return "\n".join(lines)


def explain(name: str) -> str:
    r"""Return everything that is known of a metric: its options, bounds, laws that it breaks, its text.

    Raises
    ------
    SpecError
        A name that no metric has.

    Examples
    --------
    >>> print(explain("rouge-w(weight=1.3)").split("\n")[0])
    rouge-w(weight=1.3), profile rouge-1.5.5-exact
    """
    metric = get_metric(name)
    low, high = metric.bounds
    pooled = (
        "pools the counts of its segments" if metric.system == "pooled" else "is the mean of its segments"
    )
    called = read_name(metric.name).name
    profiles = [profile for profile, registry in sorted(VARIANTS.items()) if called in registry]
    options = ", ".join(f"{key}={value}" for key, value in metric.options.items())
    facts = [
        ("components", ", ".join(metric.components)),
        ("options", options or "none"),
        ("preprocessing", f"{metric.preprocess} where nothing is said"),
        ("values", f"{low:g} to {high:g}, {'more' if metric.higher_is_better else 'less'} is better"),
        ("system score", pooled),
        ("undefined", metric.undefined),
        ("profiles", ", ".join(profiles) or "none"),
        *(("paper", PAPERS.get(key, key)) for key in metric.cites),
        *((f"breaks {law!r}", why) for law, why in metric.breaks.items()),
    ]
    return "\n".join(
        [
            f"{metric.name}, profile {metric.profile}",
            *(f"  {label}: {text}" for label, text in facts),
            "",
            _SECTION.split(_doc(metric))[0].rstrip(),
        ]
    )

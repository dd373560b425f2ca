"""The list of metrics and profiles, made from what is registered."""

import inspect

from workbench.metrics.base import METRICS, VARIANTS, Maker, Metric


def _first_line(metric: Metric) -> str:
    text = inspect.getdoc(type(metric)) or ""
    return text.split("\n", 1)[0]


def _lines(makers: dict[str, Maker]) -> list[str]:
    made = {name: make() for name, make in makers.items()}
    width = max(map(len, (metric.name for metric in made.values())), default=0)
    return [
        f"  {metric.name:<{width}}  {', '.join(metric.components):<20}  {_first_line(metric)}"
        for metric in made.values()
    ]


def explain_all() -> str:
    """Return every metric with its components and what it is, profile by profile.

    Examples
    --------
    >>> "rouge-l" in explain_all()
    True
    """
    lines = ["Metrics (name, components, what it is)"]
    lines += _lines({name: METRICS.get(name) for name in METRICS})
    for profile, registry in sorted(VARIANTS.items()):
        lines += ["", f"Profile {profile}"]
        lines += _lines({name: registry.get(name) for name in registry})
    return "\n".join(lines)

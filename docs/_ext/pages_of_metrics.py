"""A page for each metric: what it is, its options and bounds, its paper, its variants, one example scored."""

import inspect
from collections.abc import Iterator

from markup import code, described, facts, heading, page, plain, table

import workbench
from workbench.errors import ScoreError
from workbench.metrics.base import METRICS, VARIANTS, Metric
from workbench.papers import PAPERS

CANDIDATE = "The cats were sitting on the mat.\nThe cats slept on the mat."
REFERENCES = ["The cat sat on the mat.\nLater it slept on the mat there.", "Cats were on the mat."]


def pages() -> Iterator[tuple[str, str]]:
    """Yield the page of each metric, and the one that lists them."""
    groups = _groups()
    for name, alike in groups.items():
        yield f"metric-{name}.rst", _page(alike)
    yield "metrics.rst", _list(groups)


def _groups() -> dict[str, list[Metric]]:
    """Return the metrics by the name of their page; those that differ in their order only share one."""
    groups: dict[str, list[Metric]] = {}
    for name in METRICS:
        metric = METRICS.get(name)()
        first = next((key for key, alike in groups.items() if type(alike[0]) is type(metric)), name)
        # sisters such as recall-only variants have pages of their own
        same = first in groups and groups[first][0].components == metric.components
        groups.setdefault(first if same else name, []).append(metric)
    return groups


def _summary(metric: Metric) -> str:
    return plain((inspect.getdoc(type(metric)) or "").split("\n", 1)[0])


def _title(alike: list[Metric]) -> str:
    names = [read_called(metric) for metric in alike]
    return names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"


def _variants(name: str) -> dict[str, Metric]:
    return {profile: kind.get(name)() for profile, kind in sorted(VARIANTS.items()) if name in kind}


def _page(alike: list[Metric]) -> str:
    metric = alike[0]
    low, high = metric.bounds
    pooled = "pools the counts of its segments" if metric.system == "pooled" else "the mean of its segments"
    options = ", ".join(f"``{key}={getattr(metric, key)}``" for key in metric.parameter_names)
    known = [
        ("name", code(metric.name) if len(alike) == 1 else " ".join(code(each.name) for each in alike)),
        ("components", ", ".join(metric.components)),
        ("options", options or "none"),
        ("preprocessing", f"{code(metric.preprocess)} where nothing is said"),
        ("values", f"{low:g} to {high:g}, {'more' if metric.higher_is_better else 'less'} is better"),
        ("system score", pooled),
        ("undefined", plain(metric.undefined)),
        *(("paper", plain(PAPERS.get(key, key))) for key in metric.cites),
        *((f"breaks the law “{law}”", plain(why)) for law, why in metric.breaks.items()),
    ]
    variants = _variants(read_called(metric))
    return page(
        heading(_title(alike)),
        facts(known),
        _described(metric),
        _example(metric, variants),
        *([heading("Profiles", 1)] if variants else []),
        *([*heading(profile, 2), *_described(each)] for profile, each in variants.items()),
    )


def read_called(metric: Metric) -> str:
    """Return the name of a metric without its options."""
    return metric.name.partition("(")[0]


def _described(metric: Metric) -> list[str]:
    kind = type(metric)
    return described("class", f"{kind.__module__}.{kind.__qualname__}", "no-index")


def _example(metric: Metric, variants: dict[str, Metric]) -> list[str]:
    """Score one text by the plain metric and by each of its variants, a row each."""
    scored = {metric.profile: metric, **variants}
    values = {name: _values(each) for name, each in scored.items()}
    shown = [
        [code(name), *(found.get(component, "\\–") for component in metric.components)]
        for name, found in values.items()
        if found
    ]
    if not shown:
        return []
    candidate, first = (
        " / ".join(f"*{line}*" for line in t.splitlines()) for t in (CANDIDATE, REFERENCES[0])
    )
    return [
        *heading("One text, by every profile", 1),
        f"The candidate is {candidate}; its references are {first} and *{REFERENCES[1]}*",
        "",
        *table(["profile", *metric.components], shown),
    ]


def _values(metric: Metric) -> dict[str, str]:
    try:
        frame = workbench.score([CANDIDATE], [REFERENCES], metrics=[metric])
    except ScoreError:  # for instance, ROUGE-9 of a text of eight words
        return {}
    return {
        component: f"{value:.4f}" for component, value in zip(frame["component"], frame["value"], strict=True)
    }


def _list(groups: dict[str, list[Metric]]) -> str:
    rows = [
        [f":doc:`{_title(alike)} <metric-{name}>`", _summary(alike[0]), ", ".join(_variants(name)) or "\\–"]
        for name, alike in groups.items()
    ]
    said = [
        "Where papers and programs differ, each is a *profile*: a variant that is written",
        "``rouge-l(profile=google)`` and stands in the signature of every score. Each page scores one text",
        "by all of them. ``workbench metrics`` prints this list, ``workbench metrics show NAME`` one page.",
        "",
    ]
    tree = [".. toctree::", "   :hidden:", "", *(f"   metric-{name}" for name in groups)]
    return page(heading("Metrics"), said, table(["metric", "is", "profiles"], rows, "18 57 25"), tree)

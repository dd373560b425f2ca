"""Signatures: a score says what was done to get it."""

from workbench.code.identity import Code, code_of
from workbench.metrics.base import Metric
from workbench.types import LOWER_IS_BETTER
from workbench.version import VERSION


def signature(
    metric: Metric, preprocess: str, n_references: str, combine: str, weights: str = "rated",
    code: Code | None = None,
) -> str:  # fmt: skip
    """Return everything that a score depends on besides the texts, on one line.

    `code` is that by which the score was computed; the metric's own where nothing is said.

    Examples
    --------
    >>> from workbench.metrics.rouge import RougeN
    >>> signature(RougeN(order=2), "STEM", "11", "pooled").partition("|code")[0]
    'rouge-2|profile:rouge-1.5.5-exact|pre:stem|refs:11,pooled|f:0.5'
    """
    references = n_references if metric.counter.rows == "candidate" else f"{n_references},{combine}"
    parts = [metric.name, f"profile:{metric.profile}", f"pre:{preprocess.lower()}", f"refs:{references}"]
    alpha = getattr(metric, "alpha", None) if "f" in metric.components else None
    if alpha is not None:
        parts.append(f"f:{alpha}")
    if metric.weighted and weights != "rated":
        parts.append(f"w:{weights}")
    if not metric.higher_is_better:
        parts.append(LOWER_IS_BETTER)
    digest = (code or code_of(metric, metric.counter)).digest or "unknown"
    return "|".join([*parts, f"code:{digest[:8]}", f"v:{VERSION}"])

"""Signatures: a score says what was done to get it."""

from typing import NamedTuple

from workbench import __version__
from workbench.code.identity import code_of
from workbench.errors import Problem, SpecError
from workbench.metrics.base import Metric


class Signature(NamedTuple):
    """What a signature says; texts as they stand in it."""

    metric: str
    profile: str
    preprocess: str
    references: str
    combine: str
    alpha: str
    weights: str
    code: str
    version: str


def signature(
    metric: Metric, preprocess: str, n_references: str, combine: str, weights: str = "rated"
) -> str:
    """Return everything that a score depends on besides the texts, on one line.

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
    code = code_of(metric, metric.counter).digest or "unknown"
    return "|".join([*parts, f"code:{code[:8]}", f"v:{__version__}"])


def read_signature(text: str) -> Signature:
    """Return the parts of a signature; those that it does not have are empty.

    Raises
    ------
    SpecError
        If the text is no signature.

    Examples
    --------
    >>> read_signature("rouge-2|profile:rouge-1.5.5-exact|pre:stem|refs:11,pooled|f:0.5|v:0.1.0").combine
    'pooled'
    """
    metric, *rest = text.split("|")
    parts = dict(part.split(":", 1) for part in rest if ":" in part)
    if len(parts) != len(rest) or not {"profile", "pre", "refs", "v"} <= set(parts) <= {
        "profile", "pre", "refs", "f", "w", "code", "v",
    }:  # fmt: skip
        allowed = "metric|profile:...|pre:...|refs:...|f:...|w:...|v:..."
        raise SpecError(Problem("", "is not a signature", text, allowed))
    references, _, combine = parts["refs"].partition(",")
    return Signature(
        metric,
        parts["profile"],
        parts["pre"],
        references,
        combine,
        parts.get("f", ""),
        parts.get("w", ""),
        parts.get("code", ""),
        parts["v"],
    )

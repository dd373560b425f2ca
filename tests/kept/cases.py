"""Experiments whose answers are kept: the data, the metrics, and what is asked, by a name."""

from typing import Any

Case = tuple[str, list[Any], dict[str, Any]]

TWO = ["rouge-1", "bleu(order=2)"]
FOUR = ["rouge-1", "rouge-2", "rouge-l", "bleu(order=2)"]
LEVELS = ["system", "segment", "within-system", "global"]
WORDY = ("words-",)
"""How the cases begin whose table, methods and looks at the data are kept, too."""


def correlation(**asked: Any) -> dict[str, Any]:
    return {"correlation": {"draws": 30, **asked}}


CASES: dict[str, Case] = {
    "levels-uneven": ("uneven", TWO, correlation(levels=LEVELS, interval="none")),
    "levels-tied": ("tied", TWO, correlation(levels=LEVELS, interval="none")),
    "words-missing": ("tied", TWO, correlation(missing="complete", levels=["system", "segment"])),
}

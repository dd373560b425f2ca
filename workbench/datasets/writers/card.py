"""Writing cards of data sets as TOML."""

import json
from pathlib import Path

from workbench.datasets.card import DatasetCard
from workbench.datasets.writers.files import write_text

_LINES = (
    "name",
    "version",
    "title",
    "task",
    "source",
    "licence",
    "citation",
    "judgments",
    "default_raters",
    "reader",
)


def write_card(path: Path, card: DatasetCard) -> None:
    """Write a card without files and options; read again it is the same card."""
    lines = [f"{name} = {_text(value)}" for name in _LINES if (value := getattr(card, name))]
    if not card.texts:
        lines.append("texts = false")
    if card.lines == "segments":
        lines.append('lines = "segments"')
    for name, criterion in card.criteria.items():
        lines += ["", f"[criteria.{_text(name)}]"]
        lines += [f"{key} = {_text(value)}" for key, value in criterion.model_dump().items()]
    lines += ["", "[raters]"]
    lines += [f"{_text(group)} = [{', '.join(map(_text, names))}]" for group, names in card.raters.items()]
    write_text(path, "".join(f"{line}\n" for line in lines))


def _text(value: str) -> str:
    # the strings of JSON are strings of TOML, but for one character that JSON leaves as it is
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")

"""The catalogue: which data sets there are, and what their cards say."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from workbench.datasets.card import DatasetCard, card_names, get_card, own_names
from workbench.datasets.load import home_of, missing


class Entry(NamedTuple):
    """One data set of the catalogue; `is_here` tells whether all of its files are."""

    card: DatasetCard
    is_here: bool


def list_cards(data: str | Path | None = None) -> list[Entry]:
    """Return the data sets by name: those of the workbench, and folders of `data` with a card of their own.

    Parameters
    ----------
    data : path, optional
        Folder of the data sets; else the environment variable WORKBENCH_DATA.

    Raises
    ------
    DataError
        If a card in `data` has faults.

    Examples
    --------
    >>> [entry.card.name for entry in list_cards() if entry.card.judgments == "simulated"]
    ['simulated-news']
    """
    home = home_of(data)
    names = sorted({*card_names(), *own_names(home)})
    return [Entry(get_card(name, home), not missing(name, data)) for name in names]


def show_card(card: DatasetCard) -> str:
    r"""Return what a card says, as lines for people.

    Examples
    --------
    >>> print(show_card(get_card("simulated-news")).split("\n")[1])
      task: summarization; simulated judgments
    """
    return "\n".join(_lines(card))


def _lines(card: DatasetCard) -> Iterator[str]:
    yield f"{card.name} {card.version}: {card.title}"
    yield f"  task: {card.task}; {card.judgments} judgments" + ("" if card.texts else "; without texts")
    for name, criterion in card.criteria.items():
        yield f"  {name}: {criterion.scale}, {criterion.direction} is better; {criterion.meaning}"
    for group, patterns in card.raters.items():
        usual = ", used where nothing is said" if group == card.default_raters else ""
        yield f"  raters {group}: {', '.join(patterns)}{usual}"
    for option, values in card.options.items():
        yield f"  option {option}: {', '.join(values)} (the first where nothing is said)"
    yield f"  source: {card.source}"
    yield f"  licence: {card.licence}"
    yield f"  citation: {card.citation}"
    for file in card.files:
        yield f"  file {card.folder}/{file.path}: {file.what}"
    if card.instructions:
        yield f"  how to get it: {card.instructions}"

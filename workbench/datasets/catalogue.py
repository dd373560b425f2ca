"""The catalogue: which data sets there are, and what their cards say."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from workbench.datasets.card import OTHERS, DatasetCard, card_names, get_card, own_names
from workbench.datasets.load import folder_of, home_of, how_to_get, missing
from workbench.datasets.readers.mt_metrics_eval import language_pairs
from workbench.errors import plural


class Entry(NamedTuple):
    """One data set of the catalogue; `is_here` tells whether all of its files are.

    `parts` says which of its parts are here, of a data set of which one may have some only.
    """

    card: DatasetCard
    is_here: bool
    parts: str = ""

    @property
    def standing(self) -> str:
        """Whether it can be used, else what would have to be done."""
        if self.is_here:
            return "here"
        return "fetch" if self.card.origins else "request"


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
    >>> "simulated-news" in [entry.card.name for entry in list_cards() if entry.card.judgments == "simulated"]
    True
    """
    home = home_of(data)
    names = sorted({*card_names(), *own_names(home)})
    entries = [Entry(get_card(name, home), not missing(name, data)) for name in names]
    return [each._replace(parts=_parts_here(each.card, home)) if each.is_here else each for each in entries]


def _parts_here(card: DatasetCard, home: Path | None) -> str:
    """Say which language pairs of a year of WMT are here: one may have unpacked some only."""
    if card.reader != "mt-metrics-eval" or "pair" not in card.options:
        return ""
    here = language_pairs(folder_of(card, home))
    known = [pair for pair in card.options["pair"] if "-" in pair]
    return f"here {len(here)} of {len({*known, *here})} pairs: {', '.join(here)}"


def show_list(entries: list[Entry]) -> str:
    r"""Return data sets as lines for people: name, standing, size of its judgments, title.

    Examples
    --------
    >>> card = get_card("wmt19-system")
    >>> print(show_list([Entry(card, False)]).split("\n")[0].split("  ")[:2])
    ['wmt19-system', 'fetch']
    """
    width = max((len(entry.card.name) for entry in entries), default=0)
    lines = [
        f"{entry.card.name:{width}}  {entry.standing:7}  {entry.card.title} ({entry.card.licence})"
        + (f"; {entry.parts}" if entry.parts else "")
        for entry in entries
    ]
    known = {
        "here": "here: can be used",
        "fetch": "fetch: `workbench data fetch NAME` downloads it",
        "request": "request: `workbench data show NAME` says from whom",
    }
    met = {entry.standing for entry in entries}
    return "\n".join([*lines, "; ".join(text for standing, text in known.items() if standing in met)])


def show_card(card: DatasetCard) -> str:
    r"""Return what a card says, as lines for people.

    Examples
    --------
    >>> print(show_card(get_card("simulated-news")).split("\n")[1])
      task: summarization; simulated judgments
    """
    return "\n".join(_lines(card))


def _lines(card: DatasetCard) -> Iterator[str]:
    yield f"{card.name} {card.version}" + (f": {card.title}" if card.title else "")
    kind = [f"task: {card.task}"] * bool(card.task) + [f"{card.judgments} judgments"]
    yield f"  {'; '.join(kind)}" + ("" if card.texts else "; without texts")
    for name, criterion in card.criteria.items():
        scale = f"{criterion.scale}, " if criterion.scale else ""
        meaning = f"; {criterion.meaning}" if criterion.meaning else ""
        yield f"  {name}: {scale}{criterion.direction} is better{meaning}"
    for group, patterns in card.raters.items():
        usual = ", used where nothing is said" if group == card.default_raters else ""
        yield f"  raters {group}: {', '.join(patterns)}{usual}"
    if card.sizes is not None:
        sizes = ", ".join(f"{number:,} {what}" for what, number in card.sizes.model_dump().items())
        yield f"  sizes: {sizes}"
    for option, values in card.options.items():
        named = [value if value != OTHERS else "or what else lies there" for value in values]
        yield f"  option {option}: {', '.join(named)} (the first where nothing is said)"
    for what in ("source", "licence", "citation"):
        if said := getattr(card, what):
            yield f"  {what}: {said}"
    for file in card.files:
        yield f"  file {card.folder}/{file.path}: {file.what}"
        if file.sha256:
            yield f"    {file.sha256}"
    for origin in card.origins:
        size = sum(file.bytes for file in origin.files)
        yield f"  origin {origin.name}, {plural('file', len(origin.files))}, {size:,} bytes: {origin.url}"
        for published in origin.files:
            needed = "" if published.read else " (not needed to read the data set)"
            yield f"    {published.sha256}  {published.path}{needed}"
    for each in card.folders:
        yield f"  folder {(Path(card.folder) / each).as_posix()}, with the files as they are handed out"
    if how_to_get(card):
        yield f"  how to get it: {how_to_get(card)}"

"""Pages of the data sets, from their cards, and of the columns of every table, from their declarations."""

from collections.abc import Iterator

from markup import code, facts, heading, page, plain, table, verbatim

from workbench.datasets.card import DatasetCard, card_names, get_card
from workbench.datasets.catalogue import show_card
from workbench.datasets.readers.registry import READERS
from workbench.schema import FRAMES


def pages() -> Iterator[tuple[str, str]]:
    """Yield the page of the data sets and that of the tables."""
    yield "data-sets.rst", _data_sets([get_card(name) for name in sorted(card_names())])
    yield "tables.rst", _tables()


def _data_sets(cards: list[DatasetCard]) -> str:
    rows = [
        [f"`{card.name}`_", plain(card.title), plain(card.judgments), plain(card.licence)] for card in cards
    ]
    lines = [
        *heading("Data sets"),
        "What the cards say; ``workbench data show NAME`` prints one, with the sha256 of every file. "
        f"Their readers are {', '.join(code(name) for name in sorted(READERS))}.",
        "",
        *table(["name", "what", "judgments", "licence"], rows, "20 45 15 20"),
    ]
    for card in cards:
        lines += [*heading(card.name, 1), *_card(card)]
    return page(lines)


def _card(card: DatasetCard) -> list[str]:
    judged = [
        f"*{plain(name)}* ({plain(each.scale)}, {each.direction} is better)"
        for name, each in card.criteria.items()
    ]
    known = [
        ("criteria", "; ".join(judged)),
        ("citation", plain(card.citation)),
        ("source", plain(card.source)),
        ("licence", plain(card.licence)),
    ]  # fmt: skip
    shown = "\n".join(line for line in show_card(card).splitlines() if not line.startswith("    "))
    body = [f"   {line}".rstrip() for line in verbatim(shown)]
    return [*facts(known), f".. dropdown:: The whole card of {card.name}", "", *body]


def _tables() -> str:
    lines = [
        *heading("Tables and their columns"),
        "Every frame and every file that the workbench writes has the declared columns, in this order. "
        "A frame is identified by its key.",
        "",
    ]
    for frame in FRAMES.values():
        rows = [
            [
                code(column.name),
                column.kind,
                "may be empty" if column.optional else "",
                plain(column.meaning),
            ]
            for column in frame.columns
        ]
        lines += heading(frame.name, 1)
        lines += [f"Key: {', '.join(code(name) for name in frame.key) or 'none'}.", ""]
        lines += table(["column", "kind", "", "what it is"], rows, "20 8 14 58")
    return page(lines)

"""A data set of one's own with a card, as a folder."""

from pathlib import Path

from kept.odd_sets import Parts
from kept.readings import write
from made_up import CARD

from workbench.datasets.writers.tables import write_tables


def place(card: str = CARD, home: str = "data") -> Parts:
    parts = Parts(2, ("A", "B")).set("judgments", criterion="coverage", score=0.5)
    write_tables(Path(home) / "mine", parts.built(), ".csv")
    write({f"{home}/mine/card.toml": card})
    return parts

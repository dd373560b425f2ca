"""Progress bars, shown only for what takes longer than two seconds."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from tqdm import tqdm

T = TypeVar("T")


class Progress:
    """How a run tells how far it is; silent unless it is shown to a person."""

    def __init__(self, shown: bool = False) -> None:
        self.shown = shown

    def over(self, items: Iterable[T], total: int, what: str) -> Iterator[T]:
        """Yield the items, drawing a bar on standard error after two seconds."""
        yield from tqdm(items, what, total, delay=2, disable=not self.shown, leave=False)

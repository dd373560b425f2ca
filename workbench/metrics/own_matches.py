"""What a function of your own says that it matches: spans of the candidate and of its references."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from workbench.errors import Problem, ScoreError

MatchedSpan = int | tuple[int, int]
"""A place, or start and stop as a slice has them: of words; of characters, where a function gets strings."""
MatchedPairs = Sequence[tuple[MatchedSpan, MatchedSpan]]


class Matched(NamedTuple):
    """What a metric function may return instead of a score: the score, and what it rests on.

    The page of disagreements sets off what is named here. Nothing else depends on it.

    Attributes
    ----------
    score : float, or mapping of component to float
    matches : sequence of sequences of (span, span)
        For each reference, in order, which span of the candidate matches which span of the reference. A span
        is a place or (start, stop), counted from 0 in words, or, in a function of text, in characters: then
        the words that they touch are set off.

    Examples
    --------
    The first word of the candidate is the second one of the only reference.

    >>> Matched(0.5, [[(0, 1)]]).matches
    [[(0, 1)]]
    """

    score: float | Mapping[str, float]
    matches: Sequence[MatchedPairs] = ()


def places_of(
    matched: Matched, name: str, candidate: Sequence[object], references: Sequence[Sequence[object]]
) -> Iterator[list[tuple[tuple[int, ...], tuple[int, ...]]]]:
    """Yield for each reference the places of what matches: in the candidate, and in the reference.

    Parameters
    ----------
    matched : Matched
    name : str
        Of the metric.
    candidate : sequence
        Words, or a string.
    references : sequence of sequences

    Raises
    ------
    ScoreError
        If there is not a list for each reference, or a span is none, empty or not in its text.

    Examples
    --------
    >>> list(places_of(Matched(1.0, [[((0, 2), (1, 3))]]), "m", ["a", "b"], [["x", "a", "b"]]))
    [[((0, 1), (1, 2))]]
    """
    if len(matched.matches) != len(references):
        what = "matches are a list for each reference"
        raise ScoreError(Problem(name, what, len(matched.matches), f"{len(references)} lists"))
    for pairs, reference in zip(matched.matches, references, strict=True):
        found = []
        for pair in cast("Sequence[object]", pairs):
            if not isinstance(pair, tuple | list) or len(pair) != 2:
                allowed = "(span of the candidate, span of the reference)"
                raise ScoreError(Problem(name, "a match is a pair of spans", pair, allowed))
            found.append((_inside(name, pair[0], candidate), _inside(name, pair[1], reference)))
        yield found


def _inside(name: str, span: object, text: Sequence[object]) -> tuple[int, ...]:
    """Return the places of words that a span names, or touches where it counts characters."""
    ends = (span, span + 1) if isinstance(span, int) else span
    match ends:
        case (int(start), int(stop)) if 0 <= start < stop <= len(text):
            pass
        case _:
            unit = "characters" if isinstance(text, str) else "words"
            allowed = f"a place or (start, stop) in 0 to {len(text)}, in {unit}"
            raise ScoreError(Problem(name, "the span of a match is not in its text", span, allowed))
    if not isinstance(text, str):
        return tuple(range(start, stop))
    words = enumerate(re.finditer(r"\S+", text))
    return tuple(place for place, word in words if word.start() < stop and start < word.end())

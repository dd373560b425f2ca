"""Ratings that stand in a list inside a record, one object a rater."""

from collections import Counter
from collections.abc import Iterator, Sequence

from workbench.datasets.places import shown
from workbench.datasets.readers.lines import read_number
from workbench.errors import DataError, Problem


def read_ratings(
    ratings: Sequence[object], rater: str, criteria: Sequence[str], place: str, name: str
) -> Iterator[dict[str, object]]:
    """Yield criterion, rater and score of each rating; a rater's second rating is by ``rater#2``.

    Raises
    ------
    DataError
        If a rating is no object, has no rater, or a score that is no number.

    Examples
    --------
    >>> twice = [{"by": "ann", "fluency": 3}, {"by": "ann", "fluency": 1}]
    >>> [(each["rater"], each["score"]) for each in read_ratings(twice, "by", ["fluency"], "x:1", "ratings")]
    [('ann', 3.0), ('ann#2', 1.0)]
    """
    times: Counter[str] = Counter()
    for number, rating in enumerate(ratings):
        where = f"{name}[{number}]"
        if not isinstance(rating, dict) or not isinstance(rating.get(rater), str):
            raise DataError(Problem(place, f"{where} is no rating with {rater!r}", shown(rating)))
        who = rating[rater]
        times[who] += 1
        for criterion in criteria:
            score = read_number(rating.get(criterion), place, f"{where}.{criterion}")
            by = who if times[who] == 1 else f"{who}#{times[who]}"
            yield {"criterion": criterion, "rater": by, "score": score}

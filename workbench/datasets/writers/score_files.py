"""Writing score files of mt-metrics-eval."""

from workbench.datasets.mt_test_set import MISSING, FileLevel, ScoreOf
from workbench.datasets.writers.files import shortest


def score_lines(scores: ScoreOf, level: FileLevel) -> str:
    r"""Return the text of a score file: tabs, the shortest decimal form, ``None`` where a score is missing.

    Parameters
    ----------
    scores : mapping of (segment, system) to float or None
        In the order of the lines; all of a system together, but for domains.
    level : {"sys", "domain", "doc", "seg"}

    Examples
    --------
    >>> score_lines({("1", "A"): 0.5, ("2", "A"): None}, "seg")
    'A\t0.5\nA\tNone\n'
    """
    return "".join(
        f"{segment}\t{system}\t{write_score(score)}\n"
        if level == "domain"
        else f"{system}\t{write_score(score)}\n"
        for (segment, system), score in scores.items()
    )


def write_score(score: float | None) -> str:
    """Return the shortest decimal that reads back as the same number.

    Examples
    --------
    >>> write_score(-3.0), write_score(0.1), write_score(-0.0), write_score(None)
    ('-3', '0.1', '0', 'None')
    """
    return MISSING if score is None else repr(shortest(score))

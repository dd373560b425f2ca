"""Score files of mt-metrics-eval: a line is a system and its score, the place in its block is the segment."""

import re
from collections.abc import Mapping
from pathlib import Path

from workbench.datasets.mt_test_set import LEVELS, MISSING, FileLevel, ScoreOf
from workbench.datasets.readers.lines import read_content, read_number, split_lines
from workbench.errors import DataError, Problem, suggest
from workbench.types import WHOLE, OutputKey

# a possessive group that may be missing matches too much in Python before 3.11.5
_LINES_OF_TWO = re.compile(r"(?:[^\S\n]*+\S++[^\S\n]++\S++[^\S\n]*+(?:\n|\Z)|[^\S\n]*+(?:\n|\Z))*+")
_NAME = re.compile(r"(?P<name>.+)\.(?P<level>[^.]+)\.score(\.gz)?")


class LinedScores(dict[OutputKey, float]):
    """Scores by (task, segment, system) of files in which line k of a system is segment k.

    Attributes
    ----------
    n_lines : dict of str to int
        Of each task, "" where a file does not say it, the lines of a system, those without a score as well.
    """

    def __init__(self) -> None:
        super().__init__()
        self.n_lines: dict[str, int] = {}

    def add(self, task: str, read: ScoreOf, level: FileLevel) -> None:
        """Enter what was read of a task."""
        known = read.items()
        self |= {(task, segment, system): score for (segment, system), score in known if score is not None}
        if level in ("doc", "seg"):
            self.n_lines[task] = len({segment for segment, _ in read})


def is_score_file(path: Path) -> bool:
    """Tell by its name whether a file is a score file of mt-metrics-eval.

    Examples
    --------
    >>> is_score_file(Path("BLEU-refA.sys.score")), is_score_file(Path("bleu.tsv"))
    (True, False)
    """
    return path.name.endswith((".score", ".score.gz"))


def level_of(path: Path) -> FileLevel:
    """Return the level that a score file's name says, or raise a `DataError`."""
    match = _NAME.fullmatch(path.name)
    for level in LEVELS:
        if match is not None and match["level"] == level:
            return level
    names = ", ".join(f"NAME.{level}.score" for level in LEVELS)
    raise DataError(Problem(str(path), "the name does not say the level of the scores", path.name, names))


def read_score_file(path: Path) -> ScoreOf:
    """Read a score file by (segment, system), in the order of the file.

    Segments and documents are numbered from 1 in the order of a system's block, domains have their names,
    and the whole test set is ``*``.

    Raises
    ------
    DataError
        Naming file, line and column: a line with another number of columns, a score that is no number, a
        system in two blocks or with fewer or more lines than the first, a domain given twice.
    """
    level, content = level_of(path), read_content(path)
    if level in ("doc", "seg") and (plain := _read_blocks(content)):
        return plain
    columns = ("domain", "system", "score") if level == "domain" else ("system", "score")
    scores: ScoreOf = {}
    sizes: dict[str, int] = {}
    last, place = "", ""
    for number, text in split_lines(content, str(path)):
        # any blanks separate
        cells = text.split()
        if not cells:
            continue
        before, place = place, f"{path}:{number}"
        if len(cells) != len(columns):
            allowed = f"{len(columns)} ({', '.join(columns)})"
            raise DataError(Problem(place, "wrong number of columns", len(cells), allowed))
        score = None if cells[-1] == MISSING else read_number(cells[-1], place, "column score")
        system = cells[-2]
        size = sizes[system] = sizes.get(system, 0) + 1
        if level == "domain":
            segment = cells[0]
        elif level == "sys":
            segment = WHOLE
        else:
            if system != last and size > 1:
                what = f"system {system!r} has lines in two places"
                raise DataError(Problem(place, what, allowed="one block of lines a system"))
            if system != last and last:
                _check_size(before, last, sizes)
            segment = str(size)
        if (segment, system) in scores:
            where = "" if segment == WHOLE else f" for {segment!r}"
            raise DataError(Problem(place, f"system {system!r} is given twice{where}"))
        scores[segment, system] = score
        last = system
    if not scores:
        raise DataError(Problem(str(path), "is empty"))
    if level == "domain":
        _check_domains(path, scores)
    elif level != "sys":
        _check_size(place, last, sizes)
    return scores


def _read_blocks(content: bytes) -> ScoreOf | None:
    """Return what `read_score_file` does, in a fifth of its time; None where a line needs a closer look."""
    try:
        text = content.decode("utf-8")
        # cells of the whole file, not of each line: lists of two are what takes most of the time
        cells = text.split() if _LINES_OF_TWO.fullmatch(text) else []
        systems, written = cells[::2], cells[1::2]
        scores = [None if each == MISSING else float(each) for each in written]
    except ValueError:
        return None
    # no number so small has lost digits, and none that is not finite is so small
    if not scores or "_" in "".join(written) or not all(each is None or abs(each) < 1e15 for each in scores):
        return None
    size = systems.count(systems[0])
    names = systems[::size]
    if len(set(names)) < len(names) or systems != [name for name in names for _ in range(size)]:
        return None
    segments = [*map(str, range(1, size + 1))] * len(names)
    return dict(zip(zip(segments, systems, strict=True), scores, strict=True))


def _check_size(place: str, system: str, sizes: Mapping[str, int]) -> None:
    first = next(iter(sizes))
    if sizes[system] != sizes[first]:
        what = f"system {system!r} has another number of lines than {first!r}"
        raise DataError(Problem(place, what, sizes[system], str(sizes[first])))


def _check_domains(path: Path, scores: ScoreOf) -> None:
    domains = dict.fromkeys(domain for domain, _ in scores)
    for system in dict.fromkeys(system for _, system in scores):
        for domain in domains:
            if (domain, system) not in scores:
                hint = suggest(domain, [name for name, other in scores if other == system])
                raise DataError(
                    Problem(str(path), f"system {system!r} has no score for {domain!r}", hint=hint)
                )

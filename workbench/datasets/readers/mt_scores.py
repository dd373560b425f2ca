"""Scores of metrics in the format of mt-metrics-eval: of all language pairs, of outputs and of systems."""

import re
from pathlib import Path

from workbench.datasets.mt_test_set import ALL_REFERENCES, NO_REFERENCE
from workbench.datasets.readers.mt_standards import standards
from workbench.datasets.readers.score_files import LinedScores, level_of, read_score_file
from workbench.errors import DataError, Problem, suggest

_FILE = re.compile(r"(?P<metric>.+)-(?P<used>[^-]+?)\.(seg|sys)\.score(\.gz)?")
_BARE = re.compile(r"(?P<metric>.+)\.(seg|sys)\.score(\.gz)?")


def read_metric_scores(folder: Path, metric: str) -> LinedScores:
    """Read what a folder ``metric-scores`` has of a metric, by (task, segment, system).

    Of each language pair the scores against the organisers' reference, or without any, are read; of a test
    set that is not known there may be only one kind. A name with its references, as files begin with it
    (``comet-refB``), takes those of the pairs that have them. The segment ``*`` is a system as a whole.
    Capitals of the name do not matter.

    Raises
    ------
    DataError
        If no pair has scores of the metric, or a pair has several kinds and none is the organisers'; or if a
        file of the metric is not called as such files are, or lies in no folder of a pair.
    """
    files = _files(folder)
    _refuse_strays(folder, metric)
    known = {name for name, _, _ in files}
    is_whole_name = metric.lower() in {name.lower() for name in known}
    scores = LinedScores()
    for pair in sorted({path.parent for paths in files.values() for path in paths}):
        mine = {
            used: paths
            for (name, used, at), paths in files.items()
            if at == pair and metric.lower() == (name if is_whole_name else f"{name}-{used}").lower()
        }
        task = pair.name
        for path in _chosen(folder, pair, metric, mine):
            scores.add(task, read_score_file(path), level_of(path))
    if not scores:
        kinds = {(name, used) for name, used, _ in files}
        known |= {f"{name}-{used}" for name, used in kinds if sum(each == name for each, _ in kinds) > 1}
        hint = suggest(metric, known) if known else "It has a folder for each language pair"
        raise DataError(Problem(str(folder), f"there are no scores of {metric!r}", hint=hint))
    return scores


def metrics_with_scores(folder: Path) -> list[str]:
    """Return the metrics of which a folder ``metric-scores`` has scores, none where it is not there."""
    return sorted({name for name, _, _ in _files(folder)}) if folder.is_dir() else []


def _files(folder: Path) -> dict[tuple[str, str, Path], list[Path]]:
    """Return the files of each metric, the references that it used, and language pair."""
    files: dict[tuple[str, str, Path], list[Path]] = {}
    for pair in sorted(path for path in folder.iterdir() if path.is_dir()):
        for path in sorted(pair.iterdir()):
            match = _FILE.fullmatch(path.name)
            if match is not None:
                files.setdefault((match["metric"], match["used"], pair), []).append(path)
    return files


def _refuse_strays(folder: Path, metric: str) -> None:
    """Raise a `DataError` for files of a metric that would not be read."""
    name = metric.lower()
    for path in sorted([*folder.iterdir(), *folder.glob("*/*")]):
        match, bare = _FILE.fullmatch(path.name), _BARE.fullmatch(path.name)
        if match is None and bare is not None and bare["metric"].lower() == name:
            called, rest = path.name[: len(name)], path.name[len(name) :]
            what = "the name does not say the references that were used"
            hint = f"Call it {called}-refA{rest}, or {called}-{NO_REFERENCE}{rest} where the metric uses none"
            raise DataError(Problem(str(path), what, path.name, "METRIC-REFERENCES.LEVEL.score", hint))
        whole = (match["metric"], f"{match['metric']}-{match['used']}") if match is not None else ()
        if path.parent == folder and name in map(str.lower, whole):
            hint = f"Its folder is that of its language pair: {folder.name}/PAIR/{path.name}"
            raise DataError(Problem(str(path), "is in no folder of a language pair", hint=hint))


def _chosen(folder: Path, pair: Path, metric: str, files: dict[str, list[Path]]) -> list[Path]:
    """Return the files of one pair that are read, of those by the references that they used."""
    known = standards(folder.resolve().parent.name).get(pair.name)
    for used in (known.reference if known else "", NO_REFERENCE, ALL_REFERENCES):
        if used in files:
            return files[used]
    if len(files) > 1:
        what = f"there are scores of {metric!r} against several references: {', '.join(sorted(files))}"
        names = " or ".join(f'"{metric}-{used}"' for used in sorted(files))
        hint = f"Say which beside its file in [scores]: column = {names}"
        raise DataError(Problem(str(pair), what, hint=hint))
    return next(iter(files.values()), [])

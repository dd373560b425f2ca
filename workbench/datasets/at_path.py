"""A data set by its path: a folder or a file, with a card or without."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Literal

from workbench.datasets.card import OTHERS, DatasetCard, card_names, get_card, is_name, read_card
from workbench.datasets.evalset import EvalSet
from workbench.datasets.load import load, read_set
from workbench.datasets.mapping.apply import build_mapped, with_left
from workbench.datasets.mapping.line_files import read_tables
from workbench.datasets.mapping.propose import propose
from workbench.datasets.mapping.unfold import unfold
from workbench.datasets.mapping.unnamed_weights import unnamed_weights
from workbench.datasets.not_found import set_nearby
from workbench.datasets.places import ENDINGS
from workbench.datasets.readers.mt_metrics_eval import is_test_set
from workbench.datasets.readers.mt_tables import ALL, STANDARD
from workbench.datasets.validate import sets_at
from workbench.errors import DataError, MissingDataError, Problem, SpecError

_LEVELS = ["seg", "doc", "domain", "sys"]


def read_path(
    path: Path,
    options: Mapping[str, str] | None = None,
    unmatched: Literal["error", "drop"] | None = None,
) -> EvalSet:
    """Return the data set at a path; `unmatched` as for `workbench.load`.

    A folder with a ``card.toml``; the folder of a data set that the workbench knows; a folder of
    mt-metrics-eval, with the options of its reader: pair, human, level and people; outputs, references and
    judgments as tables; else a table, or a folder of tables, whose columns are found without
    doubt (`workbench.datasets.mapping.propose`).

    Raises
    ------
    SpecError
        Unknown option or value; columns that cannot be told apart.
    DataError
        If there is nothing, or nothing that is a data set.
    """
    if not path.exists():
        near = sorted(each.name for each in path.parent.iterdir()) if path.parent.is_dir() else []
        hint = f"{path.parent} has: {', '.join(near[:10]) or 'nothing'}" if path.parent.is_dir() else ""
        raise MissingDataError(Problem(str(path), "there is no such file or folder", hint=hint))
    if (path / "card.toml").is_file():
        card = read_card(path / "card.toml")
        found = read_set(card.treating(unmatched), path, options)
        called = path.resolve().name
        if called in (card.name, card.folder):
            return found
        where, hint = f"{path / 'card.toml'}: name", "Other data under the same name cannot be told apart"
        note = Problem(where, "is not the name of the folder", card.name, called, hint)
        return replace(found, notes=(*found.notes, note))
    card = DatasetCard(name=name_of(path)).treating(unmatched)
    if path.is_dir():
        known = sets_at(path, card_names())
        # a part of a year of WMT may be all that is here
        if len(known) == 1 and "pair" not in get_card(known[0][0], known[0][1]).options:
            return load(known[0][0], known[0][1], options, unmatched)
        if is_test_set(path):
            return _read_test_sets(card, path, options)
        if _has(path, "outputs") and _has(path, "judgments"):
            return read_set(card, path, options)
    if options:
        raise SpecError(Problem(str(path), "has no options", ", ".join(options)))
    sources = read_tables([path])
    if not sources:
        hint = f"{set_nearby(path)}A data set has a card.toml, or tables ({', '.join(ENDINGS)})"
        raise DataError(Problem(str(path), "is no data set", hint=hint))
    sources = unfold(sources)
    mapping = propose(sources)
    own = with_left(build_mapped(card, mapping, sources), sources, mapping)
    return replace(own, notes=(*own.notes, *unnamed_weights(sources, mapping)))


def _has(path: Path, table: str) -> bool:
    return any(path.glob(f"{table}.*")) or any(path.glob(f"{table}/*.parquet"))


def name_of(path: Path) -> str:
    """Return what a data set is called after its file or folder.

    Examples
    --------
    >>> name_of(Path("my data.csv.gz")), name_of(Path("data/mine/"))
    ('my-data', 'mine')
    """
    stem = path.resolve().name
    while Path(stem).suffix and not path.is_dir():
        stem = Path(stem).stem
    kept = re.sub(r"[^A-Za-z0-9._-]", "-", stem)
    name = kept.strip("._-")[:100]
    return name if is_name(name) else "own"


def _read_test_sets(card: DatasetCard, path: Path, options: Mapping[str, str] | None) -> EvalSet:
    """Read test sets of mt-metrics-eval, at the finest level that people judged where none is chosen."""
    offered = {
        "level": [STANDARD, *_LEVELS],
        "people": ["drop", "keep", STANDARD],
        "pair": [ALL, STANDARD, OTHERS],
        "human": [ALL, STANDARD, OTHERS],
    }
    said = {"reader": "mt-metrics-eval", "task": "translation", "options": offered}
    return read_set(card.model_copy(update=said), path, options)

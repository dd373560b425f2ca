"""Finding and reading the golden vectors: all of them where they are at hand, else the part kept here."""

import gzip
import json
import os
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parent
SHARED = Path(os.environ.get("WORKBENCH_SHARED", TESTS.parent.parent / "shared"))
KEPT = TESTS / "golden" / "vectors"


def read_lines(path: Path) -> list[dict[str, Any]]:
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def golden(name: str) -> list[dict[str, Any]]:
    """Return the records of a golden file."""
    full = SHARED / "golden" / name
    return read_lines(full if full.exists() else KEPT / name)


def is_complete() -> bool:
    return (SHARED / "golden").is_dir()


def statistics_vectors(kind: str) -> list[dict[str, Any]]:
    """Return the statistics vectors of one kind that are to be tested."""
    full = SHARED / "vectors" / "statistics.jsonl"
    every = read_lines(full if full.exists() else KEPT / "statistics.jsonl")
    return [v for v in every if v["kind"] == kind and not v["verified_by"].startswith("not_run")]

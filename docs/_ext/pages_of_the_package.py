"""Pages of the public names, of the papers, of the published tables and of what the field asks for."""

import csv
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from markup import code, described, heading, page, plain, table

import workbench
from workbench.papers import PAPERS
from workbench.report.citations import bibtex
from workbench.report.published import list_published

CAPABILITIES = Path(__file__).resolve().parent.parent / "capabilities.tsv"


def pages() -> Iterator[tuple[str, str]]:
    """Yield the pages."""
    yield "python.rst", _python()
    yield "papers.rst", _papers()
    yield "papers.bib", f"{bibtex(PAPERS)}\n"
    yield "published.rst", _published()
    yield "capabilities.rst", _capabilities()


def _python() -> str:
    lines = [
        *heading("Python"),
        "The public names, all of them reached by ``import workbench``. What `Experiment` gives back and "
        "what its analyses take is in :doc:`analyses`.",
        "",
    ]
    for name in sorted(workbench.__all__, key=str.lower):
        if name.startswith("__"):
            continue
        kind = "class" if isinstance(getattr(workbench, name), type) else "function"
        options = ("members",) if kind == "class" else ()
        lines += [*heading(name, 1), *described(kind, f"workbench.{name}", *options)]
    return page(lines)


def _papers() -> str:
    lines = [*heading("Papers"), "What metrics, coefficients and tests cite.", ""]
    return page(
        lines, table(["key", "paper"], [[plain(key), plain(PAPERS[key])] for key in sorted(PAPERS)], "25 75")
    )


def _published() -> str:
    rows = [[code(each.name), plain(each.source), plain(each.title)] for each in list_published()]
    said = [
        "Tables of figures from papers, kept as data in ``data/published`` with citation, digits, intervals "
        "and marks. ``workbench table NAME`` prints one in its paper's layout.",
        "",
    ]
    return page(heading("Published tables"), said, table(["name", "source", "what"], rows, "25 30 45"))


def read_capabilities() -> list[dict[str, str]]:
    """Return the rows of the list: number, capability, standing (full, part, none), where, limits."""
    with CAPABILITIES.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def _capabilities() -> str:
    words = {"full": "in full", "part": "in part", "none": "not"}
    every = read_capabilities()
    count = Counter(row["standing"] for row in every)
    said = [
        f"What programs and papers of the field offer, and where it is here: {count['full']} of {len(every)} "
        f"in full, {count['part']} in part, {count['none']} not.",
        "",
    ]
    rows = [
        [
            row["number"],
            plain(row["capability"]),
            words[row["standing"]],
            ", ".join(code(each) for each in row["where"].split("; ") if each) or "\\–",
            plain(row["limits"]),
        ]
        for row in every
    ]
    head = ["", "capability", "here", "where", "what is missing"]
    return page(heading("Capabilities"), said, table(head, rows, "5 35 10 25 25"))

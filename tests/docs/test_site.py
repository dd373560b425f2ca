"""The pages that are written from the package: nothing is left out, and what they name is there."""

import csv
import re
import sys
from importlib import import_module
from pathlib import Path

import pytest

from workbench.cli import main
from workbench.datasets.card import card_names
from workbench.experiment.analysis import ANALYSES, known_analyses
from workbench.experiment.levels.base import LEVELS
from workbench.experiment.section_reference import sections
from workbench.metrics.base import METRICS
from workbench.papers import PAPERS
from workbench.report.layouts import LAYOUTS
from workbench.schema import FRAMES
from workbench.stats.coefficients.plain import COEFFICIENTS

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs" / "_ext"))

from markup import plain  # noqa: E402
from pages_of_commands import every_command  # noqa: E402
from pages_of_commands import pages as pages_of_commands  # noqa: E402
from pages_of_data import pages as pages_of_data  # noqa: E402
from pages_of_the_package import pages as pages_of_the_package  # noqa: E402

with (ROOT / "docs" / "capabilities.tsv").open(encoding="utf-8", newline="") as file:
    CAPABILITIES = list(csv.DictReader(file, delimiter="\t"))
KINDS = {
    "level": LEVELS,
    "coefficient": COEFFICIENTS,
    "analysis": ANALYSES,
    "metric": METRICS,
    "layout": LAYOUTS,
    "table": FRAMES,
    "data set": tuple(card_names()),
}


def is_there(named: str) -> bool:
    """Tell whether a command, a key of a section, a registered name or an object of Python exists."""
    if named == "workbench" or named.startswith("workbench "):
        return named in {"workbench", *(name for name, _, _ in every_command(main, "workbench"))}
    if named.startswith("["):
        section, key = named.rsplit(" ", 1)
        return key in sections()[section].model_fields
    for kind, known in KINDS.items():
        if named.startswith(f"{kind} "):
            return named.removeprefix(f"{kind} ") in known
    module, _, name = named.rpartition(".")
    if hasattr(import_module(module), name):
        return True
    return import_module(named) is not None


def test_a_capability_says_where_it_is_or_what_is_missing():
    known_analyses()
    for row in CAPABILITIES:
        named = [each for each in row["where"].split("; ") if each]
        assert row["standing"] in {"full", "part", "none"}
        assert bool(named) or row["standing"] != "full"
        assert row["standing"] != "none" or not named
        assert bool(row["limits"]) == (row["standing"] != "full")
        assert all(is_there(each) for each in named), named


def test_the_list_of_capabilities_is_whole():
    assert [int(row["number"]) for row in CAPABILITIES] == list(range(1, 131))


def test_every_command_and_section_has_its_place():
    written = dict(pages_of_commands())
    for name, _, _ in every_command(main, "workbench"):
        assert f"\n{name}\n=" in written["commands.rst"] or f"\n{name}\n-" in written["commands.rst"]
    for mark in filter(None, sections()):
        assert f"\n{mark}\n-" in written["sections.rst"]


def test_every_data_set_and_table_has_its_place():
    written = dict(pages_of_data())
    assert all(f"\n{name}\n-" in written["data-sets.rst"] for name in card_names())
    assert all(f"\n{name}\n-" in written["tables.rst"] for name in FRAMES)


def test_plain_text_stays_plain():
    assert plain("a* of |r| with `x_`") == r"a\* of \|r\| with \ ``x_``"


def test_every_paper_has_an_entry_of_its_own_in_bibtex():
    entries = re.findall(r"^@misc\{([a-z0-9]+),$", dict(pages_of_the_package())["papers.bib"], re.MULTILINE)
    assert len(entries) == len(set(entries)) == len(PAPERS)
    assert "literalinclude} reference/papers.bib" in (ROOT / "docs" / "cite.md").read_text("utf-8")


def links_of(page: Path) -> set[Path]:
    """Return the pages that a page of the sources links to: cards, links and lists of contents."""
    text = page.read_text("utf-8")
    named = re.findall(r"^:link: (\S+)$", text, re.MULTILINE) + re.findall(r"\]\(([^)#:]+)[)#]", text)
    for toctree in re.findall(r"```\{toctree\}\n(.*?)```", text, re.DOTALL):
        named += [line for line in toctree.splitlines() if line and not line.startswith(":")]
    found = (page.parent / name for name in named)
    return {path.resolve() for each in found for path in (each, each.with_suffix(".md")) if path.is_file()}


@pytest.mark.parametrize("front", ["docs/index.md", "README.md"])
def test_two_clicks_from_the_front_page_are_enough(front):
    docs = ROOT / "docs"
    first = links_of(ROOT / front)
    near = first | {link for page in first if page.suffix == ".md" for link in links_of(page)}
    wanted = ["howto/own-data.md", "howto/metric.md", "howto/regenerate.md", "cite.md", "install.md"]
    assert {docs / name for name in wanted} <= near


def test_every_page_says_the_version_and_leads_to_what_changed():
    conf = (ROOT / "docs" / "conf.py").read_text("utf-8")
    footer = (ROOT / "docs" / "_templates" / "version-of-the-site.html").read_text("utf-8")
    assert '"footer_start": ["version-of-the-site"]' in conf
    assert "{{ version }}" in footer
    assert 'pathto("about/changes")' in footer
    assert (ROOT / "docs" / "about" / "changes.md").is_file()

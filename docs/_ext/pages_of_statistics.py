"""A page for each idea of `workbench.stats`: its functions, and for intervals and tests the simulations."""

from collections.abc import Iterator
from importlib import import_module
from inspect import getdoc, getmembers, isclass, isfunction
from pkgutil import iter_modules
from types import ModuleType

from markup import code, described, facts, heading, page, plain, table

from workbench import stats
from workbench.experiment.analysis import Analysis, known_analyses
from workbench.experiment.levels.base import LEVELS
from workbench.papers import PAPERS
from workbench.registry import cited
from workbench.report.layouts import LAYOUTS
from workbench.stats.coefficients.plain import COEFFICIENTS
from workbench.stats.tests.overlapping import DEPENDENT_TESTS


def pages() -> Iterator[tuple[str, str]]:
    """Yield a page for each folder of the statistics, and those of levels, analyses and layouts."""
    folders = [module.name for module in iter_modules(stats.__path__) if module.ispkg]
    for name in folders:
        yield f"statistics-{name}.rst", _folder(name)
    yield "statistics.rst", _list(folders)
    yield "analyses.rst", _analyses()
    yield "levels.rst", _levels()
    yield "layouts.rst", _layouts()


def _summary(thing: object) -> str:
    return plain((getdoc(thing) or "").split("\n\n", 1)[0])


def _public(module: ModuleType) -> list[tuple[str, str]]:
    """Return what a module defines and says something about: its kind for autodoc, and its name."""
    found = []
    for name, thing in getmembers(module):
        kind = "function" if isfunction(thing) else "class" if isclass(thing) else ""
        mine = getattr(thing, "__module__", "") == module.__name__
        if kind and mine and not name.startswith("_") and thing.__doc__ and thing.__name__ == name:
            found.append((kind, name))
    return found


def _folder(name: str) -> str:
    package = import_module(f"{stats.__name__}.{name}")
    lines = [*heading(name.capitalize()), _summary(package), ""]
    lines += {"coefficients": _coefficients, "tests": _tests}.get(name, list)()
    for each in iter_modules(package.__path__):
        module = import_module(f"{package.__name__}.{each.name}")
        members = _public(module)
        if members:
            lines += [*heading(each.name.replace("_", " ").capitalize(), 1), _summary(module), ""]
        for kind, member in members:
            lines += described(kind, f"{module.__name__}.{member}")
    return page(lines)


def _paper(kind: str, name: str) -> str:
    keys = [key for key in cited(kind, name).split("; ") if key]
    return plain("; ".join(PAPERS.get(key, key) for key in keys)) or "\\–"


def _coefficients() -> list[str]:
    rows = [
        [code(name), _summary(COEFFICIENTS.get(name)), _paper("coefficient", name)] for name in COEFFICIENTS
    ]
    return [
        *heading("By name", 1),
        "What ``coefficients`` in an experiment file may name:",
        "",
        *table(["name", "is", "paper"], rows, "20 45 35"),
    ]


def _tests() -> list[str]:
    rows = [[code(name), _paper("test", name)] for name in DEPENDENT_TESTS]
    return [
        *heading("Tests of dependent correlations, by name", 1),
        "What ``method`` in the section ``[test]`` may name, beside ``permutation`` and ``bootstrap``. They "
        "assume systems drawn at random and scores that are jointly normal; how far they keep their level "
        "where that is not so is simulated in :doc:`/about/calibration`.",
        "",
        *table(["name", "paper"], rows, "25 75"),
    ]


def _list(folders: list[str]) -> str:
    titles = [
        [f":doc:`statistics-{name}`", _summary(import_module(f"{stats.__name__}.{name}"))] for name in folders
    ]
    said = [
        "What is computed, what it assumes, what happens where it is undefined, and where it is from.",
        "Which of it to rely on was simulated: :doc:`/about/calibration`.",
        "",
    ]
    tree = [".. toctree::", "   :hidden:", "", *(f"   statistics-{name}" for name in folders)]
    return page(heading("Statistics"), said, table(["about", ""], titles, "25 75"), tree)


def _options(kind: type[Analysis]) -> list[str]:
    fields = kind.Section.model_fields
    return facts([(code(name), plain(field.description or "")) for name, field in fields.items()])


def _analyses() -> str:
    lines = [
        *heading("Analyses"),
        "Each is a method of an experiment, and most are a section of an experiment file with the same keys.",
        "",
    ]
    for kind in known_analyses():
        lines += heading(kind.called, 1)
        lines += [plain(getdoc(kind) or ""), "", f"Section ``[{kind.section}]``.", "", *_options(kind)]
    return page(lines)


def _levels() -> str:
    rows = [[code(name), _summary(LEVELS.get(name)), plain(LEVELS.get(name).described)] for name in LEVELS]
    said = "What one observation of a coefficient is. The last column is what the methods paragraph says."
    head = ["level", "observations", "in the paragraph"]
    return page(heading("Levels"), [said, ""], table(head, rows, "16 42 42"))


def _layouts() -> str:
    def named(columns: tuple[str, ...]) -> str:
        return ", ".join(columns) or "\\–"

    rows = [
        [code(name), named(layout.panel), named(layout.row), named(layout.column), str(layout.digits)]
        for name in LAYOUTS
        for layout in [LAYOUTS.get(name)]
    ]
    said = "Which columns of the records make a table of its own, its rows and its columns."
    head = ["layout", "panels", "rows", "columns", "decimals"]
    return page(heading("Table layouts"), [said, ""], table(head, rows, "16 28 24 22 10"))

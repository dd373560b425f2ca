"""What an installed package brings along is there when its name is asked for, whatever it is."""

import json
import subprocess
import sys

import pytest

PACKAGE = """
import workbench
from workbench.experiment.analysis import Analysis, Result, analysis
from workbench.experiment.levels.base import LEVELS
from workbench.experiment.levels.system import SystemLevel
from workbench.experiment.sections import Section
from workbench.report.layouts import LAYOUTS


@workbench.coefficient("product")
def product(scores, judgments):
    return float((scores * judgments).mean())


class CountedSection(Section):
    least: int = 1
    \"\"\"From which number on.\"\"\"


@analysis("counted_systems")
class CountedSystems(Analysis):
    section = "counted_systems"
    Section = CountedSection

    def compute(self, experiment, settings):
        return Result({}, (), (f"{len(experiment.rows)} rows, {settings.least}",))


LEVELS("system-again")(type("SystemAgain", (SystemLevel,), {}))
LAYOUTS("plain-again")(LAYOUTS.get("standard"))
"""
BEGIN = """
import workbench
data = workbench.simulate(topics=3, systems=5).evalset
ask = lambda **more: workbench.Experiment(data, ["length"], **more)
"""
ASKED = {
    "section": "print(ask(counted_systems={'least': 3}).counted_systems().lines)",
    "method": "print(ask().counted_systems().lines)",
    "level": "print(ask(correlation={'levels': ['system-again']}).spec.correlation.levels)",
    "coefficient": "print(ask(correlation={'coefficients': ['product']}).spec.correlation.coefficients)",
    "layout": "print(ask(table={'layout': 'plain-again'}).spec.table.layout)",
    "keys": "from workbench.cli import main; main(['sections', 'counted_systems'], standalone_mode=False)",
}


def install(folder, name, text):
    (folder / f"{name}.py").write_text(text)
    info = folder / f"{name.replace('_', '-')}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[workbench.metrics]\nmore = {name}\n")


BROKEN = (
    "from workbench.cli import main; main(['metrics'], standalone_mode=False);"
    "print(ask(table={'layout': 'plain-again'}).spec.table.layout)"
)
WRONG_KEY = "ask(counted_systems={}, correlation={'levels': ['no-level']})"
FORKING = """
import json, os, sys
import click, matplotlib, numba, pandas, pyarrow.parquet, pydantic, scipy.stats, statsmodels
import workbench.analyses, workbench.report.layouts, workbench.stats
for at, (folders, code) in enumerate(json.load(sys.stdin)):
    if not os.fork():
        for number, name in ((1, "out"), (2, "err")):
            os.dup2(os.open(f"{at}.{name}", os.O_CREAT | os.O_WRONLY), number)
        sys.path[:0] = folders
        exec(code)
        sys.stdout.flush()
        os._exit(0)
    os.wait()
"""


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """What each program says, as (standard output, standard error), by its code.

    Each begins in a process that has the modules of the package, and what they import, but has asked for
    nothing that is installed: importing them takes longer than all else.
    """
    folder = tmp_path_factory.mktemp("installed")
    for name, text in (("more_things", PACKAGE), ("broken_things", "import no_such_module_at_all")):
        (folder / name).mkdir()
        install(folder / name, name, text)
    more, both = [str(folder / "more_things")], [str(folder / "broken_things"), str(folder / "more_things")]
    programs = [*((more, code) for code in ASKED.values()), (both, BROKEN), (more, WRONG_KEY)]
    asked = json.dumps([(folders, BEGIN + code) for folders, code in programs])
    subprocess.run([sys.executable, "-c", FORKING], input=asked, text=True, cwd=folder, check=True)
    return {
        code: ((folder / f"{at}.out").read_text(), (folder / f"{at}.err").read_text())
        for at, (_, code) in enumerate(programs)
    }


@pytest.mark.parametrize("kind", ASKED)
def test_a_package_brings_anything_along(said, kind):
    output, errors = said[ASKED[kind]]
    expected = {"section": "1 rows, 3", "method": "1 rows, 1", "keys": "[counted_systems]"}
    assert expected.get(kind, "again" if kind != "coefficient" else "product") in output, errors


def test_a_package_that_cannot_be_imported_is_said_once_and_the_others_are_there(said):
    output, errors = said[BROKEN]
    assert "rouge-1" in output
    assert "plain-again" in output
    reason = "ModuleNotFoundError: No module named 'no_such_module_at_all'"
    what = f"The package broken_things brings nothing along: its module broken_things raised {reason}"
    assert errors.count("broken_things brings") == 1
    assert what in errors


def test_a_wrong_key_beside_what_a_package_brings_is_not_said_of_its_section(said):
    _, errors = said[WRONG_KEY]
    assert "unknown level 'no-level'" in errors
    assert "unknown key" not in errors

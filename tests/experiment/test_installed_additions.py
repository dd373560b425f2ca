"""What an installed package brings along is there when its name is asked for, whatever it is."""

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


def run(folder, code):
    whole = f"import sys; sys.path.insert(0, {str(folder)!r})\n{BEGIN}{code}"
    return subprocess.run([sys.executable, "-c", whole], capture_output=True, text=True)


@pytest.mark.parametrize("kind", ASKED)
def test_a_package_brings_anything_along(tmp_path, kind):
    install(tmp_path, "more_things", PACKAGE)
    done = run(tmp_path, ASKED[kind])
    assert done.returncode == 0, done.stderr
    expected = {"section": "1 rows, 3", "method": "1 rows, 1", "keys": "[counted_systems]"}
    assert expected.get(kind, "again" if kind != "coefficient" else "product") in done.stdout


def test_a_package_that_cannot_be_imported_is_said_once_and_the_others_are_there(tmp_path):
    install(tmp_path, "broken_things", "import no_such_module_at_all")
    install(tmp_path, "more_things", PACKAGE)
    code = (
        "from workbench.cli import main; main(['metrics'], standalone_mode=False);"
        "print(ask(table={'layout': 'plain-again'}).spec.table.layout)"
    )
    done = run(tmp_path, code)
    assert "rouge-1" in done.stdout
    assert "plain-again" in done.stdout
    reason = "ModuleNotFoundError: No module named 'no_such_module_at_all'"
    said = f"The package broken_things brings nothing along: its module broken_things raised {reason}"
    assert done.stderr.count("broken_things brings") == 1
    assert said in done.stderr


def test_a_wrong_key_beside_what_a_package_brings_is_not_said_of_its_section(tmp_path):
    install(tmp_path, "more_things", PACKAGE)
    done = run(tmp_path, "ask(counted_systems={}, correlation={'levels': ['no-level']})")
    assert "unknown level 'no-level'" in done.stderr
    assert "unknown key" not in done.stderr

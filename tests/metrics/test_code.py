"""The digest of the code behind a metric changes with whatever computes it, and with nothing else."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import workbench
from workbench.code.identity import code_of
from workbench.code.imports import imports_in
from workbench.code.modules import Modules, find_module
from workbench.code.versions import version_of
from workbench.errors import SpecError
from workbench.experiment.own_metrics import load_metrics
from workbench.metrics.base import METRICS, get_metric
from workbench.metrics.external import External, ScoreTable

SHOW = "print(code_of({}).digest)"


@pytest.fixture(autouse=True)
def _forget():
    before, modules = set(METRICS), set(sys.modules)
    yield
    for name in set(METRICS) - before:
        METRICS.remove(name)
    for name in [each for each in set(sys.modules) - modules if each.startswith("workbench_own_")]:
        del sys.modules[name]


def run(folder, code, seed="0"):
    """Return what a new process prints that has the folder on its path."""
    places = [str(folder), str(Path(workbench.__file__).parents[1]), *sys.path]
    start = f"import sys; sys.path[:] = {places!r}\nfrom workbench.code.identity import code_of\n"
    settings = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-S", "-c", start + code]  # what site does takes longer than all else
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=settings)
    return done.stdout.rstrip("\n")


def write(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


PLUG = {
    "plug/__init__.py": "import helper as round_about\nfrom .other import Other\nfrom .metric import Mine\n",
    "plug/metric.py": "from plug.steps import step\nclass Mine:\n    def f(self):\n        return step(1)\n",
    "plug/steps.py": "def step(x):\n    from . import far\n    return far.far(x)\n",
    "plug/far.py": "import numpy as np\ndef far(x):\n    return np.sqrt(x)\n",
    "plug/other.py": "class Other:\n    pass\n",
    "plug/inner/__init__.py": "SIZE = 1\n",
    "plug/deep/__init__.py": "from plug import far\nfrom . import far\n",
    "helper.py": "def helper():\n    return 1\n",
    "space/leaf.py": "x = 1\n",
}
MINE = "from plug import Mine, Other\n" + SHOW.format("Mine()")


@pytest.fixture(scope="module")
def untouched(tmp_path_factory):
    """The digest of `Mine` before anything is edited, wherever it lies."""
    folder = tmp_path_factory.mktemp("untouched")
    write(folder, PLUG)
    return run(folder, MINE)


@pytest.mark.parametrize(
    ("name", "text", "is_part"),
    [
        ("plug/metric.py", "class Mine:\n    def score(self):\n        return 2\n", True),
        ("plug/steps.py", "def step(x):\n    return 2 * x\n", True),
        ("plug/far.py", "def far(x):\n    return 2 * x\n", True),
        ("plug/other.py", "class Other:\n    size = 1\n", False),
        ("plug/__init__.py", "from plug.other import Other\nfrom plug.metric import Mine\n", False),
        ("plug/inner/__init__.py", "SIZE = 2\n", False),
        ("helper.py", "def helper():\n    return 2\n", False),
        ("plug/new.py", "", False),
        ("plug-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: plug\nVersion: 1.0\n", True),
    ],
)
def test_a_class_counts_by_the_modules_that_it_imports(tmp_path, untouched, name, text, is_part):
    assert len(untouched) == 16
    write(tmp_path, {**PLUG, name: text})
    assert (run(tmp_path, MINE) != untouched) == is_part


@pytest.mark.parametrize(
    ("imported", "name", "text"),
    [
        ("from plug.inner import SIZE", "plug/inner/__init__.py", "SIZE = 2\n"),
        ("import plug.inner", "plug/inner/__init__.py", "SIZE = 2\n"),
        ("from .inner import *", "plug/inner/__init__.py", "SIZE = 2\n"),
        ("from . import inner as it", "plug/inner/__init__.py", "SIZE = 2\n"),
        ("import plug.far as far", "plug/far.py", "import numpy\n"),
        ("import plug\nstep = lambda x: plug.far.far(x)", "plug/far.py", "import numpy\n"),
        ("import plug\nused = [plug]", "plug/other.py", "class Other:\n    size = 1\n"),
        ("from plug import Other", "plug/other.py", "class Other:\n    size = 1\n"),
        ("from plug import round_about", "helper.py", "x = 2\n"),
        ("from .deep import far", "plug/far.py", "import numpy\n"),
        ("try:\n    from ... import x\nexcept ImportError:\n    import helper", "helper.py", "x = 2\n"),
        ("def g():\n    from workbench.metrics import ter\nimport helper", "helper.py", "x = 2\n"),
        ("import helper", "helper.py", "x = 2\n"),
        ("import space.leaf", "space/leaf.py", "x = 2\n"),
        ("import plug\nstep = lambda x: plug.inner.leaf.f(x)", "plug/inner/leaf.py", "f = 2\n"),
        ("if True: from helper import helper", "helper.py", "x = 2\n"),
        ("from importlib import import_module\nf = import_module('helper')", "helper.py", "x = 2\n"),
        ("try:\n    import later\nexcept ImportError:\n    later = None", "later.py", ""),
    ],
)
def test_imports_are_found_however_they_are_written(tmp_path, imported, name, text):
    write(tmp_path, PLUG)
    with (tmp_path / "plug/metric.py").open("a") as file:
        file.write(f"{imported}\n")
    before = run(tmp_path, MINE)
    assert len(before) == 16
    write(tmp_path, {name: text + "def helper(): ...\n"})
    assert run(tmp_path, MINE) != before


@pytest.mark.parametrize(
    ("text", "is_part"),
    [
        ("try:\n    from .other import Other\nexcept ImportError:\n    class Other: {}\n", True),
        ("try:\n    from .other import Other\nexcept ImportError:\n    def Other(): {}\n", True),
        ("try:\n    from .other import Other\nexcept ImportError:\n    Other = {}\n", True),
        ("from .other import Other\nclass Another: {}\nAn_Other = 1\n", False),
    ],
)
def test_a_package_counts_where_it_defines_what_it_would_rather_import(tmp_path, text, is_part):
    write(tmp_path, {**PLUG, "plug/__init__.py": text.format("...")})
    with (tmp_path / "plug/metric.py").open("a") as file:
        file.write("from plug import Other\n")
    show = "from plug.metric import Mine\n" + SHOW.format("Mine()")
    before = run(tmp_path, show)
    assert len(before) == 16
    write(tmp_path, {"plug/__init__.py": text.format("1")})
    assert (run(tmp_path, show) != before) == is_part


@pytest.mark.parametrize(
    ("name", "text", "is_part"),
    [
        ("plug/own.py", "from plug.steps import step\nx = 2\ndef f(c, r):\n    return step(x)\n", True),
        ("plug/steps.py", "def step(x):\n    return 2 * x\n", True),
        ("plug/far.py", "def far(x):\n    return 2 * x\n", True),
        ("plug/other.py", "class Other:\n    size = 1\n", False),
    ],
)
def test_a_function_of_a_package_counts_by_what_it_calls(tmp_path, name, text, is_part):
    own = "from plug.steps import step\nx = 1\ndef f(c, r):\n    return step(x)\n"
    write(tmp_path, {**PLUG, "plug/own.py": own})
    before = run(tmp_path, "from plug.own import f\n" + SHOW.format("f"))
    assert len(before) == 16
    write(tmp_path, {name: text})
    assert (run(tmp_path, "from plug.own import f\n" + SHOW.format("f")) != before) == is_part


def test_what_is_imported_under_a_name_made_up_while_running_is_unknown(tmp_path):
    write(tmp_path, PLUG)
    with (tmp_path / "plug/metric.py").open("a") as file:
        file.write("import importlib\nfor name in ['helper']:\n    importlib.import_module(name)\n")
    assert run(tmp_path, MINE) == "None"


def test_an_installed_package_counts_by_its_version_and_a_plug_in_by_its_sources_too(tmp_path):
    def install(version, package="theirs"):
        text = f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n"
        write(tmp_path, {f"{package}.dist-info/METADATA": text})
        (tmp_path / f"{package}.dist-info").replace(tmp_path / f"{package}-{version}.dist-info")

    def upgrade(version):
        (tmp_path / "theirs-1.0.dist-info/METADATA").write_text(f"Name: theirs\nVersion: {version}\n")

    write(
        tmp_path, {**PLUG, "theirs/__init__.py": "x = 1\n", "plug/far.py": "def far(x):\n    import theirs\n"}
    )
    install("1.0")
    install("3.0", "plug")
    show = "from plug import Mine\nprint(dict(code_of(Mine()).parts))\n" + SHOW.format("Mine()")
    parts, before = run(tmp_path, show).splitlines()
    assert "'theirs': '1.0'" in parts
    assert "'plug': '3.0'" in parts
    assert "'plug.far'" in parts
    write(tmp_path, {"theirs/__init__.py": "x = 2\n"})
    assert run(tmp_path, show).endswith(before)
    upgrade("1.1")
    upgraded = run(tmp_path, show).splitlines()[1]
    assert upgraded != before
    write(tmp_path, {"plug/steps.py": "from plug import far\ndef step(x): ...\n"})
    assert run(tmp_path, show).splitlines()[1] != upgraded


def test_data_that_a_package_reads_count(tmp_path):
    reader = (
        "from importlib.resources import files\nwords = files('plug').joinpath('words.txt').read_text()\n"
    )
    write(tmp_path, {**PLUG, "plug/far.py": reader, "plug/words.txt": "a b\n"})
    before = run(tmp_path, MINE)
    assert len(before) == 16
    write(tmp_path, {"plug/words.txt": "a c\n"})
    assert run(tmp_path, MINE) != before
    write(tmp_path, {"plug/words.txt": "a b\n"})
    assert run(tmp_path, MINE) == before
    (tmp_path / "plug/words.txt").rename(tmp_path / "plug/terms.txt")
    assert run(tmp_path, MINE) != before, "whoever reads words.txt finds it no more"
    write(tmp_path, {"plug/far.py": "words = open('words.txt')\n"})
    assert run(tmp_path, MINE) == "None"


def test_data_of_packages_that_are_named_count_and_those_of_others_do_not(tmp_path):
    reader = "from importlib.resources import files\nclass Words:\n    words = files('plug.inner')\n"
    write(tmp_path, {**PLUG, "plug/deep/read.py": reader, "plug/inner/data/words.txt": "a b\n"})
    show = "from plug.deep.read import Words\n" + SHOW.format("Words()")
    before = run(tmp_path, show)
    assert len(before) == 16
    write(tmp_path, {"plug/words.txt": "a\n", "plug/inner/made.so": "", "plug/inner/made.pyc": ""})
    assert run(tmp_path, show) == before
    write(tmp_path, {"plug/inner/data/words.txt": "a c\n"})
    assert run(tmp_path, show) != before
    write(tmp_path, {"plug/inner/data/words.txt": "a b\n", "plug/deep/words.txt": "a\n"})
    assert run(tmp_path, show) != before


LISTED = {
    "by a list of files": ({"Other-2.0.dist-info/RECORD": "{0}/__init__.py,,\n"}, "2.0"),
    "by a list of packages": ({"Other-2.0.dist-info/top_level.txt": "another\n{0}\n"}, "2.0"),
    "by both lists": (
        {"Other-2.0.dist-info/RECORD": "another.py,,\n", "Other-2.0.dist-info/top_level.txt": "{0}\n"},
        "2.0",
    ),
    "by its own name": ({"{0}-1.5.dist-info/METADATA": "Name: {0}\nVersion: 1.5\n"}, "1.5"),
    "by two": ({f"{each}.dist-info/RECORD": "{0}/__init__.py,,\n" for each in ("B-2", "A-3")}, "2+3"),
    "by its data": ({"Other-2.0.dist-info/RECORD": "{0}/words.txt,,\n"}, None),
    "by another": ({"Other-2.0.dist-info/top_level.txt": "another\n"}, None),
    "as a checkout": (
        {"{0}.egg-info/PKG-INFO": "Name: {0}\nVersion: 1.0\n", "{0}.egg-info/SOURCES.txt": "{0}.py\n"},
        None,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LISTED)
@pytest.mark.parametrize("form", ["{0}/__init__.py", "{0}.py"])
def test_a_package_is_known_by_what_is_listed_beside_it(tmp_path, monkeypatch, name, form):
    files, version = LISTED[name]
    package = f"theirs_{''.join(filter(str.isalpha, name + form))}"
    write(tmp_path, {form.format(package): ""})
    for file, text in files.items():
        text = text.replace("{0}/__init__.py", form)
        write(tmp_path, {file.format(package): text.format(package)})
        info = tmp_path / file.format(package)
        if info.parent.suffix == ".dist-info" and info.name != "METADATA":
            of, _, number = info.parent.stem.partition("-")
            write(info.parent, {"METADATA": f"Name: {of}\nVersion: {number}\n"})
    monkeypatch.syspath_prepend(tmp_path)
    assert version_of(package) == version


def test_a_file_that_is_no_module_of_a_package(tmp_path):
    load = (
        "import importlib.util\n"
        "spec = importlib.util.spec_from_file_location('own', {!r})\n"
        "module = importlib.util.module_from_spec(spec)\n"
        "spec.loader.exec_module(module)\n" + SHOW.format("module.Mine()")
    )
    text = "from dataclasses import dataclass\n@dataclass\nclass Mine:\n    x: int = 1\n    def f(self):\n"
    write(tmp_path, {"a/own.py": text + "        return 1\n", "b/own.py": text + "        return 1\n"})
    a, b = (load.format(str(tmp_path / each / "own.py")) for each in "ab")
    before = run(tmp_path, a)
    assert len(before) == 16
    assert run(tmp_path, b) == before, "it does not matter where a file lies"
    write(tmp_path, {"a/own.py": text + "        return 2\n"})
    assert run(tmp_path, a) != before
    write(tmp_path, {"a/own.py": text + "        return __file__\n"})
    assert run(tmp_path, a) == "None", "it may read anything that lies there"


def test_a_file_that_was_changed_under_a_loaded_module(tmp_path, untouched):
    edit = "import pathlib, plug.far\npathlib.Path(plug.far.__file__).write_text('def far(x): ...')\n"
    write(tmp_path, PLUG)
    assert run(tmp_path, f"from plug import Mine, far\ncode_of(Mine())\n{edit}{MINE}") == untouched, (
        "it is loaded"
    )
    write(tmp_path, PLUG)
    assert run(tmp_path, f"{edit}{MINE}") == "None", "nobody can tell"
    assert len(run(tmp_path, MINE)) == 16


def test_a_method_that_is_put_in_later_counts(tmp_path, untouched):
    write(tmp_path, PLUG)
    put = "from plug import Mine\nMine.f = {}\n"
    shown = {run(tmp_path, put.format(f"lambda self: {each}") + MINE) for each in (1, 2)}
    assert len({*shown, untouched}) == 3


def make(source, **known):
    """Return the function f that a cell of a notebook defines."""
    known["__name__"] = "__main__"
    exec(compile(source, "<cell>", "exec"), known)
    return known["f"]


CLOSURE = "def g(n):\n    def inner(c, r):\n        return n\n    return inner\nf = g({})\n"
CALLS = "def g(x):\n    return x + {}\ndef f(c, r):\n    return g(1)\n"
EACH_OTHER = "def g(x):\n    return f(x, 1) + {}\ndef f(c, r):\n    return g(1)\n"
ARRAY = "import numpy as np\nx = np.array({})\ndef f(c, r):\n    return x\n"
PATTERN = "import re\nx = re.compile('a', {})\ndef f(c, r):\n    return x.sub('', c)\n"
PARTIAL = "import functools\ng = functools.partial(max, {})\ndef f(c, r):\n    return g(c)\n"
CACHED = "import functools\n@functools.cache\ndef g(x):\n    return {}\ndef f(c, r):\n    return g(c)\n"
COMPILED = "import numba\n@numba.njit(fastmath={})\ndef g(x):\n    return x\ndef f(c, r):\n    return g(c)\n"


@pytest.mark.parametrize(
    ("source", "one", "other"),
    [
        ("def f(c, r):\n    return {}\n", "1", "2"),
        ("def f(c, r):\n    return c.{}()\n", "lower", "upper"),
        ("def f(c, r, x={}):\n    return x\n", "1", "2"),
        ("def f(c, r, *, x={}):\n    return x\n", "1", "2"),
        ("def f(c, r):\n    return [x for x in c if x in {}]\n", "'abc'", "'abd'"),
        ("def f(c, r):\n    return (lambda x: x + {})(c)\n", "1", "2"),
        ("def f(c, r):\n    return c in {}\n", "{'a', 'b'}", "{'a', 'c'}"),
        ("x = {}\ndef f(c, r):\n    return x\n", "1", "1.0"),
        ("x = {}\ndef f(c, r):\n    return x\n", "0.0", "-0.0"),
        ("x = {}\ndef f(c, r):\n    return x\n", "10**9999", "10**9998"),
        ("x = {}\ndef f(c, r):\n    return x\n", "[1, 2]", "(1, 2)"),
        ("x = {}\ndef f(c, r):\n    return x\n", "{'a': [1]}", "{'a': [2]}"),
        ("x = {}\ndef f(c, r):\n    return x\n", "{'a', None}", "{'b', None}"),
        ("x = {}\ndef f(c, r):\n    class A:\n        y = x\n    return A.y\n", "1", "2"),
        ("import numpy as np\ndef f(c, r):\n    return np.{}(c)\n", "mean", "median"),
        (CLOSURE, "1", "2"),
        (CALLS, "1", "2"),
        (EACH_OTHER, "1", "2"),
        (ARRAY, "[1, 2]", "[1, 3]"),
        (ARRAY, "[1, 2]", "[[1, 2]]"),
        (ARRAY, "[1], 'i4'", "[1], 'i8'"),
        (PATTERN, "0", "re.I"),
        (PARTIAL, "1", "2"),
        (CACHED, "1", "2"),
        (COMPILED, "True", "False"),
        ("import math, numpy\nx = {}\ndef f(c, r):\n    return x\n", "math", "numpy"),
        ("import signal\nx = signal.{}\ndef f(c, r):\n    return x\n", "SIGINT", "SIGTERM"),
        ("import collections as n\nx = n.defaultdict({}, a=1)\ndef f(c, r):\n    return x\n", "int", "float"),
        ("import collections as n\nx = n.{}(a=1)\ndef f(c, r):\n    return x\n", "OrderedDict", "Counter"),
        ("import collections as n\nx = n.Counter(a={})\ndef f(c, r):\n    return x\n", "1", "2"),
        ("import numpy as np\nx = np.dtype({})\ndef f(c, r):\n    return x\n", "'i4'", "'i8'"),
        ("import numpy as np\nx = np.float64({})\ndef f(c, r):\n    return x\n", "1", "2"),
        ("x = {}.upper\ndef f(c, r):\n    return x()\n", "'a'", "'b'"),
        ("x = 'a'.{}\ndef f(c, r):\n    return x()\n", "upper", "lower"),
        (
            "import fractions as n\nx = n.Fraction.{}\ndef f(c, r):\n    return x\n",
            "from_float",
            "from_decimal",
        ),
        ("def g():\n    return g.k\ng.k = {}\ndef f(c, r):\n    return g()\n", "1", "2"),
        ("def f(c, r):\n    return {}(c)\n", "len", "max"),
        ("x = [1]\ny = {}\ndef f(c, r):\n    return x, y\n", "x", "[1]"),
        ("import itertools\nx = itertools.{}\ndef f(c, r):\n    return x(c)\n", "count", "cycle"),
    ],
)
def test_a_function_of_a_notebook_counts_by_all_that_it_refers_to(source, one, other):
    first, again, changed = (code_of(make(source.format(each))) for each in (one, one, other))
    assert first.digest is not None, first
    assert first == again
    assert first.digest != changed.digest


def test_what_a_function_does_not_refer_to_does_not_count():
    plain = code_of(make("def f(c, r):\n    return c.x\n"))
    other = code_of(make("x = y = object()\n\n# a comment\ndef f(c, r):\n    return c.x  # another\n"))
    assert plain == other
    assert plain.parts[0][0] == "function f"


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("x = object()\ndef f(c, r):\n    return x\n", "x of function f"),
        (
            "class A:\n    def g(self):\n        return 1\na = A()\ndef f(c, r):\n    return a.g()\n",
            "a of function f",
        ),
        (
            "class A:\n    def g(self):\n        return 1\ndef f(c, r):\n    return A().g()\n",
            "A of function f",
        ),
        ("x = [1, (2, object())]\ndef f(c, r):\n    return x\n", "x of function f"),
        ("import random\ndef f(c, r):\n    return random.random()\n", "random.random of function f"),
        ("def f(c, r):\n    return open('x').read()\n", "open in function f"),
        ("import pathlib as p\ndef f(c, r):\n    return p.Path('x').read_text()\n", "p.Path of function f"),
        ("def f(c, r):\n    import os\n    return os.listdir()\n", "os in function f"),
        ("x = 0\ndef f(c, r):\n    global x\n    x += 1\n    return x\n", "x, which function f changes"),
        ("def g(x):\n    return eval(x)\ndef f(c, r):\n    return g(c)\n", "eval in g of function f"),
        ("def f(c, r):\n    from .. import x\n    return x\n", ".. of function f"),
        ("def f(c, r):\n    from pathlib import Path\n    return Path\n", "pathlib in function f"),
        ("x = open\ndef f(c, r):\n    return x\n", "x of function f"),
        ("x = {'a': object()}\ndef f(c, r):\n    return x\n", "x of function f"),
        ("import re\nx = re.finditer('a', 'a')\ndef f(c, r):\n    return x\n", "x of function f"),
        ("def f(c, r):\n    global x\n    del x\n", "x, which function f changes"),
        ("def g():\n    x = object()\n    return lambda c, r: x\nf = g()\n", "x of function <lambda>"),
    ],
)
def test_what_cannot_be_digested_is_said(source, reason):
    code = code_of(make(source))
    assert code.digest is None
    assert (reason, "unknown") in code.parts


def test_a_closure_that_is_empty_still_is_no_error_and_another_code_once_it_is_filled():
    cell = "def g():\n    def f(c, r): return x\n    h = code_of(f)\n    x = 1\n    return h, f\nf = g()\n"
    before, later = make(cell, code_of=code_of)
    assert None not in (before.digest, code_of(later).digest)
    assert before.digest != code_of(later).digest


def test_functions_of_the_workbench_count_by_their_modules():
    code = code_of(make("import workbench\ndef f(c, r):\n    return workbench.score([c], [r])\n"))
    assert code.digest is not None
    assert {"workbench.metrics.score", "numpy"} <= dict(code.parts).keys()
    code = code_of(make("def f(c, r):\n    from workbench.kernels.lcs import lcs\n    return 1\n"))
    assert "workbench.kernels.lcs" in dict(code.parts)


def test_it_is_the_same_in_every_process(tmp_path):
    write(tmp_path, PLUG)
    cell = "x = {'a', 'b', 'c', 'd', ('e', frozenset('fgh'))}\ndef f(c, r):\n    return c in {'i', 'j'} | x\n"
    code = cell + MINE + "\n" + SHOW.format("f")
    assert len({run(tmp_path, code, seed) for seed in ("1", "2", "3")}) == 1


@pytest.mark.parametrize("name", [*METRICS])
def test_every_metric_of_the_workbench_has_a_digest(name):
    metric = get_metric(name)
    code = code_of(metric, metric.counter)
    parts = dict(code.parts)
    assert code.digest is not None, parts
    assert type(metric).__module__ in parts
    assert "files beside workbench.text.wordlists" in parts, "what the preprocessing reads"
    assert "workbench.metrics" not in parts, "it would make each metric depend on all of them"
    if name in ("rouge-1", "bleu"):
        assert "workbench.metrics.ter" not in parts


def test_code_among_the_parameters_counts_and_other_parameters_do_not():
    workbench.metric("mine")(make("def f(c, r, *, x=1):\n    return 1.0\n"))
    first = code_of(get_metric("mine"), get_metric("mine").counter)
    assert first.digest is not None
    assert "function f" in dict(first.parts)
    assert code_of(get_metric("mine(x=2)")).digest == code_of(get_metric("mine")).digest
    workbench.metric("mine")(make("def f(c, r, *, x=1):\n    return 2.0\n"))
    assert code_of(get_metric("mine"), get_metric("mine").counter).digest != first.digest
    assert code_of(get_metric("rouge-1(alpha=0.2)")) == code_of(get_metric("rouge-1"))
    tables = [External("x", ScoreTable.of({("", "1", "a"): value})) for value in (1.0, 2.0)]
    assert len({code_of(each).digest for each in tables} - {None}) == 2


def test_arrays_of_things_count_by_what_is_in_them():
    f = "def f(c, r):\n    return x\n"
    digests = [code_of(make(f, x=np.array(each, object))).digest for each in (["a", 1], ["a", 2])]
    assert None not in digests
    assert digests[0] != digests[1]


def test_no_import_is_missed():
    paths = sorted(Path(workbench.__file__).parent.glob("[mtk]*/*.py"))
    odd = ["import a; import b", "from \\\n a import b", "from a import (b, # (\n c)", "if x: import a"]
    for text in [
        *(path.read_text(encoding="utf-8") for path in paths),
        *odd,
        "from.a import*",
        "from a import(b)",
    ]:
        tree = ast.walk(ast.parse(text))
        whole = {ast.unparse(node) for node in tree if isinstance(node, ast.Import | ast.ImportFrom)}
        assert whole <= {ast.unparse(statement) for statement in imports_in(text)}


OWN = """
from __future__ import annotations
from dataclasses import dataclass
import workbench

@dataclass
class Weights:
    words: list[str]
    value: float = {value}

@workbench.metric("{name}")
def mine(candidate, references):
    return Weights([]).value
"""


def test_a_file_of_metrics_may_hold_dataclasses_and_knows_its_code(tmp_path):
    def load(folder, value):
        write(tmp_path, {f"{folder}/own.py": OWN.format(value=value, name="mine")})
        return get_metric("mine", own=load_metrics(tmp_path / folder / "own.py"))

    first, other = load("a", 0.25), load("b", 0.5)
    scores = [workbench.score(["x"], ["x"], metrics=[each])["value"].item() for each in (first, other)]
    assert scores == [0.25, 0.5]
    assert "mine" not in METRICS
    digest = code_of(first).digest
    assert digest is not None
    assert code_of(other).digest not in (None, digest)
    edited = load("a", 0.75)
    assert workbench.score(["x"], ["x"], metrics=[edited])["value"].item() == 0.75
    assert code_of(edited).digest not in (None, digest)
    assert code_of(first).digest == digest


def test_a_file_of_metrics_that_cannot_be_run_leaves_nothing_behind(tmp_path):
    write(tmp_path, {"own.py": OWN.format(value=1.0, name="half") + "1 / 0\n"})
    modules, metrics = dict(sys.modules), list(METRICS)
    with pytest.raises(SpecError, match=r"own\.py: cannot be run: ZeroDivisionError"):
        load_metrics(tmp_path / "own.py")
    assert dict(sys.modules) == modules
    assert list(METRICS) == metrics


def test_what_is_no_file_of_python_is_no_file_of_metrics(tmp_path):
    write(tmp_path, {"own.txt": OWN.format(value=1.0, name="half")})
    with pytest.raises(SpecError, match=r"own\.txt: is not a Python file"):
        load_metrics(tmp_path / "own.txt")
    with pytest.raises(SpecError, match=r"own\.py: there is no such file of metrics"):
        load_metrics(tmp_path / "own.py")


def test_a_file_of_metrics_that_broke_later_leaves_what_was_read_of_it_before(tmp_path):
    write(tmp_path, {"own.py": OWN.format(value=1.0, name="half")})
    assert "half" in load_metrics(tmp_path / "own.py")
    modules = dict(sys.modules)
    write(tmp_path, {"own.py": "1 / 0\n"})
    with pytest.raises(SpecError, match="ZeroDivisionError"):
        load_metrics(tmp_path / "own.py")
    assert dict(sys.modules) == modules


@pytest.mark.parametrize("beside", ["helper.py", "helper/inner.py"])
def test_where_to_say_what_a_file_of_metrics_imports_from_beside_it(tmp_path, beside):
    write(tmp_path, {"own.py": "from helper.inner import x\n", beside: ""})
    with pytest.raises(
        SpecError, match=r"No module named 'helper'\. helper lies beside it, .*PYTHONPATH=\S+ "
    ):
        load_metrics(tmp_path / "own.py")
    write(tmp_path, {"own.py": "import nowhere_to_be_found\n"})
    with pytest.raises(SpecError, match=r"No module named 'nowhere_to_be_found'\Z"):
        load_metrics(tmp_path / "own.py")


def test_a_mistake_that_is_named_in_a_file_of_metrics_is_said_as_it_is(tmp_path):
    modules = dict(sys.modules)
    write(
        tmp_path, {"own.py": "import workbench\n\n@workbench.metric('a b')\ndef mine(c, r):\n    return 1\n"}
    )
    with pytest.raises(SpecError) as caught:
        load_metrics(tmp_path / "own.py")
    assert "a b" in str(caught.value)
    assert "cannot be run" not in str(caught.value)
    assert dict(sys.modules) == modules


def test_what_was_compiled_beside_sources_is_none_of_their_data():
    """Kernels are kept in folders of the package, which fill while it runs."""
    import workbench.kernels.compile as compiling

    def parts():
        modules = Modules()
        modules.walk(find_module("workbench.kernels.compile"))
        return modules.parts

    folder = Path(compiling.__file__).parent / "__pycache__" / "a digest"
    before = parts()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "some.kernel.nbi").write_bytes(b"compiled")
    try:
        assert parts() == before
        assert "unknown" not in before.values()
    finally:
        (folder / "some.kernel.nbi").unlink()
        folder.rmdir()

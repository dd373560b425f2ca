"""What is given in Python and is of another type is said in one line: where, what, got."""

import pytest

import workbench
from workbench.errors import SpecError

DATA = workbench.simulate(topics=2, systems=3, references=1, raters=1)


def first_word(candidate, references):
    return 1.0


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: workbench.read(3), "read: is no path: got 3"),
        (lambda: workbench.read("summeval", 3), "data: is no path: got 3"),
        (lambda: workbench.read("summeval", metric_files=3), "metric_files: is no path: got 3"),
        (lambda: workbench.read("summeval", metric_files=[None]), "metric_files: is no path"),
        (lambda: workbench.load("summeval", 3), "data: is no path: got 3"),
        (lambda: workbench.load(DATA), "got 'Simulation'. Its data set is its .evalset"),
        (lambda: workbench.data(DATA.systems, name=3), "name: is no name: got 3"),
        (lambda: workbench.metric(None), "metric: not a name"),
        (lambda: workbench.metric(first_word), "metric: not a name: got <function first_word"),
        (lambda: workbench.coefficient(None), "coefficient: not a name"),
        (lambda: workbench.simulate(2.5), "simulate: seed: is no whole number: got 2.5"),
        (lambda: workbench.simulate(systems="a"), "simulate: systems: is no whole number: got 'a'"),
        (lambda: workbench.simulate(words=None), "simulate: words: is no whole number"),
        (lambda: workbench.Experiment(DATA.evalset, ["rouge-1"], cache=3), "cache: is no path: got 3"),
        (lambda: workbench.Experiment(DATA.evalset, ["rouge-1"]).write(3), "folder: is no path: got 3"),
    ],
)
def test_another_type_is_one_line(call, said):
    with pytest.raises(SpecError) as refused:
        call()
    assert said in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1


def test_one_file_of_metrics_needs_no_list(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("import workbench\n\n@workbench.metric('mine')\ndef mine(c, r):\n    return 1.0\n")
    asked = tmp_path / "x.toml"
    asked.write_text("metrics = ['mine']\n[data]\nname = 'simulated-news'\n")
    for given in (file, str(file), [file]):
        assert [str(each.name) for each in workbench.read(asked, metric_files=given).spec.metrics] == ["mine"]

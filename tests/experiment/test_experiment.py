"""The experiment as one object: each step once, nothing changes, and the file that gives the same bytes."""

import inspect
import json
import pydoc
import tomllib
from pathlib import Path
from textwrap import indent

import numpy as np
import pytest

import workbench
from workbench.errors import SpecError
from workbench.experiment.analysis import ANALYSES, Result, known_analyses
from workbench.experiment.experiment import Experiment
from workbench.experiment.resources import make_resources
from workbench.experiment.spec import build_spec, read_spec
from workbench.metrics.base import METRICS
from workbench.report.layouts import LAYOUTS
from workbench.schema import SCORES

EXPERIMENTS = Path(__file__).resolve().parents[2] / "experiments"
FILES = sorted([*EXPERIMENTS.glob("*.toml"), *(EXPERIMENTS / "study").glob("*.toml")])
N_OUTPUTS, N_REFERENCES = 4 * 6, 2


@pytest.fixture(scope="module")
def data():
    return workbench.simulate(topics=4, systems=6, references=N_REFERENCES).evalset


@pytest.fixture
def define():
    """Enter metrics that are the length of a candidate times a factor, and note each call."""
    names = set()

    def enter(name, factor=1.0):
        calls = []

        @workbench.metric(name, bounds=(0, np.inf))
        def length(candidate, references):
            calls.append(candidate)
            return factor * len(candidate) ** factor

        names.add(name)
        return calls

    yield enter
    for name in names:
        METRICS.remove(name)


def make(data, metrics=("rouge-1", "bleu"), **asked):
    return workbench.Experiment(data, metrics, **{"correlation": {"draws": 20}, **asked})


def test_four_analyses_in_a_row_count_each_pair_once(data, define):
    calls = define("spy")
    e = make(data, ["rouge-1", "spy"])
    e.correlate()
    e.compare(against="all", draws=20)
    e.rank(confidence=0.9)
    e.reliability(splits=5)
    e.robustness()
    e.disagreements("rouge-1", "spy")
    e.lint()
    assert len(calls) == N_OUTPUTS
    assert e.counts.pairs == 2 * N_OUTPUTS * N_REFERENCES
    assert e.counts is e.replace(test={}, ranking={}).counts
    assert e.rows is e.replace(robustness={"cut": 2.0}).rows


def test_what_is_added_is_counted_and_nothing_else(data, define):
    calls, others = define("mine", 2.0), define("spy")
    e = make(data, ["rouge-1", "spy"])
    assert e.counts.pairs == 2 * N_OUTPUTS * N_REFERENCES
    f = e.replace(metrics=[*e.metrics, "mine"])
    assert f.metrics == ["rouge-1", "spy", "mine"]
    assert f.counts.pairs == N_OUTPUTS * N_REFERENCES
    assert (len(calls), len(others)) == (N_OUTPUTS, N_OUTPUTS)
    whole = make(data, f.metrics)
    # the code of the spy holds what it has seen
    code = ["signature", "hash"]
    assert f.records.drop(columns=code).equals(whole.records.drop(columns=code))
    # ROUGE counts pairs, which serve every selection of references and every profile of levels
    rouge = make(data, ["rouge-1"])
    assert rouge.counts.pairs == N_OUTPUTS * N_REFERENCES
    for changed in ({"references": {"1": "one"}}, {"correlation": {"levels": ["segment"]}}, {"seed": 3}):
        assert rouge.replace(**changed).counts.pairs == 0
    assert rouge.replace(preprocess=["STEM"]).counts.pairs == N_OUTPUTS * N_REFERENCES


def test_an_experiment_does_not_change(data):
    e = make(data)
    for name in ("spec", "data", "metrics", "seed", "anything"):
        with pytest.raises(AttributeError, match=rf"does not change: e\.replace\({name}="):
            setattr(e, name, None)
    e.metrics.append("rouge-2")
    assert e.metrics == ["rouge-1", "bleu"]
    with pytest.raises(ValueError, match="frozen"):
        e.spec.seed = 1
    other = e.replace(seed=1)
    assert (e.spec.seed, other.spec.seed) == (0, 1)


def test_what_is_listed_is_what_one_asks_for(data):
    e = make(data)
    steps = ["data", "name", "metrics", "plan", "counts", "scores", "rows", "records", "understood"]
    methods = ["correlate", "table", "methods", "check", "write", "replace", "to_toml"]
    assert dir(e) == sorted([*steps, *methods, *(each.called for each in known_analyses())])
    assert all(getattr(e, name) is not None for name in dir(e))
    assert list(e.scores.frame.columns) == SCORES.names


def test_the_help_of_every_method_says_its_options_and_no_inner_names(data):
    e = make(data)
    for name in (each.called for each in known_analyses()):
        said = pydoc.plain(pydoc.render_doc(getattr(e, name)))
        assert "Pydantic" not in said
        assert f"{name}(" in said
    assert "curves(x: Literal['threshold', 'block-size', 'order', 'references'], *" in pydoc.plain(
        pydoc.render_doc(e.curves)
    )


def test_one_word_where_a_list_belongs(data):
    with pytest.raises(SpecError) as caught:
        make(data).correlate(levels="segment")
    assert str(caught.value).startswith(
        "experiment: correlation.levels: is a list: got 'segment', allowed: ['segment']. system; segment, "
    )
    with pytest.raises(SpecError) as caught:
        make(data, [{"name": "rouge-1", "references": "b"}])
    assert str(caught.value) == (
        "experiment: metrics[0].references: is a list: got 'b', allowed: ['b']. "
        "Names of the reference settings to use; all where nothing is said."
    )


def test_what_a_function_returned_is_not_written(data, define, tmp_path):
    define("spy")
    make(data, ["rouge-1", "spy"], cache=tmp_path).scores  # noqa: B018
    kept = [each.relative_to(tmp_path).parts[0] for each in tmp_path.rglob("*.parquet")]
    assert sorted(kept) == ["counts", "scores"]


def test_a_function_that_is_defined_anew_is_that_of_experiments_made_later(data, define):
    define("mine")
    names = ["mine", "rouge-1"]
    e, early = make(data, names), make(data, names)
    before = e.scores.frame["value"]
    compared = e.compare(against="all", draws=5).frame
    define("mine", 2.0)
    assert early.scores.frame["value"].equals(before)
    assert early.compare(against="all", draws=5).frame.equals(compared)
    assert e.correlate(coefficients=["pearson"]).frame["value"][0] == e.records["value"][0]
    for later in (e.replace(seed=0), e.replace(metrics=names), make(data, names)):
        assert not np.allclose(later.scores.frame["value"], before)
        assert not later.compare(against="all", draws=5).frame["value"].equals(compared["value"])


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_the_file_of_an_experiment_says_the_same(file, data):
    if "{data}" in file.read_text("utf-8"):
        pytest.skip("its scores lie in the folder of the data")
    spec, own = read_spec(file)
    written = Experiment.of(spec, data, own, make_resources()).to_toml()
    assert build_spec(tomllib.loads(written), own=own) == spec


def test_the_file_of_an_experiment_gives_the_same_bytes(tmp_path):
    e = workbench.Experiment(
        workbench.load("simulated-news"),
        ["rouge-1", {"name": "bleu", "references": ["4"]}],
        name="x",
        references={"1": "one", "4": ("all", "best"), "dealt": {"weights": "positive"}},
        preprocess=("CASE", "STEM"),
        unscorable="drop",
        criteria=["coverage"],
        seed=2,
        correlation={"levels": ("system", "segment"), "coefficients": ["pearson"], "draws": 20},
        test={"pairs": [("rouge-1 @ 4", "bleu")], "draws": 50},
        ranking={},
        ceiling={"splits": 5},
        table={"layout": "wmt", "intervals": True},
    )
    first = e.write(tmp_path / "first")
    (tmp_path / "x.toml").write_text(e.to_toml(), encoding="utf-8")
    again = workbench.read(tmp_path / "x.toml", workers=2, cache=tmp_path / "c").write(tmp_path / "again")
    assert again.files == first.files
    assert {"comparisons.csv", "rankings.csv", "winners.csv", "reliability.csv"} <= set(first.files)
    for name in set(first.files) - {"manifest.json"}:
        assert (again.folder / name).read_bytes() == (first.folder / name).read_bytes(), name
    one, other = (json.loads((each.folder / "manifest.json").read_text()) for each in (first, again))
    assert one.pop("created")
    assert other.pop("created")
    assert one == other


def test_defaults_are_those_of_the_sections(data):
    e = make(data)
    for each in known_analyses():
        method = getattr(e, each.called)
        parameters = inspect.signature(method).parameters
        assert set(parameters) == set(each.Section.model_fields)
        for name, option in each.Section.model_fields.items():
            needed = option.is_required()
            default = inspect.Parameter.empty if needed else option.get_default(call_default_factory=True)
            assert parameters[name].default == default
            assert f"{name}\n{indent(option.description, '    ')}" in method.__doc__
        assert each.called in dir(e)
    assert inspect.signature(e.compare).parameters["against"].default == "best"
    assert e.compare().frame.equals(e.replace(test={}).compare().frame)
    assert e.compare("all").frame.equals(e.compare(against="all").frame)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (
            lambda e: e.compare(agianst="all"),
            r"experiment: test\.agianst: unknown key\. Did you mean 'against'",
        ),
        (lambda e: e.compare(against="rouge-3"), r"experiment: test\.against: there is no metric 'rouge-3'"),
        (lambda e: e.replace(metrics=["rogue-1"]), r"experiment: metrics\[0\]: unknown metric 'rogue-1'"),
        (
            lambda e: e.replace(metrics="rouge-1"),
            r"metrics: is a list: got 'rouge-1', allowed: \['rouge-1'\]",
        ),
        (
            lambda e: e.correlate(coefficients="pearsn"),
            r"correlation.coefficients: is a list: got 'pearsn', allowed: a list in \[brackets\]. unknown "
            "coefficient 'pearsn'. Did you mean 'pearson'",
        ),
        (lambda e: e.correlate(levels="sys"), r"'sys', allowed: a list in \[brackets\]. .* mean 'system'"),
        (lambda e: e.plot("heet"), r"'heet', allowed: a list in \[brackets\]. Did you mean 'heat'"),
        (lambda e: e.replace(metrics="rogue-1"), r"metrics: is a list: .* Did you mean 'rouge-1'"),
        (lambda e: e.lint(foo=1), "^experiment: lint.foo: unknown key. There are no options$"),
        (lambda e: e.page(foo=1), "page.foo: unknown key"),
        (lambda e: e.pairs(foo=1), "pairs.foo: unknown key"),
        (
            lambda e: e.replace(name="a/b"),
            "name: cannot name a folder: got 'a/b', allowed: letters, digits, . _ and -, the first a",
        ),
        (lambda e: e.replace(criteria=["fluency"]).plan, r"data\.criteria\[0\]: unknown criterion 'fluency'"),
        (lambda e: e.replace(levels=["segment"]), r"experiment: levels: unknown key"),
        (
            lambda e: e.correlate(level=["segment"]),
            r"correlation\.level: unknown key\. Did you mean 'levels'",
        ),
        (lambda e: e.replace(references={"a": "firts(k=1)"}), r"references\[0\]\.select: unknown"),
    ],
)
def test_what_cannot_be_asked_is_said_as_of_a_file(data, ask, message):
    with pytest.raises(SpecError, match=message):
        ask(make(data))


def test_a_method_that_is_not_there_is_an_attribute_error_with_a_hint(data):
    e = make(data)
    with pytest.raises(AttributeError, match=r"no 'compair'\. Did you mean 'compare'"):
        e.compair()
    with pytest.raises(AttributeError, match=r"no 'corelate'\. Did you mean 'correlate'"):
        e.corelate()
    with pytest.raises(TypeError, match=r"^compare\(\) takes against alone without a name, and got 2"):
        e.compare("all", "best")
    with pytest.raises(TypeError, match=r"^compare\(\) got against twice, with and without its name"):
        e.compare("all", against="best")
    with pytest.raises(TypeError, match=r"^lint\(\) takes nothing without a name, and got 1 values"):
        e.lint("all")
    assert not hasattr(e, "_private")
    assert repr(e).startswith("Experiment(experiment: rouge-1, bleu on EvalSet(simulated-news")


def test_what_is_asked_in_another_way_takes_back_what_the_experiment_says(data):
    e = make(data, test={"against": "bleu", "level": 0.1})
    pairs = e.compare(pairs=[("rouge-1", "bleu")])
    assert pairs.frame["test_level"].unique().tolist() == [0.1]
    f = e.replace(test={"pairs": [("rouge-1", "bleu")], "against": None})
    assert f.compare().frame.equals(pairs.frame)
    assert f.compare("bleu").frame["against_metric"].unique().tolist() == ["bleu(order=4)"]
    with pytest.raises(SpecError, match="by against or by pairs, not by both"):
        e.compare("bleu", pairs=[("rouge-1", "bleu")])


def test_a_section_of_a_method_is_changed_and_not_replaced(data):
    e = make(data, test={"correction": "bh", "level": 0.1})
    compared = e.compare(against="all").frame
    assert compared[["correction", "test_level"]].drop_duplicates().to_numpy().tolist() == [["bh", 0.1]]
    assert e.replace(test=None).spec.section("test") is None
    assert dict(e.replace(test=None).spec.asked) == {}
    kendall = e.correlate(coefficients=["kendall"], interval="percentile").frame
    assert kendall["draws"].unique().tolist() == [20]


def test_a_result_shows_itself_short_and_has_everything(data):
    e = make(data)
    result = e.correlate(coefficients=["pearson"])
    shown = repr(result).splitlines()
    assert len(shown) == 1 + 2 + 1  # what all rows say stands below
    assert "value" in shown[0]
    assert "signature" not in shown[0]
    assert len(result.frame.columns) > 40
    assert len(result.short.columns) < 12
    compared = e.compare(against="all", draws=20)
    assert repr(compared).endswith("\n".join(compared.lines))
    assert compared.lines
    html = compared._repr_html_()
    assert html.count("<tr") == 1 + len(compared.frame)
    with pytest.raises(SpecError, match="there is no picture"):
        e.lint().plot()


def test_a_cell_without_an_interval_shows_why():
    data = workbench.simulate(topics=4, systems=1, references=1).evalset
    asked = {"levels": ["within-system"], "coefficients": ["pearson"], "draws": 10}
    shown = str(workbench.Experiment(data, ["rouge-1"], correlation=asked).correlate())
    assert "interval none" in shown
    assert "one system tells nothing of all systems" in shown


def test_a_result_escapes_what_it_shows():
    import pandas as pd

    evil = "<script>alert('x')</script> & more"
    html = Result({"x": pd.DataFrame({evil: [evil], "n": [1.0]})}, (), (evil,))._repr_html_()
    assert "<script>" not in html
    assert html.count("&lt;script&gt;") == 3


def test_the_layout_changes_no_comparison(data):
    e = make(
        data, ["rouge-1", "rouge-2", "bleu"], preprocess=["CASE", "STEM"], test={"draws": 50}, ranking={}
    )
    made = {layout: e.replace(table={"layout": layout}) for layout in ("lin2004", "wmt", "galley2015")}
    for frames in (
        lambda each: {"records": each.records},
        lambda each: each.compare().frames,
        lambda each: each.rank().frames,
    ):
        for name in frames(e):
            assert len({frames(each)[name].to_csv() for each in made.values()}) == 1, name
    assert len({each.table().text("md") for each in made.values()}) == 3
    assert set(made) < set(LAYOUTS)


def test_reading_and_making_change_nothing_global(data, tmp_path):
    before = {name: METRICS.get(name) for name in METRICS}, tuple(ANALYSES)
    (tmp_path / "mine.csv").write_text("segment,system,score\nt01,S01,0.5\n")
    (tmp_path / "own.py").write_text("import workbench\n\n@workbench.metric('of-a-file')\n" + OWN.format(1))
    (tmp_path / "x.toml").write_text(
        'metrics = ["mine", "of-a-file"]\nscores = {mine = "mine.csv"}\ndata = {name = "simulated-news"}\n'
    )
    e = workbench.read(tmp_path / "x.toml", metric_files=[tmp_path / "own.py"])
    assert [metric.name for metric in e.named.values()] == ["mine", "of-a-file"]
    f = make(data, ["table"], scores={"table": {("", "s", "S1"): 1.0}})
    assert "table" in f.named
    assert ({name: METRICS.get(name) for name in METRICS}, tuple(ANALYSES)) == before


OWN = """
def score(candidate, references):
    return {} * float(len(candidate))
"""


def test_two_files_of_metrics_with_one_name_do_not_meet(tmp_path, capsys):
    found = {}
    for sign in (1, -1):
        file = tmp_path / f"own{sign}.py"
        file.write_text(
            "import numpy as np\nimport workbench\n\n@workbench.metric('mine', bounds=(-np.inf, np.inf))\n"
            + OWN.format(sign)
        )
    (tmp_path / "x.toml").write_text('metrics = ["mine"]\ndata = {name = "simulated-news"}\n')
    made = {
        sign: workbench.read(tmp_path / "x.toml", metric_files=[tmp_path / f"own{sign}.py"], cache=tmp_path)
        for sign in (1, -1)
    }
    found = {sign: e.correlate(coefficients=["pearson"], interval="none").frame for sign, e in made.items()}
    assert found[1]["value"].tolist() == pytest.approx((-found[-1]["value"]).tolist())
    assert abs(found[1]["value"][0]) > 0.05
    assert "mine" not in METRICS


@pytest.mark.parametrize("workers", [0, -3, True, None, "2", 2.5])
def test_what_is_no_number_of_workers_is_said_at_once(workers):
    with pytest.raises(SpecError, match=r"^workers: is no number of threads"):
        workbench.Experiment(workbench.simulate(topics=2, systems=3).evalset, ["rouge-1"], workers=workers)


def test_a_function_among_the_metrics_is_told_its_name_is_wanted(data):
    with pytest.raises(SpecError, match=r"metrics\[1\]: is no name of a metric.*@workbench\.metric"):
        make(data, ["rouge-1", len])
    with pytest.raises(SpecError, match=r"metrics\[0\]: is no name of a metric.*@workbench\.metric"):
        make(data).replace(metrics=[len])


def test_rows_and_scores_are_shown_in_a_line_each(data):
    e = make(data, ["rouge-1"])
    assert repr(e.rows[0]).startswith("Row(rouge-1, ")
    assert repr(e.rows[0]).endswith(": 6 systems × 4 segments)")
    assert repr(e.scores).startswith("Scores(Scored(rouge-1, ")
    assert len(repr(e.rows)) + len(repr(e.scores)) < 500

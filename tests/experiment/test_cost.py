"""What an experiment will cost: how much there is of everything, and what follows from a part of it."""

from types import SimpleNamespace

import pytest
from click.testing import CliRunner

import workbench
from workbench.cli import main
from workbench.experiment import cost
from workbench.experiment.cost import Cost, cells_of, estimate, extrapolate, fewer, pairs_to_count
from workbench.experiment.store import Store
from workbench.metrics.base import METRICS
from workbench.stats.coefficients.plain import COEFFICIENTS

OWN = """
import workbench

@workbench.metric("none", bounds=(0, 1))
def none(candidate, references):
    return float("nan")
"""


@pytest.fixture(scope="module")
def data():
    return workbench.simulate(topics=12, systems=4, references=3).evalset


def asked(data, **how):
    metrics = ["rouge-2", "bleu", "delta-bleu", "chrf", "cider"]
    return workbench.Experiment(data, metrics, components=["f"], preprocess=["CASE", "STEM"], **how)


def test_pairs_are_those_that_are_counted(data, tmp_path):
    made = asked(data, cache=tmp_path, references={"all": "all", "one": "one"})
    todo = pairs_to_count(made.plan, Store(None))
    assert list(todo) == made.plan.count_tasks
    assert sum(todo.values()) == made.counts.pairs > 12 * 4 * 3
    assert pairs_to_count(made.plan, made.resources.store) == {}


@pytest.mark.parametrize(
    "how",
    [
        {"correlation": {"levels": ["system", "segment", "global"], "interval": "none", "given": "length"}},
        {"unit": {"size": [2, 3], "assignments": 4}, "correlation": {"draws": 3}},
        {
            "unit": {"size": [2, 3], "assignments": 4},
            "correlation": {"levels": ["block", "system", "segment"], "interval": "none"},
        },
    ],
)
def test_cells_are_the_records_of_metrics(data, how):
    made = asked(data, **how)
    records = made.records
    assert cells_of(made) == (records["role"] == "").sum()


def test_what_is_repeated_is_repeated_less_often(data):
    sections = {"correlation": {"draws": 500}, "test": {"draws": 40}, "ceiling": {"splits": 2}, "seed": 3}
    spec = fewer(asked(data, **sections).spec, 0.1)
    assert (spec.correlation.draws, spec.test.draws, spec.ceiling.splits, spec.seed) == (50, 4, 2, 3)


def test_workers_share_counting_and_correlating():
    made = Cost(1_200, 30, counting=600.0, correlating=1200.0, rest=60.0, memory=4e8, each=2e7)
    assert made.lines(4) == [
        "Cost       1,200 pairs, 30 coefficients; 31 min of a processor: "
        "counting 10 min, correlating 20 min, all else 60 s",
        "  1 worker: 31 min, 400 MB",
        "  4 workers: 510 s, 460 MB",
    ]


def test_a_line_goes_through_what_was_measured():
    assert extrapolate((0.02, 1.5), (0.06, 3.5)) == pytest.approx(50.5)


@pytest.fixture
def clock(monkeypatch):
    """A clock that own functions move, in the place of the processor's."""
    moved = SimpleNamespace(now=0.0)
    moved.process_time = lambda: moved.now
    monkeypatch.setattr(cost, "time", moved)
    return moved


def test_few_pairs_and_draws_say_what_all_of_them_take(data, clock, monkeypatch, tmp_path):
    @workbench.metric("words", bounds=(0, 999))
    def words(candidate, references):
        clock.now += 0.001
        return abs(len(candidate) - len(references[0])) + candidate.count("e")

    @workbench.coefficient("slow")
    def slow(metric, human):
        clock.now += 1.0
        return float((metric - metric.mean()) @ human)

    # a segment has 12 pairs
    monkeypatch.setattr(cost, "_PAIRS", 24)
    try:
        made = workbench.Experiment(
            data,
            ["words"],
            correlation={"coefficients": ["slow"], "draws": 200, "interval": "percentile"},
        )
        found = estimate(made, spent=5.0)
        assert set(made.resources.steps) == {key for key in made.resources.steps if key[0] == "plan"}
        began = clock.now
        outputs = made.counts.pairs / 3
        assert clock.now - began == pytest.approx(0.001 * outputs)
        began = clock.now
        assert len(made.records) == 1
        assert found.correlating == pytest.approx(clock.now - began)
        began = clock.now
        made.write(tmp_path)
        assert found.rest == pytest.approx(5.0 + clock.now - began)
    finally:
        COEFFICIENTS.remove("slow")
        METRICS.remove("words")
    assert found.counting == pytest.approx(0.001 * outputs)
    assert (found.pairs, found.cells) == (12 * 4 * 3, 1)


def test_what_an_analysis_takes_is_in_all_else(data, clock, tmp_path):
    @workbench.coefficient("slow")
    def slow(metric, human):
        clock.now += 1.0
        return float((metric - metric.mean()) @ human)

    try:
        made = workbench.Experiment(
            data, ["rouge-1", "rouge-2"], components=["f"], robustness={},
            correlation={"coefficients": ["slow"], "interval": "none"},
        )  # fmt: skip
        found = estimate(made, spent=5.0)
        _ = made.records
        began = clock.now
        made.write(tmp_path)
        assert clock.now - began > 3
        assert found.rest == pytest.approx(5.0 + clock.now - began)
    finally:
        COEFFICIENTS.remove("slow")


def test_only_what_is_not_kept_is_counted(data, tmp_path):
    made = asked(data, cache=tmp_path)
    assert made.counts.pairs
    before = sorted(tmp_path.rglob("*"))
    found = estimate(asked(data, cache=tmp_path))
    assert (found.pairs, found.counting) == (0, 0.0)
    assert sorted(tmp_path.rglob("*")) == before


def test_the_command_says_it_when_asked(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.toml").write_text(
        'metrics = ["rouge-1"]\ncomponents = ["f"]\n'
        '[data]\nname = "simulated-news"\n[correlation]\ndraws = 20\n'
    )
    (tmp_path / "own.py").write_text(OWN)
    (tmp_path / "y.toml").write_text('metrics = ["none"]\n[data]\nname = "simulated-news"\n')
    places = ["--cache", str(tmp_path / "cache")]
    said = CliRunner().invoke(main, ["check", "x.toml", "--cost", *places], catch_exceptions=False).stdout
    assert "Cost       1,920 pairs, 3 coefficients; " in said
    assert "  1 worker: " in said
    assert "Cost" not in CliRunner().invoke(main, ["check", "x.toml", *places]).stdout
    said = CliRunner().invoke(main, ["check", "y.toml", "--metrics", "own.py", "--cost", *places])
    assert (said.exit_code, said.stdout.splitlines()[-1].split(":")[0]) == (0, "Cost       cannot be tried")
    assert not (tmp_path / "cache" / "scores").exists()

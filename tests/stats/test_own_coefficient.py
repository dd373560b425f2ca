"""A function of the user as a coefficient, at every level."""

import asked
import numpy as np
import pytest
from click.testing import CliRunner

import workbench
from workbench.cli import main
from workbench.errors import ScoreError, SpecError
from workbench.stats.coefficients.plain import COEFFICIENTS


@pytest.fixture
def spread():
    @workbench.coefficient("own-pearson")
    def own_pearson(metric, human):
        if np.ptp(metric) == 0 or np.ptp(human) == 0:
            return np.nan
        return np.corrcoef(metric, human)[0, 1]

    yield "own-pearson"
    COEFFICIENTS.remove("own-pearson")


def test_it_is_used_like_any_other(spread):
    data = workbench.simulate(topics=4, systems=5, references=1, raters=2).evalset
    levels = ["system", "segment", "within-system", "global"]
    records = asked.correlate(
        data, ["rouge-1", "constant"], coefficients=["pearson", spread], levels=levels, draws=19,
        interval="percentile", ceiling=True,
    )  # fmt: skip
    records = records[records["role"].isin(["", "leave one out"])].set_index(["metric", "level"])
    ours, theirs = (records[records["coefficient"] == name] for name in (spread, "pearson"))
    assert len(ours) == 12
    for column in ("value", "low", "high"):
        assert np.allclose(ours[column], theirs[column], atol=1e-9, equal_nan=True)
    assert ours["reason"].tolist() == theirs["reason"].tolist()
    compared = asked.compare(data, ["rouge-1", "rouge-2"], coefficients=[spread], draws=19)
    assert getattr(compared, "comparisons", compared)["p"].notna().all()


def test_what_it_raises_is_said_and_defining_it_again_replaces_it(spread):
    @workbench.coefficient(spread)
    def broken(metric, human):
        raise ZeroDivisionError("no")

    with pytest.raises(ScoreError, match="own-pearson: the function raised ZeroDivisionError: no"):
        COEFFICIENTS.get(spread)(np.arange(3.0), np.arange(3.0))


@pytest.mark.parametrize(
    ("returned", "said"),
    [
        (None, "the function returned None, as one does that ends without return: allowed: a number"),
        ("0.5", "the function returned something else: got '0.5', allowed: a number"),
        ([0.5, 0.5], r"returned something else: got \[0.5, 0.5\], allowed: a number"),
        (10**400, "returned something else: got a huge number"),
    ],
)
def test_what_is_no_number_is_said(spread, returned, said):
    workbench.coefficient(spread)(lambda metric, human: returned)
    with pytest.raises(ScoreError, match=f"own-pearson: .*{said}"):
        COEFFICIENTS.get(spread)(np.arange(3.0), np.arange(3.0))


@pytest.mark.parametrize("number", [True, 1, np.float32(1), np.array(1.0)])
def test_whatever_has_a_number_is_one(spread, number):
    workbench.coefficient(spread)(lambda metric, human: number)
    assert COEFFICIENTS.get(spread)(np.arange(3.0), np.arange(3.0)) == 1.0


@pytest.mark.parametrize(
    ("name", "message"), [("pearson", "choose another"), ("x(y=1)", "without parameters")]
)
def test_names_that_cannot_be_had(name, message):
    with pytest.raises(SpecError, match=message):
        workbench.coefficient(name)(lambda x, y: 0.0)


def test_an_experiment_file_can_ask_for_it(tmp_path):
    (tmp_path / "own.py").write_text(
        'import workbench\n@workbench.coefficient("first-agree")\n'
        "def first_agree(metric, human):\n    return float(metric.argmax() == human.argmax())\n"
    )
    (tmp_path / "x.toml").write_text(
        'metrics = ["rouge-1"]\n[data]\nname = "simulated-news"\n[correlation]\n'
        'coefficients = ["first-agree"]\ndraws = 9\n'
    )
    arguments = ["run", "x.toml", "--metrics", "own.py", "--out", "out", "--cache", "c"]
    paths = [str(tmp_path / each) if "." in each or each in ("out", "c") else each for each in arguments]
    try:
        result = CliRunner().invoke(main, paths)
        assert result.exit_code == 0, result.output
        assert "first-agree" in result.output
    finally:
        COEFFICIENTS.remove("first-agree")


def test_a_studentised_interval_of_what_has_no_ends_is_made_on_its_own_scale():
    """Half of a slope lies within 1 and its draws do not: atanh is for what is never beyond 1."""

    @workbench.coefficient("half-slope")
    def slope(metric, human):
        return np.nan if np.ptp(metric) < 1e-9 else np.polyfit(metric, human, 1)[0] / 2

    try:
        data = workbench.simulate(topics=3, systems=7, references=1).evalset
        settings = {
            "coefficients": ["half-slope"],
            "interval": "studentised",
            "resample": "systems",
            "draws": 40,
        }
        e = workbench.Experiment(data, ["rouge-1"], correlation=settings)
        [record], [row] = e.records.to_dict("records"), e.rows
        x, z = row.systems, row.task.judged[0].systems

        def jackknifed(drawn):
            without = [slope(x[rest], z[rest]) for rest in (np.delete(drawn, at) for at in range(len(drawn)))]
            return np.sqrt(np.var(without) * (len(without) - 1))

        whole = np.arange(len(x))
        value, error = slope(x, z), jackknifed(whole)
        draws = [np.repeat(whole, counts) for counts in row.task.draws.systems.astype(int)]
        found = np.array([slope(x[drawn], z[drawn]) for drawn in draws])
        assert abs(value) < 1 < np.nanmax(np.abs(found))
        errors = np.array([jackknifed(drawn) for drawn in draws])
        ratios = (found - value)[errors > 0] / errors[errors > 0]
        low, high = np.nanquantile(ratios, [0.025, 0.975])
        assert record["value"] == pytest.approx(value)
        assert (record["low"], record["high"]) == pytest.approx((value - high * error, value - low * error))
    finally:
        COEFFICIENTS.remove("half-slope")


def test_an_infinite_value_is_refused():
    workbench.coefficient("infinite")(lambda scores, judgments: float("inf"))
    data = workbench.simulate(topics=3, systems=5).evalset
    e = workbench.Experiment(data, ["length"], correlation={"coefficients": ["infinite"]})
    with pytest.raises(ScoreError, match="infinite: the function returned no finite number: got inf"):
        _ = e.records

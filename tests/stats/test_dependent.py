"""Tests of dependent correlations: numbers from the literature, laws, undefined cases, their level."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import kstest, norm, pearsonr
from vectors import read_lines, statistics_vectors

from workbench.errors import SpecError
from workbench.stats.coefficients.plain import pearson
from workbench.stats.intervals.zou import zou2007
from workbench.stats.levels.estimates import row_means
from workbench.stats.tests.dependent import DEPENDENT_TESTS, meng_interval, williams1959
from workbench.stats.tests.overlapping import determinant

TESTS = list(DEPENDENT_TESTS)
T_TESTS = {"hotelling1940", "williams1959", "hendrickson1970"}
INTERVALS = {"meng1992": meng_interval, "zou2007": zou2007}


def correlations(x, y, z):
    return tuple(float(pearson(*pair)) for pair in ((x, z), (y, z), (x, y)))


def test_vectors_of_dependent_correlation_tests():
    vectors = statistics_vectors("dependent_correlation_test")
    tried = set()
    for vector in vectors:
        at = vector["input"]
        triple = at["r_jk"], at["r_jh"], at["r_kh"], at["n"]
        if at["quantity"] == "conf_int":
            interval = INTERVALS[at["test"]](*triple, at["conf"])
            found = [interval.low, interval.high]
        else:
            found = getattr(DEPENDENT_TESTS.get(at["test"])(*triple, at["alternative"]), at["quantity"])
        np.testing.assert_allclose(
            found, vector["expected"], rtol=0, atol=vector["tol"], err_msg=vector["id"]
        )
        tried.add(at["test"])
    assert len(vectors) >= 35
    assert tried == {*TESTS, "zou2007"}


def realsumm(shared, systems, *names):
    """Matrices [systems, documents] of human recall and of stored ROUGE scores."""
    rows = read_lines(shared / "data" / "realsumm" / "outputs.jsonl.gz")
    rows = [row for row in rows if systems == "mix25" or row["part"] == systems[:3]]
    every = sorted({(row["part"], row["system"]) for row in rows})
    documents = sorted({row["doc_id"] for row in rows})
    values = np.full((len(names), len(every), len(documents)), np.nan)
    for row in rows:
        at = every.index((row["part"], row["system"])), documents.index(row["doc_id"])
        values[(slice(None), *at)] = [row[name] if name in row else row["rouge155"][name] for name in names]
    return values


def test_vectors_of_dependent_correlations_on_real_data(shared):
    vectors = statistics_vectors("dependent_correlation_real")
    for vector in vectors:
        at, expected = vector["input"], vector["expected"]
        names = at["human"], at["metric_k"], at["metric_h"]
        z, x, y = (row_means(scores) for scores in realsumm(shared, at["systems"], *names))
        assert len(z) == at["n"]
        # Scores are stored with 5 decimals; the correlations given were made of more.
        found = correlations(x, y, z)
        given_r = [expected[key] for key in ("r_jk", "r_jh", "r_kh")]
        np.testing.assert_allclose(found, given_r, rtol=0, atol=vector["tol"])
        triple = *given_r, at["n"]
        steiger, meng = (DEPENDENT_TESTS.get(name)(*triple) for name in ("steiger1980", "meng1992"))
        results = {
            "williams_t": williams1959(*triple).statistic,
            "williams_p_two": williams1959(*triple).p_value,
            "steiger_z": steiger.statistic,
            "meng_z": meng.statistic,
            "zou_ci95": zou2007(*triple)[1:3],
            "meng_ci95_z": meng_interval(*triple)[1:3],
        }
        for key, value in results.items():
            np.testing.assert_allclose(value, expected[key], rtol=0, atol=vector["tol"], err_msg=key)
    assert len(vectors) >= 3


def test_vectors_of_williams():
    vectors = statistics_vectors("williams")
    checked = 0
    for vector in vectors:
        at, expected, tol = vector["input"], vector["expected"], vector["tol"]
        signed = at["r12"], at["r13"], at["r23"], at["n"]
        # What is called p_greater there is of the absolute values: made so here, not in the package.
        named = {"": [abs(r) for r in signed], "signed_": signed}
        for key, value in expected.items():
            if key in ("p_df_n_minus_3", "t"):
                result = williams1959(*signed, at["alternative"])
                found = result.statistic if key == "t" else result.p_value
            elif "p_" in key and "df" not in key and key != "readme_p":
                prefix = "signed_" if key.startswith("signed_") else ""
                found = williams1959(*named[prefix], key.removeprefix(prefix + "p_")).p_value
            else:
                # n - 2 degrees of freedom are a fault of that program.
                assert abs(value - expected["p_df_n_minus_3"]) > 1e-5
                continue
            assert float(found) == pytest.approx(value, abs=tol), (vector["id"], key)
            checked += 1
    assert len(vectors) >= 3
    assert checked >= 10


def one_sided_from_absolute(r1, r2, r12, n):
    """P(T > |t|), the larger correlation against the smaller."""
    return float(williams1959(max(r1, r2), min(r1, r2), r12, n, "greater").p_value)


def test_vectors_of_williams_in_mt_metrics_eval():
    vectors = [v for v in statistics_vectors("mtme") if v["input"]["function"] == "williams_p"]
    for vector in vectors:
        at, expected, tol = vector["input"], vector["expected"], vector["tol"]
        z, x, y = (np.array(at[key], float) for key in ("gold", "metric1", "metric2"))
        if "average_by" in at:
            x, y, z = (scores.reshape(at["num_sys"], -1).T for scores in (x, y, z))
        r1, r2, r12 = (float(np.nanmean(pearson(*pair))) for pair in ((x, z), (y, z), (x, y)))
        assert (r1, r2) == pytest.approx((expected["r1"], expected["r2"]), abs=tol)
        found = one_sided_from_absolute(r1, r2, r12, at["n"])
        assert found == pytest.approx(expected["p"], abs=tol)
        if "p_complete_cells" in expected:
            complete = ~np.isnan(z)
            r12 = float(np.nanmean(pearson(np.where(complete, x, np.nan), y)))
            found = one_sided_from_absolute(r1, r2, r12, int(complete.sum()))
            assert found == pytest.approx(expected["p_complete_cells"], abs=1e-6)
    assert len(vectors) >= 2


ANY = st.floats(-0.99, 0.99)


@given(ANY, ANY, ANY, st.integers(4, 500), st.sampled_from(TESTS))
def test_swapping_the_metrics_turns_the_sign(r_xz, r_yz, r_xy, n, name):
    assume(determinant(r_xz, r_yz, r_xy) > 1e-6)
    test = DEPENDENT_TESTS.get(name)
    there, back = test(r_xz, r_yz, r_xy, n, "greater"), test(r_yz, r_xz, r_xy, n, "less")
    np.testing.assert_allclose(there.statistic, -back.statistic, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(there.p_value, back.p_value, rtol=1e-6)
    assert there.reason == back.reason
    if there.reason == "":
        assert np.sign(there.statistic) == np.sign(r_xz - r_yz)


@pytest.mark.parametrize("name", TESTS)
def test_the_three_alternatives_belong_together(name):
    two, greater, less = (
        DEPENDENT_TESTS.get(name)(-0.2, 0.6, 0.3, 20, alternative)
        for alternative in ("two", "greater", "less")
    )
    assert two.statistic < 0
    assert greater.p_value + less.p_value == pytest.approx(1)
    assert two.p_value == pytest.approx(2 * less.p_value)
    assert (two.law, two.alternative) == ("t" if name in T_TESTS else "normal", "two")
    assert two.df == 17 if name in T_TESTS else two.df is None


@pytest.mark.parametrize("name", TESTS)
def test_arrays_equal_a_loop(name):
    rng = np.random.default_rng(3)
    scores = rng.normal(size=(3, 40, 8))
    r_xz, r_yz, r_xy = (pearson(scores[i], scores[j]) for i, j in ((0, 2), (1, 2), (0, 1)))
    n = np.arange(2, 42)
    whole = DEPENDENT_TESTS.get(name)(r_xz, r_yz, r_xy, n)
    for i, alone in enumerate(map(DEPENDENT_TESTS.get(name), r_xz, r_yz, r_xy, n)):
        np.testing.assert_allclose(whole.statistic[i], alone.statistic, rtol=1e-12)
        np.testing.assert_allclose(whole.p_value[i], alone.p_value, rtol=1e-12)
        assert whole.reason[i] == alone.reason
    assert list(whole.reason[:3]) == ["fewer than 4 observations"] * 2 + [""]


@pytest.mark.parametrize(
    ("triple", "n", "reason"),
    [
        ((0.5, 0.2, 0.3), 3, "fewer than 4 observations"),
        ((0.5, 0.2, 0.3), -1, "fewer than 4 observations"),
        ((1.0, 0.5, 0.5), 20, "a correlation is 1 or -1"),
        ((0.5, -1.0, -0.5), 20, "a correlation is 1 or -1"),
        ((0.5, 0.5, 1.0), 20, "a correlation is 1 or -1"),
        ((0.5, 2.0, 0.1), 20, "a correlation is 1 or -1"),
        ((0.6, 0.8, 0.0), 20, "no scores can have"),
        ((0.9, -0.9, 0.9), 20, "no scores can have"),
        ((np.nan, 0.5, 0.5), 20, "a correlation is undefined"),
        ((0.1, 0.5, 0.5), np.nan, "a correlation is undefined"),
    ],
)
def test_undefined_cases_have_a_reason(triple, n, reason):
    for name in TESTS:
        result = DEPENDENT_TESTS.get(name)(*triple, n)
        assert np.isnan(result.statistic)
        assert np.isnan(result.p_value)
        assert str(result.reason).startswith(reason)
    for interval in (meng_interval(*triple, n), zou2007(*triple, n)):
        assert np.isnan(interval[:3]).all()
        assert str(interval.reason).startswith(reason)


def test_an_impossible_variance_has_a_reason():
    # The covariance of the means of atanh lies above 1, although the three correlations are possible.
    triple = -0.98, -0.1, -0.01
    assert determinant(*triple) > 0
    result = DEPENDENT_TESTS.get("hittner2003")(*triple, 20)
    assert np.isnan(result.statistic)
    assert np.isnan(result.p_value)
    assert result.reason == "the variance of the difference is not positive"
    assert williams1959(*triple, 20).reason == ""


def test_a_p_value_is_never_0():
    for name in TESTS:
        assert 0 < DEPENDENT_TESTS.get(name)(0.9, -0.9, -0.7, 100_000).p_value < 1e-100


def test_an_unknown_alternative_or_test_is_an_error():
    with pytest.raises(SpecError, match="Did you mean 'greater'"):
        williams1959(0.5, 0.2, 0.3, 50, "greatest")
    with pytest.raises(SpecError, match="Did you mean 'williams1959'"):
        DEPENDENT_TESTS.get("williams1958")
    with pytest.raises(SpecError, match="between 0 and 1"):
        meng_interval(0.5, 0.2, 0.3, 50, 95)


def test_the_interval_of_meng_ends_where_the_test_rejects():
    for confidence in (0.5, 0.9, 0.99):
        interval = meng_interval(0.5, 0.2, 0.3, 50, confidence)
        z = DEPENDENT_TESTS.get("meng1992")(0.5, 0.2, 0.3, 50).statistic
        half = (interval.high - interval.low) / 2
        quantile = norm.ppf((1 + confidence) / 2)
        assert interval.difference / half * quantile == pytest.approx(float(z))


def simulate(rng, n, tables):
    """Two metrics that see the same share of quality: equal population correlations."""
    quality, x_noise, y_noise = rng.normal(size=(3, tables, n))
    x, y = quality + 0.7 * x_noise, quality + 0.7 * y_noise
    z = quality + 0.3 * rng.normal(size=(tables, n))
    return pearson(x, z), pearson(y, z), pearson(x, y)


def test_williams_has_uniform_p_values_under_the_null():
    triple = simulate(np.random.default_rng(5), 12, 4_000)
    for alternative in ("two", "greater", "less"):
        p = williams1959(*triple, 12, alternative).p_value
        assert kstest(p, "uniform").statistic < 0.035, alternative
        assert 0.035 < np.mean(p <= 0.05) < 0.065, alternative


def test_pearson_of_scipy_gives_the_same_test():
    rng = np.random.default_rng(8)
    x, y, z = rng.normal(size=(3, 15))
    by_scipy = (pearsonr(a, b).statistic for a, b in ((x, z), (y, z), (x, y)))
    found, expected = williams1959(*correlations(x, y, z), 15), williams1959(*by_scipy, 15)
    assert found.p_value == pytest.approx(float(expected.p_value))

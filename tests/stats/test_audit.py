"""What published tables tell about how they were made."""

import csv
from collections import defaultdict
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau
from vectors import statistics_vectors

from workbench.errors import SpecError
from workbench.stats.intervals.fisher import fisher_z
from workbench.stats.printed.audit import audit_intervals, audit_kendall_grid, audit_marks
from workbench.stats.ranking.best_cells import mark_column


def vector_of(name):
    [vector] = [vector for vector in statistics_vectors("audit") if vector["id"] == name]
    return vector["input"], vector["expected"]


def test_every_audit_vector_is_tested():
    tested = {"deltableu/table2_audit", "own/lin2004_shading", "own/fabbri2021_grid"}
    assert {vector["id"] for vector in statistics_vectors("audit")} >= tested


def test_the_intervals_of_galley_are_fisher_z_of_527_to_530():
    at, expected = vector_of("deltableu/table2_audit")
    cells = [
        (name, row[key], *row[f"{key}_ci"])
        for key, name in (("rho", "spearman"), ("tau", "kendall"))
        for row in at["rows"].values()
    ]
    names = [cell[0] for cell in cells]
    fisher, bonett_wright = audit_intervals(
        *np.array([cell[1:] for cell in cells]).T, names, np.arange(2, 2_001), digits=3
    )
    assert fisher.fits.shape == (18, 1_999)
    assert fisher.method == "fisher"
    assert fisher.n_that_fits_all == expected["n_that_fits_all_18"]
    by_n = dict(zip(fisher.n.tolist(), fisher.fitting.tolist(), strict=True))
    assert by_n[252] == expected["fitting_at_252"]
    assert {n: by_n[int(n)] for n in expected["fitting_by_n"]} == expected["fitting_by_n"]
    assert bonett_wright.method == "bonett-wright"
    assert bonett_wright.fitting.max() == expected["bonett_wright_best"]
    assert bonett_wright.n_that_fits_all == []


def test_the_vector_and_the_published_table_are_one(shared):
    path = shared / "published" / "galley2015_table2.csv"
    rows = list(csv.DictReader(path.read_text().splitlines()))
    numbers = np.array([[float(row[key]) for key in ("value", "ci95_lower", "ci95_upper")] for row in rows])
    [fisher, _] = audit_intervals(*numbers.T, [row["coefficient"] for row in rows], np.arange(4, 700), 3)
    assert len(rows) == 18
    assert fisher.n_that_fits_all == [527, 528, 529, 530]


@pytest.mark.parametrize("name", ["pearson", "spearman", "kendall"])
@given(st.floats(-0.95, 0.95), st.integers(5, 400), st.integers(1, 4), st.sampled_from([0.8, 0.95, 0.99]))
def test_a_rounded_interval_fits_its_own_n(name, r, n, digits, confidence):
    interval = fisher_z(r, n, name, confidence)
    printed = [np.round([number], digits) for number in (r, interval.low, interval.high)]
    audits = {
        audit.method: audit
        for audit in audit_intervals(*printed, [name], np.arange(2, 401), digits, confidence)
    }
    assert n in audits["bonett-wright"].n_that_fits_all
    plain = fisher_z(r, n, "pearson", confidence)
    printed = [np.round([number], digits) for number in (r, plain.low, plain.high)]
    [fisher, _] = audit_intervals(*printed, [name], np.arange(2, 401), digits, confidence)
    assert n in fisher.n_that_fits_all


def test_more_decimals_leave_fewer_n():
    def fitting(digits, coverage=0.95):
        interval = fisher_z(0.61, 100, "spearman")
        printed = [np.round([number], digits) for number in (0.61, *interval[:2])]
        return audit_intervals(*printed, ["spearman"], np.arange(4, 300), digits, coverage)[1].n_that_fits_all

    assert fitting(6) == [100]
    assert len(fitting(3)) < len(fitting(2)) < len(fitting(1))
    assert fitting(3, coverage=0.9) != fitting(3)


def test_each_row_may_have_its_own_decimals():
    low, high = fisher_z(0.5, 40, "pearson")[:2]
    values, lows, highs = np.full(2, 0.5), np.array([low, round(low, 1)]), np.array([high, round(high, 1)])
    [fisher, _] = audit_intervals(values, lows, highs, ["pearson"] * 2, np.arange(4, 300), [6, 1])
    assert fisher.n[fisher.fits[0]].tolist() == [40]
    assert fisher.fits[1].sum() > 3


def test_each_number_may_have_its_own_decimals():
    """.50 and .66 of .50 (.3 to .66) say that half the interval is .228 to .259, whatever .3 is."""
    printed = np.array([[0.50], [0.3], [0.66]])
    [fisher, _] = audit_intervals(*printed, ["pearson"], np.arange(4, 300), [[2, 1, 2]])
    ends = np.arctanh([0.655, 0.665]) - np.arctanh([0.505, 0.495])
    least, most = np.ceil(3 + (1.959964 / ends[::-1]) ** 2)
    assert fisher.n_that_fits_all == [*range(int(least), int(most))] == [*range(61, 77)]
    [fisher, _] = audit_intervals(*-printed[[0, 2, 1]], ["pearson"], np.arange(4, 300), [[2, 2, 1]])
    assert fisher.n_that_fits_all == [*range(61, 77)]


def test_rows_that_fit_nothing():
    numbers = np.array([[0.5, np.nan, 0.9], [0.5, 0.6, 0.7], [0.3, 0.2, 0.9]]).T
    for audit in audit_intervals(*numbers, ["pearson"] * 3, np.arange(0, 500), 2):
        assert not audit.fits.any()
    for audit in audit_intervals(*np.array([[0.0], [-1.0], [1.0]]), ["pearson"], np.arange(0, 5), 0):
        assert audit.n_that_fits_all == [4]
    with pytest.raises(SpecError, match="Did you mean 'kendall'"):
        audit_intervals(*np.array([[0.5], [0.1], [0.8]]), ["kendal"], np.arange(4, 9), 2)


def test_the_table_of_fabbri_rests_on_17_systems(shared):
    at, expected = vector_of("own/fabbri2021_grid")
    columns = defaultdict(list)
    for row in csv.DictReader((shared / at["data"]).read_text().splitlines()):
        columns[row["dimension"]].append(float(row["value"]))
    least, most = at["n_range"]
    sizes = np.arange(least, most + 1)
    fits = {
        name: audit_kendall_grid(np.array(values), sizes, np.array([0, 1, 2]), 4).that_fit_all
        for name, values in columns.items()
    }
    assert [len(values) for values in columns.values()] == [34] * 4
    assert sorted({n for found in fits.values() for n, _ in found}) == expected["n_systems"]
    without_ties = sorted(name for name, found in fits.items() if found == [(17, 0)])
    assert without_ties == expected["multiples_of_1_over_136"]
    one_tie = sorted(name for name, found in fits.items() if found == [(17, 1)])
    assert one_tie == expected["multiples_of_1_over_sqrt_136_135"]


@given(st.integers(3, 30), st.integers(0, 10_000), st.integers(2, 5))
def test_a_rounded_tau_fits_its_own_systems(n, seed, digits):
    rng = np.random.default_rng(seed)
    metric, human = rng.permutation(n), rng.permutation(n // 2 + 2).repeat(2)[:n]
    tied = sum(int(human[i] == human[j]) for i in range(n) for j in range(i))
    printed = np.round([kendalltau(metric, human).statistic], digits)
    audit = audit_kendall_grid(printed, np.arange(2, 31), np.arange(0, 20), digits)
    assert (n, tied) in audit.that_fit_all


def slow_grid(n, printed, digits):
    """Of every order of n human scores with ties: how many pairs are tied, and whether a tau prints so."""
    pairs, fits = list(combinations(range(n), 2)), {}
    for human in product(range(n), repeat=n):
        sign = [int(np.sign(human[j] - human[i])) for i, j in pairs]
        untied = sum(map(abs, sign))
        if untied:  # C - D goes from one end to the other by twos
            taus = [balance / np.sqrt(len(pairs) * untied) for balance in range(-untied, untied + 1, 2)]
            is_near = any(abs(tau - printed) <= 0.5 * 10**-digits + 1e-12 for tau in taus)
            fits[len(pairs) - untied] = is_near
    return fits


@pytest.mark.parametrize("printed", [1.0, -1.0, 0.9, 0.7, 0.2, 0.0])
def test_the_grid_has_the_taus_and_ties_that_there_are(printed):
    for n in (3, 4, 5):
        fits = slow_grid(n, printed, 1)
        audit = audit_kendall_grid(np.array([printed]), np.array([n]), np.arange(9), 1)
        assert audit.fits[0, 0].tolist() == [fits.get(tied, False) for tied in range(9)]
    # 42 of 45 pairs at most: 42 / sqrt(45 × 42) is .966
    assert not audit_kendall_grid(np.array([0.98]), np.array([10]), np.array([3]), 2).fits.any()
    # 432 / sqrt(435 × 425) would be 1.005
    assert not audit_kendall_grid(np.array([1.0]), np.array([30]), np.array([10]), 2).fits.any()


def test_the_grid_names_what_any_number_would_fit():
    rng = np.random.default_rng(0)
    audit = audit_kendall_grid(rng.uniform(-1, 1, size=20_000), np.array([5, 17, 60]), np.array([0, 4]), 3)
    assert audit.chance[0, 0] == pytest.approx(0.0005 * 10)
    np.testing.assert_allclose(audit.fits.mean(axis=0), audit.chance, atol=0.01)
    assert audit_kendall_grid(np.array([0.1]), np.array([200]), np.array([0]), 2).chance.item() == 1
    two = audit_kendall_grid(np.array([1.0, -1.0]), np.array([2]), np.array([0, 1]), 2)
    assert two.that_fit_all == [(2, 0)]  # a single pair, which is not tied
    everything_tied = audit_kendall_grid(np.array([0.0, np.nan]), np.array([2, 3]), np.array([1, 3]), 2)
    assert not everything_tied.fits[:, 0].any()
    assert not everything_tied.fits[1].any()


def test_the_shading_of_lin_2004(shared):
    at, expected = vector_of("own/lin2004_shading")
    columns = defaultdict(list)
    first = shared / at["data"].split(",")[0]
    for table in "123":
        path = first.with_name(first.name.replace("1", table))
        for row in csv.DictReader(path.read_text().splitlines()):
            key = row["table"], row["task"], row["ref_setting"], row["preprocessing"]
            columns[key].append((float(row["value"]), row["shading"].replace("none", "")))
    audits = {key: audit_marks(*map(np.array, zip(*cells, strict=True))) for key, cells in columns.items()}
    assert sum(map(len, columns.values())) == 918
    assert len(audits) == expected["columns"]
    assert [list(key) for key, audit in audits.items() if not audit.threshold] == expected["not_a_threshold"]
    misplaced = [list(key) for key, audit in audits.items() if not audit.best_on_maximum]
    assert misplaced == expected["best_mark_not_on_maximum"]


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(0, 5)), min_size=1))
def test_marks_of_the_workbench_pass_their_own_audit(cells):
    values = np.array([value / 10 for value, _ in cells])
    lows = values - np.array([width / 10 for _, width in cells])
    assert audit_marks(values, mark_column(values, lows, 2)) == (True, True)


def test_marks_that_do_not_follow_the_values():
    values = np.array([0.9, 0.8, 0.8, np.nan])
    assert audit_marks(values, ["best", "equivalent", "", ""]) == (True, True)  # .804 and .796
    assert audit_marks(values, ["", "equivalent", "equivalent", ""]) == (False, False)
    assert audit_marks(values, ["equivalent", "best", "equivalent", ""]) == (True, False)
    assert audit_marks(values, ["", "", "", "best"]) == (True, False)

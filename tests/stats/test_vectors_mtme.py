"""What mt-metrics-eval prints, function by function, from our own parts."""

import gzip
from collections import Counter

import numpy as np
import pytest
from vectors import SHARED, statistics_vectors

from workbench.stats.coefficients.pair_counts import count
from workbench.stats.coefficients.tau_family import wmt_parts
from workbench.stats.coefficients.tie_calibration import tie_curve
from workbench.stats.levels.estimates import pooled_level
from workbench.stats.levels.grouped import grouped_correlation, pairwise_difference_pearson
from workbench.stats.ranking.system_ranks import assign_ranks
from workbench.stats.tests.dependent import williams1959

BY = {"none": "none", "sys": "system", "item": "segment"}
NAMES = {
    "kendall": "kendall",
    "kendall_b": "kendall",
    "kendall_c": "kendall-c",
    "b": "kendall",
    "c": "kendall-c",
    "23": "tau-eq",
    "acc23": "acc-eq",
}


def matrix(given, key):
    """Scores as [systems, items]; they are stored system after system."""
    return np.array(given[key], float).reshape(given.get("num_sys", 1), -1)


def grouped(given, coefficient, metric="metric"):
    by = BY[given.get("average_by", "none")]
    undefined = "zero" if given.get("replace_nans_with_zeros") else "drop"
    return grouped_correlation(matrix(given, metric), matrix(given, "gold"), coefficient, by, undefined).value


def correlation(given, expected, close):
    name = NAMES.get(given["coef"], given["coef"])
    close(grouped(given, name), expected)


def kendall_like(given, expected, close):
    # At threshold 0 mt-metrics-eval counts human ties, at every other one they are below it.
    name = f"wmt(threshold={given['thresh']}, human_ties=true)"
    tau = grouped(given, name)
    net, pairs = wmt_parts(
        *(matrix(given, key)[0] for key in ("metric", "gold")), threshold=given["thresh"], human_ties=True
    )
    right, wrong = (pairs + net) / 2, (pairs - net) / 2
    if isinstance(expected, dict):
        close(
            [tau, pairs, right, wrong], [expected["tau"], expected["pairs"], expected["con"], expected["dis"]]
        )
    elif isinstance(expected, list):
        close([tau, 0, pairs, right, wrong], expected)
    else:
        close(tau, expected)


def kendall_variant(given, expected, close):
    name = NAMES[given["variant"]]
    if "epsilon" in given:
        name += f"(epsilon={given['epsilon']})"
    close(grouped(given, name), expected)


def grouped_rows(given):
    """Metric and human scores as [groups, things], one group unless the vector says otherwise."""
    x, z = matrix(given, "metric"), matrix(given, "gold")
    by = BY[given.get("average_by", "none")]
    return [{"none": m.reshape(1, -1), "system": m, "segment": m.T}[by] for m in (x, z)]


def tie_calibrated(given, expected, close):
    assert given["variant"] == "acc23"
    assert given["sample_rate"] == 1
    close(tie_curve(*grouped_rows(given)).accuracies.max(), expected)


def tie_threshold_curve(given, expected, close):
    assert given["variant"] == "acc23"
    curve = tie_curve(*(np.array(given[key], float) for key in ("metric", "human")))
    close(curve.thresholds, expected["thresholds"])
    close(curve.accuracies, expected["accs"])
    close(curve.thresholds[curve.best], expected["best_threshold"])
    close(curve.accuracies[curve.best], expected["best"])


def agreement(given, expected, close):
    counts = count(matrix(given, "metric")[0], matrix(given, "gold")[0])
    close([counts.concordant + counts.tied_both, counts.pairs], expected)


def williams_p(given, expected, close):
    coefficient = given.get("coef", "pearson")
    one, two = (grouped(given, coefficient, metric) for metric in ("metric1", "metric2"))
    close([one, two], [expected["r1"], expected["r2"]])
    first, second, gold = (matrix(given, key) for key in ("metric1", "metric2", "gold"))
    by = BY[given.get("average_by", "none")]
    better = "greater" if one > two else "less"

    def p_value(first, n):
        between = grouped_correlation(first, second, coefficient, by).value
        return williams1959(one, two, between, n, alternative=better).p_value

    close(p_value(first, given["n"]), expected["p"])
    if "p_complete_cells" in expected:
        complete = ~np.isnan(gold)
        close(p_value(np.where(complete, first, np.nan), int(complete.sum())), expected["p_complete_cells"])


def difference(given, expected, close):
    for key, value in expected.items():
        _, coefficient, by = key.split("_")
        cells = {**given, "average_by": by}
        one, two = (grouped(cells, coefficient, metric) for metric in ("metric1", "metric2"))
        close(two - one, value)


def pairwise_difference(given, expected, close):
    close(pairwise_difference_pearson(*grouped_rows(given)), expected)


def ranks(given, expected, close):
    [entries] = [entries for key, entries in given.items() if key.startswith("sig_matrix")]
    n = int(np.sqrt(len(entries)))
    close(assign_ranks(np.array(entries, float).reshape(n, n), given["pval"]), expected)


def table(path):
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        header = next(lines).rstrip("\n").split("\t")
        return [dict(zip(header, line.rstrip("\n").split("\t"), strict=True)) for line in lines]


class Published:
    """Score tables of a WMT year."""

    def __init__(self, folder):
        self.human = table(folder / "human_scores.tsv")
        self.metrics = table(folder / "metric_scores.tsv.gz")
        self.outliers = {(row["language_pair"], row["system"]) for row in table(folder / "outliers.tsv")}

    def pearson(self, pair, metric, reference, without_outliers):
        human = {
            row["system"]: float(row["da_z"])
            for row in self.human
            if row["language_pair"] == pair and row.get("kind", "mt") == "mt"
        }
        scores = {
            row["system"]: float(row["score"])
            for row in self.metrics
            if (row["language_pair"], row["metric"]) == (pair, metric)
            and row.get("reference", reference) == reference
        }
        systems = [each for each in sorted(human) if not (without_outliers and (pair, each) in self.outliers)]
        x, z = (np.array([of.get(each, np.nan) for each in systems]) for of in (scores, human))
        return pooled_level(x, z, "pearson", 1).value


def published_table(given, expected, close):
    folder = SHARED / given["data"]
    if not folder.is_dir():
        pytest.skip("the score tables are not beside the project")
    assert given["coef"] == "pearson"
    tables = Published(folder)
    reference = given.get("reference", "")
    for name, value in expected.items():
        if "language_pair" in given:
            found = tables.pearson(given["language_pair"], name, reference, "without" in given["systems"])
        elif isinstance(value, list):
            pair = "en-iu_full" if name == "en-iu" else name
            found = [tables.pearson(pair, given["metric"], reference, drop) for drop in (False, True)]
        else:
            found = abs(tables.pearson(name, given["metric"], reference, False))
        close(found, value)


FUNCTIONS = {
    "correlation": correlation,
    "kendall_like": kendall_like,
    "kendall_variant": kendall_variant,
    "tie_calibrated": tie_calibrated,
    "tie_threshold_curve": tie_threshold_curve,
    "agreement": agreement,
    "williams_p": williams_p,
    "difference": difference,
    "pairwise_difference_pearson": pairwise_difference,
    "assign_ranks": ranks,
    "published_table": published_table,
}
VECTORS = statistics_vectors("mtme")


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_vectors_of_mt_metrics_eval(vector):
    def close(found, expected):
        np.testing.assert_allclose(found, expected, rtol=0, atol=vector["tol"] or 1e-15)

    FUNCTIONS[vector["input"]["function"]](vector["input"], vector["expected"], close)


def test_every_function_of_mt_metrics_eval_has_its_vectors():
    seen = Counter(vector["input"]["function"] for vector in VECTORS)
    assert set(seen) >= set(FUNCTIONS)
    assert seen.total() >= 30

"""What the page computes again rests on the systems of its records, and tables of wins on all pairs."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from made_pages import invented
from scipy import stats
from small_study import ask, tied_and_gappy, write_study

from workbench.analyses.page.points import lay_points
from workbench.analyses.page.wins import MOST_ROWS, lay_wins

STUDY = """
metrics = ["rouge-1", "bleu(order=2)"]
[data]
name = "mine"
[correlation]
levels = ["system", "segment"]
coefficients = ["pearson", "spearman", "kendall", "kendall-c"]
given = "length"
interval = "none"
[ceiling]
splits = 2
"""
SLOW = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}


def test_points_give_the_values_that_are_computed_again(tmp_path):
    """A system that nobody judged is a gap in its metric and no reason to have no points."""
    e = ask(write_study(tmp_path, judgments=tied_and_gappy()), STUDY)
    points = lay_points(e, e.records)
    again = 0
    for at, record in enumerate(e.records.to_dict("records")):
        has_place = record["role"] == ""
        assert (points.metric_of[at] >= 0, points.human_of[at] >= 0) == (has_place, has_place)
        plain = record["level"] == "system" and record["given"] == "" and record["coefficient"] in SLOW
        assert points.is_recomputed[at] == (has_place and plain)
        if points.is_recomputed[at] and record["reason"] == "":
            x, z = points.metric[points.metric_of[at]], points.human[points.human_of[at]]
            both = np.isfinite(x) & np.isfinite(z)
            assert len(x) == len(points.systems[record["task"]])
            assert both.sum() == record["n_systems"]
            found = SLOW[record["coefficient"]](x[both].round(11), z[both].round(11)).statistic
            assert record["value"] == pytest.approx(found, abs=1e-9)
            again += 1
    assert again > 12


def comparisons(values, tested):
    """Return tests of all pairs but the last few; a metric with the higher value is better."""
    sides = ("metric", "component", "preprocess", "references")
    about = {"task": "t", "criterion": "c", "level": "system", "coefficient": "kendall", "given": ""}
    about |= {"method": "m", "population": "p", "correction": "holm", "n_family": 3, "test_level": 0.05}
    rows = []
    for one, other in tested:
        names = {f"{start}{side}": name for start, name in (("", f"m{one}"), ("against_", f"m{other}"))
                 for side in sides[:1]}  # fmt: skip
        rest = {f"{start}{side}": "" for start in ("", "against_") for side in sides[1:]}
        own, against = values[one], values[other]
        verdict = "better" if own > against else "worse" if own < against else "no difference shown"
        rows.append({**about, **names, **rest, "value": own, "against_value": against, "verdict": verdict})
    return pd.DataFrame(rows)


@pytest.mark.parametrize(
    ("number", "lost", "shown"),
    [(2, 0, 0), (3, 0, 1), (4, 0, 1), (4, 1, 0), (MOST_ROWS, 0, 1), (MOST_ROWS + 1, 0, 0)],
)
def test_a_table_of_wins_has_all_pairs_of_three_metrics_or_more(number, lost, shown):
    values = [((7 * at) % number) / number - 0.5 for at in range(number)]
    tested = list(combinations(range(number), 2))
    found = lay_wins(comparisons(values, tested[: len(tested) - lost]))
    assert len(found) == shown
    for table in found:
        ranks = [values[int(label[1:])] for label in table.labels]
        assert ranks == sorted(values, reverse=True)
        for i, j in np.ndindex(number, number):
            assert table.signs[i][j] == ("" if i == j else "+" if ranks[i] > ranks[j] else "−"
                                         if ranks[i] < ranks[j] else "·")  # fmt: skip


def test_what_has_no_value_comes_last_also_behind_what_is_below_0():
    values = [-0.4, np.nan, 0.3, -0.9]
    (table,) = lay_wins(comparisons(values, list(combinations(range(4), 2))))
    assert table.labels == ("m2", "m0", "m3", "m1")
    assert set(table.signs[3]) == {"·", ""}


def test_systems_without_which_the_best_metric_changes_most_are_shown():
    """Up or down: eight of the twelve, by the distance of the coefficient without each from that of all."""
    names = [*"abcdefghijkl"]
    page = invented(["m", "k"], 1, names)
    (shown,) = page.influences
    assert shown.title == "Pearson's r of k (0 refs, P0) with quality"
    x, z = page.points.metric[1], page.points.human[0]
    value = np.corrcoef(x, z)[0, 1]
    without = {each: np.corrcoef(np.delete([x, z], at, axis=1))[0, 1] for at, each in enumerate(names)}
    most = sorted(without, key=lambda name: -abs(without[name] - value))[:8]
    assert max(without[name] for name in most) > value > min(without[name] for name in most)
    expected = [f"without {name}" for name in sorted(most, key=lambda name: -without[name])]
    assert [bar.label for bar in shown.forest.bars] == [*expected, "all systems"]

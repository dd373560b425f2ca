"""Every number of a small uneven study, computed again slowly from its tables and with nothing of ours."""

from itertools import combinations, product
from pathlib import Path

import naive
import numpy as np
import pandas as pd
import pytest
from scipy import stats
from small_study import JUDGMENTS, OUTPUTS, REFERENCES, ask, write_study

COEFFICIENTS = {"spearman": stats.spearmanr, "kendall": stats.kendalltau}
EXPERIMENT = """
seed = 3
metrics = ["rouge-1", "bleu(order=2)", "delta-bleu"]
[data]
name = "mine"
unscorable = "drop"
{data}
[[references]]
name = "refs"
{references}
[correlation]
levels = ["system", "segment", "within-system", "global"]
interval = "fisher"
[table]
layout = "wmt"
"""


def laid(frame: pd.DataFrame, value: str) -> pd.DataFrame:
    """Systems by segments."""
    return frame.pivot_table(index="system", columns="segment", values=value, aggfunc="mean")


def segments_of(
    task: str, at_least: float = -1.0
) -> list[tuple[str, str, list[str], list[list[str]], list[float]]]:
    """Each output that is scored: its segment, system and words, and the references with their weights."""
    references = REFERENCES[(REFERENCES["task"] == task) & (REFERENCES["weight"] >= at_least)]
    found = []
    for row in OUTPUTS[OUTPUTS["task"] == task].itertuples():
        own = references[references["segment"] == row.segment]
        if own["weight"].max() > 0:
            texts = [text.split() for text in own["text"]]
            found.append((row.segment, row.system, row.text.split(), texts, own["weight"].tolist()))
    return found


def rouge(candidate: list[str], references: list[list[str]], how: str) -> float:
    rows = np.array([naive.rouge_n([candidate], [each], 1) for each in references])
    recalls = rows[:, 0] / rows[:, 1]
    return float(
        {"pooled": rows[:, 0].sum() / rows[:, 1].sum(), "best": recalls.max(), "mean": recalls.mean()}[how]
    )


def scores(
    metric: str, task: str, how: str, at_least: float, judged: pd.DataFrame | None = None
) -> tuple[pd.DataFrame, pd.Series]:
    """The scores of outputs, systems by segments, and those of systems; of judged outputs where named."""
    rows = segments_of(task, at_least)
    if judged is not None:
        there = set(judged.stack().dropna().index)
        rows = [row for row in rows if (row[1], row[0]) in there]
    if metric == "rouge-1":
        each = [(segment, system, rouge(text, others, how)) for segment, system, text, others, _ in rows]
        frame = laid(pd.DataFrame(each, columns=["segment", "system", "score"]), "score")
        return frame, frame.mean(axis=1)
    triples = [
        (segment, system, (text, others, weights if metric.startswith("delta") else [1.0] * len(others)))
        for segment, system, text, others, weights in rows
    ]
    each = [(segment, system, naive.bleu([triple], 2)) for segment, system, triple in triples]
    frame = laid(pd.DataFrame(each, columns=["segment", "system", "score"]), "score")
    whole = {
        name: naive.bleu([own for _, system, own in triples if system == name], 2) for name in frame.index
    }
    return frame, pd.Series(whole)


def judgments(task: str, criterion: str, raters: list[str], segments: pd.Index) -> pd.DataFrame:
    rows = JUDGMENTS[(JUDGMENTS["task"] == task) & (JUDGMENTS["criterion"] == criterion)]
    frame = laid(rows[rows["rater"].isin(raters)], "score")[segments]
    return -frame if criterion == "errors" else frame


def correlate(x: np.ndarray, z: np.ndarray, coefficient: str) -> float:
    present = ~np.isnan(x) & ~np.isnan(z)
    x, z = x[present].round(12), z[present].round(12)
    if len(set(x)) == 1 or len(set(z)) == 1:
        return np.nan
    quick = coefficient == "pearson"
    return float(np.corrcoef(x, z)[0, 1] if quick else COEFFICIENTS[coefficient](x, z)[0])


def at_level(
    level: str, frame: pd.DataFrame, systems: pd.Series, human: pd.DataFrame, coefficient: str
) -> float:
    x, z = frame.to_numpy(), human.loc[frame.index].to_numpy()
    if level == "system":
        return correlate(systems[frame.index].to_numpy(), np.nanmean(z, axis=1), coefficient)
    if level == "global":
        return correlate(x.ravel(), z.ravel(), coefficient)
    pairs = zip(x.T, z.T, strict=True) if level == "segment" else zip(x, z, strict=True)
    return float(np.nanmean([correlate(*pair, coefficient) for pair in pairs]))


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_study(tmp_path_factory.mktemp("study"))


@pytest.mark.parametrize(
    ("how", "at_least", "raters"),
    [("best", 0.5, "experts"), ("mean", -1.0, "all")],
)
def test_coefficients_of_every_level(home: Path, how: str, at_least: float, raters: str) -> None:
    given = {
        "data": f'raters = "{raters}"',
        "references": f'select = "weight(at_least={at_least})"\ncombine = "{how}"',
    }
    e = ask(home, EXPERIMENT.format(**given))
    records = e.records
    assert len(records) == 2 * 2 * 3 * 4 * 3
    names = ["ann"] if raters == "experts" else ["ann", "robert"]
    for (metric, task, criterion), rows in records.groupby(["metric", "task", "criterion"]):
        columns = scores(metric, task, how, at_least)[0].columns
        human = judgments(task, criterion, names, columns)
        frame, systems = scores(metric, task, how, at_least, human)
        human = human[frame.columns]
        for row in rows.itertuples():
            expected = at_level(row.level, frame, systems, human, row.coefficient)
            assert row.value == pytest.approx(expected, abs=1e-9), row
            assert row.n_systems <= len(frame.index)
            assert row.n_dropped == OUTPUTS[OUTPUTS["task"] == task]["segment"].nunique() - len(columns)
        whole = rows[rows["level"] == "system"]
        assert whole["n_systems"].tolist() == [len(frame.index)] * 3
        assert whole["n_segments"].tolist() == [len(frame.columns)] * 3
    written = e.scores.frame.astype({"segment": str})
    for (metric, task), rows in written.groupby(["metric", "task"], observed=True):
        frame, systems = scores(metric, task, how, at_least)
        whole = rows[rows["segment"] == "*"].set_index("system")["value"]
        assert whole[systems.index.tolist()].tolist() == pytest.approx(systems.tolist())
        found = laid(rows[rows["segment"] != "*"].astype({"system": str}), "value")
        pd.testing.assert_frame_equal(found.dropna(axis=1), frame, check_names=False, check_dtype=False)


def test_intervals_of_fisher(home: Path) -> None:
    text = EXPERIMENT.format(data="", references="").replace(', "segment", "within-system", "global"', "")
    records = ask(home, text).records
    constants = {"pearson": (3, 1.0, 0.0), "spearman": (3, 1.0, 0.5), "kendall": (4, 0.437, 0.0)}
    for row in records.itertuples():
        lost, constant, multiple = constants[row.coefficient]
        if row.n_systems > lost and abs(row.value) < 0.999:
            half = 1.959964 * np.sqrt((constant + multiple * row.value**2) / (row.n_systems - lost))
            ends = np.tanh(np.arctanh(row.value) + np.array([-half, half]))
            assert [row.low, row.high] == pytest.approx(ends.tolist(), abs=1e-6)
        elif row.n_systems <= lost:
            assert np.isnan(row.low)


def test_a_bootstrap_of_systems_comes_near_all_draws_there_are(home: Path) -> None:
    """With five systems there are 5**5 draws. `shift` is the share of them that lies below the value."""
    text = EXPERIMENT.format(data="", references="").replace('"fisher"', '"percentile"\nresample = "systems"')
    records = ask(home, text.replace(', "segment", "within-system", "global"', "")).records
    shifts = []
    for row in records[records["coefficient"] == "pearson"].itertuples():
        columns = scores(row.metric, row.task, "pooled", -1.0)[0].columns
        human = judgments(row.task, row.criterion, ["ann", "robert"], columns)
        _, systems = scores(row.metric, row.task, "pooled", -1.0, human)
        z = human.mean(axis=1)
        x, z = systems.to_numpy(), z[systems.index].to_numpy()
        every = map(list, product(range(len(x)), repeat=len(x)))
        values = np.array([correlate(x[each], z[each], "pearson") for each in every])
        values = values[~np.isnan(values)]
        below = (values < row.value - 1e-9).mean() + (abs(values - row.value) <= 1e-9).mean() / 2
        assert row.shift == pytest.approx(below, abs=0.07)
        # quantiles of so few distinct values may jump: between which draws they lie is what can be said
        for end, share in ((row.low, 0.025), (row.high, 0.975)):
            assert (values < end - 1e-9).mean() - 0.03 <= share <= (values <= end + 1e-9).mean() + 0.03
        shifts.append(abs(below - 0.5))
    assert max(shifts) > 0.14


def pooled_bleu(task: str, segments: list[str]) -> pd.Series:
    """The score of each system on segments that may be named more than once."""
    rows = {(row[0], row[1]): row[2:4] for row in segments_of(task)}
    systems = sorted({system for _, system in rows})
    of = {system: [rows[segment, system] for segment in segments] for system in systems}
    return pd.Series({
        system: naive.bleu([(text, others, [1.0] * len(others)) for text, others in own], 2)
        for system, own in of.items()
    })  # fmt: skip


def test_a_bootstrap_of_inputs_pools_the_counts_of_what_it_drew(home: Path) -> None:
    """Three segments of the second task are kept, so that there are 27 draws."""
    text = EXPERIMENT.format(data="", references="").replace('"fisher"', '"percentile"\nresample = "inputs"')
    records = ask(home, text.replace(', "segment", "within-system", "global"', "")).records
    kept = ["s1", "s3", "s4"]
    rows = records[(records["task"] == "u") & (records["metric"] == "bleu(order=2)")]
    for row in rows[rows["coefficient"] == "pearson"].itertuples():
        human = judgments("u", row.criterion, ["ann", "robert"], kept)
        values = []
        for drawn in product(kept, repeat=3):
            x = pooled_bleu("u", list(drawn))
            values.append(
                correlate(x.to_numpy(), human[list(drawn)].mean(axis=1)[x.index].to_numpy(), "pearson")
            )
        values = np.array(values)[~np.isnan(values)]
        below = (values < row.value - 1e-9).mean() + (abs(values - row.value) <= 1e-9).mean() / 2
        assert row.shift == pytest.approx(below, abs=0.07)
        assert min(abs(values - row.low)) < 1e-6
        assert min(abs(values - row.high)) < 1e-6


def test_a_metric_of_which_less_is_better_is_turned_once(home: Path) -> None:
    """TER: the scores are written as they are, the coefficients say that less is better."""
    text = """metrics = ["ter"]
[data]
name = "mine"
[correlation]
levels = ["system", "segment", "global"]
coefficients = ["kendall"]
interval = "percentile"
draws = 99
resample = "systems"
[table]
layout = "wmt"
"""
    e = ask(home, text)
    written = e.scores.frame.astype({"segment": str, "system": str})
    assert (written["value"] >= 0).all()
    for row in e.records.itertuples():
        mine = written[written["task"].astype(str) == row.task]
        frame = laid(mine[mine["segment"] != "*"], "value")
        whole = mine[mine["segment"] == "*"].set_index("system")["value"]
        human = judgments(row.task, row.criterion, ["ann", "robert"], frame.columns)
        assert row.value == pytest.approx(
            at_level(row.level, -frame, -whole, human, row.coefficient), abs=1e-9
        )
        assert row.low - 1e-9 <= row.value <= row.high + 1e-9


TEST = """
seed = 3
metrics = ["rouge-1", "rouge-2", "rouge-l"]
[data]
name = "mine"
criteria = ["errors"]
[correlation]
coefficients = ["pearson"]
interval = "none"
[test]
against = "all"
"""


def standard(means: np.ndarray) -> np.ndarray:
    return (means - means.mean()) / means.std()


def exact_p(cells: list[np.ndarray], z: np.ndarray, alternative: str) -> float:
    """The share of all exchanges of systems between two metrics that are as extreme as none is."""
    one, other = (standard(np.nanmean(each, axis=1)) for each in cells)

    def apart(first: np.ndarray, second: np.ndarray, judged: np.ndarray) -> float:
        r = np.array([np.corrcoef(scores, judged)[0, 1] for scores in (first, second)])
        return float(np.subtract(*np.arctanh(np.clip(r, 1e-9 - 1, 1 - 1e-9))))

    def difference(mask: tuple[bool, ...]) -> float:
        """Of Fisher's z, by its error: a system is left out in turn."""
        both = np.where(mask, other, one), np.where(mask, one, other), z
        without = np.array([apart(*(np.delete(each, at) for each in both)) for at in range(len(z))])
        error = np.sqrt((len(z) - 1) / len(z) * ((without - without.mean()) ** 2).sum())
        return apart(*both) / error

    seen = difference((False,) * len(z))
    found = np.array([difference(mask) for mask in product([False, True], repeat=len(z))])
    extreme = {
        "two": abs(found) >= abs(seen) - 1e-9,
        "greater": found >= seen - 1e-9,
        "less": found <= seen + 1e-9,
    }
    return float(extreme[alternative].mean())


def holm(values: list[float]) -> list[float]:
    order = np.argsort(values)
    raised = [values[at] * (len(values) - rank) for rank, at in enumerate(order)]
    adjusted = dict(zip(order.tolist(), np.minimum(np.maximum.accumulate(raised), 1), strict=True))
    return [float(adjusted[at]) for at in range(len(values))]


@pytest.mark.parametrize("alternative", ["two", "greater", "less"])
def test_exact_tests_and_their_correction(home: Path, alternative: str) -> None:
    text = f'{TEST}correction = "holm"\nalternative = "{alternative}"\n'
    e = ask(home, text)
    comparisons = e.compare().frame
    written = e.scores.frame.astype({"system": str, "segment": str, "metric": str})
    cells = {
        key: laid(rows[rows["segment"] != "*"], "value")
        for key, rows in written.groupby(["metric", "task"], observed=True)
    }
    for task, rows in comparisons.groupby("task"):
        frame = cells["rouge-1", task]
        human = judgments(task, "errors", ["ann", "robert"], frame.columns)
        z = human.mean(axis=1)
        judged = {each: cells[each, task].loc[z.index].where(human.notna()).to_numpy() for each, _ in cells}
        expected = [
            exact_p([judged[each] for each in pair], z.to_numpy(), alternative)
            for pair in zip(rows["metric"], rows["against_metric"], strict=True)
        ]
        assert len(expected) == 3
        assert rows["p"].tolist() == pytest.approx(expected)
        assert rows["p_adjusted"].tolist() == pytest.approx(holm(expected))
        assert (rows["n_family"] == 3).all()


def test_a_p_value_of_exactly_the_level_is_shown(home: Path) -> None:
    given = f"{TEST}correction = 'none'\n"
    free = ask(home, given).compare().frame
    level = float(free["p"].min())
    assert 0.03 < level < 1
    at, under = (ask(home, f"{given}level = {each!r}\n").compare().frame for each in (level, level - 1e-6))
    least = free["p"] == level
    assert at.loc[least, "verdict"].isin(["better", "worse"]).all()
    hidden = np.where(under.loc[least, "smallest_p"] > level - 1e-6, "out of reach", "not shown")
    assert (under.loc[least, "verdict"] == hidden).all()
    right = np.where(at.loc[least, "value"] > at.loc[least, "against_value"], "better", "worse")
    assert (at.loc[least, "verdict"] == right).all()
    assert not free.loc[free["p"] > max(level, 0.05), "verdict"].isin(["better", "worse"]).any()


def test_williams_and_the_size_of_a_family(home: Path) -> None:
    given = (
        TEST.replace('"pearson"', '"pearson", "kendall"')
        + 'method = "williams1959"\ncorrection = "bonferroni"\n'
    )
    e = ask(home, given)
    comparisons = e.compare().frame
    rows = comparisons[comparisons["coefficient"] == "pearson"]
    written = e.scores.frame.astype({"system": str, "metric": str})
    written = written[written["segment"].astype(str) != "*"].astype({"segment": str})
    for row in rows.itertuples():
        frame = judgments(
            row.task,
            "errors",
            ["ann", "robert"],
            sorted(set(OUTPUTS[OUTPUTS["task"] == row.task]["segment"])),
        )
        x, y = (
            laid(written[(written["metric"] == name) & (written["task"] == row.task)], "value")
            .where(frame.notna())
            .mean(axis=1)
            for name in (row.metric, row.against_metric)
        )
        z = frame.mean(axis=1)[x.index]
        r_xz, r_yz, r_xy = (np.corrcoef(a, b)[0, 1] for a, b in ((x, z), (y, z), (x, y)))
        n, det = len(x), np.linalg.det([[1, r_xz, r_yz], [r_xz, 1, r_xy], [r_yz, r_xy, 1]])
        below = 2 * det * (n - 1) / (n - 3) + ((r_xz + r_yz) / 2) ** 2 * (1 - r_xy) ** 3
        t = (r_xz - r_yz) * np.sqrt((n - 1) * (1 + r_xy) / below)
        assert row.p == pytest.approx(2 * stats.t.sf(abs(t), n - 3))
        assert row.p_adjusted == pytest.approx(min(1.0, 3 * row.p))
    assert list(combinations(["rouge-1", "rouge-2", "rouge-l"], 2)) == [
        tuple(sorted(pair)) for pair in zip(rows["metric"][:3], rows["against_metric"][:3], strict=True)
    ]

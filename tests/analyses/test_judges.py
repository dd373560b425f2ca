"""Judges as rows of the table, and what their noise hides."""

from functools import partial
from types import SimpleNamespace

import asked
import numpy as np
import pandas as pd
import pytest
from small_study import JUDGMENTS, write_study

import workbench
from workbench.analyses.ceiling.judges import NOTHING_SHARED, ONE_RATER, Judges
from workbench.analyses.ceiling.reliability import describe_reliability
from workbench.datasets.evalset import EvalSet
from workbench.report.layouts.ceilings import ceiling_notes
from workbench.report.layouts.labels import metric_label
from workbench.schema import RECORDS, RELIABILITY
from workbench.stats.judges.ceilings import leave_one_rater_out
from workbench.stats.judges.disattenuation import disattenuated_by
from workbench.stats.judges.reliability import drawn_reliability, split
from workbench.stats.levels.estimates import row_means
from workbench.stats.resampling.resample import draw
from workbench.stats.resampling.streams import stream

LEFT_OUT = "leave one out"


@pytest.fixture(scope="module")
def data():
    return workbench.simulate(topics=5, systems=8, references=1, raters=3).evalset


def ratings_of(data):
    """float64[raters, systems, segments]."""
    parts = [
        rows.pivot(index="system", columns="segment", values="score").to_numpy()
        for _, rows in data.judgments.groupby("rater")
    ]
    return np.stack(parts)


def with_judgments(data, judgments, card=None):
    return EvalSet.build(card or data.card, data.outputs, data.references, judgments)


def test_judges_are_rows_at_every_level_with_every_coefficient(data):
    arguments = {
        "levels": ["system", "segment", "global"],
        "coefficients": ["pearson", "kendall", "soft-pairwise-accuracy", "acc-eq-calibrated"],
        "given": "length",
        "draws": 19,
    }
    records = asked.correlate(data, ["rouge-1"], ceiling=True, **arguments)
    metrics = records[records["role"] == ""].reset_index(drop=True)
    judges = records[records["role"] == LEFT_OUT].reset_index(drop=True)
    assert (judges["metric"] == "judges").all()
    assert metrics.equals(asked.correlate(data, ["rouge-1"], **arguments))
    place = ["task", "criterion", "level", "coefficient", "given", "interval", "n_systems"]
    assert judges[place].equals(metrics[place])
    assert judges["value"].notna().all()
    assert judges["hash"].nunique() == len(judges)
    assert "|refs:3 raters|" in judges["signature"][0]
    cells = judges[judges["given"] == ""].set_index(["level", "coefficient"])["value"]
    for level in ("system", "segment"):
        for name in ("pearson", "kendall"):
            expected = leave_one_rater_out(ratings_of(data), name, level).value
            assert cells[level, name] == pytest.approx(expected, abs=1e-12)
    resampled = judges[judges["interval"] == "percentile"]
    assert (resampled["low"] <= resampled["high"]).all()
    assert resampled["shift"].between(0, 1).all()


def test_reliability_and_clean_correlations_are_rows_of_the_same_frame(data):
    names = ["pearson", "kendall", "acc-eq"]
    settings = {"coefficients": names, "levels": ["system", "segment"], "draws": 49, "seed": 5}
    records = asked.correlate(data, ["rouge-1", "length", "constant"], ceiling=True, **settings)
    frame = asked.reliability(
        data, ["rouge-1"], coefficients=["pearson", "kendall"], draws=49, seed=5
    ).set_index("coefficient")
    halves = records[records["role"] == "split half"].set_index("coefficient")
    clean = records[records["role"] == "disattenuated"].set_index("coefficient")
    # the correction is made for two coefficients at system level, and floors have nothing to gain
    for rows in (halves, clean):
        assert rows.index.tolist() == ["pearson", "kendall"]
        assert set(rows["level"]) == {"system"}
        assert set(rows["population"]) == {"all systems, these inputs"}
        assert (rows["draws"] == 49).all()
        # 8 systems: percentile intervals of them cover too little
        assert set(rows["caution"]) == {"fewer than 24 systems"}
        assert set(zip(rows["n_systems"], rows["n_segments"], strict=True)) == {(8, 5)}
    assert set(clean["metric"]) == {"rouge-1"}
    assert halves["value"].to_dict() == frame["reliability"].to_dict()
    assert clean[["value", "low", "high"]].equals(frame[["value", "low", "high"]])
    ends = halves[["low", "high"]].to_numpy()
    assert (ends == frame[["reliability_low", "reliability_high"]].to_numpy()).all()
    assert (ends[:, 0] < ends[:, 1]).all()
    assert not records.duplicated(list(RECORDS.key)).any()
    assert records["hash"].nunique() == len(records)


def test_a_criterion_of_faults_has_the_same_ceiling(data):
    criteria = {"coverage": data.card.criteria["coverage"].model_copy(update={"direction": "lower"})}
    turned = data.judgments.assign(score=-data.judgments["score"])
    faults = with_judgments(data, turned, data.card.model_copy(update={"criteria": criteria}))
    values = [
        asked.correlate(each, ["rouge-1"], ceiling=True, draws=9)[["value", "low", "high"]].to_numpy()
        for each in (data, faults)
    ]
    assert np.allclose(*values, atol=1e-12)


def test_one_rater_has_nobody_to_agree_with(data):
    alone = with_judgments(data, data.judgments[data.judgments["rater"] == data.judgments["rater"][0]])
    records = asked.correlate(alone, ["rouge-1"], ceiling=True, coefficients=["pearson"], draws=9)
    judges = records[records["metric"] == "judges"]
    assert judges["value"].isna().all()
    assert judges["reason"].tolist() == [ONE_RATER, "one rater: no halves to compare"]
    assert "disattenuated" not in set(records["role"])
    frame = asked.reliability(alone, ["rouge-1"], draws=9)
    assert frame["value"].isna().all()
    assert frame["plain"].notna().all()
    assert frame["reason"].tolist() == ["one rater: no halves to compare"]
    assert describe_reliability(frame) == [
        "Reliability of coverage (news, Pearson's r): none, one rater: no halves to compare"
    ]
    assert asked.reliability(alone, ["rouge-1"], over="segments", draws=9)["reliability"].notna().all()


def test_what_the_judges_rest_on_is_that_of_the_one_who_judged_most(data):
    rows = data.judgments
    rarely = (rows["rater"] == rows["rater"].max()) & (rows["segment"] == rows["segment"].max())
    some = with_judgments(data, rows[~rarely])
    records = asked.correlate(some, ["rouge-1"], ceiling=True, levels=["segment"], interval="none")
    assert records.loc[records["role"] == LEFT_OUT, "n_segments"].tolist() == [5] * 3


def test_undefined_segments_of_judges_are_those_of_one_of_them(data):
    rows = data.judgments
    first, other = sorted(rows["rater"].unique())[:2]
    segments = sorted(rows["segment"].unique())
    flat = (rows["rater"] == first) & rows["segment"].isin(segments[:2])
    few = (rows["rater"] == other) & rows["segment"].isin(segments[3:])
    made = with_judgments(data, rows.assign(score=rows["score"].where(~flat, 1.0))[~few])
    e = asked.experiment(
        made, ["rouge-1"], ceiling={}, levels=["segment"], coefficients=["pearson"], interval="none"
    )
    judges = e.records[e.records["role"] == LEFT_OUT].iloc[0]
    assert judges[["n_segments", "n_undefined"]].tolist() == [3, 2]
    [said] = [each.what for each in e.lint().findings if each.rule == "constant-groups-dropped"]
    assert "without 2 of 5" in said


def test_raters_without_a_place_in_common_have_a_reason(data):
    segments, raters = (sorted(data.judgments[name].unique()) for name in ("segment", "rater"))
    own = dict(zip(segments, (raters * 2)[:5], strict=True))
    apart = with_judgments(
        data, data.judgments[data.judgments["segment"].map(own) == data.judgments["rater"]]
    )
    records = asked.correlate(
        apart, ["rouge-1"], ceiling=True, levels=["segment"], coefficients=["pearson"], draws=9
    )
    judges = records[records["role"] == LEFT_OUT].iloc[0]
    assert np.isnan(judges["value"])
    assert judges["reason"] == NOTHING_SHARED


def test_raters_are_compared_on_the_outputs_that_both_rated(data):
    """Two raters rate the first half, a third one the second: the first two agree as they do on theirs."""
    segments, raters = (sorted(data.judgments[name].unique()) for name in ("segment", "rater"))
    third = data.judgments["rater"] == raters[2]
    late = data.judgments["segment"].isin(segments[3:])
    apart = with_judgments(data, data.judgments[third == late])
    both = with_judgments(data, data.judgments[~third & ~late])
    values = []
    for each in (apart, both):
        records = asked.correlate(each, ["length"], ceiling=True, coefficients=["pearson"], draws=9)
        values.append(records.loc[records["role"] == LEFT_OUT, "value"].item())
    alone = ratings_of(data)[:2, :, :3].mean(axis=2)
    assert values == pytest.approx([np.corrcoef(*alone)[0, 1]] * 2)


def test_undefined_draws_of_the_halves_are_their_own(data):
    """A metric without a coefficient stands first: all its draws are undefined."""
    counts = []
    for metrics in (["constant", "rouge-1"], ["rouge-1", "constant"]):
        e = asked.experiment(data, metrics, coefficients=["kendall"], draws=50, ceiling={})
        frame = e.reliability().frame.set_index("metric")
        assert frame["undefined_draws"]["constant"] == 50
        [half] = e.records[e.records["role"] == "split half"]["undefined_draws"]
        assert half == frame["reliability_undefined"]["rouge-1"] == frame["reliability_undefined"]["constant"]
        counts.append(half)
    assert counts[0] == counts[1] < 50


def test_reliability_is_that_of_the_statistics(data):
    frame = asked.reliability(
        data, ["rouge-1", "constant"], coefficients=["pearson", "kendall"], draws=99, seed=3
    )
    ratings = ratings_of(data)
    weights = draw(stream(3, "disattenuation", "news"), 8, 1, 99, "systems").systems
    x = asked.score_outputs(data, ["rouge-1"])
    x = x[x["segment"] == "*"].sort_values("system")["value"].to_numpy()
    for row in frame[frame["metric"] == "rouge-1"].itertuples():
        halves = split(ratings, "raters", 100, stream(3, "halves", "news", "coverage", "raters"))
        drawn = drawn_reliability(halves, weights, row.coefficient)
        found = disattenuated_by(x, row_means(ratings.mean(axis=0)), drawn, weights, row.coefficient, 5)
        assert row.reliability == pytest.approx(drawn.whole.value)
        assert (row.value, row.low, row.high) == pytest.approx((found.value, *found.interval[:2]))
        assert row.value == pytest.approx(row.plain / row.reliability**0.5)
        assert (row.splits, row.draws) == (3, 99)
    constant = frame[frame["metric"] == "constant"]
    assert constant["reason"].tolist() == ["constant metric scores"] * 2
    assert constant[["value", "low", "high"]].isna().all(axis=None)
    lines = describe_reliability(frame)
    assert len(lines) == 2
    assert "without the judges' noise R-1 would reach" in lines[0]


def test_a_coefficient_beyond_1_is_said_to_be_1_and_whose_formula_gives_more():
    def said(value, coefficient="pearson"):
        row = {column.name: "" if column.kind == "text" else 0 for column in RELIABILITY.columns}
        row |= {"metric": "rouge-1", "coefficient": coefficient, "reliability": 0.8, "plain": 0.9}
        (line,) = describe_reliability(RELIABILITY.build([{**row, "value": value}]))
        return line.partition("; ")[2]

    assert said(0.95) == "without the judges' noise R-1 would reach 0.950 instead of 0.900"
    assert said(1 + 1e-12) == "without the judges' noise R-1 would reach 1.000 instead of 0.900"
    assert said(1.038) == (
        "without the judges' noise R-1 would reach 1 instead of 0.900 (the formula gives 1.038)"
    )
    of_ranks = "reach 1 instead of 0.900 (the formula gives 1.038; a formula of Pearson's r)"
    assert said(1.038, "kendall").endswith(of_ranks)


def test_judges_who_contradict_each_other_are_not_reliable(data):
    noise = np.random.default_rng(0).standard_normal(len(data.judgments))
    rater = data.judgments["rater"].rank(method="dense")
    sign = np.where(rater == 1, 1.0, -1.0)
    place = data.judgments["system"].rank(method="dense") * sign
    two = data.judgments.assign(score=place + 0.01 * noise)[rater <= 2]
    frame = asked.reliability(with_judgments(data, two), ["rouge-1"], draws=9)
    assert frame["reason"].tolist() == ["the halves do not correlate positively"]
    assert frame["half"][0] < -0.9
    assert np.isnan(frame["reliability"][0])


def test_disattenuation_finds_the_correlation_without_noise():
    """A metric that is the true quality of a system correlates at 1 once the judges' noise is taken out."""
    rng = np.random.default_rng(14)
    simulated = workbench.simulate(topics=4, systems=40, references=1, raters=4).evalset
    quality = dict(zip(simulated.systems("news"), rng.standard_normal(40), strict=True))
    score = simulated.judgments["system"].map(quality) + rng.standard_normal(len(simulated.judgments)) * 3
    segments = simulated.segments("news")
    truth = {("", segment, system): value for segment in segments for system, value in quality.items()}
    noisy = with_judgments(simulated, simulated.judgments.assign(score=score))
    row = asked.reliability(noisy, ["truth"], scores={"truth": truth}, draws=199).iloc[0]
    assert row["plain"] < 0.9
    assert row["low"] < 1 < row["high"]
    assert row["value"] == pytest.approx(1, abs=0.15)


def by_raters(data, deal):
    """Return the data with one rating of each output, by the rater that `deal` says of its number."""
    each = data.judgments.drop_duplicates(["segment", "system", "criterion"]).reset_index(drop=True)
    judged = each.assign(rater=[f"r{deal(number)}" for number in range(len(each))])
    others = judged.assign(
        rater=[f"r{deal(number + 1)}" for number in range(len(each))], score=each["score"] ** 2
    )
    both = pd.concat([judged, others]).drop_duplicates(["segment", "system", "criterion", "rater"])
    return EvalSet.build(data.card, data.outputs, data.references, both)


def test_raters_of_a_few_outputs_each_have_no_ceiling_and_it_says_why():
    data = workbench.simulate(topics=60, systems=8, references=1).evalset
    asked_for = {"interval": "none", "coefficients": ["pearson"]}
    sparse = workbench.Experiment(
        by_raters(data, lambda number: number // 6), ["rouge-1"], correlation=asked_for, ceiling={}
    )
    judges = sparse.records.query("role == 'leave one out'").iloc[0]
    assert np.isnan(judges["value"])
    assert judges["reason"] == "raters are too sparse: half of the 81 rated 7 outputs or fewer"
    assert (judges["n_raters"], judges["n_ratings"]) == (81, "1-7")
    shown = sparse.table()._repr_markdown_()
    assert "81 raters, each of 1 to 7 outputs" in shown
    assert "judges (leave one out): left out, raters are too sparse" in shown
    few = workbench.Experiment(
        by_raters(data, lambda number: number % 3), ["rouge-1"], correlation=asked_for, ceiling={}
    )
    judges = few.records.query("role == 'leave one out'").iloc[0]
    assert np.isfinite(judges["value"])
    assert (judges["n_raters"], judges["n_ratings"]) == (3, "320")


def test_raters_of_nothing_that_is_kept_are_not_counted():
    rated = np.array([[[1.0, 2.0], [3.0, np.nan]], [[np.nan] * 2] * 2, [[np.nan, 2.0], [np.nan, np.nan]]])
    judges = Judges(task=None, ratings={"c": rated})
    judged = SimpleNamespace(criterion="c", scores=rated[0])
    assert judges.n_ratings(judged).tolist() == [3, 1]
    assert judges.why_sparse(judged) == ""


def test_what_nobody_rated_is_in_no_half(data):
    """Of five segments three were judged by nobody, and a third rater rated nothing: two halves are all."""
    rows = data.judgments[data.judgments["segment"].isin(data.segments("news")[:2])]
    rows = rows[rows["rater"].isin(sorted(rows["rater"].unique())[:2])]
    by_segment, by_rater = (
        asked.reliability(with_judgments(data, rows), ["length"], over=over, interval="none").iloc[0]
        for over in ("segments", "raters")
    )
    wide = rows.pivot(index="system", columns=["rater", "segment"], values="score").sort_index(axis=1)
    wide = wide.to_numpy().reshape(8, 2, 2)  # system, rater, segment
    for found, axis in ((by_segment, 1), (by_rater, 2)):
        r = np.corrcoef(*wide.mean(axis=axis).T)[0, 1]
        assert found["splits"] == 1
        assert (found["half"], found["reliability"]) == pytest.approx((r, 2 * r / (1 + r)))
    rated = np.full((3, 8, 3), np.nan)
    rated[:2, :, :2] = wide.transpose(1, 0, 2)
    for over, found in (("segments", by_segment), ("raters", by_rater)):
        halves = split(rated, over, 10, np.random.default_rng(0))
        assert drawn_reliability(halves, np.ones((1, 8)), "pearson").whole.value == found["reliability"]


def test_judges_beside_complete_segments_are_those_of_complete_segments(data):
    """One segment was not judged for one system: it is as if nobody had judged it at all."""
    rows = data.judgments
    last, first = rows["segment"] == data.segments("news")[-1], rows["system"] == data.systems("news")[0]
    asked_for = {"coefficients": ["pearson"], "interval": "none"}
    sections = {"ceiling": {"over": "segments"}, "agreement": {"draws": 9}}
    complete, without = (
        asked.experiment(with_judgments(data, rows[~left_out]), ["rouge-1"], missing=missing, **asked_for)
        for left_out, missing in ((last & first, "complete"), (last, "pairwise"))
    )
    names = ["value", "n_systems", "n_segments", "n_raters", "n_ratings"]
    found, expected = (e.replace(**sections).records[names] for e in (complete, without))
    assert found["n_segments"].tolist() == [4] * 4
    pd.testing.assert_frame_equal(found, expected)
    assert complete.agreement(draws=9).frame.equals(without.agreement(draws=9).frame)


def test_halves_of_no_segment_are_none(data):
    rows = data.judgments.assign(number=range(len(data.judgments)))
    rows = rows[rows["system"].str[-1].astype(int) % 2 == rows["segment"].str[-1].astype(int) % 2]
    both = {"missing": "complete", "interval": "none", "coefficients": ["pearson"]}
    e = asked.experiment(with_judgments(data, rows.drop(columns="number")), ["length"], **both)
    for over, noun in (("segments", "segment"), ("raters", "rater")):
        (found,) = e.reliability(over=over).frame["reliability_reason"]
        assert found == f"no {noun}: no halves to compare"


def test_halves_of_segments_are_other_cells_and_are_called_so(data):
    made, notes = {}, {}
    for asked_for in ({}, {"over": "segments"}, {"over": "segments", "splits": 3}):
        e = asked.experiment(data, ["rouge-1"], coefficients=["pearson"], interval="none", ceiling=asked_for)
        made[str(asked_for)] = e.records.set_index("role")["hash"]
        notes[str(asked_for)] = " ".join(ceiling_notes(e.records[e.records["role"] != ""]))
    for role, number in {"split half": 3, "disattenuated": 3, LEFT_OUT: 1}.items():
        assert len({hashes[role] for hashes in made.values()}) == number
    of_raters, *of_segments = notes.values()
    assert "from coefficients of two halves averaged over the splits" in of_raters
    for said in of_segments:
        assert "from coefficients of two halves of the segments averaged over the splits" in said


def test_thirty_outputs_or_a_tenth_of_all_are_enough_of_a_rater():
    def why_sparse(each, outputs):
        rated = np.full((10, 1, outputs), np.nan)
        rated[:, :, :each] = 1.0
        judged = SimpleNamespace(criterion="c", scores=np.ones((1, outputs)))
        return Judges(task=None, ratings={"c": rated}).why_sparse(judged)

    assert why_sparse(30, 1000) == why_sparse(20, 200) == ""
    assert why_sparse(29, 1000) == "raters are too sparse: half of the 10 rated 29 outputs or fewer"
    assert why_sparse(20, 201) == "raters are too sparse: half of the 10 rated 20 outputs or fewer"


UNEVEN = """
seed = 7
metrics = ["rouge-1", "length", "delta-bleu"]
[data]
name = "mine"
unscorable = "drop"
[correlation]
coefficients = ["pearson", "kendall"]
interval = "percentile"
resample = "systems"
draws = 40
[ceiling]
over = "{over}"
splits = {splits}
"""
KEPT = {"t": ["s1", "s2", "s3", "s5", "s6"], "u": ["s1", "s3", "s4"]}


@pytest.fixture(scope="module")
def uneven(tmp_path_factory):
    """Two tasks, two criteria, two raters, a segment in each task that one metric cannot score."""
    home = write_study(tmp_path_factory.mktemp("judges"))

    def read(over="raters", splits=100):
        file = home / f"{over}{splits}.toml"
        file.write_text(UNEVEN.format(over=over, splits=splits), encoding="utf-8")
        return workbench.read(file, data=home)

    return read


def means_of(task, criterion):
    """What each rater gives each system on the kept segments, [raters, systems]; higher is better."""
    rows = JUDGMENTS[(JUDGMENTS["task"] == task) & (JUDGMENTS["criterion"] == criterion)]
    rows = rows[rows["segment"].isin(KEPT[task])]
    means = rows.groupby(["rater", "system"])["score"].mean().unstack().to_numpy()
    return -means if criterion == "errors" else means


def test_ceilings_of_an_uneven_study_rest_on_the_kept_segments_of_each_task_and_criterion(uneven):
    e = uneven()
    records = e.records
    place = ["task", "criterion", "coefficient"]
    by_role = {role: rows.set_index(place) for role, rows in records.groupby("role")}
    assert {role: len(rows) for role, rows in by_role.items()} == {
        "": 3 * 2 * 2 * 2, LEFT_OUT: 8, "split half": 8, "disattenuated": len(by_role["disattenuated"])
    }  # fmt: skip
    reached = 0
    for (task, criterion, coefficient), row in by_role[LEFT_OUT].iterrows():
        ann, robert = means_of(task, criterion)
        one = partial(pair_coefficient, name=coefficient)
        assert row["value"] == pytest.approx(one(ann, robert))
        assert (row["n_systems"], row["n_segments"], row["n_dropped"]) == (len(ann), len(KEPT[task]), 1)
        draws = next(each.task.draws for each in e.rows if each.task.data.name == task)
        drawn = [np.repeat(np.arange(len(ann)), counts) for counts in draws.systems.astype(int)]
        values = np.array([one(ann[each], robert[each]) for each in drawn])
        ends = np.quantile(values[~np.isnan(values)], [0.025, 0.975])
        assert (row["low"], row["high"]) == pytest.approx(tuple(ends))
        assert row["undefined_draws"] == np.isnan(values).sum()
        half = by_role["split half"].loc[(task, criterion, coefficient)]
        assert (half["n_systems"], half["n_segments"]) == (len(ann), len(KEPT[task]))
        assert "|refs:2 raters|" in half["signature"]
        plain = by_role[""].loc[[(task, criterion, coefficient)]].set_index("metric")["value"]
        frame = (
            e.reliability().frame.set_index(["metric", *place]).loc["rouge-1", task, criterion, coefficient]
        )
        assert frame["plain"] == pytest.approx(plain["rouge-1"])
        assert frame["half"] == pytest.approx(row["value"])
        assert (frame["splits"], frame["n_segments"]) == (1, len(KEPT[task]))
        if row["value"] <= 0:
            assert np.isnan(half["value"])
            continue
        # two raters have one pair of halves, stepped up after Spearman and Brown
        reached += 1
        reliability = 2 * row["value"] / (1 + row["value"])
        assert half["value"] == pytest.approx(reliability)
        clean = by_role["disattenuated"].loc[[(task, criterion, coefficient)]].set_index("metric")
        assert list(clean.index) == ["rouge-1", "delta-bleu(order=2)"]
        assert clean["value"]["rouge-1"] == pytest.approx(plain["rouge-1"] / reliability**0.5)
        assert clean["n_systems"].tolist() == [len(ann)] * 2
        assert clean["n_segments"].tolist() == [len(KEPT[task])] * 2
    assert 0 < reached < 8
    # what has no value has no interval either, and says of none how it was made
    for _, row in records[records["role"] != ""].iterrows():
        has_one = np.isfinite(row["value"])
        assert row["interval"] == ("percentile" if has_one else "none")
        assert row["resampled"] == ("systems" if has_one else "none")
        assert row["population"] == ("all systems, these inputs" if has_one else "")
        assert np.isfinite(row["confidence"]) == has_one
        assert np.isfinite([row["low"], row["high"]]).tolist() == [has_one] * 2


def pair_coefficient(x, z, name):
    x, z = x.round(10), z.round(10)
    if len(x) < 3 or len(set(x)) < 2 or len(set(z)) < 2:
        return np.nan
    if name == "kendall":
        x, z = (np.sign(each[:, np.newaxis] - each).ravel() for each in (x, z))
    return float(np.corrcoef(x, z)[0, 1]) if name == "pearson" else float(x @ z / np.sqrt((x @ x) * (z @ z)))


def test_splits_are_as_many_as_asked_for_and_those_of_task_and_criterion(uneven):
    e = uneven("segments", 3)
    found = e.reliability().frame
    assert set(found.query("task == 't'")["splits"]) == {3}
    ratings = {}
    for row in e.rows:
        for judged in row.task.judged:
            ratings[row.task.data.name, judged.criterion] = row.task
    for (task, criterion), side in ratings.items():
        rows = JUDGMENTS[(JUDGMENTS["task"] == task) & (JUDGMENTS["criterion"] == criterion)]
        each = [
            part.pivot(index="system", columns="segment", values="score") for _, part in rows.groupby("rater")
        ]
        cube = np.stack([part[KEPT[task]].to_numpy() for part in each]) * (-1 if criterion == "errors" else 1)
        rng = stream(7, "halves", task, criterion, "segments")
        weights = draw(stream(7, "disattenuation", task), len(side.data.systems), 1, 40, "systems").systems
        expected = drawn_reliability(split(cube, "segments", 3, rng), weights, "pearson").whole
        mine = found.query("task == @task and criterion == @criterion and coefficient == 'pearson'").iloc[0]
        assert mine["half"] == pytest.approx(expected.half)
        assert mine["reliability"] == pytest.approx(expected.value, nan_ok=True)
        assert mine["splits"] == expected.splits


def test_without_intervals_nothing_is_drawn_and_rows_without_noise_may_be_left_out(uneven):
    e = uneven().replace(correlation={"interval": "none"}, ceiling={"disattenuated": False})
    assert "disattenuated" not in set(e.records["role"])
    frame = e.reliability().frame
    assert (frame["draws"] == 0).all()
    assert frame[["low", "high", "reliability_low", "reliability_high"]].isna().all(axis=None)
    place = ["task", "criterion", "coefficient"]
    same = next(part for _, part in frame.groupby(place, sort=False) if part["value"].notna().any())
    top = same.loc[same["value"].idxmax()]
    line = next(line for line in describe_reliability(frame) if "would reach" in line)
    assert (
        f"{metric_label(top['metric'])} would reach {top['value']:.3f} instead of {top['plain']:.3f}" in line
    )
    assert f"halves of the raters agree at {top['half']:.3f}" in line


def test_where_no_interval_is_asked_for_judges_have_numbers_and_nothing_about_draws(data):
    records = asked.correlate(data, ["rouge-1"], ceiling=True, coefficients=["pearson"], interval="none")
    rows = records[records["role"].isin(["split half", "disattenuated"])]
    assert rows["role"].tolist() == ["split half", "disattenuated"]
    assert rows["value"].notna().all()
    assert rows[["low", "high", "confidence"]].isna().all(axis=None)
    said = ["interval", "resampled", "population", "draws", "caution", "reason"]
    assert rows[said].to_numpy().tolist() == [["none", "none", "", 0, "", ""]] * 2

"""Agreement of raters, from judgments to the table."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import workbench
from workbench.analyses.ceiling.agreement import NOT_APART, POPULATION
from workbench.stats.judges.agreement import count_ratings, fleiss, krippendorff


@pytest.fixture(scope="module")
def experiment():
    data = workbench.simulate(topics=5, systems=4, references=1, seed=2).evalset
    rng = np.random.default_rng(0)
    rows = data.judgments.drop_duplicates(["segment", "system"]).assign(rater="a")
    rated = [rows.assign(rater=name, score=rng.integers(1, 4, len(rows)).astype(float)) for name in "abc"]
    several = replace(data, judgments=pd.concat(rated, ignore_index=True).drop([0, 1]))
    return workbench.Experiment(several, ["length"], correlation={"interval": "none"})


def test_alpha_of_the_table_is_that_of_the_ratings(experiment):
    result = experiment.agreement(draws=20)
    (row,) = result.frame.to_dict("records")
    wide = experiment.data.judgments.pivot(index="rater", columns=["system", "segment"], values="score")
    found = count_ratings(wide.to_numpy())
    assert row["alpha_interval"] == pytest.approx(krippendorff(found, "interval")[0])
    assert row["low"] <= row["high"]
    assert (row["draws"], row["confidence"], row["population"]) == (20, 0.95, POPULATION)
    assert (row["n_raters"], row["n_outputs"], row["n_ratings"]) == (3, 20, 58)
    # 18 outputs have three ratings; of each output's pairs of ratings so many are equal
    assert (row["fleiss"], row["n_fleiss"]) == (pytest.approx(fleiss(found)), 18)
    flat = wide.to_numpy()
    equal = sum((flat[one] == flat[other]).sum() for one, other in ((0, 1), (0, 2), (1, 2)))
    assert row["exact"] == pytest.approx(equal / (18 * 3 + 2))
    for scale in ("nominal", "ordinal"):
        assert row[f"alpha_{scale}"] == pytest.approx(krippendorff(found, scale)[0])
    pairs = result.frames["rater_pairs"]
    assert list(zip(pairs["rater"], pairs["against"], strict=True)) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert pairs["n_outputs"].tolist() == [18, 18, 20]
    assert row["cohen"] == pytest.approx(pairs["cohen"].mean())


def test_raters_of_one_rating_each_have_no_icc3_and_it_says_why(experiment):
    judgments = experiment.data.judgments
    score = judgments["rater"].map({"a": 1.0, "b": 2.0, "c": 3.0})
    whole = judgments.assign(score=score).groupby(["system", "segment"]).filter(lambda rows: len(rows) == 3)
    data = replace(experiment.data, judgments=whole.reset_index(drop=True))
    asked = workbench.Experiment(data, ["length"], correlation={"interval": "none"})
    (row,) = asked.agreement(draws=5).frame.to_dict("records")
    assert row["icc2"] == pytest.approx(0)
    assert np.isnan(row["icc3"])
    assert row["reason"] == NOT_APART


def test_each_rater_stands_against_the_mean_of_the_others(experiment):
    frame = experiment.agreement(draws=0).frames["single_raters"].set_index("rater")
    wide = experiment.data.judgments.pivot(index=["system", "segment"], columns="rater", values="score")
    assert frame["n_ratings"].to_dict() == {"a": 18, "b": 20, "c": 20}
    for name, row in frame.iterrows():
        both = pd.DataFrame({"own": wide[name], "others": wide.drop(columns=name).mean(axis=1)})
        mine = wide[name].dropna()
        assert (row["mean"], row["deviation"]) == pytest.approx((mine.mean(), mine.std(ddof=0)))
        both = both.dropna()
        assert (row["n_outputs"], row["n_systems"]) == (len(both), 4)
        assert row["difference"] == pytest.approx((both["own"] - both["others"]).mean())
        assert row["pearson"] == pytest.approx(both.corr().iloc[0, 1])
        systems = both.groupby("system").mean()
        assert row["system_pearson"] == pytest.approx(systems.corr().iloc[0, 1])


def test_raters_with_numbers_have_their_own_ratings(experiment):
    """The tenth comes after the second, in names as in ratings."""
    rows = experiment.data.judgments
    called = rows["rater"].map({"a": "r10", "b": "r2", "c": "r1"})
    own = replace(experiment.data, judgments=rows.assign(rater=called))
    frame = (
        workbench.Experiment(own, ["length"], correlation={"interval": "none"})
        .agreement(draws=0)
        .frames["single_raters"]
    )
    assert frame["rater"].tolist() == ["r1", "r2", "r10"]
    means = rows.groupby(called)["score"].mean()
    assert frame["mean"].tolist() == pytest.approx([means[name] for name in frame["rater"]])


def test_outputs_with_one_rating_have_a_ceiling_of_their_own(experiment):
    data = experiment.data
    rows = data.judgments
    alone = rows[(rows["rater"] == "b") | (rows["segment"] == rows["segment"].iloc[0])]
    alone = alone.assign(score=np.where(alone["system"] == alone["system"].iloc[0], 3.0, alone["score"]))
    result = workbench.Experiment(
        replace(data, judgments=alone), ["length"], correlation={"interval": "none"}
    ).agreement(draws=0)
    (row,) = result.frame.to_dict("records")
    assert row["n_single"] == 20 - row["n_outputs"] > 0
    said = f"with single ratings, which {row['n_single']} outputs have, {np.sqrt(row['icc1']):.3f}"
    assert row["icc1"] > 0
    start = f"Agreement on {row['criterion']} ({row['task']}): alpha {row['alpha_interval']:.3f}"
    passes = f"no correlation with the mean ratings of outputs passes {row['ceiling']:.3f}"
    outputs = f"of {row['n_outputs']} outputs; but for chance"
    assert result.lines[0] == f"{start} {outputs} {passes}, {said}"
    assert row["ceiling"] == pytest.approx(np.sqrt(row["icc1_mean"]))


def test_raters_who_contradict_each_other_have_no_ceiling(experiment):
    data = experiment.data
    turned = data.judgments["rater"] == "b"
    rows = data.judgments.sort_values(["rater", "segment", "system"])
    rows = pd.concat(
        [
            mine.assign(score=sign * np.arange(len(mine)))
            for sign, mine in ((1.0, rows[~turned & (rows["rater"] == "c")]), (-1.0, rows[turned]))
        ]
    )
    result = workbench.Experiment(
        replace(data, judgments=rows), ["length"], correlation={"interval": "none"}
    ).agreement(draws=0)
    (row,) = result.frame.to_dict("records")
    assert np.isnan([row[name] for name in ("ceiling", "low", "high", "confidence")]).all()
    assert (row["draws"], row["population"], row["reason"]) == (0, "", "")
    assert result.lines[0].endswith(f"alpha {row['alpha_interval']:.3f} of 20 outputs")


def test_one_rater_has_a_reason(experiment):
    data = experiment.data
    alone = replace(data, judgments=data.judgments[data.judgments["rater"] == "b"])
    result = workbench.Experiment(alone, ["length"], correlation={"interval": "none"}).agreement()
    assert result.frame["reason"].tolist() == ["no output has two ratings"]
    assert result.frame["alpha_interval"].isna().all()


def test_coefficients_that_need_more_ratings_have_a_reason_and_the_others_their_numbers(experiment):
    (row,) = experiment.agreement(draws=0).frame.to_dict("records")
    assert row["reason"] == "icc2 and icc3 need every rater's rating of each output"
    assert np.isnan([row["icc2"], row["icc3"]]).all()
    assert not np.isnan(row["icc1"])
    data = experiment.data
    rows = data.judgments
    last = rows.iloc[-1]
    of_last = (rows["segment"] == last["segment"]) & (rows["system"] == last["system"])
    alone = replace(data, judgments=rows[of_last | (rows["rater"] == "b")])
    result = workbench.Experiment(alone, ["length"], correlation={"interval": "none"}).agreement(draws=0)
    assert result.frame["n_outputs"].tolist() == [1]
    assert result.frame["reason"].tolist() == ["intraclass correlations need two outputs with two ratings"]
    assert result.lines[0].endswith(" of 1 output")


def test_single_ratings_without_any_agreement_have_no_line_of_their_own(experiment):
    """Ratings 0 and 4 of one output, 4 and 4 of another one: between them is as much as within, 4; ICC 0."""
    rows = experiment.data.judgments.drop_duplicates(["segment", "system"])
    rows = pd.concat([rows.iloc[:2].assign(rater="a"), rows.iloc[:3].assign(rater="b")])
    rows = rows.assign(score=[0.0, 4.0, 4.0, 4.0, 1.0])
    rated = replace(experiment.data, judgments=rows)
    result = workbench.Experiment(
        rated, ["length"], correlation={"missing": "all", "interval": "none"}
    ).agreement(draws=0)
    (row,) = result.frame.to_dict("records")
    assert (row["icc1"], row["n_single"], row["n_outputs"]) == (0.0, 1, 2)
    assert "single ratings" not in result.lines[0]


def test_ratings_on_one_scale_are_equal_but_for_noise(experiment):
    """The second rater says .7 times what the first one says, and .1 more: the same as z-scores."""
    rows = experiment.data.judgments.drop_duplicates(["segment", "system"])
    said = np.array([1.0, 2.0, 2.0, 3.0, 5.0] * 4)
    rated = [rows.assign(rater="a", score=said), rows.assign(rater="b", score=0.7 * said + 0.1)]
    data = replace(experiment.data, judgments=pd.concat(rated, ignore_index=True))
    asked = workbench.Experiment(data, ["length"], ratings="z-scored", correlation={"interval": "none"})
    found = asked.agreement(draws=0)
    names = ["exact", "cohen", "fleiss", "alpha_nominal", "alpha_ordinal", "alpha_interval"]
    assert found.frame.iloc[0][names].tolist() == pytest.approx([1.0] * 6)
    assert found.frames["rater_pairs"].iloc[0][["exact", "cohen"]].tolist() == [1.0, 1.0]


def test_segments_that_nobody_rated_are_not_drawn(experiment):
    data = experiment.data
    rated = data.segments("news")[:3]
    rows = data.judgments[data.judgments["segment"].isin(rated)]
    outputs, references = (each[each["segment"].isin(rated)] for each in (data.outputs, data.references))
    alone = replace(data, judgments=rows, outputs=outputs, references=references)
    found, expected = (
        workbench.Experiment(each, ["length"], correlation={"interval": "none"}).agreement(draws=50).frame
        for each in (replace(data, judgments=rows), alone)
    )
    assert found[["low", "high"]].equals(expected[["low", "high"]])

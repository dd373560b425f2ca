"""Segments that are drawn, outputs that are good enough, raters who agree with the others."""

import numpy as np
import pandas as pd
import pytest

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.errors import SpecError
from workbench.experiment.chosen_data import choose_data
from workbench.experiment.chosen_ratings import agreement_of_raters
from workbench.experiment.judgments import Judged
from workbench.experiment.sections import DataSpec
from workbench.experiment.standard_ratings import count_left_out, standardised
from workbench.stats.resampling.resample import Draws

DATA = workbench.simulate(topics=12, systems=5, references=1, raters=3, seed=2).evalset
TASK = DATA.tasks[0]


def choose(seed=0, data=DATA, **asked):
    return choose_data(DataSpec(name="x", **asked), data, "x: data", seed)


def test_so_many_segments_are_drawn_by_the_seed_and_more_hold_the_fewer():
    few, said = choose(sample=4)
    more, _ = choose(sample=7)
    assert said == "4 segments of each task, drawn"
    assert len(few.segments(TASK)) == 4
    assert set(few.segments(TASK)) < set(more.segments(TASK)) < set(DATA.segments(TASK))
    assert choose(sample=4)[0].segments(TASK) == few.segments(TASK)
    assert any(choose(seed, sample=4)[0].segments(TASK) != few.segments(TASK) for seed in (1, 2, 3))
    assert set(few.judgments["segment"]) == set(few.segments(TASK))
    assert choose(sample=12)[0].segments(TASK) == DATA.segments(TASK)  # all that there are
    with pytest.raises(SpecError, match=r"more segments than .* has: got 13, allowed: 1 to 12$"):
        choose(sample=13)


def test_a_sample_is_the_same_however_numbers_in_names_are_written():
    """Of t01 to t12 and of 1 to 12 the same are drawn: the tenth comes after the second."""
    bare = {name: name.lstrip("t0") for name in DATA.segments(TASK)}
    assert bare["t10"] == "10"
    frames = [
        frame.assign(segment=frame["segment"].map(bare))
        for frame in (DATA.outputs, DATA.references, DATA.judgments)
    ]
    few, renamed = choose(sample=4)[0], choose(data=EvalSet.build(DATA.card, *frames), sample=4)[0]
    assert renamed.segments(TASK) == [bare[name] for name in few.segments(TASK)]


def test_only_outputs_that_are_judged_so_well_stay():
    key = ["segment", "system"]
    means = DATA.judgments.groupby(key)["score"].mean()
    bound = float(sorted(means)[len(means) // 2])  # which an output has, and stays
    kept, said = choose(least={"coverage": bound})
    assert set(map(tuple, kept.outputs[key].to_numpy())) == set(means.index[means >= bound])
    assert said.startswith(f"outputs with coverage ≥ {bound:g} (")
    with pytest.raises(SpecError, match="Did you mean 'coverage'"):
        choose(least={"coverag": 0.5})
    turned = DATA.card.criteria["coverage"].model_copy(update={"direction": "lower"})
    card = DATA.card.model_copy(update={"criteria": {"coverage": turned}})
    lower, _ = choose(data=type(DATA).build(card, DATA.outputs, DATA.references, DATA.judgments),
                      least={"coverage": bound})  # fmt: skip
    assert set(map(tuple, lower.outputs[key].to_numpy())) == set(means.index[means <= bound])


def test_outputs_of_systems_that_are_not_looked_at_are_not_among_those_judged_so_well():
    some = DATA.systems(TASK)[1:3]
    means = DATA.judgments.groupby(["segment", "system"])["score"].mean()
    mine = means[means.index.isin(some, level="system")]
    bound = float(mine.median())
    kept, said = choose(systems=some, least={"coverage": bound})
    found = set(map(tuple, kept.outputs[["segment", "system"]].to_numpy()))
    assert found == set(mine.index[mine >= bound])
    assert said.endswith(f"outputs with coverage ≥ {bound:g} ({len(found)} of {len(mine)})")


def test_a_far_rating_of_another_system_moves_no_bound():
    ratings = {("s1", "A"): 0.69999, ("s1", "B"): 0.7, ("s1", "C"): 1e9, ("s1", "D"): -1e-17}
    rows = [("news", *key, "coverage", "r", score) for key, score in ratings.items()]
    judgments = pd.DataFrame(rows, columns=["task", "segment", "system", "criterion", "rater", "score"])
    texts = pd.DataFrame([("news", *key, "a text") for key in ratings], columns=list(DATA.outputs)[:4])
    references = DATA.references.iloc[:1].assign(task="news", segment="s1")
    card = DATA.card.model_copy(
        update={"criteria": {"coverage": DATA.card.criteria["coverage"].model_copy(update={"scale": ""})}}
    )
    data = EvalSet.build(card, texts, references, judgments)
    kept, _ = choose(data=data, least={"coverage": 0.7})
    assert kept.outputs["system"].tolist() == ["B", "C"]


@pytest.mark.parametrize(("direction", "rest"), [("higher", [0.6, 0.6, 0.8]), ("lower", [0.8, 0.8, 0.6])])
def test_an_output_that_is_judged_just_so_well_stays_however_its_mean_is_rounded(direction, rest):
    """Three times .7 has a mean of less than .7 in binary numbers, six times .7 one of more."""
    ratings = {("s1", "A"): [0.7] * 3, ("s2", "A"): [0.7] * 6, ("s1", "B"): rest, ("s2", "B"): [0.7]}
    rows = [
        ("t", *key, "coverage", f"r{at}", x) for key, each in ratings.items() for at, x in enumerate(each)
    ]
    judgments = pd.DataFrame(rows, columns=["task", "segment", "system", "criterion", "rater", "score"])
    texts = pd.DataFrame([("t", *key, "a text") for key in ratings], columns=list(DATA.outputs)[:4])
    references = DATA.references[:2].assign(task="t", segment=["s1", "s2"])
    turned = DATA.card.criteria["coverage"].model_copy(update={"direction": direction})
    card = DATA.card.model_copy(update={"criteria": {"coverage": turned}})
    data = EvalSet.build(card, texts, references, judgments)
    kept, said = choose(data=data, least={"coverage": 0.7})
    assert set(map(tuple, kept.outputs[["segment", "system"]].to_numpy())) == {*ratings} - {("s1", "B")}
    assert said.endswith("0.7 (3 of 4)")


def test_others_who_agree_but_for_rounding_say_nothing_of_a_rater():
    """The others' mean is .15 each time; a sum less one's own rating gives three different numbers."""
    given = {"ann": [0.3, 0.6, 0.7, 0.9], "bob": [0.1, 0.2, 0.05, 0.1], "eve": [0.2, 0.1, 0.25, 0.2]}
    rows = [("t", f"s{at}", "A", "c", who, x) for who, each in given.items() for at, x in enumerate(each)]
    judgments = pd.DataFrame(rows, columns=["task", "segment", "system", "criterion", "rater", "score"])
    assert np.isnan(agreement_of_raters(judgments)["r"].xs("ann", level="rater").item())


@pytest.mark.parametrize("scale", [1, 1e-9])
def test_others_who_cancel_out_say_nothing_of_a_rater(scale):
    """Their mean is 0 each time; .1 + .2 - .3 and a rating more leave noise of it, however small that is."""
    given = {
        "ann": [0.01 * scale, 0.02 * scale, 0.03 * scale, 0.05 * scale],
        "bob": [0.1, 0.2, 0.1, 0.7],
        "eve": [0.2, 0.1, 0.6, -0.1],
        "zoe": [-0.3, -0.3, -0.7, -0.6],
    }
    rows = [("t", f"s{at}", "A", "c", who, x) for who, each in given.items() for at, x in enumerate(each)]
    judgments = pd.DataFrame(rows, columns=["task", "segment", "system", "criterion", "rater", "score"])
    found = agreement_of_raters(judgments)["r"].droplevel(["task", "criterion"])
    assert np.isnan(found["ann"])
    assert found[["bob", "eve", "zoe"]].notna().all()


def test_standardised_ratings_that_cancel_out_are_constant_judgments():
    """Of two raters each the reverse of the other, on scales of their own, noise is left of each mean."""
    own = DATA.judgments[DATA.judgments["rater"] == "rater1"]
    turned = own.assign(rater="rater2", score=10 - 3 * own["score"])
    data = EvalSet.build(DATA.card, DATA.outputs, DATA.references, pd.concat([own, turned]))
    levels = ["system", "segment", "within-system", "global"]
    e = workbench.Experiment(
        data, ["rouge-1"], ratings="z-scored", correlation={"levels": levels, "interval": "none"}
    )
    assert e.records["value"].isna().all()
    assert e.records["reason"].str.contains("constant judgments").all()


def test_raters_who_do_not_agree_with_the_others_are_left_out_and_counted():
    rng = np.random.default_rng(0)
    judgments = DATA.judgments.copy()
    wild = judgments["rater"] == "rater2"
    judgments.loc[wild, "score"] = rng.random(wild.sum())
    one = judgments.index[judgments["rater"] == "rater3"][2:]
    data = type(DATA).build(DATA.card, DATA.outputs, DATA.references, judgments.drop(one))
    found = agreement_of_raters(data.judgments)
    wide = data.judgments.pivot_table(index=["segment", "system"], columns="rater", values="score")
    expected = np.corrcoef(wide["rater1"], wide[["rater2", "rater3"]].mean(axis=1))[0, 1]
    assert found.loc[(TASK, "coverage", "rater1"), "r"] == pytest.approx(expected)
    assert np.isnan(found.loc[(TASK, "coverage", "rater3"), "r"])
    bound = float(np.mean(sorted(found["r"].dropna())))
    kept, said = choose(data=data, agreeing=bound)
    worst = found["r"].idxmin()[2]
    assert set(kept.judgments["rater"]) == {"rater1", "rater2", "rater3"} - {worst}
    assert "(2 of 3, each task and criterion by itself)" in said
    next_worst = found["r"].nsmallest(2).iloc[-1]  # whoever agrees exactly so well stays
    still, _ = choose(data=data, agreeing=float(next_worst))
    pd.testing.assert_frame_equal(still.judgments, kept.judgments)
    pd.testing.assert_frame_equal(kept.outputs, data.outputs)
    # whoever is left out is there all the same, and may be named
    named = workbench.Experiment(data, ["rouge-1"], raters=["rater1", "rater2", "rater3"], agreeing=bound)
    assert said in named.plan.kept
    pd.testing.assert_frame_equal(named.plan.evalset.judgments, kept.judgments)


@pytest.fixture(scope="module")
def doubtful():
    """A criterion on which raters agree, and one whose ratings are noise."""
    rng = np.random.default_rng(0)
    noise = DATA.judgments.assign(criterion="style", score=rng.random(len(DATA.judgments)))
    card = DATA.card.judging(["coverage", "style"])
    return type(DATA).build(card, DATA.outputs, DATA.references, pd.concat([DATA.judgments, noise]))


def test_a_criterion_on_which_nobody_agrees_is_left_out_and_named(doubtful):
    r = agreement_of_raters(doubtful.judgments)["r"].xs("style", level="criterion")
    lowest = agreement_of_raters(DATA.judgments)["r"].min()
    assert r.max() < lowest
    bound = round(float(r.max() + lowest) / 2, 3)
    kept, said = choose(data=doubtful, agreeing=bound)
    assert kept.criteria == ["coverage"]
    assert said.endswith("(3 of 6, each task and criterion by itself; none of style)")
    # of the criteria that are asked for, and of the raters
    kept, said = choose(data=doubtful, agreeing=bound, criteria=["coverage"])
    assert said.endswith("(3 of 3, each task and criterion by itself)")
    assert choose(data=doubtful, agreeing=bound, criteria=["coverage"], raters=["rater1"])[1].endswith(
        "(1 of 1, each task and criterion by itself)"
    )
    asked = workbench.Experiment(doubtful, ["rouge-1"], agreeing=bound, criteria=["coverage", "style"])
    with pytest.raises(SpecError) as refused:
        _ = asked.plan
    assert (
        f"data.agreeing: no rater of style agrees so well with the others: the highest r is {r.max():.3g}"
        in (str(refused.value))
    )
    assert "unknown" not in str(refused.value)
    with pytest.raises(SpecError, match="no rater of coverage agrees") as refused:
        choose(data=doubtful, agreeing=0.9999)
    assert "no rater of style agrees" in str(refused.value)


def test_records_name_raters_who_agree_as_such(doubtful):
    e = workbench.Experiment(doubtful, ["rouge-1"], agreeing=0.3, correlation={"interval": "none"})
    assert set(e.records["raters"]) == {"all, of these who agree at r ≥ 0.3"}
    shown = e.table()._repr_markdown_()
    assert "none of style" in shown
    assert "all, of these who agree at r ≥ 0.3" in shown


def test_a_rater_who_always_says_the_same_agrees_with_nobody_and_stays():
    given = {"ann": [1, 1, 1, 1], "bob": [1, 2, 4, 8], "eve": [2, 1, 4, 6]}
    rows = [("t", f"s{at}", "A", "c", who, x) for who, all_of in given.items() for at, x in enumerate(all_of)]
    columns = ["task", "segment", "system", "criterion", "rater", "score"]
    judgments = pd.DataFrame(rows, columns=columns)
    found = agreement_of_raters(judgments)
    assert found["n"].tolist() == [4, 4, 4]
    assert found["r"].tolist() == pytest.approx(
        [
            np.nan,
            np.corrcoef([1, 2, 4, 8], [3, 2, 5, 7])[0, 1],
            np.corrcoef([2, 1, 4, 6], [2, 3, 5, 9])[0, 1],
        ],
        nan_ok=True,
    )
    # whom all others give the same, too; and of two outputs in common nothing is said
    two = judgments[judgments["rater"] != "bob"]
    assert agreement_of_raters(two)["r"].isna().all()
    few = judgments[(judgments["rater"] == "bob") | (judgments["segment"] < "s2")]
    assert agreement_of_raters(few)["n"].tolist() == [2, 2, 2]
    assert agreement_of_raters(few)["r"].isna().all()


def test_ratings_are_standardised_by_rater_and_criterion():
    rows = [("a", 1.0), ("a", 3.0), ("b", 10.0), ("b", 50.0)]
    judgments = pd.DataFrame(rows, columns=["criterion", "score"]).assign(task="t", rater="ann")
    assert standardised(judgments)["score"].tolist() == pytest.approx([-1, 1, -1, 1])
    constant = pd.DataFrame(
        [("ann", 4.0), ("bob", 1.0), ("ann", 4.0), ("bob", 2.0)], columns=["rater", "score"]
    )
    left = standardised(constant.assign(task="t", criterion="c"))
    assert left.index.tolist() == [0, 1]
    assert left[["rater", "score"]].to_numpy().tolist() == [["bob", -1.0], ["bob", 1.0]]


def rated_by(*people):
    """Outputs of 4 systems in 2 segments; each rater's scores, None for no rating."""
    outputs = [
        {"segment": f"g{at}", "system": f"S{of}", "text": "a b", "ref": "a", "c": 1.0}
        for of in range(4)
        for at in range(2)
    ]
    made = pd.DataFrame(outputs)
    judgments = pd.DataFrame(
        [
            {"segment": row["segment"], "system": row["system"], "rater": name, "c": score}
            for name, scores in people
            for row, score in zip(outputs, scores, strict=True)
            if score is not None
        ]
    )
    return workbench.data(
        made.drop(columns="c"), text="text", references="ref", segment="segment", system="system",
        criteria="c", judgments=judgments, rater="rater",
    )  # fmt: skip


RISING = (1, 2, 3, 4, 5, 6, 7, None)
LEFT_OUT = "2 of 3 raters with 9 of 16 ratings left out: 1 rated all alike, 1 gave one rating"


def standard(data, **asked):
    table = {("", f"g{at}", f"S{of}"): of + at / 3 for of in range(4) for at in range(2)}
    return workbench.Experiment(
        data, ["m"], scores={"m": table}, correlation={"coefficients": ["pearson"], "interval": "none"},
        ratings="z-scored", **asked,
    )  # fmt: skip


def test_ratings_that_differ_by_rounding_alone_are_alike():
    """.1 + .2 is more than .3 by a last bit, of which the standard scores were -.71, 1.41 and -.71."""
    scores = {"same": [0.3, 0.1 + 0.2, 0.3], "fine": [1e-20, 3e-20, 1e-20]}
    judgments = pd.DataFrame(
        [
            {"task": "t", "criterion": "c", "rater": rater, "segment": "s", "system": system, "score": score}
            for rater, mine in scores.items()
            for system, score in zip("ABC", mine, strict=True)
        ]
    )
    told = "1 of 2 raters with 3 of 6 ratings left out: 1 rated all alike"
    for sign in (1, -1):
        turned = judgments.assign(score=sign * judgments["score"])
        assert standardised(turned)["rater"].tolist() == ["fine"] * 3
        assert count_left_out(turned) == (told, 1, 3)


def test_ratings_that_cannot_be_standardised_are_counted_wherever_data_are_named():
    data = rated_by(("ann", RISING), ("bob", (4,) * 8), ("cid", (None,) * 7 + (3,)))
    e = standard(data)
    rule = "raters whose ratings of a task and criterion differ"
    (name,) = e.records["dataset"].unique()
    assert name.endswith(f", only {rule} ({LEFT_OUT})")
    assert f"z-scored per rater: {LEFT_OUT}; 1 rater and 7 judged outputs are left" in e.understood.lines
    assert LEFT_OUT in e.methods().text
    assert any(LEFT_OUT in note for note in e.table().panels[0].notes)


def test_raters_who_are_asked_for_by_name_are_counted_each():
    """One of the two rated all alike; the third, whom nobody asked for, did, too."""
    data = rated_by(("ann", RISING), ("bob", (4,) * 8), ("cid", (4,) * 8))
    (name,) = standard(data, raters=["ann", "bob"]).records["dataset"].unique()
    assert "(1 of 2 raters with 8 of 15 ratings left out: 1 rated all alike)" in name


def test_nothing_is_said_of_ratings_where_all_could_be_standardised():
    assert choose(data=rated_by(("ann", RISING)), ratings="z-scored")[1] == ""


def test_raters_and_criteria_that_nobody_asked_for_are_not_counted_as_left_out():
    data = rated_by(("ann", RISING), ("bob", (4,) * 8))
    e = standard(data, raters=["ann"])
    assert not any("left out" in text for text in (*e.records["dataset"], *e.understood.lines))
    as_given = workbench.Experiment(data, ["rouge-1"], correlation={"interval": "none"})
    assert not any("left out" in text for text in (*as_given.records["dataset"], *as_given.understood.lines))


def test_a_rater_who_is_left_out_of_one_task_alone_is_no_rater_left_out():
    tasks = pd.DataFrame({"task": list("ttuu"), "criterion": "c", "segment": "s", "system": list("xyxy"),
                          "rater": "ann", "score": [1.0, 2.0, 4.0, 4.0]})  # fmt: skip
    assert count_left_out(tasks) == (
        "2 of 4 ratings left out: all alike, or one alone, in a task and criterion", 1, 2
    )  # fmt: skip
    ones = tasks.iloc[[0, 2]]
    assert count_left_out(ones).said == "1 of 1 raters with 2 of 2 ratings left out: 1 gave one rating"
    assert count_left_out(tasks.iloc[:2]) == ("", 1, 2)
    # who rated all alike somewhere did not give one rating alone
    mixed = count_left_out(tasks.iloc[[0, 2, 3]])
    assert mixed.said == "1 of 1 raters with 3 of 3 ratings left out: 1 rated all alike"
    # an output that two people judged is one output
    both = pd.concat([tasks.iloc[:2], tasks.iloc[:2].assign(rater="bob")])
    assert count_left_out(both) == ("", 2, 2)


def test_a_system_that_nobody_judged_takes_no_segment_from_the_others():
    none = np.nan
    scores = np.array([[1.0, none, 4.0], [2.0, 3.0, 5.0], [none, none, none]])
    judged = Judged(scores, Draws(np.ones((0, 3)), np.ones((0, 3))), "c", "higher")
    assert judged.n_outputs == "2-3"
    assert judged.complete is not None
    assert (~np.isnan(judged.complete.segments)).tolist() == [[True, False, True]] * 2 + [[False] * 3]

"""Rated outputs as references, in experiments and in a notebook."""

from dataclasses import replace

import asked
import numpy as np
import pandas as pd
import pytest
from real_data import load_real

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.errors import SpecError
from workbench.experiment.mined import describe_weights
from workbench.experiment.plan import make_plan
from workbench.experiment.sections import MinedSpec
from workbench.experiment.spec import build_spec

DATA = workbench.simulate(topics=6, systems=5, references=2, raters=3).evalset
MAP = "likert(low=0, high=1)"


def experiment(**sections):
    content = {
        "name": "x",
        "metrics": ["bleu(order=2)", "delta-bleu(order=2)"],
        "data": {"name": "simulated-news", "unscorable": "drop"},
        "correlation": {"coefficients": ["pearson"], "interval": "none"},
    }
    return build_spec({**content, **sections})


def mine(data=DATA, seed=0, **mined):
    """Return the plan of an experiment on these data with rated outputs as references."""
    section = {"criterion": "coverage", "weight": MAP, **mined}
    return workbench.Experiment(data, ["rouge-1"], seed=seed, mined=section).plan


def test_every_output_is_a_reference_for_the_others_with_its_rating_as_weight():
    plan = mine(keep=False)
    mined = plan.evalset
    means = DATA.judgments.groupby(["segment", "system"])["score"].mean()
    found = mined.references.set_index(["segment", "reference"])
    assert len(found) == 6 * 5
    for key, weight in found["weight"].items():
        assert weight == pytest.approx(2 * means[key] - 1)
    assert (found["made_by"] == found.index.get_level_values("reference")).all()
    pd.testing.assert_frame_equal(mined.judgments, DATA.judgments)
    task = plan.tasks["news"]
    pairs = task.layout
    own = (
        task.outputs["system"].to_numpy()[pairs.pair_candidate]
        == task.references["reference"].to_numpy()[pairs.pair_reference]
    )
    np.testing.assert_array_equal(pairs.chosen, ~own)


def test_own_references_stay_with_their_weights():
    mined = mine().evalset
    kept = mined.references[mined.references["made_by"] == ""].reset_index(drop=True)
    pd.testing.assert_frame_equal(kept, DATA.references)
    assert len(mined.references) == 6 * 7


def test_an_own_reference_without_a_weight_counts_fully():
    rows = DATA.references.copy()
    rows["weight"] = np.where(np.arange(len(rows)) % 3 == 0, np.nan, 0.25)
    data = EvalSet.build(DATA.card, DATA.outputs, rows, DATA.judgments)
    mined = mine(data).evalset.references
    own = mined[mined["made_by"] == ""].set_index(["segment", "reference"])["weight"]
    given = rows.set_index(["segment", "reference"])["weight"]
    pd.testing.assert_series_equal(own, given.fillna(1.0), check_like=True)


def test_split_ratings_are_weight_or_judgment_and_never_both():
    mined = mine(raters="split", keep=False).evalset
    assert len(DATA.judgments) == 6 * 5 * 3
    assert (mined.judgments.groupby(["segment", "system"]).size() == 2).all()
    key = ["task", "segment", "system", "criterion", "rater"]
    rest = DATA.judgments.merge(mined.judgments[key], on=key, how="left", indicator=True)
    used = rest[rest["_merge"] == "left_only"].set_index(["segment", "system"])["score"]
    weights = mined.references.set_index(["segment", "reference"])["weight"]
    assert len(used) == len(weights) == 30
    for key, weight in weights.items():
        assert weight == pytest.approx(2 * used[key] - 1)
    again = mine(raters="split", keep=False).evalset
    pd.testing.assert_frame_equal(again.judgments, mined.judgments)
    other = mine(raters="split", keep=False, seed=1).evalset
    assert not other.judgments.equals(mined.judgments)


def test_who_rated_an_output_for_its_weight_is_no_judge_of_it_on_any_criterion(shared):
    data = load_real(shared, "dstc7-task2", references="responses")
    overall = {"criterion": "overall", "weight": "likert(low=1, high=5)"}
    mined = mine(data, raters="split", keep=False, **overall).evalset
    number = mined.judgments.groupby(["criterion", "system"]).size().unstack("criterion")
    assert number["overall"].equals(number["relevance"].rename("overall"))
    # 2 of 3 are left, and 3 of 6 of the two teams that entered one system
    assert set(number["overall"]) == {2000, 3000}
    assert len(mined.references) == 10_000


def test_more_raters_of_weights_leave_the_same_judges_and_keep_the_first():
    one, two = (mine(raters=number, judges=1, keep=False).evalset for number in (1, 2))
    pd.testing.assert_frame_equal(one.judgments, two.judgments)
    assert (one.judgments.groupby(["segment", "system"]).size() == 1).all()
    key = ["segment", "system"]
    ratings = DATA.judgments.groupby(key)["score"].agg(list)
    judge = one.judgments.set_index(key)["score"]
    first, both = (each.references.set_index(["segment", "reference"])["weight"] for each in (one, two))
    for place in ratings.index:
        rest = sorted(ratings[place])
        rest.remove(judge[place])
        assert both[place] == pytest.approx(sum(rest) - 1)
        assert min(abs(first[place] - (2 * each - 1)) for each in rest) < 1e-12
    many = mine(raters=9, keep=False).evalset
    pd.testing.assert_series_equal(
        many.references.set_index(["segment", "reference"])["weight"], both, check_exact=False
    )


def test_people_who_weigh_judge_nothing():
    mined = mine(raters=["rater1", "*2"], keep=False).evalset
    assert set(mined.judgments["rater"]) == {"rater3"}
    means = DATA.judgments[DATA.judgments["rater"] != "rater3"].groupby(["segment", "system"])["score"].mean()
    for place, weight in mined.references.set_index(["segment", "reference"])["weight"].items():
        assert weight == pytest.approx(2 * means[place] - 1)
    with pytest.raises(SpecError, match=r"nobody is called 'ratr1'.*Did you mean 'rater1'"):
        mine(raters=["ratr1"])
    with pytest.raises(SpecError, match="nobody is left to judge"):
        mine(raters=["rater*"])
    for changes in ({"systems": ["S01", "S1"]}, {"retire": ["S1"]}):
        with pytest.raises(SpecError, match=r"'S1'.*Did you mean 'S01'"):
            mine(**changes)
    with pytest.raises(SpecError, match="raters is split or a number"):
        mine(raters=["rater1"], judges=1)


def test_where_weights_come_from_is_said():
    def says(**asked):
        spec = MinedSpec(criterion="c", weight="likert(low=1, high=5)", **asked)
        return describe_weights(spec, references)

    unrated = pd.DataFrame({"reference": ["R", "A"], "made_by": ["", "A"], "weight": [np.nan, np.nan]})
    references = unrated.assign(weight=[0.5, 1.0])
    assert describe_weights(None, references) == "the data set's"
    assert describe_weights(None, unrated) == ""
    about = "c of the outputs, likert(low=1, high=5), "
    assert says(raters="all") == f"{about}the same ratings as the judgments, unlike in Galley et al. (2015)"
    assert says(raters="split") == f"{about}ratings that are no judgments"
    assert says(raters=["ann", "b*"]) == f"{about}ratings of ann, b*, who judge nothing"
    assert says(raters=1) == f"{about}1 rating of each, no judgments"
    assert says(raters=2, judges=3) == f"{about}2 ratings of each, no judgments; judges of each: 3"
    references = references.assign(weight=1.0)
    assert says(raters="split").endswith("no judgments; those of the references that the data set has are 1")
    references = references[references["made_by"] != ""]
    assert says(raters="split") == f"{about}ratings that are no judgments"


def test_a_single_rating_is_a_judgment_and_no_weight():
    one = DATA.judgments
    is_lonely = (one["system"] == "S01") & (one["rater"] != "rater1")
    data = type(DATA).build(DATA.card, DATA.outputs, DATA.references, one[~is_lonely])
    mined = mine(data, raters="split", keep=False).evalset
    assert "S01" not in set(mined.references["reference"])
    assert (mined.judgments["system"] == "S01").sum() == 6


def test_retired_systems_are_references_for_all_and_scored_no_more():
    mined = mine(keep=False, systems=["S01"], retire=["S02"]).evalset
    assert mined.systems("news") == ["S01", "S03", "S04", "S05"]
    assert set(mined.references["reference"]) == {"S01", "S02"}
    assert set(mined.references.query("reference == 'S02'")["made_by"]) == {""}
    assert "S02" not in set(mined.judgments["system"])
    assert mined.notes == DATA.notes  # judgments of a retired system are none that match nothing


@pytest.mark.parametrize(
    ("mined", "said"),
    [
        ({"criterion": "coverge", "weight": MAP}, "Did you mean 'coverage'"),
        ({"criterion": "coverage", "weight": "likrt"}, "Did you mean 'likert'"),
        ({"criterion": "coverage", "weight": MAP, "retire": ["S99"]}, "unknown system 'S99'"),
        ({"criterion": "coverage", "weight": "penalty"}, "low where the text is good"),
        (
            {"criterion": "coverage", "weight": MAP, "retire": ["S01", "S02", "S03", "S04", "S05"]},
            "no system",
        ),
        ({"criterion": "coverage", "weight": MAP, "raters": "half"}, "'all' or 'split'"),
        ({"criterion": "coverage", "weight": MAP, "keeps": True}, "Did you mean 'keep'"),
    ],
)
def test_faults_are_said(mined, said):
    with pytest.raises(SpecError) as caught:
        make_plan(experiment(mined=mined), DATA)
    assert said in str(caught.value)


def test_a_name_that_is_taken_is_refused():
    references = DATA.references.replace({"reference": {"R1": "S01"}})
    data = type(DATA).build(DATA.card, DATA.outputs, references, DATA.judgments)
    with pytest.raises(SpecError, match="called 'S01'"):
        mine(data)


def test_ablations_are_rows_that_say_what_they_are(tmp_path):
    ways = ["rated", "one", "shuffled", "signs", "positive"]
    spec = experiment(
        seed=3,
        mined={"criterion": "coverage", "weight": MAP, "raters": "split", "keep": False},
        references=[{"name": way, "weights": way} for way in ways],
    )
    result = asked.of(spec, cache=tmp_path / "c")
    values = result.records.set_index(["metric", "references"]).sort_index()
    scores = (
        result.scores.frame.query("segment != '*'")
        .set_index(["metric", "references", "segment", "system"])
        .sort_index()
    )
    same = scores["value"]["delta-bleu(order=2)", "one"] == scores["value"]["bleu(order=2)", "rated"]
    assert same.all()
    bleu = values.loc["bleu(order=2)"]
    assert sorted(bleu.index) == ["positive", "rated"]
    assert (bleu["weights"] == "").all()
    different = values.loc["delta-bleu(order=2)", "value"]
    assert different.nunique() == 5
    source = f"coverage of the outputs, {MAP}, ratings that are no judgments"
    for way in ways:
        assert values["weights"]["delta-bleu(order=2)", way] == source
        assert values["ablation"]["delta-bleu(order=2)", way] == ("" if way == "rated" else way)
        signature = values["signature"]["delta-bleu(order=2)", way]
        assert (f"|w:{way}|" in signature) == (way != "rated")
    assert f"Weights of references: {source}; one: one; shuffled: shuffled" in result.table().text("md")


def test_partners_of_a_maker_are_scored_without_its_references_and_with_the_same_weights(tmp_path):
    """At block level the shuffled weights of a pair's references are those of everybody else's."""
    spec = experiment(
        mined={"criterion": "coverage", "weight": MAP, "keep": False},
        references=[{"name": "shuffled", "weights": "shuffled"}, {"name": "positive", "weights": "positive"}],
        unit={"size": 2, "assignments": 3},
    )
    plan = make_plan(spec, DATA)
    assert len(plan.without) == 2
    for (setting, task), settings in plan.without.items():
        whole = plan.layouts[setting, task]
        assert sorted(settings) == plan.tasks[task].systems
        for derived in settings.values():
            part = plan.layouts[derived.name, task]
            np.testing.assert_array_equal(part.weights, whole.weights)
            assert not (part.chosen & ~whole.chosen).any()
        # all systems are partners, so that what one made is nobody's reference any more
        made_by = plan.tasks[task].references["made_by"].to_numpy()[whole.pair_reference]
        for maker, derived in settings.items():
            left_out = whole.chosen & ~plan.layouts[derived.name, task].chosen
            assert left_out.any()
            np.testing.assert_array_equal(left_out, whole.chosen & (made_by == maker))


def test_a_criterion_that_is_known_but_not_judged_is_no_unknown_one():
    criteria = {**DATA.card.criteria, "style": DATA.card.criteria["coverage"]}
    data = replace(DATA, card=DATA.card.model_copy(update={"criteria": criteria}))
    said = "no output is judged on 'style': allowed: coverage"
    for asked_for, where in (
        ({"mined": {"criterion": "style", "weight": MAP}}, "mined"),
        ({"criteria": ["style"]}, "data.criteria[0]"),
    ):
        with pytest.raises(SpecError) as refused:
            _ = workbench.Experiment(data, ["bleu"], **asked_for).plan
        assert str(refused.value) == f"experiment: {where}: {said}"


def test_weights_that_no_metric_looks_at_leave_nothing_and_are_refused_in_the_plan():
    data = workbench.simulate(topics=4, systems=5, references=1).evalset
    asked = {"shuffled": {"weights": "shuffled"}, "signs": {"weights": "signs"}}
    alone = workbench.Experiment(data, ["rouge-1", "length"], references=asked)
    for step in (lambda: alone.plan, lambda: alone.methods(), lambda: alone.compare(), lambda: alone.rank()):
        with pytest.raises(SpecError) as refused:
            step()
        assert str(refused.value).splitlines() == [
            f"experiment: references[{number}].weights: {name!r} is for metrics that weigh references, and "
            "none of these does: got 'rouge-1, length', allowed: metrics such as delta-bleu or "
            "rouge-1(profile=weighted). Add such a metric, or a setting with weights = 'rated'"
            for number, name in enumerate(asked)
        ]
    # beside others such a setting has no row, as documented
    beside = alone.replace(references={**asked, "all": "all"})
    assert {each.references.name for each in beside.plan.conditions} == {"all"}


def test_references_that_are_not_kept_are_not_looked_at():
    data = workbench.load("simulated-news")
    weight = {"criterion": "coverage", "weight": "likert(low=0, high=1)", "raters": "all"}
    first, second = (
        workbench.Experiment(data, ["bleu"], mined={**weight, "keep": keep}).understood.lines[0]
        for keep in (True, False)
    )
    assert first.endswith(", 4 references a segment, 120 of 120 with a weight")
    assert second.endswith(", 480 outputs, no references")

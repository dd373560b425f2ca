"""What was judged is counted on the ratings that judge: not of other raters, nor those that weigh."""

from dataclasses import replace

import pandas as pd
import pytest

import workbench

DATA = workbench.simulate(topics=12, systems=5, references=1, raters=3, seed=2).evalset
DATA = replace(
    DATA,
    outputs=DATA.outputs.assign(
        domain=["news" if "1" in name else "chat" for name in DATA.outputs["segment"]]
    ),
)
WEIGHT = {"criterion": "coverage", "weight": "likert(low=0, high=1)"}


def without(**names):
    """Return the data without some judgments."""
    rows = DATA.judgments
    for column, name in names.items():
        rows = rows[rows[column] == name]
    return replace(DATA, judgments=DATA.judgments.drop(rows.index))


def ask(data, **asked):
    return workbench.Experiment(data, ["rouge-1"], correlation={"interval": "none"}, **asked)


def said(experiment):
    """Return what is said of ratings that judge, and warnings about what was not judged, by their rule."""
    found = experiment.understood
    lines = [line for line in found.lines if "ratings judge" in line]
    return lines, {each.rule: str(each) for each in found.warnings if "judge" in each.rule}


def test_outputs_that_others_rated_alone_are_not_judged():
    segment, system = DATA.judgments.iloc[0][["segment", "system"]]
    data = without(rater="rater1", segment=segment, system=system)
    assert said(ask(data)) == ([], {})
    lines, warnings = said(ask(data, raters=["rater1"]))
    assert lines == ["coverage: 59 of 179 ratings judge (raters: rater1), of 59 of 60 outputs"]
    begins = (
        "partly-judged: 59 of 60 outputs have a rating of coverage that judges: metrics are held against "
        f"these: system '{system}' has 11 of 12. Which ratings judge is said by raters and agreeing"
    )
    assert [*warnings] == ["partly-judged"]
    assert warnings["partly-judged"].startswith(begins)
    # where they rated all there is nothing to warn of
    lines, warnings = said(ask(data, raters=["rater2"]))
    assert lines == ["coverage: 60 of 179 ratings judge (raters: rater2), of 60 of 60 outputs"]
    assert not warnings


def test_of_a_criterion_that_all_of_its_raters_judge_nothing_is_said():
    """Its only rater is the one who is asked for; of coverage there are two more."""
    mine = DATA.judgments[DATA.judgments["rater"] == "rater2"].assign(criterion="fluency")
    card = DATA.card.model_copy(
        update={"criteria": dict.fromkeys(("coverage", "fluency"), DATA.card.criteria["coverage"])}
    )
    both = replace(DATA, card=card, judgments=pd.concat([DATA.judgments, mine]).reset_index(drop=True))
    lines, warnings = said(ask(both, raters=["rater2"]))
    assert lines == ["coverage: 60 of 180 ratings judge (raters: rater2), of 60 of 60 outputs"]
    assert not warnings


def test_ratings_that_weigh_references_do_not_judge():
    mined = {**WEIGHT, "raters": ["rater1"]}
    segment, system = DATA.judgments.iloc[0][["segment", "system"]]
    only = without(rater="rater2", segment=segment, system=system)
    only = replace(only, judgments=only.judgments[only.judgments["rater"] != "rater3"])
    lines, warnings = said(ask(only, mined=mined))
    assert lines == [
        "coverage: 59 of 119 ratings judge (raters: all; others are weights of references), "
        "of 59 of 60 outputs"
    ]
    assert "59 of 60" in warnings["partly-judged"]
    # systems that are references only are not looked for among those that are scored
    lines, warnings = said(ask(only, mined={**mined, "retire": [system]}))
    assert lines[0].endswith("of 48 of 48 outputs")
    assert not warnings


def test_what_the_chosen_raters_did_not_judge_at_all_is_said():
    lost = DATA.systems(DATA.tasks[0])[1]
    lines, warnings = said(ask(without(rater="rater1", system=lost), raters=["rater1"]))
    assert lines[0].endswith("of 48 of 60 outputs")
    assert warnings["unjudged-systems"].startswith(
        "unjudged-systems: 1 of 5 systems has no rating of coverage that judges, and is in no "
        f"coefficient: system '{lost}'. Which ratings judge is said by raters and agreeing in [data], and by "
        "[mined]. Judge"
    )
    assert not said(ask(without(rater="rater1", system=lost)))[1]


def test_all_equal_ratings_that_judge_are_said():
    flat = DATA.judgments.copy()
    flat.loc[flat["rater"] == "rater3", "score"] = 0.5
    e = ask(replace(DATA, judgments=flat), raters=["rater3"])
    [found] = [str(each) for each in e.understood.warnings if each.rule == "constant-ratings"]
    assert f"all ratings of coverage in {DATA.tasks[0]} that judge are 0.5" in found


@pytest.mark.parametrize("asked", [{}, {"mined": {**WEIGHT, "raters": ["rater3"]}}])
def test_parts_are_counted_as_the_task_that_they_are_of(asked):
    segment, system = DATA.judgments.iloc[0][["segment", "system"]]
    data = without(rater="rater1", segment=segment, system=system)
    if asked:
        data = replace(data, judgments=data.judgments[data.judgments["rater"] != "rater2"])
    else:
        asked = {"raters": ["rater1"]}
    whole, parts = ask(data, **asked), ask(data, by="domain", **asked)
    assert len(parts.plan.tasks) == 2
    assert said(parts) == said(whole)
    assert "59 of 60" in said(parts)[1]["partly-judged"]

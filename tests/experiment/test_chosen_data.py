"""What of a data set is looked at: by name, pattern and column, and said in the caption."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.errors import WorkbenchError
from workbench.experiment.judgments import find_ratings, lay_ratings

SYSTEMS = ("m1", "m2", "m3", "m10", "human-A")


@pytest.fixture(scope="module")
def own():
    """Two domains of three segments each, five systems, two raters of whom one is twice as strict."""
    rows = [
        {
            "segment": f"s{number}", "system": system, "domain": "news" if number < 3 else "chat",
            "text": f"the cat {'sat ' * place}there {number}", "ref-A": f"the cat sat there {number}",
            "ref-B": f"a cat sat sat {number}", "ref-C": "nothing at all",
            "rater": rater, "adequacy": factor * ((place * 3 + number * number) % 7) + factor,
        }
        for number in range(6)
        for place, system in enumerate(SYSTEMS)
        for rater, factor in (("ann", 1), ("bob", 2))
    ]  # fmt: skip
    return workbench.data(
        pd.DataFrame(rows), "text", ["ref-A", "ref-B", "ref-C"], "segment", "system", "adequacy",
        rater="rater", domain="domain",
    )  # fmt: skip


def ask(own, **asked):
    return workbench.Experiment(own, ["rouge-1"], correlation={"interval": "none"}, **asked)


def sizes(experiment):
    return {task.name: (task.systems, task.segments) for task in experiment.plan.tasks.values()}


@pytest.mark.parametrize(
    ("asked", "systems", "segments"),
    [
        ({"systems": ["m*"]}, ["m1", "m2", "m3", "m10"], 6),
        ({"systems": ["!human*"]}, ["m1", "m2", "m3", "m10"], 6),
        ({"systems": ["m*", "!m10"]}, ["m1", "m2", "m3"], 6),
        ({"systems": ["m1", "m3", "human-A"]}, ["m1", "m3", "human-A"], 6),
        ({"segments": ["s0", "s4"]}, list(SYSTEMS), 2),
        ({"segments": ["domain=news"]}, list(SYSTEMS), 3),
        ({"segments": ["domain=n*", "s5"]}, list(SYSTEMS), 4),
        ({"domains": ["chat"], "systems": ["m?"]}, ["m1", "m2", "m3"], 3),
    ],
)
def test_systems_and_segments_by_name_pattern_and_column(own, asked, systems, segments):
    (found,) = sizes(ask(own, **asked)).values()
    assert sorted(found[0]) == sorted(systems)
    assert len(found[1]) == segments


def test_a_name_that_could_be_read_as_a_pattern_is_the_system_of_that_name_and_no_other(own):
    """[3] as a pattern is the character 3; m* is what begins so; a ! takes away."""
    names = {"m1": "m[3]", "m2": "m*", "human-A": "!m3"}
    tables = [table.replace({"system": names}) for table in (own.outputs, own.judgments)]
    named = EvalSet.build(own.card, tables[0], own.references, tables[1])
    for asked, expected in (
        (["m[3]"], {"m[3]"}),
        (["m*"], {"m*"}),
        (["*m*"], {"m[3]", "m*", "m3", "m10", "!m3"}),
        (["!m[3]"], {"m*", "m3", "m10", "!m3"}),
        (["!m3"], {"!m3"}),
        (["m[!*]*", "!!m3", "!m10"], {"m[3]", "m3"}),
    ):
        [(systems, _)] = sizes(ask(named, systems=asked)).values()
        assert {*systems} == expected


def test_an_equals_sign_names_a_column_of_segments_alone(own):
    """Systems and segments may be called so, and a segment may be called as a column is."""
    names = {"m1": "domain=news", "m2": "k=5", "s0": "k=5", "s1": "domain", "s4": "domain=none"}
    tables = [table.replace({"system": names, "segment": names}) for table in (own.outputs, own.judgments)]
    references = own.references.replace({"segment": names})
    named = EvalSet.build(own.card, tables[0], references, tables[1])
    [(systems, _)] = sizes(ask(named, systems=["domain=n*", "k=?"])).values()
    assert systems == ["domain=news", "k=5"]
    for asked, expected in (
        (["k=5"], ["k=5"]),
        (["domain"], ["domain"]),
        (["domain=chat"], ["s3", "domain=none", "s5"]),
    ):
        [(_, segments)] = sizes(ask(named, segments=asked)).values()
        assert sorted(segments) == sorted(expected)


def test_who_wrote_the_only_reference_is_not_held_against_it_and_all_of_them_are_named(own):
    """Each of five segments has one reference, by another of the systems; one segment has one by nobody."""
    one = own.references.drop_duplicates("segment").reset_index(drop=True)
    made = EvalSet.build(own.card, own.outputs, one.assign(made_by=[*SYSTEMS[::-1], ""]), own.judgments)
    plan = ask(made).plan
    assert len(plan.evalset.outputs) == 25
    assert plan.kept == (
        "outputs that are not their own reference (25 of 30; not of human-A, m1, m10, m2, m3)"
    )
    with_judgment = made.judgments.merge(plan.evalset.outputs[["segment", "system"]])
    assert len(plan.evalset.judgments) == len(with_judgment) == 50


def test_where_every_output_is_its_only_reference_all_of_them_stay(own):
    """Of one system nothing would be left; beside another one its outputs are left out."""
    one = own.references.drop_duplicates("segment").assign(made_by="m1")
    made = EvalSet.build(own.card, own.outputs, one, own.judgments)
    alone = ask(made, systems=["m1"]).plan
    assert (len(alone.evalset.outputs), len(alone.evalset.judgments)) == (6, 12)
    assert "own reference" not in alone.kept
    beside = ask(made, systems=["m1", "m2"]).plan
    assert beside.evalset.outputs["system"].unique().tolist() == ["m2"]
    assert beside.kept.endswith("outputs that are not their own reference (6 of 12; not of m1)")


def test_what_was_left_out_is_no_part_of_the_numbers(own):
    few = ask(own, systems=["!m10"])
    assert few.records["n_systems"].unique().tolist() == [4]
    assert "Data: own 1, only systems !m10 (4 of 5)." in few.table().panels[0].notes
    assert "in own 1, only systems !m10 (4 of 5)" in str(few.methods())
    assert few.records["value"].tolist() != ask(own).records["value"].tolist()


def test_references_of_other_segments_and_systems_are_no_part_of_the_data(own):
    meant = own.references.assign(only_for=["", "m1", "m10"] * 6)
    made = EvalSet.build(own.card, own.outputs, meant, own.judgments)
    left = ask(made, segments=["s0", "s4"], systems=["!m10"]).plan.evalset.references
    assert left[["segment", "only_for"]].values.tolist() == [
        ["s0", ""],
        ["s0", "m1"],
        ["s4", ""],
        ["s4", "m1"],
    ]


def test_up_to_twenty_names_are_suggested_and_of_more_their_number():
    for number, said in ((20, r"Known: t01, t02, .*, t20$"), (21, r"There are 21$")):
        data = workbench.simulate(topics=number, systems=3, references=1, words=20).evalset
        with pytest.raises(WorkbenchError, match=rf"nothing is called 'abc'\. {said}"):
            ask(data, segments=["abc"]).check()


def test_names_that_some_segments_lack_are_suggested(own):
    some = own.outputs.assign(domain=own.outputs["domain"].replace("chat", ""))
    made = EvalSet.build(own.card, some, own.references, own.judgments)
    with pytest.raises(WorkbenchError, match=r"nothing is called 'newz'\. Did you mean 'news'\?"):
        _ = ask(made, domains=["newz"]).plan


def test_scores_that_name_their_task_are_found_in_each_domain(own):
    """A score of a whole system is that of the task that it was given for, and of none of its domains."""
    values = {(row.segment, row.system): at * 7 % 11 for at, row in enumerate(own.outputs.itertuples())}
    tables = [{(task, *key): value for key, value in values.items()} for task in ("all", "")]
    wholes = {("all", "*", system): -9.0 for system in SYSTEMS}
    said = {"interval": "none", "coefficients": ["pearson"]}
    one, other = (
        workbench.Experiment(own, ["mine"], scores={"mine": table}, by="domain", correlation=said)
        for table in ({**tables[0], **wholes}, tables[1])
    )
    assert one.records["task"].tolist() == ["chat", "news"]
    assert one.records["value"].tolist() == other.records["value"].tolist()
    assert one.records["value"].notna().all()
    lacking = {key: value for key, value in tables[0].items() if key[1] != "s4"}
    with pytest.raises(WorkbenchError, match=r"no score of \d+ of \d+ outputs: segment 's4'"):
        _ = ask(own, by="domain").replace(metrics=["mine"], scores={"mine": lacking}).records


def test_a_row_a_domain(own):
    found = sizes(ask(own, by="domain"))
    assert list(found) == ["chat", "news"]
    assert found["chat"][1] == ["s3", "s4", "s5"]
    alone = ask(own, domains=["chat"]).records["value"]
    parts = ask(own, by="domain").records
    assert parts[parts["task"] == "chat"]["value"].tolist() == alone.tolist()
    assert ask(own, by="domain").plan.evalset.outputs.index.tolist() == list(range(30))
    unnamed = replace(own, outputs=own.outputs.replace({"domain": {"news": ""}}))
    assert list(sizes(ask(unnamed, by="domain"))) == ["chat", "no domain"]
    others = (each.assign(task="other") for each in (own.outputs, own.references, own.judgments))
    tables = zip((unnamed.outputs, own.references, own.judgments), others, strict=True)
    both = EvalSet.build(own.card, *map(pd.concat, tables))
    found = list(sizes(ask(both, by="domain")))
    assert found == ["all: chat", "all: no domain", "other: chat", "other: news"]
    with pytest.raises(WorkbenchError, match=r"data\.by: own names no documents: got 'document'"):
        ask(own, by="document").check()


def ratings(experiment):
    """Return the means over raters that the metrics are held against."""
    (task,) = experiment.plan.tasks.values()
    return lay_ratings(task, find_ratings(experiment.plan, task, "adequacy"))


def test_raters_by_name_and_pattern(own):
    one = ask(own, raters=["ann"])
    assert one.records["raters"].unique().tolist() == ["ann"]
    assert ratings(one).max() == 7.0
    assert ratings(ask(own, raters=["a*", "bob"])).max() == 10.5


def test_ratings_are_standardised_per_rater(own):
    """Bob's ratings are twice Ann's: standardised they are the same, and so is their mean."""
    standard = ask(own, ratings="z-scored")
    raw = ratings(ask(own, raters=["ann"]))
    assert np.allclose(ratings(standard), (raw - raw.mean()) / raw.std(), atol=1e-12)
    assert standard.records["raters"].unique().tolist() == ["all, z-scored per rater"]


def test_several_references_by_name(own):
    several = ask(own, references={"two": "named(reference=ref-A|ref-B)"})
    assert several.records["n_references"].unique().tolist() == ["2"]
    whole = workbench.Experiment(
        own, ["rouge-1"], correlation={"interval": "none"}, references={"two": "first(k=2)"}
    )
    assert several.records["value"].tolist() == whole.records["value"].tolist()
    with pytest.raises(WorkbenchError, match=r"no reference is called 'ref-D'\. Did you mean 'ref-"):
        ask(own, references={"two": "named(reference=ref-A|ref-D)"}).check()


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"systems": ["m11"]}, r"data\.systems: nothing is called 'm11'\. Did you mean 'm1"),
        ({"segments": ["domain=sports"]}, r"data\.segments: nothing is called 'sports'\. .*chat, news"),
        ({"raters": ["anne"]}, r"data\.raters: nothing is called 'anne'\. Did you mean 'ann'\?"),
        ({"raters": "experts"}, r"data\.raters: unknown group of raters 'experts'.*a list may name raters"),
        ({"tasks": ["de-*"]}, r"data\.tasks: nothing is called 'de-\*'\. Known: all"),
        ({"segments": ["s0"], "domains": ["chat"]}, r"data\.domains: nothing is called 'chat'\. .*news"),
    ],
)
def test_what_fits_nothing_is_said(own, asked, said):
    with pytest.raises(WorkbenchError, match=said):
        ask(own, **asked).check()


def test_what_looks_wrong_is_looked_for_in_what_is_looked_at(own):
    copied = own.outputs.assign(
        text=own.outputs["text"].where(own.outputs["domain"] == "news", "nothing at all")
    )
    data = replace(own, outputs=copied)
    assert "outputs-equal-references" in str(ask(data).understood.warnings)
    assert "outputs-equal-references" not in str(ask(data, domains=["news"]).understood.warnings)
    assert "3 segments" in ask(data, domains=["news"]).understood.lines[0]
    # as given, whatever becomes of the ratings, and task by task
    parts = ask(data, by="domain", ratings="z-scored").understood
    assert parts.lines == ask(data).understood.lines


def test_nothing_is_said_of_criteria_that_are_not_asked_for(own):
    some = own.judgments.iloc[::3].assign(criterion="clarity")
    both = pd.concat([own.judgments, some])
    data = EvalSet.build(own.card.judging(["adequacy", "clarity"]), own.outputs, own.references, both)
    assert "have a judgment on clarity" in str(ask(data).understood.warnings)
    asked = ask(data, criteria=["adequacy"])
    assert "clarity" not in str(asked.understood)
    assert "adequacy" in str(asked.understood)
    assert "clarity" in str(asked.replace(criteria=["clarity"]).understood)

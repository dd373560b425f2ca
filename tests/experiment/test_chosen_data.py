"""What of a data set is looked at: by name, pattern and column, and said in the caption."""

import numpy as np
import pandas as pd
import pytest

import workbench
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


def test_what_was_left_out_is_no_part_of_the_numbers(own):
    few = ask(own, systems=["!m10"])
    assert few.records["n_systems"].unique().tolist() == [4]
    assert "Data: own 1, only systems !m10 (4 of 5)." in few.table().panels[0].notes
    assert "in own 1, only systems !m10 (4 of 5)" in str(few.methods())
    assert few.records["value"].tolist() != ask(own).records["value"].tolist()


def test_a_row_a_domain(own):
    found = sizes(ask(own, by="domain"))
    assert list(found) == ["chat", "news"]
    assert found["chat"][1] == ["s3", "s4", "s5"]
    alone = ask(own, domains=["chat"]).records["value"]
    parts = ask(own, by="domain").records
    assert parts[parts["task"] == "chat"]["value"].tolist() == alone.tolist()
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

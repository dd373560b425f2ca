"""What an analysis says of a task and a criterion is what it says of them alone."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.experiment.analysis import Result, known_analyses
from workbench.experiment.experiment import Experiment

ASKED = {
    "test": {"against": "all", "draws": 19},
    "ranking": {},
    "ceiling": {"splits": 2},
    "agreement": {"draws": 9},
    "robustness": {"steps": 2},
    "difference_influence": {"draws": 19},
    "system_test": {"draws": 19},
    "reference_choice": {"sizes": [1, 2]},
}
ON_BLOCKS = {"block_test": {}, "block_power": {"times": [2], "draws": 20}}
LEVELS = {"levels": ["system", "segment"], "coefficients": ["pearson", "kendall"], "draws": 19}


def experiment(data: EvalSet, on_blocks: bool) -> Experiment:
    unit = {"size": 3, "assignments": 3}
    asked = {"unit": unit, **ON_BLOCKS} if on_blocks else {"correlation": LEVELS, **ASKED}
    return workbench.Experiment(data, ["rouge-1", "rouge-2"], preprocess=["none"], components=["f"], **asked)


@pytest.fixture(scope="module")
def two() -> tuple[list[Experiment], list[Experiment]]:
    """Experiments on a task, on blocks and not; and with another criterion and tasks before and after it."""
    data = workbench.simulate(topics=9, systems=5, references=3, words=20).evalset
    other = workbench.simulate(topics=7, systems=6, references=3, words=20, seed=1).evalset
    outputs = [data.outputs, *(other.outputs.assign(task=name) for name in ("a", "z"))]
    references = [data.references, *(other.references.assign(task=name) for name in ("a", "z"))]
    judgments = [data.judgments, *(other.judgments.assign(task=name) for name in ("a", "z"))]
    judgments += [
        each.assign(criterion="style", score=each["score"].max() - each["score"]) for each in judgments
    ]
    criteria = {"style": data.card.criteria["coverage"], **data.card.criteria}
    card = data.card.model_copy(update={"criteria": criteria})
    both = EvalSet.build(card, *map(pd.concat, (outputs, references, judgments)))
    alone, beside = ([experiment(each, on_blocks) for on_blocks in (False, True)] for each in (data, both))
    return alone, beside


@pytest.mark.parametrize("section", [*ASKED, *ON_BLOCKS])
def test_a_task_and_a_criterion_are_what_they_are_alone(two, section: str) -> None:
    frames = []
    for each in two:
        e = each[section in ON_BLOCKS]
        [asked] = [(kind, settings) for kind, settings in e.answered if kind.section == section]
        frames.append({"records": e.records, **e.result(*asked).frames})
    for name, frame in frames[0].items():
        if "task" in frame:
            other = frames[1][name]
            of_style = other.isin(["style"]).any(axis=1)  # people stand among the metrics in some
            found = other[(other["task"] == "news") & ~of_style].reset_index(drop=True)
            # the data are others, and the digest of a record says so
            names = frame.columns.drop("hash", errors="ignore")
            pd.testing.assert_frame_equal(found[names], frame[names].reset_index(drop=True), obj=name)
            assert other["task"].drop_duplicates().tolist() == ["a", "news", "z"]
            assert section == "system_test" or set(other["criterion"]) == {"coverage", "style"}


@pytest.mark.parametrize("on_blocks", [False, True])
def test_what_was_done_is_in_the_methods(two, on_blocks: bool) -> None:
    e = two[0][on_blocks]
    for kind, settings in e.answered:
        if "describe_methods" in vars(kind):
            said = kind().describe_methods(e.result(kind, settings))
            assert said != kind().describe_methods(None), kind


def test_of_what_came_to_nothing_the_methods_say_nothing() -> None:
    """A protocol and ceilings are never without a row."""
    said = {
        kind.called: kind().describe_methods(Result({each.name: each.build([]) for each in kind.frames}))
        for kind in known_analyses()
        if "describe_methods" in vars(kind) and kind.called not in ("protocol", "reliability")
    }
    assert len(said) >= 12
    assert said.pop("compare") == ["No differences between metrics were tested."]
    assert {name: sentences for name, sentences in said.items() if sentences} == {}


def test_one_row_without_a_value_changes_nothing_of_what_was_done(two) -> None:
    alone, (together, _) = two
    kinds = {kind.called: kind for kind in known_analyses()}
    found = [(kind, e.result(kind, settings)) for e in alone for kind, settings in e.answered]
    found += [
        (kinds[name], getattr(together, name)(**how))
        for name, how in {
            "average_ranks": {},
            "replicability": {},
            "families": {"of": {"S01": "a", "S02": "a"}, "draws": 9, "swaps": 9},
            "worth": {},
        }.items()
    ]
    for kind, result in found:
        if "describe_methods" in vars(kind):
            frames = {}
            for name, frame in result.frames.items():
                nothing = frame.iloc[-1:].copy()
                numbers = frame.select_dtypes("float").columns.drop(
                    ["confidence", "test_level"], errors="ignore"
                )
                nothing[numbers] = np.nan
                frames[name] = pd.concat([frame, nothing], ignore_index=True)
            said = kind().describe_methods(result)
            assert said, kind
            assert kind().describe_methods(replace(result, frames=frames)) == said, kind

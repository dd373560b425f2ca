"""Lists of texts, ratings and systems beside each other, as programs write columns of objects."""

from typing import Any

import pandas as pd
import pytest

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.errors import SpecError

SYSTEMS = ["A", "B", "C"]


def texts(at: int) -> list[str]:
    return [f"a b c {at} {name}" for name in SYSTEMS]


def read(lists: Any, **said: Any) -> EvalSet:
    rows = [{"id": f"d{at}", "references": [f"a b c {at}", "d e f", "g h i"], **lists(at)} for at in range(4)]
    return workbench.data(pd.DataFrame(rows), **said)


def expect(own: EvalSet) -> None:
    assert own.systems("all") == SYSTEMS
    assert own.outputs.set_index(["segment", "system"])["text"]["d2", "B"] == "a b c 2 B"
    assert own.judgments.set_index(["segment", "system"])["score"]["d2", "C"] == 4
    assert len(own.references) == 12


def test_an_object_of_lists_has_an_output_for_each_system() -> None:
    """It was one text of three lines, rated by three people, and the names of systems were not read."""
    for called in ("model", "systems"):
        expect(read(lambda at, called=called: {
            "outputs": {called: SYSTEMS, "text": texts(at), "flow": [at, at + 1, at + 2]}
        }))  # fmt: skip


def test_columns_of_lists_beside_one_of_systems() -> None:
    """References are the row's, though they may be as many."""
    for called in ("outputs", "summary"):
        expect(read(lambda at, called=called: {
            called: texts(at), "systems": SYSTEMS, "flow": [at, at + 1, at + 2]
        }))  # fmt: skip


def test_lists_in_an_object_without_systems_are_asked_about() -> None:
    with pytest.raises(SpecError, match=r"outs\.text has as many texts in each row as outs\.flow has"):
        read(lambda at: {"outs": {"text": texts(at), "flow": [1, 2, 3]}})


def test_lists_of_another_length_than_systems_are_none_of_theirs() -> None:
    own = read(
        lambda at: {"outputs": {"model": SYSTEMS, "text": texts(at), "flow": [1, 2, 3], "days": [1, 2]}}
    )
    assert own.systems("all") == SYSTEMS
    assert own.judgments["score"].tolist() == [1, 2, 3] * 4


def test_lists_of_which_one_is_named_stay() -> None:
    with pytest.raises(SpecError, match="ratings: are they of as many systems"):
        read(lambda at: {"outputs": texts(at), "systems": SYSTEMS, "flow": [1, 2, 3]}, text="outputs")


def test_parts_of_texts_that_are_marked_have_no_raters() -> None:
    """The severity of each marked error was another person's rating."""
    rows = [
        {"id": f"d{at}", "system": name, "output": f"a b {at} {name}", "ref": "a b c", "score": at,
         "errors": [{"start": n, "end": n + 2, "severity": n} for n in range(at + 1)]}
        for at in range(3) for name in SYSTEMS
    ]  # fmt: skip
    assert workbench.data(pd.DataFrame(rows)).criteria == ["score"]


def test_intervals_of_means_are_no_ratings() -> None:
    rows = [
        {"id": f"d{at}", "system": name, "output": f"a b {at} {name}", "ref": "a b c", "score": at,
         "ci_low": at - 0.5, "ci_upper": at + 0.5, "max_score": at + 1}
        for at in range(3) for name in SYSTEMS
    ]  # fmt: skip
    assert workbench.data(pd.DataFrame(rows)).criteria == ["score"]

"""Tables with a column a system: texts and ratings are told apart by what their names begin or end in."""

from collections.abc import Callable

import pandas as pd
import pytest

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.errors import SpecError

WORDS = [*"abcdefghijkl"]
NUMBERS = [1, 5, 2, 4, 3, 3]


def table(*texts: str, numbers: str = "", **more: object) -> pd.DataFrame:
    """Return six rows with a reference, texts in columns and ratings in others, in pairs if called so."""
    columns: dict[str, object] = {"id": [f"d{at}" for at in range(6)]}
    columns["ref"] = [" ".join(WORDS[at : at + 6]) for at in range(6)]
    for rank, name in enumerate(texts):
        columns[name] = [" ".join(WORDS[at + rank : at + rank + 4]) for at in range(6)]
    for rank, name in enumerate(filter(None, numbers.split(","))):
        columns[name] = [each + 10 * rank for each in NUMBERS]
    return pd.DataFrame({**columns, **more})


def read(frame: pd.DataFrame) -> tuple[EvalSet, dict[tuple[str, str], float]]:
    """Return the data and the mean rating of each system and criterion."""
    own = workbench.data(frame)
    means = own.judgments.groupby(["system", "criterion"])["score"].mean()
    return own, {(str(system), str(name)): mean for (system, name), mean in means.items()}


TWO = {
    "systems alone": (table("A", "B", numbers="A_flow,B_flow"), "text", ("A", "B")),
    "behind": (table("A", "B", numbers="flow A,flow B"), "text", ("A", "B")),
    "names with the sign between": (
        table("gpt-2", "bart", numbers="gpt-2-flow,bart-flow"),
        "text",
        ("gpt-2", "bart"),
    ),
    "numbers": (table("output_1", "output_2", numbers="flow_1,flow_2"), "output", ("1", "2")),
    "numbers at the end": (table("output1", "output2", numbers="flow1,flow2"), "output", ("1", "2")),
    "letters at the end": (table("outputA", "outputB", numbers="flowA,flowB"), "output", ("A", "B")),
    "before": (table("x summary", "y summary", numbers="x flow,y flow"), "summary", ("x", "y")),
    "versions": (
        table("v3.1 output", "v3.2_output", numbers="v3.1 flow,v3.2_flow"),
        "output",
        ("v3.1", "v3.2"),
    ),
    "versions in columns of paths": (
        table("v3.1.output", "v3.2.output", numbers="v3.1.flow,v3.2.flow"),
        "output",
        ("v3.1", "v3.2"),
    ),
    "in both orders": (table("Response_A", "Response_B", numbers="A_flow,B_flow"), "Response", ("A", "B")),
}


@pytest.mark.parametrize("kind", TWO)
def test_texts_and_ratings_of_a_column_a_system_are_rows_of_their_own(kind: str) -> None:
    frame, text, (first, second) = TWO[kind]
    own, means = read(frame)
    assert means == {(first, "flow"): 3.0, (second, "flow"): 13.0}
    assert own.card.mapping is not None
    assert (own.card.mapping.text, own.card.mapping.references) == ((text,), ("ref",))
    outputs = own.outputs[own.outputs["system"] == second]["text"].tolist()
    assert outputs[0] == "b c d e"
    assert len(outputs) == 6
    (note,) = own.notes
    assert f"each read as a row of its own: {first}, {second}" in str(note)


def test_what_only_one_system_has_and_what_all_rows_have_stays() -> None:
    frame = table("A", "B", numbers="A_flow,B_flow,A_style", source=["x y z w"] * 6, hard=NUMBERS)
    _, means = read(frame)
    assert means == {
        ("A", "flow"): 3.0, ("B", "flow"): 13.0, ("A", "style"): 23.0, ("A", "hard"): 3.0, ("B", "hard"): 3.0,
    }  # fmt: skip


@pytest.mark.parametrize("between", ["_", "."])
@pytest.mark.parametrize("other", ["human", "title"])
def test_what_is_said_of_a_text_that_no_system_wrote_is_no_rating_of_theirs(other: str, between: str) -> None:
    texts, ratings = ([f"{each}{between}{of}" for each in ("A", "B", other)] for of in ("output", "flow"))
    own, means = read(table(*texts, numbers=",".join([*ratings, f"{other}{between}style"])))
    assert {name: mean for name, mean in means.items() if name[1] == "flow"} == {
        ("A", "flow"): 3.0,
        ("B", "flow"): 13.0,
    }
    assert {*own.criteria} == {"flow", f"{other}{between}style"}
    assert f"{ratings[-1]} is left out: it rates none of these" in str(own.notes)


def test_ratings_of_a_reference_beside_those_of_systems_are_its_weights() -> None:
    frame = table("A", "B", numbers="A_rating,B_rating", ref_rating=[0.5, 1.0, -0.5, 0.25, 1.0, 0.75])
    own, means = read(frame)
    assert means == {("A", "rating"): 3.0, ("B", "rating"): 13.0}
    assert own.references["weight"].tolist() == frame["ref_rating"].tolist()


def test_a_text_without_ratings_is_no_system_and_is_asked_about() -> None:
    frame = table("A", "B", "note", numbers="A_flow,B_flow")
    own = workbench.data(frame, leave_out="note")
    assert own.systems("all") == ["A", "B"]
    assert "columns that are not taken: note" in str(workbench.data(frame).notes)


def test_systems_of_which_no_rating_is_called_alike_are_none() -> None:
    with pytest.raises(SpecError, match="A, B have texts"):
        workbench.data(table("A", "B", numbers="A_flow,B_style"))


def test_ratings_of_several_people_of_each_system_stay_apart() -> None:
    own, means = read(table("A", "B", numbers="A_flow_ann,A_flow_bob,B_flow_ann,B_flow_bob"))
    assert own.systems("all") == ["A", "B"]
    assert means == {
        ("A", "flow_ann"): 3.0, ("A", "flow_bob"): 13.0, ("B", "flow_ann"): 23.0, ("B", "flow_bob"): 33.0,
    }  # fmt: skip


ONE = {
    "raters of one text": table("summary", numbers="flow_1,flow_2"),
    "comments of raters": table("summary", "comment_1", "comment_2", numbers="flow_1,flow_2"),
    "references with numbers": table("summary", "ref_1", "ref_2", numbers="flow_1,flow_2"),
    "an input beside one text": table("source", "summary", numbers="source_flow,summary_flow"),
    "ratings of one of two texts": table("summary", "title", numbers="title_flow,flow"),
    "a title and a summary": table("summary", "title", numbers="title_flow,summary_flow"),
    "a reference that is rated": table("summary", numbers="ref_flow,summary_flow"),
}


@pytest.mark.parametrize("kind", ONE)
def test_columns_that_are_no_systems_are_one_system_s(kind: str) -> None:
    own, _ = read(ONE[kind])
    assert own.systems("all") == ["system"]
    rated = [each for each in ONE[kind] if "flow" in each and each != "ref_flow"]
    assert own.criteria == rated


def test_a_column_of_systems_says_whose_rows_are() -> None:
    frame = table("output_1", "output_2", numbers="flow_1,flow_2", system=["X", "Y"] * 3)
    with pytest.raises(SpecError, match="output_1, output_2"):
        workbench.data(frame)


def test_columns_that_are_named_are_what_is_said() -> None:
    frame = table("A", "B", numbers="A_flow,B_flow")
    with pytest.raises(SpecError, match="A_flow, B and B_flow are read so where nothing names them"):
        workbench.data(frame, text=["A", "B"])


def repeated(**columns: Callable[[tuple[int, str]], str]) -> pd.DataFrame:
    """Return two ratings of each output, of nobody, and columns that may name what was rated."""
    rows = [(at, system) for at in range(4) for system in "XYZ" for _ in range(2)]
    made = {
        "system": [system for _, system in rows],
        "summary": [f"{system} says this of {at}" for at, system in rows],
        "ref": [f"this is true of {at}" for at, _ in rows],
        "flow": [1 + at % 5 for at in range(len(rows))],
    }
    return pd.DataFrame({**{name: [each(row) for row in rows] for name, each in columns.items()}, **made})


def test_what_is_the_same_for_outputs_of_several_systems_and_tells_their_texts_is_a_segment() -> None:
    named = repeated(
        kind=lambda row: "ab"[row[0] % 2],  # two texts of a system each
        own=lambda row: f"{row[0]}-{row[1]}",  # of one system alone
        story=lambda row: f"story {row[0]}",
        other=lambda row: f"other {row[0]}",
    )
    rated = named.assign(rater=["ann", "bob"] * 12)
    own = workbench.data(rated)
    assert own.card.mapping is not None
    assert own.card.mapping.segment == ("story",)
    assert own.segments("all") == [f"story {at}" for at in range(4)]


@pytest.mark.parametrize("change", ["one text more", "a gap", "of few systems"])
def test_a_column_that_does_not_tell_texts_is_no_segment(change: str) -> None:
    frame = repeated(story=lambda row: f"story {row[0]}").assign(rater=["ann", "bob"] * 12)
    if change == "one text more":
        frame.loc[0, "summary"] = "another text of it"
    elif change == "a gap":
        frame.loc[[0, 1], "story"] = None
    else:
        # of the third story alone the systems share a name
        frame["story"] = [
            story if story == "story 2" else f"{story} {system}"
            for story, system in zip(frame["story"], frame["system"], strict=True)
        ]
    with pytest.raises(SpecError, match="segment: which column names what was judged"):
        workbench.data(frame)


@pytest.mark.parametrize("number", [2, 4])
def test_references_that_are_not_one_a_system_are_those_of_the_row(number: int) -> None:
    """Ref1 and Ref2 were the references of systems 1 and 2, and the third had none."""
    called = [f"Ref{n}" for n in range(1, number + 1)]
    texts = {name: [" ".join(WORDS[at + n :]) for at in range(6)] for n, name in enumerate(called)}
    frame = table("Text1", "Text2", "Text3", numbers="flow1,flow2,flow3", **texts).drop(columns="ref")
    own, means = read(frame)
    assert means == {("1", "flow"): 3.0, ("2", "flow"): 13.0, ("3", "flow"): 23.0}
    assert own.card.mapping is not None
    assert own.card.mapping.references == tuple(called)
    assert len(own.references) == 6 * number


@pytest.mark.parametrize("called", ["system_{}", "{}_model", "sysname {}"])
def test_texts_in_another_order_in_each_row_are_of_who_is_named_beside(called: str) -> None:
    """Places in a row, 1 and 2, were systems, and those whose texts stood there were not read."""
    frame = table("text_1", "text_2", numbers="flow_1,flow_2")
    for place in (0, 1):
        frame[called.format(place + 1)] = ["BA"[place] if at == 0 else "AB"[place] for at in range(6)]
    own, means = read(frame)
    assert means == {("A", "flow"): pytest.approx(28 / 6), ("B", "flow"): pytest.approx(68 / 6)}
    outputs = own.outputs.set_index(["segment", "system"])["text"]
    assert (outputs["d0", "A"], outputs["d1", "A"]) == ("b c d e", "b c d e")
    assert (outputs["d0", "B"], outputs["d1", "B"]) == ("a b c d", "c d e f")


def test_numbered_texts_that_are_always_of_one_system_are_called_as_it_is() -> None:
    frame = table("text_1", "text_2", numbers="flow_1,flow_2", system_1="bart", system_2="t5")
    assert read(frame)[1] == {("bart", "flow"): 3.0, ("t5", "flow"): 13.0}


def test_objects_by_place_are_of_the_systems_that_they_name() -> None:
    rows = [
        {
            "id": f"d{at}",
            "ref": "a b c d e",
            "outputs": {
                place: {"model": "AB"[(at + n) % 2], "text": f"a b c {'AB'[(at + n) % 2]}", "flow": n}
                for n, place in enumerate(("left", "right"))
            },
        }
        for at in range(4)
    ]
    own = workbench.data(pd.DataFrame(rows))
    assert own.systems("all") == ["A", "B"]
    assert own.outputs.set_index(["segment", "system"])["text"]["d1", "B"] == "a b c B"


def test_a_model_behind_a_system_s_name_does_not_rename_it() -> None:
    rows = [
        {"id": f"d{at}", "ref": "a b c", "outputs": {
            name: {"model": f"hub/{name}", "text": f"a b {name}", "flow": at} for name in ("bart", "t5")
        }}
        for at in range(3)
    ]  # fmt: skip
    assert workbench.data(pd.DataFrame(rows)).systems("all") == ["bart", "t5"]

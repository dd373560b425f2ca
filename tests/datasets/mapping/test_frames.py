"""Frames of other people's making, and what `workbench.data` takes of them."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import workbench
from workbench.datasets.mapping.laid import Laid
from workbench.errors import DataError, SpecError

SYSTEMS = ("A", "B", "C")


def wide(documents=4):
    """A row an output, two references, two criteria, one of them as texts."""
    return pd.DataFrame(
        [
            {
                "doc_id": f"d{number}",
                "system": system,
                "summary": f"the {system} cat sat {number} times",
                "ref1": f"the cat sat down {number} times",
                "ref2": f"a cat was sitting there {number} times",
                "coherence": (number + place) % 5 + 1,
                "fluency": str(number % 3 + place),
            }
            for number in range(documents)
            for place, system in enumerate(SYSTEMS)
        ]
    )


NAMED = {
    "text": "summary", "references": ["ref1", "ref2"], "segment": "doc_id", "system": "system",
    "criteria": ["coherence", "fluency"],
}  # fmt: skip


def test_a_wide_frame_becomes_outputs_references_and_judgments():
    own = workbench.data(wide(), **NAMED)
    assert (len(own.outputs), len(own.references), len(own.judgments)) == (12, 8, 24)
    assert own.references[["segment", "reference", "text"]].iloc[1].tolist() == [
        "d0", "ref2", "a cat was sitting there 0 times",
    ]  # fmt: skip
    rated = own.judgments.set_index(["segment", "system", "criterion"])["score"]
    assert (rated["d3", "C", "coherence"], rated["d3", "B", "fluency"]) == (1.0, 1.0)
    assert [own.card.criteria[name].direction for name in own.criteria] == ["higher", "higher"]


def test_what_is_not_said_is_found():
    said, found = workbench.data(wide(), **NAMED), workbench.data(wide())
    assert found.fingerprint == said.fingerprint
    assert found.card.mapping == said.card.mapping


def test_an_experiment_takes_it_as_it_is():
    e = workbench.Experiment(workbench.data(wide()), ["rouge-1"], correlation={"draws": 5})
    assert set(e.records["criterion"]) == {"coherence", "fluency"}


def test_the_order_of_rows_does_not_matter():
    shuffled = wide().sample(frac=1, random_state=1)
    assert workbench.data(shuffled).fingerprint == workbench.data(wide()).fingerprint


@pytest.mark.parametrize("hole", ["", "NA", "n/a", "NaN", "null", "None", None, float("nan"), pd.NA])
def test_missing_ratings_are_missing_and_counted(hole):
    frame = wide().astype({"coherence": object})
    frame.loc[[1, 5], "coherence"] = hole
    own = workbench.data(frame, **NAMED)
    assert len(own.judgments) == 22
    assert [str(note) for note in own.notes] == ["2 of 24 ratings are missing"]


def test_three_frames_with_long_judgments_of_several_raters():
    frame = wide()
    outputs = frame[["doc_id", "system", "summary"]]
    references = frame[["doc_id", "ref1", "ref2"]].drop_duplicates()
    long = frame.melt(["doc_id", "system"], ["coherence", "fluency"], "criterion", "score")
    judgments = pd.concat([long.assign(rater="ann"), long.assign(rater="bob", score=3)])
    own = workbench.data(outputs, references=references, judgments=judgments)
    assert set(own.judgments["rater"]) == {"ann", "bob"}
    assert len(own.judgments) == 48
    whole = workbench.data(frame)
    assert own.references.equals(whole.references)
    assert own.outputs.equals(whole.outputs)
    turned = references.melt("doc_id", ["ref1", "ref2"], "reference", "summary")
    again = workbench.data(outputs, text="summary", references=turned, judgments=judgments)
    assert again.references.equals(whole.references)


def test_several_rows_of_references_with_several_columns_are_all_of_them():
    frame = wide()
    outputs = frame[["doc_id", "system", "summary", "coherence"]]
    references = frame[["doc_id", "ref1", "ref2"]].drop_duplicates()
    more = references.assign(ref1="one more text", ref2="and another one")
    own = workbench.data(outputs, references=pd.concat([references, more]))
    first = own.references[own.references["segment"] == "d0"]
    assert first["text"].tolist() == [*wide().loc[0, ["ref1", "ref2"]], "one more text", "and another one"]
    assert first["reference"].tolist() == ["ref1", "ref2", "ref3", "ref4"]


def test_a_row_a_rating_repeats_the_text():
    frame = pd.concat([wide().assign(who=who) for who in ("ann", "bob")])
    own = workbench.data(frame, **NAMED, rater="who")
    assert (len(own.outputs), len(own.judgments)) == (12, 48)
    with pytest.raises(DataError, match=r"rated twice, first in frame:1\. .*name the column that says who"):
        workbench.data(frame, **NAMED)


def test_nested_lists_are_raters_and_groups_of_them():
    frame = pd.DataFrame(
        [
            {
                "id": f"dm-{number}",
                "decoded": f"the cat {system} sat there {number}",
                "model_id": system,
                "references": [f"a cat sat there {number}", "it was a good cat"],
                "expert_annotations": [{"coherence": 1 + number}, {"coherence": 2}, {"coherence": None}],
                "turker_annotations": [{"coherence": 5}],
                "text": "an article that is much longer",
            }
            for number in range(3)
            for system in SYSTEMS
        ]
    )
    own = workbench.data(frame)
    assert own.card.mapping.criteria == (
        "expert_annotations[].coherence", "turker_annotations[].coherence",
    )  # fmt: skip
    assert own.criteria == ["coherence"]
    assert own.card.raters["expert_annotations"] == ["expert_annotations-*"]
    assert own.references["reference"].unique().tolist() == ["ref1", "ref2"]
    rated = own.judgments[(own.judgments["segment"] == "dm-2") & (own.judgments["system"] == "A")]
    assert rated["score"].tolist() == [3.0, 2.0, 5.0]
    assert str(own.notes[0]) == "9 of 36 ratings are missing"


def test_arrays_in_cells_are_lists():
    frame = wide().drop(columns=["ref1", "ref2"])
    frame["references"] = [np.array([f"one {each}", "two of them"]) for each in frame["doc_id"]]
    assert len(workbench.data(frame, references="references").references) == 8


def test_names_may_be_given_to_columns():
    own = workbench.data(
        wide(), references={"editor": "ref1"}, criteria={"flow": "coherence"}, lower="flow", name="mine"
    )
    assert own.references["reference"].unique().tolist() == ["editor"]
    assert own.criteria == ["flow"]
    assert own.card.criteria["flow"].direction == "lower"
    assert repr(own) == "EvalSet(mine 1, human judgments, all: 3 systems × 4 segments)"


def test_weights_of_references_are_columns():
    frame = wide().assign(w1=0.5, w2=-0.25)
    own = workbench.data(frame, **NAMED, weights=["w1", "w2"])
    assert own.references["weight"].tolist() == [0.5, -0.25] * 4
    with pytest.raises(SpecError, match="weights: one column of weights a column of references: got 1"):
        workbench.data(frame, **NAMED, weights="w1")


def test_weights_with_names_are_those_of_the_references_that_are_called_so():
    frame = wide().assign(w1=0.5, w2=-0.25)
    said = {**NAMED, "references": {"a": "ref1", "b": "ref2"}}
    for weights in ({"a": "w1", "b": "w2"}, {"b": "w2", "a": "w1"}):
        own = workbench.data(frame, **said, weights=weights)
        assert own.references[["reference", "weight"]].values.tolist()[:2] == [["a", 0.5], ["b", -0.25]]
    with pytest.raises(SpecError, match="weights: are named, and not as the references are: got 'a, c'"):
        workbench.data(frame, **said, weights={"a": "w1", "c": "w2"})


def test_weights_in_another_order_than_their_references_are_refused():
    frame = wide().assign(w1=0.5, w2=-0.25)
    with pytest.raises(SpecError, match="other references: got 'w2, w1', allowed: w1, w2") as caught:
        workbench.data(frame, **NAMED, weights=["w2", "w1"])
    assert "name references and weights: a=ref1 and a=w2, in Python" in str(caught.value)
    meant = {**NAMED, "references": {"a": "ref1", "b": "ref2"}}
    own = workbench.data(frame, **meant, weights={"a": "w2", "b": "w1"})
    assert own.references["weight"].tolist() == [-0.25, 0.5] * 4


def test_weights_that_are_called_after_their_references_are_no_criteria():
    frame = wide().assign(ref2_weight=-0.25, ref1_weight=0.5)
    own = workbench.data(frame)
    assert own.references["weight"].tolist() == [0.5, -0.25] * 4
    assert own.criteria == ["coherence", "fluency"]
    named = wide().rename(columns={"ref1": "r1", "ref2": "r2"}).assign(w1=0.5, w2=-0.25)
    said = {**NAMED, "references": ["2=r1", "1=r2"], "weights": ["w1", "w2"]}
    with pytest.raises(SpecError, match="name references and weights: a=r1 and a=w1, in Python"):
        workbench.data(named, **said)


def test_several_tasks_by_a_column():
    both = pd.concat([wide().assign(lp="de-en"), wide().assign(lp="cs-en")])
    own = workbench.data(both, **NAMED, task="lp")
    assert own.tasks == ["cs-en", "de-en"]
    assert len(own.references) == 16


def test_people_among_the_systems_are_references():
    frame = wide().drop(columns=["ref1", "ref2"]).replace({"system": {"C": "human-1"}})
    own = workbench.data(frame, people=["human*"])
    assert own.systems("all") == ["A", "B"]
    assert own.references["reference"].unique().tolist() == ["human-1"]
    assert str(own.notes[0]) == "4 rated texts of human* are references, and not scored"


def test_whole_numbers_that_pandas_made_floats_are_names():
    frame = wide().assign(doc_id=lambda rows: rows["doc_id"].str[1:].astype(float))
    assert workbench.data(frame).segments("all") == ["0", "1", "2", "3"]


def test_several_columns_of_texts_are_several_systems():
    texts = pd.DataFrame({"n": [1, 2], "m1": ["a b c", "d"], "m2": ["a b", "d e"], "gold": ["a b c", "d e"]})
    rated = pd.DataFrame({"n": [1, 1, 2, 2], "system": ["m1", "m2"] * 2, "score": [1, 2, 3, 4]})
    own = workbench.data(texts, ["m1", "m2"], "gold", "n", "system", "score", judgments=rated)
    assert own.outputs[["segment", "system", "text"]].to_numpy().tolist()[2:] == [
        ["2", "m1", "d"], ["2", "m2", "d e"],
    ]  # fmt: skip
    assert own.references["text"].tolist() == ["a b c", "d e"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"text": "sumary"}, r"frame: text: no table has a column 'sumary'\. Did you mean 'summary'\?"),
        ({"criteria": ["summary"]}, r"column 'summary' is named as text and as criterion\. Name another"),
        ({"references": ["summary"]}, r"references: column 'summary' is named as text and as reference"),
        ({"lower": ["coherense"]}, r"own: lower: no criterion 'coherense'\. Did you mean 'coherence'\?"),
        ({"dokument": "doc_id"}, r"unknown key 'dokument'\. Did you mean 'document'\?"),
        ({"judgements": None}, r"workbench\.data: unknown key 'judgements'\. Did you mean 'judgments'\?"),
        ({"text": 7}, r"workbench\.data: text: is the name of a column"),
    ],
)
def test_a_mistake_names_place_and_remedy(changes, said):
    with pytest.raises((SpecError, DataError), match=said):
        workbench.data(wide(), **{**NAMED, **changes})


def test_what_is_no_frame_leads_to_load():
    with pytest.raises(SpecError, match=r"is no DataFrame: got 'str'\. Files are read by workbench\.load"):
        workbench.data("wide.csv")
    with pytest.raises(SpecError, match=r"'list'\. Give pandas\.DataFrame\(frame\)\. Files are read by"):
        workbench.data(wide().to_dict("records"))
    arrow = pa.Table.from_pandas(wide())
    with pytest.raises(SpecError, match=r"is no DataFrame: got 'Table'\. Give what frame\.to_pandas\(\)"):
        workbench.data(arrow)
    with pytest.raises(SpecError, match=r"judgments: is no DataFrame: .* what judgments\.to_pandas\(\)"):
        workbench.data(wide(), judgments=arrow)


@pytest.mark.parametrize("nothing", ["", None, float("nan")])
def test_a_column_of_references_without_a_text_is_said(nothing):
    own = workbench.data(wide().assign(ref2=nothing), **{**NAMED, "references": ["ref1", "ref2"]})
    assert str(own.notes[0]) == "frame: column 'ref2' is empty in every row: no reference comes of it"
    some = wide()
    some["ref2"] = some["ref1"].where(some["doc_id"] == some["doc_id"].iloc[0], nothing)
    assert workbench.data(some, **{**NAMED, "references": ["ref1", "ref2"]}).notes == ()


def test_columns_of_several_names_are_made_one_each_first():
    frame = wide()
    frame.columns = pd.MultiIndex.from_product([["x"], frame.columns])
    with pytest.raises(
        SpecError, match=r"columns have several names each: got .* Make one of each: "
    ) as caught:
        workbench.data(frame, **NAMED)
    exec(str(caught.value).partition("Make one of each: ")[2], {"frame": frame})
    assert list(frame.columns) == [f"x_{name}" for name in wide().columns]


def test_without_ratings_or_references_it_says_which_columns_there_are():
    with pytest.raises(SpecError, match=r"criteria: which columns are ratings\?.*doc_id, system, summary"):
        workbench.data(wide()[["doc_id", "system", "summary", "ref1"]])
    with pytest.raises(SpecError, match=r"references: which columns are references\?"):
        workbench.data(wide()[["doc_id", "system", "summary", "coherence"]])


def test_what_is_said_of_single_errors_does_not_part_an_output():
    """The published ratings of TED talks have a comment on some errors, later ones a time of each."""
    columns = ["system", "seg_id", "rater", "target", "category", "severity", "Comment", "timestamp", "hint"]
    frame = pd.DataFrame(
        [
            ("A", "1", "ann", "a <v>bad</v> text", "Style", "Minor", None, "10:01", "2 feet"),
            ("A", "1", "ann", "<v>a</v> bad text", "Other", "Major", "metric units", "10:02", None),
            ("B", "1", "ann", "no errors", "No-error", "No-error", None, "10:03", None),
            ("refA", "1", "ann", "a text", "No-error", "No-error", None, "10:04", None),
        ],
        columns=columns,
    )
    own = workbench.data(frame)
    assert own.judgments["score"].tolist() == [6.0, 0.0]
    assert any("Comment, timestamp, hint: said of single errors" in str(note) for note in own.notes)
    frame.loc[1, "seg_id"] = None
    with pytest.raises(DataError, match=r"frame:2.*segment"):
        workbench.data(frame)


def test_published_mqm_is_summed_up():
    rows = [
        ("A", "1", "ann", "a <v>bad</v> text here", "Fluency/Punctuation", "Minor"),
        ("A", "1", "ann", "<v>a bad</v> text here", "Accuracy/Omission", "Major"),
        ("B", "1", "bob", "no errors in this", "No-error", "No-error"),
        ("refA", "1", "ann", "a good text here", "No-error", "No-error"),
    ]
    frame = pd.DataFrame(rows, columns=["system", "seg_id", "rater", "target", "category", "severity"])
    own = workbench.data(frame)
    assert own.outputs["text"].tolist() == ["a bad text here", "no errors in this"]
    assert own.judgments["score"].tolist() == [5.1, 0.0]
    assert own.card.criteria["mqm"].direction == "lower"
    assert own.references["reference"].tolist() == ["refA"]
    frame.loc[0, "severity"] = "Awful"
    with pytest.raises(DataError, match="frame:1: severity: got 'Awful', allowed: Major, Minor"):
        workbench.data(frame)


def test_a_list_in_a_cell_is_a_text_of_as_many_lines():
    """Each of them is a sentence; on one line ROUGE-L would read a single one."""
    assert Laid().text_of("x:1", ["One.", "Two here."], "output") == "One.\nTwo here."
    assert Laid().text_of("x:1", "One. Two here.", "output") == "One. Two here."


def test_ratings_without_texts_are_of_the_systems_and_segments_that_are_rated():
    rows = [
        {"task": task, "doc": doc, "model": model, "flow": 10 * at + len(doc)}
        for at, model in enumerate("ABC")
        for doc, task in (("d1", "t"), ("d22", "u"))
    ]
    data = workbench.data(pd.DataFrame(rows), segment="doc", system="model", criteria="flow", task="task")
    expected = [(each["task"], each["doc"], each["model"]) for each in rows]
    found = data.outputs[["task", "segment", "system"]].itertuples(index=False, name=None)
    assert sorted(found) == sorted(expected)
    assert set(data.outputs["text"]) == {""}
    judged = data.judgments.set_index(["task", "segment", "system"])["score"].to_dict()
    assert judged == {(each["task"], each["doc"], each["model"]): each["flow"] for each in rows}

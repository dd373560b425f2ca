"""The one door: what is refused and in which words; the order of rows is no part of a data set."""

import hashlib
import math
import random

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_up import (
    JUDGMENTS,
    OUTPUTS,
    REFERENCES,
    SYSTEMS,
    Row,
    build,
    card,
    judgment,
    output,
    reference,
)

import workbench
from workbench.datasets.evalset import EvalSet, natural_key
from workbench.datasets.places import make_table
from workbench.errors import DataError
from workbench.schema import JUDGMENTS as JUDGMENT_FRAME
from workbench.schema import OUTPUTS as OUTPUT_FRAME
from workbench.schema import REFERENCES as REFERENCE_FRAME


def faults_of(
    outputs: list[Row] = OUTPUTS, references: list[Row] = REFERENCES, judgments: list[Row] = JUDGMENTS
) -> list[str]:
    with pytest.raises(DataError) as caught:
        build(outputs, references, judgments)
    return str(caught.value).splitlines()


def test_frames_have_the_declared_columns_in_natural_order() -> None:
    evalset = build()
    assert list(evalset.outputs.columns) == OUTPUT_FRAME.names
    assert list(evalset.references.columns) == REFERENCE_FRAME.names
    assert list(evalset.judgments.columns) == JUDGMENT_FRAME.names
    assert evalset.tasks == ["t"]
    assert evalset.systems("t") == ["M1", "M2", "M10"]
    assert evalset.segments("t") == ["s1", "s2", "s10"]
    assert list(evalset.references["reference"][:3]) == ["r1", "r2", "r10"]
    assert list(evalset.outputs.index) == list(range(9))
    assert evalset.criteria == ["coverage"]


def test_the_representation_says_name_and_sizes() -> None:
    assert repr(build()) == "EvalSet(simulated-news 1, simulated judgments, t: 3 systems × 3 segments)"


@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_rows_does_not_matter(seed: int) -> None:
    shuffle = random.Random(seed).sample
    straight = build()
    mixed = build(*(shuffle(rows, len(rows)) for rows in (OUTPUTS, REFERENCES, JUDGMENTS)))
    for name in ("outputs", "references", "judgments"):
        pd.testing.assert_frame_equal(getattr(straight, name), getattr(mixed, name))
    assert straight.fingerprint == mixed.fingerprint


@pytest.mark.parametrize(
    "changed",
    [
        {"outputs": [output(text="A cat barked."), *OUTPUTS[1:]]},
        {"references": [{**REFERENCES[0], "text": ""}, *REFERENCES[1:]]},
        {"references": [{**REFERENCES[0], "weight": 0.26}, *REFERENCES[1:]]},
        {"references": [{**REFERENCES[0], "made_by": "M1"}, *REFERENCES[1:]]},
        {"judgments": [{**JUDGMENTS[0], "score": 0.5000000000000001}, *JUDGMENTS[1:]]},
        {"judgments": JUDGMENTS[1:]},
        {"outputs": [{**row, "document": "d1"} for row in OUTPUTS]},
        {"outputs": [{**row, "domain": "news"} for row in OUTPUTS]},
        {"references": [{**row, "only_for": "M1"} if row is REFERENCES[0] else row for row in REFERENCES]},
    ],
)
def test_any_change_of_content_changes_the_fingerprint(changed: dict[str, list[Row]]) -> None:
    assert build(**changed).fingerprint != build().fingerprint


def test_a_fingerprint_is_that_of_three_tables_in_which_what_is_missing_is_empty() -> None:
    """Names come in the order of their numbers; who is no part of a group, a document or a domain "
    "has none."""
    made = build(
        [output(system="M10"), output(system="M2", text='a "b", c')],
        [reference(reference="r2", weight=0.25), reference(reference="r1", weight=math.nan, text="öd\nx")],
        [judgment(system="M2", score=1), judgment(system="M10", score=0.5)],
    )
    outputs = 'task,segment,system,text\nt,s1,M2,"a ""b"", c"\nt,s1,M10,' + str(output()["text"]) + "\n"
    references = (
        "task,segment,reference,text,weight,made_by,only_for\n"
        't,s1,r1,"öd\nx",,,\nt,s1,r2,' + str(reference()["text"]) + ",0.25,,\n"
    )
    judgments = (
        "task,segment,system,criterion,rater,score\nt,s1,M2,coverage,ann,1.0\nt,s1,M10,coverage,ann,0.5\n"
    )
    whole = "".join(f"{each}\0" for each in (outputs, references, judgments))
    assert made.fingerprint == hashlib.sha256(whole.encode()).hexdigest()


def test_each_row_of_a_long_table_is_part_of_the_fingerprint() -> None:
    several = [judgment(system=who, rater=f"{at:04d}") for who in SYSTEMS for at in range(1667)]
    known = build(judgments=several[:5000]), build(judgments=several)
    last = build(judgments=[*several[:-1], {**several[-1], "score": 1.0}])
    assert len(last.judgments) == 5001
    assert len({each.fingerprint for each in (*known, last)}) == 3


def test_a_segment_in_two_domains_is_a_fault_where_there_is_one_document() -> None:
    outputs = [output(document="d", domain="x"), output(system="M2", document="d", domain="y")]
    with pytest.raises(DataError, match=r"segment 's1' of task 't' is in domain 'x' and here in 'y'"):
        build(outputs, [reference()], [judgment()])


def test_what_is_not_declared_is_left_out() -> None:
    more = [{**row, "comment": number} for number, row in enumerate(OUTPUTS)]
    assert build(more).fingerprint == build().fingerprint


def test_empty_texts_are_texts() -> None:
    evalset = build([output(text="")], [reference(text="")], [judgment()])
    assert evalset.outputs["text"][0] == evalset.references["text"][0] == ""


def test_whole_numbers_are_names() -> None:
    evalset = build([output(segment=7)], [reference(segment="7")], [judgment(segment=np.int64(7))])
    assert evalset.segments("t") == ["7"]


def test_optional_columns_may_be_missing_in_some_rows() -> None:
    mined = [
        reference(),
        reference(reference="r2", made_by="not scored"),
        reference(reference="r3", only_for="M1"),
    ]
    evalset = build([output()], mined, [judgment()])
    assert list(evalset.references["made_by"]) == ["", "not scored", ""]
    assert list(evalset.references["only_for"]) == ["", "", "M1"]
    assert evalset.references["weight"].isna().all()


def test_a_weight_that_is_missing_among_others_is_missing_and_not_0() -> None:
    rows = [reference(weight=0.5), reference(reference="r2"), reference(reference="r3", weight=None)]
    weights = build([output()], rows, [judgment()]).references["weight"]
    assert weights[0] == 0.5
    assert weights[1:].isna().all()


def test_weights_go_from_minus_1_to_1_both_included() -> None:
    weights = [-1.0, -0.5, 0.0, 1.0]
    rows = [reference(reference=f"r{at}", weight=weight) for at, weight in enumerate(weights)]
    assert build([output()], rows, [judgment()]).references["weight"].tolist() == weights
    for weight in (-1.001, 1.001):
        (line,) = faults_of(references=[*REFERENCES, reference(reference="r3", weight=weight)])
        assert f"got {weight}, allowed: -1 to 1. Ratings from 1 to 5 become weights by" in line


def test_segments_of_two_tasks_may_have_one_name_and_two_documents() -> None:
    outputs = [output(document="d1", domain="x"), output(task="u", document="d2", domain="y")]
    made = build(outputs, [reference(), reference(task="u")], [judgment()])
    assert made.outputs["document"].tolist() == ["d1", "d2"]
    assert made.outputs["domain"].tolist() == ["x", "y"]


@pytest.mark.parametrize(
    ("frame", "row", "line"),
    [
        ("outputs", OUTPUTS[0], "outputs: given twice: task 't', segment 's1', system 'M1'"),
        ("references", REFERENCES[0], "references: given twice: task 't', segment 's1', reference 'r1'"),
        (
            "judgments",
            JUDGMENTS[0],
            "judgments: given twice: task 't', segment 's1', system 'M1', criterion 'coverage', rater 'ann'",
        ),
        (
            "judgments",
            judgment(system="m1"),
            "judgments: judgment of unknown system 'm1' (task 't').",
        ),
        (
            "judgments",
            judgment(segment="s3"),
            "judgments: judgment of unknown segment 's3' (task 't').",
        ),
        ("judgments", judgment(task="u"), "judgments: judgments of an unknown task 'u'. Known: t"),
        (
            "judgments",
            judgment(criterion="fluency"),
            "judgments: judgment on unknown criterion 'fluency'. Known: coverage",
        ),
        ("judgments", judgment(score=float("nan")), "judgments: row 19: score is not a number: got nan"),
        ("judgments", judgment(score=None), "judgments: row 19: score is not a number: got nan"),
        ("judgments", judgment(score="good"), "judgments: row 19: score is not a number: got 'good'"),
        ("judgments", judgment(score="1"), "judgments: row 19: score is not a number: got '1'"),
        ("judgments", judgment(score=True), "judgments: row 19: score is not a number: got True"),
        ("judgments", judgment(score=float("inf")), "judgments: row 19: score is infinite: got inf"),
        ("judgments", judgment(score=10**400), "judgments: row 19: score is infinite: got 'a huge number'"),
        ("judgments", judgment(rater=""), "judgments: row 19: rater is empty"),
        ("judgments", judgment(rater=" \n"), "judgments: row 19: rater is empty"),
        ("outputs", output(system=True), "outputs: row 10: system is not a text: got True"),
        ("outputs", output(system=10**5000), "outputs: row 10: system is too long a number for a name"),
        ("outputs", output(segment="*"), "outputs: row 10: segment is the sign for all segments together"),
        ("outputs", output(system="M3", text=None), "outputs: row 10: text is not a text: got nan"),
        ("outputs", output(system="M3", text=3), "outputs: row 10: text is not a text: got 3"),
        ("outputs", output(system=1.5), "outputs: row 10: system is not a text: got 1.5"),
        (
            "references",
            reference(reference="r3", weight=1.5),
            "references: weight out of range: task 't', segment 's1', reference 'r3': got 1.5, "
            "allowed: -1 to 1",
        ),
        (
            "references",
            reference(reference="r3", weight="high"),
            "references: row 10: weight is not a number: got 'high'",
        ),
        (
            "references",
            reference(reference="r3", only_for="M7"),
            "references: only_for names an unknown system 'M7' (task 't'). Known: M1, M10, M2",
        ),
    ],
)
def test_each_fault_has_its_line(frame: str, row: Row, line: str) -> None:
    rows = {"outputs": OUTPUTS, "references": REFERENCES, "judgments": JUDGMENTS}
    rows[frame] = [*rows[frame], row]
    lines = faults_of(**rows)
    assert len(lines) == 1
    assert lines[0].startswith(f"simulated-news: {line}")


def test_a_judgment_needs_its_output() -> None:
    what = "judgment of an output that is not there: segment 's1', system 'M1' (task 't')"
    (line,) = faults_of(OUTPUTS[1:])
    assert line.startswith(f"simulated-news: judgments: {what}. Or leave such rows out")


def test_judgments_are_needed() -> None:
    assert faults_of(judgments=[]) == ["simulated-news: judgments: there is not a single judgment"]


def test_a_column_that_is_there_twice() -> None:
    outputs = pd.DataFrame(OUTPUTS)
    twice = pd.concat([outputs, outputs["text"]], axis=1)
    with pytest.raises(DataError, match=r"^simulated-news: outputs: column 'text' is given twice$"):
        EvalSet.build(card(), twice, pd.DataFrame(REFERENCES), pd.DataFrame(JUDGMENTS))


def test_a_fault_names_file_and_line_of_a_row_that_has_them() -> None:
    judged = make_table([{**row, "place": f"j.csv:{line}"} for line, row in enumerate(JUDGMENTS, start=2)])
    judged.loc["j.csv:4", "system"] = "X"
    judged.loc["j.csv:6", "rater"] = "bob"
    with pytest.raises(DataError) as caught:
        EvalSet.build(card(), pd.DataFrame(OUTPUTS), pd.DataFrame(REFERENCES), judged)
    lines = str(caught.value).splitlines()
    assert [line.split(": ")[:2] for line in lines] == [
        ["j.csv:7", "given twice"],
        ["j.csv:4", "judgment of unknown system 'X' (task 't'). Known"],
    ]


def test_sources_may_call_a_system_by_number() -> None:
    mined = make_table([{**reference(made_by=5), "place": "r:1"}, {**reference(reference=2), "place": "r:2"}])
    outputs, judged = pd.DataFrame([output(system=5)]), pd.DataFrame([judgment(system=5)])
    evalset = EvalSet.build(card(), outputs, mined, judged)
    assert list(evalset.references["reference"]) == ["2", "r1"]
    assert list(evalset.references["made_by"]) == ["", "5"]


def test_criteria_stand_as_they_were_named_and_those_of_no_card_by_name() -> None:
    rows = [
        {
            "system": system,
            "doc": f"d{at}",
            "text": "a b",
            "ref": "a b c",
            "q10": at,
            "q2": at + 1,
            "q1": 2 * at,
        }
        for system in "AB"
        for at in range(3)
    ]
    named = {"text": "text", "references": "ref", "segment": "doc", "system": "system"}
    asked = ["q10", "q1", "q2"]
    assert workbench.data(pd.DataFrame(rows), **named, criteria=asked).criteria == asked
    several = [judgment(criterion=name) for name in ("q10", "q2", "q1")]
    bare = card().model_copy(update={"criteria": {}})
    own = EvalSet.build(bare, *map(pd.DataFrame, (OUTPUTS, REFERENCES, several)))
    assert own.criteria == ["q1", "q2", "q10"]


def test_every_segment_needs_a_reference() -> None:
    lines = faults_of(references=[row for row in REFERENCES if row["segment"] != "s2"])
    what = "segment 's2' of task 't' has no reference. Give it one, or leave its outputs and judgments out"
    assert lines == [f"simulated-news: references: {what}"]
    for number, named in ((3, "'s2', 's3', 's4'"), (4, "'s2', 's3', 's4' and 1 more")):
        outputs = [output(segment=f"s{at}") for at in range(1, number + 2)]
        lines = faults_of(outputs, [reference(segment="s1")], [judgment(segment="s1")])
        what = f"{number} segments of task 't' have no reference: {named}. "
        assert any(line.startswith(f"simulated-news: references: {what}") for line in lines), lines


def test_every_output_needs_a_reference_that_is_meant_for_it() -> None:
    lines = faults_of(
        [output(), output(system="M2")], [reference(only_for="M1")], [judgment(), judgment(system="M2")]
    )
    what = "segment 's1' of task 't' has no reference that is meant for 'M2'"
    assert lines == [f"simulated-news: references: {what}"]


def test_a_system_is_known_in_its_own_task_only() -> None:
    outputs = [output(), output(task="u", system="M2")]
    lines = faults_of(outputs, [reference(), reference(task="u")], [judgment(system="M2")])
    start = "simulated-news: judgments: judgment of unknown system 'M2' (task 't'). Known: M1. Or leave"
    assert [line[: len(start)] for line in lines] == [start]


def test_no_outputs_is_one_fault() -> None:
    assert faults_of(outputs=[]) == ["simulated-news: outputs: there is not a single output"]


@pytest.mark.parametrize("column", ["task", "segment", "system", "text"])
def test_a_missing_column_is_named(column: str) -> None:
    rows = [{key: value for key, value in row.items() if key != column} for row in OUTPUTS]
    (line,) = faults_of(outputs=rows)
    assert line.startswith(f"simulated-news: outputs: column {column!r} is missing. ")


def test_all_faults_are_collected_and_the_first_ten_are_said() -> None:
    (line,) = faults_of(judgments=[judgment(system=f"X{number}") for number in range(25)])
    assert "judgments of 25 unknown systems 'X0', 'X1', 'X2' and 22 more (task 't')" in line
    lines = faults_of(judgments=[judgment(criterion=f"X{number}") for number in range(25)])
    assert len(lines) == 11
    assert lines[-1] == "simulated-news: ... and 15 more faults"
    mixed = faults_of(
        [*OUTPUTS, OUTPUTS[0]], [*REFERENCES, REFERENCES[0]], [*JUDGMENTS, judgment(system="X")]
    )
    assert [line.split(": ")[1] for line in mixed] == ["outputs", "references", "judgments"]


def test_faults_name_the_given_place() -> None:
    frames = [pd.DataFrame(rows) for rows in ([output(), output()], [reference()], [judgment()])]
    with pytest.raises(DataError, match=r"^out\.csv: given twice"):
        EvalSet.build(card(), *frames, where={"outputs": "out.csv"})


def test_half_a_surrogate_pair_is_refused() -> None:
    texts = pd.DataFrame([output()]).astype(object)
    texts["text"] = pd.Series(["\ud800"], dtype=object)
    with pytest.raises(DataError, match="row 1: text is not Unicode"):
        EvalSet.build(card(), texts, pd.DataFrame([reference()]), pd.DataFrame([judgment()]))


def test_building_leaves_the_given_frames_alone() -> None:
    frames = [pd.DataFrame(rows) for rows in (OUTPUTS[::-1], REFERENCES, JUDGMENTS)]
    copies = [frame.copy() for frame in frames]
    EvalSet.build(card(), *frames)
    for frame, copy in zip(frames, copies, strict=True):
        pd.testing.assert_frame_equal(frame, copy)


@given(st.lists(st.integers(0, 10**6), min_size=2, max_size=6))
def test_numbers_in_names_count_as_numbers(numbers: list[int]) -> None:
    names = [f"doc{number}-x" for number in numbers]
    assert sorted(names, key=natural_key) == [f"doc{number}-x" for number in sorted(numbers)]


def test_numbers_may_have_zeros_before_them_and_any_length() -> None:
    names = ["t0", "t00", "t1", "t01", "t2", "t010", "t11", "t" + "9" * 5000, "t1" + "0" * 5000]
    ordered = ["t0", "t00", "t01", "t1", "t2", "t010", "t11", *names[-2:]]
    for seed in range(5):
        assert sorted(random.Random(seed).sample(names, len(names)), key=natural_key) == ordered


@given(st.text("0123t", max_size=5), st.text("0123t", max_size=5))
def test_different_names_have_different_keys(one: str, other: str) -> None:
    assert (natural_key(one) == natural_key(other)) == (one == other)


def test_systems_are_those_that_were_made() -> None:
    assert tuple(build().systems("t")) == SYSTEMS

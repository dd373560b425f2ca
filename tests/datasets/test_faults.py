"""Faults of a data set, whole and word for word: which row, what it is called, what was got and allowed."""

import pytest
from made_up import JUDGMENTS, OUTPUTS, REFERENCES, Row, build, judgment, output, reference

from workbench.errors import DataError

MANY = [output(system=f"A{number}") for number in range(41)]
FAULTS: dict[str, tuple[dict[str, list[Row]], str]] = {
    "documents, domains, weights, who is meant": (
        {
            "outputs": [
                *OUTPUTS,
                output(segment="s11", document="d1"),
                output(segment="s11", system="M2", document="d2"),
                output(segment="s12", domain="a"),
                output(segment="s12", system="M2", domain="b"),
                output(task="u"),
            ],
            "references": [
                *REFERENCES,
                reference(reference="r3", weight=1.5),
                reference(reference="r4", weight=-2.0),
                reference(reference="r5", only_for="M3"),
            ],
        },
        """
        outputs: segment 's11' of task 't' is in document 'd1' and here in 'd2'
        outputs: segment 's12' of task 't' is in domain 'a' and here in 'b'
        references: weight out of range: task 't', segment 's1', reference 'r3': got 1.5, allowed: -1 to 1. /
            Ratings from 1 to 5 become weights by (rating - 3) / 2, others by /
            2 * (rating - low) / (high - low) - 1
        references: weight out of range: task 't', segment 's1', reference 'r4': got -2.0, allowed: -1 to 1
        references: only_for names an unknown system 'M3' (task 't'). Known: M1, M10, M2
        references: 2 segments of task 't' have no reference: 's11', 's12'. Give it one, or leave its /
            outputs and judgments out
        references: segment 's1' of task 'u' has no reference. Give it one, or leave its outputs and /
            judgments out
        """,
    ),
    "references for one system": (
        {"references": [{**row, "only_for": "M1" if row["segment"] == "s2" else ""} for row in REFERENCES]},
        """
        references: segment 's2' of task 't' has no reference that is meant for 'M2'
        references: segment 's2' of task 't' has no reference that is meant for 'M10'
        """,
    ),
    "segments without references": (
        {"outputs": [output(segment=f"s{at}") for at in range(6)], "references": [reference()]},
        """
        references: 5 segments of task 't' have no reference: 's0', 's2', 's3' and 2 more. Give it one, or /
            leave its outputs and judgments out
        """,
    ),
    "numbers": (
        {
            "judgments": [
                judgment(score=score, rater=str(at))
                for at, score in enumerate((True, "3", float("nan"), 10**400, 1e200, -1e150, 2**70 + 1, 1))
            ]
        },
        """
        judgments: row 1: score is not a number: got True
        judgments: row 2: score is not a number: got '3'
        judgments: row 3: score is not a number: got nan
        judgments: row 4: score is infinite: got 'a huge number'
        judgments: row 5: score is too large: squares of it have no sum: got 1e+200
        judgments: row 7: score has more digits than a number keeps: got 1180591620717411303425
        """,
    ),
    "names and texts": (
        {
            "outputs": [
                output(),
                output(system=2**200),
                output(system=2**199),
                output(segment=" "),
                output(segment="*"),
                output(text=3),
                output(text="a\ud800", system="x"),
                output(system=True),
            ]
        },
        r"""
        outputs: row 4: segment is empty: got ' '
        outputs: row 5: segment is the sign for all segments together: got '*'
        outputs: row 2: system is too long a number for a name: got 'a huge number'
        outputs: row 8: system is not a text: got True
        outputs: row 6: text is not a text: got 3
        outputs: row 7: text is not Unicode: it has half a surrogate pair: got 'a\ud800'
        """,
    ),
    "forty names": (
        {"outputs": MANY[:40], "references": [reference(), reference(reference="r2", only_for="A41")]},
        """
        references: only_for names an unknown system 'A41' (task 't'). Did you mean 'A4'? Known: A4, A1, /
            A34, A31, A24, A0, A10, A11, A12, A13, A14, A15, A16, A17, A18, A19, A2, A20, A21, A22, A23, /
            A25, A26, A27 and 16 more
        """,
    ),
    "more than forty names": (
        {"outputs": MANY, "references": [reference(), reference(reference="r2", only_for="A41")]},
        "references: only_for names an unknown system 'A41' (task 't')",
    ),
    "ten faults": (
        {"judgments": [*JUDGMENTS, *(judgment(criterion=f"X{at}") for at in range(10))]},
        "\n".join(f"judgments: judgment on unknown criterion 'X{at}'. Known: coverage" for at in range(10)),
    ),
    "eleven faults": (
        {"judgments": [*JUDGMENTS, *(judgment(criterion=f"X{at}") for at in range(11))]},
        "\n".join(
            [
                *(f"judgments: judgment on unknown criterion 'X{at}'. Known: coverage" for at in range(10)),
                "... and 1 more fault",
            ]
        ),
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_said_of_faults(name: str) -> None:
    parts, said = FAULTS[name]
    if name in ("segments without references", "forty names", "more than forty names"):
        parts = {"judgments": [judgment(system=str(parts["outputs"][0]["system"]))], **parts}
    with pytest.raises(DataError) as caught:
        build(**parts)
    lines = [line.strip() for line in said.replace("/\n", " ").strip().splitlines()]
    assert str(caught.value).splitlines() == ["simulated-news: " + " ".join(line.split()) for line in lines]

"""One thing is said to be one."""

import pandas as pd
import pytest

import workbench
from workbench.datasets.understood import understand

ROWS = [
    {
        "turn": f"t{turn}",
        "bot": bot,
        "text": f"{bot} says {turn}",
        "ref": f"it says {turn}",
        "q": turn + at,
        "r": "x",
    }
    for turn in range(3)
    for at, bot in enumerate(("A", "B"))
]
NAMED = {
    "text": "text",
    "references": "ref",
    "segment": "turn",
    "system": "bot",
    "criteria": "q",
    "rater": "r",
}


@pytest.mark.parametrize(
    ("column", "value", "times", "said"),
    [
        ("q", "3 - good", 1, "1 rating in q is more than a number: of '3 - good' the number is taken"),
        ("q", "3 - good", 2, "2 ratings in q are more than a number: of '3 - good' the number is taken"),
        (
            "r",
            None,
            1,
            "1 rating has no r (rater), and is taken as one rater's. Fill it in where others rated",
        ),
        (
            "r",
            None,
            2,
            "2 ratings have no r (rater), and are taken as one rater's. Fill it in where others rated",
        ),
    ],
)
def test_notes_on_cells(column, value, times, said):
    frame = pd.DataFrame([{**row, column: value} if at < times else row for at, row in enumerate(ROWS)])
    assert [str(note) for note in workbench.data(frame, **NAMED).notes] == [said]


def test_a_text_of_a_person():
    frame = pd.DataFrame([*ROWS, {**ROWS[0], "bot": "human"}])
    assert "1 rated text of human is a reference, and not scored" in map(
        str, workbench.data(frame, **NAMED, people="human").notes
    )


@pytest.mark.parametrize(
    ("names", "said"),
    [(("1.2E+10", "B"), "1 system is called"), (("1.2E+10", "2E5"), "2 systems are called")],
)
def test_names_of_spreadsheets(names, said):
    frame = pd.DataFrame(ROWS)
    frame["bot"] = frame["bot"].map(dict(zip("AB", names, strict=True)))
    found = understand(workbench.data(frame, **NAMED))
    (spreadsheets,) = [str(each) for each in found.warnings if each.rule == "names-of-spreadsheets"]
    assert f": {said} as spreadsheets write numbers or days: " in spreadsheets


def test_one_output():
    frame = pd.DataFrame(ROWS[:1])
    data = workbench.data(frame, **NAMED)
    assert "1 system × 1 segment, 1 output, " in understand(data).lines[0]
    assert repr(data).endswith(", all: 1 system × 1 segment)")

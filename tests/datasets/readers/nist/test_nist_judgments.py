"""The rows of NIST's tables: those of the description of the formats, and rows that are none."""

from collections.abc import Callable

import pytest

from workbench.datasets.readers.nist.files import Member
from workbench.datasets.readers.nist.judgments import (
    NistJudgment,
    read_coverage_2001,
    read_coverage_2002,
    read_coverage_2003,
    read_responsiveness_2003,
    read_usefulness_2003,
)
from workbench.datasets.readers.nist.names import Topic
from workbench.errors import DataError, Problem

ROW_2001 = "D90 M ------- 100 X A A 7 3 3 3 0 0 0 2 5 2 0 4 1 1 2 1"
ROW_2002 = (
    "D90 M ------- 100 98 X A B 7 1 0 0 0 0 0 0 0 0 0 0 0 0 0.00 5 5 0 4 0.350 0.300 0.200 0.340 0.290 0.190"
)
ROW_2003 = ROW_2002.replace(" 7 1 ", " 7 1 1 ")
TOPIC = Topic("D90", "", 100)
Read = Callable[[Member, list[Problem]], object]


def read(reader: Read, *lines: str) -> tuple[list[NistJudgment], list[str]]:
    notes: list[Problem] = []
    content = "".join(f"{line}\n" for line in lines).encode()
    return list(reader(Member("t", ("t",), content), notes)), list(map(str, notes))


def scores(reader: Read, *lines: str) -> list[tuple[Topic, str, str, str, float, str]]:
    return [tuple(each)[1:] for each in read(reader, *lines)[0]]


def test_2001() -> None:
    assert scores(read_coverage_2001, ROW_2001) == [(TOPIC, "7", "coverage", "assessor", 0.75, "")]
    single = ROW_2001.replace("M -------", "P SJMN91-1")
    assert scores(read_coverage_2001, single)[0][0] == Topic("D90", "SJMN91-1", 100)


def test_2002_and_2003() -> None:
    expected = [
        (TOPIC, "7", "coverage", "assessor B", 0.35, "A"),
        (TOPIC, "7", "coverage_adjusted", "assessor B", 0.34, "A"),
    ]
    assert scores(read_coverage_2002, "prose above", "", ROW_2002) == expected
    assert scores(read_coverage_2003, ROW_2003) == expected


def test_people_are_read_too() -> None:
    assert scores(read_coverage_2001, ROW_2001, ROW_2001.replace("A A 7", "A A C"))[1][1] == "C"
    assert len(scores(read_coverage_2002, ROW_2002, ROW_2002.replace("B 7", "B C"))) == 4


def test_paired_scores() -> None:
    assert scores(read_responsiveness_2003, "d301 x 07 a 3 b 4") == [
        (Topic("D301", "", 0), "7", "responsiveness", "score 1", 3.0, ""),
        (Topic("D301", "", 0), "7", "responsiveness", "score 2", 4.0, ""),
    ]
    assert scores(read_usefulness_2003, "x APW199810160240 x 7 a 3 b 4")[0] == (
        (Topic("", "APW19981016.0240", 0), "7", "usefulness", "score 1", 3.0, "")
    )


@pytest.mark.parametrize(
    ("reader", "row", "message"),
    [
        (
            read_coverage_2001,
            ROW_2001[:-2],
            "t:1: wrong number of cells for 2 model units: got 22, allowed: 23",
        ),
        (read_coverage_2001, f"{ROW_2001} 1", "t:1: wrong number of cells for 2 model units: got 24"),
        (
            read_coverage_2001,
            "D90 M ------- 100",
            "t:1: wrong number of cells: got 4, allowed: 17 and three for each unit",
        ),
        (
            read_coverage_2001,
            ROW_2001.replace(" 2 5 2 0 ", " -1 5 2 0 "),
            "t:1: column 14: number of model units is out of range: got -1.0, allowed: 0 to 1e+09",
        ),
        (
            read_coverage_2001,
            ROW_2001.replace("M", "P"),
            "t:1: column 2 of a row with P: got '-------', allowed: a document",
        ),
        (read_coverage_2001, ROW_2001.replace(" 4 1 1", " 5 1 1"), "completeness is out of range: got 5.0"),
        (
            read_coverage_2001,
            ROW_2001.replace("M", "Q"),
            "t:1: column 1: got 'Q', allowed: M (a set) or P (a document)",
        ),
        (
            read_coverage_2001,
            ROW_2001.replace("-------", "AP1-2"),
            "t:1: column 2 of a row with M: got 'AP1-2', allowed: dashes",
        ),
        (
            read_coverage_2001,
            ROW_2001.replace(" 100 ", " long "),
            "column 3 is no length in words: got 'long'",
        ),
        (
            read_coverage_2001,
            ROW_2001.replace("A A 7", "A A 7b"),
            "t:1: column 7 is no peer: a number, or a letter: got '7b'",
        ),
        (read_coverage_2002, ROW_2002[:-6], "t:1: wrong number of cells: got 32, allowed: 33"),
        (read_coverage_2002, f"{ROW_2002} 1", "t:1: wrong number of cells: got 34, allowed: 33"),
        (read_coverage_2002, ROW_2003, "t:1: wrong number of cells: got 34, allowed: 33"),
        (read_coverage_2002, ROW_2002.replace("0.350", "1.350"), "coverage is out of range: got 1.35"),
        (read_coverage_2002, ROW_2002.replace("0.350", "."), "column 27: coverage is not a number: got '.'"),
        (read_coverage_2002, f"9{ROW_2002}", "t:1: a row that does not begin with a document set and M or P"),
        (read_coverage_2002, "prose alone", "t: holds no rows of the table"),
        (read_coverage_2003, "", "t: holds no rows of the table. It is empty"),
        (read_coverage_2003, ROW_2002, "t:1: wrong number of cells: got 33, allowed: 34"),
        (read_coverage_2003, ROW_2003.replace("D90", "D9é"), "t:1: is not ASCII"),
        (read_responsiveness_2003, "d301 x 7 a 3 b", "t:1: wrong number of cells: got 6, allowed: 7"),
        (read_responsiveness_2003, "d301 x 7 a 3 b x", "column 6: responsiveness is not a number: got 'x'"),
        (read_usefulness_2003, "x APW x 7 a 3 b 4", "t:1: not a document without its dot: got 'APW'"),
        (read_usefulness_2003, "x APW199.0240 x 7 a 3 b 4", "t:1: not a document without its dot"),
    ],
)
def test_rows_that_are_none(reader: Read, row: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        read(reader, row)
    assert message in str(caught.value)


def test_no_units_is_no_coverage() -> None:
    found, notes = read(read_coverage_2001, ROW_2001, " ".join([*ROW_2001.split()[:14], "0", "5", "2"]))
    assert len(found) == 1
    assert notes == ["t:2: was judged against no unit, so it has no coverage: left out"]


def test_a_last_line_without_end_is_noted() -> None:
    notes: list[Problem] = []
    list(read_coverage_2001(Member("t", ("t",), ROW_2001.encode()), notes))
    assert str(notes[0]) == "t:1: its last line has no end: the file may be cut off there"

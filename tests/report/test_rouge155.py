"""The printed form of ROUGE-1.5.5."""

import pytest

from workbench.report.rouge155 import Average, Averages, Sums, leading_number, write_averages, write_sums


@pytest.mark.parametrize(
    ("name", "number"),
    [("10.7", 10.7), ("1e2.x", 100), ("-3x", -3), (".5", 0.5), ("D1", 0), ("", 0), (" 7.", 7), ("٣", 0)],
)
def test_leading_numbers_are_those_of_perl(name, number):
    assert leading_number(name) == number


def section(evaluations):
    return Averages("S", "ROUGE-L", [Average(0.5, 0.25, 1.0)] * 3, "99.5", evaluations)


def test_evaluations_stand_by_number_then_by_name():
    lines = write_averages(section(dict.fromkeys(("10", "b", "2-b", "2-a", "a"), (0, 0, 1)))).splitlines()
    assert [line.split()[3] for line in lines[5:]] == ["a.S", "b.S", "2-a.S", "2-b.S", "10.S"]
    assert lines[1] == "S ROUGE-L Average_R: 0.50000 (99.5%-conf.int. 0.25000 - 1.00000)"
    assert lines[4] == "." * 45


def test_nothing_follows_the_averages_without_evaluations():
    text = write_averages(section({}))
    assert text.count("\n") == 4
    assert text.endswith("1.00000)\n")


def test_summed_counts_are_cut_not_rounded():
    assert write_sums(Sums("S", "ROUGE-W-1.2", 2.99, 7.0, 1.5)).splitlines() == [
        "-" * 45,
        "S ROUGE-W-1.2 M_count: 2 P_count: 7 H_count: 1",
    ]

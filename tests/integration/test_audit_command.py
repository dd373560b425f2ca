"""The command that audits printed numbers."""

import re

import pytest
from click.testing import CliRunner

from workbench.audit.audit import audit_interval, audit_published, decimals
from workbench.cli import main
from workbench.errors import SpecError
from workbench.report.published import list_published, read_published
from workbench.stats.intervals.fisher import fisher_z


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, ["audit", *arguments])
    assert result.exit_code == code, result.output
    return result.stderr if code else result.stdout


def test_one_interval_of_galley() -> None:
    output = run("--r", ".484", "--low", ".415", "--high", ".546", "--n", "252")
    title, fisher, bonett_wright, caveat = output.splitlines()
    assert title == ".484 (.415 to .546), pearson, 95 %"
    assert fisher == "  fisher: n = 525-530; at n = 252 it would be 0.383 to 0.573"
    assert bonett_wright == fisher.replace("fisher", "bonett-wright")
    assert "does not prove" in caveat
    within = run("--r", ".484", "--low", ".415", "--high", ".546", "--n", "529")
    assert "fisher: n = 525-530; 529 is among them" in within
    assert "at n =" not in run("--r", ".484", "--low", ".415", "--high", ".546")


def test_the_zeros_of_a_printed_number_count() -> None:
    exact = audit_interval("0.500", "0.156", "0.736", "pearson")
    rough = audit_interval("0.5", "0.2", "0.7", "pearson")
    assert exact.audits[0].n_that_fits_all == [28]
    assert len(rough.audits[0].n_that_fits_all) > 5
    fitting = audit_interval("0.500", "0.2", "0.7", "pearson").audits[0].n_that_fits_all
    tried = [(n, fisher_z(0.5 + at / 1e4, n, "pearson")) for n in range(5, 60) for at in (-4.9, 0, 4.9)]
    printed = {n for n, made in tried if round(made.low, 1) == 0.2 and round(made.high, 1) == 0.7}
    assert fitting == sorted(printed) == rough.audits[0].n_that_fits_all[2 : 2 + len(fitting)]
    assert (decimals("0.500"), decimals("-.5"), decimals("−1")) == (3, 1, 0)


@pytest.mark.parametrize("coefficient", ["pearson", "spearman", "kendall"])
def test_what_it_would_be_is_the_interval_of_the_library(coefficient: str) -> None:
    fisher, bonett_wright = audit_interval(".30", ".10", ".50", coefficient, n=40, confidence=0.9).would_be
    assert fisher[:2] == pytest.approx(fisher_z(0.3, 40, "pearson", 0.9)[:2])
    assert bonett_wright[:2] == pytest.approx(fisher_z(0.3, 40, coefficient, 0.9)[:2])


def test_an_interval_without_width_fits_any_large_n() -> None:
    assert "fisher: n = 863 or more" in run("--r", ".5", "--low", ".5", "--high", ".5")


def test_larger_numbers_than_those_tried_are_not_said_not_to_fit() -> None:
    """Fisher's half width of .0134 around .5 is that of some 21,600 observations."""
    printed = ("--r", ".5000", "--low", ".4900", "--high", ".5100")
    assert "fisher: no n up to 20,000 fits\n" in run(*printed)
    found = run(*printed, "--n", "30000")
    first, last = map(int, re.search(r"fisher: n = (\d+)-(\d+); at n = 30000", found).groups())
    assert 20_000 < first <= 21_600 <= last < 30_000


def test_an_interval_that_fits_nothing_or_is_undefined() -> None:
    output = run("--r", ".9", "--low", ".1", "--high", ".91", "--n", "3")
    assert "fisher: no n fits; at n = 3 it would be undefined" in output
    assert "n = 2" not in run("--r", "1.0", "--low", "0.9", "--high", "1.0")


@pytest.mark.parametrize(
    ("numbers", "line"),
    [
        (("x", ".1", ".9"), "error: r: is not a decimal number: got 'x'"),
        ((".5", ".1", "1e-1"), "error: high: is not a decimal number: got '1e-1'"),
        ((".5", ".1", "nan"), "error: high: is not a decimal number: got 'nan'"),
        (("5.0", ".1", "9.0"), "error: r: is no correlation: got '5.0', allowed: -1 to 1"),
        ((".5", ".6", ".9"), "error: r: is not in its interval: got '.5', allowed: .6 to .9"),
    ],
)
def test_numbers_that_cannot_be(numbers: tuple[str, str, str], line: str) -> None:
    value, low, high = numbers
    assert line in run("--r", value, "--low", low, "--high", high, code=2)


def test_what_is_asked_for_wrongly() -> None:
    interval = {"--r": ".5", "--low": ".1", "--high": ".9"}
    assert "as printed, or --table NAME" in run(code=2)
    for option, value in interval.items():
        others = [word for name, held in interval.items() if name != option for word in (name, held)]
        assert "as printed, or --table NAME" in run(*others, code=2)
        assert "Either --table" in run("--table", "galley2015-table2", option, value, code=2)
    assert "Did you mean 'galley2015-table2'" in run("--table", "galey2015-table2", code=2)
    with pytest.raises(SpecError, match="no constants for 'kendal'"):
        audit_interval(".5", ".1", ".9", "kendal")


def test_the_table_of_galley() -> None:
    output = run("--table", "galley2015-table2", "--n", "252")
    assert "18 intervals (block of 100 responses)" in output
    assert "fisher: n = 527-530: 18 of 18; n = 252: 0 of 18" in output
    assert "bonett-wright: no n fits all; at best n = 233-234: 9 of 18; n = 252: 0 of 18" in output


def test_the_number_that_is_asked_for_goes_before_the_known_one() -> None:
    """Systems of an interval at system level are known: 8 in this table."""
    published = read_published("lin-och2004-acl-table1")
    assert {finding.stated for finding in audit_published(published).intervals} == {8}
    assert {finding.stated for finding in audit_published(published, 12).intervals} == {12}
    of_segments = published._replace(cells=published.cells.assign(level="segment"))
    assert {finding.stated for finding in audit_published(of_segments).intervals} == {None}


def test_the_table_of_fabbri_rests_on_17_systems() -> None:
    audit = audit_published(read_published("fabbri2021-table2"))
    found = {grid.of: grid.fitting for grid in audit.grids}
    assert found.pop("fluency") == [(17, 1)]
    assert found == {name: [(17, 0)] for name in ("coherence", "consistency", "relevance")}
    assert {grid.n for grid in audit.grids} == {34}
    output = run("--table", "fabbri2021-table2")
    assert output.count("17 systems with no tied pair") == 3
    assert output.count("17 systems with 1 tied pair ") == 1


def test_the_shading_of_lin() -> None:
    audits = [audit_published(read_published(f"lin2004-table{number}")).marks for number in (1, 2, 3)]
    assert [len(marks) for marks in audits] == [12, 6, 36]
    odd = [column.of for marks in audits for column in marks if not column.threshold]
    assert [of.rpartition(", ")[2] for of in odd] == ["CASE", "STEM"]
    assert all("DUC 2003 100 WORDS MULTI, 4 REFS" in of for of in odd)
    [misplaced] = [column for marks in audits for column in marks if column.best is False]
    assert (misplaced.marked, misplaced.largest) == ("R-L 0.49", "R-2 0.55")
    output = run("--table", "lin2004-table3")
    assert "from some value on in 34 of 36" in output
    assert "best on the largest value in 35 of 36" in output
    assert "(A1) DUC 2001 100 WORDS MULTI, 1 REF, CASE: R-L 0.49 is marked, R-2 0.55 is the largest" in output


def test_the_stated_systems_are_looked_at() -> None:
    output = run("--table", "lin-och2004-coling-table1")
    assert "18 intervals (system)" in output
    assert "n = 8: 0 of 18" in output
    assert "the 12 systems of the table do not fit, unless a metric ties" in run(
        "--table", "wmt20-to-english"
    )


def test_every_table_can_be_asked() -> None:
    names = [each.name for each in list_published()]
    outputs = {name: run("--table", name) for name in names}
    idle = [name for name, output in outputs.items() if "Nothing to audit" in output]
    assert len(names) > 25
    assert "dstc7-human" in idle
    assert {"galley2015-table2", "fabbri2021-table2", "lin2004-table1"}.isdisjoint(idle)
    assert "too few values or decimals" in outputs["sacrerouge-meteor"]

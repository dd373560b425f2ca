"""Printed numbers beside ours: in the answer, in the cells of the page and in what a cell is copied as."""

import pytest
from made_pages import small_experiment

from workbench.analyses.published import PublishedNumbers, PublishedSpec, hold_against
from workbench.errors import WorkbenchError
from workbench.experiment.experiment import Experiment
from workbench.report.page.page import render_page
from workbench.report.published import read_published

TABLE = "fabbri2021-table2"
CALLED = {"coverage": "coherence", "2 refs": "11 refs"}
ASKED = {"table": TABLE, "only": {"preprocess": "STEM"}, "called": CALLED}


@pytest.fixture(scope="module")
def experiment() -> Experiment:
    return small_experiment(published=ASKED)


@pytest.fixture(scope="module")
def found(experiment: Experiment) -> PublishedNumbers:
    return hold_against(experiment.records, PublishedSpec(**ASKED))


def printed(metric: str) -> str:
    cells = read_published(TABLE).cells
    [value] = cells[(cells["metric"] == metric) & (cells["criterion"] == "coherence")]["value"]
    return str(value)


def test_a_printed_number_belongs_to_the_record_of_which_all_is_true_that_is_printed(
    experiment: Experiment, found: PublishedNumbers
) -> None:
    frame = found.frame
    assert frame["metric"].tolist() == ["ROUGE-1", "ROUGE-2", "Length"]
    for (_, row), place in zip(frame.iterrows(), found.places, strict=True):
        record = experiment.records.loc[place]
        assert record["metric"] == row["metric"].lower()
        assert (record["coefficient"], record["preprocess"], record["references"]) == (
            "kendall",
            "STEM",
            "2 refs",
        )
        assert row["theirs"] == printed(row["metric"])
        assert row["ours"] == record["value"]
        assert row["difference"] == pytest.approx(record["value"] - float(row["theirs"]))
        assert row["note"] == "ours rest on 6 systems, theirs 17 and 4 segments, theirs 100"


def test_of_several_that_fit_none_is_chosen_and_that_is_said(experiment: Experiment) -> None:
    answer = hold_against(experiment.records, PublishedSpec(table=TABLE, called=CALLED))
    assert "ROUGE-1" not in answer.frame["metric"].tolist()
    [line] = answer.lines
    assert "3 fit several of ours, `only` in [published] chooses among them." in line


def test_nothing_of_another_criterion_stands_beside_ours(experiment: Experiment) -> None:
    answer = hold_against(experiment.records, PublishedSpec(table=TABLE, only={"preprocess": "STEM"}))
    assert answer.frame.empty
    [line] = answer.lines
    assert line.startswith("Fabbri et al. 2021, Table 2: 0 of 136 printed numbers stand beside ours. Of ")
    assert "Of criterion none is the same: ours coverage; theirs coherence, consistency, fluency" in line
    assert "Of metric none" not in line
    assert "Of level none" not in line
    assert line.endswith("`called` in [published] says what ours are called there.")


def test_without_any_of_ours_nothing_is_said_of_names(experiment: Experiment) -> None:
    answer = hold_against(experiment.records, PublishedSpec(table=TABLE, only={"preprocess": "STOP"}))
    assert answer.lines == ("Fabbri et al. 2021, Table 2: 0 of 136 printed numbers stand beside ours.",)


def test_where_nothing_of_ours_is_computable_no_difference_is_the_largest(experiment: Experiment) -> None:
    records = experiment.records.assign(value=float("nan"), reason="constant metric scores")
    [line] = hold_against(records, PublishedSpec(**ASKED)).lines
    assert line.endswith("3 of 136 printed numbers stand beside ours, 3 not computable.")


def test_what_is_printed_without_a_level_belongs_to_none_of_ours(experiment: Experiment) -> None:
    records = experiment.records[experiment.records["preprocess"] == "STEM"]
    named = records[["preprocess", "references", "task", "component", "coefficient"]].iloc[0]
    theirs = ("STEM+STOP", "1 ref", "DUC 2001 100 words single doc", "mean", "pearson")
    asked = PublishedSpec(table="lin2004-ntcir-table3", called=dict(zip(named, theirs, strict=True)))
    assert hold_against(records, asked).frame.empty


def test_the_page_has_it_in_the_cell_in_the_list_and_in_the_data_of_the_script(
    experiment: Experiment, found: PublishedNumbers
) -> None:
    page = experiment.page().page
    html = render_page(page)
    assert html.count('class="theirs"') == 3
    cell = html[html.index(f'data-r="{found.places[0]}"') :].split("</td>")[0]
    assert printed("ROUGE-1") in cell
    difference = f"{found.frame['difference'].iloc[0]:+.5f}".replace("-", "−")
    assert difference in cell
    assert found.lines[0] in page.answers
    assert (
        f'"{found.places[0]}":"{printed("ROUGE-1")} (Fabbri et al. 2021, Table 2); ours minus theirs ' in html
    )
    assert 'id="published"' not in render_page(small_experiment().page().page)


def test_a_page_beside_which_no_printed_number_stands_has_no_list_of_them() -> None:
    page = small_experiment(published={"table": TABLE, "only": {"preprocess": "STEM"}}).page().page
    assert page.beside is None
    said = "Fabbri et al. 2021, Table 2: 0 of 136 printed numbers stand beside ours."
    assert any(line.startswith(said) for line in page.answers)


def test_mistakes_are_named() -> None:
    with pytest.raises(WorkbenchError, match=r"published\.table: .*fabri2021-table2.*Did you mean"):
        small_experiment(published={"table": "fabri2021-table2"})
    with pytest.raises(WorkbenchError, match=r"published\.only"):
        small_experiment(published={"table": TABLE, "only": {"prepross": "STEM"}})


def test_a_coefficient_with_something_held_constant_stands_beside_no_plain_one(
    experiment: Experiment,
) -> None:
    records = experiment.records.assign(given="length")
    assert hold_against(records, PublishedSpec(**ASKED)).frame.empty

"""Where no interval is named it is the recommended one, and data that look like an exception say so."""

import asked
import numpy as np
import pytest

import workbench
from workbench.errors import SpecError
from workbench.report.layouts import LAYOUTS, lay_out


@pytest.fixture(scope="module")
def data():
    return workbench.simulate(3, topics=6, systems=14, references=1).evalset


def scored(data, change):
    """Return a file of scores of one metric: change(place of the system, mean judgment of the output)."""
    means = data.judgments.groupby(["task", "segment", "system"])["score"].mean()
    names = sorted(data.outputs["system"].unique())
    return {
        ("", segment, system): change(names.index(system), float(score))
        for (_, segment, system), score in means.items()
    }


def test_each_level_and_coefficient_has_the_interval_that_exists_there(data):
    records = asked.correlate(
        data,
        ["rouge-1"],
        levels=["system", "segment"],
        coefficients=["pearson", "kendall", "gamma"],
        draws=20,
    )
    found = {
        (row.level, row.coefficient): (row.interval, row.population, row.draws)
        for row in records.itertuples()
    }
    best = ("fisher-jackknife", "all systems, these inputs", 0)
    drawn = ("percentile", "all systems, all inputs", 20)
    assert found == {
        ("system", "pearson"): best, ("system", "kendall"): best, ("system", "gamma"): drawn,
        **{("segment", name): drawn for name in ("pearson", "kendall", "gamma")},
    }  # fmt: skip
    assert records["low"].notna().all()


def test_resampled_inputs_keep_their_bootstrap(data):
    [record] = asked.correlate(
        data, ["rouge-1"], coefficients=["pearson"], resample="inputs", draws=20
    ).to_dict("records")
    assert (record["interval"], record["population"]) == ("percentile", "these systems, all inputs")


def test_blocks_and_lengths_held_constant_have_an_interval(data):
    given = asked.correlate(data, ["rouge-1"], coefficients=["pearson"], given="length", draws=20)
    assert given.set_index("given")["interval"].to_dict() == {"": "fisher-jackknife", "length": "percentile"}
    blocks = workbench.Experiment(
        data, ["rouge-1"], unit={"size": 3, "assignments": 5},
        correlation={"coefficients": ["kendall"], "levels": ["block"], "draws": 20},
    ).records  # fmt: skip
    assert blocks["interval"].tolist() == ["percentile"]
    assert blocks["low"].notna().all()


def test_a_population_that_it_does_not_speak_of_is_refused_with_the_remedy(data):
    with pytest.raises(SpecError, match="use interval = 'percentile' and resample = 'both'"):
        asked.correlate(data, ["rouge-1"], population="all systems, all inputs")


def test_data_that_look_like_an_exception_say_so_under_the_table_and_to_the_linter(data):
    far = scored(data, lambda place, score: score + np.cos(3 * place) + 50.0 * (place == 0))
    tame = scored(data, lambda place, score: score + 0.001 * np.sin(place))
    settings = {"scores": {"far": far, "tame": tame}, "coefficients": ["pearson", "spearman"]}
    records = asked.correlate(data, ["far", "tame"], **settings)
    by = records.set_index(["metric", "coefficient"])["caution"]
    assert "one system stands out among the scores" in by["far", "pearson"]
    assert "one system stands out among the scores" not in by["tame", "pearson"]
    assert by["far", "spearman"] == by["tame", "spearman"] == ""
    notes = " ".join(
        note for panel in lay_out(records, LAYOUTS.get("by-coefficient")).panels for note in panel.notes
    )
    assert "one system stands out among the scores (1)" in notes


def test_fewer_than_twelve_systems_are_said_for_every_coefficient():
    few = workbench.simulate(3, topics=12, systems=9, references=1).evalset
    records = asked.correlate(few, ["rouge-1"])
    assert records["caution"].str.startswith("fewer than 12 systems").all()
    percentile = asked.correlate(few, ["rouge-1"], interval="percentile", draws=9)
    assert (percentile["caution"] == "").all()

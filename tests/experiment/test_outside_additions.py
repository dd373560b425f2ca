"""A coefficient, a level, a layout and a data set from outside the package need no second edit."""

import re

import made_up
import numpy as np
import pandas as pd
import pytest

import workbench
from workbench.errors import SpecError
from workbench.experiment.levels.base import LEVELS
from workbench.experiment.levels.system import SystemLevel
from workbench.report.layouts import LAYOUTS, TableLayout
from workbench.stats.coefficients.plain import COEFFICIENTS
from workbench.stats.resampling.resample import expand
from workbench.stats.tests.permutation import HAS_UNIT

METRICS = ["rouge-1", "rouge-2"]


@pytest.fixture(scope="module")
def data():
    return workbench.simulate(topics=6, systems=7, references=1).evalset


@pytest.fixture
def concordance():
    @workbench.coefficient("concordance", cites="Lin 2004")
    def concordance(metric, human):
        spread = metric.var() + human.var() + (metric.mean() - human.mean()) ** 2
        return 2 * np.cov(metric, human, bias=True)[0, 1] / spread

    yield concordance
    COEFFICIENTS.remove("concordance")


def test_a_coefficient_is_computed_drawn_compared_written_and_cited(data, concordance, tmp_path):
    e = workbench.Experiment(data, METRICS, correlation={"coefficients": ["concordance"], "draws": 30})
    scores = e.scores.frame.query("segment == '*' and component == 'recall'")
    human = data.judgments.groupby("system")["score"].mean()
    for record in e.records.itertuples():
        mine = scores[scores["metric"] == record.metric].set_index("system")["value"].astype(float)
        assert record.value == pytest.approx(concordance(mine[human.index].to_numpy(), human.to_numpy()))
        assert record.low <= record.value <= record.high or np.isnan(record.low)
    assert e.compare("all", method="bootstrap").frame["p"].notna().all()
    # scores on one scale are another metric to it
    assert (e.compare("all", draws=20).frame["reason"] == HAS_UNIT).all()
    assert "concordance [Lin 2004]" in e.replace(metrics=["length"]).methods().text
    e.write(tmp_path / "r")
    assert set(pd.read_csv(tmp_path / "r" / "records.csv")["coefficient"]) == {"concordance"}


def test_a_coefficient_that_is_gone_is_not_cited(data):
    with pytest.raises(SpecError, match="unknown coefficient 'concordance'"):
        workbench.Experiment(data, METRICS, correlation={"coefficients": ["concordance"]})


@pytest.fixture
def median():
    @LEVELS("median")
    class MedianLevel(SystemLevel):
        """An observation is a system, of which the median segment counts."""

        described = "the median segment of each system"
        swaps = ""
        holds_constant = False

        def observe(self, outputs, task):
            return np.median(outputs.segments, axis=1)[np.newaxis]

        def observe_draws(self, outputs, draws):
            return np.median(outputs.segments[:, expand(draws.segments)], axis=2).T

    yield MedianLevel
    LEVELS.remove("median")


def test_a_level_has_values_intervals_a_table_and_a_paragraph(data, median):
    e = workbench.Experiment(
        data, METRICS, correlation={"levels": ["median"], "coefficients": ["pearson"], "draws": 30}
    )
    scores = e.scores.frame.query("segment != '*' and component == 'recall'").astype({"system": str})
    human = data.judgments.groupby(["system", "segment"])["score"].mean().groupby("system").median()
    for record in e.records.itertuples():
        mine = scores[scores["metric"] == record.metric].groupby("system")["value"].median()
        assert record.value == pytest.approx(np.corrcoef(mine[human.index], human)[0, 1])
        assert record.low < record.value < record.high
    assert "median level" in e.table().text("md")
    said = "At median level (the median segment of each system; 7 systems, 6 segments) agreement"
    assert said in e.methods().text
    assert "no permutation test at median level" in e.compare("all").frame["reason"][0]


@pytest.fixture
def transposed():
    LAYOUTS("transposed")(
        TableLayout(
            panel=("dataset", "task", "criterion", "level", "interval"),
            row=("metric", "component", "coefficient"),
            column=("references", "preprocess"),
            corner="Who and what",
            always=("coefficient",),
            digits=4,
        )
    )
    yield
    LAYOUTS.remove("transposed")


def test_a_layout_is_named_by_a_file_and_sets_its_decimals(data, transposed, tmp_path):
    e = workbench.Experiment(data, METRICS, table={"layout": "transposed"}, correlation={"interval": "none"})
    table = e.table().text("md")
    assert "| Who and what |" in table
    numbers = re.findall(r"\d\.(\d+)", table.partition("\n- ")[0])
    assert {len(decimals) for decimals in numbers if decimals} >= {4}
    assert "transposed" in e.to_toml()
    e.write(tmp_path / "r")
    assert (tmp_path / "r" / "table.md").read_text().count("Who and what") == 1


def test_a_card_and_three_tables_are_a_data_set(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "card.toml").write_text(made_up.CARD, encoding="utf-8")
    made_up.write_jsonl(folder / "outputs.jsonl", made_up.OUTPUTS)
    made_up.write_jsonl(folder / "references.jsonl", made_up.REFERENCES)
    made_up.write_jsonl(folder / "judgments.jsonl", made_up.JUDGMENTS)
    found = workbench.load("mine", tmp_path)
    assert (len(found.outputs), len(found.references), len(found.judgments)) == (9, 9, 18)
    records = workbench.Experiment(found, ["rouge-1"], correlation={"interval": "none"}).records
    assert records["dataset"].unique().tolist() == ["mine 3"]

"""What is said about unequal cells is so."""

from collections import Counter
from pathlib import Path

import asked
import pandas as pd
import pytest
from reproduce.computed import reproduce, sources, unequal

from workbench.datasets.scores import read_scores
from workbench.reproduce.recipe import Ours
from workbench.reproduce.sacrerouge import TOKENS
from workbench.reproduce.summeval import SEVENTEENTH

ONE_CELL = [
    ("fabbri2021-table3", "M15: Closed book decoder", 4.9367, "the public annotations give 4.937"),
    ("freitag2021-mqm", "Tencent_Translation", 0.3845, "the organisers' score is 0.3845"),
    ("freitag2021-mqm-ted", "Borderline", 2.4053, "it is 2.4053, which the source has cut and not rounded"),
]


@pytest.mark.parametrize(("name", "system", "value", "why"), ONE_CELL)
def test_the_one_cell_of_a_system_that_differs(
    shared: Path, name: str, system: str, value: float, why: str
) -> None:
    (found,) = unequal(shared, name, "system", "why", "ours")
    assert found == (system, why, pytest.approx(value, abs=5e-5))


def test_geval_has_cut_one_number(shared: Path) -> None:
    columns = ("metric", "criterion", "statistic", "ours", "theirs")
    (found,) = unequal(shared, "geval2023-table1-rouge", *columns)
    assert found == ("ROUGE-L", "coherence", "spearman", pytest.approx(0.12855, abs=5e-6), "0.128")


def test_mqm_of_newstest2020_is_equal_in_all_20_cells(shared: Path) -> None:
    cells = reproduce(shared, "freitag2021-mqm").cells
    assert Counter(zip(cells["criterion"], cells["verdict"], strict=True)) == {
        ("MQM", "equal"): 20,
        ("WMT DA z", "equal"): 18,
        ("WMT DA z", "within 0.01"): 1,
    }


def test_bleu_of_webnlg_is_equal_in_all_9_cells_and_so_is_what_it_is_made_of(shared: Path) -> None:
    cells = reproduce(shared, "webnlg2017-bleu").cells
    assert len(cells[cells["metric"] == "BLEU"]) == 9
    assert set(cells["verdict"]) == {"equal"}


def test_all_documents_of_realsumm_stand_beside_the_significant_ones(shared: Path) -> None:
    known = pd.read_csv(shared / "published" / "bhandari2020_realsumm.csv", dtype="str")
    known = known[(known["system_set"] == "mix") & (known["level"] == "summary") & known["printed"].isna()]
    expected = known.set_index("metric")["recomputed"]
    assert len(expected) == 6
    cells = reproduce(shared, "bhandari2020-summary-level from stored scores").cells
    for row in cells.itertuples():
        assert f"of 100 documents; the mean of all 100 is {expected[row.metric]}" in row.note
        assert float(expected[row.metric]) < row.ours - 0.05


SPLIT = {
    "ROUGE-1": (0.350, 0.550, 0.527, 0.583),
    "ROUGE-2": (0.250, 0.617, 0.510, 0.450),
    "ROUGE-3": (0.300, 0.733, 0.561, 0.500),
    "ROUGE-4": (0.400, 0.600, 0.561, 0.567),
    "ROUGE-L": (0.133, 0.100, 0.243, 0.367),
}
"""Of ROUGE-1.5.5 with 16 systems; coherence, consistency, fluency, relevance."""


def test_table_2_of_summeval_with_16_systems(shared: Path) -> None:
    ours = reproduce(shared, "fabbri2021-table2").cells.set_index(["metric", "criterion"])["ours"]
    criteria = ("coherence", "consistency", "fluency", "relevance")
    for metric, values in SPLIT.items():
        found = [ours[metric, criterion] for criterion in criteria]
        assert found == pytest.approx(values, abs=5e-4), metric


def test_one_more_system_explains_all_but_three_cells_of_it(shared: Path) -> None:
    reasons = unequal(shared, "fabbri2021-table2", "metric", "criterion", "why")
    assert {reason[:2] for reason in reasons if not reason[2]} == {
        ("BLEU", "consistency"),
        ("BLEU", "fluency"),
        ("ROUGE-su*", "relevance"),
    }
    assert Counter(reason[2] for reason in reasons) == {SEVENTEENTH: 37, "": 3}


def test_a_reason_that_cannot_lead_so_far_is_none() -> None:
    ours = Ours(0.5, "a system is missing", low=0.4, high=0.6)
    assert ours.explain("0.4") == ours.explain("0.600") == "a system is missing"
    assert ours.explain("0.399") == ours.explain("0.61") == ""
    assert Ours(0.5, "it is cut").explain("9") == "it is cut"


def test_only_precision_of_the_systems_without_released_texts_is_another(shared: Path) -> None:
    """Against the scores that SacreROUGE's authors stored: of 16 systems, 13 have all of theirs."""
    scores = asked.score_outputs(
        sources(shared).load("summeval", {"sentences": "one", "outputs": "original"}),
        ["rouge-1", "rouge-2", "rouge-l"],
        components=["recall", "precision"],
        preprocess=["STEM"],
        references={"one": "one"},
    )
    scores = scores[scores["segment"] != "*"]
    far: Counter[tuple[str, str]] = Counter()
    for (metric, component), ours in scores.groupby(["metric", "component"]):
        stored = read_scores(shared / "data/summeval/sacrerouge_scores.tsv.gz", f"{metric}_{component[0]}")
        assert len(ours) == len(stored) == 1600
        for row in ours.itertuples():
            is_far = abs(100 * row.value - stored["", row.segment, row.system]) > 2.1e-3
            far[component, row.system] += is_far
    assert {key[1] for key, count in far.items() if count} == {"M0", "M1", "M2"}
    # one text of M0 lacks a bigram of its reference, too
    assert {key: count for key, count in far.items() if count and key[0] == "recall"} == {("recall", "M0"): 1}


@pytest.mark.parametrize("name", ["sacrerouge-rouge from texts", "sacrerouge-fabbri2020 from texts"])
def test_no_recall_of_sacrerouge_differs(shared: Path, name: str) -> None:
    found = unequal(shared, name, "metric", "why")
    assert len(found) == 13
    assert {metric.rpartition("-")[2] for metric, _ in found} == {"P", "F1"}
    assert {why for _, why in found} == {TOKENS}

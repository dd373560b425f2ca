"""What every answer shows in a notebook: a table or a page in words, without a raw name of a column."""

import re
from html import unescape

import pytest

import workbench
from workbench.experiment.analysis import known_analyses
from workbench.report.shown_frame import column_words, value_words
from workbench.schema import FRAMES

MADE = workbench.simulate(topics=6, systems=6, references=3, seed=4).evalset
DATA = type(MADE).build(
    MADE.card, MADE.outputs, MADE.references.assign(weight=MADE.references["weight"] / 2), MADE.judgments
)
DELTA = {"metrics": ["bleu(order=2)", "delta-bleu(order=2)"], "unscorable": "drop"}
BLOCKS = {"unit": {"size": 3, "assignments": 5}, "criteria": None}
THRESHOLDS = {"at 0": "weight(at_least=0)", "at -0.5": "weight(at_least=-0.5)"}
CALLED = {"coverage": "coherence", "all": "11 refs"}
KEYS = {
    "compare_blocks": BLOCKS,
    "block_power": BLOCKS,
    "pairs": BLOCKS,
    "weight_noise": DELTA,
    "curves": {"references": THRESHOLDS},
}
ASKED = {
    "curves": {"x": "threshold"},
    "size_for": {"width": 0.5, "replications": 10},
    "calibrate": {"replications": 20},
    "families": {"of": {"S0[123]": "one", "S0[456]": "other"}},
    "published": {"table": "fabbri2021-table2", "only": {"preprocess": "CASE"}, "called": CALLED},
    "compare": {"against": "all"},
}
RAW = {column.name for frame in FRAMES.values() for column in frame.columns if "_" in column.name}


def answer(name):
    keys = {
        "metrics": ["rouge-1", "bleu(order=2)", "rouge-l"],
        "references": {"all": "all"},
        **KEYS.get(name, {}),
    }
    correlation = {"coefficients": ["pearson", "spearman"], "draws": 20, "interval": "percentile"}
    experiment = workbench.Experiment(DATA, correlation=correlation, **keys)
    return experiment.correlate() if name == "correlate" else getattr(experiment, name)(**ASKED.get(name, {}))


@pytest.mark.parametrize("name", ["correlate", *(each.called for each in known_analyses())])
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_an_answer_shows_no_raw_name(name):
    html = answer(name)._repr_html_()
    if is_framed := "srcdoc=" in html:
        html = unescape(html)
    # what is said of a picture is heard
    html = re.sub(r'<img alt="([^"]*)"[^>]*>', r"\1", html)
    written = re.sub(r"<(script|style)\b.*?</\1>|<[^>]*>", " ", html, flags=re.DOTALL)
    assert written.split()
    assert not set(re.findall(r"\w+", written)) & RAW
    # the methods paragraph of the page says with which settings a metric was computed
    assert is_framed or "order=2" not in written


def test_no_two_columns_of_a_frame_have_the_same_words():
    for frame in FRAMES.values():
        words = [column_words(column.name) for column in frame.columns]
        assert len(set(words)) == len(words), frame.name


@pytest.mark.parametrize("column", ["metric", "against_metric", "coefficient", "against_coefficient"])
def test_what_is_no_text_has_no_words_of_its_own(column):
    assert value_words(column, None) is None
    assert value_words(column, 3) == 3
    assert value_words(column, "length") == "length"

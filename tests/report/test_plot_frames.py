"""What panels of pictures are called: by what tells them from each other, and by nothing else."""

import re

import pandas as pd
import pytest
from report.test_word_for_word import row

from workbench.report.plot_frames import label_conditions, panels_of, plot_rankings
from workbench.schema import RANKINGS

PANELS = pd.DataFrame(
    [
        ("t", "fluency", "system", 0, "pearson", ""),
        ("t", "fluency", "system", 0, "pearson", "length"),
        ("t", "fluency", "block", 10, "pearson", ""),
        ("t", "fluency", "block", 100, "pearson", ""),
        ("u", "coverage", "segment", 0, "acc-eq", ""),
    ],
    columns=["task", "criterion", "level", "block_size", "coefficient", "given"],
)


def test_a_title_says_sizes_of_blocks_and_what_is_held_constant_where_there_are_any():
    assert [title for title, _ in panels_of(PANELS, list(PANELS.columns))] == [
        "t · fluency · system level · Pearson's r",
        "t · fluency · system level · Pearson's r · given length",
        "t · fluency · block level · blocks of 10 · Pearson's r",
        "t · fluency · block level · blocks of 100 · Pearson's r",
        "u · coverage · segment level · acc-eq",
    ]


@pytest.mark.parametrize(
    ("rows", "titles"), [([0, 1], ["", "given length"]), ([2, 3], ["blocks of 10", "blocks of 100"])]
)
def test_what_all_panels_share_is_in_no_title(rows, titles):
    found = panels_of(PANELS.iloc[rows], list(PANELS.columns))
    assert [title for title, _ in found] == titles
    assert [group.index.tolist() for _, group in found] == [[row] for row in rows]


def test_a_column_that_is_not_there_is_in_no_title():
    found = panels_of(PANELS[["level", "block_size"]], ["task", "level"])
    assert [title for title, _ in found] == ["system level", "block level", "segment level"]


def test_conditions_are_called_by_settings_that_some_metric_has_several_of():
    columns = ["metric", "component", "preprocess", "references"]
    frame = pd.DataFrame(
        [
            ("rouge-1", "f", "CASE", "1 ref"),
            ("rouge-1", "f", "CASE", "4 refs"),
            ("bleu", "score", "13a", "1 ref"),
        ],
        columns=columns,
    )
    assert label_conditions(frame) == ["R-1 · 1 ref", "R-1 · 4 refs", "BLEU · 1 ref"]
    assert label_conditions(frame[1:]) == ["R-1", "BLEU"]


def test_what_all_panels_of_ranks_rest_on_is_noted_once():
    ranks = pd.DataFrame(
        [("t", "R-1", 1, 1, 2), ("t", "R-2", 2, 1, 2), ("u", "R-1", 1, 1, 1), ("u", "R-2", 0, 0, 0)],
        columns=["task", "metric", "rank", "rank_low", "rank_high"],
    ).assign(confidence=0.95, rank_population="all systems, these inputs")
    figure = plot_rankings(RANKINGS.build(row(RANKINGS, **each) for each in ranks.to_dict("records")))
    notes = " ".join(text.get_text() for text in figure.texts)
    assert " ".join(notes.split()).count("95 % intervals of the rank; population: all systems") == 1
    # what has no rank rests on nothing
    without = ranks.assign(confidence=[0.95, 0.95, 0.9, 0.8], rank_population=["a", "a", "b", "c"])
    figure = plot_rankings(RANKINGS.build(row(RANKINGS, **each) for each in without.to_dict("records")))
    notes = " ".join(" ".join(text.get_text() for text in figure.texts).split())
    assert re.findall(r"(\d+) % intervals of the rank; population: (\w+)", notes) == [
        ("95", "a"),
        ("90", "b"),
    ]

"""Computations behind published tables, on made-up data small enough to work out by hand."""

import gzip
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from kept.printed_data import jsonl, write_printed
from samples import DSTC7, NEWSTEST2020, SUMMEVAL, TED, WMT_SYSTEM, write_lines

import workbench
from workbench.errors import Problem, SpecError
from workbench.report.difference import Comparison
from workbench.report.published import read_published
from workbench.report.reproduction import say_cells
from workbench.reproduce import REPRODUCTIONS
from workbench.reproduce.recipe import Ours, Sources, recipe
from workbench.reproduce.run import Reproduction, compare_table, reproduction_files, scoreboard
from workbench.reproduce.summeval import ROUGE
from workbench.schema import REPRODUCED

PAIRS = ("cs-en", "en-de")
DA_Z = {"A": 0.1, "B": 0.5, "C": 0.9, "D": 0.7, "Human-H": 5.0}
DA_RAW = {"A": 60.0, "B": 90.0, "C": 80.0, "D": 70.0, "Human-H": 1.0}
BLEU = {"A": 1.0, "B": 2.0, "C": 4.0, "D": 8.0, "Human-H": 0.0}


def r(one: dict[str, float], other: dict[str, float], systems: str) -> float:
    return float(np.corrcoef([one[name] for name in systems], [other[name] for name in systems])[0, 1])


def tau(one: dict[str, float], other: dict[str, float], systems: str) -> float:
    pairs = [(a, b) for at, a in enumerate(systems) for b in systems[:at]]
    return float(np.mean([np.sign((one[a] - one[b]) * (other[a] - other[b])) for a, b in pairs]))


def wmt(home: Path, name: str) -> Sources:
    sample = replace(
        WMT_SYSTEM,
        folder=name,
        files={
            "human_scores.tsv": [
                {"language_pair": pair, "system": system, "kind": "human" if "-" in system else "mt",
                 "da_z": sign * DA_Z[system], "da_raw": DA_RAW[system]}
                for pair, sign in zip(PAIRS, (1, -1), strict=True)
                for system in DA_Z
            ],
            "outliers.tsv": [{"language_pair": "cs-en", "system": "D"}],
        },
    )  # fmt: skip
    sample.write(home)
    lines = ["language_pair\tmetric\treference\tsystem\tscore"]
    for pair in PAIRS:
        for system, score in BLEU.items():
            lines += [f"{pair}\tBLEU\tA\t{system}\t{score}", f"{pair}\tBLEU\tB\t{system}\t{-score}"]
            lines += [f"{pair}\tFEW\tA\t{system}\t{score}"] * (system != "B")
    write_lines(home / name / "metric_scores.tsv.gz", lines)
    return Sources(home)


def test_wmt20(tmp_path: Path) -> None:
    """One table has the pairs to English, the other those from English; people are no systems."""
    sources = wmt(tmp_path, "wmt20_system")
    cells = REPRODUCTIONS.get("wmt20-to-english").compute(sources)
    expected = {}
    for systems, subset in (("ABCD", "all MT systems"), ("ABC", "outliers excluded")):
        for scores, metric in ((BLEU, "BLEU"), (DA_RAW, "HUMAN_RAW")):
            expected[f"Pearson's r, {subset}", "cs-en", metric] = r(scores, DA_Z, systems)
            expected[f"Kendall's τ, {subset}", "cs-en", metric] = tau(scores, DA_Z, systems)
    assert {place: ours.value for place, ours in cells.items()} == pytest.approx(expected)
    others = REPRODUCTIONS.get("wmt20-from-english").compute(sources)
    place = "Pearson's r, outliers excluded", "en-de", "BLEU"
    assert others[place].value == pytest.approx(-r(BLEU, DA_Z, "ABCD"))
    assert {task for _, task, _ in others} == {"en-de"}


def test_wmt19_is_without_signs(tmp_path: Path) -> None:
    name = "wmt19_system"
    sources = wmt(tmp_path, name)
    path = tmp_path / name / "metric_scores.tsv.gz"
    judged = [f"{pair}\t{system}\t{sign * z}" for pair, sign in zip(PAIRS, (1, -1), strict=True)
              for system, z in DA_Z.items()]  # fmt: skip
    write_lines(tmp_path / name / "human_scores.tsv", ["language_pair\tsystem\tda_z", *judged])
    lines = [f"{pair}\tBLEU\t{system}\t{score}" for pair in PAIRS for system, score in BLEU.items()]
    write_lines(path, ["language_pair\tmetric\tsystem\tscore", *lines])
    cells = REPRODUCTIONS.get("wmt19-system-level").compute(sources)
    assert {place[0] for place in cells} == set(PAIRS)
    assert cells["en-de", "BLEU"].value == cells["cs-en", "BLEU"].value > 0


def test_mqm_has_the_opposite_sign_and_names_without_numbers(tmp_path: Path) -> None:
    rows = {
        f"mqm_newstest2020_{pair}.avg_seg_scores.tsv.gz": [
            {"system": system, "mqm_avg_score": score, "seg_id": segment}
            for system, scores in (("X.Y.1", (-1.0 - at, -2.0)), ("Huoshan_Translate.919", (-4.0, -4.0)))
            for segment, score in enumerate(scores, start=1)
        ]
        for at, pair in enumerate(("ende", "zhen"))
    }
    replace(NEWSTEST2020, files=rows).write(tmp_path)
    people = [
        {"language_pair": "en-de", "system": "X.Y.1", "kind": kind, "da_z": 0.25, "da_raw": 77.0}
        for kind in ("mt",)
    ]
    replace(WMT_SYSTEM, files={**WMT_SYSTEM.files, "human_scores.tsv": people}).write(tmp_path)
    cells = REPRODUCTIONS.get("freitag2021-mqm").compute(Sources(tmp_path))
    assert {place: ours.value for place, ours in cells.items()} == pytest.approx(
        {
            ("en-de", "X.Y", "MQM"): 1.5,
            ("zh-en", "X.Y", "MQM"): 2.0,
            ("en-de", "Huoshan_Translate", "MQM"): 4.0,
            ("zh-en", "VolcTrans", "MQM"): 4.0,
            ("en-de", "X.Y", "WMT DA z"): 0.25,
        }
    )


def test_means_of_ted_talks_responders_and_experts(tmp_path: Path) -> None:
    penalties = {"ref-A": [1.0, 2.0], "X": [0.0, 5.0, 1.0]}
    rows = [
        {
            "seg_id": at,
            "system": system,
            "is_human": system != "X",
            "rater": "r",
            "text": "a",
            "mqm": mqm,
        }
        for system, found in penalties.items()
        for at, mqm in enumerate(found)
    ]
    replace(TED, files={"outputs.jsonl.gz": rows}).write(tmp_path)
    cells = REPRODUCTIONS.get("freitag2021-mqm-ted").compute(Sources(tmp_path))
    assert {place: ours.value for place, ours in cells.items()} == {("ref-A",): 1.5, ("X",): 2.0}
    DSTC7.write(tmp_path)
    cells = REPRODUCTIONS.get("dstc7-human").compute(Sources(tmp_path))
    assert cells["TeamA", "Relevance"].value == 5.0
    assert cells["TeamA", "Interest"].value == 4.0
    assert cells["Human", "Overall"].value == 4.5
    names = ("coherence", "consistency", "fluency", "relevance")
    ratings = [
        {"doc_id": doc, "system": system, "rater": rater, **{name: at + n for n, name in enumerate(names)}}
        for doc, system in (("d1", "M9"), ("d2", "M9"), ("d1", "M10"), ("d2", "M10"))
        for at, rater in ((1, "expert1"), (2, "expert2"), (2, "turker1"))
    ]
    replace(SUMMEVAL, files={**SUMMEVAL.files, "annotations.tsv.gz": ratings}).write(tmp_path)
    cells = REPRODUCTIONS.get("fabbri2021-table3").compute(Sources(tmp_path))
    assert cells["M9: Fast-abs-rl", "coherence"].value == 1.5
    assert cells["M10: Bottom-Up", "relevance"].value == 4.5


def test_the_measures_of_summeval_are_f_of_stems(tmp_path: Path) -> None:
    """Some systems say everything several times: recall and F order them differently."""
    write_printed(tmp_path)
    path = tmp_path / "summeval" / "outputs.jsonl.gz"
    rows = [json.loads(line) for line in gzip.decompress(path.read_bytes()).decode().splitlines()]
    times = {"M0": 5, "M5": 3}
    jsonl(path, [{**row, "text": row["text"] * times.get(row["system"], 1)} for row in rows])
    sources = Sources(tmp_path)
    found = REPRODUCTIONS.get("fabbri2021-table2").compute(sources)
    values = {}
    for component, preprocess in (("f", "STEM"), ("recall", "STEM")):
        asked = workbench.Experiment(
            sources.load("summeval"), [*ROUGE], components=[component], preprocess=[preprocess],
            correlation={"coefficients": ["kendall"], "interval": "none"},
        )  # fmt: skip
        values[component] = [
            (found[ROUGE[row.metric], row.criterion].value, row.value) for row in asked.records.itertuples()
        ]
    assert all(theirs == pytest.approx(ours, nan_ok=True) for theirs, ours in values["f"])
    assert any(theirs != pytest.approx(ours, nan_ok=True) for theirs, ours in values["recall"])


def test_options_are_kept_apart(tmp_path: Path) -> None:
    sources = wmt(tmp_path, "wmt20_system")
    every, fewer = (sources.load("wmt20-system", {"outliers": each}) for each in ("keep", "drop"))
    assert (len(every.outputs), len(fewer.outputs)) == (8, 7)
    assert sources.load("wmt20-system", {"outliers": "keep"}) is every


def test_each_cell_has_its_verdict_and_its_reason() -> None:
    made = REPRODUCTIONS.get("freitag2021-mqm-ted")
    printed = read_published(made.table).cells
    systems, values = list(printed["system"]), [float(each) for each in printed["value"]]
    cells = {
        (systems[0],): Ours(values[0], "never needed", "a note"),
        (systems[1],): Ours(values[1] + 0.008, "cut", low=values[1] - 1, high=values[1] + 1),
        (systems[2],): Ours(values[2] + 3.0, "too far", low=values[2] + 2, high=values[2] + 4),
        (systems[3],): Ours(float("nan"), "licensed"),
    }
    found = compare_table(made, cells, printed)
    rows = found.cells[["ours", "difference", "verdict", "why", "note"]].iloc[:5].to_dict("records")
    assert [row["why"] for row in rows] == ["", "cut", "", "licensed", made.absent]
    assert [row["verdict"] for row in rows[:3]] == ["equal", "within 0.01", "different"]
    assert rows[0]["note"] == "a note"
    assert rows[2]["difference"] == pytest.approx(3.0)
    assert np.isnan(rows[3]["ours"])
    assert {(each.ours, each.difference) for each in say_cells(found.cells)[3:]} == {("–", "–")}
    line = found.line
    assert (line.n_cells, line.verdicts["equal"]) == (len(printed), 1)
    assert line.largest == pytest.approx(3.0)


def test_a_table_with_two_numbers_in_one_place_is_refused() -> None:
    made = REPRODUCTIONS.get("freitag2021-mqm-ted")
    printed = read_published(made.table).cells
    with pytest.raises(SpecError, match="freitag2021-mqm-ted: system do not tell its cells apart"):
        compare_table(made, {}, pd.concat([printed, printed.iloc[:1]]))


def test_the_scoreboard_lists_what_was_computed_what_lacks_data_and_the_rest() -> None:
    made = REPRODUCTIONS.get("freitag2021-mqm-ted")
    other = REPRODUCTIONS.get("dstc7-human")
    printed = read_published(made.table).cells
    ours = {
        (system,): Ours(float(value))
        for system, value in zip(printed["system"], printed["value"], strict=True)
    }
    done = compare_table(made, ours, printed)
    lacking = Reproduction(
        other, REPRODUCED.build([]), Comparison((), 0), (Problem("", "gone"), Problem("", "ask"))
    )
    text = scoreboard([done, lacking])
    n = len(printed)
    [row] = [line for line in text.splitlines() if line.startswith("| freitag2021-mqm-ted ")]
    assert [cell.strip() for cell in row.split("|")[3:-1]] == [str(n), str(n), "0", "0", "0", "0"]
    assert "not equal" not in text
    head, rule, *rows = [line for line in text.split("## How")[0].splitlines() if line.startswith("|")]
    assert head.startswith("| table ")
    assert set(rule) == set("|-: ")
    assert rows == [row]
    missing, rest = text.split("## Not computed: data are missing")[1].split("## Not computable")
    assert "dstc7-human: ask" in missing
    assert "freitag2021-mqm-ted" not in rest
    assert "dstc7-human" not in rest
    assert "freitag2021-mqm " in rest or "freitag2021-mqm" in rest
    assert set(reproduction_files([done, lacking])) == {
        "scoreboard.md",
        "index.html",
        "freitag2021-mqm-ted.csv",
    }


def test_two_ways_to_a_table_have_two_names() -> None:
    for way, name in (("texts", "x from texts"), ("", "x")):
        recipe("x", how="", key=(), way=way)(lambda sources: {})
        assert REPRODUCTIONS.get(name).table == "x"
        REPRODUCTIONS.remove(name)


def test_a_recipe_is_what_its_decorator_was_told() -> None:
    recipe("y", how="by hand", key=("task", "metric"), way="texts", absent="no article")(lambda sources: {})
    made = REPRODUCTIONS.get("y from texts")
    REPRODUCTIONS.remove("y from texts")
    assert (made.table, made.way, made.how) == ("y", "texts", "by hand")
    assert (made.key, made.absent, made.compute(Sources())) == (("task", "metric"), "no article", {})

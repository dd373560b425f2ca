"""What is kept from one run is used by another only where nothing differs that it rests on.

One experiment after the other is computed with the same cache, each with one thing changed. Each has to give
the bytes that it gives with a cache of its own.
"""

from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from small_study import JUDGMENTS, OUTPUTS, REFERENCES, ask, write_study

import workbench
from workbench.metrics.base import METRICS as ENTERED

TABLES = {
    name: frame[frame["task"] == "t"].reset_index(drop=True)
    for name, frame in (("outputs", OUTPUTS), ("references", REFERENCES), ("judgments", JUDGMENTS))
}

BASE = {
    "metrics": [
        "rouge-1",
        "rouge-w(weight=1.2)",
        "rouge-su(gap=1)",
        "bleu(order=2)",
        "delta-bleu",
        "by-hand",
    ],
    "select": "all",
    "combine": "pooled",
    "weights": "rated",
    "preprocess": "CASE",
    "criterion": "coverage",
    "seed": "3",
}


def experiment(**changes: object) -> str:
    given = BASE | changes
    return f"""
seed = {given["seed"]}
metrics = {given["metrics"]}
components = ["f"]
preprocess = ["{given["preprocess"]}"]
[scores]
by-hand = "scores.csv"
[data]
name = "mine"
criteria = ["{given["criterion"]}"]
unscorable = "drop"
[[references]]
name = "refs"
select = "{given["select"]}"
combine = "{given["combine"]}"
weights = "{given["weights"]}"
[correlation]
levels = ["segment"]
coefficients = ["pearson"]
interval = "none"
"""


CHANGES: dict[str, dict[str, object]] = {
    "combine, best": {"combine": "best"},
    "combine, mean": {"combine": "mean"},
    "combine, jackknife": {"combine": "jackknife"},
    "combine, jackknife of the best": {"combine": "jackknife(over=best)"},
    "select, first": {"select": "first(k=1)"},
    "select, sample": {"select": "sample(k=1)"},
    "select, sample, another seed": {"select": "sample(k=1)", "seed": "8"},
    "weights, one": {"weights": "one", "metrics": ["delta-bleu"]},
    "weights, shuffled": {"weights": "shuffled", "metrics": ["delta-bleu"]},
    "weights, positive": {"weights": "positive"},
    "preprocess": {"preprocess": "STEM"},
    "limit": {"preprocess": "CASE(words=4)"},
    "parameters of metrics": {
        "metrics": ["rouge-1(alpha=0.9)", "rouge-w(weight=2.0)", "rouge-su(gap=3)", "bleu(order=1)"]
    },
    "left out parameters": {"metrics": ["rouge-su", "bleu(order=4)"]},
    "profile": {
        "metrics": ["rouge-1(profile=weighted)", "rouge-w(profile=lin2004)", "bleu(profile=sacrebleu)"]
    },
    "criterion": {"criterion": "errors"},
}


def column(name: str, place: int, value: object) -> Callable[[pd.DataFrame], pd.DataFrame]:
    def change(frame: pd.DataFrame) -> pd.DataFrame:
        frame = frame.copy()
        frame.loc[place, name] = value
        return frame

    return change


DATA: dict[str, tuple[str, Callable[[pd.DataFrame], pd.DataFrame]]] = {
    "the text of an output": ("outputs", column("text", 0, "beta gamma delta eats")),
    "the text of a reference": ("references", column("text", 2, "gamma eats the red house")),
    "the weight of a reference": ("references", column("weight", 0, -0.75)),
    "whose a reference is": ("references", column("made_by", 0, "A")),
    "whom a reference is for": ("references", column("only_for", 0, "A")),
    "one reference less": ("references", lambda frame: frame.drop(index=1)),
}


def write_scores(home: Path, first: float = 0.5) -> None:
    outputs = TABLES["outputs"]
    table = outputs.assign(score=[first, *(number % 5 / 5 for number in range(1, len(outputs)))])
    table.to_csv(home / "scores.csv", index=False)


Results = tuple[str, str]


def results(home: Path, text: str, cache: str) -> Results:
    """Return what an experiment says with one of the caches, every digit of it."""
    e = ask(home, text, cache)
    return e.records.to_csv(), e.scores.frame.to_csv()


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = write_study(tmp_path_factory.mktemp("study"), **TABLES)
    write_scores(home)
    return home


@pytest.fixture(scope="module")
def base(home: Path) -> Results:
    """Return what the study says as it is; ``warm`` has then what it kept."""
    return results(home, experiment(), "warm")


def both(home: Path, text: str, name: str) -> tuple[Results, Results]:
    return results(home, text, "warm"), results(home, text, f"{name} cold")


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_experiment_takes_nothing_that_is_not_its_own(
    home: Path, base: Results, change: str
) -> None:
    warm, cold = both(home, experiment(**CHANGES[change]), change)
    assert warm == cold
    assert cold != base


@pytest.mark.parametrize("change", DATA)
def test_changed_data_are_counted_anew(home: Path, base: Results, change: str) -> None:
    which, changed = DATA[change]
    write_study(home, **(TABLES | {which: changed(TABLES[which])}))
    warm, cold = both(home, experiment(), change)
    write_study(home, **TABLES)
    assert warm == cold
    assert cold != base


def test_a_changed_table_of_scores_is_read_anew(home: Path, base: Results) -> None:
    write_scores(home, 0.25)
    warm, cold = both(home, experiment(), "table")
    write_scores(home)
    assert warm == cold
    assert cold != base


def test_what_did_not_change_comes_out_of_the_store_as_it_went_in(home: Path, base: Results) -> None:
    assert results(home, experiment(), "warm") == base


def test_what_a_function_returns_is_not_kept(home: Path) -> None:
    """It may read more than its texts: neither its counts nor its scores are on disk."""

    @workbench.metric("own-length")
    def own_length(candidate: list[str], references: list[list[str]]) -> float:
        return len(candidate) / 100

    def kept(metric: str) -> list[str]:
        cache = home / f"cache of {metric}"
        asked = {"preprocess": ["none"], "correlation": {"interval": "none"}, "cache": cache}
        _ = workbench.Experiment(workbench.load("mine", home), [metric], **asked).rows
        return [path.name for path in cache.rglob("*") if path.is_file()]

    try:
        assert kept("own-length") == []
        assert kept("length")
    finally:
        ENTERED.remove("own-length")

"""A small made-up study as a folder of tables, uneven wherever it may be, and runs on it.

Two tasks with other systems and segments; one to three references a segment; in each task a segment of which
no reference has a positive weight; a missing judgment; two raters; a criterion of which less is better.
"""

from pathlib import Path

import numpy as np
import pandas as pd
from made_up import CARD

import workbench
from workbench.experiment.experiment import Experiment

CRITERION = """
[criteria.errors]
direction = "lower"
scale = "0 or more"
meaning = "how much is wrong"
"""
EXPERIMENT = """
seed = 3
metrics = ["rouge-1", "bleu(order=2)"]
[data]
name = "mine"
"""
WORDS = [
    "alpha", "beta", "gamma", "delta", "eats", "eating", "runs", "running", "the", "of", "house", "houses",
    "red", "green",
]  # fmt: skip


def text(start: int, step: int, length: int) -> str:
    return " ".join(WORDS[(start + step * place) % len(WORDS)] for place in range(length))


OUTPUTS = pd.DataFrame(
    [
        ("t", f"s{segment}", system, text(segment * start, step, length))
        for segment in (1, 2, 3, 4, 5, 6)
        for system, start, step, length in (
            ("A", 1, 1, 7), ("B", 2, 3, 6), ("C", 3, 5, 8), ("D", 4, 2, 5), ("E", 1, 9, 6),
        )
    ]
    + [
        ("u", f"s{segment}", system, text(segment + start, step, 6))
        for segment in (1, 2, 3, 4)
        for system, start, step in (("A", 1, 1), ("B", 2, 3), ("F", 5, 1), ("G", 0, 5))
    ],
    columns=["task", "segment", "system", "text"],
)  # fmt: skip
REFERENCES = pd.DataFrame(
    [
        (task, f"s{segment}", f"r{number}", text, weight)
        for task, segment, texts in (
            ("t", 1, [("beta gamma delta eats eating runs the house", 0.75), ("beta of red eats", -0.5)]),
            ("t", 2, [("gamma eats runs the houses green alpha", 1.0)]),
            ("t", 3, [("delta running house green alpha", 0.5), ("delta runs of red gamma", 0.25),
                      ("alpha the red house eats delta", -0.25)]),
            ("t", 4, [("eats the green beta eats", -0.25), ("eating of houses alpha running", -1.0)]),
            ("t", 5, [("runs houses beta eats the red green", 0.5), ("eating the houses", 1.0)]),
            ("t", 6, [("running of red alpha gamma eats", 0.25)]),
            ("u", 1, [("gamma delta eats eating runs", 0.5), ("the house of delta", 0.5)]),
            ("u", 2, [("delta eats eating runs running the", -1.0)]),
            ("u", 3, [("eats eating runs running the of", 0.25), ("alpha eats", -0.25)]),
            ("u", 4, [("runs running the of house houses", 0.5), ("red eats eating runs", 1.0)]),
        )
        for number, (text, weight) in enumerate(texts, start=1)
    ],
    columns=["task", "segment", "reference", "text", "weight"],
)  # fmt: skip
JUDGMENTS = pd.DataFrame(
    [
        (task, segment, system, criterion, rater, (ord(system) * 7 + at * 5 + len(rater) * turn) % 11 / 4)
        for at, (task, segment, system, _) in enumerate(OUTPUTS.itertuples(index=False))
        for criterion, turn in (("coverage", 1), ("errors", 3))
        for rater in ("ann", "robert")
        if (task, segment, system) != ("t", "s2", "C")
    ],
    columns=["task", "segment", "system", "criterion", "rater", "score"],
)


def tied_and_gappy(judgments: pd.DataFrame = JUDGMENTS) -> pd.DataFrame:
    """Return judgments in which averages tie but for rounding, and which a task has of 3 systems only.

    In each task the second and another system have the same ratings in another order, of which computers
    make two sums; nobody judged G.
    """
    changed = judgments[judgments["system"] != "G"].reset_index(drop=True)
    for task, systems in (("t", ("B", "D")), ("u", ("A", "B"))):
        for system, step in zip(systems, (1, -1), strict=True):
            mine = (changed["task"] == task) & (changed["system"] == system)
            for rows in changed[mine].groupby("criterion").groups.values():
                ratings = np.array([0.1, 0.2, 0.3, 0.7])[np.arange(len(rows)) % 4]
                changed.loc[rows, "score"] = ratings[::step]
    return changed


def write_study(
    home: Path,
    outputs: pd.DataFrame = OUTPUTS,
    references: pd.DataFrame = REFERENCES,
    judgments: pd.DataFrame = JUDGMENTS,
) -> Path:
    """Write the data set ``mine`` below a folder, and return that."""
    folder = home / "mine"
    folder.mkdir(parents=True, exist_ok=True)
    card = (
        CARD.replace("0 to 1", "0 to 10")
        .replace('all = ["*"]', 'all = ["*"]\nexperts = ["a*"]')
        .replace("[raters]", f"{CRITERION}[raters]")
    )
    (folder / "card.toml").write_text(card, encoding="utf-8")
    for name, frame in (("outputs", outputs), ("references", references), ("judgments", judgments)):
        frame.to_csv(folder / f"{name}.csv", index=False, lineterminator="\n")
    return home


def write_simulated(home: Path, topics: int = 6, systems: int = 7) -> Path:
    """Write a small simulated set as the data set ``mine`` below a folder, and return that."""
    data = workbench.simulate(topics=topics, systems=systems, words=40).evalset
    return write_study(home, data.outputs, data.references, data.judgments)


def ask(home: Path, experiment: str, cache: str = "cache") -> Experiment:
    """Write an experiment file and read it, with the data below the same folder."""
    (home / "study.toml").write_text(experiment, encoding="utf-8")
    return workbench.read(home / "study.toml", data=home, cache=home / cache)

"""Ratings as weights, rated outputs as references, and simulated sets, kept: numbers, and what is refused."""

import pickle
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import pandas as pd
from kept.odd_sets import Parts
from kept.readings import changes, first, frames, keep, outcome, somewhere, table_lines, together, write

from workbench.datasets.evalset import EvalSet
from workbench.datasets.mined import mine
from workbench.datasets.safe_pickle import load_pickle, read_pickle
from workbench.datasets.simulate import simulate
from workbench.datasets.simulated_draws import RandomChoices
from workbench.datasets.weight_error import weight_error
from workbench.datasets.weights import check_weight, weigh
from workbench.experiment.sections import MinedSpec

RATINGS = pd.DataFrame(
    [
        {
            "task": task,
            "segment": f"s{at}",
            "system": name,
            "rater": who,
            "score": float(1 + (at + 2 * rank + turn) % 5),
        }
        for task in "tu"
        for at in range(2)
        for rank, name in enumerate("AB")
        for turn, who in enumerate(("r0", "r1", "r2"))
        if (task, at, who) != ("u", 1, "r1")
    ]
)
CONSTANT = RATINGS.assign(score=RATINGS["score"].where(RATINGS["rater"] != "r2", 3.0))
MAPS = (
    ("likert", "higher"),
    ("likert", "lower"),
    ("likert(low=0, high=10)", "higher"),
    ("likert(low=1, high=4)", "higher"),
    ("likert(low=2, high=9)", "higher"),
    ("likert(low=5, high=5)", "higher"),
    ("likert(low=1, most=5)", "higher"),
    ("penalty", "lower"),
    ("penalty(zero=2)", "lower"),
    ("penalty", "higher"),
    ("penalty(zero=0)", "lower"),
    ("penalty(zero=-1)", "lower"),
    ("zscore", "higher"),
    ("zscore(scale=0.5)", "lower"),
    ("zscore(scale=0)", "higher"),
    ("zscore(scale=true)", "higher"),
    ("zscores", "higher"),
    ("likert(low=inf)", "higher"),
    ("likert(low='a')", "higher"),
    ("likert(", "higher"),
)


def weights(how: str, direction: str, ratings: pd.DataFrame = RATINGS) -> list[str]:
    return [f"{' '.join(key)} {value:.6g}" for key, value in weigh(how, ratings, direction, "weight").items()]


def test_maps_of_ratings() -> None:
    said = {
        f"{how} {direction}": outcome(lambda h=how, d=direction: weights(h, d)) for how, direction in MAPS
    }
    said["zscore of who says one thing"] = outcome(lambda: weights("zscore", "higher", CONSTANT))
    said["zscore of one rating each"] = outcome(
        lambda: weights("zscore", "higher", RATINGS.drop_duplicates("rater"))
    )
    said["penalty below 0"] = outcome(
        lambda: weights("penalty", "lower", RATINGS.assign(score=RATINGS["score"] - 2))
    )
    said["a border"] = outcome(
        lambda: weights("likert(low=1, high=5)", "higher", RATINGS.assign(score=5.0))[:1]
    )
    said["checked"] = [
        *outcome(lambda: check_weight("likert(low=0)")),
        *outcome(lambda: check_weight("likerd", "x")),
    ]
    with somewhere() as here:
        keep("weights", together(said), here)


def rated(lower: bool = False) -> EvalSet:
    parts = (
        Parts(3, ("A", "B", "C"), 3)
        .drop("judgments", segment="s2", rater="r2")
        .drop("judgments", segment="s2", rater="r1")
    )
    parts.again("judgments", criterion="style", score=lambda at, row: 6 - float(str(row["score"])))
    if lower:
        parts.criteria["flow"] = "lower"
    return parts.built()


MINED: dict[str, dict[str, Any]] = {
    "all": {},
    "half": {"raters": "split"},
    "one": {"raters": 1},
    "two": {"raters": 2},
    "one, one judges": {"raters": 1, "judges": 1},
    "one, two judge": {"raters": 1, "judges": 2},
    "by name": {"raters": ["r0"]},
    "by pattern": {"raters": ["r[01]"]},
    "nobody": {"raters": ["x*"]},
    "everybody": {"raters": ["r*"]},
    "kept": {"keep": True},
    "some": {"systems": ["A", "B"]},
    "retired": {"retire": ["B"]},
    "some and retired": {"systems": ["A"], "retire": ["B"]},
    "all retired": {"retire": ["A", "B", "C"]},
    "unknown": {"systems": ["Z"]},
    "unknown retired": {"retire": ["a"]},
    "unknown criterion": {"criterion": "flaw"},
    "a penalty": {"weight": "penalty(zero=4)"},
    "z": {"weight": "zscore(scale=2)"},
    "style": {"criterion": "style"},
    "outside": {"weight": "likert(low=2, high=5)"},
}


def test_rated_outputs_as_references() -> None:
    data = rated()
    said: dict[str, list[str]] = {}

    def asked(data: EvalSet, **how: Any) -> list[str]:
        spec = MinedSpec(**{"criterion": "flow", "weight": "likert(low=1, high=5)", **how})
        made = mine(data, spec, np.random.default_rng(1), "references")
        return [
            *table_lines("references", made.references),
            f"judgments: {len(made.judgments)} by {sorted(set(made.judgments['rater']))}",
            *first(4, table_lines("judgments", made.judgments)),
            repr(made),
            *map(str, made.notes),
            f"error: {weight_error(data, spec):.7g}",
        ]

    sound = outcome(lambda: asked(data))
    for name, how in MINED.items():
        lines = outcome(lambda how=how: asked(data, **how))
        said[name] = lines if name == "all" else changes(lines, sound, 3)
    said["lower"] = changes(outcome(lambda: asked(rated(lower=True))), sound, 3)
    said["lower, a penalty"] = changes(
        outcome(lambda: asked(rated(lower=True), weight="penalty(zero=4)")), sound, 6
    )
    taken = Parts(2, ("A", "B")).set("references", reference="A").built()
    said["a name is taken"] = outcome(lambda: asked(taken, keep=True))
    alone = Parts(2, ("A", "B"), 1).built()
    said["one rating each"] = outcome(lambda: asked(alone, raters="split"))
    said["one rating each, all"] = outcome(lambda: asked(alone))[-1:]
    with somewhere() as here:
        keep("mined", together(said), here)


SIZES: dict[str, dict[str, Any]] = {
    "none": {"topics": 0},
    "negative": {"seed": -1, "systems": 0, "references": -2, "raters": 0},
    "short": {"words": 19},
    "long": {"words": 161},
}


def test_simulated_sets() -> None:
    said = {name: outcome(lambda sizes=sizes: simulate(**sizes)) for name, sizes in SIZES.items()}
    for name, sizes in (
        ("small", {"topics": 2, "systems": 3, "references": 3, "raters": 2, "words": 20}),
        ("seed 7", {"seed": 7, "topics": 3, "systems": 8, "references": 6, "raters": 1, "words": 160}),
    ):
        made = simulate(**sizes)
        lines = (
            frames(made.evalset)
            + table_lines("systems", made.systems)
            + table_lines("references", made.references)
        )
        said[name] = (
            lines
            if name == "small"
            else [*lines[:3], f"... {len(lines)} lines: {crc32(chr(10).join(lines).encode()):08x}"]
        )
    draws = RandomChoices(1, (2, 3))
    said["draws"] = [
        str(
            [
                round(draws.uniform(-1, 3), 6),
                draws.chance(0.5),
                draws.below(9),
                round(draws.noise(2), 6),
                draws.pick("abc"),
                draws.several("abcdef", 4),
            ]
        )
    ]
    with somewhere() as here:
        keep("simulated", together(said), here)


PICKLES: dict[str, Callable[[], bytes]] = {
    "plain": lambda: pickle.dumps({"a": [1, 2.5, None, True, (1, "b")], 3: {"c"}, "d": b"x"}, 4),
    "old protocol": lambda: pickle.dumps({"a": [1, -2, 2**70, "é"], "b": {1, 2}}, 0),
    "numbers of NumPy": lambda: pickle.dumps(
        [np.float64(1.5), np.int32(7), np.bool_(True), np.str_("ab")], 4
    ),
    "an array": lambda: b"cnumpy\nndarray\n.",
    "a call": lambda: b"cos\ngetcwd\n)R.",
    "a class": lambda: pickle.dumps(OrderedDict, 2),
    "a set alone": lambda: b"c__builtin__\nset\n.",
    "a set of a text": lambda: b"c__builtin__\nset\n(X\x02\x00\x00\x00abtR.",
    "a type": lambda: b"cnumpy\ndtype\n(X\x02\x00\x00\x00O8I0\nI1\ntR.",
    "a scalar without a type": lambda: b"cnumpy.core.multiarray\nscalar\n(I1\nC\x01xtR.",
    "a scalar too short": lambda: (
        b"cnumpy.core.multiarray\nscalar\n(cnumpy\ndtype\n(X\x02\x00\x00\x00f8tRC\x01xtR."
    ),
    "a byte order": lambda: b"cnumpy\ndtype\n(X\x02\x00\x00\x00f8tR(I3\nX\x01\x00\x00\x00?tb.",
    "a state": lambda: b"c__builtin__\nset\n(I1\ntb.",
    "state of a type": lambda: b"cnumpy\ndtype\n(X\x02\x00\x00\x00f8tRI1\nb.",
    "a key of tuples": lambda: pickle.dumps({((1, 2), 3): 4}, 2),
    "a key of numbers": lambda: pickle.dumps({(1, 2): 4}, 2),
    "a key that is a list": lambda: b"}(]I1\nu.",
    "an instruction": lambda: b"(I1\ni__builtin__\nint\n.",
    "left over": lambda: b"I1\nI2\n.",
    "nothing to take": lambda: b"I1\na.",
    "memory": lambda: b"I1\np99999\n.",
    "memory as long": lambda: b"I1\np7\n.",
    "memory too long": lambda: b"I1\np8\n.",
    "nothing in memory": lambda: b"g5\n.",
    "nothing since a mark": lambda: b"](I1\na.",
    "a mark taken back": lambda: b"(0I1\n.",
    "a value taken back": lambda: b"I1\nI2\n0.",
    "a mark left over": lambda: b"(I1\n.",
    "cut off": lambda: pickle.dumps([1] * 9, 2)[:-4],
    "empty": lambda: b"",
    "a set of tuples": lambda: (
        pickle.dumps({(1, "a"), (2, "b")}, 2)[:0] + b"c__builtin__\nset\n(](I1\nI2\nteatR."
    ),
    "big-endian": lambda: pickle.dumps(np.float64(1.5).astype(">f8"), 2),
    "twice the same": lambda: b"I7\n2\x86.",
}


def test_pickles() -> None:
    said = {
        name: outcome(lambda make=make: _sorted(load_pickle(make(), "x.pkl")))
        for name, make in PICKLES.items()
    }
    with somewhere() as here:
        write({"x.pkl": pickle.dumps([1])})
        Path("folder").mkdir()
        for name in ("x.pkl", "y.pkl", "folder"):
            said[name] = outcome(lambda name=name: _sorted(read_pickle(Path(name))))
        keep("pickles", together(said), here)


def _sorted(value: object) -> str:
    """Return how Python writes a value, the members of sets in order."""
    if isinstance(value, set):
        return "{" + ", ".join(sorted(map(_sorted, value))) + "}"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {_sorted(each)}" for key, each in value.items()) + "}"
    return repr(value)

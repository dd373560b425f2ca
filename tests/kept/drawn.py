"""Small data sets and what is asked of them, drawn at random: what no person would think of together."""

import tomllib
from typing import Any

import numpy as np
import pandas as pd
from made_up import CARD
from small_study import CRITERION, WORDS

from workbench.datasets.card import DatasetCard
from workbench.datasets.evalset import EvalSet

Asked = dict[str, Any]
_METRICS = (
    "rouge-1", "rouge-2", "rouge-l", "bleu(order=2)", "delta-bleu(order=2)", "length", "constant", "chrf",
    "sentence-bleu", "rouge-1(profile=weighted)",
)  # fmt: skip
_LEVELS = ("system", "segment", "within-system", "global", "document", "domain")
_USUAL = ("pearson", "spearman", "kendall")
_SPECIAL = ("pearson", "acc-eq", "tau-eq", "pairwise-accuracy", "somers-d", "gamma", "wmt")
_OF_LEVEL = {"system": ["soft-pairwise-accuracy"], "segment": ["acc-eq-calibrated"]}
_REFERENCES: tuple[Asked, ...] = (
    {"name": "all"}, {"name": "one", "select": "one"}, {"name": "best", "combine": "best"},
    {"name": "mean", "combine": "mean"}, {"name": "jackknife", "combine": "jackknife"},
    {"name": "two", "select": "first(k=2)"}, {"name": "drawn", "select": "sample(k=1)"},
    {"name": "rated", "select": "weight(at_least=0.5)"}, {"name": "shuffled", "weights": "shuffled"},
    {"name": "positive", "weights": "positive"},
)  # fmt: skip


class Choices:
    """Choices that depend on a number alone."""

    def __init__(self, seed: int) -> None:
        self.draws = np.random.default_rng(seed)

    def chance(self, share: float) -> bool:
        """Return whether what happens so often happens now."""
        return bool(self.draws.random() < share)

    def one(self, *values: Any) -> Any:
        """Return one of some values, whatever they are."""
        return values[int(self.draws.integers(len(values)))]

    def some(self, values: tuple[Any, ...], most: int) -> list[Any]:
        """Return one to so many of some values, none twice."""
        number = int(self.draws.integers(1, most + 1))
        places = sorted(self.draws.permutation(len(values))[:number])
        found: list[Any] = []
        for place in places:
            found += [values[place]] if values[place] not in found else []
        return found

    def keys(self, **values: tuple[Any, ...]) -> Asked:
        """Return some of the keys of a section, each with one of its values."""
        return {key: self.one(*each) for key, each in values.items() if self.chance(0.4)}


def draw_case(seed: int) -> tuple[EvalSet, list[Any], Asked]:
    """Return data, metrics, and what else a `workbench.Experiment` is asked."""
    choices = Choices(seed)
    outputs, references, judgments = _frames(choices)
    metrics = choices.some(_METRICS, 4)
    weighs = bool({"delta-bleu(order=2)", "rouge-1(profile=weighted)"} & set(metrics))
    asked = _settings(choices, outputs, weighs)
    if choices.chance(0.12):
        _on_blocks(choices, asked)
    else:
        analyses = _analyses(choices, metrics, weighs)
        asked |= {name: keys for name, keys in analyses.items() if choices.chance(0.22)}
    if choices.chance(0.06):
        asked["mined"] = {
            "criterion": "coverage",
            "weight": "likert(low=-4, high=9)",
            **choices.keys(keep=(False,)),
        }
    if choices.chance(0.04):
        asked["plot"] = {
            "kinds": [choices.one("intervals", "heat", "scatter", "ranks")],
            "formats": ["svg"],
        }
    if {"ranking", "replicability"} & set(asked):
        asked.setdefault("test", {"draws": 20})  # the tests that they ask would draw thousands of times
    data = EvalSet.build(DatasetCard(**tomllib.loads(f"{CARD}{CRITERION}")), outputs, references, judgments)
    return data, metrics, asked


def _frames(choices: Choices) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    outputs, references, judgments = [], [], []
    systems, segments = choices.one(1, 2, 3, 4, 5, 6, 8), choices.one(1, 2, 3, 4, 5)
    criteria, raters = choices.one(["coverage"], ["coverage", "errors"]), choices.one(1, 1, 2, 3)
    likert, lost, uneven = choices.chance(0.6), choices.one(0, 0, 0, 0.1, 0.4), choices.chance(0.4)
    constant, in_parts = choices.chance(0.06), choices.chance(0.25)
    for task in choices.one(["t"], ["t"], ["t", "u"]):
        for segment in range(segments - (uneven and task == "u" and segments > 1)):
            place: Asked = {"task": task, "segment": f"s{segment}"}
            parts = (
                {"document": f"d{segment // 2}", "domain": choices.one("news", "talk")} if in_parts else {}
            )
            topic = [choices.one(*WORDS) for _ in range(6)]
            for number in range(choices.one(1, 2, 3) if uneven else 2):
                weight = choices.one(-1.0, -0.5, 0.25, 0.5, 1.0)
                text = _said(choices, topic, 0.2)
                references.append({**place, "reference": f"r{number}", "text": text, "weight": weight})
            for system in range(systems):
                if uneven and choices.chance(0.08) and systems > 2:
                    continue
                noise = 0.1 + 0.7 * system / systems
                name = {**place, "system": f"S{system}"}
                outputs.append({**name, **parts, "text": _said(choices, topic, noise)})
                for criterion in criteria:
                    for rater in range(raters):
                        value = 4 * (1 - noise) + choices.draws.normal()
                        score = 2.0 if constant else round(value) if likert else round(value, 3)
                        if not choices.chance(lost):
                            row = {**name, "criterion": criterion, "rater": f"p{rater}", "score": score}
                            judgments.append(row)
    columns = ["task", "segment", "system", "criterion", "rater", "score"]
    return pd.DataFrame(outputs), pd.DataFrame(references), pd.DataFrame(judgments, columns=columns)


def _said(choices: Choices, topic: list[str], noise: float) -> str:
    words = [choices.one(*WORDS) if choices.chance(noise) else word for word in topic]
    return " ".join(words[: choices.one(3, 5, 6, 6)])


def _on_blocks(choices: Choices, asked: Asked) -> None:
    """Ask for differences of two systems on blocks instead, and what there is about them alone."""
    kept = ("draws", "coefficients", "interval", "confidence")
    correlation = {key: value for key, value in asked["correlation"].items() if key in kept}
    if correlation.get("interval") in ("bca", "jackknife", "fisher-jackknife"):
        del correlation["interval"]
    asked["correlation"] = {**correlation, "levels": ["block"], "coefficients": choices.some(_USUAL, 2)}
    asked["unit"] = {
        "size": choices.one(1, 2, [1, 2]),
        "assignments": 3,
        **choices.keys(pairs=([["S0", "S1"], ["S2", "S0"]],), orientation=("fixed", "random", "both")),
    }
    if choices.chance(0.5):
        asked["block_test"] = choices.keys(against=("all",), level=(0.3,))
    if choices.chance(0.2):
        asked["block_power"] = {"draws": 20, "times": [1, 2], "difference": 0.2}


def _settings(choices: Choices, outputs: pd.DataFrame, weighs: bool) -> Asked:
    """Return what is asked beside analyses."""
    levels = choices.some(_LEVELS if "document" in outputs else _LEVELS[:4], 3)
    special = choices.chance(0.3)
    coefficients = choices.some(_SPECIAL if special else _USUAL, 3)
    if special and len(levels) == 1 and levels[0] in _OF_LEVEL:
        coefficients += _OF_LEVEL[levels[0]]
    intervals = ("none", "percentile", "basic", "bca", "bias-corrected", "jackknife")
    correlation = {
        "draws": choices.one(5, 20),
        "levels": levels,
        "coefficients": coefficients,
        **choices.keys(
            interval=intervals if special else (*intervals, "fisher", "fisher-jackknife"),
            resample=("systems", "inputs", "both"),
            missing=("pairwise", "complete", "all", "error"),
            confidence=(0.8, 0.95),
        ),
    }
    if not special and not {"within-system", "document", "domain"} & set(levels) and choices.chance(0.3):
        correlation["given"] = "length"
    asked: Asked = {"correlation": correlation, "seed": int(choices.draws.integers(9))}
    if choices.chance(0.9):
        asked["unscorable"] = "drop"
    if choices.chance(0.5):
        asked["references"] = choices.some(_REFERENCES if weighs else _REFERENCES[:-2], 3)
    if choices.chance(0.3):
        asked["preprocess"] = choices.some(("CASE", "STEM", "STOP"), 2)
    if choices.chance(0.2):
        asked["components"] = choices.some(("recall", "precision", "f"), 2)
    if choices.chance(0.15):
        asked["ratings"] = "z-scored"
    if choices.chance(0.1):
        asked["systems"] = ["!S1"]
    if choices.chance(0.1) and "document" in outputs:
        asked["by"] = choices.one("document", "domain")
    if choices.chance(0.15):
        asked["table"] = {
            "layout": choices.one("standard", "lin2004", "galley2015", "wmt", "by-coefficient"),
            **choices.keys(digits=(1, 3), intervals=(True, False)),
        }
    return asked


def _test(choices: Choices, metrics: list[str]) -> Asked:
    usual = choices.keys(
        against=("all", "best", *metrics),
        correction=("holm", "bh", "none"),
        level=(0.05, 0.3),
    )
    method = choices.one("permutation", "permutation", "bootstrap", "williams1959", "steiger1980", "meng1992")
    if method == "permutation":
        usual |= choices.keys(
            swap=("systems", "inputs", "both-cell", "both-xor"), statistic=("studentised", "difference")
        )
        usual["draws"] = 20
    if usual.get("against") in metrics:
        usual |= choices.keys(alternative=("greater", "less"), margin=(0.1,))
    else:
        usual |= choices.keys(within=("column", "table"))
    return {"method": method, **usual}


def _analyses(choices: Choices, metrics: list[str], weighs: bool) -> dict[str, Asked]:
    """Return sections that may be asked, with keys of theirs."""
    found = {
        "test": _test(choices, metrics),
        "ranking": choices.keys(confidence=(0.8, 0.99)),
        "ceiling": {"splits": 3, **choices.keys(over=("raters", "segments"), disattenuated=(True, False))},
        "agreement": {"draws": choices.one(0, 5)},
        "families": {
            "of": choices.one({"S0": "a", "S[1-9]": "b"}, {"S[0-2]": "abc"}, "task"),
            "draws": 10,
            "swaps": choices.one(0, 10),
        },
        "robustness": {"steps": 2, **choices.keys(window=(3, 4), cut=(1.0,), least=(0.1,))},
        "difference_influence": {"draws": 10, **choices.keys(level=(0.3,))},
        "worth": choices.keys(accuracies=([0.7], [0.6, 0.9]), scale=(10,)),
        "system_test": {
            "draws": 10,
            **choices.keys(
                baseline=("S0",),
                method=("bootstrap", "randomisation"),
                correction=("by", "none"),
                level=(0.3,),
            ),
        },
        "reference_choice": {"subsets": 3, **choices.keys(by=("segment", "name"), sizes=([1],))},
        "protocol": {"draws": 10, **choices.keys(like=("wmt23", "wmt24", "wmt25"), exact=(True,))},
        "average_ranks": {},
        "replicability": choices.keys(level=(0.4,)),
        "shading": choices.keys(within=("table", "references", "column"), digits=(1, 3)),
        "disagreements": choices.keys(most=(1, 2)),
        "weight_noise": {"shuffles": 2, "repeats": 2, **choices.keys(error=(0.1,))},
    }
    without = set() if weighs else {"weight_noise"}
    if len(metrics) == 1:
        without |= {"disagreements", "difference_influence", "ranking", "test"}
    return {name: keys for name, keys in found.items() if name not in without}

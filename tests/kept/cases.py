"""Experiments whose answers are kept: the data, the metrics, and what is asked, by a name."""

from typing import Any

Case = tuple[str, list[Any], dict[str, Any]]

ONE = ["rouge-1"]
TWO = ["rouge-1", "bleu(order=2)"]
FOUR = ["rouge-1", "rouge-2", "rouge-l", "bleu(order=2)"]
WEIGHED = ["delta-bleu(order=2)", "bleu(order=2)"]
LEVELS = ["system", "segment", "within-system", "global"]
PLAIN = {"interval": "none", "coefficients": ["pearson"]}
WORDY = ("words-",)
"""How the cases begin whose table, methods and looks at the data are kept, too."""


def correlation(**asked: Any) -> dict[str, Any]:
    return {"correlation": {"draws": 30, **asked}}


def plain(**asked: Any) -> dict[str, Any]:
    """Ask for Pearson's coefficients of systems and one criterion, without intervals."""
    return {"correlation": PLAIN, "criteria": ["coverage"], **asked}


CASES: dict[str, Case] = {
    # levels, coefficients, intervals, what is missing
    "levels-uneven": ("uneven", TWO, correlation(levels=LEVELS, interval="none")),
    "levels-tied": ("tied", TWO, correlation(levels=LEVELS, interval="none")),
    "words-missing-complete": (
        "tied", TWO, correlation(missing="complete", levels=["system", "segment"], coefficients=["kendall"]),
    ),
    "missing-all": ("tied", ONE, correlation(missing="all", levels=["system", "segment"])),
    "missing-error": ("tied", ONE, correlation(missing="error")),
    "words-unscorable": (
        "uneven", WEIGHED, {"unscorable": "drop", **correlation(levels=LEVELS, coefficients=["spearman"])},
    ),
    "unscorable-error": ("uneven", WEIGHED, correlation()),
    "coefficients": (
        "tied", ONE,
        correlation(
            levels=["system", "segment", "global"], interval="percentile", draws=10,
            coefficients=[
                "biweight", "percentage-bend", "shepherd", "skipped", "kendall-a", "gamma", "tau-10",
                "tau-13", "tau-14", "tau-eq", "acc-eq", "pairwise-accuracy", "somers-d", "kendall-c",
                "wmt",
            ],
        ),
    ),
    "coefficients-of-protocols": (
        "simulated", TWO,
        correlation(
            levels=["segment", "system"], draws=10,
            coefficients=["acc-eq-calibrated", "soft-pairwise-accuracy", "acc-eq-cross-validated"],
        ),
    ),
    "given-length": ("simulated", TWO, correlation(given="length", levels=["system", "segment"])),
    "words-population": ("simulated", ONE, correlation(population="these systems, all inputs", resample="inputs")),
    "population-refused": ("simulated", ONE, correlation(population="these systems, all inputs")),
    # how metrics are used
    "words-used-differently": (
        "uneven",
        ["rouge-1", {"name": "bleu(order=2)", "preprocess": ["13a"], "references": ["one"]},
         {"name": "rouge-l", "components": ["precision", "f"]}],
        {
            "components": ["recall", "f"], "preprocess": ["CASE", "STEM", "STOP", "STEM+STOP"],
            "references": {"one": "one", "two": "first(k=2)", "drawn": "sample(k=1)"}, **plain(),
            "title": "of many uses", "about": "what for", "seed": 11,
        },
    ),
    "ways-to-combine": (
        "uneven", FOUR,
        plain(
            references=[
                {"name": how, "combine": how}
                for how in ("pooled", "best", "mean", "jackknife", "jackknife(over=best)")
            ]
        ),
    ),
    "ways-to-select": (
        "uneven", [*WEIGHED, "rouge-1(profile=weighted)"],
        plain(
            unscorable="drop",
            references=[
                {"name": "rated", "select": "weight(at_least=0.5)"},
                {"name": "named", "select": "named(reference=r1|r2)"},
                {"name": "shuffled", "weights": "shuffled"},
                {"name": "signs", "weights": "signs"},
                {"name": "one", "weights": "one"},
                {"name": "positive", "weights": "positive"},
            ],
        ),
    ),
    "metric-twice": ("uneven", ["rouge-1", "rouge-1"], plain()),
    "metric-unknown": ("uneven", ["rouge1"], plain()),
    # the data
    "chosen": (
        "uneven", TWO,
        {**correlation(levels=LEVELS, coefficients=["pearson"], interval="none"),
         "tasks": ["t"], "systems": ["!E"], "segments": ["s1", "s3", "s4", "s5"],
                  "raters": ["ann"], "ratings": "z-scored", "criteria": ["errors"]},
    ),
    "chosen-sample": (
        "simulated", TWO, {**plain(criteria=None), "sample": 4, "seed": 2},
    ),
    "chosen-good": (
        "uneven", TWO,
        {**correlation(**PLAIN), "least": {"coverage": 0.8}, "criteria": ["coverage"]},
    ),
    "chosen-agreeing": (
        "simulated", TWO, {**correlation(**PLAIN), "agreeing": 0.1},
    ),
    "chosen-nothing": ("uneven", TWO, {**plain(), "systems": ["Z*"]}),
    "words-mined": (
        "simulated", WEIGHED,
        {"unscorable": "drop", **correlation(coefficients=["pearson", "kendall"]),
         "mined": {"criterion": "coverage", "weight": "likert(low=0, high=1)", "raters": "split"}},
    ),
    "words-mined-of-some": (
        "simulated", WEIGHED,
        {"unscorable": "drop", **correlation(coefficients=["pearson"]),
         "mined": {"criterion": "coverage", "weight": "likert(low=0, high=1)", "raters": 1, "judges": 1,
                   "keep": False, "systems": ["S01", "S02"], "retire": ["S01"]},
         "weight_noise": {"shuffles": 5, "repeats": 3, "steps": [0.5, 1.0]}},
    ),
    # comparisons
    "words-test": ("simulated", FOUR, {**correlation(), "test": {"draws": 99}, "ranking": {}}),
    "words-test-tied": (
        "tied", FOUR,
        {**correlation(levels=["segment", "system"], coefficients=["kendall"]),
         "test": {"draws": 99, "against": "all"}, "ranking": {"confidence": 0.8}},
    ),
    "test-pairs": (
        "simulated", FOUR,
        {**correlation(levels=LEVELS), "test": {"draws": 50, "pairs": [["rouge-1", "rouge-2"], ["rouge-l", "bleu(order=2)"]]}},
    ),
    "test-one-sided-margin": (
        "simulated", FOUR,
        {**correlation(), "test": {"draws": 50, "against": "rouge-1", "alternative": "greater", "margin": 0.2,
                                   "correction": "holm"}},
    ),
    "test-bootstrap": (
        "simulated", FOUR,
        {**correlation(resample="inputs"),
         "test": {"method": "bootstrap", "draws": 50, "against": "all", "simultaneous": True}},
    ),
    "test-difference": (
        "simulated", FOUR,
        {**correlation(levels=["system", "segment"]),
         "test": {"draws": 50, "statistic": "difference", "swap": "both-cell", "against": "all", "correction": "by"}},
    ),
    "test-in-columns": (
        "uneven", TWO,
        {**correlation(coefficients=["pearson"]), "preprocess": ["CASE", "STOP"],
         "references": {"one": "one", "all": "all"},
         "test": {"draws": 50, "within": "column", "against": "all", "correction": "bh", "level": 0.2}},
    ),
    # analyses of metrics and judgments
    "words-ceiling": (
        "uneven", TWO, {**correlation(levels=["system", "segment"]), "ceiling": {"splits": 5}, "agreement": {"draws": 20}},
    ),
    "ceiling-segments": (
        "tied", TWO, {**correlation(levels=LEVELS), "ceiling": {"over": "segments", "splits": 5, "disattenuated": False}},
    ),
    "words-robustness": ("simulated", TWO, {**correlation(), "robustness": {"window": 4, "steps": 3, "cut": 1.0}}),
    "robustness-tied": ("tied", TWO, {**correlation(), "robustness": {"steps": 3, "least": 0.01}}),
    "words-families": (
        "simulated", TWO,
        {**correlation(), "families": {"of": {"S01": "a", "S02": "a", "S03": "b"}, "draws": 30, "swaps": 30}},
    ),
    "families-pattern": ("uneven", TWO, {**correlation(), "families": {"of": {"[A-C]": "abc"}, "draws": 30, "swaps": 0}}),
    "families-task": ("uneven", TWO, {**correlation(), "families": {"of": "task", "draws": 30}}),
    "difference-influence": (
        "simulated", FOUR,
        {**correlation(), "difference_influence": {"pairs": [["rouge-1", "rouge-2"], ["rouge-l", "bleu(order=2)"]], "draws": 30}},
    ),
    "words-worth": (
        "simulated", TWO, {**correlation(levels=["system"]), "worth": {"accuracies": [0.7, 0.9], "scale": 10}},
    ),
    "worth-deltas": ("uneven", TWO, {**correlation(), "worth": {"deltas": [1, 5]}}),
    "words-system-test": ("uneven", TWO, {**correlation(), "system_test": {"draws": 50}}),
    "system-test-baseline": (
        "tied", TWO,
        {**correlation(), "system_test": {"baseline": "A", "method": "randomisation", "draws": 50, "correction": "by",
                                          "level": 0.3, "confidence": 0.8}},
    ),
    "words-reference-choice": (
        "simulated", TWO, {**correlation(), "reference_choice": {"sizes": [1, 2], "subsets": 4}},
    ),
    "reference-choice-segment": (
        "uneven", TWO, {**correlation(), "reference_choice": {"by": "segment", "subsets": 5, "metrics": ["rouge-1"]}},
    ),
    "weight-noise": (
        "uneven", WEIGHED,
        {"unscorable": "drop", **correlation(), "weight_noise": {"shuffles": 6, "error": 0.1, "repeats": 3}},
    ),
    "words-protocol": (
        "uneven", FOUR,
        {**correlation(), "protocol": {"draws": 50, "like": "wmt24", "weights": {"segment-accuracy": 2.0}}},
    ),
    "protocol-2023": ("tied", TWO, {**correlation(), "protocol": {"draws": 50, "like": "wmt23", "exact": True}}),
    "protocol-coins": (
        "simulated", TWO,
        {**correlation(), "protocol": {"draws": 50, "like": "wmt25", "test": "perm-both", "coins": "together"}},
    ),
    "words-over-tasks": (
        "uneven", FOUR, {**correlation(), "average_ranks": {}, "replicability": {}, "test": {"draws": 50}},
    ),
    "over-tasks-weights": (
        "uneven", FOUR,
        {**correlation(), "average_ranks": {"weights": {"t": 2.0}}, "replicability": {"level": 0.4}, "test": {"draws": 50}},
    ),
    # blocks
    "words-blocks": (
        "simulated", FOUR,
        {"correlation": {"levels": ["block"], "draws": 20}, "unit": {"size": [2, 3], "assignments": 5},
         "block_test": {"against": "rouge-1"}, "block_power": {"draws": 20, "times": [1, 2], "difference": 0.2}},
    ),
    "blocks-pairs": (
        "uneven", TWO,
        {"correlation": {"levels": ["block"], "draws": 20},
         "unit": {"size": 2, "assignments": 4, "orientation": "both", "pairs": [["A", "B"], ["C", "A"]]}},
    ),
    "blocks-fixed": (
        "tied", TWO,
        {"correlation": {"levels": ["block"], "draws": 20},
         "unit": {"size": 2, "assignments": 4, "orientation": "fixed"}, "block_test": {"against": "all", "level": 0.2}},
    ),
    # simulation
    "calibration": (
        "simulated", TWO,
        {**correlation(), "calibration": {"replications": 8, "draws": 19, "shapes": ["outliers"], "step": 0.5, "inputs": 5}},
    ),
    # layouts
    **{
        f"words-layout-{layout}": (
            "uneven", TWO,
            {**correlation(coefficients=["pearson", "kendall"]), "preprocess": ["CASE", "STOP"],
             "references": {"one": "one", "all": "all"}, "criteria": ["errors"],
             "table": {"layout": layout, "digits": 4, "coefficients": ["kendall"]}},
        )
        for layout in ("lin2004", "galley2015", "wmt", "by-coefficient")
    },
}  # fmt: skip
for _interval in (
    "recommended", "fisher", "fisher-jackknife", "jackknife", "percentile", "basic", "bias-corrected", "bca",
    "studentised",
):  # fmt: skip
    for _resample in ("systems", "inputs", "both"):
        CASES[f"interval-{_interval}-{_resample}"] = (
            "simulated", ONE, correlation(interval=_interval, resample=_resample, levels=["system", "segment"]),
        )  # fmt: skip
for _method in ("williams1959", "hotelling1940", "hendrickson1970", "olkin1967", "dunn1969", "steiger1980",
                "hittner2003", "meng1992"):  # fmt: skip
    CASES[f"test-{_method}"] = ("simulated", FOUR[:3], {**correlation(), "test": {"method": _method}})
for _swap in ("systems", "inputs", "both-cell", "both-xor"):
    CASES[f"test-swaps-{_swap}"] = (
        "simulated", FOUR[:3],
        {**correlation(levels=["system", "segment"]), "test": {"swap": _swap, "draws": 50, "against": "all"}},
    )  # fmt: skip

"""The second half of the methods paragraph: intervals, tests, ranks, judges, robustness."""

import pandas as pd

from workbench.registry import cited
from workbench.report.citations import bracket, cite_interval
from workbench.report.layouts.counts import count_range, percent
from workbench.report.layouts.labels import INTERVALS, RESAMPLED, coefficient_label
from workbench.report.methods_words import (
    coefficients,
    distinct,
    join,
    number,
    only,
    undefined_draws,
    whose,
)

_SIDES = {
    "two": "two-sided",
    "greater": "one-sided (greater: the first metric of each pair agrees better)",
    "less": "one-sided (less: the first metric of each pair agrees worse)",
}
_TESTS = {"permutation": "paired permutation test", "bootstrap": "paired bootstrap test"}
_CORRECTIONS = {
    "holm": "Holm's method",
    "bh": "the method of Benjamini and Hochberg",
    "by": "the method of Benjamini and Yekutieli",
    "bonferroni": "Bonferroni's method",
    "max-t": "the distribution of the largest difference (max-t)",
}
_OVER = "divided by its jackknife error over the"
_STATISTICS = {
    "difference": "the difference of the coefficients",
    "difference, scores standard over cells": (
        "the difference of the coefficients of scores that are standard over all cells"
    ),
    "difference, ranks swapped": (
        "the difference of the coefficients, of which it swaps ranks in place of scores"
    ),
    "studentised difference": f"the difference of the coefficients {_OVER} {{}} [DiCiccio & Romano 2017]",
    "studentised difference of Fisher's z": (
        f"the difference of Fisher's z of the coefficients {_OVER} {{}} "
        "[Arvesen 1969; DiCiccio & Romano 2017]"
    ),
}


def describe_intervals(records: pd.DataFrame) -> list[str]:
    """Say how the intervals were made, what they speak of, and which coefficients have none."""
    made = records[records["low"].notna() & records["high"].notna()]
    if made.empty:
        return ["No intervals were computed."]
    sentences = []
    columns = ["interval", "confidence", "resampled", "population", "draws"]
    kinds = made.groupby(columns, sort=False)
    for interval, group in kinds:
        name, confidence, resampled, population, draws = interval
        keys = [key for each in only(group, "coefficient") for key in cite_interval(name, each, resampled)]
        about = f", and speak of {population}"
        if name == "fisher" and (group["level"] == "block").all():
            how, about = "are from Fisher's z transformation", f" with {population}"
        elif name == "fisher":
            how = "are from Fisher's z transformation with n the number of systems"
        elif name == "fisher-jackknife":
            how = "are the wider of Fisher's z and a jackknife over systems"
        elif name == "jackknife":
            how = "are a jackknife's over systems"
        else:
            drawn = RESAMPLED.get(resampled, resampled)
            how = f"are {name} intervals from {draws:,} bootstrap draws of {drawn}"
        of = f" of {whose(group)}" if kinds.ngroups > 1 else ""
        sentences.append(
            f"Intervals{of} ({percent(confidence)} nominal coverage) {how}{bracket(keys)}{about}."
        )
    return sentences + _without_interval(records[records["value"].notna()], made, "coefficients")


def _without_interval(known: pd.DataFrame, made: pd.DataFrame, what: str) -> list[str]:
    """Count what has no interval where others of its kind have one, and name the kinds that have none."""
    bare = known[~known.index.isin(made.index)]
    without = _others(bare, made)
    single = bare[~bare.index.isin(without.index)]
    sentences = []
    if len(single):
        have = f"{len(single):,} of these {what} {'has' if len(single) == 1 else 'have'} no interval"
        why = "; ".join(only(single, "interval_reason"))
        sentences.append(f"{have} ({why})." if why else f"{have}.")
    if len(without):
        of = "for" if what == "coefficients" else f"of {what} of"
        sentences.append(f"There are none {of} {whose(without)}.")
    return sentences


def _others(frame: pd.DataFrame, made: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of coefficients at levels at which nothing was made."""
    cells = ["level", "coefficient", "given"]
    with_one = {*distinct(made, *cells)}
    return frame[[(*each,) not in with_one for each in frame[cells].astype(str).itertuples(index=False)]]


UNTESTED = "No differences between metrics were tested."


def describe_tests(comparisons: pd.DataFrame | None) -> list[str]:
    """Say how differences between metrics were tested."""
    if comparisons is None:
        return [UNTESTED]
    if comparisons["p"].isna().all():
        return [UNTESTED, *_differences(comparisons)]
    tested = comparisons[comparisons["p"].notna()]
    columns = ["method", "resampled", "alternative", "correction", "test_level", "population"]
    sentences = []
    for test, group in tested.groupby(columns, sort=False):
        method, resampled, alternative, correction, level, population = test
        side, key = _SIDES.get(alternative, alternative), bracket([cited("test", method)])
        how = _TESTS.get(method, f"test of dependent correlations ({method})")
        drawn = ""
        if resampled != "none":
            patterns = "all patterns, " if (group["exact"] == "yes").all() else ""
            verb = "swaps" if method == "permutation" else "draws"
            draws = count_range(group["draws"])
            drawn = f" that {verb} {RESAMPLED.get(resampled, resampled)} ({patterns}{draws} draws)"
        by = _CORRECTIONS.get(correction, correction) + bracket([cited("correction", correction)])
        families = group.groupby(["task", "criterion", "level", "coefficient", "given"], sort=False)
        sizes = families["n_family"].first()
        corrected = f"adjusted by {by} in families of {count_range(sizes)}"
        if len(sizes) > 1:
            corrected += (
                f", one for each task, criterion, level and coefficient, and not for these {len(sizes)}"
            )
        if correction == "none":
            corrected = "not adjusted for their number"
        pairs = "1 difference" if sizes.sum() == 1 else f"{sizes.sum():,} differences"
        if sizes.sum() > len(group):
            pairs += f" (of which {len(group):,} {'is' if len(group) == 1 else 'are'} reported)"
        sentences.append(
            f"We tested {pairs} between metrics by a {side} {how}{key}{drawn} at a level of "
            f"{percent(level)}, with p-values {corrected}; the tests speak of {population}."
        )
        if method == "permutation":
            sentences += _statistic(group)
        sentences += undefined_draws(group["undefined_draws"].max(), "test")
        hidden = group.loc[group["verdict"] == "out of reach", "smallest_p"]
        if len(hidden):
            # families of several sizes, or draws of several numbers, have a smallest one each
            ends = dict.fromkeys([number(hidden.min()), number(hidden.max())])
            these = "those that are reported" if sizes.sum() > len(group) else "these tests"
            sentences.append(
                f"Of {these} {len(hidden):,} could not have reached the level: draws and correction "
                f"allow no p-value below {' to '.join(ends)}."
            )
        asked = only(group, "population_asked")
        if asked:
            sentences.append(f"They were asked to speak of {join(asked)}, which they do not.")
    return [*sentences, *_untested(comparisons, tested), *_differences(comparisons), *_equivalence(tested)]


def _untested(comparisons: pd.DataFrame, tested: pd.DataFrame) -> list[str]:
    """Name the coefficients of which there are differences and no test, and say why."""
    without = _others(comparisons[comparisons["difference"].notna()], tested)
    if without.empty:
        return []
    return [f"No difference of {whose(without)} was tested ({'; '.join(only(without, 'reason'))})."]


def _statistic(group: pd.DataFrame) -> list[str]:
    """Say what tests by the same swaps compare: of each coefficient and level, if not one thing."""
    known = group[group["compared"] != ""]
    parts = []
    for (what, resampled), part in known.groupby(["compared", "resampled"], sort=False):
        statistic = _STATISTICS[what].format("systems" if resampled == "systems" else "inputs")
        parts.append((whose(part), statistic))
    if len(parts) < 2:
        return [f"Its statistic is {statistic}." for _, statistic in parts]
    return ["Its statistic is, " + "; ".join(f"of {names}, {statistic}" for names, statistic in parts) + "."]


def _differences(comparisons: pd.DataFrame) -> list[str]:
    """Say how intervals of differences were made, of tested ones and of others, and which have none."""
    known = comparisons[comparisons["difference"].notna()]
    made = known[known["low"].notna() & known["high"].notna()]
    kinds = made.groupby(["interval", "confidence", "interval_population"], sort=False)
    sentences = []
    for (name, confidence, population), part in kinds:
        of = f" of {whose(part)}" if kinds.ngroups > 1 else ""
        how = f"{INTERVALS.get(name, name)}{bracket([cited('interval', name)])}"
        sentences.append(
            f"Intervals of differences{of} ({percent(confidence)}, {how}) speak of {population}."
        )
    return sentences + _without_interval(known, made, "differences") if sentences else []


def _equivalence(tested: pd.DataFrame) -> list[str]:
    """Say how differences were held against a margin: by a test of its own, without a correction."""
    held = tested[tested["equivalence_p"].notna()]
    if held.empty:
        return []
    pairs = "1 difference is" if len(held) == 1 else f"{len(held):,} differences are"
    margin, level = f"{held['margin'].iloc[0]:g}", percent(held["test_level"].iloc[0])
    return [
        f"Whether {pairs} below {margin} we tested by two one-sided tests with Zou's intervals"
        f"{bracket([cited('interval', 'zou')])}, at a level of {level} for each, not adjusted for their "
        "number; they take scores for normal and speak of all systems, these inputs."
    ]


def describe_ranking(rankings: pd.DataFrame | None) -> list[str]:
    """Say how metrics were ranked."""
    ranked = None if rankings is None else rankings[rankings["rank"] > 0]
    if ranked is None or ranked.empty:
        return []
    sentences = ["Metrics were put into clusters in which none is significantly better than another."]
    drawn = ranked[ranked["rank_high"] > 0]
    for confidence, population, draws in (
        drawn[["confidence", "rank_population", "draws"]].drop_duplicates().itertuples(index=False)
    ):
        sentences.append(
            f"Intervals of ranks ({percent(confidence)}) are from {draws:,} bootstrap draws and speak of "
            f"{population}."
        )
    return sentences


def describe_judges(records: pd.DataFrame, reliability: pd.DataFrame | None) -> list[str]:
    """Say how well the judges agree, from the records of a ceiling and the reliability of the judgments."""
    sentences = []
    alone = records[(records["role"] == "leave one out") & records["value"].notna()]
    alone = alone[alone["level"] == "system"]
    if len(alone):
        sentences.append(
            "At system level a judge agrees with the mean of the others, on average, at "
            f"{_values(alone, 'value', records)}."
        )
    known = pd.DataFrame() if reliability is None else reliability[reliability["reliability"].notna()]
    if reliability is not None and len(known):
        (over,) = only(known, "over")[:1]
        each = known.drop_duplicates(["task", "criterion", "coefficient"])
        formula = ", a formula of Pearson's r" if {*each["coefficient"]} != {"pearson"} else ""
        splits = f"{count_range(each['splits'])} split{'' if each['splits'].max() == 1 else 's'}"
        sentences.append(
            f"Halves of the {over} ({splits}) give the judgments a reliability, "
            "stepped up to all of them [Spearman 1910; Brown 1910], of "
            f"{_values(each, 'reliability', reliability)}; coefficients without the judges' noise are "
            f"divided by its root [Spearman 1904]{formula}."
        )
    return sentences


def _values(rows: pd.DataFrame, column: str, every: pd.DataFrame) -> str:
    """Return values with their coefficient, criterion and task, as far as there are several of these.

    Not every one of all that were asked for has a value.
    """
    parts = []
    shown = [name for name in ("criterion", "task") if every[name].nunique() > 1]
    keys = [name for name in ("coefficient", "given") if name in rows]
    for coefficient, group in rows.groupby(keys, sort=False):
        cells = [
            number(row[column]) + (f" ({', '.join(row[name] for name in shown)})" if shown else "")
            for _, row in group.iterrows()
        ]
        parts.append(f"{coefficient_label(*coefficient)} {join(cells)}")
    return join(parts)


def describe_robustness_methods(robustness: pd.DataFrame | None) -> list[str]:
    """Say what was left out to see what it does, and which systems are outliers."""
    if robustness is None or robustness.empty:
        return []
    together = robustness[robustness["analysis"] == "without outliers"]
    about = [name for name in ("task", "criterion") if robustness[name].nunique() > 1]
    systems = []
    for *place, named in distinct(together[together["system"] != ""], *about, "system"):
        where = f" ({', '.join(place)})" if place else ""
        systems.append(f"{named.replace('; ', ', ')}{where}")
    found = "; ".join(systems) if systems else "none"
    cuts = join([f"{cut:g}" for cut in together["at"].dropna().unique()])
    names = coefficients((name, "") for name in only(together, "coefficient"))
    return [
        f"For robustness the system-level values of {names} were computed again without outliers (human "
        f"scores more than {cuts} robust standard deviations from the median [Mathur, Baldwin & Cohn 2020]: "
        f"{found}), without each system in turn, on the best systems only, and on pairs of systems that a "
        "metric finds close."
    ]

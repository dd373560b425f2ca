"""The methods paragraph of a paper, said from what was run: records and comparisons."""

import re
from collections.abc import Mapping
from typing import NamedTuple

import pandas as pd

from workbench.report.citations import (
    PAPERS,
    bracket,
    cite_coefficient,
    cite_interval,
    cite_method,
    cite_metric,
)
from workbench.report.recipes.labels import COEFFICIENTS
from workbench.report.recipes.notes import count_range

_COMPONENTS = {"f": "F", "score": ""}
_PREPROCESSED = {
    "CASE": "neither stemmed nor stopped (CASE)",
    "STEM": "stemmed (STEM)",
    "STOP": "without stop words (STOP)",
    "STEM+STOP": "stemmed and without stop words (STEM+STOP)",
    "none": "not preprocessed (none)",
}
_LEVELS = {
    "system": "at system level (the scores of the systems)",
    "segment": "at segment level (over the systems within each segment, then averaged)",
    "global": "at global level (over all cells)",
    "block": "at block level (differences of pairs of systems on blocks of segments)",
}
_SIDES = {"two": "two-sided", "greater": "one-sided (greater)", "less": "one-sided (less)"}
_TESTS = {"permutation": "paired permutation test", "bootstrap": "paired bootstrap test"}
_CORRECTIONS = {
    "holm": "Holm's method",
    "bh": "the method of Benjamini and Hochberg",
    "by": "the method of Benjamini and Yekutieli",
    "bonferroni": "Bonferroni's method",
    "max-t": "the distribution of the largest difference (max-t)",
}
_KEY = re.compile(r"\[([^\]]+)\]")
DATA = "data"


class Sources(NamedTuple):
    """What the records do not say: the paper of the data set ("" for none), the versions of the programs."""

    citation: str
    versions: Mapping[str, str]


class Methods(NamedTuple):
    """A paragraph, and the papers that it cites by their keys in brackets."""

    text: str
    papers: dict[str, str]

    def markdown(self) -> str:
        """Return the paragraph and the list of papers as Markdown."""
        papers = [f"- [{key}] {paper}." for key, paper in self.papers.items()]
        return "\n".join([self.text, "", *papers, ""]) if papers else f"{self.text}\n"


def describe_methods(
    records: pd.DataFrame, sources: Sources, comparisons: pd.DataFrame | None = None
) -> Methods:
    """Write the methods paragraph of a paper.

    Parameters
    ----------
    records : DataFrame
        Columns of `schema.RECORDS`; one or more.
    sources : Sources
    comparisons : DataFrame, optional
        Columns of `schema.COMPARISONS`; None or empty where nothing was compared.

    Every number of the text is one of the records, the comparisons or the versions.
    """
    metrics = records[records["role"] != "ceiling"]
    sentences = [
        *_data(metrics, sources.citation),
        *_metrics(metrics),
        *_correlations(metrics),
        *_intervals(metrics),
        *_tests(comparisons),
        *_lost(metrics),
        _programs(metrics, sources.versions),
    ]
    text = " ".join(sentences)
    known = {**PAPERS, DATA: sources.citation}
    cited = dict.fromkeys(key for keys in _KEY.findall(text) for key in keys.split("; "))
    return Methods(text, {key: known[key] for key in sorted(cited) if key in known})


def _distinct(frame: pd.DataFrame, *columns: str) -> list[tuple[str, ...]]:
    rows = frame[list(columns)].drop_duplicates().itertuples(index=False, name=None)
    return [tuple(map(str, row)) for row in rows]


def _only(frame: pd.DataFrame, column: str) -> list[str]:
    return [name for (name,) in _distinct(frame, column) if name]


def _join(parts: list[str]) -> str:
    """Return parts as a list in words."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _percent(fraction: float) -> str:
    return f"{100 * fraction:.6g} %"


def _data(records: pd.DataFrame, citation: str) -> list[str]:
    (dataset,), (kind,) = _only(records, "dataset")[:1], _only(records, "judgments")[:1]
    raters = _join(_only(records, "raters"))
    lower = _only(records[records["direction"] == "lower"], "criterion")
    turned = f" Lower is better in {_join(lower)}, whose sign was turned." if lower else ""
    tasks = _only(records, "task")
    of = f" (tasks {_join(tasks)})" if len(tasks) > 1 else ""
    settings: dict[tuple[str, ...], list[str]] = {}
    for *setting, combine in _distinct(records, "references", "select", "n_references", "combine"):
        settings.setdefault(tuple(setting), []).append(combine)
    listed = [
        f"{name} ({select}, {number} a segment, {' or '.join(combined)})"
        for (name, select, number), combined in settings.items()
    ]
    return [
        f"Automatic metrics were compared with the {kind} judgments of {_join(_only(records, 'criterion'))} "
        f"(raters: {raters}) in {dataset}{of}{bracket([DATA if citation else ''])}.{turned}",
        f"References: {'; '.join(listed)}.",
    ]


def _profile(signature: str) -> str:
    found = re.search(r"\|profile:([^|]*)", signature)
    return found[1] if found else ""


def _metrics(records: pd.DataFrame) -> list[str]:
    profiles: dict[str, dict[str, list[str]]] = {}
    for metric, component, signature in _distinct(records, "metric", "component", "signature"):
        parts = profiles.setdefault(_profile(signature), {}).setdefault(metric, [])
        name = _COMPONENTS.get(component, component)
        if name and name not in parts:
            parts.append(name)
    listed = []
    for profile, metrics in profiles.items():
        same = {" and ".join(parts) for parts in metrics.values()}
        one = same.pop() if len(same) == 1 else ""
        names = [
            name if one or not parts else f"{name} ({' and '.join(parts)})" for name, parts in metrics.items()
        ]
        as_what = f", {one}" if one else ""
        version = f" (profile {profile}{as_what})" if profile else f" ({one})" if one else ""
        listed.append(f"{_join(names)}{version}{bracket(cite_metric(name) for name in metrics)}")
    ways = [_PREPROCESSED.get(name, f"prepared by {name}") for name in _only(records, "preprocess")]
    return [
        f"The metrics are {'; '.join(listed)}.",
        f"Texts were {'in turn ' if len(ways) > 1 else ''}{_join(ways)}.",
    ]


def _correlations(records: pd.DataFrame) -> list[str]:
    names = [
        COEFFICIENTS.get(name, name) + bracket([cite_coefficient(name)])
        for name in _only(records, "coefficient")
    ]
    sentences = [f"The coefficients are {_join(names)}."]
    for level in _only(records, "level"):
        rows = records[records["level"] == level]
        systems, segments = count_range(rows["n_systems"]), count_range(rows["n_segments"])
        where = _LEVELS.get(level, f"at {level} level")
        sentences.append(
            f"{where[0].upper()}{where[1:]} they rest on {systems} systems and {segments} segments."
        )
        if level == "block":
            columns = ("n_blocks", "n_pairs", "block_size", "assignments")
            blocks, pairs, size, assignments = (count_range(rows[name]) for name in columns)
            sentences.append(
                f"There are {blocks} blocks of {size} segments from {pairs} pairs of systems; values are "
                f"averages over {assignments} random assignments of segments to blocks"
                f"{bracket(['Galley et al. 2015'])}."
            )
    return sentences


def _intervals(records: pd.DataFrame) -> list[str]:
    columns = ["interval", "confidence", "resampled", "population", "draws"]
    made = records[records["low"].notna() & records["high"].notna()]
    if made.empty:
        return ["No intervals were computed."]
    sentences, levels = [], _only(records, "level")
    for interval, group in made.groupby(columns, sort=False):
        name, confidence, resampled, population, draws = interval
        keys = [key for each in _only(group, "coefficient") for key in cite_interval(name, each, resampled)]
        if name == "fisher":
            how = "from Fisher's z transformation, n being the number of systems"
        elif name == "fisher-jackknife":
            how = "from Fisher's z transformation, wider by what the jackknife over systems adds"
        else:
            what = {"both": "systems and inputs"}.get(resampled, resampled)
            how = f"from {draws:,} bootstrap draws of {what} ({name})"
        within = _only(group, "level")
        where = "" if within == levels else f" at {_join(within)} level"
        sentences.append(
            f"Intervals{where} have a nominal coverage of {_percent(confidence)} and come {how}"
            f"{bracket(keys)}; they speak of {population}."
        )
    without = [level for level in levels if level not in _only(made, "level")]
    return [*sentences, f"There are none at {_join(without)} level."] if without else sentences


def _tests(comparisons: pd.DataFrame | None) -> list[str]:
    tested = None if comparisons is None else comparisons[comparisons["p"].notna()]
    if tested is None or tested.empty:
        return ["No differences between metrics were tested."]
    columns = ["method", "resampled", "alternative", "correction", "test_level", "population"]
    sentences = []
    for test, group in tested.groupby(columns, sort=False):
        method, resampled, alternative, correction, level, population = test
        side, key = _SIDES.get(alternative, alternative), bracket([cite_method(method)])
        name = _TESTS.get(method, cite_method(method) or method)
        how = name if name in _TESTS.values() else f"test of dependent correlations ({method})"
        drawn = ""
        if resampled != "none":
            patterns = "all patterns, " if (group["exact"] == "yes").all() else ""
            verb = "swaps" if method == "permutation" else "draws"
            drawn = f" that {verb} {resampled} ({patterns}{count_range(group['draws'])} draws)"
        by = _CORRECTIONS.get(correction, correction) + bracket([cite_method(correction)])
        corrected = f"p-values were adjusted by {by} in families of {count_range(group['n_family'])}"
        if correction == "none":
            corrected = "p-values were not adjusted for their number"
        sentences.append(
            f"Differences of metrics were tested {len(group):,} times, by a {side} {how}{key}{drawn}; "
            f"{corrected}; the level is {_percent(level)}; the tests speak of {population}."
        )
        asked = [name for name in _only(group, "population_asked") if name]
        if asked:
            sentences.append(f"They were asked to speak of {_join(asked)}, which they do not.")
    sentences += _differences(tested)
    return sentences


def _differences(tested: pd.DataFrame) -> list[str]:
    made = tested[tested["low"].notna() & tested["high"].notna()]
    return [
        f"Intervals of differences have a nominal coverage of {_percent(confidence)} "
        f"({name}{bracket([cite_method(name)])}) and speak of {population}."
        for (name, confidence, population), _ in made.groupby(
            ["interval", "confidence", "interval_population"], sort=False
        )
    ]


def _lost(records: pd.DataFrame) -> list[str]:
    sentences = []
    undefined = int(records["value"].isna().sum())
    if undefined:
        reasons = _join(_only(records[records["value"].isna()], "reason"))
        cells = "1 coefficient is" if undefined == 1 else f"{undefined:,} coefficients are"
        sentences.append(f"{cells} undefined ({reasons}).")
    averaged = records[records["level"] == "segment"]
    if len(averaged) and averaged["n_undefined"].max() > 0:
        sentences.append(
            f"At segment level {count_range(averaged['n_undefined'])} segments have no coefficient of their "
            "own and are left out of the average."
        )
    if records["undefined_draws"].max() > 0:
        sentences.append(
            f"Draws without a coefficient, at most {records['undefined_draws'].max():,}, were counted."
        )
    if records["n_dropped"].max() > 0:
        dropped = count_range(records["n_dropped"])
        sentences.append(f"Segments that some metric cannot score were left out everywhere ({dropped}).")
    return sentences


def _programs(records: pd.DataFrame, versions: Mapping[str, str]) -> str:
    programs = _join([f"{name} {version}" for name, version in versions.items()])
    return f"All was computed with {programs}; the seed is {_join(_only(records, 'seed'))}."

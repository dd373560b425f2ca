"""The first half of the methods paragraph: data, references, metrics, coefficients."""

from collections.abc import Mapping

import pandas as pd

from workbench.report.citations import bracket
from workbench.report.layouts.counts import count_range, counted, lower_is_better, references_of_segments
from workbench.report.layouts.notes import weight_notes
from workbench.report.methods_words import coefficients, distinct, join, only, undefined_draws

DATA = "data"
_TABLE = "table"
"""The profile of scores that were computed elsewhere."""
_COMPONENTS = {"f": "F", "score": ""}
_AVERAGED = {
    "segment": "segments",
    "document": "documents",
    "domain": "domains",
    "within-system": "systems",
    "block": "assignments",
}
"""What a value is an average over, at the levels where it is one."""
_PREPROCESSED = {
    "CASE": "neither stemmed nor stopped (CASE)",
    "STEM": "stemmed (STEM)",
    "STOP": "without stop words (STOP)",
    "STEM+STOP": "stemmed and without stop words (STEM+STOP)",
    "13a": "tokenized by 13a",
    "none": "not preprocessed",
    "text": "not preprocessed",
}


def describe_data(records: pd.DataFrame) -> list[str]:
    """Say what was judged, by whom, and which references there were."""
    kind, dataset = only(records, "judgments")[0], only(records, "dataset")[0]
    tasks = only(records, "task")
    of = f", tasks {join(tasks)}" if len(tasks) > 1 else ""
    raters = join(only(records, "raters"))
    lower = only(records[records["direction"] == "lower"], "criterion")
    turned = f"; of {join(lower)} lower is better, so the sign was turned" if lower else ""
    is_counted = records["profile"] != _TABLE
    compared = records[is_counted & ~records["n_references"].isin(["", "0"])]
    listed = []
    for name, select in distinct(compared, "references", "select"):
        mine = compared[(compared["references"] == name) & (compared["select"] == select)]
        listed.append(
            f"{name} ({select}; {references_of_segments(mine)}, {join(only(mine, 'combine'), 'or')})"
        )
    noun = "reference setting" if len(listed) == 1 else "reference settings"
    return [
        f"Metric scores were correlated with the {kind} judgments of {join(only(records, 'criterion'))} in "
        f"{dataset}{of}{bracket([DATA])} (raters: {raters}{turned}).",
        *([f"Candidates were scored in the {noun} {join(listed)}."] if listed else []),
        *weight_notes(records),
    ]


def describe_metrics(records: pd.DataFrame) -> list[str]:
    """Say which metrics, in which version, on texts prepared how."""
    profiles: dict[tuple[str, str], dict[str, None]] = {}
    parts: dict[tuple[str, str], list[str]] = {}
    cites: dict[str, str] = {}
    for metric, component, profile, keys in distinct(records, "metric", "component", "profile", "cites"):
        cites[metric] = keys
        names = parts.setdefault((profile, metric), [])
        name = _COMPONENTS.get(component, component)
        if name and name not in names:
            names.append(name)
    for (profile, metric), names in parts.items():
        profiles.setdefault((profile, join(names) if names else ""), {})[metric] = None
    listed = []
    for (profile, what), metrics in profiles.items():
        of = f"{what} of " if what else ""
        version = "" if profile in ("", "own") else f" (version {profile})"
        version = " (computed elsewhere)" if profile == _TABLE else version
        listed.append(f"{of}{join([*metrics])}{version}{bracket(cites[name] for name in metrics)}")
    last = f"; and {listed[-1]}" if len(listed) > 1 else ""
    return [
        f"The metrics are {'; '.join(listed[:-1] if last else listed)}{last}.",
        *_signs(records),
        *_prepared(records),
    ]


def _signs(records: pd.DataFrame) -> list[str]:
    """Say of which metrics less is better: their coefficients would have the other sign."""
    names = lower_is_better(records)
    signs = "its sign was" if len(names) == 1 else "their signs were"
    return [f"Of {join(names)} less is better, so {signs} turned."] if names else []


def _prepared(records: pd.DataFrame) -> list[str]:
    """Say how texts were prepared, and for which metrics where that is not the same for all of them."""
    ways: dict[str, dict[str, None]] = {}
    for metric, name in distinct(records[records["profile"] != _TABLE], "metric", "preprocess"):
        if not name:
            continue
        ways.setdefault(metric, {})[_PREPROCESSED.get(name, f"prepared by {name}")] = None
    groups: dict[tuple[str, ...], list[str]] = {}
    for metric, mine in ways.items():
        groups.setdefault(tuple(mine), []).append(metric)
    said = [f"prepared in {len(each)} ways: {join([*each])}" if len(each) > 1 else each[0] for each in groups]
    if len(said) < 2:
        return [f"Texts were {each}." for each in said]
    parts = [f"for {join(each)}, {way}" for each, way in zip(groups.values(), said, strict=True)]
    return [f"Texts were, {'; '.join(parts)}."]


def describe_levels(records: pd.DataFrame, described: Mapping[str, str]) -> list[str]:
    """Say which coefficients there are at which level, what that is called, and what they rest on."""
    sentences, said = [], ""
    for level in only(records, "level"):
        every = records[records["level"] == level]
        rows = every[every["value"].notna()]
        rows = every if rows.empty else rows
        systems = counted(rows["n_systems"], "system")
        inputs = counted(rows["n_segments"], "document" if level == "document" else "segment")
        names = coefficients(distinct(every, "coefficient", "given"))
        what = "the same coefficients" if names == said else names
        said = names
        where = "Within systems" if level == "within-system" else f"At {level} level"
        about = "; ".join(filter(None, (described[level], f"{systems}, {inputs}")))
        sentences.append(f"{where} ({about}) agreement is measured by {what}.")
        if level == "block":
            nouns = {"n_blocks": "block", "n_pairs": "pair", "assignments": "random assignment"}
            blocks, pairs, assignments = (counted(rows[name], noun) for name, noun in nouns.items())
            sizes = join([f"{size:,}" for size in sorted(rows["block_size"].unique())], "or")
            sentences.append(
                f"There {'is' if blocks == '1 block' else 'are'} {blocks} of {sizes} "
                f"segment{'' if sizes == '1' else 's'} from {pairs} of systems "
                f"(orientation: {join(only(rows, 'orientation'))}), and values are averages over "
                f"{assignments} of segments to blocks{bracket(['Galley et al. 2015'])}."
            )
    return sentences


def describe_lost(records: pd.DataFrame) -> list[str]:
    """Say what is undefined or was left out."""
    sentences = []
    undefined = records[records["value"].isna()]
    if len(undefined):
        reasons = "; ".join(only(undefined, "reason"))
        cells = "1 coefficient is" if len(undefined) == 1 else f"{len(undefined):,} coefficients are"
        sentences.append(f"{cells} undefined ({reasons}).")
    defined = records[records["value"].notna()]
    for level, parts in _AVERAGED.items():
        lost = defined[(defined["level"] == level) & (defined["n_undefined"] > 0)]
        if len(lost):
            number = count_range(lost["n_undefined"])
            one = number == "1"
            have = (
                f"{parts[:-1]} has no coefficient of its" if one else f"{parts} have no coefficient of their"
            )
            sentences.append(
                f"At {level} level {number} {have} own in {len(lost):,} of the averages, and "
                f"{'is' if one else 'are'} left out of these."
            )
    if len(defined):
        sentences += undefined_draws(defined["undefined_draws"].max(), "coefficient")
    if records["n_dropped"].max() > 0:
        dropped = count_range(records["n_dropped"])
        sentences.append(f"Segments that some metric cannot score were left out for all of them ({dropped}).")
    return sentences

"""What a run comes to, in sentences: which metrics agree best with people, and what is not decided."""

from collections.abc import Iterator, Mapping

import pandas as pd

from workbench.errors import plural
from workbench.report.falling import falling
from workbench.report.layouts.counts import lower_is_better
from workbench.report.layouts.labels import COMPONENTS, coefficient_label, metric_label
from workbench.report.methods_words import join
from workbench.report.table import format_value

DIGITS = 2
UNTESTED = "No differences were tested"
_OF_LEVELS = "[protocol]"
"""The section that tests differences at other levels than that of systems, beside ``[test]``."""
_NEXT = 2
"""How many metrics behind the best are named."""
_OPEN = 3
"""How many differences that are not decided are named."""
_PLACE = ["task", "criterion", "level", "block_size"]
_FAMILY = ["task", "criterion", "level", "coefficient", "given"]
_SHOWN = ("better", "worse")
_SETTINGS = ("references", "preprocess")
_READ = (
    *_PLACE, "coefficient", "given", "interval", "metric", "component", *_SETTINGS, "value", "low", "high",
    "n_systems", "confidence", "chance", "reason", "profile",
)  # fmt: skip


def say_untested(frames: Mapping[str, Mapping[str, pd.DataFrame]]) -> str:
    """Return what is said where no section ``[test]`` has tested: nobody has, or which other sections have.

    Parameters
    ----------
    frames : mapping of str to mapping of str to DataFrame
        By the section that asked for them, the frames of each answer by name.

    Examples
    --------
    >>> tests = pd.DataFrame({"metric": ["a"], "against_metric": ["b"], "p": [0.5]})
    >>> say_untested({"protocol": {"protocol_tests": tests}, "robustness": {"robustness": tests[["metric"]]}})
    'Differences were tested in [protocol] alone'
    >>> say_untested({"test": {"comparisons": tests}})
    'No differences were tested'
    >>> say_untested({"judgment_noise": {"judgment_noise": tests[["metric", "p"]]}})  # of no difference
    'No differences were tested'
    """
    sections = [
        f"[{section}]"
        for section, mine in frames.items()
        if any({"against_metric", "p"} <= {*frame} and len(frame) for name, frame in mine.items()
               if name != "comparisons")
    ]  # fmt: skip
    return f"Differences were tested in {join(sections)} alone" if sections else UNTESTED


def describe_best(records: pd.DataFrame, comparisons: pd.DataFrame | None = None) -> list[str]:
    """Return which metrics agree best with people, a few sentences for each criterion and level, in one text.

    As `best_sentences`, which has them apart.

    Examples
    --------
    >>> values = {"metric": ["rouge-1", "bleu"], "value": [0.5, 0.25], "low": [0.25, -0.5]}
    >>> values["high"] = [0.75, 0.5]
    >>> same = {"criterion": "quality", "level": "system", "coefficient": "pearson", "interval": "fisher"}
    >>> texts = "role task given component references preprocess profile"
    >>> same |= dict.fromkeys(texts.split(), "")
    >>> same |= {"n_systems": 16, "block_size": 0, "confidence": 0.95, "chance": float("nan"), "reason": ""}
    >>> for sentence in describe_best(pd.DataFrame(values).assign(**same))[0].split("; "):
    ...     print(sentence)
    quality, system level: R-1 agrees best, Pearson's r 0.50 [0.25, 0.75] (16 systems, 95 % intervals)
    then BLEU 0.25. Not shown to differ from 0: BLEU. No differences were tested.
    """
    return [
        " ".join(f"{sentence}." for sentence in sentences)
        for sentences in best_sentences(records, comparisons)
    ]


def best_sentences(
    records: pd.DataFrame, comparisons: pd.DataFrame | None = None, untested: str = UNTESTED
) -> list[list[str]]:
    """Return which metrics agree best with people: for each criterion and level sentences without full stops.

    They are about the coefficient that comes first in the records. A metric that several settings have is
    followed by these, as in "R-2 (4 refs)".

    Parameters
    ----------
    records : DataFrame
        Columns of `schema.RECORDS`.
    comparisons : DataFrame, optional
        Columns of `schema.COMPARISONS`; with them the sentences say how many differences are shown, and which
        ones with the best are not decided.
    untested : str
        What is said without a comparison (`say_untested`).

    Returns
    -------
    list of list of str
        One a task, criterion and level. Without a comparison the last one is `untested`.

    Undefined
    ---------
    Metrics without a coefficient are counted, and never the best.
    """
    several_tasks = records.loc[records["role"] == "", "task"].nunique() > 1
    said = []
    for (task, criterion, level, size), rows in _places(records):
        where = [task] * several_tasks + [criterion, _level(level, size)]
        tested = _tested(rows, comparisons, untested)
        said.append([f"{', '.join(where)}: {_ranked(rows)}", *_uncertain(rows), *_below_zero(rows), *tested])
    return said


def describe_overview(
    records: pd.DataFrame, comparisons: pd.DataFrame | None = None, untested: str = UNTESTED
) -> list[str]:
    r"""Return what holds over several criteria, a sentence a level; nothing of a single criterion and level.

    Parameters
    ----------
    records, comparisons : DataFrame
    untested : str
        As for `best_sentences`.

    Undefined
    ---------
    Criteria for which no metric has a coefficient are left to the sentences about them.

    Examples
    --------
    >>> values = {"criterion": ["fluency", "relevance"], "value": [0.5, 0.25], "low": [0.25, -0.5]}
    >>> same = {"metric": "bleu", "high": 0.75, "level": "system", "coefficient": "pearson", "task": "t"}
    >>> texts = "role given component references preprocess interval profile"
    >>> same |= dict.fromkeys(texts.split(), "")
    >>> same |= {"n_systems": 16, "block_size": 0, "confidence": 0.95, "chance": float("nan"), "reason": ""}
    >>> print(*describe_overview(pd.DataFrame(values).assign(**same)), sep="\n")
    At system level the highest Pearson's r is 0.25 (relevance) to 0.50 (fluency).
    For relevance nothing is shown to differ from 0.
    No differences were tested: which metric is the best is not decided.
    """
    found: dict[tuple[str, int, str], list[tuple[str, pd.DataFrame]]] = {}
    metrics = records[records["role"] == ""]
    several_tasks = metrics["task"].nunique() > 1
    what = "criteria" if metrics["criterion"].nunique() > 1 else "tasks"
    what = "criteria of tasks" if several_tasks and what == "criteria" else what
    for (task, criterion, level, size), rows in _places(records):
        if rows["value"].notna().any():
            called = f"{task}, {criterion}" if several_tasks else criterion
            label = coefficient_label(rows["coefficient"].iloc[0], rows["given"].iloc[0])
            found.setdefault((level, size, label), []).append((called, rows))
    if sum(map(len, found.values())) < 2:
        return []
    said = []
    for (level, size, label), each in found.items():
        ranked = sorted((float(rows["value"].max()), called) for called, rows in each)
        ends = {_print(value): called for value, called in (ranked[0], ranked[-1])}
        whole = [f"{value} ({called})" for value, called in ends.items()]
        if len(ends) == 1 < len(each):
            whole = [f"{_print(ranked[0][0])} for each of {len(each):,} {what}"]
        said.append(f"At {_level(level, size)} the highest {label} is {' to '.join(whole)}.")
        open_ = [called for called, rows in each if len(_open(rows)) == len(rows)]
        if open_:
            named = join(open_) if len(open_) <= _OPEN else f"{len(open_):,} of {len(each):,} {what}"
            said.append(f"For {named} nothing is shown to differ from 0.")
    verdicts = [] if comparisons is None else list(comparisons.loc[comparisons["p"].notna(), "verdict"])
    if verdicts:
        shown = sum(verdict in _SHOWN for verdict in verdicts)
        are = "is" if shown == 1 else "are"
        said.append(f"Of {plural('difference', len(verdicts))} that were tested {shown:,} {are} shown.")
    else:
        undecided = ": which metric is the best is not decided" if untested == UNTESTED else ""
        said.append(f"{untested}{undecided}.")
    return said


def _places(records: pd.DataFrame) -> Iterator[tuple[tuple[str, str, str, int], pd.DataFrame]]:
    """Yield each task, criterion, level and size of a block with its metrics by the first coefficient."""
    metrics = records.loc[records["role"] == "", list(_READ)]
    metrics["signature"] = records.get("signature", "")
    for place, rows in metrics.groupby(_PLACE, sort=False, dropna=False):
        first = rows.iloc[0]
        rows = rows[(rows["coefficient"] == first["coefficient"]) & (rows["given"] == first["given"])]
        rows = rows[rows["interval"] == rows["interval"].iloc[0]]
        # scores computed elsewhere are the same in all settings
        repeated = rows.duplicated(["metric", "component"]) & (rows["profile"] == "table")
        yield place, rows[~repeated]


def _level(level: str, size: int) -> str:
    return f"{level} level" + f", blocks of {size:,}" * bool(size)


def _ranked(rows: pd.DataFrame) -> str:
    """Say which are the highest, with their intervals, and who follows."""
    label = coefficient_label(rows["coefficient"].iloc[0], rows["given"].iloc[0])
    known = rows[rows["value"].notna()]
    ranked = known.iloc[falling(known["value"])]
    undefined = len(rows) - len(ranked)
    have = "has" if undefined == 1 else "have"
    lost = f"; {undefined:,} of {len(rows):,} {have} no coefficient" if undefined else ""
    if ranked.empty:
        why = join([reason for reason in rows["reason"].unique() if reason])
        return f"no metric has a coefficient ({label})" + f": {why}" * bool(why)
    names = _names(rows)
    printed = ranked["value"].map(_print)
    best = ranked[printed == printed.iloc[0]]
    others = ranked[printed != printed.iloc[0]]
    n = plural("system", int(best["n_systems"].iloc[0]))
    about = best["confidence"].iloc[0]
    n += f", {100 * about:.6g} % intervals" if _interval(best.iloc[0]) else ""
    more = [f"{len(best) - 4:,} more"] if len(best) > 4 else []
    called = join([*(names[each] for each in best.index[:4]), *more])
    verb = "agrees best" if len(best) == 1 else "agree best"
    lead = ""
    if float(ranked["value"].max()) < 0:
        lead, verb = (
            "no metric agrees with people, all are negative; ",
            "is highest" if len(best) == 1 else "are highest",
        )
    text = f"{lead}{called} {verb}, {label} {printed.iloc[0]}{_interval(best.iloc[0])} ({n})"
    after = [f"{names[at]} {_print(row['value'])}" for at, row in others.iloc[:_NEXT].iterrows()]
    return text + (f"; then {join(after)}" if after else "") + lost


def _uncertain(rows: pd.DataFrame) -> list[str]:
    """Name the metrics whose interval holds 0."""
    open_ = _open(rows)
    if open_.empty:
        return []
    if len(open_) == len(rows):
        return ["None is shown to differ from 0" if len(rows) > 1 else "It is not shown to differ from 0"]
    names = _names(rows)
    named = join([names[at] for at in open_.index])
    return [f"Not shown to differ from 0: {named if len(open_) <= 4 else f'{len(open_):,} of {len(rows):,}'}"]


def _below_zero(rows: pd.DataFrame) -> list[str]:
    """Name tables of scores whose interval lies below 0 as nobody said that less is better of them."""
    is_turned = rows["metric"].isin(lower_is_better(rows))
    below = rows[(rows["high"].round(12) < 0) & (rows["profile"] == "table") & ~is_turned]
    if below.empty:
        return []
    names = _names(rows)
    more = [f"{len(below) - _OPEN:,} more"] if len(below) > _OPEN else []
    named = join([*(names[at] for at in below.index[:_OPEN]), *more])
    it = "it" if len(below) == 1 else "them"
    return [f"Below 0: {named}; if less is better of {it}, lower = true in [scores] turns the sign"]


def _open(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows whose interval holds 0."""
    low, high = rows["low"].round(12), rows["high"].round(12)
    return rows[(low <= 0) & (high >= 0) & rows["value"].notna() & rows["chance"].isna()]


def _tested(rows: pd.DataFrame, comparisons: pd.DataFrame | None, untested: str) -> list[str]:
    """Say how many differences a test shows, and which with the best are not decided."""
    if len(rows) < 2 or rows["block_size"].iloc[0]:
        return []
    if rows["level"].iloc[0] != "system" and _OF_LEVELS not in untested:
        untested = UNTESTED  # those that are named tested at system level
    if comparisons is None:
        return [untested]
    family = rows[_FAMILY].iloc[0]
    asked = comparisons[(comparisons[_FAMILY] == family).all(axis=1)]
    mine = asked[asked["p"].notna()]
    if mine.empty:
        reasons = [reason for reason in asked["reason"].unique() if reason]
        return [f"{UNTESTED} ({'; '.join(reasons)})" if reasons else untested]
    shown = mine["verdict"].isin(_SHOWN)
    out = (mine["verdict"] == "out of reach").sum()
    text = f"{shown.sum():,} of {len(mine):,} differences are shown"
    if len(mine) == 1:
        text = "The difference is shown" if shown.all() else "The difference is not shown"
    first = mine.iloc[0]
    correction = "" if first["correction"] == "none" else f", {first['correction']}"
    text += f" ({first['method']}{correction}, {first['population']})"
    if out:
        text += f"; {out:,} could not have been shown by this test, whatever the scores are"
    best = rows.iloc[falling(rows["value"])[0]] if rows["value"].notna().any() else None
    names = _names(rows)
    if best is None:
        return [text]
    key = ["metric", "component", *_SETTINGS]
    called = {tuple(rows.loc[at, key]): name for at, name in names.items()}
    us = tuple(best[key])
    theirs = [f"against_{name}" for name in key]
    rivals = [
        called.get(pair[1] if pair[0] == us else pair[0], "")
        for pair in zip(
            mine.loc[~shown, key].itertuples(index=False, name=None),
            mine.loc[~shown, theirs].itertuples(index=False, name=None),
            strict=True,
        )
        if us in pair
    ]
    rivals = [name for name in rivals if name]
    if rivals:
        more = f" and {len(rivals) - _OPEN:,} more" if len(rivals) > _OPEN else ""
        listed = ", ".join(rivals[:_OPEN]) if more else join(rivals)
        return [f"{text}; not decided: {called[us]} against {listed}{more}"]
    return [text]


def _names(rows: pd.DataFrame) -> dict[object, str]:
    """Return what each row is called among these: its metric, and the settings in which these differ."""
    parts = rows.groupby("metric", sort=False)["component"].transform("nunique") > 1
    shared = {name for name in _SETTINGS if rows[name].nunique() == 1}
    several = rows.groupby("metric", sort=False)["preprocess"].transform("nunique") > 1
    columns = (rows[name] for name in ("metric", "component", "references", "preprocess", "profile"))
    names: dict[object, str] = {}
    for at, metric, component, references, preprocess, profile, has_parts, has_several in zip(
        rows.index, *columns, parts, several, strict=True
    ):
        inside = [COMPONENTS.get(component, component)] if has_parts else []
        tells = references and "references" not in shared and profile != "table"
        inside += [references] if tells else []
        inside += [preprocess] if has_several else []
        label = str(metric_label(metric))
        names[at] = f"{label} ({', '.join(inside)})" if inside else label
    return names


def _print(value: float) -> str:
    return format_value(value, DIGITS)


def _interval(row: pd.Series) -> str:
    if pd.isna(row["low"]) or pd.isna(row["high"]):
        return ""
    return f" [{_print(row['low'])}, {_print(row['high'])}]"

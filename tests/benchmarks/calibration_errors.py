"""The sections of reports/calibration on tests of equal metrics and on coefficients of their own kind."""

from benchmarks.calibration_writing import NAMES, marked, place, share, spread, table

LIMIT = 0.065
"""A test holds its level of .05 where it rejects equal metrics no more often than this."""
BEST, WITH_CONSTANTS, REPLICATIONS = "fisher-jackknife", "with constants", 10_000
FEWER_DEGREES = "with fewer degrees of freedom"
SOFT, TIES = "soft-pairwise-accuracy", "acc-eq-calibrated"
DEFAULT, SIZES = "swaps of systems", {2: "two metrics", 5: "family"}
EQUAL = """\
## Errors of the default test in hostile worlds
Tables of equally good metrics, {tables} in each cell, of two and of a family of five in which four have the
same deviation on nine systems of ten. Cells are the least and the largest share of tables, over the
correlations, in which swaps of systems (studentised, max-T, {draws} draws, level .05) show any difference;
**bold** is at most .065. The standard error of a share of .05 is .007 of 1,000 tables and .010 of 500:
chance alone takes it above .065 in one cell of eighty, or in one of sixteen. The real metrics of WMT20 are
made equally good: to each as much of people's scores is added as gives it the correlation of the best one;
first is the one that the world is named after.

"""
EXCEPTIONS = """\
### Exceptions
Every world in which a difference of equal metrics is shown in more than .065 of the tables. A dash is a cell
that is no exception.

"""
SPECIAL = """\
## Soft pairwise accuracy
Worlds as above, r = {r} at most, with a difficulty of each input that all share and noise of each output, of
the same spread as the qualities; people give whole numbers. Share of tables in which swaps of systems show a
difference of two equally good metrics (level .05), and coverage of the 95 % interval (jackknife over
systems). {tables}

"""
TIED = """\
## Accuracy with calibrated ties
All simulated worlds, with {inputs} inputs: share of {tables:,} tables in which swaps of systems,
studentised, with the threshold of ties chosen anew under each of them, show a difference of two equally good
metrics (level .05), and its standard error. What is not bold is above .065.
Exceptions, by more than two standard errors: {exceptions}. Real systems are not here: their metrics are made
equally good in a coefficient of systems, which says nothing of this accuracy.

"""
BESIDE = """\
## Beside an interval with constants
An earlier interval, Fisher's with 1.6 times the variance that the jackknife finds beyond it, was measured by
others in worlds like these, and covered Pearson's in what the second column says, with 12 to 40 systems. The
recommended one has no constants. {replications:,} replications for 12, 16, 25 and 40 systems, of real systems
for 12 and 25 (standard errors of about .003); both intervals on the same data. In parentheses: by how much
the least coverage of the recommended one is above what was measured, *in italics* where it is more than .01
below. How fast the deviation of bad systems grew there is not said; at exp(-.7 q) Williams' test errs as
often as was measured (.14 and .19 for .15 and .18, with 12 and 25 systems). The tables of exceptions have
harder worlds: the same tails at higher correlations.

"""
SHORT = """\
On the same data the recommended one covers more than .01 less in: {where}. There it pays for having no
constants: with many systems and tails so heavy the jackknife misses the systems that are not in the sample,
and Student's t, which makes up for it with 12 systems, is the normal distribution with 40. It is an
exception; a run whose data look so says it.

"""
CORRECTED = """\
**With fewer degrees of freedom** it is the same interval whose Student's t has the degrees of freedom of a
variance with the kurtosis that the coefficients without each system have (Satterthwaite 1946, Biometrics
Bulletin 2). That has no constants either, covers nowhere more than .01 less than the earlier one on the same
data, and more than .01 less than what others measured in {below} only. It is not the default: it is {wider}
wider, and covers normal scores, which the recommended one covers too often already, in {normal} of the
replications.

"""
MEASURED = {
    "normal": (0.968, 0.971),
    "skewed-quality": (0.936, 0.942),
    "heavy-both": (0.943, 0.947),
    "heavy-deviation": (0.901, 0.939),
    "far-quality": (0.790, 0.860),
    "log-normal-quality": (0.794, 0.849),
    "very-convex": (0.713, 0.899),
    "growing for bad systems, exp(-.7 q)": (0.909, 0.929),
    "growing for bad systems, exp(-.8 q)": (0.909, 0.929),
}
"""Coverage of the earlier interval, least and largest: world -> ends."""
MEASURED_REAL = (0.878, 0.925)
"""The same of real systems, 12 and 25 drawn."""


def holds(shown):
    """Write a range of shares of rejections, in bold where the test keeps its level."""
    text = share(shown.max()) if shown.min() == shown.max() else f"{share(shown.min())}–{share(shown.max())}"
    return f"**{text}**" if shown.max() <= LIMIT else text


def by_default(equal, coefficient=None, metrics=None):
    """Return the rows of the default test."""
    mine = equal[equal["name"] == DEFAULT]
    mine = mine if coefficient is None else mine[mine["coefficient"] == coefficient]
    return mine if metrics is None else mine[mine["metrics"] == metrics]


def tried(equal):
    """Return (name, title) of the coefficients that are there."""
    return [each for each in NAMES.items() if each[0] in {*equal["coefficient"]}]


def columns(equal):
    """Return (metrics, systems) of every column."""
    return sorted({*zip(equal["metrics"], equal["n_systems"], strict=True)})


def recommend_test(equal):
    """Say how often the default test rejects equal metrics, where most, and what others do there."""
    said = []
    for coefficient, title in tried(equal):
        parts = []
        for metrics in SIZES:
            mine = by_default(equal, coefficient, metrics)
            if mine.empty:
                continue
            over = int((mine["shown"] > LIMIT).sum())
            of = "of two metrics" if metrics == 2 else "of an unequal family"
            parts.append(f"{spread(mine['shown'])} {of} (above .065 in {over} of {len(mine)} cells)")
        said.append(f"{title} {', '.join(parts)}")
    every = by_default(equal)
    worst = every.loc[every["shown"].idxmax()]
    where = ", ".join(dict.fromkeys(every.loc[every["shown"] - 2 * every["shown_error"] > LIMIT, "shape"]))
    formulas = [
        f"{title} in {spread(rows['shown'])} (above in {int((rows['shown'] > LIMIT).sum())})"
        for title, name in (("Williams'", "williams1959"), ("Hittner's", "hittner2003"))
        for rows in [equal[equal["name"] == name]]
    ]
    return [
        f"**Tests of metrics: {DEFAULT}**, the default of `[test]`. At the level .05 they call equally good "
        f"metrics of hostile worlds different in: {'; '.join(said)}. Worst: {NAMES[worst['coefficient']]}, "
        f"{place(worst)}, {SIZES[worst['metrics']]}.",
        f"**Where they do not hold**, by more than two standard errors: {where}; the table of exceptions has "
        f"every cell above .065. A run whose data look so says it under the comparisons. The tests of "
        f"dependent correlations do worse: of two metrics "
        f"{' and '.join(formulas)}.",
    ]


def summary(equal, special):
    """Return what the documentation says of tests, in two sentences."""
    pairs = [
        f"{title} {spread(rows['shown'])}"
        for name, title in tried(equal)
        for rows in [by_default(equal, name, 2)]
    ]
    mine = by_default(equal)
    family = by_default(equal, metrics=5)
    williams = equal[equal["name"] == "williams1959"]["shown"]
    soft = special[special["coefficient"] == SOFT]
    ties = special[special["coefficient"] == TIES]["found"]
    covers, rejects = (soft[soft["kind"] == kind]["found"] for kind in ("interval", "test"))
    return (
        f"In these worlds the default test, studentised swaps of systems, calls two equally good metrics "
        f"different in {', '.join(pairs)} of the tables, any of an unequal family in "
        f"{spread(family['shown'])} "
        f"({(mine['shown'] > LIMIT).sum()} of {len(mine)} cells are above .065, most where a metric's own "
        f"deviation is skewed or grows on one side; a run whose data look so says it under its comparisons), "
        f"Williams' test in {spread(williams)}. The interval of soft pairwise accuracy covers in "
        f"{spread(covers)}, and its test calls equal metrics different in {spread(rejects)}, that of "
        f"accuracy with calibrated ties in {spread(ties)}."
    )


def write_equal(equal):
    """Return the tables of the default test, and of its exceptions."""
    tables = " or ".join(f"{number:,}" for number in sorted({*equal["tables"]}))
    text = EQUAL.format(tables=tables, draws=by_default(equal).iloc[0]["draws"])
    rows_of_exceptions = []
    all_kinds = columns(by_default(equal))
    for coefficient, title in tried(equal):
        mine = by_default(equal, coefficient)
        kinds = columns(mine)
        head = [f"{SIZES[metrics]}, {n} systems" for metrics, n in kinds]
        rows = []
        for name, each in mine.groupby("shape", sort=False):
            shown = each.set_index(["metrics", "n_systems"])["shown"]
            rows.append([name, *(holds(shown[shown.index == kind]) for kind in kinds)])
        text += f"### {title}\n{table(['world', *head], rows)}"
        for (name, r), each in mine.groupby(["shape", "r"], sort=False):
            shown = each.set_index(["metrics", "n_systems"])["shown"]
            if shown.max() > LIMIT:
                cells = [
                    share(shown.get(kind, 0)) if shown.get(kind, 0) > LIMIT else "-" for kind in all_kinds
                ]
                rows_of_exceptions.append([f"{title}, {name}, r = {r:.2f}", *cells])
    head = [f"{SIZES[metrics]}, {n} systems" for metrics, n in all_kinds]
    return text + EXCEPTIONS + table(["exception", *head], rows_of_exceptions)


def write_special(special):
    """Return the tables of soft pairwise accuracy and of accuracy with calibrated ties."""
    ties = special[special["coefficient"] == TIES]
    special = special[special["coefficient"] == SOFT]
    tests, intervals = (special[special["kind"] == kind].set_index("shape") for kind in ("test", "interval"))
    first = tests.iloc[0]
    numbers = (
        f"{first['n_systems']} systems, {first['n_inputs']} inputs; {first['tables']:,} tables of each for "
        f"the test, {intervals.iloc[0]['tables']:,} for the interval."
    )
    rows = [
        [name, holds(tests.loc[[name], "found"]), marked(intervals.loc[name, "found"])]
        for name in tests.index
    ]
    head = ["world", "equal metrics called different", "coverage"]
    text = SPECIAL.format(r="0.8", tables=numbers) + table(head, rows)
    rows = [
        [name, *(f"{holds(each.loc[[at], 'found'])} ± {share(each.loc[at, 'error'])}" for at in each.index)]
        for name, each in ties.groupby("shape", sort=False)
    ]
    head = ["world", *(f"{n} systems" for n in dict.fromkeys(ties["n_systems"]))]
    first = ties.iloc[0]
    exceptions = [
        f"{row['shape']}, {row['n_systems']} systems ({share(row['found'])})"
        for _, row in ties_above(ties).iterrows()
    ]
    named = "; ".join(exceptions) or "none"
    tied = TIED.format(tables=first["tables"], inputs=first["n_inputs"], exceptions=named)
    return text + tied + table(head, rows)


def ties_above(ties):
    """Return the rows of the test with calibrated ties that are above .065 by more than two errors."""
    return ties[ties["found"] - 2 * ties["error"] > LIMIT]


def by_interval(beside):
    """Return coverages, [(world, r, systems), interval]."""
    return beside.pivot_table(
        index=["shape", "r", "n_systems"], columns="name", values="coverage", sort=False
    )


def short(beside):
    """Return the cells in which the recommended interval covers more than .01 less than the earlier one."""
    by = by_interval(beside)
    return by[by[BEST] < by[WITH_CONSTANTS] - 0.01]


def write_beside(beside):
    """Return the recommended interval beside the earlier one, as others and as we found it."""
    rows = []
    for (name, r), each in by_interval(beside).groupby(["shape", "r"], sort=False):
        low, high = MEASURED.get(name, MEASURED_REAL)
        ends = {which: f"{share(own.min())}–{share(own.max())}" for which, own in each.items()}
        more = each[BEST].min() - low
        mark = "*" if more < -0.01 else ""
        ours = f"{ends[BEST]} ({mark}{more:+.3f}{mark})"
        others = (ends[WITH_CONSTANTS], ours, ends[FEWER_DEGREES])
        rows.append([f"{name}, r = {r:.2f}", f"{share(low)}–{share(high)}", *others])
    where = [
        f"{name} with {n} systems ({share(row[BEST])} for {share(row[WITH_CONSTANTS])})"
        for (name, _, n), row in short(beside).iterrows()
    ]
    head = ["world", "measured by others", "the same on these data", "fisher-jackknife", FEWER_DEGREES]
    text = BESIDE.format(replications=REPLICATIONS) + table(head, rows)
    return text + (SHORT.format(where="; ".join(where)) if where else "") + write_corrected(beside)


def above_measured(beside, interval):
    """Return by how much the least coverage of an interval is above what others measured, by world."""
    least = by_interval(beside).groupby("shape")[interval].min()
    return least - [MEASURED.get(name, MEASURED_REAL)[0] for name in least.index]


def write_corrected(beside):
    """Say what degrees of freedom by kurtosis would give."""
    width = beside.pivot_table(index=["shape", "n_systems"], columns="name", values="width")
    wider = width[FEWER_DEGREES] / width[BEST] - 1
    normal = by_interval(beside).loc["normal", FEWER_DEGREES]
    above = above_measured(beside, FEWER_DEGREES)
    return CORRECTED.format(
        below="; ".join(f"{name} ({value:+.3f})" for name, value in above[above < -0.01].items()),
        wider=f"{wider.min():.0%} to {wider.max():.0%}",
        normal=spread(normal),
    )

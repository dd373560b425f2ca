"""The text of reports/calibration, from its tables: every number in it is computed from them."""

from benchmarks.calibration_errors import BEST, recommend_test, write_beside, write_equal, write_special
from benchmarks.calibration_power import write_power
from benchmarks.calibration_protocol import write_protocol
from benchmarks.calibration_writing import HIGH, LOW, NAMES, marked, place, share, spread, table

SWAPS = ["permutation, inputs", "permutation, both-cell", "permutation, both-xor"]
HEAD = """\
# Which intervals and tests can be relied on

Simulated data whose truth is known, 2,000 replications of each cell. `make calibration` makes these tables
anew; `workbench calibrate --design heavy-deviation` (or another world, or `hostile` for all) prints what is
in `worlds.csv`, `--design R --systems 12 --inputs 50 --replications 2000 --draws 999` two cells of
`coverage.csv`, and `workbench calibrate EXPERIMENT` does the same with the variance components of data at
hand. Everything here is at system level. Monte-Carlo standard errors are about .005; **bold** is within .93
to .97. Kendall's coefficient of 8 to 16 systems has few values, and so has Fisher's interval of it: where an
end is next to the coefficient over all systems, which is known to about .001, the coverage that is found may
be .09 off. The jackknife, which differs from sample to sample, smooths that to .01.

"""
WORLDS = """\
## Coverage of the recommended interval in hostile worlds
Each world is a population of systems: people give each its quality, a metric gives what it makes of the
quality and a deviation of its own. Cells are the least and the largest coverage of nominal 95 % intervals
over the correlations {correlations} as far as the metric can reach them; Fisher's are in
`worlds.csv`. Systems of `wmt20-` are drawn from the 222 real ones of WMT20 (Mathur et al. 2020; scores
standardised in each language pair).

"""
EXCEPTIONS = """\
## Exceptions
Every world and number of systems in which the recommended interval covers less than .93. A dash is a cell
that is no exception. An interval that is missing, as of a coefficient of 1, does not cover.

"""
TOO_MUCH = """\
The worlds and numbers of systems in which it covers more than .97, so that it is wider than it need be: the
largest coverage over the correlations.

"""
DRAWN = """\
## Other intervals of Pearson's coefficient
The least and the largest coverage over all correlations, 12 and 25 systems, 999 draws.

"""
DESIGN_R = """\
## Coverage of 95 % intervals, and their mean width
Design R: judgments q + d + 1.5 e, a metric q + .6 u + d + 1.5 e', with q by system, d by input; *normal*, or
*exponential*, where q is exponential, so that a few systems stand out. An interval covers if the correlation
over all systems is in it; one that is undefined does not cover. The rows below the first two take 999
bootstrap draws. The studentised interval of ranks was left out: it takes every draw without each of its
systems.

"""
DESIGN_T = """\
## Errors of tests at level .05
Design T: two metrics q + .7 u + d + e that correlate equally with the judgments q + d + e. Share of
rejections (type-I error), and after the stroke the power for correlations .1 apart; 299 draws. **Bold** is
not above .05 by more than two Monte-Carlo errors.

"""


def found(worlds, coefficient, least=0):
    """Return how the recommended interval of a coefficient did with so many systems or more."""
    mine = worlds[(worlds["name"] == BEST) & (worlds["coefficient"] == coefficient)]
    return mine[mine["n_systems"] >= least]


def recommend_interval(worlds, coefficient):
    """Say in which range the recommended interval covers, where least, and what to do there."""
    title, mine = NAMES[coefficient], found(worlds, coefficient, 12)
    worst, within = mine.loc[mine["coverage"].idxmin()], mine["coverage"].between(LOW, HIGH).sum()
    low = int((mine["coverage"] < LOW).sum())
    text = (
        f"**{title}: {BEST}** covers in {spread(mine['coverage'])} of the replications with 12 to 40 "
        f"systems; within .93 to .97 in {within} of {len(mine)} cells, below in {low}. Worst: {place(worst)}."
    )
    few = found(worlds, coefficient)
    few = few[few["n_systems"] == 8]
    text += f" With 8 systems: {spread(few['coverage'])}."
    plain = worlds[(worlds["coefficient"] == coefficient) & (worlds["name"] == "fisher")]
    return text + f" Fisher's alone, 8 to 40 systems: {spread(plain['coverage'])}."


def remedies(worlds):
    """Say what to do where the interval does not hold."""
    pearson = found(worlds, "pearson")
    low = pearson[pearson["coverage"] < LOW]
    names = ", ".join(dict.fromkeys(low["shape"]))
    ranks = [found(worlds, name, 12) for name in ("spearman", "kendall")]
    both = " and ".join(f"{NAMES[rows['coefficient'].iloc[0]]} {spread(rows['coverage'])}" for rows in ranks)
    real = {
        name: found(worlds, name, 12)[lambda rows: rows["shape"].str.startswith("wmt20")]["coverage"]
        for name in NAMES
    }
    of_real = ", ".join(f"{NAMES[name]} {spread(values)}" for name, values in real.items())
    missing = max(
        (each["undefined"] / 2000).max() for each in (found(worlds, "spearman"), found(worlds, "kendall"))
    )
    return [
        f"**Where Pearson's does not hold**: {names} (table of exceptions). No interval that was tried holds "
        "there: a sample often lacks the systems that decide the coefficient. A run whose data look so says "
        "it under the table. Print Spearman or Kendall beside Pearson, whose intervals cover in the same "
        f"worlds ({both} from 12 systems on), and what the coefficient is without each system.",
        f"**Real systems** of WMT20, 12 to 40 drawn: {of_real}.",
        "**With fewer than 12 systems** take none of these intervals at its word: that of a rank coefficient "
        f"is missing where the coefficient is 1 (in up to {share(missing)} of the replications), and covers "
        "too much elsewhere.",
    ]


def recommend(worlds, coverage, tests, equal):
    """Return the recommendations, as a list."""
    lines = [recommend_interval(worlds, coefficient) for coefficient in NAMES]
    lines += remedies(worlds)
    drawn = worlds[(worlds["name"] == "percentile, systems")]
    same = found(worlds, "pearson")
    same = same[same["n_systems"].isin(drawn["n_systems"].unique())]
    lines.append(
        f"**The percentile bootstrap over systems** covers Pearson's in {spread(drawn['coverage'])}, where "
        f"{BEST} covers in {spread(same['coverage'])}. **Resampling inputs says nothing of other systems**: "
        f"in {spread(coverage[coverage['name'] == 'percentile, inputs']['coverage'])} of the replications."
    )
    normal = coverage[(coverage["shape"] == "normal") & (coverage["coefficient"] == "pearson")]
    width = normal.set_index("name")["width"]
    wider = width[BEST].to_numpy() / width["fisher"].to_numpy() - 1
    lines.append(
        f"Where scores are normal it is {min(wider):.0%} to {max(wider):.0%} wider than Fisher's for Pearson "
        "(12 to 25 systems)."
    )
    lines += [*recommend_test(equal), by_power(tests)]
    return "## Recommended\n" + "".join(f"- {line}\n" for line in lines) + "\n"


def write_worlds(worlds):
    """Return a table of each coefficient: worlds by numbers of systems."""
    simulated = worlds[~worlds["shape"].str.startswith("wmt20")]
    common = [f"{r:g}" for r, rows in simulated.groupby("r") if rows["shape"].nunique() > 9]
    text = WORLDS.format(correlations=", ".join(common))
    for coefficient, title in NAMES.items():
        mine = found(worlds, coefficient)
        sizes = sorted(mine["n_systems"].unique())
        rows = []
        for name, each in mine.groupby("shape", sort=False):
            cells = []
            for size in sizes:
                ends = each.loc[each["n_systems"] == size, "coverage"]
                least, most = ends.min(), ends.max()
                both = share(least) if least == most else f"{share(least)}–{share(most)}"
                cells.append(f"**{both}**" if least >= LOW and most <= HIGH else both)
            rows.append([name, *cells])
        text += f"### {title}\n{table(['world', *(f'{size} systems' for size in sizes)], rows)}"
    return text


def write_exceptions(worlds):
    """Return the cells in which the recommended interval covers too little, by name."""
    rows = []
    for coefficient, title in NAMES.items():
        mine = found(worlds, coefficient)
        sizes = sorted(mine["n_systems"].unique())
        for (name, r), each in mine.groupby(["shape", "r"], sort=False):
            by = each.set_index("n_systems")["coverage"]
            if by.min() < LOW:
                cells = [share(by[size]) if by[size] < LOW else "-" for size in sizes]
                rows.append([f"{title}, {name}, r = {r:.2f}", *cells])
    head = ["exception", *(f"{size} systems" for size in sizes)]
    return EXCEPTIONS + table(head, rows) + TOO_MUCH + table(head, list(too_much(worlds)))


def too_much(worlds):
    """Yield the worlds in which the recommended interval covers more than .97."""
    for coefficient, title in NAMES.items():
        mine = found(worlds, coefficient)
        most = mine.groupby(["shape", "n_systems"], sort=False)["coverage"].max().unstack("n_systems")
        for name, row in most[most.max(axis=1) > HIGH].iterrows():
            yield [f"{title}, {name}", *(share(each) if each > HIGH else "-" for each in row)]


def write_drawn(worlds):
    """Return Fisher's, the recommended and the percentile interval side by side."""
    pearson = worlds[worlds["coefficient"] == "pearson"]
    sizes = pearson.loc[pearson["name"] == "percentile, systems", "n_systems"].unique()
    pearson = pearson[pearson["n_systems"].isin(sizes)]
    names = list(dict.fromkeys(pearson["name"]))
    rows = [
        [kind, *(spread(each.loc[each["name"] == name, "coverage"]) for name in names)]
        for kind, each in pearson.groupby("shape", sort=False)
    ]
    return DRAWN + table(["world", *names], rows)


def by_power(tests):
    """Say which tests keep their level on design T, the most powerful first."""
    power = {
        name: rows["power"].mean()
        for name, rows in tests.groupby("name", sort=False)
        if (rows["type_one"] <= 0.05 + 2 * rows["type_one_error"]).all()
    }
    names = "; ".join(sorted(power, key=lambda name: -power[name]))
    swaps = spread(tests[tests["name"].isin(SWAPS)]["type_one"])
    return (
        f"**Where all but the quality is normal** (design T) these tests keep their level, by power: "
        f"{names}. Swaps of cells, inputs or both reject equal metrics in {swaps} of the "
        "replications, so they say nothing of all systems."
    )


def write_coverage(coverage, text):
    """Return a text and a table of each coefficient."""
    for coefficient, title in NAMES.items():
        mine = coverage[coverage["coefficient"] == coefficient]
        columns = mine.drop_duplicates(["n_systems", "n_inputs", "shape"])
        head = ["95 % interval", "speaks of"]
        head += [f"{row['n_systems']} × {row['n_inputs']} {row['shape']}" for _, row in columns.iterrows()]
        rows = [
            [name, each["population"].iloc[0]]
            + [f"{marked(row['coverage'])} ({share(row['width'])})" for _, row in each.iterrows()]
            for name, each in mine.groupby("name", sort=False)
        ]
        text += f"### {title}\n{table(head, rows)}"
    return text


def write_tests(tests):
    """Return one table."""
    columns = tests.drop_duplicates(["n_systems", "n_inputs", "shape"])
    head = ["test", "speaks of"]
    head += [f"{row['n_systems']} × {row['n_inputs']} {row['shape']}" for _, row in columns.iterrows()]
    rows = []
    for name, each in tests.groupby("name", sort=False):
        cells = [name, each["population"].iloc[0]]
        for _, row in each.iterrows():
            sound = row["type_one"] <= 0.05 + 2 * row["type_one_error"]
            error = f"**{share(row['type_one'])}**" if sound else share(row["type_one"])
            cells.append(f"{error} / {share(row['power'])}")
        rows.append(cells)
    return DESIGN_T + table(head, rows)


def write_families(families):
    """Say in which share of tables of equal metrics any difference is shown."""
    first = families.iloc[0]
    lines = [
        "## Family-wise error of the default comparison\n"
        f"{first['tables']} tables of 17 equally good metrics and {first['n_systems']} systems (all pairs, "
        f"swaps of systems, {first['draws']} draws, max-t, level .05): in which share of them any\n"
        "difference is shown. Metrics are independent, or 16 of them near-duplicates. It is shown in\n"
        f"{share(families['shown'].min())} to {share(families['shown'].max())} of the tables.\n",
        "| family | coefficient | shown | error |",
        "| :--- | :--- | ---: | ---: |",
    ]
    for row in families.itertuples():
        lines.append(f"| {row.family} | {row.coefficient} | {share(row.shown)} | {share(row.shown_error)} |")
    return "\n".join(lines) + "\n\n"


def write_report(worlds, coverage, tests, families, equal, special, beside, protocol, power, unlike):
    """Return the whole text."""
    parts = [
        recommend(worlds, coverage, tests, equal),
        write_worlds(worlds),
        write_exceptions(worlds),
        write_beside(beside),
        write_drawn(worlds),
        write_coverage(coverage, DESIGN_R),
        write_equal(equal),
        write_families(families),
        write_special(special),
        write_protocol(protocol),
        write_power(power, protocol, unlike),
        write_tests(tests),
    ]
    return (HEAD + "".join(parts)).rstrip("\n") + "\n"

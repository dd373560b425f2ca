"""The text of reports/calibration, from its tables: every number in it is computed from them."""

LOW, HIGH = 0.93, 0.97
BEST = "fisher-jackknife"
SWAPS = ["permutation, inputs", "permutation, both-cell", "permutation, both-xor"]
NAMES = {"pearson": "Pearson", "spearman": "Spearman", "kendall": "Kendall"}
HEAD = """\
# Which intervals and tests can be relied on

Simulated data whose truth is known, 2,000 replications of each cell. `make calibration` makes these tables
anew; `workbench calibrate --design R --systems 12 --inputs 50 --replications 2000 --draws 999` prints two
cells, and `workbench calibrate EXPERIMENT` does the same with the variance components of data at hand.
Everything here is at system level. Monte-Carlo standard errors are about .005; **bold** is within .93 to .97.

"""
DESIGN_R = """\
## Coverage of 95 % intervals, and their mean width
Design R: judgments q + d + 1.5 e, a metric q + .6 u + d + 1.5 e', with q by system, d by input. Three worlds:
*normal*; *exponential*, where q is exponential, so that a few systems stand out; *grades*, normal, and
judgments rounded to multiples of 2, some seven grades. An interval covers if the correlation over all systems
is in it; one that is undefined does not cover. The rows below the first two take 999 bootstrap draws. The
studentised interval of ranks was left out: it takes every draw without each of its systems.

"""
PRECISE = """\
## The same from 10,000 replications
Of the two that need no draws. Standard errors are .002 to .003.

"""
LIMITS = """\
## Where the recommended interval ends
Coverage of fisher-jackknife, and of Fisher's interval after the stroke, by number of systems and Pearson
correlation over all systems (means of 50 inputs; the columns of Spearman and Kendall have the same data).
*outliers*: one system of twelve falls behind by five standard deviations.

"""
DESIGN_T = """\
## Errors of tests at level .05
Design T: two metrics q + .7 u + d + e that correlate equally with the judgments q + d + e. Share of
rejections (type-I error), and after the stroke the power for correlations .1 apart; 299 draws. **Bold** is
not above .05 by more than two Monte-Carlo errors.

"""


def share(value):
    """Write a share as papers do: .953."""
    return f"{value:.3f}".removeprefix("0") if value < 1 else "1.000"


def marked(value):
    """Write a coverage, in bold where it is as it should be."""
    return f"**{share(value)}**" if LOW <= value <= HIGH else share(value)


def table(head, rows):
    """Return a Markdown table of text, in the first column or two, and numbers."""
    text = 1 + (head[1] == "speaks of")
    lines = [head, [":---"] * text + ["---:"] * (len(head) - text), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n\n"


def world(row):
    """Return the name of what was simulated."""
    return "grades" if row["step"] else row["shape"]


def spread(values):
    """Return the least and the largest value, as a range."""
    return f"{share(min(values))} to {share(max(values))}"


def good(frame):
    """Return the rows whose coverage is as it should be."""
    return frame[frame["coverage"].between(LOW, HIGH)]


def recommend(coverage, precise, limits, tests):
    """Return the recommendations, as a list."""
    recommended = limits[limits["name"] == BEST]
    lines = [
        recommend_interval(*(each[each["coefficient"] == coefficient] for each in (coverage, precise)), title)
        for coefficient, title in NAMES.items()
    ]
    for coefficient, title in NAMES.items():
        mine = recommended[(recommended["coefficient"] == coefficient) & (recommended["n_systems"] >= 12)]
        parts = [f"{spread(rows['coverage'])} ({shape})" for shape, rows in mine.groupby("shape", sort=False)]
        found = ", ".join(parts)
        lines.append(f"{title}, fisher-jackknife with 12 to 50 systems and r from .3 to .95: {found}.")
    lines.append(
        "**With fewer than 12 systems** that of rank coefficients does not hold where the correlation is "
        "high: leaving out one system often makes it 1, and then there is none; Fisher's holds a little "
        "longer. That of Pearson's covers a little too much there."
    )
    few = recommended[(recommended["coefficient"] == "pearson") & (recommended["coverage"] < LOW)]
    cells = [
        f"{row['n_systems']} systems, r = {row['r']:g}, {row['shape']}: {share(row['coverage'])}"
        for _, row in few.iterrows()
    ]
    lines.append(
        "**Where a few systems are far away and the correlation is high** it does not hold, and Fisher's "
        "still less, for a sample often has no such system. Pearson, fisher-jackknife below .93: "
        f"{'; '.join(cells) or 'nowhere'}."
    )
    inputs = spread(coverage[coverage["name"] == "percentile, inputs"]["coverage"])
    lines.append(
        "**Resampling inputs says nothing of other systems**: the percentile interval of inputs covers in "
        f"{inputs} of the replications."
    )
    lines.append(recommend_test(tests))
    return "## Recommended\n" + "".join(f"- {line}\n" for line in lines) + "\n"


def recommend_interval(coverage, precise, title):
    """Say how the recommended interval of a coefficient did, and which others are as good."""
    precisely = spread(precise.loc[precise["name"] == BEST, "coverage"])
    of_all = coverage[coverage["population"].str.startswith("all systems")]
    own = of_all[of_all["name"] == BEST]
    found = (
        f"covers in {spread(own['coverage'])} of the replications in the nine cells below, {precisely} with "
        "10,000 replications"
    )
    outside = own.drop(good(own).index)
    if len(outside):
        cells = [f"{row['n_systems']} × {row['n_inputs']} {world(row)}" for _, row in outside.iterrows()]
        found += f" (outside: {', '.join(cells)})"
    others = [
        f"{name} ({spread(rows['coverage'])})"
        for name, rows in of_all.groupby("name", sort=False)
        if len(good(rows)) == len(rows) and name != BEST
    ]
    also = f"Also within in all nine: {'; '.join(others)}." if others else "No other is within in all nine."
    normal = precise[(precise["shape"] == "normal") & (precise["step"] == 0)].set_index("name")["width"]
    wider = normal[BEST].to_numpy() / normal["fisher"].to_numpy() - 1
    price = f"Where scores are normal it is {min(wider):.0%} to {max(wider):.0%} wider than Fisher's."
    return f"**{title}: fisher-jackknife** {found}. {price} {also}"


def recommend_test(tests):
    """Say which tests keep their level in all cells, the most powerful first."""
    power = {
        name: rows["power"].mean()
        for name, rows in tests.groupby("name", sort=False)
        if (rows["type_one"] <= 0.05 + 2 * rows["type_one_error"]).all()
    }
    names = "; ".join(sorted(power, key=lambda name: -power[name]))
    swaps = spread(tests[tests["name"].isin(SWAPS)]["type_one"])
    return (
        f"**Tests of two metrics** that keep their level in all cells below, by power: {names}. Swaps of "
        f"cells, inputs or both reject equal metrics in {swaps} of the replications, so they say nothing of "
        "all systems."
    )


def write_coverage(coverage, text):
    """Return a text and a table of each coefficient."""
    for coefficient, title in NAMES.items():
        mine = coverage[coverage["coefficient"] == coefficient]
        columns = mine.drop_duplicates(["n_systems", "n_inputs", "shape", "step"])
        head = ["95 % interval", "speaks of"]
        head += [f"{row['n_systems']} × {row['n_inputs']} {world(row)}" for _, row in columns.iterrows()]
        rows = [
            [name, each["population"].iloc[0]]
            + [f"{marked(row['coverage'])} ({share(row['width'])})" for _, row in each.iterrows()]
            for name, each in mine.groupby("name", sort=False)
        ]
        text += f"### {title}\n{table(head, rows)}"
    return text


def write_limits(limits):
    """Return a table of each coefficient and shape."""
    text = LIMITS
    for (coefficient, shape), mine in limits.groupby(["coefficient", "shape"], sort=False):
        correlations = mine["r"].unique()
        rows = []
        for n, each in mine.groupby("n_systems"):
            by = each.set_index(["r", "name"])["coverage"]
            cells = [f"{marked(by[r, BEST])} / {share(by[r, 'fisher'])}" for r in correlations]
            rows.append([str(n), *cells])
        head = ["systems", *(f"r = {r:g}" for r in correlations)]
        text += f"### {NAMES[coefficient]}, {shape}\n{table(head, rows)}"
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


def write_report(tests, coverage, precise, limits):
    """Return the whole text."""
    parts = [
        recommend(coverage, precise, limits, tests),
        write_coverage(coverage, DESIGN_R),
        write_coverage(precise, PRECISE),
        write_limits(limits),
        write_tests(tests),
    ]
    return (HEAD + "".join(parts)).rstrip("\n") + "\n"

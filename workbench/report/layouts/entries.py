"""The layouts of tables. Each is data; `lay_out` makes a table of records by any of them."""

from workbench.report.layouts.layout import LAYOUTS, TableLayout

MEASURES = (
    *(f"R-{order}" for order in range(1, 10)),
    *("R-L", "R-S*", "R-S4", "R-S9", "R-SU*", "R-SU4", "R-SU9", "R-W-1.2"),
)
"""The 17 measures of Lin 2004 in the order of its tables; other metrics follow."""

PREPROCESSINGS = ("CASE", "STEM", "STOP", "STEM+STOP")

# what is printed where nothing is said: metrics down, reference settings and coefficients across
LAYOUTS("standard")(
    TableLayout(
        panel=("dataset", "task", "level", "block_size"),
        row=("metric", "component", "own"),
        column=("criterion", "references", "coefficient", "preprocess"),
        orders={"preprocess": PREPROCESSINGS},
        always=("own",),
        fits=True,
    )
)

# Lin 2004, Tables 1 to 3, one task a panel: reference settings across, and in each the preprocessings
LIN2004 = LAYOUTS("lin2004")(
    TableLayout(
        panel=("dataset", "task", "criterion", "level", "block_size", "coefficient", "interval"),
        row=("metric", "component"),
        column=("references", "preprocess"),
        corner="Measure",
        orders={"metric": MEASURES, "preprocess": PREPROCESSINGS},
        marks=("standing", "shade"),
    )
)

# Galley et al. 2015, Table 2: metrics and their references down, coefficients across
LAYOUTS("galley2015")(
    TableLayout(
        panel=("dataset", "task", "criterion", "level", "block_size", "interval"),
        row=("metric", "component", "references", "preprocess"),
        column=("coefficient",),
        corner="Metric · references",
        always=("references",),
        digits=3,
        intervals=True,
    )
)

# Galley et al. 2015, Figure 2B: blocks of several sizes across
LAYOUTS("block-sizes")(
    TableLayout(
        panel=("dataset", "task", "criterion", "level", "coefficient", "interval"),
        row=("metric", "component", "references", "preprocess"),
        column=("block_size",),
        digits=3,
    )
)

# Mathur et al. 2020 (WMT20): language pairs with their numbers of systems across
LAYOUTS("wmt")(
    TableLayout(
        panel=("dataset", "criterion", "level", "block_size", "coefficient", "interval"),
        row=("metric", "component", "references", "preprocess"),
        column=("task",),
        counts_systems=True,
        digits=3,
    )
)

# one study: reference settings across, and in each all coefficients
LAYOUTS("by-coefficient")(
    TableLayout(
        panel=("dataset", "task", "criterion", "level", "block_size", "interval"),
        row=("metric", "component", "preprocess"),
        column=("references", "coefficient"),
        orders={"metric": MEASURES},
    )
)

"""What audits say of printed numbers that are as they should be, and of some that were changed, kept."""

from pathlib import Path

import pandas as pd
from kept.text import hold

from workbench.audit.audit import MOST_OBSERVATIONS, audit_interval, audit_published
from workbench.audit.text import explain_interval, explain_table
from workbench.report.published import Published, read_published

KEPT = Path(__file__).with_name("reports")


def changed(name: str, rows: slice = slice(None), **columns: object) -> Published:
    """Return a published table with other numbers or marks; a function gets the old column."""
    what, cells = read_published(name)
    cells = cells.iloc[rows].reset_index(drop=True)
    for column, value in columns.items():
        cells[column] = cells[column].map(value) if callable(value) else value
    return Published(what, cells)


def marked(values: list[str], marks: list[str]) -> Published:
    """Return a column of a table with these numbers and marks."""
    what, cells = read_published("lin2004-table2")
    cells = cells.iloc[: len(values)].reset_index(drop=True)
    same = {name: cells[name].iloc[0] for name in (*what.panels, *what.columns)}
    return Published(what, cells.assign(**same, value=values, mark=marks))


def tau(values: list[str], systems: str = "") -> Published:
    """Return coefficients of systems with these numbers."""
    what, cells = read_published("fabbri2021-table2")
    rows = pd.concat([cells.iloc[:1]] * len(values), ignore_index=True)
    return Published(what, rows.assign(value=values, n_systems=systems))


def test_audits_are_those_that_are_kept() -> None:
    ends = {"low": lambda text: f" {text} ", "high": lambda text: text.replace("0.", ".")}
    tables = {
        "few": changed("galley2015-table2", slice(2)),
        "blanks": changed("galley2015-table2", slice(4), **ends),
        "of systems": changed("galley2015-table2", slice(3), level="system", n_systems="252"),
        "half of them": changed("galley2015-table2", slice(6), low=lambda text: text.replace("0.26", "0.11")),
        "none": changed("galley2015-table2", slice(3), low="-0.9"),
        "minus": changed("galley2015-table2", slice(1), value="−0.260", low="−0.337", high="−0.178"),
        "marks": marked(["0.9", "0.8", "0.7", "0.6"], ["best", "equivalent", "", ""]),
        "marks that are odd": marked(["0.9", "0.8", "0.7", "0.9"], ["", "best", "", "equivalent"]),
        "marks without a best": marked(["0.9", "0.8", "0.7"], ["equivalent", "", "equivalent"]),
        "two best": marked(["0.9", "0.9", "0.7"], ["best", "best", "equivalent"]),
        "no marks": marked(["0.9", "0.8"], ["", ""]),
        "one tau": tau(["0.333"]),
        "taus": tau(["0.3333", "0.6000", "0.4667", "-0.0667", "0.7333", "0.2000"], "6"),
        "other taus": tau(["0.3333", "0.6000", "0.4667", "-0.0667", "0.7333", "0.2000"], "7"),
        "tied": tau(["0.3450", "0.6901", "−0.2070", "0.4830", "0.0690", "0.5521", "0.8281"], "6"),
        "rough": tau(["0.3", "0.6", "0.5", "-0.1"]),
        "no taus": tau(["0.3331", "0.6172", "0.4613", "-0.0617", "0.7111", "0.2999"]),
    }
    said = []
    for name, published in tables.items():
        for n in (None, 528) if name in ("few", "of systems") else (None,):
            meaning = published.description.equivalent if name == "marks" else ""
            said += [f"== {name}, {n}", explain_table(audit_published(published, n), meaning)]
    for numbers in (
        (".5", ".4", ".6", "pearson", 300, 0.9), (" .5", "+.4", ".6 ", "spearman", None, 0.95),
        ("−.500", "-.600", "−.385", "kendall", 180, 0.95), ("0", "-.1", ".1", "pearson", None, 0.95),
        (".99", ".98", "1", "pearson", 40, 0.99), ("-1", "-1", "-1", "pearson", 9, 0.95),
        (".10", ".09", ".11", "pearson", MOST_OBSERVATIONS + 20_000, 0.95),
    ):  # fmt: skip
        said.append(explain_interval(audit_interval(*numbers)))
    hold("\n".join(said) + "\n", KEPT / "audits.txt")

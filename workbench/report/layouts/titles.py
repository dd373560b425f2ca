"""What a panel is called."""

import pandas as pd

from workbench.report.layouts.layout import TableLayout


def distinct(records: pd.DataFrame, name: str) -> list[str]:
    """Return what a column holds, each once, without empty text."""
    return [value for value in records[name].unique() if value]


def is_single(records: pd.DataFrame, name: str) -> bool:
    """Whether all records say the same."""
    return bool(records[name].nunique() == 1)


def panel_title(panel: pd.DataFrame, records: pd.DataFrame, layout: TableLayout) -> str:
    """Say what was correlated with what, and what the other panels do not share."""
    first = panel.iloc[0]
    scope = [
        first[name]
        for name in ("dataset", "task")
        if name in layout.panel and not is_single(records, name) and first[name]
    ]
    simulated = " (simulated judgments)" if (panel["judgments"] == "simulated").any() else ""
    coefficient = "Correlation" if "coefficient" in layout.column else first["coefficient"]
    *others, last = distinct(panel, "criterion") or [""]
    criteria = f"{', '.join(others)} and {last}" if others else last
    title = "".join(f"{part}: " for part in scope)
    title += f"{coefficient} with {criteria}{simulated}, "
    title += f"{first['level']} level"
    if "block_size" in layout.panel and first["block_size"] and not is_single(records, "block_size"):
        title += f", blocks of {first['block_size']:,}"
    if "interval" in layout.panel and not is_single(records, "interval"):
        title += ", no intervals" if first["interval"] == "none" else f", {first['interval']} intervals"
    return title

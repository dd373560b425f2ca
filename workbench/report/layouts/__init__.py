"""From records to tables: layouts are data, and one function lays records out by any of them."""

from workbench.report.layouts import entries, lin2004_tables
from workbench.report.layouts.lay_out import lay_out
from workbench.report.layouts.layout import LAYOUTS, Group, TableLayout

__all__ = ["LAYOUTS", "Group", "TableLayout", "entries", "lay_out", "lin2004_tables"]

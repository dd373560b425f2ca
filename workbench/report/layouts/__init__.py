"""From records to tables: layouts are data, and one function lays records out by any of them.

Importing this package enters the layouts of all its modules.
"""

from workbench.found_modules import import_modules
from workbench.report.layouts.lay_out import lay_out, lay_out_plain
from workbench.report.layouts.layout import LAYOUTS, TableLayout, TaskGroup

__all__ = ["LAYOUTS", "TableLayout", "TaskGroup", "lay_out", "lay_out_plain"]

import_modules(__name__, __path__)

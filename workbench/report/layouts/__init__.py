"""From records to tables: layouts are data, and one function lays records out by any of them.

Importing this package enters the layouts of all its modules.
"""

from workbench.found_modules import import_modules
from workbench.report.layouts.lay_out import lay_out
from workbench.report.layouts.layout import LAYOUTS, Group, TableLayout

__all__ = ["LAYOUTS", "Group", "TableLayout", "lay_out"]

import_modules(__name__, __path__)

"""The layouts of Lin 2004, Tables 1 to 3, as they are printed: the tasks stand side by side."""

from dataclasses import replace

from workbench.report.layouts.entries import LIN2004
from workbench.report.layouts.layout import LAYOUTS, TaskGroup


def _tasks(*names: str) -> dict[str, str]:
    """Return the labels of tasks: capitals, without doc, after the letter in brackets if there is one."""
    labels = {}
    for name in names:
        letter, _, task = name.rpartition(") ")
        labels[task] = (f"{letter}) " if letter else "") + task.removesuffix(" doc").upper()
    return labels


GROUPS: dict[str, tuple[TaskGroup, ...]] = {
    "lin2004-table1": (
        TaskGroup("", _tasks("DUC 2001 100 words single doc", "DUC 2002 100 words single doc")),
    ),
    "lin2004-table2": (TaskGroup("", _tasks("DUC 2003 10 words single doc")),),
    "lin2004-table3": (
        TaskGroup(
            "A1 to A3: 100 words",
            _tasks(
                "(A1) DUC 2001 100 words multi doc",
                "(A2) DUC 2002 100 words multi doc",
                "(A3) DUC 2003 100 words multi doc",
            ),
        ),
        TaskGroup(
            "C to F: 10, 50, 200 and 400 words, multiple references",
            _tasks(
                "(C) DUC 2002 10 words multi doc",
                "(D1) DUC 2001 50 words multi doc",
                "(D2) DUC 2002 50 words multi doc",
                "(E1) DUC 2001 200 words multi doc",
                "(E2) DUC 2002 200 words multi doc",
                "(F) DUC 2001 400 words multi doc",
            ),
            single=False,
        ),
    ),
}
"""The parts of each table, in its order."""

for _name, _groups in GROUPS.items():
    _across = ("preprocess", "references") if _name == "lin2004-table2" else ("references", "preprocess")
    LAYOUTS(_name)(
        replace(
            LIN2004,
            panel=tuple(name for name in LIN2004.panel if name != "task"),
            column=("task", *_across),
            corner="Method",
            groups=_groups,
        )
    )

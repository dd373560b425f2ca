"""What the linter is made of: rules, what they look at, what they find.

A rule is a decorated function that looks at a `Subject` and yields where it fires. One of your own, whole::

    @rule(
        "few-systems",
        effect="The interval of few systems is almost as wide as the scale",
        size="a width of .69 with 7 systems",
        remedy="judge more systems",
    )
    def few_systems(subject):
        for record in subject.records.itertuples():
            if record.level == "system" and record.n_systems < 8:
                yield Found(record.metric, f"rests on {record.n_systems} systems")
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import pandas as pd

from workbench.analyses.lint.printed import Reported
from workbench.experiment.plan import Plan
from workbench.experiment.rows import Row
from workbench.registry import Registry
from workbench.schema import RECORDS


@dataclass(frozen=True, eq=False)
class Subject:
    """What is looked at: an experiment and what came out of it, or a table of other programs' results.

    Attributes
    ----------
    plan : Plan, optional
        None where there is no experiment; the records are then empty.
    rows : list of Row
    records : DataFrame
        Columns of `schema.RECORDS`.
    comparisons : DataFrame, optional
        None where nothing was compared.
    reported : list of Reported
        Rows of a table of results; empty where there is none.
    """

    plan: Plan | None = None
    rows: list[Row] = field(default_factory=list)
    records: pd.DataFrame = field(default_factory=lambda: RECORDS.build([]))
    comparisons: pd.DataFrame | None = None
    reported: list[Reported] = field(default_factory=list)

    @property
    def groups(self) -> list[list[Reported]]:
        """The rows of a table of results that belong together: those whose group is the same."""
        groups: dict[str, list[Reported]] = {}
        for row in self.reported:
            groups.setdefault(row.text("group"), []).append(row)
        return list(groups.values())


class Firing(NamedTuple):
    """A place where a rule fires, and what is the case there; `remedy` if it is not that of the rule."""

    where: str
    what: str
    remedy: str = ""


class Finding(NamedTuple):
    """What the linter says: `size` is what the pitfall was measured to do, `remedy` what to do instead."""

    rule: str
    where: str
    what: str
    size: str
    remedy: str


RuleCheck = Callable[[Subject], Iterator[Firing]]


class Rule(NamedTuple):
    """A pitfall: `effect` is what it does to the number, `check` yields where it is met."""

    name: str
    effect: str
    size: str
    remedy: str
    check: RuleCheck

    def apply(self, subject: Subject) -> list[Finding]:
        """Return the findings of this rule."""
        return [
            Finding(self.name, found.where, found.what, self.size, found.remedy or self.remedy)
            for found in self.check(subject)
        ]


RULES: Registry[Rule] = Registry("rule of the linter")


def rule(name: str, *, effect: str, size: str, remedy: str) -> Callable[[RuleCheck], RuleCheck]:
    """Decorate a function to enter it as a rule.

    Parameters
    ----------
    name : str
        Does not change between versions, so that it can be looked for.
    effect : str
        What the pitfall does to the number.
    size : str
        What the pitfall was measured to do, and where.
    remedy : str
        What to do instead.

    Examples
    --------
    >>> @rule("always", effect="nothing", size="1", remedy="none")
    ... def always(subject):
    ...     yield Firing("here", "it is")
    >>> RULES.get("always").apply(Subject())
    [Finding(rule='always', where='here', what='it is', size='1', remedy='none')]
    >>> RULES.remove("always")
    """

    def enter(check: RuleCheck) -> RuleCheck:
        RULES(name)(Rule(name, effect, size, remedy, check))
        return check

    return enter

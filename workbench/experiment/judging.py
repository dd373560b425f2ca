"""Which of the ratings judge: not those of other raters, nor those that are weights of references."""

from collections.abc import Iterator
from dataclasses import replace

import pandas as pd

from workbench.datasets.evalset import EvalSet
from workbench.datasets.mined import of_named
from workbench.experiment.chosen_data import homes_of
from workbench.experiment.plan import Plan


def find_judging(plan: Plan, looked_at: EvalSet) -> EvalSet | None:
    """Return the outputs that are scored with the ratings that judge; None where all ratings do.

    Parameters
    ----------
    plan : Plan
    looked_at : EvalSet
        The data that are looked at, with the plan's criteria and all ratings of these; its tasks are those
        of what is returned, whatever `by` makes of them.
    """
    of_plan = plan.evalset
    ratings = of_named(of_plan.judgments, of_plan.card.raters[plan.raters])
    ratings = ratings[ratings["criterion"].isin(plan.criteria)]
    if len(ratings) == len(looked_at.judgments):
        return None
    outputs, part = of_plan.outputs, plan.spec.data.by
    if part is not None:
        homes = homes_of(looked_at, part, "")
        origins = {(home, segment): task for (task, segment), home in homes.items()}
        outputs, ratings = (_moved_back(rows, origins) for rows in (outputs, ratings))
    return replace(looked_at, outputs=outputs, judgments=ratings.reset_index(drop=True))


def _moved_back(rows: pd.DataFrame, origins: dict[tuple[str, str], str]) -> pd.DataFrame:
    keys = zip(rows["task"], rows["segment"], strict=True)
    return rows.assign(task=pd.Series([origins[key] for key in keys], index=rows.index, dtype="str"))


def say_judging(plan: Plan, looked_at: EvalSet, judging: EvalSet) -> Iterator[str]:
    """Yield a line for each criterion of whose ratings some do not judge."""
    mined = plan.spec.mined
    weigh = "" if mined is None or mined.raters == "all" else "; others are weights of references"
    for criterion in plan.criteria:
        given, mine = (
            data.judgments[data.judgments["criterion"] == criterion] for data in (looked_at, judging)
        )
        if len(mine) < len(given):
            judged = mine[["task", "segment", "system"]].drop_duplicates()
            yield (
                f"{criterion}: {len(mine):,} of {len(given):,} ratings judge (raters: {plan.raters}{weigh}), "
                f"of {len(judged):,} of {len(judging.outputs):,} outputs"
            )

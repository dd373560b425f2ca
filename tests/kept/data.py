"""Made-up data sets of which answers are kept."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pandas as pd
import small_study

from workbench.datasets.evalset import EvalSet
from workbench.datasets.load import load


@cache
def data_set(name: str) -> EvalSet:
    """Return a made-up set: uneven, tied, in parts (documents, domains), simulated, of 14 or 17 systems.

    Or with other raters: up to four of an output, of whom one rated nothing that delta-bleu can score; each
    with outputs of their own; each with two outputs.
    """
    with TemporaryDirectory() as folder:
        home = Path(folder)
        if name == "simulated":
            small_study.write_simulated(home)
        elif name in ("of 14 systems", "of 17 systems"):
            small_study.write_simulated(home, topics=5, systems=int(name.split()[1]))
        elif name == "in parts":
            number = small_study.OUTPUTS["segment"].str[1:].astype(int)
            parts = {
                "document": "d" + (number % 3).astype(str),
                "domain": number.map(lambda n: "news" if n < 4 else "talk"),
            }
            small_study.write_study(home, small_study.OUTPUTS.assign(**parts))
        elif name in ("of raters", "of raters apart", "of raters of two"):
            small_study.write_study(home, judgments=_rated_by(name))
        elif name == "tied":
            small_study.write_study(home, judgments=small_study.tied_and_gappy())
        else:
            small_study.write_study(home)
        return load("mine", data=home)


def _rated_by(name: str) -> pd.DataFrame:
    """Return the judgments of the small study as if others had given them."""
    judgments = small_study.JUDGMENTS
    if name == "of raters of two":
        return judgments.assign(rater=[f"p{at // 8}{at % 2}" for at in range(len(judgments))])
    odd = judgments["segment"].str[1:].astype(int) % 2 == 1
    if name == "of raters apart":
        return judgments[(judgments["rater"] == "ann") == odd]
    given = judgments[judgments["rater"] == "ann"]
    more = given[odd[given.index]]
    one = given[(given["segment"] == "s4") & (given["task"] == "t")]
    others = [
        each.assign(rater=rater, score=(each["score"] * 3 + 1) % 2.75)
        for rater, each in (("abe", one), ("cyd", more))
    ]
    return pd.concat([judgments, *others], ignore_index=True)

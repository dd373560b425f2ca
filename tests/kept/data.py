"""Made-up data sets of which answers are kept."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import small_study

from workbench.datasets.evalset import EvalSet
from workbench.datasets.load import load


@cache
def data_set(name: str) -> EvalSet:
    """Return a made-up set: uneven, tied, in parts (of documents and domains), simulated, of 14 systems."""
    with TemporaryDirectory() as folder:
        home = Path(folder)
        if name == "simulated":
            small_study.write_simulated(home)
        elif name == "of 14 systems":
            small_study.write_simulated(home, topics=5, systems=14)
        elif name == "in parts":
            number = small_study.OUTPUTS["segment"].str[1:].astype(int)
            parts = {
                "document": "d" + (number % 3).astype(str),
                "domain": number.map(lambda n: "news" if n < 4 else "talk"),
            }
            small_study.write_study(home, small_study.OUTPUTS.assign(**parts))
        elif name == "tied":
            small_study.write_study(home, judgments=small_study.tied_and_gappy())
        else:
            small_study.write_study(home)
        return load("mine", data=home)

"""A new card for a folder of tables, with what they hold filled in and comments on what only people know."""

from pathlib import Path

import pandas as pd
import tomli_w

from workbench.datasets.readers.tables import read_tables
from workbench.errors import MissingDataError, Problem

_LOWER = ("error", "penalt", "mistake", "edits", "effort")


def new_card(folder: Path) -> str:
    """Return a card for a folder with tables of outputs, references and judgments, as TOML with comments.

    Criteria and raters are those of the judgments. That more is better is assumed, but of criteria whose
    names speak of errors.

    Raises
    ------
    DataError
        If there are no such tables, or they cannot be read.
    """
    if not folder.is_dir():
        hint = "It holds outputs, references and judgments, each as .csv, .tsv or .jsonl"
        raise MissingDataError(Problem(str(folder), "there is no such folder", hint=hint))
    tables = read_tables(folder, {})
    judgments = pd.DataFrame(tables.judgments)
    lines = [
        "# The card of a data set: what the files in this folder are. Whatever is unknown may be left out.",
        f"name = {_text(folder.resolve().name)}  # as the folder is called",
        'title = ""',
        'task = ""  # summarization, translation, dialogue, ...',
        'source = ""',
        'licence = ""',
        'citation = ""',
        'judgments = "human"  # or simulated',
    ]
    scores = judgments["score"].astype(float) if len(judgments) else pd.Series(dtype=float)
    for name in dict.fromkeys(judgments["criterion"]) if len(judgments) else ():
        mine = scores[judgments["criterion"] == name]
        lower = any(word in str(name).lower() for word in _LOWER)
        scale = f"{mine.min():.6g} to {mine.max():.6g}" if mine.notna().any() else ""
        lines += [
            "",
            str(tomli_w.dumps({"criteria": {str(name): {}}})).split("\n")[-2],
            f'direction = "{"lower" if lower else "higher"}"  # which judgments are good?',
            f"scale = {_text(scale)}  # as seen in the files: what could raters choose from?",
            'meaning = ""',
        ]
    raters = list(dict.fromkeys(map(str, judgments["rater"]))) if "rater" in judgments else []
    shown = ", ".join(raters[:3]) + (", ..." if len(raters) > 3 else "")
    lines += ["", f"[raters]  # groups of raters, by patterns of their names: {shown}", 'all = ["*"]']
    return "\n".join(lines) + "\n"


def _text(value: str) -> str:
    return str(tomli_w.dumps({"x": value})).partition("= ")[2].strip()

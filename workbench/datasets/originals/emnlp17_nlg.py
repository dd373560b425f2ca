"""Novikova et al.'s table of medians, with the references of BARTScore's copy of the same rows.

No mapping: the references lie in pickles, by the number of the row in its part of the table.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from workbench.datasets.originals.folders import copy_or_original, field, original, take
from workbench.datasets.readers.lines import FileRecord, read_number, read_separated, read_texts
from workbench.datasets.safe_pickle import read_pickle
from workbench.errors import DataError, Problem

CRITERIA = ("informativeness", "naturalness", "quality")
_COPIES = ("emnlp_data_medians.csv.gz",)
_TABLE = ("EMNLP_17_submission", "emnlp_data_medians.csv")
_COLUMNS = ("dataset", "system", "mr", "sys_ref", *CRITERIA)


def read_rows(folder: Path) -> Iterator[tuple[str, FileRecord]]:
    """Yield place and record of each rated text.

    The copy has the rows of a data set in the order of the table; that the inputs are the same is checked.
    The converted file has the tokenised text of another row with the same letters in 26 of its rows.
    """
    copies: dict[str, dict[object, object]] = {}
    seen: Counter[str] = Counter()
    table = copy_or_original(folder, _COPIES, *_TABLE)
    for number, (place, row) in enumerate(read_separated(table, _COLUMNS, ",")):
        name = row["dataset"]
        path = original(folder, "BARTScore", f"D2T/{name}/data.pkl")
        if name not in copies:
            if not name.isalnum():
                raise DataError(Problem(place, "dataset is no name", name))
            copies[name] = take(read_pickle(path), dict, str(path), "the whole")
        where = f"{path}:{seen[name]}"
        copy = field(copies[name], seen[name], dict, str(path))
        if field(copy, "src", str, where) != row["mr"]:
            raise DataError(Problem(where, f"is not the input of {place}", copy["src"], row["mr"]))
        references = read_texts(field(copy, "ref_summs", list, where), where, "ref_summs")
        yield (
            place,
            {
                "row": number,
                "dataset": name,
                "system": row["system"],
                "mr": row["mr"],
                "text": row["sys_ref"],
                "text_tok": field(copy, "sys_summ", str, where),
                "references_tok": sorted(set(references)),
                "human_median": {each: read_number(row[each], place, each) for each in CRITERIA},
            },
        )
        seen[name] += 1
    for name, copy in copies.items():
        if len(copy) != seen[name]:
            path = original(folder, "BARTScore", f"D2T/{name}/data.pkl")
            raise DataError(Problem(str(path), "rows of the table", seen[name], str(len(copy))))

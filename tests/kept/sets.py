"""Made-up folders of published data sets, no two of whose numbers are equal, and their options."""

from dataclasses import replace
from itertools import count

from made_up import Row
from samples import (
    DSTC7,
    EMNLP17,
    NEWSTEST2020,
    REALSUMM,
    SACREROUGE,
    SUMMEVAL,
    TABLES,
    TED,
    WEBNLG,
    WMT_SYSTEM,
    Sample,
)

Options = dict[str, str]


def _numbered(rows: list[Row], *, step: float, first: float, keys: tuple[str, ...]) -> list[Row]:
    """Return rows in which the numbers under some keys, however deep, are all others."""
    numbers = count()

    def change(value: object, is_number: bool) -> object:
        if isinstance(value, dict):
            return {key: change(each, key in keys) for key, each in value.items()}
        if isinstance(value, list):
            return [change(each, is_number) for each in value]
        return round(first + step * next(numbers), 3) if is_number else value

    return [{key: change(value, key in keys) for key, value in row.items()} for row in rows]


def _with_numbers(sample: Sample, *keys: str, step: float = 0.125, first: float = 1.0) -> Sample:
    files = {name: _numbered(rows, step=step, first=first, keys=keys) for name, rows in sample.files.items()}
    return replace(sample, files=files, options={})


_SUMMEVAL = _with_numbers(SUMMEVAL, "coherence", "consistency", "fluency", "relevance")
_TEXTS = ("It rained . Why ? No .", "One !\nTwo . Three", "A . B", "Four .")
_RELEASED = ("It rained. Why?", "One!", None, "4.")
_REALSUMM = _with_numbers(REALSUMM, "litepyramid_recall", first=0.0, step=0.125)
_RATINGS_2020 = ("correctness", "data_coverage", "fluency", "relevance", "text_structure")


def _rows_2020(language: str, at: int) -> list[Row]:
    return [
        {
            "sample_id": number,
            "system": system,
            "category": ("Food", "City")[number % 2],
            "text": f"{system}\n{language} {number}",
            "references": [f"a {number}", f"b\n{number}"],
            "ratings": [
                {"rater": rater, **{name: at + 4 * number + n for n, name in enumerate(_RATINGS_2020)}}
                for rater in ("w1", "w2")[: 1 + number % 2]
            ],
        }
        for number in (7, 12)
        for system in ("A", "B", "WebNLG-2020-reference")
    ]


WEBNLG2020 = Sample(
    "webnlg2020",
    "webnlg2020",
    {"en_human_eval.jsonl.gz": _rows_2020("en", 0), "ru_human_eval.jsonl.gz": _rows_2020("ru", 21)},
)
SETS: dict[str, tuple[Sample, list[Options]]] = {
    "summeval": (
        replace(
            _SUMMEVAL,
            files={
                **_SUMMEVAL.files,
                "outputs.jsonl.gz": [
                    {**row, "text": text, "text_original": released}
                    for row, text, released in zip(
                        _SUMMEVAL.files["outputs.jsonl.gz"], _TEXTS, _RELEASED, strict=True
                    )
                ],
                "documents.jsonl.gz": [
                    {**row, "references_tok": ["tok . a", f"tok b {row['doc_id']}"]}
                    for row in _SUMMEVAL.files["documents.jsonl.gz"]
                ],
            },
        ),
        [
            {"references": "references_tok"},
            {"outputs": "original", "sentences": "one"},
            {"sentences": "full stops"},
            {"sentence": "one"},
            {"sentences": "two"},
        ],
    ),
    "ted": (_with_numbers(TED, "mqm", step=2.25), [{"people": "systems"}]),
    "realsumm": (
        _REALSUMM,
        [{"part": "abs"}, {"part": "ext"}, {"duplicates": "keep"}, {"part": "ext", "duplicates": "keep"}],
    ),
    "webnlg2017": (_with_numbers(WEBNLG, "fluency", "grammar", "semantics", step=0.03), []),
    "webnlg2020": (WEBNLG2020, [{"language": "en"}, {"language": "ru"}, {"language": "de"}]),
    "dstc7": (
        _with_numbers(DSTC7, "relevance", "informativeness", step=0.0625),
        [{"references": "responses"}],
    ),
    "emnlp17": (_with_numbers(EMNLP17, "informativeness", "naturalness", "quality"), []),
    "newstest2020": (_with_numbers(NEWSTEST2020, "mqm_avg_score", first=-9.5), [{"people": "keep"}]),
    "wmt20": (
        _with_numbers(WMT_SYSTEM, "da_z", "da_raw", first=0.5),
        [{"outliers": "drop"}, {"people": "keep"}, {"outliers": "drop", "people": "keep"}],
    ),
    "tables": (_with_numbers(TABLES, "score", "weight", first=0.0, step=0.0625), [{"level": "seg"}]),
    "sacrerouge": (_with_numbers(SACREROUGE, "coverage", first=0.0, step=0.125), []),
}
"""Each with the options that are tried beside none, some of which there are not."""

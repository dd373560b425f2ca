"""A folder of mt-metrics-eval, small and uneven, what is asked of it, and what is done to it."""

import gzip
import json

from workbench.datasets.mt_test_set import NO_OUTPUT

Files = dict[str, str]


def _rating(*errors: tuple[str, str], score: float | None = None) -> str:
    marked = [{"category": category, "severity": severity} for category, severity in errors]
    return json.dumps({"errors": [*marked, *([{"score": score}] if score is not None else [])]})


_HE = "he-en"
TEST_SET: Files = {
    f"sources/{_HE}.txt": "eins\nzwei\ndrei\n",
    f"documents/{_HE}.docs": "news d7\nnews d7\nchat d3\n",
    f"references/{_HE}.refA.txt": "one it is\n\nthree it is\n",
    f"references/{_HE}.refB.txt": "it is 1\nit is 2\nit is 3\n",
    f"system-outputs/{_HE}/A.txt": f"a one\n{NO_OUTPUT}\na three\n",
    f"system-outputs/{_HE}/B.txt": "b one\nb two\nb three\n",
    f"system-outputs/{_HE}/refA.txt": "one it is\n\nthree it is\n",
    f"system-outputs/{_HE}/synthetic_ref.txt": "s 1\ns 2\ns 3\n",
    f"human-scores/{_HE}.mqm.seg.score": (
        "A 0\nA None\nA -3\nB -1\nB -2\nB None\nrefA 0.5\nrefA 1\nrefA 1.5\n"
        "synthetic_ref 7\nsynthetic_ref 8\nsynthetic_ref 9\n"
    ),
    f"human-scores/{_HE}.mqm.doc.score": "A -10\nA -11\nB 3\nB 4\nrefA 12\nrefA 13\n",
    f"human-scores/{_HE}.mqm.domain.score": "chat A 5\nchat B 6\nnews A 7\nnews B None\n",
    f"human-scores/{_HE}.mqm.sys.score": "A -20\nB 2\nrefA 21\n",
    f"human-scores/{_HE}.esa.seg.score": "A 50\nA 60\nA 70\nB 80\nB 90\nB None\n",
    f"human-scores/{_HE}.mqm.r1.seg.rating": "".join(
        f"{system}\t{content}\n"
        for system, content in (
            ("A", _rating(("Style", "Minor"), ("Fluency/Punctuation", "Minor"))),
            ("A", "None"),
            ("A", _rating()),
            ("B", _rating(("Accuracy", "Major"))),
            ("B", "None"),
            ("B", _rating(score=2.5)),
        )
    ),
    f"human-scores/{_HE}.mqm.r2.seg.rating": "".join(
        f"B\t{_rating(('Non-translation!', 'Major'))}\tann\n" for _ in range(3)
    ),
    f"metric-scores/{_HE}/Len-src.seg.score": "".join(
        f"{name}\t{at}\n" for name in ("A", "B", "refA", "synthetic_ref") for at in (1, 2.5, 3)
    ),
    f"metric-scores/{_HE}/BLEU-refB.sys.score": "A 0.25\nB 0.5\nrefA 1\nsynthetic_ref 0.75\n",
    f"metric-scores/{_HE}/BLEU-refA.sys.score": "A 0.5\nB 0.25\nsynthetic_ref 0.125\n",
    "sources/de-en.txt": "a\nb\n",
    "documents/de-en.docs": "x y\nx z\n",
    "references/de-en.refA.txt": "one\ntwo\n",
    "system-outputs/de-en/A.txt": "ein\nzwo\n",
    "human-scores/de-en.da.seg.score": "A 3\nA 4\n",
}
ASKED: list[dict[str, str]] = [
    {},
    {"pair": "de-en"},
    {"pair": "he-en", "human": "mqm", "people": "keep"},
    {"pair": "he-en", "human": "mqm", "people": "standard"},
    {"pair": "he-en", "people": "drop", "level": "doc"},
    {"pair": "he-en", "level": "domain"},
    {"pair": "he-en", "level": "sys", "people": "keep"},
    {"pair": "he-en", "level": "seg", "human": "esa"},
    {"pair": "he-en", "level": "doc", "human": "esa"},
    {"pair": "standard"},
    {"pair": "standard", "human": "standard", "people": "standard"},
    {"human": "mqm"},
    {"human": "standard"},
    {"human": "nobody"},
    {"pair": "he-en", "human": "nobody"},
    {"pair": "xx-yy"},
    {"level": "word"},
    {"people": "some"},
]
"""Options of a folder without a card."""
EACH: list[dict[str, str]] = [{}, {"level": "doc"}, {"pair": "he-en", "human": "esa"}, {"pair": "all"}]
"""Options under which raters are read one by one, if they can."""
_REPLACED: dict[str, tuple[str, str, str]] = {
    "a line of sources less": (f"sources/{_HE}.txt", "drei\n", ""),
    "a line of references more": (f"references/{_HE}.refB.txt", "it is 3", "it is 3\n4"),
    "a source not supplied": (f"sources/{_HE}.txt", "zwei", NO_OUTPUT),
    "a reference not supplied": (f"references/{_HE}.refB.txt", "it is 2", NO_OUTPUT),
    "a document of three words": (f"documents/{_HE}.docs", "chat d3", "chat d3 x"),
    "a document less": (f"documents/{_HE}.docs", "chat d3\n", ""),
    "a document in two places": (f"documents/{_HE}.docs", "news d7\nchat d3", "chat d3\nnews d7"),
    "a document in two domains": (f"documents/{_HE}.docs", "chat d3", "chat d7"),
    "a score in words": (f"human-scores/{_HE}.mqm.seg.score", "A -3", "A good"),
    "a score of three cells": (f"human-scores/{_HE}.mqm.seg.score", "A -3", "A -3 1"),
    "a score less": (f"human-scores/{_HE}.mqm.seg.score", "A -3\n", ""),
    "a score more": (f"human-scores/{_HE}.mqm.seg.score", "B None", "B None\nB 1"),
    "scores of one more each": (f"human-scores/{_HE}.esa.seg.score", "A 70\nB 80", "A 70\nA 1\nB 80\nB 2"),
    "scores of one less each": (
        f"human-scores/{_HE}.mqm.doc.score",
        "A -10\nA -11\nB 3\nB 4\nrefA 12\nrefA 13\n",
        "A -10\nB 3\nrefA 12\n",
    ),
    "a system in two blocks": (
        f"human-scores/{_HE}.mqm.seg.score",
        "B -1\nB -2\nB None\n",
        "B -1\nB -2\nB None\nA 1\n",
    ),
    "a system twice": (f"human-scores/{_HE}.mqm.sys.score", "B 2", "A 2"),
    "a domain twice": (f"human-scores/{_HE}.mqm.domain.score", "chat B 6", "chat A 6"),
    "a domain unknown": (f"human-scores/{_HE}.mqm.domain.score", "chat", "chats"),
    "a domain of one": (f"human-scores/{_HE}.mqm.domain.score", "chat B 6\n", ""),
    "an unknown system": (f"human-scores/{_HE}.mqm.seg.score", "B ", "Bb "),
    "no scores": (f"human-scores/{_HE}.mqm.sys.score", "A -20\nB 2\nrefA 21\n", "\n"),
    "a rating of one cell": (f"human-scores/{_HE}.mqm.r1.seg.rating", "A\tNone", "A"),
    "a rating of nobody": (f"human-scores/{_HE}.mqm.r1.seg.rating", "A\tNone", "C\tNone"),
    "a rating in words": (f"human-scores/{_HE}.mqm.r1.seg.rating", "A\tNone", "A\tgood"),
    "a rating without errors": (f"human-scores/{_HE}.mqm.r1.seg.rating", "A\tNone", 'A\t{"errors": 1}'),
    "a rating less": (f"human-scores/{_HE}.mqm.r1.seg.rating", "A\tNone\n", ""),
    "a severity unknown": (f"human-scores/{_HE}.mqm.r1.seg.rating", '"Major"', '"Grave"'),
    "a metric without a score": (f"metric-scores/{_HE}/BLEU-refB.sys.score", "A 0.25", "A None"),
    "a metric without a system": (f"metric-scores/{_HE}/BLEU-refB.sys.score", "A 0.25\n", ""),
}
_MOVED: dict[str, tuple[str, str]] = {
    "no sources": ("sources", "elsewhere"),
    "no documents": (f"documents/{_HE}.docs", "x"),
    "no human scores": ("human-scores", "x"),
    "a reference called all": (f"references/{_HE}.refB.txt", f"references/{_HE}.all.txt"),
    "a level unknown": (f"human-scores/{_HE}.mqm.sys.score", f"human-scores/{_HE}.mqm.word.score"),
    "a metric of no reference": (
        f"metric-scores/{_HE}/Len-src.seg.score",
        f"metric-scores/{_HE}/Len.seg.score",
    ),
    "a metric of another": (
        f"metric-scores/{_HE}/Len-src.seg.score",
        f"metric-scores/{_HE}/Len-refC.seg.score",
    ),
    "a metric twice": (
        f"metric-scores/{_HE}/BLEU-refA.sys.score",
        f"metric-scores/{_HE}/BLEU-refB.refB.sys.score",
    ),
    "a metric of all": (f"metric-scores/{_HE}/Len-src.seg.score", f"metric-scores/{_HE}/Len-all.seg.score"),
}
_COPIED = {
    "sources twice": (f"sources/{_HE}.txt", f"sources/{_HE}.jsonl"),
    "texts twice": (f"system-outputs/{_HE}/A.txt", f"system-outputs/{_HE}/A.txt.gz"),
}


def damaged(name: str) -> dict[str, str | bytes]:
    """Return the files of the test set with a damage."""
    files: dict[str, str | bytes] = {**TEST_SET}
    if name in _REPLACED:
        file, old, new = _REPLACED[name]
        files[file] = TEST_SET[file].replace(old, new)
    elif name in _MOVED:
        old, new = _MOVED[name]
        files = {file.replace(old, new): content for file, content in files.items()}
    else:
        old, new = _COPIED[name]
        files[new] = gzip.compress(TEST_SET[old].encode()) if new.endswith(".gz") else TEST_SET[old]
    return files


DAMAGES = [*_REPLACED, *_MOVED, *_COPIED]
_SPANS = {"A": [[0, 2, "minor"], [1, 3, "major"]], "B": [], "refA": [[0, 1, "undecided"]]}
ESA = [
    {"line": line, "system": system, "annotator": f"r{line}", "score": 10 * line + at, "errors": spans}
    for line in (1, 3)
    for at, (system, spans) in enumerate(_SPANS.items())
]
ESA_DAMAGES: dict[str, dict[str, object]] = {
    "no score": {"score": None},
    "a score in words": {"score": "good"},
    "errors in words": {"errors": ["grave"]},
    "a severity unknown": {"errors": [[0, 1, "grave"]]},
    "an unknown system": {"system": "Z"},
    "a line in words": {"line": "1"},
    "a line more": {"line": 9},
}

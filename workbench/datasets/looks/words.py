"""Looks at how tokenizers cut texts into words: at letters that they drop, and at scripts without blanks."""

import re
from collections.abc import Collection, Iterator

from workbench.datasets.evalset import EvalSet
from workbench.datasets.looks.blocks import in_blocks
from workbench.datasets.looks.oddity import Oddity, odd
from workbench.text.preprocess import get_preprocess
from workbench.text.tokenize import LINES, Tokenizer

_HALF = 0.5
_FOREIGN = 0.01
"""A share of letters beyond ASCII from which a tokenizer that cuts them is told."""
_LONGEST = 6
"""Letters of a word, on average, above which texts without blanks were not cut into words."""
_SAMPLE = 2000
"""Texts of a task whose words are looked at."""
_LETTER = re.compile("[A-Za-z]")
_BEYOND = re.compile(r"[^\W\d_a-zA-Z]")
NO_BLANKS = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
"""Letters of scripts that put no blanks between words: Thai, Lao, Burmese, Khmer, Japanese, Chinese."""
_RUNS = re.compile(f"{NO_BLANKS.pattern}+")


def look_at_words(data: EvalSet, preprocess: Collection[str]) -> Iterator[Oddity]:
    """Yield tasks whose words a tokenizer does not find; `preprocess` is under which metrics count words."""
    known = {name: get_preprocess(name).tokenizer for name in preprocess}
    cutting = {name: each for name, each in known.items() if (each.read[128:] < 0).all()}
    whole = {name: each for name, each in known.items() if name not in cutting and each.name != LINES.name}
    yield from _cut_letters(data, ", ".join(cutting))
    yield from _uncut_words(data, whole)


def _cut_letters(data: EvalSet, cutting: str) -> Iterator[Oddity]:
    """Yield tasks whose letters a tokenizer takes for what separates words."""
    for task in data.tasks if cutting else []:
        texts, beyond, spaceless = data.outputs_of(task)["text"], 0, 0
        for block in in_blocks(texts):
            foreign = "".join(text for text in block if not text.isascii())
            beyond += len(_BEYOND.findall(foreign))
            spaceless += len(NO_BLANKS.findall(foreign))
        if not beyond:
            continue
        letters = beyond + sum(len(_LETTER.findall(text)) for block in in_blocks(texts) for text in block)
        if beyond > _FOREIGN * letters:
            instead = (
                "'sacrebleu-zh' or 'sacrebleu-char'"
                if spaceless > _HALF * beyond
                else "'13a', 'sacrebleu-intl' or 'none'"
            )
            yield odd(
                "cut-letters",
                f"{beyond / letters:.0%} of the letters of {task} are not ASCII, and {cutting} cuts words at "
                "them: 'Mädchen' equals 'M dchen', and a text without ASCII letters does not match itself",
                [],
                f"Take preprocess = {instead}",
            )


def _uncut_words(data: EvalSet, whole: dict[str, Tokenizer]) -> Iterator[Oddity]:
    """Yield tasks of a script without blanks, whose texts a tokenizer leaves in one piece."""
    for task in data.tasks if whole else []:
        texts = data.outputs_of(task)["text"].head(_SAMPLE)
        text = "\n".join(each for block in in_blocks(texts) for each in block if not each.isascii())
        runs = _RUNS.findall(text)
        number = sum(map(len, runs))
        if number <= _HALF * (len(_BEYOND.findall(text)) + len(_LETTER.findall(text))):
            continue
        lengths = {name: number / sum(len(each.tokens(run)) for run in runs) for name, each in whole.items()}
        long = {name: length for name, length in lengths.items() if length > _LONGEST}
        if long:
            yield odd(
                "uncut-words",
                f"texts of {task} are written without blanks, at which {', '.join(long)} "
                f"{'cuts' if len(long) == 1 else 'cut'} words: one has {min(long.values()):.0f} letters on "
                "average, and hardly any stands in a second text",
                [],
                "Take preprocess = 'sacrebleu-char', of Chinese also 'sacrebleu-zh'; or set words apart",
            )

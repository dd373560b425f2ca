"""Length limits: where ROUGE-1.5.5 stops reading a text (its options -l and -b)."""

import re
from typing import Literal, NamedTuple

_SPACE = re.compile(rb"[ \t\n\r\v\f]+")


class Limit(NamedTuple):
    """Read this many words or bytes of a text, sentence after sentence; line breaks are no bytes.

    A word is what white space separates, so that punctuation counts, and white space at the start of a
    sentence makes one empty word. Candidates and references are cut alike.
    """

    unit: Literal["words", "bytes"]
    most: int

    def cut(self, text: bytes) -> bytes:
        r"""Return what is read of a text; the sentence that reaches the limit is the last one.

        Examples
        --------
        >>> Limit("words", 3).cut(b"one two\nthree four\nfive")
        b'one two\nthree'
        >>> Limit("bytes", 10).cut(b"one two\nthree four\nfive")
        b'one two\nthr'
        """
        kept, used = [], 0
        for sentence in filter(None, text.split(b"\n")):
            length = len(_words(sentence)) if self.unit == "words" else len(sentence)
            if used + length >= self.most:
                rest = self.most - used
                kept.append(b" ".join(_words(sentence)[:rest]) if self.unit == "words" else sentence[:rest])
                break
            kept.append(sentence)
            used += length
        return b"\n".join(kept)

    def cut_sentences(self, text: bytes) -> bytes:
        r"""Return what ROUGE-L and ROUGE-W read under a limit of bytes.

        The program does not add up the lengths there: sentences are whole until one alone reaches the limit.

        Examples
        --------
        >>> Limit("bytes", 10).cut_sentences(b"one two\nthree four\nfive")
        b'one two\nthree four'
        """
        kept = []
        for sentence in filter(None, text.split(b"\n")):
            kept.append(sentence[: self.most])
            if len(sentence) >= self.most:
                break
        return b"\n".join(kept)


def _words(sentence: bytes) -> list[bytes]:
    kept = sentence.rstrip(b" \t\n\r\v\f")
    return _SPACE.split(kept) if kept else []

"""Damage of files, drawn from a seed: bytes, lines, cells and values, by accident and by malice."""

import random
import re
from collections.abc import Callable

VALUES = (
    b"", b"0", b"-1", b"1e400", b"-1e300", b"NaN", b"Infinity", b"null", b"true", b"[]", b"{}", b'""', b"''",
    b"123456789012345678901234567890", b"9" * 5000, b"1_5", b"3,5", b"x" * 100_000, b'"' + b"y" * 3000,
    b'"\\ud800"', b'"\\u0000"', b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"..",
    b"../../etc/passwd", b"/dev/zero", b"[" * 3000, b'{"a":' * 3000, b"<script>", b"=1+1", b"\r", b"\n\n\n",
    b"\t", b'"', b"*", b"=", "٣".encode(), "é\u0301\u202e".encode(), b"inf", b"-0", b"0x10", b"1e-400",
    b"rouge-1", b"(", b"%s%n",
)  # fmt: skip
"""What may stand where something else is expected."""
_TOKENS = re.compile(rb"""-?\d+(?:\.\d+)?|"[^"\n]*"|[A-Za-z_][\w.-]*|[\[\]{}(),:=\t]""")


def damaged(content: bytes, rng: random.Random) -> bytes:
    """Return a content with one to three damages."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        content = rng.choice(_WAYS)(content, rng)
    return content


def _flip(content: bytes, rng: random.Random) -> bytes:
    changed = bytearray(content)
    for _ in range(rng.randint(1, 4) if changed else 0):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _cut(content: bytes, rng: random.Random) -> bytes:
    return content[: rng.randint(0, len(content))]


def _take_out(content: bytes, rng: random.Random) -> bytes:
    start = rng.randint(0, len(content))
    return content[:start] + content[start + rng.randint(1, 40) :]


def _put_in(content: bytes, rng: random.Random) -> bytes:
    start = rng.randint(0, len(content))
    return content[:start] + rng.choice(VALUES) + content[start:]


def _twice(content: bytes, rng: random.Random) -> bytes:
    start = rng.randint(0, len(content))
    piece = content[start : start + rng.randint(1, 400)]
    return content[: start + len(piece)] + piece + content[start + len(piece) :]


def _lines(content: bytes, rng: random.Random) -> bytes:
    lines = content.split(b"\n")
    place = rng.randrange(len(lines))
    way = rng.randrange(4)
    if way == 0:
        del lines[place]
    elif way == 1:
        lines.insert(place, rng.choice(lines))
    elif way == 2:
        rng.shuffle(lines)
    else:
        lines[place] = rng.choice(VALUES)
    return b"\n".join(lines)


def _value(content: bytes, rng: random.Random) -> bytes:
    """Replace a word, a number or a sign, by another of the file or by something odd."""
    found = list(_TOKENS.finditer(content))
    if not found:
        return _put_in(content, rng)
    place = rng.choice(found)
    other = rng.choice((*VALUES, rng.choice(found)[0]))
    return content[: place.start()] + other + content[place.end() :]


def _encoded(content: bytes, rng: random.Random) -> bytes:
    text = content.decode("utf-8", "replace")
    return text.encode(rng.choice(("utf-16", "utf-8-sig", "latin-1", "utf-7")), "replace")


_WAYS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _flip, _cut, _take_out, _put_in, _twice, _lines, _value, _value, _value, _value, _encoded,
)  # fmt: skip

"""What a cell of somebody's table says: a name, a text, a number, or nothing."""

import math
import re
from collections.abc import Mapping
from datetime import date
from numbers import Integral, Real
from typing import Any, NamedTuple

from workbench.datasets.digits import loses_digits
from workbench.datasets.months import MONTHS

MISSING = (
    "", "na", "n/a", "nan", "null", "none", "nil", "missing", "#n/a", "<na>", "-", "--", "–", "—", "?", ".",
    "n.a.", "notapplicable", "notavailable", "k.a.", "keineangabe", "#nv", "n/d", "#n/d", "s/o",
)  # fmt: skip
"""How a rating that is missing is written, in any case and with any blanks."""
_DECIMAL_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+(?:[eE][+-]?[0-9]+)?")
_COMMAS = re.compile(r"[+-]?(?:[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]{3})*,[0-9]+)")
COMMAS = "a comma may set off decimals or thousands: write decimals behind a point, and no sign in thousands"
"""What is said of a number whose comma does not say what it is."""
_WRITTEN = re.compile(
    r"(?P<number>[+-]?(?:0[.,][0-9]+|[0-9]+(?:[.,](?:[0-9]{4,}|[0-9]{1,2}))?))\s*"
    r"(?:%|(?:/|out of)\s*(?P<of>[0-9]+)"
    rf"|[-–—:=.)(]\s*(?P<words>(?!(?:{MONTHS})\b)[^\W\d].*))?",
    re.DOTALL | re.IGNORECASE,
)
_NUMBER = re.compile(r"(?<!\w)[0-9]+(?!\w)")
"""A number among the words around a rating: which of the two is it?"""
_LONGEST = 60
"""Characters beyond which what begins with a number is a text."""
_TRUTHS = {"true": 1.0, "false": 0.0}
_OF_TRUTHS = 1
"""What true is out of: on a scale of 1 to 5 it is no 1."""

_DAY = re.compile(
    rf"[0-9]{{1,2}}[-. ]{{1,2}}(?:{MONTHS})\.?(?:[-. ][0-9]{{2,4}})?"
    r"|[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[ T]00:00:00)?",
    re.IGNORECASE,
)
_DECIMALS = re.compile(r"\s*[+-]?(?P<whole>[0-9]+)(?P<sign>[.,])(?P<rest>[0-9]+)(?![0-9.,])")


class Decimals(NamedTuple):
    """The sign before the decimals of a number, and whether it may as well set off thousands."""

    sign: str
    may_be_thousands: bool


def decimals_of(value: object) -> Decimals | None:
    """Return how a cell writes decimals, None if it has none.

    Examples
    --------
    >>> decimals_of("850,5").sign, decimals_of("1.234").may_be_thousands
    (',', True)
    >>> decimals_of("0.123").may_be_thousands
    False
    """
    found = _DECIMALS.match(value) if isinstance(value, str) else None
    if found is None:
        return None
    is_grouped = len(found["rest"]) == 3 and len(found["whole"]) <= 3 and not found["whole"].startswith("0")
    return Decimals(found["sign"], is_grouped)


def is_number_with_comma(value: object) -> bool:
    """Tell whether a cell is a number but for commas, which set off decimals or thousands.

    Examples
    --------
    >>> [is_number_with_comma(each) for each in ("0,53", "1,234", "1.234,5", "1.5", "1,2,3", 1.5)]
    [True, True, True, False, False, False]
    """
    return isinstance(value, str) and _COMMAS.fullmatch(value.strip()) is not None


def is_missing(value: object) -> bool:
    """Tell whether a cell is empty: nothing, NaN, or a word for it.

    Examples
    --------
    >>> [is_missing(value) for value in (None, float("nan"), " NA ", 0, "0")]
    [True, True, True, False, False]
    """
    if isinstance(value, str):
        text = value.strip().lower()
        return text in MISSING or (" " in text and "".join(text.split()) in MISSING)
    return is_nothing(value)


def is_nothing(value: object) -> bool:
    """Tell whether there is no value at all: of texts, unlike of ratings, "NA" may be one."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    # a whole number may be larger than any that a computer calculates with
    return isinstance(value, Real) and not isinstance(value, Integral) and math.isnan(value)


def as_name(value: Any) -> str | None:
    """Return what a cell names; a whole number is its digits, None if it is no name.

    pandas makes 1.0 of a 1 where a column has a hole: that is 1. A day is written as 2024-01-31.

    Examples
    --------
    >>> as_name("s1"), as_name(7), as_name(7.0), as_name(7.5), as_name(True)
    ('s1', '7', '7', None, None)
    """
    if isinstance(value, str):
        return value if value.strip() else None
    if isinstance(value, bool) or is_nothing(value):
        return None
    if isinstance(value, Integral):
        return str(int(value))
    if isinstance(value, Real) and float(value).is_integer():
        return str(int(float(value)))
    if isinstance(value, date):
        # a day is a day, though pandas and spreadsheets have its midnight
        return value.isoformat().removesuffix("T00:00:00")
    return None


def as_number(value: Any, decimal_comma: bool = False) -> float | None:
    """Return the finite number that a cell holds, None if it holds none; true is 1.

    Examples
    --------
    >>> as_number("4"), as_number(" 3.5 "), as_number("3,5"), as_number("3,5", decimal_comma=True)
    (4.0, 3.5, None, 3.5)
    >>> as_number("1,5E-05", decimal_comma=True), as_number(True), as_number("good"), as_number("inf")
    (1.5e-05, 1.0, None, None)
    """
    if isinstance(value, str):
        text = value.strip()
        if decimal_comma and _DECIMAL_COMMA.fullmatch(text):
            text = text.replace(",", ".")
        # Python would take 1_5 for 15
        value = "x" if "_" in text else text
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) and not loses_digits(value, number) else None


def as_word(value: Any, decimal_comma: bool = False) -> str:
    """Return what a cell is called among words that count: in lower case, and numbers alike however written.

    Examples
    --------
    >>> [as_word(each) for each in (" Good", -9.0, "-9.0", "1.50", True, None)]
    ['good', '-9', '-9', '1.5', '', '']
    """
    number = None if isinstance(value, bool) else as_number(value, decimal_comma)
    if number is not None:
        return as_name(number) or repr(number)
    return value.strip().lower() if isinstance(value, str) else as_name(value) or ""


def in_words(value: Any, words: Mapping[str, float], decimal_comma: bool = False) -> float | None:
    """Return what a rating counts by what is said of words and of numbers like them, `as_word`.

    Examples
    --------
    >>> words = {"good": 4.0, "-9": math.nan}
    >>> [in_words(each, words) for each in (" Good", -9.0, "-9.0", 9, "x", True)]
    [4.0, nan, nan, None, None, None]
    >>> in_words("-9,0", words, True)
    nan
    """
    return words.get(as_word(value, decimal_comma)) if words else None


def is_day(value: object) -> bool:
    """Tell whether a cell is a day, which spreadsheets make of 3.5 and 3-5.

    Examples
    --------
    >>> [is_day(each) for each in (date(2024, 5, 3), "03. Mai", "3-May", "2024-05-03", "3.5", "May")]
    [True, True, True, True, False, False]
    """
    return isinstance(value, date) or (isinstance(value, str) and bool(_DAY.fullmatch(value.strip())))


class WrittenRating(NamedTuple):
    """A rating, and what it is out of: 100 of percent, 0 where a cell does not say it."""

    score: float
    out_of: int


def as_written(value: Any) -> WrittenRating | None:
    """Return the rating of a cell that says more than a number, None if it is none.

    Of "4 - good" and "4 (good)" it is 4, of "4/5" and "4 out of 5" it is 4 out of 5, of "80 %" 80, of "4,5"
    4.5; true is 1 out of 1. Three digits behind a comma may be thousands, but for those of "0,123". "3-May"
    and "03. Mai" are days, and neither "3 - not 2" nor "7/5" says what it is.

    Examples
    --------
    >>> [as_written(cell).score for cell in ("4 - good", "4/5", "80%", "4,5", "0,123", "1,2345", "FALSE")]
    [4.0, 4.0, 80.0, 4.5, 0.123, 1.2345, 0.0]
    >>> as_written("good"), as_written("1,000"), as_written("03. Mai"), as_written("3-May")
    (None, None, None, None)
    >>> as_written("3 - not 2"), as_written("7/5"), as_written("2/0"), as_written(True).out_of
    (None, None, None, 1)
    """
    if isinstance(value, bool):
        return WrittenRating(float(value), _OF_TRUTHS)
    if not isinstance(value, str) or len(value) > _LONGEST:
        return None
    text = value.strip()
    if text.lower() in _TRUTHS:
        return WrittenRating(_TRUTHS[text.lower()], _OF_TRUTHS)
    found = _WRITTEN.fullmatch(text)
    number = as_number(found["number"], decimal_comma=True) if found else None
    if found is None or number is None:
        return None
    if _NUMBER.search(found["words"] or ""):
        return None
    if found["of"] and number > int(found["of"]):
        return None
    return WrittenRating(number, 100 if "%" in text else int(found["of"] or 0))

"""Whole numbers with more digits than a number of a computer keeps."""


def loses_digits(written: object, number: float) -> bool:
    """Tell whether a whole number is another one as it is computed with; `number` is finite.

    Examples
    --------
    >>> loses_digits("9007199254740993", 9007199254740993.0), loses_digits("1e300", 1e300)
    (True, False)
    >>> loses_digits("1000000000000000e2", 1e17)
    False
    """
    if abs(number) < 1e15 or (isinstance(written, str) and "." in written):
        return False
    digits = str(written).strip().lstrip("+-").lstrip("0") if isinstance(written, str | int) else ""
    return len(digits) > 15 and digits.isdecimal() and int(digits) != abs(number)

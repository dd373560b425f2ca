"""The steps of a function's bytecode, the same in whichever way Python was given the function."""

import dis
import sys
from collections.abc import Iterator
from types import CodeType
from typing import Any, NamedTuple

_NULL_COMES_FIRST = sys.version_info < (3, 13)
"""Whether what marks a call of a function stands before the function, or behind it."""
_NAMES = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FAST", "LOAD_DEREF", "LOAD_CLASSDEREF")
_HAS_FLAG = sys.version_info >= (3, 12)
"""Whether an attribute says by a bit that it is a method; it was a step of its own."""
Step = tuple[str, Any]
_NULL: Step = ("PUSH_NULL", None)


class CodeSteps(NamedTuple):
    """What a function does.

    Attributes
    ----------
    steps : tuple of (str, object)
        What is done, and with which name, number or, of a jump, to which step.
    caught : tuple of (int, int, int, int)
        Where errors are caught: the first step, the first behind the last, the step that goes on, and with
        how much kept.
    """

    steps: tuple["Step", ...]
    caught: tuple[tuple[int, int, int, int], ...]


def steps_of(code: CodeType) -> CodeSteps:
    r"""Return the steps of a code object.

    Python compiles ``np.mean(x)`` in one way where it sees in the same text that ``np`` is imported, as in a
    file, and in another where it does not, as in a notebook, whose statements are compiled one by one: as a
    call of a function, or of a method of something whose type it cannot know. Both do the same. A method of
    what has a name is written as a function here; nothing else is changed.

    Examples
    --------
    >>> alone, text = {"np": None}, {}
    >>> exec("def f(x): return np.mean(x)", alone)
    >>> exec("import math as np\ndef f(x): return np.mean(x)", text)
    >>> alone["f"].__code__.co_code == text["f"].__code__.co_code
    False
    >>> steps_of(alone["f"].__code__) == steps_of(text["f"].__code__)
    True
    """
    found: list[Step] = []
    at: dict[int, int] = {}
    jumps: list[int] = []
    for step in dis.get_instructions(code):
        at[step.offset] = len(found)
        if step.opname == "EXTENDED_ARG":  # a part of the next step's number
            continue
        if step.opcode in dis.hasjrel or step.opcode in dis.hasjabs:
            jumps.append(len(found))
            found.append((step.opname, step.argval))
        elif step.opname == "LOAD_GLOBAL":
            found += _called((step.opname, step.argval)) if _has_flag(step) else [(step.opname, step.argval)]
        elif step.opname == "LOAD_METHOD" or (step.opname == "LOAD_ATTR" and _HAS_FLAG and _has_flag(step)):
            begin = found.pop() if _NULL_COMES_FIRST and found[-1][0] in _NAMES else None
            if begin is not None:
                found += [_NULL, begin, ("LOAD_ATTR", step.argval)]
            elif _NULL_COMES_FIRST:
                found.append(("LOAD_METHOD", step.argval))
            else:
                found += [("LOAD_ATTR", step.argval), _NULL]
        else:
            found.append((step.opname, step.argval if step.opname == "LOAD_ATTR" else step.arg))
    at[len(code.co_code)] = len(found)
    for place in jumps:
        opname, target = found[place]
        found[place] = opname, at[target]
    caught = ((at[start], at[end], at[goal], how) for start, end, goal, how in _caught(code))
    return CodeSteps(tuple(found), tuple(caught))


def _has_flag(step: dis.Instruction) -> bool:
    return bool((step.arg or 0) & 1)


def _called(step: Step) -> list[Step]:
    return [_NULL, step] if _NULL_COMES_FIRST else [step, _NULL]


def _caught(code: CodeType) -> Iterator[tuple[int, int, int, int]]:
    """Yield the entries of an exception table: start, end, target, and depth with its bit.

    They are numbers of 6 bits a byte, the highest first; bit 6 says that more of the number follows.
    """
    numbers: list[int] = []
    begun = 0
    for byte in code.co_exceptiontable:
        begun = begun << 6 | byte & 63
        if not byte & 64:
            numbers.append(begun)
            begun = 0
    for start, length, target, how in zip(*[iter(numbers)] * 4, strict=True):
        yield 2 * start, 2 * (start + length), 2 * target, how

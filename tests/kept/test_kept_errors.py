"""How errors read, kept: whatever is in them, and however long it is."""

from kept.readings import cut, keep, somewhere

from workbench.errors import Problem, WorkbenchError, quote, raised, suggest

PROBLEMS = (
    Problem("x", "y"),
    Problem("", "y", 7, "8", "Do it"),
    Problem("x", "y?", hint="Do it"),
    Problem("x", "y: …"),
    Problem("x", "is 'a' " + "b" * 300 + ' and "c"'),
    Problem("x", f"is {'q' * 10!r} and {'r' * 300!r}"),
    Problem("p" * 250, "y"),
    Problem("p" * 200, "y"),
    Problem("x", "y", "v" * 300),
    Problem("x", "y", hint="h" * 500),
    Problem("x" * 150, "y" * 150, "z" * 40, hint="h" * 60),
    Problem("x" * 150, "y" * 160, "z" * 44, hint="h" * 60),
    Problem("x", "y\n  z\t!", None, "  a\nb ", "h\nh"),
    Problem("x", "y" * 500),
    Problem("x", "y", 10**400),
    Problem("x", "y" * 387),
    Problem("x", "y" * 388),
)
_LONG = 120
NAMES = [f"name-{number:03d}" for number in range(40)]


def test_how_errors_read() -> None:
    lines = [
        f"{len(said)} {said if len(said) < _LONG else f'{cut(said)}{said[-40:]}'}"
        for said in map(str, PROBLEMS)
    ]
    lines += [
        suggest(name, known)
        for name, known in (
            ("rogue", ["rouge", "bleu"]),
            ("x", []),
            ("NAME-01", NAMES),
            ("q", NAMES),
            ("q", NAMES[:10]),
            ("q", NAMES[:15]),
            ("q", ["z" * 150, "y"]),
            ("rouge" * 60, ["rouge" * 60]),
        )
    ]
    lines += [cut(quote(each)) for each in ("a", 1.5, None, 2**800, 2**799, "x" * 198, "x" * 199, [1] * 99)]
    lines += [cut(raised(each)) for each in (ValueError("no"), KeyError("k"), ValueError("x" * 300))]
    error = WorkbenchError(*PROBLEMS[:2])
    lines += [str(error), str(error.__reduce__()[1] == error.problems)]
    with somewhere() as here:
        keep("errors", lines, here)

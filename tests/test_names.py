"""One noun, one meaning: what a class or a type is called, no other one is called."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "workbench"


def types_of(source: str) -> Iterator[str]:
    """Yield the classes of a module, and the names in capitals and small letters that it assigns."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if name[0].isupper() and not name.isupper():
                yield name


def test_no_class_and_no_type_is_defined_twice():
    found = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for name in types_of(path.read_text("utf-8")):
            found[name].append(str(path.relative_to(PACKAGE)))
    assert {name: places for name, places in found.items() if len(places) > 1} == {}


def test_a_type_is_found():
    assert list(types_of("A = 1\nKey = tuple[str]\nclass B: pass\nONE_TWO = 2\n_Own = int")) == ["Key", "B"]

"""Folders as NIST hands them out, made up, kept: what is read of them, and what is said of damages."""

import re
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

import pytest
from kept.readings import changes, first, frames, keep, outcome, shorter, somewhere, together, write
from nist_tree import Task, Tree, duc2001, duc2002, duc2003, pack_tree, tac, write_tree

from workbench.datasets.card import get_card
from workbench.datasets.load import load, read_set

_LONG = re.compile(r"[A-Z][a-z]+(?: [a-z]+){5,}[^|]*")


def short(lines: list[str]) -> list[str]:
    """Return lines in which long texts are their beginning and what tells them from others."""
    return [line if "Error: " in line else _LONG.sub(_said_short, line) for line in lines]


def _said_short(found: re.Match[str]) -> str:
    return f"{found[0][:18]}… {crc32(found[0].strip().encode()):08x} "


TREES: dict[str, Tree] = {
    "duc2001": duc2001([Task("P", 100, 4, 2, 1), Task("M", 50, 3, 2, 1)]),
    "duc2002": duc2002([Task("P", 100, 3, 2, 1), Task("M", 10, 4, 2, 1)]),
    "duc2003": duc2003([Task("P", 10, 3, 2, 1, 1), Task("M", 100, 3, 2, 1, 4)], extra=True),
    "tac2008": tac(2008, 1, 2),
    "tac2009": tac(2009, 1, 2),
}
LISTED = {
    "duc2001": "task,system\nDUC 2001 100 words single doc,20\nDUC 2001 50 words multi doc,1\n",
    "duc2002": "task,system\nDUC 2002 10 words multi doc,A\nDUC 2002 10 words multi doc,1\n",
}
ASKED: dict[str, list[dict[str, str]]] = {
    "duc2001": [
        {"task": "50 words multi doc"},
        {"task": "400 words multi doc"},
        {"peers": "submitted"},
        {"peers": "listed"},
        {"single": "first"},
        {"unjudged": "keep"},
        {"unmatched": "drop"},
    ],
    "duc2002": [{"single": "first"}, {"peers": "listed"}, {"peers": "submitted"}],
    "duc2003": [{"peers": "submitted"}, {"peers": "listed"}, {"task": "10 words single doc"}],
    "tac2008": [{"group": "A"}, {"sentences": "ends"}],
    "tac2009": [{"group": "B"}, {"sentences": "lines"}],
}


def read(name: str, **options: str) -> list[str]:
    return short(outcome(lambda: frames(read_set(get_card(name), Path(name), options))))


@pytest.mark.parametrize("name", TREES)
def test_folders_of_nist_and_their_options(name: str) -> None:
    with somewhere() as here:
        write_tree(Path(name), TREES[name])
        sound = read(name)
        lines = first(6, sound)
        for options in ASKED[name]:
            lines += [f"# {options}", *changes(read(name, **options), sound, 2)]
            if options == {"peers": "listed"} and name in LISTED:
                write({f"{name}/systems.csv": LISTED[name]})
                lines += ["# with a list", *changes(read(name, **options), sound, 2)]
                for old, new in (("DUC 200", "DUC 199"), (",1", ",77"), ("task,", "tasks,")):
                    write({f"{name}/systems.csv": LISTED[name].replace(old, new)})
                    lines += [f"# with a list, {new}", *changes(read(name, **options), sound, 2)]
        keep(f"nist-{name}", lines, here)


TABLES = {
    "duc2001": "results1_table.txt",
    "duc2002": "phase1/short.results.table",
    "useful": "results.table.U.paired.noheader",
    "responsive": "results.table.R.paired.noheader",
    "tac2008": "UpdateSumm08_eval/manual/manual.peer",
}


def damaged_cells(table: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield a table with its last row changed in each cell, and with rows less and more."""
    lines = table.decode().splitlines()
    cells = lines[-1].split()
    for at, cell in enumerate(cells):
        for new in ("x", "7") if at in (0, 3, 8, 14) or "." in cell else ("x",):
            if new != cell and (at < 9 or at > 26 or len(cells) < 12):
                row = " ".join([*cells[:at], new, *cells[at + 1 :]])
                yield f"cell {at} {new}", "\n".join([*lines[:-1], row, ""]).encode()
    for what, rows in (
        ("a cell less", [*lines[:-1], " ".join(cells[:-1])]),
        ("a cell more", [*lines[:-1], f"{lines[-1]} 1"]),
        ("a row twice", [*lines, lines[-1]]),
        ("no rows", [""]),
        ("prose", ["It is a table."]),
        ("no end", None),
        ("beyond ASCII", [*lines[:-1], lines[-1].replace(cells[0], "Dé")]),
    ):
        yield what, table.rstrip() if rows is None else "\n".join([*rows, ""]).encode()


@pytest.mark.parametrize("kind", TABLES)
def test_damaged_tables_of_judgments(kind: str) -> None:
    name = kind if kind in TREES else "duc2003"
    said: dict[str, list[str]] = {}
    with somewhere() as here:
        write_tree(Path(name), TREES[name])
        sound = read(name)
        path = Path(name) / TABLES[kind]
        for what, content in damaged_cells(TREES[name][TABLES[kind]]):
            path.write_bytes(content)
            said[what] = shorter(changes(read(name), sound, 2), str(path))[:3]
        path.unlink()
        said["no table"] = changes(read(name), sound, 2)[:4]
        keep(f"nist-table-{kind}", together(said), here)


def _first(tree: Tree, pattern: str) -> str:
    return next(path for path in tree if re.search(pattern, path))


CHANGES: dict[str, tuple[str, str, bytes, bytes]] = {
    "cut off": ("duc2001", "for.SEE.*html", b"</html>", b""),
    "a sentence cut off": ("duc2001", "for.SEE.*html", b"</a>\n</body>", b"\n</body>"),
    "no line a sentence": ("duc2001", "for.SEE.*html", b"\n<a ", b" <a "),
    "beyond ASCII": ("duc2001", "for.SEE.*html", b"the", "thé".encode()),
    "empty": ("duc2001", "for.SEE.*html", b"<a ", b"<p "),
    "no SUM": ("duc2001", "original.*/50", b"SUM", b"SAM"),
    "SUM is open": ("duc2001", "original.*/50", b"</SUM>", b""),
    "SUM without its end": ("duc2001", "original.*perdocs", b"</SUM>\n", b""),
    "SUM without >": ("duc2001", "original.*perdocs", b'">', b'"'),
    "an empty SUM": ("duc2001", "original.*perdocs", b"</SUM>", b"<SUM>"),
    "no DOCREF": ("duc2001", "original.*perdocs", b"DOCREF", b"DOCSET"),
    "another DOCREF": ("duc2001", "original.*perdocs", b"SJMN91-0090111", b"SJMN91-0090112"),
    "a DOCREF mistyped": ("duc2001", "original.*perdocs", b"SJMN91-0090111", b"SMN91-0090111"),
    "a text of TAC": ("tac2008", "ROUGE/peers", b".\n", b".\r\n\r\n"),
}
MOVED: dict[str, tuple[str, str, str, str]] = {
    "a name of four parts": ("duc2001", "for.SEE.*html", r"\.X\.", ".X."),
    "no summarizer": ("duc2001", "for.SEE.*html", r"\.X\.1", ".X.A7"),
    "a document for a set": ("duc2001", r"for.SEE.*\.M\.", r"\.html", ".APW1.html"),
    "a set for a document": ("duc2001", r"for.SEE.*\.P\.", r"\.SJMN.*", ".html"),
    "an extract": ("duc2001", r"for.SEE.*\.M\.050", "050", "050e"),
    "another set": ("duc2001", r"for.SEE.*\.M\.050", "D90", "D91"),
    "TAC, a name of four parts": ("tac2008", "ROUGE/peers", r"\.A\.", "."),
    "TAC, another group": ("tac2008", "ROUGE/peers", "-A", "-C"),
    "TAC, another set": ("tac2008", "ROUGE/peers", "01-A", "02-A"),
}
COPIED: dict[str, tuple[str, str, str, bytes]] = {
    "the same text twice": ("duc2001", "for.SEE.*html", "again/", b""),
    "another text twice": ("duc2001", "for.SEE.*html", "again/", b"<!-- -->"),
    "another table": ("duc2001", "results1", "again/", b"\n\n"),
    "TAC, another text twice": ("tac2008", "ROUGE/peers", "again/", b"more"),
    "TAC, another table": ("tac2008", "manual.peer", "again/", b"\n"),
    "an archive that is none": ("duc2001", "results1", "x.tgz/", b""),
}


def test_damaged_summaries() -> None:
    said: dict[str, list[str]] = {}
    for what in (*CHANGES, *MOVED, *COPIED):
        name, pattern = (CHANGES.get(what) or MOVED.get(what) or COPIED[what])[:2]
        with somewhere() as here:
            tree = dict(TREES[name])
            path = _first(tree, pattern)
            if "DOCREF" in what:
                # the models are there once more as SEE
                tree = {path: content for path, content in tree.items() if not path.startswith("see.models")}
            if what in CHANGES:
                _, _, old, new = CHANGES[what]
                tree[path] = tree[path].replace(old, new)
            elif what in MOVED:
                _, _, old_name, new_name = MOVED[what]
                tree[re.sub(old_name, new_name, path)] = tree.pop(path)
            elif what == "an archive that is none":
                tree["x.tgz"] = b"x"
            else:
                _, _, folder, more = COPIED[what]
                text = tree[path]
                other = text.replace(b" the", b" a the", 1) if more.startswith(b"<") else text + more
                tree[folder + path] = other
            sound = _sound(name)
            write_tree(Path(name), tree)
            said[what] = changes(read(name), sound, 2)[:4]
            dropped = changes(read(name, unmatched="drop"), sound, 2)[:4]
            if dropped != said[what]:
                said[what] += ["with drop: ", *dropped]
    for what, left in (
        ("no models", "models|summaries"), ("no peers", "for.SEE"), ("no table", "results1"),
        ("no models of sets", r"models/.*\.M\.|/50$"),
        ("no models of the document", "see.models.*0111|perdocs"),
    ):  # fmt: skip
        with somewhere():
            sound = _sound("duc2001")
            write_tree(
                Path("duc2001"),
                {path: each for path, each in TREES["duc2001"].items() if not re.search(left, path)},
            )
            said[what] = changes(read("duc2001"), sound, 2)[:4]
            dropped = changes(read("duc2001", unmatched="drop", single="first"), sound, 2)[:4]
            said[what] += [] if dropped == said[what] else ["with drop: ", *dropped]
    with somewhere() as here:
        said["no folder"] = read("duc2001")
        pack_tree(Path("duc2001"), TREES["duc2001"])
        said["archives"] = changes(read("duc2001"), _sound("duc2001"))
        keep("nist-damaged", together(said), here)


_SOUND: dict[str, list[str]] = {}


def _sound(name: str) -> list[str]:
    if name not in _SOUND:
        with somewhere():
            write_tree(Path(name), TREES[name])
            _SOUND[name] = read(name)
    return _SOUND[name]


def test_the_tasks_of_lin() -> None:
    lines: list[str] = []
    with somewhere() as here:
        for name in ("duc2001", "duc2002"):
            write_tree(Path(name), TREES[name])
        write_tree(Path("duc2003"), duc2003([Task("P", 10, 3, 2, 1, 1), Task("M", 100, 3, 2, 1, 2)]))
        for table in "123":
            for options in ({}, {"single": "first"}):
                found = short(
                    outcome(lambda t=table, o=options: frames(load(f"duc-lin2004-table{t}", Path(), o)))
                )
                text = "\n".join(found)
                lines += [
                    f"# table {table} {options}",
                    *found[:3],
                    f"... {len(found)} lines: {crc32(text.encode()):08x}",
                ]
        keep("nist-lin2004", lines, here)

"""Made-up folders like those that NIST hands out: DUC 2001 to 2003, TAC 2008 to 2011. Texts are random words.

A tree is a mapping of path to bytes, so that a test can damage one file; it is written as folders, or packed.
"""

import io
import random
import tarfile
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

Tree = dict[str, bytes]
HEADER_2002 = [f"header line {number} about the columns" for number in range(1, 37)] + [""]
_TEXT = """
the of and to in was that by at from ship ships sail sails sailed sailing port ports storm storms stormy city
cities minister ministers elect elected election vote votes voted police report reports reported strike
strikes striking worker workers work worked price prices rise rises rising fall falls falling
"""
_WORDS = _TEXT.split()


@dataclass(frozen=True)
class Task:
    """Of what, how long, how many systems and models, in how many sets."""

    kind: str
    words: int
    systems: int
    models: int
    sets: int = 3
    number: int = 0


# as in Lin 2004, but fewer sets
LIN: dict[int, list[Task]] = {
    2001: [Task("P", 100, 12, 3), *(Task("M", words, 14, 3) for words in (50, 100, 200, 400))],
    2002: [
        Task("P", 100, 14, 2),
        Task("M", 10, 6, 2),
        *(Task("M", words, 10, 2) for words in (50, 100, 200)),
    ],
    2003: [Task("P", 10, 14, 4, number=1), Task("M", 100, 18, 4, number=2)],
}


@dataclass(frozen=True)
class Made:
    """A summary and how good it is; `document` is empty for a set's."""

    docset: str
    kind: str
    words: int
    who: str
    document: str
    sentences: list[str]
    coverage: float
    number: int

    @property
    def name(self) -> str:
        end = f".{self.document}" if self.document else ""
        return f"{self.docset}.{self.kind}.{self.words:03d}.X.{self.who}{end}"


def systems(number: int) -> list[str]:
    """Return their names: the first two are called like the baselines of 2001."""
    return ["1", "2", *(str(20 + each) for each in range(number - 2))]


def documents(year: int, docset: str) -> list[str]:
    """Return two names; those of 2003 have a dot before their last four digits."""
    number = int("".join(filter(str.isdigit, docset)))
    if year == 2003:
        return [f"APW1998{number:04d}.024{each}" for each in (0, 1)]
    return [f"SJMN91-{number:04d}{each}{each}{each}" for each in (1, 5)]


def make(year: int, task: Task) -> list[Made]:
    """Return all summaries of a task; a system's text shares more with the models the better it is."""
    made = []
    for number in range(task.sets):
        docset = f"D{90 + number}" if year != 2003 else f"D{300 * task.number + number}"
        for document in documents(year, docset) if task.kind == "P" else [""]:
            rng = random.Random(zlib.crc32(f"{year} {docset} {document} {task.words}".encode()))
            topic = [rng.choice(_WORDS) for _ in range(task.words)]
            for letter in "ABCDEFG"[: task.models]:
                words = [word if rng.random() < 0.8 else rng.choice(_WORDS) for word in topic]
                made.append(
                    Made(docset, task.kind, task.words, letter, document, _cut(words), 0.9, task.number)
                )
            for place, system in enumerate(systems(task.systems)):
                share = (place + 1) / (task.systems + 2)
                words = [word if rng.random() < share else rng.choice(_WORDS) for word in topic]
                coverage = min(1.0, max(0.0, share + rng.uniform(-0.2, 0.2)))
                made.append(
                    Made(docset, task.kind, task.words, system, document, _cut(words), coverage, task.number)
                )
    return made


def _cut(words: list[str]) -> list[str]:
    return [" ".join(words[start : start + 12]).capitalize() + "." for start in range(0, len(words), 12)]


def see(made: Made, sizes: bool = False) -> bytes:
    """Return a SEE file."""
    size = 'size="9" ' if sizes else ""
    units = [
        f'<a {size}name="{place}">[{place}]</a> <a href="#{place}" id={place}>{sentence}</a>'
        for place, sentence in enumerate(made.sentences, start=1)
    ]
    head = f'<html>\n<head><title>{made.name}</title></head>\n<body bgcolor="white">'
    return "\n".join([head, *units, "</body>\n</html>\n"]).encode()


def sgml(made: Iterable[Made]) -> bytes:
    """Return a model file: one <SUM> a summary."""
    parts = []
    for each in made:
        name = f'DOCREF="{each.document}"' if each.document else f'DOCSET="{each.docset}"'
        text = "\n".join(each.sentences)
        parts.append(f'<SUM\n{name}\nTYPE="PERDOC" SIZE="{each.words}" DOCREF2="x">\n{text}</SUM>\n')
    return "".join(parts).replace(' DOCREF2="x"', "").encode()


def table_row_2001(made: Made) -> str:
    """Return a row with four model units whose mean completeness is the coverage, in quarters of four."""
    total = round(16 * made.coverage)
    units = [total // 4 + (place < total % 4) for place in range(4)]
    cells = [made.docset, made.kind, made.document or "-------", made.words, "X", "A", "A", made.who]
    triples = [cell for place, unit in enumerate(units, start=1) for cell in (place, unit, 1)]
    return " ".join(map(str, [*cells, 3, 3, 3, 0, 0, 0, 4, 5, 2, *triples]))


def short_row(made: Made, year: int) -> str:
    """Return a row of 33 cells (2002) or 34 (2003); the model is A's, the assessor is B."""
    cells = [
        made.docset,
        made.kind,
        made.document or "-" * 9,
        made.words,
        made.words,
        "X",
        "A",
        "B",
        made.who,
    ]
    cells += ["1"] if year == 2002 else ["1", "1"]
    coverage = [f"{made.coverage:.3f}", "0.300", "0.200"]
    adjusted = [f"{made.coverage * 0.9:.3f}", "0.290", "0.190"]
    return " ".join(map(str, [*cells, *[0] * 12, "0.00", 5, 5, 0, 4, *coverage, *adjusted]))


def duc2001(tasks: list[Task] = LIN[2001]) -> Tree:
    """Return peers and models as SEE, models as SGML, the original and the duplicate ones, and coverage."""
    tree: Tree = {}
    rows = []
    model_files: dict[str, list[Made]] = {}
    for made in (each for task in tasks for each in make(2001, task)):
        if made.who.isdigit():
            tree[f"submissions.for.SEE/{made.name}.html"] = see(made)
            rows.append(table_row_2001(made))
        else:
            part = "original" if made.who == "B" else "duplicate"
            file = "perdocs" if made.document else str(made.words)
            folder = f"documents/data/test/{part}.summaries/{made.docset.lower()}x{made.who.lower()}"
            model_files.setdefault(f"{folder}/{file}", []).append(made)
            tree[f"see.models/{made.name}.html"] = see(made, sizes=True)
    for path, summaries in model_files.items():
        tree[path] = sgml(summaries)
    tree["documents/data/training/d01xa/100"] = b"<SUM>not of the test</SUM>"
    tree["documents/data/test/docs/d90x/SJMN91-0090111"] = b"<DOC>a document</DOC>"
    tree["results1_table.txt"] = "".join(f"{row}\n" for row in rows).encode()
    return tree


def duc2002(tasks: list[Task] = LIN[2002]) -> Tree:
    """Return peers and models as SEE, those of people among the peers, too, and coverage under a header."""
    tree: Tree = {}
    rows = list(HEADER_2002)
    for made in (each for task in tasks for each in make(2002, task)):
        rows.append(short_row(made, 2002))
        if made.who.isdigit():
            kind = f"baseline{made.who}" if made.who in ("1", "2") else "submitted"
            tree[f"SEEpeers/{kind}peers/SEE.{kind}.in.sentences/{made.name}.html"] = see(made)
        else:
            tree[f"SEE.model_edited.abstracts.in.edus/{made.name}.html"] = see(made)
            halves = [half for each in made.sentences for half in (each[:20], each[20:]) if half]
            split = Made(**{**made.__dict__, "sentences": halves})
            tree[f"SEEpeers/manualpeers/SEE.manual.in.sentences/{made.name}.html"] = see(split)
    tree["phase1/short.results.table"] = "".join(f"{row}\n" for row in rows).encode()
    tree["phase1/multijudge.short.results.table"] = b"not read\n"
    return tree


def duc2003(tasks: list[Task] = LIN[2003], extra: bool = False) -> Tree:
    """Return summaries as HTML or plain lines in folders of submission and task, and a table a task."""
    tree: Tree = {}
    rows: dict[int, list[str]] = {}
    for place, made in enumerate(each for task in tasks for each in make(2003, task)):
        folder = f"detagged.duc2003.abstracts/peer{6 + place % 2}.{made.number}"
        plain = "".join(f"{sentence}\n" for sentence in made.sentences).encode()
        tree[f"{folder}/{made.name}.html"] = see(made) if place % 3 else plain
        rows.setdefault(made.number, []).append(short_row(made, 2003))
    for number, lines in rows.items():
        table = "".join(f"{line}\n" for line in lines).encode()
        tree[f"original.results.corrected.improved.withPenaltyForExcess/short.results.table{number}"] = table
        tree[f"original.results/short.results.table{number}"] = b"an older one\n"
    if extra:
        tree |= _other_tables_2003(tasks)
    return tree


def _other_tables_2003(tasks: list[Task]) -> Tree:
    useful, responsive = [], []
    for made in (each for task in tasks for each in make(2003, task)):
        scores = (round(4 * made.coverage), round(3 * made.coverage))
        if made.number == 1:
            name = made.document.replace(".", "")
            useful.append(f"x {name} x {made.who} a {scores[0]} b {scores[1]}\n")
        elif made.number == 4:
            responsive.append(f"{made.docset} x {made.who} a {scores[0]} b {scores[1]}\n")
    tables = {"U": useful, "R": responsive}
    return {
        f"results.table.{name}.paired.noheader": "".join(lines).encode()
        for name, lines in tables.items()
        if lines
    }


DUC = {2001: duc2001, 2002: duc2002, 2003: duc2003}
TAC_ARCHIVES = {
    2008: "UpdateSumm08_eval",
    2009: "UpdateSumm09_eval",
    2010: "GuidedSumm2010_eval",
    2011: "GuidedSumm2011_eval",
}


def tac(year: int, sets: int = 3, peers: int = 5) -> Tree:
    """Return summaries as plain lines and the judgments of both groups."""
    root = TAC_ARCHIVES[year]
    tree: Tree = {}
    rows: dict[str, list[str]] = {"A": [], "B": []}
    for number in range(sets):
        for group in "AB":
            rng = random.Random(zlib.crc32(f"{year} {number} {group}".encode()))
            name = f"D{year % 100:02d}0{number + 1}-{group}"
            topic = [rng.choice(_WORDS) for _ in range(60)]
            for who in ("A", "B", "C", "D"):
                words = [word if rng.random() < 0.8 else rng.choice(_WORDS) for word in topic]
                tree[f"{root}/ROUGE/models/{name}.M.100.A.{who}"] = _plain(words)
            for peer in range(1, peers + 1):
                share = peer / (peers + 1)
                words = [word if rng.random() < share else rng.choice(_WORDS) for word in topic]
                tree[f"{root}/ROUGE/peers/{name}.M.100.A.{peer}"] = _plain(words)
                tree[f"{root}/BE/peers/{name}.M.100.A.{peer}"] = b"(basic|element|x)\n"
                score = share + rng.uniform(-0.1, 0.1)
                cells = [name, str(peer), f"{score:.3f}", "4", "0", "9"]
                cells += ["9"] if year > 2008 else []
                cells += [f"{score * 0.95:.3f}", str(1 + peer % 5), str(1 + round(4 * score))]
                rows[group].append(" ".join(cells) + "\n")
    if year == 2008:
        tree[f"{root}/manual/manual.peer"] = "".join(rows["A"] + rows["B"]).encode()
    else:
        for group, lines in rows.items():
            tree[f"{root}/manual/manual.peer.{group}"] = "".join(lines).encode()
    return tree


def _plain(words: list[str]) -> bytes:
    return "".join(f"{sentence}\n" for sentence in _cut(words)).encode()


def write_tree(folder: Path, tree: Mapping[str, bytes]) -> Path:
    """Write a tree as folders and files."""
    for name, content in tree.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def pack_tree(folder: Path, tree: Mapping[str, bytes], depth: int = 2) -> Path:
    """Write a tree as gzipped archives, one for each of its folders; those hold archives in their turn."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in packed(tree, depth).items():
        (folder / name).write_bytes(content)
    return folder


def packed(tree: Mapping[str, bytes], depth: int) -> Tree:
    """Return the tree with its folders as archives, down to that depth."""
    folders: dict[str, Tree] = {}
    found: Tree = {}
    for name, content in tree.items():
        first, slash, rest = name.partition("/")
        if slash:
            folders.setdefault(first, {})[rest] = content
        else:
            found[name] = content
    for name, inside in folders.items():
        if depth == 0:
            found |= {f"{name}/{rest}": content for rest, content in inside.items()}
        else:
            found[f"{name}.tgz"] = archive(
                {f"{name}/{rest}": content for rest, content in packed(inside, depth - 1).items()}
            )
    return found


def archive(tree: Mapping[str, bytes]) -> bytes:
    """Return a gzipped archive of these files."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as tar:
        for name, content in tree.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
    return buffer.getvalue()

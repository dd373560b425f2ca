"""Made-up data sets in which something is odd, or just not, by the border at which it is said."""

from collections.abc import Callable
from unicodedata import normalize

import pandas as pd
from made_up import Row

from workbench.datasets.card import Criterion, DatasetCard
from workbench.datasets.evalset import EvalSet
from workbench.errors import Problem

WORDS = ["ant", "bee", "cat", "dog", "elk", "fox", "gnu", "hen", "ibis", "jay", "koi", "lynx"]
SYSTEMS = ("A", "B", "C", "D")


class Parts:
    """Frames of a data set as rows, to be changed: texts all others, ratings of two people who differ."""

    def __init__(self, segments: int = 6, systems: tuple[str, ...] = SYSTEMS, raters: int = 2) -> None:
        self.outputs: list[Row] = [
            {"task": "t", "segment": f"s{at}", "system": name, "text": text(at, rank + 1, 6)}
            for at in range(segments)
            for rank, name in enumerate(systems)
        ]
        self.references: list[Row] = [
            {"task": "t", "segment": f"s{at}", "reference": "r1", "text": text(at, 5, 7)}
            for at in range(segments)
        ]
        self.judgments: list[Row] = [
            {
                "task": "t",
                "segment": f"s{at}",
                "system": name,
                "criterion": "flow",
                "rater": f"r{who}",
                "score": float(min(5, 1 + (at + 2 * rank) % 5 + (at % 3 == who))),
            }
            for at in range(segments)
            for rank, name in enumerate(systems)
            for who in range(raters)
        ]
        self.criteria: dict[str, str] = {}
        self.notes: tuple[Problem, ...] = ()

    def set(self, part: str, where: dict[str, object] | None = None, **changes: object) -> "Parts":
        """Change the rows of a part that have the given values; a function is told the number and the row."""
        mine = [row for row in getattr(self, part) if (where or {}).items() <= row.items()]
        for at, row in enumerate(mine):
            row.update({key: new(at, row) if callable(new) else new for key, new in changes.items()})
        return self

    def drop(self, part: str, **where: object) -> "Parts":
        rows = [row for row in getattr(self, part) if not where.items() <= row.items()]
        setattr(self, part, rows)
        return self

    def add(self, part: str, *rows: Row) -> "Parts":
        getattr(self, part).extend(rows)
        return self

    def again(self, part: str, of: dict[str, object] | None = None, **changes: object) -> "Parts":
        """Add the rows of a part that have the given values once more, changed."""
        copies = [{**row} for row in getattr(self, part) if (of or {}).items() <= row.items()]
        own = getattr(self, part)
        setattr(self, part, copies)
        self.set(part, **changes)
        setattr(self, part, [*own, *copies])
        return self

    def built(self) -> EvalSet:
        names = list(dict.fromkeys(str(row["criterion"]) for row in self.judgments))
        criteria = {name: Criterion(direction=self.criteria.get(name, "higher")) for name in names}
        card = DatasetCard(name="odd", criteria=criteria, texts=any(row["text"] for row in self.outputs))
        frames = (pd.DataFrame(rows) for rows in (self.outputs, self.references, self.judgments))
        found = EvalSet.build(card, *frames)
        return EvalSet(card, found.outputs, found.references, found.judgments, self.notes)


def text(at: int, step: int, length: int) -> str:
    return " ".join(WORDS[(at + step * place) % len(WORDS)] for place in range(length))


def scores(*values: float) -> Callable[[int, Row], float]:
    return lambda at, row: values[at % len(values)]


def _of_system(name: str, change: Callable[[str], str], segments: int = 6) -> Parts:
    return Parts(segments).set("outputs", {"system": name}, text=lambda at, row: change(str(row["text"])))


def _ends(name: str, by: str, factor: float, first: float = 1.0, segments: int = 6) -> Parts:
    """Return ratings of one system, segment or rater on a scale so many times as long, others up to 5."""
    parts = Parts(segments, raters=3)
    parts.set("judgments", score=lambda at, row: first * float(str(row["score"])))
    return parts.set("judgments", {by: name}, score=lambda at, row: factor * float(str(row["score"])))


ODD: dict[str, Callable[[], Parts]] = {
    "sound": Parts,
    "one system, one segment": lambda: Parts(1, ("A",)),
    "two systems": lambda: Parts(systems=("A", "B")),
    "four tasks": lambda: _tasks(4),
    "a criterion of one task": lambda: _tasks(2).set("judgments", {"task": "t0"}, criterion="style"),
    "gaps": lambda: (
        Parts()
        .drop("judgments", system="B")
        .drop("judgments", system="C", segment="s1")
        .drop("judgments", segment="s2", system="D")
    ),
    "constant means, equal and nearly equal criteria": lambda: (
        Parts()
        .again("judgments", criterion="style")
        .again(
            "judgments",
            {"criterion": "flow"},
            criterion="poise",
            score=lambda at, row: float(str(row["score"])) + (at == 3),
        )
        .again("judgments", {"criterion": "flow"}, criterion="zeal", score=scores(2.0, 4.0))
    ),
    "called oddly": lambda: _criteria(
        "fluency 1",
        "fluency 2",
        "judge1 flow",
        "judge2 flow",
        "item1",
        "item2",
        "ROUGE-1",
        "flow_rater2",
        "ratio",
    ),
    "minus one": lambda: Parts().set("judgments", {"segment": "s3", "system": "A"}, score=-1.0),
    "ninety-nine": lambda: Parts().set("judgments", {"segment": "s3", "rater": "r0"}, score=99.0),
    "nine, and minus one of shares": lambda: (
        Parts()
        .set("judgments", {"segment": "s3"}, score=9.0)
        .again(
            "judgments",
            criterion="share",
            score=lambda at, row: -1.0 if row["segment"] == "s3" else (0, 0.25, 1.0)[at % 3],
        )
    ),
    "names alike": lambda: _renamed(
        {"s1": "1", "s2": "1.0", "s3": "3-May", "s4": "1.2E+10", "s5": "Jan 3", "s0": "2E5"}, {"B": "a "}
    ).set("judgments", {"rater": "r1"}, rater="R0 "),
    "raters turned, constant, equal": lambda: _of_raters(4),
    "fourteen ratings of equal raters": lambda: Parts(7, ("A", "B"), 1).again("judgments", rater="again"),
    "fifteen of equal raters": lambda: Parts(5, SYSTEMS[:3], 1).again("judgments", rater="again"),
    "a rater a system, ranks": lambda: Parts(raters=1).set(
        "judgments", criterion="rank", rater=lambda at, row: f"of {row['system']}"
    ),
    "a rater a row, numbers of rows": lambda: Parts(raters=1).set(
        "judgments", rater=lambda at, row: f"w{at}", score=lambda at, row: 7.0 + at
    ),
    "a rater each of fourteen rows": lambda: Parts(7, ("A", "B"), 1).set(
        "judgments", rater=lambda at, row: f"w{at}", score=lambda at, row: 2.0 * at
    ),
    "lower": lambda: _lower("major_errors", _slip(55.0)),
    "just a slip": lambda: _slip(33.5),
    "no slip": lambda: _slip(33.0),
    "a rater to 100": lambda: _ends("r1", "rater", 20),
    "a system to 20": lambda: _ends("B", "system", 4),
    "a system to 19": lambda: _ends("B", "system", 3.8),
    "a segment to 100": lambda: _ends("s2", "segment", 20),
    "a rater beside shares": lambda: _ends("r1", "rater", 5, 0.2),
    "a rater beside small shares": lambda: _ends("r1", "rater", 10, 0.1),
    "a scale to 11 and one to 220": lambda: _ends("r1", "rater", 20, 2.2),
    "a rater to 100 beside 0 and 1": lambda: (
        _ends("r1", "rater", 20)
        .set("judgments", {"rater": "r0"}, score=scores(0, 1, 1))
        .set("judgments", {"rater": "r2"}, score=scores(1, 0))
    ),
    "lower, on two scales": lambda: _lower("flow", _ends("r1", "rater", 20)),
    "empty, words for nothing, a word a line": lambda: (
        _of_system("B", lambda each: " ")
        .set("references", {"segment": "s1"}, text="")
        .set("references", {"segment": "s2"}, text="#REF!")
        .set(
            "outputs",
            {"system": "C"},
            text=lambda at, row: "NaN " if at % 2 else str(row["text"]).replace(" ", "\n"),
        )
        .set("outputs", {"system": "D"}, text=lambda at, row: "\n".join(str(row["text"]).split()[:3]))
    ),
    "numbers for texts": lambda: Parts().set("outputs", text=lambda at, row: str(at)),
    "marks, joined, cut": lambda: (
        _of_system("B", lambda each: f"<p class='x'>{each}<br/>")
        .set("references", {"segment": "s1"}, text="x" * 32767)
        .set("outputs", {"system": "C"}, text=lambda at, row: str(row["text"]).replace(" ", " [SEP] ", 1))
        .set("outputs", {"system": "D"}, text=lambda at, row: f"{row['text']} Ã¤nt &amp;")
        .set("references", {"segment": "s2"}, text="a\\nb")
    ),
    "one text for most, equal systems": lambda: (
        Parts()
        .set("outputs", {"system": "B"}, text=lambda at, row: "ant bee" if at < 4 else row["text"])
        .set("outputs", {"system": "D"}, text=lambda at, row: "bee ant" if at < 3 else row["text"])
        .set("outputs", {"system": "C"}, text=lambda at, row: text(at, 1, 6))
    ),
    "references and segments twice": lambda: (
        Parts().set("references", {"segment": "s3"}, text=text(1, 5, 7)).again("references", reference="r2")
    ),
    "one reference": lambda: Parts().set("references", text="it is"),
    "references that are outputs": lambda: (
        Parts()
        .set("references", text=lambda at, row: text(at, 2, 6) if at < 4 else row["text"])
        .again("references", reference="my r2", text=lambda at, row: text(at, 3, 6) if at < 3 else f"so {at}")
    ),
    "umlauts": lambda: _of_system("B", lambda each: each.replace("a", "ä")),
    "few umlauts": lambda: _of_system("B", lambda each: each.replace("hen ibis", "hän ibis")),
    "signs without blanks": lambda: Parts().set("outputs", text=lambda at, row: f"这是一只猫 {at}"),
    "begun alike, cut at 80 and 79": lambda: (
        _of_system("B", lambda each: f"Here you are: {each}")
        .set("outputs", {"system": "C"}, text=lambda at, row: _long(row)[:80])
        .set("outputs", {"system": "D"}, text=lambda at, row: _long(row)[:79])
    ),
    "all begun alike": lambda: Parts().set("outputs", text=lambda at, row: f"Here you are: {row['text']}"),
    "five begun alike": lambda: _of_system("B", lambda each: f"Here you are: {each}", 5),
    "a rater to 5 beside 0 and 1": lambda: (
        _ends("r1", "rater", 1)
        .set("judgments", {"rater": "r0"}, score=scores(0, 1, 1))
        .set("judgments", {"rater": "r2"}, score=scores(1, 0))
    ),
    "four begun alike": lambda: _of_system("B", lambda each: f"Here you are: {each}", 4),
    "accents apart": lambda: _of_system("B", lambda each: each.replace("e", normalize("NFD", "é"))).set(
        "references", text=lambda at, row: f"{row['text']} é"
    ),
    "accents of references apart": lambda: _of_system("B", lambda each: f"{each} é").set(
        "references", text=lambda at, row: row["text"] + normalize("NFD", "é")
    ),
    "no texts": lambda: Parts().set("outputs", text="").drop("references"),
    "weights and notes": lambda: _noted(),
}


def _criteria(*names: str) -> Parts:
    parts = Parts(2, raters=1).set("judgments", criterion="")
    for number, name in enumerate(names):
        values = [1.0 + (at * number) % 5 for at in range(8)]
        parts.again("judgments", {"criterion": ""}, criterion=name, score=scores(*values))
    return parts.drop("judgments", criterion="")


def _tasks(number: int) -> Parts:
    parts = Parts(2, SYSTEMS[:3])
    for part in ("outputs", "references", "judgments"):
        rows = getattr(parts, part)
        setattr(parts, part, [{**row, "task": f"t{task}"} for task in range(number) for row in rows])
    return parts


def _renamed(segments: dict[str, str], systems: dict[str, str]) -> Parts:
    parts = Parts()
    for part in ("outputs", "references", "judgments"):
        parts.set(part, segment=lambda at, row: segments.get(str(row["segment"]), row["segment"]))
        if part != "references":
            parts.set(part, system=lambda at, row: systems.get(str(row["system"]), row["system"]))
    return parts


def _of_raters(number: int) -> Parts:
    """Return ratings by people of whom one turns the scale, one says one thing, and two say the same."""
    parts = Parts(raters=number + 1).set("judgments", {"rater": "r3"}, score=3.0)
    parts.set("judgments", {"rater": "r2"}, score=lambda at, row: 6 - float(str(row["score"])))
    same = [row["score"] for row in parts.judgments if row["rater"] == "r1"]
    return parts.set("judgments", {"rater": "r4"}, score=lambda at, row: same[at])


def _slip(score: float) -> Parts:
    return Parts().set("judgments", {"segment": "s3", "system": "A", "rater": "r0"}, score=score)


def _long(row: Row) -> str:
    return f"{row['text']},{str(row['text'])[::-1] * 9}"


def _lower(name: str, parts: Parts | None = None) -> Parts:
    found = (parts or Parts()).set("judgments", criterion=name)
    found.criteria[name] = "lower"
    return found


def _noted() -> Parts:
    parts = Parts().set("references", {"segment": "s1"}, weight=0.5)
    parts.add("references", {"task": "t", "segment": "s2", "reference": "r2", "text": "so", "weight": -1.0})
    parts.notes = (Problem("x.csv:2", "is odd"), Problem("", "so is this"))
    return parts

"""Folders in which commands are run: what lies there before the first of them."""

from collections.abc import Callable
from pathlib import Path

import samples
import small_study

OWN = '''
import workbench

@workbench.metric("first-letter", on="text")
def first_letter(candidate, references):
    """Share of references that begin alike."""
    return sum(candidate[:1] == reference[:1] for reference in references) / len(references)
'''
LINES = {
    "out.txt": "the cat sat on the mat\n\na dog barked at two cats .\nrunning houses\nwe see\n",
    "better.txt": "the cat sat on a mat\nnothing\na dog barked at the cats .\nrun a house\nwe see it\n",
    "r1.txt": "the cat sat down on the mat\nx\na dog barks at two cats\nhe runs a house\nwe saw it\n",
    "r2.txt": "a cat sits on the mat\nnothing here\ntwo dogs barked .\nrunning the houses\nwe see it now",
    "short.txt": "one line\n",
    "bad.py": "1/0\n",
    "own.py": OWN,
}
ROUGE = {
    "out/1.7": "the cat sat\n",
    "out/2.7": "a b c d e\nthe parliaments met\n",
    "out/1.12": "the cat\n",
    "out/2.12": "a x the parliament\n",
    "out/3.12": "d e f\n",
    "ref/1.A": "the cat sat down\n",
    "ref/1.B": "the dog\n",
    "ref/2.A": "a b c d e\na parliament met\n",
    "ref/3.A": "?!\n",
    "list.txt": "out/1.7 ref/1.A ref/1.B\nout/2.7 ref/2.A\n",
    "lacking.txt": "out/1.7\n",
    "see/1.7": '<html>\n<a name="1">[1]</a> <a href="#1" id=1>the cat sat</a>\n',
    "isi/1.A": '<DOC>\n<S SNTNO="1">the cat sat down</S>\n',
    "see.txt": "see/1.7 see/1.7\n",
    "isi.txt": "isi/1.A isi/1.A\n",
}
_EVALUATION = """<EVAL ID="{name}">
<PEER-ROOT>out</PEER-ROOT><MODEL-ROOT>ref</MODEL-ROOT><INPUT-FORMAT TYPE="SPL"/>
<PEERS>{candidates}</PEERS>
<MODELS>{references}</MODELS></EVAL>
"""
STUDY = {
    "small.toml": """seed = 3
metrics = ["rouge-1", "rouge-2", "bleu(order=2)"]
[data]
name = "mine"
tasks = ["t"]
[correlation]
levels = ["system", "segment"]
coefficients = ["pearson", "kendall"]
draws = 20
""",
    "other.toml": """title = "Another one"
about = "Does it say what changed?"
seed = 4
metrics = ["rouge-1", "rouge-l"]
preprocess = ["CASE", "STEM"]
[data]
name = "mine"
tasks = ["t"]
[[references]]
name = "1 ref"
select = "one"
[correlation]
coefficients = ["pearson", "kendall"]
draws = 20
[test]
method = "williams1959"
[ceiling]
[robustness]
[table]
layout = "lin2004"
[shading]
""",
}


_CURVE = """seed = 5
metrics = {metrics}
[data]
name = "mine"
tasks = ["t"]
criteria = ["coverage"]
unscorable = "drop"
{more}[correlation]
coefficients = ["spearman"]
interval = "percentile"
resample = "inputs"
population = "these systems, all inputs"
draws = 9
[figure]
x = "{x}"
title = "Along it"
"""
_BLEUS = '["bleu(order=2)", "delta-bleu(order=2)"]'
_UNIT = """[unit]
size = [1, 2, 3]
pairs = [["A", "B"], ["C", "D"], ["A", "E"], ["B", "E"]]
assignments = 3
"""
_LEAST = "".join(
    f'[[references]]\nname = "w {at}"\nselect = "weight(at_least={at})"\n' for at in (0.5, 0.25, -0.5)
)
_FIRST = "".join(f'[[references]]\nname = "{n} refs"\nselect = "first(k={n})"\n' for n in (1, 2))
CURVES = {
    "curve-a.toml": _CURVE.format(metrics=_BLEUS, more=_LEAST, x="threshold") + "differences = true\n",
    "curve-b.toml": _CURVE.format(metrics=_BLEUS, more=_UNIT, x="block-size") + "differences = true\n",
    "curve-c.toml": _CURVE.format(
        metrics='["bleu(order=1)", "bleu(order=2)", "rouge-1"]', more="", x="order"
    ),
    "curve-d.toml": _CURVE.format(metrics=_BLEUS, more=_FIRST, x="references"),
    "curve-e.toml": _CURVE.format(metrics='["bleu(order=2)"]', more=_FIRST, x="references")
    + "differences = true\n",
    "curve-f.toml": _CURVE.format(metrics='["bleu(order=2)"]', more=_UNIT, x="block-size")
    + "differences = true\n",
    "curve-g.toml": _CURVE.format(metrics='["bleu(order=1)", "bleu(order=2)"]', more=_FIRST, x="references"),
    "curve-h.toml": _CURVE.format(metrics='["length", "chrf"]', more=_FIRST, x="references"),
    "nothing.toml": _CURVE.format(metrics=_BLEUS, more="", x="threshold"),
}


def put(home: Path, files: dict[str, str]) -> None:
    """Write files below a folder."""
    for name, text in files.items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def texts(home: Path) -> None:
    """Write files of texts, a segment a line, and a metric of one's own."""
    put(home, LINES)


def rouge(home: Path) -> None:
    """Write three topics, two systems and three references as ROUGE-1.5.5 reads them."""
    put(home, ROUGE)

    def listed(kind: str, name: str, folder: str, ids: tuple[str, ...]) -> str:
        there = [each for each in ids if f"{folder}/{name}.{each}" in ROUGE]
        return "".join(f'<{kind} ID="{each}">{name}.{each}</{kind}>' for each in there)

    evaluations = [
        _EVALUATION.format(
            name=name, candidates=listed("P", name, "out", ("7", "12")),
            references=listed("M", name, "ref", ("A", "B")),
        )
        for name in "123"
    ]  # fmt: skip
    put(home, {"c.xml": f"<ROUGE-EVAL>\n{''.join(evaluations)}</ROUGE-EVAL>\n"})
    short = "".join(evaluations[:2])
    put(home, {"two.xml": f"<ROUGE-EVAL>\n{short}</ROUGE-EVAL>\n"})
    absent = short.replace("2.7<", "9.7<")
    put(home, {"absent.xml": f"<ROUGE-EVAL>\n{absent}</ROUGE-EVAL>\n"})


def study(home: Path) -> None:
    """Write the small uneven study, and experiments about it."""
    small_study.write_study(home / "data")
    put(home, STUDY)


def marked(home: Path) -> None:
    """Write the same study with words that are marks in a page."""
    outputs = small_study.OUTPUTS.assign(
        text=small_study.OUTPUTS["text"].str.replace("red", "<b>red & co</b>", regex=False)
    )
    small_study.write_study(home / "data", outputs=outputs)
    put(home, STUDY)


def curves(home: Path) -> None:
    """Write the small uneven study, and experiments of which curves are drawn."""
    small_study.write_study(home / "data")
    put(home, CURVES)


def simulated(home: Path) -> None:
    """Write a small simulated data set, and experiments about it."""
    small_study.write_simulated(home / "data")
    put(home, {name: text.replace('tasks = ["t"]\n', "") for name, text in STUDY.items()})


def known(home: Path) -> None:
    """Write a small made-up folder for each reader of published data."""
    for sample in samples.SAMPLES:
        if sample.folder != "mine":
            sample.write(home / "data")


def nothing(home: Path) -> None:
    """Leave the folder empty."""


WORLDS: dict[str, Callable[[Path], None]] = {
    each.__name__: each for each in (texts, rouge, study, marked, curves, simulated, known, nothing)
}

"""Data sets and scores from one format of exchange into another, kept: files, notes, and what is refused."""

from collections.abc import Callable
from pathlib import Path

import pytest
from kept.exchanged import MINE, PLAIN, place, study, written
from kept.readings import frames, keep, outcome, somewhere, together, write

from workbench.datasets.exchanged_sets import Chosen
from workbench.datasets.interchange import FORMATS, convert
from workbench.datasets.load import load
from workbench.datasets.writers.tables import write_tables

SOURCES = (
    "mine",
    "tables",
    "summaries",
    "wmt",
    "m.jsonl",
    "p.csv",
    "s.tsv.gz",
    "t.csv",
    "x.seg.score",
    "x.sys.score",
    "a.npz",
    "only.jsonl",
)
CHOICES = {
    "mine": [Chosen(metric="bleu", criterion="flow"), Chosen(task="u")],
    "tables": [Chosen(metric="bleu", criterion="errors")],
    "wmt": [
        Chosen(task="he-en"),
        Chosen(task="he-en", level="doc", metric="mqm", criterion="mqm"),
        Chosen(task="xx"),
    ],
    "m.jsonl": [Chosen(metric="r_1"), Chosen(metric="r_1", criterion="r_2"), Chosen(metric="q")],
    "p.csv": [Chosen(metric="x"), Chosen(metric="y", criterion="x")],
    "t.csv": [Chosen(task="t"), Chosen(task="u"), Chosen(task="v", metric="x")],
    "a.npz": [Chosen(metric="human")],
}


def converted(source: str, target: str, chosen: Chosen | None, out: str, form: str = "") -> list[str]:
    def call() -> list[str]:
        done = convert(Path(source), Path(out), form, target, chosen)
        return [
            f"{done.source} to {done.target}: {', '.join(map(str, done.files))}",
            *(f"note: {each}" for each in done.notes),
        ]

    lines = outcome(call)
    return [*lines, *written(Path(lines[0].rpartition(": ")[2]))] if "Error: " not in lines[0] else lines


FEWER = ("csv", "nlpstats", "sacrerouge", "mt-metrics-eval")
"""Formats that are enough of sources that are read as others are."""


@pytest.mark.parametrize("source", SOURCES)
def test_every_format_into_every_format(source: str) -> None:
    with somewhere() as here:
        place()
        said = {}
        for number, chosen in enumerate([None, *CHOICES.get(source, [])]):
            for target in FEWER if Path(source).is_dir() and source != "mine" else FORMATS:
                # what is chosen makes no difference to what is written as a whole
                if number == 0 or target in ("nlpstats", "sacrerouge", "mt-metrics-eval"):
                    named = {key: each for key, each in vars(chosen).items() if each} if chosen else {}
                    asked = " ".join([target, *(f"{key}={each}" for key, each in named.items())])
                    out = f"o{number}-{target}"
                    lines = converted(source, target, chosen, out)
                    said[asked] = [line.replace(out, "OUT") for line in lines]
        keep(f"exchange-{source.partition('.gz')[0]}", together(said), here)


REFUSED: dict[str, Callable[[], object]] = {
    "unknown target": lambda: convert(Path("m.jsonl"), Path("o"), target="json"),
    "unknown source": lambda: convert(Path("m.jsonl"), Path("o"), "jsonlines"),
    "nothing there": lambda: convert(Path("n.csv"), Path("o")),
    "no format": lambda: convert(Path("mine/card.toml"), Path("o")),
    "a folder of nothing": lambda: convert(Path("wmt/sources"), Path("o")),
    "out is there": lambda: convert(Path("mine"), Path("wmt")),
    "out is a file": lambda: convert(Path("mine"), Path("m.jsonl")),
    "out is an empty folder": lambda: (Path("empty").mkdir(), convert(Path("mine"), Path("empty")).files)[1],
    "a file that is there": lambda: convert(Path("p.csv"), Path("m"), target="jsonl"),
    "below a file": lambda: convert(Path("p.csv"), Path("m.jsonl/o"), target="csv"),
    "a folder below a file": lambda: convert(Path("mine"), Path("m.jsonl/o"), target="csv"),
    "a format with a card": lambda: convert(Path("mine"), Path("o"), "sacrerouge"),
    "its own format with a card": lambda: convert(Path("mine"), Path("o1"), "jsonl").notes,
    "a folder as arrays": lambda: convert(Path("summaries/instances.jsonl").parent, Path("o"), "nlpstats"),
    "no name of a data set": lambda: convert(Path("mine"), Path("a b")),
    "no human scores": lambda: convert(
        Path("wmt"), Path("o"), "mt-metrics-eval", "csv", Chosen(level="doc", task="de-en")
    ),
    "NA": lambda: (
        write({"na.csv": PLAIN.replace("None", "NA")}),
        convert(Path("na.csv"), Path("o.csv"), target="csv"),
    ),
    "a test set with a card": lambda: (
        write({"wmt/card.toml": MINE.replace('"mine"', '"wmt"')}),
        convert(Path("wmt"), Path("o3"), target="csv").source,
    )[1],
    "a name with a dash": lambda: convert(Path("mine"), Path("ö/o-x"), target="mt-metrics-eval").notes,
}


def test_what_is_refused() -> None:
    with somewhere() as here:
        place()
        keep("exchange-refused", together({name: outcome(call) for name, call in REFUSED.items()}), here)


def test_tables_are_written_and_read_again() -> None:
    lines: list[str] = []
    with somewhere() as here:
        data = study().set("outputs", {"segment": "s0", "system": "A"}, text='a, "b"\nc\td').built()
        for ending in (".csv", ".tsv", ".jsonl", ".jsonl.gz"):
            folder = Path(ending[1:4] + str(len(ending)))
            write_tables(folder, data, ending)
            write({f"{folder}/card.toml": MINE.replace('"mine"', f'"{folder}"')})
            again = load(folder)
            lines += [*written(folder), f"the same: {again.fingerprint == data.fingerprint}"]
        lines += frames(again)
        write_tables(Path("bare"), study().set("outputs", text="").drop("references").built())
        lines += written(Path("bare"))
        odd = study().set("outputs", {"system": "A"}, text="a\rb").built()
        lines += [
            line
            for ending in (".csv", ".jsonl")
            for line in outcome(lambda e=ending: write_tables(Path("r"), odd, e))
        ]
        keep("tables-written", lines, here)

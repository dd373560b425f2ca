"""What is seldom met in files, kept: odd names, packings and places, and what of them is said."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from kept.mt_sets import TEST_SET
from kept.odd_sets import Parts
from kept.own_folder import place
from kept.readings import first, keep, outcome, somewhere, together, write
from kept.tables import jsonl
from made_up import CARD
from nist_tree import archive
from originals import DSTC7, EMNLP17, TED, Original
from samples import REALSUMM, SACREROUGE

from workbench.datasets.card import get_card
from workbench.datasets.load import load, read_set
from workbench.datasets.readers.lines import read_content, stream_lines
from workbench.datasets.readers.mt_metrics_eval import read_test_set
from workbench.datasets.readers.nist.files import read_members
from workbench.datasets.readers.realsumm import read_stored_scores
from workbench.datasets.readers.sacrerouge_metrics import read_metrics
from workbench.datasets.unpacked import Unpacking
from workbench.datasets.writers.mt_metrics_eval import as_test_set, write_test_set

_DEEP = archive(
    {"a/b.tgz": archive({"c.tgz": archive({"d.tgz": archive({"e.tgz": archive({"x.txt": b"x"})})})})}
)
_FILES: dict[str, str | bytes] = {
    "t/x.txt": b"\xef\xbb\xbfone\ntwo",
    "t/x.txt.gz": gzip.compress(b"one\n"),
    "t/named": gzip.compress(b"two\n"),
    "t/sub/y.txt.gz": gzip.compress(b"y"),
    "t/a.TGZ": archive({"in/x.txt": b"x", "./z.md": b"z"}),
    "deep/a.tgz": _DEEP,
    "tar/a.tar": b"x" * 1024,
    "tgz/a.tgz": gzip.compress(b"x" * 1024),
    "gz/x.txt.gz": b"x",
    "t/broken.bz2": b"BZ",
}


def members(folder: str) -> list[str]:
    return [
        f"{each.where} {each.parts} {each.content!r}"
        for each in read_members(Path(folder), lambda parts: parts[-1].endswith(".txt"))
    ]


PACKED: dict[str, Callable[[], object]] = {
    "lines": lambda: [str([*stream_lines(Path(name))]) for name in ("t/x.txt", "t/x.txt.gz", "t/named")],
    "contents": lambda: [str(read_content(Path(name))) for name in ("t/x.txt", "t/x.txt.gz", "t/named")],
    "a folder": lambda: read_content(Path("t")),
    "nothing": lambda: read_content(Path("u")),
    "no name": lambda: read_content(Path("a\0b")),
    "no bzip2": lambda: read_content(Path("t/broken.bz2")),
    "no gzip": lambda: members("gz"),
    "members": lambda: members("t"),
    "deep": lambda: members("deep"),
    "no tar": lambda: members("tar"),
    "no tar in it": lambda: members("tgz"),
    "no folder": lambda: members("nowhere"),
}


def test_packed_files(monkeypatch: pytest.MonkeyPatch) -> None:
    with somewhere() as here:
        write(_FILES)
        said = {name: outcome(call) for name, call in PACKED.items()}
        for bound in ("3", "4", "x", "9" * 19):
            monkeypatch.setenv("WORKBENCH_LARGEST", bound)
            said[f"at most {bound}"] = outcome(
                lambda: str(Unpacking("x.gz", 9).ungzip(gzip.compress(b"four")))
            )
            said[f"read at most {bound}"] = outcome(lambda: str(read_content(Path("t/x.txt.gz"))))
        keep("seldom-packed", together(said), here)


def _table(change: str, *more: str) -> str:
    return "".join(f"{line}\n" for line in (*TED.files[next(iter(TED.files))].lines[:1], change, *more))


def read(dataset: str, *left: str, **said: str | bytes) -> list[str]:
    """Read an original of which some files are not there, and some are others, by a part of their names."""
    original = next(each for each in (DSTC7, EMNLP17, TED) if each.dataset == dataset)
    files = {name: each for name, each in original.files.items() if not any(part in name for part in left)}
    folder = Original(original.dataset, original.folder, files, original.archive).write(Path())
    for name, content in said.items():
        (path,) = [each for each in original.files if name in each]
        write({str(folder / "original" / path): content})
    return outcome(lambda: read_set(get_card(dataset), folder))


_ROW = "X\ttalk.2\t1\t84\trater3\t我\tÖd\tStyle\tMajor"
ORIGINALS: dict[str, Callable[[], list[str]]] = {
    "a table beside the archive": lambda: first(
        3, read("dstc7-task2", gold=DSTC7.files["dstc7-task2-gold_responses.tsv"].content())
    ),
    "a table is not in it": lambda: read("dstc7-task2", "gold"),
    "an input of another row": lambda: read(
        "emnlp17-nlg",
        medians=EMNLP17.files[next(iter(EMNLP17.files))].content().replace(b"inform(b)", b"inform(c)"),
    ),
    "no name of a part": lambda: read(
        "emnlp17-nlg", medians=EMNLP17.files[next(iter(EMNLP17.files))].content().replace(b"SFRES", b"SF-RES")
    ),
    "rows less": lambda: read(
        "emnlp17-nlg",
        medians="".join(f"{line}\n" for line in EMNLP17.files[next(iter(EMNLP17.files))].lines[:2]),
    ),
    "another rater": lambda: read("wmt21-ted-zhen-mqm", mqm=_table(_ROW, _ROW.replace("rater3", "rater4"))),
    "an error twice": lambda: read("wmt21-ted-zhen-mqm", mqm=_table(_ROW, _ROW)),
    "a cell less": lambda: read("wmt21-ted-zhen-mqm", mqm=_table(_ROW.rpartition("\t")[0])),
    "another severity": lambda: read("wmt21-ted-zhen-mqm", mqm=_table(_ROW.replace("Major", "Grave"))),
    "no number": lambda: read("wmt21-ted-zhen-mqm", mqm=_table(_ROW.replace("84", "x"))),
    "other columns": lambda: read("wmt21-ted-zhen-mqm", mqm=_ROW),
    "an empty line": lambda: first(
        3,
        read("wmt21-ted-zhen-mqm", mqm=_table(_ROW, "", _ROW.replace("X", "ref"), _ROW.replace("X", "refB"))),
    ),
}


def test_originals_that_are_otherwise() -> None:
    said = {}
    for name, call in ORIGINALS.items():
        with somewhere() as here:
            said[name] = call()
    keep("seldom-originals", together(said), here)


def test_places_and_names_that_are_seldom() -> None:
    said: dict[str, list[str]] = {}
    with somewhere() as here:
        place(CARD + '[[files]]\npath = "x.csv"\n')
        said["a file of a card"] = outcome(lambda: load("mine", "data"))
        write(
            {
                "data/mine/x.csv": "x",
                "data/mine/judgments.csv": "segment,system,criterion,score\ns0,A,coverage,NA\n",
            }
        )
        said["no judgment of a card with files"] = outcome(lambda: load("mine", "data"))
        said["the folder itself"] = [
            line.split(" Known: ")[0] for line in outcome(lambda: load("mines", "data/mine"))
        ]
        write({f"set/{name}": content for name, content in TEST_SET.items()})
        for options in (
            {},
            {"human": "standard", "people": "standard"},
            {"human": "standard", "level": "sys", "pair": "he-en"},
            {"level": "standard", "pair": "he-en", "human": "esa"},
        ):
            said[f"no standards {options}"] = first(6, outcome(lambda o=options: load("set", options=o)))
        for name, parts in (
            ("a blank in a name", Parts(1, ("A B", "C"))),
            ("a slash", Parts(1, ("A/B", "C"))),
            ("a dot", Parts(1, (".A", "C"))),
            ("two lines", Parts(1).set("outputs", text="a\nb")),
            ("an end", Parts(1).set("outputs", text="a\r")),
            ("a reference of a dot", Parts(1).set("references", reference="r.1")),
            (
                "a reference less",
                Parts(2)
                .drop("references", segment="s1")
                .add("references", {"task": "t", "segment": "s1", "reference": "r2", "text": "x"}),
            ),
        ):
            said[name] = outcome(
                lambda p=parts: (
                    write_test_set(Path("out"), as_test_set(p.built(), "t")),
                    sorted(str(each) for each in Path("out").rglob("*.txt")),
                )[1]
            )
        said["written and read"] = outcome(lambda: str(vars(read_test_set(Path("set"), "de-en"))))
        SACREROUGE.write(Path("s"))
        write({"s/mine/instances.jsonl": SACREROUGE.lines("instances.jsonl.gz")[0]})
        said["instances twice"] = outcome(lambda: load("mine", "s"))
        metric = '{"instance_id": "d", "summarizer_id": "A", "summarizer_type": "peer", "metrics": '
        for number, content in enumerate(('{"a": 1}}', '{"a": 2}}', '{"b": []}}', '{"c": ["x"]}}')):
            write({f"m{number}.jsonl": f"{metric}{content}\n"})
        for names in (("m0", "m1"), ("m0", "m2"), ("m3",), ("m0", "m0")):
            said[f"metrics {names}"] = outcome(
                lambda n=names: read_metrics(*(Path(f"{each}.jsonl") for each in n))
            )
        rows_of = [
            {**row, "rouge155": {"r1": at / 8}, "other_metrics": {"js-2": -at}}
            for at, row in enumerate(REALSUMM.files["outputs.jsonl.gz"])
        ]
        write({"realsumm/outputs.jsonl.gz": gzip.compress(jsonl(rows_of).encode())})
        said["stored scores"] = outcome(
            lambda: [f"{name}: {each}" for name, each in read_stored_scores(Path("realsumm")).items()]
        )
        keep("seldom-places", together(said), here)

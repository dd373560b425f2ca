"""Folders of data, kept: whether they are whole and as their cards say, fetched or imported."""

import hashlib
from pathlib import Path

from kept.own_folder import place
from kept.readings import cut, frames, keep, outcome, somewhere, together, write
from kept.tables import csv, rows
from made_up import CARD

from workbench.datasets.card import get_card
from workbench.datasets.fetch import fetch_originals
from workbench.datasets.importing import (
    default_out,
    import_proposed,
    import_test_set,
    needs_no_mapping,
    next_command,
    propose_import,
)
from workbench.datasets.load import load
from workbench.datasets.mapping.column_map import ColumnMap
from workbench.datasets.new_card import new_card
from workbench.datasets.validate import validate

FILES = (
    '[[files]]\npath = "outputs.csv"\nwhat = "texts"\nsha256 = "{}"\n'
    '[[files]]\npath = "references.csv"\n[[files]]\npath = "judgments.csv"\n'
)
SIZES = "[sizes]\ntasks = 1\nsystems = 2\nsegments = 2\noutputs = 4\nreferences = 2\njudgments = {}\n"


def checks(name: str = "mine", **options: str) -> list[str]:
    def call() -> list[str]:
        return [
            f"{each.what}: {each.state}" + "".join(f"\n  {problem}" for problem in each.problems)
            for each in validate(name, "data", options)
        ]

    return [line for each in outcome(call) for line in each.split("\n")]


def test_whether_files_are_those_of_the_card() -> None:
    said: dict[str, list[str]] = {}
    with somewhere() as here:
        place()
        said["no files named"] = checks()
        known = hashlib.sha256(Path("data/mine/outputs.csv").read_bytes()).hexdigest()
        for name, files, sizes in (
            ("all right", FILES.format(known), SIZES.format(8)),
            ("changed", FILES.format("0" * 64), SIZES.format(8)),
            ("other sizes", FILES.format(known), SIZES.format(9)),
        ):
            card = CARD.replace("reader", 'folder = "mine"\nreader')
            write({"data/mine/card.toml": f"{card}{files}{sizes}[options]\na = ['b', 'c']\n"})
            said[name] = checks()
        said["other sizes with an option"] = checks(a="c")
        said["an unknown option"] = checks(b="c")
        Path("data/mine/references.csv").unlink()
        said["a file is missing"] = checks()
        place(CARD + "instructions = 1\n")
        said["a faulty card"] = checks()
        place()
        write({"data/mine/judgments.csv": "task,segment,system,criterion,rater,score\nt,s0,Z,coverage,r,7\n"})
        said["faulty content"] = checks()
        said["a data set of ours"] = checks("realsumm")
        said["another of ours"] = checks("tac2008")
        said["simulated"] = checks("simulated-news")
        write({"data/emnlp17_nlg/original/EMNLP_17_submission/emnlp_data_medians.csv": "x"})
        said["one file of an origin"] = checks("emnlp17-nlg")
        keep("validated", [cut(line, 150) for line in together(said)], here)


def test_what_is_fetched_from_a_folder() -> None:
    content = b"some lines\n"
    digest = hashlib.sha256(content).hexdigest()
    origin = (
        '[[origins]]\nname = "theirs"\nurl = "https://example.org/owner/theirs/abc"\n'
        f'[[origins.files]]\npath = "a/x.txt"\nbytes = 11\nsha256 = "{digest}"\n'
    )
    said: dict[str, list[str]] = {}
    with somewhere() as here:
        place(CARD + origin)
        card = get_card("mine", Path("data"))

        def fetched(mirror: str) -> list[str]:
            return outcome(
                lambda: [f"{each.path}: {each.state}" for each in fetch_originals(card, Path("data"), mirror)]
            )

        said["no mirror"] = fetched("nowhere")
        Path("mirror").mkdir()
        said["an empty mirror"] = fetched("mirror")
        write({"mirror/theirs/a/x.txt": "other lines\n"})
        said["another file"] = fetched("mirror")
        write({"mirror/owner/theirs/abc/a/x.txt": content})
        said["as on the server"] = fetched("mirror")
        said["there already"] = fetched("mirror")
        write({"data/mine/original/theirs/a/x.txt": "changed", "clone/theirs/a/x.txt": content})
        said["changed, from a clone"] = fetched("clone")
        said["what is left"] = [
            str(path) for path in sorted(Path("data").rglob("*")) if "original" in str(path)
        ]
        for name in ("tac2008", "simulated-news"):
            said[name] = outcome(lambda name=name: [*fetch_originals(get_card(name), Path("data"))])
        keep("fetched", together(said), here)


def imported(*files: str, out: str = "o", **said: object) -> list[str]:
    def call() -> list[str]:
        proposed = propose_import([Path(each) for each in files], ColumnMap.of("import", **said))
        made = import_proposed(proposed, Path(out), "drop" if "y.csv" in files else "error")
        left = (
            f"guessed: {proposed.is_guessed}, numbers: {proposed.numbers_left}, names: {proposed.names_left}"
        )
        is_same = load(Path(out)).fingerprint == made.fingerprint
        return [
            left,
            f"read again, the same: {is_same}",
            *frames(made)[:1],
            *Path(out, "card.toml").read_text("utf-8").splitlines(),
        ]

    return outcome(call)


def test_imports_and_new_cards() -> None:
    said: dict[str, list[str]] = {}
    with somewhere() as here:
        write(
            {
                "x.csv": csv(
                    rows(
                        lambda at, row: {
                            "kind": "abc"[at % 3],
                            "time": at,
                            "hits": "2/3" if at else "few",
                            "rouge": 0.5,
                        }
                    )
                ),
                "y.csv": "doc,system,criterion,score\nd2,A,flow,3\nd2,Z,flow,4\n",
                "z.csv": "doc,system,output,reference,criterion,score,grade\n"
                + "".join(
                    f"d{n},{s},it rained {n} of {s},much rain {n},flow,{n},{n + len(s)}\n"
                    for n in range(3)
                    for s in ("A", "BB")
                ),
                "empty/x.md": "x",
                "there/x": "x",
            }
        )
        said["a table"] = imported("x.csv")
        said["once more"] = imported("x.csv")
        said["a text left"] = imported("x.csv", references=["ref1"], out="p")
        said["left out"] = imported(
            "x.csv", references=["ref1"], leave_out=["ref2"], criteria=["flow"], lower=["flow"], out="p"
        )
        said["unmatched"] = imported("x.csv", "y.csv", out="q", criteria="score", criterion_name="criterion")
        said["names of criteria"] = imported("z.csv", out="z")
        said["names of criteria beside one that is said"] = imported("z.csv", criteria=["grade"], out="w")
        said["no table"] = imported("empty")
        said["twice"] = imported("x.csv", "x.csv")
        said["no name"] = imported("x.csv", out="a b")
        said["is there"] = imported("x.csv", out="there")
        said["below a file"] = imported("x.csv", out="x.csv/o")
        place()
        said["tables and a card"] = outcome(
            lambda: (
                frames(import_test_set(Path("data/mine"), Path("r")))[0],
                *Path("r/card.toml").read_text().splitlines()[:3],
            )
        )
        said["kinds of folders"] = [
            str([needs_no_mapping(Path(each)) for each in ("data/mine", "data", "empty", "o")])
        ]
        said["where to"] = [
            str(default_out([Path("data/mine.csv")])),
            str(default_out([Path("o.csv")])),
            next_command(Path("a/b")),
        ]
        said["a new card"] = outcome(lambda: new_card(Path("data/mine")).splitlines())
        write(
            {
                "data/mine/judgments.csv": "segment,system,criterion,rater,score\ns0,A,Error count,é,7\n"
                + "".join(f"s0,B,so it is,r{n},{n}\n" for n in range(4))
            }
        )
        said["a new card of other criteria"] = outcome(lambda: new_card(Path("data/mine")).splitlines())
        write({"data/mine/judgments.csv": "segment,system,criterion,score\ns0,A,c,NA\n"})
        said["a new card without ratings"] = outcome(lambda: new_card(Path("data/mine")).splitlines()[-8:])
        said["a new card of nothing"] = [
            *outcome(lambda: new_card(Path("nine"))),
            *outcome(lambda: new_card(Path("empty"))),
        ]
        keep("imported", together(said), here)

"""Folders of mt-metrics-eval, kept: what is read of them, and what is said where they are damaged."""

import gzip
import json
from pathlib import Path

from kept.mt_sets import ASKED, DAMAGES, EACH, ESA, ESA_DAMAGES, TEST_SET, damaged
from kept.readings import changes, first, keep, outcome, shorter, somewhere, together, whole, write
from made_up import CARD

from workbench.datasets.catalogue import list_cards, show_list
from workbench.datasets.load import load
from workbench.datasets.readers.mt_metrics_eval import read_test_set
from workbench.datasets.readers.mt_scores import read_metric_scores

PAIR = "he-en"
HOME = Path("mt-metrics-eval-v2")
WMT = HOME / "wmt23"
EACH_CARD = (
    CARD.replace('"tables"', '"mt-metrics-eval"')
    .replace("mine", "wmt23")
    .replace("coverage", "mqm")
    .replace("0 to 1", "points lost")
    + '[options]\nraters = ["each", "mean"]\npair = ["he-en", "all"]\n'
    + 'human = ["mqm", "esa"]\nlevel = ["seg", "doc"]\n'
)


def place(files: dict[str, str | bytes], folder: Path = WMT) -> None:
    write({str(folder / name): content for name, content in files.items()})


def test_what_is_read_of_a_test_set() -> None:
    with somewhere() as here:
        place({**TEST_SET})
        sound = outcome(lambda: whole(load(WMT)))
        lines = first(12, sound)
        for options in ASKED[1:]:
            lines += [
                f"# {options}",
                *changes(outcome(lambda o=options: whole(load(WMT, options=o))), sound, 3),
            ]
        for options in (
            {},
            {"human": "all", "level": "seg"},
            {"pair": "standard"},
            {"pair": "all", "human": "mqm"},
        ):
            lines += [f"# mtme-wmt23 {options}"]
            lines += changes(outcome(lambda o=options: whole(load("mtme-wmt23", Path(), o))), sound, 3)
        lines += [
            line for line in show_list(list_cards(Path())).splitlines() if "wmt23" in line or ": " in line[:9]
        ]
        # segments and systems have human scores of their own there
        renamed = {
            name.replace(PAIR, "de-en")
            .replace("mqm.sys", "wmt-z.sys")
            .replace("mqm.seg.s", "wmt-raw.seg.s"): each
            for name, each in TEST_SET.items()
            if PAIR in name
        }
        place(renamed, HOME / "wmt19")
        for level in ("seg", "sys"):
            asked = {"pair": "de-en", "human": "standard", "level": level}
            lines += [f"# wmt19 {level}", *first(4, outcome(lambda o=asked: load(HOME / "wmt19", options=o)))]
        place({"card.toml": EACH_CARD})
        for options in EACH:
            lines += [
                f"# each {options}",
                *changes(outcome(lambda o=options: load(WMT, options=o)), sound, 3),
            ]
        keep("test-set", lines, here)


def test_what_is_said_of_damaged_test_sets() -> None:
    said = {}
    for name in DAMAGES:
        with somewhere() as here:
            place(damaged(name))
            said[name] = (
                outcome(lambda: f"read, {len(read_test_set(WMT, PAIR).human)} human scores")
                if name != "no sources"
                else ["read"]
            )
            if said[name][0].startswith("read"):
                said[name] += changes(
                    outcome(lambda: load(WMT, options={"pair": "he-en", "level": "seg"})), said[name]
                )[:3]
    keep("test-set-damaged", shorter(together(said), str(WMT)), here)


def test_scores_of_metrics() -> None:
    with somewhere() as here:
        place({**TEST_SET})
        folder = WMT / "metric-scores"
        said = {}
        for name in ("BLEU", "bleu", "Len", "TER"):
            said[name] = outcome(
                lambda name=name: [f"{k}: {v}" for k, v in read_metric_scores(folder, name).items()]
            )
        other = Path("other/metric-scores")
        place(
            {
                f"{other}/he-en/{name}": "A 1\nB 2\n"
                for name in ("M-x.sys.score", "M-y.sys.score", "N-x.sys.score")
            },
            Path(),
        )
        for name in ("M", "N"):
            said[f"other {name}"] = outcome(
                lambda name=name: [*map(str, read_metric_scores(other, name).items())]
            )
        place({"empty/x": ""}, Path())
        said["nothing"] = outcome(lambda: read_metric_scores(Path("empty"), "M"))
        keep("test-set-metrics", together(said), here)


def test_error_spans() -> None:
    with somewhere() as here:
        files = {name.replace(PAIR, "en-ja"): each for name, each in TEST_SET.items() if PAIR in name}
        place(
            {
                name.replace("synthetic_ref", "C"): each.replace("synthetic_ref", "C")
                for name, each in files.items()
            },
            HOME / "wmt24",
        )
        ratings = HOME / "wmt24_esa_ratings/en-ja.jsonl.gz"

        def rated(rows: list[dict[str, object]]) -> list[str]:
            place(
                {str(ratings): gzip.compress("".join(json.dumps(row) + "\n" for row in rows).encode())},
                Path(),
            )
            return outcome(lambda: load("wmt24-esa", Path()))

        sound = rated(ESA)
        lines = first(12, sound)
        for options in ({"people": "keep"}, {"people": "drop"}, {"pair": "en-zh"}, {"pair": "en-ja"}):
            lines += [
                f"# {options}",
                *changes(outcome(lambda o=options: load("wmt24-esa", Path(), o)), sound, 3),
            ]
        said = {
            what: changes(rated([*ESA[:1], {**ESA[1], **change}]), sound)
            for what, change in ESA_DAMAGES.items()
        }
        keep("test-set-spans", [*lines, *together(said)], here)

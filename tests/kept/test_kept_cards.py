"""Cards, kept: what is said of them, and of data sets that are not found."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from kept.odd_sets import Parts
from kept.own_folder import place
from kept.readings import card_lines, changes, cut, frames, keep, outcome, somewhere, together, write
from kept.tables import csv
from made_up import CARD

import workbench
from workbench.datasets.at_path import name_of
from workbench.datasets.card import card_names, get_card, read_card
from workbench.datasets.catalogue import list_cards, show_card, show_list
from workbench.datasets.load import is_path, load
from workbench.datasets.validate import sets_at

OTHER_CARDS: dict[str, str] = {
    "nothing": "",
    "no TOML": "name =",
    "a name alone": 'name = "mine"\n',
    "another name": CARD.replace('"mine"', '"theirs"'),
    "unknown key": CARD + "[citations]\n",
    "unknown key in a table": CARD.replace('direction = "higher"', 'direction = "higher"\nbetter = 1'),
    "a direction that is none": CARD.replace('"higher"', '"up"'),
    "judgments by nobody": CARD.replace('"human"', '"machine"'),
    "no group of raters": CARD.replace('default_raters = "all"', 'default_raters = "al"'),
    "a group alone": CARD.replace('default_raters = "all"\n', "").replace(
        'all = ["*"]', 'experts = ["a*"]\ncrowd = ["b*"]'
    ),
    "no raters": CARD.replace('default_raters = "all"\n', "").replace('all = ["*"]', ""),
    "raters that are no list": CARD.replace('["*"]', '"*"'),
    "an option without values": CARD + "[options]\nlevel = []\n",
    "a file outside": CARD.replace('reader = "tables"', 'reader = "tables"\nfolder = "../x"'),
    "a number for a name": CARD.replace('"mine"', "7"),
    "unknown reader": CARD.replace('"tables"', '"table"'),
    "a scale that is broken": CARD.replace("0 to 1", "0 to 0.25"),
    "a scale in words": CARD.replace("0 to 1", "as they liked"),
    "another criterion": CARD.replace("coverage", "flow"),
    "unmatched": CARD.replace('reader = "tables"', 'reader = "tables"\nunmatched = "drop"'),
    "no texts": CARD.replace('reader = "tables"', 'reader = "tables"\ntexts = false'),
    "an origin without files": CARD + '[[origins]]\nname = "x"\nurl = "https://example.org/x"\nfiles = []\n',
    "lower": CARD.replace('"higher"', '"lower"'),
}


def test_cards_of_ones_own() -> None:
    said: dict[str, list[str]] = {}
    with somewhere() as here:
        place()
        sound = outcome(lambda: frames(load("mine", "data")))
        own = card_lines(read_card(Path("data/mine/card.toml")))
        for name, card in OTHER_CARDS.items():
            write({"data/mine/card.toml": card})
            said[name] = changes(outcome(lambda: card_lines(read_card(Path("data/mine/card.toml")))), own, 8)
            if "Error" not in said[name][0]:
                said[name] += changes(outcome(lambda: frames(load("mine", "data"))), sound)
        keep("cards", [*own, *sound, *together(said)], here)


NOT_FOUND: dict[str, Callable[[], object]] = {
    "no folder": lambda: load("nine"),
    "nearly a name": lambda: load("summevall", "data"),
    "a name of ours": lambda: load("summeval"),
    "a name of ours in a folder": lambda: load("realsumm", "data"),
    "of TAC": lambda: load("tac2009", "data"),
    "a folder that is not there": lambda: load("mine", "date"),
    "a file for a folder": lambda: load("mine", "data/notes.csv"),
    "without a card": lambda: load("other", "data"),
    "a file": lambda: load("notes", "data"),
    "nothing like it": lambda: load("yours", "data"),
    "signs of patterns": lambda: load("m[i]*ne?", "data"),
    "an option that is none": lambda: load("mine", "data", {"level": "seg"}),
    "a path to nothing": lambda: load("data/nine"),
    "a path to nowhere": lambda: load("date/nine"),
    "a path with options": lambda: load("data/notes.csv", options={"level": "seg"}),
    "nothing": lambda: load(" "),
    "no name": lambda: workbench.load(7),
    "a frame": lambda: workbench.load(Parts().built().outputs),
    "a path": lambda: frames(load("data/mine"))[0],
    "paths": lambda: str([is_path(name) for name in ("mine", "data", "data/mine", "summeval", "data\\x")]),
    "names of paths": lambda: str(
        [name_of(Path(each)) for each in ("a b.csv.gz", "data/mine", "_.x", "ö.csv", ".hidden")]
    ),
    "at paths": lambda: str(
        [
            [name for name, _ in sets_at(Path(each), card_names())]
            for each in ("data", "data/mine", "data/other", "data/summeval")
        ]
    ),
    "the catalogue": lambda: [
        line
        for line in show_list(list_cards("data")).splitlines()
        if not line.startswith(("duc", "mtme", "tac"))
    ],
    "a card": lambda: show_card(get_card("mine", Path("data"))).splitlines(),
    "a card of ours": lambda: show_card(get_card("newstest2020-mqm")).splitlines(),
    "a card with options": lambda: show_card(get_card("mtme-wmt21-tedtalks")).splitlines(),
    "a card that is handed out": lambda: show_card(get_card("tac2008")).splitlines(),
}


def test_what_is_not_found_and_what_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WORKBENCH_DATA", raising=False)
    with somewhere() as here:
        place()
        write(
            {
                "data/notes.csv": csv(),
                "data/other/x.csv": csv(),
                "data/other/y.txt": "a",
                "data/summeval/x": "",
            }
        )
        for number in range(12):
            write({f"data/more{number}/x": ""})
        lines = together({name: outcome(call) for name, call in NOT_FOUND.items()})
        keep("found", [cut(re.sub("Known: dstc7.*", "Known: (ours)", line)) for line in lines], here)

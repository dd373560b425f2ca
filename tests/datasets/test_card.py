"""Cards: those that come with the workbench are complete; faults in one's own name file and field."""

import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from made_up import CARD
from pydantic import ValidationError

from workbench.datasets.card import card_names, get_card, read_card
from workbench.datasets.readers import READERS
from workbench.errors import DataError, SpecError

LICENSED = [
    *(f"duc-lin2004-table{number}" for number in (1, 2, 3)),
    *(f"duc{year}" for year in (2001, 2002, 2003)),
    *(f"tac{year}" for year in (2008, 2009, 2010, 2011)),
]


def test_the_cards_that_come_along() -> None:
    assert [name for name in card_names() if name not in LICENSED] == [
        "dstc7-task2",
        "emnlp17-nlg",
        "mtme-example",
        *(f"mtme-wmt{each}" for each in ("19", "20", "21-news", "21-tedtalks", "22", "23", "24", "25")),
        "newstest2020-mqm",
        "realsumm",
        "simulated-briefs",
        "simulated-news",
        "summeval",
        "webnlg2017",
        "webnlg2020",
        "wmt19-system",
        "wmt20-system",
        "wmt21-ted-zhen-mqm",
        "wmt24-esa",
    ]
    assert set(LICENSED) <= set(card_names())


@pytest.mark.parametrize("name", LICENSED)
def test_a_licensed_card_says_what_to_request_and_where_to_put_it(name: str) -> None:
    card = get_card(name)
    assert not card.files
    assert "NIST" in card.licence
    assert card.instructions.startswith("request ")
    for part in (
        "from NIST",
        "nist.gov",
        "--data or WORKBENCH_DATA",
        *filter(None, (card.folder.strip("."),)),
    ):
        assert part in card.instructions
    for folder in card.folders:
        assert folder.strip(".") in card.instructions


@pytest.mark.parametrize("name", card_names())
def test_a_card_that_comes_along_is_complete(name: str) -> None:
    card = get_card(name)
    assert card.name == name
    assert card.reader in READERS
    assert all((card.version, card.title, card.source, card.licence, card.citation))
    assert bool(card.files or card.folders) == bool(card.folder) == bool(card.instructions)
    is_made_up = name.startswith("simulated-") or name == "mtme-example"
    assert card.judgments == ("simulated" if is_made_up else "human")
    assert bool(card.sizes) or not card.files


@pytest.mark.parametrize("name", [name for name in card_names() if get_card(name).files])
def test_the_described_files_are_the_real_ones(name: str, shared: Path) -> None:
    card = get_card(name)
    for file in card.files:
        content = (shared / "data" / card.folder / file.path).read_bytes()
        assert sha256(content).hexdigest() == file.sha256


def test_a_card_does_not_change() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        get_card("summeval").name = "other"


def test_an_unknown_name_is_answered_with_a_known_one() -> None:
    with pytest.raises(SpecError, match=r"unknown data set 'sumeval'\. Did you mean 'summeval'"):
        get_card("sumeval")


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("name = ", "nmae = ", "unknown key 'nmae'. Did you mean 'name'?"),
        ("[raters]", "[mapping]\ntext = 3\n[raters]", "mapping.text: is the name of a column"),
        ('"higher"', '"up"', "criteria.coverage.direction: unknown value: got 'up', allowed: 'higher' or"),
        ('"human"', '"mixed"', "judgments: unknown value: got 'mixed', allowed: 'human' or 'simulated'"),
        ('version = "3"', "version = 3", "version: unusable value: got 3, allowed: a text"),
        ('["*"]', '"*"', "raters.all: unusable value: got '*', allowed: a list in [brackets]"),
        ('default_raters = "all"', 'default_raters = "al"', "default_raters: no such group of raters"),
        ("[raters]", "[raters", "cannot be read"),
        ("[raters]", "[options]\nx = []\n[raters]", "options.x: too few: got 0, allowed: 1 or more"),
        ("[criteria", 'folder = "/etc"\n[criteria', "folder: leaves the folder of the data sets"),
        ("[criteria", 'folder = "a/../.."\n[criteria', "folder: leaves the folder of the data sets"),
        ("[raters]", '[[files]]\npath = "../x"\nwhat = "x"\n[raters]', "files.0.path: leaves the folder"),
        ('"3"', "9" * 5000, "cannot be read"),
        ('"3"', "[" * 20_000, "cannot be read"),
    ],
)
def test_a_fault_names_file_and_field(tmp_path: Path, old: str, new: str, line: str) -> None:
    path = tmp_path / "card.toml"
    assert old in CARD
    path.write_text(CARD.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_card(path)
    assert str(caught.value).startswith(f"{path}: {line}")


def test_a_card_in_the_data_folder_is_found(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "card.toml").write_text(CARD, encoding="utf-8")
    assert get_card("mine", tmp_path).version == "3"


def test_a_card_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "card.toml").write_text(CARD, encoding="utf-8-sig")
    assert read_card(tmp_path / "card.toml").name == "mine"


def test_a_card_that_is_not_utf8(tmp_path: Path) -> None:
    (tmp_path / "card.toml").write_text(CARD.replace("made up", "café"), encoding="latin-1")
    with pytest.raises(DataError, match=r"card\.toml: cannot be read: 'utf-8' codec"):
        read_card(tmp_path / "card.toml")


def test_ones_own_data_sets_are_known_names(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "card.toml").write_text(CARD, encoding="utf-8")
    with pytest.raises(SpecError, match=r"'mien'\. Did you mean 'mine'\? .* it has mine with "):
        get_card("mien", tmp_path)


def test_a_card_in_the_data_folder_is_called_like_its_folder(tmp_path: Path) -> None:
    (tmp_path / "yours").mkdir()
    (tmp_path / "yours" / "card.toml").write_text(CARD, encoding="utf-8")
    with pytest.raises(DataError, match="name: is not the name of the folder: got 'mine', allowed: yours"):
        get_card("yours", tmp_path)


@pytest.mark.parametrize("name", ["../mine", "a/mine", "", ".", "..", "x" * 5000])
def test_a_name_does_not_leave_the_data_folder(tmp_path: Path, name: str) -> None:
    inner = tmp_path / "data"
    for folder in (inner / "a" / "mine", tmp_path / "mine", inner, tmp_path):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "card.toml").write_text(CARD, encoding="utf-8")
    with pytest.raises(SpecError, match="unknown data set"):
        get_card(name, inner)


def test_cards_are_read_without_pandas() -> None:
    code = "import sys, workbench.datasets.card as c; c.get_card('summeval'); print('pandas' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"

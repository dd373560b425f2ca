"""What of a folder of mt-metrics-eval is read: what the organisers take, and what lies there."""

import gzip
import json
from pathlib import Path

import pytest
from real_data import load_real

from workbench.datasets.catalogue import list_cards, show_list
from workbench.datasets.load import load
from workbench.datasets.mt_test_set import Document, FileLevel, MtTestSet, MtTexts, ScoreOf
from workbench.datasets.readers import READERS, Tables
from workbench.datasets.readers.mt_standards import levels_of
from workbench.datasets.writers.mt_metrics_eval import write_test_set
from workbench.errors import DataError, SpecError

TEXTS = ["one", "two", "three"]


def scores(level: FileLevel, *systems: str) -> ScoreOf:
    units = {"seg": ["1", "2", "3"], "domain": ["chat", "news"], "sys": ["*"], "doc": ["1", "2"]}[level]
    return {(unit, system): float(at) for system in systems for at, unit in enumerate(units)}


def made(pair: str, human: dict[tuple[str, FileLevel], ScoreOf]) -> MtTestSet:
    people = ("refA", "refB", "synthetic_ref")
    return MtTestSet(
        pair,
        TEXTS,
        [Document("d1", "news", 0, 2), Document("d2", "chat", 2, 3)],
        dict.fromkeys(people, TEXTS),
        {name: list(TEXTS) for name in ("A", "B", *people)},
        human,
    )


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a folder with a year of WMT of which three pairs are here."""
    folder = tmp_path / "mt-metrics-eval-v2" / "wmt23"
    judged = ("A", "B", "refA", "synthetic_ref")
    write_test_set(folder, made("he-en", {("mqm", "seg"): scores("seg", *judged)}))
    write_test_set(
        folder,
        made(
            "zh-en", {("da-sqm", "sys"): scores("sys", *judged), ("da-sqm", "domain"): scores("domain", "A")}
        ),
    )
    both = {("mqm", "seg"): scores("seg", *judged), ("ESA-1", "seg"): scores("seg", "A")}
    write_test_set(folder, made("de-en", both))
    return tmp_path


def test_the_organisers_choices(home: Path) -> None:
    """Of he-en refB is the standard reference: refA, which was judged, is a system."""
    evalset = load("mtme-wmt23", home)
    assert evalset.tasks == ["he-en"]  # en-de, which comes first in the main tables, is not here
    assert evalset.criteria == ["mqm"]
    assert evalset.systems("he-en") == ["A", "B", "refA", "synthetic_ref"]
    assert set(evalset.references["reference"]) == {"refB"}
    assert set(evalset.references["made_by"]) == {""}
    assert set(evalset.outputs["document"]) == {"d1", "d2"}
    assert sorted(evalset.judgments["score"]) == [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]


def test_what_is_not_there_is_replaced_and_said(home: Path) -> None:
    """The standard score of zh-en, mqm, is not there; the finest level of the one that is is domain."""
    evalset = load("mtme-wmt23", home, {"pair": "zh-en"})
    assert (evalset.criteria, evalset.segments("zh-en")) == (["da-sqm"], ["chat", "news"])
    assert evalset.systems("zh-en") == ["A", "B", "refB"]  # without refA, the standard, and an outlier
    note, units = map(str, evalset.notes)
    assert "human score 'mqm' of zh-en is not there: 'da-sqm' is taken" in note
    assert "zh-en is judged by domain: each line is a segment that metrics score" in units
    assert evalset.card.lines == "segments"
    systems = load("mtme-wmt23", home, {"pair": "zh-en", "level": "sys"})
    assert systems.segments("zh-en") == ["test set"]


def test_systems_have_a_human_score_of_their_own_and_levels_do_not_mix(tmp_path: Path) -> None:
    """Of WMT 2019 segments are judged by raw scores and systems by standardised ones.

    Segments and documents are numbered alike, so that a score of the other level would find a text.
    """
    values: dict[tuple[str, FileLevel], tuple[float, ...]] = {
        ("wmt-raw", "seg"): (1, 2, 3), ("wmt-raw", "doc"): (4, 5), ("wmt-raw", "sys"): (6,),
        ("wmt-z", "sys"): (7,),
    }  # fmt: skip
    human = {
        key: dict(zip(scores(key[1], "A"), map(float, found), strict=True)) for key, found in values.items()
    }
    write_test_set(tmp_path / "mt-metrics-eval-v2" / "wmt19", made("de-en", human))
    expected: dict[str, tuple[str, list[float]]] = {
        "seg": ("wmt-raw", [1, 2, 3]), "doc": ("wmt-raw", [4, 5]), "sys": ("wmt-z", [7]),
    }  # fmt: skip
    for level, (criterion, found) in expected.items():
        judgments = load("mtme-wmt19", tmp_path, {"pair": "de-en", "level": level}).judgments
        assert (list(judgments["score"]), set(judgments["criterion"])) == (found, {criterion}), level


def test_levels_are_those_of_the_score_that_is_asked_for() -> None:
    human: dict[tuple[str, FileLevel], ScoreOf] = {
        ("da", "sys"): scores("sys", "A"), ("mqm", "seg"): scores("seg", "A"),
        ("da", "domain"): scores("domain", "A"), ("esa", "doc"): scores("doc", "A"),
    }  # fmt: skip
    found = made("zh-en", human)
    assert {name: levels_of(found, name) for name in ("da", "mqm", "esa", "sqm")} == {
        "da": ["domain", "sys"], "mqm": ["seg"], "esa": ["doc"], "sqm": [],
    }  # fmt: skip
    assert levels_of(found, "") == ["seg", "doc", "domain", "sys"]


def test_all_pairs_that_have_the_score(home: Path) -> None:
    evalset = load("mtme-wmt23", home, {"pair": "all", "human": "mqm"})
    assert evalset.tasks == ["de-en", "he-en"]
    assert "of zh-en: allowed: zh-en has da-sqm. The pair is left out" in str(evalset.notes[0])
    # a score that lies there, and that the card of the year names or does not
    assert load("mtme-wmt23", home, {"pair": "de-en", "human": "ESA-1"}).criteria == ["ESA-1"]
    with pytest.raises(DataError, match="no human score 'ESA' of de-en: allowed: de-en has ESA-1, mqm"):
        load("mtme-wmt23", home, {"pair": "de-en", "human": "ESA"})
    with pytest.raises(
        DataError, match="no pair has the human score 'ESA': allowed: de-en has ESA-1, mqm; he"
    ):
        load("mtme-wmt23", home, {"pair": "all", "human": "ESA"})
    with pytest.raises(DataError, match=r"no sources of 'en-de'.*Known: de-en, he-en, zh-en"):
        load("mtme-wmt23", home, {"pair": "en-de"})
    with pytest.raises(SpecError, match="option 'level': got 'segment', allowed: standard or seg"):
        load("mtme-wmt23", home, {"level": "segment"})


@pytest.mark.parametrize(
    ("people", "systems", "references", "made_by"),
    [
        ("drop", ["A", "B"], {"refA", "refB", "synthetic_ref"}, {""}),
        ("keep", ["A", "B", "refA", "refB", "synthetic_ref"], {"refA", "refB", "synthetic_ref"}, None),
    ],
)
def test_people(home: Path, people: str, systems: list[str], references: set[str], made_by: set[str]) -> None:
    evalset = load("mtme-wmt23", home, {"people": people, "pair": "he-en"})
    assert evalset.systems("he-en") == systems
    assert set(evalset.references["reference"]) == references
    assert set(evalset.references["made_by"]) == (made_by or references)


def test_by_its_path_everything_is_read(home: Path) -> None:
    """A folder without options has no standard but what lies there."""
    tables: Tables = READERS.get("mt-metrics-eval")(home / "mt-metrics-eval-v2/wmt23", {})
    assert set(tables.judgments["criterion"]) == {"mqm", "ESA-1"}
    evalset = load(home / "mt-metrics-eval-v2" / "wmt23")
    assert (evalset.tasks, evalset.criteria) == (["de-en", "he-en", "zh-en"], ["ESA-1", "mqm", "da-sqm"])


def test_the_catalogue_names_the_pairs_that_are_here(home: Path) -> None:
    (line,) = (each for each in show_list(list_cards(home)).splitlines() if each.startswith("mtme-wmt23 "))
    assert line.endswith("; here 3 of 14 pairs: de-en, he-en, zh-en")
    other = next(each for each in show_list(list_cards(home)).splitlines() if each.startswith("mtme-wmt24 "))
    assert "pairs:" not in other


@pytest.mark.parametrize("place", ["sources/he-en", "references/he-en.refB", "system-outputs/he-en/A"])
def test_texts_in_two_files_are_a_fault(home: Path, place: str) -> None:
    folder = home / "mt-metrics-eval-v2" / "wmt23"
    (file,) = folder.glob(f"{place}.*")
    other = folder / f"{place}.txt.gz"
    assert other != file
    other.write_bytes(gzip.compress("\n".join([*TEXTS, ""]).encode()))
    with pytest.raises(DataError, match=f"there are several files of {Path(place).name}: got"):
        load("mtme-wmt23", home)


def test_ratings_of_persons(tmp_path: Path) -> None:
    """Each person's score, and what the marked errors cost."""
    folder = tmp_path / "mt-metrics-eval-v2"
    write_test_set(folder / "wmt24", made("en-ja", {("esa", "seg"): scores("seg", "A")}))
    (folder / "wmt24_esa_ratings").mkdir()
    errors = [[0, 1, "major"], ["missing", "missing", "minor"]]
    rows: list[dict[str, object]] = [
        {"line": 2, "system": "A", "annotator": "ann", "score": 70.0, "errors": errors},
        {"line": 2, "system": "A", "annotator": "bob", "score": 90, "errors": []},
        {"line": 2, "system": "refA", "annotator": "ann", "score": 95, "errors": []},
    ]
    path = folder / "wmt24_esa_ratings" / "en-ja.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))
    evalset = load("wmt24-esa", tmp_path)
    found = evalset.judgments.set_index(["criterion", "rater"])["score"].to_dict()
    assert found == {("esa", "ann"): 70, ("esa", "bob"): 90, ("esa-spans", "ann"): 6, ("esa-spans", "bob"): 0}
    assert set(evalset.references["reference"]) == {"refA"}
    (note,) = map(str, evalset.notes)
    assert note.endswith("gz: 2 ratings of references are left out: they are no systems")
    with pytest.raises(DataError, match="no ratings of 'en-zh', but of en-ja"):
        load("wmt24-esa", tmp_path, {"pair": "en-zh"})
    for field in rows[0]:
        lacking = {key: value for key, value in rows[0].items() if key != field}
        for row, said in ((lacking, "is missing"), ({**rows[0], field: {}}, "has the wrong type")):
            path.write_bytes(gzip.compress(json.dumps(row).encode()))
            with pytest.raises(DataError, match=f"gz:1: field '{field}' {said}"):
                load("wmt24-esa", tmp_path)
    for wrong in ([0, 1, "grave"], [0, 1], [0, 1, "major", "minor"]):
        rows[0]["errors"] = [wrong]
        path.write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))
        with pytest.raises(DataError, match=r"gz:1: column errors: .*allowed: \[start, end, severity\]"):
            load("wmt24-esa", tmp_path)


def test_ratings_of_persons_of_two_pairs(tmp_path: Path) -> None:
    """Each pair has its own systems, references and raters; one of them is read where it is asked for."""
    folder = tmp_path / "mt-metrics-eval-v2"
    (folder / "wmt24_esa_ratings").mkdir(parents=True)
    for at, pair in enumerate(("en-ja", "en-zh")):
        outputs: dict[str, MtTexts] = {
            f"{pair}-{name}": [f"{pair}-{name} {line}" for line in TEXTS] for name in "AB"
        }
        write_test_set(
            folder / "wmt24",
            MtTestSet(
                pair,
                TEXTS,
                [Document("d1", "news", 0, 3)],
                {"refA": [f"{pair} refA {line}" for line in TEXTS]},
                outputs,
                {("esa", "seg"): scores("seg", f"{pair}-A")},
            ),
        )
        errors = [[0, 1, "undecided"], [1, 2, "major"]][: 2 - at]
        row = {
            "line": at + 1,
            "system": f"{pair}-B",
            "annotator": pair[-2:],
            "score": 50 + at,
            "errors": errors,
        }
        path = folder / "wmt24_esa_ratings" / f"{pair}.jsonl.gz"
        path.write_bytes(gzip.compress(json.dumps({**row, "errors": errors}).encode()))
    evalset = load("wmt24-esa", tmp_path)
    judged = evalset.judgments.set_index(["task", "segment", "system", "rater", "criterion"])["score"]
    assert judged.to_dict() == {
        ("en-ja", "1", "en-ja-B", "ja", "esa"): 50, ("en-ja", "1", "en-ja-B", "ja", "esa-spans"): 6,
        ("en-zh", "2", "en-zh-B", "zh", "esa"): 51, ("en-zh", "2", "en-zh-B", "zh", "esa-spans"): 1,
    }  # fmt: skip
    written = evalset.outputs.set_index(["task", "segment", "system"])["text"].to_dict()
    assert written == {
        (pair, str(at), f"{pair}-{name}"): f"{pair}-{name} {line}"
        for pair in ("en-ja", "en-zh") for name in "AB" for at, line in enumerate(TEXTS, start=1)
    }  # fmt: skip
    referred = evalset.references.set_index(["task", "segment", "reference"])["text"].to_dict()
    assert referred == {
        (pair, str(at), "refA"): f"{pair} refA {line}"
        for pair in ("en-ja", "en-zh") for at, line in enumerate(TEXTS, start=1)
    }  # fmt: skip
    assert load("wmt24-esa", tmp_path, {"pair": "en-zh"}).tasks == ["en-zh"]


def test_ratings_of_persons_as_published(shared: Path) -> None:
    evalset = load_real(shared, "wmt24-esa")
    assert len(evalset.judgments) == 2 * 12 * 634 * 2
    assert "1,268 ratings of references" in str(evalset.notes[0])


def test_single_raters_are_read_from_their_marked_errors(home: Path) -> None:
    """Two raters share an output; what an error costs is said, or follows from its severity."""
    said = {"errors": [{"score": 5}, {"score": 0.1}, {"score": 0.1}, {"score": 0.1}]}
    follows = {"errors": [{"category": "Fluency/Punctuation", "severity": "minor"}]}
    rows = {
        "rater1": [("A", said, ""), ("A", None, ""), ("A", {"errors": []}, "")],
        "merged": [
            *[("B", None, ""), ("B", follows, "\tann"), ("B", None, "")],
            *[("A", follows, "\tann"), ("A", None, ""), ("A", None, "")],
        ],
    }
    for rater, ratings in rows.items():
        lines = (f"{system}\t{json.dumps(each) if each else None}{who}\n" for system, each, who in ratings)
        path = home / "mt-metrics-eval-v2" / "wmt23" / "human-scores" / f"de-en.mqm.{rater}.seg.rating.gz"
        path.write_bytes(gzip.compress("".join(lines).encode()))
    evalset = load("mtme-wmt23", home, {"pair": "de-en", "human": "mqm", "raters": "each"})
    found = evalset.judgments.set_index(["rater", "segment", "system"])["score"].to_dict()
    assert found == {
        ("rater1", "1", "A"): -5.3, ("rater1", "3", "A"): 0, ("ann", "1", "A"): -0.1, ("ann", "2", "B"): -0.1
    }  # fmt: skip
    assert set(evalset.judgments["criterion"]) == {"mqm"}
    mean = load("mtme-wmt23", home, {"pair": "de-en", "human": "mqm"})
    assert set(mean.judgments["rater"]) == {"mean"}
    with pytest.raises(DataError, match=r"no ratings of mqm of he-en at level seg.*only scores"):
        load("mtme-wmt23", home, {"pair": "he-en", "human": "mqm", "raters": "each"})


def test_ratings_of_single_raters_have_the_published_mean(shared: Path) -> None:
    """Eight raters of zh-en, all of whom rated 18 segments: 17,655 outputs."""
    each, mean = (
        load_real(shared, "mtme-wmt23", pair="zh-en", human="mqm", raters=raters).judgments
        for raters in ("each", "mean")
    )
    key = ["segment", "system"]
    ours, theirs = each.groupby(key)["score"].mean(), mean.set_index(key)["score"].sort_index()
    assert (each["rater"].nunique(), len(ours), len(each)) == (8, 17_655, 19_545)
    assert ours.index.equals(theirs.index)
    assert ours.to_numpy() == pytest.approx(theirs.to_numpy())


def test_a_human_score_that_is_not_there_at_a_level(home: Path) -> None:
    """Of no judgment at all a table has no columns; where there are some, their levels are named."""
    folder = home / "mt-metrics-eval-v2" / "wmt23"
    for options in ({"human": "ESA-1", "level": "doc"}, {"human": "mqm", "level": "sys"}):
        said = f"there are no human scores at level '{options['level']}': allowed: de-en has seg"
        with pytest.raises(DataError, match=said):
            load(folder, options={"pair": "de-en", **options})

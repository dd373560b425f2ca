"""WebNLG 2020: a made-up file, and the means of every text in the real one."""

import gzip
import json
from pathlib import Path

import pytest

from workbench.datasets.load import load
from workbench.datasets.readers.lines import read_jsonl
from workbench.datasets.readers.webnlg2020 import CRITERIA, HUMAN
from workbench.errors import DataError
from workbench.reproduce.wmt_people import mean_ratings, system_means


def rating(rater: str, score: int) -> dict[str, object]:
    return {"rater": rater, **dict.fromkeys(CRITERIA, score)}


def row(system: str, text: str | None, *ratings: dict[str, object]) -> dict[str, object]:
    return {
        "sample_id": 7, "system": system, "category": "Food", "text": text,
        "references": ["A b.", "B a."], "ratings": list(ratings),
    }  # fmt: skip


@pytest.fixture
def home(tmp_path: Path) -> Path:
    rows = [
        row("A", "b a", rating("ann", 90), rating("bob", 50)),
        row(HUMAN, None, rating("ann", 100)),
        row("B", "c"),
    ]
    folder = tmp_path / "webnlg2020"
    folder.mkdir()
    for language in ("en", "ru"):
        lines = "\n".join(map(json.dumps, rows))
        (folder / f"{language}_human_eval.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    return tmp_path


def test_texts_and_ratings(home: Path) -> None:
    """Ratings of people's texts are left out with a note; a text without a rating stays."""
    evalset = load("webnlg2020", home)
    assert (evalset.tasks, evalset.systems("en"), evalset.segments("ru")) == (["en", "ru"], ["A", "B"], ["7"])
    assert evalset.criteria == list(CRITERIA)
    assert len(evalset.judgments) == 2 * 2 * len(CRITERIA)
    assert set(evalset.judgments["rater"]) == {"ann", "bob"}
    assert evalset.references["reference"].tolist() == ["ref1", "ref2"] * 2
    assert set(evalset.outputs["domain"]) == {"Food"}
    said = "ratings of {} by people are left out: which reference was shown is not known"
    path = home / "webnlg2020" / "en_human_eval.jsonl.gz"
    assert str(evalset.notes[0]) == f"{path}: {said.format('1 text')}"
    lines = gzip.decompress(path.read_bytes()).splitlines()
    path.write_bytes(gzip.compress(b"\n".join([*lines, lines[1]])))
    assert str(load("webnlg2020", home).notes[0]) == f"{path}: {said.format('2 texts')}"
    assert load("webnlg2020", home, {"language": "ru"}).tasks == ["ru"]
    (home / "webnlg2020" / "ru_human_eval.jsonl.gz").unlink()
    with pytest.raises(DataError, match="not found"):
        load("webnlg2020", home)


def test_a_text_without_a_rating_counts_as_0_or_not_at_all(home: Path) -> None:
    path = home / "webnlg2020" / "en_human_eval.jsonl.gz"
    assert system_means(path, unrated=0.0)["B", "fluency"] == 0
    assert ("B", "fluency") not in system_means(path, unrated=None)
    assert system_means(path, unrated=None)["A", "fluency"] == 70


def test_ratings_are_standardised_for_each_rater_and_criterion(tmp_path: Path) -> None:
    rated = {"A": [("ann", 60), ("bob", 10)], "B": [("ann", 80), ("bob", 10)], "C": [("ann", 70)]}
    path = tmp_path / "ru_human_eval.jsonl.gz"
    lines = (
        json.dumps({
            "system": name,
            "ratings": [{"rater": who, **dict.fromkeys(CRITERIA, score)} for who, score in ratings],
        })
        for name, ratings in rated.items()
    )  # fmt: skip
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    means = mean_ratings(path)
    assert [means["raw", name, "fluency"] for name in rated] == [35, 45, 70]
    # who rates everything the same says nothing
    step = 1.5**0.5
    assert [means["z", name, "fluency"] for name in rated] == pytest.approx([-step, step, 0])


def test_every_averaged_cell(shared: Path) -> None:
    """15,125 cells of English and 4,400 of Russian are means of ratings; one text has none."""
    folder = shared / "data" / "webnlg2020"
    cells = {}
    for language in ("en", "ru"):
        records = [
            (record["human"], record["ratings"])
            for _, record in read_jsonl(folder / f"{language}_human_eval.jsonl.gz", {"ratings": list})
        ]
        cells[language] = 0
        for human, ratings in records:
            for criterion in CRITERIA if ratings else ():
                mean = sum(each[criterion] for each in ratings) / len(ratings)
                assert human[criterion] == pytest.approx(mean, abs=1e-9)
                cells[language] += 1
    assert cells == {"en": 15_125, "ru": 4_400}

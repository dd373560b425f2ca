"""Folders of mt-metrics-eval: the example with its expected values, and folders that are damaged."""

import json
import random
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from made_up import CARD, JUDGMENTS, build

from workbench.datasets.card import card_names, get_card
from workbench.datasets.evalset import EvalSet
from workbench.datasets.exchanged_sets import Chosen, read_set
from workbench.datasets.load import load
from workbench.datasets.mt_test_set import (
    Document,
    FileLevel,
    MtMetricName,
    MtTestSet,
    Rating,
    ScoreOf,
    join_texts,
)
from workbench.datasets.readers import READERS
from workbench.datasets.readers.mt_metrics_eval import language_pairs, read_test_set
from workbench.datasets.scores import read_scores
from workbench.datasets.writers.mt_metrics_eval import as_test_set, write_test_set
from workbench.errors import DataError, MissingDataError
from workbench.stats.coefficients.pair_counts import count
from workbench.stats.coefficients.plain import get_coefficient
from workbench.stats.coefficients.tie_calibration import tie_curve
from workbench.stats.levels.grouped import By, grouped_correlation

PAIR = "en-de"
MT = ("alpha", "beta", "delta", "gamma")
SYSTEMS = {"mt": MT, "mt_without_outlier": ("alpha", "beta", "gamma"), "mt_and_refB": (*MT, "refB")}
COEFFICIENTS = {
    "pearson": "pearson",
    "spearman": "spearman",
    "kendall_b": "kendall",
    "acc23": "acc-eq",
    "kendall_like_thresh1": "wmt(threshold=1)",
}
GROUPS: dict[str, By] = {"none": "none", "sys": "system", "item": "segment"}


@pytest.fixture(scope="module")
def toy(shared: Path) -> Path:
    return shared / "data" / "mtme_example" / "toy24"


@pytest.fixture(scope="module")
def expected(toy: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((toy.parent / "expected.json").read_text(encoding="utf-8"))
    return content


def test_what_is_in_the_example(toy: Path, expected: dict[str, Any]) -> None:
    assert language_pairs(toy) == [PAIR]
    found = read_test_set(toy, PAIR)
    assert sorted(found.outputs) == expected["sys_names"]
    assert found.people == expected["human_sys_names"]
    assert sorted(found.references) == expected["ref_names"]
    assert sorted({name for name, _ in found.human}) == expected["human_score_names"]
    assert sorted(found.ratings) == expected["rating_names"]
    levels = {level for _, level in (*found.human, *found.metrics)}
    assert sorted(levels) == expected["levels"]
    assert {each.name: [each.start, each.end] for each in found.documents} == expected["docs"]
    domains = {name: [[each.start, each.end] for each in parts] for name, parts in found.domains.items()}
    assert domains == expected["domains"]
    assert list(domains) == list(expected["domains"])
    metrics = [
        {
            "file": f"{metric.stem}.{level}.score",
            "name": metric.name,
            "references": list(metric.references),
            "level": level,
        }
        for metric, level in found.metrics
    ]
    assert sorted(metrics, key=lambda each: str(each["file"])) == expected["metrics"]


def matrix(found: MtTestSet, scores: ScoreOf, level: FileLevel, systems: tuple[str, ...]) -> np.ndarray:
    cells = [[scores.get((unit, system)) for unit in found.units(level)] for system in systems]
    return np.array(cells, float)


def test_expected_correlations(toy: Path, expected: dict[str, Any]) -> None:
    """All 289 values that mt-metrics-eval gives."""
    found = read_test_set(toy, PAIR)
    metrics = {(metric.stem, level): scores for (metric, level), scores in found.metrics.items()}
    checked = 0
    for stem, settings in expected["correlations_with_mqm"].items():
        for setting, values in settings.items():
            level, _, subset = setting.partition("/")
            x = matrix(found, metrics[stem, level], level, SYSTEMS[subset])
            z = matrix(found, found.human["mqm", level], level, SYSTEMS[subset])
            for name, value in values.items():
                kind, _, by = name.partition("/")
                if kind == "n":
                    assert (~np.isnan(z)).sum() == value
                elif kind == "agreement":
                    pairs = count(x.ravel(), z.ravel())
                    assert [pairs.concordant + pairs.tied_both, pairs.pairs] == value
                else:
                    assert correlate(x, z, kind, GROUPS[by or "none"]) == pytest.approx(value, abs=1e-9)
                checked += 1
    assert checked == 289


def correlate(x: np.ndarray, z: np.ndarray, kind: str, by: By) -> float:
    if kind == "acc23_tie_calibrated":
        groups = {
            "none": (x.reshape(1, -1), z.reshape(1, -1)),
            "system": (x, z),
            "segment": (x.T, z.T),
        }[by]
        curve = tie_curve(*groups)
        return float(curve.accuracies[curve.best])
    get_coefficient(COEFFICIENTS[kind])
    return grouped_correlation(x, z, COEFFICIENTS[kind], by).value


def test_ratings_give_the_scores(toy: Path) -> None:
    found = read_test_set(toy, PAIR)
    ratings = found.ratings["mqm.rater1"]
    assert {rating.rater for rating in ratings if rating.content is not None} == {"rater1"}
    checked = 0
    for system in ("alpha", "gamma"):
        mine = [rating for rating in ratings if rating.system == system]
        for number, rating in enumerate(mine, start=1):
            score = found.human["mqm", "seg"][str(number), system]
            if rating.content is None:
                assert score is None
                continue
            points = [
                5.0
                if each["severity"] == "major"
                else 0.1
                if each["category"].endswith("punctuation")
                else 1.0
                for each in rating.content["errors"]
            ]
            assert score == pytest.approx(-sum(points))
            checked += 1
    assert checked == 11


def card(level: str = "seg") -> str:
    levels = ", ".join(
        f'"{each}"' for each in sorted(("seg", "doc", "domain", "sys"), key=lambda x: x != level)
    )
    options = f'\n[options]\nlevel = [{levels}]\npeople = ["keep", "drop"]\n'
    criteria = "".join(
        f'[criteria.{name}]\ndirection = "higher"\nscale = ""\nmeaning = ""\n' for name in ("mqm", "wmt-z")
    )
    head, _, tail = CARD.partition("[criteria.coverage]")
    return head.replace('"tables"', '"mt-metrics-eval"') + criteria + tail[tail.index("[raters]") :] + options


def loaded(toy: Path, home: Path, **options: str) -> EvalSet:
    shutil.copytree(toy, home / "mine", copy_function=shutil.copyfile, dirs_exist_ok=True)
    (home / "mine").chmod(0o755)
    (home / "mine" / "card.toml").write_text(card(), encoding="utf-8")
    return load("mine", home, options)


def test_as_a_data_set(toy: Path, tmp_path: Path) -> None:
    evalset = loaded(toy, tmp_path)
    assert evalset.tasks == [PAIR]
    assert evalset.segments(PAIR) == [str(number) for number in range(1, 7)]
    assert len(evalset.outputs) == 36
    assert len(evalset.references) == 12
    assert set(evalset.references["made_by"]) == {"refA", "refB"}
    assert evalset.criteria == ["mqm"]
    assert len(evalset.judgments) == 28
    gamma = evalset.judgments[evalset.judgments["system"] == "gamma"].set_index("segment")["score"]
    assert "4" not in gamma
    assert gamma["1"] == -5.0
    homes = evalset.outputs.drop_duplicates("segment")[["document", "domain"]]
    assert [tuple(home) for home in homes.itertuples(index=False)] == [
        tuple(line.split()[::-1]) for line in (toy / "documents" / f"{PAIR}.docs").read_text().splitlines()
    ]
    scores = read_scores(toy / "metric-scores" / PAIR / "overlap-refA.seg.score")
    keys = set(evalset.outputs[["segment", "system"]].itertuples(index=False, name=None))
    assert {key[1:] for key in scores} == {key for key in keys if key[1] != "refA"}


@pytest.mark.parametrize(
    ("level", "segments", "judged", "stem"),
    [
        ("doc", ["1", "2", "3", "4"], 19, "overlap-refA"),
        ("domain", ["news", "travel"], 10, "overlap-refA"),
        ("sys", ["test set"], 10, "BLEU-refA"),
    ],
)
def test_other_levels(
    toy: Path, tmp_path: Path, level: str, segments: list[str], judged: int, stem: str
) -> None:
    evalset = loaded(toy, tmp_path, level=level, people="drop")
    assert evalset.segments(PAIR) == segments
    assert set(evalset.references["made_by"]) == {""}
    kept = loaded(toy, tmp_path, level=level)
    assert len(kept.judgments) == judged
    assert len(kept.outputs) == 6 * len(segments)
    scores = read_scores(toy / "metric-scores" / PAIR / f"{stem}.{level}.score")
    assert {key[1] for key in scores} == ({"*"} if level == "sys" else set(segments))
    text = evalset.outputs.set_index(["segment", "system"])["text"]
    domains = set(evalset.outputs["domain"])
    assert domains == ({""} if level == "sys" else {"news", "travel"})
    assert (evalset.outputs["document"] == "").all() == (level != "doc")
    if level == "doc":
        assert text["4", "alpha"].count("\n") == 1
    if level == "sys":
        assert text["test set", "alpha"].count("\n") == 5


def everything() -> MtTestSet:
    """Return a made-up test set with one of each thing that a folder may hold."""
    first = {("1", "A"): -1.0, ("2", "A"): 0.1, ("3", "A"): 1e-7, ("1", "B-1.5"): None}
    segments = first | {("2", "B-1.5"): 2.5, ("3", "B-1.5"): -0.30000000000000004}
    span: dict[str, Any] = {"start": 0, "end": 3, "category": "öd", "severity": "minor", "score": None}
    ratings = [Rating("A", {"errors": [span], "more": 1}, "ann"), Rating("A", None, "ann")]
    documents = {(number, system): 1.5 for system in ("A", "B-1.5", "refA") for number in ("1", "2")}
    return MtTestSet(
        "xx-yy",
        ["eins", "", "drei"],
        [Document("d2", "news", 0, 2), Document("d1", "chat", 2, 3)],
        {"refA": ["one", "two ö", "three"], "refB": ["1", "2", "3"]},
        {"A": ["a", None, ""], "B-1.5": ["b", "bb", "b\u2028b"], "refA": ["one", "two ö", "three"]},
        {
            ("mqm.v2", "seg"): segments,
            ("mqm.v2", "doc"): {("1", "A"): 0.25, ("2", "A"): None},
            ("mqm.v2", "domain"): {("chat", "A"): 1.0, ("news", "A"): -3.0},
            ("wmt-z", "sys"): {("*", "A"): 0.5, ("*", "refA"): None},
        },
        {"mqm.ann": [*ratings, Rating("A", {"errors": []}, "")]},
        {
            (MtMetricName("m-1", ("refA", "refB")), "sys"): {("*", "A"): 12345678.0, ("*", "B-1.5"): 1e22},
            (MtMetricName("len", ()), "doc"): documents,
        },
    )


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_written_read_and_written_again(tmp_path: Path) -> None:
    made = everything()
    write_test_set(tmp_path / "1", made)
    again = read_test_set(tmp_path / "1", "xx-yy")
    for name in ("sources", "documents", "references", "outputs", "human", "ratings", "metrics"):
        assert getattr(again, name) == getattr(made, name)
    write_test_set(tmp_path / "2", again)
    assert contents(tmp_path / "1") == contents(tmp_path / "2")
    assert len(contents(tmp_path / "1")) == 14
    assert (tmp_path / "1/human-scores/xx-yy.mqm.v2.seg.score").read_text(encoding="utf-8") == (
        "A\t-1\nA\t0.1\nA\t1e-07\nB-1.5\tNone\nB-1.5\t2.5\nB-1.5\t-0.30000000000000004\n"
    )


def test_the_example_comes_back_with_equal_values(toy: Path, tmp_path: Path) -> None:
    found = read_test_set(toy, PAIR)
    write_test_set(tmp_path, found)
    again = read_test_set(tmp_path, PAIR)
    for name in ("sources", "documents", "references", "outputs", "human", "ratings", "metrics"):
        assert getattr(again, name) == getattr(found, name)
    texts = [name for name in contents(tmp_path) if not name.endswith(".score")]
    assert len(texts) == 11
    for name in texts:
        assert contents(tmp_path)[name] == (toy / name).read_bytes()


def test_the_order_of_blocks_does_not_matter(tmp_path: Path) -> None:
    write_test_set(tmp_path / "1", everything())
    write_test_set(tmp_path / "2", everything())
    path = tmp_path / "2/human-scores/xx-yy.mqm.v2.seg.score"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[3:] + lines[:3]).replace("\t", "  "), encoding="utf-8")
    path = tmp_path / "2/human-scores/xx-yy.mqm.v2.domain.score"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    random.Random(1).shuffle(lines)
    path.write_text("".join(lines), encoding="utf-8")
    write_test_set(tmp_path / "3", read_test_set(tmp_path / "2", "xx-yy"))
    assert contents(tmp_path / "3") == contents(tmp_path / "1")


def test_a_missing_output_is_left_out(tmp_path: Path) -> None:
    write_test_set(tmp_path / "mine", everything())
    (tmp_path / "mine" / "card.toml").write_text(card().replace("criteria.mqm]", 'criteria."mqm.v2"]'))
    evalset = load("mine", tmp_path)
    keys = set(evalset.outputs[["segment", "system"]].itertuples(index=False, name=None))
    assert ("2", "A") not in keys
    assert len(keys) == 8
    assert len(evalset.judgments) == 4
    texts = join_texts(everything().outputs, everything().units("doc"))
    assert texts["1", "B-1.5"] == "b\nbb"
    assert ("1", "A") not in texts
    assert len(texts) == 5


def test_texts_may_be_jsonl(tmp_path: Path) -> None:
    write_test_set(tmp_path, everything())
    fields = {
        "sources/xx-yy": "source",
        "references/xx-yy.refA": "target",
        "system-outputs/xx-yy/A": "hypothesis",
    }
    for stem, field in fields.items():
        path = tmp_path / f"{stem}.txt"
        lines = path.read_text(encoding="utf-8").split("\n")[:-1]
        rows = "".join(json.dumps({field: line, "id": 1}) + "\n" for line in lines)
        path.with_suffix(".jsonl").write_text(rows, encoding="utf-8")
        path.unlink()
    again = read_test_set(tmp_path, "xx-yy")
    assert (again.sources, again.outputs, again.references) == (
        everything().sources,
        everything().outputs,
        everything().references,
    )


SEG = "human-scores/xx-yy.mqm.v2.seg.score"
DOMAIN = "human-scores/xx-yy.mqm.v2.domain.score"
SYS = "human-scores/xx-yy.wmt-z.sys.score"
METRIC = "metric-scores/xx-yy/len-src.doc.score"
RATING = "human-scores/xx-yy.mqm.ann.seg.rating"


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("sources/xx-yy.txt", "eins\n", "", ".docs:3: another number of lines than the sources: got 3"),
        ("system-outputs/xx-yy/B-1.5.txt", "bb\n", "", ":2: another number of lines than the sources: got 2"),
        ("system-outputs/xx-yy/B-1.5.txt", "bb\n", "bb\nbb\n", ":4: another number of lines"),
        ("references/xx-yy.refA.txt", "two ö", "[No translation supplied]", ".txt:2: a text is missing"),
        ("references/xx-yy.refA.txt", "ö", "\udcf6", ".txt:2: is not UTF-8"),
        ("documents/xx-yy.docs", "news d2\nnews d2", "news d2\nchat d2", ".docs:2: document 'd2' is in two"),
        ("documents/xx-yy.docs", "chat d1", "d1", ".docs:3: wrong number of columns: got 1, allowed: 2"),
        (SEG, "0.1", "good", ":2: column score is not a number: got 'good'"),
        (SEG, "0.1", "nan", ":2: column score is not a number: got 'nan'"),
        (SEG, "A\t0.1\n", "", ":5: system 'B-1.5' has another number of lines than 'A': got 3, allowed: 2"),
        (SEG, "A\t0.1\n", "A\t0.1\textra\n", ":2: wrong number of columns: got 3, allowed: 2 (system"),
        (SEG, "A\t0.1\n", "A\t0.1\nA\t0.1\n", ":7: system 'B-1.5' has another number of lines"),
        (SEG, "B-1.5\t2.5", "A\t2.5",
         ":5: system 'A' has lines in two places: allowed: one block of lines a system"),
        (SEG, "B-1.5\t", "B\t", "column system: unknown system 'B'"),
        (SEG, "\t", "\udcf6", ":1: is not UTF-8"),
        (DOMAIN, "news\tA", "chat\tA", ":2: system 'A' is given twice for 'chat'"),
        (DOMAIN, "news\tA", "sport\tA", "has a score of domain 'sport': allowed: chat, news"),
        (SYS, "refA\tNone", "A\tNone", ":2: system 'A' is given twice"),
        (METRIC, "A\t1.5\n", "A\tNone\n", "column score: a metric's score may not be missing (system 'A', "),
        (METRIC, "refA\t1.5\nrefA\t1.5\n", "", "system 'refA' has no score"),
        (RATING, "A\tNone", "C\tNone", ":2: column system: unknown system 'C'"),
        (RATING, "A\tNone", "A\tnone",
         ":2: column rating is neither None nor a JSON object with a list of errors"),
        (RATING, "A\tNone\tann\n", "", ":1: a block of system 'A' is not as long as there are segments"),
        (RATING, "A\tNone\tann", "A\tNone\tann\tmore",
         ":2: wrong number of columns: got 4, allowed: 2 or 3 (system, rating, rater)"),
    ],
)  # fmt: skip
def test_faults_name_file_line_and_column(
    tmp_path: Path, file: str, old: str, new: str, message: str
) -> None:
    write_test_set(tmp_path, everything())
    path = tmp_path / file
    content = path.read_bytes()
    assert old.encode() in content
    path.write_bytes(content.replace(old.encode(), new.encode("utf-8", "surrogateescape")))
    with pytest.raises(DataError) as caught:
        read_test_set(tmp_path, "xx-yy")
    assert message in str(caught.value)
    assert str(tmp_path) in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("metric-scores/xx-yy/len-src.doc.score", "len.doc.score", "does not say metric and references"),
        ("metric-scores/xx-yy/len-src.doc.score", "-src.doc.score", "does not say metric and references"),
        ("metric-scores/xx-yy/len-src.doc.score", "len-refC.doc.score", "unknown reference 'refC'. Did you"),
        ("metric-scores/xx-yy/len-src.doc.score", "len-src.file.score", "does not say the level"),
        (
            "metric-scores/xx-yy/len-src.doc.score",
            "m-1-refB.refA.sys.score",
            "scores of m-1-refA.refB are given twice",
        ),
        ("references/xx-yy.refB.txt", "xx-yy.ref-B.txt", "name of a reference: got 'ref-B'"),
        ("references/xx-yy.refB.txt", "xx-yy.all.txt", "name of a reference: got 'all'"),
    ],
)
def test_names_of_files(tmp_path: Path, old: str, new: str, message: str) -> None:
    write_test_set(tmp_path, everything())
    (tmp_path / old).rename((tmp_path / old).with_name(new))
    if "given twice" in message:
        other = tmp_path / "metric-scores/xx-yy"
        (other / new).write_bytes((other / "m-1-refA.refB.sys.score").read_bytes())
    with pytest.raises(DataError) as caught:
        read_test_set(tmp_path, "xx-yy")
    assert message in str(caught.value)


def test_a_folder_without_sources(tmp_path: Path) -> None:
    with pytest.raises(MissingDataError, match="there is no file of sources"):
        language_pairs(tmp_path)


def test_a_data_set_as_a_test_set(tmp_path: Path) -> None:
    evalset = build()
    write_test_set(tmp_path / "1", as_test_set(evalset, "t"))
    again = read_test_set(tmp_path / "1", "t")
    assert again.outputs["M10"] == ["A dog barked."] * 3
    assert again.sources == ["s1", "s2", "s10"]
    assert again.references == dict.fromkeys(("r1", "r2", "r10"), ["The dog barks."] * 3)
    assert again.human["coverage", "seg"]["3", "M2"] == 0.5
    write_test_set(tmp_path / "2", again)
    assert contents(tmp_path / "1") == contents(tmp_path / "2")


def test_scores_of_metrics_of_a_whole_test_set_are_of_the_segment_that_was_judged(tmp_path: Path) -> None:
    made = everything()
    made.outputs["A"] = ["a", "aa", "aaa"]
    write_test_set(tmp_path, made)
    given = read_set(tmp_path, "mt-metrics-eval", Chosen(level="sys"))
    assert given.evalset.segments("xx-yy") == ["test set"]
    of_systems = {("xx-yy", "test set", "A"): 12345678.0, ("xx-yy", "test set", "B-1.5"): 1e22}
    assert given.metrics == {"m-1-refA.refB": of_systems}


def test_human_scores_of_a_test_set_are_means_of_the_usual_raters() -> None:
    scores = {"expert 1": 0.25, "expert 2": 0.75, "worker": 0.0}
    judged = [{**JUDGMENTS[0], "rater": rater, "score": score} for rater, score in scores.items()]
    evalset = build(judgments=judged)

    def mean(**changes: object) -> float | None:
        card = evalset.card.model_copy(update=changes)
        return as_test_set(replace(evalset, card=card), "t").human["coverage", "seg"]["1", "M1"]

    groups = {"experts": ["expert*"], "workers": ["worker"]}
    assert mean(raters=groups, default_raters="experts") == 0.5
    assert mean(raters=groups, default_raters="workers") == 0
    assert mean() == pytest.approx(1 / 3)


def test_what_cannot_be_written(tmp_path: Path) -> None:
    made = everything()
    made.outputs["A"][0] = "two\nlines"
    with pytest.raises(DataError, match="xx-yy: system A: the text of segment 1 has more than one line"):
        write_test_set(tmp_path, made)
    made.outputs["A"][0] = "one"
    made.outputs["a b"] = ["x", "y", "z"]
    with pytest.raises(DataError, match="cannot be written in this format: got 'a b'"):
        write_test_set(tmp_path, made)
    with pytest.raises(DataError, match="the name of a reference cannot be written"):
        write_test_set(tmp_path, MtTestSet("x", ["s"], [Document("d", "d", 0, 1)], {"ref-1": ["r"]}, {}))


@pytest.mark.parametrize(
    ("human", "criteria"), [("mqm", ["mqm"]), ("wmt-z", ["wmt-z"]), ("", ["mqm", "wmt-z"])]
)
def test_one_human_score_and_one_pair(toy: Path, human: str, criteria: list[str]) -> None:
    options = {"level": "sys", "pair": "en-de", **({"human": human} if human else {})}
    tables = READERS.get("mt-metrics-eval")(toy, options)
    assert sorted(set(tables.judgments["criterion"])) == criteria
    with pytest.raises(DataError, match=r"sources: there are no sources of 'de-en'\. (Did you mean|Known:)"):
        READERS.get("mt-metrics-eval")(toy, {"pair": "de-en"})


@pytest.mark.parametrize("name", [name for name in card_names() if name.startswith("mtme-wmt")])
def test_cards_of_wmt(tmp_path: Path, toy: Path, name: str) -> None:
    """The example stands in for a test set: its folder, pair, level and human score are those of a card."""
    card = get_card(name)
    home = tmp_path / card.folder
    assert card.folder.startswith("mt-metrics-eval-v2/wmt")
    with pytest.raises(DataError, match=r"mt-metrics-eval-v2\.tgz"):
        load(name, tmp_path)
    shutil.copytree(toy, home)
    human = card.options["human"][1]
    for path in home.rglob("*en-de.mqm.*score"):
        # the example has penalties, and raw judgments of the cards are on a scale from 0 on
        path.write_text(path.read_text("utf-8").replace("\t-", "\t"), "utf-8")
        path.rename(path.with_name(path.name.replace("mqm", human)))
    evalset = load(name, tmp_path, {"pair": "en-de", "human": human})
    assert evalset.criteria == [human]
    # one of both references is the standard one, the other is a system that was judged or not
    assert set(evalset.systems("en-de")) - {"refA", "refB"} == {"alpha", "beta", "delta", "gamma"}
    assert evalset.references["reference"].nunique() == 1


FILES = [
    "documents/en-de.docs",
    "sources/en-de.txt",
    "references/en-de.refB.txt",
    "system-outputs/en-de/gamma.txt",
    *(
        f"human-scores/en-de.mqm.{each}"
        for each in ("doc.score", "domain.score", "seg.score", "rater1.seg.rating")
    ),
    *(f"metric-scores/en-de/overlap-refA.{level}.score" for level in ("doc", "domain", "seg", "sys")),
]


@pytest.mark.parametrize("name", FILES)
def test_damaged_files(tmp_path: Path, toy: Path, name: str) -> None:
    """Cut off, wrongly encoded, with a line twice or, where there are columns, with one more."""
    folder = tmp_path / "toy24"
    shutil.copytree(toy, folder)
    path = folder / name
    path.chmod(0o644)
    lines = path.read_bytes().splitlines(keepends=True)
    damages = {
        "cut off": lines[:-1],
        "empty": [],
        "wrongly encoded": [*lines[:-1], b"\xf6" + lines[-1]],
        "a line twice": [*lines, lines[-1]],
    }
    if not name.endswith(".txt"):
        damages["more columns"] = [*lines[:-1], lines[-1].rstrip(b"\n") + b"\tx\ty\n"]
    for damage, content in damages.items():
        path.write_bytes(b"".join(content))
        with pytest.raises(DataError) as caught:
            read_test_set(folder, PAIR)
        # the number of sources says how many lines the other files have
        others = "sources" in name and damage in ("cut off", "a line twice")
        assert (str(folder) if others else str(path)) in str(caught.value), damage
        if damage in ("wrongly encoded", "more columns"):
            assert f"{path}:{len(lines)}: " in str(caught.value)

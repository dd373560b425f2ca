"""SummEval's own file of annotations, by the three commands of the documentation, against the card's data.

The file itself is not to be had; its rows of twelve systems are laid out here as it has them, from the copies
that our data were made of. The article is not among those: something longer than any summary stands in.
"""

import gzip
import json
import re
import shlex
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

import workbench
from workbench.cli import main
from workbench.datasets.evalset import EvalSet

PAGE = (Path(__file__).parents[2] / "docs" / "howto" / "files.md").read_text(encoding="utf-8")
FILE = "model_annotations.aligned.jsonl"
COMMANDS = re.findall(rf"^    (workbench .*{FILE}.*)\n    (.*)\n    (.*)\n", PAGE, re.MULTILINE)
GROUPS = {"expert": "expert_annotations-", "crowd": "turker_annotations-"}


@pytest.fixture(scope="module")
def rows(shared: Path) -> list[dict[str, object]]:
    """Return the official rows of the systems whose texts were released."""

    def read(name: str) -> list[dict[str, object]]:
        content = (shared / "data" / "summeval" / name).read_bytes()
        return [json.loads(line) for line in gzip.decompress(content).splitlines()]

    references = {each["doc_id"]: each["references"] for each in read("documents.jsonl.gz")}
    return [
        {
            "id": each["doc_id"],
            "decoded": each["text_original"],
            "expert_annotations": each["expert"],
            "turker_annotations": each["turker"],
            "references": references[each["doc_id"]],
            "model_id": each["system"],
            "filepath": f"cnndm/stories/{each['doc_id'].rpartition('-')[2]}.story",
            "text": " ".join(references[each["doc_id"]]),
        }
        for each in read("outputs.jsonl.gz")
        if each["text_original"] is not None
    ]


@pytest.fixture
def home(rows: list[dict[str, object]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder that is worked in, with the file."""
    write(tmp_path / FILE, rows)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("WORKBENCH_DATA", raising=False)
    monkeypatch.setenv("WORKBENCH_CACHE", str(tmp_path / "cache"))
    return tmp_path


def write(path: Path, rows: list[dict[str, object]]) -> None:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")


def called(command: str) -> str:
    result = CliRunner().invoke(main, shlex.split(command)[1:])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture(scope="module")
def known(shared: Path) -> EvalSet:
    """Return the card's data, the outputs as they were released."""
    return workbench.load("summeval", shared / "data", {"outputs": "original", "sentences": "one"})


def ratings_of(data: EvalSet, own: EvalSet, systems: set[str]) -> pd.Series:
    """Return the rating of each rater whom `own` has, by names that both have."""
    names = {f"^{theirs}": ours for ours, theirs in GROUPS.items()}

    def renamed(raters: pd.Series) -> pd.Series:
        each = pd.Series(raters.unique())
        return raters.map(dict(zip(each, each.replace(names, regex=True), strict=True)))

    raters = set(renamed(own.judgments["rater"]).unique())
    frame = data.judgments.assign(rater=renamed(data.judgments["rater"]))
    is_asked = (
        frame["criterion"].isin(own.criteria) & frame["system"].isin(systems) & frame["rater"].isin(raters)
    )
    return frame[is_asked].set_index(["segment", "system", "criterion", "rater"])["score"].sort_index()


def check_equal(own: EvalSet, known: EvalSet, raters: int) -> None:
    """Hold texts, references and each rating to the card's."""
    systems = set(own.systems("all"))
    assert len(systems) == 12

    def texts(data: EvalSet) -> dict[tuple[str, str], str]:
        outputs = data.outputs[data.outputs["system"].isin(systems)]
        return {(row.segment, row.system): " ".join(row.text.split("\n")) for row in outputs.itertuples()}

    def references(data: EvalSet) -> list[list[str]]:
        groups = data.references.groupby("segment")["text"]
        return [[" ".join(text.split("\n")) for text in mine] for _, mine in groups]

    assert texts(own) == texts(known)
    assert references(own) == references(known)
    assert len(references(own)) == 100
    ratings = ratings_of(own, own, systems)
    pd.testing.assert_series_equal(ratings, ratings_of(known, own, systems))
    assert len(ratings) == 1200 * len(own.criteria) * raters


def test_three_commands_give_the_values_of_the_card(home: Path, known: EvalSet) -> None:
    ((load, new, run),) = COMMANDS
    assert "12 systems × 100 segments, 1,200 outputs, 11 references a segment" in called(load)
    own = workbench.load("model_annotations", home)
    check_equal(own, known, raters=3)
    assert own.criteria == ["coherence", "fluency"]
    assert set(own.judgments["rater"]) == {f"expert_annotations-{at}" for at in (1, 2, 3)}
    called(new)
    experiment = home / "model_annotations.toml"
    # the same experiment, of fewer metrics, resamples and tests
    short = re.sub(
        r"metrics = \[.*?\]\n", 'metrics = ["rouge-1"]\n', experiment.read_text("utf-8"), flags=re.S
    )
    short = short[: short.index("[test]")].replace("draws = 1000", "draws = 10")
    experiment.write_text(short, encoding="utf-8")
    assert "Best metrics" in called(run)
    found = pd.read_csv(home / "reports" / "model_annotations" / "records.csv")
    theirs = workbench.Experiment(
        known,
        ["rouge-1"],
        references={"1 ref": "one", "all refs": ("all", "best")},
        components=["f"],
        systems=own.systems("all"),
        criteria=own.criteria,
        correlation={
            "levels": ["system", "segment"], "coefficients": ["pearson", "kendall"], "interval": "none",
        },
    ).records  # fmt: skip
    keys = ["criterion", "level", "coefficient", "references"]
    ours = found[found["metric"] == "rouge-1"].set_index(keys)["value"].sort_index()
    theirs = theirs[theirs["metric"] == "rouge-1"].set_index(keys)["value"].sort_index()
    pd.testing.assert_series_equal(ours, theirs.loc[ours.index], rtol=1e-9)


def test_without_names_everything_is_found_and_a_file_a_system_is_the_same(
    home: Path, known: EvalSet, rows: list[dict[str, object]]
) -> None:
    said = called(f"workbench data import {FILE} --yes")
    assert "--leave-out text\n" in said
    assert "not taken" not in said
    assert (
        "coherence (higher is better, no scale said): 1,200 of 1,200 outputs judged, 8 ratings each" in said
    )
    own = workbench.load("model_annotations", home)
    check_equal(own, known, raters=8)
    assert len(own.criteria) == 4
    assert own.card.raters["expert_annotations"] == ["expert_annotations-*"]
    for system in own.systems("all"):
        write(home / f"{system}.jsonl", [row for row in rows if row["model_id"] == system])
    called(
        f"workbench data import {' '.join(f'{name}.jsonl' for name in own.systems('all'))} --yes --out apart"
    )
    assert (home / "apart" / "judgments.jsonl").read_bytes() == (
        home / "model_annotations" / "judgments.jsonl"
    ).read_bytes()
    check_equal(workbench.load("apart", home), known, raters=8)
    check_equal(workbench.data(pd.DataFrame(rows)), known, raters=8)

"""Tables that the workbench writes: read again they are the same, written again the same bytes."""

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_up import CARD, JUDGMENTS, OUTPUTS, REFERENCES, build, card

from workbench.datasets.card import Sizes
from workbench.datasets.importing import is_written, write_evalset
from workbench.datasets.load import load
from workbench.datasets.readers import READERS
from workbench.datasets.scores import read_scores
from workbench.datasets.writers.tables import Ending, write_scores, write_tables
from workbench.errors import DataError

ENDINGS: tuple[Ending, ...] = (".jsonl", ".jsonl.gz", ".csv", ".tsv")
FILES = ("outputs", "references", "judgments")


def names() -> st.SearchStrategy[str]:
    return st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=6).filter(
        lambda name: bool(name.strip()) and name != "*"
    )


@pytest.mark.parametrize("ending", ENDINGS)
@settings(max_examples=15)
@given(text=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r")), name=names())
def test_round_trip(tmp_path_factory: pytest.TempPathFactory, ending: Ending, text: str, name: str) -> None:
    home = tmp_path_factory.mktemp("tables")
    evalset = build(
        [{**row, "text": text} for row in OUTPUTS] + [{**OUTPUTS[0], "system": f"x{name}"}],
        [{**row, "weight": float("nan"), "made_by": name} for row in REFERENCES],
        [{**row, "score": 1 / 3, "rater": f"{row['rater']}{name}"} for row in JUDGMENTS],
    )
    write_tables(home / "mine", evalset, ending)
    (home / "mine" / "card.toml").write_text(CARD, encoding="utf-8")
    again = load("mine", home)
    assert again.fingerprint == evalset.fingerprint
    write_tables(home / "again", again, ending)
    for file in FILES:
        written = (home / "mine" / f"{file}{ending}").read_bytes()
        assert (home / "again" / f"{file}{ending}").read_bytes() == written


def test_what_the_lines_are(tmp_path: Path) -> None:
    write_tables(tmp_path, build(), ".jsonl")
    first = (tmp_path / "judgments.jsonl").read_text(encoding="utf-8").split("\n")[0]
    assert first == (
        '{"task": "t", "segment": "s1", "system": "M1", '
        '"criterion": "coverage", "rater": "ann", "score": 0.5}'
    )
    first = (tmp_path / "references.jsonl").read_text(encoding="utf-8").split("\n")[0]
    assert '"weight": 0.25, "made_by": "", "only_for": ""}' in first
    write_tables(tmp_path, build(references=[{**row, "weight": float("nan")} for row in REFERENCES]), ".csv")
    lines = (tmp_path / "references.csv").read_text(encoding="utf-8").split("\n")
    assert lines[0] == "task,segment,reference,text,weight,made_by,only_for"
    assert lines[1] == "t,s1,r1,The dog barks.,,,"


def test_a_data_set_whose_card_has_sizes_is_known_again_once_it_is_written(tmp_path: Path) -> None:
    """Sizes are those of what comes with the workbench; the card of what is written has none."""
    sizes = Sizes(tasks=1, systems=3, segments=3, outputs=9, references=9, judgments=18)
    sized = replace(build(), card=card().model_copy(update={"sizes": sizes}))
    write_evalset(tmp_path / "mine", sized)
    assert load("mine", tmp_path).card.sizes is None
    assert is_written(tmp_path / "mine", sized)
    assert not is_written(tmp_path / "mine", build(judgments=JUDGMENTS[1:]))


def test_what_csv_does_not_keep(tmp_path: Path) -> None:
    evalset = build([{**row, "text": "one\r\ntwo"} for row in OUTPUTS])
    write_tables(tmp_path, evalset, ".jsonl")
    with pytest.raises(DataError, match=r"carriage return, which \.csv does not keep"):
        write_tables(tmp_path, evalset, ".csv")
    evalset = replace(evalset, references=evalset.references.iloc[:0])
    write_tables(tmp_path / "none", evalset, ".jsonl")
    assert not (tmp_path / "none" / "references.jsonl").exists()


SCORES = st.dictionaries(
    st.tuples(st.sampled_from(["", "t 1"]), names(), names()),
    st.floats(allow_nan=False, allow_infinity=False),
    min_size=1, max_size=5,
)  # fmt: skip


@pytest.mark.parametrize("ending", ENDINGS)
@settings(max_examples=15)
@given(scores=SCORES)
def test_scores(
    tmp_path_factory: pytest.TempPathFactory, ending: Ending, scores: dict[tuple[str, str, str], float]
) -> None:
    path = tmp_path_factory.mktemp("scores") / f"scores{ending}"
    write_scores(path, scores)
    written = path.read_bytes()
    assert read_scores(path) == scores
    write_scores(path, dict(reversed(list(read_scores(path).items()))))
    assert path.read_bytes() == written


def test_scores_of_whole_systems(tmp_path: Path) -> None:
    scores = {("", "*", "M10"): 1.0, ("", "*", "M9"): 0.25}
    write_scores(tmp_path / "x.tsv", scores)
    assert (tmp_path / "x.tsv").read_bytes() == b"system\tscore\nM9\t0.25\nM10\t1\n"
    assert read_scores(tmp_path / "x.tsv") == scores
    assert pd.read_csv(tmp_path / "x.tsv", sep="\t")["score"].tolist() == [0.25, 1.0]


def test_scores_of_whole_systems_beside_those_of_segments(tmp_path: Path) -> None:
    scores = {("", "*", "A"): 1.0, ("", "s1", "A"): 0.5}
    write_scores(tmp_path / "x.csv", scores)
    assert (tmp_path / "x.csv").read_bytes() == b"segment,system,score\n*,A,1\ns1,A,0.5\n"
    assert read_scores(tmp_path / "x.csv") == scores


def test_a_table_without_tasks_is_of_the_only_one_there_is(tmp_path: Path) -> None:
    """Judgments name no task: they are of the one that outputs name, and of two nobody knows which."""

    def read(*tasks: str) -> pd.Series:
        for name, rows in (("outputs", OUTPUTS), ("references", REFERENCES)):
            frame = pd.DataFrame([{**row, "task": task} for row in rows for task in tasks])
            frame.to_csv(tmp_path / f"{name}.csv", index=False)
        pd.DataFrame(JUDGMENTS).drop(columns="task").to_csv(tmp_path / "judgments.csv", index=False)
        return READERS.get("tables")(tmp_path, {}).judgments["task"]

    assert set(read("news")) == {"news"}
    with pytest.raises(DataError, match=r"judgments.csv:2: column 'task' is missing.*several.*chat, news"):
        read("news", "chat")

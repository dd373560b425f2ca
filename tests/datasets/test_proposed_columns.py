"""Columns that are found without being named: German, of dialogues, lists of numbers; texts that are not."""

import tomllib
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

import workbench
from workbench.cli import main
from workbench.datasets.understood import understand
from workbench.errors import DataError, SpecError

WORDS = "abcdefghijklmnop"


def wide(systems: str = "ABCDE", segments: int = 6) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "doc": f"d{at}", "system": system,
                "summary": " ".join(w if n < 3 + rank else f"x{w}" for n, w in enumerate(WORDS[at : at + 8])),
                "ref1": " ".join(WORDS[at : at + 8]), "flow": 1 + rank % 5,
            }
            for at in range(segments) for rank, system in enumerate(systems)
        ]
    )  # fmt: skip


def imported(folder: Path, file: str, *more: str) -> str:
    arguments = ["data", "import", str(folder / file), "--yes", "--out", str(folder / "own"), *more]
    return CliRunner().invoke(main, arguments).output


def test_german_names_of_columns(tmp_path: Path) -> None:
    frame = wide()
    frame.columns = ["Satznr", "System", "Übersetzung", "Referenz", "Qualität"]
    frame.assign(Quelle="der Satz war lang").to_csv(tmp_path / "x.csv", sep=";", index=False)
    said = imported(tmp_path, "x.csv")
    assert "--text 'Übersetzung' --reference Referenz --segment Satznr --system System --crit" in said
    assert "--criterion 'Qualität' --leave-out Quelle" in said
    frame.assign(Mensch=frame["Referenz"] + " und mehr").to_csv(tmp_path / "y.csv", sep=";", index=False)
    assert "--reference Referenz --reference Mensch" in imported(
        tmp_path, "y.csv", "--out", str(tmp_path / "y")
    )


def test_systems_that_are_called_by_several_words(tmp_path: Path) -> None:
    """They look like texts, but what comes back in every segment is a name."""
    called = ["GPT-4o mini (zero shot)", "our system, with copying", "second human author", "BART large"]
    frame = wide("ABCD")
    frame["system"] = frame["system"].map(dict(zip("ABCD", called, strict=True)))
    frame.rename(columns={"system": "model"}).to_csv(tmp_path / "x.csv", index=False)
    assert "--segment doc --system model --criterion flow" in imported(tmp_path, "x.csv")
    own = workbench.load(tmp_path / "x.csv")
    assert own.systems(own.tasks[0]) == sorted(called)


def test_turns_of_dialogues_and_lists_of_ratings(tmp_path: Path) -> None:
    rows = [
        {
            "dialog_id": f"c{row.Index // 10}", "turn_id": row.Index // 5 % 2, "model": row.system,
            "response": row.summary, "context": ["hi", "how are you doing"], "references": [row.ref1],
            "ratings": {"fitting": [row.flow, None, row.flow], "overall": row.flow}, "span": [1, 2],
        }
        for row in wide().itertuples()
    ]  # fmt: skip
    pd.DataFrame(rows).to_json(tmp_path / "x.jsonl", orient="records", lines=True)
    own = workbench.load(tmp_path / "x.jsonl")
    assert "5 systems × 6 segments, 30 outputs" in understand(own).lines[0]
    assert sorted(own.criteria) == ["fitting", "overall"]
    assert own.judgments["criterion"].value_counts().to_dict() == {"fitting": 60, "overall": 30}
    assert [str(note) for note in own.notes] == ["30 of 120 ratings are missing"]


def test_lists_that_were_written_into_cells(tmp_path: Path) -> None:
    frame = wide()
    frame["flow"] = [[rating, rating % 5 + 1] for rating in frame["flow"]]
    frame["style"] = [[{"score": 3}, {"score": rating[0]}] for rating in frame["flow"]]
    frame.to_csv(tmp_path / "x.csv", index=False)
    own = workbench.load(tmp_path / "x.csv")
    assert own.judgments["criterion"].value_counts().to_dict() == {"flow": 60, "score": 60}
    assert workbench.data(frame).fingerprint == own.fingerprint


def test_texts_are_not_dropped_because_nothing_is_called_like_them(tmp_path: Path) -> None:
    frame = wide().rename(columns={"summary": "résumé produit", "ref1": "modèle écrit"})
    frame.to_csv(tmp_path / "x.csv", index=False)
    said = imported(tmp_path, "x.csv")
    assert "which column has the texts of the systems?" in said
    assert "résumé produit, modèle écrit have texts" in said
    assert not (tmp_path / "own").exists()
    with pytest.raises(SpecError, match="have texts; what is not needed is left out"):
        workbench.data(frame)
    named = imported(tmp_path, "x.csv", "--text", "résumé produit", "--reference", "modèle écrit")
    assert "30 outputs, 1 reference a segment" in named
    alone = workbench.data(frame, leave_out=["résumé produit", "modèle écrit"])
    assert not alone.card.texts


def test_many_systems_that_are_references_are_one_warning() -> None:
    frame = wide("ABCDE")
    frame.loc[frame["system"].isin(["B", "D"]), "summary"] = frame["ref1"]
    said = [str(each) for each in understand(workbench.data(frame)).warnings]
    (found,) = [each for each in said if each.startswith("references-are-outputs")]
    assert (
        "system 'B'; in 6 of 6 segments of all a reference (ref1) is the very output of system 'D'" in found
    )
    assert "--reference D=ref1" in found


def test_ratings_in_words(tmp_path: Path) -> None:
    frame = wide()
    frame["flow"] = [["bad", "poor", "OK", "good", "very good"][rating - 1] for rating in frame["flow"]]
    frame.to_csv(tmp_path / "x.csv", index=False)
    said = imported(tmp_path, "x.csv", "--criterion", "flow")
    assert "x.csv:2: flow is not a number: got 'bad'. So it is in 6 rows. Missing ratings" in said
    assert said.count("--word good=4, in Python words=") == 1
    assert "x.csv:6: flow is not a number: got 'very good'. So it is in 6 rows" in said
    counts = ["bad=1", "poor=2", "ok=3", "good=4", "very good=5"]
    said = imported(tmp_path, "x.csv", *(word for each in counts for word in ("--word", each)))
    assert (
        "--criterion flow --word bad=1 --word poor=2 --word ok=3 --word good=4 --word 'very good=5'" in said
    )
    assert "1 rater, 1 to 5" in said
    words = {"bad": 1, "poor": 2, "ok": 3, "good": 4, "very good": 5}
    assert workbench.data(frame, words=words).judgments["score"].sum() == wide()["flow"].sum()
    for wrong in ("good", "=4", " =4", "good=x", "good="):
        with pytest.raises(
            SpecError, match=rf"words: is no word and its number: got '{wrong}', allowed: as in good=4"
        ):
            workbench.data(frame, words=wrong)


def test_columns_with_dots_are_taken_by_their_names(tmp_path: Path) -> None:
    """As pandas makes them of nested records, `json_normalize`."""
    frame = wide().rename(columns={"summary": "model.summary", "ref1": "ref.1", "flow": "human.flow"})
    frame.to_csv(tmp_path / "x.csv", index=False)
    assert "30 outputs, 1 reference a segment" in imported(tmp_path, "x.csv")


def test_a_column_that_a_table_lacks_is_said_once() -> None:
    frame = wide()
    ratings = frame[["doc", "system", "flow"]].rename(columns={"doc": "article"})
    with pytest.raises(DataError) as caught:
        workbench.data(frame[["doc", "system", "summary", "ref1"]], judgments=ratings)
    assert (
        str(caught.value)
        == "judgments: column 'doc' (segment) is missing. It has one name in all tables. Its columns: "
        "article, system, flow"
    )


@pytest.mark.parametrize(
    "column",
    [
        *("gpt4_score", "llm-judge", "G-Eval", "bert", "xcomet_xl", "TER", "PPL", "temperature", "top_p"),
        *(
            "prompt_len",
            "annotator_age",
            "model_size",
            "n_words",
            "sentence count",
            "std",
            "n",
        ),
    ],
)
def test_metrics_settings_and_lengths_are_no_ratings_and_named(tmp_path: Path, column: str) -> None:
    wide().assign(**{column: [1 + number % 4 for number in range(30)]}).to_csv(
        tmp_path / "x.csv", index=False
    )
    said = imported(tmp_path, "x.csv")
    assert "--system system --criterion flow\n" in said
    assert f"Numbers that are not taken: {column}; a column of ratings is taken by --criterion NAME" in said


def test_scores_of_a_metric_are_pointed_to_where_they_belong(tmp_path: Path) -> None:
    scored = wide().assign(**{"BERTScore F1": [0.1 + number / 100 for number in range(30)]})
    scored.to_csv(tmp_path / "x.csv", index=False)
    said = imported(tmp_path, "x.csv")
    assert "Scores of a metric are a line of [scores] in the experiment: bertscore-f1 = { file = " in said
    assert 'column = "BERTScore F1", segment = "doc" }' in said


def test_a_line_of_scores_names_all_columns_of_segments_and_can_be_run(tmp_path: Path) -> None:
    frame = wide().assign(USR=[0.1 + number / 100 for number in range(30)])
    at = frame.pop("doc").str[1:].astype(int)
    frame = frame.assign(dialogue_id="d" + (at // 3).astype(str), turn=at % 3)
    frame.to_csv(tmp_path / "x.csv", index=False)
    said = imported(tmp_path, "x.csv")
    line = said.partition("in the experiment: ")[2].partition("\n")[0]
    assert 'column = "USR", segment = ["dialogue_id", "turn"] }' in line
    scores = tomllib.loads(line)["usr"]
    quick = {"levels": ["system"], "coefficients": ["pearson"], "draws": 10}
    data = workbench.load(str(tmp_path / "own"))
    e = workbench.Experiment(data, ["usr"], scores={"usr": scores}, correlation=quick)
    assert e.records[["n_systems", "n_outputs"]].to_numpy().tolist() == [[5, "6"]]
    assert tomllib.loads(e.to_toml())["scores"]["usr"]["segment"] == ["dialogue_id", "turn"]


@pytest.mark.parametrize(
    "column", ["terseness", "coverage", "n_errors", "error_count", "grammar_score", "usage"]
)
def test_what_begins_or_ends_like_a_metric_or_a_setting_is_a_rating(column: str) -> None:
    own = workbench.data(wide().assign(**{column: [1 + number % 4 for number in range(30)]}))
    assert own.criteria == ["flow", column]


OUTPUTS = "segment,system,text\n1,A,it rained all day\n1,B,a dry day\n2,A,he came home\n2,B,she left again\n"
SCORES = "segment,system,flow\n1,A,5\n1,B,2\n2,A,4\n2,B,1\n"


def three(folder: Path, references: str, *more: str, outputs: str = OUTPUTS, scores: str = SCORES) -> str:
    for name, text in (("o.csv", outputs), ("r.csv", references), ("s.csv", scores)):
        (folder / name).write_text(text, encoding="utf-8")
    return imported(folder, "o.csv", str(folder / "r.csv"), str(folder / "s.csv"), *more)


@pytest.mark.parametrize("name", ["text", "reference"])
def test_a_weight_beside_a_reference_is_no_rating_whatever_the_reference_is_called(
    tmp_path: Path, name: str
) -> None:
    said = three(tmp_path, f"segment,{name},weight\n1,much rain fell here,1\n2,he came home again,-0.5\n")
    assert "--criterion flow --weight weight" in said
    own = workbench.load(tmp_path / "own")
    assert (own.criteria, list(own.references["weight"])) == (["flow"], [1.0, -0.5])


def test_one_column_of_weights_beside_two_of_references_is_asked_about(tmp_path: Path) -> None:
    rows = "segment,ref1,ref2,weight\n1,much rain fell,wet all day long,1\n2,he came home,back he was,-0.5\n"
    said = three(tmp_path, rows)
    named = "'weight' has weights by its name, and is not named. Each column of references has one of "
    assert f"{named}weights, 2 here: name" in " ".join(said.split())
    assert not (tmp_path / "own").exists()
    assert "Next:" in three(tmp_path, rows, "--leave-out", "weight")


def test_weights_are_of_the_references_whose_names_end_alike(tmp_path: Path) -> None:
    three(
        tmp_path,
        "segment,ref_b,ref_a,weight_a,weight_b\n1,much rain fell here,wet all day long,1,-1\n"
        "2,he came home again,back he was,1,-1\n",
    )
    rows = workbench.load(tmp_path / "own").references
    assert dict(zip(rows["reference"], rows["weight"], strict=True)) == {"ref_a": 1.0, "ref_b": -1.0}


def test_numbers_beside_references_are_no_ratings_of_systems(tmp_path: Path) -> None:
    rows = "segment,reference,hardness\n1,much rain fell here,1\n2,he came home again,3\n"
    said = three(tmp_path, rows)
    assert "Numbers that are not taken: hardness" in said
    assert workbench.load(tmp_path / "own").criteria == ["flow"]
    said = three(
        tmp_path, rows, "--criterion", "flow", "--criterion", "hardness", "--out", str(tmp_path / "x")
    )
    assert "r.csv: whose are the ratings in hardness? There is no column 'system'" in " ".join(said.split())


def test_texts_in_a_column_a_system_beside_long_ratings(tmp_path: Path) -> None:
    texts = "segment,source,gold,A,B\n" + "".join(
        f"{n},the source of {n} is long,the gold of {n},A has written {n},B has written {n}\n" for n in (1, 2)
    )
    (tmp_path / "t.csv").write_text(texts, encoding="utf-8")
    (tmp_path / "s.csv").write_text(SCORES, encoding="utf-8")
    said = imported(tmp_path, "t.csv", str(tmp_path / "s.csv"))
    assert "--text A --text B --reference gold --segment segment --system system --criterion flow" in said
    own = workbench.load(tmp_path / "own")
    assert own.outputs["text"].tolist()[:2] == ["A has written 1", "B has written 1"]
    assert len(own.judgments) == 4


def test_ratings_in_a_column_a_system_are_pointed_at(tmp_path: Path) -> None:
    folder = tmp_path / "wmt"
    folder.mkdir()
    for name in ("A", "B", "ref"):
        (folder / f"{name}.txt").write_text(f"{name} has one line\n{name} has another\n", encoding="utf-8")
    (folder / "scores.csv").write_text("segment,A,B\n1,2,3\n2,3,4\n", encoding="utf-8")
    said = " ".join(imported(tmp_path, "wmt").split())
    assert "a column is a system's: write ratings below each other" in said


@pytest.mark.parametrize(("sign", "direction"), [(1, "lower"), (-1, "higher")])
def test_points_of_errors_are_the_better_the_nearer_to_none(
    tmp_path: Path, sign: int, direction: str
) -> None:
    frame = wide().rename(columns={"flow": "mqm"})
    frame["mqm"] = sign * (frame["mqm"] - 1)
    frame.to_csv(tmp_path / "x.csv", index=False)
    assert ("--lower mqm" in imported(tmp_path, "x.csv")) == (direction == "lower")
    assert workbench.load(tmp_path / "own").card.criteria["mqm"].direction == direction
    assert workbench.load(tmp_path / "x.csv").card.criteria["mqm"].direction == direction


def test_a_table_of_mechanical_turk(tmp_path: Path) -> None:
    frame = wide().rename(columns={"doc": "Input.doc_id", "flow": "Answer.flow"})
    frame = frame.rename(columns={each: f"Input.{each}" for each in ("system", "summary", "ref1")})
    raters = [
        frame.assign(HITId=[f"h{n}" for n in range(len(frame))], WorkerId=who, WorkTimeInSeconds=range(30))
        for who in ("ann", "bob")
    ]
    pd.concat(raters).assign(MaxAssignments=2, AssignmentDurationInSeconds=600).to_csv(
        tmp_path / "x.csv", index=False
    )
    said = imported(tmp_path, "x.csv")
    assert (
        "--text Input.summary --reference Input.ref1 --segment Input.doc_id --system Input.system "
        "--criterion Answer.flow --rater WorkerId" in said
    )
    assert len(workbench.load(tmp_path / "own").judgments) == 60


def test_sentences_beside_documents_are_segments(tmp_path: Path) -> None:
    frame = wide(segments=4)
    numbers = frame["doc"].str[1:].astype(int)
    for name, sentences in (("anew", numbers % 2), ("on", numbers)):
        frame.assign(doc_id=numbers // 2, sent_id=sentences).drop(columns="doc").to_csv(
            tmp_path / f"{name}.csv", index=False
        )
    anew, on = (workbench.load(tmp_path / f"{name}.csv") for name in ("anew", "on"))
    assert anew.segments("all") == ["0:0", "0:1", "1:0", "1:1"]
    assert on.segments("all") == ["0", "1", "2", "3"]
    assert (
        on.outputs["document"].unique().tolist() == anew.outputs["document"].unique().tolist() == ["0", "1"]
    )


def test_a_number_of_annotators_is_no_rating(tmp_path: Path) -> None:
    wide().assign(annotators=range(30)).to_csv(tmp_path / "x.csv", index=False)
    assert "--criterion flow\n" in imported(tmp_path, "x.csv")


def test_lists_of_texts_and_of_their_ratings_are_of_systems_not_raters(tmp_path: Path) -> None:
    rows = [
        {
            "id": n, "text": f"the article {n} is longer", "references": ["much rain fell", f"it was {n}"],
            "machine_summaries": [f"{who} has written {n}" for who in "ABC"], "flow": [1.5, 2.0, n],
        }
        for n in range(4)
    ]  # fmt: skip
    pd.DataFrame(rows).to_json(tmp_path / "x.jsonl", orient="records", lines=True)
    with pytest.raises(
        SpecError, match=r"machine_summaries has as many texts in each row as flow has ratings"
    ):
        workbench.load(tmp_path / "x.jsonl")

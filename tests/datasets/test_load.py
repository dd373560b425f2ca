"""Loading: where data are looked for, and a data set of one's own that needs no code."""

import csv
import tempfile
from pathlib import Path

import pandas as pd
import pytest
from made_up import CARD, JUDGMENTS, OUTPUTS, REFERENCES, Row, build, write_jsonl, write_tsv

from workbench.datasets.at_path import name_of
from workbench.datasets.card import get_card
from workbench.datasets.importing import write_data_set
from workbench.datasets.load import is_path, load, missing, place_of_files, read_set
from workbench.errors import DataError, MissingDataError, SpecError


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return a folder with a data set called mine, in three formats."""
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "card.toml").write_text(CARD, encoding="utf-8")
    write_jsonl(mine / "outputs.jsonl", OUTPUTS)
    write_jsonl(mine / "references.jsonl.gz", REFERENCES)
    write_csv(mine / "judgments.csv", JUDGMENTS)
    return tmp_path


def write_csv(path: Path, rows: list[Row]) -> None:
    lines = [",".join(rows[0]), *(",".join(map(str, row.values())) for row in rows)]
    path.write_text("\n".join(lines), encoding="utf-8")


def write_parts(folder: Path, rows: list[Row]) -> None:
    folder.mkdir(exist_ok=True)
    for number, part in enumerate((rows[:4], rows[4:])):
        frame = pd.DataFrame(part)
        frame.to_parquet(folder / f"part-{number}.parquet", index=False)


def test_a_data_set_of_ones_own(data: Path) -> None:
    evalset = load("mine", data)
    assert repr(evalset) == "EvalSet(mine 3, human judgments, t: 3 systems × 3 segments)"
    assert evalset.fingerprint == build().fingerprint


@pytest.mark.parametrize("ending", [".jsonl", ".jsonl.gz", ".csv", ".tsv"])
def test_all_formats_hold_the_same(data: Path, ending: str) -> None:
    write = {".csv": write_csv, ".tsv": write_tsv}.get(ending, write_jsonl)
    for old in [*(data / "mine").glob("*.jsonl*"), data / "mine" / "judgments.csv"]:
        old.unlink()
    for name, rows in (("outputs", OUTPUTS), ("references", REFERENCES), ("judgments", JUDGMENTS)):
        write(data / "mine" / f"{name}{ending}", rows)
    assert load("mine", data).fingerprint == build().fingerprint


def test_tables_with_the_names_of_a_data_set_are_read_as_they_are_without_a_card(data: Path) -> None:
    (data / "mine" / "card.toml").unlink()
    found, expected = load(data / "mine"), build()
    for table in ("outputs", "references", "judgments"):
        pd.testing.assert_frame_equal(getattr(found, table), getattr(expected, table))


def test_a_folder_of_parquet_parts_is_a_table(data: Path) -> None:
    for old in [*(data / "mine").glob("*.jsonl*"), data / "mine" / "judgments.csv"]:
        old.unlink()
    for name, rows in (("outputs", OUTPUTS), ("references", REFERENCES), ("judgments", JUDGMENTS)):
        write_parts(data / "mine" / name, rows)
    (data / "mine" / "outputs" / ".part.parquet").write_text("of a copy that was broken off")
    assert load("mine", data).fingerprint == build().fingerprint
    (data / "mine" / "card.toml").unlink()
    assert len(load(data / "mine").outputs) == len(OUTPUTS)


def test_a_row_without_anything_is_none_in_a_part(data: Path) -> None:
    (data / "mine" / "outputs.jsonl").unlink()
    write_parts(data / "mine" / "outputs", [*OUTPUTS, dict.fromkeys(OUTPUTS[0], "")])
    assert load("mine", data).fingerprint == build().fingerprint


def test_a_fault_in_a_part_names_part_and_row(data: Path) -> None:
    (data / "mine" / "judgments.csv").unlink()
    write_parts(data / "mine" / "judgments", [*JUDGMENTS[:-1], {**JUDGMENTS[-1], "score": float("inf")}])
    with pytest.raises(DataError, match=r"judgments/part-1\.parquet:\d+: score is not a number"):
        load("mine", data)
    write_parts(data / "mine" / "judgments", [*JUDGMENTS[:4], *JUDGMENTS[:3]])
    with pytest.raises(DataError, match=r"judgments/part-1\.parquet:1: given twice"):
        load("mine", data)
    # a part with whole numbers is read in another way
    whole = [{**row, "score": 1} for row in JUDGMENTS[:3]]
    for scored in ([*whole, JUDGMENTS[3], JUDGMENTS[0]], [*JUDGMENTS[:4], *whole]):
        write_parts(data / "mine" / "judgments", scored)
        with pytest.raises(DataError, match=r"judgments/part-1\.parquet:1: given twice"):
            load("mine", data)
    (data / "mine" / "judgments" / "part-1.parquet").write_text("no table")
    with pytest.raises(DataError, match=r"judgments/part-1\.parquet: cannot be read"):
        load("mine", data)


@pytest.mark.parametrize("column", ["text", "segment", "system"])
def test_a_column_that_parts_lack_or_have_wrongly_is_said(data: Path, column: str) -> None:
    (data / "mine" / "outputs.jsonl").unlink()
    for spoiled in ({column: None}, {column: [1.5]}):
        write_parts(data / "mine" / "outputs", [{**row, **spoiled} for row in OUTPUTS])
        with pytest.raises(DataError, match=column):
            load("mine", data)
    write_parts(
        data / "mine" / "outputs", [{**row, column: None} if row is OUTPUTS[-1] else row for row in OUTPUTS]
    )
    with pytest.raises(DataError, match=rf"part-1\.parquet:{len(OUTPUTS) - 4}: .*{column}"):
        load("mine", data)
    write_parts(data / "mine" / "outputs", [{k: v for k, v in row.items() if k != column} for row in OUTPUTS])
    with pytest.raises(DataError, match=column):
        load("mine", data)


def test_a_table_is_a_file_or_a_folder_and_not_both(data: Path) -> None:
    write_parts(data / "mine" / "outputs", OUTPUTS)
    with pytest.raises(DataError, match=r"several files of outputs: got .outputs.jsonl, outputs."):
        load("mine", data)


@pytest.mark.parametrize("weight", [None, float("nan")])
def test_a_weight_may_be_missing(data: Path, weight: float | None) -> None:
    write_jsonl(data / "mine" / "references.jsonl.gz", [{**row, "weight": weight} for row in REFERENCES])
    assert load("mine", data).references["weight"].isna().all()


def test_a_rating_that_is_missing_is_left_out_and_counted(data: Path) -> None:
    mine = data / "mine"
    write_csv(mine / "judgments.csv", [{**JUDGMENTS[0], "score": ""}, *JUDGMENTS[1:]])
    found = load("mine", data)
    assert len(found.judgments) == len(JUDGMENTS) - 1
    assert f"1 of {len(JUDGMENTS)} ratings are missing" in [note.what for note in found.notes]


def test_a_weight_of_0_is_a_weight_and_words_for_nothing_are_none(data: Path) -> None:
    (data / "mine" / "references.jsonl.gz").unlink()
    weights = iter(["0", "0.0", "None", "NaN", "nan", "", "-1", "1", "0.5"])
    write_csv(data / "mine" / "references.csv", [{**row, "weight": next(weights)} for row in REFERENCES])
    read = load("mine", data).references.set_index(["segment", "reference"])["weight"]
    expected = dict(
        zip([(row["segment"], row["reference"]) for row in REFERENCES],
            [0, 0, None, None, None, None, -1, 1, 0.5], strict=True)
    )  # fmt: skip
    assert {key: None if weight != weight else weight for key, weight in read.items()} == expected


def test_references_are_needed_where_one_text_is_not_empty(data: Path) -> None:
    (data / "mine" / "references.jsonl.gz").unlink()
    write_jsonl(data / "mine" / "outputs.jsonl", [{**OUTPUTS[0], "text": ""}, *OUTPUTS[1:]])
    with pytest.raises(MissingDataError, match=r"there is no references\.jsonl"):
        load("mine", data)


def test_names_may_be_numbers(data: Path) -> None:
    for name, rows in (("outputs.jsonl", OUTPUTS), ("references.jsonl.gz", REFERENCES)):
        numbered = [{**row, "segment": int(str(row["segment"])[1:])} for row in rows]
        write_jsonl(data / "mine" / name, numbered)
    write_csv(
        data / "mine" / "judgments.csv", [{**row, "segment": str(row["segment"])[1:]} for row in JUDGMENTS]
    )
    assert load("mine", data).segments("t") == ["1", "2", "10"]


def test_a_table_is_missing_or_there_twice(data: Path) -> None:
    write_jsonl(data / "mine" / "judgments.jsonl", JUDGMENTS)
    with pytest.raises(DataError, match=r"several files of judgments: got 'judgments.jsonl, judgments.csv'"):
        load("mine", data)
    (data / "mine" / "judgments.jsonl").unlink()
    (data / "mine" / "judgments.csv").unlink()
    with pytest.raises(MissingDataError, match=r"there is no judgments\.jsonl or judgments\.jsonl\.gz or"):
        load("mine", data)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"score": "good"}, "judgments.csv:2: score is not a number: got 'good'"),
        ({"score": "inf"}, "judgments.csv:2: score is not a number: got 'inf'"),
        ({"system": "M3"}, "judgments.csv:2: judgment of unknown system 'M3'"),
        ({"rater": "bob"}, "judgments.csv:3: given twice"),
        ({"criterion": "fluency"}, "judgments.csv:2: judgment on unknown criterion 'fluency'"),
        ({"rater": ""}, "judgments.csv:2: rater is empty"),
    ],
)
def test_faults_of_a_table(data: Path, change: Row, fault: str) -> None:
    write_csv(data / "mine" / "judgments.csv", [{**JUDGMENTS[0], **change}, *JUDGMENTS[1:]])
    with pytest.raises(DataError) as caught:
        load("mine", data)
    assert fault in str(caught.value)
    assert "mine" in str(caught.value)


def test_cells_are_quoted_as_in_csv(data: Path) -> None:
    text = 'One, "two"\nthree\tfour'
    write_jsonl(data / "mine" / "outputs.jsonl", [{**row, "text": text} for row in OUTPUTS])
    expected = load("mine", data)
    (data / "mine" / "outputs.jsonl").unlink()
    for ending, separator in ((".csv", ","), (".tsv", "\t")):
        path = data / "mine" / f"outputs{ending}"
        with path.open("w", encoding="utf-8-sig", newline="") as file:
            # a name with either separator in it: the file is read by its ending
            writer = csv.DictWriter(file, [*OUTPUTS[0], "x,\ty"], delimiter=separator)
            writer.writeheader()
            writer.writerows({**row, "text": text, "x,\ty": "z"} for row in OUTPUTS)
        evalset = load("mine", data)
        assert set(evalset.outputs["text"]) == {text}
        assert evalset.fingerprint == expected.fingerprint
        path.unlink()


def test_a_segment_without_a_reference_names_the_file(data: Path) -> None:
    write_jsonl(data / "mine" / "references.jsonl.gz", REFERENCES[3:])
    with pytest.raises(DataError, match=r"references\.jsonl\.gz: segment 's1' of task 't' has no reference"):
        load("mine", data)
    write_jsonl(data / "mine" / "references.jsonl.gz", [{**row, "text": ""} for row in REFERENCES])
    assert set(load("mine", data).references["text"]) == {""}


def test_systems_that_are_called_by_number(data: Path) -> None:
    mined = [{**row, "made_by": 5 if number % 2 else None} for number, row in enumerate(REFERENCES)]
    write_jsonl(data / "mine" / "references.jsonl.gz", mined)
    assert set(load("mine", data).references["made_by"]) == {"", "5"}


def test_a_card_of_ones_own_may_use_any_reader(data: Path) -> None:
    card = CARD.replace("coverage", "relevance").replace('"tables"', '"summeval"').replace("0 to 1", "1 to 5")
    others = "".join(
        f'[criteria.{name}]\ndirection = "higher"\nscale = ""\nmeaning = ""\n'
        for name in ("coherence", "consistency", "fluency")
    )
    (data / "mine" / "card.toml").write_text(card + others, encoding="utf-8")
    write_jsonl(data / "mine" / "outputs.jsonl.gz", [{"doc_id": "d", "system": "M1", "text": "A. B."}])
    write_jsonl(data / "mine" / "documents.jsonl.gz", [{"doc_id": "d", "references": ["C. D."]}])
    rated = dict.fromkeys(("coherence", "consistency", "fluency", "relevance"), 3)
    write_tsv(
        data / "mine" / "annotations.tsv.gz", [{"doc_id": "d", "system": "M1", "rater": "ann", **rated}]
    )
    evalset = load("mine", data)
    assert list(evalset.outputs["text"]) == ["A.\nB."]
    assert len(evalset.judgments) == 4


def test_an_unknown_reader_is_answered_with_a_known_one(data: Path) -> None:
    card = CARD.replace('reader = "tables"', 'reader = "table"')
    (data / "mine" / "card.toml").write_text(card, encoding="utf-8")
    with pytest.raises(SpecError, match=r"unknown reader 'table'\. Did you mean 'tables'"):
        load("mine", data)


def test_the_environment_names_the_folder(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORKBENCH_DATA", str(data))
    assert load("mine").fingerprint == load("mine", data).fingerprint
    with pytest.raises(SpecError, match="unknown data set 'mine'"):
        load("mine", data / "mine")


def test_without_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WORKBENCH_DATA", raising=False)
    with pytest.raises(MissingDataError, match="WORKBENCH_DATA"):
        load("summeval")
    assert len(missing("summeval")) == 1


def test_missing_names_every_file_without_reading_any(tmp_path: Path) -> None:
    folder = tmp_path / "summeval"
    names = ["outputs.jsonl.gz", "documents.jsonl.gz", "annotations.tsv.gz"]
    assert missing("summeval", tmp_path) == [str(folder / name) for name in names]
    folder.mkdir()
    (folder / "documents.jsonl.gz").write_bytes(b"not read")
    assert missing("summeval", tmp_path) == [str(folder / name) for name in (names[0], names[2])]
    assert missing("simulated-news", tmp_path) == []


def test_where_files_are_by_name_and_by_path(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WORKBENCH_DATA", raising=False)
    monkeypatch.chdir(data)
    (data / "table.csv").write_text("x")
    assert place_of_files("summeval", data) == data / "summeval"
    assert place_of_files("mtme-wmt23", data) == data / "mt-metrics-eval-v2" / "wmt23"
    assert place_of_files("mine", data) == data / "mine"
    assert place_of_files(data / "mine", data) == place_of_files(f"{data}/mine") == data / "mine"
    assert place_of_files("table.csv", data) == Path()
    assert place_of_files(data / "mine" / "judgments.csv") == data / "mine"
    assert [place_of_files(*named) for named in (("mina", data), ("summeval",))] == [None, None]
    # a folder that is here is a path where it is no name
    assert [is_path(name, home) for name, home in (("mine", None), ("mine", data), ("mina", data))] == [
        True,
        False,
        False,
    ]


def test_what_is_not_there_is_said_with_how_to_get_it(tmp_path: Path) -> None:
    said = {
        "summeval": """
            summeval: not found: HOME/summeval/outputs.jsonl.gz
            summeval: not found: HOME/summeval/documents.jsonl.gz
            summeval: not found: HOME/summeval/annotations.tsv.gz
            summeval: how to get it: `workbench data fetch summeval --data DIR` downloads it; or put the
            folder summeval (outputs.jsonl.gz, documents.jsonl.gz, annotations.tsv.gz) into the folder of the
            data sets and name that with --data or WORKBENCH_DATA""",
        "wmt24-esa": """
            wmt24-esa: not found: HOME/mt-metrics-eval-v2/wmt24
            wmt24-esa: not found: HOME/mt-metrics-eval-v2/wmt24_esa_ratings
            wmt24-esa: how to get it: make the test set wmt24 of mt-metrics-eval as for mtme-wmt24, and
            wmt24_esa_ratings of the organisers' rows""",
    }
    for name, expected in said.items():
        with pytest.raises(MissingDataError) as caught:
            load(name, tmp_path)
        assert str(caught.value).replace(str(tmp_path), "HOME").split() == expected.split()


def test_a_card_that_does_not_say_how_to_get_its_files(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "card.toml").write_text(f'{CARD}[[files]]\npath = "x.csv"\n', encoding="utf-8")
    with pytest.raises(MissingDataError) as caught:
        load("mine", tmp_path)
    absent = tmp_path / "mine" / "x.csv"
    assert [str(each) for each in caught.value.problems] == [f"mine: not found: {absent}"]


def test_an_option_has_one_of_its_values(data: Path) -> None:
    (data / "mine" / "card.toml").write_text(f'{CARD}[options]\nside = ["left", "right"]\n', encoding="utf-8")
    assert load("mine", data, {"side": "right"}).fingerprint == build().fingerprint
    with pytest.raises(SpecError, match=r"^mine: option 'side': got 'up', allowed: left or right$"):
        load("mine", data, {"side": "up"})


def test_an_unknown_name(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"unknown data set 'simulated'\. Did you mean 'simulated-news'"):
        load("simulated", tmp_path)
    with pytest.raises(SpecError, match=r"has no option 'seed'\. It has none"):
        load("simulated-news", options={"seed": "1"})


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("my data.csv.gz", "my-data"),
        ("_é.tsv", "own"),
        (".hidden.csv", "hidden"),
        (f"{'a' * 101}.csv", "a" * 100),
        ("x.y/", "x.y"),
        ("...", "own"),
    ],
)
def test_the_name_of_what_is_read_by_its_path(tmp_path: Path, path: str, name: str) -> None:
    (tmp_path / "x.y").mkdir()
    assert name_of(tmp_path / path) == name


def test_what_is_written_as_a_whole_is_written_beside_its_place(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On another disk, as that of temporary files may be, it could not be moved there."""
    monkeypatch.setattr(tempfile, "tempdir", str(data / "nowhere"))
    evalset = load("mine", data)
    write_data_set(data / "more" / "again", evalset, evalset.card)
    assert load(data / "more" / "again").fingerprint == evalset.fingerprint
    assert [each.name for each in (data / "more").iterdir()] == ["again"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (None, "load: is no name and no path: got 'NoneType'"),
        (" ", "load: is no name and no path: got ' '"),
        (
            pd.DataFrame(),
            "load: is no name and no path: got 'DataFrame'. A DataFrame is read by workbench.data(frame)",
        ),
        (
            "sumeval",
            "unknown data set 'sumeval'. Did you mean 'summeval'? No folder was searched: name the one that "
            "yours lies in with --data or WORKBENCH_DATA.",
        ),
    ],
)
def test_what_is_no_name_of_a_data_set(name: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WORKBENCH_DATA", raising=False)
    with pytest.raises(SpecError) as caught:
        load(name)
    assert str(caught.value).partition(" Known: ")[0] == said


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"sentences": "x"}, "option 'sentences': got 'x', allowed: ends or full stops or one"),
        (
            {"sentencs": "one"},
            "the data set has no option 'sentencs'. Did you mean 'sentences'? Known: outputs, references, "
            "sentences",
        ),
    ],
)
def test_options_that_a_data_set_has_not(tmp_path: Path, options: dict[str, str], said: str) -> None:
    with pytest.raises(SpecError) as caught:
        read_set(get_card("summeval"), tmp_path, options)
    assert str(caught.value) == f"summeval: {said}"

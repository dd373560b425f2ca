"""Scores computed elsewhere: tables of several shapes, and score files of mt-metrics-eval."""

import gzip
from pathlib import Path

import pandas as pd
import pytest
from samples import write_bytes, write_lines

from workbench.datasets.readers.score_files import read_score_file
from workbench.datasets.scores import ScoreNames, read_scores
from workbench.datasets.writers.score_files import score_lines
from workbench.errors import DataError

LONG = [
    "language_pair,system,metric,score,more",
    "cs-en,A,BLEU,1.5,x",
    "cs-en,A,TER,-2,x",
    "de-en,A,BLEU,2.5,",
]


def fault(path: Path, column: str = "score", where: dict[str, str] | None = None) -> str:
    with pytest.raises(DataError) as caught:
        read_scores(path, column, where)
    return str(caught.value).removeprefix(f"{path}")


def test_a_list_of_objects(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('[{"segment": 1, "system": "A", "f1": 0.5}, {"segment": 2, "system": "A", "f1": null}]')
    assert read_scores(path, "f1") == {("", "1", "A"): 0.5}
    assert fault(path, "f2").startswith(": column 'f2' is missing.")


def test_a_long_table(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    write_lines(path, LONG)
    expected = {("cs-en", "*", "A"): 1.5, ("de-en", "*", "A"): 2.5}
    assert read_scores(path, where={"metric": "BLEU"}) == expected
    write_lines(path, [LONG[0], *LONG[:0:-1]])
    assert read_scores(path, where={"metric": "BLEU"}) == expected
    assert fault(path, where={"metric": "BLUE"}).startswith(
        ": no row has metric 'BLUE'. Did you mean 'BLEU'?"
    )
    assert fault(path, where={"metrics": "BLEU"}).startswith(":1: column 'metrics' is missing. Did you mean")
    assert fault(path, where={"metric": "TER", "more": ""}).startswith(": no row has all of")
    assert fault(path) == (
        ":4: system 'A' is given twice as a whole: allowed: a column segment, doc_id or seg_id. There is "
        "metric, more. A column that says the segment is named beside file, as segment; one that says which "
        "rows are meant, under where"
    )


@pytest.mark.parametrize("ending", ["csv", "tsv", "csv.gz", "tsv.gz"])
def test_tables_are_separated_as_their_ending_says_also_gzipped(tmp_path: Path, ending: str) -> None:
    separator = "\t" if "tsv" in ending else ","
    lines = [separator.join(cells) for cells in (("segment", "system", "score, mean"), ("s1", "A", "0.5"))]
    if separator == ",":
        lines[0] = 'segment,system,"score, mean"'
    content = "".join(f"{line}\n" for line in lines).encode()
    path = tmp_path / f"x.{ending}"
    path.write_bytes(gzip.compress(content) if ending.endswith(".gz") else content)
    assert read_scores(path, "score, mean") == {("", "s1", "A"): 0.5}


def test_a_wide_table(tmp_path: Path) -> None:
    path = tmp_path / "x.tsv.gz"
    write_lines(path, ["doc_id\tsystem\trouge-1_r\trouge-1_p", "d1\tA\t1.5\t2", "d2\tA\t3\t4"])
    assert read_scores(path, "rouge-1_p") == {("", "d1", "A"): 2.0, ("", "d2", "A"): 4.0}
    assert fault(path).startswith(":1: column 'score' is missing")
    plain = tmp_path / "x.tsv"
    write_lines(plain, ["doc_id\tsystem\tscore", "d1\tA\t1.5", "d2,d3\tA\t3"])
    assert read_scores(plain) == {("", "d1", "A"): 1.5, ("", "d2,d3", "A"): 3.0}


@pytest.mark.parametrize(
    "name", ["seg", "segment_id", "SegID", "doc", "Doc-ID", "document", "segmnet", "segments", "topic"]
)
def test_a_column_that_seems_to_say_the_segment_is_named(tmp_path: Path, name: str) -> None:
    path = tmp_path / "x.csv"
    write_lines(path, [f"system,{name},score", "A,1,0.5", "B,1,1.5"])
    assert fault(path).startswith(
        ": no column says the segment: allowed: a column segment, doc_id or seg_id."
    )
    assert f"Is it {name!r}? Call it segment, or say segment = {name!r} beside file" in fault(path)
    # named as the score, or as what rows are chosen by, it is not meant for it
    assert read_scores(path, name) == {("", "*", "A"): 1.0, ("", "*", "B"): 1.0}
    assert len(read_scores(path, where={name: "1"})) == 2
    write_lines(path, [f"system,{name},seg_id,score", "A,x,1,0.5"])
    assert read_scores(path) == {("", "1", "A"): 0.5}


def test_columns_may_have_other_names(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    write_lines(path, ["doc,model,lp,segment,bertscore", "d1,A,en-de,7,0.5", "d1,B,en-de,8,0.25"])
    called = ScoreNames("lp", ("doc",), "model")
    found = read_scores(path, "bertscore", called=called)
    assert found == {("en-de", "d1", "A"): 0.5, ("en-de", "d1", "B"): 0.25}
    assert fault(path, "bertscore").startswith(
        ":1: column 'system' is missing. Is it 'model'? Call it system, or say system = 'model' beside file. "
    )
    wide = tmp_path / "wide.csv"
    write_lines(wide, ["segment,A,B", "1,0.5,0.25"])
    assert fault(wide).startswith(
        ":1: column 'system' is missing. A row is one score. The system that it is of stands in a column; "
        "the only one of data that name none is 'system'. "
    )
    with pytest.raises(DataError, match=r"column 'modle' is missing\. Did you mean 'model'"):
        read_scores(path, "bertscore", called=ScoreNames(system="modle"))


def test_several_columns_name_a_segment_as_those_of_an_import_do(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    write_lines(path, ["dialogue,turn,system,score", "d1,0,A,0.5", "d1,1,A,0.25"])
    found = read_scores(path, called=ScoreNames(segment=("dialogue", "turn")))
    assert found == {("", "d1:0", "A"): 0.5, ("", "d1:1", "A"): 0.25}
    write_lines(path, ["dialogue,turn,system,score", ",,A,0.5", "d1,,A,0.25"])
    found = read_scores(path, called=ScoreNames(segment=("dialogue", "turn")))
    assert found == {("", "", "A"): 0.5, ("", "d1:", "A"): 0.25}
    with pytest.raises(DataError, match=r"column 'turns' is missing\. Did you mean 'turn'"):
        read_scores(path, called=ScoreNames(segment=("dialogue", "turns")))


@pytest.mark.parametrize("ending", ["xlsx", "parquet"])
def test_tables_of_spreadsheets_are_read_as_texts_are(tmp_path: Path, ending: str) -> None:
    frame = pd.DataFrame({"segment": [1.0, 2.0, 2.0], "system": ["A", "A", "B"], "score": [0.5, None, 0.25]})
    path = tmp_path / f"x.{ending}"
    if ending == "xlsx":
        frame.to_excel(path, index=False)
    else:
        frame.to_parquet(path)
    assert read_scores(path) == {("", "1", "A"): 0.5, ("", "2", "B"): 0.25}
    assert "column 'f1' is missing" in fault(path, "f1")


def test_a_number_of_the_row_may_stand_beside_scores_of_whole_systems(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    write_lines(path, ["id,system,score", "1,A,0.5", "2,B,1.5"])
    assert read_scores(path) == {("", "*", "A"): 0.5, ("", "*", "B"): 1.5}
    write_lines(path, ["id,system,score", "1,A,0.5", "2,A,1.5"])
    assert fault(path).startswith(":3: system 'A' is given twice as a whole: allowed: a column segment, ")
    assert "Is it 'id'? Call it segment" in fault(path)


SEG = b"A\t0.5\nA\tNone\nA\t-1\nB 1\nB  2\nB\t3\n"


@pytest.fixture(params=[True, False], ids=["at once", "line by line"])
def reads_blocks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if not request.param:
        monkeypatch.setattr("workbench.datasets.readers.score_files._read_blocks", lambda content: None)


@pytest.mark.usefixtures("reads_blocks")
def test_score_files(tmp_path: Path) -> None:
    for name, content, expected in (
        ("m-refA.seg.score", SEG, {("1", "A"): 0.5, ("3", "A"): -1.0, ("1", "B"): 1.0, ("2", "B"): 2.0,
                                   ("3", "B"): 3.0}),
        ("m-src.doc.score", SEG, {("1", "A"): 0.5, ("3", "A"): -1.0, ("1", "B"): 1.0, ("2", "B"): 2.0,
                                  ("3", "B"): 3.0}),
        ("m.sys.score.gz", b"A\t1\nB\tNone\n", {("*", "A"): 1.0}),
        ("m.domain.score", b"news A 1\nnews B 2\nchat A 3\nchat B 4\n",
         {("news", "A"): 1.0, ("news", "B"): 2.0, ("chat", "A"): 3.0, ("chat", "B"): 4.0}),
        ("n.domain.score", b"news A 1\nnews None 2\nchat A None\nchat None 4\n",
         {("news", "A"): 1.0, ("news", "None"): 2.0, ("chat", "None"): 4.0}),
    ):  # fmt: skip
        write_bytes(tmp_path / name, content)
        assert read_scores(tmp_path / name) == {("", *key): value for key, value in expected.items()}


@pytest.mark.parametrize(
    "content",
    [
        SEG,
        SEG.replace(b"\n", b"\r\n").removesuffix(b"\r\n"),
        b"\n\n" + SEG.replace(b"\nB", b"\n \nB", 1) + b"\n",
        SEG.replace(b"0.5", b"-.5e-3").replace(b"3", b"+1e300"),
        "Ä\t1\n10\t2\nNone\tNone\n".encode(),
        b"A 1\nB 2\nA 3\nB 4\n",
        b"A 1\nA 2\nB 1\nB 2\nA 3\nA 4\n",
        b"A 1\nA 2\nB 1\n",
        b"A 1\nB 1\nB 2\n",
        b"A 1_0\n",
        b"A inf\n",
        b"A nan\nB 1\n",
        b"A 9007199254740993\n",
        b"A 9007199254740992\n",
        b"A\nB 1\n",
        b"A 1 2\nB\n",
        b"\xff 1\n",
        b"A 1\rA 2\rB 1\rB 2\r",
    ],
)
@pytest.mark.parametrize("level", ["seg", "doc"])
def test_at_once_a_score_file_is_read_as_line_by_line(content, level, tmp_path, monkeypatch):
    write_bytes(tmp_path / f"x.{level}.score", content)

    def outcome() -> tuple[list[object], str]:
        try:
            return list(read_score_file(tmp_path / f"x.{level}.score").items()), ""
        except DataError as error:
            return [], str(error)

    at_once = outcome()
    monkeypatch.setattr("workbench.datasets.readers.score_files._read_blocks", lambda content: None)
    assert at_once == outcome()
    assert bool(at_once[0]) != bool(at_once[1])


def test_a_score_file_comes_back_as_it_was_written() -> None:
    scores = {("1", "A"): 0.1, ("2", "A"): None, ("1", "B"): 1e-7, ("2", "B"): 3.0}
    assert score_lines(scores, "seg") == "A\t0.1\nA\tNone\nB\t1e-07\nB\t3\n"
    assert score_lines({("news", "A"): 0.0}, "domain") == "news\tA\t0\n"


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("x.seg.score", b"-1", b"one", ":3: column score is not a number: got 'one'"),
        ("x.seg.score", b"A\t-1\n", b"", ":5: system 'B' has another number of lines than 'A': got 3"),
        ("x.seg.score", b"B\t3\n", b"B\t3", None),
        ("x.seg.score", b"B\t3\n", b"B\t3\nB\t3\n", ":7: system 'B' has another number of lines"),
        ("x.seg.score", b"B\t3\n", b"C 1\nC 2\nC 3\n", ":5: system 'B' has another number of lines than"),
        ("x.seg.score", b"A\t-1\nB 1\n", b"B 1\nA\t-1\n", ":4: system 'A' has lines in two places"),
        ("x.seg.score", b"A\t-1", b"A\t-1\tx", ":3: wrong number of columns: got 3, allowed: 2"),
        ("x.seg.score", b"B  2", b"B\xe9 2", ":5: is not UTF-8 (byte 2 of the line)"),
        ("x.sys.score", SEG, b"A 1\nB 2\nA 1\n", ":3: system 'A' is given twice"),
        ("x.domain.score", SEG, b"n A 1\nn A 2\n", ":2: system 'A' is given twice for 'n'"),
        ("x.domain.score", SEG, b"n A 1\nn B 2\nm A 1\n", ": system 'B' has no score for 'm'"),
        ("x.word.score", b"", b"", ": the name does not say the level of the scores: got 'x.word.score'"),
        ("x.seg.score", SEG, b"", ": is empty"),
    ],
)  # fmt: skip
def test_faults_of_score_files(
    tmp_path: Path, name: str, old: bytes, new: bytes, message: str | None
) -> None:
    path = tmp_path / name
    write_bytes(path, SEG.replace(old, new))
    if message is None:
        assert len(read_score_file(path)) == 6
    else:
        assert fault(path).startswith(message)


def test_a_segment_stands_before_the_document_that_it_is_in(tmp_path: Path) -> None:
    write_lines(tmp_path / "x.csv", ["task,doc_id,segment,system,score", "t,d,s1,A,1.5", "t,d,s2,A,2"])
    assert read_scores(tmp_path / "x.csv") == {("t", "s1", "A"): 1.5, ("t", "s2", "A"): 2.0}


def test_a_column_of_tasks_that_is_not_read_is_named_where_rows_are_there_twice(tmp_path):
    path = tmp_path / "x.csv"
    write_lines(path, ["LP,segment,system,score", "de-en,1,A,0.5", "en-de,1,A,0.5"])
    with pytest.raises(
        DataError, match=r"'1' is given twice\. If 'LP' says the task: task = 'LP' beside file"
    ):
        read_scores(path, "score")
    assert len(read_scores(path, "score", called=ScoreNames(task="LP"))) == 2


@pytest.mark.parametrize("content", ["A\t1\nA\n", "A\n1\n", "A\n1\nB\n2\n", "A\t1\n \n2\n"])
def test_a_line_of_a_score_file_that_is_no_name_and_score_is_refused(tmp_path: Path, content: str) -> None:
    """Names and scores in turn would be as many cells."""
    path = tmp_path / "x.seg.score"
    path.write_text(content)
    with pytest.raises(DataError, match=r"x.seg.score:[123]: wrong number of columns"):
        read_scores(path)

"""The commonest mistakes, each with what is said to it: place, value and remedy; none passes in silence."""

import codecs
from collections.abc import Callable
from pathlib import Path

import pytest
from made_up import CARD

import workbench
from workbench.datasets.understood import understand
from workbench.errors import WorkbenchError
from workbench.executor import Serial
from workbench.experiment.files import FileScores, read_parts

EXPERIMENT = """
metrics = ["rouge-1"]

[data]
name = "mine"

[correlation]
draws = 10
"""
SYSTEMS, SEGMENTS = ("A", "B", "C", "D"), ("1", "2", "3", "4", "5")
TEXTS = {
    "outputs.csv": "task,segment,system,text\n"
    + "".join(f"t,{at},{name},{name} saw {at} of {at * 3}\n" for at in SEGMENTS for name in SYSTEMS),
    "references.csv": "task,segment,reference,text\n"
    + "".join(f"t,{at},r1,they saw {at} of them\n" for at in SEGMENTS),
    "judgments.csv": "task,segment,system,criterion,rater,score\n"
    + "".join(
        f"t,{at},{name},coverage,ann,{(3 * number + int(at)) % 7 / 8}\n"
        for at in SEGMENTS
        for number, name in enumerate(SYSTEMS)
    ),
}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a folder with a data set of one's own and an experiment file."""
    (tmp_path / "mine").mkdir()
    for name, content in TEXTS.items():
        (tmp_path / "mine" / name).write_text(content, encoding="utf-8")
    (tmp_path / "mine" / "card.toml").write_text(CARD, encoding="utf-8")
    (tmp_path / "x.toml").write_text(EXPERIMENT, encoding="utf-8")
    return tmp_path


Mistake = Callable[[Path], None]


def replaced(name: str, old: str, new: str, times: int = -1) -> Mistake:
    """Return a mistake that is a change of a file."""

    def make(home: Path) -> None:
        path = home / name
        content = path.read_text("utf-8")
        assert old in content
        path.write_text(content.replace(old, new, times), encoding="utf-8")

    return make


def asked(old: str, new: str) -> Mistake:
    return replaced("x.toml", old, new)


def encoded(name: str, encoding: str) -> Mistake:
    def make(home: Path) -> None:
        path = home / name
        path.write_bytes(path.read_text("utf-8").replace("saw", "sä").encode(encoding))

    return make


def lost(name: str) -> Mistake:
    return lambda home: (home / name).unlink()


def without(name: str, piece: str) -> Mistake:
    """Return a mistake that leaves lines out."""

    def make(home: Path) -> None:
        lines = (home / name).read_text("utf-8").splitlines(keepends=True)
        (home / name).write_text("".join(line for line in lines if piece not in line), encoding="utf-8")

    return make


def appended(name: str, line: str) -> Mistake:
    def make(home: Path) -> None:
        (home / name).write_text((home / name).read_text("utf-8") + line + "\n", encoding="utf-8")

    return make


def said_to(home: Path, after: bool = False) -> str:
    """Return what is said before anything is counted, or after: an error, else what looks wrong."""
    try:
        experiment = workbench.read(home / "x.toml", home)
        experiment.check()
        said = [*map(str, experiment.data.notes), *map(str, experiment.understood.warnings)]
        return "\n".join([*said, *([repr(experiment.lint())] if after else [])])
    except WorkbenchError as error:
        return str(error)


def tables_of_scores(more: str, key: str = "") -> Mistake:
    """Return a mistake in a table of scores that were computed elsewhere."""

    def make(home: Path) -> None:
        rows = "".join(f"{at},{name},0.{at}\n" for at in SEGMENTS for name in SYSTEMS)
        (home / "far.csv").write_text(f"segment,system,score\n{rows}{more}\n", encoding="utf-8")
        said = f'[scores]\nfar = {{ file = "far.csv"{key} }}\n\n[correlation]'
        asked("[correlation]", said)(home)
        asked('"rouge-1"', '"rouge-1", "far"')(home)

    return make


def chosen(select: str) -> Mistake:
    return asked("[correlation]", f'[[references]]\nname = "5"\nselect = "{select}"\n\n[correlation]')


def all_of(*mistakes: Mistake) -> Mistake:
    def make(home: Path) -> None:
        for each in mistakes:
            each(home)

    return make


def people_are_systems(home: Path) -> None:
    """Let the text of D be a reference, too, under its name."""
    for at in SEGMENTS:
        appended(REF, f"t,{at},D,D saw {at} of {at * 3}")(home)


def turned(home: Path) -> None:
    """Rate the better text the lower."""
    for at in SEGMENTS:
        for number, name in enumerate(SYSTEMS):
            replaced(OUT, f"{name} saw {at} of {at * 3}", "they saw it of them all"[: 4 + 6 * number])(home)
    rows = [f"t,{at},{name},coverage,ann,{1 - n / 4}\n" for at in SEGMENTS for n, name in enumerate(SYSTEMS)]
    head = TEXTS["judgments.csv"].split("\n")[0]
    (home / JUDGED).write_text(f"{head}\n{''.join(rows)}", encoding="utf-8")


OUT, REF, JUDGED = "mine/outputs.csv", "mine/references.csv", "mine/judgments.csv"
MISTAKES: dict[str, tuple[Mistake, tuple[str, ...]]] = {
    "unknown key": (asked("draws", "drews"), ("x.toml: correlation.drews", "Did you mean 'draws'")),
    "unknown section": (asked("[correlation]", "[corelation]"), ("corelation", "Did you mean 'correlation'")),
    "a number as text": (asked("10", '"10"'), ("correlation.draws", "'10'", "a whole number")),
    "TOML syntax": (asked('"mine"', "mine"), ("x.toml", "is not TOML", "quotation marks")),
    "a CSV as experiment": (
        lambda home: (home / "x.toml").rename(home / "y") and (home / "x.toml").symlink_to(home / OUT),
        ("x.toml", "is not TOML"),
    ),
    "ROUGE-1": (asked("rouge-1", "ROUGE-1"), ("metrics[0]", "'ROUGE-1'", "Did you mean 'rouge-1'")),
    "rougeL": (asked("rouge-1", "rougeL"), ("metrics[0]", "'rougeL'", "Did you mean 'rouge-l'")),
    "bertscore": (asked("rouge-1", "bertscore"), ("metrics[0]", "'bertscore'", "[scores]")),
    "spa as a metric": (asked("rouge-1", "spa"), ("metrics[0]", "'spa'", "[correlation]")),
    "BLEU-4": (asked("rouge-1", "BLEU-4"), ("'BLEU-4'", "Did you mean 'bleu(order=4)'")),
    "kendall-tau": (
        asked("draws = 10", 'coefficients = ["kendall-tau"]'),
        ("correlation.coefficients[0]", "'kendall-tau'", "Did you mean 'kendall'"),
    ),
    "acc-t": (
        asked("draws = 10", 'coefficients = ["acc-t", "kendall-b"]'),
        ("'acc-t'", "Did you mean 'acc-eq-calibrated'", "'kendall-b'", "Did you mean 'kendall'"),
    ),
    "a coefficient in capitals": (
        asked("draws = 10", 'coefficients = ["Pearson"]'),
        ("correlation.coefficients[0]", "'Pearson'", "Did you mean 'pearson'"),
    ),
    "unknown level": (asked("draws = 10", 'levels = ["sistem"]'), ("'sistem'", "Did you mean 'system'")),
    "unknown criterion": (
        asked('"mine"', '"mine"\ncriteria = ["coverige"]'),
        ("data.criteria[0]", "'coverige'", "Did you mean 'coverage'"),
    ),
    "unknown raters": (
        asked('"mine"', '"mine"\nraters = "experts"'),
        ("data.raters", "'experts'", "Known: all"),
    ),
    "unknown data set": (asked('"mine"', '"mien"'), ("'mien'", "Did you mean 'mine'", "was searched")),
    "missing outputs": (lost(OUT), ("mine", "there is no outputs.jsonl")),
    "semicolons and another name": (
        all_of(replaced(OUT, ",", ";"), replaced(OUT, ";text", ";summary")),
        ("outputs.csv:1", "'text' is missing", "segment, summary, system, task"),
    ),
    "missing column": (replaced(OUT, ",text", ",summary"), ("outputs.csv:1", "'text'", "summary")),
    "swapped files": (
        lambda home: ((home / OUT).rename(home / "o"), (home / REF).rename(home / OUT), None)[-1],
        ("outputs.csv:1", "'system' is missing"),
    ),
    "Latin-1": (encoded(OUT, "latin-1"), ("outputs.csv:2", "is not UTF-8", "iconv -f WINDOWS-1252 -t UTF-8")),
    "UTF-16": (encoded(OUT, "utf-16"), ("outputs.csv:1", "is not UTF-8", "iconv -f UTF-16 -t UTF-8")),
    "a comma in a number": (
        replaced(JUDGED, "ann,0.375", 'ann,"3,5"', 1),
        ("judgments.csv:5", "'3,5'", "not a number", "a point, as in 3.5"),
    ),
    "a row twice": (appended(OUT, "t,5,D,again"), ("outputs.csv:22", "given twice", "'D'")),
    "a rating twice": (appended(JUDGED, "t,5,D,coverage,ann,0.5"), ("judgments.csv:22", "given twice")),
    "ratings outside the scale": (
        replaced(JUDGED, "0.375", "37.5", 1),
        ("judgments.csv:", "1 of 20 ratings of coverage are outside its scale", "37.5", "0 to 1", "Mend"),
    ),
    "a criterion of no card": (
        appended(JUDGED, "t,5,D,coverige,ann,0.5"),
        ("judgments.csv:22", "'coverige'", "Did you mean 'coverage'"),
    ),
    "a judged system without outputs": (
        appended(JUDGED, "t,5,E,coverage,ann,0.5"),
        ("judgments.csv:22", "unknown system 'E'", "unmatched = 'drop'"),
    ),
    "ids with .0": (
        replaced(JUDGED, "t,5,", "t,5.0,"),
        ("unknown segment '5.0'", "'5.0' and '5' differ in a .0 at the end", "write them alike"),
    ),
    "ids with zeros": (
        replaced(JUDGED, "t,5,", "t,05,"),
        ("unknown segment '05'", "differ in zeros in front of a number", "unmatched = 'drop'"),
    ),
    "a reference of a misspelt segment": (
        appended(REF, "t,1 ,r2,they saw it"),
        ("references.csv:7", "unknown segment '1 '", "differ in blanks", "write them alike"),
    ),
    "a segment without reference": (
        without(REF, "t,3,"),
        ("references.csv", "segment '3' of task 't' has no reference"),
    ),
    "an output missing": (without(OUT, "t,3,B"), ("segment '3', system 'B'", "not there", "unmatched")),
    "a task of another name": (replaced(JUDGED, "\nt,", "\nT,"), ("unknown task", "'T'", "unmatched")),
    "a system without judgments": (
        without(JUDGED, ",B,"),
        ("unjudged-systems: 1 of 4 systems has no judgment on coverage, and", "system 'B'", "Judge it"),
    ),
    "judgments of some segments": (
        without(JUDGED, "t,3,"),
        ("partly-judged: 16 of 20 outputs", "system 'A' has 4 of 5", "correlation.missing"),
    ),
    "empty outputs": (
        replaced(OUT, "B saw 3 of 333", ""),
        ("empty-outputs: 1 of 20 outputs are empty", "system 'B', segment '3'", "fill it in"),
    ),
    "nan for a text": (
        replaced(OUT, "B saw 3 of 333", "nan"),
        ("missing-outputs: 1 of 20", "'nan'", "system 'B', segment '3'", "leave"),
    ),
    "one system's outputs are the references": (
        lambda home: (
            [replaced(REF, f"they saw {at} of them", f"C saw {at} of {at * 3}")(home) for at in "12345"]
            and None
        ),
        ("references-are-outputs: some systems", "in 5 of 5 segments of t", "system 'C'", "made_by"),
    ),
    "a system twice": (
        lambda home: [replaced(OUT, f"B saw {at}", f"A saw {at}")(home) for at in "12345"] and None,
        ("equal-systems", "'A' and 'B'", "leave all but one out"),
    ),
    "a column filled down": (
        lambda home: [replaced(OUT, f"B saw {at} of {at * 3}", "the same")(home) for at in "12345"] and None,
        ("one-text-for-many: some systems", "system 'B' has 'the same' for 5 of 5", "filled down"),
    ),
    "a system under two names": (
        lambda home: (replaced(OUT, ",B,", ",a,")(home), replaced(JUDGED, ",B,", ",a,")(home), None)[-1],
        ("names-alike: some systems", "'A' and 'a' differ in capitals", "Write the names alike"),
    ),
    "constant ratings": (
        lambda home: [replaced(JUDGED, f"ann,{each / 8}\n", "ann,1\n")(home) for each in range(7)] and None,
        ("constant-ratings: all ratings of coverage in t are 1", "right column"),
    ),
    "UTF-8 read as Latin-1": (
        replaced(OUT, "B saw 3", "B sÃ¤ 3"),
        ("damaged-texts: 1 of 20", "system 'B', segment '3'", "Read the file as what it was written in"),
    ),
    "German under a tokenizer of English": (
        replaced(OUT, "saw", "hörte Mädchen"),
        ("cut-letters", "% of the letters of t are not ASCII", "CASE", "preprocess = '13a'"),
    ),
    "Chinese under a tokenizer of English": (
        replaced(OUT, "saw", "他们在城里看见了一只猫"),
        ("cut-letters", "CASE", "preprocess = 'sacrebleu-zh'"),
    ),
    "few references": (
        chosen("first(k=5)"),
        ("references[0].select", "no segment has more than 1", "'first(k=5)'", "k=1 at most"),
    ),
    "few references in some segments": (
        all_of(appended(REF, "t,1,r2,some saw two"), chosen("sample(k=2)")),
        ("few-references: x: references[0].select", "4 of 5 segments", "segment '2' has 1", "Ask for 1"),
    ),
    "scores of a system of another name": (
        tables_of_scores("1,E,0.5"),
        ("scores.far (far.csv)", "unknown system 'E'", "unmatched = 'drop' in scores.far"),
    ),
    "scores of segments with zeros": (
        tables_of_scores("01,A,0.5"),
        ("scores.far (far.csv)", "'01' and '1' differ in zeros", "unmatched = 'drop'"),
    ),
    "scores of whole systems that are not there": (
        tables_of_scores("*,E,0.5"),
        ("scores.far (far.csv)", "unknown system 'E'"),
    ),
    "scores that are left out": (
        tables_of_scores("1,E,0.5", ', unmatched = "drop"'),
        ("unmatched-scores: x: scores.far (far.csv): 1 of 21 scores are left out", "system 'E'"),
    ),
    "NA for a rating": (
        replaced(JUDGED, "ann,0.375", "ann,NA", 1),
        ("1 of 20 ratings are missing", "partly-judged", "correlation.missing"),
    ),
    "some weights are missing": (
        all_of(
            replaced(REF, "reference,text", "reference,weight,text"),
            replaced(REF, "r1,", "r1,0.5,"),
            replaced(REF, "t,3,r1,0.5", "t,3,r1,"),
            asked('"rouge-1"', '"delta-bleu"'),
        ),
        ("1 of 5 references of t have no weight", "r1 of segment 3", "column weight"),
    ),
    "people among the systems": (
        people_are_systems,
        ("reference 'D' is system 'D' in 5 segments: not held against itself",),
    ),
    "a reference twice": (
        appended(REF, "t,1,r2,they saw 1 of them"),
        ("references-twice: 1 of 6", "reference 'r2', segment '1'", "no second reference"),
    ),
}


def test_there_are_forty_at_least() -> None:
    assert len(MISTAKES) >= 40


AFTER: dict[str, tuple[Mistake, tuple[str, ...]]] = {
    "reversed ratings": (
        turned,
        ("all-metrics-negative", "t, coverage: the metric is negative", "higher counts as better", "--lower"),
    ),
}


@pytest.mark.parametrize("name", AFTER)
def test_what_is_said_when_all_is_counted(home: Path, name: str) -> None:
    make, expected = AFTER[name]
    make(home)
    said = said_to(home, after=True)
    assert [each for each in expected if each not in said] == [], said


def test_people_who_are_systems_are_left_out_where_they_would_be_held_against_themselves(home: Path) -> None:
    people_are_systems(home)
    chosen("named(reference=D)")(home)
    experiment = workbench.read(home / "x.toml", home)
    records = experiment.records
    assert records["n_systems"].unique().tolist() == [3]
    assert "(15 of 20; not of D)" in records["dataset"].iloc[0]
    everybody = experiment.replace(references={"all": "all"}).records
    assert everybody["n_systems"].unique().tolist() == [4]


def test_semicolons_are_found_out(home: Path) -> None:
    for name in (OUT, REF, JUDGED):
        replaced(name, ",", ";")(home)
    assert said_to(home) == ""


@pytest.mark.parametrize("name", MISTAKES)
def test_what_is_said_to_a_mistake(home: Path, name: str) -> None:
    make, expected = MISTAKES[name]
    make(home)
    said = said_to(home)
    assert [each for each in expected if each not in said] == [], said


def test_without_a_mistake_nothing_is_said(home: Path) -> None:
    assert said_to(home) == ""
    assert understand(workbench.load("mine", home)).warnings == ()


def test_a_byte_order_mark_is_no_word(tmp_path: Path) -> None:
    for name, mark in (("plain", b""), ("marked", codecs.BOM_UTF8)):
        (tmp_path / name).write_bytes(mark + b"The dog barks at the cat.\n")
    parts = read_parts(str(tmp_path / "marked"), [str(tmp_path / "plain")])
    frame = FileScores(parts, ["bleu"], None, "pooled", Serial()).frame()
    assert frame["value"].tolist() == pytest.approx([1.0])

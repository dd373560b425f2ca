"""What is understood of a data set, and what looks wrong in it: a fault a look, and its words."""

import re
from pathlib import Path

import pandas as pd
import pytest
from made_up import CARD, Row, card, judgment, output, reference

import workbench
from workbench.datasets.card import DatasetCard
from workbench.datasets.evalset import EvalSet
from workbench.datasets.looks.oddity import Oddity
from workbench.datasets.places import make_table
from workbench.datasets.understood import Understood, understand
from workbench.errors import DataError

SEGMENTS = [f"s{number}" for number in range(1, 5)]
SYSTEMS = ["A", "B", "C"]
OUTPUTS = [
    output(segment=segment, system=system, text=f"{system} says {segment} of it")
    for segment in SEGMENTS
    for system in SYSTEMS
]
REFERENCES = [reference(segment=segment, text=f"what is true of {segment}") for segment in SEGMENTS]
JUDGMENTS = [
    judgment(segment=segment, system=system, rater=rater, score=(3 * at + number + shift) % 11 / 10)
    for at, segment in enumerate(SEGMENTS)
    for number, system in enumerate(SYSTEMS)
    for shift, rater in enumerate(("ann", "bob"))
]


def build(
    outputs: list[Row] = OUTPUTS,
    references: list[Row] = REFERENCES,
    judgments: list[Row] = JUDGMENTS,
    of: DatasetCard | None = None,
) -> EvalSet:
    return EvalSet.build(of or card(), *(pd.DataFrame(rows) for rows in (outputs, references, judgments)))


def changed(rows: list[Row], where: dict[str, object], **changes: object) -> list[Row]:
    """Return the rows with some of them changed: those that have the given values."""
    return [{**row, **changes} if where.items() <= row.items() else row for row in rows]


def warned(data: EvalSet, *preprocess: str) -> dict[str, str]:
    return {each.rule: str(each) for each in understand(data, preprocess or ("CASE",)).warnings}


def test_a_sound_set_is_described_and_not_warned_of() -> None:
    found = understand(build())
    assert found.lines == (
        "t: 3 systems × 4 segments, 12 outputs, 1 reference a segment",
        "coverage (higher is better, 0 to 1): 12 of 12 outputs judged, 2 ratings each, 2 raters, 0 to 1",
    )
    assert found.warnings == ()


def test_a_set_without_texts_has_no_references() -> None:
    bare = [{**row, "text": ""} for row in OUTPUTS]
    no_references = pd.DataFrame(columns=[*REFERENCES[0]])
    made = EvalSet.build(
        card().model_copy(update={"texts": False}), pd.DataFrame(bare), no_references, pd.DataFrame(JUDGMENTS)
    )
    assert understand(made).lines[0] == "t: 3 systems × 4 segments, 12 outputs, no references"


def test_gaps_and_weights_are_counted() -> None:
    references = [*changed(REFERENCES, {"segment": "s1"}, weight=0.5), reference(reference="r2")]
    judgments = [row for row in JUDGMENTS if row["system"] != "A" or row["rater"] != "bob"]
    first, second = understand(build(OUTPUTS, references, judgments)).lines
    assert first == "t: 3 systems × 4 segments, 12 outputs, 1-2 references a segment, 1 of 5 with a weight"
    assert "12 of 12 outputs judged, 1-2 ratings each, 2 raters" in second
    fewer = [row for row in OUTPUTS if row != OUTPUTS[0]]
    judged = [row for row in JUDGMENTS if (row["segment"], row["system"]) != ("s1", "A")]
    assert "11 outputs of 12 that there might be" in understand(build(fewer, REFERENCES, judged)).lines[0]


REMEDIES = {
    "unjudged-systems": ("Judge it or leave it out; if it was judged, compare the spelling of the names"),
    "partly-judged": "correlation.missing says what becomes of the others; were some lost on the way?",
    "constant-ratings": "Nothing correlates with a constant: was the right column read?",
    "empty-outputs": (
        "Overlap with an empty text is 0, whatever people said: fill it in, or leave the row out"
    ),
    "empty-references": (
        "Overlap with an empty text is 0, whatever people said: fill it in, or leave the row out"
    ),
    "missing-outputs": (
        "A program may have written it for an empty cell: leave it empty, or leave the row out"
    ),
    "missing-references": (
        "A program may have written it for an empty cell: leave it empty, or leave the row out"
    ),
    "one-text-for-many": "Was the column filled down, or the right one read?",
    "equal-systems": "They are tied by every metric: leave all but one out if they are one system",
    "references-are-outputs": (
        "Read other references; or write the system's name into the column made_by of these, or call "
        "the reference as the system (--reference B=r1): then it is held against the others only"
    ),
    "outputs-equal-references": (
        "A copy of a reference scores 1 whatever people said; has the system seen it?"
    ),
    "references-twice": "A text that is there twice is no second reference",
    "segments-twice": "The same input twice makes intervals too narrow: is a segment there under two names?",
    "damaged-texts": (
        "Read the file as what it was written in, and undo escapes, before metrics see them as words"
    ),
    "names-alike": "Write the names alike if they mean the same",
}


@pytest.mark.parametrize(
    ("rule", "parts", "said"),
    [
        pytest.param(
            "unjudged-systems",
            {"judgments": [row for row in JUDGMENTS if row["system"] != "B"]},
            "1 of 3 systems has no judgment on coverage, and is in no coefficient: system 'B'",
            id="a system without judgments",
        ),
        pytest.param(
            "partly-judged",
            {"judgments": [row for row in JUDGMENTS if row["segment"] in SEGMENTS[:2]]},
            "6 of 12 outputs have a judgment on coverage: metrics are held against these: "
            "system 'A' has 2 of 4; system 'B' has 2 of 4; system 'C' has 2 of 4",
            id="half of the segments judged",
        ),
        pytest.param(
            "constant-ratings",
            {"judgments": [{**row, "score": 0.5} for row in JUDGMENTS]},
            "all ratings of coverage in t are 0.5",
            id="constant ratings",
        ),
        pytest.param(
            "empty-outputs",
            {"outputs": changed(OUTPUTS, {"system": "C"}, text="  ")},
            "4 of 12 outputs are empty: system 'C', segment 's1' (t); system 'C', segment 's2' (t); "
            "system 'C', segment 's3' (t) and 1 more",
            id="empty outputs",
        ),
        pytest.param(
            "empty-references",
            {"references": changed(REFERENCES, {"segment": "s2"}, text="")},
            "1 of 4 references are empty: reference 'r1', segment 's2' (t)",
            id="an empty reference",
        ),
        pytest.param(
            "missing-references",
            {"references": changed(REFERENCES, {"segment": "s2"}, text="-")},
            "1 of 4 references are a word for a missing value, as '-': reference 'r1', segment 's2' (t)",
            id="a dash for a reference",
        ),
        pytest.param(
            "missing-outputs",
            {"outputs": changed(OUTPUTS, {"system": "C", "segment": "s3"}, text="NaN")},
            "1 of 12 outputs are a word for a missing value, as 'NaN': system 'C', segment 's3' (t)",
            id="nan as a text",
        ),
        pytest.param(
            "one-text-for-many",
            {"outputs": changed(OUTPUTS, {"system": "A"}, text="The same again.")},
            "some systems have one text for most segments: system 'A' has 'The same again.' for 4 of 4 "
            "segments of t",
            id="one text for all segments",
        ),
        pytest.param(
            "equal-systems",
            {
                "outputs": [
                    {**row, "text": f"on {row['segment']}"} if row["system"] != "C" else row
                    for row in OUTPUTS
                ]
            },
            "some systems of t have the same outputs in all 4 segments: 'A' and 'B'",
            id="two systems with equal outputs",
        ),
        pytest.param(
            "references-are-outputs",
            {"references": [reference(segment=each, text=f"B says {each} of it") for each in SEGMENTS]},
            "some systems are held against themselves, and the others against them: in 4 of 4 segments of t "
            "a reference (r1) is the very output of system 'B'",
            id="references are a system's outputs",
        ),
        pytest.param(
            "outputs-equal-references",
            {"references": changed(REFERENCES, {"segment": "s4"}, text="B says s4 of it")},
            "some outputs are a reference of their segment, word for word: 1 of 4 of system 'B' (t)",
            id="an output that equals a reference",
        ),
        pytest.param(
            "references-twice",
            {"references": [*REFERENCES, reference(reference="r2", text="what is true of s1")]},
            "1 of 5 references repeat another one of their segment: reference 'r2', segment 's1' (t)",
            id="a reference twice",
        ),
        pytest.param(
            "segments-twice",
            {"references": [{**row, "text": "always this"} for row in REFERENCES[:2]] + REFERENCES[2:]},
            "1 of 4 segments have the references of another segment: segment 's2' (t)",
            id="a segment twice",
        ),
        pytest.param(
            "damaged-texts",
            {"outputs": changed(OUTPUTS, {"system": "A", "segment": "s1"}, text="Das MÃ¤dchen")},
            "1 of 12 outputs have signs of a wrong encoding or of escapes, as 'Ã¤': system 'A', "
            "segment 's1' (t)",
            id="UTF-8 read as Latin-1",
        ),
        pytest.param(
            "damaged-texts",
            {"outputs": changed(OUTPUTS, {"system": "A", "segment": "s1"}, text="R&D; ein M&auml;dchen")},
            "1 of 12 outputs have signs of a wrong encoding or of escapes, as '&auml;': system 'A', "
            "segment 's1' (t)",
            id="letters as entities",
        ),
        pytest.param(
            "names-alike",
            {
                "outputs": changed(OUTPUTS, {"system": "B"}, system="a"),
                "judgments": changed(JUDGMENTS, {"system": "B"}, system="a"),
            },
            "some systems may be the same under two names: 'A' and 'a' differ in capitals",
            id="one system under two names",
        ),
        pytest.param(
            "names-alike",
            {"judgments": changed(JUDGMENTS, {"rater": "bob", "system": "A"}, rater="bob ")},
            "some raters may be the same under two names: 'bob ' and 'bob' differ in blanks",
            id="one rater under two names",
        ),
    ],
)
def test_what_looks_wrong_is_said_with_its_rows(rule: str, parts: dict[str, list[Row]], said: str) -> None:
    found = warned(build(**parts))
    assert found[rule] == f"{rule}: {said}. {REMEDIES[rule]}"
    assert rule not in warned(build())


def test_equal_criteria_are_told() -> None:
    both = DatasetCard.model_validate(
        {
            **card().model_dump(),
            "criteria": {name: card().criteria["coverage"] for name in ("coverage", "flow")},
        }
    )
    judgments = [{**row, "criterion": name} for row in JUDGMENTS for name in ("coverage", "flow")]
    line = "coverage and flow have the same ratings of all 12 outputs"
    assert line in warned(build(judgments=judgments, of=both))["equal-criteria"]
    judgments[-1] = {**judgments[-1], "score": 0.05}
    assert "equal-criteria" not in warned(build(judgments=judgments, of=both))


def test_what_is_said_to_be_made_by_a_system_is_no_copy() -> None:
    references = [reference(segment=each, text=f"B says {each} of it", made_by="B") for each in SEGMENTS]
    references += [reference(segment=each, reference="r2", text=f"so is {each}") for each in SEGMENTS]
    assert warned(build(references=references)) == {}


@pytest.mark.parametrize(
    ("text", "preprocess", "remedy"),
    [
        ("Das Mädchen hört den Käufer", ("CASE", "13a"), "'13a', 'sacrebleu-intl' or 'none'"),
        ("他们在城里看见了一只猫", ("STEM",), "'sacrebleu-zh' or 'sacrebleu-char'"),
        ("Das Mädchen hört den Käufer", ("13a",), ""),
        ("ä" * 9 + "他" * 11, ("CASE",), "'sacrebleu-zh' or 'sacrebleu-char'"),
        ("ä" * 10 + "他" * 10, ("CASE",), "'13a', 'sacrebleu-intl' or 'none'"),
        (
            "Das Kind hört nichts davon, da es im Garten mit dem Hund lief und sehr " + "lange " * 20,
            ("CASE",),
            "",
        ),
    ],
)
def test_letters_that_a_tokenizer_cuts(text: str, preprocess: tuple[str, ...], remedy: str) -> None:
    found = warned(
        build([{**row, "text": f"{row['segment']} {row['system']} {text}"} for row in OUTPUTS]), *preprocess
    )
    assert ("cut-letters" in found) == bool(remedy)
    assert not remedy or found["cut-letters"].endswith(f"Take preprocess = {remedy}")
    for name in re.findall("'([^']+)'", remedy):
        # what is advised is there, and does not cut these letters
        assert "cut-letters" not in warned(
            build([{**row, "text": f"{row['segment']} {row['system']} {text}"} for row in OUTPUTS]), name
        )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("他们在城里看见了一只猫", "13a, none, sacrebleu-intl"),
        ("列車はやっとのことで着いた", "13a, none, sacrebleu-intl"),
        ("やっとのことでそこへついた", "13a, none, sacrebleu-intl, sacrebleu-zh"),
        ("他们 在 城里 看见 了 一 只 猫", ""),  # words were set off already
        ("Das Mädchen sah 東京", ""),
        ("Donaudampfschifffahrtsgesellschaft", ""),
    ],
)
def test_words_that_no_blanks_set_off(text: str, said: str) -> None:
    cutting = ("13a", "none", "sacrebleu-intl", "sacrebleu-zh", "sacrebleu-char", "text", "CASE")
    outputs = [{**row, "text": f"{text}{row['segment']}{row['system']}"} for row in OUTPUTS]
    found = warned(build(outputs), *cutting)
    assert ("uncut-words" in found) == bool(said)
    assert not said or f"at which {said} cut words" in found["uncut-words"]
    assert "uncut-words" not in warned(build(outputs), "sacrebleu-char", "CASE")


def test_ratings_that_were_read_are_held_to_a_scale_in_numbers() -> None:
    judgments = changed(JUDGMENTS, {"system": "C"}, score=20.0)
    assert build(judgments=judgments).judgments["score"].max() == 20  # made of a data set, and not read
    placed = make_table([{**row, "place": f"j.csv:{line}"} for line, row in enumerate(judgments, start=2)])
    with pytest.raises(DataError) as caught:
        EvalSet.build(card(), pd.DataFrame(OUTPUTS), pd.DataFrame(REFERENCES), placed)
    assert str(caught.value) == (
        "j.csv:6: 8 of 24 ratings of coverage are outside its scale, the first of system 'C', segment 's1': "
        "got 20.0, allowed: 0 to 1. Mend the ratings, or the scale that the card says"
    )


def test_what_the_outputs_do_not_have_is_an_error_or_counted() -> None:
    references = [*REFERENCES, reference(segment="s1 "), reference(segment="S02"), reference(segment="x")]
    judgments = [*JUDGMENTS, judgment(segment="s9"), judgment(system="D")]
    with pytest.raises(DataError) as caught:
        build(references=references, judgments=judgments)
    first, *others = str(caught.value).splitlines()
    assert first == (
        "simulated-news: references: references of 3 unknown segments 's1 ', 'S02', 'x' (task 't'). 's1 ' "
        "and 's1' differ in blanks, 'S02' and 's2' differ in capitals and zeros in front of a number: write "
        "them alike. Or leave such rows out, and have them counted: unmatched = 'drop' in [data], in "
        "the card or in workbench.data, --unmatched drop on import"
    )
    assert [line.split(" (task")[0].split(": ", 2)[2] for line in others] == [
        "judgment of unknown segment 's9'",
        "judgment of unknown system 'D'",
    ]
    frames = (pd.DataFrame(rows) for rows in (OUTPUTS, references, judgments))
    data = EvalSet.build(card(), *frames, unmatched="drop")
    assert data.fingerprint == build().fingerprint
    assert [str(note).split(": ", 2)[2][:42] for note in data.notes] == [
        "3 left out: references of 3 unknown segmen",
        "1 left out: judgment of unknown segment 's",
        "1 left out: judgment of unknown system 'D'",
    ]
    assert "notes on the files: 3" in understand(data).lines[-1]


def test_a_card_and_an_experiment_may_say_that_they_are_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    for name, rows in (("outputs", OUTPUTS), ("references", REFERENCES)):
        pd.DataFrame(rows).to_csv(folder / f"{name}.csv", index=False)
    pd.DataFrame([*JUDGMENTS, judgment(segment="s9")]).to_csv(folder / "judgments.csv", index=False)
    (folder / "card.toml").write_text(CARD)
    (tmp_path / "x.toml").write_text('metrics = ["rouge-1"]\n[data]\nname = "mine"\nunmatched = "drop"\n')
    with pytest.raises(DataError, match="judgment of unknown segment 's9'"):
        workbench.load("mine", tmp_path)
    assert len(workbench.load("mine", tmp_path, unmatched="drop").judgments) == len(JUDGMENTS)
    assert len(workbench.read(tmp_path / "x.toml", tmp_path).data.judgments) == len(JUDGMENTS)
    (folder / "card.toml").write_text(CARD.replace("[criteria", 'unmatched = "drop"\n[criteria', 1))
    assert len(workbench.load("mine", tmp_path).judgments) == len(JUDGMENTS)


def test_in_a_notebook_what_looks_wrong_is_named_under_the_coefficients():
    outputs = [
        {"input": f"d{j}", "system": "A " if (i, j) == (0, 2) else "ABC"[i], "text": f"{i} {j}", "ref": "1",
         "score": -99 if (i, j) == (1, 1) else i + j % 3}
        for i in range(3) for j in range(5)
    ]  # fmt: skip
    asked = {"interval": "none", "coefficients": ["pearson"]}
    data = workbench.data(pd.DataFrame(outputs), "text", "ref", "input", "system", "score")
    e = workbench.Experiment(data, ["length"], correlation=asked)
    rules = [each.rule for each in e.understood.warnings]
    assert {"names-alike", "stand-in-ratings"} <= set(rules)
    [line] = e.correlate().lines
    assert line.startswith(f"In the data {len(rules)} things look wrong ({', '.join(dict.fromkeys(rules))})")
    assert line in repr(e.correlate())
    clean = workbench.simulate(topics=4, systems=5, references=2).evalset
    assert workbench.Experiment(clean, ["length"], correlation=asked).correlate().lines == ()


def test_only_the_first_tasks_and_warnings_are_listed() -> None:
    tasks = ["t1", "t2", "t3", "t4", "t5"]
    lines = understand(build(*([{**row, "task": t} for t in tasks for row in rows] for rows in (
        OUTPUTS, REFERENCES, JUDGMENTS
    )))).lines  # fmt: skip
    assert [line.split(":")[0] for line in lines[:4]] == [*tasks[:3], "... and 2 more tasks"]
    warnings = tuple(Oddity(f"rule-{at}", "a thing", (), 0, "Look") for at in range(7))
    said = Understood((), warnings).brief()
    assert [line.split(": ")[1] for line in said[:5]] == [f"rule-{at}" for at in range(5)]
    assert said[5:] == ["warning: ... and 2 more (`workbench check` has all)"]
    assert len(Understood((), warnings[:5]).brief()) == 5


def test_raters_and_references_may_be_called_as_days_are() -> None:
    """Of names that are numbers of rows nobody has to be told, of systems and segments it may be a loss."""
    raters = [{**row, "rater": "3-May"} for row in JUDGMENTS if row["rater"] == "ann"]
    assert "names-of-spreadsheets" not in warned(build(judgments=raters))
    references = [{**row, "reference": "1-Jan"} for row in REFERENCES]
    assert "names-of-spreadsheets" not in warned(build(references=references))
    renamed = changed(OUTPUTS, {"system": "A"}, system="3-May")
    assert "names-of-spreadsheets" in warned(
        build(renamed, judgments=changed(JUDGMENTS, {"system": "A"}, system="3-May"))
    )


OF_TWO_TASKS = """
t: 3 systems × 4 segments, 12 outputs, 1 reference a segment
u: 1 system × 2 segments, 2 outputs, 1 reference a segment
coverage (higher is better, 0 to 1): 13 of 14 outputs judged, 1-2 ratings each, 2 raters, 0 to 1
bleu (higher is better, 0 to 1): 8 of 14 outputs judged, 2 ratings each, 2 raters, 0 to 1
warning: names-of-spreadsheets: 2 segments are called as spreadsheets write numbers or days: '1-Jan';
'2-Jan'. Were they 1-2 or 12345678901 before? Several may have become one: read the column as text
warning: few-systems: task u has 1 system: 'A'. Below 3 no coefficient of the system level says
anything: was the right column read? levels = ['within-system'] with resample = 'inputs' may do
warning: unjudged-systems: 1 of 3 systems has no judgment on bleu of t, and is in no coefficient:
system 'B'. Judge it or leave it out; if it was judged, compare the spelling of the names
warning: partly-judged: 1 of 2 outputs have a judgment on coverage of u: metrics are held against these:
system 'A' has 1 of 2. correlation.missing says what becomes of the others; were some lost on the way?
warning: unjudged-task: bleu was not judged in task u. Choose criteria that were judged in every task,
or leave the task out
warning: metrics-as-criteria: some criteria are called like metrics, and metrics are held against them
as against people: 'bleu'. Scores of programs belong in [scores]; if they are ratings, give the
criterion another name
warning: empty-references: 1 of 6 references are empty: reference 'r1', segment '2-Jan' (u). Overlap
with an empty text is 0, whatever people said: fill it in, or leave the row out
warning: words-as-lines-outputs: 1 of 14 outputs have a line a word, and a line is a sentence: system
'A', segment '2-Jan' (u). Was a list of words read as a list of sentences? Join the words with blanks
warning: markup-outputs: 1 of 14 outputs have marks of HTML in them, which metrics take for words:
system 'A', segment '1-Jan' (u). Take them out before metrics see the texts
warning: joined-texts-outputs: 1 of 14 outputs have '|||', '[SEP]' or '<sep>' in them: system 'A',
segment '1-Jan' (u). If it stands between several texts, write these as columns or lists of their own
warning: damaged-texts: 1 of 6 references have signs of a wrong encoding or of escapes, as '&quot;':
reference 'r1', segment '1-Jan' (u). Read the file as what it was written in, and undo escapes, before
metrics see them as words
"""


def test_all_that_is_said_of_two_tasks_word_for_word() -> None:
    coverage = card().criteria["coverage"]
    both = DatasetCard.model_validate(
        {**card().model_dump(), "criteria": {"coverage": coverage, "bleu": coverage}}
    )
    outputs = [("1-Jan", "<p>one ||| two</p>"), ("2-Jan", "the\ncat\nsat\ndown")]
    references = [("1-Jan", "&quot;so&quot;"), ("2-Jan", " ")]
    judgments = [{**row, "criterion": "bleu"} for row in JUDGMENTS if row["system"] != "B"]
    found = understand(
        build(
            OUTPUTS + [output(task="u", segment=at, system="A", text=text) for at, text in outputs],
            REFERENCES + [reference(task="u", segment=at, text=text) for at, text in references],
            [*JUDGMENTS, *judgments, judgment(task="u", segment="1-Jan", system="A")],
            both,
        )
    )
    assert str(found).split() == OF_TWO_TASKS.split()

"""Names of columns in other languages, and of dialogues: they say what a column holds, as English ones do."""

import tomllib
from pathlib import Path

import pytest

from workbench.datasets.mapping import names
from workbench.datasets.mapping.column_map import ColumnMap
from workbench.datasets.mapping.propose import propose
from workbench.datasets.mapping.source_table import SourceTable

WORDS = {
    what: {language: words.split() for language, words in languages.items()}
    for what, languages in tomllib.loads(
        Path(names.__file__).with_suffix(".toml").read_text(encoding="utf-8")
    ).items()
}
ROLES = ["segment", "system", "text", "references", "rater", "criteria"]
"""What the columns of `table` hold, in their order."""
CALLED = {
    "de": "Dokument-ID; Modell; Systemausgabe; Referenzzusammenfassung; Gutachter; Kohärenz",
    "fr": "ID document; système; résumé; résumé de référence; annotateur; cohérence",
    "es": "id_documento; sistema; resumen; referencia; evaluador; coherencia",
    "ja": "文書ID; システムID; 出力; 参照訳; 評価者ID; 一貫性",
    "zh": "文档编号; 系统; 译文; 参考译文; 标注者; 连贯性",
    "dialogue": "conversation_id; bot; bot response; ground truth; participant; appropriateness",
}


def table(called: list[str], **more: object) -> SourceTable:
    """Return a row for each of two outputs of two segments, rated by two people."""
    rows = []
    for at in range(8):
        segment, system, rater = at // 4, "AB"[at // 2 % 2], "uv"[at % 2]
        cells = (
            f"d{segment}", system, f"it rained a lot {segment}{system}", f"much rain fell here {segment}",
            rater, at % 5,
        )  # fmt: skip
        rows.append((f"x:{at}", {**dict(zip(called, cells, strict=True)), **more}))
    return SourceTable("x", rows)


@pytest.mark.parametrize("language", CALLED)
def test_a_table_is_read_without_a_question(language: str) -> None:
    called = CALLED[language].split("; ")
    found = propose([table(called)])
    assert [getattr(found, what) for what in ROLES] == [
        (each,) if what not in ("system", "rater") else each
        for what, each in zip(ROLES, called, strict=True)
    ]  # fmt: skip


def test_each_word_is_known_by_what_it_says() -> None:
    """Whatever its case and its signs are."""
    written = {
        what: [name for words in languages.values() for word in words for name in (word, f"{word.upper()}_")]
        for what, languages in WORDS.items()
    }
    known = {
        "reference": names.is_reference, "person": names.is_person, "criterion": names.is_criterion,
        "no_rating": names.is_no_rating, "mean": lambda name: names.plain(name) in names.MEAN,
    }  # fmt: skip
    for what, each in written.items():
        knows = known.get(what, lambda name, what=what: names.plain(name) in names.NAMES[what])
        assert [name for name in each if not knows(name)] == [], what
    assert {*written} <= {*names.NAMES, *known}


def test_a_text_is_of_one_role() -> None:
    """What is an output in one language is no reference and no input in another."""
    roles = {what: {names.plain(each) for each in names.NAMES[what]} for what in ("text", "input", "system")}
    roles["reference"] = {names.plain(word) for words in WORDS["reference"].values() for word in words}
    for what, mine in roles.items():
        others = set().union(*(words for other, words in roles.items() if other != what))
        assert mine.isdisjoint(others), what
        assert what == "reference" or not any(map(names.is_reference, mine))


@pytest.mark.parametrize(
    "name",
    [
        *("reference_summary", "Reference summary 2", "gold response", "human_translation_b", "ground_truth"),
        *("Referenz 1", "Referenztext", "référence_2", "résumé de référence", "referencias", "参照訳2"),
    ],
)
def test_references_are_found_beside_other_texts(name: str) -> None:
    found = propose([table(["doc", "system", "summary", name, "rater", "flow"], notes="all of it is fine")])
    assert (found.references, found.text) == ((name,), ("summary",))


@pytest.mark.parametrize("name", ["preference text", "refusal", "groundtruthful words", "humane text"])
def test_what_only_looks_like_a_reference_is_none(name: str) -> None:
    assert propose([table(["doc", "system", "summary", name, "rater", "flow"])]).references == ()


def test_criteria_in_other_letters_are_several() -> None:
    """Letters that are not Latin were left out of their names, and all of them were called alike."""
    cells = [{"流暢さ": [1, at], "一貫性": at, "Связность": at} for at in range(4)]
    rows = [
        (f"x:{at}", {"doc": f"d{at // 2}", "system": "AB"[at % 2], **each}) for at, each in enumerate(cells)
    ]
    assert propose([SourceTable("x", rows)]).criteria == ("一貫性", "Связность", "流暢さ[]")


def test_a_column_that_ends_in_id_is_what_it_says() -> None:
    source = table(["文書ID", "システムID", "出力", "参照", "評価者ID", "一貫性"])
    rows = [(place, dict(reversed(row.items()))) for place, row in source.rows]
    found = propose([SourceTable("x", rows)])
    assert (found.rater, found.segment, found.system) == ("評価者ID", ("文書ID",), "システムID")


def test_a_dialogue_of_which_several_turns_are_judged_is_not_the_segment() -> None:
    """Where another column tells outputs apart it is, as it was while names of dialogues were not known."""
    rows = [
        (
            f"x:{at}",
            {
                "conversation_id": f"c{at // 4}", "context": f"how was it in {at // 2}", "bot": "AB"[at % 2],
                "response": f"it rained a lot {at}", "ref": f"much rain fell here {at // 2}", "flow": at,
            },
        )
        for at in range(8)
    ]  # fmt: skip
    found = propose([SourceTable("x", rows)])
    assert (found.segment, found.document, found.criteria) == (("context",), "conversation_id", ("flow",))
    # with a rater several rows are of one output, and what is named is right
    rated = [(place, {**row, "annotator": "uv"[at % 2]}) for at, (place, row) in enumerate(rows)]
    assert propose([SourceTable("x", rated)]).segment == ("conversation_id",)
    # nor is another column taken where it is said
    said = ColumnMap.of("x", segment=("conversation_id",))
    assert propose([SourceTable("x", rows)], said).segment == ("conversation_id",)


@pytest.mark.parametrize("number", ["id", "item", "番号"])
@pytest.mark.parametrize("called", ["doc_id", "document", "文章编号", "documento"])
def test_numbers_of_rows_are_no_segments_where_another_column_is_of_several_systems(
    number: str, called: str
) -> None:
    source = table([called, "system", "output", "reference", "rater", "coherence"])
    rows = [(place, {number: at, **row}) for at, (place, row) in enumerate(source.rows)]
    found = propose([SourceTable("x", rows)])
    assert (found.segment, found.document, found.criteria) == ((called,), "", ("coherence",))


def test_numbers_of_rows_are_segments_where_documents_are_of_one_system() -> None:
    cells = [("AB"[at // 4], f"d{at // 2}", at % 3) for at in range(8)]
    rows = [
        (f"x:{at}", {"id": at, "system": name, "doc": doc, "output": f"it rained a lot {at}", "flow": score})
        for at, (name, doc, score) in enumerate(cells)
    ]
    assert propose([SourceTable("x", rows)]).segment == ("id",)


@pytest.mark.parametrize(
    "called",
    [
        "duration (s)", "Reading time (min)", "Dauer_s", "Dauer (Sek.)", "durée (s)", "所要時間",
        "用时（秒）", "Age [years]",
        "Longueur du texte", "nº", "Nr.", "Anzahl Wörter", "length (words)", "turn", "satz",
    ],
)  # fmt: skip
def test_quantities_and_second_numbers_of_segments_are_no_ratings(called: str) -> None:
    names = ["doc_id", "system", "output", "reference", "rater", "coherence"]
    source = table(names)
    rows = [(place, {**row, called: 10 + at * 7 % 5}) for at, (place, row) in enumerate(source.rows)]
    assert propose([SourceTable("x", rows)]).criteria == ("coherence",)


@pytest.mark.parametrize("called", ["fluency (1-5)", "topic", "min", "clarity (time)", "(1-5)"])
def test_what_stands_in_brackets_makes_no_rating_a_quantity(called: str) -> None:
    assert not names.is_no_rating(called)


def test_columns_that_are_numbered_as_questions_of_a_form_are_called_as_they_are_without() -> None:
    called = ["Segment", "System", "Output", "Reference", "Rater", "Coherence", "Dauer"]
    asked = {name: f"{number + 1}. {name}" for number, name in enumerate(called)}
    rows = [
        (place, {asked[name]: cell for name, cell in row.items()})
        for place, row in table(called[:6], Dauer=2).rows
    ]
    found = propose([SourceTable("x", rows)])
    assert (found.segment, found.system) == (("1. Segment",), "2. System")
    assert (found.rater, found.criteria) == ("5. Rater", ("6. Coherence",))


def test_f1_is_a_measure_of_programs_and_beside_f2_the_first_of_several() -> None:
    source = table(["doc_id", "system", "output", "reference", "u", "c1"])
    for more, rated in (({"f1": 2}, ("c1",)), ({"f1": 2, "f2": 3}, ("c1", "f1", "f2"))):
        rows = [(place, {**row, **more, "u": ""}) for place, row in source.rows if row["u"] == "u"]
        assert propose([SourceTable("x", rows)]).criteria == rated

"""What is proposed of small tables, whole: each column is what it is taken for, and nothing else is."""

from collections.abc import Iterable
from typing import Any

import pytest
from click.testing import CliRunner

from workbench.cli import main
from workbench.datasets.mapping.column_map import ColumnMap
from workbench.datasets.mapping.propose import propose
from workbench.datasets.mapping.seen_columns import kind_of
from workbench.datasets.mapping.source_table import SourceTable
from workbench.datasets.mapping.unfold import unfold
from workbench.errors import SpecError

Rows = list[dict[str, Any]]
PLACES = [(system, doc) for doc in ("d1", "d2") for system in ("A", "B")]
DOCS = ("d1", "d2")
USUAL = "--reference ref --segment doc --system system --criterion flow"


def said(system: str, doc: str) -> str:
    return f"it was {system} and {doc}"


def truth(doc: str) -> str:
    return f"true of {doc} it is"


def row(system: str, doc: str, leaving: Iterable[str] = (), **more: object) -> dict[str, Any]:
    """Return an output, its reference and its rating with some columns more, and without others."""
    usual = {"doc": doc, "system": system, "summary": said(system, doc), "ref": truth(doc), "flow": 3}
    return {name: value for name, value in {**usual, **more}.items() if name not in leaving}


PROPOSED: dict[str, tuple[list[Rows], str]] = {
    "nothing": ([[{"doc": "d1"}]], "--segment doc"),
    "all that has a name": (
        [[
            row(*place, rater="ann", lang_pair="de-en", domain="news", ref_weight=0.5,
                source=f"a long source text of {place[1]} it was")
            for place in PLACES
        ]],
        "--text summary --reference ref --segment doc --system system --criterion flow --rater rater "
        "--task lang_pair --weight ref_weight --domain domain --leave-out source",
    ),
    "tables of their own": (
        [
            [{"doc": doc, "system": system, "criterion": name, "score": 3 + at}
             for system, doc in PLACES for at, name in enumerate(("flow", "style"))],
            [{"doc": doc, "system": system, "output": said(system, doc)} for system, doc in PLACES],
            [{"doc": doc, "text": truth(doc), "name": "r1"} for doc in DOCS],
        ],
        "--text output --reference text --segment doc --system system --criterion score "
        "--criterion-name criterion",
    ),
    "segments that are numbered in each document": (
        [[row(*place, segment_id=at) for place in PLACES for at in (1, 2)]],
        "--text summary --reference ref --segment doc --segment segment_id --system system "
        "--criterion flow --document doc",
    ),
    "numbers of segments that are no ratings": (
        [[row(*place, seg=at) for place in PLACES for at in (1, 2)]],
        "--text summary --reference ref --segment doc --segment seg --system system --criterion flow "
        "--document doc",
    ),
    "segments that are numbered throughout": (
        [[row(system, doc, segment_id=f"{doc}-{at}") for system, doc in PLACES for at in (1, 2)]],
        "--text summary --reference ref --segment segment_id --system system --criterion flow --document doc",
    ),
    "names that say nothing": (
        [[{"x": doc, "system": system, "y": said(system, doc), "ref": truth(doc), "z": at}
          for at, (system, doc) in enumerate(PLACES)]],
        "--text y --reference ref --segment x --system system --criterion z",
    ),
    "systems that are called by several words": (
        [[row(f"our own {system} with more", doc) for system, doc in PLACES]], f"--text summary {USUAL}",
    ),
    "people among the systems": (
        [[row(system, doc, ["ref"]) for doc in DOCS for system in ("A", "human", "ref_2")]],
        "--text summary --segment doc --system system --criterion flow --people human --people ref_2",
    ),
    "people whose texts are references, too": (
        [[row(system, doc) for doc in DOCS for system in ("A", "ref")]],
        f"--text summary {USUAL}",
    ),
    "lists of raters": (
        [[
            row(*place, ["flow"], ratings=[{"annotator": who, "flow": 1, "style": 2} for who in "XY"])
            for place in PLACES
        ]],
        "--text summary --reference ref --segment doc --system system --criterion 'ratings[].flow' "
        "--criterion 'ratings[].style' --rater 'ratings[].annotator'",
    ),
    "raters in a list beside lists of their ratings": (
        [[
            row(*place, flow=[1, 2], style=[3, 4], annotators=["X", "Y"], judges=["one of three"])
            for place in PLACES
        ]],
        "--text summary --reference ref --segment doc --system system --criterion 'flow[]' "
        "--criterion 'style[]' --rater 'annotators[]'",
    ),
    "documents of each task, and a table of ratings that names segments otherwise": (
        [
            [row(*place, ["doc", "flow"], lp=lp, document=f"{place[1]}-{lp}", segment=place[1])
             for lp in ("de-en", "en-de") for place in PLACES],
            [{"lp": lp, "document": f"{doc}-{lp}", "seg": doc, "system": system, "flow": 3}
             for lp in ("de-en", "en-de") for system, doc in PLACES],
        ],
        "--text summary --reference ref --segment segment --system system --criterion flow --task lp "
        "--document document",
    ),
    "texts in which errors were marked, beside the texts": (
        [
            [row(*place, ["flow"]) for place in PLACES],
            [{"doc": doc, "system": system, "target": said(system, doc), "rater": "X", "mqm": 1}
             for system, doc in PLACES],
        ],
        "--text summary --reference ref --segment doc --system system --criterion mqm --rater rater "
        "--lower mqm --leave-out target",
    ),
    "criteria of raters": (
        [[
            row(*place, ["flow"], **{name: {"ann": 1, "bob": 4} for name in ("fluency", "relevance")})
            for place in PLACES
        ]],
        "--text summary --reference ref --segment doc --system system --criterion fluency=fluency.ann "
        "--criterion fluency=fluency.bob --criterion relevance=relevance.ann "
        "--criterion relevance=relevance.bob",
    ),
    "raters' ratings in a list, and too many numbers for it": (
        [[row(*place, ["flow"], style=[1, 2, 3], vector=[0] * 21, twenty=[1] * 20) for place in PLACES]],
        "--text summary --reference ref --segment doc --system system --criterion 'style[]' "
        "--criterion 'twenty[]'",
    ),
    "what programs counted and set": (
        [[row(*place, bleu=0.5, temperature=0.7, gpt_score=3, n_errors=2, start=7) for place in PLACES]],
        f"--text summary {USUAL} --criterion n_errors",
    ),
    "ratings that are written": (
        [[
            row(*place, style=["0/5", "4/5", "3/5", "5/5", "bad"][at], tone=["0/5", "4/5", "bad"][min(at, 2)])
            for at, place in enumerate([*PLACES, ("C", "d1")])
        ]],
        f"--text summary {USUAL} --criterion style",
    ),
    "several references in a list": (
        [[row(*place, ["ref"], references=[truth(place[1]), "so it was in the end"]) for place in PLACES]],
        "--text summary --reference references --segment doc --system system --criterion flow",
    ),
    "texts of one word": (
        [[row(system, doc, ["summary", "ref"], answer=system, reference="yes") for system, doc in PLACES]],
        "--text answer --reference reference --segment doc --system system --criterion flow",
    ),
    "a weight of each reference": (
        [[row(*place, ref2=f"so is {place[1]} in the end", w1=0.5, w2=-0.5) for place in PLACES]],
        "--text summary --reference ref --reference ref2 --segment doc --system system --criterion flow "
        "--weight w1 --weight w2",
    ),
    "the likeliest of several names": (
        [[row(*place, output=said(*place)[::-1], user="u1", judge="j1") for place in PLACES]],
        f"--text summary {USUAL} --rater judge",
    ),
    "what outputs were made of": (
        [[row(*place, thing=f"a long thing that was read of {place[1]} in full") for place in PLACES]],
        f"--text summary {USUAL} --leave-out thing",
    ),
    "systems in an object": (
        [[{"id": doc, "ref": truth(doc),
           "outputs": {name: {"text": said(name, doc), "score": at} for at, name in enumerate("AB")}}
          for doc in DOCS]],
        "--text text --reference ref --segment id --system system --criterion score",
    ),
    "systems in two objects": (
        [[{"id": doc, "ref": truth(doc), "outputs": {name: said(name, doc) for name in "AB"},
           "flow": {"A": 1, "B": 2}} for doc in DOCS]],
        "--text outputs --reference ref --segment id --system system --criterion flow",
    ),
    "objects beside a column of systems": (
        [[
            row(*place, ["summary", "flow"], bart={"text": said(*place), "score": 1},
                lead={"text": said(*place)[::-1], "score": 2})
            for place in PLACES
        ]],
        "--reference ref --segment doc --system system --criterion bart.score --criterion lead.score",
    ),
    "objects beside an empty column of systems": (
        [[{**row(*place, ["summary", "flow"], bart={"text": said(*place), "score": 1},
                lead={"text": said(*place)[::-1], "score": 2}), "system": None}
            for place in PLACES
        ]],
        "--text text --reference ref --segment doc --system system --criterion score",
    ),
    "one name for numbers and for texts": (
        [[row(*place, ["ref"]) for place in PLACES],
         [{"doc": doc, "ref": truth(doc), "flow": "well"} for doc in DOCS]],
        f"--text summary {USUAL}",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PROPOSED)
def test_what_is_proposed(name: str) -> None:
    tables, expected = PROPOSED[name]
    sources = [
        SourceTable(f"t{at}", [(f"t{at}:{n}", each) for n, each in enumerate(rows, start=1)])
        for at, rows in enumerate(tables)
    ]
    mapping = propose(unfold(sources, ColumnMap()))
    assert mapping.command([]).removeprefix("workbench data import ") == expected


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([], "nothing"),
        ([1, "2.5", " 3 "], "number"),
        ([True, False], "other"),
        (["it rained all day", "it was dry"], "text"),
        (["one two", "one two three four"], "text"),
        (["one two", "one two three"], "text"),
        (["one two", "two three"], "name"),
        (["one\ntwo\nthree"], "text"),
        (["äöüäöü"], "text"),
        (["äöüäö"], "name"),
        (["it rained all day", 7], "name"),
        (["it rained all day", 7.5], "other"),
    ],
)
def test_what_cells_hold(values: list[Any], kind: str) -> None:
    assert kind_of(values) == kind


SAID = {
    "text": "Texts of the systems; several columns are several systems; may be given again",
    "reference": "References, or a list of them; may be given again",
    "segment": "What was judged: a document, topic or sentence; may be given again",
    "system": "What wrote the text",
    "criterion": "Ratings; a path into a list is several raters'; may be given again",
    "rater": "Who rated",
    "task": "Part that is judged on its own, for instance a language pair",
    "weight": "Weights in [-1, 1], one column a column of references; may be given again",
    "document": "Document that a segment is from",
    "domain": "Domain that a segment is from",
    "reference-name": "Name of the reference of a row, where each has one",
    "criterion-name": "Criterion of a row, where each has one rating",
    "lower": "Criteria of which less is better; may be given again",
    "people": "Systems whose texts are references; human* is a pattern; may be given again",
    "word": "What a rating or a weight in words counts: good=4, missing=nan; may be given again",
    "leave-out": "Columns of texts that are not needed; may be given again",
}


def test_the_command_says_what_each_option_names() -> None:
    said = " ".join(CliRunner().invoke(main, ["data", "import", "--help"], terminal_width=200).output.split())
    for option, sentence in SAID.items():
        assert f"--{option}" in said
        assert f" COLUMN {sentence}." in said


def test_people_are_named_in_the_order_of_their_names() -> None:
    people = [f"human{at}" for at in range(9)]
    rows = [row(system, doc, ["ref"]) for doc in DOCS for system in ("A", *people[::-1])]
    source = SourceTable("t", [(f"t:{at}", each) for at, each in enumerate(rows, start=1)])
    assert propose([source]).people == tuple(people)


def test_a_mapping_has_the_keys_that_it_has() -> None:
    with pytest.raises(SpecError) as caught:
        ColumnMap.of("card", txt="a", text=3)
    said = [str(each).partition(" Known: ")[0] for each in caught.value.problems]
    assert said == [
        "card: text: is the name of a column, or a list of them: got 'int'. The column itself stays in the "
        "frame",
        "card: unknown key 'txt'. Did you mean 'text'?",
    ]


USUAL_OF = {
    "text": "summary", "references": "ref", "segment": "seg", "system": "system", "criteria": "flow",
    "rater": "rater", "task": "lang_pair", "document": "doc", "domain": "domain",
}  # fmt: skip


@pytest.mark.parametrize("what", USUAL_OF)
def test_what_is_said_stays_said_beside_a_column_of_the_usual_name(what: str) -> None:
    every = {"rater": "ann", "lang_pair": "de-en", "domain": "news"}
    rows = [row(system, doc, **every, seg=f"{doc}-1") for system, doc in PLACES]
    rows = [{**each, **{f"{name} too": each[name] for name in USUAL_OF.values()}} for each in rows]
    source = SourceTable("t", [(f"t:{at}", each) for at, each in enumerate(rows, start=1)])
    own = f"{USUAL_OF[what]} too"
    found = getattr(propose([source], ColumnMap.of("mapping", **{what: own})), what)
    assert found in (own, (own,))

"""Looks at data at their borders: what is told of a data set, and of one that is a step away is not."""

from collections.abc import Sequence
from typing import NamedTuple

import pandas as pd
import pytest
from made_up import card, judgment, output, reference

from workbench.datasets.card import DatasetCard
from workbench.datasets.evalset import EvalSet
from workbench.datasets.understood import understand


class Made(NamedTuple):
    """Ratings (system, segment, rater, score) by criterion, texts by system, references of some segments."""

    scores: dict[str, Sequence[tuple[str, str, str, float]]]
    texts: dict[str, Sequence[str]] | None = None
    references: Sequence[dict[str, object]] = ()
    scale: str = ""
    direction: str = "higher"

    def data(self) -> EvalSet:
        rated = [(*each, criterion) for criterion, rows in self.scores.items() for each in rows]
        said = {
            (f"s{at}", who): text for who, own in (self.texts or {}).items() for at, text in enumerate(own)
        }
        places = dict.fromkeys((segment, system) for system, segment, _, _, _ in rated) | said
        outputs = [
            output(segment=at, system=who, text=said.get((at, who), f"{who} on {at} says"))
            for at, who in places
        ]
        others = {segment: "" for segment, _ in places} | {row["segment"]: None for row in self.references}
        rest = [reference(segment=at, text=f"true is {at}") for at, own in others.items() if own is not None]
        judgments = [
            judgment(system=system, segment=segment, rater=rater, criterion=criterion, score=score)
            for system, segment, rater, score, criterion in rated
        ]
        of = {"scale": self.scale, "direction": self.direction}
        criterion = {**card().criteria["coverage"].model_dump(), **of}
        criteria = dict.fromkeys(self.scores, criterion)
        mine = DatasetCard.model_validate({**card().model_dump(), "criteria": criteria})
        frames = (pd.DataFrame(rows) for rows in (outputs, [*self.references, *rest], judgments))
        return EvalSet.build(mine, *frames)


def rated(
    scores: Sequence[float], n_systems: int = 3, rater: str = "ann"
) -> list[tuple[str, str, str, float]]:
    """Return ratings that go through the systems of one segment after the other."""
    return [("ABCDEF"[at % n_systems], f"s{at // n_systems}", rater, x) for at, x in enumerate(scores)]


def by_raters(**scores: Sequence[float]) -> dict[str, list[tuple[str, str, str, float]]]:
    return {"flow": [row for rater, own in scores.items() for row in rated(own, rater=rater)]}


SOUND = [0.3, 0.8, 0.2, 0.9, 0.4, 0.7, 0.6, 0.1, 0.5, 0.35, 0.85, 0.25]
PAIRS = [1, 1, 2, 2, 3, 3, 1, 1, 2, 2]
RATINGS = {"flow": rated(SOUND)}
WHOLE = [1, 2, 3, 4, 5, 4, 3, 2] * 5
STEPS = [1, 2, 3, 2, 1, 3, 3, 1, 2, 2, 3, 1, 1, 3, 2]
NEAR = [1.0, 2.0, 3.0, 4.0, 5.0, 1.5]
FAR = [*NEAR, 2.5]
SHARES, FIVE = [0.1, 0.2, 0.6] * 5, [1, 3, 5] * 5
SEVERAL = ["one is here", "two was there", "three ran home", "four sat down"]


def two(ann: Sequence[float], bob: Sequence[float]) -> Made:
    """Return data that two people have rated."""
    return Made(by_raters(ann=ann, bob=bob))


def with_texts(*own: str) -> Made:
    """Return data in which system A says this, and whose 12 ratings are of 4 segments, of 3 systems."""
    return Made(RATINGS, {"A": own})


def refer(*texts: str) -> list[dict[str, object]]:
    return [reference(segment=f"s{at}", text=text) for at, text in enumerate(texts)]


def copied(*references: str) -> Made:
    """Return data of which the first references are these, and the outputs of A are `SEVERAL`."""
    return Made(RATINGS, {"A": SEVERAL}, refer(*references))


def in_words(each: int, sentences: int = 0, outputs: int = 0, word: str = "cat") -> Made:
    """Return data whose references, but for some, are single words, as are some of 12 outputs."""
    theirs = [
        reference(
            segment=f"s{at // each}", reference=f"r{at % each}", text=word if at >= sentences else "a cat"
        )
        for at in range(4 * each)
    ]
    said = [word if at < outputs else f"it is {at}" for at in range(12)]
    return Made(RATINGS, {"A": said[:4], "B": said[4:8], "C": said[8:]}, theirs)


def joined(
    mark: str,
    number: int = 20,
    there: int = 18,
    own: str = "one two",
    last: str = "",
    ours: int = 0,
    begin: str = "",
) -> Made:
    """Return data whose references, but for some, are two with a mark between them, as in some outputs."""
    texts = [f"{begin}here {at}{mark if at < there else ' '}there {at}" for at in range(number)]
    texts[-1] = last or texts[-1]
    scores = [0.1 + (at * 7 % 60) / 100 for at in range(3 * number)]
    return Made(
        {"flow": rated(scores)},
        {
            who: [f"{own}{mark if at + number * of < ours else ' '}{at}" for at in range(number)]
            for of, who in enumerate("ABC")
        },
        refer(*texts),
    )


def of_length(length: int, places: int, of: int = 6) -> Made:
    """Return data of some segments, of which `places` texts of A have a length and the others are shorter."""
    texts = [(f"{at} " + "word " * 60)[: length if at < places else 40 + at] for at in range(of)]
    return Made({"flow": rated((SOUND * of)[: 3 * of])}, {"A": texts})


def of_twenty(again: int, copies: int = 0) -> Made:
    """Return data in which of 20 texts of A some are one and the same, and some of the others references."""
    texts = ["again"] * again + [f"here is {at}" for at in range(again, 20)]
    return Made({"flow": rated(SOUND * 5)}, {"A": texts}, refer(*texts[:copies]))


def letters(foreign: int, plain: int) -> Made:
    texts = {"A": ["ä" * foreign, "a" * (plain - foreign), "", ""], **{who: [""] * 4 for who in "BC"}}
    return Made(RATINGS, texts)


def accents(outputs: Sequence[bool], references: Sequence[bool]) -> Made:
    """Return data whose texts have an é, of one letter or (True) of an e and an accent."""
    own, theirs = (
        [("cafe\u0301" if apart else "caf\xe9") + f" {what} {at}" for at, apart in enumerate(each)]
        for what, each in (("here", outputs), ("there", references))
    )
    return Made(RATINGS, {"A": own}, refer(*theirs))


def unseen(marked: int, plain: int, mark: str = "\ufeff") -> Made:
    """Return texts of one system of which some begin with a letter that nobody sees."""
    texts = [f"{mark if at < marked else ''}it is number {at}" for at in range(marked + plain)]
    return Made(RATINGS, {"A": texts})


TOLD_AND_NOT = {
    "ratings-are-row-numbers": [
        (Made({"flow": rated(range(1, 16))}), Made({"flow": rated(range(1, 15))})),
        (Made({"flow": rated(range(7, 22))}), Made({"flow": rated([*range(7, 21), 22])})),
        (Made({"flow": rated(range(7, 22))}), Made({"flow": rated([8, 7, *range(9, 22)])})),
    ],
    "far-rating": [
        (Made({"flow": rated([*FAR, *FAR, 1, 99])}), Made({"flow": rated([*FAR, 3.5, *FAR, 99])})),
        (Made({"flow": rated([*FAR, *FAR, 1, 33.5])}), Made({"flow": rated([*FAR, *FAR, 1, 33])})),
        (Made({"flow": rated([*NEAR, *NEAR, 2, 3, 99])}), Made({"flow": rated([*NEAR, *NEAR, 2, 99])})),
        (Made({"flow": rated([*NEAR, *NEAR, 2, 3, 99])}), Made({"flow": rated([*NEAR, *NEAR, 2, 99, 99])})),
        (Made({"flow": rated([*NEAR, *NEAR, 2, 3, 99])}), Made({"flow": rated([2] * 14 + [99])})),
    ],
    "less-is-better": [
        (Made({"n_errors": rated(SOUND)}), Made({"error_rate": rated(SOUND)})),
        (Made({"Rank": rated(SOUND)}), Made({"frank": rated(SOUND)})),
    ],
    "points-of-errors": [
        (Made({"seg_MQM": rated([0, 5, 1])}), Made({"seg_MQM": rated([1, 5, 1])})),
        (Made({"mqm": rated([0, 5, 1])}), Made({"mqm": rated([0, 5, 1])}, direction="lower")),
        (Made({"mqm": rated([0, 5, 1])}), Made({"mqms": rated([0, 5, 1])})),
        (Made({"mqm": rated([0, -5, -1])}, direction="lower"), Made({"mqm": rated([0, -5, -1])})),
        (Made({"at": rated([0, -5])}, direction="lower"), Made({"at": rated([1, -5])}, direction="lower")),
        (Made({"at": rated([0, -5])}, direction="lower"), Made({"at": rated([0, 0])}, direction="lower")),
    ],
    "few-systems": [(Made({"flow": rated(SOUND, 2)}), Made({"flow": rated(SOUND, 3)}))],
    "one-segment": [(Made({"flow": rated(SOUND[:3], 3)}), Made({"flow": rated(SOUND[:6], 3)}))],
    "constant-ratings": [(Made({"flow": rated([2, 2, 2])}), Made({"flow": rated([2, 2, 3])}))],
    "ratings-of-segments": [
        (Made({"flow": rated([*PAIRS, 1, 1], 2)}), Made({"flow": rated(PAIRS, 2)})),
        (Made({"flow": rated([1] * 4 + [2] * 4, 4)}), Made({"flow": rated([1] * 4 + [2, 2, 2, 3], 4)})),
    ],
    "stand-in-ratings": [
        (Made({"flow": rated([0, 1, 2, -1])}), Made({"flow": rated([0, 1, 1, -1])})),
        (Made({"flow": rated([1, 2, 2, -1])}), Made({"flow": rated([1, 1.5, 2, -1])})),
        (Made({"flow": rated([0.5, 5, 1, -9])}), Made({"flow": rated([0.5, 5.25, 1, -9])})),
        (Made({"flow": rated([1, 5, 2, 99])}), Made({"flow": rated([1, 5, 2, 98])})),
        (Made({"flow": rated([1, 33, 2, 99])}), Made({"flow": rated([1, 34, 2, 99])})),
        (Made({"flow": rated([1, 2, 99])}), Made({"flow": rated([2, 2, 99])})),
        *(
            (Made({"flow": rated([1.5, 2.5, number])}), Made({"flow": rated([1.5, 2.5, other])}))
            for number, other in ((-999, -998), (-99, -98), (-9, -8), (-1, -2), (999, 998), (9999, 9998))
        ),
        # codes of surveys: rare, beside a scale of whole numbers from 1
        (Made({"flow": rated([*WHOLE, 0])}), Made({"flow": rated([*WHOLE, 0, 0])})),
        (Made({"flow": rated([*WHOLE, 0])}), Made({"flow": rated([*WHOLE[1:8], *WHOLE[9:], 5, 5, 0])})),
        (Made({"flow": rated([*WHOLE, 9])}), Made({"flow": rated([*WHOLE, 8, 9])})),
        (Made({"flow": rated([*WHOLE, 9])}), Made({"flow": rated([*WHOLE, 2.5, 9])})),
        (Made({"flow": rated([*WHOLE, 0])}), Made({"flow": rated([2] * 36 + [1] * 3 + [3, 0])})),
        (Made({"flow": rated([*WHOLE, 0])}), Made({"flow": rated([2] * 30 + [1] * 10 + [0])})),
        (Made({"flow": rated([*WHOLE, 0])}), Made({"flow": rated([*WHOLE, 0])}, scale="0 to 5")),
        (Made({"flow": rated([*WHOLE, 9])}), Made({"flow": rated([*WHOLE, 9])}, direction="lower")),
        (
            Made({"flow": rated([*(WHOLE * 3)[:97], 0, 0, 0])}),
            Made({"flow": rated([*(WHOLE * 3)[:96], 0, 0, 0])}),
        ),
        (
            Made({"flow": rated([*[1] * 12, *[2] * 45, *[3] * 43, 0, 0, 0])}),
            Made({"flow": rated([*[1] * 11, *[2] * 46, *[3] * 43, 0, 0, 0])}),
        ),
    ],
    "words-as-references": [
        (in_words(4), in_words(3)),
        (in_words(5, sentences=2), in_words(5, sentences=3)),
        (in_words(4, outputs=6), in_words(4, outputs=7)),
        (in_words(4, word="書"), in_words(4, word="書く")),
    ],
    "joined-references": [
        (joined("||"), joined("|")),
        (joined("||", there=2), joined("||", there=1)),
        (joined(" ### ", there=10, ours=3), joined(" ### ", there=10, ours=4)),
        (joined("\t"), joined("\t", there=17)),
        (joined("\n"), joined("\n", own="one\ntwo")),
        (joined("\n"), joined("\n", last="a\nb\nc")),
        (joined(" ### "), joined(" ### ", number=9)),
        (joined(" || ", ours=30), joined(" || ", ours=32)),
        (joined("### "), joined(" ", begin="### ")),
    ],
    "equal-criteria": [
        (
            Made({"flow": rated(SOUND[:3]), "style": rated(SOUND[:3])}),
            Made({"flow": rated(SOUND[:2]), "style": rated(SOUND[:2])}),
        ),
        (
            Made({"flow": rated(SOUND), "style": rated(SOUND)}),
            Made({"flow": rated(SOUND), "style": rated([*SOUND[:-1], 0.26])}),
        ),
    ],
    "raters-as-criteria": [
        (
            Made({"flow1": rated(SOUND), "flow2": rated(SOUND[::-1])}),
            Made({"question1": rated(SOUND), "question2": rated(SOUND[::-1])}),
        ),
        (
            Made({"flow1": rated(SOUND), "flow2": rated(SOUND[::-1])}),
            Made({"flow1": rated(SOUND), "style2": rated(SOUND[::-1])}),
        ),
    ],
    "raters-are-rows": [
        (
            Made({"flow": [(*row[:2], f"r{at}", row[3]) for at, row in enumerate(rated(STEPS))]}),
            Made({"flow": [(*row[:2], f"r{at}", row[3]) for at, row in enumerate(rated(STEPS[:14]))]}),
        ),
    ],
    "raters-are-systems": [
        (
            Made({"flow": [(row[0], row[1], f"of {row[0]}", row[3]) for row in rated(SOUND)]}),
            Made({"flow": [(row[0], row[1], f"of {row[0]}", row[3]) for row in rated(SOUND, 2)]}),
        ),
    ],
    "constant-raters": [
        (Made(by_raters(ann=STEPS, bob=[2] * 15)), Made(by_raters(ann=STEPS[:14], bob=[2] * 14))),
        (
            Made(by_raters(ann=STEPS, bob=[2] * 15)),
            Made(by_raters(ann=[min(x, 2) for x in STEPS], bob=[2] * 15)),
        ),
    ],
    "turned-raters": [
        (
            Made(by_raters(ann=STEPS, bob=[4 - x for x in STEPS])),
            Made(by_raters(ann=STEPS[:14], bob=[4 - x for x in STEPS[:14]])),
        ),
        # .1 and .4 throughout have one mean, which subtracting from a sum of three leaves with noise
        (
            Made(by_raters(ann=STEPS, bob=[4 - x for x in STEPS])),
            Made(by_raters(bob=[0.1] * 15, ann=[0.1, 0.2, 0.4, 0.7, 0.9] * 3, cem=[0.4] * 15)),
        ),
        # with 3, 1, 2 throughout r is -1/2
        (
            Made(by_raters(ann=[1, 2, 3] * 5, bob=[3, 1, 2] * 4 + [3, 2, 1])),
            Made(by_raters(ann=[1, 2, 3] * 5, bob=[3, 1, 2] * 4 + [2, 1, 3])),
        ),
        (
            Made(by_raters(ann=[1, 2, 3] * 20, bob=[3, 1, 2] * 19 + [3, 2, 1])),
            Made(by_raters(ann=[1, 2, 3] * 20, bob=[3, 1, 2] * 19 + [1, 2, 3])),
        ),
    ],
    "equal-raters": [
        (Made(by_raters(ann=STEPS, bob=STEPS)), Made(by_raters(ann=STEPS[:14], bob=STEPS[:14]))),
        (
            Made(by_raters(ann=STEPS, bob=STEPS)),
            Made(by_raters(ann=[min(x, 2) for x in STEPS], bob=[min(x, 2) for x in STEPS])),
        ),
        (Made(by_raters(ann=STEPS, bob=STEPS)), Made(by_raters(ann=STEPS, bob=[*STEPS[:14], 3]))),
        # what one of them alone rated is no difference, whoever of them it is
        *(
            (
                Made(by_raters(**{who: [*STEPS, 3, 3], other: STEPS})),
                Made(by_raters(**{who: [*STEPS, 3, 3], other: [*STEPS[:14], 3]})),
            )
            for who, other in (("ann", "bob"), ("bob", "ann"))
        ),
    ],
    "mixed-scales": [
        (two(SHARES, FIVE), two([0.1, 0.2, 0.59] * 5, FIVE)),
        (two([0.2, 0.5, 1.0] * 5, [1, 2, 2] * 5), two([0.2, 0.5, 1.0] * 5, [1, 1.99, 1.99] * 5)),
        (two(SHARES, [0.6, 0.6, 2, 2, 5] * 3), two(SHARES, [0.6, 0.6, 0.6, 2, 5] * 3)),
        (two(SHARES, [*[0.6] * 7, *[2] * 8]), two(SHARES, [*[0.6] * 8, *[2] * 7])),
        (two(FIVE, [*[5] * 5, *[20] * 16]), two(FIVE, [*[5] * 6, *[20] * 15])),
        (two(FIVE, [6, 12, 20] * 5), two(FIVE, [6, 12, 19.9] * 5)),
        (two([2, 6, 10] * 5, [20, 50, 90] * 5), two([2, 6, 10.5] * 5, [20, 50, 90] * 5)),
        (two(FIVE, [2, *[5.5, 20, 60] * 3]), two(FIVE, [2, 3, 4, 5, 5.5, 20, 60])),
        (two(FIVE, [20, 50, 90] * 2), two(FIVE, [20, 50, 90, 70, 30])),
        (two([1, 3, 5] * 2, [20, 50, 90] * 3), two([1, 3, 5, 1, 3], [20, 50, 90] * 3)),
        (two([1, 2, 5] * 2, [20, 50, 90] * 3), two([1, 1, 5] * 2, [20, 50, 90] * 3)),
        (two([0, 3, 5] * 5, [20, 50, 90] * 5), two([-1, 3, 5] * 5, [20, 50, 90] * 5)),
        (two([0, 1] * 3, [1, 2, 5] * 3), two([0, 1] * 3, [0.9, 2, 5] * 3)),
        (two([0, 1] * 3, [0, 11, 12] * 3), two([0, 1] * 3, [0, 10, 12] * 3)),
        (
            Made(by_raters(ann=FIVE, bob=[20, 50, 90], cyd=[30, 60, 80])),
            Made(by_raters(ann=FIVE, bob=[20, 50, 90, 40], cyd=[30, 60])),
        ),
    ],
    "one-text-for-many": [
        (with_texts("again", "again", "again", "other"), with_texts("again", "again", "and", "other")),
        (
            Made({"flow": rated(SOUND[:9])}, {"A": ["again", "again", "other"]}),
            Made({"flow": rated(SOUND[:6])}, {"A": ["again", "again"]}),
        ),
        (of_twenty(11), of_twenty(10)),
    ],
    "one-reference-for-all": [
        (
            Made({"flow": rated(SOUND[:9])}, references=refer("it is", "it is", "it is")),
            Made({"flow": rated(SOUND[:6])}, references=refer("it is", "it is")),
        ),
        (
            Made(RATINGS, references=refer("it is", "it is", "it is", "it is")),
            Made(RATINGS, references=refer("it is", "it is", "it is", "no")),
        ),
    ],
    "segments-twice": [
        (Made(RATINGS, references=refer("it is", "it is")), Made(RATINGS, references=refer("it is", "it"))),
    ],
    "references-twice": [
        (
            Made(RATINGS, references=[*refer("it is"), again]),
            Made(RATINGS, references=[*refer("it is"), {**again, "made_by": "A"}]),
        )
        for again in [reference(segment="s0", reference="r2", text="it is")]
    ],
    "words-as-lines-outputs": [(with_texts("the\ncat\nsat\ndown"), with_texts("the\ncat\nsat"))],
    "cut-texts-outputs": [(with_texts("a " * 16_383 + "b"), with_texts("a " * 16_383))],
    "references-are-outputs": [
        (copied(*SEVERAL[:3]), copied(*SEVERAL[:2])),
        (of_twenty(0, 11), of_twenty(0, 10)),
    ],
    "outputs-equal-references": [
        (copied(*SEVERAL[:2]), copied(*SEVERAL[:3])),
        (copied(SEVERAL[0]), copied(SEVERAL[1])),
    ],
    "cut-letters": [(letters(2, 199), letters(2, 200))],
    "accents-apart": [
        (accents([True, False, True], [False]), accents([True, False, True, False], [False])),
        (accents([True], [True, False]), accents([True], [True, False, True])),
        (accents([False], [True, True]), accents([], [True, True])),
        (accents([True], [False]), accents([False], [False])),
        *[
            (
                accents([True] * 11 + [False] * 9, [True] * 10 + [False] * 10),
                accents([True] * outputs + [False] * 9, [True] * references + [False] * 9),
            )
            for outputs, references in ((10, 10), (11, 11))
        ],
    ],
    "letters-without-width": [
        (unseen(3, 2), unseen(2, 1)),
        (unseen(3, 2), unseen(3, 3)),
        (unseen(3, 2, mark="\u200e"), unseen(3, 2, mark="\u200c")),
    ],
    "begin-alike": [
        (
            Made({"flow": rated([*SOUND, *SOUND[:3]])}, {"A": [f"Here is it {at}" for at in range(5)]}),
            Made({"flow": rated(SOUND)}, {"A": [f"Here is it {at}" for at in range(4)]}),
        ),
    ],
    "cut-at-a-length": [
        (of_length(80, 4), of_length(80, 3)),
        (of_length(80, 4), of_length(79, 4)),
        (of_length(80, 11, 20), of_length(80, 10, 20)),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "told", "untold"),
    [(rule, *pair) for rule, pairs in TOLD_AND_NOT.items() for pair in pairs],
)
def test_what_is_told_of_one_is_not_of_its_neighbour(rule: str, told: Made, untold: Made) -> None:
    found, other = (
        {each.rule for each in understand(made.data(), ("CASE",)).warnings} for made in (told, untold)
    )
    assert rule in found
    assert rule not in other


def test_only_systems_that_lack_judgments_are_named() -> None:
    whole = Made(RATINGS).data()
    is_lost = (whole.judgments["system"] == "B") & whole.judgments["segment"].isin(["s1", "s2"])
    data = EvalSet.build(whole.card, whole.outputs, whole.references, whole.judgments[~is_lost])
    (found,) = (each for each in understand(data, ("CASE",)).warnings if each.rule == "partly-judged")
    assert (found.examples, found.number) == (("system 'B' has 2 of 4",), 1)
    assert found.sentence.startswith("10 of 12 outputs")


def test_names_with_numbers_are_named_in_the_order_of_their_numbers() -> None:
    """Neither as letters are ordered nor as rows come: the tenth after the second."""
    alike = Made(by_raters(r10=STEPS, r2=STEPS, r1=STEPS)).data()
    (found,) = (each for each in understand(alike, ("CASE",)).warnings if each.rule == "equal-raters")
    said = [example.partition(",")[0] for example in found.examples]
    assert said == ["'r1' and 'r2'", "'r1' and 'r10'", "'r2' and 'r10'"]
    names = {"A": "m10", "B": "m2", "C": "m1"}
    rows = [(names[system], *rest) for system, *rest in RATINGS["flow"]]
    whole = Made({"flow": rows}).data()
    is_lost = whole.judgments["segment"] == "s1"
    judged = whole.judgments[~is_lost].sort_values("system", ascending=False)
    data = EvalSet.build(whole.card, whole.outputs, whole.references, judged)
    (found,) = (each for each in understand(data, ("CASE",)).warnings if each.rule == "partly-judged")
    assert [example.split("'")[1] for example in found.examples] == ["m1", "m2", "m10"]


SAID = """
ratings-are-row-numbers: the ratings of flow are 1 to 15, one after the other. Was a column that numbers
rows read as ratings?

far-rating: one rating of flow is 99, all others are 1 to 5: system 'A', segment 's5' (t). A slip of the
keyboard? Mend it: means and Pearson's r follow it

less-is-better: n_errors counts as the better the higher, and is not called so. Where less is better say
--lower n_errors, in Python lower='n_errors', in a card direction = 'lower'

points-of-errors: seg_MQM counts as the better the higher, and goes up from 0. If 0 is a text without errors
say --lower seg_MQM, in Python lower='seg_MQM', in a card direction = 'lower'

few-systems: task t has 2 systems: 'A'; 'B'. Below 3 no coefficient of the system level says anything: was
the right column read? levels = ['segment'] may do

one-segment: task t has one segment: 's0'. Means rest on a single text a system, and no interval of inputs
can be drawn: was the right column read as segment?

constant-ratings: all ratings of flow in t are 2. Nothing correlates with a constant: was the right column
read?

ratings-of-segments: all outputs of a segment have the same rating of flow, in each of 6 segments. It tells
no system from another: is it a rating of the input or of references?

stand-in-ratings: 1 of 4 ratings of flow are -1, all others 0 to 2: system 'A', segment 's1'. If it stands
for a missing rating, leave its cell empty, or import data with --word -1=nan: as a number it moves means

words-as-references: 16 of 16 references are a word, 4 a segment, and 0 of 12 outputs. Was a list of words
read as a list of references? Join the words with blanks

joined-references: 18 of 20 references have '||' in them, and 0 of 60 outputs. If it stands between
several references, write these as columns or lists of their own

equal-criteria: flow and style have the same ratings of all 3 outputs. Was a column read twice?

raters-as-criteria: 2 criteria are called flow and a number, each with one column: 'flow1'; 'flow2'. If they
are several people's ratings of one criterion, give them one name: --criterion flow=flow1 --criterion
flow=flow2

raters-are-rows: flow of t: each of 15 ratings has a rater of its own: rater 'r0'; rater 'r1'; rater 'r2'
and 12 more. Was a column that numbers rows read as rater? Name the one that says who rated

raters-are-systems: flow of t: each system was rated by another rater, and by nobody else: rater 'of A'
rated system 'A'; rater 'of B' rated system 'B'; rater 'of C' rated system 'C'. A strict rater and a bad
system cannot be told apart: was the right column read as rater?

constant-raters: some raters give one rating to everything, of which others give several: rater 'bob' gives
2 to 15 outputs (flow of t). Was the task understood, or a column filled down? [data] raters leaves them out

turned-raters: some raters rate high what all others rate low: rater 'ann', r -1.00 with the others' mean
(flow of t); rater 'bob', r -1.00 with the others' mean (flow of t). Did they read the scale the other way
round? Turn their ratings; [data] raters leaves them out

equal-raters: some raters give the same rating to every output that both rated: 'ann' and 'bob', 15 outputs
(flow of t). Was a column read twice? One person twice makes judges look reliable

mixed-scales: flow of t is on two scales, 0.1 to 0.6 of 1 rater and 1 to 5 of 1 rater: rater 'ann' has 0.1
to 0.6. Bring them to one scale: a mean over both says which scale was used. [data] ratings = 'z-scored'
does it by rater

one-text-for-many: some systems have one text for most segments: system 'A' has 'again' for 3 of 4 segments
of t. Was the column filled down, or the right one read?

one-reference-for-all: all 3 segments have the same references: 'it is'. Was the column filled down, or the
wrong one read as references?

segments-twice: 1 of 4 segments have the references of another segment: segment 's1' (t). The same input
twice makes intervals too narrow: is a segment there under two names?

references-twice: 1 of 5 references repeat another one of their segment: reference 'r2', segment 's0' (t). A
text that is there twice is no second reference

words-as-lines-outputs: 1 of 12 outputs have a line a word, and a line is a sentence: system 'A', segment
's0' (t). Was a list of words read as a list of sentences? Join the words with blanks

cut-texts-outputs: 1 of 12 outputs have 32,767 characters, as many as a cell of a spreadsheet holds: system
'A', segment 's0' (t). What was longer was cut: take the texts from where they were before

references-are-outputs: some systems are held against themselves, and the others against them: in 3 of 4
segments of t a reference (r1) is the very output of system 'A'. Read other references; or write the
system's name into the column made_by of these, or call the reference as the system (--reference A=r1): then
it is held against the others only

outputs-equal-references: some outputs are a reference of their segment, word for word: 2 of 4 of system 'A'
(t). A copy of a reference scores 1 whatever people said; has the system seen it?

cut-letters: 1% of the letters of t are not ASCII, and CASE cuts words at them: 'Mädchen' equals 'M dchen',
and a text without ASCII letters does not match itself. Take preprocess = '13a', 'sacrebleu-intl' or 'none'

accents-apart: 2 outputs write letters in a form that only looks like that of the references, as e and ´ for
é: no metric takes them for the same: system 'A', segment 's0'; system 'A', segment 's2'. Bring both to one
form: unicodedata.normalize('NFC', text)

letters-without-width: most texts of some have letters that nobody sees, those of others do not, and metrics
take them for a part of the word: system 'A', 3 of 5 (t). Take them out: marks of the byte order and of
the direction, soft hyphens, spaces without width

begin-alike: all texts of some systems begin with the same words, those of others do not: 'Here is it' by
system 'A' (t). What a program says before its text is no part of it: take it out

cut-at-a-length: most texts of some systems have one length, and none is longer: 4 of 6 of system 'A' have
80 characters (t). Were they cut there? Take the texts from before
"""


@pytest.mark.parametrize("said", SAID.strip().split("\n\n"), ids=list(TOLD_AND_NOT))
def test_what_is_told_is_told_in_these_words(said: str) -> None:
    """Of the first data of each: the number of rows, which, and what may be done."""
    rule = said.partition(":")[0]
    found = understand(TOLD_AND_NOT[rule][0][0].data(), ("CASE",)).warnings
    assert [str(each).split() for each in found if each.rule == rule] == [said.split()]


SAID_OF_OTHERS: dict[str, tuple[Made, str]] = {
    "errors that are subtracted": (
        Made({"flow": rated([-3, -1, 0, -2, -1, -5])}, direction="lower"),
        "points-of-errors: flow counts as the better the lower, and goes down from 0. If errors are "
        "subtracted "
        "more is better: leave lower out, in a card direction = 'higher'",
    ),
    "three references in one": (
        Made(
            {"flow": rated(SOUND)},
            references=[
                reference(segment=f"s{at % 4}", reference=f"r{at}", text="a <ref> b <ref> c")
                for at in range(12)
            ],
        ),
        "joined-references: 12 of 12 references have '<ref>' in them, 2 times each, and 0 of 12 "
        "outputs. If it "
        "stands between several references, write these as columns or lists of their own",
    ),
}


@pytest.mark.parametrize("name", SAID_OF_OTHERS)
def test_what_is_told_of_others_is_told_in_these_words(name: str) -> None:
    made, said = SAID_OF_OTHERS[name]
    found = [str(each) for each in understand(made.data(), ("CASE",)).warnings]
    assert [each for each in found if each.partition(":")[0] == said.partition(":")[0]] == [said]


@pytest.mark.parametrize(
    ("n_lines", "last", "is_told"), [(4, "", True), (3, "", False), (4, "\nmore", False)]
)
def test_one_segment_of_many_lines_is_told_how_lines_become_segments(
    n_lines: int, last: str, is_told: bool
) -> None:
    """The whole test set was read as one text, whose lines metrics take for its sentences."""
    text = "\n".join(f"line {at}" for at in range(n_lines))
    made = Made({"flow": rated(SOUND[:3], 3)}, {"A": [text], "B": [text], "C": [text + last]}, refer(text))
    [said] = [str(each) for each in understand(made.data(), ("CASE",)).warnings if each.rule == "one-segment"]
    told = "read as segment? Each text has 4 lines: if each is a segment, and people judged them together, "
    assert said.endswith(f"{told}lines = 'segments' on the card says so") == is_told


_ODD: dict[str, tuple[Made, tuple[str, ...], str]] = {
    "raters-as-criteria": (
        Made({"style": rated(SOUND[::2]), "flow1": rated(SOUND), "flow2": rated(SOUND[::-1])}),
        ("'flow1'", "'flow2'"),
        "2 criteria are called flow and a number, each with one column",
    ),
    "missing-outputs": (
        Made(RATINGS, {"A": ["it is so", " NaN\n"], "B": ["NaN is a name", ""]}),
        ("system 'A', segment 's1' (t)",),
        "1 of 12 outputs are a word for a missing value, as 'NaN'",
    ),
    "empty-outputs": (
        Made(RATINGS, {"A": ["it is so", " NaN\n"], "B": ["NaN is a name", " "]}),
        ("system 'B', segment 's1' (t)",),
        "1 of 12 outputs are empty",
    ),
    "equal-raters": (
        Made(by_raters(cyd=SOUND, ann=STEPS, bob=STEPS)),
        ("'ann' and 'bob', 15 outputs (flow of t)",),
        "some raters give the same rating to every output that both rated",
    ),
    "constant-raters": (
        Made(by_raters(ann=STEPS, bob=[2] * 15, cyd=STEPS[::-1])),
        ("rater 'bob' gives 2 to 15 outputs (flow of t)",),
        "some raters give one rating to everything, of which others give several",
    ),
    "constant-ratings": (
        Made({"flow": rated([2, 2, 2]), "style": rated([1, 2, 3])}),
        (),
        "all ratings of flow in t are 2",
    ),
}


@pytest.mark.parametrize("rule", _ODD)
def test_what_is_sound_is_not_named_beside_what_is_odd(rule: str) -> None:
    made, examples, sentence = _ODD[rule]
    (found,) = (each for each in understand(made.data(), ("CASE",)).warnings if each.rule == rule)
    assert (found.examples, found.number, found.sentence) == (examples, len(examples), sentence)


def test_a_number_that_is_a_rating_or_a_weight_elsewhere_is_not_said_to_be_missing_everywhere() -> None:
    """What is said of a number counts in all columns: of 99 points none would be left, of -1 no weight."""
    flow = rated([1, 3, 2, 99, 4, 5, 3, 1, 2])
    points = rated([98, 99, 97, 60, 80, 70, 95, 90, 85])
    weighed = [reference(segment="s0", text="true is it", weight=-1.0)]

    def hint(made: Made) -> str:
        return next(str(each) for each in understand(made.data()).warnings if each.rule == "stand-in-ratings")

    alone = "leave its cell empty, or import data with --word 99=nan: as a number it moves means"
    assert hint(Made({"flow": flow})).endswith(alone)
    beside = "leave its cell empty (--word 99=nan takes it from points, too): as a number it moves means"
    assert hint(Made({"flow": flow, "points": points})).endswith(beside)
    below = Made({"flow": rated([1, 3, 2, -1, 4, 5, 3, 1, 2])}, references=weighed)
    assert "(--word -1=nan takes it from the weights of references, too)" in hint(below)

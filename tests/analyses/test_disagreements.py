"""Segments on which metrics and judges disagree, laid out and as a page."""

import re
from html.parser import HTMLParser

import asked
import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from made_up import SEGMENTS, build, card, judgment, output, reference

import workbench
from workbench.cli import main
from workbench.datasets.evalset import EvalSet
from workbench.errors import SpecError
from workbench.metrics.base import METRICS as METRICS_OF_ALL
from workbench.report.segment_page import shown

METRICS = [
    "rouge-2",
    "rouge-l",
    "rouge-w",
    "rouge-su(gap=4)",
    "bleu",
    "delta-bleu",
    "rouge-1(profile=weighted)",
]
SINGLE = {"br", "meta"}


class Tags(HTMLParser):
    """Reads a page: its text, its marks, and whether every element is closed."""

    def __init__(self, page):
        super().__init__()
        self.open, self.text, self.names = [], [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.names.append(tag)
        if tag not in SINGLE:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] != "style":
            self.text.append(data)


@pytest.fixture(scope="module")
def data():
    return workbench.simulate(topics=4, systems=5, references=3).evalset


def cases(found):
    return [case for section in found.page.sections for case in section.cases]


def named(lines, noun):
    """How many matches the titles of marked words name."""
    titles = [run.title for runs in lines for run in runs]
    return sum(int(n) for title in titles for n in re.findall(rf"(\d+) {noun}", title))


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("combine", ["pooled", "best"])
def test_what_is_named_on_the_page_is_what_is_counted(data, metric, combine):
    found = asked.disagreements(
        data, [metric, "rouge-1"], references={"all": ("all", combine)}, unscorable="drop", most=1
    )
    views = [case.views[0] for case in cases(found)]
    checked = 0
    for reading in (reading for view in views for reading in view.readings):
        for lines, counts in [(reading.candidate, reading.counts)] + [
            (each.candidate, each.counts) for each in reading.against
        ]:
            if lines is None or "delta" in metric or "weighted" in metric or "-w" in metric:
                continue
            for number, noun in re.findall(
                r"([\d,]+) of [^()]*\(((?:skip-bi|bi|tri|4-)?(?:gram|word))s", counts
            ):
                twice = 2 if noun == "skip-bigram" else 1
                assert named(lines, f"(?<!-){noun}") == twice * int(number.replace(",", ""))
                checked += 1
        assert len(reading.against) == 3
    assert views
    assert checked or metric in {"rouge-w", "delta-bleu", "rouge-1(profile=weighted)"}


@pytest.mark.parametrize(("metric", "combine", "is_said"), [
    ("rouge-2", "best", True), ("rouge-2", "pooled", False), ("bleu(order=2)", "best", False),
])  # fmt: skip
def test_one_reference_is_the_score_where_the_best_one_is_taken(data, metric, combine, is_said):
    """BLEU counts a candidate under all references at once."""
    asked_for = {"references": {"all": ("all", combine)}, "most": 1}
    views = [case.views[0] for case in cases(asked.disagreements(data, [metric, "rouge-1"], **asked_for))]
    assert views
    for reading in (reading for view in views for reading in view.readings):
        best = [each.counts.endswith("; the best one, which is the score") for each in reading.against]
        assert sum(best) == is_said


def test_the_example_is_what_it_is_said_to_be(data):
    found = asked.disagreements(data, ["rouge-2", "bleu"], most=2)
    both, first, second = found.page.sections
    for section, says in ((first, ("right", "wrong")), (second, ("wrong", "right"))):
        for case in section.cases:
            assert tuple(verdict.says for verdict in case.verdicts[1:]) in {
                says,
                (says[0], "tied"),
                ("tied", says[1]),
            }
    assert both.cases
    scores = data.judgments.groupby(["segment", "system"])["score"].mean()
    for case in cases(found):
        judges = case.verdicts[0]
        assert judges.better == pytest.approx(scores[case.segment, case.better])
        assert judges.worse == pytest.approx(scores[case.segment, case.worse])
        assert judges.better > judges.worse
        assert [standing.ranks[0] for standing in case.standings] == sorted(
            s.ranks[0] for s in case.standings
        )


def test_errors_are_those_of_a_table(data):
    frame = asked.disagreements(data, ["rouge-1", "length"]).frame
    scores = asked.score_outputs(data, ["rouge-1"]).query("segment != '*'")
    table = scores.pivot(index="segment", columns="system", values="value")
    judged = data.judgments.groupby(["segment", "system"])["score"].mean().unstack()
    for row in frame.itertuples():
        x, z = table.loc[row.segment].to_numpy(), judged.loc[row.segment].to_numpy()
        pairs = [(i, j) for i in range(5) for j in range(5) if z[i] - z[j] > 1e-9]
        wrong = np.mean([(1 - np.sign(round(x[i] - x[j], 12))) / 2 for i, j in pairs])
        assert row.first_error == pytest.approx(wrong)
        assert row.n_pairs == len(pairs)


EVIL = [
    '<script>alert("x")</script> & \x00 ',
    "a b \u202e ' onmouseover='x",
    "",
    "{{ 7 * 7 }}</mark>\n\nt",
]


def evil():
    systems = [f"<b>S{number}</b>" for number in range(4)]
    return build(
        [output(system=system, text=text) for system, text in zip(systems, EVIL, strict=True)],
        [
            reference(reference="<i>r</i>", text="".join(EVIL), weight=1.0),
            reference(reference="r2", text="", weight=-1.0),
        ],
        [judgment(system=system, score=float(4 - n)) for n, system in enumerate(systems)],
    )


@pytest.mark.parametrize("pair", [["rouge-1", "bleu"], ["rouge-su", "rouge-w"], ["chrf", "delta-bleu"]])
def test_texts_stay_texts(pair, tmp_path):
    found = asked.disagreements(evil(), pair, unscorable="drop")
    found.write(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text("utf-8")
    for html in (page, found._repr_html_()):
        read = Tags(html)
        assert not read.open
        assert not {"script", "b", "i"} & set(read.names)
        html.encode("utf-8")
    assert "<b>S" in "".join(Tags(page).text)
    assert "\u202e" not in page
    assert shown("\ud800") == "\ufffd"
    assert "{{ 7 * 7 }}" in "".join(Tags(page).text)


def test_a_file_of_its_own_is_a_whole_page_and_a_notebook_gets_a_part(data):
    found = asked.disagreements(data, METRICS[:2], most=1)
    whole, part = found.html(), found._repr_html_()
    assert whole.lower().startswith("<!doctype html>")
    assert found.page.title in whole.partition("<body")[0]
    assert "<body" not in part
    assert "<html" not in part


def test_a_part_of_a_notebook_touches_nothing_else(data):
    style = re.findall(r"<style>(.*?)</style>", asked.disagreements(data, METRICS[:2])._repr_html_(), re.S)
    rules = re.findall(r"([^{}@]+)\{[^{}]*\}", re.sub(r"@media[^{]*\{", "", style[0]))
    assert len(rules) > 30
    assert all(".wb-segments" in part for rule in rules for part in rule.split(","))


def test_lower_is_better():
    lower = card().model_copy(
        update={"criteria": {"errors": card().criteria["coverage"].model_copy(update={"direction": "lower"})}}
    )
    frames = [
        [output(system=name, text=text) for name, text in (("A", "x y"), ("B", "q"))],
        [reference(text="x y")],
        [judgment(system=name, criterion="errors", score=score) for name, score in (("A", 1.0), ("B", 5.0))],
    ]
    found = asked.disagreements(EvalSet.build(lower, *map(pd.DataFrame, frames)), ["rouge-1", "ter"])
    assert found.frame[["first_error", "second_error"]].to_numpy().tolist() == [[0.0, 0.0]]
    assert cases(found) == []
    assert "Lower is better" in repr(found.page.notes)


def test_segments_without_a_decision_have_a_reason():
    tied = build(
        judgments=[judgment(segment=s, system=m) for s in ("s1", "s2", "s10") for m in ("M1", "M2", "M10")]
    )
    found = asked.disagreements(tied, ["rouge-1", "rouge-2"])
    assert found.frame["n_pairs"].tolist() == [0, 0, 0]
    assert found.frame["first_error"].isna().all()
    assert (found.frame["reason"] != "").all()
    assert "There is no such segment." in repr(found)
    assert "rank wrongly, on average: R-1 recall –, R-2 recall – (a tie is half wrong" in found.page.notes[0]
    assert not Tags(found.html()).open


def test_one_segment_is_one():
    said = {"M1": 0.2, "M2": 0.6, "M10": 0.9}
    rated = [judgment(segment=s, system=m, score=said[m] * (s == "s1")) for s in SEGMENTS for m in said]
    scores = {
        name: {("t", s, m): value * sign for s in SEGMENTS for m, value in said.items()}
        for name, sign in (("right", 1), ("wrong", -1))
    }
    found = asked.disagreements(build(judgments=rated), ["right", "wrong"], scores=scores)
    notes = " ".join(found.page.notes)
    assert "3 systems, 1 segment with judgments that tell systems apart" in notes
    assert "right errs less than wrong in 1 segment, more in 0, as much in 0." in notes


def test_where_data_have_no_texts_scores_stand_alone():
    places = [(segment, system) for segment in "12" for system in "AB"]
    table = pd.DataFrame(places, columns=["segment", "system"])
    table = table.assign(rating=[1.0, 0.0, 0.0, 1.0], score=[0.0, 1.0, 0.0, 1.0])
    data = workbench.data(table[["segment", "system", "rating"]], criteria="rating")
    scores = table[["segment", "system", "score"]]
    tables = {"one": scores, "two": scores.assign(score=1 - scores["score"])}
    e = workbench.Experiment(data, list(tables), scores=tables, correlation={"interval": "none"})
    shown = [case for case in cases(e.disagreements()) if case.segment == "2"]
    assert {(case.better, case.worse) for case in shown} == {("B", "A")}
    # one errs nowhere in it: it is no segment on which both do
    assert [[each.says for each in case.verdicts] for case in shown] == [["", "right", "wrong"]]
    assert [(case.outputs, case.references, case.views) for case in shown] == [([], [], [])]


def test_two_conditions_are_needed(data):
    for metrics in (["rouge-1"], ["rouge-1"] * 2):
        with pytest.raises(SpecError, match="experiment: two conditions are compared"):
            asked.disagreements(data, metrics)
    three = workbench.Experiment(data, ["rouge-1", "rouge-2", "bleu"])
    assert three.disagreements(most=1).page.labels == ["R-1 recall", "R-2 recall"]
    assert three.disagreements("bleu", "rouge-2", most=1).page.labels == ["BLEU-4", "R-2 recall"]
    with pytest.raises(SpecError, match="two conditions are compared: got 'rouge-1 recall"):
        three.disagreements("rouge-1", "rouge-1")
    stems = asked.disagreements(data, ["rouge-2"], preprocess=["CASE", "STEM"], most=1)
    assert stems.page.labels == ["R-2 recall CASE", "R-2 recall STEM"]
    with pytest.raises(SpecError, match="unknown criterion"):
        asked.disagreements(data, ["rouge-1", "bleu"], criterion="fluency")
    with pytest.raises(SpecError, match=r"disagreements\.most: unusable value: got 0"):
        asked.disagreements(data, ["rouge-1", "bleu"], most=0)


def test_the_command_writes_the_page(tmp_path):
    file = tmp_path / "x.toml"
    file.write_text('metrics = ["rouge-1", "rouge-2", "bleu"]\n[data]\nname = "simulated-news"\n', "utf-8")
    cache, out = ("--cache", str(tmp_path / "cache")), tmp_path / "deep" / "page.html"
    arguments = ["show-segments", str(file), *cache, "--out", str(out), "--most", "1"]
    done = CliRunner().invoke(main, [*arguments, "--metric", "bleu", "--metric", "rouge-2"])
    assert done.exit_code == 0, done.output
    assert done.output.endswith(f"Written: {out}\n")
    assert "BLEU-4, R-2 recall and the judges of coverage" in done.output
    first = out.read_bytes()
    assert CliRunner().invoke(main, [*arguments, "--metric", "bleu", "--metric", "rouge-2"]).exit_code == 0
    assert out.read_bytes() == first
    wrong = CliRunner().invoke(main, [*arguments, "--metric", "rogue-1", "--metric", "bleu"])
    assert wrong.exit_code == 2
    assert "there is no metric 'rogue-1'" in wrong.output


def test_of_a_function_only_the_score_is_known(data):
    @workbench.metric("first-of-all")
    def first_of_all(candidate, references):
        return float(candidate[:1] == references[0][:1])

    try:
        found = asked.disagreements(data, ["first-of-all", "rouge-1"], most=1)
    finally:
        METRICS_OF_ALL.remove("first-of-all")
    view, other = cases(found)[0].views
    assert view.note.startswith("What first-of-all matches is not known: its function may return workbench.M")
    assert not view.readings
    assert len(other.readings) == 2


@pytest.mark.parametrize("on", ["tokens", "text"])
def test_a_function_may_say_what_it_matches(data, on):
    """Of the words, the second and third; of the characters, those from the second word's second on."""

    @workbench.metric("spans", on=on)
    def spans(candidate, references):
        second = 1 if on == "tokens" else candidate.index(" ") + 2
        pair = ((second, second + 2), 0)
        return workbench.Matched(
            len(candidate) / 1000, [[pair] if not n else [] for n, _ in enumerate(references)]
        )

    try:
        found = asked.disagreements(data, ["spans", "rouge-1"], most=1)
    finally:
        METRICS_OF_ALL.remove("spans")
    view, _ = cases(found)[0].views
    assert not view.note
    for reading in view.readings:
        assert reading.counts == "1 match"
        (own,) = [stretch for line in reading.candidate for stretch in line if stretch.title]
        words = " ".join(piece.text for line in reading.candidate for each in line for piece in each.pieces)
        marked = " ".join(piece.text for piece in own.pieces)
        assert marked.split() == words.split()[1 : 3 if on == "tokens" else 2]
        assert [each.counts for each in reading.against].count("1 match") == 1
    assert "1 match" in found.html()


def test_references_that_move_the_score_the_most_are_set_out_whichever_way_they_do():
    """Of six references the last is all that A has, and counts against it; four are shown."""
    references = [reference(reference=f"r{at}", text=f"a q{at}", weight=1.0) for at in range(5)]
    references.append(reference(reference="z", text="a b c d", weight=-1.0))
    texts = {"A": "a b c d", "B": "a q1", "C": "x y z"}
    found = asked.disagreements(
        build(
            [output(system=system, text=text) for system, text in texts.items()],
            references,
            [judgment(system=system, score=float(at)) for at, system in enumerate(texts)],
        ),
        ["delta-bleu", "rouge-1"],
        most=1,
    )
    readings = [reading for case in cases(found) for reading in case.views[0].readings]
    mine = next(reading for reading in readings if reading.system == "A")
    # the word a counts by the best of those that have it
    assert [(each.name, each.counts) for each in mine.against] == [
        ("r0 (weight 1)", "1 word"),
        ("r1 (weight 1)", "nothing counted from it"),
        ("r2 (weight 1)", "nothing counted from it"),
        ("z (weight −1)", "3 words, 3 bigrams"),
    ]
    assert [each.is_open for each in mine.against] == [False, False, False, True]
    assert mine.left_out == 2


def test_weights_that_are_dealt_anew_are_shown(data):
    settings = {"rated": "all", "one": {"weights": "one"}}
    found = asked.disagreements(data, ["delta-bleu"], references=settings, unscorable="drop", most=1)
    assert found.page.labels == ["ΔBLEU-2 rated", "ΔBLEU-2 one"]
    one = [each.name for case in cases(found) for each in case.views[1].readings[0].against]
    assert one
    assert all(name.endswith("(weight 1)") for name in one)


def test_that_a_word_stands_with_one_of_several_references_is_said_where_there_are_several(data):
    for select, is_said in (("first(k=1)", False), ("all", True)):
        found = asked.disagreements(data, ["bleu", "rouge-1"], references={"x": (select, "pooled")}, most=1)
        for view in (view for case in cases(found) for view in case.views):
            told = view.note.startswith("What is in several references stands")
            assert told == (is_said and view.label == "BLEU-4"), view.label


def test_the_best_reference_is_the_score(data):
    found = asked.disagreements(data, ["rouge-1", "bleu"], references={"best": ("all", "best")}, most=2)
    checked = 0
    for reading in (reading for case in cases(found) for reading in case.views[0].readings):
        [best] = [
            each for each in reading.against if each.counts.endswith("the best one, which is the score")
        ]
        match, in_reference = re.findall(
            r"^(\d+) of \d+ in the candidate, of (\d+) in the reference", best.counts
        )[0]
        assert reading.score == pytest.approx(int(match) / int(in_reference))
        checked += 1
    assert checked >= 4


@pytest.mark.parametrize(("references", "shown", "left_out"), [(3, 3, 0), (6, 4, 2)])
def test_of_many_references_four_are_shown_and_the_others_counted(references, shown, left_out):
    many = workbench.simulate(topics=3, systems=4, references=references).evalset
    found = asked.disagreements(many, ["rouge-1", "rouge-l"], most=1)
    readings = [each for case in cases(found) for view in case.views for each in view.readings]
    assert {(len(each.against), each.left_out) for each in readings} == {(shown, left_out)}


def test_the_same_reference_is_open_for_both(data):
    found = asked.disagreements(data, ["rouge-1", "rouge-l"], most=2)
    for view in (view for case in cases(found) for view in case.views):
        opened = [[each for each in reading.against if each.is_open] for reading in view.readings]
        assert [len(each) for each in opened] == [1, 1]
        assert opened[0][0].name == opened[1][0].name
        together = [
            sum(int(reading.against[at].counts.split(" ")[0]) for reading in view.readings) for at in range(3)
        ]
        assert together[[each.is_open for each in view.readings[0].against].index(True)] >= max(together) - 3


@pytest.mark.parametrize(("one", "other"), [("r1", "r2"), ("r2", "r1")])
def test_the_open_reference_is_that_of_the_best_scores_together(one, other):
    """One output has .6 with the first and .5 with the second, the other .1 and .5."""
    words = "abcdefghij"
    texts = {"m1": words[:6] + "klmn", "m2": words[0] + "uvwx" + "opqrs"}
    theirs = {one: words, other: words[1:5] + "k" + "opqrs"}
    rows = [
        {"segment": f"s{s}", "system": name, "text": " ".join(text), "quality": (s + (name == "m2")) % 3,
         **{name: " ".join(each) for name, each in theirs.items()}}
        for s in range(3)
        for name, text in texts.items()
    ]  # fmt: skip
    own = workbench.data(pd.DataFrame(rows), references=[*theirs], criteria="quality")
    found = asked.disagreements(own, ["rouge-1", "rouge-2"], most=1)
    view = cases(found)[0].views[0]
    assert {each.name for reading in view.readings for each in reading.against if each.is_open} == {other}
    counts = [{each.name: each.counts.split(" ")[0] for each in reading.against} for reading in view.readings]
    assert sorted(map(sorted, (each.items() for each in counts))) == sorted(
        sorted({one: mine, other: "5"}.items()) for mine in "16"
    )


TWO_SETTINGS = """
metrics = ["rouge-1", "rouge-2"]
[data]
name = "simulated-news"
[[references]]
name = "1 ref"
select = "one"
[[references]]
name = "4 refs"
"""


def test_page_terminal_and_picture_say_the_settings_and_how_others_are_named(tmp_path):
    file = tmp_path / "two.toml"
    file.write_text(TWO_SETTINGS)
    experiment = workbench.read(file, cache=tmp_path / "c")
    found = experiment.disagreements()
    said = "Preprocessing and references: CASE, 1 ref."
    how = "The experiment has others, which are named as 'rouge-1 4 refs'."
    assert f"{said} {how}" in found.describe()
    assert said in found.html()
    # what the sentence proposes is understood
    other = experiment.disagreements("rouge-1 4 refs", "rouge-2")
    line = next(line for line in other.describe() if line.startswith("Preprocessing"))
    assert line.startswith("Preprocessing and references: R-1: CASE, 4 refs; R-2: CASE, 1 ref.")
    assert experiment.disagreements("rouge-1 CASE 4 refs", "rouge-2").frame.equals(other.frame)
    with pytest.raises(SpecError, match="no metric 'rouge-1 5 refs'"):
        experiment.disagreements("rouge-1 5 refs", "rouge-2")
    drawn = experiment.plot(["diagonal"]).drawn["diagonal"]
    under = " ".join(drawn.draw().get_supxlabel().split())
    assert under.startswith(
        "simulated-news, news, coverage (simulated): 16 systems. A point a segment: 30 of 30"
    )
    assert said in under
    row = drawn.frame.iloc[0]
    assert (row["first_references"], row["second_preprocess"]) == ("1 ref", "CASE")


def test_a_metric_is_not_one_whose_name_begins_alike():
    data = workbench.simulate(topics=3, systems=5, references=1, words=20).evalset
    e = workbench.Experiment(data, ["rouge-su", "rouge-s", "length"], correlation={"interval": "none"})
    found = e.disagreements("rouge-s", "length").frame
    assert found["first"].unique().tolist() == ["rouge-s recall"]

"""On which outputs metric and people are held against each other: computed again by loops over texts."""

import dataclasses
import re
from collections import Counter
from math import exp, log

import numpy as np
import pandas as pd
import pytest
from scipy.stats import kendalltau, pearsonr, spearmanr

import workbench
from workbench.datasets.card import get_card
from workbench.datasets.evalset import EvalSet
from workbench.datasets.simulate import simulate
from workbench.errors import DataError

COEFFICIENTS = {"pearson": pearsonr, "spearman": spearmanr, "kendall": kendalltau}
LEVELS = ["system", "segment", "within-system", "document", "domain", "global"]
METRICS = ["rouge-1", "bleu(order=2)"]


@pytest.fixture(scope="module")
def partial() -> EvalSet:
    """Some outputs and many judgments are missing, one segment and one system were never judged."""
    rng = np.random.default_rng(4)
    data = simulate(2015, topics=24, systems=8, references=8, raters=5, words=40).evalset
    segments = sorted(data.outputs["segment"].unique())
    outputs = data.outputs.drop(columns=["document", "domain"], errors="ignore")
    number = outputs["segment"].map(segments.index)
    outputs = outputs.assign(
        document=[f"d{at // 3}" for at in number], domain=[f"m{at // 8}" for at in number]
    )
    outputs = outputs[rng.random(len(outputs)) > 0.05]
    there = pd.MultiIndex.from_frame(outputs[["segment", "system"]])
    judged = data.judgments[data.judgments["criterion"] == data.judgments["criterion"].iloc[0]]
    judged = judged[pd.MultiIndex.from_frame(judged[["segment", "system"]]).isin(there)]
    chosen = there[rng.random(len(there)) < 0.85]
    judged = judged[pd.MultiIndex.from_frame(judged[["segment", "system"]]).isin(chosen)]
    judged = judged[(judged["system"] != "S03") & (judged["segment"] != segments[5])]
    return EvalSet.build(data.card, outputs, data.references, judged)


def words(text: str) -> list[str]:
    return "".join(c if c.isalnum() and c.isascii() else " " for c in text.lower()).split()


def rouge_1(candidates, references) -> float:
    """The mean of recalls, references pooled."""
    each = []
    for candidate, texts in zip(candidates, references, strict=True):
        ours = Counter(words(candidate))
        hits = sum((ours & Counter(words(text))).total() for text in texts)
        each.append(hits / sum(len(words(text)) for text in texts))
    return sum(each) / len(each)


def bleu_2(candidates, references) -> float:
    """Corpus BLEU of tokens at blanks, which the texts of this test have been cut into."""
    matches, totals, length, closest = [0, 0], [0, 0], 0, 0
    for candidate, texts in zip(candidates, references, strict=True):
        ours, theirs = candidate.split(), [text.split() for text in texts]
        length += len(ours)
        closest += min((abs(len(each) - len(ours)), len(each)) for each in theirs)[1]
        for order in (1, 2):
            grams = Counter(zip(*(ours[at:] for at in range(order)), strict=False))
            most = Counter()
            for each in theirs:
                most |= Counter(zip(*(each[at:] for at in range(order)), strict=False))
            matches[order - 1] += (grams & most).total()
            totals[order - 1] += grams.total()
    if min(matches) == 0:
        return 0.0
    brevity = min(0.0, 1 - closest / length)
    return exp(brevity + sum(log(m / t) for m, t in zip(matches, totals, strict=True)) / 2)


SCORERS = {"rouge-1": rouge_1, "bleu(order=2)": bleu_2}


class Slow:
    """Coefficients of judged outputs alone, by loops."""

    def __init__(self, data: EvalSet, metric: str, judged: pd.DataFrame) -> None:
        self.metric = SCORERS[metric]
        self.texts = {(row.system, row.segment): row.text for row in data.outputs.itertuples()}
        self.references = data.references.groupby("segment")["text"].apply(list).to_dict()
        self.human = judged.groupby(["system", "segment"])["score"].mean().to_dict()
        self.of = data.outputs.drop_duplicates("segment").set_index("segment")

    def score(self, cells) -> float:
        return self.metric([self.texts[cell] for cell in cells], [self.references[cell[1]] for cell in cells])

    def correlate(self, groups, name: str, least: int) -> float:
        """Take a coefficient over the observations, lists of outputs, of each group, and the mean."""
        found = []
        for group in groups:
            group = [cells for cells in group if cells]
            x = [round(self.score(cells), 12) for cells in group]
            z = [round(float(np.mean([self.human[cell] for cell in cells])), 12) for cells in group]
            if len(group) >= least and len(set(x)) > 1 and len(set(z)) > 1:
                found.append(COEFFICIENTS[name](x, z)[0])
        return float(np.mean(found)) if found else np.nan

    def groups(self, level: str):
        cells = sorted(self.human)
        systems, segments = sorted({cell[0] for cell in cells}), sorted({cell[1] for cell in cells})
        part = {"document": "document", "domain": "domain"}.get(level)
        if level == "system":
            return [[[c for c in cells if c[0] == system] for system in systems]], 3
        if level == "global":
            return [[[cell] for cell in cells]], 3
        if level == "segment":
            return [[[c] for c in cells if c[1] == segment] for segment in segments], 2
        if level == "within-system":
            return [[[c] for c in cells if c[0] == system] for system in systems], 2
        names = list(dict.fromkeys(self.of[part]))
        return [
            [[c for c in cells if c[0] == s and self.of[part][c[1]] == name] for s in systems]
            for name in names
        ], (2 if level == "document" else 3)


def cut(data: EvalSet) -> EvalSet:
    """Return the data with texts whose words stand apart, so that every tokenizer finds the same."""
    outputs, references = (
        frame.assign(text=[" ".join(words(text)) for text in frame["text"]])
        for frame in (data.outputs, data.references)
    )
    return EvalSet.build(data.card, outputs, references, data.judgments)


@pytest.mark.parametrize("missing", ["pairwise", "complete"])
@pytest.mark.parametrize("metric", METRICS)
def test_every_level_rests_on_what_was_judged(partial, metric, missing):
    data = cut(partial)
    judged = data.judgments
    if missing == "complete":
        has = judged.groupby("segment")["system"].nunique()
        judged = judged[judged["segment"].isin(has.index[has == judged["system"].nunique()])]
        assert 3 <= judged["segment"].nunique() < len(has)
    asked = {"levels": LEVELS, "missing": missing, "interval": "none"}
    records = workbench.Experiment(data, [metric], correlation=asked).records
    slow = Slow(data, metric, judged)
    for row in records.itertuples():
        groups, least = slow.groups(row.level)
        expected = slow.correlate(groups, row.coefficient, least)
        assert row.value == pytest.approx(expected, abs=1e-9, nan_ok=True), (row.level, row.coefficient)
    assert records["value"].notna().sum() > 9
    of_systems = records[records["level"] == "system"]
    assert set(of_systems["n_segments"]) == {judged["segment"].nunique()}
    counts = judged.groupby("system")["segment"].nunique()
    ends = sorted({counts.min(), counts.max()})
    assert set(records["n_outputs"]) == {"-".join(map(str, ends))}


def only_first(**asked: object) -> pd.DataFrame:
    """Four systems and two segments; the metric is right on the first one, the only one that was judged."""
    scores = {"a": (1, 9), "b": (2, 6), "c": (3, 3), "d": (4, 0)}
    outputs = pd.DataFrame(
        [("t", f"s{at}", name, "x " * each[at]) for name, each in scores.items() for at in (0, 1)],
        columns=["task", "segment", "system", "text"],
    )
    references = pd.DataFrame(
        [("t", f"s{at}", "r", "x " * 10) for at in (0, 1)], columns=["task", "segment", "reference", "text"]
    )
    judged = pd.DataFrame(
        [("t", "s0", name, "coverage", "ann", each[0]) for name, each in scores.items()],
        columns=["task", "segment", "system", "criterion", "rater", "score"],
    )
    data = EvalSet.build(get_card("simulated-news"), outputs, references, judged)
    asked = {"coefficients": ["pearson"], "interval": "none", **asked}
    return workbench.Experiment(data, ["rouge-1"], raters="all", correlation=asked).records


def test_a_metric_that_is_right_where_people_judged_is_right():
    assert only_first()["value"].tolist() == [pytest.approx(1.0)]
    assert only_first(missing="complete")["value"].tolist() == [pytest.approx(1.0)]
    of_all = only_first(missing="all")
    assert of_all["value"].tolist() == [pytest.approx(-1.0)]
    for records in (only_first(), of_all):
        assert records[["n_segments", "n_outputs", "n_complete"]].to_numpy().tolist() == [[1, "1", 0]]
    assert only_first()["missing"].tolist() == ["pairwise"]


def test_an_output_without_a_judgment_is_an_error_where_that_is_asked():
    with pytest.raises(DataError, match="no judgment of coverage in t: system a, segment s1"):
        only_first(missing="error")


def test_nobody_has_to_judge_a_segment_that_cannot_be_scored():
    data = workbench.simulate(topics=2, systems=4, references=2, raters=1).evalset
    first = data.segments("news")[0]
    references = data.references.assign(weight=(data.references["segment"] != first).astype(float))
    judged = data.judgments[data.judgments["segment"] != first]
    partly = EvalSet.build(data.card, data.outputs, references, judged)
    asked = {"references": {"good": "weight(at_least=0.5)"}, "unscorable": "drop"}
    correlation = {"missing": "error", "interval": "none", "levels": ["segment"]}
    records = workbench.Experiment(partly, ["rouge-1"], correlation=correlation, **asked).records
    assert set(records["n_dropped"]) == {1}


@pytest.mark.parametrize("resample", ["systems", "inputs", "both"])
def test_outputs_that_nobody_judged_could_as_well_not_be_there(partial, resample):
    """Values, draws and comparisons are the same; segments that nobody judged are left out of both."""
    judged = pd.MultiIndex.from_frame(partial.judgments[["segment", "system"]])
    segments = partial.outputs["segment"].isin(set(partial.judgments["segment"]))
    both = []
    for is_there in (segments, pd.MultiIndex.from_frame(partial.outputs[["segment", "system"]]).isin(judged)):
        outputs = partial.outputs[is_there & (partial.outputs["system"] != "S03")]
        named = partial.references["segment"].isin(set(outputs["segment"]))
        data = EvalSet.build(partial.card, outputs, partial.references[named], partial.judgments)
        asked = {"levels": LEVELS, "draws": 6, "resample": resample, "coefficients": ["pearson", "kendall"]}
        e = workbench.Experiment(data, METRICS, correlation=asked)
        both.append((e.records, e.compare(against="all", method="bootstrap").frame))
    for ours, theirs in zip(*both, strict=True):
        columns = [name for name in ours if name != "hash"]
        pd.testing.assert_frame_equal(ours[columns], theirs[columns])


def test_systems_judged_on_different_segments_are_said_with_the_value_on_complete_ones(partial):
    e = workbench.Experiment(partial, METRICS, correlation={"interval": "none", "coefficients": ["kendall"]})
    complete = e.replace(correlation={**e.spec.correlation.model_dump(), "missing": "complete"}).records
    assert e.records["complete"].tolist() == complete["value"].tolist()
    # metrics may be held against every output; on the complete segments they are held against judged ones
    of_all = e.replace(correlation={**e.spec.correlation.model_dump(), "missing": "all"}).records
    assert of_all["complete"].tolist() == complete["value"].tolist()
    assert set(e.records["n_complete"]) == set(complete["n_segments"])
    assert set(e.records["unjudged"]) == {"S03"}
    shown = e.table()._repr_markdown_()
    assert "Left out, because nobody judged them: S03." in shown
    [said] = re.findall(r"Systems were judged on different segments.*", shown)
    less = e.records["complete"] - e.records["value"]
    most, theirs, ours = (float(number) for number in re.findall(r"(?<= )-?0?\.\d{3}(?!\d)", said))
    assert most == pytest.approx(less.abs().max(), abs=6e-4)
    assert theirs - ours == pytest.approx(less[less.abs().idxmax()], abs=2e-3)
    [found] = [each for each in e.lint().findings if each.rule == "judged-on-different-segments"]
    assert f"{e.records['n_complete'].iloc[0]} of {e.records['n_segments'].iloc[0]} segments" in found.what


@pytest.mark.parametrize("missing", ["pairwise", "all"])
def test_that_no_segment_was_judged_for_every_system_is_said(partial, missing):
    names = sorted(set(partial.judgments["system"]))
    turn = {segment: number % len(names) for number, segment in enumerate(partial.segments(partial.tasks[0]))}
    is_lost = partial.judgments["system"].map(names.index) == partial.judgments["segment"].map(turn)
    criteria = ["coverage", "clarity"]
    both = pd.concat([partial.judgments[~is_lost], partial.judgments.assign(criterion="clarity")])
    data = EvalSet.build(partial.card.judging(criteria), partial.outputs, partial.references, both)
    correlation = {"interval": "none", "coefficients": ["pearson"], "missing": missing}
    e = workbench.Experiment(data, ["rouge-1"], criteria=criteria, correlation=correlation)
    nowhere, somewhere = (e.records[e.records["criterion"] == name] for name in criteria)
    assert nowhere[["n_complete", "value"]].notna().all(axis=None)
    assert set(nowhere["n_complete"]) == {-1}
    assert nowhere["complete"].isna().all()
    assert (somewhere["n_complete"] > 0).all()
    shown = e.table()._repr_markdown_()
    assert "No segment was judged for every system (coverage): systems are compared on different" in shown
    assert "judged for every system coefficients differ by up to" in shown
    found = [each for each in e.lint().findings if each.rule == "judged-on-different-segments"]
    assert [each.what.partition(", and")[0] for each in found if "coverage" in each.where] == [
        "no segment was judged for every system"
    ]
    alone = e.replace(criteria=["coverage"])
    assert "No segment was judged for every system: systems" in alone.table()._repr_markdown_()


def test_that_segments_judged_for_every_system_tell_nothing_is_said(partial):
    """Clarity has one such segment, on which all are judged equal, and coverage has none."""
    names = sorted(set(partial.judgments["system"]))
    judged = partial.judgments.groupby("segment")["system"].nunique()
    first = judged[judged == len(names)].index[0]
    turn = {each: number % len(names) for number, each in enumerate(partial.segments(partial.tasks[0]))}
    is_lost = partial.judgments["system"].map(names.index) == partial.judgments["segment"].map(turn)
    in_first = partial.judgments["segment"] == first
    clarity = partial.judgments[~is_lost | in_first].assign(criterion="clarity")
    clarity["score"] = clarity["score"].where(clarity["segment"] != first, 0.5)
    criteria = ["coverage", "clarity"]
    both = pd.concat([partial.judgments[~is_lost], clarity])
    data = EvalSet.build(partial.card.judging(criteria), partial.outputs, partial.references, both)
    correlation = {"interval": "none", "coefficients": ["pearson"]}
    e = workbench.Experiment(data, ["rouge-1"], criteria=criteria, correlation=correlation)
    assert e.records["n_complete"].tolist() == [-1, 1]
    assert e.records["complete"].isna().all()
    shown = e.table()._repr_markdown_()
    assert "judged on different segments, and too few were judged for every system." in shown
    assert "No segment was judged for every system (coverage)" in shown


def test_what_nobody_judged_is_not_undefined(partial):
    asked = {
        "levels": ["segment", "within-system", "document"],
        "interval": "none",
        "coefficients": ["pearson"],
    }
    few = partial.judgments[partial.judgments["segment"].isin(sorted(set(partial.judgments["segment"]))[:4])]
    data = dataclasses.replace(partial, judgments=few)
    assert workbench.Experiment(data, ["rouge-1"], correlation=asked).records["n_undefined"].tolist() == [
        0,
        0,
        0,
    ]


def test_criteria_judged_on_different_numbers_are_said_in_one_sentence():
    words = ["police", "shot", "the", "gunman", "near", "old", "town", "hall"]
    wide = pd.DataFrame(
        {"doc": f"d{doc}", "model": f"S{at}", "text": " ".join(words[: at + 3]), "reference": " ".join(words)}
        | {"clear": at + doc % 2, "true": at - doc % 3 if doc != at else None}
        for at in range(5)
        for doc in range(6)
    )
    columns = {"text": "text", "references": "reference", "segment": "doc", "system": "model"}
    data = workbench.data(wide, **columns, criteria=["clear", "true"])
    e = workbench.Experiment(data, ["rouge-1"], correlation={"interval": "none", "levels": ["segment"]})
    shown = e.table()._repr_markdown_()
    assert "the mean of the segments' coefficients, 5 to 6 segments of each system judged." in shown
    assert "coefficients differ by up to" in shown
    assert "25 of 30 outputs have a judgment on true: " in " ".join(e.page().page.warnings)


@pytest.mark.parametrize(
    ("level", "of_all"), [("system", True), ("segment", False), ("within-system", False), ("global", False)]
)
def test_what_was_not_judged_is_said_to_count_where_it_does(partial, level, of_all):
    asked = {"interval": "none", "levels": [level], "missing": "all"}
    shown = workbench.Experiment(partial, ["rouge-1"], correlation=asked).table()._repr_markdown_()
    assert ("; metrics are scored on all segments, judged or not" in shown) is of_all
    shown = workbench.Experiment(partial, ["rouge-1"], correlation={**asked, "missing": "complete"}).table()
    assert ", the segments that were judged for every system" in shown._repr_markdown_()


@pytest.mark.parametrize("metric", METRICS)
def test_a_row_of_some_outputs_is_made_of_no_others_when_it_is_cut_again(partial, metric):
    row = workbench.Experiment(partial, [metric], correlation={"interval": "none"}).rows[0]
    rng = np.random.default_rng(3)
    one, other = (rng.random(row.segments.shape) < 0.7 for _ in range(2))
    np.testing.assert_array_equal(row.on(one).on(other).systems, row.on(one & other).systems)
    assert (row.on(one & other).systems != row.on(other).systems).any()


def test_inputs_that_a_bootstrap_draws_are_those_that_somebody_judged_some_system_on():
    """Of each segment one of the five systems was not judged."""
    made = simulate(topics=13, systems=5, references=1, words=20).evalset
    segments, systems = made.segments("news"), made.systems("news")
    unjudged = {(segment, systems[at % 5]) for at, segment in enumerate(segments)}
    judged = [
        each not in unjudged for each in zip(made.judgments["segment"], made.judgments["system"], strict=True)
    ]
    of_inputs = {"interval": "percentile", "resample": "inputs", "draws": 9, "coefficients": ["pearson"]}
    for number, caution in ((12, ""), (11, "fewer than 12 inputs")):
        rows = made.judgments[np.array(judged) & made.judgments["segment"].isin(segments[:number])]
        data = EvalSet.build(made.card, made.outputs, made.references, rows)
        [record] = workbench.Experiment(data, ["length"], correlation=of_inputs).records.to_dict("records")
        assert (record["caution"], record["interval_reason"]) == (caution, "")
        assert record["low"] < record["high"]


def test_judged_segments_are_no_documents():
    """Three documents of two segments each; of one system one segment has no judgment on `true`."""
    wide = pd.DataFrame(
        {
            "doc": f"d{doc}",
            "part": f"p{doc // 2}",
            "model": f"S{at}",
            "text": f"a b {'c ' * at}",
            "ref": "a b c",
        }
        | {"clear": at + doc % 2, "true": None if at == doc == 0 else at - doc % 3}
        for at in range(5)
        for doc in range(6)
    )
    columns = {"text": "text", "references": "ref", "segment": "doc", "system": "model", "document": "part"}
    data = workbench.data(wide, **columns, domain="part", criteria=["clear", "true"])
    correlation = {"interval": "none", "levels": ["document", "domain"]}

    def shown(criterion):
        e = workbench.Experiment(data, ["rouge-1"], criteria=[criterion], correlation=correlation)
        return e.table()._repr_markdown_()

    of_documents, of_domains = (
        "the mean of the documents' coefficients",
        "the mean of the domains' coefficients",
    )
    assert f"on each of 3 documents; {of_documents}, 6 segments of each system judged." in shown("clear")
    assert f"(6 segments); {of_domains}." in shown("clear")
    assert f"{of_documents}, 5 to 6 segments of each system judged." in shown("true")
    assert f"(6 segments); {of_domains}, 5 to 6 segments of each system judged." in shown("true")

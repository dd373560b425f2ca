"""Every vector of the printed equations, and every worked example of the papers (profile lin2004)."""

from collections import Counter as Tally
from fractions import Fraction

import numpy as np
import pytest
from counted import count
from vectors import golden, is_complete

import workbench
from workbench.metrics.base import get_metric

FORMULA = golden("lin2004_formula.jsonl")
EXAMPLES = golden("paper_examples.jsonl")
TAGS = [
    *(f"ROUGE-{order}" for order in range(1, 5)), "ROUGE-L", "ROUGE-W-1.2", "ROUGE-W-2.0",
    "ROUGE-S*", "ROUGE-S0", "ROUGE-S1", "ROUGE-S4", "ROUGE-S9", "ROUGE-SU*",
]  # fmt: skip
COMBINATIONS = ("pooled", "best", "mean", "jackknife(over=best)", "jackknife(over=pooled)")


def metric_name(tag, profile="lin2004"):
    """rouge-w(weight=1.2, beta=1, profile=lin2004) for ROUGE-W-1.2."""
    kind, *rest = tag.removeprefix("ROUGE-").lower().split("-")
    parameters = [f"weight={rest[0]}"] if kind == "w" else []
    if kind[0] == "s":
        letters, gap = kind.rstrip("0123456789*"), kind.lstrip("su")
        kind = letters
        parameters = [] if gap == "*" else [f"gap={gap}"]
    if profile == "lin2004":
        parameters += ["beta=1", "profile=lin2004"]
    return f"rouge-{kind}({', '.join(parameters)})" if parameters else f"rouge-{kind}"


def values(metric, candidate, references, combine="pooled", **options):
    """Recall, precision and F."""
    frame = workbench.score([candidate], [references], metrics=[metric], combine=combine, **options)
    return dict(zip(frame["component"], frame["value"], strict=True))


def combined(numbers, combine):
    """Combine numbers of single references where no counts are needed; None where they are."""
    if combine == "mean":
        return np.mean(numbers)
    if combine == "best":
        return max(numbers)
    if combine == "jackknife(over=best)" and len(numbers) > 1:
        return np.mean([max(numbers[:k] + numbers[k + 1 :]) for k in range(len(numbers))])
    return None


@pytest.mark.parametrize("tag", TAGS)
def test_formula(tag):
    candidates = [" ".join(record["cand_tokens"]) for record in FORMULA]
    references = [[" ".join(tokens) for tokens in record["ref_tokens"]] for record in FORMULA]
    metric = get_metric(metric_name(tag))
    rows = count(metric, candidates, references)
    scores = metric.score(rows)
    expected = [of_one[tag] for record in FORMULA for of_one in record["per_reference"]]
    assert len(expected) == len(rows) == sum(map(len, references))
    for number, want in enumerate(expected):
        if "match" in want:
            first = 3 * (metric.order - 1) if tag[6:].isdigit() else 0
            own = rows[number, first : first + 3]
            if tag.startswith("ROUGE-SU"):
                own = rows[number, :3] + rows[number, 3:]
            assert own.tolist() == [want["match"], want["ref_total"], want["cand_total"]]
            continue
        value = want["LCS"] if "LCS" in want else want["WLCS"]
        assert rows[number, 0] == pytest.approx(value, rel=1e-12)
        got = [scores[key][number] for key in metric.components]
        assert got == pytest.approx([want["R"], want["P"], want["F_beta1"]], rel=1e-12)
    if is_complete():
        assert len(expected) >= 41


def test_nothing_of_the_formula_vectors_is_left_out():
    tags = Tally(tag for record in FORMULA for each in record["per_reference"] for tag in each)
    assert set(tags) == set(TAGS)
    assert len(set(tags.values())) == 1
    if is_complete():
        assert len(FORMULA) >= 30
        assert sum(tags.values()) >= 41 * 13


@pytest.mark.parametrize("tag", TAGS)
def test_combined_references(tag):
    several = [record for record in FORMULA if len(record["ref_tokens"]) > 1]
    for record in several:
        candidate = " ".join(record["cand_tokens"])
        references = [" ".join(tokens) for tokens in record["ref_tokens"]]
        single = [of_one[tag] for of_one in record["per_reference"]]
        if "match" in single[0]:
            recalls = [each["match"] / each["ref_total"] if each["ref_total"] else 0.0 for each in single]
        else:
            recalls = [each["R"] for each in single]
        for combine in COMBINATIONS:
            want = combined(recalls, combine)
            if combine == "pooled" and "match" in single[0]:
                totals = sum(each["ref_total"] for each in single)
                want = sum(each["match"] for each in single) / totals if totals else 0.0
            if want is not None:
                got = values(metric_name(tag), candidate, references, combine, preprocess="none")
                assert got["recall"] == pytest.approx(want, rel=1e-12), (record["case"], combine)
    if is_complete():
        assert len(several) >= 5


def test_paper_examples():
    tally = Tally(check_example(example) for example in EXAMPLES)
    assert sum(tally.values()) == len(EXAMPLES)
    if is_complete():
        least = {"figure 1": 4, "sections 3.1 and 5": 7, "SU": 4, "union": 1, "W": 2, "MATLAB": 3}
        assert tally >= Tally(least)


def check_example(example):
    """Check one example; return which kind it is."""
    tag, candidate, references = example["measure"].split(" ")[0], example["cand"], example["refs"]
    if "equation_1_pooled" in example:
        check_figure_1(example)
        return "figure 1"
    if "rouge155" in example:
        got = values(metric_name(tag), candidate, references)
        assert got["f"] == pytest.approx(example["value"], rel=1e-12)
        assert round(got["f"], 3) == example["printed"]
        theirs = values(metric_name(tag, profile="own"), candidate, references)
        rounded = [round(theirs[key], 5) for key in ("recall", "precision", "f")]
        assert rounded == pytest.approx(list(example["rouge155"].values()), abs=1.1e-5)
        return "W"
    if "value_begin_marker" in example:
        assert values(metric_name(tag), candidate, references)["f"] == pytest.approx(
            example["value_begin_marker"], rel=1e-12
        )
        # the other reading of the paper: a marker before the text, whose pairs stand for the words
        marked = values("rouge-s(beta=1, profile=lin2004)", f"bos {candidate}", [f"bos {references[0]}"])
        assert marked["f"] == pytest.approx(example["value_begin_marker"], rel=1e-12)
        theirs = values(metric_name(tag, profile="own"), candidate, references)
        assert theirs["f"] == pytest.approx(example["value_rouge155"], rel=1e-12)
        return "SU"
    if example["measure"] == "union LCS recall":
        got = values("rouge-l(profile=lin2004)", candidate, references)["recall"]
        assert got == pytest.approx(example["value"]) == float(Fraction(example["printed"]))
        return "union"
    if "max over references" in example["measure"]:
        got = values(metric_name(tag), candidate, references, "best")["recall"]
        assert got == pytest.approx(example["value"], rel=1e-12)
        assert round(got, 4) == example["printed"]
        return "MATLAB"
    assert example["measure"].endswith("(beta=1)")
    got = values(metric_name(tag), candidate, references)["f"]
    assert got == pytest.approx(example["value"], rel=1e-12)
    if isinstance(example["printed"], str):
        assert example["printed"] == "same as S3"
        assert got == values(metric_name(tag), "the gunman kill police", references)["f"]
    else:
        assert round(got, 3) == example["printed"]
    return "sections 3.1 and 5"


def check_figure_1(example):
    """The note's totals run across the border of its two references, its matches do not."""
    metric = get_metric(metric_name(example["measure"]))
    first = 3 * (metric.order - 1)
    pooled = count(metric, [example["cand"]], [example["refs"]]).sum(axis=0)
    match, total = pooled[first : first + 2].tolist()
    total_as_one = count(metric, [example["cand"]], [[" ".join(example["refs"])]])[0, first + 1]
    readings = {"equation_1_pooled": total, "refs_as_one_20_word_text": total_as_one}
    for name, total_of_reading in readings.items():
        want = example[name]
        assert [match, total_of_reading] == [want["match"], want["total"]]
        assert match / total_of_reading == pytest.approx(want["score"], rel=1e-12)
    assert metric.score(pooled)["recall"] == pytest.approx(match / total, rel=1e-12)
    printed = example["printed"]
    assert [printed["match"], printed["total"]] == [match, total_as_one]
    # its ROUGE-2 is printed as 0.1669, which is neither 3/19 nor 3/18
    is_misprint = example["measure"] == "ROUGE-2"
    assert (round(match / total_as_one, 4) == printed["score"]) is not is_misprint

"""Every worked example that the papers print, by its id: the printed value, or why the print is wrong."""

import json
from fractions import Fraction

import numpy as np
import pytest
from counted import count

import workbench
from workbench.errors import ScoreError
from workbench.metrics.base import get_metric
from workbench.stats.tests.critical import critical_value

PROFILE = "profile=lin2004"
S1, S2, S3 = "police killed the gunman", "police kill the gunman", "the gunman kill police"
S4, S5 = "the gunman police killed", "gunman the killed police"


@pytest.fixture(scope="module")
def examples(shared):
    read = json.loads((shared / "published" / "worked_examples.json").read_text(encoding="utf-8"))
    return {example["id"]: example for example in read["examples"]}


def score(metric, candidate, references, combine="pooled", component="f", **options):
    """One component; F with beta 1 where nothing is said."""
    frame = workbench.score([candidate], [references], metrics=[metric], combine=combine, **options)
    return frame[frame["component"] == component]["value"].item()


def close(value):
    """What is derived in the file has six digits."""
    return pytest.approx(value, abs=5.1e-7)


def printed_as(value, text):
    """Tell whether a value rounds to a printed number."""
    return f"{value:.{len(text.partition('.')[2])}f}" == text


def pooled_counts(metric, candidate, references):
    """Match and total of eq. (1)."""
    order = get_metric(metric).order
    row = count(metric, [candidate], [references]).sum(axis=0)
    return row[3 * (order - 1) : 3 * order - 1].tolist()


def schizophrenic(example, order):
    """The note's matches are those of eq. (1), its totals those of both references as one text.

    So the scores above ROUGE-1 are not those of eq. (1). ROUGE-2 is printed as 0.1669, which is neither the
    note's own 3/19 nor the 3/18 of eq. (1).
    """
    metric = f"rouge-{order}({PROFILE})"
    candidate, references = example["candidate"], example["references"]
    derived, printed = example["derived"], example["printed"]
    recalls = {
        how: score(metric, candidate, references, how, "recall") for how in ("pooled", "best", "jackknife")
    }
    eq_1 = derived["eq1_counting_each_reference_separately"]
    match, total = pooled_counts(metric, candidate, references)
    assert Fraction(int(match), int(total)) == Fraction(eq_1["fraction"])
    assert recalls["pooled"] == close(eq_1["value"])
    assert recalls["best"] == close(derived["multi_reference_max"])
    assert recalls["jackknife"] == close(derived["jackknife_2refs_mean_of_single_reference_scores"])
    singles = [score(metric, candidate, [each], component="recall") for each in references]
    assert singles == [pytest.approx(float(Fraction(each))) for each in derived["pairwise"].values()]
    _, total_as_one = pooled_counts(metric, candidate, [" ".join(references)])
    assert [match, total_as_one] == [printed["match"], printed["total"]]
    assert match / total_as_one == close(example["exact_from_printed_counts"]["value"])
    assert printed_as(match / total_as_one, printed["score"]) is (order != 2)
    assert printed_as(recalls["pooled"], printed["score"]) is (order == 1)
    assert order != 2 or abs(float(printed["score"]) - recalls["pooled"]) < 0.0003


def schizophrenic_stemmed(example):
    """A stemmer adds "schizophrenics" of the one and "pulse" of the other reference."""
    metric = f"rouge-1({PROFILE})"
    plain, stemmed = (
        score(metric, example["candidate"], example["references"], component="recall", preprocess=preprocess)
        for preprocess in ("CASE", "STEM")
    )
    assert (plain, stemmed) == (pytest.approx(5 / 20), pytest.approx(7 / 20))


def police(example, kind):
    """S2 to S5 against S1, of four words each: recall, precision and F are the same."""
    metric = f"rouge-{kind}(beta=1, {PROFILE})"
    candidate, references = example["candidate"], example["references"]
    derived, printed = example["derived"], example["printed"] or {}
    values = [score(metric, candidate, references, component=each) for each in ("recall", "precision", "f")]
    value = derived.get("value", derived.get("F_beta1"))
    assert values == [close(value if value is not None else float(Fraction(derived["fraction"])))] * 3
    row = count(metric, [candidate], [references])[0]
    if "matches" in derived:
        assert row[0] + (row[3] if kind == "su" else 0) == derived["matches"]
    if "lcs" in derived:
        assert row[0] == derived["lcs"]
    if "score" in printed:
        assert printed_as(values[2], printed["score"])
    if "fraction" in printed:
        assert values[2] == pytest.approx(float(Fraction(printed["fraction"])))
    return values[2]


def police_like(example, kind, other):
    """Two sentences are said to have the same score."""
    assert police(example, kind) == score(f"rouge-{kind}(beta=1, {PROFILE})", other, [S1])


def police_above_s3(example, kind):
    assert police(example, kind) > score(f"rouge-{kind}(beta=1, {PROFILE})", S3, [S1])


def police_s5_su(example):
    """SU gives credit where S has none; so does a marker at the beginning."""
    own = police(example, "su")
    skip = f"rouge-s(beta=1, {PROFILE})"
    assert score(skip, S5, [S1]) == 0 < own == score(skip, f"bos {S5}", [f"bos {S1}"])


def police_s1_skip_bigrams(example):
    printed, derived = example["printed"], example["derived"]
    metric = f"rouge-s({PROFILE})"
    assert count(metric, [S1], [[S1]])[0, :3].tolist() == [printed["count"]] * 3 == [derived["count"]] * 3
    matched = dict(zip(("S2", "S3", "S4", "S5"), (S2, S3, S4, S5), strict=True))
    assert set(derived["matches"]) == set(matched)
    for pair in printed["list"]:
        # two words are a skip-bigram of a sentence if their recall against it is 1 of its 6
        assert score(metric, pair, [S1], component="recall") == pytest.approx(1 / 6)
        for name, sentence in matched.items():
            found = score(metric, sentence, [pair], component="recall") == 1
            assert found is (pair in derived["matches"][name])
    for name, sentence in matched.items():
        assert count(metric, [sentence], [[S1]])[0, 0] == len(derived["matches"][name])


def skip_distance(example):
    """Gap 0 is bigrams, so that "at most 4 words apart" must mean 4 in between, not 3."""
    assert example["derived"]["checked_on"] == ["S2", "S3", "S4", "S5"]
    longer = "the old cat sat on the old mat and the dog sat on the cat"
    for candidate in (S2, S3, S4, S5, longer):
        for reference in (S1, "on the old mat the old cat sat and the dog"):
            for component in ("recall", "precision", "f"):
                skip, bigram = (
                    score(f"{name}beta=1, {PROFILE})", candidate, [reference], component=component)
                    for name in ("rouge-s(gap=0, ", "rouge-2(")
                )
                assert skip == bigram
    for between, wanted in ((4, 1), (5, 0)):
        words = " ".join(["a", *(f"x{k}" for k in range(between)), "b"])
        assert count(f"rouge-s(gap=4, {PROFILE})", ["a b"], [[words]])[0, 0] == wanted


def union_lcs(example):
    metric = f"rouge-l(beta=1, {PROFILE})"
    candidate, reference, derived = example["candidate"], example["references"], example["derived"]
    got = [score(metric, candidate, [reference], component=each) for each in ("recall", "precision", "f")]
    assert got == [close(derived[key]) for key in ("R", "P", "F_beta1")]
    assert got[0] == pytest.approx(float(Fraction(example["printed"]["score"])))
    words = reference[0].split()
    rows = [count(metric, [each], [[" ".join(words)]])[0, 0] for each in (*candidate, "\n".join(candidate))]
    printed = [len(example["printed"][key].split()) for key in ("lcs_r_c1", "lcs_r_c2", "union")]
    assert rows == printed == [2, 3, derived["union_length"]]


def wlcs(example):
    candidate, references, derived = example["candidate"], example["references"], example["derived"]
    for component in ("recall", "precision", "f"):
        value = score(f"rouge-w(weight=2, beta=1, {PROFILE})", candidate, references, component=component)
        assert printed_as(value, example["printed"]["score"])
        assert value == close(derived["value"]) == close(float(Fraction(derived["fraction"])))
    assert count(f"rouge-w(weight=2, {PROFILE})", [candidate], [references])[0, 0] == derived["wlcs"]
    others = {"rouge_l_recall": "rouge-l(", "rouge_w_1_2": "rouge-w(weight=1.2, "}
    for key, name in others.items():
        assert score(f"{name}{PROFILE})", candidate, references, component="recall") == close(derived[key])


def matlab(example):
    """The maximum over references; counts are clipped, though the document's formula has no minimum."""
    candidate, references = example["candidate"], example["references"]
    for profile in (PROFILE, "profile=matlab"):
        metric = f"{example['measure'].lower()}({profile})"
        best = score(metric, candidate, references, "best", "recall")
        assert best == close(example["derived"]["value"])
        assert round(best, 4) == float(example["printed"]["score"])
        singles = [score(metric, candidate, [each], component="recall") for each in references]
        assert singles == [
            pytest.approx(float(Fraction(each))) for each in example["derived"]["per_reference"]
        ]


def matlab_edges(example):
    """The rules of the profile matlab; elsewhere what MATLAB calls NaN is 0, as in ROUGE-1.5.5."""
    assert len(example["printed"]["rules"]) == 4
    nan = pytest.approx(np.nan, nan_ok=True)
    cases = [
        ("a b c d", ["a b", "c"], nan),
        ("a b", ["a b c", "c d e f"], 0),
        ("a b c d", ["x y z", "a b c d"], 1),
        ("", ["", ""], nan),
    ]
    for candidate, references, wanted in cases:
        got = {
            profile: score(f"rouge-3({profile})", candidate, references, "best", "recall", unscorable="drop")
            for profile in (PROFILE, "profile=matlab")
        }
        assert got["profile=matlab"] == wanted
        assert got[PROFILE] == (0 if wanted is nan else wanted)


def delta_bleu_identities(example):
    """They hold as printed, the maximum where the brevity penalty is 1."""
    assert len(example["printed"]["properties"]) == 4
    candidates = ["the cat sat on a mat", "a dog ran home late"]
    references = [["the cat sat on the mat", "a cat sat"], ["the dog ran home late today", "a dog ran"]]

    def value(metric, ours, weights):
        frame = workbench.score(ours, references, metrics=[metric], weights=weights, level="system")
        return frame["value"].item()

    assert value("delta-bleu(order=2)", candidates, [[1, 1], [1, 1]]) == pytest.approx(
        value("bleu(order=2)", candidates, [[1, 1], [1, 1]])
    )
    weights = [[0.9, 0.2], [0.8, -0.5]]
    highest = [row[0] for row in references]
    assert value("delta-bleu(order=2)", highest, weights) == pytest.approx(1)
    assert value("delta-bleu(order=2)", candidates, weights) < 1
    # "late" is in one reference only; a worse rating of it, down to a negative one, costs
    falling = [score("delta-bleu(order=1)", "late", ["now", "late"], component="score", weights=[[1, weight]])
               for weight in (1, 0.5, -0.5)]  # fmt: skip
    assert falling == [1, 0.5, 0]
    with pytest.raises(ScoreError, match="positive weight"):
        value("delta-bleu(order=2)", candidates, [[0.5, 0.2], [0, -0.5]])


def delta_bleu_tiny(example):
    texts = [reference["text"] for reference in example["references"]]
    weights = [[reference["weight"] for reference in example["references"]]]
    got = score("delta-bleu(order=1)", example["candidate"], texts, component="score", weights=weights)
    # the candidate is as long as its references, so that p_1 is the whole score
    assert got == close(example["derived"]["p1"])
    row = count("delta-bleu(order=1)", [example["candidate"]], [texts], weights)[0]
    stated = [float(example["derived"][key].split()[-1]) for key in ("numerator", "denominator")]
    assert row[:2].tolist() == pytest.approx(stated) == [0.2, 1.2]


def critical_values(example):
    for freedom, value in example["printed"].items():
        assert round(critical_value("pearson", int(freedom) + 2), 3) == value
    for freedom, value in example["derived"].items():
        assert round(critical_value("pearson", int(freedom) + 2), 4) == value
    assert len(example["printed"]) + len(example["derived"]) == 11


def bleu_2(example):
    values = [
        score("bleu(order=2)", candidate, example["references"], component="score")
        for candidate in example["candidate"]
    ]
    assert values == [close(example["derived"]["value"])] * 2
    rows = count("bleu(order=2)", example["candidate"], [example["references"]] * 2)
    # matches and totals of each order
    assert np.array_equal(rows[:, :4], [[3, 4, 1, 3]] * 2)


CHECKS = {
    **{f"schizophrenic-rouge{order}": (schizophrenic, order) for order in (1, 2, 3, 4)},
    "schizophrenic-stemming-note": (schizophrenic_stemmed,),
    "police-S2-rouge2": (police_like, "2", S3),
    "police-S3-rouge2": (police_like, "2", S2),
    "police-S4-rouge2": (police_above_s3, "2"),
    "police-S5-rouge2": (police, "2"),
    "police-S4-rougeL": (police_like, "l", S3),
    **{f"police-{name}-rougeL": (police, "l") for name in ("S2", "S3", "S5")},
    **{f"police-{name}-rougeS": (police, "s") for name in ("S2", "S3", "S4", "S5")},
    **{f"police-{name}-rougeSU": (police, "su") for name in ("S2", "S3", "S4")},
    "police-S5-rougeSU": (police_s5_su,),
    "police-S1-skip-bigrams": (police_s1_skip_bigrams,),
    "rougeS-dskip0-equals-bigram": (skip_distance,),
    "union-lcs": (union_lcs,),
    "wlcs-Y1": (wlcs,),
    "wlcs-Y2": (wlcs,),
    **{f"matlab-{number}": (matlab,) for number in (1, 2, 3)},
    "matlab-edge-rules": (matlab_edges,),
    "delta-bleu-identities": (delta_bleu_identities,),
    "delta-bleu-tiny-derived": (delta_bleu_tiny,),
    "lin2004-critical-values": (critical_values,),
    "acl2004-bleu2-s2-s3": (bleu_2,),
}


def test_every_example_has_a_check(examples):
    assert set(examples) == set(CHECKS)
    assert len(examples) == len(CHECKS) == 34


@pytest.mark.parametrize("name", CHECKS)
def test_example(examples, name):
    check, *arguments = CHECKS[name]
    check(examples[name], *arguments)

"""Every result of golden/bleu.jsonl under its profile, and the programs themselves on made-up texts."""

import warnings
from collections import Counter

import numpy as np
import pytest
from counted import count, joined
from hypothesis import given
from hypothesis import strategies as st
from vectors import golden, is_complete

import workbench
from workbench.errors import SpecError
from workbench.metrics.base import VARIANTS, get_metric

LAST_ALONE = ("method5", "method6", "method7")


def program(result):
    return result["impl"].split()[0]


def metric_of(result):
    """Return the name of the metric that a result belongs to."""
    options = result["options"]
    order = f"order={options.get('max_order', 4)}"
    if program(result) == "sacrebleu":
        value = "" if options["smooth_value"] is None else f"smooth_value={options['smooth_value']}, "
        effective = str(options["effective_order"]).lower()
        smooth = f"smooth={options['smooth']}, {value}effective_order={effective}"
        return f"bleu(profile=sacrebleu, {order}, {smooth})"
    if program(result) == "nltk":
        return f"bleu(profile=nltk, {order}, smooth={options['smoothing']})"
    if program(result) == "tf-nmt":
        profile = "tf-nmt" if "0be8642" in result["impl"] else "tf-nmt-orange"
        return f"bleu(profile={profile}, {order}, smooth={str(options['smooth']).lower()})"
    if program(result) == "multi-bleu.perl":
        return f"bleu(profile=multi-bleu, {order})"
    smooth = str(options["smoothing"]).lower()
    return f"bleu(profile=mteval-13a, {order}, length={options['brevity_penalty']}, smooth={smooth})"


def level_of(result):
    """Return corpus for those results of nltk that depend on which segment is the last."""
    options = result["options"]
    return "last" if options.get("level") == "corpus" and options["smoothing"] in LAST_ALONE else "usual"


def test_every_result_of_every_program():
    tally, errors, last_alone = Counter(), Counter(), 0
    for record in golden("bleu.jsonl"):
        candidates, references = joined(record)
        names = list(dict.fromkeys(metric_of(result) for result in record["results"]))
        frame = workbench.score(candidates, references, metrics=names, preprocess="none", level="system")
        ours = dict(zip(frame["metric"], frame["value"], strict=True))
        for result in record["results"]:
            name = metric_of(result)
            value = ours[name]
            if program(result) == "nltk" and level_of(result) == "last":
                counts = count(name, candidates, references)
                value = get_metric(name).score_ending_in(counts.sum(axis=0), counts[-1])["score"]
                last_alone += 1
            tally[program(result)] += 1
            if "error" in result:
                errors[program(result)] += 1
                assert value == undefined(record, name), (record["id"], name)
                continue
            scale = result["options"]["scale"]
            assert value == pytest.approx(result["score"] / scale, rel=1e-9, abs=1e-9), (record["id"], name)
    if is_complete():
        least = {
            "sacrebleu": 1144,
            "nltk": 748,
            "tf-nmt": 528,
            "multi-bleu.perl": 44,
            "mteval-v13a.pl": 104,
        }
        assert tally >= Counter(least)
        assert errors >= Counter({"nltk": 13, "tf-nmt": 24, "multi-bleu.perl": 1})
        assert last_alone >= 21
    assert set(tally) >= {"sacrebleu", "multi-bleu.perl", "mteval-v13a.pl"}


def undefined(record, name):
    """Return what is documented where the program raises."""
    (segment,) = record["segments"]
    if "tf-nmt" not in name or not segment["cand"]:
        return 0.0
    # The shortest reference is empty: nothing to be shorter than, the precisions alone. The other reference
    # has a word more in the middle: all words, the first and the last bigram, no longer n-gram.
    assert record["id"] == "b22"
    metric = get_metric(name)
    added = int(metric.smooth)
    precisions = [1, (2 + added) / (3 + added), added / (2 + added), added / (1 + added)]
    return pytest.approx(np.prod(precisions[: metric.order]) ** (1 / metric.order), rel=1e-12)


def test_segments_of_mteval():
    tally = 0
    for record in golden("bleu.jsonl"):
        for result in record["results"]:
            if "segment_scores" not in result:
                continue
            frame = workbench.score(*joined(record), metrics=[metric_of(result)], preprocess="none")
            assert frame["value"].to_numpy() == pytest.approx(result["segment_scores"], rel=1e-9, abs=1e-9)
            tally += len(result["segment_scores"])
    if is_complete():
        assert tally >= 112


def test_what_sacrebleu_counted():
    tally = 0
    for record in golden("bleu.jsonl"):
        sums = count("bleu(profile=sacrebleu)", *joined(record)).sum(axis=0)
        for result in record["results"]:
            # smoothing is added to the counts that it returns
            if program(result) == "sacrebleu" and result["options"]["smooth"] == "none":
                metric = get_metric(metric_of(result))
                assert metric.matches(sums).tolist() == result["counts"]
                assert metric.totals(sums).tolist() == result["totals"]
                assert metric.penalty(sums) == pytest.approx(result["bp"], rel=1e-12)
                assert sums[-3:-1].tolist() == [result["cand_len"], result["ref_len"]]
                tally += 1
    assert tally >= (352 if is_complete() else 1)


words = st.lists(st.sampled_from("abcd"), max_size=9)
segments = st.lists(st.tuples(words, st.lists(words, min_size=1, max_size=3)), min_size=1, max_size=4)


def texts_of(drawn):
    return [" ".join(words) for words, _ in drawn], [[" ".join(each) for each in refs] for _, refs in drawn]


@given(
    segments,
    st.sampled_from(
        [("none", None), ("exp", None), ("floor", None), ("floor", 0.5), ("add-k", 1), ("add-k", 0.3)]
    ),
    st.booleans(),
    st.integers(1, 5),
)
def test_sacrebleu_itself(drawn, smoothing, effective, order):
    from sacrebleu.metrics.bleu import BLEU

    smooth, value = smoothing
    theirs = BLEU(
        tokenize="none",
        smooth_method=smooth,
        smooth_value=value,
        effective_order=effective,
        max_ngram_order=order,
        force=True,
    )
    candidates, references = texts_of(drawn)
    widest = max(map(len, references))
    streams = [[refs[min(n, len(refs) - 1)] for refs in references] for n in range(widest)]
    metric = metric_of(
        {
            "impl": "sacrebleu",
            "options": {
                "max_order": order, "smooth": smooth, "smooth_value": value, "effective_order": effective
            },
        }
    )  # fmt: skip
    expected = theirs.corpus_score(candidates, streams).score / 100
    ours = get_metric(metric).score(count(metric, candidates, references).sum(axis=0))["score"]
    assert ours == pytest.approx(expected, rel=1e-9, abs=1e-12)


@given(segments, st.integers(0, 7), st.integers(3, 5))
def test_nltk_itself(drawn, method, order):
    from nltk.translate.bleu_score import SmoothingFunction, corpus_bleu

    metric = get_metric(f"bleu(profile=nltk, order={order}, smooth=method{method})")
    counts = count(metric, *texts_of(drawn))
    ours = metric.score_ending_in(counts.sum(axis=0), counts[-1])["score"]
    smooth = getattr(SmoothingFunction(), f"method{method}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            expected = corpus_bleu(
                [refs for _, refs in drawn], [words for words, _ in drawn], [1 / order] * order, smooth
            )
        except AssertionError:
            expected = 0.0
    assert ours == pytest.approx(expected, rel=1e-9, abs=1e-12)


def modes():
    """Return each profile's BLEU metrics with all their choices."""
    usual = [registry.get(name)() for registry in VARIANTS.values() for name in registry if "bleu" in name]
    names = [
        *(f"bleu(profile=sacrebleu, smooth={smooth})" for smooth in ("none", "floor", "add-k")),
        *(
            f"bleu(profile=nltk, smooth=method{number})"
            for number in ("0", "1", "2", "3", "4", "4-2017", "5", "6", "7")
        ),
        "bleu(profile=tf-nmt, smooth=true)",
        "bleu(profile=mteval-13a, length=shortest, smooth=false)",
        "sentence-bleu(bp_ref_plus_one=true)",
        "sentence-bleu(grounded=true)",
    ]
    return [metric.name for metric in usual] + names


@pytest.mark.parametrize("name", modes())
def test_names_parse_back_and_nothing_raises(name):
    metric = get_metric(name)
    assert get_metric(metric.name) == metric
    candidates, references = ["", "a", "a", "b", "a b c d e f"], [["a"], [""], ["a"], ["a"], ["a b c d e f"]]
    frame = workbench.score(candidates, references, metrics=[metric])
    assert frame["value"].iloc[0] == 0
    assert frame["value"].between(0, 2).all()
    # rows of any shape are scored alike
    counts = count(metric, candidates, references)
    assert metric.score(counts[None, :, None, :])["score"].shape == (1, 5, 1)
    assert np.isnan(metric.score(np.zeros(counts.shape[1]))["score"])


@pytest.mark.parametrize(
    "name",
    [
        "bleu(profile=sacrebleu, smooth=expo)",
        "bleu(profile=sacrebleu, smooth=exp, smooth_value=1)",
        "bleu(profile=sacrebleu, smooth=floor, smooth_value=-1)",
        "bleu(profile=sacrebleu, smooth=floor, smooth_value=much)",
        "bleu(profile=sacrebleu, effective_order=maybe)",
        "bleu(profile=nltk, smooth=method8)",
        "bleu(profile=nltk, smooth=method6, order=2)",
        "bleu(profile=tf-nmt, smooth=exp)",
        "bleu(profile=mteval-13a, length=average)",
        "bleu(profile=mteval-13a, smooth=1)",
        "sentence-bleu(grounded=much)",
        "sentence-bleu(bp_ref_plus_one=1)",
        "delta-bleu(profile=mgalley-2019, smooth=method1)",
        "delta-bleu(profile=mgalley-2019, smooth_value=-0.1)",
    ],
)
def test_values_that_a_mode_does_not_take(name):
    with pytest.raises(SpecError):
        get_metric(name)


@given(segments)
def test_unsmoothed_modes_are_bleu(drawn):
    counts = count("bleu", *texts_of(drawn)).sum(axis=0)
    bleu = get_metric("bleu").score(counts)["score"]
    for name in (
        "bleu(profile=sacrebleu, smooth=none)",
        "bleu(profile=multi-bleu)",
        "bleu(profile=mteval-13a, smooth=false)",
    ):
        assert get_metric(name).score(counts)["score"] == bleu


@given(segments)
def test_counts_of_the_modes_add_up(drawn):
    """A corpus of one segment at a time is the corpus."""
    candidates, references = texts_of(drawn)
    whole = count("bleu", candidates, references)
    parts = [
        count("bleu", [candidate], [refs]) for candidate, refs in zip(candidates, references, strict=True)
    ]
    assert np.array_equal(whole, np.concatenate(parts))
    shortest = [min(map(len, refs)) for _, refs in drawn]
    assert whole[:, -4].tolist() == shortest
    too_short = [[len(words) < order for order in (1, 2, 3, 4)] for words, _ in drawn]
    assert whole[:, 8:12].tolist() == too_short


def test_a_single_word_under_nltk():
    """The logarithm of its length is 0: method 4 leaves such orders out, that of 2017 divided by it."""
    metrics = [f"bleu(profile=nltk, smooth={method})" for method in ("method4", "method4-2017")]
    assert workbench.score(["a"], ["a"], metrics=metrics)["value"].tolist() == [1, 0]


def test_remedies_for_short_candidates():
    """Worked by hand: candidate of 3 words, 2 of them and 1 of 2 bigrams in a reference of 4."""
    values = workbench.score(
        ["a b x"],
        ["a b c d"],
        metrics=[
            "sentence-bleu(order=2)",
            "sentence-bleu(order=2, bp_ref_plus_one=true)",
            "sentence-bleu(order=2, grounded=true)",
            "sentence-bleu(order=2, bp_ref_plus_one=true, grounded=true)",
        ],
    )["value"].to_numpy()
    precision = (2 / 3 * 2 / 3) ** 0.5
    grounded = (3 / 4 * 2 / 3) ** 0.5 - (1 / 4 * 1 / 3) ** 0.5
    usual, longer = np.exp(1 - 4 / 3), np.exp(1 - 5 / 3)
    expected = [precision * usual, precision * longer, grounded * usual, grounded * longer]
    assert values == pytest.approx(expected, rel=1e-12)
    nothing = workbench.score(["x y"], ["a b c d"], metrics=["sentence-bleu(grounded=true)"])
    assert nothing["value"].item() == 0

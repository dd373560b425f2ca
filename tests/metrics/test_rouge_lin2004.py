"""The printed equations of Lin 2004 against their slow obvious versions; what the profiles promise."""

import random

import asked
import naive
import naive_lin2004
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import workbench
from workbench.errors import SpecError
from workbench.executor import Serial
from workbench.experiment.count import count_all
from workbench.experiment.plan import make_plan
from workbench.experiment.score import score_all
from workbench.experiment.spec import build_spec
from workbench.experiment.store import Store
from workbench.metrics.base import METRICS, VARIANTS, get_metric
from workbench.metrics.laws import check_laws
from workbench.metrics.signature import signature

words = st.sampled_from(["a", "b", "c", "d", "e", "ab"])
sentences = st.lists(words, max_size=10).map(" ".join)
texts = st.lists(sentences, min_size=1, max_size=4).map("\n".join)
betas = st.sampled_from([0.0, 0.5, 1.0, 3.0, float("inf")])
WEIGHTS = (1, 1.2, 2.0, 3.5)
PROFILES = ("lin2004", "lin2004-tables")
NAMES = [f"{name}(profile={profile})" for profile in PROFILES for name in VARIANTS[profile]]


def components(metric, candidate, references, **options):
    frame = workbench.score([candidate], [references], metrics=[metric], **options)
    return dict(zip(frame["component"], frame["value"], strict=True))


def expected_parts():
    """The metrics under test: name, naive counts, f inverse."""
    for order in (1, 2, 9):
        yield f"rouge-{order}", naive.rouge_n, (order,), 1
    yield "rouge-l", naive_lin2004.rouge_l, (), 1
    for weight in WEIGHTS:
        yield f"rouge-w(weight={weight}", naive_lin2004.rouge_w, (weight,), weight
    for gap in (None, 0, 1, 4):
        suffix = "" if gap is None else f"(gap={gap}"
        yield f"rouge-s{suffix}", naive.rouge_s, (gap,), 1
        yield f"rouge-su{suffix}", naive_lin2004.rouge_su, (gap,), 1


def check(candidate, references, beta, parts):
    """Pooled scores, and those of the reference with the highest recall, of some of the metrics."""
    split = naive.tokens155(candidate)
    named = {
        f"{name}{', ' if '(' in name else '('}beta={beta}, profile=lin2004)": rest for name, *rest in parts
    }
    frames = {
        combine: workbench.score([candidate], [references], metrics=list(named), combine=combine)
        for combine in ("pooled", "best")
    }
    for name, (function, arguments, root) in named.items():
        counts = [function(split, naive.tokens155(reference), *arguments) for reference in references]
        of_each = [naive.ratios(*row, root=root)[:2] for row in counts]
        highest = max(recall for recall, _ in of_each)
        wanted = {
            "pooled": [naive.ratios(*np.sum(counts, axis=0), root=root)[:2]],
            # which of nearly equal recalls is the highest may depend on the last digit
            "best": [pair for pair in of_each if pair[0] > highest - 1e-9],
        }
        for combine, pairs in wanted.items():
            frame = frames[combine]
            got = frame[frame["metric"] == name]["value"].tolist()
            fits = [(*pair, naive_lin2004.f_measure(*pair, beta)) for pair in pairs]
            assert any(got == pytest.approx(fit, rel=1e-9, abs=1e-12) for fit in fits), (name, combine)


@settings(max_examples=40, deadline=None)
@given(texts, st.lists(texts, min_size=1, max_size=3), betas)
def test_scores_are_the_printed_ones(candidate, references, beta):
    check(candidate, references, beta, expected_parts())


@pytest.mark.parametrize(("n_words", "sentence"), [(300, 70), (200, 200), (2000, 130)])
def test_scores_of_long_texts(n_words, sentence):
    rng = random.Random(n_words)

    def text():
        picked = [f"w{int(rng.paretovariate(0.7)) % 400}" for _ in range(n_words)]
        return "\n".join(" ".join(picked[at : at + sentence]) for at in range(0, n_words, sentence))

    wanted = ("rouge-2", "rouge-l", "rouge-w(weight=1.2", "rouge-su(gap=4")
    parts = [part for part in expected_parts() if part[0] in wanted]
    assert len(parts) == len(wanted)
    candidate, reference = text(), text()
    check(candidate, [reference], 2.0, parts)
    ours = components("normalized-pairwise-lcs", candidate, [reference])
    split = [naive.tokens155(each) for each in (candidate, reference)]
    assert list(ours.values()) == pytest.approx(naive_lin2004.mead(*split), rel=1e-12)


@settings(max_examples=40, deadline=None)
@given(texts, st.lists(texts, min_size=1, max_size=3))
def test_normalized_pairwise_lcs(candidate, references):
    got = components("normalized-pairwise-lcs", candidate, references, combine="mean")
    split = naive.tokens155(candidate)
    each = [naive_lin2004.mead(split, naive.tokens155(reference)) for reference in references]
    assert list(got.values()) == pytest.approx(np.mean(each, axis=0), rel=1e-12, abs=1e-12)


@given(sentences, sentences)
def test_of_one_sentence_it_is_rouge_l(candidate, reference):
    theirs = components("rouge-l(beta=1, profile=lin2004)", candidate, [reference])
    ours = components("normalized-pairwise-lcs", candidate, [reference])
    assert [ours[key] for key in theirs] == pytest.approx(list(theirs.values()))
    assert ours["score"] == pytest.approx(theirs["f"])


@given(texts, texts, betas)
def test_w_of_weight_1_is_l(candidate, reference, beta):
    names = [f"rouge-{name}beta={beta}, profile=lin2004)" for name in ("w(weight=1, ", "l(")]
    ours, theirs = (components(name, candidate, [reference]) for name in names)
    assert ours == pytest.approx(theirs)


@given(texts.filter(str.strip), st.sampled_from(WEIGHTS))
def test_equal_texts_score_1(text, weight):
    for name in ("rouge-l(profile=lin2004)", f"rouge-w(weight={weight}, profile=lin2004)"):
        got = components(name, text, [text])
        assert got == pytest.approx(dict.fromkeys(got, 1.0))


@given(texts, texts)
def test_n_and_s_are_those_of_the_program(candidate, reference):
    for name in ("rouge-2", "rouge-s", "rouge-s(gap=4)"):
        printed = f"{name[:-1]}, " if name.endswith(")") else f"{name}("
        ours = components(f"{printed}beta=1, profile=lin2004)", candidate, [reference])
        assert ours == pytest.approx(components(name, candidate, [reference]))


def test_l_is_not_clipped():
    reference = [["the cat", "the dog", "the end"]]
    ours = components("rouge-l(beta=1, profile=lin2004)", "the", reference)
    assert ours == pytest.approx({"recall": 1 / 2, "precision": 3.0, "f": 6 / 7})
    assert components("rouge-l", "the", reference)["recall"] == pytest.approx(1 / 6)


def test_w_where_a_text_has_several_sentences():
    """Runs of a sentence count wherever the candidate has them: 2² of 4², and 2² + 2² of 4² in all."""
    name = "rouge-w(weight=2, profile=lin2004)"
    assert components(name, ["a b", "x"], ["a b c d"])["recall"] == pytest.approx((4 / 16) ** 0.5)
    assert components(name, ["b", "a"], ["a b c d"])["recall"] == pytest.approx((4 / 16) ** 0.5)
    assert components(name, ["a b", "d"], ["a b c d"])["recall"] == pytest.approx((5 / 16) ** 0.5)
    assert components(name, ["a b", "d"], ["a b c d"])["precision"] == pytest.approx((5 / 5) ** 0.5)
    # of two sentences without a second one with words, the value of the table
    assert components(name, ["a x b", "..."], ["a b c d"])["recall"] == pytest.approx((2 / 16) ** 0.5)


@pytest.mark.parametrize(
    ("beta", "wanted"), [("0", 0.5), ("1", 2 / 3), ("2", 5 / 6), ("1e200", 1.0), ("inf", 1.0)]
)
def test_beta(beta, wanted):
    """Recall is 1 and precision 1/2."""
    metric = get_metric(f"rouge-1(beta={beta}, profile=lin2004)")
    assert get_metric(repr(metric)) == metric
    assert components(metric, "a b", ["a"]) == pytest.approx({"recall": 1, "precision": 0.5, "f": wanted})
    alpha = signature(metric, "CASE", "1", "pooled").partition("|f:")[2].partition("|")[0]
    assert float(alpha) == 1 / (1 + float(beta) * float(beta))


@given(texts, texts, st.floats(0, 1e300))
def test_beta_lies_between_precision_and_recall(candidate, reference, beta):
    names = [f"rouge-1(beta={value!r}, profile=lin2004)" for value in (beta, float("inf"))]
    ours, limit = (components(name, candidate, [reference]) for name in names)
    low, high = sorted((ours["recall"], ours["precision"]))
    assert low - 1e-12 <= ours["f"] <= high + 1e-12
    assert limit["f"] == ours["recall"]
    if beta > 1e9:
        assert ours["f"] == pytest.approx(limit["f"])


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(
    "given",
    [
        "rouge-1(beta=-1)",
        "rouge-l(beta=nan)",
        "rouge-l(beta=much)",
        "rouge-1(alpha=0.5)",
        "rouge-w(weight=0.5)",
        "rouge-w(weight=inf)",
        "rouge-s(gap=-1)",
        "rouge-su(gap=1.5)",
    ],
)
def test_unusable_parameters_are_refused(given, profile):
    with pytest.raises(SpecError, match=r"out of range|does not take|has no parameter"):
        get_metric(f"{given[:-1]}, profile={profile})")


def test_the_profiles_have_the_same_measures():
    measures = [f"rouge-{order}" for order in range(1, 10)] + [
        f"rouge-{kind}" for kind in ("l", "w", "s", "su")
    ]
    for profile in PROFILES:
        assert sorted(VARIANTS[profile]) == sorted(measures)
    assert len(NAMES) == 26


@pytest.mark.parametrize("name", [*NAMES, "normalized-pairwise-lcs", "rouge-s(gap=4, profile=lin2004)"])
def test_names_parse_back(name):
    metric = get_metric(name)
    assert get_metric(repr(metric)) == metric
    assert name in METRICS or f"profile={metric.profile}" in repr(metric)


@pytest.mark.parametrize(
    "name", ["rouge-l(profile=lin2004)", "rouge-w(profile=lin2004-tables)", "rouge-su(profile=lin2004)"]
)
def test_laws(name):
    assert [verdict for verdict in check_laws(name) if not verdict.holds] == []


@pytest.mark.parametrize(("candidate", "reference"), [("", "a b"), ("a b", ""), ("", ""), ("\n", "...")])
def test_texts_without_words_score_0(candidate, reference):
    frame = workbench.score([candidate], [reference], metrics=[*NAMES, "normalized-pairwise-lcs"])
    assert (frame["value"] == 0).all()


CANDIDATE, REFERENCE = "The older agreements held", "An older agreement held"


@pytest.mark.parametrize("preprocess", ["CASE", "STEM", "STOP", "STEM+STOP"])
@pytest.mark.parametrize("name", ["rouge-l", "rouge-w(weight=1.2)", "rouge-1", "rouge-su(gap=4)"])
def test_tables_are_blind_in_l_and_w_only(name, preprocess):
    def profile(which, done):
        full = f"{name[:-1]}, profile={which})" if "(" in name else f"{name}(profile={which})"
        return components(full, CANDIDATE, [REFERENCE], preprocess=done)

    is_blind = name.startswith(("rouge-l", "rouge-w"))
    seen = "CASE" if is_blind else preprocess
    assert profile("lin2004-tables", preprocess) == profile("lin2004", seen)
    if is_blind and preprocess != "CASE":
        assert profile("lin2004-tables", preprocess) != profile("lin2004", preprocess)


def test_blindness_ends_where_another_tokenizer_is_asked_for():
    metric = get_metric("rouge-l(profile=lin2004-tables)")
    asked = ("CASE", "STEM", "STOP", "STEM+STOP", "13a", "none")
    assert [metric.prepares(name) for name in asked] == ["CASE", "CASE", "CASE", "CASE", "13a", "none"]
    assert all(get_metric(name).prepares("STEM") == "STEM" for name in METRICS)


def test_an_experiment_counts_blind_metrics_once_and_shows_what_was_asked():
    names = ["rouge-l(profile=lin2004-tables)", "rouge-l(profile=lin2004)", "rouge-1(profile=lin2004-tables)"]
    prepared = ["CASE", "STEM", "STOP"]
    data = workbench.simulate(topics=4, systems=5, references=3).evalset
    plan = make_plan(
        build_spec(
            {
                "name": "x",
                "metrics": names,
                "preprocess": prepared,
                "references": [{"name": "3", "combine": "jackknife(over=pooled)"}],
                "data": {"name": "simulated-news"},
            }
        ),
        data,
    )
    # both rouge-l have one counter: CASE serves four conditions
    assert len(plan.conditions) == 9
    assert len(plan.count_tasks) == 6
    store = Store(None)
    frame = score_all(plan, count_all(plan, store, Serial()), store).frame
    assert set(frame["preprocess"]) == set(prepared)
    by = frame.groupby(["metric", "preprocess"], observed=True)["value"].agg(tuple)
    assert by[names[0], "CASE"] == by[names[0], "STEM"] == by[names[0], "STOP"] == by[names[1], "CASE"]
    for name in names[1:]:
        assert len({by[name, each] for each in prepared}) == 3
    records = asked.correlate(
        data, names[:1], preprocess=prepared, coefficients=["pearson"], interval="none", draws=1
    )
    assert records["preprocess"].tolist() == prepared
    for said, name in zip(records["signature"], prepared, strict=True):
        assert f"|pre:{name.lower()}|" in said
    assert pd.Series(records["value"]).nunique() == 1


@pytest.mark.parametrize("metric", ["rouge-l(profile=lin2004)", "rouge-w(profile=lin2004)"])
@pytest.mark.parametrize("size", [3, 5, 7, 9])
def test_a_limit_of_bytes_leaves_what_is_cut_by_hand(metric: str, size: int) -> None:
    """Under a limit a text is one sentence, as ROUGE-1.5.5 reads it."""
    candidate, reference = "a b\nc d e", "a b c\nd e f g"
    limited = workbench.score([candidate], [[reference]], metrics=[metric], preprocess=f"CASE(bytes={size})")
    ours, theirs = (text[:size].replace("\n", " ") for text in (candidate, reference))
    cut = workbench.score([ours], [[theirs]], metrics=[metric])
    assert limited["value"].tolist() == cut["value"].tolist()

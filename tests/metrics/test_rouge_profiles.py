"""Profiles google, rouge-metric, pltrdy and matlab: names, laws, slow versions, rouge-score itself."""

import random

import naive_profiles as naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import workbench
from workbench.errors import SpecError
from workbench.metrics.base import VARIANTS, get_metric
from workbench.metrics.explain import explain_all
from workbench.metrics.laws import check_laws

PROFILES = ("google", "rouge-metric", "pltrdy", "matlab")
NAMES = [VARIANTS[profile].get(name)().name for profile in PROFILES for name in VARIANTS[profile]]
OPTIONS = [
    "rouge-1(exclusive=false, profile=pltrdy)",
    "rouge-l(exclusive=false, profile=pltrdy)",
    "rouge-2(unclipped=true, profile=matlab)",
    "rouge-s(gap=2, unclipped=true, profile=matlab)",
    "rouge-su(beta=2.0, gap=4, profile=matlab)",
    "rouge-w(weight=2.0, profile=matlab)",
    "rouge-1(alpha=0.2, profile=google)",
]
words = st.sampled_from(["a", "b", "c", "d", "e", "ab"])
texts = st.lists(st.lists(words, min_size=1, max_size=9), min_size=1, max_size=3)
characters = st.text(st.sampled_from("aabbcdK\u212a\u0130ings -.,\n\n"), max_size=40)
quick = settings(max_examples=40)


@pytest.mark.parametrize("name", NAMES + OPTIONS)
def test_names_parse_back(name):
    metric = get_metric(name)
    assert metric.name == name
    assert get_metric(metric.name) == metric
    counts = np.zeros((2, 3, len(metric.counter.columns)))
    shapes = {key: each.shape for key, each in metric.score(counts).items()}
    assert shapes == dict.fromkeys(metric.components, (2, 3))


def test_every_measure_is_listed():
    listed = explain_all()
    assert all(f"Profile {profile}\n" in listed for profile in PROFILES)
    shown = [name for name in NAMES if not name[6].isdigit() or name.startswith("rouge-1")]
    assert all(f"  {name} " in listed for name in shown)
    assert "rouge-1(profile=google) ... rouge-9 " in listed
    assert len(NAMES) == 11 + 13 + 6 + 13


@pytest.mark.parametrize(
    "name",
    [
        "rouge-6(profile=pltrdy)",
        "rouge-w(profile=google)",
        "rouge-1(exclusive=maybe, profile=pltrdy)",
        "rouge-s(gap=0, profile=matlab)",
        "rouge-1(unclipped=2, profile=matlab)",
        "rouge-w(weight=0.5, profile=matlab)",
        "rouge-l(beta=-1, profile=matlab)",
        "rouge-1(alpha=2, profile=google)",
        "rouge-1(alpha=2)",
        "rouge-lsum",
    ],
)
def test_what_a_profile_does_not_have_is_refused(name):
    with pytest.raises(SpecError):
        get_metric(name)


@pytest.mark.parametrize(
    "name",
    [
        "rouge-l(profile=google)",
        "rouge-l(profile=pltrdy)",
        "rouge-2(profile=matlab)",
        "rouge-l(profile=matlab)",
        "rouge-s(gap=4, profile=matlab)",
    ],
)
def test_laws(name):
    broken = {verdict.law for verdict in check_laws(name) if not verdict.holds}
    assert broken <= set(get_metric(name).breaks)


@quick
@given(texts, texts, st.integers(1, 3), st.booleans())
def test_pltrdy(candidate, reference, order, exclusive):
    written = [". ".join(map(" ".join, text)) for text in (candidate, reference)]
    option = f"exclusive={str(exclusive).lower()}"
    names = [f"rouge-{order}({option}, profile=pltrdy)", f"rouge-l({option}, profile=pltrdy)"]
    frame = workbench.score([written[0]], [written[1]], metrics=names)
    expected = [
        *naive.pltrdy_n(candidate, reference, order, exclusive),
        *naive.pltrdy_l(candidate, reference, exclusive),
    ]
    assert frame["value"].tolist() == pytest.approx(expected, rel=1e-12)


def test_pltrdy_sees_capitals_and_empty_words():
    # white space between full stops is a sentence of one empty word, on both sides the same
    frame = workbench.score(["The cat", "a. ."], ["the cat", "b.  .c"], metrics=["rouge-1(profile=pltrdy)"])
    assert frame[frame["component"] == "recall"]["value"].tolist() == pytest.approx([1 / 2, 1 / 3])


@quick
@given(characters, st.lists(characters, min_size=1, max_size=3), st.booleans())
def test_rouge_score_itself(candidate, references, stemmed):
    scorers = pytest.importorskip("rouge_score.rouge_scorer")
    measures = {"rouge1": "rouge-1", "rouge2": "rouge-2", "rougeL": "rouge-l", "rougeLsum": "rouge-lsum"}
    theirs = scorers.RougeScorer(list(measures), use_stemmer=stemmed).score_multi(references, candidate)
    frame = workbench.score(
        [candidate],
        [references],
        metrics=[f"{name}(profile=google)" for name in measures.values()],
        preprocess="google+stem" if stemmed else "google",
        combine="best",
    )
    expected = [part for key in measures for part in (theirs[key][1], theirs[key][0], theirs[key][2])]
    assert frame["value"].tolist() == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("n_words", [61, 62, 63, 124, 125, 400])
def test_the_lcs_of_long_texts(n_words):
    rng = random.Random(n_words)

    def text(length):
        return [f"w{int(rng.paretovariate(0.5)) % 60}" for _ in range(length)]

    candidates, references = [text(n_words), text(n_words // 3)], [text(n_words), text(2 * n_words), text(5)]
    frame = workbench.score(
        list(map(" ".join, candidates)),
        list(map(" ".join, references[:2])),
        metrics=[
            "rouge-l(profile=google)",
            "rouge-l(profile=matlab)",
            "rouge-l(profile=pltrdy, exclusive=false)",
        ],
    )
    ours = frame[frame["component"] == "recall"]["value"].tolist()
    recalls = [naive.lcs_length(r, c) / len(r) for c, r in zip(candidates, references, strict=False)]
    assert ours == pytest.approx(np.repeat(recalls, 3))
    several = workbench.score(
        [" ".join(candidates[0])], [list(map(" ".join, references))], metrics=["rouge-l(profile=google)"]
    )
    hits = sum(naive.lcs_length(reference, candidates[0]) for reference in references)
    assert several["value"][0] == pytest.approx(hits / sum(map(len, references)))

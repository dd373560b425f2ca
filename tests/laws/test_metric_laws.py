"""Laws that hold for every registered metric."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import workbench
from workbench.metrics.base import METRICS, VARIANTS, get_metric
from workbench.metrics.laws import check_laws
from workbench.registry import write_name

VARIANT_NAMES = [
    write_name(name, {"profile": profile}) for profile, registry in VARIANTS.items() for name in registry
]
NAMES = [
    *METRICS,
    *VARIANT_NAMES,
    "rouge-s(gap=4)",
    "rouge-su(gap=0)",
    "rouge-1(alpha=0.2)",
    "bleu(order=1)",
    "bleu(order=6)",
]
POWER_TWICE = ("rouge-1.5.5", "rouge-1.5.5-exact", "rouge-metric")
words = st.sampled_from(["red", "blue", "the", "birds", "bird", "flew", "north", "a"])
sentences = st.lists(words, max_size=10).map(" ".join)
texts = st.lists(sentences, min_size=1, max_size=3).map("\n".join)
references = st.lists(texts, min_size=1, max_size=4)
# Scoring a few segments takes as long as scoring one: an example is a batch, and few examples are many pairs.
batches = st.lists(st.tuples(texts, references), min_size=10, max_size=16)
quick = settings(max_examples=4, deadline=None)


def keeping(law):
    """Return the metrics that do not declare that they break a law by design."""
    return [name for name in NAMES if law not in get_metric(name).breaks]


def values(law, pairs, **options):
    candidates, refs = zip(*pairs, strict=True)
    frame = workbench.score(candidates, refs, metrics=keeping(law), unscorable="drop", **options)
    return frame.set_index(["segment", "metric", "component"])["value"]


def close(ours, theirs):
    return np.allclose(ours, theirs, rtol=1e-12, atol=0, equal_nan=True)


def test_laws_that_are_broken_by_design_are_laws():
    known = {verdict.law for verdict in check_laws("rouge-1")}
    known |= {"identity is perfect", "renaming words", "other candidates"}
    for name in NAMES:
        assert set(get_metric(name).breaks) <= known, name


@quick
@given(batches)
def test_values_stay_inside_the_declared_bounds(pairs):
    known = {name: get_metric(name) for name in NAMES}
    for combine in ("pooled", "best", "mean", "jackknife"):
        for (_, name, component), value in values("bounds", pairs, combine=combine).items():
            low, high = known[name].bounds
            undefined = np.isnan(value) and "finite" in known[name].breaks
            assert undefined or low <= value <= high + 1e-12, (name, component, combine)


@pytest.mark.parametrize("name", keeping("identity is perfect"))
def test_identity_is_perfect(name):
    text = "The red birds flew north over the cold grey sea today"
    frame = workbench.score([text], [[text]], metrics=[name])
    expected = dict.fromkeys(frame["component"], 1.0 if get_metric(name).higher_is_better else 0.0)
    if name.startswith("rouge-w") and get_metric(name).profile in POWER_TWICE:
        # the power is applied twice to the reference: (n^w / n^(w²))^(1/w) = n^(1 - w)
        expected["recall"] = 11 ** (1 - get_metric(name).weight)
        expected["f"] = 2 * expected["recall"] / (1 + expected["recall"])
    got = dict(zip(frame["component"], frame["value"], strict=True))
    assert got == pytest.approx(expected, abs=6e-6 if get_metric(name).profile == "rouge-1.5.5" else None)


@quick
@given(batches, st.randoms(use_true_random=False))
def test_the_order_of_references_does_not_matter(pairs, random):
    law = "order of references"
    shuffled = [(candidate, random.sample(refs, len(refs))) for candidate, refs in pairs]
    for combine in ("pooled", "mean", "jackknife", "best"):
        ours = values(law, pairs, combine=combine)
        theirs = values(law, shuffled, combine=combine)
        if combine == "best":
            # of equally good references the first gives the other components, P and F for instance (under
            # google's profile F says which is good); W compares recalls of another power than it prints
            known = {name: get_metric(name) for name in NAMES}
            ranks = [
                component == ("f" if known[name].profile == "google" else known[name].components[0])
                and not name.startswith("rouge-w")
                for _, name, component in ours.index
            ]
            ours, theirs = ours[ranks], theirs[ranks]
        assert close(ours, theirs), combine


@quick
@given(batches)
def test_a_reference_twice_is_a_reference_once(pairs):
    doubled = [(candidate, refs * 2) for candidate, refs in pairs]
    for combine in ("pooled", "best", "mean"):
        once = values("duplicate reference", pairs, combine=combine)
        twice = values("duplicate reference", doubled, combine=combine)
        assert close(once, twice), combine


@quick
@given(batches)
def test_renaming_words_does_not_matter(pairs):
    names = ["red", "blue", "the", "birds", "bird", "flew", "north", "a"]
    table = {name: f"w{number}" for number, name in enumerate(names)}

    def rename(text):
        return "\n".join(" ".join(table[word] for word in line.split()) for line in text.split("\n"))

    renamed = [(rename(candidate), [rename(text) for text in refs]) for candidate, refs in pairs]
    assert values("renaming words", pairs).equals(values("renaming words", renamed))


@quick
@given(batches)
def test_other_candidates_do_not_matter(pairs):
    law = "other candidates"
    together = values(law, pairs)
    for number, pair in enumerate(pairs):
        alone = values(law, [pair])
        assert np.array_equal(together.loc[number].to_numpy(), alone.to_numpy(), equal_nan=True)


@settings(max_examples=40, deadline=None)
@given(texts, texts)
def test_w_with_weight_1_is_l_where_the_clip_refuses_nothing(candidate, reference):
    once = " ".join(dict.fromkeys(reference.split()))
    frame = workbench.score([candidate], [once], metrics=["rouge-l", "rouge-w(weight=1.0)"])
    ours, theirs = (frame[frame["metric"] == name]["value"] for name in frame["metric"].unique())
    assert ours.to_numpy() == pytest.approx(theirs.to_numpy())


def test_kernels_do_the_same_without_compilation():
    """Plain Python finds what compiled code hides: an index out of range, an overflow."""
    root = Path(__file__).resolve().parents[2]
    command = [
        sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/metrics/test_against_naive.py",
        "-k", "not long", "--hypothesis-seed=1",
    ]  # fmt: skip
    done = subprocess.run(
        command, cwd=root, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]

"""Orders, gaps and weights beyond what has a meaning are refused; the largest that are allowed do work."""

import numpy as np
import pytest

import workbench
from workbench.errors import SpecError
from workbench.metrics.base import get_metric


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("bleu(order=1000000)", "bleu: order is out of range: got 1000000, allowed: 1, 2, ... 100"),
        ("bleu(order=true)", "order is out of range"),
        ("bleu(order=2.5)", "order is out of range"),
        ("delta-bleu(order=101)", "order is out of range: got 101"),
        ("sentence-bleu(order=999)", "sentence-bleu: order is out of range: got 999"),
        ("ibleu(order=999)", "ibleu: order is out of range: got 999"),
        ("nist(order=999)", "nist: order is out of range: got 999"),
        ("chrf(word_order=999999999)", "word_order is out of range: got 999999999, allowed: 0, 1, ... 100"),
        ("chrf(char_order=101)", "char_order is out of range"),
        ("chrf(beta=1000)", "beta is out of range"),
        ("rouge-w(weight=400)", "rouge-w: weight is out of range: got 400, allowed: 1 to 8"),
        ("rouge-w(weight=9, profile=lin2004)", "weight is out of range: got 9"),
        ("rouge-w(weight=9, profile=matlab)", "weight is out of range: got 9"),
        ("rouge-s(gap=9223372036854775807)", "gap is out of range: got 9223372036854775807, allowed: 0"),
        ("rouge-su(gap=true)", "gap is out of range"),
        ("rouge-s(gap=10001, profile=matlab)", "gap is out of range"),
        ("cider-d(sigma=1e-300)", "sigma is out of range"),
        ("bleu(smooth=floor, smooth_value=1e300, profile=sacrebleu)", "smooth_value is out of range"),
    ],
)  # fmt: skip
def test_what_has_no_meaning_is_refused(name, said):
    with pytest.raises(SpecError) as caught:
        get_metric(name)
    assert said in str(caught.value)


def test_the_largest_that_are_allowed_work():
    text = " ".join(f"word{n}" for n in range(300))
    names = ["bleu(order=100)", "chrf(word_order=100)", "rouge-w(weight=8)", "rouge-s(gap=10000)"]
    frame = workbench.score([text], [text], metrics=names)
    assert np.isfinite(frame["value"]).all()
    # ROUGE-1.5.5 raises the length of the reference twice, so that only precision is 1 here
    best = frame[(frame["component"] != "recall") & (frame["component"] != "f")]
    np.testing.assert_allclose(best["value"], 1.0, rtol=1e-12)


def test_so_do_the_smallest():
    """Of sacrebleu: floor with 0 is no smoothing, and add-k with 0 neither."""
    texts = ["the cat sat on the mat", "a dog ran"], ["the cat sat on a mat", "no word"]
    plain, *others = (
        workbench.score(*texts, metrics=[f"bleu({smooth}, profile=sacrebleu)"])["value"].tolist()
        for smooth in ("smooth=none", "smooth=floor, smooth_value=0", "smooth=add-k, smooth_value=0")
    )
    assert others == [plain, plain]
    largest = [f"bleu(smooth={how}, smooth_value=1000, profile=sacrebleu)" for how in ("floor", "add-k")]
    assert np.isfinite(workbench.score(*texts, metrics=largest)["value"]).all()
    names = ["chrf(word_order=0)", "rouge-w(weight=1)", "rouge-s(gap=0)", "bleu(order=1)"]
    assert np.isfinite(workbench.score(*texts, metrics=names)["value"]).all()

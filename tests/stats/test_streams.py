import numpy as np
import pytest

from workbench.stats.resampling.streams import stream


def test_a_stream_is_pinned():
    """A published table must come back years later: this number may never change."""
    assert stream(0, "bootstrap", "en-de").integers(2**63) == 8196438184351597838
    assert type(stream(0).bit_generator) is np.random.Philox


@pytest.mark.parametrize(
    "other",
    [
        (1, "a", "b"),
        (0, "a"),
        (0, "b", "a"),
        (0, "ab"),
        (0, "a", "b", ""),
        (0, "a,b"),
        (0, "1:a1:b"),
        (2**40, "a", "b"),
    ],
)
def test_seed_and_names_make_another_stream(other):
    assert stream(*other).integers(2**63) != stream(0, "a", "b").integers(2**63)

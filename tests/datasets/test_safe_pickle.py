"""Pickles are data: what they name is not imported, and nothing in them runs."""

import os
import pickle
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.datasets.safe_pickle import load_pickle, read_pickle
from workbench.errors import DataError, MissingDataError

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary(),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.text() | st.integers(), inner) | st.tuples(inner, inner)
    ),
    max_leaves=20,
)
OLD = (
    b"cnumpy.core.multiarray\nscalar\n(cnumpy\ndtype\n(X\x02\x00\x00\x00f8I0\nI1\ntR"
    b"(I3\nX\x01\x00\x00\x00<NNNI-1\nI-1\nI0\ntbC\x08\x00\x00\x00\x00\x00\x00\xf8?tR."
)
"""1.5 as NumPy 1 wrote it."""


class Command:
    """What a malicious pickle is made from: loading it would run a command."""

    def __init__(self, call: object, *arguments: object) -> None:
        self.call, self.arguments = call, arguments

    def __reduce__(self) -> tuple[object, ...]:
        return (self.call, self.arguments)


class Stateful:
    def __init__(self) -> None:
        self.x = 1


@given(PLAIN, st.integers(0, pickle.HIGHEST_PROTOCOL))
def test_plain_data(value: object, protocol: int) -> None:
    content = pickle.dumps(value, protocol)
    try:
        found = load_pickle(content, "x")
    except DataError:
        # before protocol 3 a function makes the bytes
        assert b"_codecs" in content or b"__builtin__\nbytes" in content
        return
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("protocol", [2, 4, 5])
def test_sets_and_shared_values(protocol: int) -> None:
    shared = ["a", "b"]
    value = {"x": {"b", "c"}, "y": set(), "z": [shared, shared], (1, "k"): None}
    assert load_pickle(pickle.dumps(value, protocol), "x") == value


@pytest.mark.parametrize(
    "scalar",
    [np.float64(1 / 3), np.float32(0.1), np.int64(-5), np.uint8(7), np.bool_(True), np.str_("ö€")],
    ids=repr,
)
def test_numpy_scalars_become_plain(scalar: np.generic) -> None:
    for protocol in (3, 4, 5):
        found = load_pickle(pickle.dumps([scalar, scalar], protocol), "x")
        assert found == [scalar.item()] * 2
        assert isinstance(found, list)
        assert type(found[0]) is type(scalar.item())


def test_scalars_of_an_old_numpy_and_of_another_machine() -> None:
    assert load_pickle(OLD, "x") == 1.5
    swapped = OLD.replace(b"<N", b">N").replace(
        bytes.fromhex("000000000000f83f"), bytes.fromhex("3ff8" + "0" * 12)
    )
    assert load_pickle(swapped, "x") == 1.5


@pytest.mark.parametrize(
    ("value", "named"),
    [
        (Command(os.system, "touch {0}"), r"names (posix|nt)\.system"),
        (Command(eval, "open('{0}', 'w')"), r"names (builtins|__builtin__)\.eval"),
        (Command(open, "{0}", "w"), r"names (_?io|__builtin__)\.open"),
        (Command(getattr, {}, "clear"), r"names (builtins|__builtin__)\.getattr"),
        (Stateful(), "Stateful"),
        (OrderedDict(a=1), "names collections.OrderedDict"),
        (np.zeros(3), "names numpy"),
        (np.array([None], object), "names numpy"),
        (set, "holds a name instead of a value"),
        ([set], "holds a name instead of a value"),
        ([(1, np.dtype("f8"))], "holds a name instead of a value"),
        (np.dtype("O"), "a NumPy type 'O"),
        (np.dtype([("a", "f8")]), "a NumPy type 'V8'"),
        ({((1,),): 2}, "a key that is no text"),
        ({"a": 1, ((1,),): 2, 3: 4}, "a key that is no text"),
        (bytearray(b"x"), r"BYTEARRAY8|names (builtins|__builtin__)\.bytearray"),
    ],
    ids=lambda value: type(value).__name__,
)
@pytest.mark.parametrize("protocol", [2, 4, 5])
def test_what_is_no_data_is_refused(tmp_path: Path, value: object, named: str, protocol: int) -> None:
    hostage = tmp_path / "made"
    if isinstance(value, Command):
        value = Command(value.call, *(str(each).format(hostage) for each in value.arguments))
    path = tmp_path / "x.pkl"
    path.write_bytes(pickle.dumps({"scores": [1.0, value]}, protocol))
    with pytest.raises(DataError, match=rf"x\.pkl: byte \d+: .*({named})"):
        read_pickle(path)
    assert not hostage.exists()


@pytest.mark.parametrize(
    "content",
    [
        b"cos\nsystem\n(S'echo'\ntR.",
        b"(S'echo'\nios\nsystem\n.",
        b"(cos\nsystem\nS'echo'\no.",
        b"\x82\x01.",
        b"Pidentity\n.",
        b"cbuiltins\nset\n}b.",
        b"cbuiltins\nset\n]\x85R}b.",
        b"cbuiltins\nset\nX\x01\x00\x00\x00a\x85R.",
        b"cnumpy.core.multiarray\nscalar\n]\x85R.",
        b"cbuiltins\nset.\nset\n.",
        b"]]R.",
        b"]\x81.",
    ],
)
def test_programs_written_by_hand(content: bytes) -> None:
    with pytest.raises(DataError, match=r"^x: byte "):
        load_pickle(content, "x")


@pytest.mark.parametrize(
    "content",
    [b"", b".", b"0.", b"(.", b"a.", b"]]", b"g5\n.", b"h\x05.", b"}]s.", b"]N.", b"\xff", b"I9x\n.",
     b"t.", b"]2e.", b"r\xff\xff\xff\xff.", b"X\xff\xff\xff\x7fa.", b"\x8a\xff\x01."],
)  # fmt: skip
def test_damaged_pickles(content: bytes) -> None:
    with pytest.raises(DataError, match=r"^x: (byte \d+: )?(is cut off|holds)"):
        load_pickle(content, "x")


def test_deep_and_huge_pickles_are_no_danger() -> None:
    with pytest.raises(DataError):
        load_pickle(b"N" + b"\x85" * 200_000 + b"N" + b"d.", "x")
    with pytest.raises(DataError):
        load_pickle(b"}N" + b"\x85" * 200_000 + b"Ns.", "x")
    # a place in memory that would be 16 GB of a table
    with pytest.raises(DataError, match="a place in memory beyond all values"):
        load_pickle(b"Nr\xff\xff\xff\x7f.", "x")
    # tuples of two of the one before: hashing the last one would take 2 ** 60 steps
    doubled = b"N" + b"2\x86" * 60
    for content in (b"}" + doubled + b"Ns.", b"(" + doubled + b"Nd.", b"\x8f(" + doubled + b"\x90."):
        with pytest.raises(DataError, match="a key that is no text"):
            load_pickle(content, "x")
    assert load_pickle(doubled + b".", "x") is not None


def test_stand_ins_cannot_be_changed_or_reached() -> None:
    make_set, state = b"cbuiltins\nset\n", b"}X\x01\x00\x00\x00aNsb"
    with pytest.raises(DataError, match="sets the state of an object"):
        load_pickle(make_set + state + b".", "x")
    for content in (make_set + b"N\x86.", b"}" + make_set + b"Ns.", b"]" + make_set + b"a."):
        with pytest.raises(DataError, match="holds a name instead of a value"):
            load_pickle(content, "x")
    with pytest.raises(DataError, match="a key that is no text"):
        load_pickle(make_set + b"]N\x85\x85a\x85R.", "x")


GOOD = pickle.dumps({"a": [1, 2.5, "b", {3}], "c": (np.float64(2.5), None)}, 4)


@given(
    st.lists(st.tuples(st.integers(0, len(GOOD) - 1), st.integers(0, 255)), max_size=4), st.integers(0, 200)
)
def test_any_bytes_are_data_or_an_error(changes: list[tuple[int, int]], end: int) -> None:
    content = bytearray(GOOD)
    for place, value in changes:
        content[place] = value
    with suppress(DataError):
        load_pickle(bytes(content[:end]), "x")


def test_files(tmp_path: Path) -> None:
    with pytest.raises(MissingDataError, match="there is no such file"):
        read_pickle(tmp_path / "x.pkl")
    with pytest.raises(DataError, match="cannot be read"):
        read_pickle(tmp_path)
    (tmp_path / "x.pkl").write_bytes(GOOD[:-20])
    with pytest.raises(DataError, match=r"x\.pkl: byte \d+: is cut off"):
        read_pickle(tmp_path / "x.pkl")

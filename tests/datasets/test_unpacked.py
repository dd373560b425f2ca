"""Files that hold more than any machine has are refused in a line, before they are held."""

import bz2
import gzip
import io
import os
import tarfile
import zipfile
from pathlib import Path

import numpy as np
import pytest

from workbench.datasets import unpacked
from workbench.datasets.arrays import read_arrays
from workbench.datasets.readers.lines import read_content
from workbench.datasets.readers.nist.files import read_members
from workbench.datasets.unpacked import Unpacking, read_file
from workbench.errors import DataError, SpecError

SIZE = 1 << 20


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bound that tests reach at once."""
    monkeypatch.setenv("WORKBENCH_LARGEST", str(SIZE))


def packed(members: dict[str, bytes], mode: str = "w:gz") -> bytes:
    sink = io.BytesIO()
    with tarfile.open(fileobj=sink, mode=mode) as archive:
        for name, content in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return sink.getvalue()


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress])
def test_packed_files(tmp_path: Path, pack, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / f"x.{'gz' if pack is gzip.compress else 'bz2'}"
    path.write_bytes(pack(b"1" * SIZE))
    assert len(read_content(path)) == SIZE
    path.write_bytes(pack(b"1" * (SIZE + 1)))
    with pytest.raises(DataError, match=r"holds more than 1,048,576 bytes .* WORKBENCH_LARGEST=BYTES"):
        read_content(path)
    monkeypatch.setenv("WORKBENCH_LARGEST", str(2 * SIZE))
    assert len(read_content(path)) == SIZE + 1


def test_what_never_ends_is_not_read_to_its_end() -> None:
    with pytest.raises(DataError, match="holds more than"):
        read_content(Path("/dev/zero"))


def test_a_bound_that_is_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORKBENCH_LARGEST", "1 GB")
    with pytest.raises(SpecError, match="WORKBENCH_LARGEST: is no number of bytes"):
        Unpacking("x", 1)


def test_the_bound_grows_with_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WORKBENCH_LARGEST")
    least, larger = Unpacking("x", 10).most, Unpacking("x", 3_000_000).most
    assert least == 64 << 20
    assert least < larger <= 300_000_000


def machine(monkeypatch: pytest.MonkeyPatch, memory: int) -> None:
    """Nothing is set by hand on a machine with so much memory."""
    monkeypatch.delenv("WORKBENCH_LARGEST")
    monkeypatch.setattr(os, "sysconf", {"SC_PAGE_SIZE": 1 << 10, "SC_PHYS_PAGES": memory >> 10}.get)


def test_how_much_a_file_may_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 16 GB: 64 MB, a hundred times the file up to half a GB, ten times the file, but 4 GB at most."""
    machine(monkeypatch, 1 << 34)
    sizes = (1, 671_088, 671_089, 5_000_000, 5_368_710, 50_000_000, 60_000_000, 1 << 30)
    assert [Unpacking("x", size).most for size in sizes] == [
        1 << 26, 1 << 26, 67_108_900, 500_000_000, 1 << 29, 1 << 29, 600_000_000, 1 << 32,
    ]  # fmt: skip
    bound = Unpacking("x", 1)
    assert bound.left == 1 << 26
    bound.take(1 << 26)
    with pytest.raises(DataError) as caught:
        bound.take(1)
    assert str(caught.value) == (
        "x: holds more than 67,108,864 bytes when it is unpacked. "
        "If it is right, say how much it may be: WORKBENCH_LARGEST=BYTES"
    )


@pytest.mark.parametrize("error", [AttributeError, OSError, ValueError])
def test_a_machine_that_does_not_say_its_memory_has_8_gb(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    machine(monkeypatch, 1 << 34)

    def fail(_: str) -> int:
        raise error

    monkeypatch.setattr(os, "sysconf", fail)
    assert Unpacking("x", 1 << 30).most == 1 << 31


def test_a_file_as_it_is_may_have_a_quarter_of_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine(monkeypatch, 8192)
    (tmp_path / "x").write_bytes(b"1" * 2048)
    assert read_file(tmp_path / "x") == b"1" * 2048
    (tmp_path / "x").write_bytes(b"1" * 2049)
    with pytest.raises(DataError, match=rf"^{tmp_path}/x: holds more than 2,048 bytes when it is unpacked"):
        read_file(tmp_path / "x")
    with pytest.raises(FileNotFoundError):
        read_file(tmp_path / "y")


def test_a_pipe_may_hold_half_a_gigabyte(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here a bound of as many bytes as a pipe takes at once: the tenth of 5000, ten times."""
    machine(monkeypatch, 1 << 34)
    monkeypatch.setattr(unpacked, "_ENDLESS", 5000)
    monkeypatch.setattr(unpacked, "_LEAST", 0)
    monkeypatch.setattr(unpacked, "_LIKELY", 0)
    for size in (5000, 5001):
        end, begin = os.pipe()
        os.write(begin, b"1" * size)
        os.close(begin)
        path = Path(f"/dev/fd/{end}")
        if size == 5000:
            assert len(read_file(path)) == 5000
        else:
            with pytest.raises(DataError, match="holds more than 5,000 bytes"):
                read_file(path)
        os.close(end)


@pytest.mark.parametrize("said", ["9" * 19, "-1", "1e9", "1_000"])
def test_what_is_no_number_of_bytes(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setenv("WORKBENCH_LARGEST", "9" * 18)
    assert Unpacking("x", 1).most == 10**18 - 1
    monkeypatch.setenv("WORKBENCH_LARGEST", said)
    with pytest.raises(SpecError) as caught:
        Unpacking("x", 1)
    assert str(caught.value) == (
        f"WORKBENCH_LARGEST: is no number of bytes: got {said!r}, allowed: 1000000000, for instance"
    )


@pytest.mark.parametrize(("kind", "begin"), [("gzip", b"\x1f\x8b"), ("bzip2", b"BZh9")])
def test_a_packed_file_that_is_cut_off(kind: str, begin: bytes) -> None:
    unpack = Unpacking("x", 4).ungzip if kind == "gzip" else Unpacking("x", 4).unbzip2
    with pytest.raises(DataError) as caught:
        unpack(begin)
    assert str(caught.value).startswith(f"x: is cut off or no {kind} file: ")
    assert str(caught.value).endswith(". Fetch it again, or name it as what it is")
    with pytest.raises(DataError, match=r"^x!y: is cut off or no gzip file: "):
        Unpacking("x", 4).ungzip(b"\x1f\x8b", "x!y")


def read_all(folder: Path) -> list[int]:
    return [len(member.content) for member in read_members(folder, lambda parts: True)]


def test_archives_share_one_bound(tmp_path: Path) -> None:
    """Each member is small; all together are not, and neither are archives in archives."""
    half = bytes(SIZE // 2)
    (tmp_path / "x.tgz").write_bytes(packed({"a.txt": b"1" * 1000, "b.txt.gz": gzip.compress(b"2" * 1000)}))
    assert read_all(tmp_path) == [1000, 1000]
    for members in (
        {"a.txt": half, "b.txt": half, "c.txt": half},
        {f"{number}.txt.gz": gzip.compress(half) for number in range(3)},
        {f"{number}.tgz": packed({"a.txt": half}) for number in range(3)},
    ):
        (tmp_path / "x.tgz").write_bytes(packed(members))
        with pytest.raises(DataError, match=r"x\.tgz.*holds more than"):
            read_all(tmp_path)


def test_a_sparse_member_is_as_large_as_it_says(tmp_path: Path) -> None:
    entry = tarfile.TarInfo("a.txt")
    entry.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.realsize": str(10**15)}
    body = b"1\n0\n0\n".ljust(512, b"\0")
    entry.size = len(body)
    with tarfile.open(tmp_path / "x.tar", "w", format=tarfile.PAX_FORMAT) as archive:
        archive.addfile(entry, io.BytesIO(body))
    with pytest.raises(DataError, match=r"x\.tar.*holds more than"):
        read_all(tmp_path)


def npz(**members: bytes) -> bytes:
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(f"{name}.npy", content)
    return sink.getvalue()


def npy(values: np.ndarray, shape: object = None) -> bytes:
    sink = io.BytesIO()
    told = {"descr": np.lib.format.dtype_to_descr(values.dtype), "fortran_order": False}
    np.lib.format.write_array_header_1_0(sink, {**told, "shape": shape or values.shape})
    return sink.getvalue() + values.tobytes()


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ({"X": npy(np.ones((1, 1)), (10**9, 10**9))}, "tells of another array"),
        ({"X": npy(np.ones((1, 2)), (1, 1))}, "tells of another array"),
        ({"X": npy(np.ones((1, 1)), (-1, -1))}, "tells of another array|cut off or no"),
        ({"X": npy(np.ones(SIZE // 8))}, "holds more than"),
        ({"X": b"no array"}, "cut off or no"),
        (
            {"X": npy(np.ones((1, 1))).replace(b"NUMPY\x01", b"NUMPY\x07")},
            "'X.npy': is an array of another format: got 7, allowed: 1 or 2$",
        ),
    ],
)
def test_arrays(tmp_path: Path, members: dict[str, bytes], said: str) -> None:
    (tmp_path / "x.npz").write_bytes(npz(Z=npy(np.ones((1, 1))), **members))
    with pytest.raises(DataError, match=rf"x\.npz.*({said})"):
        read_arrays(tmp_path / "x.npz")


def test_names_in_arrays_are_unicode(tmp_path: Path) -> None:
    ones = npy(np.ones((1, 1)))
    for code in (0xD800, 0x110000):
        names = npy(np.array(["a"])).replace("a".encode("utf-32-le"), code.to_bytes(4, "little"))
        (tmp_path / "x.npz").write_bytes(npz(X=ones, Z=ones, systems=names))
        with pytest.raises(DataError, match=r"x\.npz: systems: holds a name that is not Unicode"):
            read_arrays(tmp_path / "x.npz")

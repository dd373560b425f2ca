"""Folders and archives of NIST, read where they lie."""

import gzip
import io
import tarfile
from pathlib import Path

import pytest
from nist_tree import archive

from workbench.datasets.readers.nist.files import read_members
from workbench.errors import DataError, MissingDataError


def found(folder: Path, ending: str = "") -> dict[str, bytes]:
    members = read_members(folder, lambda parts: parts[-1].endswith(ending))
    return {"/".join(each.parts): each.content for each in members}


def test_folders_archives_and_archives_in_archives(tmp_path: Path) -> None:
    inner = archive({"in/c.txt": b"c", "in/d.html": b"d"})
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.txt").write_bytes(b"a")
    (tmp_path / "b.txt.gz").write_bytes(gzip.compress(b"b"))
    (tmp_path / "outer.tgz").write_bytes(archive({"out/inner.tar.gz": inner, "out/e.txt": b"e"}))
    assert found(tmp_path, ".txt") == {
        "b.txt": b"b",
        "outer.tgz/out/e.txt": b"e",
        "outer.tgz/out/inner.tar.gz/in/c.txt": b"c",
        "sub/a.txt": b"a",
    }


def test_files_of_an_archive_come_in_the_order_of_those_of_a_folder(tmp_path: Path) -> None:
    held = {"d/b.txt": b"1", "d-2/a.txt": b"2", "d/a-1.txt": b"3", "d/a.txt": b"4"}
    for name, content in held.items():
        (tmp_path / "folder" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "folder" / name).write_bytes(content)
    (tmp_path / "packed").mkdir()
    (tmp_path / "packed" / "all.tgz").write_bytes(archive(held))
    expected = ["d/a-1.txt", "d/a.txt", "d/b.txt", "d-2/a.txt"]
    assert list(found(tmp_path / "folder")) == expected
    assert list(found(tmp_path / "packed")) == [f"all.tgz/{name}" for name in expected]


def test_nothing_is_written_whatever_a_name_in_an_archive_says(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "a.tgz").write_bytes(archive({"../../evil.txt": b"x", "/abs.txt": b"y"}))
    assert sorted(found(home)) == ["a.tgz/../../evil.txt", "a.tgz/abs.txt"]
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a.tgz", "home"]


def test_links_and_folders_in_an_archive_are_no_files(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as tar:
        link = tarfile.TarInfo("link.txt")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(link)
        folder = tarfile.TarInfo("folder.txt")
        folder.type = tarfile.DIRTYPE
        tar.addfile(folder)
        # what comes behind them is read
        entry = tarfile.TarInfo("z.txt")
        entry.size = 1
        tar.addfile(entry, io.BytesIO(b"z"))
    (tmp_path / "a.tar").write_bytes(buffer.getvalue())
    assert found(tmp_path) == {"a.tar/z.txt": b"z"}


@pytest.mark.parametrize("kept", [0.3, 0.6])
@pytest.mark.parametrize("plain", [False, True])
def test_a_cut_archive(tmp_path: Path, kept: float, plain: bool) -> None:
    content = archive({f"{number}.txt": bytes(range(256)) * 8 for number in range(5)})
    content = gzip.decompress(content) if plain else content
    path = tmp_path / ("a.tar" if plain else "a.tar.gz")
    path.write_bytes(content[: int(len(content) * kept)])
    with pytest.raises(DataError, match=rf"{path}: is cut off or no (archive|gzip file)"):
        found(tmp_path)


def test_a_cut_archive_in_an_archive_names_both(tmp_path: Path) -> None:
    inner = archive({"c.txt": b"c" * 999})
    (tmp_path / "outer.tgz").write_bytes(archive({"out/inner.tgz": inner[:40]}))
    with pytest.raises(DataError, match=r"outer\.tgz!out/inner\.tgz: is cut off or no (archive|gzip file)"):
        found(tmp_path)


def test_too_deep(tmp_path: Path) -> None:
    content = archive({"a.txt": b"a"})
    for _ in range(4):
        content = archive({"in.tgz": content})
    (tmp_path / "a.tgz").write_bytes(content)
    with pytest.raises(DataError, match="more than 4 archives in each other"):
        found(tmp_path)


def test_a_cut_gzip_file(tmp_path: Path) -> None:
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress(b"abc" * 99)[:-9])
    with pytest.raises(DataError, match=r"a\.txt\.gz: is cut off or no gzip file"):
        found(tmp_path)


def test_no_folder(tmp_path: Path) -> None:
    with pytest.raises(MissingDataError, match="there is no such folder"):
        found(tmp_path / "none")

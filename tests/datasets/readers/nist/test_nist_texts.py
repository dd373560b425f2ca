"""SEE, plain lines and SGML: what is read, what is noted, what is a fault."""

import pytest

from workbench.datasets.readers.nist.files import Member
from workbench.datasets.readers.nist.names import is_extract, read_summary_name
from workbench.datasets.readers.nist.texts import read_models, read_summary
from workbench.errors import DataError, Problem

SEE = b"""<html>
<head><title>D90.M.100.X.7</title></head>
<body bgcolor="white">
<a name="1">[1]</a> <a href="#1" id=1>The ferry left at noon.</a>
<a size="24" name="2">[2]</a> <a href="#2" id=2>Nobody was hurt.</a>
</body>
</html>
"""


def member(content: bytes) -> Member:
    return Member("x.html", ("x.html",), content)


def read(content: bytes) -> tuple[str, list[str]]:
    notes: list[Problem] = []
    return read_summary(member(content), notes), list(map(str, notes))


def test_see() -> None:
    assert read(SEE) == ("The ferry left at noon.\nNobody was hurt.", [])
    assert read(SEE.replace(b"\n", b"\r\n")) == read(SEE)


def test_see_that_the_program_would_not_read_is_read_and_noted() -> None:
    text, notes = read(SEE.replace(b'<a size="24"', b'  <a size="24"'))
    assert text == "The ferry left at noon.\nNobody was hurt."
    assert notes == ["x.html: 1 sentence does not begin a line as ROUGE wants it; it is read, too"]
    _, notes = read(SEE.replace(b"<a size", b"  <a size").replace(b"<a name", b"  <a name"))
    assert notes == ["x.html: 2 sentences do not begin a line as ROUGE wants it; they are read, too"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (SEE[: SEE.index(b"hurt")], r"x\.html:5: the sentence is cut off"),
        (SEE[: SEE.index(b"</body>")], r"x\.html: is cut off: it does not end with </html>"),
    ],
)
def test_cut_see(content: bytes, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read(content)


def test_plain_lines() -> None:
    assert read(b"One.\r\n\n  Two.  \n") == ("One.\nTwo.", [])


def test_bytes_that_are_not_ascii_are_counted_and_separate_words() -> None:
    text, notes = read("Café au lait.\n".encode("latin-1") + "Naïve.\n".encode())
    assert text == "Caf\x7f au lait.\nNa\x7f\x7fve."
    assert notes == ["x.html: 3 bytes are not ASCII: each separates words, as in ROUGE-1.5.5"]
    _, notes = read(b"Caf\xe9.\n")
    assert notes == ["x.html: 1 byte is not ASCII: each separates words, as in ROUGE-1.5.5"]


def test_an_empty_summary_is_one() -> None:
    assert read(b"") == ("", ["x.html: the summary is empty"])
    blank = SEE.replace(b"The ferry left at noon.", b" ").replace(b"Nobody was hurt.", b" ")
    assert read(blank)[1] == ["x.html: the summary is empty"]


def models(content: bytes) -> tuple[list[tuple[str, str]], list[str]]:
    notes: list[Problem] = []
    found = [(model.document, model.text) for model in read_models(member(content), notes)]
    return found, list(map(str, notes))


PERDOCS = (
    b'<SUM\nDOCREF="AP1-2"\nSIZE="100">\nOne. Two\nwords.</SUM>\n'
    b'<SUM DOCREF="AP1-3" SIZE="9">\nThree.</SUM>\n'
)
EXPECTED = [("AP1-2", "One.\nTwo words."), ("AP1-3", "Three.")]


def test_models() -> None:
    assert models(PERDOCS) == (EXPECTED, [])


@pytest.mark.parametrize(
    ("old", "new", "note"),
    [
        (
            b'SIZE="100">',
            b'SIZE="100"',
            "x.html:1: the tag <SUM> has no >: its text begins after its last attribute",
        ),
        (b"words.</SUM>", b"words.<SUM>", "x.html:5: an empty <SUM> without attributes: read as </SUM>"),
        (
            b"words.</SUM>",
            b"words.",
            "x.html:1: the summary has no </SUM>: it ends where the next <SUM> is",
        ),
    ],
)
def test_faults_of_the_real_files_are_mended_and_noted(old: bytes, new: bytes, note: str) -> None:
    found, notes = models(PERDOCS.replace(old, new))
    assert [each for each in found if each[1]] == EXPECTED
    assert note in notes
    assert set(notes) - {note} <= {"x.html:1: the summary has no </SUM>: it ends where the next <SUM> is"}


def test_letters_that_separate_words_and_empty_models_are_noted_where_they_are() -> None:
    found, notes = models(PERDOCS.replace(b"Three.", "Drei Bären.".encode()))
    assert found[1] == ("AP1-3", "Drei B\x7f\x7fren.")
    assert notes == ["x.html:6: 2 bytes are not ASCII: each separates words, as in ROUGE-1.5.5"]
    found, notes = models(PERDOCS.replace(b"Three.", b" <b> \n"))
    assert (found[1], notes) == (("AP1-3", ""), ["x.html:6: the summary is empty"])


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"no model", r"x\.html: holds no <SUM>"), (PERDOCS[:-8], r"x\.html:6: the summary is cut off")],
)
def test_models_that_cannot_be_read(content: bytes, message: str) -> None:
    with pytest.raises(DataError, match=message):
        models(content)


@pytest.mark.parametrize(
    "name",
    ["D90.M.100.X", "D90.M.100.X.A7", "D90.M.x.X.7", "D90.P.100.X.7", "D90.M.100.X.7.AP1-2", "D90"],
)
def test_names_that_are_none(name: str) -> None:
    assert read_summary_name(name) is None


def test_names() -> None:
    found = read_summary_name("d301.P.010.T.A.APW19981016.0240.html")
    assert found is not None
    assert (found.topic.segment, found.topic.words, found.summarizer) == ("D301.APW19981016.0240", 10, "A")
    assert is_extract("D061.M.200e.J.26")

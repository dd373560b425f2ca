"""Configurations, lists and text files of ROUGE-1.5.5."""

import os

import pytest

from workbench.datasets.readers.nist.rouge155 import read_configuration, read_list
from workbench.datasets.readers.nist.rouge155_texts import (
    find_sentences,
    get_format,
    read_sentences,
    text_of_bytes,
)
from workbench.errors import DataError, MissingDataError

XML = """<?xml version="1.0"?>
<rouge_eval version="1.0">
<!-- a comment with <P ID="9">no file</P> -->
<Eval ID="harbour">
<Input-Format TYPE="see">  </Input-Format>
<MODELS>
<M ID="A">D90.A.html</M>
<m ID="B">
  D90 B.html
</m>
</MODELS>
<PEER-ROOT>
  out/peers
</PEER-ROOT>
<model-root>out/models</model-root>
<peers><P ID="7">old.html</P><P ID="7">R&amp;D.html</P></peers>
</Eval>
<EVAL ID="2">
<PEER-ROOT>/p</PEER-ROOT><MODEL-ROOT>/m</MODEL-ROOT><INPUT-FORMAT TYPE="SPL"/>
<PEERS><P ID="8">8.spl</P></PEERS><MODELS><M ID="A">a.spl</M></MODELS>
</EVAL>
<EVAL ID="harbour">
<PEER-ROOT>more</PEER-ROOT><MODEL-ROOT>out/models</MODEL-ROOT><INPUT-FORMAT TYPE="SPL"/>
<PEERS><P ID="8">8.spl</P></PEERS><MODELS><M ID="A">D90.A.html</M><M ID="C">c.spl</M></MODELS>
</EVAL>
</rouge_eval>
"""


def write(tmp_path, text, name="config.xml"):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def paths(files):
    return {name: (file.path, file.form) for name, file in files.items()}


def test_configuration(tmp_path):
    path = write(tmp_path, XML)
    harbour, second = read_configuration(path)
    assert (harbour.name, second.name) == ("harbour", "2")
    assert paths(harbour.candidates) == {"7": ("out/peers/R&D.html", "SEE"), "8": ("more/8.spl", "SPL")}
    assert paths(harbour.references) == {
        "A": ("out/models/D90.A.html", "SEE"),
        "B": ("out/models/D90 B.html", "SEE"),
        "C": ("out/models/c.spl", "SPL"),
    }
    assert list(harbour.references) == ["A", "B", "C"]
    assert harbour.references["B"].where == f"{path}:8"
    assert paths(second.candidates) == {"8": ("/p/8.spl", "SPL")}


def test_of_several_roots_the_last_one_counts(tmp_path):
    first = XML.replace("<PEER-ROOT>/p<", "<PEER-ROOT>/none</PEER-ROOT><PEER-ROOT>/p<")
    _, second = read_configuration(write(tmp_path, first))
    assert paths(second.candidates) == {"8": ("/p/8.spl", "SPL")}


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ("R&amp;D", "R&D", 16, "not well-formed XML"),
        ("R&amp;D", "R&eacute;D", 16, "undefined entity"),
        ("</MODELS>\n<PEER", "<PEER", 16, "mismatched tag"),
        ("</rouge_eval>\n", "", 26, "not well-formed XML: no element found"),
        ('<EVAL ID="2">', "<EVAL>", 18, "EVAL without ID"),
        ('<EVAL ID="2">', '<EVAL id="2">', 18, "got 'id', allowed: EVAL ID="),
        ('<m ID="B">', "<m>", 8, "M without ID"),
        ('<P ID="7">old', '<P ID="">old', 16, "P without ID"),
        ('<P ID="7">old', '<P ID=" ">old', 16, "P without ID"),
        ("a.spl", " ", 20, "M 'A' has no file name"),
        ("<PEER-ROOT>/p</PEER-ROOT>", "", 18, "EVAL has no PEER-ROOT"),
        ("<MODEL-ROOT>/m</MODEL-ROOT>", "", 18, "EVAL has no MODEL-ROOT"),
        ('/m</MODEL-ROOT><INPUT-FORMAT TYPE="SPL"/>', "/m</MODEL-ROOT>", 18, "EVAL has no INPUT-FORMAT"),
        ('TYPE="see"', 'TYP="see"', 5, "INPUT-FORMAT without TYPE"),
        ('TYPE="see"', 'TYPE="html"', 5, "unknown format of texts: got 'html', allowed: SEE, SPL, ISI"),
        ('TYPE="see"', 'TYPE="SIMPLE"', 5, "Basic elements are not computed"),
        ('<M ID="A">a.spl</M>', "", 18, "EVAL '2' has no M"),
        ('<M ID="C">', '<M ID="B">', 24, "lists M 'B' with another file before"),
        ("<rouge_eval", '<!DOCTYPE x [<!ENTITY a "b">]>\n<rouge_eval', 2, "document types"),
        ('version="1.0"?', 'version="1.0" encoding="klingon"?', 1, "encoding"),
    ],
)  # fmt: skip
def test_faults_of_a_configuration_name_file_and_line(tmp_path, old, new, line, what):
    assert old in XML
    path = write(tmp_path, XML.replace(old, new, 1))
    with pytest.raises(DataError) as caught:
        read_configuration(path)
    assert str(caught.value).startswith(f"{path}:{line}: ")
    assert what in str(caught.value)


def test_entities_neither_grow_nor_reach_for_files(tmp_path):
    secret = write(tmp_path, "secret", "secret.txt")
    for entity in ('"&a;&a;"', f'SYSTEM "file://{secret}"'):
        path = write(tmp_path, f'<!DOCTYPE x [<!ENTITY a "1"><!ENTITY b {entity}>]>\n<x>&b;</x>')
        with pytest.raises(DataError, match="document types"):
            read_configuration(path)


@pytest.mark.parametrize(
    "content", [b"", b" \n", b"<R></R>", b"\xff\xfe\x00<", b"<R><EVAL", b"\x1f\x8b\x08\0\0"]
)
def test_what_is_no_configuration(tmp_path, content):
    with pytest.raises(DataError, match=r"config\.xml"):
        read_configuration(write(tmp_path, content))


def test_a_configuration_of_nothing(tmp_path):
    path = write(tmp_path, "<x><y/></x>")
    with pytest.raises(DataError) as caught:
        read_configuration(path)
    assert str(caught.value) == f"{path}: holds no EVAL"


def test_a_configuration_cut_off_anywhere_is_a_fault_or_smaller(tmp_path):
    """Every proper beginning is not well-formed, so that none is taken for the whole."""
    content = XML.rstrip().encode()
    for length in range(len(content)):
        with pytest.raises(DataError):
            read_configuration(write(tmp_path, content[:length]))


def test_names_in_other_encodings(tmp_path):
    declared = XML.replace('"1.0"?', '"1.0" encoding="ISO-8859-1"?').replace("old", "é")
    assert read_configuration(write(tmp_path, declared.encode("latin-1")))
    with pytest.raises(DataError, match="16: not well-formed XML"):
        read_configuration(write(tmp_path, XML.replace("old", "é").encode("latin-1")))


def test_a_folder_and_a_missing_file(tmp_path):
    with pytest.raises(DataError, match="cannot be read"):
        read_configuration(tmp_path)
    with pytest.raises(MissingDataError, match="there is no such file"):
        read_list(tmp_path / "x", "SPL")


def test_list(tmp_path):
    content = b"#peer model\n\nout/7.spl  out/A.spl\tout/B.spl\r\n  # indented\nout/caf\xe9 out/C.spl"
    path = write(tmp_path, content, "list")
    first, second = read_list(path, "ISI", "26")
    assert (first.name, second.name) == ("1", "2")
    assert paths(first.candidates) == {"26": ("out/7.spl", "ISI")}
    assert paths(first.references) == {"M.1": ("out/A.spl", "ISI"), "M.2": ("out/B.spl", "ISI")}
    assert os.fsencode(second.candidates["26"].path) == b"out/caf\xe9"
    assert second.references["M.1"].where == f"{path}:5"
    assert list(read_list(path, "SPL")[0].candidates) == ["X"]


def test_faults_of_a_list(tmp_path):
    with pytest.raises(DataError, match=r"list:2: a candidate without reference: got 'b'"):
        read_list(write(tmp_path, "a r\nb\n", "list"), "SPL")
    with pytest.raises(DataError, match="lists no files"):
        read_list(write(tmp_path, "# none\n", "list"), "SPL")


SEE = b"""<html>
<head><title>D90</title></head>
<body bgcolor="white">
<a name="1">[1]</a> <a href="#1" id=1>The ferry left, AT&amp;T said.</a>
<a size="24" name="2">[2]</a>\t<a href="#2" id=2>Nobody</a> was hurt.
 <a name="3">[3]</a> <a href="#3" id=3>indented</a>
<a name="4">[4]</a> <a href="#4" id="4">quoted</a>
<a name="5">[5]</a><a href="#5" id=5>joined</a>
<A NAME="6">[6]</A> <A HREF="#6" ID=6>capitals</A>
<a name="7">[7]</a> <a href="#7" id=7>caf\xe9 cut off
<p>A paragraph</p>
</body>
</html>"""
ISI = b"""<DOC>
<S SNTNO="1">The ferry left.</S>
<S SNTNO="2a,3">Nobody was <hurt.</S>
<S SNTNO="2a,3">Nobody was hurt.</S> <S SNTNO="9">second</S>
<S SNTNO="B">capital</S>
<S SNTNO="4">cut off
 <S SNTNO="5">indented</S>"""


def test_only_what_the_program_takes_for_a_sentence_is_one():
    assert find_sentences(SEE, "SEE") == [b"The ferry left, AT&amp;T said.", b"Nobody", b"caf\xe9 cut off"]
    assert find_sentences(ISI, "ISI") == [b"The ferry left.", b"Nobody was hurt."]
    assert find_sentences(b"a b\r\n\n \n\nc\x0bd\x85e", "SPL") == [b"a b\r", b" ", b"c\x0bd\x85e"]
    assert [find_sentences(b"", form) for form in ("SEE", "SPL", "ISI")] == [[], [], []]


def test_bytes_count_one_and_separate_whatever_they_encode():
    sentences = ["Zürich".encode(), "Zürich".encode("latin-1"), bytes(range(128, 256)), b"a\x00b"]
    text = text_of_bytes(sentences)
    assert text.isascii()
    assert [len(line) for line in text.split("\n")] == [len(sentence) for sentence in sentences]
    assert text.split("\n")[1] == "Z\x7frich"


def test_text_files_that_cannot_be_read(tmp_path):
    with pytest.raises(MissingDataError, match=r"c\.xml:7: there is no such file: got '.*absent'"):
        read_sentences(str(tmp_path / "absent"), "SPL", "c.xml:7")
    with pytest.raises(DataError, match=r"c\.xml:7: cannot be read: Is a directory"):
        read_sentences(str(tmp_path), "SPL", "c.xml:7")
    with pytest.raises(DataError, match="cannot be read: embedded null byte"):
        read_sentences("a\0b", "SPL", "c.xml:7")
    assert get_format("isi", "") == "ISI"

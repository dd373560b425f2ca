"""Configurations and texts of ROUGE-1.5.5, kept: what is read of them, and what is said of faults."""

from pathlib import Path

from kept.readings import keep, outcome, somewhere, together, write

from workbench.datasets.readers.nist.rouge155 import read_configuration, read_list
from workbench.datasets.readers.nist.rouge155_texts import find_sentences, get_format, read_sentences

_XML = """<ROUGE_EVAL version="1.0">
<EVAL ID="a">
<PEER-ROOT> p </PEER-ROOT><MODEL-ROOT>m</MODEL-ROOT>
<INPUT-FORMAT TYPE="SPL"></INPUT-FORMAT>
<PEERS><P ID="7">7.txt</P><P ID="8">8.txt</P></PEERS>
<MODELS><M ID="A">A.txt</M><M ID="B"> B.txt </M></MODELS>
</EVAL>
<eval ID="b"><peer-root>p</peer-root><model-root>m</model-root><input-format TYPE="see"/>
<peers><p ID="7">7.html</p></peers><models><m ID="A">A.html</m></models></eval>
</ROUGE_EVAL>
"""
XML = {
    "sound": ("", ""),
    "no EVAL": ("EVAL", "VAL"),
    "no M": ('<M ID="A">A.txt</M><M ID="B"> B.txt </M>', ""),
    "no ID": ('<EVAL ID="a">', "<EVAL>"),
    "another attribute": ('<EVAL ID="a">', '<EVAL id="a" x="1">'),
    "no root": ("<MODEL-ROOT>m</MODEL-ROOT>", ""),
    "no format": ('<INPUT-FORMAT TYPE="SPL"></INPUT-FORMAT>', ""),
    "unknown format": ('"SPL"', '"SIMPLE"'),
    "another format": ('"SPL"', '"TXT"'),
    "no file": ("8.txt", " "),
    "not closed": ("</EVAL>", ""),
    "a sign": ("7.txt", "7 & 8"),
    "a document type": ("<ROUGE_EVAL", "<!DOCTYPE x>\n<ROUGE_EVAL"),
    "twice": ('ID="b"', 'ID="a"'),
    "an encoding": ("<ROUGE_EVAL", '<?xml version="1.0" encoding="x-none"?><ROUGE_EVAL'),
    "empty": (_XML, " "),
}
LISTS = {"sound": "# x\np/1 m/1 m/2\n\np/2 m/3\n", "alone": "p/1\n", "nothing": "# x\n", "empty": ""}


def test_configurations_and_texts_of_rouge155() -> None:
    said: dict[str, list[str]] = {}
    with somewhere() as here:
        for name, (old, new) in XML.items():
            write({"c.xml": _XML.replace(old, new)})
            said[name] = outcome(lambda: read_configuration(Path("c.xml")))
        for name, content in LISTS.items():
            write({"c.lst": content})
            said[f"list, {name}"] = outcome(lambda: read_list(Path("c.lst"), "SPL"))
        said["list of another system"] = outcome(lambda: read_list(Path("d.lst"), "SEE", "Y"))
        said["a folder"] = outcome(lambda: read_configuration(Path()))
        see = (
            b'<a name="1">[1]</a> <a href="#1" id=1>One &amp; two.</a>\n'
            b' <a name="2">[2]</a> <a href="#2" id=2>No.</a>\n'
            b'<a size="3" name="3">[3]</a>  <a href="#3" id=3>Three</a> four\n'
        )
        isi = b'<S DOCID="x" SNTNO="1">x</S>\n<S SNTNO="1">One</S> y\n<S SNTNO="2,a">Two</S>\n'
        for form, content in (("SEE", see), ("ISI", isi), ("SPL", b"One.\r\n\n Two\n")):
            said[f"sentences, {form}"] = [str(find_sentences(content, get_format(form.lower(), "x")))]
        for path in ("c.xml", "nowhere", "a\0b", "."):
            said[f"read {path!r}"] = outcome(
                lambda path=path: str(read_sentences(path, "SPL", "c.xml:1"))[:80]
            )
        keep("nist-rouge155", together(said), here)

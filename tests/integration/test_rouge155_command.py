"""`workbench rouge155`: old command lines, all formats of texts, and faults, through the command line."""

import re

import pytest
from click.testing import CliRunner

from workbench.cli import main

SPL = {"out/1.7": "the cat sat\n", "out/2.7": "a b c d e\n", "out/1.12": "the cat\n", "out/2.12": "a x\n"}
REFERENCES = {"ref/1.A": "the cat sat down\n", "ref/1.B": "the dog\n", "ref/2.A": "a b c d e\n"}


def as_see(text):
    lines = text.splitlines()
    return "<html>\n" + "".join(
        f'<a name="{n}">[{n}]</a> <a href="#{n}" id={n}>{line}</a>\n' for n, line in enumerate(lines, start=1)
    )


def as_isi(text):
    lines = text.splitlines()
    return "<DOC>\n" + "".join(f'<S SNTNO="{n}">{line}</S>\n' for n, line in enumerate(lines, start=1))


WRITE = {"SPL": str, "SEE": as_see, "ISI": as_isi}


def configuration(form="SPL"):
    evaluations = ""
    for name in "12":
        references = "".join(f'<M ID="{r}">{name}.{r}</M>' for r in "AB" if f"ref/{name}.{r}" in REFERENCES)
        evaluations += (
            f'<EVAL ID="{name}">\n<PEER-ROOT>out</PEER-ROOT><MODEL-ROOT>ref</MODEL-ROOT>'
            f'<INPUT-FORMAT TYPE="{form}"/>\n<PEERS><P ID="7">{name}.7</P>\n'
            f'<P ID="12">{name}.12</P></PEERS>\n'
            f"<MODELS>{references}</MODELS></EVAL>\n"
        )
    return f"<ROUGE-EVAL>\n{evaluations}</ROUGE-EVAL>\n"


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Two topics, two systems and three references; paths count from where one works."""
    for name in ("out", "ref"):
        (tmp_path / name).mkdir()
    write_texts(tmp_path, "SPL")
    (tmp_path / "c.xml").write_text(configuration())
    (tmp_path / "list").write_text("out/1.7 ref/1.A ref/1.B\nout/2.7 ref/2.A\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write_texts(folder, form):
    for name, text in (SPL | REFERENCES).items():
        (folder / name).write_text(WRITE[form](text))


def run(line, code=0):
    result = CliRunner().invoke(main, ["rouge155", *line.split()])
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return result


def labels(line):
    starts = [printed.split()[:2] for printed in run(line).stdout.splitlines() if "Average_R" in printed]
    return [f"{system} {label.removeprefix('ROUGE-')}" for system, label in starts]


def line_of(output, start):
    (found,) = [line for line in output.splitlines() if line.startswith(start)]
    return found


def test_an_old_command_line(files):
    line = "-e data -c 95 -2 -1 -U -r 1000 -n 4 -w 1.2 -a -m c.xml"
    expected = [f"{s} {kind}" for s in ("12", "7") for kind in [*"1234", "L", "W-1.2", "S*", "SU*"]]
    assert labels(line) == expected
    assert "note: -e data is not used" in run(line).stderr
    assert labels("-e data -a -n 4 -w 1.2 -m -2 -1 -U -c 95 -r 1000 -x c.xml") == [
        label for label in expected if not label.endswith("L")
    ]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("-2 4 -u", ["L", "SU4"]),
        ("-u -2 4", ["L", "SU4"]),
        ("-2 4", ["L", "S4"]),
        ("-24 -U", ["L", "S4", "SU4"]),
        ("-2 -U", ["L", "S*", "SU*"]),
        ("-2 -u", ["L", "SU*"]),
        ("-2 0", ["L", "S0"]),
        ("-x -n 2 -2", ["1", "2", "S*"]),
        ("-x -w 2.0", ["W-2.0"]),
        ("", ["L"]),
    ],
)
def test_measures_of_the_options(files, options, expected):
    assert labels(f"{options} -a c.xml") == [f"{s} {kind}" for s in ("12", "7") for kind in expected]
    assert labels(f"c.xml 7 {options}") == [f"7 {kind}" for kind in expected]


def test_numbers_that_can_be_checked_by_hand(files):
    """Topic 1: 3 of 4 and 1 of 2 words, so 4/6 pooled, and P 4/6; topic 2: all words."""
    output = run("-n 1 -d -x c.xml 7").stdout
    assert line_of(output, "7 ROUGE-1 Eval 1.7") == "7 ROUGE-1 Eval 1.7 R:0.66667 P:0.66667 F:0.66667"
    assert line_of(output, "7 ROUGE-1 Eval 2.7") == "7 ROUGE-1 Eval 2.7 R:1.00000 P:1.00000 F:1.00000"
    assert "(95%-conf.int. 0.66667 - 1.00000)" in line_of(output, "7 ROUGE-1 Average_R")
    best = run("-n 1 -d -x -f B c.xml 7").stdout
    assert line_of(best, "7 ROUGE-1 Eval 1.7") == "7 ROUGE-1 Eval 1.7 R:0.75000 P:1.00000 F:0.85714"
    assert "R:0.75000 P:1.00000 F:0.75000" in run("-n 1 -d -x -f B -p 0 c.xml 7").stdout
    for confidence in ("90", "0", "100"):
        assert f"{confidence}%-conf.int." in run(f"-c {confidence} c.xml 7").stdout


def test_averages_over_counts(files):
    assert "7 ROUGE-1 M_count: 11 P_count: 11 H_count: 9\n" in run("-n 1 -t 2 c.xml 7").stdout
    assert "7 ROUGE-1 M_count: 9 P_count: 8 H_count: 8\n" in run("-n 1 -t 2 -f B c.xml 7").stdout
    # pairs and all words but the last: references 6 + 3, 1 + 1, 10 + 4; candidates twice 3 + 2, 10 + 4
    assert "7 ROUGE-SU* M_count: 25 P_count: 24 H_count: 20\n" in run("-2 -u -t 2 c.xml 7").stdout
    (files / "list").write_text("out/2.7 ref/2.A\n")
    # five words: R = 5^1.2 / (5^1.2)^1.2 = .67959, and its 1.2th root
    assert "Average_R: 0.67959 " in line_of(run("-w 1.2 -t 1 -z SPL list").stdout, "X ROUGE-W-1.2 Average_R")
    assert "Average_R: 0.72478 " in line_of(run("-w 1.2 -z SPL list").stdout, "X ROUGE-W-1.2 Average_R")
    assert "note: -d prints nothing with -t 2" in run("-t 2 -d -z SPL list").stderr


def test_formats_and_lists_say_the_same(files):
    line = "-n 2 -w 1.2 -2 4 -U -d"
    expected = run(f"{line} c.xml 7").stdout
    assert run(f"{line} -z spl list 7").stdout == expected
    assert run(f"{line} -z SPL list").stdout == expected.replace("7 ROUGE", "X ROUGE").replace(".7 R", ".X R")
    for form in ("SEE", "ISI"):
        write_texts(files, form)
        (files / "c.xml").write_text(configuration(form))
        assert run(f"{line} c.xml 7").stdout == expected
        assert run(f"{line} -z {form} list 7").stdout == expected


def test_a_list_has_one_system_which_all_of_them_are(files):
    """A configuration has several, of which -a takes all, whichever is named."""
    alone = run("-x -n 1 -z SPL list 7")
    every = run("-a -x -n 1 -z SPL list 7")
    assert (every.stdout, every.stderr) == (alone.stdout, alone.stderr)
    assert labels("-a -x -n 1 -z SPL list 7") == ["7 1"]
    assert "-a evaluates all systems, not only 7" in run("-a -x -n 1 c.xml 7").stderr


def test_bytes_are_bytes(files):
    (files / "list").write_text("out/1.7 ref/1.A\n")
    (files / "ref/1.A").write_bytes(b"a b\n")
    for content, expected in ((b"\xe9 a b", "1.00000"), ("é a b".encode(), "0.00000")):
        (files / "out/1.7").write_bytes(content)
        assert f"P:{expected}" in run("-n 1 -x -d -b 3 -z SPL list").stdout
    (files / "out/1.7").write_bytes(b"a\xe9b\x80 c\n")
    assert "R:1.00000 P:0.66667 F:0.80000" in run("-n 1 -x -d -z SPL list").stdout
    # what stands between blanks is one word to -l, and two to the tokenizer; of the reference one is left
    assert "R:1.00000 P:0.50000 F:0.66667" in run("-n 1 -x -d -l 1 -z SPL list").stdout


def test_stemmed_and_stopped(files):
    (files / "list").write_text("out/1.7 ref/1.A\n")
    (files / "out/1.7").write_text("the parliaments\n")
    (files / "ref/1.A").write_text("a parliament\n")
    scores = {
        options: re.findall(r"R:\S+ P:\S+", run(f"{options} -n 1 -x -d -z SPL list").stdout)
        for options in ("", "-m", "-s", "-m -s", "-ms")
    }
    assert scores[""] == scores["-s"] == ["R:0.00000 P:0.00000"]
    assert scores["-m"] == ["R:0.50000 P:0.50000"]
    assert scores["-m -s"] == scores["-ms"] == ["R:1.00000 P:1.00000"]


def test_what_is_left_out_is_named(files):
    (files / "out/2.7").unlink()
    result = run("-n 1 -d c.xml 7")
    assert "warning: c.xml:9: there is no such file: got 'out/2.7': left out" in result.stderr
    assert "Eval 1.7" in result.stdout
    assert "Eval 2.7" not in result.stdout
    (files / "out/1.7").unlink()
    result = run("-a c.xml")
    assert "warning: P 7: there is nothing to evaluate" in result.stderr
    assert {line.split()[0] for line in result.stdout.splitlines() if "ROUGE" in line} == {"12"}
    (files / "ref/2.A").write_text("?!\n")
    result = run("-a -w 1.2 c.xml")
    assert result.stderr.count("evaluation 2 has a reference without words") == 1
    assert "out/1.12, ref/1.A" in run("-v c.xml 12").stderr
    assert "note: -a evaluates all systems, not only 12" in run("-a c.xml 12").stderr


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("c.xml", "Which system?"),
        ("-a", "Missing argument 'CONFIG'"),
        ("-a absent.xml", "error: absent.xml: there is no such file"),
        ("c.xml 77", "error: c.xml: no evaluation has a P '77'. Did you mean '7'? Known: 12, 7"),
        ("-u c.xml 7", "-u and -U need -2"),
        ("-x c.xml 7", "no measure is left"),
        ("-l 5 -b 5 c.xml 7", "one limit"),
        ("-c 101 c.xml 7", "-c: is out of range: got '101'"),
        ("-c -1 c.xml 7", "-c: is out of range: got '-1'"),
        ("-c x c.xml 7", "-c: is not a number: got 'x'"),
        ("-w inf c.xml 7", "-w: is not a number: got 'inf'"),
        ("-w 0.5 c.xml 7", "ROUGE-W-0.5: rouge-w: weight is out of range"),
        ("-l 1000000000000000000000000000000 c.xml 7", "Invalid value for '-l'"),
        ("-b 1000000000000000000000000000000 c.xml 7", "Invalid value for '-b'"),
        ("-r 0 c.xml 7", "Invalid value for '-r'"),
        ("-r 1000000000000 c.xml 7", "Invalid value for '-r'"),
        ("-w 1e300 c.xml 7", "ROUGE-W-1e300: rouge-w: weight is out of range"),
        ("-2 1000000000000000000000000000000 c.xml 7", "gap is out of range"),
        ("-f C c.xml 7", "Invalid value for '-f'"),
        ("-3 HM c.xml 7", "No such option"),
        ("-z SIMPLE list", "Invalid value for '-z'"),
        ("-z SPL c.xml", "a candidate without reference"),
        ("-a list", "error: list:1: not well-formed XML"),
    ],
)
def test_mistakes_exit_with_2(files, line, message):
    assert message in run(line, code=2).stderr


def test_without_a_single_candidate_there_is_nothing_to_do(files):
    for name in ("out/1.7", "out/1.12", "out/2.7", "out/2.12"):
        (files / name).unlink(missing_ok=True)
    said = run("-a c.xml", code=2).stderr
    assert said.endswith("error: c.xml: lists no candidate that can be read\n")


def test_a_missing_reference_is_a_fault(files):
    (files / "ref/1.B").unlink()
    message = "error: c.xml:6: there is no such file: got 'ref/1.B'"
    assert message in run("-a c.xml", code=2).stderr

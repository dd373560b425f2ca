"""Whole runs of ROUGE-1.5.5: what it printed for six systems, from files, by the command line."""

import re
import shlex
from collections import Counter as Tally

import pytest
from click.testing import CliRunner
from vectors import SHARED, golden, is_complete

from workbench.cli import main

RECORDS = golden("rouge155_systems.jsonl")
RUNS = sorted({(r["run"], r["options"], r["jackknife_config"]) for r in RECORDS})
RULE, DOTS = "-" * 45, "." * 45
AVERAGE = re.compile(r"(\S+) (ROUGE-\S+) Average_([RPF]): (\S+) \((\S+)%-conf\.int\. (\S+) - (\S+)\)")
EVAL = re.compile(r"(\S+) (ROUGE-\S+) Eval (\S+) R:(\S+) P:(\S+) F:(\S+)")
COUNTS = re.compile(r"(\S+) (ROUGE-\S+) M_count: (\d+) P_count: (\d+) H_count: (\d+)")


def evaluation(name, topic, left_out):
    """One EVAL of a configuration; `left_out` counts references from 1."""
    peers = "".join(f'<P ID="{s}">{topic["topic"]}.{s}</P>\n' for s in sorted(topic["systems"]))
    models = "".join(
        f'<M ID="{number}">{topic["topic"]}.{number}</M>\n'
        for number in range(1, len(topic["refs"]) + 1)
        if number != left_out
    )
    return (
        f'<EVAL ID="{name}">\n<PEER-ROOT>\n{{folder}}/peers\n</PEER-ROOT>\n'
        f"<MODEL-ROOT>{{folder}}/models</MODEL-ROOT>\n"
        f'<INPUT-FORMAT TYPE="SPL"/>\n<PEERS>\n{peers}</PEERS>\n<MODELS>\n{models}</MODELS>\n</EVAL>\n'
    )


@pytest.fixture(scope="module")
def configurations(tmp_path_factory):
    """The plain configuration and the one that leaves out each reference in turn, by jackknife or not."""
    folder = tmp_path_factory.mktemp("rouge155")
    plain, jackknife = [], []
    for kind in ("peers", "models"):
        (folder / kind).mkdir()
    for topic in golden("rouge155_systems_texts.jsonl"):
        texts = {f"peers/{topic['topic']}.{s}": text for s, text in topic["systems"].items()}
        texts |= {f"models/{topic['topic']}.{n}": text for n, text in enumerate(topic["refs"], start=1)}
        for name, sentences in texts.items():
            content = "".join(f"{sentence}\n" for sentence in sentences)
            (folder / name).write_text(content, encoding="utf-8")
        plain.append(evaluation(topic["topic"], topic, None))
        numbers = range(1, len(topic["refs"]) + 1)
        jackknife += [evaluation(f"{topic['topic']}-{number}", topic, number) for number in numbers]
    paths = {}
    for is_jackknife, parts in ((False, plain), (True, jackknife)):
        paths[is_jackknife] = folder / f"{is_jackknife}.xml"
        body = "".join(parts).format(folder=folder)
        paths[is_jackknife].write_text(f"<ROUGE-EVAL>\n{body}</ROUGE-EVAL>\n", encoding="utf-8")
    return paths


def run(options, path):
    result = CliRunner().invoke(main, ["rouge155", *shlex.split(options), str(path)])
    assert result.exit_code == 0, result.output
    return result


def read_output(output):
    """Return all numbers of an output as they are printed, by (system, measure); every line is understood."""
    found = {}
    for line in output.splitlines():
        if line in (RULE, DOTS):
            continue
        if match := AVERAGE.fullmatch(line):
            system, measure, letter, mean, confidence, low, high = match.groups()
            found.setdefault((system, measure), {})[letter] = (mean, low, high, confidence)
        elif match := EVAL.fullmatch(line):
            system, measure, name, *scores = match.groups()
            assert name.endswith(f".{system}")
            found[system, measure].setdefault("per_eval", {})[name.removesuffix(f".{system}")] = scores
        else:
            match = COUNTS.fullmatch(line)
            assert match, line
            system, measure, *counts = match.groups()
            found[system, measure] = {"counts": [int(count) for count in counts]}
    return found


@pytest.mark.parametrize(("name", "options", "is_jackknife"), RUNS, ids=[name for name, *_ in RUNS])
def test_every_number_of_a_run(name, options, is_jackknife, configurations):
    output = read_output(run(options, configurations[is_jackknife]).stdout)
    words = shlex.split(options)
    confidence = words[words.index("-c") + 1] if "-c" in words else "95"
    records = [r for r in RECORDS if r["run"] == name]
    assert set(output) == {(r["system"], r["measure"]) for r in records}
    tally = Tally()
    for record in records:
        got = output[record["system"], record["measure"]]
        where = f"{name} {record['system']} {record['measure']}"
        for letter, want in record.get("average", {}).items():
            numbers = tuple(f"{want[key]:.5f}" for key in ("mean", "low", "high"))
            assert got[letter] == (*numbers, confidence), f"{where} {letter}"
            tally["averages"] += 1
        for evaluation_name, scores in record.get("per_eval", {}).items():
            assert got["per_eval"][evaluation_name] == [f"{score:.5f}" for score in scores], where
            tally["evaluations"] += 1
        if "per_eval" in record:
            assert set(got["per_eval"]) == set(record["per_eval"]), where
        if "counts" in record:
            counts = record["counts"]
            assert got["counts"] == [counts[key] for key in ("ref_count", "cand_count", "hits")], where
            tally["counts"] += 1
    print(name, dict(tally))
    if is_complete():
        evaluations = {"case-A": 568, "case-B": 568, "stem+stop-A": 568}.get(name, 4 * 568)
        assert len(records) >= 48
        assert tally["averages"] >= (0 if name == "case-A-t2" else 3 * 48)
        assert tally["evaluations"] >= (evaluations if "-d" in words else 0)
        assert tally["counts"] >= (48 if name == "case-A-t2" else 0)


def test_no_run_is_left_out():
    assert len(RUNS) >= 10
    assert len(RECORDS) >= (480 if is_complete() else 80)


def test_who_lacks_an_evaluation_is_named(configurations):
    assert "warning: evaluation 7 has no P S5: left out" in run("-a -r 1", configurations[False]).stderr


@pytest.mark.parametrize(("name", "lines"), [("case-A", 808), ("case-A-t2", 96)])
def test_printed_output_byte_for_byte(name, lines, configurations, shared):
    (options,) = {options for run_name, options, _ in RUNS if run_name == name}
    expected = (SHARED / "golden" / f"rouge155_systems.{name}.out.txt").read_bytes()
    assert run(options, configurations[False]).stdout_bytes == expected
    assert expected.count(b"\n") == lines

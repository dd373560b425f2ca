"""Tables and arrays of scores, kept: what is read of them, and what is said of those that are none."""

from pathlib import Path

import numpy as np
from kept.exchanged import arrays, place, shown, written
from kept.readings import keep, outcome, somewhere, together, write

from workbench.datasets.arrays import ScoreArrays, read_arrays, write_arrays
from workbench.datasets.plain import read_plain
from workbench.datasets.scores import read_scores
from workbench.datasets.writers.files import shortest
from workbench.datasets.writers.tables import write_scores

TABLES_OF_SCORES = {
    "scores": "system,score\nA,0.5\nB,NA\n",
    "segments": "language_pair,seg_id,system,score\nt,1,A,0.5\nt,2,A,7\n",
    "other names": "doc_id,system,score,task\n1,A,0.5,t\n",
    "lines": '{"system": "A", "score": 1, "doc_id": 7}\n'
    '{"system": "A", "score": null, "doc_id": 8, "task": null}\n',
    "twice": "system,score\nA,1\nA,\n",
    "in words": "system,score\nA,good\n",
    "no system": "sytem,score\nA,1\n",
    "no score": "system,scores\nA,1\n",
    "a number for a system": '{"system": 1, "score": 1}\n',
    "of metrics": "system,metric,score,level\nA,BLEU,1,sys\nA,TER,2,sys\nA,TER,3,seg\n",
}


def test_tables_of_scores() -> None:
    said = {}
    with somewhere() as here:
        for name, content in TABLES_OF_SCORES.items():
            path = Path("x.jsonl" if content.startswith("{") else "x.csv")
            write({str(path): content})
            said[name] = outcome(
                lambda path=path: [f"{key}: {each}" for key, each in read_scores(path).items()]
            )
            said[f"{name} as texts"] = outcome(lambda path=path: str(read_plain(path)))
        for where in (
            {"metric": "TER"},
            {"metric": "TER", "level": "seg"},
            {"metric": "Ter"},
            {"metric": "BLEU", "level": "seg"},
        ):
            said[str(where)] = outcome(
                lambda where=where: [*map(str, read_scores(Path("x.csv"), where=where).items())]
            )
        place()
        for name in ("x.seg.score", "x.sys.score", "m.jsonl"):
            for column in ("score", "r_1", "q"):
                said[f"{name} {column}"] = outcome(
                    lambda n=name, c=column: [*map(str, read_scores(Path(n), c).items())]
                )
        for name, scores in (
            ("o.csv", {("t", "*", "B"): 1.0, ("t", "*", "A"): 0.25}),
            ("o.jsonl.gz", {("", "s2", "A"): 3.0, ("", "s1", "A"): 1e22}),
        ):
            write_scores(Path(name), scores)
            said[name] = written(Path(name))
        said["shortest"] = [
            str([shortest(each) for each in (4.0, -0.0, 9999999999999998.0, 1e16, -1e16, 0.1)])
        ]
        keep("scores", together(said), here)


PLAINS = {
    "a name of a list": '{"system": "A", "text": "x", "segment": ["s"]}\n',
    "a name of a truth": '{"system": "A", "text": "x", "segment": true}\n',
    "a text of a number": '{"system": "A", "text": 7}\n',
    "a text missing": '{"system": "A", "text": "x"}\n{"system": "B"}\n',
    "no system": '{"system": "", "text": "x"}\n',
    "nothing": '{"system": "A", "kind": "x"}\n',
    "a number then a word": '{"system": "A", "x": 1}\n{"system": "B", "x": "y"}\n',
    "a truth": '{"system": "A", "x": true, "text": ""}\n',
    "twice": '{"system": "A", "x": 1}\n{"system": "A", "x": 2}\n',
    "infinite": '{"system": "A", "x": 1e999, "y": "none"}\n{"system": "B", "x": 1, "y": 2}\n',
}
_OBJECTS = np.array([{"a": 1}, None], dtype=object)
ARRAYS: dict[str, bytes] = {
    "sound": arrays(),
    "no names": arrays(systems=None, inputs=None),
    "numbers for names": arrays(systems=np.array([7, 8])),
    "no X": arrays(X=None),
    "no Z": arrays(Z=None),
    "X of words": arrays(X=np.array([["a", "b"], ["c", "d"]])),
    "X of one dimension": arrays(X=np.array([1.0, 2.0])),
    "whole numbers": arrays(X=np.array([[1, 2], [3, 4]]), Z=np.array([[1, 2], [3, 4]])),
    "another shape": arrays(Z=np.ones((2, 3))),
    "three systems": arrays(systems=np.array(["A", "B", "C"])),
    "an input twice": arrays(inputs=np.array(["s1", "s1"])),
    "names of two dimensions": arrays(inputs=np.array([["s1"], ["s2"]])),
    "names of floats": arrays(inputs=np.array([0.5, 1.5])),
    "infinite": arrays(Z=np.array([[3.0, 4.0], [np.nan, np.inf]])),
    "missing in one": arrays(X=np.array([[np.nan, 1.0], [np.nan, 2.0]])),
    "objects": arrays(more=_OBJECTS),
    "no archive": b"x",
    "an array alone": arrays()[:0] + b"\x93NUMPY\x01\x00",
    "cut off": arrays()[:-30],
    "empty": b"",
}


def test_plain_tables_and_arrays() -> None:
    said = {}
    with somewhere() as here:
        for name, content in PLAINS.items():
            write({"x.jsonl": content})
            said[name] = outcome(lambda: str(read_plain(Path("x.jsonl"))))
        for name, each in ARRAYS.items():
            write({"x.npz": each})
            said[f"arrays, {name}"] = outcome(lambda: shown(read_arrays(Path("x.npz"))))
        said["no arrays"] = outcome(lambda: read_arrays(Path("y.npz")))
        said["a folder"] = outcome(lambda: (Path("d.npz").mkdir(), read_arrays(Path("d.npz"))))
        bad = ScoreArrays(np.ones((1, 2)), np.ones((1, 2)), ["A"], ["s1"])
        said["written"] = outcome(lambda: write_arrays(Path("z.npz"), bad))
        keep("scores-plain", together(said), here)

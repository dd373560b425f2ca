"""The same small data in each format of exchange, and files as text."""

import gzip
import io
from pathlib import Path
from zlib import crc32

import numpy as np
from kept.mt_sets import TEST_SET
from kept.odd_sets import Parts
from kept.readings import write
from made_up import CARD

from workbench.datasets.arrays import ScoreArrays, read_arrays
from workbench.datasets.interchange import convert
from workbench.datasets.writers.tables import write_tables

_SHOWN, _LONG = 2, 9
"""Lines of a file that are kept, and how many there are of one of which none is."""
MINE = (
    CARD.replace("coverage", "flow")
    .replace("0 to 1", "1 to 5")
    .replace('all = ["*"]', 'all = ["*"]\nfirst = ["r0"]')
    + '[criteria.errors]\ndirection = "lower"\nscale = "1 to 5"\nmeaning = "what is wrong"\n'
)
METRICS = (
    '{"instance_id": "d1", "summarizer_id": 1, "summarizer_type": "peer", '
    '"metrics": {"r": {"1": 0.5, "2": [1, 2]}}}\n'
    '{"instance_id": "d2", "summarizer_id": 1, "summarizer_type": "peer", '
    '"metrics": {"b": 0.25, "r": {"1": 4}}}\n'
    '{"instance_id": "d2", "summarizer_id": "A", "summarizer_type": "reference", "metrics": {"b": 9}}\n'
)
PLAIN = "segment,system,text,x,y,kind\ns1,A,a b,0.5,3,p\ns1,B,c,1,None,q\ns10,A,d,,4,p\ns2,B,e,2.5,5,q\n"
SCORES = "segment,system,x,y\ns1,A,0.5,3\ns1,B,1,1\ns10,A,-2,4\n"
TASKS = "task,system,x\nt,A,1\nu,A,2\nt,B,3\n"
SEGMENTS = "A 1\nA None\nB 2.5\nB 3\n"


def study() -> Parts:
    parts = Parts(2, ("A", "B"))
    parts.again("judgments", criterion="errors", score=lambda at, row: 6 - float(str(row["score"])))
    return parts.set("references", {"segment": "s1"}, weight=0.5)


def arrays(**changes: object) -> bytes:
    values: dict[str, object] = {
        "X": np.array([[0.5, 1.0], [np.nan, 2.0]]),
        "Z": np.array([[3.0, 4.0], [np.nan, 5.0]]),
        "systems": np.array(["A", "B"]),
        "inputs": np.array(["s1", "s2"]),
    }
    sink = io.BytesIO()
    np.savez(sink, **{key: value for key, value in {**values, **changes}.items() if value is not None})
    return sink.getvalue()


def place() -> None:
    """Write a folder or a file in each format."""
    write_tables(Path("mine"), study().built())
    write(
        {
            "mine/card.toml": MINE,
            "mine/scores/bleu.csv": "task,segment,system,score\nt,s0,A,1\nt,s1,A,2\nt,s1,B,4\n",
        }
    )
    write({f"wmt/{name}": content for name, content in TEST_SET.items()})
    convert(Path("mine"), Path("summaries"), target="sacrerouge")
    convert(Path("mine"), Path("tables"), target="csv")
    Path("tables/card.toml").unlink()
    write(
        {
            "m.jsonl": METRICS,
            "p.csv": PLAIN,
            "s.tsv.gz": gzip.compress(SCORES.replace(",", "\t").encode()),
            "t.csv": TASKS,
            "x.seg.score": SEGMENTS,
            "x.sys.score": "A 1\nB None\n",
            "a.npz": arrays(),
            "only.jsonl": '{"system": 7, "text": "a"}\n',
        }
    )


def written(path: Path) -> list[str]:
    if path.is_dir():
        return [line for each in sorted(path.rglob("*")) if each.is_file() for line in written(each)]
    content = path.read_bytes()
    if path.suffix == ".npz":
        return [f"{path}:", *(f"  {each}" for each in shown(read_arrays(path)))]
    text = (gzip.decompress(content) if path.suffix == ".gz" else content).decode()
    lines = text.splitlines()
    # what is written as lines of JSON is also written as tables
    most = (
        0 if path.name == "card.toml" or path.suffix in (".tsv", ".jsonl") or len(lines) > _LONG else _SHOWN
    )
    rest = f" {len(lines)} lines {crc32(text.encode()):08x}" if len(lines) > most else ""
    return [f"{path}:{rest}", *(f"  {line}" for line in lines[:most])]


def shown(found: ScoreArrays) -> list[str]:
    return [str(found.metric.tolist()), str(found.human.tolist()), *map(", ".join, found[2:])]

"""Commands that are run one after the other in a folder, and what each said, as text that can be kept.

A session is lines of commands. Beside those of the workbench there are ``cat FILE``, which shows a file as
people read it, ``draw FILE``, what its tags say, ``ls FOLDER``, ``rm FILE``, ``complete WORDS``, what a shell
would offer, and ``put FILE TEXT``. In TEXT, and in what follows ``<<<``, which is fed to a command, ``\\n``
begins a new line. Lines that a command says beside its output begin with ``!``.
"""

import html
import json
import re
import shlex
import shutil
from base64 import b64decode
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from click.testing import CliRunner
from kept.text import frame_text

from workbench.cli import main
from workbench.version import VERSION

_LONG = re.compile(r"-?\d+\.\d{7,}(?:e[-+]\d+)?")
_DIGEST = re.compile(r"(?<=code:)[0-9a-f]{8}\b|\b(?=\d*[a-f])(?:[0-9a-f]{64}|[0-9a-f]{16})\b")
_LATER = re.compile(r"Compiling kernels for this machine.*\n")
_USAGE = re.compile(r"^Usage: .*\nTry .*\n\n", flags=re.MULTILINE)
_CHANGING = ("hash", "signature")
_PLAIN = (
    "th row\n",
    "th col\n",
    "td plot\n",
    "td soft\n",
    "p soft\n",
    "td words\n",
    "th col words\n",
    "svg true\n",
)
_BLOCKS = re.compile(
    r"</?(?:p|h\d|li|tr|div|section|caption|dt|dd|pre|figcaption|summary|details|svg)\b[^>]*>"
)
_TAG = re.compile(r"<(\w+)((?:\s+[\w:-]+(?:=\"[^\"]*\")?)+)\s*/?>")
_ATTRIBUTE = re.compile(r"([\w:-]+)=\"([^\"]*)\"")


def session(folder: Path, lines: Sequence[str]) -> str:
    """Return what commands say in a folder in which one works, a paragraph each.

    Examples
    --------
    >>> print(session(Path(), ["workbench worth TER 0"]).splitlines()[0])
    $ workbench worth TER 0
    """
    return tidy("\n".join(f"$ {line}\n{_said(line)}" for line in lines), folder)


def tidy(said: str, folder: Path) -> str:
    """Return a text without what is another on the next machine: places, versions, digests, last digits."""
    for name in dict.fromkeys((str(folder.resolve()), str(folder))):
        said = said.replace(name, "HERE") if folder.is_absolute() else said
    said = _LATER.sub("", said).replace(f"v:{VERSION}", "v:").replace(f"workbench {VERSION}", "workbench")
    said = re.sub(r"([-.])\1{15,}", r"\1\1\1", said)
    said = _LONG.sub(lambda found: f"{float(found[0]):.7g}", said)
    said = _DIGEST.sub("#", said)
    return "\n".join(line.rstrip() for line in said.splitlines()) + "\n"


def _said(line: str) -> str:
    command, _, fed = line.partition(" <<< ")
    first, *words = shlex.split(command)
    if first == "put":
        place = Path(words[0])
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(words[1].replace("\\n", "\n").replace("\\t", "\t"), "utf-8")
        return ""
    if first == "ls":
        place = Path(words[0])
        return "".join(f"{each.relative_to(place).as_posix()}\n" for each in sorted(place.rglob("*")))
    if first == "rm":
        shutil.rmtree(words[0]) if Path(words[0]).is_dir() else Path(words[0]).unlink()
        return ""
    if first == "complete":
        told = {"_WORKBENCH_COMPLETE": "bash_complete", "COMP_WORDS": command.partition(" ")[2]}
        done = CliRunner().invoke(
            main, [], prog_name="workbench", env={**told, "COMP_CWORD": str(len(words) - 1)}
        )
        return done.output
    if first in ("cat", "draw") and not Path(words[0]).is_file():
        return "is not there\n"
    if first == "draw":
        return drawn_text(Path(words[0]).read_text("utf-8"))
    if first == "cat":
        return file_text(Path(words[0]))
    assert first == "workbench", line
    done = CliRunner().invoke(
        main, words, input=fed.replace("\\n", "\n").replace("\\t", "\t"), prog_name="workbench"
    )
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    beside = _USAGE.sub("", _LATER.sub("", done.stderr)).splitlines()
    told = "".join(f"! {each}".rstrip() + "\n" for each in beside)
    said = done.stdout + "\n" * bool(told and done.stdout and not done.stdout.endswith("\n"))
    return said + told + (f"exit {done.exit_code}\n" if done.exit_code else "")


def file_text(path: Path) -> str:
    """Return a file as people read it: tables by what their rows share, pages as words, all else as it is."""
    if path.suffix == ".parquet":
        return frame_text(path.name, pd.read_parquet(path), _CHANGING)
    text = path.read_text("utf-8")
    if path.suffix == ".csv" and text:
        return frame_text(path.name, pd.read_csv(path, dtype=str, keep_default_na=False), _CHANGING)
    return page_text(text) if path.suffix == ".html" else text


def page_text(page: str) -> str:
    """Return the words of a page, and the data that it carries as JSON; neither its style nor its script.

    Examples
    --------
    >>> page_text("<style>p {}</style><p>a <b>b</b></p><script>1</script><p>&lt;</p>")
    'a b\\n<\\n'
    """
    carried = re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', page, flags=re.DOTALL)
    words = re.sub(r"<(style|script)\b.*?</\1>", "", page, flags=re.DOTALL)
    words = re.sub(r"<[^>]*>", " ", _BLOCKS.sub("\n", words))
    lines = [" ".join(html.unescape(line).split()) for line in words.splitlines()]
    return "\n".join([line for line in lines if line] + list(map(_carried, carried))) + "\n"


def drawn_text(page: str) -> str:
    """Return what stands in the tags of a page: places of what is drawn, links, classes, words for screens.

    Examples
    --------
    >>> drawn_text('<p class="a b"><circle cx="1" r="2"/></p>')
    'p a b\\ncircle 1 2\\n'
    """
    page = re.sub(r"<(style|script)\b.*?</\1>|<meta[^>]*>", "", page, flags=re.DOTALL)
    tags = [(name, _ATTRIBUTE.findall(said)) for name, said in _TAG.findall(page)]
    lines = [f"{name} {' '.join(html.unescape(each) for _, each in said)}\n" for name, said in tags]
    return "".join(line for line in lines if line not in _PLAIN)


def _carried(text: str) -> str:
    """Return data that a page carries, a line for each name; texts that can be copied are its table's."""
    content = json.loads(text)
    lines = []
    for name, each in content.items():
        if name == "columns":
            lines += [
                f"{column}: {json.dumps(values, ensure_ascii=False)}"
                for column, values in each.items()
                if column not in _CHANGING
            ]
        elif name in ("metric", "human"):
            lines += [f"{name}: {np.frombuffer(b64decode(each), '<f8').tolist()}" for each in content[name]]
        elif name != "texts":
            lines.append(f"{name}: {json.dumps(each, ensure_ascii=False)}")
    return "\n".join(lines)

"""The page on files of any form: from files that no reader of ours wrote to a table, as it says."""

import json
import re
import shlex
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner
from real_data import load_real

import workbench
from workbench.cli import main
from workbench.errors import DataError, SpecError
from workbench.experiment.check import describe

SECTION = (Path(__file__).parents[2] / "docs" / "howto" / "files.md").read_text(encoding="utf-8")
COMMANDS = [
    [line.strip() for line in block.strip().splitlines()]
    for block in re.findall(r"(?:^    workbench .*\n)+", SECTION, re.MULTILINE)
]
PYTHON = re.findall(r"```python\n(.*?)```", SECTION, re.DOTALL)
QUICK = {"correlation": {"draws": 10, "levels": ["system"]}}
WORDS = list("abcdefghijklmnopq")


def text(number: int, skill: int) -> str:
    """Return words of which the better system gets more right."""
    right = WORDS[number : number + 8]
    return " ".join(word if place < 3 + skill else f"x{place}" for place, word in enumerate(right))


def wide() -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "doc_id": f"d{number}", "system": system, "summary": text(number, skill),
                "ref1": text(number, 9), "ref2": text(number, 6),
                "coherence": 1 + (skill * 2 + number) % 6, "fluency": "NA" if number == skill == 1 else skill,
            }
            for number in range(6) for skill, system in enumerate(("A", "B", "C", "D", "E"))
        ]
    )  # fmt: skip


def plain(folder: Path) -> None:
    """Write a file a system and a line a segment, and ratings beside them, as WMT does."""
    rows = wide()
    (folder / "hyps").mkdir(parents=True)
    for system, mine in rows.groupby("system"):
        (folder / "hyps" / f"news.{system}.de-en").write_text("\n".join(mine["summary"]) + "\n", "utf-8")
    (folder / "news-ref.en").write_text("\n".join(mine["ref1"]) + "\n", "utf-8")
    (folder / "news-src.de").write_text("\n".join(f"Quelle {at} auf Deutsch" for at in range(6)), "utf-8")
    ratings = rows.assign(segment=rows["doc_id"].str[1:])[["system", "segment", "coherence"]]
    ratings.to_csv(folder / "human.csv", index=False)


def nested(path: Path) -> None:
    """Write lines as Fabbri et al. published theirs."""
    lines = [
        {
            "id": row.doc_id,
            "decoded": row.summary,
            "expert_annotations": [{"coherence": row.coherence, "fluency": 2 + rater} for rater in range(3)],
            "turker_annotations": [],
            "references": [row.ref1, row.ref2],
            "model_id": row.system,
            "text": "an article that is a good deal longer than that",
        }
        for row in wide().itertuples()
    ]
    path.write_text("".join(json.dumps(each) + "\n" for each in lines), encoding="utf-8")


@pytest.mark.parametrize("commands", COMMANDS, ids=["csv", "jsonl", "txt"])
def test_three_commands_make_a_table(
    commands: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(commands) == 3
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("WORKBENCH_DATA", raising=False)
    monkeypatch.setenv("WORKBENCH_CACHE", str(tmp_path / "cache"))
    wide().to_csv("wide.csv", index=False)
    nested(tmp_path / "model_annotations.aligned.jsonl")
    plain(tmp_path / "newstest")
    for command in commands:
        result = CliRunner().invoke(main, shlex.split(command)[1:], input="y\n")
        assert result.exit_code == 0, result.output
    (table,) = tmp_path.glob("reports/*/table.csv")
    assert "coherence" in table.read_text(encoding="utf-8")


def test_the_calls_of_the_section_make_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a frame of more systems than the example makes for itself."""
    (code,) = [block for block in PYTHON if "workbench.data(" in block]
    names = {"workbench": workbench, "frame": wide()}
    exec(code[code.index("own = workbench.data(") :], names)
    own = names["own"]
    assert isinstance(own, type(workbench.data(wide())))
    assert [str(note) for note in own.notes] == ["1 of 60 ratings are missing"]
    records = workbench.Experiment(own, ["rouge-1"], **QUICK).records
    best = records[(records["criterion"] == "fluency") & (records["coefficient"] == "pearson")]
    assert best["value"].iloc[0] > 0.9


def test_text_files_of_a_test_set_in_two_calls(tmp_path: Path) -> None:
    """A folder as WMT's organisers hand them out: a line a segment, scores in tables."""
    folder = tmp_path / "wmt99"
    for part in ("sources", "references", "documents", "human-scores", "system-outputs/en-de"):
        (folder / part).mkdir(parents=True)
    lines = {system: [text(number, skill) for number in range(6)] for skill, system in enumerate("ABC")}
    lines["A"][0] = '"Go!"'

    def write(path: str, rows: list[str]) -> None:
        (folder / path).write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")

    write("sources/en-de.txt", [f"source {number}" for number in range(6)])
    write("references/en-de.refA.txt", [text(number, 9) for number in range(6)])
    write("system-outputs/en-de/refA.txt", [text(number, 9) for number in range(6)])
    write("documents/en-de.docs", [f"news\tdoc{number // 3}" for number in range(6)])
    for system, rows in lines.items():
        write(f"system-outputs/en-de/{system}.txt", rows)
    scores = [
        f"{system}\t{'None' if n == 5 else skill + n}" for skill, system in enumerate("ABC") for n in range(6)
    ]
    write("human-scores/en-de.mqm.seg.score", scores)
    own = workbench.load(folder)
    assert own.outputs["text"].iloc[0] == '"Go!"'
    assert own.systems("en-de") == ["A", "B", "C"]
    records = workbench.Experiment(own, ["bleu"], **QUICK).records
    assert records["n_segments"].unique().tolist() == [5]


def test_the_published_mqm_file_in_two_calls(shared: Path) -> None:
    own = workbench.load(shared / "data" / "wmt21_ted_zhen_mqm" / "mqm_ted_zhen.tsv.gz")
    assert repr(own) == "EvalSet(mqm_ted_zhen 1, human judgments, all: 13 systems × 529 segments)"
    known = load_real(shared, "wmt21-ted-zhen-mqm")
    means = [each.judgments.groupby("system")["score"].mean().round(9).tolist() for each in (own, known)]
    assert means[0] == means[1]
    assert (own.outputs["text"].to_numpy() == known.outputs["text"].to_numpy()).mean() > 0.99


def test_text_files_of_wmt_in_two_calls(shared: Path) -> None:
    own = workbench.load(shared / "data" / "mt-metrics-eval-v2" / "wmt24")
    assert own.tasks == ["en-ja", "en-zh"]
    assert set(own.judgments["rater"]) == {"mean"}


def test_data_without_a_licence_have_an_unknown_one():
    rows = [(f"m{m}", str(s), f"a {m}", "a b", (m * s) % 5) for m in range(3) for s in range(4)]
    own = workbench.data(pd.DataFrame(rows, columns=["system", "segment", "text", "reference", "quality"]))
    assert "(human judgments, licence unknown)" in describe(workbench.Experiment(own, ["rouge-1"]))


def test_what_was_made_in_python_goes_on_as_files(tmp_path, monkeypatch):
    """An experiment on a frame, its data and its file written, is the same report from the command line."""
    rows = [
        (f"m{m}", str(s), f'a "{m}", w{s}\nb é', ["a b", "b w1"][: 1 + s % 2], ((2 * m + s) % 5, (m * s) % 5))
        for m in range(4)
        for s in range(5)
    ]
    frame = pd.DataFrame(rows, columns=["system", "segment", "text", "references", "quality"])
    frame[["quality", "style"]] = frame["quality"].tolist()
    own = workbench.data(frame, criteria=["quality", "style"], name="mine")
    e = workbench.Experiment(own, ["rouge-1", "bleu"], correlation={"draws": 20})
    monkeypatch.chdir(tmp_path)
    assert own.write("studies/mine") == Path("studies/mine")
    Path("x.toml").write_text(e.replace(name="x").to_toml(), encoding="utf-8")
    e.replace(name="x").write("here")
    done = CliRunner().invoke(main, ["run", "x.toml", "--data", "studies", "--out", "there"])
    assert done.exit_code == 0, done.output
    # the manifest says when it was written
    files = [path for path in Path("here").rglob("*") if path.is_file() and path.name != "manifest.json"]
    names = [path.relative_to("here") for path in files]
    different = [
        str(name) for name in names if Path("here", name).read_bytes() != Path("there/x", name).read_bytes()
    ]
    assert different == []
    assert workbench.load("studies/mine").fingerprint == own.fingerprint
    before = [(path, path.stat().st_mtime_ns) for path in Path("studies").rglob("*")]
    assert own.write("studies/mine") == Path("studies/mine")
    assert [(path, path.stat().st_mtime_ns) for path in Path("studies").rglob("*")] == before
    graver = {"style": own.card.criteria["style"].model_copy(update={"direction": "lower"})}
    fewer = own.judgments[own.judgments["criterion"] == "style"]
    for other in (
        type(own).build(own.card, own.outputs, own.references, fewer),
        type(own).build(
            own.card.model_copy(update={"criteria": {**own.card.criteria, **graver}}),
            own.outputs, own.references, own.judgments,
        ),
    ):  # fmt: skip
        with pytest.raises(DataError, match=r"studies/mine: is there already. Name another folder, or rem"):
            other.write(Path("studies/mine"))
    assert [(path, path.stat().st_mtime_ns) for path in Path("studies").rglob("*")] == before
    with pytest.raises(SpecError, match="folder: the folder's name is none of a data set: got 'my own'"):
        own.write("my own")

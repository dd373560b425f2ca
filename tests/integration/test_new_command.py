"""`workbench new`: experiment files and cards that can be used as they are, about what the data hold."""

import re
import tomllib
from dataclasses import replace
from pathlib import Path

import made_up
import pandas as pd
import pytest
from click.testing import CliRunner

import workbench
from workbench.cli import main
from workbench.datasets.evalset import EvalSet
from workbench.datasets.load import load
from workbench.experiment.bundled import show_bundled
from workbench.experiment.new import look_at, new_experiment
from workbench.experiment.read import read
from workbench.shipped import bundled_experiments

SYSTEMS = ("A", "B", "C", "D", "E")
SEGMENTS = ("s1", "s2", "s3")


def run(*arguments: object, code: int = 0) -> str:
    result = CliRunner().invoke(main, [*map(str, arguments)])
    assert result.exit_code == code, result.output
    return result.output


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write_set(
    place: Path,
    *,
    text: str = "The dog barks at {}.",
    systems: tuple[str, ...] = SYSTEMS,
    references: int = 1,
    raters: tuple[str, ...] = ("ann",),
    tasks: tuple[str, ...] = ("t",),
    weight: float | None = None,
) -> None:
    place.mkdir()
    cells = [(task, segment, system) for task in tasks for segment in SEGMENTS for system in systems]
    made_up.write_jsonl(
        place / "outputs.jsonl",
        [
            made_up.output(task=t, segment=s, system=system, text=text.format(system) if text else "")
            for t, s, system in cells
        ],
    )
    rated = {} if weight is None else {"weight": weight}
    rows = [
        made_up.reference(task=t, segment=s, reference=f"r{n}", text=text.format(n), **rated)
        for t in tasks
        for s in SEGMENTS
        for n in range(references)
    ]
    if rows:
        made_up.write_jsonl(place / "references.jsonl", rows)
    made_up.write_jsonl(
        place / "judgments.jsonl",
        [
            made_up.judgment(task=t, segment=s, system=system, rater=rater, score=n % 4)
            for n, (t, s, system) in enumerate(cells)
            for rater in raters
        ],
    )


def asked_of(folder: Path, **made: object) -> dict[str, object]:
    """Return what the new file about such data asks for, after it was planned."""
    write_set(folder / "mine", **made)
    (folder / "mine" / "card.toml").write_text("" if made.get("text", "?") else "texts = false\n")
    said = run("new", "mine")
    assert "Next: workbench check mine.toml, then workbench run mine.toml" in said
    text = Path("mine.toml").read_text("utf-8")
    content = tomllib.loads(text)
    if "scores" not in content:
        read("mine.toml", ".").check()
    return content


def names_of(content: dict[str, object]) -> list[str]:
    return [each if isinstance(each, str) else each["name"] for each in content["metrics"]]


def test_english_texts_one_reference_one_judge(folder):
    content = asked_of(folder)
    assert names_of(content) == ["rouge-1", "rouge-2", "rouge-l", "bleu", "sentence-bleu", "chrf", "length"]
    assert content["data"] == {"name": "mine", "criteria": ["coverage"]}
    assert content["correlation"]["levels"] == ["system", "segment"]
    assert content["test"] == {"against": "best"}
    assert not {"references", "ceiling"} & set(content)
    head = Path("mine.toml").read_text("utf-8").splitlines()[:5]
    assert head == [
        "# Metrics against the judgments of mine: 5 systems × 3 segments,",
        "# 1 reference a segment, on average 1 judge of an output.",
        "#   workbench check mine.toml     what it would do, and what is missing",
        "#   workbench run mine.toml       the table, in reports/mine",
        "# `workbench sections` explains every key; a key that is left out has its default.",
    ]


def test_several_references_with_weights_and_judges_and_tasks(folder):
    content = asked_of(folder, references=2, raters=("ann", "bob"), weight=0.5, tasks=("t", "u"))
    assert {"name": "delta-bleu(order=2)", "references": ["all refs"]} in content["metrics"]
    assert [(each["name"], each.get("select")) for each in content["references"]] == [
        ("1 ref", "one"),
        ("all refs", None),
    ]
    assert content["ceiling"] == {}
    assert content["data"]["unscorable"] == "drop"
    assert "2 tasks, at least 5 systems × 3 segments each" in Path("mine.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "preprocess", "has_sentence_bleu"),
    [
        ("Das Mädchen hört {} im Zug früh.", "13a", True),
        ("女孩在火车上听{}。", "sacrebleu-zh", False),
        ("一{}一一", "sacrebleu-zh", False),  # the first of the Chinese letters
        ("ผมชอบกิน{}มาก", "sacrebleu-char", False),
        ("猫がマットの上に{}座った。", "sacrebleu-char", False),  # がマットの would be one word
    ],
)
def test_rouge_keeps_letters_that_its_own_tokenizer_would_cut(folder, text, preprocess, has_sentence_bleu):
    content = asked_of(folder, text=text, weight=0.5)
    assert content["metrics"][0] == {"name": "rouge-1", "preprocess": [preprocess]}
    # the length of such a text by ROUGE's tokenizer is 0, and of one without blanks by 13a it is 1
    assert content["metrics"][-1] == {"name": "length", "preprocess": [preprocess]}
    own = {} if preprocess == "13a" else {"preprocess": [preprocess]}
    [delta] = [each for each in content["metrics"] if "delta-bleu" in str(each)]
    assert delta == {"name": "delta-bleu(order=2)", **own}
    assert ("sentence-bleu" in names_of(content)) is has_sentence_bleu


@pytest.mark.parametrize(
    ("texts", "preprocess"),
    [
        (("Das Mädchen hört {}.", "猫がマットの上に{}座った。"), "sacrebleu-char"),
        (("The girl hears {}.", "女孩在火车上听{}。"), "sacrebleu-zh"),
        (("The girl hears {}.", "Das Mädchen hört früh {}."), "13a"),
    ],
)
def test_what_keeps_the_letters_of_one_task_keeps_those_of_all(texts, preprocess):
    rows = [
        {
            "task": task,
            "seg": segment,
            "sys": system,
            "text": text.format(system),
            "ref": text,
            "score": at % 4,
        }
        for task, text in zip(("a", "b"), texts, strict=True)
        for segment in SEGMENTS
        for at, system in enumerate(SYSTEMS)
    ]
    data = workbench.data(pd.DataFrame(rows), "text", "ref", "seg", "sys", "score", task="task")
    content = tomllib.loads(new_experiment(data, "x.toml"))
    assert content["metrics"][0] == {"name": "rouge-1", "preprocess": [preprocess]}


def test_two_systems_are_held_against_other_inputs(folder):
    content = asked_of(folder, systems=("A", "B"))
    assert content["correlation"]["levels"] == ["global"]
    assert content["correlation"]["resample"] == "inputs"
    assert content["correlation"]["population"] == "these systems, all inputs"


def test_a_set_in_another_folder_is_asked_for_by_its_name_and_that_folder(folder):
    (folder / "far").mkdir()
    write_set(folder / "far" / "mine")
    (folder / "far" / "mine" / "card.toml").write_text("")
    said = run("new", "far/mine")
    assert "Next: workbench check mine.toml --data far, then workbench run mine.toml --data far" in said
    assert tomllib.loads(Path("mine.toml").read_text("utf-8"))["data"]["name"] == "mine"
    assert "Conditions" in run("check", "mine.toml", "--data", "far")
    (folder / "far" / "mine").rename(folder / "mine")
    assert "Next: workbench check own.toml, then" in run("new", "mine", "--out", "own.toml")


def test_a_name_is_that_of_a_set_in_the_folder_of_the_sets_where_both_have_it(folder):
    (folder / "sets").mkdir()
    for place, references in ((folder / "sets" / "mine", 2), (folder / "mine", 1)):
        write_set(place, references=references)
        (place / "card.toml").write_text("")
    assert "--data sets" in run("new", "mine", "--data", "sets")
    assert "2 references a segment" in (folder / "mine.toml").read_text("utf-8")
    run("new", "./mine", "--data", "sets", "--out", "here.toml")
    assert "1 reference a segment" in (folder / "here.toml").read_text("utf-8")


def test_what_a_set_without_references_or_judgments_holds():
    data = load("simulated-news")
    none = EvalSet(data.card, data.outputs, data.references.iloc[:0], data.judgments.iloc[:0])
    found = look_at(none)
    assert (found.tasks, found.systems, found.segments, found.references, found.raters) == (
        1,
        0,
        0,
        (0, 0),
        0,
    )
    assert not found.weights
    assert "\n# The data set has no references: only scores" in new_experiment(none, "x.toml")


def test_one_foreign_name_does_not_make_a_text_foreign(folder):
    content = asked_of(folder, text=f"{'The dog barks at the cat of the house. ' * 10} Zoë {{}}")
    assert content["metrics"][0] == "rouge-1"


def test_too_few_systems_for_a_coefficient_over_systems(folder):
    content = asked_of(folder, systems=("A", "B", "C"))
    assert content["correlation"]["levels"] == ["global"]
    assert "resample" not in content["correlation"]
    assert "test" not in content


def test_intervals_of_one_system_speak_of_other_inputs(folder):
    asked = asked_of(folder, systems=("A",))["correlation"]
    assert (asked["resample"], asked["population"]) == ("inputs", "these systems, all inputs")


def test_sections_are_those_that_the_data_can_answer():
    """Of one table of scores there is nothing to be tested against."""
    data = load("simulated-news")
    one, none = data.references.drop_duplicates("segment"), data.references[:0]
    for number, references, sections in (
        (4, data.references, {"references", "test", "ceiling"}),
        (4, one, {"test", "ceiling"}),
        (4, none, {"scores", "ceiling"}),
        (3, data.references, {"references", "ceiling"}),
    ):
        outputs, judged = (
            frame[frame["system"].isin(data.systems("news")[:number])]
            for frame in (data.outputs, data.judgments)
        )
        text = new_experiment(EvalSet(data.card, outputs, references, judged), "x.toml")
        usual = {"title", "seed", "metrics", "components", "data", "correlation"}
        assert set(tomllib.loads(text)) - usual == sections


def test_what_cannot_be_scored_is_compared_by_tables_of_scores(folder):
    content = asked_of(folder, references=0, text="")
    assert content["metrics"] == ["my-metric"]
    assert content["scores"] == {"my-metric": {"file": "scores.csv", "column": "score"}}
    assert "references" not in content
    assert "\n# The data set has no texts: only scores" in Path("mine.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("judged", "criteria", "tasks", "said"),
    [
        # criterion -> the tasks in which it was judged
        ({"a": "tu", "b": "u", "c": "tu"}, ["a", "c"], None, {"b": ["u"]}),
        ({"a": "tu", "b": "tu"}, ["a", "b"], None, {}),
        ({"a": "t", "b": "u"}, ["a"], ["t"], {"b": ["u"]}),
        ({"a": "u", "b": "t", "c": "u"}, ["a", "c"], ["u"], {"b": ["t"]}),
    ],
)
def test_criteria_are_those_that_were_judged_in_every_task(judged, criteria, tasks, said):
    """Or, where there is none, those of some tasks; a check finds nothing amiss."""
    data = load("simulated-news")
    card = data.card.model_copy(update={"criteria": dict.fromkeys(judged, data.card.criteria["coverage"])})
    outputs, references = (
        pd.concat([frame.assign(task=task) for task in "tu"]) for frame in (data.outputs, data.references)
    )
    judgments = [
        data.judgments.assign(criterion=name, task=task) for name, there in judged.items() for task in there
    ]
    made = EvalSet.build(card, outputs, references, pd.concat(judgments))
    text = new_experiment(made, "x.toml")
    asked = tomllib.loads(text)["data"]
    assert (asked["criteria"], asked.get("tasks")) == (criteria, tasks)
    others = re.findall(r"#   (\w+) was not judged in every task: a file of its own, with tasks = (.*)", text)
    assert {name: tomllib.loads(f"tasks = {there}")["tasks"] for name, there in others} == said
    chosen = {"criteria": criteria} | ({"tasks": tasks} if tasks else {})
    workbench.Experiment(made, ["length"], **chosen).check()


@pytest.mark.parametrize(
    ("number", "said"),
    [(1, "c1"), (2, "c1 and c2"), (4, "c1, c2, c3 and c4"), (5, "c1, c2, c3 and 2 more")],
)
def test_the_title_names_some_criteria(number, said):
    data = load("simulated-news")
    names = [f"c{at + 1}" for at in range(number)]
    card = data.card.model_copy(update={"criteria": dict.fromkeys(names, data.card.criteria["coverage"])})
    judgments = pd.concat([data.judgments.assign(criterion=name) for name in names])
    text = new_experiment(EvalSet.build(card, data.outputs, data.references, judgments), "x.toml", "")
    assert tomllib.loads(text)["title"] == f"Metrics against {said}"


def test_options_groups_of_raters_and_scales_are_said():
    data = load("simulated-news")
    card = data.card.model_copy(
        update={"raters": {"all": ["*"], "half": ["r1"]}, "options": {"language": ["en", "de"]}}
    )
    text = new_experiment(type(data)(card, data.outputs, data.references, data.judgments), "x.toml", " -d")
    assert 'raters = "all"  # or half\n' in text
    assert '# options = { language = "en" }' in text
    chosen = replace(data, card=card, options={"language": "de", "task": "all"})
    assert '\noptions = { language = "de", task = "all" }\n' in new_experiment(chosen, "x.toml", "")
    assert "#   coverage: 0 to 1, higher is better\n" in text
    assert "#   workbench check x.toml -d     what" in text
    assert "#   workbench run x.toml -d       the" in text


def test_it_writes_over_nothing_unless_it_is_told_to(folder):
    Path("simulated-news.toml").write_text("mine")
    said = run("new", "simulated-news", code=2)
    hint = "--out FILE writes another one, --force writes over it"
    assert said == f"error: simulated-news.toml: is there already. {hint}\n"
    assert Path("simulated-news.toml").read_text() == "mine"
    run("new", "simulated-news", "--force")
    assert "Conditions" in run("check", "simulated-news.toml")
    assert sorted(path.name for path in folder.iterdir()) == ["simulated-news.toml"]


def test_bundled_experiments_are_listed_and_copied(folder):
    listed = run("new", "--list")
    assert "galley-simulated" in listed
    assert "data: summeval, not here: workbench data fetch summeval" in listed
    # what has to be requested cannot be fetched
    assert "data: duc-lin2004-table1, not here: workbench data show duc-lin2004-table1" in listed
    assert "study/ted-people" in listed
    run("new", "--from", "galley-simulated", "--out", "new/mine.toml")
    bundled = Path(__file__).resolve().parents[2] / "experiments" / "galley-simulated.toml"
    assert Path("new/mine.toml").read_text("utf-8") == bundled.read_text("utf-8")
    assert "Did you mean 'galley-simulated'" in run("new", "--from", "galey-simulated", code=2)


def test_a_card_is_written_for_a_folder_of_tables_and_can_be_used(folder):
    write_set(folder / "mine", raters=("ann", "bob"))
    run("new", "--card", "mine")
    content = tomllib.loads((folder / "mine" / "card.toml").read_text("utf-8"))
    assert content["name"] == "mine"
    assert content["criteria"]["coverage"]["direction"] == "higher"
    assert content["criteria"]["coverage"]["scale"] == "0 to 3"
    assert content["raters"] == {"all": ["*"]}
    assert load("mine", folder).systems("t") == list(SYSTEMS)
    assert "is there already" in run("new", "--card", "mine", code=2)
    assert "Written: other.toml" in run("new", "--card", "mine", "--out", "other.toml")
    assert (folder / "other.toml").read_bytes() == (folder / "mine" / "card.toml").read_bytes()
    assert "there is no such folder" in run("new", "--card", "yours", code=2)


def test_of_errors_fewer_are_better(folder):
    (folder / "mine").mkdir()
    made_up.write_jsonl(folder / "mine" / "outputs.jsonl", [made_up.output()])
    made_up.write_jsonl(folder / "mine" / "references.jsonl", [made_up.reference()])
    made_up.write_jsonl(folder / "mine" / "judgments.jsonl", [made_up.judgment(criterion="MQM errors")])
    run("new", "--card", "mine")
    assert load("mine", folder).card.criteria["MQM errors"].direction == "lower"


def test_one_thing_is_asked_at_a_time(folder):
    for asked in ([], ["simulated-news", "--list"], ["--list", "--from", "summeval"]):
        assert "one of them" in run("new", *asked, code=2)
    assert "Did you mean 'simulated-news'" in run("new", "simulated-new", code=2)
    assert not [*folder.iterdir()]


def test_files_about_published_sets_can_be_used(shared, folder):
    for name in ("summeval", "dstc7-task2"):
        run("new", name, "--data", shared / "data")
        assert "Conditions" in run("check", f"{name}.toml", "--data", shared / "data")


def test_a_folder_of_texts_elsewhere_is_named_by_its_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rows = [
        f"d{at},{name},{name} saw {at},they saw {at},{at + rank}"
        for at in range(4)
        for rank, name in enumerate("ABC")
    ]
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "wide.csv").write_text("\n".join(["doc,system,summary,ref1,flow", *rows]), "utf-8")
    assert "workbench check wide.csv.toml" in run("new", "far/wide.csv")
    assert "Conditions" in run("check", "wide.csv.toml")
    assert [path.name for path in (tmp_path / "far").iterdir()] == ["wide.csv"]


def test_titles_and_what_is_there_of_bundled_experiments_stand_below_one_another(tmp_path):
    *shown, _ = show_bundled(tmp_path).splitlines()
    names, longest = bundled_experiments(), max(map(len, bundled_experiments()))
    assert [line[:longest].rstrip() for line in shown[::2]] == list(names)
    assert all(line[longest : longest + 2] == "  " and line[longest + 2] != " " for line in shown)
    assert len(shown) == 2 * len(names) > 4
    titles = [tomllib.loads(path.read_text("utf-8"))["title"] for path in names.values()]
    assert [line[longest + 2 :] for line in shown[::2]] == titles


def test_scores_that_a_test_set_brings_are_named_and_their_lines_run(tmp_path: Path, monkeypatch) -> None:
    texts = {"sources/en-de.txt": "a\nb\n", "documents/en-de.docs": "news d\nnews d\n"}
    texts |= {f"system-outputs/en-de/{name}.txt": "a b\nb c\n" for name in "ABCDE"}
    texts |= {"references/en-de.refA.txt": "a b c\nb c d\n"}
    scores = "".join(f"{name} {at}\n{name} {at + 1}\n" for at, name in enumerate("ABCDE"))
    texts["human-scores/en-de.mqm.seg.score"] = scores
    for name in ("COMET", "chrF", "my_QE"):
        texts[f"metric-scores/en-de/{name}-src.seg.score"] = scores
    for name, text in texts.items():
        (tmp_path / "own" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "own" / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(main, ["new", "own"]).exit_code == 0
    written = Path("own.toml").read_text("utf-8")
    assert "# here are those of COMET, chrF, my_QE; of error rates with lower = true\n" in written
    keys = ["comet", "chrf-there", "my-qe"]
    for line in ("[scores]", *(f"{key} = {{" for key in keys)):
        assert f"# {line}" in written
        written = written.replace(f"# {line}", line)
    Path("own.toml").write_text(written.replace('"chrf",', f'"chrf", {", ".join(map(repr, keys))},'), "utf-8")
    result = CliRunner().invoke(main, ["check", "own.toml"])
    assert result.exit_code == 0, result.output
    assert "unused-scores" not in result.output


def test_scores_of_a_known_test_set_are_those_in_its_folder(tmp_path: Path, monkeypatch) -> None:
    """`mtme-wmt23` lies in mt-metrics-eval-v2/wmt23, whatever it is called."""
    folder = tmp_path / "mt-metrics-eval-v2/wmt23"
    texts = {"sources/en-de.txt": "a\nb\n", "documents/en-de.docs": "news d\nnews d\n"}
    texts |= {f"system-outputs/en-de/{name}.txt": "a b\nb c\n" for name in "ABCDE"}
    texts |= {"references/en-de.refA.txt": "a b c\nb c d\n"}
    scores = "".join(f"{name} {at}\n{name} {at + 1}\n" for at, name in enumerate("ABCDE"))
    texts |= {"human-scores/en-de.mqm.seg.score": scores, "metric-scores/en-de/Mine-src.seg.score": scores}
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    run("new", "mtme-wmt23", "--data", tmp_path)
    assert "# here are those of Mine; " in Path("mtme-wmt23.toml").read_text("utf-8")

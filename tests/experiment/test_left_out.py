"""Which segments are left out, and because of which metric, where those without a score are dropped."""

import pytest
from click.testing import CliRunner
from small_study import write_study

import workbench
from workbench.cli import main
from workbench.commands.run_summary import summary_lines

REASON = "no reference has a positive weight"


@pytest.fixture
def data():
    """Three of eight segments have bad references alone."""
    made = workbench.simulate(topics=8, systems=4, references=2, seed=4).evalset
    is_bad = made.references["segment"].isin(sorted(set(made.references["segment"]))[:3])
    references = made.references.assign(weight=is_bad.map({True: -0.5, False: 1.0}))
    return type(made).build(made.card, made.outputs, references, made.judgments)


def ask(data, *metrics, **asked):
    said = {"interval": "none", "coefficients": ["pearson"]}
    return workbench.Experiment(data, [*metrics], correlation=said, unscorable="drop", **asked)


def test_the_metrics_that_cannot_score_segments_are_named_under_the_answer(data, tmp_path):
    e = ask(data, "bleu", "delta-bleu", "delta-bleu(order=3)", references={"all": "all", "one": "one"})
    line = (
        "3 of 8 segments are left out of all conditions: delta-bleu(order=2) (all, one), "
        f"delta-bleu(order=3) (all, one): {REASON}"
    )
    assert e.scores.left_out == (line,)
    assert line in repr(e.correlate()).splitlines()
    assert line in summary_lines(e, e.write(tmp_path / "r"))


WEIGHTED = ["delta-bleu(order=2)", *(f"{name}(profile=weighted)" for name in ("rouge-1", "rouge-l"))]


@pytest.mark.parametrize("name", WEIGHTED)
def test_a_good_reference_that_is_not_chosen_is_no_good_one(data, name):
    """Of three segments the first reference is bad: alone it scores nothing, beside the other one it does."""
    places = data.references
    is_first = places["reference"] == places["reference"].min()
    is_bad = is_first & places["segment"].isin(sorted(set(places["segment"]))[:3])
    weights = places.assign(weight=is_bad.map({True: -0.5, False: 1.0}))
    own = type(data).build(data.card, data.outputs, weights, data.judgments)
    left_out = ask(own, name, references={"all": "all", "one": "one"}).scores.left_out
    assert left_out == (f"3 of 8 segments are left out of all conditions: {name} (one): {REASON}",)


def test_reasons_and_tasks_are_told_apart(tmp_path):
    write_study(tmp_path)
    data = workbench.load("mine", data=tmp_path)
    rows = data.outputs[["task", "segment", "system"]].itertuples(index=False, name=None)
    table = {key: 1.0 for key in rows if key != ("u", "s1", "B")}
    e = ask(data, "a", "rouge-1", scores={"a": table})
    assert e.scores.left_out == (
        "1 of 4 segments of u is left out of all conditions: a (all refs): its file has no score",
    )


def test_where_nothing_is_left_out_nothing_is_said(data):
    assert ask(data, "bleu").scores.left_out == ()


def write_with_a_bad_reference(tmp_path, asked, lacking, weight=-1.0):
    write_study(tmp_path)
    data = workbench.load("mine", data=tmp_path)
    weights = data.references["segment"].map(lambda segment: weight if segment == "s2" else 1.0)
    own = type(data).build(data.card, data.outputs, data.references.assign(weight=weights), data.judgments)
    own.write(tmp_path / "rated")
    rows = [",".join(key) for key in own.outputs[["task", "segment", "system"]].itertuples(index=False)]
    (tmp_path / "a.csv").write_text(
        "\n".join(["task,segment,system,score", *(f"{row},1" for row in rows[lacking:])]), "utf-8"
    )
    (tmp_path / "x.toml").write_text(
        f'metrics = ["delta-bleu", "a"]\n[scores]\na = "a.csv"\n[data]\nname = "rated"\n{asked}', "utf-8"
    )
    return CliRunner().invoke(main, ["check", str(tmp_path / "x.toml"), "--data", str(tmp_path)])


@pytest.mark.parametrize(("asked", "weight"), [("", -1.0), ('unscorable = "error"\n', 0.0)])
def test_the_check_refuses_what_the_run_would(asked, weight, tmp_path):
    done = write_with_a_bad_reference(tmp_path, asked, 0, weight)
    assert f"references 'all refs': cannot score segment s2 of t: {REASON}" in done.output
    assert "With data.unscorable = 'drop' such segments are left out" in done.output
    run = ["run", str(tmp_path / "x.toml"), "--data", str(tmp_path), "--out", str(tmp_path / "out")]
    assert CliRunner().invoke(main, run).output == done.output


def test_the_check_says_what_is_known_before_anything_is_counted(tmp_path):
    done = write_with_a_bad_reference(tmp_path, 'unscorable = "drop"\n', 1)
    assert done.exit_code == 0, done.output
    said = [line for line in done.output.splitlines() if line.startswith("Left out")]
    assert said == [
        "Left out   2 of 6 segments of t are left out of all conditions: delta-bleu(order=2) (all refs): "
        f"{REASON}; a (all refs): its file has no score",
        "Left out   1 of 4 segments of u is left out of all conditions: delta-bleu(order=2) (all refs): "
        f"{REASON}",
    ]

"""Systems against systems, from the data to the table."""

import re
from dataclasses import replace
from io import StringIO
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from small_study import ask, tied_and_gappy, write_study

import workbench
from workbench.cli import main
from workbench.datasets.evalset import EvalSet
from workbench.errors import SpecError
from workbench.metrics.base import METRICS
from workbench.metrics.unigram import Unigram
from workbench.report.layouts.labels import metric_label
from workbench.stats.decisions.paired_systems import (
    caution_of_test,
    draw_segments,
    draw_swaps,
    paired_bootstrap,
)
from workbench.stats.resampling.streams import stream


@pytest.fixture(scope="module")
def experiment():
    data = workbench.simulate(topics=6, systems=4, references=1, seed=4).evalset
    return workbench.Experiment(
        data, ["bleu(order=2)", "rouge-1"], components=["f"], correlation={"interval": "none"}
    )


@pytest.fixture(scope="module")
def every(experiment):
    return experiment.compare_systems(draws=99).frame


def test_every_pair_is_tested_by_every_metric_and_by_people(experiment, every):
    criteria = experiment.plan.criteria
    assert len(every) == 6 * (2 + len(criteria))
    for row in experiment.rows:
        mine = every[every["metric"] == row.label[0]]
        names = row.task.data.systems
        for each in mine.itertuples():
            expected = row.systems[names.index(each.system)] - row.systems[names.index(each.against)]
            assert each.difference == pytest.approx(expected)
            assert each.low <= each.high
    assert ((every["p"] > 0) & (every["p"] <= every["p_adjusted"])).all()
    people = every[every["metric"] == "judgments"]
    assert set(people["component"]) == set(criteria)


def test_verdicts_follow_the_adjusted_p(every):
    shown = every["verdict"] != "no difference shown"
    assert (shown == (every["p_adjusted"] <= 0.05)).all()
    assert ((every["verdict"] == "better") <= (every["difference"] > 0)).all()


def test_scores_stand_as_their_metric_has_them_beside_the_better_direction():
    """TER of 0 is the reference itself; the other output is two words of four, TER .5, and not -.5."""
    rows = [
        {"system": name, "segment": each, "text": text, "ref": "we go home now", "errors": errors}
        for name, text, errors in (("same", "we go home now", 0), ("short", "we go", 3))
        for each in "ab"
    ]
    data = workbench.data(pd.DataFrame(rows), criteria="errors", lower="errors")
    frame = workbench.Experiment(data, ["ter"]).compare_systems(draws=99).frame
    row = frame[frame["metric"] == "ter"].iloc[0]
    assert (row["system"], row["direction"], row["verdict"]) == ("same", "lower", "better")
    assert row[["score", "against_score", "difference"]].tolist() == [0.0, 0.5, -0.5]
    people = frame[frame["metric"] == "judgments"].iloc[0]
    assert (people["direction"], people["difference"], people["verdict"]) == ("lower", -3, "better")


def test_a_baseline_is_on_the_other_side_and_randomisation_gives_another_p(experiment, every):
    name = experiment.rows[0].task.data.systems[1]
    found = experiment.compare_systems(name, method="randomisation", draws=199).frame
    assert set(found["against"]) == {name}
    assert len(found) == len(every) // 2
    with pytest.raises(SpecError, match="no such system"):
        experiment.compare_systems("S99")


def test_people_are_compared_on_segments_that_were_judged_for_every_system(experiment):
    data = experiment.data
    segment, system = data.segments(data.tasks[0])[0], data.systems(data.tasks[0])[0]
    rows = data.judgments
    kept = rows[(rows["segment"] != segment) | (rows["system"] != system)]
    frame = (
        workbench.Experiment(
            replace(data, judgments=kept), ["rouge-1"], components=["f"], correlation={"interval": "none"}
        )
        .compare_systems(draws=9)
        .frame
    )
    assert set(frame[frame["metric"] == "judgments"]["n_segments"]) == {5}
    assert set(frame[frame["metric"] == "rouge-1"]["n_segments"]) == {6}
    rows = data.outputs
    there = rows[(rows["segment"] != segment) | (rows["system"] != system)]
    some = workbench.Experiment(replace(data, outputs=there, judgments=kept), ["rouge-1", "bleu"])
    assert set(some.compare_systems(draws=9).frame["n_segments"]) == {5}


def test_systems_that_share_no_judged_segment_have_a_reason(experiment):
    data = experiment.data
    names, rows = data.systems(data.tasks[0]), data.judgments
    place = rows["segment"].map({segment: at for at, segment in enumerate(data.segments(data.tasks[0]))})
    kept = rows[place % len(names) != rows["system"].map({name: at for at, name in enumerate(names)})]
    some = workbench.Experiment(replace(data, judgments=kept), ["rouge-1"], components=["f"])
    frame = some.compare_systems(draws=9).frame
    people = frame[frame["metric"] == "judgments"]
    assert len(people) == 6
    assert set(people["reason"]) == {"no segment has an output of every system"}
    assert people["p"].isna().all()
    assert (frame.loc[frame["metric"] == "rouge-1", "reason"] == "").all()


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("systems")
    lines = ["the cat sat on the mat", "a dog ran to me", "it rains again today", "we go home by bus"]
    (folder / "ref").write_text("\n".join(lines))
    (folder / "a").write_text("\n".join([*lines[:3], "we go"]))
    (folder / "b").write_text("\n".join(["the cat", "a dog", "it is so", "we go home by bus"]))
    return folder


def invoke(*arguments, code=0):
    result = CliRunner().invoke(main, [str(each) for each in arguments])
    assert result.exit_code == code, result.output
    return result


def run(*arguments, code=0):
    return invoke(*arguments, code=code).output


def test_the_command_compares_files_with_the_first(files):
    asked = [
        "compare-systems",
        files / "a",
        files / "b",
        "-r",
        files / "ref",
        "-m",
        "bleu(order=1)",
        "--draws",
        50,
    ]
    text = run(*asked)
    assert "± " in text
    assert text.count("p = ") == 1
    table = invoke(*asked, "--format", "csv").stdout.splitlines()
    columns = "system,metric,component,score,mean,half,higher_is_better,difference,p,p_error,wins"
    assert table[0] == f"{columns},undefined_draws"
    assert len(table) == 3
    assert "nothing to be compared with" in run("compare-systems", files / "a", "-r", files / "ref", code=2)
    twice = run("compare-systems", files / "a", files / "a", "-r", files / "ref", code=2)
    assert "one file is named as a system 2 times, and has nothing to be compared with: got" in twice


SHARE = '''
import numpy as np
from workbench.metrics.base import METRICS
from workbench.metrics.unigram import Unigram


@METRICS("share")
class Share(Unigram):
    """Precision of a file, which has none where no word is in a reference."""

    components = ("score",)
    system = "pooled"

    def score(self, counts):
        found = super().score(counts)["precision"]
        return {"score": np.where(counts[..., 0] > 0, found, np.nan)}
'''


@pytest.mark.parametrize("method", ["bootstrap", "randomisation"])
def test_draws_without_a_score_are_counted_where_files_are_compared(tmp_path, method):
    """One line of four has a word of its reference, in the first file another one than in the second."""
    (tmp_path / "own.py").write_text(SHARE)
    for name, lines in {"ref": "abcd", "one": "axxx", "two": "xbxx", "three": "abcd"}.items():
        (tmp_path / name).write_text("\n".join(lines))
    weights = draw_segments(np.random.default_rng(12345), 4, 1000)
    lacks = (weights[:, 0] == 0), (weights[:, 0] == 0) | (weights[:, 1] == 0)
    keeps = draw_swaps(np.random.default_rng(12345), 4, 1000)
    of_test = lacks[1] if method == "bootstrap" else keeps[:, 0] != keeps[:, 1]
    files = [tmp_path / name for name in ("one", "two", "three")]
    asked = ["compare-systems", *files, "-r", tmp_path / "ref", "-m", "share"]
    asked += ["--metrics", tmp_path / "own.py", "--method", method, "--draws", 1000]
    table = pd.read_csv(StringIO(invoke(*asked, "--format", "csv").stdout))
    third = lacks[0].sum() if method == "bootstrap" else 0
    assert table["undefined_draws"].tolist() == [lacks[0].sum(), of_test.sum(), third]
    said = [line for line in run(*asked).splitlines() if "left out" in line]
    one, two = tmp_path / "one", tmp_path / "two"
    assert said[:2] == [
        f"note: share: {lacks[0].sum()} draws are left out, in which {one} has no score",
        f"note: share: {of_test.sum()} draws are left out, in which {two} or {one} has no score",
    ]


@pytest.mark.parametrize("method", ["bootstrap", "randomisation"])
def test_draws_in_which_a_system_has_no_score_are_counted_and_one_without_has_no_verdict(method):
    """A metric of counts that add up has no score where they come to 2, of three systems the last one's."""

    @METRICS("not-two")
    class NotTwo(Unigram):
        components = ("score",)
        system = "pooled"

        def score(self, counts):
            return {"score": np.where(counts[..., 0] == 2, np.nan, counts[..., 0])}

    right = {"good": "abcx", "bad": "xxxx", "none": "abxx"}
    rows = [
        {"system": name, "segment": at, "text": word, "ref": "abcd"[at], "rating": len(name)}
        for name, words in right.items()
        for at, word in enumerate(words)
    ]
    data = workbench.data(pd.DataFrame(rows), criteria="rating")
    e = workbench.Experiment(data, ["not-two"], correlation={"interval": "none"})
    draws, task = 200 if method == "randomisation" else 1000, data.tasks[0]
    frame = e.compare_systems(draws=draws, method=method, correction="none").frame
    found = frame[frame["metric"] == "not-two"].set_index(["system", "against"])
    rng = stream(0, "systems", task)
    counts, keeps = draw_segments(rng, 4, 1000), draw_swaps(rng, 4, draws)
    undefined = counts[:, :3].sum(axis=1) == 2
    row = found.loc[tuple(sorted(("good", "bad")))]
    if method == "randomisation":
        swapped = keeps[:, :3].sum(axis=1)
        assert f"{((swapped == 2) | (swapped == 1)).sum()} draws are left out, in which" in row["caution"]
        assert f"{undefined.sum()} draws of the interval are left out, in which" in row["caution"]
    else:
        assert f"{undefined.sum()} draws are left out, in which a system has no score" in row["caution"]
        assert "of the interval" not in row["caution"]
    assert row["p"] > 0
    for pair in found.index:
        if "none" in pair:
            assert found.loc[pair, "reason"] == "a system has no score"
            assert found.loc[pair, "verdict"] == ""
            assert np.isnan(found.loc[pair, "p"])


def test_it_is_said_of_how_many_segments_nothing_is_compared(every):
    """Of all systems the segments that all of them have: pairs of two others lose what one of them lacks."""
    data = workbench.simulate(topics=7, systems=4, references=1, seed=4).evalset

    def kept(rows, *gone):
        return rows[[each not in gone for each in zip(rows["system"], rows["segment"], strict=True)]]

    of_two = [("S02", "t01"), ("S02", "t02"), ("S03", "t02")]
    outputs, judgments = kept(data.outputs, *of_two), kept(data.judgments, *of_two, ("S01", "t07"))
    made = EvalSet.build(data.card, outputs, data.references, judgments)
    e = workbench.Experiment(made, ["rouge-1"], components=["f"], correlation={"interval": "none"})
    found = e.compare_systems(draws=19, method="randomisation")
    of_scores, of_people = (
        set(rows["caution"]) for _, rows in found.frame.groupby(found.frame["metric"] == "judgments")
    )
    assert {each.partition(", are")[0] for each in of_scores} == {
        "2 of 7 segments, where a score is missing (S02 2, S03 1)"
    }
    assert {each.partition(", are")[0] for each in of_people} == {
        "3 of 7 segments, where a judgment is missing (S02 2, S01 1, S03 1)"
    }
    assert any("2 of 7 segments" in line for line in found.lines)
    assert not every["caution"].str.contains("in no comparison").any()


def test_a_metric_under_several_settings_has_a_line_for_each():
    data = workbench.simulate(topics=6, systems=4, references=2, seed=4).evalset
    e = workbench.Experiment(
        data, ["rouge-1", "length"], preprocess=["CASE", "STOP"], references={"one": "one", "all": "all"},
        components=["f", "recall"], correlation={"interval": "none"},
    )  # fmt: skip
    found = e.compare_systems(draws=50)
    said = [line.partition(";")[0] for line in found.lines if "differences shown" in line]
    expected = []
    for _, rows in found.frame[found.frame["metric"] != "judgments"].groupby(
        ["metric", "component", "preprocess", "references"], sort=False
    ):
        row, shown = rows.iloc[0], (rows["verdict"] != "no difference shown").sum()
        inside = " · ".join(
            [
                {"rouge-1": "R-1", "length": "length"}[row["metric"]],
                {"f": "F", "recall": "R", "score": "score"}[row["component"]],
                row["preprocess"],
                row["references"],
            ]
        )
        expected.append(f"{inside} (news): {shown} of 6 differences shown")
    assert said == expected
    assert len(said) == 12


def test_p_over_few_lines_has_its_caution_beside_it(files):
    asked = ["compare-systems", files / "a", files / "b", "-r", files / "ref", "-m", "rouge-1"]
    few, least = (
        "called equal systems different in .21 of simulated cases with 5 lines",
        "no p of randomisation over 4 lines is below 0.12, whatever the scores are",
    )
    last = run(*asked).splitlines()[-1]
    assert few in last
    assert last.endswith(least)
    assert run(*asked, "--method", "randomisation").splitlines()[-1] == f"note: {least}"
    table = invoke(*asked, "--format", "csv")
    assert few in table.stderr
    assert few not in table.stdout


def test_the_bootstrap_has_its_caution_everywhere_and_swaps_where_none_reaches_the_level():
    of_few, of_many = caution_of_test("bootstrap", 5), caution_of_test("bootstrap", 1_000_000)
    assert of_many.startswith("at the level .05 the paired bootstrap called equal systems different")
    assert of_few.startswith(f"{of_many}; no p of randomisation over 5 segments")
    assert caution_of_test("randomisation", 6) == ""
    # of 2^6 patterns 2 are as extreme as any, and Holm's correction is for 3 tests
    adjusted = caution_of_test("randomisation", 6, n_tests=3, correction="holm")
    assert "below 0.094, adjusted for 3 tests" in adjusted
    assert caution_of_test("randomisation", 6, level=0.1, n_tests=3, correction="holm") == ""


@pytest.mark.parametrize(("n", "share"), [(5, 0.21), (11, 0.16), (100, 0.12), (1000, 0.11)])
def test_the_paired_bootstrap_is_as_liberal_as_its_caution_says(n, share):
    samples = np.random.default_rng(7).standard_normal((600, n)).round(12)
    drawn = samples @ draw_segments(np.random.default_rng(12345), n, 1000).T / n
    tests = [
        paired_bootstrap(np.stack([each, 0 * each], axis=1), sample.mean())
        for each, sample in zip(drawn, samples, strict=True)
    ]
    assert np.mean([test.p <= 0.05 for test in tests]) == pytest.approx(share, abs=0.04)
    said = re.sub(" of simulated cases| segments", "", caution_of_test("bootstrap", 5))
    assert f"in {share:.2f} with {n:,}".replace(" 0.", " .") in said


def test_an_analysis_of_few_segments_says_so(experiment, every):
    assert every["caution"].str.contains("called equal systems different in .21", regex=False).all()
    assert "no p of randomisation over 6 segments is below 0.19, adjusted for 6 tests" in every["caution"][0]
    lines = experiment.compare_systems(draws=99).lines
    assert len([line for line in lines if line.startswith("caution (news): at the level .05")]) == 1


def test_scores_come_with_intervals_on_request(files):
    asked = ["score", "-c", files / "b", "-r", files / "ref", "-m", "bleu(order=1)", "--confidence"]
    percent, fraction = run(*asked, "--percent"), run(*asked)
    assert " ± " in percent
    row = next(line for line in percent.splitlines() if line.startswith("bleu"))
    other = next(line for line in fraction.splitlines() if line.startswith("bleu"))
    for one, hundredth in zip(row.split()[1::2], other.split()[1::2], strict=True):
        assert float(one) == pytest.approx(100 * float(hundredth), abs=6e-3)
    assert run(*asked, "0.9", "--format", "csv").splitlines()[0].endswith("low,high,half,confidence")
    assert "--level segment" in run(*asked, "--level", "segment", code=2)


def by_hand(cells, draws, method, seed, task):
    """Return score, difference, ends, p and wins of each pair, from drawn or swapped segments written out."""
    shared = ~np.isnan(cells).any(axis=0)
    cells, number = cells[:, shared], int(shared.sum())
    rng = stream(seed, "systems", task)
    is_bootstrap = method == "bootstrap"
    counts = draw_segments(rng, number, draws if is_bootstrap else 1000).astype(int)
    drawn = np.array([[np.repeat(each, count).mean() for each in cells] for count in counts]).round(12)
    keeps = draw_swaps(rng, number, 0 if is_bootstrap else draws)
    whole, found = cells.mean(axis=1).round(12), {}
    for one, other in combinations(range(len(cells)), 2):
        gaps, difference = drawn[:, one] - drawn[:, other], whole[one] - whole[other]
        size = np.abs(gaps) - np.abs(gaps).mean()
        if not is_bootstrap:
            mixed = [
                (np.where(keep, *cells[[one, other]]), np.where(keep, *cells[[other, one]])) for keep in keeps
            ]
            size = np.abs([mine.mean() - theirs.mean() for mine, theirs in mixed])
        p = ((size >= abs(difference) - 1e-9).sum() + 1) / (draws + 1)
        cut = int(len(gaps) * 0.05 + 1e-9)
        ends = np.sort(gaps)[[cut, len(gaps) - cut - 1]]
        found[one, other] = (whole[one], difference, *ends, p, (gaps > 1e-12).mean())
    return number, found


@pytest.mark.parametrize("method", ["bootstrap", "randomisation"])
def test_an_uneven_study_is_tested_as_by_hand(tmp_path, method):
    """Two tasks of other systems; some outputs and a whole system without judgments; averages that tie."""
    asked = {"draws": 60, "method": method, "confidence": 0.9, "correction": "bonferroni", "level": 0.4}
    study = 'seed = 3\nmetrics = ["rouge-1", "length"]\n[data]\nname = "mine"\n'
    e = ask(write_study(tmp_path, judgments=tied_and_gappy()), study)
    result = e.compare_systems(**asked)
    frame = result.frame.set_index(["task", "metric", "component", "system", "against"]).sort_index()
    sides = {(row.task.data.name, *row.label[:2]): (row.task, row.segments) for row in e.rows}
    for row in e.rows:
        for judged in row.task.judged:
            sides[row.task.data.name, "judgments", judged.criterion] = (row.task, judged.segments)
    seen = 0
    for (task, *side), (judged_task, cells) in sides.items():
        there = np.flatnonzero(~np.isnan(cells).all(axis=1))
        names = [judged_task.data.systems[at] for at in there]
        number, expected = by_hand(cells[there], 60, method, 3, task)
        for (one, other), values in expected.items():
            row = frame.loc[(task, *side, names[one], names[other])]
            score, difference, low, high, p, wins = values
            lower = side[1] == "errors"
            assert row["direction"] == ("lower" if lower else "higher")
            if lower:
                score, difference, low, high = -score, -difference, -high, -low
            columns = ["score", "difference", "low", "high", "p", "wins"]
            assert row[columns].tolist() == pytest.approx([score, difference, low, high, p, wins], abs=1e-9)
            adjusted = min(1.0, row["p"] * len(expected))
            shown = ("better" if values[1] > 0 else "worse") if adjusted <= 0.4 else ""
            assert row["p_adjusted"] == pytest.approx(adjusted)
            assert row["verdict"] == (shown or "no difference shown")
            assert row["n_segments"] == number
            seen += 1
    assert seen == len(frame)
    people = result.frame[result.frame["metric"] == "judgments"]
    for task, metric in {key[:2] for key in sides if key[1] != "judgments"}:
        mine = frame.loc[task, metric].droplevel(0)
        told = mine[mine["verdict"] != "no difference shown"]
        theirs = people[people["task"] == task]
        opposite = {"better": "worse", "worse": "better"}
        # for each criterion alone, as one difference may be opposed under several
        opposed = []
        for name, part in theirs.groupby("component", sort=False):
            verdicts = {(each.system, each.against): each.verdict for each in part.itertuples()}
            number = sum(verdicts.get(pair) == opposite[each] for pair, each in told["verdict"].items())
            opposed.append(f"{number} ({name})")
        line = next(
            each for each in result.lines if f"({task})" in each and str(metric_label(metric)) in each
        )
        assert f"{len(told)} of {len(mine)} differences shown" in line
        assert line.endswith(f"; people show the opposite of {', '.join(opposed)}")

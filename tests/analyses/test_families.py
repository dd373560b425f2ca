"""Families of systems, from the experiment to its tables."""

from dataclasses import replace
from io import StringIO

import numpy as np
import pandas as pd
import pytest
from report.test_word_for_word import row as made
from scipy import stats
from small_study import ask, tied_and_gappy, write_study

import workbench
from workbench.analyses.families.families import IN_SOME_TASK, NO_COEFFICIENT, Families
from workbench.analyses.families.family_lines import describe_families
from workbench.analyses.families.section import FamiliesSpec
from workbench.errors import SpecError
from workbench.schema import FAMILIES, FAMILY_TESTS

PLAIN = {"coefficients": ["pearson", "kendall"], "interval": "none"}


@pytest.fixture(scope="module")
def experiment():
    parts = [workbench.simulate(topics=4, systems=9, references=1, seed=seed).evalset for seed in (1, 2)]

    def joined(name):
        frames = [getattr(part, name).assign(task=f"t{at}") for at, part in enumerate(parts)]
        return pd.concat(frames, ignore_index=True)

    whole = replace(parts[0], **{name: joined(name) for name in ("outputs", "references", "judgments")})
    return workbench.Experiment(whole, ["rouge-1", "length"], correlation=PLAIN, test={"against": "length"})


OF = {"S0[1-4]": "one", "S05": "two", "S06": "two", "S07": "three", "S08": "three"}


@pytest.fixture(scope="module")
def result(experiment):
    return experiment.families(of=OF, draws=50)


def test_a_task_is_resampled_by_its_families(experiment, result):
    frame = result.frame
    assert set(frame["task"]) == {"t0", "t1", ""}
    assert frame.loc[frame["task"] != "", "n_systems"].unique().tolist() == [9]
    assert frame["n_families"].unique().tolist() == [4]
    assert frame["largest"].tolist() == [4 if task else 8 for task in frame["task"]]
    row = frame[(frame["task"] == "t0") & (frame["metric"] == "rouge-1")].iloc[0]
    mine = next(
        each for each in experiment.rows if each.label[0] == "rouge-1" and each.task.data.name == "t0"
    )
    x, z = mine.systems, np.nanmean(mine.task.judged[0].segments, axis=1)
    without = [
        np.arctanh(np.corrcoef(np.delete(x, each), np.delete(z, each))[0, 1])
        for each in ([0, 1, 2, 3], [4, 5], [6, 7], [8])
    ]
    r = np.corrcoef(x, z)[0, 1]
    half = max(stats.norm.ppf(0.975) / np.sqrt(6), stats.t.ppf(0.975, 3) * np.sqrt(3 * np.var(without)))
    assert row["value"] == pytest.approx(r)
    assert [row["low"], row["high"]] == pytest.approx(np.tanh(np.arctanh(r) + half * np.array([-1, 1])))
    assert row["drawn_low"] < row["value"] < row["drawn_high"]
    assert row["slope_low"] < row["slope"] < row["slope_high"]


def test_the_mean_over_tasks_has_families_of_all(experiment, result):
    frame = result.frame.set_index(["task", "metric", "coefficient"])["value"]
    mean = (frame["t0"] + frame["t1"]) / 2
    assert frame[""].to_dict() == pytest.approx(mean.to_dict())
    tasks = experiment.families(of="task", draws=50).frame
    assert set(tasks["task"]) == {""}
    assert tasks["n_families"].unique().tolist() == [2]
    assert tasks["value"].tolist() == pytest.approx(frame[""].reindex(
        list(zip(tasks["metric"], tasks["coefficient"], strict=True))).tolist())  # fmt: skip


def test_few_families_are_said(result):
    assert result.frame["caution"].str.startswith("4 families are few").all()
    tests = result.frames["family_tests"]
    assert (tests["smallest_p"] == 2 / 2**4).all()
    assert (tests["p"] >= 2 / 2**4).all()
    assert (tests["draws"] == 16).all()
    assert (tests["against_metric"] == "length").all()
    assert "4 families allow no p below 0.12" in "\n".join(result.lines)
    assert "4 families are few" in result.lines[-1]


def test_systems_by_themselves_are_the_other_interval(experiment):
    """With a family for each system but two, both intervals are nearly the same."""
    frame = experiment.families(of={"S01": "a", "S02": "a"}, draws=0, swaps=0).frame
    row = frame[(frame["task"] == "t0") & (frame["coefficient"] == "pearson")].iloc[0]
    assert row["n_families"] == 8
    apart = experiment.replace(correlation={**PLAIN, "interval": "fisher-jackknife"}).records
    mine = apart[(apart["task"] == "t0") & (apart["metric"] == row["metric"])].iloc[0]
    assert [row["apart_low"], row["apart_high"]] == pytest.approx([mine["low"], mine["high"]])
    assert np.isnan(row["drawn_low"])


def test_a_pattern_names_families(experiment):
    for pattern, number in ((r"(S0)[1-4]", 6), (r"S0[12]?", 3)):
        families = {FamiliesSpec(pattern=pattern).family(each) for each in experiment.data.systems("t0")}
        assert len(families) == number
    frame = experiment.families(pattern=r"(S0)[1-4]", draws=0, swaps=0).frame
    assert (frame["n_families"] == 6).all()


def test_alternatives_of_a_pattern_are_families_of_their_own():
    """The second and the third of three groups, of which one alone takes part, were one family, None."""
    asked = FamiliesSpec(pattern="^(Team-A)|^(Team-B)|^(?:Old)?(Team-C)|^([a-z]*)")
    systems = ["Team-A1", "Team-B1", "Team-C1", "OldTeam-C2", "x1", "x2", "1", "2"]
    families = [asked.family(each) for each in systems]
    assert [family for family, _ in families[:6]] == ["Team-A", "Team-B", "Team-C", "Team-C", "x", "x"]
    assert families[6:] == [("", "1"), ("", "2")]


def test_a_system_by_itself_is_not_in_the_family_that_is_called_as_it(experiment):
    frame = experiment.families(of={"S01": "S09", "S02": "S09"}, draws=0, swaps=0).frame
    assert (frame[frame["task"] == "t0"]["n_families"] == 8).all()


TABLE = "system,team,kind\nS01,one,a\nS02,one,b\nS03,one,a\nS04,one,\nS05,two,a\nS06,two,a\nS99,two,c\n"
TOLD = """
metrics = ["rouge-1"]
data = { name = "simulated-news" }
[families]
table = "teams/systems.csv"
column = "team"
draws = 20
swaps = 0
"""


def test_a_table_says_families_in_a_file_and_in_python(experiment, tmp_path, monkeypatch):
    """As the mapping does, whatever other systems it knows; what is asked holds them, and no path."""
    (tmp_path / "teams").mkdir()
    (tmp_path / "teams" / "systems.csv").write_text(TABLE)
    table, asked = pd.read_csv(tmp_path / "teams" / "systems.csv"), {"draws": 20, "swaps": 0}
    mapping = {**dict.fromkeys(("S01", "S02", "S03", "S04"), "one"), "S05": "two", "S06": "two"}
    by_hand = experiment.families(of=mapping, **asked).frame
    pd.testing.assert_frame_equal(experiment.families(table=table, column="team", **asked).frame, by_hand)
    named = experiment.families(table=str(tmp_path / "teams" / "systems.csv"), column="team", **asked)
    pd.testing.assert_frame_equal(named.frame, by_hand)
    # without a column the families are those of the column family, and an empty cell is none
    renamed = table.rename(columns={"kind": "family"})
    kinds = {"S01": "a", "S02": "b", "S03": "a", "S05": "a", "S06": "a"}
    found = experiment.families(table=renamed, **asked).frame
    pd.testing.assert_frame_equal(found, experiment.families(of=kinds, **asked).frame)
    (tmp_path / "told.toml").write_text(TOLD)
    monkeypatch.chdir(tmp_path / "teams")
    told = workbench.read(tmp_path / "told.toml")
    settings = told.spec.section("families")
    assert {name: settings.family(name) for name in ("S04", "S06", "S07")} == {
        "S04": ("one", ""),
        "S06": ("two", ""),
        "S07": ("", "S07"),
    }
    assert "systems.csv" not in told.to_toml()
    (tmp_path / "again.toml").write_text(told.to_toml())
    (tmp_path / "teams" / "systems.csv").unlink()
    assert workbench.read(tmp_path / "again.toml").spec.section("families") == settings


@pytest.mark.parametrize(
    ("table", "asked", "message"),
    [
        ("system,team\nS01,x\n", {}, "families: table: table: there is no column 'family' among system,"),
        ("system,team\nS01,x\n", {"column": "taem"}, "Did you mean 'team'"),
        ("name,team\nS01,x\n", {"column": "team"}, "there is no column 'system'"),
        ("system,team\nS01,x\nS01,y\n", {"column": "team"}, "table:2: system 'S01' is of 'y', and of 'x'"),
        ("system,team\nS01,\n", {"column": "team"}, "no system has a team"),
        ("system,team\nQ1,x\nQ2,x\n", {"column": "team"}, "every system is a family of its own"),
        ("system,team\nS01,x\n", {"column": "team", "of": {"S02": "x"}}, "by a table or by of or pattern"),
    ],
)  # fmt: skip
def test_tables_that_say_no_families_are_refused(experiment, table, asked, message):
    with pytest.raises(SpecError) as caught:
        experiment.families(table=pd.read_csv(StringIO(table)), **asked)
    assert message in str(caught.value)
    with pytest.raises(SpecError, match=r"families: table: .*nowhere.csv: there is no such file"):
        experiment.families(table="nowhere.csv")
    for other in ({"of": {"S01": "x"}}, {"pattern": "S0"}):
        with pytest.raises(SpecError, match="said by a table or by of or pattern, not by both"):
            experiment.families(table=pd.read_csv(StringIO(table)), column="team", **other)
    with pytest.raises(SpecError, match="column: of which table"):
        experiment.families(column="team")


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"of": {"S99": "a"}}, "families.of: no such system: got 'S99'"),
        ({"of": {"S01": "a"}}, "every system is a family of its own"),
        ({}, "families: nothing says which systems belong together"),
        ({"of": {"S01": "a"}, "pattern": "S"}, "families are said by of or by pattern, not by both"),
        ({"pattern": "("}, "pattern: is no regular expression"),
    ],
)
def test_families_that_are_none_are_refused(experiment, asked, message):
    with pytest.raises(SpecError) as caught:
        experiment.families(**asked)
    assert message in str(caught.value)


def test_one_family_has_a_reason(experiment):
    result = experiment.families(of={"*": "all"}, draws=5)
    frame = result.frame
    assert frame["low"].isna().all()
    assert frame["reason"].str.startswith("fewer than two families").all()
    # all draws of it are the same, which is no interval
    assert frame[["drawn_low", "drawn_high"]].isna().all(axis=None)
    assert (frame["caution"] == "all systems are one family, and nothing is drawn or swapped").all()
    assert "systems in 1 family" in result.lines[0]


UNEVEN = """
metrics = ["rouge-1", "rouge-2"]
[data]
name = "mine"
[correlation]
coefficients = ["pearson", "spearman", "kendall"]
missing = "{missing}"
interval = "none"
"""


@pytest.mark.parametrize("missing", ["pairwise", "all"])
def test_coefficients_of_uneven_tasks_are_those_of_the_table_and_their_mean(tmp_path, missing):
    """A task of 3 judged systems counts, a system without judgments does not, and equal averages tie."""
    judged = tied_and_gappy()
    e = ask(write_study(tmp_path, judgments=judged), UNEVEN.format(missing=missing))
    place = ["task", "criterion", "metric", "coefficient"]
    table = e.records.set_index(place)
    frame = e.families(of={"A": "one", "B": "one", "C": "two", "D": "two"}, draws=9, swaps=20).frame
    frame = frame.set_index(place)
    assert len(frame) == 3 / 2 * len(table)
    assert frame["n_systems"].groupby("task").first().to_dict() == {"": 8, "t": 5, "u": 3}
    assert frame["n_families"].groupby("task").first().to_dict() == {"": 4, "t": 3, "u": 2}
    for (task, *others), row in table.iterrows():
        assert frame["value"][task, *others] == pytest.approx(row["value"], abs=1e-12, nan_ok=True)
        mean = np.nanmean([table["value"][each, *others] for each in ("t", "u")])
        assert frame["value"]["", *others] == pytest.approx(mean, abs=1e-12)
    # by hand, with ties as they are on paper
    means = judged.groupby(["task", "criterion", "system"])["score"].mean().round(9)
    for row in e.rows:
        z = means[row.task.data.name, "coverage"]
        x = dict(zip(row.task.data.systems, row.systems.round(9), strict=True))
        tau = stats.kendalltau([x[system] for system in z.index], z).statistic
        found = frame["value"][row.task.data.name, "coverage", row.label[0], "kendall"]
        assert found == pytest.approx(tau, nan_ok=True)
        assert z.duplicated().sum() == 1


def test_a_mean_over_fewer_tasks_says_so_and_is_no_rival(experiment):
    """A metric that is constant in t1 has its coefficient, systems and families of t0 alone."""
    rng = np.random.default_rng(0)
    data = experiment.data
    outputs = data.outputs[["task", "segment", "system"]].itertuples(index=False, name=None)
    scores = {"half": {at: rng.normal() if at[0] == "t0" else 1.0 for at in outputs}}
    e = workbench.Experiment(data, ["rouge-1", "half"], scores=scores, correlation=PLAIN)
    result = e.families(of=OF, draws=20, swaps=20)
    frame = result.frame[result.frame["metric"] == "half"].set_index(["task", "coefficient"])
    for name in PLAIN["coefficients"]:
        alone, mean = frame.loc["t0", name], frame.loc["", name]
        beside = ["value", "low", "high", "apart_low", "n_systems", "n_families", "largest", "slope"]
        pd.testing.assert_series_equal(alone[beside], mean[beside], check_names=False)
        assert frame.loc["t1", name]["reason"] == "no coefficient"
    tests = result.frames["family_tests"].set_index(["task", "coefficient"])
    assert tests.loc["t0", "p"].notna().all()
    assert tests.loc[["t1", ""], ["difference", "p", "p_apart"]].isna().all(axis=None)
    assert set(tests.loc["t1", "reason"]) == {NO_COEFFICIENT}
    assert set(tests.loc["", "reason"]) == {IN_SOME_TASK}


def test_a_line_says_what_families_allow_only_where_that_is_more_than_the_level():
    place = {"task": "t", "criterion": "c", "coefficient": "pearson"}
    families = FAMILIES.build([
        made(FAMILIES, **place, metric=name, n_systems=size, n_families=size - 5, low=0.0, high=width,
            apart_low=0.25, apart_high=0.75, caution=caution)
        for name, size, width, caution in (("a", 8, 0.5, "few"), ("b", 9, 1.0, "few"), ("d", 9, 1.0, ""))
    ])  # fmt: skip
    wider = (
        "c (t, pearson): 8 to 9 systems in 3 to 4 families; intervals over families are 2.00 times as wide "
        "as those"
    )
    allowed = (
        (0.05, 4, ""),
        (0.0625, 4, ": 4 families allow no p below 0.062"),
        (1.0, 1, ": 1 family allows no p below 1"),
    )
    for smallest, number, said in allowed:
        tests = FAMILY_TESTS.build([
            made(FAMILY_TESTS, **{**place, "criterion": criterion}, p=p, p_apart=apart, smallest_p=smallest,
                n_families=number)
            for criterion, p, apart in (
                ("c", 0.05, 0.01), ("c", 0.06, 0.05), ("c", 0.2, 0.051), ("c", np.nan, np.nan),
                ("other", 0.01, 0.01),
            )
        ])  # fmt: skip
        assert list(describe_families(families, tests)) == [
            f"{wider} over systems (median); 1 of 3 pairs of metrics differ at .05 when families are swapped"
            f", 2 when systems are{said}",
            "Caution: few",
        ]


def test_without_swaps_nothing_is_tested(experiment):
    e = experiment.replace(correlation={"coefficients": ["pearson"]})
    nothing = e.families(of=OF, draws=0, swaps=0)
    assert nothing.frames["family_tests"].empty
    assert not any("of metrics differ" in line for line in nothing.lines)


def test_one_test_of_families_is_enough_to_be_told_of(result):
    tests = result.frames["family_tests"]
    some = tests.assign(p=[0.5] + [np.nan] * (len(tests) - 1))
    said = {}
    for name, frame in (("some", some), ("none", tests.assign(p=np.nan))):
        changed = replace(result, frames={**result.frames, "family_tests": frame})
        said[name] = Families().describe_methods(changed)[1:]
    assert len(tests) > 1
    assert said == {"some": ["Differences were tested by swapping the scores of whole families."], "none": []}

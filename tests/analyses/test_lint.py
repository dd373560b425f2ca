"""The linter: one fixture and more for each rule, which trigger exactly that rule."""

import re

import asked
import numpy as np
import pandas as pd
import pytest
from report.test_word_for_word import record as made

import workbench
from workbench.analyses.lint.direction import all_metrics_negative, own_scores_negative
from workbench.analyses.lint.lint import brief, explain, lint, lint_table
from workbench.analyses.lint.rules import RULES, Firing, Subject, rule
from workbench.datasets.evalset import EvalSet
from workbench.errors import DataError, SpecError
from workbench.schema import COMPARISONS, RECORDS
from workbench.stats.coefficients.plain import COEFFICIENTS

CLEAN = {
    "metrics": ["rouge-1", "rouge-2"],
    "correlation": {
        "levels": ["system", "segment"],
        "coefficients": ["pearson", "kendall"],
        "interval": "bias-corrected",
        "resample": "both",
        "draws": 50,
    },
    "test": {"method": "williams1959", "correction": "holm"},
    "ceiling": {},
}


def simulated(topics=12, systems=8):
    return workbench.simulate(11, topics=topics, systems=systems, references=2).evalset


def with_judgments(data, change):
    """Return the data with another judgment of each output: change(system, old) of the mean over raters."""
    means = data.judgments.groupby(["task", "segment", "system", "criterion"], as_index=False)["score"].mean()
    means["score"] = [change(row.system, row.score) for row in means.itertuples()]
    return EvalSet.build(data.card, data.outputs, data.references, means.assign(rater="r"))


def experiment(data=None, comparisons=None, **changes):
    """Return what the linter sees of a small experiment; sections are merged with the clean ones."""
    content = {key: value for key, value in {**CLEAN, **changes}.items() if value is not None}
    for section in ("correlation", "test"):
        if section in changes and changes[section] is not None:
            content[section] = {**CLEAN[section], **changes[section]}
    made = workbench.Experiment(simulated() if data is None else data, **content)
    return Subject(made.plan, made.rows, made.records, comparisons)


def few_systems():
    """Return an experiment of eight systems with the interval that is recommended for twelve or more."""
    return experiment(correlation={"levels": ["system"], "interval": "recommended"})


def compared(*p):
    """Return a frame of comparisons with these p-values."""
    row = {c.name: "" if c.kind == "text" else 1.0 if c.kind == "real" else 1 for c in COMPARISONS.columns}
    return COMPARISONS.build([{**row, "p": each} for each in p])


def errors_elsewhere():
    data = simulated()
    rouge = workbench.Experiment(data, ["rouge-1"], correlation={"interval": "none"}).scores.frame
    errors = {
        (row.task, row.segment, row.system): -row.value for row in rouge.itertuples() if row.segment != "*"
    }
    return experiment(data, metrics=["errors", "rouge-1"], scores={"errors": errors})


def external(scores):
    """Return the experiment with a file of scores beside ROUGE: scores(outputs) gives their numbers."""
    data = simulated()
    keys = data.outputs[["task", "segment", "system"]].itertuples(index=False, name=None)
    table = dict(zip(keys, scores(len(data.outputs)), strict=True))
    return experiment(data, metrics=["from-a-file", "rouge-1"], scores={"from-a-file": table})


def constant_prints(value):
    @COEFFICIENTS("filled")
    def filled(x, y):
        return np.nan_to_num(COEFFICIENTS.get("pearson")(x, y), nan=value)

    try:
        data = simulated()
        same = EvalSet.build(
            data.card, data.outputs.assign(text="nothing else"), data.references, data.judgments
        )
        return lint(experiment(same, correlation={"levels": ["system"], "coefficients": ["filled"]}))
    finally:
        COEFFICIENTS.remove("filled")


def sometimes_constant():
    data = simulated()
    first = data.outputs["segment"] == data.outputs["segment"].iloc[0]
    texts = data.outputs["text"].where(~first, "nothing else")
    return experiment(
        EvalSet.build(data.card, data.outputs.assign(text=texts), data.references, data.judgments)
    )


def one_outlier():
    data = simulated()
    worst = data.judgments.groupby("system")["score"].mean().idxmin()
    return experiment(with_judgments(data, lambda system, old: 0.0 if system == worst else 0.8 + old / 10))


def some_outliers(number):
    """Return an experiment some of whose systems were judged to be far worse than the others."""
    data = simulated(topics=4, systems=12)
    worst = data.systems(data.tasks[0])[:number]
    return experiment(with_judgments(data, lambda system, old: 0.0 if system in worst else 0.8 + old / 10))


def judged_apart():
    """Return an experiment whose first system was judged on fewer segments than the others."""
    data = simulated()
    first = (data.judgments["system"] == data.systems(data.tasks[0])[0]).to_numpy()
    some = data.judgments["segment"].isin(data.segments(data.tasks[0])[:2])
    return experiment(EvalSet.build(data.card, data.outputs, data.references, data.judgments[~first | some]))


def noisy_ranks(direction=1):
    """Return an experiment whose judgments rank systems as the metric does, by a hair: most draws do not.

    A direction of -1 has them rank the other way round, so that draws lie above the value.
    """
    data = simulated(12, 8)
    own = asked.score_outputs(data, ["rouge-1"])
    order = own[own["segment"] == "*"].sort_values("value")["system"].astype(str).tolist()
    noise = np.random.default_rng(5).normal(size=(len(order), 12))
    noise -= noise.mean(axis=1, keepdims=True)
    rows = {system: iter(noise[place] + direction * 0.01 * place) for place, system in enumerate(order)}
    return experiment(
        with_judgments(data, lambda system, old: next(rows[system])),
        metrics=["rouge-1"],
        correlation={"interval": "percentile", "levels": ["system"], "coefficients": ["kendall"]},
    )


def table(*lines):
    """Return the lines of a table of results, the names of its columns first."""
    return list(lines)


def write(folder, lines):
    path = folder / "results.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


def found_in(fixture, folder):
    if isinstance(fixture, list):
        return lint_table(write(folder, fixture))
    made = fixture()
    return lint(made) if isinstance(made, Subject) else made


GALLEY = (
    "table 2,spearman,.260,.178,.337,252",
    "table 2,spearman,.343,.265,.416,252",
    "table 2,kendall,.232,.150,.312,252",
)
WILLIAMS = "test,alternative,value,value_other,value_between,n,p"
PARTS = "group,result,part,value,p,correction"
FIXTURES = [
    # what experiments ask for, and what their data show
    ("judged-on-different-segments", judged_apart),
    ("interval-exceptions", few_systems),
    ("interval-exceptions", lambda: experiment(simulated(topics=11))),
    (
        "human-ties-discordant",
        lambda: experiment(
            correlation={"levels": ["segment"], "coefficients": ["wmt(threshold=0, human_ties=true)"]}
        ),
    ),
    ("systems-fixed", lambda: experiment(correlation={"resample": "inputs"})),
    ("systems-fixed", lambda: experiment(test={"method": "permutation", "swap": "both-cell"})),
    (
        "systems-fixed",
        lambda: experiment(
            test={
                "method": "permutation",
                "swap": "inputs",
                "population": "all systems, all inputs",
                "override": True,
            }
        ),
    ),
    ("many-tests", lambda: experiment(comparisons=compared(0.04, 0.2), test={"correction": "none"})),
    ("p-zero", lambda: experiment(comparisons=compared(0.04, 0.0))),
    ("human-reliability-ignored", lambda: experiment(ceiling=None)),
    ("constant-groups-dropped", sometimes_constant),
    ("constant-groups-filled", lambda: constant_prints(0.0)),
    ("constant-groups-filled", lambda: constant_prints(1.0)),
    ("percentile-shift", noisy_ranks),
    ("outliers", one_outlier),
    (
        "all-metrics-negative",
        lambda: experiment(with_judgments(simulated(), lambda system, old: 1 - old), test=None),
    ),
    ("own-scores-negative", errors_elsewhere),
    (
        "rounded-before-ranks",
        lambda: external(lambda n: np.random.default_rng(3).uniform(size=n).round(1)),
    ),
    # tables of results of other programs
    ("human-ties-discordant", table("coefficient,value,ties", "kendall,.333,discordant")),
    ("systems-fixed", table("p,resampled,population", '.01,inputs,"all systems, all inputs"')),
    ("systems-fixed", table("value,low,high,resampled,interval", ".5,.4,.6,inputs,percentile")),
    ("many-tests", table("group,p,correction", "t1,.01,", "t1,.20,", "t2,.30,")),
    ("p-zero", table("test,p,draws", "permutation,0.000,1000")),
    ("human-reliability-ignored", table("value,reliability", ".5,.8", ".4,")),
    ("human-reliability-ignored", table("value,reliability", ".5,.8", ".4,  ")),
    ("constant-groups-dropped", table("value,n_used,n_parts", "1.0,1,2")),
    ("constant-groups-filled", table("value,undefined", "0.00,0", ".21,dropped")),
    ("percentile-shift", table("value,interval,shift", ".96,percentile,.871", ".8,percentile,.55")),
    ("outliers", table("value,value_without", ".921,.419")),
    ("rounded-before-ranks", table("coefficient,value,rounded", "kendall,.3,2", "pearson,.3,2")),
    (
        "absolute-r-in-test",
        table(WILLIAMS, "williams,greater,-.2858292,.1595094,.0265559,45,.2716978"),
    ),
    ("absolute-r-in-test", table(WILLIAMS, "williams,greater,-.286,.160,.027,45,.272")),
    ("williams-df", table(WILLIAMS, "williams,greater,.65,.55,.3,50,.209243")),
    ("williams-df", table("test,n,statistic,p,alternative", "williams,50,.8160782,.209243,greater")),
    ("williams-df", table("test,n,statistic,df,p", "williams1959,50,.816,48,.42")),
    ("interval-n", table("group,coefficient,value,low,high,n", *GALLEY)),
    (
        "p-averaged",
        table(
            PARTS,
            "t,BLEU,de-en,.5,.2010,holm",
            "t,BLEU,en-de,.3,.4080,holm",
            "t,BLEU,mean,.4,.3045,holm",
        ),
    ),
    (
        "p-filtered",
        table(
            PARTS,
            "t,R-1,doc1,.60,.01,holm",
            "t,R-1,doc2,.50,.05,holm",
            "t,R-1,doc3,-.10,.62,holm",
            "t,R-1,mean,.55,,holm",
        ),
    ),
    (
        "p-filtered",
        table(
            PARTS + ",n_parts",
            "t,R-1,doc1,.60,.01,holm,",
            "t,R-1,doc2,.50,.04,holm,",
            "t,R-1,mean,.55,,holm,100",
        ),
    ),
    ("r-rescaled", table("coefficient,value,n,p", "pearson,.50,12,1.0")),
    ("r-rescaled", table("coefficient,value,n,p", "pearson,.85,12,.0114")),
    ("r-rescaled", table("coefficient,value,n,p", "pearson,.00,4,.005")),
    ("r-rescaled", table("coefficient,value", "pearson+spearman+kendall,.61")),
    ("spa-order", table("result,coefficient,order,value", "M,spa,a b c,.165", "M,spa,c b a,.796")),
    ("spa-order", table("coefficient,value,ties", "spa,.875,1")),
    ("subsample-bootstrap", table("test,p,share", "bootstrap,.03,.8")),
    (
        "bootstrap-centre",
        table("test,p,centre,correction", "bootstrap,.03,abs(d),holm", "bootstrap,.03,d,holm"),
    ),
    ("bootstrap-centre", table("test,p,centre", "bootstrap,.03,2 x d")),
    ("early-stopping", table("test,p,draws,planned", "permutation,.02,100,1000")),
]
# right as they are: the same columns with numbers that fit each other
SOUND = [
    table(WILLIAMS, "williams,greater,-.2858292,.1595094,.0265559,45,.9829333"),
    table(WILLIAMS, "williams,greater,.65,.55,.3,50,.209286"),
    table(WILLIAMS, "williams,greater,.65,.55,.3,50,.21"),
    # that of n - 2, but these correlations are too coarse for its four digits
    table(WILLIAMS, "williams,greater,.65,.55,.3,50,.2092"),
    table("test,n,p,alternative", "williams,50,.209243,greater"),
    table("coefficient,value,low,high,n", "phi,.48,.415,.546,252", "pearson,.48,.415,.546,0"),
    table("test,n,statistic,df,p", "williams,50,.816,47,.42"),
    # coarse numbers, which the right way gives as well
    table(WILLIAMS, "williams,two,-.02,.01,.00,20,.9"),
    table("test,n,statistic,p,alternative", "williams,50,.816,.21,greater"),
    table("test,n,statistic,p,alternative", "williams,10,.850000,.42,two"),
    table(PARTS, "t,B,1,.5,.2,holm", "t,B,2,.3,.4,holm", "t,B,mean,.4,.29,holm"),
    table(PARTS, "t,B,1,.40,.01,holm", "t,B,2,.40,.30,holm", "t,B,mean,.40,.04,holm"),
    table("coefficient,value,n,p", "pearson,.9,3,.3"),
    table("group,coefficient,value,low,high,n", *(line.replace(",252", ",528") for line in GALLEY)),
    table("coefficient,value,low,high,n,interval", "pearson,.26,.178,.337,252,percentile"),
    table(PARTS, "t,B,1,.5,.20,holm", "t,B,2,.3,.40,holm", "t,B,mean,.4,.27,holm"),
    table(PARTS, "t,B,1,.6,.01,holm", "t,B,2,.3,.3,holm", "t,B,mean,.45,.04,holm"),
    table("coefficient,value,n,p", "pearson,.70,12,.0114", "kendall,.5,12,.03")[:2],
    table("result,coefficient,order,value,ties", "M,spa,a b,.5,half", "M,spa,b a,.5,half", "N,spa,a b,.6,"),
    table("test,p,draws,planned,share,centre", "bootstrap,.001,1000,1000,1,d"),
    table("value,resampled,population", '.5,inputs,"these systems, all inputs"', ".5,both,"),
    table("value,value_without,reliability,rounded", ".92,.90,.8,"),
    # exactly .1, whatever floating point makes of it
    table("value,value_without", ".4,.3", ".3,.2", "1.0,.9", ".3,.4"),
]


def test_every_rule_has_a_fixture():
    assert len(list(RULES)) == 24
    assert {name for name, _ in FIXTURES} == set(RULES), "each rule needs a fixture"


def test_human_ties_that_are_left_out_are_no_finding():
    names = ["wmt(threshold=0)", "wmt(threshold=0, human_ties=false)", "wmt(threshold=0.1, human_ties=true)"]
    found = lint(experiment(correlation={"levels": ["segment"], "coefficients": names}))
    assert "human-ties-discordant" not in {each.rule for each in found}


def test_the_worst_loss_of_segments_is_told():
    """Outputs of one word have no bigrams: ROUGE-2 has no coefficient where ROUGE-1 has one."""
    data = simulated()
    segment, other = data.segments(data.tasks[0])[:2]
    of_one = data.references.loc[data.references["segment"] == segment, "text"].iloc[0].split()[0]
    words = [of_one if place % 2 else "elsewhere" for place in range(len(data.outputs))]
    texts = data.outputs["text"].where(data.outputs["segment"] != segment, words)
    texts = texts.where(data.outputs["segment"] != other, "nothing else")
    short = EvalSet.build(data.card, data.outputs.assign(text=texts), data.references, data.judgments)
    found = {each.rule: each.what for each in lint(experiment(short))}
    assert re.search(r"^2 cells .*; rouge-2 .* without 2 of 12$", found["constant-groups-dropped"])


def test_a_population_that_is_not_stated_is_called_so(tmp_path):
    found = lint_table(
        write(tmp_path, table("value,resampled,population", ".5,inputs,", ".5,inputs,all systems"))
    )
    assert [each.what.rpartition(" is ")[2] for each in found] == ["not stated", "all systems"]


@pytest.mark.parametrize(
    ("raters", "known"),
    [("ab", "2 raters judged"), ("a", "the data have one rater's judgments")],
)
def test_how_many_judged_is_told_where_no_ceiling_is_asked_for(raters, known):
    data = simulated(topics=3)
    rows = data.judgments.drop_duplicates(["segment", "system"])
    each = [rows.assign(rater=name, score=rows["score"] + at) for at, name in enumerate(raters)]
    judged = EvalSet.build(data.card, data.outputs, data.references, pd.concat(each))
    found = {each.rule: each.what for each in lint(experiment(judged, ceiling=None))}
    assert found["human-reliability-ignored"] == f"{known}, and no row says how well judgments agree"


def test_one_test_needs_no_correction_and_of_more_their_number_is_told():
    """Of the metrics that stand against the best, or of the p-values that there are."""
    uncorrected = {"test": {**CLEAN["test"], "correction": "none"}}
    told = {}
    for metrics in (["rouge-1", "rouge-2"], ["rouge-1", "rouge-2", "length"]):
        made = workbench.Experiment(simulated(topics=2, systems=4), metrics, **uncorrected)
        for p in (None, [0.2], [0.2, np.nan], [0.2, 0.3, 0.4]):
            subject = Subject(made.plan, made.rows, comparisons=None if p is None else compared(*p))
            found = RULES.get("many-tests").apply(subject)
            told[len(metrics), str(p)] = [(each.where, each.what) for each in found]
    where = "test.correction"
    assert told == {
        (2, "None"): [], (2, "[0.2]"): [], (2, "[0.2, nan]"): [],
        (2, "[0.2, 0.3, 0.4]"): [(where, "3 tests, not corrected")],
        (3, "None"): [(where, "2 tests, not corrected")], (3, "[0.2]"): [], (3, "[0.2, nan]"): [],
        (3, "[0.2, 0.3, 0.4]"): [(where, "3 tests, not corrected")],
    }  # fmt: skip
    found = RULES.get("p-zero").apply(Subject(comparisons=compared(0.2, 0.0)))
    assert [(each.where, each.what) for each in found] == [("comparisons[1]", "p = 0")]


def test_pairs_of_systems_that_rounding_ties_are_counted():
    """On each of twelve segments, of eight systems: five with the same score, a pair, and one alone."""
    tied = external(lambda n: [[0.1, 0.1, 0.1, 0.1, 0.1, 0.4, 0.4, 0.7][at % 8] for at in range(n)])
    apart = external(lambda n: [at % 8 / 10 for at in range(n)])
    for subject, said in ((tied, ["1 decimal ties 132 pairs of systems"]), (apart, [])):
        found = [each.what for each in lint(subject) if each.rule == "rounded-before-ranks"]
        assert [each for each in found if "pair" in each][-1:] == said, found
    same = external(lambda n: [0.5] * n)
    assert "rounded-before-ranks" not in {each.rule for each in lint(same)}


def test_ties_are_counted_among_what_a_level_ranks():
    """Eight systems on twelve segments: two are always equal, and no system has a score twice."""
    scores = [[0.1, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7][at % 8] + at // 8 for at in range(96)]
    levels = ["segment", "within-system", "global"]
    data = simulated()
    keys = data.outputs.sort_values(["segment", "system"])[["task", "segment", "system"]]
    table = dict(zip(keys.itertuples(index=False, name=None), scores, strict=True))
    asked = {"correlation": {"levels": levels, "coefficients": ["kendall"], "interval": "none"}}
    subject = experiment(data, metrics=["from-a-file"], scores={"from-a-file": table}, **asked)
    found = {each.where: each.what for each in lint(subject) if each.rule == "rounded-before-ranks"}
    assert found == {
        "news, from-a-file, segment level": "1 decimal ties 12 pairs of systems",
        "news, from-a-file, global level": "1 decimal ties 12 pairs of outputs",
    }


def test_ties_of_what_nobody_judged_are_none():
    """On coverage the last segment was not judged; with it the first two systems have the same mean."""
    scores = {"M1": [0.1, 0.3], "M2": [0.2, 0.2], "M3": [0.5, 0.5], "M4": [0.6, 0.5]}
    keys = [("t", f"s{at}", system) for at in range(2) for system in scores]
    names = ["task", "segment", "system"]
    outputs = pd.DataFrame(keys, columns=names).assign(text="a b")
    references = pd.DataFrame({"task": "t", "segment": ["s0", "s1"], "reference": "r", "text": "a"})
    ratings = pd.concat(
        outputs[[*names]].assign(criterion=criterion, rater="x", score=range(8))
        for criterion in ("coverage", "fluency")
    )
    judged = ratings[~((ratings["criterion"] == "coverage") & (ratings["segment"] == "s1"))]
    card = simulated().card
    both = dict.fromkeys(("coverage", "fluency"), card.criteria["coverage"])
    data = EvalSet.build(card.model_copy(update={"criteria": both}), outputs, references, judged)
    table = {(task, name, system): scores[system][int(name[1:])] for task, name, system in keys}
    asked = {
        "correlation": {"levels": ["system", "segment"], "coefficients": ["kendall"], "interval": "none"}
    }
    subject = experiment(data, metrics=["from-a-file"], scores={"from-a-file": table}, **asked)
    found = {each.where: each.what for each in lint(subject) if each.rule == "rounded-before-ranks"}
    assert found == {
        "t, from-a-file, system level, fluency": "2 decimals tie 1 pair of systems",
        "t, from-a-file, segment level, fluency": "1 decimal ties 1 pair of systems",
    }


def test_a_1_that_was_measured_is_no_filled_one_beside_a_criterion_that_has_none():
    """One criterion ranks the systems as the metric does, the other one ties all of them."""
    keys = [("t", f"s{at}", f"M{of}") for at in range(2) for of in range(4)]
    outputs = pd.DataFrame(keys, columns=["task", "segment", "system"]).assign(text="a b")
    references = pd.DataFrame({"task": "t", "segment": ["s0", "s1"], "reference": "r", "text": "a"})
    order = {system: float(system[1:]) for system in outputs["system"]}
    judgments = pd.concat(
        outputs[["task", "segment", "system"]].assign(criterion=name, rater="x", score=scores)
        for name, scores in (("coverage", outputs["system"].map(order)), ("fluency", 3.0))
    )
    card = simulated().card
    both = dict.fromkeys(("coverage", "fluency"), card.criteria["coverage"])
    data = EvalSet.build(card.model_copy(update={"criteria": both}), outputs, references, judgments)
    asked = {"correlation": {"levels": ["system"], "coefficients": ["spearman"], "interval": "none"}}
    table = {key: order[key[2]] for key in keys}
    subject = experiment(data, metrics=["from-a-file"], scores={"from-a-file": table}, **asked)
    assert subject.records["value"].dropna().tolist() == [1.0]
    assert RULES.get("constant-groups-filled").apply(subject) == []


def test_draws_above_a_value_are_told_as_those_below_it():
    found = {each.rule: str(each) for each in lint(noisy_ranks(-1))}
    assert re.search(r"0\.0\d of the draws of rouge-1 .* lie below the value", found["percentile-shift"])


@pytest.mark.parametrize(("name", "fixture"), FIXTURES, ids=[f"{n}-{i}" for i, (n, _) in enumerate(FIXTURES)])
def test_a_fixture_triggers_exactly_its_rule(name, fixture, tmp_path):
    findings = found_in(fixture, tmp_path)
    assert {finding.rule for finding in findings} == {name}, explain(findings)
    for finding in findings:
        assert all(finding), finding


@pytest.mark.parametrize(
    "lines", [each for _, each in FIXTURES if isinstance(each, list) and '"' not in "".join(each)]
)
def test_blanks_and_capitals_in_cells_change_no_finding(lines, tmp_path):
    (tmp_path / "padded").mkdir()
    padded = [",".join(f" {cell.upper()}  " for cell in line.split(",")) for line in lines[1:]]
    found, expected = (
        [(each.rule, each.what.lower()) for each in lint_table(write(folder, [lines[0], *rows]))]
        for folder, rows in ((tmp_path / "padded", padded), (tmp_path, lines[1:]))
    )
    assert found == expected


@pytest.mark.parametrize(("number", "more"), [(3, ""), (4, " and 1 more")])
def test_of_many_outliers_three_are_named_and_the_others_counted(number, more):
    [found] = [each.what for each in lint(some_outliers(number)) if each.rule == "outliers"]
    assert found.startswith(f"without S01, S02, S03{more}: rouge-")


def test_a_clean_experiment_has_no_findings():
    assert lint(experiment(comparisons=compared(0.04, 0.2))) == []


@pytest.mark.parametrize("lines", SOUND, ids=[str(number) for number in range(len(SOUND))])
def test_sound_results_have_no_findings(lines, tmp_path):
    assert lint_table(write(tmp_path, lines)) == []


def test_a_section_that_answers_a_pitfall_silences_its_rule():
    subject = one_outlier()
    assert {each.rule for each in lint(subject)} == {"outliers"}
    assert lint(experiment(subject.plan.evalset, robustness={})) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"correlation": {"resample": "inputs", "population": "these systems, all inputs"}},
        {"test": {"method": "permutation", "swap": "inputs", "population": "these systems, all inputs"}},
        # a ratio of pair counts is 0 for constant scores, and nobody filled it in
        {
            "metrics": ["rouge-1", "constant"],
            "correlation": {"levels": ["system"], "coefficients": ["acc-eq", "tau-14", "kendall-a"]},
        },
        # of blocks there is no ceiling that could be asked for
        {
            "unit": {"size": 3, "assignments": 5},
            "correlation": {"levels": ["block"], "coefficients": ["kendall"], "resample": "both"},
            "test": None,
            "ceiling": None,
        },
    ],
)
def test_what_is_meant_or_has_no_other_way_is_not_told(changes):
    assert lint(experiment(**changes)) == []


def test_galley_2015_is_audited(tmp_path):
    (finding,) = lint_table(write(tmp_path, table("group,coefficient,value,low,high,n", *GALLEY)))
    assert finding.where.endswith("results.csv:2")
    assert "the stated n = 252 fits 0 of 3" in finding.what
    assert "(fisher)" in finding.what


def test_a_rule_of_ones_own_is_applied():
    @rule("few-systems", effect="wide intervals", size="a width of .69 with 7", remedy="judge more")
    def few_systems(subject):
        for record in subject.records.itertuples():
            if record.level == "system" and record.n_systems < 10:
                yield Firing(record.metric, f"rests on {record.n_systems} systems")

    try:
        findings = lint(
            experiment(ceiling=None, correlation={"levels": ["system"], "coefficients": ["pearson"]})
        )
        lines = brief(findings)
    finally:
        RULES.remove("few-systems")
    assert [(each.where, each.what) for each in findings if each.rule == "few-systems"] == [
        ("rouge-1", "rests on 8 systems"),
        ("rouge-2", "rests on 8 systems"),
    ]
    assert lines[-4:] == [
        "lint: few-systems",
        "  wide intervals.",
        "  rouge-1: rests on 8 systems (and 1 more)",
        "  remedy: judge more",
    ]


@pytest.mark.parametrize(
    ("lines", "error", "part"),
    [
        (["vale,p", ".5,.1"], SpecError, "unknown column 'vale'. Did you mean 'value'"),
        (["value,p", ".5,<.05"], DataError, "results.csv:2: p is not a number"),
        (["value,p"], DataError, "no rows"),
    ],
)
def test_a_table_that_cannot_be_read_is_refused(lines, error, part, tmp_path):
    with pytest.raises(error) as caught:
        lint_table(write(tmp_path, lines))
    assert part in str(caught.value)


def test_negative_coefficients_are_doubted_where_one_is_clear_and_none_is_positive():
    """Clear is an interval below 0, or a coefficient of -.5 or less; floors and judges do not count."""

    def fires(*cells):
        rows = [
            made(metric, criterion="c", value=value, high=high, role=role, direction="higher")
            for metric, value, high, role in cells
        ]
        return [each.what for each in all_metrics_negative(Subject(records=RECORDS.build(rows)))]

    weak = ("rouge-1", -0.25, 0.5, "")
    assert not fires(weak, ("rouge-2", -0.49, np.nan, ""))
    assert not fires(weak, ("rouge-2", -0.49, 0.0, ""))
    assert not fires(("rouge-1", 0.01, 0.5, ""), ("rouge-2", -0.9, -0.5, ""))
    assert not fires(weak, ("length", -0.9, -0.5, ""), ("judges", -0.9, -0.5, "leave one out"))
    doubt = "all 2 metrics are negative at system level, rouge-2 has pearson {} and higher counts as better"
    for value, high, said in ((-0.5, np.nan, "-0.50,"), (-0.3, -0.01, "-0.30,")):
        assert fires(weak, ("rouge-2", value, high, "")) == [f"{doubt.format(said)}: is that right?"]
    alone = "the metric is negative at system level, rouge-1 has pearson -0.50, and higher counts as better"
    for others in ((), (("length", 0.9, 1.0, ""),), (("rouge-2", np.nan, np.nan, ""),)):
        assert fires(("rouge-1", -0.5, 0.5, ""), *others) == [f"{alone}: is that right?"]


def test_scores_of_ones_own_are_doubted_where_they_alone_are_negative():
    def fires(*cells):
        rows = [
            made(metric, criterion="c", value=value, high=high, profile=profile)
            for metric, profile, value, high in cells
        ]
        return [each.where for each in own_scores_negative(Subject(records=RECORDS.build(rows)))]

    bleu, errors = ("bleu", "ibm", 0.4, 0.9), ("mine", "table", -0.5, np.nan)
    assert fires(bleu, errors) == ["mine"]
    assert fires(bleu, ("mine", "function", -0.2, -0.1)) == ["mine"]
    assert not fires(bleu, ("mine", "table", -0.49, 0.0))  # not clear
    assert not fires(bleu, errors, ("mine", "table", 0.01, 0.5))  # not everywhere
    assert not fires(bleu, ("ter", "snover2006", -0.9, -0.5))  # knows itself what is better
    assert not fires(("bleu", "ibm", -0.1, 0.2), errors)  # the judgments are in doubt
    assert not fires(("length", "own", 0.4, 0.9), errors)

"""The plan, the judgments and the facts of records of uneven data, against what their tables say."""

import tomllib

import asked
import numpy as np
import pandas as pd
import pytest
from made_up import CARD, REFERENCES, SEGMENTS, SYSTEMS, build, judgment, output, reference
from small_study import JUDGMENTS as RATED
from small_study import REFERENCES as TEXTS
from small_study import ask, write_study

import workbench
from workbench.datasets.card import DatasetCard
from workbench.datasets.evalset import EvalSet
from workbench.errors import ScoreError, SpecError
from workbench.experiment.chosen_rows import choose_name, choose_rows
from workbench.experiment.correlation import CorrelationSpec, UnitSpec
from workbench.experiment.judgments import find_ratings, lay_ratings
from workbench.experiment.units import find_pairs
from workbench.metrics.base import METRICS as ENTERED


def two_tasks(data):
    frames = (data.outputs, data.references, data.judgments)
    return EvalSet.build(data.card, *(pd.concat([frame, frame.assign(task="other")]) for frame in frames))


@pytest.fixture(scope="module")
def data():
    return workbench.simulate(topics=6, systems=4, references=4, raters=1).evalset


def test_samples_of_references_follow_seed_task_and_selection_and_not_their_name(data):
    def chosen(seed):
        settings = {"a": "sample(k=2)", "b": "sample(k=2)", "c": "sample(k=3)"}
        e = workbench.Experiment(two_tasks(data), ["rouge-1"], references=settings, seed=seed)
        return {place: layout.chosen.tolist() for place, layout in e.plan.layouts.items()}

    first = chosen(1)
    assert first["a", "news"] == first["b", "news"]
    assert first["a", "news"] != first["a", "other"]
    assert first == chosen(1)
    assert first["a", "news"] != chosen(2)["a", "news"]


def test_shuffled_weights_follow_seed_task_and_name(data):
    names = {name: {"select": "all", "weights": "shuffled"} for name in ("a", "b")}
    settings = [{"name": name, **given} for name, given in names.items()]
    rng = np.random.default_rng(0)
    rated = data.references.assign(weight=rng.uniform(-1, 1, len(data.references)))
    weighted = two_tasks(EvalSet.build(data.card, data.outputs, rated, data.judgments))

    def weights(seed):
        e = asked.experiment(weighted, ["delta-bleu", "bleu"], references=settings, seed=seed)
        # the numbers of a metric that does not weigh would be those of the same references
        assert {condition.metric.name.partition("(")[0] for condition in e.plan.conditions} == {"delta-bleu"}
        return {place: layout.weights.tolist() for place, layout in e.plan.layouts.items()}

    first = weights(1)
    assert first == weights(1)
    assert first["a", "news"] != first["b", "news"]
    assert first["a", "news"] != first["a", "other"]
    assert first["a", "news"] != weights(2)["a", "news"]
    assert sorted(first["a", "news"]) == sorted(first["b", "other"])


def test_a_metric_has_the_reference_settings_that_it_asks_for(data):
    metrics = [{"name": "rouge-1", "references": ["b"]}, "rouge-2"]
    e = asked.experiment(data, metrics, references={"a": "one", "b": "all"}, preprocess=["CASE", "STEM"])
    labels = [(row.label[0], *row.label[2:]) for row in e.rows]
    assert labels == [
        ("rouge-1", "CASE", "b"), ("rouge-1", "STEM", "b"), ("rouge-2", "CASE", "a"),
        ("rouge-2", "CASE", "b"), ("rouge-2", "STEM", "a"), ("rouge-2", "STEM", "b"),
    ]  # fmt: skip
    assert {row.label[1] for row in e.rows} == {"recall"}


def test_references_without_a_weight_cannot_be_chosen_by_it(data):
    some = data.references.assign(weight=[0.5] * (len(data.references) - 1) + [np.nan])
    rated = EvalSet.build(data.card, data.outputs, some, data.judgments)
    with pytest.raises(SpecError, match="the references of news have no weights"):
        _ = asked.experiment(rated, ["rouge-1"], references={"w": "weight(at_least=0.1)"}).plan


def test_every_task_whose_references_cannot_be_chosen_is_named_and_a_wrong_choice_once(data):
    frames = (data.outputs, data.references.assign(weight=np.nan), data.judgments)
    both = EvalSet.build(data.card, *(pd.concat([each, each.assign(task="other")]) for each in frames))
    references = {"w": "weight(at_least=0.1)", "9": "first(k=99)"}
    with pytest.raises(SpecError) as caught:
        _ = asked.experiment(both, ["rouge-1"], references=references).plan
    said = str(caught.value)
    assert said.count("have no weights") == 2
    assert "of other have no weights" in said
    assert said.count("references[1].select") == 1


def test_each_setting_that_asks_for_more_references_than_there_are_is_named(data):
    references = {"4": "first(k=4)", "9": "first(k=9)", "all": "all", "7": "first(k=7)"}
    with pytest.raises(SpecError) as caught:
        _ = asked.experiment(data, ["rouge-1"], references=references).plan
    most = data.references.groupby("segment").size().max()
    assert most == 4
    said = str(caught.value).splitlines()
    assert [line.partition(": got")[0] for line in said] == [
        f"experiment: references[{at}].select: asks for {k} references, and no segment has more than 4"
        for at, k in ((1, 9), (3, 7))
    ]


def test_of_references_an_output_has_those_that_its_system_did_not_write():
    """The last output has none."""
    places = [(segment, system) for segment in ("s1", "s2") for system in ("M1", "M2")]
    outputs, rated = (
        [row(segment=segment, system=system) for segment, system in places] for row in (output, judgment)
    )
    references = [reference(), reference(reference="r2"), reference(segment="s2", made_by="M2")]
    e = asked.experiment(
        build(outputs, references, rated), ["rouge-1"], references={"2": "first(k=2)"}, unscorable="drop"
    )
    [said] = [each for each in map(str, e.plan.oddities) if each.startswith("few-references")]
    assert ": 1 of 2 segments of t have fewer than 2 references" in said
    assert "segment 's2' has 1. Ask for 1" in said


def test_ratings_stand_where_systems_and_segments_are_and_are_averaged_over_the_group():
    """s10 comes after s2, and M10 after M2; three raters, of whom two patterns choose two."""
    card = CARD.replace('all = ["*"]', 'all = ["*"]\nsome = ["a*", "*d"]').replace("mine", "simulated-news")
    made = DatasetCard.model_validate(tomllib.loads(card))
    cells = [(segment, system) for segment in SEGMENTS for system in SYSTEMS]
    rows = [
        judgment(segment=segment, system=system, rater=rater, score=10.0 * at + value)
        for at, (segment, system) in enumerate(cells)
        for rater, value in (("ann", 1.0), ("bob", 2.0), ("dod", 9.0))
        if (segment, system) != ("s2", "M10")
    ]
    outputs = [output(segment=segment, system=system) for segment, system in cells]
    evalset = EvalSet.build(made, *(pd.DataFrame(each) for each in (outputs, REFERENCES, rows)))
    hashes = []
    for raters, mean in (("all", 4.0), ("some", 5.0)):
        experiment = asked.experiment(evalset, ["rouge-1"], raters=raters)
        plan, task = experiment.plan, experiment.plan.tasks["t"]
        hashes += [*experiment.records["hash"]]
        assert (task.systems, task.segments) == (["M1", "M2", "M10"], ["s1", "s2", "s10"])
        found = lay_ratings(task, find_ratings(plan, task, "coverage"))
        expected = 10.0 * np.arange(9).reshape(3, 3).T + mean
        expected[2, 1] = np.nan
        np.testing.assert_array_equal(found, expected)
    assert len(hashes) == len({*hashes}) > 1


STUDY = """
seed = 3
metrics = ["rouge-1", "bleu(order=2)", "delta-bleu"]
[data]
name = "mine"
unscorable = "drop"
[[references]]
name = "refs"
combine = "best"
{more}
[correlation]
coefficients = ["pearson"]
interval = "none"
"""


def test_records_say_which_references_of_the_kept_segments_were_used(tmp_path):
    home = write_study(tmp_path)
    asked = STUDY.format(more='[[references]]\nname = "mixed"\nweights = "shuffled"')
    records = ask(home, asked).records
    kept = {"t": {"s1", "s2", "s3", "s5", "s6"}, "u": {"s1", "s3", "s4"}}
    for task, segments in kept.items():
        mine = TEXTS[(TEXTS["task"] == task) & TEXTS["segment"].isin(segments)]
        sizes = mine.groupby("segment").size()
        said = str(sizes.max()) if sizes.nunique() == 1 else f"{sizes.min()}-{sizes.max()}"
        rows = records[records["task"] == task]
        assert set(rows["n_references"]) == {said}
    assert said == "2"
    facts = records[["metric", "references", "combine", "ablation"]].drop_duplicates().fillna("")
    assert sorted(facts.itertuples(index=False, name=None)) == [
        ("bleu(order=2)", "refs", "as a set", ""),
        ("delta-bleu(order=2)", "mixed", "as a set", "shuffled"),
        ("delta-bleu(order=2)", "refs", "as a set", ""),
        ("rouge-1", "refs", "best", ""),
    ]
    assert records["hash"].nunique() == len(records) == 4 * 2 * 2
    changed = RATED.assign(score=RATED["score"].where(RATED.index > 0, 0.125))
    theirs = ask(write_study(tmp_path / "other", judgments=changed), STUDY.format(more="")).records
    assert not set(theirs["hash"]) & set(records["hash"])


def test_blocks_of_two_sizes_have_two_hashes(data):
    records = asked.experiment(
        data, ["length"], unit={"size": [2, 3], "assignments": 3}, correlation={"levels": ["block"],
        "coefficients": ["pearson"], "interval": "none"},
    ).records  # fmt: skip
    assert records["block_size"].tolist() == [2, 3]
    assert records["hash"].nunique() == 2


def test_only_pairs_of_which_both_are_in_a_task_are_compared():
    pairs = UnitSpec(pairs=[["A", "C"], ["B", "X"], ["X", "A"], ["B", "A"]])
    assert find_pairs(pairs, ["A", "B", "C"]) == [("A", "C"), ("B", "A")]


@pytest.mark.parametrize(
    ("section", "given"),
    [
        (UnitSpec, {"size": [5, 5]}),
        (UnitSpec, {"pairs": [["A", "B"], ["B", "A"]]}),
        (UnitSpec, {"pairs": [["A", "B"], ["A", "B"]]}),
        (UnitSpec, {"pairs": [["A", "A"]]}),
        (UnitSpec, {"size": 0}),
        (CorrelationSpec, {"interval": "studentised"}),
        (CorrelationSpec, {"interval": "studentised", "resample": "inputs"}),
        (CorrelationSpec, {"interval": "fisher", "population": "all systems, all inputs"}),
        (CorrelationSpec, {"population": "all systems, all inputs"}),
        (CorrelationSpec, {"interval": "percentile", "population": "all systems, these inputs"}),
        (CorrelationSpec, {"interval": "none", "population": "all systems, all inputs"}),
        (CorrelationSpec, {"coefficients": ["soft-pairwise-accuracy"], "levels": ["segment"]}),
        (CorrelationSpec, {"confidence": 1.0}),
        (CorrelationSpec, {"draws": 0}),
    ],
)
def test_what_cannot_be_asked(section, given):
    with pytest.raises(ValueError, match=r".+"):
        section(**given)


def test_a_confidence_stands_beside_an_interval_or_a_critical_value_alone():
    data = workbench.simulate(topics=3, systems=5).evalset
    records = asked.correlate(data, ["length"], interval="none", confidence=0.9, levels=["system", "segment"])
    confidence = records.set_index(["level", "coefficient"])["confidence"]
    assert confidence["system", "pearson"] == 0.9
    assert confidence["segment"].isna().all()


def test_what_can_be_asked_and_what_is_meant_where_nothing_is_said():
    plain, blocks = CorrelationSpec(), UnitSpec()
    assert (plain.resample, plain.confidence, plain.draws, plain.missing) == ("both", 0.95, 1000, "pairwise")
    assert (blocks.size, blocks.orientation, blocks.assignments) == (100, "random", 1000)
    CorrelationSpec(interval="fisher", resample="inputs", population="all systems, these inputs")
    CorrelationSpec(population="all systems, these inputs")
    CorrelationSpec(interval="percentile", population="all systems, all inputs")
    CorrelationSpec(interval="studentised", resample="systems")
    both = CorrelationSpec(coefficients=["pearson", "tau-14"], given="length", levels=["system", "domain"])
    assert [str(each) for each in both.coefficients_at("system")] == [
        "pearson", "pearson given length", "tau-14"
    ]  # fmt: skip
    assert [str(each) for each in both.coefficients_at("domain")] == ["pearson", "tau-14"]


def test_systems_and_pairs_without_a_block_are_not_counted(data):
    """One system was judged on a single segment, and a block has two."""
    segments = data.segments("news")
    gone = (data.judgments["system"] == "S04") & (data.judgments["segment"] != segments[0])
    # another system lacks the first segment, so that no pair has all
    gone |= (data.judgments["system"] == "S01") & (data.judgments["segment"] == segments[0])
    few = EvalSet.build(data.card, data.outputs, data.references, data.judgments[~gone])
    settings = {"levels": ["block"], "coefficients": ["pearson"], "interval": "none"}
    e = asked.experiment(few, ["length"], unit={"size": 2, "assignments": 3}, correlation=settings)
    [record] = e.records.itertuples()
    # S01 with S02 and S03 on five segments each, S02 with S03 on six
    assert (record.n_systems, record.n_pairs, record.n_blocks) == (3, 3, 2 + 2 + 3)
    assert (record.n_segments, record.block_size, record.assignments) == (6, 2, 3)
    pairs = e.pairs().frame.set_index(["a", "b"])
    assert pairs["n_segments"].to_dict() == {
        ("S01", "S02"): 5, ("S01", "S03"): 5, ("S01", "S04"): 0, ("S02", "S03"): 6, ("S02", "S04"): 1,
        ("S03", "S04"): 1,
    }  # fmt: skip
    assert pairs["n_blocks"].tolist() == [2, 2, 0, 3, 0, 0]


def test_where_nothing_is_named_the_first_is_meant_and_the_next_row_is_of_another_metric(data):
    both = two_tasks(data)
    e = workbench.Experiment(both, ["rouge-1", "rouge-2"], preprocess=["CASE", "STEM"])
    assert choose_name(None, ["b", "a"], "criterion", "x") == "b"
    chosen = choose_rows(e.plan, e.rows, "other", ["", ""])
    assert [(row.label[0], row.label[2], row.task.data.name) for row in chosen] == [
        ("rouge-1", "CASE", "other"),
        ("rouge-2", "CASE", "other"),
    ]
    named = choose_rows(e.plan, e.rows, "news", ["rouge-2 recall STEM", ""])
    assert [(row.label[0], row.label[2]) for row in named] == [("rouge-2", "STEM"), ("rouge-1", "CASE")]
    long = workbench.Experiment(data, ["rouge-w(weight=1.25)", "rouge-w(weight=1.2)"])
    [row] = choose_rows(long.plan, long.rows, "news", ["rouge-w(weight=1.2)"])
    assert row.label[0] == "rouge-w(weight=1.2)"


def test_a_row_with_an_infinite_score_has_that_reason_at_every_level(data):
    first = data.outputs["text"].iloc[0].split()

    @workbench.metric("endless")
    def endless(candidate, references):
        return np.inf if candidate == first else len(candidate)

    levels = ["system", "segment", "within-system", "global"]
    try:
        records = asked.correlate(
            data, ["endless", "length"], levels=levels, coefficients=["pearson"], given="length", draws=5,
            preprocess=["none"],
        )  # fmt: skip
    finally:
        ENTERED.remove("endless")
    mine = records[records["metric"].str.startswith("endless")]
    assert len(mine) == 4 + 3
    assert set(mine["reason"]) == {"infinite scores"}
    assert (mine[["n_systems", "n_segments", "n_undefined"]] == 0).all(axis=None)
    plain = records[(records["metric"] == "length") & (records["given"] == "")]
    assert plain["value"].notna().all()


@pytest.mark.parametrize("interval", ["percentile", "basic", "bias-corrected", "bca"])
@pytest.mark.parametrize("resample", ["inputs", "both"])
def test_what_has_no_value_has_no_interval_though_its_draws_have_values(interval, resample):
    """Every system has the same scores in another order: their means tie, those of drawn segments do not."""
    data = workbench.simulate(topics=5, systems=5, references=1).evalset
    places = [(at, segment, number, system) for at, segment in enumerate(data.segments("news"))
              for number, system in enumerate(data.systems("news"))]  # fmt: skip
    scores = {
        "square": {("", segment, system): (at + number) % 5 / 4 for at, segment, number, system in places},
        "other": {("", segment, system): at * number / 16 for at, segment, number, system in places},
    }
    settings = {"coefficients": ["pearson", "kendall"], "levels": ["system", "segment"], "draws": 60}
    e = workbench.Experiment(
        data, [*scores], scores=scores, correlation={**settings, "interval": interval, "resample": resample}
    )
    made = ["value", "low", "high", "shift"]
    for _, record in e.records.iterrows():
        is_tied = (record["metric"], record["level"]) == ("square", "system")
        assert (record["reason"] != "") == is_tied
        without_bca = record["level"] == "system" and interval == "bca" and record["coefficient"] == "kendall"
        expected = [not is_tied] + [not is_tied and not without_bca] * 3
        assert np.isfinite(record[made].astype(float)).tolist() == expected, record["metric"]
        assert record["undefined_draws"] < record["draws"] or without_bca


def test_segments_that_cannot_be_scored_are_named_up_to_three(tmp_path):
    study = STUDY.format(more="").replace('"drop"', '"error"')
    names = {0: "", 1: "segment s1", 2: "segments s1, s2", 3: "segments s1, s2, s3"}
    names |= {4: "segments s1, s2, s3 and 1 more", 6: "segments s1, s2, s3 and 3 more"}
    for number, said in names.items():
        bad = (TEXTS["task"] == "t") & TEXTS["segment"].isin([f"s{at + 1}" for at in range(number)])
        weighted = TEXTS.assign(weight=np.where(bad, -0.5, 0.5))
        e = ask(write_study(tmp_path / str(number), references=weighted), study)
        if not number:
            assert len(e.scores.frame) > 0
            continue
        with pytest.raises(ScoreError) as caught:
            _ = e.scores
        assert f"cannot score {said} of t:" in str(caught.value)


def test_what_has_no_coefficient_has_no_reason_of_its_interval_beside_its_own(data):
    """Of one system; of two, soft pairwise accuracy has a value, and no interval without one of them."""
    settings = {"coefficients": ["pearson", "soft-pairwise-accuracy"]}
    small = asked.correlate(chosen_systems(data, 1), ["rouge-1"], **settings)
    assert small["interval"].tolist() == ["fisher-jackknife", "jackknife"]
    assert small["reason"].tolist() == ["fewer than 3 systems", "no two systems with a segment in common"]
    assert small["interval_reason"].tolist() == ["", ""]
    two = asked.correlate(chosen_systems(data, 2), ["rouge-1"], **settings)
    assert two["reason"].tolist() == ["fewer than 3 systems", ""]
    assert two["interval_reason"].str.startswith("too few systems").tolist() == [False, True]


def chosen_systems(data, number):
    outputs, judged = (
        frame[frame["system"].isin(data.systems("news")[:number])] for frame in (data.outputs, data.judgments)
    )
    return EvalSet.build(data.card, outputs, data.references, judged)

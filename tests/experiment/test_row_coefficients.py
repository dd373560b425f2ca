"""Coefficients that need more than the two scores, as experiments ask for them."""

from itertools import combinations, product

import asked
import numpy as np
import pandas as pd
import pytest
from real_data import load_real

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.errors import DataError, SpecError
from workbench.executor import Serial
from workbench.experiment.count import count_all
from workbench.experiment.levels.base import get_level
from workbench.experiment.plan import make_plan
from workbench.experiment.row_coefficients import Coefficient, get_row_coefficient
from workbench.experiment.rows import lay_rows
from workbench.experiment.score import score_all
from workbench.experiment.spec import build_spec
from workbench.experiment.store import Store
from workbench.stats.coefficients.noise import round_noise
from workbench.stats.coefficients.partial import partial_correlation
from workbench.stats.coefficients.soft_pairwise import soft_pairwise_accuracy
from workbench.stats.coefficients.tie_calibration import calibrate_ties
from workbench.stats.resampling.bootstrap import system_draws
from workbench.stats.resampling.resample import Draws, expand
from workbench.stats.resampling.streams import stream
from workbench.stats.tests.soft_pairwise_swaps import pseudo_scores
from workbench.stats.tests.under_swaps import Swapping


@pytest.fixture(scope="module")
def data():
    return workbench.simulate(topics=6, systems=7, references=1).evalset


def content(**correlation):
    return {"name": "x", "metrics": ["rouge-1"], "data": {"name": "d"}, "correlation": correlation}


def matrix(frame, metric):
    rows = frame[(frame["metric"] == metric) & (frame["segment"] != "*")]
    return rows.pivot(index="system", columns="segment", values="value").to_numpy()


@pytest.fixture
def from_length():
    """2,000 outputs: people are swayed by the length, and the metric sees nothing else."""
    rng = np.random.default_rng(31)
    words = rng.integers(20, 80, 2000)
    z = (words - words.mean()) / words.std()
    places = [("t", f"s{number // 40:02}", f"m{number % 40:02}") for number in range(2000)]
    keys = pd.DataFrame(places, columns=["task", "segment", "system"])
    human = rng.standard_normal(2000) + z + rng.standard_normal(2000)
    table = dict(zip(places, (z + 0.2 * rng.standard_normal(2000)).tolist(), strict=True))
    made = EvalSet.build(
        workbench.load("simulated-news").card,
        keys.assign(text=[" ".join(["word"] * number) for number in words]),
        keys.drop_duplicates("segment").assign(reference="r1", text="word"),
        keys.assign(criterion="coverage", rater="r1", score=human),
    )
    return made, {"mostly-length": table}


def test_a_metric_of_length_has_nothing_left_given_the_length(from_length):
    data, scores = from_length
    records = asked.correlate(
        data,
        ["mostly-length", "length"],
        scores=scores,
        levels=["global"],
        coefficients=["pearson"],
        given="length",
        interval="none",
    )
    cells = records.set_index(["metric", "given"])
    assert cells.loc[("mostly-length", ""), "value"] == pytest.approx(0.57, abs=0.05)
    assert abs(cells.loc[("mostly-length", "length"), "value"]) < 0.1
    assert cells.loc[("length", ""), "value"] > 0.4
    itself = cells.loc[("length", "length")]
    assert np.isnan(itself["value"])
    assert itself["reason"] == "metric equals length"


def test_the_plain_coefficient_stays_beside_the_partial_one(data):
    arguments = {
        "levels": ["system", "segment"],
        "coefficients": ["pearson", "kendall", "acc-eq"],
        "draws": 9,
    }
    plain = asked.correlate(data, ["rouge-1", "bleu"], **arguments)
    both = asked.correlate(data, ["rouge-1", "bleu"], given="length", **arguments)
    is_given = both["given"] == "length"
    kept = both[~is_given].reset_index(drop=True)
    assert kept.drop(columns="hash").equals(plain.drop(columns="hash"))
    assert set(both[is_given]["coefficient"]) == {"pearson", "kendall"}
    assert both["hash"].nunique() == len(both)
    assert is_given.sum() == 2 * 2 * 2
    assert both[is_given]["low"].le(both[is_given]["high"]).all()


@pytest.fixture(scope="module")
def with_gaps(data):
    """One row whose outputs differ in length, with judgments that tie but for noise; one is missing."""
    rng = np.random.default_rng(5)
    texts = zip(data.outputs["text"], rng.integers(2, 60, len(data.outputs)), strict=True)
    outputs = data.outputs.assign(text=[" ".join(text.split()[:words]) for text, words in texts])
    first = data.judgments.groupby(["task", "segment", "system", "criterion"], as_index=False).first()
    noise = np.where(rng.random(len(first)) < 0.5, 1e-15, 0.0)
    judged = first.assign(score=first["score"].round(1) + noise)[1:]
    some = EvalSet.build(data.card, outputs, data.references, judged)
    plan = make_plan(build_spec({**content(draws=30), "components": ["precision"]}), some)
    return lay_rows(plan, score_all(plan, count_all(plan, Store(None), Serial()), Store(None)))[0]


@pytest.mark.parametrize("coefficient", ["tau-14", "acc-eq", "somers-d"])
@pytest.mark.parametrize("name", ["system", "segment", "global"])
def test_a_draw_of_each_once_is_the_value(with_gaps, name, coefficient):
    """These coefficients are others where people and the metric change places."""
    row, level, [judged] = with_gaps, get_level(name), with_gaps.task.judged
    once = Draws(np.ones((1, row.draws.systems.shape[1])), np.ones((1, row.draws.segments.shape[1])))
    value = level.correlate(row, judged, coefficient).estimate.value
    assert level.correlate_draws(row, judged, coefficient, once).tolist() == pytest.approx([value])


def test_other_draws_than_those_of_the_task_have_their_own_numbers(with_gaps):
    """Those of the task are made once; a draw of the jackknife has each system as it is."""
    row, own = with_gaps, with_gaps.draws
    once = Draws(np.ones((1, own.systems.shape[1])), np.ones((1, own.segments.shape[1])))
    assert row.drawn_means(own).shape == own.systems.shape
    np.testing.assert_allclose(row.drawn_means(once), [row.systems])
    np.testing.assert_array_equal(row.drawn_means(own), row.means(own))
    assert (row.prepared(own).draws, row.prepared(once).draws) == (own, once)


@pytest.mark.parametrize("coefficient", ["pearson", "spearman", "kendall"])
@pytest.mark.parametrize("level", ["system", "segment", "global"])
def test_partial_coefficients_of_draws_are_those_of_copied_data(with_gaps, coefficient, level):
    row = with_gaps
    [judged] = row.task.judged
    is_judged = ~np.isnan(judged.segments)
    assert (~is_judged).sum() == 1
    metric, lengths = (np.where(is_judged, each, np.nan) for each in (row.segments, row.task.data.lengths))
    three = metric, judged.segments, lengths

    def groups(cells):
        if level == "system":
            return [np.nanmean(cells, axis=1)]
        return [cells.ravel()] if level == "global" else list(cells.T)

    def expected(systems, segments):
        copied = [groups(each[np.ix_(systems, segments)]) for each in three]
        rounded = [map(round_noise, group) for group in zip(*copied, strict=True)]
        each = [partial_correlation(*group, coefficient) for group in rounded]
        defined = [value for value in each if not np.isnan(value)]
        return np.mean(defined) if defined else np.nan

    asked = Coefficient(coefficient, "length")
    n_systems, n_segments = row.segments.shape
    found = row.find(judged, get_level(level), asked).estimate
    assert found.value == pytest.approx(expected(range(n_systems), range(n_segments)))
    assert (found.n_systems, found.n_segments, found.n_undefined) == (n_systems, n_segments, 0)
    values = row.statistic(judged, get_level(level), asked)(row.task.draws)
    for value, systems, segments in zip(values, *map(expand, row.task.draws), strict=True):
        assert value == pytest.approx(expected(systems, segments), nan_ok=True)
    assert np.isfinite(values).sum() > 10


def test_soft_pairwise_accuracy_of_a_pooled_metric_scores_swapped_texts_anew(data):
    systems, segments = data.systems(data.tasks[0])[:4], data.segments(data.tasks[0])[:4]
    outputs, judged = (
        frame[frame["system"].isin(systems) & frame["segment"].isin(segments)]
        for frame in (data.outputs, data.judgments)
    )
    named = data.references[data.references["segment"].isin(segments)]
    some = EvalSet.build(data.card, outputs, named, judged)
    [found] = asked.correlate(some, ["bleu"], coefficients=["soft-pairwise-accuracy"]).itertuples()
    human = judged.groupby(["system", "segment"])["score"].mean().unstack()
    texts = outputs.pivot(index="system", columns="segment", values="text")
    references = list(data.references.groupby("segment")["text"].apply(list)[texts.columns])

    def lead(ours, theirs):
        each = (
            workbench.score(list(own), references, metrics=["bleu"], level="system") for own in (ours, theirs)
        )
        first, second = (float(frame["value"].iloc[0]) for frame in each)
        return first - second

    gaps = []
    for one, other in combinations(systems, 2):
        ours, theirs = texts.loc[one].to_numpy(), texts.loc[other].to_numpy()
        more = people = 0.0
        observed = lead(ours, theirs)
        for flips in product((False, True), repeat=len(ours)):
            swapped = lead(np.where(flips, theirs, ours), np.where(flips, ours, theirs)) - observed
            moved = -(human.loc[one] - human.loc[other])[list(flips)].sum()
            more, people = (
                total + (0.5 if abs(change) < 1e-9 else float(change > 0))
                for total, change in ((more, swapped), (people, moved))
            )
        gaps.append(abs(more - people) / 2 ** len(ours))
    assert found.value == pytest.approx(1 - np.mean(gaps), abs=1e-9)


def test_soft_pairwise_accuracy_is_that_of_the_segments_and_its_interval_is_over_systems(data):
    metrics = ["rouge-1", "bleu", "constant"]
    records = asked.correlate(data, metrics, coefficients=["soft-pairwise-accuracy"], draws=9)
    human = data.judgments.groupby(["system", "segment"])["score"].mean().unstack().to_numpy()
    rouge, bleu, constant = records.itertuples()
    x = matrix(asked.score_outputs(data, ["rouge-1"]), "rouge-1")
    rng = stream(0, "soft-pairwise", data.tasks[0])
    assert rouge.value == soft_pairwise_accuracy(x, human, rng).value
    assert rouge.error == bleu.error == 0  # all patterns of six segments
    assert 0 < bleu.value < 1
    assert constant.value == soft_pairwise_accuracy(np.ones_like(x), human, rng).value
    assert records["interval"].eq("jackknife").all()
    assert records["population"].eq("all systems, these inputs").all()
    assert ((records["low"] < records["value"]) & (records["value"] < records["high"])).all()
    without = [
        soft_pairwise_accuracy(np.delete(x, i, 0), np.delete(human, i, 0), rng).value for i in range(7)
    ]
    logits = np.log(np.array(without) / (1 - np.array(without)))
    half = 2.446912 * np.sqrt(6 / 7 * np.sum((logits - logits.mean()) ** 2))
    ends = [1 / (1 + (1 / rouge.value - 1) * np.exp(side * half)) for side in (1, -1)]
    assert [rouge.low, rouge.high] == pytest.approx(ends, abs=1e-6)
    drawn = asked.correlate(
        data, metrics, coefficients=["soft-pairwise-accuracy"], draws=9, interval="percentile"
    )
    assert drawn["interval_reason"].str.startswith("no bootstrap: ").all()
    left_out = asked.correlate(
        data, ["rouge-1"], levels=["system", "segment"], interval="jackknife",
        coefficients=["soft-pairwise-accuracy", "pearson", "acc-eq-calibrated"],
    ).set_index(["level", "coefficient"])  # fmt: skip
    assert left_out["interval_reason"].to_dict() == {
        ("system", "soft-pairwise-accuracy"): "",
        ("system", "pearson"): "no jackknife interval of pearson at system level",
        ("segment", "pearson"): "no jackknife interval of pearson at segment level",
        ("segment", "acc-eq-calibrated"): "no jackknife interval of acc-eq-calibrated at segment level",
    }
    assert left_out["low"].isna().tolist() == [False, True, True, True]


def test_under_a_table_it_is_said_at_which_of_its_levels_a_coefficient_is_not_computed(data):
    said = {"coefficients": ["acc-eq-calibrated", "pearson"], "given": "length", "interval": "none"}
    e = workbench.Experiment(data, ["rouge-1"], correlation={"levels": ["system", "segment"], **said})
    assert [note for note in e.table().notes if "not computed" in note] == [
        "acc-eq-calibrated is not computed at level system."
    ]
    alone = e.replace(correlation={"levels": ["segment"]}).table().notes
    assert not [note for note in alone if "not computed" in note]


def test_what_has_no_two_vectors_is_compared_by_swaps_too(data):
    """BLEU's own score of a system pools counts; under swaps a segment is what it contributes to it."""
    experiment = workbench.Experiment(
        data,
        ["rouge-1", "bleu", "random"],
        correlation={
            "levels": ["system", "segment"],
            "coefficients": ["soft-pairwise-accuracy", "acc-eq-calibrated", "acc-eq-cross-validated"],
        },
    )
    frame = experiment.compare(against="all").frame
    assert set(frame["coefficient"]) == set(experiment.spec.correlation.coefficients)
    assert frame["p"].between(1 / 128, 1).all()
    assert frame["exact"].eq("yes").all()
    values = experiment.records.set_index(["metric", "coefficient"])["value"]
    for row in frame.itertuples():
        apart = values[row.metric, row.coefficient] - values[row.against_metric, row.coefficient]
        assert row.difference == pytest.approx(apart)


def test_what_is_swapped_of_a_pooled_metric_is_what_each_segment_adds_to_its_score(data):
    rows = workbench.Experiment(data, ["bleu", "rouge-1"], correlation={"interval": "none"}).rows
    judged = rows[0].task.judged[0]
    how = Swapping(statistic="difference")
    swapped, _ = get_row_coefficient("soft-pairwise-accuracy").swapped(rows, judged, how)
    found = swapped(np.zeros((1, *judged.segments.shape), bool), np.array([[0, 1]]))
    pooled = pseudo_scores(*rows[0].pooled, ~np.isnan(rows[0].segments))
    one, other, mean = (
        soft_pairwise_accuracy(scores, judged.segments).value
        for scores in (pooled, rows[1].segments, rows[0].segments)
    )
    assert one != mean
    assert found[0, 0] == pytest.approx(one - other, abs=1e-12)


def test_why_ties_cannot_be_calibrated_stands_beside_what_can(data):
    """Of one segment there is an accuracy, and no other one to calibrate its ties on."""
    first = data.segments(data.tasks[0])[:1]
    judged = data.judgments[data.judgments["segment"].isin(first)]
    one = EvalSet.build(data.card, data.outputs, data.references, judged)
    names = ["acc-eq-calibrated", "acc-eq-cross-validated"]
    whole, held_out = asked.correlate(
        one, ["rouge-1"], levels=["segment"], coefficients=names, interval="none"
    ).itertuples()
    assert (whole.reason, held_out.reason) == ("", "one group cannot be split into folds")
    assert whole.value > 0
    assert np.isnan(held_out.value)


def test_held_out_ties_are_swapped_in_the_folds_that_they_are_calibrated_in():
    """Nobody judged one segment, and one system alone has a judgment on another: neither is in a fold."""
    made = workbench.simulate(topics=9, systems=5, references=1, raters=1, seed=4).evalset
    place = made.judgments[["segment", "system"]].apply(tuple, axis=1)
    second = {("t04", system) for system in made.systems(made.tasks[0])[1:]}
    kept = made.judgments[~place.isin(second) & (made.judgments["segment"] != "t02")]
    judgments = kept.assign(score=(4 * kept["score"]).round())
    data = EvalSet.build(made.card, made.outputs, made.references, judgments)
    name = "acc-eq-cross-validated(folds=3)"
    settings = {"levels": ["segment"], "coefficients": [name], "interval": "none"}
    experiment = workbench.Experiment(data, ["rouge-1", "rouge-2"], seed=5, correlation=settings)
    rows, how = experiment.rows, Swapping(statistic="difference")
    swapped, is_studentised = get_row_coefficient(name).swapped(rows, rows[0].task.judged[0], how)
    nothing = np.zeros((1, *rows[0].segments.shape), bool)
    one, other = experiment.records["value"]
    assert one != other
    assert swapped(nothing, np.array([[0, 1]]))[0, 0] == pytest.approx(one - other, abs=1e-12)
    assert not is_studentised


def test_ties_are_calibrated_and_chance_stands_beside(data):
    rounded = EvalSet.build(
        data.card,
        data.outputs,
        data.references,
        data.judgments.assign(score=data.judgments["score"].round(1)).groupby(
            ["task", "segment", "system", "criterion"], as_index=False
        ).first(),
    )  # fmt: skip
    names = ["acc-eq", "acc-eq-calibrated", "acc-eq-cross-validated", "acc-eq-cross-validated(folds=3)"]
    metrics = ["rouge-1", "length", "constant", "random"]
    records = asked.correlate(
        rounded, metrics, levels=["segment", "system"], coefficients=names, interval="none"
    )
    assert records.groupby("level").size().to_dict() == {"segment": 4 * 4, "system": 4}
    table = records[records["level"] == "segment"].pivot(index="metric", columns="coefficient")
    value, chance = table["value"], table["chance"]
    shares = set(chance[names[1:]].to_numpy().ravel())
    assert len(shares) == 1
    (share,) = shares
    assert 0 < share < 1
    assert value.loc["constant"].to_numpy() == pytest.approx(share)
    assert (value["acc-eq-calibrated"] >= value["acc-eq"] - 1e-12).all()
    for name in names[2:]:
        assert (value[name] <= value["acc-eq-calibrated"]).all()
    human = rounded.judgments.pivot(index="segment", columns="system", values="score").to_numpy()
    x = matrix(asked.score_outputs(rounded, ["rouge-1"]), "rouge-1")
    found = calibrate_ties(
        round_noise(x.T), round_noise(human), stream(0, "folds", rounded.tasks[0]), folds=3
    )
    row = table.loc["rouge-1"]
    assert row["value", "acc-eq-cross-validated(folds=3)"] == found.cross_validated
    assert row["epsilon", "acc-eq-cross-validated(folds=3)"] == found.epsilon


def test_random_coefficients_are_those_of_seed_and_task():
    """Two tasks with the same outputs and judgments: each has sign patterns and folds of its own."""
    # of up to 16 segments all sign patterns are taken, whatever the generator
    data = workbench.simulate(topics=17, systems=6, references=1, raters=1).evalset
    # people tie often, so that where a metric's ties begin matters
    judged = data.judgments.assign(score=(5 * data.judgments["score"]).round())
    data = EvalSet.build(data.card, data.outputs, data.references, judged)
    frames = (data.outputs, data.references, data.judgments)
    twice = [pd.concat([frame, frame.assign(task="other")]) for frame in frames]
    both = EvalSet.build(data.card, *twice)
    names = ["soft-pairwise-accuracy", "acc-eq-cross-validated", "acc-eq-cross-validated(folds=2)"]
    records = asked.correlate(
        both, ["rouge-1"], levels=["system", "segment"], coefficients=names, interval="none", seed=3
    ).set_index(["task", "coefficient"])
    human = data.judgments.groupby(["system", "segment"])["score"].mean().unstack().to_numpy()
    x = matrix(asked.score_outputs(data, ["rouge-1"]), "rouge-1")
    for task in both.tasks:
        accuracy = soft_pairwise_accuracy(x, human, stream(3, "soft-pairwise", task)).value
        assert records.loc[task, names[0]]["value"] == accuracy
        for name, folds in zip(names[1:], (5, 2), strict=True):
            found = calibrate_ties(round_noise(x.T), round_noise(human.T), stream(3, "folds", task), folds)
            row = records.loc[task, name]
            assert row["value"] == found.cross_validated
            assert (row["chance"], row["epsilon"]) == (found.chance, found.epsilon)
            assert (row["n_systems"], row["n_segments"]) == (len(x), found.n_groups)
    values = records["value"].unstack("task")
    assert (values["news"] != values["other"]).sum() > 1


def test_segments_without_a_partial_coefficient_are_counted_and_systems_without_judgments_are_not(data):
    """In two segments people give one score to all; one system nobody judged."""
    same = data.judgments["segment"].isin(data.segments(data.tasks[0])[:2])
    judged = data.judgments.assign(score=data.judgments["score"].where(~same, 0.5))
    some = EvalSet.build(data.card, data.outputs, data.references, judged[judged["system"] != "S03"])
    records = asked.correlate(
        some, ["rouge-1"], levels=["system", "segment", "global"], coefficients=["pearson"], given="length",
        interval="none",
    )  # fmt: skip
    records = records[records["given"] == "length"].set_index("level")
    n, inputs = len(data.systems(data.tasks[0])) - 1, len(data.segments(data.tasks[0]))
    counts = records[["n_systems", "n_segments", "n_undefined"]].to_numpy().tolist()
    assert counts == [[n, inputs, 0], [n, inputs - 2, 2], [n, inputs, 0]]


def test_ties_at_system_level_are_counted(data):
    judged = data.judgments.assign(score=(data.judgments["system"] > "S03").astype(float))
    tied = EvalSet.build(data.card, data.outputs, data.references, judged)
    records = asked.correlate(tied, ["rouge-1", "constant"], coefficients=["pearson"], interval="none")
    assert records["tied_human"].tolist() == pytest.approx([(3 + 6) / 21] * 2)
    assert records["tied_metric"].tolist() == [0.0, 1.0]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"coefficients": ["person"]}, "unknown coefficient 'person'. Did you mean 'pearson'?"),
        ({"coefficients": ["soft-pairwise-acuracy"]}, "Did you mean 'soft-pairwise-accuracy'?"),
        ({"coefficients": ["acc-eq-cross-validated(folds=1)"]}, "folds is out of range: got 1"),
        ({"coefficients": ["acc-eq-cross-validated(fold=3)"]}, "no parameter 'fold'. Did you mean 'folds'?"),
        (
            {"coefficients": ["pearson", "soft-pairwise-accuracy"], "levels": ["segment"]},
            "soft-pairwise-accuracy exists at system level only",
        ),
        (
            {"coefficients": ["pearson", "acc-eq"], "interval": "fisher"},
            "no Fisher interval for acc-eq. Known: kendall, pearson, spearman",
        ),
        (
            {"coefficients": ["acc-eq"], "given": "length"},
            "given: there is a partial coefficient of pearson, spearman, kendall only",
        ),
        (
            {"coefficients": ["pearson"], "given": "length", "levels": ["document", "domain"]},
            "given: not at document or domain level, where nothing is held constant",
        ),
        ({"given": "quality"}, "given: unknown value: got 'quality'"),
        ({"missing": "zero"}, "missing: unknown value: got 'zero'"),
    ],
)
def test_impossible_wishes_are_refused_when_they_are_read(settings, message):
    with pytest.raises(SpecError) as caught:
        build_spec(content(**settings), "x.toml")
    assert str(caught.value).startswith("x.toml: correlation")
    assert message in str(caught.value)


def test_data_without_texts_have_no_metric_of_texts_and_no_length(data):
    card = data.card.model_copy(update={"texts": False})
    bare = EvalSet(card, data.outputs.assign(text=""), data.references.iloc[:0], data.judgments)
    with pytest.raises(SpecError) as raised:
        asked.correlate(bare, ["rouge-1", "random"], coefficients=["pearson"], given="length")
    first, second = str(raised.value).splitlines()
    assert first.endswith(
        "metrics[0]: rouge-1: needs texts, and simulated-news has none. Compare scores computed elsewhere "
        "(scores in the experiment file)"
    )
    assert second.endswith("correlation.given: the length needs texts, and simulated-news has none")
    with pytest.raises(SpecError) as alone:
        asked.correlate(bare, ["rouge-1"], coefficients=["pearson"])
    assert str(alone.value) == first


def test_length_needs_texts(shared):
    data = load_real(shared, "wmt19-system")
    with pytest.raises(SpecError, match="given: the length needs texts, and wmt19-system has none"):
        asked.correlate(data, ["random"], coefficients=["pearson"], given="length")
    with pytest.raises(SpecError, match="length: needs texts"):
        asked.correlate(data, ["length"], coefficients=["pearson"])
    records = asked.correlate(data, ["random"], coefficients=["pearson"], interval="none")
    assert len(records) == 18
    assert records["value"].notna().all()


def test_missing_cells_are_left_out_or_named(data):
    segments = data.segments(data.tasks[0])[:4]
    gone = (data.judgments["system"] == "S02") & data.judgments["segment"].isin(segments)
    assert gone.sum() == 3 * 4
    fewer = EvalSet.build(data.card, data.outputs, data.references, data.judgments[~gone])
    records = asked.correlate(fewer, ["rouge-1"], levels=["segment"], interval="none")
    assert records["value"].notna().all()
    with pytest.raises(DataError) as caught:
        asked.correlate(fewer, ["rouge-1"], missing="error")
    cells = "; ".join(f"system S02, segment {name}" for name in segments[:3])
    assert f"no judgment of coverage in news: {cells}; and 1 more" in str(caught.value)
    three = data.judgments[~(gone & (data.judgments["segment"] != segments[3]))]
    with pytest.raises(DataError) as caught:
        asked.correlate(
            EvalSet.build(data.card, data.outputs, data.references, three), ["rouge-1"], missing="error"
        )
    assert f"no judgment of coverage in news: {cells}. " in str(caught.value)


def test_a_cell_has_a_hash_of_what_it_depends_on(data):
    def hashes(**changes):
        arguments = {"coefficients": ["pearson", "kendall"], "draws": 9, **changes}
        records = asked.correlate(data, ["rouge-1", "rouge-2"], **arguments)
        return records["hash"].tolist()

    first = hashes()
    assert len(set(first)) == 4
    assert hashes() == first
    assert set(hashes(coefficients=["kendall"])) < set(first)
    for changes in ({"seed": 1}, {"draws": 10}, {"interval": "none"}, {"preprocess": ["STEM"]}):
        assert not set(hashes(**changes)) & set(first), changes


@pytest.mark.parametrize("coefficient", ["pearson", "spearman", "kendall", "kendall-c", "gamma", "skipped"])
def test_draws_of_a_row_are_those_of_its_drawn_scores(coefficient):
    data = workbench.simulate(topics=4, systems=5, references=1).evalset
    e = workbench.Experiment(data, ["rouge-1", "bleu"], correlation={"draws": 9})
    level = get_level("system")
    for row in e.rows:
        judged = row.task.judged[0]
        x, z = level.observe_draws(row, row.draws), level.observe_draws(judged, row.draws)
        expected = system_draws(x, z, row.draws.systems, coefficient)
        found = level.correlate_draws(row, judged, coefficient, row.draws)
        np.testing.assert_allclose(found, expected, atol=1e-9)

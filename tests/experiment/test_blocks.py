"""The level block: pairs of systems on blocks of segments, as a whole experiment."""

import asked
import naive_blocks
import numpy as np
import pandas as pd
import pytest

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.errors import SpecError
from workbench.executor import Serial, local_executor
from workbench.experiment.correlate import correlate_all
from workbench.experiment.count import count_all
from workbench.experiment.levels import block_pairs
from workbench.experiment.levels.block_pairs import lay_blocks, pair_frame
from workbench.experiment.plan import make_plan
from workbench.experiment.rows import lay_rows
from workbench.experiment.score import score_all
from workbench.experiment.spec import build_spec
from workbench.experiment.store import Store
from workbench.metrics.base import METRICS
from workbench.stats.levels.blocks import assign, assign_drawn
from workbench.stats.resampling.resample import draw, expand
from workbench.stats.resampling.streams import stream

ASKED = ["bleu(order=2)", "sentence-bleu(order=2)", "delta-bleu(order=2)"]
SETTINGS = [("single", "one"), ("w", "weight(at_least=0.6)"), ("all", "all")]
KEY = ["metric", "references", "coefficient"]
NAIVE = {
    "bleu(order=2)": lambda segments: naive_blocks.corpus_bleu(naive_blocks.unweighted(segments), 2),
    "delta-bleu(order=2)": lambda segments: naive_blocks.corpus_bleu(segments, 2),
    "sentence-bleu(order=2)": lambda segments: naive_blocks.mean_bleu_plus_one(
        naive_blocks.unweighted(segments), 2
    ),
}


@pytest.fixture(scope="module")
def data():
    return workbench.simulate(topics=13, systems=5, references=3, words=30).evalset


@pytest.fixture(scope="module")
def mined(data):
    """The same, with the outputs of S02 among the references."""
    own = data.outputs[data.outputs["system"] == "S02"].drop(columns="system")
    own = own.assign(reference="R9", weight=0.9, made_by="S02", only_for="")
    return EvalSet.build(data.card, data.outputs, pd.concat([data.references, own]), data.judgments)


def spec(metrics=ASKED, settings=SETTINGS, unit=None, **changes):
    return build_spec(
        {
            "name": "x",
            "seed": 7,
            "metrics": list(metrics),
            "preprocess": ["none"],
            "references": [{"name": name, "select": select} for name, select in settings],
            "data": {"name": "simulated-news", "unscorable": "drop"},
            "unit": {"size": 4, "assignments": 6, **(unit or {})},
            "correlation": {"interval": "none", **changes},
        }
    )


def lay(data, experiment, workers=1):
    plan = make_plan(experiment, data)
    store = Store(None)
    scores = score_all(plan, count_all(plan, store, local_executor(workers)), store)
    return plan, lay_rows(plan, scores)


def correlated(data, experiment, workers=1):
    plan, rows = lay(data, experiment, workers)
    return correlate_all(plan, rows, local_executor(workers))


def kept_judgments(task):
    return dict(zip(task.data.systems, task.judged[0].scores, strict=True))


@pytest.mark.parametrize("made", [False, True])
def test_the_naive_protocol_gives_the_same(data, mined, made):
    """References made by either system of a pair are left out for both."""
    given = mined if made else data
    experiment = spec(settings=[("all", "all")], interval="percentile", draws=5)
    plan, rows = lay(given, experiment)
    records = correlate_all(plan, rows, Serial()).set_index(["metric", "coefficient"])
    task = rows[0].task
    assert task.kept.all()
    [block_side] = lay_blocks(plan, rows)
    pairs, signs = block_side.pairs, block_side.signs
    assert len(pairs) == 10
    assert set(signs) == {1, -1}
    usable, judged = np.ones(13, bool), kept_judgments(task)
    segments = naive_blocks.texts_of(given)
    streams = [stream(7, "assignment", "news", *pair) for pair in pairs]
    orders = list(zip(*(assign(rng, np.arange(13), 6) for rng in streams), strict=True))
    streams = [stream(7, "bootstrap assignment", "news", *pair) for pair in pairs]
    drawn = expand(task.draws.segments).astype(np.int32)
    drawn_orders = list(zip(*(assign_drawn(rng, usable, drawn) for rng in streams), strict=True))
    repeated = expand(draw(stream(7, "bootstrap pairs", "news"), 10, 1, 5, "systems").systems)
    for metric, score in NAIVE.items():
        found = [naive_blocks.observe(segments, judged, score, pairs, signs, each, 4) for each in orders]
        assert [len(each) for each in found] == [30] * 6
        resampled = [
            naive_blocks.observe(
                segments,
                judged,
                score,
                [pairs[n] for n in again],
                signs[again],
                [each[n] for n in again],
                4,
            )
            for each, again in zip(drawn_orders, repeated, strict=True)
        ]
        for name in ("pearson", "spearman", "kendall"):
            record = records.loc[metric, name]
            values = [naive_blocks.coefficient(each, name) for each in found]
            assert record["value"] == pytest.approx(np.mean(values), abs=1e-10)
            values = [naive_blocks.coefficient(each, name) for each in resampled]
            assert record["low"] == pytest.approx(np.quantile(values, 0.025), abs=1e-10)
            assert record["high"] == pytest.approx(np.quantile(values, 0.975), abs=1e-10)
            assert record["population"] == "all pairs of systems, all inputs"


def test_the_naive_protocol_gives_the_same_for_single_good_and_all_references(data):
    """All of the paper's nine rows on the segments that each of them can score."""
    choices = {
        "single": lambda rows: rows.head(1),
        "w": lambda rows: rows[rows["weight"] >= 0.6],
        "all": lambda rows: rows,
    }
    plan, rows = lay(data, spec())
    records = correlate_all(plan, rows, Serial()).set_index(["metric", "references", "coefficient"])
    scorable = []
    for segment, mine in data.references.groupby("segment"):
        if mine["weight"].iloc[0] > 0 and mine["weight"].max() >= 0.6:
            scorable.append(segment)
    [task] = lay_blocks(plan, rows)
    kept = task.task.segments
    assert sorted(kept) == sorted(scorable)
    assert 0 < 13 - len(kept) == records["n_dropped"].iloc[0]
    judged = kept_judgments(task.task)
    streams = [stream(7, "assignment", "news", *pair) for pair in task.pairs]
    orders = list(zip(*(assign(rng, np.arange(len(kept)), 6) for rng in streams), strict=True))
    assert len(records) == 27
    for (metric, references), mine in records.groupby(level=["metric", "references"]):
        segments = naive_blocks.texts_of(data, kept, choices[references])
        found = [
            naive_blocks.observe(segments, judged, NAIVE[metric], task.pairs, task.signs, each, 4)
            for each in orders
        ]
        assert len(mine) == 3
        for (_, _, name), record in mine.iterrows():
            assert record["n_blocks"] == len(found[0]) == 10 * (len(kept) // 4)
            values = [naive_blocks.coefficient(each, name) for each in found]
            assert record["value"] == pytest.approx(np.mean(values), abs=1e-10)


def test_references_that_come_from_a_system_matter_to_its_pairs_only(data, mined):
    experiment = spec(settings=[("all", "all")])
    (plan, rows), (_, plain) = lay(mined, experiment), lay(data, experiment)
    assert len(rows) == len(plain) == 3
    assert {row.label[3] for row in rows} == {"all"}
    assert [list(row.without) for row in rows] == [["S02"]] * 3
    with_s02 = ["S02" in pair for pair in lay_blocks(plan, rows)[0].pairs]
    [found], [expected] = (
        list(lay_blocks(make_plan(experiment, each), laid)[0].assigned())
        for each, laid in ((mined, rows), (data, plain))
    )
    for mine, without in zip(found.metrics, expected.metrics, strict=True):
        same = (mine == without).all(axis=(0, 2))
        assert same.tolist() == with_s02


@pytest.mark.parametrize("select", ["all", "first(k=2)"])
def test_metrics_that_look_at_all_references_measure_both_systems_of_a_pair_alike(data, select):
    """S02 wrote what S01 wrote, and the outputs of both are references."""
    first, outputs = data.outputs["system"] == "S01", data.outputs.copy()
    outputs.loc[outputs["system"] == "S02", "text"] = outputs.loc[first, "text"].to_numpy()
    own = outputs[outputs["system"].isin(["S01", "S02"])].assign(weight=1.0, only_for="")
    own = own.assign(reference=own["system"], made_by=own["system"])[[*data.references.columns]]
    given = EvalSet.build(data.card, outputs, pd.concat([own, data.references]), data.judgments)
    found = []
    for more in ([], [["S02", "S03"], ["S02", "S04"]]):
        unit = {"pairs": [["S01", "S02"], ["S01", "S05"], *more], "size": 13, "orientation": "fixed"}
        _, rows = laid = lay(given, spec(["nist", "cider"], [("x", select)], unit))
        assert [row.label[0] for row in rows] == ["nist", "cider"]
        [observed] = lay_blocks(*laid)[0].assigned()
        both, of_s05 = zip(*(each[0, :2, 0].tolist() for each in observed.metrics), strict=True)
        assert both == (0.0, 0.0)
        found.append(of_s05)
    if select == "all":
        assert found[0] == found[1]


def test_a_segment_without_another_reference_is_dropped_everywhere(data):
    references = data.references.assign(made_by="")
    references.loc[references["segment"] == "t05", "made_by"] = "S01"
    given = EvalSet.build(data.card, data.outputs, references, data.judgments)
    records = correlated(given, spec())
    # no output of S01 has a reference there
    assert (records["n_segments"] + records["n_dropped"] == 13).all()
    plan, rows = lay(given, spec(unit={"pairs": [["S03", "S04"], ["S04", "S05"], ["S03", "S05"]]}))
    assert plan.without == {}
    assert "t05" not in rows[0].task.segments


def test_all_metrics_share_the_assignments(data):
    together = correlated(data, spec(interval="percentile", draws=20)).set_index(KEY)
    dropped = together["n_dropped"].iloc[0]
    assert (together["n_dropped"] == dropped).all()
    assert dropped > 0
    _, rows = lay(data, spec())
    kept = rows[0].task.segments
    given = EvalSet.build(
        data.card, *(f[f["segment"].isin(kept)] for f in (data.outputs, data.references, data.judgments))
    )
    for metric in ASKED:
        alone = correlated(given, spec([metric], interval="percentile", draws=20)).set_index(KEY)
        assert len(alone) == 9
        for name in ("value", "low", "high", "n_blocks"):
            assert np.array_equal(alone[name], together.loc[alone.index, name])


def test_criteria_together_are_what_each_is_alone(data):
    """Also where one of them was judged on fewer outputs, which makes it a side of its own."""
    style = data.judgments.assign(criterion="style", score=1 - data.judgments["score"] ** 2)
    fewer = style[style["segment"] != "t03"].assign(
        criterion="fluency", score=lambda rows: rows["score"] % 0.2
    )
    meant = data.card.criteria["coverage"]
    lower = meant.model_copy(update={"direction": "lower"})
    card = data.card.model_copy(update={"criteria": {"coverage": meant, "style": lower, "fluency": meant}})
    given = EvalSet.build(card, data.outputs, data.references, pd.concat([data.judgments, style, fewer]))
    experiment = spec(ASKED[:2], settings=[("all", "all")], unit={"size": [2, 4]}, interval="fisher")
    together = correlated(given, experiment)
    assert len(together) == 2 * 3 * 3 * 2
    assert together.groupby("criterion")["n_segments"].unique().map(list).to_dict() == {
        "coverage": [13], "style": [13], "fluency": [12],
    }  # fmt: skip
    for criterion, records in together.groupby("criterion", sort=False):
        only = experiment.model_copy(
            update={"data": experiment.data.model_copy(update={"criteria": [criterion]})}
        )
        alone = correlated(given, only)
        pd.testing.assert_frame_equal(records.reset_index(drop=True), alone)
    assert together["value"].nunique() > 30


def test_blocks_of_a_task_are_what_they_are_without_the_other(data):
    frames = [data.outputs, data.references, data.judgments]
    both = EvalSet.build(data.card, *(pd.concat([each.assign(task="a"), each]) for each in frames))
    asked = spec(["rouge-1"], {"all": "all"}.items())
    alone, found = correlated(data, asked), correlated(both, asked)
    assert found["task"].drop_duplicates().tolist() == ["a", "news"]
    assert found[found["task"] == "news"]["value"].tolist() == alone["value"].tolist()
    assert alone["value"].notna().all()
    assert found["value"].notna().all()


def test_workers_do_not_change_a_bit(data):
    experiment = spec(interval="percentile", draws=20)
    pd.testing.assert_frame_equal(correlated(data, experiment), correlated(data, experiment, workers=2))


def test_the_order_of_the_rows_does_not_change_a_bit(data):
    frames = (data.outputs, data.references, data.judgments)
    shuffled = EvalSet.build(data.card, *(frame.sample(frac=1, random_state=1) for frame in frames))
    pd.testing.assert_frame_equal(correlated(data, spec()), correlated(shuffled, spec()))


def test_blocks_of_one_segment_are_dealt_once_whatever_is_missing(data):
    few = data.judgments.drop(data.judgments.index[:3])
    uneven = EvalSet.build(data.card, data.outputs, data.references, few)
    [task] = lay_blocks(*lay(uneven, spec(unit={"size": 1, "assignments": 6})))
    assert len(set(task.usable.sum(axis=1))) > 1
    assert task.assignments == 1


def test_more_assignments_go_on_where_fewer_stop(data):
    few, many = (list(lay_blocks(*lay(data, spec(unit={"assignments": n})))[0].assigned()) for n in (4, 1000))
    assert np.array_equal(few[0].metrics[0], many[0].metrics[0][:4])


def test_a_block_of_all_segments_is_the_system_level(data):
    plan, rows = lay(data, spec(settings=[("all", "all")], unit={"size": 13, "orientation": "fixed"}))
    [task] = lay_blocks(plan, rows)
    [found] = task.assigned()
    at = task.task.data.systems.index
    for row, observed in zip(rows, found.metrics, strict=True):
        expected = [row.systems[at(a)] - row.systems[at(b)] for a, b in task.pairs]
        assert observed.shape == (1, 10, 1)
        np.testing.assert_allclose(observed.ravel(), expected, atol=1e-12)
    means = task.task.judged[0].scores.mean(axis=1)
    expected = [means[at(a)] - means[at(b)] for a, b in task.pairs]
    np.testing.assert_allclose(found.judges[0].ravel(), expected, atol=1e-12)
    records = correlate_all(plan, rows, Serial())
    assert (records["n_blocks"] == 10).all()
    assert (records["assignments"] == 1).all()


def test_blocks_of_one_segment_are_differences_of_segments(data):
    unit = {"size": 1, "orientation": "both"}
    plan, rows = lay(data, spec(settings=[("all", "all")], unit=unit))
    records = correlate_all(plan, rows, Serial()).set_index(["metric", "coefficient"])
    assert (records["n_blocks"] == 130).all()
    judged = rows[0].task.judged[0].scores
    i, j = np.triu_indices(5, 1)
    for row in rows:
        for name, compute in naive_blocks.COEFFICIENTS.items():
            x, z = (
                np.concatenate([(m[i] - m[j]).ravel(), (m[j] - m[i]).ravel()]).round(11)
                for m in (row.segments, judged)
            )
            assert records.loc[(row.label[0], name), "value"] == pytest.approx(compute(x, z), abs=1e-10)


SAME = [
    *((f"bleu(order={order})", f"delta-bleu(order={order})") for order in (1, 2, 3, 4)),
    ("bleu(order=2)", "delta-bleu(order=2, smooth=none, profile=mgalley-2019)"),
    ("bleu(order=4, smooth=exp, profile=sacrebleu)", "delta-bleu(order=4, smooth=exp, profile=mgalley-2019)"),
]


@pytest.mark.parametrize(("bleu", "delta"), SAME)
def test_delta_bleu_with_weights_of_1_is_bleu_to_the_last_bit(data, bleu, delta):
    given = EvalSet.build(data.card, data.outputs, data.references.assign(weight=1.0), data.judgments)
    levels = ["system", "segment", "global", "block"]
    experiment = spec(
        [bleu, delta], unit={"size": [1, 4, 13]}, levels=levels, interval="percentile", draws=10
    )
    plan, rows = lay(given, experiment)
    records = correlate_all(plan, rows, Serial())
    ours, theirs = (records[records["metric"] == name] for name in (bleu, delta))
    assert len(ours) == len(theirs) == 3 * 3 * 6
    for name in ("value", "low", "high", "shift", "n_blocks"):
        assert np.array_equal(ours[name], theirs[name], equal_nan=True)
    assert ours["value"].notna().all()
    for row, other in zip(rows[:3], rows[3:], strict=True):
        assert (row.label[0], other.label[0]) == (bleu, delta)
        assert np.array_equal(row.segments, other.segments)
        assert np.array_equal(row.systems, other.systems)


def test_the_ablation_with_weights_of_1_is_bleu_to_the_last_bit(data):
    # the same references are used and left out with both
    settings = [
        {"name": f"{name} {how}", "select": select, "weights": how}
        for name, select in SETTINGS[1:]
        for how in ("rated", "one")
    ]
    experiment = spec([ASKED[0], ASKED[2]], interval="percentile", draws=10)
    content = {**experiment.model_dump(exclude={"metrics"}), "metrics": [ASKED[0], ASKED[2]]}
    experiment = build_spec({**content, "references": settings})
    records = correlated(data, experiment).set_index(["metric", "references", "coefficient"]).sort_index()
    for name, _ in SETTINGS[1:]:
        for column in ("value", "low", "high"):
            bleu, one, rated = (
                records.loc[(metric, f"{name} {how}"), column]
                for metric, how in ((ASKED[0], "rated"), (ASKED[2], "one"), (ASKED[2], "rated"))
            )
            assert np.array_equal(bleu, one)
            assert not np.allclose(bleu, rated)


@pytest.mark.parametrize("resample", ["systems", "both"])
def test_draws_are_the_same_in_one_piece_or_several(data, monkeypatch, resample):
    asked_for = {"settings": [("all", "all")], "interval": "percentile", "draws": 7, "resample": resample}
    plan, rows = lay(data, spec(unit={"size": 3}, **asked_for))
    [whole] = lay_blocks(plan, rows)[0].drawn()
    monkeypatch.setattr("workbench.experiment.levels.block_pairs._CELLS", 1)
    parts = [*lay_blocks(plan, rows)[0].drawn()]
    assert len(parts) == 7
    for side in ("metrics", "judges"):
        for number, expected in enumerate(getattr(whole, side)):
            found = np.concatenate([getattr(part, side)[number] for part in parts])
            assert np.array_equal(found, expected, equal_nan=True)


def test_pairs_of_systems_are_drawn_where_systems_are(data):
    """All segments are in every draw, in one block: nothing else can make draws differ."""
    unit = {"size": 13, "orientation": "fixed"}
    asked_for = {"settings": [("all", "all")], "interval": "percentile", "draws": 20, "resample": "systems"}
    records = correlated(data, spec(unit=unit, **asked_for))
    defined = records[records["value"].notna() & (records["level"] == "block")]
    assert len(defined)
    assert (defined["low"] < defined["high"]).all()


def test_a_draw_of_one_block_is_the_systems_under_that_draw(data):
    unit = {"size": 13, "orientation": "fixed"}
    experiment = spec(settings=[("all", "all")], unit=unit, interval="percentile", draws=8, resample="inputs")
    plan, rows = lay(data, experiment)
    [task] = lay_blocks(plan, rows)
    [found] = task.drawn()
    at = task.task.data.systems.index
    for row, observed in zip(rows, found.metrics, strict=True):
        means = row.drawn_means(task.task.draws)
        expected = np.stack([means[:, at(a)] - means[:, at(b)] for a, b in task.pairs], axis=1)
        np.testing.assert_allclose(observed[..., 0], expected, atol=1e-12)
    means = task.task.judged[0].drawn_means(task.task.draws)
    expected = np.stack([means[:, at(a)] - means[:, at(b)] for a, b in task.pairs], axis=1)
    np.testing.assert_allclose(found.judges[0][..., 0], expected, atol=1e-12)


def test_sizes_share_the_order_of_the_segments(data):
    plan, rows = lay(data, spec(settings=[("all", "all")], unit={"size": [3, 6, 12]}))
    small, medium, large = lay_blocks(plan, rows)
    assert [task.size for task in (small, medium, large)] == [3, 6, 12]
    three, six, twelve = (np.concatenate([f.judges[0] for f in s.assigned()]) for s in (small, medium, large))
    assert three.shape == (6, 10, 4)
    np.testing.assert_allclose(three.reshape(6, 10, 2, 2).mean(axis=-1), six, atol=1e-12)
    np.testing.assert_allclose(six.mean(axis=-1, keepdims=True), twelve, atol=1e-12)
    frame = pair_frame([small, medium, large])
    assert frame.groupby("block_size")["n_blocks"].sum().to_dict() == {3: 40, 6: 20, 12: 10}
    assert frame.groupby(["a", "b"])["orientation"].nunique().eq(1).all()


def test_orientations(data):
    found = {}
    for orientation in ("fixed", "random", "both"):
        plan, rows = lay(data, spec(unit={"orientation": orientation}))
        frame = pair_frame(lay_blocks(plan, rows))
        stored = {"fixed": {"a-b"}, "random": {"a-b", "b-a"}, "both": {"both"}}[orientation]
        assert set(frame["orientation"]) == stored
        assert len(frame) == 10
        records = correlate_all(plan, rows, Serial())
        assert (records["orientation"] == orientation).all()
        assert (records["n_blocks"] == frame["n_blocks"].sum()).all()
        found[orientation] = records["value"].to_numpy()
        again = pair_frame(lay_blocks(*lay(data, spec(unit={"orientation": orientation}))))
        pd.testing.assert_frame_equal(frame, again)
    names = list(found)
    for one, other in zip(names, names[1:] + names[:1], strict=True):
        assert not np.allclose(found[one], found[other])


def test_listed_pairs_turn_with_their_order(data):
    pairs = [["S03", "S01"], ["S01", "S02"], ["S05", "S04"]]
    plan, rows = lay(data, spec(unit={"pairs": pairs, "orientation": "fixed"}))
    [task] = lay_blocks(plan, rows)
    turned = spec(unit={"pairs": [pair[::-1] for pair in pairs], "orientation": "fixed"})
    [other] = lay_blocks(*lay(data, turned))
    [one], [two] = task.assigned(), other.assigned()
    np.testing.assert_allclose(one.metrics[0], -two.metrics[0], atol=1e-12)
    records = correlate_all(plan, rows, Serial())
    assert (records["n_systems"] == 5).all()
    assert (records["n_pairs"] == 3).all()


def test_outputs_without_judgment_are_no_part_of_a_pair(data):
    missing = (data.judgments["system"] == "S01") & data.judgments["segment"].isin(["t01", "t02"])
    given = EvalSet.build(data.card, data.outputs, data.references, data.judgments[~missing])
    plan, rows = lay(given, spec(settings=[("all", "all")], interval="percentile", draws=30))
    frame = pair_frame(lay_blocks(plan, rows))
    assert (frame["n_segments"] == np.where(frame["a"] == "S01", 11, 13)).all()
    assert (frame["n_blocks"] == np.where(frame["a"] == "S01", 2, 3)).all()
    [task] = lay_blocks(plan, rows)
    for found in (*task.assigned(), *task.drawn()):
        for observed in (*found.metrics, *found.judges):
            there = np.isfinite(observed).sum(axis=(1, 2))
            assert there.max() <= 10 * 3
            assert len(observed) == 30 or (there == 4 * 2 + 6 * 3).all()
    records = correlate_all(plan, rows, Serial())
    assert (records["n_blocks"] == 4 * 2 + 6 * 3).all()
    assert records[["value", "low", "high"]].notna().all(axis=None)


def test_what_systems_of_no_listed_pair_have_judged_is_not_counted(data):
    """Of S01 and S02 people judged the first 9 segments, of the others all 13; S04 is in no pair."""
    late = data.judgments["system"].isin(["S01", "S02"]) & (data.judgments["segment"] > "t09")
    given = EvalSet.build(data.card, data.outputs, data.references, data.judgments[~late])
    for pairs, outputs, n in (
        ([["S01", "S02"], ["S03", "S01"]], "9", "n = 3 systems and 9 segments; "),
        ([["S01", "S02"], ["S03", "S05"]], "9-13", "n = 4 systems and 13 segments, 9 to 13 of them judged; "),
    ):
        for missing in ("pairwise", "all"):
            more = {"missing": missing, "interval": "fisher"}
            result = asked.of(spec(ASKED[:1], [("all", "all")], {"pairs": pairs}, **more), given)
            assert set(result.records["n_outputs"]) == {outputs}
            assert f"- {n}in brackets 95 %" in result.table().text("md")


def test_segments_of_the_compared_systems_are_counted_once_for_all_cells(data, monkeypatch):
    """With a hundred systems and thousands of segments it takes longer than a coefficient."""
    counted = []
    monkeypatch.setattr(block_pairs, "write_range", lambda counts: f"{counted.append(1)}")
    settings = [("single", "one"), ("all", "all")]
    records = asked.of(spec(ASKED[:2], settings, interval="none"), data).records
    assert len(records) > len(counted) == records["block_size"].nunique()


def test_what_is_added_to_all_scores_and_judgments_changes_no_rank():
    """Tenths beside a thousand have noise in their 13th digit, which told equal differences apart."""
    plain = workbench.simulate(topics=12, systems=4, references=1, words=20).evalset
    cells = plain.outputs[["task", "segment", "system"]]
    found = []
    for added in (0.0, 1000.0):
        rows = plain.judgments.assign(score=np.rint(plain.judgments["score"] * 5) / 10 + added)
        given = EvalSet.build(plain.card, plain.outputs, plain.references, rows)
        rng = np.random.default_rng(1)
        scores = {tuple(cell): rng.integers(4) / 10 + added for cell in cells.to_numpy()}
        e = workbench.Experiment(
            given, ["mine", "length"], scores={"mine": scores}, unit={"size": [1, 3], "assignments": 2},
            correlation={"coefficients": ["spearman", "kendall"], "interval": "none"},
        )  # fmt: skip
        found.append(e.records["value"].to_numpy())
    assert np.isfinite(found[0]).all()
    np.testing.assert_allclose(*found, atol=1e-12)


def test_infinite_scores_have_no_coefficient(data):
    @workbench.metric("endless")
    def endless(candidate, references):
        return np.inf if len(candidate) % 3 == 0 else float(len(candidate))

    try:
        records = asked.of(spec(["endless"], settings=[("all", "all")]), data).records
    finally:
        METRICS.remove("endless")
    assert records["value"].isna().all()
    assert set(records["reason"]) == {"infinite scores"}


def test_a_notebook_asks_for_blocks(data):
    unit = {"size": 4, "assignments": 6}
    found = asked.correlate(
        data, ASKED[:1], preprocess=["none"], references={"all": "all"}, unit=unit, interval="none", seed=7
    )
    expected = correlated(data, spec(ASKED[:1], settings=[("all", "all")]))
    assert found["level"].tolist() == ["block"] * 3
    assert found["value"].tolist() == expected["value"].tolist()
    with_systems = asked.correlate(data, ASKED[:1], unit=unit, levels=["system", "block"], interval="none")
    assert with_systems["level"].tolist() == ["system"] * 3 + ["block"] * 3


def test_fisher_says_its_n(data):
    records = correlated(data, spec(settings=[("all", "all")], interval="fisher"))
    assert set(records["population"]) == {"n = 30 blocks, taken as independent"}
    assert (records["low"] < records["value"]).all()


@pytest.mark.parametrize(
    ("unit", "reason"),
    [
        ({"size": 14}, "fewer than 3 blocks"),
        ({"size": 13, "pairs": [["S01", "S02"]]}, "fewer than 3 blocks"),
        ({"size": 6, "pairs": [["S01", "S02"]], "orientation": "both"}, "fewer than 3 blocks"),
    ],
)
def test_too_few_blocks_are_a_reason(data, unit, reason):
    records = correlated(data, spec(settings=[("all", "all")], unit=unit, interval="percentile", draws=5))
    assert records["value"].isna().all()
    assert set(records["reason"]) == {reason}
    assert records["low"].isna().all()


def test_lower_is_better_is_turned_once(data):
    records = correlated(data, spec(["ter", "bleu(order=2)"], settings=[("one", "one")]))
    assert (records["value"] > 0).all()


def test_each_size_is_an_experiment_of_its_own(data):
    records = correlated(data, spec(["bleu"], settings=[("all", "all")], unit={"size": [3, 6]}))
    assert set(records["block_size"]) == {3, 6}
    assert records["hash"].is_unique


def test_blocks_beside_the_system_level(data):
    both = correlated(data, spec(levels=["block", "system"]))
    assert both["level"].value_counts().to_dict() == {"block": 27, "system": 27}
    assert (both.loc[both["level"] == "system", "n_blocks"] == 0).all()
    alone = correlated(data, spec())
    pd.testing.assert_frame_equal(
        both[both["level"] == "block"].drop(columns="hash").reset_index(drop=True), alone.drop(columns="hash")
    )


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"unit": {"size": 0}}, "unit.size"),
        ({"unit": {"pairs": [["S01", "S01"]]}}, "compared with itself"),
        ({"unit": {"pairs": [["S01", "S02"], ["S02", "S01"]]}}, "there twice"),
        ({"unit": {"orientation": "left"}}, "unit.orientation"),
        ({"unit": None, "correlation": {"levels": ["block"]}}, "needs a section [unit]"),
        ({"correlation": {"levels": ["system"]}}, "for the level 'block'"),
        ({"correlation": {"interval": "bca"}}, "at block level one of"),
        ({"correlation": {"given": "length"}}, "not at block level"),
        ({"test": {}}, "works on systems, not on blocks"),
    ],
)
def test_what_blocks_cannot_be(changes, words):
    content = {"name": "x", "metrics": ["bleu"], "data": {"name": "simulated-news"}, "unit": {}, **changes}
    with pytest.raises(SpecError) as error:
        build_spec(content)
    assert words in str(error.value)


def test_an_unknown_system_is_named(data):
    with pytest.raises(SpecError, match=r"unit\.pairs\[1\]: unknown system 'S99'"):
        make_plan(spec(unit={"pairs": [["S01", "S02"], ["S01", "S99"]]}), data)


def test_the_files_of_a_run(tmp_path):
    experiment = spec(settings=[("all", "all")], unit={"size": 10})
    result = asked.run(experiment, out=tmp_path, cache=tmp_path / "cache")
    pairs = pd.read_csv(tmp_path / "x" / "pairs.csv")
    assert len(pairs) == 120
    assert (pairs["n_blocks"] == 3).all()
    assert set(pairs["orientation"]) == {"a-b", "b-a"}
    assert "120 pairs, 360 blocks, mean coefficient over 6 assignments" in result.table().text("md")


ON_SYSTEMS = """agreement average_ranks calibration ceiling difference_influence disagreements families
    protocol ranking reference_choice replicability robustness size system_test test weight_noise worth"""


def test_sections_that_work_on_systems_only_are_refused_beside_blocks():
    asked = {"metrics": ["rouge-1"], "data": {"name": "x"}, "unit": {"size": 10}}
    for name in ON_SYSTEMS.split():
        with pytest.raises(SpecError, match=rf"\b{name}\b"):
            build_spec({**asked, name: {}})
    for name in ("block_test", "block_power", "shading", "plot"):
        assert build_spec({**asked, name: {}}).section(name) is not None

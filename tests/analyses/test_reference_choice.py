"""The choice of references, against experiments that name the references one by one."""

from itertools import combinations

import asked
import naive
import numpy as np
import pandas as pd
import pytest
from scipy.stats import kendalltau, pearsonr, spearmanr
from scipy.stats import t as student
from small_study import JUDGMENTS, OUTPUTS, REFERENCES, write_study

import workbench
from workbench.analyses.reference_choice.reference_lines import describe_reference_choice
from workbench.analyses.reference_choice.reference_subsets import caution_of_uneven, subset_error, subsets
from workbench.datasets.evalset import EvalSet
from workbench.errors import SpecError
from workbench.experiment.spec import build_spec
from workbench.metrics.batch import BatchLayout

DATA = {"name": "simulated-news", "unscorable": "drop"}
METRICS = ["rouge-2", "bleu(order=2)", "delta-bleu(order=2)"]
COEFFICIENTS = ["pearson", "spearman", "kendall"]


def run(tmp_path, **sections):
    content = {
        "name": "x",
        "metrics": METRICS,
        "data": DATA,
        "correlation": {"coefficients": ["pearson", "kendall"], "interval": "none"},
        **sections,
    }
    return asked.of(build_spec(content), cache=tmp_path / "c")


def test_subsets_are_all_or_a_sample_of_different_ones():
    assert subsets(4, 1, 30, np.random.default_rng(0)) == [(0,), (1,), (2,), (3,)]
    sample = subsets(12, 5, 40, np.random.default_rng(0))
    assert len(set(sample)) == 40
    assert all(len(set(each)) == 5 and list(each) == sorted(each) for each in sample)
    assert subsets(6, 3, 20, np.random.default_rng(0)) == subsets(6, 3, 20, np.random.default_rng(1))


def test_single_references_give_what_an_experiment_with_that_reference_gives(tmp_path):
    choice = run(tmp_path, reference_choice={"sizes": [1, 3]}).reference_choice().frame
    metrics = ["rouge-2", "bleu(order=2)"]
    every = []
    for name in ("R1", "R2", "R3", "R4"):
        named = run(
            tmp_path,
            metrics=metrics,
            data={"name": "simulated-news"},
            references=[{"name": "x", "select": f"named(reference={name})"}],
        ).records.set_index(["metric", "coefficient"])["value"]
        for row in choice[(choice["size"] == 1) & choice["metric"].isin(metrics)].itertuples():
            value = named[row.metric, row.coefficient]
            assert row.least - 1e-12 <= value <= row.most + 1e-12
            assert (row.least_references == name) == (value == pytest.approx(row.least, abs=1e-12))
            assert (row.most_references == name) == (value == pytest.approx(row.most, abs=1e-12))
            assert (row.n_references, row.n_subsets, row.n_undefined) == (4, 4, 0)
        every.append(named)
    for row in choice[(choice["size"] == 1) & choice["metric"].isin(metrics)].itertuples():
        values = np.array([named[row.metric, row.coefficient] for named in every])
        assert (row.mean, row.sd) == pytest.approx((values.mean(), values.std(ddof=1)))


def test_the_whole_set_gives_the_value_of_the_table(tmp_path):
    result = run(tmp_path, data={"name": "simulated-news"}, reference_choice={"sizes": [1]})
    values = result.records.set_index(["metric", "coefficient"])["value"]
    whole = result.reference_choice().frame.query("size == 4").set_index(["metric", "coefficient"])
    assert len(whole) == len(values) == 6
    for key, value in values.items():
        assert whole["least"][key] == whole["most"][key] == pytest.approx(value, abs=1e-12)
        assert (
            result.reference_choice()
            .frames["error_sources"]
            .set_index(["metric", "coefficient"])["value"][key]
            == value
        )


def of_one_metric(data, coefficient):
    """Return the record of the errors, and the matrices of scores and judgments."""
    e = workbench.Experiment(
        data, ["rouge-1"], correlation={"coefficients": [coefficient], "interval": "none"}
    )
    [row] = e.reference_choice().frames["error_sources"].itertuples()
    return row, e.rows[0].segments, e.rows[0].task.judged[0].scores


def jackknife_error(values):
    n = len(values)
    return np.sqrt((n - 1) / n * ((values - np.mean(values)) ** 2).sum())


@pytest.mark.parametrize("coefficient", ["pearson", "spearman", "kendall"])
def test_errors_are_those_of_resampled_systems_inputs_and_references(coefficient):
    data = workbench.simulate(3, topics=25, systems=9, references=5).evalset
    row, x, z = of_one_metric(data, coefficient)
    other = {"pearson": pearsonr, "spearman": spearmanr, "kendall": kendalltau}[coefficient]

    def r(x, z):
        return np.arctanh(other(x.mean(axis=1).round(12), z.mean(axis=1).round(12)).statistic)

    systems = np.array([r(np.delete(x, at, 0), np.delete(z, at, 0)) for at in range(len(x))])
    assert row.error_systems == pytest.approx(jackknife_error(systems), rel=1e-6)
    rng = np.random.default_rng(5)
    drawn = [r(x[:, at], z[:, at]) for at in rng.integers(x.shape[1], size=(400, x.shape[1]))]
    assert row.error_inputs == pytest.approx(np.std(drawn), rel=0.15)
    rest, size = [], 4 if coefficient == "pearson" else 2
    for names in combinations(sorted(set(data.references["reference"])), size):
        keep = data.references[data.references["reference"].isin(names)]
        part = EvalSet.build(data.card, data.outputs, keep, data.judgments)
        records = asked.correlate(part, ["rouge-1"], coefficients=[coefficient], interval="none")
        rest.append(np.arctanh(records["value"].iloc[0]))
    squares = (np.array(rest) - np.mean(rest)) ** 2
    assert row.error_references == pytest.approx(np.sqrt(size / (5 - size) * squares.mean()), rel=1e-6)
    errors = np.array([row.error_systems, row.error_inputs, row.error_references])
    assert row.error == pytest.approx(np.sqrt((errors**2).sum()))
    freedom = row.error**4 / (errors**4 / [8, 24, 4]).sum()
    wide = 2 * student.ppf(0.975, freedom) * row.error
    assert np.arctanh(row.high) - np.arctanh(row.low) == pytest.approx(wide, rel=1e-6)
    assert row.alone == ""


def test_the_error_of_inputs_is_that_of_the_world_for_rank_coefficients():
    """Where the jackknife over inputs is more than twice too large: inputs drawn anew, systems held."""
    rng = np.random.default_rng(8)
    quality, skill = rng.normal(size=(2, 12, 1))
    skill = quality + 0.7 * skill

    def world():
        return (skill + rng.normal(scale=2, size=(12, 60)), quality + rng.normal(scale=2, size=(12, 60)))

    def r(x, z):
        return np.arctanh(kendalltau(x.mean(axis=1), z.mean(axis=1)).statistic)

    truth = np.std([r(*world()) for _ in range(400)])
    places = [(segment, system) for system in range(12) for segment in range(60)]
    found, wrong = [], []
    for _ in range(4):
        x, z = world()
        found.append(input_error(places, x, z))
        wrong.append(jackknife_error([r(np.delete(x, at, 1), np.delete(z, at, 1)) for at in range(60)]))
    assert 0.6 < np.mean(found) / truth < 1.4
    assert np.mean(wrong) / truth > 1.6


@pytest.mark.parametrize(("size", "least", "most"), [(5, 0.8, 1.2), (10, 1.3, 1.9)])
def test_leaving_out_half_of_the_references_is_right_for_ranks(size, least, most):
    """Eleven references drawn anew, systems held: leaving out one at a time finds half as much again."""
    rng = np.random.default_rng(4)
    chosen = subsets(11, size, 40, rng)
    truth, found = [], []
    for _ in range(6):
        quality, own = rng.normal(size=(2, 16))

        def r(scores, quality=quality):
            return np.arctanh(kendalltau(scores.mean(axis=0), quality).statistic)

        worlds = quality + 0.6 * own + rng.normal(scale=0.5, size=(60, 11, 16))
        truth.append(np.var([r(each) for each in worlds]))
        for each in worlds[:4]:
            values = np.array([r(each[list(subset)]) for subset in chosen])
            found.append(subset_error(values, 11, size) ** 2)
    assert least < np.sqrt(np.mean(found) / np.mean(truth)) < most


def input_error(places, x, z):
    """Return what the analysis says of scores that come from a table, with two references."""
    keys = pd.DataFrame(places, columns=["segment", "system"]).astype("string[python]")
    keys = keys.apply(lambda column: column.map(lambda number: f"n{int(number):02}")).assign(task="t")
    outputs = keys.assign(text="a b")
    references = pd.concat(
        keys[["task", "segment"]].drop_duplicates().assign(reference=name, text="a c")
        for name in ("r1", "r2")
    )
    judged = keys.assign(criterion="coverage", rater="r", score=z.ravel())
    data = EvalSet.build(workbench.load("simulated-news").card, outputs, references, judged)
    keyed = zip(keys["task"], keys["segment"], keys["system"], strict=True)
    table = dict(zip(keyed, x.ravel().tolist(), strict=True))
    asked_for = {"coefficients": ["kendall"], "interval": "none"}
    e = workbench.Experiment(data, ["mine"], scores={"mine": table}, correlation=asked_for)
    [row] = e.reference_choice().frames["error_sources"].itertuples()
    return row.error_inputs


def test_the_names_of_the_least_and_most_are_theirs_where_a_subset_before_them_is_undefined():
    """The first of three references shares no word with any output: every system has the same score."""
    data = workbench.simulate(topics=4, systems=5, references=3, raters=1).evalset
    texts = data.references["text"].where(data.references["reference"] != "R1", "§")
    data = EvalSet.build(data.card, data.outputs, data.references.assign(text=texts), data.judgments)
    choice = workbench.Experiment(data, ["rouge-1"]).reference_choice().frame
    row = choice.query("size == 1 and coefficient == 'pearson'").iloc[0]
    assert (row["n_subsets"], row["n_undefined"]) == (3, 1)
    values = {}
    for name in ("R2", "R3"):
        only = data.references[data.references["reference"] == name]
        one = EvalSet.build(data.card, data.outputs, only, data.judgments)
        found = asked.correlate(one, ["rouge-1"], coefficients=["pearson"], interval="none")
        values[name] = found["value"].item()
    assert row["least_references"] == min(values, key=values.get)
    assert row["most_references"] == max(values, key=values.get)
    assert (row["least"], row["most"]) == pytest.approx((min(values.values()), max(values.values())))


def test_fewer_than_five_references_have_no_share_but_each_its_value(tmp_path):
    e = run(tmp_path, metrics=["rouge-1"], data={"name": "simulated-news"}, reference_choice={"sizes": [3]})
    found = e.reference_choice()
    row = found.frames["error_sources"].query("coefficient == 'pearson'").iloc[0]
    assert np.isnan(row["error_references"])
    assert row["error"] == pytest.approx(np.hypot(row["error_systems"], row["error_inputs"]))
    for part in row["alone"].split("; "):
        name, value = part.split()
        references = [{"name": "x", "select": f"named(reference={name})"}]
        single = run(tmp_path, metrics=["rouge-1"], data={"name": "simulated-news"}, references=references)
        assert f"{single.records['value'].iloc[0]:.3f}" == value
    line = next(line for line in found.lines if "Pearson's r" in line)
    assert "4 references are too few for a share of theirs, alone they give R1 0." in line
    assert "references 0 %" not in line


def test_a_lower_is_better_metric_and_segments_without_a_weight(tmp_path):
    @workbench.metric("misses", higher_is_better=False)
    def misses(candidate, references):
        said = {word for reference in references for word in reference}
        return len(said - set(candidate)) / len(said)

    result = run(tmp_path, metrics=["misses", "delta-bleu(order=2)"], reference_choice={"sizes": [1]})
    choice = result.reference_choice().frame.query("coefficient == 'pearson'").set_index(["metric", "size"])
    assert choice["least"]["misses", 1] > 0.3
    # a single careless reference has no positive weight, and its segment is left out
    assert choice["n_segments"]["misses", 1] == 30
    assert choice["n_segments"]["delta-bleu(order=2)", 1] < 30
    assert choice["n_segments"]["delta-bleu(order=2)", 4] == 30


def test_a_system_whose_only_reference_is_its_own_has_no_score(tmp_path):
    mined = {"criterion": "coverage", "weight": "likert(low=0, high=1)", "keep": False}
    result = run(tmp_path, metrics=["rouge-1"], mined=mined, reference_choice={"sizes": [1, 2]})
    choice = result.reference_choice().frame.query("coefficient == 'pearson'").set_index("size")
    assert choice["n_references"].tolist() == [16] * 3
    assert choice["n_subsets"].to_dict() == {1: 16, 2: 30, 16: 1}
    assert choice["n_systems"].to_dict() == {1: 15, 2: 16, 16: 16}


def test_by_segment_references_are_dealt_anew(tmp_path):
    by_name = run(tmp_path, metrics=["rouge-1"], reference_choice={})
    by_segment = run(tmp_path, metrics=["rouge-1"], reference_choice={"by": "segment"})
    again = run(tmp_path, metrics=["rouge-1"], reference_choice={"by": "segment"})
    assert by_segment.reference_choice().frame.equals(again.reference_choice().frame)
    one, other = by_name.reference_choice().frame, by_segment.reference_choice().frame
    assert one["n_subsets"].tolist() == other["n_subsets"].tolist()
    assert (one["least"] != other["least"])[one["size"] == 1].all()
    assert one["least"][one["size"] == 4].tolist() == other["least"][other["size"] == 4].tolist()
    assert set(other["most_references"][other["size"] == 1]) <= {"1", "2", "3", "4"}


def test_without_a_choice_it_says_so(tmp_path):
    with pytest.raises(SpecError, match="no reference setting has two references"):
        run(tmp_path, references=[{"name": "1", "select": "one"}], reference_choice={}).reference_choice()
    with pytest.raises(SpecError, match=r"reference_choice\.sizes"):
        run(tmp_path, reference_choice={"sizes": [0]})


def test_sizes_that_no_setting_has_are_refused(tmp_path):
    e = run(
        tmp_path, metrics=["rouge-1"], data={"name": "simulated-news"}, reference_choice={"sizes": [9, 4]}
    )
    with pytest.raises(SpecError, match=r"reference_choice\.sizes: .*: got \[9, 4\], allowed: 1 to 3"):
        e.check()
    assert set(e.reference_choice(sizes=[9, 3]).frame["size"]) == {3, 4}
    of_two = e.replace(references=[{"name": "two", "select": "first(k=2)"}])
    with pytest.raises(
        SpecError, match=r"sizes: no reference setting has more references: got \[2\], allowed: 1$"
    ):
        of_two.reference_choice(sizes=[2])


def test_the_findings_say_it(tmp_path):
    result = run(tmp_path, metrics=["rouge-1"], reference_choice={})
    [head, line, *_] = result.reference_choice().lines
    assert head == "Choice of references, system level"
    row = result.reference_choice().frame.iloc[0]
    assert f"1 of 4 references {row['least']:.3f} to {row['most']:.3f}" in line
    assert "error of all: systems " in line


UNEVEN = """
seed = {seed}
metrics = ["ter", "bleu(order=2)", "delta-bleu"]
[data]
name = "mine"
criteria = ["errors"]
unscorable = "drop"
[correlation]
coefficients = ["pearson", "kendall"]
interval = "none"
confidence = 0.8
[reference_choice]
by = "{by}"
sizes = [1, 2, 3]
"""


@pytest.fixture(scope="module")
def uneven(tmp_path_factory):
    """One to three references a segment, some of them of no use to one metric; judgments are missing."""
    home = write_study(tmp_path_factory.mktemp("choice"))

    def read(by="name", seed=0):
        file = home / f"{by}{seed}.toml"
        file.write_text(UNEVEN.format(by=by, seed=seed), encoding="utf-8")
        return workbench.read(file, data=home)

    return read


def test_subsets_of_uneven_references_rest_on_the_segments_that_they_can_score(uneven):
    """r1 is in every segment, r2 in most, r3 in one."""
    e = uneven()
    found = e.reference_choice().frame
    texts = {
        (task, segment, name): text for task, segment, name, text, _ in REFERENCES.itertuples(index=False)
    }
    judged = JUDGMENTS[JUDGMENTS["criterion"] == "errors"]
    human = -judged.groupby(["task", "system", "segment"])["score"].mean()
    kept = {"t": ["s1", "s2", "s3", "s5", "s6"], "u": ["s1", "s3", "s4"]}
    outputs = {
        (task, segment, system): text for task, segment, system, text in OUTPUTS.itertuples(index=False)
    }
    for task, names in (("t", ("r1", "r2", "r3")), ("u", ("r1", "r2"))):
        systems = sorted({system for home, _, system in outputs if home == task})
        values = {}
        for size in (1, 2, 3):
            for chosen in combinations(names, size):
                usable = [each for each in kept[task] if any((task, each, name) in texts for name in chosen)]
                rests_on = set()
                x, z = [], []
                for system in systems:
                    triples = []
                    for each in usable:
                        if (task, system, each) not in human.index:
                            continue
                        rests_on.add(each)
                        others = [texts[task, each, name] for name in chosen if (task, each, name) in texts]
                        words = outputs[task, each, system].split()
                        triples.append((words, [other.split() for other in others], [1.0] * len(others)))
                    x.append(naive.bleu(triples, 2) if triples else np.nan)
                    here = [human.get((task, system, each), np.nan) for each in usable]
                    z.append(np.nanmean(here) if np.isfinite(here).any() else np.nan)
                x, z = np.array(x), np.array(z)
                both = ~np.isnan(z)
                x, z = x[both].round(12), z[both].round(12)
                defined = both.sum() > 2 and len(set(x)) > 1 and len(set(z)) > 1
                value = pearsonr(x, z).statistic if defined else np.nan
                values[chosen] = value, len(rests_on), int(both.sum())
        mine = found.query("metric == 'bleu(order=2)' and task == @task and coefficient == 'pearson'")
        assert mine["size"].tolist() == [size for size in (1, 2, 3) if size <= len(names)]
        for row in mine.itertuples():
            each = {chosen: value for chosen, value in values.items() if len(chosen) == row.size}
            numbers = np.array([value for value, _, _ in each.values()])
            known = numbers[~np.isnan(numbers)]
            assert (row.n_subsets, row.n_undefined) == (len(numbers), len(numbers) - len(known))
            assert row.n_segments == min(n for _, n, _ in each.values())
            if len(known):
                assert (row.mean, row.least, row.most) == pytest.approx(
                    (known.mean(), known.min(), known.max())
                )
                for name, value in ((row.least_references, known.min()), (row.most_references, known.max())):
                    assert each[tuple(name.split("; "))][0] == pytest.approx(value)


def test_the_whole_set_of_a_metric_of_which_less_is_better_is_the_value_of_the_table(uneven):
    e = uneven()
    key = ["metric", "task", "coefficient"]
    values = e.records.set_index(key)["value"]
    choice = e.reference_choice().frame
    whole = choice[choice["size"] == choice["n_references"]].set_index(key)
    assert len(whole) == len(values) == 3 * 2 * 2
    for place, value in values.items():
        assert whole["least"][place] == pytest.approx(value, abs=1e-12)


def test_dealing_and_drawing_of_references_follow_seed_and_task(uneven, tmp_path):
    frames = [uneven("segment", seed).reference_choice().frame.drop(columns="experiment") for seed in (1, 2)]
    assert not frames[0].equals(frames[1])
    data = workbench.simulate(topics=3, systems=7, references=1, raters=1).evalset
    mined = {"criterion": "coverage", "weight": "likert(low=0, high=1)", "keep": False}
    settings = {"coefficients": ["pearson"], "interval": "none"}
    drawn = [
        workbench.Experiment(data, ["rouge-1"], mined=mined, seed=seed, correlation=settings)
        .reference_choice(sizes=[2], subsets=4)
        .frame
        for seed in (1, 2)
    ]
    assert drawn[0]["mean"][0] != drawn[1]["mean"][0]


def test_errors_are_put_around_the_value_on_the_scale_of_fisher_at_the_confidence_asked_for(tmp_path):
    correlation = {"coefficients": ["pearson"], "interval": "none", "confidence": 0.8}
    e = run(tmp_path, metrics=["rouge-1"], data={"name": "simulated-news"}, correlation=correlation,
            reference_choice={})  # fmt: skip
    [row] = e.reference_choice().frames["error_sources"].itertuples()
    errors, sizes = np.array([row.error_systems, row.error_inputs]), np.array([row.n_systems, row.n_segments])
    half = student.ppf(0.9, row.error**4 / (errors**4 / (sizes - 1)).sum()) * row.error
    ends = np.tanh(np.arctanh(row.value) + np.array([-half, half]))
    assert (row.low, row.high) == pytest.approx(tuple(ends), abs=1e-6)
    assert row.confidence == 0.8


def test_references_of_different_segments_are_told(uneven):
    """The four systems of u and its references r1 and r2: where r2 lacks a segment, r1 alone scores it."""
    result = uneven().reference_choice()
    found = result.frame.query("metric == 'bleu(order=2)' and coefficient == 'pearson'")
    for row in found.itertuples():
        assert row.n_segments <= row.n_segments_most
        assert bool(row.caution) == (row.n_segments < row.n_segments_most)
    assert found.query("size == n_references")["caution"].eq("").all()
    [line] = [line for line in result.lines if "Caution" in line and ", t):" in line and " 1 of 3 " in line]
    alone = result.frame.query("task == 't' and size == 1")
    assert f"{alone['n_segments'].min()} to {alone['n_segments_most'].max()} of them" in line
    alone = result.frames["error_sources"].query("task == 't'")["alone"]
    assert alone.str.contains(r"r1 .* \(\d+ segments?\); r2 .* \(\d+ segments?\)").all()


def test_a_reference_of_one_segment_is_said_to_be_of_one():
    data = workbench.simulate(topics=6, systems=6, references=2).evalset
    rows = data.references
    first = (rows["reference"] == "R1") | (rows["segment"] == rows["segment"].iloc[0])
    few = EvalSet.build(data.card, data.outputs, rows[first], data.judgments)
    e = workbench.Experiment(few, ["rouge-1"], correlation={"interval": "none"})
    said = e.reference_choice().frames["error_sources"]["alone"]
    assert said.str.fullmatch(r"R1 \S+ \(6 segments\); R2 \S+ \(1 segment\)").all()


def test_references_of_other_segments_are_told_where_there_are_as_many_of_them():
    data = workbench.simulate(topics=6, systems=6, references=2).evalset
    segments = sorted(data.references["segment"].unique())
    number = data.references["segment"].map(segments.index)
    only = np.where(data.references["reference"] == "R1", number < 4, number >= 2)
    apart = EvalSet.build(data.card, data.outputs, data.references[only], data.judgments)
    keys = {"metrics": ["rouge-1"], "correlation": {"coefficients": ["pearson"], "interval": "none"}}
    even, uneven = (
        workbench.Experiment(each, **keys).reference_choice(by="name").frame for each in (data, apart)
    )
    columns = ["n_segments", "n_segments_most", "caution"]
    assert even.query("size == 1")[columns].to_numpy().tolist() == [[6, 6, ""]]
    told = "the subsets are scored on different segments"
    assert uneven.query("size == 1")[columns].to_numpy().tolist() == [[4, 4, told]]


@pytest.mark.parametrize("by", ["name", "segment"])
def test_errors_over_uneven_references_have_their_caution(by):
    """Of five references all are in three segments, and two or one in the others; then two in each."""
    data = workbench.simulate(topics=6, systems=6, references=5).evalset
    names = sorted(data.references["reference"].unique())
    segments = sorted(data.references["segment"].unique())
    number = data.references["reference"].map(names.index)
    at = data.references["segment"].map(segments.index)
    keys = {"metrics": ["rouge-1"], "components": ["f"], "correlation": {"interval": "none"}}
    said, cautions = {}, {}
    for kind, kept in {
        "even": number >= 0,
        "some": (at < 3) | (number < 2),
        "one": (at < 3) | (number < 1),
    }.items():
        made = EvalSet.build(data.card, data.outputs, data.references[kept], data.judgments)
        e = workbench.Experiment(made, **keys)
        result = e.reference_choice(by=by)
        sources = result.frames["error_sources"].set_index("coefficient")
        said[kind] = [each for each in result.lines if "too large" in each]
        cautions[kind] = sources["caution"].to_dict()
        assert sources["error_references"].notna()["pearson"]
    of_each = "segments have 2 to 5 of 5 references"
    told = f"{of_each}: the error over references is up to 1.3 times too large"  # sqrt(4 / 5 · 2)
    lost = ", and some are left out with all of theirs: the error over references is too large"
    assert cautions["even"] == dict.fromkeys(COEFFICIENTS, "")
    of_ranks = dict.fromkeys(["spearman", "kendall"], of_each + lost)  # two references of five are a half
    assert cautions["some"] == {"pearson": told, **of_ranks}
    assert said["even"] == []
    assert [each.partition("): ")[2] for each in said["some"]] == [f"{told}.", f"{of_each}{lost}."]
    assert cautions["one"] == dict.fromkeys(COEFFICIENTS, of_each.replace("2", "1") + lost)
    assert len(said["one"]) == 1
    two = EvalSet.build(data.card, data.outputs, data.references[(number - at) % 5 < 2], data.judgments)
    best = workbench.Experiment(two, **keys, references={"best": ("all", "best")}).reference_choice(by="name")
    assert best.frames["error_sources"]["caution"][0].endswith(" too large, that of the best of them more")
    sources = workbench.Experiment(two, **keys).reference_choice(by=by).frames["error_sources"]
    of_two = "" if by == "segment" else told.replace("2 to 5", "2")
    assert sources.set_index("coefficient")["caution"]["pearson"] == of_two


def test_an_error_that_is_hardly_too_large_has_no_caution():
    """Four of five references are sqrt(4 / 5 · 4 / 3) = 1.03, four of 40 sqrt(39 / 40 · 4 / 3) = 1.14.

    Subsets of two of five have one of a segment's four in four cases of ten, and two in six: the mean inverse
    is .7, for 1/4 of all four, and sqrt(4 · 2 / 3 · (.7 - .25)) = 1.095.
    """
    layout = BatchLayout.of_sizes([1, 1], [4, 5])
    code = np.array([0, 1, 2, 3, 0, 1, 2, 3, 4])
    without, pairs = (subsets(n, size, 50, np.random.default_rng(0)) for n, size in ((40, 39), (5, 2)))
    assert caution_of_uneven(layout, code, 5, subsets(5, 4, 5, np.random.default_rng(0))) == ""
    assert caution_of_uneven(layout, code, 40, without).endswith(" is up to 1.1 times too large")
    assert caution_of_uneven(layout, code, 5, pairs).endswith(" is up to 1.1 times too large")
    told = "is up to 1.1 times too large, that of the best of them more"
    assert caution_of_uneven(layout, code, 5, pairs, of_best=True).endswith(told)


def test_segments_are_left_out_where_a_subset_that_was_drawn_has_none_of_theirs():
    """Of the pairs of five references three have none of the first two; a sample may lack them."""
    layout, code = BatchLayout.of_sizes([1, 1], [2, 5]), np.array([0, 1, 0, 1, 2, 3, 4])
    every = subsets(5, 2, 50, np.random.default_rng(0))
    some = [each for each in every if min(each) < 2]
    assert "left out with all of theirs" in caution_of_uneven(layout, code, 5, every)
    # one of a segment's two in six pairs of seven, both in one: sqrt(2 · 2 / 3 · (13 / 14 - 1 / 2)) = .756
    assert caution_of_uneven(layout, code, 5, some) == ""


def test_a_jackknife_over_uneven_references_is_too_wide_by_the_factor_that_is_said():
    """Means over 2 of 6 references, dealt by segment: 1.29 times their error, and of all six their error."""
    rng = np.random.default_rng(0)
    found, true = [], []
    for _ in range(200):
        noise = rng.normal(size=(30, 6))
        numbers = np.full(30, 2)
        there = rng.permuted(np.arange(6) < numbers[:, np.newaxis], axis=1)
        kept = [there & (np.arange(6) != left) for left in range(6)]
        values = np.array([(noise * each).sum(axis=1) / each.sum(axis=1) for each in kept]).mean(axis=1)
        found.append(subset_error(values, 6, 5) ** 2)
        true.append(((noise * there).sum(axis=1) / 2).mean())
    assert np.sqrt(np.mean(found) / np.var(true)) == pytest.approx(np.sqrt(5 / 6 * 2), rel=0.15)


@pytest.mark.parametrize(("numbers", "least", "most"), [((1, 5), 1.5, 2.2), ((1, 1, 1, 5), 2.2, 3.2)])
def test_segments_of_one_reference_make_the_error_over_references_much_too_large(numbers, least, most):
    """Dealt by segment: without the first place such segments are left out, and judgments with them."""
    rng = np.random.default_rng(7)
    found, true = [], []
    there = np.arange(5) < np.resize(numbers, 60)[:, np.newaxis]

    def r(x, z, chosen):
        used = there & chosen
        kept = used.any(axis=1)
        means = (x * used).sum(axis=2)[:, kept] / used.sum(axis=1)[kept]
        return np.arctanh(pearsonr(means.mean(axis=1), z[:, kept].mean(axis=1)).statistic)

    for _ in range(40):
        quality = rng.normal(size=(12, 1))
        z = quality + rng.normal(scale=1.5, size=(12, 60))
        base = quality + 0.6 * rng.normal(size=(12, 1)) + rng.normal(scale=1.5, size=(12, 60))
        worlds = base[:, :, np.newaxis] + rng.normal(scale=1.5, size=(25, 12, 60, 5))
        true.append(np.var([r(x, z, np.full(5, True)) for x in worlds], ddof=1))
        values = np.array([r(worlds[0], z, np.arange(5) != left) for left in range(5)])
        found.append(subset_error(values, 5, 4) ** 2)
    assert least < np.sqrt(np.mean(found) / np.mean(true)) < most


def test_no_metric_has_the_settings_that_are_asked_for(tmp_path):
    each = [{"name": "rouge-1", "references": ["4"]}, {"name": "rouge-2", "references": ["3"]}]
    settings = [{"name": "4"}, {"name": "3", "select": "first(k=3)"}]
    asked = {"metrics": ["rouge-1"], "references": ["3"]}
    e = run(tmp_path, metrics=each, references=settings, reference_choice=asked)
    with pytest.raises(SpecError, match="no condition has these metrics and reference settings"):
        e.check()


def test_only_the_first_choices_are_lines():
    choice = {
        "task": "t", "component": "f", "references": "all", "criterion": "flow", "coefficient": "pearson",
        "n_references": 4, "n_subsets": 6, "size": 2, "preprocess": "", "least": 0.25, "most": 0.5,
    }  # fmt: skip
    rows = pd.DataFrame([{**choice, "metric": f"rouge-{n}", "caution": ""} for n in range(1, 10)])
    source = {key: choice[key] for key in ("task", "component", "references", "criterion", "coefficient")}
    errors = {"error": 0.5, "error_systems": 0.3, "error_inputs": 0.4, "error_references": np.nan}
    about = {"metric": "rouge-1", "preprocess": "", "alone": "", "caution": ""}
    sources = pd.DataFrame([{**source, **errors, **about}])
    lines = describe_reference_choice(rows, sources)
    assert lines[1] == (
        "  R-1, all, flow, Pearson's r: 2 of 4 references 0.250 to 0.500; "
        "error of all: systems 36 %, inputs 64 %"
    )
    assert lines[2:9] == [
        f"  R-{n}, all, flow, Pearson's r: 2 of 4 references 0.250 to 0.500" for n in range(2, 9)
    ]
    assert lines[9:] == ["  and 1 more in reference_choice.csv"]
    assert len(describe_reference_choice(rows[:8], sources)) == 9
    two = rows.assign(task=["t"] * 8 + ["u"])
    assert describe_reference_choice(two, sources)[2].startswith("  R-2, t, all, flow, Pearson's r: ")
    assert describe_reference_choice(rows.assign(n_subsets=1), sources) == lines[:1]
    # two components of one metric are told apart, and components of metrics that have one each are not said
    parts = pd.concat([rows[:2], rows[:1].assign(component="recall")], ignore_index=True)
    found = describe_reference_choice(parts, sources)
    assert [line.partition(", Pearson")[0] for line in found[1:]] == [
        "  R-1, f, all, flow", "  R-2, f, all, flow", "  R-1, recall, all, flow",
    ]  # fmt: skip
    mixed = rows.assign(component=["recall"] + ["f"] * 8)
    assert describe_reference_choice(mixed, sources[:0])[1].startswith("  R-1, all, flow")


def test_subsets_without_a_coefficient_say_why():
    made = workbench.simulate(topics=4, systems=5, references=3).evalset
    alike = EvalSet.build(made.card, made.outputs, made.references, made.judgments.assign(score=1.0))
    asked_for = {"coefficients": ["pearson"], "interval": "none"}
    lines = workbench.Experiment(alike, ["rouge-1"], correlation=asked_for).reference_choice().lines
    assert lines[1:] == (
        "  R-1, all refs, coverage, Pearson's r: 1 of 3 references have no coefficient, constant judgments",
    )


def test_one_system_or_one_judged_segment_of_a_task_is_no_sample():
    """Its error was divided by 0 degrees of freedom, which ended a run."""
    one = workbench.simulate(topics=3, systems=5, references=2, words=20).evalset
    for few in ("system", "segment"):
        first = one.judgments[few] == one.judgments[few].iloc[0]
        both = [
            pd.concat([rows.assign(task="a"), rows[kept] if rows is one.judgments else rows])
            for rows, kept in ((one.outputs, None), (one.references, None), (one.judgments, first))
        ]
        # R2 is in other segments only than the first one
        is_lost = (both[1]["reference"] == "R2") & (both[1]["segment"] == one.judgments["segment"].iloc[0])
        data = EvalSet.build(one.card, both[0], both[1][~is_lost], both[2])
        asked = {"coefficients": ["pearson"], "interval": "none"}
        found = workbench.Experiment(data, ["rouge-1"], correlation=asked).reference_choice()
        sources = found.frames["error_sources"].set_index("task")
        assert sources["error_inputs"].notna().tolist() == [True, False]
        assert sources.loc["a", ["low", "high"]].notna().all()
        other = sources.loc["news"]
        if few == "system":
            assert (other["n_systems"], other["reason"]) == (1, "fewer than 3 systems")
        else:
            assert other["error"] == pytest.approx(other["error_systems"])
            assert (other["n_segments"], other["low"] < other["value"] < other["high"]) == (1, True)
            assert other["alone"] == f"R1 {other['value']:.3f} (1 segment); R2 none (0 segments)"

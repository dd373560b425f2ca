"""Input that has no answer: every analysis of an experiment gives a reason, no crash and no warning."""

import re
from functools import cache

import asked
import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import workbench
from workbench.cli import main
from workbench.datasets.evalset import EvalSet
from workbench.errors import DataError, ScoreError, SpecError
from workbench.metrics.base import METRICS

TOPICS, SYSTEMS = 5, 7
PLAIN = ["rouge-1", "bleu(order=2)"]
LEVELS = ["system", "segment", "global"]


@cache
def base():
    return workbench.simulate(topics=TOPICS, systems=SYSTEMS, references=2).evalset


def build(outputs=None, judgments=None):
    data = base()
    outputs = data.outputs if outputs is None else outputs
    judgments = data.judgments if judgments is None else judgments
    return EvalSet.build(data.card, outputs, data.references, judgments, unmatched="drop")


def only(systems=SYSTEMS, topics=TOPICS):
    def few(frame):
        for column, number in (("system", systems), ("segment", topics)):
            frame = frame[frame[column].isin(sorted(frame[column].unique())[:number])]
        return frame

    return build(few(base().outputs), few(base().judgments))


def one_worth(value):
    def score(candidate, references):
        return value if len(candidate) % 3 == 0 else float(len(candidate))

    return score


OWN = {
    "always-half": lambda candidate, references: 0.5,
    "always-infinite": lambda candidate, references: -np.inf,
    "sometimes-infinite": one_worth(np.inf),
    "too-large": one_worth(1.7e308),
    "never-a-number": lambda candidate, references: np.nan,
}


@pytest.fixture(autouse=True)
def _own_metrics():
    for name, function in OWN.items():
        workbench.metric(name)(function)
    yield
    for name in OWN:
        METRICS.remove(name)


# data, metrics, and the first metric's reason at each level ("" where it has a coefficient)
CASES = {
    "one system": (
        lambda: only(systems=1),
        PLAIN,
        ["fewer than 3 systems", "in every segment fewer than 2 systems", ""],
    ),
    "two systems": (lambda: only(systems=2), PLAIN, ["fewer than 3 systems", "", ""]),
    "one input": (lambda: only(topics=1), PLAIN, ["", "", ""]),
    "one output": (
        lambda: only(1, 1),
        PLAIN,
        ["fewer than 3 systems", "in every segment fewer than 2 systems", "fewer than 3 cells"],
    ),
    "constant scores": (
        base,
        ["always-half", "rouge-1"],
        ["constant metric scores", "in every segment constant metric scores", "constant metric scores"],
    ),
    "constant judgments": (
        lambda: build(judgments=base().judgments.assign(score=2.0)),
        PLAIN,
        ["constant judgments", "in every segment constant judgments", "constant judgments"],
    ),
    "all ties": (
        lambda: build(judgments=base().judgments.assign(score=2.0)),
        ["always-half", "constant"],
        [
            "constant metric scores and judgments",
            "in every segment constant metric scores and judgments",
            "constant metric scores and judgments",
        ],
    ),
    "the same texts": (
        lambda: build(outputs=base().outputs.assign(text="one two three")),
        ["length", "rouge-1"],
        ["constant metric scores", "in every segment constant metric scores", "constant metric scores"],
    ),
    "infinite scores": (base, ["always-infinite", "rouge-1"], ["infinite scores"] * 3),
    "scores whose sum has no end": (base, ["too-large", "rouge-1"], ["scores too large"] * 3),
    "some infinite scores": (base, ["sometimes-infinite", "rouge-1"], ["infinite scores"] * 3),
    "nothing but NaN": (base, ["never-a-number", "rouge-1"], ["every segment was left out"] * 3),
}
SCORED = {"unscorable": "drop"}


def sound(frame, value, reason="reason"):
    """Whether a number is there or a reason is, never both and never neither, and nothing is infinite."""
    numbers = frame.select_dtypes("number").to_numpy()
    assert not np.isinf(numbers).any()
    assert (frame[value].isna() == (frame[reason] != "")).all()


@pytest.mark.parametrize("case", CASES)
def test_correlations(case):
    make, metrics, reasons = CASES[case]
    coefficients = ["pearson", "kendall"]
    records = asked.correlate(
        make(), metrics, levels=LEVELS, coefficients=coefficients, draws=9, given="length", ceiling=True,
        **SCORED,
    )  # fmt: skip
    sound(records, "value")
    assert records[records["value"].isna()][["low", "high", "shift"]].isna().all(axis=None)
    plain = records[(records["role"] == "") & (records["given"] == "")]
    first = plain[(plain["metric"] == metrics[0]) & (plain["coefficient"] == "pearson")]
    assert first["reason"].tolist() == reasons


@pytest.mark.parametrize("case", CASES)
def test_formulas_and_blocks(case):
    make, metrics, _ = CASES[case]
    data = make()
    sound(asked.correlate(data, metrics, levels=LEVELS, interval="fisher", **SCORED), "value")
    sound(asked.correlate(data, metrics, unit={"size": 2, "assignments": 3}, draws=9, **SCORED), "value")


TESTS = {
    "both-xor": {"swap": "both-xor", "against": "best"},
    "bootstrap": {"method": "bootstrap"},
    "williams": {"method": "williams1959", "margin": 0.1},
}


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("case", CASES)
def test_comparisons(case, test):
    make, metrics, reasons = CASES[case]
    found = asked.compare(make(), metrics, levels=LEVELS, draws=9, **TESTS[test], **SCORED)
    sound(found, "p")
    assert (found["low"].isna() == (found["interval_reason"] != "")).all()
    assert (found["p"].isna() == (found["verdict"] == "")).all()
    assert not (found["p"] == 0).any()
    for level, reason in zip(LEVELS, reasons, strict=True):
        if reason:
            assert found[found["level"] == level]["reason"].str.contains(reason).all()


SECTIONS = {
    "correlation": {"levels": LEVELS, "coefficients": ["pearson"], "draws": 9},
    "test": {"correction": "max-t", "draws": 9, "margin": 0.1},
    "ranking": {},
    "ceiling": {},
    "robustness": {},
}


@pytest.mark.parametrize("case", CASES)
def test_every_section_of_an_experiment(case, tmp_path):
    make, metrics, reasons = CASES[case]
    made = workbench.Experiment(make(), metrics, cache=tmp_path / "cache", **SCORED, **SECTIONS)
    report = made.write(tmp_path / "x")
    expected = ["comparisons", "rankings", "records", "reliability", "robustness"]
    written = {file.removesuffix(".csv") for file in report.files if file.endswith(".csv")}
    assert sorted(written - {"winners", "table", "lint"}) == expected
    for frame in (made.records, made.reliability().frame, made.robustness().frame):
        sound(frame, "value")
    sound(made.compare().frame, "p")
    rankings, robustness = made.rank().frame, made.robustness().frame
    assert ((rankings["rank_low"] == 0) == (rankings["reason"] != "")).all()
    assert ((rankings["rank"] == 0) == rankings["value"].isna()).all()
    if reasons[0]:
        mine = robustness[robustness["metric"] == metrics[0]]
        assert mine[mine["analysis"] == "all systems"]["reason"].str.contains(reasons[0]).all()
        assert reasons[0] in made.table().text("md")
    lines = [line for each in made.answered for line in made.result(*each).lines]
    assert lines
    for line in lines:
        assert not {"nan", "inf", "-inf"} & {*line.lower().split()}
    records = pd.read_csv(tmp_path / "x" / "records.csv", keep_default_na=False)
    assert (records["value"] == "").tolist() == made.records["value"].isna().tolist()


OTHERS = {
    "families": {"of": {"S0[12]": "a"}, "draws": 9, "swaps": 9},
    "difference_influence": {"draws": 9},
    "compare_systems": {"draws": 9},
    "reference_choice": {"subsets": 2},
    "protocol": {"draws": 9},
    "average_ranks": {},
    "replicability": {},
    "agreement": {"draws": 9},
    "worth": {},
    "disagreements": {},
    "plot": {"kinds": ["intervals"]},
}


FEW = ("one system", "one output", "constant judgments", "nothing but NaN")


def said_by(analysis, settings):
    """Return the words that an analysis says, or with which it is refused."""
    try:
        found = analysis(**settings)
    except SpecError as refused:
        return str(refused)
    return " ".join([repr(found), *found.lines])


@pytest.mark.parametrize("case", FEW)
def test_every_other_analysis_has_an_answer_or_says_why_not(case):
    make, metrics, _ = CASES[case]
    made = workbench.Experiment(
        make(), metrics, correlation=SECTIONS["correlation"], test={"draws": 9}, **SCORED
    )
    for name, settings in OTHERS.items():
        words = said_by(getattr(made, name), settings).lower().split()
        assert not {"nan", "inf", "-inf", "none"} & {*words}, name


def test_where_every_segment_is_left_out_nothing_is_compared():
    data = base()
    none = EvalSet.build(data.card, data.outputs, data.references.assign(weight=-1.0), data.judgments)
    made = workbench.Experiment(none, ["delta-bleu", "rouge-1"], correlation={"interval": "none"}, **SCORED)
    assert made.compare_systems(draws=9).frame.empty
    assert made.disagreements().frame.empty
    protocol = made.protocol(draws=9, like="wmt23").frame
    assert protocol["value"].isna().all()
    assert set(protocol["n_systems"]) == {0}


def test_people_compare_no_systems_where_no_segment_was_judged_for_all():
    data = only(systems=2, topics=2)
    names, segments = (sorted(data.outputs[name].unique()) for name in ("system", "segment"))
    judged = [*zip(data.judgments["system"], data.judgments["segment"], strict=True)]
    lost = {*zip(names, segments, strict=True)}
    some = data.judgments[[each not in lost for each in judged]]
    made = asked.experiment(build(data.outputs, some), PLAIN, interval="none", missing="complete")
    assert made.compare_systems(draws=9).frame["metric"].tolist() == PLAIN


def test_systems_that_share_no_segment_are_compared_with_a_reason():
    data = only(systems=2, topics=2)
    (one, other), (first, second) = (sorted(data.outputs[name].unique()) for name in ("system", "segment"))

    def apart(frame):
        return frame[
            ((frame["system"] == one) & (frame["segment"] == first))
            | ((frame["system"] == other) & (frame["segment"] == second))
        ]

    made = asked.experiment(build(apart(data.outputs), apart(data.judgments)), PLAIN, interval="none")
    found = made.compare_systems(draws=9).frame
    assert found["reason"].eq("no segment has an output of every system").all()
    assert found["verdict"].eq("").all()
    assert found["metric"].tolist() == [*PLAIN, "judgments"]


def test_what_nobody_judged_is_not_correlated():
    first, *others = base().outputs["system"].unique()
    judged = build(judgments=base().judgments[base().judgments["system"] != first])
    with pytest.raises(SpecError, match=r"experiment: data: nobody judged anything of what is chosen here$"):
        asked.correlate(judged, PLAIN, systems=[first])
    assert len(asked.correlate(judged, PLAIN, systems=others, draws=9))


def test_ratings_that_are_all_alike_cannot_be_standardised():
    alike = build(judgments=base().judgments.assign(score=2.0))
    people, ratings = alike.judgments["rater"].nunique(), len(alike.judgments)
    said = (
        "experiment: data.ratings: no rater has ratings that can be z-scored: got 'z-scored', allowed: as "
        f"given. {people} of {people} raters with {ratings} of {ratings} ratings left out: {people} rated "
        "all alike"
    )
    with pytest.raises(SpecError, match=f"^{re.escape(said)}$"):
        asked.correlate(alike, PLAIN, ratings="z-scored")


def test_ten_thousand_draws_none_of_them_defined():
    few = only(systems=3)
    systems, segments = (sorted(few.outputs[name].unique()) for name in ("system", "segment"))
    scored = {("", segment, system): 0.5 for system in systems for segment in segments}
    tables = {"flat": scored, "flat-but-one": {**scored, ("", segments[0], systems[0]): 0.6}}
    drawn = {"interval": "percentile", "draws": 10_000}
    records = asked.correlate(few, ["flat"], scores=tables, coefficients=["pearson"], **drawn)
    found = asked.compare(
        few, list(tables), scores=tables, method="bootstrap", resample="systems", draws=10_000
    )
    [record], [pair] = records.to_dict("records"), found.to_dict("records")
    assert (record["draws"], record["undefined_draws"]) == (10_000, 10_000)
    assert record["reason"] == "constant metric scores"
    assert record["interval_reason"] == "no draw has a coefficient"
    assert np.isnan([record["low"], record["high"], record["shift"]]).all()
    assert np.isnan([pair["p"], pair["low"], pair["p_error"]]).all()
    assert pair["reason"] == "constant metric scores"


def test_judgments_without_a_number_are_refused_where_they_are_read():
    judgments = base().judgments
    for value, message in ((np.nan, "row 4: score is not a number"), (np.inf, "row 4: score is infinite")):
        scores = judgments["score"].mask(judgments.index == 3, value)
        with pytest.raises(DataError, match=message):
            build(judgments=judgments.assign(score=scores))


def test_a_metric_without_a_number_is_named_unless_segments_may_be_dropped():
    with pytest.raises(ScoreError, match=r"never-a-number.*cannot score segments.*the function returned NaN"):
        asked.compare(base(), ["never-a-number", "rouge-1"])


def test_an_infinite_score_stays_in_the_scores_and_takes_no_other_metric_along():
    scores = asked.score_outputs(base(), ["sometimes-infinite"])
    assert np.isinf(scores[scores["segment"] != "*"]["value"]).any()
    whole = scores[scores["segment"] == "*"].set_index("system")["value"]
    some = scores[np.isinf(scores["value"]) & (scores["segment"] != "*")]["system"].unique()
    assert np.isinf(whole[some]).all()
    alone = asked.correlate(base(), ["rouge-1"], draws=20)
    beside = asked.correlate(base(), ["sometimes-infinite", "rouge-1"], draws=20)
    assert alone["value"].tolist() == beside[beside["metric"] == "rouge-1"]["value"].tolist()


def test_the_command_line_prints_the_reason(tmp_path):
    (tmp_path / "x.toml").write_text(
        'metrics = ["constant", "rouge-1"]\n[data]\nname = "simulated-news"\n'
        '[correlation]\ncoefficients = ["pearson"]\ndraws = 20\n[test]\ndraws = 20\n[ranking]\n[robustness]\n'
    )
    options = ["--out", str(tmp_path / "r"), "--cache", str(tmp_path / "c")]
    done = CliRunner().invoke(main, ["run", str(tmp_path / "x.toml"), *options])
    assert done.exit_code == 0, done.output
    assert "constant metric scores" in done.output
    assert "| constant | –<sup>a</sup> |" in (tmp_path / "r" / "x" / "table.md").read_text("utf-8")
    assert "1 without a test: constant metric scores" in done.output


@pytest.mark.parametrize("level", ["system", "segment", "global"])
def test_one_input_has_no_interval_of_all_inputs(level):
    own = workbench.simulate(topics=2, systems=6).evalset
    one = own.judgments["segment"] == own.judgments["segment"].iloc[0]
    judged = EvalSet.build(own.card, own.outputs, own.references, own.judgments[one])

    def intervals(data, **asked):
        correlation = {"levels": [level], "coefficients": ["pearson"], "interval": "percentile", "draws": 20}
        return workbench.Experiment(data, ["rouge-1"], correlation=correlation | asked).records

    found = intervals(judged)
    assert found["low"].isna().all()
    assert found["population"].eq("").all()
    assert found["interval_reason"].str.startswith("one input tells nothing of all inputs").all()
    assert intervals(judged, resample="inputs")["low"].isna().all()
    # systems alone are drawn of one input as well, and of two inputs there are other draws
    of_systems = intervals(judged, resample="systems")
    assert of_systems["low"].notna().all()
    assert of_systems["population"].eq("all systems, these inputs").all()
    assert intervals(own)["low"].notna().all()


def with_inputs(number, asked="percentile", **more):
    data = workbench.simulate(topics=number, systems=6, seed=2).evalset
    correlation = {"coefficients": ["pearson"], "interval": asked, "draws": 20, **more}
    return data, correlation


@pytest.mark.parametrize("level", ["system", "segment", "within-system", "global", "block"])
def test_intervals_of_few_inputs_have_a_caution(level):
    unit = {"unit": {"size": 1, "assignments": 2}} if level == "block" else {}

    def cautions(number, **more):
        data, correlation = with_inputs(number, levels=[level], **more)
        return workbench.Experiment(data, ["rouge-1"], correlation=correlation, **unit).records["caution"]

    assert cautions(11).eq("fewer than 12 inputs").all()
    assert cautions(11, resample="inputs").eq("fewer than 12 inputs").all()
    assert cautions(12).eq("").all()
    assert cautions(11, resample="systems").eq("").all()
    if level == "segment":
        data, correlation = with_inputs(3, levels=[level])
        table = workbench.Experiment(data, ["rouge-1"], correlation=correlation).table(intervals=True)
        notes = [note for panel in table.panels for note in panel.notes]
        assert any("fewer than 12 inputs (1)" in note for note in notes)


def test_one_input_has_no_interval_of_all_inputs_on_blocks_and_of_differences():
    data, correlation = with_inputs(1)
    metrics = ["rouge-1", "rouge-2"]
    on_blocks = workbench.Experiment(
        data, metrics, correlation=correlation, unit={"size": 1, "assignments": 2}, block_test={}
    )
    for frame in (on_blocks.records, on_blocks.compare_blocks().frame):
        assert frame["low"].isna().all()
        assert frame["population"].eq("").all()
    assert on_blocks.records["interval_reason"].str.startswith("one input tells nothing").all()
    assert on_blocks.compare_blocks().frame["p"].isna().all()
    test = {"method": "bootstrap", "against": "all"}
    [compared] = (
        workbench.Experiment(data, metrics, correlation=correlation, test=test).compare().frame.itertuples()
    )
    assert np.isnan(compared.p)
    # the interval is Zou's, of the systems
    assert compared.interval_population == "all systems, these inputs"
    assert compared.reason.startswith("one input tells nothing of all inputs")


def test_one_document_is_one_input():
    data, correlation = with_inputs(4, levels=["document"])
    [low] = workbench.Experiment(in_one_document(data), ["rouge-1"], correlation=correlation).records["low"]
    assert np.isnan(low)


def in_one_document(data):
    return EvalSet.build(data.card, data.outputs.assign(document="d"), data.references, data.judgments)


@pytest.mark.parametrize("resample", ["systems", "both"])
def test_one_system_tells_nothing_of_all_systems(resample):
    """Each draw of it is itself: intervals had no width, and each difference had the least p there is."""
    e = workbench.Experiment(
        only(systems=1), PLAIN, correlation={"levels": ["global"], "resample": resample, "draws": 20},
        test={"method": "bootstrap"},
    )  # fmt: skip
    reason = "one system tells nothing of all systems; resample = 'inputs' draws inputs alone"
    assert e.records["value"].notna().all()
    assert e.records[["low", "high"]].isna().all(axis=None)
    assert set(e.records["interval_reason"]) == {reason}
    compared = e.compare().frame
    assert compared[["low", "high", "p"]].isna().all(axis=None)
    assert set(compared["reason"]) == {reason}
    assert "1 system, 0 segments with judgments that tell" in str(e.disagreements(*PLAIN))
    inputs = e.replace(correlation={"levels": ["global"], "resample": "inputs", "draws": 20})
    assert set(inputs.records["population"]) == {"these systems, all inputs"}
    assert inputs.records[["low", "high"]].notna().all(axis=None)

"""The methods paragraph says what the records say, and nothing else."""

import math
import re
from importlib.metadata import version

import asked
import pandas as pd
import pytest
from report.test_word_for_word import record

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.papers import PAPERS
from workbench.report.methods import Methods, Provenance, write_methods
from workbench.report.methods_inference import UNTESTED, describe_intervals, describe_tests
from workbench.report.methods_scores import describe_data, describe_lost
from workbench.schema import RECORDS
from workbench.stats.tests.permutation import HAS_UNIT

NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)*")
RUNS = {
    "bootstrap": {"levels": ["system"], "coefficients": ["pearson"], "draws": 40, "confidence": 0.9},
    "three levels": {
        "levels": ["system", "segment", "global"],
        "coefficients": ["spearman", "acc-eq"],
        "resample": "systems",
        "draws": 25,
    },
    "fisher": {"levels": ["system", "segment"], "coefficients": ["pearson", "kendall"], "interval": "fisher"},
    "none": {"coefficients": ["tau-14"], "interval": "none", "seed": 77},
    "blocks of references": {
        "coefficients": ["spearman"],
        "interval": "bca",
        "resample": "systems",
        "draws": 30,
        "references": {"1": "one", "2": ("first(k=2)", "best"), "3": ("all", "jackknife")},
        "preprocess": ["CASE", "STEM"],
        "components": ["recall", "f"],
    },
}
TESTS = {
    "permutation": {"method": "permutation", "swap": "systems", "correction": "holm", "draws": 60},
    "uncorrected": {"method": "bootstrap", "correction": "none", "level": 0.1},
    "williams": {"method": "williams1959", "correction": "bh"},
    "max-t": {"method": "permutation", "swap": "systems", "correction": "max-t", "draws": 80},
}
METRICS = ["rouge-1", "rouge-w(weight=1.2)"]


@pytest.fixture(scope="module")
def data():
    return workbench.simulate(topics=9, systems=9, references=3).evalset


def body(written):
    """Return the text without the keys of papers and the versions of programs."""
    text = re.sub(r" \[[^\]]*\]", "", written.text)
    return re.sub(r"computed with .*?; the seed", "computed; the seed", text)


def said(pattern, written):
    """Return the numbers that the pattern finds in the text."""
    return [
        tuple(float(number.replace(",", "")) for number in found.groups())
        for found in re.finditer(pattern, body(written))
    ]


def allowed(*frames):
    """Return every number of the text, count and level columns of the frames, as printed."""
    numbers = set()
    for frame in frames:
        for column in frame.select_dtypes("str"):
            for value in frame[column].unique():
                numbers |= set(NUMBER.findall(value))
        for column in frame.select_dtypes("int64"):
            numbers |= {f"{value:,}" for value in frame[column].unique()}
        for column in {"confidence", "test_level"} & set(frame):
            numbers |= {f"{100 * value:g}" for value in frame[column].unique()}
    return numbers


@pytest.mark.parametrize("name", RUNS)
def test_every_number_is_one_of_the_records(name, data):
    made = asked.experiment(data, METRICS, **RUNS[name])
    records, written = made.records, made.methods()
    assert set(NUMBER.findall(body(written).replace("Fisher's z", ""))) <= allowed(records)
    for level, rows in records.groupby("level"):
        (counts,) = said(rf"At {level} level [^.]*?; (\d+) systems, (\d+) segments\)", written)
        assert counts == (rows["n_systems"].iloc[0], rows["n_segments"].iloc[0])
    made = records[records["low"].notna()]
    # a sentence for each kind of intervals: the recommended ones are of two kinds at several levels
    kinds = made[["interval", "confidence", "resampled", "population", "draws"]].drop_duplicates()
    assert said(r"\(([\d.]+) % nominal coverage\)", written) == [(100 * c,) for c in kinds["confidence"]]
    assert said(r"from ([\d,]+) bootstrap draws", written) == [(n,) for n in kinds["draws"] if n]
    assert said(r"the seed is (\d+)", written) == [(float(records["seed"].iloc[0]),)]
    for column in ("metric", "references", "preprocess", "criterion", "n_references", "dataset"):
        for value in records[column].unique():
            assert value in written.text
    for population in made["population"].unique():
        assert f"speak of {population}" in written.text
    assert ("No intervals were computed." in written.text) == made.empty
    assert "No differences between metrics were tested." in written.text


def test_a_margin_is_said_to_be_tested_apart_and_without_a_correction(data):
    """The test beside it speaks of all inputs, and is corrected."""
    settings = {"coefficients": ["pearson"], "interval": "none", "draws": 50}
    test = {"against": "all", "method": "bootstrap", "correction": "holm"}
    made = asked.experiment(data, METRICS[:2], test={**test, "margin": 0.25}, **settings)
    assert (
        "Whether 1 difference is below 0.25 we tested by two one-sided tests with Zou's intervals [Zou 2007]"
        ", at a level of 5 % for each, not adjusted for their number; they take scores for normal and speak "
        "of all systems, these inputs." in made.methods().text
    )
    [line] = [line for line in made.compare().lines if "margin" in line]
    assert line.endswith("population: all systems, these inputs; level 0.05 for each pair, not corrected")
    assert "Whether" not in asked.experiment(data, METRICS[:2], test=test, **settings).methods().text


@pytest.mark.parametrize("name", TESTS)
def test_every_number_of_a_test_is_one_of_the_comparisons(name, data):
    settings = {"coefficients": ["pearson"], "draws": TESTS[name].get("draws", 1000)}
    test = {"against": "all", **TESTS[name]}
    made = asked.experiment(data, [*METRICS, "rouge-2"], test=test, **settings)
    records, compared, written = made.records, made.compare().frame, made.methods()
    first = compared.iloc[0]
    (number,) = said(r"We tested ([\d,]+) differences? between", written)
    assert number == (compared["p"].notna().sum(),)
    assert said(r"at a level of ([\d.]+) %", written) == [(100 * first["test_level"],)]
    assert f"the tests speak of {first['population']}" in written.text
    families = said(r"in families of (\d+)", written)
    assert families == ([] if first["correction"] == "none" else [(first["n_family"],)])
    drawn = said(r"\((?:all patterns, )?([\d,]+) draws\)", written)
    assert drawn == ([] if first["resampled"] == "none" else [(first["draws"],)])
    assert ("all patterns" in written.text) == (first["exact"] == "yes" and first["resampled"] != "none")
    numbers = set(NUMBER.findall(body(written).replace("williams1959", "")))
    assert numbers - {f"{len(compared):,}"} <= allowed(records, compared)


@pytest.mark.parametrize(
    ("settings", "papers"),
    [
        ({"interval": "none", "coefficients": ["pearson"]}, {"Lin 2004"}),
        ({"interval": "fisher", "coefficients": ["pearson"]}, {"Lin 2004", "Fisher 1921"}),
        (
            {"interval": "fisher", "coefficients": ["kendall"]},
            {"Lin 2004", "Kendall 1945", "Fisher 1921", "Bonett & Wright 2000"},
        ),
        ({"coefficients": ["pearson"]}, {"Lin 2004", "Fisher 1921", "Arvesen 1969"}),
        (
            {"coefficients": ["pearson"], "interval": "percentile", "draws": 20},
            {"Lin 2004", "Efron & Tibshirani 1993", "Deutsch et al. 2021"},
        ),
    ],
)
def test_only_papers_that_are_used_are_cited(settings, papers, data):
    written = asked.experiment(data, METRICS, **settings).methods()
    assert [*written.papers] == sorted(papers)
    for key, paper in written.papers.items():
        assert f"- [{key}] {paper}." in written.markdown()


def test_the_paper_of_the_data_set_is_cited(data):
    settings = {"interval": "none", "coefficients": ["pearson"]}
    assert "data" not in asked.experiment(data, ["rouge-1"], **settings).methods().papers
    card = data.card.model_copy(update={"citation": "Somebody: Something. 1999"})
    cited = EvalSet.build(card, data.outputs, data.references, data.judgments)
    written = asked.experiment(cited, ["rouge-1"], **settings).methods()
    assert written.papers["data"] == "Somebody: Something. 1999"
    assert f"computed with workbench {workbench.__version__}, numpy {version('numpy')}" in written.text


def test_what_is_undefined_or_left_out_is_said(data):
    records = asked.correlate(data, ["rouge-1"], levels=["segment"], coefficients=["pearson"], draws=5)
    lost = records.assign(n_undefined=3, n_dropped=2, undefined_draws=4)
    written = " ".join(describe_lost(lost))
    assert "At segment level 3 segments have no coefficient of their own in 1 of the averages" in written
    assert "left out for all of them (2)" in written
    [single] = [each for each in describe_lost(records.assign(n_undefined=1)) if "of its own" in each]
    assert single.startswith(
        "At segment level 1 segment has no coefficient of its own in 1 of the averages, and"
    )
    assert "Up to 4 draws of a coefficient are undefined and were left out." in written
    alone = " ".join(describe_lost(records.assign(undefined_draws=1)))
    assert "Up to 1 draw of a coefficient is undefined and was left out." in alone
    undefined = records.assign(value=float("nan"), low=float("nan"), reason="constant metric scores")
    assert describe_lost(undefined)[0] == "1 coefficient is undefined (constant metric scores)."


def test_domains_and_assignments_without_a_coefficient_are_said_too():
    for level, parts in ("domain", "domains"), ("block", "assignments"):
        made = RECORDS.build([record(level=level, n_undefined=2), record(level=level)])
        [sentence] = describe_lost(made)
        said = f"At {level} level 2 {parts} have no coefficient of their own in 1 of the averages"
        assert sentence == f"{said}, and are left out of these."


def test_a_setting_with_unlike_numbers_of_references_says_in_which_task():
    about = {"references": "all refs", "select": "all"}
    uneven, single = ({**about, "n_references": number} for number in ("1-3", "1"))
    made = RECORDS.build(
        [
            record(task="a", combine="pooled", **uneven),
            record(task="b", combine="pooled", **single),
            record(task="b", combine="as a set", **single),
            record(task="c", combine="pooled", **single),
        ]
    )
    assert describe_data(made)[1] == (
        "Candidates were scored in the reference setting all refs (all; 1-3 a segment in a and 1 a segment "
        "in b and c, pooled or as a set)."
    )


def test_families_of_tests_that_are_out_of_reach_have_a_smallest_p_each(data):
    """Of 2 ^ 6 swaps of six systems none has a p-value below 2 / 64; of three tests or of one."""
    settings = {"coefficients": ["pearson"], "interval": "none"}
    test = {"method": "permutation", "swap": "systems", "correction": "holm", "level": 0.02}
    few = data.outputs["system"].isin([f"S0{number}" for number in range(1, 7)])
    judged = data.judgments["system"].isin(data.outputs.loc[few, "system"])
    made = EvalSet.build(data.card, data.outputs[few], data.references, data.judgments[judged])
    pairs = asked.experiment(made, [*METRICS, "rouge-2"], test=test, **settings).compare().frame
    alone = asked.experiment(made, METRICS, test=test, **settings).compare().frame.assign(task="other")
    last = "draws and correction allow no p-value below"
    said = "could not have reached the level"
    assert f"Of those that are reported 2 {said}: {last} 0.094." in describe_tests(pairs)
    every = pairs.assign(n_family=2)
    assert f"Of these tests 2 {said}: {last} 0.094." in describe_tests(every)
    both = pd.concat([pairs, alone])
    assert f"Of those that are reported 3 {said}: {last} 0.031 to 0.094." in describe_tests(both)


def test_coefficients_without_a_test_and_those_without_an_interval_are_said(data):
    test = {"method": "williams1959", "correction": "none"}
    made = asked.experiment(data, METRICS, coefficients=["pearson", "kendall"], interval="none", test=test)
    why = "a test of dependent correlations is one of Pearson's coefficients, not of kendall"
    said = f"No difference of Kendall's τ-b at system level was tested ({why})."
    assert said in describe_tests(made.compare().frame)
    ends = {"low": 0.1, "high": 0.9, "interval": "fisher", "coefficient": "pearson"}
    bare = {"interval": "fisher", "coefficient": "pearson", "low": math.nan, "high": math.nan}
    rows = [record(**ends), record(**bare, interval_reason="too few systems")]
    assert describe_intervals(RECORDS.build(rows))[1] == (
        "1 of these coefficients has no interval (too few systems)."
    )


def test_every_key_is_a_name_and_a_year():
    for key in PAPERS:
        names = r"[A-Z][\w-]+( [A-Z][\w-]+)?(, [A-Z][\w-]+)*( & [A-Z][\w-]+| et al\.)?"
        assert re.fullmatch(rf"{names} (1[89]|20)\d\d", key), key


def test_fisher_over_blocks_counts_blocks(data):
    unit = {"size": 3, "assignments": 2, "pairs": [[f"S0{one}", f"S0{one + 1}"] for one in range(1, 9)]}
    made = asked.experiment(
        data, METRICS, coefficients=["pearson"], levels=["system", "block"], unit=unit, interval="fisher"
    )
    text = body(made.methods())
    assert "Fisher's z transformation with n the number of systems, and speak of all systems" in text
    assert "Fisher's z transformation with n = 24 blocks, taken as independent." in text
    assert "There are 24 blocks of 3 segments from 8 pairs of systems (" in text
    assert "averages over 2 random assignments" in text


@pytest.mark.parametrize(
    ("interval", "level", "coefficient", "drawn", "said"),
    [
        ("fisher", "system", "pearson", ("none", 0),
         "are from Fisher's z transformation with n the number of systems [Fisher 1921], and speak of P."),
        ("fisher", "block", "pearson", ("none", 0),
         "are from Fisher's z transformation [Fisher 1921] with P."),
        ("fisher-jackknife", "system", "kendall", ("none", 0),
         "are the wider of Fisher's z and a jackknife over systems "
         "[Fisher 1921; Bonett & Wright 2000; Arvesen 1969], and speak of P."),
        ("jackknife", "system", "soft-pairwise-accuracy", ("none", 0),
         "are a jackknife's over systems [Arvesen 1969], and speak of P."),
        ("bca", "segment", "pearson", ("both", 1500),
         "are bca intervals from 1,500 bootstrap draws of systems and inputs "
         "[Efron 1987; Deutsch et al. 2021], and speak of P."),
        ("basic", "global", "spearman", ("inputs", 20),
         "are basic intervals from 20 bootstrap draws of inputs "
         "[Efron & Tibshirani 1993; Deutsch et al. 2021], and speak of P."),
    ],
)  # fmt: skip
def test_each_kind_of_interval_is_said_in_its_own_words(interval, level, coefficient, drawn, said):
    made = record(
        interval=interval, level=level, coefficient=coefficient, resampled=drawn[0], draws=drawn[1],
        population="P", confidence=0.9,
    )  # fmt: skip
    bare = record(coefficient="tau-14", level=level, low=math.nan)
    starts = "Intervals (90 % nominal coverage) "
    assert describe_intervals(RECORDS.build([made])) == [starts + said]
    assert describe_intervals(RECORDS.build([made, bare])) == [
        starts + said, f"There are none for tau-14 at {level} level."
    ]  # fmt: skip
    assert describe_intervals(RECORDS.build([bare])) == ["No intervals were computed."]


def test_papers_are_listed_below_where_there_are_any():
    assert repr(Methods("A paragraph.", {})) == "A paragraph.\n"
    both = Methods("A paragraph.", {"A 1": "First", "B 2": "Second"})
    assert repr(both) == "A paragraph.\n\n- [A 1] First.\n- [B 2] Second.\n"


def test_intervals_of_several_kinds_say_whose_they_are():
    shared = {"confidence": 0.9}
    fisher = {**shared, "interval": "fisher", "resampled": "none", "draws": 0, "population": "P"}
    drawn = {**shared, "interval": "percentile", "resampled": "both", "draws": 99, "population": "Q"}
    records = RECORDS.build(
        [
            record(level="system", coefficient="pearson", **fisher),
            record(level="system", coefficient="kendall", **fisher),
            record(level="segment", coefficient="kendall", **drawn),
            record(level="global", coefficient="kendall", **drawn),
        ]
    )
    wider, percentile = describe_intervals(records)
    assert wider.startswith("Intervals of Pearson's r and Kendall's τ-b at system level (90 % nominal")
    assert percentile.startswith("Intervals of Kendall's τ-b at segment and global level (90 % nominal")
    [alone] = describe_intervals(records[records["interval"] == "fisher"])
    assert alone.startswith("Intervals (90 % nominal coverage) are from Fisher's z")


def test_tested_differences_without_an_interval_are_said_where_others_have_one(data):
    correlation = {
        "levels": ["system", "segment"],
        "coefficients": ["pearson", "kendall"],
        "interval": "fisher",
    }
    test = {"method": "permutation", "draws": 9}
    experiment = workbench.Experiment(data, ["rouge-1", "rouge-2"], correlation=correlation, test=test)
    found = experiment.compare().frame
    made = found[found["low"].notna()]
    assert {*zip(made["level"], made["coefficient"], strict=True)} == {("system", "pearson")}
    said = (
        "speak of all systems, these inputs. There are none of differences of Kendall's τ-b at system level "
    )
    assert f"{said}and Pearson's r and Kendall's τ-b at segment level." in experiment.methods().text


def test_differences_without_a_test_are_said_where_others_have_one(data):
    correlation = {"coefficients": ["pearson", "acc-eq(epsilon=0.1)", "kendall"], "interval": "none"}
    experiment = workbench.Experiment(data, ["rouge-1", "rouge-2"], correlation=correlation)
    tests = experiment.compare("all", method="permutation", draws=9).frame
    said = describe_tests(tests)
    assert f"No difference of acc-eq(epsilon=0.1) at system level was tested ({HAS_UNIT})." in said
    assert not any("No difference" in each for each in describe_tests(tests[tests["p"].notna()]))
    assert describe_tests(tests[tests["p"].isna()]) == [UNTESTED]


def test_intervals_of_differences_that_were_not_tested_are_said(data):
    """Williams' test is one of Pearson's r: those of Kendall's are a bootstrap's, tested or not."""
    correlation = {"coefficients": ["pearson", "kendall"], "draws": 20}
    experiment = workbench.Experiment(data, ["rouge-1", "rouge-2"], correlation=correlation)
    tests = experiment.compare("all", method="williams1959").frame
    assert tests["low"].notna().all()
    assert tests["p"].isna().tolist() == [False, True]
    zou = "Intervals of differences of Pearson's r at system level (95 %, Zou's method [Zou 2007]) speak of"
    drawn = "Intervals of differences of Kendall's τ-b at system level (95 %, percentile [Efron & Tibshirani"
    said = describe_tests(tests)
    assert any(each.startswith(f"{zou} all systems, these inputs.") for each in said)
    assert [each.startswith(f"{drawn} 1993]) speak of all systems, all inputs.") for each in said][-1]
    untested = describe_tests(tests[tests["p"].isna()])
    assert untested[0] == UNTESTED
    assert untested[1].startswith("Intervals of differences (95 %, percentile")


def test_papers_that_are_known_are_listed_by_their_keys_and_others_stay_keys():
    said = ["One [Lin 2004; Mine 2020] of these.", "Two [Lin 2004], three [Kendall 1945; data]."]
    records, versions = RECORDS.build([record(seed="3")]), {"numpy": "1", "python": "2"}
    found = write_methods(said, records, Provenance("A data set", versions))
    rest = "Everything was computed with numpy 1 and python 2; the seed is 3."
    assert found.text == f"One [Lin 2004; Mine 2020] of these. Two, three [Kendall 1945; data]. {rest}"
    keys = ["Kendall 1945", "Lin 2004"]
    assert found.papers == {**{key: PAPERS[key] for key in keys}, "data": "A data set"}
    assert list(found.papers) == [*keys, "data"]
    none = write_methods(said[1:], records, Provenance("", versions))
    assert none.text == f"Two [Lin 2004], three [Kendall 1945]. {rest}"
    assert list(none.papers) == keys

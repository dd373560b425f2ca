"""What a run comes to, in sentences, from records and comparisons made up by hand."""

import math

import pandas as pd

from workbench.report.best import best_sentences, describe_best, describe_overview
from workbench.schema import COMPARISONS, RECORDS, Frame

FAMILY = {"task": "t", "criterion": "quality", "level": "system", "coefficient": "pearson"}


def build(frame: Frame, *rows: dict[str, object]) -> pd.DataFrame:
    blank = {column.name: {"text": "", "real": math.nan, "whole": 0}[column.kind] for column in frame.columns}
    return frame.build([{**blank, **FAMILY, **row} for row in rows])


def record(metric: str, value: float, low: float = 0.1, **given: object) -> dict[str, object]:
    usual = {
        "metric": metric, "component": "f", "preprocess": "CASE", "references": "all", "value": value,
        "low": low, "high": 0.95, "confidence": 0.9, "interval": "fisher", "n_systems": 16,
    }  # fmt: skip
    return {**usual, **given}


def pair(first: str, second: str, verdict: str, **given: object) -> dict[str, object]:
    setting = {"component": "f", "preprocess": "CASE", "references": "all"}
    setting |= {f"against_{name}": value for name, value in setting.items()}
    usual = {
        "metric": first, "against_metric": second, "verdict": verdict, "p": 0.1, "method": "permutation",
        "correction": "max-t", "population": "all systems, these inputs",
    }  # fmt: skip
    return {**setting, **usual, **given}


def test_the_best_is_named_with_interval_and_n_and_who_follows() -> None:
    rows = [record("bleu", 0.5), record("rouge-1", 0.9, 0.8), record("chrf", 0.7), record("rouge-9", 0.3)]
    [said] = describe_best(build(RECORDS, *rows))
    assert said == (
        "quality, system level: R-1 agrees best, Pearson's r 0.90 [0.80, 0.95] (16 systems, 90 % intervals); "
        "then chrF 0.70 and BLEU 0.50. No differences were tested."
    )


def test_equal_in_print_is_equally_the_best_and_undefined_is_counted() -> None:
    rows = [record("a", 0.901), record("b", 0.899), record("c", math.nan, reason="no score")]
    [said] = describe_best(build(RECORDS, *rows))
    assert "a and b agree best, Pearson's r 0.90" in said
    assert "1 of 3 has no coefficient" in said
    [nothing] = describe_best(build(RECORDS, *rows[2:]))
    assert nothing == "quality, system level: no metric has a coefficient (Pearson's r): no score."


def test_metrics_that_differ_by_noise_are_named_in_the_order_of_the_table() -> None:
    rows = [record("a", 0.9), record("b", 0.9 + 2e-16), record("c", 0.9 + 5e-12), record("d", 0.95)]
    [said] = describe_best(build(RECORDS, *rows))
    assert "then a 0.90 and b 0.90" in said
    pairs = [pair(*names, "not shown") for names in ("ab", "bc", "ac")]
    [said] = describe_best(build(RECORDS, *rows[:3]), build(COMPARISONS, *pairs))
    assert "a, b and c agree best" in said
    assert "not decided: a against b and c" in said


def test_of_more_than_four_that_are_equally_the_best_the_number_is_said() -> None:
    rows = [record(name, 0.9) for name in "abcdef"]
    [four], [five], [six] = (describe_best(build(RECORDS, *rows[:number])) for number in (4, 5, 6))
    assert four.startswith("quality, system level: a, b, c and d agree best, Pearson's r 0.90 [0.10, 0.95] (")
    assert "a, b, c, d and 1 more agree best" in five
    assert "a, b, c, d and 2 more agree best" in six


def test_where_all_are_negative_no_metric_agrees_and_the_highest_is_named() -> None:
    rows = [record("bleu", -0.62, -0.9, high=-0.1), record("rouge-1", -0.7, -0.95, high=-0.2)]
    [said] = describe_best(build(RECORDS, *rows))
    assert said == (
        "quality, system level: no metric agrees with people, all are negative; BLEU is highest, Pearson's r "
        "-0.62 [-0.90, -0.10] (16 systems, 90 % intervals); then R-1 -0.70. No differences were tested."
    )
    [alike] = describe_best(build(RECORDS, *rows[:1], {**rows[0], "metric": "chrf"}))
    assert "all are negative; BLEU and chrF are highest" in alike
    [one] = describe_best(build(RECORDS, rows[0], record("chrf", 0.01)))
    assert "chrF agrees best" in one


def test_values_whose_interval_holds_0_are_named() -> None:
    rows = [record("a", 0.5), record("b", 0.2, -0.1), record("c", 0.1, -0.1)]
    assert "Not shown to differ from 0: b and c." in describe_best(build(RECORDS, *rows))[0]
    assert "None is shown to differ from 0." in describe_best(build(RECORDS, *rows[1:]))[0]
    accuracy = [record("a", 0.5, -0.1, chance=0.5), record("b", 0.4)]
    assert "differ from 0" not in describe_best(build(RECORDS, *accuracy))[0]


def test_how_many_differences_are_shown_and_which_with_the_best_are_open() -> None:
    rows = [record("a", 0.9), record("b", 0.8), record("c", 0.2)]
    pairs = [pair("a", "b", "not shown"), pair("c", "a", "worse"), pair("b", "c", "not shown")]
    [said] = describe_best(build(RECORDS, *rows), build(COMPARISONS, *pairs))
    assert "1 of 3 differences are shown (permutation, max-t, all systems, these inputs)" in said
    assert said.endswith("; not decided: a against b.")
    hidden = [each | {"verdict": "out of reach"} for each in pairs]
    [said] = describe_best(build(RECORDS, *rows), build(COMPARISONS, *hidden))
    assert "0 of 3 differences are shown" in said
    assert "3 could not have been shown by this test, whatever the scores are" in said
    other = build(COMPARISONS, *(each | {"level": "segment"} for each in pairs))
    assert "No differences were tested." in describe_best(build(RECORDS, *rows), other)[0]


def test_sections_that_test_differences_of_systems_have_tested_none_of_another_level() -> None:
    there = "Differences were tested in [families] and [difference_influence] alone"
    rows = [record(metric, value, level=level) for metric, value in (("a", 0.9), ("b", 0.8))
            for level in ("system", "within-system")]  # fmt: skip
    of_systems, within = best_sentences(build(RECORDS, *rows), None, there)
    assert (of_systems[-1], within[-1]) == (there, "No differences were tested")
    everywhere = "Differences were tested in [protocol] alone"
    assert [said[-1] for said in best_sentences(build(RECORDS, *rows), None, everywhere)] == [everywhere] * 2


def test_one_system_is_one() -> None:
    rows = [record("a", 0.9, level="within-system", n_systems=1)]
    assert "(1 system, 90 % intervals)" in describe_best(build(RECORDS, *rows))[0]


def test_settings_that_tell_rows_apart_are_in_the_names() -> None:
    rows = [
        record("rouge-2", 0.9, references="4 refs", preprocess="STEM"),
        record("rouge-2", 0.8, references="1 ref"),
        record("rouge-2", 0.7, references="1 ref", component="recall"),
    ]
    [said] = describe_best(build(RECORDS, *rows))
    assert "R-2 (F, 4 refs, STEM) agrees best" in said
    assert "then R-2 (F, 1 ref, CASE) 0.80 and R-2 (R, 1 ref, CASE)" in said


def test_only_settings_in_which_rows_of_a_metric_differ_are_in_its_name() -> None:
    def said(*rows: dict[str, object]) -> str:
        return " ".join(describe_best(build(RECORDS, *rows)))

    text = said(
        record("rouge-1", 0.9), record("rouge-2", 0.8), record("rouge-2", 0.7, preprocess="STEM"),
    )  # fmt: skip
    assert "R-1 agrees best" in text
    assert "then R-2 (CASE) 0.80 and R-2 (STEM) 0.70." in text
    text = said(record("a", 0.9), record("rouge-3", 0.6), record("rouge-3", 0.5, component="recall"))
    assert "a agrees best" in text
    assert "then R-3 (F) 0.60 and R-3 (R) 0.50." in text
    text = said(record("rouge-1", 0.9, references="1 ref"), record("rouge-2", 0.8))
    assert "R-1 (1 ref) agrees best" in text
    assert "R-2 (all) 0.80" in text


def test_scores_computed_elsewhere_are_named_once_and_without_settings() -> None:
    elsewhere = {"profile": "table", "component": "score", "preprocess": "none"}
    rows = [
        record(name, value, references=references, **more)
        for references in ("1 ref", "4 refs")
        for name, value, more in (("bert", 0.9, elsewhere), ("rouge-2", 0.5, {}), ("comet", 0.9, elsewhere))
    ]
    [said] = describe_best(build(RECORDS, *rows))
    assert said.startswith("quality, system level: bert and comet agree best, Pearson's r 0.90")
    assert "then R-2 (1 ref) 0.50 and R-2 (4 refs) 0.50" in said


def test_an_overview_says_what_holds_of_several_criteria() -> None:
    rows = [record("a", 0.5), record("b", 0.3, -0.1)]
    assert describe_overview(build(RECORDS, *rows)) == []
    fluency = [record("a", 0.8, criterion="fluency"), record("b", 0.9, criterion="fluency")]
    segment = [record("a", 0.2, -0.1, level="segment"), record("b", 0.1, -0.2, level="segment")]
    undefined = [record("a", math.nan, criterion="style")]
    records = build(RECORDS, *rows, *fluency, *segment, *undefined)
    assert describe_overview(records) == [
        "At system level the highest Pearson's r is 0.50 (quality) to 0.90 (fluency).",
        "At segment level the highest Pearson's r is 0.20 (quality).",
        "For quality nothing is shown to differ from 0.",
        "No differences were tested: which metric is the best is not decided.",
    ]
    tested = build(COMPARISONS, pair("a", "b", "worse"), pair("a", "b", "not shown"))
    assert describe_overview(records, tested)[-1] == "Of 2 differences that were tested 1 is shown."
    alike = [record("a", 0.501), record("a", 0.499, criterion="fluency")]
    said = "At system level the highest Pearson's r is 0.50 for each of 2 criteria."
    assert describe_overview(build(RECORDS, *alike))[0] == said
    pairs = build(RECORDS, record("a", 0.501, task="de-en"), record("a", 0.499, task="zh-en"))
    assert describe_overview(pairs)[0] == said.replace("criteria", "tasks")
    both = build(RECORDS, *alike, record("a", 0.5, task="zh-en"))
    assert describe_overview(both)[0].endswith("is 0.50 for each of 3 criteria of tasks.")
    alone = describe_overview(build(RECORDS, *rows, *fluency))
    assert alone[0].startswith("At system level")


def test_of_many_whose_interval_holds_0_the_number_is_said() -> None:
    rows = [record("a", 0.5), *(record(name, 0.2, -0.1) for name in "bcdef")]
    assert "Not shown to differ from 0: 5 of 6." in describe_best(build(RECORDS, *rows))[0]


def test_each_criterion_and_level_has_its_own_and_the_first_coefficient_speaks() -> None:
    rows = [
        record("a", 0.5),
        record("a", 0.4, coefficient="kendall"),
        record("a", 0.3, criterion="fluency"),
        record("a", 0.9, role="split half"),
        record("a", 0.2, level="segment", task="u"),
    ]
    said = describe_best(build(RECORDS, *rows))
    assert [text.split(":")[0] for text in said] == [
        "t, quality, system level", "t, fluency, system level", "u, quality, segment level",
    ]  # fmt: skip
    assert "0.50" in said[0]
    assert "0.40" not in "".join(said)
    assert "differences" not in said[0]


def test_coefficients_of_different_kinds_are_not_put_side_by_side() -> None:
    """Where a task's first coefficient is another one, a sentence says both numbers apart."""
    rows = [record("a", 0.5), record("a", 0.25, task="u"), record("a", 0.75, task="v", coefficient="kendall")]
    assert describe_overview(build(RECORDS, *rows))[:2] == [
        "At system level the highest Pearson's r is 0.25 (u, quality) to 0.50 (t, quality).",
        "At system level the highest Kendall's τ-b is 0.75 (v, quality).",
    ]


def test_where_a_test_was_asked_for_and_none_was_possible_the_reason_is_said() -> None:
    rows = [record("a", 0.9, level="domain"), record("b", 0.5, level="domain")]
    lost = pair("a", "b", "", p=math.nan, level="domain", reason="no permutation test at domain level")
    other = pair("a", "b", "better")
    [said] = best_sentences(build(RECORDS, *rows), build(COMPARISONS, lost, other), "in [protocol] alone")
    assert said[-1] == "No differences were tested (no permutation test at domain level)"
    also = pair("a", "c", "", p=math.nan, level="domain", reason="constant metric scores")
    [said] = best_sentences(build(RECORDS, *rows), build(COMPARISONS, lost, also))
    assert (
        said[-1] == "No differences were tested (no permutation test at domain level; constant metric scores)"
    )


def test_a_table_of_scores_below_zero_is_asked_whether_less_is_better_of_it() -> None:
    rows = [
        record("comet", 0.9),
        *(record(f"ter-{at}", -0.9, -0.95, high=-0.5, profile="table") for at in "abcd"),
    ]
    turned = {"signature": "ter-c|profile:table|better:lower|code:1"}
    rows += [
        record("bleu", -0.9, -0.95, high=-0.5, profile="ibm"),
        record("x", -0.9, high=0.1, profile="table"),
    ]
    [said] = best_sentences(build(RECORDS, *rows))
    assert said[-2].startswith(
        "Below 0: ter-a, ter-b, ter-c and 1 more; if less is better of them, lower = true"
    )
    [said] = best_sentences(build(RECORDS, rows[0], rows[1], {**rows[3], **turned}, *rows[5:]))
    assert said[-2] == "Below 0: ter-a; if less is better of it, lower = true in [scores] turns the sign"
    [said] = best_sentences(build(RECORDS, rows[0], {**rows[3], **turned}, *rows[5:]))
    assert not any(each.startswith("Below 0") for each in said)

"""Scores that were computed elsewhere: what is taken of them, and that settings do not multiply them."""

import numpy as np
import pandas as pd
import pytest

import workbench
from workbench.analyses.protocol.protocol import ProtocolOfTasks
from workbench.commands.run_summary import summary_lines
from workbench.datasets.card import DatasetCard
from workbench.datasets.evalset import EvalSet
from workbench.experiment.check import describe
from workbench.report.render import render

SYSTEMS, SEGMENTS = 6, 4
KEYS = [("t", f"s{j}", f"M{i}") for i in range(SYSTEMS) for j in range(SEGMENTS)]
HUMAN = np.add.outer(np.arange(SYSTEMS), np.array([0.0, 2.0, 1.0, 5.0])) + np.eye(SYSTEMS, SEGMENTS)
NOISE = np.random.default_rng(3).normal(size=(2, SYSTEMS, SEGMENTS))


@pytest.fixture(scope="module")
def evalset() -> EvalSet:
    """Return systems whose last segment nobody judged, with two references."""
    outputs = pd.DataFrame(KEYS, columns=["task", "segment", "system"]).assign(
        text=[" ".join("abcdef"[: 2 + (i * 5) % 4]) for i in range(len(KEYS))]
    )
    names = outputs[["task", "segment"]].drop_duplicates()
    references = pd.concat(
        [names.assign(reference=name, text=text) for name, text in (("A", "a b c"), ("B", "d c e"))]
    )
    judged = outputs.drop(columns="text").assign(criterion="mqm", rater="mean", score=HUMAN.ravel())
    return EvalSet.build(DatasetCard(name="made"), outputs, references, judged[judged["segment"] != "s3"])


def scores(number: int) -> dict[tuple[str, str, str], float]:
    return dict(zip(KEYS, (HUMAN + 2 * NOISE[number]).ravel().tolist(), strict=True))


def asked(evalset: EvalSet, tables, metrics=(), missing="all", **sections) -> workbench.Experiment:
    return workbench.Experiment(
        evalset, [*tables, *metrics], scores=tables,
        correlation={"missing": missing, "interval": "none", "coefficients": ["pearson"]}, **sections,
    )  # fmt: skip


OWN = {("t", "*", f"M{i}"): float(i % 3) for i in range(SYSTEMS)}
MEANS = {("t", "*", f"M{i}"): float(mean) for i, mean in enumerate((HUMAN + 2 * NOISE[0]).mean(axis=1))}
NOT_OWN = "means of segments, not its own scores of whole systems, which differ"
NOT_MEANS = "its own scores of whole systems, not means of segments, which differ"


@pytest.mark.parametrize(
    ("wholes", "missing", "table", "protocol"),
    [
        (OWN, "all", NOT_OWN, NOT_MEANS),
        (OWN, "pairwise", NOT_OWN, NOT_OWN),
        (MEANS, "all", "", ""),
        ({}, "all", "", ""),
    ],
)
def test_which_scores_of_systems_are_taken_is_said_where_there_are_two(
    evalset, wholes, missing, table, protocol
):
    e = asked(
        evalset, {"comet": {**scores(0), **wholes}, "other": scores(1)}, missing=missing,
        protocol={"like": "wmt23", "draws": 0},
    )  # fmt: skip
    assert e.records.set_index("metric")["system_scores"].to_dict() == {"comet": table, "other": ""}
    result = e.protocol()
    said = {(row.metric, row.measure): row.system_scores for row in result.frame.itertuples()}
    assert {said["comet", name] for name in ("pooled-pairwise-accuracy", "system-pearson")} == {protocol}
    assert {said["comet", name] for name in ("segment-pearson", "average")} | {
        text for (metric, _), text in said.items() if metric == "other"
    } == {""}
    written = ProtocolOfTasks().files(result)["protocol.md"].decode()
    for text, where in ((table, render(e.table(), "md")), (protocol, written), (protocol, str(result.lines))):
        assert (f"Scores of systems of comet: {text}." in where) == bool(text)
        assert where.count("Scores of systems of") == bool(text)
    # and it is true of the numbers
    x, z = (HUMAN + 2 * NOISE[0])[:, : SEGMENTS if missing == "all" else 3], HUMAN[:, :3].mean(axis=1)
    values = e.records.set_index("metric")["value"]
    assert values["comet"] == pytest.approx(np.corrcoef(x.mean(axis=1), z)[0, 1])
    taken = list(OWN.values()) if protocol == NOT_MEANS else x.mean(axis=1)
    pearson = result.frame.set_index(["metric", "measure"])["value"]["comet", "system-pearson"]
    assert pearson == pytest.approx(np.corrcoef(taken, z)[0, 1])


TWO = {"A": "named(reference=A)", "B": "named(reference=B)"}


@pytest.mark.parametrize("within", ["table", "column"])
def test_a_comparison_of_two_tables_counts_once_whatever_the_settings(evalset, within):
    tables = {"comet": scores(0), "other": scores(1)}
    one = asked(evalset, tables, test={"against": "all", "correction": "holm"}).compare().frame
    e = asked(
        evalset, tables, references=TWO, test={"against": "all", "correction": "holm", "within": within}
    )
    frame = e.compare().frame
    assert frame[["metric", "references", "against_metric", "against_references"]].to_numpy().tolist() == [
        ["comet", "A", "other", "A"]
    ]
    assert frame[["p", "p_adjusted", "value"]].equals(one[["p", "p_adjusted", "value"]])
    swept = asked(evalset, tables, ["rouge-1"], references=TWO, test={"against": "all", "correction": "holm"})
    # comet and other, each of the two with ROUGE under each setting, and ROUGE with itself
    assert len(swept.compare().frame) == 6
    rest = swept.replace(preprocess=["CASE", "STEM"]).compare().frame
    assert len(rest) == 1 + 2 * 4 + 6
    note = "Scores computed elsewhere, the same for all references and preprocessings: comet, other."
    assert note in render(swept.table(), "md")


def test_comparisons_name_no_preprocessing_of_what_has_none(evalset):
    """Of two tables beside BLEU it read `b (none) against a (none)`."""
    e = asked(evalset, {"a": scores(0), "b": scores(1)}, ["bleu(order=1)"], test={"against": "all"})
    lines = "\n".join(e.compare().lines)
    assert "b against a" in lines or "a against b" in lines, lines
    e = asked(evalset, {"a": scores(0)}, ["bleu(order=1)"], test={"against": "all", "within": "table"})
    assert "(none)" not in "\n".join([*e.compare().lines, *e.rank().lines])
    e = workbench.Experiment(
        workbench.simulate(topics=3, systems=5, references=1).evalset, ["bleu(order=1)"],
        preprocess=["none", "13a"], correlation={"interval": "none"}, test={"within": "table"},
    )  # fmt: skip
    assert "BLEU-1 (none)" in "\n".join(e.compare().lines)


def test_in_a_protocol_a_table_has_one_row_whatever_the_settings(evalset):
    e = asked(
        evalset, {"comet": scores(0)}, ["rouge-1"], references=TWO, protocol={"like": "wmt23", "draws": 9}
    )
    rows = e.protocol().frame[["metric", "references"]].drop_duplicates()
    assert rows.to_numpy().tolist() == [["comet", "A"], ["rouge-1", "A"], ["rouge-1", "B"]]


def test_standings_of_each_column_hold_where_a_comparison_is_counted_once(evalset):
    tables = {"comet": scores(0), "other": scores(1)}
    e = asked(evalset, tables, references=TWO, test={"against": "best", "within": "column"})
    standing = e.records.set_index(["metric", "references"])["standing"]
    for metric in tables:
        assert standing[metric, "A"] == standing[metric, "B"] != ""
    assert sorted(standing.unique())[0] == "best"


def test_methods_do_not_say_that_what_was_computed_elsewhere_was_compared_with_references(evalset):
    e = asked(evalset, {"comet": scores(0)}, ["rouge-1", "bleu"], references=TWO, preprocess=["CASE", "STEM"])
    text = e.methods().text
    assert "comet (computed elsewhere)" in text
    assert "as a set" in text  # bleu
    texts = next(each for each in text.split(". ") if each.startswith("Texts were"))
    assert texts == ("Texts were prepared in 2 ways: neither stemmed nor stopped (CASE) and stemmed (STEM)")
    alone = asked(evalset, {"comet": scores(0)}).methods().text
    assert "Texts were" not in alone
    assert "as a set" not in alone
    assert "were scored in the reference setting" not in alone


def test_other_sections_that_test_are_named_where_no_section_test_does(evalset, tmp_path):
    tables = {"comet": scores(0), "other": scores(1)}
    plain = asked(evalset, tables)
    tested = plain.replace(protocol={"draws": 20})
    assert "No differences between metrics were tested." in plain.methods().text
    assert "No differences between metrics were tested." not in tested.methods().text
    untested = "No differences were tested: a section [test] does it"
    for e, said in ((plain, untested), (tested, "Differences were tested in [protocol] alone")):
        report = e.write(tmp_path / "report")
        lines = "\n".join(summary_lines(e, report))
        assert said in lines
        assert lines.count("ifferences were tested") == 1


def test_pairs_of_texts_are_those_of_metrics_that_read_texts(evalset, tmp_path):
    alone = asked(evalset, {"comet": scores(0)})
    assert alone.counts.pairs == 0
    assert "To count   nothing: no metric reads texts\nUnderstood" in describe(alone)
    assert "pairs of texts counted" not in "\n".join(summary_lines(alone, alone.write(tmp_path / "alone")))
    both = asked(evalset, {"comet": scores(0)}, ["rouge-1"])
    n_pairs = 2 * len(KEYS)
    said = describe(both)
    assert f"To count   {n_pairs} pairs of texts in 1 count; 0 are kept already\n" in said
    assert "comet" not in said.partition("To count")[2]
    summary = "\n".join(summary_lines(both, both.write(tmp_path / "both")))
    assert f"\n{n_pairs} pairs of texts counted, 2 records, " in summary


def test_soft_pairwise_accuracy_has_its_pairs_and_other_coefficients_none(evalset):
    e = workbench.Experiment(
        evalset, ["comet"], scores={"comet": scores(0)},
        correlation={"interval": "none", "coefficients": ["pearson", "soft-pairwise-accuracy"]},
    )  # fmt: skip
    assert e.records.set_index("coefficient")["n_pairs"].to_dict() == {
        "pearson": 0, "soft-pairwise-accuracy": SYSTEMS * (SYSTEMS - 1) // 2
    }  # fmt: skip


def test_the_score_of_a_system_in_the_table_is_the_mean_of_its_judged_rows_of_the_scores(evalset):
    """As the documentation says to compute it again; the row of the whole system is over all segments."""
    e = asked(evalset, {"comet": scores(0)}, missing="pairwise")
    frame = e.scores.frame
    judged = frame[frame["segment"].isin(["s0", "s1", "s2"])].groupby("system", observed=True)["value"].mean()
    [row] = e.rows
    assert row.facing(row.task.judged[0]).systems == pytest.approx(judged[row.task.data.systems])
    whole = frame[frame["segment"] == "*"].set_index("system")["value"]
    each = frame[frame["segment"] != "*"].groupby("system", observed=True)["value"].mean()
    assert whole[each.index].tolist() == pytest.approx(each.tolist())
    assert whole[judged.index].tolist() != pytest.approx(judged.tolist())


def test_scores_of_which_less_is_better_are_other_cells_and_said_to_be_turned(evalset, tmp_path):
    rows = [(segment, system, score) for (_, segment, system), score in scores(0).items()]
    pd.DataFrame(rows, columns=["segment", "system", "score"]).to_csv(tmp_path / "x.csv", index=False)
    tables = {"x": str(tmp_path / "x.csv"), "y": {"file": str(tmp_path / "x.csv"), "lower": True}}
    experiment = asked(evalset, tables, missing="pairwise")
    records = experiment.records
    one, other = records["value"]
    assert one == -other
    assert one != 0
    same = [signature.partition("|")[2] for signature in records["signature"]]
    assert same[1] == same[0].replace("|code:", "|better:lower|code:")
    assert "Less is better of y: its sign is turned before it is correlated." in render(
        experiment.table(), "md"
    )
    assert "Of y less is better, so its sign was turned." in str(experiment.methods())
    flipped = workbench.Experiment(
        evalset,
        ["x"],
        scores={"x": tables["y"]},
        correlation={"interval": "none", "coefficients": ["pearson"]},
    )
    assert flipped.records["hash"].iloc[0] != records["hash"].iloc[0]

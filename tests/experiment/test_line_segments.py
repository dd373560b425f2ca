"""Documents and test sets that were judged as a whole: metrics score their lines, as segments."""

import numpy as np
import pandas as pd
import pytest
from real_data import load_real

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.errors import DataError, SpecError
from workbench.experiment.task_data import lay_out

UNIT_OF = {"1": "a", "2": "a", "3": "a", "4": "b", "5": "b"}
METRICS = ["bleu(order=2)", "chrf", "rouge-1", "rouge-l", "length", "sentence-bleu"]


@pytest.fixture(scope="module")
def segments() -> EvalSet:
    """Texts of one line each."""
    data = workbench.simulate(topics=5, systems=4, references=2, raters=1).evalset
    outputs, references = (
        rows.assign(text=rows["text"].str.replace("\n", " ")) for rows in (data.outputs, data.references)
    )
    return EvalSet.build(data.card, outputs, references, data.judgments)


def joined(data: EvalSet, lines: str) -> EvalSet:
    """Return the same texts as two documents of three and two lines, each judged as a whole."""
    of = dict(zip(data.segments(data.tasks[0]), UNIT_OF.values(), strict=True))

    def by_unit(rows: pd.DataFrame, *names: str) -> pd.DataFrame:
        kept = rows.assign(segment=rows["segment"].map(of))
        return kept.groupby(["task", "segment", *names], as_index=False, sort=False)["text"].agg("\n".join)

    judged = data.judgments.assign(segment=data.judgments["segment"].map(of))
    names = ["task", "segment", "system", "criterion", "rater"]
    return EvalSet.build(
        data.card.model_copy(update={"lines": lines}),
        by_unit(data.outputs, "system"),
        by_unit(data.references, "reference"),
        judged.groupby(names, as_index=False)["score"].mean(),
    )


def values(frame: pd.DataFrame) -> pd.Series:
    return frame.set_index(["metric", "component", "system", "segment"])["value"]


def test_lines_are_scored_as_the_segments_that_they_are(segments):
    ours = values(workbench.Experiment(joined(segments, "segments"), METRICS).scores.frame)
    by_line = workbench.Experiment(segments, METRICS).scores.frame
    assert ours.index.is_unique
    assert len(ours) == 3 / 6 * len(by_line)
    lines = by_line[by_line["segment"] != "*"]
    numbers = dict(zip(segments.segments(segments.tasks[0]), UNIT_OF.values(), strict=True))
    means = values(
        lines.assign(segment=lines["segment"].map(numbers))
        .groupby(["metric", "component", "system", "segment"], as_index=False)["value"]
        .mean()
    )
    is_pooled = ours.index.get_level_values("metric").str.startswith(("bleu", "chrf"))
    at_units = ours.index.get_level_values("segment") != "*"
    mean_like = ours[~is_pooled & at_units]
    np.testing.assert_allclose(mean_like, means.reindex(mean_like.index), rtol=1e-12)
    whole = values(by_line[by_line["segment"] == "*"])
    pooled = ours[is_pooled & ~at_units]
    np.testing.assert_allclose(pooled, whole.reindex(pooled.index), rtol=1e-12)


def test_a_document_has_the_corpus_score_of_its_lines(segments):
    sacrebleu = pytest.importorskip("sacrebleu")
    data = joined(segments, "segments")
    asked = ["bleu(profile=sacrebleu)", "chrf"]
    found = values(workbench.Experiment(data, asked).scores.frame)
    for row in data.outputs.itertuples():
        theirs = data.references[data.references["segment"] == row.segment]["text"].str.split("\n")
        streams = theirs.tolist()
        for metric, expected in (
            ("bleu", sacrebleu.corpus_bleu(row.text.split("\n"), streams).score),
            ("chrf", sacrebleu.corpus_chrf(row.text.split("\n"), streams).score),
        ):
            is_mine = found.index.get_level_values("metric").str.startswith(metric)
            [value] = found[is_mine].xs((row.system, row.segment), level=("system", "segment"))
            assert 100 * value == pytest.approx(expected, abs=1e-9)


def test_lines_of_a_summary_are_its_sentences_still(segments, tmp_path):
    """There bigrams go over the end of a line; and what was counted so is not taken for the other."""
    found = [
        workbench.Experiment(joined(segments, lines), ["bleu(order=2)"], cache=tmp_path).scores.frame["value"]
        for lines in ("segments", "sentences", "segments")
    ]
    assert (found[0] != found[1]).all()
    np.testing.assert_array_equal(found[0], found[2])


def test_the_mean_of_equal_scores_is_that_score(segments):
    """A table has one score for each document, whatever its lines."""
    data = joined(segments, "segments")
    outputs = data.outputs.itertuples()
    table = {("", row.segment, row.system): 0.1 * (number + 1) for number, row in enumerate(outputs)}
    frame = workbench.Experiment(data, ["mine"], scores={"mine": table}).scores.frame
    found = values(frame[frame["segment"] != "*"])["mine", "score"]
    assert {("", segment, system): value for (system, segment), value in found.items()} == table


def test_a_document_that_nobody_wrote_has_no_mean(segments):
    data = joined(segments, "segments")
    (task,), system = data.tasks, data.systems(data.tasks[0])[1]
    kept, judged = (
        frame[(frame["system"] != system) | (frame["segment"] != "b")]
        for frame in (data.outputs, data.judgments)
    )
    found = lay_out(EvalSet.build(data.card, kept, data.references, judged), task)
    expected = lay_out(data, task).lengths
    expected[found.systems.index(system), found.segments.index("b")] = np.nan
    np.testing.assert_array_equal(found.lengths, expected)


def test_a_function_gets_a_line_at_a_time(segments):
    seen = []

    @workbench.metric("lines")
    def lines(candidate, references):
        seen.append(len(candidate))
        return 1.0

    workbench.Experiment(joined(segments, "segments"), ["lines"]).scores  # noqa: B018
    assert len(seen) == len(segments.outputs)
    assert sum(seen) == workbench.Experiment(segments, ["rouge-1"]).plan.tasks["news"].lengths.sum()


def test_words_of_a_document_are_those_of_all_lines(segments):
    whole, cut = (
        workbench.Experiment(joined(segments, lines), ["rouge-1"]).plan.tasks[segments.tasks[0]].lengths
        for lines in ("sentences", "segments")
    )
    np.testing.assert_array_equal(whole, cut)


def test_single_references_are_chosen_for_all_lines_together(segments):
    data = joined(segments, "segments")
    name = data.references["reference"].iloc[0]
    e = workbench.Experiment(data, ["bleu(order=2)", "rouge-1"], correlation={"interval": "none"})
    chosen = e.reference_choice(sizes=[1]).frame
    alone = e.replace(references=[{"name": "one", "select": f"named(reference={name})"}]).records
    for metric in ("bleu(order=2)", "rouge-1"):
        mine = chosen[(chosen["metric"] == metric) & (chosen["coefficient"] == "pearson")].iloc[0]
        [value] = alone[(alone["metric"] == metric) & (alone["coefficient"] == "pearson")]["value"]
        assert mine["least"] <= value <= mine["most"]
        assert value in mine[["least", "most"]].tolist()


def test_texts_of_another_number_of_lines_are_a_fault_and_none_is_shown(segments):
    data = joined(segments, "segments")
    outputs = data.outputs.assign(text=data.outputs["text"].str.replace("\n", " ", n=1))
    with pytest.raises(DataError, match=r"lines?, and other texts of segment 'a' of task .* have 2"):
        EvalSet.build(data.card, outputs.drop(index=0).pipe(lambda rest: pd.concat([outputs[:1], rest])),
                      data.references, data.judgments)  # fmt: skip
    with pytest.raises(SpecError, match="is judged by whole texts of many lines, and none is shown"):
        workbench.Experiment(data, ["rouge-1", "rouge-2"]).disagreements()


@pytest.mark.parametrize(
    ("pair", "reference", "expected"),
    [
        ("cs-en", "refB", (0.964, 0.782)), ("cs-en", "refC", (0.782, 0.455)), ("cs-en", "", (0.964, 0.782)),
        ("de-en", "refA", (0.533, 0.500)), ("de-en", "refB", (0.435, 0.056)), ("de-en", "", (0.492, 0.167)),
        ("zh-en", "refA", (0.640, 0.576)), ("zh-en", "refB", (0.576, 0.545)), ("zh-en", "", (0.631, 0.545)),
    ],
)  # fmt: skip
def test_bleu_of_wmt22_correlates_as_that_of_sacrebleu(shared, pair, reference, expected):
    """Values computed with sacrebleu 2.6.0, whose scores are the organisers' (README beside the data)."""
    if not (shared / "data" / "mt-metrics-eval-v2" / "wmt22").is_dir():
        pytest.skip("the data are not there")
    data = load_real(shared, "mtme-wmt22", pair=pair, human="wmt", people="drop")
    select = f"named(reference={reference})" if reference else "all"
    e = workbench.Experiment(
        data, ["bleu"], references=[{"name": "x", "select": select}],
        correlation={"interval": "none", "missing": "all", "coefficients": ["pearson", "kendall"]},
    )  # fmt: skip
    assert e.records["value"].round(3).tolist() == list(expected)


def test_a_folder_that_is_written_keeps_what_lines_are(segments, tmp_path):
    again = workbench.load(joined(segments, "segments").write(tmp_path / "mine"))
    assert again.card.lines == "segments"

"""The public score function."""

import numpy as np
import pandas as pd
import pytest

import workbench
from workbench.errors import ScoreError, SpecError
from workbench.metrics.base import METRICS, get_metric
from workbench.metrics.listed_texts import cut_into_parts
from workbench.metrics.rouge import RougeN
from workbench.metrics.score_parts import AskedScores, PartScores, Totals, sum_twice


def test_a_string_is_its_lines_and_a_list_its_sentences():
    as_string = workbench.score(["a b\nc d"], ["b a\nd c"], metrics=["rouge-l"])
    as_lists = workbench.score([["a b", "c d"]], [[["b a", "d c"]]], metrics=["rouge-l"])
    one_line = workbench.score(["a b c d"], ["b a d c"], metrics=["rouge-l"])
    assert as_string.equals(as_lists)
    assert as_string["value"].iloc[0] == 0.5
    assert one_line["value"].iloc[0] == 0.5
    together = workbench.score(["c d a b"], ["a b\nc d"], metrics=["rouge-l"])
    assert together["value"].iloc[0] == 1.0


def test_the_frame_has_the_declared_columns():
    frame = workbench.score(["a", "b"], [["a"], ["a", "b"]], metrics=["rouge-1", RougeN(order=2), "bleu"])
    assert frame.columns.tolist() == ["segment", "metric", "component", "value"]
    assert frame["metric"].unique().tolist() == ["rouge-1", "rouge-2", "bleu"]
    assert frame["segment"].tolist() == [0] * 7 + [1] * 7


def test_system_level_pools_bleu_and_averages_rouge():
    candidates, references = ["a b c", "a x"], [["a b c"], ["a b c d"]]
    each = workbench.score(candidates, references, metrics=["rouge-1"])
    whole = workbench.score(candidates, references, metrics=["rouge-1", "bleu(order=1)"], level="system")
    recall = each[each["component"] == "recall"]["value"].mean()
    assert whole["value"].iloc[0] == pytest.approx(recall)
    assert whole["value"].iloc[-1] == pytest.approx(4 / 5 * np.exp(1 - 7 / 5))


def test_preprocessing_is_each_metrics_own_unless_said():
    frame = workbench.score(["Cats"], ["cats"], metrics=["rouge-1", "bleu(order=1)"])
    assert frame["value"].tolist() == [1, 1, 1, 0]
    frame = workbench.score(["Birds"], ["bird"], metrics=["rouge-1", "bleu(order=1)"], preprocess="STEM")
    assert frame["value"].tolist() == [1, 1, 1, 1]


def test_long_lists_are_scored_in_parts(monkeypatch):
    rng = np.random.default_rng(0)
    texts = [" ".join(rng.choice(list("abcd"), 6)) for _ in range(60)]
    references = [[texts[(n + 1) % 60], texts[(n + 7) % 60]][: 1 + n % 2] for n in range(60)]
    arguments = {"metrics": ["rouge-2", "bleu(order=2)"]}
    whole = workbench.score(texts, references, **arguments)
    system = workbench.score(texts, references, level="system", **arguments)
    monkeypatch.setattr("workbench.metrics.listed_texts.TEXTS_AT_ONCE", 7)
    assert workbench.score(texts, references, **arguments).equals(whole)
    assert workbench.score(texts, references, level="system", **arguments).equals(system)
    monkeypatch.setenv("WORKBENCH_WORKERS", "3")
    assert workbench.score(texts, references, **arguments).equals(whole)
    assert workbench.score(texts, references, level="system", **arguments).equals(system)


@pytest.mark.parametrize(
    ("n_references", "workers", "texts", "sizes"),
    [
        ([2] * 8, 1, 12, [4, 4]),
        ([2] * 8, 2, 1000, [4, 4]),
        ([2] * 8, 2, 11, [2, 2, 2, 2]),
        ([1, 1, 1, 3, 2, 1], 2, 1000, [4, 2]),
        ([1], 4, 1000, [1]),
        ([], 2, 1000, []),
    ],
)
def test_workers_get_as_much_to_do_each(n_references, workers, texts, sizes, monkeypatch):
    monkeypatch.setattr("workbench.metrics.listed_texts.TEXTS_AT_ONCE", texts)
    references = [[""] * number for number in n_references]
    parts = list(cut_into_parts(references, [get_metric("rouge-1", "").counter], workers))
    assert [part.stop - part.start for part in parts] == sizes
    assert [n for part in parts for n in range(len(references))[part]] == list(range(len(references)))
    assert len(list(cut_into_parts([[""]] * 9, [get_metric("cider", "").counter], workers))) == 1


@pytest.mark.parametrize("asked", ["aabbac", "abbbcc", "aaaaab", "abcabc"])
@pytest.mark.parametrize("weights", [None, "aabbac", "aaaaaa"])
def test_neighbours_that_share_their_references_are_scored_as_if_alone(asked, weights):
    theirs = {
        "a": ["the cat sat", "a cat"],
        "b": ["the dog sat there"],
        "c": ["a dog", "the dog sat", "no cat"],
    }
    rated = {"a": 0.5, "b": -0.25, "c": 1.0}
    candidates = [f"the {animal} sat {place}" for animal in ("cat", "dog") for place in ("", "down", "there")]
    references = [theirs[each] for each in asked]
    metrics = ["rouge-1", "rouge-l", "delta-bleu(order=1)" if weights else "bleu(order=1)"]

    def scored(these):
        given = weights and [[1.0, *[rated[weights[n]]] * (len(references[n]) - 1)] for n in these]
        texts = [candidates[n] for n in these], [references[n] for n in these]
        return workbench.score(*texts, metrics=metrics, weights=given)["value"].tolist()

    assert scored(range(6)) == [value for n in range(6) for value in scored([n])]


def test_workers_do_not_change_a_bit(monkeypatch):
    rng = np.random.default_rng(1)
    texts = [" ".join(rng.choice(list("abcdef"), 9)) for _ in range(50)]
    references = [[texts[(n + 1) % 50], texts[(n + 7) % 50]] for n in range(50)]
    names = ["rouge-1", "rouge-l", "rouge-w", "rouge-su(gap=4)", "delta-bleu", "bleu"]
    weights = [[0.3, -0.7 if n % 2 else 0.9] for n in range(50)]
    one = workbench.score(texts, references, metrics=names, weights=weights)
    monkeypatch.setenv("WORKBENCH_WORKERS", "2")
    assert workbench.score(texts, references, metrics=names, weights=weights).equals(one)
    monkeypatch.setenv("WORKBENCH_WORKERS", "0")
    with pytest.raises(SpecError, match="WORKBENCH_WORKERS: is no number of threads: got '0', allowed: 1, 2"):
        workbench.score(texts, references, metrics=names, weights=weights)


def test_nothing_to_score_gives_an_empty_frame():
    assert len(workbench.score([], [], metrics=["rouge-1"])) == 0


def test_empty_texts_score_zero():
    frame = workbench.score(["", "a"], [["a"], [""]], metrics=["rouge-1", "rouge-w", "rouge-su", "bleu"])
    assert (frame["value"] == 0).all()


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"metrics": ["rogue-1"]}, SpecError, "Did you mean 'rouge-1'"),
        (
            {"metrics": ["Unit_Overlap"]},
            SpecError,
            "Did you mean 'unit-overlap'. Names are written in lower case, with hyphens",
        ),
        ({"metrics": ["rouge-l(alpha=2)"]}, SpecError, "allowed: 0 to 1"),
        ({"metrics": ["rouge-l(bet=1)"]}, SpecError, "no parameter 'bet'. Known: alpha"),
        ({"metrics": ["bleu, rougeL"]}, SpecError, "Several metrics are several names: 'bleu', 'rouge-l'"),
        ({"metrics": ["bleu(order=2), ROUGE-1,"]}, SpecError, r"several names: 'bleu\(order=2\)', 'rouge-1'"),
        ({"metrics": ["rouge-1, bleu(order=2)"]}, SpecError, r"several names: 'rouge-1', 'bleu\(order=2\)'"),
        ({"metrics": ["ROUGE-1, , bleu, "]}, SpecError, "several names: 'rouge-1', 'bleu'$"),
        ({"metrics": ["ROUGE-1, "]}, SpecError, "Did you mean 'rouge-1'"),
        ({"metrics": ["delta-bleu(weights=x)"]}, SpecError, "Weights of references are a column of the data"),
        ({"metrics": ["rouge-1(n=2)"]}, SpecError, "Its order is a part of its name, as in rouge-2"),
        ({"metrics": ["ibleu(smooth=exp)"]}, SpecError, "has no parameter 'smooth'. Known: alpha, order"),
        ({"metrics": ["bleu 4"]}, SpecError, r"Did you mean 'bleu\(order=4\)'"),
        ({"metrics": ["sacrebleu"]}, SpecError, r"Did you mean 'bleu\(profile=sacrebleu\)'"),
        ({"metrics": ["bleu(tokenize=13a)"]}, SpecError, r"texts stands beside metrics, preprocess = \["),
        ({"metrics": ["rouge-1(use_stemmer=true)"]}, SpecError, r"metrics, preprocess = \[.*Known: alpha"),
        ({"metrics": ["rouge-1(component=recall)"]}, SpecError, r"beside metrics, components = \[\"recall"),
        ({"metrics": ["bleu(smooth=exp)"]}, SpecError, r"There is one in bleu\(profile=sacrebleu\), "),
        ({"metrics": ["bleu(smoothing=1)"]}, SpecError, r"as bleu\(smooth=exp, profile=sacrebleu\)"),
        ({"metrics": ["nist(max_n=4)"]}, SpecError, "Did you mean 'order'. Known: order"),
        ({"metrics": ["cider(n=4)"]}, SpecError, "cider has no parameter 'n'. It has none"),
        ({"metrics": ["cider(order=2)"]}, SpecError, "cider has no parameter 'order'. It has none"),
        ({"metrics": ["rouge-l"], "preprocess": "stem"}, SpecError, "Did you mean 'STEM'"),
        ({"metrics": ["rouge-l"], "combine": "average"}, SpecError, "unknown combination"),
        ({"metrics": "rouge-l"}, SpecError, "not one string"),
        ({"metrics": ["rouge-l"], "level": "corpus"}, SpecError, "segment or system"),
        ({"metrics": ["rouge-l"], "preprocess": ["CASE"]}, SpecError, "unknown preprocessing"),
        ({"metrics": []}, SpecError, "metrics: too few: got 0"),
        ({"metrics": None}, SpecError, "metrics: is no list: got 'NoneType'"),
        ({"metrics": ["delta-bleu"], "weights": [0.5]}, SpecError, "one number for each"),
        ({"metrics": ["delta-bleu"], "weights": [["x"]]}, SpecError, "one number for each"),
        ({"metrics": ["delta-bleu"], "weights": [[2.0]]}, SpecError, "-1 to 1"),
        ({"metrics": ["delta-bleu"], "weights": [[0.5, 0.5]]}, SpecError, "one number for each"),
        ({"metrics": ["delta-bleu"], "weights": [[-0.5]]}, ScoreError, "segment 0: cannot be scored"),
    ],
)
def test_faults_are_said(arguments, error, message):
    with pytest.raises(error, match=message):
        workbench.score(["a b"], [["a b"]], **arguments)


def test_the_metric_that_cannot_score_is_the_one_that_is_named():
    texts = ["a b", "a c", "a d"]
    for level in ("segment", "system"):
        with pytest.raises(ScoreError, match=r"^delta-bleu\(order=1\): segment 1: .* \(and 1 more\)"):
            workbench.score(
                texts,
                texts,
                metrics=["rouge-1", "delta-bleu(order=1)"],
                level=level,
                weights=[[1], [-1], [0]],
            )


def test_infinite_scores_of_both_signs_have_no_mean():
    found = sum_twice(np.array([[np.inf, 1.0, 2.0], [-np.inf, 1.0, 2.0], [np.inf, -np.inf, 1.0]]))
    assert np.array_equal(found[:, 0], [np.inf, -np.inf, np.nan], equal_nan=True)
    assert found[:, 1].tolist() == [0, 0, 0]


def test_a_frame_of_references_is_no_list_of_them():
    frame = pd.DataFrame({"ref1": ["a", "b"], "ref2": ["a", "c"]})
    with pytest.raises(
        SpecError, match=r"references: is no list: got 'DataFrame'\. frame\.values\.tolist\(\)"
    ):
        workbench.score(["a", "b"], frame, metrics=["rouge-1"])
    assert len(workbench.score(["a", "b"], frame.values.tolist(), metrics=["rouge-1"])) == 6


def test_nor_is_a_frame_of_candidates():
    with pytest.raises(SpecError, match=r"candidates: is no list: got 'DataFrame'\. frame\['text'\]"):
        workbench.score(pd.DataFrame({"summary": ["a"]}), ["a"], metrics=["rouge-1"])


def test_columns_of_a_frame_are_taken_in_their_order_whatever_their_labels():
    frame = pd.DataFrame({"text": ["the cat sat", "a dog ran", "rain fell", "sun is up"]})
    frame["refs"] = [[text] for text in frame["text"]]
    for rows in (frame[::-1], frame.iloc[[2, 3, 0]], frame.set_index("text", drop=False)):
        for references in (rows["refs"], rows["text"], rows["text"].astype(object)):
            values = workbench.score(rows["text"], references, metrics=["rouge-1"])["value"]
            assert (values == 1).all()


@pytest.mark.parametrize("given", [{"a", "b"}, {"a": 1, "b": 2}, b"ab", 3, frozenset("ab")])
def test_what_has_no_order_is_no_list(given):
    for ours, theirs, where in ((given, ["a", "b"], "candidates"), (["a", "b"], given, "references")):
        with pytest.raises(SpecError, match=f"^{where}: is no list: got '{type(given).__name__}'"):
            workbench.score(ours, theirs, metrics=["rouge-1"])
    if not isinstance(given, bytes | int):
        for ours, theirs in (([given], ["a"]), (["a"], [given]), (["a"], [[given]])):
            with pytest.raises(SpecError, match=r"\[0\]: a text is a string or a list of strings"):
                workbench.score(ours, theirs, metrics=["rouge-1"])


def test_a_function_is_no_name_of_a_metric():
    with pytest.raises(
        SpecError, match=r"metrics\[0\]: is no name of a metric: got .*len.*@workbench\.metric"
    ):
        workbench.score(["a"], [["a"]], metrics=[len])


def test_what_is_no_text_is_named():
    said = r"\[1\]: a text is a string or a list of strings \(its sentences\)"
    # a column of a table has None or NaN where nothing is written
    for given in (["a", ["b", 3]], ["a", [None]], ["a", None], ["a", float("nan")], ["a", 7]):
        with pytest.raises(SpecError, match=f"candidates{said}: got "):
            workbench.score(given, [["a"], ["b"]], metrics=["rouge-1"])
        with pytest.raises(SpecError, match=f"references{said}"):
            workbench.score(["a", "b"], [["a"], given[1:]], metrics=["rouge-1"])
        if not isinstance(given[1], list):
            with pytest.raises(SpecError, match=f"references{said}"):
                workbench.score(["a", "b"], given, metrics=["rouge-1"])


def test_lists_of_different_length_are_refused():
    with pytest.raises(SpecError, match="2 and 1"):
        workbench.score(["a", "b"], [["a"]], metrics=["rouge-1"])
    with pytest.raises(ScoreError, match="without a reference"):
        workbench.score(["a"], [[]], metrics=["rouge-1"])


@pytest.mark.parametrize("name", [*METRICS, "rouge-su(gap=4)", "rouge-1(alpha=0.2)", "bleu(order=2)"])
def test_names_parse_back(name):
    metric = get_metric(name)
    assert get_metric(repr(metric)) == metric
    assert name.split("(")[0] == repr(metric).split("(")[0]


def test_segments_without_a_score_are_counted_over_all_parts():
    values = {("m", "score"): np.array([0.5, np.nan])}
    metric = get_metric("bleu")
    totals = Totals(AskedScores((("m", metric),), None, "pooled"))
    for part in (values, values, {("m", "score"): np.array([np.nan, np.nan])}):
        totals.add(PartScores(part, {}))
    with pytest.raises(ScoreError, match=r"m: segment 1: cannot be scored: no reference \(and 3 more\)"):
        totals.refuse_undefined()
    one = Totals(AskedScores((("m", metric),), None, "pooled"))
    one.add(PartScores(values, {}))
    with pytest.raises(ScoreError, match=r"m: segment 1: cannot be scored: no reference\. ") as caught:
        one.refuse_undefined()
    assert "more" not in str(caught.value)


def test_lists_of_words_on_both_sides_are_refused():
    """As nltk takes them: each word was a sentence of the candidate, and a reference of its own."""
    words = ["the", "cat", "sat", "down"]
    for kind in (list, tuple, np.array):
        with pytest.raises(
            SpecError, match=r"^score: lists of words: .* Join the words with blanks: ' '\.join"
        ):
            workbench.score([kind(words)], [kind(words)], metrics=["rouge-1"])
    with pytest.raises(SpecError, match="lists of words"):
        workbench.score([[*words, "."]], [[*words, "."]], metrics=["rouge-1"])
    for candidates, references in (
        ([words], [" ".join(words)]),
        ([" ".join(words)], [words]),
        ([words], [[words]]),
        ([words[:3]], [words]),
        ([[*words[:3], "sat down"]], [words]),
        ([["我们今天去看电影"] * 4], [["我们今天去看电影了"] * 4]),  # sentences of a language without blanks
    ):
        assert not workbench.score(candidates, references, metrics=["rouge-1"]).empty

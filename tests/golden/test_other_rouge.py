"""Every record of rouge-score, rouge-metric and rouge (PyPI): profiles google, rouge-metric and pltrdy."""

from collections import defaultdict

import pytest
from vectors import golden, is_complete

import workbench

TEXTS = {record["id"]: record for record in golden("rouge_texts.jsonl")}
COMPONENTS = {"recall": "R", "precision": "P", "f": "F"}


def check(records, names, preprocess, combine, join="\n"):
    """Score records together, each its own segment; return how many values of each metric agreed.

    `names` has the metric of each measure; a record need not have all of them.
    """
    cases = [(TEXTS[record["case"]], record["refs"]) for record in records]
    candidates = [join.join(text["cand"]) for text, _ in cases]
    references = [[join.join(text["refs"][number]) for number in chosen] for text, chosen in cases]
    if join == " ":
        candidates = [text.lower() for text in candidates]
        references = [[text.lower() for text in row] for row in references]
    frame = workbench.score(
        candidates, references, metrics=list(names.values()), preprocess=preprocess, combine=combine
    )
    ours = frame.set_index(["segment", "metric", "component"])["value"].to_dict()
    agreed = defaultdict(int)
    for number, record in enumerate(records):
        # a program that raised raised for all measures; ours have the documented value, 0
        raised = "error" in record["measures"]
        expected = dict.fromkeys(names, dict.fromkeys("RPF", 0.0)) if raised else record["measures"]
        for measure, wanted in expected.items():
            got = {key: ours[number, names[measure], name] for name, key in COMPONENTS.items()}
            assert got == pytest.approx(wanted, rel=1e-12, abs=1e-15), (record, measure)
            if not raised:
                agreed[measure] += 1
        if raised:
            agreed["error"] += 1
    return agreed


def total(tallies):
    return sum(sum(tally.values()) for tally in tallies)


@pytest.mark.parametrize("stemmed", [False, True])
def test_google(stemmed):
    records = [record for record in golden("google_rouge.jsonl") if record["use_stemmer"] is stemmed]
    orders = {f"rouge{n}": f"rouge-{n}(profile=google)" for n in range(1, 10)}
    names = {**orders, "rougeL": "rouge-l(profile=google)", "rougeLsum": "rouge-lsum(profile=google)"}
    tally = check(records, names, "google+stem" if stemmed else None, "best")
    assert sum(tally.values()) == 11 * len(records)
    assert len(tally) == 11
    assert {record["kind"] for record in records} == {"single", "score_multi"}
    if is_complete():
        assert len(records) >= 117
        assert sum(tally.values()) >= 1287


def rouge_metric_names(gap):
    names = {f"rouge-{n}": f"rouge-{n}(profile=rouge-metric)" for n in range(1, 10)}
    names["rouge-l"] = "rouge-l(profile=rouge-metric)"
    for weight in ("1.2", "2.0"):
        names[f"rouge-w-{weight}"] = f"rouge-w(weight={weight}, profile=rouge-metric)"
    for kind in ("s", "su"):
        limit = "" if gap is None else f"gap={gap}, "
        names[f"rouge-{kind}{'*' if gap is None else gap}"] = f"rouge-{kind}({limit}profile=rouge-metric)"
    return names


def test_rouge_metric():
    groups = defaultdict(list)
    for record in golden("rouge_metric_py.jsonl"):
        groups[record["multi_ref_mode"], record["skip_gap"]].append(record)
    combine = {"average": "pooled", "best": "best"}
    tallies = [
        check(records, rouge_metric_names(gap), "CASE", combine[mode])
        for (mode, gap), records in groups.items()
    ]
    assert {mode for mode, _ in groups} == set(combine)
    if is_complete():
        assert sum(map(len, groups.values())) >= 395
        assert total(tallies) >= 1580


def test_the_best_reference_by_w_is_not_the_one_of_the_program():
    records = [r for r in golden("rouge_metric_py.jsonl") if r["multi_ref_mode"] == "best"]
    weights = {"rouge-w-1.2": 1.2, "rouge-w-2.0": 2.0}
    differing = 0
    for record in records:
        for measure in set(record["measures"]) & set(weights):
            text = TEXTS[record["case"]]
            frame = workbench.score(
                [text["cand"]],
                [[text["refs"][number] for number in record["refs"]]],
                metrics=[f"rouge-w(weight={weights[measure]})"],
                combine="best",
            )
            differing += frame["value"].iloc[0] != pytest.approx(record["measures"][measure]["R"])
    assert differing >= (4 if is_complete() else 1)


@pytest.mark.parametrize("exclusive", [True, False])
def test_pltrdy(exclusive):
    records = [record for record in golden("rouge_pltrdy.jsonl") if record["exclusive"] is exclusive]
    names = {
        measure: f"{measure}(exclusive={str(exclusive).lower()}, profile=pltrdy)"
        for measure in ("rouge-1", "rouge-2", "rouge-l")
    }
    tally = check(records, names, None, "pooled", join=" ")
    assert sum(tally.values()) == sum(len(record["measures"]) for record in records)
    assert tally["error"] > 0
    if is_complete():
        assert len(records) >= 62
        assert sum(tally.values()) >= 180
        assert tally["error"] >= 3

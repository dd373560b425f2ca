"""Documents as inputs, and one coefficient a domain."""

from dataclasses import replace

import asked
import numpy as np
import pandas as pd
import pytest

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.datasets.writers.tables import write_tables
from workbench.errors import DataError, SpecError
from workbench.experiment.chosen_data import homes_of, in_parts
from workbench.stats.coefficients.noise import round_noise
from workbench.stats.levels.estimates import pooled_level, segment_level, system_level

DOCUMENTS = ["d1", "d1", "d2", "d2", "d2", "d3", "d4", "d4", "d5"]
DOMAINS = {"d1": "news", "d2": "news", "d3": "chat", "d4": "chat", "d5": "chat"}


def with_parts(data, documents=DOCUMENTS, domains=DOMAINS):
    home = dict(zip(data.segments(data.tasks[0]), documents, strict=True))
    document = data.outputs["segment"].map(home)
    outputs = data.outputs.assign(document=document, domain=document.map(domains))
    return EvalSet.build(data.card, outputs, data.references, data.judgments)


@pytest.fixture(scope="module")
def plain():
    return workbench.simulate(topics=9, systems=6, references=1).evalset


@pytest.fixture(scope="module")
def data(plain):
    return with_parts(plain)


def matrices(data, metric):
    scores = asked.score_outputs(data, [metric])
    x = scores[scores["segment"] != "*"].pivot(index="system", columns="segment", values="value")
    z = data.judgments.groupby(["system", "segment"])["score"].mean().unstack()
    segments = data.segments(data.tasks[0])
    return x[segments].to_numpy(), z[segments].to_numpy()


def means(scores, names):
    return np.stack(
        [scores[:, np.array(names) == name].mean(axis=1) for name in dict.fromkeys(names)], axis=1
    )


def test_domains_that_become_tasks_stand_in_the_order_of_their_numbers(plain):
    parts = with_parts(plain, domains={"d1": "p10", "d2": "p2", "d3": "p1", "d4": "p10", "d5": "p2"})
    own = in_parts(parts, homes_of(parts, "domain", "x: data"))
    assert own.tasks == ["p1", "p2", "p10"]
    assert [len(own.segments(name)) for name in own.tasks] == [1, 4, 4]


def test_rows_that_were_chosen_keep_their_own_part(data):
    """They have the numbers that they had among all."""
    judged = data.judgments["segment"].isin(data.segments(data.tasks[0])[4:])
    few = replace(data, judgments=data.judgments[judged])
    homes = homes_of(few, "domain", "x: data")
    found = in_parts(few, homes).judgments
    assert found["task"].tolist() == [homes["news", segment] for segment in few.judgments["segment"]]


def test_documents_are_correlated_as_segments_are(data):
    records = asked.correlate(data, ["rouge-1"], levels=["document"], draws=99, ceiling=True)
    x, z = matrices(data, "rouge-1")
    metric = records[records["role"] == ""]
    for row in metric.itertuples():
        expected = segment_level(means(x, DOCUMENTS), means(z, DOCUMENTS), row.coefficient)
        assert row.value == pytest.approx(expected.value)
        assert (row.n_segments, row.n_systems, row.level) == (5, 6, "document")
        assert row.low <= row.value <= row.high
    judges = records[records["role"] == "leave one out"]
    assert judges["value"].notna().all()
    assert (judges["n_segments"] == 5).all()


def test_a_domain_is_a_table_of_its_own_and_then_the_mean(data):
    records = asked.correlate(data, ["rouge-1"], levels=["domain"], draws=99, ceiling=True)
    x, z = matrices(data, "rouge-1")
    domains = np.array([DOMAINS[name] for name in DOCUMENTS])
    for row in records[records["role"] == ""].itertuples():
        each = [
            system_level(x[:, domains == name], z[:, domains == name], row.coefficient).value
            for name in ("news", "chat")
        ]
        assert row.value == pytest.approx(np.mean(each))
        assert (row.n_segments, row.n_undefined) == (9, 0)
        assert row.low <= row.high
    assert records[records["role"] == "leave one out"]["value"].notna().all()


def test_systems_of_the_largest_domain_are_told(data):
    """One system of six has no judgment in chat."""
    rows = data.judgments
    chat = rows["segment"].map(dict(zip(data.segments(data.tasks[0]), DOCUMENTS, strict=True))).map(DOMAINS)
    kept = rows[(rows["system"] != "S06") | (chat != "chat")]
    made = EvalSet.build(data.card, data.outputs, data.references, kept)
    settings = {"levels": ["domain"], "coefficients": ["pearson"], "interval": "none"}
    found = workbench.Experiment(made, ["rouge-1"], correlation=settings).records
    assert found["n_systems"].tolist() == [6]


def test_counts_of_a_document_and_of_a_domain_are_pooled(data):
    """Corpus BLEU of a document is not the mean of its segments' BLEU."""
    records = asked.correlate(
        data, ["bleu(order=2)"], levels=["document", "domain"], coefficients=["pearson"], draws=19
    ).set_index("level")
    _, z = matrices(data, "bleu(order=2)")
    domains = [DOMAINS[name] for name in DOCUMENTS]
    segments = data.segments(data.tasks[0])
    texts = data.references.set_index("segment")["text"]
    for names, level in ((DOCUMENTS, "document"), (domains, "domain")):
        columns = []
        for name in dict.fromkeys(names):
            mine = [segment for segment, home in zip(segments, names, strict=True) if home == name]
            of_system = []
            for system in data.systems(data.tasks[0]):
                rows = data.outputs[data.outputs["system"] == system].set_index("segment").loc[mine]
                frame = workbench.score(
                    list(rows["text"]), [[texts[m]] for m in mine], metrics=["bleu(order=2)"], level="system"
                )
                of_system.append(frame["value"][0])
            columns.append(of_system)
        x, human = np.array(columns).T, means(z, names)
        if level == "document":
            expected = segment_level(x, human, "pearson").value
        else:
            each = [
                pooled_level(*map(round_noise, pair), "pearson", 1) for pair in zip(x.T, human.T, strict=True)
            ]
            expected = np.mean([estimate.value for estimate in each])
        assert records.loc[level, "value"] == pytest.approx(expected, abs=1e-9)


def test_one_domain_and_documents_of_one_segment_are_the_usual_levels(plain):
    whole = with_parts(
        plain, [f"d{number}" for number in range(9)], {f"d{number}": "all" for number in range(9)}
    )
    arguments = {"coefficients": ["pearson", "kendall", "acc-eq"], "draws": 29, "interval": "percentile"}
    records = asked.correlate(
        whole, ["rouge-1", "bleu"], levels=["system", "segment", "document", "domain"], **arguments
    )
    values = records.pivot(index=["metric", "coefficient"], columns="level", values=["value", "low", "high"])
    for column in ("value", "low", "high"):
        assert np.allclose(values[column, "domain"], values[column, "system"])
    rouge = values.loc["rouge-1"]
    assert np.allclose(rouge["value", "document"], rouge["value", "segment"])


def test_what_has_no_coefficient_has_a_reason(plain):
    few = with_parts(plain)
    records = asked.correlate(few, ["constant"], levels=["document", "domain"], draws=9)
    assert records["value"].isna().all()
    assert set(records["reason"]) == {
        "in every document constant metric scores", "in every domain constant metric scores"
    }  # fmt: skip
    assert records["n_undefined"].tolist() == [5] * 3 + [2] * 3


def test_domains_without_a_coefficient_give_their_reasons_in_the_order_of_words(plain):
    """Two systems are judged of one, scores or judgments or both are constant in the others."""
    names = plain.segments(plain.tasks[0])
    domains = dict(zip(names, ["few", "few", "z", "z", "z", "x", "x", "x and z", "x and z"], strict=True))
    is_in = {frame: getattr(plain, frame)["segment"].map(domains) for frame in ("outputs", "judgments")}
    text = plain.outputs["text"].where(~is_in["outputs"].isin(["x", "x and z"]), "two words")
    score = plain.judgments["score"].where(~is_in["judgments"].isin(["z", "x and z"]), 0.5)
    outputs = plain.outputs.assign(domain=is_in["outputs"], document="", text=text)
    judgments = plain.judgments.assign(score=score)
    judgments = judgments[(is_in["judgments"] != "few") | judgments["system"].isin(plain.systems("news")[:2])]
    data = EvalSet.build(plain.card, outputs, plain.references, judgments)
    records = asked.correlate(data, ["length"], levels=["domain"], coefficients=["kendall"], interval="none")
    assert records["reason"].tolist() == [
        "in every domain constant judgments or constant metric scores or "
        "constant metric scores and judgments or fewer than 3 systems"
    ]
    assert records["n_undefined"].tolist() == [4]


def test_a_data_set_without_documents_is_refused(plain):
    for level in ("document", "domain"):
        with pytest.raises(SpecError, match=f"does not say which {level} each segment of news is from"):
            asked.correlate(plain, ["rouge-1"], levels=[level])


def test_special_coefficients_keep_to_their_levels(data):
    records = asked.correlate(
        data, ["rouge-1"], levels=["system", "document"], coefficients=["pearson"], given="length", draws=9
    )
    cells = records[["level", "coefficient", "given"]].to_numpy().tolist()
    assert cells == [["system", "pearson", ""], ["system", "pearson", "length"], ["document", "pearson", ""]]


def test_a_segment_is_in_one_document(plain):
    outputs = plain.outputs.assign(document="d1", domain="")
    outputs.loc[3, "document"] = "d2"
    with pytest.raises(DataError, match="is in document 'd1' and here in 'd2'"):
        EvalSet.build(plain.card, outputs, plain.references, plain.judgments)


def test_documents_are_part_of_the_fingerprint_and_of_what_is_written(plain, data, tmp_path):
    assert plain.fingerprint != data.fingerprint
    assert with_parts(plain).fingerprint == data.fingerprint
    empty = EvalSet.build(
        plain.card, plain.outputs.drop(columns=["document", "domain"]), plain.references, plain.judgments
    )
    assert empty.fingerprint == plain.fingerprint
    write_tables(tmp_path / "a", data, ".csv")
    write_tables(tmp_path / "b", plain, ".csv")
    assert {"document", "domain"} < set(pd.read_csv(tmp_path / "a" / "outputs.csv").columns)
    assert list(pd.read_csv(tmp_path / "b" / "outputs.csv").columns) == ["task", "segment", "system", "text"]

"""Scores that are on disk alone are those that are in memory, and are read when they are needed."""

import pickle

import numpy as np
import pytest

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.executor import Serial
from workbench.experiment.correlate import correlate_all
from workbench.experiment.kept_scores import KeptScores

METRICS = [
    {"name": "rouge-2", "components": ["f", "recall", "precision"]},
    "chrf",
    "bleu",
    "delta-bleu(order=1)",
]


@pytest.fixture(scope="module")
def data():
    """Systems with fewer outputs than others, and a segment whose weights no ΔBLEU can take."""
    found = workbench.simulate(topics=7, systems=5, references=3, raters=2).evalset
    weights = np.linspace(0.1, 1, len(found.references))
    left_out = found.references["segment"] == found.segments(found.tasks[0])[2]
    outputs = found.outputs.drop(index=found.outputs.index[[3, 16, 32]])
    kept = outputs[["segment", "system"]].merge(found.judgments)[found.judgments.columns]
    references = found.references.assign(weight=np.where(left_out, -1.0, weights))
    return EvalSet(found.card, outputs, references, kept)


def experiment(data, folder):
    levels = ["system", "segment", "within-system", "global"]
    return workbench.Experiment(
        data,
        METRICS,
        preprocess=["CASE", "STEM"],
        unscorable="drop",
        correlation={"levels": levels, "draws": 9},
        test={"draws": 99},
        cache=folder,
    )


@pytest.fixture
def in_memory(data):
    return experiment(data, None)


@pytest.fixture
def on_disk(data, tmp_path, monkeypatch):
    monkeypatch.setattr("workbench.experiment.store._LARGE", 1)
    return experiment(data, tmp_path / "cache")


def test_each_component_is_its_own(in_memory, on_disk):
    for made in (in_memory, on_disk):
        rouge = made.scores.scored[0].segments
        f, recall, precision = (rouge[name] for name in ("f", "recall", "precision"))
        expected = 2 * recall * precision / np.maximum(recall + precision, 1e-9)
        np.testing.assert_allclose(f, expected, atol=1e-12)
        assert np.nanmax(abs(recall - precision)) > 0.01


def files_of(made, folder):
    made.write(folder)
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.name != "manifest.json"}


def test_a_report_is_the_same_bytes(in_memory, on_disk, tmp_path):
    assert in_memory.scores.dropped == on_disk.scores.dropped == {"news": ["t03"]}
    for one, other in zip(in_memory.scores.scored, on_disk.scores.scored, strict=True):
        assert isinstance(other.segments, KeptScores)
        assert type(one.segments) is dict
        assert list(one.segments) == list(other.segments)
        for name, values in one.segments.items():
            np.testing.assert_array_equal(other.segments[name], values)
            assert np.isnan(values[:, 2]).all()
            assert np.isnan(values[:, [0, 1, 3, 4, 5, 6]]).sum() == 3
    assert in_memory.scores.frame.equals(on_disk.scores.frame)
    assert files_of(in_memory, tmp_path / "one") == files_of(on_disk, tmp_path / "other")


def test_nothing_is_held_once_rows_are_correlated(on_disk, in_memory):
    found = correlate_all(on_disk.plan, on_disk.rows, Serial())
    assert found.equals(correlate_all(in_memory.plan, in_memory.rows, Serial()))
    assert not any("segments" in vars(row) for row in on_disk.rows)
    held = [row.segments for row in on_disk.rows]
    assert all(row.segments is each for row, each in zip(on_disk.rows, held, strict=True))
    on_disk.rows[0].forget()
    assert on_disk.rows[0].segments is not held[0]
    np.testing.assert_array_equal(on_disk.rows[0].segments, held[0])


def test_what_is_gone_from_the_disk_is_scored_again(on_disk, in_memory, tmp_path, capfd):
    rows = on_disk.rows
    files = sorted((tmp_path / "cache" / "scores").rglob("*.parquet"))
    assert len(files) == len(on_disk.plan.conditions)
    for file in files[::2]:
        file.unlink()
    files[1].write_bytes(b"damaged")
    for row, expected in zip(rows, in_memory.rows, strict=True):
        np.testing.assert_array_equal(row.segments, expected.segments)
    assert str(files[1]) in capfd.readouterr().err


def test_another_process_has_them_in_memory(on_disk, in_memory, tmp_path):
    sent = pickle.dumps([each.segments for each in on_disk.scores.scored])
    for file in (tmp_path / "cache").rglob("*.parquet"):
        file.unlink()
    for found, expected in zip(pickle.loads(sent), in_memory.scores.scored, strict=True):
        assert type(found) is dict
        for name, values in expected.segments.items():
            np.testing.assert_array_equal(found[name], values)

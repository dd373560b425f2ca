"""Floors, ceilings and doubts through the command line."""

import json
from pathlib import Path

import pandas as pd
from click.testing import CliRunner

import workbench
from workbench.cli import main

ROOT = Path(__file__).resolve().parents[2]


def test_floors_ceilings_and_doubts_are_printed_and_written(tmp_path):
    spec = (ROOT / "experiments" / "simulated-ceilings.toml").read_text()
    assert "draws = 1000" in spec  # no interval is looked at
    path = tmp_path / "simulated-ceilings.toml"
    path.write_text(spec.replace("draws = 1000", "draws = 19"))
    arguments = ["run", path, "--out", tmp_path, "--cache", tmp_path / "c"]
    result = CliRunner().invoke(main, [str(each) for each in arguments])
    assert result.exit_code == 0, result.output
    folder = tmp_path / "simulated-ceilings"
    names = [*(f"{name}.csv" for name in ("records", "reliability", "robustness")), "table.md", "table.tex"]
    assert set(names) <= set(json.loads((folder / "manifest.json").read_text())["files"])
    assert "Reliability of coverage (news, Pearson's r): 0.99" in result.output
    assert "Robustness of coverage (news, Pearson's r)\n  without the outlier S10: R-2 0.8" in result.output
    [said] = result.output.split("lint: ")[1:]
    assert said.startswith("interval-exceptions")
    assert "coverage, acc-eq: 7 cells are such: copies of systems are tied" in said
    assert "robustness.csv" in result.output
    records = pd.read_csv(folder / "records.csv", keep_default_na=False, na_values=[""])
    assert {"length", "constant", "random(seed=0)", "judges"} < set(records["metric"])
    undefined = records["value"].isna()
    assert undefined.any()
    assert records[undefined]["reason"].str.len().gt(0).all()
    assert records["hash"].nunique() == len(records)
    bare = records["low"].isna() & ~undefined
    assert records[bare]["interval_reason"].str.len().gt(0).all()


def test_the_experts_of_summeval_agree_as_published(shared):
    """Acceptance 14: 16 systems, an expert's means against those of the other two, tau-b, averaged."""
    e = workbench.read(ROOT / "experiments" / "summeval-ceilings.toml", data=shared / "data")
    records = e.records
    judges = records[records["role"] == "leave one out"].set_index("criterion")
    assert judges["value"].round(3).to_dict() == {
        "coherence": 0.784, "consistency": 0.878, "fluency": 0.688, "relevance": 0.769
    }  # fmt: skip
    assert (judges["n_systems"] == 16).all()
    clean = records[records["role"] == "disattenuated"]
    assert set(clean["metric"]) == {"rouge-1", "rouge-2", "rouge-l", "bleu(order=4)"}
    assert clean["low"].notna().all()
    assert len(records[records["role"] == "split half"]) == 4
    # floors, metrics and judges stand in one panel a criterion
    table = e.table().text("md")
    assert table.count("\n## Kendall's τ-b with ") == 4
    assert table.count("| *judges (leave one out)* | 0.784 [0.") == 1
    assert table.count("| *R-1 (disattenuated)* | 0.298° [") == 1

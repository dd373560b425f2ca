"""Floors, ceilings and doubts through the command line."""

import json
from pathlib import Path

import pandas as pd
from click.testing import CliRunner

from workbench.cli import main

ROOT = Path(__file__).resolve().parents[2]


def test_floors_ceilings_and_doubts_are_printed_and_written(tmp_path):
    path = ROOT / "experiments" / "simulated-ceilings.toml"
    texts = []
    for workers in ("1", "2"):
        out = tmp_path / workers
        arguments = ["run", path, "--out", out, "--cache", tmp_path / "c", "--workers", workers]
        result = CliRunner().invoke(main, [str(each) for each in arguments])
        assert result.exit_code == 0, result.output
        folder = out / "simulated-ceilings"
        names = [
            *(f"{name}.csv" for name in ("records", "reliability", "robustness")),
            "table.md",
            "table.tex",
        ]
        texts.append([(folder / name).read_bytes() for name in names])
        written = json.loads((folder / "manifest.json").read_text())["files"]
        assert set(names) <= set(written)
    assert texts[0] == texts[1]
    assert "Reliability of coverage (news, pearson): 0.99" in result.output
    assert "Outliers of coverage (news, pearson): S10" in result.output
    assert "robustness.csv" in result.output
    records = pd.read_csv(folder / "records.csv", keep_default_na=False, na_values=[""])
    assert {"length", "constant", "random(seed=0)", "judges (leave one out)"} < set(records["metric"])
    undefined = records["value"].isna()
    assert undefined.any()
    assert records[undefined]["reason"].str.len().gt(0).all()
    assert records["hash"].nunique() == len(records)
    bare = records["low"].isna() & ~undefined
    assert records[bare]["interval_reason"].str.len().gt(0).all()

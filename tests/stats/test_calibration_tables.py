"""`make calibration` from start to end, with few replications, few worlds and few draws."""

import numpy as np
import pandas as pd
import pytest
from benchmarks import calibration_power, calibration_protocol, calibration_special, calibration_tables

KINDS = ("normal", "heavy-deviation", "wmt20-bleu")
FEW = {
    calibration_tables: {
        "REPLICATIONS": 8, "DRAWS": 19, "TABLES": 4, "FAMILY_DRAWS": 19, "EQUAL_DRAWS": 19, "TEST_DRAWS": 19,
        "BESIDE_REPLICATIONS": 20, "SIZES": ((12, 5), (16, 5)), "REAL": KINDS[2:],
        "WORLDS": {kind: calibration_tables.WORLDS[kind][-1:] for kind in KINDS},
        "BESIDE": {kind: calibration_tables.BESIDE[kind] for kind in KINDS[:2]},
        "EQUAL_SIZES": tuple(
            (metrics, coefficient, dict.fromkeys(sizes, 4))
            for metrics, coefficient, sizes in calibration_tables.EQUAL_SIZES
        ),
    },
    calibration_special: {"TABLES": 4, "INTERVALS": 4, "PATTERNS": 50, "DRAWS": 19, "TIED_TABLES": 4},
    calibration_power: {
        "TABLES": 2, "EFFECTS": (1.0,), "DRAWS": 19, "SIZES": ((8, 4),),
        "UNLIKE_TABLES": 3, "TRIED_TABLES": 2, "DEVIATIONS": (0.5, 1.5),
    },
    calibration_protocol: {
        "TABLES": 3, "DRAWS": 19, "SIZES": ((8, 4), (12, 4)),
        "KINDS": {**calibration_protocol.KINDS, **dict.fromkeys(calibration_protocol.SEES, KINDS[:1])},
    },
}  # fmt: skip


@pytest.fixture
def few(monkeypatch):
    for module, constants in FEW.items():
        for name, value in constants.items():
            monkeypatch.setattr(module, name, value)


def test_interrupted_it_goes_on_and_all_tables_are_those_that_are_kept(few, tmp_path, monkeypatch):
    """With the columns of the kept ones, each cell once; the text is of these tables."""

    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(calibration_tables, "beside", interrupted)
        with pytest.raises(KeyboardInterrupt):
            calibration_tables.main(tmp_path)
    assert not (tmp_path / "README.md").exists()
    with monkeypatch.context() as patched:
        # nothing that was there is simulated again
        for name in ("worlds", "coverage", "errors", "equal"):
            patched.setattr(calibration_tables, name, interrupted)
        calibration_tables.main(tmp_path)
    kept = sorted(path.name for path in calibration_tables.FOLDER.iterdir())
    assert sorted(path.name for path in tmp_path.iterdir()) == kept
    for path in tmp_path.glob("*.csv"):
        found = pd.read_csv(path)
        assert list(found) == list(pd.read_csv(calibration_tables.FOLDER / path.name, nrows=0))
        assert not found.duplicated().any()
        cells = sum(name == path.stem for name, *_ in calibration_tables.cells())
        assert len(found) >= cells > 0
    titles = [
        [line for line in (folder / "README.md").read_text("utf-8").splitlines() if line.startswith("#")]
        for folder in (tmp_path, calibration_tables.FOLDER)
    ]
    assert titles[0] == titles[1]


def test_what_is_simulated_raises_no_warning_of_numbers(few):
    """As `make calibration` runs, where a division by 0 is an error."""
    with np.errstate(all="raise", under="ignore"):
        for name, simulate, arguments in calibration_tables.cells():
            if name in ("equal", "special", "protocol") and "wmt20-bleu" in arguments:
                assert len(simulate(*arguments))

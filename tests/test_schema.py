"""Frames have the columns that are declared, filled where they may be, of the type that is declared."""

import numpy as np
import pandas as pd
import pytest

from workbench.errors import DataError
from workbench.schema import JUDGMENTS, REFERENCES, RELIABILITY

NEEDED = {"task": "t", "segment": "s", "reference": "r", "text": "a"}


@pytest.mark.parametrize("made", [list, pd.DataFrame])
def test_optional_columns_are_filled_and_others_are_not(made):
    built = REFERENCES.build(made([NEEDED]))
    assert built.columns.tolist() == REFERENCES.names
    assert (built["only_for"].tolist(), built["weight"].isna().tolist()) == ([""], [True])
    assert built.dtypes.astype(str).to_dict() == REFERENCES.build([]).dtypes.astype(str).to_dict()
    lacking = {name: value for name, value in NEEDED.items() if name != "segment"}
    with pytest.raises(DataError, match=r"here: column 'segment' is missing: allowed: task, segment"):
        REFERENCES.build(made([lacking]), "here")
    with pytest.raises(DataError, match="column 'weight' is not real"):
        REFERENCES.build(made([NEEDED | {"weight": "much"}]))


def test_what_one_record_of_several_lacks_is_absent_there():
    zeros = dict.fromkeys(RELIABILITY.names, 0)
    built = RELIABILITY.build([{"n_systems": 3, "reason": "few"}, {"splits": 2}, zeros])
    assert built["n_systems"].tolist() == [3, 0, 0]
    assert built["n_systems"].dtype == np.int64
    assert built["reason"].tolist() == ["few", "", "0"]
    assert built["value"].isna().tolist() == [True, True, False]


def test_a_frame_as_it_is_declared_stays_what_it_is():
    rows = JUDGMENTS.build(
        [{"task": "t", "segment": "s", "system": "m", "criterion": "c", "rater": "r", "score": 1}]
    )
    assert rows["score"].tolist() == [1.0]
    assert JUDGMENTS.build(rows.set_axis([7])).index.tolist() == [0]

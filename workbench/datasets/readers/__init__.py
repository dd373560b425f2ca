"""One function a source format."""

from workbench.datasets.readers import (
    dstc7_task2,
    duc,
    duc_lin2004,
    emnlp17_nlg,
    mt_metrics_eval,
    newstest2020_mqm,
    realsumm,
    sacrerouge,
    simulated,
    summeval,
    tables,
    tac,
    webnlg2017,
    wmt21_ted,
    wmt_system,
)
from workbench.datasets.readers.registry import READERS, Tables

__all__ = [
    "READERS",
    "Tables",
    "dstc7_task2",
    "duc",
    "duc_lin2004",
    "emnlp17_nlg",
    "mt_metrics_eval",
    "newstest2020_mqm",
    "realsumm",
    "sacrerouge",
    "simulated",
    "summeval",
    "tables",
    "tac",
    "webnlg2017",
    "wmt21_ted",
    "wmt_system",
]

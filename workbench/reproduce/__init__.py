"""The computations behind published tables: one module a family, one function a table."""

from importlib import import_module

from workbench.reproduce.recipe import REPRODUCTIONS

for _family in (
    "delta_bleu",
    "geval",
    "lin2004",
    "mqm",
    "realsumm",
    "sacrerouge",
    "summeval",
    "webnlg",
    "wmt",
):
    import_module(f"{__name__}.{_family}")

__all__ = ["REPRODUCTIONS"]

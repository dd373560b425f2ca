"""One function a source format."""

from workbench.datasets.readers import simulated, summeval, tables, wmt21_ted
from workbench.datasets.readers.registry import READERS, Tables

__all__ = ["READERS", "Tables", "simulated", "summeval", "tables", "wmt21_ted"]

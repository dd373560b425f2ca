"""Coefficients, resampling, intervals: NumPy batches in, arrays out.

Importing this package registers the coefficients.
"""

from workbench.stats import tau_family

__all__ = ["tau_family"]

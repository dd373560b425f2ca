"""Coefficients, resampling, intervals: NumPy batches in, arrays out."""

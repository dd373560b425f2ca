"""Numba kernels: arrays in, arrays out; no strings, no pandas, no validation."""

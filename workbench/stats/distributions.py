"""The normal distribution and Student's, to the last bit those of `scipy.stats`, which is slow to import."""

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr, ndtri, stdtr, stdtrit

from workbench.types import Array


class Normal:
    """The standard normal distribution; what is taken and returned is float64[...]."""

    @staticmethod
    def cdf(x: ArrayLike) -> Array:
        """Return the share below x.

        Examples
        --------
        >>> norm.cdf(0.0)
        np.float64(0.5)
        """
        return np.asarray(ndtr(x))[()]

    @staticmethod
    def sf(x: ArrayLike) -> Array:
        """Return the share above x."""
        return np.asarray(ndtr(-np.asarray(x)))[()]

    @staticmethod
    def ppf(share: ArrayLike) -> Array:
        """Return what has this share below it.

        Examples
        --------
        >>> norm.ppf(0.975).round(3)
        np.float64(1.96)
        """
        return np.asarray(ndtri(share))[()]


class Student:
    """Student's distribution with `df` degrees of freedom; NaN unless there are more than 0."""

    @staticmethod
    def cdf(x: ArrayLike, df: ArrayLike) -> Array:
        """Return the share below x."""
        return np.asarray(stdtr(df, x))[()]

    @staticmethod
    def sf(x: ArrayLike, df: ArrayLike) -> Array:
        """Return the share above x."""
        return np.asarray(stdtr(df, -np.asarray(x)))[()]

    @staticmethod
    def ppf(share: ArrayLike, df: ArrayLike) -> Array:
        """Return what has this share below it.

        Examples
        --------
        >>> t.ppf(0.975, 14).round(3)
        np.float64(2.145)
        """
        return np.where(np.asarray(share) == 0, -np.inf, stdtrit(df, share))[()]

    @staticmethod
    def isf(share: ArrayLike, df: ArrayLike) -> Array:
        """Return what has this share above it."""
        return -Student.ppf(share, df)


norm, t = Normal, Student

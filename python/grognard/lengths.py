"""Lengths with their unit."""

from __future__ import annotations

from ._native import Length

__all__ = ["cm", "inches", "mm"]


def mm(millimetres: float, /) -> Length:
    """So many millimetres. Raises `ArgumentError` for NaN and infinities."""
    return Length.from_mm(millimetres)


def cm(centimetres: float, /) -> Length:
    """So many centimetres. Raises `ArgumentError` for NaN and infinities."""
    return Length.from_mm(centimetres * 10)


def inches(inches: float, /) -> Length:
    """So many inches of 25.4 mm. Raises `ArgumentError` for NaN and infinities."""
    return Length.from_mm(inches * 25.4)

"""Contrast of two colors, as WCAG defines it."""

from __future__ import annotations


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colors such as ``#D2463C``, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(color: str) -> float:
    """Relative luminance of a color, 0 to 1."""
    parts = (int(color[k : k + 2], 16) / 255 for k in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue

"""Say which pips are kindred: alike, near each other, and with nothing but die between them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.find import Pips, colours
from vision.reading import Floats, Image

DIAGONAL = (4.4, 7.7)
"""Distance of two corner pips across the pattern, in pip radii."""
SEAM = 0.45
"""How far the surface between two pips may differ from the die, as a share of the contrast."""
SAMPLES = 31
"""How many points are looked at between two pips."""
DIM = 45.0
"""Contrasts below this count as this."""


def between(pips: Pips) -> tuple[Floats, Floats]:
    """(N, N) distances in radii of the two pips' mean outline, and (N, N) how different the outlines are."""
    squares = pips.shape @ pips.shape
    mean = (squares[:, None] + squares[None, :]) / 2
    step = pips.xy[None, :] - pips.xy[:, None]
    apart = np.sqrt(np.maximum(np.einsum("ijk,ijk->ij", step, np.linalg.solve(mean, step[..., None])[..., 0]), 0))
    difference = np.linalg.norm(squares[:, None] - squares[None, :], axis=(2, 3)) / np.linalg.norm(mean, axis=(2, 3))
    return apart, difference


def kindred(image: Image, pips: Pips) -> tuple[Floats, Floats]:
    """(N, N) distances in radii where two pips may lie on one face, infinity where not; and the `seam` of each."""
    apart, difference = between(pips)
    contrast = np.linalg.norm(pips.body - pips.ink, axis=1)
    limit = np.maximum(24, 0.5 * np.minimum(contrast[:, None], contrast[None, :]))
    unlike = np.linalg.norm(pips.body[:, None] - pips.body[None, :], axis=2) > limit
    unlike |= np.linalg.norm(pips.ink[:, None] - pips.ink[None, :], axis=2) > np.maximum(40, 1.2 * limit)
    unlike |= pips.bright[:, None] != pips.bright[None, :]
    unlike |= (difference > 0.75) | (apart < 1.7) | (apart > 9)
    rows, columns = np.nonzero(np.triu(~unlike, 1))
    broken = seam(image, pips, rows, columns)
    seams, kin = np.zeros(apart.shape), np.full(apart.shape, np.inf)
    seams[rows, columns] = seams[columns, rows] = broken
    seen = broken < SEAM
    kin[rows[seen], columns[seen]] = kin[columns[seen], rows[seen]] = apart[rows[seen], columns[seen]]
    return kin, seams


def seam(image: Image, pips: Pips, one: NDArray[np.intp], other: NDArray[np.intp]) -> Floats:
    """(K,) how far the straight line between two pips leaves the die's colour, as a share of the contrast.

    A pip half way is passed over.
    """
    share = np.linspace(0, 1, SAMPLES)[None, :, None]
    line = pips.xy[one][:, None] * (1 - share) + pips.xy[other][:, None] * share
    body, ink = (v[one][:, None] * (1 - share) + v[other][:, None] * share for v in (pips.body, pips.ink))
    seen = colours(image, line)
    contrast = np.maximum(np.linalg.norm(body - ink, axis=2), DIM)
    off = np.linalg.norm(seen - body, axis=2) / contrast
    radius = np.maximum(pips.radius[one], pips.radius[other]) / np.maximum(1, length(line))
    place = np.abs(share[..., 0] - 0.5)
    inked = np.linalg.norm(seen - ink, axis=2) < 0.5 * contrast
    middle = place < 0.7 * radius[:, None]
    pip = np.sum(inked & middle, axis=1) > 0.6 * np.sum(middle, axis=1)
    off[(place > 0.5 - 1.6 * radius[:, None]) | (pip[:, None] & (place < 1.6 * radius[:, None]))] = 0
    return np.asarray(off.max(axis=1, initial=0))


def length(line: Floats) -> Floats:
    """(N,) lengths of (N, K, 2) straight lines."""
    return np.asarray(np.hypot(*(line[:, -1] - line[:, 0]).T))

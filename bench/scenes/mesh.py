"""Meshes in numpy: a rounded cube with dimples, a prism, a convex solid; PLY output."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.int32]

FRAMES = np.array(
    [
        [[0, 1, 0], [0, 0, 1], [1, 0, 0]],
        [[0, 0, 1], [1, 0, 0], [0, 1, 0]],
        [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        [[0, 0, 1], [0, 1, 0], [-1, 0, 0]],
        [[1, 0, 0], [0, 0, 1], [0, -1, 0]],
        [[0, 1, 0], [1, 0, 0], [0, 0, -1]],
    ],
    float,
)
"""(6, 3, 3): right, up and outward direction of each face of a cube: +x, +y, +z, -x, -y, -z."""


@dataclass(frozen=True)
class Mesh:
    """A triangle mesh with texture coordinates."""

    points: Floats
    """(N, 3)."""
    uv: Floats
    """(N, 2) texture coordinates, from the lower left."""
    triangles: Ints
    """(M, 3) rows of `points`, anticlockwise from outside."""
    normals: Floats | None = None
    """(N, 3), or None where the faces are flat."""

    def moved(self, turn: Floats, shift: Floats, size: float = 1.0) -> Mesh:
        """The mesh scaled, rotated by a (3, 3) matrix, and translated."""
        normals = None if self.normals is None else self.normals @ turn.T
        return Mesh(self.points * size @ turn.T + shift, self.uv, self.triangles, normals)

    def save(self, path: Path) -> None:
        """Write a binary PLY."""
        columns = [self.points, self.uv] if self.normals is None else [self.points, self.uv, self.normals]
        names = ["x", "y", "z", "u", "v", "nx", "ny", "nz"][: sum(c.shape[1] for c in columns)]
        head = ["ply", "format binary_little_endian 1.0", f"element vertex {len(self.points)}"]
        head += [f"property float {name}" for name in names] + [f"element face {len(self.triangles)}"]
        head += ["property list uchar int vertex_indices", "end_header", ""]
        faces = np.zeros(len(self.triangles), [("n", "u1"), ("v", "<i4", 3)])
        faces["n"], faces["v"] = 3, self.triangles
        path.write_bytes("\n".join(head).encode() + np.hstack(columns).astype("<f4").tobytes() + faces.tobytes())


def tile(face: int, x: Floats, y: Floats) -> Floats:
    """(…, 2) texture coordinates in an atlas of 3 x 2 tiles, of a face's (x, y), -0.5..0.5."""
    inset = 0.5 + 0.985 * np.stack([x, y], -1)
    return np.asarray((inset + np.array([face % 3, face // 3])) / (3, 2))


def grid(rows: int, columns: int) -> Ints:
    """(M, 3) triangles of a grid of points."""
    n = np.arange(rows * columns).reshape(rows, columns)
    a, b, c, d = n[:-1, :-1].ravel(), n[:-1, 1:].ravel(), n[1:, 1:].ravel(), n[1:, :-1].ravel()
    return np.concatenate([np.stack([a, b, c], -1), np.stack([a, c, d], -1)]).astype(np.int32)


def cube(edge: float, ball: float, dents: list[Floats], depth: float, fine: int) -> Mesh:
    """A rounded cube of side 1, cut by a ball, with dents (K, 3) of x, y, radius per face.

    `dents` is in the order of FRAMES; `depth` is a dent's depth in its radii; `fine` the cells of a face.
    """
    flat = 0.5 - edge
    bend = edge * np.tan(np.linspace(0, np.pi / 4, 7)[1:])
    line = np.concatenate([-flat - bend[::-1], np.linspace(-flat, flat, fine), flat + bend])
    x, y = np.meshgrid(line, line)
    raw = np.stack([x, y, np.full_like(x, 0.5)], -1)
    core = np.clip(raw, -flat, flat)
    away = raw - core
    shape = core + edge * away / np.linalg.norm(away, axis=-1, keepdims=True)
    shape *= np.minimum(1, ball / np.linalg.norm(shape, axis=-1, keepdims=True))
    parts = []
    for face, frame in enumerate(FRAMES):
        local = shape.copy()
        for px, py, radius in dents[face]:
            near = ((x - px) ** 2 + (y - py) ** 2) / radius**2
            local[..., 2] -= depth * radius * np.clip(1 - near, 0, 1)
        normals = np.cross(np.gradient(local, axis=1), np.gradient(local, axis=0))
        normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
        parts.append(Mesh(local.reshape(-1, 3) @ frame, tile(face, x, y).reshape(-1, 2), grid(*x.shape),
                          normals.reshape(-1, 3) @ frame))  # fmt: skip
    return joined(parts)


def joined(parts: list[Mesh]) -> Mesh:
    """Several meshes joined to one; all have normals, or none."""
    starts = np.cumsum([0] + [len(part.points) for part in parts])
    normals = [part.normals for part in parts if part.normals is not None]
    return Mesh(
        np.concatenate([part.points for part in parts]),
        np.concatenate([part.uv for part in parts]),
        np.concatenate([part.triangles + start for part, start in zip(parts, starts, strict=False)]).astype(np.int32),
        np.concatenate(normals) if normals else None,
    )


def prism(outline: Floats, height: float) -> Mesh:
    """A flat prism on z = 0 with a (K, 2) outline, anticlockwise and star-shaped at its middle."""
    low, high = outline.min(axis=0), outline.max(axis=0)
    middle = outline.mean(axis=0)
    count = len(outline)
    rings = [(1.0, 0.0), (1.0, 0.8 * height), (0.95, height), (0.0, height)]
    points = np.concatenate([np.c_[middle + (outline - middle) * wide, np.full(count, z)] for wide, z in rings])
    uv = 0.02 + 0.96 * (points[:, :2] - low) / (high - low)
    n = np.arange(count)
    after = np.roll(n, -1)
    triangles = []
    for ring in range(len(rings) - 1):
        a, b, c, d = n + ring * count, after + ring * count, after + (ring + 1) * count, n + (ring + 1) * count
        triangles += [np.stack([a, b, c], -1), np.stack([a, c, d], -1)]
    return Mesh(points, uv, np.concatenate(triangles).astype(np.int32))


def faces(corners: Floats) -> list[Ints]:
    """The faces of a convex solid of (N, 3) corners around the origin, outside anticlockwise."""
    found: dict[tuple[int, ...], Ints] = {}
    for three in combinations(range(len(corners)), 3):
        a, b, c = corners[list(three)]
        way = np.cross(b - a, c - a)
        if abs(way @ a) < 1e-6:  # collinear, or a plane through the middle
            continue
        way *= np.sign(way @ a) / np.linalg.norm(way)
        if (corners @ way).max() > way @ a + 1e-6:
            continue
        on = np.flatnonzero(corners @ way > way @ a - 1e-6)
        right = corners[on[0]] - corners[on].mean(axis=0)
        flat = corners[on] - corners[on].mean(axis=0)
        found[tuple(on)] = on[np.argsort(np.arctan2(flat @ np.cross(way, right), flat @ right))].astype(np.int32)
    return list(found.values())


def solid(corners: Floats) -> Mesh:
    """A convex solid resting with a face on z = 0; each face has a tile of a 5 x 4 atlas."""
    sides = faces(corners)
    parts = []
    for number, side in enumerate(sides):
        middle = corners[side].mean(axis=0)
        flat = corners[side] - middle
        right = flat[0] / np.linalg.norm(flat[0])
        up = np.cross(middle / np.linalg.norm(middle), right)
        reach = 2.2 * np.linalg.norm(flat, axis=1).max()
        uv = (np.stack([flat @ right, flat @ up], -1) / reach + 0.5 + (number % 5, number // 5 % 4)) / (5, 4)
        fan = np.array([(0, k, k + 1) for k in range(1, len(side) - 1)], np.int32)
        parts.append(Mesh(corners[side], uv, fan))
    down = -corners[sides[0]].mean(axis=0)
    down /= np.linalg.norm(down)
    right = np.cross(down, corners[sides[0][0]])
    right /= np.linalg.norm(right)
    turn = np.stack([right, np.cross(down, right), down])
    whole = joined(parts).moved(turn, np.zeros(3))
    return whole.moved(np.eye(3), np.array([0, 0, -whole.points[:, 2].min()]))

"""Meshes in numpy: rounded cubes with hollow pips, domes, frustums; PLY output."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from ..ground import Floats

Ints = NDArray[np.int32]
E = np.eye(3)
FRAMES = np.concatenate([[[E[b], E[c], E[a]], [E[c], E[b], -E[a]]] for a, b, c in ((0, 1, 2), (1, 2, 0), (2, 0, 1))])
"""(6, 3, 3): right, up and outward direction of each face of a die: +x -x +y -y +z -z."""
INSET = 0.985
"""Share of an atlas's tile that a face fills."""


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

    def moved(self, axes: Floats, shift: Floats, size: float = 1.0) -> Mesh:
        """The mesh scaled, multiplied by (3, 3) rows, and translated."""
        normals = None if self.normals is None else self.normals @ axes
        return Mesh(self.points * size @ axes + shift, self.uv, self.triangles, normals)

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


def face_up(tile: Floats, face: int) -> Floats:
    """A texture of DieAppearance.faces, its columns to the right and rows up as in FRAMES."""
    return tile.swapaxes(0, 1) if face % 2 else tile


def grid(rows: int, columns: int) -> Ints:
    """(M, 3) triangles of a grid of points."""
    n = np.arange(rows * columns).reshape(rows, columns)
    a, b, c, d = n[:-1, :-1].ravel(), n[:-1, 1:].ravel(), n[1:, 1:].ravel(), n[1:, :-1].ravel()
    return np.concatenate([np.stack([a, b, c], -1), np.stack([a, c, d], -1)]).astype(np.int32)


def rounded_cube(edge: float, ball: float, hollows: list[Floats], fine: int) -> Mesh:
    """A rounded cube of side 1, cut by a ball, with hollows in its faces.

    `hollows` has a (S, S) depth for each face, `fine` is the number of its cells along a side. The texture is an atlas
    of 3 x 2 tiles, a face in each.
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
    for face, (frame, hollow) in enumerate(zip(FRAMES, hollows, strict=True)):
        local = shape.copy()
        at = ((local[..., :2] + 0.5) * len(hollow) - 0.5).astype(np.float32)
        local[..., 2] -= cv2.remap(hollow.astype(np.float32), at[..., 0], at[..., 1], cv2.INTER_LINEAR)
        normals = np.cross(np.gradient(local, axis=1), np.gradient(local, axis=0))
        normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
        uv = (0.5 + INSET * shape[..., :2] + (face % 3, face // 3)) / (3, 2)
        parts.append(
            Mesh(local.reshape(-1, 3) @ frame, uv.reshape(-1, 2), grid(*x.shape), normals.reshape(-1, 3) @ frame)
        )
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


def frustum(low: Floats, high: Floats) -> Mesh:
    """The side between two (K, 3) rings, without caps."""
    rings = np.stack([np.concatenate([ring, ring[:1]]) for ring in (low, high)])
    u, v = np.meshgrid(np.linspace(0, 1, rings.shape[1]), [0.0, 1.0])
    return Mesh(rings.reshape(-1, 3), np.stack([u, v], -1).reshape(-1, 2), grid(2, rings.shape[1]))


def upper_half(rows: int, columns: int) -> Floats:
    """(rows, columns, 3) unit directions from level to straight up, around the vertical axis."""
    turn, rise = np.meshgrid(np.linspace(0, 2 * np.pi, columns), np.linspace(0, np.pi / 2, rows))
    return np.stack([np.cos(turn) * np.cos(rise), np.sin(turn) * np.cos(rise), np.sin(rise)], -1)


def dome(middle: Floats, size: Floats) -> Mesh:
    """The upper half of an ellipsoid with (3,) half axes.

    Its texture has the directions of `upper_half`.
    """
    ways = upper_half(24, 48)
    normals = (ways / size).reshape(-1, 3)
    u, v = np.meshgrid(np.linspace(0, 1, 48), np.linspace(0, 1, 24))
    uv = np.stack([u, v], -1).reshape(-1, 2)
    points = (ways * size + middle).reshape(-1, 3)
    return Mesh(points, uv, grid(24, 48), normals / np.linalg.norm(normals, axis=1, keepdims=True))

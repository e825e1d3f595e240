"""Describe a scene to Mitsuba 3 and render it: table, lights, things, camera."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from ..ground import Floats, RandomGenerator
from ..scene import Camera
from . import sensor
from .materials import Description, varnish
from .mesh import Mesh

SAMPLES = 8
"""Rays a pixel; the remaining noise is like a camera's."""


@dataclass(frozen=True)
class Thing:
    """A mesh in its place with its surface."""

    mesh: Mesh
    surface: Description
    clear: bool = False
    """Whether light goes through it; of another flat surface both sides are seen."""


def renderer() -> Any:
    """Mitsuba, in the variant that needs neither a compiler nor a graphics card."""
    mitsuba = import_module("mitsuba")
    if mitsuba.variant() is None:
        mitsuba.set_variant("scalar_rgb")
        import_module("drjit").set_thread_count(1)  # one thread, since other processes may run other seeds
    return mitsuba


def loaded(scene: Description) -> Description:
    """A description with arrays replaced by Mitsuba's bitmaps."""
    bitmap = renderer().Bitmap
    return {
        key: loaded(part) if isinstance(part, dict) else bitmap(part) if isinstance(part, np.ndarray) else part
        for key, part in scene.items()
    }


def render(scene: Description, things: list[Thing], seed: int, samples: int) -> Floats:
    """(H, W, 3) linear RGB light."""
    mitsuba = renderer()
    with tempfile.TemporaryDirectory() as folder:
        for n, thing in enumerate(things):
            path = Path(folder) / f"{n}.ply"
            thing.mesh.save(path)
            flat = thing.mesh.normals is None
            surface = {"type": "twosided", "b": thing.surface} if flat and not thing.clear else thing.surface
            scene[f"thing{n}"] = {
                "type": "ply", "filename": str(path), "face_normals": flat, "flip_tex_coords": False,
                "bsdf": surface,
            }  # fmt: skip
        built = mitsuba.load_dict(loaded(scene))
        return np.array(mitsuba.render(built, spp=samples, seed=seed), np.float32)[..., :3]


def lens(rng: RandomGenerator, camera: Camera, deep: bool) -> Description:
    """The camera; `deep` for a lens with a shallow depth of field."""
    far, ahead = float(np.linalg.norm(camera.place)), camera.axes[2]
    place = renderer().ScalarTransform4f().look_at(
        origin=camera.place.tolist(), target=(camera.place + ahead).tolist(), up=(-camera.axes[1]).tolist()
    )  # fmt: skip
    focus = {"type": "thinlens", "aperture_radius": far * rng.uniform(0.008, 0.02),
             "focus_distance": far * rng.uniform(0.85, 1.1)}  # fmt: skip
    wide, high = camera.size
    return {
        **(focus if deep else {"type": "perspective"}),
        "fov": float(np.degrees(2 * np.arctan(wide / 2 / camera.focus))), "fov_axis": "x", "to_world": place,
        "film": {"type": "hdrfilm", "width": wide, "height": high, "filter": {"type": "tent"}},
        "sampler": {"type": "independent"},
    }  # fmt: skip


def room(rng: RandomGenerator) -> Description:
    """The environment light: walls, a ceiling, bright spots for gloss to mirror."""
    sky = np.full((64, 128, 3), 0.6) + 0.5 * np.linspace(1, -1, 64)[:, None, None]
    for _ in range(int(rng.integers(1, 5))):
        x, y = int(rng.integers(0, 128)), int(rng.integers(4, 26))
        cv2.rectangle(sky, (x, y), (x + int(rng.integers(4, 22)), y + int(rng.integers(3, 12))), (5.0,) * 3, -1)
    tint = np.array([1.0, rng.uniform(0.9, 1.0), rng.uniform(0.75, 1.1)])
    sky = cv2.GaussianBlur(np.clip(sky, 0.02, None), (0, 0), 1.2) * tint
    upright = renderer().ScalarTransform4f().rotate([1, 0, 0], 90).rotate([0, 1, 0], rng.uniform(0, 360))
    return {"type": "envmap", "bitmap": sky.astype(np.float32), "to_world": upright}


def lamp(rng: RandomGenerator, camera: Camera, way: Floats, spread: float, strength: float) -> Description:
    """A square or round lamp in a direction, half as wide as `spread` times its distance.

    It is never in front of the camera. `strength` is its light on the table, relative to an even sky's.
    """
    far = camera.reach * rng.uniform(2, 4) + 6
    while shows(camera, way * far, 1.5 * far * spread):
        far *= 1.2
    tint = np.array([1.0, rng.uniform(0.86, 1), rng.uniform(0.65, 1.1)])
    radiance = strength * np.pi / (4 * spread**2) / max(0.35, way[2]) * tint
    place = renderer().ScalarTransform4f().look_at(
        origin=(way * far).tolist(), target=[0, 0, 0], up=[0.01, 0.9, 0.1]
    ).scale([float(far * spread)] * 3)  # fmt: skip
    return {
        "type": str(rng.choice(["rectangle", "disk"])), "to_world": place, "bsdf": {"type": "diffuse"},
        "light": {"type": "area", "radiance": {"type": "rgb", "value": radiance.tolist()}},
    }  # fmt: skip


def shows(camera: Camera, place: Floats, radius: float) -> bool:
    """Whether a round object at a point (3,) would be in the picture."""
    across, down, deep = camera.axes @ (place - camera.place)
    wide = 0.6 * max(deep, 0) * camera.size[0] / camera.focus
    return bool(deep > -radius and np.hypot(across, down) < wide + radius)


def direction(flat: float, turn: float) -> Floats:
    """(3,) an upward direction, `flat` radians from the vertical."""
    return np.array([np.sin(flat) * np.cos(turn), np.sin(flat) * np.sin(turn), np.cos(flat)])


def lights(rng: RandomGenerator, camera: Camera, stratum: str) -> Description:
    """One lamp, several, a window or a spot; for gloss one whose reflection the camera sees."""
    turn = rng.uniform(0, 2 * np.pi)
    kind = "gloss" if stratum == "gloss" else str(rng.choice(["lamp", "several", "window", "spot"]))
    result = {"room": room(rng)}
    for n in range(int(rng.integers(2, 4)) if kind == "several" else 1):
        if kind == "gloss":
            tilt = max(0.0, float(np.arccos(-camera.axes[2, 2])) + rng.normal(0, 0.08))
            way, spread = direction(tilt, np.pi / 2 + rng.normal(0, 0.15)), rng.uniform(0.03, 0.12)
        elif kind == "spot":
            way, spread = direction(rng.uniform(0.2, 1.0), turn), 0.008
        elif kind == "window":
            way, spread = direction(rng.uniform(0.8, 1.2), turn), 0.4
        else:
            way, spread = direction(rng.uniform(0, 0.9), turn + n * 2), rng.uniform(0.03, 0.15)
        result[f"lamp{n}"] = lamp(rng, camera, way, spread, rng.uniform(0.7, 5 if kind != "gloss" else 2.5))
    return result


def table(rng: RandomGenerator, camera: Camera, pixels: Floats, gloss: float) -> Description:
    """The plane z = 0 with a picture on it, as far as the camera sees."""
    skin, half = varnish(pixels[::-1], gloss), 9 * float(np.linalg.norm(camera.place))
    side = camera.reach * rng.uniform(1.1, 2.3)
    mitsuba = renderer()
    way = mitsuba.ScalarTransform3f().translate(rng.uniform(0, 1, 2).tolist()).scale([float(2 * half / side)] * 2)
    skin["diffuse_reflectance" if "diffuse_reflectance" in skin else "reflectance"] |= {
        "wrap_mode": "mirror", "to_uv": way,
    }  # fmt: skip
    place = mitsuba.ScalarTransform4f().rotate([0, 0, 1], rng.uniform(0, 360)).scale([half, half, 1])
    return {"type": "rectangle", "to_world": place, "bsdf": skin}


@dataclass(frozen=True)
class Film:
    """Camera settings of a picture."""

    seed: int
    pixels: float
    """Width of a die in the picture."""
    samples: int = SAMPLES
    bounces: int = 4


def shoot(
    rng: RandomGenerator, camera: Camera, stratum: str, things: list[Thing], ground: tuple[Floats, float], film: Film
) -> bytes:
    """The JPEG of things on a ground, a picture with its gloss, exposed for the things."""
    deep = rng.random() < (0.5 if stratum == "blurred" else 0.1)
    scene = {
        "type": "scene", "integrator": {"type": "path", "max_depth": film.bounces},
        "camera": lens(rng, camera, deep), "table": table(rng, camera, *ground), **lights(rng, camera, stratum),
    }  # fmt: skip
    light = render(scene, things, film.seed, film.samples)
    boxes = [box(camera, thing.mesh) for thing in things]
    return sensor.develop(light, sensor.sensor(rng, stratum, film.pixels), boxes, film.seed)


def box(camera: Camera, mesh: Mesh) -> list[float]:
    """[x, y, width, height] of a whole thing in pixels, clipped to the picture."""
    seen = np.clip(camera.project(mesh.points)[0], 0, camera.size)
    low, high = seen.min(axis=0), seen.max(axis=0)
    return [float(v) for v in (*low, *(high - low))]

"""Describe a throw to Mitsuba 3 and render it: table, tray, lights, dice, camera."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from bench.scenes import ground, sensor
from bench.scenes.dice import Chance, shape, surface, varnish
from bench.scenes.mesh import Floats, Mesh, prism
from bench.scenes.throw import Throw, View, throw
from training.scenes.textures import is_held_out

SAMPLES = 8
"""Rays a pixel; the remaining noise is like a camera's."""
Scene = dict[str, Any]
Shot = tuple[bytes, Scene]
"""A JPEG and its truth."""


@dataclass(frozen=True)
class Thing:
    """A mesh in its place with its surface."""

    mesh: Mesh
    surface: Scene


def renderer() -> Any:
    """Mitsuba, in the variant that needs neither a compiler nor a graphics card."""
    mitsuba = import_module("mitsuba")
    if mitsuba.variant() is None:
        mitsuba.set_variant("scalar_rgb")
        import_module("drjit").set_thread_count(1)  # one thread, since other processes may run other seeds
    return mitsuba


def loaded(value: Any) -> Any:
    """A description with arrays replaced by Mitsuba's bitmaps."""
    if isinstance(value, dict):
        return {key: loaded(part) for key, part in value.items()}
    return renderer().Bitmap(value) if isinstance(value, np.ndarray) else value


def render(scene: Scene, things: list[Thing], seed: int, samples: int) -> Floats:
    """(H, W, 3) linear RGB light."""
    mitsuba = renderer()
    with tempfile.TemporaryDirectory() as folder:
        for n, thing in enumerate(things):
            path = Path(folder) / f"{n}.ply"
            thing.mesh.save(path)
            flat = thing.mesh.normals is None
            scene[f"thing{n}"] = {
                "type": "ply", "filename": str(path), "face_normals": flat, "flip_tex_coords": False,
                "bsdf": {"type": "twosided", "b": thing.surface} if flat else thing.surface,
            }  # fmt: skip
        built = mitsuba.load_dict(loaded(scene))
        return np.array(mitsuba.render(built, spp=samples, seed=seed), np.float32)[..., :3]


def camera(chance: Chance, view: View, deep: bool) -> Scene:
    """The camera; `deep` for a lens with a shallow depth of field."""
    place = renderer().ScalarTransform4f().look_at(
        origin=view.eye.tolist(), target=(view.eye + view.ahead).tolist(), up=view.up.tolist()
    )  # fmt: skip
    lens = {"type": "thinlens", "aperture_radius": view.far * chance.uniform(0.008, 0.02),
            "focus_distance": view.far * chance.uniform(0.85, 1.1)}  # fmt: skip
    return {
        **(lens if deep else {"type": "perspective"}),
        "fov": view.fov, "fov_axis": "x", "to_world": place,
        "film": {"type": "hdrfilm", "width": view.size[0], "height": view.size[1], "filter": {"type": "tent"}},
        "sampler": {"type": "independent"},
    }  # fmt: skip


def room(chance: Chance) -> Scene:
    """The environment light: walls, a ceiling, bright spots for gloss to mirror."""
    sky = np.full((64, 128, 3), 0.6) + 0.5 * np.linspace(1, -1, 64)[:, None, None]
    for _ in range(int(chance.integers(1, 5))):
        x, y = int(chance.integers(0, 128)), int(chance.integers(4, 26))
        cv2.rectangle(sky, (x, y), (x + int(chance.integers(4, 22)), y + int(chance.integers(3, 12))), (5.0,) * 3, -1)
    tint = np.array([1.0, chance.uniform(0.9, 1.0), chance.uniform(0.75, 1.1)])
    sky = cv2.GaussianBlur(np.clip(sky, 0.02, None), (0, 0), 1.2) * tint
    upright = renderer().ScalarTransform4f().rotate([1, 0, 0], 90).rotate([0, 1, 0], chance.uniform(0, 360))
    return {"type": "envmap", "bitmap": sky.astype(np.float32), "to_world": upright}


def lamp(chance: Chance, view: View, way: Floats, spread: float, strength: float) -> Scene:
    """A square or round lamp in a direction, half as wide as `spread` times its distance.

    It is never in front of the camera. `strength` is its light on the table, relative to an even sky's.
    """
    far = view.reach * chance.uniform(2, 4) + 6
    while view.shows(way * far, 1.5 * far * spread):
        far *= 1.2
    tint = np.array([1.0, chance.uniform(0.86, 1), chance.uniform(0.65, 1.1)])
    radiance = strength * np.pi / (4 * spread**2) / max(0.35, way[2]) * tint
    place = renderer().ScalarTransform4f().look_at(
        origin=(way * far).tolist(), target=[0, 0, 0], up=[0.01, 0.9, 0.1]
    ).scale([float(far * spread)] * 3)  # fmt: skip
    return {
        "type": str(chance.choice(["rectangle", "disk"])), "to_world": place, "bsdf": {"type": "diffuse"},
        "light": {"type": "area", "radiance": {"type": "rgb", "value": radiance.tolist()}},
    }  # fmt: skip


def direction(flat: float, turn: float) -> Floats:
    """(3,) an upward direction, `flat` radians from the vertical."""
    return np.array([np.sin(flat) * np.cos(turn), np.sin(flat) * np.sin(turn), np.cos(flat)])


def lights(chance: Chance, view: View, stratum: str) -> Scene:
    """One lamp, several, a window or a spot; for gloss one whose reflection the camera sees."""
    turn = chance.uniform(0, 2 * np.pi)
    kind = "gloss" if stratum == "gloss" else str(chance.choice(["lamp", "several", "window", "spot"]))
    result = {"room": room(chance)}
    for n in range(int(chance.integers(2, 4)) if kind == "several" else 1):
        if kind == "gloss":
            tilt = max(0.0, float(np.arccos(-view.ahead[2])) + chance.normal(0, 0.08))
            way, spread = direction(tilt, np.pi / 2 + chance.normal(0, 0.15)), chance.uniform(0.03, 0.12)
        elif kind == "spot":
            way, spread = direction(chance.uniform(0.2, 1.0), turn), 0.008
        elif kind == "window":
            way, spread = direction(chance.uniform(0.8, 1.2), turn), 0.4
        else:
            way, spread = direction(chance.uniform(0, 0.9), turn + n * 2), chance.uniform(0.03, 0.15)
        result[f"lamp{n}"] = lamp(chance, view, way, spread, chance.uniform(0.7, 5 if kind != "gloss" else 2.5))
    return result


def found(chance: Chance, grounds: Path, kinds: tuple[str, ...]) -> Floats | None:
    """(N, N, 3) RGB of a photographed ground, if there is one."""
    paths = sorted(
        p for kind in kinds for p in (grounds / kind).glob("*") if p.suffix in (".jpg", ".png") and is_held_out(p.name)
    )
    image = cv2.imread(str(paths[int(chance.integers(len(paths)))])) if paths else None
    if image is None:
        return None
    side = min(image.shape[:2])
    y, x = (int(chance.integers(0, extent - side + 1)) for extent in image.shape[:2])
    return np.asarray(cv2.resize(image[y : y + side, x : x + side, ::-1], (ground.SIDE, ground.SIDE)), float)


def top(chance: Chance, stratum: str, grounds: Path | None) -> tuple[Floats, float]:
    """The texture of a table, and its gloss, 0..1."""
    if stratum in ground.SPECIAL:
        return ground.SPECIAL[stratum][int(chance.integers(len(ground.SPECIAL[stratum])))](chance), 0.2
    patterned = stratum == "pattern" or (stratum not in ("plain", "gloss") and chance.random() < 0.25)
    if grounds and chance.random() < 0.4:
        image = found(chance, grounds, ("print", "photo") if patterned else ("texture",))
        if image is not None:
            return image, float(chance.choice([0, 0.3, 0.6]))
    kinds = ground.PATTERNED if patterned else ground.CALM
    kind = kinds[int(chance.integers(len(kinds)))]
    if kind in (ground.felt, ground.weave, ground.gingham, ground.dots, ground.flowers):
        return kind(chance), 0.0
    gloss = chance.uniform(0.7, 1) if stratum == "gloss" or chance.random() < 0.15 else chance.uniform(0, 0.6)
    return kind(chance), gloss


def table(chance: Chance, view: View, stratum: str, grounds: Path | None) -> Scene:
    """The plane z = 0, as far as the camera sees."""
    pixels, gloss = top(chance, stratum, grounds)
    skin, half = varnish(pixels[::-1], gloss), 9 * view.far
    side = view.reach * chance.uniform(1.2, 2.6)
    mitsuba = renderer()
    way = mitsuba.ScalarTransform3f().translate(chance.uniform(0, 1, 2).tolist()).scale([float(2 * half / side)] * 2)
    skin["diffuse_reflectance" if "diffuse_reflectance" in skin else "reflectance"] |= {
        "wrap_mode": "mirror", "to_uv": way,
    }  # fmt: skip
    place = mitsuba.ScalarTransform4f().rotate([0, 0, 1], chance.uniform(0, 360)).scale([float(half), float(half), 1])
    return {"type": "rectangle", "to_world": place, "bsdf": skin}


def things_of(thrown: Throw, chance: Chance) -> list[Thing]:
    """The dice and the walls of a throw."""
    gloss = chance.uniform(0.75, 1) if thrown.stratum == "gloss" else chance.uniform(0, 1)
    side = int(np.clip(2 * thrown.pixels, 64, 512))
    result = [
        Thing(shape(die.make, thrown.pixels * die.size).moved(die.turn, die.middle, die.size),
              surface(die.make, side, gloss))
        for die in thrown.dice
    ]  # fmt: skip
    if thrown.walls:
        wood = varnish(ground.wood(chance) if chance.random() < 0.6 else ground.felt(chance), chance.uniform(0, 0.7))
        result += [Thing(prism(block.corners, block.high), wood) for block in thrown.walls]
    return result


@dataclass(frozen=True)
class Film:
    """Camera settings of a picture."""

    seed: int
    pixels: float
    """Width of a die in the picture."""
    samples: int = SAMPLES
    bounces: int = 4


def shoot(chance: Chance, view: View, stratum: str, things: list[Thing], film: Film, grounds: Path | None) -> bytes:
    """The JPEG of objects on a table, exposed for them."""
    deep = chance.random() < (0.5 if stratum == "blurred" else 0.1)
    scene = {
        "type": "scene", "integrator": {"type": "path", "max_depth": film.bounces},
        "camera": camera(chance, view, deep), "table": table(chance, view, stratum, grounds),
        **lights(chance, view, stratum),
    }  # fmt: skip
    light = render(scene, things, film.seed, film.samples)
    boxes = [box(thing.mesh, view) for thing in things]
    return sensor.develop(light, sensor.sensor(chance, stratum, film.pixels), boxes, film.seed)


def compose(
    seed: int, grounds: Path | None = None, samples: int = SAMPLES, size: tuple[int, int] | None = None
) -> Shot:
    """The JPEG of a seed, and its truth: stratum, size, and value and box of each die."""
    chance = np.random.default_rng([seed, 43])
    thrown = throw(seed, size)
    things = things_of(thrown, chance)
    clear = any(die.make.matter == "clear" for die in thrown.dice)
    film = Film(seed, thrown.pixels, samples * 2 if clear else samples, 10 if clear else 4)
    data = shoot(chance, thrown.view, thrown.stratum, things, film, grounds)
    dice = [
        {"value": die.value, "box": box(thing.mesh, thrown.view)}
        for die, thing in zip(thrown.dice, things, strict=False)
    ]
    return data, {"seed": seed, "stratum": thrown.stratum, "size": list(thrown.view.size), "dice": dice}


def box(mesh: Mesh, view: View) -> list[float]:
    """[x, y, width, height] of a whole object in pixels, clipped to the picture."""
    seen = np.clip(view.project(mesh.points), 0, view.size)
    low, high = seen.min(axis=0), seen.max(axis=0)
    return [round(float(v), 1) for v in (*low, *(high - low))]

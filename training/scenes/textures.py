"""Free pictures for the ground of a scene: photographed table tops, photos, prints.

`python -m training.scenes.textures WORK` fetches the packages that textures.toml names, unpacks them (nothing is
installed), leaves out unsuitable pictures and writes WORK/grounds/{texture,photo,print}/NAME.jpg. A second run fetches
nothing again and writes the same pictures.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import tomllib
import zipfile
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import prod
from pathlib import Path

import cv2
import numpy as np

from vision.reading import Image

from .ground import Floats, RandomGenerator

KINDS = ("texture", "photo", "print")
LONGEST_PX, SHORTEST_PX, JPEG_QUALITY = 768, 200, 92
MAX_DIFFERENT_BITS = 6  # two pictures count as one if at most so many of 64 bits differ
PICTURE_SUFFIXES, ARCHIVE_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp"), (".pk3", ".wz", ".zip", ".sh3f")
MAX_PIXELS = 50_000_000  # pixels
PAPER_COLOR = (236, 242, 244)
UNSUITABLE_NAME = re.compile(
    r"(?:^|[^a-z])(?:dice|die)(?:[^a-z]|$)|normal|bump|rough|specular|height|lightmap|displace|occlusion|skybox|colormask"
    r"|alpha|gloss|metalness|emissive|(?:_|-)(?:n|nm|nrm|norm|s|spec|h|m|ao|rgh|mask|glow|gm|nmap|local)\d*$"
    r"|^(?:sky|env|particle|mask)|particle|sprite|minimap|screenshot|icon",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class TexturePackage:
    """A package, which of its pictures are wanted, its licence and its attribution."""

    kind: str
    name: str
    licence: str
    attribution: str
    patterns: tuple[str, ...]
    drop: str = ""
    most: int = 0
    parts: bool = False
    sheet: bool = False
    unfit: re.Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        """Compile the names to leave out."""
        object.__setattr__(self, "unfit", re.compile(self.drop or r"(?!)", re.IGNORECASE))


def packages() -> list[TexturePackage]:
    """Packages of textures.toml, in its order."""
    listed = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["package"]
    return [TexturePackage(**{**entry, "patterns": tuple(entry["patterns"])}) for entry in listed]


def fetch_package(package: str, store: Path) -> Path | None:
    """Download and unpack a package; None, with a message, where that fails."""
    root = store / "x" / package
    if root.is_dir():
        return root
    (store / "deb").mkdir(parents=True, exist_ok=True)
    try:
        if not list(store.glob(f"deb/{package}_*.deb")):
            subprocess.run(["apt-get", "download", package], cwd=store / "deb", check=True, timeout=300)
        half = store / "x" / f".{package}"
        half.mkdir(parents=True, exist_ok=True)
        subprocess.run(["dpkg-deb", "-x", str(next(store.glob(f"deb/{package}_*.deb"))), str(half)], check=True)
        half.rename(root)
    except (OSError, subprocess.SubprocessError) as error:
        print(f"{package}: left out ({error})")
        return None
    return root


def unpack_archives(root: Path) -> None:
    """Unpack the pictures of a package's archives, each beside its archive."""
    for archive in sorted(
        path for path in root.rglob("*") if path.suffix.lower() in ARCHIVE_SUFFIXES and path.is_file()
    ):
        place = archive.with_name(archive.name + ".d")
        if place.is_dir() or not zipfile.is_zipfile(archive):
            continue
        with zipfile.ZipFile(archive) as content:
            names = [name for name in content.namelist() if Path(name).suffix.lower() in PICTURE_SUFFIXES]
            content.extractall(place, names)
        place.mkdir(exist_ok=True)


def candidates(package: TexturePackage, root: Path) -> list[Path]:
    """The package's pictures that its patterns select, evenly thinned to `most`."""
    found = {path for pattern in package.patterns for path in root.glob(pattern) if path.is_file()}
    kept = sorted(
        path for path in found if path.suffix.lower() in PICTURE_SUFFIXES and has_suitable_name(package, path)
    )
    if package.most and len(kept) > package.most:
        kept = [kept[i * len(kept) // package.most] for i in range(package.most)]
    return kept


def has_suitable_name(package: TexturePackage, path: Path) -> bool:
    """Whether a picture's name does not suggest a map, a sprite or a die."""
    return not UNSUITABLE_NAME.search(path.stem) and not package.unfit.search(f"/{path.parent.name}/{path.name}")


def load_picture(path: Path, kind: str) -> Image | None:
    """Load a picture as BGR; None if it is unsuitable.

    A print with transparency is put on paper, a texture with transparency is unsuitable.
    """
    if is_vast(path):
        return None
    read = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if read is None or min(read.shape[:2]) < SHORTEST_PX:
        return None
    image = np.asarray(read // 257 if read.dtype == np.uint16 else read, np.uint8)
    if image.ndim == 2 or image.shape[2] == 1:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)
    return image if image.shape[2] == 3 else put_on_paper(shrink(image), kind)


def load_card_spread(path: Path) -> Image | None:
    """Twelve cards of a folder side by side, for every twelfth card; else None."""
    cards = sorted(path.parent.glob(f"*{path.suffix}"))
    at = cards.index(path)
    hand = [cv2.imread(str(card), cv2.IMREAD_COLOR) for card in cards[at : at + 12]]
    if at % 12 or len(hand) < 12 or any(card is None for card in hand):
        return None
    height, width = np.asarray(hand[0]).shape[:2]
    same = [np.asarray(cv2.resize(np.asarray(card), (width, height)), np.uint8) for card in hand]
    return np.asarray(np.vstack([np.hstack(same[row : row + 4]) for row in (0, 4, 8)]), np.uint8)


def is_vast(path: Path) -> bool:
    """Whether a PNG declares a size that would fill the memory."""
    with path.open("rb") as file:
        head = file.read(24)
    sides = (int.from_bytes(head[at : at + 4], "big") for at in (16, 20))
    return head.startswith(b"\x89PNG") and prod(sides) > MAX_PIXELS


def put_on_paper(image: Image, kind: str) -> Image | None:
    """Put a picture with transparency on paper; None for a texture with holes.

    A print is cut to its visible part.
    """
    cover = image[..., 3:] / 255.0
    if kind == "texture" and cover.mean() < 0.98:
        return None
    if kind == "print" and image[..., 3].any():
        x, y, width, height = cv2.boundingRect(image[..., 3])
        image, cover = image[y : y + height, x : x + width], cover[y : y + height, x : x + width]
    return np.asarray(image[..., :3] * cover + np.array(PAPER_COLOR) * (1 - cover), np.uint8)


def pieces(image: Image, parts: bool) -> Iterator[Image]:
    """The picture at its final size and, if large and `parts` is set, its quarters."""
    yield shrink(image)
    height, width = (length // 2 for length in image.shape[:2])
    if parts and min(height, width) >= LONGEST_PX // 2:
        for y in (0, height):
            for x in (0, width):
                yield shrink(image[y : y + height, x : x + width])


def shrink(image: Image) -> Image:
    """Shrink a picture so that its longest side is at most LONGEST_PX."""
    scale = LONGEST_PX / max(image.shape[:2])
    if scale >= 1:
        return image
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def is_useful(image: Image, kind: str) -> bool:
    """Whether a picture is suitable.

    Not small, narrow, blank, dark, a normal map or a texture sheet.
    """
    short, long = sorted(image.shape[:2])
    if short < SHORTEST_PX or long > 4 * short:
        return False
    small = np.asarray(cv2.resize(image, (64, 64), interpolation=cv2.INTER_AREA), np.uint8)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    if grey.std() < (2.5 if kind == "texture" else 6) or grey.mean() < 14 or is_normal_map(small):
        return False
    return kind != "texture" or not is_sheet(image)


def is_normal_map(image: Image) -> bool:
    """Whether the colors are normals that mostly point up: bluish, and of length one."""
    blue, green, red = (float(v) for v in image.reshape(-1, 3).mean(axis=0))
    length = np.linalg.norm(image / 127.5 - 1, axis=2)
    level = max(abs(red - 128), abs(green - 128)) < 40 and blue > 170
    return bool(level and np.mean(np.abs(length - 1) < 0.25) > 0.7)


def is_sheet(image: Image) -> bool:
    """Whether one color fills much of it, as between the parts of a model's texture."""
    flat = image.reshape(-1, 3).astype(np.int64) // 4 @ np.array([4096, 64, 1])
    return bool(np.bincount(flat, minlength=1).max() > 0.25 * flat.size)


def difference_hash(image: Image) -> int:
    """64-bit difference hash that near duplicates share.

    A bit is set where the picture grows lighter from left to right.
    """
    grey = cv2.resize(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (9, 8), interpolation=cv2.INTER_AREA)
    bits = (grey[:, 1:] > grey[:, :-1]).ravel()
    return int.from_bytes(np.packbits(bits).tobytes(), "big")


def picture_name(package: str, path: Path, root: Path, part: int) -> str:
    """Unique file name that tells where the picture comes from."""
    stem = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")[:40]
    mark = hashlib.sha256(str(path.relative_to(root)).encode()).hexdigest()[:6]
    return f"{package}-{stem}-{mark}{f'-{part}' if part else ''}.jpg"


def write_pictures(package: TexturePackage, store: Path, grounds: Path, seen: list[int]) -> set[Path]:
    """Write the suitable, new pictures of one package; return their paths."""
    root = fetch_package(package.name, store)
    if root is None:
        return set()
    unpack_archives(root)
    written: set[Path] = set()
    for path in candidates(package, root):
        image = load_picture(path, package.kind) if not package.sheet else load_card_spread(path)
        for part, piece in enumerate(pieces(image, package.parts) if image is not None else ()):
            mark = difference_hash(piece)
            twin = not package.sheet and any((mark ^ other).bit_count() <= MAX_DIFFERENT_BITS for other in seen)
            if twin or not is_useful(piece, package.kind):
                continue
            seen.append(mark)
            target = grounds / package.kind / picture_name(package.name, path, root, part)
            if not target.exists():
                cv2.imwrite(str(target), piece, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
            written.add(target)
    return written


def collect_textures(work: Path) -> dict[str, int]:
    """Fill WORK/grounds from every package, with credits; return counts by kind."""
    grounds = work / "grounds"
    for kind in KINDS:
        (grounds / kind).mkdir(parents=True, exist_ok=True)
    seen: list[int] = []
    kept: set[Path] = set()
    credits: list[str] = []
    for package in packages():
        written = write_pictures(package, work / "packages", grounds, seen)
        print(f"{package.kind:8}{package.name:32}{len(written):5}", flush=True)
        credits.append(f"{package.name} ({package.kind}): {package.licence}; {package.attribution}\n")
        kept |= written
    for stale in set(grounds.glob("*/*.jpg")) - kept:
        stale.unlink()
    (grounds / "CREDITS.txt").write_text("".join(credits), encoding="utf-8")
    return {kind: sum(path.parent.name == kind for path in kept) for kind in KINDS}


def is_held_out(name: str) -> bool:
    """Whether a picture is held out for measuring: one in eight.

    It is chosen by the hash of its name without -1, -2, …
    """
    return hashlib.sha256(re.sub(r"(-\d)?\.\w+$", "", name).encode()).digest()[0] % 8 == 0


@cache
def pictures(folder: Path, held_out: bool = False) -> tuple[Path, ...]:
    """The pictures of a folder that teach, or those that are held out, by name; cached."""
    return tuple(path for path in sorted(folder.glob("*.jpg")) if is_held_out(path.name) == held_out)


def textures(work: Path) -> dict[str, tuple[Path, ...]]:
    """The collected pictures of each kind that teach; empty where none were collected."""
    return {kind: pictures(work / "grounds" / kind) for kind in KINDS}


def photographed_table(
    grounds: Path, rng: RandomGenerator, side: int, held_out: bool = False, shares: Sequence[float] = (0.6, 0.2, 0.2)
) -> Image:
    """A photographed table, a print, or any photo; `shares` are those of KINDS."""
    return random_texture(grounds / str(rng.choice(KINDS, p=shares)), rng, side, held_out)


def random_texture(folder: Path, rng: RandomGenerator, side: int, held_out: bool = False) -> Image:
    """(side, side, 3) BGR: a random part of a random picture of a folder.

    Scaled, rotated, mirrored, at times recolored. Raises ``FileNotFoundError`` if the folder holds no picture,
    ``ValueError`` if one cannot be read.
    """
    listed = pictures(folder, held_out)
    if not listed:
        raise FileNotFoundError(f"{folder} holds no pictures")
    image = cv2.imread(str(listed[int(rng.integers(len(listed)))]), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError(f"{folder} holds a picture that cannot be read")
    part = random_part(np.asarray(image, np.uint8), rng, side)
    part = np.rot90(part, int(rng.integers(4)))
    if rng.random() < 0.5:
        part = part[:, ::-1]
    if rng.random() < 0.3:
        part = recolor(part, rng)
    return np.ascontiguousarray(part)


def random_part(image: Image, rng: RandomGenerator, side: int) -> Image:
    """(side, side, 3) random part of a picture at half to double its size.

    The picture is mirrored beyond its edges.
    """
    reach = max(2, round(side / 2 ** rng.uniform(-1, 1)))
    down, right = (max(0, reach - length) for length in image.shape[:2])
    image = np.asarray(cv2.copyMakeBorder(image, 0, down, 0, right, cv2.BORDER_REFLECT), np.uint8)
    y, x = (int(rng.integers(length - reach + 1)) for length in image.shape[:2])
    how = cv2.INTER_AREA if reach > side else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image[y : y + reach, x : x + reach], (side, side), interpolation=how), np.uint8)


def recolor(image: Image, rng: RandomGenerator) -> Image:
    """Change hue, saturation and lightness."""
    planes: Floats = np.asarray(cv2.cvtColor(np.ascontiguousarray(image), cv2.COLOR_BGR2HSV), float)
    planes[..., 0] = (planes[..., 0] + rng.uniform(0, 180)) % 180
    planes[..., 1:] *= rng.uniform([0.3, 0.6], [1.4, 1.3])
    return np.asarray(cv2.cvtColor(np.clip(planes, 0, 255).astype(np.uint8), cv2.COLOR_HSV2BGR), np.uint8)


def main() -> None:
    """Collect into the folder that the command line names."""
    parser = ArgumentParser(prog="python -m training.scenes.textures", description=__doc__)
    parser.add_argument("work", type=Path, help="folder of the packages and the pictures")
    print(collect_textures(parser.parse_args().work))


if __name__ == "__main__":
    main()

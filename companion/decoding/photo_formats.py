"""Picture formats that the reader does not decode; with the extra ``photos`` Pillow does."""

from __future__ import annotations

from io import BytesIO

import numpy as np

from rules.engine import Text
from vision import UnreadableImage
from vision.images.decode import MAX_PIXELS
from vision.reading import Image

SIGNATURES = {b"GIF8": "GIF", b"II*\0": "TIFF", b"MM\0*": "TIFF", b"II+\0": "TIFF", b"MM\0+": "TIFF"}
"""First bytes of GIF89a and of TIFF 6.0 and BigTIFF, in both byte orders."""
BRANDS = {
    "AVIF": {b"avif", b"avis"},
    "HEIC": {b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1"},
}
"""Brands of ISO/IEC 23008-12 and of AVIF; those of AVIF first, whose files carry the general ones too."""


def unread_format(data: bytes) -> str:
    """Return the format of a picture by its first bytes; empty for what the reader decodes."""
    if data[4:8] == b"ftyp":
        end = min(int.from_bytes(data[:4], "big"), 256)
        brands = {data[8:12], *(data[k : k + 4] for k in range(16, end, 4))}
        return next((name for name, known in BRANDS.items() if brands & known), "")
    return next((name for start, name in SIGNATURES.items() if data.startswith(start)), "")


def unread_format_text(name: str, command: str) -> Text:
    """Return what to do with a picture of that format.

    The command installs the extra ``photos``.
    """
    return Text(
        "this is a {format} picture: save it as JPEG, or have it read as it is, in Sobremesa's folder: {command}",
        format=name,
        command=command,
    )


def decode_with_pillow(data: bytes) -> Image:
    """Decode a picture to HxWx3 uint8 BGR, turned as its metadata says.

    Of an animation it is the first picture. Raises ``UnreadableImage``, and ``ImportError`` without that extra.
    """
    from pi_heif import register_heif_opener
    from PIL import Image as Pillow
    from PIL import ImageOps

    register_heif_opener()
    try:
        with Pillow.open(BytesIO(data)) as photo:
            if photo.width * photo.height > MAX_PIXELS:
                raise UnreadableImage("too-large")
            white = Pillow.new("RGBA", photo.size, "white")
            upright = ImageOps.exif_transpose(Pillow.alpha_composite(white, photo.convert("RGBA")))
            return np.ascontiguousarray(np.asarray(upright.convert("RGB"))[..., ::-1])
    except UnreadableImage:
        raise
    except Exception as error:  # whatever a damaged file brings its decoder to
        raise UnreadableImage("truncated") from error

"""Runtime of the nets: OpenCV, or another one that this process installs, such as a page's."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.reading import Floats, Image

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Blob = NDArray[np.float32]
else:
    Blob = object
MODELS = Path(__file__).parent / "models"
"""Folder of the nets, ONNX files."""
NET_OPTIONS = {"engine": cv2.dnn.ENGINE_CLASSIC} if hasattr(cv2.dnn, "ENGINE_CLASSIC") else {}
"""Options of OpenCV's nets.

OpenCV 5 has two engines: the older one takes two thirds of the time for nets as small as these.
"""
NetRuntime = Callable[[Path, Blob], Floats]
"""Runs the net of an ONNX file on an (N, 3, H, W) blob and returns its only output."""
_LOCK = Lock()
"""Held while OpenCV runs a net, which processes one blob at a time."""


def image_blob(images: list[Image]) -> Blob:
    """Return the (N, 3, H, W) input of every net for pictures of one size."""
    return np.asarray(cv2.dnn.blobFromImages(images, 1 / 64, mean=(128, 128, 128)), np.float32)


def run_net(name: str, blob: Blob, models: Path = MODELS) -> Floats:
    """Run a net of a folder on a blob and return its output."""
    return _Installed.runtime(models / f"{name}.onnx", blob)


def run_with_opencv(path: Path, blob: Blob) -> Floats:
    """Run a net with OpenCV; it is loaded once per process."""
    with _LOCK:
        net = _opencv_net(path)
        net.setInput(blob)
        return np.asarray(net.forward(), np.float64)


@cache
def _opencv_net(path: Path) -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(path), **NET_OPTIONS)


class _Installed:
    """Setting of this process."""

    runtime: NetRuntime = staticmethod(run_with_opencv)


def install_runtime(runtime: NetRuntime) -> NetRuntime:
    """Run all nets with that runtime from now on; returns the one before."""
    before = _Installed.runtime
    _Installed.runtime = staticmethod(runtime)
    return before

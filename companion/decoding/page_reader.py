"""Start of the page's reader, and its runtime of the nets: onnxruntime-web, or else OpenCV.

onnxruntime-web takes a fifth of OpenCV's time there, which has no SIMD in a browser. It answers with promises, so it
needs a browser that lets Python wait for one (JSPI).
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np

import vision
from vision import nets

from .tasks import answer_job

if TYPE_CHECKING:
    from vision.nets import Blob
    from vision.reading import Floats

RunNet = Callable[[str, object, object], object]
"""``runNet`` of ``reader-worker.js``: path, numbers and shape to a promise of numbers and shape."""


class JobBytes(Protocol):
    """A job as the browser has it."""

    def to_bytes(self) -> bytes:
        """Return its bytes."""
        ...


def start(run_net: RunNet | None) -> Callable[[JobBytes], bytes]:
    """Load OpenCV and the nets; return the function that answers a job.

    Without ``run_net``, or where that fails, the nets run in OpenCV.
    """
    try:
        if run_net is not None:
            nets.install_runtime(browser_runtime(run_net))
        _warm_up()
    except Exception:  # a browser's own runtime may fail in any way
        if run_net is None:
            raise
        logging.getLogger(__name__).exception("the nets run in OpenCV")
        nets.install_runtime(nets.run_with_opencv)
        _warm_up()
    _forget_libraries()
    return lambda job: answer_job(job.to_bytes())


def _warm_up() -> None:
    """Read no dice once, so that the first picture waits for no net."""
    vision.read(np.zeros((240, 320, 3), np.uint8))


def _forget_libraries() -> None:
    """Delete the compiled libraries that are loaded: in a browser their files are memory."""
    if sys.platform == "emscripten":
        for library in Path(np.__file__).parents[1].rglob("*.so"):
            library.unlink()


def browser_runtime(run_net: RunNet) -> nets.NetRuntime:
    """Return a runtime of the nets that waits for the browser's."""
    from pyodide.ffi import run_sync, to_js

    def run(path: Path, blob: Blob) -> Floats:
        numbers = to_js(np.ascontiguousarray(blob).reshape(-1))
        answer, shape = run_sync(run_net(str(path), numbers, to_js(list(blob.shape))))
        return np.asarray(answer.to_py(), np.float64).reshape(tuple(shape))

    return run

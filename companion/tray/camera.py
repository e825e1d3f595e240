"""The host's camera: a local device, a video file or a stream, read in a background thread.

Only the newest frame is kept.
"""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import cv2
import numpy as np

from rules.engine import Text
from vision.reading import Image

RETRY_SECONDS = 2.0
"""Seconds until a lost camera is tried again."""
READ_TIMEOUT = 5.0
"""Seconds that a stream may take for one frame."""
REQUESTED_SIZE = (1280, 720)
"""Pixels requested from a local camera; it may deliver others."""
DEFAULT_FPS = 25.0
"""Frames per second of a file that does not state it."""

OPENING_TEXT = Text("The camera is looked for.")
ENDED_TEXT = Text("The video has ended.")


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture and the time at which it was taken, in seconds from an arbitrary origin."""

    image: Image
    at: float


class HostCamera:
    """A video source that is read by its own thread and reopened when it is lost."""

    def __init__(self, source: str, on_problem_change: Callable[[Text | None], None] = lambda trouble: None) -> None:
        """``on_problem_change`` gets a sentence about a problem, and None when it is gone."""
        self.source = source
        self._tell = on_problem_change
        self._problem: Text | None = OPENING_TEXT
        self._stop = threading.Event()
        self._newest: Frame | None = None
        self._ended = False
        self._played = False  # a file was played to its end
        self._there = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)

    def start(self) -> None:
        """Start reading."""
        self._thread.start()

    def stop(self) -> None:
        """Stop reading; a caller that waits for a frame returns."""
        self._stop.set()
        self._end()
        if self._thread.is_alive():
            self._thread.join(READ_TIMEOUT)

    def next_frame(self) -> Frame | None:
        """Wait for the newest frame and return it, each only once; None when no more will come."""
        with self._there:
            self._there.wait_for(lambda: self._newest is not None or self._ended)
            frame, self._newest = self._newest, None
            return frame

    @property
    def _device(self) -> bool:
        return self.source.isdigit()

    @property
    def _stream(self) -> bool:
        return "://" in self.source

    @property
    def shown_source(self) -> str:
        """The name of the source in messages, without the parts of an address that may be secret.

        They are the user, what follows the path, and in the path what assigns a value or follows such a part.
        """
        if not self._stream:
            return self.source
        split = urlsplit(self.source)
        open_part = re.match(r"(?:/[^/=&@;:]*(?=/|$))*", split.path)
        path = open_part[0] if open_part else ""
        hidden = "" if path == split.path else "/…"
        return f"{split.scheme}://{split.netloc.rpartition('@')[2]}{path}{hidden}"

    # --- the reading thread --------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._stop.is_set():
            self._report(self._read_until_lost())
            if self._played:
                break
            self._stop.wait(RETRY_SECONDS)
        self._end()

    def _read_until_lost(self) -> Text:
        video = self._open_capture()
        try:
            if not video.isOpened():
                return self._open_failure_text()
            return self._read(video)
        finally:
            video.release()

    def _open_capture(self) -> cv2.VideoCapture:
        silence_opencv_log()
        if self._device:
            video = cv2.VideoCapture(int(self.source))
            for what, value in (
                (cv2.CAP_PROP_FRAME_WIDTH, REQUESTED_SIZE[0]),
                (cv2.CAP_PROP_FRAME_HEIGHT, REQUESTED_SIZE[1]),
            ):
                video.set(what, value)
            video.set(cv2.CAP_PROP_BUFFERSIZE, 1)
            return video
        if not self._stream:
            return cv2.VideoCapture(self.source)
        waits = round(1000 * READ_TIMEOUT)
        return cv2.VideoCapture(
            self.source,
            cv2.CAP_FFMPEG,
            [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, waits, cv2.CAP_PROP_READ_TIMEOUT_MSEC, waits],
        )

    def _open_failure_text(self) -> Text:
        if self._stream:
            return Text("The stream {url} does not answer. I keep trying.", url=self.shown_source)
        if not self._device:
            known = Path(self.source).is_file()
            return Text("{file} is no video that I can read.", file=self.source) if known else self._missing()
        if sys.platform == "linux" and not Path(f"/dev/video{self.source}").exists():
            return Text("There is no camera {n} on this computer. I keep looking.", n=int(self.source))
        return Text("Camera {n} does not open: another program may have it. I keep trying.", n=int(self.source))

    def _missing(self) -> Text:
        return Text("There is no file {file}.", file=self.source)

    def _read(self, video: cv2.VideoCapture) -> Text:
        """Hand out frames until none comes, a file at its recorded frame rate; return why it ended."""
        rate = video.get(cv2.CAP_PROP_FPS) or DEFAULT_FPS
        begun, count, paced = time.monotonic(), 0, not (self._device or self._stream)
        while not self._stop.is_set():
            there, image = video.read()
            if not there:
                break
            at = begun + count / rate if paced else time.monotonic()
            count += 1
            self._stop.wait(max(0.0, at - time.monotonic()) if paced else 0)
            self._report(None)
            self._hand_out(Frame(np.asarray(image, np.uint8), at))
        if not count:
            return self._open_failure_text()
        self._played = paced
        return ENDED_TEXT if paced else self._lost_text()

    def _lost_text(self) -> Text:
        if self._device:
            return Text("Camera {n} has gone. I keep looking.", n=int(self.source))
        return Text("The stream {url} has broken off. I keep trying.", url=self.shown_source)

    def _hand_out(self, frame: Frame) -> None:
        with self._there:
            self._newest = frame
            self._there.notify_all()

    def _end(self) -> None:
        with self._there:
            self._ended = True
            self._there.notify_all()

    def _report(self, trouble: Text | None) -> None:
        """Report a change of the problem once."""
        if trouble != self._problem and not self._stop.is_set():
            self._problem = trouble
            self._tell(trouble)


def silence_opencv_log() -> None:
    """Silence the messages of OpenCV and ffmpeg; the app reports camera problems itself."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)

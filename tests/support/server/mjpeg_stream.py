"""A local MJPEG server, such as an old phone as a camera, until the test ends it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2

from vision.reading import Image


class Streamed(ThreadingHTTPServer):
    """Sends the frames once, then repeats the last; frames can be added while it runs."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, rate: int, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), Streams)
        self.rate = rate
        self.going = True
        self._frames: list[bytes] = []
        self._moved = threading.Lock()

    def show(self, frames: Iterable[Image]) -> float:
        """Add frames after the present ones; return the seconds that they take."""
        added = [cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes() for frame in frames]
        with self._moved:
            self._frames += added
        return len(added) / self.rate

    def frame(self) -> bytes:
        with self._moved:
            return self._frames.pop(0) if self._frames[1:] else self._frames[0]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/video"

    def end(self) -> None:
        """Stop the server and its streams."""
        self.going = False
        self.shutdown()
        self.server_close()


class Streams(BaseHTTPRequestHandler):
    server: Streamed

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        due = time.monotonic()
        while self.server.going:
            data = self.server.frame()
            try:
                head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
                self.wfile.write(head.encode() + data + b"\r\n")
            except OSError:
                return
            due += 1 / self.server.rate
            time.sleep(max(0.0, due - time.monotonic()))

    def log_message(self, *args: object) -> None:
        """Log nothing."""


@contextmanager
def streamed(frames: Iterable[Image], rate: int = 25, port: int = 0) -> Iterator[Streamed]:
    """A server that streams these frames."""
    server = Streamed(rate, port)
    server.show(frames)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield server
    finally:
        if server.going:
            server.end()

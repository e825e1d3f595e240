"""The host's camera: file, stream or none; reported faults and reconnection."""

from __future__ import annotations

import time

import numpy as np
import pytest

from companion.tray import camera as cameras
from companion.tray.camera import ENDED_TEXT, HostCamera
from tests.support.server.mjpeg_stream import streamed
from tests.support.video_files import GREY, WAIT, until, video


@pytest.fixture
def opened(monkeypatch):
    """A camera of that source and the messages it gives; it is stopped in the end."""
    monkeypatch.setattr(cameras, "RETRY_SECONDS", 0.1)
    every = []

    def start(source):
        said = []
        camera = HostCamera(str(source), said.append)
        camera.start()
        every.append(camera)
        return camera, said

    yield start
    for camera in every:
        camera.stop()


def test_a_file_is_seen_at_its_own_pace_and_its_end_is_said(tmp_path, opened):
    """A video file is played in order at its own frame rate, and its end is reported."""
    camera, said = opened(video(tmp_path / "throw.avi", GREY))
    frames = list(iter(camera.next_frame, None))
    shades = [frame.image.mean() for frame in frames]
    assert shades == sorted(shades)
    assert len(frames) > 3
    steps = np.diff([frame.at for frame in frames]) * 25
    assert np.allclose(steps, np.round(steps), atol=1e-3)
    assert said == [None, ENDED_TEXT]


def test_only_the_newest_frame_is_handed_out(tmp_path, opened):
    """Only the newest frame is handed out: a slow consumer skips frames."""
    camera, _ = opened(video(tmp_path / "throw.avi", GREY, rate=100))
    assert camera.next_frame() is not None
    time.sleep(0.3)
    late = [frame.image.mean() for frame in iter(camera.next_frame, None)]
    assert len(late) <= 2
    assert late[-1] == pytest.approx(230, abs=4)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("97", "There is no camera {n} on this computer. I keep looking."),
        ("no-such-file.mp4", "There is no file {file}."),
        (__file__, "{file} is no video that I can read."),
        ("http://me:secret@127.0.0.1:9/video", "The stream {url} does not answer. I keep trying."),
    ],
)
def test_what_is_wrong_with_it_is_said_once(source, sentence, opened):
    """Each fault has its message, given once however often the camera is tried again."""
    camera, said = opened(source)
    until(lambda: said)
    time.sleep(0.4)
    assert [text.key for text in said] == [sentence]
    assert "secret" not in str(said)
    begun = time.monotonic()
    camera.stop()
    assert time.monotonic() - begun < WAIT
    assert camera.next_frame() is None


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("rtsp://me:secret@10.0.0.7:554/live/ch0", "rtsp://10.0.0.7:554/live/ch0"),
        ("http://10.0.0.7:8080/video?key=secret", "http://10.0.0.7:8080/video"),
        ("rtsp://10.0.0.7/cam/user=me&password=secret/1", "rtsp://10.0.0.7/cam/…"),
        ("rtsp://[fe80::1]:554/", "rtsp://[fe80::1]:554/"),
    ],
)
def test_a_stream_is_named_with_port_and_path(source: str, shown: str):
    """The address in messages is the one that was typed, without what may be secret."""
    assert cameras.HostCamera(source).shown_source == shown


def test_a_camera_that_another_program_has_is_said_so(opened, monkeypatch):
    """A camera that exists but does not open is reported as used by another program."""
    monkeypatch.setattr(cameras.sys, "platform", "darwin")
    _, said = opened("97")
    until(lambda: said)
    assert said[0].key.startswith("Camera {n} does not open")


def test_a_stream_that_goes_and_comes_back_is_seen_again(opened):
    """A stream that ends and comes back is read again; the three changes are reported."""
    with streamed(GREY[:1]) as phone:
        port = phone.server_port
        camera, said = opened(phone.url)
        assert camera.next_frame().image.mean() == pytest.approx(20, abs=4)
        assert said == [None]
    until(lambda: said[1:])
    assert said[1].key == "The stream {url} has broken off. I keep trying."
    with streamed(GREY[-1:], port=port):
        until(lambda: said[-1] is None)
        until(lambda: camera.next_frame().image.mean() > 200)

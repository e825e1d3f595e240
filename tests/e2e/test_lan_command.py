"""``sobremesa --lan`` as a process of its own."""

from __future__ import annotations

import re
import urllib.error

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.support.server.access import (
    ADDRESS,
    ended,
    lines,
    networked,
)
from tests.support.server.command_line import get, start
from tests.support.server.processes import free_port


@networked
def test_lan_opens_to_the_invitation_only(tmp_path) -> None:
    """``--lan`` refuses requests without the invitation, which stays valid until renewed.

    Over a real socket, and after a kill as well.
    """
    port = free_port()
    command = ("--lan", "--port", str(port), "--no-browser", "--data", str(tmp_path))
    process = start(*command)
    try:
        secret = re.findall(rf"http://{ADDRESS}:{port}/\?i=(\w+)\n", lines(process, "?i="))[0]
        base = f"{ADDRESS}:{port}"
        with get(f"http://{base}/?i={secret}") as answer:
            cookie = {"Cookie": answer.headers["Set-Cookie"].split(";")[0]}
        assert secret not in cookie["Cookie"]
        assert visible(f"http://{base}/") == 403
        assert visible(f"http://{base}/", **{"X-Forwarded-For": "127.0.0.1", "Host": f"127.0.0.1:{port}"}) == 403
        assert visible(f"http://{base}/outage.json", **cookie) == 200
        assert visible(f"http://127.0.0.1:{port}/") == 200
        with get(f"http://127.0.0.1:{port}/") as answer:
            assert "server" not in answer.headers
        with pytest.raises(InvalidStatus, match="403"), connect(f"ws://{base}/ws"):
            pass
        with connect(f"ws://{base}/ws", origin=f"http://{base}", additional_headers=cookie):
            pass
        process.kill()
        process.wait()
        process = start(*command)
        lines(process, "?i=")
        assert visible(f"http://{base}/", **cookie) == 200
        ended(process)
        process = start(*command, "--new-invitation")
        lines(process, "?i=")
        assert visible(f"http://{base}/", **cookie) == 403
    finally:
        ended(process)


def visible(url: str, **headers: str) -> int:
    """The HTTP status of the answer."""
    try:
        with get(url, **headers) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code

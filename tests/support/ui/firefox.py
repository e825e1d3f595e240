"""The system's Firefox without a window, driven by Playwright as the Chromium is: the same phone, the same taps.

Playwright drives a Firefox as it is by WebDriver BiDi, and at once asks for a command that Firefox does not have. So
what it starts is this file as a program: it starts Firefox and passes on what the two say, but for that command.
"""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

FIREFOX = next((found for name in ("firefox-esr", "firefox") if (found := shutil.which(name))), "")
UNKNOWN = frozenset({"emulation.setMediaFeaturesOverride"})
"""Commands that Firefox does not have; Playwright is told that they were carried out."""
LISTENING = "WebDriver BiDi listening on "
PREFERENCES = {
    # no requests to other hosts: they have a proxy that is not there
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    # a camera that shows changing colors, and needs no question
    "media.navigator.streams.fake": True,
    "media.navigator.permission.disabled": True,
    "dom.security.https_first": False,
}


@contextmanager
def firefox(playwright: Playwright) -> Iterator[Browser]:
    """The system's Firefox, without a window, as a browser of Playwright's."""
    with tempfile.TemporaryDirectory() as name:
        program = Path(name, "firefox")
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{__file__}" "$@"\n')
        program.chmod(0o755)
        browser = playwright.firefox.launch(
            channel="moz-firefox", executable_path=program, headless=True, firefox_user_prefs=dict(PREFERENCES)
        )
        try:
            yield browser
        finally:
            browser.close()


async def run(arguments: Sequence[str]) -> None:
    """Run Firefox and listen in its place, until it ends."""
    process = await asyncio.create_subprocess_exec(FIREFOX, *arguments, stderr=asyncio.subprocess.PIPE)
    assert process.stderr is not None
    while not (found := re.search(LISTENING + r"(\S+)", (line := await process.stderr.readline()).decode())):
        if not line:
            raise SystemExit(await process.wait())
    address = found[1] + "/session"

    async def pass_on(driver: ServerConnection) -> None:
        async with connect(address, max_size=None, compression=None) as browser:
            answers = asyncio.create_task(_pass_answers(browser, driver))
            async for message in driver:
                command = json.loads(message)
                if command["method"] in UNKNOWN:
                    await driver.send(json.dumps({"type": "success", "id": command["id"], "result": {}}))
                else:
                    await browser.send(message)
            answers.cancel()

    async with serve(pass_on, "127.0.0.1", 0, max_size=None, compression=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        print(f"{LISTENING}ws://127.0.0.1:{port}", file=sys.stderr, flush=True)
        async for said in process.stderr:
            sys.stderr.buffer.write(said)
            sys.stderr.flush()
        await process.wait()


async def _pass_answers(browser: ClientConnection, driver: ServerConnection) -> None:
    async for message in browser:
        await driver.send(message)


@click.command(help=__doc__, context_settings={"ignore_unknown_options": True})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def main(arguments: tuple[str, ...]) -> None:
    """Be the program that Playwright starts, with Firefox's arguments."""
    asyncio.run(run(arguments))


if __name__ == "__main__":
    main()

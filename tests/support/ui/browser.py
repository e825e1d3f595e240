"""A real server and a real Chromium at phone size, for journeys that read like play."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, Playwright
from playwright.sync_api import Error as PlaywrightError

from companion.access.lan import lan_addresses
from companion.cli.errors import EXIT_PORT_IN_USE

CHROMIUM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), ""
)
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    # nothing may come from outside
    "--host-resolver-rules=MAP * ~NOTFOUND, "
    + ", ".join(f"EXCLUDE {host}" for host in ("127.0.0.1", *lan_addresses())),
]
ONCE = "--js-flags=--liftoff-only --wasm-lazy-compilation"
"""For journeys, in which code runs a few times only: what would make it faster takes longer than it saves."""
PATIENCE = 30_000
"""Milliseconds to wait for anything; a crowded machine is slow, and a wait that succeeds costs nothing."""
HUMAN = 300
"""Milliseconds between two taps: the table takes quicker ones for one tap."""
TAPPABLE = ("button", "switch", "radio", "tab", "checkbox", "menuitem", "link")
SHOTS = Path(os.environ.get("SOBREMESA_SHOTS", tempfile.gettempdir() + "/sobremesa-shots"))
LOOKED_AT = True
"""Whether anybody looks at the pictures. If not, none is taken, and a point is one pixel: that is drawn sooner."""
OFTEN = 50
"""Milliseconds after which a page is looked at again: reading it costs the browser time that it needs for drawing."""


RESTLESS = 20
"""Looks after which something is tapped that never lies still."""


class Server:
    """A ``sobremesa`` process over a folder of its own; it can be killed and comes back on the same port."""

    def __init__(self, data: Path, *options: str) -> None:
        self.data = data
        self.options = options
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}/"
        self.descriptors = 0
        """The most files and connections that the process may have open; 0 for as many as this one may."""
        self.environment: dict[str, str] = {}
        """What its environment has beside this one's."""
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> Server:
        limit = ["sh", "-c", f'ulimit -n {self.descriptors}; exec "$0" "$@"'] if self.descriptors else []
        command = [
            *limit,
            sys.executable,
            "-m",
            "companion",
            "--port",
            str(self.port),
            "--no-browser",
            "--data",
            str(self.data),
            *self.options,
        ]
        with self.log.open("ab") as log:
            environment = {**os.environ, **self.environment}
            self._process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        if self._wait() == EXIT_PORT_IN_USE and not self._has_served:  # somebody took the port since it was found free
            self._move()
            return self.start()
        self._has_served = True
        return self

    def _move(self) -> None:
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}/"

    def kill(self) -> None:
        """As ``kill -9`` does: the process gets no chance to say goodbye."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()

    def restart(self) -> Server:
        self.kill()
        return self.start()

    @property
    def log(self) -> Path:
        return self.data / "server.log"

    @property
    def worked(self) -> float:
        """Seconds of a processor that it has had; never the same twice while one of its threads wants to go on."""
        assert self._process is not None
        tasks = [path.read_text("ascii") for path in Path(f"/proc/{self._process.pid}/task").glob("*/stat")]
        fields = [task.rpartition(")")[2].split() for task in tasks]
        if any(state == "R" for state, *_ in fields):
            return time.monotonic()
        return sum(int(field) for task in fields for field in task[11:13]) / os.sysconf("SC_CLK_TCK")

    def _wait(self) -> int:
        """Wait until it answers; the exit code 0 while it runs, ``PORT_TAKEN`` if another program has its port."""
        assert self._process is not None
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end and self._process.poll() is None:
            with suppress(urllib.error.URLError, OSError), urllib.request.urlopen(self.url, timeout=5):
                return 0
            time.sleep(0.05)
        if self._process.poll() == EXIT_PORT_IN_USE:
            return EXIT_PORT_IN_USE
        raise AssertionError(f"the server did not come up:\n{self.log.read_text('utf-8')}")


def _free_port() -> int:
    """A free port outside the range of outgoing connections, which a flood uses up."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as sock, suppress(OSError):
            sock.bind(("127.0.0.1", port))
            return port


class Phone:
    """A phone that looks at the server: find things by what they say, as somebody who listens to the screen does."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page = page
        self.server = server
        self.taps = 0
        page.set_default_timeout(PATIENCE)

    # --- coming and going ----------------------------------------------------------------------------------------

    def open(self, path: str = "/") -> Phone:
        self.page.goto(self.server.url + path.lstrip("/"))
        return self.wake()

    def reload(self) -> Phone:
        self.page.reload()
        return self.wake()

    def wake(self) -> Phone:
        """Wait for the first picture and switch on what a screen reader uses."""
        self.page.wait_for_selector("flt-semantics-placeholder", state="attached")
        self.page.evaluate("document.querySelector('flt-semantics-placeholder')?.click()")
        self.until(f"() => (said => said && !said.includes('Working...'))(({READ})())")
        return self

    def until(self, script: str, text: str = "") -> None:
        """Wait for that to be true of the page; asked from here, for its own policy lets nobody evaluate there."""
        end = time.monotonic() + PATIENCE / 1000
        while not self.page.evaluate(script, text):
            if time.monotonic() > end:
                raise PlaywrightError(f"never true: {script} of {text!r}")
            self.page.wait_for_timeout(OFTEN)

    @property
    def path(self) -> str:
        """The address below the server's."""
        return str(self.page.evaluate("location.pathname"))

    def at_table(self) -> str:
        """The address of the table that is shown; it follows the picture by a moment."""
        self.until("() => location.pathname.startsWith('/table/')")
        return self.path

    # --- tapping -------------------------------------------------------------------------------------------------

    def find(self, name: str | re.Pattern[str]) -> Locator:
        """Whatever can be tapped and has exactly this name; else whatever has it in its name."""
        exact, loose = self._named(name, True), self._named(name, False)
        try:
            exact.or_(loose).first.wait_for(state="attached")
        except PlaywrightError as error:
            raise AssertionError(f"nothing to tap is called {name!r}. The screen says:\n{self.text}") from error
        return exact.first if exact.count() else loose.first

    def _named(self, name: str | re.Pattern[str], exact: bool) -> Locator:
        first, *others = (self.page.get_by_role(role, name=name, exact=exact) for role in TAPPABLE)  # type: ignore[arg-type]
        for other in others:
            first = first.or_(other)
        return first

    def can_tap(self, name: str | re.Pattern[str]) -> bool:
        """Whether it is there now; does not wait."""
        return self._named(name, False).count() > 0

    def tap(self, name: str | re.Pattern[str], counts: bool = True) -> Phone:
        """One tap, no quicker than a person's, on what lies still; counted unless it is not part of the play."""
        self._still(name).click()
        self.taps += counts
        return self

    def _still(self, name: str | re.Pattern[str]) -> Locator:
        """What is to be tapped, once neither its place nor any word on the screen changes between two looks.

        On a crowded machine a tap may otherwise land on what slides into its place. What never rests (a clock, a
        viewfinder) is tapped after ``RESTLESS`` looks.
        """
        before = None
        for _ in range(RESTLESS):
            found = self.find(name)
            seen = (found.bounding_box(), self.text)
            if seen == before:
                break
            before = seen
            self.page.wait_for_timeout(HUMAN)
        return found

    def type(self, label: str, text: str) -> Phone:
        """Replace what stands in a field."""
        self.page.get_by_role("textbox", name=label).first.click()
        self.page.wait_for_timeout(HUMAN)  # the field says what it holds when it is focused, over what comes too soon
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)
        return self

    def upload(self, path: Path | str, button: str | re.Pattern[str] = re.compile("oto")) -> Phone:
        """Tap the button that asks for a file (the photo's, if not told otherwise) and choose this one."""
        with self.page.expect_file_chooser() as chooser:
            self.tap(button)
        chooser.value.set_files(str(path))
        return self

    # --- looking -------------------------------------------------------------------------------------------------

    def sees(self, *texts: str) -> Phone:
        """Wait until all of these can be read somewhere on the screen."""
        for text in texts:
            try:
                self.until(f"text => ({READ})().includes(text)", text)
            except PlaywrightError as error:
                raise AssertionError(f"nowhere to be read: {text!r}. The screen says:\n{self.text}") from error
        return self

    def sees_no(self, *texts: str) -> Phone:
        """Wait until none of these can be read."""
        for text in texts:
            self.until(f"text => !({READ})().includes(text)", text)
        return self

    @property
    def text(self) -> str:
        """All that can be read, names of buttons included."""
        return str(self.page.evaluate(f"({READ})()"))

    def shot(self, name: str) -> Path:
        """A picture of the screen, after its movements have ended, if anybody looks at it."""
        path = SHOTS / f"{name}.png"
        if not LOOKED_AT:
            return path
        SHOTS.mkdir(parents=True, exist_ok=True)
        for _ in range(2):  # a crowded machine may leave its last frame undrawn until something asks for one
            self.page.wait_for_timeout(400)
            self.page.evaluate("window.dispatchEvent(new Event('resize'))")
        self.page.wait_for_timeout(200)
        self.page.screenshot(path=path)
        return path


READ = """() => [...document.querySelectorAll('flt-semantics-host *')].map(
    one => [one.getAttribute('aria-label'), one.value,
            [...one.childNodes].filter(n => n.nodeType === 3).map(n => n.data).join('')].filter(Boolean).join('\\n')
).filter(Boolean).join('\\n')"""


@contextmanager
def chromium(playwright: Playwright, *more: str) -> Iterator[Browser]:
    """The system's Chromium, without a window."""
    browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=[*ARGS, *more])
    try:
        yield browser
    finally:
        browser.close()


@contextmanager
def phone(browser: Browser, server: Server, path: str = "/", **more: Any) -> Iterator[Phone]:
    """A phone at the home page, or at that path; another size, language or light can be asked for.

    The page's own policy is left out, for it forbids what Playwright waits with; ``tests/e2e/test_tls.py`` is under it.
    """
    size = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2 if LOOKED_AT else 1}
    context = browser.new_context(**{**size, "locale": "es-ES", "bypass_csp": True, **more})
    try:
        yield Phone(context.new_page(), server).open(path)
    finally:
        context.close()

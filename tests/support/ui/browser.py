"""A real server and a real Chromium at phone size, for user journeys."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, FloatRect, Locator, Page, Playwright
from playwright.sync_api import Error as PlaywrightError

from companion.access.lan import lan_addresses
from companion.cli.errors import EXIT_PORT_IN_USE
from companion.storage.matches import Storage
from companion.ui.design.hints import HINTS_KEY
from companion.ui.games.scenes import scene_of
from rules.registry import GAMES
from tests.support.server.forked import ForkedProcess
from tests.support.server.processes import free_port

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
    # no requests to other hosts
    "--host-resolver-rules=MAP * ~NOTFOUND, "
    + ", ".join(f"EXCLUDE {host}" for host in ("127.0.0.1", *lan_addresses())),
]
ONCE = "--js-flags=--liftoff-only --wasm-lazy-compilation"
"""Start-up flags for short journeys: optimising the code would take longer than it saves."""
PATIENCE = 30_000
"""Milliseconds to wait for anything; long, because a busy machine is slow."""
CLICKED_AGAIN = 5_000
"""Milliseconds after which the button that switches on the semantics is clicked again."""
GONE = 2_000
"""Milliseconds after which what was found and cannot be measured has gone away."""
HUMAN = 300
"""Milliseconds between two taps: the table takes quicker ones for one tap."""
LATE = 900
"""Milliseconds after which a focus that has not moved stays where it is: a busy machine moves it late."""
TAPPABLE = ("button", "switch", "radio", "tab", "checkbox", "menuitem", "link")
TOLD = ("Ha pasado: ", "Hecho: ", "Deshacer: ", "Por qué: ", "What happened: ", "Done: ", "Undo: ", "Why: ")
"""How the names of controls begin that tell of a past event, in both languages."""
SHOTS = Path(os.environ.get("SOBREMESA_SHOTS", tempfile.gettempdir() + "/sobremesa-shots"))
LOOKED_AT = True
"""Whether screenshots are kept. If not, none is taken, and a point is one pixel, for speed."""
FONTS = "/assets/fonts/"
"""A part of the address of every font that Flutter asks for."""
OFTEN = 50
"""Milliseconds between two reads of a page: reading takes time from drawing."""


ALL_SEEN = " ".join(f"{key}.{hint.key}" for key in GAMES for hint in scene_of(key).model.first_turn)
HINTS_SEEN = f"localStorage.setItem('flutter.{HINTS_KEY}', {json.dumps(json.dumps(ALL_SEEN))})"
"""A script that makes a browser one that has seen every hint of the first turn."""
FEW_FRAMES = Path(__file__).with_name("few_frames.js").read_text()
"""A script that makes a browser draw ten frames a second: for tests that look at a page at rest, and mostly draw."""
RESTLESS = 20
"""Reads after which a control that never rests is tapped anyway."""


class Server:
    """A ``sobremesa`` process over its own folder, which can be killed and restarted."""

    def __init__(self, data: Path, *options: str) -> None:
        self.data = data
        self.options = options
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/"
        self.descriptors = 0
        """The most open files of the process; 0 for this process's limit."""
        self.environment: dict[str, str] = {}
        """Additions to this process's environment."""
        self.is_forked = False
        """Whether it is forked from a process that has imported its modules, unless it needs an environment."""
        self._process: subprocess.Popen[bytes] | ForkedProcess | None = None

    def start(self) -> Server:
        arguments = ["--port", str(self.port), "--no-browser", "--data", str(self.data), *self.options]
        if self.is_forked and not self.environment and not self.descriptors:
            self._process = ForkedProcess(arguments, self.log)
        else:
            self._process = self._execute(arguments)
        if self._wait() == EXIT_PORT_IN_USE and not self._has_served:  # another program took the port in the meantime
            self._move()
            return self.start()
        self._has_served = True
        return self

    def _execute(self, arguments: list[str]) -> subprocess.Popen[bytes]:
        limit = ["sh", "-c", f'ulimit -n {self.descriptors}; exec "$0" "$@"'] if self.descriptors else []
        command = [*limit, sys.executable, "-m", "companion", *arguments]
        with self.log.open("ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, **self.environment})

    def _move(self) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/"

    def kill(self) -> None:
        """Kill the process like ``kill -9``, without a chance to clean up."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()

    def restart(self) -> Server:
        self.kill()
        return self.start()

    def open_storage(self) -> Storage:
        """The games of this server, opened beside it."""
        return Storage(self.data)

    @property
    def log(self) -> Path:
        return self.data / "server.log"

    @property
    def worked(self) -> float:
        """Processor seconds used; never the same twice while a thread is runnable."""
        assert self._process is not None
        tasks = [path.read_text("ascii") for path in Path(f"/proc/{self._process.pid}/task").glob("*/stat")]
        fields = [task.rpartition(")")[2].split() for task in tasks]
        if any(state == "R" for state, *_ in fields):
            return time.monotonic()
        return sum(int(field) for task in fields for field in task[11:13]) / os.sysconf("SC_CLK_TCK")

    def _wait(self) -> int:
        """Wait until it answers: the exit code, 0 while it runs, ``EXIT_PORT_IN_USE`` if in use."""
        assert self._process is not None
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end and self._process.poll() is None:
            try:
                urllib.request.urlopen(self.url, timeout=5).close()
                return 0
            except urllib.error.HTTPError as refusal:
                if refusal.code == 403:  # a public process, which answers under the name of its address only
                    return 0
            except OSError:
                pass  # not yet
            time.sleep(0.05)
        if self._process.poll() == EXIT_PORT_IN_USE:
            return EXIT_PORT_IN_USE
        raise AssertionError(f"the server did not come up:\n{self.log.read_text('utf-8')}")


class Phone:
    """A phone at the server; controls are found by their names, as with a screen reader."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page = page
        self.server = server
        self.taps = 0
        page.set_default_timeout(PATIENCE)

    # --- opening and closing -------------------------------------------------------------------------------------

    def open(self, path: str = "/") -> Phone:
        self.page.goto(self.server.url + path.lstrip("/"))
        return self.wake()

    def reload(self) -> Phone:
        self.page.reload()
        return self.wake()

    def wake(self) -> Phone:
        """Wait for the first drawing and switch on the semantics of screen readers.

        On a busy machine the page can show their button before it listens to it.
        """
        self.page.wait_for_selector("flt-semantics-placeholder", state="attached")
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end:
            self.page.evaluate("document.querySelector('flt-semantics-placeholder')?.click()")
            with suppress(PlaywrightError):
                self.until(f"() => (said => said && !said.includes('Working...'))(({READ})())", patience=CLICKED_AGAIN)
                return self
        raise PlaywrightError("the page shows nothing")

    def until(self, script: str, text: str = "", patience: float | None = None) -> None:
        """Wait for a condition, polled from here, because the page's policy forbids evaluation."""
        end = time.monotonic() + (PATIENCE if patience is None else patience) / 1000
        while not self.page.evaluate(script, text):
            if time.monotonic() > end:
                raise PlaywrightError(f"never true: {script} of {text!r}")
            self.page.wait_for_timeout(OFTEN)

    @property
    def path(self) -> str:
        """The path of the address."""
        return str(self.page.evaluate("location.pathname"))

    def at_table(self) -> str:
        """The address of the table that is shown; it follows the screen with a delay."""
        self.until("() => location.pathname.startsWith('/t/')")
        return self.path

    # --- tapping -------------------------------------------------------------------------------------------------

    def find(self, name: str | re.Pattern[str]) -> Locator:
        """The control with exactly this name, else one that contains it and tells nothing of what has happened."""
        exact, loose = self._named(name, True), self._named(_not_told(name), False)
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
        """Whether ``find`` would find it now, without waiting."""
        return self._named(name, True).or_(self._named(_not_told(name), False)).count() > 0

    def tap(self, name: str | re.Pattern[str], counts: bool = True) -> Phone:
        """Tap a control at rest, at a person's pace; counted unless told otherwise."""
        self._still(name).click()
        self.taps += counts
        return self

    def lift(self) -> Phone:
        """Take the mouse, which stays where it tapped, off the screen: a sign under it says its name."""
        self.page.mouse.move(0, 0)
        return self

    def _still(self, name: str | re.Pattern[str]) -> Locator:
        """The control to tap, once neither its place nor any text changes between two reads.

        On a busy machine a tap may otherwise hit what moves into its place. What never rests (a clock, a viewfinder) is
        tapped after ``RESTLESS`` reads. What goes away between being found and being measured was of the screen before.
        """
        before = None
        for _ in range(RESTLESS):
            found = self.find(name)
            try:
                found.scroll_into_view_if_needed(timeout=GONE)  # Flutter's list follows a frame later
                seen = (found.bounding_box(timeout=GONE), self.text)
            except PlaywrightError:
                continue
            if seen == before and seen[0]:
                break
            before = seen
            self.page.wait_for_timeout(HUMAN)
            self.draw_last_frame()
        return found

    def box(self, name: str | re.Pattern[str]) -> FloatRect:
        """Where the control lies, in CSS pixels; found anew if it went away before it was measured."""
        for _ in range(RESTLESS):
            with suppress(PlaywrightError):
                if box := self.find(name).bounding_box(timeout=GONE):
                    return box
        raise AssertionError(f"{name!r} is never there to be measured")

    def press_tab(self, focused: str) -> str:
        """Press Tab; what the script reads of the focus, once it is another one or had the time to be."""
        before = self.page.evaluate(focused)
        self.page.keyboard.press("Tab")
        for _ in range(LATE // OFTEN):
            self.page.wait_for_timeout(OFTEN)
            if (now := self.page.evaluate(focused)) not in ("", before):
                return str(now)
        return str(self.page.evaluate(focused))

    def type(self, label: str, text: str, pace: float = 0) -> Phone:
        """Replace the text of a field, with that many milliseconds between two letters."""
        self.page.get_by_role("textbox", name=label).first.click()
        self.page.wait_for_timeout(HUMAN)  # on focus the field restores its text over input that comes too soon
        self.draw_last_frame()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text, delay=pace)
        return self

    def upload(self, path: Path | str, button: str | re.Pattern[str] = re.compile("oto")) -> Phone:
        """Tap the button that asks for a file (by default the photo's) and choose this one."""
        return self.upload_all([path], button)

    def upload_all(self, paths: Sequence[Path | str], button: str | re.Pattern[str]) -> Phone:
        """Tap the button that asks for files and choose these."""
        with self.page.expect_file_chooser() as chooser:
            self.tap(button)
        chooser.value.set_files([str(path) for path in paths])
        return self

    # --- reading -------------------------------------------------------------------------------------------------

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
        """All texts on the screen, names of buttons included."""
        return str(self.page.evaluate(f"({READ})()"))

    def draw_last_frame(self) -> None:
        """Ask for a frame: of several headless pages one may hold the last frame back until it is asked for another."""
        self.page.evaluate("() => new Promise(done => { requestAnimationFrame(done); setTimeout(done, 1000) })")

    def shot(self, name: str) -> Path:
        """A screenshot after all animations, if screenshots are kept."""
        path = SHOTS / f"{name}.png"
        if not LOOKED_AT:
            return path
        SHOTS.mkdir(parents=True, exist_ok=True)
        for _ in range(2):  # a busy machine may not draw its last frame until something asks for one
            self.page.wait_for_timeout(400)
            self.page.evaluate("window.dispatchEvent(new Event('resize'))")
        self.page.wait_for_timeout(200)
        self.page.screenshot(path=path)
        return path


def _not_told(name: str | re.Pattern[str]) -> str | re.Pattern[str]:
    """That text anywhere in a name, but for the lines of the log, which name the same cards and players."""
    if isinstance(name, re.Pattern) or name.startswith(TOLD):
        return name
    escaped = re.escape(name).replace("/", r"\/")  # a selector ends a pattern at a slash
    return re.compile(f"^(?!{'|'.join(TOLD)})[\\s\\S]*{escaped}", re.IGNORECASE)


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
def phone(
    browser: Browser,
    server: Server,
    path: str = "/",
    scripts: tuple[str | Path, ...] = (),
    *,
    explains: bool = False,
    draws_few: bool = True,
    **more: Any,
) -> Iterator[Phone]:
    """A phone at that path, by default the home page, of a given size, language or theme.

    It has seen every hint of the first turn, unless it ``explains``, and ``draws_few`` frames a second, as drawing is
    most of a browser test's work; tests of what moves need all of them.
    Each of the ``scripts``, in a file or as text, runs before the page's own. The page's own policy is left out, for it
    forbids what Playwright waits with; ``tests/e2e/test_tls.py`` tests it. In the end its page must have asked for no
    font that is not there.
    """
    size = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2 if LOOKED_AT else 1}
    context = browser.new_context(**{**size, "locale": "es-ES", "bypass_csp": True, **more})
    if not explains:
        context.add_init_script(script=HINTS_SEEN)
    if draws_few:
        context.add_init_script(script=FEW_FRAMES)
    for script in scripts:
        context.add_init_script(**{"path" if isinstance(script, Path) else "script": script})
    missing: list[str] = []
    context.on("response", lambda it: missing.append(it.url) if it.status == 404 and FONTS in it.url else None)
    try:
        yield Phone(context.new_page(), server).open(path)
        assert not missing, "a text is drawn in no font of the page's"
    finally:
        context.close()

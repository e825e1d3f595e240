"""The whole app on a phone without a browser: routes, replies to method calls, threads."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import flet as ft
from flet.controls.context import _context_page, context
from flet.messaging.protocol import Message, MessageAction, RegisterClientResponseBody
from flet.messaging.session import Session

from companion.library.library import Library
from companion.ui.app import build
from companion.ui.design.hints import HINTS_KEY
from companion.ui.design.page_look import show_language
from companion.ui.games.scenes import scene_of
from rules.registry import GAMES
from tests.support.ui.headless import BUTTONS, Phone, Wire, _covers, _walk

Scene = Callable[["App"], Awaitable[None]]
ALL_SEEN = " ".join(f"{key}.{hint.key}" for key in GAMES for hint in scene_of(key).model.first_turn)
"""What a phone stores that has seen every hint of the first turn."""
MOMENT = 0.01
"""Seconds that a phone waits for a thread before it looks again."""
LOOKS = 300
"""Looks at the screen after which what is not there is missing."""
OPENING_MOMENT = 5.0
"""Seconds that a phone waits for the threads of a page that opens, on a busy machine."""
MOST_THREADS = 4
"""Threads for which it waits one after another; a page that watches a camera starts them for ever."""


FEATURES = ("accessible_navigation", "bold_text", "disable_animations", "high_contrast", "invert_colors")
FEATURES += ("reduce_motion", "on_off_switch_labels", "supports_announcements")


def features(*present: str) -> dict[str, bool]:
    """What a system says of its accessibility features, of which those are on."""
    return {name: name in present for name in FEATURES}


class Answering(Wire):
    """A connection that replies to Flet's method calls: it reads Spanish and changes routes.

    Its browser keeps what it is given in ``kept``.
    """

    def __init__(self, kept: dict[str, str]) -> None:
        super().__init__()
        self.working: set[asyncio.Future[Any]] = set()
        """What threads are doing for the pages of this loop."""
        self._run_in_executor = self.loop.run_in_executor
        self.loop.run_in_executor = self._follow  # type: ignore[method-assign,assignment]
        self.replies: dict[str, Callable[[Any], Any]] = {
            "get_device_info": lambda body: {"languages": ["es-ES"]},
            "get": lambda body: kept.get(body.args["key"]),
            "set": lambda body: kept.update({body.args["key"]: body.args["value"]}) or True,  # type: ignore[func-returns-value]
        }

    def _follow(self, *work: Any) -> asyncio.Future[Any]:
        future = self._run_in_executor(*work)
        self.working.add(future)
        future.add_done_callback(self.working.discard)
        return future

    def send_message(self, message: Message) -> None:
        if message.action == MessageAction.INVOKE_METHOD and self.session is not None:
            body = message.body
            reply, error = None, None
            try:
                reply = self.replies[body.name](body) if body.name in self.replies else None
            except RuntimeError as said:  # a browser's refusal comes back as a message
                error = str(said)
            if body.name == "push_route":
                self.loop.create_task(self._go(body.args["route"]))
            self.loop.call_soon(self.session.handle_invoke_method_results, body.control_id, body.call_id, reply, error)
        else:
            super().send_message(message)

    async def _go(self, route: str) -> None:
        assert self.session is not None
        self.session.apply_page_patch({"route": route})
        await self.session.dispatch_event(self.session.page._i, "route_change", {"route": route})


class App(Phone):
    """A phone that has opened the app; a button's name is its text or label."""

    _read: tuple[object, str] = (None, "")

    def __init__(self, width: int = 390, height: int = 844, kept: dict[str, str] | None = None) -> None:
        super().__init__(width, height)
        self.kept = {HINTS_KEY: ALL_SEEN} if kept is None else kept
        """What its browser keeps, over several phones if they share it."""

    async def show(self, component: Callable[..., Any], *args: Any) -> App:
        """Draw a component alone."""
        return await self.open(lambda page: page.render(component, *args))

    async def open(self, main: Callable[[ft.Page], Any], route: str = "/") -> App:
        """Open the address."""
        self.wire = self.answering = Answering(self.kept)
        self.session = self.wire.session = Session(self.wire)
        self.ready()
        self.page = self.session.page
        self.session.apply_page_patch({"route": route, "platform": "android", "web": True, **self.size})
        hello = RegisterClientResponseBody(self.session.id, self.session.get_page_patch(), "")
        self.wire.send_message(Message(MessageAction.REGISTER_CLIENT, hello))
        _context_page.set(self.page)
        context.reset_auto_update()
        show_language(self.page, self.language)
        started = main(self.page)
        if isinstance(started, Awaitable):
            await started
        await self.session.after_event(self.page)
        await self.settle(moment=OPENING_MOMENT)
        return self

    def ready(self) -> None:
        """Hook before the first drawing, for what else this phone has."""

    async def settle(self, moment: float = MOMENT) -> None:
        """Let everything that was scheduled happen, and threads that end within a moment, in seconds."""
        await super().settle()
        end = self.wire.loop.time() + moment
        for _ in range(MOST_THREADS):
            if not self.answering.working or (left := end - self.wire.loop.time()) <= 0:
                break
            await asyncio.wait(tuple(self.answering.working), timeout=left, return_when=asyncio.FIRST_COMPLETED)
            await super().settle()

    async def wait(self) -> None:
        """Settle, or let a moment pass if no thread is at work."""
        if not self.answering.working:
            await asyncio.sleep(MOMENT)
        await self.settle()

    @property
    def text(self) -> str:
        """All texts, one a line; read again only after the screen has changed."""
        screen = self.wire, self.wire.patches
        if self._read[0] != screen:
            self._read = screen, "\n".join(filter(None, map(text_of_control, self.drawn())))
        return self._read[1]

    def drawn(self) -> Iterator[Any]:
        """The visible part: the top page, without what is hidden or covered."""
        top = [one for one in self.controls() if isinstance(one, ft.View)][-1:]
        hidden: set[int] = set()
        for control in self.controls([*top, self.page._dialogs]):
            if id(control) in hidden:
                continue
            if getattr(control, "visible", True) is False or _covers(control):
                hidden |= {id(one) for one in _walk(control, set())}
                continue
            yield control

    def buttons(self) -> list[tuple[str, Any]]:
        """Everything that can be tapped, with its name."""
        return [(name(control), control) for control in self.drawn() if isinstance(control, BUTTONS)]

    def find(self, name: str) -> Any:
        """The button with exactly that name, else the first that contains it."""
        buttons = self.buttons()
        named = [one for called, one in buttons if called == name]
        named += [one for called, one in buttons if name in called]
        assert named, f"nothing to tap is called {name!r}: {self.names()}"
        return named[0]

    def one(self, kind: type[Any], like: Callable[[Any], bool] = lambda control: True) -> Any:
        """The first control of that kind."""
        return next(control for control in self.drawn() if isinstance(control, kind) and like(control))

    async def tap(self, name: str) -> None:
        """Tap the button with that name, once it has been drawn."""
        for _ in range(LOOKS):
            if any(name in called for called, _ in self.buttons()):
                break
            await self.wait()
        await super().tap(name)

    async def sees(self, *texts: str) -> App:
        """Wait until all of these can be read."""
        for text in texts:
            for _ in range(LOOKS):
                if text in self.text:
                    break
                await self.wait()
            assert text in self.text, f"nowhere to be read: {text!r}. The screen says:\n{self.text}"
        return self

    async def photo(self, data: Any, **more: Any) -> None:
        """Choose a file for the photo button, and wait until it was read."""
        button = self.one((ft.FilledButton, ft.OutlinedButton), lambda one: one.action is not None)  # type: ignore[arg-type]
        size = len(data) if isinstance(data, bytes) else 0
        file = {"id": 0, "name": "photo.jpg", "size": size, "bytes": data, **more}
        await self.session.dispatch_event(button.action.service_id, "result", {"files": [file]})
        for _ in range(600):
            await self.wait()
            if not any(isinstance(one, ft.ProgressRing) for one in self.drawn()):
                return

    async def choose(self, value: str) -> None:
        """Choose the radio button of that value."""
        has = lambda group: value in [one.value for one in self.controls(group) if isinstance(one, ft.Radio)]  # noqa: E731
        await self.change(self.one(ft.RadioGroup, has), value)

    async def change(self, control: Any, value: Any) -> None:
        """Change a control as the client does: the new value first, then the event."""
        self.session.apply_patch(control._i, {"value": value})
        await self.fire(control, "change", value)


def name(button: Any) -> str:
    """The name read aloud: a label that replaces the content, or all texts."""
    for control in _walk(button, set()):
        if isinstance(control, ft.Semantics) and control.label and control.exclude_semantics:
            return str(control.label)
    return " ".join(filter(None, map(text_of_control, _walk(button, set()))))


def text_of_control(control: Any) -> str:
    """The text of this control alone."""
    match control:
        case ft.Text():
            return str(control.semantics_label or control.value or "".join(s.text or "" for s in control.spans or ()))
        case ft.Icon():
            return str(control.semantics_label or "")
        case ft.Semantics() | ft.Radio() | ft.TextField():
            return str(control.label or "")
    content = getattr(control, "content", None)
    return content if isinstance(content, str) else ""


async def app_at(library: Library, route: str = "/", kind: Callable[[], Any] = App) -> Any:
    """Return a phone of that kind that has opened the app at that address."""
    return await kind().open(build(library), route)


def played(scene: Callable[[Any], Awaitable[None]], kind: type[App] = App) -> None:
    """Run a scene with a fresh phone."""

    async def run() -> None:
        phone = kind()
        try:
            await scene(phone)
        finally:
            phone.wire.dispose()

    asyncio.run(run())

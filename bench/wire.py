"""A phone without a browser, cheap enough for hundreds: Flet's protocol over a real socket.

It keeps the tree of controls that the server sends, finds controls to tap by their accessible names, and records when
each message arrived. It joins as any guest does, by an invitation and its cookie.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import httpx
import msgpack
from flet.messaging.protocol import MessageAction
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

PATIENCE = 60.0
"""Seconds to wait for anything: the machine may be busy."""
NAME = "table.localhost"
"""The host name in requests: under its own the client would count as local."""
TAPS = {"TextButton": "click", "IconButton": "click", "GestureDetector": "tap"}
"""Controls that can be tapped, and the event of a tap."""
WORDS = ("label", "semantics_label", "value", "title")
Node = dict[Any, Any]
Seen = Callable[[str], bool]


class Screen:
    """The tree of controls as the server sent it, patched as the real page patches it."""

    def __init__(self) -> None:
        self._of: dict[int, Node] = {}
        self.page: Node = {}

    def show(self, page: Node) -> None:
        """Replace the whole tree, at first and after a reconnect."""
        self.page, self._of = page, {}
        self._learn(page)

    def patch(self, id: int, patch: list[Any]) -> None:
        """Patch below the control of that number: paths into it, and operations there."""
        ways, *operations = patch
        paths = dict(_paths(ways, ()))
        for kind, *where in operations:
            if kind == 3:  # a move from there to here
                part = self._at(id, paths[where[0]])
                _put(self._at(id, paths[where[2]]), where[3], part.pop(where[1]), True)
                continue
            part = self._at(id, paths[where[0]])
            if kind == 2:
                part.pop(where[1])
            else:
                _put(part, where[1], where[2], kind == 1)
                self._learn(where[2])

    def _at(self, id: int, path: tuple[Any, ...]) -> Any:
        part: Any = self._of[id]
        for step in path:
            part = part[step]
        return part

    def _learn(self, new: Any) -> None:
        for node in _nodes(new):
            self._of[node["_i"]] = node

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of all controls."""
        return frozenset(node["_i"] for node in _nodes(self.page.get("views", [])))

    @property
    def text(self) -> str:
        """All visible texts and accessible names, a line each."""
        return "\n".join(_words(self.page))

    def find(self, name: str) -> Node | None:
        """The control of that name or with that prefix, if any."""
        named = [(" ".join(_words(node)), node) for node in _nodes(self.page) if node["_c"] in TAPS]
        exact = [node for found, node in named if found == name]
        begins = [node for found, node in named if found.startswith(name)]
        return next(iter((*exact, *begins)), None)


def _paths(way: list[Any], path: tuple[Any, ...]) -> Iterator[tuple[int, tuple[Any, ...]]]:
    yield way[0], path
    for step, further in (way[1] if len(way) > 1 else {}).items():
        yield from _paths(further, (*path, step))


def _put(part: Any, key: Any, value: Any, anew: bool) -> None:
    if anew and isinstance(part, list):
        part.insert(key, value)
    else:
        part[key] = value


def _nodes(part: Any) -> Iterator[Node]:
    if isinstance(part, dict):
        if "_c" in part:
            yield part
        for value in part.values():
            yield from _nodes(value)
    elif isinstance(part, list):
        for value in part:
            yield from _nodes(value)


def _words(part: Node) -> Iterator[str]:
    """The texts of a control; a label replaces those below it, and covered parts are included."""
    for key in WORDS:
        if isinstance(part.get(key), str):
            yield part[key]
    if part.get("exclude_semantics") and "label" in part:
        return
    for value in part.values():
        for inner in value if isinstance(value, list) else (value,):
            if isinstance(inner, dict) and "_c" in inner:
                yield from _words(inner)


class Phone:
    """A guest's phone; behind a proxy its socket's path has the table in it."""

    def __init__(self, port: int, socket_path: str = "/ws") -> None:
        self.port = port
        self._socket_path = socket_path
        self.screen = Screen()
        self._waiting: list[tuple[Seen, asyncio.Future[float]]] = []
        self._socket: Any = None
        self._hears: asyncio.Task[None] | None = None
        self._asked_with: dict[str, str] = {}
        self._route = ""
        self._session: str | None = None

    async def come(self, word: str, route: str) -> Phone:
        """Send the invitation, keep the cookie, and open the table's page."""
        asked = {"Host": f"{NAME}:{self.port}"}
        async with httpx.AsyncClient(timeout=PATIENCE) as client:
            answer = await client.get(f"http://127.0.0.1:{self.port}/", params={"i": word}, headers=asked)
        answer.raise_for_status()
        cookies = "; ".join(f"{key}={value}" for key, value in answer.cookies.items())
        self._asked_with, self._route = {"Cookie": cookies}, route
        await self.wake()
        return self

    async def wake(self) -> None:
        """Connect for the first time, or to the session that went offline."""
        url = f"ws://{NAME}:{self.port}{self._socket_path}"
        to: dict[str, Any] = {"host": "127.0.0.1", "port": self.port}
        self._socket = await connect(
            url, additional_headers=self._asked_with, open_timeout=PATIENCE, max_size=None, **to
        )
        self._hears = asyncio.create_task(self._hear())
        page = {"route": self._route, "web": True, "platform": "android", "width": 390, "height": 844}
        await self._say(MessageAction.REGISTER_CLIENT, {"session_id": self._session, "page_name": "", "page": page})

    async def leave(self) -> None:
        """Close the page, or go offline."""
        if self._socket is not None:
            await self._socket.close()
        if self._hears is not None:
            await self._hears

    async def tap(self, name: str) -> float:
        """One tap on the control of that name, once it is there; the time of sending."""
        await self.until(lambda _: self.screen.find(name) is not None, name)
        found = self.screen.find(name)
        assert found is not None
        begun = time.perf_counter()
        await self._event(found["_i"], TAPS[found["_c"]], None)
        return begun

    async def sees(self, text: str) -> float:
        """Wait until that text is shown; the arrival time of the message that shows it."""
        return await self.until(lambda said: text in said, text)

    async def until(self, seen: Seen, what: str) -> float:
        """Wait until that holds for the shown text; ``what`` names it if it never does."""
        if seen(self.screen.text):
            return time.perf_counter()
        arrived: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._waiting.append((seen, arrived))
        try:
            return await asyncio.wait_for(arrived, PATIENCE)
        except TimeoutError:
            raise AssertionError(f"never to be seen: {what!r}. The screen says:\n{self.screen.text}") from None

    async def _hear(self) -> None:
        with suppress(ConnectionClosed):
            async for raw in self._socket:
                if isinstance(raw, str):  # a notice over the page, such as that its process ends
                    continue
                arrived = time.perf_counter()
                action, body = msgpack.unpackb(raw[1:], strict_map_key=False)
                await self._told(MessageAction(action), body)
                self._look(arrived)
        lost, self._waiting = self._waiting, []
        for _, future in lost:
            if not future.done():
                future.set_exception(ConnectionError("the connection was lost"))

    async def _told(self, action: MessageAction, body: Any) -> None:
        match action:
            case MessageAction.REGISTER_CLIENT:
                self._session = body["session_id"]
                self.screen.show(body["page_patch"])
            case MessageAction.PATCH_CONTROL:
                self.screen.patch(body["id"], body["patch"])
            case MessageAction.INVOKE_METHOD:
                await self._asked(body)
            case MessageAction.SESSION_CRASHED:
                raise AssertionError(body["message"])

    async def _asked(self, body: Any) -> None:
        """Answer a request to the page: it follows routes, and returns nothing for the rest."""
        if body["name"] == "push_route":
            await self._event(body["control_id"], "route_change", {"route": body["args"]["route"]})
        known = {"control_id": body["control_id"], "call_id": body["call_id"], "result": None, "error": None}
        await self._say(MessageAction.INVOKE_METHOD, known)

    def _look(self, arrived: float) -> None:
        if self._waiting:
            said = self.screen.text
            for seen, future in [one for one in self._waiting if one[0](said)]:
                self._waiting.remove((seen, future))
                if not future.done():
                    future.set_result(arrived)

    async def _event(self, target: int, name: str, data: Any) -> None:
        await self._say(MessageAction.CONTROL_EVENT, {"target": target, "name": name, "data": data})

    async def _say(self, action: MessageAction, body: Any) -> None:
        await self._socket.send(b"\x00" + bytes(msgpack.packb([action.value, body])))

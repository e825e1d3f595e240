"""What a browser takes from a page that is hidden, turned or left, and how it comes back.

The lock that keeps the screen on, sound and the voice only a script of the page can ask for again
(``assets/page-life.js``, which also tells ``outage.js`` when to look after the socket). Here is what the app itself
keeps: that the page is shown, for the camera, which waits for it; the way back; and what somebody has typed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, TypeVar

import flet as ft

from companion.base.session_value import SessionValue
from companion.ui.state import Ref, use_latest

from .hooks import escape_of_route, on_reconnect, skip_comparison, use_subscription

if TYPE_CHECKING:
    from flet.messaging.session import Session

T = TypeVar("T")
MAX_DRAFTS = 50
"""Most drafts that a page keeps; the oldest go first."""


# --- shown again -------------------------------------------------------------------------------------------------


def follow_reconnections(page: ft.Page) -> None:
    """Let a page that reconnects count as shown: what its browser said meanwhile is lost.

    The route with which it comes is where its browser was led, and no way back.
    """
    session: Session = page.session

    async def show() -> None:
        await session.dispatch_event(page._i, "app_lifecycle_state_change", {"state": "show"})

    def show_soon() -> None:
        expect_route(page, page.route)
        page.run_task(show)

    on_reconnect(page, show_soon)


_on_shown = SessionValue[dict[object, Callable[[], object]]]("on shown", dict)


def follow_visibility(page: ft.Page) -> None:
    """Let the page's browser tell whether it is shown, which it keeps to itself otherwise."""

    def hear(event: ft.AppLifecycleStateChangeEvent) -> None:
        skip_comparison()
        if event.state is ft.AppLifecycleState.SHOW:
            for act in tuple(_on_shown.get(page).values()):
                act()

    page.on_app_lifecycle_state_change = hear


def use_shown_again(act: Callable[[], object] | None) -> None:
    """Hook: what to do once the page shows again after it was hidden; nothing with None."""
    page, latest = ft.context.page, use_latest(act)

    def listen() -> Callable[[], None]:
        key, callbacks = object(), _on_shown.get(page)
        callbacks[key] = lambda: latest.current and latest.current()
        return lambda: callbacks.pop(key, None) and None

    use_subscription(listen, [])


# --- back --------------------------------------------------------------------------------------------------------


_wanted_route = SessionValue("wanted route", str)


def expect_route(page: ft.Page, route: str) -> None:
    """Note the route to which the app itself leads a page."""
    _wanted_route.set(page, route)


def is_back(page: ft.Page, shown: str, arrived: str) -> bool:
    """Return whether the browser itself, by its button Back, has left the route that is shown."""
    wanted = _wanted_route.get(page)
    _wanted_route.set(page, "")
    return arrived not in (shown, wanted)


def close_topmost(page: ft.Page, shown: str) -> bool:
    """Close the topmost dialog or sheet over the shown route; return whether there was one."""
    if page.pop_dialog() is not None:
        return True
    close = escape_of_route(page, shown)
    if close is not None:
        close()
    return close is not None


# --- what was typed ----------------------------------------------------------------------------------------------


_drafts = SessionValue[dict[Hashable, Ref[Any]]]("drafts", dict)
_question = SessionValue("question of the drafts", str)
OF_QUESTION = "question"
"""First part of the keys of drafts that go with their question."""


def begin_question(question: str) -> None:
    """Forget what was typed for another question than the one that the page now shows."""
    page = ft.context.page
    if _question.get(page) != question:
        _question.set(page, question)
        kept = {key: draft for key, draft in _drafts.get(page).items() if not _is_of_question(key)}
        _drafts.set(page, kept)


def _is_of_question(key: Hashable) -> bool:
    return isinstance(key, tuple) and key[:1] == (OF_QUESTION,)


def use_draft(key: Hashable, make: Callable[[], T]) -> Ref[T]:
    """Hook: what is being typed, kept in the session.

    So a widget that is drawn anew goes on with it. ``key`` says what it is for; it begins with ``OF_QUESTION`` where
    it is an answer.
    """
    drafts = _drafts.get(ft.context.page)
    if key not in drafts:
        for oldest in list(drafts)[: len(drafts) - MAX_DRAFTS + 1]:
            del drafts[oldest]
        drafts[key] = Ref(make())
    draft: Ref[T] = drafts[key]
    return draft


def use_forgetting(key: Hashable) -> Callable[[], None]:
    """Hook: how to forget a draft that was given."""
    page = ft.context.page

    def forget() -> None:
        _drafts.get(page).pop(key, None)

    return forget

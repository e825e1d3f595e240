"""Results of calls to a control that is gone by now, such as a closed camera."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import ParamSpec

P = ParamSpec("P")


def ignoring_late_results(handle: Callable[P, None]) -> Callable[P, None]:
    """Return a handler of such results that ignores Flet's error for them.

    ``handle`` is ``Session.handle_invoke_method_results``.

    The error ends what receives a page's messages: a server disconnects, a page without one hears no tap any more.
    """

    @wraps(handle)
    def tolerate(*args: P.args, **kwargs: P.kwargs) -> None:
        with suppress(RuntimeError):
            handle(*args, **kwargs)

    return tolerate

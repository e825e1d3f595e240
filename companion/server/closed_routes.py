"""Removal of routes that the web framework adds by itself and the app does not use."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.i18n import translator
from rules.engine import Text

from .html_pages import message_page, preferred_language

NOT_FOUND_TEXT = Text("There is nothing at this address.")
UNUSED_PATHS = ("/docs", "/docs/oauth2-redirect", "/redoc", "/openapi.json", "/oauth_callback")
"""Paths of the API documentation and of the OAuth sign-in."""


def remove_unused_routes(app: FastAPI) -> None:
    """Answer 404 for the API documentation and the sign-in, which the app does not have."""
    used = [route for route in app.router.routes if getattr(route, "path", "") not in UNUSED_PATHS]
    app.router.routes[:] = [*(Route(path, _not_found, methods=None) for path in UNUSED_PATHS), *used]


async def _not_found(request: Request) -> Response:
    language = preferred_language(request)
    return message_page(language, translator(language)(NOT_FOUND_TEXT), 404)

"""Removal of routes that the web framework adds by itself and the app does not use."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.i18n import translator
from rules.engine import Text

from .html_pages import reads, sentence

NOTHING = Text("There is nothing at this address.")
PATHS = ("/docs", "/docs/oauth2-redirect", "/redoc", "/openapi.json", "/oauth_callback")
"""Paths of the API documentation and of the OAuth sign-in."""


def close_unused(app: FastAPI) -> None:
    """Answer 404 for the API documentation and the sign-in, which the app does not have."""
    kept = [route for route in app.router.routes if getattr(route, "path", "") not in PATHS]
    app.router.routes[:] = [*(Route(path, _nothing, methods=None) for path in PATHS), *kept]


async def _nothing(request: Request) -> Response:
    language = reads(request)
    return sentence(language, translator(language)(NOTHING), 404)

"""Page over plain http on which a device installs the authority's certificate.

Nothing here is secret: the invitation is checked on https only.
"""

from __future__ import annotations

import html
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from companion.access.lan import Door
from companion.i18n import translator
from rules.engine import Text

from .html_pages import paper, reads

FILE = "/sobremesa.crt"
IPHONE = (
    Text("Open this page in Safari, tap the button above and allow the profile to be downloaded."),
    Text("Settings → General → VPN & Device Management → Sobremesa → Install."),
    Text("Settings → General → About → Certificate Trust Settings: switch Sobremesa on."),
)
ANDROID = (
    Text("Open this page in Chrome and tap the button above: the file lands in the downloads."),
    Text("Open the phone's settings, search them for “CA certificate” and tap “Install anyway”."),
    Text("Choose the file sobremesa.crt."),
)
ONCE = Text("This phone does not trust this table's certificate yet. It takes a minute, once.")
TAKE = Text("Take the certificate")
THEN = Text("Then scan the code of the invitation. Whoever has been here before goes straight to the table:")
FOR_WHAT = Text(
    "It vouches for addresses in numbers, like this table's, and for no web site. "
    "You can remove it in the same place after the game."
)


def answer(asks: HTTPConnection, door: Door, authority: bytes) -> Response:
    """Return the certificate, or the page with the instructions."""
    if asks.scope["path"] == FILE:
        return Response(authority, media_type="application/x-x509-ca-cert", headers={"Cache-Control": "no-store"})
    return _page(asks, door)


def _page(asks: HTTPConnection, door: Door) -> Response:
    language = reads(asks)
    words = translator(language)

    def said(text: Text) -> str:
        return html.escape(words(text))

    def steps(name: str, texts: tuple[Text, ...]) -> str:
        return f"<h2>{name}</h2><ol>{''.join(f'<li>{said(text)}</li>' for text in texts)}</ol>"

    table = html.escape(f"https://{_called(asks, door)}/")
    return paper(
        language,
        f"<h1>Sobremesa</h1><p>{said(ONCE)}</p>"
        f'<a class="button" href="{FILE}">{said(TAKE)}</a>'
        f"{steps('iPhone, iPad', IPHONE)}{steps('Android', ANDROID)}"
        f'<p>{said(THEN)} <a href="{table}">{table}</a></p><p>{said(FOR_WHAT)}</p>',
    )


def _called(asks: HTTPConnection, door: Door) -> str:
    """Return the https host and port under the name by which the reader reached this page."""
    try:
        name = urlsplit(f"//{asks.headers.get('host', '')}").hostname or ""
    except ValueError:
        name = ""
    return f"[{name}]:{door.port}" if ":" in name else f"{name}:{door.port}"

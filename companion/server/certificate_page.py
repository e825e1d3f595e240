"""Page over plain http on which a device installs the authority's certificate.

Nothing here is secret: the invitation is checked on https only.
"""

from __future__ import annotations

import html
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from companion.access.lan import LanAccess
from companion.i18n import translator
from rules.engine import Text

from .html_pages import preferred_language, text_page

CERTIFICATE_PATH = "/sobremesa.crt"
IPHONE_STEPS = (
    Text("Open this page in Safari, tap the button above and allow the profile to be downloaded."),
    Text("Settings → General → VPN & Device Management → Sobremesa → Install."),
    Text("Settings → General → About → Certificate Trust Settings: switch Sobremesa on."),
)
ANDROID_STEPS = (
    Text("Open this page in Chrome and tap the button above: the file lands in the downloads."),
    Text("Open the phone's settings, search them for “CA certificate” and tap “Install anyway”."),
    Text("Choose the file sobremesa.crt."),
)
NOT_TRUSTED_TEXT = Text("This phone does not trust this table's certificate yet. It takes a minute, once.")
DOWNLOAD_TEXT = Text("Take the certificate")
NEXT_STEP_TEXT = Text("Then scan the code of the invitation. Whoever has been here before goes straight to the table:")
SCOPE_TEXT = Text(
    "It vouches for IP addresses, like this table's, and for no web site. You can remove it in "
    "the same place after the game."
)


def certificate_response(request: HTTPConnection, lan_access: LanAccess, authority: bytes) -> Response:
    """Return the certificate, or the page with the instructions."""
    if request.scope["path"] == CERTIFICATE_PATH:
        return Response(authority, media_type="application/x-x509-ca-cert", headers={"Cache-Control": "no-store"})
    return _instructions_page(request, lan_access)


def _instructions_page(request: HTTPConnection, lan_access: LanAccess) -> Response:
    language = preferred_language(request)
    translate = translator(language)

    def escaped(text: Text) -> str:
        return html.escape(translate(text))

    def steps(name: str, texts: tuple[Text, ...]) -> str:
        return f"<h2>{name}</h2><ol>{''.join(f'<li>{escaped(text)}</li>' for text in texts)}</ol>"

    table = html.escape(f"https://{_https_host(request, lan_access)}/")
    return text_page(
        language,
        f"<h1>Sobremesa</h1><p>{escaped(NOT_TRUSTED_TEXT)}</p>"
        f'<a class="button" href="{CERTIFICATE_PATH}">{escaped(DOWNLOAD_TEXT)}</a>'
        f"{steps('iPhone, iPad', IPHONE_STEPS)}{steps('Android', ANDROID_STEPS)}"
        f'<p>{escaped(NEXT_STEP_TEXT)} <a href="{table}">{table}</a></p><p>{escaped(SCOPE_TEXT)}</p>',
    )


def _https_host(request: HTTPConnection, lan_access: LanAccess) -> str:
    """Return the https host and port under the name by which the reader reached this page."""
    try:
        name = urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
    except ValueError:
        name = ""
    return f"[{name}]:{lan_access.port}" if ":" in name else f"{name}:{lan_access.port}"

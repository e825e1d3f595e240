"""Static HTML pages for visitors who are not admitted yet: no Flet, no script."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, Response

from companion.i18n import LANGUAGES, translator
from rules.engine import Text

if TYPE_CHECKING:
    from companion.access.lan import LanAccess

PAGE_TEMPLATE = """<!DOCTYPE html>
<html lang="{lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">{head}
<title>Sobremesa</title>
<style>
  body {{ font: 22px/1.4 sans-serif; margin: {top} auto; max-width: 22em; padding: 0 1em; text-align: {align};
          background: #fbf5ed; color: #221a13 }}
  a {{ color: inherit }}
  a.button {{ display: block; margin: 1em 0; padding: .7em; border-radius: 18px; text-align: center;
              text-decoration: none; background: #38302a; color: #f6ede3 }}
  li {{ margin: .4em 0 }}
  @media (prefers-color-scheme: dark) {{ body {{ background: #1a1512; color: #f3e9de }}
    a.button {{ background: #ede2d6; color: #2b231d }} }}
</style>
{body}</html>
"""
NOT_FOUND_TEXT = Text("There is nothing at this address.")
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Content security policy of pages that load nothing."""
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


def message_page(language: str, text: str, status: int, head: str = "", **headers: str) -> HTMLResponse:
    """Create a page with one sentence."""
    return _page(language, f"<p>{html.escape(text)}</p>", status, head, "20vh", "center", headers)


def not_found_page(request: HTTPConnection) -> HTMLResponse:
    """Create the page of an address at which nothing is."""
    language = preferred_language(request)
    return message_page(language, translator(language)(NOT_FOUND_TEXT), 404)


def forward_page(request: HTTPConnection, path: str) -> HTMLResponse:
    """Create a page that leads to another address of ours.

    A redirect would not do: after a link in a chat the browser counts it as that page's request and withholds the
    cookie.
    """
    head = f'<meta http-equiv="refresh" content="0;url={html.escape(path)}">'
    return message_page(preferred_language(request), "Sobremesa", 200, head)


def text_page(language: str, body: str) -> HTMLResponse:
    """Create a page with a text; ``body`` is HTML."""
    return _page(language, body, 200, "", "1em", "left", {})


def _page(
    language: str, body: str, status: int, head: str, top: str, align: str, headers: dict[str, str]
) -> HTMLResponse:
    page = PAGE_TEMPLATE.format(lang=language, body=body, head=head, top=top, align=align)
    # the address may contain the invitation: no cache stores it, no referrer reveals it
    return HTMLResponse(
        page,
        status,
        {
            "Cache-Control": "no-store",
            "Referrer-Policy": "no-referrer",
            "Content-Security-Policy": CONTENT_SECURITY_POLICY,
            **headers,
        },
    )


def preferred_language(request: HTTPConnection) -> str:
    """Return the first supported language of the Accept-Language header, else Spanish."""
    requested = request.headers.get("accept-language", "").lower().split(",")
    return next((language for wish in requested if (language := wish.strip()[:2]) in LANGUAGES), "es")


def certificate_response(request: HTTPConnection, lan_access: LanAccess, authority: bytes) -> Response:
    """Return the certificate, or the page over plain http on which a device installs it.

    Nothing here is secret: the invitation is checked on https only.
    """
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
